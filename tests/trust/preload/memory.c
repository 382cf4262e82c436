/* memory: put before the C library (LD_PRELOAD), it makes allocations fail, whoever asks for them.
 *
 *     MEMORY_AT=k       the kth call of malloc, calloc and realloc fails; MEMORY_LASTING=1: and
 * each after it MEMORY_LOG=path   how many there were, written when the program exits */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static long calls, at;
static bool lasting;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("MEMORY_AT");
    at = text == NULL ? 0 : strtol(text, NULL, 10);
    lasting = getenv("MEMORY_LASTING") != NULL;
    calls = 0;
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
