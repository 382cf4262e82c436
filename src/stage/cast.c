/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/cast.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "canvas/axes.h"
#include "stage/casting.h"

#include <stdint.h>
#include <string.h>

/* --- names ------------------------------------------------------------------------------------ */

static int find_in_cast(const struct cast *cast, const char *name, size_t length) {
    for (size_t i = 0; i < cast->count; i++) {
        if (strncmp(cast->values[i].name, name, length) == 0 &&
            cast->values[i].name[length] == '\0') {
            return (int)i;
        }
    }
    return CAST_NONE;
}

bool cast_is_operand(const struct cast *cast, int value, int user) {
    const struct cast_value *result = &cast->values[user];
    for (size_t i = 0; i < result->operand_count; i++) {
        if (result->operands[i] == value) {
            return true;
        }
    }
    return false;
}

bool cast_helps(const struct cast *cast, size_t stop, size_t index) {
    unsigned need = cast_need(cast, stop, index);
    bool helps = cast->at_stop[stop].exercise && (need & NEED_WAY) != 0;
    for (size_t i = 0; i < cast->count && (need & NEED_KNOWN) != 0 && !helps; i++) {
        helps = (cast_need(cast, stop, i) & NEED_FOCUS) != 0 &&
                cast_is_operand(cast, (int)index, (int)i);
    }
    return helps;
}

void cast_transpose(struct cast_value *value) {
    struct cast_value was = *value;
    value->rows = was.columns;
    value->columns = was.rows;
    value->row_label = was.column_label;
    value->column_label = was.row_label;
    value->row_names = was.column_names;
    value->column_names = was.row_names;
    value->large = cast_is_large(value->matrices, value->rows, value->columns);
}

int cast_find(const struct cast *cast, const char *name) {
    return find_in_cast(cast, name, strlen(name));
}

int casting_find(const struct casting *casting, const char *name, size_t length) {
    int index = find_in_cast(casting->cast, name, length);
    bool own = index != CAST_NONE && casting->cast->values[index].transposed == CAST_NONE &&
               !casting->cast->values[index].picture;
    const char *dot = memchr(name, '.', length);
    if (!own && dot != NULL && dot > name) {
        index = find_in_cast(casting->cast, name, (size_t)(dot - name));
        own = index != CAST_NONE;
    }
    return own ? index : CAST_NONE;
}

int casting_add(struct casting *casting, const char *name, size_t length) {
    struct cast *cast = casting->cast;
    int index = find_in_cast(cast, name, length);
    if (index != CAST_NONE || cast->count == casting->room) {
        return index;
    }
    char *copy = memory_text(name, length);
    if (copy == NULL) {
        return CAST_NONE;
    }
    cast->values[cast->count] = (struct cast_value){.name = copy,
                                                    .first_stop = CAST_NONE,
                                                    .role = axes_role_of(copy),
                                                    .left = CAST_NONE,
                                                    .right = CAST_NONE,
                                                    .transposed = CAST_NONE};
    return (int)cast->count++;
}

void casting_spread(const struct casting *casting, enum mark mark, bool back) {
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < casting->cast->count; i++) {
            struct member *user = &casting->members[i];
            for (size_t k = 0; k < user->operand_count; k++) {
                struct member *operand = &casting->members[user->operands[k]];
                struct member *from = back ? user : operand, *to = back ? operand : user;
                unsigned given = from->marks & ~to->marks & mark;
                more |= given != 0;
                to->marks |= given;
            }
        }
    }
}

/* --- before the run --------------------------------------------------------------------------- */

struct cast *casting_reserve(size_t stops, size_t pages, size_t room) {
    struct cast *cast = memory_allocate(1, sizeof *cast);
    if (cast == NULL) {
        return NULL;
    }
    *cast = (struct cast){.stops = stops,
                          .pages = pages,
                          .values = memory_allocate(room, sizeof *cast->values),
                          .at_stop = memory_allocate(stops, sizeof *cast->at_stop),
                          .needs = memory_allocate(stops * room, sizeof *cast->needs),
                          .scales = memory_allocate(pages * room, sizeof *cast->scales)};
    if (cast->values == NULL || cast->at_stop == NULL || cast->needs == NULL ||
        cast->scales == NULL) {
        cast_free(cast);
        return NULL;
    }
    for (size_t i = 0; i < pages * room; i++) {
        cast->scales[i].follows = cast->scales[i].named = CAST_NONE;
    }
    return cast;
}

