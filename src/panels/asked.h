/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* asked: a quiz or an exercise as it stands, in words. */
#ifndef QKV_PANELS_ASKED_H
#define QKV_PANELS_ASKED_H

#include "panels/scene.h"

/* The quiz or the exercise of the stop passed last; NULL when it is none. */
const struct quiz *scene_quiz(const struct scene *scene);
const struct exercise *scene_exercise(const struct scene *scene);

/* The prediction that waits behind its stop until the fence that settles it has run; NULL: none. */
const struct quiz *scene_waiting(const struct scene *scene);

/* Which of a question's lines are what. */
enum { QUESTION_CHOICES = 16 };
struct question_lines {
    size_t answer;                        /* asks for the answer; SIZE_MAX: none does */
    size_t choices[QUESTION_CHOICES + 1]; /* the first of each, and where the last ends */
    size_t columns[QUESTION_CHOICES + 1]; /* likewise, where all stand in one line */
    size_t choice_count;
    bool in_line;
};

/* Says WORDS behind BEFORE; the lines that follow hang under it, where it is short. */
void asked_put(struct session *speaker, const char *before, const char *words, enum style style);

/* A quiz, choices, hints and all, or what an exercise asks for, in lines of WIDTH columns; nothing
 * where the lesson is at neither. The caller releases, here and below. */
struct text question_text(struct scene *scene, size_t width, struct question_lines *lines);
struct text exercise_text(struct scene *scene, size_t width);

/* An exercise's goals, open or met, what may be changed, and the last hint told, or all of them
 * when WHOLE. */
struct text exercise_goals(struct scene *scene, size_t width, bool whole);

/* The prediction that waits, with what was said; nothing when none does. */
struct text question_waiting(struct scene *scene, size_t width);
/* What became of a prediction that the fence run last has settled; nothing when there is none. */
struct text question_verdict(struct scene *scene, size_t width);

#endif
