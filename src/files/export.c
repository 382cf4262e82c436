#include "files/export.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "files/csv.h"
#include "files/formats.h"
#include "files/json.h"
#include "files/npy.h"
#include "files/showing.h"

#include <string.h>

/* --- formats of one value --------------------------------------------------------------------- */

/* The one value that options name. */
static bool show_one(const struct notebook *notebook, const struct export_options *options,
                     struct showing *showing, struct failure *failure) {
    if (!options->name) {
        return failure_set(failure, "this format holds one value: name it");
    }
    return showing_start(showing, notebook, options, failure) && showing_next(showing);
}

static bool write_csv(const struct notebook *notebook, const struct export_options *options,
                      struct text *out, struct failure *failure) {
    struct showing showing;
    if (!show_one(notebook, options, &showing, failure)) {
        return false;
    }
    csv_write(showing.shown.value, ',', out);
    return showing_end(&showing, out);
}

static bool write_tsv(const struct notebook *notebook, const struct export_options *options,
                      struct text *out, struct failure *failure) {
    struct showing showing;
    if (!show_one(notebook, options, &showing, failure)) {
        return false;
    }
    csv_write(showing.shown.value, '\t', out);
    return showing_end(&showing, out);
}

static bool write_npy(const struct notebook *notebook, const struct export_options *options,
                      struct text *out, struct failure *failure) {
    struct showing showing;
    if (!show_one(notebook, options, &showing, failure)) {
        return false;
    }
    npy_write(showing.shown.value, out);
    return showing_end(&showing, out);
}

/* --- the table -------------------------------------------------------------------------------- */

static const struct export_format FORMATS[] = {
    {.name = "text",
     .suffix = ".txt",
     .sentence = "every value, to the last bit",
     .write = plain_write},
    {.name = "json",
     .suffix = ".json",
     .sentence = "formulas, shapes, labels and values, for programs",
     .write = json_write},
    {.name = "csv",
     .suffix = ".csv",
     .sentence = "one matrix, comma separated, with its labels",
     .one = true,
     .write = write_csv},
    {.name = "tsv",
     .suffix = ".tsv",
     .sentence = "one matrix, tab separated, with its labels",
     .one = true,
     .write = write_tsv},
    {.name = "npy",
     .suffix = ".npy",
     .sentence = "one array, in NumPy's own format",
     .one = true,
     .write = write_npy},
    {.name = "markdown",
     .suffix = ".md",
     .sentence = "tables for a Markdown document",
     .write = markdown_write},
    {.name = "latex",
     .suffix = ".tex",
     .sentence = "equations for a LaTeX document",
     .write = latex_write},
    {.name = "numpy",
     .suffix = ".py",
     .sentence = "a Python script that computes the same with NumPy and prints the JSON",
     .write = numpy_write},
};

const struct export_format *export_at(size_t index) {
    return index < sizeof FORMATS / sizeof *FORMATS ? &FORMATS[index] : NULL;
}

const struct export_format *export_find(const char *name) {
    for (size_t i = 0; export_at(i); i++) {
        if (text_same(FORMATS[i].name, name)) {
            return &FORMATS[i];
        }
    }
    return NULL;
}

const struct export_format *export_for_file(const char *path) {
    for (size_t i = 0; export_at(i); i++) {
        if (file_has_suffix(path, FORMATS[i].suffix)) {
            return &FORMATS[i];
        }
    }
    return NULL;
}

/* --- a leaf as a statement -------------------------------------------------------------------- */

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
    for (size_t i = 0; i < labels->count; i++) {
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

void export_statement(const char *name, const struct tensor *tensor, struct text *out) {
    text_append(out, name);
    text_append(out, *name ? " = " : "");
    if (tensor->shape.labels[AXIS_ROW] || tensor->shape.labels[AXIS_COLUMN]) {
        append_labelled(tensor, out);
    } else {
        append_literal(tensor, out);
    }
}

/* --- a lesson --------------------------------------------------------------------------------- */

/* A title that Markdown shows as it is. */
static void append_title(const char *title, struct text *out) {
    struct text shown = {0};
    shown_text(title, &shown);
    for (const char *at = text_string(&shown); *at; at++) {
        if (strchr("\\`*_{}[]<>#&", *at)) {
            text_append(out, "\\");
        }
        text_append_character(out, *at);
    }
    text_append(out, shown.length == 0 ? "Notebook" : "");
    out->failed |= shown.failed;
    text_release(&shown);
}

/* `W_q[1,2] = 0.5`, or with WORD before it `pin A[2,1] = 0`. Positions, not labels: those may
 * repeat. */
static void append_overlay(const char *word, const struct definition *definition,
                           const struct overlay *overlay, struct text *out) {
    const struct shape *shape = &definition->value->shape;
    struct place place = tensor_place(shape, overlay->cell);
    char number[NUMBER_TEXT];
    number_exact(number, overlay->number);
    text_format(out, "%s%s[", word, definition->name);
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        text_format(out, "%zu%s", place.at[axis] + 1, axis < AXIS_COLUMN ? "," : "] = ");
    }
    text_format(out, "%s\n", number);
}

static void append_overlays(const struct notebook *notebook, struct text *out) {
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        for (size_t j = 0; j < definition->edits.count; j++) {
            append_overlay("", definition, &definition->edits.list[j], out);
        }
    }
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        for (size_t j = 0; j < definition->pins.count; j++) {
            append_overlay("pin ", definition, &definition->pins.list[j], out);
        }
    }
}

bool export_lesson(const struct notebook *notebook, const char *title, struct text *out,
                   struct failure *failure) {
    text_append(out, "# ");
    append_title(title, out);
    text_append(out, "\n");
    if (notebook->count > 0) {
        text_append(out, "\n```qkv\n");
        for (size_t i = 0; i < notebook->count; i++) {
            const struct definition *definition = notebook->list[i];
            text_format(out, "%s = ", definition->name);
            writer_plain(definition->tree->root, out);
            text_append(out, "\n");
        }
        append_overlays(notebook, out);
        text_append(out, "```\n");
    }
    return text_ok(out, failure);
}
