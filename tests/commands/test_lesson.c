/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/desk.h"

#include <check.h>
#include <string.h>

static const char lesson[] = "# Pages\n"
                             "## One\n"
                             "```qkv\n"
                             "A = [[1, 2], [3, 4]]\n"
                             "B = [[1, 0], [2, 1]]\n"
                             "n = 2\n"
                             "C = A @ B\n"
                             "```\n"
                             "## A formula, of which only some is there\n"
                             "```qkv\n"
                             "w = [[5, 6]]\n"
                             "D = w @ B * n\n"
                             "```\n"
                             "## An edit\n"
                             "Words.\n"
                             "```qkv\n"
                             "A[2,1] = 9\n"
                             "```\n"
                             "## What is shown first\n"
                             "```qkv\n"
                             "show D[1,:]\n"
                             "E = A * 2\n"
                             "```\n"
                             "## What is shown after a question\n"
                             "```quiz q\n"
                             "Which?\n"
                             "(x) this {{ yes }}\n"
                             "( ) that {{ no }}\n"
                             "```\n"
                             "```qkv\n"
                             "show D\n"
                             "F = E + n\n"
                             "```\n"
                             "## Something else\n"
                             "```qkv\n"
                             "other = [[1, 2, 3]]\n"
                             "```\n";

/* Returns what is looked at where page PAGE (from 1) begins; "" when nothing is. */
static const char *looked_at(struct desk *desk, size_t page) {
    const struct lesson *read = desk->session.lesson;
    while (session_stop(&desk->session) <= read->pages[page - 1].first_stop) {
        ck_assert_msg(commands_advance(&desk->session, &desk->failure), "%s",
                      desk->failure.message);
    }
    const struct definition *definition = view_definition(&desk->session);
    return definition == NULL ? "" : definition->name;
}

START_TEST(a_page_begins_with_what_it_is_made_from) {
    static const char *const names[] = {"", "B", "A", "D", "E", ""};
    struct desk desk;
    desk_open(&desk, lesson);
    desk.session.front.drawn = true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ck_assert_str_eq(looked_at(&desk, i + 1), names[i]);
        ck_assert_uint_eq(desk.session.view.cell, 0);
        desk.session.view.cell = 1;
    }
    desk_close(&desk);
}
END_TEST

/* Going back to where a page began shows the same as then; going back to a line, its result. */
START_TEST(back_looks_at_what_it_left) {
    struct desk desk;
    desk_open(&desk, lesson);
    desk.session.front.drawn = true;
    ck_assert_str_eq(looked_at(&desk, 3), "A");
    desk_types(&desk, "next");
    desk_types(&desk, "back");
    ck_assert_str_eq(looked_at(&desk, 3), "A");
    desk_types(&desk, "back");
    ck_assert_str_eq(view_definition(&desk.session)->name, "D");
    desk_types(&desk, "back 2");
    ck_assert_str_eq(view_definition(&desk.session)->name, "B");
    ck_assert(!desk.session.view.blank);
    desk_close(&desk);
}
END_TEST

/* Where nothing is looked at no number can be explained, but what is typed is looked at. */
START_TEST(a_blank_page_is_left_by_looking) {
    struct desk desk;
    desk_open(&desk, lesson);
    desk.session.front.drawn = true;
    ck_assert_str_eq(looked_at(&desk, 6), "");
    ck_assert_ptr_null(view_value(&desk.session));
    ck_assert_msg(desk_types(&desk, "A[1,1] = 7"), "%s", desk.failure.message);
    ck_assert_str_eq(view_definition(&desk.session)->name, "A");
    desk_close(&desk);
}
END_TEST

/* A transcript has no pictures that could remain. */
START_TEST(a_transcript_turns_no_page) {
    struct desk desk;
    desk_open(&desk, lesson);
    ck_assert_str_eq(looked_at(&desk, 6), "F");
    desk_close(&desk);
}
END_TEST

