/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* program: one run of qkv: its options, its session, its input and its output. */
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

/* Keeps the worse of the two statuses as the exit status. */
void program_status(struct program *program, int status);

/* Returns the width of lines on standard output where no screen is drawn: $COLUMNS if that is a
 * number, else the terminal's width, but at most 80, because prose is read best so; else 80. At
 * least 40. */
size_t program_width(void);

/* Both print FAILURE on standard error; COMPLAIN also keeps the status that it means. */
void program_print_failure(const struct failure *failure);
void program_report_failure(struct program *program, const struct failure *failure);

/* Writes OUT to standard output and empties it; help goes through a pager. False once standard
 * output cannot be written; a reader that has gone away is not reported. CONTEXT is the program,
 * for use as a callback. */
bool program_write(void *context, struct text *out);

/* Writes OUT to the file that --output names, or to standard output. */
bool program_result(struct program *program, struct text *out, struct failure *failure);

/* True when both ends are a terminal; true when WORD means standard input or output. */
bool program_on_terminal(void);
bool program_is_dash(const char *word);

/* Opens WORD: a file, a lesson's name, or - for statements on standard input. The caller frees. */
struct lesson *program_open(struct program *program, const char *word, struct failure *failure);

/* In sums.c: makes the sums that the options ask for from the drills of the lesson that they name,
 * or of all lessons. The caller frees. */
struct lesson *sums_open(struct program *program, struct failure *failure);

/* Applies the options on how values are shown, over those of the lesson. */
void program_view(struct program *program);

/* Opens the lesson that the options name, if any, in the session, and goes where --at says. */
bool program_load(struct program *program, struct failure *failure);

/* Run statements one logical line at a time, not interactively: an error is reported and does not
 * stop the rest. One takes LINE as at the prompt, one the statements of -c, whose output SILENT
 * drops, and one standard input, each line as soon as it is whole, so that a program at the other
 * end of the pipe gets its answer; CRLF and a byte order mark are understood. */
void program_line(struct program *program, const char *line);
void program_statements(struct program *program, bool silent);
void program_input(struct program *program);

#endif
