/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves: axes, numbers, dots where the points are. */
#include "canvas/plot.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <math.h>
#include <string.h>

static const struct paint plain = {0};
static struct text out;

static void teardown(void) {
    text_release(&out);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static size_t width;
static bool ascii;

static const char *drawn(const struct plot *plot) {

    struct canvas canvas;
    text_clear(&out);
    ck_assert(canvas_init(&canvas, PLOT_ROWS, width < 21 ? 21 : width));
    struct canvas part = canvas_part(&canvas, (struct box){0, 1, PLOT_ROWS, canvas.columns - 1});
    plot_draw(&part, plot);
    if (ascii) {
        canvas_ascii(&canvas, DEPTH_NONE);
    }
    canvas_lines(&canvas, &plain, &out);
    canvas_release(&canvas);
    return text_string(&out);
}

static const double one_to_three[] = {1, 2, 3};

static struct plot plot_of(const double *y, bool in_ascii) {
    width = 16;
    ascii = in_ascii;
    return (struct plot){.by = "x",
                         .x = one_to_three,
                         .curves = {{"y", y}},
                         .curve_count = 1,
                         .count = 3,
                         .precision = 4};
}

START_TEST(a_line_in_ascii) {
    struct plot plot = plot_of((const double[]){0, 5, 10}, true);
    ck_assert_str_eq(drawn(&plot), " y by x\n"
                                   " 10 +              ,\n"
                                   "    |            ,*\n"
                                   "  8 +           ,'\n"
                                   "    |         ,:'\n"
                                   "  6 +        ,'\n"
                                   "    |       *'\n"
                                   "  4 +     ,*\n"
                                   "    |    ,'\n"
                                   "  2 +  ,:'\n"
                                   "    | ,'\n"
                                   "  0 +:'\n"
                                   "    ++------+------+\n"
                                   "     1      2      3\n");
}
END_TEST

/* Each power of ten is as high as the one before. */
START_TEST(powers_of_ten) {
    struct plot plot = plot_of((const double[]){10, 1e-4, 1e-9}, true);
    plot.far = 100;
    width = 40;
    const char *shown = drawn(&plot);
    ck_assert_msg(text_starts(shown, " y by x, up in powers of ten\n        |,,"), "%s", shown);
    ck_assert_msg(strstr(shown, "\n      1 +") != NULL && strstr(shown, "\n   1e-8 +") != NULL,
                  "%s", shown);
}
END_TEST

/* Two dots across and four down: a number is in the middle of its row. */
START_TEST(a_line_in_braille) {
    struct plot plot = plot_of((const double[]){10, 10, 0}, false);
    ck_assert_str_eq(drawn(&plot), " y by x\n"
                                   " 10 ┤⠠⠤⠤⠤⠤⠤⠤⢤\n"
                                   "    │       ⠈⡆\n"
                                   "  8 ┤        ⠸⡀\n"
                                   "    │         ⢣\n"
                                   "  6 ┤         ⠈⡆\n"
                                   "    │          ⠘⡄\n"
                                   "  4 ┤           ⢱\n"
                                   "    │            ⢇\n"
                                   "  2 ┤            ⠘⡄\n"
                                   "    │             ⢱\n"
                                   "  0 ┤              ⠣\n"
                                   "    └┬──────┬──────┬\n"
                                   "     1      2      3\n");
}
END_TEST

START_TEST(a_gap_for_what_is_not_finite) {
    struct plot plot = plot_of((const double[]){1, NAN, 1}, true);
    ck_assert_ptr_nonnull(strstr(drawn(&plot), " 1.0 +,             ,\n"));
    plot = plot_of((const double[]){INFINITY, NAN, -INFINITY}, true);
    width = 40;
    ck_assert_ptr_nonnull(strstr(drawn(&plot), " y has no finite number to draw.\n"));
}
END_TEST

/* Along both axes, so that a power is a straight line; or along none, where a number is not
 * positive. */
START_TEST(equal_factors_take_equal_room) {
    static const double x[] = {1, 10, 100};
    struct plot plot = plot_of((const double[]){1, 10, 100}, true);
    plot.x = x;
    width = 40;
    plot.factor = 10;
    ck_assert(text_starts(drawn(&plot), " y by x, both axes in equal factors\n"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "\n  10 +               ,,''\n"));
    ck_assert_ptr_nonnull(
        strstr(text_string(&out), "\n      1              10              100\n"));
    plot.factor = 100;
    ck_assert_ptr_nonnull(strstr(drawn(&plot), "\n      1                              100\n"));
    static const double negative[] = {1, -10, 100};
    plot.curves[0].y = negative;
    ck_assert(text_starts(drawn(&plot), " y by x\n"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "\n      0    20    40    60    80    100\n"));
}
END_TEST

/* With few rows a round end would leave half of them empty: the axis ends where the curve does, and
 * the numbers on it are equally far apart. */
START_TEST(a_low_curve_fills_its_rows) {
    struct plot plot = plot_of((const double[]){1, 20, 25}, true);
    struct canvas canvas;
    ck_assert(canvas_init(&canvas, 12, 30));
    plot_draw(&canvas, &plot);
    canvas_ascii(&canvas, DEPTH_NONE);
    text_clear(&out);
    canvas_lines(&canvas, &plain, &out);
    canvas_release(&canvas);
    ck_assert_str_eq(text_string(&out), "y by x\n"
                                        "   |                 ,,,,''''\n"
                                        "20 +           ,,''''\n"
                                        "   |         ,:'\n"
                                        "   |       ,:'\n"
                                        "10 +     ,:'\n"
                                        "   |   ,:'\n"
                                        "   | ,''\n"
                                        " 0 +'\n"
                                        "   ++-----------+-----------+\n"
                                        "    1           2           3\n"
                                        "\n");
}
END_TEST

/* On the curve, and the present place on top of where it was. */
START_TEST(places_are_marked_on_the_curve) {
    static const double now = 2, was = 1, other[] = {3};
    static const struct plot_marks marks[] = {
        {"next", other, 1, false}, {"", &was, 1, false}, {"", &now, 1, true}};
    struct plot plot = plot_of((const double[]){4, 2, 0}, true);
    width = 30;
    memcpy(plot.marks, marks, sizeof marks);
    plot.mark_count = 3;
    const char *frame = drawn(&plot);
    ck_assert_ptr_nonnull(strstr(frame, "+o"));
    const char *ball = strstr(frame, "O"), *ring = strrchr(frame, 'o');
    ck_assert(ball != NULL && strstr(frame, "+o") < ball && ball < ring);
    ck_assert_ptr_null(strchr(ball + 1, 'O'));
}
END_TEST

/* Named where they end, the higher one above; too long a title counts them. */
START_TEST(several_curves_share_the_axes) {
    static const double up[] = {0, 5, 10}, down[] = {10, 5, 0}, level[] = {0, 0, 0};
    static const struct curve curves[] = {{"rise", up}, {"fall", down}, {"none", level}};
    struct plot plot = plot_of(up, true);
    memcpy(plot.curves, curves, sizeof curves);
    plot.curve_count = 2;
    width = 24;
    ck_assert_str_eq(drawn(&plot), " rise and fall by x\n"
                                   " 10 +,           , rise\n"
                                   "    | ,,        *\n"
                                   "  8 +  ,,     ,*\n"
                                   "    |    ,   ,'\n"
                                   "  6 +     , ,'\n"
                                   "    |      *'\n"
                                   "  4 +     * ,,\n"
                                   "    |   ,*   ,,\n"
                                   "  2 +  ,'      ,\n"
                                   "    | ,'        ,\n"
                                   "  0 +:'          , fall\n"
                                   "    ++-----+-----+\n"
                                   "     1     2     3\n");
    plot.curve_count = 3;
    ck_assert(text_starts(drawn(&plot), " 3 curves by x\n"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), " fall\n"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "none\n"));
}
END_TEST

