#include "panels/baseline.h"

#include "base/failure.h"
#include "base/text.h"
#include "notebook/difference.h"
#include "panels/pair.h"
#include "panels/whole.h"

#include <math.h>
#include <stdint.h>

static size_t matrix_cells(const struct shape *shape) {
    size_t cells = shape_rows(shape) * shape_columns(shape);
    return cells == 0 ? 1 : cells;
}

const struct definition *baseline_of(const struct scene *scene) {
    const struct notebook *baseline = looks_baseline(scene->session);
    if (!scene->session->looks.difference || baseline == NULL || scene->definition == NULL ||
        scene->session->looks.operation != SIZE_MAX) {
        return NULL;
    }
    return notebook_find(baseline, scene->definition->name);
}

/* How many rows Δ takes; 0 when there is none: the sizes changed, or it is a lone number. */
static size_t delta_rows(const struct scene *scene) {
    struct pair pair = {baseline_of(scene), scene->definition};
    bool any =
        pair_same_sizes(&pair) && !pair_is_number(&pair) && shape_cells(&scene->value->shape) > 0;
    return any ? pair_rows(scene, &pair) : 0;
}

/* All heads of a stack side by side, above the rest. */
enum { THUMBNAILS = 6 };

static size_t thumbnail_rows(const struct scene *scene) {
    return shape_matrices(&scene->shown->shape) > 1 && delta_rows(scene) > 0 ? THUMBNAILS : 0;
}

size_t baseline_rows(const struct scene *scene) {
    struct pair pair = {baseline_of(scene), scene->definition};
    size_t delta = delta_rows(scene);
    return delta > 0 ? thumbnail_rows(scene) + 2 * delta + 1 : pair_rows(scene, &pair);
}

/* The largest finite change of COUNT cells, whichever way: 0 is in the middle of the colours. */
static double largest_change(const double *cells, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        double change = fabs(cells[i]);
        largest = isfinite(change) && change > largest ? change : largest;
    }
    return largest;
}

/* Δ as a picture of colours about 0, on the scale of COUNT cells from FIRST on. */
static struct picture delta_picture(const struct scene *scene, const struct tensor *shown,
                                    size_t first, size_t count) {
    struct picture picture = whole_picture(scene, scene->definition, shown);
    picture.high = largest_change(shown->cells + first, count);
    picture.low = -picture.high;
    picture.heat = true;
    picture.wide = true;
    picture.fixed = false;
    picture.cursor = scene->shown_cell;
    picture.matrix = scene->shown_cell / matrix_cells(&shown->shape);
    return picture;
}

/* The value looked at less what it was in the baseline, as shown. */
static struct tensor *delta_shown(const struct scene *scene) {
    struct tensor *delta =
        difference_value(baseline_of(scene)->value, scene->value, scene->failure);
    struct tensor *shown =
        delta == NULL ? NULL : session_shown(scene->session, delta, scene->failure);
    tensor_release(delta);
    return shown;
}

/* Δ in BOX; of a stack all matrices, too, where there is room for them and for LEAST rows. */
static bool draw_delta(struct scene *scene, struct box box, size_t least, size_t *used) {
    struct tensor *shown = delta_shown(scene);
    struct text name = {0};
    if (shown == NULL) {
        return false;
    }
    text_format(&name, "Δ %s", scene->definition->name);
    size_t cells = matrix_cells(&shown->shape), at[2] = {SIZE_MAX, SIZE_MAX};
    size_t thumbnails = thumbnail_rows(scene);
    *used = 0;
    if (thumbnails > 0 && box.rows >= thumbnails + least) {
        struct picture all = delta_picture(scene, shown, 0, shape_cells(&shown->shape));
        struct box top = {box.row, box.column, thumbnails, box.columns};
        all.name = text_string(&name);
        *used = picture_thumbnails(scene->canvas, top, &all);
    }
    struct picture delta = delta_picture(scene, shown, scene->shown_cell / cells * cells, cells);
    struct box rest = {box.row + *used, box.column, box.rows - *used, box.columns};
    delta.name = text_string(&name);
    rest.rows = least > 0 && delta_rows(scene) < rest.rows ? delta_rows(scene) : rest.rows;
    *used += picture_matrix(scene->canvas, rest, &delta, at);
    if (at[0] != SIZE_MAX) {
        scene_place(scene, at[0], at[1]);
        scene->cell_is_shown = true;
    }
    text_release(&name);
    tensor_release(shown);
    return true;
}

/* Δ above old → new where there is room for both; colours were asked for: Δ alone. */
bool baseline_draw(struct scene *scene, struct box box) {
    struct pair pair = {baseline_of(scene), scene->definition};
    size_t delta = delta_rows(scene), used = 0;
    bool alone = scene->session->looks.heat && delta > 0;
    if ((alone || (delta > 0 && 2 * delta <= box.rows)) &&
        !draw_delta(scene, box, alone ? 0 : 2 * delta, &used)) {
        return false;
    }
    if (alone) {
        return true;
    }
    used += used > 0 && used + delta < box.rows ? 1 : 0; /* they stand apart */
    box.row += used;
    box.rows -= used;
    return pair_draw(scene, box, &pair, &used);
}
