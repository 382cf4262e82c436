/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/evaluate.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "language/unknown.h"
#include "language/writer.h"
#include "notebook/expand.h"
#include "notebook/gradient.h"

#include <math.h>
#include <string.h>

/* A longer argument is quoted from the source, cut: no message has room for it. */
enum { WRITTEN_LIMIT = 400, WRITTEN_CUT = 80 };
enum { LISTED = 12 };

/* A definition while it is evaluated. */
struct evaluation {
    const struct notebook *notebook;
    const struct definition *owner; /* what MADE is inside of, or MADE */
    struct definition *made;
    struct failure *failure;
    size_t sources; /* with a seed, or made one, so far */
    bool own;       /* nothing it holds is to be held by another */
};

/* What a node evaluates to. */
struct operand {
    const struct tensor *value;
    struct origin origin;
    const char *text; /* of a text, which only some arguments take; else NULL */
};

/* What NODE evaluates to: true means that there is a value. */
static bool evaluate_node(struct evaluation *evaluation, const struct node *node,
                          struct operand *operand);

/* --- names and numbers --------------------------------------------------------------------------
 */

/* "H.B": what is inside of H, or what a point means elsewhere. */
static bool unknown_inside(const struct notebook *notebook, const char *name, struct span span,
                           struct failure *failure) {
    size_t at = notebook_position(notebook, name);
    const struct definition *owner = at < notebook->count ? notebook->list[at] : NULL;
    struct text held = {0};

    if (owner == NULL || owner->inside_count == 0) {
        return unknown_path(name, span, failure);
    }
    for (size_t i = 0; i < owner->inside_count && i < LISTED; i++) {
        text_format(&held, "%s%s", i == 0 ? "" : ", ", owner->inside[i].path);
    }
    text_append(&held, owner->inside_count > LISTED ? ", …" : "");
    if (text_ok(&held, failure)) {
        failure_at(failure, span, "there is no %s; inside of %s are %s", name, owner->name,
                   text_string(&held));
    }
    text_release(&held);
    return false;
}

bool evaluate_unknown(const struct notebook *notebook, const char *name, struct span span,
                      struct failure *failure) {
    const struct notebook_hints *hints = notebook->hints;
    const char *nearest = NULL;

    if (hints != NULL && hints->unknown(hints->context, name, span, failure)) {
        return false;
    }
    if (operator_find(name, strlen(name)) != NULL || notebook_operator(notebook, name) != NULL) {
        return failure_at(failure, span, "%s is an operator: write %s(…)", name, name);
    }
    if (name[definition_root(name)] != '\0') {
        return unknown_inside(notebook, name, span, failure);
    }
    size_t length = strlen(name), bare = length > 1 ? length - 1 : 0; /* without a prime */
    for (size_t i = 0; i < notebook->count; i++) {
        const char *other = notebook->list[i]->name;
        if (name[bare] == '\'' && strlen(other) == bare && memcmp(other, name, bare) == 0) {
            return failure_at(failure, span, "no value is called %s; the transpose is %s.T", name,
                              other); /* K' is MATLAB's */
        }
        nearest = text_nearer(name, nearest, notebook->list[i]->name);
    }
    if (nearest != NULL) {
        return failure_at(failure, span, "no value is called %s; did you mean %s?", name, nearest);
    }
    return failure_at(failure, span, "no value is called %s", name);
}

static bool use(struct evaluation *evaluation, struct definition *definition) {
    struct definition *made = evaluation->made;

    for (size_t i = 0; i < made->use_count; i++) {
        if (made->uses[i] == definition) {
            return true;
        }
    }
    if (!memory_reserve(&made->uses, &made->use_capacity, made->use_count + 1,
                        sizeof(struct definition *))) {
        return failure_memory(evaluation->failure);
    }
    made->uses[made->use_count++] = definition_retain(definition);
    return true;
}

