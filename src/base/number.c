/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number.h"

#include "base/memory.h"
#include "base/text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double WHOLE_TOLERANCE = 1e-9;
static const double SLACK = 1e-9;     /* relative to the tolerance */
static const double ROUNDING = 1e-12; /* relative to the larger number */

enum { TYPED_DIGITS = 15 }; /* a double keeps this many typed digits */

/* strtod and snprintf obey LC_NUMERIC, which stays C: the program sets LC_CTYPE alone. */

static size_t skip_digits(const char *text, size_t length, size_t at) {
    while (at < length && text[at] >= '0' && text[at] <= '9') {
        at++;
    }
    return at;
}

/* Returns the end of the exponent at AT, or AT if there is none: an `e` without digits is none. */
static size_t skip_exponent(const char *text, size_t length, size_t at) {
    if (at >= length || (text[at] != 'e' && text[at] != 'E')) {
        return at;
    }
    size_t digits = at + 1;
    digits += digits < length && (text[digits] == '-' || text[digits] == '+');
    size_t end = skip_digits(text, length, digits);
    return end > digits ? end : at;
}

/* A long literal needs memory; without it the value is inf, as for one that is too big. */
static double literal_value(const char *text, size_t length) {
    char usual[NUMBER_TEXT];
    bool is_long = length >= sizeof usual;
    char *decimal = is_long ? memory_text(text, length) : usual;
    if (decimal == NULL) {
        return (double)INFINITY;
    }
    memcpy(decimal, text, length);
    decimal[length] = '\0';
    double value = strtod(decimal, NULL);
    if (is_long) {
        memory_free(decimal);
    }
    return value;
}

size_t number_read(const char *text, size_t length, double *value) {
    size_t whole = skip_digits(text, length, 0), end = whole;
    if (whole < length && text[whole] == '.') {
        end = skip_digits(text, length, whole + 1);
        end = end > 1 ? end : 0; /* a point alone is no number */
    }
    if (end == 0) {
        return 0;
    }
    end = skip_exponent(text, length, end);
    *value = literal_value(text, end);
    return end;
}

