/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* sizes: one run through all statements of a lesson on a copy, for the sizes of its values. */
#include "base/failure.h"
#include "base/memory.h"
#include "canvas/axes.h"
#include "canvas/drawing.h"
#include "notebook/train.h"
#include "stage/casting.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* --- labels ----------------------------------------------------------------------------------- */

/* Returns a number that identifies LABELS; 0: there are none. */
static size_t labels_hash(const struct labels *labels) {
    size_t hash = 1;
    for (size_t i = 0; labels != NULL && i < labels->count; i++) {
        hash = hash * 31 + definition_hash(labels->names[i], strlen(labels->names[i]));
    }
    return labels == NULL ? 0 : hash | 1;
}

/* Returns a number that identifies all labels that a value has had: those BEFORE, and those NOW,
 * where they are not the LAST. */
static size_t join_names(size_t before, size_t now, size_t *last) {
    size_t joined = now == *last ? before : (before * 31) ^ now;
    *last = now;
    return joined;
}

/* --- what it is made from --------------------------------------------------------------------- */

static void add_operand(struct member *member, int operand) {
    bool known = operand == CAST_NONE;
    for (size_t i = 0; i < member->operand_count; i++) {
        known |= member->operands[i] == (size_t)operand;
    }
    if (!known && memory_reserve(&member->operands, &member->operand_capacity,
                                 member->operand_count + 1, sizeof *member->operands)) {
        member->operands[member->operand_count++] = (size_t)operand;
    }
}

/* Takes the operands whose numbers count; labels alone are no operands. */
static void take_operands(struct casting *casting, int index, const struct definition *definition) {
    size_t count;
    struct definition *const *uses = notebook_uses(&casting->now, definition, &count);
    struct member *member = &casting->members[index];
    struct cast_value *value = &casting->cast->values[index];
    member->operand_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!definition_is_operator(uses[i]) && !definition_takes_words(definition, uses[i])) {
            int operand = casting_named(casting, uses[i]->name);
            add_operand(member, operand == index ? CAST_NONE : operand);
        }
    }
    if (value->operand_count == 0) { /* the formula it is met with first */
        for (size_t i = 0; i < member->operand_count && value->operand_count < CAST_OPERANDS; i++) {
            if (member->operands[i] < (size_t)index) {
                value->operands[value->operand_count++] = (int)member->operands[i];
            }
        }
    }
}

void sizes_own_operand(struct casting *casting, int index, int operand) {
    casting->cast->values[index].operands[0] = operand;
    casting->cast->values[index].operand_count = 1;
    casting->members[index].operand_count = 0;
    add_operand(&casting->members[index], operand);
}

/* --- a definition ----------------------------------------------------------------------------- */

/* Returns the columns of the widest label of AXIS; 0: there are none, or more than MOST. */
static size_t label_columns(const struct shape *shape, enum tensor_axis axis, size_t most) {
    bool labels = shape->labels[axis] != NULL && shape->size[axis] <= most;
    return labels ? picture_head_columns(shape, axis, NULL) : 0;
}

void sizes_grow(struct cast_size *size, const struct shape *shape, size_t labels) {
    size->row_label = greater(size->row_label, label_columns(shape, AXIS_ROW, labels));
    size->column_label = greater(size->column_label, label_columns(shape, AXIS_COLUMN, labels));
    size->matrices = greater(size->matrices, shape_matrices(shape));
    size->rows = greater(size->rows, shape_rows(shape));
    size->columns = greater(size->columns, shape_columns(shape));
}

static void take(struct casting *casting, int index, const struct definition *definition,
                 size_t stop) {
    struct cast_value *value = &casting->cast->values[index];
    struct member *member = &casting->members[index];
    const struct shape *shape = &definition->value->shape;
    value->first_stop = member->made ? value->first_stop : (int)stop;
    value->lone = (value->lone || !member->made) && shape_is_number(shape);
    member->made = true;
    member->absent = definition->text != NULL || shape_cells(shape) == 0;
    member->shares = axes_shares(definition, SIZE_MAX);
    member->leaf = definition->leaf;
    value->words |= definition->text != NULL;
    value->weights |= member->shares;
    value->probabilities = axes_probabilities(definition);
    value->role = axes_role(definition);
    size_t row_names = labels_hash(shape->labels[AXIS_ROW]);
    size_t column_names = labels_hash(shape->labels[AXIS_COLUMN]);
    value->row_names = join_names(value->row_names, row_names, &member->names[0]);
    value->column_names = join_names(value->column_names, column_names, &member->names[1]);
    sizes_grow(&value->size, shape, SIZE_MAX);
    if (!member->absent) {
        widths_measure(casting, index, definition->value);
        struct extremes all = tensor_extremes(definition->value, false);
        double largest = fmax(-all.low, all.high);
        member->largest = isfinite(largest) ? largest : 0;
    }
}

/* Takes what is inside of DEFINITION and named by the lesson. */
static void take_inside(struct casting *casting, int owner, const struct definition *definition,
                        size_t stop) {
    const char *name = casting->cast->values[owner].name;
    size_t length = strlen(name);
    for (size_t i = 0; definition->inside_count > 0 && i < casting->cast->count; i++) {
        const char *path = casting->cast->values[i].name;
        const struct definition *inside = text_starts(path, name) && path[length] == '.'
                                              ? definition_inside(definition, path)
                                              : NULL;
        if (inside != NULL) {
            take(casting, (int)i, inside, stop);
            sizes_own_operand(casting, (int)i, owner);
        }
    }
}

