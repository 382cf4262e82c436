/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number.h"
#include "ground/runner.h"

#include "base/random.h"
#include "base/text.h"

#include <check.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text;
    size_t used;
    double value;
} readings[] = {
    {"12", 2, 12},
    {"0", 1, 0},
    {"000", 3, 0},
    {"007", 3, 7},
    {".5", 2, 0.5},
    {"1.", 2, 1},
    {"0.10", 4, 0.1},
    {"1e-3", 4, 1e-3},
    {"1.25e-3", 7, 1.25e-3},
    {"1.25e1", 6, 12.5},
    {"1.25E+4", 7, 12500},
    {"0.1.T", 3, 0.1},
    {"2.T", 2, 2}, /* the reader checks the letter that follows */
    {"1e", 1, 1},
    {"1e+", 1, 1},
    {"1e-x", 1, 1},
    {"1..2", 2, 1},
    {"0x1p3", 1, 0},
    {"1,5", 1, 1},
    {"1'000", 1, 1},
    {"4.9e-324", 8, 4.9e-324},
    {"2.2250738585072011e-308", 23, 2.2250738585072011e-308},
    {"1e-400", 6, 0},
    {"1e-99999999999999999999", 23, 0},
    {"1e400", 5, INFINITY},
    {"1e99999999999999999999", 22, INFINITY},
    {"0e99999999999999999999", 22, 0},
    {"1.7976931348623157e308", 22, DBL_MAX},
    {"9007199254740993", 16, 9007199254740992.0},
    {"9007199254740993.00000000000000000000000000000000000000000000001", 64, 9007199254740994.0},
    {"", 0, 0},
    {".", 0, 0},
    {".e5", 0, 0},
    {"e5", 0, 0},
    {"-1", 0, 0},
    {"+1", 0, 0},
    {" 1", 0, 0},
    {"inf", 0, 0},
    {"nan", 0, 0},
    {"−1", 0, 0},
    {"½", 0, 0},
};

START_TEST(reads) {
    double value = 0;
    const char *text = readings[_i].text;
    ck_assert_uint_eq(number_read(text, strlen(text), &value), readings[_i].used);
    ck_assert_msg(value == readings[_i].value, "%s read as %.17g", text, value);
}
END_TEST

START_TEST(reads_no_further_than_told) {
    double value = 0;
    ck_assert_uint_eq(number_read("1234", 2, &value), 2);
    ck_assert(value == 12);
    ck_assert_uint_eq(number_read("1.5e3", 4, &value), 3);
    ck_assert(value == 1.5);
    ck_assert_uint_eq(number_read("1", 0, &value), 0);
    ck_assert_uint_eq(number_read(".5", 1, &value), 0);
}
END_TEST

static double read_text(const struct text *text) {
    double value = -1;
    ck_assert_uint_eq(number_read(text_string(text), text->length, &value), text->length);
    return value;
}

START_TEST(reads_long_literals) {
    struct text text = {0};
    text_append(&text, "0.");
    text_repeat(&text, "3", 5000);
    ck_assert(read_text(&text) == 1.0 / 3.0);

    text_clear(&text);
    text_repeat(&text, "0", 5000);
    text_append(&text, "25");
    ck_assert(read_text(&text) == 25);

    text_clear(&text);
    text_append(&text, "0.");
    text_repeat(&text, "0", 5000);
    text_append(&text, "25e5001");
    ck_assert(read_text(&text) == 2.5);

    text_clear(&text);
    text_append(&text, "25");
    text_repeat(&text, "0", 5000);
    text_append(&text, "e-5001");
    ck_assert(read_text(&text) == 2.5);

    text_clear(&text);
    text_repeat(&text, "7", 5000);
    ck_assert(isinf(read_text(&text)));
    text_append(&text, "e-5000");
    ck_assert(read_text(&text) == 0.77777777777777777777);
    text_release(&text);
}
END_TEST

/* Halfway between 2^53 and the next double but for a 1 far to the right, which has to count. */
START_TEST(reads_the_last_digit_of_a_long_literal) {
    struct text text = {0};
    text_append(&text, "9007199254740993.");
    text_repeat(&text, "0", 4000);
    ck_assert(read_text(&text) == 9007199254740992.0);
    text_append(&text, "1");
    ck_assert(read_text(&text) == 9007199254740994.0);
    text_release(&text);
}
END_TEST

