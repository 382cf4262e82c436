/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* cast: the values of a lesson, how large each becomes, and which stop needs which of them.
 *
 * Compiled once, when a lesson is opened: names from its words, questions and lines, sizes from one
 * run through its statements on a copy (training is left out: it changes no size). Only sizes and
 * widths are kept, never numbers, so that a picture planned from a cast cannot reveal a later
 * value. */
#ifndef QKV_STAGE_CAST_H
#define QKV_STAGE_CAST_H

#include "canvas/drawing.h"
#include "canvas/style.h"

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct session;
struct definition;

/* Beyond these a value is large: it is shown through a window that scrolls. */
enum { CAST_ROWS = 24, CAST_COLUMNS = 40, CAST_MATRICES = 8 };

enum { CAST_OPERANDS = 6, CAST_NONE = -1 };

/* The largest sizes of a value on one page, and columns of its widest labels there; all 0: no
 * screen of the page has it. */
struct cast_size {
    size_t matrices, rows, columns, row_label, column_label;
};

/* A value of the lesson, or a picture that it asks for. What is inside of another ("H.2") is one
 * when a line of the lesson selects it; a text is one, too, and no stop needs it. Sizes and labels
 * are those of the value as stored, in rows. */
struct cast_value {
    char *name;     /* "scores", "K.T"; of a picture its words: "links A", "curve loss" */
    int first_stop; /* the stop that defines it first, or asks for the picture first; CAST_NONE:
                       none could be run */
    struct cast_size size; /* its largest sizes in the whole lesson */
    size_t number;    /* columns that its widest number takes, with at most so many decimals: 7, .5,
                         −12.5; of weights 4: .126 */
    int decimals;     /* at most: the fewest that write its numbers exactly, up to two (one from
                         100 on, none from 1000), and more where its rows read alike else; of
                         weights three, of a lone number as many as it has. What an exercise or
                         a training moves has two (a lone number all), and 3 columns at least */
    size_t own;       /* columns of its widest number in the lesson, without room for an edit */
    size_t least;     /* columns that its numbers need at least: with fewer decimals, of which the
                         largest needs one, and without the sign, which may be in the blank before
                         it. Of what is trained 3: 9.9 */
    bool edited;      /* it may be edited or is trained: NUMBER has room for −9.99 */
    bool trained;     /* a training of the lesson moves it: its numbers are not known */
    bool moves;       /* its numbers change in the lesson, or an exercise can change them */
    size_t row_names; /* equal for values whose rows have the same labels in the same order all
                         through the lesson; 0: none */
    size_t column_names; /* likewise */
    enum style role;     /* what its name is drawn in (canvas/axes.h) */
    bool lone;           /* a single number, written as NAME = 3 */
    bool weights;        /* attention weights or other shares of 1: three decimals, 0 … 1 */
    bool probabilities;  /* at last it was weights, or what is left of them: 0 … 1 */
    bool words;          /* a text: no picture of its own */
    bool picture;        /* links, arrows, curve …: ROWS × COLUMNS are what it takes, in cells
                            of the screen, at its smallest good size */
    size_t wish[2];      /* of a picture: the rows and columns that it would like */
    struct drawing_request requested; /* likewise: what it shows; nothing: a training's curve */
    int operands[CAST_OPERANDS];      /* what it is made from, in order, by the formula that it has
                                         first: indexes into the cast. Of a picture what it shows */
    size_t operand_count;
    int left, right; /* a product L @ R of two values (or `K.T`), and nothing more: their indexes;
                        CAST_NONE both where it is none */
    int transposed; /* K.T: the index of K; else CAST_NONE. Every transposed operand of a product is
                   a value of its own, which only stops need that step through the product */
};

/* Why a stop needs a value; several reasons may apply. Stops that one screen passes at once
 * (lesson_next_halt), such as `expect` after a definition, all need what the screen needs. A value
 * that is not there yet, has no numbers, or is the answer to an open question is only known. */
