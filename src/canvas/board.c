#include "canvas/board.h"

#include <string.h>

enum { MOST_LINES = 4, MOST_COLUMNS = 9, GAP = 3, NARROW_GAP = 2, UNDER = 8, ROUNDS = 3 };

struct layout {
    struct board_picture *pictures;
    size_t count;
    const size_t *room;
    size_t used[2];
};

static void measure(struct board_picture *picture) {
    size_t size[2];
    picture->measure(picture->subject, picture->form, picture->growth, size);
    picture->box.rows = size[0];
    picture->box.columns = size[1];
}

/* In shelves, from left to right: a picture goes under the last one if the shelf is high enough and
 * it is not much wider, else to its right, else it opens a shelf. */
static bool pack_shelves(struct layout *layout, size_t gap, size_t blank) {
    size_t top = 0, height = 0, left = 0, width = 0, depth = 0, right = 0;
    bool any = false;
    layout->used[1] = 0;
    for (size_t i = 0; i < layout->count; i++) {
        struct board_picture *picture = &layout->pictures[i];
        size_t rows = picture->box.rows, columns = picture->box.columns;
        if (!picture->placed) {
            continue;
        }
        bool under = any && !picture->beside && depth + blank + rows <= height &&
                     columns <= width + UNDER && left + greater(width, columns) <= layout->room[1];
        if (under) {
            picture->box.row = top + depth + blank;
            depth += blank + rows;
            width = greater(width, columns);
        } else {
            left = any ? right + gap : 0;
            if (left + columns > layout->room[1]) {
                top += any ? height + blank : 0;
                left = height = 0;
            }
            picture->box.row = top;
            width = columns;
            depth = rows;
        }
        picture->box.column = left;
        height = greater(height, depth);
        right = under ? greater(right, left + width) : left + width;
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
    size_t left = 0, done = 0, deepest = 0;
    for (size_t i = 0; i < layout->count; i++) {
        deepest = greater(deepest, layout->pictures[i].depth);
    }
    layout->used[0] = layout->used[1] = 0;
    for (size_t depth = 0; depth <= deepest; depth++) {
        size_t row = 0, width = 0;
        for (size_t i = 0; i < layout->count; i++) {
            struct board_picture *picture = &layout->pictures[i];
            if (!picture->placed || picture->depth != depth) {
                continue;
            }
            row += row > 0;
            if (row > 0 && row + picture->box.rows > layout->room[0]) {
                left += width + NARROW_GAP;
                row = width = 0;
            }
            picture->box.row = row;
            picture->box.column = left;
            row += picture->box.rows;
            width = greater(width, picture->box.columns);
            if (row > layout->room[0] || left + width > layout->room[1]) {
                return false;
            }
            layout->used[0] = greater(layout->used[0], row);
            layout->used[1] = left + width;
            done++;
        }
        left += width > 0 ? width + NARROW_GAP : 0;
    }
    return done > 0;
}

static bool pack(struct layout *layout) {
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->pictures[i].placed) {
            measure(&layout->pictures[i]);
        }
    }
    return pack_shelves(layout, GAP, 1) || pack_shelves(layout, NARROW_GAP, 0) ||
           pack_columns(layout);
}

/* Lets in those of the ranks FROM to TO, by rank, each in its smallest form. */
static void let_in(struct layout *layout, enum board_rank from, enum board_rank to) {
    for (enum board_rank rank = from; rank <= to; rank++) {
        for (size_t i = 0; i < layout->count; i++) {
            struct board_picture *picture = &layout->pictures[i];
            if (picture->rank != rank || picture->placed) {
                continue;
            }
            picture->placed = true;
            for (picture->form = picture->form_count; picture->form > 0;) {
                picture->form--;
                if (pack(layout)) {
                    break;
                }
                picture->placed = picture->form > 0;
            }
        }
    }
}

/* Raises those of the ranks FROM to TO to their largest form that fits. */
static void raise_forms(struct layout *layout, enum board_rank from, enum board_rank to) {
    for (enum board_rank rank = from; rank <= to; rank++) {
        for (size_t i = 0; i < layout->count; i++) {
            struct board_picture *picture = &layout->pictures[i];
            size_t had = picture->form;
            if (picture->rank != rank || !picture->placed) {
                continue;
            }
            for (picture->form = 0; picture->form < had && !pack(layout);) {
                picture->form++;
            }
        }
    }
}

