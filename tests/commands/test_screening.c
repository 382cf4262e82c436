#include "commands/desk.h"

#include "base/file.h"
#include "base/memory.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct desk desk;

/* Opens the project's own lesson NAME. */
static void open_lesson(const char *name) {
    struct text path = {0};
    struct text text = {0};
    text_format(&path, "%s/lessons/%s", QKV_SOURCE_DIR, name);
    ck_assert(file_read(text_string(&path), 1 << 20, &text, &desk.failure));
    desk_open(&desk, text_string(&text));
    text_release(&text);
    text_release(&path);
}

static void types(const char *line) {
    bool ok = desk_types(&desk, line);
    ck_assert_msg(ok, "%s: %s", line, desk.failure.message);
}

#define says(line, said) ck_assert_str_eq(desk_says(&desk, line), said)

static const char sum[] = "A = [[1, 2], [3, -4]]; B = [[1, 0.5], [0, 1]]; S = A @ B";

/* --- the cursor ------------------------------------------------------------------------------- */

START_TEST(moves_say_the_cell) {
    desk_open(&desk, NULL);
    says("move left", "there is no number to look at yet: define something, or go on");
    types(sum);
    types("goto S");
    says("move right", "S[1,2] = 2.5\n");
    says("move right", "S[1,2] = 2.5, at the edge\n");
    says("move down", "S[2,2] = -2.5\n");
    says("move first", "S[2,1] = 3\n");
    says("move top", "S[1,1] = 1\n");
    says("move A[2,2]", "A[2,2] = -4\n");
    says("move up 9", "A[1,2] = 2\n");
    says("convention columns; move up", "A[1,1] = 1\n");
    says("move sideways", "no value is called sideways");
    says("turn next", "A is one matrix: there is no other head or batch");
    types("H = zeros(3, 1, 2)");
    types("goto H");
    says("turn next 2", "H[3,1,1] = 0\n");
    says("turn next", "H[3,1,1] = 0, the last\n");
    desk_close(&desk);
}
END_TEST

START_TEST(a_part_is_shown_and_looked_at) {
    desk_open(&desk, NULL);
    types("A = tokens(\"it is\", [[1, 2], [3, 4]], columns=\"a b\"); B = A");
    says("show A[\"is\",:]", "      a  b\n  is  3  4\n");
    says("move right", "A[is,b] = 4\n");
    says("show A[\"am\",:]", "no row is called \"am\": the rows are \"it\", \"is\"");
    says("show (A + B)[1,:]", "write a name or cells of one, such as A or A[1,2]");
    desk.session.screen = true;
    says("show A[:,\"b\"]", "");
    desk.session.screen = false;
    says("move down", "A[is,b] = 4\n");
    desk_close(&desk);
}
END_TEST

/* A learner who is to say the number first is not told it. */
START_TEST(what_is_not_reached_is_not_told) {
    desk_open(&desk, NULL);
    types(sum);
    types("goto S @ row 1 col 2");
    says("move left", "S[1,1] = 1\n");
    says("move right", "S[1,2] = 2.5\n");
    says("move down", "S[2,2] = ?\n");
    types("out; out; out");
    says("move down", "S[2,2] = -2.5\n");
    desk_close(&desk);
}
END_TEST

/* --- down and up ------------------------------------------------------------------------------ */

static const char *const way[] = {"output", "weights", "scaled", "scores", "Q", "X"};
enum { WAY = sizeof way / sizeof *way };

