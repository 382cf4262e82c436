/* One number edited, against all computed again.
 *
 * An edit goes through the notebook as a learner's does: new definitions of all that hangs on it,
 * of which only the rows and columns are computed that hang on the number. All: what a pass
 * computes, in place (workshop.h). Nobody keeps the old values here; where somebody does, as undo
 * does, each edit copies what stays. One thread, and its own time on the processor; a ratio is of
 * one round.
 *
 * To the next frame: the line that edits, run in a session with its undo, and the panels drawn on a
 * canvas on which 40 rows of O are to be seen; the rest is computed before the next reading, which
 * nobody waits for. */

#include "base/random.h"
#include "bench/attention.h"
#include "bench/bench.h"
#include "bench/measure.h"
#include "commands/commands.h"
#include "notebook/train.h"
#include "panels/panels.h"
#include "tensor/product.h"

#include <stdio.h>

enum { ROUNDS = 7, WARM = 3, SIZES = 2, LEAVES = 3 };

static const struct size {
    size_t n, d, edits; /* so many edits a reading */
} sizes[SIZES] = {{123, 456, 20}, {1024, 768, 2}};

static const char *const leaves[LEAVES] = {"W_v", "W_q", "X"};

static struct failure failure;

/* Microseconds an edit of random cells of NAME; negative after a failure. */
static double read_edits(struct notebook *notebook, const char *name, size_t count,
                         struct random *random) {
    size_t cells = shape_cells(&notebook_find(notebook, name)->value->shape);
    double start = 0;
    for (size_t i = 0; i < WARM + count; i++) {
        start = i == WARM ? measure_cpu() : start;
        if (!notebook_edit(notebook, name, random_bits(random) % cells, random_normal(random),
                           &failure)) {
            return -1;
        }
    }
    return (measure_cpu() - start) / (double)count;
}

/* Microseconds a pass; negative after a failure. */
static double read_all(const struct notebook *notebook) {
    static const char *const names[] = {"X", "W_q", "W_k", "W_v"};
    const struct workshop_wanted wanted = {names, 4, NULL};
    struct workshop workshop;
    bool good = workshop_open(&workshop, notebook, &wanted, &failure) &&
                workshop_compute(&workshop, &failure);
    double start = measure_cpu(), time;
    good = good && workshop_compute(&workshop, &failure);
    time = measure_cpu() - start;
    workshop_close(&workshop);
    return good ? time : -1;
}

static void print(const struct size *size, const char *name, const double *edits,
                  const double *all) {
    double ratio[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++) {
        ratio[i] = all[i] / edits[i];
    }
    printf("  %4zu/%-4zu %-4s %9.0f µs   all %9.0f µs   ratio %.1f (%.1f to %.1f)\n", size->n,
           size->d, name, measure_quantile(edits, ROUNDS, 0.5), measure_quantile(all, ROUNDS, 0.5),
           measure_quantile(ratio, ROUNDS, 0.5), measure_quantile(ratio, ROUNDS, 0),
           measure_quantile(ratio, ROUNDS, 1));
}

/* --- to the next frame ---------------------------------------------------------------------------
 */

enum { FRAME_ROWS = 49, FRAME_COLUMNS = 120 };

/* A screen without a terminal. */
struct screenless {
    struct session session;
    struct canvas canvas;
};

static bool run_line(struct screenless *screen, const char *line) {
    static const struct source source = {"bench", 1, 1};
    bool good = commands_run(&screen->session, &source, line, &failure);
    text_clear(&screen->session.out);
    return good;
}

static bool open_screen(struct screenless *screen, const struct size *size) {
    static const char *const lines[] = {
        "Q = X @ W_q",    "K = X @ W_k", "V = X @ W_v", "S = Q @ K.T / sqrt(columns(Q))",
        "A = softmax(S)", "O = A @ V",   "goto O"};
    static const char *const given[] = {"X", "W_q", "W_k", "W_v"};
    char line[80];
    bool good = session_init(&screen->session, &failure) &&
                canvas_init(&screen->canvas, FRAME_ROWS, FRAME_COLUMNS, &failure);
    screen->session.screen = screen->session.echo = screen->session.lazy = true;
    for (size_t i = 0; good && i < 4; i++) {
        snprintf(line, sizeof line, "%s = normal(%zu, %zu, std=0.05, seed=%zu)", given[i],
                 i == 0 ? size->n : size->d, size->d, i + 1);
        good = run_line(screen, line);
    }
    for (size_t i = 0; good && i < sizeof lines / sizeof *lines; i++) {
        good = run_line(screen, lines[i]);
    }
    return good;
}

