/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* archive: a file of named arrays, such as NumPy's .npz. Each format is a row. */
#ifndef QKV_FILES_ARCHIVE_H
#define QKV_FILES_ARCHIVE_H

#include "base/stream.h"
#include "tensor/tensor.h"

struct text;

struct archive;

struct archive_format {
    /* Reads the directory of the arrays. False when the file is not what it claims to be; then
     * there is nothing to close. STREAM is borrowed until `close`. */
    bool (*open)(struct archive *archive, struct stream *stream, struct failure *failure);
    /* Returns the name of array INDEX as the file has it; NULL past the last. */
    const char *(*name)(const struct archive *archive, size_t index);
    /* Reads that array. */
    struct tensor *(*read)(struct archive *archive, size_t index, struct failure *failure);
    void (*close)(struct archive *archive);
};

struct archive {
    const struct archive_format *format;
    void *inside; /* the format's own */
};

/* Appends NAME on one line, made safe for a terminal. */
void archive_name(const char *name, struct text *out);

/* Returns the array NAME of the archive in STREAM, or its only one when NAME is NULL. With LAYERS,
 * returns one stack of the arrays that NAME stands for, with 0, 1, 2 … for its {i}; a layer that is
 * a row becomes a matrix of one row. */
struct tensor *archive_read(const struct archive_format *format, struct stream *stream,
                            const char *name, size_t layers, struct failure *failure);

#endif
