/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/matrix.h"

#include "base/memory.h"
#include "base/text.h"
#include "canvas/figures.h"
#include "canvas/flow.h"
#include "notebook/definition.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { ROW_HEAD = 20, COLUMN_HEAD = 16, GAP = 2 };

struct sheet_column {
    size_t at, width; /* position (SIZE_MAX in the gap) and room */
};

/* How a matrix is laid out in lines: which rows and columns are shown, how wide each is, where the
 * points stand. */
struct sheet {
    const struct matrix_view *view;
    const struct tensor *before; /* of the same sizes: old → new; NULL: only what is */
    const struct paint *paint;
    struct text *out;
    struct window rows, columns;
    struct window matrices; /* SLOTS of them are shown */
    size_t *matrix;         /* one a slot: the first, or of many the first that moved */
    bool picked;            /* those that moved */
    size_t moved_left;      /* how many more did */
    struct figures figures;
    struct sheet_column *column; /* one a slot */
    struct canvas line;          /* the line that is being drawn */
    size_t indent, head, gap; /* columns before the row heads, of the row heads, between columns */
    bool signs;               /* some cell was signed as pinned */
    size_t moved, most;       /* how many numbers moved, and which one most */
    double distance;          /* by how much: nan when that is no number */
    bool less;                /* a number moved by less than its digits show */
    const char *rest;         /* what is said of a row that stood still */
};

bool matrix_pinned(const struct matrix_view *view, size_t cell) {
    size_t own = view->pins_turned ? shape_turned_cell(&view->value->shape, cell) : cell;
    return view->pins != NULL && overlays_find(view->pins, own) != NULL;
}

const char *matrix_head(const struct shape *shape, enum tensor_axis axis, size_t at,
                        char room[32]) {
    text_fill(room, 32, "%zu", at + 1);
    return shape->labels[axis] ? shape->labels[axis]->names[at] : room;
}

static void title_part(const struct shape *shape, enum tensor_axis axis, size_t at,
                       enum title title, struct text *out) {
    text_format(out, "%zu", at + 1);
    if (title == TITLE_WHOLE) {
        text_format(out, " of %zu", shape->size[axis]);
    }
    if (shape->labels[axis] && title != TITLE_NUMBER) {
        text_format(out, " (%s)", shape->labels[axis]->names[at]);
    }
}

void matrix_title(const struct shape *shape, size_t matrix, enum title title, struct text *out) {
    size_t heads = shape->size[AXIS_HEAD];
    bool words = title != TITLE_NUMBER;
    if (shape->axes > 3) {
        text_append(out, words ? "item " : "");
        title_part(shape, AXIS_BATCH, matrix / heads, title, out);
        text_append(out, words ? ", head " : ", ");
    } else if (words) {
        text_append(out, shape->axes == 3 && !shape->heads ? "item " : "head ");
    }
    title_part(shape, AXIS_HEAD, matrix % heads, title, out);
}

/* --- what moved ------------------------------------------------------------------------------- */

static bool cell_moved(const struct sheet *sheet, size_t cell) {
    return sheet->before &&
           !numbers_alike(sheet->before->cells[cell], sheet->view->value->cells[cell]);
}

/* Whether any of COUNT cells from FIRST on, STEP apart, moved. */
static bool any_moved(const struct sheet *sheet, size_t first, size_t step, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (cell_moved(sheet, first + i * step)) {
            return true;
        }
    }
    return false;
}

static size_t matrix_cells(const struct sheet *sheet) {
    return sheet->rows.size * sheet->columns.size;
}

static bool matrix_moved(const struct sheet *sheet, size_t matrix) {
    return any_moved(sheet, matrix * matrix_cells(sheet), 1, matrix_cells(sheet));
}

/* Whether ROW is one that stood still beside others that moved. */
static bool row_rests(const struct sheet *sheet, size_t first, size_t row) {
    size_t columns = sheet->columns.size;
    return sheet->before && row != SIZE_MAX && !any_moved(sheet, first + row * columns, 1, columns);
}

static void count_moves(struct sheet *sheet) {
    const double *cells = sheet->view->value->cells;
    for (size_t cell = 0; cell < shape_cells(&sheet->view->value->shape); cell++) {
        if (!cell_moved(sheet, cell)) {
            continue;
        }
        double distance = fabs(cells[cell] - sheet->before->cells[cell]);
        if (sheet->moved++ == 0 || distance > sheet->distance) {
            sheet->most = cell;
            sheet->distance = distance;
        }
    }
}

/* --- measures --------------------------------------------------------------------------------- */

