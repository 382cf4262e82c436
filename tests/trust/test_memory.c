/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Every allocation fails in turn, once and from then on: opening each lesson, passing each of its
 * stops, typing the example of every command, drawing every panel. Each time nothing has changed
 * and, at the end, nothing is left. */
#include "base/heap.h"
#include "commands/desk.h"
#include "ground/runner.h"
#include "panels/panels.h"
#include "session/session.h"
#include "session/trail.h"
#include "trust/trust.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *trust_memory_suite(void);

/* --- what must not change ------------------------------------------------------------------------
 */

struct moment {
    struct notebook notebook;
    size_t stop, exercise, focus_cell;
    struct display view;
    struct text focus;
    struct text answers;
};

static void write_answers(const struct session *session, struct text *out) {
    size_t count = session->lesson ? session->lesson->stop_count : 0;
    for (size_t i = 0; i < count; i++) {
        const struct answer *answer = &session->answers[i];
        text_format(out, "%d %zu %s\n", (int)answer->state, answer->hints,
                    answer->given ? answer->given : "-");
    }
}

static void write_focus(const struct session *session, struct text *out) {
    const struct place_in *place = &session->focus.place;
    text_format(out, "%s %d", session->focus.name ? session->focus.name : "-",
                session->focus.guided);
    text_append_bytes(out, (const char *)place, session->focus.name ? sizeof *place : 0);
}

static void moment_take(struct moment *moment, const struct session *session) {
    *moment = (struct moment){.stop = session_stop(session), .exercise = session->exercise};
    moment->view = session->display;
    moment->focus_cell = session->view.cell;
    notebook_copy(&moment->notebook, session_notebook(session));
    write_focus(session, &moment->focus);
    write_answers(session, &moment->answers);
}

static void moment_release(struct moment *moment) {
    notebook_release(&moment->notebook);
    text_release(&moment->focus);
    text_release(&moment->answers);
}

static bool view_same(const struct display *a, const struct display *b) {
    return a->columns == b->columns && a->precision == b->precision && a->describe == b->describe;
}

static void moment_holds(const struct moment *before, const struct session *session,
                         const char *what, size_t count) {
    struct moment now;
    moment_take(&now, session);
    ck_assert_msg(notebook_same(&before->notebook, &now.notebook), "%s, %zu: the notebook moved",
                  what, count);
    ck_assert_msg(before->stop == now.stop && before->exercise == now.exercise,
                  "%s, %zu: the place moved", what, count);
    ck_assert_msg(view_same(&before->view, &now.view), "%s, %zu: the view changed", what, count);
    ck_assert_msg(before->focus_cell == now.focus_cell, "%s, %zu: the cursor moved", what, count);
    ck_assert_msg(
        before->focus.length == now.focus.length &&
            memcmp(text_string(&before->focus), text_string(&now.focus), now.focus.length) == 0,
        "%s, %zu: the focus moved", what, count);
    ck_assert_msg(strcmp(text_string(&before->answers), text_string(&now.answers)) == 0,
                  "%s, %zu: the answers changed", what, count);
    moment_release(&now);
}

/* --- the sweep -----------------------------------------------------------------------------------
 */

/* Of one deed that asks for more (a training: thousands of like steps) only some are tried. */
enum { MOST = 4000, SOME = 300 };

static size_t stride_of(size_t requests) {
    return trust_stride(requests, requests <= MOST || trust_soak() ? MOST : SOME);
}

/* One thing to do in a session. */
struct deed {
    const char *what; /* for messages, and the line that is typed */
    bool (*run)(struct desk *desk, const struct deed *deed);
    void (*undo)(struct desk *desk, const struct deed *deed);
};

/* Removes the file that the command WHAT ends in: it may be written before memory ends, and is not
 * written over. */
static void remove_written(const char *what) {
    const char *last = strrchr(what, ' ');
    if (last != NULL) {
        (void)unlink(last + 1);
    }
}

/* Runs DEED, and lets it fail at COUNT (0: never). True when it was done all the same. */
static bool run_deed(struct desk *desk, const struct deed *deed, size_t count, bool lasting) {
    struct moment before;
    moment_take(&before, &desk->session);
    desk->failure = (struct failure){0};
    memory_fail(count, lasting);
    bool done = deed->run(desk, deed);
    memory_fail(0, false);
    if (!done) {
        ck_assert_msg(count > 0 && strstr(desk->failure.message, "memory") != NULL,
                      "%s, %zu: it says \"%s\"", deed->what, count, desk->failure.message);
        moment_holds(&before, &desk->session, deed->what, count);
    }
    moment_release(&before);
    text_release(&desk->session.out);
    return done;
}

/* Runs DEED with one allocation after another failing, then whole. How many were failed. */
static size_t sweep(struct desk *desk, const struct deed *deed) {
    size_t requests = memory_calls();
    size_t failed = 0;
    ck_assert(run_deed(desk, deed, 0, false));
    requests = memory_calls() - requests;
    deed->undo(desk, deed);
    size_t stride = stride_of(requests);
    for (size_t count = 1; count <= requests; count += stride, failed++) {
        for (int lasting = 0; lasting < 2; lasting++) {
            if (run_deed(desk, deed, count, lasting != 0)) {
                deed->undo(desk, deed);
            } else {
                remove_written(deed->what);
            }
        }
    }
    ck_assert_msg(run_deed(desk, deed, 0, false), "%s: %s", deed->what, desk->failure.message);
    return failed;
}

