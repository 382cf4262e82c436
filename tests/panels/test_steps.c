/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Stepping through the arithmetic on the screen, and going down into a number or a call. */
#include "panels/small.h"

#include <check.h>
#include <string.h>

Suite *panels_steps_suite(void);

START_TEST(what_is_not_reached_is_blank) {
    small_run("advance 4|answer 2|advance");
    frame_shows(&frame, "Q[I,1] = 1·0.5 + ?");
    frame_hides(&frame, "4.00");
    small_run("move right");
    frame_shows(&frame, "Q[I,2] is not reached yet. Say the number, then go on.");
}
END_TEST

/* Whoever looks elsewhere finds what was not reached covered, there and back. */
START_TEST(looking_elsewhere_uncovers_nothing) {
    static const char *const ways[] = {
        "move next",     "move previous", "move down|dive",       "move down|dive|close",
        "move W_q[1,1]", "goto W_q",      "move next|move Q[2,2]"};
    frame_size(&frame, 36, 120);
    small_run("advance 4|answer 2|advance");
    frame_hides(&frame, "1.50");
    frame_hides(&frame, "as you said");
    small_run(ways[_i]);
    frame_shows(&frame, "?");
    frame_hides(&frame, "1.50");
    frame_hides(&frame, "Yes: 3 and 4.");
    small_run("next 2"); /* from where it stood */
    frame_shows(&frame, "Q[I,2] = ");
    frame_hides(&frame, "1.50");
}
END_TEST

START_TEST(softmax_is_unrolled) {
    small_to_weights();
    frame_shows(&frame, "A = softmax(S)");
    frame_shows(&frame, "queries ↓");
    frame_shows(&frame, "keys →");
    small_run("into|into|into");
    frame_shows(&frame, "x − max");
    frame_shows(&frame, "████████████████████\n");
    small_run("into");
    frame_shows(&frame, "term 1 of");
    frame_hides(&frame, "█████████████████████\n\n         x   x");
}
END_TEST

/* Two rows one above the other, what each pair adds as a bar below it, the sum as far as reached.
 */
START_TEST(a_score_is_seen_as_its_two_rows) {
    frame_close(&frame);
    frame_open(&frame, "# Sum\n\n## One\n\n```qkv\nq = [[.2, .2, 0, .2]]\nk = [[0, .6, 0, .8]]\n"
                       "```\n\n```qkv grain=cell\ns = q @ k.T\n```\n");
    frame_size(&frame, 30, 100);
    small_run("advance 4");
    frame_shows(&frame, "product    0.00 + ?                   = 0.00 so far");
    small_run("next 3");
    frame_shows(&frame, "q[1,·]      0.2    0.2    0.0    0.2");
    frame_shows(&frame, "k.T[·,1] ×  0.0 ×  0.6 ×  0.0 ×  0.8");
    frame_shows(&frame, "product    0.00 + 0.12 + 0.00 + 0.16  = 0.28");
    frame_shows(&frame, "▆▆▆▆          ████");
    frame.terminal.ascii = true;
    frame_shows(&frame, "####          ####");
    frame.terminal.ascii = false;
    small_run("q[1,1] = nan"); /* it has no bar, and the others theirs */
    frame_shows(&frame, "= nan");
    frame_shows(&frame, "▆▆▆▆          ████");
}
END_TEST

/* While it falls the sum is the one before, and where the pair meets stands what it adds. */
START_TEST(a_product_falls_onto_the_sum) {
    frame_close(&frame);
    frame_open(&frame, "# Sum\n\n## One\n\n```qkv\nq = [[1, 2, 3]]\nK = [[5, 6, 7], [5, 6, 7]]\n"
                       "```\n\n```qkv grain=cell\ns = q @ K.T\n```\n");
    small_run("advance 4|next");
    const double ways[] = {1, 0.5, 0};
    size_t rows[3] = {0};
    for (size_t i = 0; i < 3; i++) {
        frame.terminal.falling = ways[i];
        const char *falls = strstr(frame_draw(&frame), " +12");
        frame_shows(&frame, ways[i] > 0 ? "(5)" : "(17)");
        ck_assert_int_eq(falls != NULL, ways[i] > 0);
        for (const char *at = text_string(&frame.shown); at < falls; at++) {
            rows[i] += *at == '\n';
        }
    }
    ck_assert_uint_lt(rows[0], rows[1]);
}
END_TEST

