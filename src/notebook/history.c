/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/history.h"

#include "base/memory.h"
#include "base/text.h"
#include "notebook/timeline.h"
#include "notebook/train.h"

#include <stdint.h>
#include <string.h>

/* The notebooks of this many versions are kept, those left last, as long as together they have no
 * more cells than this; others are recomputed when they are needed. Keeping more costs more than it
 * saves: each edit would take new pages from the system. */
enum { REMEMBERED = 8, REMEMBERED_CELLS = 1 << 22 };

/* What the run that opens a lesson computed is kept while all tensors have no more cells. */
enum { FORESEEN_CELLS = 1 << 25 };

/* The notebooks of a version that was left. */
struct memory {
    struct version *version;  /* retained; NULL also where nothing has been changed */
    struct timeline timeline; /* empty: forgotten */
    size_t cells; /* how many cells only they keep alive, about as many as the step made */
};

struct baseline {
    char *name;
    struct notebook notebook;
};

struct history {
    struct changes *script;             /* one list of changes for each stop */
    size_t stops, stop;                 /* how many there are, and how many have been passed */
    struct version *version;            /* the learner's; retained, like the next two */
    struct version *newest;             /* where redo leads, or VERSION */
    struct changes own;                 /* VERSION's changes, in the order made */
    struct timeline timeline;           /* with them and the script applied; up to STOP at least */
    struct timeline foreseen;           /* of history_foresee */
    const struct notebook_hints *hints; /* not owned; may be NULL */
    struct memory remembered[REMEMBERED]; /* most recently left first */

    bool open;              /* a transaction is under way; then, as it began: */
    size_t own_before;      /* how many changes there were, */
    struct timeline before; /* their timeline, if different from the present ones, */
    size_t cells_before;    /* and how many cells were in all tensors */

    bool sandbox;            /* an exercise is under way, */
    struct version *entered; /* and the version when it was entered; retained */

    struct baseline *baselines;
    size_t baseline_count, baseline_capacity;
};

/* --- creating and freeing -----------------------------------------------------------------------
 */

static void forget(struct memory *memory) {
    version_release(memory->version);
    timeline_release(&memory->timeline);
    *memory = (struct memory){0};
}

static void history_release(struct history *history) {
    for (size_t i = 0; i < history->stops; i++) {
        changes_release(&history->script[i]);
    }
    memory_free(history->script);
    changes_release(&history->own);
    timeline_release(&history->timeline);
    timeline_release(&history->foreseen);
    version_release(history->version);
    version_release(history->newest);
    version_release(history->entered);
    timeline_release(&history->before);
    for (size_t i = 0; i < REMEMBERED; i++) {
        forget(&history->remembered[i]);
    }
    for (size_t i = 0; i < history->baseline_count; i++) {
        memory_free(history->baselines[i].name);
        notebook_release(&history->baselines[i].notebook);
    }
    memory_free(history->baselines);
}

/* Makes HISTORY (uninitialised) that of an empty notebook and a script of STOPS, which is set
 * later. After a failure there is nothing to be released. */
static bool history_init(struct history *history, size_t stops, struct failure *failure) {
    *history = (struct history){.stops = stops, .timeline.stops = 1};
    return timeline_add(&history->timeline, 0, failure) != NULL;
}

struct history *history_create(struct failure *failure) {
    struct history *history = memory_allocate(1, sizeof *history);

    if (history == NULL) {
        failure_memory(failure);
        return NULL;
    }
    if (!history_init(history, 0, failure)) {
        memory_free(history);
        return NULL;
    }
    return history;
}

void history_free(struct history *history) {
    if (history != NULL) {
        history_release(history);
        memory_free(history);
    }
}

bool history_script(struct history *history, struct changes *script, size_t count,
                    struct failure *failure) {
    struct changes *own_script = memory_allocate(count, sizeof *own_script);
    struct history fresh;
    if (own_script == NULL || !history_init(&fresh, count, failure)) {
        memory_free(own_script);
        return failure_memory(failure);
    }
    for (size_t i = 0; i < count; i++) {
        own_script[i] = script[i];
        script[i] = (struct changes){0};
    }
    fresh.script = own_script;
    fresh.hints = history->hints;
    history_release(history);
    *history = fresh;
    return true;
}

