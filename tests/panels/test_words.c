/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* What the lesson says on the screen: its words, questions, verdicts, exercises. */
#include "panels/small.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *panels_words_suite(void);

START_TEST(a_page_begins) {
    frame_shows(&frame, "Small · page 1 of 2: First");
    frame_shows(&frame, "The words of page one.");
    frame_hides(&frame, "Behind X.");
}
END_TEST

/* There is nothing to see before its question: the first screen asks it, and says which page it is.
 */
START_TEST(a_page_that_asks_first_begins_there) {
    frame_close(&frame);
    frame_open(&frame, "# Shares\n## Three scores\n```quiz largest\nWhich?\n( ) 1\n(x) 3\n```\n"
                       "```qkv\nA = [[1, 2]]\n```\n");
    small_run("advance");
    frame_shows(&frame, " Shares · page 1 of 1: Three scores");
    frame_shows(&frame, "Which?");
    frame_hides(&frame, "b back");
    small_run("answer 2|advance");
    frame_shows(&frame, "A = [[1, 2]]");
    frame_shows(&frame, "b back");
}
END_TEST

START_TEST(a_long_title_of_a_page_is_cut) {
    static const char title[] =
        " T · page 1 of 1: A title of more words than there is room for in…\n";
    frame_close(&frame);
    frame_open(&frame, "# T\n## A title of more words than there is room for in one\n"
                       "Words.\n");
    small_run("advance");
    frame_size(&frame, 24, 66);
    frame_shows(&frame, title);
    frame_size(&frame, 24, 40);
    frame_shows(&frame, " T · page 1 of 1: A title of more words…\n");
}
END_TEST

/* Page two makes nothing from what is there: nothing is looked at, and a typed change is seen. */
START_TEST(a_page_begins_without_the_last_number) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\nWords.\n```qkv\nA = [[1, 2]]\n```\n## Two\n"
                       "Read, and more words than stand beside a picture on one line of it.\n"
                       "```qkv\nB = [[3, 4]]\n```\n");
    small_run("advance 2");
    frame_shows(&frame, "A = [[1, 2]]");
    small_run("advance");
    for (size_t columns = 80; columns <= 120; columns += 40) {
        frame_size(&frame, 24, columns);
        frame_tells(&frame, "Read, and more words than stand beside a");
        frame_hides(&frame, "A = [[1, 2]]");
        frame_hides(&frame, "A[1,1] = 1");
    }
    small_run("advance|back");
    frame_hides(&frame, "A = [[1, 2]]");
    small_run("A[1,2] = 7");
    frame_shows(&frame, "A[1,2] = 2 → 7");
}
END_TEST

/* However large the matrix is that was just defined: new words are whole, in as many parts as it
 * takes, and it is there. */
START_TEST(new_words_are_never_cut) {
    static const char words[] =
        "Line one.\n\nLine two.\n\nLine three.\n\nLine four.\n\nLine five.\n";
    static const char *const formulas[] = {"A = normal(50, 4)", "A = normal(60, 9) @ ones(9, 7)",
                                           "A = ones(13, 2)"};
    for (size_t i = 0; i < 3; i++) {
        char text[300];
        text_fill(text, sizeof text, "# T\n## One\nWords.\n```qkv\n%s\n```\n%s", formulas[i],
                  words);
        frame_close(&frame);
        frame_open(&frame, text);
        small_run("advance 2");
        frame_shows(&frame, "Line one.");
        frame_reads(&frame, "Line one. Line two. Line three. Line four.");
        frame_reads(&frame, "Line five.");
        frame_tells(&frame, " A ");
    }
}
END_TEST

/* At a stop without new words the page's last paragraph stays; older ones where there is room
 * beside the stage. */
START_TEST(older_words_stay_where_there_is_room) {
    frame_close(&frame);
    frame_open(&frame,
               "# T\n## One\nFirst of all.\n\nLast of all.\n```qkv\nA = 1\nB = [[2, 3], [4, "
               "5]]\nC = ones(9, 9)\n```\n");
    small_run("advance 3");
    frame_shows(&frame, "Last of all.");
    frame_size(&frame, 36, 120);
    frame_shows(&frame, "First of all.");
    frame_shows(&frame, "Last of all.");
    small_run("advance");
    frame_size(&frame, 18, 60);
    frame_hides(&frame, "First of all.");
    frame_shows(&frame, "Last of all.");
}
END_TEST

/* What was written is there with its verdict, however scarce the rows are; what each line does,
 * too.
 */
START_TEST(formulas_are_above_their_verdict) {
    static const char *const all[] = {"AA = X",      "BB = AA + AA", "CC = 2 * AA",
                                      "DD = 3 * CC", "EE = 4 * DD",  "FF = 5 * EE"};
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\nWords.\n```qkv\nX = ones(12, 2)\n```\n```write six\nWrite it "
                       "all, and take a line for each of the many things that it needs, so that it "
                       "is long, and longer than that, and longer still.\ninputs: X: n×2\n"
                       "solution: FF = 2 * X\n```\n");
    small_run("advance 3");
    frame.terminal.prompt_focused = true;
    for (size_t i = 0; i < 6; i++) {
        frame_run(&frame, all[i]);
        for (size_t k = 0; k <= i; k++) {
            frame_shows(&frame, all[k]);
        }
    }
    frame_shows(&frame, "✗ Not right.");
    frame_shows(&frame, "and it should give");
    frame_shows(&frame, "replace one; each checks all of them.");
    frame_run(&frame, "BB = 7 * AA");
    frame_shows(&frame, "BB = 7 * AA");
    frame_run(&frame, "FF = AA + AA");
    frame_shows(&frame, "FF = AA + AA");
    frame_shows(&frame, "✓ Right.");
}
END_TEST

/* The lines of it are of one colour, mark and all. */
START_TEST(a_verdict_on_sentences_is_two) {
    static const char *const answers[] = {"advance 2|answer 1|advance",
                                          "advance 2|answer 3|advance"};
    static const char *const verdicts[] = {"✗ You said: It is long. It is: Both are one.\n",
                                           "✗ You said: none. It is: Both are one.\n"};
    for (size_t i = 0; i < 2; i++) {
        size_t at[2];
        frame_close(&frame);
        frame_open(
            &frame,
            "# T\n## One\nWords.\n```quiz why predict\nWhy?\n( ) It is long.\n"
            "(x) Both are one. {{ See X. }}\n( ) none\n```\n```qkv\nX = [[1, 2]]\n```\nMore.\n");
        small_run(answers[i]);
        frame_size(&frame, 16, 60); /* without room for the choices */
        frame_shows(&frame, verdicts[i]);
        frame_shows(&frame, "✓ Both are one: See X.");
        small_find("You said", at);
        for (size_t column = 1; column < 40; column++) {
            const struct canvas_cell *cell = canvas_cell(&frame.canvas, at[0], column);
            ck_assert(cell->text[0] == ' ' || cell->text[0] == '\0' || cell->style == STYLE_BAD);
        }
    }
}
END_TEST

/* Not why the try before was wrong: that speaks of another answer. */
START_TEST(skipping_after_a_try_tells_only_the_answer) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\nWords.\n```quiz why\nWhy?\n( ) long {{ It is short. }}\n(x) "
                       "one {{ It is. }}\n"
                       "```\n");
    small_run("advance 3|answer 1");
    frame_tells(&frame, "It is short.");
    small_run("skip");
    frame_hides(&frame, "It is short.");
    frame_tells(&frame, "Skipped. It is.");
}
END_TEST

static const char led_lesson[] =
    "# T\n## One\n```qkv\nX = [[1, 2], [3, 4]]\n```\n```quiz cell predict\nWhat is K[1,1]?\n= "
    "K[1,1]\n"
    "explain: One and two.\n```\n```qkv grain=cell\nK = X @ X\nL = X + X\n```\nWords behind.\n\n"
    "```qkv\nM = X\n```\nMore words.\n";

