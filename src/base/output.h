/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* output: files that a person names to be written, by -o and at the prompt.
 *
 * No file that this run has read is ever written over, whatever it is called: a symbolic link and a
 * hard link to it are the same file. Another file that is there is replaced when the person says
 * so, or when this run wrote it and it has not changed since. What the program keeps for itself
 * (progress, answers, history) is saved with file_save instead. */
#ifndef QKV_BASE_OUTPUT_H
#define QKV_BASE_OUTPUT_H

#include "base/file.h"

/* A file that was read, or written for a person. */
struct output_file {
    char *path; /* from the folder in which the program was started */
    bool written;
    struct file_stamp stamp; /* of a written one, as it was then */
};

/* All that a run has read and written. Zeroed it is empty. */
struct output_log {
    struct output_file *list;
    size_t count, capacity;
    bool torn; /* there was no memory for one */
};

/* Keeps what is read and written from now on in LOG, borrowed; NULL: nowhere. Returns the log until
 * now. */
struct output_log *output_watch(struct output_log *log);
void output_log_release(struct output_log *log);

/* PATH was opened to be read, below FOLDER unless that is NULL. */
void output_note_read(const char *folder, const char *path);

/* Writes BYTES into PATH for a person: atomically where a regular file is or nothing; a terminal,
 * /dev/null, /dev/stdout or a FIFO is written as it is. Fails, with all files as they were, for a
 * file that was read, and for another one that is there unless it may be replaced: by FORCE, or as
 * this run's own. The message says what would be right. */
bool output_save(const char *path, const struct text *bytes, bool force, struct failure *failure);

#endif