const struct changes *history_script_at(const struct history *history, size_t stop) {
    return &history->script[stop];
}

/* --- the present state --------------------------------------------------------------------------
 */

const struct notebook *history_notebook(const struct history *history) {
    const struct timeline *all = &history->timeline;
    struct timeline_entry *present = &all->list[all->count - 1];

    present = present->stop > history->stop ? timeline_at(all, history->stop) : present;
    present->notebook.hints = history->hints;
    return &present->notebook;
}

const struct changes *history_own(const struct history *history) {
    return &history->own;
}

struct version *history_version(const struct history *history) {
    return history->version;
}

void history_set_hints(struct history *history, const struct notebook_hints *hints) {
    history->hints = hints;
}

size_t history_stop(const struct history *history) {
    return history->stop;
}

const struct notebook *history_known(const struct history *history, size_t stop) {
    const struct timeline *all = &history->timeline;
    return stop < all->stops ? &timeline_at(all, stop)->notebook : NULL;
}

void history_foresee(struct history *history, size_t stop, const struct notebook *notebook) {
    struct timeline *all = &history->foreseen;
    struct failure unkept = {0};
    bool next = all->count == 0 || all->list[all->count - 1].stop < stop;
    bool keeps = next && tensor_live_cells() <= FORESEEN_CELLS;
    struct timeline_entry *added = keeps ? timeline_add(all, stop, &unkept) : NULL;
    if (added != NULL) {
        notebook_release(&added->notebook);
        notebook_copy(&added->notebook, notebook);
    }
}

/* --- anchors ------------------------------------------------------------------------------------
 */

/* What a change affects: a definition, or some of its cells. */
struct target {
    const char *name;
    bool whole;
    struct cells cells;
};

/* True when two ascending lists have a cell in common. */
static bool have_common(const struct cells *a, const struct cells *b) {
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        if (a->list[i] == b->list[k]) {
            return true;
        }
        if (a->list[i] < b->list[k]) {
            i++;
        } else {
            k++;
        }
    }
    return false;
}

/* True when CHANGE, run at STOP, set the target. A reference that no longer means anything counts
 * as setting it. */
static bool sets_target(const struct history *history, const struct change *change, size_t stop,
                        const struct target *target) {
    struct failure failure = {0};
    struct cells cells;
    size_t length = strlen(change->name);
    bool sets;
    if (strncmp(change->name, target->name, length) != 0) {
        return false;
    }
    bool defines = change_defines(change);
    /* a definition of H sets everything inside it, also H.A */
    if (target->name[length] != '\0' && !(defines && target->name[length] == '.')) {
        return false;
    }
    if (defines || target->whole) {
        return true;
    }
    sets =
        !change_place(change, &timeline_at(&history->timeline, stop)->notebook, &cells, &failure) ||
        have_common(&cells, &target->cells);
    cells_release(&cells);
    return sets;
}

/* Returns the stop of the statement in force for the target: the last one up to the present stop
 * that set it. The learner's changes from FROM on are yet to be anchored, and do not count. */
static size_t stop_in_force(const struct history *history, size_t from,
                            const struct target *target) {
    size_t last = 0;
    for (size_t stop = history->stop; stop > 0 && last == 0; stop--) {
        const struct changes *script = &history->script[stop - 1];

        for (size_t i = 0; i < script->count; i++) {
            if (sets_target(history, script->list[i], stop, target)) {
                last = stop;
            }
        }
    }
    for (size_t i = 0; i < from; i++) {
        const struct change *change = history->own.list[i];

        if (change->anchor > last && change->anchor <= history->stop &&
            sets_target(history, change, change->anchor, target)) {
            last = change->anchor;
        }
    }
    return last;
}

