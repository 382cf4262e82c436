/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The light falls on what the words are about: what is looked at when a stop is reached. */
#include "panels/frame.h"

#include "session/outline.h"
#include "session/question.h"

#include <check.h>
#include <ctype.h>
#include <stdint.h>
#include <string.h>

Suite *panels_light_suite(void);

static struct frame frame;

static void finish(void) {
    frame_close(&frame);
}

static const char *looked(void) {
    const struct definition *definition = view_definition(&frame.desk.session);
    return definition == NULL ? "" : definition->name;
}

#define MADE "# L\n\n## One\n\n```qkv\nA = [[1, 2], [3, 4]]\nB = A @ A\nC = B + A\n```\n\n"

/* The lesson after what is made, where the learner looks at its end, and the cell. */
static const struct {
    const char *rest, *looked;
    size_t cell;
} turns[] = {
    {"Nothing is named.\n", "C", 0},
    {"<!-- pause -->\n\nOf `B`.\n", "B", 0},
    {"<!-- pause -->\n\nOf `B[2,1]`, which is `B[2,1] → 15`.\n", "B", 2},
    {"<!-- pause -->\n\nOf `A` and of `C[1,2]`.\n", "C", 1}, /* it is there already */
    {"```qkv\nshow A\n```\n\nOf `B`.\n", "A", 0},            /* the lesson shows A */
    {"```qkv hidden\nD = A\n```\n\n<!-- pause -->\n\nOf `B`.\n", "B", 0},
    {"```quiz q\nWhich row of `B` is larger?\n(x) 2\n( ) 1\n```\n", "B", 0},
    {"```quiz q\nWhich is it, by `A`?\n(x) B\n( ) C\n```\n", "C", 0}, /* a choice */
    {"```quiz q\nWhat is `B[1,2]`?\n= B[1,2]\n```\n", "C", 0},        /* that would answer it */
    {"```quiz q predict\nWhat becomes of `B`?\n(x) more\n( ) less\n```\n\n```qkv\nB = A\n```\n",
     "C", 0},
    {"<!-- pause -->\n\nOf the label `\"B\"`.\n", "C", 0},
    /* by its labels; a number that is named comes first */
    {"```qkv hidden\nT = tokens(\"a dog\", A)\nshow T\n```\n\nOf *dog* and 2.\n", "T", 2},
    {"```qkv hidden\nT = tokens(\"a dog\", A)\nshow T\n```\n\nOf *dog* and `T[1,2]`.\n", "T", 1},
    {"```qkv hidden\nT = tokens(\"a dog\", A, columns=\"a dog\")\nshow T\n```\n\n"
     "In *dog*, of *a*, and *dog* again.\n",
     "T", 2},
    {"```qkv hidden\nT = tokens(\"a dog\", A, columns=\"x dog\")\nshow T\n```\n\n"
     "In *a*, of *dog*.\n",
     "T", 1},
    {"```qkv hidden\nT = tokens(\"a dog\", A, columns=\"x dog\")\nshow T\n```\n\n"
     "In *a*, of *dog* and *x*.\n",
     "T", 0},
    {"```qkv hidden\nT = tokens(\"a dog\", A)\n```\n\nNow.\n\n```qkv\nshow T[\"a\",2]\n```\n\nOf "
     "*dog*.\n",
     "T", 1},
    /* of one row each label is a column */
    {"```qkv hidden\nT = tokens(\"a\", A[1,:], columns=\"x dog\")\nshow T\n```\n\nOf *dog*.\n", "T",
     1},
    /* once what a fence steps through is there, its words are said */
    {"```qkv grain=row\nD = A @ A\nF = B @ A\n```\n\nOf `D[2,1]`.\n", "D", 2},
    /* a new page leaves the eye where it is on what it goes on with */
    {"<!-- pause -->\n\nOf `C[2,1]`.\n\n## Two\n\nWords.\n\n```qkv\nD = 2 * C\n```\n", "D", 2},
    {"<!-- pause -->\n\nOf `C[2,1]`.\n\n## Two\n\nWords.\n\n```qkv\nD = 2 * B\n```\n", "D", 0},
};

