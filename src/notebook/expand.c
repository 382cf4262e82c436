/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/expand.h"

#include "base/memory.h"
#include "base/text.h"
#include "language/lens.h"
#include "language/writer.h"
#include "notebook/evaluate.h"
#include "notebook/evaluation.h"

enum { FORMULA_COLUMNS = 60 };

/* The meaning of a body's names in one call. */
struct scope {
    const struct node *body;
    const char *path;           /* of the call */
    struct node **replacements; /* for each cell of the body the node that replaces it */
    size_t known;               /* how many of them are made */
};

/* How often a formula has called an operator so far. */
struct calls {
    const char *name;
    size_t count;
    struct calls *next;
};

/* One formula to be expanded: a definition's, a line's or a value's. */
struct formula {
    const struct scope *scope; /* NULL: its names are the notebook's */
    const char *path;          /* of its definition, or of its call */
    bool only_call; /* it contains one call, whose definitions have the formula's own path */
    struct calls *call_counts;
};

struct work {
    const struct expansion *expansion;
    struct failure *failure;
    size_t nodes;    /* made so far */
    int depth;       /* of the recursion */
    bool blamed;     /* the failure names the line */
    bool keep_calls; /* calls stay as written, for display */
};

/* Where nodes are made, and their span; NULL: each node's own. */
struct target {
    struct arena *arena;
    const struct span *span;
};

static struct node *expand_node(struct work *work, struct formula *formula, const struct node *node,
                                const struct target *target);

/* --- nodes --------------------------------------------------------------------------------------
 */

static struct node *copy_node(struct work *work, const struct node *node,
                              const struct target *target) {
    if (++work->nodes > EXPAND_NODES) {
        failure_set(work->failure, "these calls make more than %d operations of one formula",
                    (int)EXPAND_NODES);
        return NULL;
    }
    struct node *newer = rewrite_node(target->arena, node, work->failure);
    if (newer != NULL && target->span != NULL) {
        newer->span = *target->span;
    }
    return newer;
}

/* --- paths --------------------------------------------------------------------------------------
 */

static const char *join_path(struct work *work, const char *path, const char *name, size_t number) {
    struct text text = {0};

    text_format(&text, "%s%s%s", path, path[0] == '\0' ? "" : ".", name);
    if (number > 1) {
        text_format(&text, "#%zu", number);
    }
    return definition_text(work->expansion->owner, &text, work->failure);
}

/* Returns the path of the definitions inside the call of the operator NAME in FORMULA. */
static const char *call_path(struct work *work, struct formula *formula, const char *name) {
    const struct scope *scope = formula->scope;
    struct calls *calls = formula->call_counts;

    if (formula->only_call) {
        return formula->path;
    }
    while (calls != NULL && !text_same(calls->name, name)) {
        calls = calls->next;
    }
    if (calls == NULL) {
        calls = arena_allocate(&work->expansion->owner->arena, 1, sizeof *calls);
        if (calls == NULL) {
            failure_memory(work->failure);
            return NULL;
        }
        bool used = scope != NULL && text_same(scope->path, formula->path) &&
                    tree_body_defines(scope->body, name);
        *calls = (struct calls){name, used ? 1 : 0, formula->call_counts};
        formula->call_counts = calls;
    }
    return join_path(work, formula->path, name, ++calls->count);
}

/* --- definitions inside calls -------------------------------------------------------------------
 */

static bool keep_inside(struct work *work, const char *path, struct definition *definition) {
    struct definition *owner = work->expansion->owner;
    if (owner->inside_count == EXPAND_INSIDE) {
        return failure_set(work->failure, "these calls contain more than %d values",
                           (int)EXPAND_INSIDE);
    }
    if (!memory_reserve(&owner->inside, &owner->inside_capacity, owner->inside_count + 1,
                        sizeof *owner->inside)) {
        return failure_memory(work->failure);
    }
    owner->inside[owner->inside_count++] = (struct inside){path, definition_retain(definition)};
    return true;
}

/* The scope in which a formula is read, and the span of its nodes; NULL: each node's own. */
struct reading {
    struct tree_text *text;
    const struct span *span;
};