/* What NAME means in a formula of OWNER's, or inside of it. */
static struct definition *find_name(const struct notebook *notebook, const struct definition *owner,
                                    const char *name) {
    struct definition *inside = owner->inside_count > 0 ? definition_inside(owner, name) : NULL;

    return inside != NULL ? inside : notebook_find(notebook, name);
}

static bool evaluate_name(struct evaluation *evaluation, const struct node *node,
                          struct operand *operand) {
    struct definition *definition = find_name(evaluation->notebook, evaluation->owner, node->text);

    if (definition == NULL) {
        return evaluate_unknown(evaluation->notebook, node->text, node->span, evaluation->failure);
    }
    *operand = (struct operand){definition->value, {definition, ORIGIN_NONE}, definition->text};
    return use(evaluation, definition);
}

/* Keeps VALUE (NULL after a failure), which the definition owns from then on. */
static bool keep_value(struct evaluation *evaluation, struct tensor *value,
                       struct operand *operand) {
    struct definition *made = evaluation->made;

    if (value == NULL) {
        return false;
    }
    if (!memory_reserve(&made->numbers, &made->number_capacity, made->number_count + 1,
                        sizeof(struct tensor *))) {
        tensor_release(value);
        return failure_memory(evaluation->failure);
    }
    made->numbers[made->number_count++] = value;
    operand->value = value;
    return true;
}

static bool evaluate_number(struct evaluation *evaluation, double number, struct operand *operand) {
    return keep_value(evaluation, tensor_number(number, evaluation->failure), operand);
}

/* A text, or the name of one. The words of a text are numbered in the order of their appearance. */
static bool evaluate_text(struct evaluation *evaluation, const struct node *node,
                          struct operand *operand) {
    const struct operator* row = operator_find("ids", strlen("ids"));
    struct call call = {.operator= row, .argument[0] = {.given = true, .word = node->text}};

    if (node->kind == NODE_NAME) {
        return evaluate_name(evaluation, node, operand);
    }
    call.argument[0].written = "\"…\"";
    *operand = (struct operand){NULL, {NULL, ORIGIN_NONE}, node->text};
    if (!keep_value(evaluation, call_run(&call, evaluation->failure), operand)) {
        failure_place(evaluation->failure, node->span);
    }
    return operand->value != NULL;
}

/* --- subscripts ---------------------------------------------------------------------------------
 */

/* One axis a subscript picks from. */
struct axis {
    const char *of; /* what is subscripted, as written */
    const char *name;
    size_t size;
    const struct labels *labels; /* NULL where there are none */
    bool picks;                  /* several positions in any order: of rows and columns only */
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

/* A[:, [2, 1, 1]] picks columns by a row of whole numbers. */
static bool resolve_picks(struct evaluation *evaluation, const struct axis *axis,
                          const struct node *node, const struct tensor *numbers,
                          struct range *range) {
    size_t count = shape_cells(&numbers->shape);
    size_t *picks = arena_allocate(&evaluation->made->arena, count, sizeof *picks);

