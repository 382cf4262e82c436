#include "notebook/timeline.h"

#include "base/memory.h"

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

void timeline_release(struct timeline *timeline) {
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

bool timeline_copy(struct timeline *copy, const struct timeline *timeline, size_t count,
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

bool timeline_extend(struct timeline *timeline, const struct fold *fold, size_t count,
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

bool timeline_extend_by(struct timeline *timeline, const struct state *state,
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
