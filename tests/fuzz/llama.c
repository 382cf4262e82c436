/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* llama2.c's checkpoint and its vocabulary. */
#include "files/formats.h"

#include "base/failure.h"
#include "base/text.h"
#include "fuzz/archive.h"
#include "fuzz/target.h"

#include <check.h>

static void run(const char *bytes, size_t length) {
    struct stream stream = stream_memory("a.bin", bytes, length);
    struct failure failure = {0};
    archive_try(&archive_llama, bytes, length);
    struct tensor *tokens = llama_vocabulary(&stream, &failure);
    ck_assert((tokens != NULL) != failure.set);
    ck_assert(tokens == NULL ||
              shape_rows(&tokens->shape) == tokens->shape.labels[AXIS_ROW]->count);
    tensor_release(tokens);
}

static void words(struct text *out) {
    text_append(out,
                "\"\\x01\\x00\\x00\\x00\"\n\"\\x02\\x00\\x00\\x00\"\n\"\\xff\\xff\\xff\\xff\"\n"
                "\"\\xff\\xff\\xff\\x7f\"\n\"\\x00\\x00\\x80\\xbf\"\n\"\\xff\\xff\\xff\\xfe\"\n");
}

const struct target target_llama = {"llama", 512, run, words, NULL};
