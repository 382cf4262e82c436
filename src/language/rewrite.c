#include "language/rewrite.h"

#include "base/text.h"
#include "language/writer.h"

#include <string.h>

struct node *rewrite_node(struct arena *arena, const struct node *node, struct failure *failure) {
    struct node *new = arena_allocate(arena, 1, sizeof *new);
    if (new == NULL) {
        failure_memory(failure);
        return NULL;
    }
    *new = *node;
    new->cells = NULL;
    new->subscripts = NULL;
    if (node->text != NULL)
        new->text = arena_text(arena, node->text, strlen(node->text));
    if (node->text == NULL || new->text != NULL)
        return new;
    failure_memory(failure);
    return NULL;
}

struct node *rewrite_apply(struct arena *arena, const char *operator, struct node * left,
                           struct node *right, struct failure *failure) {
    struct node row = {.kind = NODE_APPLY, .argument = {left, right}};
    row.operator= operator_find(operator, strlen(operator));
    if (row.operator== NULL) {
        failure_set(failure, "%s is not in the table of operators", operator);
        return NULL;
    }
    row.depth = tree_depth(&row);
    return rewrite_node(arena, &row, failure);
}

/* --- copies ----------------------------------------------------------------------------------- */

struct copying {
    struct arena *arena;
    const struct node *site;
    struct node *with;
    struct failure *failure;
};

static struct node *copy(const struct copying *copying, const struct node *node);

/* The node that *AT points to gives way to its copy; NULL stays. */
static bool copy_at(const struct copying *copying, struct node **at) {
    *at = *at == NULL ? NULL : copy(copying, *at);
    return *at != NULL;
}

static bool copy_cells(const struct copying *copying, struct node *new, const struct node *node) {
    if (node->cell_count == 0)
        return true;
    new->cells = arena_allocate(copying->arena, node->cell_count, sizeof *new->cells);
    if (new->cells == NULL)
        return failure_memory(copying->failure);
    memcpy(new->cells, node->cells, node->cell_count * sizeof *new->cells);
    for (size_t i = 0; i < node->cell_count; i++)
        if (!copy_at(copying, &new->cells[i]))
            return false;
    return true;
}

static bool copy_subscripts(const struct copying *copying, struct node *new,
                            const struct node *node) {
    if (node->subscript_count == 0)
        return true;
    new->subscripts =
        arena_allocate(copying->arena, node->subscript_count, sizeof *new->subscripts);
    if (new->subscripts == NULL)
        return failure_memory(copying->failure);
    memcpy(new->subscripts, node->subscripts, node->subscript_count * sizeof *new->subscripts);
    for (size_t i = 0; i < node->subscript_count; i++) {
        struct subscript *subscript = &new->subscripts[i];
        if ((subscript->from != NULL && !copy_at(copying, &subscript->from)) ||
            (subscript->to != NULL && !copy_at(copying, &subscript->to)))
            return false;
    }
    return true;
}

static struct node *copy(const struct copying *copying, const struct node *node) {
    if (node == copying->site)
        return copying->with;
    struct node *new = rewrite_node(copying->arena, node, copying->failure);
    if (new == NULL)
        return NULL;
    for (size_t i = 0; i < CALL_ARGUMENTS; i++)
        if (new->argument[i] != NULL && !copy_at(copying, &new->argument[i]))
            return NULL;
    if (!copy_cells(copying, new, node) || !copy_subscripts(copying, new, node))
        return NULL;
    new->depth = tree_depth(new);
    return new;
}

struct node *rewrite_copy(struct arena *arena, const struct node *node, const struct node *site,
                          struct node *with, struct failure *failure) {
    struct copying copying = {arena, site, with, failure};
    return copy(&copying, node);
}

/* --- the axis --------------------------------------------------------------------------------- */

static const char *other_word(const char *word) {
    if (text_same(word, "row"))
        return "column";
    return text_same(word, "column") ? "row" : word;
}

/* The parameter that says along which axis: each=. -1 when there is none. */
static int axis_parameter(const struct operator* row) {
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct parameter *parameter = &row->parameters[i];
        if (parameter->kind == PARAMETER_WORD && strstr(parameter->words, "row") != NULL &&
            strstr(parameter->words, "column") != NULL)
            return i;
    }
    return -1;
}

/* The word of each=, given or by default. */
static const char *axis_word(const struct node *node, int index) {
    const struct node *argument = node->argument[index];
    return argument != NULL ? argument->text : node->operator->parameters[index].standard;
}

const char *rewrite_axis(const struct node *node) {
    int index = node->kind == NODE_APPLY ? axis_parameter(node->operator) : -1;
    const char *word = index < 0 ? NULL : axis_word(node, index);
    return word == NULL || text_same(other_word(word), word) ? NULL : word;
}

bool rewrite_other_axis(struct arena *arena, struct node *node, struct failure *failure) {
    int index = axis_parameter(node->operator);
    if (index < 0)
        return true;
    const char *standard = node->operator->parameters[index].standard;
    struct node *argument = node->argument[index];
    const char *word = axis_word(node, index);
    if (word == NULL)
        return true;
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

/* --- done ------------------------------------------------------------------------------------- */

bool rewrite_finish(struct tree *tree, struct failure *failure) {
    struct text text = {0};
    writer_place(tree->root, &text);
    if (text_ok(&text, failure)) {
        tree->shared = tree_text_create(text_string(&text), text.length, failure);
        tree->text = tree->shared == NULL ? "" : tree->shared->bytes;
    }
    text_release(&text);
    return tree->shared != NULL;
}

struct tree *rewrite_tree(const struct node *node, struct failure *failure) {
    struct tree *tree = tree_create(NULL, failure);
    if (tree == NULL)
        return NULL;
    tree->root = rewrite_copy(&tree->arena, node, NULL, NULL, failure);
    if (tree->root != NULL && rewrite_finish(tree, failure))
        return tree;
    tree_release(tree);
    return NULL;
}
