/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/checkpoint.h"

#include "base/failure.h"

#include <check.h>

Suite *base_checkpoint_suite(void);

static size_t calls;

static bool stop_at_the_third(void) {
    return ++calls == 3;
}

START_TEST(asks_now_and_then) {
    struct failure failure = {0};
    checkpoint_on_poll(stop_at_the_third);
    size_t passed = 0;
    while (checkpoint(1000, &failure)) {
        passed++;
    }
    ck_assert_str_eq(failure.message, "stopped");
    ck_assert(failure.outside);
    ck_assert_uint_eq(calls, 3);
    ck_assert_uint_gt(passed, 300);
}
END_TEST

START_TEST(large_work_is_asked_about_at_once) {
    struct failure failure = {0};
    checkpoint_on_poll(stop_at_the_third);
    ck_assert(checkpoint((size_t)1 << 40, &failure));
    ck_assert_uint_eq(calls, 1);
}
END_TEST

START_TEST(nobody_is_asked) {
    struct failure failure = {0};
    ck_assert(checkpoint((size_t)1 << 40, &failure));
    checkpoint_on_poll(stop_at_the_third);
    checkpoint_pause();
    ck_assert(checkpoint((size_t)1 << 40, &failure));
    ck_assert_uint_eq(calls, 0);
    checkpoint_resume();
    ck_assert(checkpoint((size_t)1 << 40, &failure));
    ck_assert_uint_eq(calls, 1);
    checkpoint_on_poll(NULL);
    ck_assert(checkpoint((size_t)1 << 40, &failure));
    ck_assert_uint_eq(calls, 1);
}
END_TEST

START_TEST(work_has_a_limit) {
    struct failure failure = {0};
    checkpoint_on_poll(stop_at_the_third);
    checkpoint_limit(1e9);
    ck_assert(checkpoint((size_t)1 << 29, &failure));
    ck_assert(!checkpoint((size_t)1 << 29, &failure));
    ck_assert_str_eq(failure.message, "stopped");
    ck_assert_uint_eq(calls, 0);
    checkpoint_limit(0);
    ck_assert(checkpoint((size_t)1 << 40, &failure));
}
END_TEST

Suite *base_checkpoint_suite(void) {
    Suite *suite = suite_create("base/checkpoint");
    TCase *core = tcase_create("core");
    tcase_add_test(core, asks_now_and_then);
    tcase_add_test(core, large_work_is_asked_about_at_once);
    tcase_add_test(core, nobody_is_asked);
    tcase_add_test(core, work_has_a_limit);
    suite_add_tcase(suite, core);
    return suite;
}
