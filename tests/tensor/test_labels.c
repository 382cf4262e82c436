/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor/shape.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <stdio.h>

static struct failure failure;

static struct labels *words(const char *sentence) {
    struct labels *labels = labels_split(sentence, &failure);
    ck_assert_ptr_nonnull(labels);
    return labels;
}

static const struct {
    const char *sentence;
    size_t count;
    const char *names[4];
} sentences[] = {
    {"I saw a saw", 4, {"I", "saw", "a", "saw"}},
    {"  sushi\t\n is\r\n", 2, {"sushi", "is"}},
    {"", 0, {NULL}},
    {" \t ", 0, {NULL}},
    {"α β", 2, {"α", "β"}},
    {"寿司\xe3\x80\x80好き", 2, {"寿司", "好き"}},                     /* an ideographic space */
    {"so\xc2\xa0very\xe2\x80\x89hungry", 3, {"so", "very", "hungry"}}, /* no-break, thin */
    {"a\xe2\x80\x80"
     "b\xe2\x80\xaf"
     "c\xe2\x81\x9f"
     "d",
     4,
     {"a", "b", "c", "d"}},
    {"one", 1, {"one"}},
};

START_TEST(splits) {
    struct labels *labels = words(sentences[_i].sentence);
    ck_assert_uint_eq(labels->count, sentences[_i].count);
    for (size_t i = 0; i < labels->count; i++) {
        ck_assert_str_eq(labels->names[i], sentences[_i].names[i]);
    }
    labels_release(labels);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(creates_and_picks) {
    const char *names[] = {"I", "am", "so", "hungry"};
    struct labels *all = labels_create(names, 4, &failure);
    ck_assert_str_eq(all->names[3], "hungry");
    ck_assert_ptr_ne(all->names[3], names[3]);
    size_t positions[] = {3, 0, 3};
    struct labels *some = labels_pick(all, positions, 3, &failure);
    struct labels *expected = words("hungry I hungry");
    ck_assert(labels_same(some, expected));
    labels_release(all);
    ck_assert(labels_same(some, expected));
    labels_release(some);
    labels_release(expected);
    struct labels *none = labels_create(NULL, 0, &failure);
    ck_assert_uint_eq(none->count, 0);
    labels_release(none);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

static const struct {
    const char *given, *shown;
} hostile[] = {
    {"a\xe2\x80\xaeZ", "a<202E>Z"},
    {"a\xef\xb7\x99Z", "a\xef\xbf\xbdZ"},
    {"\x1b]0;P\x07", "\\x1b]0;P\\x07"},
    {"\xc2\x9b\x7f", "\\x9b\\x7f"},
    {"\xff", "\xef\xbf\xbd"},
    {"a\nb\tc", "a b c"},
    {"\xcc\x81", "<0301>"},
};

START_TEST(shows_only_text) {
    const char *names[] = {"plain", hostile[_i].given, "é"};
    struct labels *labels = labels_create(names, 3, &failure);
    size_t positions[] = {1, 0};
    struct labels *picked = labels_pick(labels, positions, 2, &failure);
    ck_assert_str_eq(labels->names[1], hostile[_i].shown);
    ck_assert_str_eq(labels->bytes[0], "plain");
    ck_assert_str_eq(labels->bytes[1], hostile[_i].given);
    ck_assert_str_eq(labels->bytes[2], "é");
    labels_release(labels);
    ck_assert_str_eq(picked->names[0], hostile[_i].shown);
    ck_assert_str_eq(picked->bytes[0], hostile[_i].given);
    ck_assert_str_eq(picked->bytes[1], "plain");
    labels_release(picked);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(counts_holders) {
    struct labels *labels = words("a b");
    ck_assert_ptr_eq(labels_retain(labels), labels);
    labels_release(labels);
    ck_assert_str_eq(labels->names[0], "a");
    labels_release(labels);
    ck_assert_uint_eq(memory_blocks(), 0);
    ck_assert_ptr_null(labels_retain(NULL));
    labels_release(NULL);
}
END_TEST

START_TEST(compares) {
    struct labels *a = words("I saw"), *b = words("I saw"), *c = words("I see"), *d = words("I");
    ck_assert(labels_same(a, a));
    ck_assert(labels_same(a, b));
    ck_assert(!labels_same(a, c));
    ck_assert(!labels_same(a, d));
    ck_assert(!labels_same(a, NULL));
    ck_assert(!labels_same(NULL, a));
    ck_assert(labels_same(NULL, NULL));
    labels_release(a);
    labels_release(b);
    labels_release(c);
    labels_release(d);
}
END_TEST

START_TEST(addresses_tell_repeated_names_apart) {
    static const char *const expected[] = {"I", "saw#1", "a", "saw#2", "saw#3"};
    struct labels *labels = words("I saw a saw saw");
    size_t at = 99;
    ck_assert_uint_eq(labels_find(labels, "saw", &at), 3);
    ck_assert_uint_eq(at, 1);
    at = 99;
    ck_assert_uint_eq(labels_find(labels, "Saw", &at), 0);
    ck_assert_uint_eq(at, 99);
    for (size_t i = 0; i < 5; i++) {
        struct text address = {0};
        labels_address(labels, i, &address);
        ck_assert_str_eq(text_string(&address), expected[i]);
        ck_assert(labels_resolve(labels, text_string(&address), "row", &at, &failure));
        ck_assert_uint_eq(at, i);
        text_release(&address);
    }
    labels_release(labels);
}
END_TEST

static const struct {
    const char *sentence, *address, *message; /* no message: found at AT */
    size_t at;
} resolutions[] = {
    {"I saw a saw", "a", NULL, 2},
    {"I saw a saw", "a#1", NULL, 2},
    {"I saw a saw", "saw#2", NULL, 3},
    {"C# F#2 F", "C#", NULL, 0},
    {"C# F#2 F", "F#2", NULL, 1}, /* a full name has priority over an address */
    {"C# C#", "C##2", NULL, 1},
    {"I saw a saw", "saw", "2 rows are called \"saw\": write one of \"saw#1\", \"saw#2\"", 0},
    {"I saw a saw", "saw#3",
     "no row is called \"saw#3\": the rows are \"I\", \"saw#1\", \"a\", \"saw#2\"", 0},
    {"I saw a", "saw#0", "no row is called \"saw#0\": the rows are \"I\", \"saw\", \"a\"", 0},
    {"I saw a", "saw#",
     "no row is called \"saw#\": the rows are \"I\", \"saw\", \"a\" "
     "(did you mean \"saw\"?)",
     0},
    {"I saw a", "saw#-1", "no row is called \"saw#-1\": the rows are \"I\", \"saw\", \"a\"", 0},
    {"I saw a", "saw#1.0", "no row is called \"saw#1.0\": the rows are \"I\", \"saw\", \"a\"", 0},
    {"it sushi", "sushy",
     "no row is called \"sushy\": the rows are \"it\", \"sushi\" "
     "(did you mean \"sushi\"?)",
     0},
    {"sushi it", "sush",
     "no row is called \"sush\": the rows are \"sushi\", \"it\" (did you mean \"sushi\"?)", 0},
    {"", "x", "the rows have no names: write a number instead of \"x\"", 0},
    {"01 02 03 04 05 06 07 08 09 10 11 12 13", "word",
     "no row is called \"word\": the rows are \"01\", \"02\", \"03\", \"04\", \"05\", \"06\", "
     "\"07\", \"08\", \"09\", \"10\", \"11\", \"12\", …",
     0},
};

START_TEST(resolves) {
    struct labels *labels = words(resolutions[_i].sentence);
    size_t at = 99;
    bool found = labels_resolve(labels, resolutions[_i].address, "row", &at, &failure);
    ck_assert_int_eq(found, resolutions[_i].message == NULL);
    if (found) {
        ck_assert_uint_eq(at, resolutions[_i].at);
    } else {
        ck_assert_str_eq(failure.message, resolutions[_i].message);
    }
    labels_release(labels);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(names_the_axis) {
    size_t at;
    ck_assert(!labels_resolve(NULL, "x", "column", &at, &failure));
    ck_assert_str_eq(failure.message, "the columns have no names: write a number instead of \"x\"");
}
END_TEST

START_TEST(runs_out_of_memory_cleanly) {
    const char *names[] = {"a", "b", "b"};
    size_t positions[] = {2, 1}, at;
    int failed = 0;
    for (size_t k = 1; k < 20; k++) {
        failure.set = false;
        memory_fail(k, false);
        struct labels *created = labels_create(names, 3, &failure);
        struct labels *picked = created ? labels_pick(created, positions, 2, &failure) : NULL;
        struct labels *split = labels_split("I saw", &failure);
        if (created) {
            ck_assert(!labels_resolve(created, "b", "row", &at, &failure));
        }
        memory_fail(0, false);
        failed += !created + !picked + !split;
        labels_release(created);
        labels_release(picked);
        labels_release(split);
        ck_assert_uint_eq(memory_blocks(), 0);
    }
    ck_assert_int_eq(failed, 2 * 5 + 5 + 4); /* as many allocations as each makes */
}
END_TEST

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

Suite *tensor_labels_suite(void);

Suite *tensor_labels_suite(void) {
    Suite *suite = suite_create("tensor/labels");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, splits, 0, COUNT(sentences));
    tcase_add_test(core, creates_and_picks);
    tcase_add_loop_test(core, shows_only_text, 0, COUNT(hostile));
    tcase_add_test(core, counts_holders);
    tcase_add_test(core, compares);
    tcase_add_test(core, addresses_tell_repeated_names_apart);
    tcase_add_loop_test(core, resolves, 0, COUNT(resolutions));
    tcase_add_test(core, names_the_axis);
    tcase_add_test(core, runs_out_of_memory_cleanly);
    suite_add_tcase(suite, core);
    return suite;
}
