/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Links: who attends to whom, in a box. */
#include "canvas/easel.h"

#include "base/failure.h"
#include "base/heap.h"
#include "canvas/drawing.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static struct canvas canvas;
static struct text out;

static void teardown(void) {
    text_release(&out);
    canvas_release(&canvas);
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* The weights WRITTEN of "I like sushi", the word in row ASKS asking, in ROWS × COLUMNS. */
static const char *drawn(const char *written, size_t asks, size_t rows, size_t columns) {
    static const struct paint plain = {0};
    struct text expression = {0};
    text_format(&expression, "tokens(\"I like sushi\", %s, columns=\"I like sushi\")", written);
    struct tensor *value = easel_value(text_string(&expression));
    struct drawing drawing = {.values = {picture_make(value, false)}, .count = 1};
    struct picture *picture = &drawing.values[0];
    picture->name = "A";
    picture->scale = scale_fixed(1, true);
    picture->cursor = 3 * asks;
    canvas_release(&canvas);
    ck_assert(canvas_init(&canvas, rows, columns));
    drawing_find("links", 5)->draw(&drawing, &canvas);
    text_clear(&out);
    canvas_lines(&canvas, &plain, &out);
    text_release(&expression);
    tensor_release(value);
    return text_string(&out);
}

static const char evenly[] = "[[1, 0, 0], [.7, .3, 0], [.498, .302, .2]]";

START_TEST(looking_back_points_left) {
    ck_assert_str_eq(drawn(evenly, 2, 10, 30), "A  sushi attends to\n"
                                               "                [sushi]\n"
                                               "   ┏━━━━━━━┳━━━━━━━┩\n"
                                               "   ┃       ┃       │\n"
                                               "   ┃       ┃       │\n"
                                               " ▄▄▄▄▄     ┃       │\n"
                                               " █████   ▅▅▅▅▅     │\n"
                                               " █████   █████   █████\n"
                                               "   I     like    sushi\n"
                                               " .498    .302    .200\n");
}
END_TEST

/* Words of two sentences are in two rows, which keep their places while a weight is changed. */
START_TEST(two_sentences_have_two_rows_of_words) {
    static const struct paint plain = {0};
    for (int turn = 0; turn <= 30; turn++) {
        struct text expression = {0};
        text_format(&expression, "tokens(\"le chat\", [[.2, .8], [%g, %g]], columns=\"black cat\")",
                    turn / 30., 1 - turn / 30.);
        struct tensor *value = easel_value(text_string(&expression));
        struct drawing drawing = {.values = {picture_make(value, false)}, .count = 1};
        drawing.values[0].name = "A";
        drawing.values[0].scale = scale_fixed(1, true);
        drawing.values[0].cursor = 2; /* chat asks */
        canvas_release(&canvas);
        ck_assert(canvas_init(&canvas, 10, 30));
        drawing_find("links", 5)->draw(&drawing, &canvas);
        text_clear(&out);
        canvas_lines(&canvas, &plain, &out);
        ck_assert_ptr_nonnull(strstr(text_string(&out), "\n  le     [chat]\n"));
        ck_assert_ptr_nonnull(strstr(text_string(&out), "\n black    cat\n"));
        ck_assert_ptr_null(strstr(text_string(&out), "█")); /* lines, not bars */
        text_release(&expression);
        tensor_release(value);
    }
}
END_TEST

static size_t column_of(const char *frame, size_t line, const char *word) {
    for (; line > 0; line--) {
        frame = strchr(frame, '\n') + 1;
    }
    size_t length = strcspn(frame, "\n"), at = 0;
    for (; at < length && strncmp(frame + at, word, strlen(word)) != 0; at++) {
    }
    ck_assert_msg(at < length, "no %s in %.*s", word, (int)length, frame);
    return at;
}

/* Whatever row asks, and whatever its weights, a word keeps its columns. */
START_TEST(words_keep_their_places) {
    static const char *const all[] = {evenly, "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
                                      "[[0, 0, 1], [.001, .999, 0], [.333, .333, .334]]"};
    char words[80] = "";
    for (size_t i = 0; i < 3; i++) {
        for (size_t asks = 0; asks < 3; asks++) {
            const char *frame = drawn(all[i], asks, 9, 40);
            const char *line = frame;
            for (size_t k = 0; k < 7; k++) {
                line = strchr(line, '\n') + 1;
            }
            if (words[0] == '\0') {
                text_fill(words, sizeof words, "%.*s", (int)strcspn(line, "\n"), line);
            }
            ck_assert_msg(strncmp(line, words, strlen(words)) == 0, "%s", frame);
        }
    }
}
END_TEST

/* The asking word is above its own column, in every form that has a row for it. */
START_TEST(who_asks_stands_above_its_own_column) {
    for (size_t rows = 6; rows <= 12; rows++) {
        const char *frame = drawn(evenly, 1, rows, 40);
        size_t word = column_of(frame, lesser(rows - 2, 8), "like");
        ck_assert_uint_eq(column_of(frame, 1, "[like]") + 1, word);
    }
}
END_TEST

START_TEST(all_words_are_there_where_four_columns_fit) {
    drawn(evenly, 2, 5, 12);
    ck_assert_ptr_nonnull(strstr(text_string(&out), " I  li… su…\n.50 .30 .20\n"));
    drawn(evenly, 2, 10, 11); /* here two */
    ck_assert_ptr_null(strstr(text_string(&out), "I "));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "sushi"));
}
END_TEST

