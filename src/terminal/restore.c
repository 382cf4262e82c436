/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/restore.h"

#include "base/failure.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { STACK_SIZE = 1 << 16, PATIENCE = 1 /* second for an orderly end */ };

/* What each signal does; one row each. */
static void note_signal(int signal);
static void note_end(int signal);
static void die(int signal);
static void die_late(int signal);

static const struct handling {
    int signal;
    void (*handler)(int);
} handlings[] = {
    {SIGWINCH, note_signal}, {SIGTSTP, note_signal}, {SIGCONT, note_signal}, {SIGTERM, note_end},
    {SIGINT, note_end},      {SIGHUP, note_end},     {SIGQUIT, die},         {SIGALRM, die_late},
    {SIGPIPE, SIG_IGN},      {SIGSEGV, die},         {SIGBUS, die},          {SIGFPE, die},
    {SIGILL, die},           {SIGABRT, die},
};

enum { HANDLINGS = sizeof handlings / sizeof *handlings };

/* Everything that a handler touches, and what restore_end gives back. */
static struct restore {
    struct termios modes_before;
    struct sigaction before[HANDLINGS];
    stack_t stack_before;
    sigset_t mask_before;
    sigset_t mask_working; /* outside of restore_wait: what changes the screen is blocked */
    char bytes[RESTORE_ROOM];
    size_t length;
    bool all; /* the signals are ours; else those alone that readline does not take */
    volatile sig_atomic_t armed;
    volatile sig_atomic_t ended, resized, stopped, continued;
} here;

static char stack[STACK_SIZE]; /* for handlers: the usual stack may be the one that overflowed */
static atomic_flag dying = ATOMIC_FLAG_INIT;

/* --- in handlers: only what POSIX calls async-signal-safe ------------------------------------- */

static void note_signal(int signal) {
    if (signal == SIGWINCH) {
        here.resized = 1;
    } else if (signal == SIGTSTP) {
        here.stopped = 1;
    } else {
        here.continued = 1;
    }
}

/* A shell takes the terminal back from a job that goes on in the background, and sets its modes; a
 * job that changes them from there is stopped. */
bool restore_is_ours(void) {
    pid_t owner = tcgetpgrp(STDIN_FILENO);
    return owner < 0 || owner == getpgrp();
}

/* The order matters when the terminal is not being read: first drops what is stuck in it; nothing
 * after that may wait. */
void restore_now(void) {
    if (!here.armed) {
        return;
    }
    here.armed = 0;
    bool ours = restore_is_ours();
    if (ours) {
        tcflush(STDOUT_FILENO, TCOFLUSH);
    }
    int flags = fcntl(STDOUT_FILENO, F_GETFL);
    fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK);
    if (ours) {
        tcsetattr(STDIN_FILENO, TCSANOW, &here.modes_before);
    }
    ssize_t written = write(STDOUT_FILENO, here.bytes, here.length);
    (void)written;
    fcntl(STDOUT_FILENO, F_SETFL, flags);
}

/* Two threads can have a fault at the same time: the second waits until the first ends the process.
 */
static void die(int signal) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    struct timespec patience = {.tv_sec = PATIENCE};
    sigset_t only;
    if (atomic_flag_test_and_set(&dying)) {
        nanosleep(&patience, NULL);
    }
    restore_now();
    sigaction(signal, &usual, NULL);
    sigemptyset(&only);
    sigaddset(&only, signal);
    (void)raise(signal);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

static void die_late(int signal) {
    (void)signal;
    if (here.ended != 0) {
        die(here.ended);
    }
}

static void note_end(int signal) {
    if (here.ended != 0) {
        die(signal);
    }
    here.ended = signal;
    alarm(PATIENCE);
}

/* --- beginning and end ----------------------------------------------------------------------- */

/* All signals except those that report a fault: a fault while its signal is blocked kills at once,
 * before anything can put the terminal back. */
static void all_but_faults(sigset_t *set) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    sigfillset(set);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        sigdelset(set, faults[i]);
    }
}

/* Blocks what changes the screen; BEFORE (may be NULL) gets what was blocked. */
static void block_signals(sigset_t *before) {
    sigset_t all;
    all_but_faults(&all);
    sigprocmask(SIG_SETMASK, &all, before);
}

/* No other handler interrupts a handler, because it would find half of its work; only a fault in it
 * is let in. */
static void take_signal(size_t index) {
    const struct handling *row = &handlings[index];
    struct sigaction action = {.sa_handler = row->handler, .sa_flags = SA_ONSTACK};
    all_but_faults(&action.sa_mask);
    sigaction(row->signal, &action, &here.before[index]);
}

/* Runs when a library ends the program, as curses does without memory; its own message disappears
 * with the screen. */
static void leave_at_exit(void) {
    static const char words[] =
        "qkv: a library ended the program, most likely because memory ran out\n";
    if (here.armed) {
        restore_now();
        ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
        (void)written;
        _exit(2);
    }
}

