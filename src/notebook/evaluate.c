/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/evaluate.h"

#include "base/memory.h"
#include "base/text.h"
#include "language/unknown.h"
#include "notebook/evaluation.h"
#include "notebook/expand.h"
#include "notebook/gradient.h"

#include <string.h>

enum { LISTED = 12 };

/* --- names and numbers --------------------------------------------------------------------------
 */

/* Fails for "H.B": reports what is inside H, or what a point means elsewhere. */
static bool unknown_inside(const struct notebook *notebook, const char *name, struct span span,
                           struct failure *failure) {
    size_t at = notebook_position(notebook, name);
    const struct definition *owner = at < notebook->count ? notebook->list[at] : NULL;
    struct text paths = {0};
    if (owner == NULL || owner->inside_count == 0) {
        return unknown_path(name, span, failure);
    }
    for (size_t i = 0; i < owner->inside_count && i < LISTED; i++) {
        text_format(&paths, "%s%s", i == 0 ? "" : ", ", owner->inside[i].path);
    }
    text_append(&paths, owner->inside_count > LISTED ? ", …" : "");
    if (text_ok(&paths, failure)) {
        failure_at(failure, span, "there is no %s; inside %s there are %s", name, owner->name,
                   text_string(&paths));
    }
    text_release(&paths);
    return false;
}

bool evaluate_unknown(const struct notebook *notebook, const char *name, struct span span,
                      struct failure *failure) {
    const struct notebook_hints *hints = notebook->hints;
    const char *nearest = NULL;
    if (hints != NULL && hints->unknown != NULL &&
        hints->unknown(hints->context, name, span, failure)) {
        return false;
    }
    if (operator_find(name, strlen(name)) != NULL || notebook_operator(notebook, name) != NULL) {
        return failure_at(failure, span, "%s is an operator: write %s(…)", name, name);
    }
    if (name[definition_root(name)] != '\0') {
        return unknown_inside(notebook, name, span, failure);
    }
    size_t length = strlen(name), bare = length > 1 ? length - 1 : 0; /* without a prime */
    for (size_t i = 0; i < notebook->count; i++) {
        const char *other = notebook->list[i]->name;
        if (name[bare] == '\'' && strlen(other) == bare && memcmp(other, name, bare) == 0) {
            return failure_at(failure, span, "no value is called %s; the transpose is %s.T", name,
                              other); /* K' is MATLAB's transpose */
        }
        nearest = text_nearer(name, nearest, notebook->list[i]->name);
    }
    if (nearest != NULL) {
        return failure_at(failure, span, "no value is called %s; did you mean %s?", name, nearest);
    }
    return failure_at(failure, span, "no value is called %s", name);
}

struct definition *evaluation_find(const struct notebook *notebook, const struct definition *owner,
                                   const char *name) {
    struct definition *inside = owner->inside_count > 0 ? definition_inside(owner, name) : NULL;
    return inside != NULL ? inside : notebook_find(notebook, name);
}

/* Returns what OLD used under DEFINITION's name; NULL: nothing. */
static const struct definition *used_before(const struct definition *old,
                                            const struct definition *definition) {
    for (size_t i = 0; old != NULL && i < old->use_count; i++) {
        if (text_same(old->uses[i]->name, definition->name)) {
            return old->uses[i];
        }
    }
    return NULL;
}

/* True when what OLD used under DEFINITION's name had the same value. One layer's part of a stack
 * may be unchanged although the stack is not. */
static bool had_same_value(const struct definition *old, const struct definition *definition) {
    const struct definition *used = used_before(old, definition);
    const struct tensor *before = used == NULL ? NULL : used->value, *now = definition->value;
    return used != NULL && (before == now || (before->whole != NULL && now->whole != NULL &&
                                              tensor_same(before, now)));
}

bool evaluation_labels_unchanged(const struct evaluation *evaluation,
                                 const struct definition *definition) {
    const struct definition *used = used_before(evaluation->old, definition);
    return used != NULL && used->text == NULL && definition->text == NULL &&
           labels_same(used->value->shape.labels[AXIS_ROW],
                       definition->value->shape.labels[AXIS_ROW]);
}

