/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen as a whole: what each panel says of a session. */
#include "lesson/shelf.h"
#include "panels/frame.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "panels/panels.h"

#include <check.h>
#include <string.h>

Suite *panels_panels_suite(void);

static const char lesson[] =
    "---\ntitle: Small\nid: small\n---\n\n# Small\n\n## First\n\nThe words of page one.\n\n"
    "```qkv\nX = tokens(\"I am\", [[1, 2], [3, 4]])\n```\n\nBehind X.\n\n"
    "```qkv\nW_q = [[0.5, 0], [0, 1]]\nW_k = [[1, 0], [0, 1]]\n```\n\n"
    "```quiz which predict\nWhich row is the larger one?\n( ) I {{ No: 1 and 2. }}\n"
    "(x) am {{ Yes: 3 and 4. }}\nhint: Add them up.\nexplain: 3 and 4 are more than 1 and "
    "2.\n```\n\n"
    "```qkv grain=cell\nQ = X @ W_q\nexpect Q is 2x2\n```\n\nBehind Q.\n\n"
    "```qkv\nK = X @ W_k\nS = Q @ K.T\nA = softmax(S)\n```\n\n"
    "## Second\n\n```quiz all\nWhich are leaves?\n[x] X {{ It is. }}\n[x] W_q {{ It is too. }}\n"
    "[ ] Q {{ It is made. }}\n```\n\nBehind the leaves.\n\n"
    "```quiz number\nHow many columns has X?\n= columns(X)\n```\n\n"
    "<!-- note: Breathe. -->\n\n"
    "```try turn\nMake `Q[1,1]` larger than 1.\nexpect Q[1,1] > 1\nexpect K = [[1, 2], [3, 4]]\n"
    "allow: W_q\nchanges: 2\nhint: Look up.\nhint: W_q[1,1] counts.\nsolution: W_q[1,1] = "
    "2\n```\n\nThe end.\n\n```qkv\nB = 2 * Q\n```\n";

static struct frame frame;

static void begin(void) {
    frame_open(&frame, lesson);
    frame_run(&frame, "advance");
}

static void finish(void) {
    frame_close(&frame);
}

/* Runs the lines of LINES, parted by |. */
static void run(const char *lines) {
    while (*lines != '\0') {
        char line[200];
        size_t length = strcspn(lines, "|");
        text_fill(line, sizeof line, "%.*s", (int)length, lines);
        frame_run(&frame, line);
        lines += length + (lines[length] == '|' ? 1 : 0);
    }
}

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
        run("goto start");
        run(line);
        frame_check(&frame);
        ck_assert_msg(strstr(lit_cells(), cases[i].lit) != NULL, "%s: %s", cases[i].words,
                      lit_cells());
    }
    run("goto start|find Behind X");
    frame_shows(&frame, "Behind X: place 1 of 1");
    ck_assert_str_eq(lit_cells(), "BehindX");
    run("advance");
    frame_check(&frame);
    ck_assert_str_eq(lit_cells(), "");
    run("retreat");
    frame_check(&frame);
    ck_assert_str_eq(lit_cells(), "BehindX");
    run("close");
    frame_check(&frame);
    ck_assert_str_eq(lit_cells(), "");
}
END_TEST

/* Whoever jumps to a stop that the lesson shows as a heat map has none of his own from then on. */
START_TEST(a_jump_brings_no_shades_back) {
    frame_close(&frame);
    frame_open(&frame, "# T\n```qkv\nA = [[1, 2], [3, 4]]\n```\nHere.\n\n"
                       "```qkv\nheat A\n```\nShades.\n\n```qkv\nB = A.T\n```\nOn.\n");
    run("advance 2");
    frame_shows(&frame, "[1]");
    run("find Shades");
    frame_shows(&frame, "this matrix");
    run("retreat");
    frame_shows(&frame, "[1]");
    frame_hides(&frame, "this matrix");
    run("find Shades|advance");
    frame_hides(&frame, "this matrix");
}
END_TEST

/* Also where its line ends within it. */
START_TEST(found_words_are_lit_across_lines) {
    frame_size(&frame, 24, 40);
    run("find The words of page one.");
    frame_check(&frame);
    ck_assert_str_eq(lit_cells(), "Thewordsofpageone.");
    frame_close(&frame);
    frame_open(&frame, "# T\n\nNine words are enough to fill all of this line, and more.\n");
    frame_size(&frame, 24, 40);
    run("advance|find of this line, and");
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

START_TEST(a_page_begins) {
    frame_shows(&frame, "Small · page 1 of 2: First");
    frame_shows(&frame, "The words of page one.");
    frame_shows(&frame, "Nothing is defined yet.");
    frame_hides(&frame, "Behind X.");
}
END_TEST

/* Page two makes nothing from what is there: there are words to read, and a typed change to see. */
START_TEST(a_page_begins_without_the_last_picture) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\nWords.\n```qkv\nA = [[1, 2]]\n```\n## Two\n"
                       "Read, and more words than stand beside a picture on one line of it.\n"
                       "```qkv\nB = [[3, 4]]\n```\n");
    run("advance 2");
    frame_shows(&frame, "A = [[1, 2]]");
    run("advance");
    for (size_t columns = 80; columns <= 120; columns += 40) {
        frame_size(&frame, 24, columns);
        frame_shows(&frame, "Read, and more words than stand beside a picture on one line of it.");
        frame_hides(&frame, "A = [[1, 2]]");
        frame_hides(&frame, "Nothing is defined yet.");
        frame_hides(&frame, "│");
    }
    run("advance|back");
    frame_hides(&frame, "A = [[1, 2]]");
    run("A[1,2] = 7");
    frame_shows(&frame, "old → new");
    frame_shows(&frame, "2→7");
}
END_TEST

/* However large the matrix is that was just defined: new words are whole, and it is there. */
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
        run("advance 2");
        frame_shows(&frame, "Line one.");
        frame_shows(&frame, "Line five.");
        frame_shows(&frame, " A  ");
    }
}
END_TEST

/* At a stop without new words the page's last paragraph stays, and older ones where there is room.
 */
START_TEST(older_words_stay_where_there_is_room) {
    frame_close(&frame);
    frame_open(&frame,
               "# T\n## One\nFirst of all.\n\nLast of all.\n```qkv\nA = 1\nB = [[2, 3], [4, "
               "5]]\nC = ones(9, 9)\n```\n");
    run("advance 3");
    frame_shows(&frame, "First of all.");
    frame_shows(&frame, "Last of all.");
    run("advance");
    frame_size(&frame, 18, 60);
    frame_hides(&frame, "First of all.");
    frame_shows(&frame, "Last of all.");
}
END_TEST

