/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/slip.h"

#include "base/number.h"
#include "base/text.h"
#include "language/lens.h"
#include "notebook/inside.h"

#include <math.h>

/* Limits the trees made for one answer: the search of a very large notebook ends early. */
enum { TRIALS_LIMIT = 1000 };

/* A score at least this far below 0 is as good as blocked: some write -1e9 for −inf. */
static const double BLOCKED = -1e6;

/* How close, as a part of the answer, a slip's number has to be. */
static const double LIKELY = 0.1;

/* One slip while it is made. */
struct slip_work {
    const struct notebook *notebook;
    struct arena *arena;
    const struct node *parent; /* of the site; NULL at the root */
    const struct node *old;
    struct node *newer;
    struct failure *failure;
};

/* --- recognising formulas -----------------------------------------------------------------------
 */

static bool is_call_of(const struct node *node, const char *name) {
    return node->kind == NODE_APPLY && text_same(node->op->name, name);
}

static bool is_normaliser(const struct node *node) {
    return node->kind == NODE_APPLY && text_same(operator_heading(node->op), "normalisers");
}

/* Returns the formula of a name, unless it has edits or pins; any other node is its own formula. */
static const struct node *formula_behind(const struct slip_work *work, const struct node *node) {
    while (node->kind == NODE_NAME) {
        const struct definition *definition = notebook_find(work->notebook, node->text);
        if (definition == NULL || definition->edits.count + definition->pins.count > 0) {
            break;
        }
        node = definition->worked->root;
    }
    return node;
}

static struct node *copy_part(struct slip_work *work, const struct node *node) {
    return rewrite_copy(work->arena, node, NULL, NULL, work->failure);
}

/* Makes NAME of LEFT and RIGHT (NULL: it takes one); NULL when an operand could not be made. */
static struct node *apply_operator(struct slip_work *work, const char *name, struct node *left,
                                   struct node *right) {
    return left == NULL ? NULL : rewrite_apply(work->arena, name, left, right, work->failure);
}

/* True for 0s and −infs: added to scores they leave them as they are or block them. */
static bool is_mask_value(const struct tensor *value) {
    size_t cells = shape_cells(&value->shape), blocked = 0;
    for (size_t i = 0; i < cells; i++) {
        if (value->cells[i] != 0 && !(value->cells[i] <= BLOCKED)) {
            return false;
        }
        blocked += value->cells[i] != 0;
    }
    return blocked > 0;
}

static bool is_mask(struct slip_work *work, const struct node *node) {
    struct failure none = {0};
    struct tree *tree = rewrite_tree(node, NULL, NULL, &none);
    struct definition *made =
        tree == NULL ? NULL : notebook_evaluate(work->notebook, "", tree, &none);
    bool mask = made != NULL && is_mask_value(made->value);
    if (none.set && none.outside) {
        *work->failure = none;
    }
    definition_release(made);
    tree_release(tree);
    return mask;
}

/* Returns which operand of a sum is a mask, 0 or 1; -1: none, or no sum. */
static int mask_operand(struct slip_work *work, const struct node *node) {
    for (int i = 1; is_call_of(node, "+") && i >= 0; i--) {
        if (is_mask(work, node->argument[i])) {
            return i;
        }
    }
    return -1;
}

/* Returns the scores in NODE before a mask was added, found through names and arithmetic; NULL when
 * none was. *MASK is the mask. */
static struct node *without_mask(struct slip_work *work, const struct node *node,
                                 const struct node **mask) {
    const struct node *formula = formula_behind(work, node);
    int operand = mask_operand(work, formula);
    if (operand >= 0) {
        *mask = formula->argument[operand];
        return copy_part(work, formula->argument[1 - operand]);
    }
    if (formula->kind != NODE_APPLY || formula->op->writing.form != WRITING_INFIX) {
        return NULL;
    }
    struct node *left = without_mask(work, formula->argument[0], mask);
    return left == NULL
               ? NULL
               : rewrite_copy(work->arena, formula, formula->argument[0], left, work->failure);
}

/* --- the slips ----------------------------------------------------------------------------------
 */

