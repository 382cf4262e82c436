/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/dots.h"

#include "base/utf8.h"

#include <math.h>
#include <string.h>

/* The braille dots of a character, line by line. */
static const unsigned char bits[DOTS_DOWN][DOTS_ACROSS] = {
    {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

void dots_point(struct dots *dots, const struct pen *pen, const double at[2]) {
    const struct canvas *canvas = &dots->canvas;
    bool left_out = dots->walked++ % pen->round >= pen->on;
    if ((left_out && !dots->over) || at[0] < -0.5 || at[1] < -0.5) {
        return;
    }
    size_t x = (size_t)(at[0] + 0.5), y = (size_t)(at[1] + 0.5);
    size_t row = y / DOTS_DOWN, column = x / DOTS_ACROSS;
    char character[5] = "";
    if (row >= canvas->rows || column >= canvas->columns) {
        return;
    }
    const struct canvas_cell *cell = canvas_cell(canvas, row, column);
    uint32_t point = 0;
    utf8_decode(cell->text, strlen(cell->text), &point);
    bool dotted = point >= BRAILLE && point < BRAILLE_END;
    if (left_out && dotted && cell->style != pen->style && cell->style != STYLE_DIM) {
        return;
    }
    point = dotted ? point : BRAILLE; /* its dots stay */
    utf8_encode(point | bits[y % DOTS_DOWN][x % DOTS_ACROSS], character);
    canvas_put(canvas, row, column, character, pen->style);
    if (pen->ink.palette != PALETTE_NONE) {
        canvas_ink(canvas, row, column, pen->ink);
    }
}

void dots_line(struct dots *dots, const struct pen *pen, const double from[2], const double to[2]) {
    size_t steps = (size_t)ceil(fmax(fabs(to[0] - from[0]), fabs(to[1] - from[1])));
    for (size_t i = 1; i <= steps; i++) {
        double part = (double)i / (double)steps;
        dots_point(dots, pen,
                   (const double[]){from[0] + part * (to[0] - from[0]),
                                    from[1] + part * (to[1] - from[1])});
    }
}

void dots_stroke(struct dots *dots, const struct pen *pen, const double from[2], const double to[2],
                 double thick) {
    size_t aside =
        fabs(to[0] - from[0]) > fabs(to[1] - from[1]); /* the axis along which it is less long */
    for (size_t i = 0; (double)i < thick; i++) {
        double begin[] = {from[0], from[1]}, end[] = {to[0], to[1]};
        begin[aside] += (double)i - (thick - 1) / 2;
        end[aside] += (double)i - (thick - 1) / 2;
        dots->walked = 0;
        dots_point(dots, pen, begin);
        dots_line(dots, pen, begin, end);
    }
}
