/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* question: the quizzes, predictions and exercises of a session: which one waits, what an answer is
 * worth, and the words that the transcript, the prompt, the screen and check have in common. */
#ifndef QKV_SESSION_QUESTION_H
#define QKV_SESSION_QUESTION_H

#include "session/kind.h"

#include <stdint.h>

/* Return the quiz, and the exercise, of STOP; NULL when it is none, or STOP is SIZE_MAX. */
const struct quiz *question_quiz(const struct session *session, size_t stop);
const struct exercise *question_exercise(const struct session *session, size_t stop);

/* Returns the stop of the quiz or exercise that waits for the learner, or SIZE_MAX. */
size_t question_open(const struct session *session);
/* The same, but also finds what has been answered and waits for its result: a prediction that is
 * locked, and an answer in an exam, until the learner goes on. */
size_t question_answerable(const struct session *session);

/* True when it was graded or skipped, so that no more answers are taken. */
bool question_settled(const struct answer *answer);

const struct question_kind *question_kind(const struct quiz *quiz);
/* True when one digit is an answer, so that pressing it is enough. */
bool question_takes_digit(const struct quiz *quiz);
/* Appends the right answer: "word2", "0.2", or the key as a formula while it cannot be evaluated;
 * of an exam, that it is not given. Choices appear by their words: their numbers are only for
 * answering. */
void question_right_words(const struct session *session, const struct quiz *quiz, struct text *out);
/* Appends what ANSWER (NULL: the right one) says in a verdict, with choices by their words as
 * above, and numbers, and lines in order, as they were typed. */
void question_answer_words(struct question question, const char *answer, struct text *out);
/* Returns the goal, in words when the lesson has them; borrowed. */
const char *question_goal_words(const struct source_line *expect);

/* Returns how many numbers to type; 0 when that is not known yet, or no number is asked. */
size_t question_count(const struct session *session, const struct quiz *quiz);
/* Returns how many stops have been passed when the question at STOP can be graded. */
size_t question_due(const struct session *session, size_t stop);
/* True when the answer to the prediction at STOP is on the screen before that: a line that settles
 * it has made the number asked for, and when a fence steps through it, its cells have been reached;
 * or the lines to come only look more closely at what those before them have made. */
bool question_reached(const struct session *session, size_t stop);
/* Returns the cell of DEFINITION that a prediction asks for whose lines are being passed, the first
 * of several; SIZE_MAX: none. */
size_t question_cell(const struct session *session, const struct definition *definition);
/* True when the learner's next step brings what the prediction at STOP waits for; false where a
 * fence is stepped through, which takes several. */
bool question_is_next(const struct session *session, size_t stop);
/* True when the quiz at STOP was answered or skipped, and what settles it is still to come. */
bool question_waits(const struct session *session, size_t stop);
/* True when a screen shows the verdict on the prediction at STOP where the learner is now: after
 * its number was reached, or else after the lines that settle it have run. */
bool question_verdict_shown(const struct session *session, size_t stop);

/* Evaluates EXPRESSION of the lesson, which must be a lone number, in the present notebook. */
bool question_value(const struct session *session, const char *expression, double *number,
                    struct failure *failure);

#endif