/* Not only once the whole fence has run; and beside the next number it would read as if it were
 * about that one, as would words from before the question. */
START_TEST(a_verdict_comes_with_the_number) {
    frame_close(&frame);
    frame_open(&frame, led_lesson);
    small_run("advance 3|answer 5|advance");
    frame_tells(&frame, "What is K[1,1]? Your answer: 5. Space goes on, step by step, to the "
                        "verdict.");
    small_run("advance");
    frame_tells(&frame, "What is K[1,1]? ✗ You said: 5. It is: 7");
    frame_tells(&frame, "One and two.");
    small_run("advance");
    frame_hides(&frame, "You said");
    small_run("back");
    frame_tells(&frame, "You said: 5. It is: 7");
    small_run("back");
    frame_hides(&frame, "it is 7");
    frame_tells(&frame, "Your answer: 5");
    small_run("advance 2");
    frame_hides(&frame, "You said");
    small_run("advance"); /* all of K, and the cursor on K[1,1] again */
    frame_tells(&frame, "You said: 5. It is: 7");
    do {
        small_run("advance");
        frame_hides(&frame, "You said");
    } while (strstr(frame_draw(&frame), "Words behind.") == NULL);
}
END_TEST

static const char chosen_lesson[] =
    "# T\n## One\n```qkv\nX = [[1, 2], [3, 4]]\n```\nOld words.\n```quiz which predict\nWhich of "
    "them is it?\n( ) the first {{ Not it. }}\n(x) the last {{ That one. }}\n```\n"
    "```qkv\nK = X @ X\nL = K + X\nexplain L[1,2]\nexplain L[2,2]\n```\nWords behind.\n";

/* A question with choices is answered by all that its fence makes, and not by what is then only
 * looked at more closely. Until then it stays as it was asked, with the answer. */
START_TEST(a_verdict_comes_with_what_was_asked_for) {
    static const char *const answers[] = {"answer 1", "skip"};
    static const char *const waits[] = {"▶1. the first 2. the last Your answer: 1",
                                        "1. the first 2. the last Skipped."};
    static const char *const verdicts[] = {
        "▶1. the first ✓ 2. the last ✗ Not right. ✓ the last: That one.",
        "1. the first ✓ 2. the last Skipped. That one."};
    for (size_t i = 0; i < 2; i++) {
        frame_close(&frame);
        frame_open(&frame, chosen_lesson);
        frame_size(&frame, 36, 120);
        small_run("advance 3");
        small_run(answers[i]);
        small_run("advance");
        frame_shows(&frame, "K = X @ X");
        frame_tells(&frame, "Which of them is it?");
        frame_tells(&frame, waits[i]);
        frame_hides(&frame, "That one.");
        small_run("advance");
        frame_shows(&frame, "L = K + X");
        frame_tells(&frame, "Which of them is it?");
        frame_tells(&frame, verdicts[i]);
        small_run("advance");
        frame_tells(&frame, verdicts[i]); /* the lesson has said nothing since */
        small_run("back 2");
        frame_tells(&frame, waits[i]);
        frame_hides(&frame, "That one.");
    }
}
END_TEST

/* Nor by what is made before the value that the fence shows. */
START_TEST(a_verdict_waits_for_what_is_shown) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nX = [[1, 2]]\nY = 2 * X\n```\n```quiz q predict\n"
                       "What of Y?\n(x) It grows.\n( ) Nothing.\n```\n```qkv\nX[1,1] = 5\nshow Y"
                       "\n```\nEnd.\n");
    small_run("advance 4|answer 1|advance");
    frame_tells(&frame, "▶1. It grows. 2. Nothing. Your answer: 1");
    small_run("advance");
    frame_tells(&frame, "Right.");
}
END_TEST

/* The choices make room for the arithmetic first; then what was asked is dim, and the answer is
 * not. */
START_TEST(an_answer_stays_where_the_choices_have_no_room) {
    size_t at[2];
    frame_close(&frame);
    frame_open(&frame, chosen_lesson);
    small_run("advance 3|answer 1|advance");
    frame_size(&frame, 20, 60);
    frame_hides(&frame, "2. the last");
    small_find("Which of them", at);
    ck_assert_int_eq(canvas_cell(&frame.canvas, at[0], at[1])->style, STYLE_DIM);
    small_find("Your answer: the first", at);
    ck_assert_int_eq(canvas_cell(&frame.canvas, at[0], at[1] + 14)->style, STYLE_STRONG);
}
END_TEST

/* A formula that was just written is in view, however long the question is. */
START_TEST(the_last_formula_is_seen) {
    frame_close(&frame);
    frame_open_number(&frame, 11, 24, 80);
    frame_run_all(&frame, "find Write attention with several heads");
    frame_shows(&frame, "Question: Write attention");
    frame_run(&frame, "Q = heads(X @ W_q, n_head)");
    frame_shows(&frame, "Q = heads(X @ W_q, n_head)");
    frame_run(&frame, "K = heads(X @ W_k, n_head)");
    frame_run(&frame, "V = heads(X @ W_v, n_head)");
    frame_run(&frame, "A = softmax(Q @ K.T / sqrt(columns(Q)))");
    frame_shows(&frame, "A = softmax(Q @ K.T / sqrt(columns(Q)))");
    frame_shows(&frame, "Your answer:");
}
END_TEST

/* What an earlier question asked for is what it was then. */
START_TEST(an_answer_stays_what_it_was) {
    frame_close(&frame);
    frame_open_number(&frame, 3, 50, 200);
    while (strstr(frame_draw(&frame), "Answer: 0") == NULL) {
        ck_assert(frame_goes_on(&frame));
    }
    frame_shows(&frame, "Answer: 24");
    for (int skips = 0; skips < 2; skips++) {
        frame_close(&frame);
        frame_open(&frame,
                   "# T\n## One\n```qkv\nA = [[1, 2]]\n```\n```quiz q predict\nWhat is `B`?\n"
                   "= sum(B)\n```\n```qkv\nB = 2 * A\n```\nEnd.\n");
        small_run(skips ? "advance 3|skip|advance" : "advance 3|answer 6|advance");
        small_run("A[1,1] = 5"); /* which reaches B */
        frame_tells(&frame, skips ? "Answer: 6" : "As you said: 6");
    }
}
END_TEST

/* Where no sentence ends with a line, the rest of the paragraph is set anew for the next part. */
START_TEST(a_part_ends_with_a_sentence) {
    static char lesson[2000];
    size_t length = text_fill(lesson, sizeof lesson, "# T\n## One\n```qkv\nA = ones(11, 2)\n```\n");
    for (int i = 1; i < 9; i++) {
        length += text_fill(
            lesson + length, sizeof lesson - length,
            "No%d goes on, as a sentence, with `A` and more, over the end of a line and then "
            "a third of the next one, where it ends. ",
            i);
    }
    frame_close(&frame);
    frame_open(&frame, lesson);
    small_run("advance 2");
    int said = 0;
    do {
        char next[40];
        do {
            text_fill(next, sizeof next, "No%d", ++said + 1);
        } while (strstr(frame_draw(&frame), next) != NULL);
        frame_tells(&frame, said < 8 ? "it ends. ▾" : "it ends.");
    } while (frame_reads_on(&frame));
    ck_assert_int_eq(said, 8);
}
END_TEST

/* The arithmetic beside a verdict is that of the number that was asked for. */
START_TEST(a_verdict_is_about_the_number_asked_for) {
    frame_close(&frame);
    frame_open(&frame,
               "# T\n## One\n```qkv\nX = [[1, 2], [3, 4]]\n```\n```quiz cell predict\nWhat is "
               "`K[2,2]`?\n= K[2,2]\n```\n```qkv grain=row\nK = X @ X\nL = X\n```\nEnd.\n");
    small_run("advance 3|answer 5|advance"); /* to its row, at once */
    frame_tells(&frame, "You said: 5. It is: 22");
    frame_tells(&frame, "X[2,:]");
    frame_tells(&frame, "X[:,2]");
}
END_TEST

