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

/* With these, open neither waits for a FIFO nor takes over a terminal. */
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

/* True when a failed read or write may be tried again: a signal came, or a stream that another
 * program made O_NONBLOCK has become ready. */
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

/* As file_read_some, for a file: it does not wait for one without an answer now. */
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

enum { PIECE = 16000 }; /* bytes read at a time */

/* Appends everything there is to read; after a failure OUT is as before. PATH NULL is standard
 * input, which is waited for; a file that has no answer now, such as /proc/kmsg, may never have
 * one. */
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

/* Makes STREAM of an open descriptor, which must be a regular file; closes it after a failure. */
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

/* Appends everything in STREAM and closes it. */
static bool read_whole_stream(struct stream *stream, size_t limit, struct text *out,
                              struct failure *failure) {
    bool done = stream->size > limit
                    ? refuse_too_big(stream->name, limit, failure)
                    : append_to_end(stream->descriptor, stream->name, limit, out, failure);
    stream_close(stream);
    return done;
}

/* Calls openat again when a signal interrupted it. */
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

/* Opens the next part of *PATH inside FOLDER, which it closes, and moves *PATH past it. Returns -1
 * with errno; ELOOP stands for any part that must not be followed. */
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

/* Tries to take the lock for so many milliseconds: no longer than a person notices, since the
 * holder may never answer (a file server that hangs). */
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
    NAME_BYTES = 255,    /* the longest file name of every file system in use */
    MARK_BYTES = 12      /* how much longer a temporary file's name is */
};

/* Appends ".NAME.qkv-", with which the temporary files for NAME begin; six characters follow. The
 * longest names lose their end. */
static void temporary_prefix(const char *path, struct text *out) {
    const char *name = file_base(path);
    size_t length = strlen(name), most = NAME_BYTES - MARK_BYTES;
    text_format(out, ".%.*s.qkv-", (int)(length > most ? utf8_edge(name, most) : length), name);
}

/* A save that was killed half way leaves its temporary file. The next save of the same file removes
 * it, unless a program that is writing it has it locked. Nothing depends on this, so errors are
 * ignored. */
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

/* After a rename this makes a folder's new entry durable. The new file is in place already, so a
 * file system that cannot do this is not reported. */
void file_sync(const char *path) {
    int descriptor = open_at(AT_FDCWD, path, O_RDONLY);
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
}

/* Finds the new file's permissions: those of the old file, else what the user's umask leaves. Only
 * a regular file may be replaced: renaming over a device or a link would destroy it. */
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
    /* Renaming needs no permission to write, but a file that was made read-only is meant to stay,
     * for root too. */
    if ((old.st_mode & 0222) == 0 || faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0) {
        return failure_set(failure, "cannot save %s: it may only be read; save under another name",
                           path);
    }
    *mode = old.st_mode & 0777;
    return true;
}

/* Fills the temporary file; false with errno. */
static bool fill_temporary(int descriptor, mode_t mode, const char *bytes, size_t length) {
    /* The lock only keeps other saves from removing the file; without locks the save is as good. */
    lock_file(descriptor, 0);
    /* Some file systems report a full disk only on close, so a copy of the descriptor is closed
     * before the rename; the original keeps the lock until after it. */
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

/* Appends LINE to a locked log. It first ends a line that a crash cut short, and takes back a line
 * that cannot be written whole. */
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
    /* LINE begins with a newline, which is skipped when the log already ends with one. */
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

/* Opens a log, creating it when missing, and locks it; -1 with errno. If the log was replaced
 * during the wait for its lock, the new one is opened. */
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
    return failure_set(failure, "cannot rename %s: too many files have such a name", path);
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
        ok = failure_set(failure, "%s is not a private folder of yours", name);
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
