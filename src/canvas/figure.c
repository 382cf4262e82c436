/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/figure.h"

#include "base/text.h"
#include "canvas/canvas.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double power = 1e6; /* from here on numbers are written as 1.25e6 */

/* Makes ".31" of "0.31", "−.31" of "-0.31". */
static void trim(char *written) {
    char digits[NUMBER_TEXT];
    bool below = written[0] == '-';
    const char *from = written + below;
    from += from[0] == '0' && from[1] == '.';
    text_fill(digits, sizeof digits, "%s%s", below ? "−" : "", from);
    memcpy(written, digits, strlen(digits) + 1);
}

static void write_plain(double value, int decimals, char *out) {
    if (fabs(value) >= power) {
        number_short(out, value, decimals < 1 ? 0 : 1);
    } else {
        number_fixed(out, value, decimals);
    }
    trim(out);
}

/* Writes the size of a number as a power: "−1e5". */
static void write_power(double value, char out[NUMBER_TEXT]) {
    double exponent = floor(log10(fabs(value)));
    double first = round(fabs(value) / pow(10, exponent));
    bool next = first >= 10;
    text_fill(out, NUMBER_TEXT, "%s%.0fe%.0f", value < 0 ? "-" : "", next ? 1 : first,
              exponent + next);
    trim(out);
}

/* Writes it with as many decimals as fit, and returns how many; −1: even without any it does not
 * fit, or does not read as itself: but as a whole number that it is not, unless three digits say
 * enough of it, or as 0 where all its decimals would not. */
static int write_fitting(const struct figure *figure, double value, char out[NUMBER_TEXT]) {
    bool whole = numbers_equal_rounded(value, round(value));
    bool small = fabs(value) < 0.5 * pow(10, -figure->decimals);
    int decimals = whole && fabs(value) < power ? 0 : figure->decimals;
    for (; decimals >= 0; decimals--) {
        bool zero = fabs(value) < 0.5 * pow(10, -decimals);
        bool itself = decimals == 0 ? fabs(value) >= 100 : !zero || small;
        write_plain(value, decimals, out);
        if (canvas_columns(out) <= figure->width && (whole || itself)) {
            break;
        }
    }
    return decimals;
}

struct written figure_written(const struct figure *figure, double value) {
    const double least = 1e-3, most = 1e3; /* between them an exponent says less than the shade */
    bool usual = fabs(value) >= least && fabs(value) < most, fits = true;
    double nothing = figure->shares && value > 0 ? DBL_MIN : 1e-12; /* what rounding leaves of 0 */
    struct written written = {""};
    char *out = written.text;
    if (!isfinite(value)) {
        text_fill(out, NUMBER_TEXT, "%s%s", value < 0 ? "-" : "", isnan(value) ? "nan" : "∞");
        trim(out);
    } else if (figure->exact) {
        bool whole = numbers_equal_rounded(value, round(value));
        number_short(out, value, figure->decimals);
        if (strchr(out, 'e') == NULL) {
            number_fixed(out, value, whole ? 0 : figure->decimals);
        } else if (fabs(value) < 1 && figure->decimals > 1) {
            number_short(out, value, 1);
        }
        trim(out);
    } else if (fabs(value) < nothing) {
        text_fill(out, NUMBER_TEXT, "0");
    } else if (write_fitting(figure, value, out) < 0) {
        write_power(value, out);
        fits = !usual;
    }
    fits &= canvas_columns(out) <= figure->width || figure->exact;
    if (!fits && fabs(value) >= 1 && fabs(value) < most) {
        char whole[NUMBER_TEXT];
        write_plain(value, 0, whole);
        text_fill(out, NUMBER_TEXT, "≈%s", whole);
        fits = canvas_columns(out) <= figure->width;
    }
    if (!fits) {
        text_fill(out, NUMBER_TEXT, "…");
    }
    return written;
}

bool figure_fits(const struct figure *figure, double value) {
    struct figure any = *figure;
    any.width = NUMBER_TEXT;
    struct written own = figure_written(figure, value), all = figure_written(&any, value);
    const char *point = strchr(all.text, '.');
    bool zeros = point != NULL && point > all.text && strspn(point, ".0") == strlen(point);
    return text_same(own.text, all.text) || (zeros && strchr(own.text, '.') != NULL); /* 1.000 */
}

int figure_decimals(const double *values, size_t count, int precision) {
    int decimals = 0, most = precision < 17 ? precision : 17;
    for (size_t i = 0; i < count && decimals < most; i++) {
        int own = number_decimals(values[i], most);
        decimals = own > decimals ? own : decimals;
    }
    return decimals;
}

size_t figure_columns(const struct figure *figure, const double *values, size_t count) {
    struct figure any = *figure;
    size_t widest = 1;
    any.width = NUMBER_TEXT;
    for (size_t i = 0; i < count; i++) {
        widest = greater(widest, canvas_columns(figure_written(&any, values[i]).text));
    }
    return widest;
}
