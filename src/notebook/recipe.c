#include "notebook/recipe.h"

#include "base/memory.h"
#include "base/number.h"
#include "notebook/debt.h"
#include "notebook/evaluate.h"
#include "notebook/renew.h"

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

/* The cells that only one of the two sets, or that they set to different numbers, changed. */
static void add_differences(const struct overlays *a, const struct overlays *b,
                            struct definition *made) {
    size_t i = 0, k = 0;

    while (i < a->count || k < b->count) {
        bool left = i < a->count && (k == b->count || a->list[i].cell <= b->list[k].cell);
        bool right = k < b->count && (i == a->count || b->list[k].cell <= a->list[i].cell);

        if (left != right || !number_same(a->list[i].number, b->list[k].number)) {
            struct region cell =
                region_cell(&made->computed->shape, left ? a->list[i].cell : b->list[k].cell);

            regions_add(&made->changed, &cell);
        }
        i += left;
        k += right;
    }
}

/* Cells that were set are as computed again. */
static void take_off(const struct overlays *overlays, struct definition *made) {
    for (size_t i = 0; i < overlays->count; i++) {
        size_t cell = overlays->list[i].cell;

        made->value->cells[cell] = made->computed->cells[cell];
    }
}

static bool is_large(const struct tensor *tensor) {
    return shape_cells(&tensor->shape) > debt_least();
}

/* The value that is laid over what is computed when it is wanted. */
static bool finish_owing(struct definition *made, struct failure *failure) {
    const struct shape *shape = &made->computed->shape;
    struct debt all = {.owed = {.count = 1, .list = {region_all(shape)}}};

    made->value = tensor_room(shape, failure);
    return made->value != NULL && tensor_owe(made->value, &all);
}

/* The same from what LIKE had, which is brought up to date. */
static bool finish_renewed(struct definition *made, const struct recipe *recipe,
                           struct definition *like, bool lazy, struct failure *failure) {
    struct regions computed = made->changed;
    struct tensor *value;

    if (!copy_overlays(made, recipe, recipe->edits, &made->edits) ||
        !copy_overlays(made, recipe, recipe->pins, &made->pins)) {
        return failure_memory(failure);
    }
    add_differences(&like->edits, &made->edits, made);
    add_differences(&like->pins, &made->pins, made);
    if (made->edits.count == 0 && made->pins.count == 0) {
        made->value = tensor_retain((struct tensor *)made->computed);
        return true;
    }
    if (tensor_owed(made->computed) != NULL || tensor_owed(like->value) != NULL ||
        (lazy && like->leftover.tensor == NULL && is_large(made->computed))) {
        return finish_owing(made, failure);
    }
    made->value = value = leftover_take(&like->leftover, like->value, failure);
    if (value == NULL) {
        return false;
    }
    take_off(&like->edits, made);
    take_off(&like->pins, made);
    for (size_t i = 0; i < computed.count; i++) {
        tensor_copy_region(value, made->computed, &computed.list[i]);
    }
    lay_over(value, &made->edits);
    lay_over(value, &made->pins);
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

/* --- renewed, or evaluated -----------------------------------------------------------------------
 */

/* What is best renewed: of LIKE and MADE, either of which may be NULL. */
static struct definition *renewable(const struct notebook *notebook, struct definition *like,
                                    struct definition *made) {
    like = like && renew_fits(like, notebook) ? like : NULL;
    made = made && renew_fits(made, notebook) ? made : NULL;
    if (like == NULL || made == NULL) {
        return like ? like : made;
    }
    return renew_knows(like, notebook) ? like : made;
}

static struct definition *make_renewed(const struct notebook *notebook, const struct recipe *recipe,
                                       struct definition *like) {
    struct failure ignored = {0};
    struct definition *made = recipe->shape && !shape_same_sizes(recipe->shape, &like->value->shape)
                                  ? NULL
                                  : renew(like, notebook);

    if (made == NULL || !finish_renewed(made, recipe, like, notebook->lazy, &ignored)) {
        definition_release(made);
        return NULL;
    }
    return made;
}

static struct definition *make_afresh(const struct notebook *notebook, const struct recipe *recipe,
                                      struct failure *failure) {
    struct definition *made = definition_create(recipe->name, recipe->tree, NULL, failure);

    if (made == NULL || !evaluate_tree(notebook, made, failure) || !finish(made, recipe, failure)) {
        definition_release(made);
        return NULL;
    }
    return made;
}

struct definition *recipe_make(const struct notebook *notebook, const struct recipe *recipe,
                               struct failure *failure) {
    struct definition *found = find_made(notebook, recipe), *made = NULL;
    struct definition *like;

    if (found != NULL && is_reusable(found, notebook, recipe)) {
        return definition_retain(found);
    }
    like = renewable(notebook, recipe->like, found);
    if (like != NULL) {
        made = make_renewed(notebook, recipe, like);
    }
    return made ? made : make_afresh(notebook, recipe, failure);
}
