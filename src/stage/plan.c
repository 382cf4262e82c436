/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/plan.h"

#include "stage/bench.h"
#include "stage/sheet.h"

#include "base/failure.h"
#include "base/memory.h"

#include <stdint.h>
#include <string.h>

/* What a stop has of a value: it needs its numbers, or is clearer with them. */
enum use { USE_NEEDED = 1, USE_HELPS = 2 };

/* The state of the way from page to page. */
struct walk {
    const struct plan_request *request;
    const struct cast *cast;
    struct box stage;    /* the most that there is */
    bool *wanted;        /* one a value: what a sheet is to show */
    unsigned char *uses; /* stops × values: enum use */
};

/* A run of stops, up to but not including END. */
struct run {
    size_t first, end;
    size_t small; /* how small the cells of a sheet of all that it needs are (sheet_smallness) */
    bool helped;  /* it has room for what makes its stops clearer, too */
};

static struct run stops_of(const struct cast *cast, size_t page) {
    struct run run = {0};
    for (size_t i = 0; i < cast->stops; i++) {
        run.first += cast->at_stop[i].page < page;
        run.end += cast->at_stop[i].page <= page;
    }
    return run;
}

/* Notes what each stop needs, and what helps it. Texts have no picture. */
static void note_uses(struct walk *walk) {
    const struct cast *cast = walk->cast;
    for (size_t stop = 0; stop < cast->stops; stop++) {
        for (size_t i = 0; i < cast->count; i++) {
            bool needed = (cast_need(cast, stop, i) & NEED_NUMBERS) != 0;
            walk->uses[stop * cast->count + i] = cast->values[i].words       ? 0
                                                 : needed                    ? USE_NEEDED
                                                 : cast_helps(cast, stop, i) ? USE_HELPS
                                                                             : 0;
        }
    }
}

/* Returns what the stops of RUN have of VALUE. */
static unsigned uses_of(const struct walk *walk, struct run run, size_t value) {
    unsigned uses = 0;
    for (size_t stop = run.first; stop < run.end; stop++) {
        uses |= walk->uses[stop * walk->cast->count + value];
    }
    return uses;
}

/* Fills in the request for a sheet of what RUN needs. */
static struct sheet_request request_of(const struct walk *walk, struct run run) {
    for (size_t i = 0; i < walk->cast->count; i++) {
        unsigned uses = uses_of(walk, run, i);
        walk->wanted[i] = (uses & USE_NEEDED) != 0 || (uses != 0 && run.helped);
    }
    return (struct sheet_request){
        .cast = walk->cast,
        .wanted = walk->wanted,
        .rows = walk->stage.rows,
        .columns = walk->stage.columns,
        .airy = panes_make(walk->request->size[0], walk->request->size[1], 0).side,
        .first_stop = run.first,
        .stops = run.end - run.first};
}

static size_t smallness(const struct walk *walk, struct run run) {
    struct sheet_request request = request_of(walk, run);
    return sheet_smallness(&request);
}

/* Returns RUN with its smallness, with what helps its stops if there is room for that. */
static struct run measured(const struct walk *walk, struct run run) {
    run.helped = true;
    run.small = smallness(walk, run);
    if (run.small > SHEET_WHOLE) {
        run.helped = false;
        run.small = smallness(walk, run);
    }
    return run;
}

/* Adds MORE, which follows RUN, to it where one sheet of both has no smaller cells than either. */
static bool join(const struct walk *walk, struct run *run, struct run more) {
    struct run both = {run->first, more.end, lesser(run->small, more.small),
                       run->helped || more.helped};
    struct sheet_request request = request_of(walk, both);
    bool joins = sheet_fits(&request, both.small);
    *run = joins ? both : *run;
    return joins;
}

/* Counts the values that run A needs, or is clearer with; BOTH: and B, too. */
static size_t count_uses(const struct walk *walk, struct run a, const struct run *both) {
    size_t count = 0;
    for (size_t i = 0; i < walk->cast->count; i++) {
        count += uses_of(walk, a, i) != 0 && (both == NULL || uses_of(walk, *both, i) != 0);
    }
    return count;
}

