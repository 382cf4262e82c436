/* heading: the first line of a picture: its name, which matrix of the stack, what the columns are,
 * and a heat map's legend. */
#ifndef QKV_CANVAS_HEADING_H
#define QKV_CANVAS_HEADING_H

#include "canvas/grid.h"

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
