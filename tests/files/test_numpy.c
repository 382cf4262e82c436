/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The exported script is run, and prints with NumPy what the JSON says, to 1e-12. */
#include "files/export.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/text.h"
#include "files/fixture.h"
#include "notebook/room.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *files_numpy_suite(void);

/* A Python that has NumPy; the Makefile knows which. */
static const char *python(void) {
    const char *named = getenv("PYTHON");
    return named != NULL ? named : "/usr/bin/python3";
}

/* The paths of both exports of each notebook, a pair after another. */
static struct text exported;

static void export_to(const struct notebook *notebook, const char *format,
                      const struct export_options *options, char *path) {
    struct failure failure = {0};
    struct text out = {0};
    ck_assert_msg(export_write(export_find(format), notebook, options, &out, &failure), "%s",
                  failure.message);
    char name[32];
    text_fill(name, sizeof name, "%zu.%s", exported.length, format);
    fixture_file(name, text_string(&out), path);
    text_release(&out);
}

static void export_both(const struct notebook *notebook, const struct export_options *options) {
    char json[512], script[512];
    export_to(notebook, "json", options, json);
    export_to(notebook, "numpy", options, script);
    text_format(&exported, " %s %s", json, script);
}

/* Compares them by a script, once for all: to start Python takes longer than the rest. */
static void compare(void) {
    struct text command = {0};
    text_format(&command, "%s %s/tests/reference/same_json.py%s && rm%s", python(), QKV_SOURCE_DIR,
                text_string(&exported), text_string(&exported));
    ck_assert_msg(system(text_string(&command)) == 0, "%s", text_string(&command));
    text_release(&command);
    text_release(&exported);
}

static void export_twice(const char *source) {
    struct notebook notebook;
    fixture_notebook(&notebook, source);
    export_both(&notebook, &(struct export_options){.lesson = "l"});
    export_both(&notebook, &(struct export_options){.columns = true});
    notebook_release(&notebook);
}

/* Every operator of the table, by its example. */
START_TEST(every_operator) {
    struct text source = {0};
    for (size_t i = 0; operator_at(i); i++) {
        struct text name = {0};
        text_format(&name, "v%zu", i);
        room_example(operator_at(i), text_string(&name), &source);
        text_release(&name);
    }
    export_twice(text_string(&source));
    compare();
    text_release(&source);
}
END_TEST

