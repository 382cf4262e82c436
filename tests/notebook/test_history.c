/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* History: undo and redo, and the learner's changes on top of a lesson's. */
#include "notebook/history.h"

#include "base/heap.h"
#include "base/text.h"
#include "room.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static struct history *history;

static void setup(void) {
    history = NULL;
}

static void teardown(void) {
    history_free(history);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static const char lesson[] = "X = [[1, 2], [3, 4]]\n" /* 1 */
                             "W = [[1, 0], [0, 1]]\n" /* 2 */
                             "Q = X @ W\n"            /* 3 */
                             "W[1,2] = Q[2,1] * 2\n"  /* 4 */
                             "A = softmax(Q)\n"       /* 5 */
                             "X = [[1, 1], [1, 1]]\n" /* 6 */
                             "pin A[1,1] = 1\n";      /* 7 */

static void change(const char *statements) {
    struct failure failure = {0};
    ck_assert_msg(room_transaction(history, statements, &failure), "%s: %s", statements,
                  failure.message);
}

static const char *refused(const char *statements) {
    static struct failure failure;

    failure = (struct failure){0};
    ck_assert(!room_transaction(history, statements, &failure));
    return failure.message;
}

static void move(size_t stop) {
    struct failure failure = {0};
    ck_assert_msg(history_move(history, stop, NULL, &failure), "%s", failure.message);
    ck_assert_uint_eq(history_stop(history), stop);
    room_assert_afresh(history_notebook(history));
}

static double value(const char *expression) {
    return room_number(history_notebook(history), expression);
}

static const char *names(void) {
    return room_names(history_notebook(history));
}

static void undo(const char *expected) {
    struct text what = {0};
    struct failure failure = {0};
    ck_assert_msg(history_undo(history, &what, &failure), "%s", failure.message);
    ck_assert_str_eq(text_string(&what), expected);
    text_release(&what);
}

static void redo(const char *expected) {
    struct text what = {0};
    struct failure failure = {0};
    ck_assert_msg(history_redo(history, &what, &failure), "%s", failure.message);
    ck_assert_str_eq(text_string(&what), expected);
    text_release(&what);
}

/* --- without a lesson ---------------------------------------------------------------------------
 */

START_TEST(undo_and_redo_restore_the_same_objects) {
    struct room_list lists[6];
    static const char *const steps[] = {"X = [[1, 2], [3, 4]]", "Y = X * 2", "X[1,2] = 5",
                                        "pin Y[1,1] = 7", "X = [[0, 0], [0, 1]]"};
    history = room_history("");
    lists[0] = room_remember(history_notebook(history));
    for (size_t i = 0; i < 5; i++) {
        change(steps[i]);
        lists[i + 1] = room_remember(history_notebook(history));
    }
    for (int round = 0; round < 2; round++) {
        for (size_t i = 5; i > 0; i--) {
            undo(steps[i - 1]);
            ck_assert(room_is(history_notebook(history), &lists[i - 1]));
        }
        for (size_t i = 0; i < 5; i++) {
            redo(steps[i]);
            ck_assert(room_is(history_notebook(history), &lists[i + 1]));
        }
    }
}
END_TEST

START_TEST(nothing_is_undone_twice) {
    struct failure failure = {0};
    history = room_history("");
    ck_assert(!history_undo(history, NULL, &failure));
    ck_assert_str_eq(failure.message, "there is nothing to undo");
    change("X = 1");
    undo("X = 1");
    ck_assert(!history_undo(history, NULL, &failure));
    change("Y = 1");
    ck_assert(!history_redo(history, NULL, &failure));
    ck_assert_str_eq(failure.message, "there is nothing to redo");
}
END_TEST

START_TEST(a_transaction_is_one_step) {
    history = room_history("");
    change("X = [1, 2]\nY = X + 1\nX[1,2] = 4");
    ck_assert_double_eq(value("Y[1,2]"), 5);
    change("X[1,1] = Y[1,2]\nX[1,2] = Y[1,1]\nZ = 1\nZ2 = 2\nZ3 = 3");
    ck_assert_double_eq(value("X[1,1]"), 5);
    ck_assert_double_eq(value("X[1,2]"), 6);
    undo("X[1,1] = 5; X[1,2] = 6; Z = 1; and 2 more");
    ck_assert_double_eq(value("X[1,1]"), 1);
    undo("X = [1, 2]; Y = X + 1; X[1,2] = 4");
    ck_assert_str_eq(names(), "");
}
END_TEST

START_TEST(a_failing_transaction_leaves_nothing) {
    struct room_list list;
    history = room_history("");
    change("X = [1, 2]");
    list = room_remember(history_notebook(history));
    ck_assert_str_eq(refused("X[1,1] = 7\nY = X\nZ = V + 1"), "no value is called V");
    ck_assert(room_is(history_notebook(history), &list));
    undo("X = [1, 2]");
}
END_TEST

START_TEST(no_change_is_no_step) {
    history = room_history("");
    change("X = [1, 2]");
    change("X = [1,2]");
    change("X[1,1] = 1");
    change("X[1,1] = 5\nX[1,1] = 1");
    change("X[1,1] = 5\nX[1,2] = 2");
    undo("X[1,1] = 5");
    undo("X = [1, 2]");
}
END_TEST

START_TEST(reset_drops_edits_and_pins) {
    struct failure failure = {0};
    history = room_history("");
    change("X = [1, 2]");
    change("X[1,1] = 5");
    change("Y = X + 1");
    change("pin Y[1,2] = 0");
    ck_assert(history_reset(history, &failure));
    ck_assert_double_eq(value("Y[1,1]"), 2);
    ck_assert_double_eq(value("Y[1,2]"), 3);
    ck_assert(history_reset(history, &failure));
    undo("reset");
    ck_assert_double_eq(value("Y[1,1]"), 6);
    redo("reset");
    ck_assert_double_eq(value("Y[1,1]"), 2);
}
END_TEST

START_TEST(reset_loses_no_definition) {
    struct failure failure = {0};
    struct room_list list;
    history = room_history("");
    change("n = 3");
    change("n = 3\nn[1,1] = 2");
    change("C = [[1], [2]][n,1]");
    list = room_remember(history_notebook(history));
    ck_assert(!history_reset(history, &failure));
    ck_assert(text_starts(failure.message, "[[1], [2]] has no row 3"));
    ck_assert(room_is(history_notebook(history), &list));
}
END_TEST

START_TEST(many_steps_are_remembered) {
    history = room_history("");
    change("X = [0]");
    for (int i = 1; i <= 200; i++) {
        struct text text = {0};

        text_format(&text, "X[1,1] = %d", i);
        change(text_string(&text));
        text_release(&text);
    }
    for (int i = 199; i >= 0; i--) {
        struct failure failure = {0};

        ck_assert(history_undo(history, NULL, &failure));
        ck_assert_double_eq(value("X"), i);
        room_assert_afresh(history_notebook(history));
    }
    undo("X = [0]");
}
END_TEST

/* Notebooks that are not kept are recomputed, with the edits of one leaf together. */
START_TEST(forgotten_steps_are_computed_again) {
    static const char *const edits[] = {
        "X[1,2] = 9",      "X[2,1] = 4",     "X[1,2] = 3", "W[2,2] = 3",
        "W[W[2,2],1] = 5", "X[2,2] = 1",     "X[2,1] = 5", "X[:,1] = [[6], [8], [7]]",
        "X[1,2] = 2",      "pin Q[1,2] = 7", "X[2,1] = 4", "W[2,1] = 3"};
    enum { EDITS = sizeof edits / sizeof *edits };
    double sums[2 * EDITS + 1];
    history = room_history("");
    change("X = [[1, 2], [3, 4], [5, 6]]\nW = [[1, 0], [0, 1], [2, 2]]\nQ = X @ W.T");
    for (int i = 0; i < 2 * EDITS; i++) {
        sums[i] = value("sum(X * [[1], [10], [100]] + 1000 * W) + 1e6 * sum(Q)");
        change(i < EDITS ? edits[i] : i % 2 == 0 ? "X[1,1] = X[1,1] + 1" : "X[3,2] = X[3,2] + 2");
    }
    for (int i = 2 * EDITS - 1; i >= 0; i--) {
        struct failure failure = {0};

        ck_assert(history_undo(history, NULL, &failure));
        ck_assert_double_eq(value("sum(X * [[1], [10], [100]] + 1000 * W) + 1e6 * sum(Q)"),
                            sums[i]);
        room_assert_afresh(history_notebook(history));
    }
}
END_TEST

static double kept_number(const char *name) {
    size_t index = history_find_baseline(history, name);
    ck_assert_str_eq(history_baseline_name(history, index), name);
    return room_number(history_baseline_at(history, index), "X[1,1]");
}

START_TEST(baselines_are_copies) {
    struct failure failure = {0};
    history = room_history("");
    ck_assert_uint_eq(history_find_baseline(history, ""), SIZE_MAX);
    change("X = [1, 2]");
    ck_assert(history_baseline(history, "", history_notebook(history), &failure));
    ck_assert(history_baseline(history, "good", history_notebook(history), &failure));
    change("X[1,1] = 5");
    ck_assert(history_baseline(history, "good", history_notebook(history), &failure));
    change("X[1,1] = 6");
    ck_assert_double_eq(kept_number(""), 1);
    ck_assert_double_eq(kept_number("good"), 5);
    ck_assert_uint_eq(history_find_baseline(history, "better"), SIZE_MAX);
}
END_TEST

/* --- in a lesson --------------------------------------------------------------------------------
 */

START_TEST(states_go_forth_and_back) {
    static const char *const expected[] = {"",      "X",       "X W",     "X W Q",
                                           "X W Q", "X W Q A", "X W Q A", "X W Q A"};
    struct failure failure = {0};
    history = room_history(lesson);
    for (size_t i = 0; i < 8; i++) {
        move(i);
        ck_assert_str_eq(names(), expected[i]);
    }
    ck_assert_double_eq(value("A[1,1]"), 1);
    for (size_t i = 8; i > 0; i--) {
        move(i - 1);
        ck_assert_str_eq(names(), expected[i - 1]);
    }
    move(7);
    ck_assert(!history_move(history, 8, NULL, &failure));
    ck_assert_uint_eq(history_stop(history), 7);
}
END_TEST

START_TEST(edit_stays_through_back_and_next) {
    history = room_history(lesson);
    move(5);
    change("X[1,1] = 9");
    ck_assert_double_eq(value("Q[1,1]"), 9);
    move(1);
    ck_assert_double_eq(value("X[1,1]"), 9);
    move(0);
    ck_assert_str_eq(names(), "");
    move(5);
    ck_assert_double_eq(value("Q[1,1]"), 9);
    move(6);
    ck_assert_double_eq(value("X[1,1]"), 1); /* the lesson sets X again */
    move(5);
    undo("X[1,1] = 9");
    ck_assert_double_eq(value("X[1,1]"), 1);
}
END_TEST

START_TEST(the_lesson_computes_on_what_is_edited) {
    history = room_history(lesson);
    move(5);
    ck_assert_double_eq(value("W[1,2]"), 6);
    change("X[2,1] = 10");
    ck_assert_double_eq(value("W[1,2]"), 20);
    undo("X[2,1] = 10");
    ck_assert_double_eq(value("W[1,2]"), 6);
}
END_TEST

START_TEST(edit_is_laid_over_the_statement_in_force) {
    history = room_history(lesson);
    move(5);
    change("W[1,2] = 100");
    ck_assert_double_eq(value("W[1,2]"), 100);
    move(3);
    ck_assert_double_eq(value("W[1,2]"), 0); /* the lesson's edit comes later, and so does this */
    change("W[1,2] = 50");
    ck_assert_double_eq(value("W[1,2]"), 50);
    move(4);
    ck_assert_double_eq(value("W[1,2]"), 100);
    change("W[2,2] = 3");
    move(2);
    ck_assert_double_eq(value("W[2,2]"), 3);
}
END_TEST

START_TEST(redefinition_stays_too) {
    history = room_history(lesson);
    move(5);
    change("Q = X @ W @ W");
    move(3);
    ck_assert_str_eq(room_formula(notebook_find(history_notebook(history), "Q")), "X @ W @ W");
    move(2);
    ck_assert_str_eq(names(), "X W");
    move(6);
    ck_assert_str_eq(room_formula(notebook_find(history_notebook(history), "Q")), "X @ W @ W");
    ck_assert_str_eq(names(), "X W Q A");
    undo("Q = X @ W @ W");
    ck_assert_str_eq(room_formula(notebook_find(history_notebook(history), "Q")), "X @ W");
}
END_TEST

/* The script runs again from where a change is applied; a call of an operator that is defined after
 * that is not evaluated again. */
START_TEST(what_a_change_does_not_reach_stays) {
    history =
        room_history("X = [[1, 2]]\nY = 3\nf(a) = a * 2\ng(a) = f(a) + 1\nZ = g(Y)\nV = g(X)");
    move(6);
    struct definition *before = notebook_find(history_notebook(history), "Z");
    change("X[1,2] = 5");
    ck_assert_double_eq(value("V[1,2]"), 11);
    ck_assert_ptr_eq(notebook_find(history_notebook(history), "Z"), before);
    change("f(a) = a * 3");
    ck_assert_double_eq(value("Z"), 10);
}
END_TEST

/* Runs the whole script on a copy, and has the history foresee what comes out. */
static void foresee(size_t stops, struct notebook *now) {
    struct failure failure = {0};
    notebook_init(now);
    for (size_t i = 0; i < stops; i++) {
        ck_assert(changes_run(history_script_at(history, i), now, &failure));
        history_foresee(history, i + 1, now);
    }
}

/* A stop that is reached for the first time has what was foreseen, the very objects, but for what
 * the learner's changes reach. */
START_TEST(what_was_foreseen_is_not_computed_again) {
    struct notebook now;
    history = room_history(lesson);
    ck_assert_ptr_null(history_known(history, 1));
    foresee(7, &now);
    move(5);
    ck_assert_ptr_eq(history_known(history, 5), history_notebook(history));
    ck_assert_ptr_null(history_known(history, 6));
    move(7);
    for (size_t i = 0; i < now.count; i++) {
        ck_assert_ptr_eq(history_notebook(history)->list[i], now.list[i]);
    }
    notebook_release(&now);
    history_free(history);
    history = room_history("X = [[1, 2]]\nW = 3\nQ = X * W\nR = W + 1\nX = [[4, 5]]");
    foresee(5, &now);
    move(2);
    change("W = 4");
    move(3);
    change("Z = 1");
    move(5);
    ck_assert_double_eq(value("Q[1,2]"), 20);
    ck_assert_double_eq(value("R"), 5);
    ck_assert_ptr_eq(notebook_find(history_notebook(history), "X"), notebook_find(&now, "X"));
    notebook_release(&now);
}
END_TEST

START_TEST(redefinition_comes_after_every_statement_on_its_name) {
    history = room_history("W = [[1, 0], [0, 1]]\nZ = 1\nW[1,2] = 5\nV = 1");
    move(4);
    change("W = [[1, 5], [0, 2]]");
    move(2);
    ck_assert_double_eq(value("W[2,2]"), 1);
    move(3);
    ck_assert_double_eq(value("W[2,2]"), 2);
}
END_TEST

START_TEST(a_change_waits_for_what_it_uses) {
    history = room_history(lesson);
    move(5);
    change("N = [[1, 1], [1, 1]]");
    move(6);
    change("Q = X + N");
    move(4);
    ck_assert_str_eq(room_formula(notebook_find(history_notebook(history), "Q")), "X @ W");
    move(5);
    ck_assert_str_eq(room_formula(notebook_find(history_notebook(history), "Q")), "X + N");
    ck_assert_str_eq(names(), "X W N Q A");
    move(7);
    ck_assert_str_eq(names(), "X W N Q A");
}
END_TEST

START_TEST(new_definitions_come_after_the_present_stop) {
    history = room_history(lesson);
    move(3);
    change("N = Q + 1");
    move(5);
    ck_assert_str_eq(names(), "X W Q N A");
    move(2);
    ck_assert_str_eq(names(), "X W");
}
END_TEST

START_TEST(a_change_is_refused_for_all_that_stands) {
    history = room_history(lesson);
    move(5);
    ck_assert_str_eq(refused("W = [[1], [2], [3]]"),
                     "Q = X @ W would fail: X @ W: 2×2 by 3×1: the inner sizes 2 and 3 differ; the "
                     "left one needs as many columns as the right one has rows");
    change("N = A[2,2]");
    ck_assert(text_starts(refused("Q = X[1] @ W"), "N = A[2,2] would fail: A has no row 2"));
}
END_TEST

START_TEST(the_lesson_may_not_fit_a_change) {
    struct failure failure = {0};
    size_t at = 99;
    struct room_list list;
    history = room_history("X = [[1, 2], [3, 4]]\nY = X\nX[2,2] = 5\nZ = Y[2,2]");
    move(2);
    change("X = [[1, 2]]");
    list = room_remember(history_notebook(history));
    ck_assert(!history_move(history, 4, &at, &failure));
    ck_assert_uint_eq(at, 2);
    ck_assert_str_eq(failure.message, "X has no row 2: the last is 1");
    ck_assert_uint_eq(failure.span.start, 2);
    ck_assert_uint_eq(history_stop(history), 2);
    ck_assert(room_is(history_notebook(history), &list));
    undo("X = [[1, 2]]");
    move(4);
    ck_assert_double_eq(value("Z"), 5);
}
END_TEST

START_TEST(what_does_not_fit_any_more_is_passed_over) {
    history = room_history("X = [[1, 2], [3, 4]]\nY = X * 2\nZ = sum(Y)");
    move(3);
    change("pin Y[2,2] = 0");
    change("N = Y[2,2]");
    move(1);
    change("X = [[1, 2]]");
    move(3);
    ck_assert_double_eq(value("Z"), 6); /* the pin's cell is gone, and N with it */
    ck_assert_str_eq(names(), "X Y Z");
    change("X = [[1, 2], [5, 6]]");
    ck_assert_double_eq(value("Z"), 2 * (1 + 2 + 5));
    ck_assert_str_eq(names(), "X Y Z N");
}
END_TEST

START_TEST(a_change_is_made_where_it_lasts) {
    history = room_history("X = [[1, 2], [3, 4]]\nY = X * 2\nn = 1\nX = [[1, 2]]\n"
                           "X = [[5, 6], [7, 8]]\nZ = sum(Y)");
    move(6);
    change("pin Y[2,2] = 0"); /* at stop 2 the lesson would take its cell away, at 4 */
    ck_assert_double_eq(value("Y[2,2]"), 0);
    move(4);
    move(6);
    ck_assert_double_eq(value("Z"), 10 + 12 + 14);
    move(2);
    ck_assert_double_eq(value("Y[2,2]"), 8);
}
END_TEST

START_TEST(a_change_spares_what_the_learner_defined) {
    history = room_history("k = 1\nX = [[1, 2], [3, 4]]\nm = 0\nX = eye(4)\nZ = X");
    move(3);
    change("N = X[k,1]");
    move(5);
    change("k = 3"); /* at stop 3 X has no row 3 yet */
    ck_assert_str_eq(names(), "k X m N Z");
    ck_assert_double_eq(value("k"), 3);
    move(3);
    ck_assert_double_eq(value("k"), 1);
    move(5);
    ck_assert_double_eq(value("k"), 3);
}
END_TEST

START_TEST(what_was_passed_over_holds_nothing_up) {
    history = room_history("X = [[1, 2], [3, 4]]\nY = X * 2\nZ = sum(Y)");
    move(3);
    change("N = Y[2,2]");
    move(1);
    change("X = [[1, 2]]");
    move(3);
    change("pin Z = 5");
    change("X = [[7, 8]]");
    ck_assert_str_eq(names(), "X Y Z");
    move(1);
    ck_assert_double_eq(value("X[1,1]"), 7);
}
END_TEST

START_TEST(a_number_is_taken_once) {
    history = room_history(lesson);
    move(5);
    change("X[1,1] = A[2,2] * 100 - A[2,2] * 100 + 42");
    change("pin A[2,2] = X[1,1]");
    change("X[1,1] = 7");
    ck_assert_double_eq(value("A[2,2]"), 42);
    undo("X[1,1] = 7");
    move(1);
    ck_assert_double_eq(value("X[1,1]"), 42); /* though A comes later */
}
END_TEST

START_TEST(reset_restores_the_lesson) {
    struct failure failure = {0};
    struct room_list list;
    history = room_history(lesson);
    move(5);
    list = room_remember(history_notebook(history));
    change("X[1,1] = 3");
    change("N = 2");
    change("Q = X");
    ck_assert(history_reset(history, &failure));
    ck_assert_uint_eq(history_notebook(history)->count, list.count);
    ck_assert_str_eq(names(), "X W Q A");
    ck_assert_double_eq(value("X[1,1]"), 1);
    move(3);
    undo("reset");
    ck_assert_double_eq(value("X[1,1]"), 3);
    move(5);
    ck_assert_str_eq(names(), "X W Q A N");
}
END_TEST

START_TEST(an_exercise_is_a_sandbox) {
    struct failure failure = {0};
    struct version *worked;
    history = room_history(lesson);
    move(5);
    change("X[1,1] = 3");
    ck_assert_uint_eq(history_since_enter(history).count, 0);
    ck_assert(history_enter(history, &failure));
    ck_assert(!history_enter(history, &failure));
    ck_assert_uint_eq(history_since_enter(history).count, 0);
    ck_assert(!history_undoable(history));
    ck_assert(!history_undo(history, NULL, &failure));
    change("X[1,1] = 4\nX[2,2] = 5");
    change("W[1,1] = 6");
    ck_assert_uint_eq(history_since_enter(history).count, 3);
    ck_assert_str_eq(history_since_enter(history).list[2]->name, "W");
    undo("W[1,1] = 6");
    ck_assert_uint_eq(history_since_enter(history).count, 2);
    worked = version_retain(history_version(history));
    ck_assert(history_leave(history, &failure));
    ck_assert_double_eq(value("X[1,1]"), 3);
    ck_assert(!history_leave(history, &failure));
    ck_assert(!history_redo(history, NULL, &failure));
    ck_assert(history_go_back(history, history_stop(history), true, worked, &failure));
    ck_assert_double_eq(value("X[1,1]"), 4);
    ck_assert_uint_eq(history_since_enter(history).count, 2);
    ck_assert(!history_redo(history, NULL, &failure));
    change("W[1,1] = 6");
    ck_assert(history_begin_again(history, &failure));
    ck_assert_double_eq(value("X[1,1]"), 3);
    undo("beginning again");
    undo("W[1,1] = 6");
    undo("X[1,1] = 4; X[2,2] = 5");
    ck_assert(!history_undoable(history));
    ck_assert(history_leave(history, &failure));
    undo("X[1,1] = 3");
    version_release(worked);
}
END_TEST

/* A visit to another exercise without changes makes no difference; any change outside does. */
START_TEST(an_exercise_is_entered_again) {
    struct failure failure = {0};
    struct version *worked;
    history = room_history(lesson);
    move(5);
    change("X[1,1] = 3");
    for (int way = 0; way < 3; way++) {
        ck_assert(history_enter(history, &failure));
        change("X[1,1] = 4");
        worked = version_retain(history_version(history));
        ck_assert(history_leave(history, &failure));
        ck_assert(history_enter(history, &failure));
        ck_assert(history_leave(history, &failure));
        if (way > 0) {
            undo("X[1,1] = 3");
        }
        if (way > 1) {
            change("X[1,1] = 3");
        }
        ck_assert(history_go_back(history, history_stop(history), true, worked, &failure));
        ck_assert_double_eq(value("X[1,1]"), way == 0 ? 4 : way == 1 ? 1 : 3);
        ck_assert(history_undoable(history) == (way == 0));
        ck_assert(history_leave(history, &failure));
        if (way == 1) {
            change("X[1,1] = 3");
        }
        version_release(worked);
    }
}
END_TEST

static bool hint(void *context, const char *name, struct span span, struct failure *failure) {
    (void)context;
    failure_at(failure, span, "%s comes later, on page 3", name);
    return true;
}

START_TEST(what_comes_later_is_told) {
    struct notebook_hints hints = {.unknown = hint};
    history = room_history(lesson);
    move(3);
    history_set_hints(history, &hints);
    ck_assert_str_eq(refused("N = A + 1"), "A comes later, on page 3");
    move(2);
    ck_assert_str_eq(refused("N = Q + 1"), "Q comes later, on page 3");
}
END_TEST

START_TEST(a_new_lesson_forgets_the_old) {
    struct failure failure = {0};
    struct changes script[2] = {{0}};
    struct change *made = room_change("Y = 2");
    history = room_history(lesson);
    move(5);
    change("X[1,1] = 3");
    ck_assert(changes_add(&script[1], made, &failure));
    change_release(made);
    ck_assert(history_enter(history, &failure));
    history_begin(history);
    ck_assert(history_script(history, script, 2, &failure));
    ck_assert_uint_eq(script[1].count, 0);
    ck_assert_uint_eq(history_stop(history), 0);
    ck_assert(!history_undo(history, NULL, &failure));
    move(1);
    ck_assert_str_eq(names(), "");
    move(2);
    ck_assert_str_eq(names(), "Y");
    ck_assert_msg(history_enter(history, &failure), "%s", failure.message);
    ck_assert(history_leave(history, &failure));
}
END_TEST

/* --- without memory -----------------------------------------------------------------------------
 */

static bool act(int action, struct failure *failure) {
    switch (action) {
    case 0:
        return history_move(history, 5, NULL, failure);
    case 1:
        return history_undo(history, NULL, failure);
    case 2:
        return history_redo(history, NULL, failure);
    case 3:
        return history_reset(history, failure);
    case 4:
        return history_enter(history, failure);
    case 5:
        return history_leave(history, failure);
    case 6:
        return history_baseline(history, "b", history_notebook(history), failure);
    default:
        history_begin(history);
        return true;
    }
}

/* Each allocation of each action fails once; the notebook does not change, and then the action
 * succeeds. */
START_TEST(without_memory_all_stays) {
    static const int actions[] = {0, 6, 1, 2, 4, 3, 1, 3, 5, 7};
    history = room_history(lesson);
    move(3);
    change("X[1,1] = 3");
    change("Q = X @ W @ W");
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        struct room_list list = room_remember(history_notebook(history));

        for (size_t k = 1;; k++) {
            struct failure failure = {0};
            bool done;

            memory_fail(k, k % 2 == 0);
            done = act(actions[i], &failure);
            memory_fail(0, false);
            if (done) {
                break;
            }
            ck_assert_str_eq(failure.message, "out of memory");
            ck_assert(room_is(history_notebook(history), &list));
        }
        room_assert_afresh(history_notebook(history));
    }
    history_cancel(history);
}
END_TEST

