/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/piece.h"

#include <math.h>
#include <string.h>

enum {
    MOST_LINES = 6,
    MOST_COLUMNS = 12,
    MORE_COLUMNS = 6,
    GAP = 3,
    NARROW_GAP = 2,
    LEAST_GAP = 1,
    UNDER = 8
};

struct layout {
    struct piece *pictures;
    size_t count;
    const size_t *room;
    size_t used[2];
    bool tight;    /* what matters most may stand with hardly a gap */
    bool together; /* twins stand side by side, not at the ends of two shelves */
};

static const struct piece_growth none = {1, 0, false}, two_lines = {2, 0, false};

static void set(struct piece *picture, size_t form, struct piece_growth growth) {
    picture->form = form;
    picture->growth = growth;
    size_t size[4] = {0};
    picture->measure(picture->subject, form, growth, size);
    picture->box.rows = size[0];
    picture->box.columns = size[1];
    picture->hole[0] = size[2];
    picture->hole[1] = size[3];
}

/* --- places ----------------------------------------------------------------------------------- */

/* In shelves, from left to right: a picture goes around the last one if it has a hole for that,
 * under it if the shelf is high enough and it is not much wider, else to its right, else it opens a
 * shelf. */
static bool pack_shelves(struct layout *layout, size_t gap, size_t blank) {
    size_t top = 0, height = 0, left = 0, width = 0, depth = 0, right = 0, shelf = 0, stack = 0;
    bool any = false;
    layout->used[1] = 0;
    for (size_t i = 0; i < layout->count; i++) {
        struct piece *picture = &layout->pictures[i];
        size_t rows = picture->box.rows, columns = picture->box.columns;
        if (!picture->placed) {
            continue;
        }
        bool around = any && depth <= picture->hole[0] && width + gap <= picture->hole[1] &&
                      left + columns <= layout->room[1];
        bool under = any && !picture->beside && depth + blank + rows <= height &&
                     columns <= width + UNDER && left + greater(width, columns) <= layout->room[1];
        if (around) {
            picture->box.row = top;
            depth = rows;
            width = columns;
        } else if (under) {
            picture->box.row = top + depth + blank;
            depth += blank + rows;
            width = greater(width, columns);
        } else {
            left = any ? right + gap : 0;
            stack += any;
            if (left + columns > layout->room[1]) {
                if (layout->together && picture->beside) {
                    return false;
                }
                top += any ? height + blank : 0;
                shelf += any;
                left = height = stack = 0;
            }
            picture->box.row = top;
            width = columns;
            depth = rows;
        }
        picture->box.column = left;
        picture->shelf = shelf;
        picture->stack = stack;
        height = greater(height, depth);
        right = under || around ? greater(right, left + width) : left + width;
        layout->used[1] = greater(layout->used[1], right);
        any = true;
        if (top + height > layout->room[0] || right > layout->room[1]) {
            return false;
        }
    }
    layout->used[0] = any ? top + height : 0;
    return true;
}

/* In columns, one for each step of the flow. */
static bool pack_columns(struct layout *layout) {
    size_t left = 0, deepest = 0, stack = 0;
    for (size_t i = 0; i < layout->count; i++) {
        deepest = greater(deepest, layout->pictures[i].depth);
    }
    layout->used[0] = layout->used[1] = 0;
    for (size_t depth = 0; depth <= deepest; depth++) {
        size_t row = 0, width = 0;
        for (size_t i = 0; i < layout->count; i++) {
            struct piece *picture = &layout->pictures[i];
            if (!picture->placed || picture->depth != depth) {
                continue;
            }
            row += row > 0;
            if (row > 0 && (picture->beside || row + picture->box.rows > layout->room[0])) {
                left += width + NARROW_GAP;
                row = width = 0;
                stack++;
            }
            picture->box.row = row;
            picture->box.column = left;
            picture->shelf = 0;
            picture->stack = stack;
            row += picture->box.rows;
            width = greater(width, picture->box.columns);
            if (row > layout->room[0] || left + width > layout->room[1]) {
                return false;
            }
            layout->used[0] = greater(layout->used[0], row);
            layout->used[1] = left + width;
        }
        left += width > 0 ? width + NARROW_GAP : 0;
        stack += width > 0;
    }
    return true;
}

