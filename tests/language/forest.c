/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/forest.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "language/reader.h"
#include "language/writer.h"

#include <check.h>
#include <math.h>
#include <string.h>

enum { FOREST_DEPTH = 6 };

struct forest {
    struct random random;
    struct tree *tree;
};

static size_t below(struct forest *forest, size_t count) {
    return (size_t)(random_bits(&forest->random) % count);
}

static struct node *plant(struct forest *forest, enum node_kind kind, const char *text) {
    struct node *node = arena_allocate(&forest->tree->arena, 1, sizeof *node);
    node->kind = kind;
    node->depth = 1;
    node->text = text;
    return node;
}

static struct node *plant_number(struct forest *forest) {
    static const char *const spellings[] = {"0",   "1",  "2",    "0.5",   ".5",
                                            "1.",  "10", "1e-3", "1.5E2", "123456789.125",
                                            "inf", "pi", "nan",  "0.10",  "00"};
    const char *text = spellings[below(forest, sizeof spellings / sizeof spellings[0])];
    struct node *node = plant(forest, NODE_NUMBER, text);
    if (text_same(text, "pi")) {
        node->number = 3.14159265358979323846;
    } else {
        ck_assert(number_parse(text, strlen(text), &node->number));
    }
    return node;
}

static struct node *plant_name(struct forest *forest) {
    static const char *const names[] = {"A",  "W_q",    "x'",  "α",        "mean",
                                        "T",  "W_",     "row", "Q''",      "S",
                                        "np", "ключ_1", "H.A", "H.f#2.S'", "H.3.A"};
    return plant(forest, NODE_NAME, names[below(forest, sizeof names / sizeof names[0])]);
}

static struct node *plant_text(struct forest *forest, bool list) {
    static const char *const texts[] = {"it", "saw#2", "", "I saw (a", "[x]; #", "食べる 'so'"};
    static const char *const lists[] = {"a\n", "a b\n\nc\n"};
    if (list && below(forest, 4) == 0) {
        return plant(forest, NODE_TEXT, lists[below(forest, 2)]);
    }
    return plant(forest, NODE_TEXT, texts[below(forest, sizeof texts / sizeof texts[0])]);
}

static struct node *plant_word(struct forest *forest, const char *words) {
    struct text text = {0};
    size_t count = 1, wanted;
    for (const char *at = words; *at != '\0'; at++) {
        count += *at == ' ';
    }
    for (wanted = below(forest, count); wanted > 0; wanted--) {
        words += strcspn(words, " ") + 1;
    }
    text_append_bytes(&text, words, strcspn(words, " "));
    struct node *node = plant(forest, NODE_WORD, NULL);
    node->text = arena_text(&forest->tree->arena, text_string(&text), text.length);
    text_release(&text);
    return node;
}

static struct node *plant_value(struct forest *forest, int depth);

static void plant_cells(struct forest *forest, struct node *node, size_t count, int depth) {
    node->cells = arena_allocate(&forest->tree->arena, count, sizeof(struct node *));
    node->cell_count = count;
    for (size_t i = 0; i < count; i++) {
        node->cells[i] = below(forest, 3) > 0 ? plant_number(forest) : plant_value(forest, depth);
    }
}

static void plant_matrix(struct forest *forest, struct node *node, int depth) {
    size_t count = 1;
    node->axes = 1 + (int)below(forest, AXIS_COUNT);
    for (int i = 0; i < AXIS_COUNT; i++) {
        node->size[i] = i < AXIS_COUNT - node->axes ? 1 : 1 + below(forest, 3);
        count *= node->size[i];
    }
    plant_cells(forest, node, count, depth);
}

/* Plants none of what the reader refuses: 0, a fraction, a negative number, a matrix. */
static struct node *plant_bound(struct forest *forest, int depth) {
    static const char *const numbers[] = {"1", "2", "3", "12"};
    size_t which = below(forest, 4);
    if (which == 0) {
        return plant_text(forest, false);
    }
    if (which == 1 && depth > 1) {
        struct node *node = plant(forest, NODE_APPLY, NULL);
        node->op = operator_find("rows", 4);
        node->argument[0] = plant_value(forest, depth - 1);
        node->depth = tree_depth(node);
        return node;
    }
    if (which == 2) {
        return plant_name(forest);
    }
    struct node *node = plant(forest, NODE_NUMBER, numbers[below(forest, 4)]);
    ck_assert(number_parse(node->text, strlen(node->text), &node->number));
    return node;
}

