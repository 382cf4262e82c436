/* How cost grows with size: tokens, columns, the matrices of a stack, stops of a lesson,
 * definitions.
 *
 * Beside each size stands what it took, and the exponent between it and the size before: 1 where
 * twice the size takes twice as long, 2 where four times, 0 where no longer. One thread, and its
 * own time on the processor; a reading is the least of some. The exponent that is to be expected
 * stands beside each row's name: it is reached where the size outweighs what every pass, stop or
 * definition costs anyway, and a cache that becomes too small adds to it. */

#include "bench/attention.h"
#include "bench/bench.h"
#include "bench/measure.h"
#include "commands/commands.h"
#include "notebook/train.h"
#include "tensor/product.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIZES = 6, READINGS = 3, ENOUGH = 20000 /* microseconds that a reading fills at least */ };

static struct failure failure;

static bool complain(void) {
    fprintf(stderr, "bench: %s\n", failure.message);
    return false;
}

/* --- passes ---------------------------------------------------------------------------------- */

/* Microseconds for all of it again, in place. */
static double read_passes(struct workshop *workshop) {
    double best = 1e300;
    for (int i = 0; i < READINGS; i++) {
        size_t count = 0;
        double start = measure_cpu(), taken = 0;
        while (taken < ENOUGH) {
            if (!workshop_compute(workshop, &failure)) {
                return -1;
            }
            count++;
            taken = measure_cpu() - start;
        }
        best = taken / (double)count < best ? taken / (double)count : best;
    }
    return best;
}

static double take_pass(const char *lead, size_t n, size_t d) {
    static const char *const names[] = {"X"};
    const struct workshop_wanted wanted = {names, 1, "O"};
    struct notebook notebook;
    struct workshop workshop;
    double taken = -1;
    notebook_init(&notebook);
    if (attention_make(&notebook, &(struct attention){lead, n, d, "0.1"}, &failure)) {
        if (workshop_open(&workshop, &notebook, &wanted, &failure)) {
            taken = read_passes(&workshop);
        }
        workshop_close(&workshop);
    }
    notebook_release(&notebook);
    return taken;
}

static double pass_of_tokens(size_t size) {
    return take_pass("", size, 16);
}

static double pass_of_columns(size_t size) {
    return take_pass("", 16, size);
}

static double pass_of_stack(size_t size) {
    char lead[30];
    snprintf(lead, sizeof lead, "%zu, ", size);
    return take_pass(lead, 4, 3);
}

/* --- definitions ----------------------------------------------------------------------------- */

/* x1 = 1, x2 = x1 + 1, …: each uses the one before. */
static bool define_chain(struct notebook *notebook, size_t count) {
    bool good = true;
    char name[30], formula[40];
    notebook_init(notebook);
    for (size_t i = 1; good && i <= count; i++) {
        snprintf(name, sizeof name, "x%zu", i);
        snprintf(formula, sizeof formula, i == 1 ? "%zu" : "x%zu + 1", i == 1 ? 1 : i - 1);
        good = attention_define(notebook, name, formula, &failure);
    }
    return good;
}

static double chain_made(size_t size) {
    struct notebook notebook;
    double start = measure_cpu();
    bool good = define_chain(&notebook, size);
    double taken = measure_cpu() - start;
    notebook_release(&notebook);
    return good ? taken : -1;
}

/* The first number is edited, on which all others hang. */
static double chain_edited(size_t size) {
    struct notebook notebook;
    double best = 1e300;
    bool good = define_chain(&notebook, size);
    for (int i = 0; good && i < READINGS; i++) {
        double start = measure_cpu();
        good = notebook_edit(&notebook, "x1", 0, i + 2, &failure);
        double taken = measure_cpu() - start;
        best = taken < best ? taken : best;
    }
    notebook_release(&notebook);
    return good ? best : -1;
}

/* --- a lesson -------------------------------------------------------------------------------- */

/* A page for every hundred stops; ten names, defined over and over. */
static bool write_lesson(size_t stops, struct text *out) {
    text_append(out, "---\ntitle: Long\n---\n\n# Long\n");
    for (size_t i = 0; i < stops; i++) {
        if (i % 100 == 0) {
            text_format(out, "\n## Page %zu\n\nWords that say what comes.\n", i / 100 + 1);
        }
        text_format(out, "\n```qkv\nx%zu = [[%zu, 2], [3, 4]] @ [[1], [%zu]]\n```\n", i % 10, i, i);
    }
    return text_ok(out, &failure);
}

