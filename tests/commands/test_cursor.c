/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/desk.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct desk desk;

static void types(const char *line) {
    bool ok = desk_types(&desk, line);
    ck_assert_msg(ok, "%s: %s", line, desk.failure.message);
}

#define says(line, said) ck_assert_str_eq(desk_says(&desk, line), said)

static const char sum[] = "A = [[1, 2], [3, -4]]; B = [[1, 0.5], [0, 1]]; S = A @ B";

/* --- the cursor ------------------------------------------------------------------------------- */

START_TEST(moves_say_the_cell) {
    desk_open(&desk, NULL);
    says("move left", "there is no number to look at yet: define something, or go on");
    types(sum);
    types("goto S");
    says("move right", "S[1,2] = 2.5\n");
    says("move right", "S[1,2] = 2.5, at the edge\n");
    says("move down", "S[2,2] = -2.5\n");
    says("move first", "S[2,1] = 3\n");
    says("move top", "S[1,1] = 1\n");
    says("move A[2,2]", "A[2,2] = -4\n");
    says("move up 9", "A[1,2] = 2\n");
    says("convention columns; move up", "A[1,1] = 1\n");
    says("move sideways", "no value is called sideways");
    says("turn next", "A is one matrix: there is no other head or batch");
    types("H = zeros(3, 1, 2)");
    types("goto H");
    says("turn next 2", "H[3,1,1] = 0\n");
    says("turn next", "H[3,1,1] = 0, the last\n");
    desk_close(&desk);
}
END_TEST

/* When the value looked at becomes smaller the cursor stays in it, also within the same line. */
START_TEST(the_cursor_stays_inside) {
    desk_open(&desk, NULL);
    types(sum);
    types("move S[2,2]; A = [[1, 2]]");
    says("move up", "S[1,2] = 2.5, at the edge\n");
    types("undo");
    types("move S[2,2]; A = [[1, 2]]; move left");
    says("move left", "S[1,1] = 1, at the edge\n");
    desk_close(&desk);
}
END_TEST

/* Without a screen: to the values it uses and those that use it. */
START_TEST(the_next_matrix_is_one_that_has_to_do_with_it) {
    desk_open(&desk, NULL);
    types(sum);
    types("Z = [[9]]; T = S + 1");
    types("goto A");
    says("move next", "S[1,1] = 1\n");
    says("move next", "T[1,1] = 2\n");
    says("move next", "S[1,1] = 1\n");
    says("move previous", "B[1,1] = 1\n");
    says("move next 2", "T[1,1] = 2\n");
    types("goto Z");
    says("move next", "there is no other matrix beside Z");
    desk_close(&desk);
}
END_TEST

START_TEST(a_part_is_shown_and_looked_at) {
    desk_open(&desk, NULL);
    types("A = tokens(\"it is\", [[1, 2], [3, 4]], columns=\"a b\"); B = A");
    says("show A[\"is\",:]", "       a  b\n  is   3  4\n");
    says("move right", "A[is,b] = 4\n");
    says("show A[\"am\",:]", "no row is called \"am\": the rows are \"it\", \"is\"");
    says("show (A + B)[1,:]", "write a name or cells of one, such as A or A[1,2]");
    desk.session.front.drawn = true;
    says("show A[:,\"b\"]", "");
    desk.session.front.drawn = false;
    says("move down", "A[is,b] = 4\n");
    desk_close(&desk);
}
END_TEST

/* A learner who should say the number first does not see it. */
START_TEST(what_is_not_reached_is_not_told) {
    desk_open(&desk, NULL);
    types(sum);
    types("goto S @ row 1 col 2");
    says("move left", "S[1,1] = 1\n");
    says("move right", "S[1,2] = 2.5\n");
    says("move down", "S[2,2] = ?\n");
    types("out; out; out");
    says("move down", "S[2,2] = -2.5\n");
    desk_close(&desk);
}
END_TEST

/* --- down and up ------------------------------------------------------------------------------ */

static const char *const way[] = {"output", "weights", "scaled", "scores", "Q", "X"};
enum { WAY = sizeof way / sizeof *way };

