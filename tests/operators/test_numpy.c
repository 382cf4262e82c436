/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The NumPy that each row writes computes what the row computes: a script made of the rows'
 * templates is run by Python on random arguments. */
#include "operators/trial.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/number.h"
#include "base/text.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TRIALS = 30 };

static const char opening[] =
    "import sys\n"
    "import numpy as np\n"
    "np.seterr(all=\"ignore\")\n"
    "failed = 0\n"
    "def check(name, got, want):\n"
    "    global failed\n"
    "    if got.shape != want.shape or not np.allclose(got, want, 1e-12, 1e-13, True):\n"
    "        print(name, got, \"is not\", want, sep=\"\\n\")\n"
    "        failed = 1\n";

static void write_number(struct text *out, double number) {
    char digits[NUMBER_TEXT];
    number_exact(digits, number);
    text_format(out, strstr(digits, "inf") || strstr(digits, "nan") ? "float(\"%s\")" : "%s",
                digits);
}

static void write_array(struct text *out, const struct tensor *tensor) {
    const struct shape *shape = &tensor->shape;
    text_append(out, "np.array([");
    for (size_t i = 0; i < shape_cells(shape); i++) {
        write_number(out, tensor->cells[i]);
        text_append(out, ", ");
    }
    text_append(out, "]).astype(float).reshape(");
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        text_format(out, "%zu%s", shape->size[axis], axis < AXIS_COLUMN ? ", " : ")");
    }
}

static void write_argument(struct text *out, const struct call *call, size_t at) {
    const struct argument *argument = &call->argument[at];
    switch (call->op->parameters[at].kind) {
    case PARAMETER_VALUE:
    case PARAMETER_ORDER:
        text_append(out, argument->value ? argument->written : "None");
        return;
    case PARAMETER_VALUES:
        for (size_t i = 0; i < call->value_count; i++) {
            text_format(out, "%s%s", i == 0 ? "" : ", ", call->values_written[i]);
        }
        return;
    case PARAMETER_COUNT:
        text_format(out, "%d", (int)argument->number);
        return;
    case PARAMETER_WORD:
        text_format(out, "\"%s\"", argument->word);
        return;
    case PARAMETER_SIZES:
        text_append(out, "(");
        for (size_t i = 0; i < call->size_count; i++) {
            text_format(out, "%zu, ", call->sizes[i]);
        }
        text_append(out, ")");
        return;
    default:
        write_number(out, argument->number);
    }
}

static const char *axis_of(const struct call *call) {
    const char *each = call->argument[operator_parameter(call->op, "each", 4)].word;

    if (text_same(each, "whole")) {
        return "(-2, -1)";
    }
    return text_same(each, "row") ? "-1" : "-2";
}

static void write_template(struct text *out, const struct call *call) {
    for (const char *at = call->op->writing.numpy; *at; at++) {
        if (text_starts(at, "%each%")) {
            text_append(out, axis_of(call));
            at += strlen("%each");
        } else if (*at == '%') {
            write_argument(out, call, (size_t)(*++at - '1'));
        } else {
            text_append_character(out, *at);
        }
    }
}

static void write_trial(struct text *out, const struct op *row, struct random *random,
                        bool special) {
    struct failure failure = {0};
    struct tensor *result;
    struct trial trial;
    trial_make(&trial, row, random, special);
    result = call_run(&trial.call, &failure);
    ck_assert_msg(result != NULL, "%s", failure.message);
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        if (trial.held[i]) {
            text_format(out, "%s = ", trial.call.argument[i].written);
            write_array(out, trial.held[i]);
            text_append(out, "\n");
        }
    }
    text_format(out, "check(\"%s\", ", row->name);
    if (row->numpy) {
        ck_assert(row->numpy(&trial.call, out));
    } else {
        write_template(out, &trial.call);
    }
    text_append(out, ", ");
    write_array(out, result);
    text_append(out, ")\n");
    tensor_release(result);
    trial_release(&trial);
}

static void write_row(struct text *out, const struct op *row, struct random *random) {
    text_append(out, row->writing.numpy_help ? row->writing.numpy_help : "");
    for (int i = 0; i < TRIALS; i++) {
        write_trial(out, row, random, i % 3 == 2);
    }
}

static int run_python(const char *script) {
    const char *python = getenv("PYTHON"), *own = "/usr/bin/python3"; /* where python3-numpy is */
    struct text command = {0};
    int status;
    python = python ? python : access(own, X_OK) == 0 ? own : "python3";
    text_format(&command, "%s '%s' >&2", python, script);
    status = system(text_string(&command));
    text_release(&command);
    return status;
}

START_TEST(templates_compute_the_same) {
    const struct op *row;
    const char *folder = getenv("TMPDIR");
    struct failure failure = {0};
    struct text script = {0}, path = {0};
    struct random random;
    random_seed(&random, 7);
    text_append(&script, opening);
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (!row->literal_in_numpy && !row->of_file && !row->expands &&
            row->writing.form != WRITING_MATRIX) {
            write_row(&script, row, &random);
        }
    }
    text_append(&script, "sys.exit(failed)\n");
    text_format(&path, "%s/templates.py", folder ? folder : "/tmp");
    ck_assert(text_ok(&script, &failure));
    ck_assert_msg(file_save(text_string(&path), script.bytes, script.length, &failure), "%s",
                  failure.message);
    ck_assert_int_eq(run_python(text_string(&path)), 0);
    text_release(&script);
    text_release(&path);
}
END_TEST

Suite *operators_numpy_suite(void);

Suite *operators_numpy_suite(void) {
    Suite *suite = suite_create("operators_numpy");
    TCase *core = tcase_create("core");
    tcase_add_test(core, templates_compute_the_same);
    suite_add_tcase(suite, core);
    return suite;
}
