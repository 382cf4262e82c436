/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* histogram: how numbers are distributed, as lines with bars. */
#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/drawing.h"
#include "canvas/figure.h"
#include "canvas/ticks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINS }; /* the option bins=14 */
enum { HISTOGRAM_BINS = 200, ROUND_BINS = 12, EVEN_BINS = 10 };

/* A number that is this little of a bin below the next one's start belongs there: 0.3 is no less
 * than 3 · 0.1. */
static const double edge = 1e-9;

struct bins {
    const double *numbers;
    size_t count;     /* of them */
    size_t requested; /* so many bins; 0: about ten, as round numbers divide them */
    int precision;
    struct extent range;
    double low, high; /* where the first begins and the last ends */
    size_t bins, most;
    size_t counts[HISTOGRAM_BINS];
    struct figure figure; /* of what they begin with */
    size_t width;
};

/* Returns where bin AT begins; the last one's end is the start of the next. */
static double bin_start(const struct bins *bins, size_t at) {
    double share = (double)at / (double)bins->bins;
    return at == bins->bins ? bins->high : bins->low * (1 - share) + bins->high * share;
}

/* Chooses as many bins as asked for between the ends, or as round numbers divide them. */
static void choose_bins(struct bins *bins) {
    bins->low = bins->range.low;
    bins->high = bins->range.high;
    bins->bins = bins->requested > 0 ? bins->requested : EVEN_BINS;
    if (!(bins->high > bins->low)) {
        bins->bins = 1;
    } else if (bins->requested == 0) {
        struct ticks ticks = ticks_around(bins->low, bins->high, ROUND_BINS);
        size_t last = ticks.count - 1;
        bins->bins = last > 1 ? last : EVEN_BINS;
        bins->low = ticks.list[0].at;
        bins->high = ticks.list[last].at;
    }
}

/* Chooses decimals for the bins' starts so that two digits of their width can be read. */
static void choose_figures(struct bins *bins) {
    int precision = bins->precision;
    double step = (bins->high - bins->low) / (double)bins->bins;
    if (isfinite(step) && step > 0) {
        double decimals = fmax(0, 1 - floor(log10(step)));
        precision = decimals < precision ? (int)decimals : precision;
    }
    double starts[HISTOGRAM_BINS + 1];
    for (size_t at = 0; at <= bins->bins; at++) {
        starts[at] = bin_start(bins, at);
    }
    bins->figure = (struct figure){.decimals = figure_decimals(starts, bins->bins + 1, precision),
                                   .exact = true};
    bins->width = figure_columns(&bins->figure, starts, bins->bins + 1);
}

static void count_numbers(struct bins *bins) {
    for (size_t i = 0; i < bins->count; i++) {
        double x = bins->numbers[i];
        if (!isfinite(x)) {
            continue;
        }
        double share = extent_share(bins->low, bins->high, x);
        size_t at = (size_t)(share * (double)bins->bins + edge);
        at = at < bins->bins ? at : bins->bins - 1;
        bins->counts[at]++;
        bins->most = bins->counts[at] > bins->most ? bins->counts[at] : bins->most;
    }
}

/* Prints where it begins and where it ends. */
static void print_ends(const struct bins *bins, size_t at, const char *between, struct text *out) {
    char number[NUMBER_TEXT];
    for (size_t i = 0; i < 2; i++) {
        figure_write(&bins->figure, bin_start(bins, at + i), number);
        text_append(out, i > 0 ? between : "");
        figure_right(out, number, bins->width);
    }
}

/* Sums in order, with the deviations from the mean made afterwards, as `mean` and `std` do. */
static void print_moments(const struct bins *bins, const char *deviation, struct text *out) {
    char mean_text[NUMBER_TEXT], std_text[NUMBER_TEXT];
    double n = (double)bins->range.finite, sum = 0, squares = 0;
    for (size_t i = 0; i < bins->count; i++) {
        sum += isfinite(bins->numbers[i]) ? bins->numbers[i] : 0;
    }
    for (size_t i = 0; i < bins->count; i++) {
        double centred = bins->numbers[i] - sum / n;
        squares += isfinite(bins->numbers[i]) ? centred * centred : 0;
    }
    number_short(mean_text, sum / n, bins->precision);
    number_short(std_text, sqrt(squares / n), bins->precision);
    text_format(out, "%zu number%s, mean %s, %s %s", bins->range.finite,
                bins->range.finite == 1 ? "" : "s", mean_text, deviation, std_text);
    if (bins->range.finite < bins->count) {
        text_format(out, "; %zu not finite", bins->count - bins->range.finite);
    }
}