START_TEST(one_looks_at_what_the_words_name) {
    struct text lesson = {0};
    text_format(&lesson, "%s%s", MADE, turns[_i].rest);
    frame_open(&frame, text_string(&lesson));
    text_release(&lesson);
    size_t last = frame.desk.session.lesson->stop_count;
    bool asks = strstr(turns[_i].rest, "predict") != NULL;
    while (session_stop(&frame.desk.session) < last - asks || frame.desk.session.focus.guided) {
        frame_run(&frame, "advance");
        frame_draw(&frame);
    }
    ck_assert_str_eq(looked(), turns[_i].looked);
    ck_assert_uint_eq(frame.desk.session.view.cell, turns[_i].cell);
}
END_TEST

/* What was skipped is not asked any more: it says what the learner steps through, and is answered
 * in the end. */
START_TEST(a_skipped_prediction_stays_and_is_not_asked) {
    frame_open(&frame, MADE "```quiz q predict\nIs D large?\n(x) It is {{ By 7. }}\n( ) no\n```\n\n"
                            "```qkv grain=cell\nD = B @ A\n```\n\nEnd.\n");
    while (question_open(&frame.desk.session) == SIZE_MAX) {
        frame_run(&frame, "advance");
    }
    frame_shows(&frame, "Is D large?");
    frame_run_all(&frame, "skip|advance");
    frame_shows(&frame, "Is D large?");
    frame_shows(&frame, "2. no");
    frame_shows(&frame, "Skipped.");
    frame_hides(&frame, "Your answer");
    frame_hides(&frame, "✓");
    while (frame.desk.session.focus.guided) {
        frame_run(&frame, "next");
    }
    frame_reads(&frame, "It is");
    frame_reads(&frame, "By 7.");
}
END_TEST

/* The cell of the screen where NUMBER, of two digits, begins; more may follow in that text. */
static const struct canvas_cell *cell_of(const char *number) {
    const char digits[] = {' ', number[0], number[1], '\0'};
    frame_shows(&frame, digits);
    for (size_t i = 1; i + 1 < frame.canvas.rows * frame.canvas.columns; i++) {
        const struct canvas_cell *cell = &frame.canvas.cells[i];
        if (!isdigit((unsigned char)cell[-1].text[0]) && cell->text[0] == number[0] &&
            cell[1].text[0] == number[1]) {
            return cell;
        }
    }
    ck_abort_msg("%s", number);
}

static enum style style_of(const char *number) {
    return cell_of(number)->style;
}

/* It is worked out from them. What a choice is about could give itself away by them. */
START_TEST(what_a_number_is_made_from_is_lit_when_it_is_asked_for) {
    static const char *const asked[] = {"= P[1,1]", "(x) yes\n( ) no"};
    struct text lesson = {0};
    text_format(&lesson,
                "# L\n\n## One\n\n```qkv\nA = [[61, 62]]\nB = [[1], [2]]\nD = [[71, 72]]\n"
                "```\n\nOf `A`, of `P = A @ B`.\n\n<!-- pause -->\n\nOf `D`.\n\n"
                "```quiz q predict\nIs it so with `P[1,1]`?\n%s\n```\n\n"
                "```qkv\nP = A @ B\n```\n",
                asked[_i]);
    frame_open(&frame, text_string(&lesson));
    text_release(&lesson);
    while (question_open(&frame.desk.session) == SIZE_MAX) {
        frame_run(&frame, "advance");
    }
    ck_assert_int_eq(style_of("72"), STYLE_STRONG);
    ck_assert_int_eq(style_of("62"), _i == 0 ? STYLE_STRONG : STYLE_NUMBER);
}
END_TEST

#define OPERANDS                                                                                   \
    "# L\n\n## One\n\n```qkv\nA = [[61, 62], [63, 64]]\nB = [[71, 72], [73, 74]]\n```\n\n"         \
    "Of `A` and `B`.\n\n## Two\n\n"

/* A stop where nothing is stepped through, what is selected, the numbers that it was made from,
 * others of the same matrices, and whether those are dimmed, because they are operands only. */