/* Few rows still have the words and their numbers. */
START_TEST(few_rows_are_enough) {
    ck_assert_str_eq(drawn(evenly, 1, 3, 30), "A  like attends to\n"
                                              "   I     like    sushi\n"
                                              " .700    .300      0\n");
    ck_assert_str_eq(drawn(evenly, 1, 6, 40), "A  like attends to\n"
                                              "        [like]\n"
                                              "   ┏━━━━━━━┫\n"
                                              " ▆▆▆▆▆   ▃▃▃▃▃\n"
                                              "   I     like    sushi\n"
                                              " .700    .300      0\n");
}
END_TEST

/* Bars are parts of 1, and none is taller for being the largest. */
START_TEST(bars_are_on_a_scale_to_one) {
    const char *frame = drawn("[[.3, .3, .4], [.3, .3, .4], [.3, .3, .4]]", 2, 10, 30);
    ck_assert_ptr_null(strstr(frame, "▅▅▅▅▅\n █"));
    ck_assert_ptr_nonnull(strstr(frame, "█████   █████   █████"));
    frame = drawn("[[0, 0, 1], [0, 0, 1], [0, 0, 1]]", 2, 10, 30);
    size_t full = 0;
    for (const char *at = frame; (at = strstr(at, "█████")) != NULL; at += strlen("█████")) {
        full++;
    }
    ck_assert_uint_eq(full, 5);
}
END_TEST

/* At most three words look different from the others: eight eighths look the same. */
START_TEST(no_word_stands_out_of_equals) {
    const char *frame = drawn("[[.25, .25, .25], [.25, .25, .25], [.25, .25, .25]]", 0, 8, 30);
    ck_assert_ptr_null(strstr(frame, "━"));
    ck_assert_ptr_nonnull(strstr(frame, "─"));
}
END_TEST

Suite *canvas_links_suite(void);

/* Rows of the bar of the first word that are filled. */
static size_t filled(const struct tensor *now, const struct tensor *before) {
    struct drawing drawing = {.values = {picture_make(now, false)}, .count = 1};
    struct picture *picture = &drawing.values[0];
    size_t rows = 0;
    picture->name = "A";
    picture->scale = scale_fixed(1, true);
    picture->before = before;
    picture->cursor = 2;
    picture->depth = DEPTH_TRUE;
    canvas_release(&canvas);
    ck_assert(canvas_init(&canvas, 16, 30));
    drawing_find("links", 5)->draw(&drawing, &canvas);
    for (size_t row = 3; row < 14; row++) {
        rows += canvas_cell(&canvas, row, 4)->shade.palette == PALETTE_SHARES;
    }
    return rows;
}

/* A bar that has grown is as high as its number, though the mark of the old one is within it. */
START_TEST(a_bar_that_grew_is_whole) {
    struct tensor *now = easel_value("tokens(\"a b\", [[1, 0], [.9, .1]], columns=\"a b\")");
    struct tensor *old = easel_value("tokens(\"a b\", [[1, 0], [.4, .6]], columns=\"a b\")");
    ck_assert_uint_gt(filled(now, NULL), filled(old, NULL));
    ck_assert_uint_eq(filled(now, old), filled(now, NULL));
    tensor_release(now);
    tensor_release(old);
}
END_TEST

/* Nor does the mark hide where the bar ends now. */
START_TEST(the_end_of_a_bar_is_seen_beside_the_mark) {
    struct tensor *now = easel_value("tokens(\"a b\", [[1, 0], [.48, .52]], columns=\"a b\")");
    struct tensor *old = easel_value("tokens(\"a b\", [[1, 0], [.4, .6]], columns=\"a b\")");
    size_t marks = 0, ends = 0;
    filled(now, old);
    for (size_t i = 0; i < 16 * 30; i++) {
        marks += strcmp(canvas.cells[i].text, "╌") == 0;
        ends += strcmp(canvas.cells[i].text, "╌") == 0 && i + 1 < 16 * 30 &&
                strstr("▁▂▃▄▅▆▇", canvas.cells[i + 1].text) != NULL &&
                canvas.cells[i + 1].text[0] != '\0';
    }
    ck_assert_uint_eq(marks, 4);
    ck_assert_uint_eq(ends, 2);
    tensor_release(now);
    tensor_release(old);
}
END_TEST

Suite *canvas_links_suite(void) {
    Suite *links = suite_create("canvas links");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, NULL, teardown);
    tcase_add_test(core, looking_back_points_left);
    tcase_add_test(core, two_sentences_have_two_rows_of_words);
    tcase_add_test(core, words_keep_their_places);
    tcase_add_test(core, who_asks_stands_above_its_own_column);
    tcase_add_test(core, all_words_are_there_where_four_columns_fit);
    tcase_add_test(core, few_rows_are_enough);
    tcase_add_test(core, bars_are_on_a_scale_to_one);
    tcase_add_test(core, a_bar_that_grew_is_whole);
    tcase_add_test(core, the_end_of_a_bar_is_seen_beside_the_mark);
    tcase_add_test(core, no_word_stands_out_of_equals);
    suite_add_tcase(links, core);
    return links;
}