/* True for signals that readline does not take itself. */
static bool is_left_to_us(const struct handling *handling) {
    return handling->handler == die && handling->signal != SIGQUIT;
}

/* Takes the signals, ALL or those that are left to us. */
static bool begin_handling(bool all) {
    static bool registered;
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    here = (struct restore){.all = all};
    if (tcgetattr(STDIN_FILENO, &here.modes_before) != 0) {
        return false;
    }
    registered = registered || atexit(leave_at_exit) == 0;
    sigaltstack(&own, &here.stack_before);
    sigprocmask(SIG_BLOCK, NULL, &here.mask_before);
    here.mask_working = here.mask_before;
    if (all) {
        sigaddset(&here.mask_working, SIGWINCH);
        sigaddset(&here.mask_working, SIGTSTP);
        sigaddset(&here.mask_working, SIGCONT);
        sigprocmask(SIG_SETMASK, &here.mask_working, NULL);
    }
    for (size_t i = 0; i < HANDLINGS; i++) {
        if (all || is_left_to_us(&handlings[i])) {
            take_signal(i);
        }
    }
    return true;
}

static void end_handling(void) {
    here.armed = 0;
    for (size_t i = 0; i < HANDLINGS; i++) {
        if (here.all || is_left_to_us(&handlings[i])) {
            sigaction(handlings[i].signal, &here.before[i], NULL);
        }
    }
    sigprocmask(SIG_SETMASK, &here.mask_before, NULL);
    sigaltstack(&here.stack_before, NULL);
}

bool restore_begin(struct failure *failure) {
    return begin_handling(true) || failure_set(failure, "standard input: %s", strerror(errno));
}

/* Blocks signals, because none may find half of this done. */
void restore_arm(const char *bytes, size_t length) {
    sigset_t before;
    block_signals(&before);
    here.length = length < RESTORE_ROOM ? length : RESTORE_ROOM;
    memcpy(here.bytes, bytes, here.length);
    here.armed = 1;
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void restore_end(void) {
    restore_reset_modes();
    alarm(0);
    end_handling();
}

void restore_guard(const char *bytes) {
    if (begin_handling(false)) {
        restore_arm(bytes, strlen(bytes));
    }
}

void restore_unguard(void) {
    if (here.armed) {
        end_handling();
    }
}

/* --- modes ----------------------------------------------------------------------------------- */

bool restore_set_modes(void) {
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes) != 0) {
        return false;
    }
    modes.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | IGNCR | ISTRIP);
    modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    modes.c_lflag |= ISIG | NOFLSH;
    modes.c_cc[VINTR] = modes.c_cc[VSUSP] = _POSIX_VDISABLE; /* bytes, in order with the others */
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) == 0;
}

void restore_reset_modes(void) {
    if (restore_is_ours()) {
        tcsetattr(STDIN_FILENO, TCSADRAIN, &here.modes_before);
    }
}

/* --- waiting --------------------------------------------------------------------------------- */

static bool signal_waits(void) {
    return here.ended != 0 || here.resized || here.stopped || here.continued;
}

/* A wait of 0 cannot sleep through a signal, and gets what is typed even while a signal waits to be
 * obeyed. */
bool restore_wait(int milliseconds) {
    fd_set input;
    struct timespec limit = {.tv_sec = milliseconds / 1000,
                             .tv_nsec = milliseconds % 1000 * 1000000L};
    FD_ZERO(&input);
    FD_SET(STDIN_FILENO, &input);
    block_signals(NULL); /* a signal after the look would be slept through */
    bool readable = (milliseconds == 0 || !signal_waits()) &&
                    pselect(STDIN_FILENO + 1, &input, NULL, NULL, milliseconds < 0 ? NULL : &limit,
                            &here.mask_before) > 0;
    sigprocmask(SIG_SETMASK, &here.mask_working, NULL);
    return readable && (milliseconds == 0 || !signal_waits());
}

static bool take_flag(volatile sig_atomic_t *flag) {
    bool was = *flag != 0;
    *flag = 0;
    return was;
}

int restore_ended(void) {
    return here.ended;
}

bool restore_resized(void) {
    return take_flag(&here.resized);
}

bool restore_stopped(void) {
    return take_flag(&here.stopped);
}

bool restore_continued(void) {
    return take_flag(&here.continued);
}

/* In a process group without a shell the system does not let a process stop: then this returns at
 * once. When it is continued in the background, where there is no terminal to take, it stops again.
 */
void restore_stop(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL}, ours;
    sigset_t stop, before;
    here.armed = 0; /* the terminal is as it was, and will soon belong to the shell */
    sigaction(SIGTSTP, &usual, &ours);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaddset(&stop, SIGCONT);
    do {
        here.continued = 0;
        (void)raise(SIGTSTP);
        sigprocmask(SIG_UNBLOCK, &stop, &before);
        sigprocmask(SIG_SETMASK, &before, NULL);
    } while (here.continued && here.ended == 0 && !restore_is_ours());
    sigaction(SIGTSTP, &ours, NULL);
    here.stopped = here.continued = 0;
}