START_TEST(without_memory_a_transaction_leaves_nothing) {
    static const char *const statements[] = {"X[1,1] = 7", "Q = X", "N = Q + W",
                                             "W = [[1, 2], [3, 4]]"};
    struct change *made = room_change(statements[_i]);
    struct room_list list;
    history = room_history(lesson);
    move(5);
    change("pin A[2,1] = 0.5");
    list = room_remember(history_notebook(history));
    for (size_t k = 1;; k++) {
        struct failure failure = {0};
        bool done;

        memory_fail(k, k % 2 == 0);
        history_begin(history);
        done = history_change(history, made, &failure);
        (done ? history_commit : history_cancel)(history);
        memory_fail(0, false);
        if (done) {
            break;
        }
        ck_assert_str_eq(failure.message, "out of memory");
        ck_assert(room_is(history_notebook(history), &list));
    }
    change_release(made);
    ck_assert_double_eq(value("A[2,1]"), 0.5);
    undo(statements[_i]);
    ck_assert(room_is(history_notebook(history), &list));
}
END_TEST

Suite *notebook_history_suite(void);

Suite *notebook_history_suite(void) {
    Suite *suite = suite_create("notebook/history");
    TCase *core = tcase_create("core"), *lessons = tcase_create("lessons");
    TCase *limits = tcase_create("limits");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_checked_fixture(lessons, setup, teardown);
    tcase_add_checked_fixture(limits, setup, teardown);
    tcase_add_test(core, undo_and_redo_restore_the_same_objects);
    tcase_add_test(core, nothing_is_undone_twice);
    tcase_add_test(core, a_transaction_is_one_step);
    tcase_add_test(core, a_failing_transaction_leaves_nothing);
    tcase_add_test(core, no_change_is_no_step);
    tcase_add_test(core, reset_drops_edits_and_pins);
    tcase_add_test(core, reset_loses_no_definition);
    tcase_add_test(core, many_steps_are_remembered);
    tcase_add_test(core, forgotten_steps_are_computed_again);
    tcase_add_test(core, baselines_are_copies);
    tcase_add_test(lessons, states_go_forth_and_back);
    tcase_add_test(lessons, edit_stays_through_back_and_next);
    tcase_add_test(lessons, the_lesson_computes_on_what_is_edited);
    tcase_add_test(lessons, edit_is_laid_over_the_statement_in_force);
    tcase_add_test(lessons, redefinition_stays_too);
    tcase_add_test(lessons, what_a_change_does_not_reach_stays);
    tcase_add_test(lessons, what_was_foreseen_is_not_computed_again);
    tcase_add_test(lessons, redefinition_comes_after_every_statement_on_its_name);
    tcase_add_test(lessons, a_change_waits_for_what_it_uses);
    tcase_add_test(lessons, new_definitions_come_after_the_present_stop);
    tcase_add_test(lessons, a_change_is_refused_for_all_that_stands);
    tcase_add_test(lessons, the_lesson_may_not_fit_a_change);
    tcase_add_test(lessons, what_does_not_fit_any_more_is_passed_over);
    tcase_add_test(lessons, a_change_is_made_where_it_lasts);
    tcase_add_test(lessons, a_change_spares_what_the_learner_defined);
    tcase_add_test(lessons, what_was_passed_over_holds_nothing_up);
    tcase_add_test(lessons, a_number_is_taken_once);
    tcase_add_test(lessons, reset_restores_the_lesson);
    tcase_add_test(lessons, an_exercise_is_a_sandbox);
    tcase_add_test(lessons, an_exercise_is_entered_again);
    tcase_add_test(lessons, what_comes_later_is_told);
    tcase_add_test(lessons, a_new_lesson_forgets_the_old);
    tcase_add_test(limits, without_memory_all_stays);
    tcase_add_loop_test(limits, without_memory_a_transaction_leaves_nothing, 0, 4);
    suite_add_tcase(suite, core);
    suite_add_tcase(suite, lessons);
    suite_add_tcase(suite, limits);
    return suite;
}
