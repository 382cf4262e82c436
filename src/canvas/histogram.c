/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* histogram: how numbers are distributed, as lines with bars. */
#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/drawing.h"
#include "canvas/figure.h"
#include "canvas/ticks.h"

#include <math.h>
#include <stdint.h>

enum { BINS }; /* the option bins=14 */
enum { HISTOGRAM_BINS = 200, ROUND_BINS = 12, EVEN_BINS = 10 };

/* A number that is this little of a bin below the next one's start belongs there: 0.3 is no less
 * than 3 · 0.1. */
static const double edge = 1e-9;

struct bins {
    const struct picture *of;
    size_t bins, most, finite;
    size_t counts[HISTOGRAM_BINS];
    double starts[HISTOGRAM_BINS + 1]; /* where each begins, and the last one ends */
    struct figure figure;              /* of these */
    size_t width;
};

/* Counts the numbers in as many bins as asked for between the ends, or as round numbers divide
 * them; where these are more than MOST in half as many, a quarter. Two digits of a bin's width can
 * be read. */
static struct bins make_bins(const struct drawing *drawing, size_t most) {
    const struct picture *of = &drawing->values[0];
    size_t count = shape_cells(&of->value->shape);
    size_t requested = (size_t)drawing->request->option[BINS];
    struct round_range range = {.low = of->low, .high = of->high};
    struct bins bins = {.of = of};
    bins.bins = requested > 0 ? requested : EVEN_BINS;
    if (!(range.high > range.low)) {
        bins.bins = 1;
    } else if (requested == 0) {
        range = round_around(range.low, range.high, ROUND_BINS);
        bins.bins = range.steps > 1 ? range.steps : EVEN_BINS;
    }
    while (bins.bins > greater(most, 1)) {
        bins.bins /= 2;
    }
    for (size_t at = 0; at <= bins.bins; at++) {
        double share = (double)at / (double)bins.bins;
        bins.starts[at] =
            at == bins.bins ? range.high : range.low * (1 - share) + range.high * share;
    }
    double step = (range.high - range.low) / (double)bins.bins, decimals = of->precision;
    if (isfinite(step) && step > 0) {
        decimals = fmin(decimals, fmax(0, 1 - floor(log10(step))));
    }
    bins.figure.exact = true;
    bins.figure.decimals = figure_decimals(bins.starts, bins.bins + 1, (int)decimals);
    bins.width = figure_columns(&bins.figure, bins.starts, bins.bins + 1);
    for (size_t i = 0; i < count; i++) {
        double x = of->value->cells[i];
        if (isfinite(x)) {
            double share = share_between(range.low, range.high, x);
            size_t at = (size_t)(share * (double)bins.bins + edge);
            at = lesser(at, bins.bins - 1);
            bins.finite++;
            bins.most = greater(bins.most, ++bins.counts[at]);
        }
    }
    return bins;
}

/* Appends where a bin begins and where it ends. */
static void append_ends(const struct bins *bins, size_t at, const char *between, struct text *out) {
    for (size_t i = 0; i < 2; i++) {
        struct written number = figure_written(&bins->figure, bins->starts[at + i]);
        text_append(out, i > 0 ? between : "");
        text_repeat(out, " ", bins->width - canvas_columns(number.text));
        text_append(out, number.text);
    }
}

/* Sums in order, with the deviations from the mean made afterwards, as `mean` and `std` do. */
static void append_moments(const struct bins *bins, const char *deviation, struct text *out) {
    const double *numbers = bins->of->value->cells;
    size_t count = shape_cells(&bins->of->value->shape), finite = bins->finite;
    double n = (double)finite, sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        sum += isfinite(numbers[i]) ? numbers[i] : 0;
    }
    for (size_t i = 0; i < count; i++) {
        double centred = numbers[i] - sum / n;
        squares += isfinite(numbers[i]) ? centred * centred : 0;
    }
    text_format(out, "%zu number%s, mean %s, %s %s", finite, finite == 1 ? "" : "s",
                number_written(sum / n, bins->of->precision).text, deviation,
                number_written(sqrt(squares / n), bins->of->precision).text);
    if (finite < count) {
        text_format(out, "; %zu not finite", count - finite);
    }
}

