/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/easel.h"
#include "canvas/ladder.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/number.h"
#include "notebook/room.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const struct paint plain = {.colour = false};
static struct notebook notebook;

/* "I am hungry" in small numbers: every picture below can be worked out with a pencil. */
static void setup(void) {
    notebook_init(&notebook);
    room_run(&notebook, "X = tokens(\"I am\", [[1, 0], [0.5, -2]])\n"
                        "W_q = [[0.5, 1], [0, 2]]\n"
                        "W_q[1,2] = 3\n"
                        "Q = X @ W_q\n"
                        "K = X\n"
                        "d_k = columns(Q)\n"
                        "S = Q @ K.T\n"
                        "scaled = S / sqrt(d_k)\n"
                        "Z = Q @ K.T / 4\n"
                        "A = softmax(tokens(\"I am\", [[1, 1], [0, 2]], columns=\"I am\"))\n"
                        "r = [[1, -3]]\n"
                        "P = l1(r)\n"
                        "pin P[1,2] = 0\n"
                        "m = mean(X, each=row)\n"
                        "v = var([[1, 3]])\n"
                        "t = max(X)\n"
                        "winner = argmax(X)\n"
                        "N = layernorm([[1, 3]], 2, 10)\n"
                        "G = 2 ** (X - 1)\n"
                        "c = causal(2)\n"
                        "n = norm([[3, 4]])\n"
                        "h = heads(Q, 2)\n"
                        "long = sum(ones(1, 12))\n"
                        "three = 3\n"
                        "named = tokens(\"a b\", 2 * [[1, 2], [3, 4]])\n"
                        "neg = -X\n"
                        "by_X = grad(sum(Q), X)\n"
                        "both = grad(sum(X @ X.T), X)\n"
                        "outer = r.T @ r\n"
                        "left = 1 - 0.99999999794\n"
                        "hair = (0.3 - 0.1) - 0.2");
}

