/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file.h"

#include "base/failure.h"
#include "base/output.h"
#include "base/stream.h"
#include "base/text.h"
#include "base/utf8.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#define st_mtim st_mtimespec
#endif

/* A FIFO or a terminal must not make open wait, and must not become ours. */
enum { OPEN_SAFELY = O_NONBLOCK | O_CLOEXEC | O_NOCTTY };

/* --- paths --- */

const char *file_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void file_folder(const char *path, struct text *out) {
    size_t length = (size_t)(file_base(path) - path);
    if (length == 0) {
        text_append(out, ".");
        return;
    }
    while (length > 1 && path[length - 1] == '/') {
        length--;
    }
    text_append_bytes(out, path, length);
}

bool file_has_suffix(const char *path, const char *suffix) {
    size_t length = strlen(path), tail = strlen(suffix);
    return length >= tail && text_same(path + length - tail, suffix);
}

bool file_exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}

bool file_is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* The XDG base directory specification: the variable counts only when it is an absolute path. */
static bool user_folder(const char *variable, const char *standard, const char *tail,
                        struct text *out) {
    const char *folder = getenv(variable);
    if (folder && folder[0] == '/') {
        text_format(out, "%s/%s", folder, tail);
        return true;
    }
    const char *home = getenv("HOME");
    if (!home || home[0] != '/') {
        return false;
    }
    text_format(out, "%s/%s/%s", home, standard, tail);
    return true;
}

bool file_state_folder(struct text *out) {
    return user_folder("XDG_STATE_HOME", ".local/state", "qkv", out);
}

bool file_settings_folder(struct text *out) {
    return user_folder("XDG_CONFIG_HOME", ".config", "qkv", out);
}

bool file_data_folder(struct text *out) {
    return user_folder("XDG_DATA_HOME", ".local/share", "qkv/lessons", out);
}

bool file_models_folder(struct text *out) {
    return user_folder("XDG_DATA_HOME", ".local/share", "qkv/models", out);
}

size_t file_size(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (size_t)status.st_size : 0;
}

bool file_stamp(const char *path, struct file_stamp *stamp) {
    struct stat status;
    bool there = stat(path, &status) == 0;
    *stamp = (struct file_stamp){0};
    if (there) {
        *stamp = (struct file_stamp){status.st_dev, status.st_ino, status.st_size, status.st_mtim};
    }
    return there;
}

bool file_same_stamp(const struct file_stamp *a, const struct file_stamp *b) {
    return a->device == b->device && a->number == b->number && a->size == b->size &&
           a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}

/* --- reading --- */

static bool refuse_path(const char *what, const char *path, struct failure *failure) {
    return failure_set(failure, "cannot %s %s: %s", what, path, strerror(errno));
}

/* After a read or a write that failed: whether to try again, as a signal came, or as a stream that
 * another program made O_NONBLOCK was not ready and is now. */
static bool may_try_again(int descriptor, short events) {
    struct pollfd ready = {.fd = descriptor, .events = events};
    return errno == EINTR || (errno == EAGAIN && (poll(&ready, 1, -1) >= 0 || errno == EINTR));
}

ssize_t file_read_some(int descriptor, char *bytes, size_t room) {
    ssize_t count;
    do {
        count = read(descriptor, bytes, room);
    } while (count < 0 && may_try_again(descriptor, POLLIN));
    return count;
}

/* The same of a file. */
static ssize_t read_from_file(int descriptor, char *bytes, size_t room) {
    ssize_t count;
    do {
        count = read(descriptor, bytes, room);
    } while (count < 0 && errno == EINTR);
    return count;
}

static bool refuse_too_big(const char *name, size_t limit, struct failure *failure) {
    size_t mebibyte = 1024 * 1024;
    bool whole = limit % mebibyte == 0;
    return failure_set(failure, "%s is too big: the limit is %zu %s", name,
                       whole ? limit / mebibyte : limit, whole ? "MiB" : "bytes");
}

