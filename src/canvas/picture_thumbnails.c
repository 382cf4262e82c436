#include "canvas/picture.h"

#include "base/text.h"
#include "canvas/dense.h"
#include "canvas/heading.h"

#include <stdint.h>

enum { GAP = 2, LABEL_LEAST = 5, LABEL_MOST = 16 };

/* Matrices in bands: ACROSS of them side by side, each as dense as FORM. */
struct gallery {
    struct grid grid; /* the name, and the cursor */
    struct scale scale;
    struct dense form;
    struct span matrices;
    size_t width;         /* of one matrix with the gap after it */
    size_t across, bands; /* how many there is room for */
    size_t top, lines;    /* lines for the bands */
};

static size_t lesser(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t greater(size_t a, size_t b) {
    return a > b ? a : b;
}

/* "2", "batch 3, head 1" cut down to "3,1", or the stack's own label. */
static void title_of(const struct picture *picture, size_t matrix, char out[PATCH_LABEL]) {
    const struct shape *shape = &picture->value->shape;
    size_t heads = shape->size[AXIS_HEAD];
    const struct labels *labels = shape->labels[AXIS_HEAD];
    char number[64];
    if (shape->axes > 3) {
        text_fill(number, sizeof number, "%zu,%zu", matrix / heads + 1, matrix % heads + 1);
    } else {
        text_fill(number, sizeof number, "%zu", matrix + 1);
    }
    patch_cut(out, labels && shape->axes == 3 ? labels->names[matrix] : number, LABEL_MOST,
              picture->ascii);
}

static size_t widest_title(const struct picture *picture) {
    size_t widest = LABEL_LEAST, matrices = shape_matrices(&picture->value->shape);
    size_t first = picture->value->shape.labels[AXIS_HEAD] || matrices == 0 ? 0 : matrices - 1;
    for (size_t i = first; i < matrices; i++) {
        char title[PATCH_LABEL];
        title_of(picture, i, title);
        widest = greater(widest, patch_columns(title) + 2);
    }
    return widest;
}

/* How many fit when each gets LINES × COLUMNS. */
static bool try_form(struct gallery *gallery, size_t lines, size_t columns) {
    const struct picture *picture = gallery->grid.picture;
    size_t room = gallery->grid.patch.box.columns,
           matrices = shape_matrices(&picture->value->shape);
    gallery->form = dense_make(picture, &gallery->scale, lines, columns);
    gallery->width = greater(dense_columns(&gallery->form), widest_title(picture)) + GAP;
    gallery->across = greater(1, (room + GAP) / gallery->width);
    gallery->bands = greater(1, gallery->lines / (1 + greater(1, dense_lines(&gallery->form))));
    size_t most = gallery->across * gallery->bands;
    gallery->matrices = span_make(matrices, most, picture->matrix);
    return !span_elides(&gallery->matrices) && !span_elides(&gallery->form.rows) &&
           !span_elides(&gallery->form.columns);
}

/* Tiles, else half blocks or single columns, else parts of the matrices. */
static void choose_form(struct gallery *gallery) {
    const struct shape *shape = &gallery->grid.picture->value->shape;
    size_t rows = shape_rows(shape), columns = shape_columns(shape);
    size_t lines = gallery->lines > 1 ? gallery->lines - 1 : 1;
    size_t room = gallery->grid.patch.box.columns;
    size_t part = room / lesser(4, greater(1, shape_matrices(shape)));
    size_t most = greater(8, part > GAP ? part - GAP : 0);
    if (try_form(gallery, lesser(lines, rows), lesser(room, 2 * columns)) ||
        try_form(gallery, lesser(lines, rows), lesser(room, columns)) ||
        try_form(gallery, lesser(lines, (rows + 1) / 2), lesser(room, columns))) {
        return;
    }
    try_form(gallery, lesser(lines, rows), lesser(most, columns));
    if (span_elides(&gallery->form.columns)) { /* without colour a cell takes two columns */
        try_form(gallery, lesser(lines, rows), lesser(most, 2 * columns));
    }
}

static void draw_one(const struct gallery *gallery, size_t matrix) {
    size_t at = matrix - gallery->matrices.first, lines = 1 + dense_lines(&gallery->form);
    size_t line = gallery->top + at / gallery->across * lines;
    size_t column = 1 + at % gallery->across * gallery->width;
    bool present = matrix == gallery->grid.picture->matrix;
    const struct patch *patch = &gallery->grid.patch;
    struct picture picture = *gallery->grid.picture;
    struct dense dense = gallery->form;
    char title[PATCH_LABEL];
    picture.matrix = matrix;
    dense.picture = &picture;
    dense.first = picture_first(&picture);
    picture_cursor(&picture, dense.cursor);
    title_of(&picture, matrix, title);
    patch_put(patch, line, column - 1, present ? "[" : "", STYLE_FOCUS);
    size_t end = patch_put(patch, line, column, title, present ? STYLE_FOCUS : STYLE_LABEL);
    patch_put(patch, line, end, present ? "]" : "", STYLE_FOCUS);
    dense_draw(&dense, patch, line + 1, column);
}

static void draw_rest(const struct gallery *gallery, size_t line) {
    char words[160];
    const struct span *matrices = &gallery->matrices, *rows = &gallery->form.rows;
    const struct span *columns = &gallery->form.columns;
    size_t at = 1;
    if (span_elides(matrices)) {
        text_fill(words, sizeof words, "%zu to %zu of %zu shown   ", matrices->first + 1,
                  matrices->first + matrices->count, matrices->size);
        at = patch_put(&gallery->grid.patch, line, at, words, STYLE_LABEL);
    }
    if (span_elides(rows) || span_elides(columns)) {
        text_fill(words, sizeof words, "of each rows %zu to %zu of %zu, columns %zu to %zu of %zu",
                  rows->first + 1, rows->first + rows->count, rows->size, columns->first + 1,
                  columns->first + columns->count, columns->size);
        patch_put(&gallery->grid.patch, line, at, words, STYLE_LABEL);
    }
}

static size_t draw_gallery(struct gallery *gallery) {
    size_t rows = gallery->grid.patch.box.rows, width = gallery->grid.patch.box.columns;
    gallery->top = rows > 2;
    gallery->lines = rows - gallery->top;
    choose_form(gallery);
    bool rest = span_elides(&gallery->form.rows) || span_elides(&gallery->form.columns);
    if (rest && gallery->lines > 2) {
        gallery->lines--;
        choose_form(gallery);
    }
    if (gallery->top) {
        size_t end = heading_name(&gallery->grid, 0);
        legend_place(gallery->grid.picture, &gallery->scale, &gallery->grid.patch,
                     (const size_t[]){0, end + 2, width});
    }
    for (size_t i = 0; i < gallery->matrices.count; i++) {
        draw_one(gallery, gallery->matrices.first + i);
    }
    size_t bands = (gallery->matrices.count + gallery->across - 1) / gallery->across;
    size_t used = gallery->top + bands * (1 + dense_lines(&gallery->form));
    if ((rest || span_elides(&gallery->matrices)) && used < rows) {
        draw_rest(gallery, used++);
    }
    return lesser(used, rows);
}

size_t picture_thumbnails(struct canvas *canvas, struct box box, const struct picture *picture) {
    struct patch patch = patch_make(canvas, box);
    struct gallery gallery = {0};
    if (patch.box.rows == 0 || patch.box.columns == 0) {
        return 0;
    }
    if (shape_cells(&picture->value->shape) == 0) {
        return picture_matrix(canvas, box, picture, NULL);
    }
    struct picture heat = *picture;
    heat.heat = true;
    gallery.scale = scale_of(&heat, true);
    grid_init(&gallery.grid, &patch, &heat);
    return draw_gallery(&gallery);
}