/* Counts the statements of the lesson that may make a value or ask for a picture. */
static size_t count_statements(const struct casting *casting) {
    size_t count = 0;
    for (size_t i = 0; i < casting->lesson->stop_count; i++) {
        count += history_script_at(casting->session->history, i)->count +
                 casting->session->lines[i].statements.count;
    }
    return count;
}

/* Adds the names of the values that the lesson makes, and of what is inside of one that a line
 * selects. */
static void list_values(struct casting *casting) {
    const struct session *session = casting->session;
    for (size_t i = 0; i < casting->lesson->stop_count; i++) {
        const struct changes *changes = history_script_at(session->history, i);
        for (size_t k = 0; k < changes->count; k++) {
            const struct change *change = changes->list[k];
            if (change->kind == CHANGE_DEFINE && change->value->root->kind != NODE_BODY) {
                casting_add(casting, change->name, strlen(change->name));
            }
        }
        const struct compiled *line = &session->lines[i];
        for (size_t k = 0; k < line->statements.count; k++) {
            const char *name = line->meanings[k].named;
            bool command = line->statements.list[k].kind == STATEMENT_COMMAND;
            if (command && name != NULL && strchr(name, '.') != NULL) {
                casting_add(casting, name, strlen(name));
            }
        }
    }
}

static bool prepare(struct casting *casting, struct failure *failure) {
    const struct lesson *lesson = casting->lesson;
    casting->room = lesson == NULL ? 0 : 3 * count_statements(casting) + 1; /* also transposed */
    casting->members = memory_allocate(casting->room, sizeof *casting->members);
    casting->cast = casting_reserve(lesson == NULL ? 0 : lesson->stop_count,
                                    lesson == NULL ? 0 : lesson->page_count, casting->room);
    return (casting->cast != NULL && casting->members != NULL) || failure_memory(failure);
}

/* --- the run ---------------------------------------------------------------------------------- */

/* Passes the stops FIRST up to but not including LAST, which one screen shows. Stops before it on
 * its page are no screens of their own, and have its needs. */
static void pass_screen(struct casting *casting, size_t first, size_t last) {
    struct cast *cast = casting->cast;
    size_t room = casting->room, page = casting->lesson->stops[last - 1].page;
    casting->needs = cast->needs + (last - 1) * room;
    for (size_t i = 0; i < room; i++) {
        casting->members[i].marks = 0;
    }
    for (size_t stop = first; stop < last; stop++) {
        cast->at_stop[stop].page = casting->lesson->stops[stop].page;
        cast->at_stop[stop].exercise = casting->lesson->stops[stop].kind == STOP_TRY;
        focus_before(casting, stop);
        sizes_run(casting, stop);
        focus_after(casting, stop);
    }
    needs_find(casting, first, last);
    sizes_scales(casting, last);
    for (size_t stop = first; stop < last; stop++) {
        if (cast->at_stop[stop].page == page) {
            memmove(cast->needs + stop * room, casting->needs, room * sizeof *casting->needs);
            cast->at_stop[stop].stepped = cast->at_stop[last - 1].stepped;
        }
    }
}

static void run_screens(struct casting *casting) {
    struct cast *cast = casting->cast;
    size_t room = casting->room;
    for (size_t passed = 0; passed < cast->stops;) {
        size_t next = lesson_next_halt(casting->lesson, passed);
        pass_screen(casting, passed, next);
        passed = next;
    }
    for (size_t stop = 1; stop < cast->stops; stop++) { /* what is explained stays so */
        for (size_t i = 0; i < cast->count; i++) {
            cast->needs[stop * room + i] |= cast->needs[(stop - 1) * room + i] & NEED_KNOWN;
        }
    }
}

/* --- after the run ---------------------------------------------------------------------------- */

/* The final order of the cast: each value after what it is made from, pictures after all values. */
struct order {
    struct casting *casting;
    int *list; /* by place */
    int *at;   /* the place; CAST_NONE: not yet; PLACING: after what it is made from */
    size_t count;
};

enum { PLACING = -2 };

static void place_value(struct order *order, int index) {
    const struct cast_value *value =
        index == CAST_NONE ? NULL : &order->casting->cast->values[index];
    if (value == NULL || order->at[index] != CAST_NONE || !order->casting->members[index].made) {
        return;
    }
    order->at[index] = PLACING;
    for (size_t i = 0; i < value->operand_count; i++) {
        place_value(order, value->operands[i]);
    }
    place_value(order, value->left);
    place_value(order, value->right);
    order->at[index] = (int)order->count;
    order->list[order->count++] = index;
}

