/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep, histogram and the like. */
#include "desk.h"

#include "base/number.h"
#include "base/text.h"
#include "canvas/sweep.h"

#include <check.h>
#include <string.h>

static struct desk desk;

static void setup(void) {
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "w = [[1, 2], [3, 4]]"));
    ck_assert(desk_types(&desk, "y = w ** 2"));
    ck_assert(desk_types(&desk, "z = sum(y)"));
    ck_assert(desk_types(&desk, "d = 2"));
    ck_assert(desk_types(&desk, "n = columns(zeros(1, d))"));
}

static void teardown(void) {
    desk_close(&desk);
}

static void assert_begins(const char *line, const char *beginning) {
    const char *said = desk_says(&desk, line);
    ck_assert_msg(text_starts(said, beginning), "%s: %s", line, said);
}

/* Asserts that LINE sweeps through the positions on the first line of WANTED, and measures the
 * numbers on the lines after it, one line for each curve. */
static void assert_measures(const char *line, const char *wanted) {
    ck_assert_msg(desk_types(&desk, line), "%s", line);
    const struct sweep *swept = desk.session.view.last.swept;
    struct text all = {0};
    for (size_t k = 0; k <= swept->curves; k++) {
        const double *numbers = k == 0 ? swept->x : swept->y[k - 1];
        for (size_t i = 0; i < swept->count; i++) {
            char number[NUMBER_TEXT];
            number_short(number, numbers[i], desk.session.display.precision);
            text_format(&all, "%s%s", i > 0 ? " " : "", number);
        }
        text_append(&all, "\n");
    }
    ck_assert_str_eq(text_string(&all), wanted);
    text_release(&all);
}

START_TEST(a_leaf_is_moved_and_stays) {
    assert_measures("sweep w[1,2] from -2 to 2 watch y[1,2] z steps=4", "-2 -1 0 1 2\n"
                                                                        "4 1 0 1 4\n"
                                                                        "30 27 26 27 30\n");
    ck_assert(text_starts(text_string(&desk.session.out), "  y[1,2] by w[1,2]\n  4 ┤"));
    ck_assert_ptr_nonnull(strstr(text_string(&desk.session.out), "\n  z by w[1,2]\n  30 ┤"));
    ck_assert(desk_number(&desk, "w[1,2]") == 2);
    ck_assert(!desk_types(&desk, "undo 1"));
}
END_TEST

START_TEST(what_nobody_watches_is_not_computed) {
    ck_assert(desk_types(&desk, "unseen = eye(d) @ [[1], [2]]"));
    assert_measures("sweep d from 1 to 3 watch n steps=2", "1 2 3\n1 2 3\n");
    assert_measures("sweep d from 1 to 3 watch z steps=1", "1 3\n30 30\n");
    assert_begins("sweep d from 1 to 3 watch n unseen[1,1] steps=2",
                  "at 1: unseen = eye(d) @ [[1], [2]] would fail");
}
END_TEST

START_TEST(a_computed_cell_is_pinned) {
    assert_measures("sweep y[1,1] from 0 to 1 watch z steps=1", "0 1\n29 30\n");
    ck_assert(desk_number(&desk, "z") == 30);
}
END_TEST

START_TEST(whole_numbers_in_equal_factors) {
    assert_measures("sweep d from 1 to 512 watch n times=2", "1 2 4 8 16 32 64 128 256 512\n"
                                                             "1 2 4 8 16 32 64 128 256 512\n");
    ck_assert(desk_types(&desk, "sweep d from 1 to 512 watch n steps=511"));
}
END_TEST

/* What the scaling lesson needs: sizes that double, and curves side by side. */
START_TEST(places_that_double) {
    assert_measures("sweep d from 1 to 24 watch n n/3 1/(n-1) times=2",
                    "1 2 4 8 16 24\n"
                    "1 2 4 8 16 24\n"
                    "0.3333 0.6667 1.3333 2.6667 5.3333 8\n"
                    "inf 1 0.3333 0.1429 0.0667 0.0435\n");
    ck_assert_ptr_nonnull(
        strstr(text_string(&desk.session.out), "  n by d, both axes in equal factors\n"));
    assert_measures("sweep d from 5 to 9 watch n times=4", "5 9\n5 9\n");
    assert_measures("sweep z from 1 to 1000 watch z times=10", "1 10 100 1000\n1 10 100 1000\n");
}
END_TEST