/* A learner who skips still sees what was asked. */
START_TEST(a_skipped_question_stays_until_its_answer) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\nOld words.\n```quiz sum predict\nWhat is B?\n= B\n```\n"
                       "```qkv\nA = [[1, 2]]\n```\n```qkv\nB = sum(A)\n```\n```qkv\nC = A\n```\n"
                       "Behind.\n");
    small_run("advance 2|skip|advance");
    while (strstr(frame_draw(&frame), "Behind.") == NULL) {
        frame_shows(&frame, "What is B?");
        small_run("advance");
    }
}
END_TEST

/* The choices are what an answer is chosen from: they stay where they are, and in sight. */
START_TEST(a_notice_moves_no_words) {
    static const char *const choices[] = {"1. the first of them", "2. the second of them",
                                          "3. the third of them", "4. the fourth of them"};
    frame_close(&frame);
    frame_open(&frame,
               "# T\n## One\n```qkv\nA = ones(11, 2)\n```\n```quiz which\nA question that needs "
               "more words than there is room for in a line: which of them is it, after "
               "all?\n( ) the first of them {{No.}}\n( ) the second of them {{Not that one, "
               "for reasons that fill a line and some words of the next one.}}\n"
               "( ) the third of them {{No.}}\n(x) the fourth of them {{Yes.}}\n```\nEnd.\n");
    small_run("advance 3");
    for (size_t i = 0; i < 3; i++) {
        frame_draw(&frame);
        for (size_t k = 0; k < 4; k++) {
            size_t at[2];
            small_find(choices[k], at);
            ck_assert_uint_eq(at[0], 17 + k);
        }
        small_run(i == 0 ? "advance" : "answer 2");
        frame_shows(&frame, i == 0 ? "go on once more to skip it." : "words of the next one.");
        frame_hides(&frame, " more ▾");
    }
}
END_TEST

/* So it does where a fence makes something else of it. */
START_TEST(a_verdict_comes_before_the_rest_of_the_fence) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\nWords.\n```quiz cell predict\nWhat is K[1,1]?\n= K[1,1]\n```\n"
                       "```qkv\nK = [[1, 2]]\nexpect K[1,1] = 1\nL = 2 * K\n```\nMore.\n");
    small_run("advance 2|answer 1|advance");
    frame_tells(&frame, "As you said: 1");
    frame_hides(&frame, "More.");
    small_run("advance");
    frame_tells(&frame, "More.");
}
END_TEST

/* Nor is what it tells hidden any longer. */
START_TEST(what_a_verdict_tells_is_seen) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nb = [[17, 2]]\ndot = b @ [[1], [1]]\n```\nWords.\n"
                       "```quiz cell predict\nWhat is it?\n= dot\n```\n"
                       "```qkv\nb = [[31, 2]]\nexpect dot = 33\nshow b dot\n```\nMore.\n");
    small_run("advance 4|answer 33|advance");
    frame_tells(&frame, "As you said: 33");
    frame_shows(&frame, "dot = 19 → 33");
}
END_TEST

/* Not in the line that the next key wipes. */
START_TEST(the_way_of_an_exercise_stays_with_it) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nW = [[1, 2]]\nA = W / 3\n```\n```try a\nMake it.\n"
                       "expect A[1,:] = 1/3 ~ 1e-9\nallow: W\nsolution: W[1,2] = 1\n```\n");
    small_run("advance 4");
    frame_tells(&frame, "is 0.6667, expected 1/3");
    frame_hides(&frame, "±");
    small_run("skip");
    text_clear(&frame.desk.session.view.last.message);
    frame_tells(&frame, "Skipped. One way: W[1,2] = 1.");
    small_run("W[1,1] = 4|move right|explain");
    frame_shows(&frame, " W[1,2] was written, and not computed: there is nothing to explain.");
    frame_tells(&frame, "Skipped. One way: W[1,2] = 1. Going on puts your changes back.");
}
END_TEST

/* A goal says what a number is to reach, not by which formula it was found. */
START_TEST(a_goal_has_numbers_and_no_formulas) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nW = [[1, 2]]\n```\n```try a\nMake it.\n"
                       "expect W[1,1] > max(W[1,[2]])   # the first is larger\n"
                       "expect W[1,1] > W[1,2]\nallow: W\nsolution: W[1,1] = 3\n```\n");
    small_run("advance 4");
    frame_tells(&frame, "the first is larger: W[1,1] is 1, expected > 2 ");
    frame_tells(&frame, "W[1,1] is 1, expected > 2, which is W[1,2]");
}
END_TEST

/* What a training found is not said to be written. */
START_TEST(what_training_found_is_called_so) {
    static const char *const found = "W[1,1] = 0.8, found by training";
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nW = [[1, 2]]\nL = W @ W.T\n"
                       "train W minimise L steps=1 rate=0.1\n```\n");
    small_run("advance 4|goto W|explain");
    frame_shows(&frame, found);
    frame_shows(&frame, " W[1,1] was found by training, and not computed: there is nothing");
    ck_assert_ptr_nonnull(strstr(desk_says(&frame.desk, "explain W[1,1]"), found));
    ck_assert_ptr_nonnull(strstr(desk_says(&frame.desk, "why L"), "  W[1,:], found by training\n"));
    ck_assert_str_eq(desk_says(&frame.desk, "dive"),
                     "W[1,1] was found by training: there is nothing below it");
    small_run("W[1,1] = 3");
    frame_shows(&frame, "W[1,1] = 3: set by hand (it would be 0.8)");
}
END_TEST

/* What the lesson says to try is typed. */
START_TEST(the_end_says_how_one_types) {
    small_run("goto end");
    frame_size(&frame, 24, 80);
    frame_shows(&frame, "  : formula  ");
}
END_TEST

/* A learner who runs on, and has seen no step of it, reads the verdict in the end; the next key
 * goes on from there. */
START_TEST(nobody_runs_past_a_verdict) {
    frame_close(&frame);
    frame_open(&frame, led_lesson);
    small_run("advance 3|answer 5|run");
    frame_tells(&frame, "You said: 5. It is: 7");
    small_run("run");
    frame_hides(&frame, "You said");
    frame_tells(&frame, "More words.");
}
END_TEST

/* The lines stay as they are shown, none of them marked, and their numbers say the order. */
START_TEST(skipping_an_order_tells_it) {
    static const char lesson[] =
        "# T\n## One\nWords.\n```order lines\nIn order?\n(2) b\n(3) c\n(1) a\n"
        "explain: By the alphabet.\n```\n";
    for (size_t i = 0; i < 2; i++) {
        frame_close(&frame);
        frame_open(&frame, lesson);
        small_run(i == 0 ? "advance 2|skip" : "advance 2|answer 2 1 3|skip");
        frame_tells(&frame, "In order? 1. b 2. c 3. a Answer: 3 1 2 By the alphabet.");
        frame_hides(&frame, "✓");
    }
}
END_TEST

/* In the numbers of the learner, who sees the lines in an order of his own, and never in theirs. */
START_TEST(an_order_that_is_not_right_is_told) {
    for (uint64_t seed = 0; seed < 5; seed++) {
        frame_close(&frame);
        frame_open(&frame, "# T\n## One\nWords.\n```order lines\nIn order?\n(2) b\n(3) c\n(1) a\n"
                           "(4) d\n```\n");
        frame.desk.session.front.seed = seed;
        small_run("advance 2|answer 1 2 3 4");
        frame_tells(&frame, "✗ Not right: 1 2 3 4. Answer again, or skip. The first is ");
        frame_tells(&frame, " right. Your answer: Type the numbers of the 4 lines in their order");
    }
}
END_TEST

