/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* question: quizzes, predictions and exercises as they stand in a session: which one waits, what an
 * answer is worth, and the words of it that the transcript, the prompt, the screen and check have
 * in common. */
#ifndef QKV_SESSION_QUESTION_H
#define QKV_SESSION_QUESTION_H

#include "session/kind.h"

#include <stdint.h>

/* The quiz, the exercise of STOP; NULL when it is none, or STOP is SIZE_MAX. */
const struct quiz *question_quiz(const struct session *session, size_t stop);
const struct exercise *question_exercise(const struct session *session, size_t stop);

/* The stop of the quiz or exercise that waits for the learner, or SIZE_MAX. */
size_t question_open(const struct session *session);
/* The same, also for what has been answered and waits for its result: a prediction that is locked,
 * and what an exam has taken, until the learner goes on. */
size_t question_answerable(const struct session *session);

/* Whether nothing more can be answered: it was graded or skipped. */
bool question_settled(const struct answer *answer);

/* What is asked at STOP is STATE from now on; a state taken before knows what it was. False
 * without memory. */
bool question_becomes(struct session *session, size_t stop, enum answer_state state,
                      struct failure *failure);

const struct question_kind *question_kind(const struct quiz *quiz);
/* Whether one digit is an answer, so that pressing it is enough. */
bool question_takes_digit(const struct quiz *quiz);
/* Appends the right answer: "word2", "0.2", or the key as a formula while it cannot be evaluated;
 * that an exam does not tell it. Choices go by their words: their numbers are only for answering. */
void question_right(const struct session *session, const struct quiz *quiz, struct text *out);
/* Appends what ANSWER says, choices by their words as above, numbers as they were typed. */
void question_said(const struct quiz *quiz, const char *answer, struct text *out);
/* What has to hold, in words where the lesson has them; borrowed. */
const char *question_goal_words(const struct source_line *expect);

/* What ANSWER ("2", "1 3", "0.35", "0.1 0.2 0.7") is worth; FAILURE when it is no answer at all
 * ("not a number"), or has another count of numbers than is asked and can be given again. */
bool question_grade(const struct session *session, const struct quiz *quiz, const char *answer,
                    bool *right, struct failure *failure);

/* How many numbers one is told to type; 0: nobody can tell yet, or no number is asked. */
size_t question_count(const struct session *session, const struct quiz *quiz);
/* How many stops have been passed when the question at STOP can be graded. */
size_t question_due(const struct session *session, size_t stop);
/* Whether the number that the prediction at STOP asks for is there before that: a line that settles it
 * has made it, and where a fence's grain leads through it, its cells have been reached. */
bool question_reached(const struct session *session, size_t stop);
/* Whether a screen tells the verdict on the prediction at STOP where the learner is now: where its
 * number was reached, else where the lines that settle it have run. */
bool question_told(const struct session *session, size_t stop);

/* The lone number that EXPRESSION of the lesson is as the notebook stands. */
bool question_value(const struct session *session, const char *expression, double *number,
                    struct failure *failure);

/* Which common slips (notebook/slip.h) give ANSWER, a wrong one: a sentence and a newline for each,
 * two at most, appended to OUT; nothing when none does, or when ANSWER is no number or right. */
bool question_diagnose(const struct session *session, const struct quiz *quiz, const char *answer,
                       struct text *out, struct failure *failure);

#endif
