/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "ground/runner.h"
#include "language/writer.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "language/forest.h"
#include "language/lexer.h"
#include "language/reader.h"

#include <check.h>
#include <string.h>

#define TREES RUNNER_SAMPLES(4000, 500)
enum { BLOCK = 500 };

static const char *const names[] = {"plain", "unicode", "latex", "numpy"};

static const struct {
    const char *text;
    const char *written[4]; /* by notation; NULL: as the text */
} writings[] = {
    {"Q @ K.T / sqrt(d_k)",
     {NULL, "Q Kᵀ / √d_k", "\\frac{Q K^{\\top}}{\\sqrt{d_{k}}}",
      "Q @ np.swapaxes(K, -1, -2) / np.sqrt(d_k)"}},
    {"softmax(S)",
     {NULL, "softmax(S)", "\\operatorname{softmax}\\left(S\\right)", "qkv_softmax(S, -1)"}},
    {"softmax(S,each=\"column\")",
     {"softmax(S, each=column)", "softmax(S, each=column)",
      "\\operatorname{softmax}\\left(S, \\mathrm{each}=\\mathrm{column}\\right)",
      "qkv_softmax(S, -2)"}},
    {"sum(A)",
     {NULL, NULL, "\\operatorname{sum}\\left(A\\right)",
      "np.sum(A, axis=(-2, -1), keepdims=True)"}},
    {"sum(A, each=row)",
     {NULL, NULL, "\\operatorname{sum}\\left(A, \\mathrm{each}=\\mathrm{row}\\right)",
      "np.sum(A, axis=-1, keepdims=True)"}},
    {"gelu(x, approximate=tanh)",
     {NULL, NULL, "\\operatorname{gelu}\\left(x, \\mathrm{approximate}=\\mathrm{tanh}\\right)",
      "qkv_gelu(x, \"tanh\")"}},
    {"gelu(x)", {NULL, NULL, "\\operatorname{gelu}\\left(x\\right)", "qkv_gelu(x, \"none\")"}},
    {"relu_norm(scores)",
     {NULL, NULL, "\\operatorname{relu\\_norm}\\left(\\mathit{scores}\\right)",
      "qkv_relu_norm(scores, -1)"}},
    {"(a + b) * c", {NULL, "(a + b) · c", "\\left(a + b\\right) \\cdot c", "(a + b) * c"}},
    {"a * -b", {NULL, "a · (−b)", "a \\cdot \\left(-b\\right)", "a * (-b)"}},
    {"a @ (-b * c)", {NULL, "a (−b · c)", "a \\left(-b \\cdot c\\right)", "a @ (-b * c)"}},
    {"(a / b)**2", {NULL, "(a / b)**2", "{\\left(\\frac{a}{b}\\right)}^{2}", "(a / b) ** 2.0"}},
    {"a ** b ** c", {"a**b**c", "a**b**c", "{a}^{{b}^{c}}", "a ** b ** c"}},
    {"K.T.T", {NULL, "Kᵀᵀ", "{K^{\\top}}^{\\top}", "np.swapaxes(np.swapaxes(K, -1, -2), -1, -2)"}},
    {"(Q @ K).T", {NULL, "(Q K)ᵀ", "\\left(Q K\\right)^{\\top}", "np.swapaxes(Q @ K, -1, -2)"}},
    {"sqrt(x).T", {NULL, "(√x)ᵀ", "\\sqrt{x}^{\\top}", "np.swapaxes(np.sqrt(x), -1, -2)"}},
    {"sqrt(a + b)", {NULL, "√(a + b)", "\\sqrt{a + b}", "np.sqrt(a + b)"}},
    {"abs(-x)", {NULL, "|−x|", "\\left|-x\\right|", "np.abs(-x)"}},
    {"exp(a + b)", {NULL, NULL, "\\exp(a + b)", "np.exp(a + b)"}},
    {"[1, -2]",
     {NULL, "[1, −2]", "\\begin{bmatrix} 1 & -2 \\end{bmatrix}", "np.array([[1.0, -2.0]])"}},
    {"[1, n]", {NULL, NULL, "\\begin{bmatrix} 1 & n \\end{bmatrix}", "np.block([[1.0, n]])"}},
    {"[[[1, 2]], [[3, 4]]]",
     {NULL, NULL,
      "\\left[\\begin{bmatrix} 1 & 2 \\end{bmatrix},\\; \\begin{bmatrix} 3 & 4 "
      "\\end{bmatrix}\\right]",
      "np.array([[[1.0, 2.0]], [[3.0, 4.0]]])"}},
    {"[([1, 2]), 3]",
     {NULL, NULL, "\\begin{bmatrix} \\begin{bmatrix} 1 & 2 \\end{bmatrix} & 3 \\end{bmatrix}",
      "np.block([[(np.array([[1.0, 2.0]])), 3.0]])"}},
    {"W_q[1,2]", {NULL, NULL, "{W_{q}}_{1,2}", "W_q[0:1, 1:2]"}},
    {"A[2:3]", {NULL, NULL, "{A}_{2:3}", "A[1:3]"}},
    {"A[:,n]", {NULL, NULL, "{A}_{:,n}", "A[:, int(np.ravel(n)[0]) - 1:int(np.ravel(n)[0])]"}},
    {"H[2,1,:3]", {NULL, NULL, "{H}_{2,1,:3}", "H[1, 0:1, :3]"}},
    {"A[\"saw#2\"]", {NULL, NULL, "{A}_{\\text{saw\\#2}}", NULL}},
    {"zeros(2, n)",
     {NULL, NULL, "\\operatorname{zeros}\\left(2, n\\right)",
      "np.zeros((2, int(np.ravel(n)[0])))"}},
    {"causal(rows(X))",
     {NULL, NULL, "\\operatorname{causal}\\left(\\operatorname{rows}\\left(X\\right)\\right)",
      NULL}},
    {"1.50 + 1e-5", {NULL, NULL, "1.50 + 1 \\cdot 10^{-5}", "1.50 + 1e-5"}},
    {"inf - pi", {NULL, "∞ − π", "\\infty - \\pi", "np.inf - np.pi"}},
    {"(2).T", {NULL, "(2)ᵀ", "\\left(2\\right)^{\\top}", NULL}},
    {"lambda * A'", {NULL, "lambda · A'", "\\mathit{lambda} \\cdot A'", "lambda_ * A_prime"}},
};