START_TEST(into_one_picture) {
    const char *said = desk_says(&desk, "sweep d from 1 to 4 watch n n*n times=2 axes=shared");
    ck_assert(text_starts(said, "  n and n*n by d, both axes in equal factors\n"));
    ck_assert_ptr_null(strstr(strstr(said, " by d") + 1, " by d"));
    ck_assert_ptr_nonnull(strstr(said, " n*n\n"));
    ck_assert_ptr_nonnull(strstr(said, "\n   1 "));
}
END_TEST

START_TEST(in_columns) {
    ck_assert(desk_types(&desk, "convention columns"));
    assert_measures("sweep w[2,1] from 0 to 3 watch y[2,1] steps=1", "0 3\n0 9\n");
    ck_assert(text_starts(text_string(&desk.session.out), "  y[2,1] by w[2,1]\n"));
}
END_TEST

START_TEST(other_values_are_marked) {
    const char *line = "sweep w[1,1] from 0 to 4 watch y[1,1] at d";
    ck_assert_ptr_null(strstr(desk_says(&desk, "sweep w[1,1] from 0 to 4 watch y[1,1]"), "○"));
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, line), "○ d"));
}
END_TEST

START_TEST(in_sentences) {
    ck_assert(desk_types(&desk, "describe on"));
    ck_assert_str_eq(desk_says(&desk, "sweep w[1,2] from -2 to 2 watch y[1,2] z steps=4"),
                     "y[1,2] by w[1,2] begins with 4 at -2, ends with 4 at 2; its lowest is 0 at "
                     "0, its highest 4 at -2.\n"
                     "z by w[1,2] begins with 30 at -2, ends with 30 at 2; its lowest is 26 at 0, "
                     "its highest 30 at -2.\n");
}
END_TEST

START_TEST(bars) {
    assert_begins("histogram w bins=3",
                  "  w  4 numbers, mean 2.5, std 1.118\n"
                  "  1 … 2  1 ████████████████████████████████\n"
                  "  2 … 3  1 ████████████████████████████████\n"
                  "  3 … 4  2 ████████████████████████████████████████████████████████████████\n");
    assert_begins("histogram w", "  w  4 numbers, mean 2.5, std 1.118\n    1 … 1.5  1 █");
}
END_TEST

/* Asserts that the output's lines end in those of LIST, beside the picture. */
static void assert_lists(const char *line, const char *list) {
    const char *said = desk_says(&desk, line);
    for (; *list != '\0'; list += strcspn(list, "\n") + 1) {
        size_t wanted = strcspn(list, "\n"), length = strcspn(said, "\n");
        ck_assert_msg(length >= wanted && memcmp(said + length - wanted, list, wanted) == 0,
                      "%.*s does not end in %.*s", (int)length, said, (int)wanted, list);
        said += length + 1;
    }
}

/* What a screen draws is said in digits and labels, or in sentences. */
START_TEST(arrows_and_links_are_told) {
    ck_assert(desk_types(&desk, "a = [[3, 4]]; b = [[-4, 3]]; o = [[0, 0]]"));
    assert_lists("arrows a b o", "     1  2  length  degrees  dot\n"
                                 "▶ a   3  4       5\n"
                                 "  b  -4  3       5       90    0\n"
                                 "  o   0  0       0             0\n"
                                 "  degrees, dot: with a\n");
    ck_assert(desk_types(&desk, "Q = tokens(\"I am\", w, columns=\"x y\")"));
    assert_lists("arrows Q", "    x  y  length  degrees  dot\n"
                             "▶ I   1  2  2.2361\n"
                             "  am  3  4       5     10.3   11\n"
                             "  degrees, dot: with I\n");
    assert_lists("arrows a b numbers=no", "     1  2\n▶ a   3  4\n  b  -4  3\n");
    ck_assert(desk_types(&desk, "A = softmax(Q @ Q.T)"));
    assert_begins("links A", "  A  I ");
    ck_assert(desk_types(&desk, "describe on"));
    ck_assert_str_eq(desk_says(&desk, "arrows a b"),
                     "a is the arrow 3, 4, of length 5.\nb is the arrow -4, 3, of length 5.\n"
                     "a and b are 90 degrees apart.\nThe dot product of a and b is 0.\n");
    ck_assert_str_eq(desk_says(&desk, "arrows a b numbers=no"),
                     "a is the arrow 3, 4.\nb is the arrow -4, 3.\n");
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "links A"), "Row I: I 0.0025, am 0.9975.\n"));
}
END_TEST

