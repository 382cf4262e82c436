/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* trail: the stack of states in which a move began, so that it can be taken back: the same stop,
 * the same place in it, the same look, the same old → new. A line that fails goes back to such a
 * state, too. What the learner has changed is a value in it, a version (notebook/history.h); undo
 * and redo only go to another one, at the same place. */
#ifndef QKV_SESSION_TRAIL_H
#define QKV_SESSION_TRAIL_H

#include "session/session.h"

/* All that a frame is made from but the values, which are the history's own business, and the
 * message. It needs no memory to return to. */
struct state {
    bool taken;
    size_t stop, marks; /* stops passed; marks on the trail */
    size_t next;        /* stops passed where one step on from here has halted; 0: none was made */
    const struct lesson *lesson; /* only to tell whether it is still the one */
    size_t exercise;             /* as the session has it */
    struct version *version;     /* what the learner had changed; held */
    bool rest_owed, lesson_columns;
    size_t before;            /* how often an answer had changed */
    enum answer_state answer; /* of the stop passed last */
    struct view view;
    struct focus focus;       /* its name is the state's */
    struct looks looks;       /* a copy */
    struct notebook notebook; /* the values there were: tells whether old → new still holds */
};

/* Release also after a failure. */
bool state_take(struct state *state, const struct session *session, struct failure *failure);

/* Puts the learner back where STATE was taken, in a session that has the same lesson; does
 * nothing when it could not be taken. What the learner has changed since stays: then nothing counts
 * as just moved, and a definition is looked at as a whole. False, with nothing moved, where a line
 * of the lesson does not fit what was changed. */
bool state_restore(struct state *state, struct session *session, struct failure *failure);

/* To be called also when it could not be taken. */
void state_release(struct state *state);

/* A move begins: the present place is marked, once the lesson's first stop is passed. Of very many
 * marks the oldest are forgotten. */
bool trail_mark(struct session *session, struct failure *failure);
/* Whether anything is another than where the last mark was made; if not, nobody has moved. */
bool trail_moved(const struct session *session);
/* A step on from where START stops were passed has halted. If the last mark was made there, it
 * remembers how far the step led: the stops between showed nothing new. */
void trail_step(struct session *session, size_t start);
/* The last mark goes. */
void trail_drop(struct session *session);
void trail_clear(struct session *session);

/* The mark made last, NULL: there is none. */
const struct state *trail_last(const struct session *session);
/* Back to the mark made last, which goes; there has to be one. Answers stay, but a question there
 * that was passed by going on is open again, and a prediction that is not settled there is locked
 * again. */
bool trail_back(struct session *session, struct failure *failure);
/* Back to where the learner was before the last dive, whatever was looked at since. Fails where
 * nobody has dived. */
bool trail_rise(struct session *session, struct failure *failure);

#endif