/* From each cell of lesson 1's output down to the words, and the same way up. */
START_TEST(dive_and_rise_through_lesson_1) {
    desk_open_lesson(&desk, "01-worked-example.md");
    types("goto end");
    size_t cells = 12;
    for (size_t cell = 0; cell < cells; cell++) {
        size_t passed[WAY];
        types("goto output");
        desk.session.view.cell = cell;
        for (size_t i = 0; i < WAY; i++) {
            ck_assert_str_eq(view_definition(&desk.session)->name, way[i]);
            passed[i] = desk.session.view.cell;
            ck_assert_int_eq(desk_types(&desk, "dive"), i + 1 < WAY);
        }
        ck_assert_ptr_nonnull(strstr(desk.failure.message, "as written"));
        for (size_t i = WAY; i > 0; i--) {
            ck_assert_str_eq(view_definition(&desk.session)->name, way[i - 1]);
            ck_assert_uint_eq(desk.session.view.cell, passed[i - 1]);
            ck_assert_int_eq(desk_types(&desk, "rise"), i > 1);
        }
    }
    desk_close(&desk);
}
END_TEST

START_TEST(a_dive_says_the_way_and_the_sentence) {
    desk_open(&desk, NULL);
    types(sum);
    types("goto S");
    types("move bottom; move last");
    says("dive", "S[2,2] ‹ A[2,1]\nA[2,1] = 3, as written in A\n");
    says("rise", "S[2,2] = 3·0.5 + (-4)·1 = -2.5\n");
    says("dive 2", "S[2,2] ‹ B[1,2]\nB[1,2] = 0.5, as written in B\n");
    says("dive 3", "B[1,2] is a number as written: there is nothing below it");
    types("rise");
    says("dive 3", "S[2,2] is made from 2 values: choose one of them by 1 to 2");
    desk_close(&desk);
}
END_TEST

/* --- changes ---------------------------------------------------------------------------------- */

/* nudge up is the edit that adds a tenth, bit for bit, also for undo. */
START_TEST(a_nudge_is_an_edit) {
    struct notebook before = {0};
    struct notebook edited = {0};
    desk_open(&desk, NULL);
    types(sum);
    notebook_copy(&before, session_notebook(&desk.session));
    types("A[1,2] = 2.1");
    notebook_copy(&edited, session_notebook(&desk.session));
    types("undo");
    ck_assert(notebook_same(&before, session_notebook(&desk.session)));
    types("move A[1,2]");
    types("nudge up");
    ck_assert(notebook_same(&edited, session_notebook(&desk.session)));
    types("undo");
    ck_assert(notebook_same(&before, session_notebook(&desk.session)));
    types("redo");
    types("nudge down");
    ck_assert(desk_number(&desk, "A[1,2]") == 2);
    notebook_release(&edited);
    notebook_release(&before);
    desk_close(&desk);
}
END_TEST

START_TEST(nudges_do_not_drift) {
    desk_open(&desk, NULL);
    types("A = [0, 0.2]");
    for (int i = 1; i <= 30; i++) {
        types("nudge up");
    }
    ck_assert(desk_number(&desk, "A[1,1]") == 3);
    types("move right; nudge up");
    ck_assert(desk_number(&desk, "A[1,2]") == 0.3);
    says("nudging smaller", "A nudge is 0.01.\n");
    types("nudge down 25");
    ck_assert(desk_number(&desk, "A[1,2]") == 0.05);
    says("nudging larger", "A nudge is 0.1.\n");
    says("nudging 0.25", "A nudge is 0.25.\n");
    says("nudging 0", "nudging takes a number from 1e-9 to 1000000000");
    says("nudging much", "`much` is not a number");
    for (int i = 0; i < 40; i++) {
        types("nudging smaller");
    }
    ck_assert(desk.session.view.nudge >= 1e-9);
    types("flip");
    ck_assert(desk_number(&desk, "A[1,2]") == -0.05);
    desk_close(&desk);
}
END_TEST

START_TEST(a_lone_number_can_be_nudged) {
    desk_open(&desk, NULL);
    types("t = 2; u = t * 3");
    types("goto t");
    types("nudge up");
    ck_assert(desk_number(&desk, "u") == 2.1 * 3);
    types("flip");
    ck_assert(desk_number(&desk, "t") == -2.1);
    desk_close(&desk);
}
END_TEST

