/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* What a canvas shows on a terminal without UTF-8. */
#include "base/heap.h"
#include "base/text.h"
#include "canvas/canvas.h"

#include <check.h>
#include <string.h>

static struct canvas canvas;

static void set_up(void) {
    ck_assert(canvas_init(&canvas, 1, 40));
}

static void tear_down(void) {
    canvas_release(&canvas);
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* What is drawn, and how it reads. */
static const struct {
    const char *drawn, *shown;
} lines[] = {
    {"W_q → Q, 0.5 ≈ .50 …", "W_q > Q, 0.5 ~ .50 ~"},
    {"◂ ▸ ▴ ▾ ▶", "< > ^ v >"},
    {"┌──┐ ┏━━┓ ╌╌ ╎ ┼", "+--+ +==+ .. : +"},
    {" ░▒▓█", " .+*#"},
    {"█▌ ▐ .2▌ █▏ ▁▃▆█", "#] [ .2] #| _-=#"},
    {"⠉⠉ ⠤⠤ ⢸ ⠶ ⣿", "'' ,, * * #"},
    {"⡁ ·", ": ."},
    {"3·4 + (−.5)·a[1] · 2", "3*4 + (-.5)*a[1] . 2"},
    {"naïve é", "na?ve ?"},
    {"e\xcc\x81", "e"},
    {"日本", "????"},
    {"a    ∞    −∞ 1", "a  inf  -inf 1"},
    {"a  ∞ −∞", "a  I -I"},
    {"∞", "I"},
};

START_TEST(characters_are_replaced_in_place) {
    static const struct paint plain = {0};
    struct text out = {0};
    canvas_put(&canvas, 0, 0, lines[_i].drawn, STYLE_PLAIN);
    canvas_ascii(&canvas, DEPTH_NONE);
    canvas_lines(&canvas, &plain, &out);
    ck_assert_msg(out.length == strlen(lines[_i].shown) + 1 &&
                      text_starts(text_string(&out), lines[_i].shown),
                  "%s, not %s", text_string(&out), lines[_i].shown);
    text_release(&out);
}
END_TEST

/* Where colours show, a half block is a background: of its lower shade, if it has one. */
START_TEST(half_blocks_are_backgrounds) {
    const struct shade upper = {.palette = PALETTE_SHARES, .level = 200};
    const struct shade lower = {.palette = PALETTE_SHARES, .level = 90}, none = {.level = 0};
    canvas_half(&canvas, 0, 0, upper, lower);
    canvas_half(&canvas, 0, 1, upper, none);
    canvas_half(&canvas, 0, 2, none, lower);
    canvas_ascii(&canvas, DEPTH_256);
    for (size_t i = 0; i < 2; i++) {
        const struct canvas_cell *cell = canvas_cell(&canvas, 0, i);
        ck_assert_str_eq(cell->text, "");
        ck_assert_int_eq(cell->ink.palette, PALETTE_NONE);
        ck_assert(shade_same(cell->shade, i == 0 ? lower : upper));
    }
    ck_assert_str_eq(canvas_cell(&canvas, 0, 2)->text, "-");
    ck_assert(shade_same(canvas_cell(&canvas, 0, 2)->ink, lower));
}
END_TEST

/* A number that stands out goes on doing so when it is spelt. */
START_TEST(infinity_keeps_its_look) {
    canvas_put(&canvas, 0, 4, "−∞", STYLE_CHANGED);
    canvas_ascii(&canvas, DEPTH_NONE);
    ck_assert_str_eq(canvas_cell(&canvas, 0, 2)->text, "-");
    for (size_t i = 2; i < 6; i++) {
        ck_assert_int_eq(canvas_cell(&canvas, 0, i)->style, STYLE_CHANGED);
    }
    ck_assert_int_eq(canvas_cell(&canvas, 0, 1)->style, STYLE_PLAIN);
}
END_TEST

Suite *canvas_ascii_suite(void);

Suite *canvas_ascii_suite(void) {
    Suite *suite = suite_create("canvas ascii");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, set_up, tear_down);
    tcase_add_loop_test(core, characters_are_replaced_in_place, 0, sizeof lines / sizeof *lines);
    tcase_add_test(core, half_blocks_are_backgrounds);
    tcase_add_test(core, infinity_keeps_its_look);
    suite_add_tcase(suite, core);
    return suite;
}
