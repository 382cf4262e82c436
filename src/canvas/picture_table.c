#include "canvas/picture.h"

#include "base/utf8.h"
#include "canvas/grid.h"

#include <stdint.h>
#include <string.h>

enum {
    TABLE_COLUMNS = 16,
    CELL_MOST = 40,
    GAP_MOST = 3,
    MARGIN = 2,
    BARS_LEAST = 4,
    BARS_MOST = 40
};

/* Numbers stand with their points below each other: BEFORE columns left of it, AFTER from it on.
 * Words end where the column ends, or begin where it begins when it holds no numbers. */
struct column {
    size_t before, after, width;
    bool words;
};

struct board {
    const struct picture_table *table;
    struct patch patch;
    struct column columns[TABLE_COLUMNS];
    size_t count, gap;
    struct span rows;
    size_t row;  /* line of the first row */
    size_t bars; /* columns of a whole bar */
};

static size_t lesser(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t greater(size_t a, size_t b) {
    return a > b ? a : b;
}

static bool is_number(const char *text) {
    size_t sign = strspn(text, "+-≈−(");
    return text[sign] == '.' || (text[sign] >= '0' && text[sign] <= '9');
}

/* Columns left of the point, or of the place where it would be. */
static size_t whole_columns(const char *text) {
    size_t digits = strspn(text, "+-≈−(");
    return utf8_columns(text, digits + strspn(text + digits, "0123456789"));
}

static const char *cell_of(const struct picture_table *table, size_t row, size_t column) {
    const char *cell = table->cells[row * table->columns + column];
    return cell ? cell : "?";
}

static void take(struct column *column, const char *text) {
    size_t columns = lesser(patch_columns(text), CELL_MOST);
    column->width = greater(column->width, columns);
    if (is_number(text)) {
        size_t whole = lesser(whole_columns(text), columns);
        column->words = false;
        column->before = greater(column->before, whole);
        column->after = greater(column->after, columns - whole);
    }
}

static void measure_column(struct board *board, size_t i) {
    const struct picture_table *table = board->table;
    struct column *column = &board->columns[i];
    *column = (struct column){.words = true};
    for (size_t row = 0; row < table->rows; row++) {
        take(column, cell_of(table, row, i));
    }
    if (table->foot && table->foot[i]) {
        take(column, table->foot[i]);
    }
    size_t head = table->heads && table->heads[i] ? patch_columns(table->heads[i]) : 0;
    column->width = greater(column->width, lesser(head, CELL_MOST));
    column->width = greater(column->width, column->before + column->after);
}

static size_t board_columns(const struct board *board) {
    size_t columns = MARGIN;
    for (size_t i = 0; i < board->count; i++) {
        columns += board->columns[i].width + (i > 0 ? board->gap : 0);
    }
    return columns;
}

static void measure(struct board *board) {
    size_t width = board->patch.box.columns;
    board->count = lesser(board->table->columns, TABLE_COLUMNS);
    for (size_t i = 0; i < board->count; i++) {
        measure_column(board, i);
    }
    size_t bars = board->table->bars ? BARS_LEAST + GAP_MOST : 0;
    board->gap = GAP_MOST;
    while (board->gap > 1 && board_columns(board) + bars > width) {
        board->gap--;
    }
    size_t used = board_columns(board) + board->gap;
    board->bars = board->table->bars && width > used ? lesser(BARS_MOST, width - used) : 0;
}

/* TEXT where its kind of text stands in the column. */
static size_t offset_of(const struct column *column, const char *text) {
    size_t columns = patch_columns(text), end = column->width;
    if (is_number(text)) {
        size_t start = column->width - column->before - column->after;
        return start + column->before - lesser(column->before, whole_columns(text));
    }
    if (column->words) {
        return 0;
    }
    if (strcmp(text, "?") == 0 && column->after > 0) { /* where the number's last digit before the
                                                          point will stand */
        end -= column->after;
    }
    return end > columns ? end - columns : 0;
}

static void put_cells(const struct board *board, size_t line, const char *const *cells,
                      enum style style) {
    bool ascii = board->table->ascii;
    char cut[PATCH_LABEL];
    for (size_t i = 0, start = MARGIN; i < board->count; i++) {
        const struct column *column = &board->columns[i];
        const char *text = cells[i] ? cells[i] : "";
        patch_cut(cut, text, column->width, ascii);
        patch_put(&board->patch, line, start + offset_of(column, cut), cut, style);
        start += column->width + board->gap;
    }
}

static void draw_bar(const struct board *board, size_t line, double part) {
    const char *bar = glyphs_of(board->table->ascii)->bar;
    double share = part >= 1 ? 1 : part > 0 ? part : 0;
    size_t columns = (size_t)(share * (double)board->bars + 0.5);
    for (size_t i = 0; i < columns; i++) {
        patch_put(&board->patch, line, board_columns(board) + board->gap + i, bar, STYLE_LABEL);
    }
}

static void draw_row(const struct board *board, size_t row) {
    const struct picture_table *table = board->table;
    const char *cells[TABLE_COLUMNS];
    size_t line = board->row + row - board->rows.first;
    bool lit = row == table->lit;
    for (size_t i = 0; i < board->count; i++) {
        cells[i] = cell_of(table, row, i);
    }
    if (lit) {
        patch_fill(&board->patch, line, 0, board_columns(board) + 1, STYLE_LIT);
        patch_put(&board->patch, line, 0, glyphs_of(table->ascii)->term, STYLE_STRONG);
    }
    put_cells(board, line, cells, lit ? STYLE_LIT : STYLE_NUMBER);
    if (table->bars && board->bars > 0) {
        draw_bar(board, line, table->bars[row]);
    }
}

static size_t draw_rows(struct board *board, size_t line, size_t lines) {
    const char *gap = glyphs_of(board->table->ascii)->gap;
    size_t focus = board->table->lit < board->table->rows ? board->table->lit : SIZE_MAX;
    board->rows = span_lines(board->table->rows, lines, focus);
    bool above = lines > 2 && board->rows.first > 0;
    bool below = lines > 2 && board->rows.first + board->rows.count < board->rows.size;
    if (above) {
        patch_put(&board->patch, line, MARGIN, gap, STYLE_DIM);
    }
    board->row = line + above;
    for (size_t i = 0; i < board->rows.count; i++) {
        draw_row(board, board->rows.first + i);
    }
    line = board->row + board->rows.count;
    if (below) {
        patch_put(&board->patch, line, MARGIN, gap, STYLE_DIM);
    }
    return line + below;
}

/* A sum stands under a line. */
static size_t draw_foot(const struct board *board, size_t line, bool rule) {
    for (size_t i = MARGIN; rule && i < board_columns(board); i++) {
        patch_put(&board->patch, line, i, glyphs_of(board->table->ascii)->rule, STYLE_DIM);
    }
    put_cells(board, line + rule, board->table->foot, STYLE_STRONG);
    return line + rule + 1;
}

size_t picture_table(struct canvas *canvas, struct box box, const struct picture_table *table) {
    struct board board = {.table = table, .patch = patch_make(canvas, box)};
    size_t room = board.patch.box.rows, line = 0;
    size_t title = table->title && room > 3, heads = table->heads && room > 1;
    if (room == 0 || board.patch.box.columns == 0) {
        return 0;
    }
    measure(&board);
    if (title) {
        patch_put(&board.patch, line++, 0, table->title, STYLE_FORMULA);
    }
    if (heads) {
        put_cells(&board, line++, table->heads, STYLE_LABEL);
    }
    room -= line;
    bool foot = table->foot && room > 3, rule = foot && room >= table->rows + 2;
    line = draw_rows(&board, line, room - foot - rule);
    return foot ? draw_foot(&board, line, rule) : line;
}
