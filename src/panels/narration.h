/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* narration: how far the lesson has spoken. */
#ifndef QKV_PANELS_NARRATION_H
#define QKV_PANELS_NARRATION_H

#include "panels/scene.h"

/* The first part of the present page that has not been told yet, or the part after the page. */
size_t narration_told(const struct session *session);

/* The parts that were told last, RANGE[0] up to but not including RANGE[1]: those of the stop
 * passed last, or of the nearest one before it on its page that told any. False: there are none. */
bool narration_parts(const struct session *session, size_t range[2]);

/* Whether STATEMENT, run behind the lesson's first STOP stops, gives another value to what has one.
 */
struct statement;
bool narration_changes(const struct session *session, const struct statement *statement,
                       size_t stop);

/* Whether the words told last follow the question or exercise that the lesson is at, which stands
 * above them, then, and nothing older between. */
bool narration_follows(const struct scene *scene);

/* Appends the words of the present stop to NOW, WIDTH columns wide: a verdict, what is told now, or
 * the last paragraph of what was told before; and to BEFORE what else the page said since values
 * changed last (NULL: it is not asked for). True when none of NOW is new. */
bool narration_now(struct scene *scene, size_t width, struct text *now, struct text *before);

#endif
