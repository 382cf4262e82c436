/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/input.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *terminal_entry_suite(void);

static struct text lines;

static void tear_down(void) {
    text_release(&lines);
}

START_TEST(a_line_is_an_entry) {
    ck_assert_int_eq(input_gather(&lines, "A = [[1, 2]]"), INPUT_WHOLE);
    ck_assert_str_eq(text_string(&lines), "A = [[1, 2]]");
}
END_TEST

START_TEST(a_blank_line_is_none) {
    ck_assert_int_eq(input_gather(&lines, ""), INPUT_EMPTY);
    ck_assert_int_eq(input_gather(&lines, " \t"), INPUT_EMPTY);
    ck_assert_uint_eq(lines.length, 0);
}
END_TEST

START_TEST(an_open_bracket_goes_on) {
    ck_assert_int_eq(input_gather(&lines, "A = [[1, 2],"), INPUT_OPEN);
    ck_assert_int_eq(input_gather(&lines, " [3, 4]]"), INPUT_WHOLE);
    ck_assert_str_eq(text_string(&lines), "A = [[1, 2],\n [3, 4]]");
}
END_TEST

START_TEST(an_empty_line_gives_up_on_it) {
    ck_assert_int_eq(input_gather(&lines, "A = [[1"), INPUT_OPEN);
    ck_assert_int_eq(input_gather(&lines, ""), INPUT_WHOLE);
    ck_assert_str_eq(text_string(&lines), "A = [[1\n");
}
END_TEST

START_TEST(a_body_goes_on_until_an_empty_line) {
    ck_assert_int_eq(input_gather(&lines, "f(x) ="), INPUT_OPEN);
    ck_assert_int_eq(input_gather(&lines, "  y = x + 1"), INPUT_OPEN);
    ck_assert_int_eq(input_gather(&lines, "  y * 2"), INPUT_OPEN);
    ck_assert_int_eq(input_gather(&lines, ""), INPUT_WHOLE);
    text_release(&lines);
    ck_assert_int_eq(input_gather(&lines, "f(x) = x + 1"), INPUT_WHOLE);
}
END_TEST

START_TEST(a_paste_is_lines_without_the_last_end) {
    static const char pasted[] = "A = [1,\r\n\t2]\rB\x1b[2J\n";
    input_pasted(&lines, pasted, strlen(pasted));
    ck_assert_str_eq(text_string(&lines), "A = [1,\n 2]\nB\\x1b[2J");
    text_clear(&lines);
    input_shown(&lines, "A = [1,\n2]", strlen("A = [1,\n2]"));
    ck_assert_str_eq(text_string(&lines), "A = [1,↵2]");
}
END_TEST

START_TEST(too_much_is_forgotten) {
    char *line = calloc(INPUT_LIMIT + 1, 1);
    memset(line, '1', INPUT_LIMIT);
    ck_assert_int_eq(input_gather(&lines, "A = ["), INPUT_OPEN);
    ck_assert_int_eq(input_gather(&lines, line), INPUT_TOO_LONG);
    ck_assert_uint_eq(lines.length, 0);
    ck_assert_int_eq(input_gather(&lines, "1 + 1"), INPUT_WHOLE);
    free(line);
}
END_TEST

Suite *terminal_entry_suite(void) {
    Suite *suite = suite_create("terminal_entry");
    TCase *tests = tcase_create("core");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, a_line_is_an_entry);
    tcase_add_test(tests, a_blank_line_is_none);
    tcase_add_test(tests, an_open_bracket_goes_on);
    tcase_add_test(tests, an_empty_line_gives_up_on_it);
    tcase_add_test(tests, a_body_goes_on_until_an_empty_line);
    tcase_add_test(tests, a_paste_is_lines_without_the_last_end);
    tcase_add_test(tests, too_much_is_forgotten);
    suite_add_tcase(suite, tests);
    return suite;
}
