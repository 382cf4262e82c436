/* work: one fixed job, as often as one asks, for counting its instructions (count.sh) and timing
 * it: `work JOB TIMES` in a process of its own, which says how many microseconds of processor one
 * took.
 *
 * Attention of n tokens in d columns: pass-N-D everything again from X; edit-WHAT-N-D one cell of
 * W_v, W_q or X through the notebook; afresh-N-D the six definitions evaluated from their trees;
 * step-N-D steps of `train`; check-N-D edits held against what evaluating afresh gives, which fails
 * at the first that has other bits. key-WHAT-ROWS-COLUMNS: a key and its frame, see work_keys.c. */
#define _POSIX_C_SOURCE 200809L
#include "base/random.h"
#include "bench/work_keys.h"
#include "language/reader.h"
#include "notebook/change.h"
#include "notebook/train.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct notebook notebook;
static struct failure failure;

static void need(bool good) {
    if (!good) {
        fprintf(stderr, "work: %s\n", failure.set ? failure.message : "no such job");
        exit(2);
    }
}

static void define(const char *name, const char *formula) {
    struct tree *tree = reader_expression(formula, &failure);
    need(tree != NULL && notebook_define(&notebook, name, tree, &failure));
    tree_release(tree);
}

static void define_random(const char *name, size_t rows, size_t columns, int seed) {
    char formula[80];
    snprintf(formula, sizeof formula, "normal(%zu, %zu, std=0.1, seed=%d)", rows, columns, seed);
    define(name, formula);
}

static void attention(size_t n, size_t d) {
    static const char *const formulas[][2] = {{"Q", "X @ W_q"},    {"K", "X @ W_k"},
                                              {"V", "X @ W_v"},    {"S", "Q @ K.T / s"},
                                              {"A", "softmax(S)"}, {"O", "A @ V"}};
    char root[40];
    define_random("X", n, d, 1);
    define_random("W_q", d, d, 2);
    define_random("W_k", d, d, 3);
    define_random("W_v", d, d, 4);
    snprintf(root, sizeof root, "sqrt(%zu)", d);
    define("s", root);
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        define(formulas[i][0], formulas[i][1]);
    }
}

static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

/* --- jobs ------------------------------------------------------------------------------------- */

static void run_pass(size_t times) {
    static const char *const names[] = {"X"};
    struct workshop_wanted wanted = {names, 1, NULL};
    struct workshop workshop;
    double *cells;
    need(workshop_open(&workshop, &notebook, &wanted, &failure));
    cells = notebook_find(&workshop.notebook, "X")->value->cells;
    for (size_t i = 0; i < times; i++) {
        cells[0] = (double)i * 1e-3;
        need(workshop_compute(&workshop, &failure));
    }
    workshop_close(&workshop);
}

static void run_edits(const char *name, size_t times) {
    size_t cells = shape_cells(&notebook_find(&notebook, name)->value->shape), cell = 0;
    for (size_t i = 0; i < times; i++) {
        cell = (cell * 1103515245 + 12345) % cells;
        need(notebook_edit(&notebook, name, cell, (double)i * 1e-3, &failure));
    }
}

static void run_afresh(size_t times) {
    for (size_t i = 0; i < times; i++) {
        for (size_t at = 5; at < notebook.count; at++) {
            struct definition *made =
                notebook_evaluate(&notebook, "", notebook.list[at]->tree, &failure);
            need(made != NULL);
            definition_release(made);
        }
    }
}

/* Edits of all four, each held against the six formulas evaluated afresh, one upon the other. */
static void run_checks(size_t times) {
    static const char *const leaves[] = {"X", "W_q", "W_k", "W_v"};
    struct random random;
    random_seed(&random, 1);
    for (size_t i = 0; i < times; i++) {
        const char *name = leaves[random_bits(&random) % 4];
        struct notebook afresh;
        size_t cells = shape_cells(&notebook_find(&notebook, name)->value->shape);
        need(notebook_edit(&notebook, name, random_bits(&random) % cells, random_normal(&random),
                           &failure));
        notebook_init(&afresh);
        for (size_t at = 0; at < notebook.count; at++) {
            struct definition *made = definition_retain(notebook.list[at]);
            if (!made->leaf) {
                definition_release(made);
                made = notebook_evaluate(&afresh, notebook.list[at]->name, notebook.list[at]->tree,
                                         &failure);
            }
            need(made != NULL && notebook_append(&afresh, made, &failure));
        }
        failure_set(&failure, "edit %zu, of %s, gave other bits", i, name);
        need(notebook_same(&notebook, &afresh));
        notebook_release(&afresh);
    }
}

static void run_steps(size_t n, size_t d, size_t times) {
    static const struct training_name names[] = {{.name = "W_q"}, {.name = "W_k"}, {.name = "W_v"}};
    struct training_plan plan = {.names = names,
                                 .count = 3,
                                 .loss.name = "L",
                                 .steps = times,
                                 .rate = 0.01,
                                 .method = TRAIN_SGD};
    struct training *training;
    define_random("Y", n, d, 5);
    define("L", "mse(O, Y)");
    training = training_create(&plan, &failure);
    need(training != NULL && training_run(training, &notebook, &failure));
    training_release(training);
}

int main(int count, char **words) {
    char *job = count > 1 ? words[1] : "", *last = strrchr(job, '-');
    size_t times = count > 2 ? strtoul(words[2], NULL, 10) : 1, n, d;
    double start;
    need(last != NULL && last > job);
    d = strtoul(last + 1, NULL, 10);
    while (last > job && *--last != '-') {
    }
    n = strtoul(last + 1, NULL, 10);
    need(n > 0 && d > 0);
    *last = '\0';
    if (strncmp(job, "key-", 4) == 0) {
        start = microseconds();
        need(work_keys(job + 4, (const size_t[]){n, d}, times, &failure));
        printf("%.3f\n", (microseconds() - start) / (double)(times > 0 ? times : 1));
        return 0;
    }
    attention(n, d);
    start = microseconds();
    if (strcmp(job, "pass") == 0) {
        run_pass(times);
    } else if (strcmp(job, "afresh") == 0) {
        run_afresh(times);
    } else if (strcmp(job, "check") == 0) {
        run_checks(times);
    } else if (strcmp(job, "step") == 0) {
        run_steps(n, d, times);
    } else {
        need(strncmp(job, "edit-", 5) == 0);
        run_edits(job + 5, times);
    }
    printf("%.3f\n", (microseconds() - start) / (double)(times > 0 ? times : 1));
    notebook_release(&notebook);
    return 0;
}
