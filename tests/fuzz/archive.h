/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* archive: what holds of a file of arrays with names, whatever its bytes are. */
#ifndef QKV_TESTS_FUZZ_ARCHIVE_H
#define QKV_TESTS_FUZZ_ARCHIVE_H

#include "files/archive.h"

/* Opens LENGTH bytes as FORMAT has them and reads every array: each is there or refused in words.
 */
void archive_try(const struct archive_format *format, const char *bytes, size_t length);

#endif
