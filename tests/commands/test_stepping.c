/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/desk.h"

#include "base/heap.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static const char lesson[] = "# Steps\n"
                             "\n"
                             "Before.\n"
                             "\n"
                             "## One\n"
                             "\n"
                             "```qkv\n"
                             "A = [[1, 2], [3, 4]]\n"
                             "B = [[1, 0], [2, 1]]\n"
                             "```\n"
                             "\n"
                             "```qkv hidden\n"
                             "h = 3\n"
                             "```\n"
                             "\n"
                             "<!-- pause -->\n"
                             "\n"
                             "## Two\n"
                             "\n"
                             "```qkv\n"
                             "S = A @ B\n"
                             "expect S[1,1] = 5\n"
                             "A[1,1] = 10\n"
                             "T = S * h\n"
                             "```\n";

/* Forward through every stop and back again: each state occurs twice, the same to the byte. */
START_TEST(back_unruns_what_next_ran) {
    enum { MOST = 32 };
    struct desk desk;
    struct notebook states[MOST];
    size_t stops[MOST];
    size_t count = 0;
    desk_open(&desk, lesson);
    while (count < MOST && desk_types(&desk, "next")) {
        stops[count] = session_stop(&desk.session);
        notebook_copy(&states[count], session_notebook(&desk.session));
        count++;
    }
    ck_assert_str_eq(desk.failure.message, "this is the end of the lesson");
    ck_assert_uint_ge(count, 7);
    for (size_t i = count - 1; i > 0; i--) {
        ck_assert(notebook_same(&states[i], session_notebook(&desk.session)));
        ck_assert_msg(desk_types(&desk, "back"), "%s", desk.failure.message);
        ck_assert_uint_eq(session_stop(&desk.session), stops[i - 1]);
    }
    ck_assert(notebook_same(&states[0], session_notebook(&desk.session)));
    ck_assert_str_eq(desk_says(&desk, "back"), "this is the start of the lesson");
    for (size_t i = 0; i < count; i++) {
        notebook_release(&states[i]);
    }
    desk_close(&desk);
}
END_TEST

/* Returns the bytes of memory that some steps, some of them refused, take in a lesson of COUNT
 * pages. */
static size_t bytes_of_steps(size_t count) {
    struct desk desk;
    struct text long_lesson = {0};
    text_append(&long_lesson, "# Pages\n");
    for (size_t i = 0; i < count; i++) {
        text_append(&long_lesson, "## a\n<!-- pause -->\n");
    }
    desk_open(&desk, text_string(&long_lesson));
    text_release(&long_lesson);
    ck_assert(desk_types(&desk, "next"));
    size_t bytes = memory_bytes();
    for (int i = 0; i < 20; i++) {
        ck_assert(desk_types(&desk, "next"));
        ck_assert(!desk_types(&desk, "~~~"));
    }
    bytes = memory_bytes() - bytes;
    desk_close(&desk);
    return bytes;
}

/* Otherwise the time for a lesson would grow with the square of its length. */
START_TEST(a_step_of_a_long_lesson_takes_no_more_than_one_of_a_short) {
    ck_assert_uint_lt(bytes_of_steps(9000), 2 * bytes_of_steps(90));
}
END_TEST

/* A transcript says once that the text is not transposed. */
START_TEST(a_transcript_in_columns_says_how_it_is_told) {
    static const char said[] = "The text speaks of words as rows; what is shown has them as "
                               "columns.\n\nPage 1";
    struct desk desk;
    for (int columns = 0; columns < 2; columns++) {
        desk_open(&desk, lesson);
        desk.session.display.columns = columns == 1;
        ck_assert(commands_advance(&desk.session, &desk.failure));
        const char *out = text_string(&desk.session.out);
        ck_assert_msg((strstr(out, said) != NULL) == (columns == 1), "%s", out);
        desk_close(&desk);
    }
}
END_TEST

/* A line that must fail is shown, but not its escapes and broken bytes. */
START_TEST(what_is_to_fail_is_told_safely) {
    struct desk desk;
    desk_open(&desk, "# T\n```qkv error: x\nA\x1b]0;hi\x07\xff\t= 2\n```\n");
    while (commands_advance(&desk.session, &desk.failure)) {
    }
    const char *out = text_string(&desk.session.out);
    ck_assert_msg(strstr(out, "> A\\x1b]0;hi\\x07\xef\xbf\xbd = 2\n") != NULL, "%s", out);
    desk_close(&desk);
}
END_TEST

/* Another name for a value has no operations to step through. */
START_TEST(a_grain_leads_through_another_name) {
    struct desk desk;
    desk_open(&desk, "# T\n```qkv grain=cell\nX = [[1, 2]]\nQ = X\n```\n");
    while (commands_advance(&desk.session, &desk.failure)) {
    }
    ck_assert_double_eq(desk_number(&desk, "Q[1,2]"), 2);
    desk_close(&desk);
}
END_TEST