bool evaluation_name(struct evaluation *evaluation, const struct node *node,
                     struct operand *operand) {
    struct definition *definition =
        evaluation_find(evaluation->notebook, evaluation->owner, node->text);
    if (definition == NULL) {
        return evaluate_unknown(evaluation->notebook, node->text, node->span, evaluation->failure);
    }
    *operand = (struct operand){definition->value, {definition, ORIGIN_NONE}, definition->text};
    evaluation->changed = evaluation->changed || !had_same_value(evaluation->old, definition);
    return definition_use(evaluation->made, definition, evaluation->failure);
}

/* Stores VALUE (NULL after a failure), which the definition owns from then on. */
static bool keep_value(struct evaluation *evaluation, struct tensor *value,
                       struct operand *operand) {
    struct definition *made = evaluation->made;
    if (value == NULL) {
        return false;
    }
    if (!memory_reserve(&made->numbers, &made->number_capacity, made->number_count + 1,
                        sizeof(struct tensor *))) {
        tensor_release(value);
        return failure_memory(evaluation->failure);
    }
    made->numbers[made->number_count++] = value;
    operand->value = value;
    return true;
}

bool evaluation_number(struct evaluation *evaluation, double number, struct operand *operand) {
    return keep_value(evaluation, tensor_number(number, evaluation->failure), operand);
}

/* Evaluates a text, or the name of one. Its words are numbered in the order of their first
 * appearance. */
static bool evaluate_text(struct evaluation *evaluation, const struct node *node,
                          struct operand *operand) {
    const struct op *row = operator_find("ids", strlen("ids"));
    struct call call = {.op = row, .argument[0] = {.given = true, .word = node->text}};
    if (node->kind == NODE_NAME) {
        return evaluation_name(evaluation, node, operand);
    }
    call.argument[0].written = "\"…\"";
    *operand = (struct operand){NULL, {NULL, ORIGIN_NONE}, node->text};
    if (!keep_value(evaluation, call_run(&call, evaluation->failure), operand)) {
        failure_place(evaluation->failure, node->span);
    }
    return operand->value != NULL;
}
/* --- operators ----------------------------------------------------------------------------------
 */

/* Adds the finished operation; the definition then owns its result. */
static bool keep_operation(struct evaluation *evaluation, struct operation *operation,
                           struct operand *operand) {
    struct definition *made = evaluation->made;
    if (!memory_reserve(&made->operations, &made->operation_capacity, made->operation_count + 1,
                        sizeof(struct operation))) {
        tensor_release(operation->result);
        return failure_memory(evaluation->failure);
    }
    operation->call.shape = operation->result->shape;
    *operand =
        (struct operand){.value = operation->result, .origin = {NULL, (long)made->operation_count}};
    made->operations[made->operation_count++] = *operation;
    return true;
}

/* Evaluates an array of the tree: its block of numbers is shared, unless the value will be written
 * to. */
static bool evaluate_array(struct evaluation *evaluation, const struct node *node,
                           struct operand *operand) {
    struct operation operation = {.node = node, .call.op = node->op};
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        operation.origin[i] = (struct origin){NULL, ORIGIN_NONE};
    }
    operation.result = evaluation->own ? tensor_copy(node->array, evaluation->failure)
                                       : tensor_retain(node->array);
    return operation.result != NULL && keep_operation(evaluation, &operation, operand);
}

/* Returns the next operation's previous result, retained, when nothing in it has changed; else
 * NULL. Never a part of another value: it would keep the whole alive. */
static struct tensor *result_before(const struct evaluation *evaluation) {
    struct tensor *result = NULL;
    if (evaluation->old != NULL && !evaluation->changed && !evaluation->own) {
        result = evaluation->old->operations[evaluation->made->operation_count].result;
    }
    return result != NULL && result->whole == NULL ? tensor_retain(result) : NULL;
}

