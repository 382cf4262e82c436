/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen as a whole: what each panel says of a session. */
#include "panels/small.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/utf8.h"
#include "lesson/shelf.h"
#include "panels/panels.h"
#include "session/progress.h"

#include <check.h>
#include <string.h>

Suite *panels_panels_suite(void);

/* What is typed to see its value is on the stage, under its formula, beside what is looked at; it
 * goes with the next line. Where there is no place for it, it is where the words are. */
START_TEST(a_typed_formula_is_drawn_on_the_stage) {
    small_run("advance 2|goto X|X @ X.T");
    frame_shows(&frame, "── X = tokens");
    frame_shows(&frame, "X @ X.T");
    frame_shows(&frame, " 25");
    frame_hides(&frame, "── answer");
    ck_assert_str_eq(strtok((char *)frame_at_cursor(&frame), " "), "1");
    small_run("convention columns|X.T @ X");
    frame_shows(&frame, "X.T @ X");
    frame_shows(&frame, " 25");
    small_run("precision");
    frame_hides(&frame, "X.T @ X");
    small_run("X + X + X + X + X + X + X + X + X + X + X + 5");
    frame_tells(&frame, "1 16 38");
    frame_tells(&frame, "2 27 49");
    small_run("close|columns(X)");
    frame_shows(&frame, "\n   2\n");
    small_run("convention rows|goto page 1|advance 4|X + X");
    frame_size(&frame, 10, 40);
    frame_tells(&frame, "6 8");
    small_run("close");
    small_run("describe on|X + 1");
    frame_shows(&frame, "── answer");
}
END_TEST

/* That a number was copied from within an operator tells nothing; from a value it does. */
START_TEST(a_copy_from_inside_is_no_arithmetic) {
    small_run("advance|A = [[1, 2], [3, 4]]|twice(X) = 2 * X|last(X) = X[2:2,:]|B = last(A)|"
              "C = last(twice(A))|move B[1,2]");
    frame_shows(&frame, "B[1,2] = A[2,2] = 4");
    small_run("move C[1,2]");
    frame_shows(&frame, "── C = last(twice(A))");
    frame_hides(&frame, "C.last");
}
END_TEST

/* What one has defined is seen, also where the stage is full. */
START_TEST(what_was_just_made_is_seen) {
    frame_close(&frame);
    frame_open_lesson(&frame, "08-sushi.md");
    frame_size(&frame, 36, 120);
    small_run("goto end");
    frame_shows(&frame, "O = A @ V");
    small_run("other = 1000 * O");
    frame_shows(&frame, "1301");
    frame_shows(&frame, "── other = 1000 * O "); /* the cursor is there */
}
END_TEST

/* What cannot be drawn there is said whole, and scrolled. */
START_TEST(a_long_answer_is_there_to_its_end) {
    small_run("2 * reshape(arange(40), 40, 1)");
    frame_shows(&frame, " lines 1 to 20 of 40 ");
    frame_tells(&frame, "20 40");
}
END_TEST

START_TEST(a_definition_is_shown) {
    small_run("advance");
    frame_shows(&frame, "Behind X.");
    frame_hides(&frame, "as written in X"); /* until the learner asks */
    ck_assert_str_eq(strtok((char *)frame_at_cursor(&frame), " "), "Behind");
    small_run("move down|move up");
    frame_shows(&frame, "X[I,1] = 1, as written in X");
    ck_assert_str_eq(strtok((char *)frame_at_cursor(&frame), " "), "1");
}
END_TEST

/* Of what is given a number is marked where it is named, in a row that is, or the learner's; none
 * is at a question. */