/* Appends all there is to read; after a failure OUT is as before. */
enum { PIECE = 16000 }; /* bytes read at a time */

/* PATH NULL: of standard input, which is waited for. A file that has no answer now, as /proc/kmsg,
 * may never have one. */
static bool append_to_end(int descriptor, const char *path, size_t limit, struct text *out,
                          struct failure *failure) {
    const char *name = path == NULL ? "standard input" : path;
    size_t start = out->length;
    char *room;
    ssize_t count = 0;
    while ((room = text_room(out, PIECE)) != NULL &&
           (count = path == NULL ? file_read_some(descriptor, room, PIECE)
                                 : read_from_file(descriptor, room, PIECE)) > 0) {
        if ((size_t)count > limit - (out->length - start)) {
            text_truncate(out, start);
            return refuse_too_big(name, limit, failure);
        }
        text_filled(out, (size_t)count);
    }
    if (count < 0) {
        refuse_path("read", name, failure);
        text_truncate(out, start);
        return false;
    }
    return text_ok(out, failure);
}

/* Takes over an open descriptor that has to be a regular file; closes it after a failure. */
static bool take_regular_file(int descriptor, const char *path, struct stream *stream,
                              struct failure *failure) {
    struct stat status;
    *stream = (struct stream){.name = path, .descriptor = descriptor};
    if (fstat(descriptor, &status) != 0) {
        refuse_path("read", path, failure);
    } else if (S_ISDIR(status.st_mode)) {
        failure_set(failure, "cannot read %s: it is a folder", path);
    } else if (!S_ISREG(status.st_mode)) {
        failure_set(failure, "cannot read %s: it is not a regular file", path);
    } else {
        stream->size = (size_t)status.st_size;
        return true;
    }
    close(descriptor);
    return false;
}

/* All that is in STREAM, which is closed. */
static bool read_whole_stream(struct stream *stream, size_t limit, struct text *out,
                              struct failure *failure) {
    bool done = stream->size > limit
                    ? refuse_too_big(stream->name, limit, failure)
                    : append_to_end(stream->descriptor, stream->name, limit, out, failure);
    stream_close(stream);
    return done;
}

/* openat, again when a signal came. */
static int open_at(int folder, const char *path, int flags) {
    int descriptor;
    do {
        descriptor = openat(folder, path, flags | OPEN_SAFELY, 0600);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

bool file_open(const char *path, struct stream *stream, struct failure *failure) {
    int descriptor = open_at(AT_FDCWD, path, O_RDONLY);
    if (descriptor >= 0) {
        output_note_read(NULL, path);
    }
    return descriptor < 0 ? refuse_path("open", path, failure)
                          : take_regular_file(descriptor, path, stream, failure);
}

bool file_read(const char *path, size_t limit, struct text *out, struct failure *failure) {
    struct stream stream;
    return file_open(path, &stream, failure) && read_whole_stream(&stream, limit, out, failure);
}

bool file_read_descriptor(int descriptor, size_t limit, struct text *out, struct failure *failure) {
    return append_to_end(descriptor, NULL, limit, out, failure);
}

/* Opens the next part of *PATH inside FOLDER, which is closed, and moves *PATH behind it. Returns
 * -1 with errno; ELOOP means any part that is not to be followed. */
static int open_part(int folder, const char **path) {
    char part[256];
    size_t length = strcspn(*path, "/");
    bool last = (*path)[length] == '\0';
    bool fits = length < sizeof part, up = length == 2 && text_starts(*path, "..");
    text_fill(part, sizeof part, "%.*s", fits ? (int)length : 0, *path);
    errno = up ? ELOOP : ENAMETOOLONG;
    int opened =
        up || !fits ? -1 : open_at(folder, part, O_RDONLY | O_NOFOLLOW | (last ? 0 : O_DIRECTORY));
    int error = errno;
    close(folder);
    errno = error;
    *path += length;
    *path += strspn(*path, "/");
    return opened;
}

bool file_open_below(const char *folder, const char *path, struct stream *stream,
                     struct failure *failure) {
    const char *rest = path;
    int descriptor = path[0] == '/' ? -1 : open_at(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY);
    if (path[0] == '/') {
        errno = ELOOP;
    }
    while (descriptor >= 0 && rest[0] != '\0') {
        descriptor = open_part(descriptor, &rest);
    }
    if (descriptor >= 0) {
        output_note_read(folder, path);
        return take_regular_file(descriptor, path, stream, failure);
    }
    if (errno == ELOOP) {
        return failure_set(failure,
                           "cannot open %s: only files below the lesson's folder can be read, "
                           "without \"..\" and symbolic links",
                           path);
    }
    return refuse_path("open", path, failure);
}

bool file_read_below(const char *folder, const char *path, size_t limit, struct text *out,
                     struct failure *failure) {
    struct stream stream;
    return file_open_below(folder, path, &stream, failure) &&
           read_whole_stream(&stream, limit, out, failure);
}

/* --- saving --- */

bool file_write(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(descriptor, bytes, length);
        if (count < 0 && !may_try_again(descriptor, POLLOUT)) {
            return false;
        }
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
    return true;
}

/* Takes the lock, or leaves it: nothing here is worth waiting for longer than a person notices, and
 * who holds a lock may be gone for good (a file server that hangs). */
static bool lock_file(int descriptor, int milliseconds) {
    const struct timespec while_waiting = {.tv_nsec = 1000000};
    while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EINTR && (errno != EWOULDBLOCK || milliseconds-- == 0)) {
            return false;
        }
        nanosleep(&while_waiting, NULL);
    }
    return true;
}

