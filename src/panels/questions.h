/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* questions: the quiz or the exercise that a frame shows, in the words of session/wording.h. */
#ifndef QKV_PANELS_QUESTIONS_H
#define QKV_PANELS_QUESTIONS_H

#include "session/wording.h"

struct scene; /* panels/scene.h */

/* What an open question asks for, where that is a value, or a number or a row of one. */
struct asked {
    char written[CANVAS_LABEL]; /* as the lesson writes it: "Q[1,1]"; "": something else */
    int value;                  /* of the cast; CAST_NONE: nothing is asked for */
    size_t row, column;         /* of one number, in the lesson's convention; SIZE_MAX: not known */
};

/* Returns what the question asks for that is open, or locked until it is settled. */
struct asked scene_asked(const struct scene *scene);
/* Returns the value, and the number of it, that LENGTH bytes of an expression name: "Q", "Q[1,2]".
 * Its value is CAST_NONE where they name no value of the cast, and row and column are SIZE_MAX
 * where they name no single number. */
struct asked scene_named(const struct scene *scene, const char *text, size_t length);

/* Returns the quiz of STOP, choices, hints and what became of it, or its exercise with its goals,
 * open or met, what may be changed, and the last hint given, in lines of WIDTH columns; nothing
 * where STOP is neither. LINES may be NULL. The caller releases. */
struct text question_text(const struct scene *scene, size_t stop, size_t width,
                          enum question_form form, struct question_lines *lines);

/* True while a fence steps on past the number that a question asked for: its verdict was shown at
 * that number, and is not one on the next. */
bool question_is_left(const struct session *session);

/* Returns the stop of a question that the lesson has gone on from: the first of those whose verdict
 * comes here, else the prediction that waits for its own; SIZE_MAX: there is none. */
size_t question_recalled(const struct session *session);

#endif
