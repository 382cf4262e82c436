/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures that are asked for by name. */
#include "panels/frame.h"

#include "base/text.h"
#include "session/question.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static struct frame frame;

static void run(const char *lines) {
    frame_run_all(&frame, lines);
}

static void begin(void) {
    frame_open(&frame, NULL);
    run("X = tokens(\"It is sushi\", [[1, 0, 2], [0, 2, 0], [2, 0, 1]])|"
        "W_q = [[0, 1], [1, 0], [2, 0]]|W_k = [[1, 0], [0, 1], [0, 0]]|"
        "Q = X @ W_q|K = X @ W_k|S = Q @ K.T|A = softmax(S / sqrt(2))");
}

static void finish(void) {
    frame_close(&frame);
}

START_TEST(arrows_follow_what_is_turned) {
    run("goto X|arrows Q K numbers=no"); /* for one who is to find them */
    frame_shows(&frame, "K sushi  2  0\n");
    frame_hides(&frame, "dot");
    run("arrows Q K");
    frame_shows(&frame, "▶ Q It     4  1");
    frame_shows(&frame, "K sushi  2  0       2    14.04    8");
    frame_shows(&frame, "degrees, dot: with Q It");
    run("move down");
    frame_shows(&frame, "▶ Q is     2  0");
    run("move next"); /* to K, by Tab */
    frame_shows(&frame, "degrees, dot: with K is");
    run("move Q[2,1]");
    frame_check(&frame);
    run("move A[1,1]|W_k[1,1] = 3"); /* beside it on the stage: the picture stays */
    frame_shows(&frame, "▶ Q is     2  0");
    frame_shows(&frame, "K sushi  6  0       6        0   12");
    run("goto Q"); /* the cursor is where it was left */
    frame_shows(&frame, "degrees, dot: with Q is");
    run("show Q");
    frame_hides(&frame, "degrees");
    run("arrows Q|close"); /* as Escape does */
    frame_hides(&frame, "degrees");
    frame_shows(&frame, "── Q = X @ W_q");
}
END_TEST

/* Two values of one row each are called by their names. */
START_TEST(one_unit_is_as_long_across_as_up) {
    run("a = [[3, 4]]|b = [[4, 3]]|show X|arrows a b");
    frame_shows(&frame, "▶ a  3  4       5\n");
    frame_shows(&frame, "  b  4  3       5    16.26   24");
    run("c = [[3, 0]]|d = [[0, 3]]|arrows c d"); /* without their old arrows */
    const struct canvas *canvas = &frame.canvas;
    size_t across = 0, up = 0;
    frame_check(&frame);
    for (size_t row = 0; row < canvas->rows; row++) {
        size_t columns = 0;
        for (size_t column = 0; column < canvas->columns / 2; column++) {
            bool dots =
                strncmp(canvas->cells[row * canvas->columns + column].text, "\xe2\xa0", 2) >= 0 &&
                strncmp(canvas->cells[row * canvas->columns + column].text, "\xe2\xa3\xbf", 3) <= 0;
            columns += dots;
        }
        across = columns > across ? columns : across;
        up += columns > 0;
    }
    ck_assert_uint_ge(across + 4, 2 * up); /* half of a head is below the axis */
    ck_assert_uint_le(across, 2 * up + 2);
}
END_TEST

/* What no paper can hold is in the numbers alone. */
START_TEST(any_number_is_an_arrow) {
    static const char *const values[] = {"[[1e308, 1], [-1e308, 2]]", "[[5e-324, 0], [0, 0]]",
                                         "[[0/0, 1], [3, 4]]", "[[1/0, 1], [-1/0, 1]]",
                                         "normal(123, 2, seed=1)"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char line[80];
        text_fill(line, sizeof line, "e = %s", values[i]);
        run(line);
        run("arrows e");
        for (size_t columns = 80; columns <= 200; columns += 60) {
            frame_size(&frame, columns / 3, columns);
            frame_shows(&frame, "┼");
        }
    }
}
END_TEST