enum {
    LOCK_PATIENCE = 250, /* milliseconds */
    NAME_BYTES = 255,    /* of a file's name, on every file system in use */
    MARK_BYTES = 12      /* that a temporary file's name has more than the file's */
};

/* ".NAME.qkv-", what the temporary files for NAME begin with; six characters follow. Of the longest
 * names the end is left out. */
static void temporary_prefix(const char *path, struct text *out) {
    const char *name = file_base(path);
    size_t length = strlen(name), most = NAME_BYTES - MARK_BYTES;
    text_format(out, ".%.*s.qkv-", (int)(length > most ? utf8_edge(name, most) : length), name);
}

/* A save that was killed half way leaves its temporary file; the next save of the same file removes
 * it, unless a program is writing it, which has its lock. Nothing depends on it, so that trouble
 * here is no failure. */
static void remove_stray_temporaries(const char *folder, const char *path) {
    struct text prefix = {0};
    temporary_prefix(path, &prefix);
    DIR *entries = prefix.failed ? NULL : opendir(folder);
    struct dirent *entry;
    while (entries && (entry = readdir(entries))) {
        const char *name = entry->d_name;
        bool stray = text_starts(name, text_string(&prefix)) && strlen(name) == prefix.length + 6;
        int descriptor = stray ? open_at(dirfd(entries), name, O_RDONLY | O_NOFOLLOW) : -1;
        struct stat status;
        if (descriptor >= 0) {
            if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                lock_file(descriptor, 0)) {
                unlinkat(dirfd(entries), name, 0);
            }
            close(descriptor);
        }
    }
    if (entries) {
        closedir(entries);
    }
    text_release(&prefix);
}

/* After a rename this makes a folder's new entry last. The new file is there for all to see, so
 * that a file system that cannot do this is not reported. */
void file_sync(const char *path) {
    int descriptor = open_at(AT_FDCWD, path, O_RDONLY);
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
}

/* Only a regular file, or none, may be where the new one goes: renaming over a device or a link
 * would destroy it. Finds the new file's permissions: those of the old one, else what the user's
 * umask leaves. */
