/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/desk.h"
#include "files/export.h"
#include "play/options.h"
#include "play/verbs.h"

#include "base/heap.h"

#include <check.h>
#include <string.h>

/* --- check ----------------------------------------------------------------------------------- */

/* Checks LESSON (Markdown), or statements when it is not one. */
static struct check_report check_text(const char *file, const char *text) {
    struct check_report report;
    struct failure failure = {0};
    struct lesson *lesson = strstr(file, ".qkv") != NULL
                                ? lesson_read_statements(file, text, strlen(text), &failure)
                                : lesson_read(file, text, strlen(text), &failure);
    ck_assert_msg(lesson != NULL, "%s", failure.message);
    ck_assert_msg(check_lesson(lesson, NULL, &report, &failure), "%s", failure.message);
    return report;
}

#define BEGIN "# T\n\n## P\n\n```qkv\nA = [[1, 2]]\nS = A * 2\n```\n\n" /* nine lines */

static const struct {
    const char *rest;    /* after BEGIN: its first line is line 10 */
    const char *message; /* what is said; NULL: nothing is wrong */
    size_t line, column; /* where */
} LESSONS[] = {
    {"All is `S[1,2] → 4`.\n", NULL, 0, 0},
    {"Not all is `S[1,2] → 5`.\n", "S[1,2] is 4, expected 5", 10, 13},
    {"`S[1,2] → 4` and `S[1,1] → 2.1`.\n", "S[1,1] is 2, expected 2.1 ± 0.05", 10, 19},
    {"`S[1,9] → 4`\n", "column 9", 10, 6},
    {"```qkv\nexpect S = [[2, 4]]\n```\n", NULL, 0, 0},
    {"```qkv\n\n  expect S = [[2, 5]]\n```\n", "S[1,2] is 4, expected 5", 12, 10},
    {"```qkv\nexpect S is 2x1\n```\n", "expected 2×1", 11, 8},
    {"```qkv\nexpect nothing = 2\n```\n", "nothing", 11, 8},
    {"```qkv\nB = 1; expect B = 2\n```\n", "B is 1, expected 2", 11, 15},
    {"```qkv\nB = A @ S\n```\n", "A @ S: 1×2 by 1×2", 11, 5},
    {"```qkv\nB = A @ S\n```\n\n`S[1,1] → 2`\n", "A @ S: 1×2 by 1×2", 11, 5},
    {"```qkv error: inner sizes\nB = A @ S\n```\n", NULL, 0, 0},
    {"```qkv error: outer sizes\nB = A @ S\n```\n", "expected \"outer sizes\"", 11, 1},
    {"```qkv error: inner sizes\nB = A * S\n```\n", "it does not fail", 11, 1},
    {"```quiz q\nQ?\n( ) a\n(x) b\n```\n", NULL, 0, 0},
    {"```quiz q\nQ?\n[ ] a\n[x] b\n[x] c\n```\n", NULL, 0, 0},
    {"```quiz q\nQ?\n= S[1,2] ~ 0.1\n```\n", NULL, 0, 0},
    {"```quiz q\nQ?\n= S.T @ S ~ 0.1\n```\n", "the key of quiz q cannot be computed", 12, 1},
    {"```quiz q\nQ?\n= later ~ 0.1\n```\n\n```qkv\nlater = 2\n```\n", "quiz q", 12, 1},
    {"```quiz q predict\nQ?\n= later ~ 0.1\n```\n\n```qkv\nlater = 2\n```\n", NULL, 0, 0},
    {"```quiz q predict\nQ?\n= S[1,1] ~ 0.1\n```\n", "no qkv block follows", 10, 1},
    {"```try t\nDo.\nexpect S[1,1] > 3\nsolution: A[1,1] = 2\n```\n", NULL, 0, 0},
    {"```try t\nDo.\nexpect S[1,1] > 1\nsolution: A[1,1] = 2\n```\n",
     "exercise t is met before anything is done", 10, 1},
    {"```try t\nDo.\nexpect S[1,1] > 3\nsolution: A[1,1] = 1.5\n```\n",
     "exercise t is not met by its solution: S[1,1] is 3", 13, 11},
    {"```try t\nDo.\nexpect S[1,1] > 3\nallow: A\nsolution: S = [[9, 9]]\n```\n",
     "exercise t is not met by its solution", 14, 11},
    {"```try t\nDo.\nexpect sum(S) > 9\nchanges: 1\nsolution: A[1,1] = 9; A[1,2] = 9\n```\n",
     "exercise t is not met by its solution", 14, 11},
    {"```try t\nDo.\nexpect S[1,1] > 3\nsolution: save /dev/null.md\n```\n",
     "a lesson may not save", 13, 11},
    {"```try t\nDo.\nexpect S[1,1] > 3\nsolution: S[1,1] = 4\n```\n",
     "the solution of exercise t fails", 13, 11},
    {"```try t\nDo.\nexpect S[1,1] > 3\nsolution: A[1,1] = 2\n```\n\n`S[1,1] → 2`\n", NULL, 0, 0},
    {"```qvk\nB = 2\n```\n", "did you mean \"qkv\"", 10, 1},
    {"a\n\n```qkv hidden\nx = 1\n```\n\nb\n\n```qkv\ny = 1\n```\n\nc\n",
     "no screen shows these words", 16, 1},
    {"a\n\n```qkv hidden\nx = 1\n```\n\nb\n\n## P\n\nc\n", "no screen shows these words", 16, 1},
    {"a\n\n```qkv hidden\nx = 1\n```\n\nb\n\n```qkv\ny = 1\n```\n", NULL, 0, 0},
    {"a\n\n```qkv hidden\nx = 1\n```\n\n<!-- pause -->\n\nb\n\n```qkv\ny = 1\n```\n\nc\n", NULL, 0,
     0},
    {"a\n\n```qkv\nexpect A = A\n```\n\nb\n\n```qkv\ny = 1\n```\n\nc\n", NULL, 0, 0},
};