START_TEST(the_cursor_rests_where_the_words_are_about_no_number) {
    frame_close(&frame);
    frame_open(&frame, "# T\n```qkv\nA = [[1, 2], [3, 4]]\nB = A @ A\n```\n\nComputed.\n\n"
                       "```qkv\nshow A\n```\n\nIt is no number.\n\n<!-- pause -->\n\n"
                       "And `A[2,1] → 3`.\n\n<!-- pause -->\n\nSee row 1 of `A`.\n\n"
                       "```quiz q\nHow many?\n(x) Few\n( ) Many\n```\n");
    small_run("find Computed");
    frame_shows(&frame, "products");
    small_run("advance");
    frame_shows(&frame, "It is no number");
    frame_shows(&frame, "A is given, not computed");
    small_run("move down");
    frame_shows(&frame, "A[2,1] = 3, as written");
    small_run("advance");
    frame_shows(&frame, "A[2,1] = 3, as written");
    small_run("advance");
    frame_shows(&frame, "A[1,1] = 1, as written");
    small_run("advance");
    frame_shows(&frame, "How many?");
    frame_hides(&frame, "as written");
}
END_TEST

/* At a page whose words name no value none is marked either, until the learner goes to one. */
START_TEST(the_cursor_rests_on_what_the_page_before_left) {
    frame_close(&frame);
    frame_open(&frame,
               "# T\n\n## One\n\n```qkv\nA = [[1, 2], [3, 4]]\nB = A @ A\n```\n\nComputed.\n"
               "\n## Two\n\nOf something else.\n\n```qkv\nC = B + 1\n```\n"
               "\n## Three\n\n```qkv hidden\nshow B\n```\n\nAnd of another.\n");
    small_run("find Computed");
    frame_shows(&frame, "products");
    small_run("advance");
    frame_shows(&frame, "Of something else");
    frame_hides(&frame, "products");
    small_run("move down");
    frame_shows(&frame, "products");
    while (strstr(frame_draw(&frame), "And of another.") == NULL) {
        small_run("advance");
    }
    frame_shows(&frame, "── B = A @ A");
    frame_hides(&frame, "products");
}
END_TEST

/* What is computed from no other value has its arithmetic, and its formula; only what is written is
 * said to be given. */
START_TEST(what_is_written_is_given) {
    frame_close(&frame);
    frame_open(&frame, "# T\n\n## One\n\nOf numbers.\n\n```qkv\nh = 2/4 * log(2)\n"
                       "E = eye(2)\nW = [[1, 2]]\n```\n");
    small_run("advance 2");
    frame_shows(&frame, "h = 0.5·0.6931");
    small_run("advance");
    frame_shows(&frame, "── E = eye(2)");
    frame_hides(&frame, "given");
    small_run("advance");
    frame_shows(&frame, "W is given, not computed");
}
END_TEST

/* The first number under a mask is 1 whatever the scores are. */
START_TEST(the_cursor_begins_where_several_terms_meet) {
    frame_close(&frame);
    frame_open(&frame, "# Top\n\n## One\n\nWho looks back?\n\n```qkv\nX = [[1, 2], [3, 4]]\n"
                       "B = X @ X\nA = softmax(X + causal(2))\n```\n");
    small_run("advance 3");
    ck_assert_uint_eq(frame.desk.session.view.cell, 0);
    small_run("advance");
    ck_assert_uint_eq(frame.desk.session.view.cell, 2);
}
END_TEST

/* Where rows have no labels, they have numbers; where their neighbours have the same, none. */
START_TEST(rows_are_labelled_once) {
    small_run("advance 4|answer 2|advance|out|out|out|advance");
    frame_tells(&frame, " I 1 2 I .50 2 1 2");
}
END_TEST

/* A window has the row that is spoken of, in the words or by a number of them. */
START_TEST(a_window_has_the_row_that_is_named) {
    frame_close(&frame);
    frame_open(&frame, "# Top\n\n## One\n\n```qkv\n"
                       "A = tokens(\"a b c d e f g h i j k l m n o p q r s t u v w x y z\", "
                       "cumsum(ones(26, 3), each=column))\nB = A + 100\nC = B * 2\n```\n\n"
                       "See how small `A` is at *y*, and `B`.\n");
    small_run("advance 5");
    frame_tells(&frame, " y 25 25 25 y 125");
}
END_TEST

