/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* commands: THE TABLE and the one path: a key, a typed line, a line of a lesson, of standard input
 * and of a test are all run by commands_run, and all end in the same row. Help, completion and
 * reserved words read the rows too. */
#ifndef QKV_COMMANDS_COMMANDS_H
#define QKV_COMMANDS_COMMANDS_H

#include "language/parameter.h"
#include "session/session.h"

#include <string.h>

/* What a parameter's name and type tell of it (call.c). */
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
        char *text; /* quotes removed for FILE; NULL past the last */
        struct span span;
    } argument[24];
    size_t count;
};

enum command_flags {
    COMMAND_CHANGES =
        1, /* changes the notebook: has CHANGE instead of RUN; joined by `;` with others */
    COMMAND_MOVES = 2,  /* moves in time or undoes: may not be joined with changes */
    COMMAND_PERSON = 4, /* never in a lesson: it writes, leaves the folder or ends the program */
    COMMAND_LESSON = 8, /* needs an open lesson */
    COMMAND_LAST = 16,  /* cannot be taken back when what follows on its line fails: nothing may */
    /* What a lesson's line means to those who do not run it: */
    COMMAND_LOOKS = 32,     /* what it names is what the learner looks at */
    COMMAND_SHADES = 64,    /* shows a heat map */
    COMMAND_EXPLAINS = 128, /* shows how one number came about */
    COMMAND_VIEWS = 256,    /* sets how values are shown: nobody has to stop there */
    COMMAND_DRAWS = 1024,   /* asks for a picture of what it names */
    COMMAND_CHECKS = 512,   /* holds what must be true, and says nothing: nor there */
    COMMAND_TRAVELS = 2048  /* a move, which back takes back */
};

struct command {
    const char *name;     /* small letters */
    const char *group;    /* heading in help, "stepping", "looking", …; NULL: the row before's */
    const char *sentence; /* one sentence */
    const char *details;  /* a few more lines for `help NAME`; may be NULL */
    const char *before;   /* what the example needs, run first; NULL: nothing */
    const char *example;  /* NULL: its name alone */
    const char *habits;   /* what gdb, less and shells call it, split at blanks; may be NULL */
    struct command_parameter parameters[COMMAND_PARAMETERS];
    unsigned flags;
    bool (*run)(struct session *session, const struct command_call *call, struct failure *failure);
    /* That instead where frames are drawn of the session: what RUN tells they show. NULL: RUN. */
    bool (*draw)(struct session *session, const struct command_call *call, struct failure *failure);
    /* COMMAND_CHANGES: makes the changes, does not run them. */
    bool (*change)(struct session *session, const struct command_call *call,
                   struct changes *changes, struct failure *failure);
};

struct command_group {
    const struct command *rows; /* NULL: the pictures' (plotting_row) */
    size_t count;
};

/* The rows, group by group; NULL past the end. */
const struct command *command_at(size_t index);
/* The row of the command that WORD (LENGTH bytes) is; NULL: it is none. */
const struct command *command_find(const char *word, size_t length);
/* The command that WORD is in gdb, less or a shell (`step` is into), or NULL. */
const struct command *command_meant(const char *word);
/* Appends "explain CELL", "precision [NUMBER]". */
void command_usage(const struct command *command, struct text *out);

/* Runs one logical line (statements joined by `;` are one transaction) as SOURCE's. What it says is
 * in session->out. After a failure, which is located, everything is as before; what had been said
 * is dropped. */
bool commands_run(struct session *session, const struct source *source, const char *text,
                  struct failure *failure);

/* The same, but nothing stays of it and nothing is said: tells only whether it would run. */
bool commands_try(struct session *session, const struct source *source, const char *text,
                  struct failure *failure);

/* Runs a line that the open lesson holds, as the lesson's: it may not write, leave its
 * folder or end the program. */
bool commands_run_lesson(struct session *session, const struct source_line *line,
                         struct failure *failure);

/* Runs a text of many lines, logical line by logical line: calls EACH after every one (also after a
 * failed one, with FAILURE set), which prints, and returns false to stop. Returns the number that
 * failed. */
size_t commands_run_text(struct session *session, const struct source *source, const char *text,
                         bool (*each)(void *context, struct session *session,
                                      const struct failure *failure),
                         void *context);

/* Opens LESSON in SESSION (taken over also after a failure): compiles its statements into the
 * history's script; the place is before its first stop, the view the lesson's. */
bool commands_open(struct session *session, struct lesson *lesson, struct failure *failure);

/* One stop on or back: what next and back do at the definition grain, halting or not. What there is
 * to say is in out. False at the end (FAILURE not set) or after a failure. */
bool commands_advance(struct session *session, struct failure *failure);
bool commands_retreat(struct session *session, struct failure *failure);
/* To where STOP stops have been passed, saying and showing nothing on the way: questions are
 * skipped, and what is read of the lesson is its statements. */
bool commands_skip(struct session *session, size_t stop, struct failure *failure);
/* What follows a question, or a definition that is stepped through, waits for the next stop; this
 * says it now, when there is something. */
bool commands_tell_rest(struct session *session, struct failure *failure);

/* Whether STATEMENT is the command NAME. */
static inline bool statement_is(const struct statement *statement, const char *name) {
    return statement->command != NULL && text_same(statement->command->name, name);
}

/* The value of NOTEBOOK that the words or the question of stop STOP name first, where its lines
 * turn to none themselves; NULL: they name none, or the one called FOCUS (NULL: none), too. Never
 * one that an open prediction is about. */
const char *commands_spoken(const struct session *session, const struct notebook *notebook,
                            const char *focus, size_t stop);
/* What a statement that is about to run on NOTEBOOK is made from, or what it changes, borrowed;
 * NULL: nothing that is there. */
const char *commands_made_from(const struct notebook *notebook, const struct statement *statement);

/* --- completion: what a word that is being typed may become. */

struct completion {
    char **list; /* each once, sorted */
    size_t count, capacity;
};

/* The candidates for the word that ends at byte AT of LINE: commands, operators, names, labels,
 * option words, files, topics, by the rows. *START is where the word begins. The caller releases;
 * false without memory, and there is nothing to release. */
bool completion_find(struct session *session, const char *line, size_t at, size_t *start,
                     struct completion *completion);
void completion_release(struct completion *completion);

#endif