static void teardown(void) {
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static void explain(const char *name, size_t cell, struct explanation *explanation) {
    struct failure failure = {0};
    const struct definition *definition = notebook_find(&notebook, name);
    ck_assert_msg(definition != NULL, "%s is not there", name);
    ck_assert(explain_cell(definition, SIZE_MAX, cell, explanation, &failure));
}

static struct ladder view_of(const struct explanation *explanation) {
    return (struct ladder){
        .explanation = explanation, .precision = 4, .terms = SIZE_MAX, .present = SIZE_MAX};
}

static void print(const struct ladder *ladder, struct text *out) {
    ladder_print(ladder, &(struct output){out, &plain, 80});
}

static bool ask_why(const char *name, size_t cell, size_t most, struct text *out,
                    struct failure *failure) {
    const struct definition *definition = notebook_find(&notebook, name);
    size_t count = definition->operation_count;
    struct number_place place = {definition, count > 0 ? count - 1 : SIZE_MAX, cell};
    struct ladder style = {.precision = 4};
    return ladder_why(&place, &style, most, &(struct output){out, &plain, 80}, failure);
}

static const struct {
    const char *name;
    size_t cell;
    const char *expected;
} sentences[] = {
    {"Q", 0, "Q[I,1] = 1·0.5 + 0·0 = 0.5"},
    {"Q", 3, "Q[am,2] = 0.5·3 + (-2)·2 = -2.5"},
    {"S", 1, "S[I,am] = 0.5·0.5 + 3·(-2) = -5.75"},
    {"scaled", 0, "scaled[I,I] = 0.5 / 1.4142 ≈ 0.3536"},
    {"Z", 1, "Z[I,am] = (-5.75) / 4 = -1.4375"},
    {"A", 0, "A[I,I] = 1 / (1 + 1) = 0.5"},
    {"A", 2, "A[am,I] = 0.1353 / (0.1353 + 1) ≈ 0.1192"},
    {"P", 0, "P[1,1] = 1 / (1 + 3) = 0.25"},
    {"P", 1, "P[1,2] = 0: pinned by hand (it would be -0.75)"},
    {"W_q", 0, "W_q[1,1] = 0.5, as written in W_q"},
    {"W_q", 1, "W_q[1,2] = 3: set by hand (it would be 1)"},
    {"X", 3, "X[am,2] = -2, as written in X"},
    {"K", 3, "K[am,2] = X[am,2] = -2"},
    {"d_k", 0, "d_k = columns(Q) = 2"},
    {"m", 1, "m[am,1] = (0.5 + (-2)) / 2 = -0.75"},
    {"v", 0, "v = ((-1)² + 1²) / 2 = 1"},
    {"t", 0, "t = max(1, 0, 0.5, -2) = 1"},
    {"winner", 1, "winner[am,1] = argmax(0.5, -2) = 1"},
    {"n", 0, "n = sqrt(3² + 4²) = 5"},
    {"G", 3, "G[am,2] = 2 ** (-3) = 0.125"},
    {"c", 1, "c[1,2] = -inf: the key comes later"},
    {"h", 3, "h[2,am,1] = Q[am,2] = -2.5"},
    {"long", 0, "long = 1 + 1 + 1 + 1 + 1 + 1 + … + 1 = 12"},
    {"three", 0, "three = 3"},
    {"named", 3, "named[b,2] = 2·4 = 8"}, /* not its formula, which may be long */
    {"neg", 3, "neg[am,2] = -(-2) = 2"},
    {"left", 0, "left = 1 - 0.9999999979 ≈ 2.06e-9"},
    {"hair", 0, "hair = 0.19999999999999998 - 0.20000000000000001 ≈ -2.7756e-17"},
};

START_TEST(a_sentence_says_how) {
    struct explanation explanation;
    struct text out = {0};
    explain(sentences[_i].name, sentences[_i].cell, &explanation);
    struct ladder view = view_of(&explanation);
    ladder_describe(&view, &out);
    easel_assert(&out, sentences[_i].expected);
    explanation_release(&explanation);
}
END_TEST

static const struct {
    const char *name;
    size_t cell;
    bool columns;
    const char *expected;
} pictures[] = {
    {"S", 1, false,
     "S[I,am] = Q[I,:]·K.T[:,am]\n"
     "        = 0.5·0.5 + 3·(-2) = -5.75\n"
     "\n"
     "                   1     2\n"
     "       Q[I,:]     .5     3\n"
     "  × K.T[:,am]     .5    −2\n"
     "     products    .25 +  −6 = −5.75\n"
     "                 ▁▁▁\n"
     "                       ███\n"},
    {"S", 1, true,
     "S[am,I] = K.T[am,:]·Q[:,I]\n"
     "        = 0.5·0.5 + (-2)·3 = -5.75\n"
     "\n"
     "                 1     2\n"
     "  K.T[am,:]     .5    −2\n"
     "   × Q[:,I]     .5     3\n"
     "   products    .25 +  −6 = −5.75\n"
     "               ▁▁▁\n"
     "                     ███\n"},
    {"outer", 1, false,
     "outer[1,2] = r.T[1,:]·r[:,2]\n"
     "           = 1·(-3) = -3\n"},
    {"outer", 1, true,
     "outer[2,1] = r[2,:]·r.T[:,1]\n"
     "           = (-3)·1 = -3\n"},
    {"A", 2, false,
     "                     I      am\n"
     "        input        0       2 max 2\n"
     "    − largest       −2       0\n"
     "          exp    .1353       1 Σ 1.1353\n"
     "  ÷ their sum    .1192   .8808\n"
     "                   ▁▁▁     ███\n"
     "\n"
     "A[am,I] = 0.1353 / (0.1353 + 1) ≈ 0.1192\n"},
    {"v", 0, false,
     "v = ((-1)² + 1²) / 2 = 1\n"
     "\n"
     "                    1    2\n"
     "  [[1, 3]][1,:]     1    3 mean 2\n"
     "       x − mean    −1    1\n"
     "        squares     1 +  1 = 2 → v = 1\n"
     "                   ██   ██\n"},
    {"N", 1, false,
     "  mean        (1 + 3) / 2 = 2\n"
     "  variance    ((1 - 2)² + (3 - 2)²) / 2 = 1\n"
     "  normalise   1 / sqrt(1 + 1e-5) ≈ 1\n"
     "  gain        1·2 ≈ 2\n"
     "  bias        2 + 10 ≈ 12\n"
     "N[1,2] = 2 + 10 ≈ 12\n"},
    {"Z", 1, false,
     "Z[I,am] = (Q @ K.T)[I,am] / 4\n"
     "        = (-5.75) / 4 = -1.4375\n"},
    {"by_X", 0, false,
     "by_X[I,1] = 1·0.5 + 1·3 = 3.5\n"
     "\n"
     "                      1    2\n"
     "  of what follows     1    1\n"
     "          × slope    .5    3\n"
     "         products    .5 +  3 = 3.5\n"
     "                     ▂▂   ██\n"},
    {"both", 0, false,
     "both[I,1] = 1·1 + 1·0.5 + 1.5·1 = 3\n"
     "\n"
     "             1     2\n"
     "  terms    1.5 + 1.5 = 3\n"
     "           ███   ███\n"},
    {"K", 3, false, "K[am,2] = X[am,2] = -2\n"},
    {"P", 1, false, "P[1,2] = 0: pinned by hand (it would be -0.75)\n"},
};

START_TEST(a_picture_shows_how) {
    struct explanation explanation;
    struct text out = {0};
    explain(pictures[_i].name, pictures[_i].cell, &explanation);
    struct ladder view = view_of(&explanation);
    view.columns = pictures[_i].columns;
    print(&view, &out);
    easel_assert(&out, pictures[_i].expected);
    explanation_release(&explanation);
}
END_TEST

START_TEST(no_sentence_repeats_an_equation_that_has_no_room_for_columns) {
    struct explanation explanation;
    struct text out = {0};
    explain("A", 0, &explanation);
    struct ladder view = view_of(&explanation);
    ladder_print(&view, &(struct output){&out, &plain, 27});
    easel_assert(&out, "A[I,I] = 1 / (1 + 1) = 0.5\n");
    explanation_release(&explanation);
}
END_TEST

/* The largest terms stay, and the sum is that of all. */
START_TEST(long_ladders_show_the_largest_terms) {
    struct explanation explanation;
    struct text out = {0};
    room_run(&notebook, "many = join(zeros(1, 20), ones(1, 30)) @ ones(50, 1)");
    explain("many", 0, &explanation);
    struct ladder view = view_of(&explanation);
    print(&view, &out);
    easel_assert_lines(text_string(&out), 80);
    ck_assert_ptr_null(strstr(text_string(&out), " 20 "));
    ck_assert_ptr_nonnull(strstr(text_string(&out), " 21 "));
    ck_assert_ptr_nonnull(strstr(text_string(&out), " …   1 +   1 +   1"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), " 1 … = 30\n"));
    text_release(&out);
    explanation_release(&explanation);
}
END_TEST

