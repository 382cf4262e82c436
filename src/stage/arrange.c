/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* arrange: places for the values of a page. Each has one from the first stop that needs it to the
 * end of the page; where that does not fit, or only in tight cells, to the last that needs it.
 * Where that does not all fit, stops do without what they want least. */
#include "stage/arrange.h"

#include "base/memory.h"
#include "canvas/drawing.h"
#include "stage/pack.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

/* How much a stop wants a value: the more reasons, the more (measure_want). */
enum rank {
    RANK_NONE,
    RANK_HELPS,       /* it is clearer with it, and can do without */
    RANK_WAY,         /* it names what is on the way to what it is about, or a picture shows */
    RANK_LEAST = 20,  /* of what it needs for any other reason */
    RANK_SHOWN = 150, /* how much more it wants the picture that it is about */
    RANK_MUST = 200   /* it cannot do without */
};

/* Where everything fits: the first in which it does is taken. */
static const struct pack_setting whole[] = {
    {4, 2, {8, 8}, 0}, {3, 2, {8, 8}, 0}, {2, 2, {8, 8}, 0}, {1, 2, {8, 8}, 0},
    {1, 1, {8, 8}, 0}, {0, 2, {8, 8}, 0}, {0, 1, {5, 5}, 0},
};
enum { WHOLE = sizeof whole / sizeof whole[0], ROOMY = 3 }; /* the first have closing lines */

/* Where not: the first in which the most is served is taken. */
static const struct pack_setting cut[] = {
    {2, 2, {8, 8}, PACK_TIGHT},
    {0, 2, {8, 8}, PACK_TIGHT},
    {0, 1, {5, 5}, PACK_TIGHT},
    {0, 2, {6, 7}, PACK_TIGHT | PACK_WINDOWS},
};
enum { CUT = sizeof cut / sizeof cut[0] };

struct page {
    const struct cast *cast;
    struct plan *plan;
    size_t first; /* stop of the lesson that PACK begins with */
    struct pack pack;
    unsigned short *ranks;  /* enum rank or more: a row of values for each stop of the plan */
    size_t *losses;         /* what each stop misses where something does not fit (relieve) */
    bool *wanted, *stepped; /* one a value: some stop wants it; some stop steps through it */
    bool lasting;           /* matrices are shown to the end of the page */
    bool helped;            /* what makes stops clearer is wanted, too */
    bool corners;           /* right operands are above the products that the page steps through */
};

/* --- what a page wants ------------------------------------------------------------------------ */

/* Measures how much STOP wants VALUE. What it looks at it must have, and an exercise its goal and
 * what may be edited. */
static size_t measure_want(const struct cast *cast, size_t stop, int value) {
    static const unsigned short ranks[] = {100, 50, 40,
                                           40,  30, RANK_LEAST}; /* enum need, in order */
    unsigned need = cast_need(cast, stop, (size_t)value);
    bool must = cast->at_stop[stop].exercise && (need & (NEED_QUESTION | NEED_EDIT)) != 0;
    size_t all = cast->values[value].picture ? RANK_SHOWN : 0;
    if (cast->values[value].words || (need & NEED_NUMBERS) == 0) {
        bool helps = !cast->values[value].words && cast_helps(cast, stop, (size_t)value);
        return helps ? RANK_HELPS : RANK_NONE;
    }
    if ((need & NEED_WAY) != 0 && (need & (NEED_FOCUS | NEED_QUESTION | NEED_EDIT)) == 0) {
        return RANK_WAY;
    }
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        all += (need >> i & 1) != 0 ? ranks[i] : 0;
    }
    return all + (must || (need & NEED_LOOKED) != 0 ? RANK_MUST : 0);
}

/* Returns how much STOP wants VALUE, which may be CAST_NONE. */
static size_t rank_of(const struct page *page, size_t stop, int value) {
    size_t row = (stop - page->plan->first_stop) * page->cast->count;
    size_t rank = value == CAST_NONE ? RANK_NONE : page->ranks[row + (size_t)value];
    return rank > RANK_HELPS || page->helped ? rank : RANK_NONE;
}

/* Returns how much the stop AT of PAGE wants item INDEX. */
static size_t item_rank(const struct page *page, size_t at, size_t index) {
    const struct pack_item *item = &page->pack.items[index];
    return rank_of(page, page->first + at, item->value) +
           rank_of(page, page->first + at, item->right);
}

