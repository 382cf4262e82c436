/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "ground/runner.h"
#include "language/lens.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"
#include "language/forest.h"
#include "language/reader.h"
#include "language/writer.h"

#include <check.h>
#include <string.h>

#define TREES RUNNER_SAMPLES(4000, 500)
enum { BLOCK = 500 };

/* H is a stack of three axes, B of four; the others may be rows. */
static int axes(void *context, const char *name) {
    (void)context;
    return text_same(name, "H") ? 3 : text_same(name, "B") ? 4 : 1;
}

static const struct lens_names known = {.axes = axes};

static struct tree *flip(const struct tree *tree) {
    struct failure failure = {0};
    struct tree *flipped = lens_flip(tree, &known, &failure);
    ck_assert_msg(flipped != NULL, "%s", failure.message);
    return flipped;
}

/* Each pair is a formula in one convention and in the other, in both directions. */
static const struct {
    const char *rows, *columns;
} pairs[] = {
    {"X @ W_q", "W_q @ X"},
    {"Q @ K.T", "K.T @ Q"},
    {"A @ V", "V @ A"},
    {"Q @ K.T / sqrt(d_k)", "K.T @ Q / sqrt(d_k)"},
    {"Q @ K.T @ V", "V @ (K.T @ Q)"},
    {"softmax(Q @ K.T / sqrt(d_k)) @ V", "V @ softmax(K.T @ Q / sqrt(d_k), each=column)"},
    {"softmax(S)", "softmax(S, each=column)"},
    {"softmax(S, row)", "softmax(S, column)"},
    {"softmax(S, column)", "softmax(S, row)"},
    {"softmax(S, each=row)", "softmax(S, each=column)"},
    {"sum(A)", "sum(A)"},
    {"sum(A, each=row)", "sum(A, each=column)"},
    {"sum(A, each=whole)", "sum(A)"},
    {"argmax(A)", "argmax(A, each=column)"},
    {"entropy(A)", "entropy(A, each=column)"},
    {"layernorm(x, gain, bias)", "layernorm(x, gain, bias, each=column)"},
    {"layernorm(x, [1, 2], eps=1e-6)", "layernorm(x, [[1], [2]], eps=1e-6, each=column)"},
    {"crossentropy(L, Y)", "crossentropy(L, Y, each=column)"},
    {"join(A, B)", "join(A, B, each=column)"},
    {"heads(Q, 2)", "heads(Q, 2, each=column)"},
    {"concat(heads(Q, 2))", "concat(heads(Q, 2, each=column), each=column)"},
    {"permute(X, [3, 1, 2])", "permute(X, [3, 1, 2], each=column)"},
    {"permute(X, order)", "permute(X, order.T, each=column)"},
    {"rows(X)", "columns(X)"},
    {"columns(X) - 1", "rows(X) - 1"},
    {"a * b - exp(c)", "a * b - exp(c)"},
    {"gelu(x, approximate=tanh)", "gelu(x, approximate=tanh)"},
    {"[1, 2]", "[[1], [2]]"},
    {"[[1, 2, 3], [4, 5, 6]]", "[[1, 4], [2, 5], [3, 6]]"},
    {"[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]", "[[[1, 3], [2, 4]], [[5, 7], [6, 8]]]"},
    {"[columns(Q), 2]", "[[rows(Q)], [2]]"},
    {"[5]", "[5]"},
    {"A[2]", "A[:,2]"},
    {"A[:,3]", "A[3]"},
    {"A[2,3]", "A[3,2]"},
    {"A[1:2]", "A[:,1:2]"},
    {"A[\"it\",\"sushi\"]", "A[\"sushi\",\"it\"]"},
    {"A[:]", "A[:]"},
    {"A[rows(A)]", "A[:,columns(A)]"},
    {"A[[[1, 2], [2, 1]]]", "A[:,[[1, 2], [2, 1]]]"},
    {"A[H]", "A[:,H.T]"},
    {"H[2]", "H[2]"},
    {"H[2,3]", "H[2,:,3]"},
    {"H[2,3,4]", "H[2,4,3]"},
    {"H[2][3]", "H[2][:,3]"},
    {"H[1:2][3]", "H[1:2][3]"},
    {"(H @ W)[2]", "(W @ H)[2]"},
    {"B[1,2,3,4]", "B[1,2,4,3]"},
    {"B[1,2][3]", "B[1,2][:,3]"},
    {"B[:,2][3]", "B[:,2][3]"},
    {"heads(Q, 2)[1,2]", "heads(Q, 2, each=column)[1,:,2]"},
    {"concat(H)[2]", "concat(H, each=column)[:,2]"},
    {"(H + 1)[1,2]", "(H + 1)[1,:,2]"},
    {"normal(2, 3, 4)[1,2]", "normal(2, 3, 4).T[1,:,2]"},
    {"causal(rows(X))", "causal(columns(X)).T"},
    {"S + causal(3)", "S + causal(3).T"},
    {"zeros(2, 3).T", "zeros(2, 3)"},
    {"zeros(2, 3).T.T", "zeros(2, 3).T.T.T"},
    {"embed(\"it\", E)", "embed(\"it\", E.T).T"},
    {"embed(\"it\", E.T)", "embed(\"it\", E).T"},
    {"onehot(\"it\", E) @ W", "W @ onehot(\"it\", E.T).T"},
    {"onehot([\"it\"], \"it so\")", "onehot([\"it\"], \"it so\").T"},
    {"embed(\"it\", X @ W)", "embed(\"it\", (W @ X).T).T"},
    {"embed(\"it\", [[1, 2], [3, 4]])", "embed(\"it\", [[1, 2], [3, 4]]).T"},
    {"embed(\"it\", normal(2, 3))", "embed(\"it\", normal(2, 3)).T"},
    {"tokens(\"I am\", E)", "tokens(\"I am\", E.T).T"},
    {"K.T", "K.T"},
    {"(2).T", "(2).T"},
    {"inf", "inf"},
};

