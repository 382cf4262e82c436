/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* What moved, and what is compared, on the screen. */
#include "panels/small.h"

#include <check.h>
#include <string.h>

Suite *panels_changes_suite(void);

START_TEST(an_edit_shows_what_moved) {
    small_to_weights();
    small_run("goto W_q|W_q[1,1] = 2");
    frame_shows(&frame, "W_q[1,1] = 0.5 → 2");
    frame_shows(&frame, "14");   /* in S */
    frame_shows(&frame, "9.50"); /* as it was */
    small_run("goto K");
    frame_shows(&frame, "14");
    small_run("goto Q");
    frame_tells(&frame, "I .50→2 2");
    small_run("undo");
    frame_shows(&frame, "W_q[1,1] = 2 → 0.5");
    small_run("advance");
    frame_hides(&frame, "→ 0.5");
}
END_TEST

/* What is on the stage is not written again, but for the row of the selected number, and how that
 * is made now. */
START_TEST(a_changed_number_has_its_arithmetic) {
    small_to_weights();
    small_run("goto Q|W_q[1,1] = 2");
    frame_tells(&frame, "I .50→2 2");
    frame_tells(&frame, "X[I,:] 1 2");
    frame_hides(&frame, "1.50→6");
    small_run("move Q[am,1]");
    frame_tells(&frame, "am 1.50→6 4");
    frame_tells(&frame, "X[am,:] 3 4");
}
END_TEST

/* One sees how far one has turned a number, not by how much the last key did. */
START_TEST(edits_of_one_value_are_seen_as_one) {
    small_to_weights();
    small_run("move W_q[1,1]|W_q[1,1] = 2|nudge up|nudge up");
    frame_shows(&frame, "W_q[1,1] = 0.5 → 2.2");
    small_run("W_q[1,2] = 3"); /* of the same value */
    frame_shows(&frame, "W_q[1,1] = 0.5 → 2.2");
    small_run("move W_q[1,2]"); /* the cursor says which of them one looks at */
    frame_shows(&frame, " → 3");
    frame_hides(&frame, "W_q[1,1] = 0.5 → 2.2");
    small_run("undo|W_q[1,1] = 2.4"); /* what was taken back is not among them */
    frame_hides(&frame, "0.5 → 2.4");
    small_run("reset|W_q[1,1] = 2|W_k[1,1] = 3");
    frame_hides(&frame, "0.5 → 2");
    small_run("reset|W_q[1,1] = 2|W_q[1,1] = 0.5");
    frame_hides(&frame, "W_q[1,1]  ");
}
END_TEST

/* Where it is seen which number was typed, and what it would be. */
START_TEST(what_is_pinned_is_looked_at) {
    small_to_weights();
    small_run("goto Q|pin S[2,1] = 7");
    frame_shows(&frame, "S[am,I] = 7: pinned by hand");
    small_run("goto Q|unpin S[2,1]");
    frame_hides(&frame, ": pinned by hand");
    frame_shows(&frame, "── Q = ");
    small_run("move S[2,1]|dive|W_q[1,1] = 2");
    frame_shows(&frame, "S[am,I] ‹ Q[am,1]");
    small_run("pin Q[2,1] = 1"); /* it is there already */
    frame_shows(&frame, "S[am,I] ‹ Q[am,1]");
}
END_TEST

/* Beside the stage a line is narrow. */
START_TEST(what_the_lesson_changed_is_said_whole) {
    frame_close(&frame);
    frame_open(&frame,
               "# T\n```qkv\ns = \"the cats that the dog\"\nn = [1, 2]\nm = n * 2\n```\nIt is.\n"
               "```qkv\ns = \"the dog that the cats sees\"; n = [1, 3]\nshow m\n```\n"
               "```qkv\nk = 2\n```\nOver.\n");
    frame_size(&frame, 36, 110);
    small_run("advance 5");
    frame_tells(&frame, "\"the dog that the cats sees\", n changed.");
}
END_TEST

START_TEST(what_was_taken_back_is_as_before) {
    small_to_weights();
    small_run("W_q = W_k");
    frame_shows(&frame, " → W_k");
    small_run("W_q = W_k + 1|undo"); /* to the learner's own */
    frame_shows(&frame, " → W_k");
    small_run("undo");
    frame_shows(&frame, "W_q as before");
    small_run("redo");
    frame_shows(&frame, " → W_k");
}
END_TEST