START_TEST(a_title_of_ones_own) {
    struct plot plot = plot_of((const double[]){1, 2, 3}, false);
    plot.title = "longer than there is room for";
    ck_assert(text_starts(drawn(&plot), " longer than there i…\n"));
}
END_TEST

/* Where a canvas has room: only the box is drawn in. */
START_TEST(into_a_box) {
    static const struct box box = {1, 2, PLOT_LEAST_ROWS, 20};
    struct plot plot = plot_of((const double[]){0, 1, 2}, true);
    struct canvas canvas;
    text_clear(&out);
    ck_assert(canvas_init(&canvas, 9, 30));
    struct canvas part = canvas_part(&canvas, box);
    plot_draw(&part, &plot);
    canvas_ascii(&canvas, DEPTH_NONE);
    canvas_print(&canvas, &plain, &out);
    canvas_release(&canvas);
    ck_assert_str_eq(text_string(&out), "\n"
                                        "  y by x\n"
                                        "  2 +             ,,,,\n"
                                        "    |     ,,,,''''\n"
                                        "  0 +,''''\n"
                                        "    ++-------+-------+\n"
                                        "     1       2       3\n"
                                        "\n"
                                        "\n");
}
END_TEST

/* Higher than there are numbers for its axis, or too narrow for the name of a mark. */
START_TEST(any_canvas_will_do) {
    static const double other[] = {3};
    struct plot plot = plot_of((const double[]){4, 2, 0}, true);
    plot.marks[0] = (struct plot_marks){"next", other, 1, false};
    plot.mark_count = 1;
    for (size_t size = 0; size < 60; size++) {
        struct canvas canvas;
        ck_assert(canvas_init(&canvas, PLOT_LEAST_ROWS + size, 1 + size / 2));
        plot_draw(&canvas, &plot);
        canvas_release(&canvas);
    }
}
END_TEST