/* Where two windows beside each other have the same rows, a row is a row across. */
START_TEST(windows_beside_each_other_begin_at_the_same_row) {
    frame_close(&frame);
    frame_open_lesson(&frame, "17-720-numbers.md");
    frame_size(&frame, 36, 120);
    small_run("goto page 10");
    for (size_t i = 1; i <= 60; i++) {
        char line[64], label[16];
        text_fill(line, sizeof line, "move weakest[%zu,1]", i);
        text_fill(label, sizeof label, "model%zu ", i);
        frame_run(&frame, line);
        const char *first = strstr(frame_draw(&frame), label);
        const char *second = first == NULL ? NULL : strstr(first + 1, label);
        ck_assert_msg(second != NULL && second < strchr(first, '\n'), "%s: %s", label,
                      frame_draw(&frame));
    }
}
END_TEST

/* Runs LINE; the cursor is then in CELL. */
static void moves(const char *line, size_t cell) {
    frame_draw(&frame);
    frame_run(&frame, line);
    ck_assert_msg(frame.desk.session.view.cell == cell, "%s: %zu\n%s", line,
                  frame.desk.session.view.cell, frame_draw(&frame));
}

/* From the edge of a matrix into the one that is seen beside it, or below it. */
START_TEST(the_cursor_goes_on_into_the_next_matrix) {
    frame_close(&frame);
    frame_open(&frame, "# T\n```qkv\nH = zeros(3, 2, 2)\n```\n");
    small_run("advance 2|move H[1,2,2]");
    moves("move right", 6);
    moves("move left", 3);
    moves("move down", 3);
    moves("move last 2", 3);
    moves("move H[3,1,2]", 9);
    moves("move right", 9);
    moves("convention columns", 9); /* now this is its lower left corner */
    moves("move left", 7);
    moves("move down", 7);
    frame_close(&frame);
    frame_open(&frame, "# T\n```qkv\nH = zeros(2, 3, 20)\n```\n");
    frame_size(&frame, 60, 100);
    small_run("advance 2|move H[1,3,20]");
    moves("move right", 59);
    moves("move down", 79);
    moves("move up", 59);
    frame_size(&frame, 14, 80); /* only one is seen */
    moves("move down", 59);
}
END_TEST

/* The style of WORDS where they are shown first. */
static enum style style_shown(const char *words) {
    const char *shown = frame_draw(&frame), *at = strstr(shown, words);
    ck_assert_msg(at != NULL, "not shown: %s\n%s", words, shown);
    size_t row = 0;
    const char *line = shown;
    for (const char *end; (end = strchr(line, '\n')) != NULL && end < at; line = end + 1) {
        row++;
    }
    size_t column = utf8_columns(line, (size_t)(at - line));
    return frame.canvas.cells[row * frame.canvas.columns + column].style;
}

/* In the names, at the axes. */
START_TEST(roles_have_their_colours) {
    frame.terminal.depth = DEPTH_256;
    small_run("run|answer 2|advance|goto S");
    ck_assert_int_eq(style_shown("Q = X"), STYLE_QUERY);
    ck_assert_int_eq(style_shown("K = X"), STYLE_KEY);
    ck_assert_int_eq(style_shown("q ↓"), STYLE_QUERY);
    ck_assert_int_eq(style_shown("k →"), STYLE_KEY);
    small_run("goto A");
    ck_assert_int_eq(style_shown("A q"), STYLE_WEIGHTS);
    small_run("half = softmax(S) * 0.5|twice = A * A|goto half"); /* a head that is on by half */
    ck_assert_int_eq(style_shown("half q"), STYLE_WEIGHTS);
    small_run("first = A[1,:]|goto first");
    ck_assert_int_eq(style_shown("first = "), STYLE_WEIGHTS);
    small_run("goto twice");
    ck_assert_int_ne(style_shown("twice"), STYLE_WEIGHTS);
}
END_TEST

START_TEST(the_columns_convention_turns_all) {
    small_to_weights();
    small_run("convention columns");
    frame_shows(&frame, "A k ↓ q →");
    small_run("goto S|move right");
    frame_shows(&frame, "S = K.T @ Q");
    small_run("goto Q");
    frame_shows(&frame, "Q = W_q @ X");
}
END_TEST