    if (picks == NULL) {
        return failure_memory(evaluation->failure);
    }
    for (size_t i = 0; i < count; i++) {
        if (!resolve_number(axis, node->span, numbers->cells[i], &picks[i], evaluation->failure)) {
            return false;
        }
    }
    range->picks = picks;
    range->count = count;
    range->labels =
        numbers->shape.labels[shape_columns(&numbers->shape) > 1 ? AXIS_COLUMN : AXIS_ROW];
    return true;
}

static bool is_vector(const struct shape *shape) {
    return shape->axes == 2 && (shape_rows(shape) == 1 || shape_columns(shape) == 1);
}

/* A label, a bare word that names no value (a label too), a number; and, where there may be more
 * than one position, a row of numbers, for RANGE. */
static bool resolve_position(struct evaluation *evaluation, const struct axis *axis,
                             const struct node *node, size_t *at, struct range *range) {
    struct operand operand;
    char sizes[64];

    if (node->kind == NODE_TEXT) {
        return resolve_label(axis, node, at, evaluation->failure);
    }
    if (node->kind == NODE_NAME && axis->labels != NULL &&
        find_name(evaluation->notebook, evaluation->owner, node->text) == NULL) {
        evaluation->made->bare_labels = true;
        return resolve_label(axis, node, at, evaluation->failure);
    }
    if (!evaluate_node(evaluation, node, &operand)) {
        return false;
    }
    if (range != NULL && axis->picks && !shape_is_number(&operand.value->shape) &&
        is_vector(&operand.value->shape)) {
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

/* Where NODE (NULL: open) is no number as written and no label there is nothing to say yet. */
static bool is_there(const struct axis *axis, const struct node *node, struct failure *failure) {
    size_t at;
    double number;
    if (node == NULL) {
        return true;
    }
    if (node->kind == NODE_TEXT) {
        return resolve_label(axis, node, &at, failure);
    }
    return !tree_is_number(node, &number) || resolve_number(axis, node->span, number, &at, failure);
}

static struct axis axis_of(const char *of, const struct shape *shape, size_t subscript) {
    size_t at = subscript + AXIS_COUNT - (size_t)shape->axes;
    return (struct axis){of, shape_axis(shape, (enum tensor_axis)at), shape->size[at],
                         shape->labels[at], at >= AXIS_ROW};
}

bool evaluate_subscripts_are_there(const struct node *node, const char *of,
                                   const struct shape *shape, struct failure *failure) {
    for (size_t i = 0; i < node->subscript_count && i < (size_t)shape->axes; i++) {
        struct axis axis = axis_of(of, shape, i);
        if (!is_there(&axis, node->subscripts[i].from, failure) ||
            !is_there(&axis, node->subscripts[i].to, failure)) {
            return false;
        }
    }
    return true;
}

/* A[1], but neither A[:] nor A[1:2]. */
static bool is_one_place(const struct node *node) {
    if (node->kind != NODE_APPLY || node->subscript_count != 1) {
        return false;
    }
    return !node->subscripts[0].all && !node->subscripts[0].range;
}

/* A[1][2], as lists are subscripted: on a matrix A[1] is a row, and would be its own first row
 * again. Of a stack the first picks a matrix, the second a row of it. */
static bool refuse_second_brackets(const struct evaluation *evaluation,
                                   const struct operation *operation) {
    const struct node *node = operation->node;
    const char *of = operation->call.argument[0].written;
    const struct operation *row;
    struct text place = {0};

    if (of == NULL || !is_one_place(node->argument[0]) || node->subscript_count != 1 ||
        node->subscripts[0].all) {
        return true;
    }
    row = &evaluation->made->operations[operation->origin[0].operation];
    if (row->call.argument[0].value->shape.axes > 2) {
        return true;
    }
    writer_subscripts(node, &place);
    failure_at(evaluation->failure, node->span, "%s is one row: write %.*s,%s] for a number of it",
               of, (int)strlen(of) - 1, of, text_string(&place));
    text_release(&place);
    return false;
}

static bool resolve_subscripts(struct evaluation *evaluation, struct operation *operation) {
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
        struct axis axis = axis_of(of, shape, i);
        struct subscript all = {.all = true};

        if (!resolve_subscript(evaluation, &axis,
                               i < node->subscript_count ? &node->subscripts[i] : &all,
                               &operation->call.range[i])) {
            return false;
        }
    }
    return true;
}

/* --- arguments as written -----------------------------------------------------------------------
 */

static const char *keep_text(struct evaluation *evaluation, const struct text *text) {
    const char *kept = NULL;

    if (text_ok(text, evaluation->failure)) {
        kept = arena_text(&evaluation->made->arena, text_string(text), text->length);
        if (kept == NULL) {
            failure_memory(evaluation->failure);
        }
    }
    return kept;
}

/* Bytes of the tree's text on one line, at most LIMIT of them. */
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

/* NULL after a failure. */
static const char *written(struct evaluation *evaluation, const struct node *node) {
    struct text text = {0};
    const char *kept;

    if (node->kind == NODE_NAME) {
        return node->text;
    }
    if (node->span.end > node->span.start + WRITTEN_LIMIT) {
        write_source(evaluation, node->span, WRITTEN_CUT, &text);
    } else {
        writer_plain(node, &text);
    }
    kept = keep_text(evaluation, &text);
    text_release(&text);
    return kept;
}

static const char *written_subscripts(struct evaluation *evaluation, const struct node *node) {
    struct text text = {0};
    const char *kept;

    if (node->subscript_count > 0) {
        writer_subscripts(node, &text);
    }
    kept = keep_text(evaluation, &text);
    text_release(&text);
    return kept;
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
                      slot->operation->call.operator->name, slot->parameter->name, wanted);
}

/* A node that must give a lone number. */
static bool lone_number(struct evaluation *evaluation, const struct slot *slot,
                        const struct node *node, struct operand *operand) {
    char sizes[64];

    if (!evaluate_node(evaluation, node, operand)) {
        return false;
    }
    if (!shape_is_number(&operand->value->shape)) {
        return failure_at(evaluation->failure, node->span, "%s: %s must be one number, not %s",
                          slot->operation->call.operator->name, slot->parameter->name,
                          shape_text(&operand->value->shape, sizes));
    }
    return true;
}

static bool fill_value(struct evaluation *evaluation, const struct slot *slot) {
    struct operand operand;

    if (!evaluate_node(evaluation, slot->node, &operand)) {
        return false;
    }
    slot->argument->value = operand.value;
    slot->operation->origin[slot->index] = operand.origin;
    return true;
}

/* A text, or, where the row takes WORDS, a value that is labelled with them. */
static bool fill_text(struct evaluation *evaluation, const struct slot *slot) {
    struct operand operand = {0};

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
    if (!evaluate_name(evaluation, slot->node, &operand)) {
        return false;
    }
    if (operand.text == NULL && slot->parameter->kind == PARAMETER_TEXT) {
        return failure_at(evaluation->failure, slot->node->span,
                          "%s: %s is a matrix, and a text is wanted here: %s = \"…\"",
                          slot->operation->call.operator->name, slot->node->text, slot->node->text);
    }
    slot->argument->word = operand.text;
    slot->argument->value = operand.text == NULL ? operand.value : NULL;
    slot->operation->origin[slot->index] = operand.origin;
    return true;
}

static bool fill_number(struct evaluation *evaluation, const struct slot *slot) {
    struct operand operand;

    if (!lone_number(evaluation, slot, slot->node, &operand)) {
        return false;
    }
    slot->argument->number = operand.value->cells[0];
    slot->operation->origin[slot->index] = operand.origin;
    return true;
}

/* NUMBER as a size. */
static bool fill_size(const struct evaluation *evaluation, const struct slot *slot, double number) {
    struct call *call = &slot->operation->call;

    if (!(number >= 1 && number <= (double)TENSOR_LIMIT && number == floor(number))) {
        return refuse_argument(evaluation, slot, "whole numbers from 1");
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
        if (!lone_number(evaluation, slot, slot->node, &operand) ||
            !fill_size(evaluation, slot, operand.value->cells[0])) {
            return false;
        }
    }
    slot->argument->given = node->cell_count > 0;
    return true;
}

/* --- a written matrix ---------------------------------------------------------------------------
 */

struct written_cells {
    double *numbers;
    const char **written;
    struct origin *origins;
};

static const char *written_number(struct evaluation *evaluation, const struct node *node) {
    return node->kind == NODE_NUMBER && node->text ? node->text : written(evaluation, node);
}

static bool fill_cell(struct evaluation *evaluation, const struct slot *slot, size_t at,
                      struct written_cells *cells) {
    const struct node *node = slot->operation->node->cells[at];
    struct operand operand = {.origin = {NULL, ORIGIN_NONE}};
    char sizes[64];

