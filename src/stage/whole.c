/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* whole: the plan of all that a lesson has made. */
#include "stage/pack.h"

enum { TILED = 5 }; /* the setting with tiles */

/* Puts all that is HERE in SETTING; false where it does not all fit with its numbers, in order. */
static bool put_all(struct pack *pack, const bool *here, size_t setting, bool corners) {
    pack->setting = &pack_settings[setting];
    *pack->shown = ~pack_list(pack, here, NULL, corners);
    return pack->count > 0 && pack->count < PACK_ITEMS - 1 && pack_put_on(pack, 0) == pack->count &&
           pack_is_whole(pack, false);
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

/* Shows all items as tiles, and then with numbers as far as these fit: first what is in demand. */
static void show_tiles(struct pack *pack) {
    size_t order[PACK_ITEMS];
    pack_sort(pack, order);
    *pack->shown = 0;
    for (size_t i = 0; i < 4 * pack->count; i++) {
        size_t k = order[i % pack->count], turn = i / pack->count;
        const struct pack_item *item = &pack->items[k];
        bool numbers = (*pack->shown >> k & 1) != 0 && !pack->cast->values[item->value].large;
        if ((item->demand > 0) == (turn < 2) && (turn % 2 == 0 || numbers)) {
            show_item(pack, k, turn % 2 == 0);
        }
    }
}

/* Finds places on the stage of PANES for all that is HERE, first for what the stops STOPS[0] up to
 * but not including STOPS[1] need. */
static void arrange(const struct cast *cast, const bool *here, const struct panes *panes,
                    const size_t stops[2], struct plan_stop *places) {
    uint64_t shown;
    struct pack pack = {.cast = cast,
                        .rows = panes->stage.rows,
                        .columns = panes->stage.columns,
                        .height = PACK_HIGHEST,
                        .airy = panes->side,
                        .shown = &shown,
                        .stops = 1};
    bool fits = false;
    for (size_t i = 0; i < 3 * PACK_SETTINGS && !fits; i++) { /* as on a page (arrange.c) */
        size_t way = i / PACK_SETTINGS, setting = i % PACK_SETTINGS;
        pack.labelled = way == 0;
        fits = (way == 2 || setting + 1 < PACK_SETTINGS) && put_all(&pack, here, setting, way < 2);
    }
    if (!fits) {
        put_all(&pack, here, TILED, false);
    }
    pack_count_demand(&pack, stops[0], stops[1]);
    if (!fits) {
        show_tiles(&pack);
    }
    pack_fill(&pack);
    pack_write(&pack, shown, places);
}

struct plan *whole_make(const struct cast *cast, const bool *here, const size_t size[2], bool words,
                        struct failure *failure) {
    struct plan *plan = plan_start(size, words ? PLAN_END : PLAN_WHOLE, cast->stops, failure);
    if (plan != NULL) {
        struct panes *panes = &plan->panes;
        if (!words) { /* from the title down to a rule above the keys */
            size_t rows = size[0] - 3;
            panes->stage = (struct box){1, 1, rows, size[1] - 2};
            panes->rule = (struct box){1 + rows, 0, 1, size[1]};
            panes->words = panes->ladder = (struct box){0};
            panes->side = false;
        }
        size_t before = 0; /* what the last page needs, whose words are beside it, comes first */
        while (words && before < cast->stops && cast->at_stop[before].page + 1 < cast->pages) {
            before++;
        }
        const size_t stops[] = {before, words ? cast->stops : before};
        arrange(cast, here, panes, stops, plan->at_stop);
    }
    return plan;
}
