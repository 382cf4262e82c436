/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/rails.h"

#include "base/memory.h"

#include <string.h>

enum {
    BEAM = 40,  /* states that are gone on with */
    TRIED = 12, /* of the cheapest, the first of which that is true is drawn */
    STEPS = 2 * MAP_NAMES,
    NOBODY = MAP_NAMES
};

/* --- laying out: a state is a map begun at its left edge -------------------------------------- */

/* One name that nothing leads to, or those that are made from the very same names: they share one
 * upright. */
struct step {
    unsigned operands;                          /* 0: a name that begins a rail */
    unsigned made;                              /* the results as a set */
    size_t from[MAP_LINES], results[MAP_LINES]; /* the nodes */
    size_t from_count, result_count;
};

/* A line of the map as far as it is drawn. */
struct track {
    size_t end;   /* the column behind a name that stands there; of an upright: its own */
    size_t owner; /* the node whose rail runs on here, or NOBODY */
};

/* The lines that a step takes: of the rails it comes from (another than the operand's own: a
 * branch) and of its results. */
struct choice {
    size_t from[MAP_LINES], to[MAP_LINES];
};

struct state {
    struct track tracks[MAP_LINES];
    size_t line[MAP_NAMES];      /* of each node's rail */
    unsigned pending[MAP_NAMES]; /* users that are still to come */
    size_t uprights, lines;      /* rows that uprights take; lines in use */
    double cost;
    bool untrue; /* some ink leads where it must not */
    struct choice choice;
    const struct state *before;
};

struct layout {
    const struct rail_graph *graph;
    struct step steps[STEPS];
    size_t step_count, width, lines;
    struct state *states; /* STEPS + 1 generations of BEAM */
    size_t kept;          /* of the present generation */
};

/* Adds a step for each group of names made from the same ones. False when one needs more lines than
 * there are. */
static bool list_steps(struct layout *layout) {
    const struct rail_graph *graph = layout->graph;
    unsigned done = 0, all = (1U << graph->count) - 1;
    for (size_t i = 0; i < graph->count; i++) {
        done |= graph->nodes[i].on_arrow ? 1U << i : 0;
    }
    for (layout->step_count = 0; done != all;) {
        for (size_t i = 0; i < graph->count; i++) {
            const struct rail_node *node = &graph->nodes[i];
            struct step step = {.operands = node->operands & ~node->leaves};
            if (rails_has(done, i) || step.operands == 0) {
                continue; /* what begins a rail comes when the first asks for it */
            }
            for (size_t k = 0; k < i; k++) {
                if (!rails_has(step.operands, k)) {
                    continue;
                }
                if (!rails_has(done, k)) { /* a beginning: all others stand before it in the list */
                    layout->steps[layout->step_count++] =
                        (struct step){.made = 1U << k, .results = {k}, .result_count = 1};
                    done |= 1U << k;
                }
                if (step.from_count == layout->lines) {
                    return false;
                }
                step.from[step.from_count++] = k;
            }
            for (size_t k = i; k < graph->count; k++) {
                const struct rail_node *other = &graph->nodes[k];
                if (!rails_has(done, k) && (other->operands & ~other->leaves) == step.operands) {
                    if (step.result_count == layout->lines) {
                        return false;
                    }
                    step.results[step.result_count++] = k;
                    step.made |= 1U << k;
                    done |= 1U << k;
                }
            }
            layout->steps[layout->step_count++] = step;
        }
    }
    return true;
}

static void draw_rail(struct map *map, size_t line, size_t from, size_t to) {
    bool after_text = from > 0 && map->cells[line][from - 1] == RAIL_TEXT;
    for (size_t x = from + after_text; x <= to; x++) {
        if (map->cells[line][x] == 0) {
            map->cells[line][x] = RAIL_LEFT | RAIL_RIGHT;
        }
    }
}

static size_t draw_name(struct map *map, const struct layout *layout, size_t node, size_t line,
                        size_t column) {
    const struct rail_node *drawn = &layout->graph->nodes[node];
    if (map != NULL) {
        map->places[map->place_count++] =
            (struct map_place){drawn->value, line, column, drawn->columns};
        memset(&map->cells[line][column], RAIL_TEXT, drawn->columns);
    }
    return column + drawn->columns;
}

