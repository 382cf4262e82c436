/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* verbs: what `qkv VERB` does, for each of them but the one that opens a screen; and what play,
 * check, notes and manual are made of, a file each. */
#ifndef QKV_PLAY_VERBS_H
#define QKV_PLAY_VERBS_H

#include "classroom/script.h"
#include "play/program.h"

/* Does what VERB, not VERB_OPEN, asks for, as PROGRAM's options have it. What was told already is
 * in the status; a FAILURE that is set is the caller's to tell. */
void verbs_run(struct program *program, enum verb verb, struct failure *failure);

/* manual.c: appends the manual in FORM: "man" (roff, with the macros of man(7)), "bash", "zsh" or
 * "fish" (a script to be loaded there). Fails for any other, naming these. */
bool manual_write(const char *form, struct text *out, struct failure *failure);
/* Appends what may be the last of the words behind `manual words` (what is typed of it so far) in
 * OPTIONS, which is what these scripts ask for: a line a word, and what it is behind a tab. */
bool manual_words(const struct options *options, struct text *out, struct failure *failure);

/* notes.c: a lesson that is presented, followed from a second terminal (presenter.h). Shows where
 * the screen with the lesson that was named is, its notes, what comes next and a clock, until
 * somebody ends it: on a terminal always the present, elsewhere a block for each change. TOLD is
 * what was read last. Fails where nothing can be followed. */
bool notes_follow(struct program *program, struct text *told, struct failure *failure);

/* --- transcript: a lesson gone through without anybody there, by the same events as at the prompt
 * and on the screen (commands_advance, commands_run). */

/* Plays the open lesson from its present stop to its end and appends the transcript to session->out
 * stop by stop: narration, each definition with its picture, steps of a grain fence, explanations;
 * a quiz shows question, choices, the right answer and why (a prediction's answer after the fence
 * that settles it); an exercise its task and what must hold. SCRIPT (may be NULL) has what is typed
 * at the questions instead. WRITE (may be NULL) is called after every stop, so that a long lesson
 * streams, and takes what there is; when it returns false the play ends with FAILURE not set. */
bool transcript_play(struct session *session, const struct script *script,
                     bool (*write)(void *context, struct text *out), void *context,
                     struct failure *failure);

/* Goes to the open lesson's end and says nothing. SETTLE: somebody goes on from there. */
bool transcript_skip(struct session *session, bool settle, struct failure *failure);

/* --- check: a lesson held against itself: its reader's complaints, every expect, every number in
 * its text, its quizzes and exercises. */

struct check_report {
    char *file;
    size_t expects, inline_checks, quizzes, exercises, error_fences; /* how many were held */
    struct failure *failures; /* each located; what a person would mend at a sitting */
    size_t failure_count, failure_capacity;
    size_t failure_more; /* how many there are beside these */
    long minutes;        /* that the lesson takes (lesson_minutes), rounded */
    struct text warning; /* one sentence that fails nothing; empty: none */
};

/* Lint, playback and self-check of one lesson, which is taken over; lessons and models lie where
 * SESSION (NULL: no session) has them. False only when there is no memory or the lesson cannot be
 * opened at all. Release REPORT also then. */
bool check_lesson(struct lesson *lesson, const struct session *session, struct check_report *report,
                  struct failure *failure);
void check_report_release(struct check_report *report);

/* Puts FAILURE, for which FILE could not be checked at all or to its end, among the report's. */
void check_report_trouble(struct check_report *report, const char *file,
                          const struct failure *failure);

/* Appends "lessons/a.md: 12 expects, 3 quizzes … hold", or how many checks failed; below it the
 * warning, if there is one. */
void check_report_write(const struct check_report *report, struct text *out);
/* Appends the report as a JSON object. */
void check_report_json(const struct check_report *report, struct text *out);

#endif
