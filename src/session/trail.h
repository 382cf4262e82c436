/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* trail: the stack of the states before each move, so that it can be undone: the same stop, the
 * same place in it, the same view, the same old → new. A line that fails returns to such a state,
 * too. What the learner has changed is a value in it, a version (notebook/history.h); undo and redo
 * only go to another one, at the same place. */
#ifndef QKV_SESSION_TRAIL_H
#define QKV_SESSION_TRAIL_H

#include "session/session.h"

/* All that a frame is made from except the message and the values, which belong to the history.
 * Returning to it needs no memory. */
struct state {
    bool taken;
    size_t refused, said; /* memory_refused, and the length of the output */
    size_t stop, marks;   /* stops passed; marks on the trail */
    size_t next;          /* stops passed when one step from here has halted; 0: no step was made */
    size_t opened;        /* how often a lesson had been opened: another one has other stops */
    size_t exercise;      /* as the session has it */
    struct version *version; /* what the learner had changed; retained */
    bool rest_owed, lesson_columns;
    enum answer_state *answers; /* one for each question of the lesson */
    struct display display;
    struct focus focus; /* its name is the state's */
    struct view view;   /* a copy */
    struct notebook
        notebook; /* the values at that time: old → new is valid while they are the same */
};

/* Release also after a failure. */
bool state_take(struct state *state, const struct session *session, struct failure *failure);

/* Returns the learner to where STATE was taken, in a session with the same lesson; does nothing
 * when STATE could not be taken. What the learner has changed since stays: then nothing counts as
 * just moved, and a definition is shown as a whole. False, with nothing moved, when a line of the
 * lesson does not fit those changes. */
bool state_restore(struct state *state, struct session *session, struct failure *failure);

/* Call it also when the state could not be taken. */
void state_release(struct state *state);

/* Ends what began where STATE was taken, which it releases, and returns OK. When it is false,
 * everything is as it was there, and FAILURE one of memory if any was refused since. */
bool state_end(struct state *state, struct session *session, bool ok, struct failure *failure);

/* Before an exercise, if one is open, is left: keeps what was changed in it for when it is entered
 * again, unless it is over. */
void exercise_keep_work(struct session *session);

/* Marks the present place before a move, once the lesson's first stop is passed. When there are
 * very many marks the oldest are forgotten. */
bool trail_mark(struct session *session, struct failure *failure);
/* True when anything differs from the state at the last mark; if not, there was no move. */
bool trail_moved(const struct session *session);
/* Notes that a step from where START stops were passed has halted. If the last mark was made there,
 * it remembers how far the step went: the stops between showed nothing new. */
void trail_step(struct session *session, size_t start);
/* Drops all but the first COUNT marks. */
void trail_cut(struct session *session, size_t count);

/* Returns the last mark, or NULL. */
const struct state *trail_last(const struct session *session);
/* Goes back to the last mark, which must exist, and drops it. Answers stay, but a question that has
 * been skipped since is open again, and a prediction that is not settled there is locked again. */
bool trail_back(struct session *session, struct failure *failure);
/* Goes back to where the learner was before the last dive, whatever was selected since. Fails when
 * there was no dive. */
bool trail_leave_dive(struct session *session, struct failure *failure);

#endif
