/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* THE TABLE lists every operator, family by family, in the order of help. */
#include "operators/operator.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/text.h"
#include "operators/call.h"

#include <string.h>

static const struct operator_family *const families[] = {
    &product_family, &arithmetic_family, &choice_family, &softmax_family,   &norm_family,
    &reduce_family,  &order_family,      &shape_family,  &subscript_family, &words_family,
    &bpe_family,     &source_family,     &loss_family,
};

enum { FAMILY_COUNT = sizeof families / sizeof families[0] };

const struct op operator_user = {
    .name = "an operator of one's own",
    .family = "own",
    .expands = true,
    .parameters = {{.name = "values", .kind = PARAMETER_VALUES}},
};

const struct op *operator_at(size_t index) {
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        if (index < families[i]->count) {
            return &families[i]->rows[index];
        }
        index -= families[i]->count;
    }
    return NULL;
}

const struct op *operator_find(const char *name, size_t length) {
    const struct op *row;

    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (strlen(row->name) == length && memcmp(row->name, name, length) == 0) {
            return row;
        }
    }
    return NULL;
}

const char *operator_heading(const struct op *row) {
    while (row->family == NULL) {
        row--;
    }
    return row->family;
}

const char *operator_nearest(const char *name) {
    const struct op *row;
    const char *best = NULL;
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (row->writing.form == WRITING_CALL) {
            best = text_nearer(name, best, row->name);
        }
    }
    return best;
}

size_t operator_parameter_count(const struct op *op) {
    size_t count = 0;
    while (count < CALL_ARGUMENTS && op->parameters[count].kind != PARAMETER_NONE) {
        count++;
    }
    return count;
}

int operator_parameter(const struct op *op, const char *name, size_t length) {
    size_t count = operator_parameter_count(op);
    for (size_t i = 0; i < count; i++) {
        if (strlen(op->parameters[i].name) == length &&
            memcmp(op->parameters[i].name, name, length) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* A value read from a file may be larger than one made from nothing, and so may results of it. */
static bool shape_allowed(const struct call *call, const struct shape *shape,
                          struct failure *failure) {
    size_t cells = shape_cells(shape);
    char sizes[64];
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        if (call->argument[i].value && cells <= shape_cells(&call->argument[i].value->shape)) {
            return true;
        }
    }
    if (cells <= TENSOR_LIMIT) {
        return true;
    }
    return call_refuse(call, failure, "%s has more than %d cells, the most a value can have",
                       shape_text(shape, sizes), (int)TENSOR_LIMIT);
}

static struct tensor *compute_call(const struct call *call, const struct shape *shape,
                                   struct failure *failure) {
    struct call shaped = *call;
    struct tensor *result;
    shaped.shape = *shape;
    if (!call->own && call->op->part && call->op->part(&shaped)) {
        int argument;
        size_t first;

        call->op->origin(&shaped, 0, &argument, &first);
        return tensor_part(call->argument[argument].value, first, shape, failure);
    }
    if (!shape_allowed(call, shape, failure) || !checkpoint(shape_cells(shape), failure)) {
        return NULL;
    }
    result = tensor_room(shape, failure);
    if (result && !call->op->compute(&shaped, result, failure)) {
        tensor_release(result);
        return NULL;
    }
    return result;
}

/* An axis of heads keeps its meaning through any operator that works on each head. */
static bool has_heads(const struct call *call, const struct shape *result) {
    bool heads = result->heads;
    for (int i = 0; i < CALL_ARGUMENTS && !heads; i++) {
        const struct tensor *value = call->argument[i].value;
        heads = value && value->shape.heads && value->shape.axes <= result->axes;
    }
    return heads && result->axes > 2;
}

struct tensor *call_run(const struct call *call, struct failure *failure) {
    struct shape shape = {0};
    struct tensor *result = NULL;

    if (call->op->shape(call, &shape, failure)) {
        shape.heads = has_heads(call, &shape);
        result = compute_call(call, &shape, failure);
    }
    shape_release(&shape);
    return result;
}

static bool differentiate_move(const struct call *call, const struct tensor *upstream,
                               struct tensor *gradient[CALL_ARGUMENTS], struct failure *failure) {
    size_t cells = shape_cells(&upstream->shape);
    for (size_t cell = 0; cell < cells; cell++) {
        int argument;
        size_t from;

        if (!checkpoint_at(cell, failure)) {
            return false;
        }
        call->op->origin(call, cell, &argument, &from);
        if (gradient[argument]) {
            gradient[argument]->cells[from] += upstream->cells[cell];
        }
    }
    return true;
}

bool call_differentiate(const struct call *call, const struct tensor *result,
                        const struct tensor *upstream, struct tensor *gradient[CALL_ARGUMENTS],
                        struct failure *failure) {
    const struct op *op = call->op;
    struct backward back = {result, upstream, gradient};
    struct call shaped;
    bool wanted = false;

    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        wanted |= gradient[i] != NULL;
    }
    if (!wanted) {
        return true;
    }
    /* A notebook's calls have the result's shape already, and training calls this often. */
    if (!shape_same_sizes(&call->shape, &result->shape)) {
        shaped = *call;
        shaped.shape = result->shape;
        call = &shaped;
    }
    if (op->differentiate) {
        return op->differentiate(call, &back, failure);
    }
    return !op->origin || differentiate_move(call, upstream, gradient, failure);
}

bool call_explain(const struct call *call, const struct tensor *result, size_t cell,
                  struct steps *steps, struct failure *failure) {
    const struct op *op = call->op;
    struct call shaped = *call;
    int argument;
    size_t from;
    steps_clear(steps);
    shaped.shape = result->shape;
    if (op->explain) {
        op->explain(&shaped, cell, steps);
    } else {
        steps->form = STEPS_MOVE;
        op->origin(&shaped, cell, &argument, &from);
        steps_cell(steps, argument, from, call->argument[argument].value->cells[from]);
    }
    if (steps->too_long) {
        return failure_set(failure, "%s: the steps to one number here are too many to show",
                           op->name);
    }
    return steps->failed ? failure_memory(failure) : true;
}