/* What makes a learner wait, and what does not. */
static const struct {
    const char *statement;
    bool halts;
} halting[] = {
    {"Q = 1", true},
    {"Q[1,2] = 1", true},
    {"Q @ K.T", true},
    {"show Q", true},
    {"explain Q[1,1]", true},
    {"goto Q", true},
    {"why Q[1,1]", true},
    {"pin Q[1,1] = 0", true},
    {"unpin Q[1,1]", true},
    {"load X x.csv", true},
    {"reset", true},
    {"undo", true},
    {"expect Q = 1", false},
    {"convention rows", false},
    {"precision 2", false},
    {"baseline b", false},
    {"describe Q", false},
    {"expect Q = 1; Q", true},
    {"expect Q[1, \";\"] = 1; precision 2 # ; Q", false},
    {"expect [1; 2] = 1", false},
    {"describe \"a; Q\"", false},
    {"Q = ", true},
    {"expect Q = 1; Q[1,", true},
};

/* A title and one fence whose line is incomplete: it fails where it is reached. */
START_TEST(a_lesson_of_half_a_line_opens) {
    struct desk desk;
    desk_open(&desk, "# T\n\n```qkv\nX = [1 +\n```\n");
    ck_assert(desk_types(&desk, "next"));
    ck_assert(!desk_types(&desk, "next"));
    ck_assert_uint_eq(desk.failure.line, 4);
    desk_close(&desk);
}
END_TEST

START_TEST(what_holds_a_learner) {
    static const char *const fences[] = {"qkv", "qkv hidden", "qkv error: no"};
    for (size_t i = 0; i < sizeof fences / sizeof *fences; i++) {
        struct desk desk;
        struct text source = {0};
        text_format(&source, "# T\n```%s\n%s\n```\n", fences[i], halting[_i].statement);
        desk_open(&desk, text_string(&source));
        const struct lesson *opened = desk.session.lesson;
        ck_assert_uint_eq(opened->stop_count, 2);
        ck_assert_int_eq(opened->stops[1].halts, halting[_i].halts && i != 1);
        text_release(&source);
        desk_close(&desk);
    }
}
END_TEST

/* Stops: 0 the page, 1 A, 2 convention, 3 heat, 4 B, 5 what must fail, 6 the second page, 7 A
 * again, and D, 8 convention back, 9 explain, 10 another page. */
static const char compiled[] = "# L\n\n## One\n\n```qkv\nA = [[1, 2]]\nconvention columns\nheat A\n"
                               "B = A.T\n```\n\n```qkv error: unknown\nC = nothing\n```\n\n"
                               "## Two\n\n```qkv\nA = [[3, 4]]; D = A\nconvention rows\n"
                               "explain A[1,1]\n```\n\n## Three\n\nWords.\n";

START_TEST(what_is_known_of_each_stop) {
    static const struct {
        bool columns, explains;
    } known[] = {{false, false}, {false, false}, {true, false}, {true, false},
                 {true, false},  {true, false},  {true, false}, {true, false},
                 {false, false}, {false, true},  {false, false}};
    struct desk desk;
    desk_open(&desk, compiled);
    ck_assert_uint_eq(desk.session.lesson->stop_count, sizeof known / sizeof *known);
    for (size_t i = 0; i < desk.session.lesson->stop_count; i++) {
        const struct compiled *line = &desk.session.lines[i];
        ck_assert_msg(line->columns == known[i].columns && line->explains == known[i].explains,
                      "stop %zu", i);
    }
    ck_assert_str_eq(desk_says(&desk, "B"), "B comes later, on page 1");
    ck_assert_str_eq(desk_says(&desk, "D"), "D comes later, on page 2");
    ck_assert_str_eq(desk_says(&desk, "C"), "no value is called C");
    desk_close(&desk);
}
END_TEST

Suite *commands_lesson_suite(void);

Suite *commands_lesson_suite(void) {
    Suite *suite = suite_create("commands/lesson");
    TCase *core = tcase_create("core");
    tcase_add_test(core, a_page_begins_with_what_it_is_made_from);
    tcase_add_test(core, back_looks_at_what_it_left);
    tcase_add_test(core, a_blank_page_is_left_by_looking);
    tcase_add_test(core, a_transcript_turns_no_page);
    tcase_add_loop_test(core, what_holds_a_learner, 0, sizeof halting / sizeof *halting);
    tcase_add_test(core, what_is_known_of_each_stop);
    tcase_add_test(core, a_lesson_of_half_a_line_opens);
    suite_add_tcase(suite, core);
    return suite;
}
