#include "canvas/matrix.h"

#include "base/failure.h"
#include "canvas/sheet.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* A value of no cells has nothing to draw. */
static bool print_empty(struct sheet *sheet) {
    struct text words = {0};
    shape_write(&sheet->view->value->shape, &words);
    text_append(&words, ": no cells");
    sheet_words(sheet, text_string(&words), STYLE_DIM);
    sheet->out->failed = sheet->out->failed || words.failed;
    text_release(&words);
    return true;
}

static const char *mark_words(unsigned marks) {
    return marks & MARK_BIT(STYLE_PINNED)    ? " (pinned by hand)"
           : marks & MARK_BIT(STYLE_CHANGED) ? " (changed)"
                                             : "";
}

static enum style number_style(unsigned marks) {
    return marks & MARK_BIT(STYLE_PINNED)    ? STYLE_PINNED
           : marks & MARK_BIT(STYLE_CHANGED) ? STYLE_CHANGED
                                             : STYLE_NUMBER;
}

/* A lone number: one line, trailing zeros dropped. */
static void print_number(struct sheet *sheet) {
    const struct matrix_view *view = sheet->view;
    char written[NUMBER_TEXT];
    unsigned marks = view_marks(view, 0);
    bool known = view_knows(view, 0);
    number_short(written, view->value->cells[0], sheet->figures.precision);
    size_t column = canvas_put(&sheet->line, 0, sheet->indent, known ? written : "·",
                               known ? number_style(marks) : STYLE_DIM);
    canvas_put(&sheet->line, 0, column, known ? mark_words(marks) : "", STYLE_DIM);
    sheet_line(sheet);
}

static void print_row(struct sheet *sheet, size_t first, size_t row, const size_t block[2]) {
    const struct tensor *value = sheet->view->value;
    size_t start = sheet->indent + sheet->head + sheet->gap;
    sheet_row_head(sheet, row);
    for (size_t slot = block[0]; slot < block[1]; slot++) {
        const struct sheet_column *column = &sheet->column[slot];
        size_t field = sheet->figures.before + sheet->figures.after;
        if (row == SIZE_MAX || column->at == SIZE_MAX) {
            canvas_put(&sheet->line, 0, start + column->width - 1, "…", STYLE_DIM);
        } else {
            size_t cell = first + row * sheet->columns.size + column->at;
            sheet_number(sheet, start + column->width - field, cell, value->cells[cell]);
        }
        start += column->width + sheet->gap;
    }
    sheet_line(sheet);
}

static void print_matrix(struct sheet *sheet, size_t matrix) {
    size_t block[2] = {0, 0};
    while (block[0] < sheet->columns.slots) {
        block[1] = sheet_block(sheet, block[0], 0);
        text_append(sheet->out, block[0] > 0 ? "\n" : "");
        sheet_heads(sheet, block[0], block[1], 0);
        for (size_t slot = 0; slot < sheet->rows.slots; slot++) {
            print_row(sheet, view_first(sheet->view, matrix), window_at(&sheet->rows, slot), block);
        }
        block[0] = block[1];
    }
}

/* "head 2 of 4" above a matrix of a stack. */
static void print_title(struct sheet *sheet, size_t matrix, const char *more) {
    struct text title = {0};
    if (sheet->view->value->shape.axes > 2) {
        view_title(sheet->view, matrix, &title);
        text_append(&title, more);
        sheet_words(sheet, text_string(&title), STYLE_LABEL);
    }
    sheet->out->failed = sheet->out->failed || title.failed;
    text_release(&title);
}

static void print_value(struct sheet *sheet) {
    for (size_t slot = 0; slot < sheet->matrices.slots; slot++) {
        print_title(sheet, sheet->matrix[slot], "");
        print_matrix(sheet, sheet->matrix[slot]);
    }
    sheet_notes(sheet);
}

static void print_all(struct sheet *sheet) {
    if (shape_cells(&sheet->view->value->shape) == 0) {
        print_empty(sheet);
    } else if (shape_is_number(&sheet->view->value->shape)) {
        print_number(sheet);
    } else {
        print_value(sheet);
    }
}

bool matrix_print(const struct matrix_view *view, const struct paint *paint, struct text *out,
                  struct failure *failure) {
    struct sheet sheet = {.paint = paint, .out = out};
    bool ready = sheet_init(&sheet, view, NULL, failure);
    if (ready) {
        print_all(&sheet);
    }
    sheet_release(&sheet);
    return ready && text_ok(out, failure);
}

/* Old and new, side by side. */
struct change {
    struct sheet sheet; /* of the new value */
    const struct tensor *before;
    size_t moved, shown; /* how many known numbers moved, of how many known */
    size_t most;         /* the cell that moved most */
    double distance;     /* and by how much: nan when that is no number */
    const char *rest;    /* what is said of a row that stood still */
    bool less;           /* a number moved by less than its digits show */
};