START_TEST(why_goes_down_to_the_leaves) {
    struct failure failure = {0};
    struct text out = {0};
    ck_assert(ask_why("scaled", 1, WHY_LINES, &out, &failure));
    easel_assert(&out, "scaled[I,am] = (-5.75) / 1.4142 ≈ -4.0659\n"
                       "  S[I,am] = 0.5·0.5 + 3·(-2) = -5.75\n"
                       "    Q[I,1] = 1·0.5 + 0·0 = 0.5\n"
                       "      X[I,:] and W_q[:,1], as written\n"
                       "    K[am,1] = X[am,1] = 0.5\n"
                       "      X[am,1], as written\n"
                       "    Q[I,2] = 1·3 + 0·2 = 3\n"
                       "      W_q[1,2] = 3: set by hand (it would be 1)\n"
                       "      X[I,:] and W_q[2,2], as written\n"
                       "    K[am,2] = X[am,2] = -2\n"
                       "      X[am,2], as written\n"
                       "  sqrt(d_k) = sqrt(2) ≈ 1.4142\n"
                       "    d_k = columns(Q) = 2\n");
    ck_assert(ask_why("scaled", 1, 3, &out, &failure));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "and more, not shown"));
    text_release(&out);
    ck_assert(ask_why("three", 0, WHY_LINES, &out, &failure));
    easel_assert(&out, "three = 3\n");
}
END_TEST

