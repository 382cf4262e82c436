/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/tiles.h"

#include "base/text.h"
#include "notebook/definition.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    HEAD_MOST = 9,
    NAMED_LEAST = 5,   /* columns of a labelled column */
    PART_COLUMNS = 12, /* of "  50×5×3" */
    BETWEEN = 2,       /* columns between two matrices of a stack */
    WINDOW_ROWS = 6,
    WINDOW_LEAST = 2,
    HALVES_MOST = 8, /* rows that half blocks hold in fewer lines than a window has */
    WINDOW_COLUMNS = 8,
    SAMPLE_ROWS = 12,
    SAMPLE_COLUMNS = 24
};

static enum style name_style(const struct tiles *tiles) {
    return tiles->picture.role == STYLE_PLAIN ? STYLE_FORMULA : tiles->picture.role;
}

static const char *const unchanged = "row unchanged";

static bool is_number(const struct tiles *tiles) {
    return shape_is_number(&tiles->picture.value->shape);
}

static size_t cell_at(const struct tiles *tiles, size_t matrix, size_t row, size_t column) {
    return (matrix * tiles->rows + row) * tiles->columns + column;
}

/* --- measures ----------------------------------------------------------------------------------
 */

static void add_form(struct tiles *tiles, enum tiles_kind kind, size_t across) {
    tiles->forms[tiles->form_count].kind = kind;
    tiles->forms[tiles->form_count].shown = tiles->matrices;
    tiles->forms[tiles->form_count++].across = across;
}

static bool is_large(const struct tiles *tiles) {
    return tiles->rows > TILES_ROWS || tiles->columns > TILES_COLUMNS ||
           tiles->matrices > TILES_MATRICES;
}

/* A few whole matrices of a long stack. */
static void list_parts(struct tiles *tiles) {
    static const size_t parts[][2] = {{8, 8}, {4, 8}, {4, 4}, {3, 3}, {2, 2}}; /* across, shown */
    bool whole = tiles->rows <= TILES_ROWS && tiles->columns <= TILES_COLUMNS;
    for (size_t i = 0; whole && i < sizeof parts / sizeof *parts; i++) {
        add_form(tiles, TILES_NUMBERS, parts[i][0]);
        tiles->forms[i].shown = parts[i][1];
    }
}

static void list_forms(struct tiles *tiles) {
    size_t all = tiles->matrices, half = (all + 1) / 2;
    bool colour = tiles->picture.depth != DEPTH_NONE && !tiles->picture.ascii;
    tiles->form_count = 0;
    if (is_large(tiles)) {
        list_parts(tiles);
        add_form(tiles, TILES_WINDOW, WINDOW_ROWS);
        tiles->rough = tiles->form_count;
        add_form(tiles, TILES_SAMPLE, 1);
        add_form(tiles, TILES_SAMPLE, 2);
        return;
    }
    add_form(tiles, TILES_NUMBERS, all);
    if (half < all) {
        add_form(tiles, TILES_NUMBERS, half);
    }
    if (tiles->moves && !is_number(tiles)) {
        tiles->luxury = tiles->rests && all == 1;
        for (size_t i = 0; i < tiles->luxury; i++) {
            add_form(tiles, TILES_CHANGES, all);
        }
        add_form(tiles, TILES_NOW, half);
    }
    if (tiles->coarse.decimals < tiles->figures.decimals && all == 1) {
        add_form(tiles, TILES_COARSE, all);
    }
    tiles->rough = tiles->form_count;
    if (is_number(tiles)) {
        return;
    }
    add_form(tiles, TILES_PLAIN, all);
    if (half < all) {
        add_form(tiles, TILES_PLAIN, half);
    }
    if (colour) {
        add_form(tiles, TILES_HALVES, all);
    }
    tiles->small = tiles->form_count - 1;
    if (tiles->rows > HALVES_MOST || (tiles->rows > WINDOW_LEAST && !colour)) {
        add_form(tiles, TILES_WINDOW, WINDOW_LEAST);
    }
}

static bool row_moved(const struct tiles *tiles, size_t matrix, size_t row) {
    bool moved = false;
    for (size_t column = 0; column < tiles->columns; column++) {
        moved |= picture_moved(&tiles->picture, cell_at(tiles, matrix, row, column));
    }
    return moved;
}

static void find_moves(struct tiles *tiles) {
    size_t cells = tiles->matrices * tiles->rows * tiles->columns;
    for (size_t cell = 0; cell < cells; cell++) {
        bool moved = picture_moved(&tiles->picture, cell);
        tiles->moved[lesser(cell % tiles->columns, TILES_COLUMNS - 1)] |= moved;
        tiles->moves |= moved;
    }
    for (size_t row = 0; row < tiles->matrices * tiles->rows; row++) {
        tiles->rests |= !row_moved(tiles, 0, row);
    }
}

static size_t number_columns(const struct tiles *tiles) {
    return greater(1, tiles->figures.before + tiles->figures.after) +
           (tiles->picture.pins != NULL); /* "!" */
}

