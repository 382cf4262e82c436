/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* question: quizzes, predictions and exercises as they stand in a session: which one waits, what an
 * answer is worth, and the words of it that the transcript, the prompt, the screen and check have
 * in common. */
#ifndef QKV_SESSION_QUESTION_H
#define QKV_SESSION_QUESTION_H

#include "session/session.h"

#include <stdint.h>

/* The quiz, the exercise of STOP; NULL when it is none. */
const struct quiz *question_quiz(const struct session *session, size_t stop);
const struct exercise *question_exercise(const struct session *session, size_t stop);

/* The stop of the quiz or exercise that waits for the learner, or SIZE_MAX. */
size_t question_open(const struct session *session);
/* The same for what can be answered: also a prediction that is locked, until the learner goes on
 * and sees what it predicts. */
size_t question_answerable(const struct session *session);

/* Whether nothing more can be answered: it was graded or skipped. */
bool question_settled(const struct answer *answer);

/* What is asked at STOP is STATE from now on; a savepoint taken before knows what it was. False
 * without memory. */
bool question_becomes(struct session *session, size_t stop, enum answer_state state,
                      struct failure *failure);

/* What stands before the question: "Predict: " or "Question: ". */
const char *question_heading(const struct quiz *quiz);
/* Appends the right answer: "2. word2", "0.2", or the key as a formula while it cannot be
 * evaluated; that an exam does not tell it. */
void question_right(struct session *session, const struct quiz *quiz, struct text *out);
/* What has to hold, without the word expect; borrowed. */
const char *question_goal(const struct source_line *expect);
/* The same as the lesson says it in words, where it does. */
const char *question_goal_words(const struct source_line *expect);

enum { CHOICES_LIMIT = 64 };

/* The choices of a quiz that an answer names: bit i is choice i + 1. */
struct chosen {
    uint64_t bits;
    size_t count;
};

/* Reads "2", "b", of several also "1 3", "13", "none"; says what would be an answer when it is
 * none. */
bool chosen_read(const struct quiz *quiz, const char *answer, struct chosen *chosen,
                 struct failure *failure);
bool chosen_has(const struct chosen *chosen, size_t choice);

/* What ANSWER ("2", "1 3", "0.35") is worth; FAILURE when it is no answer at all
 * ("not a number"). */
bool question_grade(struct session *session, const struct quiz *quiz, const char *answer,
                    bool *right, struct failure *failure);

/* Reads the answer to a number quiz: a number, or a formula of numbers ("1/3"). */
bool question_number(struct session *session, const char *answer, double *number,
                     struct failure *failure);

/* The lone number that EXPRESSION of the lesson is as the notebook stands. */
bool question_value(struct session *session, const char *expression, double *number,
                    struct failure *failure);

/* The key of a number quiz as the notebook stands. */
bool question_key(struct session *session, const struct quiz *quiz, double *key, double *tolerance,
                  struct failure *failure);

/* Which common slips (notebook/slip.h) give ANSWER, a wrong one: a sentence and a newline for each,
 * two at most, appended to OUT; nothing when none does, or when ANSWER is no number or right. */
bool question_diagnose(struct session *session, const struct quiz *quiz, const char *answer,
                       struct text *out, struct failure *failure);

#endif
