/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* restore: puts the terminal back as it was, whatever ends the program. Owns its modes (termios)
 * and the signals while the screen is up.
 *
 * Between restore_begin and restore_end: SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT and SIGQUIT put
 * the terminal back and then kill as usual, also after a stack overflow. SIGTERM, SIGINT and SIGHUP
 * are noted (restore_ended) so that the program can end in order; when it has not within a second,
 * because it computes or its output is stuck, or when one comes again, they too put the terminal
 * back and kill. A library that calls exit ends the program with 2, and a message says so. */
#ifndef QKV_TERMINAL_RESTORE_H
#define QKV_TERMINAL_RESTORE_H

#include <stdbool.h>
#include <stddef.h>

struct failure;

/* Remembers the terminal's modes and takes the signals. Fails when standard input has no modes. */
bool restore_begin(struct failure *failure);

/* From now on BYTES (copied; at most RESTORE_ROOM) are written, after the modes, when the program
 * dies. May be called again. */
enum { RESTORE_ROOM = 256 };
void restore_arm(const char *bytes, size_t length);

/* Puts the terminal back at once, for a program that is about to leave without restore_end. */
void restore_now(void);

/* Restores the modes and the signals. */
void restore_end(void);

/* For a program that leaves the screen and the other signals to a library. Until restore_unguard a
 * fault (such as SIGSEGV) writes BYTES, puts back
 * the modes found now, and kills as usual. */
void restore_guard(const char *bytes);
void restore_unguard(void);

/* Sets our own modes: every key comes at once, as the byte it is. */
bool restore_set_modes(void);
/* Sets the modes that were found, unless another program has the terminal. */
void restore_reset_modes(void);
/* False in the background, where the modes must not be touched. */
bool restore_is_ours(void);

/* Waits until something can be read, MILLISECONDS have passed (-1: for ever) or a signal came; true
 * in the first case. Only here signals that change the screen are let in. */
bool restore_wait(int milliseconds);

/* Returns the signal that asks the program to end, 0 when there was none. */
int restore_ended(void);
/* Each is true once: after the terminal's size changed; after a stop was asked for; after a stop
 * ended. */
bool restore_resized(void);
bool restore_stopped(void);
bool restore_continued(void);

/* Stops the process as Ctrl-Z does, and returns when it goes on in the foreground, or is to end.
 * The terminal has been given back before; no signal puts anything back until restore_arm. */
void restore_stop(void);

#endif
