/* plot: a curve, or how often numbers fall where, drawn as text with axes and numbers.
 *
 * A curve is drawn in braille, two by four dots a character, points joined by straight lines; in
 * ASCII with one `*` a character. The ends of both axes and their middles are written; what is not
 * finite leaves a gap. */
#ifndef QKV_CANVAS_PLOT_H
#define QKV_CANVAS_PLOT_H

#include "canvas/canvas.h"

struct plot {
    const char *title;   /* what rises: "A[1,2]" */
    const char *by;      /* along what: "W_q[1,2]" */
    const double *x, *y; /* COUNT points, x rising */
    size_t count;
    bool logarithmic; /* equal factors of x, which is positive, take equal room */
    bool ascii;
    int precision;
    size_t width;       /* most columns of a line; 0: 80 */
    const char *indent; /* before each line */
};

/* Appends the curve as lines, under "A[1,2] by W_q[1,2]". */
bool plot_print(const struct plot *plot, const struct paint *paint, struct text *out,
                struct failure *failure);

/* The curve in sentences: its ends, and its lowest and highest point. */
bool plot_describe(const struct plot *plot, struct text *out, struct failure *failure);

enum { HISTOGRAM_BINS = 200 }; /* the most there may be */

struct histogram {
    const double *numbers;
    size_t count, bins;
    bool ascii;
    int precision;
    const char *indent;
};

/* Appends a line a bin: from, to (which the last one includes), how many, and a bar. Numbers that
 * are not finite are counted by themselves. Then how many there are, their mean and their standard
 * deviation. */
bool histogram_print(const struct histogram *histogram, struct text *out, struct failure *failure);

#endif