static const struct {
    const char *text;
    bool good;
    double value;
} parsings[] = {
    {"1.5", true, 1.5},  {"-1.5", true, -1.5},     {"+2", true, 2},
    {"-0", true, -0.0},  {"inf", true, INFINITY},  {"-inf", true, -INFINITY},
    {"nan", true, NAN},  {"1e-320", true, 1e-320}, {"", false, 0},
    {"-", false, 0},     {"--1", false, 0},        {"1 ", false, 0},
    {" 1", false, 0},    {"1x", false, 0},         {"1,5", false, 0},
    {"0x10", false, 0},  {"nan(1)", false, 0},     {"infinity", false, 0},
    {"1e400", false, 0}, {"-nan", false, 0},       {"NaN", false, 0},
    {"1e", false, 0},
};

START_TEST(parses) {
    double value = 0;
    const char *text = parsings[_i].text;
    ck_assert_int_eq(number_parse(text, strlen(text), &value), parsings[_i].good);
    ck_assert(!parsings[_i].good || number_same(value, parsings[_i].value));
}
END_TEST

static const struct {
    double value;
    const char *text;
} exacts[] = {
    {0, "0"},
    {-0.0, "-0.0"},
    {5, "5"},
    {-12, "-12"},
    {0.1, "0.1"},
    {-0.25, "-0.25"},
    {1.0 / 3.0, "0.3333333333333333"},
    {2.0 / 3.0, "0.6666666666666666"},
    {0.1 + 0.2, "0.30000000000000004"},
    {1e6, "1000000"},
    {123456789, "123456789"},
    {1e15, "1e15"},
    {1e22, "1e22"},
    {1e100, "1e100"},
    {-1.5e300, "-1.5e300"},
    {1e-4, "0.0001"},
    {1e-5, "1e-5"},
    {1e-7, "1e-7"},
    {1.25e-10, "1.25e-10"},
    {5e-324, "5e-324"},
    {1e-310, "1e-310"},
    {DBL_MIN, "2.2250738585072014e-308"},
    {DBL_MAX, "1.7976931348623157e308"},
    {9007199254740993.0, "9007199254740992"},
    {INFINITY, "inf"},
    {-INFINITY, "-inf"},
    {NAN, "nan"},
};

START_TEST(writes_exactly) {
    char out[NUMBER_TEXT];
    number_exact(out, exacts[_i].value);
    ck_assert_str_eq(out, exacts[_i].text);
    number_exact(out, -(double)NAN);
    ck_assert_str_eq(out, "nan");
}
END_TEST

/* Any bits survive writing and reading: every exponent, denormals, both signs. */
#define ROUND_TRIPS RUNNER_SAMPLES(20000, 2000)

START_TEST(exact_numbers_come_back) {
    struct random random;
    random_seed(&random, 20);
    for (int i = 0; i < ROUND_TRIPS; i++) {
        uint64_t bits = random_bits(&random);
        if (i % 10 == 0) {
            bits &= UINT64_C(0x800fffffffffffff); /* a denormal */
        }
        double value, back = 0;
        memcpy(&value, &bits, sizeof value);
        char out[NUMBER_TEXT];
        number_exact(out, value);
        if (!number_parse(out, strlen(out), &back) || !number_same(value, back)) {
            ck_abort_msg("%a was written as %s and read as %a", value, out, back);
        }
        ck_assert_msg(strlen(out) <= 24, "%s", out);
    }
}
END_TEST

static void check_reading(const char *text) {
    double value = 0;
    ck_assert_uint_eq(number_read(text, strlen(text), &value), strlen(text));
    ck_assert_msg(number_same(value, strtod(text, NULL)), "%s was read as %a", text, value);
}

/* An odd number between 2^53 and 2^54 lies halfway between two doubles or, with a 1 appended, a
 * little past that. */
START_TEST(reads_what_the_library_reads) {
    struct random random;
    random_seed(&random, 21);
    for (int i = 0; i < ROUND_TRIPS; i++) {
        char text[64];
        uint64_t digits = random_bits(&random) >> random_bits(&random) % 40;
        snprintf(text, sizeof text, "%" PRIu64 "e-%d", digits, (int)(random_bits(&random) % 30));
        check_reading(text);
        digits = ((uint64_t)1 << 53) + (digits >> 11 | 1);
        snprintf(text, sizeof text, "%" PRIu64 ".%d", digits, i % 2);
        check_reading(text);
    }
}
END_TEST

