/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* dictionary: where a word stands first among many labels. */
#ifndef QKV_OPERATORS_DICTIONARY_H
#define QKV_OPERATORS_DICTIONARY_H

#include "tensor/shape.h"

struct dictionary {
    const struct labels *labels; /* borrowed */
    char *const *words;          /* the labels' names, or their bytes */
    size_t *slots;   /* position + 1, where its hash says or in the next free one; 0: free */
    size_t capacity; /* a power of 2 */
    bool *repeated;  /* by position: its word stands there again later */
};

/* Of WORDS, which are the names of LABELS as they are shown, or their bytes. Release also after a
 * failure: no memory, or stopped. */
bool dictionary_make(struct dictionary *dictionary, const struct labels *labels, char *const *words,
                     struct failure *failure);
void dictionary_release(struct dictionary *dictionary);

/* The slot of the word of LENGTH bytes, or the free one that it would get. */
size_t *dictionary_slot(const struct dictionary *dictionary, const char *word, size_t length);

#endif