static const char *const sources[] = {
    /* attention, with an edit, a pin and labels */
    ("X = tokens(\"I saw a saw\", [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0]], columns=\"x y "
     "z\")\n"
     "W_q = normal(3, 4, seed=1)\nW_k = uniform(3, 4, low=-1, high=1, seed=2)\n"
     "W_q[2,3] = 0.5\nQ = X @ W_q\nK = X @ W_k\nS = Q @ K.T / sqrt(columns(Q)) + causal(4)\n"
     "A = softmax(S)\npin A[3,1] = 0.125\nO = A @ X\nI = A[\"saw#2\",:]\nj = A[2:3,2]\n"),
    /* stacks */
    ("H = normal(2, 3, 4, seed=5)\nN = [[-inf, inf, nan]]\nN[1,3] = -inf\nG = H @ H[1].T\nP = "
     "H[2,:,1:2] - mean(H, each=row)\n"
     "M = concat(heads(H[1], 2))\nB = normal(2, 2, 2, 2, seed=6)\npin G[2,1,3] = -1\nB[2,1,2,1] = "
     "9\n"
     "C = B[2,:,1,:] * 2\nE = join(H, H[2])\nF = permute(H, [3, 1, 2])\n"),
    /* names that Python has other plans for */
    ("A' = [1, 2]\nA_prime = A' + 1\nA_prime_ = A_prime + 1\nlambda = A' * 2\nlist = lambda - 1\n"
     "json = list\nnp = json @ list.T\njson_ = np + 1\nprint = 3\nqkv_value = 4\nqkv_softmax = 5\n"
     "isinstance = softmax(A')\nα = 1\nµ = 2\nμ = 3\nx₂ = 4\nfloat = 1.5\n寿司 = 8\n"
     "é = 1\ne\xcc\x81 = 2\nqkv_cells = concat(heads([1, 2], 2))\n"),
    /* numbers where Python's own would differ or fail */
    ("a = 1 / 0\nb = -1 / 0\nc = 0 / 0\nd = (-8) ** 0.5\ne = 10 ** 400\nf = 2 ** -1\ng = 7 / 2\n"
     "h = [[1, 2]] ** -1\ni = -2 ** 2\nj = 2 ** 3 ** 2\nk = sum(3)\nl = exp(710)\nm = log(0)\n"
     "n = softmax(5)\no = columns(7)\np = (2).T\nq = [[a, 2], [3, c]]\nr = pi * -0.0\ns = -0.0\n"
     "t = -inf\nu = nan + [[1, 2]]\nv = 5e-324 / 2\nw = max(3) - min(-4)\nx = -(-[1, 2])\ny = 1 - "
     "-2\n"
     "z = [[1/3, -1e-300], [2e300 * 1e10, 0.1 + 0.2]]\nz[1,2] = 1/7\nw2 = 3\nw2[1,1] = 4\n"),
    /* words that have to be quoted */
    ("X = tokens(\"\\\\ ' \xe2\x80\xae \xe2\x80\x8b \xf0\x9f\x98\x80 </script> %s\", zeros(7, 2))\n"
     "Y = X[\"%s\",:]\nE = embed(\"' \xf0\x9f\x98\x80\", X + normal(7, 2, seed=1))\n"),
    /* texts: one, its name, a batch */
    ("s = \"I saw a saw\"\nt = s\nv = \"I saw a dog\"\n"
     "E = tokens(v, [[1, 0], [0, 1], [2, 2], [3, 4]])\nb = [\"I saw\", \"a dog saw I\"]\n"
     "X = embed(t, E)\nY = embed(b, E * 2)\nH = onehot(b, E)\nI = ids(b, v)\nP = padding(b)\n"
     "V = vectors(b, 3)\nA = softmax(Y @ Y.T + P)\nZ = embed(t, heads(join(E, E), 2)[1,:,:])\n"
     "W = tokens(s, eye(4), columns=s)\nR = reshape(W, 2, 8)\nf(t, E) = embed(t, E) * 2\n"
     "F = f(s, E)\n"),
    /* operators of one's own: each a def, or line by line where its inside was touched */
    ("scores(Q, K) = Q @ K.T / sqrt(columns(K))\n"
     "attend(Q, K, V) =\n    S = scores(Q, K)\n    A = softmax(S)\n    A @ V\n"
     "power(x, x', list) =\n    list' = x ** x'\n    attend = list' + list\n    attend * W[1,1]\n"
     "first(x) = x[1,:] + sum(x)\n"
     "W = normal(3, 2)\nX = tokens(\"I am so\", eye(3))\nQ = X @ W\nscores = scores(Q, Q)\n"
     "H = attend(Q, X @ W, X) * 2\nG = attend(Q, Q, attend(X, X, Q) + 1)\n"
     "E = attend(Q, Q, Q)\npin E.A[2,1] = 0.5\nF = entropy(G.attend.A)\n"
     "P = power(abs(W), 2, -1) + first(W)\nL = sum(H) + sum(P)\nD = grad(L, W)\n"),
    /* and subscripts in them, whatever the sizes */
    ("E = [[1, 2], [3, 4], [5, 6]]\nj = [[1, 2], [3, 1]]\nk = 2\nS = normal(3, 2, 2)\n"
     "L = tokens(\"I am\", [[1, 2], [3, 4]])\n"
     "f(e, i) = e[i] * 2\nH = f(E, j)\nO = f(E, [3, 1])\n"
     "g(x, n) =\n    a = x[n,:]\n    b = x[:,1:2]\n    c = x[2:,n]\n    d = x[rows(x)]\n"
     "    a + b + sum(c) + d[1,1] + x[[2, 1, 2],[2, 1]]\nG = g(E, k)\n"
     "h(s, n) = s[n] @ s[1,1,:].T + s[2][1,2] + s[:,2,1][1]\nK = h(S, k)\n"
     "t(e, i) = e[:,i] * 1\nT = t(E, [[1, 2], [2, 1]])\n"
     "u(e) = e.T[[[1, 2], [2, 1]],2] * 1\nU = u(E)\n"
     "l(x) = x[am,:] * 2\nM = l(L)\nZ = f(E, j)[2] + L[am]\n"),
    "",
};

