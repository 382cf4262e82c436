/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/history.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "notebook/train.h"

#include <string.h>

/* Of older steps only the changes are kept, and of all that would hold more cells than these
 * together; their notebooks are computed when they are wanted. */
enum { REMEMBERED = 8, REMEMBERED_CELLS = 1 << 25 };

/* The notebook from one stop on, where something is run, until the next of them. */
struct snapshot {
    size_t stop;
    struct notebook notebook;
    struct changes skipped; /* changes anchored here that did not fit, and are not in force */
};

/* The notebook at each stop, from the first on, as far as it has been wanted.
 *
 * At stop 0 it is the empty notebook with the learner's changes anchored to 0; at stop i that of
 * stop i − 1 with the changes of the script's stop i − 1 run, and then the learner's that are
 * anchored to i: the same where there are none. So what stands in the list hangs on the script and
 * the learner's changes alone, not on how they came to be made. */
struct snapshots {
    struct snapshot *list; /* stops rise, from 0 on */
    size_t count, capacity;
    size_t stops; /* how many stops' notebooks are known */
};

/* How to get back: the learner's changes were the first KEEP of those there are now, then TAIL. */
struct entry {
    size_t keep;
    struct changes tail;
    struct snapshots snapshots; /* as they were; none when forgotten */
    size_t cells;               /* that they alone hold, about as many as the step made */
    const char *called;         /* NULL: as the changes made in it describe themselves */
};

struct entries {
    struct entry *list;
    size_t count, capacity;
};

struct baseline {
    char *name;
    struct notebook notebook;
};

struct history {
    struct changes *script;             /* a list of changes a stop */
    size_t stops, stop;                 /* how many there are, and how many have been passed */
    struct changes own;                 /* the learner's changes, in the order made */
    struct snapshots snapshots;         /* what they and the script give; up to STOP at least */
    const struct notebook_hints *hints; /* not owned; may be NULL */
    struct entries undo, redo;

    bool open;               /* a transaction is under way; then, as it began: */
    size_t own_before;       /* how many changes there were, */
    struct snapshots before; /* what they gave, where that is not what there is still, */
    size_t cells_before;     /* and how many cells in all tensors */

    bool sandbox;           /* an exercise is under way */
    struct changes entered; /* the changes there were when one was entered last, */
    size_t floor;           /* and how many steps there were to undo; outside of any 0 */
    struct entries left;    /* the steps of the one left last in which something was changed, and
                               on top what takes that up again; they hold over ENTERED */

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

/* The last one at STOP, which is known, or before it. */
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

/* Adds one from STOP on, which begins as the last one, or empty; NULL without memory. */
static struct snapshot *snapshots_add(struct snapshots *snapshots, size_t stop,
                                      struct failure *failure) {
    struct snapshot *added;

    if (!memory_reserve(&snapshots->list, &snapshots->capacity, snapshots->count + 1,
                        sizeof *snapshots->list)) {
        failure_memory(failure);
        return NULL;
    }
    added = &snapshots->list[snapshots->count];
    *added = (struct snapshot){.stop = stop};
    if (snapshots->count++ > 0) {
        notebook_copy(&added->notebook, &added[-1].notebook);
    }
    return added;
}

/* Makes MADE (uninitialised) what HISTORY has of the first STOPS. To be released also after a
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

/* The script run again with the changes OWN laid over it. What did not change is taken over from
 * the history's own snapshots. */
struct rerun {
    const struct history *history;
    const struct changes *own;
    /* A definition of the learner's that was in force before and does not fit is a failure;
     * otherwise it is passed over, as edits and pins always are. */
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

/* The first stop from STOP on, before END, at which something is run, or END: a page, a pause, a
 * question run nothing. */
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

/* Runs STOP's changes, the script's and then the learner's; OLD is what was there last time, or
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

/* Adds snapshots until STOPS are known. After a failure those added stay, and snapshots->stops
 * tells at which stop it was. */
static bool snapshots_extend(struct snapshots *snapshots, const struct rerun *rerun, size_t stops,
                             struct failure *failure) {
    const struct snapshots *before = &rerun->history->snapshots;

