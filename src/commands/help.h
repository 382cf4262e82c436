/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* help: everything that can be typed, told by its own row. */
#ifndef QKV_COMMANDS_HELP_H
#define QKV_COMMANDS_HELP_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct text;

/* Appends help on TOPIC in lines of WIDTH columns; on "" the overview, groups with a line each.
 * What subjects show stays as wide as it is. Fails for an unknown topic, with the nearest. */
bool help_write(const char *topic, size_t width, struct text *out, struct failure *failure);

/* How help hangs sentences beside their heads: from column HANG on, up to WIDTH. */
struct help_columns {
    size_t hang, width;
};
/* Appends "  HEAD        SENTENCE"; a head that is too long has a line of its own. */
void help_line(const char *head, const char *sentence, struct help_columns columns,
               struct text *out);
/* Appends HEADING with a capital; APART: behind an empty line. */
void help_heading(const char *heading, bool apart, struct text *out);

/* A subject that is neither a command nor an operator. */
struct topic {
    const char *name;
    const char *also;     /* words that lead to it, single blanks between; NULL: none */
    const char *sentence; /* for the overview */
    const char *text;     /* lines of at most 78 columns; NULL: WRITE has them */
    const char *after;    /* more of them, behind those of the kinds of questions (lesson.h) … */
    bool fenced; /* … that have a fence of their own; else of those that ```quiz begins */
    void (*write)(size_t width, struct text *out); /* from another table */
};

/* Appends the lines of TOPIC, which has TEXT. */
void topic_write(const struct topic *topic, struct text *out);

extern const struct topic topics[]; /* one without a name ends them */

#endif
