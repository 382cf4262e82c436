/* The loops that do several cells at a time give what one cell at a time gives. */
#include "tensor/cells.h"

#include "base/number.h"
#include "base/random.h"

#include <check.h>
#include <math.h>
#include <stdbool.h>

enum { MOST = 40 };

static double add(double a, double b) {
    return a + b;
}

static double subtract(double a, double b) {
    return a - b;
}

static double multiply(double a, double b) {
    return a * b;
}

static double divide(double a, double b) {
    return a / b;
}

static const struct {
    double (*one)(double a, double b);
    void (*all)(const struct cells_pair *pair);
} loops[] = {{add, cells_add},
             {subtract, cells_subtract},
             {multiply, cells_multiply},
             {divide, cells_divide}};

static void fill(double *cells, uint64_t seed) {
    static const double special[] = {INFINITY, -INFINITY, NAN, -0.0, 0.0, 5e-324, 1e308};
    struct random random;

    random_seed(&random, seed);
    for (size_t i = 0; i < MOST; i++) {
        size_t choice = random_bits(&random) % 21;
        cells[i] = choice < 7 ? special[choice] : random_normal(&random);
    }
}

START_TEST(pairs_of_any_count_and_steps) {
    for (size_t count = 0; count <= MOST - 2; count++) {
        for (size_t steps = 0; steps < 4; steps++) {
            double x[MOST], y[MOST], out[MOST];
            fill(x, count);
            fill(y, 100 + count);
            out[count + 1] = 7;
            struct cells_pair pair = {out + 1, x + 1, y + 1, steps & 1, steps >> 1, count};
            loops[_i].all(&pair);
            for (size_t i = 0; i < count; i++) {
                double want = loops[_i].one(x[1 + i * pair.x_step], y[1 + i * pair.y_step]);
                if (!number_same(out[1 + i], want)) {
                    ck_abort_msg("%zu cells, steps %zu %zu: cell %zu is %.17g and not %.17g", count,
                                 pair.x_step, pair.y_step, i, out[1 + i], want);
                }
            }
            ck_assert(out[count + 1] == 7);
        }
    }
}
END_TEST

START_TEST(a_row_may_be_changed_in_place) {
    double x[] = {1, 2, 3, 4, 5, 6, 7}, two = 2;

    cells_divide(&(struct cells_pair){x, x, &two, 1, 0, 7});
    for (size_t i = 0; i < 7; i++) {
        ck_assert(x[i] == (double)(i + 1) / 2);
    }
}
END_TEST

START_TEST(largest_wherever_it_stands) {
    double x[MOST];

    for (size_t count = 1; count <= MOST; count++) {
        for (size_t at = 0; at < count; at++) {
            for (size_t i = 0; i < count; i++) {
                x[i] = -(double)i - 1;
            }
            x[at] = -0.5;
            ck_assert(cells_maximum(x, count) == -0.5);
            x[count - 1 - at] = NAN;
            ck_assert(isnan(cells_maximum(x, count)));
        }
    }
}
END_TEST

START_TEST(nothing_but_minus_infinity) {
    double x[MOST];

    for (size_t i = 0; i < MOST; i++) {
        x[i] = -INFINITY;
    }
    ck_assert(cells_maximum(x, MOST) == -INFINITY);
    ck_assert(cells_maximum(x, 1) == -INFINITY);
}
END_TEST

/* Into a wider matrix: what stands beside it stays. */
START_TEST(matrices_of_any_size_turn_over) {
    double from[MOST * MOST], to[MOST * MOST];

    for (size_t i = 0; i < MOST * MOST; i++) {
        from[i] = (double)i;
    }
    for (size_t sizes = 0; sizes < MOST * MOST; sizes++) {
        struct cells_block block = {to, from, MOST, MOST, 1 + sizes / MOST, sizes % MOST};
        size_t wrong = 0;
        for (size_t i = 0; i < MOST * MOST; i++) {
            to[i] = -1;
        }
        cells_transpose(&block);
        for (size_t i = 0; i < MOST * MOST; i++) {
            bool inside = i / MOST < block.rows && i % MOST < block.columns;
            wrong += to[i] != (inside ? from[i % MOST * MOST + i / MOST] : -1);
        }
        ck_assert_msg(wrong == 0, "%zux%zu: %zu cells", block.rows, block.columns, wrong);
    }
}
END_TEST

Suite *tensor_cells_suite(void);

Suite *tensor_cells_suite(void) {
    Suite *suite = suite_create("tensor/cells");
    TCase *core = tcase_create("core");

    tcase_add_loop_test(core, pairs_of_any_count_and_steps, 0, sizeof loops / sizeof loops[0]);
    tcase_add_test(core, a_row_may_be_changed_in_place);
    tcase_add_test(core, largest_wherever_it_stands);
    tcase_add_test(core, nothing_but_minus_infinity);
    tcase_add_test(core, matrices_of_any_size_turn_over);
    suite_add_tcase(suite, core);
    return suite;
}
