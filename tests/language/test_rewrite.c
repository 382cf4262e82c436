/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests rewriting: copies of random trees are the same trees, but for one replaced node. */
#include "language/lens.h"

#include "base/heap.h"
#include "base/text.h"
#include "language/forest.h"

#include <check.h>

enum { TREES = 1000 };

static struct failure failure;

START_TEST(a_copy_is_the_same_tree) {
    for (uint64_t seed = 0; seed < TREES; seed++) {
        struct tree *tree = forest_tree(seed);
        struct tree *copy = rewrite_tree(tree->root, NULL, NULL, &failure);
        ck_assert_msg(copy != NULL, "%s", failure.message);
        forest_same(copy, tree);
        ck_assert_int_eq(copy->root->depth, tree->root->depth);
        tree_release(tree);
        forest_spans(copy);
        tree_release(copy);
    }
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* The first name of the formula is replaced by NEW; it may be deep in cells and subscripts. */
static const struct {
    const char *old, *newer, *made;
} places[] = {
    {"x", "y", "y"},
    {"x + z", "-y", "-y + z"},
    {"2 * x", "y + z", "2 * (y + z)"},
    {"softmax([[1, x], [3, 4]], each=column)", "y", "softmax([[1, y], [3, 4]], each=column)"},
    {"eye(2)[1:x,2]", "y", "eye(2)[1:y,2]"},
    {"normal(2, x, seed=3)", "y", "normal(2, y, seed=3)"},
};

static bool take_name(void *context, const struct node *name) {
    *(const struct node **)context = name;
    return false;
}

START_TEST(one_place_gives_way) {
    struct tree *old = forest_read(places[_i].old), *newer = forest_read(places[_i].newer);
    struct tree *expected = forest_read(places[_i].made);
    struct tree *made = tree_create(NULL, &failure);
    const struct node *site = NULL;
    tree_names(old->root, take_name, &site);
    struct node *with = rewrite_copy(&made->arena, newer->root, NULL, NULL, &failure);
    made->root = rewrite_copy(&made->arena, old->root, site, with, &failure);
    ck_assert(made->root != NULL && rewrite_finish(made, &failure));
    tree_release(old);
    tree_release(newer);
    forest_same(made, expected);
    ck_assert_str_eq(made->text, places[_i].made);
    forest_spans(made);
    tree_release(expected);
    tree_release(made);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(the_axis_is_the_one_written_or_the_default) {
    static const struct {
        const char *text, *axis;
    } axes[] = {{"softmax(x)", "row"}, {"softmax(x, column)", "column"},
                {"sum(x)", NULL},      {"sum(x, each=row)", "row"},
                {"exp(x)", NULL},      {"x", NULL}};
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
        struct tree *tree = forest_read(axes[i].text);
        const char *axis = rewrite_axis(tree->root);
        ck_assert_str_eq(axis == NULL ? "none" : axis,
                         axes[i].axis == NULL ? "none" : axes[i].axis);
        tree_release(tree);
    }
}
END_TEST

Suite *language_rewrite_suite(void);

Suite *language_rewrite_suite(void) {
    Suite *suite = suite_create("language/rewrite");
    TCase *core = tcase_create("core");
    tcase_add_test(core, a_copy_is_the_same_tree);
    tcase_add_loop_test(core, one_place_gives_way, 0, (int)(sizeof places / sizeof places[0]));
    tcase_add_test(core, the_axis_is_the_one_written_or_the_default);
    suite_add_tcase(suite, core);
    return suite;
}
