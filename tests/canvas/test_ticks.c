/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers along an axis: round, in order, enclosing or enclosed. */
#include "canvas/ticks.h"

#include "base/random.h"
#include "base/text.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* "0 … 20 by 5" */
static const char *around(double low, double high, size_t most) {
    static char line[100];
    struct round_range range = round_around(low, high, most);

    text_fill(line, sizeof line, "%g … %g by %g, %zu", range.low, range.high, range.step,
              range.steps);
    return line;
}

/* The texts on AXIS, the character of the first and how many it is to the next, and how many there
 * are. */
static const char *fitted(struct axis axis) {
    static char line[1000];
    size_t end = 0;

    axis_fit(&axis);
    for (size_t i = 0; i < axis.ticks; i++) {
        end += text_fill(line + end, sizeof line - end, "%s%s", i == 0 ? "" : " ",
                         axis_tick(&axis, i).text);
    }
    text_fill(line + end, sizeof line - end, ", from %zu each %zu of %zu", axis.first, axis.apart,
              axis.cells);
    return line;
}

START_TEST(round_numbers_around) {
    ck_assert_str_eq(around(1.17, 19.95, 5), "0 … 20 by 5, 4");
    ck_assert_str_eq(around(0, 1, 5), "0 … 1 by 0.2, 5");
    ck_assert_str_eq(around(-0.3, 0.4, 5), "-0.4 … 0.4 by 0.2, 4");
    ck_assert_str_eq(around(0.466, 1, 5), "0.4 … 1 by 0.2, 3");
    ck_assert_str_eq(around(0.9, 2.1, 2), "0 … 4 by 2, 2");
    ck_assert_str_eq(around(1e-7, 3e-7, 2), "1e-07 … 3e-07 by 1e-07, 2");
    ck_assert_str_eq(around(0, 3e6, 3), "0 … 3e+06 by 1e+06, 3");
}
END_TEST

/* The finest step that leaves room, a whole number of characters apart; numbers go on beyond. */
START_TEST(ticks_are_equally_far_apart) {
    ck_assert_str_eq(fitted((struct axis){.low = 0, .high = 25, .cells = 9}),
                     "0 10 20, from 0 each 3 of 8");
    ck_assert_str_eq(fitted((struct axis){.low = 0.35, .high = 0.76, .cells = 9}),
                     "0.4 0.5 0.6 0.7, from 1 each 2 of 9");
    ck_assert_str_eq(fitted((struct axis){.low = 1, .high = 512, .across = true, .cells = 52}),
                     "0 50 100 150 200 250 300 350 400 450 500, from 0 each 5 of 52");
    ck_assert_str_eq(fitted((struct axis){.low = 0.05, .high = 0.95, .across = true, .cells = 60}),
                     "0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9, from 3 each 6 of 55");
}
END_TEST

START_TEST(nothing_is_between_whole_numbers) {
    struct axis axis = {.low = 1, .high = 3, .across = true, .cells = 40};
    ck_assert_str_eq(fitted(axis), "1.0 1.5 2.0 2.5 3.0, from 0 each 9 of 38");
    axis.whole = true;
    ck_assert_str_eq(fitted(axis), "1 2 3, from 0 each 19 of 39");
}
END_TEST

START_TEST(powers_of_a_factor) {
    ck_assert_str_eq(
        fitted((struct axis){.low = 1, .high = 512, .factor = 2, .across = true, .cells = 60}),
        "1 2 4 8 16 32 64 128 256 512, from 0 each 6 of 56");
    ck_assert_str_eq(
        fitted((struct axis){.low = 1, .high = 512, .factor = 2, .across = true, .cells = 30}),
        "1 4 16 64 256, from 0 each 6 of 28");
    ck_assert_str_eq(fitted((struct axis){.low = 0.0033, .high = 3, .factor = 10, .cells = 9}),
                     "0.01 0.1 1, from 1 each 3 of 9");
}
END_TEST

