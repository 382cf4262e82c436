/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* pasted: recognises numbers as NumPy prints them, without commas:
 *
 *     [[ 1.  -2.5]
 *      [ 3.   4. ]]
 *
 * They may be pasted wherever a matrix may be written. */
#ifndef QKV_LANGUAGE_PASTED_H
#define QKV_LANGUAGE_PASTED_H

#include <stdbool.h>
#include <stddef.h>

enum pasted {
    PASTED_NOT,   /* a matrix of the language: [1 -2] is [-1] */
    PASTED_WHOLE, /* printed by NumPy: rows or numbers are side by side */
    PASTED_CUT    /* printed by NumPy with … for most of a large array */
};

/* Tells what the square brackets are that start TEXT, LENGTH bytes long. */
enum pasted pasted_kind(const char *text, size_t length);

#endif
