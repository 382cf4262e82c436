/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/explain.h"

#include "base/failure.h"
#include "base/text.h"
#include "language/lens.h"
#include "language/writer.h"
#include "notebook/definition.h"

#include <stdint.h>

/* --- steps --------------------------------------------------------------------------------------
 */

/* Explains in one step: by VALUE itself, or (MOVES) by the cell that it is read from. */
static bool explain_at_once(struct explanation *explanation, enum explanation_kind kind, bool moves,
                            double value, struct failure *failure) {
    explanation->kind = kind;
    explanation->value = value;
    explanation->steps.form = moves ? STEPS_MOVE : STEPS_NUMBER;
    if (moves) {
        steps_cell(&explanation->steps, 0, explanation->cell, value);
    } else {
        steps_number(&explanation->steps, value, NULL);
    }
    return !explanation->steps.failed || failure_memory(failure);
}

static bool explain_operation(struct explanation *explanation, struct failure *failure) {
    const struct operation *operation = explanation->operation;
    double value = operation->result->cells[explanation->cell], number;
    if (operation->node->array != NULL) {
        return explain_at_once(explanation, EXPLAINED_GIVEN, false, value, failure);
    }
    if (operation->cells !=
        NULL) { /* of a written matrix: a number, or the expression written there */
        bool given = tree_number(operation->node, explanation->cell, &number);

        return explain_at_once(explanation, given ? EXPLAINED_GIVEN : EXPLAINED_STEPS, !given,
                               value, failure);
    }
    explanation->kind = EXPLAINED_STEPS;
    explanation->value = value;
    return call_explain(&operation->call, operation->result, explanation->cell, &explanation->steps,
                        failure);
}

static bool explain(const struct definition *definition, size_t operation, size_t cell,
                    struct explanation *explanation, struct failure *failure) {
    size_t count = definition->operation_count;
    bool last = operation >= count || operation + 1 == count, leaf = definition->leaf;
    const struct overlay *edit = overlays_find(&definition->edits, cell);
    const struct overlay *pin = overlays_find(&definition->pins, cell);
    *explanation = (struct explanation){.definition = definition, .cell = cell};
    if (count > 0) {
        explanation->operation = &definition->operations[operation < count ? operation : count - 1];
    }
    if (last && pin != NULL) {
        return explain_at_once(explanation, EXPLAINED_PINNED, false, pin->number, failure);
    }
    if (last && edit != NULL) {
        return explain_at_once(explanation, EXPLAINED_EDITED, false, edit->number, failure);
    }
    if (count > 0) {
        return explain_operation(explanation, failure);
    }
    return explain_at_once(explanation, leaf ? EXPLAINED_GIVEN : EXPLAINED_NAME, !leaf,
                           definition->value->cells[cell], failure);
}

void explanation_release(struct explanation *explanation) {
    steps_release(&explanation->steps);
    *explanation = (struct explanation){0};
}

bool explain_cell(const struct definition *definition, size_t operation, size_t cell,
                  struct explanation *explanation, struct failure *failure) {
    bool explained = explain(definition, operation, cell, explanation, failure);
    if (!explained) {
        bool too_long = explanation->steps.too_long;

        steps_release(&explanation->steps);
        explanation->steps.too_long = too_long;
    }
    return explained;
}

/* --- the source of an operand -------------------------------------------------------------------
 */

static struct origin step_origin(const struct explanation *explanation, const struct step *step) {
    const struct operation *operation = explanation->operation;
    if (operation == NULL) {
        return (struct origin){explanation->definition->uses[0], ORIGIN_NONE};
    }
    return operation->cells    ? operation->cells[step->cell]
           : operation->values ? operation->values[step->operand]
                               : operation->origin[step->operand];
}

/* Returns the cell at that origin: each cell of a written matrix is a lone number. */
static size_t origin_cell(const struct explanation *explanation, const struct step *step) {
    return explanation->operation != NULL && explanation->operation->cells != NULL ? 0 : step->cell;
}

