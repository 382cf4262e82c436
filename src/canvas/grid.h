/* grid: how a matrix stands in a picture: which rows and columns are shown, how wide the numbers
 * are, where each cell is. What picture_matrix, picture_product and picture_change share.
 *
 * A cell is a slot of PITCH columns: sign, bracket, number, bracket (BRACKETS); or a blank, the
 * sign and the number. */
#ifndef QKV_CANVAS_GRID_H
#define QKV_CANVAS_GRID_H

#include "base/number.h"
#include "canvas/picture.h"
#include "canvas/scale.h"
#include "canvas/sheet.h"

/* Whether replay has reached CELL. */
bool picture_knows(const struct picture *picture, size_t cell);
/* Whether BEFORE holds another number; what is not known has not moved. */
bool picture_moved(const struct picture *picture, size_t cell);
size_t picture_first(const struct picture *picture); /* flat index of its matrix's first cell */
/* Row and column of the cursor; SIZE_MAX when it is not in this matrix. */
void picture_cursor(const struct picture *picture, size_t at[2]);
/* The label of a position, or its number, written into ROOM. */
const char *picture_head(const struct picture *picture, enum tensor_axis axis, size_t at,
                         char room[32]);

/* The positions of an axis that are shown: COUNT of SIZE, from FIRST on. */
struct visible {
    size_t size, first, count;
};

/* At most MOST positions, FOCUS (SIZE_MAX: the first) among them. It moves in half windows, so that
 * most steps of the cursor leave the picture where it is. */
struct visible visible_make(size_t size, size_t most, size_t focus);
/* The same for LINES lines, of which the gaps "…" take one each (none of fewer than 3). */
struct visible visible_lines(size_t size, size_t lines, size_t focus);
bool visible_has(const struct visible *visible, size_t at);
bool visible_elides(const struct visible *visible);

struct grid {
    const struct picture *picture;
    struct patch patch;
    struct figures figures;
    struct scale scale; /* of a heat map */
    struct visible rows, columns;
    size_t number;              /* columns of a number */
    size_t head;                /* columns of the row heads */
    size_t pitch;               /* columns from one cell to the next */
    size_t step;                /* lines from one row to the next */
    size_t head_column, column; /* where row heads and slots begin */
    size_t row;                 /* where the first row stands */
    size_t cursor[2];           /* row and column of the present cell, SIZE_MAX: none */
    size_t term[2];             /* and of the present term ▶ */
    const char *present;        /* what the present cell shows instead of its number */
    bool brackets;              /* room for them around each number */
    bool bracket_column;        /* the lit column's cells have them */
    bool heads_right;           /* row heads end at the right */
    bool heads_plain;           /* row heads are never in brackets */
};

/* Measures the numbers and heads of PICTURE's matrix; all of it shown, from the patch's corner on,
 * with room for brackets. */
void grid_init(struct grid *grid, const struct patch *patch, const struct picture *picture);
/* Makes room for one more number. */
void grid_include(struct grid *grid, double value);

/* Columns of an axis's widest head: where there are no labels, of the last number. */
size_t grid_widest_head(const struct picture *picture, enum tensor_axis axis);
/* The least columns from one cell to the next. */
size_t grid_least(const struct grid *grid);
/* Chooses the columns shown, around the cursor, and their pitch, for ROOM columns: as wide as the
 * column heads ask for. */
void grid_fit(struct grid *grid, size_t room);
/* The pitch, up to ROOM columns for all that are shown, at which no column head is cut. */
void grid_stretch(struct grid *grid, size_t room);

size_t grid_line(const struct grid *grid, size_t row);      /* where a shown row stands */
size_t grid_slot(const struct grid *grid, size_t column);   /* where a shown column begins */
size_t grid_number(const struct grid *grid, size_t column); /* and its number */
size_t grid_end(const struct grid *grid);                   /* past the last one */

/* Draw the heads of the columns shown on LINE, the head of a row at its own line, all cells. */
void grid_column_heads(const struct grid *grid, size_t line);
void grid_row_head(const struct grid *grid, size_t row);
void grid_cells(const struct grid *grid);
/* A click on the cell's slot means it, in the picture that has the cursor: its tag is its flat
 * index plus 1. */
void grid_tag(const struct grid *grid, size_t row, size_t column); /* with the row heads */

/* The look of a cell's number. */
enum style grid_style(const struct grid *grid, size_t row, size_t column);
/* Where the hardware cursor stands; untouched when the present cell is not shown. */
void grid_locate(const struct grid *grid, size_t cursor[2]);

/* "rows 5 to 14 of 123 ░█░░░░░░░░": where the window is. */
void grid_map(const struct grid *grid, size_t line);

/* --- heading ---------------------------------------------------------------------------------- */

/* The first line of a picture: its name, which matrix of the stack, what the columns are, and a
 * heat map's legend. */

/* What the picture's name is drawn in. */
enum style heading_style(const struct picture *picture);
/* Name and matrix of the stack ("S  head 2 of 4") at the row heads; returns the column after. */
size_t heading_name(const struct grid *grid, size_t line);
/* "head 2 of 4" alone from COLUMN on, where it fits before END. */
void heading_stack(const struct grid *grid, const size_t at[3]);
/* Whether name and legend have room in one line. */
bool heading_holds_legend(const struct grid *grid);
/* The columns in which name, matrix and the columns' name stand whole. */
size_t heading_whole(const struct grid *grid);
/* The whole line; the axis's name ("keys →") over the first column where it fits. */
void heading_put(const struct grid *grid, size_t line);
/* "keys →" from COLUMN on, cut before END; returns the column after. */
size_t heading_columns(const struct grid *grid, const size_t at[3]);
/* "queries ↓" over the row heads. */
void heading_rows(const struct grid *grid, size_t line);

#endif
