/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* hostile: texts made to fool whoever shows them, and a judge of what was shown that shares nothing
 * with the program: libvterm's parser and a list of its own. */
#ifndef QKV_TESTS_TRUST_HOSTILE_H
#define QKV_TESTS_TRUST_HOSTILE_H

#include "base/random.h"
#include "base/text.h"

#include <stdbool.h>

/* Appends a text of one line: escape sequences, controls, bidi, tags, marks, broken UTF-8, formats
 * for printf, wide and long ones, between harmless words. No character of it acts in Markdown or
 * ends a string, and none ends a line. */
void hostile_make(struct random *random, struct text *out);

/* Appends what of TEXT may stand in a string of the language, as one word: no white space, no
 * control below U+0080, no broken UTF-8. */
void hostile_word(const char *text, struct text *out);

/* Appends the harmless twin of TEXT: it is shown in the same columns, letter by letter as ж, wide
 * character by wide character as 全. White space stays what it is, and so do marks after which a
 * word may be broken. */
#define HOSTILE_LETTER "ж"
#define HOSTILE_WIDE "全"
void hostile_twin(const char *text, struct text *out);

/* What is wrong with LENGTH bytes that are about to be printed; NULL: nothing. Of COLOURED ones the
 * sequences that colour are no fault. */
const char *hostile_fault(const char *bytes, size_t length, bool coloured);

/* TEXT in plain ASCII, for messages. Valid until the next call. */
const char *hostile_escaped(const char *text);

#endif
