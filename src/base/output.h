/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* output: writes the files that a person names, by -o and at the prompt.
 *
 * No file that this run has read is ever overwritten, whatever its name: symbolic and hard links to
 * it are the same file. Any other existing file is replaced when the person says so, or when this
 * run wrote it and it has not changed since. The program's own files (progress, answers, history)
 * are saved with file_save instead. */
#ifndef QKV_BASE_OUTPUT_H
#define QKV_BASE_OUTPUT_H

#include "base/file.h"

/* A file that was read, or written at a person's request. */
struct output_file {
    char *path; /* relative to the folder in which the program was started */
    bool written;
    struct file_stamp stamp; /* of a written file, just after writing */
};

/* All files that a run has read and written. A zeroed log is empty. */
struct output_log {
    struct output_file *list;
    size_t count, capacity;
    bool torn; /* an entry is missing for lack of memory */
};

/* Records what is read and written from now on in LOG, borrowed; NULL records nothing. Returns the
 * log used so far. */
struct output_log *output_use_log(struct output_log *log);
void output_log_release(struct output_log *log);

/* Records that PATH was opened for reading, below FOLDER unless that is NULL. */
void output_note_read(const char *folder, const char *path);

/* Writes BYTES into PATH: atomically when PATH is new or a regular file, directly when it is a
 * terminal, /dev/null, /dev/stdout or a FIFO. Fails, with all files as they were, for a file that
 * was read, and for another existing file unless FORCE is set or this run wrote it. The message
 * says what would be right. */
bool output_save(const char *path, const struct text *bytes, bool force, struct failure *failure);

#endif
