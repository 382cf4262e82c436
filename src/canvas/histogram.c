#include "canvas/histogram.h"

#include "base/number.h"
#include "base/text.h"
#include "canvas/figures.h"
#include "canvas/ticks.h"

#include <math.h>
#include <string.h>

enum { BAR_COLUMNS = 40, ROUND_BINS = 12, EVEN_BINS = 10 };

/* A number that lies this little of a bin under the next one's start belongs there: 0.3 is no less
 * than 3 · 0.1. */
static const double edge = 1e-9;

struct bins {
    const struct histogram *histogram;
    struct extent range;
    double low, high; /* where the first begins and the last ends */
    size_t bins, most;
    size_t counts[HISTOGRAM_BINS];
    struct figures figures; /* of what they begin with */
    size_t width;
};

/* Where bin AT begins; the last one's end is that of the one behind it. */
static double bin_start(const struct bins *bins, size_t at) {
    double share = (double)at / (double)bins->bins;
    return at == bins->bins ? bins->high : bins->low * (1 - share) + bins->high * share;
}

/* As many as asked for between the ends, or as round numbers part them. */
static void choose_bins(struct bins *bins) {
    bins->low = bins->range.low;
    bins->high = bins->range.high;
    bins->bins = bins->histogram->bins > 0 ? bins->histogram->bins : EVEN_BINS;
    if (!(bins->high > bins->low)) {
        bins->bins = 1;
    } else if (bins->histogram->bins == 0) {
        struct ticks ticks = ticks_around(bins->low, bins->high, ROUND_BINS);
        size_t last = ticks.count - 1;
        bins->bins = last > 1 ? last : EVEN_BINS;
        bins->low = ticks.list[0].at;
        bins->high = ticks.list[last].at;
    }
}

/* Where bins begin is written so that two digits of their width can be told. */
static void choose_figures(struct bins *bins) {
    int precision = bins->histogram->precision;
    double step = (bins->high - bins->low) / (double)bins->bins;
    if (isfinite(step) && step > 0) {
        double decimals = fmax(0, 1 - floor(log10(step)));
        precision = decimals < precision ? (int)decimals : precision;
    }
    bins->figures = (struct figures){.precision = precision};
    for (size_t pass = 0; pass < FIGURES_PASSES; pass++) {
        for (size_t at = 0; at <= bins->bins; at++) {
            figures_passes[pass](&bins->figures, bin_start(bins, at));
        }
    }
    for (size_t at = 0; at <= bins->bins; at++) {
        char number[NUMBER_TEXT];
        figures_write(&bins->figures, bin_start(bins, at), number);
        bins->width = strlen(number) > bins->width ? strlen(number) : bins->width;
    }
}

static void count_numbers(struct bins *bins) {
    const struct histogram *histogram = bins->histogram;
    for (size_t i = 0; i < histogram->count; i++) {
        double x = histogram->numbers[i];
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

static void print_start(const struct bins *bins, size_t at, struct text *out) {
    char number[NUMBER_TEXT];
    figures_write(&bins->figures, bin_start(bins, at), number);
    text_format(out, "%*s", (int)bins->width, number);
}

static void print_bin(const struct bins *bins, size_t at, struct text *out) {
    const struct histogram *histogram = bins->histogram;
    char most[32];
    size_t bar =
        bins->most > 0 ? (bins->counts[at] * BAR_COLUMNS * 2 + bins->most - 1) / bins->most : 0;
    size_t digits = text_fill(most, sizeof most, "%zu", bins->most);
    text_append(out, histogram->indent);
    if (histogram->sentences) {
        text_format(out, "%zu number%s from ", bins->counts[at], bins->counts[at] == 1 ? "" : "s");
        print_start(bins, at, out);
        text_append(out, " to ");
        print_start(bins, at + 1, out);
        text_append(out, ".\n");
        return;
    }
    print_start(bins, at, out);
    text_append(out, histogram->ascii ? " to " : " … ");
    print_start(bins, at + 1, out);
    text_format(out, "  %*zu ", (int)digits, bins->counts[at]);
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

void histogram_print(const struct histogram *histogram, struct text *out) {
    struct bins bins = {.histogram = histogram};
    bins.range = extent_of(histogram->numbers, histogram->count);
    if (bins.range.finite == 0) {
        text_format(out, "%sThere is no finite number to count.\n", histogram->indent);
        return;
    }
    choose_bins(&bins);
    choose_figures(&bins);
    count_numbers(&bins);
    for (size_t i = 0; i < bins.bins; i++) {
        print_bin(&bins, i, out);
    }
    print_moments(&bins, out);
}
