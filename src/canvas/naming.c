/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/naming.h"

#include "base/failure.h"
#include "base/least.h"
#include "base/text.h"
#include "notebook/definition.h"

#include <stdint.h>

void naming_cell(const struct explanation *explanation, bool columns, struct text *out) {
    const struct definition *definition = explanation->definition;
    const struct operation *operation = explanation->operation;
    if (operation && (operation != definition_last(definition) || definition->name[0] == '\0')) {
        explanation_result(definition, operation, explanation->cell, columns, out);
    } else {
        definition_address(definition, explanation->cell, columns, out);
    }
}

const struct shape *naming_operand(const struct explanation *explanation, const struct step *step) {
    return &explanation->operation->call.argument[step->operand].value->shape;
}

int naming_axis(const struct explanation *explanation, const struct step *step,
                const struct step *other) {
    const struct shape *shape = naming_operand(explanation, step);
    struct place a = tensor_place(shape, step->cell), b = tensor_place(shape, other->cell);
    int axis = AXIS_COLUMN, differ = 0;
    for (int i = 0; i < AXIS_COUNT; i++) {
        axis = a.at[i] != b.at[i] ? i : axis;
        differ += a.at[i] != b.at[i];
    }
    return differ > 1 ? AXIS_COUNT : axis;
}

bool naming_swaps(const struct explanation *explanation, bool columns) {
    const struct operation *operation = explanation->operation;
    return columns && operation != NULL &&
           operation->call.op->writing.transposition == TRANSPOSE_SWAP;
}

/* Appends the address of the cell with its own bracket taken off and the line's put on, which has
 * ":" for AXIS (for all of the matrix when AXIS is AXIS_COUNT). In the columns convention the last
 * two positions of a bracket are swapped. */
void naming_line(const struct explanation *explanation, const struct step *step, int axis,
                 bool columns, struct text *out) {
    const struct shape *shape = naming_operand(explanation, step);
    struct place place = tensor_place(shape, step->cell);
    struct text whole = {0}, bracket = {0};
    explanation_operand(explanation, step, columns, &whole);
    address_write(shape, step->cell, columns, &bracket);
    size_t cut = reduced(whole.length, bracket.length);
    bool ends = cut > 0 && text_same(text_string(&whole) + cut, text_string(&bracket));
    text_append_bytes(out, text_string(&whole), ends ? cut : whole.length);
    for (int i = AXIS_COUNT - shape->axes; i < AXIS_COUNT && ends; i++) {
        int at = columns && i >= AXIS_ROW ? AXIS_ROW + AXIS_COLUMN - i : i;
        text_append(out, i == AXIS_COUNT - shape->axes ? "[" : ",");
        if (at == axis || (axis == AXIS_COUNT && i >= AXIS_ROW)) {
            text_append(out, ":");
        } else {
            address_position(shape->labels[at], place.at[at], out);
        }
    }
    text_append(out, ends ? "]" : "");
    text_release_into(&whole, out);
    text_release_into(&bracket, out);
}

static bool is_move(const struct explanation *explanation) {
    return explanation->kind == EXPLAINED_STEPS && explanation->steps.form == STEPS_MOVE;
}

bool naming_pass_moves(const struct definition *from, struct number_place *at,
                       struct failure *failure) {
    bool explained = true, moves = true;
    for (size_t left = TREE_DEPTH; moves && left > 0 && at->definition == from; left--) {
        struct explanation explanation;
        explained = explain_cell(at->definition, at->operation, at->cell, &explanation, failure);
        moves = explained && is_move(&explanation) &&
                explanation_follow(&explanation, &explanation.steps.list[0], &at->definition,
                                   &at->operation, &at->cell);
        explanation_release(&explanation);
    }
    return explained;
}

bool naming_source(const struct explanation *explanation, struct explanation *source) {
    const struct definition *definition = explanation->definition;
    const struct operation *operation = explanation->operation;
    size_t index = operation != NULL ? (size_t)(operation - definition->operations) : SIZE_MAX;
    struct number_place at = {definition, index, explanation->cell};
    struct failure failure = {0};
    *source = (struct explanation){0};
    return naming_pass_moves(definition, &at, &failure) && at.definition == definition &&
           explain_cell(definition, at.operation, at.cell, source, &failure);
}

/* True when the moves end where a number is given, or moved out of a matrix that is written there
 * itself. */
bool naming_is_written(const struct explanation *explanation) {
    struct explanation source;
    if (!is_move(explanation)) {
        return explanation->kind == EXPLAINED_GIVEN;
    }
    bool written =
        naming_source(explanation, &source) && (source.kind == EXPLAINED_GIVEN || is_move(&source));
    explanation_release(&source);
    return written;
}
