#include "notebook/definition.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"

#include <stdint.h>
#include <string.h>

static size_t serials; /* given out so far */

/* FNV-1a. */
size_t definition_hash(const char *name) {
    uint64_t hash = 0xcbf29ce484222325u;

    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    }
    return (size_t)(hash ^ hash >> 32);
}

struct definition *definition_create(const char *name, struct tree *tree, struct wording *wording,
                                     struct failure *failure) {
    struct definition *made = memory_allocate(1, sizeof *made);

    if (made == NULL) {
        failure_memory(failure);
        return NULL;
    }
    made->references = 1;
    made->serial = ++serials;
    made->tree = tree_retain(tree);
    made->hash = definition_hash(name);
    made->leaf = tree_is_leaf(tree->root);
    made->name = memory_text(name, strlen(name));
    made->wording = wording ? wording : memory_allocate(1, sizeof *wording);
    if (made->wording != NULL) {
        made->wording->references++;
    }
    if (made->name == NULL || made->wording == NULL) {
        definition_release(made);
        failure_memory(failure);
        return NULL;
    }
    return made;
}

struct definition *definition_retain(struct definition *definition) {
    definition->references++;
    return definition;
}

static void operations_release(struct definition *definition) {
    for (size_t i = 0; i < definition->operation_count; i++) {
        tensor_release(definition->operations[i].result);
        tensor_release(definition->operations[i].leftover.tensor);
    }
    memory_free(definition->operations);
    for (size_t i = 0; i < definition->number_count; i++) {
        tensor_release(definition->numbers[i]);
    }
    memory_free(definition->numbers);
}

static void wording_release(struct wording *wording) {
    if (wording != NULL && --wording->references == 0) {
        arena_release(&wording->arena);
        memory_free(wording);
    }
}

/* --- what is left to others ----------------------------------------------------------------------
 */

void definition_link(struct definition *older, struct definition *newer) {
    if (older->newer != NULL) {
        older->newer->older = NULL;
    }
    older->newer = newer;
    newer->older = older;
    newer->since = older->serial;
}

/* Leaves *TENSOR, which is then NULL, when nobody else holds it. */
static void leave(struct tensor **tensor, const struct regions *stale, struct leftover *to) {
    if (to->tensor == NULL && *tensor != NULL && (*tensor)->references == 1 && stale->count > 0) {
        const struct regions *owed = tensor_owed(*tensor);

        *to = (struct leftover){*tensor, *stale};
        for (size_t i = 0; owed != NULL && i < owed->count; i++) {
            regions_add(&to->stale, &owed->list[i]);
        }
        tensor_forgive(*tensor);
        *tensor = NULL;
    }
}

/* What DYING has goes to HEIR, of the same formula; the newer of the two knows where they differ.
 */
static void leave_all(struct definition *dying, struct definition *heir) {
    const struct definition *newer = heir->older == dying ? heir : dying;

    if (dying->value == dying->computed) { /* then it is an operation's, left with that */
        tensor_release(dying->value);
        dying->value = NULL;
    }
    leave(&dying->value, &newer->changed, &heir->leftover);
    for (size_t i = 0; i < dying->operation_count && i < heir->operation_count; i++) {
        leave(&dying->operations[i].result, &newer->operations[i].changed,
              &heir->operations[i].leftover);
    }
}

static void bequeath(struct definition *dying) {
    if (dying->newer != NULL) {
        leave_all(dying, dying->newer);
        dying->newer->older = NULL;
    } else if (dying->older != NULL) {
        leave_all(dying, dying->older);
    }
    if (dying->older != NULL) {
        dying->older->newer = NULL;
    }
}

struct tensor *leftover_take(struct leftover *leftover, const struct tensor *old,
                             struct failure *failure) {
    struct tensor *taken = leftover->tensor;

    if (taken == NULL) {
        return tensor_copy(old, failure);
    }
    leftover->tensor = NULL;
    for (size_t i = 0; i < leftover->stale.count; i++) {
        tensor_copy_region(taken, old, &leftover->stale.list[i]);
    }
    return taken;
}

struct tensor *leftover_room(struct leftover *leftover, const struct tensor *old,
                             struct regions *stale, struct failure *failure) {
    struct tensor *taken = leftover->tensor;

    *stale = leftover->stale;
    if (taken == NULL) {
        *stale = (struct regions){.count = 1, .list = {region_all(&old->shape)}};
        return tensor_room(&old->shape, failure);
    }
    leftover->tensor = NULL;
    return taken;
}

/* --- holders -------------------------------------------------------------------------------------
 */

/* Frees one definition nobody holds. Those it was the last to hold are put before LIST, which is
 * returned: a chain of any length is freed without recursion. */
static struct definition *definition_free(struct definition *definition, struct definition *list) {
    for (size_t i = 0; i < definition->use_count; i++) {
        struct definition *used = definition->uses[i];

        if (--used->references == 0) {
            used->dying = list;
            list = used;
        }
    }
    bequeath(definition);
    tensor_release(definition->value);
    tensor_release(definition->leftover.tensor);
    operations_release(definition);
    arena_release(&definition->arena);
    wording_release(definition->wording);
    tree_release(definition->tree);
    memory_free(definition->uses);
    memory_free(definition->edits.list);
    memory_free(definition->pins.list);
    memory_free(definition->name);
    memory_free(definition);
    return list;
}

void definition_release(struct definition *definition) {
    struct definition *list = NULL;

    if (definition == NULL || --definition->references > 0) {
        return;
    }
    for (list = definition; list != NULL;) {
        struct definition *next = list->dying;

        list = definition_free(list, next);
    }
}

const struct overlay *overlays_find(const struct overlays *overlays, size_t cell) {
    size_t low = 0, high = overlays->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (overlays->list[middle].cell < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < overlays->count && overlays->list[low].cell == cell ? &overlays->list[low] : NULL;
}

double definition_number(const struct definition *leaf, size_t cell) {
    const struct overlay *edit = overlays_find(&leaf->edits, cell);

    return edit ? edit->number : leaf->computed->cells[cell];
}

bool overlays_same(const struct overlays *a, const struct overlays *b) {
    if (a->count != b->count) {
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        if (a->list[i].cell != b->list[i].cell ||
            !number_same(a->list[i].number, b->list[i].number)) {
            return false;
        }
    }
    return true;
}

const struct operation *definition_last(const struct definition *definition) {
    return definition->operation_count ? &definition->operations[definition->operation_count - 1]
                                       : NULL;
}