static bool evaluate_apply(struct evaluation *evaluation, const struct node *node,
                           struct operand *operand) {
    struct operation operation = {.node = node, .call.op = node->op, .call.own = evaluation->own};
    size_t count = operator_parameter_count(node->op);
    bool changed = evaluation->changed; /* by what comes before it in the formula */
    evaluation->changed = node->op->of_graph;
    for (size_t i = 0; i < count; i++) {
        if (!evaluation_argument(evaluation, &operation, (int)i)) {
            return false;
        }
    }
    if (node->op->of_graph) {
        operation.call.graph = gradient_graph(evaluation->made, operation.origin);
        if (operation.call.graph == NULL) {
            return failure_memory(evaluation->failure);
        }
    }
    operation.result = result_before(evaluation);
    if (operation.result == NULL) {
        operation.result = call_run(&operation.call, evaluation->failure);
    }
    if (operation.result == NULL) {
        failure_place(evaluation->failure, node->span);
        return false;
    }
    evaluation->changed = evaluation->changed || changed;
    return keep_operation(evaluation, &operation, operand);
}

bool evaluation_node(struct evaluation *evaluation, const struct node *node,
                     struct operand *operand) {
    double number;
    bool made;
    *operand = (struct operand){.origin = {NULL, ORIGIN_NONE}};
    if (tree_is_number(node, &number)) {
        made = evaluation_number(evaluation, number, operand);
    } else if (node->kind == NODE_NAME) {
        made = evaluation_name(evaluation, node, operand);
    } else if (node->array != NULL) {
        made = evaluate_array(evaluation, node, operand);
    } else if (node->kind == NODE_APPLY) {
        made = evaluate_apply(evaluation, node, operand);
    } else {
        made = failure_at(evaluation->failure, node->span,
                          "\"%s\" is a text, and a value is wanted here", node->text);
    }
    if (made && operand->text != NULL) {
        return failure_at(evaluation->failure, node->span,
                          "%s is a text: onehot(%s, E), embed(%s, E) or ids(%s, E) make numbers of "
                          "it",
                          node->text, node->text, node->text, node->text);
    }
    return made && operand->value != NULL;
}

/* --- whole definitions --------------------------------------------------------------------------
 */

/* A definition to be made. */
struct formula {
    const char *name;
    struct tree *tree;
    const struct definition *old; /* the previous one, whose overlays are kept; NULL: none */
    struct overlay_change set;    /* overlays that replace those */
    struct definition *owner;     /* the definition that it is made inside; NULL: none */
    bool own;                     /* it will be written to, so it shares nothing */
};

/* Returns the overlays for what OLD becomes. */
static const struct overlays *overlays_for(const struct formula *formula,
                                           const struct definition *old) {
    return formula->set.of == old ? formula->set.overlays : definition_overlays(old);
}

/* Applies the overlays of FORMULA to MADE, which has been computed. When the value's sizes have
 * changed, overlays keep their row and column, and those that fall outside are dropped. */
static bool apply_overlays(struct definition *made, const struct formula *formula,
                           struct failure *failure) {
    struct overlays *to = made->leaf ? &made->edits : &made->pins;
    bool fits = formula->old != NULL && formula->old->leaf == made->leaf && made->computed != NULL;
    const struct overlays *overlays = fits ? overlays_for(formula, formula->old) : NULL;
    size_t count = fits ? overlays->count : 0;
    if (count > 0) {
        to->list = memory_allocate(count, sizeof *to->list);
        if (to->list == NULL) {
            return failure_memory(failure);
        }
    }
    for (size_t i = 0; i < count; i++) {
        const struct shape *now = &made->computed->shape;
        struct place place = tensor_place(&formula->old->value->shape, overlays->list[i].cell);
        bool inside = true;

        for (int axis = 0; axis < AXIS_COUNT; axis++) {
            inside = inside && place.at[axis] < now->size[axis];
        }
        if (inside) {
            to->list[to->count++] =
                (struct overlay){tensor_index(now, &place), overlays->list[i].number};
        }
    }
    if (to->count == 0) {
        made->value = tensor_retain((struct tensor *)made->computed);
        return true;
    }
    if (made->computed == formula->old->computed &&
        overlays_same(to, definition_overlays(formula->old))) {
        made->value = tensor_retain(formula->old->value);
        return true;
    }
    made->value = tensor_copy(made->computed, failure);
    for (size_t i = 0; made->value != NULL && i < to->count; i++) {
        made->value->cells[to->list[i].cell] = to->list[i].number;
    }
    return made->value != NULL;
}

/* The definition whose tree is walked for labels. */
struct label_search {
    const struct notebook *notebook;
    const struct definition *owner, *made;
};