START_TEST(nothing_stands_between_whole_places) {
    static const double halves[] = {1, 2.5, 3};
    struct plot plot = plot_of((const double[]){10, 20, 30}, true);
    width = 60;
    ck_assert_ptr_null(strstr(drawn(&plot), "1.2 "));
    plot.x = halves;
    ck_assert_ptr_nonnull(strstr(drawn(&plot), "1.2 "));
    plot.x = NULL;
    plot.end = 4;
    ck_assert_ptr_null(strstr(drawn(&plot), "1.2 "));
    ck_assert_ptr_nonnull(strstr(text_string(&out), " 4\n"));
}
END_TEST

/* From the least double to the greatest: nothing overflows. */
START_TEST(any_range) {
    static const double x[] = {-1e308, 0, 1.7e308};
    struct plot plot = plot_of((const double[]){-1.7e308, 0, 1.7e308}, false);
    plot.x = x;
    ck_assert_ptr_nonnull(strstr(drawn(&plot), "-1.7e308 ┤"));
    plot.count = 1;
    ck_assert_ptr_nonnull(drawn(&plot));
}
END_TEST

START_TEST(in_sentences) {
    struct plot plot = plot_of((const double[]){2, 7, 1}, false);
    plot_describe(&plot, &out);
    ck_assert_str_eq(text_string(&out),
                     "y by x begins with 2 at 1, ends with 1 at 3; its lowest is "
                     "1 at 3, its highest 7 at 2.\n");
}
END_TEST

Suite *canvas_plot_suite(void);

Suite *canvas_plot_suite(void) {
    Suite *suite = suite_create("canvas plot");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, NULL, teardown);
    tcase_add_test(core, a_line_in_ascii);
    tcase_add_test(core, powers_of_ten);
    tcase_add_test(core, a_line_in_braille);
    tcase_add_test(core, a_gap_for_what_is_not_finite);
    tcase_add_test(core, equal_factors_take_equal_room);
    tcase_add_test(core, a_low_curve_fills_its_rows);
    tcase_add_test(core, places_are_marked_on_the_curve);
    tcase_add_test(core, several_curves_share_the_axes);
    tcase_add_test(core, a_title_of_ones_own);
    tcase_add_test(core, into_a_box);
    tcase_add_test(core, any_canvas_will_do);
    tcase_add_test(core, nothing_stands_between_whole_places);
    tcase_add_test(core, any_range);
    tcase_add_test(core, in_sentences);
    suite_add_tcase(suite, core);
    return suite;
}
