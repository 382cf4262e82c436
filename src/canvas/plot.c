#include "canvas/plot.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { PLOT_ROWS = 11, PLOT_COLUMNS = 60, BAR_COLUMNS = 40, DEFAULT_WIDTH = 80 };

/* --- the range -----------------------------------------------------------------------------------
 */

struct extent {
    double low, high;
    size_t at_low, at_high; /* where they are reached first */
    size_t finite;          /* how many numbers are finite */
};

static struct extent find_extent(const double *numbers, size_t count) {
    struct extent range = {0};
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i])) {
            continue;
        }
        if (range.finite == 0 || numbers[i] < range.low) {
            range.low = numbers[i];
            range.at_low = i;
        }
        if (range.finite == 0 || numbers[i] > range.high) {
            range.high = numbers[i];
            range.at_high = i;
        }
        range.finite++;
    }
    return range;
}

/* Where VALUE lies between the two, 0 … 1. Halved first: their distance may be above all doubles.
 */
static double share_of(double low, double high, double value) {
    double whole = high / 2 - low / 2;
    return whole > 0 ? (value / 2 - low / 2) / whole : 0.5;
}

static double along(const struct plot *plot, double x) {
    return plot->logarithmic ? log(x) : x;
}

/* --- the dots ------------------------------------------------------------------------------------
 */

struct dots {
    const struct plot *plot;
    size_t rows, columns; /* characters */
    size_t across, down;  /* dots in a character */
    unsigned char *cells; /* which dots of each are set, one bit a dot */
    double first, last;   /* the ends of x, as they are laid out */
    double low, high;     /* the ends of y */
};

/* The braille dots of a character, line by line; in ASCII there is one. */
static const unsigned char bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

static void set_dot(struct dots *dots, double x, double y) {
    size_t column = (size_t)(x + 0.5), row = (size_t)(y + 0.5);
    size_t cell = row / dots->down * dots->columns + column / dots->across;
    dots->cells[cell] |= bits[row % dots->down][column % dots->across];
}

static double dot_column(const struct dots *dots, double x) {
    return share_of(dots->first, dots->last, along(dots->plot, x)) *
           (double)(dots->columns * dots->across - 1);
}

static double dot_row(const struct dots *dots, double y) {
    return (1 - share_of(dots->low, dots->high, y)) * (double)(dots->rows * dots->down - 1);
}

/* A straight line, a dot a step. */
static void draw_line(struct dots *dots, const double from[2], const double to[2]) {
    double longest = fmax(fabs(to[0] - from[0]), fabs(to[1] - from[1]));
    size_t steps = (size_t)ceil(longest);
    for (size_t i = 0; i <= steps; i++) {
        double part = steps > 0 ? (double)i / (double)steps : 0;
        set_dot(dots, from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1]));
    }
}

static void draw_curve(struct dots *dots) {
    const struct plot *plot = dots->plot;
    double before[2] = {0};
    bool joined = false;
    for (size_t i = 0; i < plot->count; i++) {
        if (!isfinite(plot->y[i])) {
            joined = false;
            continue;
        }
        double here[2] = {dot_column(dots, plot->x[i]), dot_row(dots, plot->y[i])};
        draw_line(dots, joined ? before : here, here);
        memcpy(before, here, sizeof before);
        joined = true;
    }
}

/* --- the picture ---------------------------------------------------------------------------------
 */

struct easel {
    struct canvas canvas;
    struct dots dots;
    size_t left; /* the column of the vertical axis */
};

static const char *written(const struct plot *plot, double number, char room[NUMBER_TEXT]) {
    number_short(room, number, plot->precision);
    return room;
}

/* The numbers at the top, the middle and the bottom. */
static double height_at(const struct dots *dots, int part) {
    return part == 0 ? dots->high : part == 1 ? dots->low / 2 + dots->high / 2 : dots->low;
}

static double width_at(const struct dots *dots, int part) {
    double laid = part == 0   ? dots->first
                  : part == 1 ? dots->first / 2 + dots->last / 2
                              : dots->last;
    const struct plot *plot = dots->plot;
    if (part != 1) {
        return plot->x[part == 0 ? 0 : plot->count - 1];
    }
    return plot->logarithmic ? exp(laid) : laid;
}