/* From each cell of lesson 1's output down to the words, and the same way up. */
START_TEST(dive_and_rise_through_lesson_1) {
    open_lesson("01-worked-example.md");
    types("goto end");
    size_t cells = 12;
    for (size_t cell = 0; cell < cells; cell++) {
        size_t passed[WAY];
        types("goto output");
        desk.session.looks.cell = cell;
        for (size_t i = 0; i < WAY; i++) {
            ck_assert_str_eq(looks_definition(&desk.session)->name, way[i]);
            passed[i] = desk.session.looks.cell;
            ck_assert_int_eq(desk_types(&desk, "dive"), i + 1 < WAY);
        }
        ck_assert_ptr_nonnull(strstr(desk.failure.message, "as written"));
        for (size_t i = WAY; i > 0; i--) {
            ck_assert_str_eq(looks_definition(&desk.session)->name, way[i - 1]);
            ck_assert_uint_eq(desk.session.looks.cell, passed[i - 1]);
            ck_assert_int_eq(desk_types(&desk, "rise"), i > 1);
        }
    }
    desk_close(&desk);
}
END_TEST

START_TEST(a_dive_says_the_way_and_the_sentence) {
    desk_open(&desk, NULL);
    types(sum);
    types("goto S");
    types("move bottom; move last");
    says("dive", "S[2,2] ‹ A[2,1]\nA[2,1] = 3, as written in A\n");
    says("rise", "S[2,2] = 3·0.5 + (-4)·1 = -2.5\n");
    says("dive 2", "S[2,2] ‹ B[1,2]\nB[1,2] = 0.5, as written in B\n");
    says("dive 3", "B[1,2] is a number as written: nothing lies below it");
    types("rise");
    says("dive 3", "S[2,2] has 2 operands");
    desk_close(&desk);
}
END_TEST

/* --- changes ---------------------------------------------------------------------------------- */

/* nudge up is the edit that adds a tenth, to the bit and to the undo. */
START_TEST(a_nudge_is_an_edit) {
    struct notebook before = {0};
    struct notebook edited = {0};
    desk_open(&desk, NULL);
    types(sum);
    notebook_copy(&before, session_notebook(&desk.session));
    types("A[1,2] = 2.1");
    notebook_copy(&edited, session_notebook(&desk.session));
    types("undo");
    ck_assert(notebook_same(&before, session_notebook(&desk.session)));
    types("move A[1,2]");
    types("nudge up");
    ck_assert(notebook_same(&edited, session_notebook(&desk.session)));
    types("undo");
    ck_assert(notebook_same(&before, session_notebook(&desk.session)));
    types("redo");
    types("nudge down");
    ck_assert(desk_number(&desk, "A[1,2]") == 2);
    notebook_release(&edited);
    notebook_release(&before);
    desk_close(&desk);
}
END_TEST

START_TEST(nudges_do_not_drift) {
    desk_open(&desk, NULL);
    types("A = [0, 0.2]");
    for (int i = 1; i <= 30; i++) {
        types("nudge up");
    }
    ck_assert(desk_number(&desk, "A[1,1]") == 3);
    types("move right; nudge up");
    ck_assert(desk_number(&desk, "A[1,2]") == 0.3);
    says("nudging smaller", "A nudge is 0.01.\n");
    types("nudge down 25");
    ck_assert(desk_number(&desk, "A[1,2]") == 0.05);
    says("nudging larger", "A nudge is 0.1.\n");
    says("nudging 0.25", "A nudge is 0.25.\n");
    says("nudging 0", "nudging takes a number from 1e-9 to 1000000000");
    says("nudging much", "`much` is not a number");
    for (int i = 0; i < 40; i++) {
        types("nudging smaller");
    }
    ck_assert(desk.session.looks.nudge >= 1e-9);
    types("flip");
    ck_assert(desk_number(&desk, "A[1,2]") == -0.05);
    desk_close(&desk);
}
END_TEST

START_TEST(a_lone_number_can_be_nudged) {
    desk_open(&desk, NULL);
    types("t = 2; u = t * 3");
    types("goto t");
    types("nudge up");
    ck_assert(desk_number(&desk, "u") == 2.1 * 3);
    types("flip");
    ck_assert(desk_number(&desk, "t") == -2.1);
    desk_close(&desk);
}
END_TEST

