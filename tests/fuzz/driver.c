/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* libFuzzer's side of the targets: QKV_TARGET says which one is run, QKV_MOST after how many
 * inputs, or what it counts instead, it is enough. With QKV_WORDS set its dictionary is printed,
 * and that is all. An assertion of Check that fails ends the program, as a crash does. */
#include "fuzz/target.h"

#include "base/text.h"
#include "ground/runner.h"

#include <check.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

const bool runner_sanitized = true;

bool runner_is_sampling(void) {
    return runner_sanitized && getenv("QKV_WALK") == NULL;
}

static const struct target *target;
static size_t inputs, most;

static size_t counted(void) {
    return target->events != NULL ? *target->events : inputs;
}

static void report(void) {
    long took = (long)(clock() / (CLOCKS_PER_SEC / 1000));
    fprintf(stderr, "inputs: %zu\ncounted: %zu\ntook: %ld ms\n", inputs, counted(), took);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    const char *name = getenv("QKV_TARGET");
    (void)argc;
    (void)argv;
    target = name == NULL ? NULL : target_find(name);
    if (target == NULL) {
        fprintf(stderr, "QKV_TARGET names none of the targets\n");
        exit(2);
    }
    if (getenv("QKV_WORDS") != NULL) {
        struct text words = {0};
        target->words(&words);
        fputs(text_string(&words), stdout);
        text_release(&words);
        exit(0);
    }
    most = getenv("QKV_MOST") == NULL ? 0 : strtoul(getenv("QKV_MOST"), NULL, 10);
    atexit(report);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    if (length <= target->most) {
        target->run((const char *)bytes, length);
        inputs++;
    }
    if (most > 0 && counted() >= most) {
        report();
        _exit(0); /* what is left to say at the end, libFuzzer takes for an accident */
    }
    return 0;
}

/* --- Check, without its forks and logs ---------------------------------------------------------
 */

void _mark_point(const char *file, int line) {
    (void)file;
    (void)line;
}

void _ck_assert_failed(const char *file, int line, const char *expression, const char *message,
                       ...) {
    va_list arguments;
    va_start(arguments, message);
    fprintf(stderr, "%s:%d: %s: ", file, line, expression);
    if (message != NULL) {
        vfprintf(stderr, message, arguments);
    }
    fprintf(stderr, "\n");
    va_end(arguments);
    abort();
}
