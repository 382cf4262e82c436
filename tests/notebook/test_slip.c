/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Slips: each row is found from the number it gives, as NumPy computed it with the slip made by
 * hand; none is found for a right answer; the notebook does not change. */
#include "notebook/slip.h"

#include "base/heap.h"
#include "base/number.h"
#include "base/text.h"
#include "language/reader.h"
#include "language/writer.h"
#include "room.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct notebook notebook;

static void setup(void) {
    notebook_init(&notebook);
}

static void teardown(void) {
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static struct tree *read(const char *requested) {
    struct failure failure = {0};
    struct tree *tree = reader_expression(requested, &failure);
    ck_assert_msg(tree != NULL, "%s", failure.message);
    return tree;
}

/* Returns the names of the slips that ANSWER to ASKED may come from, "no mask, late mask, turned
 * mask"; asserts that the notebook does not change. Valid until the next call. */
static const char *found_for_row(const char *requested, const double *answer, double precision,
                                 size_t count) {
    static char names[256];
    struct failure failure = {0};
    struct slips slips;
    struct tree *tree = read(requested);
    double each[] = {precision, precision, precision};
    struct slip_question question = {&notebook, tree, answer, each, count};
    struct room_list before = room_remember(&notebook);
    struct text list = {0};
    ck_assert(slips_find(&question, &slips, &failure));
    ck_assert(room_is(&notebook, &before));
    for (size_t i = 0; i < slips.count; i++) {
        text_format(&list, "%s%s", i > 0 ? ", " : "", slips.list[i].slip->name);
    }
    text_fill(names, sizeof names, "%s", text_string(&list));
    text_release(&list);
    slips_release(&slips);
    tree_release(tree);
    return names;
}

static const char *found_for(const char *requested, double answer, double precision) {
    return found_for_row(requested, &answer, precision, 1);
}

/* Returns the formula of the first slip found, "scaled = S"; "" when none was. */
static const char *formula_for(const char *requested, double answer) {
    static char formula[256];
    struct failure failure = {0};
    struct slips slips;
    struct tree *tree = read(requested);
    double precision = 1e-9;
    struct slip_question question = {&notebook, tree, &answer, &precision, 1};
    struct text out = {0};
    ck_assert(slips_find(&question, &slips, &failure));
    if (slips.count > 0) {
        const struct definition *definition = slips.list[0].definition;
        text_format(&out, "%s = ", definition == NULL ? "it" : definition->name);
        writer_plain(slips.list[0].tree->root, &out);
    }
    text_fill(formula, sizeof formula, "%s", text_string(&out));
    text_release(&out);
    slips_release(&slips);
    tree_release(tree);
    return formula;
}

/* --- by NumPy -----------------------------------------------------------------------------------
 */

/* Verifies a line such as "no mask | A[2,1] | 0.1 0.2". */
static void hold_line(char *line) {
    char *requested = strstr(line, " | "), *numbers, *right;
    *requested = '\0';
    numbers = strstr(requested += 3, " | ");
    *numbers = '\0';
    right = strchr(numbers += 3, ' ');
    *right++ = '\0';
    double wrong, key;
    ck_assert(number_parse(numbers, strlen(numbers), &wrong));
    ck_assert(number_parse(right, strlen(right), &key));
    ck_assert(numbers_near(room_number(&notebook, requested), key, 1e-12));
    const char *found = found_for(requested, wrong, 1e-9);
    ck_assert_msg(strstr(found, line) != NULL, "%s for %s: \"%s\", not %s", numbers, requested,
                  found, line);
    ck_assert_str_eq(found_for(requested, key, 1e-9), "");
}

START_TEST(each_slip_is_found_from_the_number_numpy_gives_for_it) {
    FILE *file = fopen(QKV_SOURCE_DIR "/tests/reference/slips.txt", "r");
    static char line[1024];
    size_t held = 0;
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strstr(line, " | ") != NULL) {
            hold_line(line);
            held++;
        } else {
            room_run(&notebook, line);
        }
    }
    fclose(file);
    ck_assert_uint_eq(held, 27);
}
END_TEST

/* --- how formulas may be written ----------------------------------------------------------------
 */

static const char small[] = "Q = [[1, 2], [0, 3.5]]\n"
                            "K = [[2, 1], [5, 4]]\n"
                            "d_k = columns(Q)\n"
                            "root = sqrt(d_k)\n"
                            "M = [[0, -1e9], [0, 0]]\n";

