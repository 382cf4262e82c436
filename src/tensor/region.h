/* region: some cells of a tensor, as the positions they have on each axis. */
#ifndef QKV_TENSOR_REGION_H
#define QKV_TENSOR_REGION_H

#include "tensor/shape.h"

/* On each axis the positions from FIRST up to, but not including, END. */
struct region {
    size_t first[AXIS_COUNT], end[AXIS_COUNT];
};

/* All cells of SHAPE; whether it is all. */
struct region region_all(const struct shape *shape);
bool region_is_all(const struct region *region, const struct shape *shape);

/* The index of the region's first cell in the row (of a tensor of SHAPE) that ROW counts: the
 * region's rows in the order they lie in, ROW from 0 up to region_rows. */
size_t region_rows(const struct region *region);
size_t region_row(const struct region *region, const struct shape *shape, size_t row);
/* How many cells of each row are in the region. */
size_t region_columns(const struct region *region);

#endif