START_TEST(ascii_is_enough_for_both) {
    frame.terminal.ascii = true;
    run("arrows Q K");
    frame_shows(&frame, "> Q It");
    frame_shows(&frame, "*");
    frame.terminal.depth = DEPTH_NONE;
    run("links A");
    frame_shows(&frame, "[It]");
    frame_shows(&frame, "#####");
}
END_TEST

/* Fails unless the cursor is on WORD, which is reversed. */
static void chooses(const char *word) {
    frame_draw(&frame);
    const char *text = frame_at_cursor(&frame);
    ck_assert_msg(text_starts(text, word), "the cursor is on %s, not on %s", text, word);
    ck_assert_int_eq(
        canvas_cell(&frame.canvas, frame.found.cursor[0], frame.found.cursor[1])->style,
        STYLE_FOCUS);
}

/* In columns the picture is the same, and so are the keys. */
START_TEST(left_and_right_go_along_the_words) {
    static const char *const conventions[] = {"convention rows", "convention columns"};
    run("links A");
    for (size_t i = 0; i < 2; i++) {
        run(conventions[i]);
        run("move left 3|move up 3");
        frame_shows(&frame, "A  It attends to");
        chooses("It");
        run("move right 2");
        frame_shows(&frame, "A  It attends to");
        chooses("sushi");
        run("move left");
        chooses("is");
        run("move last");
        chooses("sushi");
        run("move first");
        chooses("It");
    }
}
END_TEST

START_TEST(up_and_down_move_the_asking_word) {
    run("links A");
    frame_shows(&frame, "[It]");
    run("move right|move down");
    frame_shows(&frame, "A  is attends to");
    frame_shows(&frame, "[is]");
    chooses("is");
    run("move bottom");
    frame_shows(&frame, "[sushi]");
    chooses("is");
    run("convention columns|move up");
    frame_shows(&frame, "[is]");
}
END_TEST

START_TEST(a_click_lets_a_word_ask) {
    struct text line = {0};
    run("links A");
    frame_draw(&frame);
    size_t at[2] = {frame.canvas.rows, 0}; /* the lowest sushi, above its number */
    for (size_t row = frame.found.cursor[0]; row < frame.canvas.rows; row++) {
        for (size_t i = 0; i + 1 < frame.canvas.columns; i++) {
            if (canvas_cell(&frame.canvas, row, i)->text[0] == 's' &&
                canvas_cell(&frame.canvas, row, i + 1)->text[0] == 'u') {
                at[0] = row;
                at[1] = i;
            }
        }
    }
    ck_assert_int_ne(panels_click(&frame.desk.session, &frame.found, at, &line), POINTED_NOTHING);
    run(text_string(&line));
    frame_shows(&frame, "A  sushi attends to");
    text_release(&line);
}
END_TEST

START_TEST(another_head_and_any_numbers) {
    run("B = softmax(heads(Q, 2) @ heads(K, 2).T)|links B");
    frame_shows(&frame, "1 of 2");
    run("turn next");
    frame_shows(&frame, "2 of 2");
    run("links S");
    frame_shows(&frame, "S  It attends to");
    frame_shows(&frame, "8");
}
END_TEST

/* What is gone into is not called as what it is a part of. */
START_TEST(a_part_of_a_formula_has_its_own_name) {
    run("Z = softmax(Q @ K.T / 2)|goto Z|dive");
    frame_shows(&frame, "── Z, operation 3 of 4: Q @ K.T / 2   3×3 ──");
    frame_shows(&frame, "(Q @ K.T / 2)[It,It] = 4 / 2 = 2");
    run("dive");
    frame_shows(&frame, "── Z, operation 2 of 4");
    run("rise|rise");
    frame_shows(&frame, "── Z = softmax(Q @ K.T / 2)   3×3 ──");
}
END_TEST

