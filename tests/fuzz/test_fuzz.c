/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Every input that was kept is tried on its target. */
#include "fuzz/target.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/text.h"

#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

Suite *fuzz_fuzz_suite(void);

static size_t count_targets(void) {
    size_t count = 0;
    while (target_at(count) != NULL) {
        count++;
    }
    return count;
}

/* In a block of its own, so that a sanitizer sees each byte too far; none of ours is held, for
 * targets look at what is left. */
static void try(const struct target *target, const char *folder, const char *name) {
    char path[1024];
    struct text input = {0};
    struct failure failure = {0};
    text_fill(path, sizeof path, "%s/%s", folder, name);
    ck_assert_msg(file_read(path, FILE_LIMIT, &input, &failure), "%s", failure.message);
    size_t length = input.length;
    char *copy = malloc(length > 0 ? length : 1);
    memcpy(copy, text_string(&input), length);
    text_release(&input);
    target->run(copy, length);
    free(copy);
}

START_TEST(kept_inputs) {
    const struct target *target = target_at((size_t)_i);
    char folder[512];
    struct dirent *entry;
    size_t count = 0;
    text_fill(folder, sizeof folder, QKV_SOURCE_DIR "/tests/fuzz/corpus/%s", target->name);
    DIR *list = opendir(folder);
    ck_assert_msg(list != NULL, "no %s", folder);
    while ((entry = readdir(list)) != NULL) {
        if (entry->d_name[0] != '.') {
            try(target, folder, entry->d_name);
            count++;
        }
    }
    closedir(list);
    ck_assert_uint_gt(count, 0);
}
END_TEST

/* What a target is given to play with has to be small, and it has to stay at home. */
START_TEST(allowed) {
    static const struct {
        const char *line;
        bool allowed;
    } lines[] = {{"X = normal(4, 5, seed=3)", true},
                 {"X = [[1e300, 1e-300]]", true},
                 {"X = eye(4000)", false},
                 {"X[1,1] = 1e3", false},
                 {"save mine.md", false},
                 {"X;  export a.csv X", false}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        ck_assert_msg(target_allows(lines[i].line, strlen(lines[i].line)) == lines[i].allowed, "%s",
                      lines[i].line);
    }
}
END_TEST

START_TEST(dictionaries) {
    const struct target *target = target_at((size_t)_i);
    struct text words = {0};
    target->words(&words);
    ck_assert_ptr_eq(target_find(target->name), target);
    ck_assert_uint_gt(words.length, 100);
    text_release(&words);
}
END_TEST

Suite *fuzz_fuzz_suite(void) {
    Suite *suite = suite_create("fuzz/fuzz");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, kept_inputs, 0, (int)count_targets());
    tcase_add_loop_test(core, dictionaries, 0, (int)count_targets());
    tcase_add_test(core, allowed);
    suite_add_tcase(suite, core);
    return suite;
}
