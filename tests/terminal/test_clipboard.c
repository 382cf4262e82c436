/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* What hands a text to the terminal's clipboard. */
#include "terminal/tty.h"

#include "base/text.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct text out;

static const char *written(const char *bytes, enum tty_way way) {
    text_clear(&out);
    tty_clipboard(bytes, strlen(bytes), way, &out);
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
    ck_assert_str_eq(written(vectors[_i][0], TTY_DIRECT), expected);
}
END_TEST

START_TEST(tmux_gets_it_bare_and_wrapped) {
    ck_assert_str_eq(written("foo", TTY_TMUX),
                     "\x1b]52;c;Zm9v\a\x1bPtmux;\x1b\x1b]52;c;Zm9v\a\x1b\\");
}
END_TEST

/* What GNU screen hands on, put together again, is the bare sequence; no piece is longer than it
 * takes. */
START_TEST(screen_gets_it_in_pieces) {
    char bytes[1000] = "", whole[2000];
    memset(bytes, 'x', sizeof bytes - 1);
    text_fill(whole, sizeof whole, "%s", written(bytes, TTY_DIRECT));
    const char *at = written(bytes, TTY_SCREEN);
    struct text handed = {0};
    while (*at != '\0') {
        const char *end = strstr(at, "\x1b\\");
        ck_assert(text_starts(at, "\x1bP") && end != NULL && end - at < 256);
        text_append_bytes(&handed, at + 2, (size_t)(end - at) - 2);
        at = end + 2;
    }
    ck_assert_str_eq(text_string(&handed), whole);
    text_release(&handed);
}
END_TEST

START_TEST(the_environment_tells_the_way) {
    static const struct {
        const char *term, *tmux, *sty;
        enum tty_way way;
    } cases[] = {{"xterm", NULL, NULL, TTY_DIRECT},
                 {"screen-256color", "/tmp/tmux", NULL, TTY_TMUX},
                 {"screen", NULL, NULL, TTY_SCREEN},
                 {"xterm", NULL, "1.pts", TTY_SCREEN},
                 {"screen-256color", "/tmp/tmux", "1.pts", TTY_DIRECT},
                 {NULL, NULL, NULL, TTY_DIRECT}};
    const char *const names[] = {"TERM", "TMUX", "STY"};
    const char *const values[] = {cases[_i].term, cases[_i].tmux, cases[_i].sty};
    for (int i = 0; i < 3; i++) {
        values[i] == NULL ? unsetenv(names[i]) : setenv(names[i], values[i], 1);
    }
    ck_assert_int_eq((int)tty_way(), (int)cases[_i].way);
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
    tcase_add_test(tests, screen_gets_it_in_pieces);
    tcase_add_loop_test(tests, the_environment_tells_the_way, 0, 6);
    suite_add_tcase(suite, tests);
    return suite;
}
