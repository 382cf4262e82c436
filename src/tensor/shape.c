#include "tensor/shape.h"

#include "base/text.h"

#include <stdint.h>
#include <string.h>

struct shape shape_matrix(size_t rows, size_t columns) {
    return (struct shape){.axes = 2, .size = {1, 1, rows, columns}};
}

void shape_release(struct shape *shape) {
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        labels_release(shape->labels[axis]);
        shape->labels[axis] = NULL;
    }
}

struct shape shape_copy(const struct shape *shape) {
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        labels_retain(shape->labels[axis]);
    }
    return *shape;
}

size_t shape_cells_beyond(const struct shape *shape) {
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        if (shape->size[axis] == 0) {
            return 0;
        }
    }
    return SIZE_MAX;
}

bool shape_same_sizes(const struct shape *a, const struct shape *b) {
    return a->axes == b->axes && memcmp(a->size, b->size, sizeof a->size) == 0;
}

bool shape_is_number(const struct shape *shape) {
    return shape->axes == 2 && shape_rows(shape) == 1 && shape_columns(shape) == 1;
}

const char *shape_axis(const struct shape *shape, enum tensor_axis axis) {
    static const char *const names[AXIS_COUNT] = {"batch", "head", "row", "column"};
    bool batch = axis == AXIS_HEAD && shape->axes == 3 && !shape->heads;
    return names[batch ? AXIS_BATCH : axis];
}

static void write_size(size_t size, struct text *out) {
    char room[24], *end = room + sizeof room, *at = end;
    do {
        *--at = (char)('0' + size % 10);
        size /= 10;
    } while (size > 0);
    text_append_bytes(out, at, (size_t)(end - at));
}

void shape_write(const struct shape *shape, struct text *out) {
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        text_append(out, axis > AXIS_COUNT - shape->axes ? "×" : "");
        write_size(shape->size[axis], out);
    }
}

const char *shape_text(const struct shape *shape, char out[64]) {
    size_t used = 0;
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        const char *times = axis > AXIS_COUNT - shape->axes ? "×" : "";
        used += text_fill(out + used, 64 - used, "%s%zu", times, shape->size[axis]);
    }
    return out;
}
