/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/matrix.h"

#include "notebook/definition.h"

#include "base/text.h"
#include "canvas/matrix.h"
#include "canvas/picture.h"
#include "canvas/figure.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    BETWEEN = 2,     /* columns between two matrices of a stack, at most */
    NUMBER_USUAL = 4 /* columns of most numbers: −.25 */
};

static const struct shade no_shade = {.palette = PALETTE_NONE};
static const struct shade empty_shade = {.palette = PALETTE_EMPTY};

struct stage_picture stage_picture_of(const struct cast_value *value,
                                      const struct place_on_stage *place) {
    return (struct stage_picture){.value = value,
                                  .place = place,
                                  .light = LIGHT_LIT,
                                  .row = SIZE_MAX,
                                  .column = SIZE_MAX,
                                  .stepped = SIZE_MAX,
                                  .term = SIZE_MAX,
                                  .cursor = SIZE_MAX,
                                  .reached = SIZE_MAX};
}

/* What is drawn of it, and where. */
struct drawing {
    const struct stage_picture *picture;
    const struct place_on_stage *place;
    const struct canvas *stage;
    size_t *cursor;                         /* may be NULL */
    size_t sizes[3];                        /* matrices, rows and columns of the value */
    struct visible matrices, rows, columns; /* that are shown */
    size_t across, between;                 /* matrices side by side, and columns between two */
    size_t number, pad;                     /* columns of a number, and behind it */
    size_t line;                            /* of a cell, on which its number stands */
    struct text *words;                     /* for what has to be put together */
};

static bool is_shown(const struct drawing *drawing) {
    return drawing->picture->shown != NULL && drawing->picture->light >= LIGHT_SILHOUETTE;
}

static size_t cell_of(const struct drawing *drawing, size_t matrix, size_t row, size_t column) {
    return (matrix * drawing->sizes[1] + row) * drawing->sizes[2] + column;
}

/* Whether CELL is computed so far. */
static bool is_reached(const struct drawing *drawing, size_t cell) {
    size_t reached = drawing->picture->reached, rows = drawing->sizes[1];
    size_t columns = drawing->sizes[2], matrix = rows * columns;
    if (drawing->picture->reached_down && matrix > 0) {
        size_t in = cell % matrix;
        cell += in % columns * rows + in / columns - in;
    }
    return cell < reached;
}

static bool is_there(const struct drawing *drawing, size_t matrix, size_t row, size_t column) {
    return is_shown(drawing) && matrix < drawing->sizes[0] && row < drawing->sizes[1] &&
           column < drawing->sizes[2] && is_reached(drawing, cell_of(drawing, matrix, row, column));
}

static bool has_moved(const struct drawing *drawing, size_t cell) {
    const struct tensor *before = drawing->picture->before, *shown = drawing->picture->shown;
    return drawing->picture->moved && before != NULL && shown != NULL &&
           shape_same_sizes(&before->shape, &shown->shape) && is_reached(drawing, cell) &&
           !numbers_alike(before->cells[cell], shown->cells[cell]);
}

static bool row_moved(const struct drawing *drawing, size_t matrix, size_t row) {
    bool moved = false;
    for (size_t column = 0; column < drawing->sizes[2]; column++) {
        moved |= has_moved(drawing, cell_of(drawing, matrix, row, column));
    }
    return moved;
}

/* --- measures --------------------------------------------------------------------------------- */

static bool is_beyond(const struct scale *scale, double value) {
    double most = fmax(fabs(scale->low), fabs(scale->high));
    return scale->palette != PALETTE_NONE && isfinite(value) && fabs(value) > most * (1 + 1e-9);
}

/* The number; one beyond the scale with a +, for which it may give up a decimal but not all: then
 * the + is where the blank before the next number would be. */
static void write_number(const struct drawing *drawing, double value, char out[NUMBER_TEXT]) {
    size_t width = drawing->place->cell_columns > 1 ? drawing->place->cell_columns - 1 : 1;
    struct figure figure = {.decimals = drawing->picture->value->decimals,
                            .width = width,
                            .ascii = drawing->picture->ascii};
    char shorter[NUMBER_TEXT];
    figure_write(&figure, value, out);
    if (width < 3 || !is_beyond(&drawing->picture->scale, value)) {
        return;
    }
    figure.width--;
    figure_write(&figure, value, shorter);
    const char *kept = strchr(out, '.') != NULL && strchr(shorter, '.') == NULL ? out : shorter;
    char marked[NUMBER_TEXT];
    text_fill(marked, sizeof marked, "%s+", kept);
    memcpy(out, marked, strlen(marked) + 1);
}

/* Numbers are below each other, in the middle of cells that are wider; short ones stand where those
 * of usual length would, so that they are also below those of another matrix. */
static void measure_numbers(struct drawing *drawing) {
    const struct stage_picture *picture = drawing->picture;
    size_t cell = drawing->place->cell_columns, room = cell > 1 ? cell - 1 : 1;
    char written[NUMBER_TEXT];
    drawing->number = lesser(picture->value->number, room);
    for (size_t i = 0; i < drawing->rows.count * drawing->columns.count && is_shown(drawing); i++) {
        size_t row = drawing->rows.first + i / drawing->columns.count;
        size_t column = drawing->columns.first + i % drawing->columns.count;
        if (is_there(drawing, drawing->matrices.first, row, column)) {
            size_t at = cell_of(drawing, drawing->matrices.first, row, column);
            write_number(drawing, picture->shown->cells[at], written);
            drawing->number = greater(drawing->number, canvas_columns(written));
        }
    }
    drawing->number = lesser(drawing->number, room);
    drawing->pad = (cell - lesser(cell, greater(drawing->number, NUMBER_USUAL))) / 2;
}

