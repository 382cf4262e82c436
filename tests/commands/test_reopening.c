/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* A lesson is edited while it is open, and read again: line by line, and on a screen. */
#include "commands/desk.h"

#include "base/file.h"
#include "base/heap.h"
#include "base/memory.h"
#include "session/outline.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KINDS = 2 }; /* of sessions: line by line, and on a screen */

static char folder[32];
static char path[64];
static struct desk desk;

static void saves(const char *lesson) {
    struct failure failure = {0};
    ck_assert_msg(file_save(path, lesson, strlen(lesson), &failure), "%s", failure.message);
}

static void make_folder(void) {
    text_fill(folder, sizeof folder, "/tmp/qkv-reopen-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    text_fill(path, sizeof path, "%s/one.md", folder);
}

static void drop_folder(void) {
    desk_close(&desk);
    unlink(path);
    ck_assert_int_eq(rmdir(folder), 0);
}

static void types(const char *line) {
    ck_assert_msg(desk_types(&desk, line), "%s: %s", line, desk.failure.message);
}

static void opens(const char *lesson, int kind) {
    struct failure failure = {0};
    saves(lesson);
    desk_open(&desk, NULL);
    desk.session.front.drawn = kind > 0;
    struct lesson *read = lesson_open(path, &failure);
    ck_assert_ptr_nonnull(read);
    ck_assert_msg(commands_open(&desk.session, read, &failure), "%s", failure.message);
}

static void reopens(const char *lesson) {
    saves(lesson);
    types("reopen");
}

/* Asserts the present page, and the statement passed last. */
static void stands_at(size_t page, const char *text) {
    const struct lesson *lesson = desk.session.lesson;
    size_t stop = session_stop(&desk.session);
    const struct source_line *line = stop == 0 ? NULL : lesson_line(lesson, stop - 1);
    ck_assert_uint_eq(outline_page(&desk.session) + 1, page);
    ck_assert_str_eq(line == NULL ? "" : line->text, text);
}

#define TITLE "# Shares\n\n"
#define ONE TITLE PAGE_ONE
#define PAGE_ONE "## One\n\nWords.\n\n```qkv\nX = [[1, 2], [3, 4]]\n```\n\n"
#define TWO(q) "## Two\n\n```qkv\nW = [[1, 0], [0, 1]]\nQ = " q "\n```\n\nBehind Q.\n\n"
#define THREE "## Three\n\n```qkv\nS = Q + 1\n```\n"

static void opens_at_q(int kind) {
    opens(ONE TWO("X @ W") THREE, kind);
    types("goto Q");
    stands_at(2, "Q = X @ W");
}

START_TEST(the_page_is_found_by_its_title) {
    opens_at_q(_i);
    reopens("# Shares\n\n## Before\n\nNew words.\n\n```qkv\nnew = 1\n```\n\n## One\n\n```qkv\n"
            "X = [[1, 2], [3, 5]]\n```\n\n" TWO("X @ W") THREE);
    stands_at(3, "Q = X @ W");
    ck_assert(desk_number(&desk, "Q[2,2]") == 5);
    ck_assert_uint_eq(desk.session.lesson->page_count, 4);
    types("next");
    stands_at(4, "");
}
END_TEST

START_TEST(the_stop_is_found_by_its_name_then_its_number) {
    opens_at_q(_i);
    reopens(ONE "## Two\n\n```qkv\na = 1\nb = 2\nW = [[1, 0], [0, 1]]\nQ = X @ W * 2\n```\n" THREE);
    stands_at(2, "Q = X @ W * 2");
    ck_assert(desk_number(&desk, "Q[2,2]") == 8);
    reopens(ONE "## Two\n\n```qkv\nW = [[1, 0], [0, 1]]\nR = X\n```\n");
    stands_at(2, "R = X");
    reopens(ONE "## Other\n\nAll in one.\n");
    stands_at(2, "");
    reopens(ONE);
    stands_at(1, "");
}
END_TEST

START_TEST(what_was_changed_stays_where_it_was) {
    opens_at_q(_i);
    types("X[1,2] = 7");
    types("W = [[2, 0], [0, 2]]; mine = 3");
    types("X[2,1] = 0");
    reopens(TITLE "## New\n\nNothing.\n\n" PAGE_ONE TWO("X @ W") THREE);
    stands_at(3, "Q = X @ W");
    ck_assert(desk_number(&desk, "Q[1,2]") == 14);
    ck_assert(desk_number(&desk, "mine") == 3);
    types("goto page 2");
    types("next");
    ck_assert(desk_number(&desk, "X[1,2]") == 7); /* anchored to the lesson's X, as before */
    types("goto Q");
    types("undo");
    ck_assert(desk_number(&desk, "X[2,1]") == 3);
    types("undo");
    types("undo");
    types("undo");
    ck_assert(desk_number(&desk, "Q[1,2]") == 2);
    ck_assert(!desk_types(&desk, "undo"));
}
END_TEST

START_TEST(what_does_not_fit_any_more_goes) {
    opens_at_q(_i);
    types("X[2,2] = 7");
    types("W[1,1] = 5");
    reopens("# Shares\n\n## One\n\n```qkv\nX = [[1, 2]]\n```\n\n" TWO("X @ W") THREE);
    stands_at(2, "Q = X @ W");
    ck_assert(desk_number(&desk, "Q[1,1]") == 5);
    types("W = [[1, 0, 0], [0, 1, 0]]");
    reopens("# Shares\n\n## One\n\n```qkv\nX = [[1, 2]]\n```\n\n" TWO("X @ W + [[1, 1]]") THREE);
    ck_assert_ptr_nonnull(
        strstr(text_string(&desk.session.out), "without your changes, which no longer fit it"));
    ck_assert(desk_number(&desk, "Q[1,1]") == 2);
}
END_TEST

#define ASKS(first) "```quiz largest\nWhich?\n" first " 4 {{ Yes. }}\n( ) 3 {{ No. }}\n```\n\n"
#define PREDICTS "```quiz sum predict\nHow much?\n= sum(P)\n```\n\n```qkv\nP = [[1, 2]]\n```\n\n"

START_TEST(answers_stay_where_the_question_does) {
    opens(ONE PREDICTS ASKS("(x)") TWO("X @ W"), _i);
    types("goto page 1");
    types("next");
    types("next");
    types("answer 3");
    types("next");
    ck_assert_int_eq(desk.session.answers[2].state, ANSWER_RIGHT);
    types("next");
    types("answer 2");
    size_t requested = session_stop(&desk.session) - 1;
    ck_assert_str_eq(desk.session.answers[requested].given, "2");
    reopens(ONE "More words.\n\n" PREDICTS ASKS("(x)") TWO("X @ W"));
    ck_assert_int_eq(desk.session.answers[2].state, ANSWER_RIGHT);
    ck_assert_str_eq(desk.session.answers[requested].given, "2");
    ck_assert_uint_eq(desk.session.answers[requested].tries, 1);
    reopens(ONE
            "```quiz sum predict\nHow much?\n= sum(P)\n```\n\n```qkv\nP = [[1, 5]]\n```\n\n" ASKS(
                "( ) 5 {{ No. }}\n(x)") TWO("X @ W"));
    ck_assert_int_eq(desk.session.answers[2].state, ANSWER_WRONG);
    ck_assert_ptr_null(desk.session.answers[requested].given);
    ck_assert_int_eq(desk.session.answers[requested].state, ANSWER_OPEN);
}
END_TEST

#define TRIES(goal)                                                                                \
    "```try nine\nMake it nine.\nexpect " goal "\nallow: X W\nsolution: X[1,1] = 9\n```\n\n"

START_TEST(an_exercise_goes_on) {
    opens(ONE TWO("X @ W") TRIES("Q[1,1] = 9") THREE, _i);
    types("goto Q");
    types("W[2,2] = 3");
    types("next");
    types("X[1,1] = 8");
    size_t requested = session_stop(&desk.session) - 1;
    reopens(ONE TWO("X @ W") "Think.\n\n" TRIES("Q[1,1] = 9") THREE);
    ck_assert_uint_eq(desk.session.exercise, requested);
    ck_assert_int_eq(desk.session.answers[requested].state, ANSWER_OPEN);
    ck_assert(desk_number(&desk, "Q[1,1]") == 8);
    reopens(ONE TWO("X @ W") TRIES("Q[1,1] = 8") THREE);
    ck_assert_int_eq(desk.session.answers[requested].state, ANSWER_RIGHT);
    types("next");
    ck_assert(desk_number(&desk, "Q[1,1]") == 1); /* what was done in it is put back */
}
END_TEST

static const struct {
    const char *lesson, *said;
    size_t line;
} broken[] = {
    {ONE TWO("X @ @ W") THREE, "a value is missing between", 15},
    {ONE TWO("X @ V") THREE, "no value is called V", 15},
    {ONE "## Two\n\n```qkv\nW = 1\n", "is not closed", 13},
    {"# Shares\n\n```qvk\nX = 1\n```\n", "did you mean \"qkv\"", 3},
    {"---\ntitle: x\n", "", 1},
    {"", "", 1},
};

START_TEST(what_cannot_be_read_changes_nothing) {
    opens_at_q(1);
    types("X[1,2] = 7");
    size_t stop = session_stop(&desk.session);
    const struct lesson *lesson = desk.session.lesson;
    saves(broken[_i].lesson);
    ck_assert(!desk_types(&desk, "reopen"));
    ck_assert_msg(strstr(desk.failure.message, broken[_i].said) != NULL, "%s",
                  desk.failure.message);
    ck_assert_str_eq(desk.failure.file, path);
    ck_assert_uint_eq(desk.failure.line, broken[_i].line);
    ck_assert_ptr_eq(desk.session.lesson, lesson);
    ck_assert_uint_eq(session_stop(&desk.session), stop);
    ck_assert(desk_number(&desk, "Q[1,2]") == 7);
    reopens(ONE TWO("X @ W + 1") THREE);
    ck_assert(desk_number(&desk, "Q[1,2]") == 8);
}
END_TEST

START_TEST(without_its_file_the_lesson_stays) {
    opens_at_q(1);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert(!desk_types(&desk, "reopen"));
    ck_assert_ptr_nonnull(strstr(desk.failure.message, "No such file"));
    stands_at(2, "Q = X @ W");
}
END_TEST

/* Each allocation fails in turn. */
START_TEST(without_memory_all_is_as_before) {
    opens(ONE TWO("X @ W") TRIES("Q[1,1] = 9") ASKS("(x)"), 1);
    types("goto page 2");
    for (int i = 0; i < 3; i++) {
        types("next");
    }
    types("X[1,1] = 8");
    const struct lesson *lesson = desk.session.lesson;
    size_t stop = session_stop(&desk.session);
    bool done = false;
    for (size_t count = 1; !done; count++) {
        memory_fail(count, count % 2 == 0);
        done = desk_types(&desk, "reopen");
        memory_fail(0, false);
        ck_assert_uint_eq(session_stop(&desk.session), stop);
        ck_assert_uint_eq(desk.session.exercise, stop - 1);
        ck_assert(desk_number(&desk, "Q[1,1]") == 8);
        ck_assert_msg(done || desk.session.lesson == lesson, "%zu", count);
    }
    types("X[1,1] = 9");
    types("next");
    ck_assert(desk_number(&desk, "Q[1,1]") == 1);
}
END_TEST

START_TEST(what_is_looked_at_stays) {
    opens_at_q(1);
    types("move Q[2,1]");
    types("narration");
    reopens(ONE "Words.\n\n" TWO("X @ W") "More.\n" THREE);
    struct text cell = {0};
    ck_assert(view_cell(&desk.session, &cell, &desk.failure));
    ck_assert_str_eq(text_string(&cell), "Q[2,1]");
    ck_assert_int_eq(desk.session.view.popup, POPUP_NARRATION);
    text_release(&cell);
}
END_TEST

/* A review asks questions of many lessons: reading one of them again does not end it. */
START_TEST(a_review_goes_on) {
    opens_at_q(1);
    desk.session.review.list[0].lesson = memory_text("one", 3);
    desk.session.review.list[0].question = memory_text("two", 3);
    desk.session.review.count = 1;
    reopens(ONE TWO("X @ W * 2") THREE);
    ck_assert_uint_eq(desk.session.review.count, 1);
    ck_assert_str_eq(desk.session.review.list[0].question, "two");
}
END_TEST

Suite *commands_reopening_suite(void);

Suite *commands_reopening_suite(void) {
    Suite *suite = suite_create("commands/reopening");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, make_folder, drop_folder);
    tcase_add_loop_test(core, the_page_is_found_by_its_title, 0, KINDS);
    tcase_add_loop_test(core, the_stop_is_found_by_its_name_then_its_number, 0, KINDS);
    tcase_add_loop_test(core, what_was_changed_stays_where_it_was, 0, KINDS);
    tcase_add_loop_test(core, what_does_not_fit_any_more_goes, 0, KINDS);
    tcase_add_loop_test(core, answers_stay_where_the_question_does, 0, KINDS);
    tcase_add_loop_test(core, an_exercise_goes_on, 0, KINDS);
    tcase_add_loop_test(core, what_cannot_be_read_changes_nothing, 0,
                        sizeof broken / sizeof *broken);
    tcase_add_test(core, without_its_file_the_lesson_stays);
    tcase_add_test(core, without_memory_all_is_as_before);
    tcase_add_test(core, what_is_looked_at_stays);
    tcase_add_test(core, a_review_goes_on);
    suite_add_tcase(suite, core);
    return suite;
}
