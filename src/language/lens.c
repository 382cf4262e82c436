/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/lens.h"

#include "base/text.h"
#include "language/writer.h"

#include <stdlib.h>
#include <string.h>

/* --- rewriting -------------------------------------------------------------------------------- */

struct node *rewrite_node(struct arena *arena, const struct node *node, struct failure *failure) {
    struct node *newer = arena_allocate(arena, 1, sizeof *newer);
    if (newer == NULL) {
        failure_memory(failure);
        return NULL;
    }
    *newer = *node;
    newer->cells = NULL;
    newer->subscripts = NULL;
    if (node->text != NULL) {
        newer->text = arena_text(arena, node->text, strlen(node->text));
    }
    if (node->text == NULL || newer->text != NULL) {
        return newer;
    }
    failure_memory(failure);
    return NULL;
}

struct node *rewrite_apply(struct arena *arena, const char *op, struct node *left,
                           struct node *right, struct failure *failure) {
    struct node row = {.kind = NODE_APPLY, .argument = {left, right}};
    row.op = operator_find(op, strlen(op));
    row.depth = tree_depth(&row);
    return rewrite_node(arena, &row, failure);
}

/* Replaces the node at *AT by what VISIT makes its arena; NULL stays. */
static bool rewrite_at(const struct rewriting *rewriting, struct node **at) {
    bool none = *at == NULL;
    *at = none ? NULL : rewriting->visit(rewriting->context, *at);
    return none || *at != NULL;
}