static bool draw(struct screenless *screen) {
    const struct stage stage = {.prefix = "qkv> ", .text = "", .popup = "", .depth = DEPTH_256};
    size_t cursor[2];
    return panels_draw(&screen->session, &stage, &screen->canvas, cursor, &failure);
}

/* Microseconds from the line to the frame; negative after a failure. */
static double read_frame(struct screenless *screen, const char *name, struct random *random) {
    const struct notebook *notebook = session_notebook(&screen->session);
    const struct shape *shape = &notebook_find(notebook, name)->value->shape;
    char line[80];
    snprintf(line, sizeof line, "%s[%zu,%zu] = 0.%04zu", name,
             (size_t)(random_bits(random) % shape_rows(shape)) + 1,
             (size_t)(random_bits(random) % shape_columns(shape)) + 1,
             (size_t)(random_bits(random) % 10000));
    double start = measure_cpu();
    bool good = run_line(screen, line) && draw(screen);
    double time = measure_cpu() - start;
    return good && session_settle(&screen->session, &failure) ? time : -1;
}

static void close_screen(struct screenless *screen) {
    session_release(&screen->session);
    canvas_release(&screen->canvas);
}

static bool run_frames(const struct size *size) {
    double frames[LEAVES][ROUNDS], all[ROUNDS];
    struct screenless screen;
    struct random random;
    bool good = open_screen(&screen, size);
    random_seed(&random, 2);
    for (size_t i = 0; good && i < WARM; i++) {
        good = read_frame(&screen, leaves[i % LEAVES], &random) >= 0;
    }
    for (size_t round = 0; good && round < ROUNDS; round++) {
        for (size_t i = 0; good && i < LEAVES; i++) {
            frames[i][round] = read_frame(&screen, leaves[i], &random);
            good = frames[i][round] >= 0;
        }
        all[round] = good ? read_all(session_notebook(&screen.session)) : -1;
        good = good && all[round] >= 0;
    }
    printf("to the next frame, 40 rows of O on it\n");
    for (size_t i = 0; good && i < LEAVES; i++) {
        print(size, leaves[i], frames[i], all);
    }
    close_screen(&screen);
    return good;
}

static bool run_size(const struct size *size) {
    double edits[LEAVES][ROUNDS], all[ROUNDS];
    struct notebook notebook;
    struct random random;
    notebook_init(&notebook);
    bool good =
        attention_make(&notebook, &(struct attention){"", size->n, size->d, "0.05"}, &failure);
    random_seed(&random, 1);
    for (size_t round = 0; good && round < ROUNDS; round++) {
        size_t order[LEAVES];
        measure_shuffle(order, LEAVES);
        for (size_t i = 0; good && i < LEAVES; i++) {
            edits[order[i]][round] = read_edits(&notebook, leaves[order[i]], size->edits, &random);
            good = edits[order[i]][round] >= 0;
        }
        all[round] = good ? read_all(&notebook) : -1;
        good = good && all[round] >= 0;
    }
    for (size_t i = 0; good && i < LEAVES; i++) {
        print(size, leaves[i], edits[i], all);
    }
    notebook_release(&notebook);
    return good;
}

static bool run(const struct bench *bench) {
    bool good = true;
    (void)bench;
    product_choose(product_widest(), 1);
    printf("%d rounds: median (least to most)\n", ROUNDS);
    for (size_t i = 0; good && i < SIZES; i++) {
        good = run_size(&sizes[i]);
    }
    good = good && run_frames(&sizes[SIZES - 1]);
    product_choose(product_widest(), 0);
    if (!good) {
        fprintf(stderr, "bench: %s\n", failure.message);
    }
    return good;
}

const struct bench_room bench_edits = {
    .name = "edits",
    .summary = "a number edited through the notebook, against all computed again",
    .run = run,
};
