/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/map.h"

#include "base/memory.h"
#include "canvas/rails.h"

#include <string.h>

enum { ON_ARROW = 28 /* columns of names on one arrow */ };

/* --- the names that are drawn ---------------------------------------------------------------- */

/* Marks with BIT what hangs together with what is marked so, in either direction. */
static void mark_connected(const struct map_value *values, size_t count, unsigned char *marks,
                           unsigned char bit) {
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < values[i].operand_count; k++) {
                unsigned char *a = &marks[i], *b = &marks[values[i].operands[k]];
                more |= ((*a ^ *b) & bit) != 0;
                *a |= *b & bit;
                *b |= *a & bit;
            }
        }
    }
}

/* Which values are drawn at which effort, in RANKS: 1 on the board or between two that are, 2 what
 * those are made from, 3 what those are made from, and what is made from the first, 4 all that
 * leads to one on the board or comes from it; 0 never. */
static void rank_values(const struct map_value *values, size_t count, unsigned char *ranks) {
    enum { FAR = 4, NEAR = 32, ABOVE = 64, BELOW = 128 };
    memset(ranks, 0, count);
    for (size_t i = 0; i < count; i++) {
        ranks[i] |= values[i].shown ? BELOW | NEAR : 0;
        for (size_t k = 0; k < values[i].operand_count; k++) {
            ranks[i] |= ranks[values[i].operands[k]] & BELOW;
        }
    }
    for (size_t i = count; i-- > 0;) {
        ranks[i] |= values[i].shown ? ABOVE : 0;
        for (size_t k = 0; (ranks[i] & ABOVE) != 0 && k < values[i].operand_count; k++) {
            ranks[values[i].operands[k]] |= ABOVE;
        }
    }
    mark_connected(values, count, ranks, NEAR);
    for (size_t i = 0; i < count; i++) {
        bool between = (ranks[i] & (ABOVE | BELOW)) == (ABOVE | BELOW);
        ranks[i] = values[i].hidden || (ranks[i] & NEAR) == 0 ? 0 : between ? 1 : FAR;
    }
    for (unsigned char rank = 1; rank <= 2; rank++) {
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < values[i].operand_count; k++) {
                size_t operand = values[i].operands[k];
                if (ranks[i] == rank && ranks[operand] == FAR) {
                    ranks[operand] = rank + 1;
                } else if (rank == 2 && ranks[operand] == 1 && ranks[i] == FAR) {
                    ranks[i] = 3;
                }
            }
        }
    }
}

/* Leaves with one user go on the arrow into it, but for the first when there is nothing else the
 * arrow could come from. */
static void put_on_arrows(struct rail_graph *graph) {
    for (size_t i = 0; i < graph->count; i++) {
        struct rail_node *node = &graph->nodes[i];
        unsigned leaves = 0;
        size_t columns = 0;
        for (size_t k = 0; k < i; k++) {
            const struct rail_node *leaf = &graph->nodes[k];
            leaves |= rails_has(node->operands, k) && leaf->leaf && rails_size(leaf->users) == 1
                          ? 1U << k
                          : 0;
        }
        leaves &= leaves == node->operands ? leaves - 1 : leaves;
        for (size_t k = 0; k < i; k++) {
            columns += rails_has(leaves, k) ? graph->nodes[k].columns + 1 : 0;
        }
        if (columns <= ON_ARROW + 1) {
            node->leaves = leaves;
            for (size_t k = 0; k < i; k++) {
                graph->nodes[k].on_arrow |= rails_has(leaves, k);
            }
        }
    }
}

static bool is_taken(const unsigned char *ranks, unsigned char rank, size_t value) {
    return ranks[value] != 0 && ranks[value] <= rank;
}

/* Whether there is an arrow to or from VALUE among those of at most RANK. */
static bool has_arrow(const struct map_value *values, size_t count, const unsigned char *ranks,
                      unsigned char rank, size_t value) {
    bool any = false;
    for (size_t i = value; i < count; i++) {
        for (size_t k = 0; k < values[i].operand_count; k++) {
            size_t operand = values[i].operands[k], other = i == value ? operand : i;
            any |= (i == value || operand == value) && is_taken(ranks, rank, other);
        }
    }
    return any;
}

