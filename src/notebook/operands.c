/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* operands: evaluates arguments and checks them against the kinds in their operator's row. */
#include "base/number.h"
#include "base/text.h"
#include "language/writer.h"
#include "notebook/evaluation.h"

#include <math.h>
#include <string.h>

/* Longer arguments are cut when a message quotes them from the source. */
enum { WRITTEN_LIMIT = 400, WRITTEN_CUT = 80 };

/* --- arguments as written -----------------------------------------------------------------------
 */

/* Appends bytes of the tree's text on one line, at most LIMIT of them. */
static void write_source(const struct evaluation *evaluation, struct span span, size_t limit,
                         struct text *out) {
    const char *source = evaluation->made->tree->text;
    size_t length = source ? strlen(source) : 0;
    size_t end = span.end < length ? span.end : length;
    bool cut = end > span.start && end - span.start > limit;
    for (end = cut ? span.start + limit : end;
         cut && ((unsigned char)source[end] & 0xC0) == 0x80;) {
        end--;
    }
    for (size_t i = span.start; i < end; i++) {
        text_append_character(out, source[i] == '\n' ? ' ' : source[i]);
    }
    text_append(out, cut ? "…" : "");
}

/* Returns an argument as written, for messages; NULL after a failure. */
static const char *written(struct evaluation *evaluation, const struct node *node) {
    struct text text = {0};

    if (node->kind == NODE_NAME) {
        return node->text;
    }
    if (node->span.end > node->span.start + WRITTEN_LIMIT) {
        write_source(evaluation, node->span, WRITTEN_CUT, &text);
    } else {
        writer_plain(node, &text);
    }
    return definition_text(evaluation->made, &text, evaluation->failure);
}

static const char *written_subscripts(struct evaluation *evaluation, const struct node *node) {
    struct text text = {0};

    if (node->subscript_count > 0) {
        writer_subscripts(node, &text);
    }
    return definition_text(evaluation->made, &text, evaluation->failure);
}

/* --- arguments ----------------------------------------------------------------------------------
 */

/* One argument of the operation that is being made. */
struct slot {
    struct operation *operation;
    int index;
    const struct node *node; /* NULL: not written */
    const struct parameter *parameter;
    struct argument *argument;
};

static bool refuse_argument(const struct evaluation *evaluation, const struct slot *slot,
                            const char *wanted) {
    return failure_at(evaluation->failure, slot->node->span, "%s: %s must be %s",
                      slot->operation->call.op->name, slot->parameter->name, wanted);
}

/* Evaluates an argument that must be a lone number. */
static bool lone_number(struct evaluation *evaluation, const struct slot *slot,
                        struct operand *operand) {
    char sizes[64];
    if (!evaluation_node(evaluation, slot->node, operand)) {
        return false;
    }
    if (!shape_is_number(&operand->value->shape)) {
        return failure_at(evaluation->failure, slot->node->span,
                          "%s: %s must be one number, not %s", slot->operation->call.op->name,
                          slot->parameter->name, shape_text(&operand->value->shape, sizes));
    }
    return true;
}

static bool fill_value(struct evaluation *evaluation, const struct slot *slot) {
    struct operand operand;
    if (!evaluation_node(evaluation, slot->node, &operand)) {
        return false;
    }
    slot->argument->value = operand.value;
    slot->operation->origin[slot->index] = operand.origin;
    return true;
}

/* Fills a text argument, or, where the row takes WORDS, one from a value's labels: its numbers do
 * not matter then, unless they come from a file. */
static bool fill_text(struct evaluation *evaluation, const struct slot *slot) {
    struct operand operand = {0};
    bool only_words = slot->parameter->kind == PARAMETER_WORDS && !slot->parameter->of_file;
    bool changed = evaluation->changed; /* by what is written before it */
    if (slot->node->kind == NODE_TEXT) {
        slot->argument->word = slot->node->text;
        slot->argument->value = slot->node->array;
        return true;
    }
    if (slot->node->kind != NODE_NAME) {
        return slot->parameter->kind == PARAMETER_WORDS
                   ? fill_value(evaluation, slot)
                   : refuse_argument(evaluation, slot, "a text, or the name of one");
    }
    if (!evaluation_name(evaluation, slot->node, &operand)) {
        return false;
    }
    if (operand.text == NULL && slot->parameter->kind == PARAMETER_TEXT) {
        return failure_at(evaluation->failure, slot->node->span,
                          "%s: %s is a matrix, and a text is wanted here: %s = \"…\"",
                          slot->operation->call.op->name, slot->node->text, slot->node->text);
    }
    if (only_words && evaluation_labels_unchanged(evaluation, operand.origin.definition)) {
        evaluation->changed = changed;
    }
    slot->argument->word = operand.text;
    slot->argument->value = operand.text == NULL ? operand.value : NULL;
    slot->operation->origin[slot->index] = operand.origin;
    return true;
}

