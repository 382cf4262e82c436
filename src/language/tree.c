/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/tree.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <string.h>

struct tree_text *tree_text_create(const char *bytes, size_t length, struct failure *failure) {
    struct tree_text *text = memory_allocate(1, sizeof *text);
    if (text == NULL) {
        failure_memory(failure);
        return NULL;
    }
    text->references = 1;
    text->bytes = memory_text(bytes, length);
    if (text->bytes == NULL) {
        memory_free(text);
        failure_memory(failure);
        return NULL;
    }
    return text;
}

void tree_text_release(struct tree_text *text) {
    if (text == NULL || --text->references > 0) {
        return;
    }
    memory_free(text->bytes);
    memory_free(text);
}

struct tree *tree_create(struct tree_text *text, struct failure *failure) {
    struct tree *tree = memory_allocate(1, sizeof *tree);
    if (tree == NULL) {
        failure_memory(failure);
        return NULL;
    }
    tree->references = 1;
    tree->text = "";
    if (text != NULL) {
        text->references++;
        tree->shared = text;
        tree->text = text->bytes;
    }
    return tree;
}

struct held_array {
    struct tensor *array;
    struct held_array *next;
};

bool tree_retain_array(struct tree *tree, struct tensor *array, struct failure *failure) {
    struct held_array *held = arena_allocate(&tree->arena, 1, sizeof *held);
    if (held == NULL) {
        return failure_memory(failure);
    }
    *held = (struct held_array){tensor_retain(array), tree->arrays};
    tree->arrays = held;
    return true;
}

struct node tree_matrix(struct tensor *value) {
    struct node node = {.kind = NODE_APPLY, .depth = 1, .array = value};
    node.op = operator_find("matrix", strlen("matrix"));
    node.axes = value->shape.axes;
    memcpy(node.size, value->shape.size, sizeof node.size);
    return node;
}

struct tree *tree_array(struct tensor *value, struct failure *failure) {
    struct tree *tree = tree_create(NULL, failure);
    struct node *root = tree == NULL ? NULL : arena_allocate(&tree->arena, 1, sizeof *root);
    if (root == NULL || !tree_retain_array(tree, value, failure)) {
        tree_release(tree);
        failure_memory(failure);
        return NULL;
    }
    *root = tree_matrix(value);
    tree->root = root;
    return tree;
}

struct tree *tree_retain(struct tree *tree) {
    if (tree != NULL) {
        tree->references++;
    }
    return tree;
}

void tree_release(struct tree *tree) {
    if (tree == NULL || --tree->references > 0) {
        return;
    }
    for (struct held_array *held = tree->arrays; held != NULL; held = held->next) {
        tensor_release(held->array);
    }
    tree_text_release(tree->shared);
    arena_release(&tree->arena);
    memory_free(tree);
}

bool tree_children(const struct node *node, bool (*visit)(void *context, const struct node *child),
                   void *context) {
    if (node->kind == NODE_BODY || node->kind == NODE_LINE) {
        for (size_t at = 0; at < node->cell_count; at++) {
            if (!visit(context, node->cells[at])) {
                return false;
            }
        }
        return node->argument[0] == NULL || visit(context, node->argument[0]);
    }
    if (node->kind != NODE_APPLY) {
        return true;
    }
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        enum parameter_kind kind = node->op->parameters[i].kind;
        bool list = kind == PARAMETER_SIZES || kind == PARAMETER_CELLS || kind == PARAMETER_VALUES;
        for (size_t at = 0; list && at < node->cell_count; at++) {
            if (!visit(context, node->cells[at])) {
                return false;
            }
        }
        if (node->argument[i] != NULL && !visit(context, node->argument[i])) {
            return false;
        }
    }
    for (size_t at = 0; at < node->subscript_count; at++) {
        const struct node *from = node->subscripts[at].from, *to = node->subscripts[at].to;
        if ((from != NULL && !visit(context, from)) || (to != NULL && !visit(context, to))) {
            return false;
        }
    }
    return true;
}

static bool deepest(void *context, const struct node *child) {
    int *depth = context;
    if (child->depth > *depth) {
        *depth = child->depth;
    }
    return true;
}

int tree_depth(const struct node *node) {
    int depth = 0;
    tree_children(node, deepest, &depth);
    return depth + 1;
}

/* A search among the nodes of one kind for the first for which VISIT returns false. */
struct node_search {
    bool (*wanted)(const struct node *node);
    bool (*visit)(void *context, const struct node *node);
    void *context;
    const struct node *found;
};

static bool walk_below(void *context, const struct node *node) {
    struct node_search *search = context;
    if (search->wanted(node) && !search->visit(search->context, node)) {
        search->found = node;
        return false;
    }
    return tree_children(node, walk_below, context);
}

static bool is_name_node(const struct node *node) {
    return node->kind == NODE_NAME;
}

static bool is_own_call(const struct node *node) {
    return tree_called_name(node) != NULL;
}

bool tree_names(const struct node *node, bool (*visit)(void *context, const struct node *name),
                void *context) {
    return walk_below(&(struct node_search){is_name_node, visit, context, NULL}, node);
}

bool tree_body_defines(const struct node *body, const char *name) {
    for (size_t i = 0; i + 1 < body->cell_count; i++) {
        if (text_same(body->cells[i]->text, name)) {
            return true;
        }
    }
    return false;
}

const char *tree_called_name(const struct node *node) {
    if (node->kind != NODE_APPLY || !node->op->expands) {
        return NULL;
    }
    return node->op == &operator_user ? node->text : node->argument[0]->text;
}

const struct node *tree_find_call(const struct node *node,
                                  bool (*visit)(void *context, const struct node *call),
                                  void *context) {
    struct node_search search = {is_own_call, visit, context, NULL};
    walk_below(&search, node);
    return search.found;
}