void tiles_init(struct tiles *tiles, const struct picture *picture) {
    const struct shape *shape = &picture->value->shape;
    *tiles = (struct tiles){.picture = *picture, .note = "", .term = SIZE_MAX};
    tiles->rows = shape_rows(shape);
    tiles->columns = shape_columns(shape);
    tiles->matrices = shape_matrices(shape);
    tiles->figures = picture_figures(picture);
    struct picture coarse = *picture;
    coarse.coarse = true;
    tiles->coarse = picture_figures(&coarse);
    tiles->number = number_columns(tiles);
    tiles->head = lesser(picture_head_columns(picture, AXIS_ROW), HEAD_MOST);
    tiles->scale = scale_of(&tiles->picture, tiles->matrices > 1);
    tiles->named = shape->labels[AXIS_COLUMN] != NULL
                       ? lesser(picture_head_columns(picture, AXIS_COLUMN), 12)
                       : 0;
    if (picture->before != NULL && !is_large(tiles)) {
        find_moves(tiles);
    }
    list_forms(tiles);
}

/* Without colours a shade stands under its number, in a line of its own. */
static struct piece_growth own_growth(const struct tiles *tiles, struct piece_growth growth) {
    bool shades = tiles->picture.depth == DEPTH_NONE;
    growth.lines = shades && growth.lines > 2 ? 2 : growth.lines;
    return growth;
}

void tiles_drop_numbers(struct tiles *tiles) {
    size_t kept = 0;
    for (size_t i = 0; i < tiles->form_count; i++) {
        enum tiles_kind kind = tiles->forms[i].kind;
        if (kind >= TILES_PLAIN && kind != TILES_WINDOW) {
            tiles->forms[kept++] = tiles->forms[i];
        }
    }
    tiles->alone = kept > 0;
    if (tiles->alone) {
        tiles->form_count = tiles->rough = kept;
        tiles->luxury = tiles->small = 0;
    }
}

/* Lines of a tile without a number, which is twice as wide. */
static size_t tile_lines(const struct tiles *tiles, struct piece_growth growth) {
    return tiles->alone && tiles->picture.depth != DEPTH_NONE ? growth.lines : 1;
}

static size_t legend_length(const struct tiles *tiles) {
    struct legend legend = legend_make(&tiles->picture, &tiles->scale, false);
    return tiles->alone ? 2 + legend_columns(&legend) : 0;
}

/* How many rows and columns a sample shows: more where there is room. */
static size_t sample_rows(const struct tiles *tiles, struct piece_growth growth) {
    return lesser(tiles->rows, SAMPLE_ROWS * growth.lines);
}

static size_t sample_columns(const struct tiles *tiles, struct piece_growth growth) {
    return lesser(tiles->columns, SAMPLE_COLUMNS + SAMPLE_ROWS * growth.columns);
}

/* Columns of a cell of COLUMN: a blank, the number, and twice that and an arrow where some moved.
 */
static size_t pitch(const struct tiles *tiles, size_t column, struct piece_growth growth) {
    size_t number =
        tiles->moved[lesser(column, TILES_COLUMNS - 1)] ? 2 * tiles->number + 1 : tiles->number;
    size_t least = greater(greater(number + 1, 3), lesser(tiles->named + 1, NAMED_LEAST));
    return greater(least + growth.columns, growth.heads ? tiles->named + 1 : 0);
}

/* Where COLUMN begins, counted from the first one. */
static size_t column_start(const struct tiles *tiles, size_t column, struct piece_growth growth) {
    size_t at = 0;
    for (size_t i = 0; i < column; i++) {
        at += pitch(tiles, i, growth);
    }
    return at;
}

/* A matrix with its row heads, and a blank for the bracket of its last cell. */
static size_t matrix_columns(const struct tiles *tiles, struct piece_growth growth) {
    return tiles->head + 1 + column_start(tiles, tiles->columns, growth) + 1;
}

/* Columns of the names of the axes, as they stand behind the name: "  queries ↓  keys →". */
static size_t axes_columns(const struct tiles *tiles) {
    const char *rows = tiles->picture.rows_are, *columns = tiles->picture.columns_are;
    return (rows != NULL ? canvas_columns(rows) + 4 : 0) +
           (columns != NULL ? canvas_columns(columns) + 4 : 0);
}

static size_t name_columns(const struct tiles *tiles) {
    return canvas_columns(tiles->picture.name);
}

static size_t note_columns(const struct tiles *tiles) {
    size_t note = canvas_columns(tiles->note);
    return note + (note > 0);
}

static size_t heading_columns(const struct tiles *tiles) {
    return name_columns(tiles) + axes_columns(tiles) + note_columns(tiles);
}

/* Puts them in the colours of what they are called after; returns the column behind. */
static size_t put_axes(const struct tiles *tiles, const struct canvas *canvas, size_t row,
                       size_t column) {
    const struct glyphs *glyphs = glyphs_of(tiles->picture.ascii);
    const char *const names[] = {tiles->picture.rows_are, tiles->picture.columns_are};
    const char *const arrows[] = {glyphs->down, glyphs->right};
    for (size_t i = 0; i < 2; i++) {
        if (names[i] != NULL) {
            enum style style = style_of_rows(names[i]);
            column = canvas_put(canvas, row, column + 2, names[i], style);
            column = canvas_put(canvas, row, column + 1, arrows[i], style);
        }
    }
    return column;
}

