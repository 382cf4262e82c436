#include "notebook/layers.h"

#include "base/number.h"
#include "base/text.h"

const struct notebook *layers_notebook(const struct layers *layers) {
    struct notebook *notebook = &layers->timeline.list[layers->stop]->notebook;

    notebook->hints = layers->hints;
    return notebook;
}

struct fold layers_fold(const struct layers *layers, const struct changes *own, bool strict) {
    return (struct fold){layers->script, own, &layers->timeline, layers->hints, strict};
}

/* --- where a change is anchored ------------------------------------------------------------------
 */

/* What a change is about: a definition, or one cell of it. */
struct target {
    const char *name;
    bool whole;
    size_t cell;
};

/* Whether CHANGE, run at the stop STATE belongs to, set the target. A reference that has no meaning
 * any more may have. */
static bool sets_target(const struct change *change, const struct state *state,
                        const struct target *target) {
    struct definition *definition;
    struct failure failure = {0};
    size_t cell;

    if (!text_same(change->name, target->name)) {
        return false;
    }
    return change_defines(change) || target->whole ||
           !notebook_cell(&state->notebook, change->cell, &definition, &cell, &failure) ||
           cell == target->cell;
}

/* The stop of the statement in force for the target: the last up to the present one that set it.
 * Of own those from FROM on are to be anchored, and do not count. */
static size_t stop_in_force(const struct layers *layers, size_t from, const struct target *target) {
    size_t last = 0;

    for (size_t stop = layers->stop; stop > 0 && last == 0; stop--) {
        const struct changes *script = &layers->script[stop - 1];

        for (size_t i = 0; i < script->count; i++) {
            if (sets_target(script->list[i], layers->timeline.list[stop], target)) {
                last = stop;
            }
        }
    }
    for (size_t i = 0; i < from; i++) {
        const struct change *change = layers->own.list[i];

        if (change->anchor > last && change->anchor <= layers->stop &&
            sets_target(change, layers->timeline.list[change->anchor], target)) {
            last = change->anchor;
        }
    }
    return last;
}

/* False without memory. */
static bool first_anchor(const struct layers *layers, size_t from, const struct change *change,
                         size_t *anchor, struct failure *failure) {
    const struct notebook *notebook = layers_notebook(layers);
    struct target target = {.name = change->name, .whole = change_defines(change)};
    struct definition *definition;
    struct failure misfit = {0};

    if (notebook_find(notebook, change->name) == NULL ||
        (!target.whole &&
         !notebook_cell(notebook, change->cell, &definition, &target.cell, &misfit))) {
        *anchor = layers->stop;
    } else {
        *anchor = stop_in_force(layers, from, &target);
    }
    if (misfit.outside) {
        *failure = misfit;
    }
    return !misfit.outside;
}

/* Whether NOTEBOOK shows what CHANGE was to do. */
static bool has_effect(const struct change *change, const struct notebook *notebook) {
    struct definition *definition = notebook_find(notebook, change->name);
    struct failure failure = {0};
    const struct overlay *pin;
    size_t cell;

    if (change_defines(change)) {
        return definition != NULL && definition->edits.count == 0 && definition->pins.count == 0 &&
               tree_same(definition->tree->root, change->value->root);
    }
    if (!notebook_cell(notebook, change->cell, &definition, &cell, &failure)) {
        return false;
    }
    pin = overlays_find(&definition->pins, cell);
    if (change->kind == CHANGE_EDIT) {
        return definition->leaf && number_same(definition_number(definition, cell), change->number);
    }
    return change->kind == CHANGE_UNPIN ? pin == NULL
                                        : pin != NULL && number_same(pin->number, change->number);
}

/* --- running them -------------------------------------------------------------------------------
 */

static bool same_objects(const struct notebook *a, const struct notebook *b) {
    return a->count == b->count && notebook_common(a, b) == a->count;
}

/* The changes of own from FROM on: one, or definitions made in one, which the first of them runs.
 * They have one anchor. */
static void set_anchor(struct layers *layers, size_t from, size_t anchor) {
    for (size_t i = from; i < layers->own.count; i++) {
        layers->own.list[i]->anchor = anchor;
    }
}