/* After SMALL and STATEMENTS, the slip found when CELLS, an expression, is answered with WRONG. */
static const struct {
    const char *statements, *requested, *wrong, *found, *formula;
} written[] = {
    {"S = Q @ K.T / sqrt(d_k)", "S[1,1]", "(Q @ K.T)[1,1]", "no scaling", "S = Q @ K.T"},
    {"S = Q @ K.T / root", "S[1,1]", "(Q @ K.T)[1,1]", "no scaling", "S = Q @ K.T"},
    {"S = Q @ K.T / sqrt(2)", "S[1,1]", "(Q @ K.T)[1,1] / 2", "no root", "S = Q @ K.T / 2"},
    {"S = Q @ K.T / root", "S[1,1]", "(Q @ K.T)[1,1] / 2", "no root", "S = Q @ K.T / d_k"},
    {"S = Q @ K.T * (1 / sqrt(d_k))", "S[1,1]", "(Q @ K.T)[1,1]", "no scaling", "S = Q @ K.T * 1"},
    {"", "softmax(Q @ K.T / sqrt(d_k))[1,1]", "softmax(Q @ K.T)[1,1]", "no scaling",
     "it = softmax(Q @ K.T)[1,1]"},
    {"A = softmax(Q @ K.T, each=column)", "A[1,2]", "softmax(Q @ K.T)[1,2]", "other axis",
     "A = softmax(Q @ K.T)"},
    {"A = softmax(causal(2) + Q)", "A[1,1]", "softmax(Q)[1,1]", "no mask, late mask, turned mask",
     "A = softmax(Q)"},
    {"A = softmax(Q / root + M)", "A[1,1]", "softmax(Q / root)[1,1]",
     "no mask, late mask, turned mask", "A = softmax(Q / root)"},
    {"S = Q + M; T = S / root; A = softmax(T)", "A[1,1]", "softmax(Q / root)[1,1]",
     "no mask, late mask, turned mask", "S = Q"},
    {"A = softmax(Q + M)", "(A @ K)[1,1]", "(softmax(Q) * exp(M) @ K)[1,1]", "late mask",
     "A = softmax(Q) * exp(M)"},
    {"A = softmax(Q / root + M)", "(A @ K)[1,1]", "(softmax(Q / root) * exp(M) @ K)[1,1]",
     "late mask", "A = softmax(Q / root) * exp(M)"},
    {"P = Q.T @ K", "P[1,2]", "(Q @ K)[1,2]", "not transposed", "P = Q @ K"},
    {"P = Q @ K", "P[1,2]", "(Q @ K.T)[1,2]", "transposed", "P = Q @ K.T"},
    {"P = Q.T @ K", "P[1,2]", "(K.T @ Q)[1,2]", "sides exchanged, indices exchanged",
     "P = K.T @ Q"},
    {"P = Q - K", "P[1,2]", "P[2,1]", "indices exchanged", "it = P[2,1]"},
    {"twice(x) = x * 2; P = twice(Q) @ K", "P[1,2]", "(2 * Q @ K.T)[1,2]", "transposed",
     "P = twice(Q) @ K.T"},
};

START_TEST(a_slip_is_found_however_it_is_written) {
    char line[512];
    text_fill(line, sizeof line, "%s%s", small, written[_i].statements);
    for (char *at = line; (at = strchr(at, ';')) != NULL;) {
        *at = '\n';
    }
    room_run(&notebook, line);
    double wrong = room_number(&notebook, written[_i].wrong);
    ck_assert_str_eq(found_for(written[_i].requested, wrong, 1e-9), written[_i].found);
    ck_assert_str_eq(formula_for(written[_i].requested, wrong), written[_i].formula);
}
END_TEST

/* --- answers without a diagnosis ----------------------------------------------------------------
 */

START_TEST(precision_decides_and_never_against_a_right_answer) {
    room_run(&notebook, "S = [[0.28, 4]]\nscaled = S / sqrt(4)\n");
    ck_assert_str_eq(found_for("scaled[1,1]", 0.28, 0.005), "no scaling");
    ck_assert_str_eq(found_for("scaled[1,1]", 0.3, 0.05), "no scaling");
    ck_assert_str_eq(found_for("scaled[1,1]", 0.27, 0.005), "");
    /* At this precision 0.14, which is right, is also 0. */
    ck_assert_str_eq(found_for("scaled[1,1]", 0, 0.5), "");
    ck_assert_str_eq(found_for("scaled[1,1]", 0.14, 1e-9), "");
    ck_assert_str_eq(found_for("scaled", 0.14, 1e-9), "");
    ck_assert_str_eq(found_for("elsewhere", 0.14, 1e-9), "");
}
END_TEST

