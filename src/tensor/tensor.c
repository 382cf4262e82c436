/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor/tensor.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static size_t live_cells; /* cells of all live tensors */

size_t tensor_live_cells(void) {
    return live_cells;
}

/* The cells begin at a multiple of 16 bytes, as the block itself does; those of a larger tensor at
 * a cache line, so that few vectors cross two lines. */
enum { HEAD = (sizeof(struct tensor) + 15) / 16 * 16, LINE = 64, LARGE = 256 };

/* Returns a tensor of zeros, or with FILLED one whose cells the caller will write. */
static struct tensor *create_tensor(const struct shape *shape, bool filled,
                                    struct failure *failure) {
    size_t cells = shape_cells(shape);
    if (cells > TENSOR_MOST) {
        char sizes[64];
        failure_set(failure, "%s has more than %d cells", shape_text(shape, sizes), TENSOR_MOST);
        return NULL;
    }
    if (cells > TENSOR_TOTAL - live_cells) {
        failure_set(failure, "all values together, with those undo keeps, have more than %d cells",
                    TENSOR_TOTAL);
        failure_mark_external(failure);
        return NULL;
    }
    size_t size = HEAD + cells * sizeof(double) + (cells < LARGE ? 0 : LINE);
    struct tensor *tensor = filled ? memory_room(size) : memory_allocate(1, size);
    if (!tensor) {
        failure_memory(failure);
        return NULL;
    }
    live_cells += cells;
    tensor->references = 1;
    tensor->measured = false;
    tensor->shape = shape_copy(shape);
    char *start = (char *)tensor + HEAD;
    size_t past = cells < LARGE ? 0 : (LINE - (uintptr_t)start % LINE) % LINE;
    tensor->cells = (double *)(void *)(start + past);
    tensor->whole = NULL;
    return tensor;
}

struct tensor *tensor_create(const struct shape *shape, struct failure *failure) {
    return create_tensor(shape, false, failure);
}

struct tensor *tensor_room(const struct shape *shape, struct failure *failure) {
    return create_tensor(shape, true, failure);
}

struct tensor *tensor_number(double value, struct failure *failure) {
    struct shape shape = shape_matrix(1, 1);
    struct tensor *tensor = tensor_create(&shape, failure);
    if (tensor) {
        tensor->cells[0] = value;
    }
    return tensor;
}

struct tensor *tensor_part(const struct tensor *whole, size_t first, const struct shape *shape,
                           struct failure *failure) {
    struct tensor *part = memory_allocate(1, sizeof *part);
    if (!part) {
        failure_memory(failure);
        return NULL;
    }
    part->references = 1;
    part->shape = shape_copy(shape);
    part->cells = whole->cells + first;
    part->whole = tensor_retain((struct tensor *)whole); /* only its reference count is written */
    return part;
}

struct tensor *tensor_copy(const struct tensor *tensor, struct failure *failure) {
    return tensor_reshaped(tensor, &tensor->shape, failure);
}

struct tensor *tensor_reshaped(const struct tensor *tensor, const struct shape *shape,
                               struct failure *failure) {
    size_t cells = shape_cells(&tensor->shape);
    if (shape_cells(shape) != cells) {
        char old[64], newer[64];
        failure_set(failure, "%s has %zu cells and cannot become %s",
                    shape_text(&tensor->shape, old), cells, shape_text(shape, newer));
        return NULL;
    }
    struct tensor *result = create_tensor(shape, true, failure);
    if (result) {
        memcpy(result->cells, tensor->cells, cells * sizeof *result->cells);
    }
    return result;
}

/* Row j of the transpose is column j of the matrix, so this goes down the columns from left to
 * right. */
void tensor_transpose(const struct tensor *tensor, double *cells) {
    size_t rows = shape_rows(&tensor->shape), columns = shape_columns(&tensor->shape);
    for (size_t m = 0; m < shape_matrices(&tensor->shape); m++) {
        const double *from = tensor->cells + m * rows * columns;
        for (size_t j = 0; j < columns; j++) {
            for (size_t i = 0; i < rows; i++) {
                *cells++ = from[i * columns + j];
            }
        }
    }
}

struct tensor *tensor_transposed(const struct tensor *tensor, struct failure *failure) {
    struct shape shape = shape_transposed(&tensor->shape);
    struct tensor *result = tensor_create(&shape, failure);
    if (result) {
        tensor_transpose(tensor, result->cells);
    }
    return result;
}

struct tensor *tensor_retain(struct tensor *tensor) {
    if (tensor) {
        tensor->references++;
    }
    return tensor;
}

void tensor_release(struct tensor *tensor) {
    if (!tensor || --tensor->references > 0) {
        return;
    }
    live_cells -= tensor->whole ? 0 : shape_cells(&tensor->shape);
    tensor_release(tensor->whole);
    shape_release(&tensor->shape);
    memory_free(tensor);
}

static void widen_extremes(struct extremes *extremes, double value) {
    static const double plain_end = 1e6;
    if (!isfinite(value)) {
        extremes->has_nan |= isnan(value);
        extremes->infinite |= value > 0;
        extremes->minus_infinite |= value < 0;
        return;
    }
    bool plain = fabs(value) < plain_end;
    extremes->low = extremes->low < value ? extremes->low : value;
    extremes->high = extremes->high > value ? extremes->high : value;
    extremes->plain_low = !plain || extremes->plain_low < value ? extremes->plain_low : value;
    extremes->plain_high = !plain || extremes->plain_high > value ? extremes->plain_high : value;
    extremes->whole = extremes->whole && value == floor(value);
    extremes->shares = extremes->shares && value >= 0 && value <= 1;
}

struct extremes tensor_extremes(const struct tensor *tensor, bool unfinished) {
    struct tensor *cache = (struct tensor *)(uintptr_t)tensor;
    size_t cells = shape_cells(&tensor->shape);
    if (cache->measured && !unfinished) {
        return cache->extremes;
    }
    struct extremes extremes = {.low = INFINITY,
                                .high = -INFINITY,
                                .plain_low = INFINITY,
                                .plain_high = -INFINITY,
                                .whole = true,
                                .shares = true};
    for (size_t i = 0; i < cells; i++) {
        widen_extremes(&extremes, tensor->cells[i]);
    }
    cache->extremes = extremes;
    cache->measured = !unfinished;
    return extremes;
}

size_t tensor_index(const struct shape *shape, const struct place *place) {
    size_t index = 0;
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        index = index * shape->size[axis] + place->at[axis];
    }
    return index;
}

struct place tensor_place(const struct shape *shape, size_t index) {
    struct place place;
    for (int axis = AXIS_COUNT; axis-- > 0;) {
        place.at[axis] = index % shape->size[axis];
        index /= shape->size[axis];
    }
    return place;
}

bool tensor_same(const struct tensor *a, const struct tensor *b) {
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        if (!labels_same(a->shape.labels[axis], b->shape.labels[axis])) {
            return false;
        }
    }
    return tensor_same_cells(a, b);
}

bool tensor_same_cells(const struct tensor *a, const struct tensor *b) {
    if (!shape_same_sizes(&a->shape, &b->shape)) {
        return false;
    }
    size_t cells = shape_cells(&a->shape);
    if (memcmp(a->cells, b->cells, cells * sizeof *a->cells) == 0) {
        return true;
    }
    for (size_t i = 0; i < cells; i++) {
        if (!number_same(a->cells[i], b->cells[i])) {
            return false;
        }
    }
    return true;
}
