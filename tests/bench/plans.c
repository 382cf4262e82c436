/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* What opening a lesson and entering a page cost: the pass that finds what each stop needs, and
 * the slowest of its plans. Each is made TIMES times; the median counts. */

#include "base/failure.h"
#include "bench/bench.h"
#include "bench/measure.h"
#include "commands/commands.h"
#include "lesson/shelf.h"
#include "panels/pane.h"
#include "session/session.h"
#include "stage/plan.h"
#include "stage/present.h"

#include <stdio.h>

enum { TIMES = 5, COMPILED = 100, PLANNED = 10 /* milliseconds that are asked */ };

static struct session session;
static struct failure failure;

static struct cast *compile(double *time) {
    struct cast *cast = NULL;
    double times[TIMES];
    for (size_t i = 0; i < TIMES; i++) {
        cast_free(cast);
        double start = measure_cpu();
        cast = cast_make(&session, &failure);
        times[i] = (measure_cpu() - start) / 1e3;
    }
    *time = measure_quantile(times, TIMES, 0.5);
    return cast;
}

/* Plans the page of STOP; returns the stop after it, 0 without memory. */
static size_t plan_page(const struct cast *cast, size_t stop, const size_t size[2], double *time) {
    struct plan_request request = {
        .stop = stop, .size = {size[0], size[1]}, .words = pane_wants, .context = &session};
    double times[TIMES];
    size_t after = 0;
    for (size_t i = 0; i < TIMES; i++) {
        double start = measure_cpu();
        struct cast *here = present_on(cast, cast->at_stop[stop].page, NULL);
        request.cast = here;
        struct plan *plan = here == NULL ? NULL : plan_make(&request, &failure);
        cast_free(here);
        times[i] = (measure_cpu() - start) / 1e3;
        after = plan == NULL ? 0 : plan->first_stop + plan->stops;
        plan_free(plan);
    }
    *time = measure_quantile(times, TIMES, 0.5);
    return after;
}

static bool read_lesson(const struct shelf_entry *entry) {
    static const size_t sizes[][2] = {{24, 80}, {36, 120}, {50, 200}};
    struct lesson *lesson = NULL;
    struct cast *cast = NULL;
    double compiled = 0;
    bool good = session_init(&session, &failure) &&
                (lesson = lesson_open(entry->path, &failure)) != NULL &&
                commands_open(&session, lesson, &failure) && (cast = compile(&compiled)) != NULL;
    if (good) {
        printf("%-24s compiled %8.3f ms: %-3s  planned", entry->name, compiled,
               compiled <= COMPILED ? "yes" : "NO");
    }
    for (size_t k = 0; good && k < sizeof sizes / sizeof *sizes; k++) {
        double most = 0, time = 0;
        for (size_t stop = 0; good && stop<cast->stops; most = time> most ? time : most) {
            stop = plan_page(cast, stop, sizes[k], &time);
            good = stop > 0;
        }
        printf("  %zux%zu %7.3f ms: %-3s", sizes[k][1], sizes[k][0], most,
               most <= PLANNED ? "yes" : "NO");
    }
    if (good) {
        putchar('\n');
    }
    cast_free(cast);
    session_release(&session);
    return good;
}

static bool run(const struct bench *bench) {
    static const char *const folders[] = {"lessons", NULL};
    struct shelf shelf = {0};
    (void)bench;
    bool good = shelf_read(&shelf, folders, &failure);
    for (size_t i = 0; good && i < shelf.count; i++) {
        good = read_lesson(&shelf.list[i]);
    }
    if (!good) {
        fprintf(stderr, "bench: %s\n", failure.message);
    }
    putchar('\n');
    shelf_release(&shelf);
    return good;
}

const struct bench_room bench_plans = {
    .name = "plans",
    .summary = "a lesson compiled, asked are 100 ms, and its slowest page planned: 10 ms",
    .run = run,
};