START_TEST(run_goes_to_the_next_page_or_pause) {
    struct desk desk;
    desk_open(&desk, lesson);
    const struct lesson *open = desk.session.lesson;
    enum stop_kind last = STOP_STATEMENT;
    size_t runs = 0;
    while (desk_types(&desk, "run") && runs++ < 20) {
        last = open->stops[session_stop(&desk.session) - 1].kind;
        ck_assert(last != STOP_STATEMENT || session_stop(&desk.session) == open->stop_count);
    }
    ck_assert_uint_ge(runs, 4);
    ck_assert_uint_eq(session_stop(&desk.session), open->stop_count);
    ck_assert(desk_number(&desk, "T[1,1]") == 42);
    desk_close(&desk);
}
END_TEST

START_TEST(goto_goes_anywhere) {
    struct desk desk;
    desk_open(&desk, lesson);
    ck_assert(desk_types(&desk, "goto end"));
    ck_assert_uint_eq(session_stop(&desk.session), desk.session.lesson->stop_count);
    ck_assert(desk_types(&desk, "goto start"));
    ck_assert(!desk_types(&desk, "A"));
    ck_assert(desk_types(&desk, "goto S"));
    ck_assert(desk_number(&desk, "S[1,1]") == 5);
    ck_assert_str_eq(desk.session.focus.name, "S");
    ck_assert_msg(desk_types(&desk, "goto S @ row 2 col 1 term 2"), "%s", desk.failure.message);
    ck_assert_int_eq(desk.session.focus.place.grain, GRAIN_TERM);
    ck_assert_uint_eq(desk.session.focus.place.row, 1);
    ck_assert_uint_eq(desk.session.focus.place.term, 1);
    ck_assert_str_eq(desk_says(&desk, "goto page 9"), "there is no page 9: the lesson has 3");
    ck_assert_str_eq(desk_says(&desk, "goto page nan"), "there is no page nan: the lesson has 3");
    ck_assert_str_eq(desk_says(&desk, "goto nowhere"), "no value is called nowhere");
    desk_close(&desk);
}
END_TEST

START_TEST(names_to_come_are_told) {
    struct desk desk;
    desk_open(&desk, lesson);
    ck_assert(desk_types(&desk, "next"));
    ck_assert_str_eq(desk_says(&desk, "T + 1"), "T comes later, on page 3");
    desk_close(&desk);
}
END_TEST

/* Through definition, operation, row, cell, term and out again. */
START_TEST(into_goes_finer_and_out_coarser) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert_str_eq(desk_says(&desk, "into"),
                     "there is no definition to step into yet: goto NAME first");
    ck_assert(desk_types(&desk, "A = [[1, 2], [3, 4]]; S = A @ A"));
    ck_assert(desk_types(&desk, "goto S"));
    for (int grain = GRAIN_OPERATION; grain <= GRAIN_TERM; grain++) {
        ck_assert_msg(desk_types(&desk, "into"), "%s", desk.failure.message);
        ck_assert_int_eq((int)desk.session.focus.place.grain, grain);
    }
    ck_assert(!desk_types(&desk, "into"));
    ck_assert(desk_types(&desk, "next"));
    ck_assert_uint_eq(desk.session.focus.place.term, 1);
    ck_assert(desk_types(&desk, "next"));
    ck_assert_uint_eq(desk.session.focus.place.column, 1);
    ck_assert_uint_eq(desk.session.focus.place.term, 0);
    ck_assert(desk_types(&desk, "back"));
    ck_assert_uint_eq(desk.session.focus.place.column, 0);
    ck_assert_uint_eq(desk.session.focus.place.term, 1);
    for (int grain = GRAIN_CELL; grain >= GRAIN_DEFINITION; grain--) {
        ck_assert(desk_types(&desk, "out"));
        ck_assert_int_eq((int)desk.session.focus.place.grain, grain);
    }
    ck_assert(!desk_types(&desk, "out"));
    desk_close(&desk);
}
END_TEST

/* Without a lesson the definitions are the stops. */
START_TEST(a_bare_session_steps_through_its_definitions) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert(!desk_types(&desk, "next"));
    ck_assert(desk_types(&desk, "a = 1; b = 2; c = 3"));
    ck_assert_str_eq(desk_says(&desk, "next"), "a = 1\n");
    ck_assert_str_eq(desk_says(&desk, "next 2"), "b = 2\nc = 3\n");
    ck_assert_str_eq(desk_says(&desk, "next"), "this is the last definition");
    ck_assert_str_eq(desk_says(&desk, "back"), "a = 1\n"); /* one move, whatever its count */
    ck_assert_str_eq(desk_says(&desk, "run"), "run goes to the next page, pause or question of a "
                                              "lesson, and no lesson is open");
    desk_close(&desk);
}
END_TEST

