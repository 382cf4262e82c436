/* Every shipped lesson, cut at every byte, and with every byte replaced by each that means
 * something to a reader: it is read or refused, and nothing is left. */
#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "trust/trust.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *trust_cuts_suite(void);

static const char replacements[] = {'\0', '`', '\n', '#', '[', '\xff', '\x1b', '\x80'};

/* A copy without a final NUL, so that a sanitizer sees each byte too far. */
static bool read_copy(const char *bytes, size_t length) {
    struct failure failure = {0};
    char *copy = malloc(length > 0 ? length : 1);
    memcpy(copy, bytes, length);
    struct lesson *lesson = lesson_read("l.md", copy, length, &failure);
    free(copy);
    ck_assert(lesson != NULL || (failure.set && failure.message[0] != '\0'));
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

START_TEST(cut_at_every_byte) {
    struct text text = {0};
    open_text(&text, _i);
    size_t blocks = memory_blocks();
    size_t stride = trust_stride(text.length, text.length);
    for (size_t length = 0; length <= text.length; length += stride) {
        read_copy(text_string(&text), length);
    }
    ck_assert_uint_eq(memory_blocks(), blocks);
    text_release(&text);
}
END_TEST

START_TEST(every_byte_replaced) {
    struct text text = {0};
    size_t tried = 0, read = 0;
    open_text(&text, _i);
    size_t blocks = memory_blocks();
    size_t stride = trust_stride(text.length, text.length);
    for (size_t at = 0; at < text.length; at += stride) {
        char was = text.bytes[at];
        for (size_t i = 0; i < sizeof replacements; i++, tried++) {
            text.bytes[at] = replacements[i];
            read += read_copy(text_string(&text), text.length);
        }
        text.bytes[at] = was;
    }
    ck_assert_uint_eq(memory_blocks(), blocks);
    printf("lesson %d: %zu with a byte replaced, %zu still read\n", _i + 1, tried, read);
    ck_assert_uint_gt(read, 0);
    ck_assert_uint_lt(read, tried);
    text_release(&text);
}
END_TEST

Suite *trust_cuts_suite(void) {
    Suite *suite = suite_create("trust/cuts");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 900);
    tcase_add_loop_test(core, cut_at_every_byte, 0, TRUST_LESSONS);
    tcase_add_loop_test(core, every_byte_replaced, 0, TRUST_LESSONS);
    suite_add_tcase(suite, core);
    return suite;
}
