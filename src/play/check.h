/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* check: a lesson held against itself: its reader's complaints, every expect, every number in its
 * text, its quizzes and exercises. */
#ifndef QKV_PLAY_CHECK_H
#define QKV_PLAY_CHECK_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct lesson;
struct session;
struct text;

struct check_report {
    char *file;
    size_t expects, inline_checks, quizzes, exercises, error_fences; /* how many were held */
    struct failure *failures; /* each located; what a person would mend at a sitting */
    size_t failure_count, failure_capacity;
    size_t failure_more; /* how many there are beside these */
    long minutes;        /* that the lesson takes (lesson_minutes), rounded */
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

/* Appends "lessons/a.md: 12 expects, 3 quizzes … hold", or how many checks failed. */
void check_report_write(const struct check_report *report, struct text *out);
/* Appends the report as a JSON object. */
void check_report_json(const struct check_report *report, struct text *out);

#endif
