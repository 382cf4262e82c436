#include "notebook/history.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "notebook/train.h"

#include <string.h>

/* Of older steps only the changes are kept; their notebooks are computed when they are wanted. */
enum { REMEMBERED = 8 };

/* timeline: the notebook at each stop, from the first on.
 *
 * State 0 is the empty notebook with the learner's changes anchored to 0; state i is state i − 1
 * with the changes of the script's stop i − 1 run, and then the learner's that are anchored to i.
 * So a state hangs on the script and the learner's changes alone, not on how they came to be made;
 * when a timeline is made anew, what did not change is taken over from the one before. States are
 * shared by counting holders, also by stops at which nothing is run, and never change. */
struct state {
    size_t references;
    struct notebook notebook;
    struct changes idle; /* changes anchored here that did not fit, and are not in force */
};

struct timeline {
    struct state **list;
    size_t count, capacity;
};

/* What a timeline is made from. */
struct fold {
    const struct changes *script;  /* stops of them */
    const struct changes *own;     /* the learner's */
    const struct timeline *before; /* to take definitions over from; may be NULL */
    const struct notebook_hints *hints;
    /* A definition of the learner's that was in force before and does not fit is a failure;
     * otherwise it is passed over, as edits and pins always are. */
    bool strict;
};

/* --- states --------------------------------------------------------------------------------------
 */

static void state_release(struct state *state) {
    if (state == NULL || --state->references > 0) {
        return;
    }
    notebook_release(&state->notebook);
    changes_release(&state->idle);
    memory_free(state);
}

/* A state like FROM (NULL: empty), to be changed before anyone else holds it. */
static struct state *state_create(const struct state *from, bool idle, struct failure *failure) {
    struct state *state = memory_allocate(1, sizeof *state);

    if (state == NULL) {
        failure_memory(failure);
        return NULL;
    }
    state->references = 1;
    notebook_init(&state->notebook);
    if (from != NULL) {
        notebook_copy(&state->notebook, &from->notebook);
    }
    if (from != NULL && idle &&
        !changes_append(&state->idle, &from->idle, 0, from->idle.count, failure)) {
        state_release(state);
        return NULL;
    }
    return state;
}

static bool is_idle(const struct state *state, const struct change *change) {
    for (size_t i = 0; i < state->idle.count; i++) {
        if (state->idle.list[i] == change) {
            return true;
        }
    }
    return false;
}

/* --- running -------------------------------------------------------------------------------------
 */

/* One change of the learner's; OLD is the state it had last time, or NULL. */
static bool run_own(struct state *state, struct change *change, const struct fold *fold,
                    const struct state *old, struct failure *failure) {
    struct failure misfit = {0};

    if (change_run(change, &state->notebook, &misfit)) {
        return true;
    }
    if (misfit.outside ||
        (fold->strict && change->kind == CHANGE_DEFINE && !(old && is_idle(old, change)))) {
        *failure = misfit;
        return false;
    }
    return changes_add(&state->idle, change, failure);
}

static bool run_stop(struct state *state, const struct fold *fold, size_t stop,
                     const struct state *old, struct failure *failure) {
    if (stop > 0 && !changes_run(&fold->script[stop - 1], &state->notebook, failure)) {
        return false;
    }
    for (size_t i = 0; i < fold->own->count; i++) {
        struct change *change = fold->own->list[i];

        if (change->anchor == stop && !run_own(state, change, fold, old, failure)) {
            return false;
        }
    }
    return true;
}

/* --- timelines -----------------------------------------------------------------------------------
 */

static void timeline_release(struct timeline *timeline) {
    for (size_t i = timeline->count; i > 0; i--) {
        state_release(timeline->list[i - 1]);
    }
    memory_free(timeline->list);
    *timeline = (struct timeline){0};
}

static bool timeline_reserve(struct timeline *timeline, size_t count, struct failure *failure) {
    return memory_reserve(&timeline->list, &timeline->capacity, count, sizeof(struct state *)) ||
           failure_memory(failure);
}

static bool timeline_copy(struct timeline *copy, const struct timeline *timeline, size_t count,
                          struct failure *failure) {
    *copy = (struct timeline){0};
    if (!timeline_reserve(copy, count, failure)) {
        return false;
    }
    for (; copy->count < count; copy->count++) {
        copy->list[copy->count] = timeline->list[copy->count];
        copy->list[copy->count]->references++;
    }
    return true;
}

