/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* history: the lesson's changes, the learner's changes on top of them, undo and redo, baselines.
 *
 * A lesson is a script: stop by stop, the changes that its statements make. The notebook at stop p
 * is the result of running the script's stops before p, with each of the learner's changes run
 * straight after the stop it is anchored to. An edit, pin or redefinition is anchored to the
 * statement in force for its name or cell (where it cannot run there, because what it uses comes
 * later: to the first stop after it where it can), so it survives back and next until a later
 * statement of the script sets the same name or cell again. A new definition is anchored to the
 * present stop. Without a lesson there is one stop, 0, and every change is anchored there. An
 * anchored change that no longer fits (a cell that is gone, a formula whose inputs have another
 * shape) is skipped silently. */
#ifndef QKV_NOTEBOOK_HISTORY_H
#define QKV_NOTEBOOK_HISTORY_H

#include "notebook/version.h"

struct history; /* opaque: history.c */

struct history *history_create(struct failure *failure);
void history_free(struct history *history);

/* Sets the lesson: COUNT stops, stop i making the changes SCRIPT[i] (the array's contents move into
 * the history and leave empty entries in SCRIPT). Forgets everything else. */
bool history_script(struct history *history, struct changes *script, size_t count,
                    struct failure *failure);

/* Applies the learner's changes of FROM, the history of another edition (those since history_enter
 * only when ALL), to the script of HISTORY, which has no changes yet: each is a step that can be
 * undone. A change anchored to stop I is anchored to ANCHORS[I]; one that no longer fits there is
 * skipped. After a failure HISTORY can only be freed. */
bool history_copy_changes(struct history *history, const struct history *from, bool all,
                          const size_t *anchors, struct failure *failure);

/* Returns the changes of the script's stop STOP (from 0); borrowed. */
const struct changes *history_script_at(const struct history *history, size_t stop);

/* Returns the present notebook, valid until the next change; its definitions may be retained
 * longer. */
const struct notebook *history_notebook(const struct history *history);

/* Returns the learner's changes, in the order made; borrowed. */
const struct changes *history_own(const struct history *history);

/* Returns the present version, borrowed (NULL: nothing has been changed). */
struct version *history_version(const struct history *history);

/* Sets the messages for names that the lesson defines later; not owned. */
void history_set_hints(struct history *history, const struct notebook_hints *hints);

/* Moves to the state at stop STOP (0 … count): the script's first STOP stops have run. Going on by
 * one is incremental. On failure (a statement of the lesson does not fit the learner's change)
 * nothing changes, and *AT (may be NULL) is the stop that failed; the failure's span is in that
 * statement's tree's text. */
bool history_move(struct history *history, size_t stop, size_t *at, struct failure *failure);
size_t history_stop(const struct history *history);

/* Returns the notebook at stop STOP, borrowed; NULL: it has not been needed yet. */
const struct notebook *history_known(const struct history *history, size_t stop);
/* Keeps NOTEBOOK, which a run on a copy came to at stop STOP, for the first move to that stop: what
 * comes out the same is not computed again. Once per stop, in their order. */
void history_foresee(struct history *history, size_t stop, const struct notebook *notebook);

/* A transaction of the learner: begin, any number of changes, then commit (one undo step, none when
 * nothing changed) or cancel (which restores everything). Nothing else moves or changes the history
 * meanwhile. history_change evaluates an edit's or pin's value at once, and anchors it. */
void history_begin(struct history *history);
bool history_change(struct history *history, struct change *change, struct failure *failure);
/* Makes the COUNT definitions in LIST (different names) as one change: they only have to fit
 * together. */
bool history_define_all(struct history *history, struct change **list, size_t count,
                        struct failure *failure);
void history_commit(struct history *history);
void history_cancel(struct history *history); /* allowed also when none has begun */

/* False when there is nothing to undo or redo, or when the lesson's statements up to this stop
 * would not fit the result (FAILURE is set, and nothing changes). WHAT (may be NULL) gets a short
 * description of what was undone: "W_q[1,2] = 5". */
bool history_undo(struct history *history, struct text *what, struct failure *failure);
bool history_redo(struct history *history, struct text *what, struct failure *failure);
/* True when there is something to undo; in an exercise, something that was done in it. */
bool history_undoable(const struct history *history);

/* Drops all the learner's changes (with a lesson: also their definitions; without: edits and pins
 * only). Can be undone. */
bool history_reset(struct history *history, struct failure *failure);

/* A sandbox for an exercise: enter remembers the learner's changes, leave restores them. Inside,
 * nothing done before it can be undone or redone, and afterwards nothing that was done in it. Not
 * nested. */
bool history_enter(struct history *history, struct failure *failure);
bool history_leave(struct history *history, struct failure *failure);
/* Goes back to where STOP stops were passed, INSIDE an exercise, with VERSION's changes made in it,
 * or outside any. Keeps what the learner has since changed outside; changes made inside then stay
 * dropped. After a failure nothing has changed. */
bool history_go_back(struct history *history, size_t stop, bool inside, struct version *version,
                     struct failure *failure);
/* Restores them and stays in the exercise; can be undone. */
bool history_begin_again(struct history *history, struct failure *failure);
/* Counts the last COUNT of the learner's changes as made since history_enter; undo treats them
 * so. */
void history_count_as_entered(struct history *history, size_t count);
/* Returns the learner's changes since history_enter (for allow: and changes:). Borrowed, not to be
 * released; valid until the next change. */
struct changes history_since_enter(const struct history *history);

/* Makes a named copy of NOTEBOOK. "" is a legal name, the unnamed baseline. */
bool history_baseline(struct history *history, const char *name, const struct notebook *notebook,
                      struct failure *failure);
/* Returns the index of the baseline called NAME, which it keeps; SIZE_MAX: there is none. */
size_t history_find_baseline(const struct history *history, const char *name);
/* Return baseline INDEX, the oldest first, and its name; NULL past the end. */
const struct notebook *history_baseline_at(const struct history *history, size_t index);
const char *history_baseline_name(const struct history *history, size_t index);

#endif
