#include "canvas/picture.h"

#include <stdint.h>

/* MOST: more matrices are not read side by side. GAP: columns between two. */
enum { MOST = 12, GAP = 2 };

/* Matrix MATRIX of the stack; only the present one has the cursor. */
static struct picture member(const struct picture *picture, size_t matrix) {
    struct picture one = *picture;
    one.matrix = matrix;
    one.cursor = matrix == picture->matrix ? picture->cursor : SIZE_MAX;
    return one;
}

size_t picture_stack_columns(const struct picture *picture) {
    const struct shape *shape = &picture->value->shape;
    size_t count = shape_matrices(shape), columns = 0;
    if (count > MOST || shape_rows(shape) * shape_columns(shape) < 2) {
        return SIZE_MAX;
    }
    for (size_t i = 0; i < count; i++) {
        struct picture one = member(picture, i);
        columns += picture_columns(&one) + (i > 0 ? GAP : 0);
    }
    return columns;
}

size_t picture_stack(struct canvas *canvas, struct box box, const struct picture *picture,
                     size_t cursor[2]) {
    size_t count = shape_matrices(&picture->value->shape), rows = 0;
    for (size_t i = 0; i < count; i++) {
        struct picture one = member(picture, i);
        size_t columns = picture_columns(&one);
        struct box part = {box.row, box.column, box.rows, columns};
        rows = picture_matrix(canvas, part, &one, cursor);
        box.column += columns + GAP;
    }
    return rows;
}
