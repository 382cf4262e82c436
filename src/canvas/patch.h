/* patch: a box of a canvas to draw in. Places count from its corner, and nothing is written outside
 * it: text is cut at its edges, wide characters whole. */
#ifndef QKV_CANVAS_PATCH_H
#define QKV_CANVAS_PATCH_H

#include "canvas/canvas.h"

struct box {
    size_t row, column, rows, columns;
};

/* Without a column at either side. */
static inline struct box box_inside(struct box box) {
    return (struct box){box.row, box.column + 1, box.rows, box.columns > 2 ? box.columns - 2 : 0};
}

struct patch {
    struct canvas *canvas;
    struct box box;
};

/* As much of BOX as lies on the canvas. */
struct patch patch_make(struct canvas *canvas, struct box box);

/* Writes TEXT from (ROW, COLUMN) on; returns the column after what was written. */
size_t patch_put(const struct patch *patch, size_t row, size_t column, const char *text,
                 enum style style);
/* CHARACTER, one column wide, WIDTH times from AT (row, column) on. */
void patch_repeat(const struct patch *patch, const size_t at[2], size_t width,
                  const char *character, enum style style);
/* A bar of WIDTH columns for 1, in eighths of a column, in ASCII in whole ones; what is more than
 * nothing is seen. */
struct bar {
    double part; /* 0 … 1 */
    size_t width;
    bool ascii;
    enum style style;
};
void patch_bar(const struct patch *patch, size_t row, size_t column, const struct bar *bar);
void patch_shade(const struct patch *patch, size_t row, size_t column, size_t width,
                 struct shade shade);
void patch_ink(const struct patch *patch, size_t row, size_t column, struct shade ink);
void patch_tag(const struct patch *patch, size_t row, size_t column, size_t width,
               struct canvas_tag tag);
void patch_half(const struct patch *patch, size_t row, size_t column, struct shade upper,
                struct shade lower);

/* How many columns TEXT takes. */
size_t patch_columns(const char *text);

/* TEXT cut to COLUMNS into OUT, "…" (ASCII "~") where it was cut; very many combining marks are cut
 * too. */
enum { PATCH_LABEL = 160 };
void patch_cut(char out[PATCH_LABEL], const char *text, size_t columns, bool ascii);

/* The signs of pictures, and what stands for them where there is no UTF-8. */
struct glyphs {
    const char *right, *down; /* beside the names of axes; RIGHT also from old to new */
    const char *term;         /* the present term */
    const char *gap;          /* left out */
    const char *bar, *track;
};
const struct glyphs *glyphs_of(bool ascii);

#endif
