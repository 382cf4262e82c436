/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* arrange: places for the values of a page. Each has one from the first stop that needs it to the
 * end of the page; where that does not fit, or only in tight cells, to the last that needs it.
 * Where that does not all fit, stops do without what they want least. */
#include "base/failure.h"
#include "base/memory.h"
#include "canvas/drawing.h"
#include "stage/pack.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

enum {
    WORDS_EXERCISE = 11, /* rows of words below 110 columns that an exercise has if it likes */
    PICTURED = 150,      /* how much more than a matrix a stop wants the picture that it is about */
    MUST = 200,          /* how much a stop wants what it cannot do without */
};

/* Where not everything fits: the first in which the most is served is taken. */
static const struct pack_setting settings[] = {
    {2, 2, {8, 8}, PACK_TIGHT},
    {0, 2, {8, 8}, PACK_TIGHT},
    {0, 1, {5, 5}, PACK_TIGHT},
    {0, 2, {6, 7}, PACK_TIGHT | PACK_WINDOWS},
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* What a stop wants of the items: how much of each; which it is about, and which it must have. */
struct wants {
    unsigned short ranks[PACK_ITEMS];
    uint64_t focus, must;
    size_t loss; /* what it misses where that does not fit; SIZE_MAX: it does (relieve) */
};

struct page {
    const struct cast *cast;
    struct plan *plan;
    size_t first, end; /* stops of the lesson */
    struct pack pack;
    struct wants *wants;    /* one a stop */
    bool lasting;           /* matrices are shown to the end of the page */
    bool helped;            /* what makes stops clearer is wanted, too */
    bool corners;           /* right operands are above the products that the page steps through */
    bool *wanted, *stepped; /* one a value: some stop wants it; some stop steps through it */
};

/* --- what a page wants ------------------------------------------------------------------------ */

/* True when STOP needs VALUE. */
static bool wants_numbers(const struct page *page, size_t stop, int value) {
    return ((cast_need(page->cast, stop, (size_t)value) & NEED_NUMBERS) != 0 ||
            (page->helped && cast_helps(page->cast, stop, (size_t)value))) &&
           !page->cast->values[value].words;
}

/* True when a picture that STOP is about shows the numbers of VALUE. */
static bool is_pictured(const struct page *page, size_t stop, int value) {
    bool pictured = false;
    for (int i = 0; i < (int)page->cast->count; i++) {
        const struct cast_value *picture = &page->cast->values[i];
        pictured |= picture->picture && picture->requested.count > 0 &&
                    picture->requested.kind->instead &&
                    (cast_need(page->cast, stop, (size_t)i) & NEED_FOCUS) != 0 &&
                    cast_is_operand(page->cast, value, i);
    }
    return pictured;
}

/* Measures how much STOP wants VALUE: the more reasons, the more. What it looks at it must have,
 * and an exercise its goal and what may be edited. */
static unsigned short measure_want(const struct page *page, size_t stop, int value) {
    static const unsigned short ranks[] = {100, 50, 40, 40, 30, 20}; /* enum need, in order */
    unsigned need = cast_need(page->cast, stop, (size_t)value);
    unsigned all = page->cast->values[value].picture ? PICTURED : 0;
    bool must = page->cast->at_stop[stop].exercise && (need & (NEED_QUESTION | NEED_EDIT)) != 0;
    all += must || (need & NEED_LOOKED) != 0 ? MUST : 0;
    if ((need & NEED_FOCUS) == 0 && is_pictured(page, stop, value)) {
        return 1;
    }
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        all += (need >> i & 1) != 0 ? ranks[i] : 0;
    }
    return (unsigned short)greater(all, 1);
}

/* Lists the items of PAGE, and how much its stops want them; an operand above a product counts with
 * it. */
