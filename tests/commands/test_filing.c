/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/desk.h"

#include "base/file.h"
#include "base/output.h"
#include "files/export.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A folder of its own for each test. */
static char folder[32];
static char path[128];

static void make_folder(void) {
    text_fill(folder, sizeof folder, "/tmp/qkv-filing-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void drop_folder(void) {
    ck_assert_int_eq(rmdir(folder), 0);
}

/* Types WORD FOLDER/NAME REST. */
static const char *types_file(struct desk *desk, const char *word, const char *name,
                              const char *rest) {
    struct text line = {0};
    text_fill(path, sizeof path, "%s/%s", folder, name);
    text_format(&line, "%s %s%s", word, path, rest);
    const char *said = desk_says(desk, text_string(&line));
    text_release(&line);
    return said;
}

static void open_setting(struct desk *desk) {
    desk_open(desk, NULL);
    ck_assert(desk_types(desk, "X = tokens(\"I am\", [[1, 0.1], [0, 1]])"));
    ck_assert(desk_types(desk, "S = X @ X.T"));
    ck_assert(desk_types(desk, "X[1,2] = 0.25"));
    ck_assert(desk_types(desk, "pin S[2,1] = 7"));
}

/* What is saved opens again in the same state. */
START_TEST(a_saved_session_opens_again) {
    struct desk desk;
    struct desk again;
    open_setting(&desk);
    ck_assert_msg(strstr(types_file(&desk, "save", "mine.md", ""), "Written: ") != NULL, "%s",
                  desk.failure.message);
    memset(&again, 0, sizeof again);
    ck_assert(session_init(&again.session, &again.failure));
    struct lesson *lesson = lesson_open(path, &again.failure);
    ck_assert_msg(lesson != NULL, "%s", again.failure.message);
    ck_assert_uint_eq(lesson->problem_count, 0);
    ck_assert(commands_open(&again.session, lesson, &again.failure));
    ck_assert_msg(desk_types(&again, "goto end"), "%s", again.failure.message);
    ck_assert(notebook_same(session_notebook(&desk.session), session_notebook(&again.session)));
    ck_assert_int_eq(unlink(path), 0);
    session_release(&again.session);
    desk_close(&desk);
}
END_TEST

START_TEST(a_session_is_saved_as_a_lesson_only) {
    struct desk desk;
    open_setting(&desk);
    ck_assert_str_eq(types_file(&desk, "save", "mine.txt", ""),
                     "a session is saved as a lesson: let the name end in .md (export writes other "
                     "forms)");
    ck_assert(!file_exists(path));
    types_file(&desk, "save", "no/folder/mine.md", "");
    ck_assert(desk.failure.set);
    ck_assert_uint_eq(desk.failure.column, 6);
    desk_close(&desk);
}
END_TEST

START_TEST(the_open_lesson_is_not_overwritten) {
    static const char lesson[] = "# One\n\n## Page\n\n```qkv\nA = 1\n```\n";
    struct desk desk;
    struct output_log log = {0};
    memset(&desk, 0, sizeof desk);
    output_use_log(&log);
    text_fill(path, sizeof path, "%s/one.md", folder);
    ck_assert(file_save(path, lesson, strlen(lesson), &desk.failure));
    ck_assert(session_init(&desk.session, &desk.failure));
    ck_assert(commands_open(&desk.session, lesson_open(path, &desk.failure), &desk.failure));
    const char *said = types_file(&desk, "save", "./one.md", " --force");
    ck_assert_ptr_nonnull(strstr(said, "read here and stays as it is: write to another file"));
    struct text now = {0};
    ck_assert(file_read(path, FILE_LIMIT, &now, &desk.failure));
    ck_assert_str_eq(text_string(&now), lesson);
    text_release(&now);
    ck_assert_int_eq(unlink(path), 0);
    output_log_release(&log);
    desk_close(&desk);
}
END_TEST

START_TEST(the_suffix_tells_the_format) {
    struct desk desk;
    open_setting(&desk);
    ck_assert(strstr(types_file(&desk, "export", "x.csv", " X"), "Written: ") != NULL);
    struct text bytes = {0};
    ck_assert(file_read(path, FILE_LIMIT, &bytes, &desk.failure));
    ck_assert_ptr_nonnull(strstr(text_string(&bytes), "0.25"));
    ck_assert_int_eq(unlink(path), 0);
    ck_assert(strstr(types_file(&desk, "export", "x.data", " format=json"), "Written: ") != NULL);
    text_clear(&bytes);
    ck_assert(file_read(path, FILE_LIMIT, &bytes, &desk.failure));
    ck_assert_ptr_eq(strchr(text_string(&bytes), '{'), text_string(&bytes));
    ck_assert_int_eq(unlink(path), 0);
    text_release(&bytes);
    desk_close(&desk);
}
END_TEST

START_TEST(what_holds_no_numbers_says_what_does) {
    struct desk desk;
    open_setting(&desk);
    ck_assert(!desk_types(&desk, "Y = tensor(\"a.md\")"));
    ck_assert_str_eq(
        desk.failure.message,
        "a.md: .csv, .tsv, .npy, .npz, .safetensors, .bin and .json files hold numbers; "
        "`open` opens a lesson");
    desk_close(&desk);
}
END_TEST

START_TEST(export_says_what_is_missing) {
    struct desk desk;
    open_setting(&desk);
    ck_assert_ptr_nonnull(
        strstr(types_file(&desk, "export", "x.csv", ""), "csv holds one value: write export "));
    ck_assert_ptr_nonnull(strstr(types_file(&desk, "export", "x.data", " X"),
                                 "add format=NAME; the formats are text, json, csv"));
    ck_assert_ptr_nonnull(
        strstr(types_file(&desk, "export", "x.csv", " format=jsn"), "there is no such format"));
    ck_assert_ptr_nonnull(
        strstr(types_file(&desk, "export", "x.csv", " Y"), "no value is called Y"));
    ck_assert(!file_exists(path));
    desk_close(&desk);
}
END_TEST

/* A saved session draws the same numbers when it is opened again, whatever its name is then. */
START_TEST(saving_writes_the_seed) {
    struct desk desk, again;
    desk_open(&desk, NULL);
    desk_types(&desk, "W = normal(2, 2) @ uniform(2, 2, low=-1)");
    const struct tensor *drawn = notebook_find(session_notebook(&desk.session), "W")->value;
    ck_assert_ptr_nonnull(strstr(types_file(&desk, "save", "seeds.md", ""), "Written: "));
    struct text bytes = {0};
    ck_assert(file_read(path, FILE_LIMIT, &bytes, &desk.failure));
    ck_assert_ptr_nonnull(strstr(text_string(&bytes), "W = normal(2, 2, seed="));
    ck_assert_ptr_nonnull(strstr(text_string(&bytes), " @ uniform(2, 2, low=-1, seed="));
    desk_open(&again, text_string(&bytes));
    desk_types(&again, "goto end");
    ck_assert(tensor_same(drawn, notebook_find(session_notebook(&again.session), "W")->value));
    ck_assert_int_eq(unlink(path), 0);
    text_release(&bytes);
    session_release(&again.session);
    desk_close(&desk);
}
END_TEST

/* Until names gave seeds every source without one drew with seed 0, and save did not write it. */
static const char saved_before[] = "# Notebook\n\n```qkv\nW = normal(2, 2)\nX = 0 + normal(2, 2)\n"
                                   "W[1,1] = 3\n```\n";
static const char written_since[] = "# Chance\n\nTwo matrices.\n\n```qkv\nW = normal(2, 2)\n"
                                    "X = 0 + normal(2, 2)\nW[1,1] = 3\n```\n";

START_TEST(what_was_saved_before_draws_what_it_drew) {
    struct desk desk;
    desk_open(&desk, saved_before);
    desk_types(&desk, "goto end");
    ck_assert_double_eq(desk_number(&desk, "W[1,1]"), 3);
    ck_assert_double_eq(desk_number(&desk, "W[1,2]"),
                        desk_number(&desk, "normal(2, 2, seed=0)[1,2]"));
    ck_assert_double_eq(desk_number(&desk, "X[1,2]"), desk_number(&desk, "W[1,2]"));
    ck_assert_double_eq_tol(desk_number(&desk, "X[1,2]"), 0.8645, 1e-4);
    desk_close(&desk);
    desk_open(&desk, written_since);
    desk_types(&desk, "goto end");
    ck_assert_double_eq(desk_number(&desk, "W[1,1]"), 3);
    ck_assert_double_ne(desk_number(&desk, "X[1,2]"), desk_number(&desk, "W[1,2]"));
    desk_close(&desk);
}
END_TEST

/* Random numbers are shifted and scaled, each by its name. */
START_TEST(a_number_of_chance_is_explained) {
    struct desk desk;
    desk_open(&desk, NULL);
    desk_types(&desk, "W = normal(2, 2, mean=1, std=3, seed=1); U = uniform(2, 2, low=1, high=3, "
                      "seed=1)");
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "explain W[1,2]"),
                                 "= mean + std·random = 1 + 3·(-1.2926) ≈ -2.8778"));
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "explain U[1,2]"),
                                 "= low + (high − low)·random = 1 + 2·0.7458 ≈ 2.4916"));
    desk_close(&desk);
}
END_TEST