    if (!tree_is_number(node, &cells->numbers[at])) {
        if (!evaluate_node(evaluation, node, &operand)) {
            return false;
        }
        if (!shape_is_number(&operand.value->shape)) {
            return failure_at(evaluation->failure, node->span,
                              "each cell of a matrix is one number; this is %s",
                              shape_text(&operand.value->shape, sizes));
        }
        cells->numbers[at] = operand.value->cells[0];
    }
    cells->origins[at] = operand.origin;
    cells->written[at] = written_number(evaluation, node);
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
    slot->argument->given = true; /* and never named in a message: a written matrix always fits */
    return true;
}

/* --- any number of values -----------------------------------------------------------------------
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
        if (texts[i] == NULL || !evaluate_node(evaluation, node->cells[i], &operand)) {
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
    slot->argument->written = keep_text(evaluation, &all);
    text_release(&all);
    return slot->argument->written != NULL;
}

/* --- operators ----------------------------------------------------------------------------------
 */

static bool fill_standard(struct evaluation *evaluation, const struct slot *slot) {
    const char *standard = slot->parameter->standard;
    struct operand operand = {0};

    slot->argument->given = standard != NULL;
    if (standard == NULL) {
        return slot->parameter->optional ||
               failure_at(evaluation->failure, slot->operation->node->span, "%s: %s is missing",
                          slot->operation->call.operator->name, slot->parameter->name);
    }
    slot->argument->word = standard;
    number_parse(standard, strlen(standard), &slot->argument->number);
    if (slot->parameter->kind == PARAMETER_VALUE) {
        if (!evaluate_number(evaluation, slot->argument->number, &operand)) {
            return false;
        }
        slot->argument->value = operand.value;
    }
    return true;
}

static bool fill_subscripts(struct evaluation *evaluation, const struct slot *slot) {
    if (!resolve_subscripts(evaluation, slot->operation)) {
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
    case PARAMETER_WORD: /* the reader has seen that it is one of the row's */
        slot->argument->word = slot->node->text;
        return true;
    default:
        return fill_value(evaluation, slot);
    }
}

static bool fill_argument(struct evaluation *evaluation, struct slot *slot) {
    slot->operation->origin[slot->index] = (struct origin){NULL, ORIGIN_NONE};
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

/* Adds the finished operation, whose result the definition then owns. */
static bool keep_operation(struct evaluation *evaluation, struct operation *operation,
                           struct operand *operand) {
    struct definition *made = evaluation->made;

    if (!memory_reserve(&made->operations, &made->operation_capacity, made->operation_count + 1,
                        sizeof(struct operation))) {
        tensor_release(operation->result);
        return failure_memory(evaluation->failure);
    }
    operation->call.shape = operation->result->shape;
    *operand =
        (struct operand){.value = operation->result, .origin = {NULL, (long)made->operation_count}};
    made->operations[made->operation_count++] = *operation;
    return true;
}

/* What the tree has as an array is its value: the same block, unless it is to be written to. */
static bool evaluate_array(struct evaluation *evaluation, const struct node *node,
                           struct operand *operand) {
    struct operation operation = {.node = node, .call.operator= node->operator};

    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        operation.origin[i] = (struct origin){NULL, ORIGIN_NONE};
    }
    operation.result = evaluation->own ? tensor_copy(node->array, evaluation->failure)
                                       : tensor_retain(node->array);
    return operation.result != NULL && keep_operation(evaluation, &operation, operand);
}

static bool evaluate_apply(struct evaluation *evaluation, const struct node *node,
                           struct operand *operand) {
    struct operation operation = {.node = node, .call.operator= node->operator};
    size_t count = operator_parameter_count(node->operator);