/* Rows and columns of one matrix of a stack, heads and all, and the columns to the next. */
static size_t matrix_size(const struct tiles *tiles, enum tiles_kind kind,
                          struct piece_growth growth, size_t size[2]) {
    size_t lines = tile_lines(tiles, growth), many = tiles->matrices > 1;
    bool numbers = kind == TILES_NUMBERS, halves = kind == TILES_HALVES;
    size[0] = numbers  ? 1 + many + tiles->rows * growth.lines
              : halves ? (tiles->rows + 1) / 2
                       : tiles->rows * lines;
    size[1] = numbers  ? matrix_columns(tiles, growth)
              : halves ? tiles->columns
                       : 2 * tiles->columns * lines;
    return numbers ? BETWEEN : 1;
}

/* A lone number has room for its decimals. */
static void write_number(const struct tiles *tiles, double value, char out[NUMBER_TEXT]) {
    if (is_number(tiles)) {
        number_short(out, value, tiles->picture.precision > 0 ? tiles->picture.precision : 4);
    } else {
        figures_write(&tiles->figures, value, out);
    }
}

/* CELL of the value as it is before it is TRANSPOSED to be shown. */
static size_t own_cell(const struct tiles *tiles, size_t cell, bool transposed) {
    return transposed ? shape_turned_cell(&tiles->picture.value->shape, cell) : cell;
}

static bool is_pinned(const struct tiles *tiles, size_t cell) {
    const struct overlays *pins = tiles->picture.pins;
    return pins != NULL &&
           overlays_find(pins, own_cell(tiles, cell, tiles->picture.pins_turned)) != NULL;
}

/* What is written on a tile: the number, or old→new, old→≈ where it moved by less than is shown;
 * "!" behind what was pinned. */
static void write_cell(const struct tiles *tiles, size_t cell, bool present,
                       char out[CANVAS_LABEL]) {
    const struct picture *picture = &tiles->picture;
    char old[NUMBER_TEXT], new[NUMBER_TEXT];
    if (present && tiles->present != NULL) {
        text_fill(out, CANVAS_LABEL, "%s", tiles->present);
        return;
    }
    if (!picture_knows(picture, cell)) {
        text_fill(out, CANVAS_LABEL, "%s", present ? "?" : "");
        return;
    }
    write_number(tiles, picture->value->cells[cell], new);
    if (tiles->moves && picture_moved(picture, cell)) {
        write_number(tiles, picture->before->cells[cell], old);
        text_fill(out, CANVAS_LABEL, "%s%s%s", old, glyphs_of(picture->ascii)->right,
                  text_same(old, new) ? "≈" : new);
    } else {
        text_fill(out, CANVAS_LABEL, "%s", new);
    }
    if (picture->pins != NULL) {
        size_t length = strlen(out);
        text_fill(out + length, CANVAS_LABEL - length, "%s", is_pinned(tiles, cell) ? "!" : " ");
    }
}

static void measure_number(const struct tiles *tiles, size_t size[4]) {
    char written[CANVAS_LABEL];
    write_cell(tiles, 0, false, written);
    size[0] = 1;
    size[1] = name_columns(tiles) + 3 + canvas_columns(written) + 2 + note_columns(tiles);
}

/* Columns of the titles of a stack's matrices where they stand in the line of its heading, so that
 * its rows stand beside those of a lone matrix; 0: there is no room, they have a line of their own.
 */
static size_t title_room(const struct tiles *tiles, size_t form, struct piece_growth growth) {
    size_t heading = heading_columns(tiles) + 2 +
                     (tiles->forms[form].shown < tiles->matrices ? PART_COLUMNS : 0);
    size_t all = matrix_columns(tiles, growth) + BETWEEN - 1;
    struct text title = {0};
    matrix_title(&tiles->picture.value->shape, tiles->matrices - 1, TITLE_SHORT, &title);
    bool fits = tiles->matrices > 1 && heading + canvas_columns(text_string(&title)) <= all;
    text_release(&title);
    return fits ? all - heading : 0;
}

/* Whole matrices, ACROSS of them side by side. */
static void measure_stack(const struct tiles *tiles, size_t form, struct piece_growth growth,
                          size_t size[4]) {
    enum tiles_kind kind = tiles->forms[form].kind;
    size_t across = tiles->forms[form].across, shown = tiles->forms[form].shown;
    size_t down = (shown + across - 1) / across;
    size_t between = matrix_size(tiles, kind, growth, size);
    bool words = kind == TILES_NUMBERS && tiles->moves && tiles->rests && tiles->matrices == 1;
    bool beside = kind == TILES_NUMBERS && title_room(tiles, form, growth) > 0;
    size[0] = 1 + down * size[0] - beside;
    size[1] = across * (size[1] + between) - between + (words ? 1 + canvas_columns(unchanged) : 0);
    size_t more = shown < tiles->matrices ? PART_COLUMNS : 0;
    size[1] = greater(size[1], kind == TILES_NUMBERS ? heading_columns(tiles) + more
                                                     : name_columns(tiles) + legend_length(tiles));
}

/* What FORM shows of what moved: all, or nothing of the rows that rest, or only what is there now,
 * and with how many decimals. Else it is a form of numbers as any. */
