#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What a test asked for with memory_fail, how many blocks are out, and how many were asked for. */
static struct {
    size_t countdown; /* allocations until the one that fails; 0 when none is to fail */
    bool lasting;
    size_t blocks;
    size_t calls;
    size_t refused;
} heap;

void memory_fail(size_t count, bool lasting) {
    heap.countdown = count;
    heap.lasting = lasting;
}

size_t memory_blocks(void) {
    return heap.blocks;
}

size_t memory_calls(void) {
    return heap.calls;
}

size_t memory_refused(void) {
    return heap.refused;
}

/* Counts an allocation; whether it is the one that has to fail. */
static bool is_doomed(void) {
    heap.calls++;
    if (heap.countdown == 0) {
        return false;
    }
    if (heap.countdown > 1) {
        heap.countdown--;
        return false;
    }
    heap.countdown = heap.lasting ? 1 : 0;
    return true;
}

static bool refuse(void) {
    heap.refused++;
    return false;
}

enum { SMALL = 1024 };

/* Apart, for the compiler would make calloc of malloc and memset. */
__attribute__((noinline)) static void *unzeroed(size_t size) {
    return malloc(size);
}

/* glibc keeps small blocks at hand for malloc and none for calloc, which takes some four times as
 * long; a large one comes zeroed from the system. calloc refuses a product that overflows. */
static void *zeroed(size_t count, size_t size) {
    if (count > SMALL || size > SMALL || count * size > SMALL) {
        return calloc(count, size);
    }
    void *block = unzeroed(count * size);
    return block ? memset(block, 0, count * size) : NULL;
}

void *memory_allocate(size_t count, size_t size) {
    void *block = NULL;
    if (!is_doomed()) {
        block = count && size ? zeroed(count, size) : zeroed(1, 1);
    }
    if (block) {
        heap.blocks++;
    } else {
        refuse();
    }
    return block;
}

char *memory_text(const char *bytes, size_t length) {
    if (length == SIZE_MAX) {
        return NULL;
    }
    char *copy = memory_allocate(length + 1, 1);
    if (copy && length > 0) {
        memcpy(copy, bytes, length);
    }
    return copy;
}

bool memory_reserve(void *array, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity) {
        return true;
    }
    size_t least = size < SMALL / 8 ? 8 : 1; /* large elements are often few */
    size_t room = *capacity < least ? least : *capacity;
    while (room < needed) {
        room = room > SIZE_MAX / 2 ? needed : 2 * room;
    }
    if (room > SIZE_MAX / size || is_doomed()) {
        return refuse();
    }
    /* *ARRAY has some pointer type of the caller's; copying its bytes respects that. */
    void *old;
    memcpy(&old, array, sizeof old);
    char *block = realloc(old, room * size);
    if (!block) {
        return refuse();
    }
    heap.blocks += old ? 0 : 1;
    memset(block + *capacity * size, 0, (room - *capacity) * size);
    memcpy(array, &block, sizeof block);
    *capacity = room;
    return true;
}

void memory_free(void *block) {
    if (block) {
        heap.blocks--;
        free(block);
    }
}
