/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Stepping through the arithmetic on the screen, and going down into a number or a call. */
#include "panels/small.h"

#include <check.h>
#include <string.h>

Suite *panels_steps_suite(void);

START_TEST(what_is_not_reached_is_blank) {
    small_run("advance 4|answer 2|advance");
    frame_tells(&frame, "products .5 + ? = .5 so far");
    frame_hides(&frame, "1.50");
    small_run("move right");
    frame_hides(&frame, "1.50");
    frame_hides(&frame, "products");
}
END_TEST

/* A learner who looks elsewhere finds what was not reached covered, there and back. */
START_TEST(looking_elsewhere_uncovers_nothing) {
    static const char *const ways[] = {
        "move next",     "move previous", "move down|dive",       "move down|dive|close",
        "move W_q[1,1]", "goto W_q",      "move next|move Q[2,2]"};
    frame_size(&frame, 36, 120);
    small_run("advance 4|answer 2|advance");
    frame_hides(&frame, "1.50");
    frame_hides(&frame, "as you said");
    small_run(ways[_i]);
    frame_hides(&frame, "1.50");
    frame_hides(&frame, "Yes: 3 and 4.");
    small_run("convention columns");
    frame_hides(&frame, "1.50");
    small_run("convention rows|next 2"); /* from where it was */
    frame_shows(&frame, "× W_q[:,2]");
    frame_hides(&frame, "1.50");
}
END_TEST

/* They have no place of their own. */
START_TEST(an_operation_shows_its_numbers) {
    small_run("advance 4|answer 2|advance|out|out|out|Y = X @ W_k + 10|goto Y|dive");
    frame_shows(&frame, "Y, operation 1 of 2");
    frame_shows(&frame, " X @ W_k  ");
    small_run("close|move W_k[1,1]");
    frame_hides(&frame, " X @ W_k  ");
}
END_TEST

START_TEST(softmax_has_a_line_a_stage) {
    small_to_weights();
    frame_shows(&frame, "── A = softmax(S)");
    frame_shows(&frame, "A q ↓ k →");
    frame_tells(&frame, "S[I,:] 4.5 9.5 max 9.5");
    frame_tells(&frame, "− largest −5 0");
    frame_tells(&frame, "exp .007 1 Σ 1.007");
    frame_tells(&frame, "÷ their sum .007 .993");
    small_run("into|into|into|into");
    frame_shows(&frame, "term 1 of");
    frame_hides(&frame, ".993");
}
END_TEST

/* Two rows one above the other, what each pair adds below it, the sum as far as reached. */
START_TEST(a_score_is_seen_as_its_two_rows) {
    frame_close(&frame);
    frame_open(&frame, "# Sum\n\n## One\n\n```qkv\nq = [[.2, .2, 0, .2]]\nk = [[0, .6, 0, .8]]\n"
                       "```\n\n```qkv grain=cell\ns = q @ k.T\n```\n");
    frame_size(&frame, 30, 100);
    small_run("advance 4");
    frame_tells(&frame, "products 0 + ? = 0 so far");
    small_run("next 3");
    frame_tells(&frame, "q[1,:] .2 .2 0 ▐ .2▌"); /* the last term is framed */
    frame_tells(&frame, "× k.T[:,1] 0 .6 0 ▐ .8▌");
    frame_tells(&frame, "products 0 + .12 + 0 + .16 = .28");
    frame_tells(&frame, "▄▄▄ ███");
    frame.terminal.ascii = true;
    frame_tells(&frame, "--- ###");
    frame.terminal.ascii = false;
    small_run("q[1,1] = nan|move s"); /* it has no bar, and the others theirs */
    frame_shows(&frame, "nan");
}
END_TEST

START_TEST(the_winner_is_named) {
    static const char *const places[] = {"place 1 0 0 first 1", "place 0 0 3 first 3"};
    frame_close(&frame);
    frame_open(&frame, "# Most\n\n## One\n\n```qkv\nA = [[.7, .28, .02], [.1, .1, .8], [4, 4, 1]]\n"
                       "t = argmax(A)\n```\n");
    frame_size(&frame, 36, 120);
    small_run("advance 3");
    for (size_t i = 0; i < 2; i++) {
        frame_tells(&frame, places[i]);
        small_run("move down");
    }
    frame_shows(&frame, "first 1"); /* of those that are as large */
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

/* However long the address is of what one has gone into, the page is still named. */
START_TEST(a_path_leaves_the_page_its_title) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nbeginning = [[1, 2], [3, 4]]\n"
                       "ending = softmax(beginning @ beginning @ beginning @ beginning / sqrt(8) "
                       "+ beginning)\n"
                       "```\nWords.\n");
    small_run("advance 3|goto ending|dive|dive");
    for (size_t columns = 80; columns <= 120; columns += 40) {
        frame_size(&frame, 24, columns);
        frame_shows(&frame, " page 1 of 1");
        frame_shows(&frame, "sqrt(8))[1,1] ");
    }
}
END_TEST

/* A learner who goes into a call sees the value that its line makes, and the arithmetic; and comes
 * back. */
