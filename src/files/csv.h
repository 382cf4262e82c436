/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* csv: comma or tab separated numbers, with or without labels, to and from tensors. */
#ifndef QKV_FILES_CSV_H
#define QKV_FILES_CSV_H

#include "tensor/tensor.h"

/* Reads TEXT. SEPARATOR is ',' or '\t'. RFC 4180 quoting, CRLF, a BOM and a missing last newline
 * are understood; blank lines are passed over.
 *
 * The first line is the column labels when a cell of it, the first aside, is no number, or when
 * only its first is none and that is empty or stands above numbers. The first column is the row
 * labels when a cell of it below that line is no number; the corner then names nothing.
 *
 * Errors are located in FILE: ragged rows, no numbers, a cell that is neither number nor label.
 * Returns a 2-axis tensor. */
struct tensor *csv_read(const char *file, const char *text, size_t length, char separator,
                        struct failure *failure);

/* Appends TENSOR with its labels, numbers exact. A stack is written matrix by matrix, a blank line
 * between. */
void csv_write(const struct tensor *tensor, char separator, struct text *out);

#endif