START_TEST(writes_four_notations) {
    struct tree *tree = forest_read(writings[_i].text);
    for (int notation = 0; notation < 4; notation++) {
        struct text out = {0};
        struct writer_options options = {.notation = (enum notation)notation};
        const char *wanted = writings[_i].written[notation];
        if (wanted == NULL && notation > NOTATION_UNICODE) {
            continue;
        }
        writer_write(tree->root, &options, &out);
        ck_assert_msg(text_same(text_string(&out), wanted ? wanted : writings[_i].text),
                      "%s: %s, not %s", names[notation], text_string(&out),
                      wanted ? wanted : writings[_i].text);
        text_release(&out);
    }
    tree_release(tree);
}
END_TEST

/* Every random tree, over every row of the table, reads back as itself. */
START_TEST(reads_back) {
    for (int seed = _i * BLOCK; seed < (_i + 1) * BLOCK; seed++) {
        struct tree *tree = forest_tree((uint64_t)seed);
        struct text out = {0}, again = {0};
        writer_plain(tree->root, &out);
        struct tree *back = forest_read(text_string(&out));
        forest_same(back, tree);
        forest_spans(back);
        writer_plain(back->root, &again);
        ck_assert_str_eq(text_string(&again), text_string(&out));
        text_release(&out);
        text_release(&again);
        tree_release(back);
        tree_release(tree);
    }
}
END_TEST

/* Returns TEXT without the bytes at OPEN and CLOSE. */
static char *without(const char *text, size_t open, size_t close) {
    struct text less = {0};
    text_append_bytes(&less, text, open);
    text_append_bytes(&less, text + open + 1, close - open - 1);
    text_append(&less, text + close + 1);
    return text_steal(&less);
}

static size_t closing(const char *text, size_t open) {
    struct scan scan = {.text = text, .length = strlen(text), .at = open};
    size_t at;
    do {
        at = scan_next(&scan);
    } while (scan.brackets.depth > 0);
    return at;
}

/* No grouping bracket is superfluous: without it the text is wrong, or means something else. */
START_TEST(no_bracket_too_many) {
    for (uint64_t seed = 0; seed < BLOCK; seed++) {
        struct tree *tree = forest_tree(seed);
        struct text out = {0};
        writer_plain(tree->root, &out);
        const char *text = text_string(&out);
        struct scan scan = {.text = text, .length = out.length};
        size_t at;
        while ((at = scan_next(&scan)) < out.length) {
            bool called = at > 0 && strchr(" ([-*,:", text[at - 1]) == NULL;
            /* (0.5).T keeps the brackets that (2).T needs. */
            bool number = strchr(".0123456789", text[at + 1]) != NULL;
            if (text[at] != '(' || called || (number && text[closing(text, at) + 1] == '.')) {
                continue;
            }
            struct failure failure = {0};
            char *less = without(text, at, closing(text, at));
            struct tree *other = reader_expression(less, &failure);
            ck_assert_msg(other == NULL || !tree_same(other->root, tree->root), "%s", text);
            tree_release(other);
            memory_free(less);
        }
        text_release(&out);
        tree_release(tree);
    }
}
END_TEST

