/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* player: a program on a pseudo-terminal, and how long it takes from a key to the frame that
 * answers it.
 *
 * A frame is finished at its last byte: the last one before some milliseconds of silence. That is
 * all that can be known of programs that do not say. The silence is no part of the time, and it
 * comes before every key, so that nobody answers from a warm loop. A program that pauses longer
 * within a frame would be taken to be faster than it is. qkv says when it is done (the mark of
 * terminal/screen.c, behind the last byte): it is waited for however long it takes, but is no part
 * of the frame. */
#ifndef QKV_BENCH_PLAYER_H
#define QKV_BENCH_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum {
    PLAYER_QUIET = 20,        /* milliseconds that end a frame, as between two keys of a person */
    PLAYER_QUIET_START = 400, /* and the first one */
    PLAYER_PATIENCE = 5000,   /* until a program that does not answer is given up */
    PLAYER_WORDS = 12
};

struct player {
    pid_t child; /* 0: does not run */
    int terminal;
    bool marked; /* tells by a mark that a key has been obeyed */
    unsigned long sent, consumed;
    char pending[128]; /* a mark that is not whole yet */
    size_t pending_length;
    double cpu; /* microseconds it had run for, before the last key */
};

/* What it took. */
struct player_frame {
    double time; /* microseconds, from the key (or the start) to the last byte */
    double cpu;  /* microseconds the program ran; 0 where the system does not tell */
    size_t bytes;
};

/* Starts the program ARGV in a terminal of ROWS and COLUMNS, with SCRATCH for its state; with no
 * ARGV[0] a child that only echoes, the floor under all. FIRST: its first frame. False when it
 * does not answer; it has been stopped then. */
bool player_start(struct player *player, const char *const *argv, const size_t size[2],
                  const char *scratch, struct player_frame *first);

/* Presses KEY and waits for the frame. False when none comes. */
bool player_press(struct player *player, char key, struct player_frame *frame);

void player_stop(struct player *player);

/* Whether NAME is a program that can be run from here. */
bool player_installed(const char *name);

#endif
