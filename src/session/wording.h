/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* wording: the words of a question or an exercise: what is asked, what can be answered, how it was
 * answered. Screen, prompt and transcript print these; those for paper are appended to a text.
 * Without memory something is left out, which text.failed of the output says. */
#ifndef QKV_SESSION_WORDING_H
#define QKV_SESSION_WORDING_H

#include "session/question.h"

/* How much of a question is written, for as many rows as there are. */
enum question_form {
    QUESTION_PAGE, /* all that is known of it: also every hint, and what may be changed */
    QUESTION_WHOLE,
    QUESTION_TIGHT,  /* any choices or formulas share a line that has room for them */
    QUESTION_BRIEF,  /* no choices, and what was asked is dim */
    QUESTION_ANSWER, /* only the verdict, once there is one */
    QUESTION_SAID    /* in a transcript or at the prompt: what happens is said when it happens, and
                        commands answer, where on a screen keys do */
};

/* The lines of a question. */
struct question_lines {
    size_t answer;                     /* asks for the answer; SIZE_MAX: none does */
    size_t news;                       /* what was said of it last; 0: nothing yet */
    bool hinted;                       /* that is a hint, below the goals of an exercise */
    size_t choices[CHOICES_LIMIT + 1]; /* the first of each, and where the last ends */
    size_t columns[CHOICES_LIMIT + 1]; /* the same, when all are on one line */
    size_t choice_count;
    bool in_line;
};

/* Writes the question of STOP with its choices, the chosen and right ones marked, or its exercise
 * with the goals; hints while the learner is there, what became of it, and how to answer. LINES
 * counts from the first line of OUTPUT. Nothing where STOP is neither, or SIZE_MAX. */
void wording_put(const struct session *session, size_t stop, enum question_form form,
                 struct output output, struct question_lines *lines);

/* What a transcript says of a question at a time. */
enum wording_part {
    WORDING_ALL,
    WORDING_HINT,  /* the last one given */
    WORDING_GOALS, /* of an exercise, and which rules are broken */
    WORDING_STATE  /* the verdict on an answer, or that an exercise is done or skipped */
};

/* Says PART of the question or exercise at STOP; a screen, which shows all of it, says nothing. */
void wording_say(struct session *session, size_t stop, enum wording_part part);

/* Returns what comes before a question: "Predict: " or "Question: ". */
const char *wording_heading(const struct quiz *quiz);
/* Appends "You may change `W_q` and `W_k`, at most 3 cells", with QUOTE around the names. */
void wording_allowed(const struct exercise *exercise, const char *quote, struct text *out);

#endif