/* The matrix, row and column that a window has to show; SIZE_MAX: any. */
static void find_focus(const struct drawing *drawing, size_t at[3]) {
    const struct stage_picture *picture = drawing->picture;
    size_t rows = drawing->sizes[1], columns = drawing->sizes[2];
    size_t cell = picture->cursor != SIZE_MAX ? picture->cursor : picture->term;
    bool any = cell != SIZE_MAX && rows * columns > 0;
    at[0] = any ? cell / columns / rows : picture->stepped;
    at[1] = any ? cell / columns % rows : picture->row;
    at[2] = any ? cell % columns : picture->column;
}

static void measure(struct drawing *drawing) {
    const struct stage_picture *picture = drawing->picture;
    const struct place_on_stage *place = picture->place;
    const struct cast_value *value = picture->value;
    size_t at[3], *sizes = drawing->sizes;
    drawing->place = place;
    bool columns = picture->reached_down != (value->turned != CAST_NONE);
    sizes[0] = value->matrices;
    sizes[1] = columns ? value->columns : value->rows;
    sizes[2] = columns ? value->rows : value->columns;
    if (picture->shown != NULL) {
        sizes[0] = shape_matrices(&picture->shown->shape);
        sizes[1] = shape_rows(&picture->shown->shape);
        sizes[2] = shape_columns(&picture->shown->shape);
    }
    find_focus(drawing, at);
    size_t high = greater(1, place->heads + place->rows * place->cell_lines);
    drawing->across = greater(1, place->across);
    size_t most = place->matrices > 0 ? place->matrices
                                      : drawing->across * greater(1, place->box.rows / high);
    /* what grows, or is shown both ways, has room for more than it has: that stays blank */
    drawing->matrices = visible_make(greater(1, sizes[0]), most, at[0]);
    drawing->rows = visible_make(sizes[1], place->rows, at[1]);
    drawing->columns = visible_make(sizes[2], place->columns, at[2]);
    size_t wide = drawing->across * place->columns * place->cell_columns;
    size_t free = place->box.columns - lesser(wide, place->box.columns);
    drawing->between = drawing->across > 1 ? lesser(free / (drawing->across - 1), BETWEEN) : 0;
    drawing->line = place->cell_lines / 2;
    measure_numbers(drawing);
}

/* --- cells ------------------------------------------------------------------------------------ */

static bool is_stepped(const struct drawing *drawing, size_t matrix, size_t row, size_t column) {
    const struct stage_picture *picture = drawing->picture;
    return (picture->stepped == SIZE_MAX || picture->stepped == matrix) &&
           (picture->row == row || picture->column == column);
}

/* How bright a cell is. */
static enum shade_light light_of(const struct drawing *drawing, size_t matrix, size_t row,
                                 size_t column) {
    const struct stage_picture *picture = drawing->picture;
    bool stepped = picture->row != SIZE_MAX || picture->column != SIZE_MAX;
    if (picture->light <= LIGHT_SILHOUETTE) {
        return SHADE_SILHOUETTE;
    }
    return picture->light == LIGHT_LIT && (!stepped || is_stepped(drawing, matrix, row, column) ||
                                           picture->cursor == cell_of(drawing, matrix, row, column))
               ? SHADE_LIT
               : SHADE_RELEVANT;
}

/* The corner of a matrix: the line of its first row of cells, the column of its first. */
static void corner_of(const struct drawing *drawing, size_t matrix, size_t corner[2]) {
    const struct place_on_stage *place = drawing->place;
    size_t nth = matrix - drawing->matrices.first;
    size_t high = place->heads + place->rows * place->cell_lines;
    size_t wide = place->columns * place->cell_columns + drawing->between;
    corner[0] = place->box.row + nth / drawing->across * high + place->heads;
    corner[1] = place->box.column + nth % drawing->across * wide;
}

/* A cell on the canvas. */
struct spot {
    size_t matrix, row, column; /* of the value */
    size_t top, left;
    size_t cell; /* flat index; SIZE_MAX: it is empty */
    enum shade_light light;
};

static struct spot spot_of(const struct drawing *drawing, size_t matrix, size_t row,
                           size_t column) {
    const struct place_on_stage *place = drawing->place;
    size_t corner[2];
    corner_of(drawing, matrix, corner);
    bool there = is_there(drawing, matrix, row, column);
    return (struct spot){.matrix = matrix,
                         .row = row,
                         .column = column,
                         .top = corner[0] + (row - drawing->rows.first) * place->cell_lines,
                         .left =
                             corner[1] + (column - drawing->columns.first) * place->cell_columns,
                         .cell = there ? cell_of(drawing, matrix, row, column) : SIZE_MAX,
                         .light = light_of(drawing, matrix, row, column)};
}