/* The learner's change survives back and next, until the lesson sets the same cell. */
START_TEST(a_change_stays_until_the_lesson_sets_it_again) {
    struct desk desk;
    desk_open(&desk, lesson);
    ck_assert(desk_types(&desk, "goto S"));
    ck_assert(desk_types(&desk, "A[1,1] = 7; A[2,2] = 5"));
    ck_assert(desk_number(&desk, "S[1,1]") == 11);
    ck_assert(desk_types(&desk, "goto page 2"));
    ck_assert(desk_types(&desk, "goto S"));
    ck_assert(desk_number(&desk, "A[1,1]") == 7);
    ck_assert(desk_types(&desk, "goto end"));
    ck_assert(desk_number(&desk, "A[1,1]") == 10);
    ck_assert(desk_number(&desk, "A[2,2]") == 5);
    ck_assert(desk_types(&desk, "reset"));
    ck_assert(desk_number(&desk, "A[2,2]") == 4);
    desk_close(&desk);
}
END_TEST

/* However the learner got there, the lesson's convention is the one declared before that place. */
START_TEST(the_lessons_convention_goes_back_with_it) {
    static const char turning[] = "# Turns\n\n```qkv\na = 1\nconvention columns\nb = 2\nc = 3\n"
                                  "convention rows\nd = 4\nconvention columns\ne = 5\n```\n";
    enum { MOST = 12 };
    bool columns[MOST];
    size_t last, turns = 0;
    struct desk desk;
    desk_open(&desk, turning);
    last = desk.session.lesson->stop_count;
    ck_assert_uint_lt(last, MOST);
    columns[0] = desk.session.lesson_columns;
    for (size_t i = 1; i <= last; i++) {
        ck_assert(commands_advance(&desk.session, &desk.failure));
        columns[i] = desk.session.lesson_columns;
        turns += columns[i] != columns[i - 1];
    }
    ck_assert_uint_eq(turns, 3);
    for (size_t to = 0; to <= last; to++) {
        while (session_stop(&desk.session) > to) {
            size_t before = session_stop(&desk.session) - 1;
            ck_assert(commands_retreat(&desk.session, before, &desk.failure));
            ck_assert(desk.session.lesson_columns == columns[session_stop(&desk.session)]);
        }
        ck_assert(commands_skip(&desk.session, last, &desk.failure));
        ck_assert(desk.session.lesson_columns == columns[last]);
    }
    desk_close(&desk);
}
END_TEST

/* The exercise is left before the address can be read; its changes have to be restored. */
START_TEST(a_refused_goto_leaves_an_exercise_as_it_was) {
    static const char exercise[] =
        "# T\n\n```qkv\nW = [[1, 2], [3, 4]]\nQ = W + 1\n```\n\n```try b\nMake it 5.\n"
        "expect Q[1,1] = 5\nsolution: W[1,1] = 4\n```\n\n```qkv\nZ = [[1, 2], [3, 4]] + Q\n```\n";
    struct desk desk;
    desk_open(&desk, exercise);
    ck_assert(desk_types(&desk, "advance 4"));
    size_t open = desk.session.exercise;
    ck_assert_uint_eq(open, 3);
    ck_assert(desk_types(&desk, "W[1,2] = 9"));
    ck_assert(desk_types(&desk, "B = [[7]]"));
    ck_assert_str_eq(desk_says(&desk, "goto Z row 9"), "there is no row 9; they go from 1 to 2");
    ck_assert_uint_eq(desk.session.exercise, open);
    ck_assert(desk_number(&desk, "W[1,2]") == 9);
    ck_assert(desk_number(&desk, "B") == 7);
    /* It is still the same exercise: its goal ends it, and going on restores what was done. */
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "W[1,1] = 4"), "Done: the goal holds."));
    ck_assert(desk_types(&desk, "goto Z row 2"));
    ck_assert(desk_number(&desk, "W[1,2]") == 2);
    ck_assert(desk_types(&desk, "back"));
    ck_assert(desk_number(&desk, "W[1,1]") == 4 && desk_number(&desk, "W[1,2]") == 9);
    desk_close(&desk);
}
END_TEST

/* Whatever way leads out of it. What was changed outside meanwhile goes before; and a solution is
 * not the learner's work. */
