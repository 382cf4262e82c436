/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* history: the lesson's changes, the learner's laid over them, undo and redo, baselines.
 *
 * A lesson is a script: stop by stop, the changes its statements make. The notebook at stop p is
 * what running the script's stops before p gives, with each of the learner's changes run straight
 * after the stop it is anchored to. An edit, pin or redefinition is anchored to the statement in
 * force for its name or cell (where it cannot run there, because what it uses comes later: to the
 * first stop after it where it can), so it stays through back and next until a later statement of
 * the script sets the same name or cell again. A new definition is anchored to the present stop.
 * Without a lesson there is one stop, 0, and every change is anchored there. An anchored change
 * that does not fit what stands there any more (a cell that is gone, a formula whose inputs have
 * another shape) is passed over, silently. */
#ifndef QKV_NOTEBOOK_HISTORY_H
#define QKV_NOTEBOOK_HISTORY_H

#include "notebook/change.h"

struct history; /* opaque: history.c */

struct history *history_create(struct failure *failure);
void history_free(struct history *history);

/* Gives the lesson: COUNT stops, stop i making SCRIPT[i]'s changes (taken over: the array's
 * contents move into the history and SCRIPT is left with empty entries). Forgets all that was
 * there. */
bool history_script(struct history *history, struct changes *script, size_t count,
                    struct failure *failure);

/* Lays the learner's changes of FROM, another edition's history, those since history_enter only
 * when ALL, over the script of HISTORY, which has none yet: each is a step that can be undone. One
 * that was anchored to stop I is anchored to ANCHORS[I]; one that does not fit there any more is
 * passed over. After a failure HISTORY is good for nothing but history_free. */
bool history_take_over(struct history *history, const struct history *from, bool all,
                       const size_t *anchors, struct failure *failure);

/* The changes of the script's stop STOP (from 0); borrowed. */
const struct changes *history_script_at(const struct history *history, size_t stop);

/* The notebook now. Valid until the next change; its definitions may be retained longer. */
const struct notebook *history_notebook(const struct history *history);

/* The learner's changes, in the order made; borrowed. */
const struct changes *history_own(const struct history *history);

/* All that the learner has changed, as a value (NULL: nothing): the present version, borrowed. It
 * can be kept as long as it is retained, also when the history is gone. */
struct version;
struct version *history_version(const struct history *history);
struct version *version_retain(struct version *version);
void version_release(struct version *version);

/* What names that come later are told as; not owned. */
void history_hints(struct history *history, const struct notebook_hints *hints);

/* Makes the state that of stop STOP (0 … count): the script's first STOP stops run. One forward is
 * incremental. On failure (a statement of the lesson does not fit the learner's change) all stays,
 * and *AT (may be NULL) is the stop that failed; the failure's span is in that statement's tree's
 * text. */
bool history_move(struct history *history, size_t stop, size_t *at, struct failure *failure);
size_t history_stop(const struct history *history);

/* A transaction of the learner: begin, any number of changes, then commit (one undo step, none when
 * nothing changed) or cancel (all as before). Nothing else moves or changes the history meanwhile.
 * history_change evaluates an edit's or pin's value now, and anchors. */
void history_begin(struct history *history);
bool history_change(struct history *history, struct change *change, struct failure *failure);
/* The COUNT definitions in LIST (different names) as one change: only together must they stand. */
bool history_define_all(struct history *history, struct change **list, size_t count,
                        struct failure *failure);
/* On failure: cancelled. The span of a failure is in the change's own trees' text. */
bool history_commit(struct history *history, struct failure *failure);
void history_cancel(struct history *history); /* also where none has been begun */

/* False when there is nothing to undo or redo, or when the lesson's statements up to this stop do
 * not fit what would be there then (FAILURE says so, and all stays). WHAT (may be NULL) gets a few
 * words on what was undone: "W_q[1,2] = 5". */
bool history_undo(struct history *history, struct text *what, struct failure *failure);
bool history_redo(struct history *history, struct text *what, struct failure *failure);
/* True when there is something to undo; in an exercise, something that was done in it. */
bool history_undoable(const struct history *history);

/* All the learner's changes go (with a lesson: also their definitions; without: edits and pins
 * only). Undoable. */
bool history_reset(struct history *history, struct failure *failure);

/* A sandbox for an exercise: enter remembers the learner's changes, leave puts them back. Within it
 * nothing is undone or redone that was done before it, and behind it nothing that was done in it.
 * Not nested. */
bool history_enter(struct history *history, struct failure *failure);
bool history_leave(struct history *history, struct failure *failure);
/* Goes back to where STOP stops were passed, INSIDE such an exercise, with VERSION's changes made
 * in it, or outside of any. What the learner has changed outside since stays, and then those made
 * inside stay away. After a failure nothing has changed. */
bool history_return(struct history *history, size_t stop, bool inside, struct version *version,
                    struct failure *failure);
/* Puts them back and stays in it; an undo step, too. */
bool history_begin_again(struct history *history, struct failure *failure);
/* The last COUNT of the learner's changes count as made since history_enter, and are undone as
 * such. */
void history_entered_before(struct history *history, size_t count);
/* The learner's changes since history_enter (for allow: and changes:). Borrowed, not to be
 * released; valid until the next change. */
struct changes history_since_enter(const struct history *history);

/* Named copies of the notebook. "" is a legal name, the unnamed baseline. */
bool history_baseline(struct history *history, const char *name, struct failure *failure);
const struct notebook *history_find_baseline(const struct history *history, const char *name);
/* The names of those that were set, the oldest first; NULL past the end. */
const char *history_baseline_name(const struct history *history, size_t index);

#endif
