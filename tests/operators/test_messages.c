/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* What a learner reads when shapes, words or numbers do not fit: every message, word for word. */
#include "operators/trial.h"

#include "base/failure.h"
#include "base/text.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Checks that the call fails with exactly this message. */
static void check_refused(struct trial *trial, const char *wanted) {
    struct failure failure = {0};
    struct tensor *result = call_run(&trial->call, &failure);
    ck_assert_msg(result == NULL, "no failure; wanted: %s", wanted);
    ck_assert(failure.set);
    ck_assert_str_eq(failure.message, wanted);
    trial_release(trial);
}

static const struct {
    const char *name;
    const char *left, *left_written;
    const char *right, *right_written;
    const char *each;
    const char *message;
} shapes[] = {
    {"@", "3x4", "Q", "3x4", "K", 0,
     "Q @ K: 3×4 by 3×4: the inner sizes 4 and 3 differ; did you mean Q @ K.T?"},
    {"@", "3x4", "Q", "3x4", "K.T", 0,
     "Q @ K.T: 3×4 by 3×4: the inner sizes 4 and 3 differ; did you mean Q @ K?"},
    {"@", "3x4", "A + B", "3x4", "C * 2 - D", 0,
     "(A + B) @ (C * 2 - D): 3×4 by 3×4: the inner sizes 4 and 3 differ; did you mean (A + B) @ "
     "(C * 2 - D).T?"},
    {"@", "3x4", "A @ B", "3x4", "C @ D", 0,
     "A @ B @ (C @ D): 3×4 by 3×4: the inner sizes 4 and 3 differ; did you mean A @ B @ (C @ "
     "D).T?"},
    {"@", "3x4", "-A", "3x4", "-B", 0,
     "-A @ -B: 3×4 by 3×4: the inner sizes 4 and 3 differ; did you mean -A @ (-B).T?"},
    {"@", "3x4", "f(A + B, each=row)", "3x4", "[[1, 2]]", 0,
     "f(A + B, each=row) @ [[1, 2]]: 3×4 by 3×4: the inner sizes 4 and 3 differ; did you mean f(A "
     "+ B, each=row) @ [[1, 2]].T?"},
    {"@", "3x4", "A", "3x5", "B", 0,
     "A @ B: 3×4 by 3×5: the inner sizes 4 and 3 differ; did you mean A.T @ B?"},
    {"@", "3x4", "A", "5x3", "B", 0,
     "A @ B: 3×4 by 5×3: the inner sizes 4 and 5 differ; did you mean B @ A?"},
    {"@", "3x4", "A", "5x6", "B", 0,
     "A @ B: 3×4 by 5×6: the inner sizes 4 and 5 differ; the left one needs as many columns as the "
     "right one has rows"},
    {"@", "1x1", "2", "3x4", "A", 0,
     "2 @ A: 1×1 by 3×4: the inner sizes 1 and 3 differ; a lone number multiplies with *"},
    {"@", "2x3x4", "A", "5x4x3", "B", 0,
     "A @ B: 2×3×4 and 5×4×3: the leading axes 2 and 5 differ; they must be equal, or one of them "
     "1"},
    {"@", "2x7x3x4", "A", "5x1x4x3", "B", 0,
     "A @ B: 2×7×3×4 and 5×1×4×3: the first axes 2 and 5 differ; they must be equal, or one of "
     "them 1"},
    {"+", "2x3", "A", "4x3", "B", 0,
     "A + B: 2×3 and 4×3: the rows 2 and 4 differ; they must be equal, or one of them 1"},
    {"/", "2x3", "A", "2x4", "sqrt(B)", 0,
     "A / sqrt(B): 2×3 and 2×4: the columns 3 and 4 differ; they must be equal, or one of them 1"},
    {"-", "2x3", "A", "3x2", "B - C", 0,
     "A - (B - C): 2×3 and 3×2: the rows 2 and 3 differ; did you mean A - (B - C).T?"},
    {"**", "2x3", "A ** B", "3x2", "C ** D", 0,
     "(A ** B) ** C ** D: 2×3 and 3×2: the rows 2 and 3 differ; did you mean (A ** B) ** (C ** "
     "D).T?"},
    {"layernorm", "3x4", "X", "3x1x5", "g", 0,
     "layernorm(X, g): 3×4 and 3×1×5: the columns 4 and 5 differ; they must be equal, or one of "
     "them 1"},
    {"mse", "3x4", "A", "1x4", "B", 0,
     "mse(A, B): a is 3×4 and b 1×4; the two must have the same size"},
    {"mse", "2x3x4", "A", "5x3x4", "B", 0,
     "mse(A, B): 2×3×4 and 5×3×4: the leading axes 2 and 5 differ; they must be equal, or one of "
     "them 1"},
    {"crossentropy", "3x4", "L", "3x5", "T", 0,
     "crossentropy(L, T): logits is 3×4 and targets 3×5; the two must have the same size"},
    {"join", "3x4", "A", "2x4", "B", 0,
     "join(A, B): 3×4 and 2×4: the rows 3 and 2 differ; each=column puts one below the other"},
    {"join", "3x4", "A", "3x2", "B", "column",
     "join(A, B, each=column): 3×4 and 3×2: the columns 4 and 2 differ; each=row puts them side by "
     "side"},
    {"join", "3x4", "A", "2x5", "B", 0,
     "join(A, B): 3×4 and 2×5: the rows 3 and 2 differ; they must be equal"},
    {"concat", "3x4", "X", 0, 0, 0,
     "concat(X): 3×4 is one matrix; concat joins a stack, such as heads(x, 2) makes"},
    {"permute", "3x4", "X", "1x2 1 2", "[1, 2]", 0,
     "permute(X, [1, 2]): an order of 3 rows takes each of 1 … 3 once, in one row: this is 1×2"},
    {"permute", "3x4", "X", "1x3 1 1 3", "[1, 1, 3]", 0,
     "permute(X, [1, 1, 3]): an order of 3 rows takes each of 1 … 3 once: 1 is repeated and 2 is "
     "missing"},
    {"permute", "3x4", "X", "1x3 1 4 2", "[1, 4, 2]", 0,
     "permute(X, [1, 4, 2]): an order of 3 rows takes each of 1 … 3 once: 4 is none of them"},
    {"permute", "3x2", "X", "1x2 0.5 1", "[0.5, 1]", "column",
     "permute(X, [0.5, 1], each=column): an order of 2 columns takes each of 1 … 2 once: 0.5 is "
     "none of them"},
};

