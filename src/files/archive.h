/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* archive: a file of arrays with names, such as NumPy's .npz. One row a format. */
#ifndef QKV_FILES_ARCHIVE_H
#define QKV_FILES_ARCHIVE_H

#include "base/stream.h"
#include "tensor/tensor.h"

struct text;

struct archive;

struct archive_format {
    /* Reads what tells where each array is; false (nothing is to be closed) for a file that is not
     * what it says it is. STREAM is borrowed until `close`. */
    bool (*open)(struct archive *archive, struct stream *stream, struct failure *failure);
    /* The name of array INDEX, as the file has it; NULL past the last. */
    const char *(*name)(const struct archive *archive, size_t index);
    /* That array. */
    struct tensor *(*read)(struct archive *archive, size_t index, struct failure *failure);
    void (*close)(struct archive *archive);
};

struct archive {
    const struct archive_format *format;
    void *inside; /* the format's own */
};

/* Appends NAME on one line, as it may be shown on a terminal. */
void archive_name(const char *name, struct text *out);

/* The array NAME of the archive in STREAM; NULL: its only one. With LAYERS, the arrays whose names
 * NAME is with 0, 1, 2 … for its {i}, as one stack: a layer that is a row is a matrix of one. */
struct tensor *archive_read(const struct archive_format *format, struct stream *stream,
                            const char *name, size_t layers, struct failure *failure);

#endif
