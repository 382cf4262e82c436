/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/bench.h"

#include "stage/sheet.h"

#include "base/memory.h"

#include <limits.h>
#include <string.h>

enum {
    GAP = 2,          /* columns between two slots */
    LABELS = 6,       /* columns of a row label at most, and where that is too much, */
    LABELS_LEAST = 3, /* at least */
    WANTED = 8,       /* values that a stop wants at most */
    BEAM = 24,        /* assignments of the slots that are followed from stop to stop */
    PICTURE_GAP = 3,  /* columns left of a picture */
    WORDS_LEAST = 6,  /* rows that the words keep below 110 columns, */
    WORDS_MOST = 9,   /* however many the longest stop would like */
    WINDOW_CELLS = 4, /* a window of fewer rows or columns shows nothing */
};

/* Where the pictures of a page are: above the slots, at the right of all of them, or in the place
 * of all but the first column of them while a stop shows one. */
enum where { WHERE_NONE, WHERE_ABOVE, WHERE_RIGHT, WHERE_INSTEAD };

/* How the bench of a page is divided. */
struct division {
    size_t rows, columns; /* of slots */
    size_t lines, heads;  /* of a cell; above the cells */
    bool corner;          /* right operands stand above the slots of the first row */
    enum where where;
    size_t above;     /* rows above the slots */
    size_t slot_rows; /* of one slot, and its columns with the gutter */
    size_t slot_columns;
    size_t cell; /* columns of a cell, where it fits */
};

/* What a stop would like to have in the slots, first things first. */
struct wish {
    int values[WANTED];
    size_t count;
    int picture; /* CAST_NONE: none */
};

/* Contents of the slots after a stop. */
struct state {
    int slot[PLAN_SLOTS];
    int cost, from; /* from which state of the stop before */
};

struct page {
    const struct cast *cast;
    struct plan *plan;
    size_t first, end;    /* stops of the lesson */
    size_t rows, columns; /* of the bench */
    struct wish *wishes;  /* one a stop: of the division below */
    int products[WANTED]; /* what is stepped through here and has its right operand above */
    size_t product_count;
    size_t picture_rows, picture_columns; /* of the largest */
    struct division division;
    struct state *states; /* BEAM a stop */
    size_t *state_counts;
};

static const struct cast_value *value_at(const struct page *page, int value) {
    return &page->cast->values[value];
}

/* --- what a page wants
 * -----------------------------------------------------------------------------*/

static bool is_product(const struct page *page, int value) {
    for (size_t i = 0; i < page->product_count; i++) {
        if (page->products[i] == value) {
            return true;
        }
    }
    return false;
}

/* VALUE is the right operand of a product of this page; that product, or CAST_NONE. */
static int product_of(const struct page *page, int value) {
    for (size_t i = 0; i < page->product_count; i++) {
        if (value_at(page, page->products[i])->right == value) {
            return page->products[i];
        }
    }
    return CAST_NONE;
}

/* Products that the page steps through whose right operand can stand above them: it is not a
 * product of this page itself. */
static void find_products(struct page *page) {
    page->product_count = 0;
    for (size_t i = 0; i < page->cast->count; i++) {
        const struct cast_value *value = &page->cast->values[i];
        bool stepped = false;
        for (size_t stop = page->first; stop < page->end && value->right != CAST_NONE; stop++) {
            stepped = stepped || (page->cast->stepped[stop] &&
                                  (cast_need(page->cast, stop, i) & NEED_FOCUS) != 0);
        }
        if (stepped && page->product_count < WANTED && !value->lone && !value->large) {
            const struct cast_value *right = value_at(page, value->right);
            if (!right->lone && !right->large && right->matrices == value->matrices &&
                right->columns == value->columns && !is_product(page, value->right)) {
                page->products[page->product_count++] = (int)i;
            }
        }
    }
}

static void wish_for(struct wish *wish, int value) {
    for (size_t i = 0; i < wish->count; i++) {
        if (wish->values[i] == value) {
            return;
        }
    }
    if (wish->count < WANTED) {
        wish->values[wish->count++] = value;
    }
}

/* True when VALUE goes into a slot at STOP, for one of REASONS. */
static bool is_wanted(const struct page *page, size_t stop, int value, unsigned reasons) {
    const struct cast_value *shown = value_at(page, value);
    unsigned need = cast_need(page->cast, stop, (size_t)value);
    if ((need & reasons) == 0 || shown->words || shown->picture) {
        return false;
    }
    if (shown->lone) {
        return plan_tile(page->plan, value) == NULL;
    }
    return shown->turned == CAST_NONE || (need & NEED_FOCUS) != 0 ||
           product_of(page, value) != CAST_NONE;
}