START_TEST(what_is_computed_is_not_nudged) {
    desk_open(&desk, NULL);
    types(sum);
    types("goto S");
    ck_assert(!desk_types(&desk, "nudge up"));
    ck_assert_ptr_nonnull(strstr(desk.failure.message, "pin"));
    ck_assert_ptr_nonnull(strstr(desk.failure.message, "A and B"));
    types("R = softmax(A / 2)");
    types("goto R");
    types("dive");
    says("flip", "this number is a step inside R: flip changes a cell of a matrix that was written "
                 "out");
    says("set A[1,2] = 3", "leave `set` out: A[1,2] = 3");
    says("set A[1,2]", "Type A[1,2] = and the new number, or a formula for it.\n");
    ck_assert_uint_eq(desk.session.looks.cell, 1);
    says("set S[1,2]", "S[1,2] is computed; edit a cell of A and B instead. `pin S[1,2] = NUMBER` "
                       "forces\nit.\n");
    desk_close(&desk);
}
END_TEST

START_TEST(a_lesson_has_no_cursor) {
    desk_open(&desk, "# L\n\n## One\n\n```qkv\nA = [1, 2]\nnudge up\n```\n");
    types("goto A");
    says("next", "a lesson has no cursor: write the edit, as in W[1,2] = 0.5");
    desk_close(&desk);
}
END_TEST

/* --- what a screen shows is not said -----------------------------------------------------------
 */

START_TEST(old_and_new_are_kept_until_time_moves) {
    static const char lesson[] = "# L\n\n## One\n\n```qkv\nA = [1, 2]\nB = A * 2\n```\n\n"
                                 "```qkv\nA[1,2] = 5\nshow B\n```\n\n## Two\n\nEnd.\n";
    const struct notebook *before = &desk.session.looks.before;
    desk_open(&desk, lesson);
    desk.session.screen = true;
    types("goto B");
    types("A[1,1] = 7");
    ck_assert(notebook_find(before, "B")->value->cells[0] == 2);
    types("undo");
    ck_assert(notebook_find(before, "B")->value->cells[0] == 14);
    types("goto A");
    ck_assert_uint_gt(before->count, 0);
    says("next", "");
    ck_assert(notebook_find(before, "B")->value->cells[1] == 4);
    ck_assert_str_eq(desk.session.focus.name, "A");
    ck_assert_uint_eq(desk.session.looks.cell, 1);
    says("next", "");
    ck_assert_str_eq(desk.session.focus.name, "B");
    ck_assert(notebook_find(before, "B")->value->cells[1] == 4);
    says("next", "");
    ck_assert_uint_eq(before->count, 0);
    types("A[1,1] = 7");
    types("back");
    ck_assert_uint_eq(before->count, 0);
    desk_close(&desk);
}
END_TEST

static const struct {
    const char *line;
    enum cover cover;
} covers[] = {{"contents", COVER_CONTENTS},
              {"narration", COVER_NARRATION},
              {"notes", COVER_NOTES},
              {"keyboard", COVER_KEYS}};

START_TEST(a_cover_comes_and_goes) {
    struct looks *looks = &desk.session.looks;
    open_lesson("01-worked-example.md");
    types("goto page 2");
    ck_assert_uint_gt(strlen(desk_says(&desk, covers[_i].line)), 40);
    ck_assert_int_eq(looks->cover, COVER_NONE);
    desk.session.screen = true;
    says(covers[_i].line, "");
    ck_assert_int_eq(looks->cover, covers[_i].cover);
    types("move down 3");
    ck_assert_uint_eq(looks->scroll, 3);
    types("move up 9");
    ck_assert_uint_eq(looks->scroll, 0);
    types(covers[_i].line);
    ck_assert_int_eq(looks->cover, COVER_NONE);
    types(covers[_i].line);
    types("close");
    ck_assert_int_eq(looks->cover, COVER_NONE);
    types(covers[_i].line);
    types("next");
    ck_assert_int_eq(looks->cover, COVER_NONE);
    desk_close(&desk);
}
END_TEST

