/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* memory: put before the C library (LD_PRELOAD), it makes allocations fail, whoever asks for them.
 *
 *     MEMORY_AT=k        the kth call of malloc, calloc and realloc fails
 *     MEMORY_LASTING=1   and each after it
 *     MEMORY_LOG=path    how many there were, written when the program exits
 *     MEMORY_TRACE=path  in which files the calls were that a fault ended, a line each, the
 * innermost first; the program's own handler has the fault then */
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern int __sigaction(int signal, const struct sigaction *action, struct sigaction *before);

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { FAULTS = sizeof faults / sizeof *faults, DEEPEST = 64 };

static long calls, at;
static bool lasting;
static const char *trace;
static struct sigaction wanted[FAULTS]; /* by the program */

static size_t find_fault(int signal) {
    size_t i = 0;
    while (i < FAULTS && faults[i] != signal) {
        i++;
    }
    return i;
}

/* The signal is blocked while this runs, and comes again after it. */
static void tell(int signal) {
    void *frames[DEEPEST];
    int file = open(trace, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    backtrace_symbols_fd(frames, backtrace(frames, DEEPEST), file);
    close(file);
    trace = NULL;
    __sigaction(signal, &wanted[find_fault(signal)], NULL);
    raise(signal);
}

int sigaction(int signal, const struct sigaction *action, struct sigaction *before) {
    size_t fault = find_fault(signal);
    if (trace == NULL || fault == FAULTS) {
        return __sigaction(signal, action, before);
    }
    struct sigaction was = wanted[fault];
    if (action != NULL) {
        wanted[fault] = *action;
    }
    if (before != NULL) {
        *before = was;
    }
    return 0;
}

static void trace_faults(void) {
    void *frame[1];
    struct sigaction action = {.sa_handler = tell, .sa_flags = SA_ONSTACK};
    backtrace(frame, 1); /* the first time it loads what it needs */
    for (size_t i = 0; i < FAULTS; i++) {
        __sigaction(faults[i], &action, &wanted[i]);
    }
}

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("MEMORY_AT");
    lasting = getenv("MEMORY_LASTING") != NULL;
    trace = getenv("MEMORY_TRACE");
    if (trace != NULL) {
        trace_faults();
    }
    calls = 0;
    at = text == NULL ? 0 : strtol(text, NULL, 10);
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("MEMORY_LOG");
    char line[32];
    if (path != NULL) {
        int log = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        int length = snprintf(line, sizeof line, "%ld\n", calls);
        if (write(log, line, (size_t)length) != length) {
            abort();
        }
    }
}

static bool fails(void) {
    calls++;
    if (at == 0 || calls < at || (calls > at && !lasting)) {
        return false;
    }
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    return fails() ? NULL : __libc_realloc(block, size);
}