START_TEST(the_winner_has_the_bar) {
    frame_close(&frame);
    frame_open(&frame, "# Most\n\n## One\n\n```qkv\nA = [[.7, .28, .02], [.1, .1, .8], [4, 4, 1]]\n"
                       "t = argmax(A)\n```\n");
    frame_size(&frame, 36, 120);
    small_run("advance 3");
    frame_shows(&frame, "1 ████████████████████         1 ████████████████████");
    small_run("move down");
    frame_shows(&frame, "1 ████████████████████         3 ████████████████████");
    small_run("move down"); /* the first of those that are as large */
    frame_shows(&frame, "         2\n");
    frame_shows(&frame, "         1 ████████████████████\n");
}
END_TEST

START_TEST(a_dive_shows_its_path) {
    small_to_weights();
    small_run("dive");
    frame_shows(&frame, "A[I,I] ‹ S[I,I]");
    small_run("rise");
    frame_hides(&frame, "‹");
}
END_TEST

/* Whoever goes into a call sees all its lines, what they make, and how they hang together. */
START_TEST(inside_of_a_call_are_all_its_lines) {
    static const char *const lines[] = {"H.Q ", "H.K ", "X ", "H.S ", "H.A ", " H "};
    frame_close(&frame);
    frame_open(&frame, NULL);
    frame_size(&frame, 26, 100);
    frame_run(&frame, "attend(Q, K, V) =\n  S = Q @ K.T\n  A = softmax(S)\n  A @ V");
    small_run("X = [[1, 0, 2], [0, 1, 1], [2, 1, 0]]|W = [[1, 0], [0, 1], [1, 1]]");
    small_run("H = attend(X @ W, 2 * X @ W, X)|move H[2,1]");
    struct text before = {0};
    text_append(&before, frame_draw(&frame));
    small_run("dive");
    frame_shows(&frame, "── H.A = softmax(H.S)");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        ck_assert_msg(strstr(text_string(&frame.desk.session.board), lines[i]) != NULL, "%s: %s",
                      lines[i], frame_draw(&frame));
    }
    frame_shows(&frame, "─▸ H.S* ─▸ [H.A]* ─┘");
    small_run("close");
    ck_assert_str_eq(frame_draw(&frame), text_string(&before));
    text_release(&before);
}
END_TEST

/* The map, the bar and what moved say that a head is off; one undo takes it back. */
START_TEST(a_head_is_switched_off_and_on) {
    frame_close(&frame);
    frame_open_number(&frame, 11, 36, 120);
    small_run("goto output|move A_h[2,1,1]");
    frame_shows(&frame, "X head off");
    small_run("ablate");
    frame_shows(&frame, "O_h: head 2 off");
    frame_shows(&frame, "O_h* head 2 off ─▸ C*");
    frame_shows(&frame, "X head on");
    frame_shows(&frame, ".333→.000!");
    small_run("ablate");
    frame_hides(&frame, "head 2 off");
    frame_shows(&frame, ".000→.333");
    small_run("undo");
    frame_shows(&frame, "X head on");
    small_run("undo");
    frame_shows(&frame, "Undone: pin O_h[2] = 0");
    frame_shows(&frame, "X head off");
}
END_TEST

static const char layered[] =
    "attend(X, q, v) =\n  Q_h = heads(X @ q, 2)\n  A_h = softmax(Q_h @ Q_h.T)\n"
    "  O_h = A_h @ heads(X @ v, 2)\n  concat(O_h)";

/* From layer to layer the same is looked at, beside the others; what a head that is off does to
 * the likeliest words is on the board. */