bool explanation_follow(const struct explanation *explanation, const struct step *step,
                        const struct definition **definition, size_t *operation, size_t *cell) {
    if (step->kind != STEP_CELL) {
        return false;
    }
    struct origin origin = step_origin(explanation, step);
    *cell = origin_cell(explanation, step);
    if (origin.definition != NULL) {
        *definition = origin.definition;
        *operation =
            origin.definition->operation_count ? origin.definition->operation_count - 1 : SIZE_MAX;
        return true;
    }
    *definition = explanation->definition;
    *operation = (size_t)origin.operation;
    return origin.operation != ORIGIN_NONE;
}

/* --- addresses of operands ----------------------------------------------------------------------
 */

static int used_axes(void *context, const char *name) {
    const struct definition *definition = context;
    for (size_t i = 0; i < definition->use_count; i++) {
        if (text_same(definition->uses[i]->name, name)) {
            return definition_axes(definition->uses[i]);
        }
    }
    return 2;
}

/* Returns what NODE, of WORKED, was before calls were expanded: of WRITTEN; NULL: it is within a
 * call. */
static const struct node *find_written(const struct node *worked, const struct node *written,
                                       const struct node *node) {
    const struct node *found = worked == node ? written : NULL;
    bool alike = worked != NULL && written != NULL && worked->kind == written->kind &&
                 worked->op == written->op;
    for (size_t i = 0; alike && found == NULL && i < CALL_ARGUMENTS; i++) {
        found = find_written(worked->argument[i], written->argument[i], node);
    }
    return found;
}

bool explanation_formula(const struct definition *definition, const struct operation *operation,
                         bool columns, struct text *out) {
    const struct node *written =
        find_written(definition->worked->root, definition->tree->root, operation->node);
    const struct node *root = written != NULL ? written : operation->node;
    struct tree part = {.references = 1, .root = (struct node *)root, .text = ""};
    struct lens_names names = {used_axes, (void *)definition};
    struct failure failure = {0};
    struct tree *flipped = columns ? lens_flip(&part, &names, &failure) : NULL;
    const struct node *shown = flipped ? flipped->root : part.root;
    bool loose = tree_needs_brackets(shown);
    writer_plain(shown, out);
    out->failed |= columns && flipped == NULL;
    tree_release(flipped);
    return loose;
}

void explanation_result(const struct definition *definition, const struct operation *operation,
                        size_t cell, bool columns, struct text *out) {
    const struct shape *shape = &operation->result->shape;
    struct text written = {0};
    bool loose = explanation_formula(definition, operation, columns, &written);
    address_expression(text_string(&written), loose && address_needed(shape), out);
    if (address_needed(shape)) {
        address_write(shape, cell, columns, out);
    }
    out->failed |= written.failed;
    text_release(&written);
}

/* Returns a number among the operation's arguments: as written, or its default. */
static const char *written_argument(const struct operation *operation, const struct step *step) {
    if (operation->values != NULL) {
        return operation->call.values_written[step->operand];
    }
    const char *written = operation->cells ? operation->call.cells_written[step->cell]
                                           : operation->call.argument[step->operand].written;
    const char *standard = operation->call.op->parameters[step->operand].standard;

    return written ? written : standard ? standard : "";
}

void explanation_operand(const struct explanation *explanation, const struct step *step,
                         bool columns, struct text *out) {
    struct origin origin = step_origin(explanation, step);
    size_t cell = origin_cell(explanation, step);
    if (origin.definition != NULL) {
        definition_address(origin.definition, cell, columns, out);
    } else if (origin.operation != ORIGIN_NONE) {
        explanation_result(explanation->definition,
                           &explanation->definition->operations[origin.operation], cell, columns,
                           out);
    } else {
        text_append(out, written_argument(explanation->operation, step));
    }
}
