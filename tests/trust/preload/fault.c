/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* fault: put before the C library (LD_PRELOAD), it makes the program's calls on files fail.
 *
 *     FAULT_AT=k       the kth call is the one (from 1); FAULT_LASTING=1: and each after it
 *     FAULT_ON=text    only calls count whose file's name holds this
 *     FAULT_ERRNO=n    it fails with this error; FAULT_KILL=1: the program is killed there
 *     FAULT_SIGNAL=n   it works, and this signal comes before it
 *     FAULT_SHORT=1    every read and write moves at most seven bytes
 *     FAULT_TERMINAL=1 every write to a terminal moves at most seven bytes, and of three long ones
 *                      one is interrupted and one finds it full
 *     FAULT_FULL=n     once so many bytes went to a terminal, it takes none at the next thousand
 *                      writes that are long
 *     FAULT_LOG=path   the calls, one a line, with the file's name
 *
 * SIGUSR1 overflows the stack, wherever the program is.
 *
 * Terminals, pipes and what the C library opens for itself are left alone. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

enum { SHORT = 7, LONG = 64 };

static long calls;
static int log_file = -1;
static char names[256][160]; /* by descriptor: what was opened */

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static long setting(const char *name) {
    const char *text = getenv(name);
    return text == NULL ? 0 : strtol(text, NULL, 10);
}