/* Sets the tree of MADE, from NODE, that is shown, with its calls: H.A = attend(H.Q, H.K). */
static bool show_calls(struct work *work, struct formula *formula, struct definition *made,
                       const struct node *node) {
    struct tree *tree =
        tree_has_user_call(node) ? tree_create(made->worked->shared, work->failure) : NULL;
    struct target target = {tree == NULL ? NULL : &tree->arena, NULL};
    if (tree == NULL) {
        return !tree_has_user_call(node);
    }
    work->keep_calls = true;
    tree->root = expand_node(work, formula, node, &target);
    work->keep_calls = false;
    if (tree->root == NULL || !rewrite_retain_arrays(tree, work->failure)) {
        tree_release(tree);
        return false;
    }
    tree_release(made->tree);
    made->tree = tree;
    return true;
}

/* Makes the definition PATH from NODE, which is FORMULA's. */
static struct definition *make_inside(struct work *work, struct formula *formula, const char *path,
                                      const struct node *node, struct reading reading) {
    const struct expansion *expansion = work->expansion;
    struct tree *tree = tree_create(reading.text, work->failure);
    struct target target = {tree == NULL ? NULL : &tree->arena, reading.span};
    struct definition *made = NULL;
    if (tree == NULL) {
        return NULL;
    }
    tree->root = expand_node(work, formula, node, &target);
    if (tree->root != NULL && rewrite_retain_arrays(tree, work->failure)) {
        made = expansion->make(expansion->context, path, tree, work->failure);
    }
    tree_release(tree);
    if (made != NULL && made->references == 1 && !show_calls(work, formula, made, node)) {
        definition_release(made);
        return NULL;
    }
    if (made != NULL && !keep_inside(work, path, made)) {
        definition_release(made);
        return NULL;
    }
    definition_release(made); /* the owner has a reference */
    return made;
}

/* True for a node that can replace a parameter directly. */
static bool can_replace(const struct node *node) {
    double number;
    return node->kind == NODE_NAME || node->kind == NODE_TEXT || tree_is_number(node, &number);
}

static struct node *name_node(struct work *work, const char *path) {
    struct node node = {.kind = NODE_NAME, .depth = 1, .text = path};
    return rewrite_node(&work->expansion->owner->arena, &node, work->failure);
}

/* --- a call -------------------------------------------------------------------------------------
 */

static struct definition *find_value(const struct work *work, const char *name) {
    return evaluation_find(work->expansion->notebook, work->expansion->owner, name);
}

static struct tree_text *text_of(const struct work *work, const struct formula *formula) {
    const struct scope *scope = formula->scope;
    const struct definition *from = work->expansion->owner;
    if (scope != NULL) {
        from = notebook_operator(work->expansion->notebook, scope->body->text);
    }
    return from->tree->shared;
}

/* Returns the node that replaces the parameter PATH, given ARGUMENT, a node of FORMULA. */
static struct node *set_parameter(struct work *work, struct formula *formula,
                                  const struct node *argument, const char *path) {
    struct reading reading = {text_of(work, formula), NULL};
    struct target target = {&work->expansion->owner->arena, NULL};
    struct node *plain =
        can_replace(argument) ? expand_node(work, formula, argument, &target) : NULL;
    if (plain != NULL && plain->kind == NODE_TEXT) {
        return plain;
    }
    if (plain != NULL && plain->kind == NODE_NAME) {
        struct definition *same = find_value(work, plain->text);
        bool good = same != NULL ? keep_inside(work, path, same)
                                 : evaluate_unknown(work->expansion->notebook, plain->text,
                                                    argument->span, work->failure);
        return good ? plain : NULL;
    }
    if ((plain == NULL && work->failure->set) ||
        make_inside(work, formula, path, argument, reading) == NULL) {
        return NULL;
    }
    return plain != NULL ? plain : name_node(work, path);
}

/* Makes SCOPE (uninitialised) that of BODY in the call PATH (NULL after a failure), with no names
 * known yet. */
static bool open_scope(struct work *work, const struct node *body, const char *path,
                       struct scope *scope) {
    struct arena *arena = &work->expansion->owner->arena;
    *scope = (struct scope){.body = body, .path = path};
    scope->replacements = arena_allocate(arena, body->cell_count, sizeof(struct node *));
    return (path != NULL && scope->replacements != NULL) || failure_memory(work->failure);
}