/* The arrow into NODE with the leaves on it, and its name: how far they reach, and on MAP, if there
 * is one. */
static size_t draw_arrow(struct map *map, const struct layout *layout, size_t node, size_t line,
                         size_t column) {
    const struct rail_node *drawn = &layout->graph->nodes[node];
    for (size_t k = 0; k < layout->graph->count; k++) {
        if (rails_has(drawn->leaves, k)) {
            bool first = (drawn->leaves & ((1U << k) - 1)) == 0;
            if (map != NULL && first) {
                map->cells[line][column] = RAIL_LEFT | RAIL_RIGHT;
            }
            column = draw_name(map, layout, k, line, column + (first ? 2 : 1));
        }
    }
    column += drawn->leaves != 0;
    if (map != NULL) {
        map->cells[line][column] = RAIL_LEFT | RAIL_RIGHT;
        map->cells[line][column + 1] = RAIL_HEAD;
    }
    return draw_name(map, layout, node, line, column + 3);
}

/* An upright in COLUMN that joins the lines of the sets (bit r: line r): rails come in at LEFTS and
 * go on at RIGHTS. */
static void draw_upright(struct map *map, size_t column, unsigned lefts, unsigned rights) {
    unsigned lines = lefts | rights;
    for (size_t r = 0; r < MAP_LINES; r++) {
        bool above = (lines & ((1U << r) - 1)) != 0, below = lines >> r > 1;
        if (rails_has(lines, r) || (above && below)) {
            map->cells[r][column] =
                (unsigned char)((above ? RAIL_UP : 0) | (below ? RAIL_DOWN : 0) |
                                (rails_has(lefts, r) ? RAIL_LEFT : 0) |
                                (rails_has(rights, r) ? RAIL_RIGHT : 0));
        }
    }
}

/* Takes line TO as a branch of the operand's rail on FROM. */
static bool branch_off(struct state *state, size_t from, size_t to, struct map *map) {
    struct track *tracks = state->tracks;
    size_t low = from < to ? from : to, high = from < to ? to : from;
    size_t column = tracks[from].end + 2;
    for (size_t r = low; r <= high; r++) {
        if (r != from && tracks[r].owner != NOBODY) {
            return false;
        }
        size_t free = tracks[r].end > 0 ? tracks[r].end + 2 : 0;
        column = r != from ? greater(free, column) : column;
    }
    if (map != NULL) {
        draw_rail(map, from, tracks[from].end, column);
        draw_upright(map, column, 1U << from, 1U << from | 1U << to);
    }
    for (size_t r = low; r <= high; r++) {
        tracks[r].end = greater(tracks[r].end, column + (r != from && r != to));
    }
    tracks[to].owner = tracks[from].owner;
    state->uprights += high - low;
    state->lines = greater(state->lines, high + 1);
    return true;
}

/* Whether nothing but rails of FROM runs between the lines of the set, and the column where an
 * upright through them can stand. */
static bool find_column(const struct state *state, unsigned from, unsigned lines, size_t *column) {
    *column = 0;
    for (size_t r = 0; r < MAP_LINES; r++) {
        const struct track *track = &state->tracks[r];
        bool between = lines >> r != 0 && (lines & ((2U << r) - 1)) != 0;
        size_t least = track->end > 0 || rails_has(from, r) ? track->end + 2 : 0;
        if (between && track->owner != NOBODY && !rails_has(from, r)) {
            return false;
        }
        *column = between ? greater(least, *column) : *column;
    }
    return true;
}

/* The joints of an upright at which an operand's rail ends and a result begins, while another
 * operand runs on from it: they get a direction, or the first would reach what the other goes on
 * to. SETS: the lines the step comes from, goes to, and those that run on. */