    for (size_t i = 0; i < count; i++) {
        struct slot slot = {&operation, (int)i, node->argument[i], &node->operator->parameters[i],
                            &operation.call.argument[i]};

        if (!fill_argument(evaluation, &slot)) {
            return false;
        }
    }
    if (node->operator->of_graph) {
        operation.call.graph = gradient_graph(evaluation->made, operation.origin);
        if (operation.call.graph == NULL) {
            return failure_memory(evaluation->failure);
        }
    }
    operation.result = call_run(&operation.call, evaluation->failure);
    if (operation.result == NULL) {
        failure_place(evaluation->failure, node->span);
        return false;
    }
    return keep_operation(evaluation, &operation, operand);
}

static bool evaluate_node(struct evaluation *evaluation, const struct node *node,
                          struct operand *operand) {
    double number;
    bool made;

    *operand = (struct operand){.origin = {NULL, ORIGIN_NONE}};
    if (tree_is_number(node, &number)) {
        made = evaluate_number(evaluation, number, operand);
    } else if (node->kind == NODE_NAME) {
        made = evaluate_name(evaluation, node, operand);
    } else if (node->array != NULL) {
        made = evaluate_array(evaluation, node, operand);
    } else if (node->kind == NODE_APPLY) {
        made = evaluate_apply(evaluation, node, operand);
    } else {
        made = failure_at(evaluation->failure, node->span,
                          "\"%s\" is a text, and a value is wanted here", node->text);
    }
    if (made && operand->text != NULL) {
        return failure_at(evaluation->failure, node->span,
                          "%s is a text: onehot(%s, E), embed(%s, E) or ids(%s, E) make numbers of "
                          "it",
                          node->text, node->text, node->text, node->text);
    }
    return made && operand->value != NULL;
}

/* --- the whole ----------------------------------------------------------------------------------
 */

/* What a definition is made of. */
struct formula {
    const char *name;
    struct tree *tree;
    const struct definition *old; /* what stood there, whose overlays stay; NULL: nothing did */
    struct overlaid set;          /* but for these */
    struct definition *owner;     /* what it is made inside of; NULL: of nothing */
    bool own;                     /* it is to be written to: nothing is taken as it is */
};

static const struct overlays no_overlays = {0};

/* What is to be set by hand in what OLD (NULL: nothing) becomes. */
static const struct overlays *overlays_for(const struct formula *formula,
                                           const struct definition *old) {
    if (old == NULL) {
        return &no_overlays;
    }
    return formula->set.of == old ? formula->set.overlays : definition_overlays(old);
}

/* Lays the overlays of FORMULA on MADE, which has been computed. Where the value has other sizes
 * now they keep their row and column, and those that fall outside are dropped. */
static bool lay_over(struct definition *made, const struct formula *formula,
                     struct failure *failure) {
    struct overlays *kept = made->leaf ? &made->edits : &made->pins;
    const struct overlays *overlays = overlays_for(formula, formula->old);
    bool fits = formula->old != NULL && formula->old->leaf == made->leaf && made->computed != NULL;
    size_t count = fits ? overlays->count : 0;