/* Lines that share a place may come in any order. */
START_TEST(an_order_is_right_as_far_as_it_is) {
    static const char *const tries[][2] = {{"answer 1 4 2 3", "The first is not right."},
                                           {"answer 3 2 1 4", "The first is right."},
                                           {"answer 3 1 2 4", "The first two are right."},
                                           {"answer 3 4 2 1", "The first two are right."},
                                           {"answer 3 4 1 2", "✓ As you said: "}};
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\nWords.\n```order lines\nIn order?\n(2) b\n(3) c\n(1) a\n"
                       "(2) d\n```\n");
    small_run("advance 2");
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        small_run(tries[i][0]);
        frame_shows(&frame, tries[i][1]);
    }
    frame_hides(&frame, "The first");
}
END_TEST

/* What the lesson says of a number is compared with the present notebook. */
START_TEST(a_number_that_no_longer_holds_says_so) {
    frame_close(&frame);
    frame_open(&frame,
               "# T\n## One\n```qkv\nA = [[1, 2]]\nB = A / 4\n```\nThen `B[1,2] → 0.50` and "
               "`B[1,1] → 0.25`.\n");
    small_run("advance 3");
    frame_shows(&frame, "Then `B[1,2] → 0.50` and `B[1,1] → 0.25`.");
    small_run("A[1,2] = 3");
    frame_shows(&frame, "Then `B[1,2] → 0.75 (lesson: 0.50)` and `B[1,1] → 0.25`.");
    small_run("undo");
    frame_shows(&frame, "Then `B[1,2] → 0.50` and `B[1,1] → 0.25`.");
}
END_TEST

/* What the learner changes and takes back leaves the lesson's words where they were. */
START_TEST(words_come_back_with_their_numbers) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nA = [[1, 2]]\n```\nOf both.\n\n"
                       "```qkv\nB = A / 4\nC = A\n```\n");
    small_run("advance 4");
    frame_shows(&frame, " Of both.\n");
    small_run("A[1,2] = 3");
    frame_shows(&frame, " A[1,2] = 2 → 3.\n");
    small_run("A[1,1] = 7|undo");
    small_run("undo");
    frame_shows(&frame, " Of both.\n");
    frame_hides(&frame, " A[1,2] = 3 → 2.\n");
}
END_TEST

START_TEST(a_number_that_is_nearly_the_lessons_has_the_decimals_to_tell) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nA = [[1, 2]]\n```\nThen `A[1,1] → 1`.\n");
    small_run("advance 2");
    small_run("A[1,1] = 0.9982");
    frame_shows(&frame, "Then `A[1,1] → 0.998 (lesson: 1)`.");
}
END_TEST

/* Not after a question that came between. */
START_TEST(words_come_before_what_was_asked_after_them) {
    static const size_t sizes[][2] = {{24, 80}, {36, 120}};
    for (size_t i = 0; i < 2; i++) {
        frame_close(&frame);
        frame_open(&frame, "# T\n## One\nFirst.\n```qkv\nb = [[1, 2]]\nL = b * 2\n```\n"
                           "Then this:\n```qkv\nd = 4\n```\n"
                           "```quiz q predict\nWhat of L?\n(x) It grows.\n( ) Nothing.\n```\n"
                           "```qkv\nb = [[3, 4]]\nshow L\n```\n");
        frame_size(&frame, sizes[i][0], sizes[i][1]);
        small_run("advance 5|answer 1|advance");
        frame_tells(&frame, i == 0 ? "What of L?" : "Then this: Predict: What of L?");
        frame_tells(&frame, "to the verdict. b changed.");
    }
}
END_TEST

START_TEST(what_a_colon_announces_is_not_parted_from_it) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nA = ones(12, 3)\n```\nIt is short.\n\nTry next:\n\n"
                       "- One is to do this.\n- Two is to do that.\n- Three is more.\n"
                       "- Four is more.\n- Five is more.\n- Six is more.\n- Seven is more.\n");
    small_run("advance 2");
    frame_tells(&frame, "Try next: • One is to do this.");
    frame_shows(&frame, " more ");
}
END_TEST

/* Among what the page said earlier a question is only once the lesson has gone on. */
START_TEST(an_answered_question_is_there_once) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nA = [[1, 2]]\n```\nWords.\n"
                       "```quiz q\nWhich is it?\n(x) this\n( ) that\n```\n"
                       "More words.\n\n```qkv\nB = A + 1\n```\nAnd more.\n");
    frame_size(&frame, 36, 120);
    small_run("advance 3|answer 1");
    const char *shown = strstr(frame_draw(&frame), "Which is it?");
    ck_assert_ptr_nonnull(shown);
    ck_assert_ptr_null(strstr(shown + 1, "Which is it?"));
    small_run("advance");
    shown = strstr(frame_draw(&frame), "Which is it?");
    ck_assert_ptr_nonnull(shown);
    ck_assert_ptr_null(strstr(shown + 1, "Which is it?"));
    frame_shows(&frame, "And more.");
}
END_TEST

/* A hint that does not fit below the goals is seen with those that do. */
START_TEST(goals_stay_above_a_hint) {
    frame_close(&frame);
    frame_open(&frame,
               "# T\n## One\n```qkv\nA = ones(12, 3)\n```\n```try t\n"
               "Change `A` so that each of these six goals is met at once, and do not stop before "
               "all of them are, whatever it takes you to get there, because you can.\n"
               "expect A[1,1] = 1\nexpect A[1,2] = 1\nexpect A[1,3] = 1\n"
               "expect A[2,1] = 1\nexpect A[2,2] = 1\nexpect A[2,3] = 2\n"
               "allow: A\nhint: It is in row 2.\n```\n");
    small_run("advance 3|hint");
    frame_draw(&frame);
    frame_reads_on(&frame);
    frame_shows(&frame, "▴");
    frame_shows(&frame, "yes      A[1,1] = 1");
    frame_shows(&frame, "Hint: It is in row 2.");
}
END_TEST

/* Nor does it take the choices away: how to answer, which the keys say too, makes room for it. */
START_TEST(choices_stay_above_a_hint) {
    frame_close(&frame);
    frame_open(&frame,
               "# T\n## One\n```qkv\nA = ones(9, 3)\n```\n```quiz t\n"
               "Which of the four is it? Say it before you go on, and do not look at the numbers "
               "beside this question for too long, since they do not say which of the four it is, "
               "nor why it is that one: they say nothing at all about any of these, and will "
               "not, however long you look.\n(x) the first\n( ) the second, which is not at all "
               "like the first one\n( ) the last but "
               "one\n( ) the third\n"
               "hint: It comes before the others do, and is the shortest of all of them, whichever "
               "way you look at it.\nhint: It has nine letters, if you do not count the blank "
               "between the two words that it has in the end, and none of them is a capital.\n"
               "```\n");
    small_run("advance 3|hint");
    frame_draw(&frame);
    frame_reads_on(&frame);
    frame_shows(&frame, "Question: Which");
    frame_shows(&frame, "4. the third");
    frame_shows(&frame, "whichever");
    ck_assert_ptr_null(strstr(text_string(&frame.shown), "Your answer"));
    small_run("hint");
    frame_draw(&frame);
    frame_reads_on(&frame);
    frame_shows(&frame, "▴");
    frame_shows(&frame, "1. the first");
    frame_shows(&frame, "none of them is a capital.");
}
END_TEST

/* It is never cut: what does not fit on its line is above it too, on either focus. */
START_TEST(what_is_said_is_said_whole) {
    small_run("advance 2");
    text_append(
        &frame.desk.session.view.last.message,
        "weights is computed: edit what it depends on (X, W_q and W_k), or force this cell: "
        "pin weights[word1,word1] = 5");
    for (int i = 0; i < 2; i++) {
        frame.terminal.prompt_focused = i == 1;
        frame_shows(&frame, " weights is computed: edit what it depends on (X, W_q and W_k), or "
                            "force this\n cell: pin weights[word1,word1] = 5\n");
    }
    frame_hides(&frame, "this ce\n");
}
END_TEST

