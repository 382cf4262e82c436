/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/desk.h"

#include "base/heap.h"
#include "base/utf8.h"
#include "commands/help.h"

#include "language/advice.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static bool helps(const char *topic, struct text *out) {
    struct failure failure = {0};
    text_clear(out);
    return help_write(topic, 80, out, &failure);
}

/* The overview lists everything that can be typed. */
START_TEST(the_overview_has_every_row) {
    struct text out = {0};
    ck_assert(helps("", &out));
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        struct text line = {0};
        text_format(&line, "\n  %-10s  ", command->name);
        ck_assert_msg(strstr(text_string(&out), text_string(&line)) != NULL, "%s", command->name);
        text_release(&line);
    }
    const struct op *row;
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        const char *sign = row->writing.form == WRITING_CALL     ? row->name
                           : row->writing.form == WRITING_MATRIX ? "[[ ]]"
                                                                 : row->writing.symbol;
        ck_assert_msg(strstr(text_string(&out), sign) != NULL, "%s", sign);
        ck_assert_msg(strstr(text_string(&out), operator_heading(row)) != NULL, "%s",
                      operator_heading(row));
    }
    for (const struct topic *topic = topics; topic->name != NULL; topic++) {
        ck_assert_msg(strstr(text_string(&out), topic->sentence) != NULL, "%s", topic->name);
    }
    text_release(&out);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* The help describes everything that a lesson may contain. */
START_TEST(the_format_of_lessons_is_told) {
    static const char *const said[][2] = {
        {"lessons", "title: id: author: license: minutes: convention: text: # ## <!--"},
        {"fences", "```qkv hidden grain=cell error: expect is ~ !="},
        {"quiz", "```quiz ID predict ( ) (x) [ ] [x] {{ }} = ~ hint: explain:"},
        {"try", "```try ID expect allow: changes: best: hint: solution:"}};
    struct text out = {0};
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        char words[100], *rest = words;
        snprintf(words, sizeof words, "%s", said[i][1]);
        ck_assert(helps(said[i][0], &out));
        for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
            ck_assert_msg(strstr(text_string(&out), word) != NULL, "%s: %s", said[i][0], word);
        }
    }
    text_release(&out);
}
END_TEST

/* Runs the line that a message advises, "write A @ B or A * B: why". */
static void run_advised(struct desk *desk, const char *message) {
    const char *at = strstr(message, ": write ") + strlen(": write ");
    char lines[200], *rest = lines;
    size_t length = strstr(at, ": ") != NULL ? (size_t)(strstr(at, ": ") - at) : strlen(at);
    snprintf(lines, sizeof lines, "%.*s", (int)length, at);
    while (rest != NULL) {
        char *line = rest, * or = strstr(rest, " or ");
        rest = or == NULL ? NULL : or +strlen(" or ");
        if (or != NULL) {
            * or = '\0';
        }
        bool typed = strstr(line, "…") != NULL || desk_types(desk, line);
        /* a file need not exist */
        ck_assert_msg(typed || text_starts(desk->failure.message, "cannot open w.npy: "), "%s: %s",
                      line, desk->failure.message);
    }
}

/* Names from NumPy, PyTorch and MATLAB, alone, after np., and as a method: the advice is a line
 * that runs, not a similar name, nor a product. */
START_TEST(names_of_others_are_known) {
    struct desk desk;
    const char *names;
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "A = [[1, 2], [3, 4]]; B = [[0.5, 0.5], [1, 0]]; x = [1, 2]"));
    ck_assert(desk_types(&desk, "W = [[1, 2], [3, 4]]; L = sum(W ** 2); "
                                "E = tokens(\"I saw\", [[1, 0], [0, 1]])"));
    for (size_t k = 0; (names = advice_names(k)) != NULL; k++) {
        for (const char *at = names; *at != '\0'; at += strspn(at, " ")) {
            size_t length = strcspn(at, " ");
            static const char *const forms[][2] = {{"", "(A)"}, {"np.", "(A)"}, {"A.", "()"}};
            const struct op *row = operator_find(at, length);
            ck_assert_msg(row == NULL || row->writing.form != WRITING_CALL,
                          "%.*s is an operator now: remove its advice", (int)length, at);
            size_t ways = text_starts(at, "T ") ? 1 : 3; /* A.T is right */
            for (size_t i = 0; i < ways; i++) {
                char line[64];
                snprintf(line, sizeof line, "%s%.*s%s", forms[i][0], (int)length, at, forms[i][1]);
                ck_assert_msg(!desk_types(&desk, line), "%s", line);
                ck_assert_msg(strstr(desk.failure.message, ": write ") != NULL &&
                                  strstr(desk.failure.message, "did you mean") == NULL,
                              "%s: %s", line, desk.failure.message);
            }
            run_advised(&desk, desk.failure.message);
            at += length;
        }
    }
    desk_close(&desk);
}
END_TEST