/* Numbers of another word are not what these were before. */
START_TEST(numbers_of_other_words_are_not_compared) {
    frame_close(&frame);
    frame_open(&frame, "# Top\n\n## One\n\n```qkv\n"
                       "r = tokens(\"next\", [[1, 3, 2]], columns=\"fish rice today\")\n"
                       "best = topk(r, 2)\n```\n");
    small_run("advance 3|r[1,1] = 5");
    frame_shows(&frame, "best = topk(r, 2)");
    frame_hides(&frame, "→5");
    small_run("z = 1|goto best|r[1,1] = 6");
    frame_tells(&frame, "1 5→6 3");
}
END_TEST

/* The picture stays beside it. */
START_TEST(the_number_named_is_selected_beside_a_picture) {
    frame_close(&frame);
    frame_open(&frame, "# Top\n\n## One\n\n```qkv\nQ = [[1, 2], [3, 1]]\nS = Q @ Q.T\n```\n\n"
                       "Computed.\n\n```qkv\narrows Q\n```\n\nThe score is `S[2,1] → 5`.\n");
    small_run("advance 4");
    frame_tells(&frame, "products 3 + 2 = 5");
    frame_shows(&frame, "⠼⠟");
}
END_TEST

/* One of each row of T, and not a column of it. */
START_TEST(factors_from_all_over_a_matrix_have_its_name) {
    frame_close(&frame);
    frame_open(&frame, "# Top\n\n## One\n\n```qkv\n"
                       "T = tokens(\"I saw a\", [[1, 0], [0, 1], [1, 0]], columns=\"N V\")\n"
                       "L = crossentropy(zeros(3, 2), T)\n```\n");
    small_run("advance 3");
    frame_tells(&frame, "I saw a T 1 1 1");
    frame_hides(&frame, "T[:,N]");
}
END_TEST

/* Of a text the words, and not the numbers that they have; of several each on its own line. */
START_TEST(a_text_is_read) {
    frame_close(&frame);
    frame_open(&frame, "# Top\n\n## One\n\n```qkv\ns = \"I am here\"\nX = onehot(s)\n```\n");
    small_run("advance 2|goto s");
    frame_shows(&frame, "s = I am here\n");
    frame_hides(&frame, "s[1,");
    small_run("s = [\"I am here\", \"now\"]|goto s");
    frame_shows(&frame, "s = I am here\n");
    frame_shows(&frame, "     now\n");
}
END_TEST

/* A window shows the part of its value that the selected one takes. */
START_TEST(a_window_shows_what_is_read) {
    frame_close(&frame);
    frame_open(&frame, "# Top\n\n## One\n\n```qkv\nP = normal(1, 300, seed=1)\n"
                       "many = sum(P[:,[200, 203]])\nW = normal(2, 5, 60, seed=1)\n"
                       "B = W[2,:,1:2]\n```\n");
    small_run("advance 3");
    frame_tells(&frame, "200 201 202 203");
    small_run("advance 2");
    frame_shows(&frame, "› item 2");
}
END_TEST

/* Its value is there already: it is the one that the name means. */
START_TEST(a_name_that_is_typed_is_shown_once) {
    frame_close(&frame);
    frame_open(&frame, NULL);
    small_run("X = [[0.73, 2], [3, 4]]|Y = [[5, 6]]|X");
    const char *shown = strstr(frame_draw(&frame), ".73");
    ck_assert_msg(shown != NULL && strstr(shown + 1, ".73") == NULL, "%s", frame_draw(&frame));
    small_run("X + 0");
    shown = strstr(frame_draw(&frame), "X + 0");
    ck_assert_msg(shown != NULL && strstr(shown, ".73") != NULL, "%s", frame_draw(&frame));
}
END_TEST

/* The lines of attention are what there is to see on the largest screen, too. */
START_TEST(tables_do_not_crowd_a_drawing_out) {
    frame_close(&frame);
    frame_open_number(&frame, 0, 50, 200);
    while (strstr(frame_draw(&frame), " attends to") == NULL) {
        ck_assert(frame_goes_on(&frame));
    }
    frame_shows(&frame, "choice");
}
END_TEST

