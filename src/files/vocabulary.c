/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/formats.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "files/json.h"

#include <string.h>

enum { MEBIBYTES = 8, COLUMNS = 3 };

struct vocabulary {
    json_t *numbers; /* by token, from 0 */
    struct text merges;
    const char **names; /* a row each */
    double *cells;
    size_t tokens, rows, names_room, cells_room;
    struct failure *failure;
};

static bool reserve_rows(struct vocabulary *vocabulary, size_t rows) {
    return (memory_reserve(&vocabulary->names, &vocabulary->names_room, rows,
                           sizeof *vocabulary->names) &&
            memory_reserve(&vocabulary->cells, &vocabulary->cells_room, COLUMNS * rows,
                           sizeof *vocabulary->cells)) ||
           failure_memory(vocabulary->failure);
}

/* Names the tokens; each number must occur once, and none may be missing. */
static bool name_tokens(struct vocabulary *vocabulary) {
    const char *name;
    json_t *number;
    vocabulary->tokens = vocabulary->rows = json_object_size(vocabulary->numbers);
    if (vocabulary->tokens == 0) {
        return failure_set(vocabulary->failure, "it has no tokens");
    }
    if (!reserve_rows(vocabulary, vocabulary->tokens)) {
        return false;
    }
    json_object_foreach(vocabulary->numbers, name, number) {
        size_t at;
        if (!json_size(number, &at) || at >= vocabulary->tokens || vocabulary->names[at]) {
            return failure_set(vocabulary->failure,
                               "its %zu tokens are not numbered from 0 to %zu, each once",
                               vocabulary->tokens, vocabulary->tokens - 1);
        }
        vocabulary->names[at] = name;
    }
    return true;
}

/* Finds the row of the token of LENGTH bytes at BYTES. */
static bool find_token_row(const struct vocabulary *vocabulary, const char *bytes, size_t length,
                           size_t *row) {
    return json_size(json_object_getn(vocabulary->numbers, bytes, length), row);
}

/* Adds the merge on line LINE (from 1): LENGTH bytes at BYTES, two tokens with a blank between. */
static bool add_merge(struct vocabulary *vocabulary, const char *bytes, size_t length,
                      size_t line) {
    const char *blank = memchr(bytes, ' ', length);
    size_t left, right, made, head = blank ? (size_t)(blank - bytes) : 0;
    struct text token = {0};
    text_append_bytes(&token, bytes, head);
    text_append_bytes(&token, bytes + head + (blank != NULL), length - head - (blank != NULL));
    bool known = blank && find_token_row(vocabulary, bytes, head, &left) &&
                 find_token_row(vocabulary, blank + 1, length - head - 1, &right) &&
                 find_token_row(vocabulary, text_string(&token), token.length, &made);
    bool ok = text_ok(&token, vocabulary->failure) &&
              (known || failure_set(vocabulary->failure,
                                    "merges.txt: merge %zu is not of two tokens into one", line));
    text_release(&token);
    if (ok && vocabulary->cells[made * COLUMNS] > 0) {
        ok = reserve_rows(vocabulary, vocabulary->rows + 1);
        if (ok) {
            vocabulary->names[vocabulary->rows] = vocabulary->names[made];
            made = vocabulary->rows++;
        }
    }
    if (ok) {
        double cells[COLUMNS] = {(double)line, (double)(left + 1), (double)(right + 1)};
        memcpy(vocabulary->cells + made * COLUMNS, cells, sizeof cells);
    }
    return ok;
}

/* Adds all merges; a first line that begins with #version is skipped. */
static bool add_merges(struct vocabulary *vocabulary) {
    const char *at = text_string(&vocabulary->merges);
    size_t line = 0;
    at += text_starts(at, "#version") ? strcspn(at, "\n") : 0;
    for (; *at != '\0'; at += strcspn(at, "\n")) {
        at += strspn(at, "\r\n");
        size_t length = strcspn(at, "\r\n");
        if (length > 0 && !add_merge(vocabulary, at, length, ++line)) {
            return false;
        }
    }
    return true;
}

static bool read_merges(struct vocabulary *vocabulary, struct stream *merges) {
    if (merges->size > MEBIBYTES << 20) {
        return failure_set(vocabulary->failure, "merges.txt is too large: the limit is %d MiB",
                           MEBIBYTES);
    }
    return stream_text(merges, merges->size, &vocabulary->merges, vocabulary->failure) &&
           (strlen(text_string(&vocabulary->merges)) == merges->size ||
            failure_set(vocabulary->failure, "merges.txt is not text"));
}

static struct tensor *make_token_table(const struct vocabulary *vocabulary) {
    struct shape shape = shape_matrix(vocabulary->rows, COLUMNS);
    shape.labels[AXIS_ROW] =
        labels_create(vocabulary->names, vocabulary->rows, vocabulary->failure);
    struct tensor *tensor =
        shape.labels[AXIS_ROW] ? tensor_room(&shape, vocabulary->failure) : NULL;
    if (tensor) {
        memcpy(tensor->cells, vocabulary->cells, shape_cells(&shape) * sizeof *tensor->cells);
    }
    shape_release(&shape);
    return tensor;
}

struct tensor *vocabulary_read(struct stream *tokens, struct stream *merges,
                               struct failure *failure) {
    struct vocabulary vocabulary = {.failure = failure};
    vocabulary.numbers = json_take(tokens, "this vocabulary", tokens->size, MEBIBYTES, failure);
    struct tensor *tensor = vocabulary.numbers && name_tokens(&vocabulary) &&
                                    read_merges(&vocabulary, merges) && add_merges(&vocabulary)
                                ? make_token_table(&vocabulary)
                                : NULL;
    json_decref(vocabulary.numbers);
    text_release(&vocabulary.merges);
    memory_free(vocabulary.names);
    memory_free(vocabulary.cells);
    return tensor;
}
