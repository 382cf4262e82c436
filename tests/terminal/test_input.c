/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/input.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *terminal_input_suite(void);

static struct input *input;

static void set_up(void) {
    input = calloc(1, sizeof *input);
}

static void tear_down(void) {
    input_release(input);
    free(input);
}

static void add_bytes(const char *bytes, size_t length) {
    size_t room;
    char *at = input_room(input, &room);
    ck_assert_uint_le(length, room);
    memcpy(at, bytes, length);
    input_add(input, length);
}

static void add(const char *bytes) {
    add_bytes(bytes, strlen(bytes));
}

static struct input_event next(void) {
    struct input_event event;
    ck_assert(input_next(input, false, &event));
    return event;
}

static void assert_none(void) {
    struct input_event event;
    ck_assert(!input_next(input, false, &event));
}

/* Every key, as terminals send it. */
static const struct {
    const char *bytes, *name;
} keys[] = {
    {"a", "a"},
    {"Z", "Z"},
    {"+", "+"},
    {" ", "Space"},
    {"\r", "Enter"},
    {"\n", "Enter"},
    {"\t", "Tab"},
    {"\x7f", "Backspace"},
    {"\b", "Backspace"},
    {"\x01", "C-a"},
    {"\x1a", "C-z"},
    {"\x1c", "C-\\"},
    {"\x1d", "C-]"},
    {"\x1e", "C-^"},
    {"\x1f", "C-_"},
    {"ö", "ö"},
    {"語", "語"},
    {"😀", "😀"},
    {"\x1b[A", "Up"},
    {"\x1b[B", "Down"},
    {"\x1b[C", "Right"},
    {"\x1b[D", "Left"},
    {"\x1bOA", "Up"},
    {"\x1bOD", "Left"},
    {"\x1b[H", "Home"},
    {"\x1b[F", "End"},
    {"\x1bOH", "Home"},
    {"\x1b[1~", "Home"},
    {"\x1b[4~", "End"},
    {"\x1b[7~", "Home"},
    {"\x1b[8~", "End"},
    {"\x1b[2~", "Insert"},
    {"\x1b[3~", "Delete"},
    {"\x1b[5~", "PageUp"},
    {"\x1b[6~", "PageDown"},
    {"\x1bOP", "F1"},
    {"\x1b[11~", "F1"},
    {"\x1b[[A", "F1"},
    {"\x1b[[E", "F5"},
    {"\x1b[15~", "F5"},
    {"\x1b[17~", "F6"},
    {"\x1b[21~", "F10"},
    {"\x1b[24~", "F12"},
    {"\x1b[Z", "S-Tab"},
    {"\x1bOM", "Enter"},
    {"\x1b[1;2A", "S-Up"},
    {"\x1b[1;3A", "M-Up"},
    {"\x1b[1;5A", "C-Up"},
    {"\x1b[1;8D", "C-M-S-Left"},
    {"\x1b[1;5P", "C-F1"},
    {"\x1b[3;5~", "C-Delete"},
    {"\x1bx", "M-x"},
    {"\x1b ", "M-Space"},
    {"\x1b\r", "M-Enter"},
    {"\x1b\x7f", "M-Backspace"},
    {"\x1b\x01", "M-C-a"},
    {"\x1bö", "M-ö"},
};

START_TEST(every_key_has_a_name) {
    add(keys[_i].bytes);
    struct input_event event = next();
    ck_assert_int_eq(event.kind, INPUT_KEY);
    ck_assert_str_eq(event.name, keys[_i].name);
    ck_assert_uint_eq(event.length, strlen(keys[_i].bytes));
    ck_assert_mem_eq(event.bytes, keys[_i].bytes, event.length);
    assert_none();
    ck_assert_int_eq(input_patience(input), -1);
}
END_TEST

START_TEST(every_key_may_come_in_parts) {
    const char *bytes = keys[_i].bytes;
    size_t length = strlen(bytes);
    for (size_t i = 0; i + 1 < length; i++) {
        add_bytes(bytes + i, 1);
        assert_none();
        ck_assert_int_gt(input_patience(input), 0);
    }
    add_bytes(bytes + length - 1, 1);
    ck_assert_str_eq(next().name, keys[_i].name);
    assert_none();
}
END_TEST

START_TEST(a_nul_is_a_key) {
    add_bytes("\0", 1);
    ck_assert_str_eq(next().name, "C-Space");
}
END_TEST

/* Half an event, when nothing more comes. */
START_TEST(patience_ends) {
    static const struct {
        const char *bytes, *name, *handed;
    } halves[] = {
        {"\x1b", "Escape", "\x1b"}, {"\x1b[", "M-[", "\x1b["}, {"\x1bO", "M-O", "\x1bO"},
        {"\x1b[1;5", "", ""},       {"\xe8\xaa", "", "?"},     {"\x1b[<0;3", "", ""},
    };
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        struct input_event event;
        add(halves[i].bytes);
        assert_none();
        ck_assert(input_next(input, true, &event));
        ck_assert_str_eq(event.name, halves[i].name);
        ck_assert_uint_eq(event.length, strlen(halves[i].handed));
        ck_assert_mem_eq(event.bytes, halves[i].handed, event.length);
        ck_assert(!input_next(input, true, &event));
    }
}
END_TEST

