/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen stops, goes on and ends, with a toy on it (toy.h). */
#include "screen/stage.h"

#include <check.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

Suite *screen_endings_suite(void);

static void start_as_job(const char *term) {
    struct vt_setup setup = {
        .rows = 24, .columns = 80, .term = term, .child = toy_run, .context = &toy, .shell = true};
    vt_spawn(&vt, &setup);
    vt_settle(&vt);
}

START_TEST(it_stops_and_goes_on) {
    bool able = _i == 0; /* the other terminal has no screen beside its first, and no mouse */
    start_as_job(able ? NULL : "vt100");
    for (int i = 0; i < 3; i++) {
        vt_keys(&vt, i == 0 ? ":some" : "x");
        vt_send(&vt, "\x1a");
        vt_wait_stop(&vt);
        vt_assert_restored(&vt);
        vterm_input_write(vt.terminal, "\x1b[2Jshell", 9);
        vt_continue(&vt);
        vt_settle_again(&vt);
        ck_assert_int_eq(vt.alternate, able);
        ck_assert_int_eq(vt_brackets(&vt), able);
        ck_assert_int_eq(vt.mouse != VTERM_PROP_MOUSE_NONE, able);
        vt_assert_row(&vt, TOY_STYLES, "title focus changed     ▀▀▀▀▀▀▀▀▀▀");
    }
    vt_assert_row(&vt, STAGE_LAST, "qkv> somexx");
    vt_keys(&vt, "\x03\x03");
    stage_quit();
}
END_TEST

/* Nothing is drawn in the old size. */
START_TEST(it_finds_a_new_size_when_it_goes_on) {
    start_as_job(NULL);
    unsigned long frame = vt.frame;
    vt_send(&vt, "\x1a");
    vt_wait_stop(&vt);
    vt_resize(&vt, 40, 100);
    vt_continue(&vt);
    vt_settle_again(&vt);
    ck_assert_uint_eq(vt.frame, frame + 1);
    vt_assert_row(&vt, TOY_SIZE, "size 40x100 depth 3 grid");
    stage_quit();
}
END_TEST

/* A SIGSTOP is not heard; what a shell does to the terminal meanwhile is made good. */
START_TEST(it_goes_on_after_a_deaf_stop) {
    stage_start(NULL);
    struct termios modes;
    vt_kill(&vt, SIGSTOP);
    ck_assert_int_eq(waitpid(vt.child, NULL, WUNTRACED), vt.child);
    ck_assert_int_eq(tcgetattr(vt.master, &modes), 0);
    ck_assert_int_eq(tcsetattr(vt.master, TCSANOW, &vt.before), 0);
    vterm_input_write(vt.terminal, "\x1b[12;1Hgarbage\x1b[?2004l", 22);
    vt_kill(&vt, SIGCONT);
    vt_settle_again(&vt);
    vt_assert_row(&vt, 11, "");
    ck_assert(vt_brackets(&vt));
    struct termios after;
    ck_assert_int_eq(tcgetattr(vt.master, &after), 0);
    ck_assert_uint_eq(after.c_lflag, modes.c_lflag);
    ck_assert_uint_eq(after.c_iflag, modes.c_iflag);
    stage_quit();
}
END_TEST

START_TEST(alone_it_does_not_stop) {
    stage_start(NULL);
    vt_keys(&vt, "\x1an");
    vt_assert_row(&vt, TOY_KEY, "key n 1");
    stage_quit();
}
END_TEST

START_TEST(signals_end_it_in_order) {
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    stage_start(_i < 3 ? NULL : "vt100");
    vt_keys(&vt, _i == 1 ? ":half a line" : "n");
    vt_kill(&vt, signals[_i % 3]);
    int status = vt_finish(&vt);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 100 + signals[_i % 3]);
    vt_assert_restored(&vt);
    vt_free(&vt);
}
END_TEST

START_TEST(crashes_leave_the_terminal_as_it_was) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
    static const char *const terms[] = {"xterm-256color", "xterm", "screen",
                                        "linux",          "vt100", "tmux-256color"};
    stage_start(terms[_i]);
    vt_keys(&vt, _i % 2 == 0 ? ":half a line" : "n");
    vt_kill(&vt, signals[_i]);
    int status = vt_finish(&vt);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), signals[_i]);
    vt_assert_restored(&vt);
    vt_free(&vt);
}
END_TEST

