#include "notebook/history.h"

#include "base/memory.h"
#include "base/text.h"
#include "notebook/layers.h"
#include "notebook/train.h"

#include <string.h>

/* Of older steps only the changes are kept; their notebooks are computed when they are wanted. */
enum { REMEMBERED = 8 };

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