/* Finds the first stop at which the changes FROM and after may run: not before the statement in
 * force for any of them. A new name is anchored to the present stop. False without memory. */
static bool find_anchor(const struct history *history, size_t from, size_t *anchor,
                        struct failure *failure) {
    const struct notebook *notebook = history_notebook(history);
    *anchor = 0;
    for (size_t i = from; history->stop > 0 && i < history->own.count; i++) {
        const struct change *change = history->own.list[i];
        struct target target = {.name = change->name, .whole = change_defines(change)};
        struct definition *definition = notebook_entry(notebook, change->name);
        struct failure misfit = {0};
        size_t first = history->stop;

        if (definition != NULL &&
            (target.whole || change_place(change, notebook, &target.cells, &misfit))) {
            first = stop_in_force(history, from, &target);
        }
        cells_release(&target.cells);
        if (misfit.outside) {
            *failure = misfit;
            return false;
        }
        *anchor = first > *anchor ? first : *anchor;
    }
    return true;
}

/* True when NOTEBOOK shows the effect of CHANGE. */
static bool has_effect(const struct change *change, const struct notebook *notebook) {
    struct definition *definition = notebook_entry(notebook, change->name);
    struct failure failure = {0};
    struct cells cells;
    if (change_defines(change)) {
        return definition != NULL && definition->edits.count == 0 && definition->pins.count == 0 &&
               tree_same(definition->tree->root, change->value->root);
    }
    bool has = change_cells(change, notebook, &cells, &failure) &&
               (change->kind != CHANGE_EDIT || cells.definition->leaf) && cells_are_set(&cells);
    cells_release(&cells);
    return has;
}

static bool all_have_effect(const struct history *history, size_t from,
                            const struct notebook *notebook) {
    for (size_t i = from; i < history->own.count; i++) {
        if (!has_effect(history->own.list[i], notebook)) {
            return false;
        }
    }
    return true;
}

/* --- running the learner's changes --------------------------------------------------------------
 */

static struct rerun rerun_with(const struct history *history, const struct changes *own,
                               bool strict) {
    return (struct rerun){.script = history->script,
                          .hints = history->hints,
                          .before = &history->timeline,
                          .foreseen = &history->foreseen,
                          .own = own,
                          .strict = strict};
}

/* Anchors the changes FROM and after: one, or definitions made in one transaction, which the first
 * of them runs. They have one anchor. */
static void set_anchor(const struct history *history, size_t from, size_t anchor) {
    for (size_t i = from; i < history->own.count; i++) {
        history->own.list[i]->anchor = anchor;
    }
}

/* Anchors the changes FROM and after at ANCHOR, runs them there, and the script from there to the
 * present stop, into MADE (uninitialised), which is empty after a failure. */
static bool run_at(const struct history *history, size_t from, size_t anchor, struct timeline *made,
                   struct failure *failure) {
    struct rerun rerun = rerun_with(history, &history->own, true);
    struct timeline_entry *first = NULL;
    set_anchor(history, from, anchor);
    if (timeline_begin(&history->timeline, anchor + 1, made, failure)) {
        first = &made->list[made->count - 1];
        first = first->stop < anchor ? timeline_add(made, anchor, failure) : first;
    }
    if (first != NULL && changes_run_next(&history->own, from, &first->notebook, failure) > 0 &&
        timeline_extend(made, &rerun, history->stop + 1, failure)) {
        return true;
    }
    timeline_release(made);
    return false;
}

/* Like run_at, but MADE is empty when the changes do not fit there or have no effect at the present
 * stop. False only for a failure with another cause, such as lack of memory. */
static bool try_at(const struct history *history, size_t from, size_t anchor, struct timeline *made,
                   struct failure *failure) {
    struct failure misfit = {0};
    if (run_at(history, from, anchor, made, &misfit) &&
        !all_have_effect(history, from, &timeline_at(made, history->stop)->notebook)) {
        timeline_release(made);
    }
    if (misfit.outside) {
        *failure = misfit;
    }
    return !misfit.outside;
}

