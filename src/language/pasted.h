/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* pasted: numbers as NumPy prints them, without commas:
 *
 *     [[ 1.  -2.5]
 *      [ 3.   4. ]]
 *
 * They may be pasted where a matrix may be written. */
#ifndef QKV_LANGUAGE_PASTED_H
#define QKV_LANGUAGE_PASTED_H

#include <stdbool.h>
#include <stddef.h>

enum pasted {
    PASTED_NOT,   /* a matrix of the language: [1 -2] is [-1] */
    PASTED_WHOLE, /* NumPy's print: rows stand side by side, or numbers do */
    PASTED_CUT    /* of a large array, with … for most of it */
};

/* What the square bracket is that starts TEXT, LENGTH bytes long, up to where it closes. */
enum pasted pasted_kind(const char *text, size_t length);

#endif