/* On another page, too, it is still so. */
START_TEST(what_was_changed_is_named_on_another_page) {
    small_to_weights();
    small_run("W_q[1,1] = 2|W_q[1,2] = 3|W_k[1,2] = 3");
    small_run("goto page 2");
    frame_shows(&frame, "You have changed W_q and W_k; u undoes that.");
    small_run("advance");
    frame_hides(&frame, "You have changed");
    small_run("goto page 1");
    frame_shows(&frame, "You have changed W_q and W_k; u undoes that.");
    small_run("undo|undo|undo|goto page 2");
    frame_hides(&frame, "You have changed");
}
END_TEST

/* What a page sets before its first words is its scene; what a hidden line changes later moved. */
START_TEST(a_page_begins_without_changes) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nA = [[1, 2]]\n```\nIt is 1.\n"
                       "## Two\n```qkv hidden\nA = [[3, 2]]\nshow A\n```\nIt is 3.\n"
                       "```qkv\nA = [[4, 2]]\n```\nIt is 4.\n");
    while (strstr(frame_draw(&frame), "It is 3.") == NULL) {
        small_run("advance");
    }
    frame_hides(&frame, "changed");
    small_run("advance");
    frame_shows(&frame, "It is 4.");
    frame_shows(&frame, "A changed");
}
END_TEST

/* What the lesson moves is looked at, unless the words name another row. */
START_TEST(a_row_that_the_lesson_moved_is_looked_at) {
    static const char lesson[] =
        "# T\n```qkv\non = 1\n```\nIt is on.\n"
        "```qkv\nB = tokens(\"a b\", [[1, 2], [3, 4 * on]])\nshow B\n```\nHere is B.\n"
        "```qkv\non = 0\nshow B\n```\n%s\n```qkv\nshow B\n```\nOver.\n";
    static const char *const words[] = {"It is off.", "Row 1 stays."};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct text text = {0};
        frame_close(&frame);
        text_format(&text, lesson, words[i]);
        frame_open(&frame, text_string(&text));
        text_release(&text);
        while (strstr(frame_draw(&frame), words[i]) == NULL) {
            small_run("advance");
        }
        frame_tells(&frame, i == 0 ? "b 3 4→0" : "a 1 2 row unchanged");
        small_run("move B[1,1]|on = 3|advance"); /* the learner looks where they want to */
        frame_shows(&frame, "Over.");
        frame_tells(&frame, "a 1 2 row unchanged");
    }
}
END_TEST

/* Beside formula, legend and path the shape is there whole, or not at all. */
START_TEST(no_shape_is_cut) {
    small_to_weights();
    small_run("goto Q|W_q[1,1] = 2");
    size_t whole = 0, without = 0;
    for (size_t columns = 60; columns < 110; columns++) {
        frame_size(&frame, 24, columns);
        const char *rule = strstr(frame_draw(&frame), "── Q = X @ W_q");
        ck_assert_ptr_nonnull(rule);
        rule += strlen("── Q = X @ W_q");
        bool shape = strncmp(rule, "   2×2 ─", strlen("   2×2 ─")) == 0;
        ck_assert_msg(shape || strncmp(rule, " ─", strlen(" ─")) == 0, "%zu: %s", columns, rule);
        *(shape ? &whole : &without) += 1;
    }
    ck_assert_uint_gt(whole, 0);
    ck_assert_uint_gt(without, 0);
}
END_TEST

START_TEST(lone_numbers_move_on_a_line) {
    small_run("advance|n = 2|m = n * 3|goto m|n = 4");
    frame_shows(&frame, "n = 4");
    frame_shows(&frame, "m = 12");
    frame_tells(&frame, "m = 6 → 12");
    small_run("goto n|n[1,1] = 9");
    frame_hides(&frame, "n = 4"); /* as it was written, but no more so */
}
END_TEST

/* What is selected has its numbers beside what moved; what is new is compared with nothing. */
START_TEST(what_did_not_move_stands_beside_what_did) {
    small_to_weights();
    small_run("goto K|W_q[1,1] = 2");
    frame_shows(&frame, "── K = X @ W_k");
    frame_tells(&frame, "X[I,:] 1 2 × W_k[:,1] 1 0");
    frame_shows(&frame, "14"); /* in S */
    small_run("N = Q + 1|goto N");
    frame_shows(&frame, "N = Q + 1");
    frame_hides(&frame, "unchanged");
}
END_TEST