static void plant_subscripts(struct forest *forest, struct node *node, int depth) {
    node->subscript_count = below(forest, AXIS_COUNT + 1);
    node->subscripts = arena_allocate(&forest->tree->arena, AXIS_COUNT, sizeof(struct subscript));
    for (size_t i = 0; i < node->subscript_count; i++) {
        struct subscript *subscript = &node->subscripts[i];
        size_t form = below(forest, i + 1 == node->subscript_count ? 4 : 5);
        subscript->range = form == 1 || form == 2 || form == 3;
        subscript->all = form == 4;
        if (form < 3) {
            subscript->from = plant_bound(forest, depth);
        }
        if (form == 1 || form == 3) {
            subscript->to = plant_bound(forest, depth);
        }
        if (form == 1 && subscript->from->kind == NODE_NUMBER) {
            subscript->to = plant_name(forest); /* 3:1 is refused */
        }
    }
}

static void plant_argument(struct forest *forest, struct node *node, int at, int depth) {
    const struct parameter *parameter = &node->op->parameters[at];
    switch (parameter->kind) {
    case PARAMETER_NONE:
        return;
    case PARAMETER_WORD:
        node->argument[at] = plant_word(forest, parameter->words);
        return;
    case PARAMETER_TEXT:
    case PARAMETER_WORDS:
        node->argument[at] = plant_text(forest, true);
        return;
    case PARAMETER_SIZES:
        plant_cells(forest, node, 2 + below(forest, 3), depth);
        return;
    case PARAMETER_OPERATOR:
        node->argument[at] = plant(forest, NODE_WORD, "scores'");
        return;
    case PARAMETER_VALUES:
        plant_cells(forest, node, 1 + below(forest, 3), depth);
        return;
    case PARAMETER_CELLS:
        plant_matrix(forest, node, depth);
        return;
    case PARAMETER_SUBSCRIPTS:
        plant_subscripts(forest, node, depth);
        return;
    case PARAMETER_VALUE:
    case PARAMETER_COUNT:
    case PARAMETER_NUMBER:
    case PARAMETER_SEED:
    case PARAMETER_ORDER:
        node->argument[at] = plant_value(forest, depth);
    }
}

static struct node *plant_apply(struct forest *forest, int depth) {
    size_t rows = 0;
    while (operator_at(rows) != NULL) {
        rows++;
    }
    struct node *node = plant(forest, NODE_APPLY, NULL);
    size_t which = below(forest, rows + 3);
    node->op = which < rows ? operator_at(which) : &operator_user;
    node->text = which < rows ? NULL : "scores'";
    bool named = false;
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct parameter *parameter = &node->op->parameters[i];
        bool needed = parameter->standard == NULL && !parameter->optional;
        if (!needed && below(forest, 2) == 0) {
            named = true;
            continue;
        }
        plant_argument(forest, node, i, depth - 1);
        named = named || (!needed && below(forest, 2) == 0) ||
                (parameter->optional && node->argument[i] != NULL &&
                 node->argument[i]->kind == NODE_NUMBER);
        node->named[i] = named && node->argument[i] != NULL;
    }
    node->depth = tree_depth(node);
    return node;
}

static struct node *plant_value(struct forest *forest, int depth) {
    if (depth <= 1 || below(forest, 5) == 0) {
        return below(forest, 2) ? plant_number(forest) : plant_name(forest);
    }
    return plant_apply(forest, depth);
}

struct tree *forest_tree(uint64_t seed) {
    struct failure failure = {0};
    struct forest forest = {.tree = tree_create(NULL, &failure)};
    ck_assert_ptr_nonnull(forest.tree);
    random_seed(&forest.random, seed);
    forest.tree->root = plant_apply(&forest, 2 + (int)below(&forest, FOREST_DEPTH - 1));
    return forest.tree;
}

struct tree *forest_read(const char *text) {
    struct failure failure = {0};
    struct tree *tree = reader_expression(text, &failure);
    ck_assert_msg(tree != NULL, "%s: %s", text, failure.message);
    return tree;
}

void forest_same(const struct tree *a, const struct tree *b) {
    struct text left = {0}, right = {0};
    writer_plain(a->root, &left);
    writer_plain(b->root, &right);
    ck_assert_msg(tree_same(a->root, b->root), "%s\nis not\n%s", text_string(&left),
                  text_string(&right));
    text_release(&left);
    text_release(&right);
}

static bool check_span(void *context, const struct node *node) {
    const char *text = context;
    ck_assert_uint_lt(node->span.start, node->span.end);
    ck_assert_uint_le(node->span.end, strlen(text));
    size_t length = node->span.end - node->span.start;
    char *part = memory_text(text + node->span.start, length);
    if (node->kind == NODE_TEXT || node->kind == NODE_WORD) {
        bool list = strchr(node->text, '\n') != NULL;
        ck_assert_msg(list ? *part == '[' : strstr(part, node->text) != NULL, "%s is not %s", part,
                      node->text);
    } else {
        struct tree *tree = forest_read(part);
        ck_assert_msg(tree_same(tree->root, node), "%s of %s", part, text);
        tree_release(tree);
    }
    memory_free(part);
    return tree_children(node, check_span, context);
}

void forest_spans(const struct tree *tree) {
    check_span((void *)tree->text, tree->root);
}
