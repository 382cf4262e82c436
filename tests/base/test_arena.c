/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"

#include "base/heap.h"

#include <check.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static bool is_filled(const unsigned char *block, size_t size, unsigned char byte) {
    for (size_t i = 0; i < size; i++) {
        if (block[i] != byte) {
            return false;
        }
    }
    return true;
}

START_TEST(blocks_stay_and_do_not_overlap) {
    struct arena arena = {0};
    enum { COUNT = 2000 };
    static unsigned char *blocks[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        size_t size = 1 + i * 37 % 300 + (i % 500 == 7 ? 10000 : 0);
        blocks[i] = arena_allocate(&arena, size, 1);
        ck_assert_ptr_nonnull(blocks[i]);
        ck_assert_uint_eq((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
        ck_assert(is_filled(blocks[i], size, 0));
        memset(blocks[i], (int)(i % 251) + 1, size);
    }
    for (size_t i = 0; i < COUNT; i++) {
        size_t size = 1 + i * 37 % 300 + (i % 500 == 7 ? 10000 : 0);
        ck_assert(is_filled(blocks[i], size, (unsigned char)(i % 251 + 1)));
    }
    arena_release(&arena);
    ck_assert_ptr_null(arena.blocks);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(text_is_terminated) {
    struct arena arena = {0};
    ck_assert_str_eq(arena_text(&arena, "softmax(S)", 7), "softmax");
    ck_assert_str_eq(arena_text(&arena, "I", 1), "I");
    ck_assert_str_eq(arena_text(&arena, "", 0), "");
    arena_release(&arena);
}
END_TEST

START_TEST(refuses_overflow) {
    struct arena arena = {0};
    ck_assert_ptr_null(arena_allocate(&arena, SIZE_MAX / 2, 4));
    ck_assert_ptr_null(arena_allocate(&arena, SIZE_MAX - 20, 1));
    ck_assert_ptr_null(arena_allocate(&arena, SIZE_MAX, 1));
    ck_assert_ptr_null(arena_text(&arena, "a", SIZE_MAX));
    memory_fail(1, false);
    ck_assert_ptr_null(arena_allocate(&arena, 1, 1));
    ck_assert_ptr_nonnull(arena_allocate(&arena, 1, 1));
    arena_release(&arena);
}
END_TEST

Suite *base_arena_suite(void);

Suite *base_arena_suite(void) {
    Suite *suite = suite_create("base/arena");
    TCase *core = tcase_create("core");
    tcase_add_test(core, blocks_stay_and_do_not_overlap);
    tcase_add_test(core, text_is_terminated);
    tcase_add_test(core, refuses_overflow);
    suite_add_tcase(suite, core);
    return suite;
}
