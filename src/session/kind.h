/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* kind: the kinds of questions, a row each: what answers one, what an answer is worth, how both are
 * written. How a lesson writes such a question is a row of lesson/fence.c. */
#ifndef QKV_SESSION_KIND_H
#define QKV_SESSION_KIND_H

#include "notebook/slip.h"
#include "session/session.h"

#include <stdint.h>

/* Takes the answers that are tried, what each should be worth, and the line that says so. */
struct probe {
    void (*take)(void *context, const char *answer, bool right, size_t line);
    void *context;
};

/* The statements of a line that was typed. */
struct typed_formulas {
    const char *line;
    const struct statements *statements;
};

struct question_kind {
    const char *keys;  /* each begins an answer; NULL: none does */
    bool digit;        /* one digit is an answer, where there are no more than nine choices */
    const char *after; /* follows the first key: a blank where others come after it; or NULL */
    bool computed;     /* the key is a formula: a worksheet shows how its number came about */

    /* True when ANSWER can be locked before its worth is known. FAILURE says what an answer is. */
    bool (*takes)(const struct session *session, const struct quiz *quiz, const char *answer,
                  struct failure *failure);
    /* Finds what ANSWER is worth. False where it is none, or can be given again. */
    bool (*grade)(const struct session *session, const struct quiz *quiz, const char *answer,
                  bool *right, struct failure *failure);
    /* Appends the right answer. */
    void (*right)(const struct session *session, const struct quiz *quiz, struct text *out);
    /* Appends what ANSWER says; NULL: as it was typed. */
    void (*said)(const struct quiz *quiz, const char *answer, struct text *out);
    /* Appends ANSWER as answers are counted: those that say the same are written the same; NULL: as
     * it was typed. */
    void (*plain)(const struct session *session, const struct quiz *quiz, const char *answer,
                  struct text *out);
    /* Appends what is to be typed: "1 to 4", "the number". */
    void (*call)(const struct session *session, const struct quiz *quiz, struct text *out);
    /* Tries the right answers, and enough wrong ones. False: the key cannot be computed. */
    bool (*probe)(const struct session *session, const struct quiz *quiz, const struct probe *probe,
                  struct failure *failure);

    /* NULL where that cannot be. */

    /* Appends the right answer as the learner would type it, where a verdict has it so. */
    void (*typed)(const struct session *session, const struct quiz *quiz, struct text *out);
    /* Appends ANSWER, which has the numbers that the learner sees, with those that the choices have
     * in the lesson; as it is where it is no answer. */
    void (*unmixed)(const struct session *session, const struct quiz *quiz, const char *answer,
                    struct text *out);
    /* Appends what is shown below the question, a line each: what formulas are given, and what was
     * written of them so far. */
    void (*below)(const struct session *session, const struct quiz *quiz,
                  const struct answer *answer, struct text *out);
    /* Adds TYPED, definitions, to ANSWER's draft. *WHOLE: it can be judged now. */
    bool (*write)(const struct quiz *quiz, struct answer *answer,
                  const struct typed_formulas *typed, bool *whole, struct failure *failure);

    /* True when nothing in ANSWER is wrong, but more belongs to it. */
    bool (*part)(const struct quiz *quiz, const char *answer);
    /* True when ANSWER, a right one, reads otherwise than the right answer. */
    bool (*near)(const struct session *session, const struct quiz *quiz, const char *answer);
    /* Returns how many numbers are to be typed; 0: that is not known yet. */
    size_t (*count)(const struct session *session, const struct quiz *quiz);
    /* Appends which common slips (notebook/slip.h) give ANSWER, a wrong one: a sentence and a
     * newline each, two at most. */
    bool (*diagnose)(const struct session *session, const struct quiz *quiz, const char *answer,
                     struct text *out, struct failure *failure);
};

/* A row for each way in which a question is written. */
#define QUESTION_DECLARED(name) extern const struct question_kind question_##name;
QUIZ_KINDS(QUESTION_DECLARED)

/* --- choices.c -------------------------------------------------------------------------------- */

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

/* The order in which the learner sees the choices of QUIZ (at most CHOICES_LIMIT): LIST[i] is the
 * one shown as number i + 1. Lines to put in order are not shown in their right order. */
struct choice_order {
    size_t list[CHOICES_LIMIT];
};
struct choice_order choices_order(const struct session *session, const struct quiz *quiz);

/* --- numbers.c -------------------------------------------------------------------------------- */

enum { NUMBERS_LIMIT = 32 };

/* What a number quiz asks for and what was answered: one number, or a row of them. */
struct numbers {
    double list[NUMBERS_LIMIT];
    double precision[NUMBERS_LIMIT]; /* of an answer: as it was written */
    size_t count;
};

/* Reads the answer to QUIZ: a number, or a formula of numbers ("1/3"); or several with blanks or
 * commas between, square brackets around them or not. "1 -2" is one number where one is asked, and
 * else two. */
bool numbers_answered(const struct session *session, const struct quiz *quiz, const char *answer,
                      struct numbers *numbers, struct failure *failure);
/* Computes the key of QUIZ in the present notebook; each of its numbers has its TOLERANCE. */
bool numbers_key(const struct session *session, const struct quiz *quiz, struct numbers *key,
                 double *tolerance, struct failure *failure);
/* Returns EXPRESSION of the lesson as stored, whatever convention it is written in; the caller
 * releases. */
struct tree *numbers_tree(const struct session *session, const char *expression,
                          struct failure *failure);

/* --- slips.c ---------------------------------------------------------------------------------- */

/* Appends which common slips answer QUESTION: a sentence and a newline each, the first after
 * BEGINNING; none where there are more than two. */
bool slips_describe(const struct session *session, const struct slip_question *question,
                    const char *beginning, struct text *out, struct failure *failure);

bool slips_diagnose(const struct session *session, const struct quiz *quiz, const char *answer,
                    struct text *out, struct failure *failure);

#endif
