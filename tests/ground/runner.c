/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The test runner. Each tests/FLOOR/test_NAME.c exports `Suite *FLOOR_NAME_suite(void)`; the
 * Makefile lists them in suites.def, one SUITE(FLOOR_NAME) a line.
 *
 *     runner                 every suite
 *     runner FLOOR_NAME…     these suites */
#include "ground/runner.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUITE(name) Suite *name##_suite(void);
#include "suites.def"
#undef SUITE

#ifdef __SANITIZE_ADDRESS__
const bool runner_sanitized = true;
#else
const bool runner_sanitized = false;
#endif

bool runner_is_sampling(void) {
    return runner_sanitized && getenv("QKV_WALK") == NULL;
}

struct entry {
    const char *name;
    Suite *(*make)(void);
};

static const struct entry ENTRIES[] = {
#define SUITE(name) {#name, name##_suite},
#include "suites.def"
#undef SUITE
    {NULL, NULL},
};

static const struct entry *entry_find(const char *name) {
    for (const struct entry *entry = ENTRIES; entry->name != NULL; entry++) {
        if (strcmp(entry->name, name) == 0) {
            return entry;
        }
    }
    return NULL;
}

/* At each assertion Check writes to a file where the test is, which tells where a crash was. In
 * loops that takes longer than all the rest, so a place is written when it is first reached: the
 * Makefile says that assertions call this. */
#undef _mark_point
void _mark_point(const char *file, int line);

void runner_reaches(const char *file, int line) {
    static struct {
        const char *file;
        int line;
    } written[256], *place;
    place = &written[(unsigned)line % (sizeof written / sizeof *written)];
    if (place->file != file || place->line != line) {
        place->file = file;
        place->line = line;
        _mark_point(file, line);
    }
}

int main(int argc, char **argv) {
    SRunner *runner = srunner_create(NULL);
    if (argc < 2) {
        for (const struct entry *entry = ENTRIES; entry->name != NULL; entry++) {
            srunner_add_suite(runner, entry->make());
        }
    }
    for (int i = 1; i < argc; i++) {
        const struct entry *entry = entry_find(argv[i]);
        if (entry == NULL) {
            fprintf(stderr, "no suite is called %s\n", argv[i]);
            return EXIT_FAILURE;
        }
        srunner_add_suite(runner, entry->make());
    }

    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