static size_t line_width(const struct sheet *sheet) {
    return sheet->view->width > 0 ? sheet->view->width : LINE_COLUMNS;
}

static size_t field_of(const struct sheet *sheet) {
    return sheet->figures.before + sheet->figures.after;
}

/* A head as it is written ("…" for the gap); returns its columns. */
static size_t write_head(const struct sheet *sheet, enum tensor_axis axis, size_t at,
                         char out[CANVAS_LABEL]) {
    char room[32];
    const char *head =
        at == SIZE_MAX ? "…" : matrix_head(&sheet->view->value->shape, axis, at, room);
    canvas_cut(out, head, axis == AXIS_ROW ? ROW_HEAD : COLUMN_HEAD, false);
    return canvas_columns(out);
}

/* Calls VISIT for every number that is shown. */
static void each_number(struct sheet *sheet, const struct tensor *value,
                        void (*visit)(struct figures *figures, double value)) {
    for (size_t m = 0; value && m < sheet->matrices.slots; m++) {
        size_t first = sheet->matrix[m] * matrix_cells(sheet);
        for (size_t r = 0; r < sheet->rows.slots; r++) {
            size_t row = window_at(&sheet->rows, r);
            for (size_t c = 0; c < sheet->columns.slots && row != SIZE_MAX; c++) {
                size_t column = window_at(&sheet->columns, c);
                if (column != SIZE_MAX) {
                    visit(&sheet->figures,
                          value->cells[first + row * sheet->columns.size + column]);
                }
            }
        }
    }
}

static void measure_numbers(struct sheet *sheet) {
    int precision = sheet->view->precision;
    sheet->figures.precision = precision < 0 ? 0 : precision > 17 ? 17 : precision;
    sheet->figures.before = 1;
    for (size_t i = 0; i < FIGURES_PASSES; i++) {
        each_number(sheet, sheet->view->value, figures_passes[i]);
        each_number(sheet, sheet->before, figures_passes[i]);
    }
}

/* Columns in which something moves need room for two numbers and an arrow. */
static bool column_moved(const struct sheet *sheet, size_t column) {
    for (size_t m = 0; m < sheet->matrices.slots; m++) {
        size_t first = sheet->matrix[m] * matrix_cells(sheet) + column;
        if (any_moved(sheet, first, sheet->columns.size, sheet->rows.size)) {
            return true;
        }
    }
    return false;
}

static void measure_heads(struct sheet *sheet) {
    char head[CANVAS_LABEL];
    size_t field = field_of(sheet);
    sheet->head = 1;
    for (size_t slot = 0; slot < sheet->rows.slots; slot++) {
        size_t columns = write_head(sheet, AXIS_ROW, window_at(&sheet->rows, slot), head);
        sheet->head = greater(sheet->head, columns);
    }
    for (size_t slot = 0; slot < sheet->columns.slots; slot++) {
        struct sheet_column *column = &sheet->column[slot];
        column->at = window_at(&sheet->columns, slot);
        column->width = write_head(sheet, AXIS_COLUMN, column->at, head);
        if (column->at != SIZE_MAX) {
            bool moves = column_moved(sheet, column->at);
            column->width = greater(column->width, moves ? 2 * field + 1 : field);
        }
    }
}

/* The first matrices; of a stack with more of them, where some moved, the first of those. */
static void pick_matrices(struct sheet *sheet) {
    size_t picked = 0;
    for (size_t i = 0; i < sheet->matrices.slots; i++) {
        sheet->matrix[i] = i;
    }
    if (sheet->before == NULL || !window_elides(&sheet->matrices)) {
        return;
    }
    for (size_t i = 0; i < sheet->matrices.size; i++) {
        bool moved = matrix_moved(sheet, i);
        if (moved && picked < sheet->matrices.slots) {
            sheet->matrix[picked++] = i;
        } else {
            sheet->moved_left += moved;
        }
    }
    sheet->picked = picked > 0;
    sheet->matrices.slots = picked > 0 ? picked : sheet->matrices.slots;
}

/* How many columns a picture needs that is not broken into blocks. */
static size_t whole_width(const struct sheet *sheet) {
    size_t total = sheet->indent + sheet->head;
    for (size_t slot = 0; slot < sheet->columns.slots; slot++) {
        total += sheet->gap + sheet->column[slot].width;
    }
    return total + sheet->gap + strlen(sheet->rest);
}

/* Where something moves, room between the columns when there is some; less of it, and fewer words,
 * when that keeps the matrix in one piece. */
