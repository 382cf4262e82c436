/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* style: what a cell means, not how it looks. Themes turn roles into terminal attributes. */
#ifndef QKV_CANVAS_STYLE_H
#define QKV_CANVAS_STYLE_H

#include <stdbool.h>
#include <stdint.h>

struct text;

/* One row each in style.c, with its look in every theme. A byte: every cell of a canvas has one. */
enum __attribute__((packed)) style {
    STYLE_PLAIN,
    STYLE_TITLE,
    STYLE_EMPHASIS,
    STYLE_STRONG,
    STYLE_CODE,
    STYLE_FORMULA,
    STYLE_LABEL, /* row and column labels, axes */
    STYLE_NUMBER,
    STYLE_FOCUS, /* the present cell */
    STYLE_CHANGED,
    STYLE_PINNED,
    STYLE_DIM,
    STYLE_GOOD,
    STYLE_BAD,
    STYLE_CURVE, /* of several curves in one picture, the first, the second and the third */
    STYLE_CURVE_2,
    STYLE_CURVE_3,
    STYLE_QUERY, /* what is called after a role in attention: names, axes */
    STYLE_KEY,
    STYLE_VALUE,
    STYLE_WEIGHTS,
    STYLE_FOUND, /* what was searched for */
    STYLE_BAR,   /* of blocks, for what changed: never with a background, which blocks would hide */
    STYLE_COUNT
};

enum theme { THEME_DARK, THEME_LIGHT, THEME_MONO, THEME_CONTRAST, THEME_COUNT };

/* How much colour the paper has. */
enum depth { DEPTH_NONE, DEPTH_8, DEPTH_16, DEPTH_256, DEPTH_TRUE };

/* "dark", "light", "mono", "contrast"; THEME_COUNT for any other, and back: "terminal". */
enum theme theme_find(const char *name);
const char *theme_name(enum theme theme);

/* How a cell is shown: LOOK_BOLD and the like together, and two colours, each the terminal's own,
 * an xterm colour 0 … 255, or LOOK_RGB + 0xRRGGBB. */
enum { LOOK_BOLD = 1, LOOK_ITALIC = 2, LOOK_UNDERLINE = 4, LOOK_REVERSE = 8 };
enum { LOOK_OWN = -1, LOOK_RGB = 1 << 24 };
struct look {
    unsigned attributes;
    int foreground, background;
};

#define LOOK_END "\x1b[0m" /* back to plain */

/* Returns how STYLE looks in THEME on paper with colours of DEPTH; without any as in the mono
 * theme. */
struct look style_look(enum style style, enum theme theme, enum depth depth);

/* Appends the SGR sequence that switches from plain to LOOK ("\x1b[1;38;5;117m"); false, and
 * nothing, when it is plain. */
bool look_write(struct look look, struct text *out);

/* Styled text: a mark, a character that no sanitised text has and that takes no column, gives what
 * follows it its style, up to the next one. Appends that of STYLE. */
void style_mark(enum style style, struct text *out);
/* Returns the style that POINT marks; STYLE_COUNT: it marks none. */
enum style style_marked(uint32_t point);
/* Appends styled text as a terminal takes it: marks become SGR sequences. */
void style_print(const char *styled, enum theme theme, enum depth depth, struct text *out);

#endif
