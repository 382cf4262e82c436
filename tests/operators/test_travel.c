/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels travel with the numbers they name. */
#include "operators/trial.h"

#include "base/failure.h"
#include "base/text.h"

#include <check.h>

/* Writes labels, "I am hungry", or "-" for none. */
static void write_labels(const struct labels *labels, struct text *out) {
    if (!labels) {
        text_append(out, "-");
    }
    for (size_t i = 0; labels && i < labels->count; i++) {
        text_format(out, "%s%s", i ? " " : "", labels->names[i]);
    }
}

/* Checks the labels, "rows | columns", of a call's value; releases the call. */
static void check_labels(struct trial *trial, const char *wanted) {
    struct failure failure = {0};
    struct tensor *result = call_run(&trial->call, &failure);
    struct text labels = {0};
    ck_assert_msg(result != NULL, "%s", failure.message);
    for (int axis = AXIS_ROW; axis <= AXIS_COLUMN; axis++) {
        const struct labels *here = result->shape.labels[axis];

        ck_assert(!here || here->count == result->shape.size[axis]);
        text_append(&labels, axis == AXIS_ROW ? "" : " | ");
        write_labels(here, &labels);
    }
    ck_assert_str_eq(text_string(&labels), wanted);
    text_release(&labels);
    tensor_release(result);
    trial_release(trial);
}

#define X "I am hungry", "a b"

static const struct {
    const char *name;
    const char *left, *left_rows, *left_columns;
    const char *right, *right_rows, *right_columns;
    const char *each, *wanted;
} travels[] = {
    {"@", "3x2", X, "2x4", "p q", "c d e f", 0, "I am hungry | c d e f"},
    {"@", "3x2", X, "5x2x4", 0, 0, 0, "I am hungry | -"},
    {".T", "3x2", X, 0, 0, 0, 0, "a b | I am hungry"},
    {"+", "3x2", X, "3x2", "I am hungry", "c d", 0, "I am hungry | -"},
    {"+", "3x2", X, "3x2", 0, 0, 0, "I am hungry | a b"},
    {"+", "3x2", 0, 0, "1x2", "bias", "a b", 0, "- | a b"},
    {"*", "3x1", "I am hungry", "a", "3x2", 0, 0, 0, "I am hungry | -"},
    {"/", "1x1", "s", "t", "3x2", X, 0, "I am hungry | a b"},
    {"-", "1x1", "s", "t", "1x1", "s", 0, 0, "s | t"},
    {"exp", "3x2", X, 0, 0, 0, 0, "I am hungry | a b"},
    {"gelu", "3x2", X, 0, 0, 0, 0, "I am hungry | a b"},
    {"softmax", "3x2", X, 0, 0, 0, 0, "I am hungry | a b"},
    {"sparsemax", "3x2", X, 0, 0, 0, "column", "I am hungry | a b"},
    {"layernorm", "3x2", X, "1x2", "g", "c d", 0, "I am hungry | -"},
    {"sum", "3x2", X, 0, 0, 0, 0, "- | -"},
    {"sum", "3x2", X, 0, 0, 0, "row", "I am hungry | -"},
    {"mean", "3x2", X, 0, 0, 0, "column", "- | a b"},
    {"argmax", "3x2", X, 0, 0, 0, 0, "I am hungry | -"},
    {"concat", "2x3x2", X, 0, 0, 0, 0, "I am hungry | -"},
    {"concat", "2x3x2", X, 0, 0, 0, "column", "- | a b"},
    {"join", "3x2", X, "3x1", 0, "c", 0, "I am hungry | a b c"},
    {"join", "3x2", X, "3x1", "so am hungry", 0, 0, "- | -"},
    {"join", "3x2", X, "1x2", "now", 0, "column", "I am hungry now | a b"},
    {"permute", "3x2", X, "1x3 3 1 2", 0, 0, 0, "hungry I am | a b"},
    {"permute", "3x2", X, "1x2 2 1", 0, 0, "column", "I am hungry | b a"},
    {"rows", "3x2", X, 0, 0, 0, 0, "- | -"},
    {"mse", "3x2", X, "3x2", X, 0, "- | -"},
};

