#include "panels/kind.h"

#include "panels/axes.h"
#include "panels/baseline.h"
#include "panels/corner.h"
#include "panels/unroll.h"

#include <stdint.h>

/* The lesson explains a cell here: the stop passed last that held the learner is such a line. */
static bool is_explained(const struct scene *scene) {
    const struct session *session = scene->session;
    size_t passed = session->lesson == NULL ? 0 : session_stop(session);
    return passed > 0 && session->lines[passed - 1].explains;
}

/* Whether the arithmetic is what there is to see: replay is inside it, or the lesson explains it. A
 * product is best seen where its operands meet, but for the terms of a weighted sum. */
static bool is_unrolled(const struct scene *scene) {
    bool inside = scene->grain == GRAIN_CELL || scene->grain == GRAIN_TERM;
    if (!unroll_possible(scene) || (!inside && !is_explained(scene))) {
        return false;
    }
    if (!corner_possible(scene)) {
        return true;
    }
    const struct origin *left = &scene->definition->operations[scene->operation].origin[0];
    bool shares = left->operation != ORIGIN_NONE
                      ? axes_shares(scene->definition, (size_t)left->operation)
                      : left->definition != NULL && axes_shares(left->definition, SIZE_MAX);
    return shares && scene->grain != GRAIN_CELL;
}

enum kind kind_of(const struct scene *scene) {
    const struct looks *looks = &scene->session->looks;
    if (scene->session->moment != NULL) {
        return KIND_LEARNING;
    }
    if (scene->value == NULL) {
        return KIND_NOTHING;
    }
    if (baseline_of(scene) != NULL) {
        return KIND_DIFFERENCE;
    }
    if (looks->zoom || looks->heat) {
        return KIND_MATRIX;
    }
    if (scene->grain == GRAIN_DEFINITION && looks->operation == SIZE_MAX && scene->has_moved) {
        return KIND_MOVED;
    }
    if (is_unrolled(scene)) {
        return KIND_UNROLLED;
    }
    return corner_possible(scene) ? KIND_PRODUCT : KIND_MATRIX;
}