/* Sets the values of CALL for the parameters of SCOPE's body. */
static bool set_parameters(struct work *work, struct formula *formula, const struct node *call,
                           struct scope *scope) {
    const struct node *body = scope->body;
    for (size_t i = 0; i < call->cell_count; i++) {
        if (call->cells[i]->kind == NODE_WORD) {
            return failure_at(work->failure, call->cells[i]->span,
                              "%s takes its values by position, without %s=", body->text,
                              call->cells[i]->text);
        }
    }
    if (call->cell_count != body->parameters) {
        struct text head = {0};
        for (size_t i = 0; i < body->parameters; i++) {
            text_format(&head, "%s%s", i == 0 ? "" : ", ", body->cells[i]->text);
        }
        failure_at(work->failure, call->span, "%s takes %zu value%s, not %zu: %s(%s)", body->text,
                   body->parameters, body->parameters == 1 ? "" : "s", call->cell_count, body->text,
                   text_string(&head));
        text_release(&head);
        return false;
    }
    for (; scope->known < body->parameters; scope->known++) {
        const char *path = join_path(work, scope->path, body->cells[scope->known]->text, 1);

        if (path == NULL || (scope->replacements[scope->known] = set_parameter(
                                 work, formula, call->cells[scope->known], path)) == NULL) {
            return false;
        }
    }
    return true;
}

/* Puts "in attend, A = softmax(S): …" before the message, for the innermost line at fault. */
static void prefix_line(struct work *work, const struct node *body, const struct node *line) {
    struct failure *failure = work->failure;
    struct text formula = {0};
    failure->placed = false;
    if (failure->outside || work->blamed) {
        return;
    }
    work->blamed = true;
    writer_plain(line, &formula);
    if (formula.length > FORMULA_COLUMNS) {
        failure_prefix(failure, "in %s, %s", body->text, line->text);
    } else {
        failure_prefix(failure, "in %s, %s", body->text, text_string(&formula));
    }
    text_release(&formula);
}

static size_t count_calls(const struct node *node);

/* Makes a definition of each line of SCOPE's body. */
static bool make_lines(struct work *work, struct scope *scope) {
    const struct node *body = scope->body;
    for (; scope->known + 1 < body->cell_count; scope->known++) {
        const struct node *line = body->cells[scope->known];
        const char *path = join_path(work, scope->path, line->text, 1);
        struct formula formula = {
            .scope = scope, .path = path, .only_call = count_calls(line->argument[0]) == 1};

        if (path == NULL || (scope->replacements[scope->known] = name_node(work, path)) == NULL) {
            return false;
        }
        struct reading reading = {text_of(work, &formula), NULL};
        if (make_inside(work, &formula, path, line->argument[0], reading) == NULL) {
            prefix_line(work, body, line);
            return false;
        }
    }
    return true;
}

/* Returns the value of a call of OPERATOR: its body's last formula, after the lines before it. */
static struct node *call_value(struct work *work, struct formula *formula, const struct node *call,
                               const struct definition *op, const struct target *target) {
    const struct node *body = op->tree->root;
    struct target inlined = {target->arena, target->span != NULL ? target->span : &call->span};
    struct scope scope;
    if (!open_scope(work, body, call_path(work, formula, call->text), &scope) ||
        !set_parameters(work, formula, call, &scope)) {
        return NULL;
    }
    struct formula value = {.scope = &scope, .path = scope.path};
    struct node *made = make_lines(work, &scope)
                            ? expand_node(work, &value, body->cells[body->cell_count - 1], &inlined)
                            : NULL;
    if (made == NULL) {
        work->failure->placed = false; /* its span is in the body */
        failure_place(work->failure, *inlined.span);
    }
    return made;
}

/* --- layers -------------------------------------------------------------------------------------
 */

/* One layers(block, x, W, …) that is being expanded. */
struct layers {
    const struct node *call, *body;
    const char *path;
    struct node **inputs; /* the nodes that replace x and each stack */
    size_t count;
    struct reading reading;
};

/* Verifies that all stacks have the same number of matrices. */
static bool count_layers(struct work *work, struct layers *layers) {
    size_t stacks = layers->call->cell_count, first = 0;
    char sizes[64];
    for (size_t i = 0; i < stacks; i++) {
        const struct node *node = layers->inputs[i + 1];
        const struct definition *stack =
            node->kind == NODE_NAME ? find_value(work, node->text) : NULL;
        const struct shape *shape = stack != NULL ? &stack->value->shape : NULL;
        struct span span = layers->call->cells[i]->span;

        if (shape == NULL || shape->axes < 3) {
            return failure_at(work->failure, span,
                              "layers takes stacks, one matrix a layer, and this is %s: what all "
                              "layers share %s uses by name",
                              shape == NULL ? "a number" : shape_text(shape, sizes),
                              layers->body->text);
        }
        size_t count = shape->size[AXIS_COUNT - shape->axes];
        first = i == 0 ? count : first;
        if (count != first) {
            return failure_at(work->failure, span, "%zu layers here, and %zu in the first stack",
                              count, first);
        }
    }
    layers->count = first;
    return first <= EXPAND_LAYERS ||
           failure_at(work->failure, layers->call->span, "%zu layers are more than %d", first,
                      (int)EXPAND_LAYERS);
}

