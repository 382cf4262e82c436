#include "notebook/definition.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"

#include <stdint.h>
#include <string.h>

/* FNV-1a. */
size_t definition_hash(const char *name) {
    uint64_t hash = 0xcbf29ce484222325u;

    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    }
    return (size_t)(hash ^ hash >> 32);
}

struct definition *definition_create(const char *name, struct tree *tree, struct failure *failure) {
    struct definition *made = memory_allocate(1, sizeof *made);

    if (made == NULL) {
        failure_memory(failure);
        return NULL;
    }
    made->references = 1;
    made->tree = tree_retain(tree);
    made->hash = definition_hash(name);
    made->leaf = tree_is_leaf(tree->root);
    made->name = memory_text(name, strlen(name));
    if (made->name == NULL) {
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
    }
    memory_free(definition->operations);
    for (size_t i = 0; i < definition->number_count; i++) {
        tensor_release(definition->numbers[i]);
    }
    memory_free(definition->numbers);
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
    tensor_release(definition->value);
    operations_release(definition);
    arena_release(&definition->arena);
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
