/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/export.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "files/formats.h"
#include "language/lens.h"
#include "language/reader.h"
#include "language/writer.h"

#include <math.h>
#include <string.h>

/* --- one definition after another ------------------------------------------------------------- */

static void export_drop(struct export *export) {
    if (export->tree) {
        tree_release(export->tree);
    }
    tensor_release(export->value);
    text_clear(&export->name);
    export->tree = NULL;
    export->value = NULL;
}

static int exported_axes(void *context, const char *name) {
    return definition_axes(notebook_find(context, name));
}

static bool export_show(struct export *export) {
    const struct definition *definition = export->definition;
    /* An edit lies over the formula, so an edited leaf is shown as the literal it amounts to. */
    struct tree *tree = definition->edits.count > 0
                            ? reader_value(definition->value, export->failure)
                            : tree_retain(definition->tree);
    export->tree = tree;
    if (!tree || !export->options->columns) {
        export->value = tree ? tensor_retain(definition->value) : NULL;
        return tree;
    }
    struct notebook copy = *export->notebook; /* so that no const is cast away */
    struct lens_names names = {exported_axes, &copy};
    export->tree = lens_flip(tree, &names, export->failure);
    tree_release(tree);
    export->value = tensor_transposed(definition->value, export->failure);
    return export->tree && export->value;
}

/* Returns the length of the first of NAMES, which are separated by commas. */
static size_t first_name_length(const char *names) {
    return strcspn(names, ",");
}

static const char *other_names(const char *names) {
    names += first_name_length(names);
    return *names == ',' ? names + 1 : NULL;
}

/* Returns the length of the definition's own name in "W=h.{i}.w". */
static size_t own_name_length(const char *names) {
    return strcspn(names, "=,");
}

/* Returns the place where options name the definition NAME; NULL when they do not. */
static const char *find_in_names(const struct export_options *options, const char *name) {
    const char *names = options->name;
    while (names && !(own_name_length(names) == strlen(name) && text_starts(names, name))) {
        names = other_names(names);
    }
    return names;
}

bool export_wants(const struct export_options *options, const char *name) {
    return !options->name || find_in_names(options, name);
}

/* Makes the next layer of the present value the value to export. */
static bool take_layer(struct export *export) {
    struct tensor *stack = export->value;
    struct shape shape = stack->shape;
    size_t layers = shape.size[AXIS_HEAD];
    if (shape.axes != 3) {
        return failure_set(export->failure, "%s is no stack of matrices: {i} counts its layers",
                           export->definition->name);
    }
    shape.axes = 2;
    shape.size[AXIS_HEAD] = 1;
    export->value =
        tensor_part(stack, export->layer++ * shape_cells(&shape), &shape, export->failure);
    tensor_release(stack);
    export->next -= export->layer < layers;
    return export->value;
}

/* Sets the present value's name in a file of several arrays. */
static bool name_value(struct export *export) {
    const char *own = export->definition->name, *names = find_in_names(export->options, own);
    bool renamed = names && names[strlen(own)] == '=';
    const char *given = renamed ? names + strlen(own) + 1 : own;
    size_t length = renamed ? first_name_length(given) : strlen(own);
    const char *place = renamed ? strstr(given, "{i}") : NULL;
    export->vector = renamed && shape_rows(&export->value->shape) == 1;
    if (!place || place >= given + length) {
        text_append_bytes(&export->name, given, length);
        return true;
    }
    text_append_bytes(&export->name, given, (size_t)(place - given));
    text_format(&export->name, "%zu", export->layer);
    place += strlen("{i}");
    text_append_bytes(&export->name, place, (size_t)(given + length - place));
    return take_layer(export);
}

/* Returns the fewest decimals that show all of the value, or as many as were asked for. */
static int shared_decimals(const struct export *export) {
    size_t cells = shape_cells(&export->value->shape);
    int most = export->options->precision, decimals = 0;
    for (size_t i = 0; i < cells && decimals < most; i++) {
        int own = number_decimals(export->value->cells[i], most);
        decimals = own > decimals ? own : decimals;
    }
    return decimals;
}