static bool pack(struct layout *layout) {
    return pack_shelves(layout, GAP, 1) || pack_shelves(layout, NARROW_GAP, 0) ||
           pack_columns(layout) || (layout->tight && pack_shelves(layout, LEAST_GAP, 0));
}

/* What is left of the room lies evenly above, between and below the shelves, and beside them; in
 * each it lies between the stacks. */
static void spread(struct layout *layout) {
    size_t shelves = 0, margin = (layout->room[1] - layout->used[1]) / 2;
    size_t last[PIECES] = {0}, right[PIECES] = {0}; /* of each shelf: its last stack, its end */
    for (size_t i = 0; i < layout->count; i++) {
        const struct piece *picture = &layout->pictures[i];
        size_t shelf = picture->shelf, end = picture->box.column + picture->box.columns;
        if (picture->placed) {
            shelves = greater(shelves, shelf + 1);
            last[shelf] = greater(last[shelf], picture->stack);
            right[shelf] = greater(right[shelf], end);
        }
    }
    for (size_t i = 0; i < layout->count; i++) {
        struct piece *picture = &layout->pictures[i];
        size_t shelf = picture->shelf, down = layout->room[0] - layout->used[0];
        if (picture->placed) {
            size_t rest = layout->room[1] - 2 * margin - right[shelf];
            picture->box.row += down * (shelf + 1) / (shelves + 1);
            picture->box.column +=
                margin + (last[shelf] > 0 ? rest * picture->stack / last[shelf] : 0);
        }
    }
}

/* --- forms ------------------------------------------------------------------------------------ */

static bool has_numbers(const struct piece *picture) {
    return picture->placed && picture->form < picture->rough;
}

/* Whether what is looked at has its numbers. */
static bool present_has_numbers(const struct layout *layout) {
    bool all = true;
    for (size_t i = 0; i < layout->count; i++) {
        const struct piece *picture = &layout->pictures[i];
        all &= picture->rank > PIECE_PRESENT || has_numbers(picture);
    }
    return all;
}

/* Lets in those of the ranks FROM to TO, by rank, each in its smallest form; but a small matrix
 * that nobody speaks of, beside one with its numbers, comes with its own or not at all. */
static void let_in(struct layout *layout, enum piece_rank from, enum piece_rank to) {
    bool numbers = from > PIECE_NAMED && present_has_numbers(layout);
    for (enum piece_rank rank = from; rank <= to; rank++) {
        for (size_t i = 0; i < layout->count; i++) {
            struct piece *picture = &layout->pictures[i];
            bool rough = !numbers || picture->small == 0 || picture->rough == 0;
            size_t form = picture->rank != rank ? 0 : rough ? picture->form_count : picture->rough;
            while (!picture->placed && form-- > 0) {
                set(picture, form, none);
                picture->placed = true;
                picture->placed = pack(layout);
            }
        }
    }
}

/* Raises the COUNT pictures at FIRST, all to the same form: the largest from LARGEST on that fits.
 */
static void raise_together(struct layout *layout, struct piece *first, size_t count,
                           size_t largest) {
    struct piece had[PIECES];
    bool fits = false;
    memcpy(had, first, count * sizeof *had);
    for (size_t i = 0; i < count; i++) {
        fits = fits || !first[i].placed || first[i].form <= largest;
    }
    for (size_t form = largest; !fits && form < had[0].form; form++) {
        for (size_t i = 0; i < count; i++) {
            set(&first[i], lesser(form, had[i].form), none);
        }
        fits = pack(layout);
    }
    if (!fits) {
        memcpy(first, had, count * sizeof *had);
    }
}

/* Raises PICTURE to its largest form that fits, LUXURY among them, and its twins with it; alone
 * only where there is no room for the numbers of all. */
