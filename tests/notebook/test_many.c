/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Very many definitions and stops: found by name, shared by notebooks with a common beginning, and
 * without memory for going back and forth. Counts memory and objects, not time. */
#include "base/heap.h"
#include "base/text.h"
#include "ground/runner.h"
#include "room.h"

#include <check.h>
#include <stdio.h>

#define MANY RUNNER_SAMPLES(2000, 200)

static struct notebook notebook;

static void setup(void) {
    notebook_init(&notebook);
}

static void teardown(void) {
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* "v0 = 1", "v7 = v6 + v0" */
static const char *statement(size_t i) {
    static char text[64];

    if (i == 0) {
        snprintf(text, sizeof text, "v0 = 1");
    } else {
        snprintf(text, sizeof text, "v%zu = v%zu + v0", i, i - 1);
    }
    return text;
}

static const char *name(size_t i) {
    static char text[32];

    snprintf(text, sizeof text, "v%zu", i);
    return text;
}

static void define_many(void) {
    for (size_t i = 0; i < MANY; i++) {
        room_run(&notebook, statement(i));
    }
}

START_TEST(each_is_found_where_it_stands) {
    define_many();
    for (size_t i = 0; i < MANY; i++) {
        ck_assert_uint_eq(notebook_position(&notebook, name(i)), i);
        ck_assert_str_eq(notebook_find(&notebook, name(i))->name, name(i));
    }
    ck_assert_ptr_null(notebook_find(&notebook, "v"));
    ck_assert_uint_eq(notebook_position(&notebook, name(MANY)), MANY);
}
END_TEST

START_TEST(one_edit_is_no_other_for_being_among_many) {
    struct definition *before;
    define_many();
    room_run(&notebook, "a = 1\nb = a + v5");
    before = notebook_find(&notebook, name(MANY - 1));
    room_run(&notebook, "a = 2");
    ck_assert_ptr_eq(notebook_find(&notebook, name(MANY - 1)), before);
    ck_assert_double_eq(room_number(&notebook, "b"), 8);
    room_run(&notebook, "v0[1,1] = 2");
    ck_assert_double_eq(room_number(&notebook, name(MANY - 1)), 2.0 * (double)MANY);
    ck_assert_double_eq(room_number(&notebook, "b"), 14);
}
END_TEST

START_TEST(notebooks_that_begin_alike_go_their_own_ways) {
    struct notebook other, third;
    room_run(&notebook, "a = 1\nb = 2");
    notebook_copy(&other, &notebook);
    ck_assert_ptr_eq(other.list, notebook.list);
    room_run(&other, "c = 3");
    ck_assert_ptr_null(notebook_find(&notebook, "c"));
    room_run(&notebook, "c = 4\nd = 5");
    ck_assert_double_eq(room_number(&other, "c"), 3);
    ck_assert_double_eq(room_number(&notebook, "c + d"), 9);
    ck_assert_ptr_null(notebook_find(&other, "d"));
    ck_assert_uint_eq(notebook_common(&notebook, &other), 2);

    notebook_copy(&third, &notebook);
    room_run(&third, "e = 6");
    notebook_release(&third);
    ck_assert_ptr_null(notebook_find(&notebook, "e"));
    room_run(&notebook, "e = 7");
    ck_assert_double_eq(room_number(&notebook, "e"), 7);
    notebook_release(&other);
}
END_TEST

/* A lesson of MANY stops, each a definition. */
static struct history *long_lesson(void) {
    static struct changes script[2000];
    struct failure failure = {0};
    struct history *history = history_create(&failure);
    for (size_t i = 0; i < MANY; i++) {
        struct change *change = room_change(statement(i));

        ck_assert(changes_add(&script[i], change, &failure));
        change_release(change);
    }
    ck_assert(history_script(history, script, MANY, &failure));
    return history;
}

START_TEST(steps_take_no_memory) {
    struct failure failure = {0};
    struct history *history = long_lesson();
    size_t before, blocks;
    ck_assert(history_move(history, MANY / 2, NULL, &failure));
    before = memory_blocks();
    ck_assert(history_move(history, MANY, NULL, &failure));
    blocks = memory_blocks();
    ck_assert_uint_le(blocks - before, 20 * (MANY / 2)); /* blocks for a definition and a stop */
    ck_assert_ptr_eq(history_notebook(history)->list[0]->name,
                     notebook_find(history_notebook(history), "v0")->name);
    for (size_t i = 0; i < 3 * MANY; i++) {
        ck_assert(history_move(history, i % 2 ? MANY - i / 6 : i / 6, NULL, &failure));
    }
    ck_assert_uint_eq(memory_blocks(), blocks);
    history_free(history);
}
END_TEST

START_TEST(stops_share_one_list) {
    struct failure failure = {0};
    struct history *history = long_lesson();
    const struct notebook *last;
    size_t shared = 0;
    ck_assert(history_move(history, MANY, NULL, &failure));
    last = history_notebook(history);
    for (size_t stop = 0; stop < MANY; stop++) {
        ck_assert(history_move(history, stop, NULL, &failure));
        shared += history_notebook(history)->list == last->list;
    }
    ck_assert_uint_ge(shared, MANY / 3); /* the list is reallocated whenever it has doubled */
    history_free(history);
}
END_TEST

Suite *notebook_many_suite(void);

Suite *notebook_many_suite(void) {
    Suite *suite = suite_create("notebook_many");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_test(core, each_is_found_where_it_stands);
    tcase_add_test(core, one_edit_is_no_other_for_being_among_many);
    tcase_add_test(core, notebooks_that_begin_alike_go_their_own_ways);
    tcase_add_test(core, steps_take_no_memory);
    tcase_add_test(core, stops_share_one_list);
    suite_add_tcase(suite, core);
    return suite;
}