bool export_next(struct export *export) {
    const struct notebook *notebook = export->notebook;
    export_drop(export);
    while (!export->failed && export->next < notebook->count) {
        const struct definition *definition = notebook->list[export->next++];
        export->layer = definition == export->definition ? export->layer : 0;
        export->definition = definition;
        if (export_wants(export->options, export->definition->name)) {
            export->failed = !export_show(export) || !name_value(export);
            export->decimals =
                export->options->rounded && !export->failed ? shared_decimals(export) : 0;
            return !export->failed;
        }
    }
    return false;
}

void export_formula(const struct export *export, enum notation notation, struct text *out) {
    writer_write(export->tree->root, &(struct writer_options){.notation = notation}, out);
}

/* True for a matrix that is written out; its value would only repeat it. */
static bool is_matrix_literal(const struct export *export) {
    const struct node *root = export->tree->root;
    return root->kind == NODE_APPLY && root->op->writing.form == WRITING_MATRIX &&
           tree_is_leaf(root);
}

/* Writes a number for people: rounded if the options say so, but never to 0. */
static void write_export_number(const struct export *export, double number, char out[NUMBER_TEXT]) {
    if (!export->options->rounded) {
        number_exact(out, number);
        return;
    }
    number_short(out, number, export->options->precision);
    if (!strchr(out, 'e')) {
        number_fixed(out, number, export->decimals);
    }
}

/* Appends a label or formula on one line, made safe for a terminal. */
static void append_one_line(const char *string, struct text *out) {
    utf8_line(out, string, strlen(string));
}

/* Appends "item 1, head 2" for matrix INDEX of a stack, nothing for a lone matrix. */
static void append_place(const struct shape *shape, size_t index, struct text *out) {
    size_t heads = shape->size[AXIS_HEAD];
    if (shape->axes == 4) {
        text_format(out, "item %zu, head %zu", index / heads + 1, index % heads + 1);
    } else if (shape->axes == 3) {
        text_format(out, "%s %zu", shape->heads ? "head" : "item", index + 1);
    }
}

/* --- text: every number to the last bit, aligned ---------------------------------------------- */

enum { FORMULA_COLUMNS = 200 };

/* The numbers of a value as they are written, one after the other, and the widths in screen
 * columns. */
struct widths {
    struct text numbers; /* each with its NUL, in the order of the cells */
    size_t label;        /* of the row labels; 0 when there are none */
    size_t *number;      /* of each column */
};

/* Returns the columns that LABEL takes on a line. */
static size_t label_width(const char *label) {
    struct text line = {0};
    append_one_line(label, &line);
    size_t columns = utf8_columns(text_string(&line), line.length);
    text_release(&line);
    return columns;
}

/* Writes the numbers and measures: a column is as wide as its label or its longest number. */
static void write_column_numbers(const struct tensor *tensor, struct widths *widths) {
    const struct shape *shape = &tensor->shape;
    const struct labels *labels = shape->labels[AXIS_COLUMN];
    size_t columns = shape_columns(shape), cells = shape_cells(shape);
    for (size_t j = 0; j < columns; j++) {
        widths->number[j] = labels ? label_width(labels->names[j]) : 0;
    }
    for (size_t cell = 0, j = 0; cell < cells && text_checkpoint(&widths->numbers, 1); cell++) {
        char number[NUMBER_TEXT];
        number_exact(number, tensor->cells[cell]);
        size_t length = strlen(number), *width = &widths->number[j];
        *width = length > *width ? length : *width;
        j = j + 1 < columns ? j + 1 : 0;
        text_append_bytes(&widths->numbers, number, length + 1);
    }
}

static void append_label_cell(const char *label, size_t width, struct text *out) {
    size_t columns = label_width(label);
    text_append(out, "  ");
    text_repeat(out, " ", columns < width ? width - columns : 0);
    append_one_line(label, out);
}

