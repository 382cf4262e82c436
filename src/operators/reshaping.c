/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* shape: operators that cut, join, reorder and count. They move numbers without changing any. */
#include "operators/call.h"
#include "operators/line.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <string.h>

/* Returns the axis along which heads, concat and join cut or join: a row gets more or fewer
 * columns. */
static int grown_axis(const struct call *call) {
    return call_each(call) == EACH_ROW ? AXIS_COLUMN : AXIS_ROW;
}

static const char *axis_name(int axis) {
    return axis == AXIS_ROW ? "rows" : "columns";
}

static void drop_labels(struct shape *shape, int axis) {
    labels_release(shape->labels[axis]);
    shape->labels[axis] = NULL;
}

/* Writes the first few divisors of COUNT: "1, 2, 4 or 8". */
static void write_divisors(size_t count, struct text *out) {
    size_t listed = 0;
    for (size_t i = 1; i <= count && listed < 8; i++) {
        if (count % i == 0) {
            text_format(out, "%s%zu", listed++ == 0 ? "" : i == count ? " or " : ", ", i);
        }
    }
}

static bool heads_refuse(const struct call *call, size_t heads, struct failure *failure) {
    int axis = grown_axis(call);
    size_t size = call_shape(call, 0)->size[axis];
    struct text divisors = {0};
    char sizes[64];
    write_divisors(size, &divisors);
    const char *words = axis_name(axis);
    call_refuse(call, failure, "%s: its %zu %.*s %s not split into %zu equal blocks; h can be %s",
                shape_text(call_shape(call, 0), sizes), size, (int)strlen(words) - (size == 1),
                words, size == 1 ? "does" : "do", heads, text_string(&divisors));
    text_release(&divisors);
    return false;
}

/* Keeps the labels of the first of COUNT blocks if all blocks have the same, else none. */
static bool share_labels(struct shape *shape, int axis, size_t count, struct failure *failure) {
    struct labels *labels = shape->labels[axis];
    size_t each = shape->size[axis] / count;
    struct labels *first = NULL;
    bool same = labels != NULL;
    for (size_t i = each; same && i < labels->count; i++) {
        same = text_same(labels->names[i], labels->names[i - each]);
    }
    if (same && !labels_slice(labels, 0, each - 1, &first, failure)) {
        return false;
    }
    drop_labels(shape, axis);
    shape->labels[axis] = first;
    return true;
}

/* n×(h·d) → h×n×d: block k of the columns is head k, as in "Attention is all you need", 3.2.2. */
static bool heads_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *x = call_shape(call, 0);
    int axis = grown_axis(call);
    size_t heads;
    char sizes[64];
    if (!call_read_count(call, 1, &heads, failure)) {
        return false;
    }
    if (x->axes > 3) {
        return call_refuse(call, failure,
                           "%s has four axes already; heads takes a matrix or a batch of matrices",
                           shape_text(x, sizes));
    }
    if (x->size[axis] % heads != 0) {
        return heads_refuse(call, heads, failure);
    }
    *result = shape_copy(x);
    if (heads > 1 && !share_labels(result, axis, heads, failure)) {
        return false;
    }
    result->axes = x->axes + 1;
    result->heads = true;
    result->size[AXIS_BATCH] = x->size[AXIS_HEAD];
    result->labels[AXIS_BATCH] = result->labels[AXIS_HEAD];
    result->size[AXIS_HEAD] = heads;
    result->labels[AXIS_HEAD] = NULL;
    result->size[axis] = x->size[axis] / heads;
    return true;
}

/* Matrices one below another already lie in memory as the rows of one matrix. */
static bool rows_part(const struct call *call) {
    return grown_axis(call) == AXIS_ROW;
}

static void heads_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    struct place place = tensor_place(&call->shape, cell);
    int axis = grown_axis(call);
    place.at[axis] += place.at[AXIS_HEAD] * call->shape.size[axis];
    place.at[AXIS_HEAD] = place.at[AXIS_BATCH];
    place.at[AXIS_BATCH] = 0;
    *argument = 0;
    *from = tensor_index(call_shape(call, 0), &place);
}

static bool concat_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *x = call_shape(call, 0);
    int axis = grown_axis(call);
    char sizes[64];
    if (x->axes < 3) {
        return call_refuse(call, failure,
                           "%s is one matrix; concat joins a stack, such as heads(x, 2) makes",
                           shape_text(x, sizes));
    }
    *result = shape_copy(x);
    if (x->size[AXIS_HEAD] > 1) {
        drop_labels(result, axis);
    }
    drop_labels(result, AXIS_HEAD);
    result->axes = x->axes - 1;
    result->heads = false;
    result->size[AXIS_HEAD] = x->size[AXIS_BATCH];
    result->labels[AXIS_HEAD] = result->labels[AXIS_BATCH];
    result->size[AXIS_BATCH] = 1;
    result->labels[AXIS_BATCH] = NULL;
    result->size[axis] = x->size[axis] * x->size[AXIS_HEAD];
    return true;
}

