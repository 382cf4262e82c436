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
    COLUMNS_MOST = 4, /* slots side by side */
    BRANCHES = 3,     /* values that come at once and are tried in all slots */
    BEAM = 16,        /* assignments of the slots that are followed from stop to stop */
    PICTURE_GAP = 3,  /* columns left of a picture */
    WORDS_LEAST = 6,  /* rows that the words keep below 110 columns, */
    WORDS_KEEP = 7,   /* and, where a stop would like more, */
    WORDS_MOST = 9,   /* however many that are */
    SLOT_LEAST = 10,  /* columns of a slot */
    CUT = 8,          /* what a window costs that cuts columns off which a wider slot would show */
    LIKED = 12,       /* widths of slots that are tried */
    WINDOW_CELLS = 4, /* a window of fewer rows or columns shows nothing */
    SLOT_ROWS = 2,    /* rows of slots at most */
};

/* Where the pictures of a page are: above the slots, at the right of all of them; or, while a stop
 * shows one, in the place of all but the first column of them, or of all. */
enum where { WHERE_NONE, WHERE_ABOVE, WHERE_RIGHT, WHERE_INSTEAD, WHERE_ALONE };

/* How the bench of a page is divided. */
struct division {
    size_t rows, columns; /* of slots */
    size_t lines, heads;  /* of a cell; above the cells */
    bool tall;            /* it takes rows that the words would like to have */
    bool corner;          /* right operands stand above the slots of the first row */
    enum where where;
    size_t above;     /* rows above the slots */
    size_t slot_rows; /* of one slot */
    size_t row_rows[SLOT_ROWS]; /* of the slots of each row, once their contents are known */
    size_t wide, width;         /* the column WIDE of slots has WIDTH columns; 0: all are alike */
    size_t widths[COLUMNS_MOST]; /* of each column of slots, with the gutter */
    size_t gutter, cell;         /* columns of row labels and of a cell, where they fit */
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
    size_t first, end;         /* stops of the lesson */
    size_t top, rows, columns; /* of the bench on the stage */
    size_t easy_rows;          /* of ROWS, what leaves the words all that they would like */
    struct wish *wishes[2];    /* one a stop: without corners, and with them */
    int products[WANTED];      /* what is stepped through here and has its right operand above */
    size_t product_count;
    size_t picture_rows, picture_columns; /* of the largest */
    struct division division;
    struct state *states; /* BEAM a stop; once they are followed back, the first of each is it */
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

/* True when STOP needs the numbers of VALUE, and they have no other place than a slot. */
static bool is_wanted(const struct page *page, size_t stop, int value, bool corner) {
    const struct cast_value *shown = value_at(page, value);
    unsigned need = cast_need(page->cast, stop, (size_t)value);
    if ((need & NEED_NUMBERS) == 0 || shown->words || shown->picture) {
        return false;
    }
    if (shown->lone) {
        return plan_tile(page->plan, value) == NULL && (need & NEED_FOCUS) != 0;
    }
    return shown->turned == CAST_NONE || (need & NEED_FOCUS) != 0 ||
           (corner && product_of(page, value) != CAST_NONE);
}

/* How much STOP wants VALUE in a slot: more reasons, more so; an exercise its goal and what may be
 * edited. 0: not at all. */
static int rank(const struct page *page, size_t stop, int value, bool corner) {
    static const int shown[] = {100, 50, 40, 30, 20}, asked[] = {100, 40, 60, 50, 20};
    const int *ranks = page->cast->exercise[stop] ? asked : shown;
    unsigned need = cast_need(page->cast, stop, (size_t)value);
    int all = 0;
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        all += (need >> i & 1) != 0 ? ranks[i] : 0;
    }
    return is_wanted(page, stop, value, corner) ? all : 0;
}

/* What STOP wants, first things first; with CORNER a right operand is wanted through its
 * product. */
