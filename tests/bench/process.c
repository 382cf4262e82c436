/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* A lesson as a process of its own, from its start to its end, beside the script that says the same
 * in NumPy (`values --format numpy`): by the clock on the wall, one after the other. */
#define _POSIX_C_SOURCE 200809L
#include "bench/bench.h"
#include "bench/measure.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 11 };

static const char *const lessons[] = {"01-worked-example", "05-why-scale", "12-transformer-layer"};

/* Microseconds that ARGV takes, with its output in INTO; negative when it does not end well. */
static double read_process(const char *const *argv, const char *into) {
    double start = measure_now();
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        int out = open(into, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(out, STDOUT_FILENO);
        if (freopen("/dev/null", "w", stderr) != NULL) {
            execvp(argv[0], (char *const *)(const void *)argv);
        }
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0 ? measure_now() - start
                                                                           : -1;
}

static bool read_lesson(const struct bench *bench, const char *name) {
    char lesson[100], script[300];
    double ours[ROUNDS], theirs[ROUNDS], ratios[ROUNDS];
    const char *python = getenv("PYTHON");
    python = python == NULL || *python == '\0' ? "python3" : python;
    snprintf(lesson, sizeof lesson, "lessons/%s.md", name);
    snprintf(script, sizeof script, "%s/lesson.py", bench->scratch);
    const char *const made[] = {bench->program, "values", lesson, "--format", "numpy", NULL};
    const char *const requested[] = {bench->program, "values", lesson, NULL};
    const char *const peer[] = {python, script, NULL};
    if (read_process(made, script) < 0) {
        return false;
    }
    for (size_t i = 0; i < ROUNDS; i++) {
        ours[i] = read_process(requested, "/dev/null");
        theirs[i] = read_process(peer, "/dev/null");
        ratios[i] = theirs[i] / ours[i];
        if (ours[i] < 0 || theirs[i] < 0) {
            printf("%s: left out, it does not run in %s\n", name,
                   ours[i] < 0 ? "qkv" : "NumPy (Debian: python3-numpy)");
            return ours[i] >= 0;
        }
    }
    printf("%-24s %8.0f us  NumPy %8.0f us", name, measure_quantile(ours, ROUNDS, 0.5),
           measure_quantile(theirs, ROUNDS, 0.5));
    bench_asked(ratios, ROUNDS, 20);
    return true;
}

static bool run(const struct bench *bench) {
    bool good = true;
    for (size_t i = 0; good && i < sizeof lessons / sizeof *lessons; i++) {
        good = read_lesson(bench, lessons[i]);
    }
    putchar('\n');
    return good;
}

static bool run_models(const struct bench *bench) {
    char command[600];
    snprintf(command, sizeof command, "tests/play/test_checkpoints.sh bench '%s' '%s'",
             bench->program, bench->scratch);
    return system(command) == 0;
}

const struct bench_room bench_models = {
    .name = "models",
    .summary = "GPT-2's shapes, beside NumPy and PyTorch on one thread",
    .run = run_models};

const struct bench_room bench_process = {
    .name = "process",
    .summary = "a lesson as a process, beside the same in NumPy: asked are 20 times",
    .run = run,
};