static void append_aligned_matrices(const struct tensor *tensor, const struct widths *widths,
                                    struct text *out) {
    const struct shape *shape = &tensor->shape;
    const struct labels *rows = shape->labels[AXIS_ROW], *columns = shape->labels[AXIS_COLUMN];
    const char *number = text_string(&widths->numbers);
    for (size_t m = 0; m < shape_matrices(shape) && !out->failed; m++) {
        if (shape->axes > 2) {
            text_append(out, "  ");
            append_place(shape, m, out);
            text_append(out, "\n");
        }
        text_repeat(out, " ", columns && widths->label > 0 ? widths->label + 2 : 0);
        for (size_t j = 0; columns && j < columns->count; j++) {
            append_label_cell(columns->names[j], widths->number[j], out);
        }
        text_append(out, columns ? "\n" : "");
        for (size_t i = 0; i < shape_rows(shape); i++) {
            if (!text_checkpoint(out, shape_columns(shape))) {
                return;
            }
            if (rows) {
                append_label_cell(rows->names[i], widths->label, out);
            }
            for (size_t j = 0; j < shape_columns(shape); j++, number += strlen(number) + 1) {
                text_format(out, "  %*s", (int)widths->number[j], number);
            }
            text_append(out, "\n");
        }
    }
}

/* Appends `Q = X @ W_q   3×4`; a literal is not repeated, because its cells follow. */
static void append_aligned_title(const struct export *export, struct text *out) {
    struct text formula = {0}, line = {0};
    append_one_line(export->definition->name, out);
    if (!is_matrix_literal(export)) {
        export_formula(export, NOTATION_PLAIN, &formula);
        append_one_line(text_string(&formula), &line);
        size_t columns = utf8_columns(text_string(&line), line.length);
        text_append(out, " = ");
        utf8_fit(out, text_string(&line), line.length,
                 columns < FORMULA_COLUMNS ? columns : FORMULA_COLUMNS);
    }
    text_append(out, "   ");
    shape_write(&export->value->shape, out);
    text_append(out, "\n");
    out->failed |= formula.failed || line.failed;
    text_release(&formula);
    text_release(&line);
}

static void append_aligned(const struct export *export, struct text *out) {
    const struct shape *shape = &export->value->shape;
    const struct labels *rows = shape->labels[AXIS_ROW];
    struct widths widths = {0};
    widths.number = memory_allocate(shape_columns(shape), sizeof *widths.number);
    for (size_t i = 0; rows && i < rows->count; i++) {
        size_t columns = label_width(rows->names[i]);
        widths.label = columns > widths.label ? columns : widths.label;
    }
    if (widths.number) {
        write_column_numbers(export->value, &widths);
        append_aligned_title(export, out);
    }
    if (widths.number && !widths.numbers.failed) {
        append_aligned_matrices(export->value, &widths, out);
    }
    out->failed |= !widths.number;
    text_release_into(&widths.numbers, out);
    memory_free(widths.number);
}

static void text_write(struct export *export, struct text *out) {
    for (bool first = true; export_next(export); first = false) {
        text_append(out, first ? "" : "\n");
        append_aligned(export, out);
    }
}

/* --- json: every value with its formula, shape and labels ------------------------------------- */

/* Broken bytes become U+FFFD, because JSON is UTF-8. Invisible characters are escaped, because the
 * output may be read on a terminal. */
static void append_point(uint32_t point, struct text *out) {
    char character[5];
    if (point == '"' || point == '\\') {
        text_format(out, "\\%c", (char)point);
    } else if (point == '\n' || point == '\t') {
        text_append(out, point == '\n' ? "\\n" : "\\t");
    } else if (utf8_showable(point)) {
        utf8_encode(point, character);
        text_append(out, character);
    } else if (point < 0x10000) {
        text_format(out, "\\u%04x", (unsigned)point);
    } else {
        uint32_t rest = point - 0x10000;
        text_format(out, "\\u%04x\\u%04x", (unsigned)(0xd800 + (rest >> 10)),
                    (unsigned)(0xdc00 + (rest & 0x3ff)));
    }
}

void export_string(const char *string, struct text *out) {
    text_append(out, "\"");
    for (size_t at = 0, length = strlen(string); at < length;) {
        uint32_t point;
        at += utf8_decode(string + at, length - at, &point);
        append_point(point, out);
    }
    text_append(out, "\"");
}

void export_member(const char *before, const char *key, const char *text, struct text *out) {
    text_format(out, "%s\"%s\": ", before, key);
    if (text != NULL) {
        export_string(text, out);
    } else {
        text_append(out, "null");
    }
}

void export_labels(const struct labels *labels, const char *null_word, struct text *out) {
    if (!labels) {
        text_append(out, null_word);
        return;
    }
    text_append(out, "[");
    for (size_t i = 0; i < labels->count; i++) {
        text_append(out, i > 0 ? ", " : "");
        export_string(labels->names[i], out);
    }
    text_append(out, "]");
}

