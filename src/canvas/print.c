/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix_print: a value as lines, drawn in a place that is as wide as the lines and as high as it
 * takes. */
#include "base/memory.h"
#include "base/text.h"
#include "canvas/figure.h"
#include "canvas/flow.h"
#include "canvas/matrix.h"
#include "notebook/definition.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { ROW_HEAD = 20, COLUMN_HEAD = 16, GAP = 2 };

/* A value that is being printed. */
struct printing {
    const struct matrix_view *view;
    const struct shape *shape;
    const struct tensor *before; /* of the same sizes: old → new; NULL: only what is */
    struct output output;
    size_t indent;
    struct place_on_stage place;
    struct matrix_picture picture;
    struct visible rows, columns;
    size_t *shown, shown_count; /* the cells that are shown */
    size_t moved, most;         /* how many numbers moved, and which one most */
    double distance;            /* by how much: nan when that is no number */
    bool less;                  /* a number moved by less than its digits show */
};

bool matrix_pinned(const struct matrix_view *view, size_t cell) {
    size_t own = view->pins_transposed ? shape_transposed_cell(&view->value->shape, cell) : cell;
    return view->pins != NULL && overlays_find(view->pins, own) != NULL;
}

/* Puts lines of words after the indent; releases WORDS. */
static void put_words(const struct printing *printing, struct text *words, enum style style) {
    struct flow flow = flow_into(&printing->output, printing->view->indent, printing->indent);
    if (words->length > 0) {
        flow_words(flow, text_string(words), style);
    }
    text_release_into(words, printing->output.text);
}

/* --- what moved ------------------------------------------------------------------------------- */

static bool cell_moved(const struct printing *printing, size_t cell) {
    return printing->before != NULL && !numbers_equal_rounded(printing->before->cells[cell],
                                                              printing->view->value->cells[cell]);
}

static bool matrix_moved(const struct printing *printing, size_t matrix) {
    size_t cells = shape_rows(printing->shape) * shape_columns(printing->shape);
    bool moved = false;
    for (size_t i = matrix * cells; i < (matrix + 1) * cells; i++) {
        moved |= cell_moved(printing, i);
    }
    return moved;
}

/* True when a row did not move beside others that did. */
static bool some_row_rests(const struct printing *printing) {
    size_t columns = shape_columns(printing->shape), cells = shape_cells(printing->shape);
    bool rests = false;
    for (size_t first = 0; first < cells && !rests; first += columns) {
        rests = true;
        for (size_t i = first; i < first + columns; i++) {
            rests &= !cell_moved(printing, i);
        }
    }
    return rests;
}

static void count_moves(struct printing *printing) {
    const double *cells = printing->view->value->cells;
    for (size_t cell = 0; cell < shape_cells(printing->shape); cell++) {
        if (!cell_moved(printing, cell)) {
            continue;
        }
        double distance = fabs(cells[cell] - printing->before->cells[cell]);
        if (printing->moved++ == 0 || distance > printing->distance) {
            printing->most = cell;
            printing->distance = distance;
        }
    }
}

/* Writes "6 of 9 numbers moved, [word1,word2] the most: by 0.2452". */
static void write_moves(const struct printing *printing, struct text *words) {
    char distance[NUMBER_TEXT];
    if (printing->moved == 0) {
        text_append(words, "nothing moved");
        return;
    }
    size_t cells = shape_cells(printing->shape);
    text_format(words, "%zu of %zu number%s moved", printing->moved, cells, cells == 1 ? "" : "s");
    if (isfinite(printing->distance)) {
        number_short(distance, printing->distance, printing->picture.decimals);
        text_append(words, ", ");
        address_write(printing->shape, printing->most, false, words);
        text_format(words, "%s by %s", printing->moved > 1 ? " the most:" : "", distance);
    }
}

/* --- measures --------------------------------------------------------------------------------- */