static void put_number(const struct drawing *drawing, const struct spot *spot, size_t line,
                       const char *written, enum style style) {
    size_t most = drawing->place->cell_columns - drawing->pad, columns = canvas_columns(written);
    canvas_put(drawing->stage, spot->top + line, spot->left + most - lesser(columns, most), written,
               style);
}

/* Fills LINES lines of a cell from FIRST on; paper without that shade has a character in them
 * instead, but for the line with the number. */
static void fill(const struct drawing *drawing, const struct spot *spot, const size_t lines[2],
                 struct shade shade) {
    const struct stage_picture *picture = drawing->picture;
    size_t cell = drawing->place->cell_columns;
    bool gap = shade.palette == PALETTE_EMPTY && picture->light != LIGHT_FLAT && cell > 2;
    for (size_t i = lines[0]; i < lines[0] + lines[1]; i++) {
        size_t at[] = {spot->top + i, spot->left + gap};
        canvas_shade(drawing->stage, at[0], at[1], cell - gap, shade);
        if (picture->depth == DEPTH_NONE && i != drawing->line && shade.light == SHADE_LIT &&
            shade.palette != PALETTE_EMPTY && shade.palette != PALETTE_NONE) {
            at[1] += 1;
            canvas_repeat(drawing->stage, at, cell - 1, shade_character(shade, picture->ascii),
                          STYLE_DIM);
        }
    }
}

/* An empty frame; on paper without it a sign: here will be a number, or (in a silhouette) is one.
 */
static void draw_frame(const struct drawing *drawing, const struct spot *spot) {
    const struct stage_picture *picture = drawing->picture;
    fill(drawing, spot, (const size_t[]){0, drawing->place->cell_lines}, empty_shade);
    if (picture->depth < DEPTH_256) {
        put_number(drawing, spot, drawing->line, picture->light == LIGHT_FLAT ? "?" : "_",
                   STYLE_DIM);
    }
}

/* The number before the change, on the shade it had, above the new one; of a row in which nothing
 * changed the line is dimmed alike, for the words. */
static void draw_old(const struct drawing *drawing, const struct spot *spot) {
    const struct stage_picture *picture = drawing->picture;
    double old = picture->before->cells[spot->cell];
    char written[NUMBER_TEXT];
    struct shade shade = scale_shade(&picture->scale, old);
    fill(drawing, spot, (const size_t[]){0, 1}, shade_dimmed(shade, SHADE_RELEVANT));
    if (has_moved(drawing, spot->cell)) {
        write_number(drawing, old, written);
        canvas_repeat(drawing->stage, (const size_t[]){spot->top, spot->left},
                      drawing->place->cell_columns, " ", STYLE_NUMBER);
        put_number(drawing, spot, 0, written, STYLE_NUMBER);
    }
}

/* The cell looked at: reversed but for its first column and its other lines, which keep its shade.
 */
static void draw_present(const struct drawing *drawing, const struct spot *spot,
                         const char *written) {
    size_t most = drawing->place->cell_columns - drawing->pad;
    size_t columns = greater(greater(1, most) - 1, canvas_columns(written));
    size_t start = spot->left + most - lesser(columns, most), line = spot->top + drawing->line;
    canvas_shade(drawing->stage, line, start, columns, no_shade);
    canvas_repeat(drawing->stage, (const size_t[]){line, start}, columns, " ", STYLE_FOCUS);
    put_number(drawing, spot, drawing->line, written, STYLE_FOCUS);
    canvas_point(drawing->stage, line, start, drawing->cursor);
}

/* Before a number that was forced by hand, over the blank that is left of it. */
static void mark_pin(const struct drawing *drawing, const struct spot *spot, const char *written) {
    const struct stage_picture *picture = drawing->picture;
    size_t cell =
        picture->pins_turned ? shape_turned_cell(&picture->shown->shape, spot->cell) : spot->cell;
    if (picture->pins != NULL && overlays_find(picture->pins, cell) != NULL &&
        canvas_columns(written) < drawing->place->cell_columns) {
        canvas_put(drawing->stage, spot->top + drawing->line, spot->left, "!", STYLE_PINNED);
    }
}

static void draw_value(const struct drawing *drawing, const struct spot *spot) {
    const struct stage_picture *picture = drawing->picture;
    double value = picture->shown->cells[spot->cell];
    bool lit = spot->light == SHADE_LIT, moved = has_moved(drawing, spot->cell);
    struct shade shade = shade_dimmed(scale_shade(&picture->scale, value), spot->light);
    char written[NUMBER_TEXT];
    fill(drawing, spot, (const size_t[]){0, drawing->place->cell_lines}, shade);
    if (picture->light == LIGHT_SILHOUETTE) {
        put_number(drawing, spot, drawing->line,
                   picture->depth >= DEPTH_256 ? ""
                   : picture->ascii            ? "."
                                               : "·",
                   STYLE_DIM);
        return;
    }
    if (picture->moved && picture->before != NULL && drawing->place->cell_lines > 1 &&
        (moved || !row_moved(drawing, spot->matrix, spot->row))) {
        draw_old(drawing, spot);
    }
    write_number(drawing, value, written);
    if (spot->cell == picture->cursor) {
        draw_present(drawing, spot, written);
    } else {
        put_number(drawing, spot, drawing->line, written,
                   moved && lit && (drawing->place->cell_lines == 1 || picture->depth < DEPTH_256)
                       ? STYLE_CHANGED
                   : lit ? STYLE_STRONG
                         : STYLE_NUMBER);
    }
    mark_pin(drawing, spot, written);
}

