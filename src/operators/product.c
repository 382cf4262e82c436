/* product: the matrix product, and the transposition that makes Q @ K.T a table of every query
 * against every key. */
#include "operators/broadcast.h"
#include "operators/call.h"
#include "operators/families.h"

#include "base/failure.h"
#include "base/text.h"

static bool product_fits(const struct shape *a, int left, const struct shape *b, int right) {
    return a->size[left] == b->size[right];
}

/* What would have fitted: the right operand transposed, the left one, or the two exchanged. */
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

    if (!product_fits(a, AXIS_COLUMN, b, AXIS_ROW))
        return product_refuse(call, failure);
    if (!broadcast_join(call, AXIS_ROW, result, failure))
        return false;
    result->size[AXIS_ROW] = a->size[AXIS_ROW];
    result->size[AXIS_COLUMN] = b->size[AXIS_COLUMN];
    result->labels[AXIS_ROW] = labels_retain(a->labels[AXIS_ROW]);
    result->labels[AXIS_COLUMN] = labels_retain(b->labels[AXIS_COLUMN]);
    return true;
}

/* One matrix: out (rows × columns) = a (rows × inner) b (inner × columns), as many of its rows and
 * columns as are wanted, each matrix with its own distance from row to row. */
struct product {
    size_t rows, inner, columns;
    double *out;
    const double *a, *b;
    size_t out_step, a_step, b_step;
};

/* Walking b row by row keeps the order of each cell's sum, k = 1, 2, …, and lets the innermost loop
 * run along memory. */
static void product_matrix(const struct product *product) {
    for (size_t i = 0; i < product->rows; i++) {
        double *restrict sums = product->out + i * product->out_step;
        const double *restrict left = product->a + i * product->a_step;

        for (size_t j = 0; j < product->columns; j++)
            sums[j] = left[0] * product->b[j];
        for (size_t k = 1; k < product->inner; k++) {
            const double *restrict right = product->b + k * product->b_step;

            for (size_t j = 0; j < product->columns; j++)
                sums[j] += left[k] * right[j];
        }
    }
}

static bool product_compute(const struct call *call, struct tensor *result,
                            struct failure *failure) {
    const struct tensor *a = call->argument[0].value, *b = call->argument[1].value;
    const struct region *region = &call->region;
    size_t row = region->first[AXIS_ROW], column = region->first[AXIS_COLUMN];
    size_t inner = shape_columns(&a->shape), columns = shape_columns(&b->shape);
    size_t rows = shape_rows(&a->shape), heads = result->shape.size[AXIS_HEAD];
    struct product product = {region->end[AXIS_ROW] - row,
                              inner,
                              region->end[AXIS_COLUMN] - column,
                              NULL,
                              NULL,
                              NULL,
                              columns,
                              inner,
                              columns};

    (void)failure;
    for (size_t batch = region->first[AXIS_BATCH]; batch < region->end[AXIS_BATCH]; batch++)
        for (size_t head = region->first[AXIS_HEAD]; head < region->end[AXIS_HEAD]; head++) {
            size_t m = batch * heads + head;
            size_t left = broadcast_matrix(&a->shape, &result->shape, m);
            size_t right = broadcast_matrix(&b->shape, &result->shape, m);

            product.out = result->cells + (m * rows + row) * columns + column;
            product.a = a->cells + (left * rows + row) * inner;
            product.b = b->cells + right * inner * columns + column;
            product_matrix(&product);
        }
    return true;
}

/* Row i of the left operand makes row i of the result, column j of the right one column j. */
static struct region product_reach(const struct call *call, int argument,
                                   const struct region *changed) {
    struct region region = *changed;

    broadcast_region(call_shape(call, argument), &call->shape, AXIS_ROW, &region);
    region_widen(&region, argument == 0 ? AXIS_COLUMN : AXIS_ROW, &call->shape);
    return region;
}

/* C = A B gives ∂L/∂A = ∂L/∂C Bᵀ and ∂L/∂B = Aᵀ ∂L/∂C. One matrix: SIZES as above; a whole sum
 * over the index that vanishes is made first, then added. */
static void product_left(double *gradient, const double *upstream, const double *b,
                         const size_t sizes[3]) {
    for (size_t i = 0; i < sizes[0]; i++)
        for (size_t k = 0; k < sizes[1]; k++) {
            double sum = upstream[i * sizes[2]] * b[k * sizes[2]];

            for (size_t j = 1; j < sizes[2]; j++)
                sum += upstream[i * sizes[2] + j] * b[k * sizes[2] + j];
            gradient[i * sizes[1] + k] += sum;
        }
}

