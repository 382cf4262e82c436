/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* script: a file of what a learner types at the questions of a lesson, and running it.
 *
 *     # a remark
 *     total: 0.5
 *         1                        answered again; hint, skip and solution are typed here, too
 *     focus:
 *         W_q[1,2] = 5             an exercise: statements, as at the prompt
 *     page 3: W_k[1,1] = 0         where page 3 begins
 *
 * An entry begins with an id, or a page, and goes on in the lines that are indented. Entries are in
 * the order of the lesson. */
#ifndef QKV_CLASSROOM_SCRIPT_H
#define QKV_CLASSROOM_SCRIPT_H

#include "base/text.h"
#include "classroom/sitting.h"

struct script_entry {
    char *id;
    struct text text; /* lines, without the blanks that all of them begin with */
    size_t line;      /* of the first of them in the file */
};

struct script {
    char *file;
    struct script_entry *list;
    size_t count, capacity;
    struct sitting *sitting; /* watches every line; borrowed; NULL when nothing does */
};

/* Reads the file PATH for LESSON. Fails, located, at a line that is not an answer and at an id that
 * LESSON does not have. Release also then. */
bool script_read(struct script *script, const char *path, const struct lesson *lesson,
                 struct failure *failure);
void script_release(struct script *script);

/* Types what SCRIPT has for the stop INDEX, which has just been passed, and prints "> 0.2" and the
 * result. Then passes a question that is still open, and prints its answer. Fails, located in the
 * script, at a line that cannot be run. */
bool script_answer(const struct script *script, struct session *session, size_t index,
                   struct failure *failure);

/* Plays SESSION's lesson with SCRIPT from its present stop to its end, and prints nothing. */
bool script_run(const struct script *script, struct session *session, struct failure *failure);

/* Appends how many of the lesson's questions are answered right, and which are not; of an exam, how
 * many answers are recorded. True when all are right. */
bool script_verdict(const struct session *session, struct text *out);

#endif
