/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* product: the matrix product, and the transposition, with which Q @ K.T compares every query with
 * every key. */
#include "operators/call.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "tensor/product.h"

static bool product_fits(const struct shape *a, int left, const struct shape *b, int right) {
    return a->size[left] == b->size[right];
}

/* Suggests what would fit: the right operand transposed, the left one, or the two exchanged. */
static void product_advice(const struct call *call, struct text *out) {
    const struct shape *a = call_shape(call, 0), *b = call_shape(call, 1);
    struct call swapped = *call;
    swapped.argument[0] = call->argument[1];
    swapped.argument[1] = call->argument[0];
    if (shape_is_number(a) || shape_is_number(b)) {
        text_append(out, "a lone number multiplies with *");
        return;
    }
    if (product_fits(a, AXIS_COLUMN, b, AXIS_COLUMN)) {
        text_append(out, "did you mean ");
        call_write_transposed(call, 1, out);
    } else if (product_fits(a, AXIS_ROW, b, AXIS_ROW)) {
        text_append(out, "did you mean ");
        call_write_transposed(call, 0, out);
    } else if (product_fits(b, AXIS_COLUMN, a, AXIS_ROW)) {
        text_append(out, "did you mean ");
        call_write(&swapped, out);
    } else {
        text_append(out, "the left one needs as many columns as the right one has rows");
        return;
    }
    text_append(out, "?");
}

static bool product_refuse(const struct call *call, struct failure *failure) {
    struct text shapes = {0}, advice = {0};
    broadcast_shapes(call, " by ", &shapes);
    product_advice(call, &advice);
    call_refuse(call, failure, "%s: the inner sizes %zu and %zu differ; %s", text_string(&shapes),
                shape_columns(call_shape(call, 0)), shape_rows(call_shape(call, 1)),
                text_string(&advice));
    text_release(&shapes);
    text_release(&advice);
    return false;
}

static bool product_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *a = call_shape(call, 0), *b = call_shape(call, 1);
    if (!product_fits(a, AXIS_COLUMN, b, AXIS_ROW)) {
        return product_refuse(call, failure);
    }
    if (!broadcast_join(call, AXIS_ROW, result, failure)) {
        return false;
    }
    result->size[AXIS_ROW] = a->size[AXIS_ROW];
    result->size[AXIS_COLUMN] = b->size[AXIS_COLUMN];
    result->labels[AXIS_ROW] = labels_retain(a->labels[AXIS_ROW]);
    result->labels[AXIS_COLUMN] = labels_retain(b->labels[AXIS_COLUMN]);
    return true;
}

/* Products between two checkpoints (some tens of milliseconds), and the fewest rows at a time:
 * whole tiles. */
enum { PART = 1 << 30, PART_ROWS = 64 };

/* Runs PRODUCT some rows at a time, because a large one takes seconds. */
static bool run_in_parts(struct product product, struct failure *failure) {
    size_t rows = product.rows, most = PART_ROWS;
    if (rows > most) {
        most = PART / product.inner / product.columns;
        most = most > PART_ROWS ? most / PART_ROWS * PART_ROWS : PART_ROWS;
    }
    for (size_t row = 0; row < rows; row += product.rows) {
        product.rows = rows - row < most ? rows - row : most;
        if (!checkpoint(product.rows * product.inner * product.columns / 8, failure)) {
            return false;
        }
        product_run(&product);
        product.out += product.rows * product.out_step;
        product.left.cells += product.rows * product.left.row_step;
    }
    return true;
}

/* A stack of matrices times one right operand is computed as one TALL matrix. */
static bool product_compute(const struct call *call, struct tensor *result,
                            struct failure *failure) {
    const struct tensor *a = call->argument[0].value, *b = call->argument[1].value;
    size_t inner = shape_columns(&a->shape), columns = shape_columns(&b->shape);
    bool tall = shape_matrices(&b->shape) == 1;
    size_t rows = shape_rows(&a->shape) * (tall ? shape_matrices(&a->shape) : 1);
    size_t matrices = tall ? 1 : shape_matrices(&result->shape);
    const size_t sizes[] = {rows, inner, columns};
    for (size_t m = 0; m < matrices; m++) {
        size_t left = broadcast_matrix(&a->shape, &result->shape, m);
        size_t right = broadcast_matrix(&b->shape, &result->shape, m);
        struct product product =
            product_plain(result->cells + m * rows * columns, a->cells + left * rows * inner,
                          b->cells + right * inner * columns, sizes);

        if (!run_in_parts(product, failure)) {
            return false;
        }
    }
    return true;
}

/* Adds the gradient of operand AT: C = A B gives ∂L/∂A = ∂L/∂C Bᵀ and ∂L/∂B = Aᵀ ∂L/∂C. If its
 * matrices are repeated, each product is computed in ROOM, then added. */
static bool product_back(const struct call *call, int at, const struct backward *back, double *room,
                         struct failure *failure) {
    const struct tensor *upstream = back->upstream;
    struct tensor *gradient = back->gradient[at];
    const struct shape *a = call_shape(call, 0), *b = call_shape(call, 1);
    bool tall = at == 0 && shape_matrices(b) == 1;
    size_t rows = shape_rows(a) * (tall ? shape_matrices(a) : 1);
    size_t inner = shape_columns(a), columns = shape_columns(b);
    size_t matrices = tall ? 1 : shape_matrices(&upstream->shape);
    for (size_t m = 0; m < matrices; m++) {
        size_t left = broadcast_matrix(a, &upstream->shape, m) * rows * inner;
        size_t right = broadcast_matrix(b, &upstream->shape, m) * inner * columns;
        struct product_operand up = {upstream->cells + m * rows * columns, columns, 1};
        struct product_operand from[] = {{call->argument[0].value->cells + left, inner, 1},
                                         {call->argument[1].value->cells + right, columns, 1}};
        double *cells = gradient->cells + (at == 0 ? left : right);
        struct product share = {.out = room ? room : cells,
                                .out_step = at == 0 ? inner : columns,
                                .left = at == 0 ? up : product_transposed(from[0]),
                                .right = at == 0 ? product_transposed(from[1]) : up,
                                .rows = at == 0 ? rows : inner,
                                .inner = at == 0 ? columns : rows,
                                .columns = at == 0 ? inner : columns,
                                .onto_zeros = true};

        if (!run_in_parts(share, failure)) {
            return false;
        }
        for (size_t i = 0; room && i < share.rows * share.columns; i++) {
            cells[i] += room[i];
        }
    }
    return true;
}

