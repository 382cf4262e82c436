/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* desk: a session to type into, for the tests of this floor and those above. */
#ifndef QKV_TESTS_COMMANDS_DESK_H
#define QKV_TESTS_COMMANDS_DESK_H

#include "commands/commands.h"

struct desk {
    struct session session;
    struct failure failure; /* of the last line */
    enum speaker speaker;   /* who types */
};

/* Opens a bare session, or LESSON (Markdown text). Fails the test when that is impossible. */
void desk_open(struct desk *desk, const char *lesson);

/* Opens the project's own lesson NAME ("01-worked-example.md"). */
void desk_open_lesson(struct desk *desk, const char *name);

/* Returns how many lessons the project has, and the name of lesson NUMBER, from 0. */
int desk_lesson_count(void);
const char *desk_lesson(int number);
/* Returns how many of them, from the first, a test should play: all, but two in the sanitized pass,
 * which is some ten times slower and looks for other faults; with QKV_WALK all there, too. */
int desk_walked(void);

/* Closes it; fails the test when a block of memory was not freed. */
void desk_close(struct desk *desk);

/* Types LINE; the session's out contains only its output. */
bool desk_types(struct desk *desk, const char *line);

/* Returns the output of LINE, or its error message. Valid until the next line. */
const char *desk_says(struct desk *desk, const char *line);

/* Types the lines of tests/reference/FILE: "#" begins a new session; "= NAME" is followed by the
 * cells that NAME should have then, within TOLERANCE of the number's size (at least 1). Returns the
 * number of such lines. */
size_t desk_holds(struct desk *desk, const char *file, double tolerance);

/* Returns the value of a lone number. */
double desk_number(struct desk *desk, const char *expression);

#endif
