/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* easel: values to draw and pictures to look at, for tests. */
#ifndef QKV_TESTS_CANVAS_EASEL_H
#define QKV_TESTS_CANVAS_EASEL_H

#include "base/text.h"
#include "canvas/picture.h"

/* The value of an expression; the caller releases. */
struct tensor *easel_value(const char *expression);

/* A view of VALUE with 4 decimals and at most 8 rows and columns. */
struct picture easel_view(const struct tensor *value);

/* What matrix_print draws without colour; the caller releases the text. */
struct text easel_print(const struct picture *view);

/* Asserts that the text is the lines of EXPECTED, and releases it. */
void easel_assert(struct text *drawn, const char *expected);

/* Asserts that every line is well-formed UTF-8 of at most WIDTH columns without blanks at its end.
 */
void easel_assert_lines(const char *text, size_t width);

/* Appends styled TEXT without its marks and without blanks at the ends of its lines. */
void easel_strip(const char *text, struct text *out);

#endif
