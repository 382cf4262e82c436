/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* numbering: turns the words of a text, or of a batch of texts, into numbers of a vocabulary's
 * words.
 *
 * A TEXT argument is one text, or a batch of texts that each end with a newline. A batch is padded
 * to its longest text. */
#ifndef QKV_OPERATORS_NUMBERING_H
#define QKV_OPERATORS_NUMBERING_H

#include "operators/call.h"

enum { TEXT }; /* the first argument of every row that takes a text */

struct numbering {
    struct labels
        *words; /* of all texts, one after another; NULL for a batch with a given vocabulary */
    bool batch;
    size_t texts, longest; /* how many texts, and the words of the longest */
    struct labels *vocabulary;
    size_t *number; /* texts × longest: each word's place in the vocabulary, from 1; 0 is padding */
};

/* Reads the call's text with the vocabulary of argument VOCABULARY, or with its own words when that
 * is 0 or not given. Release it also after a failure. */
bool numbering_make(struct numbering *wording, const struct call *call, int vocabulary,
                    struct failure *failure);
/* The same without the numbers: enough for the shape, before any word is looked up. */
bool numbering_measure(struct numbering *wording, const struct call *call, int vocabulary,
                       struct failure *failure);
void numbering_release(struct numbering *wording);

/* Finds the place in the vocabulary, argument VOCABULARY, of word POSITION of text LINE, both from
 * 0; 0 when there is no such word. It reads this text alone; numbering_make must have accepted the
 * call before. False without memory. */
struct numbering_place {
    int vocabulary;
    size_t line, position;
};
bool numbering_one(const struct call *call, struct numbering_place at, size_t *number,
                   struct failure *failure);

/* Returns the labels of a WORDS argument: a text's words, at least one, or those of a value's
 * rows. */
struct labels *wording_labels(const struct call *call, int argument, struct failure *failure);

#endif