/* Finds the cells that are shown: of a large value few. */
static bool find_shown(struct printing *printing) {
    const struct visible *rows = &printing->rows, *columns = &printing->columns;
    size_t matrices = shape_matrices(printing->shape), limit = printing->view->limit, count = 0;
    size_t most = limit > 0 ? lesser(matrices, limit) : matrices;
    printing->shown = memory_allocate(most * rows->count * columns->count + 1, sizeof(size_t));
    for (size_t i = 0; printing->shown != NULL && i < matrices && count < most; i++) {
        size_t first = i * rows->size * columns->size;
        if (printing->before != NULL && !matrix_moved(printing, i)) {
            continue;
        }
        count++;
        for (size_t k = 0; k < rows->count * columns->count; k++) {
            size_t row = rows->first + k / columns->count;
            printing->shown[printing->shown_count++] =
                first + row * columns->size + columns->first + k % columns->count;
        }
    }
    return printing->shown != NULL;
}

/* Finds as few decimals as show all its numbers, old ones too, and the columns that they take. */
static void measure_numbers(struct printing *printing) {
    const struct tensor *values[] = {printing->view->value, printing->before};
    int most = printing->view->precision < 17 ? printing->view->precision : 17;
    struct figure figure = {.exact = true};
    char written[NUMBER_TEXT];
    for (size_t i = 0; i < 2 * printing->shown_count && figure.decimals < most; i++) {
        const struct tensor *value = values[i % 2];
        int own = value != NULL ? number_decimals(value->cells[printing->shown[i / 2]], most) : 0;
        figure.decimals = own > figure.decimals ? own : figure.decimals;
    }
    for (size_t i = 0; i < 2 * printing->shown_count; i++) {
        if (values[i % 2] != NULL) {
            figure_write(&figure, values[i % 2]->cells[printing->shown[i / 2]], written);
            printing->picture.number = greater(printing->picture.number, canvas_columns(written));
        }
    }
    printing->picture.decimals = figure.decimals;
}

static size_t head_columns(const struct printing *printing, enum tensor_axis axis,
                           const struct visible *shown, size_t most) {
    size_t widest = 0;
    char room[32];
    for (size_t i = shown->first; i < shown->first + shown->count; i++) {
        const char *head = matrix_head(printing->shape, axis, i, room);
        widest = greater(widest, canvas_columns(head));
    }
    return lesser(widest, most);
}

/* Returns how many columns fit side by side, so wide, after the row labels. */
static size_t columns_fit(const struct printing *printing, size_t cell) {
    size_t before = printing->indent + printing->place.gutter;
    size_t room = printing->output.width - lesser(printing->output.width, before);
    return greater(1, room / cell);
}

/* Measures a window around the number that moved most, if it is one; cells for old → new, in one
 * line where they and "row unchanged" fit, else of two lines. */
