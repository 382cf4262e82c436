/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of attention: rows of weights sum to 1, like tokens get like rows, and reordering the tokens
 * reorders queries, keys, values and scores bit for bit (each number is the same sum in the same
 * order), weights and outputs to within rounding (their sums run in another order). */
#include "base/heap.h"
#include "base/number.h"
#include "base/text.h"
#include "notebook/notebook.h"
#include "room.h"

#include <check.h>
#include <float.h>
#include <math.h>

enum { TOKENS = 6, TRIALS = 40 };

static struct notebook notebook;

static void setup(void) {
    notebook_init(&notebook);
}

static void teardown(void) {
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* Attention on TOKENS in order (E) and reordered (P). Values are positive, so that no sum cancels
 * and a tolerance in units of the last place makes sense. */
static void attend(int seed, const char *order) {
    struct text text = {0};
    text_format(&text,
                "X = tokens(\"a b c d e f\", normal(%d, 4, seed=%d))\n"
                "W_q = normal(4, 3, seed=%d)\nW_k = normal(4, 3, seed=%d)\n"
                "W_v = uniform(4, 3, low=0, high=1, seed=%d)\n"
                "Q = X @ W_q\nK = X @ W_k\nV = abs(X @ W_v)\n"
                "S = Q @ K.T / sqrt(columns(K))\nA = softmax(S)\nO = A @ V\n",
                TOKENS, seed, seed + 1, seed + 2, seed + 3);
    text_format(&text,
                "p = %s\nXp = permute(X, p)\nQp = Xp @ W_q\nKp = Xp @ W_k\nVp = abs(Xp @ W_v)\n"
                "Sp = Qp @ Kp.T / sqrt(columns(Kp))\nAp = softmax(Sp)\nOp = Ap @ Vp\n"
                "Qe = permute(Q, p)\nKe = permute(K, p)\nVe = permute(V, p)\n"
                "Se = permute(permute(S, p), p, each=column)\n"
                "Ae = permute(permute(A, p), p, each=column)\nOe = permute(O, p)\n",
                order);
    room_run(&notebook, text_string(&text));
    text_release(&text);
}

static const struct tensor *value(char name, char which) {
    const char full[] = {name, which, '\0'};

    return notebook_find(&notebook, full)->value;
}

static void write_order(struct random *random, struct text *out) {
    size_t order[TOKENS];
    for (size_t i = 0; i < TOKENS; i++) {
        order[i] = i + 1;
    }
    for (size_t i = TOKENS; i > 1; i--) {
        size_t other = room_random(random, i), retained = order[i - 1];

        order[i - 1] = order[other];
        order[other] = retained;
    }
    for (size_t i = 0; i < TOKENS; i++) {
        text_format(out, "%s%zu", i == 0 ? "[" : ", ", order[i]);
    }
    text_append(out, "]");
}

static void assert_near(const struct tensor *a, const struct tensor *b, double units) {
    ck_assert(shape_same_sizes(&a->shape, &b->shape));
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        ck_assert(labels_same(a->shape.labels[axis], b->shape.labels[axis]));
    }
    for (size_t i = 0; i < shape_cells(&a->shape); i++) {
        double size = fmax(fabs(a->cells[i]), fabs(b->cells[i]));
        double unit = nextafter(size, INFINITY) - size;

        ck_assert_msg(fabs(a->cells[i] - b->cells[i]) <= units * unit, "%.17g and %.17g",
                      a->cells[i], b->cells[i]);
    }
}

START_TEST(tokens_may_come_in_any_order) {
    struct random random;
    struct text order = {0};
    random_seed(&random, (uint64_t)_i);
    write_order(&random, &order);
    attend(10 * _i, text_string(&order));
    for (const char *name = "QKVS"; *name != '\0'; name++) {
        ck_assert_msg(tensor_same(value(*name, 'p'), value(*name, 'e')), "%c", *name);
    }
    assert_near(value('A', 'p'), value('A', 'e'), 4 * TOKENS);
    assert_near(value('O', 'p'), value('O', 'e'), 4 * TOKENS);
    text_release(&order);
}
END_TEST

START_TEST(weights_of_a_query_sum_to_one) {
    struct definition *sums;
    attend(_i, "[6, 5, 4, 3, 2, 1]");
    sums = room_evaluate(&notebook, "sum(A, each=row)");
    for (size_t i = 0; i < TOKENS; i++) {
        ck_assert_double_eq_tol(sums->value->cells[i], 1, (double)TOKENS * DBL_EPSILON);
    }
    definition_release(sums);
}
END_TEST

START_TEST(like_tokens_get_like_rows) {
    const struct tensor *outputs;
    room_run(&notebook,
             "E = tokens(\"I saw a\", normal(3, 4, seed=5))\nX = embed(\"I saw a saw\", E)\n"
             "Q = X @ normal(4, 4, seed=6)\nK = X @ normal(4, 4, seed=7)\n"
             "O = softmax(Q @ K.T / sqrt(columns(K))) @ X");
    outputs = notebook_find(&notebook, "O")->value;
    for (size_t i = 0; i < 4; i++) {
        ck_assert(number_same(outputs->cells[4 + i], outputs->cells[12 + i]));
    }
    ck_assert_str_eq(outputs->shape.labels[AXIS_ROW]->names[3], "saw");
}
END_TEST

/* topk does not sort the others; each number occurs there twice. */
START_TEST(the_largest_are_the_first_in_order) {
    static const int taken[] = {1, 5, 167, 168, 169, 700, 1000};
    struct text text = {0};
    room_run(&notebook, "r = normal(1, 250, seed=3)\nx = join(join(r, -r), join(r, -r))");
    text_format(&text, "max(abs(topk(x, %d) + sort(-x)[:,1:%d]), each=whole)", taken[_i],
                taken[_i]);
    ck_assert_double_eq(room_number(&notebook, text_string(&text)), 0);
    text_release(&text);
}
END_TEST

Suite *notebook_laws_suite(void);

Suite *notebook_laws_suite(void) {
    Suite *suite = suite_create("notebook/laws");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_loop_test(core, tokens_may_come_in_any_order, 0, TRIALS);
    tcase_add_loop_test(core, weights_of_a_query_sum_to_one, 0, TRIALS);
    tcase_add_test(core, like_tokens_get_like_rows);
    tcase_add_loop_test(core, the_largest_are_the_first_in_order, 0, 7);
    suite_add_tcase(suite, core);
    return suite;
}
