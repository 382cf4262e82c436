/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests precedences, spans and the tree of every form. */
#include "language/forest.h"
#include "language/reader.h"
#include "language/writer.h"

#include "base/text.h"

#include <check.h>
#include <string.h>

/* Each formula, and the same with every bracket written, as Python's own parser groups it. */
static const struct {
    const char *text, *bracketed;
} groupings[] = {
    {"a - b - c", "(a - b) - c"},
    {"a - b + c", "(a - b) + c"},
    {"a + b * c", "a + (b * c)"},
    {"a * b + c", "(a * b) + c"},
    {"a / b / c", "(a / b) / c"},
    {"a / b * c", "(a / b) * c"},
    {"a @ b * c", "(a @ b) * c"},
    {"a * b @ c", "(a * b) @ c"},
    {"-a + b", "(-a) + b"},
    {"-a * b", "(-a) * b"},
    {"a * -b", "a * (-b)"},
    {"a - -b", "a - (-b)"},
    {"a + -b * c", "a + ((-b) * c)"},
    {"--a", "-(-a)"},
    {"-2**2", "-(2**2)"},
    {"(-2)**2", "(-2)**2"},
    {"2**-1", "2**(-1)"},
    {"2**-1**2", "2**(-(1**2))"},
    {"a**b**c", "a**(b**c)"},
    {"a**b*c", "(a**b) * c"},
    {"a**-b*c", "(a**(-b)) * c"},
    {"a*b**c", "a * (b**c)"},
    {"-a**-b", "-(a**(-b))"},
    {"a.T**b.T", "(a.T)**(b.T)"},
    {"-a.T", "-(a.T)"},
    {"a @ b.T", "a @ (b.T)"},
    {"a**b.T", "a**(b.T)"},
    {"-a[1]", "-(a[1])"},
    {"a.T[1].T", "((a.T)[1]).T"},
    {"Q @ K.T / sqrt(d_k)", "(Q @ (K.T)) / (sqrt(d_k))"},
    {"a + b @ -c.T ** 2 - d", "(a + (b @ (-((c.T)**2)))) - d"},
};

START_TEST(groups_as_python_does) {
    struct tree *text = forest_read(groupings[_i].text);
    struct tree *bracketed = forest_read(groupings[_i].bracketed);
    forest_same(text, bracketed);
    tree_release(text);
    tree_release(bracketed);
}
END_TEST

static const struct {
    const char *text;
    const char *parts; /* the text of each node, parents first */
} spans[] = {
    {"a + b", "a + b|a|b"},
    {" a+b ", "a+b|a|b"},
    {"(a + b) * c", "(a + b) * c|(a + b)|a|b|c"},
    {"((a))", "((a))"},
    {"-a ** 2", "-a ** 2|a ** 2|a|2"},
    {"K.T", "K.T|K"},
    {"K . T", "K . T|K"},
    {"softmax ( S , each = row )", "softmax ( S , each = row )|S|row"},
    {"softmax(S, \"row\")", "softmax(S, \"row\")|S|\"row\""},
    {"normal(2, n + 1, seed=3)", "normal(2, n + 1, seed=3)|2|n + 1|n|1|3"},
    {"[[1, 2], [a, -4]]", "[[1, 2], [a, -4]]|1|2|a|-4|4"},
    {"A[ 2 , \"it\" : k ]", "A[ 2 , \"it\" : k ]|A|2|\"it\"|k"},
    {"(α @\n β) # γ", "(α @\n β)|α|β"},
};

static bool write_part(void *context, const struct node *node) {
    struct text *out = ((struct text **)context)[0];
    const char *text = ((const char **)context)[1];
    text_append(out, out->length > 0 ? "|" : "");
    text_append_bytes(out, text + node->span.start, node->span.end - node->span.start);
    return tree_children(node, write_part, context);
}

START_TEST(spans_are_what_was_written) {
    struct text out = {0};
    struct tree *tree = forest_read(spans[_i].text);
    void *context[] = {&out, (void *)(const void *)tree->text};
    ck_assert_str_eq(tree->text, spans[_i].text);
    write_part(context, tree->root);
    ck_assert_str_eq(text_string(&out), spans[_i].parts);
    forest_spans(tree);
    text_release(&out);
    tree_release(tree);
}
END_TEST

