/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/tree.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"
#include "language/forest.h"
#include "language/reader.h"

#include <check.h>

static const struct {
    const char *a, *b;
    bool same;
} pairs[] = {
    {"a + b", "(a) + (b)", true},
    {"a + b", "b + a", false},
    {"a + b", "a - b", false},
    {"0.5", ".50", true},
    {"0", "-0", false},
    {"inf", "1", false},
    {"nan", "nan", true},
    {"a", "b", false},
    {"softmax(S)", "softmax(S, each=row)", true},
    {"softmax(S)", "softmax(S, row)", true},
    {"softmax(S)", "softmax(S, \"row\")", true},
    {"softmax(S)", "softmax(S, column)", false},
    {"sum(S, each=row)", "sum(S)", false},
    {"sum(S, each=whole)", "sum(S)", true},
    {"layernorm(x, g, b)", "layernorm(x, g, b, eps=1e-5)", true},
    {"layernorm(x, g, b)", "layernorm(x, g, b, eps=0.00001)", true},
    {"layernorm(x, g, b)", "layernorm(x, g, b, eps=1e-6)", false},
    {"layernorm(x, bias=b, gain=g)", "layernorm(x, g, b)", true},
    {"normal(2, 3)", "normal(3, 2)", false},
    {"normal(2, 3)", "normal(1, 2, 3)", false},
    {"normal(2, 3, std=1, mean=0)", "normal(2, 3)", true},
    {"[1, 2]", "[[1, 2]]", true},
    {"[1, 2]", "[[1], [2]]", false},
    {"[[1, 2]]", "[[[1, 2]]]", false},
    {"[[1, 2], [3, 4]]", "[[1, 2, 3, 4]]", false},
    {"A[2]", "A[2,:]", true},
    {"A[2]", "A[:,2]", false},
    {"A[1:2]", "A[1,2]", false},
    {"A[:]", "A[:,:]", true},
    {"A[2:]", "A[2]", false},
    {"A[:2]", "A[2:]", false},
    {"A[\"it\"]", "A[it]", false},
    {"onehot(\"a\")", "onehot(\"b\")", false},
    {"x.T.T", "x", false},
};

START_TEST(compares) {
    struct tree *a = forest_read(pairs[_i].a), *b = forest_read(pairs[_i].b);
    ck_assert_msg(tree_same(a->root, b->root) == pairs[_i].same, "%s, %s", pairs[_i].a,
                  pairs[_i].b);
    ck_assert(tree_same(b->root, a->root) == pairs[_i].same);
    ck_assert(tree_same(a->root, a->root));
    tree_release(a);
    tree_release(b);
}
END_TEST

static const struct {
    const char *text, *names;
} trees[] = {
    {"Q @ K.T / sqrt(d_k)", "Q K d_k "},
    {"2 + pi", ""},
    {"softmax(S, each=row)", "S "},
    {"[[1, a], [b, 2]]", "a b "},
    {"normal(n, m, seed=s)", "n m s "},
    {"embed(\"it\", E)", "E "},
    {"A[i, j:k, \"it\"]", "A i j k "},
    {"-[1, 2]", ""},
    {"[1, 2].T", ""},
    {"layernorm(x, bias=b, gain=g)", "x g b "},
};

static bool collect(void *context, const struct node *name) {
    text_format(context, "%s ", name->text);
    return true;
}

static bool stop_at_second(void *context, const struct node *name) {
    (void)name;
    return ++*(int *)context < 2;
}

START_TEST(names_come_left_to_right) {
    struct tree *tree = forest_read(trees[_i].text);
    struct text names = {0};
    ck_assert(tree_names(tree->root, collect, &names));
    ck_assert_str_eq(text_string(&names), trees[_i].names);
    ck_assert(tree_is_leaf(tree->root) == (names.length == 0));
    text_release(&names);
    tree_release(tree);
}
END_TEST

START_TEST(a_visit_can_stop) {
    struct tree *tree = forest_read("a + b + c");
    int count = 0;
    ck_assert(!tree_names(tree->root, stop_at_second, &count));
    ck_assert_int_eq(count, 2);
    tree_release(tree);
}
END_TEST

START_TEST(holders_are_counted) {
    size_t before = memory_blocks();
    struct tree *tree = forest_read("a + b");
    ck_assert_int_eq(tree->root->depth, 2);
    ck_assert_ptr_eq(tree_retain(tree), tree);
    tree_release(tree);
    ck_assert_str_eq(tree->text, "a + b");
    tree_release(tree);
    tree_release(NULL);
    ck_assert_ptr_null(tree_retain(NULL));
    ck_assert_uint_eq(memory_blocks(), before);
}
END_TEST

Suite *language_tree_suite(void);
Suite *language_tree_suite(void) {
    Suite *suite = suite_create("language/tree");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, compares, 0, (int)(sizeof pairs / sizeof pairs[0]));
    tcase_add_loop_test(core, names_come_left_to_right, 0, (int)(sizeof trees / sizeof trees[0]));
    tcase_add_test(core, a_visit_can_stop);
    tcase_add_test(core, holders_are_counted);
    suite_add_tcase(suite, core);
    return suite;
}