START_TEST(two_escapes_are_two_keys) {
    add("\x1b\x1b[A");
    ck_assert_str_eq(next().name, "Escape");
    ck_assert_str_eq(next().name, "Up");
    assert_none();
}
END_TEST

/* No byte that is no UTF-8 gets through, and none of what follows it is lost. */
START_TEST(broken_characters_are_said) {
    static const char *const broken[] = {"\xff",     "\xc0\xaf", "\x80",    "\xed\xa0\x80",
                                         "\xe8\xaa", "\xf5\x80", "\xc2\x9b"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct input_event event;
        add(broken[i]);
        add("n");
        for (event = next(); !text_same(event.name, "n"); event = next()) {
            ck_assert_str_eq(event.name, "");
            ck_assert_uint_eq(event.length, 1);
            ck_assert_int_eq(event.bytes[0], '?');
        }
        assert_none();
    }
}
END_TEST

START_TEST(what_is_no_key_has_no_name) {
    static const char *const others[] = {"\x1b[99~", "\x1b[12;40R",        "\x1b[?1;2c",
                                         "\x1b[I",   "\x1b[>0;1;2;3;4;5c", "\x1b[200;1~"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        add(others[i]);
        struct input_event event = next();
        ck_assert_int_eq(event.kind, INPUT_KEY);
        ck_assert_str_eq(event.name, "");
        ck_assert_uint_eq(event.length, strlen(others[i]));
        assert_none();
    }
}
END_TEST

START_TEST(endless_sequences_end) {
    char bytes[200] = "\x1b[";
    memset(bytes + 2, '1', 197);
    add(bytes);
    struct input_event event = next();
    ck_assert_str_eq(event.name, "");
    ck_assert_uint_eq(event.length, 0);
    for (int i = 0; input_next(input, false, &event); i++) {
        ck_assert_str_eq(event.name, "1");
        ck_assert_int_lt(i, 200);
    }
}
END_TEST

START_TEST(a_broken_sequence_does_not_eat_the_next) {
    add("\x1b[1;\x1b[A");
    struct input_event event = next();
    ck_assert_str_eq(event.name, "");
    ck_assert_uint_eq(event.length, 0);
    ck_assert_str_eq(next().name, "Up");
    assert_none();
}
END_TEST

static void assert_mouse(const char *bytes, const char *name, size_t row, size_t column) {
    add(bytes);
    struct input_event event = next();
    ck_assert_int_eq(event.kind, INPUT_MOUSE);
    ck_assert_str_eq(event.name, name);
    ck_assert_uint_eq(event.row, row);
    ck_assert_uint_eq(event.column, column);
    assert_none();
}

START_TEST(the_mouse_reports) {
    assert_mouse("\x1b[<0;5;3M", "Click", 2, 4);
    assert_mouse("\x1b[<0;5;3m", "", 2, 4);
    assert_mouse("\x1b[<16;1;1M", "Click", 0, 0);
    assert_mouse("\x1b[<2;1;1M", "", 0, 0);
    assert_mouse("\x1b[<32;1;1M", "", 0, 0);
    assert_mouse("\x1b[<64;300;200M", "WheelUp", 199, 299);
    assert_mouse("\x1b[<65;1;1M", "WheelDown", 0, 0);
    assert_mouse("\x1b[<0;0;0M", "Click", 0, 0);
    assert_mouse("\x1b[M !!", "Click", 0, 0);
    assert_mouse("\x1b[M#!!", "", 0, 0);
    assert_mouse("\x1b[M`+*", "WheelUp", 9, 10);
}
END_TEST

static void assert_paste(const char *expected, bool cut) {
    struct input_event event = next();
    ck_assert_int_eq(event.kind, INPUT_PASTE);
    ck_assert_uint_eq(event.length, strlen(expected));
    ck_assert_mem_eq(event.bytes, expected, event.length);
    ck_assert_int_eq(event.cut, cut);
}

START_TEST(pastes_come_whole) {
    add("\x1b[200~A = 1\n\x1b[A\x1b[201\x1b[20x\x1b[201~n");
    assert_paste("A = 1\n\x1b[A\x1b[201\x1b[20x", false);
    ck_assert_str_eq(next().name, "n");
    add("\x1b[200~\x1b[201~");
    assert_paste("", false);
    assert_none();
}
END_TEST

START_TEST(pastes_come_in_parts) {
    const char *bytes = "\x1b[200~one\x1b\x1b[201~";
    for (const char *at = bytes; at[1] != '\0'; at++) {
        add_bytes(at, 1);
        assert_none();
    }
    ck_assert_int_ge(input_patience(input), 500);
    add("~");
    assert_paste("one\x1b", false);
}
END_TEST

