/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Going from place to place on the screen: Tab, the map, clicks, what was found. */
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

/* Also on what was typed at the prompt, which has no name. */
START_TEST(a_click_anywhere_does_no_harm) {
    frame_run(&frame, "A = [[1, 2], [3, 4]]");
    frame_run(&frame, "A * 2");
    frame_check(&frame);
    for (size_t at = 0; at < frame.canvas.rows * frame.canvas.columns; at += 7) {
        struct text line = {0};
        panels_click(&frame.desk.session, &frame.terminal, &frame.canvas,
                     (const size_t[]){at / frame.canvas.columns, at % frame.canvas.columns}, &line);
        text_release(&line);
    }
    frame_check(&frame);
}
END_TEST

/* Tab goes through what the board shows, a product's operands among it, and round, and the board
 * stays; what is defined and not shown is passed over. */
START_TEST(tab_goes_from_matrix_to_matrix) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nZ = 78\nA = [[1, 2], [3, 4]]\n"
                       "B = [[5], [6]]\nC = A @ B\n```\n");
    small_run("advance 2");
    frame_draw(&frame);
    ck_assert(!desk_types(&frame.desk, "move next"));
    ck_assert_str_eq(frame.desk.failure.message, "there is no other matrix beside Z");
    small_run("advance 3");
    static const struct {
        const char *line, *name;
        bool map;
    } steps[] = {{"goto C", "C", false},         {"move next", "A", false},
                 {"move next", "B", false},      {"B[1,1] = 9", "B", false},
                 {"move next", "B", true},       {"move next", "C", false},
                 {"move previous", "B", false},  {"move previous", "A", false},
                 {"move previous", "C", false},  {"move next 2", "B", false},
                 {"move next", "B", true},       {"move previous", "B", false},
                 {"move previous 2", "C", false}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        small_run(steps[i].line);
        ck_assert_str_eq(looks_definition(&frame.desk.session)->name, steps[i].name);
        ck_assert_int_eq(frame.desk.session.map_at > 0, steps[i].map);
        frame_shows(&frame, "39"); /* in C */
        frame_shows(&frame, "6");  /* in B */
        frame_shows(&frame, "4");  /* in A */
        frame_hides(&frame, "78"); /* in Z */
    }
}
END_TEST

/* In an exercise Tab goes first to what may be turned, then to the others and the map; back the
 * same way. */
START_TEST(tab_goes_first_to_what_may_be_turned) {
    static const char *const ways[] = {"move next", "move previous"};
    static const char *const stations[][6] = {{"B", "A", "C", "S", "map", "D"},
                                              {"S", "C", "A", "B", "D", "S"}};
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nA = [[1, 2], [3, 4]]\nB = [[5], [6]]\nC = A @ B\n"
                       "D = [[7]]\nS = C @ D\n```\n```try x\nMake `C[1,1]` of `A` 9.\n"
                       "expect C[1,1] = 9\nallow: D B\nsolution: B[1,1] = -1\n```\n");
    small_run("advance 7");
    for (size_t way = 0; way < 2; way++) {
        frame_shows(&frame, "You may change D B");
        ck_assert_str_eq(looks_definition(&frame.desk.session)->name, "D");
        for (size_t i = 0; i < 6; i++) {
            small_run(ways[way]);
            bool map = frame.desk.session.map_at > 0;
            ck_assert_str_eq(map ? "map" : looks_definition(&frame.desk.session)->name,
                             stations[way][i]);
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
    frame_size(&frame, 24, 80);
    small_run("goto page 8|run|skip|run|skip|run");
    frame.terminal.depth = DEPTH_256;
    frame_shows(&frame, "W_k ◂ turn");
    small_run("move next|nudge up");
    frame_shows(&frame, "[.20→.30]");
    frame_shows(&frame, ".314→.315");
}
END_TEST

/* What is turned there is on the board once, also while Tab is on the product made from it. */
START_TEST(what_is_turned_stands_in_no_corner) {
    small_to_weights();
    small_run("advance 2|answer 1 2|advance|answer 2|advance");
    frame_shows(&frame, "W_q ◂ turn");
    small_run("goto Q");
    frame_shows(&frame, "W_q ◂ turn");
    const char *once = strstr(text_string(&frame.desk.session.board), "W_q ");
    ck_assert(once != NULL && strstr(once + 1, "W_q ") == NULL);
}
END_TEST

/* On the map Tab stands on the present name; the arrows go along it, Enter goes there, Escape back,
 * and so does whatever else is done. */
START_TEST(the_keys_go_along_the_map) {
    static const struct {
        const char *line, *at; /* where the hardware cursor stands; NULL: in the matrix */
    } steps[] = {{"goto C", NULL},     {"move next 3", "[B]"}, {"move left", "A"},
                 {"move down 2", "C"}, {"move left 9", "A"},   {"move last", "C"},
                 {"move first", "A"},  {"close", NULL},        {"move next", "[B]"},
                 {"baseline", NULL},   {"move next", "[B]"},   {"move top", "A"},
                 {"dive", NULL}};
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nA = [[1, 2], [3, 4]]\n"
                       "B = [[5, 1], [6, 1]]\nC = A @ B\n```\n");
    small_run("advance 4");
    frame_draw(&frame);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        small_run(steps[i].line);
        frame_draw(&frame);
        const char *line = frame_at_cursor(&frame);
        const struct canvas_cell *cell =
            &frame.canvas.cells[frame.cursor[0] * 80 + frame.cursor[1]];
        bool map = frame.cursor[0] > 18;
        ck_assert_msg(map == (steps[i].at != NULL) && cell->style == STYLE_FOCUS &&
                          (!map || text_starts(line, steps[i].at)),
                      "%zu %s: %zu,%zu %s\n%s", i, steps[i].line, frame.cursor[0], frame.cursor[1],
                      line, frame_draw(&frame));
    }
    ck_assert_str_eq(looks_definition(&frame.desk.session)->name, "A");
}
END_TEST

