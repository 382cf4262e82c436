/* dense: a heat map without numbers, for matrices that are too big for them, and for thumbnails.
 *
 * A cell is a tile of two columns; or half a character, two rows a line; or, where there are no
 * colours, two or one shade characters (a second column holds the sign of a number below 0). */
#ifndef QKV_CANVAS_DENSE_H
#define QKV_CANVAS_DENSE_H

#include "canvas/grid.h"

struct dense {
    const struct picture *picture;
    const struct scale *scale;
    struct span rows, columns;
    size_t first;         /* flat index of the matrix's first cell */
    size_t cell_columns;  /* columns a cell takes: 1 or 2 */
    size_t rows_per_line; /* 1, or 2 with half blocks */
    size_t cursor[2];
};

/* Chooses the form that shows most of the picture's matrix in LINES × COLUMNS. */
struct dense dense_make(const struct picture *picture, const struct scale *scale, size_t lines,
                        size_t columns);

/* What dense_draw takes of the canvas. */
size_t dense_lines(const struct dense *dense);
size_t dense_columns(const struct dense *dense);
/* The cells alone, from ROW, COLUMN on. */
void dense_draw(const struct dense *dense, const struct patch *patch, size_t row, size_t column);

/* The body of picture_matrix: heads of the first, the present and the last position, the cells, and
 * a map where they do not all fit; between lines TOP and END. Returns the lines used. */
size_t dense_matrix(struct grid *grid, size_t top, size_t end, size_t cursor[2]);

#endif
