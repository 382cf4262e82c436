#include "language/literal.h"

#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"

#include <string.h>

/* Numbers and brackets, as the language reads them. */
static void append_cells(const struct tensor *tensor, int axis, size_t *cell, struct text *out) {
    text_append(out, "[");
    for (size_t i = 0; i < tensor->shape.size[axis]; i++) {
        text_append(out, i > 0 ? ", " : "");
        if (axis == AXIS_COLUMN) {
            char number[NUMBER_TEXT];
            number_exact(number, tensor->cells[(*cell)++]);
            text_append(out, number);
        } else {
            append_cells(tensor, axis + 1, cell, out);
        }
    }
    text_append(out, "]");
}

static void append_literal(const struct tensor *tensor, struct text *out) {
    size_t cell = 0;
    append_cells(tensor, AXIS_COUNT - tensor->shape.axes, &cell, out);
}

/* White space of any script; it would make two words of a label. */
static bool is_space(uint32_t point) {
    return point <= 0x20 || (point >= 0x7f && point <= 0xa0) || point == 0x1680 ||
           (point >= 0x2000 && point <= 0x200a) || point == 0x2028 || point == 0x2029 ||
           point == 0x202f || point == 0x205f || point == 0x3000;
}

static void append_label(const char *label, struct text *out) {
    size_t length = strlen(label);
    text_append(out, length == 0 ? "_" : "");
    for (size_t at = 0; at < length;) {
        uint32_t point;
        char character[5];
        at += utf8_decode(label + at, length - at, &point);
        utf8_encode(is_space(point) ? '_' : point == '"' ? '\'' : point, character);
        text_append(out, character);
    }
}

static void append_words(const struct labels *labels, struct text *out) {
    text_append(out, "\"");
    for (size_t i = 0; labels && i < labels->count; i++) {
        text_append(out, i > 0 ? " " : "");
        append_label(labels->names[i], out);
    }
    text_append(out, "\"");
}

/* `tokens` names rows, so labels on the columns alone are put on the rows of the transpose. */
static void append_labelled(const struct tensor *tensor, struct text *out) {
    const struct labels *rows = tensor->shape.labels[AXIS_ROW];
    const struct labels *columns = tensor->shape.labels[AXIS_COLUMN];
    struct failure failure;
    struct tensor *turned = rows ? NULL : tensor_transposed(tensor, &failure);
    if (!rows && !turned) {
        out->failed = true;
        return;
    }
    text_append(out, "tokens(");
    append_words(rows ? rows : columns, out);
    text_append(out, ", ");
    append_literal(rows ? tensor : turned, out);
    if (rows && columns) {
        text_append(out, ", columns=");
        append_words(columns, out);
    }
    text_append(out, rows ? ")" : ").T");
    tensor_release(turned);
}

void literal_write(const struct tensor *tensor, struct text *out) {
    if (tensor->shape.labels[AXIS_ROW] || tensor->shape.labels[AXIS_COLUMN]) {
        append_labelled(tensor, out);
    } else {
        append_literal(tensor, out);
    }
}