static void tag(const struct drawing *drawing, const struct box *box, size_t cell) {
    const struct stage_picture *picture = drawing->picture;
    if (picture->owner > 0 && picture->shown != NULL) {
        bool turned = picture->owner_turned;
        size_t item = 1 + (turned ? shape_turned_cell(&picture->shown->shape, cell) : cell);
        for (size_t i = 0; i < box->rows; i++) {
            canvas_tag(drawing->stage, box->row + i, box->column, box->columns,
                       (struct canvas_tag){picture->owner, item});
        }
    }
}

static void draw_cell(const struct drawing *drawing, const struct spot *spot) {
    const struct stage_picture *picture = drawing->picture;
    const struct place_on_stage *place = drawing->place;
    size_t cell = cell_of(drawing, spot->matrix, spot->row, spot->column);
    if (spot->cell != SIZE_MAX) {
        draw_value(drawing, spot);
    } else {
        draw_frame(drawing, spot);
    }
    if (spot->cell == SIZE_MAX && cell == picture->cursor && picture->light > LIGHT_FLAT) {
        draw_present(drawing, spot, picture->present != NULL ? picture->present : "?");
    }
    if (spot->row < drawing->sizes[1] && spot->column < drawing->sizes[2] &&
        picture->light > LIGHT_FLAT) {
        struct box box = {spot->top, spot->left, place->cell_lines, place->cell_columns};
        tag(drawing, &box, cell);
    }
}

/* A frame about the present term, as high as its cell: its fill stays the number's. */
static void draw_term(const struct drawing *drawing) {
    const struct stage_picture *picture = drawing->picture;
    size_t rows = drawing->sizes[1], columns = drawing->sizes[2];
    if (picture->term == SIZE_MAX || picture->light != LIGHT_LIT || !is_shown(drawing) ||
        picture->term >= drawing->sizes[0] * rows * columns) {
        return;
    }
    size_t matrix = picture->term / columns / rows;
    size_t row = picture->term / columns % rows, column = picture->term % columns;
    if (matrix - drawing->matrices.first >= drawing->matrices.count ||
        row - drawing->rows.first >= drawing->rows.count ||
        column - drawing->columns.first >= drawing->columns.count) {
        return;
    }
    struct spot spot = spot_of(drawing, matrix, row, column);
    size_t end = spot.left + drawing->place->cell_columns - drawing->pad;
    for (size_t i = 0; i < drawing->place->cell_lines; i++) {
        canvas_put(drawing->stage, spot.top + i, end - lesser(end, drawing->number + 1),
                   picture->ascii ? "[" : "▐", STYLE_STRONG);
        canvas_put(drawing->stage, spot.top + i, end, picture->ascii ? "]" : "▌", STYLE_STRONG);
    }
}

/* --- labels ----------------------------------------------------------------------------------- */

/* As much of a label as fits; very short ones without the sign that they are cut. */
static void cut_label(const struct drawing *drawing, const char *label, size_t columns,
                      char out[CANVAS_LABEL]) {
    enum { BARE = 4 };
    canvas_cut(out, label, columns, drawing->picture->ascii);
    if (columns <= BARE && canvas_columns(label) > columns) {
        text_fill(out, CANVAS_LABEL, "%.*s", (int)canvas_fit(label, columns), label);
    }
}

static const char *label_of(const struct drawing *drawing, enum tensor_axis axis, size_t at,
                            char room[32]) {
    const struct tensor *shown = drawing->picture->shown;
    if (shown != NULL) { /* in a place that is larger than the value: none */
        return at < shown->shape.size[axis] ? matrix_head(&shown->shape, axis, at, room) : "";
    }
    text_fill(room, 32, "%zu", at + 1);
    return room;
}

/* What is written of the label at AT in so many COLUMNS. Where two labels that are shown would read
 * the same, their numbers are written. */
static void write_label(const struct drawing *drawing, enum tensor_axis axis, size_t at,
                        size_t columns, char out[CANVAS_LABEL]) {
    const struct visible *shown = axis == AXIS_ROW ? &drawing->rows : &drawing->columns;
    char room[32], other[CANVAS_LABEL], rooms[32];
    const char *label = label_of(drawing, axis, at, room);
    cut_label(drawing, label, columns, out);
    bool cut = canvas_columns(label) > columns, same = false;
    for (size_t i = shown->first; cut && !same && i < shown->first + shown->count; i++) {
        const char *next = label_of(drawing, axis, i, rooms);
        cut_label(drawing, next, columns, other);
        same = !text_same(next, label) && text_same(other, out);
    }
    if (same) {
        text_fill(room, sizeof room, "%zu", at + 1);
        cut_label(drawing, room, columns, out);
    }
}

