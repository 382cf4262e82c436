/* region: some cells of a tensor, as the positions they have on each axis; and a few regions
 * together, such as the row and the column of scores that one token's query and key meet in. */
#ifndef QKV_TENSOR_REGION_H
#define QKV_TENSOR_REGION_H

#include "tensor/shape.h"

/* On each axis the positions from FIRST up to, but not including, END. */
struct region {
    size_t first[AXIS_COUNT], end[AXIS_COUNT];
};

enum { REGIONS = 4 };

/* The cells that are in one of them, and maybe in several. None: no cell. */
struct regions {
    struct region list[REGIONS];
    size_t count;
};

/* All cells of SHAPE; the one at index CELL; whether it is no cell; whether it is all. */
struct region region_all(const struct shape *shape);
struct region region_cell(const struct shape *shape, size_t cell);
bool region_empty(const struct region *region);
bool region_is_all(const struct region *region, const struct shape *shape);

/* How far position AT of an axis is among the COUNT positions from START on. */
size_t region_clip(size_t at, size_t start, size_t count);

/* All positions of one axis. */
void region_widen(struct region *region, int axis, const struct shape *shape);

/* Adds REGION's cells; when there is no room for another region, the one around all of them. */
void regions_add(struct regions *regions, const struct region *region);

/* How many cells. */
size_t region_cells(const struct region *region);

/* Whether A and B have cells in common: BOTH. */
bool region_meet(const struct region *a, const struct region *b, struct region *both);

/* Makes REGION large enough to hold MORE too. */
void region_surround(struct region *region, const struct region *more);

/* Takes REGION's cells away; where that would leave more regions than there is room for, some
 * stay. */
void regions_take(struct regions *regions, const struct region *region);

/* The index of the region's first cell in the row (of a tensor of SHAPE) that ROW counts: the
 * region's rows in the order they lie in, ROW from 0 up to region_rows. */
size_t region_rows(const struct region *region);
size_t region_row(const struct region *region, const struct shape *shape, size_t row);
/* How many cells of each row are in the region. */
size_t region_columns(const struct region *region);

#endif