/* Zoomed, it goes to what that one was made from or made. */
START_TEST(tab_goes_on_from_one_alone) {
    small_run("advance 4|skip|advance 2|zoom|goto Q");
    frame_draw(&frame);
    small_run("move next");
    ck_assert_str_eq(looks_definition(&frame.desk.session)->name, "X");
}
END_TEST

/* What stands where TEXT does, OFFSET columns on. */
static enum pointed point(const char *text, size_t offset, struct text *line) {
    size_t at[2];
    text_clear(line);
    frame_draw(&frame);
    small_find(text, at);
    at[1] += offset;
    return panels_click(&frame.desk.session, &frame.terminal, &frame.canvas, at, line);
}

/* LINES before it; then a click OFFSET columns behind where TEXT begins. */
static const struct {
    const char *lines, *text;
    size_t offset;
    enum pointed pointed;
    const char *line;
} clicks[] = {
    {"advance 2|goto X", " 3  ", 1, POINTED_KNOB, "move X[2,1]"},
    {"advance 2|goto X", "[1]", 1, POINTED_KNOB, ""},
    {"advance 2|goto X", "am ", 1, POINTED_NOTHING, ""},
    {"advance 2|goto X|convention columns", " 3  ", 1, POINTED_KNOB, "move X[1,2]"},
    {"advance 4|B = X @ W_q|goto B", " .5", 1, POINTED_KNOB, "move W_q[1,1]"},
    {"advance 4|B = W_q @ X.T|goto B", "4", 0, POINTED_KNOB, "move X[2,2]"},
    {"advance 2|B = X + 4|goto X", " 8", 1, POINTED_CELL, "move B[2,2]"},
    {"advance 2|n = 7|B = n * X|goto B", "= 7", 2, POINTED_KNOB, "move n"},
    {"advance 2|H = heads(join(X, 8 * X), 2)|goto H", "16", 1, POINTED_CELL, "move H[2,1,2]"},
    {"advance 4|B = X @ W_q|goto B", "W_q", 0, POINTED_NAME, "goto W_q"},
    {"advance 2|goto X", "Behind", 0, POINTED_WORDS, ""},
    {"advance 5", "2. am", 3, POINTED_CHOICE, "2"},
    {"advance 5", "Which row", 3, POINTED_NOTHING, ""},
    {"advance 2|contents", "First", 0, POINTED_NOTHING, ""},
};

START_TEST(a_click_means_what_stands_there) {
    struct text line = {0};
    small_run(clicks[_i].lines);
    enum pointed pointed = point(clicks[_i].text, clicks[_i].offset, &line);
    ck_assert_msg(pointed == clicks[_i].pointed && text_same(text_string(&line), clicks[_i].line),
                  "%d %s\n%s", (int)pointed, text_string(&line), frame_draw(&frame));
    if (pointed == POINTED_CELL || pointed == POINTED_KNOB) {
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
        ck_assert_int_eq(panels_click(&frame.desk.session, &frame.terminal, &frame.canvas,
                                      (const size_t[]){99 * i, 99 * i}, &line),
                         POINTED_NOTHING);
    }
    text_release(&line);
}
END_TEST

START_TEST(a_click_in_the_map_goes_there) {
    struct text line = {0};
    small_to_weights();
    frame_draw(&frame);
    bool found = false;
    for (size_t i = 16 * 80; i < 22 * 80 && !found; i++) {
        const size_t at[] = {i / 80, i % 80};
        found = frame.canvas.cells[i].text[0] == 'S' &&
                panels_click(&frame.desk.session, &frame.terminal, &frame.canvas, at, &line);
    }
    ck_assert(found);
    ck_assert_str_eq(text_string(&line), "goto S");
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
    tcase_add_test(core, what_is_turned_stands_in_no_corner);
    tcase_add_test(core, the_keys_go_along_the_map);
    tcase_add_test(core, tab_goes_on_from_one_alone);
    tcase_add_loop_test(core, a_click_means_what_stands_there, 0, sizeof clicks / sizeof *clicks);
    tcase_add_test(core, many_short_choices_stand_in_one_line);
    tcase_add_test(core, a_click_beside_everything_means_nothing);
    tcase_add_test(core, a_click_in_the_map_goes_there);
    suite_add_tcase(suite, core);
    return suite;
}
