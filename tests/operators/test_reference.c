/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Results against numbers computed elsewhere, in extended precision: tests/reference/operators.py.
 */
#include "operators/trial.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/text.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The tolerance for sums of a few dozen terms of size 1: a few units in the last place, near 0
 * too. */
static bool near(double value, double reference) {
    if (isinf(reference)) {
        return value == reference;
    }
    return fabs(value - reference) <= 1e-14 * (1 + fabs(reference));
}

static void check_result(const struct trial *trial, const char *written, size_t line) {
    struct tensor *reference = trial_tensor(written);
    struct failure failure = {0};
    struct tensor *result = call_run(&trial->call, &failure);
    const char *name = trial->call.op->name;
    ck_assert_msg(result != NULL, "line %zu: %s", line, failure.message);
    ck_assert_msg(shape_same_sizes(&result->shape, &reference->shape), "line %zu: %s", line, name);
    for (size_t i = 0; i < shape_cells(&result->shape); i++) {
        ck_assert_msg(near(result->cells[i], reference->cells[i]),
                      "line %zu: %s, cell %zu is %.17g and not %.17g", line, name, i,
                      result->cells[i], reference->cells[i]);
    }
    tensor_release(result);
    tensor_release(reference);
}

/* Reads an option: "word each column", "number h 2". */
static void give_option(struct trial *trial, char *option, bool word) {
    char *value = strchr(option, ' ') + 1;
    int at = operator_parameter(trial->call.op, option, (size_t)(value - 1 - option));
    ck_assert_int_ge(at, 0);
    trial->call.argument[at].given = true;
    if (word) {
        trial->call.argument[at].word = value;
    } else {
        trial->call.argument[at].number = strtod(value, NULL);
    }
}

/* Reads one line of the file; AT counts from 1. */
static void read_line(struct trial *trial, int *arguments, char *line, size_t at) {
    if (text_starts(line, "case ")) {
        trial_begin(trial, trial_row(line + 5));
        *arguments = 0;
    } else if (text_starts(line, "value ")) {
        trial_give(trial, (*arguments)++, trial_tensor(line + 6), "x");
    } else if (text_starts(line, "text ")) {
        for (char *slash = strchr(line, '/'); slash; slash = strchr(slash, '/')) {
            *slash = '\n';
        }
        trial->call.argument[*arguments].given = true;
        trial->call.argument[(*arguments)++].word = line + 5;
    } else if (text_starts(line, "labels ")) {
        struct failure failure = {0};

        trial->held[*arguments - 1]->shape.labels[AXIS_ROW] = labels_split(line + 7, &failure);
    } else if (text_starts(line, "sizes ")) {
        for (char *size = strchr(line, ' '); size; size = strchr(size + 1, ' ')) {
            trial->call.sizes[trial->call.size_count++] = strtoul(size, NULL, 10);
        }
    } else if (text_starts(line, "none")) {
        (*arguments)++;
    } else if (text_starts(line, "word ")) {
        give_option(trial, line + 5, true);
    } else if (text_starts(line, "number ")) {
        give_option(trial, line + 7, false);
    } else {
        ck_assert(text_starts(line, "result "));
        check_result(trial, line + 7, at);
        trial_release(trial);
    }
}

START_TEST(references_hold) {
    struct text file = {0};
    struct failure failure = {0};
    struct trial trial = {0};
    size_t lines = 0;
    int arguments = 0;
    ck_assert(
        file_read(QKV_SOURCE_DIR "/tests/reference/operators.txt", FILE_LIMIT, &file, &failure));
    for (char *line = file.bytes, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        read_line(&trial, &arguments, line, ++lines);
    }
    ck_assert_uint_gt(lines, 500);
    text_release(&file);
}
END_TEST

Suite *operators_reference_suite(void);

Suite *operators_reference_suite(void) {
    Suite *suite = suite_create("operators_reference");
    TCase *core = tcase_create("core");
    tcase_add_test(core, references_hold);
    suite_add_tcase(suite, core);
    return suite;
}
