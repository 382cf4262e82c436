#include "tensor/region.h"

#include "tensor/tensor.h"

struct region region_all(const struct shape *shape) {
    struct region region = {{0}, {0}};
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        region.end[axis] = shape->size[axis];
    }
    return region;
}

struct region region_cell(const struct shape *shape, size_t cell) {
    struct place place = tensor_place(shape, cell);
    struct region region;
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        region.first[axis] = place.at[axis];
        region.end[axis] = place.at[axis] + 1;
    }
    return region;
}

bool region_empty(const struct region *region) {
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        if (region->first[axis] >= region->end[axis]) {
            return true;
        }
    }
    return false;
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

size_t region_clip(size_t at, size_t start, size_t count) {
    size_t beyond = at > start ? at - start : 0;

    return beyond < count ? beyond : count;
}

void region_widen(struct region *region, int axis, const struct shape *shape) {
    region->first[axis] = 0;
    region->end[axis] = shape->size[axis];
}

void region_surround(struct region *region, const struct region *more) {
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        if (more->first[axis] < region->first[axis]) {
            region->first[axis] = more->first[axis];
        }
        if (more->end[axis] > region->end[axis]) {
            region->end[axis] = more->end[axis];
        }
    }
}

void regions_add(struct regions *regions, const struct region *region) {
    size_t kept = 0;
    if (region_empty(region)) {
        return;
    }
    for (size_t i = 0; i < regions->count; i++) {
        if (region_holds(&regions->list[i], region)) {
            return;
        }
    }
    for (size_t i = 0; i < regions->count; i++) {
        if (!region_holds(region, &regions->list[i])) {
            regions->list[kept++] = regions->list[i];
        }
    }
    regions->count = kept;
    if (regions->count < REGIONS) {
        regions->list[regions->count++] = *region;
        return;
    }
    for (size_t i = 1; i < REGIONS; i++) {
        region_surround(&regions->list[0], &regions->list[i]);
    }
    region_surround(&regions->list[0], region);
    regions->count = 1;
}

size_t region_cells(const struct region *region) {
    return region_empty(region) ? 0 : region_rows(region) * region_columns(region);
}

bool region_meet(const struct region *a, const struct region *b, struct region *both) {
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        both->first[axis] = a->first[axis] > b->first[axis] ? a->first[axis] : b->first[axis];
        both->end[axis] = a->end[axis] < b->end[axis] ? a->end[axis] : b->end[axis];
    }
    return !region_empty(both);
}

/* What is left of REGION without HOLE, which lies inside it: before and after it on each axis. */
static size_t cut_hole(struct region region, const struct region *hole,
                       struct region pieces[2 * AXIS_COUNT]) {
    size_t count = 0;
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        struct region before = region, after = region;
        before.end[axis] = hole->first[axis];
        after.first[axis] = hole->end[axis];
        region.first[axis] = hole->first[axis];
        region.end[axis] = hole->end[axis];
        if (!region_empty(&before)) {
            pieces[count++] = before;
        }
        if (!region_empty(&after)) {
            pieces[count++] = after;
        }
    }
    return count;
}

void regions_take(struct regions *regions, const struct region *region) {
    struct regions left = {.count = 0};
    for (size_t i = 0; i < regions->count; i++) {
        struct region hole, pieces[2 * AXIS_COUNT];
        const struct region *whole = &regions->list[i];
        size_t room = REGIONS - left.count - (regions->count - i - 1);
        size_t count =
            region_meet(whole, region, &hole) ? cut_hole(*whole, &hole, pieces) : room + 1;
        for (size_t k = 0; count <= room && k < count; k++) {
            left.list[left.count++] = pieces[k];
        }
        if (count > room) {
            left.list[left.count++] = *whole;
        }
    }
    *regions = left;
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
