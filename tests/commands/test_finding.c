/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* find: finds words and goes there. */
#include "commands/desk.h"

#include "base/heap.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static struct desk desk;

static const char lesson[] =
    "# L\n\n## One\n\nHere is `X`, with two words.\n\n```qkv\nX = tokens(\"I am\", [[1, 2], [3, "
    "4]])\n```\n\nIt stands **there**, whole.\n\n```qkv hidden\nY = X @ X.T\n```\n\n## Two\n\n"
    "```quiz which predict\nWhich row of `Y` is larger?\n( ) the upper {{ No. }}\n(x) the lower {{ "
    "Yes. }}\n```\n\nBehind the question, two words.\n\n```qkv grain=cell\nZ = Y @ Y\nexpect Z is "
    "2x2\n```\n\nBehind Z.\n\n```try make\nMake `Z` large.\nexpect Z[1,1] > 1\nallow: X\n"
    "hint: upwards\nsolution: X[1,1] = 9\n```\n\nThe end.\n";

static void open_desk(void) {
    static const char *const folders[] = {"lessons", NULL};
    desk_open(&desk, lesson);
    desk.session.front.lesson_folders = folders;
    ck_assert(desk_types(&desk, "advance"));
}

static void close_desk(void) {
    desk_close(&desk);
}

/* The output of the last of LINES, separated by |, begins so, and contains MORE. */
static const struct {
    const char *lines, *begins, *more;
} cases[] = {
    {"find whole", "whole: place 1 of 1, page 1: One\n", "stands there, whole"},
    {"find it STANDS there", "it STANDS there: place 1 of 1", "It stands"},
    {"find here is x, with", "here is x, with: place 1 of 1", "Here is `X`"},
    {"find sushi", "sushi: not here, but in other lessons:\n", "\nOnce one is open, again goes"},
    {"find tokens", "tokens: place 1 of 1, page 1: One\n", "X = tokens"},
    {"find two", "two: place 2 of 3, page 2: Two\n", "Page 2 of 2"},
    {"find two|again", "two: place 3 of 3, page 2: Two\n", "Behind the question, two words."},
    {"find two|again|find", "two: place 1 of 3, page 1: One\n", "with two words"},
    {"find two|again back", "two: place 1 of 3", "with two words"},
    {"find two|again back|again back", "two: place 3 of 3", "Behind the question"},
    {"find two words", "two words: place 2 of 2, page 2: Two\n", "Behind the question, two words."},
    {"find the lower", "the lower: place 1 of 1, page 2", "Which row of `Y` is larger?"},
    {"find behind z", "behind z: place 1 of 1, page 2", "Behind Z."},
    {"find z large", "z large: place 1 of 1", "Exercise: Make `Z` large."},
    {"find Y = X", "Y = X: place 1 of 1, page 2", "Page 2"},
    {"find upwards", "upwards: nowhere, neither here nor", ""},
    {"find is 2x2", "is 2x2: nowhere, neither here", ""},
    {"again", "nothing was found yet: find WORDS looks for them", ""},
    {"find hunger nowhere|again", "nothing was found yet", ""},
};

START_TEST(what_stands_somewhere_is_found) {
    char lines[80];
    const char *said = "";
    text_fill(lines, sizeof lines, "%s", cases[_i].lines);
    for (char *line = strtok(lines, "|"); line != NULL; line = strtok(NULL, "|")) {
        said = desk_says(&desk, line);
    }
    ck_assert_msg(text_starts(said, cases[_i].begins), "%s", said);
    ck_assert_msg(strstr(said, cases[_i].more) != NULL, "%s", said);
}
END_TEST

START_TEST(what_is_not_found_moves_nobody) {
    ck_assert(desk_types(&desk, "find whole"));
    ck_assert(!desk_types(&desk, "find hunger nowhere"));
    ck_assert_uint_eq(session_stop(&desk.session), 2);
    ck_assert(text_starts(desk_says(&desk, "again"), "whole: place 1 of 1"));
}
END_TEST

/* The learner opens another lesson; the search continues in it. */
START_TEST(another_lesson_goes_on_with_it) {
    ck_assert(strstr(desk_says(&desk, "find sushi"), "  08-sushi: ") != NULL);
    ck_assert(desk_types(&desk, "open lessons/08-sushi.md"));
    ck_assert(text_starts(desk_says(&desk, "again"), "sushi: place 2 of "));
}
END_TEST

START_TEST(without_a_lesson_names_and_labels_are_found) {
    desk_close(&desk);
    desk_open(&desk, NULL);
    ck_assert(desk_types(
        &desk, "V = [[1]]; X = tokens(\"I am\", [[1, 2], [3, 4]]); W = [[1], [2]]; Q = X @ W"));
    ck_assert(text_starts(desk_says(&desk, "find am"), "am: place 1 of 2\nX = tokens"));
    ck_assert(text_starts(desk_says(&desk, "again"), "am: place 2 of 2\nQ = X @ W"));
    ck_assert(text_starts(desk_says(&desk, "find W"), "W: place 1 of 2\nW = "));
}
END_TEST

START_TEST(without_memory_all_is_as_before) {
    size_t tries = 1;
    for (bool done = false; !done; tries++) {
        size_t stop = session_stop(&desk.session);
        memory_fail(tries, false);
        done = desk_types(&desk, "find behind");
        memory_fail(0, false);
        ck_assert(done || (desk.failure.set && session_stop(&desk.session) == stop));
        ck_assert_uint_lt(tries, 20000);
    }
    ck_assert_uint_gt(tries, 2);
}
END_TEST

Suite *commands_finding_suite(void);

Suite *commands_finding_suite(void) {
    Suite *suite = suite_create("commands/finding");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, open_desk, close_desk);
    tcase_add_loop_test(tests, what_stands_somewhere_is_found, 0, sizeof cases / sizeof *cases);
    tcase_add_test(tests, what_is_not_found_moves_nobody);
    tcase_add_test(tests, another_lesson_goes_on_with_it);
    tcase_add_test(tests, without_a_lesson_names_and_labels_are_found);
    tcase_add_test(tests, without_memory_all_is_as_before);
    suite_add_tcase(suite, tests);
    return suite;
}