static void concat_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    const struct shape *x = call_shape(call, 0);
    struct place place = tensor_place(&call->shape, cell);
    int axis = grown_axis(call);
    place.at[AXIS_BATCH] = place.at[AXIS_HEAD];
    place.at[AXIS_HEAD] = place.at[axis] / x->size[axis];
    place.at[axis] %= x->size[axis];
    *argument = 0;
    *from = tensor_index(x, &place);
}

/* Suggests what would be right when A and B cannot be joined on axis GROWN. */
static const char *join_advice(const struct shape *a, const struct shape *b, int grown) {
    if (a->size[grown] != b->size[grown]) {
        return "they must be equal";
    }
    return grown == AXIS_COLUMN ? "each=column puts one below the other"
                                : "each=row puts them side by side";
}

/* Joins the names along the joined axis if both operands have some. */
static bool join_axis_labels(const struct labels *a, const struct labels *b, struct labels **joined,
                             struct failure *failure) {
    const char **names;
    *joined = NULL;
    if (!a || !b) {
        return true;
    }
    names = memory_allocate(a->count + b->count, sizeof *names);
    if (!names) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < a->count; i++) {
        names[i] = a->bytes[i];
    }
    for (size_t i = 0; i < b->count; i++) {
        names[a->count + i] = b->bytes[i];
    }
    *joined = labels_create(names, a->count + b->count, failure);
    memory_free(names);
    return *joined != NULL;
}

/* Returns the labels of the axis that is not joined: those that are equal, or that one operand
 * has. */
static struct labels *shared_labels(const struct labels *a, const struct labels *b) {
    if (a && b && !labels_same(a, b)) {
        return NULL;
    }
    return labels_retain((struct labels *)(a ? a : b));
}

static bool join_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *a = call_shape(call, 0), *b = call_shape(call, 1);
    int grown = grown_axis(call), other = grown == AXIS_COLUMN ? AXIS_ROW : AXIS_COLUMN;
    char left[64], right[64];
    if (a->size[other] != b->size[other]) {
        return call_refuse(call, failure, "%s and %s: the %s %zu and %zu differ; %s",
                           shape_text(a, left), shape_text(b, right), axis_name(other),
                           a->size[other], b->size[other], join_advice(a, b, grown));
    }
    if (!broadcast_join(call, AXIS_ROW, result, failure)) {
        return false;
    }
    result->size[other] = a->size[other];
    result->labels[other] = shared_labels(a->labels[other], b->labels[other]);
    result->size[grown] = a->size[grown] + b->size[grown];
    return join_axis_labels(a->labels[grown], b->labels[grown], &result->labels[grown], failure);
}

static void join_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    struct place place = tensor_place(&call->shape, cell);
    int grown = grown_axis(call);
    size_t first = call_shape(call, 0)->size[grown];
    const struct shape *operand;
    *argument = place.at[grown] >= first;
    place.at[grown] -= *argument ? first : 0;
    operand = call_shape(call, *argument);
    for (int axis = 0; axis < AXIS_ROW; axis++) {
        if (operand->size[axis] == 1) {
            place.at[axis] = 0;
        }
    }
    *from = tensor_index(operand, &place);
}

/* permute reorders what each= names: rows (tokens), or columns. */
static int permuted_axis(const struct call *call) {
    return call_each(call) == EACH_ROW ? AXIS_ROW : AXIS_COLUMN;
}

/* Counts in TIMES (COUNT zeros) how often each position is named; each must be named once. */
static bool order_check(const struct call *call, size_t count, size_t *times,
                        struct failure *failure) {
    const char *rows = axis_name(permuted_axis(call));
    size_t twice = 0, missing = 0;
    for (size_t i = 0; i < count; i++) {
        double number = call->argument[1].value->cells[i];
        char shown[NUMBER_TEXT];

        if (!(number >= 1 && number <= (double)count) || number != (double)(size_t)number) {
            number_short(shown, number, 4);
            return call_refuse(call, failure,
                               "an order of %zu %s takes each of 1 … %zu once: %s is none of them",
                               count, rows, count, shown);
        }
        times[(size_t)number - 1]++;
    }
    while (twice < count && times[twice] < 2) {
        twice++;
    }
    while (missing < count && times[missing] > 0) {
        missing++;
    }
    if (missing == count) {
        return true;
    }
    return call_refuse(
        call, failure,
        "an order of %zu %s takes each of 1 … %zu once: %zu is repeated and %zu is missing", count,
        rows, count, twice + 1, missing + 1);
}

