/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/easel.h"
#include "canvas/picture.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/number.h"
#include "base/random.h"
#include "base/utf8.h"
#include "notebook/definition.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const struct paint plain = {.colour = false};

/* Drawn by hand from the rules: as few decimals as show all, points below each other. */
static const struct {
    const char *value, *expected;
} pictures[] = {
    {"[[0.5, -0.25], [10, 3]]", "      1     2\n"
                                "1   .50  −.25\n"
                                "2    10     3\n"},
    {"[[1, 0], [0, 1]]", "    1  2\n"
                         "1   1  0\n"
                         "2   0  1\n"},
    {"[[1/3, 2]]", "       1      2\n"
                   "1  .3333      2\n"},
    {"[[1, 0.0000001]]", "      1     2\n"
                         "1     1  1e-7\n"},
    {"[[1, 2000000.5]]", "      1    2\n"
                         "1     1  2e6\n"},
    {"causal(3)", "     1   2   3\n"
                  "1    0  −∞  −∞\n"
                  "2    0   0  −∞\n"
                  "3    0   0   0\n"},
    {"[[nan, 0.25], [inf, 1]]", "      1    2\n"
                                "1   nan  .25\n"
                                "2     ∞    1\n"},
    {"[[0.28]]", "0.28\n"},
    {"2 / 3", "0.6667\n"},
    {"-0.00001", "-1e-5\n"},
    {"5000000", "5e6\n"},
    {"tokens(\"寿司 I\", [[0.5, 1], [2, 3]])", "        1   2\n"
                                               "寿司   .5   1\n"
                                               "   I    2   3\n"},
    {"tokens(\"a\", [[1, 2]], columns=\"cafe\xcc\x81 x\")", "    cafe\xcc\x81    x\n"
                                                            "a     1     2\n"},
    {"tokens(\"saw a saw\", [[1, 2], [3, 4], [5, 6]])", "      1  2\n"
                                                        "saw   1  2\n"
                                                        "  a   3  4\n"
                                                        "saw   5  6\n"},
    {"tokens(\"a-label-far-too-long-to-show\", [[1, 2]])", "                       1  2\n"
                                                           "a-label-far-too-lon…   1  2\n"},
    {"eye(9)", "    1  2  3  4  5  6  7  8\n"
               "1   1  0  0  0  0  0  0  0\n"
               "2   0  1  0  0  0  0  0  0\n"
               "3   0  0  1  0  0  0  0  0\n"
               "4   0  0  0  1  0  0  0  0\n"
               "5   0  0  0  0  1  0  0  0\n"
               "6   0  0  0  0  0  1  0  0\n"
               "7   0  0  0  0  0  0  1  0\n"
               "8   0  0  0  0  0  0  0  1\n"
               "rows 1 to 8 of 9, columns 1 to 8 of 9\n"},
    {"heads([[1, 2], [3, 4]], 2)", "  head 1\n"
                                   "1   1\n"
                                   "2   3\n"
                                   "  head 2\n"
                                   "1   2\n"
                                   "2   4\n"},
    {"zeros(1, 2, 1, 1)", "  item 1, head 1\n"
                          "1   0\n"
                          "  item 1, head 2\n"
                          "1   0\n"},
};

