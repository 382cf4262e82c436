/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* paper: a frame as something else than a terminal's text: for slides, pages and handouts. */
#ifndef QKV_PLAY_PAPER_H
#define QKV_PLAY_PAPER_H

#include "canvas/canvas.h"

/* A form of frames. Each cell keeps its place, its character and its look; no fonts are inside. */
struct paper {
    const char *name; /* "svg" */
    bool one;         /* holds one frame */
    bool coloured;    /* has all colours, wherever it is written */
    /* What stands before the first frame and after the last; may be NULL. */
    void (*begin)(const struct paint *paint, struct text *out);
    void (*frame)(const struct canvas *canvas, const struct paint *paint, struct text *out);
    void (*end)(struct text *out);
};

/* The row called NAME, or NULL. The first is "text". */
const struct paper *paper_find(const char *name);
/* Appends the names, SEPARATOR between them. */
void paper_list(const char *separator, struct text *out);

#endif