static const struct {
    const char *rest, *selected, *bold, *plain;
    bool dims;
} rests[] = {
    {"```qkv\nP = A @ B\n```\n\nOf `P`.\n", "P[1,1]", "61 62 71 73", "63 64 72 74", true},
    {"```qkv\nP = A @ B\n```\n\nOf `P`.\n", "P[2,1]", "63 64 71 73", "61 62 72 74", true},
    {"```qkv\nP = A @ B.T\n```\n\nOf `P`.\n", "P[1,2]", "61 62 73 74", "63 64 71 72", true},
    {"```qkv\nP = A @ B\n```\n\nOf `P`, `A`, `B`.\n", "P[1,1]", "61 62 71 73", "63 64 72 74",
     false},
    {"```qkv\nP = softmax(A)\n```\n\nOf `P`.\n", "P[2,1]", "63 64", "61 62", true},
    {"```qkv\nD = [[81, 82], [83, 84], [85, 86]]\nP = A @ D[2:3,:]\n```\n\nOf `P`.\n", "P[1,1]",
     "61 62 83 85", "63 64 81 82 84 86", true},
    {"```qkv\nP = A - 60\n```\n\nOf `P`.\n", "P[2,1]", "63", "61 62 64", false}, /* cell by cell */
    {"```qkv\nP = A @ B\n```\n\n```quiz q\nIs `P` large?\n(x) yes\n( ) no\n```\n", "P[1,1]",
     "61 62 63 64 71 72 73 74", "", false},
};

START_TEST(at_rest_the_numbers_that_meet_are_bold) {
    struct text lesson = {0}, line = {0};
    size_t turn = (size_t)_i / 2;
    text_format(&lesson, "%s%s", OPERANDS, rests[turn].rest);
    frame_open(&frame, text_string(&lesson));
    text_release(&lesson);
    while (session_stop(&frame.desk.session) < frame.desk.session.lesson->stop_count) {
        frame_run(&frame, "advance");
    }
    text_format(&line, "move %s", rests[turn].selected);
    frame_run(&frame, text_string(&line));
    text_release(&line);
    if (_i % 2 == 1) { /* what meets is the same where words are columns */
        frame_run(&frame, "convention columns");
    }
    for (const char *bold = rests[turn].bold; *bold != '\0'; bold += 2 + (bold[2] == ' ')) {
        ck_assert_int_eq(style_of(bold), STYLE_STRONG);
        ck_assert(!cell_of(bold)->shade.dim);
    }
    for (const char *plain = rests[turn].plain; *plain != '\0'; plain += 2 + (plain[2] == ' ')) {
        ck_assert_int_eq(style_of(plain), STYLE_NUMBER);
        ck_assert(cell_of(plain)->shade.dim == rests[turn].dims);
    }
}
END_TEST

/* Goes to the end of a lesson with a second page of WORDS. */
static void read_page(const char *made, const char *words) {
    struct text lesson = {0};
    text_format(&lesson, "# L\n\n## One\n\n```qkv\n%s```\n\n## Two\n\n%s\n\n## Three\n\nEnd.\n",
                made, words);
    frame_open(&frame, text_string(&lesson));
    text_release(&lesson);
    while (strcmp(frame.desk.session.lesson->pages[outline_page(&frame.desk.session)].title,
                  "Two") != 0) {
        frame_run(&frame, "advance");
    }
}

/* Where only single numbers are lit, the matrices have their digits: there is nothing brighter. */
START_TEST(beside_a_lone_number_all_have_their_digits) {
    read_page("A = [[61, 62]]\nd = 7\nB = A + d\n", "Of `d` and, for later, of `B`.");
    frame_shows(&frame, "68");
    frame_run(&frame, "goto d");
    frame_shows(&frame, "68");
}
END_TEST

/* What takes no part is not there before the first stop that needs it, and dimmed after the last.
 */
