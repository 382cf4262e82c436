/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats of models: cut anywhere, with any bit flipped, or without memory, they are refused
 * with a message and nothing leaks. tests/play/models.py tests what they contain. */
#include "base/failure.h"
#include "base/file.h"
#include "base/heap.h"
#include "base/text.h"
#include "files/formats.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *files_models_suite(void);

static struct tensor *read_tokens(struct stream *stream, struct failure *failure) {
    static const char merges[] = "a b\na a\n";
    struct stream beside = stream_memory("merges.txt", merges, strlen(merges));
    return vocabulary_read(stream, &beside, failure);
}

/* Files that others wrote: NumPy, or a few lines of Python (tests/fuzz/corpus). */
static const struct {
    const char *file;
    const struct archive_format *archive; /* of which array a is read; or */
    struct tensor *(*read)(struct stream *stream, struct failure *failure);
    const char *name;
} models[] = {
    {"npz/stored", &archive_npz, NULL, "a"},
    {"npz/packed", &archive_npz, NULL, "a"},
    {"safetensors/one", &archive_safetensors, NULL, "a"},
    {"llama/shared", &archive_llama, NULL, "wq"},
    {"llama/tokens", NULL, llama_vocabulary, NULL},
    {"vocabulary/words", NULL, read_tokens, NULL},
};

enum { MODELS = sizeof models / sizeof models[0] };

static void load(int at, struct text *bytes) {
    struct text path = {0};
    struct failure failure = {0};
    text_format(&path, "%s/tests/fuzz/corpus/%s", QKV_SOURCE_DIR, models[at].file);
    ck_assert_msg(file_read(text_string(&path), FILE_LIMIT, bytes, &failure), "%s",
                  failure.message);
    text_release(&path);
    if (models[at].read == read_tokens) {
        text_clear(bytes);
        text_append(bytes, "{\"a\": 0, \"b\": 1, \"ab\": 2, \"aa\": 3}");
    }
}

static struct tensor *read_model(int at, const char *bytes, size_t length,
                                 struct failure *failure) {
    struct stream stream = stream_memory("model", bytes, length);
    return models[at].archive
               ? archive_read(models[at].archive, &stream, models[at].name, 0, failure)
               : models[at].read(&stream, failure);
}

/* A copy of exactly LENGTH bytes, so that a sanitiser sees a byte read too far. */
static bool reads_copy(int at, const char *bytes, size_t length, struct failure *failure) {
    char *copy = malloc(length > 0 ? length : 1);
    memcpy(copy, bytes, length);
    struct tensor *tensor = read_model(at, copy, length, failure);
    bool read = tensor != NULL;
    ck_assert(read != failure->set);
    tensor_release(tensor);
    free(copy);
    return read;
}

START_TEST(cut) {
    struct text bytes = {0};
    struct failure failure = {0};
    load(_i, &bytes);
    ck_assert_msg(reads_copy(_i, bytes.bytes, bytes.length, &failure), "%s", failure.message);
    for (size_t length = 0; length < bytes.length; length++) {
        failure = (struct failure){0};
        bool read = reads_copy(_i, bytes.bytes, length, &failure);
        /* A vocabulary may end after any token. */
        ck_assert(!read || models[_i].read == llama_vocabulary);
    }
    text_release(&bytes);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(transposed) {
    struct text bytes = {0};
    load(_i, &bytes);
    for (size_t i = 0; i < bytes.length; i++) {
        for (int bit = 0; bit < 8; bit++) {
            struct failure failure = {0};
            bytes.bytes[i] = (char)(bytes.bytes[i] ^ 1 << bit);
            reads_copy(_i, bytes.bytes, bytes.length, &failure);
            bytes.bytes[i] = (char)(bytes.bytes[i] ^ 1 << bit);
        }
    }
    text_release(&bytes);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(memory) {
    struct text bytes = {0};
    load(_i, &bytes);
    bool done = false;
    for (size_t k = 1; !done; k++) {
        struct failure failure = {0};
        memory_fail(k, true);
        struct tensor *tensor = read_model(_i, bytes.bytes, bytes.length, &failure);
        memory_fail(0, false);
        done = tensor != NULL;
        ck_assert_msg(done || text_same(failure.message, "out of memory"), "%s", failure.message);
        tensor_release(tensor);
        ck_assert_uint_eq(memory_blocks(), 1);
        ck_assert_uint_lt(k, 1000);
    }
    text_release(&bytes);
}
END_TEST

Suite *files_models_suite(void) {
    Suite *suite = suite_create("files models");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, cut, 0, MODELS);
    tcase_add_loop_test(core, transposed, 0, MODELS);
    tcase_add_loop_test(core, memory, 0, MODELS);
    suite_add_tcase(suite, core);
    return suite;
}