/* The other notations can write every tree too; brackets of every kind balance. */
START_TEST(every_notation_balances) {
    for (uint64_t seed = 0; seed < BLOCK; seed++) {
        struct tree *tree = forest_tree(seed);
        for (int notation = 1; notation < 4; notation++) {
            struct text out = {0};
            writer_write(tree->root, &(struct writer_options){.notation = (enum notation)notation},
                         &out);
            ck_assert_uint_gt(out.length, 0);
            ck_assert(lexer_check(text_string(&out), out.length, &(struct failure){0}));
            ck_assert_ptr_null(strstr(text_string(&out), "%1"));
            ck_assert_ptr_null(strstr(text_string(&out), "%each"));
            text_release(&out);
        }
        tree_release(tree);
    }
}
END_TEST

static bool write_names(void *context, const struct node *node, struct text *out) {
    ++*(int *)context;
    if (node->kind != NODE_APPLY || !text_same(node->op->name, "softmax")) {
        return false;
    }
    text_append(out, "SPECIAL");
    return true;
}

START_TEST(the_export_comes_first) {
    struct tree *tree = forest_read("softmax(a + b) @ c.T");
    struct text out = {0};
    int calls = 0;
    struct writer_options options = {NOTATION_NUMPY, write_names, &calls};
    writer_write(tree->root, &options, &out);
    ck_assert_str_eq(text_string(&out), "SPECIAL @ np.swapaxes(c, -1, -2)");
    ck_assert_int_eq(calls, 4); /* @, softmax, .T, c */
    text_release(&out);
    tree_release(tree);
}
END_TEST

START_TEST(names_and_texts) {
    static const struct {
        const char *name, *python, *latex;
    } rows[] = {
        {"W_q", "W_q", "W_{q}"},
        {"A'", "A_prime", "A'"},
        {"A''", "A_prime_prime", "A''"},
        {"lambda", "lambda_", "\\mathit{lambda}"},
        {"np", "np_", "\\mathit{np}"},
        {"scores", "scores", "\\mathit{scores}"},
        {"alpha'", "alpha_prime", "\\mathit{alpha}'"},
        {"d_model", "d_model", "d_{\\mathrm{model}}"},
        {"x_12", "x_12", "x_{12}"},
        {"W_q_1", "W_q_1", "W_{\\mathrm{q\\_1}}"},
        {"next_", "next_", "\\mathit{next\\_}"},
        {"α", "α", "α"},
        {"x₁", "xu2081", "\\mathit{x₁}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text out = {0};
        writer_python_name(rows[i].name, &out);
        ck_assert_str_eq(text_string(&out), rows[i].python);
        text_clear(&out);
        writer_latex_name(rows[i].name, &out);
        ck_assert_str_eq(text_string(&out), rows[i].latex);
        text_release(&out);
    }
    struct text out = {0};
    writer_quoted(NOTATION_NUMPY, "a\\b", &out);
    writer_quoted(NOTATION_PLAIN, "a\\b", &out);
    writer_quoted(NOTATION_LATEX, "50% \\_{}~^", &out);
    ck_assert_str_eq(text_string(&out), "\"a\\\\b\"\"a\\b\"\\text{50\\% "
                                        "\\textbackslash{}\\_\\{\\}\\~{}\\^{}}");
    text_release(&out);
}
END_TEST

START_TEST(signatures) {
    static const struct {
        const char *name, *signature;
    } rows[] = {
        {"softmax", "softmax(x, each=row)"},
        {"layernorm", "layernorm(x, gain=…, bias=…, eps=1e-5, each=row)"},
        {"onehot", "onehot(\"…\", vocabulary=\"…\")"},
        {"normal", "normal(rows, columns, mean=0, std=1, seed=…)"},
        {"@", "a @ b"},
        {"negate", "-x"},
        {".T", "x.T"},
        {"[ ]", "x[row, column]"},
        {"matrix", "[[a, b], [c, d]]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text out = {0};
        writer_signature(operator_find(rows[i].name, strlen(rows[i].name)), &out);
        ck_assert_str_eq(text_string(&out), rows[i].signature);
        text_release(&out);
    }
}
END_TEST

START_TEST(every_example_is_read) {
    const struct op *row;
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        struct text out = {0};
        const char *needed = strstr(row->example, "; ");
        struct tree *tree = forest_read(needed ? needed + 2 : row->example);
        writer_plain(tree->root, &out);
        struct tree *back = forest_read(text_string(&out));
        forest_same(back, tree);
        text_release(&out);
        tree_release(back);
        tree_release(tree);
    }
}
END_TEST

Suite *language_writer_suite(void);
Suite *language_writer_suite(void) {
    Suite *suite = suite_create("language/writer");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, writes_four_notations, 0,
                        (int)(sizeof writings / sizeof writings[0]));
    tcase_add_loop_test(core, reads_back, 0, TREES / BLOCK);
    tcase_add_test(core, no_bracket_too_many);
    tcase_add_test(core, every_notation_balances);
    tcase_add_test(core, the_export_comes_first);
    tcase_add_test(core, names_and_texts);
    tcase_add_test(core, signatures);
    tcase_add_test(core, every_example_is_read);
    suite_add_tcase(suite, core);
    return suite;
}