static struct wish wish_of(const struct page *page, size_t stop, bool corner) {
    struct wish wish = {.picture = CAST_NONE};
    int next;
    for (int above = INT_MAX; above > 0; above = next) {
        next = 0;
        for (int i = 0; i < (int)page->cast->count; i++) {
            int here = rank(page, stop, i, corner),
                product = corner ? product_of(page, i) : CAST_NONE;
            if (here == above) {
                wish_for(&wish, product != CAST_NONE ? product : i);
            } else if (here < above && here > next) {
                next = here;
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
    bool labelled = label + 1 + cells <= slot || cells > slot; /* else its neighbour's serve */
    return label > 0 && labelled ? label + 1 : 0;
}

/* The least width of a cell in a slot: where nothing else helps, a number does without a decimal
 * or the blank before it; one that may be edited has none to spare. */
static size_t tight_cell(const struct cast_value *value) {
    return cell_least(value) - (value->decimals > 0 && !value->edited);
}

/* The columns that all of VALUE take at least. */
static size_t columns_of(const struct cast_value *value) {
    return value->columns * tight_cell(value);
}

/* All of VALUE has room in a slot of column COLUMN beside a gutter of GUTTER columns. */
static bool fits_beside(const struct cast_value *value, const struct division *division,
                        size_t column, size_t gutter) {
    size_t least = columns_of(value), slot = division->widths[column];
    size_t room = slot - lesser(slot, gutter);
    size_t across = least > room ? 0 : (room + GAP) / (least + GAP);
    size_t rows = division->heads + value->rows * division->lines;
    return across > 0 && !value->large &&
           (value->matrices + across - 1) / across * rows <= division->slot_rows;
}

static bool fits_slot(const struct cast_value *value, const struct division *division,
                      size_t column) {
    return fits_beside(value, division, column,
                       gutter_of(value, division->widths[column], columns_of(value)));
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

/* Shares COLUMNS out among the slots. False when one is too narrow. */
static bool share(struct division *division, size_t columns) {
    size_t count = division->columns, width = division->width;
    if (width > columns || (count == 1 && width > 0)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        division->widths[i] = width == 0  ? columns / count
                              : i == division->wide ? width
                                          : (columns - width) / (count - 1);
        if (division->widths[i] < SLOT_LEAST) {
            return false;
        }
    }
    return true;
}

/* Measures the slots of DIVISION; false when there is no room for them. */
static bool measure(const struct page *page, struct division *division) {
    size_t columns = page->columns, rows = division->tall ? page->rows : page->easy_rows;
    if (division->where == WHERE_RIGHT || division->where == WHERE_INSTEAD) {
        size_t picture = page->picture_columns + PICTURE_GAP;
        if (picture >= columns) {
            return false;
        }
        columns = division->where == WHERE_RIGHT ? columns - picture : columns;
    }
    size_t gaps = (division->columns - 1) * GAP;
    size_t above = division->corner ? corner_rows(page, division) : 0;
    if (division->where == WHERE_ABOVE) {
        above += page->picture_rows + 1;
    }
    if (above >= rows || columns < gaps || !share(division, columns - gaps)) {
        return false;
    }
    division->above = above;
    division->slot_rows = (rows - above) / division->rows;
    return division->slot_rows >= division->heads + WINDOW_CELLS * division->lines &&
           (division->where != WHERE_INSTEAD ||
            division->widths[0] + PICTURE_GAP + page->picture_columns <= columns);
}

/* The slots that STOP can use. */
static size_t usable(const struct division *division, const struct wish *wish) {
    bool covered = wish->picture != CAST_NONE;
    return division->where == WHERE_ALONE && covered     ? 0
           : division->where == WHERE_INSTEAD && covered ? division->rows
                                                         : division->rows * division->columns;
}

/* How well a slot of column COLUMN shows VALUE, 0 … 20: a window by what it shows of 8 × 8. */
static long worth_in_slot(const struct cast_value *value, const struct division *division,
                          size_t column) {
    size_t slot = division->widths[column];
    if (fits_slot(value, division, column)) {
        bool bare = value->row_label > 0 && gutter_of(value, slot, columns_of(value)) == 0;
        return bare ? 10 : value->columns * cell_least(value) > slot ? 16 : 20;
    }
    size_t gutter = gutter_of(value, slot, columns_of(value));
    size_t room = slot - lesser(slot, gutter);
    size_t lines = (division->slot_rows - division->heads) / division->lines;
    size_t rows = lesser(value->rows, 8), columns = lesser(value->columns, 8);
    size_t part =
        100 * lesser(rows, lines) * lesser(columns, room / cell_least(value)) / (rows * columns);
    bool cut = value->columns <= 8 && room / cell_least(value) < columns;
    return (long)(1 + part * part / 800) - (cut ? CUT : 0);
}

/* What the values that STOP wants from number NEXT on are worth, each in the best of the slots that
 * are not in TAKEN. */
static long serve_values(const struct page *page, const struct division *division, size_t stop,
                         const size_t range[2], unsigned taken) {
    const struct wish *wish = &page->wishes[division->corner][stop - page->first];
    if (range[0] == range[1]) {
        return 0;
    }
    int value = wish->values[range[0]];
    bool focus = (cast_need(page->cast, stop, (size_t)value) & NEED_FOCUS) != 0;
    long best = LONG_MIN;
    for (size_t slot = 0; slot < division->rows * division->columns; slot++) {
        size_t column = slot % division->columns;
        if ((taken >> slot & 1) == 0) {
            long here = worth_in_slot(value_at(page, value), division, column) * (focus ? 3 : 2) / 2;
            const size_t rest[] = {range[0] + 1, range[1]};
            here += serve_values(page, division, stop, rest, taken | 1U << slot);
            best = here > best ? here : best;
            if (division->width == 0) {
                return best;
            }
        }
    }
    return best;
}

/* All that STOP wants has a slot, and none is a window. */
static bool shows_all(const struct page *page, const struct division *division, size_t stop) {
    const struct wish *wish = &page->wishes[division->corner][stop - page->first];
    bool all = wish->count <= usable(division, wish);
    for (size_t i = 0; i < wish->count && all; i++) {
        bool fits = false;
        for (size_t column = 0; column < division->columns; column++) {
            fits = fits || fits_slot(value_at(page, wish->values[i]), division, column);
        }
        all = fits;
    }
    return all;
}

static bool is_operand(const struct page *page, int value, int user) {
    const struct cast_value *result = value_at(page, user);
    for (size_t i = 0; i < result->operand_count; i++) {
        if (result->operands[i] == value) {
            return true;
        }
    }
    return false;
}

/* How much PICTURE suffers from having fewer columns than it would like. */
static long narrowness(const struct page *page, const struct division *division, int picture) {
    size_t taken = division->where == WHERE_INSTEAD ? division->widths[0] + PICTURE_GAP
                   : division->where == WHERE_RIGHT ? page->columns - page->picture_columns
                                                    : 0;
    size_t wish = lesser(page->columns, value_at(page, picture)->wish[1]);
    size_t missing = wish - lesser(wish, page->columns - taken);
    return missing == 0 ? 0 : 8 + (long)(32 * missing / wish);
}

/* How well DIVISION serves STOP. */
static long serve_stop(const struct page *page, const struct division *division, size_t stop) {
    const struct wish *wish = &page->wishes[division->corner][stop - page->first];
    size_t room = usable(division, wish);
    long all = division->heads == 2 ? 3 : 0;
    all += division->lines == 2 && shows_all(page, division, stop) ? 4 : 0;
    for (size_t i = 0; i < wish->count; i++) {
        bool focus = (cast_need(page->cast, stop, (size_t)wish->values[i]) & NEED_FOCUS) != 0;
        bool corner = division->corner && is_product(page, wish->values[i]);
        if (i < room) {
            all += corner && page->cast->stepped[stop] ? 40 : 0;
        } else {
            bool drawn = wish->picture != CAST_NONE &&
                         is_operand(page, wish->values[i], wish->picture);
            all -= !focus || drawn ? 0 : i == 0 ? 1000 : i == 1 ? 100 : 10;
        }
    }
    const size_t range[] = {0, lesser(wish->count, room)};
    all += serve_values(page, division, stop, range, 0);
    all -= division->where >= WHERE_INSTEAD && wish->picture != CAST_NONE ? 6 : 0;
    all -= wish->picture != CAST_NONE ? narrowness(page, division, wish->picture) : 0;
    all -= division->tall ? 8 : 0;
    return all - (long)(division->rows * division->columns);
}

/* How well DIVISION serves the stops of PAGE. */
static long serve(const struct page *page, const struct division *division) {
    long all = 0;
    for (size_t stop = page->first; stop < page->end; stop++) {
        all += serve_stop(page, division, stop);
    }
    return all;
}

static void try_shares(struct page *page, struct division division, long *most) {
    if (measure(page, &division)) {
        long worth = serve(page, &division) - (division.width > 0 ? 2 : 0);
        if (worth > *most) {
            *most = worth;
            page->division = division;
        }
    }
}

/* The columns of the slot that VALUE would like: with its numbers apart, or (TIGHT) just so. */
static size_t liked_columns(const struct cast_value *value, bool tight) {
    size_t label = lesser(value->row_label, LABELS);
    return value->columns * (tight ? tight_cell(value) : cell_least(value)) + label + (label > 0);
}

/* Two or three slots beside each other; else it would take long to try. */
static bool divides_unevenly(const struct division *division) {
    return division->rows == 1 && division->columns > 1 && division->columns < COLUMNS_MOST;
}

/* Tries DIVISION with slots that are alike, and with one column of them made for a value. */
static void try_division(struct page *page, struct division division, long *most) {
    size_t tried[LIKED], count = 0;
    try_shares(page, division, most);
    for (size_t stop = page->first; stop < page->end && divides_unevenly(&division); stop++) {
        const struct wish *wish = &page->wishes[division.corner][stop - page->first];
        for (size_t i = 0; i < 2 * wish->count && count < LIKED; i++) {
            size_t width = liked_columns(value_at(page, wish->values[i / 2]), i % 2 != 0), at = 0;
            while (at < count && tried[at] != width) {
                at++;
            }
            if (at == count) {
                tried[count++] = width;
                division.width = width;
                for (division.wide = 0; division.wide < division.columns; division.wide++) {
                    try_shares(page, division, most);
                }
            }
        }
    }
}

/* Tries all ways to divide the bench. */
static void divide(struct page *page) {
    long most = LONG_MIN;
    bool pictures = page->picture_rows > 0;
    page->division =
        (struct division){1, 1, 1, 1, .slot_rows = page->rows, .widths = {page->columns}};
    for (size_t way = 0; way < 2 * COLUMNS_MOST * 2 * 2 * 2 * 2; way++) {
        struct division division = {.rows = 1 + way % 2,
                                    .columns = 1 + way / 2 % COLUMNS_MOST,
                                    .lines = 1 + way / 8 % 2,
                                    .heads = 1 + way / 16 % 2,
                                    .corner = way / 32 % 2 != 0,
                                    .tall = way / 64 != 0};
        if ((division.corner && page->product_count == 0) ||
            (division.tall && page->rows == page->easy_rows)) {
            continue;
        }
        for (int where = pictures ? WHERE_ABOVE : WHERE_NONE;
             where <= (pictures ? WHERE_ALONE : WHERE_NONE); where++) {
            division.where = (enum where)where;
            try_division(page, division, &most);
        }
    }
}

/* --- who has which slot
 * ----------------------------------------------------------------------------*/

enum { COST_CUT = 30, COST_COMES = 4, COST_SIDES = 6, COST_ORDER = 20, COST_CORNER = 50, COST_MOVES = 60 };

static size_t slot_of(const struct state *state, int value) {
    size_t slot = 0;
    while (slot < PLAN_SLOTS && state->slot[slot] != value) {
        slot++;
    }
    return slot;
}

/* VALUE is among the first SHOWN of WISH. */
static bool is_in(const struct wish *wish, size_t shown, int value) {
    for (size_t i = 0; i < shown; i++) {
        if (wish->values[i] == value) {
            return true;
        }
    }
    return false;
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
        const struct cast_value *value = value_at(page, wish->values[i]);
        int right = value->right;
        if (right != CAST_NONE && value_at(page, right)->turned != CAST_NONE) {
            right = value_at(page, right)->turned;
        }
        if (right != CAST_NONE && is_in(wish, shown, value->left) && is_in(wish, shown, right) &&
            slot_of(state, value->left) > slot_of(state, right)) {
            cost += COST_SIDES;
        }
        cost += fits_slot(value, &page->division, slot % page->division.columns) ? 0 : COST_CUT;
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
    return is_in(step->wish, step->shown, value);
}

/* Slot number SLOT is one that the stop can use. */
static bool is_usable(const struct step *step, size_t slot) {
    const struct division *division = &step->page->division;
    return step->room == division->rows * division->columns ||
           (step->room > 0 && slot % division->columns == 0);
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
            placed.cost += COST_COMES + (int)(slot % division->columns);
            place(step, placed, next + 1);
            if (next >= BRANCHES) {
                return;
            }
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
        const struct wish *wish = &page->wishes[page->division.corner][at];
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

/* Where column AT of the slots begins. */
static size_t left_of(const struct division *division, size_t at) {
    size_t left = 0;
    for (size_t i = 0; i < at; i++) {
        left += division->widths[i] + GAP;
    }
    return left;
}

/* The numbers of VALUE in a slot of DIVISION, in column AT of them, whose first row is ROW; what is
 * too much is a window. */
static struct place_on_stage place_in_slot(const struct page *page, const struct division *division,
                                           int value, size_t row, size_t at) {
    const struct cast_value *shown = value_at(page, value);
    size_t slot = division->widths[at], column = left_of(division, at);
    size_t gutter = fits_beside(shown, division, at, division->gutter)
                        ? division->gutter
                        : gutter_of(shown, slot, columns_of(shown));
    size_t room = slot - lesser(slot, gutter);
    size_t least = columns_of(shown) <= room ? tight_cell(shown) : cell_least(shown);
    size_t fit = room / greater(1, shown->columns);
    size_t cell = greater(least, lesser(fit, greater(division->cell, cell_least(shown))));
    struct place_request request = {cell, division->lines, division->heads, room};
    struct place_on_stage place = place_numbers(page->cast, value, &request);
    while (place.box.rows > division->slot_rows && request.cell_columns > least) {
        cell = --request.cell_columns; /* narrower matrices are more side by side */
        place = place_numbers(page->cast, value, &request);
    }
    size_t lines =
        (division->slot_rows - lesser(division->slot_rows, division->heads)) / division->lines;
    if (!fits_slot(shown, division, at)) {
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
    place.gutter = shown->row_label > 0 ? gutter : 0;
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
    size_t width = page->division.widths[slot % page->division.columns];
    size_t room = width - lesser(width, place->gutter);
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
    size_t left = division->widths[0] + PICTURE_GAP;
    if (division->where == WHERE_ABOVE) {
        size_t corner = division->corner ? corner_rows(page, division) : 0;
        place.box = (struct box){row, 0, division->above - corner - 1, page->columns};
        return place;
    }
    if (division->where == WHERE_RIGHT) {
        left = page->columns - page->picture_columns;
    }
    place.box = (struct box){row, left, page->rows, page->columns - left};
    if (division->where == WHERE_NONE || division->where == WHERE_ALONE) {
        place.box.column = 0;
        place.box.columns = page->columns;
    }
    return place;
}

/* Keeps the best assignment, from the last stop back: the first state of each stop. */
static void follow_back(struct page *page) {
    size_t best = 0, last = page->end - page->first - 1;
    for (size_t i = 1; i < page->state_counts[last]; i++) {
        best =
            page->states[last * BEAM + i].cost < page->states[last * BEAM + best].cost ? i : best;
    }
    for (size_t at = last + 1; at-- > 0;) {
        page->states[at * BEAM] = page->states[at * BEAM + best];
        best = (size_t)page->states[at * BEAM].from;
    }
}

/* The rows that VALUE would like a slot in COLUMN of DIVISION to have, MOST and more where it is a window. */
static size_t rows_wanted(const struct cast_value *value, struct division division, size_t column,
                          size_t most) {
    division.slot_rows = division.heads + 1;
    while (division.slot_rows <= most && !fits_slot(value, &division, column)) {
        division.slot_rows++;
    }
    return division.slot_rows;
}

/* The rows that the values in each row of slots would like with the cells of DIVISION; true when
 * they can have them. */
static bool find_rows(const struct page *page, const struct division *division,
                      size_t wanted[SLOT_ROWS]) {
    size_t most = division->slot_rows * division->rows, all = 0;
    for (size_t row = 0; row < SLOT_ROWS; row++) {
        wanted[row] = 0;
        for (size_t at = 0; at < page->end - page->first && row < division->rows; at++) {
            const int *slots = &page->states[at * BEAM].slot[row * division->columns];
            for (size_t i = 0; i < division->columns; i++) {
                size_t here = slots[i] == CAST_NONE
                                  ? 0
                                  : rows_wanted(value_at(page, slots[i]), *division, i, most);
                wanted[row] = greater(wanted[row], here);
            }
        }
        all += wanted[row];
    }
    return all <= most;
}

/* Shares the rows of the bench out by what is in the slots: cells of two lines where all of them
 * have room for that, and larger windows beside low matrices. */
static void share_rows(struct page *page) {
    struct division *division = &page->division, larger = *division;
    size_t wanted[SLOT_ROWS];
    larger.lines = 2;
    if (measure(page, &larger) && find_rows(page, &larger, wanted)) {
        *division = larger;
    }
    size_t all = division->slot_rows * division->rows, half = division->slot_rows;
    find_rows(page, division, wanted);
    division->row_rows[0] = division->rows == 1 || (wanted[0] >= half && wanted[1] >= half) ? half
                            : wanted[0] <= half && wanted[1] <= half                        ? half
                            : wanted[0] < half ? wanted[0]
                                               : all - wanted[1];
    division->row_rows[0] += division->row_rows[0] == wanted[0] && wanted[0] + 1 < half;
    division->row_rows[1] = all - lesser(all, division->row_rows[0]);
}

/* The division as a slot of ROW sees it. */
static struct division slots_of_row(const struct page *page, size_t row) {
    struct division division = page->division;
    division.slot_rows = division.row_rows[row];
    return division;
}

/* Finds the width of row labels and of cells that the values of the page have in common. */
static void find_widths(struct page *page) {
    size_t fit = page->division.lines == 2 ? 8 : 7, least = 3;
    for (size_t at = 0; at < page->end - page->first; at++) {
        const int *slots = page->states[at * BEAM].slot;
        for (size_t i = 0; i < page->division.rows * page->division.columns; i++) {
            struct division division = slots_of_row(page, i / page->division.columns);
            size_t column = i % division.columns, slot = division.widths[column];
            const struct cast_value *value =
                slots[i] == CAST_NONE ? NULL : value_at(page, slots[i]);
            if (value != NULL && fits_slot(value, &division, column)) {
                size_t gutter = gutter_of(value, slot, columns_of(value));
                page->division.gutter = greater(page->division.gutter, gutter);
                least = greater(least, tight_cell(value));
                fit = lesser(fit, (slot - gutter) / (value->columns * value->matrices));
            }
        }
    }
    page->division.cell = greater(least, fit);
}

/* Writes what each stop has on the bench. */
static void write_stops(struct page *page, size_t top) {
    const struct division *division = &page->division;
    const struct wish *wishes = page->wishes[division->corner];
    for (size_t at = 0; at < page->end - page->first; at++) {
        const struct state *state = &page->states[at * BEAM];
        struct bench_stop *bench = &page->plan->bench[page->first + at - page->plan->first_stop];
        bool covered = division->where >= WHERE_INSTEAD && wishes[at].picture != CAST_NONE;
        bench->picture = picture_place(page, top);
        bench->picture.value = wishes[at].picture;
        for (size_t i = 0; i < PLAN_SLOTS; i++) {
            bool second = i >= division->columns;
            size_t row = top + division->above + (second ? division->row_rows[0] : 0);
            bool first = i % division->columns == 0 && division->where != WHERE_ALONE;
            bool shown = state->slot[i] != CAST_NONE && (first || !covered);
            bench->slot[i] = (struct place_on_stage){.value = CAST_NONE, .above = CAST_NONE};
            if (shown) {
                struct division here = slots_of_row(page, second);
                bench->slot[i] =
                    place_in_slot(page, &here, state->slot[i], row, i % division->columns);
            }
            bench->upper[i] = place_above(page, &bench->slot[i], i);
            if (bench->upper[i].value != CAST_NONE && i > 0 &&
                bench->upper[i - 1].value == CAST_NONE) { /* its labels reach over the neighbour */
                bench->upper[i].gutter =
                    gutter_of(value_at(page, bench->upper[i].value), page->columns, 0);
            }
        }
    }
}

/* A picture that hides nothing does not come and go: it is there from the first stop of the page
 * on, and gives way to the next one only. */
static void keep_pictures(struct page *page) {
    struct bench_stop *bench = &page->plan->bench[page->first - page->plan->first_stop];
    size_t count = page->end - page->first;
    bool keeps = page->division.where == WHERE_ABOVE || page->division.where == WHERE_RIGHT;
    for (size_t i = 1; i < count && keeps; i++) {
        if (bench[i].picture.value == CAST_NONE) {
            bench[i].picture = bench[i - 1].picture;
        }
    }
    for (size_t i = count - 1; i > 0 && keeps; i--) {
        if (bench[i - 1].picture.value == CAST_NONE) {
            bench[i - 1].picture = bench[i].picture;
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
    return greater(WORDS_LEAST, lesser(rows, WORDS_MOST));
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
    for (size_t stop = page->first; stop < page->end; stop++) {
        for (int corner = 0; corner < 2; corner++) {
            page->wishes[corner][stop - page->first] = wish_of(page, stop, corner != 0);
        }
    }
    divide(page);
    assign(page);
    follow_back(page);
    share_rows(page);
    find_widths(page);
    write_stops(page, page->top);
    keep_pictures(page);
    return rows_taken(page);
}

bool bench_make(const struct plan_request *request, struct plan *plan) {
    struct page page = {.cast = request->cast, .plan = plan, .columns = plan->panes.stage.columns};
    size_t stage = plan->panes.stage.rows, used = 0;
    size_t easy = stage, rows = plan->size[0] - lesser(plan->size[0], 3);
    if (!plan->panes.side) {
        size_t words = words_rows(request, plan);
        stage = rows - lesser(rows, lesser(words, WORDS_KEEP));
        easy = rows - lesser(rows, words);
    }
    page.top = plan->map_rows + (stage > 4 * plan->map_rows);
    page.rows = stage - lesser(stage, page.top);
    page.easy_rows = lesser(page.rows, easy - lesser(easy, page.top));
    plan->slots = PLAN_SLOTS;
    plan->bench = memory_allocate(plan->stops, sizeof *plan->bench);
    page.wishes[0] = memory_allocate(plan->stops, sizeof **page.wishes);
    page.wishes[1] = memory_allocate(plan->stops, sizeof **page.wishes);
    page.states = memory_allocate(plan->stops * BEAM, sizeof *page.states);
    page.state_counts = memory_allocate(plan->stops, sizeof *page.state_counts);
    bool made = plan->bench != NULL && page.wishes[0] != NULL && page.wishes[1] != NULL &&
                page.states != NULL && page.state_counts != NULL;
    for (size_t i = 0; i < plan->stops && made; i = page.end - plan->first_stop) {
        used = greater(used, make_page(&page, plan->first_stop + i));
    }
    memory_free(page.wishes[0]);
    memory_free(page.wishes[1]);
    memory_free(page.states);
    memory_free(page.state_counts);
    plan->panes = panes_make(plan->size[0], plan->size[1], lesser(greater(used, 3), stage));
    for (size_t i = 0; i < plan->stops && made; i++) {
        struct box *box = &plan->bench[i].picture.box;
        box->rows =
            lesser(box->rows, plan->panes.stage.rows - lesser(plan->panes.stage.rows, box->row));
    }
    return made;
}
