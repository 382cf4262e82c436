/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the rooms of the table, or those that are named.
 *
 *     bench QKV [ROOM…] */

#define _DEFAULT_SOURCE
#include "bench/bench.h"
#include "bench/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* THE TABLE, in the order they run. */
static const struct bench_room *const rooms[] = {
    &bench_keys, &bench_plans, &bench_frames, &bench_process, &bench_passes, &bench_models,
};

enum { ROOMS = sizeof rooms / sizeof *rooms };

void bench_asked(const double *ratios, size_t count, double requested) {
    double median = measure_quantile(ratios, count, 0.5);
    printf("  ratio %.2f (%.2f to %.2f)", median, measure_quantile(ratios, count, 0),
           measure_quantile(ratios, count, 1));
    if (requested > 0) {
        printf("  asked %.1f: %s", requested, median >= requested ? "yes" : "NO");
    }
    putchar('\n');
}

static bool is_wanted(const struct bench_room *room, int count, char **names) {
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], room->name) == 0) {
            return true;
        }
    }
    return count == 0;
}

static bool is_room(const char *name) {
    for (size_t i = 0; i < ROOMS; i++) {
        if (strcmp(rooms[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static int refuse(const char *why) {
    fprintf(stderr, "bench: %s\nbench QKV [ROOM...], where QKV is the program to measure\n", why);
    for (size_t i = 0; i < ROOMS; i++) {
        fprintf(stderr, "    %-10s %s\n", rooms[i]->name, rooms[i]->summary);
    }
    return 2;
}

int main(int argc, char **argv) {
    char scratch[256], command[300];
    const char *root = getenv("TMPDIR");
    bool good = true;
    if (argc < 2) {
        return refuse("which program?");
    }
    for (int i = 2; i < argc; i++) {
        if (!is_room(argv[i])) {
            return refuse("there is no such room");
        }
    }
    snprintf(scratch, sizeof scratch, "%s/qkv-bench-XXXXXX", root == NULL ? "/tmp" : root);
    if (mkdtemp(scratch) == NULL) {
        return refuse("no folder to work in");
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct bench bench = {argv[1], scratch};
    for (size_t i = 0; i < ROOMS; i++) {
        if (is_wanted(rooms[i], argc - 2, argv + 2)) {
            printf("%s: %s\n\n", rooms[i]->name, rooms[i]->summary);
            good = rooms[i]->run(&bench) && good;
        }
    }
    snprintf(command, sizeof command, "rm -rf '%s'", scratch);
    return system(command) == 0 && good ? 0 : 1;
}
