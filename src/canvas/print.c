/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix_print: a value as lines, drawn in a place that is as wide as the lines and as high as it
 * takes; and matrix_draw_change: its rows before and after a change. */
#include "base/text.h"
#include "canvas/figure.h"
#include "canvas/flow.h"
#include "canvas/picture.h"
#include "notebook/definition.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { ROW_HEAD = 20, COLUMN_HEAD = 16, GAP = 2, USUAL = 4 };

/* A value that is being printed. */
struct printing {
    struct picture picture; /* its BEFORE has the same sizes: old → new; NULL: only what is */
    const struct shape *shape;
    struct output output;
    size_t fit; /* columns side by side */
    struct place_on_stage place;
    struct visible rows, columns;
    size_t moved, most; /* how many numbers of the value moved, and which one most */
};

static bool has_shades(const struct printing *printing) {
    return printing->picture.scale.palette != PALETTE_NONE;
}

/* Puts lines of words after the indent; releases WORDS. */
static void put_words(const struct printing *printing, struct text *words, enum style style) {
    if (words->length > 0) {
        flow_words(flow_into(&printing->output, NULL, printing->picture.indent), text_string(words),
                   style);
    }
    text_release_into(words, printing->output.text);
}

/* --- what moved ------------------------------------------------------------------------------- */

/* True for a matrix that is worth showing. */
static bool is_news(const struct printing *printing, size_t matrix) {
    size_t cells = shape_rows(printing->shape) * shape_columns(printing->shape);
    size_t first = matrix * cells;
    return printing->picture.before == NULL ||
           picture_find_moved(&printing->picture, first, cells) < first + cells;
}

/* Returns by how much CELL moved; nan when that is no number. */
static double distance(const struct printing *printing, size_t cell) {
    const struct tensor *before = printing->picture.before;
    return before == NULL ? 0 : fabs(printing->picture.value->cells[cell] - before->cells[cell]);
}

static void find_moves(struct printing *printing) {
    for (size_t cell = 0; cell < shape_cells(printing->shape); cell++) {
        if (picture_moved(&printing->picture, cell) &&
            (printing->moved++ == 0 ||
             distance(printing, cell) > distance(printing, printing->most))) {
            printing->most = cell;
        }
    }
}

/* Writes "6 of 9 numbers moved, [word1,word2] the most: by 0.2452". */
static void write_moves(const struct printing *printing, struct text *words) {
    if (printing->moved == 0) {
        text_append(words, "nothing moved");
        return;
    }
    size_t cells = shape_cells(printing->shape);
    text_format(words, "%zu of %zu number%s moved", printing->moved, cells, cells == 1 ? "" : "s");
    if (isfinite(distance(printing, printing->most))) {
        text_append(words, ", ");
        address_write(printing->shape, printing->most, false, words);
        text_format(
            words, "%s by %s", printing->moved > 1 ? " the most:" : "",
            number_written(distance(printing, printing->most), printing->picture.decimals).text);
    }
}

/* --- measures --------------------------------------------------------------------------------- */

/* Takes account of the numbers of MATRIX that are shown, of a large value few: first of their
 * DECIMALS, then of the columns that they take. */
static void measure_matrix(struct printing *printing, size_t matrix, bool decimals) {
    const struct visible *rows = &printing->rows, *columns = &printing->columns;
    const struct tensor *values[] = {printing->picture.value, printing->picture.before};
    struct picture *picture = &printing->picture;
    struct figure figure = {.exact = true, .decimals = picture->decimals};
    for (size_t row = rows->first; row < rows->first + rows->count; row++) {
        size_t first = (matrix * rows->size + row) * columns->size + columns->first;
        for (size_t v = 0; v < 2 && values[v] != NULL; v++) {
            const double *numbers = values[v]->cells + first;
            if (decimals) {
                int own = figure_decimals(numbers, columns->count, printing->picture.precision);
                picture->decimals = own > picture->decimals ? own : picture->decimals;
            } else {
                size_t own = figure_columns(&figure, numbers, columns->count);
                picture->number = greater(picture->number, own);
            }
        }
    }
}

/* Measures a window around the number that moved most, if it is one; cells for old → new, in one
 * line where they fit, else of two lines. */