static bool cell_moved(const struct change *change, size_t cell) {
    const struct matrix_view *view = change->sheet.view;
    return view_knows(view, cell) &&
           !numbers_alike(change->before->cells[cell], view->value->cells[cell]);
}

static void count_moves(struct change *change) {
    const struct matrix_view *view = change->sheet.view;
    size_t cells = shape_cells(&view->value->shape);
    for (size_t cell = 0; cell < cells; cell++) {
        change->shown += view_knows(view, cell);
        if (!cell_moved(change, cell)) {
            continue;
        }
        double distance = fabs(view->value->cells[cell] - change->before->cells[cell]);
        if (change->moved == 0 || distance > change->distance) {
            change->most = cell;
            change->distance = distance;
        }
        change->moved++;
    }
}

/* Whether any of COUNT cells from FIRST on, STEP apart, moved. */
static bool any_moved(const struct change *change, size_t first, size_t step, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (cell_moved(change, first + i * step)) {
            return true;
        }
    }
    return false;
}

/* Columns in which something moves need room for two numbers and an arrow. */
static void widen_columns(struct change *change) {
    struct sheet *sheet = &change->sheet;
    size_t field = sheet->figures.before + sheet->figures.after;
    size_t rows = sheet->rows.size, columns = sheet->columns.size;
    for (size_t slot = 0; slot < sheet->columns.slots; slot++) {
        struct sheet_column *column = &sheet->column[slot];
        for (size_t m = 0; column->at != SIZE_MAX && m < sheet->matrices.slots; m++) {
            size_t first = view_first(sheet->view, sheet->matrix[m]) + column->at;
            column->moves = column->moves || any_moved(change, first, columns, rows);
        }
        if (column->moves && column->width < 2 * field + 1) {
            column->width = 2 * field + 1;
        }
    }
}

static void put_move(struct change *change, size_t column, size_t cell) {
    struct sheet *sheet = &change->sheet;
    char written[NUMBER_TEXT];
    size_t field = sheet->figures.before + sheet->figures.after;
    if (!cell_moved(change, cell)) {
        sheet_number(sheet, column, cell, sheet->view->value->cells[cell]);
        return;
    }
    char now[NUMBER_TEXT];
    figures_write(&sheet->figures, change->before->cells[cell], written);
    figures_write(&sheet->figures, sheet->view->value->cells[cell], now);
    size_t offset = figures_offset(&sheet->figures, written);
    bool same = text_same(written, now); /* it moved, but by less than is shown */
    canvas_put(&sheet->line, 0, column + offset, written, STYLE_DIM);
    canvas_put(&sheet->line, 0, column + field, "→", STYLE_DIM);
    column = canvas_put(&sheet->line, 0, column + field + 1, same ? "≈" : now, STYLE_CHANGED);
    change->less = change->less || same;
    if (view_marks(sheet->view, cell) & MARK_BIT(STYLE_PINNED)) {
        canvas_put(&sheet->line, 0, column, "!", STYLE_PINNED);
        sheet->pinned = true;
    }
}

/* Whether ROW is known and stood still. */
static bool row_rests(const struct change *change, size_t first, size_t row) {
    size_t columns = change->sheet.columns.size, cell = first + row * columns;
    return view_knows(change->sheet.view, cell) && !any_moved(change, cell, 1, columns);
}

static void print_change_row(struct change *change, size_t first, size_t row,
                             const size_t block[2]) {
    struct sheet *sheet = &change->sheet;
    size_t start = sheet->indent + sheet->head + sheet->gap, columns = sheet->columns.size;
    sheet_row_head(sheet, row);
    for (size_t slot = block[0]; slot < block[1]; slot++) {
        const struct sheet_column *column = &sheet->column[slot];
        size_t field = sheet->figures.before + sheet->figures.after;
        if (row == SIZE_MAX || column->at == SIZE_MAX) {
            size_t at = column->at == SIZE_MAX ? 0 : field - 1;
            canvas_put(&sheet->line, 0, start + at, "…", STYLE_DIM);
        } else {
            put_move(change, start, first + row * columns + column->at);
        }
        start += column->width + sheet->gap;
    }
    if (row != SIZE_MAX && row_rests(change, first, row)) {
        canvas_put(&sheet->line, 0, start, change->rest, STYLE_DIM);
    }
    sheet_line(sheet);
}

/* How many columns a picture needs that is not broken into blocks. */
static size_t whole_width(const struct change *change) {
    const struct sheet *sheet = &change->sheet;
    size_t total = sheet->indent + sheet->head;
    for (size_t slot = 0; slot < sheet->columns.slots; slot++) {
        total += sheet->gap + sheet->column[slot].width;
    }
    return total + sheet->gap + strlen(change->rest);
}

/* Room between the columns when there is some; less of it, and fewer words, when that keeps the
 * matrix in one piece. */
static void choose_room(struct change *change) {
    size_t width = view_width(change->sheet.view);
    change->sheet.gap = SHEET_GAP + 1;
    change->rest = "row unchanged";
    if (whole_width(change) > width && change->sheet.view->mark_count == 0) {
        change->sheet.gap = SHEET_GAP;
        change->rest = "unchanged";
    }
    if (whole_width(change) > width) {
        change->sheet.gap = SHEET_GAP + 1;
        change->rest = "row unchanged";
    }
}

