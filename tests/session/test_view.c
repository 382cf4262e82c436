/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/view.h"

#include "base/heap.h"
#include "notebook/room.h"
#include "session/outline.h"
#include "session/session.h"
#include "session/trail.h"

#include <check.h>
#include <stdint.h>

static struct session session;
static struct failure failure;

static const char chain[] = "X = tokens(\"I am\", [[1, 2], [3, 4]])\n"
                            "W = [[1, 0, 2], [0, 1, 1]]\n"
                            "Q = X @ W\n"
                            "S = Q @ Q.T\n"
                            "A = softmax(S / 2)\n"
                            "O = A @ Q\n"
                            "B = zeros(2, 3, 2, 4)";

static void open_session(void) {
    failure = (struct failure){0};
    ck_assert(session_init(&session, &failure));
    bool ok = room_transaction(session.history, chain, &failure);
    ck_assert_msg(ok, "%s", failure.message);
}

static void close_session(void) {
    session_release(&session);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static void focus(const char *name) {
    ck_assert(
        session_focus(&session, name, (struct place_in){.grain = GRAIN_DEFINITION}, &failure));
}

/* Returns the name of the cell under the cursor, valid until the next call. */
static const char *cell(void) {
    static char name[128];
    struct text out = {0};
    ck_assert(view_cell(&session, &out, &failure));
    text_fill(name, sizeof name, "%s", text_string(&out));
    text_release(&out);
    return name;
}

static const char *path(void) {
    static char way[256];
    struct text out = {0};
    ck_assert(view_path(&session, &out, &failure));
    text_fill(way, sizeof way, "%s", text_string(&out));
    text_release(&out);
    return way;
}

static const char *dive(size_t choice) {
    failure = (struct failure){0};
    ck_assert(trail_mark(&session, &failure));
    if (view_dive(&session, choice, &failure)) {
        return cell();
    }
    trail_cut(&session, session.trail_count - 1);
    return failure.message;
}

/* --- the cursor ------------------------------------------------------------------------------- */

START_TEST(nothing_to_look_at_is_no_crash) {
    ck_assert(session_init(&session, &failure));
    ck_assert_ptr_null(view_definition(&session));
    ck_assert_ptr_null(view_value(&session));
    ck_assert_uint_eq(view_reached(&session), 0);
    ck_assert(!view_dive(&session, 0, &failure));
    ck_assert(!trail_leave_dive(&session, &failure));
    view_follow(&session);
    close_session();
}
END_TEST

START_TEST(without_a_focus_the_last_definition_is_looked_at) {
    open_session();
    ck_assert_str_eq(view_definition(&session)->name, "B");
    focus("Q");
    ck_assert_str_eq(view_definition(&session)->name, "Q");
    ck_assert_ptr_eq(view_value(&session), session_focused(&session)->value);
    close_session();
}
END_TEST

START_TEST(moves_stop_at_the_edges) {
    open_session();
    focus("Q");
    ck_assert_str_eq(cell(), "Q[I,1]");
    ck_assert(!view_move(&session, 0, 0, -1));
    ck_assert(!view_move(&session, 0, -1, 0));
    ck_assert(view_move(&session, 0, 0, 2));
    ck_assert_str_eq(cell(), "Q[I,3]");
    ck_assert(!view_move(&session, 0, 0, 1));
    ck_assert(view_move(&session, 0, 5, 0));
    ck_assert_str_eq(cell(), "Q[am,3]");
    ck_assert(view_move(&session, 0, -1000000, -1000000));
    ck_assert_str_eq(cell(), "Q[I,1]");
    close_session();
}
END_TEST

/* Right is right as shown: in columns another row of what is stored. */
START_TEST(moves_go_as_shown) {
    open_session();
    focus("Q");
    session.display.columns = true;
    ck_assert(view_move(&session, 0, 0, 1));
    ck_assert_uint_eq(session.view.cell, 3);
    ck_assert_str_eq(cell(), "Q[1,am]");
    ck_assert(view_move(&session, 0, 1, 0));
    ck_assert_uint_eq(session.view.cell, 4);
    ck_assert(!view_move(&session, 0, 0, 1));
    close_session();
}
END_TEST

START_TEST(turning_goes_through_heads_then_batches) {
    open_session();
    focus("B");
    ck_assert(view_move(&session, 0, 1, 2));
    ck_assert_str_eq(cell(), "B[1,1,2,3]");
    ck_assert(view_move(&session, 1, 0, 0));
    ck_assert_str_eq(cell(), "B[1,2,2,3]");
    ck_assert(view_move(&session, 2, 0, 0));
    ck_assert_str_eq(cell(), "B[2,1,2,3]");
    ck_assert(view_move(&session, 9, 0, 0));
    ck_assert_str_eq(cell(), "B[2,3,2,3]");
    ck_assert(!view_move(&session, 1, 0, 0));
    ck_assert(!view_move(&session, 0, 1, 0));
    focus("Q");
    ck_assert(!view_move(&session, 1, 0, 0));
    close_session();
}
END_TEST

START_TEST(the_cursor_stays_where_sizes_match) {
    open_session();
    focus("S");
    ck_assert(view_move(&session, 0, 1, 1));
    focus("A");
    ck_assert_str_eq(cell(), "A[am,am]");
    focus("Q");
    ck_assert_str_eq(cell(), "Q[I,1]");
    ck_assert(view_select(&session, "W", 4, &failure));
    ck_assert_str_eq(cell(), "W[2,2]");
    ck_assert_str_eq(session.focus.name, "W");
    close_session();
}
END_TEST

/* A value that becomes smaller takes the cursor along. */
START_TEST(the_cursor_stays_inside) {
    open_session();
    ck_assert(view_select(&session, "W", 5, &failure));
    ck_assert(room_transaction(session.history, "W = [[1], [2]]", &failure));
    ck_assert_str_eq(cell(), "W[2,1]");
    ck_assert(room_transaction(session.history, "Z = 3", &failure));
    focus("Z");
    ck_assert_str_eq(cell(), "Z");
    close_session();
}
END_TEST

/* --- down and up ------------------------------------------------------------------------------ */

START_TEST(dive_and_rise_are_inverse) {
    static const char *const ways[] = {"O[am,2]", "A[am,I]", "(S / 2)[am,I]",
                                       "S[am,I]", "Q[am,1]", "X[am,1]"};
    enum { WAYS = sizeof ways / sizeof *ways };
    open_session();
    ck_assert(view_select(&session, "O", 4, &failure));
    for (size_t i = 0; i < WAYS; i++) {
        ck_assert_str_eq(cell(), ways[i]);
        ck_assert_uint_eq(session.view.depth, i);
        if (i + 1 < WAYS) {
            dive(0);
        }
    }
    ck_assert_str_eq(dive(0), "X[am,1] is a number as written: there is nothing below it");
    ck_assert_str_eq(path(), "O[am,2] ‹ A[am,I] ‹ (S / 2)[am,I] ‹ S[am,I] ‹ Q[am,1] ‹ X[am,1]");
    for (size_t i = WAYS - 1; i > 0; i--) {
        ck_assert_str_eq(cell(), ways[i]);
        ck_assert(trail_leave_dive(&session, &failure));
    }
    ck_assert_str_eq(cell(), ways[0]);
    ck_assert(!trail_leave_dive(&session, &failure));
    close_session();
}
END_TEST

/* S = Q @ Q.T: the right operand only turns Q over, and is passed through. */
START_TEST(the_second_operand_is_chosen) {
    open_session();
    ck_assert(view_select(&session, "S", 1, &failure));
    ck_assert_str_eq(dive(1), "Q[am,1]");
    ck_assert(trail_leave_dive(&session, &failure));
    ck_assert_str_eq(dive(2), "S[I,am] is made from 2 values: choose one of them by 1 to 2");
    close_session();
}
END_TEST

/* Operations without a name that only hand numbers on are passed, however many there are. */
START_TEST(all_moves_are_passed) {
    open_session();
    ck_assert(room_transaction(session.history, "M = Q.T.T.T @ W.T.T", &failure));
    ck_assert(view_select(&session, "M", 1, &failure));
    ck_assert_str_eq(dive(0), "Q[I,1]");
    ck_assert(trail_leave_dive(&session, &failure));
    ck_assert_str_eq(dive(1), "W[1,2]");
    close_session();
}
END_TEST

/* When replay is in a term, that term's operands are meant; after softmax the cell itself. */
START_TEST(the_present_term_is_meant) {
    open_session();
    struct place_in place = {.grain = GRAIN_TERM, .operation = 1, .row = 1, .column = 0, .term = 2};
    ck_assert(session_focus(&session, "S", place, &failure));
    view_follow(&session);
    ck_assert_str_eq(cell(), "S[am,I]");
    ck_assert_str_eq(dive(0), "Q[am,3]");
    ck_assert_int_eq(session.focus.place.grain, GRAIN_DEFINITION);
    ck_assert(trail_leave_dive(&session, &failure));
    ck_assert_int_eq(session.focus.place.grain, GRAIN_TERM);
    ck_assert_uint_eq(session.focus.place.term, 2);
    ck_assert_str_eq(dive(1), "Q[I,3]");
    ck_assert(view_select(&session, "A", 3, &failure));
    ck_assert_str_eq(dive(0), "(S / 2)[am,am]");
    close_session();
}
END_TEST

START_TEST(another_focus_forgets_the_path) {
    open_session();
    ck_assert(view_select(&session, "O", 0, &failure));
    dive(0);
    focus("W");
    ck_assert_uint_eq(session.view.depth, 0);
    ck_assert(!trail_leave_dive(&session, &failure));
    close_session();
}
END_TEST

START_TEST(what_is_gone_is_not_risen_to) {
    open_session();
    ck_assert(room_transaction(session.history, "Z = O + 1", &failure));
    focus("Z");
    ck_assert_str_eq(dive(0), "O[I,1]");
    ck_assert(history_undo(session.history, NULL, &failure));
    ck_assert_str_eq(path(), "Z[I,1] ‹ O[I,1]");
    ck_assert(trail_leave_dive(&session, &failure));
    ck_assert_str_eq(view_definition(&session)->name, "B");
    close_session();
}
END_TEST

/* --- replay, changes -------------------------------------------------------------------------- */

START_TEST(the_cursor_follows_replay) {
    open_session();
    struct place_in place = {.grain = GRAIN_CELL, .operation = 1, .row = 1, .column = 1};
    session.view.popup = POPUP_CONTENTS;
    ck_assert(session_focus(&session, "S", place, &failure));
    view_follow(&session);
    ck_assert_str_eq(cell(), "S[am,am]");
    ck_assert_uint_eq(view_reached(&session), 4);
    ck_assert_int_eq(session.view.popup, POPUP_NONE);
    session.focus.place.column = 0;
    view_follow(&session);
    ck_assert_str_eq(cell(), "S[am,I]");
    ck_assert_uint_eq(view_reached(&session), 3);
    session.focus.place = (struct place_in){.grain = GRAIN_ROW, .operation = 0};
    view_follow(&session);
    ck_assert_uint_eq(session.view.operation, 0);
    session.focus.place = (struct place_in){.grain = GRAIN_DEFINITION};
    view_follow(&session);
    ck_assert_uint_eq(session.view.operation, SIZE_MAX);
    ck_assert_uint_eq(view_reached(&session), 4);
    close_session();
}
END_TEST

START_TEST(what_was_before_a_change_is_kept) {
    open_session();
    struct notebook before = {0};
    notebook_copy(&before, session_notebook(&session));
    ck_assert(room_transaction(session.history, "W[1,1] = 9", &failure));
    view_note_change(&session, &before, NULL);
    notebook_release(&before);
    ck_assert(notebook_find(&session.view.last.before, "W")->value->cells[0] == 1);
    view_note_change(&session, NULL, NULL);
    ck_assert_uint_eq(session.view.last.before.count, 0);
    close_session();
}
END_TEST

/* Without memory nothing is lost and nothing leaks. */
START_TEST(a_dive_without_memory_stays) {
    open_session();
    ck_assert(view_select(&session, "O", 4, &failure));
    size_t tries = 1;
    for (bool down = false; !down; tries++) {
        ck_assert_uint_lt(tries, 200);
        failure = (struct failure){0};
        memory_fail(tries, false);
        down = view_dive(&session, 0, &failure);
        memory_fail(0, false);
        ck_assert(down || failure.set);
        ck_assert_str_eq(cell(), down ? "A[am,I]" : "O[am,2]");
        ck_assert_uint_eq(session.view.depth, down ? 1 : 0);
    }
    ck_assert_uint_gt(tries, 2); /* it failed once at least */
    close_session();
}
END_TEST

/* --- contents --------------------------------------------------------------------------------- */

static const char *contents(void) {
    text_clear(&session.out);
    struct output output = session_output(&session);
    outline_contents(&session, &output);
    return text_string(&session.out);
}

START_TEST(without_a_lesson_definitions_are_listed) {
    failure = (struct failure){0};
    ck_assert(session_init(&session, &failure));
    ck_assert_str_eq(contents(), "There are no definitions yet.\n");
    ck_assert(room_transaction(session.history, "a = 2\nb = a + 1", &failure));
    ck_assert_str_eq(contents(), "a = 2\nb = a + 1 = 3\n");
    close_session();
}
END_TEST

Suite *session_view_suite(void);

Suite *session_view_suite(void) {
    Suite *suite = suite_create("session/looks");
    TCase *core = tcase_create("core");
    tcase_add_test(core, nothing_to_look_at_is_no_crash);
    tcase_add_test(core, without_a_focus_the_last_definition_is_looked_at);
    tcase_add_test(core, moves_stop_at_the_edges);
    tcase_add_test(core, moves_go_as_shown);
    tcase_add_test(core, turning_goes_through_heads_then_batches);
    tcase_add_test(core, the_cursor_stays_where_sizes_match);
    tcase_add_test(core, the_cursor_stays_inside);
    tcase_add_test(core, dive_and_rise_are_inverse);
    tcase_add_test(core, the_second_operand_is_chosen);
    tcase_add_test(core, all_moves_are_passed);
    tcase_add_test(core, the_present_term_is_meant);
    tcase_add_test(core, another_focus_forgets_the_path);
    tcase_add_test(core, what_is_gone_is_not_risen_to);
    tcase_add_test(core, the_cursor_follows_replay);
    tcase_add_test(core, what_was_before_a_change_is_kept);
    tcase_add_test(core, a_dive_without_memory_stays);
    tcase_add_test(core, without_a_lesson_definitions_are_listed);
    suite_add_tcase(suite, core);
    return suite;
}
