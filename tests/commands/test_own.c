/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* User-defined operators, as they are typed. */
#include "commands/desk.h"

#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <string.h>

Suite *commands_own_suite(void);

static const char attention[] = "X = tokens(\"I am so\", [[1, 0], [0, 1], [1, 1]])\n"
                                "W = [[1, 2], [0, 1]]; V = [[1, 0], [0, 2], [3, 1]]\n"
                                "scores(Q, K) = Q @ K.T / sqrt(columns(K))\n"
                                "attend(Q, K, V) =\n"
                                "    S = scores(Q, K)   # as in the documents\n"
                                "\n"
                                "    A = softmax(S)\n"
                                "    A @ V\n";

static bool hear(void *context, struct session *session, const struct failure *failure) {
    (void)context;
    ck_assert_msg(failure == NULL, "%s", failure == NULL ? "" : failure->message);
    text_clear(&session->out);
    return true;
}

/* Runs TEXT, line by line. */
static void open_lines(struct desk *desk, const char *text) {
    const struct source source = {"typed", 1, 1, SPEAKER_PERSON};
    commands_run_text(&desk->session, &source, text, hear, NULL);
}

/* Opens a desk and runs TEXT. */
static void open_with(struct desk *desk, const char *text) {
    desk_open(desk, NULL);
    open_lines(desk, text);
}

static void holds(struct desk *desk, const char *expectation) {
    ck_assert_msg(desk_types(desk, expectation), "%s: %s", expectation, desk->failure.message);
}

START_TEST(a_call_is_what_its_lines_are) {
    struct desk desk;
    open_with(&desk, attention);
    holds(&desk, "S = scores(X @ W, X)");
    holds(&desk, "expect S = (X @ W) @ X.T / sqrt(columns(X))");
    holds(&desk, "H = attend(X @ W, X, V) * 2");
    holds(&desk, "expect H = softmax((X @ W) @ X.T / sqrt(columns(X))) @ V * 2");
    holds(&desk, "expect attend(X, X, V) = softmax(scores(X, X)) @ V");
    holds(&desk, "L = sum(H)");
    holds(&desk, "M = sum(softmax((X @ W) @ X.T / sqrt(columns(X))) @ V * 2)");
    holds(&desk, "expect grad(L, W) = grad(M, W)");
    desk_close(&desk);
}
END_TEST

/* A parameter's name hides the notebook's; any other name has its present value. */
START_TEST(names_are_the_bodys_first) {
    struct desk desk;
    open_with(&desk, "a = 2; b = 3\nf(a) = a * b\n");
    holds(&desk, "y = f(10)");
    holds(&desk, "expect y = 30");
    holds(&desk, "b = 5");
    holds(&desk, "expect y = 50");
    holds(&desk, "f = f(1) + a");
    holds(&desk, "expect f = 7");
    desk_close(&desk);
}
END_TEST

START_TEST(what_is_inside_has_names) {
    struct desk desk;
    open_with(&desk, attention);
    holds(&desk, "H = attend(X @ W, X, V)");
    holds(&desk, "expect H.A = softmax(H.S)");
    holds(&desk, "expect H.S.Q = H.Q");
    holds(&desk, "expect H.K = X");
    holds(&desk, "E = entropy(H.A)");
    holds(&desk, "two = attend(X, X, attend(X, X, V)) + scores(X, X) @ V");
    holds(&desk, "expect two.attend#2.A @ V = two.attend.V");
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "explain H.A[2,1]"), "  H.S[am,:]"));
    ck_assert_str_eq(desk_says(&desk, "H.B"),
                     "there is no H.B; inside H there are H.Q, H.K, H.V, H.S.Q, H.S.K, H.S, H.A");
    ck_assert_str_eq(desk_says(&desk, "goto H.A row 2 col 1"),
                     desk_says(&desk, "goto H.A row am col I"));
    desk_close(&desk);
}
END_TEST

