/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/figures.h"

#include "base/text.h"
#include "canvas/canvas.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* A gap is worth a line only when it hides two positions or more: one past the limit hides two. */
struct window window_make(size_t size, size_t limit) {
    size_t most = greater(limit, 3);
    bool all = limit == 0 || size <= most;
    return (struct window){.size = size, .slots = all ? size : most};
}

bool window_elides(const struct window *window) {
    return window->slots < window->size;
}

size_t window_at(const struct window *window, size_t slot) {
    if (!window_elides(window) || slot + 2 < window->slots) {
        return slot;
    }
    return slot + 2 == window->slots ? SIZE_MAX : window->size - 1;
}

struct visible visible_make(size_t size, size_t most, size_t focus) {
    struct visible span = {.size = size, .count = lesser(size, most)};
    size_t half = span.count > 1 ? span.count / 2 : 1, margin = (span.count - half) / 2;
    if (focus != SIZE_MAX && focus >= span.count) {
        span.first = lesser((focus - margin) / half * half, size - span.count);
    }
    return span;
}

static void figures_decimals(struct figures *figures, double value) {
    char out[NUMBER_TEXT];
    if (figures->decimals >= figures->precision) {
        return;
    }
    number_short(out, value, figures->precision);
    int decimals = strchr(out, 'e') ? 0 : number_decimals(value, figures->precision);
    figures->decimals = decimals > figures->decimals ? decimals : figures->decimals;
}

/* ".31" for "0.31", "-.31" for "-0.31". */
static void drop_leading_zero(char *written) {
    char *digits = written + (written[0] == '-');
    if (digits[0] == '0' && digits[1] == '.') {
        memmove(digits, digits + 1, strlen(digits));
    }
}

void figures_write(const struct figures *figures, double value, char out[NUMBER_TEXT]) {
    number_short(out, value, figures->precision);
    if (!strchr(out, 'e')) {
        number_fixed(out, value, figures->decimals);
    } else if (figures->brief) {
        number_short(out, value, 0);
    }
    if (figures->bare) {
        drop_leading_zero(out);
    }
    if (figures->brief && !figures->ascii && isinf(value)) {
        text_fill(out, NUMBER_TEXT, out[0] == '-' ? "-∞" : "∞");
    }
}

/* inf, -inf, nan; and among brief numbers the scientific ones too. */
static bool is_word(const struct figures *figures, const char *written) {
    return strpbrk(written, figures->brief ? "efn" : "fn") || strstr(written, "∞");
}

static void figures_width(struct figures *figures, double value) {
    char out[NUMBER_TEXT];
    figures_write(figures, value, out);
    size_t whole = strcspn(out, ".e");
    if (!is_word(figures, out)) {
        figures->before = greater(figures->before, whole);
        figures->after = greater(figures->after, strlen(out) - whole);
    }
}

static void figures_words(struct figures *figures, double value) {
    char out[NUMBER_TEXT];
    figures_write(figures, value, out);
    size_t columns = is_word(figures, out) ? canvas_columns(out) : 0;
    figures->before =
        greater(figures->before, columns > figures->after ? columns - figures->after : 0);
}

/* A number's point (of 1e-7 the place where it would be) stands in the field's; a word ends where
 * the field ends. */
size_t figures_offset(const struct figures *figures, const char *written) {
    bool word = is_word(figures, written);
    size_t end = word ? figures->before + figures->after : figures->before;
    size_t columns = word ? canvas_columns(written) : strcspn(written, ".e");
    return columns < end ? end - columns : 0;
}

void (*const figures_passes[FIGURES_PASSES])(struct figures *figures, double value) = {
    figures_decimals, figures_width, figures_words};