static void list_items(struct page *page) {
    const struct cast *cast = page->cast;
    for (int value = 0; value < (int)cast->count; value++) {
        page->wanted[value] = page->stepped[value] = false;
        for (size_t at = 0; at < page->pack.stops; at++) {
            size_t stop = page->first + at;
            page->wanted[value] |= rank_of(page, stop, value) > RANK_NONE;
            page->stepped[value] |= cast->at_stop[stop].stepped &&
                                    (cast_need(cast, stop, (size_t)value) & NEED_FOCUS) != 0;
        }
    }
    pack_list(&page->pack, page->wanted, page->stepped, page->corners);
}

/* Counts for each item the stops that want it for more than what is said later. */
static void count_demand(struct page *page) {
    for (size_t i = 0; i < page->pack.count; i++) {
        page->pack.items[i].demand = 0;
        for (size_t at = 0; at < page->pack.stops; at++) {
            page->pack.items[i].demand += item_rank(page, at, i) > RANK_LEAST;
        }
    }
}

/* Shows each item from the first stop that wants it to the last; a matrix that lasts, to the end of
 * the page, and from when something is shown that is made from it. */
static void show_throughout(struct page *page) {
    struct pack *pack = &page->pack;
    size_t firsts[PACK_ITEMS] = {0};
    memset(pack->shown, 0, pack->stops * sizeof *pack->shown);
    for (size_t i = pack->count; i-- > 0;) { /* users come after what they are made from */
        size_t first = 0, end = pack->stops;
        while (first < end && item_rank(page, first, i) == RANK_NONE) {
            first++;
        }
        while (end > first && item_rank(page, end - 1, i) == RANK_NONE) {
            end--;
        }
        bool picture = page->cast->values[pack->items[i].value].picture;
        if (page->lasting && first < end && !picture) {
            end = pack->stops;
            for (uint64_t users = pack->items[i].users; users != 0; users &= users - 1) {
                first = lesser(first, firsts[__builtin_ctzll(users)]);
            }
        }
        firsts[i] = first;
        for (size_t at = first; at < end; at++) {
            pack->shown[at] |= UINT64_C(1) << i;
        }
    }
}

/* --- where all of it fits --------------------------------------------------------------------- */

/* True when every item has all its numbers, or on a page is a large value. */
static bool is_whole(const struct page *page) {
    bool all = true;
    for (size_t i = 0; i < page->pack.count; i++) {
        const struct place_on_stage *place = &page->pack.items[i].place;
        bool large =
            page->plan->view == PLAN_PAGE && cast_is_large(&page->cast->values[place->value]);
        all &= place->form != FORM_WINDOW || large;
    }
    return all;
}

/* Arranges all that the page needs, HELPED: and what makes its stops clearer, in SETTING; false
 * where it does not fit with all its numbers. */
static bool arrange_throughout(struct page *page, size_t setting, bool helped) {
    struct pack *pack = &page->pack;
    pack->setting = &whole[setting];
    page->helped = helped;
    list_items(page);
    show_throughout(page);
    page->helped = false;
    return pack->count > 0 && pack->count < PACK_ITEMS - 1 && pack_put_on(pack, 0) == pack->count &&
           is_whole(page);
}

/* Finds an arrangement of all stops in which everything is shown as long as the
 * page needs it, with the largest cells in which it fits; what makes stops clearer may cost a size.
 * Operands are above products, with labels that can be read rather than not, and both rather than
 * that cells are larger; matrices last where cells have two lines and room around them all the
 * same. */
static bool arrange_all(struct page *page) {
    bool fits = false;
    for (size_t i = 0; i < 6 && !fits; i++) {
        page->pack.labelled = i < 2;
        page->corners = i < 4;
        page->lasting = i % 2 == 0;
        for (size_t k = 0; k < (page->lasting ? ROOMY : WHOLE) && !fits; k++) {
            fits = arrange_throughout(page, k, false) &&
                   (arrange_throughout(page, k, true) ||
                    (k + 1 < WHOLE && arrange_throughout(page, k + 1, true)) ||
                    arrange_throughout(page, k, false));
        }
    }
    return fits;
}

/* --- where it does not ------------------------------------------------------------------------ */

/* True when the stop AT is SHOWN two values of those it is about, or all there are; and all that it
 * must have. */