START_TEST(what_takes_no_part_is_dimmed) {
    read_page("A = [[61, 62]]\nB = [[71, 72]]\n",
              "Of `A`.\n\n```qkv\nshow A\n```\n\nWait.\n\n```qkv\nshow A\n```\n\nThen of "
              "`B`.\n\n```qkv\nshow B\n```\n\nEnd.");
    frame_run(&frame, "advance");
    ck_assert(!cell_of("61")->shade.dim);
    ck_assert(cell_of("71")->shade.dim);
    frame_run_all(&frame, "advance|advance");
    ck_assert(cell_of("61")->shade.dim);
    ck_assert(!cell_of("71")->shade.dim);
}
END_TEST

/* A key, and whether it is said below the stage and has a question mark on it: of what is not there
 * labels are not known. */
static const struct {
    const char *key;
    bool said, marked;
} requests[] = {
    {"T[2,1]", true, true},  {"T[\"here\", \"am\"]", true, false}, {"T[1:2,2]", true, false},
    {"T[1,:]", true, false}, {"T[1,1] + T[1,2]", false, false},    {"pi", false, false},
    {"3", false, false},
};

/* What a constant or a formula asks for would be the answer, or how to find it. */
START_TEST(a_question_says_what_it_asks_for) {
    struct text lesson = {0}, asks = {0};
    text_format(&lesson,
                "# L\n\n## One\n\n```qkv\nX = tokens(\"I here\", [[1, 2], [3, 4]])\n```\n\n"
                "```quiz q predict\nHow many in `T`?\n= %s\n```\n\n"
                "```qkv\nT = tokens(\"I here\", X @ X, columns=\"am it\")\n```\n",
                requests[_i].key);
    text_format(&asks, "%s = ?", requests[_i].key);
    frame_open(&frame, text_string(&lesson));
    while (question_open(&frame.desk.session) == SIZE_MAX) {
        frame_run(&frame, "advance");
    }
    bool said = strstr(frame_draw(&frame), text_string(&asks)) != NULL;
    ck_assert_int_eq(said, requests[_i].said);
    bool marked = false;
    for (size_t row = 1; row + 2 < frame.canvas.rows; row++) {
        for (size_t column = 0; column < frame.canvas.columns; column++) {
            const struct canvas_cell *cell = canvas_cell(&frame.canvas, row, column);
            marked |= text_same(cell->text, "?") && cell->style == STYLE_FOCUS;
        }
    }
    ck_assert_int_eq(marked, requests[_i].marked);
    frame_run(&frame, "skip");
    frame_hides(&frame, text_string(&asks));
    text_release(&lesson);
    text_release(&asks);
}
END_TEST

/* Once it is there, the cursor is on it. */
START_TEST(a_prediction_leads_to_what_it_asked_for) {
    static const char *const questions[] = {"How many?\n= D[2,1]\n",
                                            "What will row 2 of `D` be?\n(x) more\n( ) less\n"};
    struct text lesson = {0};
    text_format(&lesson, MADE "```quiz q predict\n%s```\n\n```qkv\nD = 2 * C\n```\n",
                questions[_i]);
    frame_open(&frame, text_string(&lesson));
    text_release(&lesson);
    while (session_stop(&frame.desk.session) < frame.desk.session.lesson->stop_count) {
        frame_run(&frame, question_open(&frame.desk.session) != SIZE_MAX ? "skip" : "advance");
    }
    ck_assert_str_eq(looked(), "D");
    ck_assert_uint_eq(frame.desk.session.view.cell, 2);
}
END_TEST

/* Beside the words stands what a formula names and the stage has no place for. */
START_TEST(operands_without_a_place_are_where_there_is_room) {
    static const struct {
        int lesson;
        const char *looked, *shown;
    } operands[] = {{16, "from_scratch", "│ A_6 "}, /* on the stage, in front of their result, */
                    {18, "key_c", "W_k 2×12×12"}};  /* and beside the words */
    frame_open_number(&frame, operands[_i].lesson, 36, 120);
    while (view_definition(&frame.desk.session) == NULL ||
           !text_same(view_definition(&frame.desk.session)->name, operands[_i].looked)) {
        ck_assert(frame_goes_on(&frame));
    }
    frame_shows(&frame, operands[_i].shown);
    frame_hides(&frame, "not shown");
}
END_TEST

/* Where formulas are to be written, nothing that others make is there, not even their result; what
 * they are given is, also if it was computed. */