START_TEST(an_operator_is_changed_in_one) {
    struct desk desk;
    open_with(&desk, attention);
    holds(&desk, "H = attend(X @ W, X, V); B = H");
    holds(&desk, "pin H.A[2,1] = 0.5");
    holds(&desk, "expect B[2] = [0.5, H.A[2,2], H.A[2,3]] @ V");
    holds(&desk, "scores(Q, K) = Q @ K.T");
    holds(&desk, "expect H.S = X @ W @ X.T");
    holds(&desk, "expect H.A[2,1] = 0.5");
    holds(&desk, "undo");
    holds(&desk, "expect H.S = X @ W @ X.T / sqrt(2)");
    holds(&desk, "expect H.A[2,1] = 0.5");
    holds(&desk, "undo");
    holds(&desk, "expect H.A = softmax(H.S)");
    holds(&desk, "redo");
    holds(&desk, "redo");
    holds(&desk, "expect H.S = X @ W @ X.T");
    holds(&desk, "expect H.A[2,1] = 0.5");
    holds(&desk, "unpin H.A[2,1]");
    holds(&desk, "expect B = softmax(X @ W @ X.T) @ V");
    holds(&desk, "attend(Q, K, V) = Q");
    ck_assert_str_eq(desk_says(&desk, "show"),
                     "scores(Q, K) = Q @ K.T\nattend(Q, K, V) = Q\n"
                     "X = tokens(\"I am so\", [[1, 0], [0, 1], [1, 1]])   3×2\n"
                     "W = [[1, 2], [0, 1]]   2×2\nV = [[1, 0], [0, 2], [3, 1]]   3×2\n"
                     "H = attend(X @ W, X, V)   3×2\nB = H   3×2\n");
    desk.session.front.echo = true;
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "undo"), "attend(Q, K, V) = Q"));
    desk_close(&desk);
}
END_TEST

/* A line may fail alone if another line makes it fit. */
START_TEST(what_stands_together_is_made_together) {
    struct desk desk;
    open_with(&desk, "f(x) = x * 2; y = f(3)\n");
    ck_assert_str_eq(desk_says(&desk, "f(x, k) = x * k"),
                     "y = f(3) would fail: f takes 2 values, not 1: f(x, k)");
    holds(&desk, "f(x, k) = x * k; y = f(3, 4)");
    holds(&desk, "expect y = 12");
    holds(&desk, "undo");
    holds(&desk, "expect y = 6");
    desk_close(&desk);
}
END_TEST

START_TEST(in_columns_a_body_is_turned_over) {
    struct desk desk;
    open_with(&desk, attention);
    holds(&desk, "H = attend(X @ W, X, V)");
    holds(&desk, "convention columns");
    ck_assert_str_eq(desk_says(&desk, "show attend scores"),
                     "attend(Q, K, V) =\n    S = scores(Q, K)\n    A = softmax(S, each=column)\n"
                     "    V @ A\n"
                     "scores(Q, K) = K.T @ Q / sqrt(rows(K))\n");
    holds(&desk, "twice(A, B) = B.T @ A");
    holds(&desk, "convention rows");
    ck_assert_str_eq(desk_says(&desk, "show twice"), "twice(A, B) = A @ B.T\n");
    desk_close(&desk);
}
END_TEST

static const char deep[] = "X = normal(3, 2); b = [1, -1]\n"
                           "block(x, W, c) =\n"
                           "    A = softmax(x @ W)\n"
                           "    x + A * c + b\n"
                           "W = stack([[1, 2], [0, 1]], [[0, 1], [1, 0]], [[1, 0], [2, 1]])\n"
                           "c = stack([1, 2], [3, 4], [5, 6])\n"
                           "H = layers(block, X, W, c) * 2\n";

START_TEST(layers_hand_on) {
    struct desk desk;
    open_with(&desk, deep);
    holds(&desk, "one = X + softmax(X @ W[1]) * [1, 2] + b");
    holds(&desk, "two = one + softmax(one @ W[2]) * [3, 4] + b");
    holds(&desk, "three = two + softmax(two @ W[3]) * [5, 6] + b");
    holds(&desk, "expect H = three * 2");
    holds(&desk, "expect H.2 = two");
    holds(&desk, "expect H.3.x = H.2");
    holds(&desk, "expect H.2.A = softmax(one @ W[2])");
    holds(&desk, "expect H.3.W = W[3]");
    holds(&desk, "expect H.2.A.T.T = H.2.A");
    holds(&desk, "expect grad(sum(H ** 2), W) = grad(sum((three * 2) ** 2), W)");
    holds(&desk, "pin H.2.A[1,1] = 0.5");
    holds(&desk, "expect H.3.x[1,1] = one[1,1] + 0.5 * 3 + 1");
    ck_assert(!desk_types(&desk, "expect H = three * 2"));
    holds(&desk, "undo");
    holds(&desk, "b = [0, 0]");
    holds(&desk, "expect H = three * 2");
    holds(&desk, "three = two; W = stack([[1, 2], [0, 1]], [[0, 1], [1, 0]]); "
                 "c = stack([1, 2], [3, 4])");
    holds(&desk, "expect H = two * 2");
    ck_assert_ptr_nonnull(
        strstr(desk_says(&desk, "H.3"), "there is no H.3; inside H there are H.x"));
    desk_close(&desk);
}
END_TEST