static bool is_served(const struct page *page, size_t at, uint64_t shown) {
    size_t about = 0, with = 0; /* of those that it is about, how many it shows */
    bool served = true;
    for (size_t i = 0; i < page->pack.count; i++) {
        size_t value = (size_t)page->pack.items[i].value;
        bool focus = (cast_need(page->cast, page->first + at, value) & NEED_FOCUS) != 0;
        bool here = (shown >> i & 1) != 0;
        about += focus;
        with += focus && here;
        served &= here || item_rank(page, at, i) < RANK_MUST;
    }
    return served && (with == about || with >= 2);
}

/* Returns the item that the stop AT wants least of those up to INDEX that it shows. */
static size_t least_wanted(const struct page *page, size_t at, size_t index) {
    size_t least = index;
    for (size_t i = 0; i < index; i++) {
        bool shown = (page->pack.shown[at] >> i & 1) != 0;
        least = shown && item_rank(page, at, i) < item_rank(page, at, least) ? i : least;
    }
    return least;
}

/* Measures how much the stop AT misses what it wants least of those items: most where it is not
 * served without. */
static size_t measure_loss(const struct page *page, size_t at, size_t index) {
    size_t least = least_wanted(page, at, index), rank = item_rank(page, at, least);
    bool served = is_served(page, at, page->pack.shown[at] & ~(UINT64_C(1) << least));
    return rank + (served ? 0 : (size_t)USHRT_MAX);
}

/* Shows only what each stop wants, not what stays from one that does to another; false where that
 * is what it shows. */
static bool show_wanted(struct page *page) {
    bool less = false;
    for (size_t at = 0; at < page->pack.stops; at++) {
        uint64_t before = page->pack.shown[at];
        for (size_t i = 0; i < page->pack.count; i++) {
            bool wanted = item_rank(page, at, i) > RANK_NONE;
            page->pack.shown[at] &= ~((uint64_t)!wanted << i);
        }
        less |= page->pack.shown[at] != before;
    }
    return less;
}

/* Makes room where item INDEX finds no place, by showing less: first what no stop there wants; then
 * where least is lost, rather at stops where it finds no place beside what they show alone. */
static void relieve(struct page *page, size_t index) {
    enum { FITS = 1 << 20 };
    size_t least = SIZE_MAX;
    for (size_t at = 0; at < page->pack.stops; at++) {
        uint64_t shown = page->pack.shown[at];
        page->losses[at] = SIZE_MAX;
        if ((shown >> index & 1) != 0) {
            page->losses[at] =
                measure_loss(page, at, index) + (pack_fits(&page->pack, index, shown) ? FITS : 0);
            least = lesser(least, page->losses[at]);
        }
    }
    if (least % FITS > RANK_NONE && show_wanted(page)) {
        return;
    }
    for (size_t at = 0; at < page->pack.stops; at++) {
        if (page->losses[at] == least) {
            page->pack.shown[at] &= ~(UINT64_C(1) << least_wanted(page, at, index));
        }
    }
}

/* Finds places in SETTING for what the stops want, and leaves out what has none where it is missed
 * least. */
static void arrange_wanted(struct page *page, size_t setting) {
    struct pack *pack = &page->pack;
    size_t stuck;
    pack->setting = &cut[setting];
    list_items(page);
    show_throughout(page);
    while ((stuck = pack_put_on(pack, 0)) < pack->count) {
        relieve(page, stuck);
    }
}

/* Counts first how many stops are served, and then how much of what they want they show: of a
 * matrix that is not large and a window as much as that has of it. */
static size_t measure_worth(const struct page *page) {
    enum { SERVED = 1000000 };
    const struct pack *pack = &page->pack;
    size_t sum = 0;
    for (size_t at = 0; at < pack->stops; at++) {
        sum += is_served(page, at, pack->shown[at]) ? SERVED : 0;
        for (uint64_t mask = pack->shown[at]; mask != 0; mask &= mask - 1) {
            size_t i = (size_t)__builtin_ctzll(mask), rank = item_rank(page, at, i);
            const struct place_on_stage *place = &pack->items[i].place;
            const struct cast_value *value = &page->cast->values[place->value];
            size_t part = place->rows * place->columns * place->matrices;
            size_t size = value->size.rows * value->size.columns * value->size.matrices;
            sum += place->form == FORM_WINDOW && !cast_is_large(value) ? rank * part / size : rank;
        }
    }
    return sum;
}

