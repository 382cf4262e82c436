/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/desk.h"

#include "base/heap.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static struct desk desk;

static void types(const char *line) {
    bool ok = desk_types(&desk, line);
    ck_assert_msg(ok, "%s: %s", line, desk.failure.message);
}

#define says(line, said) ck_assert_str_eq(desk_says(&desk, line), said)

/* --- what a screen shows is not said -----------------------------------------------------------
 */

START_TEST(old_and_new_are_kept_until_time_moves) {
    static const char lesson[] = "# L\n\n## One\n\n```qkv\nA = [1, 2]\nB = A * 2\n```\n\n"
                                 "```qkv\nA[1,2] = 5\nshow B\n```\n\n## Two\n\nEnd.\n";
    const struct notebook *before = &desk.session.view.last.before;
    desk_open(&desk, lesson);
    desk.session.front.drawn = true;
    types("goto B");
    types("A[1,1] = 7");
    ck_assert(notebook_find(before, "B")->value->cells[0] == 2);
    types("undo");
    ck_assert(notebook_find(before, "B")->value->cells[0] == 14);
    types("goto A");
    ck_assert_uint_gt(before->count, 0);
    says("next", "");
    ck_assert(notebook_find(before, "B")->value->cells[1] == 4);
    ck_assert_str_eq(desk.session.focus.name, "A");
    ck_assert_uint_eq(desk.session.view.cell, 1);
    says("next", "");
    ck_assert_str_eq(desk.session.focus.name, "B");
    ck_assert(notebook_find(before, "B")->value->cells[1] == 4);
    says("next", "");
    ck_assert_uint_eq(before->count, 0);
    types("A[1,1] = 7");
    types("back");
    ck_assert_uint_eq(before->count, 0);
    desk_close(&desk);
}
END_TEST

static const struct {
    const char *line;
    enum popup popup;
} covers[] = {{"contents", POPUP_CONTENTS},
              {"narration", POPUP_NARRATION},
              {"notes", POPUP_NOTES},
              {"keyboard", POPUP_KEYS}};

START_TEST(a_cover_comes_and_goes) {
    struct view *view = &desk.session.view;
    desk_open_lesson(&desk, "01-worked-example.md");
    types("goto page 2");
    ck_assert_uint_gt(strlen(desk_says(&desk, covers[_i].line)), 40);
    ck_assert_int_eq(view->popup, POPUP_NONE);
    desk.session.front.drawn = true;
    says(covers[_i].line, "");
    ck_assert_int_eq(view->popup, covers[_i].popup);
    types("move down 3");
    ck_assert_uint_eq(view->scroll, 3);
    types("move up 9");
    ck_assert_uint_eq(view->scroll, 0);
    types(covers[_i].line);
    ck_assert_int_eq(view->popup, POPUP_NONE);
    types(covers[_i].line);
    types("close");
    ck_assert_int_eq(view->popup, POPUP_NONE);
    types(covers[_i].line);
    types("next");
    ck_assert_int_eq(view->popup, POPUP_NONE);
    desk_close(&desk);
}
END_TEST

START_TEST(contents_tell_the_page_and_its_names) {
    desk_open_lesson(&desk, "01-worked-example.md");
    types("goto page 3");
    const char *said = desk_says(&desk, "contents");
    ck_assert_ptr_nonnull(strstr(said, "\n> 3  Keys and values"));
    ck_assert_ptr_nonnull(strstr(said, "\n     K V\n"));
    ck_assert_ptr_null(strstr(said, "> 2"));
    says("notes", "There are no notes on this page.\n");
    desk_close(&desk);
    desk_open(&desk, NULL);
    says("contents", "There are no definitions yet.\n");
    ck_assert(!desk_types(&desk, "narration"));
    desk_close(&desk);
}
END_TEST

