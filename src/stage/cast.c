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

void cast_transpose(struct cast_value *value, const struct cast_value *of) {
    const struct cast_size size = of->size;
    size_t row_names = of->row_names;
    value->size = (struct cast_size){size.matrices, size.columns, size.rows, size.column_label,
                                     size.row_label};
    value->row_names = of->column_names;
    value->column_names = row_names;
}

int cast_find(const struct cast *cast, const char *name) {
    int index = find_in_cast(cast, name, strlen(name));
    return index == CAST_NONE || cast->values[index].first_stop == CAST_NONE ? CAST_NONE : index;
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

int casting_named(const struct casting *casting, const char *name) {
    return casting_find(casting, name, strlen(name));
}

int casting_add(struct casting *casting, const char *name) {
    struct cast *cast = casting->cast;
    size_t length = strlen(name);
    int index = find_in_cast(cast, name, length);
    if (index != CAST_NONE || cast->count == cast->room) {
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
    *cast = (struct cast){.room = room,
                          .stops = stops,
                          .pages = pages,
                          .values = memory_allocate(room, sizeof *cast->values),
                          .at_stop = memory_allocate(stops, sizeof *cast->at_stop),
                          .needs = memory_allocate(stops * room, sizeof *cast->needs),
                          .scales = memory_allocate(pages * room, sizeof *cast->scales),
                          .sizes = memory_allocate(pages * room, sizeof *cast->sizes)};
    if (cast->values == NULL || cast->at_stop == NULL || cast->needs == NULL ||
        cast->scales == NULL || cast->sizes == NULL) {
        cast_free(cast);
        return NULL;
    }
    for (size_t i = 0; i < pages * room; i++) {
        cast->scales[i].like = CAST_NONE;
    }
    return cast;
}

/* Returns the value K.T of K, which is added where it is not there; it is there when K is. */
static int add_transposed(struct casting *casting, int index) {
    struct text name = {0};
    text_format(&name, "%s.T", casting->cast->values[index].name);
    int transposed = name.failed ? CAST_NONE : casting_add(casting, name.bytes);
    text_release(&name);
    if (transposed != CAST_NONE && casting->cast->values[transposed].transposed == CAST_NONE) {
        struct cast_value *value = &casting->cast->values[transposed];
        value->transposed = index;
        casting->members[transposed].made = true;
        sizes_own_operand(casting, transposed, index);
    }
    return transposed;
}

/* Returns the value that NODE is, itself or transposed; CAST_NONE: it is none by itself. */
static int side_of(struct casting *casting, const struct node *node) {
    bool flips = node->kind == NODE_APPLY && node->op->writing.transposition == TRANSPOSE_FLIP;
    const struct node *name = flips ? node->argument[0] : node;
    int index = name->kind == NODE_NAME
                    ? find_in_cast(casting->cast, name->text, strlen(name->text))
                    : CAST_NONE;
    return index != CAST_NONE && flips ? add_transposed(casting, index) : index;
}

/* Adds what is inside of the value called OWNER and selected by a line of the lesson. */
static void list_inside(struct casting *casting, const char *owner) {
    size_t length = strlen(owner);
    for (size_t i = 0; i < casting->lesson->stop_count; i++) {
        const struct compiled *line = &casting->session->lines[i];
        for (size_t k = 0; k < line->statements.count; k++) {
            const char *name = line->meanings[k].named;
            bool command = line->statements.list[k].kind == STATEMENT_COMMAND;
            if (command && name != NULL && text_starts(name, owner) && name[length] == '.') {
                casting_add(casting, name);
            }
        }
    }
}

/* Adds the value that CHANGE defines, after K.T if it is a product with that. */
static void list_defined(struct casting *casting, const struct change *change) {
    const struct node *root = change->value->root;
    bool product = root->kind == NODE_APPLY && root->op->writing.transposition == TRANSPOSE_SWAP;
    int left = product ? side_of(casting, root->argument[0]) : CAST_NONE;
    int right = left == CAST_NONE ? CAST_NONE : side_of(casting, root->argument[1]);
    int index = casting_add(casting, change->name);
    if (index > left && index > right && right != CAST_NONE) {
        struct cast_value *value = &casting->cast->values[index];
        value->left = value->left == CAST_NONE ? left : value->left;
        value->right = value->right == CAST_NONE ? right : value->right;
    }
    list_inside(casting, change->name);
}

/* Adds the values that the lesson makes, and what is inside of one that a line selects. */
static void list_values(struct casting *casting) {
    for (size_t i = 0; i < casting->lesson->stop_count; i++) {
        const struct changes *changes = history_script_at(casting->session->history, i);
        for (size_t k = 0; k < changes->count; k++) {
            const struct change *change = changes->list[k];
            if (change->kind == CHANGE_DEFINE && change->value->root->kind != NODE_BODY) {
                list_defined(casting, change);
            }
        }
    }
}

/* Makes room for what each statement of the lesson may make: a value or a picture, and two
 * transposed operands. */
static bool prepare(struct casting *casting, struct failure *failure) {
    const struct lesson *lesson = casting->lesson;
    const struct session *session = casting->session;
    size_t stops = lesson == NULL ? 0 : lesson->stop_count, statements = 0;
    for (size_t i = 0; i < stops; i++) {
        statements += history_script_at(session->history, i)->count;
        statements += session->lines[i].statements.count;
    }
    size_t room = 3 * statements + 1;
    casting->members = memory_allocate(room, sizeof *casting->members);
    casting->cast = casting_reserve(stops, lesson == NULL ? 0 : lesson->page_count, room);
    return (casting->cast != NULL && casting->members != NULL) || failure_memory(failure);
}

/* --- the run ---------------------------------------------------------------------------------- */

/* Passes the stops of the present screen. Those on its page are no screens of their own, and have
 * its needs. */
static void pass_screen(struct casting *casting) {
    struct cast *cast = casting->cast;
    size_t room = cast->room, last = casting->last - 1, page = casting->lesson->stops[last].page;
    casting->needs = cast->needs + last * room;
    for (size_t i = 0; i < room; i++) {
        casting->members[i].marks = 0;
    }
    for (size_t stop = casting->first; stop <= last; stop++) {
        cast->at_stop[stop].page = casting->lesson->stops[stop].page;
        cast->at_stop[stop].exercise = casting->lesson->stops[stop].kind == STOP_TRY;
        sizes_run(casting, stop);
        focus_pass(casting, stop);
    }
    focus_settle(casting);
    needs_find(casting);
    sizes_on_page(casting);
    for (size_t stop = casting->first; stop < last; stop++) {
        if (cast->at_stop[stop].page == page) {
            memcpy(cast->needs + stop * room, casting->needs, room * sizeof *casting->needs);
            cast->at_stop[stop].stepped = cast->at_stop[last].stepped;
        }
    }
}

static void run_screens(struct casting *casting) {
    struct cast *cast = casting->cast;
    while (casting->last < cast->stops) {
        casting->first = casting->last;
        casting->last = lesson_next_halt(casting->lesson, casting->first);
        pass_screen(casting);
    }
    for (size_t i = cast->room; i < cast->stops * cast->room;
         i++) { /* what is explained stays so */
        cast->needs[i] |= cast->needs[i - cast->room] & NEED_KNOWN;
    }
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
    bool ok =
        prepare(&casting, failure) && (session->lesson == NULL || focus_begin(&casting, failure));
    if (ok && session->lesson != NULL) {
        list_values(&casting);
        checkpoint_limit(WORK);
        run_screens(&casting);
        checkpoint_limit(0);
        widths_finish(&casting);
    }
    for (size_t i = 0; ok && i < casting.cast->room; i++) {
        memory_free(casting.members[i].operands);
    }
    memory_free(casting.members);
    focus_end(&casting);
    notebook_release(&casting.now);
    if (!ok || memory_refused() > refused) {
        cast_free(casting.cast);
        failure_memory(failure);
        return NULL;
    }
    return casting.cast;
}

void cast_free(struct cast *cast) {
    if (cast == NULL) {
        return;
    }
    for (size_t i = 0; i < cast->count && cast->of == NULL; i++) {
        memory_free(cast->values[i].name);
    }
    memory_free(cast->values);
    memory_free(cast->sizes);
    if (cast->of == NULL) {
        memory_free(cast->at_stop);
        memory_free(cast->needs);
        memory_free(cast->scales);
    }
    memory_free(cast);
}
