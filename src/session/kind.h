/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* kind: the kinds of questions, a row each: what answers one, what an answer is worth, how both are
 * written. How a lesson writes such a question is a row of lesson/fence.c. */
#ifndef QKV_SESSION_KIND_H
#define QKV_SESSION_KIND_H

#include "session/session.h"

#include <stdint.h>

/* The statements of a line that was typed. */
struct typed_formulas {
    const char *line;
    const struct statements *statements;
};

/* A quiz as it is asked in a session. */
struct question {
    const struct session *session;
    const struct quiz *quiz;
};

struct question_kind {
    const char *keys; /* each begins an answer; NULL: none does */
    bool digit;       /* one digit is an answer, where there are no more than nine choices */
    bool marked;      /* its choices are marked: each is right or wrong */
    bool computed;    /* the key is a formula, for numbers that the lesson makes */

    /* Reads ANSWER. Appends it to PLAIN as answers are counted: those that say the same are written
     * the same. False where it cannot be locked before its worth is known: FAILURE says what an
     * answer is. */
    bool (*read)(struct question question, const char *answer, struct text *plain,
                 struct failure *failure);
    /* Grades ANSWER ("2", "1 3", "0.35", "0.1 0.2 0.7"). Fails where it is none ("not a number"),
     * or has another count of numbers than is asked and can be given again. Of one that is not
     * RIGHT, SLIPS (may be NULL) gets what may have gone wrong, as far as that is known, a sentence
     * and a newline each: which of the task's wrong formulas give the same, or what these give;
     * which common slips (notebook/slip.h) give a number; how far an order is right. */
    bool (*grade)(struct question question, const char *answer, bool *right, struct text *slips,
                  struct failure *failure);
    /* Appends the right answer. */
    void (*right)(struct question question, struct text *out);
    /* Appends what is to be typed: "1 to 4", "the number". */
    void (*call)(struct question question, struct text *out);
    /* Appends the right answer as it is typed, with all digits; nothing where the lesson has none.
     * False: the key cannot be computed, or a wrong solution is another one. */
    bool (*typed)(struct question question, struct text *out, struct failure *failure);

    /* NULL where that cannot be. */

    /* Appends what ANSWER, which was read before (NULL: the right one), says where a verdict has
     * it; NULL: as it was typed. */
    void (*said)(struct question question, const char *answer, struct text *out);
    /* Appends ANSWER, which has the numbers that the learner sees, with those that the choices have
     * in the lesson; as it is where it is no answer. */
    void (*unmixed)(struct question question, const char *answer, struct text *out);
    /* Appends what is shown below the question, a line each: what formulas are given, and what was
     * written of them so far. */
    void (*below)(const struct quiz *quiz, const struct answer *answer, struct text *out);
    /* Adds TYPED, definitions, to ANSWER's draft. *WHOLE: it can be judged now. */
    bool (*write)(const struct quiz *quiz, struct answer *answer,
                  const struct typed_formulas *typed, bool *whole, struct failure *failure);
};

/* A row for each way in which a question is written. */
#define QUESTION_DECLARED(name) extern const struct question_kind question_##name;
QUIZ_KINDS(QUESTION_DECLARED)

/* --- choices.c -------------------------------------------------------------------------------- */

enum { CHOICES_LIMIT = 64 };

/* Choices of a quiz, by their indexes. */
struct choice_list {
    size_t list[CHOICES_LIMIT];
    size_t count;
};

/* Reads "2", "b", of several also "1 3", "13", "0" or "none", and of lines in order "2 1 3"; says
 * what would be an answer when it is none. */
bool choices_read(const struct quiz *quiz, const char *answer, struct choice_list *choices,
                  struct failure *failure);
bool choice_is_in(const struct choice_list *choices, size_t choice);

/* Returns the choices of QUIZ (at most CHOICES_LIMIT) in the order in which the learner sees them.
 * Lines to put in order are not shown in their right order. */
struct choice_list choices_order(const struct session *session, const struct quiz *quiz);

/* --- numbers.c -------------------------------------------------------------------------------- */

enum { NUMBERS_LIMIT = 32 };

/* A number, or a row of them: an answer, or its key. */
struct numbers {
    double list[NUMBERS_LIMIT];
    double precision[NUMBERS_LIMIT]; /* of an answer: as it was written */
    double tolerance;                /* of a key: how far off each may be */
    size_t count;
};

/* Computes the key: of a prediction that the lesson has settled in the notebook as it was then,
 * else in the present one. */
bool numbers_key(struct question question, struct numbers *key, struct failure *failure);

/* --- slips.c ---------------------------------------------------------------------------------- */

/* Appends which product or other term of the sum asked for is left out in GIVEN, the wrong numbers
 * that were written as ANSWER, else which common slips give them: a sentence and a newline each,
 * "0.28 is what you get …"; none where there are more than two. */
bool slips_describe(struct question question, const char *answer, const struct numbers *given,
                    struct text *out, struct failure *failure);

#endif