/* Anchors the changes FROM and after at the first stop where they fit, and runs them. When they
 * fail or change nothing (*CHANGES is false), the timeline is as it was, and the caller drops
 * the changes. */
static bool run_at_anchor(struct history *history, size_t from, bool *changes,
                          struct failure *failure) {
    const struct notebook *before = history_notebook(history);
    struct timeline made = {0}, present;
    size_t anchor;
    bool good = true;
    *changes = false;
    if (!find_anchor(history, from, &anchor, failure)) {
        return false;
    }
    /* Most changes fit at the first possible stop, and run once. */
    if (anchor < history->stop && !all_have_effect(history, from, before) &&
        !try_at(history, from, anchor++, &made, failure)) {
        return false;
    }
    if (made.count == 0) {
        /* Reports what does not fit at the present stop in the words of that stop. */
        if (!run_at(history, from, history->stop, &present, failure)) {
            return false;
        }
        if (notebook_unchanged(&timeline_at(&present, history->stop)->notebook, before)) {
            timeline_release(&present);
            return true;
        }
        while (good && made.count == 0 && anchor < history->stop) {
            good = try_at(history, from, anchor++, &made, failure);
        }
        if (!good || made.count > 0) {
            timeline_release(&present);
        } else {
            set_anchor(history, from, history->stop);
            made = present;
        }
    }
    if (!good) {
        return false;
    }
    if (history->before.count == 0) {
        history->before = history->timeline;
    } else {
        timeline_release(&history->timeline);
    }
    history->timeline = made;
    *changes = true;
    return true;
}

/* Evaluates the change's formula now, once. */
static bool evaluate_numbers(struct change *copy, const struct change *change,
                             const struct notebook *notebook, struct failure *failure) {
    struct cells cells;
    bool good = change_cells(change, notebook, &cells, failure);
    if (good) {
        copy->numbers = tensor_create(&cells.shape, failure);
        good = copy->numbers != NULL;
    }
    if (good) {
        memcpy(copy->numbers->cells, cells.numbers, cells.count * sizeof *cells.numbers);
        copy->evaluated = true;
    }
    cells_release(&cells);
    return good;
}

/* Returns the history's own copy, with its numbers evaluated, that knows what it changes. */
static struct change *copy_own_change(const struct history *history, const struct change *change,
                                      struct failure *failure) {
    const struct notebook *notebook = history_notebook(history);
    struct change *copy = change_copy(change, failure);
    bool good = copy != NULL;
    if (good && !copy->evaluated && change->kind == CHANGE_TRAIN) {
        good = change_train(copy, notebook, failure);
    } else if (good && !copy->evaluated &&
               (change->kind == CHANGE_EDIT || change->kind == CHANGE_PIN)) {
        good = evaluate_numbers(copy, change, notebook, failure);
    }
    if (!good) {
        change_release(copy);
        return NULL;
    }
    struct definition *old = notebook_find(notebook, change->name);
    copy->old = old == NULL ? NULL : definition_retain(old);
    return copy;
}

/* Adds CHANGE to the learner's changes. */
static bool add_change(struct history *history, struct change *change, struct failure *failure) {
    bool begins = history->own.count == history->own_before;
    if (!changes_add(&history->own, change, failure)) {
        return false;
    }
    if (!version_extend(&history->version, change, NULL, failure)) {
        change_release(history->own.list[--history->own.count]);
        return false;
    }
    history->version->begins = begins;
    history->version->inside = history->sandbox;
    return true;
}

/* Removes the changes from FROM on, which were added one by one. */
static void drop_changes(struct history *history, size_t from) {
    while (history->own.count > from) {
        change_release(history->own.list[--history->own.count]);
        version_replace(&history->version, history->version->before);
    }
}

