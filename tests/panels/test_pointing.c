/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Going from place to place on the screen: Tab, clicks, what was found. */
#include "panels/small.h"

#include "base/failure.h"
#include "panels/panels.h"

#include <check.h>
#include <string.h>

Suite *panels_pointing_suite(void);

/* Where in the frame drawn last cells are lit because something was found, as text. */
static const char *lit_cells(void) {
    static char lit[400];
    size_t length = 0;
    for (size_t i = 0; i < frame.canvas.rows * frame.canvas.columns; i++) {
        const struct canvas_cell *cell = &frame.canvas.cells[i];
        length += text_fill(lit + length, sizeof lit - length, "%s",
                            cell->style == STYLE_FOUND ? cell->text : "");
    }
    lit[length] = '\0';
    return lit;
}

/* In the words, the question, the picture; until Escape, or another place. */
START_TEST(what_was_found_is_lit) {
    static const struct {
        const char *words, *lit;
    } cases[] = {{"OF PAGE", "ofpage"}, {"row is", "rowis"}, {"W_q", "W_qW_q"}, {"am", "amam"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[80];
        text_fill(line, sizeof line, "find %s", cases[i].words);
        small_run("goto start");
        small_run(line);
        frame_check(&frame);
        ck_assert_msg(strstr(lit_cells(), cases[i].lit) != NULL, "%s: %s", cases[i].words,
                      lit_cells());
    }
    small_run("goto start|find Behind X");
    frame_shows(&frame, "Behind X: place 1 of 1");
    ck_assert_str_eq(lit_cells(), "BehindX");
    small_run("advance");
    frame_check(&frame);
    ck_assert_str_eq(lit_cells(), "");
    small_run("retreat");
    frame_check(&frame);
    ck_assert_str_eq(lit_cells(), "BehindX");
    small_run("close");
    frame_check(&frame);
    ck_assert_str_eq(lit_cells(), "");
}
END_TEST

/* Also where its line ends within it. */
START_TEST(found_words_are_lit_across_lines) {
    frame_size(&frame, 24, 40);
    small_run("find The words of page one.");
    frame_check(&frame);
    ck_assert_str_eq(lit_cells(), "Thewordsofpageone.");
    frame_close(&frame);
    frame_open(&frame, "# T\n\nNine words are enough to fill all of this line, and more.\n");
    frame_size(&frame, 24, 40);
    small_run("advance|find of this line, and");
    frame_check(&frame);
    ck_assert_str_eq(lit_cells(), "ofthisline,and");
    frame_shows(&frame, "fill all of\n");
    for (size_t rows = 1; rows < 24; rows++) { /* a box may be larger than the screen */
        frame_size(&frame, rows, 40 + rows);
        frame_check(&frame);
    }
}
END_TEST

static void click_everywhere(void) {
    frame_check(&frame);
    for (size_t at = 0; at < frame.canvas.rows * frame.canvas.columns; at++) {
        struct text line = {0};
        panels_click(&frame.desk.session, &frame.found,
                     (const size_t[]){at / frame.canvas.columns, at % frame.canvas.columns}, &line);
        text_release(&line);
    }
    frame_check(&frame);
}

/* Also on what was typed at the prompt, which has no name, and on a picture of words in the other
 * convention. */
START_TEST(a_click_anywhere_does_no_harm) {
    frame_run(&frame, "A = [[1, 2], [3, 4]]");
    frame_run(&frame, "A * 2");
    click_everywhere();
    frame_run(&frame, "A = softmax(tokens(\"a b\", [[1, 2], [3, 4]], columns=\"a b\"))");
    frame_run(&frame, "convention columns");
    frame_run(&frame, "links A");
    click_everywhere();
}
END_TEST

/* Tab goes through the values on the stage in the order of the computation, a product's operands
 * among them, and round; nothing moves meanwhile. */
START_TEST(tab_goes_from_matrix_to_matrix) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nA = [[1, 2], [3, 4]]\n"
                       "B = [[5], [6]]\nC = A @ B\n```\n");
    small_run("advance 2");
    frame_draw(&frame);
    ck_assert(!desk_types(&frame.desk, "move next"));
    ck_assert_str_eq(frame.desk.failure.message, "there is no other matrix beside A");
    small_run("advance 2");
    static const struct {
        const char *line, *name;
    } steps[] = {{"goto C", "C"},         {"move next", "A"},     {"move next", "B"},
                 {"B[1,1] = 9", "B"},     {"move next", "C"},     {"move previous", "B"},
                 {"move previous", "A"},  {"move previous", "C"}, {"move next 2", "B"},
                 {"move previous 2", "C"}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        small_run(steps[i].line);
        ck_assert_str_eq(view_definition(&frame.desk.session)->name, steps[i].name);
        frame_shows(&frame, "39"); /* in C */
        frame_shows(&frame, "6");  /* in B */
        frame_shows(&frame, "4");  /* in A */
    }
}
END_TEST