/* Appends the cells from *CELL on, a list for each axis, with the last axis on one line. JSON has
 * neither inf nor nan. */
static void append_json_cells(const struct tensor *tensor, int axis, size_t *cell,
                              struct text *out) {
    size_t size = tensor->shape.size[axis];
    text_append(out, "[");
    for (size_t i = 0; i < size && text_checkpoint(out, axis == AXIS_COLUMN); i++) {
        if (axis == AXIS_COLUMN) {
            char exact[NUMBER_TEXT];
            double number = tensor->cells[(*cell)++];
            number_exact(exact, number);
            text_append(out, i > 0 ? ", " : "");
            text_format(out, isfinite(number) ? "%s" : "\"%s\"", exact);
        } else {
            text_append(out, i > 0 ? ",\n    " : "\n    ");
            text_repeat(out, " ", (size_t)(axis - (AXIS_COUNT - tensor->shape.axes)));
            append_json_cells(tensor, axis + 1, cell, out);
        }
    }
    text_append(out, "]");
}

static void append_member(const struct export *export, struct text *out) {
    const struct shape *shape = &export->value->shape;
    struct text formula = {0};
    size_t cell = 0;
    export_formula(export, NOTATION_PLAIN, &formula);
    text_append(out, "  ");
    export_string(export->definition->name, out);
    export_member(": {", "formula", text_string(&formula), out);
    text_append(out, ",\n   \"shape\": [");
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        text_format(out, "%zu%s", shape->size[axis], axis < AXIS_COLUMN ? ", " : "]");
    }
    text_append(out, ", \"rows\": ");
    export_labels(shape->labels[AXIS_ROW], "null", out);
    text_append(out, ", \"columns\": ");
    export_labels(shape->labels[AXIS_COLUMN], "null", out);
    text_append(out, ",\n   \"value\": ");
    append_json_cells(export->value, AXIS_COUNT - shape->axes, &cell, out);
    text_append(out, "}");
    out->failed |= formula.failed;
    text_release(&formula);
}

/* `{"lesson": …, "convention": …, "values": {"Q": {"formula", "shape", "rows", "columns", "value"},
 * …}}`, in order of definition; numbers read back to the same double, infinities and nan are
 * strings. */
static void json_write(struct export *export, struct text *out) {
    const struct export_options *options = export->options;
    export_member("{", "lesson", options->lesson, out);
    text_format(out, ", \"convention\": \"%s\", \"values\": {",
                options->columns ? "columns" : "rows");
    for (bool first = true; export_next(export); first = false) {
        text_append(out, first ? "\n" : ",\n");
        append_member(export, out);
    }
    text_append(out, "}}\n");
}

/* --- markdown: a table a matrix --------------------------------------------------------------- */

void export_escaped(const char *string, struct text *out) {
    struct text shown = {0};
    append_one_line(string, &shown);
    for (const char *at = text_string(&shown); *at; at++) {
        if (strchr("\\`*_{}[]<>|#~&$^", *at)) {
            text_append(out, "\\");
        }
        text_append_character(out, *at);
    }
    out->failed |= shown.failed;
    text_release(&shown);
}

/* Appends code between more backticks than it contains in a row. */
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
    append_one_line(code, out);
    text_append(out, blank);
    text_repeat(out, "`", most + 1);
}

static void append_table(const struct export *export, const double *cells, struct text *out) {
    const struct shape *shape = &export->value->shape;
    const struct labels *rows = shape->labels[AXIS_ROW], *columns = shape->labels[AXIS_COLUMN];
    text_append(out, rows ? "\n|   |" : "\n|");
    for (size_t j = 0; j < shape_columns(shape); j++) {
        char number[24];
        text_fill(number, sizeof number, "%zu", j + 1);
        text_append(out, " ");
        export_escaped(columns ? columns->names[j] : number, out);
        text_append(out, " |");
    }
    text_append(out, rows ? "\n|---|" : "\n|");
    text_repeat(out, "---:|", shape_columns(shape));
    text_append(out, "\n");
    for (size_t i = 0; i < shape_rows(shape) && text_checkpoint(out, shape_columns(shape)); i++) {
        text_append(out, rows ? "| " : "|");
        export_escaped(rows ? rows->names[i] : "", out);
        text_append(out, rows ? " |" : "");
        for (size_t j = 0; j < shape_columns(shape); j++) {
            char number[NUMBER_TEXT];
            write_export_number(export, *cells++, number);
            text_format(out, " %s |", number);
        }
        text_append(out, "\n");
    }
}

