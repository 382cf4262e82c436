/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The formulas that the course asks for: right ones in many forms are accepted, wrong ones refused,
 * with the slip that was made. */
#include "session/attempt.h"
#include "session/question.h"

#include "base/heap.h"
#include "base/text.h"
#include "ground/runner.h"

#include <check.h>
#include <string.h>

Suite *session_course_suite(void);

#define LESSON(name) QKV_SOURCE_DIR "/lessons/" name ".md"

static const struct {
    const char *file, *id;
} tasks[] = {
    {LESSON("01-worked-example"), "one-head"},
    {LESSON("06-rows-or-columns"), "head-in-columns"},
    {LESSON("10-masked-attention"), "causal-head"},
    {LESSON("11-multi-head"), "several-heads"},
    {LESSON("12-transformer-layer"), "whole-layer"},
    {LESSON("19-a-model-you-know"), "gpt-block"},
};

enum { ONE, COLUMNS, CAUSAL, HEADS, LAYER, BLOCK, TASKS };

static struct session session;
static struct lesson *lesson;
static const struct quiz *requested;

static void open_task(size_t task) {
    struct failure failure = {0};
    ck_assert(session_init(&session, &failure));
    lesson = lesson_open(tasks[task].file, &failure);
    ck_assert_msg(lesson != NULL, "%s", failure.message);
    requested = NULL;
    for (size_t i = 0; i < lesson->part_count; i++) {
        const struct quiz *quiz = lesson->parts[i].quiz;
        requested = quiz != NULL && text_same(quiz->id, tasks[task].id) ? quiz : requested;
    }
    ck_assert_ptr_nonnull(requested);
}

