/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* program: one run of qkv: its options, its session, and what goes in and out. */
#ifndef QKV_PLAY_PROGRAM_H
#define QKV_PLAY_PROGRAM_H

#include "base/output.h"
#include "play/options.h"
#include "session/session.h"

enum { STATUS_GOOD = 0, STATUS_FAILED = 1, STATUS_TROUBLE = 2 };

struct program {
    struct options options;
    struct session session;
    int status;            /* to leave with */
    bool unwritable;       /* standard output: said once */
    struct output_log log; /* of files read and written */
    struct text unsettled; /* what is wrong with the settings: said once, and passed */
};

/* The graver of two is the one to leave with. */
void program_status(struct program *program, int status);

/* The columns of a line on standard output where no screen is drawn: $COLUMNS where that is a
 * number, else a terminal's own up to 80, for lines of prose read best so; else 80. At least 40. */
size_t program_width(void);

/* Tells FAILURE on standard error; COMPLAIN also notes the status that it means. */
void program_tell(const struct failure *failure);
void program_complain(struct program *program, const struct failure *failure);

/* Writes OUT to standard output and empties it; help through a pager. False once that cannot be
 * written to. A reader that went away is not worth a message. CONTEXT is the program: it is handed
 * to others. */
bool program_write(void *context, struct text *out);

/* Writes OUT into the file that --output names, or to standard output. */
bool program_result(struct program *program, struct text *out, struct failure *failure);

/* Whether both ends are a terminal; whether WORD means standard input or output. */
bool program_on_terminal(void);
bool program_is_dash(const char *word);

/* Opens WORD: a file, a lesson's name, or - for statements on standard input. The caller frees. */
struct lesson *program_open(struct program *program, const char *word, struct failure *failure);

/* sums.c: the sums that the options ask for, made of the drills of the lesson that they name, else
 * of all lessons. The caller frees. */
struct lesson *sums_open(struct program *program, struct failure *failure);

/* What the options say about how things are shown goes over what the lesson says. */
void program_view(struct program *program);

/* Makes the lesson that was asked for, if one was, the session's, and goes where --at says. */
bool program_load(struct program *program, struct failure *failure);

/* Runs statements one logical line at a time, not interactively: an error is complained of and does
 * not stop the rest. LINE as at the prompt; those of -c, whose words SILENT drops; what standard
 * input gives, each as soon as it is whole, so that a program at the other end of the pipe gets its
 * answer: CRLF and a byte order mark are understood. */
void program_line(struct program *program, const char *line);
void program_statements(struct program *program, bool silent);
void program_input(struct program *program);

#endif