START_TEST(contents_tell_the_page_and_its_names) {
    open_lesson("01-worked-example.md");
    types("goto page 3");
    const char *said = desk_says(&desk, "contents");
    ck_assert_ptr_nonnull(strstr(said, "\n> 3  Keys and values"));
    ck_assert_ptr_nonnull(strstr(said, "\n     K V\n"));
    ck_assert_ptr_null(strstr(said, "> 2"));
    says("notes", "There are no notes on this page.\n");
    desk_close(&desk);
    desk_open(&desk, NULL);
    says("contents", "There are no definitions yet.\n");
    ck_assert(!desk_types(&desk, "narration"));
    desk_close(&desk);
}
END_TEST

START_TEST(switches_draw_on_a_screen_and_speak_elsewhere) {
    desk_open(&desk, NULL);
    types("A = softmax([[1, 2], [3, 3]])");
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "heat A"), "1, fixed"));
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "stretch"), "least"));
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "heat"), "this matrix"));
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "zoom"), "0.5000"));
    says("differs", "there is no baseline yet: `baseline` sets one");
    types("baseline");
    says("differs", "Nothing differs from the baseline.\n");
    desk.session.screen = true;
    desk.session.looks.heat = false;
    static const char *const lines[] = {"heat",       "stretch off", "zoom on", "differs",
                                        "move right", "show A",      "goto A",  "convention other"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        says(lines[i], "");
    }
    const struct looks *looks = &desk.session.looks;
    ck_assert(looks->heat && !looks->stretched && looks->zoom && looks->difference);
    ck_assert(desk.session.view.columns);
    types("heat; zoom; differs; convention other");
    ck_assert(!looks->heat && !looks->zoom && !looks->difference);
    ck_assert(!desk.session.view.columns);
    desk_close(&desk);
}
END_TEST

/* --- one key through a lesson ------------------------------------------------------------------
 */

START_TEST(advance_alone_goes_through_a_lesson) {
    size_t presses = 0;
    open_lesson("01-worked-example.md");
    desk.session.screen = true;
    while (desk_types(&desk, "advance")) {
        ck_assert_uint_lt(++presses, 1000);
    }
    ck_assert_str_eq(desk.failure.message, "this is the end of the lesson");
    ck_assert_uint_eq(session_stop(&desk.session), desk.session.lesson->stop_count);
    while (desk_types(&desk, "retreat")) {
        ck_assert_uint_gt(--presses, 0);
    }
    ck_assert_str_eq(desk.failure.message, "this is the start of the lesson");
    desk_close(&desk);
}
END_TEST

START_TEST(an_open_question_holds_once) {
    static const char lesson[] = "# L\n\n## One\n\n```quiz q\nWhich?\n(x) a\n( ) b\n```\n\nEnd.\n\n"
                                 "## Two\n";
    desk_open(&desk, lesson);
    types("advance 2");
    says("advance", "A question is open: answer it, or go on once more to pass.\n");
    ck_assert_int_eq(desk.session.answers[1].state, ANSWER_OPEN);
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "advance"), "Right is 1. a"));
    ck_assert_int_eq(desk.session.answers[1].state, ANSWER_SKIPPED);
    types("advance");
    ck_assert_uint_eq(session_stop(&desk.session), 3);
    desk_close(&desk);
}
END_TEST

/* --- another lesson --------------------------------------------------------------------------- */

