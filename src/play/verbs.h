/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* verbs: does what `qkv VERB` says, except for the verb that opens a screen. play, check, notes and
 * manual have a source file each. */
#ifndef QKV_PLAY_VERBS_H
#define QKV_PLAY_VERBS_H

#include "classroom/script.h"
#include "play/program.h"

/* Does what VERB, not VERB_OPEN, asks for, with PROGRAM's options. Problems that have been reported
 * are in the status; the caller reports a FAILURE that is set. */
void verbs_run(struct program *program, enum verb verb, struct failure *failure);

/* In manual.c: appends the manual in FORM: "man" (roff, with the macros of man(7)), "bash", "zsh"
 * or "fish" (a script for that shell to load). Fails for any other form and names these. */
bool manual_write(const char *form, struct text *out, struct failure *failure);
/* Appends the possible last words after `manual words` in OPTIONS, the last of which is what is
 * typed so far. The scripts ask for this: a word and, after a tab, its description on each line. */
bool manual_words(const struct options *options, struct text *out, struct failure *failure);

/* In notes.c: follows a presented lesson from a second terminal (presenter.h). Shows where the
 * screen with that lesson is, its notes, what comes next and a clock, until the user stops it: on a
 * terminal always the present state, elsewhere a block for each change. TOLD is the last report.
 * Fails when nothing can be followed. */
bool notes_follow(struct program *program, struct text *said, struct failure *failure);

/* --- transcript: a lesson played without a learner, by the same calls as at the prompt and on the
 * screen (commands_advance, commands_run). */

/* Plays the open lesson from its present stop to its end and appends the transcript to session->out
 * stop by stop: narration, each definition with its picture, steps of a grain fence, explanations;
 * a quiz shows question, choices, the right answer and why (a prediction's answer after the fence
 * that settles it); an exercise its task and what must hold. SCRIPT (may be NULL) types its answers
 * at the questions instead. WRITE (may be NULL) is called after every stop to take what there is,
 * so that a long lesson streams; when it returns false the play ends with FAILURE not set. */
bool transcript_play(struct session *session, const struct script *script,
                     bool (*write)(void *context, struct text *out), void *context,
                     struct failure *failure);

/* Plays to the end of the open lesson and prints nothing. SETTLE when the session goes on from
 * there. */
bool transcript_skip(struct session *session, bool settle, struct failure *failure);

/* --- check: tests a lesson by itself: its reader's problems, every expect, every number in its
 * text, its quizzes and exercises. */

struct check_report {
    char *file;
    size_t expects, inline_checks, quizzes, exercises, error_fences; /* how many were checked */
    struct failure *failures; /* each located; what a person would mend at a sitting */
    size_t failure_count, failure_capacity;
    size_t failure_more; /* how many there are beside these */
    long minutes;        /* that the lesson takes (lesson_minutes), rounded */
    struct text warning; /* one sentence that fails nothing; empty: none */
};

/* Lint, playback and self-check of one lesson, which is taken over. SESSION (NULL when there is
 * none) says where lessons and models are. False only without memory or when the lesson cannot be
 * opened at all. Release REPORT also then. */
bool check_lesson(struct lesson *lesson, const struct session *session, struct check_report *report,
                  struct failure *failure);
void check_report_release(struct check_report *report);

/* Adds FAILURE, which kept FILE from being checked at all or to its end, to the report. */
void check_report_trouble(struct check_report *report, const char *file,
                          const struct failure *failure);

/* Appends "lessons/a.md: 12 expects, 3 quizzes … hold", or how many checks failed, and below it the
 * warning, if there is one. */
void check_report_write(const struct check_report *report, struct text *out);
/* Appends the report as a JSON object. */
void check_report_json(const struct check_report *report, struct text *out);

#endif