/* What is small is written as a table would, and a place in a row has no bar. */
START_TEST(a_goal_says_how_far_it_is) {
    frame_close(&frame);
    frame_open(&frame, "# Far\n\n## One\n\n```qkv\nA = [[0.0000012345, 3, 2]]\n```\n\n"
                       "```try t\nGo.\nexpect A[1,1] > 1\n"
                       "expect argmax(A) = 3 # the third is the largest\n"
                       "expect A[1,3] > 2.5 # the third is large\n"
                       "expect A[1,2] = 4 # the second is 4\nallow: A\n"
                       "solution: A[1,1] = 2; A[1,3] = 4\n```\n");
    small_run("advance 3");
    frame_shows(&frame, "│······ now 1e-6\n");
    frame_shows(&frame, "· not yet  the third is large: now 2, to be > 2.5\n");
    frame_shows(&frame, "│······ now 3\n");
    small_run("A[1,3] = 3");
    frame_shows(&frame, "✓ yes      the third is large: now 3\n");
    small_run("undo");
    frame_size(&frame, 24, 109);
    frame_shows(&frame, "│······ now 2, to be > 2.5\n");
    frame_size(&frame, 24, 80);
    frame_shows(&frame, "· not yet  the third is the largest: argmax(A) is 2, expected 3\n");
}
END_TEST

/* Going to another value and back, the cursor is where it was; not after a move in time. */
START_TEST(the_cursor_is_where_it_was_left) {
    const size_t *cell = &frame.desk.session.view.cell;
    frame_close(&frame);
    frame_open(&frame, "# T\n```qkv\nA = [[1, 2], [3, 4]]\nB = [[5, 6, 7]]\n```\n\nOf `A`, `B`.\n\n"
                       "<!-- pause -->\n\nStill of `A` and `B`.\n");
    small_run("find Of|show A|move down");
    frame_draw(&frame);
    small_run("move next");
    ck_assert_uint_eq(*cell, 0);
    small_run("move right|move next");
    ck_assert_uint_eq(*cell, 2);
    small_run("move next");
    ck_assert_uint_eq(*cell, 1);
    small_run("advance");
    frame_draw(&frame);
    small_run("move next");
    ck_assert_uint_eq(*cell, 0);
}
END_TEST

/* A frame is around the number that is still to be reached, wherever the cursor is. */
START_TEST(the_number_of_a_goal_is_framed) {
    frame_close(&frame);
    frame_open(&frame, "# Far\n\n## One\n\n```qkv\nA = [[1, 2]]\nB = A + A\n```\n\n"
                       "```try t\nGo.\nexpect B[1,2] > 5\nallow: A\nsolution: A[1,2] = 3\n```\n");
    small_run("find B =");
    frame_hides(&frame, "▐");
    small_run("advance");
    frame_shows(&frame, "▐4▌");
    small_run("move right|move left");
    frame_shows(&frame, "▐4▌");
    small_run("A[1,2] = 3");
    frame_hides(&frame, "▐"); /* it is reached */
}
END_TEST

START_TEST(what_was_chosen_is_marked) {
    static const char three[] = "# Three\n\n## One\n\n```quiz q predict\nWhich?\n[x] a\n[ ] b\n"
                                "[ ] c\n```\n\n```qkv\nA = 1\n```\n";
    frame_close(&frame);
    frame_open(&frame, three);
    small_run("advance 2|answer 2 3|advance");
    frame_shows(&frame, " ✓ 1. a\n");
    frame_shows(&frame, "  ▶2. b\n");
    frame_shows(&frame, "  ▶3. c\n");
    frame_shows(&frame, "✗ Not right.");
    frame_close(&frame);
    frame_open(&frame, three);
    small_run("advance 2|answer 1 23|advance");
    frame_shows(&frame, " ✓▶1. a\n");
    frame_shows(&frame, "  ▶3. c\n");
    frame_shows(&frame, "✗ Not right.");
}
END_TEST

