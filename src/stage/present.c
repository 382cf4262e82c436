/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/present.h"

#include "base/failure.h"
#include "base/memory.h"
#include "canvas/axes.h"
#include "session/session.h"
#include "stage/casting.h"

#include <stdint.h>
#include <string.h>

/* --- what differs ----------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t hash, size_t more) {
    hash = (hash ^ more) * 1099511628211U;
    return hash ^ (hash >> 31);
}

/* Returns the columns of the labels of AXIS; when there are so many that a window shows them they
 * do not matter. */
static size_t label_columns(const struct shape *shape, enum tensor_axis axis) {
    return shape->size[axis] > CAST_COLUMNS ? 0 : sizes_labels(shape, axis);
}

/* True when DEFINITION has become larger than value INDEX is on PAGE, or has longer labels. */
static bool has_grown(const struct cast *cast, size_t page, int index,
                      const struct definition *definition) {
    const struct shape *shape = &definition->value->shape;
    const struct cast_size size = cast_size_on(cast, page, (size_t)index);
    return shape_rows(shape) > size.rows || shape_columns(shape) > size.columns ||
           shape_matrices(shape) > size.matrices ||
           label_columns(shape, AXIS_ROW) > size.row_label ||
           label_columns(shape, AXIS_COLUMN) > size.column_label;
}

static uint64_t mixed_shape(uint64_t hash, const struct definition *definition) {
    const struct shape *shape = &definition->value->shape;
    hash = mixed(mixed(hash, definition->hash), shape_matrices(shape));
    hash = mixed(mixed(hash, label_columns(shape, AXIS_ROW)), label_columns(shape, AXIS_COLUMN));
    return mixed(mixed(hash, shape_rows(shape)), shape_columns(shape));
}

size_t present_key(const struct cast *cast, const struct session *session, size_t page) {
    const struct notebook *notebook = session_notebook(session);
    uint64_t hash = session->display.columns ? 1 : 0;
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        int index = cast_find(cast, definition->name);
        if (session->lesson == NULL ||
            (index != CAST_NONE && has_grown(cast, page, index, definition))) {
            hash = mixed_shape(mixed(hash + 2, page), definition);
        }
    }
    const struct definition *focused = session->lesson == NULL ? view_definition(session) : NULL;
    return (size_t)(focused == NULL ? hash : mixed_shape(hash, focused));
}

/* --- a copy ----------------------------------------------------------------------------------- */

/* Copies CAST; without a lesson, when it has no stops and no values, makes one of one stop with
 * room for all of NOTEBOOK. */
static struct cast *copy_cast(const struct cast *cast, const struct notebook *notebook) {
    size_t stops = cast->stops, pages = cast->pages, count = cast->count, room = cast->room;
    struct cast *copy =
        casting_reserve(greater(stops, 1), greater(pages, 1), stops == 0 ? notebook->count : room);
    bool ok = copy != NULL;
    for (size_t i = 0; ok && i < count; i++) {
        copy->values[i] = cast->values[i];
        copy->values[i].name = memory_string(cast->values[i].name);
        copy->count++;
        ok = copy->values[i].name != NULL;
    }
    if (!ok) {
        cast_free(copy);
        return NULL;
    }
    memcpy(copy->at_stop, cast->at_stop, stops * sizeof *copy->at_stop);
    memcpy(copy->needs, cast->needs, stops * room * sizeof *copy->needs);
    memcpy(copy->scales, cast->scales, pages * room * sizeof *copy->scales);
    memcpy(copy->sizes, cast->sizes, pages * room * sizeof *copy->sizes);
    return copy;
}

/* --- what the learner has made ---------------------------------------------------------------- */

/* Adds a value, where there is no lesson; the one stop needs it. */
static bool add_defined(struct cast *cast, const struct session *session,
                        const struct notebook *notebook, const struct definition *definition) {
    struct casting casting = {.session = session, .cast = cast};
    char *name = memory_text(definition->name, strlen(definition->name));
    if (name == NULL) {
        return false;
    }
    size_t own = cast->count++;
    struct cast_value *value = &cast->values[own];
    *value = cast_measure(session, definition, name);
    value->edited = definition->leaf;
    size_t uses;
    struct definition *const *list = notebook_uses(notebook, definition, &uses);
    for (size_t i = 0; i < uses && value->operand_count < CAST_OPERANDS; i++) {
        int operand = cast_find(cast, list[i]->name);
        if (operand != CAST_NONE && !definition_takes_words(definition, list[i])) {
            value->operands[value->operand_count++] = operand;
        }
    }
    bool focus = view_definition(session) == definition;
    bool numbers = !value->words && shape_cells(&definition->value->shape) > 0;
    cast->needs[own] = (unsigned short)(NEED_KNOWN | (numbers ? NEED_NAMED : 0) |
                                        (numbers && focus ? NEED_FOCUS : 0));
    sizes_units(&casting, 0, (int)own, definition);
    return true;
}

/* Makes value INDEX large enough for SHAPE, on PAGE and in the whole lesson. */
static void grow(struct cast *cast, size_t page, size_t index, const struct shape *shape) {
    struct cast_size there = cast_size_on(cast, page, index);
    struct cast_size all = cast_size_on(cast, cast->pages, index);
    sizes_grow(&there, shape);
    sizes_grow(&all, shape);
    cast->sizes[page * cast->room + index] = there;
    sizes_put(&cast->values[index], &all);
}

/* Swaps rows and columns of all values, and the sides of products with them. */
static void turn_over(struct cast *cast) {
    for (size_t i = 0; i < cast->count; i++) {
        struct cast_value *value = &cast->values[i];
        int left = value->left;
        if (!value->picture) {
            cast_transpose(value);
            value->left = value->right;
            value->right = left;
        }
    }
    for (size_t i = 0; i < cast->pages * cast->room; i++) {
        cast_turn_size(&cast->sizes[i]);
    }
}

struct cast *present_make(const struct cast *cast, const struct session *session, size_t page,
                          struct failure *failure) {
    const struct notebook *notebook = session_notebook(session);
    struct cast *copy = copy_cast(cast, notebook);
    bool ok = copy != NULL;
    for (size_t i = 0; ok && i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        int index = cast_find(copy, definition->name);
        if (index != CAST_NONE && has_grown(copy, page, index, definition)) {
            grow(copy, page, (size_t)index, &definition->value->shape);
            copy->values[index].lone &= shape_is_number(&definition->value->shape);
        } else if (index == CAST_NONE && session->lesson == NULL) {
            ok = add_defined(copy, session, notebook, definition);
        }
    }
    if (!ok) {
        cast_free(copy);
        failure_memory(failure);
        return NULL;
    }
    if (session->display.columns) {
        turn_over(copy);
    }
    return copy;
}
