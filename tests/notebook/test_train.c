/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Training: recomputing in place gives what evaluating again gives, bit for bit; the notebook
 * itself never changes. */
#include "notebook/train.h"

#include "base/heap.h"
#include "base/number.h"
#include "base/text.h"
#include "room.h"

#include <check.h>
#include <string.h>

static struct notebook notebook;

static void setup(void) {
    notebook_init(&notebook);
}

static void teardown(void) {
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* Notebooks with leaves w and v and a loss L. */
static const char *const notebooks[] = {
    "x = normal(4, 3, seed=1)\nw = normal(3, 2, seed=2)\nv = normal(3, 2, seed=3)\nQ = x @ w\n"
    "A = softmax(Q @ (x @ v).T / sqrt(columns(Q)) + causal(4))\nL = mse(A @ x, normal(4, 3))\n"
    "w[2,1] = 0.5",
    /* options, cells of a matrix, another name, a pin, an edit, a stack */
    "w = 0.5\nv = 2\nN = normal(2, 2, mean=w, std=v, seed=3)\nM = [[w, 1], [w * v, -2]]\nB = M\n"
    "C = B @ N\npin C[1,2] = 0.25\nD = C\npin D[2,2] = 1\n"
    "L = sum(D ** 2) + mean(B[1] ** 2) + sum(layernorm(N, gain=M, bias=w, eps=v)) * 0.01",
    "w = tokens(\"a b c\", uniform(3, 4, seed=1), columns=\"p q r s\")\nv = normal(1, 4, seed=2)\n"
    "X = embed(\"b a b\", w)\nH = heads(X * v, 2)\nY = concat(softmax(H @ H.T) @ H) + v\n"
    "G = grad(sum(Y), X)\nL = crossentropy(Y, softmax(normal(3, 4, seed=5))) + norm(v) * 0.1",
    /* positions that depend on the trained numbers */
    ("w = [1, 1.01, 1.02, 3]\nv = [2, 1, 4, 3]\no = argsort(w)\n"
     "L = sum((v[:,o] * w - [3, 1, 2, 0]) ** 2) + v[1,argmax(w)] ** 2 + w[1,o[1,2]]"),
};

static struct training *plan(enum train_method method, size_t steps, double rate) {
    const struct training_name names[] = {{"w", {0, 1}}, {"v", {2, 3}}};
    struct training_plan plan = {.names = names,
                                 .count = 2,
                                 .loss = {"L", {4, 5}},
                                 .options = {.steps = steps, .rate = rate, .method = method}};
    struct failure failure = {0};
    struct training *training = training_create(&plan, &failure);
    ck_assert_ptr_nonnull(training);
    return training;
}

static void define(struct notebook *own, const struct training *training) {
    struct failure failure = {0};
    for (size_t i = 0; i < training->count; i++) {
        ck_assert(notebook_define(own, training->names[i], training->learned[i], &failure));
    }
}

static double loss_of(const struct notebook *own) {
    return notebook_find(own, "L")->value->cells[0];
}

/* Takes many steps in place, and the same steps each in a notebook of its own. Only sgd, because
 * Adam has a memory. */
START_TEST(in_place_is_afresh) {
    struct training *whole = plan(TRAIN_SGD, 30, 0.01);
    struct notebook own;
    struct failure failure = {0};
    struct room_list before;
    room_run(&notebook, notebooks[_i]);
    before = room_remember(&notebook);
    ck_assert_msg(training_run(whole, &notebook, &failure), "%s", failure.message);
    ck_assert(room_is(&notebook, &before));
    room_assert_afresh(&notebook);
    notebook_copy(&own, &notebook);
    for (size_t step = 0; step <= 30; step++) {
        struct training *one = plan(TRAIN_SGD, 1, 0.01);

        ck_assert(number_same(loss_of(&own), whole->losses[step]));
        ck_assert(training_run(one, &own, &failure));
        if (step < 30) {
            define(&own, one);
        }
        training_release(one);
    }
    define(&notebook, whole);
    ck_assert(number_same(loss_of(&notebook), whole->losses[30]));
    ck_assert(whole->losses[30] < whole->losses[0]);
    notebook_release(&own);
    training_release(whole);
}
END_TEST

START_TEST(adam_ends_where_it_says) {
    struct training *training = plan(TRAIN_ADAM, 50, 0.02);
    struct failure failure = {0};
    room_run(&notebook, notebooks[_i]);
    ck_assert(training_run(training, &notebook, &failure));
    define(&notebook, training);
    ck_assert(number_same(loss_of(&notebook), training->losses[50]));
    ck_assert(training->losses[50] < training->losses[0]);
    training_release(training);
}
END_TEST

START_TEST(labels_stay) {
    struct training *training = plan(TRAIN_SGD, 2, 0.1);
    struct failure failure = {0};
    const struct shape *shape;
    room_run(&notebook, notebooks[2]);
    ck_assert(training_run(training, &notebook, &failure));
    define(&notebook, training);
    shape = &notebook_find(&notebook, "w")->value->shape;
    ck_assert_str_eq(shape->labels[AXIS_ROW]->names[2], "c");
    ck_assert_str_eq(shape->labels[AXIS_COLUMN]->names[3], "s");
    training_release(training);
}
END_TEST

/* The same loss gives the same result without another run. Another loss is run. */
START_TEST(run_once_for_a_loss) {
    struct training *training = plan(TRAIN_SGD, 5, 0.01);
    struct failure failure = {0};
    struct tree *learned;
    room_run(&notebook, notebooks[0]);
    ck_assert(training_run(training, &notebook, &failure));
    learned = training->learned[0];
    ck_assert(training_run(training, &notebook, &failure));
    ck_assert_ptr_eq(training->learned[0], learned);
    room_run(&notebook, "x[1,1] = 9");
    ck_assert(training_run(training, &notebook, &failure));
    ck_assert_ptr_ne(training->learned[0], learned);
    training_release(training);
}
END_TEST

START_TEST(memory_may_run_out) {
    struct failure failure = {0};
    size_t blocks, refused = 0;
    room_run(&notebook, notebooks[1]);
    blocks = memory_blocks();
    for (size_t count = 1; count < 1000; count++) {
        struct training *training = plan(TRAIN_ADAM, 2, 0.01);

        memory_fail(count, false);
        refused += !training_run(training, &notebook, &failure);
        memory_fail(0, false);
        training_release(training);
        ck_assert_uint_eq(memory_blocks(), blocks);
    }
    ck_assert_uint_gt(refused, 100);
    room_assert_afresh(&notebook);
}
END_TEST

Suite *notebook_train_suite(void);

Suite *notebook_train_suite(void) {
    Suite *suite = suite_create("notebook train");
    TCase *core = tcase_create("core");
    int count = (int)(sizeof notebooks / sizeof notebooks[0]);
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_loop_test(core, in_place_is_afresh, 0, count);
    tcase_add_loop_test(core, adam_ends_where_it_says, 0, count);
    tcase_add_test(core, labels_stay);
    tcase_add_test(core, run_once_for_a_loss);
    tcase_add_test(core, memory_may_run_out);
    suite_add_tcase(suite, core);
    return suite;
}
