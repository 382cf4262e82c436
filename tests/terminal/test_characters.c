/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/input.h"

#include <check.h>
#include <string.h>

Suite *terminal_characters_suite(void);

static const char *typed;

static int read_typed(FILE *stream) {
    (void)stream;
    return *typed == '\0' ? EOF : (unsigned char)*typed++;
}

static const struct {
    const char *typed, *expected;
} rows[] = {
    {"a\x1b[A", "a\x1b[A"},
    {"é日😀", "é日😀"},
    {"\xff\xc0\x80x", "???x"}, /* nothing begins so */
    {"\xc3(x", "?(x"},         /* cut short by another key */
    {"\xe6\x97 y", "? y"},
    {"\xc3é\xe6\xc3(", "?é?"
                       "?("},    /* or by another character */
    {"\xed\xa0\x80z", "?z"},     /* half of a pair */
    {"\xf4\x90\x80\x80.", "?."}, /* beyond the last one */
    {"a\xe2\x80\xae", "a<202E>"},
    {"\xf3\xa0\x80\x81z", "<E0001>z"},
    {"\xc2\x9bm", "\\x9bm"},
    {"\xe6\x97", ""}, /* the end comes first */
};

START_TEST(only_whole_characters_come) {
    struct input_characters characters = {.read = read_typed};
    char got[32] = "";
    typed = rows[_i].typed;
    for (size_t i = 0; i < sizeof got - 1; i++) {
        int byte = input_character(&characters, NULL);
        got[i] = byte == EOF ? '\0' : (char)byte;
        i = byte == EOF ? sizeof got : i;
    }
    ck_assert_str_eq(got, rows[_i].expected);
}
END_TEST

Suite *terminal_characters_suite(void) {
    Suite *suite = suite_create("terminal_characters");
    TCase *tests = tcase_create("core");
    tcase_add_loop_test(tests, only_whole_characters_come, 0, sizeof rows / sizeof *rows);
    suite_add_tcase(suite, tests);
    return suite;
}
