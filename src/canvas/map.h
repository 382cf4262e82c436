/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* map: how values hang together, as a graph in a few lines of characters.
 *
 *          ┌─ W_q ─▸ Q ─┐
 *     X ───┼─ W_k ─▸ K ─┴─▸ scores ─▸ weights ─┐
 *          └─ W_v ─▸ V ────────────────────────┴─▸ output
 *
 * TRUE ARROWS ONLY: every arrow drawn is a dependency, and every dependency between two names that
 * are drawn is an arrow: the ink of each name leads to just what is made from it. Where a rail
 * joins another and runs on itself, the joint has a direction: in ─▾─ what comes from above goes on
 * to the right, and what comes from the left does not go up. A leaf with one user stands on the
 * arrow into it, and counts as one of the arrow's sources. */
#ifndef QKV_CANVAS_MAP_H
#define QKV_CANVAS_MAP_H

#include "canvas/canvas.h"

enum { MAP_LINES = 5, MAP_COLUMNS = 240, MAP_NAMES = 16 };

/* A value that may be drawn. */
struct map_value {
    const char *name; /* as it is to stand there: Q, [scores], V*; sanitised, not empty */
    enum style style;
    const size_t *operands; /* what it is made from: positions in the list, each before its own */
    size_t operand_count;
    bool shown;  /* it is on the board: its name belongs on the map */
    bool focus;  /* what one looks at: names far from it go first when there is no room */
    bool hidden; /* it must not be named now */
};

/* A name on the map. */
struct map_place {
    size_t value; /* its position in the list of values */
    size_t line, column, columns;
};

/* A map laid out; it owns nothing. */
struct map {
    size_t lines, columns; /* 0: nothing could be drawn */
    bool whole;            /* nothing that is on the board was left out */
    unsigned char cells[MAP_LINES][MAP_COLUMNS];
    struct map_place
        places[MAP_NAMES]; /* first the names at arrow heads and ends, then those on arrows */
    size_t place_count;
};

/* Lays out those of the COUNT values that are shown, what lies between them, and what they are made
 * from as far as that fits, in at most LINES lines of WIDTH columns. Where even the first do not
 * fit, the names farthest from the focus are left out. A map of no lines when there is no arrow to
 * draw, or no memory. */
void map_make(struct map *map, const struct map_value *values, size_t count, const size_t room[2]);

/* Draws it into PATCH from its corner on. */
void map_draw(const struct map *map, const struct map_value *values, const struct canvas *canvas);

#endif