    for (;; snapshots->stops++) {
        size_t stop = next_running(rerun, snapshots->stops, stops);
        const struct snapshot *old = stop < before->stops ? snapshots_at(before, stop) : NULL;
        struct snapshot *next;
        bool good;

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

/* --- from nothing to nothing --------------------------------------------------------------------
 */

static void entry_release(struct entry *entry) {
    changes_release(&entry->tail);
    snapshots_release(&entry->snapshots);
    *entry = (struct entry){0};
}

static void entries_clear(struct entries *entries) {
    while (entries->count > 0) {
        entry_release(&entries->list[--entries->count]);
    }
}

static void history_release(struct history *history) {
    for (size_t i = 0; i < history->stops; i++) {
        changes_release(&history->script[i]);
    }
    memory_free(history->script);
    changes_release(&history->own);
    snapshots_release(&history->snapshots);
    entries_clear(&history->undo);
    memory_free(history->undo.list);
    entries_clear(&history->redo);
    memory_free(history->redo.list);
    snapshots_release(&history->before);
    changes_release(&history->entered);
    entries_clear(&history->left);
    memory_free(history->left.list);
    for (size_t i = 0; i < history->baseline_count; i++) {
        memory_free(history->baselines[i].name);
        notebook_release(&history->baselines[i].notebook);
    }
    memory_free(history->baselines);
}

/* Makes HISTORY (uninitialised) that of an empty notebook, of a script of STOPS that is to be given
 * yet. After a failure there is nothing to be released. */
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
    struct changes *taken = memory_allocate(count, sizeof *taken);
    struct history fresh;

    if (taken == NULL || !history_init(&fresh, count, failure)) {
        memory_free(taken);
        return failure_memory(failure);
    }
    for (size_t i = 0; i < count; i++) {
        taken[i] = script[i];
        script[i] = (struct changes){0};
    }
    fresh.script = taken;
    fresh.hints = history->hints;
    history_release(history);
    *history = fresh;
    return true;
}

const struct changes *history_script_at(const struct history *history, size_t stop) {
    return &history->script[stop];
}

/* --- where it stands ----------------------------------------------------------------------------
 */

const struct notebook *history_notebook(const struct history *history) {
    struct notebook *notebook = &snapshots_at(&history->snapshots, history->stop)->notebook;

    notebook->hints = history->hints;
    return notebook;
}

const struct changes *history_own(const struct history *history) {
    return &history->own;
}

void history_hints(struct history *history, const struct notebook_hints *hints) {
    history->hints = hints;
}

size_t history_stop(const struct history *history) {
    return history->stop;
}

bool history_move(struct history *history, size_t stop, size_t *at, struct failure *failure) {
    struct rerun rerun = {history, &history->own, false};

    if (stop > history->stops) {
        return failure_set(failure, "there are only %zu stops", history->stops);
    }
    if (!snapshots_extend(&history->snapshots, &rerun, stop + 1, failure)) {
        if (at != NULL) {
            *at = history->snapshots.stops - 1;
        }
        return false;
    }
    history->stop = stop;
    return true;
}

/* --- where a change is anchored -----------------------------------------------------------------
 */

/* What a change is about: a definition, or some of its cells. */
struct target {
    const char *name;
    bool whole;
    struct cells cells;
};

/* Both rise. */
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

/* Whether CHANGE, run at STOP, set the target. A reference that has no
 * meaning any more may have. */
static bool sets_target(const struct history *history, const struct change *change, size_t stop,
                        const struct target *target) {
    struct failure failure = {0};
    struct cells cells;
    size_t length = strlen(change->name);
    bool sets, defines;

    if (strncmp(change->name, target->name, length) != 0) {
        return false;
    }
    defines = change_defines(change);
    /* what defines H sets all inside of it, H.A too */
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

/* The stop of the statement in force for the target: the last up to the present one that set it.
 * Of the learner's changes those from FROM on are to be anchored, and do not count. */
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

/* The first stop at which the changes FROM and after may stand: not before the statement in force
 * for any of them. A new name is anchored to the present stop. False without memory. */
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

/* Whether NOTEBOOK shows what CHANGE was to do. */
static bool has_effect(const struct change *change, const struct notebook *notebook) {
    struct definition *definition = notebook_entry(notebook, change->name);
    struct failure failure = {0};
    struct cells cells;
    bool has;

    if (change_defines(change)) {
        return definition != NULL && definition->edits.count == 0 && definition->pins.count == 0 &&
               tree_same(definition->tree->root, change->value->root);
    }
    has = change_cells(change, notebook, &cells, &failure) &&
          (change->kind != CHANGE_EDIT || cells.definition->leaf);
    for (size_t i = 0; has && i < cells.count; i++) {
        const struct overlay *pin = overlays_find(&cells.definition->pins, cells.list[i]);

        has =
            change->kind == CHANGE_UNPIN ? pin == NULL
            : change->kind == CHANGE_PIN
                ? pin != NULL && number_same(pin->number, cells.numbers[i])
                : number_same(definition_number(cells.definition, cells.list[i]), cells.numbers[i]);
    }
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

/* The changes FROM and after: one, or definitions that are made in one, which the first of them
 * runs. They have one anchor. */
static void set_anchor(const struct history *history, size_t from, size_t anchor) {
    for (size_t i = from; i < history->own.count; i++) {
        history->own.list[i]->anchor = anchor;
    }
}

/* Anchors the changes FROM and after at ANCHOR, runs them there, and the script on from there up to
 * the present stop, into MADE (uninitialised), which is empty after a failure. */
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

/* The same; MADE is empty when they do not fit there, or do not show at the present stop. False
 * when it was not for them that this failed. */
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

/* Anchors the changes FROM and after at the first stop where they stand, and runs them. When they
 * fail, or change nothing (*CHANGES is false), the snapshots are as they were, and they are to be
 * taken off again. */
static bool run_changes(struct history *history, size_t from, bool *changes,
                        struct failure *failure) {
    const struct notebook *before = history_notebook(history);
    struct snapshots made = {0}, present;
    size_t anchor;
    bool good = true;

    *changes = false;
    if (!find_anchor(history, from, &anchor, failure)) {
        return false;
    }
    /* Mostly they stand at the first stop they may, and are run once. */
    if (anchor < history->stop && !all_have_effect(history, from, before) &&
        !try_at(history, from, anchor++, &made, failure)) {
        return false;
    }
    if (made.count == 0) {
        /* What does not stand at the present stop is refused in the words of that stop. */
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

/* Its formula is evaluated now, once. */
static bool take_numbers(struct change *taken, const struct change *change,
                         const struct notebook *notebook, struct failure *failure) {
    struct cells cells;
    bool good = change_cells(change, notebook, &cells, failure);

    if (good) {
        taken->numbers = tensor_create(&cells.shape, failure);
        good = taken->numbers != NULL;
    }
    if (good) {
        memcpy(taken->numbers->cells, cells.numbers, cells.count * sizeof *cells.numbers);
        taken->evaluated = true;
    }
    cells_release(&cells);
    return good;
}

/* A copy that is the history's own, its numbers taken. */
static struct change *take_change(const struct history *history, const struct change *change,
                                  struct failure *failure) {
    const struct notebook *notebook = history_notebook(history);
    struct change *taken = change_copy(change, failure);
    bool good = taken != NULL;

    if (good && !taken->evaluated && change->kind == CHANGE_TRAIN) {
        good = change_train(taken, notebook, failure);
    } else if (good && !taken->evaluated &&
               (change->kind == CHANGE_EDIT || change->kind == CHANGE_PIN)) {
        good = take_numbers(taken, change, notebook, failure);
    }
    if (!good) {
        change_release(taken);
        return NULL;
    }
    return taken;
}

static void drop_changes(struct history *history, size_t from) {
    while (history->own.count > from) {
        change_release(history->own.list[--history->own.count]);
    }
}

bool history_define_all(struct history *history, struct change **list, size_t count,
                        struct failure *failure) {
    size_t from = history->own.count;
    bool done = true, changes = false;

    for (size_t i = 0; done && i < count; i++) {
        struct change *taken = take_change(history, list[i], failure);

        done = taken != NULL && changes_add(&history->own, taken, failure);
        if (done) {
            taken->joined = i > 0;
        }
        change_release(taken);
    }
    done = done && run_changes(history, from, &changes, failure);
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
    history->cells_before = tensor_alive();
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

/* Room for MORE. */
static bool entries_reserve(struct entries *entries, size_t more, struct failure *failure) {
    return memory_reserve(&entries->list, &entries->capacity, entries->count + more,
                          sizeof *entries->list) ||
           failure_memory(failure);
}

/* Takes ENTRY over; there is room. */
static void entries_push(struct entries *entries, const struct entry *entry) {
    size_t cells = 0;

    entries->list[entries->count++] = *entry;
    for (size_t back = 1; back <= REMEMBERED + 1 && back <= entries->count; back++) {
        struct entry *old = &entries->list[entries->count - back];

        cells += old->cells;
        if (back > REMEMBERED || cells > REMEMBERED_CELLS) {
            snapshots_release(&old->snapshots);
        }
    }
}

/* How many cells were made, and are there still, since there were BEFORE. */
static size_t cells_since(size_t before) {
    return tensor_alive() > before ? tensor_alive() - before : 0;
}

bool history_commit(struct history *history, struct failure *failure) {
    struct entry entry = {.keep = history->own_before, .cells = cells_since(history->cells_before)};

    if (history->own.count == history->own_before ||
        notebook_same(history_notebook(history),
                      &snapshots_at(&history->before, history->stop)->notebook)) {
        history_cancel(history);
        return true;
    }
    entry.snapshots = history->before;
    if (!entries_reserve(&history->undo, 1, failure)) {
        history_cancel(history);
        return false;
    }
    entries_push(&history->undo, &entry);
    history->before = (struct snapshots){0};
    entries_clear(&history->redo);
    history->open = false;
    return true;
}

/* --- undo, redo, reset --------------------------------------------------------------------------
 */

/* What takes the place of the learner's changes and of what they gave. */
struct exchange {
    struct changes own;
    struct snapshots snapshots; /* none: not known */
    size_t cells;               /* between what it gives and what it takes; 0: not known */
    const char *called;         /* as in the entry that is made of it */
    bool strict;
};

/* Exchanges, and puts the way back on ENTRIES. All that is EXCHANGE's is taken over; after a
 * failure it is released, and nothing has changed. */
static bool exchange(struct history *history, struct exchange *exchange, struct entries *entries,
                     struct failure *failure) {
    struct rerun rerun = {history, &exchange->own, exchange->strict};
    struct entry entry = {.keep = changes_common(&history->own, &exchange->own),
                          .snapshots = history->snapshots,
                          .called = exchange->called};
    size_t before = tensor_alive();

    if ((exchange->snapshots.count == 0 &&
         !snapshots_begin(history, 0, &exchange->snapshots, failure)) ||
        !snapshots_extend(&exchange->snapshots, &rerun, history->stop + 1, failure) ||
        !changes_append(&entry.tail, &history->own, entry.keep, history->own.count, failure) ||
        !entries_reserve(entries, 1, failure)) {
        changes_release(&entry.tail);
        changes_release(&exchange->own);
        snapshots_release(&exchange->snapshots);
        return false;
    }
    changes_release(&history->own);
    history->own = exchange->own;
    history->snapshots = exchange->snapshots;
    entry.cells = exchange->cells > 0 ? exchange->cells : cells_since(before);
    entries_push(entries, &entry);
    return true;
}

/* Takes the last step of FROM, and puts the way back on TO. */
static bool take_step(struct history *history, struct entries *from, struct entries *to,
                      struct failure *failure) {
    struct entry *entry = &from->list[from->count - 1];
    struct exchange step = {.cells = entry->cells, .called = entry->called};

    if (!changes_append(&step.own, &history->own, 0, entry->keep, failure) ||
        !changes_append(&step.own, &entry->tail, 0, entry->tail.count, failure)) {
        changes_release(&step.own);
        return false;
    }
    step.snapshots = entry->snapshots;
    entry->snapshots = (struct snapshots){0};
    if (!exchange(history, &step, to, failure)) {
        return false;
    }
    entry_release(entry);
    from->count--;
    return true;
}

bool history_undoable(const struct history *history) {
    return history->undo.count > history->floor;
}

/* Says what a step did, which made the last of CHANGES, from KEEP on. */
static void describe_step(const char *called, const struct changes *changes, size_t keep,
                          struct text *what) {
    if (what != NULL && called != NULL) {
        text_append(what, called);
    } else if (what != NULL) {
        changes_describe(changes, keep, what);
    }
}

bool history_undo(struct history *history, struct text *what, struct failure *failure) {
    const struct entry *last;
    size_t before = what == NULL ? 0 : what->length;

    if (!history_undoable(history)) {
        return failure_set(failure, "there is nothing to undo%s",
                           history->sandbox ? " in this exercise" : "");
    }
    last = &history->undo.list[history->undo.count - 1];
    describe_step(last->called, &history->own, last->keep, what);
    if (take_step(history, &history->undo, &history->redo, failure)) {
        return true;
    }
    if (what != NULL) {
        text_truncate(what, before);
    }
    return false;
}

bool history_redo(struct history *history, struct text *what, struct failure *failure) {
    const char *called;
    size_t keep;

    if (history->redo.count == 0) {
        return failure_set(failure, "there is nothing to redo%s",
                           history->sandbox ? " in this exercise" : "");
    }
    called = history->redo.list[history->redo.count - 1].called;
    keep = history->redo.list[history->redo.count - 1].keep;
    if (!take_step(history, &history->redo, &history->undo, failure)) {
        return false;
    }
    describe_step(called, &history->own, keep, what);
    return true;
}

/* The exchange STEP, called so, as one the learner makes: ENTRIES get the way back. */
static bool make_step(struct history *history, struct exchange *step, const char *called,
                      struct entries *entries, struct failure *failure) {
    step->called = called;
    if (!exchange(history, step, entries, failure)) {
        return false;
    }
    entries_clear(&history->redo);
    return true;
}

bool history_reset(struct history *history, struct failure *failure) {
    struct exchange step = {.strict = history->stops == 0};

    for (size_t i = 0; i < history->own.count && history->stops == 0; i++) {
        struct change *change = history->own.list[i];

        if (change->kind == CHANGE_DEFINE && !changes_add(&step.own, change, failure)) {
            changes_release(&step.own);
            return false;
        }
    }
    if (step.own.count == history->own.count) {
        changes_release(&step.own);
        return true;
    }
    return make_step(history, &step, "reset", &history->undo, failure);
}

/* --- another edition ----------------------------------------------------------------------------
 */

/* Adds a copy of CHANGE, anchored at ANCHOR. */
static bool copy_change(struct history *history, const struct change *change, size_t anchor,
                        struct failure *failure) {
    struct change *copy = change_copy(change, failure);
    bool good = false;

    if (copy != NULL) {
        copy->anchor = anchor;
        good = changes_add(&history->own, copy, failure);
    }
    change_release(copy);
    return good;
}

/* Whether NEXT was made in one with CHANGE before it. */
static bool is_one(const struct change *change, const struct change *next) {
    return next->joined || (next->training != NULL && next->training == change->training);
}

bool history_take_over(struct history *history, const struct history *from, bool all,
                       const size_t *anchors, struct failure *failure) {
    struct rerun rerun = {history, &history->own, false};
    const struct changes *own = &from->own;
    size_t count = own->count - (all ? 0 : history_since_enter(from).count);

    for (size_t i = 0; i < count;) {
        size_t first = i;

        do {
            if (!copy_change(history, own->list[i], anchors[own->list[i]->anchor], failure)) {
                return false;
            }
            i++;
        } while (i < count && is_one(own->list[i - 1], own->list[i]));
        if (!entries_reserve(&history->undo, 1, failure)) {
            return false;
        }
        entries_push(&history->undo, &(struct entry){.keep = first});
    }
    snapshots_release(&history->snapshots);
    return snapshots_begin(history, 0, &history->snapshots, failure) &&
           snapshots_extend(&history->snapshots, &rerun, 1, failure);
}

/* --- the sandbox --------------------------------------------------------------------------------
 */

static bool is_as_entered(const struct history *history) {
    size_t count = history->entered.count;

    return count == history->own.count && changes_common(&history->entered, &history->own) == count;
}

bool history_enter(struct history *history, struct failure *failure) {
    struct changes entered = {0};

    if (history->sandbox) {
        return failure_set(failure, "an exercise is open already");
    }
    if (!changes_append(&entered, &history->own, 0, history->own.count, failure)) {
        changes_release(&entered);
        return false;
    }
    if (!is_as_entered(history)) {
        entries_clear(&history->left);
    }
    changes_release(&history->entered);
    history->entered = entered;
    history->sandbox = true;
    history->floor = history->undo.count;
    entries_clear(&history->redo);
    return true;
}

/* The learner's changes are again those there were when the exercise was entered: a step that
 * ENTRIES get. */
static bool put_back(struct history *history, const char *what, struct entries *entries,
                     struct failure *failure) {
    struct exchange step = {0};

    if (!changes_append(&step.own, &history->entered, 0, history->entered.count, failure)) {
        changes_release(&step.own);
        return false;
    }
    return make_step(history, &step, what, entries, failure);
}

bool history_begin_again(struct history *history, struct failure *failure) {
    return is_as_entered(history) || put_back(history, "beginning again", &history->undo, failure);
}

/* Those from AT on; there is room. */
static void entries_move(struct entries *from, size_t at, struct entries *to) {
    for (size_t i = at; i < from->count; i++) {
        to->list[to->count++] = from->list[i];
    }
    from->count = at;
}

bool history_leave(struct history *history, struct failure *failure) {
    struct entries *left = &history->left;

    if (!history->sandbox) {
        return failure_set(failure, "no exercise is open");
    }
    if (!is_as_entered(history)) {
        entries_clear(left);
        if (!entries_reserve(left, history->undo.count - history->floor, failure)) {
            return false;
        }
        entries_move(&history->undo, history->floor, left);
        if (!put_back(history, "leaving the exercise", left, failure)) {
            entries_move(left, 0, &history->undo);
            return false;
        }
    }
    while (history->undo.count > history->floor) {
        entry_release(&history->undo.list[--history->undo.count]);
    }
    entries_clear(&history->redo);
    history->sandbox = false;
    history->floor = 0;
    return true;
}

bool history_enter_again(struct history *history, const struct notebook *notebook,
                         struct failure *failure) {
    struct failure none = {0};
    struct entries *left = &history->left;

    if (!history_enter(history, failure)) {
        return false;
    }
    if (left->count == 0 || !entries_reserve(&history->undo, left->count, &none) ||
        !take_step(history, left, &history->redo, &none)) {
        return true;
    }
    if (!notebook_same(notebook, history_notebook(history))) {
        take_step(history, &history->redo, left, &none);
        return true;
    }
    entries_clear(&history->redo);
    entries_move(left, 0, &history->undo);
    return true;
}

void history_entered_before(struct history *history, size_t count) {
    struct changes *entered = &history->entered;

    while (history->sandbox && entered->count > 0 && entered->count + count > history->own.count) {
        change_release(entered->list[--entered->count]);
    }
    while (history->floor > 0 && history->undo.list[history->floor - 1].keep >= entered->count) {
        history->floor--;
    }
}

struct changes history_since_enter(const struct history *history) {
    const struct changes *own = &history->own;
    size_t keep = history->sandbox ? changes_common(&history->entered, own) : own->count;

    return (struct changes){.list = keep < own->count ? own->list + keep : NULL,
                            .count = own->count - keep};
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
