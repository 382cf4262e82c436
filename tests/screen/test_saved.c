/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* A user whose history and progress an earlier program wrote (tests/saved/state): lessons open
 * where they were left, what was typed comes back, and going on loses none of it. */
#include "screen/learner.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

static struct learner learner;

static void inherit(void) {
    char command[sizeof learner.home + 128];
    learner_init(&learner);
    learner.columns = 100;
    snprintf(command, sizeof command, "cp '%s/tests/saved/state/'* '%s/qkv'", QKV_SOURCE_DIR,
             learner.home);
    ck_assert_int_eq(system(command), 0);
}

static void drop(void) {
    learner_release(&learner);
}

static void open_lesson(const char *number) {
    learner_open(&learner, (const char *const[]){number, NULL});
}

START_TEST(the_list_tells_how_far_each_is) {
    learner_open(&learner, NULL);
    learner_sees(&learner, "page 4 of 10");
    learner_sees(&learner, "page 5 of 8");
    learner_sees(&learner, "page 1 of 6");
    learner_quits(&learner);
}
END_TEST

START_TEST(lessons_open_where_they_were_left) {
    static const char *const left[][2] = {
        {"1", "page 4 of 11"}, {"2", "page 5 of 9"}, {"4", "page 1 of 7"}};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        open_lesson(left[i][0]);
        learner_sees(&learner, left[i][1]);
        learner_quits(&learner);
    }
}
END_TEST

START_TEST(what_was_typed_comes_back) {
    static const char *const lines[] = {"goto page 5",
                                        "run",
                                        "answer 1",
                                        "run",
                                        "T = tokens(\"a b\", [[1, 2], [3, 4]])",
                                        "answer 1",
                                        "goto page 3",
                                        "# α' and → are kept, too"};
    open_lesson("3");
    vt_send(&learner.vt, ":");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        learner_presses(&learner, "\x1b[A");
        learner_sees(&learner, lines[i]);
    }
    learner_presses(&learner, "\x15\x1b");
    learner_quits(&learner);
}
END_TEST

START_TEST(nothing_is_lost_by_going_on) {
    open_lesson("1");
    learner_types(&learner, "goto page 5");
    learner_sees(&learner, "page 5 of 11");
    learner_quits(&learner);
    learner_open(&learner, NULL);
    learner_sees(&learner, "page 5 of 11");
    learner_sees(&learner, "page 5 of 8");
    learner_sees(&learner, "page 1 of 6");
    learner_quits(&learner);
}
END_TEST

/* The learner was on a page that another edition of the lesson has elsewhere. */
START_TEST(a_page_that_has_moved_is_found_by_its_title) {
    char path[sizeof learner.home + 32];
    snprintf(path, sizeof path, "%s/qkv/progress", learner.home);
    FILE *log = fopen(path, "a");
    ck_assert_ptr_nonnull(log);
    ck_assert_int_gt(fputs("04-softmax\tsoftmax\tpage 2 of 5: How sharp?\n", log), 0);
    ck_assert_int_eq(fclose(log), 0);
    open_lesson("4");
    learner_sees(&learner, "page 4 of 7: How sharp?");
    learner_sees(&learner, "The lesson has changed: the page you were on, 2, is page 4 now");
    learner_quits(&learner);
    open_lesson("4");
    learner_sees(&learner, "page 4 of 7: How sharp?");
    learner_misses(&learner, "The lesson has changed");
    learner_quits(&learner);
}
END_TEST

Suite *screen_saved_suite(void);

Suite *screen_saved_suite(void) {
    Suite *suite = suite_create("screen/saved");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, inherit, drop);
    tcase_add_test(core, the_list_tells_how_far_each_is);
    tcase_add_test(core, lessons_open_where_they_were_left);
    tcase_add_test(core, a_page_that_has_moved_is_found_by_its_title);
    tcase_add_test(core, what_was_typed_comes_back);
    tcase_add_test(core, nothing_is_lost_by_going_on);
    suite_add_tcase(suite, core);
    return suite;
}