START_TEST(shapes_are_refused) {
    struct trial trial;
    int each;
    trial_begin(&trial, trial_row(shapes[_i].name));
    trial_give(&trial, 0, trial_tensor(shapes[_i].left), shapes[_i].left_written);
    if (shapes[_i].right) {
        trial_give(&trial, 1, trial_tensor(shapes[_i].right), shapes[_i].right_written);
    }
    each = operator_parameter(trial.call.op, "each", 4);
    if (shapes[_i].each) {
        trial.call.argument[each].word = trial.call.argument[each].written = shapes[_i].each;
    }
    check_refused(&trial, shapes[_i].message);
}
END_TEST

/* Calls with words and numbers. An argument that begins with a digit is a number, any other a text
 * or word. */
static const struct {
    const char *name;
    const char *matrix; /* the VALUE argument, if there is one */
    const char *rows;   /* its row labels */
    const char *given[CALL_ARGUMENTS];
    const char *message;
} words[] = {
    {"heads",
     "4x8",
     0,
     {"", "3"},
     "heads(X, 3): 4×8: its 8 columns do not split into 3 equal blocks; h can be 1, 2, 4 or 8"},
    {"heads",
     "4x8",
     0,
     {"", "3", "column"},
     "heads(X, 3, each=column): 4×8: its 4 rows do not split into 3 equal blocks; h can be 1, 2 or "
     "4"},
    {"heads",
     "4x1",
     0,
     {"", "2"},
     "heads(X, 2): 4×1: its 1 column does not split into 2 equal blocks; h can be 1"},
    {"heads", "4x8", 0, {"", "0"}, "heads(X, 0): h must be a whole number from 1 to 16777216"},
    {"heads",
     "2x3x4x8",
     0,
     {"", "2"},
     "heads(X, 2): 2×3×4×8 has four axes already; heads takes a matrix or a batch of matrices"},
    {"causal", 0, 0, {"2.5"}, "causal(2.5): n must be a whole number from 1 to 16777216"},
    {"causal",
     0,
     0,
     {"65536"},
     "causal(65536): 65536×65536 has more than 16777216 cells, the most a value can have"},
    {"positions", 0, 0, {"4", "0"}, "positions(4, 0): d must be a whole number from 1 to 16777216"},
    {"vectors",
     0,
     0,
     {"I am", "3", "0.5"},
     "vectors(\"I am\", 3, seed=0.5): seed must be a whole number from 0"},
    {"vectors",
     0,
     0,
     {" ", "3"},
     "vectors(\" \", 3): text has no word in it; write one or more between the quotes"},
    {"onehot",
     0,
     0,
     {"I saw it", "I saw a"},
     "onehot(\"I saw it\", \"I saw a\"): \"it\" is not in the vocabulary, which has I, saw, a"},
    {"onehot",
     0,
     0,
     {"I saw", "I saw I"},
     "onehot(\"I saw\", \"I saw I\"): \"I\" appears 2 times in the vocabulary; it must appear "
     "once"},
    {"onehot",
     0,
     0,
     {"o", "a b c d e f g h i j k l m"},
     "onehot(\"o\", \"a b c d e f g h i j k l m\"): \"o\" is not in the vocabulary, which has a, "
     "b, "
     "c, d, e, f, g, h, i, j, k, l, …"},
    {"tokens", "3x4", 0, {"I saw"}, "tokens(\"I saw\", X): 2 words for 3 rows; each row needs one"},
    {"tokens",
     "1x2",
     0,
     {"I", "", "a"},
     "tokens(\"I\", X, \"a\"): 1 word for 2 columns; each column needs one"},
    {"embed",
     "3x4",
     0,
     {"I saw"},
     "embed(\"I saw\", X): the table's rows have no labels; name them with tokens(\"…\", table)"},
    {"embed",
     "3x4",
     "I saw a",
     {"I eat"},
     "embed(\"I eat\", X): \"eat\" is not in the rows of X, which has I, saw, a"},
    {"embed",
     "3x4",
     "I saw saw",
     {"saw"},
     "embed(\"saw\", X): \"saw\" appears 2 times in the rows of X; it must appear once"},
    {"layernorm",
     "3x4",
     0,
     {"", "", "", "-1"},
     "layernorm(X, eps=-1): eps must not be negative; it is usually 1e-5"},
};

