/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/sheet.h"

#include "stage/bench.h"
#include "stage/pack.h"

#include <string.h>

/* The first in which everything fits is taken. */
static const struct pack_setting settings[] = {
    {2, 2, 3, 1, {0}, 0}, {2, 2, 2, 0, {0}, 0}, {1, 2, 2, 1, {0}, 0},
    {1, 2, 2, 0, {0}, 0}, {1, 1, 2, 0, {0}, 0}, {1, 1, 2, 0, {0}, PACK_TIGHT},
};
enum { ROOMY = 1, LABELLED = 3, WHOLE = 4, SETTINGS = sizeof settings / sizeof settings[0] };

/* True when VALUE is made from nothing that is here, and only PRODUCT is made from it: it can be
 * above it. */
static bool is_alone(const struct sheet_request *request, int value, int product) {
    const struct cast_value *upper = &request->cast->values[value];
    bool alone = true;
    for (size_t i = 0; i < upper->operand_count && upper->transposed == CAST_NONE; i++) {
        alone &= !request->wanted[upper->operands[i]];
    }
    for (size_t i = 0; i < request->cast->count; i++) {
        const struct cast_value *user = &request->cast->values[i];
        for (size_t k = 0; k < user->operand_count && request->wanted[i]; k++) {
            alone &= user->operands[k] != value || (int)i == product || user->picture;
        }
    }
    return alone;
}

/* How a sheet is arranged. */
enum way {
    WAY_FREE = 1,    /* single numbers are in what the other values leave free, not among them */
    WAY_TURNED = 2,  /* K.T is there, above what is made with it */
    WAY_CORNERS = 4, /* other right operands are above their products, too */
    WAY_LABELLED = 8 /* labels can be read */
};

/* Returns the operand above VALUE; CAST_NONE: none. */
static int upper_of(const struct sheet_request *request, unsigned way, int value) {
    int right = request->cast->values[value].right;
    if (right == CAST_NONE || !request->wanted[right] || !pack_stacks(request->cast, value)) {
        return CAST_NONE;
    }
    bool transposed = request->cast->values[right].transposed != CAST_NONE;
    return (way & (transposed ? WAY_TURNED : WAY_CORNERS)) != 0 && is_alone(request, right, value)
               ? right
               : CAST_NONE;
}

static bool is_above(const struct sheet_request *request, unsigned way, int value) {
    for (int i = 0; i < (int)request->cast->count; i++) {
        if (request->wanted[i] && request->cast->values[i].right == value &&
            upper_of(request, way, i) == value) {
            return true;
        }
    }
    return false;
}

/* Lists in PACK what is wanted. False: it is too much for a sheet. */
static bool collect_items(const struct sheet_request *request, unsigned way, struct pack *pack) {
    int count = (int)request->cast->count;
    for (int i = 0; i < 2 * count; i++) {
        int value = i < count ? i : i - count;
        const struct cast_value *of = &request->cast->values[value];
        bool last = (way & WAY_FREE) != 0 && of->lone && !of->picture;
        if (!request->wanted[value] || last != (i >= count) || is_above(request, way, value) ||
            (of->transposed != CAST_NONE && (way & WAY_TURNED) == 0)) {
            continue;
        }
        if (pack->count == PACK_ITEMS - 1) {
            return false;
        }
        pack_add(pack, value);
        pack->items[pack->count - 1].right = upper_of(request, way, value);
    }
    return pack->count > 0;
}

/* Puts what is wanted in SETTING; false where it does not all fit with its numbers, in order. */
static bool try(const struct sheet_request *request, size_t setting, unsigned way,
                struct pack *pack) {
    uint64_t *shown = pack->shown;
    *pack = (struct pack){.cast = request->cast,
                          .rows = request->rows,
                          .columns = request->columns,
                          .lines = PACK_LINES_MOST,
                          .setting = &settings[setting],
                          .labelled = (way & WAY_LABELLED) != 0,
                          .shown = shown,
                          .stops = 1};
    *shown = UINT64_MAX;
    bool fits = collect_items(request, way, pack) && pack_put(pack) == pack->count;
    for (size_t i = 0; i < pack->count && fits; i++) {
        fits = pack->items[i].place.form != FORM_WINDOW;
    }
    return fits;
}

