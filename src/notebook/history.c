/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/history.h"

#include "base/memory.h"
#include "base/text.h"
#include "notebook/train.h"

#include <string.h>

/* The notebooks of this many versions are kept, those left last, as long as together they
 * have no more cells than this; others are recomputed when they are needed. */
enum { REMEMBERED = 8, REMEMBERED_CELLS = 1 << 25 };

/* All the learner's changes, as a value: those BEFORE and one more CHANGE, or, where CHANGE is
 * NULL, those of FROM, one of the earlier versions. A version is shared and never changes, so undo,
 * redo and leaving an exercise only switch versions. */
struct version {
    size_t references;
    struct version *before; /* retained; NULL: nothing has been changed */
    const struct version *from;
    struct change *change; /* retained */
    bool begins;           /* the first of a step, which undo reverts as a whole */
    bool inside;           /* made in an exercise */
    const char *called;    /* the step's name; NULL: its changes describe it */
};

/* The notebook from one stop on, where something runs, until the next such stop. */
struct snapshot {
    size_t stop;
    struct notebook notebook;
    struct changes skipped; /* changes anchored here that did not fit and have no effect */
};

/* The notebook at each stop, from the first on, as far as it has been needed.
 *
 * At stop 0 it is the empty notebook with the learner's changes anchored to 0; at stop i that of
 * stop i − 1 with the changes of the script's stop i − 1 run, and then the learner's that are
 * anchored to i: the same where there are none. So the list depends on the script and the learner's
 * changes alone, not on the way to them. */
struct snapshots {
    struct snapshot *list; /* by stop, from 0 on */
    size_t count, capacity;
    size_t stops; /* number of stops whose notebooks are known */
};

/* The notebooks of a version that was left. */
struct memory {
    struct version *version;    /* retained; NULL also where nothing has been changed */
    struct snapshots snapshots; /* empty: forgotten */
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
    struct snapshots snapshots;         /* with them and the script applied; up to STOP at least */
    const struct notebook_hints *hints; /* not owned; may be NULL */
    struct memory remembered[REMEMBERED]; /* most recently left first */

    bool open;               /* a transaction is under way; then, as it began: */
    size_t own_before;       /* how many changes there were, */
    struct snapshots before; /* their snapshots, if different from the present ones, */
    size_t cells_before;     /* and how many cells were in all tensors */

    bool sandbox;            /* an exercise is under way, */
    struct version *entered; /* and the version when it was entered; retained */

    struct baseline *baselines;
    size_t baseline_count, baseline_capacity;
};

/* --- snapshots ----------------------------------------------------------------------------------
 */

static void snapshot_release(struct snapshot *snapshot) {
    notebook_release(&snapshot->notebook);
    changes_release(&snapshot->skipped);
}

static void snapshots_release(struct snapshots *snapshots) {
    while (snapshots->count > 0) {
        snapshot_release(&snapshots->list[--snapshots->count]);
    }
    memory_free(snapshots->list);
    *snapshots = (struct snapshots){0};
}

/* Returns the last snapshot at STOP, which is known, or before it. */
static struct snapshot *snapshots_at(const struct snapshots *snapshots, size_t stop) {
    size_t first = 0;
    for (size_t end = snapshots->count; end - first > 1;) {
        size_t middle = first + (end - first) / 2;

        if (snapshots->list[middle].stop <= stop) {
            first = middle;
        } else {
            end = middle;
        }
    }
    return &snapshots->list[first];
}

/* Adds a snapshot from STOP on, a copy of the last one, or empty; NULL without memory. */
static struct snapshot *snapshots_add(struct snapshots *snapshots, size_t stop,
                                      struct failure *failure) {
    if (snapshots->count == snapshots->capacity &&
        !memory_reserve(&snapshots->list, &snapshots->capacity, snapshots->count + 1,
                        sizeof *snapshots->list)) {
        failure_memory(failure);
        return NULL;
    }
    struct snapshot *added = &snapshots->list[snapshots->count];
    *added = (struct snapshot){.stop = stop};
    if (snapshots->count++ > 0) {
        notebook_copy(&added->notebook, &added[-1].notebook);
    }
    return added;
}