/* In an exercise Tab goes first to what may be turned, then to the others; back the same way. */
START_TEST(tab_goes_first_to_what_may_be_turned) {
    static const char *const ways[] = {"move next", "move previous"};
    static const char *const stations[][5] = {{"B", "A", "C", "S", "D"}, {"S", "C", "A", "B", "D"}};
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nA = [[1, 2], [3, 4]]\nB = [[5], [6]]\nC = A @ B\n"
                       "D = [[7]]\nS = C @ D\n```\n```try x\nMake `C[1,1]` of `A` 9.\n"
                       "expect C[1,1] = 9\nallow: D B\nsolution: B[1,1] = -1\n```\n");
    small_run("advance 7");
    for (size_t way = 0; way < 2; way++) {
        frame_shows(&frame, "You may change `D` and `B`");
        ck_assert_str_eq(view_definition(&frame.desk.session)->name, "D");
        for (size_t i = 0; i < 5; i++) {
            small_run(ways[way]);
            ck_assert_str_eq(view_definition(&frame.desk.session)->name, stations[way][i]);
            frame_check(&frame);
        }
    }
}
END_TEST

/* In an exercise the weights that answer keep their numbers wherever Tab has been. */
START_TEST(tab_takes_no_room_from_what_answers) {
    frame_close(&frame);
    desk_open_lesson(&frame.desk, "01-worked-example.md");
    frame.desk.session.front.drawn = true;
    frame.desk.session.front.showing = &frame.found.shows;
    frame_size(&frame, 24, 80);
    small_run("goto page 8|run|skip|run|skip|run");
    frame.terminal.depth = DEPTH_256;
    frame_shows(&frame, "W_k 1  2  3  4◂");
    small_run("move next|nudge up");
    frame_shows(&frame, "W_k[1,1] = 0.2 → 0.3");
    frame_tells(&frame, ".315 .348 .338"); /* weights */
}
END_TEST

/* What is turned there is on the stage once, also while Tab is on the product made from it. */
START_TEST(what_is_turned_is_there_once) {
    small_to_weights();
    small_run("advance 2|answer 1 2|advance|answer 2|advance");
    frame_shows(&frame, "W_q ◂");
    small_run("goto Q");
    const char *once = strstr(frame_draw(&frame), "W_q ◂");
    ck_assert(once != NULL && strstr(once + 1, "W_q ◂") == NULL);
}
END_TEST

/* Zoomed, it goes to what that one was made from or made. */
START_TEST(tab_goes_on_from_one_alone) {
    small_run("advance 4|skip|advance 2|zoom|goto Q");
    frame_draw(&frame);
    small_run("move next");
    ck_assert_str_eq(view_definition(&frame.desk.session)->name, "X");
}
END_TEST

/* Returns what is where TEXT is, OFFSET columns on. */
static enum pointed point(const char *text, size_t offset, struct text *line) {
    size_t at[2];
    text_clear(line);
    frame_draw(&frame);
    small_find(text, at);
    at[1] += offset;
    return panels_click(&frame.desk.session, &frame.found, at, line);
}