START_TEST(the_baseline_is_compared_with) {
    small_to_weights();
    small_run("baseline|W_q[1,1] = 2|W_q[1,1] = 3|goto Q|differs");
    frame_tells(&frame, "I .50→3 2"); /* and not 2 2 → 3 2 */
}
END_TEST

/* All that differs is listed, and the first definition looked at: Δ beside it, as it was above its
 * numbers. */
START_TEST(a_named_baseline_is_compared_with_as_delta) {
    small_to_weights();
    small_run("baseline start|W_q[1,1] = 2|baseline|W_q[2,2] = -3|goto A|compare start");
    frame_shows(&frame, "Δ W_q");
    frame_shows(&frame, " −4 ");
    frame_shows(&frame, "first difference: W_q[2,2] = 1 → -3");
    frame_shows(&frame, "W_q[2,2] = 1 → -3; 1 other number differs.");
    frame_shows(&frame, "unchanged: X W_k");
    small_run("show Q");
    frame_shows(&frame, "Δ Q");
    frame_shows(&frame, " −8 ");
    small_run("differs");
    frame_hides(&frame, "Δ");
    small_run("compare start|differs|compare start|undo|undo|compare");
    frame_hides(&frame, "Δ");
}
END_TEST

START_TEST(the_difference_is_seen_until_the_lesson_goes_on) {
    small_to_weights();
    small_run("baseline|W_q[1,1] = 2|compare");
    frame_shows(&frame, "Δ W_q");
    small_run("advance");
    frame_hides(&frame, "baseline → now");
}
END_TEST

START_TEST(a_stack_is_compared_head_by_head) {
    small_to_weights();
    frame_size(&frame, 40, 80);
    small_run("H = heads(X @ W_q, 2)|baseline|W_q[1,1] = 2|compare|show H");
    frame_shows(&frame, " Δ H");
    frame_tells(&frame, ".5000→2");
}
END_TEST

/* There is nothing to hold its numbers against. */
START_TEST(what_changed_its_size_has_no_difference) {
    small_to_weights();
    small_run("baseline|X = [[1, 2]]|compare|show X");
    frame_shows(&frame, "── X = [[1, 2]]   1×2");
    frame_hides(&frame, "Δ");
}
END_TEST

/* ∂L/∂ the leaves, as what was said last. */
START_TEST(slopes_are_an_answer) {
    small_run("advance|advance 3|L = sum(X @ W_q ** 2)|gradient L");
    frame_shows(&frame, "── answer ──");
    frame_shows(&frame, "L moves most with ");
    ck_assert_ptr_nonnull(strstr(strstr(frame_draw(&frame), "dL/dX "), "dL/dW_q"));
    small_run("gradient L W_q W_q");
    frame_shows(&frame, "dL/dW_q");
    frame_hides(&frame, "dL/dX ");
    small_run("move W_q[1,1]");
    frame_hides(&frame, "dL/dW_q");
}
END_TEST

Suite *panels_changes_suite(void) {
    Suite *suite = suite_create("panels_changes");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, small_begin, small_finish);
    tcase_add_test(core, an_edit_shows_what_moved);
    tcase_add_test(core, a_changed_number_has_its_arithmetic);
    tcase_add_test(core, edits_of_one_value_are_seen_as_one);
    tcase_add_test(core, a_page_begins_without_changes);
    tcase_add_test(core, what_was_taken_back_is_as_before);
    tcase_add_test(core, what_was_changed_is_named_on_another_page);
    tcase_add_test(core, what_is_pinned_is_looked_at);
    tcase_add_test(core, what_the_lesson_changed_is_said_whole);
    tcase_add_test(core, a_row_that_the_lesson_moved_is_looked_at);
    tcase_add_test(core, no_shape_is_cut);
    tcase_add_test(core, lone_numbers_move_on_a_line);
    tcase_add_test(core, what_did_not_move_stands_beside_what_did);
    tcase_add_test(core, the_baseline_is_compared_with);
    tcase_add_test(core, a_named_baseline_is_compared_with_as_delta);
    tcase_add_test(core, the_difference_is_seen_until_the_lesson_goes_on);
    tcase_add_test(core, a_stack_is_compared_head_by_head);
    tcase_add_test(core, what_changed_its_size_has_no_difference);
    tcase_add_test(core, slopes_are_an_answer);
    suite_add_tcase(suite, core);
    return suite;
}