/* The author's words stay as they are; the title says so while they do not fit what is shown. */
START_TEST(the_title_says_what_is_turned_over) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nA = [[1, 2]]\n```\n<!-- pause -->\n"
                       "```qkv\nconvention columns\nshow A\n```\n");
    small_run("advance 2");
    frame_hides(&frame, "told in");
    small_run("convention columns");
    frame_shows(&frame, " told in rows, shown in columns\n");
    small_run("advance 2");
    frame_shows(&frame, "   2×1 ─");
    frame_hides(&frame, "told in");
    small_run("convention rows");
    frame_shows(&frame, " told in columns, shown in rows\n");
}
END_TEST

/* Nine lines of words are read in parts. */
START_TEST(a_long_page_begins_with_its_words) {
    struct text page = {0};
    frame_close(&frame);
    text_append(&page, "# T\n## One\n```qkv\nA = [[1, 2], [3, 4]]\n```\n## Two\n");
    for (int i = 1; i <= 9; i++) {
        text_format(&page, "Line %d.%s", i, i < 7 ? "\n\n" : "\\\n");
    }
    text_append(&page, "Line 10.\n```qkv\nB = A @ A\n```\n");
    frame_open(&frame, text_string(&page));
    text_release(&page);
    small_run("advance 3");
    frame_shows(&frame, "Line 1.");
    frame_reads(&frame, "Line 10.");
    small_run("advance");
    frame_shows(&frame, "B = A @ A");
    frame_reads(&frame, "Line 10.");
}
END_TEST

/* The keys answer a question only once it is on the screen. */
START_TEST(keys_answer_what_has_been_asked) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nA = ones(9, 9)\n```\nBefore.\n```qkv\nexpect A = 1\n"
                       "```\nLine 1.\\\nLine 2.\\\nLine 3.\\\nLine 4.\\\nLine 5.\\\nLine 6.\n"
                       "```quiz q predict\nWhat is B?\n( ) 1 {{ No. }}\n(x) 2 {{ Yes. }}\n"
                       "( ) 3 {{ No. }}\n```\n```qkv\nB = 2\n```\n");
    small_run("advance 3");
    frame_shows(&frame, "Line 1.");
    frame_hides(&frame, "Predict:");
    frame_hides(&frame, "1-3 answer");
    ck_assert(frame_reads_on(&frame));
    frame_shows(&frame, "Predict:");
    frame_shows(&frame, "1-3 answer");
}
END_TEST

START_TEST(a_prediction_is_locked_and_settled) {
    small_run("advance 4");
    frame_shows(&frame, "Predict: Which row is the larger one?");
    frame_shows(&frame, "   2. am");
    frame_shows(&frame, "Press 1 or 2 (one try).");
    ck_assert_int_eq(strncmp(frame_at_cursor(&frame), "Your answer", 11), 0);
    small_run("hint");
    frame_shows(&frame, "Hint: Add them up.");
    small_run("answer 1");
    frame_shows(&frame, "▶1. I");
    frame_shows(&frame, "Your answer: ");
    frame_hides(&frame, "Yes: 3 and 4.");
    frame_hides(&frame, "✗");
    small_run("advance");
    frame_shows(&frame, "Predict: Which row is the larger one?"); /* stays until it is settled */
    frame_shows(&frame, "Your answer: 1"); /* or its words, where the choices have no room */
    frame_hides(&frame, "You said");
    frame_hides(&frame, "Behind Q.");
    frame_shows(&frame, "term 1 of 2");
    frame_shows(&frame, "= .5 so far");
    small_run("run");
    small_run("retreat|retreat|retreat");
    frame_draw(&frame);
}
END_TEST

/* Where a lesson computes again what it has from its first page on. */
START_TEST(what_a_page_will_ask_is_not_told_before) {
    frame_close(&frame);
    frame_open(&frame, "# Again\n\n## One\n\n```qkv\nX = [[1, 2]]\nQ = 7 * X\nR = Q + 1\n```\n\n"
                       "## Two\n\nFrom `X` comes `Q`.\n\n"
                       "```quiz q predict\nWhat is `Q[1,2]`?\n= Q[1,2]\n```\n\n"
                       "```qkv\nQ = 7 * X\n```\n\nThere.\n");
    small_run("advance 5");
    frame_shows(&frame, "From `X` comes `Q`.");
    frame_hides(&frame, "14");
    frame_hides(&frame, "15");
    small_run("advance|answer 3|advance");
    frame_shows(&frame, "You said: 3. It is: 14");
    small_run("goto R");
    frame_shows(&frame, " 15\n");
}
END_TEST

/* A fence that only checks halts where words follow that would otherwise never be shown. */
START_TEST(words_behind_a_check_are_shown) {
    frame_close(&frame);
    frame_open(&frame, "# L\n\n## One\n\nFirst.\n\n```qkv\nW = 1\nexpect W = 1\n```\n\n"
                       "Second:\n\n```qkv\nexpect W < 2\nexpect W > 0\n```\n\nThird.\n\n"
                       "## Two\n\nFourth.\n\n```qkv\nexpect W = 1\n```\n\nFifth.\n\n"
                       "```quiz q\nSixth?\n(x) a\n( ) b\n```\n");
    static const char *const words[] = {"First.",  "Second:", "Third.",
                                        "Fourth.", "Fifth.",  "Sixth?"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        small_run(i < 5 ? "advance" : "close"); /* the quiz has the words before it over it */
        frame_shows(&frame, words[i]);
    }
}
END_TEST

START_TEST(the_verdict_stands_before_the_text) {
    small_run("advance 4|answer 1|advance|out|out|out");
    frame_shows(&frame, "✗ Not right.");
    frame_shows(&frame, "No: 1 and 2.");
    frame_shows(&frame, "Behind Q.");
}
END_TEST

START_TEST(the_verdict_is_seen_whole) {
    frame_close(&frame);
    frame_open(
        &frame,
        "# Wide\n\n## One\n\n```qkv\nX = ones(12, 12)\n```\n\n```quiz which predict\nHow many?"
        "\n( ) 144 {{ That is all of them. }}\n(x) 12 {{ A row. }}\n```\n\n"
        "```qkv\nY = X @ X\n```\n\nThe rest.\n");
    small_run("advance 3|answer 1|advance");
    frame_shows(&frame, "✗ Not right.");
    frame_shows(&frame, "✗ 144: That is all of them.");
}
END_TEST

/* With what was said of both choices, before the words that have no room below it; where one is
 * without, their words are in the verdict. */
#define SAID                                                                                       \
    "Who has read the sentence to its end, and then once more, and counts the letters, finds "     \
    "that "                                                                                        \
    "it is "
START_TEST(reasons_come_together_without_the_choices) {
    static const char *const reasons[][3] = {
        {"{{ " SAID "short. }}",
         "✗ Not right. ✓ the last: " SAID "short. ✗ the first: " SAID "long.", "You said"},
        {"", "✗ You said: the first. It is: the last ✗ the first: " SAID, "Not right"}};
    for (size_t i = 0; i < 2; i++) {
        struct text lesson = {0};
        frame_close(&frame);
        text_format(&lesson,
                    "# T\n## One\n```qkv\nX = [[1, 2]]\n```\n```quiz which predict\nWhich of the "
                    "many words in this question, which goes on and on, which says everything "
                    "twice and twice again, and which is so long that it takes four lines of "
                    "sixty columns, is the one that is meant?\n( ) the first {{ " SAID
                    "long. }}\n(x) the last %s\n```\n```qkv\nY = X\n```\n",
                    reasons[i][0]);
        for (size_t k = 0; k < 12; k++) {
            text_append(&lesson, "These words take many lines. ");
        }
        frame_open(&frame, text_string(&lesson));
        text_release(&lesson);
        frame_size(&frame, 20, 60);
        small_run("advance 3|answer 1|advance");
        frame_tells(&frame, reasons[i][1]);
        frame_hides(&frame, reasons[i][2]);
    }
}
END_TEST