/* Finds the setting that serves the stops best, and their places in that. */
static void find_best(struct page *page) {
    size_t most = 0, best = 0;
    for (size_t setting = 0; setting < CUT; setting++) {
        arrange_wanted(page, setting);
        size_t worth = measure_worth(page);
        best = worth > most ? setting : best;
        most = greater(worth, most);
    }
    arrange_wanted(page, best);
}

/* Finds places where not everything fits, as far as one arrangement serves the stops: one that it
 * does not serve begins another. */
static void arrange_some(struct page *page) {
    struct pack *pack = &page->pack;
    size_t before;
    page->corners = page->lasting = pack->labelled = false;
    do {
        size_t at = 0;
        before = pack->stops;
        find_best(page);
        while (at < before && is_served(page, at, pack->shown[at])) {
            at++;
        }
        pack->stops = greater(at, 1);
    } while (pack->stops < before);
}

/* Shows the whole as tiles, and with numbers as far as these fit: first what the words beside it
 * are about. */
static void arrange_tiles(struct page *page) {
    static const struct pack_setting tiles = {0, 2, {8, 8}, 0};
    struct pack *pack = &page->pack;
    size_t order[PACK_ITEMS];
    page->corners = pack->labelled = false;
    pack->setting = &tiles;
    list_items(page);
    *pack->shown = 0;
    pack_put_on(pack, 0); /* their shapes */
    count_demand(page);
    pack_sort(pack, order);
    for (size_t i = 0; i < 4 * pack->count; i++) {
        size_t k = order[i % pack->count], turn = i / pack->count;
        bool numbers = turn % 2 == 1, about = pack->items[k].demand > 0;
        bool large = cast_is_large(&page->cast->values[pack->items[k].value]);
        if (about == (turn < 2) && !(numbers && large)) {
            pack_show(pack, k, numbers);
        }
    }
}

/* --- the plan of a page ----------------------------------------------------------------------- */

/* Writes what each stop has on the stage; returns the row below all of it. */
static size_t write_stops(const struct page *page) {
    size_t end = 0;
    for (size_t at = 0; at < page->pack.stops; at++) {
        struct plan_stop *stop = &page->plan->at_stop[page->first + at - page->plan->first_stop];
        pack_write(&page->pack, page->pack.shown[at], stop);
        for (size_t i = 0; i < stop->count; i++) {
            const struct box *box = &stop->places[i].box;
            end = greater(end, box->row + box->rows);
        }
    }
    return end;
}

/* Makes the plan of the stops that PAGE has selected, or as many of them as one arrangement serves.
 * Returns the row below all of it. */
static size_t arrange_stops(struct page *page) {
    bool fits = arrange_all(page);
    if (!fits && page->plan->view != PLAN_PAGE) {
        arrange_tiles(page);
    } else {
        if (!fits) {
            arrange_some(page);
        }
        count_demand(page);
        pack_fill(&page->pack);
        pack_keep(&page->pack);
    }
    if (page->plan->panes.side) {
        pack_spread(&page->pack);
    }
    return write_stops(page);
}

size_t arrange_page(const struct cast *cast, size_t rows, struct plan *plan) {
    size_t used = 3, count = cast->count;
    struct page page = {.cast = cast,
                        .plan = plan,
                        .ranks = memory_allocate(plan->stops * count, sizeof *page.ranks),
                        .losses = memory_allocate(plan->stops, sizeof *page.losses),
                        .wanted = memory_allocate(2 * count, sizeof *page.wanted),
                        .pack = {.cast = cast,
                                 .rows = rows,
                                 .columns = plan->panes.stage.columns,
                                 .height = PACK_HIGHEST,
                                 .airy = plan->panes.side,
                                 .shown = memory_allocate(plan->stops, sizeof *page.pack.shown)}};
    bool made =
        page.ranks != NULL && page.losses != NULL && page.wanted != NULL && page.pack.shown != NULL;
    page.stepped = made ? page.wanted + count : NULL;
    for (size_t i = 0; made && i < plan->stops * count; i++) {
        page.ranks[i] =
            (unsigned short)measure_want(cast, plan->first_stop + i / count, (int)(i % count));
    }
    for (size_t i = 0; made && i < plan->stops; i += page.pack.stops) {
        page.first = plan->first_stop + i;
        page.pack.stops = plan->stops - i;
        used = greater(used, arrange_stops(&page));
    }
    memory_free(page.ranks);
    memory_free(page.losses);
    memory_free(page.wanted);
    memory_free(page.pack.shown);
    return made ? used : 0;
}