/* Whether nothing is run at STOP: a page, a pause, a question. */
static bool is_still(const struct timeline *timeline, const struct fold *fold, size_t stop) {
    if (stop == 0 || fold->script[stop - 1].count > 0 || timeline->list[stop - 1]->idle.count > 0) {
        return false;
    }
    for (size_t i = 0; i < fold->own->count; i++) {
        if (fold->own->list[i]->anchor == stop) {
            return false;
        }
    }
    return true;
}

static bool timeline_step(struct timeline *timeline, const struct fold *fold,
                          struct failure *failure) {
    size_t stop = timeline->count;
    if (is_still(timeline, fold, stop)) {
        timeline->list[stop] = timeline->list[stop - 1];
        timeline->list[stop]->references++;
        timeline->count++;
        return true;
    }
    const struct state *old =
        fold->before && stop < fold->before->count ? fold->before->list[stop] : NULL;
    struct state *state = state_create(stop > 0 ? timeline->list[stop - 1] : NULL, false, failure);

    if (state == NULL) {
        return false;
    }
    state->notebook.hints = fold->hints;
    state->notebook.reuse = old ? &old->notebook : NULL;
    if (!run_stop(state, fold, stop, old, failure)) {
        state_release(state);
        return false;
    }
    state->notebook.reuse = NULL;
    timeline->list[timeline->count++] = state;
    return true;
}

static bool timeline_extend(struct timeline *timeline, const struct fold *fold, size_t count,
                            struct failure *failure) {
    if (!timeline_reserve(timeline, count, failure)) {
        return false;
    }
    while (timeline->count < count) {
        if (!timeline_step(timeline, fold, failure)) {
            return false;
        }
    }
    return true;
}

static bool timeline_extend_by(struct timeline *timeline, const struct state *state,
                               const struct change *change, struct failure *failure) {
    struct state *changed;

    if (!timeline_reserve(timeline, timeline->count + 1, failure)) {
        return false;
    }
    changed = state_create(state, true, failure);
    if (changed == NULL) {
        return false;
    }
    if (!change_run(change, &changed->notebook, failure)) {
        state_release(changed);
        return false;
    }
    timeline->list[timeline->count++] = changed;
    return true;
}

struct layers {
    struct changes *script;   /* a list of changes a stop */
    size_t stops, stop;       /* how many there are, and how many have been passed */
    struct changes own;       /* the learner's changes, in the order made */
    struct timeline timeline; /* what they and the script give, as far as it has been wanted */
    const struct notebook_hints *hints; /* not owned; may be NULL */
};

static const struct notebook *layers_notebook(const struct layers *layers) {
    struct notebook *notebook = &layers->timeline.list[layers->stop]->notebook;

    notebook->hints = layers->hints;
    return notebook;
}

