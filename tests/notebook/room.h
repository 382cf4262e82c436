/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* room: fills notebooks and histories from statements, for tests. What cannot be read fails the
 * test. */
#ifndef QKV_TESTS_NOTEBOOK_ROOM_H
#define QKV_TESTS_NOTEBOOK_ROOM_H

#include "base/random.h"
#include "notebook/explain.h"
#include "notebook/history.h"

/* Reads "A = X @ W", "A[1,2] = 5", "pin A[1,2] = 0" or "unpin A[1,2]". The caller releases. */
struct change *room_change(const char *statement);

/* Like room_change, but returns NULL when the text is wrong. */
struct change *room_change_if(const char *statement);

/* Runs the statements, one per line; false at the first that fails. */
bool room_try(struct notebook *notebook, const char *statements, struct failure *failure);

/* Runs statements that must succeed. */
void room_run(struct notebook *notebook, const char *statements);

/* Evaluates an expression into a definition without a name; the caller releases. */
struct definition *room_evaluate(const struct notebook *notebook, const char *expression);

/* Returns the number that an expression gives. */
double room_number(const struct notebook *notebook, const char *expression);

/* Returns the number that the steps give when they are run again, to compare with its value. */
double room_replay(const struct explanation *explanation);

/* Appends lines that define NAME as ROW's example, and before it what the example needs. */
void room_example(const struct op *row, const char *name, struct text *out);

/* Returns the names in order, "A B C". Valid until the next call. */
const char *room_names(const struct notebook *notebook);

/* Returns a formula as written: "X @ W". Valid until the next call. */
const char *room_formula(const struct definition *definition);

/* Asserts that every definition equals, bit for bit, its tree evaluated again on those before it
 * with its overlays applied; and that its uses are the very objects that come before it. */
void room_assert_afresh(const struct notebook *notebook);

/* A copy of the list of definitions, without references. */
struct room_list {
    struct definition *list[96];
    size_t count;
};

struct room_list room_remember(const struct notebook *notebook);
bool room_is(const struct notebook *notebook, const struct room_list *list);

/* Returns a whole number from 0 to BELOW - 1. */
size_t room_random(struct random *random, size_t below);

/* Runs one transaction of one or more statements (lines); true when committed, else cancelled. */
bool room_transaction(struct history *history, const char *statements, struct failure *failure);

/* Returns a history whose script has one stop per line. */
struct history *room_history(const char *lesson);

/* Computes naively what the script's first STOP stops and the learner's changes OWN give. False
 * when a statement of the script fails. The caller releases NOTEBOOK. */
bool room_fold(const struct changes *script, size_t stop, const struct changes *own,
               struct notebook *notebook);

#endif
