/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* parameter: what is written behind the word of a command: for its row (commands/commands.h), and
 * for the pictures, each of which is a command (canvas/drawing.h). */
#ifndef QKV_LANGUAGE_PARAMETER_H
#define QKV_LANGUAGE_PARAMETER_H

enum { COMMAND_PARAMETERS = 4 };

enum parameter_type {
    TYPE_NONE, /* ends the list */
    TYPE_NAME, /* a definition */
    TYPE_CELL, /* A[1,2], or any reference */
    TYPE_NUMBER,
    TYPE_WORD,    /* one of WORDS */
    TYPE_OPTIONS, /* KEY=VALUE, any of those in the parameter's NAME, "steps=40 axes=shared" */
    TYPE_FORMAT,  /* format=NAME, one of files/export.h */
    TYPE_FILE,    /* a path, quoted or not */
    TYPE_LESSON,
    TYPE_ADDRESS,    /* NAME [operation] row i col j, "end", a page */
    TYPE_TOPIC,      /* a command, an operator or a subject of help */
    TYPE_ASSIGNMENT, /* CELL = EXPRESSION */
    TYPE_BASELINE,   /* a baseline's name, which may have blanks */
    TYPE_REST        /* the rest of the line: an expression, an expectation, an answer */
};

struct command_parameter {
    const char *name; /* as in the usage line: "CELL", "NAME…" where there may be more of them,
                         "[COUNT]", "[NAME…]" where it may be left out */
    enum parameter_type type;
    const char *words;
    const char *sentence;
};

#endif