START_TEST(covers_lie_over_the_picture) {
    small_run("advance 2|keyboard");
    frame_shows(&frame, "── keys ──");
    frame_shows(&frame, "Space");
    frame_hides(&frame, "Behind X");
    small_run("keyboard|contents");
    frame_shows(&frame, "> 1  First");
    small_run("close|narration");
    frame_shows(&frame, "The words of page one.");
    frame_hides(&frame, "Behind Q.");
    small_run("close|why X[1,1]|S = X @ X.T; T = S @ S|why T[1,1]");
    frame_shows(&frame, "── answer ──");
    small_run("close|keyboard");
    frame_draw(&frame);
    small_run("move bottom");
    ck_assert_uint_gt(frame.desk.session.view.scroll, 10);
    ck_assert_uint_eq(frame.desk.session.view.scroll, frame.found.shows.scroll_last);
}
END_TEST

/* A frame reads the session and its plan: drawn again it is the same, and the session is as it was.
 */
START_TEST(drawing_changes_nothing) {
    static const char *const lines[] = {"advance 2",
                                        "goto X",
                                        "X @ X.T",
                                        "answer 1",
                                        "advance 3",
                                        "goto Q",
                                        "W_q[1,1] = 3",
                                        "contents",
                                        "close",
                                        "keyboard",
                                        "close",
                                        "zoom",
                                        "normal(30, 30, seed=1) @ normal(30, 30, seed=2)",
                                        "gradient sum(Q)",
                                        "close",
                                        "links X"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct failure failure = {0};
        struct text shown = {0};
        desk_types(&frame.desk, lines[i]);
        ck_assert(said_take(&frame.desk.session, NULL, &failure));
        text_append(&shown, frame_draw(&frame));
        struct session before = frame.desk.session;
        struct stage planned = frame.stage;
        ck_assert(panels_draw(&frame.desk.session, &frame.terminal, &frame.canvas, &frame.found,
                              &failure));
        ck_assert_mem_eq(&before, &frame.desk.session, sizeof before);
        ck_assert_mem_eq(&planned, &frame.stage, sizeof planned);
        ck_assert_str_eq(text_string(&shown), frame_draw(&frame));
        text_release(&shown);
    }
}
END_TEST

/* While the whole is open it is planned once, and again when others are there or the size is
 * another; the page under it is still planned when it is closed. */
START_TEST(the_whole_is_planned_once) {
    struct failure failure = {0};
    struct stage *stage = &frame.stage;
    const struct session *session = &frame.desk.session;
    const size_t size[] = {24, 80}, larger[] = {30, 100};
    small_run("advance 2");
    frame_draw(&frame);
    const struct plan *page = stage->plan;
    small_run("overview");
    frame_draw(&frame);
    const struct plan *whole = stage->plan;
    small_run("close");
    frame_draw(&frame);
    ck_assert_ptr_eq(stage->plan, page);
    small_run("overview");
    frame_draw(&frame);
    ck_assert_ptr_eq(stage->plan, whole);
    ck_assert_int_eq(stage->plan->view, PLAN_WHOLE);
    size_t count = stage->plan->at_stop->count, calls = memory_calls();
    ck_assert(stage_follow(stage, session, size, &failure));
    ck_assert_uint_eq(memory_calls(), calls);
    ck_assert(stage_follow(stage, session, larger, &failure));
    ck_assert_uint_gt(memory_calls(), calls);
    ck_assert_uint_eq(stage->plan->size[0], larger[0]);
    small_run("goto end|overview");
    ck_assert(stage_follow(stage, session, larger, &failure));
    ck_assert_int_eq(stage->plan->view, PLAN_WHOLE);
    ck_assert_uint_gt(stage->plan->at_stop->count, count);
}
END_TEST

/* Also where a title has the sign that marks it. */
START_TEST(contents_scroll_to_the_page_chosen) {
    struct text pages = {0};
    frame_close(&frame);
    text_append(&pages, "# T\n\n");
    text_repeat(&pages, "## Where a > b\n\nWords.\n\n", 30);
    frame_open(&frame, text_string(&pages));
    text_release(&pages);
    small_run("goto end|contents");
    frame_shows(&frame, "\n >30  Where a > b");
}
END_TEST

