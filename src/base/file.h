/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* file: reads and saves whole files.
 *
 * Reading takes regular files only (no device, FIFO or folder can hang it) of at most FILE_LIMIT
 * bytes. Saving is atomic: a temporary file beside the target, written, synced and renamed over it;
 * after any failure the old file is unchanged and no temporary file remains. */
#ifndef QKV_BASE_FILE_H
#define QKV_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

struct failure;
struct stream; /* stream.h */
struct text;

enum { FILE_LIMIT = 64 * 1024 * 1024, FILE_LESSON_LIMIT = 8 * 1024 * 1024 };

/* Appends the file's bytes to OUT; fails for a file over LIMIT bytes. The message names the path.
 */
bool file_read(const char *path, size_t limit, struct text *out, struct failure *failure);

/* The same for a relative PATH that must stay below FOLDER: no absolute path, no `..`, no symbolic
 * link on the way. */
bool file_read_below(const char *folder, const char *path, size_t limit, struct text *out,
                     struct failure *failure);

/* Opens a file of any size to be read in pieces; the second takes one below FOLDER, as above. PATH
 * is borrowed until stream_close. */
bool file_open(const char *path, struct stream *stream, struct failure *failure);
bool file_open_below(const char *folder, const char *path, struct stream *stream,
                     struct failure *failure);

/* Appends all of a stream (standard input), up to LIMIT bytes. */
bool file_read_descriptor(int descriptor, size_t limit, struct text *out, struct failure *failure);

/* Reads what a stream gives next, at most ROOM bytes; 0 at its end, -1 with errno. It waits even
 * when the stream is O_NONBLOCK. */
ssize_t file_read_some(int descriptor, char *bytes, size_t room);

/* Writes all bytes, and waits in the same way. False with errno. */
bool file_write(int descriptor, const char *bytes, size_t length);

/* Writes LENGTH bytes to PATH atomically. An old file keeps its permissions; a folder, a device, a
 * symbolic link or a read-only file at PATH is refused. Temporary files that a killed save left
 * behind are removed. */
bool file_save(const char *path, const char *bytes, size_t length, struct failure *failure);

/* Adds one line, or several, to an append-only log with a single write under a lock; creates the
 * file when it is missing (mode 0600). A missing final newline is added. Fails when another program
 * keeps the lock for a quarter of a second. */
bool file_append(const char *path, const char *bytes, size_t length, struct failure *failure);

/* Waits until the file is on the disk, so that it survives a power cut; errors are ignored. */
void file_sync(const char *path);

/* Renames the file PATH to the first free name of "PATH.unread", "PATH.unread-2" …, which is
 * appended to NAME. */
bool file_set_aside(const char *path, struct text *name, struct failure *failure);

/* Returns the size of a file in bytes, 0 when that is not known. */
size_t file_size(const char *path);

/* Identifies one state of a file: saving it again, over the old one or instead of it, changes the
 * stamp. */
struct file_stamp {
    dev_t device;
    ino_t number;
    off_t size;
    struct timespec changed;
};
/* Returns false when there is no file. */
bool file_stamp(const char *path, struct file_stamp *stamp);
bool file_same_stamp(const struct file_stamp *a, const struct file_stamp *b);

/* Creates the folder and those above it, mode 0700. */
bool file_make_folder(const char *path, struct failure *failure);

/* Appends the folder of a path: "a/b/c.md" → "a/b"; "c.md" → ".". */
void file_folder(const char *path, struct text *out);

/* Returns the last part of a path. */
const char *file_base(const char *path);

/* True when PATH ends with SUFFIX (".md"), letters compared as they are. */
bool file_has_suffix(const char *path, const char *suffix);

/* True when PATH exists, following links; true when it is a folder. */
bool file_exists(const char *path);
bool file_is_folder(const char *path);

/* Append the folder of the program's state ($XDG_STATE_HOME/qkv or ~/.local/state/qkv), of settings
 * ($XDG_CONFIG_HOME and ~/.config), of the user's lessons ($XDG_DATA_HOME/qkv/lessons or
 * ~/.local/share/qkv/lessons) and, beside that, of models; false when it is not known. */
bool file_state_folder(struct text *out);
bool file_settings_folder(struct text *out);
bool file_data_folder(struct text *out);
bool file_models_folder(struct text *out);

/* Appends the folder through which running programs communicate, created when missing:
 * $XDG_RUNTIME_DIR/qkv, or one in /tmp. Fails when it is not the user's own, or open to others. */
bool file_runtime_folder(struct text *out, struct failure *failure);

#endif