bool rewrite_below(const struct rewriting *rewriting, struct node *newer, const struct node *node) {
    size_t cells = node->cell_count, subscripts = node->subscript_count;
    if (cells > 0) {
        newer->cells = arena_allocate(rewriting->arena, cells, sizeof *newer->cells);
    }
    if (subscripts > 0) {
        newer->subscripts = arena_allocate(rewriting->arena, subscripts, sizeof *newer->subscripts);
    }
    if ((cells > 0 && newer->cells == NULL) || (subscripts > 0 && newer->subscripts == NULL)) {
        return failure_memory(rewriting->failure);
    }
    for (size_t i = 0; i < cells; i++) {
        newer->cells[i] = node->cells[i];
        if (!rewrite_at(rewriting, &newer->cells[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < CALL_ARGUMENTS; i++) {
        if (!rewrite_at(rewriting, &newer->argument[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < subscripts; i++) {
        newer->subscripts[i] = node->subscripts[i];
        if (!rewrite_at(rewriting, &newer->subscripts[i].from) ||
            !rewrite_at(rewriting, &newer->subscripts[i].to)) {
            return false;
        }
    }
    newer->depth = tree_depth(newer);
    return true;
}

/* --- copies ----------------------------------------------------------------------------------- */

struct substitution {
    struct rewriting rewriting;
    const struct node *site;
    struct node *replacement;
};

static struct node *substitute(void *context, const struct node *node) {
    const struct substitution *substitution = context;
    if (node == substitution->site) {
        return substitution->replacement;
    }
    struct node *newer =
        rewrite_node(substitution->rewriting.arena, node, substitution->rewriting.failure);
    return newer != NULL && rewrite_below(&substitution->rewriting, newer, node) ? newer : NULL;
}

struct node *rewrite_copy(struct arena *arena, const struct node *node, const struct node *site,
                          struct node *replacement, struct failure *failure) {
    struct substitution substitution = {{arena, substitute, NULL, failure}, site, replacement};
    substitution.rewriting.context = &substitution;
    return substitute(&substitution, node);
}

/* --- the axis --------------------------------------------------------------------------------- */

static const char *other_word(const char *word) {
    if (text_same(word, "row")) {
        return "column";
    }
    return text_same(word, "column") ? "row" : word;
}

/* Returns the word of each=, or its default. */
static const char *axis_word(const struct node *node, int index) {
    const struct node *argument = node->argument[index];
    return argument != NULL ? argument->text : node->op->parameters[index].standard;
}

const char *rewrite_axis(const struct node *node) {
    int index =
        node->kind == NODE_APPLY ? operator_parameter(node->op, "each", strlen("each")) : -1;
    const char *word = index < 0 ? NULL : axis_word(node, index);
    return word == NULL || text_same(other_word(word), word) ? NULL : word;
}

bool rewrite_swap_axis(struct arena *arena, struct node *node, struct failure *failure) {
    int index = operator_parameter(node->op, "each", strlen("each"));
    if (index < 0) {
        return true;
    }
    const char *standard = node->op->parameters[index].standard;
    struct node *argument = node->argument[index];
    const char *word = axis_word(node, index);
    if (word == NULL) {
        return true;
    }
    const char *other = other_word(word);
    bool bare = argument != NULL && !node->named[index];
    if (!bare && standard != NULL && text_same(other, standard)) {
        node->argument[index] = NULL;
        node->named[index] = false;
        return true;
    }
    struct node flipped = {.kind = NODE_WORD, .depth = 1, .text = other};
    node->argument[index] = rewrite_node(arena, &flipped, failure);
    node->named[index] = !bare;
    return node->argument[index] != NULL;
}

struct array_holder {
    struct tree *tree;
    struct failure *failure;
};

static bool hold_arrays(void *context, const struct node *node) {
    const struct array_holder *array_holder = context;
    return (node->array == NULL ||
            tree_retain_array(array_holder->tree, node->array, array_holder->failure)) &&
           tree_children(node, hold_arrays, context);
}

bool rewrite_retain_arrays(struct tree *tree, struct failure *failure) {
    return hold_arrays(&(struct array_holder){tree, failure}, tree->root);
}

bool rewrite_finish(struct tree *tree, struct failure *failure) {
    struct text text = {0};
    writer_place(tree->root, &text);
    if (text_ok(&text, failure) && rewrite_retain_arrays(tree, failure)) {
        tree->shared = tree_text_create(text_string(&text), text.length, failure);
        tree->text = tree->shared == NULL ? "" : tree->shared->bytes;
    }
    text_release(&text);
    return tree->shared != NULL;
}

struct tree *rewrite_tree(const struct node *node, const struct node *site,
                          const struct node *replacement, struct failure *failure) {
    struct tree *tree = tree_create(NULL, failure);
    if (tree == NULL) {
        return NULL;
    }
    struct node *with =
        site == NULL ? NULL : rewrite_copy(&tree->arena, replacement, NULL, NULL, failure);
    if (site == NULL || with != NULL) {
        tree->root = rewrite_copy(&tree->arena, node, site, with, failure);
    }
    if (tree->root != NULL && rewrite_finish(tree, failure)) {
        return tree;
    }
    tree_release(tree);
    return NULL;
}

/* --- the other convention --------------------------------------------------------------------- */

/* The two ways to view an argument. T (transposed): its value is shown transposed, like everything
 * in the other convention. U (unchanged): its value stays, because the operator around it has no
 * rule. */
enum lens_view { VIEW_TRANSPOSED, VIEW_UNCHANGED };

struct lens {
    struct tree *tree;   /* the tree being made */
    struct arena *arena; /* its arena */
    const struct lens_names *names;
    struct failure *failure;
};

static struct node *convert_node(struct lens *lens, const struct node *node, enum lens_view view);

static bool has_rule(const struct node *node, enum transposition rule) {
    return node->kind == NODE_APPLY && node->op->writing.transposition == rule;
}

/* True for nodes that are written the same in both conventions when their value stays. */
static bool is_fixed(const struct node *node) {
    return (node->kind != NODE_APPLY && node->kind != NODE_NAME) ||
           has_rule(node, TRANSPOSE_LITERAL);
}

static int named_axes(const struct lens *lens, const struct node *name) {
    return lens->names != NULL && lens->names->axes != NULL
               ? lens->names->axes(lens->names->context, name->text)
               : 1;
}

/* True when NODE is known to have several rows and columns: a name, a written matrix, or a
 * cell-by-cell result of such. */
static bool is_matrix(const struct lens *lens, const struct node *node) {
    while (has_rule(node, TRANSPOSE_FLIP)) {
        node = node->argument[0];
    }
    if (node->kind == NODE_NAME) {
        return named_axes(lens, node) > 1;
    }
    if (has_rule(node, TRANSPOSE_LITERAL)) {
        return node->size[AXIS_COLUMN] > 1 && (node->size[AXIS_ROW] > 1 || node->axes > 2);
    }
    bool any = false;
    for (int i = 0; i < CALL_ARGUMENTS && node->kind == NODE_APPLY && node->op->scalar; i++) {
        any = any || (node->argument[i] != NULL && is_matrix(lens, node->argument[i]));
    }
    return any;
}

/* True when SUBSCRIPT is such a matrix, whose rows pick a stack. */
static bool is_batch(const struct lens *lens, const struct subscript *subscript) {
    return subscript->from != NULL && !subscript->range && is_matrix(lens, subscript->from);
}

/* Returns how many axes a value has, as far as the formula shows: names are known, splitting into
 * heads adds an axis, joining them removes it, and so does a single position on a leading axis. */
static int count_axes(const struct lens *lens, const struct node *node) {
    if (node->kind == NODE_NAME) {
        return abs(named_axes(lens, node)) < 2 ? 2 : abs(named_axes(lens, node));
    }
    if (node->kind != NODE_APPLY) {
        return node->kind == NODE_TEXT && strchr(node->text, '\n') != NULL ? 3 : 2;
    }
    int axes = has_rule(node, TRANSPOSE_LITERAL) ? node->axes : 2;
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        enum parameter_kind kind = node->op->parameters[i].kind;
        int below = kind == PARAMETER_SIZES ? (int)node->cell_count : 2;
        for (size_t at = 0; kind == PARAMETER_VALUES && at < node->cell_count; at++) {
            int one = count_axes(lens, node->cells[at]);
            below = one > below ? one : below;
        }
        if ((kind == PARAMETER_VALUE || kind == PARAMETER_TEXT) && node->argument[i] != NULL) {
            below = count_axes(lens, node->argument[i]);
        }
        axes = below > axes || kind == PARAMETER_SIZES ? below : axes;
    }
    int leading = axes - 2;
    for (int i = 0; i < leading && i < (int)node->subscript_count; i++) {
        axes -= node->subscripts[i].from != NULL && !node->subscripts[i].range;
    }
    for (size_t i = 0; i < node->subscript_count; i++) {
        axes += is_batch(lens, &node->subscripts[i]);
    }
    axes += node->op->axes;
    return axes < 2 ? 2 : axes > AXIS_COUNT ? AXIS_COUNT : axes;
}

static struct node *convert_argument(struct lens *lens, const struct node *node, int index,
                                     enum lens_view view) {
    enum parameter_kind kind = node->op->parameters[index].kind;
    const struct node *argument = node->argument[index];
    bool text = argument->kind == NODE_TEXT ||
                (argument->kind == NODE_NAME && named_axes(lens, argument) < 0);
    bool words = kind == PARAMETER_WORDS && !text;
    /* A lone number is its own transpose, and a text has none. */
    if (kind != PARAMETER_VALUE && kind != PARAMETER_ORDER && !words) {
        view = VIEW_TRANSPOSED;
    }
    /* An order stays a lone row of whole numbers. */
    return convert_node(lens, argument, kind == PARAMETER_ORDER ? VIEW_UNCHANGED : view);
}

static bool convert_cells(struct lens *lens, struct node *newer, const struct node *node) {
    newer->cells = arena_allocate(lens->arena, node->cell_count, sizeof *newer->cells);
    if (newer->cells == NULL) {
        return failure_memory(lens->failure);
    }
    for (size_t i = 0; i < node->cell_count; i++) {
        if ((newer->cells[i] = convert_node(lens, node->cells[i], VIEW_TRANSPOSED)) == NULL) {
            return false;
        }
    }
    return true;
}

static bool convert_arguments(struct lens *lens, struct node *newer, const struct node *node,
                              enum lens_view view) {
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        if (node->argument[i] == NULL) {
            continue;
        }
        newer->argument[i] = convert_argument(lens, node, i, view);
        if (newer->argument[i] == NULL) {
            return false;
        }
    }
    return node->cell_count == 0 || convert_cells(lens, newer, node);
}

/* Turns rows into columns in each matrix of a written stack; NEWER has the cells in their old
 * order. A lone row gets one pair of brackets. */
static bool flip_literal(struct lens *lens, struct node *newer) {
    size_t rows = newer->size[AXIS_ROW], columns = newer->size[AXIS_COLUMN], at = 0;
    struct node **old = newer->cells;
    newer->cells = arena_allocate(lens->arena, newer->cell_count, sizeof(struct node *));
    if (newer->cells == NULL) {
        return failure_memory(lens->failure);
    }
    for (size_t start = 0; start < newer->cell_count; start += rows * columns) {
        for (size_t j = 0; j < columns; j++) {
            for (size_t i = 0; i < rows; i++) {
                newer->cells[at++] = old[start + i * columns + j];
            }
        }
    }
    newer->size[AXIS_ROW] = columns;
    newer->size[AXIS_COLUMN] = rows;
    if (newer->axes <= 2) {
        newer->axes = columns == 1 ? 1 : 2;
    }
    return true;
}

/* The same for a matrix whose numbers are in an array. */
static bool flip_array(struct lens *lens, struct node *newer) {
    struct tensor *transposed = tensor_transposed(newer->array, lens->failure);
    bool retained = transposed != NULL && tree_retain_array(lens->tree, transposed, lens->failure);
    newer->array = transposed;
    if (retained) {
        memcpy(newer->size, transposed->shape.size, sizeof newer->size);
    }
    tensor_release(transposed);
    return retained;
}

/* Converts a subscript; numbers that pick stay rows. */
static bool convert_subscript(struct lens *lens, struct subscript *subscript) {
    bool rows = is_batch(lens, subscript) ||
                (subscript->from != NULL && has_rule(subscript->from, TRANSPOSE_LITERAL));
    if (subscript->from != NULL &&
        (subscript->from = convert_node(lens, subscript->from,
                                        rows ? VIEW_UNCHANGED : VIEW_TRANSPOSED)) == NULL) {
        return false;
    }
    return subscript->to == NULL ||
           (subscript->to = convert_node(lens, subscript->to, VIEW_TRANSPOSED)) != NULL;
}

/* Swaps the last two of as many subscripts as the operand has axes; missing ones are `:`. Beyond
 * the known axes a trailing `:` stays, so that a second flip restores the first form. */
static bool flip_subscripts(struct lens *lens, struct node *newer, const struct node *node) {
    struct subscript list[AXIS_COUNT] = {{.all = false}};
    size_t axes = (size_t)count_axes(lens, node->argument[0]), count = node->subscript_count;
    size_t all = count > axes ? count : axes;
    for (size_t i = 0; i < all; i++) {
        list[i] = i < count ? node->subscripts[i] : (struct subscript){.all = true};
        if (!convert_subscript(lens, &list[i])) {
            return false;
        }
    }
    struct subscript last = list[all - 1];
    list[all - 1] = list[all - 2];
    list[all - 2] = last;
    while (all > 0 && all <= axes && list[all - 1].all) {
        all--;
    }
    newer->subscripts = arena_allocate(lens->arena, all, sizeof *list);
    if (newer->subscripts == NULL) {
        return failure_memory(lens->failure);
    }
    if (all > 0) {
        memcpy(newer->subscripts, list, all * sizeof *list);
    }
    newer->subscript_count = all;
    return true;
}

/* Applies what the row's rule does besides converting the arguments. */
static bool apply_rule(struct lens *lens, struct node *newer, const struct node *node) {
    const struct writing *writing = &node->op->writing;
    struct node *left = newer->argument[0];
    switch (writing->transposition) {
    case TRANSPOSE_SWAP:
        newer->argument[0] = newer->argument[1];
        newer->argument[1] = left;
        return true;
    case TRANSPOSE_PARTNER:
        newer->op = operator_find(writing->partner, strlen(writing->partner));
        return true;
    case TRANSPOSE_LITERAL:
        return newer->array != NULL ? flip_array(lens, newer) : flip_literal(lens, newer);
    case TRANSPOSE_INDEX:
        return flip_subscripts(lens, newer, node);
    case TRANSPOSE_SAME:
        return rewrite_swap_axis(lens->arena, newer, lens->failure);
    case TRANSPOSE_FLIP:
    case TRANSPOSE_WRAP:
        break;
    }
    return true;
}

/* Converts a definition's formula: a source at its root gets no .T. */
static struct node *convert_definition(struct lens *lens, const struct node *node) {
    const struct node *base = node;
    while (has_rule(base, TRANSPOSE_FLIP)) {
        base = base->argument[0];
    }
    bool bare = has_rule(base, TRANSPOSE_WRAP) && base->op->source;
    return convert_node(lens, node, bare ? VIEW_UNCHANGED : VIEW_TRANSPOSED);
}

/* Converts a node that is no .T itself. In a user's operator each line gives the transpose of its
 * old value, and so does a call of it. */
static struct node *convert_base(struct lens *lens, const struct node *node, enum lens_view view) {
    struct node *newer = rewrite_node(lens->arena, node, lens->failure);
    bool wrapped = has_rule(node, TRANSPOSE_WRAP), good = newer != NULL;
    bool unchanged = has_rule(node, TRANSPOSE_LITERAL) && view == VIEW_UNCHANGED;
    if (good && node->kind == NODE_BODY) {
        good = convert_cells(lens, newer, node);
    } else if (good && node->kind == NODE_LINE) {
        good = (newer->argument[0] = convert_definition(lens, node->argument[0])) != NULL;
    } else if (good && node->kind == NODE_APPLY) {
        good = convert_arguments(lens, newer, node, wrapped ? VIEW_UNCHANGED : VIEW_TRANSPOSED) &&
               (unchanged || apply_rule(lens, newer, node));
    }
    if (good) {
        newer->depth = tree_depth(newer);
    }
    return good ? newer : NULL;
}

/* Converts a run of .T and its operand. T(f(a)) = f(U(a)).T for a wrapped f, and U(a) = T(a).T for
 * the others: one .T more. Then a run of k becomes k xor 1, so that converting twice restores the
 * tree. */
static struct node *convert_node(struct lens *lens, const struct node *node, enum lens_view view) {
    size_t run = 0;
    for (; has_rule(node, TRANSPOSE_FLIP); node = node->argument[0]) {
        run++;
    }
    if (has_rule(node, TRANSPOSE_WRAP)) {
        run ^= view == VIEW_TRANSPOSED;
    } else if (!is_fixed(node)) {
        run ^= view == VIEW_UNCHANGED;
    }
    struct node *newer = convert_base(lens, node, view);
    while (newer != NULL && run-- > 0) {
        newer = rewrite_apply(lens->arena, ".T", newer, NULL, lens->failure);
    }
    return newer;
}

static struct tree *flip_tree(const struct tree *tree, const struct lens_names *names,
                              bool definition, struct failure *failure) {
    struct tree *flipped = tree_create(NULL, failure);
    if (flipped == NULL) {
        return NULL;
    }
    struct lens lens = {flipped, &flipped->arena, names, failure};
    flipped->root = definition ? convert_definition(&lens, tree->root)
                               : convert_node(&lens, tree->root, VIEW_TRANSPOSED);
    if (flipped->root != NULL && rewrite_finish(flipped, failure)) {
        return flipped;
    }
    tree_release(flipped);
    return NULL;
}

struct tree *lens_flip(const struct tree *tree, const struct lens_names *names,
                       struct failure *failure) {
    return flip_tree(tree, names, false, failure);
}

struct tree *lens_flip_definition(const struct tree *tree, const struct lens_names *names,
                                  struct failure *failure) {
    return flip_tree(tree, names, true, failure);
}
