/* The list of a notebook, and finding a name in it. */
#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "notebook/notebook.h"

#include <stdint.h>
#include <string.h>

/* Definitions in order, names unique. Several notebooks may hold one roll, each its first COUNT
 * definitions; what has been put on it never changes, and only who holds all of it appends. So a
 * lesson's stops, each of which adds a definition, together take no more room than the last. */
struct roll {
    size_t references, count, capacity;
    /* By name: positions from 1, open addressing, for the first INDEXED; NULL as long as nobody
     * asked, or without memory, which only makes finding slow. */
    size_t *slots, slot_count, indexed;
    struct definition *list[];
};

enum { FEW = 8 }; /* names that are as quickly looked through */

/* --- rolls ---------------------------------------------------------------------------------------
 */

static void roll_truncate(struct roll *roll, size_t count) {
    while (roll->count > count) {
        definition_release(roll->list[--roll->count]);
    }
    if (roll->indexed > count) {
        memory_free(roll->slots);
        roll->slots = NULL;
        roll->indexed = 0;
    }
}

static void roll_release(struct roll *roll) {
    if (roll != NULL && --roll->references == 0) {
        roll_truncate(roll, 0);
        memory_free(roll->slots);
        memory_free(roll);
    }
}

static void slots_put(struct roll *roll, size_t position) {
    size_t mask = roll->slot_count - 1, at = roll->list[position]->hash & mask;

    while (roll->slots[at] != 0) {
        at = (at + 1) & mask;
    }
    roll->slots[at] = position + 1;
}

/* Brings the index up to date; false when there is none. */
static bool roll_index(struct roll *roll) {
    if (roll->count <= FEW) {
        return false;
    }
    if (roll->slots == NULL) {
        for (roll->slot_count = 2 * FEW; roll->slot_count < 2 * roll->capacity;) {
            roll->slot_count *= 2;
        }
        roll->slots = memory_allocate(roll->slot_count, sizeof *roll->slots);
        roll->indexed = 0;
    }
    while (roll->slots != NULL && roll->indexed < roll->count) {
        slots_put(roll, roll->indexed++);
    }
    return roll->slots != NULL;
}

static bool is_called(const struct definition *definition, const char *name, size_t hash) {
    return definition->hash == hash && text_same(definition->name, name);
}

/* The position of NAME, or SIZE_MAX. */
static size_t roll_find(struct roll *roll, const char *name) {
    size_t hash = definition_hash(name);

    if (roll_index(roll)) {
        size_t mask = roll->slot_count - 1;

        for (size_t at = hash & mask; roll->slots[at] != 0; at = (at + 1) & mask) {
            if (is_called(roll->list[roll->slots[at] - 1], name, hash)) {
                return roll->slots[at] - 1;
            }
        }
        return SIZE_MAX;
    }
    for (size_t i = 0; i < roll->count; i++) {
        if (is_called(roll->list[i], name, hash)) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* --- a notebook's --------------------------------------------------------------------------------
 */

void notebook_init(struct notebook *notebook) {
    memset(notebook, 0, sizeof *notebook);
}

void notebook_release(struct notebook *notebook) {
    roll_release(notebook->roll);
    notebook_init(notebook);
}

void notebook_copy(struct notebook *copy, const struct notebook *notebook) {
    *copy = *notebook;
    if (copy->roll != NULL) {
        copy->roll->references++;
    }
}

bool notebook_reserve(struct notebook *notebook, size_t capacity, struct failure *failure) {
    struct roll *old = notebook->roll, *roll;

    if (old != NULL && old->references == 1) {
        roll_truncate(old, notebook->count);
    }
    if (old != NULL && old->count == notebook->count && capacity <= old->capacity) {
        return true;
    }
    if (capacity < 2 * notebook->count || capacity < FEW) {
        capacity = 2 * notebook->count < FEW ? FEW : 2 * notebook->count;
    }
    roll = memory_allocate(1, sizeof *roll + capacity * sizeof *roll->list);
    if (roll == NULL) {
        return failure_memory(failure);
    }
    roll->references = 1;
    roll->capacity = capacity;
    for (; roll->count < notebook->count; roll->count++) {
        roll->list[roll->count] = definition_retain(notebook->list[roll->count]);
    }
    roll_release(old);
    notebook->roll = roll;
    notebook->list = roll->list;
    return true;
}

bool notebook_append(struct notebook *notebook, struct definition *definition,
                     struct failure *failure) {
    if (!notebook_reserve(notebook, notebook->count + 1, failure)) {
        definition_release(definition);
        return false;
    }
    notebook->roll->list[notebook->roll->count++] = definition;
    notebook->count++;
    return true;
}

size_t notebook_common(const struct notebook *a, const struct notebook *b) {
    size_t count = a->count < b->count ? a->count : b->count, common = 0;

    if (a->roll == b->roll) {
        return count;
    }
    while (common < count && a->list[common] == b->list[common]) {
        common++;
    }
    return common;
}

size_t notebook_position(const struct notebook *notebook, const char *name) {
    size_t at = notebook->roll ? roll_find(notebook->roll, name) : SIZE_MAX;

    return at < notebook->count ? at : notebook->count;
}

struct definition *notebook_find(const struct notebook *notebook, const char *name) {
    size_t at = notebook_position(notebook, name);

    return at < notebook->count ? notebook->list[at] : NULL;
}