START_TEST(why_tells_a_row_once) {
    struct failure failure = {0};
    struct text out = {0};
    room_run(&notebook, "B = softmax(Q)\nO = B @ W_q");
    ck_assert(ask_why("O", 0, WHY_LINES, &out, &failure));
    easel_assert(&out, "O[I,1] = 0.0759·0.5 + 0.9241·0 ≈ 0.0379\n"
                       "  B[I,1] = 0.0821 / (0.0821 + 1) ≈ 0.0759\n"
                       "    Q[I,1] = 1·0.5 + 0·0 = 0.5\n"
                       "      X[I,:] and W_q[:,1], as written\n"
                       "    Q[I,2] = 1·3 + 0·2 = 3\n"
                       "      W_q[1,2] = 3: set by hand (it would be 1)\n"
                       "      X[I,:] and W_q[2,2], as written\n"
                       "  B[I,2] = 1 / (0.0821 + 1) ≈ 0.9241\n"
                       "    Q[I,:], as above\n"
                       "  W_q[:,1], as written\n");
}
END_TEST

/* Decimals give way before a number would be cut at the edge: what is left of one would be another.
 */
START_TEST(numbers_are_never_cut) {
    struct failure failure = {0};
    struct explanation explanation;
    struct text out = {0};
    struct definition *definition =
        room_evaluate(&notebook, "[[123456.5, 0.0012345678901]] @ [[654321.5], [0.1]]");
    ck_assert(explain_cell(definition, SIZE_MAX, 0, &explanation, &failure));
    struct ladder view = view_of(&explanation);
    view.precision = 17;
    print(&view, &out);
    easel_assert_lines(text_string(&out), 80);
    static const char *const numbers[] = {"123456.5", "654321.5", ".0012345678901", ".1",
                                          ".000123456789"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        ck_assert_msg(strstr(text_string(&out), numbers[i]), "%s is not in\n%s", numbers[i],
                      text_string(&out));
    }
    text_release(&out);
    explanation_release(&explanation);
    definition_release(definition);
}
END_TEST

/* Draws CELL in every way there is: each number of terms, both conventions, few decimals and many.
 */
static void draw_all(const struct definition *definition, size_t operation, size_t cell) {
    static const int precisions[] = {0, 4, 17};
    struct failure failure = {0};
    struct explanation explanation;
    ck_assert(explain_cell(definition, operation, cell, &explanation, &failure));
    size_t terms = steps_terms(&explanation.steps);
    for (size_t reached = 0; reached <= terms; reached++) {
        for (size_t i = 0; i < 6; i++) {
            struct ladder view = view_of(&explanation);
            struct text out = {0};
            view.terms = reached;
            view.precision = precisions[i / 2];
            view.columns = i % 2;
            print(&view, &out);
            easel_assert_lines(text_string(&out), 80);
            bool counts =
                explanation.steps.form >= STEPS_CHAIN && explanation.kind == EXPLAINED_STEPS;
            text_clear(&out);
            ladder_describe(&view, &out);
            ck_assert_msg(reached == terms || !counts || strchr(text_string(&out), '?'),
                          "nothing is left to guess: %s", text_string(&out));
            ck_assert_uint_gt(out.length, 0);
            ck_assert(!strchr(text_string(&out), '\n'));
            text_release(&out);
        }
    }
    explanation_release(&explanation);
}

static void draw_definition(const struct definition *definition) {
    for (size_t i = 0; i < definition->operation_count; i++) {
        size_t cells = shape_cells(&definition->operations[i].result->shape);
        for (size_t cell = 0; cell < cells && cell < 6; cell++) {
            draw_all(definition, i, cell);
        }
    }
}