START_TEST(open_opens_another_lesson) {
    char folder[] = "/tmp/qkv-open-XXXXXX";
    struct text path = {0};
    static const char lesson[] = "# Second\n\n## Here\n\n```qkv\nA = [1, 2]\n```\n";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    text_format(&path, "%s/02-second.md", folder);
    ck_assert(file_save(text_string(&path), lesson, strlen(lesson), &desk.failure));
    const char *const folders[] = {folder, NULL};
    open_lesson("01-worked-example.md");
    desk.session.lesson_folders = folders;
    types("goto end");
    types("move weights[1,2]; dive");
    says("open thrid", "there is no lesson thrid; `lessons` lists those there are");
    says("open 02-secnd", "there is no lesson 02-secnd; did you mean 02-second?");
    ck_assert_str_eq(desk.session.lesson->title, "The worked example");
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "open 2"), "Page 1 of 1: Here"));
    ck_assert_str_eq(desk.session.lesson->title, "Second");
    ck_assert_uint_eq(desk.session.looks.path_count, 0);
    ck_assert_uint_eq(session_notebook(&desk.session)->count, 0);
    types("next");
    ck_assert(desk_number(&desk, "A[1,2]") == 2);
    ck_assert_int_eq(unlink(text_string(&path)), 0);
    ck_assert_int_eq(rmdir(folder), 0);
    text_release(&path);
    desk_close(&desk);
}
END_TEST

/* --- without memory --------------------------------------------------------------------------- */

static const char *const hungry[] = {"move A[2,1]", "nudge up", "flip",      "dive",   "set",
                                     "heat",        "zoom",     "contents",  "notes",  "narration",
                                     "keyboard",    "advance",  "nudging 2", "explain"};

/* Whichever allocation fails, the line fails, nothing leaks, and the next try may succeed. */
START_TEST(a_line_without_memory_fails_whole) {
    size_t tries = 1;
    desk_open(&desk, "# L\n\n## One\n\n```qkv\nA = [[1, 2], [3, 4]]\nS = A @ A\n```\n\n"
                     "<!-- note: Slowly. -->\n\n## Two\n\nEnd.\n");
    types("goto S");
    types(text_same(hungry[_i], "dive") ? "move S[1,1]" : "move A[1,1]");
    for (bool done = false; !done; tries++) {
        struct notebook before = {0};
        notebook_copy(&before, session_notebook(&desk.session));
        memory_fail(tries, false);
        done = desk_types(&desk, hungry[_i]);
        memory_fail(0, false);
        ck_assert(done || desk.failure.set);
        ck_assert(done || notebook_same(&before, session_notebook(&desk.session)));
        ck_assert_uint_lt(tries, 20000);
        notebook_release(&before);
    }
    ck_assert_uint_gt(tries, 2);
    desk_close(&desk);
}
END_TEST

Suite *commands_screening_suite(void);

Suite *commands_screening_suite(void) {
    Suite *suite = suite_create("commands/screening");
    TCase *core = tcase_create("core");
    tcase_add_test(core, moves_say_the_cell);
    tcase_add_test(core, a_part_is_shown_and_looked_at);
    tcase_add_test(core, what_is_not_reached_is_not_told);
    tcase_add_test(core, dive_and_rise_through_lesson_1);
    tcase_add_test(core, a_dive_says_the_way_and_the_sentence);
    tcase_add_test(core, a_nudge_is_an_edit);
    tcase_add_test(core, nudges_do_not_drift);
    tcase_add_test(core, a_lone_number_can_be_nudged);
    tcase_add_test(core, what_is_computed_is_not_nudged);
    tcase_add_test(core, a_lesson_has_no_cursor);
    tcase_add_test(core, old_and_new_are_kept_until_time_moves);
    tcase_add_loop_test(core, a_cover_comes_and_goes, 0, sizeof covers / sizeof *covers);
    tcase_add_test(core, contents_tell_the_page_and_its_names);
    tcase_add_test(core, switches_draw_on_a_screen_and_speak_elsewhere);
    tcase_add_test(core, advance_alone_goes_through_a_lesson);
    tcase_add_test(core, an_open_question_holds_once);
    tcase_add_test(core, open_opens_another_lesson);
    suite_add_tcase(suite, core);
    TCase *limits = tcase_create("limits");
    tcase_add_loop_test(limits, a_line_without_memory_fails_whole, 0,
                        sizeof hungry / sizeof *hungry);
    suite_add_tcase(suite, limits);
    return suite;
}
