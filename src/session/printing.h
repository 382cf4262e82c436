/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* printing: what the learner sees, as text in session->out. The transcript is made of this,
 * and every answer of the line-by-line prompt. One fact a line; with display.describe sentences.
 * Without memory something is left out, which memory_refused shows. */
#ifndef QKV_SESSION_PRINTING_H
#define QKV_SESSION_PRINTING_H

#include "canvas/naming.h"
#include "canvas/picture.h"
#include "notebook/difference.h"
#include "session/session.h"

/* Appends `Q = X @ W_q`; of a long literal, whose cells are elsewhere, only its name. */
void printing_formula(const struct session *session, const struct definition *definition,
                      struct text *out);
/* Appends "scores, operation 2 of 2: Q @ K.T". */
void printing_operation(const struct session *session, const struct definition *definition,
                        size_t operation, struct text *out);
/* Prints a definition's line: `Q = X @ W_q   3×4`, or for a lone number `d_k = columns(Q) = 4`. */
void printing_heading(const struct session *session, const struct output *output,
                      const struct definition *definition);
/* Prints the start of a page: its title, and on the first page the lesson's before it. */
void printing_page(const struct session *session, const struct output *output, size_t index);
/* Prints the narration, without notes, of the parts from RANGE[0] up to but not including RANGE[1].
 */
void printing_narration(const struct lesson *lesson, const struct output *output,
                        const size_t range[2]);
/* Returns the picture of DEFINITION, all of it borrowed, as it is stored: for a drawing. Its cursor
 * is that of the session, where it is selected. */
struct picture printing_picture(const struct session *session, const struct definition *definition);
/* Fills DRAWING with pictures of those values of NOTEBOOK that REQUESTED names and that are there.
 * Borrows all of them. False: it is no picture, none is there, or (FAILURE says why) they do not
 * fit it. */
bool printing_fill(const struct session *session, const struct notebook *notebook,
                   const struct drawing_request *requested, struct drawing *drawing,
                   struct failure *failure);
/* Prints a value alone, with what it was BEFORE (may be NULL), at most LIMIT of its rows, columns
 * and matrices (SIZE_MAX: all); DEFINITION (may be NULL) gives its name and its pins. */
void printing_value(struct session *session, const struct tensor *value,
                    const struct tensor *before, const struct definition *definition, size_t limit);
/* Prints one cell's arithmetic: the ladder with all its terms, or (with TERMS, or in sentences) one
 * sentence up to that many terms. TERMS is SIZE_MAX for all. */
bool printing_explanation(struct session *session, const struct number_place *place, size_t terms,
                          struct failure *failure);

/* Prints a whole definition: its line, then the picture. */
void printing_definition(struct session *session, const struct definition *definition);
/* Prints the place of the focus: the operation, row, cell or term reached last, with what makes it;
 * nothing without a focus. */
bool printing_place(struct session *session, struct failure *failure);
/* Prints what a change did: the definitions that differ between BEFORE and now, old → new, and
 * which do not. Prints nothing when none differs, or when frames are drawn, which show it. BUT (may
 * be NULL) is left out, because it has been printed already. */
void printing_changes(struct session *session, const struct notebook *before, const char *but);

/* Prints the selected matrix (view.h) in colours or shades, with their scale: two characters a
 * cell, and a minus where shades alone would not show the sign. */
void printing_heat(struct session *session);

/* --- comparing.c: what differs between a baseline and now ------------------------------------- */

/* Prints how BEFORE differs from now: the first definition that differs, of at least one, for each
 * definition the number that changed most and how many others did, what is new or gone, and what is
 * unchanged. One fact a line. */
void comparing_print(struct session *session, const struct notebook *before,
                     const struct difference *difference);

/* True when NEWER has another formula than OLD (either may be NULL: then false), which it is not
 * when both are given. */
bool comparing_rewritten(const struct definition *old, const struct definition *newer);
/* Appends what became of OLD (NULL: it was not there), which is NEWER now (NULL: it is gone): of
 * CELL "W_q[1,2] = 0.2 → 5"; for SIZE_MAX "scaled = scores / sqrt(d_k) → scores", "X 2×2 → 3×2", or
 * the new text. With display.describe " was " and " and is " come between. */
void comparing_write(const struct session *session, const struct definition *old,
                     const struct definition *newer, size_t cell, struct text *out);

/* Prints "unchanged: X W_q W_k and 5 others": the definitions that are as in BEFORE, except for BUT
 * (may be NULL), twelve at most. */
void comparing_print_unchanged(struct session *session, const struct notebook *before,
                               const char *but);

#endif
