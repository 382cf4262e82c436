/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* wording: the words of a text, or of a batch of texts, as numbers of a vocabulary's words.
 *
 * A TEXT argument is one text, or a batch of them where each ends with a newline. A batch is padded
 * to its longest text. */
#ifndef QKV_OPERATORS_WORDING_H
#define QKV_OPERATORS_WORDING_H

#include "operators/call.h"

enum { TEXT }; /* the first argument of every row that takes a text */

struct wording {
    struct labels *words; /* of all texts, one after the other; NULL of a batch that is read with
                             another's vocabulary */
    bool batch;
    size_t texts, longest; /* how many there are, and the words of the longest */
    struct labels *vocabulary;
    size_t *number; /* texts × longest: a word's place in the vocabulary, from 1; 0 is padding */
};

/* Reads the call's text with the vocabulary of argument VOCABULARY, or with its own where that is 0
 * or not given. Release also after a failure. */
bool wording_make(struct wording *wording, const struct call *call, int vocabulary,
                  struct failure *failure);
/* The same without the numbers: for the shape alone, before a word is looked up. */
bool wording_measure(struct wording *wording, const struct call *call, int vocabulary,
                     struct failure *failure);
void wording_release(struct wording *wording);

/* The place in the vocabulary, which is argument VOCABULARY, of word POSITION of text LINE, both
 * from 0; 0 where that text has no such word. Of what wording_make has read before it reads this
 * text alone. False without memory. */
struct wording_place {
    int vocabulary;
    size_t line, position;
};
bool wording_one(const struct call *call, struct wording_place at, size_t *number,
                 struct failure *failure);

/* The labels of a WORDS argument: a text's words, one at least, or those of a value's rows. */
struct labels *wording_labels(const struct call *call, int argument, struct failure *failure);

#endif