/* Whether the row (the column) at AT is one that is stepped, or that of the cursor. */
static bool is_marked(const struct drawing *drawing, enum tensor_axis axis, size_t matrix,
                      size_t at) {
    const struct stage_picture *picture = drawing->picture;
    size_t columns = drawing->sizes[2], matrices = drawing->sizes[1] * columns;
    bool here = picture->stepped == SIZE_MAX || picture->stepped == matrix;
    bool cursor =
        picture->cursor != SIZE_MAX && matrices > 0 && picture->cursor / matrices == matrix;
    size_t row = cursor ? picture->cursor / columns % drawing->sizes[1] : SIZE_MAX;
    size_t column = cursor ? picture->cursor % columns : SIZE_MAX;
    return picture->light == LIGHT_LIT &&
           (axis == AXIS_ROW ? at == row || (here && at == picture->row)
                             : at == column || (here && at == picture->column));
}

static void draw_row_labels(const struct drawing *drawing, size_t matrix) {
    const struct stage_picture *picture = drawing->picture;
    const struct place_on_stage *place = drawing->place;
    bool lit = picture->light >= LIGHT_RELEVANT || picture->labels;
    size_t corner[2], gutter = lesser(place->gutter, place->box.column);
    if (gutter < 2 || !lit || (matrix - drawing->matrices.first) % drawing->across > 0) {
        return;
    }
    corner_of(drawing, matrix, corner);
    for (size_t i = 0; i < drawing->rows.count; i++) {
        size_t row = drawing->rows.first + i;
        char label[CANVAS_LABEL];
        bool marked = is_marked(drawing, AXIS_ROW, matrix, row);
        write_label(drawing, AXIS_ROW, row, gutter - 1, label);
        canvas_put(drawing->stage, corner[0] + i * place->cell_lines + drawing->line,
                   corner[1] - 1 - canvas_columns(label), label,
                   marked ? STYLE_STRONG : STYLE_LABEL);
    }
}

/* Where the label of COLUMN ends, which is COLUMNS wide: where its numbers do, if it can. */
static size_t label_end(const struct drawing *drawing, size_t left, size_t column, size_t columns) {
    size_t cell = drawing->place->cell_columns;
    size_t end = left + (column - drawing->columns.first + 1) * cell;
    return end - (columns + drawing->pad < cell ? drawing->pad : 0);
}

static bool has_column_labels(const struct drawing *drawing) {
    const struct stage_picture *picture = drawing->picture;
    bool named = picture->shown != NULL && picture->shown->shape.labels[AXIS_COLUMN] != NULL;
    return picture->light >= LIGHT_RELEVANT && drawing->place->heads > 0 &&
           drawing->place->cell_columns > 1 && (drawing->sizes[2] > 1 || named);
}

/* From column FROM on, where the heading on their line ends: all, or where that leaves no room for
 * the first only those that are marked. */
static void draw_column_labels(const struct drawing *drawing, size_t matrix, size_t from) {
    size_t corner[2], cell = drawing->place->cell_columns;
    bool all = true;
    if (!has_column_labels(drawing)) {
        return;
    }
    corner_of(drawing, matrix, corner);
    for (size_t i = 0; i < drawing->columns.count; i++) {
        size_t column = drawing->columns.first + i;
        char label[CANVAS_LABEL];
        bool marked = is_marked(drawing, AXIS_COLUMN, matrix, column);
        write_label(drawing, AXIS_COLUMN, column, cell - 1, label);
        size_t columns = canvas_columns(label);
        size_t end = label_end(drawing, corner[1], column, columns);
        all &= i > 0 || end >= from + columns;
        if (end >= from + columns && (all || marked)) {
            canvas_put(drawing->stage, corner[0] - 1, end - columns, label,
                       marked ? STYLE_STRONG : STYLE_LABEL);
        }
    }
}

/* --- heading ---------------------------------------------------------------------------------- */

static enum style name_style(const struct drawing *drawing) {
    const struct stage_picture *picture = drawing->picture;
    enum style role = picture->value->role == STYLE_PLAIN ? STYLE_FORMULA : picture->value->role;
    bool dark = picture->light == LIGHT_FLAT || picture->light == LIGHT_NAME ||
                picture->light == LIGHT_SILHOUETTE;
    return dark ? STYLE_DIM : picture->moved && picture->light == LIGHT_LIT ? STYLE_CHANGED : role;
}

/* Puts the name; returns the column behind it. */
static size_t put_name(const struct drawing *drawing, size_t row, size_t column, size_t room) {
    const struct stage_picture *picture = drawing->picture;
    char name[CANVAS_LABEL];
    canvas_cut(name, picture->value->name, room, picture->ascii);
    size_t end = canvas_put(drawing->stage, row, column, name, name_style(drawing));
    if (picture->owner > 0) {
        canvas_tag(drawing->stage, row, column, end - column,
                   (struct canvas_tag){picture->owner, CANVAS_NAME});
    }
    if (picture->light != LIGHT_LIT) {
        canvas_dim(drawing->stage, row, column, end - lesser(column, end));
    }
    return end;
}

/* Puts TEXT after a blank where it ends before END; returns the column behind. */
static size_t put_next(const struct drawing *drawing, const size_t at[2], size_t end,
                       const char *text, enum style style) {
    if (text == NULL || text[0] == '\0' || at[1] + 1 + canvas_columns(text) > end) {
        return at[1];
    }
    return canvas_put(drawing->stage, at[0], at[1] + 1, text, style);
}

