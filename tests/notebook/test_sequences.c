/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Any order of edits, pins, redefinitions, undo, redo, reset and moves in time gives the same as
 * computing from the start, bit for bit. Each sequence is one random lesson (or none) and a few
 * random actions; after each action the notebook is compared with a naive fold of the lesson and
 * the learner's changes, and at the end every definition with its tree evaluated again. */
#include "base/heap.h"
#include "base/text.h"
#include "ground/runner.h"
#include "room.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { LOOPS = 50, ACTIONS = 12, STOPS = 6, NAMES = 5 };

/* Iterations of each loop: 2,000 and 250 in all, or as many as QKV_EDITS says. */
#define SEQUENCES RUNNER_SAMPLES(40, 5)

static int sequences(void) {
    const char *requested = getenv("QKV_EDITS");
    return requested != NULL ? atoi(requested) / LOOPS : SEQUENCES;
}

static const char *const names[NAMES] = {"A", "B", "C", "D", "n"};

/* %s is a name, %d a digit. */
static const char *const formulas[] = {
    "[[%d, %d], [%d, %d]]",
    "[[%d, %d], [%d, %d]]",
    "[[%d, %d, %d], [%d, %d, %d]]",
    "tokens(\"a b\", [[%d, %d], [%d, %d]])",
    "%d",
    "%d",
    "%s + %s",
    "%s @ %s",
    "%s.T @ %s * %d",
    "softmax(%s / %d)",
    "%s - %s.T",
    "%s",
    "%s[1:2,%d]",
    "%s[b,1]",
    "%s[A,1]",
    "causal(rows(%s)) + %s",
    "zeros(n, %d) + %s",
    "[[%s[1,1], %d], [n, 2]]",
    "sum(%s, each=row)",
    "normal(n, 2, seed=%d)",
    "join(%s, %s)",
};

static const char *const settings[] = {
    "%s[1,2] = %d",
    "%s[2,1] = %d",
    "%s[2,2] = %d",
    "%s[b,1] = %d",
    "%s[1,:] = %d",
    "%s[:,2] = [[%d], [%d]]",
    "pin %s[2,:] = [%d, %d]",
    "unpin %s[2,:]",
    "n = %d",
    "n[1,1] = %d",
    "%s[1,1] = %s[2,2] + %d",
    "pin %s[1,1] = %d",
    "pin %s[2,2] = %d",
    "pin %s[b,2] = -%d",
    "pin %s[1,1] = %s[1,2] * 2",
    "unpin %s[1,1]",
    "unpin %s[2,2]",
    "pin %s[1,3] = %d",
};

static void fill(struct random *random, const char *pattern, struct text *out) {
    for (const char *at = pattern; *at != '\0'; at++) {
        if (at[0] == '%' && at[1] == 's') {
            text_append(out, names[room_random(random, NAMES)]);
        } else if (at[0] == '%') {
            text_format(out, "%zu", room_random(random, 4));
        } else {
            text_append_character(out, *at);
        }
        at += *at == '%';
    }
}

/* Makes a random statement that can be read. */
static struct change *random_change(struct random *random) {
    struct change *change = NULL;
    while (change == NULL) {
        struct text text = {0};

        if (room_random(random, 5) < 2) {
            fill(random, "%s = ", &text);
            fill(random, formulas[room_random(random, sizeof formulas / sizeof *formulas)], &text);
        } else {
            fill(random, settings[room_random(random, sizeof settings / sizeof *settings)], &text);
        }
        change = room_change_if(text_string(&text));
        text_release(&text);
    }
    return change;
}

/* --- one sequence -------------------------------------------------------------------------------
 */

/* The expected state of the history: the lesson, and the learner's changes at each undo step. */
struct model {
    struct random random;
    struct history *history;
    struct changes script[STOPS];
    size_t stops;
    struct changes undo[ACTIONS + 1], redo[ACTIONS + 1]; /* borrowed from KEPT */
    size_t undo_count, redo_count;
    struct changes retained; /* all changes the history ever had */
};

