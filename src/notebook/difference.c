/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/difference.h"

#include "base/memory.h"
#include "base/number.h"
#include "tensor/shape.h"

#include <math.h>
#include <stdint.h>

/* Changes that differ by no more than this are equal up to rounding; the first of them is
 * reported. */
static const double SLACK = 1e-9;

size_t difference_first(const struct definition *old, const struct definition *newer) {
    const struct tensor *a = old->value, *b = newer->value;
    size_t cells = tensor_same_cells(a, b)
                       ? 0
                       : shape_cells(&b->shape); /* most values are equal bit for bit */
    for (size_t i = 0; i < cells; i++) {
        if (!numbers_equal_rounded(a->cells[i], b->cells[i])) {
            return i;
        }
    }
    return SIZE_MAX;
}

bool definition_differs(const struct definition *old, const struct definition *newer) {
    if (old == NULL || newer == NULL) {
        return old != newer;
    }
    return old != newer && !(tree_same(old->tree->root, newer->tree->root) &&
                             overlays_same(&old->pins, &newer->pins) &&
                             shape_same_places(&old->value->shape, &newer->value->shape) &&
                             difference_first(old, newer) == SIZE_MAX);
}

/* An infinite change is larger than none, but says less than a finite one. */
static bool is_larger(const struct differing *differing, double change) {
    return differing->cells == 0 || (isfinite(change) && !isfinite(differing->change)) ||
           (isfinite(change) && fabs(change) > fabs(differing->change) * (1 + SLACK));
}

static void count_differing_cells(struct differing *differing) {
    const struct tensor *old = differing->old->value, *newer = differing->newer->value;
    size_t cells = shape_cells(&newer->shape);
    for (size_t i = 0; i < cells; i++) {
        double change = newer->cells[i] - old->cells[i];
        if (numbers_equal_rounded(old->cells[i], newer->cells[i])) {
            continue;
        }
        if (is_larger(differing, change)) {
            differing->most = i;
            differing->change = change;
        }
        differing->cells++;
    }
}

static bool add_differing(struct difference *out, const struct definition *old,
                          const struct definition *newer, struct failure *failure) {
    if (!definition_differs(old, newer)) {
        return true;
    }
    if (!memory_reserve(&out->list, &out->capacity, out->count + 1, sizeof *out->list)) {
        return failure_memory(failure);
    }
    struct differing *differing = &out->list[out->count++];
    *differing = (struct differing){.old = old, .newer = newer};
    if (old != NULL && newer != NULL) {
        differing->resized = !shape_same_sizes(&old->value->shape, &newer->value->shape);
        if (!differing->resized) {
            count_differing_cells(differing);
        }
    }
    return true;
}

bool difference_find(const struct notebook *old, const struct notebook *newer,
                     struct difference *out, struct failure *failure) {
    *out = (struct difference){0};
    for (size_t i = 0; i < newer->count; i++) {
        if (!add_differing(out, notebook_find(old, newer->list[i]->name), newer->list[i],
                           failure)) {
            return false;
        }
    }
    for (size_t i = 0; i < old->count; i++) {
        if (notebook_find(newer, old->list[i]->name) == NULL &&
            !add_differing(out, old->list[i], NULL, failure)) {
            return false;
        }
    }
    return true;
}

void difference_release(struct difference *difference) {
    memory_free(difference->list);
    *difference = (struct difference){0};
}

struct tensor *difference_value(const struct tensor *old, const struct tensor *newer,
                                struct failure *failure) {
    struct tensor *change = tensor_create(&newer->shape, failure);
    size_t cells = change == NULL ? 0 : shape_cells(&newer->shape);
    for (size_t i = 0; i < cells; i++) {
        bool same = numbers_equal_rounded(old->cells[i], newer->cells[i]);
        change->cells[i] = same ? 0 : newer->cells[i] - old->cells[i];
    }
    return change;
}