/* What the lesson says of a number is held against the notebook as it stands. */
START_TEST(a_number_that_no_longer_holds_says_so) {
    frame_close(&frame);
    frame_open(&frame,
               "# T\n## One\n```qkv\nA = [[1, 2]]\nB = A / 4\n```\nThen `B[1,2] → 0.50` and "
               "`B[1,1] → 0.25`.\n");
    run("advance 3");
    frame_shows(&frame, "Then `B[1,2] → 0.50` and `B[1,1] → 0.25`.");
    run("A[1,2] = 3");
    frame_shows(&frame, "Then `B[1,2] → 0.75 (lesson: 0.50)` and `B[1,1] → 0.25`.");
    run("undo");
    frame_shows(&frame, "Then `B[1,2] → 0.50` and `B[1,1] → 0.25`.");
}
END_TEST

/* It is never cut: what does not fit on its line stands above it too, on either focus. */
START_TEST(what_is_said_is_said_whole) {
    run("advance 2");
    text_append(
        &frame.desk.session.looks.last.message,
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
    run("advance 2");
    frame_hides(&frame, "told in");
    run("convention columns");
    frame_shows(&frame, " told in rows, shown in columns\n");
    run("advance 2");
    frame_shows(&frame, "   2×1 ─");
    frame_hides(&frame, "told in");
    run("convention rows");
    frame_shows(&frame, " told in columns, shown in rows\n");
}
END_TEST

/* Nine lines of words leave the matrix its numbers. */
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
    run("advance 3");
    frame_shows(&frame, "Line 1.");
    frame_shows(&frame, "Line 10.");
    run("advance");
    frame_shows(&frame, "B = A @ A");
    frame_shows(&frame, "Line 10.");
}
END_TEST

/* Tab goes through what the board shows, a product's operands among it, and round, and the board
 * stays; what is defined and not shown is passed over. */
START_TEST(tab_goes_from_matrix_to_matrix) {
    frame_close(&frame);
    frame_open(&frame, "# T\n## One\n```qkv\nZ = 78\nA = [[1, 2], [3, 4]]\n"
                       "B = [[5], [6]]\nC = A @ B\n```\n");
    run("advance 2");
    frame_draw(&frame);
    ck_assert(!desk_types(&frame.desk, "move next"));
    ck_assert_str_eq(frame.desk.failure.message, "there is no other matrix beside Z");
    run("advance 3");
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
        run(steps[i].line);
        ck_assert_str_eq(looks_definition(&frame.desk.session)->name, steps[i].name);
        ck_assert_int_eq(frame.desk.session.map_at > 0, steps[i].map);
        frame_shows(&frame, "39"); /* in C */
        frame_shows(&frame, "6");  /* in B */
        frame_shows(&frame, "4");  /* in A */
        frame_hides(&frame, "78"); /* in Z */
    }
}
END_TEST