static void histogram_describe(const struct drawing *drawing, struct text *out) {
    struct bins bins = make_bins(drawing, SIZE_MAX);
    for (size_t i = 0; i < bins.bins; i++) {
        text_format(out, "%zu number%s from ", bins.counts[i], bins.counts[i] == 1 ? "" : "s");
        append_ends(&bins, i, " to ", out);
        text_append(out, ".\n");
    }
    append_moments(&bins, "standard deviation", out);
    text_append(out, "\n");
}

/* --- drawn ------------------------------------------------------------------------------------ */

enum { WIDEST_BAR = 64, MOST_LINES = 3 };

/* Returns the rows: one for each bin, under the heading. */
static size_t histogram_rows(const struct drawing *drawing, size_t columns) {
    (void)columns;
    return 1 + make_bins(drawing, SIZE_MAX).bins;
}

static bool histogram_fits(const struct drawing *drawing, struct failure *failure) {
    const struct picture *of = &drawing->values[0];
    return of->low <= of->high ||
           failure_set(failure, "%s has no finite number to count", of->name);
}

static void histogram_draw(const struct drawing *drawing, const struct canvas *canvas) {
    const struct picture *of = &drawing->values[0];
    static const char between[] = " … ";
    char count[32];
    struct text words = {0};
    size_t rows = reduced(canvas->rows, 1);
    struct bins bins = make_bins(drawing, rows);
    /* "-76 … -64    20 " */
    size_t lead = 2 * bins.width + canvas_columns(between) + 2 +
                  text_fill(count, sizeof count, "%zu", bins.most) + 1;
    size_t lines = lesser(rows / greater(bins.bins, 1), MOST_LINES);
    size_t column =
        canvas_put(canvas, 0, 0, of->name, canvas->cursor != NULL ? STYLE_FOCUS : of->role);
    append_moments(&bins, "std", &words);
    canvas_put(canvas, 0, column, "  ", STYLE_LABEL);
    canvas_put_cut(canvas, 0, column + 2, text_string(&words), STYLE_LABEL);
    canvas_point(canvas, 0, 0);
    for (size_t at = 0; at < bins.bins && lead < canvas->columns; at++) {
        size_t row = 1 + at * lines;
        struct bar bar = {.part = (double)bins.counts[at] / (double)bins.most,
                          .width = lesser(canvas->columns - lead, WIDEST_BAR),
                          .style = STYLE_CURVE};
        text_clear(&words);
        append_ends(&bins, at, between, &words);
        canvas_put(canvas, row, 0, text_string(&words), STYLE_LABEL);
        text_fill(count, sizeof count, "%zu", bins.counts[at]);
        canvas_put_right(canvas, row, lead - 1, count, STYLE_NUMBER);
        for (size_t line = 0; line < lines; line++) {
            canvas_bar(canvas, row + line, lead, &bar);
        }
    }
    text_release(&words);
}

const struct drawing_kind histogram_drawing = {
    .name = "histogram",
    .sentence = "Show how the numbers of a value are distributed.",
    .example = "histogram scores bins=20",
    .parameters = {{"NAME", TYPE_NAME, NULL, "whose numbers"},
                   {"[bins=10]", TYPE_OPTIONS, NULL,
                    "how many equal intervals, up to 200; by default round ones"}},
    .options = {[BINS] = {.key = "bins", .most = HISTOGRAM_BINS}},
    .most = 1,
    .instead = true,
    .summed = true,
    .fits = histogram_fits,
    .rows = histogram_rows,
    .describe = histogram_describe,
    .least = {8, 34},
    .wish = {16, 76},
    .draw = histogram_draw,
};