static void choose_room(struct sheet *sheet) {
    static const char *const rests[] = {"row unchanged", "unchanged", "row unchanged"};
    sheet->gap = sheet->view->pins != NULL ? GAP + 1 : GAP;
    for (size_t i = 0; sheet->before && i < 3; i++) {
        sheet->rest = rests[i];
        sheet->gap = i == 1 ? GAP : GAP + 1;
        if (whole_width(sheet) <= line_width(sheet)) {
            break;
        }
    }
}

static bool sheet_init(struct sheet *sheet) {
    const struct matrix_view *view = sheet->view;
    const struct shape *shape = &view->value->shape;
    size_t matrices = shape_matrices(shape), limit = view->limit;
    sheet->matrices = (struct window){matrices, limit > 0 && matrices > limit ? limit : matrices};
    sheet->rows = window_make(shape_rows(shape), limit);
    sheet->columns = window_make(shape_columns(shape), limit);
    sheet->indent = view->indent ? canvas_columns(view->indent) : 0;
    sheet->column = memory_allocate(sheet->columns.slots, sizeof *sheet->column);
    sheet->matrix = memory_allocate(sheet->matrices.slots, sizeof *sheet->matrix);
    if (!sheet->column || !sheet->matrix || !canvas_init(&sheet->line, 1, line_width(sheet))) {
        return false;
    }
    count_moves(sheet);
    pick_matrices(sheet);
    measure_numbers(sheet);
    measure_heads(sheet);
    choose_room(sheet);
    return true;
}

static void sheet_release(struct sheet *sheet) {
    memory_free(sheet->column);
    memory_free(sheet->matrix);
    canvas_release(&sheet->line);
}

/* --- lines ------------------------------------------------------------------------------------ */

static size_t put(struct sheet *sheet, size_t column, const char *text, enum style style) {
    return canvas_put(&sheet->line, 0, column, text, style);
}

static void end_line(struct sheet *sheet) {
    put(sheet, 0, sheet->view->indent ? sheet->view->indent : "", STYLE_PLAIN);
    canvas_lines(&sheet->line, sheet->paint, sheet->out);
    canvas_clear(&sheet->line);
}

/* Lines of words behind the indent; WORDS is released. */
static void print_words(struct sheet *sheet, struct text *words, enum style style) {
    struct flow flow = {.out = sheet->out,
                        .paint = sheet->paint,
                        .first = sheet->view->indent,
                        .hang = sheet->indent,
                        .width = line_width(sheet)};
    if (words->length > 0) {
        flow_words(flow, text_string(words), style);
    }
    text_release_into(words, sheet->out);
}

/* Where the columns begin. */
static size_t start_of(const struct sheet *sheet) {
    return sheet->indent + sheet->head + sheet->gap;
}

/* The last slot (past it) of the column block that begins at SLOT: as many as fit beside RESERVED
 * columns, at least one. */
static size_t block_end(const struct sheet *sheet, size_t slot, size_t reserved) {
    size_t signs = sheet->view->pins != NULL ? 2 : 0;
    size_t end = start_of(sheet) + sheet->column[slot].width;
    for (slot++; slot < sheet->columns.slots; slot++) {
        end += sheet->gap + sheet->column[slot].width;
        if (end + signs + reserved > line_width(sheet)) {
            break;
        }
    }
    return slot;
}

/* Heads end where the numbers do, of two the old one. */
static void print_heads(struct sheet *sheet, const size_t block[2]) {
    size_t start = start_of(sheet);
    char head[CANVAS_LABEL];
    for (size_t slot = block[0]; slot < block[1]; slot++) {
        const struct sheet_column *column = &sheet->column[slot];
        size_t columns = write_head(sheet, AXIS_COLUMN, column->at, head);
        bool number = sheet->before && column->at != SIZE_MAX;
        size_t room = number ? field_of(sheet) : column->width;
        put(sheet, start + (room > columns ? room - columns : 0), head,
            column->at == SIZE_MAX ? STYLE_DIM : STYLE_LABEL);
        start += column->width + sheet->gap;
    }
    end_line(sheet);
}

/* Labels begin at the left, positions end at the right, as numbers do. */
static void put_row_head(struct sheet *sheet, size_t row) {
    char head[CANVAS_LABEL];
    size_t columns = write_head(sheet, AXIS_ROW, row, head);
    bool label = sheet->view->value->shape.labels[AXIS_ROW] != NULL;
    put(sheet, sheet->indent + (label ? 0 : sheet->head - columns), head,
        row == SIZE_MAX ? STYLE_DIM : STYLE_LABEL);
}

