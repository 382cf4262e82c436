/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* drawing: a picture that is asked for by its name, of one value or of several: `links A`, `arrows
 * Q K`, `histogram S`. Each is a file and a word in DRAWINGS; its kind says what the command of
 * that name takes, what help says and how it is drawn. Values come as they are stored, a word a
 * row, whatever convention is shown; the cursor's row (the first, where it is in none) is the one
 * that asks. */
#ifndef QKV_CANVAS_DRAWING_H
#define QKV_CANVAS_DRAWING_H

#include "canvas/flow.h"
#include "canvas/picture.h"
#include "language/parameter.h"

struct drawing_kind;
struct failure;
struct sweep; /* canvas/sweep.h */
struct text;

enum { DRAWING_VALUES = 6, DRAWING_SHOWN = 4 }; /* at most, and of those that are no marks */
enum { DRAWING_NAMES = 14, DRAWING_NAME = 40, DRAWING_KEY = 400, DRAWING_OPTIONS = 4 };

/* What was asked for by name: a picture, or (without a kind) several values together, as `show A B`
 * asks for. It is made once from the words of the statement, and copied by value. */
struct drawing_request {
    const struct drawing_kind *kind;
    size_t count;                            /* 0: nothing was asked for */
    char names[DRAWING_NAMES][DRAWING_NAME]; /* as they were written: "Q", "A[1,2]", "max(A)" */
    double option[DRAWING_OPTIONS];          /* as its kind lists them; 0: not given */
    size_t marks; /* from which name on values are only marked, and may be missing; 0: none */
    char key[DRAWING_KEY]; /* what distinguishes the picture from others, as it would be typed:
                              "arrows a b" */
};

struct drawing {
    struct picture values[DRAWING_VALUES];
    size_t count; /* 1 … the kind's most */
    const struct drawing_request *request;
    const struct sweep *sweep; /* what was measured last; NULL: nothing */
};

/* What is known of the first value that a picture shows before it has numbers: its sizes, and the
 * columns of its widest column label; and how many values it shows. */
struct drawing_sizes {
    size_t rows, columns, column_label, values;
};

/* An option KEY=VALUE after the names: the first or the second of two WORDS (0, 1), a whole number
 * from 1 to MOST or, with neither, a number above 1. */
struct drawing_option {
    const char *key, *words;
    size_t most;
};

struct drawing_kind {
    const char *name;
    /* What help says of the command (commands/commands.h). */
    const char *sentence, *details, *before, *example;
    struct command_parameter parameters[COMMAND_PARAMETERS];
    struct drawing_option options[DRAWING_OPTIONS]; /* as the last parameter names them */
    size_t most;                                    /* values */
    size_t marks; /* from this name on they may be missing; 0: all must exist */
    bool measured; /* of a number that ran through a range: CELL from A to B watch CELL… at NAME… */
    bool instead; /* it shows the numbers of its value, which need not be beside it */
    bool summed;  /* it shows no single number of its value: the cursor is on all of it */
    bool across;  /* the columns go from left to right in it, in either convention */
    /* Returns which of COUNT numbers of a row is listed below (BACK: above) number AT, or first
     * where AT is SIZE_MAX; AT at either end. NULL: it is no list. */
    size_t (*neighbour)(const struct drawing_request *request, const double *numbers, size_t count,
                        size_t at, bool back);
    /* False: FAILURE says what is wrong with the values, and what would be right. NULL: any will
     * do. */
    bool (*fits)(const struct drawing *drawing, struct failure *failure);
    /* Describes it in sentences; NULL: as its values are described (matrix_describe). */
    void (*describe)(const struct drawing *drawing, struct text *out);
    /* Returns the rows that it takes in a transcript of so many COLUMNS; NULL: those that it would
     * like. */
    size_t (*rows)(const struct drawing *drawing, size_t columns);
    /* The rows and columns that it must have, and those that it would like: the same for all
     * values, or as MEASURE says. */
    size_t least[2], wish[2];
    void (*measure)(const struct drawing_sizes *of, size_t least[2], size_t wish[2]);
    /* Draws a picture that fits, in the form that is best for CANVAS, whatever its size; the
     * canvas's cursor, where it has one, is on what asks. */
    void (*draw)(const struct drawing *drawing, const struct canvas *canvas);
};

/* The usual parameters: one value, "matrix" or "stack"; several values. */
#define DRAWING_OF_ONE(WHAT)                                                                       \
    { "[NAME]", TYPE_NAME, NULL, "which " WHAT "; without it, the one looked at" }
#define DRAWING_OF_SEVERAL                                                                         \
    { "[NAME…]", TYPE_NAME, NULL, "what to draw; without it, what is looked at" }

/* All pictures, in the order in which help lists them. */
#define DRAWINGS(X) X(sweep) X(histogram) X(bars) X(boxes) X(mix) X(arrows) X(dial) X(links)

#define DRAWING_COUNTED(name) +1
enum { DRAWING_KINDS = 0 DRAWINGS(DRAWING_COUNTED) };
#define DRAWING_DECLARED(name) extern const struct drawing_kind name##_drawing;
DRAWINGS(DRAWING_DECLARED)

/* Return kind INDEX of them, and the one called by the LENGTH bytes at NAME; NULL: there is
 * none. */
const struct drawing_kind *drawing_at(size_t index);
const struct drawing_kind *drawing_find(const char *name, size_t length);

/* True when its kind can draw these values; else FAILURE says why not. */
bool drawing_fits(const struct drawing *drawing, struct failure *failure);

/* Find the rows and columns that a picture of KIND must have, and those that it would like; and
 * those of DRAWING. */
void drawing_measure(const struct drawing_kind *kind, const struct drawing_sizes *of,
                     size_t least[2], size_t wish[2]);
void drawing_sizes(const struct drawing_kind *kind, const struct drawing *drawing, size_t least[2],
                   size_t wish[2]);

/* Append DRAWING in sentences, and as lines for a transcript. */
void drawing_describe(const struct drawing *drawing, struct text *out);
void drawing_print(const struct drawing *drawing, const struct output *output);

/* Returns the row of the first value that asks. */
size_t drawing_row(const struct drawing *drawing, size_t value);

/* --- requests --------------------------------------------------------------------------------- */

/* Reads the LENGTH bytes of a statement at WORDS, "histogram S bins=14" or "show A B". What names
 * nothing (another command, one value alone, a part of one: `show A[1,:]`) asks for nothing. */
struct drawing_request drawing_read(const char *words, size_t length);
/* Returns the bytes of KEY, where WORD is KEY=VALUE, which no expression begins with; 0: it is
 * not. */
size_t drawing_key(const char *word, size_t length);
/* Returns the bytes of name AT that refer to a value: 1 of "A[1,2]", 0 of "max(A)". */
size_t drawing_named(const struct drawing_request *request, size_t at);
/* Returns which of its names refers to the value NAME, itself or a part of it; SIZE_MAX: none. */
size_t drawing_index(const struct drawing_request *request, const char *name);
/* Adds a name, where there is room for one more. */
void drawing_add_name(struct drawing_request *request, const char *name);
/* True when both ask for the same picture, however it is to be shown and whatever is marked in
 * it. */
bool drawing_same(const struct drawing_request *a, const struct drawing_request *b);

#endif