/* Makes MADE (uninitialised) HISTORY's snapshots of the first STOPS. To be released also after a
 * failure. */
static bool snapshots_begin(const struct history *history, size_t stops, struct snapshots *made,
                            struct failure *failure) {
    const struct snapshots *all = &history->snapshots;
    size_t count = stops > 0 ? (size_t)(snapshots_at(all, stops - 1) - all->list) + 1 : 0;
    *made = (struct snapshots){.stops = stops};
    if (!memory_reserve(&made->list, &made->capacity, count, sizeof *made->list)) {
        return failure_memory(failure);
    }
    for (; made->count < count; made->count++) {
        const struct snapshot *from = &all->list[made->count];
        struct snapshot *copy = &made->list[made->count];

        *copy = (struct snapshot){.stop = from->stop};
        if (!changes_append(&copy->skipped, &from->skipped, 0, from->skipped.count, failure)) {
            changes_release(&copy->skipped);
            return false;
        }
        notebook_copy(&copy->notebook, &from->notebook);
    }
    return true;
}

/* The script run again with the changes OWN on top. What did not change is reused from the
 * history's own snapshots. */
struct rerun {
    const struct history *history;
    const struct changes *own;
    /* A learner's definition that took effect before and no longer fits is a failure; otherwise it
     * is skipped, as edits and pins always are. */
    bool strict;
};

static bool is_skipped(const struct snapshot *snapshot, const struct change *change) {
    for (size_t i = 0; i < snapshot->skipped.count; i++) {
        if (snapshot->skipped.list[i] == change) {
            return true;
        }
    }
    return false;
}

/* Returns the first stop from STOP on, before END, at which something runs, or END: pages, pauses
 * and questions run nothing. */
static size_t next_running(const struct rerun *rerun, size_t stop, size_t end) {
    for (; stop < end; stop++) {
        if (stop == 0 || rerun->history->script[stop - 1].count > 0) {
            return stop;
        }
        for (size_t i = 0; i < rerun->own->count; i++) {
            if (rerun->own->list[i]->anchor == stop) {
                return stop;
            }
        }
    }
    return end;
}

/* Runs STOP's changes, the script's and then the learner's; OLD is the snapshot from last time, or
 * NULL. */
static bool run_stop(const struct rerun *rerun, size_t stop, struct snapshot *snapshot,
                     const struct snapshot *old, struct failure *failure) {
    if (stop > 0 && !changes_run(&rerun->history->script[stop - 1], &snapshot->notebook, failure)) {
        return false;
    }
    for (size_t i = 0, run; i < rerun->own->count; i += run) {
        struct change *change = rerun->own->list[i];
        struct failure misfit = {0};

        run = 1;
        if (change->anchor != stop || change->joined) {
            continue;
        }
        run = changes_run_next(rerun->own, i, &snapshot->notebook, &misfit);
        if (run > 0) {
            continue;
        }
        if (misfit.outside || (rerun->strict && change->kind == CHANGE_DEFINE &&
                               !(old != NULL && is_skipped(old, change)))) {
            *failure = misfit;
            return false;
        }
        if (!changes_add(&snapshot->skipped, change, failure)) {
            return false;
        }
        run = 1;
    }
    return true;
}

/* Adds snapshots until STOPS are known. After a failure those added stay, and snapshots->stops is
 * the stop at which it failed. */
static bool snapshots_extend(struct snapshots *snapshots, const struct rerun *rerun, size_t stops,
                             struct failure *failure) {
    const struct snapshots *before = &rerun->history->snapshots;
    for (size_t at = 0;; snapshots->stops++) {
        size_t stop = next_running(rerun, snapshots->stops, stops);
        struct snapshot *next;
        bool good;

        while (at + 1 < before->count && before->list[at + 1].stop <= stop) {
            at++;
        }
        const struct snapshot *old = stop < before->stops ? &before->list[at] : NULL;
        snapshots->stops = stop > snapshots->stops ? stop : snapshots->stops;
        if (stop >= stops) {
            return true;
        }
        next = snapshots_add(snapshots, stop, failure);
        if (next == NULL) {
            return false;
        }
        next->notebook.hints = rerun->history->hints;
        next->notebook.reuse = old ? &old->notebook : NULL;
        good = run_stop(rerun, stop, next, old, failure);
        next->notebook.reuse = NULL;
        if (!good) {
            snapshot_release(next);
            snapshots->count--;
            return false;
        }
    }
}