static size_t head_width(const struct dots *dots) {
    char room[NUMBER_TEXT];
    size_t widest = 0;
    for (int part = 0; part < 3; part++) {
        size_t width = strlen(written(dots->plot, height_at(dots, part), room));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void put_dots(struct easel *easel) {
    const struct dots *dots = &easel->dots;
    for (size_t i = 0; i < dots->rows * dots->columns; i++) {
        char character[5] = "*";
        if (dots->cells[i] == 0) {
            continue;
        }
        if (!dots->plot->ascii) {
            utf8_encode(0x2800U + dots->cells[i], character);
        }
        canvas_put(&easel->canvas, 1 + i / dots->columns, easel->left + 1 + i % dots->columns,
                   character, STYLE_NUMBER);
    }
}

static void put_axes(struct easel *easel) {
    const struct dots *dots = &easel->dots;
    bool ascii = dots->plot->ascii;
    for (size_t row = 0; row < dots->rows; row++) {
        bool marked = row == 0 || row == dots->rows / 2 || row + 1 == dots->rows;
        canvas_put(&easel->canvas, 1 + row, easel->left,
                   ascii ? (marked ? "+" : "|") : (marked ? "┤" : "│"), STYLE_LABEL);
    }
    canvas_put(&easel->canvas, 1 + dots->rows, easel->left, ascii ? "+" : "└", STYLE_LABEL);
    for (size_t i = 0; i < dots->columns; i++) {
        canvas_put(&easel->canvas, 1 + dots->rows, easel->left + 1 + i, ascii ? "-" : "─",
                   STYLE_LABEL);
    }
}

static void put_numbers(struct easel *easel) {
    const struct dots *dots = &easel->dots;
    char room[NUMBER_TEXT];
    const size_t rows[] = {1, 1 + dots->rows / 2, dots->rows};
    size_t under = dots->rows + 2, right = easel->left + 1 + dots->columns;
    for (int part = 0; part < 3; part++) {
        canvas_put_right(&easel->canvas, rows[part], easel->left - 1,
                         written(dots->plot, height_at(dots, part), room), STYLE_LABEL);
    }
    canvas_put(&easel->canvas, under, easel->left + 1, written(dots->plot, width_at(dots, 0), room),
               STYLE_LABEL);
    written(dots->plot, width_at(dots, 1), room);
    canvas_put(&easel->canvas, under, easel->left + 1 + dots->columns / 2 - strlen(room) / 2, room,
               STYLE_LABEL);
    canvas_put_right(&easel->canvas, under, right, written(dots->plot, width_at(dots, 2), room),
                     STYLE_LABEL);
}

static void put_title(struct easel *easel, const char *indent, struct text *out) {
    const struct plot *plot = easel->dots.plot;
    struct text title = {0};
    text_format(&title, "%s by %s", plot->title, plot->by);
    text_append(&title, plot->logarithmic ? ", in equal factors" : "");
    canvas_put(&easel->canvas, 0, strlen(indent), text_string(&title), STYLE_TITLE);
    out->failed = out->failed || title.failed;
    text_release(&title);
}

/* Measures; false without memory. */
static bool easel_init(struct easel *easel, const struct plot *plot, const struct extent *range,
                       struct failure *failure) {
    size_t width = plot->width ? plot->width : DEFAULT_WIDTH;
    bool flat = !(range->high > range->low);
    double half = fabs(range->low) < 1 ? 0.5 : fabs(range->low) / 2;
    *easel = (struct easel){0};
    easel->dots = (struct dots){.plot = plot,
                                .rows = PLOT_ROWS,
                                .across = plot->ascii ? 1 : 2,
                                .down = plot->ascii ? 1 : 4,
                                .first = along(plot, plot->x[0]),
                                .last = along(plot, plot->x[plot->count - 1]),
                                .low = flat ? fmax(range->low - half, -DBL_MAX) : range->low,
                                .high = flat ? fmin(range->high + half, DBL_MAX) : range->high};
    easel->left = strlen(plot->indent) + head_width(&easel->dots) + 1;
    size_t room = width > easel->left + 12 ? width - easel->left - 1 : 10;
    easel->dots.columns = room < PLOT_COLUMNS ? room : PLOT_COLUMNS;
    easel->dots.cells = memory_allocate(easel->dots.rows * easel->dots.columns, 1);
    if (easel->dots.cells == NULL) {
        return failure_memory(failure);
    }
    return canvas_init(&easel->canvas, PLOT_ROWS + 3, easel->left + 1 + easel->dots.columns + 40,
                       failure);
}

bool plot_print(const struct plot *plot, const struct paint *paint, struct text *out,
                struct failure *failure) {
    struct extent range = find_extent(plot->y, plot->count);
    struct easel easel;
    if (range.finite == 0) {
        text_format(out, "%s%s has no finite number to draw.\n", plot->indent, plot->title);
        return text_ok(out, failure);
    }
    bool ok = easel_init(&easel, plot, &range, failure);
    if (ok) {
        draw_curve(&easel.dots);
        put_title(&easel, plot->indent, out);
        put_axes(&easel);
        put_numbers(&easel);
        put_dots(&easel);
        canvas_print(&easel.canvas, paint, out);
    }
    canvas_release(&easel.canvas);
    memory_free(easel.dots.cells);
    return ok && text_ok(out, failure);
}

bool plot_describe(const struct plot *plot, struct text *out, struct failure *failure) {
    struct extent range = find_extent(plot->y, plot->count);
    char y[NUMBER_TEXT], x[NUMBER_TEXT];
    const size_t at[] = {0, plot->count - 1, range.at_low, range.at_high};
    static const char *const words[] = {"begins with ", ", ends with ", "; its lowest is ",
                                        ", its highest "};
    if (range.finite == 0) {
        text_format(out, "%s has no finite number to draw.\n", plot->title);
        return text_ok(out, failure);
    }
    text_format(out, "%s by %s ", plot->title, plot->by);
    for (int i = 0; i < 4; i++) {
        text_format(out, "%s%s at %s", words[i], written(plot, plot->y[at[i]], y),
                    written(plot, plot->x[at[i]], x));
    }
    text_append(out, ".\n");
    return text_ok(out, failure);
}

/* --- histograms ----------------------------------------------------------------------------------
 */

struct bins {
    const struct histogram *histogram;
    struct extent range;
    size_t bins, most;
    size_t counts[HISTOGRAM_BINS];
};

static void count_numbers(struct bins *bins) {
    const struct histogram *histogram = bins->histogram;
    bins->range = find_extent(histogram->numbers, histogram->count);
    bins->bins = bins->range.high > bins->range.low ? histogram->bins : 1;
    for (size_t i = 0; i < histogram->count; i++) {
        double x = histogram->numbers[i];
        if (!isfinite(x)) {
            continue;
        }
        size_t at = (size_t)(share_of(bins->range.low, bins->range.high, x) * (double)bins->bins);
        at = at < bins->bins ? at : bins->bins - 1;
        bins->counts[at]++;
        bins->most = bins->counts[at] > bins->most ? bins->counts[at] : bins->most;
    }
}

/* Where bin AT begins; the last one's end is that of the one behind it. */
static double bin_start(const struct bins *bins, size_t at) {
    double share = (double)at / (double)bins->bins;
    if (at == bins->bins) {
        return bins->range.high;
    }
    return bins->range.low * (1 - share) + bins->range.high * share;
}

static size_t widest_start(const struct bins *bins) {
    char room[NUMBER_TEXT];
    size_t widest = 0;
    for (size_t i = 0; i <= bins->bins; i++) {
        number_short(room, bin_start(bins, i), bins->histogram->precision);
        widest = strlen(room) > widest ? strlen(room) : widest;
    }
    return widest;
}

static void print_bin(const struct bins *bins, size_t at, size_t width, struct text *out) {
    const struct histogram *histogram = bins->histogram;
    char from[NUMBER_TEXT], to[NUMBER_TEXT], most[32];
    size_t bar =
        bins->most > 0 ? (bins->counts[at] * BAR_COLUMNS * 2 + bins->most - 1) / bins->most : 0;
    number_short(from, bin_start(bins, at), histogram->precision);
    number_short(to, bin_start(bins, at + 1), histogram->precision);
    size_t digits = text_fill(most, sizeof most, "%zu", bins->most);
    text_format(out, "%s%*s %s %*s  %*zu ", histogram->indent, (int)width, from,
                histogram->ascii ? "to" : "…", (int)width, to, (int)digits, bins->counts[at]);
    text_repeat(out, histogram->ascii ? "#" : "█", histogram->ascii ? (bar + 1) / 2 : bar / 2);
    text_append(out, !histogram->ascii && bar % 2 == 1 ? "▌" : "");
    text_append(out, "\n");
}

/* Sums in order, the deviations from the mean made afterwards, as `mean` and `std` do. */
static void print_moments(const struct bins *bins, struct text *out) {
    const struct histogram *histogram = bins->histogram;
    char mean_text[NUMBER_TEXT], std_text[NUMBER_TEXT];
    double n = (double)bins->range.finite, sum = 0, squares = 0;
    for (size_t i = 0; i < histogram->count; i++) {
        sum += isfinite(histogram->numbers[i]) ? histogram->numbers[i] : 0;
    }
    for (size_t i = 0; i < histogram->count; i++) {
        double centred = histogram->numbers[i] - sum / n;
        squares += isfinite(histogram->numbers[i]) ? centred * centred : 0;
    }
    number_short(mean_text, sum / n, histogram->precision);
    number_short(std_text, sqrt(squares / n), histogram->precision);
    text_format(out, "%s%zu number%s, mean %s, standard deviation %s", histogram->indent,
                bins->range.finite, bins->range.finite == 1 ? "" : "s", mean_text, std_text);
    if (bins->range.finite < histogram->count) {
        text_format(out, "; %zu not finite", histogram->count - bins->range.finite);
    }
    text_append(out, "\n");
}

bool histogram_print(const struct histogram *histogram, struct text *out, struct failure *failure) {
    struct bins bins = {.histogram = histogram};
    count_numbers(&bins);
    if (bins.range.finite == 0) {
        text_format(out, "%sThere is no finite number to count.\n", histogram->indent);
        return text_ok(out, failure);
    }
    size_t width = widest_start(&bins);
    for (size_t i = 0; i < bins.bins; i++) {
        print_bin(&bins, i, width, out);
    }
    print_moments(&bins, out);
    return text_ok(out, failure);
}
