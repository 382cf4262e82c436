/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/output.h"

#include "base/file.h"
#include "base/number.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEAST_COLUMNS = 40, USUAL_COLUMNS = 80, MOST_COLUMNS = 1000, NO_SUCH_PROGRAM = 127 };

extern char **environ;

size_t output_width(void) {
    const char *said = getenv("COLUMNS");
    struct winsize size;
    double number;
    size_t columns = USUAL_COLUMNS;
    if (said != NULL && number_parse(said, strlen(said), &number) && number >= 1) {
        columns = number < (double)MOST_COLUMNS ? (size_t)number : MOST_COLUMNS;
    } else if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        columns = size.ws_col < USUAL_COLUMNS ? size.ws_col : USUAL_COLUMNS;
    }
    return columns < LEAST_COLUMNS ? LEAST_COLUMNS : columns;
}

/* The line for the shell that shows long texts; NULL where they are written as they are. */
static const char *find_pager(void) {
    const char *pager = getenv("PAGER");
    const char *terminal = getenv("TERM");
    bool able = terminal != NULL && terminal[0] != '\0' && !text_same(terminal, "dumb");
    pager = pager == NULL ? "less" : pager;
    return able && pager[0] != '\0' && !text_same(pager, "cat") ? pager : NULL;
}

static bool is_long(const struct text *out) {
    struct winsize size;
    size_t lines = 0;
    for (size_t i = 0; i < out->length; i++) {
        lines += out->bytes[i] == '\n';
    }
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && lines >= size.ws_row;
}

/* Starts PAGER with ENDS, a pipe, as its standard input; the signals that we pass over reach it. */
static bool start_pager(const char *pager, const int ends[2], pid_t *child) {
    const char *words[] = {"sh", "-c", pager, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return false;
    }
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return false;
    }
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGPIPE);
    bool ok =
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO) == 0 &&
        posix_spawnattr_setsigdefault(&attributes, &signals) == 0 &&
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF) == 0 &&
        posix_spawn(child, "/bin/sh", &actions, &attributes, (char *const *)words, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return ok;
}

/* Hands OUT over and waits. A pager that is not there has shown nothing. */
static bool feed_pager(const char *pager, const struct text *out) {
    int ends[2], status = 0;
    pid_t child;
    if (pipe(ends) != 0) {
        return false;
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    bool ok = start_pager(pager, ends, &child);
    (void)close(ends[0]);
    if (ok) {
        (void)file_write(ends[1], text_string(out), out->length);
    }
    (void)close(ends[1]);
    while (ok && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return ok && !(WIFEXITED(status) && WEXITSTATUS(status) == NO_SUCH_PROGRAM);
}

bool output_page(const struct text *out) {
    const char *pager = find_pager();
    if (pager == NULL || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !is_long(out)) {
        return false;
    }
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, pipe_closed;
    (void)setenv("LESS", "FRX", 0); /* colours as they are; the text stays when less is left */
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGPIPE, &ignore, &pipe_closed);
    bool shown = feed_pager(pager, out);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGPIPE, &pipe_closed, NULL);
    return shown;
}
