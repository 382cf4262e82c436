/* Passes of attention through a notebook, and steps of training, beside NumPy's and PyTorch's.
 *
 * A pass: all that hangs on X computed again in place, as after each step of a training: Q K V,
 * S = Q @ K.T / sqrt(d_k), A = softmax(S), O = A @ V, every operation of every definition. The
 * peers do the same in processes of their own. One thread each, and its own time on the processor,
 * so that what else runs is not counted; two threads are held against one by the clock on the wall.
 * A round takes all of it in another order; one reading is the fastest of some batches. Ratios and
 * shares of the peak are of one round. */

#include "bench/attention.h"
#include "bench/bench.h"
#include "bench/measure.h"
#include "bench/peak.h"
#include "notebook/notebook.h"
#include "notebook/train.h"
#include "tensor/product.h"

#include <fcntl.h>
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
    size_t count; /* in a batch; 0: what fills BATCH_TIME */
    bool threads; /* two as well */
} rows[] = {
    {PASS, 4, 3, 0, false},     {PASS, 8, 8, 0, false},     {PASS, 16, 64, 0, false},
    {PASS, 123, 456, 1, false}, {PASS, 512, 512, 1, true},  {PASS, 1024, 64, 1, false},
    {PASS, 1024, 768, 1, true}, {STEP, 4, 8, 10000, false}, {STEP, 64, 64, 500, false},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* The peers, as peer.py calls them. */
static struct peer {
    const char *name, *title, *package;
    pid_t child; /* 0: it is not to be had */
    FILE *to, *from;
} peers[] = {
    {.name = "numpy", .title = "NumPy", .package = "python3-numpy"},
    {.name = "torch", .title = "PyTorch", .package = "python3-torch"},
};

enum { PEERS = sizeof peers / sizeof *peers };

/* What came of a row: microseconds, a round each. */
static struct result {
    struct notebook notebook;
    struct workshop workshop; /* for passes */
    size_t count;
    double ours[ROUNDS], theirs[PEERS][ROUNDS];
    double alone[ROUNDS], twofold[ROUNDS]; /* by the clock on the wall */
} results[ROWS];

static double peaks[ROUNDS]; /* Gflop/s: a thousand operations a microsecond */

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

static bool open_workshop(size_t at) {
    static const char *const names[] = {"X"};
    const struct workshop_wanted wanted = {names, 1, "O"};
    struct failure failure = {0};
    return workshop_open(&results[at].workshop, &results[at].notebook, &wanted, &failure) ||
           complain(&failure);
}

static bool pass(struct workshop *workshop, size_t count) {
    struct failure failure = {0};
    for (size_t i = 0; i < count; i++) {
        if (!workshop_compute(workshop, &failure)) {
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
                                       .steps = count,
                                       .rate = 0.01,
                                       .method = TRAIN_SGD};
    struct failure failure = {0};
    struct training *training = training_create(&plan, &failure);
    bool good = training != NULL && training_run(training, notebook, &failure);
    training_release(training);
    return good || complain(&failure);
}

/* Microseconds for one of COUNT, of some batches the fastest. */
static double read_ours(const struct row *row, struct result *result, size_t count,
                        double (*clock)(void)) {
    double best = 1e300;
    for (int i = 0; i < BATCHES; i++) {
        double start = clock();
        bool good =
            row->work == PASS ? pass(&result->workshop, count) : train(&result->notebook, count);
        double taken = clock() - start;
        best = good && taken < best ? taken : best;
    }
    return best / (double)count;
}

/* How many fill a batch. */
static size_t count_for(const struct row *row, struct result *result) {
    double one = row->count > 0 ? 0 : read_ours(row, result, 100, measure_cpu);
    return row->count > 0 ? row->count : 1 + (size_t)(BATCH_TIME / one);
}

/* --- the peers' ------------------------------------------------------------------------------ */

static void become_peer(const char *name, const int to[2], const int from[2]) {
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
    setenv("MKL_NUM_THREADS", "1", 1);
    execlp(python, python, QKV_SOURCE_DIR "/tests/bench/peer.py", name, (char *)NULL);
    _exit(127);
}

static void peer_stop(struct peer *peer) {
    if (peer->child > 0) {
        fclose(peer->to);
        fclose(peer->from);
        waitpid(peer->child, NULL, 0);
    }
    peer->child = 0;
}

/* Prints who it is, or that it is left out. */
static void peer_start(struct peer *peer) {
    int to[2], from[2];
    char name[200];
    if (pipe(to) != 0 || pipe(from) != 0) {
        return;
    }
    fcntl(to[1], F_SETFD, FD_CLOEXEC); /* the next peer is not to hold this one's open */
    fcntl(from[0], F_SETFD, FD_CLOEXEC);
    signal(SIGPIPE, SIG_IGN);
    peer->child = fork();
    if (peer->child == 0) {
        become_peer(peer->name, to, from);
    }
    close(to[0]);
    close(from[1]);
    peer->to = fdopen(to[1], "w");
    peer->from = fdopen(from[0], "r");
    if (peer->child < 0 || fgets(name, sizeof name, peer->from) == NULL) {
        printf("%s: left out, it is not installed (Debian: %s)\n", peer->title, peer->package);
        peer_stop(peer);
        return;
    }
    printf("beside %s", name);
}

static double read_theirs(const struct peer *peer, const struct row *row, size_t count) {
    double taken = 0;
    fprintf(peer->to, "%s %zu %zu %zu\n", row->work == PASS ? "pass" : "step", row->n, row->d,
            count);
    fflush(peer->to);
    return fscanf(peer->from, "%lf", &taken) == 1 ? taken : 0;
}

/* --- rounds ---------------------------------------------------------------------------------- */

static void read_row(size_t at, size_t round) {
    const struct row *row = &rows[at];
    struct result *result = &results[at];
    /* What takes them tens of microseconds need not be done thousands of times. */
    size_t their_count = result->count > 500 ? 500 : result->count;
    size_t order[2 + PEERS];
    measure_shuffle(order, 2 + PEERS);
    for (size_t i = 0; i < 2 + PEERS; i++) {
        const struct peer *peer = order[i] < 2 ? NULL : &peers[order[i] - 2];
        product_choose(product_widest(), 1);
        if (order[i] == 0) {
            result->ours[round] = read_ours(row, result, result->count, measure_cpu);
        } else if (order[i] == 1 && row->threads) {
            result->alone[round] = read_ours(row, result, result->count, measure_now);
            product_choose(product_widest(), 2);
            result->twofold[round] = read_ours(row, result, result->count, measure_now);
        } else if (peer != NULL && peer->child > 0) {
            result->theirs[order[i] - 2][round] = read_theirs(peer, row, their_count);
        }
    }
}

static void run_rounds(void) {
    size_t order[ROWS];
    for (size_t round = 0; round < ROUNDS; round++) {
        peaks[round] = peak_measure() / 1e3;
        measure_shuffle(order, ROWS);
        for (size_t i = 0; i < ROWS; i++) {
            read_row(order[i], round);
        }
    }
}

/* --- the table ------------------------------------------------------------------------------- */

static void print_spread(const double *values, int decimals) {
    static const double at[] = {0.5, 0, 1};
    static const char *const around[] = {"", " (", " to ", ")"};
    for (size_t i = 0; i < 3; i++) {
        fputs(around[i], stdout);
        printf("%.*f", decimals, measure_quantile(values, ROUNDS, at[i]));
    }
    fputs(around[3], stdout);
}

/* Of ABOVE / BELOW, round by round. */
static void print_ratio(const char *label, const double *above, const double *below) {
    double ratios[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++) {
        ratios[i] = above[i] / below[i];
    }
    printf("  %s ", label);
    print_spread(ratios, 2);
}

/* Multiplications and additions of the five products. */
static double operations(const struct row *row) {
    double n = (double)row->n, d = (double)row->d;
    return 2 * (3 * n * d * d + 2 * n * n * d);
}

static void print_share(const struct row *row, const struct result *result) {
    double least[ROUNDS]; /* microseconds at the peak */
    for (size_t i = 0; i < ROUNDS; i++) {
        least[i] = operations(row) / (peaks[i] * 1e3);
    }
    print_ratio("of peak", least, result->ours);
}

static void print_row(size_t at) {
    const struct row *row = &rows[at];
    const struct result *result = &results[at];
    printf("%s n=%-4zu d=%-3zu  us ", row->work == PASS ? "pass" : "step", row->n, row->d);
    print_spread(result->ours, row->n < 100 ? 2 : 0);
    for (size_t i = 0; i < PEERS; i++) {
        if (peers[i].child > 0) {
            printf("  %s ", peers[i].title);
            print_spread(result->theirs[i], row->n < 100 ? 1 : 0);
            print_ratio("ratio", result->theirs[i], result->ours);
        }
    }
    if (row->work == PASS && row->n * row->d > 1000 && peaks[0] > 0) {
        print_share(row, result);
    }
    if (row->threads) {
        print_ratio("two threads", result->alone, result->twofold);
    }
    putchar('\n');
}

static bool run(const struct bench *bench) {
    bool good = true;
    (void)bench;
    product_choose(product_widest(), 1);
    for (size_t i = 0; good && i < ROWS; i++) {
        good = make_notebook(&rows[i], &results[i].notebook) && open_workshop(i);
        results[i].count = good ? count_for(&rows[i], &results[i]) : 0;
    }
    for (size_t i = 0; good && i < PEERS; i++) {
        peer_start(&peers[i]);
    }
    if (good) {
        run_rounds();
        printf("%d rounds: median (least to most); ratio: the peer's time by ours\npeak, Gflop/s ",
               ROUNDS);
        print_spread(peaks, 1);
        printf("\n\n");
    }
    for (size_t i = 0; i < ROWS; i++) {
        if (good) {
            print_row(i);
        }
        workshop_close(&results[i].workshop);
        notebook_release(&results[i].notebook);
    }
    for (size_t i = 0; i < PEERS; i++) {
        peer_stop(&peers[i]);
    }
    product_choose(product_widest(), 0);
    return good;
}

const struct bench_room bench_passes = {
    .name = "passes",
    .summary =
        "attention through the notebook and steps of training, beside NumPy, PyTorch and the peak",
    .run = run,
};