static unsigned one_way(const unsigned sets[3]) {
    unsigned lines = sets[0] | sets[1], joints = sets[0] & sets[1] & ~sets[2];
    for (size_t r = 0; r < MAP_LINES; r++) {
        bool above = (lines & ((1U << r) - 1)) != 0, below = lines >> r > 1;
        joints &= above && below ? ~(1U << r) : ~0U;
    }
    return sets[2] != 0 && rails_size(sets[0]) > 1 ? joints : 0;
}

/* Whether no ink of an operand leads where it must not: its rail may meet another that runs on only
 * where all that the other goes on to is made from it, too. */
static bool is_true(const struct layout *layout, const struct state *state, const struct step *step,
                    const struct choice *choice, const unsigned sets[3]) {
    unsigned directed = one_way(sets);
    bool good = directed == 0 || step->result_count == 1;
    for (size_t k = 0; k < step->from_count; k++) {
        for (size_t other = 0; other < step->from_count; other++) {
            bool meets = other != k && rails_has(sets[2], choice->from[other]) &&
                         !rails_has(directed, choice->from[k]);
            unsigned users = layout->graph->nodes[step->from[k]].users;
            good &= !meets || (state->pending[step->from[other]] & ~users) == 0;
        }
    }
    return good;
}

/* Draws the upright of a step that joins several lines; returns its column, or that of the blank
 * after the one name a lone arrow comes from. */
static bool join(struct state *state, const unsigned sets[3], size_t *column, struct map *map) {
    unsigned from = sets[0], on = sets[2], lines = from | sets[1];
    if (!find_column(state, from, lines, column)) {
        return false;
    }
    if (rails_size(lines) == 1) { /* one rail goes straight on */
        size_t r = 0;
        while (!rails_has(lines, r)) {
            r++;
        }
        *column = state->tracks[r].end;
        return true;
    }
    size_t low = MAP_LINES, high = 0;
    for (size_t r = 0; r < MAP_LINES; r++) {
        if (rails_has(from, r) && map != NULL) {
            draw_rail(map, r, state->tracks[r].end, *column);
        }
        low = rails_has(lines, r) && r < low ? r : low;
        high = rails_has(lines, r) ? r : high;
    }
    if (map != NULL) {
        draw_upright(map, *column, from, sets[1] | on);
        for (size_t r = 0; r < MAP_LINES; r++) {
            map->cells[r][*column] |= rails_has(one_way(sets), r) ? RAIL_ONE_WAY : 0;
        }
    }
    for (size_t r = low; r <= high; r++) {
        state->tracks[r].end = greater(state->tracks[r].end, *column + !rails_has(on, r));
    }
    state->uprights += high - low;
    state->lines = greater(state->lines, high + 1);
    return true;
}

/* A name that begins a rail, on line TO. */
static bool begin_rail(const struct layout *layout, struct state *state, const struct step *step,
                       size_t to, struct map *map) {
    size_t node = step->results[0];
    struct track *track = &state->tracks[to];
    size_t column = track->end > 0 ? track->end + 3 : 0;
    if (column + layout->graph->nodes[node].columns > layout->width) {
        return false;
    }
    track->end = draw_name(map, layout, node, to, column);
    track->owner = node;
    state->line[node] = to;
    state->lines = greater(state->lines, to + 1);
    return true;
}

/* STATE with one step more, in the lines of CHOICE; on MAP too, if there is one. False when rails
 * would meet that must not, or the map becomes too wide. */