static const struct {
    double value;
    int decimals;
    const char *fixed, *shorter;
    bool rounded;
} shows[] = {
    {0.28, 4, "0.2800", "0.28", false},
    {0, 4, "0.0000", "0", false},
    {-0.0, 2, "0.00", "0", false},
    {-0.001, 2, "0.00", "-1e-3", false},
    {-0.004, 2, "0.00", "-4e-3", false},
    {-0.006, 2, "-0.01", "-0.01", true},
    {3, 4, "3.0000", "3", false},
    {100, 0, "100", "100", false},
    {0.1 + 0.2, 4, "0.3000", "0.3", false}, /* off only past 12 digits */
    {1.0 / 3.0, 4, "0.3333", "0.3333", true},
    {0.00004, 4, "0.0000", "4e-5", false},
    {0.00004123456, 4, "0.0000", "4.1235e-5", true},
    {0.00006, 4, "0.0001", "0.0001", true},
    {999999, 4, "999999.0000", "999999", false},
    {999999.99999, 4, "1000000.0000", "1e6", true},
    {1e6, 4, "1000000.0000", "1e6", false},
    {-1234567, 4, "-1234567.0000", "-1.2346e6", true},
    {2.5e10, 0, "25000000000", "2e10", true},
    {0.125, 2, "0.12", "0.12", true}, /* ties go to even: 0.125 is exact in binary */
    {0.375, 2, "0.38", "0.38", true},
    {2.675, 2, "2.67", "2.67", true}, /* a little below the tie */
    {0.5, 0, "0", "5e-1", false},
    {INFINITY, 3, "inf", "inf", false},
    {-INFINITY, 3, "-inf", "-inf", false},
    {NAN, 3, "nan", "nan", false},
};

START_TEST(shows_numbers) {
    char out[NUMBER_TEXT];
    number_fixed(out, shows[_i].value, shows[_i].decimals);
    ck_assert_str_eq(out, shows[_i].fixed);
    number_short(out, shows[_i].value, shows[_i].decimals);
    ck_assert_str_eq(out, shows[_i].shorter);
    ck_assert_int_eq(number_rounded(shows[_i].value, shows[_i].decimals), shows[_i].rounded);
}
END_TEST

#define PRINTED RUNNER_SAMPLES(300000, 20000)

/* Draws numbers of all sizes; some lie on a half of their last decimal, some right below. */
static double draw_printed(struct random *random, int decimals) {
    double value = 2 * random_uniform(random) - 1;
    double half = floor(value * 2000) / 2 / pow(10, decimals);
    switch (random_bits(random) % 4) {
    case 0:
        return half;
    case 1:
        return nextafter(half, -9);
    case 2:
        return ldexp(floor(value * 4096), -(int)(random_bits(random) % 14));
    default:
        return ldexp(value, (int)(random_bits(random) % 100) - 60);
    }
}

START_TEST(prints_what_printf_prints) {
    struct random random;
    random_seed(&random, 7);
    for (int i = 0; i < PRINTED; i++) {
        char out[NUMBER_TEXT], expected[NUMBER_TEXT];
        int decimals = i % 12;
        double value = draw_printed(&random, decimals);
        number_fixed(out, value, decimals);
        snprintf(expected, sizeof expected, "%.*f", decimals, value);
        bool zero = strpbrk(expected, "123456789") == NULL && expected[0] == '-';
        if (strcmp(out, expected + zero) != 0) {
            ck_abort_msg("%a with %d decimals is %s, not %s", value, decimals, out, expected);
        }
    }
}
END_TEST

START_TEST(the_widest_numbers_fit) {
    char out[NUMBER_TEXT];
    for (int decimals = -1; decimals < 1000; decimals += 77) {
        number_fixed(out, -DBL_MAX, decimals);
        ck_assert_uint_lt(strlen(out), NUMBER_TEXT);
        ck_assert_int_eq(out[309], '8'); /* -1797…858368, whole */
        number_short(out, -DBL_MAX, decimals);
        ck_assert_ptr_nonnull(strstr(out, decimals < 0 ? "-2e308" : "e308"));
        number_short(out, -5e-324, decimals);
        ck_assert_int_eq(out[0], '-');
    }
}
END_TEST

static const struct {
    double value;
    int limit, decimals;
} places[] = {
    {0, 4, 0},
    {7, 4, 0},
    {1200, 4, 0},
    {0.5, 4, 1},
    {0.28, 4, 2},
    {-0.125, 4, 3},
    {1.0 / 3, 4, 4},
    {1.0 / 3, 0, 0},
    {0.1 + 0.2, 4, 1},
    {1e-3, 4, 3},
    {1e-9, 4, 4},
    {1e-9, 20, 9},
    {12.75, 4, 2},
    {1e300, 4, 0},
    {INFINITY, 4, 0},
    {-INFINITY, 4, 0},
    {NAN, 4, 0},
    {99.9999, 9, 4},
    {0.99999999999999, 4, 0},
};