START_TEST(an_open_exercise_keeps_what_was_changed_in_it) {
    static const char exercise[] =
        "# T\n\n```qkv\nW = [[1, 2], [3, 4]]\nQ = W + 1\n```\n\n```try b\nMake it 5.\n"
        "expect Q[1,1] = 5\nsolution: W[1,1] = 4\n```\n\n```qkv\nZ = [[1, 2], [3, 4]] + Q\n```\n";
    static const char *const out[] = {"retreat", "back"};
    struct desk desk;
    desk_open(&desk, exercise);
    ck_assert(desk_types(&desk, "advance 4"));
    ck_assert(desk_types(&desk, "W[1,2] = 9"));
    for (size_t i = 0; i < sizeof out / sizeof out[0]; i++) {
        ck_assert(desk_types(&desk, out[i]));
        ck_assert(desk_number(&desk, "W[1,2]") == 2);
        while (desk.session.exercise == SIZE_MAX) {
            ck_assert(desk_types(&desk, "advance"));
        }
        ck_assert(desk_number(&desk, "W[1,2]") == 9);
    }
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_number(&desk, "W[1,2]") == 2);
    ck_assert(!desk_types(&desk, "undo"));
    ck_assert(desk_types(&desk, "redo"));
    ck_assert(desk_types(&desk, "retreat"));
    ck_assert(desk_types(&desk, "W[2,2] = 8"));
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "advance"), "before is gone: you have"));
    ck_assert(desk_number(&desk, "W[1,2]") == 2 && desk_number(&desk, "W[2,2]") == 8);
    ck_assert(desk_types(&desk, "solution"));
    ck_assert(desk_types(&desk, "retreat"));
    ck_assert_ptr_null(strstr(desk_says(&desk, "advance"), "What you changed here"));
    ck_assert(desk_number(&desk, "W[1,1]") == 1);
    desk_close(&desk);
}
END_TEST

/* Nor does it take the convention that the lesson declares later. */
START_TEST(a_refused_goto_reads_the_lesson_as_before) {
    struct desk desk;
    desk_open(&desk, "# T\n\n```qkv\nX = [[1, 2]]\n```\n\n```qkv\nconvention columns\n"
                     "Z = X + 1\n```\n");
    ck_assert(desk_types(&desk, "advance 2"));
    ck_assert_str_eq(desk_says(&desk, "goto Z row 9"), "there is no row 9; they go from 1 to 2");
    ck_assert(!desk.session.lesson_columns && !desk.session.display.columns);
    ck_assert(desk_types(&desk, "goto Z"));
    ck_assert(desk.session.lesson_columns);
    desk_close(&desk);
}
END_TEST

/* Term by term through the number that was asked for, not through the first one. */
START_TEST(a_grain_leads_through_the_cell_that_is_asked_for) {
    struct desk desk;
    desk_open(&desk, "# T\n\n```qkv\nA = [[3, 4], [5, 6]]\n```\n\n```quiz q predict\n"
                     "What is S[2,1]?\n= S[2,1]\n```\n\n```qkv grain=cell\nS = A @ A\n```\n");
    ck_assert(desk_types(&desk, "advance 3"));
    ck_assert(desk_types(&desk, "skip"));
    ck_assert(strstr(desk_says(&desk, "next"), "S[2,1] = 5·3 + ?") != NULL);
    ck_assert(strstr(desk_says(&desk, "next"), "S[2,1] = 5·3 + 6·5 = 45") != NULL);
    desk_close(&desk);
}
END_TEST

Suite *commands_stepping_suite(void);

Suite *commands_stepping_suite(void) {
    Suite *suite = suite_create("commands/stepping");
    TCase *core = tcase_create("core");
    tcase_add_test(core, back_unruns_what_next_ran);
    tcase_add_test(core, a_step_of_a_long_lesson_takes_no_more_than_one_of_a_short);
    tcase_add_test(core, run_goes_to_the_next_page_or_pause);
    tcase_add_test(core, goto_goes_anywhere);
    tcase_add_test(core, names_to_come_are_told);
    tcase_add_test(core, what_is_to_fail_is_told_safely);
    tcase_add_test(core, a_transcript_in_columns_says_how_it_is_told);
    tcase_add_test(core, a_grain_leads_through_another_name);
    tcase_add_test(core, a_grain_leads_through_the_cell_that_is_asked_for);
    tcase_add_test(core, into_goes_finer_and_out_coarser);
    tcase_add_test(core, a_bare_session_steps_through_its_definitions);
    tcase_add_test(core, a_change_stays_until_the_lesson_sets_it_again);
    tcase_add_test(core, the_lessons_convention_goes_back_with_it);
    tcase_add_test(core, a_refused_goto_leaves_an_exercise_as_it_was);
    tcase_add_test(core, an_open_exercise_keeps_what_was_changed_in_it);
    tcase_add_test(core, a_refused_goto_reads_the_lesson_as_before);
    suite_add_tcase(suite, core);
    return suite;
}