START_TEST(help_knows_what_people_ask_for) {
    static const char *const words[] = {"attention", "mask", "query", "transpose", "axis", "numpy",
                                        "adam",      "quiz", "try",   "fence",     "text", "sgd"};
    struct desk desk;
    desk_open(&desk, NULL);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char line[32];
        snprintf(line, sizeof line, "help %s", words[i]);
        ck_assert_msg(desk_types(&desk, line) || strstr(desk.failure.message, ": write ") != NULL,
                      "%s: %s", line, desk.failure.message);
    }
    desk_close(&desk);
}
END_TEST

static void check_width(const char *what, const char *text) {
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        ck_assert_msg(utf8_columns(text, length) <= 80, "%s: %.*s", what, (int)length, text);
        text += length + (text[length] == '\n' ? 1 : 0);
    }
}

START_TEST(every_row_has_help_that_fits) {
    struct text out = {0};
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        ck_assert_msg(helps(command->name, &out), "%s", command->name);
        ck_assert_ptr_nonnull(strstr(text_string(&out), "  Example: "));
        check_width(command->name, text_string(&out));
    }
    const struct op *row;
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        ck_assert_msg(helps(row->name, &out), "%s", row->name);
        check_width(row->name, text_string(&out));
        ck_assert_msg(helps(operator_heading(row), &out), "%s", operator_heading(row));
    }
    for (const struct topic *topic = topics; topic->name != NULL; topic++) {
        ck_assert_msg(helps(topic->name, &out), "%s", topic->name);
        check_width(topic->name, text_string(&out));
    }
    ck_assert(helps("", &out));
    check_width("overview", text_string(&out));
    text_release(&out);
}
END_TEST

START_TEST(an_operator_shows_its_example_computed) {
    struct text out = {0};
    ck_assert(helps("softmax", &out));
    const char *said = text_string(&out);
    ck_assert_ptr_eq(strstr(said, "softmax(x, each=row)\n"), said);
    ck_assert_ptr_nonnull(strstr(said, "row or column; row when left out"));
    ck_assert_ptr_nonnull(strstr(said, "Example: softmax([1, 2, 3])\n"));
    ck_assert_ptr_nonnull(strstr(said, ".0900  .2447  .6652"));
    text_release(&out);
}
END_TEST

/* The help includes the result of each example, so every one must run. */
START_TEST(every_example_runs) {
    struct desk desk;
    desk_open(&desk, NULL);
    const struct op *row;
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        ck_assert_msg(row->example != NULL, "%s", row->name);
        ck_assert_msg(row->of_file || desk_types(&desk, row->example), "%s: %s", row->name,
                      desk.failure.message);
    }
    desk_close(&desk);
}
END_TEST

START_TEST(a_sign_may_be_two_operators) {
    struct text out = {0};
    ck_assert(helps("-", &out));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "a - b\n"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "-x\n"));
    ck_assert(helps("lessons", &out));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "List the available lessons"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "Markdown"));
    text_release(&out);
}
END_TEST

START_TEST(an_unknown_word_gets_a_did_you_mean) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert_str_eq(desk_says(&desk, "help softmx"),
                     "there is no help on softmx; did you mean softmax?");
    ck_assert_str_eq(desk_says(&desk, "help subscrits"),
                     "there is no help on subscrits; did you mean subscripts?");
    ck_assert_str_eq(desk_says(&desk, "help finish"),
                     "there is no help on finish; did you mean out?");
    ck_assert_str_eq(
        desk_says(&desk, "help qwertzuiop"),
        "there is no help on qwertzuiop: `help` lists all there is, in a shell `qkv -c help`");
    ck_assert_uint_eq(desk.failure.column, 6);
    desk_close(&desk);
}
END_TEST

START_TEST(help_on_reshape_is_true_of_a_stack) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "B = ones(2, 2, 3)"));
    ck_assert(strstr(desk_says(&desk, "help reshape"), "reshape(B, 2, 3, 2)") != NULL);
    ck_assert(desk_types(&desk, "reshape(B, 2, 3, 2)"));
    ck_assert(strstr(desk_says(&desk, "reshape(B, 3, 2)"), "of a stack give all sizes") != NULL);
    desk_close(&desk);
}
END_TEST

Suite *commands_help_suite(void);

Suite *commands_help_suite(void) {
    Suite *suite = suite_create("commands/help");
    TCase *core = tcase_create("core");
    tcase_add_test(core, the_overview_has_every_row);
    tcase_add_test(core, the_format_of_lessons_is_told);
    tcase_add_test(core, names_of_others_are_known);
    tcase_add_test(core, help_on_reshape_is_true_of_a_stack);
    tcase_add_test(core, help_knows_what_people_ask_for);
    tcase_add_test(core, every_row_has_help_that_fits);
    tcase_add_test(core, an_operator_shows_its_example_computed);
    tcase_add_test(core, every_example_runs);
    tcase_add_test(core, a_sign_may_be_two_operators);
    tcase_add_test(core, an_unknown_word_gets_a_did_you_mean);
    suite_add_tcase(suite, core);
    return suite;
}
