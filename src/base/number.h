/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* number: doubles to text and back.
 *
 * Reading accepts digits with an optional point and exponent (`12`, `.5`, `1.`, `1e-3`): no sign,
 * no hex, no `nan(…)`. inf, -inf and nan are written so. */
#ifndef QKV_BASE_NUMBER_H
#define QKV_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

struct text;

enum { NUMBER_TEXT = 400 }; /* room for any number written in any form here */

/* How many bytes at the start of TEXT (LENGTH long) are a number by the grammar above; 0 when none.
 * Stores its value (nearest double; too big gives inf, which the caller refuses) and, when DECIMALS
 * is not NULL, the digits after the point (less the exponent; at least 0). */
size_t number_read(const char *text, size_t length, double *value, int *decimals);

/* Reads a whole string with an optional sign, `inf`, `-inf`, `nan` too; false when it is no number
 * or too big for a double. */
bool number_parse(const char *text, size_t length, double *value);

/* A decimal form of few digits that reads back to the same double (`0.1`, `5`, `1e-7`, `1e20`; -0.0
 * is `-0.0`). Python and JSON read it too. */
void number_exact(char out[NUMBER_TEXT], double value);

/* DECIMALS digits after the point, correctly rounded; a result of -0.00 is written 0.00. */
void number_fixed(char out[NUMBER_TEXT], double value, int decimals);

/* A lone number as it is shown: at most DECIMALS, trailing zeros dropped, scientific when a
 * nonzero number would read 0 or is ≥ 1e6. */
void number_short(char out[NUMBER_TEXT], double value, int decimals);

/* Two numbers in that form, with more decimals where they are not the same but would look it. */
void number_apart(char a[NUMBER_TEXT], char b[NUMBER_TEXT], const double numbers[2], int decimals);

/* True when the form number_short gives is not the value itself (an explanation marks it ≈): the
 * digits shown read back to another number than VALUE rounded to 12 significant digits. */
bool number_rounded(double value, int decimals);
/* Appends it as what something is: " = 0.35", or " ≈ 0.3501" where it is rounded. */
void number_tell(double value, int decimals, struct text *out);

/* The fewest decimals, up to LIMIT, that show VALUE exactly (to 12 significant digits). */
int number_decimals(double value, int limit);

/* True when the two have the same bits, or are both nan. */
bool number_same(double a, double b);

/* How far off a number may be that is held against one spelled so: half a unit of its last digit
 * (0.36 → 0.005, 1.8e13 → 5e11), 1e-9 for a whole number, 0 for inf, nan and pi. */
double number_precision(const char *spelling);

/* The same but for rounding: 0 and -0, nan and nan, and what agrees to 12 significant digits. */
bool numbers_alike(double a, double b);

/* Equal (-0 to 0 and nan to nan too), or no further apart than TOLERANCE with a hair of slack for
 * the rounding of what was subtracted. */
bool numbers_near(double a, double b, double tolerance);

#endif