START_TEST(a_value_is_drawn) {
    struct tensor *value = easel_value(pictures[_i].value);
    struct picture view = easel_view(value);
    struct text out = easel_print(&view);
    easel_assert(&out, pictures[_i].expected);
    tensor_release(value);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(pinned_cells_have_a_sign) {
    struct tensor *value = easel_value("[[0.25, 0, 0.75]]");
    struct picture view = easel_view(value);
    view.pins = &(const struct overlays){&(struct overlay){1, 0}, 1};
    view.indent = 2;
    struct text out = easel_print(&view);
    easel_assert(&out, "        1    2    3\n"
                       "  1   .25   !0  .75\n"
                       "  ! pinned by hand\n");
    tensor_release(value);
    value = easel_value("0.5");
    view = easel_view(value);
    view.pins = &(const struct overlays){&(struct overlay){0, 0}, 1};
    out = easel_print(&view);
    easel_assert(&out, "0.5 (pinned by hand)\n");
    tensor_release(value);
}
END_TEST

START_TEST(wide_matrices_break_into_blocks) {
    struct tensor *value = easel_value("[[100, 200, 300, 400]]");
    struct picture view = easel_view(value);
    struct text out = {0};
    matrix_print(&view, &(struct output){&out, &plain, 20});
    easel_assert(&out, "      1    2\n"
                       "1   100  200\n"
                       "\n"
                       "      3    4\n"
                       "1   300  400\n");
    tensor_release(value);
}
END_TEST

START_TEST(long_stacks_are_cut) {
    struct tensor *value = easel_value("zeros(10, 1, 2)");
    struct picture view = easel_view(value);
    view.limit = 3;
    struct text out = easel_print(&view);
    easel_assert(&out, "  item 1\n"
                       "    1  2\n"
                       "1   0  0\n"
                       "  item 2\n"
                       "    1  2\n"
                       "1   0  0\n"
                       "  item 3\n"
                       "    1  2\n"
                       "1   0  0\n"
                       "3 of 10 matrices\n");
    tensor_release(value);
}
END_TEST

static const struct {
    const char *before, *after, *expected;
} changes[] = {
    {"[[0.3136, 0.3501], [0.3009, 0.3496]]", "[[0.1263, 0.5953], [0.3009, 0.3496]]",
     "             1            2\n"
     "1  .3136→.1263  .3501→.5953\n"
     "2        .3009        .3496   row unchanged\n"
     "2 of 4 numbers moved, [1,2] the most: by 0.2452\n"},
    {"[[1, 2]]", "[[1, 5]]",
     "      1    2\n"
     "1     1  2→5\n"
     "1 of 2 numbers moved, [1,2] by 3\n"},
    {"[[1, -inf]]", "[[1, 5]]",
     "       1      2\n"
     "1      1   −∞→5\n"
     "1 of 2 numbers moved\n"},
    {"[[0.3109, 0.2600, 0.2723, 0.4409], [0.3146, 0.2602, 0.2748, 0.4447]] * 100",
     "[[0.4407, 0.1619, 0.3343, 0.5216], [0.3146, 0.2602, 0.2748, 0.4447]] * 100",
     "             1            2            3            4\n"
     "1  31.09→44.07     26→16.19  27.23→33.43  44.09→52.16\n"
     "2        31.46        26.02        27.48        44.47\n"
     "4 of 8 numbers moved, [1,1] the most: by 12.98\n"},
    {"[[0.3109, 0.26, 0.2723, 0.4409, 0.5, 0.6]] * 100",
     "[[0.4407, 0.26, 0.2723, 0.4409, 0.5, 0.61]] * 100",
     "       1      2      3      4      5      6\n"
     "   31.09                                 60\n"
     "1  44.07     26  27.23  44.09     50     61\n"
     "2 of 6 numbers moved, [1,1] the most: by 12.98; old above new\n"},
    {"[[1, 2]]", "[[1, 2]]", "nothing moved\n"},
    {"[[1, 0]]", "[[1, -0]]", "nothing moved\n"},
    {"[[nan, 0]]", "[[nan, 0]]", "nothing moved\n"},
    {"[[1, 2]]", "[[1], [2]]",
     "The shape changed: 1×2 before, 2×1 now.\n"
     "1   1\n"
     "2   2\n"},
    {"[[1, 2]]", "5", "The shape changed: 1×2 before, 1×1 now.\n5\n"},
    {"tokens(\"cats\", [[1, 2]])", "tokens(\"dogs\", [[3, 4]])", "       1  2\ndogs   3  4\n"},
    /* What moved by less than its digits show must not look as if it had not. */
    {"[[0.0828, 0.5]]", "[[0.08281, 0.6]]",
     "             1            2\n"
     "1  .0828→.0828  .5000→.6000\n"
     "2 of 2 numbers moved, [1,2] the most: by 0.1\n"},
    {"0.28", "0.2800001", "0.28→0.2800001\n"},
    /* Of ten matrices eight can be shown: those that moved. */
    {"zeros(10, 1, 1)", "heads([[0, 0, 0, 0, 0, 0, 0, 0, 0, 7]], 10)",
     "  head 10\n"
     "1   0→7\n"
     "9 matrices unchanged\n"
     "1 of 10 numbers moved, [10,1,1] by 7\n"},
    /* Of many rows no part says more than how many moved, where most did. */
    {"zeros(12, 1)", "zeros(12, 1) + 2", "12 of 12 numbers moved, [1,1] the most: by 2\n"},
    {"0.28", "0.3", "0.28→0.3\n"},
    {"0.28", "0.28", "0.28\n"},
    {"heads([[1, 2]], 2)", "heads([[1, 3]], 2)",
     "  head 2\n"
     "1   2→3\n"
     "1 matrix unchanged\n"
     "1 of 2 numbers moved, [2,1,1] by 1\n"},
    {"tokens(\"saw saw\", [[1, 2], [3, 4]])", "tokens(\"saw saw\", [[1, 2], [13, 4]])",
     "         1      2\n"
     "saw      1      2   row unchanged\n"
     "saw   3→13      4\n"
     "1 of 4 numbers moved, [\"saw#2\",1] by 10\n"},
};

START_TEST(old_becomes_new) {
    struct tensor *before = easel_value(changes[_i].before);
    struct tensor *after = easel_value(changes[_i].after);
    struct picture now = easel_view(after);
    struct text out = {0};
    now.before = before;
    matrix_print(&now, &(struct output){&out, &plain, 68});
    easel_assert(&out, changes[_i].expected);
    tensor_release(before);
    tensor_release(after);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(of_many_matrices_those_that_moved_are_shown) {
    struct tensor *before = easel_value("zeros(12, 1, 1)");
    struct tensor *after = easel_value("heads([[0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]], 12)");
    struct picture now = easel_view(after);
    struct text out = {0};
    now.before = before;
    matrix_print(&now, &(struct output){&out, &plain, 80});
    ck_assert_int_eq(strncmp(text_string(&out), "  head 3\n", 9), 0);
    ck_assert_ptr_null(strstr(text_string(&out), "head 11"));
    ck_assert_ptr_nonnull(
        strstr(text_string(&out), "8 of 10 matrices that moved, 2 matrices unchanged\n"));
    text_release(&out);
    tensor_release(before);
    tensor_release(after);
}
END_TEST

static const struct {
    const char *value, *expected;
} descriptions[] = {
    {"tokens(\"I am\", [[0.25, 0.75], [0.5, 0.5]], columns=\"I am\")",
     "A is a matrix with 2 rows and 2 columns.\n"
     "Row I: I 0.25, am 0.75.\n"
     "Row I: the largest is 0.75, in column am.\n"
     "Row I adds up to 1.\n"
     "Row am: I 0.5, am 0.5.\n"
     "Row am: both are 0.5.\n"
     "Row am adds up to 1.\n"},
    {"[[1, -2, 1]]", "A is a matrix with 1 row and 3 columns.\n"
                     "Row 1: 1, -2, 1.\n"
                     "Row 1: the largest is 1, in columns 1 and 3.\n"},
    {"tokens(\"saw saw\", [[1], [2]])", "A is a matrix with 2 rows and 1 column.\n"
                                        "Row saw#1: 1.\n"
                                        "Row saw#2: 2.\n"},
    {"[[0.1, 0.2, 0.7000001]]", "A is a matrix with 1 row and 3 columns.\n"
                                "Row 1: 0.1, 0.2, 0.7.\n"
                                "Row 1: the largest is 0.7, in column 3.\n"},
    {"4", "A is 4.\n"},
    {"ones(1, 10)", "A is a matrix with 1 row and 10 columns.\n"
                    "Row 1: 1, 1, 1, 1, 1, 1, 1, 1, 2 more numbers.\n"
                    "Row 1: all 10 are 1.\n"},
    {"heads([[1, 2]], 2)", "A is a stack of 2 matrices, each with 1 row and 1 column.\n"
                           "Head 1 of 2.\n"
                           "Row 1: 1.\n"
                           "Head 2 of 2.\n"
                           "Row 1: 2.\n"},
};

START_TEST(a_value_is_told) {
    struct tensor *value = easel_value(descriptions[_i].value);
    struct picture view = easel_view(value);
    struct text out = {0};
    matrix_describe(&view, &(struct output){&out, NULL, 80});
    easel_assert(&out, descriptions[_i].expected);
    tensor_release(value);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(what_is_pinned_is_told) {
    struct tensor *value = easel_value("[[0.5], [0.25]]");
    struct picture view = easel_view(value);
    struct text out = {0};
    view.pins = &(const struct overlays){&(struct overlay){1, 0}, 1};
    matrix_describe(&view, &(struct output){&out, NULL, 80});
    easel_assert(&out, "A is a matrix with 2 rows and 1 column.\n"
                       "Row 1: 0.5.\n"
                       "Row 2: 0.25 (pinned by hand).\n");
    tensor_release(value);
}
END_TEST

/* --- properties over random matrices --- */

static struct labels *random_labels(struct random *random, size_t count) {
    static const char *const pool[] = {"I",
                                       "saw",
                                       "寿司",
                                       "e\xcc\x81te\xcc\x81",
                                       "α",
                                       "a-very-long-label-indeed-longer-than-any",
                                       "寿司寿司寿司寿司寿司寿司寿司寿司寿司",
                                       "a\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81",
                                       "\x1b[31m",
                                       "\xff\xfe",
                                       ""};
    const char *names[24];
    struct failure failure = {0};
    if (random_bits(random) % 3 == 0) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        names[i] = pool[random_bits(random) % (sizeof pool / sizeof pool[0])];
    }
    return labels_create(names, count, &failure);
}

static double random_value(struct random *random) {
    switch (random_bits(random) % 12) {
    case 0:
        return -(double)INFINITY;
    case 1:
        return (double)NAN;
    case 2:
        return random_normal(random) * 1e-9;
    case 3:
        return random_normal(random) * 1e9;
    case 4:
    case 5:
        return (double)(random_bits(random) % 10);
    default:
        return random_normal(random);
    }
}

static struct tensor *random_tensor(struct random *random) {
    struct failure failure = {0};
    struct shape shape = shape_matrix(1 + random_bits(random) % 20, 1 + random_bits(random) % 20);
    if (random_bits(random) % 4 == 0) {
        shape.axes = 3;
        shape.size[AXIS_HEAD] = 1 + random_bits(random) % 3;
    }
    shape.labels[AXIS_ROW] = random_labels(random, shape.size[AXIS_ROW]);
    shape.labels[AXIS_COLUMN] = random_labels(random, shape.size[AXIS_COLUMN]);
    struct tensor *tensor = tensor_create(&shape, &failure);
    shape_release(&shape);
    for (size_t i = 0; i < shape_cells(&tensor->shape); i++) {
        tensor->cells[i] = random_value(random);
    }
    return tensor;
}

/* Some view of VALUE; PINS has room for 20. */
static struct picture random_view(struct random *random, const struct tensor *value,
                                  struct overlays *pins) {
    struct picture view = easel_view(value);
    size_t cells = shape_cells(&value->shape), cell = 0;
    view.precision = (int)(random_bits(random) % 18);
    view.limit = random_bits(random) % 2 ? MATRIX_LIMIT : SIZE_MAX;
    view.indent = random_bits(random) % 2 * 2;
    view.pins = pins;
    for (size_t i = 0; i < random_bits(random) % 20 && cell < cells; i++) {
        pins->list[pins->count++].cell = cell;
        cell += 1 + random_bits(random) % 4;
    }
    return view;
}

/* Pictures, changes and descriptions keep within 80 columns, whatever the labels; colour adds
 * nothing but colour. */
START_TEST(no_line_is_too_long) {
    static const struct paint dark = {.colour = true, .depth = DEPTH_256, .theme = THEME_DARK};
    struct random random;
    struct failure failure = {0};
    random_seed(&random, (uint64_t)_i);
    for (int round = 0; round < 40; round++) {
        struct overlay list[20];
        struct overlays pins = {list, 0};
        struct tensor *value = random_tensor(&random), *other = tensor_copy(value, &failure);
        struct picture view = random_view(&random, value, &pins);
        for (size_t i = 0; i < shape_cells(&value->shape); i += 3) {
            other->cells[i] = random_value(&random);
        }
        struct text out = easel_print(&view), coloured = {0}, stripped = {0};
        matrix_print(&view, &(struct output){&coloured, &dark, 80});
        easel_strip(text_string(&coloured), &stripped);
        ck_assert_str_eq(text_string(&stripped), text_string(&out));
        view.before = other;
        matrix_print(&view, &(struct output){&out, &plain, 80});
        view.before = NULL;
        matrix_describe(&view, &(struct output){&out, NULL, 80});
        easel_assert_lines(text_string(&out), 80);
        text_release(&out);
        text_release(&coloured);
        text_release(&stripped);
        tensor_release(value);
        tensor_release(other);
    }
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* In every block the numbers of a column end below each other, and reading them back gives every
 * cell to half a unit of its last digit. */
static void check_block(const char **line, const double *cells, size_t rows, size_t *column) {
    size_t ends[20], shown = 0;
    *line += strcspn(*line, "\n") + 1; /* the heads */
    for (size_t row = 0; row < rows; row++) {
        size_t length = strcspn(*line, "\n"), numbers = 0;
        const char *c = *line + strspn(*line, " ");
        c += strcspn(c, " "); /* the row's head */
        while (c < *line + length) {
            c += strspn(c, " ");
            size_t size = strcspn(c, " \n"), minus = text_starts(c, "−") ? strlen("−") : 0;
            double read = 0;
            ck_assert(number_parse(c + minus, size - minus, &read));
            read = minus > 0 ? -read : read;
            ck_assert(fabs(read - cells[row * 20 + *column + numbers]) <= 0.5001e-3);
            c += size;
            size_t end = utf8_columns(*line, (size_t)(c - *line));
            ck_assert(row == 0 || end == ends[numbers]);
            ends[numbers++] = end;
        }
        ck_assert(row == 0 || numbers == shown);
        shown = numbers;
        *line += length + 1;
    }
    *column += shown;
}

START_TEST(numbers_end_below_each_other) {
    struct random random;
    struct failure failure = {0};
    random_seed(&random, (uint64_t)_i);
    struct shape shape = shape_matrix(1 + random_bits(&random) % 12, 2 + random_bits(&random) % 19);
    struct tensor *value = tensor_create(&shape, &failure);
    double cells[12 * 20] = {0};
    for (size_t i = 0; i < shape_cells(&shape); i++) {
        double scale = random_bits(&random) % 5 == 0 ? 1000 : 1;
        value->cells[i] = random_normal(&random) * scale + 0.1234;
        cells[i / shape_columns(&shape) * 20 + i % shape_columns(&shape)] = value->cells[i];
    }
    struct picture view = easel_view(value);
    view.limit = SIZE_MAX;
    view.precision = 3;
    struct text out = easel_print(&view);
    const char *line = text_string(&out);
    size_t column = 0;
    while (column < shape_columns(&shape)) {
        check_block(&line, cells, shape_rows(&shape), &column);
        line += *line == '\n'; /* between blocks */
    }
    text_release(&out);
    tensor_release(value);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* With no memory at any one place, a failure is reported and nothing is lost. */
START_TEST(no_memory_is_a_failure) {
    struct tensor *value = easel_value("heads(tokens(\"a b\", [[1, 2], [3, 4]]), 2)");
    struct tensor *other = easel_value("heads(tokens(\"a b\", [[1, 2], [3, 5]]), 2)");
    struct picture view = easel_view(value);
    size_t blocks = memory_blocks(), failed = 0;
    for (size_t at = 1; at < 400; at++) {
        struct failure failure = {0};
        struct text out = {0};
        memory_fail(at, false);
        if (_i < 2) {
            view.before = _i == 1 ? other : NULL;
            matrix_print(&view, &(struct output){&out, &plain, 80});
        } else {
            matrix_describe(&view, &(struct output){&out, NULL, 80});
        }
        memory_fail(0, false);
        failed += !text_ok(&out, &failure);
        text_release(&out);
        ck_assert_uint_eq(memory_blocks(), blocks);
    }
    ck_assert_uint_gt(failed, 3);
    ck_assert_uint_lt(failed, 399);
    tensor_release(value);
    tensor_release(other);
}
END_TEST

Suite *canvas_print_suite(void);
Suite *canvas_print_suite(void) {
    Suite *suite = suite_create("canvas/print");
    TCase *core = tcase_create("core"), *limits = tcase_create("limits");
    tcase_add_loop_test(core, a_value_is_drawn, 0, sizeof pictures / sizeof pictures[0]);
    tcase_add_test(core, pinned_cells_have_a_sign);
    tcase_add_test(core, wide_matrices_break_into_blocks);
    tcase_add_test(core, long_stacks_are_cut);
    tcase_add_loop_test(core, old_becomes_new, 0, sizeof changes / sizeof changes[0]);
    tcase_add_test(core, of_many_matrices_those_that_moved_are_shown);
    tcase_add_loop_test(core, a_value_is_told, 0, sizeof descriptions / sizeof descriptions[0]);
    tcase_add_test(core, what_is_pinned_is_told);
    tcase_add_loop_test(limits, no_line_is_too_long, 0, 10);
    tcase_add_loop_test(limits, numbers_end_below_each_other, 0, 30);
    tcase_add_loop_test(limits, no_memory_is_a_failure, 0, 3);
    suite_add_tcase(suite, core);
    suite_add_tcase(suite, limits);
    return suite;
}