/* --- lessons -------------------------------------------------------------------------------------
 */

static bool open_lesson(struct desk *desk, const char *path) {
    *desk = (struct desk){0};
    if (!session_init(&desk->session, &desk->failure)) {
        return false;
    }
    struct lesson *lesson = lesson_open(path, &desk->failure);
    desk->session.front.from_person = true;
    desk->session.front.echo = true;
    return lesson != NULL && commands_open(&desk->session, lesson, &desk->failure);
}

static bool advance(struct desk *desk, const struct deed *deed) {
    (void)deed;
    return commands_advance(&desk->session, &desk->failure);
}

static void retreat(struct desk *desk, const struct deed *deed) {
    (void)deed;
    size_t stop = session_stop(&desk->session) - 1;
    ck_assert_msg(commands_retreat(&desk->session, stop, &desk->failure), "%s",
                  desk->failure.message);
}

/* How many lessons are swept: sanitized it is some ten times slower, and the plain pass counts the
 * blocks of all. */
static int swept(void) {
    return RUNNER_SAMPLES(desk_lesson_count(), 2);
}

START_TEST(every_stop_of_every_lesson) {
    trust_open_shelf();
    struct desk desk;
    ck_assert_msg(open_lesson(&desk, trust_shelf.list[_i].path), "%s", desk.failure.message);
    const struct deed stop = {"the next stop", advance, retreat};
    size_t failed = 0, every = trust_hard() ? 1 : 3;
    while (session_stop(&desk.session) < desk.session.lesson->stop_count) {
        if (session_stop(&desk.session) % every == 0) {
            failed += sweep(&desk, &stop);
        } else {
            ck_assert(commands_advance(&desk.session, &desk.failure));
        }
    }
    printf("%s: %zu allocations failed\n", trust_shelf.list[_i].name, failed);
    ck_assert_uint_gt(failed, 30);
    trust_close_shelf();
    desk_close(&desk);
}
END_TEST

START_TEST(opening_every_lesson) {
    trust_open_shelf();
    const char *path = trust_shelf.list[_i].path;
    size_t blocks = memory_blocks();
    size_t requests = memory_calls();
    struct desk desk;
    ck_assert_msg(open_lesson(&desk, path), "%s", desk.failure.message);
    requests = memory_calls() - requests;
    session_release(&desk.session);
    size_t stride = stride_of(requests);
    for (size_t count = 1; count <= requests; count += stride) {
        memory_fail(count, count / stride % 2 == 0);
        bool open = open_lesson(&desk, path);
        memory_fail(0, false);
        ck_assert_msg(open || strstr(desk.failure.message, "memory") != NULL, "%zu: \"%s\"", count,
                      desk.failure.message);
        session_release(&desk.session);
        ck_assert_msg(memory_blocks() == blocks, "%zu: %zu blocks are left", count,
                      memory_blocks() - blocks);
    }
    trust_close_shelf();
}
END_TEST

/* --- lines ---------------------------------------------------------------------------------------
 */

static bool type(struct desk *desk, const struct deed *deed) {
    return desk_types(desk, deed->what);
}

/* Where the learner stood before the line was typed first, and with what. */
static struct state start;
static struct notebook start_values;

static void keep_start(struct desk *desk) {
    ck_assert(state_take(&start, &desk->session, &desk->failure));
}

static void again(struct desk *desk, const struct deed *deed) {
    remove_written(deed->what);
    while (!notebook_same(&start_values, session_notebook(&desk->session)) &&
           history_undo(desk->session.history, NULL, &desk->failure)) {
    }
    ck_assert(state_restore(&start, &desk->session, &desk->failure));
    state_release(&start);
    keep_start(desk);
}

static size_t count_commands(void) {
    size_t count = 0;
    while (command_at(count) != NULL) {
        count++;
    }
    return count;
}

/* Sanitized every fourth of them, for the same reason; with QKV_WALK all. */
static int command_stride(void) {
    return desk_walked() < desk_lesson_count() ? 4 : 1;
}

START_TEST(every_command) {
    const struct command *command = command_at((size_t)(_i * command_stride()));
    trust_open_shelf();
    struct desk desk;
    ck_assert_msg(open_lesson(&desk, trust_shelf.list[0].path), "%s", desk.failure.message);
    while (commands_advance(&desk.session, &desk.failure)) {
    }
    text_release(&desk.session.out);
    const struct deed line = {command->example, type, again};
    ck_assert_int_eq(chdir(getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp"), 0);
    keep_start(&desk);
    notebook_copy(&start_values, session_notebook(&desk.session));
    if (command->example != NULL && desk_types(&desk, command->example)) {
        again(&desk, &line);
        sweep(&desk, &line);
    }
    state_release(&start);
    notebook_release(&start_values);
    trust_close_shelf();
    desk_close(&desk);
}
END_TEST

Suite *trust_memory_suite(void) {
    Suite *suite = suite_create("trust/memory");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 900);
    tcase_add_loop_test(core, opening_every_lesson, 0, swept());
    tcase_add_loop_test(core, every_stop_of_every_lesson, 0, swept());
    suite_add_tcase(suite, core);
    TCase *lines = tcase_create("lines");
    tcase_set_timeout(lines, 900);
    tcase_add_loop_test(lines, every_command, 0,
                        ((int)count_commands() - 1) / command_stride() + 1);
    suite_add_tcase(suite, lines);
    return suite;
}