START_TEST(what_was_pinned_is_told) {
    run("pin S[1,2] = 7|move S[1,2]");
    frame_tells(&frame, "It 4 2→7 8");
    run("X[2,1] = 0|move S[1,2]");
    frame_shows(&frame, "7");
    run("unpin S[1,2]");
    frame_shows(&frame, "7 → 2");
}
END_TEST

/* Charts are beside the values, and follow what is changed; what a sweep measured goes with the
 * values it was measured of. */
START_TEST(charts_stand_on_the_stage) {
    run("histogram Q bins=2");
    frame_shows(&frame, "Q  6 numbers, mean ");
    frame_shows(&frame, "0 … 2  2 ");
    frame_hides(&frame, "answer");
    ck_assert(text_starts(frame_at_cursor(&frame), "Q"));
    run("W_q[1,1] = 100");
    run("histogram Q");
    frame_shows(&frame, "…");
    run("sweep W_q[1,1] from 0 to 8 watch Q[1,1] steps=4");
    frame_shows(&frame, "Q[1,1] by W_q[1,1]");
    frame_shows(&frame, "W_q");
    frame_hides(&frame, "answer");
    run("W_q[1,1] = 1");
    frame_shows(&frame, "Q[1,1] by");
    run("W_q[2,1] = 3");
    frame_hides(&frame, "Q[1,1] by");
    run("describe on|histogram Q bins=2");
    frame_shows(&frame, "numbers from");
}
END_TEST

/* A curve over a number stays while that is turned, and a mark on it moves along. */
START_TEST(a_mark_moves_along_the_curve) {
    run("w = 0|f = (w - 3)**2|sweep w from -2 to 8 watch f");
    const char *mark = strstr(frame_draw(&frame), "●");
    ck_assert_ptr_nonnull(mark);
    size_t before = (size_t)(mark - text_string(&frame.shown));
    run("move w|w = 3");
    mark = strstr(frame_draw(&frame), "●");
    ck_assert_ptr_nonnull(mark);
    ck_assert_uint_gt((size_t)(mark - text_string(&frame.shown)), before); /* further down */
    run("w = 9");
    frame_shows(&frame, "f by w");
    frame_hides(&frame, "●");
    run("f = w");
    frame_hides(&frame, "f by w");
    run("W = [[0, 2]]|g = W[1,1]**2|sweep W[1,1] from -2 to 2 watch g");
    frame_shows(&frame, "●");
    run("W[1,1] = 1");
    frame_shows(&frame, "●");
    run("W[1,2] = 5"); /* of which nothing was measured */
    frame_hides(&frame, "g by W");
}
END_TEST

/* Down and Up go along a list as it is drawn, which a lesson's bars begin at its first entry. */
START_TEST(a_list_is_gone_through_from_the_top) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nw = 2 * [[1, 5, 3, 4]]\nbars w top=3\n```\nBars.\n");
    while (strstr(frame_draw(&frame), "Bars.") == NULL) {
        run("advance");
    }
    static const struct {
        const char *line;
        size_t cell;
    } moves[] = {{"", 1},          {"move down", 3}, {"move down", 2}, {"move down", 2},
                 {"move up 2", 1}, {"move up", 1},   {"bars w", 1},    {"move down", 2},
                 {"move up 2", 0}, {"move right", 1}};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        run(moves[i].line);
        ck_assert_uint_eq(frame.desk.session.view.cell, moves[i].cell);
    }
}
END_TEST

/* What one goes to from a picture that fills the stage, or into it, is seen in its stead. */
START_TEST(what_is_behind_a_picture_comes_forward) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nS = tokens(\"one two three four five six seven\", "
                       "7 * eye(7), columns=\"one two three four five six "
                       "seven\")\n```\nScores.\n## Two\n```qkv\nA = softmax(S / 10)\n"
                       "links A\n```\nLinks.\n");
    while (strstr(frame_draw(&frame), "Links.") == NULL) {
        run("advance");
    }
    frame_shows(&frame, "attends to");
    frame_hides(&frame, " 7  ");
    run("into");
    frame_hides(&frame, "attends to");
    frame_shows(&frame, ".7");
    run("out|move next");
    frame_hides(&frame, "attends to");
    frame_shows(&frame, " 7  ");
    run("move next");
    frame_shows(&frame, "attends to");
}
END_TEST