/* Returns the root in … / sqrt(d), also by a name for sqrt(d), else NULL. */
static const struct node *root_divisor(const struct slip_work *work, const struct node *site) {
    const struct node *root =
        is_call_of(site, "/") ? formula_behind(work, site->argument[1]) : NULL;
    return root != NULL && is_call_of(root, "sqrt") ? root : NULL;
}

static struct node *drop_scaling(struct slip_work *work, const struct node *site) {
    work->old = root_divisor(work, site);
    return work->old == NULL ? NULL : copy_part(work, site->argument[0]);
}

static struct node *drop_root(struct slip_work *work, const struct node *site) {
    work->old = root_divisor(work, site);
    if (work->old == NULL) {
        return NULL;
    }
    work->newer = copy_part(work, work->old->argument[0]);
    return work->newer == NULL
               ? NULL
               : apply_operator(work, "/", copy_part(work, site->argument[0]), work->newer);
}

static struct node *turn_axis(struct slip_work *work, const struct node *site) {
    if (!is_normaliser(site) || rewrite_axis(site) == NULL) {
        return NULL;
    }
    work->old = site;
    work->newer = copy_part(work, site);
    return work->newer != NULL && rewrite_swap_axis(work->arena, work->newer, work->failure)
               ? work->newer
               : NULL;
}

static struct node *drop_mask(struct slip_work *work, const struct node *site) {
    int operand = mask_operand(work, site);
    if (operand < 0) {
        return NULL;
    }
    work->old = site->argument[operand];
    return copy_part(work, site->argument[1 - operand]);
}

/* softmax(S + M) → softmax(S) * exp(M): exp turns 0 into 1 and −inf into 0. */
static struct node *delay_mask(struct slip_work *work, const struct node *site) {
    struct node *scores =
        is_normaliser(site) ? without_mask(work, site->argument[0], &work->old) : NULL;
    if (scores == NULL) {
        return NULL;
    }
    struct node *shares = rewrite_copy(work->arena, site, site->argument[0], scores, work->failure);
    struct node *factor = apply_operator(work, "exp", copy_part(work, work->old), NULL);
    work->newer = shares;
    return factor == NULL ? NULL : apply_operator(work, "*", shares, factor);
}

static struct node *turn_mask(struct slip_work *work, const struct node *site) {
    if (work->parent == NULL || !is_call_of(work->parent, "+") || !is_mask(work, site)) {
        return NULL;
    }
    work->old = site;
    work->newer = apply_operator(work, ".T", copy_part(work, site), NULL);
    return work->newer;
}

static struct node *drop_transpose(struct slip_work *work, const struct node *site) {
    work->old = site;
    work->newer = is_call_of(site, ".T") ? copy_part(work, site->argument[0]) : NULL;
    return work->newer;
}

static struct node *add_transpose(struct slip_work *work, const struct node *site) {
    if (work->parent == NULL || !is_call_of(work->parent, "@") || is_call_of(site, ".T")) {
        return NULL;
    }
    work->old = site;
    work->newer = apply_operator(work, ".T", copy_part(work, site), NULL);
    return work->newer;
}

/* Keeps each .T in its position: Q @ K.T becomes K @ Q.T. */
static struct node *exchange_sides(struct slip_work *work, const struct node *site) {
    if (!is_call_of(site, "@")) {
        return NULL;
    }
    bool transposed[2];
    struct node *side[2];
    for (int i = 0; i < 2; i++) {
        const struct node *from = site->argument[i];
        transposed[i] = is_call_of(from, ".T");
        side[i] = copy_part(work, transposed[i] ? from->argument[0] : from);
    }
    struct node *left = transposed[0] ? apply_operator(work, ".T", side[1], NULL) : side[1];
    struct node *right = transposed[1] ? apply_operator(work, ".T", side[0], NULL) : side[0];
    work->old = site;
    work->newer = right == NULL ? NULL : apply_operator(work, "@", left, right);
    return work->newer;
}

static struct node *exchange_indices(struct slip_work *work, const struct node *site) {
    if (site->kind != NODE_APPLY || site->subscript_count != 2 || site->subscripts[0].range ||
        site->subscripts[1].range || site->subscripts[0].all || site->subscripts[1].all) {
        return NULL;
    }
    struct node *newer = copy_part(work, site);
    if (newer != NULL) {
        struct subscript first = newer->subscripts[0];
        newer->subscripts[0] = newer->subscripts[1];
        newer->subscripts[1] = first;
    }
    work->old = site;
    work->newer = newer;
    return newer;
}