static bool advance(const struct layout *layout, struct state *state, const struct step *step,
                    const struct choice *choice, struct map *map) {
    unsigned sets[3] = {0}; /* the lines it comes from, goes to, and those that run on */
    size_t column;
    if (step->operands == 0) {
        return begin_rail(layout, state, step, choice->to[0], map);
    }
    for (size_t k = 0; k < step->from_count; k++) {
        size_t node = step->from[k], line = state->line[node];
        if (choice->from[k] != line && !branch_off(state, line, choice->from[k], map)) {
            return false;
        }
        state->pending[node] &= ~step->made;
        sets[0] |= 1U << choice->from[k];
        sets[2] |= choice->from[k] == line && state->pending[node] > 0 ? 1U << line : 0;
    }
    for (size_t k = 0; k < step->result_count; k++) {
        sets[1] |= 1U << choice->to[k];
    }
    state->untrue |= !is_true(layout, state, step, choice, sets);
    if (!join(state, sets, &column, map)) {
        return false;
    }
    for (size_t r = 0; r < MAP_LINES; r++) {
        struct track *track = &state->tracks[r];
        track->owner = rails_has(sets[0], r) && !rails_has(sets[2], r) ? NOBODY : track->owner;
    }
    for (size_t k = 0; k < step->result_count; k++) {
        size_t node = step->results[k], line = choice->to[k];
        size_t end = column + 1 + layout->graph->nodes[node].reach;
        if (end > layout->width) {
            return false;
        }
        if (map != NULL) {
            draw_arrow(map, layout, node, line, column + 1);
        }
        state->tracks[line].end = end;
        state->tracks[line].owner = state->pending[node] > 0 ? node : NOBODY;
        state->line[node] = line;
    }
    return true;
}

/* What is narrow, low and short of uprights is cheap. */
static double cost_of(const struct state *state) {
    size_t widest = 0, sum = 0;
    for (size_t r = 0; r < MAP_LINES; r++) {
        widest = greater(widest, state->tracks[r].end);
        sum += state->tracks[r].end;
    }
    return (double)widest + 0.05 * (double)sum + 2.0 * (double)state->lines +
           1.5 * (double)state->uprights;
}

static bool same_front(const struct state *a, const struct state *b) {
    for (size_t r = 0; r < MAP_LINES; r++) {
        if (a->tracks[r].end != b->tracks[r].end || a->tracks[r].owner != b->tracks[r].owner) {
            return false;
        }
    }
    return true;
}

/* Keeps MADE if it is among the cheapest of its generation: of two that go on alike the cheaper. */
static void keep(struct layout *layout, struct state *generation, struct state *made) {
    made->cost = cost_of(made);
    size_t at;
    for (size_t i = 0; i < layout->kept; i++) {
        if (same_front(&generation[i], made)) {
            if (generation[i].cost <= made->cost) {
                return;
            }
            memmove(&generation[i], &generation[i + 1], (--layout->kept - i) * sizeof *made);
            break;
        }
    }
    for (at = layout->kept; at > 0 && generation[at - 1].cost > made->cost; at--) {
    }
    if (at == BEAM) {
        return;
    }
    layout->kept += layout->kept < BEAM;
    memmove(&generation[at + 1], &generation[at], (layout->kept - 1 - at) * sizeof *made);
    generation[at] = *made;
}

/* A choice that is being made: rails first, then results. */
struct choosing {
    struct layout *layout;
    const struct step *step;
    const struct state *before;
    struct state *generation;
    struct choice choice;
    unsigned taken; /* lines of the choice so far */
    bool branches;  /* operands that run on send a branch */
};

static void choose_result(struct choosing *choosing, size_t k) {
    const struct step *step = choosing->step;
    if (k == step->result_count) {
        struct state made = *choosing->before;
        made.before = choosing->before;
        made.choice = choosing->choice;
        if (advance(choosing->layout, &made, step, &choosing->choice, NULL)) {
            keep(choosing->layout, choosing->generation, &made);
        }
        return;
    }
    const struct layout *layout = choosing->layout;
    size_t reach = step->operands == 0 ? 0 : layout->graph->nodes[step->results[k]].reach;
    for (size_t r = 0; r < layout->lines; r++) {
        const struct track *track = &choosing->before->tracks[r];
        if (track->end + reach > layout->width) {
            continue;
        }
        bool free = track->owner == NOBODY;
        for (size_t f = 0; f < step->from_count; f++) { /* the rail of an operand that ends here */
            size_t node = step->from[f];
            free |= choosing->choice.from[f] == r &&
                    (choosing->before->line[node] != r ||
                     (choosing->before->pending[node] & ~step->made) == 0);
        }
        if (free && !rails_has(choosing->taken, r)) {
            choosing->choice.to[k] = r;
            choosing->taken |= 1U << r;
            choose_result(choosing, k + 1);
            choosing->taken &= ~(1U << r);
        }
    }
}

