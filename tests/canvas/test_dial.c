/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Dial: rows of two numbers as the hands of a clock. */
#include "canvas/easel.h"

#include "base/heap.h"
#include "base/utf8.h"
#include "canvas/drawing.h"

#include <check.h>
#include <math.h>
#include <string.h>

static void teardown(void) {
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* Draws a hand that points to ANGLE, and one that points up. */
static struct canvas drawn(double angle, const size_t size[2], bool ascii) {
    struct canvas canvas;
    struct text expression = {0};
    text_format(&expression, "tokens(\"up hand\", [[0, 1], [%.6f, %.6f]])", sin(angle), cos(angle));
    struct tensor *value = easel_value(text_string(&expression));
    struct drawing_request requested = {.kind = drawing_find("dial", 4)};
    struct drawing drawing = {
        .values = {picture_make(value, false)}, .count = 1, .request = &requested};
    drawing.values[0].name = "P";
    drawing.values[0].precision = 4;
    ck_assert(canvas_init(&canvas, size[0], size[1]));
    drawing_find("dial", 4)->draw(&drawing, &canvas);
    if (ascii) {
        canvas_ascii(&canvas, DEPTH_NONE);
    }
    tensor_release(value);
    text_release(&expression);
    return canvas;
}

/* Finds the marks of the dial: first row and last, first column and last. */
static void extent(const struct canvas *canvas, size_t out[4]) {
    out[0] = out[2] = 1000;
    out[1] = out[3] = 0;
    for (size_t row = 0; row < canvas->rows; row++) {
        for (size_t column = 0; column < canvas->columns; column++) {
            const char *text = canvas_cell(canvas, row, column)->text;
            uint32_t point = 0;
            utf8_decode(text, strlen(text), &point);
            if ((point > 0 && point < 0x80 && strchr("',:*#", (int)point) != NULL) ||
                (point >= 0x2800 && point < 0x2900)) {
                out[0] = lesser(out[0], row);
                out[1] = greater(out[1], row);
                out[2] = lesser(out[2], column);
                out[3] = greater(out[3], column);
            }
        }
    }
}

/* A character is twice as high as wide. From 21 rows on its list is below it. */
START_TEST(the_dial_is_round) {
    for (size_t rows = 8; rows <= 20; rows++) {
        for (int ascii = 0; ascii < 2; ascii++) {
            struct canvas canvas = drawn(2, (const size_t[]){rows, 2 * rows + 12}, ascii);
            size_t at[4];
            extent(&canvas, at);
            double high = (double)(at[1] - at[0] + 1), wide = (double)(at[3] - at[2] + 1);
            ck_assert_msg(fabs(wide - 2 * high) <= 2, "%g high and %g wide", high, wide);
            ck_assert_uint_eq(at[1] - at[0] + 1, rows - 2);
            canvas_release(&canvas);
        }
    }
}
END_TEST

/* The circle keeps its place while a hand goes round. */
START_TEST(only_the_hand_moves) {
    size_t first[4] = {0};
    for (int turn = 0; turn <= 30; turn++) {
        struct canvas canvas = drawn(turn * .21, (const size_t[]){12, 36}, false);
        size_t at[4];
        extent(&canvas, at);
        ck_assert(turn == 0 || memcmp(at, first, sizeof at) == 0);
        memcpy(first, at, sizeof at);
        canvas_release(&canvas);
    }
}
END_TEST

Suite *canvas_dial_suite(void);

Suite *canvas_dial_suite(void) {
    Suite *suite = suite_create("canvas dial");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, NULL, teardown);
    tcase_add_test(core, the_dial_is_round);
    tcase_add_test(core, only_the_hand_moves);
    suite_add_tcase(suite, core);
    return suite;
}
