/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/formats.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "files/cell_types.h"

#include <stdint.h>
#include <string.h>

/* --- the checkpoint --------------------------------------------------------------------------- */

/* The sizes in the header, in their order, and the sizes that follow from them. */
enum size {
    DIM,
    HIDDEN,
    LAYERS,
    HEADS,
    KV_HEADS,
    VOCABULARY,
    PLACES,
    HEADER,
    KV = HEADER,
    HALF,
    ONE,
    SIZES
};

static const struct {
    const char *name;
    enum size sizes[3];
    size_t axes;
} arrays[] = {
    {"token_embedding_table", {VOCABULARY, DIM}, 2},
    {"rms_att_weight", {LAYERS, ONE, DIM}, 3},
    {"wq", {LAYERS, DIM, DIM}, 3},
    {"wk", {LAYERS, KV, DIM}, 3},
    {"wv", {LAYERS, KV, DIM}, 3},
    {"wo", {LAYERS, DIM, DIM}, 3},
    {"rms_ffn_weight", {LAYERS, ONE, DIM}, 3},
    {"w1", {LAYERS, HIDDEN, DIM}, 3},
    {"w2", {LAYERS, DIM, HIDDEN}, 3},
    {"w3", {LAYERS, HIDDEN, DIM}, 3},
    {"rms_final_weight", {ONE, DIM}, 2},
    {"freq_cis_real", {PLACES, HALF}, 2},
    {"freq_cis_imag", {PLACES, HALF}, 2},
    {"wcls", {VOCABULARY, DIM}, 2}, /* unless the embedding does its work */
};

enum { ARRAYS = sizeof arrays / sizeof arrays[0], WORD = 4 };

static const struct cell_kind SINGLE = {'f', WORD, false}, WHOLE = {'i', WORD, false};

struct llama {
    struct stream *stream;
    size_t size[SIZES];
    size_t count; /* of arrays */
};

/* Returns the offset of array INDEX, which is past the end when the file is too short; SIZE_MAX
 * when it overflows. */
static size_t array_offset(const struct llama *llama, size_t index) {
    size_t place = HEADER * WORD;
    bool overflows = false;
    for (size_t i = 0; i < index; i++) {
        size_t bytes = WORD;
        for (size_t axis = 0; axis < arrays[i].axes; axis++) {
            overflows |= __builtin_mul_overflow(bytes, llama->size[arrays[i].sizes[axis]], &bytes);
        }
        overflows |= __builtin_add_overflow(place, bytes, &place);
    }
    return overflows ? SIZE_MAX : place;
}

static bool read_llama_header(struct llama *llama, struct failure *failure) {
    double header[HEADER];
    if (!cells_read(llama->stream, &WHOLE, header, HEADER, failure)) {
        return false;
    }
    llama->count = header[VOCABULARY] < 0 ? ARRAYS : ARRAYS - 1;
    header[VOCABULARY] = header[VOCABULARY] < 0 ? -header[VOCABULARY] : header[VOCABULARY];
    bool ok = true;
    for (size_t i = 0; i < HEADER; i++) {
        ok = ok && header[i] >= 1;
        llama->size[i] = ok ? (size_t)header[i] : 1;
    }
    llama->size[KV] = llama->size[DIM] / llama->size[HEADS] * llama->size[KV_HEADS];
    llama->size[HALF] = llama->size[DIM] / llama->size[HEADS] / 2;
    llama->size[ONE] = 1;
    return (ok && array_offset(llama, llama->count) == llama->stream->size) ||
           failure_set(failure,
                       "this is not a llama2.c checkpoint: its sizes and its length disagree");
}

static void close_llama(struct archive *archive) {
    memory_free(archive->inside);
}

static bool open_llama(struct archive *archive, struct stream *stream, struct failure *failure) {
    struct llama *llama = archive->inside = memory_allocate(1, sizeof *llama);
    if (!llama) {
        return failure_memory(failure);
    }
    llama->stream = stream;
    if (read_llama_header(llama, failure)) {
        return true;
    }
    close_llama(archive);
    return false;
}

static const char *llama_array_name(const struct archive *archive, size_t index) {
    const struct llama *llama = archive->inside;
    return index < llama->count ? arrays[index].name : NULL;
}

static struct tensor *read_llama_array(struct archive *archive, size_t index,
                                       struct failure *failure) {
    const struct llama *llama = archive->inside;
    size_t sizes[3];
    for (size_t i = 0; i < arrays[index].axes; i++) {
        sizes[i] = llama->size[arrays[index].sizes[i]];
    }
    llama->stream->at = array_offset(llama, index);
    return cells_array(llama->stream, &SINGLE, sizes, arrays[index].axes, failure);
}

const struct archive_format archive_llama = {open_llama, llama_array_name, read_llama_array,
                                             close_llama};

/* --- the vocabulary --------------------------------------------------------------------------- */

enum { TOKEN_LIMIT = 1024, TOKENS_LIMIT = 1 << 20 };

/* What has been read so far: the tokens one after the other, each with its NUL, and their scores.
 */
struct tokens {
    struct text names;
    double *scores;
    size_t count, capacity;
};

/* Reads a score, a length, and as many bytes. */
static bool read_token(struct stream *stream, struct tokens *tokens, struct failure *failure) {
    double score, length;
    char bytes[TOKEN_LIMIT];
    if (!cells_read(stream, &SINGLE, &score, 1, failure) ||
        !cells_read(stream, &WHOLE, &length, 1, failure)) {
        return false;
    }
    if (!(length >= 0 && length <= (double)TOKEN_LIMIT) || tokens->count == TOKENS_LIMIT) {
        return failure_set(
            failure,
            "this is not a llama2.c vocabulary; for a checkpoint, name an array, such as \"wq\"");
    }
    if (!stream_read(stream, bytes, (size_t)length, failure)) {
        return false;
    }
    for (size_t i = 0; i < (size_t)length; i++) {
        if (bytes[i] == ' ') {
            text_append(&tokens->names, "▁");
        } else if (bytes[i] != '\0' && bytes[i] != '\n') { /* around <s> there are some */
            text_append_character(&tokens->names, bytes[i]);
        }
    }
    text_append_bytes(&tokens->names, "", 1);
    if (tokens->names.failed || !memory_reserve(&tokens->scores, &tokens->capacity,
                                                tokens->count + 1, sizeof *tokens->scores)) {
        return failure_memory(failure);
    }
    tokens->scores[tokens->count++] = score;
    return true;
}

static struct tensor *make_token_scores(const struct tokens *tokens, struct failure *failure) {
    struct shape shape = shape_matrix(tokens->count, 1);
    shape.labels[AXIS_ROW] = labels_from_list(&tokens->names, tokens->count, failure);
    struct tensor *tensor = shape.labels[AXIS_ROW] ? tensor_room(&shape, failure) : NULL;
    if (tensor) {
        memcpy(tensor->cells, tokens->scores, tokens->count * sizeof *tensor->cells);
    }
    shape_release(&shape);
    return tensor;
}

struct tensor *llama_vocabulary(struct stream *stream, struct failure *failure) {
    struct tokens tokens = {.count = 0};
    double longest;
    bool ok = cells_read(stream, &WHOLE, &longest, 1, failure);
    while (ok && stream->at < stream->size) {
        ok = read_token(stream, &tokens, failure);
    }
    ok = ok && (tokens.count > 0 || failure_set(failure, "it has no tokens"));
    struct tensor *tensor = ok ? make_token_scores(&tokens, failure) : NULL;
    text_release(&tokens.names);
    memory_free(tokens.scores);
    return tensor;
}
