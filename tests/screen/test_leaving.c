/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* However the built program (QKV_PROGRAM) ends or stops, the terminal is as it was, and soon. */
#include "screen/learner.h"

#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

Suite *screen_leaving_suite(void);

/* Milliseconds; what a person would wait. */
/* Patience, not a measurement: a test does not time. On a quiet machine it is milliseconds. */
#define SOON VT_PATIENCE

static struct learner learner;

static void set_up(void) {
    learner_init(&learner);
}

static void tear_down(void) {
    learner_release(&learner);
}

/* On lesson 1 with an edit made and something typed, so that there is much to put away. */
static void open_busy(void) {
    learner_begin(&learner);
    learner_types(&learner, "W_q[1,2] = 2");
    learner_presses(&learner, "m");
    learner_presses(&learner, ":half a li");
}

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int finish_soon(long since) {
    int status = vt_finish(&learner.vt);
    long taken = milliseconds() - since;
    ck_assert_msg(taken <= SOON, "it took %ld ms to end", taken);
    vt_assert_restored(&learner.vt);
    vt_free(&learner.vt);
    return status;
}

START_TEST(asked_to_leave_it_leaves) {
    static const char *const ways[] = {"\x1bq", "\x15quit\r", "\x15:quit\r", "\x15\x04q"};
    open_busy();
    const char *way = ways[_i];
    long since = milliseconds();
    if (way[0] == '\x1b') {
        learner_presses(&learner, "\x1b");
        way++;
    }
    vt_send(&learner.vt, way);
    int status = finish_soon(since);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 0);
}
END_TEST

static const int signals[] = {
    SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL,
};
enum { SIGNALS = sizeof signals / sizeof *signals };
static const char *const terms[] = {"xterm-256color", "linux", "vt100"};

/* The status says which signal ended it, as for any program that does not handle it. */
START_TEST(signals_restore_the_terminal) {
    learner.term = terms[_i % 3];
    open_busy();
    long since = milliseconds();
    vt_kill(&learner.vt, signals[_i % SIGNALS]);
    int status = finish_soon(since);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), signals[_i % SIGNALS]);
}
END_TEST

/* A large screen is repainted and not read, so that the program may be stuck in writing. */
START_TEST(a_reader_that_stopped_is_not_waited_for) {
    static const int requested[] = {SIGTERM, SIGHUP,  SIGINT, SIGQUIT,
                                    SIGSEGV, SIGABRT, SIGBUS, SIGFPE};
    learner.rows = 200;
    learner.columns = 500;
    learner_begin(&learner);
    learner_types(&learner, "Z = normal(150, 90, seed=1)");
    learner_types(&learner, "heat Z");
    vt_send(&learner.vt, "\x0c");
    vt_kill(&learner.vt, requested[_i]);
    int status = vt_finish_unread(&learner.vt, SOON);
    ck_assert_int_ne(status, -1);
    ck_assert(WIFSIGNALED(status));
    ck_assert(vt_modes_restored(&learner.vt));
    vt_drain(&learner.vt);
    vt_free(&learner.vt);
}
END_TEST

START_TEST(it_ends_with_its_terminal) {
    int status;
    open_busy();
    long since = milliseconds();
    close(learner.vt.master);
    learner.vt.master = -1;
    ck_assert_int_eq(waitpid(learner.vt.child, &status, 0), learner.vt.child);
    ck_assert_int_le(milliseconds() - since, SOON);
    learner.vt.child = 0;
    vt_free(&learner.vt);
}
END_TEST

START_TEST(it_stops_and_goes_on_as_it_was) {
    learner.shell = true;
    learner_begin(&learner);
    learner_types(&learner, "W_q[1,2] = 2");
    for (int i = 0; i < 2; i++) {
        vt_send(&learner.vt, "\x1a");
        vt_wait_stop(&learner.vt);
        vt_assert_restored(&learner.vt);
        vterm_input_write(learner.vt.terminal, "\x1b[2Jshell", 9);
        if (i == 1) {
            vt_resize(&learner.vt, 30, 100);
        }
        vt_continue(&learner.vt);
        vt_settle_again(&learner.vt);
        ck_assert(learner.vt.alternate);
        learner_sees(&learner, "W_q[1,2] = 5 → 2");
        learner_sees(&learner, "Space on");
    }
    learner_presses(&learner, ":1 + 1");
    vt_send(&learner.vt, "\x1a");
    vt_wait_stop(&learner.vt);
    vt_continue(&learner.vt);
    vt_settle_again(&learner.vt);
    learner_sees(&learner, "qkv> 1 + 1");
    learner_presses(&learner, "\x1b");
    learner_quits(&learner);
}
END_TEST

/* The shell goes on writing below what it wrote while the program was stopped. */
START_TEST(the_cursor_is_where_the_shell_left_it) {
    static const char said[] = "\x1b[Hone\r\ntwo\r\n$ fg\r\n";
    learner.shell = true;
    learner_begin(&learner);
    for (int i = 0; i < 2; i++) {
        vt_send(&learner.vt, "\x1a");
        vt_wait_stop(&learner.vt);
        vterm_input_write(learner.vt.terminal, said, sizeof said - 1);
        if (_i == 1) {
            vt_resize(&learner.vt, 30 - i, 100);
        }
        vt_continue(&learner.vt);
        vt_settle_again(&learner.vt);
        learner_sees(&learner, "Space on");
    }
    vt_send(&learner.vt, "q");
    ck_assert_int_eq(vt_finish(&learner.vt), 0);
    vt_assert_restored(&learner.vt);
    ck_assert_int_eq(learner.vt.row, 3);
    ck_assert_int_eq(learner.vt.column, 0);
    vt_assert_row(&learner.vt, 0, "one");
    vt_assert_row(&learner.vt, 2, "$ fg");
    vt_free(&learner.vt);
}
END_TEST

/* What was learned is saved, even then. */
START_TEST(the_place_outlives_a_crash) {
    learner_begin(&learner);
    learner_types(&learner, "goto page 4");
    vt_kill(&learner.vt, _i == 0 ? SIGSEGV : SIGHUP);
    finish_soon(milliseconds());
    learner_open(&learner, (const char *const[]){LEARNER_LESSON, NULL});
    learner_sees(&learner, "page 4 of 11");
    learner_quits(&learner);
}
END_TEST

Suite *screen_leaving_suite(void) {
    Suite *suite = suite_create("screen_leaving");
    TCase *tests = tcase_create("core");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, asked_to_leave_it_leaves, 0, 4);
    tcase_add_loop_test(tests, signals_restore_the_terminal, 0, SIGNALS + 3);
    tcase_add_loop_test(tests, a_reader_that_stopped_is_not_waited_for, 0, 8);
    tcase_add_test(tests, it_ends_with_its_terminal);
    tcase_add_test(tests, it_stops_and_goes_on_as_it_was);
    tcase_add_loop_test(tests, the_cursor_is_where_the_shell_left_it, 0, 2);
    tcase_add_loop_test(tests, the_place_outlives_a_crash, 0, 2);
    suite_add_tcase(suite, tests);
    return suite;
}
