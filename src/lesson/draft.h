/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* draft: what the files of this folder share while a document is made into a lesson. */
#ifndef QKV_LESSON_DRAFT_H
#define QKV_LESSON_DRAFT_H

#include "lesson/lesson.h"

enum { PROBLEM_LIMIT = 100 }; /* what a person would mend at a sitting; more are dropped */

struct draft {
    struct lesson *lesson;
    struct document_cursor cursor; /* in the raw text: where the last problem was */
    bool failed;                   /* no memory */
};

struct draft draft_of(struct lesson *lesson);

/* Adds a problem with line LINE of the file; its excerpt is that line. */
void draft_problem(struct draft *draft, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns how many blanks line LINE of the file begins with. */
size_t draft_indent(struct draft *draft, size_t line);

/* Copies LENGTH bytes as they are (to be read as a statement), or safe to show. NULL sets `failed`.
 */
char *draft_copy_raw(struct draft *draft, const char *bytes, size_t length);
char *draft_copy_shown(struct draft *draft, const char *bytes, size_t length);
/* Returns lines of Markdown as plain words (document_words), line by line. */
char *draft_copy_words(struct draft *draft, const char *bytes, size_t length);

/* Makes room for one more element of SIZE bytes in a growing array; false sets `failed`. */
bool draft_room(struct draft *draft, void *array, size_t *capacity, size_t count, size_t size);

/* Adds COPY (taken over; NULL when there was no memory) to a list of strings. */
struct strings {
    char ***list;
    size_t *count, *capacity;
};
void draft_add_string(struct draft *draft, struct strings strings, char *copy);

/* --- words and lines -------------------------------------------------------------------------- */

/* Some bytes of a text, which does not belong to the slice. */
struct slice {
    const char *bytes;
    size_t length;
};

bool slice_is(struct slice slice, const char *word);
bool slice_starts(struct slice slice, const char *prefix);
/* Return SLICE without the white space around it, and without its first COUNT bytes. */
struct slice slice_trimmed(struct slice slice);
struct slice slice_after(struct slice slice, size_t count);

/* Takes the first word, up to a blank, off TEXT; at the end the word is empty. */
struct slice slice_word(struct slice *text);

/* Takes the first line off TEXT and trims it. */
struct slice slice_line(struct slice *text);

/* Returns the candidate (in a NULL-terminated list) that SLICE nearly is, ignoring case; NULL when
 * there is none. */
const char *slice_nearest(struct slice slice, const char *const *candidates);

/* Returns the position of the first MARK in code, outside brackets, quotes and comments; the code's
 * length when there is none. */
size_t slice_find(struct slice code, const char *mark);

/* --- the parts -------------------------------------------------------------------------------- */

/* Returns the part that a fence with INFO makes; PART_NARRATION when it is only shown. */
enum part_kind fence_kind(const char *info);

/* In fence.c: fills PART with what BLOCK contains, and splits CODE, which begins on line LINE, into
 * statements. */
void statements_read(struct draft *draft, const struct block *block, struct part *part);
void statements_split(struct draft *draft, struct slice code, size_t line, struct part *part);
/* In fence.c; NULL only without memory. */
struct quiz *quiz_read(struct draft *draft, const struct block *block);
void quiz_free(struct quiz *quiz);
/* In task.c: reads a line of a ```write fence, which is LINE of the file, into QUIZ. False when it
 * is not one of its lines. */
bool task_line(struct draft *draft, struct quiz *quiz, struct slice text, size_t line);
/* Reports what the task lacks. */
void task_judge(struct draft *draft, const struct quiz *quiz);
void task_free(struct task *task); /* NULL is allowed */
struct exercise *exercise_read(struct draft *draft, const struct block *block);
void exercise_free(struct exercise *exercise);

/* In judge.c: checks what a lesson must have (a title, unique ids, a fence that grades each
 * prediction) and looks for near misses in the blocks and in the raw lines. Afterwards all problems
 * are in the order of their lines. */
void judge_lesson(struct draft *draft);

#endif