START_TEST(a_verdict_waits_behind_a_hidden_fence) {
    frame_close(&frame);
    frame_open(
        &frame,
        "# Hidden\n\n## One\n\n```quiz which predict\nHow many?\n( ) 2\n(x) 3\n```\n\n"
        "```qkv hidden\nn = 3\n```\n\n```qkv\nA = n\nexpect A = 3\n```\n\n```qkv\nB = n\n```\n");
    small_run("advance 2|answer 1|advance");
    frame_shows(&frame, "A = n");
    frame_tells(&frame, "How many? ▶1. 2 ✓ 2. 3 ✗ Not right.");
    small_run("advance");
    frame_shows(&frame, "B = n");
    frame_tells(&frame, "✓ 2. 3 ✗ Not right."); /* the lesson has said nothing since */
}
END_TEST

START_TEST(what_moved_leaves_room_for_words) {
    frame_close(&frame);
    frame_open(&frame,
               "# Many\n\n## One\n\n```qkv\nX = ones(5, 4)\nY = 2 * X\nZ = 2 * Y\nZZ = 2 * Z\n"
               "```\n\n```qkv\nX[1,1] = 5\n```\n\nOne.\n\nTwo.\n\n```qkv\nB = "
               "X\n```\n\nThree.\n\nFour.\n\nFive.\n\n"
               "```try it\nMove it.\nexpect B[1,1] > 8\nexpect X[1,1] > 8\nexpect Y[1,1] > 8\n"
               "expect Z[1,1] > 8\nexpect ZZ[1,1] > 8\nexpect B[1,2] = 1\n"
               "solution: X[1,1] = 9\n```\n");
    small_run("advance 6");
    frame_shows(&frame, "X[1,1] = 1 → 5");
    frame_shows(&frame, "ZZ");
    frame_shows(&frame, " Two.");
    small_run("advance 2");
    frame_shows(&frame, "Exercise: Move it.");
    small_run("X[1,1] = 7");
    frame_shows(&frame, "now 56"); /* goals go before words */
    frame_tells(&frame, "7 1 1 1");
}
END_TEST

START_TEST(a_right_prediction_is_said_so) {
    small_run("advance 4|answer 2|advance|out|out|out");
    frame_shows(&frame, "✓ As you said: am");
    frame_shows(&frame, "3 and 4 are more");
}
END_TEST

static const struct {
    const char *answer, *verdict;
} numbers[] = {
    {"0.8", "✓ You said: 0.8. It is: 0.7958"},
    {"0.7958", "✓ As you said: 0.7958"},
    {".79583", "✓ You said: .79583. It is: 0.7958"},
    {"1.5", "✗ You said: 1.5. It is: 0.7958"},
};

/* A number that is near enough is right, and not what was said. */
START_TEST(a_number_that_is_near_is_told_beside_the_right_one) {
    struct text line = {0};
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```quiz q predict\nHow much?\n= A ~ 0.01\n```\n"
                       "```qkv\nA = 0.79583\n```\n");
    text_format(&line, "advance 2|answer %s|advance", numbers[_i].answer);
    small_run(text_string(&line));
    frame_shows(&frame, numbers[_i].verdict);
    text_release(&line);
}
END_TEST

/* A reply, which is indented, is parted at the end of a sentence, as all words are. */
START_TEST(a_long_reply_is_parted_between_sentences) {
    struct text lesson = {0};
    frame_close(&frame);
    text_append(&lesson, "# T\n## One\n```qkv\nA = 1\n```\n\n```quiz q\nWhich?\n(x) a\n( ) b\n"
                         "explain:");
    for (size_t i = 0; i < 20; i++) {
        text_append(&lesson, " One who reads it knows more, of which the next says little.");
    }
    text_append(&lesson, "\n```\n");
    frame_open(&frame, text_string(&lesson));
    text_release(&lesson);
    frame_size(&frame, 18, 70);
    small_run("advance 3|answer 1");
    const char *shown = frame_draw(&frame), *more = strstr(shown, "▾");
    const char *last = NULL;
    for (const char *at = shown; (at = strstr(at, "little")) != NULL && at < more; at++) {
        last = at;
    }
    ck_assert(more != NULL && last != NULL);
    ck_assert(strspn(last + strlen("little."), " \n") == strcspn(last + strlen("little."), "▾"));
}
END_TEST

/* Under the stage, too, the words before a question stay above it: it has no arithmetic. */
START_TEST(the_words_before_a_question_stay) {
    struct text lesson = {0};
    frame_close(&frame);
    text_append(&lesson, "# T\n## One\n```qkv\nA = 1\n```\n\n");
    for (size_t i = 0; i < 90; i++) {
        text_append(&lesson, "earlier ");
    }
    text_append(&lesson, "\n\n```quiz q\nWhich row?\n(x) a\n( ) b\n```\n");
    frame_open(&frame, text_string(&lesson));
    text_release(&lesson);
    frame_size(&frame, 24, 80);
    small_run("advance 3");
    frame_shows(&frame, "Which row?");
    frame_shows(&frame, "earlier");
}
END_TEST

/* What is said in a line is before the keys; above them it covers what is free. Neither moves
 * words: earlier ones stay above. */
START_TEST(a_message_moves_no_words) {
    size_t before[2], after[2];
    struct text lesson = {0};
    frame_close(&frame);
    text_append(&lesson, "# T\n## One\n\n");
    for (size_t i = 0; i < 70; i++) {
        text_append(&lesson, "earlier ");
    }
    text_append(&lesson, "\n\n```qkv\nA = 1\n```\n\n```quiz q\nWhich row?\n(x) a\n( ) b\n```\n");
    frame_open(&frame, text_string(&lesson));
    text_release(&lesson);
    frame_size(&frame, 24, 120);
    small_run("advance 3");
    frame_draw(&frame);
    small_find("Which row", before);
    text_append(&frame.desk.session.view.last.message, "there is nothing to undo");
    frame_shows(&frame, "\n there is nothing to undo   1-2 answer");
    small_find("Which row", after);
    ck_assert_uint_eq(before[0], after[0]);
    text_clear(&frame.desk.session.view.last.message);
    text_append(&frame.desk.session.view.last.message, "one\ntwo\nthree\nfour");
    frame_shows(&frame, "four");
    small_find("Which row", after);
    ck_assert_uint_gt(before[0], 10);
    ck_assert_uint_eq(before[0], after[0] + 1); /* as many rows as are not free */
}
END_TEST

START_TEST(what_is_missing_of_several_is_named) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```quiz q predict\nWhich?\n[x] two\n[ ] three\n[x] four\n"
                       "[x] six\n```\n```qkv\nA = 4\n```\n");
    small_run("advance 2|answer 1 2|advance");
    frame_shows(&frame, "✗ Not right. Missing: four, six.");
}
END_TEST

START_TEST(several_choices_are_marked) {
    small_to_weights();
    small_run("advance 2");
    frame_shows(&frame, "Which are leaves?");
    small_run("answer 1 3");
    frame_shows(&frame, " ▶1. X");
    frame_shows(&frame, " ▶3. Q");
    frame_shows(&frame, "✗ Not right");
    frame_shows(&frame, "It is made.");
    frame_hides(&frame, "Behind the leaves.");
    small_run("answer 1 2");
    frame_shows(&frame, "✓▶1. X");
    frame_shows(&frame, "✓ Right.");
    frame_shows(&frame, "Behind the leaves.");
}
END_TEST

