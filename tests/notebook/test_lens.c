/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The lens writes true formulas: in the other convention, on transposed values, they give the
 * transposed values. */
#include "language/lens.h"

#include "base/failure.h"
#include "base/text.h"
#include "language/reader.h"
#include "language/writer.h"
#include "notebook/notebook.h"
#include "notebook/room.h"

#include <check.h>
#include <math.h>

/* A notebook with words as rows. */
static const char *const leaves =
    "X = normal(5, 4, seed=1)\n"
    "W = normal(4, 4, seed=2)\n"
    "S = normal(5, 5, seed=3)\n"
    "Y = uniform(5, 4, seed=4)\n"
    "H = normal(2, 5, 4, seed=5)\n"
    "B = normal(3, 2, 5, 4, seed=6)\n"
    "g = normal(1, 4, seed=7)\n"
    "order = [3, 1, 2, 5, 4]\n"
    "batch = [[2, 1, 2], [3, 3, 1]]\n"
    "stacked = [[[2, 1]], [[3, 4]]]\n"
    "n = 3\n"
    "E = tokens(\"I am so\", normal(3, 2, seed=8), columns=\"a b\")\n";

static const char *const formulas[] = {
    "X @ W",
    "X @ W @ X.T",
    "softmax(X @ W @ X.T / sqrt(columns(W))) @ X",
    "softmax(S)",
    "softmax(S, column)",
    "softmax(S, each=row)",
    "sparsemax(S)",
    "l1(X, each=column)",
    "layernorm(X)",
    "layernorm(X, g, g, eps=0.5)",
    "layernorm(X, [1, 2, 3, 4])",
    "sum(X)",
    "sum(X, each=row)",
    "mean(H, each=column)",
    "argmax(X)",
    "entropy(Y)",
    "norm(B, each=row)",
    "crossentropy(X, Y)",
    "mse(X, Y)",
    "heads(X, 2)",
    "concat(heads(X, 2))",
    "heads(X, 2)[2]",
    "heads(X, 2)[1,4]",
    "concat(H)[2]",
    "join(X, Y)",
    "join(X, S, each=row)",
    "join(X, Y, each=column)",
    "permute(X, [3, 1, 2, 5, 4])",
    "permute(X, order)",
    "permute(X, [n, 1, 2, 5, 4])",
    "rows(X) + 10 * columns(X)",
    "-X**2 / 3 + g - [1, 2, 3, 4]",
    "[[1, n, 3], [columns(X), 5, 6]]",
    "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]",
    "X[2]",
    "X[:,3]",
    "X[2,3]",
    "X[2:3,:2]",
    "X[rows(X)]",
    "X[order]",
    "X[batch]",
    "X[:,batch]",
    "X[:,batch.T]",
    "X[stacked,[2, 1]]",
    "X[batch,:][2,1:2,3]",
    "X[[[1, 2], [3, 1]]] @ W",
    "X[:,[[1, 2], [3, 1]]][2]",
    "H[2]",
    "H[2,3]",
    "H[:,3]",
    "H[1:2,:,2]",
    "H[2][3]",
    "H[1:2][2,3]",
    "(H @ W)[2,1]",
    "B[3,1,2]",
    "B[2][1,3]",
    "B[:,1:2]",
    "X.T[2]",
    "X.T.T",
    "S + causal(5)",
    "causal(rows(X)).T",
    "softmax(S + causal(rows(S))) @ X",
    "X + positions(rows(X), columns(X))",
    "eye(5) @ X",
    "zeros(2, 3)",
    "normal(2, 3, seed=9).T",
    "normal(2, 3, 4)[1,2]",
    "E",
    "E[\"am\"]",
    "E[\"am\",\"b\"]",
    "E[:,\"a\":\"b\"]",
    "embed(\"so I so\", E)",
    "embed([\"so I\", \"I\"], E)[1,2,:]",
    "onehot([\"so I so\"], E) @ E",
    "ids(\"so I\", E) * 2",
    "padding([\"so I\", \"I\"])",
    "reshape(W, columns(W), rows(W)) @ W",
    "embed(\"so I so\", E) @ W[1:2]",
    "onehot(\"I saw a saw\")",
    "onehot(\"b a\", vocabulary=\"a b c\").T",
    "tokens(\"one two\", [[1, 2], [3, 4]])",
    "tokens(\"x y\", X[1:2])",
    "vectors(\"it was\", columns(X), seed=3) @ W",
    "(2).T",
};

static int axes(void *context, const char *name) {
    return definition_axes(notebook_find(context, name));
}

static struct tree *flip(struct notebook *rows, const char *formula) {
    struct failure failure = {0};
    struct tree *tree = reader_expression(formula, &failure);
    ck_assert_msg(tree != NULL, "%s: %s", formula, failure.message);
    struct tree *flipped = lens_flip(tree, &(struct lens_names){axes, rows}, &failure);
    ck_assert_msg(flipped != NULL, "%s: %s", formula, failure.message);
    tree_release(tree);
    return flipped;
}

/* Defines in COLUMNS each definition of ROWS, converted. */
static void turn(struct notebook *rows, struct notebook *columns) {
    for (size_t i = 0; i < rows->count; i++) {
        struct failure failure = {0};
        struct text text = {0};
        writer_plain(rows->list[i]->tree->root, &text);
        struct tree *tree = flip(rows, text_string(&text));
        ck_assert_msg(notebook_define(columns, rows->list[i]->name, tree, &failure), "%s: %s",
                      tree->text, failure.message);
        tree_release(tree);
        text_release(&text);
    }
}

/* Sums over a whole matrix run in another order: the last bits may differ. */
static void assert_near(const char *formula, const struct tensor *a, const struct tensor *b) {
    ck_assert_int_eq(a->shape.axes, b->shape.axes);
    ck_assert_msg(shape_same_sizes(&a->shape, &b->shape), "%s", formula);
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        ck_assert_msg(labels_same(a->shape.labels[axis], b->shape.labels[axis]), "%s", formula);
    }
    for (size_t i = 0; i < shape_cells(&a->shape); i++) {
        double one = a->cells[i], two = b->cells[i];
        ck_assert_msg(one == two || fabs(one - two) <= 1e-14 * fabs(one), "%s: %.17g, %.17g",
                      formula, one, two);
    }
}

START_TEST(what_is_shown_is_true) {
    struct failure failure = {0};
    struct notebook rows, columns;
    notebook_init(&rows);
    notebook_init(&columns);
    room_run(&rows, leaves);
    turn(&rows, &columns);
    struct tree *shown = flip(&rows, formulas[_i]);
    struct definition *here = room_evaluate(&rows, formulas[_i]);
    struct definition *there = notebook_evaluate(&columns, "", shown, &failure);
    ck_assert_msg(there != NULL, "%s: %s", shown->text, failure.message);
    struct tensor *transposed = tensor_transposed(there->value, &failure);
    assert_near(shown->text, here->value, transposed);
    tensor_release(transposed);
    definition_release(here);
    definition_release(there);
    tree_release(shown);
    notebook_release(&rows);
    notebook_release(&columns);
}
END_TEST

Suite *notebook_lens_suite(void);
Suite *notebook_lens_suite(void) {
    Suite *suite = suite_create("notebook/lens");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, what_is_shown_is_true, 0,
                        (int)(sizeof formulas / sizeof formulas[0]));
    suite_add_tcase(suite, core);
    return suite;
}