static bool grows(const struct board_picture *picture) {
    return picture->placed && picture->form < picture->rough;
}

static bool grow_all(struct layout *layout, struct board_growth growth) {
    for (size_t i = 0; i < layout->count; i++) {
        layout->pictures[i].growth = growth;
    }
    return pack(layout);
}

/* The largest cells that all can have: their area counts, and that they are about twice as wide as
 * high, as a square is. */
static struct board_growth grow(struct layout *layout) {
    struct board_growth best = {1, 0};
    double most = 0;
    for (size_t lines = 1; lines <= MOST_LINES; lines++) {
        for (size_t columns = 0; columns <= MOST_COLUMNS; columns++) {
            double wide = 4.0 + (double)columns, high = (double)lines;
            double off = wide / 2 > high ? wide / 2 - high : high - wide / 2;
            double worth = wide * high - off / 2;
            if (worth > most && grow_all(layout, (struct board_growth){lines, columns})) {
                most = worth;
                best = (struct board_growth){lines, columns};
            }
        }
    }
    grow_all(layout, best);
    return best;
}

/* What is left goes to single pictures: width by width, and a line more to the focus. */
static void grow_each(struct layout *layout, struct board_growth shared) {
    static const struct board_growth more[] = {{1, 0}, {0, 2}, {0, 1}};
    for (size_t round = 0; round < ROUNDS; round++) {
        for (enum board_rank rank = BOARD_PRESENT; rank < BOARD_RANKS; rank++) {
            for (size_t i = 0; i < layout->count; i++) {
                struct board_picture *picture = &layout->pictures[i];
                if (picture->rank != rank || !grows(picture)) {
                    continue;
                }
                for (size_t k = rank <= BOARD_FOCUS ? 0 : 1; k < 3; k++) {
                    struct board_growth had = picture->growth;
                    picture->growth.lines += more[k].lines;
                    picture->growth.columns += more[k].columns;
                    if (picture->growth.lines <= shared.lines + 1 &&
                        picture->growth.columns <= shared.columns + 6 && pack(layout)) {
                        break;
                    }
                    picture->growth = had;
                }
            }
        }
    }
    pack(layout);
}

/* Neighbours come while all others keep their forms, and cells of two lines. */
static void let_neighbours_in(struct layout *layout) {
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->pictures[i].placed && layout->pictures[i].form > 0) {
            return;
        }
    }
    for (size_t i = 0; i < layout->count; i++) {
        struct board_picture *picture = &layout->pictures[i];
        if (picture->rank == BOARD_NEIGHBOUR) {
            picture->placed = true;
            picture->form = 0;
            picture->placed = grow_all(layout, (struct board_growth){2, 0});
        }
    }
    grow_all(layout, (struct board_growth){1, 0});
}

struct board_use board_lay_out(struct board_picture *pictures, size_t count, const size_t room[2]) {
    struct layout layout = {.pictures = pictures, .count = count, .room = room};
    struct board_use use = {.whole = true};
    for (size_t i = 0; i < count; i++) {
        pictures[i].placed = false;
        pictures[i].growth = (struct board_growth){1, 0};
    }
    let_in(&layout, BOARD_PRESENT, BOARD_NAMED);
    raise_forms(&layout, BOARD_PRESENT, BOARD_FOCUS);
    let_in(&layout, BOARD_OPERAND, BOARD_OPERAND);
    raise_forms(&layout, BOARD_NAMED, BOARD_OPERAND);
    raise_forms(&layout, BOARD_PRESENT, BOARD_FOCUS);
    let_neighbours_in(&layout);
    pack(&layout);
    use.needed = layout.used[0];
    for (size_t i = 0; i < count; i++) {
        use.whole &=
            pictures[i].rank > BOARD_NAMED ||
            (pictures[i].placed && (pictures[i].rank == BOARD_NAMED || grows(&pictures[i])));
    }
    grow_each(&layout, grow(&layout));
    pack(&layout);
    memcpy(use.size, layout.used, sizeof use.size);
    return use;
}
