/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* advice: what a learner who knows another notation wants: NumPy's, PyTorch's, MATLAB's, Python's.
 */
#ifndef QKV_LANGUAGE_ADVICE_H
#define QKV_LANGUAGE_ADVICE_H

#include <stdbool.h>
#include <stddef.h>

struct text;

/* The names in row INDEX of the table, single blanks between; NULL past its end. None is an
 * operator. */
const char *advice_names(size_t index);
/* Appends "write A @ B" for NAME, as it stands in f(…), np.f or A.f; false: nothing is known. */
bool advice_write(const char *name, struct text *out);
/* The same, a sentence, of a word that begins a statement or stands between values; NULL. */
const char *advice_word(const char *name);

#endif
