/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* number: converts doubles to text and back.
 *
 * Reading accepts digits with an optional point and exponent (`12`, `.5`, `1.`, `1e-3`): no sign,
 * no hex, no `nan(…)`. Infinities and nan are written inf, -inf, nan. */
#ifndef QKV_BASE_NUMBER_H
#define QKV_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

struct text;

enum { NUMBER_TEXT = 400 }; /* room for any number written in any form here */

/* Returns how many bytes at the start of TEXT (LENGTH long) form a number by the grammar above; 0
 * for none. Stores its value (nearest double; too big gives inf, which the caller refuses). */
size_t number_read(const char *text, size_t length, double *value);

/* Reads a whole string, which may have a sign or be `inf`, `-inf` or `nan`; false when it is no
 * number or too big for a double. */
bool number_parse(const char *text, size_t length, double *value);

/* Writes a decimal form of few digits that reads back to the same double (`0.1`, `5`, `1e-7`,
 * `1e20`; -0.0 is `-0.0`). Python and JSON read it too. */
void number_exact(char out[NUMBER_TEXT], double value);

/* Writes DECIMALS digits after the point, correctly rounded; -0.00 becomes 0.00. */
void number_fixed(char out[NUMBER_TEXT], double value, int decimals);

/* Writes a lone number as it is shown: at most DECIMALS, trailing zeros dropped, scientific when a
 * nonzero number would read 0 or is ≥ 1e6. */
void number_short(char out[NUMBER_TEXT], double value, int decimals);

/* The same as a value: number_written(x, 3).text can be read in the expression that has it. */
struct written {
    char text[NUMBER_TEXT];
};
static inline struct written number_written(double value, int decimals) {
    struct written written = {""};
    number_short(written.text, value, decimals);
    return written;
}

/* Writes two numbers in that form, with more decimals where different numbers would look the
 * same. */
void number_write_distinct(char a[NUMBER_TEXT], char b[NUMBER_TEXT], const double numbers[2],
                           int decimals);

/* True when the form number_short gives is not the value itself (an explanation marks it ≈): the
 * digits shown read back to another number than VALUE rounded to 12 significant digits. */
bool number_rounded(double value, int decimals);
/* Appends " = 0.35", or " ≈ 0.3501" where the number is rounded. */
void number_append_equals(double value, int decimals, struct text *out);

/* Returns the fewest decimals, up to LIMIT, that show VALUE exactly (to 12 significant digits). */
int number_decimals(double value, int limit);

/* True when the two have the same bits, or are both nan. */
bool number_same(double a, double b);

/* Returns how far a number may be from one with this spelling to match it: half a unit of the last
 * digit (0.36 → 0.005, 1.8e13 → 5e11), 1e-9 for a whole number, 0 for inf, nan and pi. */
double number_precision(const char *spelling);

/* True when two numbers are equal up to rounding: 0 and -0, nan and nan, and numbers that agree to
 * 12 significant digits. */
bool numbers_equal_rounded(double a, double b);

/* True when two numbers are equal (-0 and 0, nan and nan too), or no further apart than TOLERANCE,
 * with a little slack for the rounding of the subtraction. */
bool numbers_near(double a, double b, double tolerance);

#endif
