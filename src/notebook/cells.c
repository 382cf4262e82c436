/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of a notebook's values: which a reference means, and setting them by hand. */
#include "notebook/notebook.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "language/writer.h"
#include "notebook/evaluate.h"
#include "operators/call.h"

#include <math.h>
#include <string.h>

enum { LISTED_PINS = 8 };

/* --- edits and pins -----------------------------------------------------------------------------
 */

/* True when cell I of CELLS has no number of its own from now on: CELLS gives it none, or it is a
 * leaf's cell and gets the number that is written there. */
static bool is_freed(const struct cells *cells, size_t i) {
    return cells->numbers == NULL ||
           (cells->definition->leaf &&
            number_same(cells->definition->computed->cells[cells->list[i]], cells->numbers[i]));
}

/* Fills TO with the overlays of CELLS' definition and CELLS on top of them, in cell order. The
 * caller frees TO's list. */
static bool overlays_with(const struct cells *cells, struct overlays *to, struct failure *failure) {
    const struct overlays *old = definition_overlays(cells->definition);
    size_t at = 0;
    *to = (struct overlays){memory_allocate(old->count + cells->count, sizeof(struct overlay)), 0};
    if (to->list == NULL) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < cells->count; i++) {
        size_t cell = cells->list[i];

        for (; at < old->count && old->list[at].cell < cell; at++) {
            to->list[to->count++] = old->list[at];
        }
        if (!is_freed(cells, i)) {
            to->list[to->count++] = (struct overlay){cell, cells->numbers[i]};
        }
        at += at < old->count && old->list[at].cell == cell;
    }
    for (; at < old->count; at++) {
        to->list[to->count++] = old->list[at];
    }
    return true;
}

bool cells_are_set(const struct cells *cells) {
    const struct definition *definition = cells->definition;
    bool hold = true;
    for (size_t i = 0; hold && i < cells->count; i++) {
        const struct overlay *set = overlays_find(definition_overlays(definition), cells->list[i]);
        const double *number = set != NULL        ? &set->number
                               : definition->leaf ? &definition->computed->cells[cells->list[i]]
                                                  : NULL;

        hold = cells->numbers == NULL ? set == NULL
                                      : number != NULL && number_same(*number, cells->numbers[i]);
    }
    return hold;
}

/* Lays CELLS over their definition. */
static bool set_cells(struct notebook *notebook, const struct cells *cells,
                      struct failure *failure) {
    struct overlays changed = {0};
    bool done =
        overlays_with(cells, &changed, failure) &&
        notebook_overlay(notebook, &(struct overlay_change){cells->definition, &changed}, failure);
    memory_free(changed.list);
    return done;
}

/* Refuses: "A is computed: edit what it depends on (X, W_q and W_k), or force …: pin A[1,2] =
 * 0.5". */
static bool refuse_computed(const struct cells *cells, struct failure *failure) {
    const struct definition *definition = cells->definition;
    struct text leaves = {0}, address = {0};
    char number[NUMBER_TEXT];
    definition_leaves(definition, &leaves);
    definition_address(definition, cells->list[0], false, &address);
    number_exact(number, cells->numbers[0]);
    if (text_ok(&leaves, failure) && text_ok(&address, failure)) {
        failure_set(failure,
                    "%s is computed: edit what it depends on (%s), or force this cell: pin %s = %s",
                    definition->name, text_string(&leaves), text_string(&address), number);
    }
    text_release(&leaves);
    text_release(&address);
    return false;
}

/* Refuses a text: its cells are words. */
static bool may_be_set(const struct definition *definition, struct failure *failure) {
    return definition->text == NULL ||
           failure_set(failure, "%s is a text: write it again, %s = \"…\"", definition->name,
                       definition->name);
}

bool notebook_edit(struct notebook *notebook, const struct cells *cells, struct failure *failure) {
    const struct notebook_hints *hints = notebook->hints;
    const struct definition *definition = cells->definition;
    if (!may_be_set(definition, failure)) {
        return false;
    }
    if (!definition->leaf) {
        return !(hints != NULL && hints->computed != NULL &&
                 hints->computed(hints->context, definition->name, failure)) &&
               refuse_computed(cells, failure);
    }
    if (strchr(definition->name, '.') != NULL && definition->worked->root->kind == NODE_NUMBER) {
        return failure_set(failure, "%s is a number as it is written: change it there",
                           definition->name);
    }
    return cells_are_set(cells) || set_cells(notebook, cells, failure);
}

