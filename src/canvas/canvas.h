/* canvas: a grid of character cells. Pictures are drawn on it; the transcript prints it as lines
 * and the screen copies it to the terminal, so both show the same thing.
 *
 * Writing outside the grid is clipped. A wide character takes two cells; combining marks join the
 * cell before. Text must be sanitised already. */
#ifndef QKV_CANVAS_CANVAS_H
#define QKV_CANVAS_CANVAS_H

#include "canvas/shade.h"
#include "canvas/style.h"

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct text;

/* Of two numbers of rows, columns, cells. */
static inline size_t lesser(size_t a, size_t b) {
    return a < b ? a : b;
}
static inline size_t greater(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Sixteen bytes: a frame goes through thousands of them. */
struct canvas_cell {
    char text[10]; /* one character with its marks, then zeros; none: a space, or the right half of
                      a wide one */
    enum style style;
    bool wide : 1, right_half : 1;
    struct shade shade; /* its background; where there is one, STYLE gives attributes only */
    struct shade ink;   /* the colour of its character; none: what reads best on the background */
};

/* What a cell stands for, for who points at it. */
struct canvas_tag {
    size_t owner; /* whose: a value, a question; its user knows */
    size_t item;  /* which of its own, from 1; 0: nothing */
};

/* Cells are written by the functions below only. */
struct canvas {
    size_t rows, columns;
    struct canvas_cell *cells;
    size_t asked[2];       /* row and column */
    struct canvas_tag tag; /* what that cell was tagged with since */
};

/* ROWS × COLUMNS blanks. False without memory, and then there is nothing to release. */
bool canvas_init(struct canvas *canvas, size_t rows, size_t columns, struct failure *failure);
void canvas_release(struct canvas *canvas);
/* Blanks again. */
void canvas_clear(struct canvas *canvas);

/* Writes TEXT, which may be styled, from (ROW, COLUMN) on; returns the column after it. */
size_t canvas_put(struct canvas *canvas, size_t row, size_t column, const char *text,
                  enum style style);
/* The same CHARACTER, one column wide, WIDTH times. */
void canvas_repeat(struct canvas *canvas, const size_t at[2], size_t width, const char *character,
                   enum style style);
/* LENGTH bytes of it, and nothing behind column PLACE[2]: from row PLACE[0], column PLACE[1] on. */
size_t canvas_put_within(struct canvas *canvas, const size_t place[3], const char *text,
                         size_t length, enum style style);
/* The same, right-aligned to end before column END. */
void canvas_put_right(struct canvas *canvas, size_t row, size_t end, const char *text,
                      enum style style);

/* Gives WIDTH cells from (ROW, COLUMN) on another style. */
void canvas_restyle(struct canvas *canvas, size_t row, size_t column, size_t width,
                    enum style style);

/* Gives WIDTH cells from (ROW, COLUMN) on the background SHADE; what is put there before or after
 * stands on it. */
void canvas_shade(struct canvas *canvas, size_t row, size_t column, size_t width,
                  struct shade shade);

/* The character at (ROW, COLUMN) has the colour INK from now on. */
void canvas_ink(struct canvas *canvas, size_t row, size_t column, struct shade ink);

/* Copies as much of row FROM of PICTURE as fits to AT (row, column). */
void canvas_copy_row(struct canvas *canvas, const size_t at[2], const struct canvas *picture,
                     size_t from);

/* Says what is drawn from (ROW, COLUMN) on, WIDTH cells wide, for whoever asked about one of them:
 * drawing again is all that a click costs, and cells need not know. */
void canvas_tag(struct canvas *canvas, size_t row, size_t column, size_t width,
                struct canvas_tag tag);

/* Gives a cell two shades, one above the other: a half block. A shade of no palette leaves its half
 * as the paper is. */
void canvas_half(struct canvas *canvas, size_t row, size_t column, struct shade upper,
                 struct shade lower);

/* Whether two cells look alike but for their characters. */
static inline bool canvas_same_look(const struct canvas_cell *a, const struct canvas_cell *b) {
    return a->style == b->style && a->shade.palette == b->shade.palette &&
           a->shade.level == b->shade.level && a->ink.palette == b->ink.palette &&
           a->ink.level == b->ink.level;
}

/* What is left of THEME with so few colours: with up to sixteen THEME_BASIC of dark and light, with
 * none the mono theme. */
enum theme canvas_theme(enum theme theme, enum depth depth);

/* How CELL is shown where there is DEPTH colour. */
struct look canvas_look(const struct canvas_cell *cell, enum theme theme, enum depth depth);

/* How lines are printed: with COLOUR as styled text, for paper that has DEPTH of it. LIVE (may be
 * NULL) is asked about inline code: where what it says no longer holds it appends what is to stand
 * there instead, and returns true.
 */
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
/* The same as a terminal takes them, with SGR sequences, shades and all. */
void canvas_print(const struct canvas *canvas, const struct paint *paint, struct text *out);

/* Appends TEXT wrapped to WIDTH columns, each line after INDENT blanks (the first too); long words
 * are broken. Counts columns, not bytes. */
void canvas_wrap(const char *text, size_t indent, size_t width, struct text *out);

#endif