START_TEST(heads_of_layers_are_beside_each_other) {
    frame_close(&frame);
    frame_open(&frame, NULL);
    frame_size(&frame, 50, 200);
    frame_run(&frame, layered);
    small_run(
        "layer(X, q, v) = X + attend(X, q, v)|X = tokens(\"I like it\", normal(3, 4, seed=1))");
    small_run("W = normal(3, 4, 4, seed=2)|V = normal(3, 4, 4, seed=7)|H = layers(layer, X, W, V)");
    small_run("E = tokens(\"eat fish rice\", normal(3, 4, seed=4))|best = topk((H @ E.T)[3,:], 2)");
    small_run("goto H.1.attend.A_h|layer next");
    frame_shows(&frame, "── H.2.attend.A_h = softmax");
    ck_assert(strstr(text_string(&frame.desk.session.board), "H.1.attend.A_h ") != NULL);
    ck_assert(strstr(text_string(&frame.desk.session.board), "H.3.attend.A_h ") != NULL);
    small_run("turn next|ablate");
    frame_shows(&frame, "H.2.attend.O_h: head 2 off");
    frame_shows(&frame, "H.2.attend.O_h* head 2 off ─");
    ck_assert(strstr(text_string(&frame.desk.session.board), "best ") != NULL);
    small_run("layer next");
    frame_shows(&frame, "── H.3.attend.A_h = softmax");
    // Another name for a map stands for it.
    small_run("undo|maps = H.3.attend.A_h|goto maps|layer previous");
    frame_shows(&frame, "── H.2.attend.A_h = softmax");
    small_run("goto maps|ablate");
    frame_shows(&frame, "H.3.attend.O_h: head 2 off");
    small_run("ablate");
    frame_shows(&frame, "H.3.attend.O_h: head 2 on");
}
END_TEST

/* What was looked into may be undone while it is looked at. */
START_TEST(a_dive_into_what_is_gone_still_gives_a_frame) {
    frame_open(&frame, NULL);
    small_run("a = [[1, 2]]; b = a + a|dive");
    frame_shows(&frame, "b[1,1] ‹ a[1,1]");
    small_run("undo");
    frame_hides(&frame, "‹");
    small_run("c = [[1, 2]]");
    frame_shows(&frame, "c = ");
    frame_close(&frame);
}
END_TEST

START_TEST(a_long_sentence_keeps_its_result) {
    frame_size(&frame, 17, 60);
    small_run("L = [[1, 2, 3, 4, 5, 6, 7, 8]] @ (ones(8, 1) / 8)|goto L");
    frame_shows(&frame, "\n L = 1·0.125 + 2·0.125 + 3·0.125 + 4·0.125 + 5·0.125 +\n");
    frame_shows(&frame, " = 4.5\n");
}
END_TEST

START_TEST(a_number_of_too_many_steps_is_shown_without) {
    small_run("big = std(zeros(600, 600))");
    frame_shows(&frame, "big = std(zeros(600, 600))");
    frame_shows(&frame, "too many to tell");
}
END_TEST

Suite *panels_steps_suite(void) {
    Suite *suite = suite_create("panels_steps");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, small_begin, small_finish);
    tcase_add_test(core, what_is_not_reached_is_blank);
    tcase_add_loop_test(core, looking_elsewhere_uncovers_nothing, 0, 7);
    tcase_add_test(core, softmax_is_unrolled);
    tcase_add_test(core, a_score_is_seen_as_its_two_rows);
    tcase_add_test(core, a_product_falls_onto_the_sum);
    tcase_add_test(core, the_winner_has_the_bar);
    tcase_add_test(core, a_dive_shows_its_path);
    tcase_add_test(core, inside_of_a_call_are_all_its_lines);
    tcase_add_test(core, a_head_is_switched_off_and_on);
    tcase_add_test(core, heads_of_layers_are_beside_each_other);
    tcase_add_test(core, a_long_sentence_keeps_its_result);
    tcase_add_test(core, a_number_of_too_many_steps_is_shown_without);
    suite_add_tcase(suite, core);
    TCase *alone = tcase_create("alone");
    tcase_add_test(alone, a_dive_into_what_is_gone_still_gives_a_frame);
    suite_add_tcase(suite, alone);
    return suite;
}
