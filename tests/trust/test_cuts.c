/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Every shipped lesson, cut at every byte, and with every byte replaced by each that means
 * something to a reader: it is read or refused, and nothing is left.
 *
 *     QKV_LESSON=3  that one alone */
#include "base/failure.h"
#include "base/file.h"
#include "base/heap.h"
#include "base/text.h"
#include "commands/desk.h"
#include "ground/runner.h"
#include "trust/trust.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *trust_cuts_suite(void);

#define PART RUNNER_SAMPLES(1, 16)
#define AT_ONCE RUNNER_SAMPLES(8, 1)
#define PLACES RUNNER_SAMPLES(150, 30)

/* Of the bytes of a page that many are passed over: in the whole form none, when sanitized most,
 * but in the longest form (QKV_SOAK) none either. */
static size_t page_stride(size_t length) {
    return getenv("QKV_SOAK") != NULL ? 1 : trust_stride(length, length / PART + 1);
}

static const char replacements[] = {'\0', '`', '\n', '#', '[', '\xff', '\x1b', '\x80'};

/* A copy without a final NUL, so that a sanitizer sees each byte too far. */
static bool read_copy(const char *bytes, size_t length) {
    struct failure failure = {0};
    char *copy = malloc(length > 0 ? length : 1);
    memcpy(copy, bytes, length);
    struct lesson *lesson = lesson_read("l.md", copy, length, &failure);
    free(copy);
    if (lesson == NULL && (!failure.set || failure.message[0] == '\0')) {
        ck_abort_msg("refused without a word"); /* an assertion that holds costs a write */
    }
    bool read = lesson != NULL;
    lesson_free(lesson);
    return read;
}

static void open_text(struct text *text, int lesson) {
    struct failure failure = {0};
    trust_open_shelf();
    bool ok = file_read(trust_shelf.list[lesson].path, FILE_LESSON_LIMIT, text, &failure);
    ck_assert_msg(ok, "%s", failure.message);
    trust_close_shelf();
}

/* Cuts LENGTH bytes at every STRIDEth, and replaces it by each (in the quick form, when sanitized,
 * by one in turn); how many were still read. */
static size_t tear(char *bytes, size_t length, size_t stride) {
    size_t read = 0;
    size_t count = trust_hard() ? sizeof replacements : AT_ONCE;
    for (size_t at = 0, turn = 0; at < length; at += stride, turn++) {
        char was = bytes[at];
        read_copy(bytes, at);
        for (size_t i = 0; i < count; i++) {
            bytes[at] = replacements[(turn + i) % sizeof replacements];
            read += read_copy(bytes, length);
        }
        bytes[at] = was;
    }
    return read;
}

/* The length of the page that begins at BYTES. */
static size_t page_length(const char *bytes) {
    const char *next = strstr(bytes + 1, "\n## ");
    return next == NULL ? strlen(bytes) : (size_t)(next + 1 - bytes);
}

START_TEST(every_byte_of_every_page) {
    struct text text = {0};
    size_t read = 0;
    open_text(&text, _i);
    size_t blocks = memory_blocks();
    for (size_t at = 0, length = 0; at < text.length; at += length) {
        length = page_length(text.bytes + at);
        read += tear(text.bytes + at, length, page_stride(length));
    }
    ck_assert_uint_eq(memory_blocks(), blocks);
    ck_assert_uint_gt(read, 0);
    printf("lesson %d: %zu torn pages were still read\n", _i + 1, read);
    text_release(&text);
}
END_TEST

START_TEST(some_bytes_of_the_whole) {
    struct text text = {0};
    open_text(&text, _i);
    size_t blocks = memory_blocks();
    ck_assert_uint_gt(tear(text.bytes, text.length, trust_stride(text.length, PLACES)), 0);
    ck_assert_uint_eq(memory_blocks(), blocks);
    text_release(&text);
}
END_TEST

/* Sanitized, in the quick form, the first four lessons serve. */
static int lessons(void) {
    return runner_sanitized ? (trust_hard() ? desk_lesson_count() : 4) : desk_lesson_count();
}

Suite *trust_cuts_suite(void) {
    Suite *suite = suite_create("trust/cuts");
    TCase *core = tcase_create("core");
    const char *only = getenv("QKV_LESSON");
    int first = only == NULL ? 0 : atoi(only);
    int end = only != NULL ? first + 1 : lessons();
    tcase_set_timeout(core, 900);
    tcase_add_loop_test(core, every_byte_of_every_page, first, end);
    tcase_add_loop_test(core, some_bytes_of_the_whole, first, end);
    suite_add_tcase(suite, core);
    return suite;
}