/* What STOP wants; with CORNER a right operand is wanted through its product. */
static struct wish wish_of(const struct page *page, size_t stop, bool corner) {
    static const unsigned shown[] = {NEED_FOCUS, NEED_OPERAND, NEED_ASKED, NEED_EDIT, NEED_NAMED};
    static const unsigned asked[] = {NEED_ASKED, NEED_EDIT, NEED_FOCUS, NEED_OPERAND, NEED_NAMED};
    const unsigned *order = page->cast->exercise[stop] ? asked : shown;
    struct wish wish = {.picture = CAST_NONE};
    for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++) {
        for (int i = 0; i < (int)page->cast->count; i++) {
            if (is_wanted(page, stop, i, order[k])) {
                int product = product_of(page, i);
                wish_for(&wish, corner && product != CAST_NONE ? product : i);
            }
        }
    }
    for (int i = 0; i < (int)page->cast->count; i++) {
        if (value_at(page, i)->picture &&
            (cast_need(page->cast, stop, (size_t)i) & NEED_NUMBERS) != 0) {
            wish.picture = i;
        }
    }
    return wish;
}

/* The largest picture of the page. */
static void measure_pictures(struct page *page) {
    page->picture_rows = page->picture_columns = 0;
    for (size_t stop = page->first; stop < page->end; stop++) {
        for (size_t i = 0; i < page->cast->count; i++) {
            const struct cast_value *value = &page->cast->values[i];
            if (value->picture && (cast_need(page->cast, stop, i) & NEED_NUMBERS) != 0) {
                page->picture_rows = greater(page->picture_rows, value->rows);
                page->picture_columns = greater(page->picture_columns, value->columns);
            }
        }
    }
}

/* --- how the bench is divided
 * ----------------------------------------------------------------------*/

/* The gutter of VALUE in a slot that has SLOT columns, CELLS of which its cells take. */
static size_t gutter_of(const struct cast_value *value, size_t slot, size_t cells) {
    size_t label = lesser(value->row_label, LABELS);
    while (label > LABELS_LEAST && label + 1 + cells > slot) {
        label--;
    }
    return label > 0 ? label + 1 : 0;
}

/* The columns that all of VALUE take at least, and the rows. */
static size_t columns_of(const struct cast_value *value) {
    return value->columns * cell_least(value);
}

static bool fits_slot(const struct cast_value *value, const struct division *division) {
    size_t least = columns_of(value), gutter = gutter_of(value, division->slot_columns, least);
    size_t room = division->slot_columns - lesser(division->slot_columns, gutter);
    size_t across = least > room ? 0 : (room + GAP) / (least + GAP);
    size_t rows = division->heads + value->rows * division->lines;
    return across > 0 && !value->large &&
           (value->matrices + across - 1) / across * rows <= division->slot_rows;
}

/* Rows of the highest right operand, with its heads. */
static size_t corner_rows(const struct page *page, const struct division *division) {
    size_t rows = 0;
    for (size_t i = 0; i < page->product_count; i++) {
        const struct cast_value *right = value_at(page, value_at(page, page->products[i])->right);
        rows = greater(rows, division->heads + right->rows * division->lines);
    }
    return rows;
}

/* Measures the slots of DIVISION; false when there is no room for them. */
static bool measure(const struct page *page, struct division *division) {
    size_t columns = page->columns;
    if (division->where == WHERE_RIGHT || division->where == WHERE_INSTEAD) {
        size_t picture = page->picture_columns + PICTURE_GAP;
        if (picture >= columns || page->picture_rows > page->rows) {
            return false;
        }
        columns = division->where == WHERE_RIGHT ? columns - picture : columns;
    }
    size_t gaps = (division->columns - 1) * GAP;
    size_t above = division->corner ? corner_rows(page, division) : 0;
    if (division->where == WHERE_ABOVE) {
        above = greater(above, page->picture_rows + 1);
    }
    if (above >= page->rows || columns < gaps + 10 * division->columns) {
        return false;
    }
    division->above = above;
    division->slot_rows = (page->rows - above) / division->rows;
    division->slot_columns = (columns - gaps) / division->columns;
    return division->slot_rows >= division->heads + WINDOW_CELLS * division->lines &&
           (division->where != WHERE_INSTEAD ||
            division->slot_columns + PICTURE_GAP + page->picture_columns <= columns);
}

