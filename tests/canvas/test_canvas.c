/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/canvas.h"
#include "canvas/easel.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/memory.h"
#include "base/text.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static const struct paint plain = {.colour = false};

static void assert_drawn(const struct canvas *canvas, const char *expected) {
    struct text out = {0};
    canvas_print(canvas, &plain, &out);
    easel_assert(&out, expected);
}

START_TEST(text_stands_where_it_is_put) {
    struct canvas canvas;
    ck_assert(canvas_init(&canvas, 3, 8));
    ck_assert_uint_eq(canvas_put(&canvas, 0, 2, "abc", STYLE_PLAIN), 5);
    canvas_put_right(&canvas, 2, 6, "-0.5", STYLE_PLAIN);
    assert_drawn(&canvas, "  abc\n\n  -0.5\n");
    canvas_put(&canvas, 0, 3, " ", STYLE_PLAIN);
    assert_drawn(&canvas, "  a c\n\n  -0.5\n");
    canvas_clear(&canvas);
    assert_drawn(&canvas, "\n\n\n");
    canvas_release(&canvas);
}
END_TEST

START_TEST(what_is_outside_is_clipped) {
    struct canvas canvas;
    ck_assert(canvas_init(&canvas, 1, 4));
    ck_assert_uint_eq(canvas_put(&canvas, 0, 2, "abc", STYLE_PLAIN), 4);
    canvas_put(&canvas, 1, 0, "x", STYLE_PLAIN);
    canvas_put(&canvas, 0, 9, "x", STYLE_PLAIN);
    assert_drawn(&canvas, "  ab\n");
    canvas_clear(&canvas);
    canvas_put(&canvas, 0, 3, "司", STYLE_PLAIN); /* one half has no room */
    assert_drawn(&canvas, "\n");
    canvas_put_right(&canvas, 0, 3, "abcdef", STYLE_PLAIN);
    assert_drawn(&canvas, "ab…\n");
    canvas_release(&canvas);
}
END_TEST

START_TEST(wide_and_combining_characters) {
    struct canvas canvas;
    ck_assert(canvas_init(&canvas, 1, 8));
    ck_assert_uint_eq(canvas_put(&canvas, 0, 0, "寿司e\xcc\x81!", STYLE_PLAIN), 6);
    assert_drawn(&canvas, "寿司e\xcc\x81!\n");
    canvas_put(&canvas, 0, 1, "|", STYLE_PLAIN); /* the right half of 寿 */
    assert_drawn(&canvas, " |司e\xcc\x81!\n");
    canvas_put(&canvas, 0, 2, "-", STYLE_PLAIN); /* the left half of 司 */
    assert_drawn(&canvas, " |- e\xcc\x81!\n");
    canvas_put(&canvas, 0, 1, "寿", STYLE_PLAIN);
    assert_drawn(&canvas, " 寿 e\xcc\x81!\n");
    canvas_clear(&canvas);
    canvas_put(&canvas, 0, 0, "ที่นี่", STYLE_PLAIN); /* three characters a cell, of three bytes each */
    assert_drawn(&canvas, "ที่นี่\n");
    canvas_release(&canvas);
}
END_TEST

START_TEST(the_last_tag_of_the_cell_asked_about_is_told) {
    static const size_t expected[] = {0, 7, 7, 9, 7, 0};
    struct canvas canvas;
    struct canvas_tags tags = {0};
    ck_assert(canvas_init(&canvas, 2, 8));
    canvas.tags = &tags;
    canvas_tag(&canvas, 0, 1, 4, (struct canvas_tag){1, 7});
    canvas_tag(&canvas, 0, 3, 1, (struct canvas_tag){2, 9});
    for (size_t row = 0; row < 2; row++) {
        ck_assert_uint_eq(canvas_tag_at(&tags, row, (size_t)_i).item, row == 0 ? expected[_i] : 0);
    }
    memory_free(tags.list);
    canvas_release(&canvas);
}
END_TEST