    if (count > 0) {
        kept->list = memory_allocate(count, sizeof *kept->list);
        if (kept->list == NULL) {
            return failure_memory(failure);
        }
    }
    for (size_t i = 0; i < count; i++) {
        const struct shape *now = &made->computed->shape;
        struct place place = tensor_place(&formula->old->value->shape, overlays->list[i].cell);
        bool inside = true;

        for (int axis = 0; axis < AXIS_COUNT; axis++) {
            inside = inside && place.at[axis] < now->size[axis];
        }
        if (inside) {
            kept->list[kept->count++] =
                (struct overlay){tensor_index(now, &place), overlays->list[i].number};
        }
    }
    if (kept->count == 0) {
        made->value = tensor_retain((struct tensor *)made->computed);
        return true;
    }
    made->value = tensor_copy(made->computed, failure);
    for (size_t i = 0; made->value != NULL && i < kept->count; i++) {
        made->value->cells[kept->list[i].cell] = kept->list[i].number;
    }
    return made->value != NULL;
}

/* The definition made already for whose names a tree is walked. */
struct label_search {
    const struct notebook *notebook;
    const struct definition *owner, *made;
};

/* False at a name that was taken for a label and is a definition's now. */
static bool is_label_still(void *context, const struct node *node) {
    const struct label_search *search = context;
    const struct definition *found = find_name(search->notebook, search->owner, node->text);

    for (size_t i = 0; i < search->made->use_count; i++) {
        if (search->made->uses[i] == found) {
            return true;
        }
    }
    return found == NULL;
}

/* Whether MADE has the overlays that what OLD becomes is to have. */
static bool has_overlays(const struct formula *formula, const struct definition *old,
                         const struct definition *made) {
    const struct overlays *overlays = overlays_for(formula, old);

    return overlays_same(overlays, definition_overlays(made)) &&
           (overlays->count == 0 || shape_same_sizes(&old->value->shape, &made->value->shape));
}

static bool has_overlays_inside(const struct formula *formula, const struct definition *made) {
    bool same = true;

    for (size_t i = 0; same && made != formula->old && i < made->inside_count; i++) {
        const struct definition *inside = definition_held(made, i);
        const struct definition *old =
            formula->old && inside ? definition_inside(formula->old, inside->name) : NULL;

        same = inside == NULL || has_overlays(formula, old, inside);
    }
    return same && !(made == formula->old && formula->set.of != NULL &&
                     definition_holds(made, formula->set.of));
}

/* Whether evaluating FORMULA would give MADE (NULL: nothing was) again: the same tree and overlays,
 * and the very same inputs. What is inside of another has a tree that was made anew. */
static bool is_same(const struct notebook *notebook, const struct formula *formula,
                    const struct definition *made) {
    const struct definition *owner = formula->owner ? formula->owner : made;
    struct label_search labels = {notebook, owner, made};
    size_t count;
    struct definition *const *needs = made ? definition_needs(made, &count) : NULL;

    if (made == NULL ||
        (formula->owner ? !tree_same(made->worked->root, formula->tree->root)
                        : made->tree != formula->tree) ||
        !has_overlays(formula, formula->old, made) || !has_overlays_inside(formula, made)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct definition *now = formula->owner ? find_name(notebook, owner, needs[i]->name)
                                                : notebook_entry(notebook, needs[i]->name);
        if (now != needs[i]) {
            return false;
        }
    }
    return !made->bare_labels || tree_names(made->worked->root, is_label_still, &labels);
}

/* What the notebook to reuse from has for FORMULA, retained; NULL: nothing. */
static struct definition *find_made(const struct notebook *notebook,
                                    const struct formula *formula) {
    struct definition *made =
        notebook->reuse && formula->name[0] ? notebook_find(notebook->reuse, formula->name) : NULL;

    return is_same(notebook, formula, made) ? definition_retain(made) : NULL;
}

/* Only a whole definition may be a text. */
static bool evaluate_root(struct evaluation *evaluation, const struct node *root,
                          struct operand *operand) {
    return root->kind == NODE_TEXT || root->kind == NODE_NAME
               ? evaluate_text(evaluation, root, operand)
               : evaluate_node(evaluation, root, operand);
}

static struct definition *make(const struct notebook *notebook, const struct formula *formula,
                               struct failure *failure);

/* For expand: a definition inside of one that is being made of FORMULA. */
struct making {
    const struct notebook *notebook;
    const struct formula *formula;
    struct definition *owner;
};

static struct definition *make_inside(void *context, const char *path, struct tree *tree,
                                      struct failure *failure) {
    const struct making *making = context;
    const struct formula *of = making->formula;
    struct definition *old = of->old ? definition_inside(of->old, path) : NULL;