/* The slots that STOP can use. */
static size_t usable(const struct division *division, const struct wish *wish) {
    bool covered = division->where == WHERE_INSTEAD && wish->picture != CAST_NONE;
    return division->rows * (covered ? 1 : division->columns);
}

/* How well DIVISION serves the stops of PAGE. */
static long serve(struct page *page, const struct division *division) {
    long all = 0;
    for (size_t stop = page->first; stop < page->end; stop++) {
        struct wish wish = wish_of(page, stop, division->corner);
        size_t room = usable(division, &wish);
        for (size_t i = 0; i < wish.count; i++) {
            const struct cast_value *value = value_at(page, wish.values[i]);
            bool focus = (cast_need(page->cast, stop, (size_t)wish.values[i]) & NEED_FOCUS) != 0;
            long worth = i >= room ? (focus ? -60 : 0) : fits_slot(value, division) ? 20 : 11;
            bool corner = division->corner && is_product(page, wish.values[i]);
            all += worth + (worth > 0 && focus ? 10 : 0) +
                   (corner && worth > 0 && page->cast->stepped[stop] ? 24 : 0);
        }
        all += division->lines == 2 ? 4 : 0;
        all += division->heads == 2 ? 3 : 0;
        all -= (long)(division->rows * division->columns);
        all -= division->where == WHERE_INSTEAD && wish.picture != CAST_NONE ? 6 : 0;
    }
    return all;
}

static void try_division(struct page *page, struct division division, long *most) {
    if (measure(page, &division)) {
        long worth = serve(page, &division);
        if (worth > *most) {
            *most = worth;
            page->division = division;
        }
    }
}

/* Tries all ways to divide the bench. */
static void divide(struct page *page) {
    long most = LONG_MIN;
    bool pictures = page->picture_rows > 0;
    page->division =
        (struct division){1, 1, 1, 1, .slot_rows = page->rows, .slot_columns = page->columns};
    for (size_t way = 0; way < 2 * 2 * 2 * 2 * 3; way++) {
        struct division division = {.rows = 1 + way % 2,
                                    .columns = 1 + way / 2 % 3,
                                    .lines = 1 + way / 6 % 2,
                                    .heads = 1 + way / 12 % 2,
                                    .corner = way / 24 != 0};
        if (division.corner && page->product_count == 0) {
            continue;
        }
        for (int where = pictures ? WHERE_ABOVE : WHERE_NONE;
             where <= (pictures ? WHERE_INSTEAD : WHERE_NONE); where++) {
            division.where = (enum where)where;
            try_division(page, division, &most);
        }
    }
}

/* --- who has which slot
 * ----------------------------------------------------------------------------*/

enum { COST_COMES = 4, COST_ORDER = 20, COST_CORNER = 50, COST_MOVES = 60 };

static bool is_operand(const struct page *page, int value, int user) {
    const struct cast_value *result = value_at(page, user);
    for (size_t i = 0; i < result->operand_count; i++) {
        if (result->operands[i] == value) {
            return true;
        }
    }
    return false;
}

static size_t slot_of(const struct state *state, int value) {
    size_t slot = 0;
    while (slot < PLAN_SLOTS && state->slot[slot] != value) {
        slot++;
    }
    return slot;
}

/* What is wrong with STATE as what a stop shows. */
static int disorder(const struct page *page, const struct wish *wish, size_t shown,
                    const struct state *state) {
    int cost = 0;
    for (size_t i = 0; i < shown; i++) {
        size_t slot = slot_of(state, wish->values[i]);
        for (size_t k = 0; k < shown; k++) {
            if (is_operand(page, wish->values[k], wish->values[i]) &&
                slot_of(state, wish->values[k]) > slot) {
                cost += COST_ORDER;
            }
        }
        bool corner = page->division.corner && is_product(page, wish->values[i]);
        size_t best = page->division.columns > 1 ? 1 : 0;
        if (corner && slot != best) {
            cost += slot < page->division.columns && slot > 0 ? COST_ORDER : COST_CORNER;
        }
    }
    return cost;
}

/* The states that a stop may leave behind. */
struct step {
    const struct page *page;
    const struct wish *wish;
    size_t shown, room; /* values that it shows; slots that it can use */
    struct state *states;
    size_t *count;
};