static void raise_form(struct layout *layout, struct piece *picture, bool luxury) {
    struct piece *first = picture, *end = layout->pictures + layout->count;
    size_t count = 1;
    while (first > layout->pictures && first->beside) {
        first--;
    }
    while (first + count < end && first[count].beside) {
        count++;
    }
    raise_together(layout, first, count, luxury ? 0 : first->luxury);
    if (count > 1 && !has_numbers(first)) {
        raise_together(layout, picture, 1, luxury ? 0 : picture->luxury);
    }
}

/* What came in as a few rows is whole, as tiles, if that fits: it takes more lines and far fewer
 * columns, which leaves room beside it. */
static void raise_parts(struct layout *layout) {
    for (size_t i = 0; i < layout->count; i++) {
        struct piece *picture = &layout->pictures[i];
        if (picture->small > 0) {
            raise_together(layout, picture, 1, picture->small);
        }
    }
}

/* Raises those of the ranks FROM to TO. */
static void raise_forms(struct layout *layout, enum piece_rank from, enum piece_rank to) {
    for (enum piece_rank rank = from; rank <= to; rank++) {
        for (size_t i = 0; i < layout->count; i++) {
            if (layout->pictures[i].rank == rank) {
                raise_form(layout, &layout->pictures[i], false);
            }
        }
    }
}

static void raise_to_luxury(struct layout *layout) {
    for (size_t i = 0; i < layout->count; i++) {
        raise_form(layout, &layout->pictures[i], true);
    }
}

static bool is_rough(const struct piece *picture) {
    return picture->placed && !has_numbers(picture) && picture->small > 0;
}

/* Where one stands in small tiles all do that have no numbers: a larger one would look as if it
 * meant more. Small tiles of a long matrix may find no place where wide ones did: one after the
 * other then stands as it stood. */
static void level_tiles(struct layout *layout) {
    size_t had[PIECES] = {0};
    bool any = false;
    for (size_t i = 0; i < layout->count; i++) {
        const struct piece *picture = &layout->pictures[i];
        any |= is_rough(picture) && picture->form == picture->small;
        had[i] = picture->form;
    }
    for (size_t i = 0; any && i < layout->count; i++) {
        struct piece *picture = &layout->pictures[i];
        if (is_rough(picture) && picture->form < picture->small) {
            set(picture, picture->small, none);
        }
    }
    for (size_t i = 0; i < layout->count && !pack(layout); i++) {
        set(&layout->pictures[i], had[i], none);
    }
    pack(layout);
}

static bool grow_all(struct layout *layout, struct piece_growth growth) {
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->pictures[i].placed) {
            set(&layout->pictures[i], layout->pictures[i].form, growth);
        }
    }
    return pack(layout);
}

/* The largest cells that all can have: their area counts, and that they are about twice as wide as
 * high, as a square is. The more lines, the fewer columns fit. Where all heads can be whole they
 * are. */
static void grow(struct layout *layout) {
    struct piece_growth best = {1, 0, true};
    best.heads = grow_all(layout, best);
    struct piece_growth tried = {1, MOST_COLUMNS, best.heads};
    double most = 0;
    while (tried.lines <= MOST_LINES) {
        if (grow_all(layout, tried)) {
            double wide = 4.0 + (double)tried.columns, high = (double)tried.lines;
            double worth = wide * high - fabs(wide / 2 - high) / 2;
            best = worth > most ? tried : best;
            most = fmax(most, worth);
            tried.lines++;
        } else if (tried.columns-- == 0) {
            break;
        }
    }
    grow_all(layout, best);
}

/* Makes the cells of PICTURE and of all as large so many COLUMNS wider, if that fits: twins stay
 * twins. */
static void widen(struct layout *layout, const struct piece *picture, size_t columns) {
    struct piece had[PIECES];
    struct box box = picture->box;
    memcpy(had, layout->pictures, layout->count * sizeof *had);
    for (size_t i = 0; i < layout->count; i++) {
        struct piece *other = &layout->pictures[i];
        struct piece_growth growth = other->growth;
        growth.columns += columns;
        if (has_numbers(other) && other->box.rows == box.rows &&
            other->box.columns == box.columns) {
            set(other, other->form, growth);
        }
    }
    if (!pack(layout)) {
        memcpy(layout->pictures, had, layout->count * sizeof *had);
    }
}

