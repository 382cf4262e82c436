/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* vt: a program on a pseudo-terminal, its screen kept by libvterm.
 *
 * Nothing here sleeps or guesses. The program says by a mark (the environment has QKV_MARK) how
 * many bytes it has read and shown, and vt_settle waits until that is all that was sent. What takes
 * longer than VT_PATIENCE fails the test and shows the screen. */
#ifndef QKV_TESTS_SCREEN_VT_H
#define QKV_TESTS_SCREEN_VT_H

#include "ground/runner.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

#include <vterm.h>

#define VT_PATIENCE (runner_sanitized ? 80000 : 20000) /* milliseconds */
enum {
    VT_RGB = 1 << 24,
    VT_ROWS = 512, /* at most; what is claimed beyond is not kept */
    VT_COLUMNS = 1024
};

struct vt_setup {
    int rows, columns;
    const char *term;               /* TERM; NULL: xterm-256color */
    const char *const *environment; /* "NAME=value" on top of the usual; NULL-ended; may be NULL */
    const char *const *argv;        /* the program to run, or else */
    int (*child)(void *context);    /* … what runs in the child; its result is the exit status */
    void *context;
    bool shell;             /* as the job of a shell, which may stop it */
    const char *background; /* that the terminal says it has ("rgb:0/0/0"); NULL: it does not */
    bool mute;              /* … and it answers nothing else */
};

struct vt {
    VTerm *terminal;
    VTermScreen *screen;
    int columns; /* that the program was told of */
    int master, control;
    pid_t child;
    struct termios before; /* the modes the child found */
    char state[256];       /* its XDG_STATE_HOME */

    unsigned long sent;
    unsigned long consumed, frame, marks; /* the last mark's, and how many there were */
    int marked_rows, marked_columns;
    size_t mark_bytes, bytes; /* of marks, of everything */

    char unread[1 << 18]; /* what was written and not yet taken in: a whole clipboard, too */
    size_t unread_at, unread_end;

    const char *background;
    bool mute, unanswered;
    int frames;        /* that were said to begin */
    int requested;     /* how often it was asked for its background */
    char copied[4096]; /* what the clipboard was given last, in base64 */
    const char *stray; /* what no program of ours writes: a control string that is no mark */

    bool alternate, cursor_shown;
    int mouse;
    int row, column; /* of the cursor */
};

void vt_spawn(struct vt *vt, const struct vt_setup *setup);
/* Ends the child when it still runs, and frees all. Fails the test when it wrote a control string.
 */
void vt_free(struct vt *vt);

/* Types; vt_send_bytes for NULs. Settles nothing. */
void vt_send(struct vt *vt, const char *keys);
void vt_send_bytes(struct vt *vt, const char *bytes, size_t length);
/* Waits until all that was sent is on the screen. */
void vt_settle(struct vt *vt);
/* Both. */
void vt_keys(struct vt *vt, const char *keys);
/* Waits for a mark that comes after this call. */
void vt_settle_again(struct vt *vt);
/* Waits until SEEN says so of the screen, which a program that is busy goes on drawing. */
void vt_wait(struct vt *vt, bool (*seen)(void *context), void *context);
void vt_resize(struct vt *vt, int rows, int columns);
/* A button of the mouse pressed and let go: 1 to 3, 4 and 5 the wheel. */
void vt_mouse(struct vt *vt, int button, int row, int column);

/* The text of a row, without the blanks at its end; valid until the next call. */
const char *vt_row(struct vt *vt, int row);
VTermScreenCell vt_cell(struct vt *vt, int row, int column);
/* A colour: -1 the usual one, a number of the palette, or VT_RGB + 0xRRGGBB. */
int vt_number(VTermColor colour);
int vt_background(struct vt *vt, int row, int column);
int vt_foreground(struct vt *vt, int row, int column);
/* Bracketed paste is on. */
bool vt_brackets(struct vt *vt);
/* All rows scroll as one. */
bool vt_scrolls_whole(struct vt *vt);
void vt_dump(struct vt *vt);

void vt_kill(struct vt *vt, int signal);
/* Waits until the shell's job has stopped; lets it go on. */
void vt_wait_stop(struct vt *vt);
void vt_continue(struct vt *vt);
/* Waits for the end and returns waitpid's status; without READING its output stays unread (and
 * MILLISECONDS may be less than VT_PATIENCE; -1 when it has not ended by then). */
int vt_finish(struct vt *vt);
int vt_finish_unread(struct vt *vt, int milliseconds);
/* Reads what there still is to read. */
void vt_drain(struct vt *vt);

/* The modes are what they were, and so is the terminal: no alternate screen, cursor shown, no
 * mouse, no brackets, no colour, all rows scroll. */
void vt_assert_restored(struct vt *vt);
/* The modes alone. */
bool vt_modes_restored(struct vt *vt);
void vt_assert_row(struct vt *vt, int row, const char *expected);

#endif