/* Permutes the labels of the permuted axis. */
static bool order_labels(const struct call *call, int axis, size_t *positions, struct shape *result,
                         struct failure *failure) {
    const struct labels *old = call_shape(call, 0)->labels[axis];
    const struct tensor *order = call->argument[1].value;
    for (size_t i = 0; i < result->size[axis]; i++) {
        positions[i] = (size_t)order->cells[i] - 1;
    }
    drop_labels(result, axis);
    if (old) {
        result->labels[axis] = labels_pick(old, positions, result->size[axis], failure);
    }
    return !old || result->labels[axis];
}

static bool permute_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *x = call_shape(call, 0);
    const struct shape *order = &call->argument[1].value->shape;
    int axis = permuted_axis(call);
    size_t count = x->size[axis], *positions;
    char sizes[64];
    bool good;
    if (shape_cells(order) != count || (shape_rows(order) != 1 && shape_columns(order) != 1)) {
        return call_refuse(call, failure,
                           "an order of %zu %s takes each of 1 … %zu once, in one row: this is %s",
                           count, axis_name(axis), count, shape_text(order, sizes));
    }
    positions = memory_allocate(count, sizeof *positions);
    if (!positions) {
        return failure_memory(failure);
    }
    good = order_check(call, count, positions, failure);
    if (good) {
        *result = shape_copy(x);
        good = order_labels(call, axis, positions, result, failure);
    }
    memory_free(positions);
    return good;
}

static void permute_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    struct place place = tensor_place(&call->shape, cell);
    int axis = permuted_axis(call);
    place.at[axis] = (size_t)call->argument[1].value->cells[place.at[axis]] - 1;
    *argument = 0;
    *from = tensor_index(call_shape(call, 0), &place);
}

enum { RESHAPE_X, RESHAPE_SIZES };

/* The numbers and the matrices stay as many, and no number leaves its matrix. */
static bool reshape_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *x = call_shape(call, RESHAPE_X);
    struct shape requested = call_sizes(call);
    char from[64], to[64];
    *result = shape_matrix(1, 1);
    if (shape_cells(&requested) != shape_cells(x)) {
        return call_refuse(
            call, failure, "%s has %zu numbers and %s %zu%s", shape_text(x, from), shape_cells(x),
            shape_text(&requested, to), shape_cells(&requested),
            requested.axes < x->axes ? "; of a stack give all sizes, the first ones too" : "");
    }
    if (shape_matrices(&requested) != shape_matrices(x)) {
        return call_refuse(call, failure,
                           "no number leaves its matrix: %s into %s is for heads(x, h), "
                           "heads(x, h, each=column) or concat(x)",
                           shape_text(x, from), shape_text(&requested, to));
    }
    *result = requested;
    if (requested.size[AXIS_COLUMN] == x->size[AXIS_COLUMN]) {
        for (int axis = AXIS_ROW; axis < AXIS_COUNT; axis++) {
            result->labels[axis] = labels_retain(x->labels[axis]);
        }
    }
    for (int axis = 0; axis < AXIS_ROW; axis++) {
        if (requested.size[AXIS_HEAD] == x->size[AXIS_HEAD] && requested.axes == x->axes) {
            result->labels[axis] = labels_retain(x->labels[axis]);
        }
    }
    result->heads = x->heads && result->labels[AXIS_HEAD] == x->labels[AXIS_HEAD] &&
                    requested.size[AXIS_HEAD] == x->size[AXIS_HEAD];
    return true;
}

static void reshape_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    (void)call;
    *argument = RESHAPE_X;
    *from = cell;
}

/* --- how many rows and columns there are ------------------------------------------------------ */

static const enum tensor_axis axis_rows = AXIS_ROW, axis_columns = AXIS_COLUMN;

static bool count_shape(const struct call *call, struct shape *result, struct failure *failure) {
    (void)call;
    (void)failure;
    *result = shape_matrix(1, 1);
    return true;
}

static double count_of(const struct call *call) {
    const enum tensor_axis *axis = call->op->detail;
    return (double)call_shape(call, 0)->size[*axis];
}

static bool count_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    (void)failure;
    result->cells[0] = count_of(call);
    return true;
}

static void count_explain(const struct call *call, size_t cell, struct steps *steps) {
    (void)cell;
    steps->form = STEPS_NUMBER;
    steps_number(steps, count_of(call), call->op->name);
}