    old = old != NULL && text_same(old->name, path) ? old : NULL;
    struct formula formula = {path, tree, old, of->set, making->owner, of->own};

    if (!of->own && is_same(making->notebook, &formula, old)) {
        return definition_retain(old);
    }
    return make(making->notebook, &formula, failure);
}

/* Works out the calls of MADE's formula. */
static bool expand_calls(const struct notebook *notebook, const struct formula *formula,
                         struct definition *made, struct failure *failure) {
    struct making making = {notebook, formula, made};
    struct expansion expansion = {notebook, made, make_inside, &making, failure};
    struct tree *worked =
        library_knows(notebook->library, made->tree->root, failure) ? expand(&expansion) : NULL;

    if (worked == NULL) {
        return false;
    }
    tree_release(made->worked);
    made->worked = worked;
    made->leaf = tree_is_leaf(worked->root);
    return true;
}

/* Adds what USER uses of the notebook to what its owner MADE needs. */
static bool gather_needs(struct definition *made, const struct definition *user,
                         struct failure *failure) {
    for (size_t i = 0; i < user->use_count; i++) {
        struct definition *used = user->uses[i];
        bool known = definition_holds(made, used);

        for (size_t k = 0; k < made->need_count && !known; k++) {
            known = made->needs[k] == used;
        }
        if (known) {
            continue;
        }
        if (!memory_reserve(&made->needs, &made->need_capacity, made->need_count + 1,
                            sizeof *made->needs)) {
            return failure_memory(failure);
        }
        made->needs[made->need_count++] = definition_retain(used);
    }
    return true;
}

static bool gather_all_needs(struct definition *made, struct failure *failure) {
    bool good = made->need_count == 0 || gather_needs(made, made, failure);

    for (size_t i = 0; good && i < made->inside_count; i++) {
        const struct definition *inside = definition_held(made, i);

        good = inside == NULL || gather_needs(made, inside, failure);
    }
    return good;
}

static struct definition *make(const struct notebook *notebook, const struct formula *formula,
                               struct failure *failure) {
    struct definition *made = definition_create(formula->name, formula->tree, failure);
    struct evaluation evaluation = {.notebook = notebook,
                                    .owner = formula->owner ? formula->owner : made,
                                    .made = made,
                                    .failure = failure,
                                    .own = formula->own};
    struct operand operand = {0};

