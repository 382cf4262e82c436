/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The order in which a learner sees choices, and what is kept of his answers. */
#include "session/question.h"

#include "base/text.h"
#include "session/quizzes.h"

#include <check.h>
#include <string.h>

Suite *session_choices_suite(void);

static const char text[] =
    "---\nid: l\n---\n\n# L\n\n"
    "```quiz which\nWhich?\n( ) a {{ no }}\n(x) b {{ yes }}\n( ) c\n( ) d\n```\n\n"
    "```quiz both\nBoth?\n[x] a\n[ ] b\n[x] c\n```\n\n"
    "```quiz numbers\nHow many?\n( ) 1\n(x) 2 of them\n( ) 3\n```\n\n"
    "```quiz answer\nDoes it?\n(x) yes, it does\n( ) no\n( ) sometimes\n```\n\n"
    "```quiz kept ordered\nWhich?\n(x) a\n( ) b\n( ) c\n```\n\n"
    "```order lines\nWhat comes first?\n(2) a\n(1) b\n(3) c\n```\n";

static struct quizzes quizzes;

static void open_lesson(void) {
    quizzes_open(&quizzes, text);
}

static void close_lesson(void) {
    quizzes_close(&quizzes);
}

/* True when the learner of SEED sees the choices of ID in another order than the file's. */
static bool is_mixed(const char *id, uint64_t seed) {
    const struct quiz *requested = quizzes_find(&quizzes, id);
    bool mixed = false;
    quizzes.session.front.seed = seed;
    struct choice_list order = choices_order(&quizzes.session, requested);
    for (size_t i = 0; i < requested->choice_count; i++) {
        mixed = mixed || order.list[i] != i;
    }
    return mixed;
}

START_TEST(learners_see_other_orders) {
    static const char *const mixing[] = {"which", "both", "lines"};
    static const char *const retained[] = {"numbers", "answer", "kept"};
    for (size_t k = 0; k < 3; k++) {
        size_t mixed = 0;
        for (uint64_t seed = 1; seed <= 50; seed++) {
            mixed += is_mixed(mixing[k], seed);
            ck_assert_msg(!is_mixed(retained[k], seed), "%s", retained[k]);
        }
        ck_assert_uint_gt(mixed, 25);
        ck_assert(!is_mixed(mixing[k], 0));
    }
}
END_TEST

/* The learner presses the number that he sees beside the right choices; the lesson's own numbers
 * are kept. */
static void assert_kept(const char *id, const char *right) {
    const struct quiz *requested = quizzes_find(&quizzes, id);
    for (quizzes.session.front.seed = 1; quizzes.session.front.seed <= 20;
         quizzes.session.front.seed++) {
        struct choice_list order = choices_order(&quizzes.session, requested);
        struct text typed = {0}, retained = {0};
        for (const char *at = right; *at != '\0'; at++) {
            for (size_t i = 0; i < requested->choice_count; i++) {
                if (order.list[i] == (size_t)(*at - '1')) {
                    text_format(&typed, typed.length > 0 ? " %zu" : "%zu", i + 1);
                }
            }
        }
        struct question question = {&quizzes.session, requested};
        question_kind(requested)->unmixed(question, text_string(&typed), &retained);
        bool is_right = false;
        struct failure failure = {0};
        ck_assert(question_kind(requested)->grade(question, text_string(&retained), &is_right, NULL,
                                                  &failure));
        ck_assert_msg(is_right, "%s: %s", id, text_string(&retained));
        text_release(&typed);
        text_release(&retained);
    }
}

/* For every seed: otherwise typing 1 2 3 would be enough. */
START_TEST(lines_are_never_shown_in_their_right_order) {
    const struct quiz *requested = quizzes_find(&quizzes, "lines");
    for (uint64_t seed = 0; seed <= 50; seed++) {
        quizzes.session.front.seed = seed;
        struct choice_list order = choices_order(&quizzes.session, requested);
        size_t last = 0, sorted = 0;
        for (size_t i = 0; i < requested->choice_count; i++) {
            sorted += requested->choices[order.list[i]].place >= last;
            last = requested->choices[order.list[i]].place;
        }
        ck_assert_uint_lt(sorted, requested->choice_count);
    }
}
END_TEST

START_TEST(answers_keep_the_numbers_of_the_lesson) {
    assert_kept("which", "2");
    assert_kept("both", "13");
    assert_kept("lines", "213");
    assert_kept("kept", "1");
}
END_TEST

Suite *session_choices_suite(void) {
    Suite *suite = suite_create("session_choices");
    TCase *tests = tcase_create("choices");
    tcase_add_checked_fixture(tests, open_lesson, close_lesson);
    tcase_add_test(tests, learners_see_other_orders);
    tcase_add_test(tests, lines_are_never_shown_in_their_right_order);
    tcase_add_test(tests, answers_keep_the_numbers_of_the_lesson);
    suite_add_tcase(suite, tests);
    return suite;
}