/* --- versions, creating and freeing -------------------------------------------------------------
 */

struct version *version_retain(struct version *version) {
    if (version != NULL) {
        version->references++;
    }
    return version;
}

void version_release(struct version *version) {
    while (version != NULL && --version->references == 0) {
        struct version *before = version->before;

        change_release(version->change);
        memory_free(version);
        version = before;
    }
}

/* Replaces *HELD by TO, which is retained. */
static void replace_version(struct version **slot, struct version *to) {
    version_retain(to);
    version_release(*slot);
    *slot = to;
}

/* Replaces *HELD by a version that comes after it: with one more CHANGE (retained), or, where that
 * is NULL, with the changes of FROM. */
static bool extend_version(struct version **slot, struct change *change, const struct version *from,
                           struct failure *failure) {
    struct version *made = memory_allocate(1, sizeof *made);
    if (made == NULL) {
        return failure_memory(failure);
    }
    *made = (struct version){.references = 1, .before = *slot};
    made->from = change != NULL ? *slot : from;
    made->change = change != NULL ? change_retain(change) : NULL;
    *slot = made;
    return true;
}

/* Returns the version that the last step up to VERSION, not NULL, began with. */
static struct version *step_first(struct version *version) {
    while (!version->begins) {
        version = version->before;
    }
    return version;
}

/* Counts the changes that VERSION has and ENTERED has not; *GROWN: it has all of ENTERED's. */
static size_t changes_since(const struct version *version, const struct version *entered,
                            bool *grown) {
    size_t count = 0;
    while (version != NULL && version != entered) {
        count += version->change != NULL;
        version = version->from;
    }
    *grown = version == entered;
    return count;
}

/* Makes LIST (empty) VERSION's changes. To be released also after a failure. */
static bool list_version_changes(const struct version *version, struct changes *list,
                                 struct failure *failure) {
    bool grown;
    size_t at = changes_since(version, NULL, &grown);
    if (!memory_reserve(&list->list, &list->capacity, at, sizeof(struct change *))) {
        return failure_memory(failure);
    }
    list->count = at;
    for (; version != NULL; version = version->from) {
        if (version->change != NULL) {
            list->list[--at] = change_retain(version->change);
        }
    }
    return true;
}

static void forget(struct memory *memory) {
    version_release(memory->version);
    snapshots_release(&memory->snapshots);
    *memory = (struct memory){0};
}