static struct tiles as_formed(const struct tiles *tiles, size_t form) {
    struct tiles formed = *tiles;
    enum tiles_kind *kind = &formed.forms[form].kind;
    formed.rests &= *kind == TILES_NUMBERS;
    if (*kind == TILES_COARSE) {
        formed.figures = formed.coarse;
        formed.number = number_columns(&formed);
    }
    if (*kind == TILES_NOW || *kind == TILES_COARSE) {
        memset(formed.moved, 0, sizeof formed.moved);
        formed.moves = false;
    }
    *kind = *kind < TILES_PLAIN ? TILES_NUMBERS : *kind;
    return formed;
}

static void measure(const void *subject, size_t form, struct piece_growth growth, size_t size[4]) {
    const struct tiles formed = as_formed(subject, form), *tiles = &formed;
    enum tiles_kind kind = tiles->forms[form].kind;
    growth = own_growth(tiles, growth);
    if (is_number(tiles)) {
        measure_number(tiles, size);
    } else if (kind == TILES_WINDOW) {
        size_t columns = lesser(tiles->columns, WINDOW_COLUMNS + 2 * growth.columns);
        size[0] = 3 + lesser(tiles->rows, tiles->forms[form].across * growth.lines);
        size[1] = tiles->head + 2 + columns * pitch(tiles, 0, (struct piece_growth){.lines = 1});
        size[1] = greater(size[1], greater(heading_columns(tiles), 24));
    } else if (kind == TILES_SAMPLE) {
        size[0] = 1 + (sample_rows(tiles, growth) - 1) / (2 * tiles->forms[form].across) + 1;
        size[1] =
            greater(name_columns(tiles) + 18 + legend_length(tiles), sample_columns(tiles, growth));
    } else {
        measure_stack(tiles, form, growth, size);
    }
}

/* --- drawing -----------------------------------------------------------------------------------
 */

/* What is being drawn: a part of a matrix, from AT (row, column) of the canvas on. */
struct excerpt {
    const struct tiles *tiles;
    const struct canvas *canvas;
    struct piece_growth growth;
    size_t matrix;
    size_t at[2];
    struct visible rows, columns;
    size_t *cursor;
    enum { HEADS_BOTH, HEADS_ROWS, HEADS_NONE } heads;
};

/* All of the matrix that is looked at. */
static struct excerpt excerpt_of(const struct tiles *tiles, const struct canvas *canvas,
                                 struct piece_growth growth, size_t *cursor) {
    return (struct excerpt){.tiles = tiles,
                            .canvas = canvas,
                            .growth = growth,
                            .matrix = tiles->picture.matrix,
                            .rows = visible_make(tiles->rows, SIZE_MAX, SIZE_MAX),
                            .columns = visible_make(tiles->columns, SIZE_MAX, SIZE_MAX),
                            .cursor = cursor};
}

static bool is_present(const struct excerpt *excerpt, size_t row, size_t column) {
    const struct tiles *tiles = excerpt->tiles;
    return cell_at(tiles, excerpt->matrix, row, column) == tiles->picture.cursor;
}

static struct shade shade_at(const struct excerpt *excerpt, size_t row, size_t column) {
    const struct picture *picture = &excerpt->tiles->picture;
    size_t cell = cell_at(excerpt->tiles, excerpt->matrix, row, column);
    bool none = excerpt->tiles->untinted || row >= excerpt->tiles->rows ||
                column >= excerpt->tiles->columns || !picture_knows(picture, cell);
    return none ? (struct shade){.palette = PALETTE_NONE}
                : scale_shade(&excerpt->tiles->scale, picture->value->cells[cell]);
}

/* Who points into BOX means CELL, as its owner has it; in the present one the cursor stands AT
 * (line, column). */
static void tag_cell(const struct excerpt *excerpt, size_t cell, struct box box,
                     const size_t at[2]) {
    const struct tiles *tiles = excerpt->tiles;
    struct canvas_tag tag = {tiles->picture.owner,
                             1 + own_cell(tiles, cell, tiles->picture.owner_turned)};
    for (size_t line = 0; line < box.rows && tag.owner > 0; line++) {
        canvas_tag(excerpt->canvas, box.row + line, box.column, box.columns, tag);
    }
    if (cell == tiles->picture.cursor) {
        canvas_point(excerpt->canvas, at[0], at[1], excerpt->cursor);
    }
}

static enum style style_at(const struct excerpt *excerpt, size_t cell, size_t row, size_t column) {
    const struct picture *picture = &excerpt->tiles->picture;
    return cell == picture->cursor                                    ? STYLE_FOCUS
           : picture_moved(picture, cell)                             ? STYLE_CHANGED
           : is_pinned(excerpt->tiles, cell)                          ? STYLE_PINNED
           : row == picture->lit_row || column == picture->lit_column ? STYLE_LIT
                                                                      : STYLE_NUMBER;
}

/* A tile with its number in the middle; the present one in brackets, which stand on the blanks
 * beside it. */