static bool equals_word(const char *text, size_t length, const char *word) {
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

bool number_parse(const char *text, size_t length, double *value) {
    if (equals_word(text, length, "nan")) {
        *value = (double)NAN;
        return true;
    }
    bool negative = length > 0 && text[0] == '-';
    if (negative || (length > 0 && text[0] == '+')) {
        text++;
        length--;
    }
    double size;
    if (equals_word(text, length, "inf")) {
        size = (double)INFINITY;
    } else if (length == 0 || number_read(text, length, &size) != length || isinf(size)) {
        return false;
    }
    *value = negative ? -size : size;
    return true;
}

/* Writes inf, -inf or nan; false when VALUE is none of them. */
static bool print_special(char out[NUMBER_TEXT], double value) {
    if (isfinite(value)) {
        return false;
    }
    const char *word = isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
    memcpy(out, word, strlen(word) + 1);
    return true;
}

/* 1e+06 → 1e6, 1e-07 → 1e-7. */
static void tidy_exponent(char *out) {
    char *to = strchr(out, 'e');
    if (!to) {
        return;
    }
    const char *from = ++to;
    if (*from == '-') {
        to++;
    }
    from++;
    while (*from == '0') {
        from++;
    }
    memmove(to, from, strlen(from) + 1);
}

/* 0.2500 → 0.25, 3.00 → 3, 1.500e6 → 1.5e6. */
static void drop_zeros(char *out) {
    if (!strchr(out, '.')) {
        return;
    }
    char *end = out + strcspn(out, "e");
    char *cut = end;
    while (cut[-1] == '0') {
        cut--;
    }
    if (cut[-1] == '.') {
        cut--;
    }
    memmove(cut, end, strlen(end) + 1);
}

void number_exact(char out[NUMBER_TEXT], double value) {
    if (print_special(out, value)) {
        return;
    }
    if (value == 0) {
        memcpy(out, signbit(value) ? "-0.0" : "0\0\0\0", sizeof "-0.0");
        return;
    }
    /* Finds the fewest digits by trial: 17 always read back to the same double. */
    int digits = fabs(value) < DBL_MIN ? 1 : TYPED_DIGITS;
    do {
        (void)snprintf(out, NUMBER_TEXT, "%.*g", digits, value);
    } while (digits++ < 17 && strtod(out, NULL) != value);
    tidy_exponent(out);
}

static bool reads_zero(const char *out) {
    return !strpbrk(out, "123456789");
}

void number_fixed(char out[NUMBER_TEXT], double value, int decimals) {
    if (print_special(out, value)) {
        return;
    }
    /* The greatest double has 309 digits before the point. */
    int most = NUMBER_TEXT - 320;
    int digits = decimals < 0 ? 0 : decimals > most ? most : decimals;
    (void)snprintf(out, NUMBER_TEXT, "%.*f", digits, value);
    if (out[0] == '-' && reads_zero(out)) {
        memmove(out, out + 1, strlen(out));
    }
}

void number_short(char out[NUMBER_TEXT], double value, int decimals) {
    number_fixed(out, value, decimals);
    if (!isfinite(value)) {
        return;
    }
    size_t whole = strcspn(out, ".") - (out[0] == '-');
    if (whole >= sizeof "1000000" - 1 || (reads_zero(out) && value != 0)) {
        (void)snprintf(out, NUMBER_TEXT, "%.*e",
                       decimals < 0    ? 0
                       : decimals > 80 ? 80
                                       : decimals,
                       value);
        tidy_exponent(out);
    }
    drop_zeros(out);
}

/* Writes the 12 significant digits that identify a number here: sums such as 0.1 + 0.2 are off only
 * further down. */
static void print_significant(char out[NUMBER_TEXT], double value) {
    (void)snprintf(out, NUMBER_TEXT, "%.11e", value);
    drop_zeros(out);
}

void number_write_distinct(char a[NUMBER_TEXT], char b[NUMBER_TEXT], const double numbers[2],
                           int decimals) {
    bool differ = numbers[0] != numbers[1] && !isnan(numbers[0] - numbers[1]);
    do {
        number_short(a, numbers[0], decimals);
        number_short(b, numbers[1], decimals);
    } while (differ && strcmp(a, b) == 0 && decimals++ < DBL_DECIMAL_DIG);
}

bool number_rounded(double value, int decimals) {
    char shown[NUMBER_TEXT], shown_digits[NUMBER_TEXT], true_digits[NUMBER_TEXT];
    double read;
    number_short(shown, value, decimals);
    if (!isfinite(value) || value == 0 || !number_parse(shown, strlen(shown), &read) ||
        read == value) {
        return false;
    }
    print_significant(shown_digits, read);
    print_significant(true_digits, value);
    return strcmp(shown_digits, true_digits) != 0;
}

void number_append_equals(double value, int decimals, struct text *out) {
    char number[NUMBER_TEXT];
    number_short(number, value, decimals);
    text_format(out, "%s%s", number_rounded(value, decimals) ? " ≈ " : " = ", number);
}

int number_decimals(double value, int limit) {
    if (!isfinite(value) || value == 0) {
        return 0;
    }
    char out[NUMBER_TEXT];
    print_significant(out, value);
    const char *mark = strchr(out, 'e'), *point = strchr(out, '.');
    long fraction = point ? mark - point - 1 : 0;
    long decimals = fraction - strtol(mark + 1, NULL, 10);
    return decimals < 0 ? 0 : decimals > limit ? limit : (int)decimals;
}

bool number_same(double a, double b) {
    bool same = a == b && signbit(a) == signbit(b); /* 0 is not -0 */
    return same || (isnan(a) && isnan(b));
}

double number_precision(const char *spelling) {
    spelling += spelling[0] == '-' ? 1 : 0;
    size_t whole = strspn(spelling, "0123456789");
    size_t fraction = 0;
    const char *rest = spelling + whole;
    if (*rest == '.') {
        fraction = strspn(rest + 1, "0123456789");
        rest += 1 + fraction;
    }
    if (whole + fraction == 0) {
        return 0; /* inf, nan, pi */
    }
    double exponent = 0;
    if (*rest == 'e' || *rest == 'E') {
        rest += rest[1] == '+' ? 2 : 1;
        number_parse(rest, strlen(rest), &exponent);
    } else if (fraction == 0) {
        return WHOLE_TOLERANCE;
    }
    return 0.5 * pow(10, exponent - (double)fraction);
}

bool numbers_near(double a, double b, double tolerance) {
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance * (1 + SLACK);
}

bool numbers_equal_rounded(double a, double b) {
    return numbers_near(a, b, isfinite(a) && isfinite(b) ? ROUNDING * fmax(fabs(a), fabs(b)) : 0);
}