/* Those that were named have their numbers, all at once, and keep them as Tab goes on. */
START_TEST(show_puts_all_it_names_on_the_stage) {
    static const size_t sizes[][2] = {{24, 80}, {36, 120}, {50, 200}};
    run("u = [[1, 2], [3, 17]]|w = [[5, 7], [6, 14]]|t = [[18, -1]]");
    frame.terminal.depth = DEPTH_256;
    for (size_t i = 0; i < 3; i++) {
        frame_size(&frame, sizes[i][0], sizes[i][1]);
        run("show u w t");
        for (size_t tabs = 0; tabs < 3; tabs++) {
            frame_shows(&frame, " 17");
            frame_shows(&frame, " 14");
            frame_shows(&frame, "−1");
            run("move previous");
        }
    }
}
END_TEST

/* Its words are there: neither the numbers of a text that changed nor, in the exercise, a table
 * that no words name is beside it. */
START_TEST(beside_links_stands_what_can_be_read) {
    frame_close(&frame);
    frame_open_lesson(&frame, "00-look-back.md");
    frame_run(&frame, "goto page 2");
    frame_run(&frame, "advance");
    frame_run(&frame, "answer 1");
    frame_run(&frame, "advance");
    frame_shows(&frame, "s = \"");
    frame_shows(&frame, "dog attends to");
    frame_hides(&frame, "s was");
    frame_run(&frame, "goto page 4");
    frame_run(&frame, "advance");
    frame_shows(&frame, "You may change `turned`");
    frame_run(&frame, "turned = 1");
    frame_hides(&frame, "as written");
}
END_TEST

static const char lesson[] =
    "---\ntitle: Small\nid: small\n---\n\n# Small\n\n## First\n\nWords.\n\n"
    "```qkv\na = [[3, 4]]\nb = [[4, 3]]\narrows a b\n```\n\nTwo arrows.\n\n"
    "```qkv\nb = [[-4, 3]]\n```\n\nTurned.\n\n```qkv\nc = 2 * b\n```\n\nTwice.\n\n"
    "```qkv hidden\narrows a b\n```\n\n"
    "```try turn\nTurn it.\nexpect b[1,1] > 0\nallow: b\nsolution: b[1,1] = 1\n```\n\n"
    "## Second\n\nThe end.\n";

static bool is_drawn(void) {
    return strstr(frame_draw(&frame), "┼") != NULL;
}

static const char mixed[] =
    "# L\n\n## One\n\n```qkv\nA = softmax([[1, 2], [3, 5]])\nB = [[1, 0], [0, 2]]\nmix A\n```\n\n"
    "Of `A`.\n\n```qkv\nD = B @ B\n```\n\nOf `B` and `D`.\n";

/* True when the heading of the picture is as bright as others. */
static bool is_lit(void) {
    const char *at = strstr(frame_draw(&frame), "what each row");
    ck_assert_ptr_nonnull(at);
    size_t row = 0, column = 0;
    for (const char *before = text_string(&frame.shown); before < at; before++) {
        row += *before == '\n';
        column = *before == '\n' ? 0 : column + 1;
    }
    return !canvas_cell(&frame.canvas, row, column)->faint;
}

/* It is as bright as what the stop is about, and not there where no stop needs it any more. */
START_TEST(a_picture_leaves_with_its_value) {
    frame_close(&frame);
    frame_open(&frame, mixed);
    run("advance 4");
    frame_shows(&frame, "Of `A`.");
    ck_assert(is_lit());
    run("advance");
    frame_shows(&frame, "Of `B` and `D`.");
    frame_hides(&frame, "what each row");
}
END_TEST