/* Makes a lesson of changes that each fit those before. */
static void make_script(struct model *model) {
    struct notebook scratch;
    struct failure failure = {0};
    notebook_init(&scratch);
    model->stops = room_random(&model->random, 3) == 0 ? 0 : 1 + room_random(&model->random, STOPS);
    for (size_t stop = 0; stop < model->stops; stop++) {
        for (int tries = 0; tries < 12 && model->script[stop].count == 0; tries++) {
            struct change *change = random_change(&model->random);

            if (change_run(change, &scratch, &failure)) {
                ck_assert(changes_add(&model->script[stop], change, &failure));
            }
            change_release(change);
        }
    }
    notebook_release(&scratch);
}

static void model_begin(struct model *model, uint64_t seed) {
    struct changes given[STOPS] = {{0}};
    struct failure failure = {0};
    memset(model, 0, sizeof *model);
    random_seed(&model->random, seed);
    model->history = history_create(&failure);
    make_script(model);
    for (size_t i = 0; i < model->stops; i++) {
        ck_assert(
            changes_append(&given[i], &model->script[i], 0, model->script[i].count, &failure));
    }
    if (model->stops > 0) {
        ck_assert(history_script(model->history, given, model->stops, &failure));
    }
    ck_assert(history_enter(model->history, &failure)); /* to see all the learner's changes */
}

static void steps_forget(struct changes *steps, size_t *count) {
    while (*count > 0) {
        changes_release(&steps[--*count]);
    }
}

static void model_end(struct model *model) {
    steps_forget(model->undo, &model->undo_count);
    steps_forget(model->redo, &model->redo_count);
    for (size_t i = 0; i < model->stops; i++) {
        changes_release(&model->script[i]);
    }
    changes_release(&model->retained);
    history_free(model->history);
}

static const struct changes *own(const struct model *model) {
    static struct changes changes;

    changes = history_since_enter(model->history);
    return &changes;
}

static void assert_folded(const struct model *model) {
    struct notebook afresh;
    const struct notebook *now = history_notebook(model->history);
    ck_assert(room_fold(model->script, history_stop(model->history), own(model), &afresh));
    ck_assert_msg(notebook_same(now, &afresh), "%s", room_names(now));
    notebook_release(&afresh);
}

static bool same_changes(const struct changes *a, const struct changes *b) {
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) {
        same = a->list[i] == b->list[i];
    }
    return same;
}

/* --- actions ------------------------------------------------------------------------------------
 */

static void step_push(struct changes *steps, size_t *count, const struct changes *changes) {
    struct failure failure = {0};
    ck_assert(changes_append(&steps[(*count)++], changes, 0, changes->count, &failure));
}

static void move(struct model *model) {
    struct failure failure = {0};
    struct room_list list = room_remember(history_notebook(model->history));
    size_t from = history_stop(model->history), to = room_random(&model->random, model->stops + 1);
    if (!history_move(model->history, to, NULL, &failure)) {
        ck_assert(room_is(history_notebook(model->history), &list));
        return;
    }
    if (room_random(&model->random, 3) == 0) { /* and back: the very same */
        ck_assert(history_move(model->history, from, NULL, &failure));
        ck_assert(room_is(history_notebook(model->history), &list));
    }
}

static bool try_changes(struct model *model, size_t count) {
    struct failure failure = {0};
    bool done = true;
    history_begin(model->history);
    for (size_t i = 0; i < count && done; i++) {
        struct change *change = random_change(&model->random);

        done = history_change(model->history, change, &failure);
        change_release(change);
    }
    if (!done || room_random(&model->random, 8) == 0) {
        history_cancel(model->history);
        return false;
    }
    history_commit(model->history);
    return true;
}

