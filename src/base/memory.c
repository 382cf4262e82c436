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
    size_t reached; /* those that the heap itself had to serve */
} heap;

/* What is asked for while a frame is drawn comes from here, one block behind the other, and nobody
 * needs to know how long each is. The room is made larger between two frames, when it is empty. */
static struct {
    char *room;
    size_t size, used;
    size_t clean;  /* from here on the room is zero, for nobody has had it */
    size_t live;   /* blocks in it */
    size_t missed; /* bytes that had no room in this frame */
    bool open;
} frame;

enum { FRAME_STEP = 16, FRAME_LEAST = 1 << 14, FRAME_BLOCK = 1 << 16, FRAME_MOST = 1 << 20 };

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

size_t memory_heap_calls(void) {
    return heap.reached;
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
    if (block) {
        memset(block, 0, count * size);
    }
    return block;
}

static bool is_framed(const void *block) {
    uintptr_t at = (uintptr_t)block, start = (uintptr_t)frame.room;
    return frame.room != NULL && at >= start && at < start + frame.size;
}

/* What a block of SIZE bytes takes of the room. */
static size_t whole_of(size_t size) {
    return (size / FRAME_STEP + 1) * FRAME_STEP;
}

/* Makes room from FROM to before TO the next to be used, and zero. */
static inline void frame_clear(size_t from, size_t to) {
    size_t dirty = to < frame.clean ? to : frame.clean;
    if (from < dirty) {
        memset(frame.room + from, 0, dirty - from);
    }
    frame.clean = to > frame.clean ? to : frame.clean;
}

/* SIZE zeroed bytes of the frame's room; NULL: no frame is being drawn, or there is no room. */
static void *frame_take(size_t size) {
    size_t whole = whole_of(size);
    if (!frame.open || size > FRAME_BLOCK) {
        return NULL;
    }
    if (whole > frame.size - frame.used) {
        frame.missed += whole;
        return NULL;
    }
    char *block = frame.room + frame.used;
    frame_clear(frame.used, frame.used + whole);
    frame.used += whole;
    frame.live++;
    return block;
}

/* Makes a block of USED bytes one of SIZE where it is: only the last one of the room can be. */
static bool frame_extend(const void *block, size_t used, size_t size) {
    size_t start = (size_t)((const char *)block - frame.room), end = start + whole_of(size);
    if (!frame.open || start + whole_of(used) != frame.used || size > FRAME_BLOCK ||
        end > frame.size) {
        return false;
    }
    frame_clear(start + used, end);
    frame.used = end;
    return true;
}

static void frame_give_back(void) {
    frame.live--;
    if (frame.live == 0) {
        frame.used = 0;
    }
}

/* Under a sanitizer every block is the heap's own, so that it sees what is done with each. */
void memory_frame_begin(void) {
#ifndef QKV_SANITIZED
    frame.open = true;
#endif
}

void memory_frame_end(void) {
    size_t size = 2 * (frame.size + frame.missed) + FRAME_LEAST;
    frame.open = false;
    if (frame.missed > 0 && frame.live == 0 && size <= FRAME_MOST) {
        char *room = realloc(frame.room, size);
        heap.reached++;
        if (room) {
            frame.room = room;
            frame.size = frame.clean = size;
        }
    }
    frame.missed = 0;
}

static bool roomy;

bool memory_room_is_open(void) {
    return roomy;
}

void memory_room_open(size_t size) {
    memory_frame_begin();
    roomy = frame.open;
    if (frame.open && !frame.room) {
        frame.room = calloc(1, size); /* the system's pages are zero already */
        frame.size = frame.room ? size : 0;
        frame.clean = 0;
        heap.reached++;
    }
}

bool memory_frame_leave(void) {
    bool open = frame.open;
    frame.open = false;
    return open;
}

void memory_frame_return(bool left) {
    frame.open = left;
}

static void *take(size_t count, size_t size) {
    void *block = size == 0 || count <= SIZE_MAX / size ? frame_take(count * size) : NULL;
    if (!block) {
        heap.reached++;
        block = count && size ? zeroed(count, size) : zeroed(1, 1);
    }
    return block;
}

void *memory_allocate(size_t count, size_t size) {
    void *block = is_doomed() ? NULL : take(count, size);
    if (block) {
        heap.blocks++;
    } else {
        refuse();
    }
    return block;
}

void *memory_room(size_t size) {
    if (size <= SMALL) {
        return memory_allocate(1, size);
    }
    void *block = is_doomed() ? NULL : unzeroed(size);
    heap.reached++;
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

/* OLD (NULL: none yet), USED bytes of it kept, with room for SIZE bytes. */
static void *move_block(void *old, size_t used, size_t size) {
    bool framed = old != NULL && is_framed(old);
    if (framed && frame_extend(old, used, size)) {
        return old;
    }
    void *block = old == NULL || framed ? frame_take(size) : NULL;
    if (!block) {
        heap.reached++;
        block = framed ? malloc(size) : realloc(old, size);
    }
    if (block && framed) {
        memcpy(block, old, used);
        frame_give_back();
    }
    return block;
}

/* OLD, which has room for *CAPACITY elements, with room for NEEDED; NULL, and refused, without
 * memory. */
static void *grow(void *old, size_t *capacity, size_t needed, size_t size) {
    size_t least = size < SMALL / 8 ? 8 : 1; /* large elements are often few */
    size_t room = *capacity < least ? least : *capacity;
    while (room < needed) {
        room = room > SIZE_MAX / 2 ? needed : 2 * room;
    }
    void *block = room > SIZE_MAX / size || is_doomed()
                      ? NULL
                      : move_block(old, *capacity * size, room * size);
    if (!block) {
        refuse();
        return NULL;
    }
    heap.blocks += old ? 0 : 1;
    *capacity = room;
    return block;
}

bool memory_reserve(void *array, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity) {
        return true;
    }
    /* *ARRAY has some pointer type of the caller's; copying its bytes respects that. */
    void *old;
    memcpy(&old, array, sizeof old);
    size_t used = *capacity * size;
    void *block = grow(old, capacity, needed, size);
    if (!block) {
        return false;
    }
    memcpy(array, &block, sizeof block);
    if (!is_framed(block)) { /* where all is zero already */
        memset((char *)block + used, 0, *capacity * size - used);
    }
    return true;
}

bool memory_reserve_bytes(char **bytes, size_t *capacity, size_t needed) {
    if (needed <= *capacity) {
        return true;
    }
    char *block = grow(*bytes, capacity, needed, 1);
    *bytes = block ? block : *bytes;
    return block;
}

void memory_free(void *block) {
    if (block) {
        heap.blocks--;
        if (is_framed(block)) {
            frame_give_back();
        } else {
            free(block);
        }
    }
}