static void product_right(double *gradient, const double *upstream, const double *a,
                          const size_t sizes[3]) {
    for (size_t k = 0; k < sizes[1]; k++)
        for (size_t j = 0; j < sizes[2]; j++) {
            double sum = a[k] * upstream[j];

            for (size_t i = 1; i < sizes[0]; i++)
                sum += a[i * sizes[1] + k] * upstream[i * sizes[2] + j];
            gradient[k * sizes[2] + j] += sum;
        }
}

static bool product_differentiate(const struct call *call, const struct tensor *result,
                                  const struct tensor *upstream,
                                  struct tensor *gradient[CALL_ARGUMENTS],
                                  struct failure *failure) {
    const struct tensor *a = call->argument[0].value, *b = call->argument[1].value;
    size_t rows = shape_rows(&a->shape), inner = shape_columns(&a->shape);
    size_t columns = shape_columns(&b->shape), matrices = shape_matrices(&result->shape);
    const size_t sizes[] = {rows, inner, columns};

    (void)failure;
    for (size_t m = 0; m < matrices; m++) {
        const double *up = upstream->cells + m * rows * columns;
        size_t left = broadcast_matrix(&a->shape, &result->shape, m) * rows * inner;
        size_t right = broadcast_matrix(&b->shape, &result->shape, m) * inner * columns;

        if (gradient[0])
            product_left(gradient[0]->cells + left, up, b->cells + right, sizes);
        if (gradient[1])
            product_right(gradient[1]->cells + right, up, a->cells + left, sizes);
    }
    return true;
}

/* Row i of the left operand against column j of the right one: products, and their running total.
 */
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
        long term = steps_stage(steps, steps_apply(steps, &scalar_multiply, x, y), STAGE_TERM, k);

        total = k == 0 ? term
                       : steps_stage(steps, steps_apply(steps, &scalar_add, total, term),
                                     STAGE_TOTAL, k);
    }
}

static bool transpose_shape(const struct call *call, struct shape *result,
                            struct failure *failure) {
    const struct shape *x = call_shape(call, 0);

    (void)failure;
    *result = shape_copy(x);
    result->size[AXIS_ROW] = x->size[AXIS_COLUMN];
    result->size[AXIS_COLUMN] = x->size[AXIS_ROW];
    result->labels[AXIS_ROW] = x->labels[AXIS_COLUMN];
    result->labels[AXIS_COLUMN] = x->labels[AXIS_ROW];
    return true;
}

static bool transpose_compute(const struct call *call, struct tensor *result,
                              struct failure *failure) {
    const double *x = call->argument[0].value->cells;
    size_t rows = shape_rows(&result->shape), columns = shape_columns(&result->shape);
    size_t count = region_rows(&call->region), width = region_columns(&call->region);

    (void)failure;
    for (size_t row = 0; row < count; row++) {
        size_t at = region_row(&call->region, &result->shape, row);
        size_t matrix = at / (rows * columns) * (rows * columns), inside = at - matrix;
        const double *from = x + matrix + inside % columns * rows + inside / columns;

        for (size_t j = 0; j < width; j++)
            result->cells[at + j] = from[j * rows];
    }
    return true;
}

static struct region transpose_reach(const struct call *call, int argument,
                                     const struct region *changed) {
    struct region region = *changed;

    (void)call;
    (void)argument;
    region.first[AXIS_ROW] = changed->first[AXIS_COLUMN];
    region.end[AXIS_ROW] = changed->end[AXIS_COLUMN];
    region.first[AXIS_COLUMN] = changed->first[AXIS_ROW];
    region.end[AXIS_COLUMN] = changed->end[AXIS_ROW];
    return region;
}

static void transpose_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    struct place place = tensor_place(&call->shape, cell);
    size_t row = place.at[AXIS_ROW];

    place.at[AXIS_ROW] = place.at[AXIS_COLUMN];
    place.at[AXIS_COLUMN] = row;
    *argument = 0;
    *from = tensor_index(call_shape(call, 0), &place);
}

static const struct operator rows[] = {
    {
        .name = "@",
        .family = "arithmetic",
        .sentence =
            "The matrix product: each row of a against each column of b, the products summed.",
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
        .reach = product_reach,
        .explain = product_explain,
        .differentiate = product_differentiate,
    },
    {
        .name = ".T",
        .family = "arithmetic",
        .sentence = "The transpose: rows become columns, in each matrix of a stack.",
        .example = "[[1, 2, 3], [4, 5, 6]].T",
        .parameters = {{.name = "x",
                        .kind = PARAMETER_VALUE,
                        .sentence = "the value to turn over"}},
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
        .reach = transpose_reach,
        .origin = transpose_origin,
    },
};

OPERATOR_FAMILY(product);
