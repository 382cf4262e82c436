/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* commands: THE TABLE, and the one path on which a key, a typed line, and a line of a lesson, of
 * standard input or of a test are run: all go through commands_run and end in the same row. Help,
 * completion and reserved words read the rows, too. */
#ifndef QKV_COMMANDS_COMMANDS_H
#define QKV_COMMANDS_COMMANDS_H

#include "language/parameter.h"
#include "session/session.h"

#include <string.h>

/* Read from a parameter's name and type (command_arguments.c). */
bool parameter_optional(const struct command_parameter *parameter);
bool parameter_takes_rest(const struct command_parameter *parameter);
bool parameter_repeats(const struct command_parameter *parameter);

/* A command word with its arguments, split at blanks outside brackets and quotes. */
struct command_call {
    const struct command *command;
    const char *text; /* the whole line; spans are bytes of it */
    struct span span; /* the whole statement */
    struct span rest; /* what follows the word */
    enum speaker speaker;
    struct {
        char *text; /* without quotes for FILE; NULL after the last */
        struct span span;
    } argument[24];
    size_t count;
};

enum command_flags {
    COMMAND_MOVES = 1,  /* moves in time or undoes: may not be joined with changes */
    COMMAND_PERSON = 2, /* never in a lesson: it writes, leaves the folder or ends the program */
    COMMAND_LESSON = 4, /* needs an open lesson */
    COMMAND_LAST = 8, /* cannot be undone when a later statement of its line fails, so it has to be
                          the last */
    /* How the cast reads a lesson's line without running it: */
    COMMAND_LOOKS = 16,    /* the learner looks at what it names */
    COMMAND_EXPLAINS = 32, /* shows how one number came about */
    COMMAND_VIEWS = 64,    /* sets how values are shown: the lesson does not stop there */
    COMMAND_DRAWS = 128,   /* asks for a picture of what it names */
    COMMAND_CHECKS = 256,  /* verifies something and says nothing: the lesson does not stop there */
    COMMAND_TRAVELS = 512  /* a move, which back undoes */
};

struct command {
    const char *name; /* in small letters */
    const char *group; /* heading in help, "stepping", "looking", …; NULL: that of the row before */
    const char *sentence; /* one sentence */
    const char *details;  /* a few more lines for `help NAME`; may be NULL */
    const char *before;   /* lines that the example needs before it; NULL: none */
    const char *example;  /* NULL: its name alone */
    const char *habits;   /* its names in gdb, less and shells, separated by blanks; may be NULL */
    struct command_parameter parameters[COMMAND_PARAMETERS];
    unsigned flags;
    bool (*run)(struct session *session, const struct command_call *call, struct failure *failure);
    /* Runs instead of RUN where a screen shows what RUN would say. NULL: RUN. */
    bool (*draw)(struct session *session, const struct command_call *call, struct failure *failure);
    /* In place of RUN, for a command that changes the notebook, which may be joined by `;`: makes
     * the changes without running them. */
    bool (*change)(struct session *session, const struct command_call *call,
                   struct changes *changes, struct failure *failure);
};

struct command_group {
    const struct command *rows; /* NULL: the pictures' (plotting_row) */
    size_t count;
};

/* Returns the rows, group by group; NULL past the end. */
const struct command *command_at(size_t index);
/* Returns the row of the command WORD (LENGTH bytes); NULL: it is none. */
const struct command *command_find(const char *word, size_t length);
/* Returns the command that WORD means in gdb, less or a shell (`step` is into), or NULL. */
const struct command *command_meant(const char *word);
/* Appends "explain CELL", "precision [NUMBER]". */
void command_usage(const struct command *command, struct text *out);

/* Runs one logical line (statements joined by `;` are one transaction) as SOURCE's. Its output is
 * in session->out. After a failure, which is located, everything is as before, and the output is
 * dropped. */
bool commands_run(struct session *session, const struct source *source, const char *text,
                  struct failure *failure);

/* Like commands_run, but undoes everything and says nothing: returns whether the line would run. */
bool commands_try(struct session *session, const struct source *source, const char *text,
                  struct failure *failure);

/* Runs a line of the open lesson as the lesson's: it may not write, leave its folder or end the
 * program. */
bool commands_run_lesson(struct session *session, const struct source_line *line,
                         struct failure *failure);

/* Runs a text of many lines, logical line by logical line: calls EACH after every one (after a
 * failed one with FAILURE set), which prints, and returns false to stop. Returns the number that
 * failed. */
size_t commands_run_text(struct session *session, const struct source *source, const char *text,
                         bool (*each)(void *context, struct session *session,
                                      const struct failure *failure),
                         void *context);

/* Opens LESSON in SESSION (takes ownership, also after a failure): compiles its statements into the
 * history's script, and starts before its first stop, with the lesson's view. */
bool commands_open(struct session *session, struct lesson *lesson, struct failure *failure);

/* Moves one stop on, as next does at the definition grain, halting or not. The output is in out.
 * False at the end (FAILURE not set) or after a failure. */
bool commands_advance(struct session *session, struct failure *failure);
/* Moves back until STOP stops have been passed, and looks as when the learner came there first.
 * Nothing is said. False when so few have been (FAILURE not set), or after a failure. */
bool commands_retreat(struct session *session, size_t stop, struct failure *failure);
/* Moves to where STOP stops have been passed, without output on the way: questions are skipped, and
 * of the lesson only its statements matter. */
bool commands_skip(struct session *session, size_t stop, struct failure *failure);
/* Says what follows a question, or a definition that was stepped through, once that no longer
 * waits. */
bool commands_say_rest(struct session *session, struct failure *failure);

/* True when STATEMENT is the command NAME. */
static inline bool statement_is(const struct statement *statement, const char *name) {
    return statement->command != NULL && text_same(statement->command->name, name);
}

/* True when STATEMENT changes the notebook: a definition, an edit, or a command that does. */
static inline bool statement_is_change(const struct statement *statement) {
    return statement->kind == STATEMENT_COMMAND ? statement->command->change != NULL
                                                : statement->kind != STATEMENT_EXPRESSION;
}

/* --- completion -------------------------------------------- */

struct completion {
    char **list; /* sorted, without repetitions */
    size_t count, capacity;
};

/* Finds the candidates for the word that ends at byte AT of LINE, from the tables: commands,
 * operators, names, labels, option words, files, topics. *START is where the word begins. The
 * caller releases them; false without memory, and there is nothing to release. */
bool completion_find(struct session *session, const char *line, size_t at, size_t *start,
                     struct completion *completion);
void completion_release(struct completion *completion);

#endif
