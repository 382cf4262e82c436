/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The test runner. Each tests/FLOOR/test_NAME.c exports `Suite *FLOOR_NAME_suite(void)`; the
 * Makefile lists them in suites.def, one SUITE(FLOOR_NAME) a line.
 *
 *     runner                 every suite
 *     runner FLOOR_NAME…     these suites */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUITE(name) Suite *name##_suite(void);
#include "suites.def"
#undef SUITE

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
        if (strcmp(entry->name, name) == 0)
            return entry;
    }
    return NULL;
}

int main(int argc, char **argv) {
    SRunner *runner = srunner_create(NULL);

    if (argc < 2) {
        for (const struct entry *entry = ENTRIES; entry->name != NULL; entry++)
            srunner_add_suite(runner, entry->make());
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
