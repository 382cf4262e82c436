/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Every number of every lesson replays: at each stop, each cell of each operation of what the stop
 * made is explained, and the steps give it bit for bit. */
#include "base/memory.h"
#include "base/number.h"
#include "commands/desk.h"
#include "ground/runner.h"
#include "notebook/room.h"

#include <check.h>
#include <stdlib.h>

Suite *play_replay_suite(void);

/* An operation whose cells take more steps than this all together is sampled; ten times as many are
 * tried with QKV_HARD. */
#define WORK RUNNER_SAMPLES(20000, 2000)
#define SAMPLES RUNNER_SAMPLES(5, 1)

static size_t many(size_t usual) {
    return getenv("QKV_HARD") != NULL ? 10 * usual : usual;
}

/* Explains a cell; returns how many steps that took. */
static size_t assert_replays(const struct definition *definition, size_t operation, size_t cell) {
    struct explanation explanation;
    struct failure failure = {0};
    bool explained = explain_cell(definition, operation, cell, &explanation, &failure);
    size_t steps = explanation.steps.count;
    ck_assert_msg(explained || explanation.steps.too_long, "%s: %s", definition->name,
                  failure.message);
    ck_assert_msg(!explained || number_same(room_replay(&explanation), explanation.value),
                  "%s operation %zu cell %zu", definition->name, operation, cell);
    explanation_release(&explanation);
    return steps;
}

static void assert_operation(const struct definition *definition, size_t operation) {
    size_t cells = shape_cells(&definition->operations[operation].result->shape);
    size_t steps = assert_replays(definition, operation, 0);
    bool drawn = definition->operations[operation].call.op->source; /* anew for each cell */
    size_t stride = cells * steps <= many(WORK) && !drawn ? 1 : cells / many(SAMPLES) + 1;
    for (size_t cell = 0; cell < cells; cell += stride) {
        assert_replays(definition, operation, cell);
    }
}

static bool is_new(const struct notebook *before, const struct definition *definition) {
    for (size_t i = 0; i < before->count; i++) {
        if (before->list[i] == definition) {
            return false;
        }
    }
    return true;
}

static void assert_new(const struct notebook *before, const struct notebook *now) {
    for (size_t i = 0; i < now->count; i++) {
        for (size_t k = 0; is_new(before, now->list[i]) && k < now->list[i]->operation_count; k++) {
            assert_operation(now->list[i], k);
        }
    }
}

START_TEST(every_lesson_replays) {
    struct desk desk;
    desk_open_lesson(&desk, desk_lesson(_i));
    struct session *session = &desk.session;
    while (session_stop(session) < session->lesson->stop_count) {
        struct notebook before = {0};
        notebook_copy(&before, session_notebook(session));
        ck_assert_msg(commands_advance(session, &desk.failure), "%s", desk.failure.message);
        assert_new(&before, session_notebook(session));
        text_clear(&session->out);
        notebook_release(&before);
    }
    desk_close(&desk);
}
END_TEST

Suite *play_replay_suite(void) {
    Suite *suite = suite_create("replay");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, every_lesson_replays, 0, desk_walked());
    suite_add_tcase(suite, core);
    return suite;
}
