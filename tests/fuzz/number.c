/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* A number: what we read is what the C library reads, and what we print reads back. */
#include "fuzz/target.h"

#include "base/number.h"
#include "base/text.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void prints_back(double value) {
    char out[NUMBER_TEXT];
    double again = 0;
    number_exact(out, value);
    ck_assert_msg(number_parse(out, strlen(out), &again), "'%s' is no number", out);
    ck_assert_msg(number_same(value, again), "%a is written %s", value, out);
}

/* Rounded as the C library rounds, but that a zero has no sign. */
static void prints_rounded(double value, int decimals) {
    char out[NUMBER_TEXT], wanted[NUMBER_TEXT];
    number_fixed(out, value, decimals);
    snprintf(wanted, sizeof wanted, "%.*f", decimals, value);
    bool zero = wanted[0] == '-' && strspn(wanted + 1, "0.") == strlen(wanted + 1);
    ck_assert_msg(!isfinite(value) || text_same(out, wanted + zero), "%a with %d decimals: %s, %s",
                  value, decimals, out, wanted);
    number_short(out, value, decimals);
    ck_assert_uint_lt(strlen(out), NUMBER_TEXT);
    (void)number_rounded(value, decimals);
    ck_assert_int_le(number_decimals(value, decimals), decimals);
}

static void run(const char *bytes, size_t length) {
    char copy[4096], a[NUMBER_TEXT], b[NUMBER_TEXT];
    double value = 0;
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    size_t read = number_read(copy, length, &value);
    ck_assert_uint_le(read, length);
    (void)number_precision(copy);
    if (!number_parse(copy, length, &value)) {
        return;
    }
    double theirs = strtod(copy, NULL);
    ck_assert_msg(number_same(value, theirs), "'%s' is %a, not %a", copy, theirs, value);
    prints_back(value);
    for (int i = 0; i <= 17; i += 1 + (int)(length % 4)) {
        prints_rounded(value, i);
    }
    number_write_distinct(a, b, (const double[2]){value, nextafter(value, 1)}, 4);
    ck_assert(numbers_equal_rounded(value, value));
}

static void words(struct text *out) {
    target_words(out, "inf -inf nan e E e+ e-308 1e308 e-324 4.9e-324 1.7976931348623157e308 0.5 "
                      "00000000000000000000 99999999999999999999 2.2250738585072011e-308 "
                      "9007199254740993 - + . 0x1p3 nan(1) infinity e99999999999");
}

const struct target target_number = {"number", 1024, run, words, NULL};