static void place_all(struct order *order) {
    const struct cast *cast = order->casting->cast;
    for (size_t i = 0; i < 2 * cast->count; i++) {
        const struct cast_value *value = &cast->values[i % cast->count];
        size_t turn = value->transposed != CAST_NONE || value->picture;
        place_value(order, turn == i / cast->count ? (int)(i % cast->count) : CAST_NONE);
    }
}

/* Returns where INDEX is, if that is before OWN; else CAST_NONE. */
static int placed_before(const struct order *order, int index, size_t own) {
    int at = index == CAST_NONE ? CAST_NONE : order->at[index];
    return at != CAST_NONE && (size_t)at < own ? at : CAST_NONE;
}

/* Makes the indexes in VALUE, which is at OWN, those of the order. */
static void renumber(const struct order *order, struct cast_value *value, size_t own) {
    size_t count = 0;
    for (size_t i = 0; i < value->operand_count; i++) {
        int at = placed_before(order, value->operands[i], own);
        if (at != CAST_NONE) {
            value->operands[count++] = at;
        }
    }
    value->operand_count = count;
    value->transposed = placed_before(order, value->transposed, own);
    int left = placed_before(order, value->left, own);
    int right = placed_before(order, value->right, own);
    value->left = right == CAST_NONE ? CAST_NONE : left;
    value->right = left == CAST_NONE ? CAST_NONE : right;
}

/* Puts values and needs in their order, without gaps; leaves out what no stop has made. */
static bool put_in_order(struct casting *casting, struct failure *failure) {
    struct cast *cast = casting->cast, *ordered = NULL;
    size_t room = casting->room;
    struct order order = {.casting = casting,
                          .list = memory_allocate(room, sizeof *order.list),
                          .at = memory_allocate(room, sizeof *order.at)};
    if (order.list != NULL && order.at != NULL) {
        for (size_t i = 0; i < room; i++) {
            order.at[i] = CAST_NONE;
        }
        place_all(&order);
        ordered = casting_reserve(cast->stops, cast->pages, order.count);
    }
    for (size_t i = 0; ordered != NULL && i < order.count; i++) {
        size_t from = (size_t)order.list[i];
        ordered->values[i] = cast->values[from];
        cast->values[from].name = NULL;
        renumber(&order, &ordered->values[i], i);
        for (size_t stop = 0; stop < cast->stops; stop++) {
            ordered->needs[stop * order.count + i] = cast->needs[stop * room + from];
        }
        for (size_t page = 0; page < cast->pages; page++) {
            struct cast_scale scale = cast->scales[page * room + from];
            scale.follows = scale.follows == CAST_NONE ? CAST_NONE : order.at[scale.follows];
            scale.named = scale.named == CAST_NONE ? CAST_NONE : order.at[scale.named];
            ordered->scales[page * order.count + i] = scale;
        }
    }
    if (ordered != NULL) {
        memcpy(ordered->at_stop, cast->at_stop, cast->stops * sizeof *cast->at_stop);
        ordered->count = order.count;
        cast_free(cast);
        casting->cast = ordered;
    }
    memory_free(order.list);
    memory_free(order.at);
    return ordered != NULL || failure_memory(failure);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* A count of numbers that takes about a second of work: sizes that take longer to find are planned
 * once they are there. */
static const double WORK = 5e8;

struct cast *cast_make(const struct session *session, struct failure *failure) {
    struct casting casting = {.session = session,
                              .lesson = session->lesson,
                              .focus = CAST_NONE,
                              .picture = CAST_NONE,
                              .curve = CAST_NONE};
    size_t refused = memory_refused();
    notebook_init(&casting.now);
    notebook_init(&casting.before);
    bool ok = prepare(&casting, failure);
    if (ok && session->lesson != NULL) {
        list_values(&casting);
        checkpoint_limit(WORK);
        run_screens(&casting);
        checkpoint_limit(0);
        widths_finish(&casting);
        ok = put_in_order(&casting, failure);
    }
    for (size_t i = 0; casting.members != NULL && i < casting.room; i++) {
        memory_free(casting.members[i].operands);
    }
    memory_free(casting.members);
    notebook_release(&casting.now);
    notebook_release(&casting.before);
    if (!ok || memory_refused() > refused) {
        cast_free(casting.cast);
        failure_memory(failure);
        return NULL;
    }
    return casting.cast;
}

void cast_free(struct cast *cast) {
    for (size_t i = 0; cast != NULL && i < cast->count; i++) {
        memory_free(cast->values[i].name);
    }
    if (cast != NULL) {
        memory_free(cast->values);
        memory_free(cast->at_stop);
        memory_free(cast->needs);
        memory_free(cast->scales);
        memory_free(cast);
    }
}