START_TEST(a_stack_is_its_matrices) {
    struct desk desk;
    open_with(&desk, "a = [1, 2]; b = [3, 4]; S = stack(a, b * 2)\n");
    holds(&desk, "expect S is 2x1x2");
    holds(&desk, "expect S[2] = b * 2");
    holds(&desk, "expect grad(sum(S[2] * S[1]), b) = 2 * a");
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "explain S[2,1,1]"), "S[2,1,1] = 3·2 = 6"));
    ck_assert_str_eq(desk_says(&desk, "stack(a, 3)"),
                     "stack(a, 3): a is 1×2 and 3 is 1×1: all values of a stack have one shape");
    ck_assert_str_eq(desk_says(&desk, "stack(stack(S, S), a)"),
                     "stack(stack(S, S), a): 2×2×1×2 has four axes already");
    desk_close(&desk);
}
END_TEST

/* Returns the first line of the output of LINE. */
static const char *first_line(struct desk *desk, const char *line) {
    static char first[128];
    const char *says = desk_says(desk, line);
    size_t length = strcspn(says, "\n");
    ck_assert_uint_lt(length, sizeof first);
    memcpy(first, says, length);
    first[length] = '\0';
    return first;
}

/* Training reaches values inside calls, also by a loss that names them. */
START_TEST(a_call_learns) {
    struct desk desk;
    open_with(&desk, attention);
    holds(&desk, "Wq = W; T = [[0.2, 0.3, 0.5]]");
    holds(&desk, "H = attend(X @ W, X, V); L = mse(H.A[1], T)");
    holds(&desk, "Z = mse(softmax((X @ Wq) @ X.T / sqrt(columns(X)))[1], T)");
    holds(&desk, "Wq = [[1, 2], [0, 1]]");
    holds(&desk, "train W minimise L steps=20");
    holds(&desk, "train Wq minimise Z steps=20");
    holds(&desk, "expect W = Wq");
    ck_assert(!desk_types(&desk, "expect W = [[1, 2], [0, 1]]"));
    desk_close(&desk);
}
END_TEST

START_TEST(a_call_is_stepped_into) {
    static const char *const steps[][2] = {
        {"goto H", "H = attend(X @ W, X, V) * 2   3×2"},
        {"into", "H.Q = X @ W   3×2"},
        {"next", "H.S = scores(H.Q, X)   3×3"},
        {"into", "H.S, operation 1 of 5: X.T   2×3"},
        {"next", "H.S, operation 2 of 5: H.Q @ X.T   3×3"},
        {"out", "H.S = scores(H.Q, X)   3×3"},
        {"next", "H.A = softmax(H.S)   3×3"},
        {"next", "H, operation 1 of 2: H.A @ V   3×2"},
        {"next", "H, operation 2 of 2: H.A @ V * 2   3×2"},
        {"next", "Z = f(g(X))   3×2"},
        {"into", "Z.g.y = X * 2   3×2"},
        {"next", "Z.f.x = g(X)   3×2"},
        {"out", "Z = f(g(X))   3×2"},
        {"goto H.A", "H.A = softmax(H.S)   3×3"},
        {"out", "H = attend(X @ W, X, V) * 2   3×2"},
    };
    struct desk desk;
    open_with(&desk, attention);
    holds(&desk, "H = attend(X @ W, X, V) * 2");
    open_lines(&desk, "g(x) =\n  y = x * 2\n  y + 1\nf(x) = x @ W\nZ = f(g(X))\n");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        ck_assert_str_eq(first_line(&desk, steps[i][0]), steps[i][1]);
    }
    desk_close(&desk);
}
END_TEST

