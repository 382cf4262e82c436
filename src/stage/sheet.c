/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/sheet.h"

#include "stage/bench.h"
#include "stage/pack.h"

#include <string.h>

/* The first in which everything fits is taken. */
static const struct pack_setting settings[] = {
    {4, 2, 2, 0, {0}, PACK_CLOSED}, {3, 2, 2, 0, {0}, 0}, {2, 2, 3, 1, {0}, PACK_CLOSED},
    {2, 2, 2, 0, {0}, PACK_CLOSED}, {2, 2, 2, 0, {0}, 0}, {2, 1, 2, 0, {0}, 0},
    {1, 2, 2, 1, {0}, 0},           {1, 2, 2, 0, {0}, 0}, {1, 1, 2, 0, {0}, 0},
    {1, 1, 2, 0, {0}, PACK_TIGHT},
};
enum {
    SETTINGS = sizeof settings / sizeof settings[0],
    LARGE = 1, /* the setting that pages share on a stage of so many rows, */
    LARGE_ROWS = 33,
    ROOMY = 5, /* and on a lower one beside the words */
    LABELLED = 7,
    WHOLE = 8
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
    bool large = request->joined && request->rows >= LARGE_ROWS;
    size_t setting = request->roomy    ? large ? LARGE : ROOMY
                     : request->joined ? WHOLE
                                       : SETTINGS - 1;
    uint64_t shown;
    struct pack pack = {.shown = &shown};
    return request->joined && request->roomy
               ? try(request, setting, WAY_CORNERS | WAY_LABELLED, &pack)
               : try(request, setting, WAY_CORNERS, &pack) || try(request, setting, 0, &pack);
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
                add_spare(request, &pack);
                if (request->airy) {
                    pack_spread(&pack);
                }
                return pack_write(&pack, UINT64_MAX, places, 2 * PACK_ITEMS);
            }
        }
    }
    return 0;
}

/* Makes one of the items of PACK that have numbers a tile and returns which: the largest of those
 * in least demand. COUNT: none has any. */
static size_t make_tile(struct pack *pack) {
    size_t most = 0, least = SIZE_MAX, found = pack->count;
    for (size_t i = 0; i < pack->count; i++) {
        const struct pack_item *item = &pack->items[i];
        size_t size = item->place.box.rows * item->place.box.columns;
        bool rather = item->demand < least || (item->demand == least && size > most);
        if ((*pack->shown >> i & 1) != 0 && !item->tile && item->place.form != FORM_LINE &&
            rather) {
            most = size;
            least = item->demand;
            found = i;
        }
    }
    if (found < pack->count) {
        pack->items[found].tile = true;
    }
    return found;
}

/* Puts what PACK shows, the largest as tiles until all fits, and no longer shows what does not. */
static void put_with_tiles(struct pack *pack) {
    for (size_t stuck = pack_put(pack); stuck < pack->count; stuck = pack_put_on(pack, stuck)) {
        size_t tile = make_tile(pack);
        if (tile == pack->count) {
            *pack->shown &= ~(UINT64_C(1) << stuck);
        }
        stuck = lesser(stuck, tile); /* what is before both stays where it is */
    }
}

/* Shows item INDEX, with its numbers or as a TILE, where all others still have a place. */
static void show_item(struct pack *pack, size_t index, bool tile) {
    const struct pack before = *pack;
    uint64_t shown = *pack->shown;
    *pack->shown |= UINT64_C(1) << index;
    pack->items[index].tile = tile;
    if (pack_put_on(pack, index) < pack->count) {
        *pack = before;
        *pack->shown = shown;
    }
}

/* Returns the items of PACK that the stops of REQUEST need; all if they need none. */
static uint64_t find_demanded(const struct sheet_request *request, struct pack *pack) {
    uint64_t demanded = 0;
    pack_count_demand(pack, request->first_stop, request->first_stop + request->stops);
    for (size_t i = 0; i < pack->count; i++) {
        demanded |= pack->items[i].demand > 0 ? UINT64_C(1) << i : 0;
    }
    return demanded == 0 ? UINT64_MAX : demanded;
}

/* Writes to DROPPED what is wanted and not one of the items that PACK shows. */
static void list_dropped(const struct sheet_request *request, const struct pack *pack, int *dropped,
                         size_t *dropped_count) {
    *dropped_count = 0;
    for (int i = 0; i < (int)request->cast->count; i++) {
        size_t k = 0;
        while (k < pack->count && ((*pack->shown >> k & 1) == 0 ||
                                   (pack->items[k].value != i && pack->items[k].right != i))) {
            k++;
        }
        if (request->wanted[i] && k == pack->count) {
            dropped[(*dropped_count)++] = i;
        }
    }
}

size_t sheet_make_whole(const struct sheet_request *request, struct place_on_stage *places,
                        int *dropped, size_t *dropped_count) {
    size_t count = sheet_make(request, places);
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
    shown = find_demanded(request, &pack);
    put_with_tiles(&pack);
    for (size_t i = 0; i < pack.count; i++) {
        if ((shown >> i & 1) == 0) {
            show_item(&pack, i, true);
        }
    }
    for (size_t i = 0; i < pack.count; i++) { /* numbers where they fit after all */
        if (pack.items[i].tile && !request->cast->values[pack.items[i].value].large &&
            (shown >> i & 1) != 0) {
            show_item(&pack, i, false);
        }
    }
    list_dropped(request, &pack, dropped, dropped_count);
    pack_fill(&pack);
    return pack_write(&pack, shown, places, 2 * PACK_ITEMS);
}