/* A tenth would be no position. */
START_TEST(positions_are_nudged_by_one) {
    desk_open(&desk, NULL);
    types("A = [[1, 2], [3, 4], [5, 6]]; places = [1, 2]; B = A[places,:]; move places[1,2]");
    types("nudge up");
    ck_assert(desk_number(&desk, "B[2,1]") == 5);
    types("nudge down");
    ck_assert(desk_number(&desk, "B[2,1]") == 3);
    desk_close(&desk);
}
END_TEST

START_TEST(what_is_computed_is_not_nudged) {
    desk_open(&desk, NULL);
    types(sum);
    types("goto S");
    ck_assert(!desk_types(&desk, "nudge up"));
    ck_assert_ptr_nonnull(strstr(desk.failure.message, "pin"));
    ck_assert_ptr_nonnull(strstr(desk.failure.message, "A and B"));
    types("R = softmax(A / 2)");
    types("goto R");
    types("dive");
    says("flip", "this number is a step inside R: flip changes a cell of a matrix that was written "
                 "out");
    desk_close(&desk);
}
END_TEST

START_TEST(a_lesson_has_no_cursor) {
    desk_open(&desk, "# L\n\n## One\n\n```qkv\nA = [1, 2]\nnudge up\n```\n");
    types("goto A");
    says("next", "a lesson has no cursor: write the edit, as in W[1,2] = 0.5");
    desk_close(&desk);
}
END_TEST

/* Undo names a change made by key like one that was typed. */
START_TEST(a_changed_cell_is_called_as_when_typed) {
    static const char *const cells[] = {"X[1,2]", "X[\"saw#2\",1]", "X[\"pi\",1]", "X[\"x,y\",2]",
                                        "W[2,2]", "H[2,3,1]",       "d",           "l"};
    struct text typed = {0}, line = {0};
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk,
                         "X = tokens(\"I saw saw pi x,y\", [[1, 0], [0, 1], [1, 1], [0, 1], "
                         "[2, 2]]); W = [[1, 2], [3, -4]]; d = 2; H = normal(2, 3, 4, seed=1); "
                         "l = tokens(\"a\", [[3]])"));
    desk.session.front.echo = true;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        text_clear(&line);
        text_format(&line, "move %s", cells[i]);
        ck_assert_msg(desk_types(&desk, text_string(&line)), "%s: %s", cells[i],
                      desk.failure.message);
        text_clear(&line);
        ck_assert(view_cell(&desk.session, &line, &desk.failure));
        text_append(&line, " = -7");
        ck_assert_msg(desk_types(&desk, text_string(&line)), "%s", desk.failure.message);
        text_clear(&typed);
        text_append(&typed, desk_says(&desk, "undo"));
        ck_assert(desk_types(&desk, "nudge up"));
        const char *said = desk_says(&desk, "undo");
        size_t length = strcspn(text_string(&typed), "=");
        ck_assert_msg(strncmp(said, text_string(&typed), length) == 0, "%s%s", said,
                      text_string(&typed));
    }
    text_release(&typed);
    text_release(&line);
    desk_close(&desk);
}
END_TEST

Suite *commands_cursor_suite(void);

Suite *commands_cursor_suite(void) {
    Suite *suite = suite_create("commands/cursor");
    TCase *core = tcase_create("core");
    tcase_add_test(core, moves_say_the_cell);
    tcase_add_test(core, the_cursor_stays_inside);
    tcase_add_test(core, the_next_matrix_is_one_that_has_to_do_with_it);
    tcase_add_test(core, a_part_is_shown_and_looked_at);
    tcase_add_test(core, what_is_not_reached_is_not_told);
    tcase_add_test(core, dive_and_rise_through_lesson_1);
    tcase_add_test(core, a_dive_says_the_way_and_the_sentence);
    tcase_add_test(core, a_nudge_is_an_edit);
    tcase_add_test(core, nudges_do_not_drift);
    tcase_add_test(core, a_lone_number_can_be_nudged);
    tcase_add_test(core, positions_are_nudged_by_one);
    tcase_add_test(core, what_is_computed_is_not_nudged);
    tcase_add_test(core, a_lesson_has_no_cursor);
    tcase_add_test(core, a_changed_cell_is_called_as_when_typed);
    suite_add_tcase(suite, core);
    return suite;
}