/* One reads on below the question that was answered, and below the exercise that was done. */
START_TEST(what_follows_a_question_stands_below_it) {
    static const char *const lines[][3] = {
        {"advance 2|answer 1 2", "Which are leaves?", "Behind the leaves."},
        {"advance|answer 2|advance|W_q[1,1] = 2", "Exercise:", "The end."}};
    small_to_weights();
    for (size_t i = 0; i < 2; i++) {
        small_run(lines[i][0]);
        for (size_t wide = 0; wide < 2; wide++) {
            size_t question[2], words[2];
            frame_size(&frame, wide ? 36 : 24, wide ? 120 : 80);
            frame_shows(&frame, lines[i][1]);
            small_find(lines[i][1], question);
            small_find(lines[i][2], words);
            ck_assert_uint_lt(question[0], words[0]);
        }
    }
}
END_TEST

START_TEST(an_exercise_turns_from_open_to_met) {
    small_to_weights();
    small_run("advance 2|answer 1 2|advance|answer 2|advance");
    frame_shows(&frame, "Exercise: Make `Q[1,1]` larger than 1."); /* no colour marks code */
    frame.terminal.depth = DEPTH_256;
    frame_shows(&frame, "Exercise: Make Q[1,1] larger than 1.");
    frame_shows(&frame, "· not yet  Q[1,1] > 1");
    frame_shows(&frame, "✓ yes      K = [[1, 2], [3, 4]]");
    frame_shows(&frame, "You may change W_q, at most 2 cells; changed so far: 0");
    small_run("hint");
    frame_shows(&frame, "Hint 1 of 2: Look up.");
    small_run("hint");
    frame_shows(&frame, "Hint 2 of 2: W_q[1,1] counts.");
    frame_hides(&frame, "Look up.");
    small_run("narration");
    frame_shows(&frame, "Hint 1 of 2: Look up.");
    small_run("close");
    small_run("W_q[1,1] = 0.9");
    frame_shows(&frame, "· not yet  Q[1,1] > 1");
    frame_tells(&frame, "changed so far: 1 (W_q[1,1])");
    frame_hides(&frame, "0.5 → 0.9."); /* it is in the title; the stage needs the room */
    frame_hides(&frame, "✗");
    /* All goals hold, no rule does: W_k is back, but may not be touched. */
    small_run("W_k[1,1] = 1.5; W_k[1,1] = 1; W_q[1,1] = 7; W_q[1,2] = 1; W_q[2,2] = 7");
    frame_shows(&frame, "✓ yes      Q[1,1] > 1");
    frame_shows(&frame, "✗ W_k may not be changed here: undo");
    frame_shows(&frame, "✗ 3 cells are changed, at most 2 may be: undo");
    frame_hides(&frame, "Done");
    small_run("undo");
    frame_hides(&frame, "✗");
    small_run("W_q[1,1] = 7");
    frame_shows(&frame, "✓ yes      Q[1,1] > 1");
    frame_shows(&frame, "Done");
    frame_hides(&frame, "Hint");
    frame_hides(&frame, "You may change");
    small_run("W_q[1,1] = 0");
    frame_shows(&frame, "✓ You had solved it; go on when you like.");
    small_run("undo");
    small_run("advance"); /* what was changed is put back, and nothing says that it moved */
    frame_shows(&frame, "B = 2 * Q");
    frame_hides(&frame, "changed");
    small_run("back"); /* with what was done in it */
    frame_shows(&frame, "✓ yes      Q[1,1] > 1");
    frame_shows(&frame, "✓ Done: every goal holds.");
    small_run("retreat|advance"); /* without */
    frame_shows(&frame, "· not yet  Q[1,1] > 1");
    frame_shows(&frame,
                "✓ You had solved it; what you changed then was put back when you went on.");
    small_run("W_q[1,1] = 7");
    frame_shows(&frame, "✓ Done: every goal holds.");
}
END_TEST

/* Nothing asks for an undo any more. */
START_TEST(an_exercise_that_is_over_breaks_no_rule) {
    static const char *const ways[][2] = {{"skip", "Skipped. One way: "},
                                          {"undo|W_q[1,1] = 7|W_k[1,1] = 2", "You had solved it"}};
    for (size_t i = 0; i < 2; i++) {
        small_finish();
        small_begin();
        small_to_weights();
        small_run("advance 2|answer 1 2|advance|answer 2|advance|W_k[1,1] = 1.5");
        frame_shows(&frame, "✗ W_k may not be changed here: undo");
        small_run(ways[i][0]);
        frame_tells(&frame, ways[i][1]);
        frame_hides(&frame, "✗");
    }
}
END_TEST

/* An undo shows what it moved; the last one in an exercise leaves it as it was found. */
START_TEST(all_undone_in_an_exercise_nothing_has_moved) {
    static const char *const ways[] = {"undo", "W_q[1,1] = 0.9|reset"};
    small_to_weights();
    small_run("advance 2|answer 1 2|advance|answer 2|advance|goto W_q");
    small_run("W_q[1,1] = 0.9|W_q[1,1] = 0.8|undo");
    frame_shows(&frame, "W_q[1,1] = 0.8 → 0.9");
    for (size_t i = 0; i < 2; i++) {
        small_run(ways[i]);
        frame_shows(&frame, "changed so far: 0");
        frame_hides(&frame, " → 0.5");
        frame_hides(&frame, "→.50");
    }
}
END_TEST

/* On the screen the key that goes on is Space. */
START_TEST(what_was_skipped_is_called_so) {
    small_run("advance 4|skip");
    frame_shows(&frame, "Skipped. Space goes on");
    frame_hides(&frame, "Passed");
}
END_TEST

/* A prediction is locked by its first answer, any other question may be answered again. */
START_TEST(a_prediction_says_that_it_takes_one_answer) {
    static const char *const calls[][2] = {
        {"q predict\nHow?\n(x) a\n( ) b", "Press 1 or 2 (one try)."},
        {"q\nHow?\n(x) a\n( ) b", "Press 1 or 2."},
        {"q predict\nHow?\n= 1", "Type the number (one try), then Enter."},
        {"q\nHow?\n= 1", "Type the number, then Enter."},
        {"q predict\nHow?\n[x] a\n[ ] b", "Type the right numbers, or 0 for none (one try), then "
                                          "Enter."}};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        struct text lesson = {0}, line = {0};
        frame_close(&frame);
        text_format(&lesson, "# T\n## One\nWords.\n```quiz %s\n```\n```qkv\nA = 1\n```\n",
                    calls[i][0]);
        text_format(&line, " Your answer: %s\n", calls[i][1]);
        frame_open(&frame, text_string(&lesson));
        small_run("advance 2");
        frame_shows(&frame, text_string(&line)); /* in one line */
        text_release(&lesson);
        text_release(&line);
    }
}
END_TEST

/* An exam has no verdict to go on to. */
START_TEST(an_answer_in_an_exam_promises_nothing) {
    static const char *const answers[][2] = {{"answer 4", "Your answer: 4."}, {"skip", "Skipped."}};
    for (size_t i = 0; i < 2; i++) {
        frame_open(&frame, "---\nedition: exam\n---\n# E\n\n## One\n\nA.\n\n"
                           "```quiz a predict\nWhat is `B`?\n= ?\n```\n\n"
                           "```qkv\nA = 1\nB = 4\n```\n");
        small_run("advance 2");
        small_run(answers[i][0]);
        small_run("advance");
        frame_shows(&frame, answers[i][1]);
        frame_hides(&frame, "Space goes on");
        frame_close(&frame);
    }
}
END_TEST

START_TEST(words_stand_beside_the_stage_from_110_columns) {
    small_run("advance");
    frame_size(&frame, 24, 109);
    frame_check(&frame);
    ck_assert(!frame.stage.plan->panes.side);
    frame_size(&frame, 24, 110);
    frame_check(&frame);
    ck_assert(frame.stage.plan->panes.side);
    frame_shows(&frame, " Behind X. ");
    frame_shows(&frame, " The words of page one. ");
}
END_TEST

