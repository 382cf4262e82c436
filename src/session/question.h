/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* question: quizzes, predictions and exercises as they stand in a session: which one waits, what an
 * answer is worth, and the words of it that the transcript, the prompt, the screen and check have
 * in common. */
#ifndef QKV_SESSION_QUESTION_H
#define QKV_SESSION_QUESTION_H

#include "session/session.h"

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

/* What is asked at STOP is STATE from now on; a savepoint taken before knows what it was. False
 * without memory. */
bool question_becomes(struct session *session, size_t stop, enum answer_state state,
                      struct failure *failure);

/* What stands before the question: "Predict: " or "Question: ". */
const char *question_heading(const struct quiz *quiz);
/* Appends the right answer: "word2", "0.2", or the key as a formula while it cannot be evaluated;
 * that an exam does not tell it. Choices go by their words: their numbers are only for answering. */
void question_right(struct session *session, const struct quiz *quiz, struct text *out);
/* Appends what ANSWER says, choices by their words as above, numbers as they were typed. */
void question_said(const struct quiz *quiz, const char *answer, struct text *out);
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

enum { NUMBERS_LIMIT = 32 };

/* What a number quiz asks for and what was answered: one number, or a row of them. */
struct numbers {
    double list[NUMBERS_LIMIT];
    double precision[NUMBERS_LIMIT]; /* of an answer: as it was written */
    size_t count;
};

/* What ANSWER ("2", "1 3", "0.35", "0.1 0.2 0.7") is worth; FAILURE when it is no answer at all
 * ("not a number"), or has another count of numbers than is asked and can be given again. */
bool question_grade(struct session *session, const struct quiz *quiz, const char *answer,
                    bool *right, struct failure *failure);

/* Whether ANSWER can be locked before its worth is known: it names choices that there are, or is as
 * many numbers as question_call asks for; any count where nobody can tell. */
bool question_takes(struct session *session, const struct quiz *quiz, const char *answer,
                    struct failure *failure);

/* Reads the answer to a number quiz: a number, or a formula of numbers ("1/3"); or several with
 * blanks or commas between, square brackets around them or not. "1 -2" is one number where COUNT,
 * how many are asked, is 1, and else two. */
bool question_numbers(struct session *session, const char *answer, size_t count,
                      struct numbers *numbers, struct failure *failure);
/* How many the key of a number quiz is as the notebook stands; 1 where it cannot be evaluated. */
size_t question_count(struct session *session, const struct quiz *quiz);
/* How many one is told to type; 0: nobody can tell yet. */
size_t question_asked_for(struct session *session, const struct quiz *quiz);
/* How many stops have been passed when the question at STOP can be graded. */
size_t question_due(const struct session *session, size_t stop);
/* Appends the answer to a word quiz as one of several that are the same: "mat" for `"Mat" `. */
void question_plain(const char *answer, struct text *out);
/* What a quiz without choices wants to be typed: "the word", "the number", "the 3 numbers with
 * blanks between". */
void question_call(struct session *session, const struct quiz *quiz, struct text *out);
/* NUMBERS, blanks between: "0.1 0.2 0.7"; with all digits (if EXACT) or as the view has them. */
void question_write(const struct session *session, const struct numbers *numbers, bool exact,
                    struct text *out);

/* The lone number that EXPRESSION of the lesson is as the notebook stands. */
bool question_value(struct session *session, const char *expression, double *number,
                    struct failure *failure);

/* The key of a number quiz as the notebook stands; TOLERANCE holds for each of its numbers. */
bool question_key(struct session *session, const struct quiz *quiz, struct numbers *key,
                  double *tolerance, struct failure *failure);

/* Which common slips (notebook/slip.h) give ANSWER, a wrong one: a sentence and a newline for each,
 * two at most, appended to OUT; nothing when none does, or when ANSWER is no number or right. */
bool question_diagnose(struct session *session, const struct quiz *quiz, const char *answer,
                       struct text *out, struct failure *failure);

#endif