static void note(const char *call, const char *name) {
    const char *path = getenv("FAULT_LOG");
    char line[256];
    if (path == NULL) {
        return;
    }
    if (log_file < 0) {
        log_file = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    int length = snprintf(line, sizeof line, "%s %s\n", call, name);
    if (REAL(write)(log_file, line, (size_t)length) != length) {
        abort();
    }
}

/* --- a stack that overflows ------------------------------------------------------------------ */

static volatile int depth;

static void overflow(int signal) {
    volatile char frame[4096];
    frame[0] = (char)signal;
    if (++depth > 0) {
        overflow(signal);
    }
    depth -= frame[0]; /* work left to do after the call: no loop is made of it */
}

__attribute__((constructor)) static void begin(void) {
    signal(SIGUSR1, overflow);
}

/* --- calls on files -------------------------------------------------------------------------- */

/* Whether this call fails; errno says how. */
static bool fails(const char *call, const char *name) {
    long at = setting("FAULT_AT");
    const char *on = getenv("FAULT_ON");
    if (on != NULL && strstr(name, on) == NULL) {
        return false;
    }
    calls++;
    note(call, name);
    if (at == 0 || calls < at || (calls > at && setting("FAULT_LASTING") == 0)) {
        return false;
    }
    if (setting("FAULT_KILL") != 0) {
        kill(getpid(), SIGKILL);
    }
    if (setting("FAULT_SIGNAL") != 0) {
        kill(getpid(), (int)setting("FAULT_SIGNAL"));
        return false;
    }
    errno = (int)setting("FAULT_ERRNO");
    return true;
}

static bool is_file(int descriptor) {
    struct stat status;
    int error = errno;
    bool file = REAL(fstat)(descriptor, &status) == 0 &&
                (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
    errno = error;
    return file && descriptor != log_file;
}

static const char *name_of(int descriptor) {
    return descriptor >= 0 && descriptor < 256 ? names[descriptor] : "";
}

static bool fails_on(const char *call, int descriptor) {
    return is_file(descriptor) && fails(call, name_of(descriptor));
}

static int opened(int descriptor, const char *path) {
    if (descriptor >= 0 && descriptor < 256) {
        snprintf(names[descriptor], sizeof names[0], "%s", path);
    }
    return descriptor;
}

static bool is_ours(const char *path) {
    return strncmp(path, "/dev", 4) != 0 && strncmp(path, "/proc", 5) != 0;
}

static mode_t mode_of(int flags, va_list arguments) {
    return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return is_ours(path) && fails("open", path) ? -1 : opened(REAL(open)(path, flags, mode), path);
}

int openat(int folder, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return is_ours(path) && fails("open", path)
               ? -1
               : opened(REAL(openat)(folder, path, flags, mode), path);
}

int mkstemp(char *path) {
    return fails("mkstemp", path) ? -1 : opened(REAL(mkstemp)(path), path);
}

DIR *opendir(const char *path) {
    return fails("opendir", path) ? NULL : REAL(opendir)(path);
}

static size_t shortened(int descriptor, size_t length) {
    return setting("FAULT_SHORT") != 0 && length > SHORT && is_file(descriptor) ? SHORT : length;
}

ssize_t read(int descriptor, void *bytes, size_t length) {
    return fails_on("read", descriptor)
               ? -1
               : REAL(read)(descriptor, bytes, shortened(descriptor, length));
}

ssize_t pread(int descriptor, void *bytes, size_t length, off_t at) {
    return fails_on("pread", descriptor) ? -1 : REAL(pread)(descriptor, bytes, length, at);
}

int tcsetattr(int descriptor, int when, const struct termios *modes) {
    if (setting("FAULT_MODES") != 0 && when == TCSANOW) {
        kill(getpid(), (int)setting("FAULT_MODES"));
    }
    return REAL(tcsetattr)(descriptor, when, modes);
}

static ssize_t trickle(int descriptor, const void *bytes, size_t length) {
    static unsigned turn;
    turn += length > LONG;
    if (length > LONG && turn % 3 != 0) {
        errno = turn % 3 == 1 ? EINTR : EAGAIN;
        return -1;
    }
    return REAL(write)(descriptor, bytes, length > SHORT ? SHORT : length);
}

static ssize_t fill(int descriptor, const void *bytes, size_t length) {
    enum { REFUSED = 1000 };
    static long sent, refused;
    if (length > LONG && sent >= setting("FAULT_FULL") && refused < REFUSED) {
        refused++;
        errno = EAGAIN;
        return -1;
    }
    ssize_t written = REAL(write)(descriptor, bytes, length);
    sent += written > 0 ? written : 0;
    return written;
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    if (setting("FAULT_TERMINAL") != 0 && isatty(descriptor)) {
        return trickle(descriptor, bytes, length);
    }
    if (setting("FAULT_FULL") != 0 && isatty(descriptor)) {
        return fill(descriptor, bytes, length);
    }
    return fails_on("write", descriptor)
               ? -1
               : REAL(write)(descriptor, bytes, shortened(descriptor, length));
}

/* What a failed close did is open; here it has closed. */
int close(int descriptor) {
    bool failed = fails_on("close", descriptor);
    int error = errno;
    int result = REAL(close)(descriptor);
    errno = failed ? error : errno;
    return failed ? -1 : result;
}

int fsync(int descriptor) {
    return fails_on("fsync", descriptor) ? -1 : REAL(fsync)(descriptor);
}

int fchmod(int descriptor, mode_t mode) {
    return fails_on("fchmod", descriptor) ? -1 : REAL(fchmod)(descriptor, mode);
}

int ftruncate(int descriptor, off_t length) {
    return fails_on("ftruncate", descriptor) ? -1 : REAL(ftruncate)(descriptor, length);
}

int flock(int descriptor, int operation) {
    return fails_on("flock", descriptor) ? -1 : REAL(flock)(descriptor, operation);
}

int fstat(int descriptor, struct stat *status) {
    return fails_on("fstat", descriptor) ? -1 : REAL(fstat)(descriptor, status);
}

int rename(const char *from, const char *to) {
    return fails("rename", to) ? -1 : REAL(rename)(from, to);
}

int unlink(const char *path) {
    return fails("unlink", path) ? -1 : REAL(unlink)(path);
}

int mkdir(const char *path, mode_t mode) {
    return fails("mkdir", path) ? -1 : REAL(mkdir)(path, mode);
}
