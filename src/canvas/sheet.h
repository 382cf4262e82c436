/* sheet: how a matrix is laid out in lines: which rows and columns are shown, how wide each is,
 * where the points stand. What matrix_print, matrix_print_change and matrix_describe share. */
#ifndef QKV_CANVAS_SHEET_H
#define QKV_CANVAS_SHEET_H

#include "base/number.h"
#include "base/text.h"
#include "canvas/matrix.h"

enum { SHEET_WIDTH = 80, SHEET_ROW_HEAD = 20, SHEET_COLUMN_HEAD = 16, SHEET_GAP = 2 };

/* The positions of an axis that are shown: all, or the first ones, a gap and the last. */
struct window {
    size_t size, slots;
};

/* All of SIZE positions when LIMIT is 0 or has room for them; else LIMIT slots, three at least. */
struct window window_make(size_t size, size_t limit);
/* The position in a slot, SIZE_MAX in the gap. */
size_t window_at(const struct window *window, size_t slot);

/* How the numbers of one picture are written: all with as many decimals, their points below each
 * other. BEFORE is the room left of the point, AFTER that for the point and what follows. */
struct figures {
    int precision, decimals;
    size_t before, after;
    bool brief; /* scientific with one digit, -∞ for -inf: where room is short */
    bool bare;  /* the leading 0 dropped: .31 */
    bool ascii; /* brief, but -inf */
};

/* What takes account of one more value. Each pass goes over all values before the next one does:
 * their decimals, the room of the numbers, the room of inf and nan. */
enum { FIGURES_PASSES = 3 };
extern void (*const figures_passes[FIGURES_PASSES])(struct figures *figures, double value);

/* Writes VALUE; scientifically where it would read 0 else. */
void figures_write(const struct figures *figures, double value, char out[NUMBER_TEXT]);
/* How far right of its field's start a number written so begins. */
size_t figures_offset(const struct figures *figures, const char *written);

struct sheet_column {
    size_t at, width; /* position (SIZE_MAX in the gap) and room */
    bool moves;       /* some cell of it changed: old and new need room */
};

struct sheet {
    const struct matrix_view *view;
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
    bool pinned, changed;     /* the signs that were drawn */
};

/* Measures VIEW (and OTHER's numbers too, when not NULL: a value of the same sizes, and of more
 * matrices than can be shown those that differ are) into a sheet that is zeroed but for PAINT and
 * OUT. Release also after a failure. */
bool sheet_init(struct sheet *sheet, const struct matrix_view *view, const struct tensor *other,
                struct failure *failure);
void sheet_release(struct sheet *sheet);

/* The most columns of a line; whether replay has reached CELL. */
size_t view_width(const struct matrix_view *view);
bool view_knows(const struct matrix_view *view, size_t cell);

/* The marks of a cell as a set of bits, by style. */
unsigned view_marks(const struct matrix_view *view, size_t cell);
#define MARK_BIT(style) (1u << (style))

/* The flat index of the first cell of matrix MATRIX. */
size_t view_first(const struct matrix_view *view, size_t matrix);

/* Appends "head 2 of 4", "batch 3 of 50, head 1 of 2", or a stack label as "head 2 of 4 (verb)". */
void view_title(const struct matrix_view *view, size_t matrix, struct text *out);

/* The last slot (past it) of the column block that begins at SLOT: as many as fit beside RESERVED
 * columns, at least one. */
size_t sheet_block(const struct sheet *sheet, size_t slot, size_t reserved);

/* The column heads of slots FROM … TO, after the axes' names; right-aligned in FIELD columns when a
 * head fits in them, or in the column's width when FIELD is 0. */
void sheet_heads(struct sheet *sheet, size_t from, size_t to, size_t field);

/* The row's head into the line being drawn (SIZE_MAX: the gap's). */
void sheet_row_head(struct sheet *sheet, size_t row);

/* One number with its signs where its field begins; returns the column after it. */
size_t sheet_number(struct sheet *sheet, size_t column, size_t cell, double value);

/* Prints the line being drawn and clears it. */
void sheet_line(struct sheet *sheet);

/* A line of words behind the indent, wrapped. */
void sheet_words(struct sheet *sheet, const char *words, enum style style);

/* What was left out, and what the signs mean, when there is anything to say. */
void sheet_notes(struct sheet *sheet);

#endif
