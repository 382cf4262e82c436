/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* tty: what the terminal can do, its size and its modes, and drawing a canvas on it. Only tty.c
 * includes curses, which only writes here: screen.h reads what is typed. */
#ifndef QKV_TERMINAL_TTY_H
#define QKV_TERMINAL_TTY_H

#include "canvas/shade.h"
#include "canvas/style.h"

#include <stdbool.h>
#include <stddef.h>

struct canvas;
struct failure;
struct text;

/* --- before it is opened --- */

/* Returns how many colours the terminal has according to TERM and COLORTERM; DEPTH_NONE when it is
 * unknown. */
enum depth tty_depth(void);

/* True when the terminal can show a screen: both ends are terminals, TERM is known and can move the
 * cursor; else WHY says what is missing. */
bool tty_possible(struct text *why);

/* Sets LC_CTYPE to a UTF-8 locale when it is another: in the C locale readline takes the bytes of α
 * for keys, and our own text is UTF-8 everywhere. Sets the environment too, for readline. */
void tty_use_utf8(void);

/* --- its clipboard: the bytes that send a text to it (xterm's OSC 52); these write nothing --- */

/* tmux takes the sequence itself when its `set-clipboard` is on, and passes on a wrapped one when
 * `allow-passthrough` is on: it gets both. GNU screen shows what it does not know. */

/* The most bytes that terminals take: in base64 100,000 with what goes around them. */
enum { TTY_CLIPBOARD = 74994 };

/* False for terminals that, by the environment, show unknown control strings. */
bool tty_has_clipboard(void);

/* Appends the sequence for LENGTH bytes, at most TTY_CLIPBOARD; with TMUX also the wrapped one. */
void tty_clipboard(const char *bytes, size_t length, bool tmux, struct text *out);

/* --- from its beginning to its end --- */

/* Opens the terminal, with the mouse and bracketed pastes if it has them. COLOUR: -1 for what it
 * can and NO_COLOR allows, 0 for none, 1 for what it can; *DEPTH gets the result. Close also after
 * a failure. */
bool tty_open(int colour, enum depth *depth, struct failure *failure);
/* Leaves the terminal as it was found, and untouched when another program has it. */
void tty_close(void);

/* Give the terminal back for a while, and take it again, as tty_start_over does. */
void tty_give(void);
void tty_take(void);

/* Forget what the terminal shows, for the next picture; tty_start_over also sends its modes again.
 */
void tty_forget_picture(void);
void tty_start_over(void);

/* Draws CANVAS, which has the terminal's size, in the styles of THEME, with the hardware cursor at
 * CURSOR. */
void tty_draw(const struct canvas *canvas, enum theme theme, const size_t cursor[2]);
/* Draws the last picture again, all of it. */
void tty_draw_again(void);

/* Send what curses has no call for; of TEXT as much as the terminal takes: one that takes nothing
 * for long goes without. A question, whose answer will be read, comes after what was drawn. */
void tty_put(const char *sequence);
void tty_put_all(const struct text *text);
void tty_ask(const char *question);

/* Get the size that the terminal claims, within bounds, in rows and columns; and set it to SIZE,
 * which becomes the size that curses took. */
void tty_find_size(size_t size[2]);
void tty_set_size(size_t size[2]);

/* Gives the mouse to the terminal, for selecting, or takes it. */
void tty_mouse(bool off);

#endif