START_TEST(notes_are_for_the_presenter) {
    small_run("goto page 2|notes");
    frame_shows(&frame, "Breathe.");
}
END_TEST

START_TEST(the_prompt_has_the_cursor) {
    small_run("advance");
    frame.terminal.prompt_focused = true;
    frame.terminal.text = "W_q[1,1] = é";
    frame.terminal.at = strlen("W_q[1,1]");
    frame_shows(&frame, " qkv> W_q[1,1] = é");
    ck_assert_uint_eq(frame.found.cursor[0], 22);
    ck_assert_uint_eq(frame.found.cursor[1], 1 + 5 + 8);
    frame_shows(&frame, "Escape back");
    frame.terminal.popup = "softmax  softmax_unshifted\nsum";
    frame_shows(&frame, "softmax  softmax_unshifted");
}
END_TEST

/* It is there while it is open, over the last row of the words: nothing else changes. */
START_TEST(the_prompt_moves_nothing) {
    static char before[8000];
    small_run("advance 4|skip|advance 3|goto S");
    text_fill(before, sizeof before, "%s", frame_draw(&frame));
    frame_hides(&frame, "qkv>");
    frame.terminal.prompt_focused = true;
    const char *shown = frame_draw(&frame), *prompt = strstr(shown, "\n qkv>");
    ck_assert_ptr_nonnull(prompt);
    ck_assert(strncmp(shown, before, (size_t)(prompt - shown)) == 0);
}
END_TEST

START_TEST(a_long_line_slides) {
    static char line[300];
    memset(line, 'x', sizeof line - 1);
    frame.terminal.prompt_focused = true;
    frame.terminal.text = line;
    frame.terminal.at = sizeof line - 1;
    frame_draw(&frame);
    ck_assert_uint_eq(frame.found.cursor[0], 22);
    ck_assert_uint_ge(frame.found.cursor[1], 60);
}
END_TEST

START_TEST(what_was_said_stands_in_the_prompts_place) {
    small_run("precision");
    frame_shows(&frame, " At most 4 decimals are shown.");
    frame.terminal.prompt_focused = true;
    frame_shows(&frame, " At most 4 decimals are shown.");
    frame_shows(&frame, " qkv>");
}
END_TEST

START_TEST(a_small_terminal_says_so) {
    frame_size(&frame, 9, 80);
    frame_shows(&frame, "Too small: qkv needs 40 columns and 10 rows, this is 80 by 9.");
    frame_size(&frame, 24, 39);
    frame_shows(&frame, "Too small");
    frame_size(&frame, 10, 40);
    frame_hides(&frame, "Too small");
    frame_shows(&frame, "Space on");
}
END_TEST

START_TEST(ascii_is_enough) {
    small_to_weights();
    frame.terminal.ascii = true;
    frame_shows(&frame, "-- A = softmax(S)");
    frame_shows(&frame, "A q v k >");
    small_run("W_q[1,1] = 2");
    frame_shows(&frame, "0.5 > 2");
}
END_TEST

START_TEST(lessons_are_listed_while_none_is_open) {
    struct shelf_entry entries[] = {{.name = "01-one", .title = "The first", .minutes = 35},
                                    {.name = "02-two", .title = "The second"}};
    struct shelf shelf = {.list = entries, .count = 2};
    struct visit visits[] = {{3, 10, 1, 2}, {0, 0, 0, 0}};
    struct frame bare;
    frame_open(&bare, NULL);
    bare.terminal.shelf = &shelf;
    bare.terminal.visits = visits;
    bare.desk.session.view.chosen = 1;
    frame_shows(&bare, "1  The first");
    frame_shows(&bare, "35 min");
    frame_shows(&bare, "page 3 of 10");
    frame_shows(&bare, "▶  2  The second");
    ck_assert_int_eq(
        strncmp(frame_at_cursor(&bare), "▶  2  The second", strlen("▶  2  The second")), 0);
    frame_run(&bare, "A = [[1, 2]]");
    frame_hides(&bare, "The first");
    frame_shows(&bare, "A = [[1, 2]]");
    frame_close(&bare);
}
END_TEST