bool history_define_all(struct history *history, struct change **list, size_t count,
                        struct failure *failure) {
    size_t from = history->own.count;
    bool done = true, changes = false;
    for (size_t i = 0; done && i < count; i++) {
        struct change *copy = copy_own_change(history, list[i], failure);

        done = copy != NULL && add_change(history, copy, failure);
        if (done) {
            copy->joined = i > 0;
        }
        change_release(copy);
    }
    done = done && run_at_anchor(history, from, &changes, failure);
    if (!changes) {
        drop_changes(history, from);
    }
    return done;
}

bool history_change(struct history *history, struct change *change, struct failure *failure) {
    return history_define_all(history, &change, 1, failure);
}

/* --- transactions -------------------------------------------------------------------------------
 */

void history_begin(struct history *history) {
    history->own_before = history->own.count;
    history->cells_before = tensor_live_cells();
    history->open = true;
}

void history_cancel(struct history *history) {
    if (!history->open) {
        return;
    }
    drop_changes(history, history->own_before);
    if (history->before.count > 0) {
        timeline_release(&history->timeline);
        history->timeline = history->before;
        history->before = (struct timeline){0};
    }
    history->open = false;
}

/* Takes ownership of TIMELINE, which belongs to VERSION and alone keeps CELLS cells alive. */
static void remember_version(struct history *history, struct version *version,
                             struct timeline *timeline, size_t cells) {
    struct memory *list = history->remembered;
    size_t all = 0, free = 0;
    while (free < REMEMBERED - 1 && list[free].timeline.count > 0) {
        free++;
    }
    forget(&list[free]);
    memmove(list + 1, list, free * sizeof *list);
    list[0] = (struct memory){version_retain(version), *timeline, cells};
    *timeline = (struct timeline){0};
    for (size_t i = 0; i < REMEMBERED; i++) {
        all += list[i].cells;
        if (all > REMEMBERED_CELLS) {
            forget(&list[i]);
        }
    }
}

/* Moves what is remembered of VERSION into MEMORY, which stays empty when nothing is. */
static void recall_version(struct history *history, const struct version *version,
                           struct memory *memory) {
    *memory = (struct memory){0};
    for (size_t i = 0; i < REMEMBERED && memory->timeline.count == 0; i++) {
        if (history->remembered[i].version == version) {
            *memory = history->remembered[i];
            history->remembered[i] = (struct memory){0};
        }
    }
}

/* Returns how many cells were made since there were BEFORE, and still exist. */
static size_t cells_since(size_t before) {
    return tensor_live_cells() > before ? tensor_live_cells() - before : 0;
}

void history_commit(struct history *history) {
    struct version *before = history->version;
    if (history->own.count == history->own_before ||
        notebook_same(history_notebook(history),
                      &timeline_at(&history->before, history->stop)->notebook)) {
        history_cancel(history);
        return;
    }
    for (size_t i = history->own.count; i > history->own_before; i--) {
        before = before->before;
    }
    remember_version(history, before, &history->before, cells_since(history->cells_before));
    version_replace(&history->newest, history->version);
    history->open = false;
}

/* --- moving: on, back, undo, redo, reset --------------------------------------------------------
 */

/* Moves to where the learner's changes are those of version TO and STOP stops of the script have
 * been run with them. Steps through the lesson, undo, redo, reset, going back, entering and leaving
 * an exercise all end here. After a failure nothing has changed. */
static bool go_to_version(struct history *history, struct version *to, size_t stop, bool strict,
                          struct failure *failure) {
    struct changes own = {0};
    struct rerun rerun = rerun_with(history, &own, strict);
    struct memory known;
    size_t before = tensor_live_cells();
    if (to == history->version) {
        rerun.own = &history->own;
        if (!timeline_extend(&history->timeline, &rerun, stop + 1, failure)) {
            return false;
        }
        history->stop = stop;
        return true;
    }
    recall_version(history, to, &known);
    if (!version_list_changes(to, &own, failure) ||
        (known.timeline.count == 0 &&
         !timeline_begin(&history->timeline, 0, &known.timeline, failure)) ||
        !timeline_extend(&known.timeline, &rerun, stop + 1, failure)) {
        changes_release(&own);
        forget(&known);
        return false;
    }
    remember_version(history, history->version, &history->timeline,
                     known.cells > 0 ? known.cells : cells_since(before));
    version_replace(&history->version, to);
    version_release(known.version);
    changes_release(&history->own);
    history->own = own;
    history->timeline = known.timeline;
    history->stop = stop;
    return true;
}

