/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/entries.h"

#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST_WRITTEN = 48 }; /* entries of a row: a vocabulary has thousands */

struct entries entries_of(const struct picture *of, size_t row) {
    const struct shape *shape = &of->value->shape;
    size_t rows = shape_rows(shape), columns = shape_columns(shape);
    struct entries entries = {of, rows, row, columns, 0, NULL, AXIS_COLUMN, AXIS_ROW, false};
    if (columns == 1 && rows > 1) {
        entries = (struct entries){of, 1, 0, rows, 0, NULL, AXIS_ROW, AXIS_COLUMN, false};
    }
    entries.first = picture_first(of) + entries.row * entries.count;
    entries.numbers = of->value->cells + entries.first;
    return entries;
}

const char *entries_label(const struct entries *entries, size_t i, char room[32]) {
    return matrix_head(&entries->of->value->shape, entries->axis, i, room);
}

/* Returns the number by which an entry is ranked. */
static double rank_of(const struct entries *entries, size_t i) {
    size_t cell = entries->first + i;
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

/* Writes "it: sushi 0.4983, I 0.1104, …": the row's label, which a lone row does not need, and as
 * many entries as fit. */
static void write_entries_row(const struct entries *entries, size_t width, const char *between,
                              struct text *out) {
    const struct picture *of = entries->of;
    const struct shape *shape = &of->value->shape;
    size_t written = 0, begin = out->length;
    if (entries->rows > 1 || shape->labels[AXIS_ROW] != NULL) {
        matrix_position(shape, entries->other, entries->row, out);
    } else {
        text_append(out, of->name);
    }
    text_append(out, between);
    bool full = false;
    for (size_t i = SIZE_MAX; !full && (i = entries_next(entries, i)) != SIZE_MAX;) {
        char number[NUMBER_TEXT];
        struct text word = {0};
        matrix_position(shape, entries->axis, i, &word);
        number_short(number, entries->numbers[i], of->precision);
        text_format(&word, " %s", number);
        size_t columns = canvas_columns(text_string(out) + begin);
        full = written == MOST_WRITTEN ||
               (written > 0 && columns + canvas_columns(text_string(&word)) + 5 > width);
        text_format(out, "%s%s", written++ > 0 ? ", " : "", full ? "…" : text_string(&word));
        text_release_into(&word, out);
    }
}

/* Writes each row of each matrix in a line, with MARKS at its beginning, after the label, at its
 * end. */
static void write_all(const struct picture *shown, size_t width, const char *const marks[3],
                      struct text *out) {
    struct picture of = *shown;
    const struct shape *shape = &of.value->shape;
    size_t matrices = shape_matrices(shape);
    for (size_t i = 0; i < lesser(matrices, MATRIX_LIMIT); i++) {
        of.cursor = i * shape_rows(shape) * shape_columns(shape);
        if (matrices > 1) {
            text_append(out, marks[0]);
            matrix_title(shape, i, TITLE_WHOLE, out);
            text_append(out, "\n");
        }
        for (size_t row = 0; row < entries_of(&of, 0).rows; row++) {
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