bool notebook_pin(struct notebook *notebook, const struct cells *cells, struct failure *failure) {
    const struct definition *definition = cells->definition;
    struct text address = {0};
    char written[NUMBER_TEXT];
    if (!may_be_set(definition, failure)) {
        return false;
    }
    if (definition->leaf) {
        definition_address(definition, cells->list[0], false, &address);
        number_exact(written, cells->numbers[0]);
        failure_set(failure, "%s is not computed, so it needs no pin: edit it, %s = %s",
                    definition->name, text_string(&address), written);
        text_release(&address);
        return false;
    }
    return cells_are_set(cells) || set_cells(notebook, cells, failure);
}

static bool refuse_unpin(const struct definition *definition, size_t cell,
                         struct failure *failure) {
    const struct overlays *pins = &definition->pins;
    struct text address = {0}, pinned = {0};
    definition_address(definition, cell, false, &address);
    for (size_t i = 0; i < pins->count && i < LISTED_PINS; i++) {
        text_append(&pinned, text_between(i, pins->count));
        definition_address(definition, pins->list[i].cell, false, &pinned);
    }
    text_append(&pinned, pins->count > LISTED_PINS ? ", …" : "");
    if (text_ok(&address, failure) && text_ok(&pinned, failure)) {
        if (pins->count > 0) {
            failure_set(failure, "%s is not pinned; pinned %s %s", text_string(&address),
                        pins->count > 1 ? "are" : "is", text_string(&pinned));
        } else {
            failure_set(failure, "%s is not pinned; no cell of %s is", text_string(&address),
                        definition->name);
        }
    }
    text_release(&address);
    text_release(&pinned);
    return false;
}

bool notebook_unpin(struct notebook *notebook, const struct cells *cells, struct failure *failure) {
    for (size_t i = 0; i < cells->count; i++) {
        if (overlays_find(&cells->definition->pins, cells->list[i]) == NULL) {
            return refuse_unpin(cells->definition, cells->list[i], failure);
        }
    }
    return set_cells(notebook, cells, failure);
}

/* --- cells and numbers --------------------------------------------------------------------------
 */

static bool is_subscript(const struct node *root) {
    return root->kind == NODE_APPLY && root->op->writing.form == WRITING_SUBSCRIPT &&
           root->argument[0]->kind == NODE_NAME;
}

/* Returns the definition of a reference with a whole number for each axis, as most references are
 * written, or of the bare name of a lone number. Nothing in such a reference needs evaluating. */
static struct definition *plain_cell(const struct notebook *notebook, const struct node *root,
                                     size_t *cell) {
    const struct node *name = is_subscript(root) ? root->argument[0] : root;
    struct definition *definition =
        name->kind == NODE_NAME ? notebook_find(notebook, name->text) : NULL;
    const struct shape *shape = definition == NULL ? NULL : &definition->value->shape;
    bool lone = name == root && shape != NULL && shape_cells(shape) == 1;
    if (shape == NULL || (!lone && root->subscript_count != (size_t)shape->axes)) {
        return NULL;
    }
    *cell = 0;
    for (size_t i = 0; i < root->subscript_count; i++) {
        const struct subscript *subscript = &root->subscripts[i];
        const struct node *from = subscript->from;
        size_t size = shape->size[AXIS_COUNT - root->subscript_count + i];

        if (subscript->all || subscript->range || from == NULL || from->kind != NODE_NUMBER ||
            !(from->number >= 1 && from->number <= (double)size) ||
            from->number != floor(from->number)) {
            return NULL;
        }
        *cell = *cell * size + (size_t)from->number - 1;
    }
    return definition;
}

static bool cells_make(struct cells *cells, struct definition *definition,
                       const struct shape *shape, struct failure *failure) {
    *cells = (struct cells){.definition = definition, .count = shape_cells(shape), .shape = *shape};
    memset(cells->shape.labels, 0, sizeof cells->shape.labels);
    cells->list = memory_allocate(cells->count, sizeof *cells->list);
    return cells->list != NULL || failure_memory(failure);
}

bool cells_of(struct cells *cells, struct definition *definition, size_t at,
              struct failure *failure) {
    const struct shape one = shape_matrix(1, 1);
    if (!cells_make(cells, definition, &one, failure)) {
        return false;
    }
    cells->list[0] = at;
    return true;
}

void cells_release(struct cells *cells) {
    memory_free(cells->list);
    memory_free(cells->numbers);
    *cells = (struct cells){0};
}