START_TEST(a_slip_gives_all_numbers_of_a_row) {
    room_run(&notebook, "S = [[0.28, 4, 0], [1, 2, 3]]\nscaled = S / sqrt(4)\n");
    ck_assert_str_eq(found_for_row("scaled[1,:]", (double[]){0.28, 4, 0}, 0.005, 3), "no scaling");
    ck_assert_str_eq(found_for_row("scaled[1,:]", (double[]){0.28, 4, 1}, 0.005, 3), "");
    ck_assert_str_eq(found_for_row("scaled[1,:]", (double[]){0.14, 2, 0}, 0.005, 3), "");
    ck_assert_str_eq(found_for_row("scaled[1,:]", (double[]){0.28, 4}, 0.005, 2), "");
    ck_assert_str_eq(found_for_row("scaled[1,:]", (double[]){0, 0, 0}, 0.5, 3), "");
    ck_assert_str_eq(found_for_row("scaled[:,1]", (double[]){0.28, 1}, 0.005, 2), "no scaling");
}
END_TEST

START_TEST(a_formula_that_would_not_compute_is_passed_over) {
    room_run(&notebook, "Q = [[1, 2, 3], [4, 5, 6]]\n"
                        "K = [[1, 0, 2], [0, 1, 1]]\n"
                        "S = Q @ K.T\n"
                        "A = softmax(S)\n"
                        "O = A @ [[1, 5], [2, 7]]\n"
                        "apart = rows(Q) / 0\n");
    /* Q @ K has no shape; with exchanged sides it has. */
    ck_assert_str_eq(found_for("S[1,2]", room_number(&notebook, "S[2,1]"), 1e-9),
                     "sides exchanged, indices exchanged");
    ck_assert_str_eq(found_for("O[1,1]", 123, 1e-9), "");
}
END_TEST

START_TEST(cells_set_by_hand_are_no_slip) {
    room_run(&notebook, "S = [[0.28, 4]]\nscaled = S / sqrt(4)\npin scaled[1,1] = 7\n");
    ck_assert_str_eq(found_for("scaled[1,1]", 0.28, 0.005), "");
    ck_assert_str_eq(found_for("scaled[1,1]", 0.14, 0.005), "");
}
END_TEST

/* Fails one allocation after the other. */
START_TEST(without_memory_it_says_so) {
    struct slips slips;
    struct tree *tree;
    bool found = false;
    room_run(&notebook, "S = [[0.28, 4]]\nscaled = S / sqrt(4)\n");
    tree = read("scaled[1,1]");
    double answer = 0.28, precision = 1e-9;
    struct slip_question question = {&notebook, tree, &answer, &precision, 1};
    for (size_t count = 1; !found; count++) {
        struct failure failure = {0};
        memory_fail(count, true);
        bool ok = slips_find(&question, &slips, &failure);
        memory_fail(0, false);
        found = ok && slips.count == 1;
        ck_assert(ok != failure.set);
        slips_release(&slips);
    }
    tree_release(tree);
}
END_TEST

/* A slip in a line of a user-defined operator, at one of its calls. */
START_TEST(inside_of_a_call) {
    room_run(&notebook, "X = [[1, 2], [0.5, 1], [2, -1]]\n"
                        "scores(Q, K) = Q @ K.T / sqrt(columns(K))\n"
                        "attend(Q, K, V) =\n  A = softmax(scores(Q, K))\n  A @ V\n"
                        "H = attend(X, X, X)\nO = H * 2\n");
    ck_assert_str_eq(found_for("H.A[1,2]", room_number(&notebook, "softmax(X @ X.T)[1,2]"), 1e-6),
                     "no scaling");
    ck_assert_str_eq(
        found_for("O[1,2]", room_number(&notebook, "(softmax(X @ X.T) @ X * 2)[1,2]"), 1e-6),
        "no scaling");
}
END_TEST

Suite *notebook_slip_suite(void);

Suite *notebook_slip_suite(void) {
    Suite *suite = suite_create("notebook/slip");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_test(core, inside_of_a_call);
    tcase_add_test(core, each_slip_is_found_from_the_number_numpy_gives_for_it);
    tcase_add_loop_test(core, a_slip_is_found_however_it_is_written, 0,
                        (int)(sizeof written / sizeof written[0]));
    tcase_add_test(core, precision_decides_and_never_against_a_right_answer);
    tcase_add_test(core, a_slip_gives_all_numbers_of_a_row);
    tcase_add_test(core, a_formula_that_would_not_compute_is_passed_over);
    tcase_add_test(core, cells_set_by_hand_are_no_slip);
    tcase_add_test(core, without_memory_it_says_so);
    suite_add_tcase(suite, core);
    return suite;
}