static bool fill_number(struct evaluation *evaluation, const struct slot *slot) {
    struct operand operand;
    if (!lone_number(evaluation, slot, &operand)) {
        return false;
    }
    slot->argument->number = operand.value->cells[0];
    slot->operation->origin[slot->index] = operand.origin;
    return true;
}

/* Checks NUMBER as a size. */
static bool fill_size(const struct evaluation *evaluation, const struct slot *slot, double number) {
    struct call *call = &slot->operation->call;
    if (!(number >= 1 && number == floor(number))) {
        return refuse_argument(evaluation, slot, "whole numbers from 1");
    }
    if (number > (double)TENSOR_LIMIT) {
        return refuse_argument(evaluation, slot, "smaller: a value has at most 16777216 cells");
    }
    if (call->size_count == AXIS_COUNT) {
        return refuse_argument(evaluation, slot, "at most four numbers");
    }
    call->sizes[call->size_count++] = (size_t)number;
    return true;
}

static bool fill_sizes(struct evaluation *evaluation, struct slot *slot) {
    const struct node *node = slot->operation->node;
    struct operand operand;
    for (size_t i = 0; i < node->cell_count; i++) {
        slot->node = node->cells[i];
        if (!lone_number(evaluation, slot, &operand) ||
            !fill_size(evaluation, slot, operand.value->cells[0])) {
            return false;
        }
    }
    slot->argument->given = node->cell_count > 0;
    return true;
}

/* --- written matrices ---------------------------------------------------------------------------
 */

struct written_cells {
    double *numbers;
    const char **written;
    struct origin *origins;
};

static bool fill_cell(struct evaluation *evaluation, const struct slot *slot, size_t at,
                      struct written_cells *cells) {
    const struct node *node = slot->operation->node->cells[at];
    struct operand operand = {.origin = {NULL, ORIGIN_NONE}};
    char sizes[64];
    if (!tree_is_number(node, &cells->numbers[at])) {
        if (!evaluation_node(evaluation, node, &operand)) {
            return false;
        }
        if (!shape_is_number(&operand.value->shape)) {
            return failure_at(evaluation->failure, node->span,
                              "each cell of a matrix is one number; this is %s: join(A, B) puts "
                              "matrices side by side, stack(A, B) behind one another",
                              shape_text(&operand.value->shape, sizes));
        }
        cells->numbers[at] = operand.value->cells[0];
    }
    cells->origins[at] = operand.origin;
    cells->written[at] =
        node->kind == NODE_NUMBER && node->text ? node->text : written(evaluation, node);
    return cells->written[at] != NULL;
}

static bool fill_cells(struct evaluation *evaluation, const struct slot *slot) {
    const struct node *node = slot->operation->node;
    struct call *call = &slot->operation->call;
    struct arena *arena = &evaluation->made->arena;
    struct written_cells cells = {
        arena_allocate(arena, node->cell_count, sizeof(double)),
        arena_allocate(arena, node->cell_count, sizeof(char *)),
        arena_allocate(arena, node->cell_count, sizeof(struct origin)),
    };
    if (cells.numbers == NULL || cells.written == NULL || cells.origins == NULL) {
        return failure_memory(evaluation->failure);
    }
    for (size_t i = 0; i < node->cell_count; i++) {
        if (!fill_cell(evaluation, slot, i, &cells)) {
            return false;
        }
    }
    call->numbers = cells.numbers;
    call->cells_written = cells.written;
    slot->operation->cells = cells.origins;
    call->shape.axes = node->axes > 2 ? node->axes : 2;
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        call->shape.size[axis] = axis < AXIS_COUNT - node->axes ? 1 : node->size[axis];
    }
    slot->argument->given =
        true; /* it is never named in a message, as a written matrix always fits */
    return true;
}

