/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* room: notebooks and histories filled from statements, for tests. Whatever cannot be read fails
 * the test that asked for it. */
#ifndef QKV_TESTS_NOTEBOOK_ROOM_H
#define QKV_TESTS_NOTEBOOK_ROOM_H

#include "base/random.h"
#include "notebook/history.h"

/* "A = X @ W", "A[1,2] = 5", "pin A[1,2] = 0", "unpin A[1,2]". The caller releases. */
struct change *room_change(const char *statement);

/* The same when the text may be wrong: NULL then. */
struct change *room_change_if(const char *statement);

/* Runs the statements, one a line; false at the first that fails. */
bool room_try(struct notebook *notebook, const char *statements, struct failure *failure);

/* Runs statements that must succeed. */
void room_run(struct notebook *notebook, const char *statements);

/* The value of an expression, as a definition without a name; the caller releases. */
struct definition *room_evaluate(const struct notebook *notebook, const char *expression);

/* The number an expression gives. */
double room_number(const struct notebook *notebook, const char *expression);

/* Appends lines that define NAME as ROW's example, and before it what that needs. */
void room_example(const struct op *row, const char *name, struct text *out);

/* "A B C", the names in order. Valid until the next call. */
const char *room_names(const struct notebook *notebook);

/* A formula as written: "X @ W". Valid until the next call. */
const char *room_formula(const struct definition *definition);

/* Asserts that every definition is what evaluating its tree afresh on those before it gives,
 * overlays laid on, bit for bit; and that its uses are the very objects that stand before it. */
void room_assert_afresh(const struct notebook *notebook);

/* The list of definitions as it was; holds nothing. */
struct room_list {
    struct definition *list[96];
    size_t count;
};

struct room_list room_remember(const struct notebook *notebook);
bool room_is(const struct notebook *notebook, const struct room_list *list);

/* A whole number from 0 to BELOW - 1. */
size_t room_random(struct random *random, size_t below);

/* One transaction of one or more statements (lines); true when committed, else cancelled. */
bool room_transaction(struct history *history, const char *statements, struct failure *failure);

/* A history whose script has a stop a line. */
struct history *room_history(const char *lesson);

/* What the script's first STOP stops and the learner's changes OWN give, computed naively and
 * afresh. False when a statement of the script fails. The caller releases NOTEBOOK. */
bool room_fold(const struct changes *script, size_t stop, const struct changes *own,
               struct notebook *notebook);

#endif
