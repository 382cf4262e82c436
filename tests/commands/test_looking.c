/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Looking: comparing with named baselines. */
#include "commands/desk.h"
#include "ground/runner.h"
#include "session/question.h"

#include <check.h>
#include <string.h>

static struct desk desk;

static void setup(void) {
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "X = tokens(\"I am\", [[1, 2], [3, 4]]); W = [[1, 0], [0, 1]]"));
    ck_assert(desk_types(&desk, "Q = X @ W; d_k = columns(Q); S = Q @ Q.T"));
    ck_assert(desk_types(&desk, "scaled = S / sqrt(d_k); A = softmax(scaled)"));
    ck_assert(desk_types(&desk, "baseline whole"));
}

static void teardown(void) {
    desk_close(&desk);
}

static void says(const char *line, const char *words) {
    ck_assert_str_eq(desk_says(&desk, line), words);
}

static void types(const char *line) {
    ck_assert_msg(desk_types(&desk, line), "%s: %s", line, desk.failure.message);
}

START_TEST(the_first_difference_is_told_and_the_largest_of_each) {
    types("scaled = S");
    says("compare whole", "first difference: scaled = S / sqrt(d_k) → S\n"
                          "scaled[am,am] = 17.6777 → 25; 3 other numbers differ.\n"
                          "A[I,I] = 0.0142 → 0.0025; 3 other numbers differ.\n"
                          "unchanged: X W Q d_k S\n");
    types("undo");
    says("compare whole", "Nothing differs from the baseline whole.\n");
    types("W[1,2] = 0.5");
    says("compare", "first difference: W[1,2] = 0 → 0.5\n"
                    "W[1,2] = 0 → 0.5.\n"
                    "Q[am,2] = 4 → 5.5; 1 other number differs.\n"
                    "S[am,am] = 25 → 39.25; 3 other numbers differ.\n"
                    "scaled[am,am] = 17.6777 → 27.7539; 3 other numbers differ.\n"
                    "A[I,I] = 0.0142 → 0.0012; 3 other numbers differ.\n"
                    "unchanged: X d_k\n");
    types("undo");
}
END_TEST

START_TEST(several_baselines_are_kept_and_names_are_mended) {
    says("compare", "Nothing differs from the baseline whole.\n");
    says("compare whale", "no baseline is called whale: did you mean whole? there are whole");
    types("scaled = S");
    types("baseline bare one");
    types("baseline");
    says("compare other",
         "no baseline is called other; there are whole, bare one and the one without a name");
    says("compare bare one", "Nothing differs from the baseline bare one.\n");
    types("scaled = S * 2");
    types("compare whole");
    ck_assert_ptr_nonnull(strstr(text_string(&desk.session.out), "S / sqrt(d_k) → S * 2\n"));
    types("compare bare one");
    ck_assert_ptr_nonnull(strstr(text_string(&desk.session.out), "scaled = S → S * 2\n"));
    desk_close(&desk);
    desk_open(&desk, NULL);
    says("compare", "there is no baseline yet: `baseline` sets one");
    says("compare other", "no baseline is called other: `baseline other` sets it");
}
END_TEST

START_TEST(in_columns_formulas_and_cells_are_shown_turned) {
    types("convention columns");
    types("S = Q.T @ Q @ Q.T @ Q");
    types("compare");
    ck_assert_ptr_nonnull(
        strstr(text_string(&desk.session.out), "first difference: S = Q.T @ Q → Q.T @ Q @ "));
}
END_TEST

START_TEST(what_is_new_gone_or_resized_has_its_line) {
    types("X = tokens(\"I am so\", [[1, 2], [3, 4], [5, 6]])");
    types("new_one = 5");
    const char *said = desk_says(&desk, "compare");
    ck_assert_ptr_nonnull(strstr(said, "first difference: X 2×2 → 3×2\n"));
    ck_assert_ptr_nonnull(strstr(said, "\nX 2×2 → 3×2.\nQ 2×2 → 3×2.\n"));
    ck_assert_ptr_nonnull(strstr(said, "\nnew: new_one\n"));
}
END_TEST

START_TEST(numbers_that_would_look_the_same_have_more_digits) {
    types("W[1,2] = 0.00001");
    const char *said = desk_says(&desk, "compare");
    ck_assert_ptr_nonnull(strstr(said, "Q[am,2] = 4 → 4.00003;"));
}
END_TEST

START_TEST(of_what_is_unchanged_twelve_are_named) {
    desk.session.front.echo = true;
    types("a = 1; b = 2; c = 3; e = 5; f = 6");
    types("W[1,2] = 1");
    ck_assert_ptr_nonnull(strstr(text_string(&desk.session.out), "\nunchanged: X d_k a b c e f\n"));
    types("g = 1; h = 2; i = 3; j = 5; k = 6; l = 7; m = 8");
    types("W[1,2] = 3");
    ck_assert_ptr_nonnull(strstr(text_string(&desk.session.out),
                                 "\nunchanged: X d_k a b c e f g h i j k and 2 others\n"));
}
END_TEST

Suite *commands_looking_suite(void);

/* A sum over 1,024 texts: each word is read in its own text. Reading all texts for each word took
 * longer than the case's time limit. */
START_TEST(why_of_a_sum_over_many_texts_ends) {
    struct desk lesson;
    desk_open_lesson(&lesson, "18-what-came-before.md");
    while (!desk_types(&lesson, "show pairs")) {
        struct session *session = &lesson.session;
        bool requested = question_open(session) != SIZE_MAX;
        ck_assert_msg(desk_types(&lesson, requested ? "skip" : "advance"), "%s",
                      lesson.failure.message);
    }
    const char *said = desk_says(&lesson, "why pairs[\"i\",\"c\"]");
    ck_assert_ptr_nonnull(strstr(said, "  onehot(lines, E)[1,"));
    ck_assert_ptr_nonnull(strstr(said, "\n… and more, not shown"));
    desk_close(&lesson);
}
END_TEST

Suite *commands_looking_suite(void) {
    Suite *suite = suite_create("commands/looking");
    TCase *compare = tcase_create("compare");
    TCase *why = tcase_create("why");
    tcase_set_timeout(why, 30);
    if (!runner_is_sampling()) {
        tcase_add_test(why, why_of_a_sum_over_many_texts_ends);
    }
    suite_add_tcase(suite, why);
    tcase_add_checked_fixture(compare, setup, teardown);
    tcase_add_test(compare, the_first_difference_is_told_and_the_largest_of_each);
    tcase_add_test(compare, several_baselines_are_kept_and_names_are_mended);
    tcase_add_test(compare, in_columns_formulas_and_cells_are_shown_turned);
    tcase_add_test(compare, what_is_new_gone_or_resized_has_its_line);
    tcase_add_test(compare, numbers_that_would_look_the_same_have_more_digits);
    tcase_add_test(compare, of_what_is_unchanged_twelve_are_named);
    suite_add_tcase(suite, compare);
    return suite;
}
