/* Curves and bars: axes, numbers, dots where the points are. */
#include "canvas/plot.h"

#include "base/failure.h"
#include "base/memory.h"
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

static const char *drawn(const struct plot *plot) {
    struct failure failure = {0};

    text_clear(&out);
    ck_assert(plot_print(plot, &plain, &out, &failure));
    return text_string(&out);
}

static const double one_to_three[] = {1, 2, 3};

static struct plot plot_of(const double *y, bool ascii) {
    return (struct plot){.title = "y",
                         .by = "x",
                         .x = one_to_three,
                         .y = y,
                         .count = 3,
                         .ascii = ascii,
                         .precision = 4,
                         .width = 16,
                         .indent = " "};
}

START_TEST(a_line_in_ascii) {
    struct plot plot = plot_of((const double[]){0, 5, 10}, true);

    ck_assert_str_eq(drawn(&plot), " y by x\n"
                                   " 10 +         *\n"
                                   "    |        *\n"
                                   "    |       *\n"
                                   "    |      *\n"
                                   "    |     *\n"
                                   "  5 +     *\n"
                                   "    |    *\n"
                                   "    |   *\n"
                                   "    |  *\n"
                                   "    | *\n"
                                   "  0 +*\n"
                                   "    +----------\n"
                                   "     1    2   3\n");
}
END_TEST

/* Two dots across and four down: the ends lie in the corners. */
START_TEST(a_line_in_braille) {
    struct plot plot = plot_of((const double[]){10, 10, 0}, false);

    ck_assert_str_eq(drawn(&plot), " y by x\n"
                                   " 10 ┤⠉⠉⠉⠉⠉⡇\n"
                                   "    │     ⢱\n"
                                   "    │     ⠘⡄\n"
                                   "    │      ⢣\n"
                                   "    │      ⠸⡀\n"
                                   "  5 ┤       ⢇\n"
                                   "    │       ⢸\n"
                                   "    │        ⡇\n"
                                   "    │        ⢸\n"
                                   "    │        ⠈⡆\n"
                                   "  0 ┤         ⢱\n"
                                   "    └──────────\n"
                                   "     1    2   3\n");
}
END_TEST

START_TEST(a_gap_for_what_is_not_finite) {
    struct plot plot = plot_of((const double[]){1, NAN, 1}, true);

    ck_assert_ptr_nonnull(strstr(drawn(&plot), "   1 +*        *\n"));
    plot = plot_of((const double[]){INFINITY, NAN, -INFINITY}, true);
    ck_assert_str_eq(drawn(&plot), " y has no finite number to draw.\n");
}
END_TEST

START_TEST(equal_factors_take_equal_room) {
    static const double x[] = {1, 10, 100};
    struct plot plot = plot_of((const double[]){1, 2, 3}, true);

    plot.x = x;
    plot.logarithmic = true;
    ck_assert(text_starts(drawn(&plot), " y by x, in equal factors\n"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "\n 2 +      *\n"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "\n    1    10  100\n"));
    plot.logarithmic = false;
    ck_assert(text_starts(drawn(&plot), " y by x\n"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "\n 2 + **\n"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "\n    1   50.5 100\n"));
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
    struct failure failure = {0};
    struct plot plot = plot_of((const double[]){2, 7, 1}, false);

    ck_assert(plot_describe(&plot, &out, &failure));
    ck_assert_str_eq(text_string(&out),
                     "y by x begins with 2 at 1, ends with 1 at 3; its lowest is "
                     "1 at 3, its highest 7 at 2.\n");
}
END_TEST

static const char *counted(const double *numbers, size_t count, size_t bins, bool ascii) {
    struct histogram histogram = {numbers, count, bins, ascii, 4, " "};
    struct failure failure = {0};

    text_clear(&out);
    ck_assert(histogram_print(&histogram, &out, &failure));
    return text_string(&out);
}

START_TEST(bars) {
    static const double numbers[] = {0, 1, 1, 2, 2, 2, 2, 4, INFINITY};
    static const double alike[] = {3, 3};

    ck_assert_str_eq(counted(numbers, 9, 4, true),
                     " 0 to 1  1 ##########\n"
                     " 1 to 2  2 ####################\n"
                     " 2 to 3  4 ########################################\n"
                     " 3 to 4  1 ##########\n"
                     " 8 numbers, mean 1.75, standard deviation 1.0897"
                     "; 1 not finite\n");
    ck_assert_str_eq(counted(alike, 2, 4, false),
                     " 3 … 3  2 ████████████████████████████████████████\n"
                     " 2 numbers, mean 3, standard deviation 0\n");
    ck_assert_str_eq(counted(numbers + 8, 1, 4, false), " There is no finite number to count.\n");
}
END_TEST

START_TEST(memory_may_run_out) {
    struct failure failure = {0};
    struct plot plot = plot_of((const double[]){0, 5, 10}, false);
    bool good = false;
    size_t count;

    for (count = 1; !good; count++) {
        struct text into = {0};

        memory_fail(count, false);
        good = plot_print(&plot, &plain, &into, &failure);
        memory_fail(0, false);
        text_release(&into);
    }
    ck_assert_uint_gt(count, 3);
}
END_TEST

Suite *canvas_plot_suite(void);

Suite *canvas_plot_suite(void) {
    Suite *suite = suite_create("canvas plot");
    TCase *core = tcase_create("core");

    tcase_add_checked_fixture(core, NULL, teardown);
    tcase_add_test(core, a_line_in_ascii);
    tcase_add_test(core, a_line_in_braille);
    tcase_add_test(core, a_gap_for_what_is_not_finite);
    tcase_add_test(core, equal_factors_take_equal_room);
    tcase_add_test(core, any_range);
    tcase_add_test(core, in_sentences);
    tcase_add_test(core, bars);
    tcase_add_test(core, memory_may_run_out);
    suite_add_tcase(suite, core);
    return suite;
}
