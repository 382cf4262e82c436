/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers along an axis: round, in order, enclosing or enclosed. */
#include "canvas/ticks.h"

#include "base/random.h"
#include "base/text.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <string.h>

static const char *joined(const struct ticks *ticks) {
    static char line[TICKS * (TICK_TEXT + 1)];
    size_t end = 0;

    line[0] = '\0';
    for (size_t i = 0; i < ticks->count; i++) {
        end += text_fill(line + end, sizeof line - end, "%s%s", i == 0 ? "" : " ",
                         ticks->list[i].text);
    }
    return line;
}

static const char *around(double low, double high, size_t most) {
    static struct ticks ticks;

    ticks = ticks_around(low, high, most);
    return joined(&ticks);
}

static const char *between(double low, double high, size_t most) {
    static struct ticks ticks;

    ticks = ticks_between(low, high, most);
    return joined(&ticks);
}

static const char *by_factor(double low, double high, double factor, size_t most) {
    static struct ticks ticks;

    ticks = ticks_by_factor(low, high, factor, most);
    return joined(&ticks);
}

START_TEST(round_numbers_around) {
    ck_assert_str_eq(around(1.17, 19.95, 5), "0 5 10 15 20");
    ck_assert_str_eq(around(0, 1, 5), "0.0 0.2 0.4 0.6 0.8 1.0");
    ck_assert_str_eq(around(-0.3, 0.4, 5), "-0.4 -0.2 0.0 0.2 0.4");
    ck_assert_str_eq(around(0.466, 1, 5), "0.4 0.6 0.8 1.0");
    ck_assert_str_eq(around(0.9, 2.1, 2), "0 2 4");
    ck_assert_str_eq(around(1e-7, 3e-7, 2), "1e-7 2e-7 3e-7");
    ck_assert_str_eq(around(0, 3e6, 3), "0 1e6 2e6 3e6");
}
END_TEST

START_TEST(the_ends_as_they_are) {
    ck_assert_str_eq(between(-2, 2, 8), "-2.0 -1.5 -1.0 -0.5 0.0 0.5 1.0 1.5 2.0");
    ck_assert_str_eq(between(0.05, 0.95, 5), "0.05 0.2 0.4 0.6 0.8 0.95");
    ck_assert_str_eq(between(1, 512, 6), "1 100 200 300 400 500 512");
    ck_assert_str_eq(between(3, 3, 5), "3");
}
END_TEST

START_TEST(equal_factors) {
    ck_assert_str_eq(by_factor(1, 512, 2, 12), "1 2 4 8 16 32 64 128 256 512");
    ck_assert_str_eq(by_factor(1, 512, 2, 5), "1 4 16 64 256 512");
    ck_assert_str_eq(by_factor(0.001, 10, 10, 8), "0.001 0.01 0.1 1 10");
    ck_assert_str_eq(by_factor(3, 50, 2, 8), "3 6 12 24 48 50");
    ck_assert_str_eq(by_factor(1, 1.5, 2, 8), "1 1.5");
}
END_TEST

/* Where there are no round numbers, there are the ends. */
START_TEST(any_range) {
    ck_assert_str_eq(around(-DBL_MAX, DBL_MAX, 5), "-1.7977e308 1.7977e308");
    ck_assert_str_eq(between(0, 5e-324, 5), "0 4.9407e-324");
    ck_assert_str_eq(around(1, 1 + DBL_EPSILON, 5), "1 1");
    ck_assert_str_eq(by_factor(5e-324, DBL_MAX, 10, 8), "4.9407e-324 1.7977e308");
}
END_TEST

/* Rising, no more than there is room for, and the range is between the first and the last. */
START_TEST(whatever_the_range) {
    struct random random;
    random_seed(&random, 1);
    for (int i = 0; i < 20000; i++) {
        double scale = pow(10, 12 * random_uniform(&random) - 6);
        double low = scale * (random_uniform(&random) - 0.5);
        double high = low + scale * random_uniform(&random);
        size_t most = 2 + (size_t)(12 * random_uniform(&random));
        struct ticks outer = ticks_around(low, high, most), inner = ticks_between(low, high, most);

        ck_assert_uint_le(outer.count, most + 1);
        ck_assert_uint_le(inner.count, most + 2);
        for (size_t k = 1; k < outer.count; k++) {
            ck_assert(outer.list[k].at > outer.list[k - 1].at);
        }
        for (size_t k = 1; k < inner.count; k++) {
            ck_assert(inner.list[k].at > inner.list[k - 1].at);
        }
        ck_assert(outer.list[0].at <= low + 1e-8 * scale);
        ck_assert(outer.list[outer.count - 1].at >= high - 1e-8 * scale);
        ck_assert(inner.list[0].at == low && inner.list[inner.count - 1].at == high);
    }
}
END_TEST

Suite *canvas_ticks_suite(void);

Suite *canvas_ticks_suite(void) {
    Suite *suite = suite_create("canvas ticks");
    TCase *core = tcase_create("core");
    tcase_add_test(core, round_numbers_around);
    tcase_add_test(core, the_ends_as_they_are);
    tcase_add_test(core, equal_factors);
    tcase_add_test(core, any_range);
    tcase_add_test(core, whatever_the_range);
    suite_add_tcase(suite, core);
    return suite;
}
