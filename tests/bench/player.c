/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "bench/player.h"

#include "bench/measure.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { CHUNK = 65536 };

/* --- the child ------------------------------------------------------------------------------- */

/* What the pseudo-terminal itself costs: reads a byte, writes one. */
static int echo(void) {
    struct termios raw;
    char byte;
    tcgetattr(STDIN_FILENO, &raw);
    cfmakeraw(&raw);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    if (write(STDOUT_FILENO, "!", 1) != 1) {
        return 1;
    }
    while (read(STDIN_FILENO, &byte, 1) == 1 && write(STDOUT_FILENO, &byte, 1) == 1) {
    }
    return 0;
}

static void set_environment(const char *scratch) {
    static const char *const dropped[] = {"LINES",  "COLUMNS",  "NO_COLOR", "COLORTERM",
                                          "LC_ALL", "TMUX",     "LC_CTYPE", "LESS",
                                          "MORE",   "LESSOPEN", "VIMINIT",  "EXINIT"};
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        unsetenv(dropped[i]);
    }
    setenv("TERM", "xterm-256color", 1);
    setenv("LANG", "C.UTF-8", 1);
    setenv("INPUTRC", "/dev/null", 1);
    setenv("LESSHISTFILE", "-", 1);
    setenv("XDG_STATE_HOME", scratch, 1);
    setenv("HOME", scratch, 1);
    setenv("QKV_MARK", "1", 1);
}

static void become(const char *const *argv, const char *scratch) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    set_environment(scratch);
    if (argv[0] == NULL) {
        _exit(echo());
    }
    execvp(argv[0], (char *const *)(const void *)argv);
    _exit(127);
}

bool player_installed(const char *name) {
    char path[512];
    const char *folders = getenv("PATH");
    if (strchr(name, '/') != NULL) {
        return access(name, X_OK) == 0;
    }
    for (const char *at = folders; at != NULL && *at != '\0'; at += strspn(at, ":")) {
        size_t length = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, at, name);
        if (access(path, X_OK) == 0) {
            return true;
        }
        at += length;
    }
    return false;
}

/* --- frames ---------------------------------------------------------------------------------- */

#define MARK "\x1b]7777;"

/* Takes one byte; the number of bytes now known to be of the frame, and of no mark. */
static size_t take_byte(struct player *player, char byte) {
    char *pending = player->pending;
    size_t length = player->pending_length, prefix = strlen(MARK);
    if (length < prefix ? byte != MARK[length] : length + 1 == sizeof player->pending) {
        bool begins = length < prefix && byte == MARK[0];
        pending[0] = byte;
        player->pending_length = begins ? 1 : 0;
        return begins ? length : length + 1;
    }
    pending[length] = byte;
    player->pending_length = length + 1;
    if (byte == '\a') {
        pending[length] = '\0';
        player->consumed = strtoul(pending + prefix, NULL, 10);
        player->pending_length = 0;
    }
    return 0;
}

/* What every terminal says of itself when it is asked; who asks may wait for it. */
static void answer(struct player *player, const char *bytes, size_t length) {
    static const char question[] = "\x1b[c", answer[] = "\x1b[?1;2c";
    if (memmem(bytes, length, question, sizeof question - 1) != NULL &&
        write(player->terminal, answer, sizeof answer - 1) > 0) {
        player->sent += sizeof answer - 1;
    }
}

/* Reads what waits, and sets LAST; false when the program is gone. */
static bool read_some(struct player *player, double *last, size_t *bytes) {
    static char chunk[CHUNK];
    ssize_t count = read(player->terminal, chunk, sizeof chunk);
    if (count <= 0) {
        return count < 0 && errno == EINTR;
    }
    answer(player, chunk, (size_t)count);
    double now = measure_now();
    size_t before = *bytes;
    for (ssize_t i = 0; i < count; i++) {
        *bytes += player->marked ? take_byte(player, chunk[i]) : 1;
    }
    if (*bytes > before || *bytes == 0) { /* a frame of nothing ends with its mark */
        *last = now;
    }
    return true;
}

/* Microseconds that the child has run, by the scheduler's count. */
static double read_cpu(const struct player *player) {
    char path[64];
    double nanoseconds = 0;
    snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)player->child);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%lf", &nanoseconds) != 1) {
            nanoseconds = 0;
        }
        fclose(file);
    }
    return nanoseconds / 1e3;
}

/* Reads until there is a frame and QUIET milliseconds have passed since. */
static bool read_frame(struct player *player, double begun, int quiet, struct player_frame *frame) {
    double last = 0;
    *frame = (struct player_frame){0};
    for (;;) {
        struct pollfd polled = {.fd = player->terminal, .events = POLLIN};
        bool whole = last > 0 && (!player->marked || player->consumed == player->sent);
        int ready = poll(&polled, 1, whole ? quiet : PLAYER_PATIENCE);
        if (ready == 0 && whole) {
            double before = player->cpu;
            player->cpu = read_cpu(player);
            frame->time = last - begun;
            frame->cpu = player->cpu - before;
            return true;
        }
        if (measure_now() > begun + (double)PLAYER_PATIENCE * 1e3 || ready == 0 ||
            (ready > 0 && !read_some(player, &last, &frame->bytes))) {
            return false;
        }
    }
}

bool player_start(struct player *player, const char *const *argv, const size_t size[2],
                  const char *scratch, struct player_frame *first) {
    struct winsize window = {.ws_row = (unsigned short)size[0], .ws_col = (unsigned short)size[1]};
    bool marked = player->marked;
    double begun = measure_now();
    *player = (struct player){.marked = marked};
    player->child = forkpty(&player->terminal, NULL, NULL, &window);
    if (player->child == 0) {
        become(argv, scratch);
    }
    if (player->child > 0 && read_frame(player, begun, PLAYER_QUIET_START, first)) {
        return true;
    }
    player_stop(player);
    return false;
}

bool player_press(struct player *player, char key, struct player_frame *frame) {
    player->sent++;
    double pressed = measure_now();
    return write(player->terminal, &key, 1) == 1 &&
           read_frame(player, pressed, PLAYER_QUIET, frame);
}

void player_stop(struct player *player) {
    if (player->child > 0) {
        kill(player->child, SIGKILL);
        waitpid(player->child, NULL, 0);
        close(player->terminal);
    }
    player->child = 0;
}