bool cells_join(struct cells *cells, const struct cells *more, struct failure *failure) {
    struct cells all = {.definition = cells->definition};
    size_t at = 0;
    all.list = memory_allocate(cells->count + more->count, sizeof *all.list);
    all.numbers = memory_allocate(cells->count + more->count, sizeof *all.numbers);
    if (all.list == NULL || all.numbers == NULL) {
        cells_release(&all);
        return failure_memory(failure);
    }
    for (size_t i = 0; i < cells->count || at < more->count;) {
        bool ours = at == more->count || (i < cells->count && cells->list[i] < more->list[at]);

        all.list[all.count] = ours ? cells->list[i] : more->list[at];
        all.numbers[all.count++] = ours ? cells->numbers[i] : more->numbers[at];
        i += ours || (i < cells->count && cells->list[i] == more->list[at]);
        at += !ours;
    }
    cells_release(cells);
    *cells = all;
    return true;
}

/* Fills CELLS with the cells that the reference's subscripts pick: the operation of PICKED says
 * where each cell comes from. */
static bool picked_cells(const struct definition *picked, struct cells *cells,
                         struct failure *failure) {
    const struct operation *operation = definition_last(picked);
    int argument;
    if (!cells_make(cells, (struct definition *)operation->origin[0].definition,
                    &picked->value->shape, failure)) {
        return false;
    }
    for (size_t i = 0; i < cells->count; i++) {
        operation->call.op->origin(&operation->call, i, &argument, &cells->list[i]);
        if (i > 0 && cells->list[i] <= cells->list[i - 1]) {
            return failure_set(failure,
                               "cells to set are listed in order, each row and column once");
        }
    }
    return true;
}

bool notebook_cells(const struct notebook *notebook, const struct tree *reference,
                    struct cells *cells, struct failure *failure) {
    const struct node *root = reference->root;
    char sizes[64];
    size_t cell;
    bool found;
    *cells = (struct cells){0};
    struct definition *picked = plain_cell(notebook, root, &cell);
    if (picked != NULL) {
        return cells_of(cells, picked, cell, failure);
    }
    picked = notebook_evaluate(notebook, "", (struct tree *)reference, failure);
    if (picked == NULL) {
        return false;
    }
    if (root->kind == NODE_NAME) {
        found = failure_at(failure, root->span, "%s is %s; name one cell, such as %s[1,1]",
                           root->text, shape_text(&picked->value->shape, sizes), root->text);
    } else {
        found = is_subscript(root)
                    ? picked_cells(picked, cells, failure)
                    : failure_at(failure, root->span, "a cell is wanted, such as A[1,2]");
    }
    definition_release(picked);
    return found;
}

bool cells_fill(struct cells *cells, const struct tensor *value, struct failure *failure) {
    char sizes[2][64];
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        if (value->shape.size[axis] != 1 && value->shape.size[axis] != cells->shape.size[axis]) {
            return failure_set(failure,
                               cells->count == 1 ? "one number is wanted here, not %s"
                                                 : "one number is wanted here, or as many as "
                                                   "there are cells: not %s for %s",
                               shape_text(&value->shape, sizes[0]),
                               shape_text(&cells->shape, sizes[1]));
        }
    }
    memory_free(cells->numbers);
    cells->numbers = memory_allocate(cells->count, sizeof *cells->numbers);
    for (size_t i = 0; cells->numbers != NULL && i < cells->count; i++) {
        cells->numbers[i] =
            value->cells[i > 0 ? broadcast_cell(&value->shape, &cells->shape, i) : 0];
    }
    return cells->numbers != NULL || failure_memory(failure);
}

bool notebook_cell(const struct notebook *notebook, const struct tree *reference,
                   struct definition **definition, size_t *cell, struct failure *failure) {
    const struct node *root = reference->root;
    struct text written = {0};
    struct cells cells;
    char sizes[64];
    bool found = notebook_cells(notebook, reference, &cells, failure);
    if (found && cells.count == 1) {
        *definition = cells.definition;
        *cell = cells.list[0];
    } else if (found) {
        writer_plain(root, &written);
        found = failure_at(failure, root->span, "%s is %zu cells (%s); name one",
                           text_string(&written), cells.count, shape_text(&cells.shape, sizes));
        text_release(&written);
    }
    cells_release(&cells);
    return found;
}

bool notebook_number(const struct notebook *notebook, struct tree *tree, double *number,
                     struct failure *failure) {
    struct definition *definition = notebook_evaluate(notebook, "", tree, failure);
    char sizes[64];
    if (definition == NULL) {
        return false;
    }
    bool lone = shape_is_number(&definition->value->shape);
    if (lone) {
        *number = definition->value->cells[0];
    } else {
        failure_at(failure, tree->root->span, "one number is wanted here, not %s",
                   shape_text(&definition->value->shape, sizes));
    }
    definition_release(definition);
    return lone;
}
