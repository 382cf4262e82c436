/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* output: standard output, where no screen is drawn. */
#ifndef QKV_PLAY_OUTPUT_H
#define QKV_PLAY_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

struct text;

/* The columns of a line: $COLUMNS where that is a number, else a terminal's own up to 80, for lines
 * of prose read best so; else 80. At least 40. */
size_t output_width(void);

/* Shows OUT through $PAGER, else less, where there is a terminal, somebody at it, and more lines
 * than it has. Comes back when that is left. False: not shown, it is the caller's to write. */
bool output_page(const struct text *out);

#endif