/* One number, or old → new, where its field begins. */
static void put_cell(struct sheet *sheet, size_t column, size_t cell) {
    char now[NUMBER_TEXT], old[NUMBER_TEXT];
    bool pinned = !sheet->before && matrix_pinned(sheet->view, cell);
    figures_write(&sheet->figures, sheet->view->value->cells[cell], now);
    if (cell_moved(sheet, cell)) {
        figures_write(&sheet->figures, sheet->before->cells[cell], old);
        bool same = text_same(old, now); /* it moved, but by less than is shown */
        size_t arrow = column + field_of(sheet);
        put(sheet, column + figures_offset(&sheet->figures, old), old, STYLE_DIM);
        put(sheet, put(sheet, arrow, "→", STYLE_DIM), same ? "≈" : now, STYLE_CHANGED);
        sheet->less |= same;
        return;
    }
    column = put(sheet, column + figures_offset(&sheet->figures, now), now,
                 pinned ? STYLE_PINNED : STYLE_NUMBER);
    put(sheet, column, pinned ? "!" : "", STYLE_PINNED);
    sheet->signs |= pinned;
}

static void print_row(struct sheet *sheet, size_t first, size_t row, const size_t block[2]) {
    size_t start = start_of(sheet), field = field_of(sheet);
    put_row_head(sheet, row);
    for (size_t slot = block[0]; slot < block[1]; slot++) {
        const struct sheet_column *column = &sheet->column[slot];
        bool gap = column->at == SIZE_MAX;
        size_t number = start + (gap || sheet->before ? 0 : column->width - field);
        if (gap || row == SIZE_MAX) {
            put(sheet, gap ? number : number + field - 1, "…", STYLE_DIM);
        } else {
            put_cell(sheet, number, first + row * sheet->columns.size + column->at);
        }
        start += column->width + sheet->gap;
    }
    put(sheet, start, row_rests(sheet, first, row) ? sheet->rest : "", STYLE_DIM);
    end_line(sheet);
}

/* Columns that the words about rows that stood still take. */
static size_t reserved_columns(const struct sheet *sheet, size_t first) {
    for (size_t slot = 0; slot < sheet->rows.slots; slot++) {
        if (row_rests(sheet, first, window_at(&sheet->rows, slot))) {
            return sheet->gap + strlen(sheet->rest);
        }
    }
    return 0;
}

/* "head 2 of 4" above a matrix of a stack. */
static void print_matrix(struct sheet *sheet, size_t matrix) {
    const struct shape *shape = &sheet->view->value->shape;
    size_t first = matrix * matrix_cells(sheet), block[2] = {0, 0};
    bool stands = sheet->before && !matrix_moved(sheet, matrix);
    struct text title = {0};
    if (shape->axes > 2) {
        matrix_title(shape, matrix, TITLE_WHOLE, &title);
        text_append(&title, stands ? ": unchanged" : "");
    }
    print_words(sheet, &title, STYLE_LABEL);
    while (!stands && block[0] < sheet->columns.slots) {
        block[1] = block_end(sheet, block[0], reserved_columns(sheet, first));
        text_append(sheet->out, block[0] > 0 ? "\n" : "");
        print_heads(sheet, block);
        for (size_t slot = 0; slot < sheet->rows.slots; slot++) {
            print_row(sheet, first, window_at(&sheet->rows, slot), block);
        }
        block[0] = block[1];
    }
}

/* --- notes ------------------------------------------------------------------------------------ */

static void write_hidden_matrices(const struct sheet *sheet, struct text *note) {
    size_t slots = sheet->matrices.slots, size = sheet->matrices.size;
    const char *plural = size - slots == 1 ? "matrix" : "matrices";
    if (!sheet->picked) {
        text_format(note, "matrices %zu to %zu", slots + 1, size);
    } else if (sheet->moved_left > 0) {
        text_format(note, "%zu %s, %zu of which moved,", size - slots, plural, sheet->moved_left);
    } else {
        text_format(note, "%zu %s that did not move", size - slots, plural);
    }
}

/* "9×9 in all; rows 7 to 8 and columns 7 to 8 are not shown". */
static void print_hidden(struct sheet *sheet) {
    const struct window *windows[] = {&sheet->matrices, &sheet->rows, &sheet->columns};
    static const char *const plurals[] = {"matrices", "rows", "columns"};
    struct text note = {0};
    size_t left = 0;
    for (size_t i = 0; i < 3; i++) {
        left += window_elides(windows[i]);
    }
    if (left > 0) {
        shape_write(&sheet->view->value->shape, &note);
        text_append(&note, " in all; ");
    }
    for (size_t i = 0; i < 3; i++) {
        if (!window_elides(windows[i])) {
            continue;
        }
        if (i == 0) {
            write_hidden_matrices(sheet, &note);
        } else {
            text_format(&note, "%s %zu to %zu", plurals[i], windows[i]->slots - 1,
                        windows[i]->size - 1);
        }
        left--;
        text_append(&note, left > 1 ? ", " : left == 1 ? " and " : " are not shown");
    }
    print_words(sheet, &note, STYLE_DIM);
}

