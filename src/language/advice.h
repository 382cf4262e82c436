/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* advice: what a learner who knows another notation wants: NumPy's, PyTorch's, MATLAB's, Python's.
 */
#ifndef QKV_LANGUAGE_ADVICE_H
#define QKV_LANGUAGE_ADVICE_H

#include <stdbool.h>
#include <stddef.h>

struct text;

struct advice {
    const char *names; /* as others call it, single blanks between */
    const char *write; /* what to write here, on values A, B, x …: a line that runs, or two of them
                          with " or " between */
    const char *why;   /* what else there is to say; may be NULL */
};
const struct advice *advice_at(size_t index); /* NULL past the end */
/* Appends "write A @ B" for NAME, as it stands in f(…), np.f or A.f; false: nothing is known. */
bool advice_write(const char *name, struct text *out);
/* The same, a sentence, of a word that begins a statement or stands between values; NULL. */
const char *advice_word(const char *name);

#endif