static void give_written(struct trial *trial, int at, const char *given, struct text *written) {
    struct argument *argument = &trial->call.argument[at];
    enum parameter_kind kind = trial->call.op->parameters[at].kind;
    bool text = kind == PARAMETER_TEXT || kind == PARAMETER_WORDS;
    text_format(written, text ? "\"%s\"" : "%s", given);
    argument->given = true;
    argument->word = given;
    argument->number = strpbrk(given, "0123456789") ? strtod(given, NULL) : 0;
    argument->written = text_string(written);
}

START_TEST(words_are_refused) {
    struct text written[CALL_ARGUMENTS] = {{0}};
    struct trial trial;
    trial_begin(&trial, trial_row(words[_i].name));
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const char *given = words[_i].given[i];

        if (given && given[0]) {
            give_written(&trial, i, given, &written[i]);
        } else if (trial.call.op->parameters[i].kind == PARAMETER_VALUE && words[_i].matrix &&
                   !trial.call.op->parameters[i].optional) {
            trial_give(&trial, i, trial_labelled(words[_i].matrix, words[_i].rows, NULL), "X");
        }
    }
    check_refused(&trial, words[_i].message);
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        text_release(&written[i]);
    }
}
END_TEST

static void begin_sizes(struct trial *trial, const char *name, size_t count, const size_t *sizes) {
    trial_begin(trial, trial_row(name));
    trial->call.argument[0].given = true;
    trial->call.size_count = count;
    memcpy(trial->call.sizes, sizes, count * sizeof *sizes);
}