static void history_release(struct history *history) {
    for (size_t i = 0; i < history->stops; i++) {
        changes_release(&history->script[i]);
    }
    memory_free(history->script);
    changes_release(&history->own);
    snapshots_release(&history->snapshots);
    version_release(history->version);
    version_release(history->newest);
    version_release(history->entered);
    snapshots_release(&history->before);
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
    *history = (struct history){.stops = stops, .snapshots.stops = 1};
    return snapshots_add(&history->snapshots, 0, failure) != NULL;
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
    const struct snapshots *all = &history->snapshots;
    struct snapshot *present = &all->list[all->count - 1];

    present = present->stop > history->stop ? snapshots_at(all, history->stop) : present;
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
    sets = !change_place(change, &snapshots_at(&history->snapshots, stop)->notebook, &cells,
                         &failure) ||
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

/* Anchors the changes FROM and after: one, or definitions made in one transaction, which the first
 * of them runs. They have one anchor. */
static void set_anchor(const struct history *history, size_t from, size_t anchor) {
    for (size_t i = from; i < history->own.count; i++) {
        history->own.list[i]->anchor = anchor;
    }
}

/* Anchors the changes FROM and after at ANCHOR, runs them there, and the script from there to the
 * present stop, into MADE (uninitialised), which is empty after a failure. */
static bool run_at(const struct history *history, size_t from, size_t anchor,
                   struct snapshots *made, struct failure *failure) {
    struct rerun rerun = {history, &history->own, true};
    struct snapshot *first = NULL;
    set_anchor(history, from, anchor);
    if (snapshots_begin(history, anchor + 1, made, failure)) {
        first = &made->list[made->count - 1];
        first = first->stop < anchor ? snapshots_add(made, anchor, failure) : first;
    }
    if (first != NULL && changes_run_next(&history->own, from, &first->notebook, failure) > 0 &&
        snapshots_extend(made, &rerun, history->stop + 1, failure)) {
        return true;
    }
    snapshots_release(made);
    return false;
}

/* Like run_at, but MADE is empty when the changes do not fit there or have no effect at the present
 * stop. False only for a failure with another cause, such as lack of memory. */
static bool try_at(const struct history *history, size_t from, size_t anchor,
                   struct snapshots *made, struct failure *failure) {
    struct failure misfit = {0};
    if (run_at(history, from, anchor, made, &misfit) &&
        !all_have_effect(history, from, &snapshots_at(made, history->stop)->notebook)) {
        snapshots_release(made);
    }
    if (misfit.outside) {
        *failure = misfit;
    }
    return !misfit.outside;
}

/* Anchors the changes FROM and after at the first stop where they fit, and runs them. When they
 * fail or change nothing (*CHANGES is false), the snapshots are as they were, and the caller drops
 * the changes. */
static bool run_at_anchor(struct history *history, size_t from, bool *changes,
                          struct failure *failure) {
    const struct notebook *before = history_notebook(history);
    struct snapshots made = {0}, present;
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
        if (notebook_unchanged(&snapshots_at(&present, history->stop)->notebook, before)) {
            snapshots_release(&present);
            return true;
        }
        while (good && made.count == 0 && anchor < history->stop) {
            good = try_at(history, from, anchor++, &made, failure);
        }
        if (!good || made.count > 0) {
            snapshots_release(&present);
        } else {
            set_anchor(history, from, history->stop);
            made = present;
        }
    }
    if (!good) {
        return false;
    }
    if (history->before.count == 0) {
        history->before = history->snapshots;
    } else {
        snapshots_release(&history->snapshots);
    }
    history->snapshots = made;
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

/* Returns the history's own copy, with its numbers evaluated. */
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
    return copy;
}

/* Adds CHANGE to the learner's changes. */
static bool add_change(struct history *history, struct change *change, struct failure *failure) {
    bool begins = history->own.count == history->own_before;
    if (!changes_add(&history->own, change, failure)) {
        return false;
    }
    if (!extend_version(&history->version, change, NULL, failure)) {
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
        replace_version(&history->version, history->version->before);
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
        snapshots_release(&history->snapshots);
        history->snapshots = history->before;
        history->before = (struct snapshots){0};
    }
    history->open = false;
}

/* Takes ownership of SNAPSHOTS, which belong to VERSION and alone keep CELLS cells alive. */
static void remember_version(struct history *history, struct version *version,
                             struct snapshots *snapshots, size_t cells) {
    struct memory *list = history->remembered;
    size_t all = 0, free = 0;
    while (free < REMEMBERED - 1 && list[free].snapshots.count > 0) {
        free++;
    }
    forget(&list[free]);
    memmove(list + 1, list, free * sizeof *list);
    list[0] = (struct memory){version_retain(version), *snapshots, cells};
    *snapshots = (struct snapshots){0};
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
    for (size_t i = 0; i < REMEMBERED && memory->snapshots.count == 0; i++) {
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
                      &snapshots_at(&history->before, history->stop)->notebook)) {
        history_cancel(history);
        return;
    }
    for (size_t i = history->own.count; i > history->own_before; i--) {
        before = before->before;
    }
    remember_version(history, before, &history->before, cells_since(history->cells_before));
    replace_version(&history->newest, history->version);
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
    struct rerun rerun = {history, &own, strict};
    struct memory known;
    size_t before = tensor_live_cells();
    if (to == history->version) {
        rerun.own = &history->own;
        if (!snapshots_extend(&history->snapshots, &rerun, stop + 1, failure)) {
            return false;
        }
        history->stop = stop;
        return true;
    }
    recall_version(history, to, &known);
    if (!list_version_changes(to, &own, failure) ||
        (known.snapshots.count == 0 && !snapshots_begin(history, 0, &known.snapshots, failure)) ||
        !snapshots_extend(&known.snapshots, &rerun, stop + 1, failure)) {
        changes_release(&own);
        forget(&known);
        return false;
    }
    remember_version(history, history->version, &history->snapshots,
                     known.cells > 0 ? known.cells : cells_since(before));
    replace_version(&history->version, to);
    version_release(known.version);
    changes_release(&history->own);
    history->own = own;
    history->snapshots = known.snapshots;
    history->stop = stop;
    return true;
}