static struct fold layers_fold(const struct layers *layers, const struct changes *own,
                               bool strict) {
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
static bool layers_run(struct layers *layers, size_t from, bool *changes, struct failure *failure) {
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

/* How to get back: the learner's changes were the first KEEP of those there are now, then TAIL. */
struct entry {
    size_t keep;
    struct changes tail;
    struct timeline timeline; /* as it was; empty when forgotten */
    char *what;
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
    struct layers now;
    struct entries undo, redo;

    bool open;         /* a transaction is under way */
    size_t own_before; /* then: how many changes there were, and what they gave */
    struct timeline before;

    bool sandbox;           /* an exercise is under way */
    struct changes entered; /* then: the changes there were */
    struct changes since;   /* those made since, borrowed from own */

    struct baseline *baselines;
    size_t baseline_count, baseline_capacity;
};

/* --- from nothing to nothing ---------------------------------------------------------------------
 */

static void entry_release(struct entry *entry) {
    changes_release(&entry->tail);
    timeline_release(&entry->timeline);
    memory_free(entry->what);
    *entry = (struct entry){0};
}

static void entries_clear(struct entries *entries) {
    while (entries->count > 0) {
        entry_release(&entries->list[--entries->count]);
    }
}

static void baselines_clear(struct history *history) {
    while (history->baseline_count > 0) {
        struct baseline *baseline = &history->baselines[--history->baseline_count];

        memory_free(baseline->name);
        notebook_release(&baseline->notebook);
    }
}

static void script_release(struct history *history) {
    for (size_t i = 0; i < history->now.stops; i++) {
        changes_release(&history->now.script[i]);
    }
    memory_free(history->now.script);
    history->now.script = NULL;
    history->now.stops = 0;
}

/* Forgets all but the hints and what the timeline is. */
static void forget(struct history *history) {
    script_release(history);
    changes_release(&history->now.own);
    entries_clear(&history->undo);
    entries_clear(&history->redo);
    timeline_release(&history->before);
    changes_release(&history->entered);
    baselines_clear(history);
    history->now.stop = 0;
    history->open = history->sandbox = false;
}

struct history *history_create(struct failure *failure) {
    struct history *history = memory_allocate(1, sizeof *history);
    struct fold fold = {0};

    if (history == NULL) {
        failure_memory(failure);
        return NULL;
    }
    fold.own = &history->now.own;
    if (!timeline_extend(&history->now.timeline, &fold, 1, failure)) {
        history_free(history);
        return NULL;
    }
    return history;
}

void history_free(struct history *history) {
    if (history == NULL) {
        return;
    }
    forget(history);
    timeline_release(&history->now.timeline);
    memory_free(history->undo.list);
    memory_free(history->redo.list);
    memory_free(history->baselines);
    memory_free(history);
}

bool history_script(struct history *history, struct changes *script, size_t count,
                    struct failure *failure) {
    struct changes *taken = memory_allocate(count, sizeof *taken), none = {0};
    struct timeline timeline = {0};
    struct fold fold = {.own = &none};

    if (taken == NULL || !timeline_extend(&timeline, &fold, 1, failure)) {
        memory_free(taken);
        timeline_release(&timeline);
        return failure_memory(failure);
    }
    forget(history);
    timeline_release(&history->now.timeline);
    history->now.timeline = timeline;
    for (size_t i = 0; i < count; i++) {
        taken[i] = script[i];
        script[i] = none;
    }
    history->now.script = taken;
    history->now.stops = count;
    return true;
}

const struct changes *history_script_at(const struct history *history, size_t stop) {
    return &history->now.script[stop];
}

/* --- where it stands -----------------------------------------------------------------------------
 */

const struct notebook *history_notebook(const struct history *history) {
    return layers_notebook(&history->now);
}

void history_hints(struct history *history, const struct notebook_hints *hints) {
    history->now.hints = hints;
}

size_t history_stop(const struct history *history) {
    return history->now.stop;
}

static bool refuse_open(const struct history *history, struct failure *failure) {
    return !history->open || failure_set(failure, "a change is under way");
}

bool history_move(struct history *history, size_t stop, size_t *at, struct failure *failure) {
    struct fold fold = layers_fold(&history->now, &history->now.own, false);

    if (!refuse_open(history, failure)) {
        return false;
    }
    if (stop > history->now.stops) {
        return failure_set(failure, "there are only %zu stops", history->now.stops);
    }
    fold.before = NULL;
    if (stop >= history->now.timeline.count &&
        !timeline_extend(&history->now.timeline, &fold, stop + 1, failure)) {
        if (at != NULL) {
            *at = history->now.timeline.count - 1;
        }
        return false;
    }
    history->now.stop = stop;
    return true;
}

/* --- the learner's changes -----------------------------------------------------------------------
 */

/* A copy that is the history's own, its number taken. */
static struct change *take_change(const struct history *history, const struct change *change,
                                  struct failure *failure) {
    struct change *taken =
        change_create(change->kind, change->name, change->cell, change->value, failure);
    bool number = change->kind == CHANGE_EDIT || change->kind == CHANGE_PIN;
    struct definition *definition;
    size_t cell;

    if (taken == NULL) {
        return NULL;
    }
    if (change->kind == CHANGE_TRAIN) {
        taken->training = training_retain(change->training);
        taken->trained = change->trained;
        if (!change_train(taken, history_notebook(history), failure)) {
            change_release(taken);
            return NULL;
        }
        return taken;
    }
    taken->evaluated = number;
    if (number &&
        (!notebook_cell(history_notebook(history), change->cell, &definition, &cell, failure) ||
         !change_number(change, history_notebook(history), &taken->number, failure))) {
        change_release(taken);
        return NULL;
    }
    return taken;
}

static void drop_changes(struct history *history, size_t from) {
    while (history->now.own.count > from) {
        change_release(history->now.own.list[--history->now.own.count]);
    }
}

static bool add_taken(struct history *history, const struct change *change,
                      struct failure *failure) {
    struct change *taken = take_change(history, change, failure);
    bool done = taken != NULL && changes_add(&history->now.own, taken, failure);

    change_release(taken);
    return done;
}

/* COUNT changes in LIST: one of any kind, or definitions that are made in one. */
static bool make_changes(struct history *history, struct change **list, size_t count,
                         struct failure *failure) {
    size_t from = history->now.own.count;
    bool done = true, changes = false;

    if (!history->open) {
        return failure_set(failure, "no change has been begun");
    }
    for (size_t i = 0; done && i < count; i++) {
        done = add_taken(history, list[i], failure);
    }
    done = done && changes_join(&history->now.own, from, failure) &&
           layers_run(&history->now, from, &changes, failure);
    if (!changes) {
        drop_changes(history, from);
    }
    return done;
}

bool history_change(struct history *history, struct change *change, struct failure *failure) {
    return make_changes(history, &change, 1, failure);
}

bool history_define_all(struct history *history, struct change **list, size_t count,
                        struct failure *failure) {
    return make_changes(history, list, count, failure);
}

/* --- transactions --------------------------------------------------------------------------------
 */

bool history_begin(struct history *history, struct failure *failure) {
    if (!refuse_open(history, failure) || !timeline_copy(&history->before, &history->now.timeline,
                                                         history->now.timeline.count, failure)) {
        timeline_release(&history->before);
        return false;
    }
    history->own_before = history->now.own.count;
    history->open = true;
    return true;
}

void history_cancel(struct history *history) {
    if (!history->open) {
        return;
    }
    drop_changes(history, history->own_before);
    timeline_release(&history->now.timeline);
    history->now.timeline = history->before;
    history->before = (struct timeline){0};
    history->open = false;
}

static bool entries_reserve(struct entries *entries, struct failure *failure) {
    return memory_reserve(&entries->list, &entries->capacity, entries->count + 1,
                          sizeof(struct entry)) ||
           failure_memory(failure);
}

/* Takes ENTRY over; there is room. */
static void entries_push(struct entries *entries, struct entry *entry) {
    entries->list[entries->count++] = *entry;
    *entry = (struct entry){0};
    if (entries->count > REMEMBERED) {
        timeline_release(&entries->list[entries->count - REMEMBERED - 1].timeline);
    }
}

bool history_commit(struct history *history, struct failure *failure) {
    struct entry entry = {.keep = history->own_before};

    if (!history->open) {
        return failure_set(failure, "no change has been begun");
    }
    if (history->now.own.count == history->own_before ||
        notebook_same(history_notebook(history),
                      &history->before.list[history->now.stop]->notebook)) {
        history_cancel(history);
        return true;
    }
    entry.what = changes_describe(&history->now.own, history->own_before);
    if (entry.what == NULL || !entries_reserve(&history->undo, failure)) {
        memory_free(entry.what);
        history_cancel(history);
        return failure_memory(failure);
    }
    entry.timeline = history->before;
    history->before = (struct timeline){0};
    entries_push(&history->undo, &entry);
    entries_clear(&history->redo);
    history->open = false;
    return true;
}

/* --- undo, redo, reset ---------------------------------------------------------------------------
 */

/* What takes the place of the learner's changes and their timeline. */
struct exchange {
    struct changes own;
    struct timeline timeline; /* as much of it as is known */
    char *what;               /* how the step is called; taken over */
    bool strict;
};

static void exchange_release(struct exchange *exchange) {
    changes_release(&exchange->own);
    timeline_release(&exchange->timeline);
    memory_free(exchange->what);
}

/* Exchanges, and puts the way back on ENTRIES. After a failure nothing has changed; EXCHANGE is
 * released either way. */
static bool history_exchange(struct history *history, struct exchange *exchange,
                             struct entries *entries, struct failure *failure) {
    struct fold fold = layers_fold(&history->now, &exchange->own, exchange->strict);
    struct entry entry = {.keep = changes_common(&history->now.own, &exchange->own)};

    if ((exchange->timeline.count <= history->now.stop &&
         !timeline_extend(&exchange->timeline, &fold, history->now.stop + 1, failure)) ||
        !changes_append(&entry.tail, &history->now.own, entry.keep, history->now.own.count,
                        failure) ||
        !entries_reserve(entries, failure)) {
        changes_release(&entry.tail);
        exchange_release(exchange);
        return false;
    }
    entry.what = exchange->what;
    entry.timeline = history->now.timeline;
    changes_release(&history->now.own);
    history->now.own = exchange->own;
    history->now.timeline = exchange->timeline;
    entries_push(entries, &entry);
    return true;
}

/* Takes the last step of FROM back, and puts the way forth on TO. */
static bool history_step(struct history *history, struct entries *from, struct entries *to,
                         struct text *what, struct failure *failure) {
    struct entry *entry = &from->list[from->count - 1];
    struct exchange exchange = {.what = memory_text(entry->what, strlen(entry->what))};

    if (exchange.what == NULL) {
        return failure_memory(failure);
    }
    if (!changes_append(&exchange.own, &history->now.own, 0, entry->keep, failure) ||
        !changes_append(&exchange.own, &entry->tail, 0, entry->tail.count, failure) ||
        !timeline_copy(&exchange.timeline, &entry->timeline, entry->timeline.count, failure)) {
        exchange_release(&exchange);
        return false;
    }
    if (!history_exchange(history, &exchange, to, failure)) {
        return false;
    }
    if (what != NULL) {
        text_append(what, entry->what);
    }
    entry_release(entry);
    from->count--;
    return true;
}

bool history_undoable(const struct history *history) {
    return history->undo.count > 0;
}

bool history_undo(struct history *history, struct text *what, struct failure *failure) {
    if (!refuse_open(history, failure)) {
        return false;
    }
    if (history->undo.count == 0) {
        return failure_set(failure, "there is nothing to undo");
    }
    return history_step(history, &history->undo, &history->redo, what, failure);
}

bool history_redo(struct history *history, struct text *what, struct failure *failure) {
    if (!refuse_open(history, failure)) {
        return false;
    }
    if (history->redo.count == 0) {
        return failure_set(failure, "there is nothing to redo");
    }
    return history_step(history, &history->redo, &history->undo, what, failure);
}

/* Exchanges the learner's changes for those in EXCHANGE as one undo step. */
static bool history_replace(struct history *history, struct exchange *exchange, const char *what,
                            struct failure *failure) {
    exchange->what = memory_text(what, strlen(what));
    if (exchange->what == NULL) {
        exchange_release(exchange);
        return failure_memory(failure);
    }
    if (!history_exchange(history, exchange, &history->undo, failure)) {
        return false;
    }
    entries_clear(&history->redo);
    return true;
}

bool history_reset(struct history *history, struct failure *failure) {
    struct exchange exchange = {.strict = history->now.stops == 0};

    if (!refuse_open(history, failure)) {
        return false;
    }
    for (size_t i = 0; i < history->now.own.count && history->now.stops == 0; i++) {
        struct change *change = history->now.own.list[i];

        if (change->kind == CHANGE_DEFINE && !changes_add(&exchange.own, change, failure)) {
            exchange_release(&exchange);
            return false;
        }
    }
    if (exchange.own.count == history->now.own.count) {
        exchange_release(&exchange);
        return true;
    }
    return history_replace(history, &exchange, "reset", failure);
}

/* --- the sandbox ---------------------------------------------------------------------------------
 */

bool history_enter(struct history *history, struct failure *failure) {
    if (!refuse_open(history, failure)) {
        return false;
    }
    if (history->sandbox) {
        return failure_set(failure, "an exercise is open already");
    }
    if (!changes_append(&history->entered, &history->now.own, 0, history->now.own.count, failure)) {
        changes_release(&history->entered);
        return false;
    }
    history->sandbox = true;
    return true;
}

bool history_leave(struct history *history, struct failure *failure) {
    struct exchange exchange = {0};
    size_t count = history->entered.count;

    if (!refuse_open(history, failure)) {
        return false;
    }
    if (!history->sandbox) {
        return failure_set(failure, "no exercise is open");
    }
    if (count != history->now.own.count ||
        changes_common(&history->entered, &history->now.own) != count) {
        if (!changes_append(&exchange.own, &history->entered, 0, count, failure)) {
            exchange_release(&exchange);
            return false;
        }
        if (!history_replace(history, &exchange, "leaving the exercise", failure)) {
            return false;
        }
    }
    changes_release(&history->entered);
    history->sandbox = false;
    return true;
}

const struct changes *history_since_enter(const struct history *history) {
    struct history *mutable = (struct history *)history;
    size_t keep = history->sandbox ? changes_common(&history->entered, &history->now.own)
                                   : history->now.own.count;

    mutable->since = (struct changes){0};
    mutable->since.count = history->now.own.count - keep;
    mutable->since.list = mutable->since.count ? history->now.own.list + keep : NULL;
    return &history->since;
}

/* --- baselines -----------------------------------------------------------------------------------
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
