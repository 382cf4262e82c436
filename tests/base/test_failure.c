/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/failure.h"

#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static void print(const struct failure *failure, char out[2048]) {
    struct text text = {0};
    failure_print(failure, &text);
    snprintf(out, 2048, "%s", text_string(&text));
    text_release(&text);
}

START_TEST(sets_and_prints) {
    struct failure failure = {0};
    char out[2048];
    ck_assert(!failure_set(&failure, "no %s", "rows"));
    ck_assert(failure.set);
    ck_assert(!failure.placed);
    print(&failure, out);
    ck_assert_str_eq(out, "no rows\n");
    failure_prefix(&failure, "%s", "Q");
    ck_assert_str_eq(failure.message, "Q: no rows");
    failure_suffix(&failure, "; %d", 2);
    ck_assert_str_eq(failure.message, "Q: no rows; 2");
    failure_locate(&failure, "lesson.md", "S = 1", 12);
    print(&failure, out);
    ck_assert_str_eq(out, "lesson.md:12:1: Q: no rows; 2\n");
    failure_memory(&failure);
    print(&failure, out);
    ck_assert_str_eq(out, "out of memory\n");
}
END_TEST

START_TEST(prints_a_caret) {
    const char *text = "Q = X @ W_q\nK = X @ W_k\nS = Q @ K\nA = softmax(S)\n";
    struct failure failure = {0};
    char out[2048];
    failure_at(&failure, (struct span){28, 33}, "Q @ K: %d×%d by 3×4", 3, 4);
    failure_locate(&failure, "lesson.md", text, 10);
    failure_locate(&failure, "other.md", "x", 1);
    print(&failure, out);
    ck_assert_str_eq(out, "lesson.md:12:5: Q @ K: 3×4 by 3×4\n"
                          "  S = Q @ K\n"
                          "      ^~~~~\n");
}
END_TEST

START_TEST(prints_the_shortest_names_and_lines) {
    struct failure failure = {0};
    char out[2048];
    failure_at(&failure, (struct span){0, 1}, "m");
    failure_locate(&failure, "f", "x", 1);
    print(&failure, out);
    ck_assert_str_eq(out, "f:1:1: m\n  x\n  ^\n");
}
END_TEST

START_TEST(the_first_place_stays) {
    struct failure failure = {0};
    failure_set(&failure, "x");
    failure_place(&failure, (struct span){3, 4});
    failure_place(&failure, (struct span){7, 8});
    ck_assert(failure.placed);
    ck_assert_uint_eq(failure.span.start, 3);
    ck_assert_uint_eq(failure.span.end, 4);
}
END_TEST

static const struct {
    const char *text;
    struct span span;
    size_t line, column, caret, width;
    const char *excerpt;
} places[] = {
    {"abc", {0, 1}, 1, 1, 0, 1, "abc"},
    {"abc", {1, 1}, 1, 2, 1, 1, "abc"},
    {"abc", {3, 3}, 1, 4, 3, 1, "abc"},
    {"abc", {90, 99}, 1, 4, 3, 1, "abc"},
    {"S = (1\n", {7, 7}, 1, 7, 6, 1, "S = (1"},
    {"a\r\nbc\r\n", {3, 5}, 2, 1, 0, 2, "bc"},
    {"a\r\nbc\r\n", {2, 2}, 1, 2, 1, 1, "a"},
    {"a\nb = (1,\n2)", {6, 12}, 2, 5, 4, 3, "b = (1,"}, /* the span's first line only */
    {"α = β", {5, 7}, 1, 5, 4, 1, "α = β"},
    {"\"寿司\" + x", {11, 12}, 1, 8, 9, 1, "\"寿司\" + x"},
    {"a\tb", {2, 3}, 1, 3, 2, 1, "a b"},
    {"a\x1b[1mb", {5, 6}, 1, 6, 8, 1, "a\\x1b[1mb"},
    {"a\xff"
     "b",
     {2, 3},
     1,
     3,
     2,
     1,
     "a\xef\xbf\xbd"
     "b"},
    {"ab\ncde fgh\nx", {3, 6}, 2, 1, 0, 3, "cde fgh"},
    {"\nab", {1, 3}, 2, 1, 0, 2, "ab"},
    {"\nab", {0, 0}, 1, 1, 0, 1, ""},
    {"a b", {0, 3}, 1, 1, 0, 3, "a b"},
    {"", {0, 0}, 1, 1, 0, 1, ""},
};

START_TEST(locates) {
    struct failure failure = {0};
    failure_at(&failure, places[_i].span, "m");
    failure_locate(&failure, "f", places[_i].text, 1);
    ck_assert_uint_eq(failure.line, places[_i].line);
    ck_assert_uint_eq(failure.column, places[_i].column);
    ck_assert_uint_eq(failure.caret, places[_i].caret);
    ck_assert_uint_eq(failure.width, places[_i].width);
    ck_assert_str_eq(failure.excerpt, places[_i].excerpt);
}
END_TEST

