/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes that send a text to the terminal's clipboard. */
#include "terminal/tty.h"

#include "base/text.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct text out;

static const char *written(const char *bytes, bool tmux) {
    text_clear(&out);
    tty_clipboard(bytes, strlen(bytes), tmux, &out);
    return text_string(&out);
}

/* RFC 4648, section 10. */
START_TEST(three_bytes_are_four_letters) {
    static const char *const vectors[][2] = {{"", ""},
                                             {"f", "Zg=="},
                                             {"fo", "Zm8="},
                                             {"foo", "Zm9v"},
                                             {"foob", "Zm9vYg=="},
                                             {"fooba", "Zm9vYmE="},
                                             {"foobar", "Zm9vYmFy"}};
    char expected[64];
    text_fill(expected, sizeof expected, "\x1b]52;c;%s\a", vectors[_i][1]);
    ck_assert_str_eq(written(vectors[_i][0], false), expected);
}
END_TEST

START_TEST(tmux_gets_it_bare_and_wrapped) {
    ck_assert_str_eq(written("foo", true), "\x1b]52;c;Zm9v\a\x1bPtmux;\x1b\x1b]52;c;Zm9v\a\x1b\\");
}
END_TEST

START_TEST(the_environment_tells_whether_there_is_one) {
    static const struct {
        const char *term, *tmux, *sty;
        bool has;
    } cases[] = {{"xterm", NULL, NULL, true},   {"screen-256color", "/tmp/tmux", NULL, true},
                 {"screen", NULL, NULL, false}, {"xterm", NULL, "1.pts", false},
                 {"linux", NULL, NULL, false},  {"eterm-color", NULL, NULL, false}};
    const char *const names[] = {"TERM", "TMUX", "STY"};
    const char *const values[] = {cases[_i].term, cases[_i].tmux, cases[_i].sty};
    for (int i = 0; i < 3; i++) {
        values[i] == NULL ? unsetenv(names[i]) : setenv(names[i], values[i], 1);
    }
    ck_assert_int_eq(tty_has_clipboard(), cases[_i].has);
}
END_TEST

static void forget(void) {
    text_release(&out);
}

Suite *terminal_clipboard_suite(void);

Suite *terminal_clipboard_suite(void) {
    Suite *suite = suite_create("terminal/clipboard");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, NULL, forget);
    tcase_add_loop_test(tests, three_bytes_are_four_letters, 0, 7);
    tcase_add_test(tests, tmux_gets_it_bare_and_wrapped);
    tcase_add_loop_test(tests, the_environment_tells_whether_there_is_one, 0, 6);
    suite_add_tcase(suite, tests);
    return suite;
}