/* A pin breaks sums along the axis that shares were computed on, and only those of shares are
 * reported. */
START_TEST(a_pin_breaks_sums_of_shares) {
    struct desk desk;
    desk_open(&desk, NULL);
    desk_types(&desk, "S = [[1, 2], [3, 4]]; A = softmax(S); B = softmax(S, each=column); "
                      "C = layernorm(S); pin A[2,1] = 2; pin B[1,2] = 2; pin C[1,1] = 2");
    ck_assert_ptr_nonnull(
        strstr(desk_says(&desk, "show A"), "A pin broke row 2: it adds up to 2.7311, not 1."));
    ck_assert_ptr_null(strstr(desk_says(&desk, "show A"), "row 1:"));
    ck_assert_ptr_nonnull(
        strstr(desk_says(&desk, "show B"), "A pin broke column 2: it adds up to 2.8808, not 1."));
    ck_assert_ptr_null(strstr(desk_says(&desk, "show B"), "row 1:"));
    ck_assert_ptr_null(strstr(desk_says(&desk, "show C"), "broke"));
    desk_close(&desk);
}
END_TEST

START_TEST(lessons_are_listed) {
    static const char lesson[] = "---\ntitle: Softly\nsummary: a little\nminutes: 5\n---\n\n"
                                 "# Softly\n";
    const char *const folders[] = {folder, NULL};
    struct desk desk;
    open_setting(&desk);
    ck_assert_str_eq(desk_says(&desk, "lessons"), "No lessons were found.\n");
    desk.session.front.lesson_folders = folders;
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "lessons"), folder));
    text_fill(path, sizeof path, "%s/04-softly.md", folder);
    ck_assert(file_save(path, lesson, strlen(lesson), &desk.failure));
    const char *said = desk_says(&desk, "lessons");
    ck_assert_ptr_eq(strstr(said, "  4  Softly"), said);
    ck_assert_ptr_nonnull(strstr(said, " 5 min  04-softly\n     a little\n"));
    ck_assert_int_eq(unlink(path), 0);
    desk_close(&desk);
}
END_TEST