bool sheet_fits(const struct sheet_request *request) {
    size_t setting = request->roomy ? ROOMY : request->joined ? WHOLE : SETTINGS - 1;
    uint64_t shown;
    struct pack pack = {.shown = &shown};
    return request->joined && request->roomy
               ? try(request, setting, WAY_CORNERS | WAY_LABELLED, &pack)
               : try(request, setting, WAY_CORNERS, &pack) || try(request, setting, 0, &pack);
}

/* Operands are above products rather than that labels can be read, and this rather than that cells
 * are larger; no number is shorter for the sake of either where labels can be read without. */
size_t sheet_make(const struct sheet_request *request, struct place_on_stage *places) {
    static const struct {
        unsigned way;
        size_t first, end; /* settings */
    } order[] = {{WAY_CORNERS | WAY_LABELLED, 0, WHOLE + 1},
                 {WAY_CORNERS, 0, WHOLE + 1},
                 {WAY_LABELLED, 0, WHOLE + 1},
                 {WAY_CORNERS, WHOLE + 1, SETTINGS},
                 {0, 0, SETTINGS}};
    uint64_t shown;
    struct pack pack = {.shown = &shown};
    bool fits = false; /* in the smallest cells: else there is nothing to choose from */
    for (unsigned i = 0; i < 2 * WAY_LABELLED && !fits; i++) {
        fits = try(request, i < WAY_LABELLED ? SETTINGS - 1 : WHOLE, i % WAY_LABELLED, &pack);
    }
    for (size_t kind = 0; kind < sizeof order / sizeof *order && fits; kind++) {
        for (size_t i = WAY_CORNERS * order[kind].first; i < WAY_CORNERS * order[kind].end; i++) {
            unsigned way = WAY_CORNERS - 1 - (unsigned)i % WAY_CORNERS;
            if (try(request, i / WAY_CORNERS, order[kind].way | way, &pack)) {
                pack_count_demand(&pack, request->first_stop, request->first_stop + request->stops);
                pack_fill(&pack);
                return pack_write(&pack, UINT64_MAX, places, 2 * PACK_ITEMS);
            }
        }
    }
    return 0;
}

/* Makes the largest of the items of PACK that have numbers a tile and returns which; COUNT: none
 * has any. */
static size_t make_tile(struct pack *pack) {
    size_t most = 0, found = pack->count;
    for (size_t i = 0; i < pack->count; i++) {
        struct box box = pack->items[i].place.box;
        if (!pack->items[i].tile && pack->items[i].place.form != FORM_LINE &&
            box.rows * box.columns > most) {
            most = box.rows * box.columns;
            found = i;
        }
    }
    if (found < pack->count) {
        pack->items[found].tile = true;
    }
    return found;
}

size_t sheet_make_whole(const struct sheet_request *request, struct place_on_stage *places,
                        int *dropped, size_t *dropped_count) {
    size_t count = sheet_make(request, places), stuck;
    uint64_t shown = UINT64_MAX;
    struct pack pack = {.shown = &shown};
    *dropped_count = 0;
    if (count > 0) {
        return count;
    }
    try(request, LABELLED, 0, &pack);
    for (size_t i = 0; i < pack.count; i++) {
        pack.items[i].tile = request->cast->values[pack.items[i].value].large;
    }
    for (stuck = pack_put(&pack); stuck < pack.count; stuck = pack_put_on(&pack, stuck)) {
        size_t tile = make_tile(&pack);
        if (tile == pack.count) {
            dropped[(*dropped_count)++] = pack.items[stuck].value;
            shown &= ~(UINT64_C(1) << stuck);
        }
        stuck = lesser(stuck, tile); /* what is before both stays where it is */
    }
    for (size_t i = 0; i < pack.count; i++) { /* numbers where they fit after all */
        const struct pack before = pack;
        bool tries = pack.items[i].tile && !request->cast->values[pack.items[i].value].large;
        pack.items[i].tile &= !tries;
        pack = tries && pack_put_on(&pack, i) < pack.count ? before : pack;
    }
    for (int i = 0; i < (int)request->cast->count; i++) { /* more than a sheet can list */
        size_t k = 0;
        while (k < pack.count && pack.items[k].value != i) {
            k++;
        }
        if (request->wanted[i] && k == pack.count) {
            dropped[(*dropped_count)++] = i;
        }
    }
    pack_fill(&pack);
    return pack_write(&pack, shown, places, 2 * PACK_ITEMS);
}