static void draw_cell(const struct excerpt *excerpt, size_t row, size_t column, size_t left) {
    const struct tiles *tiles = excerpt->tiles;
    size_t cell = cell_at(tiles, excerpt->matrix, row, column);
    size_t wide = pitch(tiles, column, excerpt->growth), lines = excerpt->growth.lines;
    size_t top = excerpt->at[0] + (row - excerpt->rows.first) * lines;
    size_t line = top + (lines - 1) / 2;
    bool present = is_present(excerpt, row, column);
    enum style style = style_at(excerpt, cell, row, column);
    char written[CANVAS_LABEL];
    write_cell(tiles, cell, present, written);
    size_t columns = canvas_columns(written);
    size_t field = greater(columns, tiles->number);
    size_t start = left + (wide - lesser(wide, field) + 1) / 2 + field - columns;
    struct shade shade = shade_at(excerpt, row, column);
    for (size_t i = 0; i < lines && shade.palette != PALETTE_NONE; i++) {
        if (tiles->picture.depth != DEPTH_NONE) {
            canvas_shade(excerpt->canvas, top + i, left, wide, shade);
        } else if (i != (lines - 1) / 2) {
            canvas_repeat(excerpt->canvas, (const size_t[]){top + i, left}, wide,
                          shade_character(shade, tiles->picture.ascii), STYLE_DIM);
        }
    }
    canvas_put(excerpt->canvas, line, start, written, style);
    if (cell == tiles->term) {
        canvas_put(excerpt->canvas, line, start > 0 ? start - 1 : 0,
                   glyphs_of(tiles->picture.ascii)->term, STYLE_STRONG);
    }
    if (present) {
        canvas_put(excerpt->canvas, line, start > 0 ? start - 1 : 0, "[", STYLE_FOCUS);
        size_t end = start + columns - (written[strlen(written) - 1] == ' '); /* no "!" there */
        canvas_put(excerpt->canvas, line, end, "]", STYLE_FOCUS);
    }
    tag_cell(excerpt, cell, (struct box){top, left, lines, wide}, (const size_t[]){line, start});
}

static void draw_column_heads(const struct excerpt *excerpt) {
    const struct tiles *tiles = excerpt->tiles;
    size_t left = excerpt->at[1] + tiles->head + 1, to = 0;
    char room[32], head[CANVAS_LABEL];
    for (size_t i = 0; i < excerpt->columns.count; i++) {
        size_t column = excerpt->columns.first + i;
        size_t wide = pitch(tiles, column, excerpt->growth);
        bool lit =
            column == tiles->picture.lit_column ||
            (tiles->picture.cursor != SIZE_MAX && tiles->picture.cursor % tiles->columns == column);
        canvas_cut(head, matrix_head(&tiles->picture.value->shape, AXIS_COLUMN, column, room),
                   wide - 1, tiles->picture.ascii);
        size_t columns = canvas_columns(head), number = lesser(tiles->number, wide);
        size_t end = left + (wide - number + 1) / 2 + number;
        size_t start = columns > number ? left + (wide - columns + 1) / 2 : end - columns;
        start = greater(start, to);
        to = 1 + canvas_put(excerpt->canvas, excerpt->at[0] - 1, start, head,
                            lit ? STYLE_STRONG : STYLE_LABEL);
        left += wide;
    }
}

static void draw_row_head(const struct excerpt *excerpt, size_t row) {
    const struct tiles *tiles = excerpt->tiles;
    const struct picture *picture = &tiles->picture;
    char room[32], head[CANVAS_LABEL];
    size_t line = excerpt->at[0] + (row - excerpt->rows.first) * excerpt->growth.lines +
                  (excerpt->growth.lines - 1) / 2;
    size_t at[2];
    picture_cursor(picture, at);
    bool lit = row == picture->lit_row || (at[0] == row && picture->matrix == excerpt->matrix);
    canvas_cut(head, matrix_head(&picture->value->shape, AXIS_ROW, row, room), tiles->head,
               picture->ascii);
    canvas_put(excerpt->canvas, line, excerpt->at[1] + tiles->head - canvas_columns(head), head,
               lit ? STYLE_STRONG : STYLE_LABEL);
}

/* Heads and numbers of the rows and columns shown; AT is the first row's corner. */
static void draw_numbers(const struct excerpt *excerpt) {
    const struct tiles *tiles = excerpt->tiles;
    if (excerpt->heads == HEADS_BOTH) {
        draw_column_heads(excerpt);
    }
    for (size_t r = 0; r < excerpt->rows.count; r++) {
        size_t row = excerpt->rows.first + r, left = excerpt->at[1] + tiles->head + 1;
        if (excerpt->heads != HEADS_NONE) {
            draw_row_head(excerpt, row);
        }
        for (size_t c = 0; c < excerpt->columns.count; c++) {
            size_t column = excerpt->columns.first + c;
            draw_cell(excerpt, row, column, left);
            left += pitch(tiles, column, excerpt->growth);
        }
        bool rests = tiles->moves && tiles->rests && tiles->matrices == 1;
        if (rests && !row_moved(tiles, excerpt->matrix, row)) {
            size_t line = excerpt->at[0] + r * excerpt->growth.lines;
            canvas_put(excerpt->canvas, line + (excerpt->growth.lines - 1) / 2, left + 1, unchanged,
                       STYLE_DIM);
        }
    }
}