/* Makes W[3], the formula of a definition inside layer 3. */
static struct definition *make_layer_part(struct work *work, const struct layers *layers,
                                          size_t stack, size_t layer, const char *path) {
    char digits[24];
    struct node number = {.kind = NODE_NUMBER, .depth = 1, .number = (double)layer};
    struct subscript at = {.from = &number};
    struct node part = {.kind = NODE_APPLY, .depth = 2, .subscripts = &at, .subscript_count = 1};
    struct formula none = {0};
    text_fill(digits, sizeof digits, "%zu", layer);
    number.text = digits;
    part.op = operator_find("[ ]", 3);
    part.argument[0] = layers->inputs[stack + 1];
    return make_inside(work, &none, path, &part, layers->reading);
}

/* Expands layer LAYER, applied to X: H.3, with H.3.W and the lines inside it. */
static struct node *expand_layer(struct work *work, const struct layers *layers, size_t layer,
                                 struct node *x) {
    const struct node *body = layers->body;
    char digits[24];
    struct scope scope;
    text_fill(digits, sizeof digits, "%zu", layer);
    if (!open_scope(work, body, join_path(work, layers->path, digits, 1), &scope)) {
        return NULL;
    }
    for (; scope.known < body->parameters; scope.known++) {
        const char *path = join_path(work, scope.path, body->cells[scope.known]->text, 1);
        bool first = scope.known == 0;
        struct definition *same = first && x->kind == NODE_NAME ? find_value(work, x->text) : NULL;

        scope.replacements[scope.known] = first ? x : path != NULL ? name_node(work, path) : NULL;
        if (path == NULL || scope.replacements[scope.known] == NULL ||
            (same != NULL && !keep_inside(work, path, same)) ||
            (!first && make_layer_part(work, layers, scope.known - 1, layer, path) == NULL)) {
            return NULL;
        }
    }
    struct formula value = {.scope = &scope, .path = scope.path};
    if (!make_lines(work, &scope) ||
        make_inside(work, &value, scope.path, body->cells[body->cell_count - 1], layers->reading) ==
            NULL) {
        return NULL;
    }
    return name_node(work, scope.path);
}

/* Expands all layers and returns the output of the last. */
static struct node *expand_layers(struct work *work, struct formula *formula,
                                  const struct node *call, const struct definition *op,
                                  const struct target *target) {
    const struct node *body = op->tree->root;
    struct layers layers = {.call = call, .body = body};
    const struct span *span = target->span != NULL ? target->span : &call->span;

    if (body->parameters != call->cell_count + 1) {
        failure_at(work->failure, call->span,
                   "%s takes %zu value%s, and layers gives it %zu: x, and one of each stack",
                   body->text, body->parameters, body->parameters == 1 ? "" : "s",
                   call->cell_count + 1);
        return NULL;
    }
    layers.path = call_path(work, formula, call->op->name);
    layers.reading = (struct reading){text_of(work, formula), span};
    layers.inputs =
        arena_allocate(&work->expansion->owner->arena, body->parameters, sizeof(struct node *));
    if (layers.path == NULL || layers.inputs == NULL) {
        failure_memory(work->failure);
        return NULL;
    }
    for (size_t i = 0; i < body->parameters; i++) {
        const struct node *argument = i == 0 ? call->argument[1] : call->cells[i - 1];
        const char *path = join_path(work, layers.path, body->cells[i]->text, 1);

        layers.inputs[i] = path == NULL ? NULL : set_parameter(work, formula, argument, path);
        if (layers.inputs[i] == NULL) {
            return NULL;
        }
    }
    if (!count_layers(work, &layers)) {
        return NULL;
    }
    struct node *x = layers.inputs[0];
    for (size_t i = 1; x != NULL && i <= layers.count; i++) {
        x = expand_layer(work, &layers, i, x);
        if (x == NULL) {
            failure_prefix(work->failure, "layer %zu", i);
            work->failure->placed = false;
            failure_place(work->failure, *span);
        }
    }
    return x == NULL ? NULL : copy_node(work, x, &(struct target){target->arena, span});
}

