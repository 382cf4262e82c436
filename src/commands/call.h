/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* call: the words after a command, split and counted against its row. Only for this floor. */
#ifndef QKV_COMMANDS_CALL_H
#define QKV_COMMANDS_CALL_H

#include "commands/commands.h"
#include "language/reader.h"

/* Splits what follows the command word: at blanks outside brackets and quotes, quotes taken off for
 * FILE and LESSON; REST, ADDRESS and ASSIGNMENT take all that is left. Fails with the usage line
 * for too few or too many. To be released also after a failure. CALL comes with command, text,
 * span, rest and source filled in. */
bool call_split(struct command_call *call, struct failure *failure);
void call_release(struct command_call *call);

/* Argument I as a definition of the notebook, a cell, a number, or one of the row's words; each
 * failure has the argument's span. call_cell's and call_reference's are read in the convention
 * shown. */
const struct definition *call_definition(struct session *session, const struct command_call *call,
                                         size_t i, struct failure *failure);
struct called_cell {
    struct definition *definition; /* borrowed */
    size_t cell;
};
bool call_cell(struct session *session, const struct command_call *call, size_t i,
               struct called_cell *found, struct failure *failure);
struct tree *call_reference(struct session *session, const struct command_call *call, size_t i,
                            struct failure *failure);
bool call_number(const struct command_call *call, size_t i, const double bounds[2], double *number,
                 struct failure *failure);
/* Argument I as how many times; 1 when it was left out. Its parameter is a COUNT_PARAMETER. */
bool call_times(const struct command_call *call, size_t i, long *count, struct failure *failure);
#define COUNT_PARAMETER(what)                                                                      \
    { .name = "[COUNT]", .type = TYPE_NUMBER, .sentence = (what) }
/* The place of the LENGTH bytes at WORD among WORDS, parted by blanks; SIZE_MAX: not there. */
size_t word_index(const char *words, const char *word, size_t length);
/* The index of argument I among the words of parameter P. */
bool call_choice(const struct command_call *call, size_t i, size_t p, size_t *index,
                 struct failure *failure);
/* Argument I as one of the row's options, KEY=VALUE: *KEY is its place among them. Fails with all
 * of them. Then its value: a number within BOUNDS, a whole one, or one of WORDS as its place. */
bool call_option(const struct command_call *call, size_t i, size_t *key, struct failure *failure);
bool option_number(const struct command_call *call, size_t i, const double bounds[2],
                   double *number, struct failure *failure);
bool option_whole(const struct command_call *call, size_t i, size_t most, size_t *number,
                  struct failure *failure);
bool option_word(const struct command_call *call, size_t i, const char *words, size_t *index,
                 struct failure *failure);
/* Moves a failure of a text that begins at argument I to the whole line's bytes. */
bool call_shift(const struct command_call *call, size_t i, struct failure *failure);
/* The same of what was read from argument I as a reference, and is not there: in columns it is told
 * of what was typed (session_blame). */
bool call_blame(const struct session *session, const struct command_call *call, size_t i,
                struct failure *failure);

#endif