/* --- a stop ----------------------------------------------------------------------------------- */

/* Runs the changes of stop STOP, but for training. */
static void run_changes(struct casting *casting, size_t stop, const struct changes *all) {
    struct history *history = casting->session->history;
    struct changes run = {.count = 0};
    casting->now.reuse = history_known(history, stop + 1);
    for (size_t i = 0; i < all->count; i += run.count + 1) {
        run = (struct changes){.list = all->list + i};
        while (i + run.count < all->count && run.list[run.count]->kind != CHANGE_TRAIN) {
            run.count++;
        }
        changes_run(&run, &casting->now, &(struct failure){0});
    }
    casting->now.reuse = NULL;
    history_foresee(history, stop + 1, &casting->now);
}

void sizes_run(struct casting *casting, size_t stop) {
    const struct changes *all = history_script_at(casting->session->history, stop);
    if (all->count == 0) {
        return;
    }
    struct notebook before;
    notebook_init(&before);
    notebook_copy(&before, &casting->now);
    run_changes(casting, stop, all);
    for (size_t i = notebook_common(&before, &casting->now); i < casting->now.count; i++) {
        const struct definition *definition = casting->now.list[i];
        int index = casting_add(casting, definition->name);
        if (index != CAST_NONE) {
            take(casting, index, definition, stop);
            take_operands(casting, index, definition);
            take_inside(casting, index, definition, stop);
            const struct definition *old = notebook_find(&before, definition->name);
            bool moved = old != NULL && !tensor_same(old->value, definition->value);
            casting->members[index].marks |= moved ? MARK_MOVED : 0;
        }
    }
    notebook_release(&before);
    for (size_t i = 0; i < all->count; i++) {
        const struct change *change = all->list[i];
        int index = casting_named(casting, change->name);
        if (change->kind == CHANGE_TRAIN && index != CAST_NONE) {
            casting->members[index].marks |= MARK_MOVED;
            casting->cast->values[index].trained = casting->cast->values[index].edited = true;
            casting_spread(casting, MARK_MOVED, false);
        }
    }
}

/* --- scales ----------------------------------------------------------------------------------- */

static int root_of(const struct cast_scale *scales, int index) {
    while (scales[index].like != CAST_NONE) {
        index = scales[index].like;
    }
    return index;
}

void sizes_share(struct cast *cast, size_t page, int a, int b) {
    struct cast_scale *scales = cast->scales + page * cast->room;
    int from = root_of(scales, a), to = root_of(scales, b);
    scales[from].like = from == to ? CAST_NONE : to;
}

void sizes_units(struct casting *casting, size_t page, int index,
                 const struct definition *definition) {
    const struct definition *from = axes_units(definition);
    int source = from != NULL ? casting_named(casting, from->name) : CAST_NONE;
    if (source != CAST_NONE) {
        sizes_share(casting->cast, page, index, source);
    }
}

void sizes_on_page(struct casting *casting) {
    size_t page = casting->lesson->stops[casting->last - 1].page;
    for (size_t i = 0; i < casting->cast->count; i++) {
        struct cast_scale *scale = &casting->cast->scales[page * casting->cast->room + i];
        const struct definition *definition =
            notebook_find(&casting->now, casting->cast->values[i].name);
        if (casting->members[i].made && !casting->members[i].absent) {
            scale->largest = scale_join(scale->largest, casting->members[i].largest);
            scale->any |= !casting->cast->values[i].probabilities;
        }
        scale->shown |= (casting->needs[i] & NEED_NUMBERS) != 0;
        if (definition != NULL) {
            sizes_grow(&casting->cast->sizes[page * casting->cast->room + i],
                       &definition->value->shape, SIZE_MAX);
            sizes_units(casting, page, (int)i, definition);
        }
    }
}

/* --- pictures --------------------------------------------------------------------------------- */

void sizes_picture(struct casting *casting, int index) {
    struct cast_value *picture = &casting->cast->values[index];
    struct drawing_sizes of = {.values = picture->operand_count};
    size_t least[2] = {9, 36}, wish[2] = {17, 76}; /* a curve's */
    if (of.values > 0) {
        const struct cast_value *shown = &casting->cast->values[picture->operands[0]];
        of.rows = shown->size.rows;
        of.columns = shown->size.columns;
        of.column_label = shown->size.column_label;
    }
    if (picture->requested.count > 0) {
        drawing_measure(picture->requested.kind, &of, least, wish);
    }
    picture->picture = true;
    picture->size.matrices = 1;
    picture->size.rows = greater(picture->size.rows, least[0]);
    picture->size.columns = greater(picture->size.columns, least[1]);
    memcpy(picture->wish, wish, sizeof wish);
}

/* --- one alone -------------------------------------------------------------------------------- */

struct cast_value cast_measure(const struct session *session, const struct definition *definition,
                               char *name) {
    struct cast_value value = {
        .name = name, .left = CAST_NONE, .right = CAST_NONE, .transposed = CAST_NONE};
    struct member member = {0};
    struct cast cast = {.values = &value, .count = 1};
    struct casting casting = {.session = session, .cast = &cast, .members = &member};
    take(&casting, 0, definition, 0);
    widths_settle(&casting, 0);
    return value;
}