static const char *const MISTAKES[] = {
    "```quiz q predict\nQ?\n( ) a\n(x) b\n```\n",
    "```quiz q\nQ?\n( ) a\n( ) b\n```\n",
    "```try t\nDo.\nexpect S[1,1] > 3\nchanges: 0\nsolution: A[1,1] = 2\n```\n",
};

START_TEST(a_mistake_is_told_once) {
    struct text text = {0};
    text_append(&text, BEGIN);
    text_append(&text, MISTAKES[_i]);
    struct check_report report = check_text("lesson.md", text_string(&text));
    ck_assert_uint_eq(report.failure_count, 1);
    check_report_release(&report);
    text_release(&text);
}
END_TEST

START_TEST(lessons_are_held) {
    struct text text = {0};
    text_append(&text, BEGIN);
    text_append(&text, LESSONS[_i].rest);
    struct check_report report = check_text("lesson.md", text_string(&text));
    if (LESSONS[_i].message == NULL) {
        ck_assert_msg(report.failure_count == 0, "%s", report.failures[0].message);
    } else {
        ck_assert_uint_ge(report.failure_count, 1);
        const struct failure *failure = &report.failures[0];
        ck_assert_msg(strstr(failure->message, LESSONS[_i].message) != NULL, "says: %s",
                      failure->message);
        ck_assert_str_eq(failure->file, "lesson.md");
        ck_assert_uint_eq(failure->line, LESSONS[_i].line);
        ck_assert_uint_eq(failure->column, LESSONS[_i].column);
    }
    check_report_release(&report);
    text_release(&text);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(what_was_held_is_counted) {
    struct check_report report = check_text(
        "lesson.md", BEGIN "`S[1,2] → 4` `S[1,2] → 5`\n\n```quiz q\nQ?\n( ) a\n(x) b\n```\n\n"
                           "```qkv error: inner\nA @ A\n```\n\n```qkv\nexpect S = S\nexpect S > 9\n"
                           "expect S > 1\n```\n\n```try t\nDo.\nexpect S[1,1] > 3\n"
                           "solution: A[1,1] = 2\n```\n");
    struct text out = {0};
    check_report_write(&report, &out);
    ck_assert_str_eq(text_string(&out), "lesson.md: 2 failures; 2 expects, 1 number in the text, "
                                        "1 quiz, 1 exercise, 1 error held; 2 minutes\n");
    text_clear(&out);
    check_report_json(&report, &out);
    ck_assert_ptr_nonnull(strstr(text_string(&out), "\"passed\": false"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "{\"line\": 10, \"column\": 15, "));
    text_release(&out);
    check_report_release(&report);
}
END_TEST

/* 90 words are read in half a minute; over a quiz one thinks half a minute, over an exercise one.
 */
START_TEST(minutes_are_computed_and_held) {
    static const struct {
        long minutes;
        size_t words;
        const char *rest, *says, *message;
    } cases[] = {
        {2, 179, "", "; 1 minute\n", NULL},
        {4, 0,
         "```quiz q\nQ?\n( ) a\n(x) b {{ c }}\n```\n\n"
         "```try t\nDo.\nexpect S[1,1] > 3\nsolution: A[1,1] = 2\n```\n",
         "; 2 minutes\n", NULL},
        {5, 361, "", "; 2 minutes\n", NULL},
        {6, 359, "", "; 2 minutes\n", "minutes: 6, but the lesson takes 2 at 180 words"},
        {2, 1079, "", "; 6 minutes\n", "minutes: 2, but the lesson takes 6 at 180 words"},
    };
    struct text text = {0}, out = {0};
    text_format(&text, "---\nminutes: %ld\n---\n%s", cases[_i].minutes, BEGIN);
    text_repeat(&text, "word ", cases[_i].words);
    text_format(&text, "\n\n%s", cases[_i].rest);
    struct check_report report = check_text("lesson.md", text_string(&text));
    check_report_write(&report, &out);
    ck_assert_msg(strstr(text_string(&out), cases[_i].says) != NULL, "%s", text_string(&out));
    ck_assert_uint_eq(report.failure_count, cases[_i].message != NULL);
    if (cases[_i].message != NULL) {
        ck_assert_ptr_nonnull(strstr(report.failures[0].message, cases[_i].message));
        ck_assert_uint_eq(report.failures[0].line, 2);
    }
    check_report_release(&report);
    text_release(&text);
    text_release(&out);
}
END_TEST

/* Right choices that are in one position too often give a warning, which does not fail the check.
 */
START_TEST(places_of_right_choices_are_weighed) {
    static const struct {
        const char *right; /* of each question */
        const char *warning;
    } cases[] = {
        {"112233", NULL},
        {"111232", NULL}, /* half */
        {"22222", NULL},  /* too few */
        {"111213", "    warning: choice 1 is right in 4 of the 6 questions with one right choice: "
                   "move some right choices to other places\n"},
        {"3133233", "    warning: choice 3 is right in 5 of the 7 questions"},
    };
    struct text text = {0}, out = {0};
    text_append(&text, BEGIN);
    for (size_t i = 0; cases[_i].right[i] != '\0'; i++) {
        text_format(&text, "```quiz q%zu\nQ?\n", i);
        for (char place = '1'; place <= '3'; place++) {
            text_format(&text, "(%c) choice %c {{ So. }}\n",
                        cases[_i].right[i] == place ? 'x' : ' ', place);
        }
        text_append(&text, "```\n\n");
    }
    struct check_report report = check_text("lesson.md", text_string(&text));
    ck_assert_uint_eq(report.failure_count, 0);
    check_report_write(&report, &out);
    const char *warning = strstr(text_string(&out), "    warning:");
    ck_assert_int_eq(warning != NULL, cases[_i].warning != NULL);
    ck_assert(warning == NULL || text_starts(warning, cases[_i].warning));
    bool warned = warning != NULL;
    text_clear(&out);
    check_report_json(&report, &out);
    ck_assert_int_eq(strstr(text_string(&out), "\"warning\": \"choice") != NULL, warned);
    ck_assert_ptr_nonnull(strstr(text_string(&out), "\"passed\": true"));
    check_report_release(&report);
    text_release(&text);
    text_release(&out);
}
END_TEST

/* The same number twice in a line: each is reported at its own place. */
START_TEST(numbers_in_a_line_have_their_places) {
    struct check_report report = check_text("lesson.md", BEGIN "`S[1,2] → 5` `S[1,2] → 5`\n");
    ck_assert_uint_eq(report.failure_count, 2);
    ck_assert_uint_eq(report.failures[0].column, 2);
    ck_assert_uint_eq(report.failures[1].column, 15);
    check_report_release(&report);
}
END_TEST

/* Failures beyond what a person would read are only counted. */
START_TEST(many_failures_are_counted) {
    struct text text = {0}, out = {0};
    text_append(&text, BEGIN);
    text_repeat(&text, "`S[1,2] → 5` ", 250);
    struct check_report report = check_text("lesson.md", text_string(&text));
    ck_assert_uint_eq(report.failure_count, 100);
    check_report_write(&report, &out);
    ck_assert_str_eq(text_string(&out), "lesson.md: 250 failures, of which the first 100 are "
                                        "listed; nothing to check; 4 minutes\n");
    text_clear(&out);
    check_report_json(&report, &out);
    ck_assert_ptr_nonnull(strstr(text_string(&out), "], \"more\": 150}"));
    check_report_release(&report);
    text_release(&text);
    text_release(&out);
}
END_TEST

START_TEST(bare_statements_are_held) {
    struct check_report report = check_text("short.qkv", "A = 2\nexpect A = 3\n");
    ck_assert_uint_eq(report.failure_count, 1);
    ck_assert_uint_eq(report.failures[0].line, 2);
    ck_assert_str_eq(report.failures[0].message, "A is 2, expected 3");
    check_report_release(&report);
}
END_TEST

/* Memory may run out at any place: then the check says so, or did not need it, and leaks nothing.
 */
START_TEST(check_survives_without_memory) {
    static const char text[] =
        BEGIN "`S[1,2] → 5`\n\n```quiz q\nQ?\n= S[1,2] ~ 0.1\n```\n\n"
              "```try t\nDo.\nexpect S[1,1] > 3\nsolution: A[1,1] = 2\n```\n";
    bool done = false;
    for (size_t k = 1; !done; k++) {
        struct failure failure = {0};
        struct check_report report = {0};
        memory_fail(k, true);
        struct lesson *lesson = lesson_read("lesson.md", text, strlen(text), &failure);
        done = lesson != NULL && check_lesson(lesson, NULL, &report, &failure);
        memory_fail(0, false);
        ck_assert(done || failure.set);
        ck_assert(!done || report.failure_count == 1);
        check_report_release(&report);
        ck_assert_uint_eq(memory_blocks(), 0);
    }
}
END_TEST

/* --- transcript ------------------------------------------------------------------------------ */

static const char QUESTIONS[] =
    "# T\n\n## P\n\nBefore.\n\n```quiz one predict\nWhich?\n( ) a {{ no }}\n"
    "(x) b {{ because }}\n```\n\nBetween.\n\n```qkv\nA = 2\n```\n\nAfter.\n\n"
    "```quiz two\nHow much?\n= A ~ 0.1\nexplain: It says so.\n```\n\nLast.\n";

START_TEST(questions_are_answered_where_they_are_settled) {
    struct desk desk;
    desk_open(&desk, QUESTIONS);
    desk.session.front.from_person = false;
    ck_assert(transcript_play(&desk.session, NULL, NULL, NULL, &desk.failure));
    ck_assert_str_eq(
        text_string(&desk.session.out),
        "T\n\nPage 1 of 1: P\n\nBefore.\n\nPredict: Which?\n  1. a\n  2. b\n\nBetween.\n\n"
        "A = 2\n\nAnswer: b\n  because\n\nAfter.\n\nQuestion: How much?\n\n"
        "Answer: 2\n  It says so.\n\nLast.\n\n");
    desk_close(&desk);
}
END_TEST

static bool refuse(void *context, struct text *out) {
    size_t *calls = context;
    (void)out;
    return ++*calls < 3;
}

START_TEST(a_play_nobody_takes_ends) {
    struct desk desk;
    size_t calls = 0;
    desk_open(&desk, QUESTIONS);
    ck_assert(!transcript_play(&desk.session, NULL, refuse, &calls, &desk.failure));
    ck_assert(!desk.failure.set);
    ck_assert_uint_eq(calls, 3);
    desk_close(&desk);
}
END_TEST

/* --- options --------------------------------------------------------------------------------- */

static bool read_words(struct options *options, const char *words, struct failure *failure) {
    static char copy[256];
    static char *argv[32];
    int argc = 0;
    text_fill(copy, sizeof copy, "qkv %s", words);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        argv[argc++] = word;
    }
    argv[argc] = NULL;
    return options_read(options, argc, argv, failure);
}