/* A cell as a tile without its number, twice as wide as high. */
static void draw_tile(const struct excerpt *excerpt, size_t row, size_t column) {
    const struct picture *picture = &excerpt->tiles->picture;
    size_t lines = tile_lines(excerpt->tiles, excerpt->growth);
    size_t line = excerpt->at[0] + row * lines, left = excerpt->at[1] + 2 * column * lines;
    struct shade shade = shade_at(excerpt, row, column);
    size_t cell = cell_at(excerpt->tiles, excerpt->matrix, row, column);
    bool present = is_present(excerpt, row, column);
    const char *ink = present                           ? "[]"
                      : is_pinned(excerpt->tiles, cell) ? " !"
                      : shade.palette != PALETTE_NONE   ? "  "
                      : picture_knows(picture, cell)    ? (picture->ascii ? "x " : "· ")
                                                        : "  ";
    canvas_put(excerpt->canvas, line, left, ink, present ? STYLE_FOCUS : STYLE_DIM);
    if (picture->depth != DEPTH_NONE) {
        for (size_t i = 0; i < lines; i++) {
            canvas_shade(excerpt->canvas, line + i, left, 2 * lines, shade);
        }
    } else if (!present && shade.palette != PALETTE_NONE) { /* how large, and the sign */
        bool below = shade.palette == PALETTE_SIGNED && picture->value->cells[cell] < 0;
        canvas_repeat(excerpt->canvas, (const size_t[]){line, left}, 2,
                      shade_character(shade, picture->ascii), STYLE_PLAIN);
        canvas_put(excerpt->canvas, line, left + 1, below ? "-" : "", STYLE_PLAIN);
    }
    tag_cell(excerpt, cell, (struct box){line, left, lines, 2 * lines},
             (const size_t[]){line, left});
}

/* ROWS and COLUMNS of its cells, evenly, as half blocks. */
static void draw_halves(const struct excerpt *excerpt, size_t rows, size_t columns) {
    const struct tiles *tiles = excerpt->tiles;
    for (size_t r = 0; r < rows; r += 2) {
        for (size_t c = 0; c < columns; c++) {
            size_t column = c * tiles->columns / columns;
            size_t upper = r * tiles->rows / rows;
            size_t lower = r + 1 < rows ? (r + 1) * tiles->rows / rows : SIZE_MAX;
            size_t line = excerpt->at[0] + r / 2, left = excerpt->at[1] + c;
            struct shade shade = shade_at(excerpt, upper, column);
            if (tiles->picture.depth != DEPTH_NONE && !tiles->picture.ascii) {
                canvas_half(excerpt->canvas, line, left, shade, shade_at(excerpt, lower, column));
            } else {
                canvas_put(excerpt->canvas, line, left,
                           shade_character(shade, tiles->picture.ascii), STYLE_PLAIN);
            }
        }
    }
}

/* "scores  queries ↓  keys →  ◂ turn"; of tiles without numbers the name and, where they were asked
 * for, the legend. */
static void draw_heading(const struct excerpt *excerpt, const char *more, bool numbers) {
    const struct tiles *tiles = excerpt->tiles;
    size_t column = canvas_put(excerpt->canvas, 0, 0, tiles->picture.name, name_style(tiles));
    column = canvas_put(excerpt->canvas, 0, column, more, STYLE_LABEL);
    if (numbers) {
        column = put_axes(tiles, excerpt->canvas, 0, column);
        canvas_put(excerpt->canvas, 0, column + 1, tiles->note, STYLE_CHANGED);
    } else if (tiles->alone) {
        legend_place(&tiles->picture, &tiles->scale, excerpt->canvas,
                     (const size_t[]){0, column + 2, excerpt->canvas->columns});
    }
}

static void draw_number(const struct excerpt *excerpt) {
    const struct tiles *tiles = excerpt->tiles;
    bool present = tiles->picture.cursor == 0;
    char written[CANVAS_LABEL];
    size_t column = canvas_put(excerpt->canvas, 0, 0, tiles->picture.name, name_style(tiles));
    column = canvas_put(excerpt->canvas, 0, column, " = ", STYLE_DIM);
    write_cell(tiles, 0, present, written);
    size_t start = canvas_put(excerpt->canvas, 0, column, present ? "[" : "", STYLE_FOCUS);
    column = canvas_put(excerpt->canvas, 0, start, written, style_at(excerpt, 0, 0, 0));
    column = canvas_put(excerpt->canvas, 0, column, present ? "]" : "", STYLE_FOCUS);
    canvas_put(excerpt->canvas, 0, column + 1, tiles->note, STYLE_CHANGED);
    tag_cell(excerpt, 0, (struct box){0, 0, 1, column}, (const size_t[]){0, start});
}

/* Name and number of each matrix of a stack: "head 2 of 4", or "head 2" or "2" where there is less
 * room; BESIDE the heading, in so many columns, where that is not 0. */
static void draw_matrix_name(const struct excerpt *excerpt, size_t beside) {
    const struct tiles *tiles = excerpt->tiles;
    size_t width = matrix_columns(tiles, excerpt->growth), own = width - tiles->head - 1;
    size_t room = beside > 0 ? lesser(beside, own) : own, line = excerpt->at[0] - 2;
    bool behind = line == 0 && excerpt->at[1] == 0; /* the heading */
    size_t column = behind ? width + BETWEEN - 1 - beside : excerpt->at[1] + tiles->head + 1;
    char name[CANVAS_LABEL];
    struct text words = {0};
    enum title title = TITLE_WHOLE;
    do {
        text_clear(&words);
        matrix_title(&tiles->picture.value->shape, excerpt->matrix, title++, &words);
    } while (canvas_columns(text_string(&words)) > room && title <= TITLE_NUMBER);
    canvas_cut(name, text_string(&words), room, tiles->picture.ascii);
    canvas_put(excerpt->canvas, line, column, name,
               excerpt->matrix == tiles->picture.matrix ? STYLE_STRONG : STYLE_LABEL);
    text_release(&words);
}