START_TEST(inside_of_a_call_its_lines_are_seen) {
    frame_close(&frame);
    frame_open(&frame, NULL);
    frame_size(&frame, 26, 100);
    frame_run(&frame, "attend(Q, K, V) =\n  S = Q @ K.T\n  A = softmax(S)\n  A @ V");
    small_run("X = [[1, 0, 2], [0, 1, 1], [2, 1, 0]]|W = [[1, 0], [0, 1], [1, 1]]");
    small_run("H = attend(X @ W, 2 * X @ W, X)|move H[2,1]");
    struct text before = {0};
    text_append(&before, frame_draw(&frame));
    for (size_t way = 0; way < 2; way++) { /* a step leads back out, too */
        small_run("dive");
        frame_shows(&frame, "── H.A = softmax(H.S)");
        frame_tells(&frame, "H.S[2,:] 14 10 8 max 14");
        frame_tells(&frame, " 2 .980 .018 .002"); /* its row in the matrix */
        small_run(way == 0 ? "close" : "next");
        ck_assert_str_eq(frame_draw(&frame), text_string(&before));
    }
    text_release(&before);
}
END_TEST

/* Out of the outermost call nothing promises to lead out. */
START_TEST(out_of_a_call_there_is_no_way_out) {
    frame_close(&frame);
    frame_open(&frame, NULL);
    frame_run(&frame, "double(Q) =\n  S = Q + Q\n  S");
    small_run("X = [[1, 0, 2], [0, 1, 1]]|H = double(X)|goto H|into");
    frame_shows(&frame, "── H.S");
    frame_shows(&frame, "Escape out");
    small_run("out");
    frame_shows(&frame, "── H = double(X)");
    frame_hides(&frame, "Escape out");
}
END_TEST

/* The title and what moved say that a head is off; one undo takes it back. */
START_TEST(a_head_is_switched_off_and_on) {
    frame_close(&frame);
    frame_open_number(&frame, 11, 45, 160);
    small_run("goto Q_h"); /* from which nothing is made yet */
    frame_hides(&frame, "X head off");
    small_run("goto output|move A_h[2,1,1]");
    frame_shows(&frame, "X head off");
    small_run("ablate");
    frame_shows(&frame, "O_h: head 2 off");
    frame_shows(&frame, "X head on");
    frame_tells(&frame, "!0 !0"); /* of O_h */
    small_run("ablate");
    frame_hides(&frame, "head 2 off");
    small_run("undo");
    frame_shows(&frame, "X head on");
    small_run("undo");
    frame_shows(&frame, "Taken back: \"pin O_h[2] = 0\"");
    frame_shows(&frame, "X head off");
}
END_TEST

static const char layered[] =
    "attend(X, q, v) =\n  Q_h = heads(X @ q, 2)\n  A_h = softmax(Q_h @ Q_h.T)\n"
    "  O_h = A_h @ heads(X @ v, 2)\n  concat(O_h)";

/* From layer to layer the same is looked at; what a head that is off does to the likeliest words is
 * on the stage. */
START_TEST(heads_of_layers_are_gone_through) {
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
    small_run("turn next|ablate");
    frame_shows(&frame, "H.2.attend.O_h: head 2 off");
    ck_assert(showing_has(&frame.found.shows, "best"));
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
    frame_shows(&frame, "products");
    frame_shows(&frame, " = 4.5\n");
}
END_TEST

START_TEST(a_number_of_too_many_steps_is_shown_without) {
    small_run("big = std(zeros(600, 600))");
    frame_shows(&frame, "big = std(zeros(600, 600))");
    frame_shows(&frame, "too many to show");
}
END_TEST

Suite *panels_steps_suite(void) {
    Suite *suite = suite_create("panels_steps");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, small_begin, small_finish);
    tcase_add_test(core, what_is_not_reached_is_blank);
    tcase_add_loop_test(core, looking_elsewhere_uncovers_nothing, 0, 7);
    tcase_add_test(core, softmax_has_a_line_a_stage);
    tcase_add_test(core, an_operation_shows_its_numbers);
    tcase_add_test(core, a_score_is_seen_as_its_two_rows);
    tcase_add_test(core, the_winner_is_named);
    tcase_add_test(core, a_dive_shows_its_path);
    tcase_add_test(core, a_path_leaves_the_page_its_title);
    tcase_add_test(core, inside_of_a_call_its_lines_are_seen);
    tcase_add_test(core, out_of_a_call_there_is_no_way_out);
    tcase_add_test(core, a_head_is_switched_off_and_on);
    tcase_add_test(core, heads_of_layers_are_gone_through);
    tcase_add_test(core, a_long_sentence_keeps_its_result);
    tcase_add_test(core, a_number_of_too_many_steps_is_shown_without);
    suite_add_tcase(suite, core);
    TCase *alone = tcase_create("alone");
    tcase_add_test(alone, a_dive_into_what_is_gone_still_gives_a_frame);
    suite_add_tcase(suite, alone);
    return suite;
}