bool history_move(struct history *history, size_t stop, size_t *at, struct failure *failure) {
    if (stop > history->stops) {
        return failure_set(failure, "there are only %zu stops", history->stops);
    }
    if (!go_to_version(history, history->version, stop, false, failure)) {
        if (at != NULL) {
            *at = history->snapshots.stops - 1;
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
        replace_version(&history->newest, to);
    }
    version_release(to);
    return good;
}

/* Writes into WHAT (may be NULL) what the last step up to the present version did. */
static void describe_step(const struct history *history, struct text *what) {
    struct version *first = step_first(history->version);
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
    if (!go_to_version(history, step_first(history->version)->before, history->stop, false,
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
    while (step_first(to)->before != history->version) {
        to = step_first(to)->before;
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
    if (!extend_version(made, NULL, from, failure)) {
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
        if (!extend_version(&made, change, NULL, failure)) {
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

        good = copy != NULL && extend_version(&made, copy, NULL, failure);
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
    replace_version(&history->entered, history->version);
    replace_version(&history->newest, history->version);
    return true;
}

bool history_begin_again(struct history *history, struct failure *failure) {
    struct version *made;
    bool grown;
    if (changes_since(history->version, history->entered, &grown) == 0 && grown) {
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
    replace_version(&history->entered, inside ? outside : NULL);
    replace_version(&history->newest, history->version);
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
        replace_version(&history->entered, entered);
    }
}

struct changes history_since_enter(const struct history *history) {
    const struct changes *own = &history->own;
    bool grown;
    size_t count = history->sandbox ? changes_since(history->version, history->entered, &grown) : 0;

    return (struct changes){.list = count > 0 ? own->list + (own->count - count) : NULL,
                            .count = count};
}

/* --- baselines ----------------------------------------------------------------------------------
 */

static struct baseline *find_baseline(const struct history *history, const char *name) {
    for (size_t i = 0; i < history->baseline_count; i++) {
        if (text_same(history->baselines[i].name, name)) {
            return &history->baselines[i];
        }
    }
    return NULL;
}

bool history_baseline(struct history *history, const char *name, struct failure *failure) {
    struct baseline *old, made = {0};
    if (!memory_reserve(&history->baselines, &history->baseline_capacity,
                        history->baseline_count + 1, sizeof made)) {
        return failure_memory(failure);
    }
    old = find_baseline(history, name);
    made.name = memory_text(name, strlen(name));
    if (made.name == NULL) {
        return failure_memory(failure);
    }
    notebook_copy(&made.notebook, history_notebook(history));
    if (old == NULL) {
        history->baselines[history->baseline_count++] = made;
        return true;
    }
    memory_free(old->name);
    notebook_release(&old->notebook);
    *old = made;
    return true;
}

const struct notebook *history_find_baseline(const struct history *history, const char *name) {
    const struct baseline *baseline = find_baseline(history, name);

    return baseline ? &baseline->notebook : NULL;
}

const char *history_baseline_name(const struct history *history, size_t index) {
    return index < history->baseline_count ? history->baselines[index].name : NULL;
}
