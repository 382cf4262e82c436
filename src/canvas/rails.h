/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* rails: a graph of names laid out in a few lines: names on rails, uprights that join them, and an
 * arrow into each. */
#ifndef QKV_CANVAS_RAILS_H
#define QKV_CANVAS_RAILS_H

#include "canvas/map.h"

/* What a cell of the map is: where its ink leads, and what stands there. */
enum {
    RAIL_UP = 1,
    RAIL_DOWN = 2,
    RAIL_LEFT = 4,
    RAIL_RIGHT = 8,
    RAIL_ONE_WAY = 16, /* what comes in goes right, and nowhere else */
    RAIL_HEAD = 32,
    RAIL_TEXT = 64
};

/* A name of the map. Operands and users are nodes. */
struct rail_node {
    size_t value, columns;
    size_t reach;             /* columns of the arrow into it, with its leaves and its name */
    unsigned operands, users; /* bit k: node k */
    unsigned leaves;          /* operands that stand on the arrow into it */
    bool leaf, on_arrow;
};

struct rail_graph {
    struct rail_node nodes[MAP_NAMES];
    size_t count;
};

/* Whether NODE is in a set of them, and how many are. */
static inline bool rails_has(unsigned set, size_t node) {
    return (set >> node & 1U) != 0;
}

static inline size_t rails_size(unsigned set) {
    size_t count = 0;
    for (; set != 0; set &= set - 1) {
        count++;
    }
    return count;
}

/* Draws GRAPH on MAP, in as few lines as can be, at most those of ROOM (rows, columns). False when
 * no way is found whose ink says what the graph does, or for lack of memory. */
bool rails_draw(struct rail_graph *graph, const size_t room[2], struct map *map);

#endif