static bool find_mode(const char *path, mode_t *mode, struct failure *failure) {
    struct stat old;
    if (file_base(path)[0] == '\0') {
        return failure_set(failure, "cannot save %s: a file's name is needed", path);
    }
    if (lstat(path, &old) != 0) {
        int error = errno;
        mode_t mask = umask(0);
        umask(mask);
        *mode = 0644 & ~mask;
        errno = error;
        return errno == ENOENT || refuse_path("save", path, failure);
    }
    if (!S_ISREG(old.st_mode)) {
        const char *what = S_ISDIR(old.st_mode)   ? "it is a folder"
                           : S_ISLNK(old.st_mode) ? "it is a symbolic link"
                                                  : "it is not a regular file";
        return failure_set(failure, "cannot save %s: %s", path, what);
    }
    /* Renaming needs no right to write to the file; one that was taken away is meant, for root too.
     */
    if ((old.st_mode & 0222) == 0 || faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0) {
        return failure_set(failure, "cannot save %s: it may only be read; save under another name",
                           path);
    }
    *mode = old.st_mode & 0777;
    return true;
}

/* Fills the temporary file; errno tells why not. */
static bool fill_temporary(int descriptor, mode_t mode, const char *bytes, size_t length) {
    /* The lock only keeps a sweeper away; where there are no locks the save is as good. */
    lock_file(descriptor, 0);
    /* Some file systems report a full disk only on close, so that a copy of the descriptor is
     * closed before the rename; the other keeps the lock until after it. */
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) {
        return false;
    }
    bool written = fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 &&
                   file_write(descriptor, bytes, length) && fchmod(descriptor, mode) == 0 &&
                   fsync(descriptor) == 0;
    int error = errno;
    bool closed = close(copy) == 0;
    if (!written) {
        errno = error;
    }
    return written && closed;
}

