#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "files/formats.h"
#include "files/showing.h"

#include <string.h>

enum { FORMULA_COLUMNS = 200 };

/* The numbers of a value as they are written, one behind the other, and how wide things stand in
 * screen columns. */
struct widths {
    struct text numbers; /* each with its NUL, in the order of the cells */
    size_t label;        /* of the row labels; 0 when there are none */
    size_t *number;      /* of each column */
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

/* Writes the numbers; the width of a column is that of its label or of its longest number. */
static void write_numbers(const struct tensor *tensor, struct widths *widths) {
    const struct shape *shape = &tensor->shape;
    const struct labels *labels = shape->labels[AXIS_COLUMN];
    size_t columns = shape_columns(shape), cells = shape_cells(shape);
    for (size_t j = 0; j < columns; j++) {
        widths->number[j] = labels ? shown_columns(labels->names[j]) : 0;
    }
    for (size_t cell = 0, j = 0; cell < cells && !widths->numbers.failed; cell++) {
        char number[NUMBER_TEXT];
        number_exact(number, tensor->cells[cell]);
        size_t length = strlen(number), *width = &widths->number[j];
        *width = length > *width ? length : *width;
        j = j + 1 < columns ? j + 1 : 0;
        text_append_bytes(&widths->numbers, number, length + 1);
    }
}

static void append_blanks(size_t count, struct text *out) {
    static const char blanks[] = "                                ";
    for (; count >= sizeof blanks; count -= sizeof blanks - 1) {
        text_append_bytes(out, blanks, sizeof blanks - 1);
    }
    text_append_bytes(out, blanks, count);
}

static void append_right(const char *string, size_t width, struct text *out) {
    struct text shown = {0};
    shown_text(string, &shown);
    size_t columns = utf8_columns(text_string(&shown), shown.length);
    append_blanks(columns < width ? width - columns : 0, out);
    text_append_bytes(out, text_string(&shown), shown.length);
    out->failed |= shown.failed;
    text_release(&shown);
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

/* Takes the row's numbers off *NUMBERS. */
static void append_row(const struct shape *shape, const char **numbers, size_t row,
                       const struct widths *widths, struct text *out) {
    const struct labels *labels = shape->labels[AXIS_ROW];
    if (labels) {
        text_append(out, "  ");
        append_right(labels->names[row], widths->label, out);
    }
    size_t columns = shape_columns(shape), room = 1;
    for (size_t j = 0; j < columns; j++) {
        room += 2 + widths->number[j];
    }
    char *at = text_room(out, room);
    for (size_t j = 0; at && j < columns; j++) {
        size_t length = strlen(*numbers), blanks = 2 + widths->number[j] - length;
        memset(at, ' ', blanks);
        memcpy(at + blanks, *numbers, length);
        at += blanks + length;
        *numbers += length + 1;
    }
    if (at) {
        *at = '\n';
        text_filled(out, room);
    }
}

static void append_matrices(const struct tensor *tensor, const struct widths *widths,
                            struct text *out) {
    const struct shape *shape = &tensor->shape;
    const char *numbers = text_string(&widths->numbers);
    for (size_t m = 0; m < shape_matrices(shape) && !out->failed; m++) {
        if (shape->axes > 2) {
            text_append(out, "  ");
            shown_matrix(shape, m, out);
            text_append(out, "\n");
        }
        append_header(shape, widths, out);
        for (size_t i = 0; i < shape_rows(shape); i++) {
            append_row(shape, &numbers, i, widths, out);
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
        if (columns <= FORMULA_COLUMNS) {
            text_append_bytes(out, text_string(&line), line.length);
        } else {
            utf8_fit(out, text_string(&line), line.length, FORMULA_COLUMNS);
        }
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
    struct widths widths = {.label = widest(shape->labels[AXIS_ROW]),
                            .number = memory_allocate(columns, sizeof *widths.number)};
    if (!widths.number) {
        return failure_memory(failure);
    }
    write_numbers(shown->value, &widths);
    bool ok = text_ok(&widths.numbers, failure);
    if (ok) {
        append_title(shown, out);
        append_matrices(shown->value, &widths, out);
    }
    text_release(&widths.numbers);
    memory_free(widths.number);
    return ok;
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