static void choose_rail(struct choosing *choosing, size_t k) {
    const struct step *step = choosing->step;
    if (k == step->from_count) {
        choosing->taken = 0;
        choose_result(choosing, 0);
        return;
    }
    size_t node = step->from[k];
    const struct state *before = choosing->before;
    bool runs_on = (before->pending[node] & ~step->made) != 0;
    if (!choosing->branches || !runs_on) {
        choosing->choice.from[k] = before->line[node];
        choose_rail(choosing, k + 1);
        return;
    }
    for (size_t r = 0; r < choosing->layout->lines; r++) {
        bool taken = before->tracks[r].owner != NOBODY;
        for (size_t f = 0; f < k; f++) {
            taken |= choosing->choice.from[f] == r;
        }
        if (!taken) {
            choosing->choice.from[k] = r;
            choose_rail(choosing, k + 1);
        }
    }
}

/* All ways to go on from BEFORE. */
static void choose(struct layout *layout, const struct step *step, const struct state *before,
                   struct state *generation) {
    struct choosing choosing = {layout, step, before, generation, {{0}, {0}}, 0, false};
    bool some_run_on = false;
    for (size_t k = 0; k < step->from_count; k++) {
        some_run_on |= (before->pending[step->from[k]] & ~step->made) != 0;
    }
    choose_rail(&choosing, 0);
    if (step->from_count > 1 && some_run_on) {
        choosing.branches = true;
        choose_rail(&choosing, 0);
    }
}

/* --- all -------------------------------------------------------------------------------------- */

/* Draws the steps that led to STATE, the first at the end of the chain. */
static void draw_steps(const struct layout *layout, const struct state *state, size_t step,
                       struct state *now, struct map *map) {
    if (step > 0) {
        draw_steps(layout, state->before, step - 1, now, map);
        advance(layout, now, &layout->steps[step - 1], &state->choice, map);
    }
}

static void draw_state(const struct layout *layout, const struct state *state, struct map *map) {
    struct state now = layout->states[0];
    memset(map, 0, sizeof *map);
    draw_steps(layout, state, layout->step_count, &now, map);
    map->lines = now.lines;
    for (size_t r = 0; r < MAP_LINES; r++) {
        map->columns = greater(map->columns, now.tracks[r].end);
    }
}

/* The map of the graph in just so many lines, if one is found. */
static bool lay_out(struct layout *layout, struct map *map) {
    struct state *first = &layout->states[0];
    memset(first, 0, sizeof *first);
    for (size_t r = 0; r < MAP_LINES; r++) {
        first->tracks[r].owner = NOBODY;
    }
    for (size_t i = 0; i < layout->graph->count; i++) {
        first->pending[i] = layout->graph->nodes[i].users;
    }
    if (!list_steps(layout)) {
        return false;
    }
    const struct state *last = first;
    size_t last_count = 1;
    for (size_t s = 0; s < layout->step_count; s++) {
        struct state *generation = &layout->states[(s + 1) * BEAM];
        const struct step *step = &layout->steps[s];
        layout->kept = 0;
        for (size_t i = 0; i < last_count; i++) {
            choose(layout, step, &last[i], generation);
        }
        last = generation;
        last_count = layout->kept;
    }
    for (size_t i = 0; i < last_count && i < TRIED; i++) {
        if (!last[i].untrue) {
            draw_state(layout, &last[i], map);
            return true;
        }
    }
    return false;
}

bool rails_draw(struct rail_graph *graph, const size_t room[2], struct map *map) {
    struct layout layout = {.graph = graph, .width = room[1]};
    bool found = false;
    layout.states = memory_room((STEPS + 1) * BEAM * sizeof *layout.states);
    for (size_t i = 0; i < graph->count; i++) {
        graph->nodes[i].reach = draw_arrow(NULL, &layout, i, 0, 0);
    }
    for (layout.lines = 1; layout.states != NULL && layout.lines <= room[0] && !found;
         layout.lines++) {
        found = graph->count > 1 && lay_out(&layout, map);
    }
    memory_free(layout.states);
    return found;
}