#define COUNT(NAME)                                                                                \
    .parameters = {{.name = "x",                                                                   \
                    .kind = PARAMETER_VALUE,                                                       \
                    .sentence = "the value whose matrix is measured"}},                            \
    .detail = &axis_##NAME, .shape = count_shape, .compute = count_compute,                        \
    .explain = count_explain

/* --- a stack of matrices ---------------------------------------------------------------------- */

/* Keeps the labels that all values share. */
static void stack_labels(const struct call *call, int axis, struct shape *result) {
    struct labels *labels = call->values[0]->shape.labels[axis];
    bool same = labels != NULL;
    for (size_t i = 1; same && i < call->value_count; i++) {
        same = call->values[i]->shape.labels[axis] != NULL &&
               labels_same(labels, call->values[i]->shape.labels[axis]);
    }
    result->labels[axis] = same ? labels_retain(labels) : NULL;
}

static bool stack_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *first = &call->values[0]->shape;
    char sizes[2][64];
    if (first->axes == AXIS_COUNT) {
        return call_refuse(call, failure, "%s has four axes already", shape_text(first, sizes[0]));
    }
    for (size_t i = 1; i < call->value_count; i++) {
        if (!shape_same_sizes(first, &call->values[i]->shape)) {
            return call_refuse(
                call, failure, "%s is %s and %s is %s: all values of a stack have one shape",
                call->values_written[0], shape_text(first, sizes[0]), call->values_written[i],
                shape_text(&call->values[i]->shape, sizes[1]));
        }
    }
    *result = *first;
    memset(result->labels, 0, sizeof result->labels);
    result->axes = first->axes + 1;
    result->heads = false;
    result->size[AXIS_COUNT - result->axes] = call->value_count;
    for (int axis = AXIS_COUNT - first->axes; axis < AXIS_COUNT; axis++) {
        stack_labels(call, axis, result);
    }
    return true;
}

static bool stack_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    size_t cells = shape_cells(&call->values[0]->shape);
    (void)failure;
    for (size_t i = 0; i < call->value_count; i++) {
        memcpy(result->cells + i * cells, call->values[i]->cells, cells * sizeof *result->cells);
    }
    return true;
}

static void stack_explain(const struct call *call, size_t cell, struct steps *steps) {
    size_t cells = shape_cells(&call->values[0]->shape), value = cell / cells;
    steps->form = STEPS_MOVE;
    steps_cell(steps, (int)value, cell % cells, call->values[value]->cells[cell % cells]);
}