/* Keeps STATE if it is new and among the best. */
static void keep(struct step *step, struct state state) {
    state.cost += disorder(step->page, step->wish, step->shown, &state);
    size_t worst = 0;
    for (size_t i = 0; i < *step->count; i++) {
        struct state *other = &step->states[i];
        if (memcmp(other->slot, state.slot, sizeof state.slot) == 0) {
            if (state.cost < other->cost) {
                *other = state;
            }
            return;
        }
        worst = step->states[i].cost > step->states[worst].cost ? i : worst;
    }
    if (*step->count < BEAM) {
        step->states[(*step->count)++] = state;
    } else if (state.cost < step->states[worst].cost) {
        step->states[worst] = state;
    }
}

static bool is_shown(const struct step *step, int value) {
    for (size_t i = 0; i < step->shown; i++) {
        if (step->wish->values[i] == value) {
            return true;
        }
    }
    return false;
}

/* Slot number NEXT of those that the stop can use: whole columns. */
static bool is_usable(const struct step *step, size_t slot) {
    const struct division *division = &step->page->division;
    return step->room == division->rows * division->columns || slot % division->columns == 0;
}

/* Finds slots for the values from NEXT on that have none. */
static void place(struct step *step, struct state state, size_t next) {
    const struct division *division = &step->page->division;
    size_t slots = division->rows * division->columns;
    while (next < step->shown && slot_of(&state, step->wish->values[next]) < PLAN_SLOTS) {
        next++;
    }
    if (next == step->shown) {
        keep(step, state);
        return;
    }
    for (size_t slot = 0; slot < slots; slot++) {
        if (is_usable(step, slot) && !is_shown(step, state.slot[slot])) {
            struct state placed = state;
            placed.slot[slot] = step->wish->values[next];
            placed.cost += COST_COMES;
            place(step, placed, next + 1);
        }
    }
}

/* From STATE on: what is shown stays; or one operand gives its slot up, to go further to the
 * left. */
static void go_on(struct step *step, struct state state) {
    for (size_t i = 0; i < PLAN_SLOTS; i++) {
        if (is_shown(step, state.slot[i]) && !is_usable(step, i)) {
            state.slot[i] = CAST_NONE;
        }
    }
    place(step, state, 0);
    for (size_t i = 1; i < PLAN_SLOTS; i++) {
        bool operand = false;
        for (size_t k = 0; k < step->shown && is_shown(step, state.slot[i]); k++) {
            operand = operand || is_operand(step->page, state.slot[i], step->wish->values[k]);
        }
        for (size_t left = 0; left < i && operand; left++) {
            struct state moved = state;
            moved.slot[left] = state.slot[i];
            moved.slot[i] = CAST_NONE;
            moved.cost += COST_MOVES;
            place(step, moved, 0);
        }
    }
}

/* Follows the best assignments through the stops of PAGE. */
static void assign(struct page *page) {
    for (size_t stop = page->first; stop < page->end; stop++) {
        size_t at = stop - page->first;
        struct wish *wish = &page->wishes[at];
        *wish = wish_of(page, stop, page->division.corner);
        struct step step = {page,
                            wish,
                            0,
                            usable(&page->division, wish),
                            &page->states[at * BEAM],
                            &page->state_counts[at]};
        step.shown = lesser(wish->count, step.room);
        *step.count = 0;
        if (at == 0) {
            struct state empty = {.cost = 0};
            for (size_t i = 0; i < PLAN_SLOTS; i++) {
                empty.slot[i] = CAST_NONE;
            }
            place(&step, empty, 0);
            continue;
        }
        for (size_t i = 0; i < page->state_counts[at - 1]; i++) {
            struct state state = page->states[(at - 1) * BEAM + i];
            state.from = (int)i;
            go_on(&step, state);
        }
    }
}

/* --- places
 * ----------------------------------------------------------------------------------------*/

