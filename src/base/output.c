/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/output.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Every floor reads and writes, so the program has one log of a run. */
static struct output_log *log_now;

struct output_log *output_use_log(struct output_log *log) {
    struct output_log *before = log_now;
    log_now = log;
    return before;
}

void output_log_release(struct output_log *log) {
    if (log_now == log) {
        log_now = NULL;
    }
    for (size_t i = 0; i < log->count; i++) {
        memory_free(log->list[i].path);
    }
    memory_free(log->list);
    *log = (struct output_log){0};
}

/* Returns the entry of PATH among the files read, or written, adding it when it is missing; NULL
 * without a log or memory. */
static struct output_file *find_or_add_file(const char *path, bool written) {
    if (log_now == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < log_now->count; i++) {
        struct output_file *file = &log_now->list[i];
        if (file->written == written && text_same(file->path, path)) {
            return file;
        }
    }
    char *copy = memory_text(path, strlen(path));
    if (copy == NULL || !memory_reserve(&log_now->list, &log_now->capacity, log_now->count + 1,
                                        sizeof *log_now->list)) {
        memory_free(copy);
        log_now->torn = true;
        return NULL;
    }
    struct output_file *made = &log_now->list[log_now->count++];
    *made = (struct output_file){.path = copy, .written = written};
    return made;
}

void output_note_read(const char *folder, const char *path) {
    struct text whole = {0};
    if (log_now == NULL) {
        return;
    }
    text_format(&whole, "%s%s%s", folder == NULL ? "" : folder, folder == NULL ? "" : "/", path);
    if (whole.failed) {
        log_now->torn = true;
    } else {
        find_or_add_file(text_string(&whole), false);
    }
    text_release(&whole);
}

static bool same_file(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Looks the paths up again instead of remembering inode numbers: a number is reused once its file
 * is gone, and an editor's save gives the path a new one. */
static bool is_input(const char *path, const struct stat *there, struct failure *failure) {
    struct stat other;
    if (S_ISREG(there->st_mode) && fstat(STDIN_FILENO, &other) == 0 && same_file(&other, there)) {
        failure_set(failure, "%s is read as standard input: write to another file", path);
        return true;
    }
    for (size_t i = 0; log_now != NULL && i < log_now->count; i++) {
        const struct output_file *file = &log_now->list[i];
        if (file->written || stat(file->path, &other) != 0 || !same_file(&other, there)) {
            continue;
        }
        if (text_same(file->path, path)) {
            failure_set(failure, "%s is read here and stays as it is: write to another file", path);
        } else {
            failure_set(failure,
                        "%s is the same file as %s, which is read here and stays as it is: write "
                        "to another file",
                        path, file->path);
        }
        return true;
    }
    return false;
}

static bool was_written_here(const char *path) {
    struct file_stamp stamp;
    bool own = false;
    for (size_t i = 0; log_now != NULL && !own && i < log_now->count; i++) {
        const struct output_file *file = &log_now->list[i];
        own = file->written && text_same(file->path, path) && file_stamp(path, &stamp) &&
              file_same_stamp(&stamp, &file->stamp);
    }
    return own;
}

/* Writes to a terminal, /dev/null or a FIFO, where nothing is replaced. STANDARD: PATH is standard
 * output. */
static bool write_unreplaced(const char *path, bool standard, const struct text *bytes,
                             struct failure *failure) {
    int descriptor = standard ? STDOUT_FILENO : open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    bool done = descriptor >= 0 && file_write(descriptor, text_string(bytes), bytes->length);
    if (!done) {
        failure_set(failure, "cannot write to %s: %s", path, strerror(errno));
    }
    if (descriptor >= 0 && !standard && close(descriptor) != 0 && done) {
        done = failure_set(failure, "cannot write to %s: %s", path, strerror(errno));
    }
    return done;
}

bool output_save(const char *path, const struct text *bytes, bool force, struct failure *failure) {
    struct stat there, standard;
    bool exists = stat(path, &there) == 0;
    if (log_now != NULL && log_now->torn) {
        return failure_memory(failure);
    }
    if (!exists && errno != ENOENT && errno != ENOTDIR) {
        return failure_set(failure, "cannot save %s: %s", path, strerror(errno));
    }
    if (!text_ok(bytes, failure) || (exists && is_input(path, &there, failure))) {
        return false;
    }
    bool is_standard =
        exists && fstat(STDOUT_FILENO, &standard) == 0 && same_file(&standard, &there);
    if (exists && (is_standard || S_ISCHR(there.st_mode) || S_ISFIFO(there.st_mode))) {
        return write_unreplaced(path, is_standard, bytes, failure);
    }
    if (exists && S_ISDIR(there.st_mode)) {
        return failure_set(failure, "cannot save %s: it is a folder; name a file in it", path);
    }
    if (exists && !force && !was_written_here(path)) {
        return failure_set(failure,
                           "%s exists already: add --force to replace it, or write to another "
                           "file",
                           path);
    }
    bool done = file_save(path, text_string(bytes), bytes->length, failure);
    struct output_file *file = done ? find_or_add_file(path, true) : NULL;
    if (file != NULL) {
        file_stamp(path, &file->stamp);
    }
    return done;
}