START_TEST(options_change_places) {
    static const char *const lines[] = {
        "values --columns l.md --format=json -c a --precision 3 -cb",
        "-c a --columns values -c b --format json l.md"};
    struct options options;
    struct failure failure = {0};
    bool ok = read_words(&options, lines[_i], &failure);
    ck_assert(_i == 0 ? !ok : ok); /* values shows every bit: it has no use for --precision */
    if (ok) {
        ck_assert_int_eq((int)options.verb, VERB_VALUES);
        ck_assert(options.columns);
        ck_assert_str_eq(options.format, "json");
        ck_assert_uint_eq(options.statement_count, 2);
        ck_assert_str_eq(options.statements[1], "b");
        ck_assert_str_eq(options.lessons[0], "l.md");
    }
    options_release(&options);
}
END_TEST

START_TEST(decimals_go_up_to_seventeen) {
    static const char *const words[] = {"--precision 0", "--precision 17", "--precision 18",
                                        "--precision -1", "--precision 1.5"};
    struct options options;
    struct failure failure = {0};
    ck_assert_int_eq(read_words(&options, words[_i], &failure), _i < 2);
    if (_i < 2) {
        ck_assert_int_eq(options.precision, _i == 0 ? 0 : 17);
    } else {
        ck_assert_ptr_nonnull(
            strstr(failure.message, "--precision takes a whole number from 0 to 17, not "));
    }
    options_release(&options);
}
END_TEST