START_TEST(sizes_are_refused) {
    struct trial trial;
    begin_sizes(&trial, "zeros", 2, (size_t[]){65536, 65537});
    check_refused(
        &trial,
        "zeros(65536, 65537): 65536×65537 has more than 16777216 cells, the most a value can have");
    begin_sizes(&trial, "normal", 2, (size_t[]){2, 2});
    trial.call.argument[2].number = -1;
    trial.call.argument[2].written = "-1";
    check_refused(&trial, "normal(2, 2, std=-1): std must not be negative");
    begin_sizes(&trial, "uniform", 2, (size_t[]){2, 2});
    trial.call.argument[1].number = 2;
    trial.call.argument[1].written = "2";
    check_refused(&trial, "uniform(2, 2, low=2): low must not be above high");
}
END_TEST

START_TEST(products_may_be_too_big) {
    struct trial trial;
    trial_begin(&trial, trial_row("@"));
    trial_give(&trial, 0, trial_tensor("5000x1"), "a");
    trial_give(&trial, 1, trial_tensor("1x5000"), "b");
    check_refused(&trial,
                  "a @ b: 5000×5000 has more than 16777216 cells, the most a value can have");
}
END_TEST

START_TEST(subscripts_are_refused) {
    struct trial trial;
    trial_begin(&trial, trial_row("[ ]"));
    trial_give(&trial, 0, trial_tensor("3x4"), "A + B");
    trial.call.argument[1].written = "1,2,3";
    trial.call.range_count = 3;
    check_refused(&trial, "(A + B)[1,2,3]: 3×4 has 2 axes, not 3");
    trial_begin(&trial, trial_row("[ ]"));
    trial_give(&trial, 0, trial_tensor("3x4"), "A");
    trial.call.argument[1].written = "4";
    trial.call.range_count = 1;
    trial.call.range[0] = (struct range){.first = 3, .last = 3};
    check_refused(&trial, "A[4]: 3×4: positions on this axis run from 1 to 3");
}
END_TEST

/* A whole literal would obscure the error. */
START_TEST(long_operands_are_cut) {
    struct trial trial;
    trial_begin(&trial, trial_row("+"));
    trial_give(&trial, 0, trial_tensor("2x3"),
               "[[0.1234567, 0.1234567, 0.1234567],\n [0.1234567, 0.1234567, 0.1234567]]");
    trial_give(&trial, 1, trial_tensor("2x4"), "B");
    check_refused(
        &trial, "[[0.1234567, 0.1234567, 0.1234567],  [0.1234567… + B: 2×3 and 2×4: the columns 3 "
                "and 4 differ; they must be equal, or one of them 1");
}
END_TEST

Suite *operators_messages_suite(void);

Suite *operators_messages_suite(void) {
    Suite *suite = suite_create("operators_messages");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, shapes_are_refused, 0, sizeof shapes / sizeof shapes[0]);
    tcase_add_loop_test(core, words_are_refused, 0, sizeof words / sizeof words[0]);
    tcase_add_test(core, sizes_are_refused);
    tcase_add_test(core, products_may_be_too_big);
    tcase_add_test(core, subscripts_are_refused);
    tcase_add_test(core, long_operands_are_cut);
    suite_add_tcase(suite, core);
    return suite;
}
