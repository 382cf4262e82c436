#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "files/formats.h"
#include "files/showing.h"

#include <string.h>

enum { FORMULA_COLUMNS = 200 };

/* How wide things stand, in screen columns. */
struct widths {
    size_t label;   /* of the row labels; 0 when there are none */
    size_t *number; /* of each column */
};

static size_t shown_columns(const char *string) {
    struct text shown = {0};
    shown_text(string, &shown);
    size_t columns = utf8_columns(text_string(&shown), shown.length);
    text_release(&shown);
    return columns;
}

static size_t widest(const struct labels *labels) {
    size_t most = 0;
    for (size_t i = 0; labels && i < labels->count; i++) {
        size_t columns = shown_columns(labels->names[i]);
        most = columns > most ? columns : most;
    }
    return most;
}

/* The width of column J: of its label and of its longest number in all matrices. */
static size_t column_width(const struct tensor *tensor, size_t j) {
    const struct shape *shape = &tensor->shape;
    const struct labels *labels = shape->labels[AXIS_COLUMN];
    size_t width = labels ? shown_columns(labels->names[j]) : 0, cells = shape_cells(shape);
    for (size_t cell = j; cell < cells; cell += shape_columns(shape)) {
        char number[NUMBER_TEXT];
        number_exact(number, tensor->cells[cell]);
        width = strlen(number) > width ? strlen(number) : width;
    }
    return width;
}

static void append_right(const char *string, size_t width, struct text *out) {
    size_t columns = shown_columns(string);
    text_repeat(out, " ", columns < width ? width - columns : 0);
    shown_text(string, out);
}

static void append_header(const struct shape *shape, const struct widths *widths,
                          struct text *out) {
    const struct labels *labels = shape->labels[AXIS_COLUMN];
    if (!labels) {
        return;
    }
    text_repeat(out, " ", widths->label > 0 ? widths->label + 2 : 0);
    for (size_t j = 0; j < labels->count; j++) {
        text_append(out, "  ");
        append_right(labels->names[j], widths->number[j], out);
    }
    text_append(out, "\n");
}

static void append_row(const struct shape *shape, const double *cells, size_t row,
                       const struct widths *widths, struct text *out) {
    const struct labels *labels = shape->labels[AXIS_ROW];
    if (labels) {
        text_append(out, "  ");
        append_right(labels->names[row], widths->label, out);
    }
    for (size_t j = 0; j < shape_columns(shape); j++) {
        char number[NUMBER_TEXT];
        number_exact(number, cells[j]);
        text_append(out, "  ");
        append_right(number, widths->number[j], out);
    }
    text_append(out, "\n");
}

static void append_matrices(const struct tensor *tensor, const struct widths *widths,
                            struct text *out) {
    const struct shape *shape = &tensor->shape;
    const double *cells = tensor->cells;
    for (size_t m = 0; m < shape_matrices(shape) && !out->failed; m++) {
        if (shape->axes > 2) {
            text_append(out, "  ");
            shown_matrix(shape, m, out);
            text_append(out, "\n");
        }
        append_header(shape, widths, out);
        for (size_t i = 0; i < shape_rows(shape); i++) {
            append_row(shape, cells, i, widths, out);
            cells += shape_columns(shape);
        }
    }
}

/* `Q = X @ W_q   3×4`; what is written out below is not repeated. */
static void append_title(const struct shown *shown, struct text *out) {
    struct text formula = {0}, line = {0};
    shown_text(shown->definition->name, out);
    if (!shown_is_literal(shown)) {
        shown_formula(shown, NOTATION_PLAIN, &formula);
        shown_text(text_string(&formula), &line);
        size_t columns = utf8_columns(text_string(&line), line.length);
        text_append(out, " = ");
        utf8_fit(out, text_string(&line), line.length,
                 columns < FORMULA_COLUMNS ? columns : FORMULA_COLUMNS);
    }
    text_append(out, "   ");
    shape_write(&shown->value->shape, out);
    text_append(out, "\n");
    out->failed |= formula.failed || line.failed;
    text_release(&formula);
    text_release(&line);
}

static bool append_definition(const struct shown *shown, struct text *out,
                              struct failure *failure) {
    const struct shape *shape = &shown->value->shape;
    size_t columns = shape_columns(shape);
    struct widths widths = {widest(shape->labels[AXIS_ROW]),
                            memory_allocate(columns, sizeof *widths.number)};
    if (!widths.number) {
        return failure_memory(failure);
    }
    for (size_t j = 0; j < columns; j++) {
        widths.number[j] = column_width(shown->value, j);
    }
    append_title(shown, out);
    append_matrices(shown->value, &widths, out);
    memory_free(widths.number);
    return true;
}

bool plain_write(const struct notebook *notebook, const struct export_options *options,
                 struct text *out, struct failure *failure) {
    struct showing showing;
    bool good = true;
    if (!showing_start(&showing, notebook, options, failure)) {
        return false;
    }
    for (bool first = true; good && showing_next(&showing); first = false) {
        text_append(out, first ? "" : "\n");
        good = append_definition(&showing.shown, out, failure);
    }
    return showing_end(&showing, out) && good;
}