static void markdown_write(struct export *export, struct text *out) {
    for (bool first = true; export_next(export); first = false) {
        const struct shape *shape = &export->value->shape;
        size_t size = shape_rows(shape) * shape_columns(shape);
        struct text formula = {0};
        text_append(&formula, export->definition->name);
        if (!is_matrix_literal(export)) {
            text_append(&formula, " = ");
            export_formula(export, NOTATION_PLAIN, &formula);
        }
        text_append(out, first ? "" : "\n");
        append_code(text_string(&formula), out);
        text_append(out, ", ");
        shape_write(shape, out);
        text_append(out, "\n");
        for (size_t m = 0; m < shape_matrices(shape) && !out->failed; m++) {
            text_append(out, shape->axes > 2 ? "\n" : "");
            append_place(shape, m, out);
            text_append(out, shape->axes > 2 ? ":\n" : "");
            append_table(export, export->value->cells + m * size, out);
        }
        text_release_into(&formula, out);
    }
}

/* --- latex: a displayed equation a definition ------------------------------------------------- */

enum { BMATRIX_COLUMNS = 10 }; /* amsmath's own limit */

static void append_latex_number(const struct export *export, double number, struct text *out) {
    char exact[NUMBER_TEXT];
    write_export_number(export, number, exact);
    size_t mantissa = strcspn(exact, "e");
    if (isnan(number)) {
        text_append(out, "\\mathrm{nan}");
    } else if (isinf(number)) {
        text_append(out, number < 0 ? "-\\infty" : "\\infty");
    } else if (exact[mantissa] == '\0') {
        text_append(out, exact);
    } else {
        const char *power = exact + mantissa + 1;
        bool negative = *power == '-';
        power += strspn(power, "+-");
        text_append_bytes(out, exact, mantissa);
        text_format(out, " \\cdot 10^{%s%s}", negative ? "-" : "", power);
    }
}

static void append_bmatrix(const struct export *export, const double *cells, struct text *out) {
    const struct shape *shape = &export->value->shape;
    size_t columns = shape_columns(shape);
    text_append(out, "\\begin{bmatrix}\n");
    for (size_t i = 0; i < shape_rows(shape) && text_checkpoint(out, columns); i++) {
        text_append(out, "  ");
        for (size_t j = 0; j < columns; j++) {
            text_append(out, j > 0 ? " & " : "");
            append_latex_number(export, cells[i * columns + j], out);
        }
        text_append(out, i + 1 < shape_rows(shape) ? " \\\\\n" : "\n");
    }
    text_append(out, "\\end{bmatrix}");
}

/* Appends `Q = formula = matrix`; for a random source or a literal, which use no names, only the
 * value. The matrices of a stack follow each other, each with its position: Q^{(2)} =. */
static void append_equation(const struct export *export, struct text *out) {
    const struct shape *shape = &export->value->shape;
    const struct node *root = export->tree->root;
    bool matrix = root->kind == NODE_APPLY && root->op->writing.form == WRITING_MATRIX;
    size_t size = shape_rows(shape) * shape_columns(shape), heads = shape->size[AXIS_HEAD];
    text_append(out, "\\[\n");
    writer_latex_name(export->definition->name, out);
    if (!tree_is_leaf(root)) {
        text_append(out, " = ");
        export_formula(export, NOTATION_LATEX, out);
    }
    text_append(out, shape->axes == 2 ? " = " : "");
    if (shape_is_number(shape) && !matrix) {
        append_latex_number(export, export->value->cells[0], out);
    } else if (shape->axes == 2) {
        append_bmatrix(export, export->value->cells, out);
    }
    text_append(out, "\n\\]\n");
    for (size_t m = 0; shape->axes > 2 && m < shape_matrices(shape) && !out->failed; m++) {
        text_append(out, "\\[\n{");
        writer_latex_name(export->definition->name, out);
        text_append(out, "}^{(");
        if (shape->axes == 4) {
            text_format(out, "%zu,", m / heads + 1);
        }
        text_format(out, "%zu)} = ", m % heads + 1);
        append_bmatrix(export, export->value->cells + m * size, out);
        text_append(out, "\n\\]\n");
    }
}

