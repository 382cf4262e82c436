/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* narration: how far the lesson has spoken. */
#ifndef QKV_PANELS_NARRATION_H
#define QKV_PANELS_NARRATION_H

#include "panels/scene.h"

/* Finds the parts that were said last, RANGE[0] up to but not including RANGE[1], and returns the
 * stop, counted from 1, that said them: the one passed last, or the nearest before it on its page
 * that says any; 0, and RANGE is left alone, where there is none. */
size_t narration_parts(const struct session *session, size_t range[2]);

/* True when the answer to a line of the lesson is on top, and closing it would show nothing new:
 * neither words nor a verdict come after that line. */
bool narration_is_over(const struct session *session);

/* True when the words said last follow the question or exercise that the lesson is at, which is
 * then above them, with nothing older between. */
bool narration_follows(const struct scene *scene);

/* Returns the rows that older words leave to the arithmetic below them; a question has none. */
size_t narration_shared(const struct scene *scene);

/* Returns the end of WORDS, whole paragraphs of it, that has at most ROWS lines. */
const char *narration_end(const char *words, size_t rows);

/* Writes the words of the present stop into NOW, which is empty, for ROOM (columns, rows): a
 * verdict, and what the page said since its question was asked; what is said now, or the last
 * question or paragraph of what was said before; and into BEFORE, empty too, what else the page
 * said since values had changed last, as much as there is room for, but no words with a number that
 * is another now, and questions briefly, with what became of them. True when none of NOW is new. */
bool narration_now(struct scene *scene, const size_t room[2], struct text *now,
                   struct text *before);

#endif