/* The numbers of VALUE in a slot whose corner is (ROW, COLUMN); what is too much is a window. */
static struct place_on_stage place_in_slot(const struct page *page, int value, size_t row,
                                           size_t column) {
    const struct division *division = &page->division;
    const struct cast_value *shown = value_at(page, value);
    size_t slot = division->slot_columns, least = cell_least(shown);
    size_t gutter = gutter_of(shown, slot, columns_of(shown));
    size_t room = slot - lesser(slot, gutter);
    size_t fit = room / greater(1, shown->columns);
    size_t cell = greater(least, lesser(fit, division->cell));
    struct place_request request = {cell, division->lines, division->heads, room};
    struct place_on_stage place = place_numbers(page->cast, value, &request);
    size_t lines =
        (division->slot_rows - lesser(division->slot_rows, division->heads)) / division->lines;
    if (!fits_slot(shown, division)) {
        place.form = FORM_WINDOW;
        place.rows = lesser(shown->rows, greater(1, lines));
        place.columns = lesser(shown->columns, greater(1, room / cell));
        place.matrices = place.across = 1;
        if (shown->columns * cell <= room) {
            size_t wide = shown->columns * cell + GAP;
            size_t down = division->slot_rows / (division->heads + place.rows * division->lines);
            place.across = lesser(shown->matrices, (room + GAP) / wide);
            place.matrices = lesser(shown->matrices, place.across * greater(1, down));
        }
        size_t down = (place.matrices + place.across - 1) / place.across;
        place.box.rows = down * (place.heads + place.rows * place.cell_lines);
        place.box.columns = place.across * (place.columns * cell + GAP) - GAP;
    }
    place.box.columns = lesser(place.box.columns, room);
    place.box.row = row;
    place.box.column = column + gutter;
    place.gutter = gutter;
    return place;
}

/* The right operand of what is in PLACE, above it; its value is CAST_NONE without one. */
static struct place_on_stage place_above(const struct page *page,
                                         const struct place_on_stage *place, size_t slot) {
    static const struct place_on_stage none = {.value = CAST_NONE, .above = CAST_NONE};
    if (place->value == CAST_NONE || !page->division.corner || slot >= page->division.columns ||
        !is_product(page, place->value)) {
        return none;
    }
    int value = value_at(page, place->value)->right;
    const struct cast_value *shown = value_at(page, value);
    size_t room = page->division.slot_columns - lesser(page->division.slot_columns, place->gutter);
    struct place_request request = {place->cell_columns, place->cell_lines, place->heads, room};
    struct place_on_stage upper = place_numbers(page->cast, value, &request);
    upper.columns = place->columns;
    upper.matrices = upper.across = place->matrices;
    upper.form = place->form;
    upper.above = place->value;
    upper.box.rows = upper.heads + upper.rows * upper.cell_lines;
    upper.box.columns = place->box.columns;
    upper.box.row = place->box.row - upper.box.rows;
    upper.box.column = place->box.column;
    upper.gutter =
        lesser(gutter_of(shown, page->columns, 0), slot == 0 ? place->gutter : place->gutter + GAP);
    return upper;
}

/* A place for pictures, below ROW. */
static struct place_on_stage picture_place(const struct page *page, size_t row) {
    const struct division *division = &page->division;
    struct place_on_stage place = {.value = CAST_NONE, .form = FORM_PICTURE, .above = CAST_NONE};
    size_t left = division->slot_columns + PICTURE_GAP;
    if (division->where == WHERE_ABOVE) {
        place.box = (struct box){row, 0, division->above - 1, page->columns};
        return place;
    }
    if (division->where == WHERE_RIGHT) {
        left = page->columns - page->picture_columns;
    }
    place.box = (struct box){row, left, page->rows, page->columns - left};
    if (division->where == WHERE_NONE) {
        place.box.column = 0;
        place.box.columns = page->columns;
    }
    return place;
}

/* The width of a cell that all values of the page can have, and not more than looks well. */
static size_t common_cell(const struct page *page) {
    size_t fit = page->division.lines == 2 ? 8 : 7, least = 3;
    for (size_t stop = page->first; stop < page->end; stop++) {
        const struct wish *wish = &page->wishes[stop - page->first];
        for (size_t i = 0; i < lesser(wish->count, usable(&page->division, wish)); i++) {
            const struct cast_value *value = value_at(page, wish->values[i]);
            size_t slot = page->division.slot_columns;
            size_t room = slot - lesser(slot, gutter_of(value, slot, columns_of(value)));
            if (fits_slot(value, &page->division)) {
                least = greater(least, cell_least(value));
                fit = lesser(fit, room / (value->columns * value->matrices));
            }
        }
    }
    return greater(least, fit);
}

