/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* A model's arrays behind a header in JSON. The header's length is the input's first byte, so that
 * what is made up is mostly a header. */
#include "files/formats.h"

#include "base/text.h"
#include "fuzz/archive.h"
#include "fuzz/target.h"

#include <check.h>

static void run(const char *bytes, size_t length) {
    struct text file = {0};
    archive_try(&archive_safetensors, bytes, length);
    if (length > 0) {
        text_append_character(&file, bytes[0]);
        text_append_bytes(&file, "\0\0\0\0\0\0", 7);
        text_append_bytes(&file, bytes + 1, length - 1);
        ck_assert(!file.failed);
        archive_try(&archive_safetensors, text_string(&file), file.length);
        text_release(&file);
    }
}

static void words(struct text *out) {
    target_words(
        out,
        "{\"a\":{ \"dtype\": \"shape\":[ \"data_offsets\":[ \"__metadata__\":{ \"F64\" "
        "\"F32\" \"F16\" \"BF16\" \"I64\" \"U8\" \"BOOL\" [0,8]} [1,1], [2,4611686018427387904] "
        "\\u0061 \"0\":{ \"1\":{ }} 9223372036854775807 -1");
}

const struct target target_safetensors = {"safetensors", 1024, run, words, NULL};