/* A wrong number, answered again or predicted: the slip that gives it is said below. */
START_TEST(a_wrong_number_names_its_slip) {
    frame_open(&frame, "# Slips\n\n## One\n\n```qkv\nS = [[0.28, 0.5]]\nd_k = 4\n"
                       "scaled = S / sqrt(d_k)\n```\n\n"
                       "```quiz again\nWhat?\n= scaled[1,1]\n```\n\n"
                       "```quiz once predict\nWhat now?\n= twice[1,2]\n```\n\n"
                       "```qkv\ntwice = scaled * 2\n```\n");
    small_run("run|run|answer 0.28");
    frame_shows(&frame, "✗ Not right: 0.28. Answer again, or skip.");
    frame_shows(&frame, "Your answer: Type the number, then Enter.");
    frame_shows(&frame, "   0.28 is what you get without dividing by √d_k = 2:");
    small_run("answer 7");
    frame_hides(&frame, "is what you get");
    small_run("answer 0.28|answer 0.14");
    frame_hides(&frame, "is what you get");
    small_run("run|answer 1|run");
    frame_shows(&frame, "✗ You said: 1. It is: 0.5");
    frame_shows(&frame, "   1 is what you get without dividing by √d_k = 2:");
    frame_close(&frame);
}
END_TEST

/* Questions, and what is typed there; the transcript says it, and so does the screen. */
static const struct {
    const char *quiz, *line;
} replies[] = {
    {"Which?\n( ) one {{ No. }}\n(x) two {{ Yes. }}\nexplain: Because.", "answer 1"},
    {"Which?\n( ) one {{ No. }}\n(x) two {{ Yes. }}\nexplain: Because.", "answer 2"},
    {"Which?\n[x] one {{ Yes. }}\n[x] two\n[ ] three", "answer 1"},
    {"What?\n= A[1,1] * 2\nexplain: Because.", "answer 7"},
    {"What?\n= A[1,1] * 2\nexplain: Because.", "skip"},
    {"What?\n= \"mat\"", "answer hat"},
    {"What?\n= \"mat\"\nhint: Soft.\nhint: Flat.", "hint"},
};

START_TEST(screen_and_transcript_say_the_same) {
    char text[400];
    struct desk desk;
    text_fill(text, sizeof text,
              "# Same\n\n## One\n\n```qkv\nA = [[1, 3]]\n```\n\n```quiz q\n%s\n```\n",
              replies[_i].quiz);
    desk_open(&desk, text);
    ck_assert(desk_types(&desk, "advance 3"));
    char *said = strdup(desk_says(&desk, replies[_i].line));
    desk_close(&desk);
    frame_open(&frame, text);
    small_run("advance 3");
    small_run(replies[_i].line);
    size_t lines = 0;
    for (char *line = strtok(said, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        frame_shows(&frame, line);
        lines++;
    }
    ck_assert_uint_gt(lines, 0);
    free(said);
    frame_close(&frame);
}
END_TEST

Suite *panels_words_suite(void) {
    Suite *suite = suite_create("panels_words");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, small_begin, small_finish);
    tcase_add_test(core, a_page_begins);
    tcase_add_test(core, a_page_that_asks_first_begins_there);
    tcase_add_test(core, a_long_title_of_a_page_is_cut);
    tcase_add_test(core, a_page_begins_without_the_last_number);
    tcase_add_test(core, new_words_are_never_cut);
    tcase_add_test(core, older_words_stay_where_there_is_room);
    tcase_add_test(core, a_verdict_on_sentences_is_two);
    tcase_add_test(core, skipping_after_a_try_tells_only_the_answer);
    tcase_add_test(core, a_verdict_comes_with_the_number);
    tcase_add_test(core, a_verdict_comes_with_what_was_asked_for);
    tcase_add_test(core, a_verdict_waits_for_what_is_shown);
    tcase_add_test(core, an_answer_stays_where_the_choices_have_no_room);
    tcase_add_test(core, a_verdict_is_about_the_number_asked_for);
    tcase_add_test(core, the_last_formula_is_seen);
    tcase_add_test(core, an_answer_stays_what_it_was);
    tcase_add_test(core, a_part_ends_with_a_sentence);
    tcase_add_test(core, a_skipped_question_stays_until_its_answer);
    tcase_add_test(core, a_notice_moves_no_words);
    tcase_add_test(core, a_verdict_comes_before_the_rest_of_the_fence);
    tcase_add_test(core, what_a_verdict_tells_is_seen);
    tcase_add_test(core, the_way_of_an_exercise_stays_with_it);
    tcase_add_test(core, a_goal_has_numbers_and_no_formulas);
    tcase_add_test(core, what_training_found_is_called_so);
    tcase_add_test(core, words_come_before_what_was_asked_after_them);
    tcase_add_test(core, what_a_colon_announces_is_not_parted_from_it);
    tcase_add_test(core, the_end_says_how_one_types);
    tcase_add_test(core, nobody_runs_past_a_verdict);
    tcase_add_test(core, skipping_an_order_tells_it);
    tcase_add_test(core, an_order_that_is_not_right_is_told);
    tcase_add_test(core, an_order_is_right_as_far_as_it_is);
    tcase_add_test(core, a_number_that_no_longer_holds_says_so);
    tcase_add_test(core, words_come_back_with_their_numbers);
    tcase_add_test(core, a_number_that_is_nearly_the_lessons_has_the_decimals_to_tell);
    tcase_add_test(core, an_answered_question_is_there_once);
    tcase_add_test(core, goals_stay_above_a_hint);
    tcase_add_test(core, choices_stay_above_a_hint);
    tcase_add_test(core, what_is_said_is_said_whole);
    tcase_add_test(core, the_title_says_what_is_turned_over);
    tcase_add_test(core, a_long_page_begins_with_its_words);
    tcase_add_test(core, keys_answer_what_has_been_asked);
    tcase_add_test(core, a_prediction_is_locked_and_settled);
    tcase_add_test(core, what_a_page_will_ask_is_not_told_before);
    tcase_add_test(core, words_behind_a_check_are_shown);
    tcase_add_test(core, the_verdict_stands_before_the_text);
    tcase_add_test(core, the_verdict_is_seen_whole);
    tcase_add_test(core, reasons_come_together_without_the_choices);
    tcase_add_test(core, a_verdict_waits_behind_a_hidden_fence);
    tcase_add_test(core, what_moved_leaves_room_for_words);
    tcase_add_test(core, a_right_prediction_is_said_so);
    tcase_add_loop_test(core, a_number_that_is_near_is_told_beside_the_right_one, 0,
                        sizeof numbers / sizeof *numbers);
    tcase_add_test(core, a_long_reply_is_parted_between_sentences);
    tcase_add_test(core, the_words_before_a_question_stay);
    tcase_add_test(core, a_message_moves_no_words);
    tcase_add_test(core, what_is_missing_of_several_is_named);
    tcase_add_test(core, a_prediction_says_that_it_takes_one_answer);
    tcase_add_test(core, several_choices_are_marked);
    tcase_add_test(core, what_follows_a_question_stands_below_it);
    tcase_add_test(core, an_exercise_turns_from_open_to_met);
    tcase_add_test(core, an_exercise_that_is_over_breaks_no_rule);
    tcase_add_test(core, all_undone_in_an_exercise_nothing_has_moved);
    tcase_add_test(core, what_was_skipped_is_called_so);
    tcase_add_test(core, words_stand_beside_the_stage_from_110_columns);
    suite_add_tcase(suite, core);
    TCase *alone = tcase_create("alone");
    tcase_add_test(core, formulas_are_above_their_verdict);
    tcase_add_test(alone, a_wrong_number_names_its_slip);
    tcase_add_test(alone, an_answer_in_an_exam_promises_nothing);
    tcase_add_loop_test(alone, screen_and_transcript_say_the_same, 0,
                        (int)(sizeof replies / sizeof replies[0]));
    suite_add_tcase(suite, alone);
    return suite;
}
