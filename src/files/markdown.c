#include "base/number.h"
#include "base/text.h"
#include "files/formats.h"
#include "files/showing.h"

#include <string.h>

/* Text in a table: what Markdown would act on is escaped. */
static void append_escaped(const char *string, struct text *out) {
    struct text shown = {0};
    shown_text(string, &shown);
    for (const char *at = text_string(&shown); *at; at++) {
        if (strchr("\\`*_{}[]<>|#~&", *at)) {
            text_append(out, "\\");
        }
        text_append_character(out, *at);
    }
    out->failed |= shown.failed;
    text_release(&shown);
}

/* Code between more backticks than it holds in a row. */
static void append_code(const char *code, struct text *out) {
    size_t most = 0, length = strlen(code);
    for (const char *at = strchr(code, '`'); at; at = strchr(at, '`')) {
        size_t run = strspn(at, "`");
        most = run > most ? run : most;
        at += run;
    }
    const char *blank = most > 0 && length > 0 ? " " : "";
    text_repeat(out, "`", most + 1);
    text_append(out, blank);
    shown_text(code, out);
    text_append(out, blank);
    text_repeat(out, "`", most + 1);
}

static void append_header(const struct shape *shape, struct text *out) {
    const struct labels *labels = shape->labels[AXIS_COLUMN];
    text_append(out, shape->labels[AXIS_ROW] ? "\n|   |" : "\n|");
    for (size_t j = 0; j < shape_columns(shape); j++) {
        text_append(out, " ");
        if (labels) {
            append_escaped(labels->names[j], out);
        } else {
            text_format(out, "%zu", j + 1);
        }
        text_append(out, " |");
    }
    text_append(out, shape->labels[AXIS_ROW] ? "\n|---|" : "\n|");
    text_repeat(out, "---:|", shape_columns(shape));
    text_append(out, "\n");
}

static void append_row(const struct shape *shape, const double *cells, size_t row,
                       struct text *out) {
    text_append(out, "|");
    if (shape->labels[AXIS_ROW]) {
        text_append(out, " ");
        append_escaped(shape->labels[AXIS_ROW]->names[row], out);
        text_append(out, " |");
    }
    for (size_t j = 0; j < shape_columns(shape); j++) {
        char number[NUMBER_TEXT];
        number_exact(number, cells[j]);
        text_format(out, " %s |", number);
    }
    text_append(out, "\n");
}

static void append_matrices(const struct tensor *tensor, struct text *out) {
    const struct shape *shape = &tensor->shape;
    const double *cells = tensor->cells;
    for (size_t m = 0; m < shape_matrices(shape) && !out->failed; m++) {
        if (shape->axes > 2) {
            text_append(out, "\n");
            shown_matrix(shape, m, out);
            text_append(out, ":\n");
        }
        append_header(shape, out);
        for (size_t i = 0; i < shape_rows(shape); i++) {
            append_row(shape, cells, i, out);
            cells += shape_columns(shape);
        }
    }
}

static void append_definition(const struct shown *shown, struct text *out) {
    struct text formula = {0};
    text_append(&formula, shown->definition->name);
    if (!shown_is_literal(shown)) {
        text_append(&formula, " = ");
        shown_formula(shown, NOTATION_PLAIN, &formula);
    }
    append_code(text_string(&formula), out);
    text_append(out, ", ");
    shape_write(&shown->value->shape, out);
    text_append(out, "\n");
    append_matrices(shown->value, out);
    out->failed |= formula.failed;
    text_release(&formula);
}

bool markdown_write(const struct notebook *notebook, const struct export_options *options,
                    struct text *out, struct failure *failure) {
    struct showing showing;
    if (!showing_start(&showing, notebook, options, failure)) {
        return false;
    }
    for (bool first = true; showing_next(&showing); first = false) {
        text_append(out, first ? "" : "\n");
        append_definition(&showing.shown, out);
    }
    return showing_end(&showing, out);
}