static const char *const forbidden[] = {"save x.md", "export x.json", "lessons", "quit"};

START_TEST(a_lesson_may_not) {
    struct desk desk;
    open_setting(&desk);
    desk.speaker = SPEAKER_LESSON;
    ck_assert(!desk_types(&desk, forbidden[_i]));
    ck_assert_ptr_eq(strstr(desk.failure.message, "a lesson may not "), desk.failure.message);
    ck_assert(!desk.session.quit);
    desk_close(&desk);
}
END_TEST

START_TEST(quit_quits) {
    struct desk desk;
    open_setting(&desk);
    ck_assert(desk_types(&desk, "quit"));
    ck_assert(desk.session.quit);
    desk_close(&desk);
}
END_TEST

START_TEST(open_opens_another_lesson) {
    struct desk desk = {0};
    static const char lesson[] = "# Second\n\n## Here\n\n```qkv\nA = [1, 2]\n```\n";
    text_fill(path, sizeof path, "%s/02-second.md", folder);
    ck_assert(file_save(path, lesson, strlen(lesson), &desk.failure));
    const char *const folders[] = {folder, NULL};
    desk_open_lesson(&desk, "01-worked-example.md");
    desk.session.front.lesson_folders = folders;
    ck_assert(desk_types(&desk, "goto end"));
    ck_assert(desk_types(&desk, "move weights[1,2]; dive"));
    ck_assert_str_eq(desk_says(&desk, "open thrid"),
                     "there is no lesson thrid; `lessons` lists those there are");
    ck_assert_str_eq(desk_says(&desk, "open 02-secnd"),
                     "there is no lesson 02-secnd; did you mean 02-second?");
    ck_assert_str_eq(desk.session.lesson->title, "The worked example");
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "open 2"), "Page 1 of 1: Here"));
    ck_assert_str_eq(desk.session.lesson->title, "Second");
    ck_assert_uint_eq(desk.session.view.depth, 0);
    ck_assert_uint_eq(session_notebook(&desk.session)->count, 0);
    ck_assert(desk_types(&desk, "next"));
    ck_assert(desk_number(&desk, "A[1,2]") == 2);
    ck_assert_int_eq(unlink(path), 0);
    desk_close(&desk);
}
END_TEST

