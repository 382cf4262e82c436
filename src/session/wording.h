/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* wording: a question or an exercise as it stands, in words: what is asked, what can be answered,
 * what became of it. Screen, prompt and transcript print these; what paper needs is appended to a
 * text. Without memory something is left out, which text.failed of the output says. */
#ifndef QKV_SESSION_WORDING_H
#define QKV_SESSION_WORDING_H

#include "session/question.h"

/* What is asked at STOP, and where it is written. */
struct wording {
    const struct session *session;
    size_t stop;
    struct output output;
    bool keys;  /* it is read on a screen, where keys answer; else commands do */
    bool tight; /* rows are short: any choices share a line that holds them */
};

/* For the session's own output. */
struct wording wording_said(struct session *session, size_t stop);

/* Which of a question's lines are what. */
enum { QUESTION_CHOICES = 16 };
struct question_lines {
    size_t answer;                        /* asks for the answer; SIZE_MAX: none does */
    size_t news;                          /* what was said of it last; 0: nothing yet */
    size_t choices[QUESTION_CHOICES + 1]; /* the first of each, and where the last ends */
    size_t columns[QUESTION_CHOICES + 1]; /* likewise, where all are in one line */
    size_t choice_count;
    bool in_line;
};

/* The question with its choices, chosen and right ones marked; an exercise's task. LINES (may be
 * NULL) counts from where OUTPUT begins. */
void wording_question(const struct wording *wording, struct question_lines *lines);
/* Hint INDEX. */
void wording_hint(const struct wording *wording, size_t index);
/* How to answer. */
void wording_call(const struct wording *wording);
/* What became of an answer, with the reasons; of an exercise whether it is done or skipped. Nothing
 * while there is no answer. */
void wording_state(const struct wording *wording);
/* A prediction whose result is still to come: the question, and what was predicted. */
void wording_waiting(const struct wording *wording);
/* An exercise's goals, met or not, what may be changed unless it is over (WHOLE: in any case), and
 * which rules are broken. */
void wording_goals(const struct wording *wording, bool whole);

/* Appends "Predict: …" or "Question: …". */
void wording_heading(const struct quiz *quiz, struct text *out);
/* Appends "You may change `W_q` and `W_k`, at most 3 cells". */
void wording_allowed(const struct exercise *exercise, struct text *out);

#endif
