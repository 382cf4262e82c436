/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* advice: tells a learner who knows NumPy, PyTorch, MATLAB or Python what to write here. */
#ifndef QKV_LANGUAGE_ADVICE_H
#define QKV_LANGUAGE_ADVICE_H

#include <stdbool.h>
#include <stddef.h>

struct text;

/* The names in row INDEX of the table, single blanks between; NULL past its end. None is an
 * operator. */
const char *advice_names(size_t index);
/* Appends "write A @ B" for NAME, as in f(…), np.f or A.f; false when nothing is known. */
bool advice_write(const char *name, struct text *out);
/* Returns such advice, a sentence, for a word at the start of a statement or between values; NULL
 * for none. */
const char *advice_word(const char *name);

#endif
