/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* subscript: x[…] cuts out cells without changing any. */
#include "operators/call.h"

#include "base/checkpoint.h"
#include "base/text.h"

#include <string.h>

/* Returns a subscript's range on AXIS of the operand (right-aligned): the whole axis when not
 * written. */
static struct range range_on(const struct call *call, int axis) {
    const struct shape *x = call_shape(call, 0);
    size_t at = (size_t)(axis - (AXIS_COUNT - x->axes));
    if (at < call->range_count && !call->range[at].all) {
        return call->range[at];
    }
    return (struct range){.all = true, .first = 0, .last = x->size[axis] - 1};
}

/* True when a single position on AXIS drops the axis: on leading axes only. */
static bool drops_axis(const struct call *call, int axis) {
    return axis < AXIS_ROW && range_on(call, axis).single;
}

/* Returns how many positions a range has. */
static size_t range_size(const struct range *range) {
    return range->picks ? range->count : range->last - range->first + 1;
}

/* Returns position AT of a range, in matrix MATRIX for a batch of picks. */
static size_t position_at(const struct range *range, size_t matrix, size_t at) {
    size_t row = range->batch ? matrix : 0;
    return range->picks ? range->picks[row * range->count + at] : range->first + at;
}

/* Returns how many rows of numbers pick; 0 when at most one does, which makes no stack. */
static size_t batch_of(const struct call *call) {
    size_t rows = range_on(call, AXIS_ROW).batch;
    return rows ? rows : range_on(call, AXIS_COLUMN).batch;
}

static bool ranges_fit(const struct call *call, struct failure *failure) {
    const struct shape *x = call_shape(call, 0);
    char sizes[64];
    if (call->range_count > (size_t)x->axes) {
        return call_refuse(call, failure, "%s has %d axes, not %zu", shape_text(x, sizes), x->axes,
                           call->range_count);
    }
    for (int axis = AXIS_COUNT - x->axes; axis < AXIS_COUNT; axis++) {
        struct range range = range_on(call, axis);
        if (!range.picks && (range.first > range.last || range.last >= x->size[axis])) {
            return call_refuse(call, failure, "%s: positions on this axis run from 1 to %zu",
                               shape_text(x, sizes), x->size[axis]);
        }
    }
    if (batch_of(call) &&
        (x->axes > 2 || (range_on(call, AXIS_ROW).batch && range_on(call, AXIS_COLUMN).batch))) {
        return call_refuse(call, failure,
                           "%s: several rows of numbers pick either rows or columns, of a matrix",
                           shape_text(x, sizes));
    }
    return true;
}

static bool pick_labels(struct labels *labels, const struct range *range, struct labels **picked,
                        struct failure *failure) {
    if (range->batch) {
        *picked = NULL; /* each matrix has other labels */
        return true;
    }
    if (range->picks && !labels) {
        *picked = labels_retain(range->labels);
        return true;
    }
    if (!range->picks) {
        return labels_slice(labels, range->first, range->last, picked, failure);
    }
    *picked = labels_pick(labels, range->picks, range->count, failure);
    return *picked != NULL;
}

/* The remaining axes move right over those that are dropped. */
static bool subscript_shape(const struct call *call, struct shape *result,
                            struct failure *failure) {
    const struct shape *x = call_shape(call, 0);
    int to = AXIS_COLUMN;
    if (!ranges_fit(call, failure)) {
        return false;
    }
    *result = shape_matrix(1, 1);
    for (int axis = AXIS_COLUMN; axis >= AXIS_COUNT - x->axes; axis--) {
        struct range range = range_on(call, axis);
        if (drops_axis(call, axis)) {
            continue;
        }
        result->size[to] = range_size(&range);
        if (!pick_labels(x->labels[axis], &range, &result->labels[to--], failure)) {
            return false;
        }
    }
    if (batch_of(call)) {
        result->size[to--] = batch_of(call);
    }
    result->axes = AXIS_COLUMN - to;
    result->heads = x->heads && !drops_axis(call, AXIS_HEAD);
    return true;
}

static void subscript_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    const struct shape *x = call_shape(call, 0);
    struct place place = tensor_place(&call->shape, cell), origin = {{0}};
    int to = AXIS_COLUMN;
    for (int axis = AXIS_COLUMN; axis >= AXIS_COUNT - x->axes; axis--) {
        struct range range = range_on(call, axis);

        origin.at[axis] = drops_axis(call, axis)
                              ? range.first
                              : position_at(&range, place.at[AXIS_HEAD], place.at[to--]);
    }
    *argument = 0;
    *from = tensor_index(x, &origin);
}

/* The result is a part if its cells are consecutive: first single positions, then at most one
 * range, then whole axes. */
static bool subscript_part(const struct call *call) {
    const struct shape *x = call_shape(call, 0);
    bool whole = true;
    for (int axis = AXIS_COLUMN; axis >= AXIS_COUNT - x->axes; axis--) {
        struct range range = range_on(call, axis);

        if (range.picks || (!whole && range_size(&range) > 1)) {
            return false;
        }
        whole = whole && range_size(&range) == x->size[axis];
    }
    return true;
}

/* Returns how many consecutive cells of the result are consecutive in the operand too: those of a
 * range, and of whole axes after it. */
static size_t cells_abreast(const struct call *call) {
    const struct shape *x = call_shape(call, 0);
    size_t count = 1;
    bool whole = true;
    for (int axis = AXIS_COLUMN; whole && axis >= AXIS_COUNT - x->axes; axis--) {
        struct range range = range_on(call, axis);
        if (range.picks) {
            break;
        }
        count *= range_size(&range);
        whole = range_size(&range) == x->size[axis];
    }
    return count;
}