START_TEST(counts_decimals) {
    ck_assert_int_eq(number_decimals(places[_i].value, places[_i].limit), places[_i].decimals);
}
END_TEST

START_TEST(compares_bits) {
    ck_assert(number_same(0.1, 0.1));
    ck_assert(!number_same(0.3, 0.1 + 0.2));
    ck_assert(!number_same(0.0, -0.0));
    ck_assert(number_same((double)NAN, -(double)NAN));
    ck_assert(!number_same((double)NAN, 0));
}
END_TEST

static const struct {
    const char *spelling;
    double precision;
} spellings[] = {{"0.36", 0.005},  {"-0.360", 0.0005}, {"7", 1e-9}, {"7.", 1e-9}, {".5", 0.05},
                 {"1.8e13", 5e11}, {"2e-3", 5e-4},     {"inf", 0},  {"-inf", 0},  {"pi", 0}};

START_TEST(a_spelling_says_how_precise_it_is) {
    double precision = number_precision(spellings[_i].spelling);
    ck_assert(fabs(precision - spellings[_i].precision) <= 1e-12 * precision);
}
END_TEST

START_TEST(near_and_alike) {
    ck_assert(numbers_near(0.25, 0.2, 0.05) && !numbers_near(0.26, 0.2, 0.05));
    ck_assert(numbers_near(0, -0.0, 0) && numbers_near(NAN, NAN, 0));
    ck_assert(numbers_near(INFINITY, INFINITY, 0) && !numbers_near(INFINITY, -INFINITY, 1));
    ck_assert(numbers_equal_rounded(1.0 / 3, 1.0 / 3 + 6e-17) &&
              numbers_equal_rounded(1e20, 1e20 + 1e5));
    ck_assert(!numbers_equal_rounded(0.28, 0.2800000001) && !numbers_equal_rounded(0, 1e-300));
    ck_assert(!numbers_equal_rounded(INFINITY, 1) && !numbers_equal_rounded(NAN, 1) &&
              numbers_equal_rounded(NAN, NAN));
}
END_TEST

static const struct {
    double numbers[2];
    const char *first, *second;
} aparts[] = {{{0.28, 0.3}, "0.28", "0.3"},
              {{0.28, 0.28}, "0.28", "0.28"},
              {{0.0828, 0.08281}, "0.0828", "0.08281"},
              {{1, 1.000000001}, "1", "1.000000001"},
              {{NAN, 0.123456}, "nan", "0.1235"}};

START_TEST(numbers_apart_look_it) {
    char first[NUMBER_TEXT], second[NUMBER_TEXT];
    number_write_distinct(first, second, aparts[_i].numbers, 4);
    ck_assert_str_eq(first, aparts[_i].first);
    ck_assert_str_eq(second, aparts[_i].second);
}
END_TEST

Suite *base_number_suite(void);

Suite *base_number_suite(void) {
    Suite *suite = suite_create("base/number");
    TCase *reading = tcase_create("reading");
    tcase_add_loop_test(reading, reads, 0, sizeof readings / sizeof readings[0]);
    tcase_add_test(reading, reads_no_further_than_told);
    tcase_add_test(reading, reads_long_literals);
    tcase_add_test(reading, reads_the_last_digit_of_a_long_literal);
    tcase_add_loop_test(reading, parses, 0, sizeof parsings / sizeof parsings[0]);
    suite_add_tcase(suite, reading);
    TCase *writing = tcase_create("writing");
    tcase_add_loop_test(writing, writes_exactly, 0, sizeof exacts / sizeof exacts[0]);
    tcase_add_test(writing, exact_numbers_come_back);
    tcase_add_test(writing, reads_what_the_library_reads);
    tcase_add_loop_test(writing, shows_numbers, 0, sizeof shows / sizeof shows[0]);
    tcase_add_test(writing, prints_what_printf_prints);
    tcase_add_test(writing, the_widest_numbers_fit);
    tcase_add_loop_test(writing, counts_decimals, 0, sizeof places / sizeof places[0]);
    tcase_add_test(writing, compares_bits);
    tcase_add_loop_test(writing, numbers_apart_look_it, 0, sizeof aparts / sizeof aparts[0]);
    tcase_add_loop_test(reading, a_spelling_says_how_precise_it_is, 0,
                        sizeof spellings / sizeof spellings[0]);
    tcase_add_test(reading, near_and_alike);
    suite_add_tcase(suite, writing);
    return suite;
}