enum need {
    NEED_FOCUS = 1,    /* the stop is about it: it is selected, defined, edited, trained, shown;
                          weights that an edit moves; a picture as long as the cursor stays in it */
    NEED_OPERAND = 2,  /* what the stop computes is made from it: it steps through that, or that is
                          made from at most three matrices */
    NEED_QUESTION = 4, /* a question is about it, also one that waits; or its goal names it */
    NEED_EDIT = 8,     /* an exercise lets it be changed */
    NEED_NAMED = 16, /* the new words name it, or those that a question follows; or an edit moves it
                        that the page names */
    NEED_ANSWERED = 32, /* the words that follow a question's answer name it */
    NEED_WAY = 64, /* it can do without numbers: it is between an edit and a goal, an edit moves it,
                      a picture shows it, it is one of many operands, or a question asks for it
                      that its numbers would answer */
    NEED_KNOWN = 128,  /* an earlier stop, or this one, named it in words or had it with numbers: it
                         is explained; without this only its name may show */
    NEED_LOOKED = 256, /* of those that the stop is about, the one that is selected */
    NEED_NUMBERS =
        NEED_FOCUS | NEED_OPERAND | NEED_QUESTION | NEED_EDIT | NEED_NAMED | NEED_ANSWERED
};

/* How far the numbers of a value reach on one page, and which values share its scale. */
struct cast_scale {
    double largest; /* its largest size there (scale_join); 0: it has no numbers */
    bool any;       /* at some stop there its numbers are no probabilities */
    bool shown;     /* a stop of the page needs its numbers */
    bool named;     /* a `scale` line of the page names it */
    int like;       /* another value, in the same units (axes_units) or named with it by a `scale`
                       line of the page; CAST_NONE: it is the root of those that share a scale,
                       apart from weights and probabilities */
};

/* What is known of one stop of the lesson. */
struct cast_stop {
    size_t page;
    bool stepped;  /* an operation is stepped through (grain, row, cell) */
    bool exercise; /* an exercise is open at it */
};

struct cast {
    struct cast_value *values; /* in the order of definition, each operand before its users, and
                                  pictures last */
    size_t count, room;        /* ROOM: the values of a row of NEEDS and SCALES */
    size_t stops, pages;
    struct cast_stop *at_stop; /* one a stop */
    unsigned short *needs;     /* stops × room: enum need */
    struct cast_scale *scales; /* pages × room; of a cast on a page those of the page alone */
    struct cast_size *sizes;   /* likewise */
    const struct cast *of;     /* of a cast on a page (stage/present.h): that of the lesson, from
                                  which it borrows all but VALUES and SIZES; else NULL */
};

/* Compiles the lesson that SESSION has open. Of SESSION only the history gets something: it keeps
 * what the run computed (history_foresee), which shows nowhere. NULL only without memory; a lesson
 * that cannot be run to its end has the sizes of what could be run. The caller frees. */
struct cast *cast_make(const struct session *session, struct failure *failure);
void cast_free(struct cast *cast); /* NULL is allowed */

/* Returns the value called NAME (borrowed) as DEFINITION by itself has it: all but operands. */
struct cast_value cast_measure(const struct session *session, const struct definition *definition,
                               char *name);

/* Gives VALUE the sizes of OF, rows and columns swapped with their labels. */
void cast_transpose(struct cast_value *value, const struct cast_value *of);

/* Returns the index of NAME; CAST_NONE: the cast does not have it. */
int cast_find(const struct cast *cast, const char *name);

/* True when value USER is made from VALUE. */
bool cast_is_operand(const struct cast *cast, int value, int user);

/* True when VALUE is large. */
static inline bool cast_is_large(const struct cast_value *value) {
    const struct cast_size *size = &value->size;
    return size->matrices > CAST_MATRICES || size->rows > CAST_ROWS || size->columns > CAST_COLUMNS;
}

/* Returns what stop STOP (0 … stops - 1) needs of value INDEX. */
static inline unsigned cast_need(const struct cast *cast, size_t stop, size_t index) {
    return cast->needs[stop * cast->room + index];
}

/* True when STOP can do without the numbers of value INDEX, but is clearer with them: in an
 * exercise it is between what may be edited and the goal; else what the stop is about is made from
 * it. */
bool cast_helps(const struct cast *cast, size_t stop, size_t index);

#endif