START_TEST(switches_draw_on_a_screen_and_speak_elsewhere) {
    desk_open(&desk, NULL);
    types("A = softmax([[1, 2], [3, 3]])");
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "heat A"), "A  0 "));
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "zoom"), ".5"));
    says("differs", "there is no baseline yet: `baseline` sets one");
    types("baseline");
    says("differs", "Nothing differs from the baseline.\n");
    desk.session.front.drawn = true;
    static const char *const lines[] = {"heat",   "zoom on", "differs",           "move right",
                                        "show A", "goto A",  "convention columns"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        says(lines[i], "");
    }
    const struct view *view = &desk.session.view;
    ck_assert(view->zoom && view->difference);
    ck_assert(desk.session.display.columns);
    types("zoom; differs; convention other");
    ck_assert(!view->zoom && !view->difference);
    ck_assert(!desk.session.display.columns);
    desk_close(&desk);
}
END_TEST

/* --- one key through a lesson ------------------------------------------------------------------
 */

START_TEST(advance_alone_goes_through_a_lesson) {
    size_t presses = 0;
    desk_open_lesson(&desk, "01-worked-example.md");
    desk.session.front.drawn = true;
    while (desk_types(&desk, "advance")) {
        ck_assert_uint_lt(++presses, 1000);
    }
    ck_assert_str_eq(desk.failure.message, "this is the end of the lesson");
    ck_assert_uint_le(presses, 100); /* including the questions */
    ck_assert_uint_eq(session_stop(&desk.session), desk.session.lesson->stop_count);
    while (desk_types(&desk, "retreat")) {
        ck_assert_uint_gt(--presses, 0);
    }
    ck_assert_str_eq(desk.failure.message, "this is the start of the lesson");
    desk_close(&desk);
}
END_TEST

START_TEST(an_open_question_holds_once) {
    static const char lesson[] =
        "# L\n\n## One\n\n```quiz q\nWhich?\n(x) a\n( ) b\nhint: Think.\n```\n\nEnd.\n\n"
        "## Two\n";
    desk_open(&desk, lesson);
    types("advance 2");
    says("advance", "A question is open: answer it, or go on once more to skip it.\n");
    types("answer 2"); /* wrong */
    says("advance", "A question is open: answer it, or go on once more to skip it.\n");
    types("hint");
    says("advance", "A question is open: answer it, or go on once more to skip it.\n");
    ck_assert_int_eq(desk.session.answers[1].state, ANSWER_OPEN);
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "advance"), "Answer: a"));
    ck_assert_int_eq(desk.session.answers[1].state, ANSWER_SKIPPED);
    types("advance");
    ck_assert_uint_eq(session_stop(&desk.session), 3);
    desk_close(&desk);
}
END_TEST

/* A prediction that is skipped goes right on to its result; a count does not skip a question. */
START_TEST(a_prediction_passed_over_goes_on) {
    static const char lesson[] = "# L\n\n## One\n\n```quiz q predict\nWhat is A?\n= A\n"
                                 "explain: A sum.\n```\n\n```qkv\nA = 1 + 1\n```\n\nEnd.\n\n"
                                 "## Two\n\n## Three\n";
    desk_open(&desk, lesson);
    types("advance 9");
    ck_assert_uint_eq(session_stop(&desk.session), 2);
    ck_assert_int_eq(desk.session.answers[1].state, ANSWER_OPEN);
    types("advance");
    const char *said = desk_says(&desk, "advance");
    ck_assert_ptr_nonnull(strstr(said, "Skipped.\n"));
    ck_assert_ptr_nonnull(strstr(said, "Answer: 2\n"));
    ck_assert_uint_eq(session_stop(&desk.session), 3);
    desk_close(&desk);
}
END_TEST

/* After a warning, a learner who tries something is warned again. */
START_TEST(a_change_is_not_passed_over_without_a_word) {
    static const char lesson[] = "# L\n\n```qkv\nW = [[1, 2]]\n```\n\n```try t\nDo it.\n"
                                 "expect W[1,1] = 5\nallow: W\nsolution: W[1,1] = 5\n```\n";
    desk_open(&desk, lesson);
    types("advance 3");
    says("advance", "An exercise is open: try it, or go on once more to skip it.\n");
    types("W[1,2] = 7");
    says("advance", "An exercise is open: try it, or go on once more to skip it.\n");
    types("undo");
    says("advance", "An exercise is open: try it, or go on once more to skip it.\n");
    types("advance");
    ck_assert_int_eq(desk.session.answers[2].state, ANSWER_SKIPPED);
    desk_close(&desk);
}
END_TEST