/* False at a name that was taken for a label but is defined now. */
static bool is_label_still(void *context, const struct node *node) {
    const struct label_search *search = context;
    const struct definition *found = evaluation_find(search->notebook, search->owner, node->text);
    for (size_t i = 0; i < search->made->use_count; i++) {
        if (search->made->uses[i] == found) {
            return true;
        }
    }
    return found == NULL;
}

/* True when MADE has the overlays that the definition replacing OLD (may be NULL) should have. */
static bool has_wanted_overlays(const struct formula *formula, const struct definition *old,
                                const struct definition *made) {
    if (old == NULL) {
        return made->edits.count == 0 && made->pins.count == 0;
    }
    const struct overlays *overlays = overlays_for(formula, old);

    return overlays_same(overlays, definition_overlays(made)) &&
           (overlays->count == 0 || shape_same_sizes(&old->value->shape, &made->value->shape));
}

static bool has_overlays_inside(const struct formula *formula, const struct definition *made) {
    bool same = true;
    for (size_t i = 0; same && made != formula->old && i < made->inside_count; i++) {
        const struct definition *inside = definition_owned_at(made, i);
        const struct definition *old =
            formula->old && inside ? definition_inside(formula->old, inside->name) : NULL;

        same = inside == NULL || has_wanted_overlays(formula, old, inside);
    }
    return same && !(made == formula->old && formula->set.of != NULL &&
                     definition_owns(made, formula->set.of));
}

/* True when evaluating FORMULA would give MADE (may be NULL) again: the same tree and overlays, and
 * the very same inputs. Trees inside calls are new each time, so they are compared by content. */
static bool is_same(const struct notebook *notebook, const struct formula *formula,
                    const struct definition *made) {
    const struct definition *owner = formula->owner ? formula->owner : made;
    struct label_search labels = {notebook, owner, made};
    size_t count;
    struct definition *const *needs = made ? definition_needs(made, &count) : NULL;
    if (made == NULL ||
        (formula->owner ? !tree_same(made->worked->root, formula->tree->root)
                        : made->tree != formula->tree) ||
        (made == formula->old ? made == formula->set.of
                              : !has_wanted_overlays(formula, formula->old, made)) ||
        (made->inside_count > 0 && !has_overlays_inside(formula, made))) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        bool listed = !formula->owner && needs[i]->position < notebook->count;
        const struct definition *now = listed ? notebook->list[needs[i]->position] : NULL;
        if (now != needs[i] && !(now != NULL && text_same(now->name, needs[i]->name))) {
            now = formula->owner ? evaluation_find(notebook, owner, needs[i]->name)
                                 : notebook_entry(notebook, needs[i]->name);
        }
        if (now != needs[i]) {
            return false;
        }
    }
    return !made->bare_labels || tree_names(made->worked->root, is_label_still, &labels);
}

/* Returns the definition with FORMULA's name in the notebook to reuse from; NULL: there is none. */
static struct definition *find_made(const struct notebook *notebook,
                                    const struct formula *formula) {
    return notebook->reuse && formula->name[0] ? notebook_find(notebook->reuse, formula->name)
                                               : NULL;
}

static struct definition *make_definition(const struct notebook *notebook,
                                          const struct formula *formula, struct failure *failure);

/* Context for expand: makes the definitions inside the one that FORMULA defines. */
struct owned {
    const struct notebook *notebook;
    const struct formula *formula;
    struct definition *owner;
};

static struct definition *make_owned(void *context, const char *path, struct tree *tree,
                                     struct failure *failure) {
    const struct owned *owned = context;
    const struct formula *of = owned->formula;
    struct definition *old = of->old ? definition_inside(of->old, path) : NULL;
    old = old != NULL && text_same(old->name, path) ? old : NULL;
    struct formula formula = {path, tree, old, of->set, owned->owner, of->own};

    if (!of->own && is_same(owned->notebook, &formula, old)) {
        return definition_retain(old);
    }
    return make_definition(owned->notebook, &formula, failure);
}

