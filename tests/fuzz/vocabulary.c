/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* GPT-2's vocab.json and merges.txt, a NUL between them, and behind another a text that they
 * encode.
 */
#include "files/formats.h"

#include "base/failure.h"
#include "base/text.h"
#include "fuzz/target.h"
#include "operators/operator.h"

#include <check.h>
#include <string.h>

/* Up to the next NUL, or the end. */
static struct stream piece(const char **at, const char *end) {
    const char *stop = memchr(*at, '\0', (size_t)(end - *at));
    struct stream stream = stream_memory("a", *at, (size_t)((stop ? stop : end) - *at));
    *at = stop ? stop + 1 : end;
    return stream;
}

static void encode(const struct tensor *vocabulary, const struct stream *words) {
    struct failure failure = {0};
    struct text text = {0};
    struct call call = {.op = operator_find("bpe", strlen("bpe"))};
    text_append_bytes(&text, words->bytes, words->size);
    call.argument[0] = (struct argument){.given = true, .word = text_string(&text)};
    call.argument[1] = (struct argument){.given = true, .value = vocabulary};
    struct tensor *ids = call_run(&call, &failure);
    ck_assert((ids != NULL) != failure.set);
    for (size_t i = 0; ids != NULL && i < shape_cells(&ids->shape); i++) {
        size_t row = (size_t)ids->cells[i] - 1;
        ck_assert(row < shape_rows(&vocabulary->shape));
        ck_assert_str_eq(ids->shape.labels[AXIS_COLUMN]->names[i],
                         vocabulary->shape.labels[AXIS_ROW]->names[row]);
    }
    tensor_release(ids);
    text_release(&text);
}

static void run(const char *bytes, size_t length) {
    const char *at = bytes;
    struct stream tokens = piece(&at, bytes + length), merges = piece(&at, bytes + length);
    struct stream words = piece(&at, bytes + length);
    struct failure failure = {0};
    struct tensor *vocabulary = vocabulary_read(&tokens, &merges, &failure);
    ck_assert((vocabulary != NULL) != failure.set);
    if (vocabulary != NULL) {
        encode(vocabulary, &words);
    }
    tensor_release(vocabulary);
}

static void words(struct text *out) {
    target_words(
        out, "{\"a\":0,\"b\":1} \"ab\":2 \"aa\":3 #version: \"\\u0120\":4 'll \xf0\x9f\x99\x82");
    text_append(out, "\"\\x00\"\n\"a b\\x0a\"\n\"a a\\x0a\"\n\"ab ab\\x0a\"\n");
}

const struct target target_vocabulary = {"vocabulary", 1024, run, words, NULL};