/* A step of a lesson, with its line and its result. */
START_TEST(a_lesson_has_operators) {
    struct desk desk;
    desk_open(&desk, "# t\n\n```qkv\nX = [[1, 2], [3, 4]]\nf(x) =\n  y = x @ x\n\n  y * 2\n\n"
                     "Y = f(X)\n```\n\n```qkv\nf(x) = x\n```\n");
    holds(&desk, "next 2");
    ck_assert_str_eq(desk_says(&desk, "next"), "f(x) =\n    y = x @ x\n    y * 2\n");
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "next"), "Y = f(X)"));
    holds(&desk, "pin Y.y[1,1] = 0");
    holds(&desk, "next");
    holds(&desk, "expect Y = X");
    holds(&desk, "retreat");
    holds(&desk, "expect Y.y[1,1] = 0");
    holds(&desk, "expect Y[1,1] = 0");
    holds(&desk, "f(x) = x + 1");
    holds(&desk, "expect Y = X + 1");
    desk_close(&desk);
}
END_TEST

static const struct {
    const char *before, *line, *says;
} wrongs[] = {
    {"", "f(x) = g(x)", "there is no operator `g`; for a product write g * (…) or g @ (…)"},
    {"", "f(x) = f(x)", "f would call itself: an operator calls others only"},
    {"g(x) = x; f(x) = g(x)", "g(x) = f(x)",
     "g and f would call each other: an operator calls only those that do not call it"},
    {"f(x) = x", "f(1, 2)", "f takes 1 value, not 2: f(x)"},
    {"f(x) = x", "f(x=1)", "f takes its values by position, without x="},
    {"f(x) = x", "f(1, each=row)", "f takes its values by position, without each="},
    {"scale(x) = x", "scala(1)", "there is no operator `scala`; did you mean scale?"},
    {"f(x, W) = x @ W", "layers(g, 1, eye(2))",
     "there is no operator `g`; for a product write g * (…) or g @ (…)"},
    {"f(x, W) = x @ W", "layers(f, 1, eye(2))",
     "layers takes stacks, one matrix a layer, and this is 2×2: what all layers share f uses by "
     "name"},
    {"f(x, W) = x @ W", "layers(f, 1, 2)",
     "layers takes stacks, one matrix a layer, and this is a number: what all layers share f uses "
     "by name"},
    {"f(x, W) = x @ W", "layers(f, 1, stack(1), stack(2))",
     "f takes 2 values, and layers gives it 3: x, and one of each stack"},
    {"f(x, a, b) = x * a * b", "layers(f, 1, stack(1), stack(2, 3))",
     "2 layers here, and 1 in the first stack"},
    {"f(x, a) = x @ a", "layers(f, 1, stack([1, 2], [2, 1]))",
     "layer 2: layers.1 @ layers.2.a: 1×2 by 1×2: the inner sizes 2 and 1 differ; did you mean "
     "layers.1 @ layers.2.a.T?"},
    {"f(x, a) = x * a", "layers(f, 1, ones(100000, 1, 1))", "100000 layers are more than 1000"},
    {"f(x, a) = x * a", "layers(f, 1, ones(1000000000, 1, 1))",
     "ones: sizes must be smaller: a value has at most 16777216 cells"},
    {"", "f(x) = layers(f, x, stack(1))", "f would call itself: an operator calls others only"},
    {"grow(x) = x", "grow", "grow is an operator: write grow(…)"},
    {"f(x) = x @ [1, 2]", "f([1, 2])",
     "f.x @ [1, 2]: 1×2 by 1×2: the inner sizes 2 and 1 differ; did you mean f.x @ [1, 2].T?"},
    {"f(x) = x @ nothing", "y = f([1, 2])", "no value is called nothing"},
    {"y = 1; f(x) = x + y", "y = f(1)",
     "y cannot use itself; give the new value its own name, such as y2"},
    {"f(x) = x; y = f([1, 2])", "y = y.x + 1",
     "y cannot use y.x, which is computed from y; give the new value its own name, such as y2"},
    {"f(x) = x; y = f(2)", "y.x[1,1] = 3", "y.x is a number as it is written: change it there"},
    {"f(x) = sum(x); y = f([1, 2])", "train y.x minimise y",
     "y.x is inside y: name a leaf that it depends on"},
};