/* Counts the numbers in LESS times fewer bins than there would be. */
static struct bins make_bins(const struct drawing *drawing, size_t less) {
    const struct picture *of = &drawing->values[0];
    struct bins bins = {.numbers = of->value->cells,
                        .count = shape_cells(&of->value->shape),
                        .requested = (size_t)drawing->request->option[BINS],
                        .precision = of->precision};
    bins.range = extent_of(bins.numbers, bins.count);
    if (bins.range.finite > 0) {
        choose_bins(&bins);
        bins.bins = greater(bins.bins / less, 1);
        choose_figures(&bins);
        count_numbers(&bins);
    }
    return bins;
}

static void histogram_describe(const struct drawing *drawing, struct text *out) {
    struct bins bins = make_bins(drawing, 1);
    for (size_t i = 0; i < bins.bins; i++) {
        text_format(out, "%zu number%s from ", bins.counts[i], bins.counts[i] == 1 ? "" : "s");
        print_ends(&bins, i, " to ", out);
        text_append(out, ".\n");
    }
    print_moments(&bins, "standard deviation", out);
    text_append(out, "\n");
}

/* --- drawn ------------------------------------------------------------------------------------ */

enum { WIDEST_BAR = 64, MOST_LINES = 3 };

/* Returns the rows: one for each bin, under the heading. */
static size_t histogram_rows(const struct drawing *drawing, size_t columns) {
    (void)columns;
    return 1 + make_bins(drawing, 1).bins;
}

static bool histogram_fits(const struct drawing *drawing, struct failure *failure) {
    const struct picture *of = &drawing->values[0];
    return extent_of(of->value->cells, shape_cells(&of->value->shape)).finite > 0 ||
           failure_set(failure, "%s has no finite number to count", of->name);
}

static void put_histogram_heading(const struct drawing *drawing, const struct bins *bins,
                                  const struct canvas *canvas, size_t cursor[2]) {
    struct text words = {0};
    const struct picture *of = &drawing->values[0];
    size_t column = canvas_put(canvas, 0, 0, of->name, cursor != NULL ? STYLE_FOCUS : of->role);
    text_append(&words, "  ");
    print_moments(bins, "std", &words);
    canvas_put(canvas, 0, column, text_string(&words), STYLE_LABEL);
    text_release(&words);
    canvas_point(canvas, 0, 0, cursor);
}

static void histogram_draw(const struct drawing *drawing, const struct canvas *canvas,
                           size_t cursor[2]) {
    bool ascii = drawing->values[0].ascii;
    const char *between = ascii ? " to " : " … ";
    char most[32];
    size_t rows = canvas->rows - lesser(canvas->rows, 1);
    struct bins bins = make_bins(drawing, 1);
    for (size_t less = 2; bins.bins > rows && bins.bins > 1; less *= 2) {
        bins = make_bins(drawing, less); /* half as many, a quarter */
    }
    /* "-76 … -64    20 " */
    size_t lead = 2 * bins.width + canvas_columns(between) + 2 +
                  text_fill(most, sizeof most, "%zu", bins.most) + 1;
    size_t lines = bins.bins > 0 ? lesser(rows / bins.bins, MOST_LINES) : 0;
    put_histogram_heading(drawing, &bins, canvas, cursor);
    for (size_t at = 0; at < bins.bins && lead < canvas->columns; at++) {
        struct text words = {0};
        size_t row = 1 + at * lines;
        struct bar bar = {.part = bins.most > 0 ? (double)bins.counts[at] / (double)bins.most : 0,
                          .width = lesser(canvas->columns - lead, WIDEST_BAR),
                          .ascii = ascii,
                          .style = STYLE_CURVE};
        print_ends(&bins, at, between, &words);
        canvas_put(canvas, row, 0, text_string(&words), STYLE_LABEL);
        text_clear(&words);
        text_format(&words, "%zu", bins.counts[at]);
        canvas_put_right(canvas, row, lead - 1, text_string(&words), STYLE_NUMBER);
        text_release(&words);
        for (size_t line = 0; line < lines; line++) {
            canvas_bar(canvas, row + line, lead, &bar);
        }
    }
}

const struct drawing_kind histogram_drawing = {
    .name = "histogram",
    .sentence = "Show how the numbers of a value are distributed.",
    .example = "histogram scores bins=20",
    .parameters = {{.name = "NAME", .type = TYPE_NAME, .sentence = "whose numbers"},
                   {.name = "[bins=10]",
                    .type = TYPE_OPTIONS,
                    .sentence = "how many equal intervals, up to 200; by default round ones"}},
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
