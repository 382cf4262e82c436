/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* outline: a lesson seen from above: its pages and what each defines, a page's narration as a
 * whole, the presenter's notes. Appended to session->out as lines of session->front.width columns.
 */
#ifndef QKV_SESSION_OUTLINE_H
#define QKV_SESSION_OUTLINE_H

#include "session/session.h"

/* The page the learner is on: that of the stop passed last, the first before any; 0 without a
 * lesson. */
size_t outline_page(const struct session *session);

/* Appends the number of a lesson's file: "1" of lessons/01-worked-example.md; nothing when it has
 * none. */
void outline_number(const char *file, struct text *out);

/* Every definition with its sizes, in the order of the flow. */
bool outline_definitions(const struct session *session, const struct output *output,
                         struct failure *failure);
/* Pages FIRST up to but not including LAST: a line each, the present one marked, and under it the
 * names it defines, each once. */
void outline_pages(const struct session *session, const struct output *output, size_t first,
                   size_t last);
/* All pages; without a lesson a line a definition. */
bool outline_contents(const struct session *session, const struct output *output,
                      struct failure *failure);
/* The present page's title and narration, all of it. */
bool outline_narration(const struct session *session, const struct output *output,
                       struct failure *failure);
/* The presenter's notes on the present page; says so when there are none. */
bool outline_notes(const struct session *session, const struct output *output,
                   struct failure *failure);

#endif