static bool subscript_compute(const struct call *call, struct tensor *result,
                              struct failure *failure) {
    const double *x = call->argument[0].value->cells;
    size_t cells = shape_cells(&result->shape), abreast = cells_abreast(call), from;
    int argument;
    for (size_t start = 0; start < cells; start += abreast) {
        if (!checkpoint(CHECKPOINT_WORK + abreast, failure)) {
            return false;
        }
        subscript_origin(call, start, &argument, &from);
        memcpy(&result->cells[start], &x[from], abreast * sizeof *x);
    }
    return true;
}

static bool subscript_differentiate(const struct call *call, const struct backward *back,
                                    struct failure *failure) {
    size_t cells = shape_cells(&back->result->shape), from;
    size_t abreast = cells_abreast(call);
    int argument;
    for (size_t start = 0; start < cells; start += abreast) {
        if (!checkpoint(CHECKPOINT_WORK + abreast, failure)) {
            return false;
        }
        subscript_origin(call, start, &argument, &from);
        for (size_t i = 0; i < abreast; i++) {
            back->gradient[0]->cells[from + i] += back->upstream->cells[start + i];
        }
    }
    return true;
}

/* Writes ", [[0, 2], [1, 1]], axis=-2)". */
static void write_picks(const struct range *range, int axis, struct text *out) {
    size_t rows = range->batch ? range->batch : 1;
    text_append(out, range->batch ? ", [" : ", ");
    for (size_t i = 0; i < rows * range->count; i++) {
        text_format(out, "%s%zu%s",
                    i == 0             ? "["
                    : i % range->count ? ", "
                                       : ", [",
                    range->picks[i], (i + 1) % range->count ? "" : "]");
    }
    text_format(out, "%s, axis=%d)", range->batch ? "]" : "", axis - AXIS_COUNT);
}

/* Python counts from 0 and excludes the end; a slice of one keeps the axis. */
static bool subscript_numpy(const struct call *call, struct text *out) {
    const struct shape *x = call_shape(call, 0);
    /* NumPy puts the picks of columns after the rows */
    text_append(out, range_on(call, AXIS_COLUMN).batch ? "np.moveaxis(" : "");
    for (int axis = AXIS_ROW; axis < AXIS_COUNT; axis++) {
        text_append(out, range_on(call, axis).picks ? "np.take(" : "");
    }
    call_write_bracketed(call, 0, PRECEDENCE_POSTFIX, out);
    text_append(out, "[");
    for (int axis = AXIS_COUNT - x->axes; axis < AXIS_COUNT; axis++) {
        struct range range = range_on(call, axis);
        if (drops_axis(call, axis)) {
            text_format(out, "%zu", range.first);
        } else if (range.all || range.picks) {
            text_append(out, ":");
        } else {
            text_format(out, "%zu:%zu", range.first, range.last + 1);
        }
        text_append(out, axis < AXIS_COLUMN ? ", " : "]");
    }
    for (int axis = AXIS_ROW; axis < AXIS_COUNT; axis++) {
        struct range range = range_on(call, axis);
        if (range.picks) {
            write_picks(&range, axis, out);
        }
    }
    text_append(out, range_on(call, AXIS_COLUMN).batch ? ", -2, 0)" : "");
    return true;
}

static const struct op rows[] = {
    {
        .name = "[ ]",
        .family = "shape",
        .sentence = "Cuts out cells, rows or columns: x[2,3], x[2], x[:,3], x[1:2], x[\"it\"], or "
                    "picks them: x[[3, 1, 1]]. Positions count from 1 and a range includes both "
                    "ends.",
        .example = "[[1, 2, 3], [4, 5, 6]][2, 1:2]",
        .parameters = {{.name = "x", .kind = PARAMETER_VALUE, .sentence = "what is cut"},
                       {.name = "positions",
                        .kind = PARAMETER_SUBSCRIPTS,
                        .sentence =
                            "one for each axis: a number, a label, a range, a row of numbers, or "
                            ": for all"}},
        .writing = {.form = WRITING_SUBSCRIPT,
                    .precedence = PRECEDENCE_POSTFIX,
                    .symbol = "[ ]",
                    .numpy_help =
                        "def qkv_pick(x, *places):\n"
                        "    for axis, i in zip(range(-x.ndim, 0), places):\n"
                        "        if isinstance(i, slice):\n"
                        "            first = 1 if i.start is None else int(np.ravel(i.start)[0])\n"
                        "            last = x.shape[axis] if i.stop is None else "
                        "int(np.ravel(i.stop)[0])\n"
                        "            x = np.take(x, np.arange(first - 1, last), axis)\n"
                        "            continue\n"
                        "        i = np.asarray(i).astype(int) - 1\n"
                        "        i = i.reshape(-1, i.shape[-1]) if i.ndim else i\n"
                        "        i = i.ravel() if 1 in i.shape or not i.ndim else i\n"
                        "        x = np.take(x, i[0] if axis < -2 else i, axis)\n"
                        "        x = np.moveaxis(x, -2, 0) if axis == -1 and i.ndim > 1 else x\n"
                        "    return x\n",
                    .transposition = TRANSPOSE_INDEX},
        .moves = true,
        .shape = subscript_shape,
        .part = subscript_part,
        .compute = subscript_compute,
        .origin = subscript_origin,
        .differentiate = subscript_differentiate,
        .numpy = subscript_numpy,
    },
};

OPERATOR_FAMILY(subscript);