/* What is left goes to single pictures, by rank. */
static void grow_each(struct layout *layout) {
    for (size_t more = MORE_COLUMNS; more > 0; more /= 2) {
        for (enum piece_rank rank = PIECE_PRESENT; rank < PIECE_RANKS; rank++) {
            for (size_t i = 0; i < layout->count; i++) {
                if (layout->pictures[i].rank == rank && has_numbers(&layout->pictures[i])) {
                    widen(layout, &layout->pictures[i], more);
                }
            }
        }
    }
    pack(layout);
}

/* The neighbour that comes after LAST (NULL: the first); NULL: there is none. */
static struct piece *next_neighbour(const struct layout *layout, const struct piece *last) {
    struct piece *next = NULL;
    for (size_t i = 0; i < layout->count; i++) {
        struct piece *picture = &layout->pictures[i];
        bool later = last == NULL || picture->distance > last->distance ||
                     (picture->distance == last->distance && picture > last);
        if (picture->rank == PIECE_NEIGHBOUR && later &&
            (next == NULL || picture->distance < next->distance)) {
            next = picture;
        }
    }
    return next;
}

/* Of all that are placed, in cells. */
static size_t area(const struct layout *layout) {
    size_t sum = 0;
    for (size_t i = 0; i < layout->count; i++) {
        const struct piece *picture = &layout->pictures[i];
        sum += picture->placed
                   ? picture->box.rows * picture->box.columns - picture->hole[0] * picture->hole[1]
                   : 0;
    }
    return sum;
}

/* Neighbours come while all others keep their numbers, and cells of two lines; from far away only
 * while less than half of the board would be filled without them. */
static void let_neighbours_in(struct layout *layout) {
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->pictures[i].placed && !has_numbers(&layout->pictures[i])) {
            return;
        }
    }
    for (struct piece *next = NULL; (next = next_neighbour(layout, next)) != NULL;) {
        if (next->distance > 0) {
            grow(layout);
        }
        if (next->distance > 0 && 2 * area(layout) >= layout->room[0] * layout->room[1]) {
            break;
        }
        next->form = 0;
        next->placed = true;
        next->placed = grow_all(layout, two_lines);
    }
    grow_all(layout, none);
}

struct piece_use pieces_lay_out(struct piece *pictures, size_t count, const size_t room[2]) {
    struct layout layout = {.pictures = pictures, .count = count, .room = room, .tight = true};
    struct piece_use use = {0};
    for (size_t i = 0; i < count; i++) {
        pictures[i].placed = false;
    }
    let_in(&layout, PIECE_PRESENT, PIECE_NAMED);
    raise_forms(&layout, PIECE_PRESENT, PIECE_PRESENT);
    if (!present_has_numbers(&layout)) {
        raise_parts(&layout);
    }
    raise_forms(&layout, PIECE_PRESENT, PIECE_FOCUS);
    raise_forms(&layout, PIECE_PRESENT, PIECE_PRESENT); /* it may fit below one raised since */
    layout.tight = false;
    layout.tight = !pack(&layout);
    raise_forms(&layout, PIECE_NAMED, PIECE_NAMED);
    let_in(&layout, PIECE_OPERAND, PIECE_OPERAND);
    raise_forms(&layout, PIECE_OPERAND, PIECE_OPERAND);
    raise_to_luxury(&layout);
    level_tiles(&layout);
    layout.together = true;
    layout.together = pack(&layout);
    pack(&layout);
    use.needed = layout.used[0];
    let_neighbours_in(&layout);
    use.present = present_has_numbers(&layout);
    for (size_t i = 0; i < count; i++) {
        enum piece_rank rank = pictures[i].rank;
        use.rough += is_rough(&pictures[i]);
        use.lacks += rank < PIECE_NAMED    ? !has_numbers(&pictures[i])
                     : rank == PIECE_NAMED ? !pictures[i].placed
                                           : 0;
    }
    grow(&layout);
    grow_each(&layout);
    spread(&layout);
    return use;
}
