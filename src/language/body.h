/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* body: an operator of one's own as it is written: `f(x, y) = x @ y`, or with the end of the line
 * after `=` and lines that are indented, each `NAME = …`, the last an expression, which is the
 * value. Parameters hide definitions; other names are those in force where it is called. */
#ifndef QKV_LANGUAGE_BODY_H
#define QKV_LANGUAGE_BODY_H

#include "language/reader.h"

/* `NAME(…) =`, by places in the text. */
struct body_head {
    struct span name;
    size_t open, assign;
};

/* Whether the LENGTH bytes at TEXT begin such a head at AT. */
bool body_starts(const char *text, size_t length, size_t at, struct body_head *head);

/* Where the line after it begins when nothing stands behind it and the body is in the lines below;
 * else 0. */
size_t body_below(const char *text, size_t length, const struct body_head *head);

/* The length of the body that begins at START, on the line after its head: the lines that are
 * indented, with those between them that are blank or comments. *OPEN: TEXT ends in it. */
size_t body_length(const char *text, size_t length, size_t start, bool *open);

/* Reads the operator whose HEAD stands in TREE's text into TREE's root, a NODE_BODY; *END is where
 * it ends. */
bool body_read(struct tree *tree, const struct body_head *head, const struct reader_words *words,
               size_t *end, struct failure *failure);

#endif
