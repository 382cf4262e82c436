/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* dictionary: finds the first position of a word among many labels. */
#ifndef QKV_OPERATORS_DICTIONARY_H
#define QKV_OPERATORS_DICTIONARY_H

#include "tensor/shape.h"

struct dictionary {
    const struct labels *labels; /* borrowed */
    char *const *words;          /* the labels' names, or their bytes */
    size_t *slots;   /* position + 1 at the word's hash or the next free slot; 0 when free */
    size_t capacity; /* a power of 2 */
    bool *repeated;  /* by position: its word occurs again later */
};

/* Makes the dictionary of WORDS, which are the names of LABELS or their bytes. Release it also
 * after a failure: no memory, or stopped. */
bool dictionary_make(struct dictionary *dictionary, const struct labels *labels, char *const *words,
                     struct failure *failure);
void dictionary_release(struct dictionary *dictionary);

/* Returns the slot of the word of LENGTH bytes, or the free slot it would take. */
size_t *dictionary_slot(const struct dictionary *dictionary, const char *word, size_t length);

#endif