static void measure_place(struct printing *printing) {
    struct place_on_stage *place = &printing->place;
    struct picture *picture = &printing->picture;
    size_t rows = shape_rows(printing->shape), columns = shape_columns(printing->shape);
    size_t limit = printing->picture.limit;
    size_t row = printing->moved > 0 ? printing->most / columns % rows : SIZE_MAX;
    size_t column = printing->moved > 0 ? printing->most % columns : SIZE_MAX;
    picture->wanted[0] = row;
    printing->rows = visible_make(rows, limit, row);
    printing->columns = visible_make(columns, limit, column);
    for (int pass = 0; pass < 2; pass++) {
        size_t matrices = shape_matrices(printing->shape), news = 0;
        for (size_t i = 0; i < matrices && news < limit; i++) {
            if (is_news(printing, i)) {
                measure_matrix(printing, i, pass == 0);
                news++;
            }
        }
    }
    size_t number = picture->number;
    place->gutter =
        1 + lesser(picture_head_columns(printing->shape, AXIS_ROW, &printing->rows), ROW_HEAD);
    size_t label =
        lesser(picture_head_columns(printing->shape, AXIS_COLUMN, &printing->columns), COLUMN_HEAD);
    size_t wide = greater(label, 2 * number + 1) + GAP;
    size_t left = printing->picture.indent + place->gutter, width = printing->output.width;
    size_t room = reduced(width, left);
    bool beside = printing->moved > 0 && printing->columns.count * wide <= room;
    bool shaded = has_shades(printing) && picture->depth == DEPTH_NONE;
    picture->number = beside ? 2 * number + 1 : number;
    place->cell_columns = beside ? wide : greater(label, number) + GAP;
    place->cell_lines = shaded || (printing->moved > 0 && !beside) ? 2 : 1;
    picture->usual = place->cell_lines > 1 ? 0 : USUAL;
    size_t fit = greater(1, room / place->cell_columns);
    printing->fit = fit;
    if (columns > limit && fit < limit) {
        printing->columns = visible_make(columns, fit, column);
    }
    place->rows = printing->rows.count;
    place->across = place->matrices = 1;
    bool labels = columns > 1 || printing->shape->labels[AXIS_COLUMN] != NULL;
    place->heads = (size_t)labels + (printing->shape->axes > 2 ? 1 : 0);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Puts a matrix, in blocks of about as many columns where it is too wide. */
static void put_matrix(struct printing *printing, size_t matrix) {
    const struct output *output = &printing->output;
    struct place_on_stage *place = &printing->place;
    size_t count = printing->columns.count, end = printing->columns.first + count;
    size_t blocks = (count - 1) / printing->fit + 1;
    size_t each = (count - 1) / blocks + 1, left = printing->picture.indent + place->gutter;
    for (size_t first = printing->columns.first; first < end; first += each) {
        struct visible columns = {printing->columns.size, first, lesser(each, end - first)};
        struct picture picture = printing->picture;
        struct canvas canvas;
        place->columns = columns.count;
        place->box = (struct box){0, left, place_lines(place), output->width - left};
        picture.columns = &columns;
        picture.meeting.matrix = matrix;
        if (!canvas_init(&canvas, place->box.rows, output->width)) {
            output->text->failed = true;
            return;
        }
        matrix_draw(&picture, &canvas);
        text_append(output->text, first > printing->columns.first ? "\n" : "");
        (has_shades(printing) ? canvas_print : canvas_lines)(&canvas, output->paint, output->text);
        canvas_release(&canvas);
    }
}

/* Puts the first matrices, or the first that moved; and in a note how many others there are, and
 * which rows and columns are shown: "rows 1 to 12 of 50, columns 1 to 8 of 64". */
static void put_matrices(struct printing *printing) {
    const struct visible *windows[] = {&printing->rows, &printing->columns};
    static const char *const plurals[] = {"rows", "columns"};
    size_t matrices = shape_matrices(printing->shape), news = 0;
    struct text note = {0};
    for (size_t i = 0; i < matrices; i++) {
        if (is_news(printing, i) && news++ < printing->picture.limit) {
            put_matrix(printing, i);
        }
    }
    if (printing->picture.limit < news) {
        text_format(&note, "%zu of %zu %s", printing->picture.limit, news,
                    printing->picture.before == NULL ? "matrices" : "matrices that moved");
    }
    if (news < matrices) {
        text_format(&note, "%s%zu %s unchanged", note.length > 0 ? ", " : "", matrices - news,
                    matrices - news == 1 ? "matrix" : "matrices");
    }
    for (size_t i = 0; i < 2; i++) {
        if (windows[i]->count < windows[i]->size) {
            text_format(&note, "%s%s %zu to %zu of %zu", note.length > 0 ? ", " : "", plurals[i],
                        windows[i]->first + 1, windows[i]->first + windows[i]->count,
                        windows[i]->size);
        }
    }
    put_words(printing, &note, STYLE_DIM);
}

/* Puts a lone number: one line, trailing zeros dropped. */
static void put_lone_number(struct printing *printing) {
    double now = printing->picture.value->cells[0];
    char written[NUMBER_TEXT], old[NUMBER_TEXT];
    struct flow flow = flow_into(&printing->output, NULL, printing->picture.indent);
    const struct tensor *before = printing->picture.before;
    bool pinned = before == NULL && picture_pinned(&printing->picture, 0);
    number_short(written, now, printing->picture.precision);
    if (printing->moved > 0 && before != NULL) {
        number_write_distinct(old, written, (const double[]){before->cells[0], now},
                              printing->picture.precision);
        flow_add_whole(&flow, old, STYLE_DIM);
        flow_add_whole(&flow, "→", STYLE_DIM);
    }
    flow_add_whole(&flow, written,
                   printing->moved > 0 ? STYLE_CHANGED
                   : pinned            ? STYLE_PINNED
                                       : STYLE_NUMBER);
    flow_words(flow, pinned ? " (pinned by hand)" : "", STYLE_DIM);
}

static void put_all(struct printing *printing) {
    size_t cells = shape_cells(printing->shape), limit = printing->picture.limit;
    bool large = shape_rows(printing->shape) > limit || shape_columns(printing->shape) > limit;
    struct text words = {0};
    if (shape_is_number(printing->shape)) {
        put_lone_number(printing);
        return;
    }
    measure_place(printing);
    /* where most of a large value moved, no part of it says more than how many numbers did */
    bool none = printing->moved == 0 || (large && printing->moved > cells / 2);
    if (!printing->picture.before || !none) {
        put_matrices(printing);
    }
    if (!printing->picture.before) {
        bool pinned = printing->picture.pins != NULL && printing->picture.pins->count > 0;
        text_append(&words, pinned ? "! pinned by hand" : "");
    } else {
        write_moves(printing, &words);
        text_append(&words, !none && printing->place.cell_lines > 1 ? "; old above new" : "");
    }
    put_words(printing, &words, STYLE_DIM);
}

void matrix_print(const struct picture *of, const struct output *output) {
    const struct shape *shape = &of->value->shape;
    const struct tensor *before = of->before;
    struct printing printing = {.picture = *of, .shape = shape, .output = *output};
    struct picture *picture = &printing.picture;
    picture->name = "";
    picture->place = &printing.place;
    picture->exact = true;
    picture->moved = before != NULL && shape_same_places(&before->shape, shape);
    picture->before = picture->moved ? before : NULL;
    picture->pins = before != NULL ? NULL : of->pins;
    picture->depth = has_shades(&printing) ? output->paint->depth : DEPTH_NONE;
    picture->light = before == NULL && !has_shades(&printing) ? LIGHT_RELEVANT : LIGHT_LIT;
    if (before != NULL && !shape_same_sizes(&before->shape, shape)) {
        struct text words = {0};
        text_append(&words, "The shape changed: ");
        shape_write(&before->shape, &words);
        text_append(&words, " before, ");
        shape_write(shape, &words);
        text_append(&words, " now.");
        put_words(&printing, &words, STYLE_PLAIN);
    }
    find_moves(&printing);
    put_all(&printing);
}

/* --- the rows of a change --------------------------------------------------------------------- */

enum { ROWS_MOST = 6, LABEL_MOST = 12, UNCHANGED = 15 }; /* columns of "row unchanged" */

size_t matrix_draw_change(struct picture change, bool alone, bool at_end,
                          const struct canvas *canvas) {
    const struct tensor *before = change.before, *after = change.value;
    const struct shape *shape = &after->shape;
    size_t rows = shape_rows(shape), columns = shape_columns(shape), cells = shape_cells(shape);
    struct figure figure = {.decimals = change.decimals > 0 ? change.decimals : 2}; /* edited */
    size_t number = greater(figure_columns(&figure, before->cells, cells),
                            figure_columns(&figure, after->cells, cells));
    size_t head = picture_head_columns(shape, AXIS_ROW, NULL); /* below the name of the value */
    size_t gutter = 2 + lesser(greater(head, canvas_columns(change.name)), LABEL_MOST);
    size_t at = lesser(change.cursor, cells - 1), row = at - at % columns;
    size_t moved =
        picture_find_moved(&change, at, 1) == at ? at : picture_find_moved(&change, 0, cells);
    bool still = alone && picture_find_moved(&change, row, columns) == row + columns;
    size_t written = still ? number : 2 * number + 1;
    size_t label = lesser(picture_head_columns(shape, AXIS_COLUMN, NULL), LABEL_MOST);
    size_t cell = 1 + greater(written, label), width = reduced(canvas->columns, gutter);
    size_t room = reduced(width, still ? UNCHANGED : 0);
    if (moved == cells || canvas->rows < 2 || room < cell) {
        return 0;
    }
    moved = alone ? at : moved;
    bool lone = shape_is_number(shape);
    size_t shown = lone ? 0 : lesser(alone ? 1 : rows, lesser(canvas->rows, ROWS_MOST) - 1);
    size_t first = at_end ? canvas->rows - shown - 1 : 0;
    struct place_on_stage place = {.form = lone ? FORM_LINE : FORM_NUMBERS,
                                   .box = {first, lone ? 0 : gutter, shown + 1, width},
                                   .gutter = lone ? 0 : gutter,
                                   .heads = 1,
                                   .cell_columns = cell,
                                   .cell_lines = 1,
                                   .rows = shown,
                                   .columns = lesser(columns, room / greater(cell, 1)),
                                   .matrices = 1,
                                   .across = 1};
    change.place = &place;
    change.number = written;
    change.moved = true;
    change.cursor = SIZE_MAX;
    change.meeting.matrix = moved / columns / rows;
    change.wanted[0] = moved / columns % rows;
    change.wanted[1] = moved % columns;
    matrix_draw(&change, canvas);
    return shown + 1;
}
