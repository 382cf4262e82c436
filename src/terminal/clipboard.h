/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* clipboard: what hands a text to the clipboard of the terminal (xterm's OSC 52), as bytes. Pure:
 * it writes nothing itself. */
#ifndef QKV_TERMINAL_CLIPBOARD_H
#define QKV_TERMINAL_CLIPBOARD_H

#include <stdbool.h>
#include <stddef.h>

struct text;

/* What stands between the program and the terminal. tmux takes the sequence itself where its
 * `set-clipboard` is on, and hands on what is wrapped for it where `allow-passthrough` is: it gets
 * both. GNU screen hands on what is wrapped, in short pieces. Where one runs in the other, which is
 * the inner one is not told, and what is wrapped for the wrong one would be shown: it goes bare. */
enum clipboard_way { CLIPBOARD_DIRECT, CLIPBOARD_TMUX, CLIPBOARD_SCREEN };

/* Bytes that terminals take at most: in base64 100,000 with what goes around them. */
enum { CLIPBOARD_LIMIT = 74994 };

/* The way that the environment tells of. */
enum clipboard_way clipboard_way(void);

/* Appends the sequence for LENGTH bytes, CLIPBOARD_LIMIT at most. */
void clipboard_write(const char *bytes, size_t length, enum clipboard_way way, struct text *out);

#endif