START_TEST(a_matrix_has_its_sizes) {
    static const struct {
        const char *text;
        int axes;
        size_t size[AXIS_COUNT];
    } rows[] = {
        {"[5]", 1, {1, 1, 1, 1}},
        {"[1, 2, 3,]", 1, {1, 1, 1, 3}},
        {"[[1, 2, 3], [4, 5, 6]]", 2, {1, 1, 2, 3}},
        {"[[1], [2],]", 2, {1, 1, 2, 1}},
        {"[[[1, 2]], [[3, 4]], [[5, 6]]]", 3, {1, 3, 1, 2}},
        {"[[[[1], [2]]], [[[3], [4]]]]", 4, {2, 1, 2, 1}},
        {"[\n [1, 2], # one\n [3, 4]\n]", 2, {1, 1, 2, 2}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct tree *tree = forest_read(rows[i].text);
        ck_assert_int_eq(tree->root->axes, rows[i].axes);
        for (int axis = 0; axis < AXIS_COUNT; axis++) {
            ck_assert_uint_eq(tree->root->size[axis], rows[i].size[axis]);
        }
        for (size_t cell = 1; cell < tree->root->cell_count; cell++) {
            ck_assert_double_eq(tree->root->cells[cell]->number, (double)cell + 1);
        }
        tree_release(tree);
    }
}
END_TEST

START_TEST(a_large_matrix_is_read) {
    enum { ROWS = 400, COLUMNS = 250 };
    struct text text = {0};
    text_append(&text, "[");
    for (int i = 0; i < ROWS; i++) {
        text_append(&text, i == 0 ? "[0" : ",\n[0");
        for (int j = 1; j < COLUMNS; j++) {
            text_format(&text, ", -0.%d", i * COLUMNS + j);
        }
        text_append(&text, "]");
    }
    text_append(&text, "]");
    struct tree *tree = forest_read(text_string(&text));
    ck_assert_uint_eq(tree->root->cell_count, (size_t)ROWS * COLUMNS);
    ck_assert_str_eq(tree->root->cells[ROWS * COLUMNS - 1]->argument[0]->text, "0.99999");
    tree_release(tree);
    text_release(&text);
}
END_TEST

START_TEST(subscripts_keep_what_counts) {
    static const struct {
        const char *text;
        size_t count;
        const char *plain;
    } rows[] = {
        {"A[2,:]", 1, "A[2]"},
        {"A[:,2]", 2, "A[:,2]"},
        {"A[:,:]", 0, "A[:]"},
        {"A[1,:,2,:]", 3, "A[1,:,2]"},
        {"A[ 2 : , : 3 ]", 2, "A[2:,:3]"},
        {"A[\"it\":\"so\"]", 1, "A[\"it\":\"so\"]"},
        {"A[rows(A)]", 1, "A[rows(A)]"},
        {"A[-n+2]", 1, "A[-n + 2]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text plain = {0};
        struct tree *tree = forest_read(rows[i].text);
        ck_assert_uint_eq(tree->root->subscript_count, rows[i].count);
        writer_plain(tree->root, &plain);
        ck_assert_str_eq(text_string(&plain), rows[i].plain);
        text_release(&plain);
        tree_release(tree);
    }
}
END_TEST

START_TEST(arguments_find_their_parameters) {
    struct tree *tree = forest_read("layernorm(x, eps=1e-6, gain=[1, 2])");
    const struct node *root = tree->root;
    int gain = operator_parameter(root->op, "gain", 4);
    int eps = operator_parameter(root->op, "eps", 3);
    int bias = operator_parameter(root->op, "bias", 4);
    ck_assert_str_eq(root->argument[0]->text, "x");
    ck_assert(!root->named[0] && root->named[gain] && root->named[eps]);
    ck_assert_str_eq(root->argument[eps]->text, "1e-6");
    ck_assert_uint_eq(root->argument[gain]->cell_count, 2);
    ck_assert_ptr_null(root->argument[bias]);
    tree_release(tree);
    tree = forest_read("normal(2, 3, 4, std=5)");
    ck_assert_uint_eq(tree->root->cell_count, 3);
    ck_assert_double_eq(tree->root->cells[2]->number, 4);
    tree_release(tree);
}
END_TEST

Suite *language_parser_suite(void);
Suite *language_parser_suite(void) {
    Suite *suite = suite_create("language/parser");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, groups_as_python_does, 0,
                        (int)(sizeof groupings / sizeof groupings[0]));
    tcase_add_loop_test(core, spans_are_what_was_written, 0, (int)(sizeof spans / sizeof spans[0]));
    tcase_add_test(core, a_matrix_has_its_sizes);
    tcase_add_test(core, subscripts_keep_what_counts);
    tcase_add_test(core, arguments_find_their_parameters);
    TCase *limits = tcase_create("limits");
    tcase_add_test(limits, a_large_matrix_is_read);
    suite_add_tcase(suite, core);
    suite_add_tcase(suite, limits);
    return suite;
}