START_TEST(labels_travel) {
    struct trial trial;
    trial_begin(&trial, trial_row(travels[_i].name));
    trial_give(&trial, 0,
               trial_labelled(travels[_i].left, travels[_i].left_rows, travels[_i].left_columns),
               "A");
    if (travels[_i].right) {
        trial_give(
            &trial, 1,
            trial_labelled(travels[_i].right, travels[_i].right_rows, travels[_i].right_columns),
            "B");
    }
    if (travels[_i].each) {
        trial.call.argument[operator_parameter(trial.call.op, "each", 4)].word = travels[_i].each;
    }
    check_labels(&trial, travels[_i].wanted);
}
END_TEST

START_TEST(heads_keep_the_words) {
    struct trial trial;
    trial_begin(&trial, trial_row("heads"));
    trial_give(&trial, 0, trial_labelled("3x2", X), "X");
    trial.call.argument[1].number = 2;
    check_labels(&trial, "I am hungry | -");
    trial_begin(&trial, trial_row("heads"));
    trial_give(&trial, 0, trial_labelled("3x2", X), "X");
    trial.call.argument[1].number = 1;
    check_labels(&trial, "I am hungry | a b");
}
END_TEST

START_TEST(subscripts_pick_labels) {
    struct trial trial;
    trial_begin(&trial, trial_row("[ ]"));
    trial_give(&trial, 0, trial_labelled("4x3x2", X), "X");
    trial.call.range_count = 3;
    trial.call.range[0] = (struct range){.single = true, .first = 2, .last = 2};
    trial.call.range[1] = (struct range){.first = 1, .last = 2};
    trial.call.range[2] = (struct range){.single = true};
    check_labels(&trial, "am hungry | a");
}
END_TEST

START_TEST(words_become_labels) {
    struct trial trial;
    trial_begin(&trial, trial_row("onehot"));
    trial.call.argument[0].word = "I saw a saw";
    check_labels(&trial, "I saw a saw | I saw a");
    trial_begin(&trial, trial_row("tokens"));
    trial.call.argument[0].word = "we are";
    trial_give(&trial, 1, trial_labelled("2x2", "I am", "a b"), "X");
    check_labels(&trial, "we are | a b");
    trial_begin(&trial, trial_row("embed"));
    trial.call.argument[0].word = "am am I";
    trial_give(&trial, 1, trial_labelled("3x2", X), "X");
    check_labels(&trial, "am am I | a b");
    trial_begin(&trial, trial_row("vectors"));
    trial.call.argument[0].word = "I am";
    trial.call.argument[1].number = 3;
    check_labels(&trial, "I am | -");
}
END_TEST

/* The vector of a word is the same in every text, and another for another seed. */
START_TEST(vectors_depend_on_the_word) {
    struct failure failure = {0};
    struct tensor *result[3];
    for (int i = 0; i < 3; i++) {
        struct trial trial;

        trial_begin(&trial, trial_row("vectors"));
        trial.call.argument[0].word = i == 0 ? "I saw a saw" : "saw";
        trial.call.argument[1].number = 4;
        trial.call.argument[2].number = i == 2 ? 1 : 0;
        result[i] = call_run(&trial.call, &failure);
        trial_release(&trial);
    }
    for (size_t j = 0; j < 4; j++) {
        ck_assert_double_eq(result[0]->cells[4 + j], result[1]->cells[j]);
        ck_assert_double_eq(result[0]->cells[12 + j], result[1]->cells[j]);
        ck_assert_double_ne(result[0]->cells[j], result[1]->cells[j]);
        ck_assert_double_ne(result[2]->cells[j], result[1]->cells[j]);
    }
    for (int i = 0; i < 3; i++) {
        tensor_release(result[i]);
    }
}
END_TEST

Suite *operators_travel_suite(void);

Suite *operators_travel_suite(void) {
    Suite *suite = suite_create("operators_travel");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, labels_travel, 0, sizeof travels / sizeof travels[0]);
    tcase_add_test(core, heads_keep_the_words);
    tcase_add_test(core, subscripts_pick_labels);
    tcase_add_test(core, words_become_labels);
    tcase_add_test(core, vectors_depend_on_the_word);
    suite_add_tcase(suite, core);
    return suite;
}