/* A mark with nothing before it, more marks than a cell holds, control characters, broken bytes. */
START_TEST(hostile_text_does_no_harm) {
    struct canvas canvas;
    struct text out = {0}, marks = {0};
    ck_assert(canvas_init(&canvas, 1, 6));
    canvas_put(&canvas, 0, 0, "\xcc\x81", STYLE_PLAIN);
    text_append(&marks, "a");
    text_repeat(&marks, "\xcc\x81", 1000);
    ck_assert_uint_eq(canvas_put(&canvas, 0, 0, text_string(&marks), STYLE_PLAIN), 1);
    ck_assert_uint_eq(canvas_put(&canvas, 0, 1, "\x1b[2J\n\x7f", STYLE_PLAIN), 4);
    ck_assert_uint_eq(canvas_put(&canvas, 0, 4, "\xff", STYLE_PLAIN), 5);
    canvas_print(&canvas, &plain, &out);
    easel_assert_lines(text_string(&out), 6);
    ck_assert_ptr_nonnull(strstr(text_string(&out), "[2J\xef\xbf\xbd"));
    ck_assert_ptr_null(strchr(text_string(&out), '\x1b'));
    text_release(&out);
    text_release(&marks);
    canvas_release(&canvas);
}
END_TEST

START_TEST(colour_goes_round_what_has_it) {
    const struct paint mono = {.colour = true, .depth = DEPTH_256, .theme = THEME_MONO};
    struct canvas canvas;
    struct text out = {0};
    ck_assert(canvas_init(&canvas, 1, 10));
    canvas_put(&canvas, 0, 0, "a", STYLE_PLAIN);
    canvas_put(&canvas, 0, 1, "bc", STYLE_STRONG);
    canvas_put(&canvas, 0, 3, "d", STYLE_FOCUS);
    canvas_print(&canvas, &mono, &out);
    easel_assert(&out, "a\x1b[1mbc\x1b[0m\x1b[7md\x1b[0m\n");
    canvas_release(&canvas);
}
END_TEST

START_TEST(no_memory_is_a_failure) {
    struct canvas canvas;
    ck_assert(!canvas_init(&canvas, SIZE_MAX / 2, 3));
    canvas_release(&canvas);
    memory_fail(1, false);
    ck_assert(!canvas_init(&canvas, 2, 2));
    canvas_release(&canvas);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

static const struct {
    const char *text;
    size_t indent, width;
    const char *expected;
} wraps[] = {
    {"", 2, 20, "\n"},
    {"one two three", 0, 80, "one two three\n"},
    {"one two three", 0, 13, "one two three\n"},
    {"one two three", 0, 12, "one two\nthree\n"},
    {"one two three", 2, 9, "  one two\n  three\n"},
    {"  one   two  ", 0, 80, "one two\n"},
    {"one\ntwo\n\nthree", 1, 80, " one\n two\n\n three\n"},
    {"abcdefghij", 2, 6, "  abcd\n  efgh\n  ij\n"},
    {"A[\"one\",\"two\"] > 5", 0, 10, "A[\"one\",\n\"two\"] > 5\n"},
    {"one ab=cdefgh>=ij", 0, 8, "one ab=\ncdefgh>=\nij\n"},
    {"寿司寿司", 0, 5, "寿司\n寿司\n"},
    {"é e\xcc\x81", 0, 3, "é e\xcc\x81\n"},
    {"one two", 60, 61,
     "                                                            on\n"
     "                                                            e\n"
     "                                                            tw\n"
     "                                                            o\n"},
};

START_TEST(words_are_wrapped) {
    struct text out = {0};
    canvas_wrap(wraps[_i].text, wraps[_i].indent, wraps[_i].width, &out);
    easel_assert(&out, wraps[_i].expected);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

Suite *canvas_canvas_suite(void);
Suite *canvas_canvas_suite(void) {
    Suite *suite = suite_create("canvas/canvas");
    TCase *core = tcase_create("core"), *limits = tcase_create("limits");
    tcase_add_test(core, text_stands_where_it_is_put);
    tcase_add_test(core, what_is_outside_is_clipped);
    tcase_add_test(core, wide_and_combining_characters);
    tcase_add_loop_test(core, the_last_tag_of_the_cell_asked_about_is_told, 0, 6);
    tcase_add_test(core, colour_goes_round_what_has_it);
    tcase_add_loop_test(core, words_are_wrapped, 0, sizeof wraps / sizeof wraps[0]);
    tcase_add_test(limits, hostile_text_does_no_harm);
    tcase_add_test(limits, no_memory_is_a_failure);
    suite_add_tcase(suite, core);
    suite_add_tcase(suite, limits);
    return suite;
}
