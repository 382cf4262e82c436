/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* With `describe on` everything is said in sentences: nothing is drawn that only eyes can read. */
#include "commands/desk.h"

#include "session/question.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static struct desk desk;

/* Asserts that the output of the last line has no bar, shade, rule, and no old→new in a cell. */
static void is_spoken(const char *line) {
    static const char *const drawn[] = {"█", "▓", "▒", "░", "▌", "▎", "│", "─", "▶", "⣿"};
    const char *said = text_string(&desk.session.out);
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        ck_assert_msg(strstr(said, drawn[i]) == NULL, "%s: %s in\n%s", line, drawn[i], said);
    }
    for (const char *at = strstr(said, "→"); at != NULL; at = strstr(at + 1, "→")) {
        ck_assert_msg(at > said && at[-1] == ' ', "%s:\n%s", line, said);
    }
}

static void tell(const char *line) {
    ck_assert_msg(desk_types(&desk, line), "%s: %s", line, desk.failure.message);
    is_spoken(line);
}

/* Everything a lesson shows, and every change it makes. */
START_TEST(a_lesson_is_told) {
    desk_open_lesson(&desk, desk_lesson(_i));
    tell("describe on");
    desk.session.front.echo = true;
    size_t lines = 0;
    for (bool more = true; more; lines++) {
        more = desk_types(&desk, question_open(&desk.session) != SIZE_MAX ? "skip" : "advance");
        is_spoken("advance");
    }
    ck_assert_uint_gt(lines, 20);
    desk_close(&desk);
}
END_TEST

static const struct {
    const char *lines, *line, *says;
} told[] = {
    {"", "W[1,2] = 9", "  Row 1: column 2 was 2 and is 9.\n  W: 1 of 4 numbers moved.\n"},
    {"", "W[1,2] = 9", "  Row am: column 2 was 22 and is 43.\n"},
    {"", "W[1,2] = 9", "unchanged: X"},
    {"", "W = [[1, 2, 3], [3, 4, 5]]", "W was 2×2 and is 2×3.\n"},
    {"H = heads(join(X, X), 2)", "X[1,1] = 7", "In head 1 of 2: Row I: column 1 was 1 and is 7.\n"},
    {"goto Q", "heat", "Row I: the largest is 10, in column 2.\n"},
    {"baseline|W[1,2] = 9", "compare", "\nQ[am,2] was 22 and is 43; 1 other number differs.\n"},
    {"", "histogram W bins=3", "\n2 numbers from 3 to 4.\n"},
    {"run", "hint", "Hint"},
    {"run", "W[1,1] = 2", "The goal Q[1,1] > 20: it is 8 now, not yet.\n"},
    {"run", "W[1,1] = 2", "The goal the sum is large: it is 58 now, to be > 100, not yet.\n"},
    {"run", "W[1,1] = 20", "Done"},
};

START_TEST(sentences_tell_it) {
    char lines[80];
    desk_open(&desk,
              "# L\n\n## One\n\n```qkv\nX = tokens(\"I am\", [[1, 2], [3, 4]])\n"
              "W = [[1, 2], [3, 4]]\nQ = X @ W\nn = sum(Q)\n```\n\n```try t\nMake it large.\n"
              "expect Q[1,1] > 20\nexpect n > 100 # the sum is large\nallow: W\nhint: "
              "Up.\nsolution: W[1,1] = 20\n```\n\nEnd.\n");
    desk.session.front.echo = true;
    tell("describe on");
    tell("advance 5");
    text_fill(lines, sizeof lines, "%s", told[_i].lines);
    for (char *line = strtok(lines, "|"); line != NULL; line = strtok(NULL, "|")) {
        tell(line);
    }
    bool ok = desk_types(&desk, told[_i].line);
    is_spoken(told[_i].line);
    const char *said = text_string(&desk.session.out);
    ck_assert_msg(ok && strstr(said, told[_i].says) != NULL, "%s:\n%s%s", told[_i].line, said,
                  desk.failure.message);
    desk_close(&desk);
}
END_TEST

Suite *commands_describing_suite(void);

Suite *commands_describing_suite(void) {
    Suite *suite = suite_create("commands/describing");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, a_lesson_is_told, 0, desk_walked());
    tcase_add_loop_test(tests, sentences_tell_it, 0, sizeof told / sizeof *told);
    suite_add_tcase(suite, tests);
    return suite;
}
