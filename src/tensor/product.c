#include "tensor/product.h"

struct product product_plain(double *out, const double *left, const double *right,
                             const size_t sizes[3]) {
    return (struct product){.out = out,
                            .out_step = sizes[2],
                            .left = {left, sizes[1], 1},
                            .right = {right, sizes[2], 1},
                            .rows = sizes[0],
                            .inner = sizes[1],
                            .columns = sizes[2]};
}

struct product_operand product_transposed(struct product_operand matrix) {
    return (struct product_operand){matrix.cells, matrix.column_step, matrix.row_step};
}

/* out += x · right, a row at a time: the compiler makes vectors of it. */
static void add_row(double *restrict out, double x, const double *restrict right, size_t columns) {
    for (size_t j = 0; j < columns; j++) {
        out[j] += x * right[j];
    }
}

/* The same of a matrix that lies turned over. */
static void add_column(double *restrict out, double x, const double *right, size_t step,
                       size_t columns) {
    for (size_t j = 0; j < columns; j++) {
        out[j] += x * right[j * step];
    }
}

/* Row by row of the result, term by term: every cell's terms in their order. -0 is the one number
 * that changes nothing it is added to. */
void product_run(const struct product *product) {
    const struct product_operand *left = &product->left, *right = &product->right;
    for (size_t i = 0; i < product->rows; i++) {
        double *out = product->out + i * product->out_step;
        for (size_t j = 0; j < product->columns; j++) {
            out[j] = product->onto_zeros ? 0.0 : -0.0;
        }
        for (size_t k = 0; k < product->inner; k++) {
            double x = left->cells[i * left->row_step + k * left->column_step];
            const double *row = right->cells + k * right->row_step;
            if (right->column_step == 1) {
                add_row(out, x, row, product->columns);
            } else {
                add_column(out, x, row, right->column_step, product->columns);
            }
        }
    }
}