/* Where there are no round numbers, there are the ends. */
START_TEST(any_range) {
    ck_assert_uint_eq(round_around(-DBL_MAX, DBL_MAX, 5).steps, 1);
    ck_assert_uint_eq(round_around(1, 1 + DBL_EPSILON, 5).steps, 1);
    ck_assert_str_eq(around(3, 3, 5), "3 … 3 by 0, 0");
    ck_assert_str_eq(fitted((struct axis){.low = -DBL_MAX, .high = DBL_MAX, .cells = 9}),
                     "-1.7977e308 1.7977e308, from 0 each 8 of 9");
    ck_assert_str_eq(fitted((struct axis){.low = 0, .high = 5e-324, .cells = 9}),
                     "0 4.9407e-324, from 0 each 8 of 9");
    ck_assert_str_eq(fitted((struct axis){.low = 3.1, .high = 3.6, .cells = 2}),
                     "3.1 3.6, from 0 each 1 of 2");
    ck_assert_str_eq(fitted((struct axis){.low = 3, .high = 3, .across = true, .cells = 9}),
                     "3, from 0 each 8 of 9");
    ck_assert_str_eq(fitted((struct axis){.low = 3, .high = 3, .cells = 9}),
                     "2 3 4, from 1 each 3 of 9");
}
END_TEST

/* No more steps than there is room for, and the range is between the ends. */
START_TEST(whatever_the_range) {
    struct random random;
    random_seed(&random, 1);
    for (int i = 0; i < 20000; i++) {
        double scale = pow(10, 12 * random_uniform(&random) - 6);
        double low = scale * (random_uniform(&random) - 0.5);
        double high = low + scale * random_uniform(&random);
        size_t most = 2 + (size_t)(12 * random_uniform(&random));
        struct round_range outer = round_around(low, high, most);

        ck_assert_uint_le(outer.steps, most);
        ck_assert(outer.low <= low + 1e-8 * scale);
        ck_assert(outer.high >= high - 1e-8 * scale);
        ck_assert(fabs(outer.low + (double)outer.steps * outer.step - outer.high) < 1e-8 * scale);
    }
}
END_TEST

/* Whatever the range, an axis includes it, and each tick is in the middle of a character, with its
 * text on the axis and a blank from the next. */
START_TEST(whatever_the_axis) {
    struct random random;
    random_seed(&random, 1);
    for (int i = 0; i < 20000; i++) {
        double scale = pow(10, 12 * random_uniform(&random) - 6);
        double low = scale * (random_uniform(&random) - 0.5);
        double high = low + scale * random_uniform(&random);
        size_t cells = 12 + (size_t)(60 * random_uniform(&random));
        struct axis axis = {.low = low, .high = high, .across = i % 2 == 0, .cells = cells};
        axis_fit(&axis);

        size_t last = axis.ticks - 1, end = axis.first + last * axis.apart;
        ck_assert_uint_ge(axis.ticks, 2);
        ck_assert_uint_le(axis.cells, cells);
        ck_assert(axis_place(&axis, low) > -0.5 - 1e-6);
        ck_assert(axis_place(&axis, high) < (double)axis.cells - 0.5 + 1e-6);
        for (size_t k = 0; k <= last; k++) {
            double part = (double)k / (double)last;
            double place = axis_place(&axis, axis.ends[0] * (1 - part) + axis.ends[1] * part);
            size_t text = axis.across ? strlen(axis_tick(&axis, k).text) : 0;
            ck_assert(fabs(place - (double)(axis.first + k * axis.apart)) < 1e-6);
            ck_assert(last == 1 || axis.apart >= text + 2);
            ck_assert(k < last || end + text / 2 < axis.cells);
        }
    }
}
END_TEST

Suite *canvas_ticks_suite(void);

Suite *canvas_ticks_suite(void) {
    Suite *suite = suite_create("canvas ticks");
    TCase *core = tcase_create("core");
    tcase_add_test(core, round_numbers_around);
    tcase_add_test(core, ticks_are_equally_far_apart);
    tcase_add_test(core, nothing_is_between_whole_numbers);
    tcase_add_test(core, powers_of_a_factor);
    tcase_add_test(core, any_range);
    tcase_add_test(core, whatever_the_range);
    tcase_add_test(core, whatever_the_axis);
    suite_add_tcase(suite, core);
    return suite;
}