/* --- lists of values ----------------------------------------------------------------------------
 */

static bool fill_values(struct evaluation *evaluation, const struct slot *slot) {
    const struct node *node = slot->operation->node;
    struct arena *arena = &evaluation->made->arena;
    const struct tensor **values = arena_allocate(arena, node->cell_count, sizeof *values);
    const char **texts = arena_allocate(arena, node->cell_count, sizeof *texts);
    struct origin *origins = arena_allocate(arena, node->cell_count, sizeof *origins);
    struct text all = {0};
    if (values == NULL || texts == NULL || origins == NULL) {
        return failure_memory(evaluation->failure);
    }
    for (size_t i = 0; i < node->cell_count; i++) {
        struct operand operand;

        texts[i] = written(evaluation, node->cells[i]);
        if (texts[i] == NULL || !evaluation_node(evaluation, node->cells[i], &operand)) {
            text_release(&all);
            return false;
        }
        values[i] = operand.value;
        origins[i] = operand.origin;
        text_format(&all, "%s%s", i == 0 ? "" : ", ", texts[i]);
    }
    slot->operation->values = origins;
    slot->operation->call.values = values;
    slot->operation->call.values_written = texts;
    slot->operation->call.value_count = node->cell_count;
    slot->argument->given = true;
    slot->argument->written = definition_text(evaluation->made, &all, evaluation->failure);
    return slot->argument->written != NULL;
}

/* --- by kind ------------------------------------------------------------------------------------
 */

static bool fill_standard(struct evaluation *evaluation, const struct slot *slot) {
    const char *standard = slot->parameter->standard;
    struct operand operand = {0};
    slot->argument->given = standard != NULL;
    if (standard == NULL) {
        return slot->parameter->optional ||
               failure_at(evaluation->failure, slot->operation->node->span, "%s: %s is missing",
                          slot->operation->call.op->name, slot->parameter->name);
    }
    slot->argument->word = standard;
    number_parse(standard, strlen(standard), &slot->argument->number);
    if (slot->parameter->kind == PARAMETER_VALUE) {
        if (!evaluation_number(evaluation, slot->argument->number, &operand)) {
            return false;
        }
        slot->argument->value = operand.value;
    }
    return true;
}

static bool fill_subscripts(struct evaluation *evaluation, const struct slot *slot) {
    if (!evaluation_subscripts(evaluation, slot->operation)) {
        return false;
    }
    slot->argument->given = true;
    slot->argument->written = written_subscripts(evaluation, slot->operation->node);
    return slot->argument->written != NULL;
}

static bool fill_written(struct evaluation *evaluation, const struct slot *slot) {
    slot->argument->given = true;
    slot->argument->written = written(evaluation, slot->node);
    if (slot->argument->written == NULL) {
        return false;
    }
    switch (slot->parameter->kind) {
    case PARAMETER_COUNT:
    case PARAMETER_NUMBER:
    case PARAMETER_SEED:
        return fill_number(evaluation, slot);
    case PARAMETER_TEXT:
    case PARAMETER_WORDS:
        return fill_text(evaluation, slot);
    case PARAMETER_WORD: /* the reader has verified that it is one of the row's */
        slot->argument->word = slot->node->text;
        return true;
    default:
        return fill_value(evaluation, slot);
    }
}

bool evaluation_argument(struct evaluation *evaluation, struct operation *operation, int index) {
    struct slot *slot =
        &(struct slot){operation, index, operation->node->argument[index],
                       &operation->node->op->parameters[index], &operation->call.argument[index]};
    operation->origin[index] = (struct origin){NULL, ORIGIN_NONE};
    switch (slot->parameter->kind) {
    case PARAMETER_SIZES:
        return fill_sizes(evaluation, slot);
    case PARAMETER_CELLS:
        return fill_cells(evaluation, slot);
    case PARAMETER_VALUES:
        return fill_values(evaluation, slot);
    case PARAMETER_SUBSCRIPTS:
        return fill_subscripts(evaluation, slot);
    case PARAMETER_SEED:
        slot->argument->number = source_seed(evaluation->made->name, evaluation->sources++);
        return slot->node == NULL || fill_written(evaluation, slot);
    default:
        return slot->node == NULL ? fill_standard(evaluation, slot)
                                  : fill_written(evaluation, slot);
    }
}