/* --- without memory --------------------------------------------------------------------------- */

static const char *const hungry[] = {"move A[2,1]", "nudge up",  "flip",   "dive",      "heat",
                                     "zoom",        "contents",  "notes",  "narration", "keyboard",
                                     "advance",     "nudging 2", "explain"};

/* Whichever allocation fails, the line fails, nothing leaks, and the next try may succeed. */
START_TEST(a_line_without_memory_fails_whole) {
    size_t tries = 1;
    desk_open(&desk, "# L\n\n## One\n\n```qkv\nA = [[1, 2], [3, 4]]\nS = A @ A\n```\n\n"
                     "<!-- note: Slowly. -->\n\n## Two\n\nEnd.\n");
    types("goto S");
    types(text_same(hungry[_i], "dive") ? "move S[1,1]" : "move A[1,1]");
    for (bool done = false; !done; tries++) {
        struct notebook before = {0};
        notebook_copy(&before, session_notebook(&desk.session));
        memory_fail(tries, false);
        done = desk_types(&desk, hungry[_i]);
        memory_fail(0, false);
        ck_assert(done || desk.failure.set);
        ck_assert(done || notebook_same(&before, session_notebook(&desk.session)));
        ck_assert_uint_lt(tries, 20000);
        notebook_release(&before);
    }
    ck_assert_uint_gt(tries, 2);
    desk_close(&desk);
}
END_TEST

START_TEST(off_a_screen_a_copy_is_printed) {
    desk_open(&desk, NULL);
    ck_assert_str_eq(desk_says(&desk, "copy"),
                     "there is no number to look at yet: define something, or go on");
    types("A = [[1, 2], [0.1, 4]]");
    types("move A[2,1]");
    ck_assert_str_eq(desk_says(&desk, "copy"), "0.1\n");
    ck_assert_str_eq(desk_says(&desk, "copy matrix"), "np.array([[1.0, 2.0],\n    [0.1, 4.0]])\n");
    types("convention columns");
    ck_assert_str_eq(desk_says(&desk, "copy matrix"), "np.array([[1.0, 0.1],\n    [2.0, 4.0]])\n");
    types("B = A @ A");
    types("goto B row 1 col 1");
    ck_assert_str_eq(desk_says(&desk, "copy"), "1.2\n");
    ck_assert_str_eq(desk_says(&desk, "copy matrix"),
                     "it is not computed yet: step on to it, or out");
    ck_assert(!desk_types(&desk, "copy all"));
    desk_close(&desk);
}
END_TEST

Suite *commands_viewing_suite(void);

Suite *commands_viewing_suite(void) {
    Suite *suite = suite_create("commands/viewing");
    TCase *core = tcase_create("core");
    tcase_add_test(core, old_and_new_are_kept_until_time_moves);
    tcase_add_loop_test(core, a_cover_comes_and_goes, 0, sizeof covers / sizeof *covers);
    tcase_add_test(core, contents_tell_the_page_and_its_names);
    tcase_add_test(core, switches_draw_on_a_screen_and_speak_elsewhere);
    tcase_add_test(core, off_a_screen_a_copy_is_printed);
    tcase_add_test(core, advance_alone_goes_through_a_lesson);
    tcase_add_test(core, an_open_question_holds_once);
    tcase_add_test(core, a_prediction_passed_over_goes_on);
    tcase_add_test(core, a_change_is_not_passed_over_without_a_word);
    suite_add_tcase(suite, core);
    TCase *limits = tcase_create("limits");
    tcase_add_loop_test(limits, a_line_without_memory_fails_whole, 0,
                        sizeof hungry / sizeof *hungry);
    suite_add_tcase(suite, limits);
    return suite;
}