static void draw_stack(struct excerpt *excerpt, enum tiles_kind kind, size_t form) {
    const struct tiles *tiles = excerpt->tiles;
    size_t across = tiles->forms[form].across;
    struct visible part =
        visible_make(tiles->matrices, tiles->forms[form].shown, tiles->picture.matrix);
    bool many = tiles->matrices > 1, numbers = kind == TILES_NUMBERS;
    size_t size[2], between = matrix_size(tiles, kind, excerpt->growth, size);
    size_t beside = numbers ? title_room(tiles, form, excerpt->growth) : 0;
    for (size_t m = 0; m < part.count; m++) {
        excerpt->matrix = part.first + m;
        excerpt->at[0] = 1 + m / across * size[0] + (numbers ? 1 + (size_t)many - (beside > 0) : 0);
        excerpt->at[1] = m % across * (size[1] + between);
        if (numbers) {
            draw_numbers(excerpt);
        } else if (kind == TILES_HALVES) {
            draw_halves(excerpt, tiles->rows, tiles->columns);
        } else {
            for (size_t i = 0; i < tiles->rows * tiles->columns; i++) {
                draw_tile(excerpt, i / tiles->columns, i % tiles->columns);
            }
        }
        if (numbers && many) {
            draw_matrix_name(excerpt, beside);
        }
    }
}

/* What the part of a row is about in which nothing is looked at: its largest number. */
static size_t largest_column(const struct tiles *tiles) {
    size_t largest = 0;
    for (size_t i = 1; i < tiles->columns; i++) {
        if (tiles->picture.value->cells[i] > tiles->picture.value->cells[largest]) {
            largest = i;
        }
    }
    return largest;
}

/* "rows 28–33, columns 1–3", of a lone row its columns. */
static void tell_part(const struct excerpt *excerpt, char *out, size_t size) {
    struct visible rows = excerpt->rows, columns = excerpt->columns;
    char of_rows[CANVAS_LABEL];
    text_fill(of_rows, sizeof of_rows, "rows %zu–%zu, ", rows.first + 1, rows.first + rows.count);
    text_fill(out, size, "%scolumns %zu–%zu", rows.size > 1 ? of_rows : "", columns.first + 1,
              columns.first + columns.count);
}

/* "  123×456": of what is shown in part. */
static void draw_part(struct excerpt *excerpt, enum tiles_kind kind) {
    const struct tiles *tiles = excerpt->tiles;
    char shape[64], more[CANVAS_LABEL];
    size_t at[2], room = excerpt->canvas->rows;
    picture_cursor(&tiles->picture, at);
    shape_text(&tiles->picture.value->shape, shape);
    if (kind == TILES_SAMPLE) {
        size_t rows = lesser(tiles->rows, 2 * (room - 1));
        size_t columns = sample_columns(tiles, excerpt->growth);
        size_t every = greater(tiles->rows / rows, tiles->columns / columns);
        text_fill(more, sizeof more, every > 1 ? "  %s, 1 in %zu" : "  %s", shape, every);
        excerpt->at[0] = 1;
        draw_heading(excerpt, more, false);
        draw_halves(excerpt, rows, columns);
        return;
    }
    bool row = tiles->rows == 1 && tiles->matrices == 1 && tiles->picture.known == NULL;
    at[1] = at[1] == SIZE_MAX && row ? largest_column(tiles) : at[1];
    text_fill(more, sizeof more, "  %s", shape);
    size_t wide = pitch(tiles, 0, (struct piece_growth){.lines = 1});
    excerpt->growth = (struct piece_growth){.lines = 1};
    excerpt->rows = visible_make(tiles->rows, room > 3 ? room - 3 : 1, at[0]);
    excerpt->columns =
        visible_make(tiles->columns, (excerpt->canvas->columns - tiles->head - 2) / wide, at[1]);
    excerpt->at[0] = 2;
    draw_heading(excerpt, more, true);
    draw_numbers(excerpt);
    tell_part(excerpt, more, sizeof more);
    canvas_put(excerpt->canvas, room - 1, 0, more, STYLE_DIM);
}

/* --- all of it -------------------------------------------------------------------------------- */

static void draw(const void *subject, const struct piece *placed, const struct canvas *canvas,
                 size_t cursor[2]) {
    const struct tiles formed = as_formed(subject, placed->form), *tiles = &formed;
    enum tiles_kind kind = tiles->forms[placed->form].kind;
    struct excerpt excerpt = excerpt_of(tiles, canvas, own_growth(tiles, placed->growth), cursor);
    if (is_number(tiles)) {
        draw_number(&excerpt);
    } else if (kind == TILES_WINDOW || kind == TILES_SAMPLE) {
        draw_part(&excerpt, kind);
    } else {
        char shape[64], more[CANVAS_LABEL];
        shape_text(&tiles->picture.value->shape, shape);
        text_fill(more, sizeof more, "  %s", shape);
        bool part = tiles->forms[placed->form].shown < tiles->matrices;
        draw_heading(&excerpt, part ? more : "", kind == TILES_NUMBERS);
        draw_stack(&excerpt, kind, placed->form);
    }
}

