/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "operators/call.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { OPERAND_COLUMNS = 48 }; /* an operand longer than this is cut in messages */

static bool is_name_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '\'' ||
           (unsigned char)c >= 0x80;
}

/* Returns the length of the number, name or string that starts TEXT; 1 for any other sign. */
static size_t token_length(const char *text) {
    double value;
    size_t length = number_read(text, strlen(text), &value);
    if (length > 0) {
        return length;
    }
    if (*text == '"') {
        const char *end = strchr(text + 1, '"');

        return end ? (size_t)(end - text) + 1 : strlen(text);
    }
    while (is_name_byte(text[length]) ||
           (length > 0 && text[length] >= '0' && text[length] <= '9')) {
        length++;
    }
    return length ? length : 1;
}

static enum precedence sign_precedence(const char *at, bool after_operand) {
    if (at[0] == '*' && at[1] == '*') {
        return PRECEDENCE_POWER;
    }
    if (strchr("*/@", *at)) {
        return PRECEDENCE_MULTIPLY;
    }
    if (strchr("+-", *at)) {
        return after_operand ? PRECEDENCE_ADD : PRECEDENCE_NEGATE;
    }
    if (strchr("<>=!", *at)) {
        return PRECEDENCE_COMPARE;
    }
    return PRECEDENCE_ATOM;
}

/* Returns the precedence of the loosest operator in TEXT outside brackets and quotes. */
static enum precedence text_precedence(const char *text) {
    enum precedence loosest = PRECEDENCE_ATOM;
    bool after_operand = false;
    int depth = 0;
    while (*text) {
        size_t length = token_length(text);

        depth += strchr("([", *text) ? 1 : strchr(")]", *text) ? -1 : 0;
        if (depth == 0 && length == 1 && strchr("+-*/@<>=!", *text)) {
            enum precedence here = sign_precedence(text, after_operand);

            bool equals = here == PRECEDENCE_COMPARE && text[1] == '=';

            length = here == PRECEDENCE_POWER || equals ? 2 : 1;
            loosest = here < loosest ? here : loosest;
            after_operand = false;
        } else if (*text != ' ') {
            after_operand = true;
        }
        text += length;
    }
    return loosest;
}

void call_write_operand(const struct call *call, int argument, struct text *out) {
    const char *written = call->argument[argument].written;
    size_t length;
    bool cut;
    if (!written) {
        written = call->op->parameters[argument].name;
    }
    length = strlen(written);
    cut = utf8_characters(written, length) > OPERAND_COLUMNS;
    if (cut) {
        for (length = OPERAND_COLUMNS - 1; ((unsigned char)written[length] & 0xC0) == 0x80;
             length--) {
            continue;
        }
    }
    for (size_t i = 0; i < length; i++) {
        text_append_character(out, written[i] == '\n' ? ' ' : written[i]);
    }
    text_append(out, cut ? "…" : "");
}

static void write_bracketed(const char *operand, enum precedence needed, struct text *out) {
    bool brackets = text_precedence(operand) < needed;
    text_append(out, brackets ? "(" : "");
    text_append(out, operand);
    text_append(out, brackets ? ")" : "");
}

void call_write_bracketed(const struct call *call, int argument, enum precedence needed,
                          struct text *out) {
    const char *written = call->argument[argument].written;
    write_bracketed(written ? written : call->op->parameters[argument].name, needed, out);
}

/* Writes the transpose: K → K.T, A + B → (A + B).T, K.T → K. */
static void transpose_operand(struct text *operand) {
    struct text plain = {0};
    const char *written = text_string(operand);
    size_t length = operand->length;
    if (text_precedence(written) >= PRECEDENCE_POSTFIX && length > 2 &&
        text_same(written + length - 2, ".T")) {
        text_truncate(operand, length - 2);
        return;
    }
    text_append(&plain, written);
    text_clear(operand);
    write_bracketed(text_string(&plain), PRECEDENCE_POSTFIX, operand);
    text_append(operand, ".T");
    text_release(&plain);
}

/* Writes one operand, transposed when it is number TRANSPOSED, in brackets when it binds looser
 * than NEEDED. */
static void write_call_operand(const struct call *call, int argument, int transposed,
                               enum precedence needed, struct text *out) {
    struct text operand = {0};
    call_write_operand(call, argument, &operand);
    if (argument == transposed) {
        transpose_operand(&operand);
    }
    write_bracketed(text_string(&operand), needed, out);
    text_release(&operand);
}

static bool is_written_by_name(const struct parameter *parameter) {
    return parameter->standard || parameter->kind == PARAMETER_WORD ||
           parameter->kind == PARAMETER_SEED;
}

