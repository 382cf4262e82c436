/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* toy: something small to show on the screen, for tests of the screen itself. What happened last is
 * in rows, keys do what a test needs. */
#ifndef QKV_TESTS_SCREEN_TOY_H
#define QKV_TESTS_SCREEN_TOY_H

/* What it shows, row by row; the prompt is the last row, its popup the one before. */
enum { TOY_KEY, TOY_LINE, TOY_MOUSE, TOY_SIZE, TOY_HEAT, TOY_SIGNED, TOY_STYLES, TOY_WIDE };

/* The heat rows: cell N, of TOY_CELLS, is at 28 N of 255 on its ramp and is in columns 4 N to 4 N
 * + 2. */
/* In the row of styles, from this column on: the same shades, each above the lowest one. */
enum { TOY_CELLS = 10, TOY_STEP = 28, TOY_HALVES = 24 };

struct toy {
    int colour;   /* as screen_hooks has it */
    int printing; /* where a byte is written before the toy floods the terminal; 0: nowhere */
};

/* Runs the screen with the toy; to be given to vt_spawn. Keys: q quits, : goes to the prompt, e to
 * a prompt with something typed, L computes until Ctrl-C, D dawdles, A aborts, N writes to no
 * address, O overflows the stack, x exits, F floods the terminal, t takes the light theme. Entries:
 * "quit", "grid", anything else stays. The exit status is 0, 3 after a failure, or 100 + the signal
 * that ended it. */
int toy_run(void *toy);

#endif