/* "[saw#2,1]": as one says it, though it may have to be typed in quotes. */
static void write_place(const struct shape *shape, size_t cell, struct text *out) {
    struct place place = tensor_place(shape, cell);
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        text_append(out, axis == AXIS_COUNT - shape->axes ? "[" : ",");
        if (shape->labels[axis]) {
            labels_address(shape->labels[axis], place.at[axis], out);
        } else {
            text_format(out, "%zu", place.at[axis] + 1);
        }
    }
    text_append(out, "]");
}

/* "6 of 9 numbers moved, [word1,word2] the most: by 0.2452". */
static void write_moves(const struct sheet *sheet, struct text *words) {
    const struct shape *shape = &sheet->view->value->shape;
    char distance[NUMBER_TEXT];
    if (sheet->moved == 0) {
        text_append(words, "nothing moved");
        return;
    }
    text_format(words, "%zu of %zu number%s moved", sheet->moved, shape_cells(shape),
                shape_cells(shape) == 1 ? "" : "s");
    if (isfinite(sheet->distance)) {
        number_short(distance, sheet->distance, sheet->figures.precision);
        text_append(words, ", ");
        write_place(shape, sheet->most, words);
        text_format(words, "%s by %s", sheet->moved > 1 ? " the most:" : "", distance);
    }
    text_append(words, sheet->less ? "; →≈ less than shown" : "");
}

/* --- all of it -------------------------------------------------------------------------------- */

/* A lone number: one line, trailing zeros dropped. */
static void print_number(struct sheet *sheet) {
    double now = sheet->view->value->cells[0];
    char written[NUMBER_TEXT], old[NUMBER_TEXT];
    size_t column = sheet->indent;
    bool pinned = !sheet->before && matrix_pinned(sheet->view, 0);
    number_short(written, now, sheet->figures.precision);
    if (sheet->moved > 0) {
        number_apart(old, written, (const double[]){sheet->before->cells[0], now},
                     sheet->figures.precision);
        column = put(sheet, put(sheet, column, old, STYLE_DIM), "→", STYLE_DIM);
    }
    column = put(sheet, column, written,
                 sheet->moved > 0 ? STYLE_CHANGED
                 : pinned         ? STYLE_PINNED
                                  : STYLE_NUMBER);
    put(sheet, column, pinned ? " (pinned by hand)" : "", STYLE_DIM);
    end_line(sheet);
}

/* Most of a matrix too large to be shown whole has moved: no part of it says more than how many. */
static bool is_upheaval(const struct sheet *sheet) {
    return (window_elides(&sheet->rows) || window_elides(&sheet->columns)) &&
           sheet->moved > shape_cells(&sheet->view->value->shape) / 2;
}

static void print_all(struct sheet *sheet) {
    const struct shape *shape = &sheet->view->value->shape;
    struct text words = {0};
    if (shape_is_number(shape)) {
        print_number(sheet);
        return;
    }
    if (!sheet->before && shape_cells(shape) == 0) {
        shape_write(shape, &words);
        text_append(&words, ": no cells");
    } else if (!sheet->before || (sheet->moved > 0 && !is_upheaval(sheet))) {
        for (size_t slot = 0; slot < sheet->matrices.slots; slot++) {
            print_matrix(sheet, sheet->matrix[slot]);
        }
        print_hidden(sheet);
        text_append(&words, sheet->signs ? "! pinned by hand" : "");
    }
    if (sheet->before) {
        write_moves(sheet, &words);
    }
    print_words(sheet, &words, STYLE_DIM);
}

void matrix_print(const struct matrix_view *view, const struct tensor *before,
                  const struct paint *paint, struct text *out) {
    bool resized = before && !shape_same_sizes(&before->shape, &view->value->shape);
    struct sheet sheet = {
        .view = view, .before = resized ? NULL : before, .paint = paint, .out = out};
    struct text words = {0};
    bool ready = sheet_init(&sheet);
    if (ready && resized) {
        text_append(&words, "The shape changed: ");
        shape_write(&before->shape, &words);
        text_append(&words, " before, ");
        shape_write(&view->value->shape, &words);
        text_append(&words, " now.");
        print_words(&sheet, &words, STYLE_PLAIN);
    }
    if (ready) {
        print_all(&sheet);
    }
    out->failed |= !ready;
    sheet_release(&sheet);
}