/* Writes "50, 5, 3". */
static void write_sizes(const struct call *call, struct text *out) {
    for (size_t i = 0; i < call->size_count; i++) {
        text_format(out, "%s%zu", i ? ", " : "", call->sizes[i]);
    }
}

static void write_call_form(const struct call *call, int transposed, struct text *out) {
    size_t count = operator_parameter_count(call->op);
    bool first = true;
    text_format(out, "%s(", call->op->name);
    for (size_t i = 0; i < count; i++) {
        const struct parameter *parameter = &call->op->parameters[i];
        const struct argument *argument = &call->argument[i];

        if (!argument->given || (!argument->written && is_written_by_name(parameter))) {
            continue;
        }
        text_append(out, first ? "" : ", ");
        if (is_written_by_name(parameter)) {
            text_format(out, "%s=", parameter->name);
        }
        if (parameter->kind == PARAMETER_SIZES) {
            write_sizes(call, out);
        } else {
            write_call_operand(call, (int)i, transposed, 0, out);
        }
        first = false;
    }
    text_append(out, ")");
}

void call_write_transposed(const struct call *call, int transposed, struct text *out) {
    const struct writing *writing = &call->op->writing;
    enum precedence own = writing->precedence;
    bool power = own == PRECEDENCE_POWER; /* the only operator that groups from the right */
    switch (writing->form) {
    case WRITING_INFIX:
        write_call_operand(call, 0, transposed, power ? own + 1 : own, out);
        text_format(out, " %s ", writing->symbol);
        write_call_operand(call, 1, transposed, power ? PRECEDENCE_NEGATE : own + 1, out);
        return;
    case WRITING_SUBSCRIPT:
        write_call_operand(call, 0, transposed, own, out);
        text_format(out, "[%s]", call->argument[1].written ? call->argument[1].written : "…");
        return;
    case WRITING_PREFIX:
    case WRITING_POSTFIX:
    case WRITING_MATRIX: /* of these forms no row refuses its operands */
    case WRITING_CALL:
        write_call_form(call, transposed, out);
        return;
    }
}

void call_write(const struct call *call, struct text *out) {
    call_write_transposed(call, -1, out);
}

bool call_refuse(const struct call *call, struct failure *failure, const char *format, ...) {
    struct text message = {0};
    va_list arguments;

    call_write(call, &message);
    text_append(&message, ": ");
    va_start(arguments, format);
    text_format_list(&message, format, arguments);
    va_end(arguments);
    if (text_ok(&message, failure)) {
        failure_set(failure, "%s", text_string(&message));
    }
    text_release(&message);
    return false;
}

const struct shape *call_shape(const struct call *call, int argument) {
    const struct tensor *value = call->argument[argument].value;

    return value ? &value->shape : NULL;
}

struct shape call_sizes(const struct call *call) {
    struct shape shape = shape_matrix(1, 1);

    shape.axes = (int)call->size_count;
    for (size_t i = 0; i < call->size_count; i++) {
        shape.size[AXIS_COUNT - call->size_count + i] = call->sizes[i];
    }
    return shape;
}

const char *call_word(const struct call *call, const char *name) {
    int at = operator_parameter(call->op, name, strlen(name));
    if (at < 0) {
        return "";
    }
    return call->argument[at].word ? call->argument[at].word : call->op->parameters[at].standard;
}

bool call_read_whole(const struct call *call, int argument, size_t *number,
                     struct failure *failure) {
    double value = call->argument[argument].number;
    const double largest = 9007199254740992.0; /* 2⁵³: up to it every whole number is a double */
    if (!(value >= 0 && value <= largest && value == floor(value))) {
        return call_refuse(call, failure, "%s must be a whole number from 0",
                           call->op->parameters[argument].name);
    }
    *number = (size_t)value;
    return true;
}

bool call_read_count(const struct call *call, int argument, size_t *count,
                     struct failure *failure) {
    double value = call->argument[argument].number;
    if (!(value >= 1 && value <= (double)TENSOR_LIMIT && value == floor(value))) {
        return call_refuse(call, failure, "%s must be a whole number from 1 to %d",
                           call->op->parameters[argument].name, (int)TENSOR_LIMIT);
    }
    *count = (size_t)value;
    return true;
}

bool call_move(const struct call *call, struct tensor *result, struct failure *failure) {
    size_t cells = shape_cells(&result->shape);
    for (size_t cell = 0; cell < cells; cell++) {
        int argument;
        size_t from;

        if (!checkpoint_at(cell, failure)) {
            return false;
        }
        call->op->origin(call, cell, &argument, &from);
        result->cells[cell] = call->argument[argument].value->cells[from];
    }
    return true;
}

