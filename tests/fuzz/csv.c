/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* A table as a spreadsheet writes it: read or refused, and what was read is written and read again
 * as the same. */
#include "fuzz/target.h"

#include "base/failure.h"
#include "base/text.h"
#include "files/formats.h"

#include <check.h>

static void run(const char *bytes, size_t length) {
    char separator = length % 2 == 0 ? ',' : '\t';
    struct failure failure = {0};
    struct text out = {0};
    struct tensor *read = csv_read("a.csv", bytes, length, separator, &failure);
    ck_assert(read != NULL || (failure.set && failure.message[0] != '\0'));
    if (read != NULL) {
        csv_write(read, separator, &out);
        struct tensor *again =
            csv_read("a.csv", text_string(&out), out.length, separator, &failure);
        ck_assert_msg(again != NULL, "%s in\n%s", failure.message, text_string(&out));
        ck_assert_msg(tensor_same(read, again), "not the same:\n%s", text_string(&out));
        tensor_release(again);
    }
    tensor_release(read);
    text_release(&out);
}

static void words(struct text *out) {
    target_words(out, "\" \"\" , ,, \" 1.5 -1 inf nan 1e308 a α \xef\xbb\xbf");
    target_word(out, "\r\n");
    target_word(out, "\t");
    target_word(out, "\n\n");
    target_word(out, "\"\n\"");
}

const struct target target_csv = {"csv", 1024, run, words, NULL};
