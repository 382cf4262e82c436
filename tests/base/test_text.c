/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"

#include "base/failure.h"
#include "base/heap.h"

#include <check.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

START_TEST(appends) {
    struct text text = {0};
    ck_assert_str_eq(text_string(&text), "");
    text_append(&text, "Q = ");
    text_append_bytes(&text, "X @ W_q###", 7);
    text_append_character(&text, ';');
    text_repeat(&text, "ab", 3);
    text_format(&text, " %s %d", "rows", 12);
    ck_assert_str_eq(text_string(&text), "Q = X @ W_q;ababab rows 12");
    ck_assert_uint_eq(text.length, 26);
    text_format(&text, "%s", "");
    ck_assert(text_ok(&text, NULL));
    text_truncate(&text, 100);
    text_truncate(&text, 3);
    ck_assert_str_eq(text_string(&text), "Q =");
    text_append_bytes(&text, "\0z", 2);
    ck_assert_uint_eq(text.length, 5);
    text_clear(&text);
    ck_assert_str_eq(text_string(&text), "");
    ck_assert_uint_gt(text.capacity, 0);
    text_release(&text);
    text_release(&text);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(formats_long_texts) {
    struct text text = {0};
    for (int width = 1; width < 300; width++) {
        size_t before = text.length;
        text_format(&text, "%*d", width, 7);
        ck_assert_uint_eq(text.length, before + (size_t)width);
        ck_assert_int_eq(text.bytes[text.length - 1], '7');
        ck_assert_int_eq(text.bytes[text.length], '\0');
    }
    text_release(&text);
}
END_TEST

START_TEST(steals) {
    struct text text = {0};
    char *empty = text_steal(&text);
    ck_assert_str_eq(empty, "");
    text_append(&text, "am");
    char *bytes = text_steal(&text);
    ck_assert_str_eq(bytes, "am");
    ck_assert_ptr_null(text.bytes);
    memory_free(empty);
    memory_free(bytes);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(remembers_that_memory_ran_out) {
    struct text text = {0};
    struct failure failure = {0};
    text_append(&text, "key");
    memory_fail(1, false);
    text_repeat(&text, "0123456789", 100);
    text_append(&text, "more");
    ck_assert(text.failed);
    ck_assert_str_eq(text_string(&text), "key");
    ck_assert(!text_ok(&text, &failure));
    ck_assert_str_eq(failure.message, "out of memory");
    ck_assert_ptr_null(text_steal(&text));
    ck_assert_uint_eq(memory_blocks(), 0);
    ck_assert(text_ok(&text, &failure));
}
END_TEST

START_TEST(fills_at_character_edges) {
    char out[8];
    ck_assert_uint_eq(text_fill(out, sizeof out, "%d×%d", 3, 4), 4);
    ck_assert_str_eq(out, "3×4");
    text_fill(out, sizeof out, "1234567%s", "8");
    ck_assert_str_eq(out, "1234567");
    text_fill(out, sizeof out, "123456%s", "×");
    ck_assert_str_eq(out, "123456");
    text_fill(out, sizeof out, "12345%s", "×6");
    ck_assert_str_eq(out, "12345×");
    ck_assert_uint_eq(text_fill(out, 1, "×"), 0);
}
END_TEST

/* text_format writes what the C library writes. */
START_TEST(formats_as_the_library_does) {
    static const int numbers[] = {0, 1, -1, 10, -99, INT_MAX, INT_MIN};
    static const size_t counts[] = {0, 9, 10, SIZE_MAX};
    static const char *const strings[] = {"", "x", "%s", "a longer string than eight bytes"};
    char library[160], ours[160];
    for (size_t i = 0; i < 7 * 4 * 4; i++) {
        int number = numbers[i % 7];
        size_t count = counts[i / 7 % 4];
        const char *string = strings[i / 28];
        struct text text = {0};
        text_append(&text, "> ");
        snprintf(library, sizeof library, "> %%%d|%zu|%s|%%", number, count, string);
        text_format(&text, "%%%d|%zu|%s|%%", number, count, string);
        ck_assert_str_eq(text_string(&text), library);
        ck_assert_uint_eq(text_fill(ours, 12, "> %%%d|%zu|%s|%%", number, count, string),
                          strlen(library) < 11 ? strlen(library) : 11);
        ck_assert_int_eq(strncmp(ours, library, 11), 0);
        text_release(&text);
    }
}
END_TEST

static const struct {
    const char *a, *b;
    size_t distance;
} distances[] = {
    {"", "", 0},
    {"", "abc", 3},
    {"softmax", "softmax", 0},
    {"sofmax", "softmax", 1},
    {"sotfmax", "softmax", 1},
    {"softmaxx", "softmax", 1},
    {"softnax", "softmax", 1},
    {"kitten", "sitting", 3},
    {"ca", "abc", 3}, /* no edit between two swapped letters: that would make 2 */
    {"explian", "explain", 1},
    {"osftmax", "softmax", 1},
    {"sum", "mean", 4},
};

START_TEST(distance) {
    ck_assert_uint_eq(text_distance(distances[_i].a, distances[_i].b), distances[_i].distance);
    ck_assert_uint_eq(text_distance(distances[_i].b, distances[_i].a), distances[_i].distance);
}
END_TEST

START_TEST(distance_of_long_words) {
    struct text a = {0}, b = {0};
    text_repeat(&a, "x", 80);
    text_repeat(&b, "y", 80);
    ck_assert_uint_eq(text_distance(text_string(&a), text_string(&b)), 80);
    text_append(&a, "x");
    ck_assert_uint_eq(text_distance(text_string(&a), text_string(&b)), 99);
    ck_assert_uint_eq(text_distance(text_string(&a), text_string(&a)), 0);
    text_release(&a);
    text_release(&b);
}
END_TEST

static const struct {
    const char *word, *candidates[4], *nearest;
} nearests[] = {
    {"sofmax", {"sum", "softmax", "sparsemax"}, "softmax"},
    {"explian", {"export", "explain"}, "explain"},
    {"maen", {"max", "mean", "min"}, "mean"},
    {"W_k", {"W_q", "W_v"}, "W_q"}, /* the first of equals */
    {"q", {"K", "Q"}, "Q"},
    {"x", {"y", "z"}, NULL},
    {"x", {"x1"}, "x1"},
    {"banana", {"softmax", "sum"}, NULL},
    {"sin", {"sum"}, NULL},
    {"layrnrm", {"layernorm"}, "layernorm"},
};

START_TEST(nearest) {
    const char *best = NULL;
    for (size_t i = 0; i < 4 && nearests[_i].candidates[i]; i++) {
        best = text_nearer(nearests[_i].word, best, nearests[_i].candidates[i]);
    }
    if (nearests[_i].nearest) {
        ck_assert_pstr_eq(best, nearests[_i].nearest);
    } else {
        ck_assert_ptr_null(best);
    }
}
END_TEST

START_TEST(compares) {
    ck_assert(text_same("a", "a"));
    ck_assert(!text_same("a", "ab"));
    ck_assert(text_starts("softmax", "soft"));
    ck_assert(text_starts("softmax", ""));
    ck_assert(!text_starts("soft", "softmax"));
    ck_assert(text_has_word("step s si", "s"));
    ck_assert(text_has_word("step s si", "si"));
    ck_assert(!text_has_word("step s si", "ste"));
    ck_assert(!text_has_word("step s si", ""));
}
END_TEST

Suite *base_text_suite(void);

Suite *base_text_suite(void) {
    Suite *suite = suite_create("base/text");
    TCase *core = tcase_create("core");
    tcase_add_test(core, appends);
    tcase_add_test(core, formats_long_texts);
    tcase_add_test(core, steals);
    tcase_add_test(core, remembers_that_memory_ran_out);
    tcase_add_test(core, fills_at_character_edges);
    tcase_add_test(core, formats_as_the_library_does);
    suite_add_tcase(suite, core);
    TCase *words = tcase_create("words");
    tcase_add_loop_test(words, distance, 0, sizeof distances / sizeof distances[0]);
    tcase_add_test(words, distance_of_long_words);
    tcase_add_loop_test(words, nearest, 0, sizeof nearests / sizeof nearests[0]);
    tcase_add_test(words, compares);
    suite_add_tcase(suite, words);
    return suite;
}