bool history_move(struct history *history, size_t stop, size_t *at, struct failure *failure) {
    if (stop > history->stops) {
        return failure_set(failure, "there are only %zu stops", history->stops);
    }
    if (!go_to_version(history, history->version, stop, false, failure)) {
        if (at != NULL) {
            *at = history->timeline.stops - 1;
        }
        return false;
    }
    return true;
}

/* Moves to version TO, whose ownership it takes, and which is then the newest. */
static bool go_to_newest(struct history *history, struct version *to, bool strict,
                         struct failure *failure) {
    bool good = go_to_version(history, to, history->stop, strict, failure);
    if (good) {
        version_replace(&history->newest, to);
    }
    version_release(to);
    return good;
}

/* Writes into WHAT (may be NULL) what the last step up to the present version did. */
static void describe_step(const struct history *history, struct text *what) {
    struct version *first = version_step_first(history->version);
    size_t count = 0;
    for (const struct version *at = history->version; at != first->before; at = at->before) {
        count++;
    }
    if (what != NULL && first->called != NULL) {
        text_append(what, first->called);
    } else if (what != NULL) {
        changes_describe(&history->own, history->own.count - count, what);
    }
}

bool history_undoable(const struct history *history) {
    return history->version != history->entered;
}

bool history_undo(struct history *history, struct text *what, struct failure *failure) {
    size_t before = what == NULL ? 0 : what->length;
    if (!history_undoable(history)) {
        return failure_set(failure, "there is nothing to undo%s",
                           history->sandbox ? " in this exercise" : "");
    }
    describe_step(history, what);
    if (!go_to_version(history, version_step_first(history->version)->before, history->stop, false,
                       failure)) {
        if (what != NULL) {
            text_truncate(what, before);
        }
        return false;
    }
    return true;
}

bool history_redo(struct history *history, struct text *what, struct failure *failure) {
    struct version *to = history->newest;
    if (to == history->version) {
        return failure_set(failure, "there is nothing to redo%s",
                           history->sandbox ? " in this exercise" : "");
    }
    while (version_step_first(to)->before != history->version) {
        to = version_step_first(to)->before;
    }
    if (!go_to_version(history, to, history->stop, false, failure)) {
        return false;
    }
    describe_step(history, what);
    return true;
}

/* Sets *MADE to a version after the present one with the changes of FROM, as a step named
 * CALLED. */
static bool make_jump(const struct history *history, const struct version *from, const char *called,
                      struct version **made, struct failure *failure) {
    *made = version_retain(history->version);
    if (!version_extend(made, NULL, from, failure)) {
        version_release(*made);
        return false;
    }
    (*made)->begins = true;
    (*made)->inside = history->sandbox;
    (*made)->called = called;
    return true;
}

bool history_reset(struct history *history, struct failure *failure) {
    struct version *made;
    size_t definitions = 0;
    if (!make_jump(history, NULL, "reset", &made, failure)) {
        return false;
    }
    for (size_t i = 0; i < history->own.count && history->stops == 0; i++) {
        struct change *change = history->own.list[i];

        if (change->kind != CHANGE_DEFINE) {
            continue;
        }
        definitions++;
        if (!version_extend(&made, change, NULL, failure)) {
            version_release(made);
            return false;
        }
    }
    if (definitions == history->own.count) {
        version_release(made);
        return true;
    }
    return go_to_newest(history, made, history->stops == 0, failure);
}

/* --- moving to another edition of a lesson ------------------------------------------------------
 */

