/* painter: the bytes that make a terminal, which shows one picture, show the next. Only cells that
 * differ are written, each run of them in one go, and all of a picture at once.
 *
 * It holds for a terminal what every one does that can move its cursor: a character that is surely
 * one column wide moves the cursor by one. After any other, and after the last column, it is moved.
 */
#ifndef QKV_TERMINAL_PAINTER_H
#define QKV_TERMINAL_PAINTER_H

#include "base/text.h"
#include "canvas/canvas.h"

#include <stdbool.h>
#include <stddef.h>

struct failure;

enum { PAINTER_LOOK = 80, PAINTER_WORD = 32, PAINTER_BUFFER = 1 << 14, PAINTER_LOOKS = 1 << 12 };

/* How cells look, as the terminal has it. */
struct painter_look {
    unsigned long attributes;   /* a bit for each that is on */
    int foreground, background; /* colours; -1: the terminal's own */
    size_t length;
    char begin[PAINTER_LOOK]; /* what turns all this on where nothing is */
};

/* What the terminal is told with, and how it takes it. "" where it has no such sequence. */
struct painter_words {
    char wipe[PAINTER_WORD];   /* every cell, and turns every look off */
    char plain[PAINTER_WORD];  /* turns every look off */
    char erase[PAINTER_WORD];  /* the rest of the row, where no look is on */
    bool moves_plainly;        /* it moves as ECMA-48 has it: ESC [ row ; column H */
    bool last_scrolls;         /* a character in the last column of the last row scrolls all */
    char insert[PAINTER_WORD]; /* a blank where the cursor is, which stays; the rest of the row
                                  moves on by one */
};

struct painter_hooks {
    /* The look of CELL. */
    void (*look)(void *context, const struct canvas_cell *cell, struct painter_look *look);
    /* Appends what moves the cursor there. */
    void (*move)(void *context, size_t row, size_t column, struct text *out);
    /* Writes to the terminal. */
    void (*write)(void *context, const char *bytes, size_t length);
    void *context;
};

/* A look that has been asked for. */
struct painter_known {
    struct canvas_cell cell; /* of its text nothing is kept */
    struct painter_look look;
};

struct painter {
    struct painter_hooks hooks;
    struct painter_words words;
    struct canvas shown;   /* what the terminal shows; its own */
    bool lost;             /* nobody knows where the cursor is */
    size_t row, column;    /* of the cursor otherwise */
    struct canvas_cell on; /* has the look that is on */
    unsigned long attributes;
    int foreground, background; /* of that look */
    struct text place;          /* a movement; its own */
    size_t length;              /* bytes that wait */
    char bytes[PAINTER_BUFFER];
    struct painter_known looks[PAINTER_LOOKS]; /* in the order they came */
    size_t look_count;
    unsigned short places[PAINTER_LOOKS]; /* where one is among them, from 1 */
};

/* A terminal of another size, which shows nothing. The painter's memory starts out zeroed. */
bool painter_resize(struct painter *painter, size_t rows, size_t columns, struct failure *failure);
void painter_release(struct painter *painter);

/* The terminal shows nothing, in no look. */
void painter_forget(struct painter *painter);
/* Writes BYTES right before the next picture, and in one with it. */
void painter_precede(struct painter *painter, const char *bytes, size_t length);

/* Cells look otherwise from now on. What is shown keeps its look until it is painted over. */
void painter_forget_looks(struct painter *painter);

/* Makes the terminal show CANVAS, which is of its size, with the cursor at CURSOR (row, column), no
 * look on. */
void painter_paint(struct painter *painter, const struct canvas *canvas, const size_t cursor[2]);

/* The terminal shows nothing, in no look: makes it show what it showed before. Without memory it
 * goes on showing nothing. */
void painter_repaint(struct painter *painter);

#endif
