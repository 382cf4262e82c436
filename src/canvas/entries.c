/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/entries.h"

#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST_WRITTEN = 48 }; /* entries of a row: a vocabulary has thousands */

static bool is_column(const struct picture *of) {
    return shape_columns(&of->value->shape) == 1 && shape_rows(&of->value->shape) > 1;
}

size_t entries_rows(const struct picture *of) {
    return is_column(of) ? 1 : shape_rows(&of->value->shape);
}

struct entries entries_of(const struct picture *of, size_t row) {
    const struct shape *shape = &of->value->shape;
    bool column = is_column(of);
    return (struct entries){of, column ? AXIS_ROW : AXIS_COLUMN, column ? 0 : row,
                            column ? shape_rows(shape) : shape_columns(shape), false};
}

size_t entries_cell(const struct entries *entries, size_t i) {
    return picture_first(entries->of) + entries->row * entries->count + i;
}

double entries_number(const struct entries *entries, size_t i) {
    return entries->of->value->cells[entries_cell(entries, i)];
}

const char *entries_label(const struct entries *entries, size_t i, char room[32]) {
    return matrix_head(&entries->of->value->shape, entries->axis, i, room);
}

/* Returns the number by which an entry is ranked. */
static double rank_of(const struct entries *entries, size_t i) {
    size_t cell = entries_cell(entries, i);
    bool old = entries->old && picture_moved(entries->of, cell);
    return (old ? entries->of->before : entries->of->value)->cells[cell];
}

size_t entries_next(const struct entries *entries, size_t last) {
    size_t next = SIZE_MAX;
    for (size_t i = 0; i < entries->count; i++) {
        double number = rank_of(entries, i);
        bool comes = last == SIZE_MAX || number < rank_of(entries, last) ||
                     (numbers_equal_rounded(number, rank_of(entries, last)) && i > last);
        if (comes && !isnan(number) && (next == SIZE_MAX || number > rank_of(entries, next))) {
            next = i;
        }
    }
    return next;
}

/* --- in words --------------------------------------------------------------------------------- */

static void append_label(const struct shape *shape, enum tensor_axis axis, size_t at,
                         struct text *out) {
    if (shape->labels[axis] != NULL) {
        labels_address(shape->labels[axis], at, out);
    } else {
        text_format(out, "%zu", at + 1);
    }
}

/* Writes "it: sushi 0.4983, I 0.1104, …": the row's label, which a lone row does not need, and as
 * many entries as fit. */
static void write_entries_row(const struct entries *entries, size_t width, const char *between,
                              struct text *out) {
    const struct shape *shape = &entries->of->value->shape;
    size_t written = 0, begin = out->length;
    if (entries_rows(entries->of) > 1 || shape->labels[AXIS_ROW] != NULL) {
        bool column = entries->axis == AXIS_ROW;
        append_label(shape, column ? AXIS_COLUMN : AXIS_ROW, entries->row, out);
    } else {
        text_append(out, entries->of->name);
    }
    text_append(out, between);
    for (size_t i = entries_next(entries, SIZE_MAX); i != SIZE_MAX; i = entries_next(entries, i)) {
        char number[NUMBER_TEXT];
        struct text word = {0};
        append_label(shape, entries->axis, i, &word);
        number_short(number, entries_number(entries, i), entries->of->precision);
        text_format(&word, " %s", number);
        size_t columns = canvas_columns(text_string(out) + begin);
        bool full = written == MOST_WRITTEN ||
                    (written > 0 && columns + canvas_columns(text_string(&word)) + 5 > width);
        text_format(out, "%s%s", written++ > 0 ? ", " : "", full ? "…" : text_string(&word));
        out->failed = out->failed || word.failed;
        text_release(&word);
        if (full) {
            break;
        }
    }
}

/* Writes each row of each matrix in a line, with MARKS at its beginning, after the label, at its
 * end. */
static void write_all(const struct picture *shown, size_t width, const char *const marks[3],
                      struct text *out) {
    struct picture of = *shown;
    size_t matrices = shape_matrices(&of.value->shape);
    for (of.matrix = 0; of.matrix < lesser(matrices, MATRIX_LIMIT); of.matrix++) {
        if (matrices > 1) {
            text_append(out, marks[0]);
            matrix_title(&of.value->shape, of.matrix, TITLE_WHOLE, out);
            text_append(out, "\n");
        }
        for (size_t row = 0; row < entries_rows(&of); row++) {
            struct entries entries = entries_of(&of, row);
            text_append(out, marks[0]);
            write_entries_row(&entries, width - strlen(marks[0]), marks[1], out);
            text_format(out, "%s\n", marks[2]);
        }
    }
}

void entries_print(const struct drawing *drawing, const struct output *output) {
    write_all(&drawing->values[0], output->width, (const char *const[]){"  ", ": ", ""},
              output->text);
}

void entries_describe(const struct drawing *drawing, struct text *out) {
    for (size_t i = 0; i < drawing->count; i++) {
        text_format(out, "%s, from the largest down.\n", drawing->values[i].name);
        write_all(&drawing->values[i], SIZE_MAX, (const char *const[]){"", " with ", "."}, out);
    }
}