/* In an exercise the weights that answer keep their numbers wherever Tab has been. */
START_TEST(tab_takes_no_room_from_what_answers) {
    frame_close(&frame);
    desk_open_lesson(&frame.desk, "01-worked-example.md");
    frame.desk.session.drawn = true;
    frame_size(&frame, 24, 80);
    run("goto page 8|run|skip|run|skip|run");
    frame.terminal.depth = DEPTH_256;
    frame_shows(&frame, "W_k ◂ turn");
    run("move next|nudge up");
    frame_shows(&frame, "[.20→.30]");
    frame_shows(&frame, ".314→.315");
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
    run("advance 4");
    frame_draw(&frame);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        run(steps[i].line);
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

/* What is typed to see its value is on the board, under its formula, beside what is looked at; it
 * goes with the next line. Where there is no place for it, it lies over the board. */
START_TEST(a_typed_formula_is_drawn_on_the_board) {
    run("advance 2|goto X|X @ X.T");
    frame_shows(&frame, "── X = tokens");
    frame_shows(&frame, "X @ X.T");
    frame_shows(&frame, " 25");
    frame_hides(&frame, "── answer");
    ck_assert_str_eq(strtok((char *)frame_at_cursor(&frame), " ]"), "1");
    run("convention columns|X.T @ X");
    frame_shows(&frame, "X.T @ X");
    frame_shows(&frame, " 25");
    run("precision");
    frame_hides(&frame, "X.T @ X");
    run("X + X + X + X + X + X + X + X + X + X + X + 5");
    frame_shows(&frame, "the value");
    run("close|columns(X)");
    frame_shows(&frame, "\n   2\n");
    run("convention rows|goto page 1|advance 4|X + X");
    frame_size(&frame, 10, 40);
    frame_shows(&frame, "── answer");
    frame_shows(&frame, "am  6  8");
    run("close");
    run("describe on|X + 1");
    frame_shows(&frame, "── answer");
}
END_TEST

/* Zoomed, it goes to what that one was made from or made. */
START_TEST(tab_goes_on_from_one_alone) {
    run("advance 4|skip|advance 2|zoom|goto Q");
    frame_draw(&frame);
    run("move next");
    ck_assert_str_eq(looks_definition(&frame.desk.session)->name, "X");
}
END_TEST

START_TEST(a_definition_is_shown) {
    run("advance");
    frame_shows(&frame, "Behind X.");
    frame_shows(&frame, "[1]");
    frame_shows(&frame, "X[I,1] = 1, as written in X");
    ck_assert_str_eq(strtok((char *)frame_at_cursor(&frame), " ]"), "1");
}
END_TEST

START_TEST(a_prediction_is_locked_and_settled) {
    run("advance 4");
    frame_shows(&frame, "Predict: Which row is the larger one?");
    frame_shows(&frame, "   2. am");
    frame_shows(&frame, "Press 1 to 2.");
    ck_assert_int_eq(strncmp(frame_at_cursor(&frame), "Your answer", 11), 0);
    run("hint");
    frame_shows(&frame, "Hint 1 of 1: Add them up.");
    run("answer 1");
    frame_shows(&frame, "▶1. I");
    frame_shows(&frame, "Locked.");
    frame_hides(&frame, "Yes: 3 and 4.");
    frame_hides(&frame, "✗");
    run("advance");
    frame_shows(&frame, "Predict: Which row is the larger one?"); /* stays until it is settled */
    frame_shows(&frame, "▶1. I");
    frame_hides(&frame, "2. am");
    frame_hides(&frame, "You said");
    frame_hides(&frame, "Behind Q.");
    frame_shows(&frame, "term 1 of 2");
    frame_shows(&frame, "(.50)");
    run("run");
    run("retreat|retreat|retreat");
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
    run("advance 5");
    frame_shows(&frame, "From `X` comes `Q`.");
    frame_hides(&frame, "14");
    frame_hides(&frame, "15");
    run("advance|answer 3|advance");
    frame_shows(&frame, "You said 3; it is 14");
    frame_shows(&frame, " 15\n");
}
END_TEST

/* A fence that only checks holds where words follow that would be shown by nobody else. */
START_TEST(words_behind_a_check_are_shown) {
    frame_close(&frame);
    frame_open(&frame, "# L\n\n## One\n\nFirst.\n\n```qkv\nW = 1\nexpect W = 1\n```\n\n"
                       "Second:\n\n```qkv\nexpect W < 2\nexpect W > 0\n```\n\nThird.\n\n"
                       "## Two\n\nFourth.\n\n```qkv\nexpect W = 1\n```\n\nFifth.\n\n"
                       "```quiz q\nSixth?\n(x) a\n( ) b\n```\n");
    static const char *const words[] = {"First.",  "Second:", "Third.",
                                        "Fourth.", "Fifth.",  "Sixth?"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        run(i < 5 ? "advance" : "close"); /* the quiz has the words before it over it */
        frame_shows(&frame, words[i]);
    }
}
END_TEST

START_TEST(the_verdict_stands_before_the_text) {
    run("advance 4|answer 1|advance|out|out|out");
    frame_shows(&frame, "✗ You said 1; it is 2. am");
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
    run("advance 3|answer 1|advance");
    frame_shows(&frame, "✗ You said 1; it is 2. 12");
    frame_shows(&frame, "That is all of them.");
}
END_TEST

START_TEST(a_verdict_waits_behind_a_hidden_fence) {
    frame_close(&frame);
    frame_open(
        &frame,
        "# Hidden\n\n## One\n\n```quiz which predict\nHow many?\n( ) 2\n(x) 3\n```\n\n"
        "```qkv hidden\nn = 3\n```\n\n```qkv\nA = n\nexpect A = 3\n```\n\n```qkv\nB = n\n```\n");
    run("advance 2|answer 1|advance");
    frame_shows(&frame, "A = n");
    frame_shows(&frame, "✗ You said 1; it is 2. 3");
    run("advance");
    frame_shows(&frame, "B = n");
    frame_hides(&frame, "You said");
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
    run("advance 6");
    frame_shows(&frame, "X[1,1]  1 → 5");
    frame_shows(&frame, "ZZ");
    frame_shows(&frame, " Two.");
    run("advance 2");
    frame_shows(&frame, "Exercise: Move it.");
    run("X[1,1] = 7");
    frame_shows(&frame, "[5→7]"); /* what is worked on goes before words */
}
END_TEST

START_TEST(a_right_prediction_is_said_so) {
    run("advance 4|answer 2|advance|out|out|out");
    frame_shows(&frame, "✓ As you said: 2. am");
    frame_shows(&frame, "3 and 4 are more");
}
END_TEST

START_TEST(what_is_not_reached_is_blank) {
    run("advance 4|answer 2|advance");
    frame_shows(&frame, "Q[I,1] = 1·0.5 + ?");
    frame_hides(&frame, "4.00");
    run("move right");
    frame_shows(&frame, "Q[I,2] is not reached yet. Say the number, then go on.");
}
END_TEST

/* The guided steps through Q, then K, S and A. */
static void to_weights(void) {
    run("advance 4|answer 2|advance|out|out|out|advance 3");
}

START_TEST(softmax_is_unrolled) {
    to_weights();
    frame_shows(&frame, "A = softmax(S)");
    frame_shows(&frame, "queries ↓");
    frame_shows(&frame, "keys →");
    run("into|into|into");
    frame_shows(&frame, "x − max");
    frame_shows(&frame, "████████████████████\n");
    run("into");
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
    run("advance 4");
    frame_shows(&frame, "product    0.00 + ?                   = 0.00 so far");
    run("next 3");
    frame_shows(&frame, "q[1,·]      0.2    0.2    0.0    0.2");
    frame_shows(&frame, "k.T[·,1] ×  0.0 ×  0.6 ×  0.0 ×  0.8");
    frame_shows(&frame, "product    0.00 + 0.12 + 0.00 + 0.16  = 0.28");
    frame_shows(&frame, "▆▆▆▆          ████");
    frame.terminal.ascii = true;
    frame_shows(&frame, "####          ####");
    frame.terminal.ascii = false;
    run("q[1,1] = nan"); /* it has no bar, and the others theirs */
    frame_shows(&frame, "= nan");
    frame_shows(&frame, "▆▆▆▆          ████");
}
END_TEST

/* While it falls the sum is the one before, and where the pair meets stands what it adds. */
START_TEST(a_product_falls_onto_the_sum) {
    frame_close(&frame);
    frame_open(&frame, "# Sum\n\n## One\n\n```qkv\nq = [[1, 2, 3]]\nK = [[5, 6, 7], [5, 6, 7]]\n"
                       "```\n\n```qkv grain=cell\ns = q @ K.T\n```\n");
    run("advance 4|next");
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
    run("advance 3");
    frame_shows(&frame, "1 ████████████████████         1 ████████████████████");
    run("move down");
    frame_shows(&frame, "1 ████████████████████         3 ████████████████████");
    run("move down"); /* the first of those that are as large */
    frame_shows(&frame, "         2\n");
    frame_shows(&frame, "         1 ████████████████████\n");
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

/* In the names, at the axes, in the pipeline. */
START_TEST(roles_have_their_colours) {
    frame.terminal.depth = DEPTH_256;
    run("run|answer 2|advance|goto S");
    ck_assert_int_eq(style_shown("Q  "), STYLE_QUERY);
    ck_assert_int_eq(style_shown("queries"), STYLE_QUERY);
    ck_assert_int_eq(style_shown("K.T  k"), STYLE_KEY);
    ck_assert_int_eq(style_shown("keys →"), STYLE_KEY);
    run("goto A");
    ck_assert_int_eq(style_shown("A  "), STYLE_WEIGHTS);
    ck_assert_int_eq(style_shown("Q ─┬"), STYLE_QUERY);
    ck_assert_int_eq(style_shown("K ─┘"), STYLE_KEY);
    ck_assert_int_eq(style_shown("S ─▸"), STYLE_LABEL);
    run("half = softmax(S) * 0.5|twice = A * A|goto half"); /* a head that is on by half */
    ck_assert_int_eq(style_shown("half  "), STYLE_WEIGHTS);
    run("goto twice");
    ck_assert_int_ne(style_shown("twice  "), STYLE_WEIGHTS);
}
END_TEST

START_TEST(the_columns_convention_turns_all) {
    to_weights();
    run("convention columns");
    frame_shows(&frame, "queries →");
    frame_shows(&frame, "keys ↓");
    run("goto S|move right");
    frame_shows(&frame, "S = K.T @ Q");
    run("goto Q");
    frame_shows(&frame, "Q = W_q @ X");
}
END_TEST

START_TEST(an_edit_shows_what_moved) {
    to_weights();
    run("goto W_q|W_q[1,1] = 2");
    frame_shows(&frame, "W_q[1,1]  0.5 → 2");
    frame_shows(&frame, "X ─┬─ [W_q]* ─▸ Q* ─┬─▸ S* ─▸ A*");
    frame_shows(&frame, "→2.00");
    frame_shows(&frame, "row unchanged");
    run("undo");
    frame_shows(&frame, "W_q[1,1]  2 → 0.5");
    run("advance");
    frame_hides(&frame, "Q*");
}
END_TEST

/* Where what stands in a row has changed, not only how much, the words of before are told. */
START_TEST(what_was_chosen_before_is_told) {
    frame_close(&frame);
    frame_open(&frame, "# Top\n\n## One\n\n```qkv\n"
                       "r = tokens(\"next\", [[1, 3, 2]], columns=\"fish rice today\")\n"
                       "best = topk(r, 2)\n```\n");
    run("advance 3|r[1,1] = 5");
    frame_shows(&frame, "best was rice today\n");
    frame_shows(&frame, "fish");
    run("r[1,1] = 6");
    frame_hides(&frame, "was rice");
    frame_shows(&frame, "5→6");
}
END_TEST

START_TEST(lone_numbers_move_on_a_line) {
    run("advance|n = 2|m = n * 3|goto m|n = 4");
    frame_shows(&frame, "n = 2→4");
    frame_shows(&frame, "m = [6→12]");
}
END_TEST

/* What is looked at is shown beside what moved, in the order of the flow; what is new is held
 * against nothing. */
START_TEST(what_did_not_move_stands_beside_what_did) {
    to_weights();
    run("goto K|W_q[1,1] = 2");
    frame_shows(&frame, " K  keys ↓");
    frame_shows(&frame, " Q  queries ↓");
    frame_shows(&frame, ".50→2.00");
    run("N = Q + 1|goto N");
    frame_shows(&frame, "N = Q + 1");
    frame_hides(&frame, "row unchanged");
}
END_TEST

START_TEST(the_baseline_is_compared_with) {
    to_weights();
    run("baseline|W_q[1,1] = 2|W_q[1,1] = 3|goto Q|differs");
    frame_shows(&frame, "baseline → now");
    frame_shows(&frame, ".50→3.00");
}
END_TEST

/* The first definition that differs is looked at: Δ with a scale about 0, and old → new below. */
START_TEST(a_named_baseline_is_compared_with_as_delta) {
    to_weights();
    run("baseline start|W_q[1,1] = 2|baseline|W_q[2,2] = -3|goto A|compare start");
    frame_shows(&frame, "baseline start → now");
    frame_shows(&frame, "Δ W_q");
    frame_shows(&frame, " -4.00");
    frame_shows(&frame, "1.00→-3.00");
    run("show Q");
    frame_shows(&frame, "Δ Q");
    frame_shows(&frame, "-8.00");
    run("differs");
    frame_hides(&frame, "Δ");
    run("compare start|differs|compare start|undo|undo|compare");
    frame_hides(&frame, "Δ");
}
END_TEST

START_TEST(a_heat_map_of_the_lesson_goes_as_the_lesson_goes_on) {
    frame_close(&frame);
    frame_open(&frame,
               "# Shades\n\n## One\n\n```qkv\nX = [[1, 2]]\nheat X\nexpect X is 1x2\n```\n\n"
               "```qkv hidden\nn = 3\n```\n\n```qkv\nexpect n = 3\n```\n\n"
               "```qkv\nY = X * n\nZ = Y / n\n```\n");
    run("advance 3");
    frame_shows(&frame, "2, this matrix");
    run("advance");
    frame_shows(&frame, "Y = X * n");
    frame_hides(&frame, "this matrix");
    run("retreat");
    frame_shows(&frame, "2, this matrix");
    run("heat"); /* the learner would rather see numbers */
    frame_hides(&frame, "this matrix");
    run("heat|advance"); /* and now shades, of whatever comes */
    frame_shows(&frame, "6, this matrix");
    run("advance|retreat");
    frame_shows(&frame, "6, this matrix");
}
END_TEST

START_TEST(the_difference_is_seen_until_the_lesson_goes_on) {
    to_weights();
    run("baseline|W_q[1,1] = 2|compare");
    frame_shows(&frame, "Δ W_q");
    run("advance");
    frame_hides(&frame, "baseline → now");
}
END_TEST

START_TEST(a_stack_is_compared_head_by_head) {
    to_weights();
    frame_size(&frame, 40, 80);
    run("H = heads(X @ W_q, 2)|baseline|W_q[1,1] = 2|compare|show H");
    frame_shows(&frame, " Δ H");
    frame_shows(&frame, "head 1 of 2");
    frame_shows(&frame, "head 2 of 2");
}
END_TEST

START_TEST(what_changed_its_size_is_compared_in_words) {
    to_weights();
    run("baseline|X = [[1, 2]]|compare|show X");
    frame_shows(&frame, "was 2×2");
}
END_TEST

START_TEST(a_dive_shows_its_path) {
    to_weights();
    run("dive");
    frame_shows(&frame, "A[I,I] ‹ S[I,I]");
    run("rise");
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
    run("X = [[1, 0, 2], [0, 1, 1], [2, 1, 0]]|W = [[1, 0], [0, 1], [1, 1]]");
    run("H = attend(X @ W, 2 * X @ W, X)|move H[2,1]");
    struct text before = {0};
    text_append(&before, frame_draw(&frame));
    run("dive");
    frame_shows(&frame, "── H.A = softmax(H.S)");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        ck_assert_msg(strstr(text_string(&frame.desk.session.board), lines[i]) != NULL, "%s: %s",
                      lines[i], frame_draw(&frame));
    }
    frame_shows(&frame, "─▸ H.S* ─▸ [H.A]* ─┘");
    run("close");
    ck_assert_str_eq(frame_draw(&frame), text_string(&before));
    text_release(&before);
}
END_TEST

/* What a call was only given does not crowd its lines out. */
START_TEST(inside_of_a_call_its_lines_come_first) {
    frame_close(&frame);
    frame_open_lesson(&frame, "19-a-model-you-know.md");
    while (strstr(frame_draw(&frame), "Which token would you look at") == NULL) {
        ck_assert(frame_goes_on(&frame));
    }
    run("dive");
    frame_shows(&frame, "── H.1.A = softmax(");
    const char *board = text_string(&frame.desk.session.board);
    ck_assert_msg(strstr(board, "H.1.A ") != NULL && strstr(board, "H.1.n ") != NULL, "%s", board);
    ck_assert_msg(strstr(board, "H.1.g_1 ") == NULL, "%s", board);
}
END_TEST

/* The map, the bar and what moved say that a head is off; one undo takes it back. */
START_TEST(a_head_is_switched_off_and_on) {
    frame_close(&frame);
    frame_open_number(&frame, 11, 36, 120);
    run("goto output|move A_h[2,1,1]");
    frame_shows(&frame, "X head off");
    run("ablate");
    frame_shows(&frame, "O_h: head 2 off");
    frame_shows(&frame, "O_h* head 2 off ─▸ C*");
    frame_shows(&frame, "X head on");
    frame_shows(&frame, ".333→.000!");
    run("ablate");
    frame_hides(&frame, "head 2 off");
    frame_shows(&frame, ".000→.333");
    run("undo");
    frame_shows(&frame, "X head on");
    run("undo");
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
    run("layer(X, q, v) = X + attend(X, q, v)|X = tokens(\"I like it\", normal(3, 4, seed=1))");
    run("W = normal(3, 4, 4, seed=2)|V = normal(3, 4, 4, seed=7)|H = layers(layer, X, W, V)");
    run("E = tokens(\"eat fish rice\", normal(3, 4, seed=4))|best = topk((H @ E.T)[3,:], 2)");
    run("goto H.1.attend.A_h|layer next");
    frame_shows(&frame, "── H.2.attend.A_h = softmax");
    ck_assert(strstr(text_string(&frame.desk.session.board), "H.1.attend.A_h ") != NULL);
    ck_assert(strstr(text_string(&frame.desk.session.board), "H.3.attend.A_h ") != NULL);
    run("turn next|ablate");
    frame_shows(&frame, "H.2.attend.O_h: head 2 off");
    frame_shows(&frame, "H.2.attend.O_h* head 2 off ─");
    ck_assert(strstr(text_string(&frame.desk.session.board), "best ") != NULL);
    run("layer next");
    frame_shows(&frame, "── H.3.attend.A_h = softmax");
}
END_TEST

/* Its value stands there already: it is the one that the name means. */
START_TEST(a_name_that_is_typed_is_shown_once) {
    frame_close(&frame);
    frame_open(&frame, NULL);
    run("X = [[0.73, 2], [3, 4]]|Y = [[5, 6]]|X");
    const char *shown = strstr(frame_draw(&frame), ".73");
    ck_assert_msg(shown != NULL && strstr(shown + 1, ".73") == NULL, "%s", frame_draw(&frame));
    run("X + 0");
    shown = strstr(frame_draw(&frame), "X + 0");
    ck_assert_msg(shown != NULL && strstr(shown, ".73") != NULL, "%s", frame_draw(&frame));
}
END_TEST

/* The lines of attention are what there is to see on the largest screen, too. */
START_TEST(tables_do_not_crowd_a_drawing_out) {
    frame_close(&frame);
    frame_open_number(&frame, 0, 50, 200);
    while (strstr(frame_draw(&frame), " asks") == NULL) {
        ck_assert(frame_goes_on(&frame));
    }
    frame_shows(&frame, "choice");
    ck_assert_str_eq(text_string(&frame.desk.session.board), "look choice ");
}
END_TEST

/* What was looked into may be undone while it is looked at. */
START_TEST(a_dive_into_what_is_gone_still_gives_a_frame) {
    frame_open(&frame, NULL);
    run("a = [[1, 2]]; b = a + a|dive");
    frame_shows(&frame, "b[1,1] ‹ a[1,1]");
    run("undo");
    frame_hides(&frame, "‹");
    run("c = [[1, 2]]");
    frame_shows(&frame, "c = ");
    frame_close(&frame);
}
END_TEST

START_TEST(several_choices_are_marked) {
    to_weights();
    run("advance 2");
    frame_shows(&frame, "Which are leaves?");
    run("answer 1 3");
    frame_shows(&frame, " ▶1. X");
    frame_shows(&frame, " ▶3. Q");
    frame_shows(&frame, "✗ Not right");
    frame_shows(&frame, "It is made.");
    frame_hides(&frame, "Behind the leaves.");
    run("answer 1 2");
    frame_shows(&frame, "✓▶1. X");
    frame_shows(&frame, "✓ Right.");
    frame_shows(&frame, "Behind the leaves.");
}
END_TEST

START_TEST(an_exercise_turns_from_open_to_met) {
    to_weights();
    run("advance 2|answer 1 2|advance|answer 2|advance");
    frame_shows(&frame, "Exercise: Make `Q[1,1]` larger than 1."); /* no colour tells code */
    frame.terminal.depth = DEPTH_256;
    frame_shows(&frame, "Exercise: Make Q[1,1] larger than 1.");
    frame_shows(&frame, "· not yet  Q[1,1] > 1");
    frame_shows(&frame, "✓ yes      K = [[1, 2], [3, 4]]");
    frame_shows(&frame, "You may change W_q, at most 2 cells; changed so far: 0");
    run("hint");
    frame_shows(&frame, "Hint 1 of 2: Look up.");
    run("hint");
    frame_shows(&frame, "Hint 2 of 2: W_q[1,1] counts.");
    frame_hides(&frame, "Look up.");
    run("narration");
    frame_shows(&frame, "Hint 1 of 2: Look up.");
    run("close");
    run("W_q[1,1] = 0.9");
    frame_shows(&frame, "· not yet  Q[1,1] > 1");
    frame_shows(&frame, "changed so far: 1");
    frame_hides(&frame, "0.5 → 0.9."); /* stands in the title; the board needs the room */
    frame_hides(&frame, "✗");
    run("W_k[1,1] = 1.5; W_k[1,1] = 1; W_q[1,1] = 7; W_q[1,2] = 1"); /* all goals, no rule */
    frame_shows(&frame, "✓ yes      Q[1,1] > 1");
    frame_shows(&frame, "✗ W_k may not be changed here: undo");
    frame_shows(&frame, "✗ 3 cells are changed, at most 2 may be: undo");
    frame_hides(&frame, "Done");
    run("undo");
    frame_hides(&frame, "✗");
    run("W_q[1,1] = 7");
    frame_shows(&frame, "✓ yes      Q[1,1] > 1");
    frame_shows(&frame, "Done");
    frame_hides(&frame, "Hint");
    frame_hides(&frame, "You may change");
    run("advance"); /* what was changed is put back, and nobody is told that it moved */
    frame_shows(&frame, "B = 2 * Q");
    frame_hides(&frame, "changed");
}
END_TEST

/* What is small is written as a table would, and a place in a row has no bar. */
START_TEST(a_goal_says_how_far_it_is) {
    frame_close(&frame);
    frame_open(&frame, "# Far\n\n## One\n\n```qkv\nA = [[0.0000012345, 3, 2]]\n```\n\n"
                       "```try t\nGo.\nexpect A[1,1] > 1\n"
                       "expect argmax(A) = 3 # the third is the largest\nallow: A\n"
                       "solution: A[1,1] = 2; A[1,3] = 4\n```\n");
    run("advance 3");
    frame_shows(&frame, "│·· now 1e-6\n");
    frame_shows(&frame, "· not yet  the third is the largest\n");
}
END_TEST

START_TEST(what_was_chosen_is_told_by_number) {
    frame_close(&frame);
    frame_open(&frame,
               "# Three\n\n## One\n\n```quiz q predict\nWhich?\n[x] a\n[ ] b\n[ ] c\n```\n\n"
               "```qkv\nA = 1\n```\n");
    run("advance 2|answer 2 3|advance");
    frame_shows(&frame, "You said 2, 3; it is 1. a");
    run("retreat|answer 1 23|advance");
    frame_shows(&frame, "You said 1, 2, 3; it is 1. a");
}
END_TEST

START_TEST(covers_lie_over_the_picture) {
    run("advance 2|keyboard");
    frame_shows(&frame, "── keys ──");
    frame_shows(&frame, "Space");
    frame_hides(&frame, "Behind X");
    run("keyboard|contents");
    frame_shows(&frame, "> 1  First");
    run("close|narration");
    frame_shows(&frame, "The words of page one.");
    frame_hides(&frame, "Behind Q.");
    run("close|why X[1,1]|S = X @ X.T; T = S @ S|why T[1,1]");
    frame_shows(&frame, "── answer ──");
    frame.desk.session.looks.scroll = 10000;
    frame_draw(&frame);
    ck_assert_uint_lt(frame.desk.session.looks.scroll, 100);
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
    run("goto end|contents");
    frame_shows(&frame, "\n >30  Where a > b");
}
END_TEST

/* On the screen the key that goes on is Space. */
START_TEST(what_was_skipped_is_called_so) {
    run("advance 4|skip");
    frame_shows(&frame, "Skipped. Space shows what happens.");
    frame_hides(&frame, "Passed");
}
END_TEST

START_TEST(notes_are_for_the_presenter) {
    run("goto page 2|notes");
    frame_shows(&frame, "Breathe.");
}
END_TEST

START_TEST(the_prompt_has_the_cursor) {
    run("advance");
    frame.terminal.prompt_focused = true;
    frame.terminal.text = "W_q[1,1] = é";
    frame.terminal.at = strlen("W_q[1,1]");
    frame_shows(&frame, " qkv> W_q[1,1] = é");
    ck_assert_uint_eq(frame.cursor[0], 22);
    ck_assert_uint_eq(frame.cursor[1], 1 + 5 + 8);
    frame_shows(&frame, "Escape back");
    frame.terminal.popup = "softmax  softmax_unshifted\nsum";
    frame_shows(&frame, "softmax  softmax_unshifted");
}
END_TEST

/* It is there while it is open, over the map: the board stands where it stood. */
START_TEST(the_prompt_moves_nothing) {
    static char before[8000];
    run("advance 4|skip|advance 3|goto S");
    const char *shown = frame_draw(&frame);
    text_fill(before, sizeof before, "%s", shown);
    frame_hides(&frame, "qkv>");
    const char *map = strstr(before, "[S]");
    ck_assert_ptr_nonnull(map);
    frame.terminal.prompt_focused = true;
    frame_shows(&frame, " qkv>");
    shown = frame_draw(&frame);
    size_t same = (size_t)(strstr(shown, " qkv>") - shown);
    ck_assert(strncmp(shown, before, same) == 0);
    ck_assert_uint_gt(same + 80, (size_t)(map - before));
}
END_TEST

START_TEST(a_long_line_slides) {
    static char line[300];
    memset(line, 'x', sizeof line - 1);
    frame.terminal.prompt_focused = true;
    frame.terminal.text = line;
    frame.terminal.at = sizeof line - 1;
    frame_draw(&frame);
    ck_assert_uint_eq(frame.cursor[0], 22);
    ck_assert_uint_ge(frame.cursor[1], 60);
}
END_TEST

START_TEST(what_was_said_stands_in_the_prompts_place) {
    run("precision");
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

/* Where there are enough of them: a few lines beside the board would leave the rest of their column
 * blank. */
START_TEST(narration_stands_beside_from_110_columns) {
    run("advance");
    frame_size(&frame, 24, 110);
    frame_hides(&frame, "│");
    frame_close(&frame);
    struct text page = {0};
    text_append(&page, "# T\n## One\n");
    for (size_t i = 0; i < 8; i++) {
        text_append(&page, "Words.\n\n");
    }
    text_append(&page, "```qkv\nA = [[1, 2]]\n```\n\nBehind A.\n");
    frame_open(&frame, text_string(&page));
    text_release(&page);
    run("advance 2");
    frame_size(&frame, 24, 109);
    frame_hides(&frame, "│");
    frame_size(&frame, 24, 110);
    frame_shows(&frame, "│");
    frame_shows(&frame, "Behind A.");
}
END_TEST

START_TEST(ascii_is_enough) {
    to_weights();
    frame.terminal.ascii = true;
    frame_shows(&frame, "-- A = softmax(S)");
    frame_shows(&frame, "queries v");
    run("W_q[1,1] = 2");
    frame_shows(&frame, "0.5 > 2");
}
END_TEST

/* Where TEXT stands on the screen drawn last. */
static void find(const char *text, size_t at[2]) {
    const struct canvas *canvas = &frame.canvas;
    for (size_t i = 0; i < canvas->rows * canvas->columns; i++) {
        bool same = true;
        for (size_t k = 0; same && text[k] != '\0' && i + k < canvas->rows * canvas->columns; k++) {
            const char *there = canvas->cells[i + k].text;
            same = text[k] == (there[0] != '\0' ? there[0] : ' ');
        }
        if (same) {
            at[0] = i / canvas->columns;
            at[1] = i % canvas->columns;
            return;
        }
    }
    ck_abort_msg("%s is not on the screen", text);
}

/* What stands where TEXT does, OFFSET columns on. */
static enum pointed point(const char *text, size_t offset, struct text *line) {
    size_t at[2];
    text_clear(line);
    frame_draw(&frame);
    find(text, at);
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
    run(clicks[_i].lines);
    enum pointed pointed = point(clicks[_i].text, clicks[_i].offset, &line);
    ck_assert_msg(pointed == clicks[_i].pointed && text_same(text_string(&line), clicks[_i].line),
                  "%d %s\n%s", (int)pointed, text_string(&line), frame_draw(&frame));
    if (pointed == POINTED_CELL || pointed == POINTED_KNOB) {
        run(line.length > 0 ? text_string(&line) : "precision");
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
    run("advance 2");
    frame_shows(&frame, "\n   1. Q   2. K   3. V   4. scores   5. O\n");
    point("4. scores", 3, &line);
    ck_assert_str_eq(text_string(&line), "4");
    text_release(&line);
    run("answer 1 4|advance");
    frame_shows(&frame, "\n  ▶1. Q   2. K   3. V  ▶4. scores   5. O\n");
}
END_TEST

START_TEST(a_click_beside_everything_means_nothing) {
    struct text line = {0};
    run("advance 2|goto X");
    frame_draw(&frame);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_eq(panels_click(&frame.desk.session, &frame.terminal, &frame.canvas,
                                      (const size_t[]){99 * i, 99 * i}, &line),
                         POINTED_NOTHING);
    }
    text_release(&line);
}
END_TEST

START_TEST(a_long_sentence_keeps_its_result) {
    frame_size(&frame, 17, 60);
    run("L = [[1, 2, 3, 4, 5, 6, 7, 8]] @ (ones(8, 1) / 8)|goto L");
    frame_shows(&frame, "\n L = 1·0.125 + 2·0.125 + 3·0.125 + 4·0.125 + 5·0.125 +\n");
    frame_shows(&frame, " = 4.5\n");
}
END_TEST

/* In a map too narrow for all those farthest from the present one go. */
START_TEST(the_map_always_holds_the_present_one) {
    frame_size(&frame, 24, 44);
    run("Z = tokens(\"a\", [[1, 2]])|first_of_many = Z + 1|second_of_many = Z + 2|third_of_many = "
        "Z + 3|total = first_of_many + second_of_many + third_of_many|baseline");
    run("goto Z");
    frame_shows(&frame, "\n [Z] ─┬─▸ first_of_many ──┬─▸ total*\n");
    run("more_of_it = total + 1|and_more = more_of_it + 1|and_yet_more = and_more + 1|goto "
        "and_yet_more");
    frame_shows(&frame, "▸ [and_yet_more]");
    frame_hides(&frame, "first_of_many ─");
}
END_TEST

START_TEST(a_click_in_the_map_goes_there) {
    struct text line = {0};
    to_weights();
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

/* A wrong number, answered again or predicted: the slip that gives it is said below. */
START_TEST(a_wrong_number_names_its_slip) {
    frame_open(&frame, "# Slips\n\n## One\n\n```qkv\nS = [[0.28, 0.5]]\nd_k = 4\n"
                       "scaled = S / sqrt(d_k)\n```\n\n"
                       "```quiz again\nWhat?\n= scaled[1,1]\n```\n\n"
                       "```quiz once predict\nWhat now?\n= twice[1,2]\n```\n\n"
                       "```qkv\ntwice = scaled * 2\n```\n");
    run("run|run|answer 0.28");
    frame_shows(&frame, "✗ Not right. Once more?");
    frame_shows(&frame, "   0.28 is what you get without dividing by √d_k = 2:");
    run("answer 7");
    frame_hides(&frame, "is what you get");
    run("answer 0.28|answer 0.14");
    frame_hides(&frame, "is what you get");
    run("run|answer 1|run");
    frame_shows(&frame, "✗ You said 1; it is 0.5");
    frame_shows(&frame, "   1 is what you get without dividing by √d_k = 2:");
    frame_close(&frame);
}
END_TEST

START_TEST(lessons_are_listed_while_none_is_open) {
    struct shelf_entry entries[] = {{.name = "01-one", .title = "The first", .minutes = 35},
                                    {.name = "02-two", .title = "The second"}};
    struct shelf shelf = {.list = entries, .count = 2};
    struct visit visits[] = {{3, 10}, {0, 0}};
    struct frame bare;
    frame_open(&bare, NULL);
    bare.terminal.shelf = &shelf;
    bare.terminal.visits = visits;
    bare.desk.session.looks.chosen = 1;
    frame_shows(&bare, "1  The first");
    frame_shows(&bare, "35 min");
    frame_shows(&bare, "page 3 of 10");
    frame_shows(&bare, "▶  2  The second");
    ck_assert_int_eq(strncmp(frame_at_cursor(&bare), "The second", 10), 0);
    frame_run(&bare, "A = [[1, 2]]");
    frame_hides(&bare, "The first");
    frame_shows(&bare, "A = [[1, 2]]");
    frame_close(&bare);
}
END_TEST

START_TEST(a_number_of_too_many_steps_is_shown_without) {
    run("big = std(zeros(600, 600))");
    frame_shows(&frame, "big = std(zeros(600, 600))");
    frame_shows(&frame, "too many to tell");
}
END_TEST

START_TEST(no_memory_is_no_crash) {
    static const char *const lines[] = {"advance",   "advance 3",    "answer 1", "advance",
                                        "advance 9", "W_q[1,1] = 3", "contents"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        frame_run(&frame, lines[i]);
        frame_draw(&frame); /* the session now has its list of what is on the board */
        size_t blocks = memory_blocks();
        for (size_t count = 1; count < 120; count++) {
            struct failure failure = {0};
            memory_fail(count, true);
            bool ok = panels_draw(&frame.desk.session, &frame.terminal, &frame.canvas, frame.cursor,
                                  &failure);
            memory_fail(0, false);
            ck_assert(ok || failure.set);
            ck_assert_msg(memory_blocks() == blocks, "%s: allocation %zu leaks", lines[i], count);
        }
    }
}
END_TEST

/* ∂L/∂ the leaves: heat maps about 0, beside each other where there is room. */
START_TEST(slopes_are_heat_maps) {
    run("advance|advance 3|L = sum(X @ W_q ** 2)|gradient L");
    frame_shows(&frame, "── slopes: how fast L rises with each cell ──");
    frame_shows(&frame, "L moves most with ");
    frame_shows(&frame, " dL/dX ");
    ck_assert_ptr_nonnull(strstr(strstr(frame_draw(&frame), "dL/dX "), "dL/dW_q"));
    frame.terminal.depth = DEPTH_256;
    frame_shows(&frame, "── slopes: orange, L rises with the cell; blue, it falls ──");
    frame.terminal.depth = DEPTH_NONE;
    run("gradient L W_q");
    frame_shows(&frame, "dL/dW_q");
    frame_hides(&frame, "dL/dX ");
    run("move W_q[1,1]");
    frame_hides(&frame, "slopes");
    run("describe on|gradient L W_q");
    frame_shows(&frame, "dL/dW_q");
    frame_hides(&frame, "slopes");
}
END_TEST

Suite *panels_panels_suite(void) {
    Suite *suite = suite_create("panels_panels");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, begin, finish);
    tcase_add_test(core, a_page_begins);
    tcase_add_test(core, what_was_found_is_lit);
    tcase_add_test(core, a_jump_brings_no_shades_back);
    tcase_add_test(core, found_words_are_lit_across_lines);
    tcase_add_test(core, a_click_anywhere_does_no_harm);
    tcase_add_test(core, a_page_begins_without_the_last_picture);
    tcase_add_test(core, new_words_are_never_cut);
    tcase_add_test(core, older_words_stay_where_there_is_room);
    tcase_add_test(core, a_number_that_no_longer_holds_says_so);
    tcase_add_test(core, what_is_said_is_said_whole);
    tcase_add_test(core, the_title_says_what_is_turned_over);
    tcase_add_test(core, a_long_page_begins_with_its_words);
    tcase_add_test(core, tab_goes_from_matrix_to_matrix);
    tcase_add_test(core, tab_takes_no_room_from_what_answers);
    tcase_add_test(core, the_keys_go_along_the_map);
    tcase_add_test(core, a_typed_formula_is_drawn_on_the_board);
    tcase_add_test(core, tab_goes_on_from_one_alone);
    tcase_add_test(core, a_definition_is_shown);
    tcase_add_test(core, a_prediction_is_locked_and_settled);
    tcase_add_test(core, what_a_page_will_ask_is_not_told_before);
    tcase_add_test(core, words_behind_a_check_are_shown);
    tcase_add_test(core, the_verdict_stands_before_the_text);
    tcase_add_test(core, the_verdict_is_seen_whole);
    tcase_add_test(core, a_verdict_waits_behind_a_hidden_fence);
    tcase_add_test(core, what_moved_leaves_room_for_words);
    tcase_add_test(core, a_right_prediction_is_said_so);
    tcase_add_test(core, what_is_not_reached_is_blank);
    tcase_add_test(core, softmax_is_unrolled);
    tcase_add_test(core, a_score_is_seen_as_its_two_rows);
    tcase_add_test(core, a_product_falls_onto_the_sum);
    tcase_add_test(core, the_winner_has_the_bar);
    tcase_add_test(core, roles_have_their_colours);
    tcase_add_test(core, the_columns_convention_turns_all);
    tcase_add_test(core, an_edit_shows_what_moved);
    tcase_add_test(core, what_was_chosen_before_is_told);
    tcase_add_test(core, lone_numbers_move_on_a_line);
    tcase_add_test(core, what_did_not_move_stands_beside_what_did);
    tcase_add_test(core, the_baseline_is_compared_with);
    tcase_add_test(core, a_named_baseline_is_compared_with_as_delta);
    tcase_add_test(core, a_heat_map_of_the_lesson_goes_as_the_lesson_goes_on);
    tcase_add_test(core, the_difference_is_seen_until_the_lesson_goes_on);
    tcase_add_test(core, a_stack_is_compared_head_by_head);
    tcase_add_test(core, what_changed_its_size_is_compared_in_words);
    tcase_add_test(core, a_dive_shows_its_path);
    tcase_add_test(core, a_name_that_is_typed_is_shown_once);
    tcase_add_test(core, tables_do_not_crowd_a_drawing_out);
    tcase_add_test(core, inside_of_a_call_are_all_its_lines);
    tcase_add_test(core, inside_of_a_call_its_lines_come_first);
    tcase_add_test(core, a_head_is_switched_off_and_on);
    tcase_add_test(core, heads_of_layers_are_beside_each_other);
    tcase_add_test(core, several_choices_are_marked);
    tcase_add_test(core, an_exercise_turns_from_open_to_met);
    tcase_add_test(core, a_goal_says_how_far_it_is);
    tcase_add_test(core, what_was_chosen_is_told_by_number);
    tcase_add_test(core, covers_lie_over_the_picture);
    tcase_add_test(core, contents_scroll_to_the_page_chosen);
    tcase_add_test(core, what_was_skipped_is_called_so);
    tcase_add_test(core, notes_are_for_the_presenter);
    tcase_add_test(core, the_prompt_has_the_cursor);
    tcase_add_test(core, the_prompt_moves_nothing);
    tcase_add_test(core, a_long_line_slides);
    tcase_add_test(core, what_was_said_stands_in_the_prompts_place);
    tcase_add_test(core, a_small_terminal_says_so);
    tcase_add_test(core, narration_stands_beside_from_110_columns);
    tcase_add_test(core, ascii_is_enough);
    tcase_add_loop_test(core, a_click_means_what_stands_there, 0, sizeof clicks / sizeof *clicks);
    tcase_add_test(core, many_short_choices_stand_in_one_line);
    tcase_add_test(core, a_click_beside_everything_means_nothing);
    tcase_add_test(core, a_long_sentence_keeps_its_result);
    tcase_add_test(core, the_map_always_holds_the_present_one);
    tcase_add_test(core, a_click_in_the_map_goes_there);
    tcase_add_test(core, a_number_of_too_many_steps_is_shown_without);
    tcase_add_test(core, slopes_are_heat_maps);
    tcase_add_test(core, no_memory_is_no_crash);
    suite_add_tcase(suite, core);
    TCase *alone = tcase_create("alone");
    tcase_add_test(alone, a_dive_into_what_is_gone_still_gives_a_frame);
    tcase_add_test(alone, a_wrong_number_names_its_slip);
    tcase_add_test(alone, lessons_are_listed_while_none_is_open);
    suite_add_tcase(suite, alone);
    return suite;
}
