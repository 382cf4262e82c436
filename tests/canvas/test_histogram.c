/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars: how often numbers fall where. */
#include "canvas/histogram.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <math.h>

static struct text out;

static void teardown(void) {
    text_release(&out);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static const char *counted(const double *numbers, size_t count, size_t bins, bool ascii) {
    struct histogram histogram = {numbers, count, bins, ascii, false, 4, " "};

    text_clear(&out);
    histogram_print(&histogram, &out);
    return text_string(&out);
}

START_TEST(bars) {
    static const double numbers[] = {0, 1, 1, 2, 2, 2, 2, 4, INFINITY};
    static const double alike[] = {3, 3};

    ck_assert_str_eq(counted(numbers, 9, 4, true),
                     " 0 to 1  1 ##########\n"
                     " 1 to 2  2 ####################\n"
                     " 2 to 3  4 ########################################\n"
                     " 3 to 4  1 ##########\n"
                     " 8 numbers, mean 1.75, standard deviation 1.0897"
                     "; 1 not finite\n");
    ck_assert_str_eq(counted(alike, 2, 4, false),
                     " 3 … 3  2 ████████████████████████████████████████\n"
                     " 2 numbers, mean 3, standard deviation 0\n");
    ck_assert_str_eq(counted(numbers + 8, 1, 4, false), " There is no finite number to count.\n");
}
END_TEST

/* Nobody asked for so many bins: they begin at round numbers, which belong to the bin above. */
START_TEST(round_bins) {
    static const double numbers[] = {0.07, 0.1, 0.3, 0.3, 0.98};
    static const double wide[] = {-1e308, 1e308};

    ck_assert_str_eq(counted(numbers, 5, 0, true),
                     " 0.0 to 0.1  1 ####################\n"
                     " 0.1 to 0.2  1 ####################\n"
                     " 0.2 to 0.3  0 \n"
                     " 0.3 to 0.4  2 ########################################\n"
                     " 0.4 to 0.5  0 \n"
                     " 0.5 to 0.6  0 \n"
                     " 0.6 to 0.7  0 \n"
                     " 0.7 to 0.8  0 \n"
                     " 0.8 to 0.9  0 \n"
                     " 0.9 to 1.0  1 ####################\n"
                     " 5 numbers, mean 0.35, standard deviation 0.3295\n");
    ck_assert_str_eq(counted(wide, 2, 0, true),
                     " -1e308 to -8e307  1 ########################################\n"
                     " -8e307 to -6e307  0 \n"
                     " -6e307 to -4e307  0 \n"
                     " -4e307 to -2e307  0 \n"
                     " -2e307 to      0  0 \n"
                     "      0 to  2e307  0 \n"
                     "  2e307 to  4e307  0 \n"
                     "  4e307 to  6e307  0 \n"
                     "  6e307 to  8e307  0 \n"
                     "  8e307 to  1e308  1 ########################################\n"
                     " 2 numbers, mean 0, standard deviation inf\n");
    ck_assert_str_eq(counted(numbers, 5, 2, true),
                     " 0.07 to 0.53  4 ########################################\n"
                     " 0.53 to 0.98  1 ##########\n"
                     " 5 numbers, mean 0.35, standard deviation 0.3295\n");
    ck_assert_str_eq(counted(numbers, 1, 0, true),
                     " 0.07 to 0.07  1 ########################################\n"
                     " 1 number, mean 0.07, standard deviation 0\n");
}
END_TEST

Suite *canvas_histogram_suite(void);

Suite *canvas_histogram_suite(void) {
    Suite *suite = suite_create("canvas histogram");
    TCase *core = tcase_create("core");

    tcase_add_checked_fixture(core, NULL, teardown);
    tcase_add_test(core, bars);
    tcase_add_test(core, round_bins);
    suite_add_tcase(suite, core);
    return suite;
}