static void find_items(struct page *page) {
    const struct cast *cast = page->cast;
    struct pack *pack = &page->pack;
    for (int value = 0; value < (int)cast->count; value++) {
        page->wanted[value] = page->stepped[value] = false;
        for (size_t stop = page->first; stop < page->end; stop++) {
            page->wanted[value] |= wants_numbers(page, stop, value);
            page->stepped[value] |= cast->at_stop[stop].stepped &&
                                    (cast_need(cast, stop, (size_t)value) & NEED_FOCUS) != 0;
        }
    }
    uint64_t above = pack_list(pack, page->wanted, page->stepped, page->corners);
    memset(page->wants, 0, pack->stops * sizeof *page->wants);
    for (size_t i = 0; i < 2 * pack->count; i++) {
        const struct pack_item *item = &pack->items[i / 2];
        uint64_t bit = UINT64_C(1) << i / 2;
        int value = i % 2 == 0 ? item->value : item->right;
        for (size_t stop = page->first; stop < page->end && (above & bit) == 0; stop++) {
            struct wants *wants = &page->wants[stop - page->first];
            if (value != CAST_NONE && wants_numbers(page, stop, value)) {
                unsigned short rank = measure_want(page, stop, value);
                bool focus = (cast_need(cast, stop, (size_t)value) & NEED_FOCUS) != 0;
                wants->ranks[i / 2] += rank;
                wants->focus |= focus ? bit : 0;
                wants->must |= rank >= MUST ? bit : 0;
            }
        }
    }
}

/* --- what is shown ---------------------------------------------------------------------------- */

/* True when a stop with these WANTS is SHOWN two values of those it is about, or all there are; and
 * all that it must have. */
static bool is_served(const struct wants *wants, uint64_t shown) {
    uint64_t about = wants->focus & shown;
    return (about == wants->focus || (about & (about - 1)) != 0) && (wants->must & ~shown) == 0;
}

/* Returns the item that the stop AT wants least of those up to INDEX that it shows. */
static size_t least_wanted(const struct page *page, size_t at, size_t index) {
    size_t least = index;
    for (size_t i = 0; i < index; i++) {
        bool shown = (page->pack.shown[at] >> i & 1) != 0;
        least = shown && page->wants[at].ranks[i] < page->wants[at].ranks[least] ? i : least;
    }
    return least;
}

/* Measures how much the stop AT misses what it wants least of those items: most where it is not
 * served without. */
static size_t measure_loss(const struct page *page, size_t at, size_t index) {
    const struct wants *wants = &page->wants[at];
    size_t least = least_wanted(page, at, index);
    bool served = is_served(wants, page->pack.shown[at] & ~(UINT64_C(1) << least));
    return (size_t)wants->ranks[least] + (served ? 0 : (size_t)USHRT_MAX);
}

/* Makes room where item INDEX finds no place, by showing less: at those stops where it finds none
 * beside what they show alone, and of these where least is lost; if there is no such stop, at the
 * last of those that lose least. */
static void relieve(struct page *page, size_t index) {
    size_t least = SIZE_MAX, full = SIZE_MAX, last = SIZE_MAX; /* FULL: of the full ones */
    uint64_t before = 0; /* what the stop before shows: most show the same */
    bool fits = false;
    for (size_t at = 0; at < page->pack.stops; at++) {
        uint64_t shown = page->pack.shown[at];
        struct wants *wants = &page->wants[at];
        wants->loss = SIZE_MAX;
        if ((shown >> index & 1) != 0) {
            size_t loss = measure_loss(page, at, index);
            fits = shown == before ? fits : pack_fits(&page->pack, index, shown);
            before = shown;
            last = loss <= least ? at : last;
            least = lesser(least, loss);
            wants->loss = fits ? SIZE_MAX : loss;
            full = lesser(full, wants->loss);
        }
    }
    for (size_t at = 0; at < page->pack.stops; at++) {
        if (full == SIZE_MAX ? at == last : page->wants[at].loss == full) {
            page->pack.shown[at] &= ~(UINT64_C(1) << least_wanted(page, at, index));
        }
    }
}