static const struct slip rows[] = {
    {.name = "no scaling",
     .phrase = "without dividing by %o",
     .valued = true,
     .turn = drop_scaling},
    {.name = "no root",
     .phrase = "dividing by %w instead of %o",
     .valued = true,
     .turn = drop_root},
    {.name = "other axis", .phrase = "when %f goes by %bs instead of by %as", .turn = turn_axis},
    {.name = "no mask", .phrase = "without the mask %o", .turn = drop_mask},
    {.name = "late mask",
     .phrase = "when the mask %o comes only after %f, and what is left is not shared out again",
     .turn = delay_mask},
    {.name = "turned mask", .phrase = "with the mask turned over, %w", .turn = turn_mask},
    {.name = "not transposed", .phrase = "with %w in place of %o", .turn = drop_transpose},
    {.name = "transposed", .phrase = "with %w in place of %o", .turn = add_transpose},
    {.name = "sides exchanged", .phrase = "with %w in place of %o", .turn = exchange_sides},
    {.name = "indices exchanged", .phrase = "reading %w instead of %o", .turn = exchange_indices},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* --- trying the slips ---------------------------------------------------------------------------
 */

/* The expression of the question, and everything it is computed from. */
struct search {
    const struct slip_question *question;
    struct notebook needed; /* the definitions it depends on, in order */
    size_t trials;
    struct slips *found;
    struct failure *failure; /* of memory */
};

/* One slip tried at each node of one formula. */
struct walk {
    struct search *search;
    const struct slip *slip;
    const struct definition *definition; /* whose formula it is; NULL: the question's */
    const struct node *root, *parent;
};

/* Returns how far from the answer's number INDEX a slip's number may be: "1" is written for
 * everything from 0.5 to 1.5, and some slip or other gives one of those. */
static double allowance(const struct slip_question *question, size_t index) {
    double precision = question->precision[index], answer = question->answer[index];
    return answer == 0 ? precision : fmin(precision, LIKELY * fabs(answer));
}

/* True when VALUE is the answer, within the precision it was written with (if WRITTEN) or a
 * slip's. */
static bool is_answer(const struct slip_question *question, const struct tensor *value,
                      bool written) {
    bool same = shape_cells(&value->shape) == question->count;
    for (size_t i = 0; same && i < question->count; i++) {
        same = numbers_near(value->cells[i], question->answer[i],
                            written ? question->precision[i] : allowance(question, i));
    }
    return same;
}

/* True when TREE as DEFINITION's formula gives the answer. */
static bool try_formula(struct search *search, const struct definition *definition,
                        struct tree *tree, struct failure *failure) {
    const struct slip_question *question = search->question;
    struct tree *expression = definition == NULL ? tree : question->requested;
    struct notebook scratch;
    notebook_copy(&scratch, &search->needed);
    bool ok = definition == NULL || notebook_define(&scratch, definition->name, tree, failure);
    struct definition *made = ok ? notebook_evaluate(&scratch, "", expression, failure) : NULL;
    bool gives = made != NULL && is_answer(question, made->value, false);
    definition_release(made);
    notebook_release(&scratch);
    return gives;
}

/* Fills FOUND with SITE's formula with the slip made there; TREE is NULL when it cannot be made. */
static void make_slip(const struct walk *walk, const struct node *site, struct slip_found *found,
                      struct failure *failure) {
    struct tree *tree = tree_create(NULL, failure);
    *found = (struct slip_found){.slip = walk->slip, .definition = walk->definition};
    if (tree == NULL) {
        return;
    }
    struct slip_work work = {.notebook = &walk->search->needed,
                             .arena = &tree->arena,
                             .parent = walk->parent,
                             .failure = failure};
    struct node *with = walk->slip->turn(&work, site);
    tree->root = with == NULL ? NULL : rewrite_copy(&tree->arena, walk->root, site, with, failure);
    if (tree->root == NULL || !rewrite_finish(tree, failure)) {
        tree_release(tree);
        return;
    }
    found->tree = tree;
    found->old = work.old;
    found->newer = work.newer;
}

/* Tries the slip at one node. False to stop: it was found, there were enough trials, or no
 * memory. */
static bool try_site(const struct walk *walk, const struct node *site) {
    struct search *search = walk->search;
    struct slip_found found;
    struct failure failure = {0};
    if (search->trials == TRIALS_LIMIT) {
        return false;
    }
    make_slip(walk, site, &found, &failure);
    search->trials += found.tree != NULL;
    if (found.tree != NULL && try_formula(search, walk->definition, found.tree, &failure)) {
        found.definition = walk->definition == NULL
                               ? NULL
                               : notebook_find(search->question->notebook, walk->definition->name);
        search->found->list[search->found->count++] = found;
        return false;
    }
    tree_release(found.tree);
    if (failure.set && failure.outside) {
        *search->failure = failure;
        return false;
    }
    return true;
}

static bool walk_site(void *context, const struct node *site) {
    struct walk *walk = context;
    const struct node *parent = walk->parent;
    if (!try_site(walk, site)) {
        return false;
    }
    walk->parent = site;
    bool on = tree_children(site, walk_site, walk);
    walk->parent = parent;
    return on;
}

static bool try_definition(struct search *search, const struct slip *slip,
                           const struct definition *definition) {
    const struct tree *tree = definition == NULL ? search->question->requested : definition->tree;
    struct walk walk = {search, slip, definition, tree->root, NULL};
    return walk_site(&walk, tree->root);
}

/* Tries a slip in the question's expression first, then in the formulas it depends on, the nearest
 * first. Forced cells are not computed, so no slip is in them. */
static bool try_slip(struct search *search, const struct slip *slip) {
    bool on = try_definition(search, slip, NULL);
    for (size_t i = search->needed.count; on && i-- > 0;) {
        const struct definition *definition = search->needed.list[i];
        bool forced = definition->edits.count + definition->pins.count > 0;
        on = forced || try_definition(search, slip, definition);
    }
    return !search->failure->set;
}

static bool is_open(const struct slip_question *question, const struct definition *expected) {
    bool finite = true, any = false;
    for (size_t i = 0; i < question->count; i++) {
        finite = finite && isfinite(question->answer[i]);
        any = any || question->answer[i] != 0;
    }
    return finite && any && shape_cells(&expected->value->shape) == question->count &&
           !is_answer(question, expected->value, true);
}

static bool try_rows(struct search *search) {
    bool ok = true;
    for (size_t i = 0; ok && i < ROWS && search->found->count < SLIPS_LIMIT; i++) {
        ok = try_slip(search, &rows[i]);
    }
    return ok;
}

static bool any_holds(const struct notebook *notebook) {
    bool any = false;
    for (size_t i = 0; i < notebook->count && !any; i++) {
        any = notebook->list[i]->inside_count > 0;
    }
    return any;
}

bool slips_find(const struct slip_question *question, struct slips *found,
                struct failure *failure) {
    struct failure unknown = {0};
    struct definition *expected =
        notebook_evaluate(question->notebook, "", question->requested, &unknown);
    *found = (struct slips){0};
    if (expected == NULL) {
        *failure = unknown.outside ? unknown : *failure;
        return !failure->set;
    }
    struct search search = {.question = question, .found = found, .failure = failure};
    struct notebook needed;
    bool open = is_open(question, expected);
    bool ok = notebook_needed(question->notebook, &expected, 1, &needed, failure);
    notebook_copy(&search.needed, &needed);
    ok = ok && (!open || try_rows(&search));
    if (ok && open && found->count == 0 && any_holds(&needed)) { /* then inside the calls */
        notebook_release(&search.needed);
        ok = inside_write_out(&needed, &search.needed, failure) && try_rows(&search);
    }
    notebook_release(&needed);
    notebook_release(&search.needed);
    definition_release(expected);
    return ok;
}

void slips_release(struct slips *slips) {
    for (size_t i = 0; i < slips->count; i++) {
        tree_release(slips->list[i].tree);
    }
    *slips = (struct slips){0};
}
