/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* NumPy's array file: read or refused, and what was read is written and read again as the same. */
#include "fuzz/target.h"

#include "base/failure.h"
#include "base/text.h"
#include "files/formats.h"

#include <check.h>

static struct tensor *read_npy(const char *bytes, size_t length, struct failure *failure) {
    struct stream stream = stream_memory("a.npy", bytes, length);
    return npy_read(&stream, failure);
}

static void run(const char *bytes, size_t length) {
    struct failure failure = {0};
    struct text out = {0};
    struct tensor *read = read_npy(bytes, length, &failure);
    ck_assert(read != NULL || (failure.set && failure.message[0] != '\0'));
    if (read != NULL) {
        npy_write(read, &out);
        struct tensor *again = read_npy(text_string(&out), out.length, &failure);
        ck_assert_msg(again != NULL, "%s", failure.message);
        ck_assert(tensor_same_cells(read, again));
        tensor_release(again);
    }
    tensor_release(read);
    text_release(&out);
}

static void words(struct text *out) {
    target_words(out, "\x93NUMPY {'descr': 'fortran_order': 'shape': '<f8' '>f4' '<i8' '>i4' '|u1' "
                      "'<f4' '<i4' '=f8' True, False, (2,) (2, 1,2) (1,1,1,1) () (0,) }");
    target_word(out, "}\n");
    text_append(out, "\"\\x93NUMPY\\x01\\x00\\x76\\x00\"\n\"\\x02\\x00\"\n\"\\x03\\x00\"\n");
}

const struct target target_npy = {"npy", 512, run, words, NULL};
