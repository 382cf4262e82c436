/* command: the contract of a row. A key, a typed line, a line of a lesson, of standard input and of
 * a test all end in the same row (commands.h). Help, completion and reserved words read the rows
 * too. */
#ifndef QKV_COMMANDS_COMMAND_H
#define QKV_COMMANDS_COMMAND_H

#include "session/session.h"

enum { COMMAND_PARAMETERS = 4 };

enum parameter_type {
    TYPE_NONE, /* ends the list */
    TYPE_NAME, /* a definition */
    TYPE_CELL, /* A[1,2], or any reference */
    TYPE_NUMBER,
    TYPE_WORD, /* one of WORDS */
    TYPE_FILE, /* a path, quoted or not */
    TYPE_LESSON,
    TYPE_ADDRESS,    /* NAME [operation] row i col j, "end", a page */
    TYPE_TOPIC,      /* a command, an operator or a subject of help */
    TYPE_ASSIGNMENT, /* CELL = EXPRESSION */
    TYPE_BASELINE,   /* a baseline's name, which may have blanks */
    TYPE_REST        /* the rest of the line: an expression, an expectation, an answer */
};

struct command_parameter {
    const char *name; /* as in the usage line: "CELL" */
    enum parameter_type type;
    const char *words;
    bool optional, repeats;
    const char *sentence;
};

/* A command word with its arguments, split at blanks outside brackets and quotes. */
struct command_call {
    const struct command *command;
    const char *text; /* the whole line; spans are bytes of it */
    struct span span; /* the whole statement */
    struct span rest; /* what follows the word */
    struct {
        char *text; /* quotes removed for FILE; NULL past the last */
        struct span span;
    } argument[24];
    size_t count;
    const struct source *source;
};

enum command_flags {
    COMMAND_CHANGES =
        1, /* changes the notebook: has CHANGE instead of RUN; joined by `;` with others */
    COMMAND_MOVES = 2,  /* moves in time or undoes: may not be joined with changes */
    COMMAND_PERSON = 4, /* never in a lesson: it writes, leaves the folder or ends the program */
    COMMAND_LESSON = 8, /* needs an open lesson */
    COMMAND_EDITS = 16, /* changes one cell of what was written out, and looks at no other value */
    COMMAND_LAST = 32   /* cannot be taken back when what follows on its line fails: nothing may */
};

struct command {
    const char *name;     /* small letters */
    const char *group;    /* heading in help: "stepping", "looking", "changing", … */
    const char *sentence; /* one sentence */
    const char *details;  /* a few more lines for `help NAME`; may be NULL */
    const char *example;
    const char *habits; /* what gdb, less and shells call it, split at blanks; may be NULL */
    struct command_parameter parameters[COMMAND_PARAMETERS];
    unsigned flags;
    bool (*run)(struct session *session, const struct command_call *call, struct failure *failure);
    /* COMMAND_CHANGES: makes the changes, does not run them. */
    bool (*change)(struct session *session, const struct command_call *call,
                   struct changes *changes, struct failure *failure);
};

struct command_group {
    const struct command *rows;
    size_t count;
};

#endif
