/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* body: reads a user's operator: `f(x, y) = x @ y`, or indented lines below `f(x, y) =`, each `NAME
 * = …` but the last, an expression, which is the value. Parameters hide definitions; other names
 * have their meaning at the call. */
#ifndef QKV_LANGUAGE_BODY_H
#define QKV_LANGUAGE_BODY_H

#include "language/reader.h"

/* The positions of `NAME(…) =` in the text. */
struct body_head {
    struct span name;
    size_t open, assign;
};

/* True when such a head begins at AT of the LENGTH bytes of TEXT. */
bool body_starts(const char *text, size_t length, size_t at, struct body_head *head);

/* Returns where the line after the head begins when the body is in the lines below it; else 0. */
size_t body_start_below(const char *text, size_t length, const struct body_head *head);

/* Returns the length of the body that begins at START, on the line after its head: its indented
 * lines, with blank lines and comments between them. *OPEN is set when TEXT ends within it. */
size_t body_length(const char *text, size_t length, size_t start, bool *open);

/* Reads the operator with HEAD in TREE's text into TREE's root, a NODE_BODY; it ends at *END. */
bool body_read(struct tree *tree, const struct body_head *head, const struct reader_words *words,
               size_t *end, struct failure *failure);

#endif
