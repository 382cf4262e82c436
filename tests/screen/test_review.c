/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions that were missed, asked once more: qkv review. */
#include "screen/learner.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *screen_review_suite(void);

static struct learner learner;

static void come(void) {
    learner_init(&learner);
}

static void go(void) {
    learner_release(&learner);
}

/* Saves the state of earlier questions, a line each: lesson, id and outcome. */
static void remember(const char *lines) {
    char path[sizeof learner.home + 32];
    snprintf(path, sizeof path, "%s/qkv/progress", learner.home);
    FILE *file = fopen(path, "a");
    ck_assert_ptr_nonnull(file);
    fputs(lines, file);
    fclose(file);
}

static void assert_kept(const char *line, bool retained) {
    char path[sizeof learner.home + 32], read[256];
    bool found = false;
    snprintf(path, sizeof path, "%s/qkv/progress", learner.home);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(read, sizeof read, file) != NULL) {
        found = found || strstr(read, line) != NULL;
    }
    fclose(file);
    ck_assert_msg(found == retained, "%s", line);
}

#define ONE "01-worked-example\tworked-example\tquestion "

/* First what was wrong, then what was skipped, then what was right, the oldest first; a question
 * that is not there any more is passed. Where one was in the lessons stays. */
START_TEST(questions_come_by_need) {
    remember(ONE "first-cell right\n" ONE "score-cell wrong\n"
                 "08-sushi\tsushi\tquestion gone wrong\n" ONE "key-cell skipped\n"
                 "08-sushi\tsushi\tquestion it-query wrong\n" ONE "score-cell right\n"
                 "08-sushi\tsushi\tpage 5 of 6\n");
    learner_open(&learner, (const char *const[]){"review", NULL});
    learner_sees(&learner, "Predict: The query of it is row thing");
    learner_presses(&learner, "1");
    learner_presses_until(&learner, " ", "question 3 of 5: The worked example");
    learner_sees(&learner, "What is K[2,4]?");
    learner_presses_until(&learner, " ", "question 4 of 5");
    learner_presses_until(&learner, " ", "question 5 of 5");
    learner_presses_until(&learner, " ", "That was the review: 0 of 5 right");
    learner_quits(&learner);
    assert_kept("question it-query wrong", true);
    assert_kept("page 2 of 6", false);
}
END_TEST

START_TEST(without_answers_there_is_nothing) {
    learner_spawn(&learner, (const char *const[]){"review", NULL});
    int status = vt_finish(&learner.vt);
    ck_assert_int_ne(status, 0);
}
END_TEST

Suite *screen_review_suite(void) {
    Suite *suite = suite_create("screen_review");
    TCase *tests = tcase_create("review");
    tcase_add_checked_fixture(tests, come, go);
    tcase_add_test(tests, questions_come_by_need);
    tcase_add_test(tests, without_answers_there_is_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}