static void latex_write(struct export *export, struct text *out) {
    struct text body = {0};
    size_t widest = 0;
    while (export_next(export)) {
        size_t columns = shape_columns(&export->value->shape);
        widest = columns > widest ? columns : widest;
        append_equation(export, &body);
    }
    text_append(out, "% needs \\usepackage{amsmath}\n");
    if (widest > BMATRIX_COLUMNS) {
        text_format(out, "\\setcounter{MaxMatrixCols}{%zu}\n", widest);
    }
    text_append_bytes(out, text_string(&body), body.length);
    text_release_into(&body, out);
}

/* --- formats of one value --------------------------------------------------------------------- */

static void write_csv_export(struct export *export, struct text *out) {
    csv_write(export->value, ',', out);
}

static void write_tsv(struct export *export, struct text *out) {
    csv_write(export->value, '\t', out);
}

static void write_npy(struct export *export, struct text *out) {
    npy_write(export->value, out);
}

/* --- the table -------------------------------------------------------------------------------- */

static const struct export_format FORMATS[] = {
    {"text", ".txt", "every value, to the last bit", .write = text_write},
    {"json", ".json", "formulas, shapes, labels and values, for programs", .write = json_write},
    {"csv", ".csv", "one matrix, comma separated, with its labels", .one = true,
     .write = write_csv_export},
    {"tsv", ".tsv", "one matrix, tab separated, with its labels", .one = true, .write = write_tsv},
    {"npy", ".npy", "one array, in NumPy's own format", .one = true, .binary = true,
     .write = write_npy},
    {"npz", ".npz", "all arrays, in NumPy's own format", .binary = true, .write = npz_write},
    {"safetensors", ".safetensors", "all arrays, as models are kept", .binary = true,
     .write = safetensors_write},
    {"markdown", ".md", "tables for a Markdown document", .rounds = true, .write = markdown_write},
    {"latex", ".tex", "equations for a LaTeX document", .rounds = true, .write = latex_write},
    {"numpy", ".py", "a Python script that computes the same with NumPy and prints the JSON",
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

void export_list(const char *separator, bool one, struct text *out) {
    const char *between = "";
    for (size_t i = 0; export_at(i); i++) {
        if (FORMATS[i].one || !one) {
            text_format(out, "%s%s", between, FORMATS[i].name);
            between = separator;
        }
    }
}

static bool check_value_name(const struct notebook *notebook, const char *name,
                             struct failure *failure) {
    const char *nearest = NULL;
    for (size_t i = 0; i < notebook->count; i++) {
        if (text_same(name, notebook->list[i]->name)) {
            return true;
        }
        nearest = text_nearer(name, nearest, notebook->list[i]->name);
    }
    return failure_set(failure, "no value is called %s%s%s%s", name,
                       nearest ? "; did you mean " : "", nearest ? nearest : "",
                       nearest ? "?" : "");
}

/* Checks that every name is defined, and that there are no more names than FORMAT can hold. */
static bool check_names(const struct export_format *format, const struct notebook *notebook,
                        const char *names, struct failure *failure) {
    if (format->one && (!names || other_names(names))) {
        return failure_set(failure, "%s holds one value: name it", format->name);
    }
    for (; names; names = other_names(names)) {
        if (own_name_length(names) < first_name_length(names) && (format->one || !format->binary)) {
            return failure_set(failure, "%s has the notebook's own names", format->name);
        }
        char *name = memory_text(names, own_name_length(names));
        bool known = name ? check_value_name(notebook, name, failure) : failure_memory(failure);
        memory_free(name);
        if (!known) {
            return false;
        }
    }
    return true;
}

bool export_write(const struct export_format *format, const struct notebook *notebook,
                  const struct export_options *options, struct text *out, struct failure *failure) {
    struct export export = {.notebook = notebook, .options = options, .failure = failure};
    if (!check_names(format, notebook, options->name, failure)) {
        return false;
    }
    if (!format->one || export_next(&export)) {
        format->write(&export, out);
    }
    export_drop(&export);
    text_release(&export.name);
    return !export.failed && text_ok(out, failure);
}
