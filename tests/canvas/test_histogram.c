/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars: how often numbers fall where. */
#include "canvas/drawing.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <math.h>
#include <string.h>

static struct text out;
static size_t width;

static void setup(void) {
    width = 60;
}

static void teardown(void) {
    text_release(&out);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static const char *counted(const double *numbers, size_t count, size_t bins, bool sentences) {
    static const struct paint plain = {0};
    struct shape shape = shape_matrix(1, count);
    struct tensor *value = tensor_create(&shape, NULL);
    struct drawing_request request = {.kind = drawing_find("histogram", strlen("histogram")),
                                      .option = {(double)bins}};
    struct drawing drawing = {.count = 1, .request = &request};
    memcpy(value->cells, numbers, count * sizeof *numbers);
    drawing.values[0] = picture_make(value, false);
    drawing.values[0].name = "n";
    drawing.values[0].precision = 4;
    text_clear(&out);
    if (sentences) {
        drawing_describe(&drawing, &out);
    } else {
        drawing_print(&drawing, &(struct output){&out, &plain, width});
    }
    tensor_release(value);
    return text_string(&out);
}

START_TEST(bars) {
    static const double numbers[] = {0, 1, 1, 2, 2, 2, 2, 4, INFINITY};
    static const double alike[] = {3, 3};
    ck_assert_str_eq(counted(numbers, 9, 4, false),
                     "  n  8 numbers, mean 1.75, std 1.0897; 1 not finite\n"
                     "  0 … 1  1 ████████████▎\n"
                     "  1 … 2  2 ████████████████████████▌\n"
                     "  2 … 3  4 █████████████████████████████████████████████████\n"
                     "  3 … 4  1 ████████████▎\n");
    ck_assert_str_eq(counted(alike, 2, 4, false),
                     "  n  2 numbers, mean 3, std 0\n"
                     "  3 … 3  2 █████████████████████████████████████████████████\n");
    ck_assert_str_eq(counted(numbers, 9, 4, true), "1 number from 0 to 1.\n"
                                                   "2 numbers from 1 to 2.\n"
                                                   "4 numbers from 2 to 3.\n"
                                                   "1 number from 3 to 4.\n"
                                                   "8 numbers, mean 1.75, standard deviation 1.0897"
                                                   "; 1 not finite\n");
}
END_TEST

START_TEST(a_heading_that_is_cut_says_so) {
    static const double numbers[] = {0, 1, 1, 2, 2, 2, 2, 4};
    width = 30;
    ck_assert(text_starts(counted(numbers, 8, 4, false), "  n  8 numbers, mean 1.75, st…\n"));
}
END_TEST

/* These bins were not asked for: they begin at round numbers, which belong to the bin above. */
START_TEST(round_bins) {
    static const double numbers[] = {0.07, 0.1, 0.3, 0.3, 0.98};
    static const double wide[] = {-1e308, 1e308};
    ck_assert_str_eq(counted(numbers, 5, 0, false),
                     "  n  5 numbers, mean 0.35, std 0.3295\n"
                     "   0 … .1  1 ███████████████████████▌\n"
                     "  .1 … .2  1 ███████████████████████▌\n"
                     "  .2 … .3  0\n"
                     "  .3 … .4  2 ███████████████████████████████████████████████\n"
                     "  .4 … .5  0\n"
                     "  .5 … .6  0\n"
                     "  .6 … .7  0\n"
                     "  .7 … .8  0\n"
                     "  .8 … .9  0\n"
                     "  .9 …  1  1 ███████████████████████▌\n");
    ck_assert_str_eq(counted(wide, 2, 0, false),
                     "  n  2 numbers, mean 0, std inf\n"
                     "  −1e308 … −8e307  1 ███████████████████████████████████████\n"
                     "  −8e307 … −6e307  0\n"
                     "  −6e307 … −4e307  0\n"
                     "  −4e307 … −2e307  0\n"
                     "  −2e307 …      0  0\n"
                     "       0 …  2e307  0\n"
                     "   2e307 …  4e307  0\n"
                     "   4e307 …  6e307  0\n"
                     "   6e307 …  8e307  0\n"
                     "   8e307 …  1e308  1 ███████████████████████████████████████\n");
    ck_assert_str_eq(counted(numbers, 5, 2, false),
                     "  n  5 numbers, mean 0.35, std 0.3295\n"
                     "  .07 … .53  4 █████████████████████████████████████████████\n"
                     "  .53 … .98  1 ███████████▎\n");
    ck_assert_str_eq(counted(numbers, 1, 0, false),
                     "  n  1 number, mean 0.07, std 0\n"
                     "  .07 … .07  1 █████████████████████████████████████████████\n");
}
END_TEST

Suite *canvas_histogram_suite(void);

Suite *canvas_histogram_suite(void) {
    Suite *suite = suite_create("canvas histogram");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_test(core, bars);
    tcase_add_test(core, a_heading_that_is_cut_says_so);
    tcase_add_test(core, round_bins);
    suite_add_tcase(suite, core);
    return suite;
}