static bool product_differentiate(const struct call *call, const struct backward *back,
                                  struct failure *failure) {
    for (int at = 0; at < 2; at++) {
        struct tensor *gradient = back->gradient[at];
        const struct shape *operand = call_shape(call, at);
        size_t cells = shape_rows(operand) * shape_columns(operand);
        bool several = gradient && shape_matrices(operand) < shape_matrices(&back->upstream->shape);
        double *room = several ? memory_allocate(cells, sizeof *room) : NULL;
        bool good = !several || room || failure_memory(failure);

        good = good && (!gradient || product_back(call, at, back, room, failure));
        memory_free(room);
        if (!good) {
            return false;
        }
    }
    return true;
}

/* Explains row i of the left operand times column j of the right one: products, and their running
 * total. */
static void product_explain(const struct call *call, size_t cell, struct steps *steps) {
    const struct tensor *a = call->argument[0].value, *b = call->argument[1].value;
    size_t inner = shape_columns(&a->shape), columns = shape_columns(&b->shape);
    struct place place = tensor_place(&call->shape, cell);
    size_t matrix = place.at[AXIS_BATCH] * call->shape.size[AXIS_HEAD] + place.at[AXIS_HEAD];
    size_t left =
        broadcast_matrix(&a->shape, &call->shape, matrix) * shape_rows(&a->shape) * inner +
        place.at[AXIS_ROW] * inner;
    size_t right =
        broadcast_matrix(&b->shape, &call->shape, matrix) * inner * columns + place.at[AXIS_COLUMN];
    long total = STEP_NONE;
    steps->form = STEPS_LEDGER;
    for (size_t k = 0; k < inner; k++) {
        long x = steps_cell(steps, 0, left + k, a->cells[left + k]);
        long y = steps_cell(steps, 1, right + k * columns, b->cells[right + k * columns]);

        total = steps_term(steps, total, steps_apply(steps, &scalar_multiply, x, y), k);
    }
}

static bool transpose_shape(const struct call *call, struct shape *result,
                            struct failure *failure) {
    struct shape transposed = shape_transposed(call_shape(call, 0));
    (void)failure;
    *result = shape_copy(&transposed);
    return true;
}

static bool transpose_compute(const struct call *call, struct tensor *result,
                              struct failure *failure) {
    (void)failure;
    tensor_transpose(call->argument[0].value, result->cells);
    return true;
}

static bool transpose_differentiate(const struct call *call, const struct backward *back,
                                    struct failure *failure) {
    size_t rows = shape_rows(&back->result->shape), columns = shape_columns(&back->result->shape);
    size_t cells = shape_cells(&back->result->shape);
    (void)call;
    (void)failure;
    for (size_t start = 0; start < cells; start += rows * columns) {
        for (size_t i = 0; i < rows; i++) {
            for (size_t j = 0; j < columns; j++) {
                back->gradient[0]->cells[start + j * rows + i] +=
                    back->upstream->cells[start + i * columns + j];
            }
        }
    }
    return true;
}

static void transpose_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    *argument = 0;
    *from = shape_transposed_cell(&call->shape, cell);
}

static const struct op rows[] = {
    {
        .name = "@",
        .family = "arithmetic",
        .sentence =
            "The matrix product: each row of a times each column of b, the products summed.",
        .example = "[[1, 2], [3, 4]] @ [[1], [10]]",
        .parameters = {{.name = "a", .kind = PARAMETER_VALUE, .sentence = "an m×k matrix"},
                       {.name = "b", .kind = PARAMETER_VALUE, .sentence = "a k×n matrix"}},
        .writing = {.form = WRITING_INFIX,
                    .precedence = PRECEDENCE_MULTIPLY,
                    .symbol = "@",
                    .unicode = "%1 %2",
                    .latex = "%1 %2",
                    .numpy = "%1 @ %2",
                    .transposition = TRANSPOSE_SWAP},
        .shape = product_shape,
        .compute = product_compute,
        .explain = product_explain,
        .differentiate = product_differentiate,
    },
    {
        .name = ".T",
        .sentence = "The transpose: rows become columns, in each matrix of a stack.",
        .example = "[[1, 2, 3], [4, 5, 6]].T",
        .parameters = {{.name = "x",
                        .kind = PARAMETER_VALUE,
                        .sentence = "the value to transpose"}},
        .writing = {.form = WRITING_POSTFIX,
                    .precedence = PRECEDENCE_POSTFIX,
                    .symbol = ".T",
                    .unicode = "%1ᵀ",
                    .latex = "%1^{\\top}",
                    .numpy = "np.swapaxes(%1, -1, -2)",
                    .transposition = TRANSPOSE_FLIP},
        .moves = true,
        .shape = transpose_shape,
        .compute = transpose_compute,
        .origin = transpose_origin,
        .differentiate = transpose_differentiate,
    },
};

OPERATOR_FAMILY(product);
