#include "panels/sketch.h"

#include "notebook/debt.h"

#include <stdint.h>

static bool is_plain(const struct session *session) {
    const struct looks *looks = &session->looks;
    return looks->cover == COVER_NONE && !looks->heat && !looks->zoom && !looks->difference &&
           looks->operation == SIZE_MAX && looks->before.count > 0 && looks->trained == NULL &&
           session->focus.place.grain == GRAIN_DEFINITION && !session->view.columns &&
           session->exercise == SIZE_MAX && session->moment == NULL;
}

/* What the definition that is looked at was before, in as many cells; NULL: it was not. */
static const struct definition *past_of(const struct session *session) {
    const struct definition *now = looks_definition(session);
    const struct definition *old =
        now == NULL ? NULL : notebook_find(&session->looks.before, now->name);
    bool alike = old != NULL && shape_same_sizes(&old->value->shape, &now->value->shape);
    return alike ? old : NULL;
}

bool sketch_begin(struct scene *scene) {
    const struct definition *past = is_plain(scene->session) ? past_of(scene->session) : NULL;
    scene->sketch = past != NULL && (tensors_owing() > 0 || scene->stage->sketch ||
                                     shape_cells(&past->value->shape) > debt_least());
    return scene->sketch || session_settle(scene->session, scene->failure);
}

bool sketch_end(struct scene *scene) {
    scene->sketch = false;
    return session_settle(scene->session, scene->failure);
}

/* What is SEEN of MATRIX of a value of SHAPE. */
static struct region region_of(const struct shape *shape, size_t matrix, const struct seen *seen) {
    struct region cells = region_all(shape);
    size_t heads = shape->size[AXIS_HEAD];
    cells.first[AXIS_BATCH] = matrix / heads;
    cells.end[AXIS_BATCH] = matrix / heads + 1;
    cells.first[AXIS_HEAD] = matrix % heads;
    cells.end[AXIS_HEAD] = matrix % heads + 1;
    cells.first[AXIS_ROW] = seen->first;
    cells.end[AXIS_ROW] = seen->first + seen->rows;
    cells.first[AXIS_COLUMN] = seen->left;
    cells.end[AXIS_COLUMN] = seen->left + seen->columns;
    return cells;
}

/* Of the definition that is looked at and of what it was. */
static bool want_cells(const struct scene *scene, const struct region *cells) {
    const struct definition *now = looks_definition(scene->session);
    return debt_want(session_notebook(scene->session), now, SIZE_MAX, cells, scene->failure) &&
           debt_want(&scene->session->looks.before, past_of(scene->session), SIZE_MAX, cells,
                     scene->failure);
}

/* What was written out says itself what moved in it. */
static bool want_leaves(const struct scene *scene) {
    const struct notebook *now = session_notebook(scene->session);
    bool ok = true;
    for (size_t i = 0; ok && i < now->count; i++) {
        const struct definition *leaf = now->list[i];
        bool asked = leaf->leaf && tensor_owed(leaf->value) != NULL;
        for (size_t k = 0; asked && ok && k < leaf->changed.count; k++) {
            const struct region *changed = &leaf->changed.list[k];
            const struct definition *old = notebook_find(&scene->session->looks.before, leaf->name);
            ok = debt_want(now, leaf, SIZE_MAX, changed, scene->failure) &&
                 (old == NULL ||
                  debt_want(&scene->session->looks.before, old, SIZE_MAX, changed, scene->failure));
        }
    }
    return ok;
}

bool sketch_marks(struct scene *scene) {
    const struct shape *shape = &looks_value(scene->session)->shape;
    size_t cell = scene->session->looks.cell, seen = scene->session->looks.seen;
    size_t inside = shape_rows(shape) * shape_columns(shape);
    if (inside == 0) {
        return true;
    }
    size_t at[] = {cell % inside / shape_columns(shape), cell % shape_columns(shape)};
    struct seen likely =
        picture_seen(shape, seen > 0 ? seen : scene->canvas->rows, scene->canvas->columns, at);
    struct region cells = region_of(shape, cell / inside, &likely);
    return want_cells(scene, &cells) && want_leaves(scene) &&
           debt_want_explained(session_notebook(scene->session), looks_definition(scene->session),
                               SIZE_MAX, cell, scene->failure);
}

bool sketch_want(void *wanter, const struct seen *seen) {
    struct sketch *sketch = wanter;
    struct scene *scene = sketch->scene;
    struct region cells = region_of(&scene->value->shape, sketch->matrix, seen);
    scene->session->looks.seen = seen->rows;
    sketch->failed = !want_cells(scene, &cells);
    return !sketch->failed;
}