/* Most random changes do not fit, so a few are tried. */
static void transact(struct model *model) {
    struct changes before = {0};
    struct failure failure = {0};
    struct room_list list = room_remember(history_notebook(model->history));
    ck_assert(changes_append(&before, own(model), 0, own(model)->count, &failure));
    for (int tries = 0; tries < 8 && same_changes(&before, own(model)); tries++) {
        bool changed = try_changes(model, 1 + room_random(&model->random, 2));

        ck_assert(changed || same_changes(&before, own(model)));
        ck_assert(!same_changes(&before, own(model)) ||
                  room_is(history_notebook(model->history), &list));
    }
    if (!same_changes(&before, own(model))) {
        step_push(model->undo, &model->undo_count, &before);
        steps_forget(model->redo, &model->redo_count);
    }
    changes_release(&before);
}

static void step(struct model *model, bool back) {
    struct changes *from = back ? model->undo : model->redo;
    struct changes *to = back ? model->redo : model->undo;
    size_t *from_count = back ? &model->undo_count : &model->redo_count;
    size_t *to_count = back ? &model->redo_count : &model->undo_count;
    struct changes before = {0};
    struct failure failure = {0};
    struct room_list list = room_remember(history_notebook(model->history));
    ck_assert(changes_append(&before, own(model), 0, own(model)->count, &failure));
    if (back ? history_undo(model->history, NULL, &failure)
             : history_redo(model->history, NULL, &failure)) {
        ck_assert_uint_gt(*from_count, 0);
        ck_assert(same_changes(&from[*from_count - 1], own(model)));
        changes_release(&from[--*from_count]);
        step_push(to, to_count, &before);
    } else {
        ck_assert(same_changes(&before, own(model)));
        ck_assert(room_is(history_notebook(model->history), &list));
        ck_assert(*from_count == 0 || model->stops > 0);
    }
    changes_release(&before);
}

static void reset(struct model *model) {
    struct changes before = {0};
    struct failure failure = {0};
    ck_assert(changes_append(&before, own(model), 0, own(model)->count, &failure));
    if (history_reset(model->history, &failure) && !same_changes(&before, own(model))) {
        step_push(model->undo, &model->undo_count, &before);
        steps_forget(model->redo, &model->redo_count);
        ck_assert(model->stops == 0 || own(model)->count == 0);
    }
    changes_release(&before);
}

static void act(struct model *model) {
    size_t dice = room_random(&model->random, 20);
    if (dice < 4) {
        move(model);
    } else if (dice < 7) {
        step(model, true);
    } else if (dice < 9) {
        step(model, false);
    } else if (dice < 10) {
        reset(model);
    } else {
        transact(model);
    }
}

START_TEST(any_order_equals_computing_afresh) {
    for (int i = 0; i < sequences(); i++) {
        struct model model;

        model_begin(&model, (uint64_t)(_i * sequences() + i));
        for (int action = 0; action < ACTIONS; action++) {
            act(&model);
            assert_folded(&model);
        }
        room_assert_afresh(history_notebook(model.history));
        model_end(&model);
    }
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* Most of the actions must be allowed, or the sequences prove nothing. */
START_TEST(sequences_do_something) {
    size_t moves = 0, changes = 0, definitions = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct model model;

        model_begin(&model, seed);
        for (int action = 0; action < ACTIONS; action++) {
            act(&model);
        }
        moves += history_stop(model.history) > 0;
        changes += own(&model)->count;
        definitions += history_notebook(model.history)->count;
        model_end(&model);
    }
    ck_assert_uint_gt(moves, 60);
    ck_assert_uint_gt(changes, 300);
    ck_assert_uint_gt(definitions, 400);
}
END_TEST

Suite *notebook_sequences_suite(void);

Suite *notebook_sequences_suite(void) {
    Suite *suite = suite_create("notebook/sequences");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, any_order_equals_computing_afresh, 0, LOOPS);
    tcase_add_test(core, sequences_do_something);
    suite_add_tcase(suite, core);
    return suite;
}
