#include "notebook/recipe.h"

#include "base/memory.h"
#include "base/number.h"
#include "notebook/evaluate.h"

struct recipe recipe_of(struct definition *old) {
    return (struct recipe){old->name, old->tree, &old->edits, &old->pins, &old->value->shape, old};
}

/* --- edits and pins ------------------------------------------------------------------------------
 */

/* The cell of a value of shape NOW that stands where CELL stood in one of shape BEFORE. */
static bool moved_cell(const struct shape *before, const struct shape *now, size_t cell,
                       size_t *moved) {
    struct place place = tensor_place(before, cell);

    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        if (place.at[axis] >= now->size[axis]) {
            return false;
        }
    }
    *moved = tensor_index(now, &place);
    return true;
}

static bool copy_overlays(const struct definition *made, const struct recipe *recipe,
                          const struct overlays *from, struct overlays *to) {
    const struct shape *now = &made->computed->shape;

    if (from == NULL || from->count == 0) {
        return true;
    }
    to->list = memory_allocate(from->count, sizeof *to->list);
    if (to->list == NULL) {
        return false;
    }
    for (size_t i = 0; i < from->count; i++) {
        size_t cell;

        if (moved_cell(recipe->shape, now, from->list[i].cell, &cell)) {
            to->list[to->count++] = (struct overlay){cell, from->list[i].number};
        }
    }
    return true;
}

static void lay_over(struct tensor *value, const struct overlays *overlays) {
    for (size_t i = 0; i < overlays->count; i++) {
        value->cells[overlays->list[i].cell] = overlays->list[i].number;
    }
}

static bool finish(struct definition *made, const struct recipe *recipe, struct failure *failure) {
    if (!copy_overlays(made, recipe, recipe->edits, &made->edits) ||
        !copy_overlays(made, recipe, recipe->pins, &made->pins)) {
        return failure_memory(failure);
    }
    if (made->edits.count == 0 && made->pins.count == 0) {
        made->value = tensor_retain((struct tensor *)made->computed);
        return true;
    }
    made->value = tensor_copy(made->computed, failure);
    if (made->value == NULL) {
        return false;
    }
    lay_over(made->value, &made->edits);
    lay_over(made->value, &made->pins);
    return true;
}

/* --- taken as it is ------------------------------------------------------------------------------
 */

static bool overlays_asked(const struct overlays *asked, const struct overlays *made) {
    return asked ? overlays_same(asked, made) : made->count == 0;
}

/* Whether evaluating would make MADE again. */
static bool is_reusable(const struct definition *made, const struct notebook *notebook,
                        const struct recipe *recipe) {
    if (made->bare_labels || !overlays_asked(recipe->edits, &made->edits) ||
        !overlays_asked(recipe->pins, &made->pins) ||
        (recipe->shape && !shape_same_sizes(recipe->shape, &made->value->shape))) {
        return false;
    }
    for (size_t i = 0; i < made->use_count; i++) {
        if (notebook_find(notebook, made->uses[i]->name) != made->uses[i]) {
            return false;
        }
    }
    return true;
}

/* The definition of that name and tree in the notebook to reuse from, or NULL. */
static struct definition *find_made(const struct notebook *notebook, const struct recipe *recipe) {
    struct definition *made =
        notebook->reuse && recipe->name[0] ? notebook_find(notebook->reuse, recipe->name) : NULL;

    return made != NULL && made->tree == recipe->tree ? made : NULL;
}

static struct definition *make_afresh(const struct notebook *notebook, const struct recipe *recipe,
                                      struct failure *failure) {
    struct definition *made = definition_create(recipe->name, recipe->tree, failure);

    if (made == NULL || !evaluate_tree(notebook, made, failure) || !finish(made, recipe, failure)) {
        definition_release(made);
        return NULL;
    }
    return made;
}

struct definition *recipe_make(const struct notebook *notebook, const struct recipe *recipe,
                               struct failure *failure) {
    struct definition *found = find_made(notebook, recipe);

    return found != NULL && is_reusable(found, notebook, recipe)
               ? definition_retain(found)
               : make_afresh(notebook, recipe, failure);
}