/* "queries ↓ keys →", or "q ↓ k →": of scores and weights, where both have a role. */
static size_t put_roles(const struct drawing *drawing, const size_t at[2], size_t end) {
    const struct stage_picture *picture = drawing->picture;
    const char *names[] = {picture->rows_are, picture->columns_are};
    const struct glyphs *glyphs = glyphs_of(picture->ascii);
    const char *arrows[] = {glyphs->down, glyphs->right};
    struct text *words = drawing->words;
    for (int brief = 0; brief < 2 && names[0] != NULL && names[1] != NULL; brief++) {
        text_clear(words);
        for (size_t i = 0; i < 2; i++) {
            text_append(words, i > 0 ? " " : "");
            style_mark(style_of_rows(names[i]), words);
            text_format(words, "%.*s %s", brief ? 1 : (int)strlen(names[i]), names[i], arrows[i]);
        }
        if (at[1] + 1 + canvas_columns(text_string(words)) <= end) {
            return put_next(drawing, at, end, text_string(words), STYLE_LABEL);
        }
    }
    return at[1];
}

/* "50×64 ‹ › ▴ ▾": its size, and where there is more. */
static size_t put_part(const struct drawing *drawing, const size_t at[2], size_t end) {
    static const char *const marks[2][4] = {{" ‹", " ›", " ▴", " ▾"}, {" <", " >", " ^", " v"}};
    const struct visible *rows = &drawing->rows, *columns = &drawing->columns;
    const struct stage_picture *picture = drawing->picture;
    const bool more[] = {columns->first > 0,
                         columns->first + columns->count<columns->size, rows->first> 0,
                         rows->first + rows->count < rows->size};
    bool all = drawing->matrices.count == drawing->matrices.size;
    if ((!more[0] && !more[1] && !more[2] && !more[3] && all) || picture->shown == NULL) {
        return at[1];
    }
    text_clear(drawing->words);
    shape_write(&picture->shown->shape, drawing->words);
    for (size_t i = 0; i < 4; i++) {
        text_append(drawing->words, more[i] ? marks[picture->ascii][i] : "");
    }
    return put_next(drawing, at, end, text_string(drawing->words), STYLE_LABEL);
}

static void put_title(const struct drawing *drawing, size_t matrix, const size_t at[2],
                      size_t room) {
    const struct stage_picture *picture = drawing->picture;
    char title[CANVAS_LABEL];
    int form = TITLE_SHORT;
    do {
        text_clear(drawing->words);
        matrix_title(&picture->shown->shape, matrix, (enum title)form++, drawing->words);
    } while (canvas_columns(text_string(drawing->words)) > room && form <= TITLE_NUMBER);
    cut_label(drawing, text_string(drawing->words), room, title);
    bool here = picture->light == LIGHT_LIT &&
                (picture->stepped == matrix ||
                 (picture->cursor != SIZE_MAX &&
                  picture->cursor / drawing->sizes[1] / drawing->sizes[2] == matrix));
    canvas_put(drawing->stage, at[0], at[1], title, here ? STYLE_STRONG : STYLE_LABEL);
}

/* What else the heading says, as far as it fits before END; returns the column behind. */
static size_t put_rest(const struct drawing *drawing, size_t row, size_t column, size_t end) {
    const struct stage_picture *picture = drawing->picture;
    size_t at[] = {row, column};
    bool lit = picture->light >= LIGHT_RELEVANT;
    if (picture->edited && picture->light == LIGHT_LIT) {
        at[1] =
            put_next(drawing, at, SIZE_MAX, picture->ascii ? "< turn" : "◂ turn", STYLE_CHANGED);
    }
    if (lit && drawing->place->heads > 1) {
        at[1] = put_part(drawing, at, end);
        at[1] = put_roles(drawing, at, end);
        at[1] = put_next(drawing, at, end, picture->formula, STYLE_LABEL);
        at[1] = put_next(drawing, at, end, picture->note, STYLE_LABEL);
    }
    return at[1];
}

/* What a title takes that has all the room it wants, and a blank. */
static size_t title_columns(const struct drawing *drawing, size_t matrix) {
    text_clear(drawing->words);
    matrix_title(&drawing->picture->shown->shape, matrix, TITLE_SHORT, drawing->words);
    return canvas_columns(text_string(drawing->words)) + 1;
}