START_TEST(what_is_to_be_written_is_nowhere) {
    read_page("A = [[61, 62]]\nC = A + 100\nB = 7 * A\n",
              "Of `A` and `B`.\n\n```write w\nWrite `B`, from `A` and `C`.\n"
              "inputs: A: n×d, C: n×d\nsolution: B = 7 * A + 0 * C\n```");
    frame_shows(&frame, "434");
    ck_assert(frame_goes_on(&frame));
    frame_shows(&frame, "Write `B`");
    frame_shows(&frame, " 62");
    frame_shows(&frame, " 162");
    frame_hides(&frame, "434");
    frame_hides(&frame, "7 * A");
}
END_TEST

/* A number so small that it would read as 0 says how small it is. */
START_TEST(a_tiny_number_is_no_zero) {
    read_page("A = [[61, 62]]\nd = 6.44e-10\n", "Of `A` and of `d`.");
    frame_shows(&frame, "d = 6e-10");
}
END_TEST

/* A number of its own has room for what it was. */
START_TEST(a_lone_number_shows_what_it_was) {
    read_page("A = [[61, 62]]\nd = 7\nB = A * d\n", "Of `A`, `d` and `B`.");
    frame_run(&frame, "d = 9");
    frame_shows(&frame, "d = 7 → 9");
}
END_TEST

/* What was computed before has its numbers from the start of a page; where a question comes before
 * the stop that needs it, from that stop. What is given has them always. */
#define ASKS "```qkv\nshow X\n```\n\n```quiz q\nWhich?\n( ) a\n(x) b\n```\n\n"
static const struct {
    const char *before, *after; /* the stop that needs it */
    bool waits;
} questions[] = {{"", "", false}, {ASKS, "", true}, {"", ASKS, false}};

START_TEST(a_result_waits_for_its_turn) {
    char words[200];
    bool waits = questions[_i].waits;
    text_fill(words, sizeof words,
              "Of `X`.\n\n%s```qkv\nshow W\n```\n\n```qkv\nshow P\n```\n\n%sEnd.",
              questions[_i].before, questions[_i].after);
    read_page("X = [[61, 62]]\nW = [[1, 2], [2, 3]]\nP = X @ W\n", words);
    frame_shows(&frame, "62");
    frame_shows(&frame, "3");
    (waits ? frame_hides : frame_shows)(&frame, "185");
    frame_run_all(&frame, waits ? "advance|skip|advance|advance" : "advance");
    frame_shows(&frame, "185");
}
END_TEST

Suite *panels_light_suite(void) {
    Suite *suite = suite_create("panels/light");
    TCase *tests = tcase_create("tests");
    tcase_add_checked_fixture(tests, NULL, finish);
    tcase_add_loop_test(tests, one_looks_at_what_the_words_name, 0, sizeof turns / sizeof *turns);
    tcase_add_loop_test(tests, what_a_number_is_made_from_is_lit_when_it_is_asked_for, 0, 2);
    tcase_add_loop_test(tests, at_rest_the_numbers_that_meet_are_bold, 0,
                        2 * sizeof rests / sizeof *rests);
    tcase_add_test(tests, a_skipped_prediction_stays_and_is_not_asked);
    tcase_add_test(tests, beside_a_lone_number_all_have_their_digits);
    tcase_add_test(tests, what_takes_no_part_is_dimmed);
    tcase_add_loop_test(tests, a_result_waits_for_its_turn, 0,
                        sizeof questions / sizeof *questions);
    tcase_add_loop_test(tests, operands_without_a_place_are_where_there_is_room, 0, 2);
    tcase_add_loop_test(tests, a_prediction_leads_to_what_it_asked_for, 0, 2);
    tcase_add_loop_test(tests, a_question_says_what_it_asks_for, 0,
                        sizeof requests / sizeof *requests);
    tcase_add_test(tests, what_is_to_be_written_is_nowhere);
    tcase_add_test(tests, a_tiny_number_is_no_zero);
    tcase_add_test(tests, a_lone_number_shows_what_it_was);
    suite_add_tcase(suite, tests);
    return suite;
}
