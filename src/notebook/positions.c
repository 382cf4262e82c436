/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* positions: resolves subscripts to positions. */

#include "base/number.h"
#include "base/text.h"
#include "language/writer.h"
#include "notebook/evaluation.h"

#include <math.h>
#include <string.h>

/* One axis of the subscripted value. */
struct axis {
    const char *of; /* the subscripted expression, as written */
    const char *name;
    size_t size;
    const struct labels *labels; /* NULL where there are none */
    bool picks;                  /* accepts several positions in any order: rows and columns only */
};

static bool resolve_label(const struct axis *axis, const struct node *node, size_t *at,
                          struct failure *failure) {
    if (axis->labels == NULL) {
        return failure_at(failure, node->span,
                          "the %ss of %s have no labels; they are numbered 1 to %zu", axis->name,
                          axis->of, axis->size);
    }
    if (!labels_resolve(axis->labels, node->text, axis->name, at, failure)) {
        failure_place(failure, node->span);
        return false;
    }
    return true;
}

static bool resolve_number(const struct axis *axis, struct span span, double number, size_t *at,
                           struct failure *failure) {
    char shown[NUMBER_TEXT];
    if (number >= 1 && number <= (double)axis->size && number == floor(number)) {
        *at = (size_t)number - 1;
        return true;
    }
    number_short(shown, number, 6);
    if (number == 0) {
        return failure_at(failure, span,
                          "subscripts count from 1 (in NumPy from 0): the first %s of %s is 1",
                          axis->name, axis->of);
    }
    if (number < 0 && number == floor(number)) {
        return failure_at(
            failure, span,
            "subscripts count from 1, and never from the end: the last %s of %s is %zu", axis->name,
            axis->of, axis->size);
    }
    if (number != floor(number)) {
        return failure_at(failure, span, "a subscript must be a whole number, not %s", shown);
    }
    return failure_at(failure, span, "%s has no %s %s: the last is %zu", axis->of, axis->name,
                      shown, axis->size);
}

/* A[:, [2, 1, 1]] picks columns by a row of whole numbers, E[[[1, 2], [3, 1]]] by a batch of
 * them. */
static bool resolve_picks(struct evaluation *evaluation, const struct axis *axis,
                          const struct node *node, const struct tensor *numbers,
                          struct range *range) {
    size_t count = shape_cells(&numbers->shape);
    size_t *picks = arena_allocate(&evaluation->made->arena, count, sizeof *picks);
    bool batch = numbers->shape.axes > 2 ||
                 (shape_rows(&numbers->shape) > 1 && shape_columns(&numbers->shape) > 1);

    if (picks == NULL) {
        return failure_memory(evaluation->failure);
    }
    for (size_t i = 0; i < count; i++) {
        if (!resolve_number(axis, node->span, numbers->cells[i], &picks[i], evaluation->failure)) {
            return false;
        }
    }
    range->picks = picks;
    range->count = batch ? shape_columns(&numbers->shape) : count;
    range->batch = batch ? count / range->count : 0;
    range->labels =
        numbers->shape.labels[shape_columns(&numbers->shape) > 1 ? AXIS_COLUMN : AXIS_ROW];
    return true;
}

/* Resolves a label, a bare word that names no value (also a label), or a number; and, where RANGE
 * may have several positions, a row of numbers. */
static bool resolve_position(struct evaluation *evaluation, const struct axis *axis,
                             const struct node *node, size_t *at, struct range *range) {
    struct operand operand;
    char sizes[64];
    if (node->kind == NODE_TEXT) {
        return resolve_label(axis, node, at, evaluation->failure);
    }
    if (node->kind == NODE_NAME && axis->labels != NULL &&
        evaluation_find(evaluation->notebook, evaluation->owner, node->text) == NULL) {
        evaluation->made->bare_labels = true;
        return resolve_label(axis, node, at, evaluation->failure);
    }
    if (!evaluation_node(evaluation, node, &operand)) {
        return false;
    }
    if (range != NULL) {
        range->numbers = operand.value;
    }
    const struct shape *shape = &operand.value->shape;
    bool matrix = shape->axes == 2 || (shape->axes == 3 && shape_rows(shape) == 1);

    if (range != NULL && axis->picks && !shape_is_number(shape) && matrix) {
        return resolve_picks(evaluation, axis, node, operand.value, range);
    }
    if (!shape_is_number(&operand.value->shape)) {
        return failure_at(evaluation->failure, node->span,
                          range != NULL && axis->picks
                              ? "a subscript must be one number or a row of them, not %s"
                              : "a subscript must be one number here, not %s",
                          shape_text(&operand.value->shape, sizes));
    }
    return resolve_number(axis, node->span, operand.value->cells[0], at, evaluation->failure);
}

