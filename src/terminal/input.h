/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* input: splits the terminal's bytes into keys, mouse events and pastes. It is pure: it reads
 * nothing itself.
 *
 * The names of keys. A printable key is its character ("n", "N", "+", "é"), but:
 *
 *   Space Enter Tab Backspace Escape            (Enter: CR and LF; Backspace: DEL and Ctrl-H)
 *   Up Down Left Right Home End PageUp PageDown Insert Delete  F1 … F12
 *   C-a … C-z, C-Space C-\ C-] C-^ C-_          (without C-h C-i C-j C-m: see above)
 *
 * Modifiers precede a named key in the order C- M- S-: "S-Tab", "C-Left", "C-M-S-F5". Alt with a
 * character is "M-x", "M-Enter", "M-C-a". An unknown key has the name "". */
#ifndef QKV_TERMINAL_INPUT_H
#define QKV_TERMINAL_INPUT_H

#include "base/text.h"

#include <stdio.h>

/* --- bytes, split into keys, mouse and pastes --- */

enum input_kind {
    INPUT_KEY,   /* NAME; BYTES to pass on */
    INPUT_MOUSE, /* NAME "Click", "WheelUp", "WheelDown" or ""; ROW and COLUMN from 0 */
    INPUT_PASTE  /* BYTES as they came; CUT when there were more than INPUT_LIMIT */
};

struct input_event {
    enum input_kind kind;
    char name[24];
    const char *bytes; /* valid until the next call; valid UTF-8, but in a paste; not NUL-ended */
    size_t length;
    size_t row, column;
    bool cut;
};

enum { INPUT_ROOM = 1 << 16, INPUT_LIMIT = 1 << 16 /* bytes of one paste, or one entry */ };

struct input {
    char bytes[INPUT_ROOM]; /* those from FIRST to END are not split yet */
    size_t first, end;
    bool pasting; /* between ESC[200~ and ESC[201~ */
    bool cut;
    struct text paste; /* so far */
};

void input_release(struct input *input);

/* Returns where the next bytes go; ROOM is how many fit. */
char *input_room(struct input *input, size_t *room);
void input_add(struct input *input, size_t count);

/* Takes the next event. False when there is none, or when its end has not come yet. With FINAL
 * nothing more will come: a lone ESC is the Escape key, a broken character "". */
bool input_next(struct input *input, bool final, struct input_event *event);

/* Returns how many milliseconds to wait for the rest of an event before calling it final; -1 when
 * none has begun. */
int input_patience(const struct input *input);

/* Takes a report of the terminal about itself out of what is typed before and after it: its
 * background ("\x1b]11;rgb:ffff/ffff/ffff\a", or with ESC \ at the end) or its kind
 * ("\x1b[?62;22c"). False when there is none, or its end has not come. */
enum { INPUT_REPORT = 64 };
bool input_report(struct input *input, char report[INPUT_REPORT]);

/* True when the key q has been typed and not been read yet, outside pastes and what is typed at the
 * prompt (after a colon). */
bool input_has_quit_key(const struct input *input);
/* Takes BYTE, such as Ctrl-C's, out of the input outside pastes, and leaves what is around it.
 * False when there is none. */
bool input_take(struct input *input, char byte);

/* --- the same as characters, one byte at a time --- */

struct input_characters {
    int (*read)(FILE *stream); /* the next byte, EOF at the end */
    char raw[8];               /* WAITING of them are read, and no whole character yet */
    char queue[16];            /* those from FIRST to LAST are left of the one before */
    size_t waiting, first, last;
};

/* Returns the next byte, EOF at the end. Characters are never broken: an invalid one becomes a
 * question mark, and an invisible one its code, as in <202E>. */
int input_character(struct input_characters *characters, FILE *stream);

/* --- entries: a line, or the lines of a bracket that stays open from one to the next --- */

enum input_entry {
    INPUT_EMPTY, /* nothing is given, and nothing waits */
    INPUT_OPEN,  /* it goes on */
    INPUT_WHOLE,
    INPUT_TOO_LONG, /* more than INPUT_LIMIT: it is forgotten */
    INPUT_NO_MEMORY /* so it is then */
};

/* Adds LINE to LINES, the entry so far (each ends in a newline); an empty line gives up an open
 * bracket. A whole entry has no newline at its end. */
enum input_entry input_gather(struct text *lines, const char *line);

/* Appends what a paste of LENGTH bytes adds to an entry: its line ends as newlines, except the last
 * (the user presses Enter), its tabs as blanks, the rest safe to show. */
void input_pasted(struct text *out, const char *bytes, size_t length);

/* Appends what is typed, safe to show and on one line. */
void input_shown(struct text *out, const char *bytes, size_t length);

#endif