START_TEST(a_lost_end_is_not_waited_for) {
    struct input_event event;
    add("\x1b[200~lost");
    assert_none();
    ck_assert(input_next(input, true, &event));
    ck_assert_int_eq(event.kind, INPUT_PASTE);
    ck_assert_mem_eq(event.bytes, "lost", 4);
    add("n");
    ck_assert_str_eq(next().name, "n");
}
END_TEST

START_TEST(pastes_have_bounds) {
    static char part[INPUT_LIMIT / 4 + 1];
    memset(part, 'p', sizeof part);
    add("\x1b[200~");
    for (int i = 0; i < 8; i++) {
        assert_none();
        add_bytes(part, sizeof part);
    }
    assert_none();
    add("\x1b[201~n");
    struct input_event event = next();
    ck_assert(event.cut);
    ck_assert_uint_le(event.length, INPUT_LIMIT);
    ck_assert_str_eq(next().name, "n");
}
END_TEST

START_TEST(an_interrupt_is_found) {
    add("abc");
    ck_assert(!input_take(input, 3));
    add("d\x03n");
    ck_assert(input_take(input, 3));
    ck_assert(!input_take(input, 3));
    ck_assert_str_eq(next().name, "a");
    ck_assert_str_eq(next().name, "b");
    ck_assert_str_eq(next().name, "c");
    ck_assert_str_eq(next().name, "d");
    ck_assert_str_eq(next().name, "n");
}
END_TEST

/* The terminal's reports come between keys, and in parts. */
START_TEST(reports_are_no_keys) {
    static const char *const reports[] = {"\x1b]11;rgb:ffff/8000/0\a", "\x1b]11;rgb:ff/80/0\x1b\\",
                                          "\x1b[?62;22c", "\x1b[?6c"};
    char report[INPUT_REPORT];
    add("a");
    for (const char *at = reports[_i]; *at != '\0'; at++) {
        ck_assert(!input_report(input, report));
        add_bytes(at, 1);
    }
    add("\x1b[A");
    ck_assert(input_report(input, report));
    ck_assert_str_eq(report, reports[_i]);
    ck_assert(!input_report(input, report));
    ck_assert_str_eq(next().name, "a");
    ck_assert_str_eq(next().name, "Up");
    assert_none();
}
END_TEST

/* A report that never ends is given up, and nothing of it is typed; Alt+] is still a key. */
START_TEST(a_broken_report_is_swallowed) {
    struct input_event event;
    add("\x1b]11;rgb:ffff/");
    assert_none();
    ck_assert_int_gt(input_patience(input), 100);
    ck_assert(input_next(input, true, &event));
    ck_assert_str_eq(event.name, "");
    ck_assert_uint_eq(event.length, 0);
    add("\x1b[?62;2");
    assert_none();
    ck_assert_int_gt(input_patience(input), 100);
    ck_assert(input_next(input, true, &event));
    ck_assert_str_eq(event.name, "");
    ck_assert_uint_eq(event.length, 0);
    add("\x1b[?1u");
    ck_assert_str_eq(next().name, "");
    add("\x1b]");
    assert_none();
    ck_assert_int_lt(input_patience(input), 100);
    ck_assert(input_next(input, true, &event));
    ck_assert_str_eq(event.name, "M-]");
    add("\x1b]x");
    ck_assert_str_eq(next().name, "M-]");
    ck_assert_str_eq(next().name, "x");
}
END_TEST

Suite *terminal_input_suite(void) {
    Suite *suite = suite_create("terminal_input");
    TCase *tests = tcase_create("input");
    int count = (int)(sizeof keys / sizeof *keys);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, every_key_has_a_name, 0, count);
    tcase_add_loop_test(tests, every_key_may_come_in_parts, 0, count);
    tcase_add_test(tests, a_nul_is_a_key);
    tcase_add_test(tests, patience_ends);
    tcase_add_test(tests, two_escapes_are_two_keys);
    tcase_add_test(tests, broken_characters_are_said);
    tcase_add_test(tests, what_is_no_key_has_no_name);
    tcase_add_test(tests, endless_sequences_end);
    tcase_add_test(tests, a_broken_sequence_does_not_eat_the_next);
    tcase_add_test(tests, the_mouse_reports);
    tcase_add_test(tests, pastes_come_whole);
    tcase_add_test(tests, pastes_come_in_parts);
    tcase_add_test(tests, a_lost_end_is_not_waited_for);
    tcase_add_test(tests, pastes_have_bounds);
    tcase_add_test(tests, an_interrupt_is_found);
    tcase_add_loop_test(tests, reports_are_no_keys, 0, 4);
    tcase_add_test(tests, a_broken_report_is_swallowed);
    suite_add_tcase(suite, tests);
    return suite;
}
