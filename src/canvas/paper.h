/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* paper: a frame as something other than a terminal's text: for slides, pages and handouts. */
#ifndef QKV_CANVAS_PAPER_H
#define QKV_CANVAS_PAPER_H

#include "canvas/canvas.h"

/* The frames that are written. */
struct series {
    const struct paint *paint;
    const char *title; /* of what they are of */
};

/* A form of frames. Each cell keeps its place, its character and its look; no fonts are inside. */
struct paper {
    const char *name; /* "svg"; of what is coloured also the suffix of a file */
    bool one;         /* has one frame */
    bool coloured;    /* has all colours, wherever it is written */
    /* Write what comes before the first frame and after the last; may be NULL. */
    void (*begin)(const struct series *series, struct text *out);
    void (*frame)(const struct canvas *canvas, const struct series *series, struct text *out);
    void (*end)(struct text *out);
};

/* Return the row called NAME, and the one for a file of that suffix, or NULL. The first is "text".
 */
const struct paper *paper_find(const char *name);
const struct paper *paper_for_file(const char *path);
/* Appends the names, SEPARATOR between them. */
void paper_list(const char *separator, struct text *out);

/* Appends TEXT, escaped for HTML and SVG. */
void paper_markup(const char *text, struct text *out);

/* Appends what is before and after the body of a page of HTML; STYLE is CSS. */
void paper_begin_page(const char *title, const char *style, struct text *out);
void paper_end_page(struct text *out);

#endif