/* Whatever an operator's row can explain can be drawn, in 80 columns. */
START_TEST(every_operator_can_be_drawn) {
    const struct op *op;
    for (size_t i = 0; (op = operator_at(i)) != NULL; i++) {
        struct text lines = {0};
        room_example(op, "example", &lines);
        room_run(&notebook, text_string(&lines));
        draw_definition(notebook_find(&notebook, "example"));
        text_release(&lines);
    }
    for (size_t i = 0; i < notebook.count; i++) {
        draw_definition(notebook.list[i]);
    }
}
END_TEST

START_TEST(hostile_labels_do_no_harm) {
    struct definition *definition = room_evaluate(
        &notebook,
        "tokens(\"寿司寿司寿司寿司寿司寿司寿司寿司寿司寿司寿司寿司 é́́́́́́́,]:[\", [[1, 2], [3, 4]]) @ "
        "tokens(\"a,b c]d\", [[1, 2], [3, 4]], "
        "columns=\"something-as-long-as-nobody-would-ever-call-a-token-in-earnest-to-be-sure x\")");
    draw_definition(definition);
    definition_release(definition);
}
END_TEST

START_TEST(no_memory_is_a_failure) {
    static const char *const names[] = {"S", "A", "N", "Z", "v"};
    struct explanation explanation;
    explain(names[_i], 1 % shape_cells(&notebook_find(&notebook, names[_i])->value->shape),
            &explanation);
    struct ladder view = view_of(&explanation);
    size_t blocks = memory_blocks(), failed = 0;
    for (size_t at = 1; at < 600; at++) {
        struct failure failure = {0};
        struct text out = {0};
        memory_fail(at, false);
        print(&view, &out);
        memory_fail(0, false);
        failed += !text_ok(&out, &failure);
        text_release(&out);
        ck_assert_uint_eq(memory_blocks(), blocks);
    }
    ck_assert_uint_gt(failed, 3);
    ck_assert_uint_lt(failed, 599);
    explanation_release(&explanation);
}
END_TEST

START_TEST(why_without_memory_is_a_failure) {
    notebook_find(&notebook, "scaled"); /* may make an index */
    size_t blocks = memory_blocks(), failed = 0;
    for (size_t at = 1; at < 600; at++) {
        struct failure failure = {0};
        struct text out = {0};
        memory_fail(at, false);
        bool good = ask_why("scaled", 1, WHY_LINES, &out, &failure);
        memory_fail(0, false);
        ck_assert(good != failure.set);
        failed += !good;
        text_release(&out);
        ck_assert_uint_eq(memory_blocks(), blocks);
    }
    ck_assert_uint_gt(failed, 3);
    ck_assert_uint_lt(failed, 599);
}
END_TEST

Suite *canvas_equation_suite(void);
Suite *canvas_equation_suite(void) {
    Suite *suite = suite_create("canvas/equation");
    TCase *core = tcase_create("core"), *limits = tcase_create("limits");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_checked_fixture(limits, setup, teardown);
    tcase_add_loop_test(core, a_sentence_says_how, 0, sizeof sentences / sizeof sentences[0]);
    tcase_add_loop_test(core, a_picture_shows_how, 0, sizeof pictures / sizeof pictures[0]);
    tcase_add_test(core, no_sentence_repeats_an_equation_that_has_no_room_for_columns);
    tcase_add_test(core, long_ladders_show_the_largest_terms);
    tcase_add_test(core, why_goes_down_to_the_leaves);
    tcase_add_test(core, why_tells_a_row_once);
    tcase_add_test(limits, numbers_are_never_cut);
    tcase_add_test(limits, every_operator_can_be_drawn);
    tcase_add_test(limits, hostile_labels_do_no_harm);
    tcase_add_loop_test(limits, no_memory_is_a_failure, 0, 5);
    tcase_add_test(limits, why_without_memory_is_a_failure);
    suite_add_tcase(suite, core);
    suite_add_tcase(suite, limits);
    return suite;
}