struct piece tiles_picture(const struct tiles *tiles) {
    return (struct piece){.measure = measure,
                          .draw = draw,
                          .subject = tiles,
                          .form_count = tiles->form_count,
                          .rough = tiles->rough,
                          .small = tiles->small,
                          .luxury = tiles->luxury};
}

size_t tiles_fill(const struct tiles *tiles, const struct canvas *canvas) {
    struct piece picture = tiles_picture(tiles);
    pieces_lay_out(&picture, 1, (const size_t[]){canvas->rows, canvas->columns});
    if (!picture.placed) {
        return 0;
    }
    struct canvas part =
        canvas_part(canvas, (struct box){0, 0, picture.box.rows, picture.box.columns});
    draw(tiles, &picture, &part, NULL);
    return picture.box.rows;
}

/* --- a product ---------------------------------------------------------------------------------
 */

/* Where the parts of the corner begin: the column of the right operand's first number and of the
 * result's, and the row of the left operand's heading. The result's columns stand under
 * those of the right operand, so both are as wide as the wider of them (tiles_join). */
struct joint {
    size_t column, row;
};

static struct joint joint_make(const struct tiles_product *product, struct piece_growth growth) {
    const struct tiles *left = &product->left, *right = &product->right;
    size_t name = name_columns(left) + axes_columns(left);
    size_t own = left->head + 1 + column_start(left, left->columns, growth);
    return (struct joint){.column = greater(own, name) + 2 + right->head + 1,
                          .row = 2 + right->rows * growth.lines};
}

void tiles_join(struct tiles_product *product) {
    size_t number = greater(product->right.number, product->result.number);
    product->right.number = product->result.number = number;
    product->result.named = product->right.named;
    product->left.untinted = product->right.untinted = true;
}

static void measure_product(const void *subject, size_t form, struct piece_growth growth,
                            size_t size[4]) {
    const struct tiles_product *product = subject;
    if (form > 0) {
        measure(&product->result, form - 1, growth, size);
        return;
    }
    growth = own_growth(&product->result, growth);
    struct joint joint = joint_make(product, growth);
    const struct tiles *result = &product->result;
    size_t own = column_start(result, result->columns, growth) + 1;
    size_t name = name_columns(&product->right) + axes_columns(&product->right);
    size[0] = joint.row + 1 + result->rows * growth.lines;
    size[1] = joint.column + greater(greater(own, name_columns(result)), name);
    size[2] = joint.row;
    size[3] = joint.column - product->right.head - 2;
}

/* From the term in the right operand down to the present cell below it, which stands AT on the
 * canvas. */
static void put_falling(const struct tiles_product *product, const struct piece_growth *growth,
                        const struct canvas *canvas, const size_t at[2]) {
    size_t cells = product->right.rows * product->right.columns;
    size_t term = product->right.term % cells / product->right.columns;
    size_t from = 2 + term * growth->lines, to = at[0] - canvas->row;
    size_t row = from + (size_t)lround((1 - product->way) * (double)(to - lesser(from, to)));
    canvas_put(canvas, row, at[1] - canvas->column, product->falling, STYLE_STRONG);
}

static void draw_product(const void *subject, const struct piece *placed,
                         const struct canvas *canvas, size_t cursor[2]) {
    const struct tiles_product *product = subject;
    struct piece_growth growth = own_growth(&product->result, placed->growth);
    struct joint joint = joint_make(product, growth);
    const struct tiles *parts[] = {&product->right, &product->left, &product->result};
    const size_t rows[] = {2, joint.row + 1, joint.row + 1};
    const size_t columns[] = {joint.column - product->right.head - 1, 0,
                              joint.column - product->result.head - 1};
    if (placed->form > 0) {
        struct piece alone = *placed;
        alone.form--;
        draw(&product->result, &alone, canvas, cursor);
        return;
    }
    for (size_t i = 0; i < 3; i++) {
        const struct tiles *tiles = parts[i];
        struct excerpt excerpt = excerpt_of(tiles, canvas, growth, i == 2 ? cursor : NULL);
        excerpt.at[0] = rows[i];
        excerpt.at[1] = columns[i];
        size_t line = i == 0 ? 0 : joint.row;
        size_t end = canvas_put(canvas, line, i == 1 ? 0 : joint.column, tiles->picture.name,
                                name_style(tiles));
        if (i < 2) {
            put_axes(tiles, canvas, line, end);
        }
        excerpt.heads = i == 0 ? HEADS_BOTH : i == 1 ? HEADS_ROWS : HEADS_NONE;
        draw_numbers(&excerpt);
    }
    if (product->falling != NULL && cursor != NULL && cursor[0] != SIZE_MAX) {
        put_falling(product, &growth, canvas, cursor);
    }
}

struct piece tiles_product_picture(const struct tiles_product *product) {
    return (struct piece){.measure = measure_product,
                          .draw = draw_product,
                          .subject = product,
                          .form_count = lesser(product->result.form_count + 1, PIECE_FORMS),
                          .rough = product->result.rough + 1,
                          .small = product->result.small > 0 ? product->result.small + 1 : 0};
}