START_TEST(long_lines_show_the_place) {
    struct text text = {0};
    for (int i = 0; i < 1000; i++) {
        text_format(&text, "%03d→", i);
    }
    for (size_t i = 0; i < 1000; i++) {
        struct failure failure = {0};
        failure_at(&failure, (struct span){6 * i, 6 * i + 3}, "m");
        failure_locate(&failure, "f", text_string(&text), 1);
        ck_assert_uint_eq(failure.column, 4 * i + 1);
        ck_assert_uint_lt(failure.caret + failure.width, 76);
        /* The caret counts columns, and each arrow before it takes three bytes for one. */
        size_t at = 0;
        for (size_t column = 0; column < failure.caret; column++) {
            at += (unsigned char)failure.excerpt[at] >= 0xe0 ? 3 : 1;
        }
        char number[8];
        snprintf(number, sizeof number, "%03zu", i);
        ck_assert_msg(memcmp(failure.excerpt + at, number, 3) == 0, "%zu in %s", i,
                      failure.excerpt);
    }
    text_release(&text);
}
END_TEST

START_TEST(lines_at_the_limit_are_whole) {
    struct text text = {0};
    text_repeat(&text, "x", 72);
    struct failure failure = {0};
    failure_at(&failure, (struct span){0, 72}, "m");
    failure_locate(&failure, "f", text_string(&text), 1);
    ck_assert_str_eq(failure.excerpt, text_string(&text));
    ck_assert_uint_eq(failure.width, 72);
    text_append(&text, "y");
    failure_at(&failure, (struct span){30, 73}, "m");
    failure_locate(&failure, "f", text_string(&text), 1);
    ck_assert_uint_eq(failure.caret, 30);
    ck_assert_uint_eq(failure.width, 42);
    failure_at(&failure, (struct span){72, 73}, "m");
    failure_locate(&failure, "f", text_string(&text), 1);
    ck_assert_str_eq(failure.excerpt, "…xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy");
    ck_assert_uint_eq(failure.caret, 41);
    text_release(&text);
}
END_TEST

START_TEST(long_messages_are_cut_between_characters) {
    struct text text = {0};
    text_repeat(&text, "×", 1000);
    for (int shift = 0; shift < 2; shift++) {
        struct failure failure = {0};
        failure_set(&failure, "%s%s", shift ? "x" : "", text_string(&text));
        size_t length = strlen(failure.message);
        ck_assert_uint_eq(length, shift ? 767 : 766);
        failure_suffix(&failure, "×");
        ck_assert_uint_eq(strlen(failure.message), length);
        failure_prefix(&failure, "S");
        ck_assert_uint_le(strlen(failure.message), 767);
        ck_assert_int_eq(strncmp(failure.message, "S: ", 3), 0);
        failure_prefix(&failure, "%s", text_string(&text));
        failure_locate(&failure, text_string(&text), "", 1);
        ck_assert_uint_eq(strlen(failure.file), 254);
    }
    text_release(&text);
}
END_TEST

START_TEST(takes_its_own_message_as_argument) {
    struct failure failure = {0};
    failure_set(&failure, "inner");
    failure_set(&failure, "outer %s", failure.message);
    ck_assert_str_eq(failure.message, "outer inner");
    failure_at(&failure, (struct span){0, 1}, "%s!", failure.message);
    ck_assert_str_eq(failure.message, "outer inner!");
    failure_prefix(&failure, "%s", failure.message);
    ck_assert_str_eq(failure.message, "outer inner!: outer inner!");
}
END_TEST

START_TEST(prints_one_safe_line) {
    struct failure failure = {0};
    char out[2048];
    failure_set(&failure, "bad \x1b[2J\nline\xe2\x80\xae");
    failure_locate(&failure, "x\x1b]0;P\x07\n.md", "", 1);
    print(&failure, out);
    ck_assert_str_eq(out, "x\\x1b]0;P\\x07\\x0a.md:1:1: bad \\x1b[2J\\x0aline<202E>\n");
}
END_TEST

START_TEST(does_without_an_excerpt_when_memory_runs_out) {
    for (size_t k = 1; k < 10; k++) {
        struct failure failure = {0};
        failure_at(&failure, (struct span){4, 5}, "m");
        memory_fail(k, true);
        failure_locate(&failure, "f", "S = Q @ K", 1);
        memory_fail(0, false);
        ck_assert_uint_eq(failure.column, 5);
        ck_assert(failure.excerpt[0] == '\0' || text_same(failure.excerpt, "S = Q @ K"));
        ck_assert_uint_eq(memory_blocks(), 0);
    }
}
END_TEST

Suite *base_failure_suite(void);

Suite *base_failure_suite(void) {
    Suite *suite = suite_create("base/failure");
    TCase *core = tcase_create("core");
    tcase_add_test(core, sets_and_prints);
    tcase_add_test(core, prints_a_caret);
    tcase_add_test(core, prints_the_shortest_names_and_lines);
    tcase_add_test(core, the_first_place_stays);
    tcase_add_loop_test(core, locates, 0, sizeof places / sizeof places[0]);
    suite_add_tcase(suite, core);
    TCase *limits = tcase_create("limits");
    tcase_add_test(limits, long_lines_show_the_place);
    tcase_add_test(limits, lines_at_the_limit_are_whole);
    tcase_add_test(limits, long_messages_are_cut_between_characters);
    tcase_add_test(limits, takes_its_own_message_as_argument);
    tcase_add_test(limits, prints_one_safe_line);
    tcase_add_test(limits, does_without_an_excerpt_when_memory_runs_out);
    suite_add_tcase(suite, limits);
    return suite;
}