/* The values of at most RANK that have an arrow; false when they are too many. */
static bool graph_take(struct rail_graph *graph, const struct map_value *values, size_t count,
                       const unsigned char *ranks, unsigned char rank) {
    size_t taken[MAP_NAMES];
    graph->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_taken(ranks, rank, i) || !has_arrow(values, count, ranks, rank, i)) {
            continue;
        }
        if (graph->count == MAP_NAMES) {
            return false;
        }
        struct rail_node *node = &graph->nodes[graph->count];
        *node = (struct rail_node){.value = i,
                                   .columns = canvas_columns(values[i].name),
                                   .leaf = values[i].operand_count == 0};
        for (size_t k = 0; k < values[i].operand_count; k++) {
            for (size_t n = 0; n < graph->count; n++) {
                if (taken[n] == values[i].operands[k]) {
                    node->operands |= 1U << n;
                    graph->nodes[n].users |= 1U << graph->count;
                }
            }
        }
        taken[graph->count++] = i;
    }
    put_on_arrows(graph);
    return true;
}

/* Leaves out the value of rank 1 that is farthest from the focus, in arrows either way; of several
 * the last. DISTANCES has room for one a value. */
static void drop_farthest(const struct map_value *values, size_t count, unsigned char *ranks,
                          size_t *distances) {
    bool nearer = true;
    size_t far = 0;
    for (size_t i = 0; i < count; i++) {
        distances[i] = values[i].focus ? 0 : count;
    }
    while (nearer) {
        nearer = false;
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; ranks[i] == 1 && k < values[i].operand_count; k++) {
                size_t operand = values[i].operands[k];
                size_t *near = &distances[i], *other = &distances[operand];
                if (ranks[operand] == 1 && (*near > *other + 1 || *other > *near + 1)) {
                    *near = lesser(*near, *other + 1);
                    *other = lesser(*other, *near + 1);
                    nearer = true;
                }
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        far = ranks[i] == 1 && (ranks[far] != 1 || distances[i] >= distances[far]) ? i : far;
    }
    ranks[far] = 0;
}

/* --- all -------------------------------------------------------------------------------------- */

void map_make(struct map *map, const struct map_value *values, size_t count, const size_t room[2]) {
    struct rail_graph graph;
    const size_t most[] = {lesser(room[0], MAP_LINES), lesser(room[1], MAP_COLUMNS - 1)};
    size_t left = 0;
    unsigned char *ranks = memory_room(count + 1);
    size_t *distances = memory_allocate(count, sizeof *distances);
    bool ok = ranks != NULL && distances != NULL, found = false;
    if (ok) {
        rank_values(values, count, ranks);
        for (unsigned char rank = 4; rank >= 1 && !found; rank--) {
            found = graph_take(&graph, values, count, ranks, rank) && rails_draw(&graph, most, map);
        }
        map->whole = found;
        for (size_t i = 0; i < count; i++) {
            left += ranks[i] == 1;
        }
        for (; !found && left > 2; left--) {
            drop_farthest(values, count, ranks, distances);
            found = graph_take(&graph, values, count, ranks, 1) && rails_draw(&graph, most, map);
        }
    }
    if (!found) {
        memset(map, 0, sizeof *map);
    }
    memory_free(ranks);
    memory_free(distances);
}

void map_draw(const struct map *map, const struct map_value *values, const struct canvas *canvas) {
    static const char *const glyphs[16] = {" ", "╵", "╷", "│", "╴", "┘", "┐", "┤",
                                           "╶", "└", "┌", "├", "─", "┴", "┬", "┼"};
    for (size_t r = 0; r < map->lines; r++) {
        for (size_t x = 0; x < map->columns; x++) {
            unsigned char cell = map->cells[r][x];
            const char *glyph = cell == RAIL_HEAD            ? "▸"
                                : (cell & RAIL_ONE_WAY) == 0 ? glyphs[cell & 15]
                                : (cell & RAIL_UP) != 0      ? "▾"
                                                             : "▴";
            if (cell != 0 && cell != RAIL_TEXT) {
                canvas_put(canvas, r, x, glyph, STYLE_DIM);
            }
        }
    }
    for (size_t i = 0; i < map->place_count; i++) {
        const struct map_place *place = &map->places[i];
        const struct map_value *value = &values[place->value];
        canvas_put(canvas, place->line, place->column, value->name, value->style);
    }
}
