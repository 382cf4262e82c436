/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars: a row of numbers as a list of label, bar and number, in a box. */
#include "canvas/easel.h"

#include "base/heap.h"
#include "canvas/drawing.h"

#include <check.h>
#include <string.h>

static struct canvas canvas;
static struct text out;

static void teardown(void) {
    text_release(&out);
    canvas_release(&canvas);
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* The value of EXPRESSION, whose shares and old values (NULL: none moved) are as said, drawn as
 * `bars A top=TOP` in ROWS × COLUMNS. */
static const char *drawn(const char *expression, const char *before, bool shares, size_t top,
                         const size_t size[2]) {
    static const struct paint plain = {0};
    struct tensor *value = easel_value(expression);
    struct tensor *old = before != NULL ? easel_value(before) : NULL;
    struct drawing_request requested = {.kind = drawing_find("bars", 4), .option = {(double)top}};
    struct drawing drawing = {
        .values = {picture_make(value, false)}, .count = 1, .request = &requested};
    drawing.values[0].name = "A";
    if (shares) {
        drawing.values[0].scale = scale_fixed(1, true);
    }
    drawing.values[0].before = old;
    canvas_release(&canvas);
    ck_assert(canvas_init(&canvas, size[0], size[1]));
    requested.kind->draw(&drawing, &canvas);
    text_clear(&out);
    canvas_lines(&canvas, &plain, &out);
    tensor_release(value);
    tensor_release(old);
    return text_string(&out);
}

static const char words[] = "tokens(\"it\", [[.5, .3, .2]], columns=\"I like sushi\")";

/* A weight of .5 has half of the track, whatever the largest weight is. */
START_TEST(weights_have_bars_from_0_to_1) {
    ck_assert_str_eq(drawn(words, NULL, true, 0, (const size_t[]){4, 32}),
                     "A\n"
                     "    I ██████████▌          ▏.500\n"
                     " like ██████▎              ▏.300\n"
                     "sushi ████▎                ▏.200\n");
}
END_TEST

/* Labels, tracks and numbers keep their columns and rows while the numbers are turned, in the
 * ranking too. */
START_TEST(nothing_moves_while_a_number_is_turned) {
    for (size_t top = 0; top <= 3; top += 3) {
        char lines[4][24] = {""};
        for (int turn = 0; turn <= 30; turn++) {
            struct text now = {0};
            text_format(&now, "tokens(\"it\", [[%g, %g, .1]], columns=\"I like sushi\")",
                        .9 - turn * .03, turn * .03);
            const char *line =
                drawn(text_string(&now), "tokens(\"it\", [[.9, 0, .1]], columns=\"I like sushi\")",
                      true, top, (const size_t[]){4, 40});
            for (size_t i = 0; i < 4; i++) {
                char label[24];
                text_fill(label, sizeof label, "%.5s", line);
                ck_assert(turn == 0 || strcmp(label, lines[i]) == 0);
                memcpy(lines[i], label, sizeof label);
                const char *edge = strstr(line, "▏");
                const char *end = strchr(line, '\n');
                ck_assert(i == 0 || (edge != NULL && edge < end));
                line = end + 1;
            }
            text_release(&now);
        }
    }
}
END_TEST

/* Other numbers have round ends, which are written, and negative ones go to the left. */
START_TEST(other_numbers_have_round_ends) {
    ck_assert_str_eq(drawn("[[-2, 3.6]]", NULL, false, 0, (const size_t[]){3, 31}),
                     "A  bars -5 … 5\n"
                     "1        █████            ▏  −2\n"
                     "2             ████████▋   ▏3.60\n");
}
END_TEST

START_TEST(only_the_largest_where_not_all_have_room) {
    const char *many = "[[.05, .4, .05, .3, .2]]";
    ck_assert_str_eq(drawn(many, NULL, true, 0, (const size_t[]){3, 20}), "A  2 of 5\n"
                                                                          "2 █████▎       ▏.400\n"
                                                                          "4 ███▉         ▏.300\n");
    drawn(many, NULL, true, 3, (const size_t[]){9, 40});
    ck_assert_ptr_nonnull(strstr(text_string(&out), "3 of 5"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "\n5 "));
    ck_assert_ptr_null(strstr(text_string(&out), "\n1 "));
}
END_TEST

/* Many entries are in several columns, down first. */
START_TEST(a_column_is_drawn_as_a_row_is) {
    char row[400];
    text_fill(row, sizeof row, "%s",
              drawn("[[.1, .2, .3, .4]]", NULL, true, 0, (const size_t[]){3, 60}));
    ck_assert_str_eq(drawn("[[.1], [.2], [.3], [.4]]", NULL, true, 0, (const size_t[]){3, 60}),
                     row);
    ck_assert_ptr_nonnull(strstr(row, "\n1 "));
    ck_assert_ptr_nonnull(strstr(row, "\n2 "));
}
END_TEST

Suite *canvas_bars_suite(void);

Suite *canvas_bars_suite(void) {
    Suite *suite = suite_create("canvas bars");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, NULL, teardown);
    tcase_add_test(core, weights_have_bars_from_0_to_1);
    tcase_add_test(core, nothing_moves_while_a_number_is_turned);
    tcase_add_test(core, other_numbers_have_round_ends);
    tcase_add_test(core, only_the_largest_where_not_all_have_room);
    tcase_add_test(core, a_column_is_drawn_as_a_row_is);
    suite_add_tcase(suite, core);
    return suite;
}
