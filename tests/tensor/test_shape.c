/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor/shape.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static const struct {
    struct shape shape;
    size_t cells, matrices;
    const char *text;
} shapes[] = {
    {{2, {1, 1, 3, 4}, {NULL}, false}, 12, 1, "3×4"},
    {{2, {1, 1, 1, 1}, {NULL}, false}, 1, 1, "1×1"},
    {{3, {1, 50, 3, 4}, {NULL}, false}, 600, 50, "50×3×4"},
    {{3, {1, 1, 3, 4}, {NULL}, false}, 12, 1, "1×3×4"},
    {{4, {2, 8, 5, 64}, {NULL}, false}, 5120, 16, "2×8×5×64"},
    {{2, {1, 1, 0, 4}, {NULL}, false}, 0, 1, "0×4"},
    {{2, {1, 1, 65536, 65537}, {NULL}, false}, 4295032832, 1, "65536×65537"},
    {{2, {1, 1, (size_t)1 << 32, (size_t)1 << 32}, {NULL}, false},
     SIZE_MAX,
     1,
     "4294967296×4294967296"},
    {{4, {0, SIZE_MAX, SIZE_MAX, 2}, {NULL}, false},
     0,
     0,
     "0×18446744073709551615×18446744073709551615×2"},
};

START_TEST(counts_and_writes) {
    const struct shape *shape = &shapes[_i].shape;
    struct text text = {0};
    char out[64];
    ck_assert_uint_eq(shape_cells(shape), shapes[_i].cells);
    ck_assert_uint_eq(shape_matrices(shape), shapes[_i].matrices);
    shape_write(shape, &text);
    ck_assert_str_eq(text_string(&text), shapes[_i].text);
    ck_assert_str_eq(shape_text(shape, out), shapes[_i].text);
    text_release(&text);
}
END_TEST

START_TEST(the_widest_shape_fits) {
    struct shape shape = {4, {SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX}, {NULL}, false};
    char out[64];
    ck_assert_str_eq(shape_text(&shape, out),
                     "18446744073709551615×18446744073709551615×1844674407370955161");
}
END_TEST

START_TEST(compares) {
    struct shape a = shape_matrix(3, 4), b = shape_matrix(3, 4), c = shape_matrix(4, 3);
    ck_assert_int_eq(a.axes, 2);
    ck_assert_uint_eq(shape_cells(&a), 12);
    ck_assert_uint_eq(shape_rows(&a), 3);
    ck_assert_uint_eq(shape_columns(&a), 4);
    ck_assert(shape_same_sizes(&a, &b));
    ck_assert(!shape_same_sizes(&a, &c));
    b.axes = 3; /* a batch of one */
    ck_assert(!shape_same_sizes(&a, &b));
    struct shape one = shape_matrix(1, 1);
    ck_assert(shape_is_number(&one));
    ck_assert(!shape_is_number(&a));
    one.axes = 3;
    ck_assert(!shape_is_number(&one));
}
END_TEST

START_TEST(a_copy_holds_its_labels) {
    struct failure failure;
    struct shape shape = {4, {2, 1, 2, 1}, {NULL}, false};
    shape.labels[AXIS_ROW] = labels_split("it sushi", &failure);
    shape.labels[AXIS_BATCH] = labels_split("first second", &failure);
    struct shape copy = shape_copy(&shape);
    ck_assert_uint_eq(copy.labels[AXIS_BATCH]->references, 2);
    shape_release(&shape);
    ck_assert_ptr_null(shape.labels[AXIS_ROW]);
    ck_assert_str_eq(copy.labels[AXIS_ROW]->names[1], "sushi");
    ck_assert_str_eq(copy.labels[AXIS_BATCH]->names[1], "second");
    shape_release(&copy);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

Suite *tensor_shape_suite(void);

Suite *tensor_shape_suite(void) {
    Suite *suite = suite_create("tensor/shape");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, counts_and_writes, 0, sizeof shapes / sizeof shapes[0]);
    tcase_add_test(core, the_widest_shape_fits);
    tcase_add_test(core, compares);
    tcase_add_test(core, a_copy_holds_its_labels);
    suite_add_tcase(suite, core);
    return suite;
}