/* LINES before it; then a click OFFSET columns after where TEXT begins. */
static const struct {
    const char *lines, *text;
    size_t offset;
    enum pointed pointed;
    const char *line;
} clicks[] = {
    {"advance 2|goto X", " 3  ", 1, POINTED_KNOB, "move X[2,1]"},
    {"advance 2|goto X", "I    1", 5, POINTED_KNOB, ""},
    {"advance 2|goto X", "am ", 1, POINTED_NOTHING, ""},
    {"advance 2|goto X|convention columns", " 3  ", 1, POINTED_KNOB, "move X[1,2]"},
    {"advance 2|goto X", ".50", 1, POINTED_KNOB, "move W_q[1,1]"},
    {"advance 2|goto X|convention columns", " 4", 1, POINTED_KNOB, "move X[2,2]"},
    {"advance 2|B = X + 4|goto X", " 8", 1, POINTED_VALUE, "move B[2,2]"},
    {"advance 2|n = 7|goto X", "= 7", 2, POINTED_KNOB, "move n"},
    {"advance 2|H = heads(join(X, 8 * X), 2)|goto H", "16", 1, POINTED_VALUE, "move H[2,1,2]"},
    {"advance 4|B = X @ W_q|goto B", "W_q             W_k", 0, POINTED_VALUE, "goto W_q"}, /* dim */
    {"advance 2|goto X", "Behind", 0, POINTED_WORDS, ""},
    {"advance 5", "2. am", 3, POINTED_CHOICE, "2"},
    {"advance 5", "Which row", 3, POINTED_WORDS, ""},
    {"advance 2|contents", "First", 0, POINTED_NOTHING, ""},
};

START_TEST(a_click_means_what_stands_there) {
    struct text line = {0};
    small_run(clicks[_i].lines);
    enum pointed pointed = point(clicks[_i].text, clicks[_i].offset, &line);
    ck_assert_msg(pointed == clicks[_i].pointed && text_same(text_string(&line), clicks[_i].line),
                  "%d %s\n%s", (int)pointed, text_string(&line), frame_draw(&frame));
    if (pointed == POINTED_VALUE || pointed == POINTED_KNOB) {
        small_run(line.length > 0 ? text_string(&line) : "precision");
    }
    text_release(&line);
}
END_TEST

/* Five or more choices of a word each leave their rows to the board. */
START_TEST(many_short_choices_stand_in_one_line) {
    struct text line = {0};
    frame_close(&frame);
    frame_open(&frame, "# Five\n\n## One\n\n```quiz q predict\nWhich?\n[x] Q\n[ ] K\n[ ] V\n"
                       "[ ] scores\n[x] O\n```\n\n```qkv\nA = 1\nB = 2\n```\n");
    small_run("advance 2");
    frame_shows(&frame, "\n   1. Q   2. K   3. V   4. scores   5. O\n");
    point("4. scores", 3, &line);
    ck_assert_str_eq(text_string(&line), "4");
    text_release(&line);
    small_run("answer 1 4|advance");
    frame_shows(&frame, "\n  ▶1. Q   2. K   3. V  ▶4. scores   5. O\n");
}
END_TEST

START_TEST(a_click_beside_everything_means_nothing) {
    struct text line = {0};
    small_run("advance 2|goto X");
    frame_draw(&frame);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_eq(panels_click(&frame.desk.session, &frame.found,
                                      (const size_t[]){99 * i, 99 * i}, &line),
                         POINTED_NOTHING);
    }
    text_release(&line);
}
END_TEST

Suite *panels_pointing_suite(void) {
    Suite *suite = suite_create("panels_pointing");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, small_begin, small_finish);
    tcase_add_test(core, what_was_found_is_lit);
    tcase_add_test(core, found_words_are_lit_across_lines);
    tcase_add_test(core, a_click_anywhere_does_no_harm);
    tcase_add_test(core, tab_goes_from_matrix_to_matrix);
    tcase_add_test(core, tab_takes_no_room_from_what_answers);
    tcase_add_test(core, tab_goes_first_to_what_may_be_turned);
    tcase_add_test(core, what_is_turned_is_there_once);
    tcase_add_test(core, tab_goes_on_from_one_alone);
    tcase_add_loop_test(core, a_click_means_what_stands_there, 0, sizeof clicks / sizeof *clicks);
    tcase_add_test(core, many_short_choices_stand_in_one_line);
    tcase_add_test(core, a_click_beside_everything_means_nothing);
    suite_add_tcase(suite, core);
    return suite;
}
