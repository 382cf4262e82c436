/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* A teacher writes a lesson in an editor, with the lesson open in qkv --watch. */
#include "base/failure.h"
#include "base/file.h"
#include "base/text.h"
#include "screen/learner.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *screen_watch_suite(void);

static struct learner learner;
static char file[sizeof learner.home + 16];

static void set_up(void) {
    learner_init(&learner);
    snprintf(file, sizeof file, "%s/one.md", learner.home);
}

static void tear_down(void) {
    learner_release(&learner);
}

#define LESSON(words, q)                                                                           \
    "# Shares\n\n## One\n\nFirst words.\n\n```qkv\nX = [[1, 2], [3, 4]]\n```\n\n## Two\n\n" words  \
    "\n\n```qkv\nQ = " q "\n```\n\nBehind Q.\n"

/* Saves as some editors do: a new file, renamed over the old one. */
static void saves(const char *lesson) {
    struct failure failure = {0};
    ck_assert(file_save(file, lesson, strlen(lesson), &failure));
}

/* Saves as others do: into the existing file. */
static void writes(const char *lesson) {
    FILE *out = fopen(file, "w");
    ck_assert_ptr_nonnull(out);
    ck_assert_int_ge(fputs(lesson, out), 0);
    ck_assert_int_eq(fclose(out), 0);
}

static void opens(void) {
    saves(LESSON("Second words.", "X * 2"));
    learner_open(&learner, (const char *const[]){file, "--watch", NULL});
    learner_types(&learner, "goto page 2");
    learner_sees(&learner, "Second words.");
}

START_TEST(a_lesson_that_is_saved_is_read_again) {
    opens();
    saves(LESSON("Better words.", "X * 2"));
    learner_awaits(&learner, "Better words.");
    learner_presses(&learner, " ");
    learner_sees(&learner, "Behind Q.");
    learner_types(&learner, "X[1,1] = 50");
    writes(LESSON("Third words.", "X * 3"));
    learner_awaits(&learner, "150");
    learner_awaits(&learner, "Behind Q.");
    learner_presses(&learner, "u");
    learner_sees(&learner, "150→3");
    learner_quits(&learner);
}
END_TEST

START_TEST(so_it_is_when_a_file_that_it_reads_is_saved) {
    char numbers[sizeof learner.home + 16];
    struct failure failure = {0};
    snprintf(numbers, sizeof numbers, "%s/x.csv", learner.home);
    ck_assert(file_save(numbers, "1,2\n", 4, &failure));
    saves("# Sums\n\n## One\n\nWords.\n\n```qkv\nX = tensor(\"x.csv\")\nT = X * 10\n```\n");
    learner_open(&learner, (const char *const[]){file, "--watch", NULL});
    learner_presses(&learner, "  ");
    learner_sees(&learner, "20");
    ck_assert(file_save(numbers, "1,7\n", 4, &failure));
    learner_awaits(&learner, "70");
    ck_assert(file_save(numbers, "1,x\n", 4, &failure));
    learner_awaits(&learner, "x.csv:1:1: there are no numbers here");
    learner_awaits(&learner, "70");
    ck_assert(file_save(numbers, "1,8\n", 4, &failure));
    learner_awaits(&learner, "80");
    learner_quits(&learner);
}
END_TEST

START_TEST(what_is_wrong_in_it_is_told_and_the_lesson_stays) {
    opens();
    saves(LESSON("Broken words.", "X @ @ X"));
    learner_awaits(&learner, "one.md:16:9: a value is missing");
    learner_awaits(&learner, "Q = X @ @ X");
    learner_awaits(&learner, "Second words.");
    saves("# Shares\n\n## One\n\n```qvk\n");
    learner_awaits(&learner, "one.md:5:1:");
    learner_awaits(&learner, "Second words.");
    ck_assert_int_eq(unlink(file), 0);
    learner_presses(&learner, " ");
    learner_sees(&learner, "Behind Q.");
    saves(LESSON("Mended words.", "X * 7"));
    learner_awaits(&learner, "28");
    learner_presses(&learner, "b");
    learner_sees(&learner, "Mended words.");
    learner_quits(&learner);
}
END_TEST

START_TEST(progress_is_written_once) {
    char path[sizeof learner.home + 64];
    struct failure failure = {0};
    struct text log = {0};
    opens();
    saves(LESSON("Better words.", "X * 2"));
    learner_awaits(&learner, "Better words.");
    learner_presses(&learner, " ");
    saves(LESSON("Third words.", "X * 3"));
    learner_awaits(&learner, "12");
    learner_quits(&learner);
    snprintf(path, sizeof path, "%s/qkv/progress", learner.home);
    ck_assert(file_read(path, 4096, &log, &failure));
    const char *first = strstr(text_string(&log), "page 2 of 2");
    ck_assert_ptr_nonnull(first);
    ck_assert_msg(strstr(first + 1, "page 2 of 2") == NULL, "%s", text_string(&log));
    text_release(&log);
}
END_TEST

START_TEST(what_is_being_typed_stays) {
    opens();
    learner_presses(&learner, ":X[1,1] = 1");
    saves(LESSON("Better words.", "X * 2"));
    learner_awaits(&learner, "Better words.");
    learner_presses(&learner, "2\r\x1b[17~ ");
    learner_sees(&learner, "24");
    learner_quits(&learner);
}
END_TEST

START_TEST(without_a_screen_it_is_read_before_a_line) {
    saves(LESSON("Second words.", "X * 2"));
    learner.term = "dumb";
    learner_spawn(&learner, (const char *const[]){file, "--watch", NULL});
    learner_awaits(&learner, "Enter goes on");
    vt_send(&learner.vt, "goto page 2\r");
    learner_awaits(&learner, "Second words.");
    saves(LESSON("Better words.", "X * 2"));
    vt_send(&learner.vt, "X[2,2]\r");
    learner_awaits(&learner, "Better words.");
    vt_send(&learner.vt, "quit\r");
    vt_finish(&learner.vt);
    vt_free(&learner.vt);
}
END_TEST

Suite *screen_watch_suite(void) {
    Suite *suite = suite_create("screen/watch");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 60);
    tcase_add_checked_fixture(core, set_up, tear_down);
    tcase_add_test(core, a_lesson_that_is_saved_is_read_again);
    tcase_add_test(core, so_it_is_when_a_file_that_it_reads_is_saved);
    tcase_add_test(core, what_is_wrong_in_it_is_told_and_the_lesson_stays);
    tcase_add_test(core, progress_is_written_once);
    tcase_add_test(core, what_is_being_typed_stays);
    tcase_add_test(core, without_a_screen_it_is_read_before_a_line);
    suite_add_tcase(suite, core);
    return suite;
}
