/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/figure.h"

#include <check.h>
#include <math.h>

Suite *canvas_figure_suite(void);

static const struct {
    double value;
    int decimals;
    size_t width;
    const char *written;
} narrow[] = {
    {0.25, 2, 3, ".25"},   {0.25, 2, 2, ".2"},   {4, 2, 2, "4"},          {0, 2, 1, "0"},
    {0.0004, 2, 3, ".00"}, {4.1, 1, 3, "4.1"},   {4.1, 1, 2, "≈4"},       {-4.1, 1, 3, "≈−4"},
    {-4.1, 1, 2, "…"},     {9.6, 1, 2, "…"},     {0.5, 1, 1, "…"},        {12.5, 1, 3, "≈12"},
    {123.4, 1, 3, "123"},  {1.5e7, 1, 3, "2e7"}, {-INFINITY, 1, 2, "−∞"}, {12345, 0, 4, "1e4"},
};

START_TEST(test_too_wide_a_number_says_what_it_still_can) {
    struct figure figure = {.decimals = narrow[_i].decimals, .width = narrow[_i].width};
    struct written written = figure_written(&figure, narrow[_i].value);
    ck_assert_str_eq(written.text, narrow[_i].written);
}
END_TEST

START_TEST(a_tiny_share_is_no_zero) {
    static const double shares[] = {2e-20, 1e-320, 0, 0.25, -5e-17};
    static const char *const written[][2] = {
        {"0", ".00"}, {"0", "0"}, {"0", "0"}, {".25", ".25"}, {"0", "0"}};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        for (int share = 0; share < 2; share++) {
            struct figure figure = {.decimals = 2, .width = 5, .shares = share};
            ck_assert_str_eq(figure_written(&figure, shares[i]).text, written[i][share]);
        }
    }
}
END_TEST

Suite *canvas_figure_suite(void) {
    Suite *suite = suite_create("canvas_figure");
    TCase *cases = tcase_create("narrow");
    tcase_add_loop_test(cases, test_too_wide_a_number_says_what_it_still_can, 0,
                        sizeof narrow / sizeof *narrow);
    tcase_add_test(cases, a_tiny_share_is_no_zero);
    suite_add_tcase(suite, cases);
    return suite;
}