/* The stack grows by pages: little room makes the overflow quick. */
static int run_on_a_small_stack(void *context) {
    struct rlimit small = {1 << 21, 1 << 21};
    setrlimit(RLIMIT_STACK, &small);
    return toy_run(context);
}

START_TEST(faults_of_its_own_too) {
    static const char *const keys[] = {"N", "A", "O"};
    static const int signals[] = {SIGSEGV, SIGABRT, SIGSEGV};
    static const char *const terms[] = {"linux", NULL, NULL};
    struct vt_setup setup = {.rows = 24,
                             .columns = 80,
                             .term = terms[_i],
                             .child = run_on_a_small_stack,
                             .context = &toy};
    vt_spawn(&vt, &setup);
    vt_settle(&vt);
    vt_send(&vt, keys[_i]);
    int status = vt_finish(&vt);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), signals[_i]);
    vt_assert_restored(&vt);
    vt_free(&vt);
}
END_TEST

START_TEST(an_exit_from_below_restores_and_is_told) {
    stage_start(NULL);
    vt_send(&vt, "x");
    int status = vt_finish(&vt);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 2);
    vt_assert_restored(&vt);
    bool said = false;
    for (int row = 0; row < 24; row++) {
        said = said || strstr(vt_row(&vt, row),
                              "a library ended the program, most likely because memory ran out");
    }
    ck_assert(said);
    vt_free(&vt);
}
END_TEST

START_TEST(a_second_signal_does_not_wait) {
    int said[2];
    ck_assert_int_eq(pipe(said), 0);
    toy.printing = said[1];
    stage_start(NULL);
    char byte;
    vt_send(&vt, "F");
    ck_assert_int_eq(read(said[0], &byte, 1), 1); /* now it writes, and nobody reads */
    if (_i == 1) {
        vt_kill(&vt, SIGTERM);
    }
    vt_kill(&vt, _i == 2 ? SIGSEGV : SIGTERM);
    int status = vt_finish_unread(&vt, 5000);
    ck_assert_int_ne(status, -1);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), _i == 2 ? SIGSEGV : SIGTERM);
    ck_assert(vt_modes_restored(&vt));
    vt_drain(&vt);
    vt_assert_restored(&vt);
    close(said[0]);
    close(said[1]);
    vt_free(&vt);
}
END_TEST

START_TEST(it_ends_with_its_terminal) {
    stage_start(NULL);
    close(vt.master);
    vt.master = -1;
    int status;
    ck_assert_int_eq(waitpid(vt.child, &status, 0), vt.child);
    vt.child = 0;
    ck_assert(WIFEXITED(status));
    vt_free(&vt);
}
END_TEST

START_TEST(where_there_can_be_no_screen) {
    static const char *const terms[] = {"dumb", "nosuch-terminal", ""};
    static const char *const said[] = {
        "no screen: the terminal `dumb`, which TERM names, cannot move its cursor",
        "no screen: the terminal `nosuch-terminal`, which TERM names, is unknown",
        "no screen: TERM is not set"};
    struct vt_setup setup = {
        .rows = 24, .columns = 90, .term = terms[_i], .child = toy_run, .context = &toy};
    vt_spawn(&vt, &setup);
    ck_assert_int_eq(WEXITSTATUS(vt_finish(&vt)), 4);
    vt_assert_row(&vt, 0, said[_i]);
    vt_assert_restored(&vt);
    vt_free(&vt);
}
END_TEST

Suite *screen_endings_suite(void) {
    Suite *suite = suite_create("screen_endings");
    TCase *tests = tcase_create("endings");
    tcase_add_checked_fixture(tests, stage_set_up, NULL);
    tcase_add_loop_test(tests, it_stops_and_goes_on, 0, 2);
    tcase_add_test(tests, it_finds_a_new_size_when_it_goes_on);
    tcase_add_test(tests, it_goes_on_after_a_deaf_stop);
    tcase_add_test(tests, alone_it_does_not_stop);
    tcase_add_loop_test(tests, signals_end_it_in_order, 0, 6);
    tcase_add_loop_test(tests, crashes_leave_the_terminal_as_it_was, 0, 6);
    tcase_add_loop_test(tests, faults_of_its_own_too, 0, 3);
    tcase_add_test(tests, an_exit_from_below_restores_and_is_told);
    tcase_add_loop_test(tests, a_second_signal_does_not_wait, 0, 3);
    tcase_add_test(tests, it_ends_with_its_terminal);
    tcase_add_loop_test(tests, where_there_can_be_no_screen, 0, 3);
    suite_add_tcase(suite, tests);
    return suite;
}
