/* grading: what an answer is worth, and whether an exercise is met. */
#ifndef QKV_COMMANDS_GRADING_H
#define QKV_COMMANDS_GRADING_H

#include "session/session.h"

#include <stdint.h>

enum { CHOICES_LIMIT = 64 };

/* The choices of a quiz that an answer names: bit i is choice i + 1. */
struct chosen {
    uint64_t bits;
    size_t count;
};

/* Reads "2", "1 3", "b", "none" (several only); says what would be an answer when it is none. */
bool chosen_read(const struct quiz *quiz, const char *answer, struct chosen *chosen,
                 struct failure *failure);
bool chosen_has(const struct chosen *chosen, size_t choice);

/* What ANSWER ("2", "1 3", "0.35") is worth; FAILURE when it is no answer at all
 * ("not a number"). */
bool quiz_grade(struct session *session, const struct quiz *quiz, const char *answer, bool *right,
                struct failure *failure);

/* Reads the answer to a number quiz: a number, or a formula of numbers ("1/3"). */
bool answer_number(struct session *session, const char *answer, double *number,
                   struct failure *failure);

/* The key of a number quiz as the notebook stands. */
bool quiz_key(struct session *session, const struct quiz *quiz, double *key, double *tolerance,
              struct failure *failure);

/* EXPRESSION of the lesson as stored, whatever convention it is written in; the caller releases. */
struct tree *lesson_tree(struct session *session, const char *expression, struct failure *failure);

/* Which common slips (notebook/slip.h) give ANSWER, a wrong one: a sentence and a newline for each,
 * two at most, appended to OUT; nothing when none does, or when ANSWER is no number or right. */
bool quiz_diagnose(struct session *session, const struct quiz *quiz, const char *answer,
                   struct text *out, struct failure *failure);

/* True when every expect of the exercise holds and no more than allowed was changed; WHY says what
 * is still open. */
bool exercise_met(struct session *session, const struct exercise *exercise, bool *met,
                  struct text *why, struct failure *failure);

/* Whether an exercise is open in which NAME may not be changed: OUT gets what may be ("in this
 * exercise only t may be changed"), and nothing else is to be advised. */
bool exercise_forbids(const struct session *session, const char *name, struct text *out);

/* How many cells the learner has set since the exercise was entered, each once. */
size_t exercise_cells(const struct session *session);

/* Whether only what may be changed has been, and no more of it; where not, WHY (NULL: nobody asks)
 * gets a line for each rule that is broken. */
bool exercise_keeps_rules(const struct session *session, const struct exercise *exercise,
                          struct text *why);

#endif