static const struct op rows[] = {
    {
        .name = "heads",
        .family = "shape",
        .sentence =
            "Splits each row into h equal parts: an n×(h·d) matrix becomes a stack of h n×d.",
        .example = "heads([[1, 2, 3, 4], [5, 6, 7, 8]], 2)",
        .parameters = {{.name = "x", .kind = PARAMETER_VALUE, .sentence = "a matrix, or a batch"},
                       {.name = "h", .kind = PARAMETER_COUNT, .sentence = "how many heads"},
                       EACH_PARAMETER("row", "row column")},
        .writing = {.numpy = "qkv_heads(%1, %2, %each%)",
                    .numpy_help = "def qkv_heads(x, h, axis):\n"
                                  "    return np.stack(np.split(x, h, axis=axis), axis=-3)\n"},
        .moves = true,
        .axes = 1,
        .shape = heads_shape,
        .part = rows_part,
        .compute = call_move,
        .origin = heads_origin,
    },
    {
        .name = "concat",
        .sentence = "Puts the matrices of a stack side by side again: undoes heads.",
        .example = "concat(heads([[1, 2, 3, 4], [5, 6, 7, 8]], 2))",
        .parameters = {{.name = "x", .kind = PARAMETER_VALUE, .sentence = "a stack of matrices"},
                       EACH_PARAMETER("row", "row column")},
        .writing = {.numpy = "qkv_concat(%1, %each%)",
                    .numpy_help = "def qkv_concat(x, axis):\n"
                                  "    parts = np.moveaxis(x, -3, 0)\n"
                                  "    return np.concatenate(list(parts), axis=axis)\n"},
        .moves = true,
        .axes = -1,
        .shape = concat_shape,
        .part = rows_part,
        .compute = call_move,
        .origin = concat_origin,
    },
    {
        .name = "join",
        .sentence = "Appends each row of b to the row of a; each=column appends columns.",
        .example = "join([[1, 2], [3, 4]], [[5], [6]])",
        .parameters = {{.name = "a", .kind = PARAMETER_VALUE, .sentence = "the first part"},
                       {.name = "b", .kind = PARAMETER_VALUE, .sentence = "what is appended to it"},
                       EACH_PARAMETER("row", "row column")},
        .writing = {.numpy = "qkv_join(%1, %2, %each%)",
                    .numpy_help =
                        "def qkv_join(a, b, axis):\n"
                        "    stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])\n"
                        "    parts = [np.broadcast_to(x, stack + x.shape[-2:]) for x in (a, b)]\n"
                        "    return np.concatenate(parts, axis=axis)\n"},
        .moves = true,
        .shape = join_shape,
        .compute = call_move,
        .origin = join_origin,
    },
    {
        .name = "stack",
        .sentence = "Stacks matrices: two n×d give a stack of 2×n×d.",
        .example = "stack([1, 2], [3, 4])",
        .parameters = {{.name = "values",
                        .kind = PARAMETER_VALUES,
                        .sentence = "matrices, or stacks, of one size"}},
        .writing = {.numpy = "np.stack([%1])"},
        .moves = true,
        .axes = 1,
        .shape = stack_shape,
        .compute = stack_compute,
        .explain = stack_explain,
    },
    {
        .name = "layers",
        .sentence = "Passes x through an operator of your own once for each layer: x becomes "
                    "block(x, W[1]), then block(x, W[2]), to the end of the stacks.",
        .example = "f(x, W) = x @ W; layers(f, [1, 2], stack(eye(2), ones(2, 2)))",
        .parameters = {{.name = "block",
                        .kind = PARAMETER_OPERATOR,
                        .sentence = "the operator: it takes x and one of each stack"},
                       {.name = "x",
                        .kind = PARAMETER_VALUE,
                        .sentence = "the input of the first layer"},
                       {.name = "stacks",
                        .kind = PARAMETER_VALUES,
                        .sentence = "stacks of one length: the first axis is the layer. What all "
                                    "layers share the operator uses by name"}},
        .writing = {.numpy = "qkv_layers(%1, %2, %3)",
                    .numpy_help = "def qkv_layers(block, x, *stacks):\n"
                                  "    for layer in zip(*stacks):\n"
                                  "        x = block(x, *layer)\n"
                                  "    return x\n"},
        .expands = true,
    },
    {
        .name = "permute",
        .sentence = "Puts the rows into another order, labels with them; each=column the columns.",
        .example = "permute([[1, 1], [2, 2], [3, 3]], [3, 1, 2])",
        .parameters = {{.name = "x", .kind = PARAMETER_VALUE, .sentence = "the value to reorder"},
                       {.name = "order",
                        .kind = PARAMETER_ORDER,
                        .sentence = "which old row comes first, second, …, counted from 1"},
                       EACH_PARAMETER("row", "row column")},
        .writing = {.numpy = "qkv_permute(%1, %2, %each%)",
                    .numpy_help = "def qkv_permute(x, order, axis):\n"
                                  "    order = np.asarray(order).reshape(-1).astype(int) - 1\n"
                                  "    return np.take(x, order, axis=-3 - axis)\n"},
        .moves = true,
        .shape = permute_shape,
        .compute = call_move,
        .origin = permute_origin,
    },
    {
        .name = "reshape",
        .sentence =
            "The same numbers in rows of another length. For a stack give all sizes; no number "
            "leaves its matrix: reshape(B, 2, 3, 2).",
        .example = "reshape([[1, 2, 3], [4, 5, 6]], 3, 2)",
        .parameters = {{.name = "x", .kind = PARAMETER_VALUE, .sentence = "the numbers"},
                       {.name = "sizes",
                        .kind = PARAMETER_SIZES,
                        .sentence = "all the new sizes, rows and columns the last two"}},
        .writing = {.numpy = "np.reshape(%1, %2)", .transposition = TRANSPOSE_WRAP},
        .moves = true,
        .shape = reshape_shape,
        .compute = call_move,
        .origin = reshape_origin,
    },
    {
        .name = "rows",
        .sentence = "How many rows each matrix has.",
        .example = "rows([[1, 2, 3], [4, 5, 6]])",
        .writing = {.numpy = "np.array([[float(np.shape(%1)[-2])]])",
                    .transposition = TRANSPOSE_PARTNER,
                    .partner = "columns"},
        COUNT(rows),
    },
    {
        .name = "columns",
        .sentence = "How many columns each matrix has: columns(Q) is d_k.",
        .example = "columns([[1, 2, 3], [4, 5, 6]])",
        .writing = {.numpy = "np.array([[float(np.shape(%1)[-1])]])",
                    .transposition = TRANSPOSE_PARTNER,
                    .partner = "rows"},
        COUNT(columns),
    },
};

OPERATOR_FAMILY(shape);
