#include "canvas/histogram.h"

#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/extent.h"

#include <math.h>
#include <string.h>

enum { BAR_COLUMNS = 40 };

struct bins {
    const struct histogram *histogram;
    struct extent range;
    size_t bins, most;
    size_t counts[HISTOGRAM_BINS];
};

static void count_numbers(struct bins *bins) {
    const struct histogram *histogram = bins->histogram;
    bins->range = extent_of(histogram->numbers, histogram->count);
    bins->bins = bins->range.high > bins->range.low ? histogram->bins : 1;
    for (size_t i = 0; i < histogram->count; i++) {
        double x = histogram->numbers[i];
        if (!isfinite(x)) {
            continue;
        }
        size_t at =
            (size_t)(extent_share(bins->range.low, bins->range.high, x) * (double)bins->bins);
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