START_TEST(no_memory_is_no_crash) {
    static const char *const lines[] = {"advance",   "advance 3",    "answer 1", "advance",
                                        "advance 9", "W_q[1,1] = 3", "contents"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        frame_run(&frame, lines[i]);
        frame_draw(&frame);
        panels_frame_release(&frame.found);
        size_t blocks = memory_blocks();
        for (size_t count = 1; count < 120; count++) {
            struct failure failure = {0};
            memory_fail(count, true);
            bool ok = panels_show(&frame.desk.session, &frame.terminal, &frame.canvas, &frame.found,
                                  &failure);
            memory_fail(0, false);
            panels_frame_release(&frame.found);
            ck_assert(ok || failure.set);
            ck_assert_msg(memory_blocks() == blocks, "%s: allocation %zu leaks", lines[i], count);
        }
    }
}
END_TEST

Suite *panels_panels_suite(void) {
    Suite *suite = suite_create("panels_panels");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, small_begin, small_finish);
    tcase_add_test(core, a_typed_formula_is_drawn_on_the_stage);
    tcase_add_test(core, what_was_just_made_is_seen);
    tcase_add_test(core, a_copy_from_inside_is_no_arithmetic);
    tcase_add_test(core, a_long_answer_is_there_to_its_end);
    tcase_add_test(core, a_definition_is_shown);
    tcase_add_test(core, the_cursor_rests_where_the_words_are_about_no_number);
    tcase_add_test(core, the_cursor_rests_on_what_the_page_before_left);
    tcase_add_test(core, what_is_written_is_given);
    tcase_add_test(core, the_cursor_begins_where_several_terms_meet);
    tcase_add_test(core, roles_have_their_colours);
    tcase_add_test(core, rows_are_labelled_once);
    tcase_add_test(core, a_window_has_the_row_that_is_named);
    tcase_add_test(core, the_cursor_goes_on_into_the_next_matrix);
    tcase_add_test(core, windows_beside_each_other_begin_at_the_same_row);
    tcase_add_test(core, the_columns_convention_turns_all);
    tcase_add_test(core, numbers_of_other_words_are_not_compared);
    tcase_add_test(core, the_number_named_is_selected_beside_a_picture);
    tcase_add_test(core, factors_from_all_over_a_matrix_have_its_name);
    tcase_add_test(core, a_text_is_read);
    tcase_add_test(core, a_window_shows_what_is_read);
    tcase_add_test(core, a_name_that_is_typed_is_shown_once);
    tcase_add_test(core, tables_do_not_crowd_a_drawing_out);
    tcase_add_test(core, a_goal_says_how_far_it_is);
    tcase_add_test(core, the_cursor_is_where_it_was_left);
    tcase_add_test(core, the_number_of_a_goal_is_framed);
    tcase_add_test(core, what_was_chosen_is_marked);
    tcase_add_test(core, covers_lie_over_the_picture);
    tcase_add_test(core, drawing_changes_nothing);
    tcase_add_test(core, the_whole_is_planned_once);
    tcase_add_test(core, contents_scroll_to_the_page_chosen);
    tcase_add_test(core, notes_are_for_the_presenter);
    tcase_add_test(core, the_prompt_has_the_cursor);
    tcase_add_test(core, the_prompt_moves_nothing);
    tcase_add_test(core, a_long_line_slides);
    tcase_add_test(core, what_was_said_stands_in_the_prompts_place);
    tcase_add_test(core, a_small_terminal_says_so);
    tcase_add_test(core, ascii_is_enough);
    tcase_add_test(core, no_memory_is_no_crash);
    suite_add_tcase(suite, core);
    TCase *alone = tcase_create("alone");
    tcase_add_test(alone, lessons_are_listed_while_none_is_open);
    suite_add_tcase(suite, alone);
    return suite;
}
