/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/sheet.h"

#include "stage/bench.h"
#include "stage/pack.h"

#include <string.h>

/* The first in which everything fits is taken. */
static const struct pack_setting settings[] = {
    {4, 2, {0}, 0}, {3, 2, {0}, 0}, {2, 2, {0}, 0}, {1, 2, {0}, 0},
    {1, 1, {0}, 0}, {0, 2, {0}, 0}, {0, 1, {0}, 0}, {0, 1, {0}, PACK_TIGHT},
};
enum {
    SETTINGS = sizeof settings / sizeof settings[0],
    WHOLE = 6, /* and above the words */
    TILED = 5  /* that of a sheet with tiles */
};

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
    bool turned = right != CAST_NONE && request->cast->values[right].transposed != CAST_NONE;
    bool above = right != CAST_NONE && (way & (turned ? WAY_TURNED : WAY_CORNERS)) != 0 &&
                 request->wanted[right] && pack_stacks(request->cast, value) &&
                 is_alone(request, right, value);
    return above ? right : CAST_NONE;
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
            of->transposed != CAST_NONE) {
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
                          .height = PACK_HIGHEST,
                          .setting = &settings[setting],
                          .labelled = (way & WAY_LABELLED) != 0,
                          .shown = shown,
                          .stops = 1};
    *shown = UINT64_MAX;
    bool fits = collect_items(request, way, pack) && pack_put_on(pack, 0) == pack->count;
    for (size_t i = 0; i < pack->count && fits; i++) {
        fits = pack->items[i].place.form != FORM_WINDOW;
    }
    return fits;
}

bool sheet_fits(const struct sheet_request *request, size_t smallness) {
    uint64_t shown;
    struct pack pack = {.shown = &shown};
    return smallness == SETTINGS  ? try(request, SETTINGS - 1, 0, &pack)
           : smallness < SETTINGS ? try(request, smallness, WAY_CORNERS | WAY_LABELLED, &pack)
                                  : false;
}

/* A sheet without labels that can be read, or operands above products, counts as the smallest. */
size_t sheet_smallness(const struct sheet_request *request) {
    size_t smallness = 0;
    while (smallness <= SETTINGS && !sheet_fits(request, smallness)) {
        smallness++;
    }
    return smallness <= SETTINGS ? smallness : SIZE_MAX;
}

/* Gives what is spare what the items of PACK leave free. */
static void add_spare(const struct sheet_request *request, struct pack *pack) {
    for (int i = 0; i < (int)request->cast->count && request->spare != NULL; i++) {
        if (pack->count < PACK_ITEMS - 1 && request->spare[i] && !request->wanted[i] &&
            request->cast->values[i].transposed == CAST_NONE) {
            pack_squeeze(pack, i, 0, 0);
        }
    }
}

/* Operands are above products, with labels that can be read rather than not, and both rather than
 * that cells are larger; no number is cut short for either. */
size_t sheet_make(const struct sheet_request *request, struct place_on_stage *places) {
    static const unsigned ways[] = {WAY_CORNERS | WAY_LABELLED, WAY_CORNERS, 0};
    uint64_t shown;
    struct pack pack = {.shown = &shown};
    bool fits = false;
    for (size_t i = 0; i < sizeof ways / sizeof *ways && !fits; i++) {
        size_t end = ways[i] == 0 ? SETTINGS : SHEET_WHOLE + 1;
        for (size_t k = 0; k < WAY_CORNERS * end && !fits; k++) {
            unsigned way = WAY_CORNERS - 1 - (unsigned)k % WAY_CORNERS; /* K.T, and free, rather */
            fits = try(request, k / WAY_CORNERS, ways[i] | way, &pack);
        }
    }
    if (!fits) {
        return 0;
    }
    pack_count_demand(&pack, request->first_stop, request->first_stop + request->stops);
    pack_fill(&pack);
    add_spare(request, &pack);
    if (request->airy) {
        pack_spread(&pack);
    }
    return pack_write(&pack, UINT64_MAX, places, 2 * PACK_ITEMS);
}

/* Shows item INDEX, with its numbers or as a TILE, where all others still have a place. */
static void show_item(struct pack *pack, size_t index, bool tile) {
    struct pack before;
    pack_copy(&before, pack);
    uint64_t shown = *pack->shown;
    *pack->shown |= UINT64_C(1) << index;
    pack->items[index].tile = tile;
    if (pack_put_on(pack, index) < pack->count) {
        pack_copy(pack, &before);
        *pack->shown = shown;
    }
}

size_t sheet_make_whole(const struct sheet_request *request, struct place_on_stage *places) {
    size_t count = sheet_make(request, places), order[PACK_ITEMS];
    uint64_t shown = 0;
    struct pack pack = {.shown = &shown};
    if (count > 0) {
        return count;
    }
    try(request, TILED, 0, &pack);
    pack_count_demand(&pack, request->first_stop, request->first_stop + request->stops);
    pack_sort(&pack, order);
    shown = 0;
    for (size_t i = 0; i < 4 * pack.count; i++) { /* what is needed, then all else */
        size_t k = order[i % pack.count], turn = i / pack.count;
        const struct pack_item *item = &pack.items[k];
        bool numbers = (shown >> k & 1) != 0 && !request->cast->values[item->value].large;
        if ((item->demand > 0) == (turn < 2) && (turn % 2 == 0 || numbers)) {
            show_item(&pack, k, turn % 2 == 0);
        }
    }
    pack_fill(&pack);
    return pack_write(&pack, shown, places, 2 * PACK_ITEMS);
}
