/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas: a grid of character cells. Pictures are drawn on it; the transcript prints it as lines
 * and the screen copies it to the terminal, so both show the same thing.
 *
 * Writing outside the grid is clipped. A wide character takes two cells; combining marks join the
 * cell before. Text must be sanitised already. */
#ifndef QKV_CANVAS_CANVAS_H
#define QKV_CANVAS_CANVAS_H

#include "base/least.h"
#include "canvas/shade.h"
#include "canvas/style.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct failure;
struct text;

/* A cell has sixteen bytes, because a frame goes through thousands of them. */
struct canvas_cell {
    char text[10]; /* one character with its marks, then zeros; none: a space, or the right half of
                      a wide one */
    enum style style;
    bool wide : 1, right_half : 1;
    bool faint : 1;     /* its style half into the background, and not bold */
    struct shade shade; /* its background; where there is one, STYLE gives attributes only */
    struct shade ink;   /* the colour of its character; none: what reads best on the background */
};

/* What a cell means when the mouse points at it. */
struct canvas_tag {
    size_t owner; /* a value, a question: the caller knows */
    size_t item;  /* which of its own, from 1; CANVAS_NAME: its name; 0: nothing */
};
#define CANVAS_NAME SIZE_MAX

/* The tags of a canvas, as boxes of one row; of those that share a cell the last one counts. */
struct canvas_tags {
    struct canvas_tagged {
        size_t row, column, width;
        struct canvas_tag tag;
    } * list;
    size_t count, capacity;
};

struct box {
    size_t row, column, rows, columns;
};

/* A whole canvas, or a part of one, whose positions count from its own corner. Only the functions
 * below write cells. */
struct canvas {
    size_t rows, columns;
    struct canvas_cell *cells; /* its first */
    size_t stride;             /* cells from one row to the next */
    size_t row, column;        /* where it is on the whole canvas */
    struct canvas_tags *tags;  /* borrowed; NULL: the mouse is not used */
    size_t *cursor; /* borrowed: gets a row and column of the whole canvas (canvas_point); NULL: the
                       cursor is in none of it */
};

/* Makes a canvas of ROWS × COLUMNS blanks. False without memory; then it has no rows, and nothing
 * to release. */
bool canvas_init(struct canvas *canvas, size_t rows, size_t columns);
void canvas_release(struct canvas *canvas);
/* Makes all cells blank again. */
void canvas_clear(const struct canvas *canvas);

/* Returns as much of BOX as is on the canvas, to draw in: a canvas that borrows its cells. */
struct canvas canvas_part(const struct canvas *canvas, struct box box);
/* Returns the canvas without a column at either side. */
struct canvas canvas_inside(const struct canvas *canvas);
/* Returns the cell; NULL when it is outside. */
struct canvas_cell *canvas_cell(const struct canvas *canvas, size_t row, size_t column);

/* Writes TEXT, which may be styled, from (ROW, COLUMN) on; returns the column after what was
 * written. */
size_t canvas_put(const struct canvas *canvas, size_t row, size_t column, const char *text,
                  enum style style);
/* Do the same with "…" where there is no room for all of it; the second ends before column END. */
size_t canvas_put_cut(const struct canvas *canvas, size_t row, size_t column, const char *text,
                      enum style style);
void canvas_put_right(const struct canvas *canvas, size_t row, size_t end, const char *text,
                      enum style style);
/* Writes the lines of TEXT, from line FIRST on, into its rows. */
void canvas_put_lines(const struct canvas *canvas, const char *text, size_t first);
/* Writes CHARACTER, one column wide, WIDTH times. */
void canvas_repeat(const struct canvas *canvas, const size_t at[2], size_t width,
                   const char *character, enum style style);

/* A bar of WIDTH columns for 1, in eighths of a column; what is more than nothing is seen. */
struct bar {
    double part; /* 0 … 1 */
    size_t width;
    enum style style;
    struct shade ink; /* instead of STYLE's colour, on a track of WIDTH, where it has a palette */
};
void canvas_bar(const struct canvas *canvas, size_t row, size_t column, const struct bar *bar);

/* Dims WIDTH cells from (ROW, COLUMN) on: names of what does not take part keep the colours of
 * their roles. What is put there later is not dimmed. */
void canvas_dim(const struct canvas *canvas, size_t row, size_t column, size_t width);

/* Dims all cells, their shades too; no cell stays reversed or on a background. */
void canvas_dim_all(const struct canvas *canvas);

/* Gives WIDTH cells from (ROW, COLUMN) on the background SHADE, under what is put there before or
 * after. */
void canvas_shade(const struct canvas *canvas, size_t row, size_t column, size_t width,
                  struct shade shade);

/* Gives the character at (ROW, COLUMN) the colour INK. */
void canvas_ink(const struct canvas *canvas, size_t row, size_t column, struct shade ink);

/* Puts the cursor at (ROW, COLUMN). */
void canvas_point(const struct canvas *canvas, size_t row, size_t column);

/* Tags what is drawn from (ROW, COLUMN) on, WIDTH cells wide. */
void canvas_tag(const struct canvas *canvas, size_t row, size_t column, size_t width,
                struct canvas_tag tag);

/* Returns the tag at (ROW, COLUMN) of the whole canvas; its item is 0 where there is none. */
struct canvas_tag canvas_tag_at(const struct canvas_tags *tags, size_t row, size_t column);

/* Gives a cell two shades, one above the other: a half block. A shade of no palette leaves its half
 * as the paper is. */
void canvas_half(const struct canvas *canvas, size_t row, size_t column, struct shade upper,
                 struct shade lower);

/* Replaces every character outside ASCII by one that is as wide and looks like it, "?" where there
 * is none, for paper with colours of DEPTH: curves by the number of their dots, a half block that
 * has two shades by the lower one. */
void canvas_ascii(const struct canvas *canvas, enum depth depth);

/* True when two cells look the same but for their characters. */
static inline bool canvas_same_look(const struct canvas_cell *a, const struct canvas_cell *b) {
    return a->style == b->style && a->faint == b->faint && shade_same(a->shade, b->shade) &&
           shade_same(a->ink, b->ink);
}

/* Returns how CELL is shown with colours of DEPTH. */
struct look canvas_look(const struct canvas_cell *cell, enum theme theme, enum depth depth);

/* How lines are printed: with COLOUR as styled text, for paper that has DEPTH of it. LIVE (may be
 * NULL) is called for inline code: when what the code says is no longer true, it appends a
 * replacement and returns true. */
struct paint {
    bool colour;
    enum depth depth;
    enum theme theme;
    bool (*live)(const void *context, const char *code, struct text *out);
    const void *context;
};

/* Appends the rows as lines, trailing blanks cut, as styled text when PAINT says so; shades are
 * left out. */
void canvas_lines(const struct canvas *canvas, const struct paint *paint, struct text *out);
/* Appends them as a terminal takes them, with SGR sequences, shades and all. */
void canvas_print(const struct canvas *canvas, const struct paint *paint, struct text *out);

/* Appends TEXT wrapped to WIDTH columns, each line after INDENT blanks (the first too); long words
 * are broken. Counts columns, not bytes. */
void canvas_wrap(const char *text, size_t indent, size_t width, struct text *out);

/* Returns how many columns TEXT takes. */
size_t canvas_columns(const char *text);

/* Returns TEXT cut to COLUMNS, with "…" where it was cut; very many combining marks are cut too. */
enum { CANVAS_LABEL = 160 };
struct label {
    char text[CANVAS_LABEL];
};
struct label canvas_cut(const char *text, size_t columns);

#endif