static bool all_have_effect(const struct layers *layers, size_t from,
                            const struct notebook *notebook) {
    for (size_t i = from; i < layers->own.count; i++) {
        if (!has_effect(layers->own.list[i], notebook)) {
            return false;
        }
    }
    return true;
}

/* The timeline with the changes FROM and after run at their anchor: up to the present stop. */
static bool fold_changes(const struct layers *layers, size_t from, struct timeline *changed,
                         struct failure *failure) {
    struct fold fold = layers_fold(layers, &layers->own, true);
    const struct change *change = layers->own.list[from];
    size_t anchor = change->anchor;
    bool done = timeline_copy(changed, &layers->timeline, anchor, failure) &&
                timeline_extend_by(changed, layers->timeline.list[anchor], change, failure) &&
                timeline_extend(changed, &fold, layers->stop + 1, failure);

    if (!done) {
        timeline_release(changed);
    }
    return done;
}

/* The first stop at which the changes FROM and after may stand. */
static bool find_anchor(const struct layers *layers, size_t from, size_t *anchor,
                        struct failure *failure) {
    *anchor = 0;
    for (size_t i = from; layers->stop > 0 && i < layers->own.count; i++) {
        size_t first;

        if (!first_anchor(layers, from, layers->own.list[i], &first, failure)) {
            return false;
        }
        *anchor = first > *anchor ? first : *anchor;
    }
    return true;
}

/* Anchors the changes FROM and after at ANCHOR and folds. CHANGED is the timeline then; empty when
 * they do not fit there, or do not show at the present stop. False when it was not for them that
 * this failed. */
static bool try_anchor(struct layers *layers, size_t from, size_t anchor, struct timeline *changed,
                       struct failure *failure) {
    struct failure misfit = {0};

    set_anchor(layers, from, anchor);
    *changed = (struct timeline){0};
    if (fold_changes(layers, from, changed, &misfit) &&
        !all_have_effect(layers, from, &changed->list[layers->stop]->notebook)) {
        timeline_release(changed);
    }
    if (misfit.outside) {
        *failure = misfit;
    }
    return !misfit.outside;
}

/* Anchors the changes FROM and after at the first stop from ANCHOR on where they stand. At the
 * present one they do: TRIAL has shown it. */
static bool anchor_changes(struct layers *layers, size_t from, size_t anchor,
                           struct timeline *trial, struct failure *failure) {
    for (; anchor < layers->stop; anchor++) {
        struct timeline changed;

        if (!try_anchor(layers, from, anchor, &changed, failure)) {
            return false;
        }
        if (changed.count > 0) {
            timeline_release(trial);
            *trial = changed;
            return true;
        }
    }
    set_anchor(layers, from, layers->stop);
    return true;
}

/* The same when it is not known whether they stand at any, and change something there: CHANGED is
 * empty when they change nothing. */
static bool try_present(struct layers *layers, size_t from, size_t anchor, struct timeline *changed,
                        struct failure *failure) {
    set_anchor(layers, from, layers->stop);
    if (!fold_changes(layers, from, changed, failure)) {
        return false;
    }
    if (same_objects(layers_notebook(layers), &changed->list[layers->stop]->notebook)) {
        timeline_release(changed);
        return true;
    }
    if (!anchor_changes(layers, from, anchor, changed, failure)) {
        timeline_release(changed);
        return false;
    }
    return true;
}

/* The changes FROM and after; when they change nothing, or fail, they are to be taken off again.
 * Mostly they stand at the first stop they may, and are run once. */
bool layers_run(struct layers *layers, size_t from, bool *changes, struct failure *failure) {
    struct timeline changed = {0};
    size_t anchor;

    *changes = false;
    if (!find_anchor(layers, from, &anchor, failure)) {
        return false;
    }
    if (anchor < layers->stop && !all_have_effect(layers, from, layers_notebook(layers)) &&
        !try_anchor(layers, from, anchor++, &changed, failure)) {
        return false;
    }
    if (changed.count == 0 && !try_present(layers, from, anchor, &changed, failure)) {
        return false;
    }
    if (changed.count > 0) {
        timeline_release(&layers->timeline);
        layers->timeline = changed;
        *changes = true;
    }
    return true;
}