static void measure_place(struct printing *printing) {
    const struct matrix_view *view = printing->view;
    struct place_on_stage *place = &printing->place;
    size_t rows = shape_rows(printing->shape), columns = shape_columns(printing->shape);
    size_t limit = view->limit > 0 ? view->limit : SIZE_MAX;
    size_t row = printing->moved > 0 ? printing->most / columns % rows : SIZE_MAX;
    size_t column = printing->moved > 0 ? printing->most % columns : SIZE_MAX;
    printing->rows = visible_make(rows, limit, row);
    printing->columns = visible_make(columns, limit, column);
    if (!find_shown(printing)) {
        printing->output.text->failed = true;
        return;
    }
    measure_numbers(printing);
    place->gutter = 1 + head_columns(printing, AXIS_ROW, &printing->rows, ROW_HEAD);
    size_t number = printing->picture.number;
    size_t label = head_columns(printing, AXIS_COLUMN, &printing->columns, COLUMN_HEAD);
    size_t wide = greater(label, 2 * number + 1) + GAP;
    size_t rest = some_row_rests(printing) ? GAP + strlen("row unchanged") : 0;
    place->cell_lines = view->scale != NULL && printing->picture.depth == DEPTH_NONE ? 2 : 1;
    place->cell_columns = greater(label, number) + GAP;
    if (printing->moved > 0 && columns_fit(printing, wide) >= printing->columns.count &&
        printing->indent + place->gutter + printing->columns.count * wide + rest <=
            printing->output.width) {
        place->cell_columns = wide;
        printing->picture.number = 2 * number + 1;
    } else if (printing->moved > 0) {
        place->cell_lines = 2;
    }
    size_t fit = columns_fit(printing, place->cell_columns);
    if (columns > limit && fit < limit) {
        printing->columns = visible_make(columns, fit, column);
    }
    place->rows = printing->rows.count;
    place->across = place->matrices = 1;
    bool labels = columns > 1 || printing->shape->labels[AXIS_COLUMN] != NULL;
    place->heads = (size_t)labels + (printing->shape->axes > 2 ? 1 : 0);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Puts COUNT columns of MATRIX from FIRST on. */
static void put_block(struct printing *printing, size_t matrix, size_t first, size_t count) {
    struct place_on_stage *place = &printing->place;
    struct visible columns = {printing->columns.size, first, count};
    size_t rows = place_lines(place);
    struct canvas canvas;
    place->columns = count;
    place->box = (struct box){0, printing->indent + place->gutter, rows,
                              printing->output.width - printing->indent - place->gutter};
    if (!canvas_init(&canvas, rows, printing->output.width)) {
        printing->output.text->failed = true;
        return;
    }
    printing->picture.columns = &columns;
    printing->picture.stepped = matrix;
    matrix_draw(&printing->picture, &canvas, NULL);
    printing->picture.columns = NULL;
    canvas_put(&canvas, 0, 0, printing->view->indent != NULL ? printing->view->indent : "",
               STYLE_PLAIN);
    (printing->view->scale != NULL ? canvas_print : canvas_lines)(&canvas, printing->output.paint,
                                                                  printing->output.text);
    canvas_release(&canvas);
}

static void put_matrix(struct printing *printing, size_t matrix) {
    size_t count = printing->columns.count, end = printing->columns.first + count;
    size_t blocks = (count - 1) / columns_fit(printing, printing->place.cell_columns) + 1;
    size_t fit = (count - 1) / blocks + 1; /* about as many in each */
    for (size_t first = printing->columns.first; first < end; first += fit) {
        text_append(printing->output.text, first > printing->columns.first ? "\n" : "");
        put_block(printing, matrix, first, lesser(fit, end - first));
    }
}

/* Puts the first matrices, or the first that moved; and in a note how many others there are, and
 * which rows and columns are shown: "rows 1 to 12 of 50, columns 1 to 8 of 64". */
static void put_matrices(struct printing *printing) {
    const struct visible *windows[] = {&printing->rows, &printing->columns};
    static const char *const plurals[] = {"rows", "columns"};
    size_t matrices = shape_matrices(printing->shape), limit = printing->view->limit, shown = 0;
    size_t moved = 0;
    struct text note = {0};
    for (size_t i = 0; i < matrices; i++) {
        bool wanted = printing->before == NULL || matrix_moved(printing, i);
        if (wanted && (limit == 0 || shown < limit)) {
            put_matrix(printing, i);
            shown++;
        }
        moved += wanted;
    }
    if (shown < moved) {
        text_format(&note, "%zu of %zu %s", shown, moved,
                    printing->before == NULL ? "matrices" : "matrices that moved");
    }
    if (moved < matrices) {
        text_format(&note, "%s%zu %s unchanged", note.length > 0 ? ", " : "", matrices - moved,
                    matrices - moved == 1 ? "matrix" : "matrices");
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

/* Finds whether a number that moved reads as it did, and whether some are pinned. */
static void find_signs(struct printing *printing, bool *pinned) {
    char old[NUMBER_TEXT], now[NUMBER_TEXT];
    const double *cells = printing->view->value->cells;
    for (size_t i = 0; i < printing->shown_count; i++) {
        size_t cell = printing->shown[i];
        *pinned |= matrix_pinned(printing->view, cell);
        if (cell_moved(printing, cell)) {
            number_short(old, printing->before->cells[cell], printing->picture.decimals);
            number_short(now, cells[cell], printing->picture.decimals);
            printing->less |= text_same(old, now);
        }
    }
}

/* Puts a lone number: one line, trailing zeros dropped. */
static void put_lone_number(struct printing *printing) {
    double now = printing->view->value->cells[0];
    char written[NUMBER_TEXT], old[NUMBER_TEXT];
    struct flow flow = flow_into(&printing->output, printing->view->indent, printing->indent);
    bool pinned = !printing->before && matrix_pinned(printing->view, 0);
    number_short(written, now, printing->view->precision);
    if (printing->moved > 0) {
        number_write_distinct(old, written, (const double[]){printing->before->cells[0], now},
                              printing->view->precision);
        flow_add_whole(&flow, old, STYLE_DIM);
        flow_add_whole(&flow, "→", STYLE_DIM);
    }
    flow_add_whole(&flow, written,
                   printing->moved > 0 ? STYLE_CHANGED
                   : pinned            ? STYLE_PINNED
                                       : STYLE_NUMBER);
    flow_add(&flow, pinned ? " (pinned by hand)" : "", STYLE_DIM);
    flow_end(&flow);
}

static void put_all(struct printing *printing) {
    size_t cells = shape_cells(printing->shape), limit = printing->view->limit;
    bool large = limit > 0 &&
                 (shape_rows(printing->shape) > limit || shape_columns(printing->shape) > limit);
    struct text words = {0};
    bool pinned = false;
    if (shape_is_number(printing->shape)) {
        put_lone_number(printing);
        return;
    }
    measure_place(printing);
    if (printing->shown == NULL) {
        return;
    }
    find_signs(printing, &pinned);
    if (cells == 0) {
        shape_write(printing->shape, &words);
        text_append(&words, ": no cells");
    } else if (!printing->before) {
        put_matrices(printing);
        text_append(&words, pinned ? "! pinned by hand" : "");
    } else if (printing->moved == 0 || (large && printing->moved > cells / 2)) {
        write_moves(printing, &words); /* no part of it says more than how many numbers moved */
    } else {
        put_matrices(printing);
        write_moves(printing, &words);
        text_append(&words, printing->place.cell_lines > 1 ? "; old above new"
                            : printing->less               ? "; ≈ by less than shown"
                                                           : "");
    }
    put_words(printing, &words, STYLE_DIM);
}

void matrix_print(const struct matrix_view *view, const struct output *output) {
    const struct shape *shape = &view->value->shape;
    const struct tensor *before = view->before;
    bool resized = before && !shape_same_sizes(&before->shape, shape);
    struct printing printing = {.view = view,
                                .shape = shape,
                                .before = resized ? NULL : before,
                                .output = *output,
                                .indent = view->indent ? canvas_columns(view->indent) : 0};
    struct matrix_picture *picture = &printing.picture;
    *picture = matrix_plain("", &printing.place);
    picture->exact = true;
    picture->rows = &printing.rows;
    picture->shown = view->value;
    picture->before = printing.before;
    picture->moved = printing.before != NULL;
    picture->pins = before ? NULL : view->pins;
    picture->pins_transposed = view->pins_transposed;
    if (view->scale != NULL) {
        picture->scale = *view->scale;
        picture->depth = output->paint->depth;
    } else if (before == NULL) {
        picture->light = LIGHT_RELEVANT;
    }
    if (resized) {
        struct text words = {0};
        text_append(&words, "The shape changed: ");
        shape_write(&before->shape, &words);
        text_append(&words, " before, ");
        shape_write(shape, &words);
        text_append(&words, " now.");
        put_words(&printing, &words, STYLE_PLAIN);
    }
    count_moves(&printing);
    put_all(&printing);
    memory_free(printing.shown);
}
