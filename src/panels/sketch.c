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

/* Rows FIRST and after of MATRIX of a value of SHAPE. */
static struct region rows_of(const struct shape *shape, size_t matrix, size_t first, size_t count) {
    struct region rows = region_all(shape);
    size_t heads = shape->size[AXIS_HEAD];
    rows.first[AXIS_BATCH] = matrix / heads;
    rows.end[AXIS_BATCH] = matrix / heads + 1;
    rows.first[AXIS_HEAD] = matrix % heads;
    rows.end[AXIS_HEAD] = matrix % heads + 1;
    rows.first[AXIS_ROW] = first;
    rows.end[AXIS_ROW] = first + count;
    return rows;
}

/* Of the definition that is looked at and of what it was, rows of one matrix. */
static bool want_rows(const struct scene *scene, const struct region *rows) {
    const struct definition *now = looks_definition(scene->session);
    return debt_want(session_notebook(scene->session), now, SIZE_MAX, rows, scene->failure) &&
           debt_want(&scene->session->looks.before, past_of(scene->session), SIZE_MAX, rows,
                     scene->failure);
}

bool sketch_marks(struct scene *scene) {
    const struct shape *shape = &looks_value(scene->session)->shape;
    size_t cell = scene->session->looks.cell, seen = scene->session->looks.seen;
    size_t inside = shape_rows(shape) * shape_columns(shape);
    if (inside == 0) {
        return true;
    }
    size_t count, first = picture_seen(shape_rows(shape), seen > 0 ? seen : scene->canvas->rows,
                                       cell % inside / shape_columns(shape), &count);
    struct region rows = rows_of(shape, cell / inside, first, count);
    return want_rows(scene, &rows);
}

bool sketch_want(void *wanter, size_t first, size_t count) {
    struct sketch *sketch = wanter;
    const struct shape *shape = &sketch->definition->value->shape;
    struct region rows = rows_of(shape, sketch->matrix, first, count);
    bool here = sketch->definition == looks_definition(sketch->scene->session);
    sketch->scene->session->looks.seen = here ? count : sketch->scene->session->looks.seen;
    sketch->failed = here && !want_rows(sketch->scene, &rows);
    return !sketch->failed;
}
