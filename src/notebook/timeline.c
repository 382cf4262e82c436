/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/timeline.h"

#include "base/memory.h"

static void release_timeline_entry(struct timeline_entry *entry) {
    notebook_release(&entry->notebook);
    changes_release(&entry->skipped);
}

void timeline_release(struct timeline *timeline) {
    while (timeline->count > 0) {
        release_timeline_entry(&timeline->list[--timeline->count]);
    }
    memory_free(timeline->list);
    *timeline = (struct timeline){0};
}

struct timeline_entry *timeline_at(const struct timeline *timeline, size_t stop) {
    size_t first = 0;
    for (size_t end = timeline->count; end - first > 1;) {
        size_t middle = first + (end - first) / 2;

        if (timeline->list[middle].stop <= stop) {
            first = middle;
        } else {
            end = middle;
        }
    }
    return &timeline->list[first];
}

struct timeline_entry *timeline_add(struct timeline *timeline, size_t stop,
                                    struct failure *failure) {
    if (timeline->count == timeline->capacity &&
        !memory_reserve(&timeline->list, &timeline->capacity, timeline->count + 1,
                        sizeof *timeline->list)) {
        failure_memory(failure);
        return NULL;
    }
    struct timeline_entry *added = &timeline->list[timeline->count];
    *added = (struct timeline_entry){.stop = stop};
    if (timeline->count++ > 0) {
        notebook_copy(&added->notebook, &added[-1].notebook);
    }
    return added;
}

bool timeline_begin(const struct timeline *all, size_t stops, struct timeline *made,
                    struct failure *failure) {
    size_t count = stops > 0 ? (size_t)(timeline_at(all, stops - 1) - all->list) + 1 : 0;
    *made = (struct timeline){.stops = stops};
    if (!memory_reserve(&made->list, &made->capacity, count, sizeof *made->list)) {
        return failure_memory(failure);
    }
    for (; made->count < count; made->count++) {
        const struct timeline_entry *from = &all->list[made->count];
        struct timeline_entry *copy = &made->list[made->count];

        *copy = (struct timeline_entry){.stop = from->stop};
        if (!changes_append(&copy->skipped, &from->skipped, 0, from->skipped.count, failure)) {
            changes_release(&copy->skipped);
            return false;
        }
        notebook_copy(&copy->notebook, &from->notebook);
    }
    return true;
}

static bool is_skipped(const struct timeline_entry *entry, const struct change *change) {
    for (size_t i = 0; i < entry->skipped.count; i++) {
        if (entry->skipped.list[i] == change) {
            return true;
        }
    }
    return false;
}

/* Returns the first stop from STOP on, before END, at which something runs, or END: pages, pauses
 * and questions run nothing. */
static size_t next_running(const struct rerun *rerun, size_t stop, size_t end) {
    for (; stop < end; stop++) {
        if (stop == 0 || rerun->script[stop - 1].count > 0) {
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

/* Runs STOP's changes, the script's and then the learner's; OLD is the entry from last time, or
 * NULL. */
static bool run_stop(const struct rerun *rerun, size_t stop, struct timeline_entry *entry,
                     const struct timeline_entry *old, struct failure *failure) {
    if (stop > 0 && !changes_run(&rerun->script[stop - 1], &entry->notebook, failure)) {
        return false;
    }
    for (size_t i = 0, run; i < rerun->own->count; i += run) {
        struct change *change = rerun->own->list[i];
        struct failure misfit = {0};

        run = 1;
        if (change->anchor != stop || change->joined) {
            continue;
        }
        run = changes_run_next(rerun->own, i, &entry->notebook, &misfit);
        if (run > 0) {
            continue;
        }
        if (misfit.outside || (rerun->strict && change->kind == CHANGE_DEFINE &&
                               !(old != NULL && is_skipped(old, change)))) {
            *failure = misfit;
            return false;
        }
        if (!changes_add(&entry->skipped, change, failure)) {
            return false;
        }
        run = 1;
    }
    return true;
}

bool timeline_extend(struct timeline *timeline, const struct rerun *rerun, size_t stops,
                     struct failure *failure) {
    const struct timeline *before = rerun->before;
    for (size_t at = 0;; timeline->stops++) {
        size_t stop = next_running(rerun, timeline->stops, stops);
        struct timeline_entry *next;
        bool good;

        while (at + 1 < before->count && before->list[at + 1].stop <= stop) {
            at++;
        }
        const struct timeline_entry *old = stop < before->stops ? &before->list[at] : NULL;
        timeline->stops = stop > timeline->stops ? stop : timeline->stops;
        if (stop >= stops) {
            return true;
        }
        next = timeline_add(timeline, stop, failure);
        if (next == NULL) {
            return false;
        }
        next->notebook.hints = rerun->hints;
        const struct timeline_entry *like = old;
        if (like == NULL && rerun->foreseen->count > 0) {
            like = timeline_at(rerun->foreseen, stop);
        }
        next->notebook.reuse = like ? &like->notebook : NULL;
        good = run_stop(rerun, stop, next, old, failure);
        next->notebook.reuse = NULL;
        if (!good) {
            release_timeline_entry(next);
            timeline->count--;
            return false;
        }
    }
}
