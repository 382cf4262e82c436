/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor/tensor.h"

#include "base/failure.h"
#include "base/heap.h"

#include <check.h>
#include <math.h>

static struct failure failure;

/* Returns a tensor whose cells are 0, 1, 2 …, with rows r1 r2 r3 and columns c1 c2 c3 c4 when it
 * has 3 and 4 of them. */
static struct tensor *counting(int axes, size_t batch, size_t heads) {
    struct shape shape = {axes, {batch, heads, 3, 4}, {NULL}, false};
    shape.labels[AXIS_ROW] = labels_split("r1 r2 r3", &failure);
    shape.labels[AXIS_COLUMN] = labels_split("c1 c2 c3 c4", &failure);
    struct tensor *tensor = tensor_create(&shape, &failure);
    shape_release(&shape);
    ck_assert_ptr_nonnull(tensor);
    for (size_t i = 0; i < shape_cells(&tensor->shape); i++) {
        ck_assert(tensor->cells[i] == 0);
        tensor->cells[i] = (double)i;
    }
    return tensor;
}

static void release_all(struct tensor *a, struct tensor *b) {
    tensor_release(a);
    tensor_release(b);
    ck_assert_uint_eq(memory_blocks(), 0);
}

START_TEST(holders_are_counted) {
    struct tensor *tensor = counting(2, 1, 1);
    ck_assert_ptr_eq(tensor_retain(tensor), tensor);
    tensor_release(tensor);
    ck_assert(tensor->cells[11] == 11);
    tensor_release(tensor);
    ck_assert_ptr_null(tensor_retain(NULL));
    tensor_release(NULL);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(too_many_cells) {
    struct shape shape = shape_matrix(65536, 65537);
    ck_assert_ptr_null(tensor_create(&shape, &failure));
    ck_assert_str_eq(failure.message, "65536×65537 has more than 67108864 cells");
    shape = shape_matrix((size_t)1 << 32, (size_t)1 << 32);
    ck_assert_ptr_null(tensor_create(&shape, &failure));
    shape = shape_matrix(8192, 8193);
    ck_assert_ptr_null(tensor_create(&shape, &failure));
    shape = shape_matrix(4096, 4096);
    struct tensor *most = tensor_create(&shape, &failure);
    ck_assert_ptr_nonnull(most);
    shape = shape_matrix(0, 3);
    struct tensor *none = tensor_create(&shape, &failure);
    ck_assert_ptr_nonnull(none);
    release_all(most, none);
}
END_TEST

START_TEST(places_and_indices) {
    struct shape shape = {4, {2, 3, 4, 5}, {NULL}, false};
    size_t index = 0;
    struct place place;
    for (place.at[0] = 0; place.at[0] < 2; place.at[0]++) {
        for (place.at[1] = 0; place.at[1] < 3; place.at[1]++) {
            for (place.at[2] = 0; place.at[2] < 4; place.at[2]++) {
                for (place.at[3] = 0; place.at[3] < 5; place.at[3]++, index++) {
                    ck_assert_uint_eq(tensor_index(&shape, &place), index);
                    struct place back = tensor_place(&shape, index);
                    ck_assert_mem_eq(&back, &place, sizeof place);
                }
            }
        }
    }
    ck_assert_uint_eq(index, 120);
}
END_TEST

START_TEST(transposes) {
    struct tensor *tensor = counting(4, 2, 3);
    struct tensor *transposed = tensor_transposed(tensor, &failure);
    ck_assert_int_eq(transposed->shape.axes, 4);
    ck_assert_uint_eq(shape_rows(&transposed->shape), 4);
    ck_assert_uint_eq(shape_columns(&transposed->shape), 3);
    ck_assert_str_eq(transposed->shape.labels[AXIS_ROW]->names[3], "c4");
    ck_assert_str_eq(transposed->shape.labels[AXIS_COLUMN]->names[2], "r3");
    for (size_t i = 0; i < 72; i++) {
        struct place place = tensor_place(&tensor->shape, i);
        size_t row = place.at[AXIS_ROW];
        place.at[AXIS_ROW] = place.at[AXIS_COLUMN];
        place.at[AXIS_COLUMN] = row;
        ck_assert(transposed->cells[tensor_index(&transposed->shape, &place)] == (double)i);
    }
    struct tensor *back = tensor_transposed(transposed, &failure);
    ck_assert(tensor_same(back, tensor));
    tensor_release(back);
    release_all(tensor, transposed);
}
END_TEST

START_TEST(reshapes) {
    struct tensor *tensor = counting(2, 1, 1);
    struct shape shape = {3, {1, 2, 3, 2}, {NULL}, false};
    struct tensor *stack = tensor_reshaped(tensor, &shape, &failure);
    ck_assert_uint_eq(shape_matrices(&stack->shape), 2);
    ck_assert(stack->cells[11] == 11);
    ck_assert_ptr_null(stack->shape.labels[AXIS_ROW]);
    shape = shape_matrix(3, 5);
    ck_assert_ptr_null(tensor_reshaped(tensor, &shape, &failure));
    ck_assert_str_eq(failure.message, "3×4 has 12 cells and cannot become 3×5");
    release_all(tensor, stack);
}
END_TEST

START_TEST(parts) {
    struct tensor *tensor = counting(2, 1, 1);
    struct shape shape = shape_matrix(2, 2);
    struct tensor *part = tensor_part(tensor, 8, &shape, &failure);
    tensor_release(tensor);
    shape = shape_matrix(1, 2);
    struct tensor *last = tensor_part(part, 2, &shape, &failure);
    ck_assert(part->cells[0] == 8 && last->cells == part->cells + 2);
    ck_assert(last->cells[1] == 11);
    release_all(part, last);
}
END_TEST

START_TEST(compares) {
    struct tensor *a = counting(2, 1, 1), *b = tensor_copy(a, &failure);
    ck_assert(tensor_same(a, b));
    b->cells[0] = -0.0;
    ck_assert(!tensor_same_cells(a, b));
    a->cells[0] = (double)NAN;
    b->cells[0] = -(double)NAN;
    ck_assert(tensor_same(a, b));
    labels_release(b->shape.labels[AXIS_COLUMN]);
    b->shape.labels[AXIS_COLUMN] = labels_split("c1 c2 c3 d", &failure);
    ck_assert(!tensor_same(a, b));
    ck_assert(tensor_same_cells(a, b));
    tensor_release(b);
    b = tensor_copy(a, &failure);
    ck_assert(tensor_same(a, b));
    b->shape.labels[AXIS_BATCH] = labels_split("example", &failure);
    ck_assert(!tensor_same(a, b));
    b->shape.axes = 3;
    ck_assert(!tensor_same_cells(a, b));
    release_all(a, b);
}
END_TEST

/* Every frame needs the extremes, of millions of cells. */
START_TEST(how_far_cells_reach_is_found_once) {
    struct tensor *a = counting(2, 1, 3);
    struct extremes extremes = tensor_extremes(a, true);
    double low = a->cells[0], high = a->cells[shape_cells(&a->shape) - 1];
    ck_assert(extremes.low == low && extremes.high == high && extremes.whole);
    a->cells[0] = -0.25;
    a->cells[1] = INFINITY;
    extremes = tensor_extremes(a, false);
    ck_assert(extremes.low == -0.25 && extremes.high == high);
    ck_assert(extremes.infinite && !extremes.minus_infinite && !extremes.has_nan);
    ck_assert(!extremes.whole && !extremes.shares);
    a->cells[0] = -2e6;
    ck_assert(tensor_extremes(a, false).low == -0.25);
    extremes = tensor_extremes(a, true);
    ck_assert(extremes.low == -2e6 && extremes.plain_low > 0);
    release_all(a, NULL);
}
END_TEST

START_TEST(lone_numbers) {
    struct tensor *number = tensor_number(0.28, &failure);
    ck_assert(shape_is_number(&number->shape));
    ck_assert(number->cells[0] == 0.28);
    release_all(number, NULL);
}
END_TEST

START_TEST(runs_out_of_memory_cleanly) {
    struct tensor *tensor = counting(2, 1, 1);
    size_t before = memory_blocks();
    memory_fail(1, false);
    ck_assert_ptr_null(tensor_copy(tensor, &failure));
    ck_assert_str_eq(failure.message, "out of memory");
    memory_fail(1, false);
    ck_assert_ptr_null(tensor_transposed(tensor, &failure));
    memory_fail(1, false);
    ck_assert_ptr_null(tensor_number(1, &failure));
    ck_assert_uint_eq(memory_blocks(), before);
    ck_assert_uint_eq(tensor->shape.labels[AXIS_ROW]->references, 1);
    memory_fail(0, false);
    release_all(tensor, NULL);
}
END_TEST

Suite *tensor_tensor_suite(void);

Suite *tensor_tensor_suite(void) {
    Suite *suite = suite_create("tensor/tensor");
    TCase *core = tcase_create("core");
    tcase_add_test(core, holders_are_counted);
    tcase_add_test(core, too_many_cells);
    tcase_add_test(core, places_and_indices);
    tcase_add_test(core, transposes);
    tcase_add_test(core, reshapes);
    tcase_add_test(core, parts);
    tcase_add_test(core, compares);
    tcase_add_test(core, how_far_cells_reach_is_found_once);
    tcase_add_test(core, lone_numbers);
    tcase_add_test(core, runs_out_of_memory_cleanly);
    suite_add_tcase(suite, core);
    return suite;
}
