/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* tty: the terminal: what it can do, its size and its modes, and a canvas on it. The only file that
 * includes curses, which only writes here: what is typed is read elsewhere (screen.h). */
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

/* How many colours the terminal has that TERM and COLORTERM tell of; DEPTH_NONE where nothing is
 * known of it. */
enum depth tty_depth(void);

/* True when the terminal can carry a screen: both ends are terminals, TERM is known and can move
 * the cursor; else WHY says what is missing. */
bool tty_possible(struct text *why);

/* Makes LC_CTYPE an UTF-8 one when it is not: in the C locale readline takes the bytes of α for
 * keys, and our own text is UTF-8 everywhere. Readline is told by the environment, too. */
void tty_use_utf8(void);

/* --- its clipboard: what hands a text to it (xterm's OSC 52), as bytes; these write nothing --- */

/* tmux takes the sequence itself where its `set-clipboard` is on, and hands on what is wrapped for
 * it where `allow-passthrough` is: it gets both. GNU screen shows what it does not know. */

/* Bytes that terminals take at most: in base64 100,000 with what goes around them. */
enum { TTY_CLIPBOARD = 74994 };

/* False where the environment tells of a terminal that shows control strings it does not know. */
bool tty_has_clipboard(void);

/* Appends the sequence for LENGTH bytes, TTY_CLIPBOARD at most; for TMUX also wrapped. */
void tty_clipboard(const char *bytes, size_t length, bool tmux, struct text *out);

/* --- from its beginning to its end --- */

/* Begins, with the mouse and pastes in brackets where it has them. COLOUR: -1 as it can and
 * NO_COLOR says, 0 none, 1 as it can; *DEPTH is what came of it. Close also after a failure. */
bool tty_open(int colour, enum depth *depth, struct failure *failure);
/* Leaves it as it was found; one that is somebody else's is left as it is. */
void tty_close(void);

/* Gives it back for a while, and takes it again: then as tty_start_over. */
void tty_give(void);
void tty_take(void);

/* The next picture takes nothing for granted of what it shows; and of what it has been told. */
void tty_forget(void);
void tty_start_over(void);

/* CANVAS, which has its size, in the looks of THEME, with the hardware cursor at CURSOR. */
void tty_draw(const struct canvas *canvas, enum theme theme, const size_t cursor[2]);
/* What was drawn last, all of it. */
void tty_draw_again(void);

/* Sends what curses has no call for; TEXT as much of it as is taken: a terminal that takes nothing
 * for long does without. A question, whose answer is to be read, comes behind what was drawn. */
void tty_put(const char *sequence);
void tty_put_all(const struct text *text);
void tty_ask(const char *question);

/* The size it says it has, within bounds, in rows and columns; and that it is to be of SIZE from
 * now on, which becomes what it is. */
void tty_find_size(size_t size[2]);
void tty_take_size(size_t size[2]);

/* Lets it have the mouse, to select with, or takes it. */
void tty_mouse(bool off);

#endif