static bool resolve_subscript(struct evaluation *evaluation, const struct axis *axis,
                              const struct subscript *subscript, struct range *range) {
    *range = (struct range){.all = subscript->all, .last = axis->size - 1};
    if (subscript->all) {
        return true;
    }
    if (subscript->from != NULL &&
        !resolve_position(evaluation, axis, subscript->from, &range->first,
                          subscript->range ? NULL : range)) {
        return false;
    }
    if (!subscript->range) {
        range->single = range->picks == NULL;
        range->last = range->first;
        return true;
    }
    if (subscript->to != NULL &&
        !resolve_position(evaluation, axis, subscript->to, &range->last, NULL)) {
        return false;
    }
    if (range->first > range->last) {
        return failure_at(evaluation->failure, subscript->span,
                          "the slice goes from %s %zu back to %zu; write the smaller one first",
                          axis->name, range->first + 1, range->last + 1);
    }
    return true;
}

/* True for A[1], but neither A[:] nor A[1:2]. */
static bool is_one_place(const struct node *node) {
    if (node->kind != NODE_APPLY || node->subscript_count != 1) {
        return false;
    }
    return !node->subscripts[0].all && !node->subscripts[0].range;
}

/* Refuses A[1][2], the notation for nested lists: on a matrix A[1] is a row, and [2] would pick a
 * row of that. In a stack the first picks a matrix, the second a row of it. */
static bool refuse_second_brackets(const struct evaluation *evaluation,
                                   const struct operation *operation) {
    const struct node *node = operation->node;
    const char *of = operation->call.argument[0].written;
    struct text place = {0};
    if (of == NULL || !is_one_place(node->argument[0]) || node->subscript_count != 1 ||
        node->subscripts[0].all) {
        return true;
    }
    const struct operation *row = &evaluation->made->operations[operation->origin[0].operation];
    if (row->call.argument[0].value->shape.axes > 2 || row->result->shape.axes > 2) {
        return true;
    }
    writer_subscripts(node, &place);
    failure_at(evaluation->failure, node->span, "%s is one row: write %.*s,%s] for a number of it",
               of, (int)strlen(of) - 1, of, text_string(&place));
    text_release(&place);
    return false;
}

/* Keeps the batch axis of a batch that a training has cut to one row. */
static void keep_batches(const struct evaluation *evaluation, struct operation *operation) {
    const struct definition *old = evaluation->own ? evaluation->old : NULL;
    size_t index = evaluation->made->operation_count;
    for (size_t i = 0; old != NULL && i < operation->call.range_count; i++) {
        struct range *range = &operation->call.range[i];

        if (range->picks != NULL && range->batch == 0) {
            range->batch = old->operations[index].call.range[i].batch > 0;
        }
    }
}

bool evaluation_subscripts(struct evaluation *evaluation, struct operation *operation) {
    const struct node *node = operation->node;
    const struct shape *shape = &operation->call.argument[0].value->shape;
    const char *of = operation->call.argument[0].written;
    char sizes[64];
    if (!refuse_second_brackets(evaluation, operation)) {
        return false;
    }
    if (node->subscript_count > (size_t)shape->axes) {
        return failure_at(evaluation->failure, node->subscripts[shape->axes].span,
                          "%s is %s and takes at most %d subscripts, not %zu", of,
                          shape_text(shape, sizes), shape->axes, node->subscript_count);
    }
    operation->call.range_count = (size_t)shape->axes;
    for (size_t i = 0; i < operation->call.range_count; i++) {
        size_t at = i + AXIS_COUNT - (size_t)shape->axes;
        struct axis axis = {of, shape_axis(shape, (enum tensor_axis)at), shape->size[at],
                            shape->labels[at], at >= AXIS_ROW};
        struct subscript all = {.all = true};

        if (!resolve_subscript(evaluation, &axis,
                               i < node->subscript_count ? &node->subscripts[i] : &all,
                               &operation->call.range[i])) {
            return false;
        }
    }
    keep_batches(evaluation, operation);
    return true;
}