bool history_copy_changes(struct history *history, const struct history *from, bool all,
                          const size_t *anchors, struct failure *failure) {
    const struct changes *own = &from->own;
    struct version *made = NULL;
    size_t count = own->count - (all ? 0 : history_since_enter(from).count);
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        const struct change *change = own->list[i];
        struct change *copy = change_copy(change, failure);

        good = copy != NULL && version_extend(&made, copy, NULL, failure);
        if (good) {
            copy->anchor = anchors[change->anchor];
            /* Changes that were made in one transaction are undone in one step. */
            made->begins =
                i == 0 || !(change->joined || (change->training != NULL &&
                                               change->training == own->list[i - 1]->training));
        }
        change_release(copy);
    }
    if (!good) {
        version_release(made);
    }
    return good && go_to_newest(history, made, false, failure);
}

/* --- the sandbox --------------------------------------------------------------------------------
 */

bool history_enter(struct history *history, struct failure *failure) {
    if (history->sandbox) {
        return failure_set(failure, "an exercise is open already");
    }
    history->sandbox = true;
    version_replace(&history->entered, history->version);
    version_replace(&history->newest, history->version);
    return true;
}

bool history_begin_again(struct history *history, struct failure *failure) {
    struct version *made;
    bool grown;
    if (version_changes_since(history->version, history->entered, &grown) == 0 && grown) {
        return true;
    }
    return make_jump(history, history->entered, "beginning again", &made, failure) &&
           go_to_newest(history, made, false, failure);
}

bool history_leave(struct history *history, struct failure *failure) {
    return history->sandbox ? history_go_back(history, history->stop, false, NULL, failure)
                            : failure_set(failure, "no exercise is open");
}

bool history_go_back(struct history *history, size_t stop, bool inside, struct version *version,
                     struct failure *failure) {
    struct version *outside = history->sandbox ? history->entered : history->version;
    struct version *entered = version;
    while (entered != NULL && entered->inside) {
        entered = entered->before;
    }
    if (!go_to_version(history, inside && entered == outside ? version : outside, stop, false,
                       failure)) {
        return false;
    }
    version_replace(&history->entered, inside ? outside : NULL);
    version_replace(&history->newest, history->version);
    history->sandbox = inside;
    return true;
}

void history_count_as_entered(struct history *history, size_t count) {
    struct version *entered = history->version;
    for (; history->sandbox && entered != NULL && count > 0; count--) {
        entered->inside = true;
        entered = entered->before;
    }
    if (history->sandbox) {
        version_replace(&history->entered, entered);
    }
}

struct changes history_since_enter(const struct history *history) {
    const struct changes *own = &history->own;
    bool grown;
    size_t count =
        history->sandbox ? version_changes_since(history->version, history->entered, &grown) : 0;

    return (struct changes){.list = count > 0 ? own->list + (own->count - count) : NULL,
                            .count = count};
}

/* --- baselines ----------------------------------------------------------------------------------
 */

size_t history_find_baseline(const struct history *history, const char *name) {
    size_t index = 0;
    while (index < history->baseline_count && !text_same(history->baselines[index].name, name)) {
        index++;
    }
    return index < history->baseline_count ? index : SIZE_MAX;
}

const struct notebook *history_baseline_at(const struct history *history, size_t index) {
    return index < history->baseline_count ? &history->baselines[index].notebook : NULL;
}

const char *history_baseline_name(const struct history *history, size_t index) {
    return index < history->baseline_count ? history->baselines[index].name : NULL;
}

bool history_baseline(struct history *history, const char *name, const struct notebook *notebook,
                      struct failure *failure) {
    size_t index = history_find_baseline(history, name);
    if (index == SIZE_MAX) {
        index = history->baseline_count;
        char *copy = memory_reserve(&history->baselines, &history->baseline_capacity, index + 1,
                                    sizeof *history->baselines)
                         ? memory_string(name)
                         : NULL;
        if (copy == NULL) {
            return failure_memory(failure);
        }
        history->baselines[index] = (struct baseline){.name = copy};
        history->baseline_count++;
    }
    struct notebook *kept = &history->baselines[index].notebook;
    notebook_release(kept);
    notebook_copy(kept, notebook);
    return true;
}