static bool any_rests(const struct change *change, size_t first) {
    for (size_t slot = 0; slot < change->sheet.rows.slots; slot++) {
        size_t row = window_at(&change->sheet.rows, slot);
        if (row != SIZE_MAX && row_rests(change, first, row)) {
            return true;
        }
    }
    return false;
}

static void print_change_matrix(struct change *change, size_t matrix) {
    struct sheet *sheet = &change->sheet;
    size_t first = view_first(sheet->view, matrix), block[2] = {0, 0};
    size_t field = sheet->figures.before + sheet->figures.after;
    size_t reserved = any_rests(change, first) ? sheet->gap + strlen(change->rest) : 0;
    bool moved = any_moved(change, first, 1, sheet->rows.size * sheet->columns.size);
    print_title(sheet, matrix, moved ? "" : ": unchanged");
    while (moved && block[0] < sheet->columns.slots) {
        block[1] = sheet_block(sheet, block[0], reserved);
        text_append(sheet->out, block[0] > 0 ? "\n" : "");
        sheet_heads(sheet, block[0], block[1], field);
        for (size_t slot = 0; slot < sheet->rows.slots; slot++) {
            print_change_row(change, first, window_at(&sheet->rows, slot), block);
        }
        block[0] = block[1];
    }
}

/* "[word1,word2]", a stack's leading positions first. */
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
static void write_moves(const struct change *change, struct text *words) {
    char distance[NUMBER_TEXT];
    if (change->moved == 0) {
        text_append(words, "nothing moved");
        return;
    }
    text_format(words, "%zu of %zu number%s moved", change->moved, change->shown,
                change->shown == 1 ? "" : "s");
    if (isfinite(change->distance)) {
        number_short(distance, change->distance, change->sheet.figures.precision);
        text_append(words, ", ");
        write_place(&change->sheet.view->value->shape, change->most, words);
        text_format(words, "%s by %s", change->moved > 1 ? " the most:" : "", distance);
    }
    text_append(words, change->less ? "; →≈ less than shown" : "");
}

static void print_moves(struct change *change) {
    struct sheet *sheet = &change->sheet;
    struct text words = {0};
    write_moves(change, &words);
    sheet_words(sheet, text_string(&words), STYLE_DIM);
    sheet->out->failed = sheet->out->failed || words.failed;
    text_release(&words);
}

static void print_change_number(struct change *change) {
    struct sheet *sheet = &change->sheet;
    char old[NUMBER_TEXT], now[NUMBER_TEXT];
    double numbers[] = {change->before->cells[0], sheet->view->value->cells[0]};
    number_apart(old, now, numbers, sheet->figures.precision);
    if (change->moved == 0) {
        print_number(sheet);
        return;
    }
    size_t column = canvas_put(&sheet->line, 0, sheet->indent, old, STYLE_DIM);
    column = canvas_put(&sheet->line, 0, column, "→", STYLE_DIM);
    canvas_put(&sheet->line, 0, column, now, STYLE_CHANGED);
    sheet_line(sheet);
}

static void print_shapes(struct sheet *sheet, const struct tensor *before) {
    struct text words = {0};
    text_append(&words, "The shape changed: ");
    shape_write(&before->shape, &words);
    text_append(&words, " before, ");
    shape_write(&sheet->view->value->shape, &words);
    text_append(&words, " now.");
    sheet_words(sheet, text_string(&words), STYLE_PLAIN);
    sheet->out->failed = sheet->out->failed || words.failed;
    text_release(&words);
}

static void print_change(struct change *change) {
    struct sheet *sheet = &change->sheet;
    const struct shape *shape = &sheet->view->value->shape;
    count_moves(change);
    if (shape_is_number(shape)) {
        print_change_number(change);
        return;
    }
    widen_columns(change);
    choose_room(change);
    for (size_t slot = 0; change->moved > 0 && slot < sheet->matrices.slots; slot++) {
        print_change_matrix(change, sheet->matrix[slot]);
    }
    if (change->moved > 0) {
        sheet_notes(sheet);
    }
    print_moves(change);
}

bool matrix_print_change(const struct matrix_view *before, const struct matrix_view *after,
                         const struct paint *paint, struct text *out, struct failure *failure) {
    struct change change = {.sheet = {.paint = paint, .out = out}, .before = before->value};
    bool same_sizes = shape_same_sizes(&before->value->shape, &after->value->shape);
    bool ready = sheet_init(&change.sheet, after, same_sizes ? before->value : NULL, failure);
    if (ready && !same_sizes) {
        print_shapes(&change.sheet, before->value);
        print_all(&change.sheet);
    } else if (ready) {
        print_change(&change);
    }
    sheet_release(&change.sheet);
    return ready && text_ok(out, failure);
}