START_TEST(reads_so_in_the_other_convention) {
    struct tree *rows = forest_read(pairs[_i].rows), *columns = forest_read(pairs[_i].columns);
    struct tree *there = flip(rows), *back = flip(there);
    ck_assert_str_eq(there->text, pairs[_i].columns);
    forest_same(there, columns);
    forest_same(back, rows);
    struct tree *other = flip(columns);
    forest_same(other, rows);
    forest_spans(there);
    tree_release(rows);
    tree_release(columns);
    tree_release(there);
    tree_release(back);
    tree_release(other);
}
END_TEST

/* A source right after `NAME =` gets no .T. */
START_TEST(a_definition_keeps_its_source) {
    static const struct {
        const char *rows, *columns;
    } definitions[] = {
        {"normal(2, 3)", "normal(2, 3)"},
        {"normal(2, 3).T", "normal(2, 3).T"},
        {"causal(rows(X))", "causal(columns(X))"},
        {"embed(\"it\", E)", "embed(\"it\", E.T).T"},
        {"[1, 2]", "[[1], [2]]"},
        {"normal(2, 3) @ W", "W @ normal(2, 3).T"},
        {"X @ W", "W @ X"},
        {"X.T", "X.T"},
    };
    for (size_t i = 0; i < sizeof definitions / sizeof definitions[0]; i++) {
        struct failure failure = {0};
        struct tree *rows = forest_read(definitions[i].rows);
        struct tree *there = lens_flip_definition(rows, &known, &failure);
        struct tree *back = lens_flip_definition(there, &known, &failure);
        ck_assert_str_eq(there->text, definitions[i].columns);
        ck_assert_str_eq(back->text, definitions[i].rows);
        forest_same(back, rows);
        tree_release(rows);
        tree_release(there);
        tree_release(back);
    }
}
END_TEST

START_TEST(twice_is_nothing) {
    for (int seed = _i * BLOCK; seed < (_i + 1) * BLOCK; seed++) {
        struct failure failure = {0};
        struct tree *tree = forest_tree((uint64_t)seed);
        struct tree *there = flip(tree), *back = flip(there);
        forest_same(back, tree);
        struct text plain = {0};
        writer_plain(there->root, &plain);
        ck_assert_str_eq(there->text, text_string(&plain));
        text_release(&plain);
        struct tree *bare = lens_flip_definition(tree, NULL, &failure);
        struct tree *again = lens_flip_definition(bare, NULL, &failure);
        forest_same(again, tree);
        tree_release(tree);
        tree_release(there);
        tree_release(back);
        tree_release(bare);
        tree_release(again);
    }
}
END_TEST

/* Reading and flipping the flipped text gives the first tree. (A `:` kept at the end for an operand
 * with fewer axes than subscripts, which is an error anyway, is lost in reading.) */
static bool fits(void *context, const struct node *node) {
    const struct node *operand = node->argument[0];
    bool subscript = node->kind == NODE_APPLY && node->op->writing.form == WRITING_SUBSCRIPT;
    if (subscript && node->subscript_count > 2 &&
        (operand->kind != NODE_NAME || (size_t)axes(NULL, operand->text) < node->subscript_count)) {
        return false;
    }
    return tree_children(node, fits, context);
}

START_TEST(what_is_shown_can_be_typed) {
    for (int seed = _i * BLOCK; seed < (_i + 1) * BLOCK; seed++) {
        struct tree *tree = forest_tree((uint64_t)seed);
        struct tree *there = flip(tree);
        if (fits(NULL, tree->root)) {
            struct tree *typed = forest_read(there->text), *back = flip(typed);
            forest_same(typed, there);
            forest_same(back, tree);
            forest_spans(there);
            tree_release(typed);
            tree_release(back);
        }
        tree_release(there);
        tree_release(tree);
    }
}
END_TEST

START_TEST(memory_runs_out) {
    struct tree *tree = forest_read("softmax(S)[1,2] + [[1, 2], [3, 4]] @ zeros(2, 3).T");
    size_t before = memory_blocks();
    bool whole = false;
    for (size_t count = 1; !whole; count++) {
        struct failure failure = {0};
        memory_fail(count, false);
        struct tree *flipped = lens_flip(tree, &known, &failure);
        memory_fail(0, false);
        whole = flipped != NULL;
        ck_assert(whole != failure.set);
        tree_release(flipped);
        ck_assert_uint_eq(memory_blocks(), before);
        ck_assert_uint_lt(count, 10000);
    }
    tree_release(tree);
}
END_TEST

Suite *language_lens_suite(void);
Suite *language_lens_suite(void) {
    Suite *suite = suite_create("language/lens");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, reads_so_in_the_other_convention, 0,
                        (int)(sizeof pairs / sizeof pairs[0]));
    tcase_add_test(core, a_definition_keeps_its_source);
    tcase_add_loop_test(core, twice_is_nothing, 0, TREES / BLOCK);
    tcase_add_loop_test(core, what_is_shown_can_be_typed, 0, TREES / BLOCK);
    TCase *limits = tcase_create("limits");
    tcase_add_test(limits, memory_runs_out);
    suite_add_tcase(suite, core);
    suite_add_tcase(suite, limits);
    return suite;
}