/* It is there with its values, in the exercise, and again on the way back. */
START_TEST(a_lessons_picture_comes_and_goes_with_it) {
    bool drawn[16] = {false};
    size_t stop;
    frame_close(&frame);
    frame_open(&frame, lesson);
    const struct session *session = &frame.desk.session;
    while ((stop = session_stop(session)) < session->lesson->stop_count) {
        drawn[stop] = is_drawn();
        run("advance");
    }
    while ((stop = session_stop(session)) > 1) {
        run("back");
        ck_assert_int_eq(is_drawn(), drawn[session_stop(session)]);
    }
    run("advance 3");
    frame_shows(&frame, "Two arrows.");
    run("advance");
    frame_shows(&frame, "Turned.");
    ck_assert(is_drawn());
    run("advance 2");
    frame_shows(&frame, "Turn it.");
    ck_assert(is_drawn());
}
END_TEST

/* A matrix of 8×4 that may be turned, 64 weights, of which the goal is about one row, and the goal.
 */
START_TEST(knobs_and_the_asking_row_fit_on_a_small_screen) {
    frame_close(&frame);
    frame_open_lesson(&frame, "08-sushi.md");
    struct session *session = &frame.desk.session;
    while (strstr(frame_draw(&frame), "Exercise: Make it put") == NULL) {
        ck_assert_uint_lt(session_stop(session), session->lesson->stop_count);
        run(question_open(session) != SIZE_MAX ? "skip" : "advance");
    }
    frame_shows(&frame, "W_q ◂ turn");
    frame_shows(&frame, "A  it attends to");
    frame_shows(&frame, "[it]");
    frame_shows(&frame, "not yet");
    run("move A[1,1]");
    frame_shows(&frame, "A  I attends to");
    frame_shows(&frame, "W_q ◂ turn");
    run("move down 4");
    run("W_q[\"thing\",\"object\"] = 4");
    frame_shows(&frame, ".848");
    frame_hides(&frame, "◂ turn"); /* the goal is met */
}
END_TEST

/* Three outputs on 80 columns, side by side. */
START_TEST(three_twins_keep_their_digits) {
    frame_close(&frame);
    frame_open_lesson(&frame, "10-masked-attention.md");
    while (strstr(frame_draw(&frame), "Both are leaks.") == NULL) {
        ck_assert(frame_goes_on(&frame));
    }
    frame_tells(&frame, ".50 .50 0 0 saw .03 .03 0 0 saw .49 .49 .01 .01");
}
END_TEST

Suite *panels_drawing_suite(void);

Suite *panels_drawing_suite(void) {
    Suite *suite = suite_create("panels drawing");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, begin, finish);
    tcase_add_test(core, arrows_follow_what_is_turned);
    tcase_add_test(core, one_unit_is_as_long_across_as_up);
    tcase_add_test(core, any_number_is_an_arrow);
    tcase_add_test(core, ascii_is_enough_for_both);
    tcase_add_test(core, left_and_right_go_along_the_words);
    tcase_add_test(core, up_and_down_move_the_asking_word);
    tcase_add_test(core, a_click_lets_a_word_ask);
    tcase_add_test(core, another_head_and_any_numbers);
    tcase_add_test(core, a_part_of_a_formula_has_its_own_name);
    tcase_add_test(core, what_was_pinned_is_told);
    tcase_add_test(core, charts_stand_on_the_stage);
    tcase_add_test(core, a_mark_moves_along_the_curve);
    tcase_add_test(core, a_list_is_gone_through_from_the_top);
    tcase_add_test(core, what_is_behind_a_picture_comes_forward);
    tcase_add_test(core, show_puts_all_it_names_on_the_stage);
    tcase_add_test(core, knobs_and_the_asking_row_fit_on_a_small_screen);
    tcase_add_test(core, three_twins_keep_their_digits);
    tcase_add_test(core, beside_links_stands_what_can_be_read);
    tcase_add_test(core, a_picture_leaves_with_its_value);
    tcase_add_test(core, a_lessons_picture_comes_and_goes_with_it);
    suite_add_tcase(suite, core);
    return suite;
}