    if (made == NULL ||
        (tree_calls(made->tree->root) && !expand_calls(notebook, formula, made, failure)) ||
        !evaluate_root(&evaluation, made->worked->root, &operand)) {
        definition_release(made);
        return NULL;
    }
    made->computed = operand.value;
    made->text = operand.text;
    if (!lay_over(made, formula, failure) || !gather_all_needs(made, failure)) {
        definition_release(made);
        return NULL;
    }
    return made;
}

struct definition *evaluate_new(const struct notebook *notebook, const char *name,
                                struct tree *tree, struct failure *failure) {
    struct formula formula = {.name = name, .tree = tree};
    struct definition *made = find_made(notebook, &formula);

    return made ? made : make(notebook, &formula, failure);
}

struct definition *evaluate_again(const struct notebook *notebook, struct definition *old,
                                  const struct overlaid *set, struct failure *failure) {
    struct formula formula = {old->name, old->tree, old, *set, NULL, false};
    struct definition *made =
        is_same(notebook, &formula, old) ? definition_retain(old) : find_made(notebook, &formula);

    return made ? made : make(notebook, &formula, failure);
}

struct definition *evaluate_copy(const struct notebook *notebook, const struct definition *old,
                                 struct failure *failure) {
    struct formula formula = {.name = old->name, .tree = old->tree, .old = old, .own = true};

    return make(notebook, &formula, failure);
}

struct definition *evaluate_written_out(const struct notebook *notebook,
                                        const struct definition *old, struct failure *failure) {
    struct formula formula = {.name = old->name, .tree = old->worked, .old = old};

    return is_same(notebook, &formula, old) ? definition_retain((struct definition *)old)
                                            : make(notebook, &formula, failure);
}