/* The help and the refusal of another format are made from the formats' rows. */
START_TEST(every_format_is_told) {
    struct options options;
    struct failure failure = {0};
    struct text help = {0};
    const struct export_format *format;
    options_help(80, &help);
    const char *listed = strstr(text_string(&help), "values: ");
    ck_assert(!read_words(&options, "values l.md --format xml", &failure));
    for (size_t i = 0; (format = export_at(i)) != NULL; i++) {
        ck_assert_ptr_nonnull(strstr(listed, format->name));
        ck_assert_ptr_nonnull(strstr(failure.message, format->name));
    }
    text_release(&help);
    options_release(&options);
}
END_TEST

START_TEST(what_follows_two_dashes_is_a_lesson) {
    struct options options;
    struct failure failure = {0};
    ck_assert(read_words(&options, "play -- --columns", &failure));
    ck_assert(!options.columns);
    ck_assert_str_eq(options.lessons[0], "--columns");
    options_release(&options);
}
END_TEST

Suite *play_check_suite(void);
Suite *play_check_suite(void) {
    Suite *suite = suite_create("play_check");
    TCase *check = tcase_create("check");
    tcase_add_loop_test(check, lessons_are_held, 0, (int)(sizeof LESSONS / sizeof LESSONS[0]));
    tcase_add_loop_test(check, a_mistake_is_told_once, 0,
                        (int)(sizeof MISTAKES / sizeof MISTAKES[0]));
    tcase_add_test(check, what_was_held_is_counted);
    tcase_add_loop_test(check, minutes_are_computed_and_held, 0, 5);
    tcase_add_loop_test(check, places_of_right_choices_are_weighed, 0, 5);
    tcase_add_test(check, numbers_in_a_line_have_their_places);
    tcase_add_test(check, many_failures_are_counted);
    tcase_add_test(check, bare_statements_are_held);
    tcase_add_test(check, check_survives_without_memory);
    suite_add_tcase(suite, check);
    TCase *transcript = tcase_create("transcript");
    tcase_add_test(transcript, questions_are_answered_where_they_are_settled);
    tcase_add_test(transcript, a_play_nobody_takes_ends);
    suite_add_tcase(suite, transcript);
    TCase *options = tcase_create("options");
    tcase_add_loop_test(options, options_change_places, 0, 2);
    tcase_add_loop_test(options, decimals_go_up_to_seventeen, 0, 5);
    tcase_add_test(options, every_format_is_told);
    tcase_add_test(options, what_follows_two_dashes_is_a_lesson);
    suite_add_tcase(suite, options);
    return suite;
}