START_TEST(scripts) {
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        export_twice(sources[i]);
    }
    compare();
}
END_TEST

/* With a name the script computes what it needs and prints that one. */
START_TEST(one_name) {
    struct notebook notebook;
    struct failure failure = {0};
    struct text out = {0};
    fixture_notebook(&notebook, "a = 2\nb = a + 1\nunused = 5\nc = b * a\nlater = c\n");
    const struct export_options options = {.name = "c"};
    export_both(&notebook, &options);
    ck_assert(export_write(export_find("numpy"), &notebook, &options, &out, &failure));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "b = a + 1.0\nc = b * a\n\nprint"));
    ck_assert_ptr_null(strstr(text_string(&out), "unused"));
    ck_assert_ptr_null(strstr(text_string(&out), "later"));
    text_release(&out);
    notebook_release(&notebook);
}
END_TEST

/* SOURCE as a script, whole. */
static struct text script_of(const char *source) {
    struct notebook notebook;
    struct failure failure = {0};
    struct text out = {0};
    fixture_notebook(&notebook, source);
    ck_assert(
        export_write(export_find("numpy"), &notebook, &(struct export_options){0}, &out, &failure));
    notebook_release(&notebook);
    return out;
}

/* The same holds for subscripts in a user's operator; a label has no position that is right for all
 * calls. */
START_TEST(subscripts_in_an_operator) {
    struct text out = script_of("f(x, n) = x[n,1:2]\nl(x) = x[am,:]\nX = tokens(\"I am\", eye(2))\n"
                                "A = f(X, 2)\nB = l(X)\n");
    ck_assert_ptr_nonnull(strstr(text_string(&out), "return qkv_pick(x, n, slice(1, 2))\n"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "A = f(X, "));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "B = X[1:2, :]"));
    text_release(&out);
}
END_TEST

/* Formulas stay formulas: a script of written-out numbers teaches nothing. */
START_TEST(readable) {
    struct text out = script_of("X = [[1, 0.5], [2, 1e-7]]\nW_q = eye(2)\nQ = X @ W_q\n"
                                "A = softmax(Q @ Q.T / sqrt(columns(Q)))\nX[1,2] = 3\n");
    ck_assert_ptr_nonnull(strstr(text_string(&out),
                                 "\nX = np.array([[1.0, 0.5],\n    [2.0, 1e-7]])\n"
                                 "X = np.array(X)\nX[0, 1] = 3.0\n"
                                 "W_q = np.eye(2)\n"
                                 "Q = X @ W_q\n"
                                 "A = qkv_softmax(Q @ np.swapaxes(Q, -1, -2) / "
                                 "np.sqrt(np.array([[float(np.shape(Q)[-1])]])), -1)\n"));
    ck_assert_ptr_eq(strstr(strstr(text_string(&out), "def qkv_softmax") + 1, "def qkv_softmax"),
                     NULL);
    text_release(&out);
}
END_TEST

Suite *files_numpy_suite(void) {
    Suite *suite = suite_create("files numpy");
    TCase *core = tcase_create("core");
    tcase_add_test(core, every_operator);
    tcase_add_test(core, scripts);
    tcase_add_test(core, one_name);
    tcase_add_test(core, subscripts_in_an_operator);
    tcase_add_test(core, readable);
    suite_add_tcase(suite, core);
    return suite;
}
