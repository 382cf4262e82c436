/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/heap.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

START_TEST(allocate_zeroes) {
    unsigned char *block = memory_allocate(100, 3);
    for (size_t i = 0; i < 300; i++) {
        ck_assert_uint_eq(block[i], 0);
    }
    memory_free(block);
    block = memory_allocate(0, 8);
    ck_assert_ptr_nonnull(block);
    memory_free(block);
    memory_free(NULL);
}
END_TEST

START_TEST(allocate_refuses_overflow) {
    ck_assert_ptr_null(memory_allocate(SIZE_MAX / 4, 8));
    ck_assert_ptr_null(memory_allocate((size_t)1 << 32, (size_t)1 << 32));
    ck_assert_ptr_null(memory_text("a", SIZE_MAX));
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(text_copies) {
    char *copy = memory_text("saw\0sushi", 9);
    ck_assert_mem_eq(copy, "saw\0sushi", 10);
    memory_free(copy);
    copy = memory_text("I", 1);
    ck_assert_str_eq(copy, "I");
    memory_free(copy);
    copy = memory_text(NULL, 0);
    ck_assert_str_eq(copy, "");
    memory_free(copy);
}
END_TEST

START_TEST(reserve_grows_and_keeps) {
    double *numbers = NULL;
    size_t capacity = 0;
    for (size_t i = 0; i < 1000; i++) {
        ck_assert(memory_reserve(&numbers, &capacity, i + 1, sizeof *numbers));
        ck_assert_uint_ge(capacity, i + 1);
        ck_assert(numbers[capacity - 1] == 0);
        numbers[i] = (double)i;
    }
    for (size_t i = 0; i < 1000; i++) {
        ck_assert(numbers[i] == (double)i);
    }
    double *before = numbers;
    size_t room = capacity;
    ck_assert(!memory_reserve(&numbers, &capacity, SIZE_MAX / 4, sizeof *numbers));
    ck_assert(!memory_reserve(&numbers, &capacity, SIZE_MAX, sizeof *numbers));
    ck_assert_ptr_eq(numbers, before);
    ck_assert_uint_eq(capacity, room);
    memory_free(numbers);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(fails_on_request) {
    size_t requests = memory_calls();
    size_t refused = memory_refused();
    memory_fail(2, false);
    void *first = memory_allocate(1, 1);
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(memory_allocate(1, 1));
    void *third = memory_allocate(1, 1);
    ck_assert_ptr_nonnull(third);
    memory_fail(1, true);
    ck_assert_ptr_null(memory_text("a", 1));
    char *array = NULL;
    size_t capacity = 0;
    ck_assert(!memory_reserve(&array, &capacity, 1, 1));
    ck_assert(!memory_reserve(&array, &capacity, 1, 1));
    memory_fail(0, false);
    ck_assert(memory_reserve(&array, &capacity, 1, 1));
    ck_assert_uint_eq(memory_blocks(), 3);
    ck_assert_uint_eq(memory_calls() - requests, 7);
    ck_assert_uint_eq(memory_refused() - refused, 4);
    memory_free(first);
    memory_free(third);
    memory_free(array);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

Suite *base_memory_suite(void);

Suite *base_memory_suite(void) {
    Suite *suite = suite_create("base/memory");
    TCase *core = tcase_create("core");
    tcase_add_test(core, allocate_zeroes);
    tcase_add_test(core, allocate_refuses_overflow);
    tcase_add_test(core, text_copies);
    tcase_add_test(core, reserve_grows_and_keeps);
    tcase_add_test(core, fails_on_request);
    suite_add_tcase(suite, core);
    return suite;
}