static void close_task(void) {
    lesson_free(lesson);
    session_release(&session);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static void assert_judged(const char *formulas, bool right) {
    struct failure failure = {0};
    bool is_right;
    bool judged = question_kind(requested)->grade((struct question){&session, requested}, formulas,
                                                  &is_right, NULL, &failure);
    ck_assert_msg(judged, "%s: %s", formulas, failure.message);
    ck_assert_msg(is_right == right, "%s", formulas);
}

static void assert_said(const char *formulas, const char *slip) {
    struct failure failure = {0};
    struct text said = {0};
    bool right;
    ck_assert(question_kind(requested)->grade((struct question){&session, requested}, formulas,
                                              &right, &said, &failure));
    ck_assert_msg(strstr(text_string(&said), slip) != NULL, "%s: %s", formulas, text_string(&said));
    text_release(&said);
}

/* The first lines of heads, for those that follow them. */
#define QKV "Q = X @ W_q; K = X @ W_k; V = X @ W_v; "
#define SPLIT "Q = heads(X @ W_q, n_head); K = heads(X @ W_k, n_head); V = heads(X @ W_v, n_head); "
#define ATTENTION "H = softmax(X @ W_q @ (X @ W_k).T / sqrt(columns(W_q))) @ X @ W_v; "
#define NORMED                                                                                     \
    "L = layernorm(x, g_1, b_1); Q = heads(L @ W_q, n_head); K = heads(L @ W_k, n_head); "         \
    "V = heads(L @ W_v, n_head); "
#define FFN "Y = y + gelu(layernorm(y, g_2, b_2) @ W_u + b_u) @ W_d + b_d"

static const struct {
    size_t task;
    const char *formulas;
} rights[] = {
    {ONE, QKV "O = softmax(Q @ K.T / sqrt(columns(Q))) @ V"},
    {ONE, QKV "O = softmax(Q @ K.T * columns(Q) ** -0.5) @ V"},
    {ONE, QKV "O = softmax(Q / sqrt(columns(K)) @ K.T) @ V"},
    {ONE, QKV "S = Q @ K.T; A = softmax(S / columns(W_k) ** (1 / 2)); O = A @ V"},
    {ONE, QKV "O = (V.T @ softmax(K @ Q.T / sqrt(columns(Q)), each=column)).T"},
    {ONE, QKV "S = Q @ K.T / sqrt(columns(Q)); E = exp(S); O = E / sum(E, each=row) @ V"},
    {ONE, "O = softmax(X @ W_q @ W_k.T @ X.T / sqrt(columns(W_q))) @ X @ W_v"},
    {ONE, "M = W_q @ W_k.T / sqrt(columns(W_q)); O = softmax(X @ M @ X.T) @ (X @ W_v)"},
    {ONE, "d_k = columns(W_q); " QKV "O = softmax(Q @ K.T / sqrt(d_k)) @ V"},
    {ONE, "A = softmax((W_k.T @ X.T).T @ (X @ W_q).T / sqrt(columns(W_q)), each=column).T; "
          "O = A @ X @ W_v"},
    {COLUMNS,
     "Q = W_q @ X; K = W_k @ X; O = W_v @ X @ softmax(K.T @ Q / sqrt(rows(W_q)), each=column)"},
    {COLUMNS, "Q = W_q @ X; K = W_k @ X; A = softmax(Q.T @ K / sqrt(rows(Q))).T; O = W_v @ X @ A"},
    {COLUMNS, "O = (softmax((W_q @ X).T @ (W_k @ X) / sqrt(rows(W_q))) @ (W_v @ X).T).T"},
    {COLUMNS,
     "S = X.T @ W_k.T @ W_q @ X; V = W_v @ X; O = V @ softmax(S / rows(W_k) ** 0.5, each=column)"},
    {COLUMNS, "Z = X.T; Q = Z @ W_q.T; K = Z @ W_k.T; V = Z @ W_v.T; "
              "O = (softmax(Q @ K.T / sqrt(columns(Q))) @ V).T"},
    {CAUSAL, "O = softmax(Q @ K.T / sqrt(columns(Q)) + causal(rows(K))) @ V"},
    {CAUSAL, "S = Q @ K.T / sqrt(columns(K)); M = causal(rows(Q)); O = softmax(S + M) @ V"},
    {CAUSAL,
     "S = Q @ K.T / sqrt(columns(Q)); O = softmax(where(causal(rows(S)) == 0, S, -1e9)) @ V"},
    {CAUSAL,
     "E = exp(Q @ K.T / sqrt(columns(Q))) * (causal(rows(Q)) == 0); O = E / sum(E, each=row) @ V"},
    {CAUSAL, "O = softmax((Q @ K.T + causal(rows(Q))) / sqrt(columns(Q))) @ V"},
    {HEADS, SPLIT "O = concat(softmax(Q @ K.T / sqrt(columns(Q))) @ V) @ W_o"},
    {HEADS, SPLIT "O = concat(softmax(Q @ K.T / sqrt(columns(W_q) / n_head)) @ V) @ W_o"},
    {HEADS, SPLIT "A = softmax(Q @ K.T * columns(K) ** -0.5); H = A @ V; O = concat(H) @ W_o"},
    {HEADS, "O = concat(softmax(heads(X @ W_q, n_head) @ heads(X @ W_k, n_head).T / "
            "sqrt(columns(X) / n_head)) @ heads(X @ W_v, n_head)) @ W_o"},
    {LAYER, ATTENTION "N = layernorm(H + X); Y = layernorm(N + relu(N @ W_1 + b_1) @ W_2 + b_2)"},
    {LAYER,
     ATTENTION "N = layernorm(X + H); F = relu(b_1 + N @ W_1); Y = layernorm(F @ W_2 + b_2 + N)"},
    {LAYER, ATTENTION "N = layernorm(X + H); F = (N @ W_1 + b_1) * (N @ W_1 + b_1 > 0); "
                      "Y = layernorm(N + F @ W_2 + b_2)"},
    {BLOCK, NORMED
     "y = x + concat(softmax(Q @ K.T / sqrt(columns(Q)) + causal(rows(x))) @ V) @ W_o; " FFN},
    {BLOCK, NORMED "S = Q @ K.T / sqrt(columns(x) / n_head); A = softmax(S + causal(rows(L))); "
                   "y = concat(A @ V) @ W_o + x; M = layernorm(y, g_2, b_2); "
                   "Y = gelu(M @ W_u + b_u) @ W_d + b_d + y"},
    {COLUMNS, "Q = W_q @ X; K = W_k @ X; S = K.T @ Q; O = W_v @ X @ softmax(S * rows(Q) ** -0.5, "
              "each=column)"},
    {COLUMNS, "Q = W_q @ X; K = W_k @ X; V = W_v @ X; E = exp(K.T @ Q / sqrt(rows(Q))); O = V @ E "
              "/ sum(E, each=column)"},
    {COLUMNS, "d_k = rows(W_q); Q = W_q @ X / sqrt(d_k); O = W_v @ X @ softmax((W_k @ X).T @ Q, "
              "each=column)"},
    {COLUMNS,
     "M = W_k.T @ W_q / sqrt(rows(W_q)); O = W_v @ (X @ softmax(X.T @ M @ X, each=column))"},
    {COLUMNS, "A = softmax((W_q @ X).T @ W_k @ X / sqrt(rows(W_k))); O = (A @ X.T @ W_v.T).T"},
    {CAUSAL, "M = causal(rows(Q)); A = softmax(M + Q @ K.T / sqrt(columns(Q))); O = A @ V"},
    {CAUSAL, "d_k = columns(K); O = softmax(Q @ K.T * d_k ** -0.5 + causal(rows(V))) @ V"},
    {CAUSAL, "O = softmax(Q / sqrt(columns(Q)) @ K.T + causal(rows(Q))) @ V"},
    {CAUSAL,
     "A = softmax(K @ Q.T / sqrt(columns(Q)) + causal(rows(Q)).T, each=column); O = A.T @ V"},
    {CAUSAL, "W = softmax(Q @ K.T / sqrt(columns(Q))) * (causal(rows(Q)) == 0); O = W / sum(W, "
             "each=row) @ V"},
    {HEADS, SPLIT "d_h = columns(Q); S = Q @ K.T / sqrt(d_h); O = concat(softmax(S) @ V) @ W_o"},
    {HEADS, SPLIT "O = concat(softmax(Q / sqrt(columns(Q)) @ K.T) @ V) @ W_o"},
    {HEADS, SPLIT
     "E = exp(Q @ K.T / sqrt(columns(Q))); A = E / sum(E, each=row); O = concat(A @ V) @ W_o"},
    {HEADS, "P = X @ W_q; R = X @ W_k; Z = X @ W_v; w = columns(P) / n_head; "
            "O = concat(softmax(heads(P, n_head) @ heads(R, n_head).T / sqrt(w)) @ heads(Z, "
            "n_head)) @ W_o"},
    {HEADS,
     SPLIT "A = softmax(K @ Q.T / sqrt(columns(K)), each=column).T; O = concat(A @ V) @ W_o"},
    {HEADS,
     "Q = heads(X @ (W_q / (columns(X) / n_head) ** 0.5), n_head); K = heads(X @ W_k, n_head); "
     "O = concat(softmax(Q @ K.T) @ heads(X @ W_v, n_head)) @ W_o"},
    {LAYER,
     ATTENTION "N = layernorm(X + H); M = N @ W_1 + b_1; Y = layernorm(N + relu(M) @ W_2 + b_2)"},
    {LAYER, "Q = X @ W_q; K = X @ W_k; V = X @ W_v; A = softmax(Q @ K.T / sqrt(columns(K))); "
            "N = layernorm(A @ V + X); Y = layernorm(relu(N @ W_1 + b_1) @ W_2 + b_2 + N)"},
    {LAYER, ATTENTION
     "Z = X + H; N = layernorm(Z); F = relu(N @ W_1 + b_1) @ W_2 + b_2; Y = layernorm(N + F)"},
    {LAYER, ATTENTION "N = layernorm(X + H); M = N @ W_1 + b_1; F = where(M > 0, M, 0) @ W_2; Y = "
                      "layernorm(N + F + b_2)"},
    {LAYER, "S = X @ W_q @ W_k.T @ X.T; H = softmax(S / columns(W_k) ** 0.5) @ (X @ W_v); "
            "N = layernorm(X + H); Y = layernorm(N + relu(N @ W_1 + b_1) @ W_2 + b_2)"},
    {LAYER, ATTENTION
     "N = layernorm(X + H, 1, 0); Y = layernorm(N + relu(N @ W_1 + b_1) @ W_2 + b_2, 1, 0)"},
    {LAYER, ATTENTION
     "N = layernorm(X + H, eps=1e-5); Y = layernorm(b_2 + N + relu(b_1 + N @ W_1) @ W_2)"},
    {BLOCK, NORMED "A = softmax(Q @ K.T / sqrt(columns(Q)) + causal(rows(x))); y = concat(A @ V) @ "
                   "W_o + x; " FFN},
    {BLOCK, NORMED "A = softmax(causal(rows(x)) + Q @ K.T * columns(Q) ** -0.5); y = x + concat(A "
                   "@ V) @ W_o; " FFN},
    {BLOCK, NORMED "A = softmax(Q / sqrt(columns(K)) @ K.T + causal(rows(Q))); y = x + concat(A @ "
                   "V) @ W_o; " FFN},
    {BLOCK,
     NORMED "A = softmax(Q @ K.T / sqrt(columns(Q)) + causal(rows(x))); a = concat(A @ V) @ W_o; "
            "y = x + a; M = layernorm(y, g_2, b_2) @ W_u + b_u; Y = y + (gelu(M) @ W_d + b_d)"},
    {BLOCK,
     "L = layernorm(x) * g_1 + b_1; Q = heads(L @ W_q, n_head); K = heads(L @ W_k, n_head); "
     "V = heads(L @ W_v, n_head); A = softmax(Q @ K.T / sqrt(columns(Q)) + causal(rows(x))); "
     "y = x + concat(A @ V) @ W_o; Y = y + gelu((layernorm(y) * g_2 + b_2) @ W_u + b_u) @ W_d + "
     "b_d"},
    {BLOCK, "norm_1 = layernorm(x, g_1, b_1); d_h = columns(x) / n_head; "
            "A = softmax(heads(norm_1 @ W_q, n_head) @ heads(norm_1 @ W_k, n_head).T / sqrt(d_h) + "
            "causal(rows(x))); "
            "y = x + concat(A @ heads(norm_1 @ W_v, n_head)) @ W_o; " FFN},
    {BLOCK, NORMED "A = softmax((Q @ K.T + causal(rows(x))) / sqrt(columns(Q))); "
                   "y = x + concat(A @ V) @ W_o; " FFN},
    {BLOCK,
     "L = layernorm(x, gain=g_1, bias=b_1); Q = heads(L @ W_q, n_head); K = heads(L @ W_k, "
     "n_head); "
     "V = heads(L @ W_v, n_head); A = softmax(Q @ K.T / sqrt(columns(Q)) + causal(rows(x))); "
     "y = x + concat(A @ V) @ W_o; Y = y + gelu(layernorm(y, gain=g_2, bias=b_2) @ W_u + b_u) @ "
     "W_d + b_d"},
};

START_TEST(right_formulas_are_accepted) {
    size_t i = (size_t)_i * RUNNER_SAMPLES(1, 3);
    open_task(rights[i].task);
    assert_judged(rights[i].formulas, true);
    close_task();
}
END_TEST

/* Those that the lesson knows: each is named by its own words. */
START_TEST(known_slips_are_named) {
    open_task((size_t)_i);
    assert_judged(requested->task->solution, true);
    for (size_t i = 0; i < requested->task->wrong_count; i += RUNNER_SAMPLES(1, 3)) {
        assert_judged(requested->task->wrongs[i].formulas, false);
        assert_said(requested->task->wrongs[i].formulas, requested->task->wrongs[i].slip);
    }
    close_task();
}
END_TEST

/* Others. The lesson's names are not there. */
static const struct {
    size_t task;
    const char *formulas, *said;
} wrongs[] = {
    {ONE, QKV "O = softmax(Q @ K.T / sqrt(columns(Q))) @ X", "and it should "},
    {ONE, QKV "O = softmax(Q @ K.T / sqrt(rows(Q))) @ V", "and it should "},
    {ONE, QKV "O = softmax(Q @ K / sqrt(columns(Q))) @ V", "cannot be computed"},
    {ONE, "O = weights @ V", "no value is called weights"},
    {ONE, "O = output", "no value is called output"},
    {ONE, "O = softmax(X @ X.T / sqrt(columns(X))) @ X @ W_v", "and it should "},
    {ONE, "O = 0 * X @ W_v", "and it should "},
    {ONE, "O = [[2, 1], [1, 2]]", "and it should "},
    {COLUMNS, "Q = X @ W_q; O = Q", "cannot be computed"},
    {COLUMNS, "Q = W_q @ X; K = W_k @ X; O = W_v @ X @ softmax(Q @ K.T, each=column)",
     "cannot be computed"},
    {CAUSAL, "O = softmax(Q @ K.T / 2 + causal(rows(Q))) @ V", "and it should "},
    {CAUSAL, "O = softmax(Q @ K.T / sqrt(columns(Q)) + causal(4)) @ V", "cannot be computed"},
    {CAUSAL, "O = softmax(Q @ K.T / sqrt(columns(Q)) - causal(rows(Q))) @ V", "and it should "},
    {HEADS, SPLIT "O = concat(softmax(Q @ K.T / sqrt(n_head)) @ V) @ W_o", "and it should "},
    {HEADS,
     "O = concat(softmax(heads(X @ W_q, 2) @ heads(X @ W_k, 2).T / columns(X)) @ "
     "heads(X @ W_v, 2)) @ W_o",
     "of O is `"},
    {LAYER, ATTENTION "Y = layernorm(X + H)", "and it should "},
    {LAYER,
     ATTENTION "N = layernorm(X + H, each=column); "
               "Y = layernorm(N + relu(N @ W_1 + b_1) @ W_2 + b_2)",
     "and it should "},
    {BLOCK,
     NORMED "y = L + concat(softmax(Q @ K.T / sqrt(columns(Q)) + causal(rows(x))) @ V) @ W_o; " FFN,
     "and it should "},
    {BLOCK, "y = x; " FFN, "and it should "},
};

START_TEST(wrong_formulas_are_refused_with_an_input) {
    open_task(wrongs[_i].task);
    assert_judged(wrongs[_i].formulas, false);
    assert_said(wrongs[_i].formulas, wrongs[_i].said);
    close_task();
}
END_TEST

Suite *session_course_suite(void) {
    Suite *suite = suite_create("session_course");
    TCase *tests = tcase_create("course");
    tcase_add_loop_test(tests, right_formulas_are_accepted, 0,
                        (int)(sizeof rights / sizeof *rights) / RUNNER_SAMPLES(1, 3));
    tcase_add_loop_test(tests, known_slips_are_named, 0, TASKS);
    tcase_add_loop_test(tests, wrong_formulas_are_refused_with_an_input, 0,
                        sizeof wrongs / sizeof *wrongs);
    suite_add_tcase(suite, tests);
    return suite;
}
