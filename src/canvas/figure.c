/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/figure.h"

#include "base/text.h"
#include "canvas/canvas.h"

#include <math.h>
#include <string.h>

/* Makes ".31" of "0.31", "−.31" of "-0.31". */
static void trim(char *written, bool ascii) {
    char digits[NUMBER_TEXT];
    bool below = written[0] == '-';
    const char *from = written + below;
    from += from[0] == '0' && from[1] == '.';
    text_fill(digits, sizeof digits, "%s%s", !below ? "" : ascii ? "-" : "−", from);
    memcpy(written, digits, strlen(digits) + 1);
}

static void write_plain(double value, int decimals, bool ascii, char out[NUMBER_TEXT]) {
    const double most = 1e6;
    if (fabs(value) >= most) {
        number_short(out, value, decimals < 1 ? 0 : 1);
    } else {
        number_fixed(out, value, decimals);
    }
    trim(out, ascii);
}

/* Writes the size of a number as a power: "−1e5". */
static void write_power(double value, bool ascii, char out[NUMBER_TEXT]) {
    double power = floor(log10(fabs(value)));
    double first = round(fabs(value) / pow(10, power));
    text_fill(out, NUMBER_TEXT, "%s%.0fe%.0f",
              value >= 0 ? ""
              : ascii    ? "-"
                         : "−",
              first < 10 ? first : 1, first < 10 ? power : power + 1);
}

/* Writes all its decimals: scientific from 1e6 on and, with one digit after the point, where it
 * would read 0. */
static void write_exact(const struct figure *figure, double value, char out[NUMBER_TEXT]) {
    number_short(out, value, figure->decimals);
    if (strchr(out, 'e') != NULL && fabs(value) < 1 && figure->decimals > 1) {
        number_short(out, value, 1);
    } else if (strchr(out, 'e') == NULL) {
        number_fixed(out, value, numbers_equal_rounded(value, round(value)) ? 0 : figure->decimals);
    }
    trim(out, figure->ascii);
}

/* True when VALUE, which is no whole number, still reads as itself with so many DECIMALS: not as a
 * whole number, unless three digits say enough of it, nor as 0 where all its decimals would not. */
static bool is_itself(const struct figure *figure, double value, int decimals) {
    const double digits = 100;
    bool zero = fabs(value) < 0.5 * pow(10, -decimals);
    return decimals == 0 ? fabs(value) >= digits
                         : !zero || fabs(value) < 0.5 * pow(10, -figure->decimals);
}

/* Writes it with all its decimals, but a number that reads 1.000 with as many of them as fit. False
 * when it does not fit, or does not read as itself. */
static bool write_full(const struct figure *figure, double value, char out[NUMBER_TEXT]) {
    bool whole = numbers_equal_rounded(value, round(value));
    bool power = fabs(value) >= 1e6; /* is written as 1.25e6 */
    int decimals = whole && !power ? 0 : figure->decimals;
    write_plain(value, decimals, figure->ascii, out);
    const char *point = strchr(out, '.');
    bool zeros = point != NULL && point > out && strspn(point, ".0") == strlen(point);
    while (zeros && decimals > 1 && canvas_columns(out) > figure->width) {
        write_plain(value, --decimals, figure->ascii, out);
    }
    return canvas_columns(out) <= figure->width && (whole || is_itself(figure, value, decimals));
}

static const double nothing = 1e-12; /* what rounding leaves of a 0 */

bool figure_fits(const struct figure *figure, double value) {
    char out[NUMBER_TEXT];
    return !isfinite(value) || fabs(value) < nothing || write_full(figure, value, out);
}

/* Drops decimals, then writes it with an exponent, or not at all. */
static void write_shorter(const struct figure *figure, double value, char out[NUMBER_TEXT]) {
    const double least = 1e-3, most = 1e3; /* between them an exponent says less than the shade */
    bool fits = false, usual = fabs(value) >= least && fabs(value) < most;
    for (int decimals = figure->decimals - 1; !fits && decimals >= 0; decimals--) {
        write_plain(value, decimals, figure->ascii, out);
        fits = is_itself(figure, value, decimals) && canvas_columns(out) <= figure->width;
    }
    if (!fits && usual) {
        text_fill(out, NUMBER_TEXT, "%s", glyphs_of(figure->ascii)->gap);
    } else if (!fits) {
        write_power(value, figure->ascii, out);
    }
}

void figure_write(const struct figure *figure, double value, char out[NUMBER_TEXT]) {
    const char *minus = figure->ascii ? "-" : "−";
    if (!isfinite(value)) {
        text_fill(out, NUMBER_TEXT, "%s%s", value < 0 ? minus : "",
                  isnan(value)    ? "nan"
                  : figure->ascii ? "inf"
                                  : "∞");
    } else if (figure->exact) {
        write_exact(figure, value, out);
        return;
    } else if (fabs(value) < nothing) {
        text_fill(out, NUMBER_TEXT, "0");
    } else if (!write_full(figure, value, out)) {
        write_shorter(figure, value, out);
    }
    if (canvas_columns(out) > figure->width && !figure->exact) {
        text_fill(out, NUMBER_TEXT, "%s", glyphs_of(figure->ascii)->gap);
    }
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
    char out[NUMBER_TEXT];
    any.width = NUMBER_TEXT;
    for (size_t i = 0; i < count; i++) {
        figure_write(&any, values[i], out);
        widest = greater(widest, canvas_columns(out));
    }
    return widest;
}

void figure_right(struct text *out, const char *word, size_t width) {
    text_repeat(out, " ", width - lesser(canvas_columns(word), width));
    text_append(out, word);
}