/* True when runs A and B need values in common, two or all. */
static bool have_common(const struct walk *walk, struct run a, struct run b) {
    enum { COMMON = 2 };
    return count_uses(walk, a, &b) >= lesser(count_uses(walk, a, NULL), COMMON);
}

/* Finds the pages of the scene with PAGE, walking from the first, so that all its pages agree.
 * Pages share one that go on with the same values. */
static struct run find_pages(const struct walk *walk, size_t page, size_t *first, size_t *pages) {
    struct run run = measured(walk, stops_of(walk->cast, 0));
    *first = 0;
    *pages = 1;
    for (size_t next = 1; next < walk->cast->pages; next++) {
        struct run more = measured(walk, stops_of(walk->cast, next));
        bool joins = have_common(walk, run, more) && join(walk, &run, more);
        if (!joins && next > page) {
            break;
        }
        run = joins ? run : more;
        *first = joins ? *first : next;
        *pages = joins ? *pages + 1 : 1;
    }
    return run;
}

/* True when RUN needs more than single numbers. */
static bool has_matrix(const struct walk *walk, struct run run) {
    bool has = false;
    for (size_t i = 0; i < walk->cast->count; i++) {
        has |= !walk->cast->values[i].lone && uses_of(walk, run, i) != 0;
    }
    return has;
}

/* True when nothing that PAGE needs before stop CUT is needed after it, and there is something to
 * see from FROM on, and after. */
static bool can_cut(const struct walk *walk, struct run page, size_t from, size_t cut) {
    struct run before = {.first = page.first, .end = cut}, part = {.first = from, .end = cut};
    struct run after = {.first = cut, .end = page.end};
    return has_matrix(walk, part) && has_matrix(walk, after) &&
           count_uses(walk, before, &after) == 0;
}

/* Returns the part of PAGE with STOP. A page is cut where nothing that was needed is needed again:
 * each part has the whole stage. */
static struct run find_part(const struct walk *walk, struct run page, size_t stop) {
    struct run part = {.first = page.first, .end = page.first};
    while (part.end < page.end) {
        size_t cut = part.end + 1;
        while (cut < page.end && !can_cut(walk, page, part.end, cut)) {
            cut++;
        }
        struct run more = cut == page.end && part.end == page.first
                              ? page
                              : measured(walk, (struct run){.first = part.end, .end = cut});
        bool joins = part.end > part.first && join(walk, &part, more);
        if (!joins && stop < part.end) {
            break;
        }
        part = joins ? part : more;
    }
    return part;
}

/* Gives back what PLAN has of a scene. */
static void clear_places(struct plan *plan) {
    memory_free(plan->places);
    memory_free(plan->bench);
}

/* Sums up how large the numbers are that the stops of PLAN use: the lines of their cells. */
static size_t sum_lines(const struct walk *walk, const struct plan *plan) {
    enum { ENOUGH = 4 };
    const struct cast *cast = walk->cast;
    size_t size = 0;
    for (size_t stop = plan->first_stop; stop < plan->first_stop + plan->stops; stop++) {
        for (int i = 0; i < (int)cast->count; i++) {
            bool counts = walk->uses[stop * cast->count + (size_t)i] != 0 &&
                          !cast->values[i].picture && !cast->values[i].lone;
            const struct place_on_stage *place = counts ? plan_numbers(plan, stop, i) : NULL;
            size += place == NULL ? 0 : lesser(place->cell_lines, ENOUGH);
        }
    }
    return size;
}

/* Makes the sheet of RUN, and in what it leaves free puts what can do without numbers. False
 * without memory. */
