/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/macros.h"

#include <check.h>

Suite *terminal_macros_suite(void);

static struct macros macros;
static const int map, other;

static void set_up(void) {
    macros = (struct macros){.count = 0};
}

static void tear_down(void) {
    macros_release(&macros);
}

static void assert_next(const char *name) {
    struct input_event key;
    ck_assert(macros_next(&macros, &key));
    ck_assert_str_eq(key.name, name);
}

START_TEST(a_key_stands_for_others) {
    struct input_event key;
    ck_assert(macros_set(&macros, &map, 'a', "x日\x1b[A\x1b\x03"));
    macros_press(&macros, &map, 'a');
    ck_assert(macros_begin(&macros));
    assert_next("x");
    assert_next("日");
    assert_next("Up");
    assert_next("M-C-c");
    ck_assert(!macros_next(&macros, &key));
}
END_TEST

START_TEST(what_was_pressed_after_it_follows) {
    struct input_event key;
    ck_assert(macros_set(&macros, &map, 'a', "x"));
    for (int i = 0; i < 2; i++) {
        macros_press(&macros, &map, 'a');
        macros_follow(&macros, "z\x1b", 2);
        macros_follow(&macros, "[A", 2);
        ck_assert(macros_begin(&macros));
        assert_next("x");
        assert_next("z");
        assert_next("Up");
        ck_assert(!macros_next(&macros, &key));
    }
}
END_TEST

START_TEST(others_stand_for_nothing) {
    ck_assert(macros_set(&macros, &map, 'a', "x"));
    macros_press(&macros, &map, 'b');
    ck_assert(!macros_begin(&macros));
    macros_press(&macros, &other, 'a');
    ck_assert(!macros_begin(&macros));
    macros_press(&macros, &map, 'a');
    ck_assert(macros_begin(&macros));
    ck_assert(!macros_begin(&macros));
}
END_TEST

START_TEST(the_last_word_counts) {
    ck_assert(macros_set(&macros, &map, 'a', "x"));
    ck_assert(macros_set(&macros, &map, 'a', "y"));
    ck_assert_uint_eq(macros.count, 1);
    macros_press(&macros, &map, 'a');
    ck_assert(macros_begin(&macros));
    assert_next("y");
}
END_TEST

/* Else one that has its own key in it would never end. */
START_TEST(a_macro_does_not_begin_another) {
    struct input_event key;
    ck_assert(macros_set(&macros, &map, 'a', "a\x1b[200~p\x1b[201~"));
    macros_press(&macros, &map, 'a');
    ck_assert(macros_begin(&macros));
    assert_next("a");
    macros_press(&macros, &map, 'a');
    ck_assert(!macros_next(&macros, &key)); /* a paste is no key */
    ck_assert(!macros_begin(&macros));
}
END_TEST

Suite *terminal_macros_suite(void) {
    Suite *suite = suite_create("terminal_macros");
    TCase *tests = tcase_create("core");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_key_stands_for_others);
    tcase_add_test(tests, what_was_pressed_after_it_follows);
    tcase_add_test(tests, others_stand_for_nothing);
    tcase_add_test(tests, the_last_word_counts);
    tcase_add_test(tests, a_macro_does_not_begin_another);
    suite_add_tcase(suite, tests);
    return suite;
}
