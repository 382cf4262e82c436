/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet: lesson 1's attention as a spreadsheet: the same numbers, the same formulas, cell by cell,
 * for the program sc. */
#ifndef QKV_BENCH_SHEET_H
#define QKV_BENCH_SHEET_H

#include <stdio.h>

/* W_q[1,2] stands in G0. */
void sheet_write(FILE *file);

#endif
