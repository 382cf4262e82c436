#include "tensor/region.h"

#include "tensor/tensor.h"

struct region region_all(const struct shape *shape) {
    struct region region = {{0}, {0}};
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        region.end[axis] = shape->size[axis];
    }
    return region;
}

/* Every cell of INNER is in OUTER. */
static bool region_holds(const struct region *outer, const struct region *inner) {
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        if (inner->first[axis] < outer->first[axis] || inner->end[axis] > outer->end[axis]) {
            return false;
        }
    }
    return true;
}

bool region_is_all(const struct region *region, const struct shape *shape) {
    struct region all = region_all(shape);
    return region_holds(region, &all);
}

size_t region_rows(const struct region *region) {
    size_t rows = 1;
    for (int axis = 0; axis < AXIS_COLUMN; axis++) {
        rows *= region->end[axis] - region->first[axis];
    }
    return rows;
}

size_t region_row(const struct region *region, const struct shape *shape, size_t row) {
    struct place place;
    place.at[AXIS_COLUMN] = region->first[AXIS_COLUMN];
    for (int axis = AXIS_COLUMN; axis-- > 0;) {
        size_t count = region->end[axis] - region->first[axis];
        place.at[axis] = region->first[axis] + row % count;
        row /= count;
    }
    return tensor_index(shape, &place);
}

size_t region_columns(const struct region *region) {
    return region->end[AXIS_COLUMN] - region->first[AXIS_COLUMN];
}