START_TEST(errors) {
    static const char *const lines[][2] = {
        {"sweep w[1,1] from 1 to 2",
         "sweep takes a cell, a range and what to watch: sweep W_q[1,2] "
         "from -2 to 2 watch A[1,2]"},
        {"sweep w[1,1] from 1 to 2 watch steps=3",
         "sweep takes a cell, a range and what to watch: sweep W_q[1,2] from -2 to 2 watch A[1,2]"},
        {"sweep w from 1 to 2 watch z", "w is 2×2; name one cell, such as w[1,1]"},
        {"sweep w[1,1] from a to 2 watch z", "`a` is not a number"},
        {"sweep w[1,1] from 2 to 1 watch z", "a range goes up: write the smaller number first"},
        {"sweep w[1,1] from 0 to 1 watch z times=2", "times= takes a range above 0"},
        {"sweep w[1,1] from 1 to 2 watch z times=1", "times is a number above 1: times=2 doubles"},
        {"sweep w[1,1] from 1 to 2 watch z times=1.00001", "that is more than 2000 steps"},
        {"sweep w[1,1] from 1 to 2 watch z by=2",
         "`by=2` is none of steps=40, times=2 and axes=shared"},
        {"sweep w[1,1] from 1 to 2 watch z axes=2", "axes is own or shared, not `2`"},
        {"sweep w[1,1] from 0 to 1 watch z steps=0", "steps is a whole number from 1 to 2000"},
        {"sweep w[1,1] from 0 to 1 watch y", "at 0: one number is wanted here, not 2×2"},
        {"sweep d from 1 to 2 watch n steps=2",
         "at 1.5: n = columns(zeros(1, d)) would fail: zeros: sizes must be whole numbers from 1"},
        {"sweep w[1,1] from 0 to 1 watch z z z z z z z", "at most 6 values can be watched"},
        {"bars v", "no value is called v"},
        {"histogram w bins=0", "bins is a whole number from 1 to 200"},
        {"histogram w 3", "`3` is not bins=10"},
        {"arrows d", "an arrow has two numbers, a row of d has one"},
        {"arrows ones(2,3)", "`ones(2,3)` is not a name"},
        {"u = ones(2, 3); arrows u", "an arrow on paper has two numbers, a row of u has 3: draw "
                                     "two of them, u_2 = u[:,1:2] and then arrows u_2"},
        {"links w", "links joins words to words, and rows and columns of w have no names: "
                    "tokens(\"I am\", …) names rows, columns=\"I am\" in it columns"},
        {"arrows w numbers=some", "numbers is yes or no, not `some`"},
        {"arrows w bins=3", "`bins=3` is not numbers=no"},
        {"links w y", "too many words: write links [NAME]"},
        {"arrows w y w y w", "arrows takes at most 4 values at once"},
        {"sweep a_number_with_a_very_very_very_long_name[1,1] from 0 to 1 watch w[1,1]",
         "the name a_number_with_a_very_very_very_long_name is too long to draw under"},
    };

    ck_assert(desk_types(&desk, "h = heads(w, 2)"));
    ck_assert(desk_types(&desk, "a_number_with_a_very_very_very_long_name = [[1]]"));
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ck_assert_str_eq(desk_says(&desk, lines[i][0]), lines[i][1]);
    }
}
END_TEST

Suite *commands_plotting_suite(void);

Suite *commands_plotting_suite(void) {
    Suite *suite = suite_create("commands plotting");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_test(core, a_leaf_is_moved_and_stays);
    tcase_add_test(core, what_nobody_watches_is_not_computed);
    tcase_add_test(core, a_computed_cell_is_pinned);
    tcase_add_test(core, whole_numbers_in_equal_factors);
    tcase_add_test(core, places_that_double);
    tcase_add_test(core, into_one_picture);
    tcase_add_test(core, in_columns);
    tcase_add_test(core, other_values_are_marked);
    tcase_add_test(core, in_sentences);
    tcase_add_test(core, bars);
    tcase_add_test(core, arrows_and_links_are_told);
    tcase_add_test(core, errors);
    suite_add_tcase(suite, core);
    return suite;
}