static struct node *work_out_call(struct work *work, struct formula *formula,
                                  const struct node *call, const struct target *target) {
    struct definition *op = notebook_operator(work->expansion->notebook, tree_called_name(call));
    if (!definition_need(work->expansion->owner, op, work->failure)) {
        return NULL;
    }
    return (call->op == &operator_user ? call_value : expand_layers)(work, formula, call, op,
                                                                     target);
}

/* --- the walk -----------------------------------------------------------------------------------
 */

/* Returns the node that replaces the name NODE in SCOPE, or NODE itself. */
static const struct node *replacement_of(const struct scope *scope, const struct node *node) {
    for (size_t i = 0; scope != NULL && i < scope->known; i++) {
        if (text_same(scope->body->cells[i]->text, node->text)) {
            return scope->replacements[i];
        }
    }
    return node;
}

static struct node *work_out_name(struct work *work, const struct formula *formula,
                                  const struct node *node, const struct target *target) {
    struct node *newer = copy_node(work, replacement_of(formula->scope, node), target);
    if (newer != NULL && target->span == NULL) {
        newer->span = node->span;
    }
    return newer;
}

/* The position of a walk down a formula. */
struct place_down {
    struct work *work;
    struct formula *formula;
    const struct target *target;
};

static struct node *work_out_below(void *context, const struct node *node) {
    const struct place_down *at = context;
    return expand_node(at->work, at->formula, node, at->target);
}

static struct node *work_out_apply(struct work *work, struct formula *formula,
                                   const struct node *node, const struct target *target) {
    struct place_down at = {work, formula, target};
    struct rewriting rewriting = {target->arena, work_out_below, &at, work->failure};
    if (tree_called_name(node) != NULL && !work->keep_calls) {
        return work_out_call(work, formula, node, target);
    }
    struct node *newer = copy_node(work, node, target);
    if (newer == NULL || !rewrite_below(&rewriting, newer, node)) {
        return NULL;
    }
    for (size_t i = 0; target->span != NULL && i < newer->subscript_count; i++) {
        newer->subscripts[i].span = *target->span;
    }
    return newer;
}

static struct node *expand_node(struct work *work, struct formula *formula, const struct node *node,
                                const struct target *target) {
    if (work->depth == TREE_DEPTH) {
        failure_at(work->failure, node->span,
                   "more than %d calls and operations inside one another: name a part of it",
                   (int)TREE_DEPTH);
        return NULL;
    }
    work->depth++;
    struct node *made = node->kind == NODE_NAME ? work_out_name(work, formula, node, target)
                                                : work_out_apply(work, formula, node, target);
    work->depth--;
    return made;
}

static bool count_call(void *context, const struct node *call) {
    size_t *count = context;
    (void)call;
    ++*count;
    return true;
}

static size_t count_calls(const struct node *node) {
    size_t count = 0;
    tree_find_call(node, count_call, &count);
    return count;
}

struct tree *expand(const struct expansion *expansion) {
    const struct tree *written = expansion->owner->tree;
    struct work work = {.expansion = expansion, .failure = expansion->failure};
    const char *name = expansion->owner->name;
    struct formula formula = {.path = name,
                              .only_call = name[0] != '\0' && count_calls(written->root) == 1};
    struct tree *tree = tree_create(written->shared, expansion->failure);
    struct target target = {tree == NULL ? NULL : &tree->arena, NULL};

    if (tree == NULL) {
        return NULL;
    }
    tree->root = expand_node(&work, &formula, written->root, &target);
    if (tree->root != NULL && rewrite_retain_arrays(tree, expansion->failure)) {
        return tree;
    }
    tree_release(tree);
    return NULL;
}

/* --- names --------------------------------------------------------------------------------------
 */

struct names {
    const struct notebook *notebook;
    bool (*visit)(void *context, const struct node *name);
    void *context;
};

static bool visit_others(void *context, const struct node *call) {
    const struct names *names = context;
    const struct definition *op = notebook_operator(names->notebook, tree_called_name(call));
    for (size_t i = 0; op != NULL && i < op->other_count; i++) {
        struct node name = {.kind = NODE_NAME, .span = call->span, .text = op->others[i]};

        if (!names->visit(names->context, &name)) {
            return false;
        }
    }
    return true;
}

bool expand_names(const struct notebook *notebook, const struct node *node,
                  bool (*visit)(void *context, const struct node *name), void *context) {
    struct names names = {notebook, visit, context};
    return tree_names(node, visit, context) && tree_find_call(node, visit_others, &names) == NULL;
}