/* --- broadcasting ----------------------------------------------------------------------------- */

/* Returns the shape of argument AT when it is an operand, else NULL. */
static const struct shape *operand_shape(const struct call *call, int at) {
    if (call->op->parameters[at].kind != PARAMETER_VALUE) {
        return NULL;
    }
    return call_shape(call, at);
}

void broadcast_shapes(const struct call *call, const char *between, struct text *out) {
    bool first = true;
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct shape *shape = operand_shape(call, i);

        if (!shape) {
            continue;
        }
        text_append(out, first ? "" : between);
        shape_write(shape, out);
        first = false;
    }
}

static bool sizes_fit(size_t a, size_t b) {
    return a == b || a == 1 || b == 1;
}

/* Returns the operand that would fit all others if it were transposed, or -1. */
static int transposed_fits(const struct call *call) {
    for (int i = CALL_ARGUMENTS - 1; i >= 0; i--) {
        const struct shape *transposed = operand_shape(call, i);
        bool fits = transposed != NULL;

        for (int other = 0; other < CALL_ARGUMENTS && fits; other++) {
            const struct shape *shape = operand_shape(call, other);

            if (shape && other != i) {
                fits = sizes_fit(transposed->size[AXIS_COLUMN], shape->size[AXIS_ROW]) &&
                       sizes_fit(transposed->size[AXIS_ROW], shape->size[AXIS_COLUMN]);
            }
        }
        if (fits) {
            return i;
        }
    }
    return -1;
}

static bool refuse_sizes(const struct call *call, int axis, const size_t size[2],
                         struct failure *failure) {
    static const char *const axes[] = {"the first axes", "the leading axes", "the rows",
                                       "the columns"};
    int transposed = axis >= AXIS_ROW ? transposed_fits(call) : -1;
    struct text shapes = {0}, advice = {0};
    broadcast_shapes(call, " and ", &shapes);
    if (transposed >= 0) {
        text_append(&advice, "did you mean ");
        call_write_transposed(call, transposed, &advice);
        text_append(&advice, "?");
    } else {
        text_append(&advice, "they must be equal, or one of them 1");
    }
    call_refuse(call, failure, "%s: %s %zu and %zu differ; %s", text_string(&shapes), axes[axis],
                size[0], size[1], text_string(&advice));
    text_release(&shapes);
    text_release(&advice);
    return false;
}

static bool join_operand_sizes(const struct call *call, int axis, struct shape *result,
                               struct failure *failure) {
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct shape *shape = operand_shape(call, i);

        if (!shape) {
            continue;
        }
        if (!sizes_fit(shape->size[axis], result->size[axis])) {
            return refuse_sizes(call, axis, (size_t[]){result->size[axis], shape->size[axis]},
                                failure);
        }
        if (shape->size[axis] != 1) {
            result->size[axis] = shape->size[axis];
        }
        if (shape->axes > result->axes) {
            result->axes = shape->axes;
        }
    }
    return true;
}

static void join_operand_labels(const struct call *call, int axis, struct shape *result) {
    struct labels *found = NULL;
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct shape *shape = operand_shape(call, i);

        if (!shape || !shape->labels[axis] || shape->size[axis] != result->size[axis]) {
            continue;
        }
        if (found && !labels_same(found, shape->labels[axis])) {
            return;
        }
        found = shape->labels[axis];
    }
    result->labels[axis] = labels_retain(found);
}

bool broadcast_join(const struct call *call, int end, struct shape *result,
                    struct failure *failure) {
    *result = shape_matrix(1, 1);
    for (int axis = 0; axis < end; axis++) {
        if (!join_operand_sizes(call, axis, result, failure)) {
            return false;
        }
    }
    for (int axis = 0; axis < end; axis++) {
        join_operand_labels(call, axis, result);
    }
    return true;
}

size_t broadcast_matrix(const struct shape *operand, const struct shape *result, size_t matrix) {
    size_t heads = result->size[AXIS_HEAD];
    size_t batch = operand->size[AXIS_BATCH] == 1 ? 0 : matrix / heads;
    size_t head = operand->size[AXIS_HEAD] == 1 ? 0 : matrix % heads;
    return batch * operand->size[AXIS_HEAD] + head;
}

size_t broadcast_cell(const struct shape *operand, const struct shape *result, size_t cell) {
    if (memcmp(operand->size, result->size, sizeof operand->size) == 0) {
        return cell;
    }
    if (shape_cells(operand) == 1) {
        return 0;
    }

    struct place place = tensor_place(result, cell);

    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        if (operand->size[axis] == 1) {
            place.at[axis] = 0;
        }
    }
    return tensor_index(operand, &place);
}
