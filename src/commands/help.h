/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* help: everything that can be typed, described by its own row. */
#ifndef QKV_COMMANDS_HELP_H
#define QKV_COMMANDS_HELP_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct text;

/* Appends help on TOPIC in lines of WIDTH columns; on "" the overview, groups with a line each.
 * Text that a subject shows is not wrapped. Fails for an unknown topic, with the nearest. */
bool help_write(const char *topic, size_t width, struct text *out, struct failure *failure);

/* Appends "  HEAD        SENTENCE", which begins at column HANG and ends at WIDTH; a head that is
 * too long gets a line of its own. */
void help_line(const char *head, const char *sentence, size_t hang, size_t width, struct text *out);
/* Appends HEADING with a capital; APART: after an empty line. */
void help_heading(const char *heading, bool apart, struct text *out);

/* A subject that is neither a command nor an operator. */
struct topic {
    const char *name;
    const char *also;     /* other words for it, separated by single blanks; NULL: none */
    const char *sentence; /* for the overview */
    void (*write)(size_t width, struct text *out); /* from another table; NULL: topics.txt has it */
};

/* Appends the lines of TOPIC, which has no WRITE. */
void topic_write(const struct topic *topic, struct text *out);

extern const struct topic topics[]; /* ends with one without a name */

#endif
