/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* shade: the colour of a value, from a ramp that is monotone in lightness.
 *
 * What has no sign has one ramp, all other values another, blue to orange about 0;
 * both begin at the background of the theme. A level is a place on the ramp; where there is no
 * colour it is a character instead (" ░▒▓█"). Foreground black or white by
 * luminance, never under 4.5:1.
 *
 * A shade is lit, or dim: mixed into the background of the theme, so far that digits can still be
 * read on it. Below 256 colours only what is lit has a shade. */
#ifndef QKV_CANVAS_SHADE_H
#define QKV_CANVAS_SHADE_H

#include "canvas/style.h"

#include <stdbool.h>

enum __attribute__((packed)) palette {
    PALETTE_NONE,
    PALETTE_SHARES, /* of 1: one ramp, by their root, so that small ones differ too */
    PALETTE_SIGNED,
    PALETTE_EMPTY, /* no number yet: the frame of a cell, the same at every level and light */
    PALETTE_BAND   /* no value: the first and the last row of a screen, likewise */
};

/* A cell's background: LEVEL from 0 (lowest) to 255 (highest); 128 is 0 among signed ones.
 */
struct shade {
    enum palette palette : 4;
    bool dim : 1; /* 70 % background; its foreground is a grey of 4.5:1 */
    unsigned char level;
};
_Static_assert(sizeof(struct shade) == 2, "every cell of a canvas has two");

static inline struct shade shade_dimmed(struct shade shade) {
    shade.dim = true;
    return shade;
}

static inline bool shade_same(struct shade a, struct shade b) {
    return a.palette == b.palette && a.dim == b.dim && a.level == b.level;
}

/* True when paper of DEPTH shows SHADE as a background: below 256 colours only what is lit. */
static inline bool shade_shows(struct shade shade, enum depth depth) {
    bool lit = !shade.dim && shade.palette < PALETTE_EMPTY;
    return shade.palette != PALETTE_NONE && depth != DEPTH_NONE && (lit || depth >= DEPTH_256);
}

/* Returns the background of THEME, into which dimmed shades and faint names are mixed: 0xRRGGBB. */
unsigned shade_paper(enum theme theme);
/* Mixes COLOUR (a number of DEPTH_256 or DEPTH_TRUE) half into the paper of THEME, as far as it can
 * still be read; of the 256 returns the nearest. */
unsigned shade_faint(unsigned colour, enum theme theme, enum depth depth);

/* Returns the shade of VALUE on a scale from 0 to MOST, a signed one from −MOST (nan: none). */
struct shade shade_of(double value, double most, enum palette palette);

/* The colour numbers for SHADE, which has to show there (shade_shows), in a dark theme or the light
 * one: an xterm colour (256, or 0–7 for 8, 0–15 for 16), and for true colour 0xRRGGBB; the
 * foreground that reads best on it, in the same numbering. */
struct shade_colours {
    unsigned background, foreground;
};
struct shade_colours shade_colours(struct shade shade, enum theme theme, enum depth depth);

/* Return 0xRRGGBB of an xterm colour, and the relative luminance (WCAG 2, 0 … 1) of one. */
unsigned shade_rgb(unsigned colour);
double shade_luminance(unsigned rgb);
/* True when black is read better on it than white. */
bool shade_is_light(unsigned rgb);

/* Returns the character that replaces SHADE without colour; five levels. */
const char *shade_character(struct shade shade);

#endif