bool file_save(const char *path, const char *bytes, size_t length, struct failure *failure) {
    struct text folder = {0}, temporary = {0};
    mode_t mode = 0;
    file_folder(path, &folder);
    text_format(&temporary, "%s/", text_string(&folder));
    temporary_prefix(path, &temporary);
    text_append(&temporary, "XXXXXX");
    bool ok = text_ok(&folder, failure) && text_ok(&temporary, failure) &&
              find_mode(path, &mode, failure);
    if (ok) {
        remove_stray_temporaries(text_string(&folder), path);
    }
    int descriptor = ok ? mkstemp(temporary.bytes) : -1; /* made with mode 0600 */
    bool done = descriptor >= 0 && fill_temporary(descriptor, mode, bytes, length) &&
                rename(temporary.bytes, path) == 0;
    if (ok && !done) {
        refuse_path("save", path, failure);
    }
    if (descriptor >= 0 && !done) {
        unlink(temporary.bytes);
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
    if (done) {
        file_sync(text_string(&folder));
    }
    text_release(&folder);
    text_release(&temporary);
    return done;
}

/* --- logs and folders --- */

/* Adds LINE at the end of a locked log. A line that was cut short by a crash is ended first, and
 * what cannot be written whole is taken back. */
static bool append_to_log(int descriptor, const struct text *line) {
    struct stat status;
    char last = '\n';
    if (fstat(descriptor, &status) != 0) {
        return false;
    }
    if (!S_ISREG(status.st_mode)) {
        errno = EINVAL;
        return false;
    }
    if (status.st_size > 0 && pread(descriptor, &last, 1, status.st_size - 1) != 1) {
        return false;
    }
    /* LINE begins with a newline, which is left out where the log already ends with one. */
    size_t skipped = last == '\n' ? 1 : 0;
    if (file_write(descriptor, line->bytes + skipped, line->length - skipped)) {
        return true;
    }
    int error = errno;
    if (ftruncate(descriptor, status.st_size) == 0) {
        errno = error;
    }
    return false;
}

/* Opens a log, made when it is missing, and takes its lock; -1 with errno. One that was replaced
 * while its lock was waited for is no longer the log: the new one is opened. */
static int open_log(const char *path) {
    for (;;) {
        int descriptor = open_at(AT_FDCWD, path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW);
        struct stat opened, named;
        bool locked = descriptor >= 0 && lock_file(descriptor, LOCK_PATIENCE);
        bool known = locked && fstat(descriptor, &opened) == 0;
        if (known && lstat(path, &named) == 0 && opened.st_ino == named.st_ino &&
            opened.st_dev == named.st_dev) {
            return descriptor;
        }
        int error = errno;
        if (descriptor >= 0) {
            close(descriptor);
        }
        errno = error;
        if (!known) {
            return -1;
        }
    }
}

static bool refuse_log(const char *path, struct failure *failure) {
    return errno == EWOULDBLOCK
               ? failure_set(failure, "cannot write to %s: another program has locked it", path)
               : refuse_path("write to", path, failure);
}

bool file_append(const char *path, const char *bytes, size_t length, struct failure *failure) {
    struct text line = {0};
    text_append(&line, "\n");
    text_append_bytes(&line, bytes, length);
    if (length == 0 || bytes[length - 1] != '\n') {
        text_append(&line, "\n");
    }
    bool done = false;
    if (text_ok(&line, failure)) {
        int descriptor = open_log(path);
        done = descriptor >= 0 && append_to_log(descriptor, &line);
        if (!done) {
            refuse_log(path, failure);
        }
        if (descriptor >= 0 && close(descriptor) != 0 && done) {
            done = refuse_log(path, failure);
        }
    }
    text_release(&line);
    return done;
}

bool file_rewrite(const char *path, size_t limit, void (*change)(struct text *log),
                  struct failure *failure) {
    struct text log = {0};
    int descriptor = open_log(path);
    if (descriptor < 0) {
        return refuse_log(path, failure);
    }
    bool done = file_read(path, limit, &log, failure);
    if (done) {
        change(&log);
        done = text_ok(&log, failure) && file_save(path, text_string(&log), log.length, failure);
    }
    close(descriptor); /* with its lock, now that the new log is there */
    text_release(&log);
    return done;
}

bool file_set_aside(const char *path, struct text *name, struct failure *failure) {
    size_t start = name->length;
    struct stat status;
    for (size_t i = 1; i < 1000; i++) {
        text_truncate(name, start);
        text_format(name, i > 1 ? "%s.unread-%zu" : "%s.unread", path, i);
        const char *free_name = text_string(name) + start;
        if (!text_ok(name, failure)) {
            return false;
        }
        if (lstat(free_name, &status) != 0) {
            return rename(path, free_name) == 0 || refuse_path("rename", path, failure);
        }
    }
    return failure_set(failure, "cannot rename %s: too many files are called so", path);
}

bool file_runtime_folder(struct text *out, struct failure *failure) {
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    struct text path = {0};
    struct stat status;
    if (runtime != NULL && runtime[0] == '/' && file_is_folder(runtime)) {
        text_format(&path, "%s/qkv", runtime);
    } else {
        text_format(&path, "/tmp/qkv-%lu", (unsigned long)geteuid());
    }
    const char *name = text_string(&path);
    bool ok = text_ok(&path, failure);
    if (ok && mkdir(name, 0700) != 0 && errno != EEXIST) {
        ok = refuse_path("make the folder", name, failure);
    } else if (ok && (lstat(name, &status) != 0 || !S_ISDIR(status.st_mode) ||
                      status.st_uid != geteuid() || (status.st_mode & 077) != 0)) {
        ok = failure_set(failure, "%s is not a folder that is yours alone", name);
    }
    text_append(out, ok ? name : "");
    text_release(&path);
    return ok && text_ok(out, failure);
}

bool file_make_folder(const char *path, struct failure *failure) {
    struct text made = {0};
    bool there = true;
    for (size_t at = 0; there && path[at] != '\0';) {
        size_t next = at + strspn(path + at, "/");
        next += strcspn(path + next, "/");
        text_append_bytes(&made, path + at, next - at);
        at = next;
        there = text_ok(&made, failure);
        if (there && mkdir(text_string(&made), 0700) != 0 && !file_is_folder(text_string(&made))) {
            there = refuse_path("make the folder", text_string(&made), failure);
        }
    }
    text_release(&made);
    return there;
}