START_TEST(wrong_lines_are_told) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert(wrongs[_i].before[0] == '\0' || desk_types(&desk, wrongs[_i].before));
    ck_assert_str_eq(desk_says(&desk, wrongs[_i].line), wrongs[_i].says);
    desk_close(&desk);
}
END_TEST

/* The position is in what was typed, also when a body fails. */
START_TEST(errors_have_a_place) {
    struct desk desk;
    open_with(&desk, attention);
    ck_assert(!desk_types(&desk, "Z = 1 + attend(X, W @ X, V)"));
    ck_assert_uint_eq(desk.failure.column, 19);
    ck_assert(!desk_types(&desk, "Z = 1 + attend(X, [1, 2, 3], V)"));
    ck_assert_str_eq(desk.failure.message,
                     "in attend, S = scores(Q, K): X @ Z.K.T: 3×2 by 3×1: the "
                     "inner sizes 2 and 3 differ; did you mean X.T @ Z.K.T?");
    ck_assert_uint_eq(desk.failure.column, 9);
    desk_close(&desk);
}
END_TEST

/* Very many brackets, calls and operators give an error, or are computed. */
START_TEST(hostile_operators) {
    struct text line = {0};
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "f0(x) = x + 1"));
    for (int i = 1; i <= 300; i++) {
        text_clear(&line);
        text_format(&line, "f%d(x) = f%d(x * 2) + f%d(x)", i, i - 1, i - 1);
        ck_assert(desk_types(&desk, text_string(&line)));
    }
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "y = f300(1)"), "inside one another"));
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "y = f60(1)"), "these calls contain more than"));
    ck_assert(desk_types(&desk, "y = f6(1)"));
    text_release(&line);
    desk_close(&desk);
}
END_TEST

START_TEST(survives_without_memory) {
    static const char line[] = "H = attend(X @ W, X, V); pin H.A[1,1] = 0; scores(Q, K) = Q @ K.T";
    struct desk desk;
    struct notebook before;
    bool refused = true;
    size_t tries = 0;
    open_with(&desk, attention);
    notebook_copy(&before, session_notebook(&desk.session));
    while (refused && tries++ < 5000) {
        size_t refusals = memory_refused();
        memory_fail(tries, false);
        bool ok = desk_types(&desk, line);
        memory_fail(0, false);
        refused = memory_refused() > refusals;
        ck_assert(ok || refused);
        ck_assert(!ok || desk_types(&desk, "undo"));
        ck_assert(notebook_same(&before, session_notebook(&desk.session)));
        text_release(&desk.session.out);
    }
    ck_assert(!refused);
    ck_assert_uint_gt(tries, 100);
    notebook_release(&before);
    desk_close(&desk);
}
END_TEST

Suite *commands_own_suite(void) {
    Suite *suite = suite_create("commands/own");
    TCase *core = tcase_create("core");
    tcase_add_test(core, a_call_is_what_its_lines_are);
    tcase_add_test(core, names_are_the_bodys_first);
    tcase_add_test(core, what_is_inside_has_names);
    tcase_add_test(core, an_operator_is_changed_in_one);
    tcase_add_test(core, what_stands_together_is_made_together);
    tcase_add_test(core, in_columns_a_body_is_turned_over);
    tcase_add_test(core, a_call_learns);
    tcase_add_test(core, a_call_is_stepped_into);
    tcase_add_test(core, layers_hand_on);
    tcase_add_test(core, a_stack_is_its_matrices);
    tcase_add_test(core, a_lesson_has_operators);
    tcase_add_loop_test(core, wrong_lines_are_told, 0, (int)(sizeof wrongs / sizeof *wrongs));
    tcase_add_test(core, errors_have_a_place);
    suite_add_tcase(suite, core);
    TCase *limits = tcase_create("limits");
    tcase_add_test(limits, hostile_operators);
    tcase_add_test(limits, survives_without_memory);
    suite_add_tcase(suite, limits);
    return suite;
}
