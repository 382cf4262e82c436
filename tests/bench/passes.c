/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Passes of attention through a notebook, and steps of training, beside NumPy's.
 *
 * A pass: all that hangs on X computed again in place, as after each step of a training: Q K V,
 * S = Q @ K.T / sqrt(d_k), A = softmax(S), O = A @ V, every operation of every definition. NumPy
 * does the same in a process of its own. One thread each, and its own time on the processor, so
 * that what else runs is not counted. A round takes all of it in another order; one reading is the
 * fastest of some batches. Ratios are of one round. */
#define _POSIX_C_SOURCE 200809L
#include "bench/attention.h"
#include "bench/bench.h"
#include "bench/measure.h"
#include "notebook/notebook.h"
#include "notebook/train.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 7, BATCHES = 3, BATCH_TIME = 2000 /* microseconds */ };

enum work { PASS, STEP };

/* THE TABLE. */
static const struct row {
    enum work work;
    size_t n, d;
    size_t count;     /* in a batch; 0: what fills BATCH_TIME */
    double requested; /* how many times NumPy's speed */
} rows[] = {
    {PASS, 4, 3, 0, 1},       {PASS, 8, 8, 0, 1},        {PASS, 16, 64, 0, 1},
    {PASS, 123, 456, 1, 0.6}, {PASS, 1024, 768, 1, 0.6}, {STEP, 4, 8, 10000, 10},
    {STEP, 64, 64, 500, 0.5},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* NumPy, which peer.py runs. */
static struct peer {
    pid_t child; /* 0: it is not to be had */
    FILE *to, *from;
} numpy;

/* What came of a row: microseconds, a round each. */
static struct result {
    struct notebook notebook;
    struct forward forward; /* for passes */
    size_t count;
    double ours[ROUNDS], theirs[ROUNDS];
} results[ROWS];

/* --- ours ------------------------------------------------------------------------------------ */

static bool complain(const struct failure *failure) {
    fprintf(stderr, "bench: %s\n", failure->message);
    return false;
}

static bool make_notebook(const struct row *row, struct notebook *notebook) {
    static const char *const formulas[][2] = {{"Q", "X @ W_q"},
                                              {"K", "X @ W_k"},
                                              {"V", "X @ W_v"},
                                              {"d_k", "columns(Q)"},
                                              {"S", "Q @ K.T / sqrt(d_k)"},
                                              {"A", "softmax(S)"},
                                              {"O", "A @ V"},
                                              {"L", "mse(O, Y)"}};
    static const char *const leaves[] = {"X", "Y", "W_q", "W_k", "W_v"};
    struct failure failure = {0};
    bool good = true;
    char formula[80];
    notebook_init(notebook);
    for (size_t i = 0; good && i < 5; i++) {
        snprintf(formula, sizeof formula, "normal(%zu, %zu, std=%s, seed=%zu)",
                 i < 2 ? row->n : row->d, row->d, i < 2 ? "1" : "0.05", i);
        good = attention_define(notebook, leaves[i], formula, &failure);
    }
    for (size_t i = 0; good && i < (row->work == PASS ? 7 : 8); i++) {
        good = attention_define(notebook, formulas[i][0], formulas[i][1], &failure);
    }
    return good || complain(&failure);
}

static bool open_forward(size_t at) {
    static const char *const names[] = {"X"};
    const struct forward_wanted wanted = {.names = names, .count = 1, .goal = "O"};
    struct failure failure = {0};
    return forward_open(&results[at].forward, &results[at].notebook, &wanted, &failure) ||
           complain(&failure);
}

static bool pass(struct forward *forward, size_t count) {
    struct failure failure = {0};
    for (size_t i = 0; i < count; i++) {
        if (!forward_run(forward, &failure)) {
            return complain(&failure);
        }
    }
    return true;
}

static bool train(const struct notebook *notebook, size_t count) {
    const struct training_name names[] = {{.name = "W_q"}, {.name = "W_k"}, {.name = "W_v"}};
    const struct training_plan plan = {.names = names,
                                       .count = 3,
                                       .loss = {.name = "L"},
                                       .options = {.steps = count, .rate = 0.01}};
    struct failure failure = {0};
    struct training *training = training_create(&plan, &failure);
    bool good = training != NULL && training_run(training, notebook, &failure);
    training_release(training);
    return good || complain(&failure);
}

/* Microseconds for one of COUNT, of some batches the fastest. */
static double read_ours(const struct row *row, struct result *result, size_t count) {
    double best = 1e300;
    for (int i = 0; i < BATCHES; i++) {
        double start = measure_cpu();
        bool good =
            row->work == PASS ? pass(&result->forward, count) : train(&result->notebook, count);
        double taken = measure_cpu() - start;
        best = good && taken < best ? taken : best;
    }
    return best / (double)count;
}

/* How many fill a batch. */
static size_t count_for(const struct row *row, struct result *result) {
    double one = row->count > 0 ? 0 : read_ours(row, result, 100);
    return row->count > 0 ? row->count : 1 + (size_t)((double)BATCH_TIME / one);
}

/* --- NumPy's --------------------------------------------------------------------------------- */

static void become_peer(const int to[2], const int from[2]) {
    const char *python = getenv("PYTHON");
    python = python == NULL || *python == '\0' ? "python3" : python;
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    close(to[1]);
    close(from[0]);
    if (freopen("/dev/null", "w", stderr) == NULL) { /* an import that fails says a lot */
        _exit(127);
    }
    setenv("OMP_NUM_THREADS", "1", 1);
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    execlp(python, python, QKV_SOURCE_DIR "/tests/bench/peer.py", (char *)NULL);
    _exit(127);
}

static void peer_stop(void) {
    if (numpy.child > 0) {
        fclose(numpy.to);
        fclose(numpy.from);
        waitpid(numpy.child, NULL, 0);
    }
    numpy.child = 0;
}

/* Prints who it is, or that it is left out. */
static void peer_start(void) {
    int to[2], from[2];
    char name[200];
    if (pipe(to) != 0 || pipe(from) != 0) {
        return;
    }
    signal(SIGPIPE, SIG_IGN);
    numpy.child = fork();
    if (numpy.child == 0) {
        become_peer(to, from);
    }
    close(to[0]);
    close(from[1]);
    numpy.to = fdopen(to[1], "w");
    numpy.from = fdopen(from[0], "r");
    if (numpy.child < 0 || fgets(name, sizeof name, numpy.from) == NULL) {
        printf("NumPy: left out, it is not installed (Debian: python3-numpy libopenblas0)\n");
        peer_stop();
        return;
    }
    printf("beside %s", name);
}

static double read_theirs(const struct row *row, size_t count) {
    double taken = 0;
    fprintf(numpy.to, "%s %zu %zu %zu\n", row->work == PASS ? "pass" : "step", row->n, row->d,
            count);
    fflush(numpy.to);
    return fscanf(numpy.from, "%lf", &taken) == 1 ? taken : 0;
}

/* --- rounds ---------------------------------------------------------------------------------- */

static void read_row(size_t at, size_t round) {
    const struct row *row = &rows[at];
    struct result *result = &results[at];
    /* What takes NumPy tens of microseconds need not be done thousands of times. */
    size_t their_count = result->count > 500 ? 500 : result->count;
    for (size_t i = 0; i < 2; i++) {
        if (i == round % 2) {
            result->ours[round] = read_ours(row, result, result->count);
        } else if (numpy.child > 0) {
            result->theirs[round] = read_theirs(row, their_count);
        }
    }
}

static void print_row(size_t at) {
    const struct row *row = &rows[at];
    const struct result *result = &results[at];
    double ratios[ROUNDS];
    printf("%s n=%-4zu d=%-3zu %10.2f us", row->work == PASS ? "pass" : "step", row->n, row->d,
           measure_quantile(result->ours, ROUNDS, 0.5));
    if (numpy.child == 0) {
        putchar('\n');
        return;
    }
    for (size_t i = 0; i < ROUNDS; i++) {
        ratios[i] = result->theirs[i] / result->ours[i];
    }
    printf("  NumPy %10.2f us", measure_quantile(result->theirs, ROUNDS, 0.5));
    bench_asked(ratios, ROUNDS, row->requested);
}

static bool run(const struct bench *bench) {
    bool good = true;
    (void)bench;
    for (size_t i = 0; good && i < ROWS; i++) {
        good = make_notebook(&rows[i], &results[i].notebook) && open_forward(i);
        results[i].count = good ? count_for(&rows[i], &results[i]) : 0;
    }
    peer_start();
    for (size_t round = 0; good && round < ROUNDS; round++) {
        size_t order[ROWS];
        measure_shuffle(order, ROWS);
        for (size_t i = 0; i < ROWS; i++) {
            read_row(order[i], round);
        }
    }
    for (size_t i = 0; i < ROWS; i++) {
        if (good) {
            print_row(i);
        }
        forward_close(&results[i].forward);
        notebook_release(&results[i].notebook);
    }
    peer_stop();
    putchar('\n');
    return good;
}

const struct bench_room bench_passes = {
    .name = "passes",
    .summary = "attention through the notebook and steps of training, beside NumPy on one thread",
    .run = run,
};
