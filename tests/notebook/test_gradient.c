/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Gradients of whole notebooks: against central differences, through pins and edits, and listed use
 * by use. */
#include "notebook/gradient.h"

#include "base/heap.h"
#include "base/number.h"
#include "base/text.h"
#include "notebook/explain.h"
#include "room.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static struct notebook notebook;

static void setup(void) {
    notebook_init(&notebook);
}

static void teardown(void) {
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static struct gradient_source source(const char *name) {
    return (struct gradient_source){notebook_find(&notebook, name), SIZE_MAX};
}

/* --- against differences ------------------------------------------------------------------------
 */

static const char *const notebooks[] = {
    /* one head, all leaves, an edit on the way */
    "X = tokens(\"I saw a\", [[1, 0, 2], [0, 1, 1], [1, 1, 0]])\nW_q = normal(3, 2, seed=1)\n"
    "W_k = normal(3, 2, seed=2)\nW_v = normal(3, 2, seed=3)\nQ = X @ W_q\nK = X @ W_k\n"
    "V = X @ W_v\nA = softmax(Q @ K.T / sqrt(columns(Q)))\nO = A @ V\nT = normal(3, 2, seed=4)\n"
    "L = mse(O, T)\nW_q[1,2] = 0.5",
    /* two heads, a mask, a residual, layer norm, a small network, in one formula each */
    "X = normal(4, 4, seed=5)\nW = normal(4, 4, seed=6)\ng = uniform(1, 4, seed=7)\n"
    "b = normal(1, 4, seed=8)\nH = heads(X @ W, 2)\n"
    "Y = layernorm(concat(softmax(H @ H.T / sqrt(2) + causal(4)) @ H) + X, g, b)\n"
    "F = normal(4, 3, seed=9)\nL = crossentropy(gelu(Y @ F), softmax(normal(4, 3, seed=1)))",
    /* numbers that are options or stand in a matrix, another name, a subscript, an unused leaf */
    "m = 0.5\ns = 2\nN = normal(3, 3, mean=m, std=s, seed=3)\nM = [[m, 1], [m * s, -2]]\nB = M\n"
    "C = B\nU = [1, 2]\nL = sum(N[1:2,2:3] @ C * s) + mean(C[1] ** 2) + max(N)",
    /* the same value twice in an operation, and a stack met by a matrix */
    "A = normal(2, 3, 3, seed=2)\nR = normal(1, 3, seed=3)\nP = A * A + R\n"
    "L = sum(sum(P @ P.T, each=row)[1]) + entropy(softmax(R))",
};

static double loss_with(const char *name, size_t cell, double number) {
    struct notebook moved;
    struct failure failure = {0};
    double loss;
    notebook_copy(&moved, &notebook);
    struct cells cells = {notebook_find(&moved, name), &cell, &number, 1, shape_matrix(1, 1)};
    ck_assert_msg(notebook_edit(&moved, &cells, &failure), "%s", failure.message);
    loss = notebook_find(&moved, "L")->value->cells[0];
    notebook_release(&moved);
    return loss;
}

static void assert_differences(const struct definition *leaf, const struct tensor *found) {
    static const double step = 1e-3;
    for (size_t i = 0; i < shape_cells(&leaf->value->shape); i++) {
        double x = leaf->value->cells[i], given = found ? found->cells[i] : 0;
        double near = loss_with(leaf->name, i, x + step) - loss_with(leaf->name, i, x - step);
        double far =
            loss_with(leaf->name, i, x + 2 * step) - loss_with(leaf->name, i, x - 2 * step);
        double wanted = (8 * near - far) / (12 * step);

        ck_assert_msg(fabs(given - wanted) <= 1e-6 * fmax(1, fabs(wanted)), "%s, %zu: %.12g, %.12g",
                      leaf->name, i, given, wanted);
    }
}

START_TEST(leaves_agree_with_differences) {
    struct gradient gradient;
    struct failure failure = {0};
    struct gradient_source loss;
    size_t leaves = 0;
    room_run(&notebook, notebooks[_i]);
    loss = source("L");
    ck_assert_msg(gradient_make(&gradient, &loss, NULL, &failure), "%s", failure.message);
    for (size_t i = 0; i < notebook.count; i++) {
        if (notebook.list[i]->leaf) {
            assert_differences(notebook.list[i], gradient_by(&gradient, notebook.list[i]));
            leaves += gradient_by(&gradient, notebook.list[i]) != NULL;
        }
    }
    ck_assert_uint_ge(leaves, 2);
    gradient_release(&gradient);
}
END_TEST

/* --- grad as a value ----------------------------------------------------------------------------
 */

static void assert_cells(const char *expression, const char *wanted) {
    struct definition *a = room_evaluate(&notebook, expression);
    struct definition *b = room_evaluate(&notebook, wanted);
    ck_assert_msg(tensor_same_cells(a->value, b->value), "%s is not %s", expression, wanted);
    definition_release(a);
    definition_release(b);
}

static void assert_refused(const char *statement, const char *message) {
    struct failure failure = {0};
    ck_assert(!room_try(&notebook, statement, &failure));
    ck_assert_str_eq(failure.message, message);
}

START_TEST(grad_is_a_value) {
    room_run(&notebook, "x = tokens(\"a b\", [[1, 2], [3, 4]])\ny = x * x\nL = sum(y)\nz = 5\n"
                        "G = grad(L, x)\nE = grad(sum(x * 3), x)");
    assert_cells("G", "2 * x");
    assert_cells("E", "[[3, 3], [3, 3]]");
    assert_cells("grad(L, y)", "ones(2, 2)");
    assert_cells("grad(L, L)", "1");
    assert_cells("grad(L, z)", "0");
    assert_cells("grad(7, x)", "zeros(2, 2)");
    assert_cells("grad(z, z)", "1");
    ck_assert_str_eq(notebook_find(&notebook, "G")->value->shape.labels[AXIS_ROW]->names[1], "b");
    room_run(&notebook, "x[2,1] = 10\nL = sum(y) * 2");
    assert_cells("G", "4 * x");
}
END_TEST

/* A pinned cell receives a gradient and passes nothing on. */
START_TEST(pins_block) {
    room_run(&notebook, "x = [1, 2]\ny = x * 3\nL = sum(y ** 2)\nG = grad(L, x)\npin y[1,2] = 5");
    assert_cells("G", "[18, 0]");
    assert_cells("grad(L, y)", "[6, 10]");
    room_run(&notebook, "pin L = 0");
    assert_cells("G", "[0, 0]");
}
END_TEST

START_TEST(refusals_say_why) {
    room_run(&notebook, "x = [1, 2]\ny = x * 3\nL = sum(y)\nG = grad(L, x)\na = argmax(y)");
    assert_refused("F = grad(y, x)", "grad(y, x): the first is 1×2; a gradient is taken of one "
                                     "number, such as a loss or a mean(…)");
    assert_refused("F = grad(L, x + 1)",
                   "grad(L, x + 1): the second has to be the name of a value, such as W_q");
    assert_refused("F = grad(sum(G), x)",
                   "grad(L, x): a gradient of a gradient cannot be taken here");
    assert_refused("F = grad(a * L, x)",
                   "argmax(y): argmax has no derivative: its place jumps from one whole number to "
                   "another; a loss is made of the numbers themselves");
    /* Values that L does not depend on are not restricted. */
    assert_cells("grad(a * sum(G), a)", "6");
}
END_TEST

/* --- contributions, use by use ------------------------------------------------------------------
 */

START_TEST(every_cell_is_explained) {
    struct text lines = {0};
    const struct definition *made;
    struct failure failure = {0};
    room_run(&notebook, notebooks[_i]);
    for (size_t i = 0; i < notebook.count; i++) {
        text_format(&lines, "G%zu = grad(L, %s)\n", i, notebook.list[i]->name);
    }
    room_run(&notebook, text_string(&lines));
    text_release(&lines);
    for (size_t i = 0; i < notebook.count; i++) {
        made = notebook.list[i];
        for (size_t cell = 0; cell < shape_cells(&made->value->shape); cell++) {
            struct explanation explanation;

            ck_assert(explain_cell(made, SIZE_MAX, cell, &explanation, &failure));
            ck_assert(number_same(room_replay(&explanation), made->value->cells[cell]));
            explanation_release(&explanation);
        }
    }
}
END_TEST

START_TEST(uses_are_told) {
    struct gradient_source loss;
    struct contributions contributions;
    struct failure failure = {0};
    room_run(&notebook, "x = [1, 2]\nA = x * 3\nB = x @ [[1, 2], [3, 4]]\nL = sum(A) + mean(B)");
    loss = source("L");
    ck_assert(
        gradient_contributions(&contributions, &loss, notebook_find(&notebook, "x"), 1, &failure));
    ck_assert_uint_eq(contributions.count, 2);
    ck_assert_str_eq(contributions.list[0].through->name, "B");
    ck_assert_str_eq(contributions.list[1].through->name, "A");
    ck_assert(contributions.list[0].share == 3.5 && contributions.list[1].share == 3 &&
              contributions.total == 6.5);
    ck_assert_uint_eq(contributions.list[0].count, 2);
    ck_assert(contributions.list[0].exact && contributions.list[1].exact);
    ck_assert(contributions.list[0].terms[1].cell == 1 &&
              contributions.list[0].terms[1].upstream == 0.5 &&
              contributions.list[0].terms[1].slope == 4);
    contributions_release(&contributions);
}
END_TEST

START_TEST(memory_may_run_out) {
    struct gradient gradient;
    struct contributions contributions;
    struct failure failure;
    struct gradient_source loss;
    size_t blocks, refused = 0;
    bool good = false;
    room_run(&notebook, notebooks[2]);
    loss = source("L");
    blocks = memory_blocks();
    for (size_t count = 1; !good; count++) {
        failure = (struct failure){0};
        memory_fail(count, false);
        good = gradient_make(&gradient, &loss, NULL, &failure);
        memory_fail(0, false);
        ck_assert(good || failure.message[0]);
        refused += !good;
        if (good) {
            gradient_release(&gradient);
        }
        ck_assert_uint_eq(memory_blocks(), blocks);
    }
    ck_assert_uint_gt(refused, 20);
    good = false;
    for (size_t count = 1; !good; count++) {
        memory_fail(count, false);
        good = gradient_contributions(&contributions, &loss, notebook_find(&notebook, "m"), 0,
                                      &failure);
        memory_fail(0, false);
        if (good) {
            contributions_release(&contributions);
        }
        ck_assert_uint_eq(memory_blocks(), blocks);
    }
}
END_TEST

Suite *notebook_gradient_suite(void);

Suite *notebook_gradient_suite(void) {
    Suite *suite = suite_create("notebook gradient");
    TCase *core = tcase_create("core");
    int count = (int)(sizeof notebooks / sizeof notebooks[0]);
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_loop_test(core, leaves_agree_with_differences, 0, count);
    tcase_add_test(core, grad_is_a_value);
    tcase_add_test(core, pins_block);
    tcase_add_test(core, refusals_say_why);
    tcase_add_loop_test(core, every_cell_is_explained, 0, count);
    tcase_add_test(core, uses_are_told);
    tcase_add_test(core, memory_may_run_out);
    suite_add_tcase(suite, core);
    return suite;
}