/* What of a long lesson is timed. */
enum walked { OPEN, FORWARD, BACK, PARTS };

static bool walk(struct session *session, struct lesson *lesson, double taken[PARTS]) {
    double start = measure_cpu();
    bool good = commands_open(session, lesson, &failure);
    taken[OPEN] += measure_cpu() - start;
    start = measure_cpu();
    while (good && commands_advance(session, &failure)) {
        text_clear(&session->out);
    }
    taken[FORWARD] = measure_cpu() - start;
    start = measure_cpu();
    while (good && commands_retreat(session, &failure)) {
        text_clear(&session->out);
    }
    taken[BACK] = measure_cpu() - start;
    return good && !failure.set;
}

static double take_lesson(size_t stops, enum walked part) {
    struct text text = {0};
    struct session session;
    double taken[PARTS] = {-1, -1, -1};
    bool good = write_lesson(stops, &text) && session_init(&session, &failure);
    if (good) {
        double start = measure_cpu();
        struct lesson *lesson = lesson_read("long.md", text_string(&text), text.length, &failure);
        taken[OPEN] = measure_cpu() - start;
        good = lesson != NULL && walk(&session, lesson, taken);
        session_release(&session);
    }
    text_release(&text);
    return good ? taken[part] : -1;
}

static double lesson_opened(size_t size) {
    return take_lesson(size, OPEN);
}

static double lesson_walked(size_t size) {
    return take_lesson(size, FORWARD);
}

static double lesson_walked_back(size_t size) {
    return take_lesson(size, BACK);
}

/* --- the table ------------------------------------------------------------------------------- */

/* THE TABLE. */
static const struct row {
    const char *what, *of, *expected;
    size_t sizes[SIZES];
    double (*take)(size_t size); /* microseconds; negative after a failure */
} rows[] = {
    {"a pass, d=16", "tokens", "2", {4, 16, 64, 256, 1024, 4096}, pass_of_tokens},
    {"a pass, n=16", "columns", "2", {4, 16, 64, 256, 1024}, pass_of_columns},
    {"a pass, 4x3 each", "matrices", "1", {1, 10, 100, 1000, 10000}, pass_of_stack},
    {"a lesson opened", "stops", "1", {10, 100, 1000, 10000}, lesson_opened},
    {"stepped to its end", "stops", "1", {10, 100, 1000, 10000}, lesson_walked},
    {"and back again", "stops", "1", {10, 100, 1000, 10000}, lesson_walked_back},
    {"a chain defined", "definitions", "1", {5, 50, 500, 5000}, chain_made},
    {"its first edited", "definitions", "1", {5, 50, 500, 5000}, chain_edited},
};

static bool print_row(const struct row *row) {
    double before = 0;
    printf("%-20s%-12s  grows as %s:", row->what, row->of, row->expected);
    for (size_t i = 0; i < SIZES && row->sizes[i] > 0; i++) {
        double taken = row->take(row->sizes[i]);
        if (taken < 0) {
            putchar('\n');
            return complain();
        }
        printf("  %zu: %.*f us", row->sizes[i], taken < 100 ? 2 : 0, taken);
        if (i > 0) {
            double ratio = (double)row->sizes[i] / (double)row->sizes[i - 1];
            printf(" (%.2f)", log(taken / before) / log(ratio));
        }
        fflush(stdout);
        before = taken;
    }
    putchar('\n');
    return true;
}

static bool run(const struct bench *bench) {
    bool good = true;
    (void)bench;
    product_choose(product_widest(), 1);
    puts("size: cost (exponent since the size before)\n");
    for (size_t i = 0; good && i < sizeof rows / sizeof *rows; i++) {
        good = print_row(&rows[i]);
    }
    product_choose(product_widest(), 0);
    return good;
}

const struct bench_room bench_growth = {
    .name = "growth",
    .summary = "how cost grows with tokens, columns, stacks, lessons and notebooks",
    .run = run,
};