static bool make_sheet(const struct walk *walk, struct run run, struct plan *plan) {
    size_t rows = 0, count = walk->cast->count;
    plan->sheet = true;
    bool *spare = memory_allocate(count, sizeof *spare);
    plan->places = memory_allocate(count, sizeof *plan->places);
    if (spare == NULL || plan->places == NULL) {
        memory_free(spare);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        spare[i] = uses_of(walk, run, i) != 0;
    }
    struct sheet_request request = request_of(walk, run);
    request.spare = spare;
    plan->count = sheet_make(&request, plan->places);
    memory_free(spare);
    for (size_t i = 0; i < plan->count; i++) {
        rows = greater(rows, plan->places[i].box.row + plan->places[i].box.rows);
    }
    plan->panes = panes_make(plan->size[0], plan->size[1], plan->part ? 0 : rows);
    return true;
}

/* Makes a sheet. One of a single page gives way to a bench whose cells have nearly twice its
 * lines. */
static bool make_scene(const struct walk *walk, struct plan *plan) {
    const struct cast *cast = walk->cast;
    size_t stop = walk->request->stop;
    struct run run = find_pages(walk, cast->at_stop[stop].page, &plan->first_page, &plan->pages);
    if (plan->pages == 1) {
        struct run part = find_part(walk, run, stop);
        plan->part = part.end - part.first < run.end - run.first;
        run = part;
    }
    bool fits = run.small < SIZE_MAX;
    plan->first_stop = run.first;
    plan->stops = run.end - run.first;
    struct plan sheet = *plan, bench = *plan;
    bool compares = plan->pages == 1;
    if ((fits && !make_sheet(walk, run, &sheet)) ||
        (compares && !bench_make(walk->request, &bench))) {
        clear_places(&sheet);
        clear_places(&bench);
        return false;
    }
    bool larger = !fits || (compares && 4 * sum_lines(walk, &bench) >= 7 * sum_lines(walk, &sheet));
    clear_places(larger ? &sheet : &bench);
    *plan = larger ? bench : sheet;
    return true;
}

struct plan *plan_make(const struct plan_request *request, struct failure *failure) {
    const struct cast *cast = request->cast;
    struct plan *plan = memory_allocate(1, sizeof *plan);
    struct walk walk = {.request = request,
                        .cast = cast,
                        .wanted = memory_allocate(cast->count, sizeof *walk.wanted),
                        .uses = memory_allocate(cast->stops * cast->count, sizeof *walk.uses)};
    bool made = plan != NULL && walk.wanted != NULL && walk.uses != NULL;
    if (made) {
        plan->size[0] = request->size[0];
        plan->size[1] = request->size[1];
        plan->panes = panes_make(request->size[0], request->size[1], 0);
        walk.stage = plan->panes.stage;
        note_uses(&walk);
        made = make_scene(&walk, plan);
    }
    memory_free(walk.uses);
    memory_free(walk.wanted);
    if (!made) {
        plan_free(plan);
        plan = NULL;
        (void)failure_memory(failure);
    }
    return plan;
}

void plan_free(struct plan *plan) {
    if (plan != NULL) {
        clear_places(plan);
        memory_free(plan);
    }
}

static const struct place_on_stage *find_place_for(const struct place_on_stage *places,
                                                   size_t count, int value) {
    for (size_t i = 0; i < count; i++) {
        if (places[i].value == value) {
            return &places[i];
        }
    }
    return NULL;
}

const struct place_on_stage *plan_numbers(const struct plan *plan, size_t stop, int value) {
    if (plan->sheet) {
        return find_place_for(plan->places, plan->count, value);
    }
    const struct bench_stop *bench =
        stop - plan->first_stop < plan->stops ? &plan->bench[stop - plan->first_stop] : NULL;
    return bench == NULL ? NULL : find_place_for(bench->places, bench->count, value);
}

struct matrix_picture plan_picture(const struct cast_value *value,
                                   const struct place_on_stage *place) {
    struct matrix_picture picture = matrix_plain(value->name, place);
    picture.role = value->role;
    picture.decimals = value->decimals;
    picture.number = value->own;
    picture.transposed = value->transposed != CAST_NONE;
    picture.sizes[0] = value->matrices;
    picture.sizes[1] = value->rows;
    picture.sizes[2] = value->columns;
    return picture;
}