/* Expands the calls in MADE's formula. */
static bool expand_calls(const struct notebook *notebook, const struct formula *formula,
                         struct definition *made, struct failure *failure) {
    struct owned owned = {notebook, formula, made};
    struct expansion expansion = {notebook, made, make_owned, &owned, failure};
    struct tree *worked =
        library_knows(notebook->library, made->tree->root, failure) ? expand(&expansion) : NULL;
    if (worked == NULL) {
        return false;
    }
    tree_release(made->worked);
    made->worked = worked;
    made->leaf = tree_is_leaf(worked->root);
    return true;
}

/* Adds the notebook's definitions that USER uses to those that its owner MADE needs. */
static bool gather_needs(struct definition *made, const struct definition *user,
                         struct failure *failure) {
    for (size_t i = 0; i < user->use_count; i++) {
        if (!definition_owns(made, user->uses[i]) &&
            !definition_need(made, user->uses[i], failure)) {
            return false;
        }
    }
    return true;
}

static bool gather_all_needs(struct definition *made, struct failure *failure) {
    bool good = made->need_count == 0 || gather_needs(made, made, failure);
    for (size_t i = 0; good && i < made->inside_count; i++) {
        const struct definition *inside = definition_owned_at(made, i);

        good = inside == NULL || gather_needs(made, inside, failure);
    }
    return good;
}

static struct definition *make_definition(const struct notebook *notebook,
                                          const struct formula *formula, struct failure *failure) {
    struct definition *made = definition_create(formula->name, formula->tree, failure);
    struct evaluation evaluation = {.notebook = notebook,
                                    .owner = formula->owner ? formula->owner : made,
                                    .made = made,
                                    .failure = failure,
                                    .own = formula->own};
    struct operand operand = {0};
    if (made == NULL ||
        (tree_has_user_call(made->tree->root) && !expand_calls(notebook, formula, made, failure))) {
        definition_release(made);
        return NULL;
    }
    const struct node *root = made->worked->root;
    const struct definition *old = formula->old ? formula->old : find_made(notebook, formula);

    evaluation.old = old != NULL && tree_same(old->worked->root, root) ? old : NULL;
    /* Only a whole definition may be a text. */
    if (!(root->kind == NODE_TEXT || root->kind == NODE_NAME
              ? evaluate_text(&evaluation, root, &operand)
              : evaluation_node(&evaluation, root, &operand))) {
        definition_release(made);
        return NULL;
    }
    made->computed = operand.value;
    made->text = operand.text;
    if (!apply_overlays(made, formula, failure) || !gather_all_needs(made, failure)) {
        definition_release(made);
        return NULL;
    }
    return made;
}

struct definition *evaluate_or_reuse(const struct notebook *notebook, const char *name,
                                     struct tree *tree, struct definition *made,
                                     struct failure *failure) {
    struct formula formula = {.name = name, .tree = tree};

    return is_same(notebook, &formula, made) ? definition_retain(made)
                                             : make_definition(notebook, &formula, failure);
}

struct definition *notebook_evaluate(const struct notebook *notebook, const char *name,
                                     struct tree *tree, struct failure *failure) {
    bool again = notebook->reuse != NULL && name[0] != '\0';
    return evaluate_or_reuse(notebook, name, tree,
                             again ? notebook_find(notebook->reuse, name) : NULL, failure);
}

struct definition *evaluate_again(const struct notebook *notebook, struct definition *old,
                                  const struct overlay_change *set, struct failure *failure) {
    struct formula formula = {old->name, old->tree, old, *set, NULL, false};
    bool stands = is_same(notebook, &formula, old);
    struct definition *made = stands ? old : find_made(notebook, &formula);
    return stands || is_same(notebook, &formula, made)
               ? definition_retain(made)
               : make_definition(notebook, &formula, failure);
}

struct definition *evaluate_copy(const struct notebook *notebook, const struct definition *old,
                                 struct failure *failure) {
    struct formula formula = {.name = old->name, .tree = old->tree, .old = old, .own = true};
    return make_definition(notebook, &formula, failure);
}

struct definition *evaluate_written_out(const struct notebook *notebook,
                                        const struct definition *old, struct failure *failure) {
    struct formula formula = {.name = old->name, .tree = old->worked, .old = old};
    return is_same(notebook, &formula, old) ? definition_retain((struct definition *)old)
                                            : make_definition(notebook, &formula, failure);
}
