/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* outline: a lesson as a whole: its pages and what each defines, all narration of a page, the
 * presenter's notes. Without memory something is left out, which the output's text shows. */
#ifndef QKV_SESSION_OUTLINE_H
#define QKV_SESSION_OUTLINE_H

#include "session/session.h"

/* Returns the learner's page: that of the stop passed last, or the first before any; 0 without a
 * lesson. */
size_t outline_page(const struct session *session);

/* Appends the number of a lesson's file: "1" of lessons/01-worked-example.md; nothing when it has
 * none. */
void outline_number(const char *file, struct text *out);

/* Appends every definition with its sizes, in the order of the computation. */
void outline_definitions(const struct session *session, const struct output *output);
/* Appends pages FIRST up to but not including LAST, a line each, with the present one marked, and
 * under each the names that it defines, each once. */
void outline_pages(const struct session *session, const struct output *output, size_t first,
                   size_t last);
/* Appends all pages; without a lesson a line for each definition. */
void outline_contents(const struct session *session, const struct output *output);
/* Both need a lesson. Appends the present page's title and all of its narration. */
void outline_narration(const struct session *session, const struct output *output);
/* Appends the presenter's notes on the present page, or says that there are none. */
void outline_notes(const struct session *session, const struct output *output);

#endif