/* The lesson that was open had more stops, which are not looked up in the other one. */
START_TEST(open_forgets_where_the_other_lesson_was) {
    struct desk desk = {0};
    static const char lesson[] = "# Second\n\n## Here\n\n```qkv hidden\nA = [1, 2]\n```\nText.\n";
    text_fill(path, sizeof path, "%s/02-second.md", folder);
    ck_assert(file_save(path, lesson, strlen(lesson), &desk.failure));
    const char *const folders[] = {folder, NULL};
    desk_open_lesson(&desk, "01-worked-example.md");
    desk.session.front.lesson_folders = folders;
    desk.session.front.drawn = true;
    ck_assert(desk_types(&desk, "goto end"));
    ck_assert(desk_types(&desk, "open 2"));
    ck_assert_str_eq(desk.session.lesson->title, "Second");
    ck_assert_uint_gt(session_stop(&desk.session), 0);
    ck_assert_int_eq(unlink(path), 0);
    desk_close(&desk);
}
END_TEST

/* The text after the old question is not shown in the lesson that is opened. */
START_TEST(open_leaves_an_open_question_behind) {
    struct desk desk = {0};
    static const char lesson[] = "# Second\n\n## Here\n\n```qkv\nA = [1, 2]\n```\n";
    text_fill(path, sizeof path, "%s/02-second.md", folder);
    ck_assert(file_save(path, lesson, strlen(lesson), &desk.failure));
    const char *const folders[] = {folder, NULL};
    desk_open(&desk, "# First\n\n## Asked\n\n```quiz\nIs it?\n(x) Yes\n( ) No\n```\n\nIt is.\n");
    desk.session.front.lesson_folders = folders;
    ck_assert(desk_types(&desk, "next"));
    const char *said = desk_says(&desk, "open 2");
    ck_assert_ptr_eq(strstr(said, "Second"), said);
    ck_assert_int_eq(unlink(path), 0);
    desk_close(&desk);
}
END_TEST

/* After the list at the end of a lesson was closed, back goes to the stop before. */
START_TEST(a_list_that_was_closed_is_no_move) {
    struct desk desk = {0};
    const char *const folders[] = {folder, NULL};
    desk_open(&desk, "# Only\n\n## Here\n\n```qkv\nA = [1, 2]\nB = A + 1\n```\n");
    desk.session.front.lesson_folders = folders;
    desk.session.front.drawn = true;
    ck_assert(desk_types(&desk, "advance 3"));
    ck_assert(desk_types(&desk, "back") && desk_types(&desk, "advance"));
    size_t end = session_stop(&desk.session);
    ck_assert(desk_types(&desk, "advance"));
    ck_assert_int_eq(desk.session.view.popup, POPUP_LESSONS);
    ck_assert(desk_types(&desk, "close") && desk_types(&desk, "move last"));
    ck_assert(desk_types(&desk, "back"));
    ck_assert_uint_lt(session_stop(&desk.session), end);
    desk_close(&desk);
}
END_TEST

Suite *commands_filing_suite(void);

Suite *commands_filing_suite(void) {
    Suite *suite = suite_create("commands/filing");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, make_folder, drop_folder);
    tcase_add_test(core, a_saved_session_opens_again);
    tcase_add_test(core, a_session_is_saved_as_a_lesson_only);
    tcase_add_test(core, the_open_lesson_is_not_overwritten);
    tcase_add_test(core, open_opens_another_lesson);
    tcase_add_test(core, open_forgets_where_the_other_lesson_was);
    tcase_add_test(core, open_leaves_an_open_question_behind);
    tcase_add_test(core, the_suffix_tells_the_format);
    tcase_add_test(core, what_holds_no_numbers_says_what_does);
    tcase_add_test(core, export_says_what_is_missing);
    tcase_add_test(core, a_number_of_chance_is_explained);
    tcase_add_test(core, a_pin_breaks_sums_of_shares);
    tcase_add_test(core, saving_writes_the_seed);
    tcase_add_test(core, what_was_saved_before_draws_what_it_drew);
    tcase_add_test(core, lessons_are_listed);
    tcase_add_test(core, a_list_that_was_closed_is_no_move);
    tcase_add_loop_test(core, a_lesson_may_not, 0, 4);
    tcase_add_test(core, quit_quits);
    suite_add_tcase(suite, core);
    return suite;
}