static bool stop_walk(void *context, const struct node *node) {
    (void)context;
    (void)node;
    return false;
}

bool tree_has_user_call(const struct node *node) {
    return tree_find_call(node, stop_walk, NULL) != NULL;
}

static bool seed_zero(void *context, const struct node *child) {
    struct arena *arena = context;
    struct node *node = (struct node *)child; /* tree_seed_zero may change its tree */
    for (int i = 0; node->kind == NODE_APPLY && i < CALL_ARGUMENTS; i++) {
        if (node->op->parameters[i].kind != PARAMETER_SEED || node->argument[i] != NULL) {
            continue;
        }
        struct node *zero = arena_allocate(arena, 1, sizeof *zero);
        if (zero == NULL) {
            return false;
        }
        *zero = (struct node){.kind = NODE_NUMBER, .depth = 1, .span = node->span, .text = "0"};
        node->argument[i] = zero;
        node->named[i] = true;
    }
    return tree_children(node, seed_zero, context);
}

bool tree_seed_zero(struct tree *tree, struct failure *failure) {
    return seed_zero(&tree->arena, tree->root) || failure_memory(failure);
}

bool tree_is_leaf(const struct node *node) {
    return tree_names(node, stop_walk, NULL);
}

/* True when an argument as written (or NULL) equals the parameter's default. */
static bool is_standard(const struct parameter *parameter, const struct node *node) {
    if (node == NULL) {
        return true;
    }
    if (parameter->standard == NULL) {
        return false;
    }
    if (node->kind == NODE_WORD || node->kind == NODE_TEXT) {
        return text_same(node->text, parameter->standard);
    }
    double value;
    return node->kind == NODE_NUMBER &&
           number_parse(parameter->standard, strlen(parameter->standard), &value) &&
           number_same(value, node->number);
}

static bool same_subscripts(const struct node *a, const struct node *b) {
    if (a->subscript_count != b->subscript_count) {
        return false;
    }
    for (size_t i = 0; i < a->subscript_count; i++) {
        const struct subscript *one = &a->subscripts[i], *two = &b->subscripts[i];
        if (one->all != two->all || one->range != two->range || !tree_same(one->from, two->from) ||
            !tree_same(one->to, two->to)) {
            return false;
        }
    }
    return true;
}

bool tree_is_number(const struct node *node, double *number) {
    bool negative = node->kind == NODE_APPLY && node->op->writing.form == WRITING_PREFIX;
    const struct node *plain = negative ? node->argument[0] : node;
    if (plain == NULL || plain->kind != NODE_NUMBER) {
        return false;
    }
    *number = negative ? -plain->number : plain->number;
    return true;
}

bool tree_number(const struct node *matrix, size_t at, double *number) {
    if (matrix->array == NULL) {
        return tree_is_number(matrix->cells[at], number);
    }
    *number = matrix->array->cells[at];
    return true;
}

/* An array equals its numbers written out. */
static bool same_numbers(const struct node *a, const struct node *b) {
    size_t count = shape_cells(a->array != NULL ? &a->array->shape : &b->array->shape);
    for (size_t i = 0; i < count; i++) {
        double one, two;
        if (!tree_number(a, i, &one) || !tree_number(b, i, &two) || !number_same(one, two)) {
            return false;
        }
    }
    return true;
}

static bool same_cells(const struct node *a, const struct node *b) {
    if (a->kind == NODE_APPLY && a->op->writing.form == WRITING_MATRIX) {
        if ((a->axes < 2 ? 2 : a->axes) != (b->axes < 2 ? 2 : b->axes) ||
            memcmp(a->size, b->size, sizeof a->size) != 0) {
            return false;
        }
        if (a->array != NULL || b->array != NULL) {
            return same_numbers(a, b);
        }
    }
    if (a->cell_count != b->cell_count) {
        return false;
    }
    for (size_t i = 0; i < a->cell_count; i++) {
        if (!tree_same(a->cells[i], b->cells[i])) {
            return false;
        }
    }
    return true;
}

/* Compares arrays too, because the file may have changed in between. */
static bool same_arrays(const struct node *a, const struct node *b) {
    return a->array == b->array || a->array == NULL || b->array == NULL ||
           tensor_same(a->array, b->array);
}

static bool same_apply(const struct node *a, const struct node *b) {
    if (a->op != b->op || (a->op == &operator_user && !text_same(a->text, b->text))) {
        return false;
    }
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct parameter *parameter = &a->op->parameters[i];
        const struct node *one = a->argument[i], *two = b->argument[i];
        if (is_standard(parameter, one) && is_standard(parameter, two)) {
            continue;
        }
        if (!tree_same(one, two)) {
            return false;
        }
    }
    if (a->array != NULL && b->array != NULL) {
        return same_arrays(a, b);
    }
    return same_cells(a, b) && same_subscripts(a, b);
}

bool tree_same(const struct node *a, const struct node *b) {
    if (a == b || a == NULL || b == NULL) {
        return a == b;
    }
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case NODE_NUMBER:
        return number_same(a->number, b->number);
    case NODE_TEXT: /* a vocabulary's name may have an array */
        return text_same(a->text, b->text) && same_arrays(a, b);
    case NODE_WORD:
    case NODE_NAME:
        return text_same(a->text, b->text);
    case NODE_APPLY:
        return same_apply(a, b);
    case NODE_BODY:
        return text_same(a->text, b->text) && a->parameters == b->parameters && same_cells(a, b);
    case NODE_LINE:
        return text_same(a->text, b->text) && tree_same(a->argument[0], b->argument[0]);
    }
    return false;
}