/* Writes what each stop has on the bench, from the last one back. */
static void write_stops(struct page *page, size_t top) {
    const struct division *division = &page->division;
    size_t best = 0, last = page->end - page->first - 1;
    for (size_t i = 1; i < page->state_counts[last]; i++) {
        best =
            page->states[last * BEAM + i].cost < page->states[last * BEAM + best].cost ? i : best;
    }
    for (size_t at = last + 1; at-- > 0;) {
        const struct state *state = &page->states[at * BEAM + best];
        struct bench_stop *bench = &page->plan->bench[page->first + at - page->plan->first_stop];
        bool covered = division->where == WHERE_INSTEAD && page->wishes[at].picture != CAST_NONE;
        best = (size_t)state->from;
        bench->picture = picture_place(page, top);
        bench->picture.value = page->wishes[at].picture;
        for (size_t i = 0; i < PLAN_SLOTS; i++) {
            size_t row = top + division->above + i / division->columns * division->slot_rows;
            size_t column = i % division->columns * (division->slot_columns + GAP);
            bool shown = state->slot[i] != CAST_NONE && (!covered || i % division->columns == 0);
            bench->slot[i] = (struct place_on_stage){.value = CAST_NONE, .above = CAST_NONE};
            if (shown) {
                bench->slot[i] = place_in_slot(page, state->slot[i], row, column);
            }
            bench->upper[i] = place_above(page, &bench->slot[i], i);
        }
    }
}

/* --- the bench of a scene
 * ----------------------------------------------------------------------------*/

/* The rows that new words want below 110 columns: what the longest stop takes, within bounds. */
static size_t words_rows(const struct plan_request *request, const struct plan *plan) {
    size_t rows = 0;
    if (request->words == NULL) {
        return panes_words_rows(plan->size[0]);
    }
    for (size_t i = 0; i < plan->stops; i++) {
        size_t taken =
            request->words(request->context, plan->first_stop + i, plan->panes.words.columns);
        rows = greater(rows, taken);
    }
    rows = greater(WORDS_LEAST, lesser(rows, WORDS_MOST));
    return lesser(rows, panes_words_rows(plan->size[0]));
}

/* The rows that the places of PAGE take below TOP. */
static size_t rows_taken(const struct page *page) {
    size_t end = 0;
    for (size_t stop = page->first; stop < page->end; stop++) {
        const struct bench_stop *bench = &page->plan->bench[stop - page->plan->first_stop];
        for (size_t i = 0; i < PLAN_SLOTS; i++) {
            if (bench->slot[i].value != CAST_NONE) {
                end = greater(end, bench->slot[i].box.row + bench->slot[i].box.rows);
            }
        }
        if (bench->picture.value != CAST_NONE) {
            end = greater(end, bench->picture.box.row + page->picture_rows);
        }
    }
    return end;
}

/* Makes the bench of the page that begins at stop FIRST; returns the row below all of it. */
static size_t make_page(struct page *page, size_t first) {
    const struct cast *cast = page->cast;
    page->first = page->end = first;
    while (page->end < page->plan->first_stop + page->plan->stops &&
           cast->page_of[page->end] == cast->page_of[first]) {
        page->end++;
    }
    find_products(page);
    measure_pictures(page);
    divide(page);
    assign(page);
    page->division.cell = common_cell(page);
    write_stops(page, page->plan->map_rows);
    return rows_taken(page);
}

bool bench_make(const struct plan_request *request, struct plan *plan) {
    struct page page = {.cast = request->cast, .plan = plan, .columns = plan->panes.stage.columns};
    size_t stage = plan->panes.stage.rows, used = 0;
    if (!plan->panes.side) {
        size_t words = words_rows(request, plan);
        stage = plan->size[0] - lesser(plan->size[0], 3 + words);
    }
    page.rows = stage - lesser(stage, plan->map_rows);
    plan->slots = PLAN_SLOTS;
    plan->bench = memory_allocate(plan->stops, sizeof *plan->bench);
    page.wishes = memory_allocate(plan->stops, sizeof *page.wishes);
    page.states = memory_allocate(plan->stops * BEAM, sizeof *page.states);
    page.state_counts = memory_allocate(plan->stops, sizeof *page.state_counts);
    bool made = plan->bench != NULL && page.wishes != NULL && page.states != NULL &&
                page.state_counts != NULL;
    for (size_t i = 0; i < plan->stops && made; i = page.end - plan->first_stop) {
        used = greater(used, make_page(&page, plan->first_stop + i));
    }
    memory_free(page.wishes);
    memory_free(page.states);
    memory_free(page.state_counts);
    plan->panes = panes_make(plan->size[0], plan->size[1], lesser(greater(used, 3), stage));
    return made;
}
