#include "files/json.h"

#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "files/showing.h"

#include <math.h>
#include <string.h>

static void append_escape(uint32_t point, struct text *out) {
    if (point < 0x10000) {
        text_format(out, "\\u%04x", (unsigned)point);
    } else {
        uint32_t rest = point - 0x10000;
        text_format(out, "\\u%04x\\u%04x", (unsigned)(0xd800 + (rest >> 10)),
                    (unsigned)(0xdc00 + (rest & 0x3ff)));
    }
}

/* Broken bytes become U+FFFD, as JSON is UTF-8. What cannot be seen is escaped: somebody may look
 * at it on a terminal. */
static void append_point(uint32_t point, struct text *out) {
    char character[5];
    if (point == '"' || point == '\\') {
        text_format(out, "\\%c", (char)point);
    } else if (point == '\n') {
        text_append(out, "\\n");
    } else if (point == '\t') {
        text_append(out, "\\t");
    } else if (!utf8_showable(point)) {
        append_escape(point, out);
    } else {
        utf8_encode(point, character);
        text_append(out, character);
    }
}

void json_string(const char *string, struct text *out) {
    text_append(out, "\"");
    for (size_t at = 0, length = strlen(string); at < length;) {
        uint32_t point;
        at += utf8_decode(string + at, length - at, &point);
        append_point(point, out);
    }
    text_append(out, "\"");
}

void json_labels(const struct labels *labels, const char *null_word, struct text *out) {
    if (!labels) {
        text_append(out, null_word);
        return;
    }
    text_append(out, "[");
    for (size_t i = 0; i < labels->count; i++) {
        text_append(out, i > 0 ? ", " : "");
        json_string(labels->names[i], out);
    }
    text_append(out, "]");
}

/* JSON has no inf and no nan. */
static void append_number(double number, struct text *out) {
    char exact[NUMBER_TEXT];
    number_exact(exact, number);
    text_format(out, isfinite(number) ? "%s" : "\"%s\"", exact);
}

/* The cells from *CELL on, one list an axis; the last axis stands on one line. */
static void append_cells(const struct tensor *tensor, int axis, size_t *cell, struct text *out) {
    size_t size = tensor->shape.size[axis];
    text_append(out, "[");
    for (size_t i = 0; i < size; i++) {
        if (axis == AXIS_COLUMN) {
            text_append(out, i > 0 ? ", " : "");
            append_number(tensor->cells[(*cell)++], out);
        } else {
            int depth = axis - (AXIS_COUNT - tensor->shape.axes);
            text_append(out, i > 0 ? ",\n    " : "\n    ");
            text_repeat(out, " ", (size_t)depth);
            append_cells(tensor, axis + 1, cell, out);
        }
    }
    text_append(out, "]");
}

static void append_shape(const struct shape *shape, struct text *out) {
    text_append(out, "[");
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        text_format(out, "%s%zu", axis > AXIS_COUNT - shape->axes ? ", " : "", shape->size[axis]);
    }
    text_append(out, "]");
}

static void append_definition(const struct shown *shown, struct text *out) {
    const struct shape *shape = &shown->value->shape;
    struct text formula = {0};
    size_t cell = 0;
    shown_formula(shown, NOTATION_PLAIN, &formula);
    text_append(out, "  ");
    json_string(shown->definition->name, out);
    text_append(out, ": {\"formula\": ");
    json_string(text_string(&formula), out);
    text_append(out, ",\n   \"shape\": ");
    append_shape(shape, out);
    text_append(out, ", \"rows\": ");
    json_labels(shape->labels[AXIS_ROW], "null", out);
    text_append(out, ", \"columns\": ");
    json_labels(shape->labels[AXIS_COLUMN], "null", out);
    text_append(out, ",\n   \"value\": ");
    append_cells(shown->value, AXIS_COUNT - shape->axes, &cell, out);
    text_append(out, "}");
    out->failed |= formula.failed;
    text_release(&formula);
}

bool json_write(const struct notebook *notebook, const struct export_options *options,
                struct text *out, struct failure *failure) {
    struct showing showing;
    if (!showing_start(&showing, notebook, options, failure)) {
        return false;
    }
    text_append(out, "{\"lesson\": ");
    if (options->lesson) {
        json_string(options->lesson, out);
    } else {
        text_append(out, "null");
    }
    text_format(out, ", \"convention\": \"%s\", \"values\": {",
                options->columns ? "columns" : "rows");
    for (bool first = true; showing_next(&showing); first = false) {
        text_append(out, first ? "\n" : ",\n");
        append_definition(&showing.shown, out);
    }
    text_append(out, "}}\n");
    return showing_end(&showing, out);
}