/* Name and titles, and below or beside them the column labels. */
static void draw_heads(const struct drawing *drawing) {
    const struct place_on_stage *place = drawing->place;
    size_t gutter = lesser(place->gutter, place->box.column), row = place->box.row;
    size_t start = place->box.column - gutter, end = place->box.column + place->box.columns;
    bool titles = is_shown(drawing) && drawing->sizes[0] > 1 && place->heads > 0 &&
                  drawing->picture->light >= LIGHT_RELEVANT;
    size_t wide = place->columns * place->cell_columns;
    size_t first = titles ? place->box.column + wide : end; /* of the first matrix's own line */
    size_t to = put_name(drawing, row, start, end - start);
    size_t title = titles ? title_columns(drawing, drawing->matrices.first) : 0;
    to = put_rest(drawing, row, to, first - lesser(first, title));
    for (size_t i = 0; i < drawing->matrices.count; i++) {
        size_t matrix = drawing->matrices.first + i, corner[2];
        corner_of(drawing, matrix, corner);
        size_t left = i == 0 ? greater(to + 1, corner[1]) : corner[1];
        size_t line = corner[0] - lesser(place->heads, corner[0]);
        if (titles && left < corner[1] + wide) {
            put_title(drawing, matrix, (const size_t[]){line, left}, corner[1] + wide - left);
        }
        if (place->heads > 1) {
            draw_column_labels(drawing, matrix, 0);
        } else if (!titles) {
            draw_column_labels(drawing, matrix, to + 1);
        }
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Over the dimmed upper line of a row that the change left alone. */
static void draw_unchanged(const struct drawing *drawing, size_t matrix) {
    const struct place_on_stage *place = drawing->place;
    const struct stage_picture *picture = drawing->picture;
    const char *words = "row unchanged";
    size_t corner[2], wide = place->columns * place->cell_columns;
    if (!picture->moved || picture->before == NULL || picture->light < LIGHT_RELEVANT ||
        place->cell_lines < 2 || wide < canvas_columns(words) + 1) {
        return;
    }
    corner_of(drawing, matrix, corner);
    for (size_t i = 0; i < drawing->rows.count; i++) {
        size_t row = drawing->rows.first + i;
        if (is_there(drawing, matrix, row, drawing->columns.first) &&
            !row_moved(drawing, matrix, row)) {
            canvas_put(drawing->stage, corner[0] + i * place->cell_lines, corner[1] + 1, words,
                       STYLE_NUMBER);
        }
    }
}

static void draw_numbers(const struct drawing *drawing) {
    for (size_t m = 0; m < drawing->matrices.count; m++) {
        size_t matrix = drawing->matrices.first + m;
        for (size_t i = 0; i < drawing->rows.count * drawing->columns.count; i++) {
            struct spot spot =
                spot_of(drawing, matrix, drawing->rows.first + i / drawing->columns.count,
                        drawing->columns.first + i % drawing->columns.count);
            draw_cell(drawing, &spot);
        }
        draw_unchanged(drawing, matrix);
        draw_row_labels(drawing, matrix);
    }
    draw_term(drawing);
    draw_heads(drawing);
}

/* "d_k = 4"; after a change "d_k = 4 → 5". In a place of two lines the number is on the second. */
static void draw_line(const struct drawing *drawing) {
    const struct stage_picture *picture = drawing->picture;
    const struct box *box = &drawing->place->box;
    bool below = box->rows > 1;
    size_t end = box->column + box->columns, equals = below ? 0 : 3, row = box->row + below;
    char number[NUMBER_TEXT] = "", old[NUMBER_TEXT];
    size_t column = put_name(drawing, box->row, box->column, box->columns);
    if (picture->light == LIGHT_NAME || picture->light == LIGHT_SILHOUETTE) {
        return;
    }
    column = below ? box->column : column;
    struct figure figure = {.decimals = picture->value->decimals,
                            .width = end - lesser(end, column + equals),
                            .ascii = picture->ascii};
    bool known = is_shown(drawing) && picture->light >= LIGHT_RELEVANT && picture->reached > 0;
    if (column + equals >= end) {
        return; /* the name takes all its room */
    }
    column = canvas_put(drawing->stage, row, column, below ? "" : " = ", STYLE_DIM);
    size_t start = column;
    if (known && has_moved(drawing, 0)) {
        figure_write(&figure, picture->before->cells[0], old);
        text_clear(drawing->words);
        text_format(drawing->words, "%s %s ", old, glyphs_of(picture->ascii)->right);
        figure_write(&figure, picture->shown->cells[0], number);
        if (column + canvas_columns(text_string(drawing->words)) + canvas_columns(number) <= end) {
            column =
                canvas_put(drawing->stage, row, column, text_string(drawing->words), STYLE_LABEL);
        }
    } else if (known) {
        figure_write(&figure, picture->shown->cells[0], number);
    } else {
        text_fill(number, sizeof number, "%s",
                  picture->light == LIGHT_FLAT || picture->cursor == 0 ? "?" : "");
    }
    canvas_put(drawing->stage, row, column, number,
               picture->cursor == 0             ? STYLE_FOCUS
               : picture->light != LIGHT_LIT    ? STYLE_NUMBER
               : known && has_moved(drawing, 0) ? STYLE_CHANGED
                                                : STYLE_STRONG);
    if (!known && picture->light != LIGHT_FLAT && picture->cursor != 0) {
        canvas_shade(drawing->stage, row, column, greater(1, picture->value->number), empty_shade);
    }
    if (picture->cursor == 0) {
        canvas_point(drawing->stage, row, column, drawing->cursor);
    }
    tag(drawing, &(struct box){row, start, 1, end - start}, 0);
}

/* The shade of a cell of a tile; of none where there is no cell. */
static struct shade tile_shade(const struct drawing *drawing, size_t matrix, size_t row,
                               size_t column) {
    const struct stage_picture *picture = drawing->picture;
    if (row == SIZE_MAX || matrix >= drawing->sizes[0]) {
        return no_shade;
    }
    if (!is_there(drawing, matrix, row, column)) {
        return empty_shade;
    }
    double value = picture->shown->cells[cell_of(drawing, matrix, row, column)];
    return shade_dimmed(scale_shade(&picture->scale, value), picture->light == LIGHT_LIT ? SHADE_LIT
                                                             : picture->light == LIGHT_RELEVANT
                                                                 ? SHADE_RELEVANT
                                                                 : SHADE_SILHOUETTE);
}

/* Two rows of a tile in a line: as half blocks, or as the character of the upper one; a dot where
 * that would be brighter than what is lit. */
static void draw_halves(const struct drawing *drawing, size_t matrix, size_t row,
                        const size_t at[2]) {
    const struct place_on_stage *place = drawing->place;
    const struct stage_picture *picture = drawing->picture;
    const size_t *sizes = drawing->sizes;
    size_t rows = place->rows > 0 ? place->rows : 1;
    size_t columns = place->columns > 0 ? place->columns : 1;
    size_t upper = row * greater(sizes[1], rows) / rows;
    size_t lower = row + 1 < rows ? (row + 1) * greater(sizes[1], rows) / rows : SIZE_MAX;
    lower = lower < sizes[1] ? lower : SIZE_MAX;
    for (size_t i = 0; i < lesser(columns, sizes[2]) && upper < sizes[1]; i++) {
        size_t column = i * greater(sizes[2], columns) / columns;
        struct shade shade = tile_shade(drawing, matrix, upper, column);
        if (shade_shows(shade, picture->depth) && !picture->ascii) {
            canvas_half(drawing->stage, at[0], at[1] + i, shade,
                        tile_shade(drawing, matrix, lower, column));
        } else {
            bool lit = picture->light == LIGHT_LIT;
            const char *dim = picture->ascii ? "." : "·";
            canvas_put(drawing->stage, at[0], at[1] + i,
                       shade.palette == PALETTE_EMPTY ? "_"
                       : lit                          ? shade_character(shade, picture->ascii)
                                                      : dim,
                       lit ? STYLE_STRONG : STYLE_DIM);
        }
        if (is_there(drawing, matrix, upper, column) && picture->light > LIGHT_FLAT) {
            tag(drawing, &(struct box){at[0], at[1] + i, 1, 1},
                cell_of(drawing, matrix, upper, column));
        }
    }
}

/* Bars at both sides of the tile in focus, and its name reversed. */
static void frame_tile(const struct drawing *drawing, size_t columns) {
    const struct box *box = &drawing->place->box;
    bool ascii = drawing->picture->ascii;
    for (size_t i = 1; i <= (drawing->place->rows + 1) / 2; i++) {
        if (box->column > 0) {
            canvas_put(drawing->stage, box->row + i, box->column - 1, ascii ? "[" : "▐",
                       STYLE_STRONG);
        }
        canvas_put(drawing->stage, box->row + i, box->column + columns, ascii ? "]" : "▌",
                   STYLE_STRONG);
    }
    canvas_restyle(drawing->stage, box->row, box->column,
                   lesser(canvas_columns(drawing->picture->value->name), box->columns),
                   STYLE_FOCUS);
}

static void draw_tile(const struct drawing *drawing) {
    const struct stage_picture *picture = drawing->picture;
    const struct place_on_stage *place = drawing->place;
    const struct box *box = &place->box;
    size_t matrices = lesser(greater(1, place->across), drawing->sizes[0]), columns = 0;
    put_name(drawing, box->row, box->column, box->columns);
    if (picture->light == LIGHT_NAME) {
        return;
    }
    if (picture->value->lone) {
        char number[NUMBER_TEXT] = "?";
        struct figure figure = {.decimals = picture->value->decimals,
                                .width = box->columns,
                                .ascii = picture->ascii};
        if (is_there(drawing, 0, 0, 0)) {
            figure_write(&figure, picture->shown->cells[0], number);
        }
        canvas_put(drawing->stage, box->row + 1, box->column, number,
                   picture->light == LIGHT_LIT ? STYLE_STRONG : STYLE_DIM);
    } else {
        for (size_t i = 0; i < matrices * ((place->rows + 1) / 2); i++) {
            size_t matrix = i % matrices, row = i / matrices;
            size_t at[] = {box->row + 1 + row, box->column + matrix * (place->columns + 1)};
            draw_halves(drawing, matrix, 2 * row, at);
            columns = matrices * (place->columns + 1) - 1;
        }
    }
    if (picture->focus && picture->light > LIGHT_FLAT) {
        frame_tile(drawing, columns);
    }
}

void stage_matrix_draw(const struct stage_picture *picture, const struct canvas *stage,
                       size_t cursor[2]) {
    struct text words = {0};
    struct drawing drawing = {
        .picture = picture, .stage = stage, .cursor = cursor, .words = &words};
    const struct box *box = &picture->place->box;
    if (picture->light == LIGHT_NOTHING || picture->place->form == FORM_PICTURE) {
        return;
    }
    measure(&drawing);
    if (picture->place->form == FORM_TILE) {
        draw_tile(&drawing);
    } else if (picture->place->form == FORM_LINE) {
        draw_line(&drawing);
    } else if (picture->light == LIGHT_NAME) {
        size_t gutter = lesser(picture->place->gutter, box->column);
        put_name(&drawing, box->row, box->column - gutter, box->columns + gutter);
        if (picture->labels && picture->shown != NULL) {
            draw_row_labels(&drawing, drawing.matrices.first);
        }
    } else {
        draw_numbers(&drawing);
    }
    text_release(&words);
}