/* What is tried where not everything fits: each setting with right operands above products and
 * without, at first with labels, where nothing may be left out. */
enum { LABELLED = 2 * SETTINGS, WAYS = 2 * LABELLED };

/* Finds places for all that the stops want, in one of WAYS, and leaves out what has none where it
 * is missed least. False where that may not be, or an operand does not fit above its product. */
static bool arrange_wanted(struct page *page, size_t way) {
    struct pack *pack = &page->pack;
    size_t stuck;
    pack->setting = &settings[way / 2 % SETTINGS];
    pack->labelled = way < LABELLED;
    page->corners = way % 2 == 0;
    find_items(page);
    for (size_t at = 0; at < pack->stops; at++) {
        pack->shown[at] = 0;
        for (size_t i = 0; i < pack->count; i++) {
            pack->shown[at] |= page->wants[at].ranks[i] > 0 ? UINT64_C(1) << i : 0;
        }
    }
    while ((stuck = pack_put_on(pack, 0)) < pack->count && !pack->labelled) {
        relieve(page, stuck);
    }
    return stuck == pack->count;
}

/* Shows each item from the first stop that wants it to the last, and before that while a question
 * asks for it; a matrix that lasts, to the end of the page, and from when something is shown that
 * is made from it. */
static void show_throughout(struct page *page) {
    struct pack *pack = &page->pack;
    size_t firsts[PACK_ITEMS];
    memset(pack->shown, 0, pack->stops * sizeof *pack->shown);
    for (size_t i = pack->count; i-- > 0;) { /* users come after what they are made from */
        size_t first = 0, end = pack->stops;
        while (first < end && page->wants[first].ranks[i] == 0) {
            first++;
        }
        while (end > first && page->wants[end - 1].ranks[i] == 0) {
            end--;
        }
        size_t value = (size_t)pack->items[i].value;
        while (first > 0 && first < end &&
               (cast_need(page->cast, page->first + first - 1, value) & NEED_WAY) != 0) {
            first--;
        }
        if (page->lasting && first < end && !page->cast->values[value].picture) {
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

/* Arranges all that the page needs, HELPED: and what makes its stops clearer, in SETTING; false
 * where it does not fit with all its numbers. */
static bool arrange_throughout(struct page *page, size_t setting, bool helped) {
    struct pack *pack = &page->pack;
    pack->setting = &pack_settings[setting];
    page->helped = helped;
    find_items(page);
    page->helped = false;
    show_throughout(page);
    return pack->count > 0 && pack->count < PACK_ITEMS - 1 && pack_put_on(pack, 0) == pack->count &&
           pack_is_whole(pack, true);
}

/* Arranges all that the page needs in the largest of the settings FIRST to LAST in which it fits;
 * what makes stops clearer may cost a size. */
static bool arrange_sizes(struct page *page, size_t first, size_t last) {
    bool fits = false;
    for (size_t k = first; k <= last && !fits; k++) {
        fits = arrange_throughout(page, k, false) &&
               (arrange_throughout(page, k, true) ||
                (k + 2 < PACK_SETTINGS && arrange_throughout(page, k + 1, true)) ||
                arrange_throughout(page, k, false));
    }
    return fits;
}

/* Finds an arrangement in which everything is shown as long as the page needs it. Operands are
 * above products, with labels that can be read rather than not, and both rather than that cells
 * are larger; matrices last where cells have two lines and room around them all the same; no number
 * is cut short for any. */
static bool arrange_all(struct page *page, size_t first, size_t end) {
    static const struct {
        size_t first, last; /* settings with closing lines, and all but the one that cuts numbers */
        bool lasting;
    } rounds[] = {{0, 2, true}, {0, PACK_SETTINGS - 2, false}};
    const size_t count = sizeof rounds / sizeof *rounds;
    bool fits = false;
    page->first = first;
    page->end = end;
    page->pack.stops = end - first;
    for (size_t i = 0; i < 3 * count && !fits; i++) {
        page->corners = i < 2 * count;
        page->pack.labelled = i < count;
        page->lasting = rounds[i % count].lasting;
        fits = arrange_sizes(page, rounds[i % count].first, rounds[i % count].last);
    }
    return fits;
}

/* Counts first how many stops are served, and then how much of what they want they show: of a
 * matrix that is not large and a window as much as that has of it. ALL: they show all of it. */
static long measure_worth(const struct page *page, bool *all) {
    enum { SERVED = 1000000 };
    const struct pack *pack = &page->pack;
    long sum = 0;
    *all = true;
    for (size_t i = 0; i < pack->stops * pack->count; i++) {
        size_t at = i / pack->count, k = i % pack->count;
        const struct place_on_stage *place = &pack->items[k].place;
        const struct cast_value *value = &page->cast->values[pack->items[k].value];
        bool shown = (pack->shown[at] >> k & 1) != 0;
        bool cut = place->form == FORM_WINDOW && !value->large;
        size_t part = place->rows * place->columns * place->matrices;
        size_t whole = value->rows * value->columns * value->matrices;
        long rank = page->wants[at].ranks[k];
        sum += !shown ? 0 : cut ? rank * (long)part / (long)whole : rank;
        *all &= shown ? !cut : rank == 0;
    }
    for (size_t at = 0; at < pack->stops; at++) {
        sum += is_served(&page->wants[at], pack->shown[at]) ? SERVED : 0;
    }
    return sum;
}

/* Finds the best arrangement for the stops of PAGE, from FIRST up to END. */
static void find_best(struct page *page, size_t first, size_t end) {
    bool all = false;
    long most = LONG_MIN;
    size_t best = 0, way;
    page->first = first;
    page->end = end;
    page->pack.stops = end - first;
    for (way = 0; way < WAYS && !all; way++) {
        long worth = arrange_wanted(page, way) ? measure_worth(page, &all) : LONG_MIN;
        if (worth > most && (all || way >= LABELLED)) {
            most = worth;
            best = way;
        }
    }
    if (best + 1 != way) {
        arrange_wanted(page, best);
    }
}

/* True when some arrangement serves STOP, if it is for that stop alone. */
static bool serves_alone(struct page *page, size_t stop) {
    bool serves = false;
    page->first = stop;
    page->end = stop + 1;
    page->pack.stops = 1;
    for (size_t way = LABELLED + 1; way < WAYS && !serves; way += 2) {
        arrange_wanted(page, way);
        serves = is_served(page->wants, *page->pack.shown);
    }
    return serves;
}

/* Lets items stay where they are wanted again after a few stops, if all still fits as well. */
static void keep_wanted(struct page *page) {
    enum { SHORT = 3 }; /* stops */
    struct pack *pack = &page->pack;
    for (size_t i = 0; i < pack->count; i++) {
        uint64_t bit = UINT64_C(1) << i;
        size_t last = SIZE_MAX; /* that shows it */
        for (size_t at = 0; at < pack->stops; at++) {
            if ((pack->shown[at] & bit) != 0) {
                for (; last != SIZE_MAX && at - last <= SHORT && last + 1 < at; last++) {
                    pack_show(pack, i, last + 1);
                }
                last = at;
            }
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

/* Finds places at the stops from FIRST to END where not everything fits: for all or, where a stop
 * is served only by itself, for those before it. */
static void arrange_some(struct page *page, size_t first, size_t end) {
    size_t to = end, before;
    do {
        uint64_t poor = 0; /* of the first 64 stops those that are not served */
        before = to;
        find_best(page, first, to);
        for (size_t at = 0; at < lesser(to - first, 64); at++) {
            poor |= (uint64_t)!is_served(&page->wants[at], page->pack.shown[at]) << at;
        }
        for (; poor != 0 && to == before && to - first > 1; poor &= poor - 1) {
            size_t stop = first + (size_t)__builtin_ctzll(poor);
            to = serves_alone(page, stop) ? greater(stop, first + 1) : to;
        }
    } while (to < before);
    if (page->first != first || page->end != to) { /* another was tried alone since */
        find_best(page, first, to);
    }
    keep_wanted(page);
}

/* Makes the plan of the stops from FIRST on, as many as one arrangement serves. Returns the row
 * below all of it. */
static size_t arrange_stops(struct page *page, size_t first) {
    size_t end = page->plan->first_stop + page->plan->stops;
    if (!arrange_all(page, first, end)) {
        arrange_some(page, first, end);
    }
    pack_count_demand(&page->pack, page->first, page->end);
    pack_fill(&page->pack);
    pack_keep(&page->pack);
    if (page->plan->panes.side) {
        pack_spread(&page->pack);
    }
    return write_stops(page);
}

/* Returns the rows that the words keep below 110 columns. */
static size_t words_rows(const struct plan_request *request, const struct plan *plan) {
    size_t rows = panes_words_rows(plan->size[0]);
    for (size_t i = 0; i < plan->stops && request->words != NULL; i++) {
        size_t stop = plan->first_stop + i, columns = plan->panes.words.columns;
        size_t wish = request->cast->at_stop[stop].exercise
                          ? request->words(request->context, stop, columns)
                          : 0;
        rows = greater(rows, lesser(WORDS_EXERCISE, wish));
    }
    return rows;
}

/* Fills PLAN, which knows its stops, all of page NUMBER, with places. False without memory. */
static bool arrange_page(const struct plan_request *request, size_t number, struct plan *plan) {
    size_t stage = plan->panes.stage.rows, used = 3, count = request->cast->count;
    if (!plan->panes.side) {
        stage = plan->size[0] - 3;
        stage -= lesser(stage, words_rows(request, plan));
    }
    struct cast here = *request->cast; /* with the sizes that values have on this page */
    here.values = memory_allocate(count, sizeof *here.values);
    struct page page = {.cast = &here,
                        .plan = plan,
                        .wants = memory_allocate(plan->stops, sizeof *page.wants),
                        .wanted = memory_allocate(2 * count, sizeof *page.wanted),
                        .pack = {.cast = &here,
                                 .rows = stage,
                                 .columns = plan->panes.stage.columns,
                                 .height = PACK_HIGHEST,
                                 .airy = plan->panes.side}};
    uint64_t *shown = memory_allocate(plan->stops, sizeof *shown);
    bool made = here.values != NULL && page.wants != NULL && page.wanted != NULL && shown != NULL;
    if (made) {
        cast_copy_on(request->cast, number, here.values);
    }
    page.stepped = made ? page.wanted + count : NULL;
    page.pack.shown = shown;
    for (size_t i = 0; made && i < plan->stops; i = page.end - plan->first_stop) {
        used = greater(used, arrange_stops(&page, plan->first_stop + i));
    }
    plan->panes = panes_make(plan->size[0], plan->size[1], lesser(used, stage));
    memory_free(here.values);
    memory_free(page.wants);
    memory_free(page.wanted);
    memory_free(shown);
    return made;
}

struct plan *plan_make(const struct plan_request *request, struct failure *failure) {
    const struct cast *cast = request->cast;
    size_t page = request->stop < cast->stops ? cast->at_stop[request->stop].page : 0;
    size_t first = 0, stops = 0;
    for (size_t i = 0; i < cast->stops; i++) {
        first += cast->at_stop[i].page < page;
        stops += cast->at_stop[i].page == page;
    }
    struct plan *plan = plan_start(request->size, PLAN_PAGE, stops, failure);
    if (plan != NULL) {
        plan->first_stop = first;
        if (!arrange_page(request, page, plan)) {
            plan_free(plan);
            plan = NULL;
            failure_memory(failure);
        }
    }
    return plan;
}
