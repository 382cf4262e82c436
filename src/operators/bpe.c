/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* bpe: byte-pair encoding turns a text into tokens for a trained model.
 *
 * A vocabulary is a value with a row for each token, labelled with it. One column is the score: two
 * neighbours become one token if the vocabulary has it, the best score first (SentencePiece, as in
 * llama2.c). Three columns are the turn of the merge that makes the token (from 1; 0 for none) and
 * the rows of the two tokens that it merges, from 1, as in GPT-2: the text is first cut into words,
 * and its bytes are mapped to printable letters. (Sennrich, Haddow and Birch 2016; GPT-2's
 * encoder.py.) */
#define PCRE2_CODE_UNIT_WIDTH 8

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "operators/call.h"
#include "operators/dictionary.h"
#include "operators/merger.h"

#include <math.h>
#include <pcre2.h>
#include <stdint.h>
#include <string.h>

enum { TEXT, VOCABULARY };
enum { LOOK_WORK = 64 };         /* the cost of looking up one token, in numbers */
enum { SCORED = 1, MERGED = 3 }; /* the columns of each kind of vocabulary */

/* A prepared vocabulary, and the text encoded so far as rows of the vocabulary, from 0. */
struct encoding {
    const struct call *call;
    const struct tensor *vocabulary;
    struct dictionary tokens;
    size_t *merges,
        capacity; /* a hash table by pair: row + 1, or 0 when free; CAPACITY is a power of 2 */
    size_t *ids, count, room;
    struct merger merger;
    char *joint;    /* scratch for two tokens joined */
    size_t longest; /* the bytes of the longest token, and so of JOINT */
    struct failure *failure;
};

static void encoding_release(struct encoding *encoding) {
    dictionary_release(&encoding->tokens);
    memory_free(encoding->merges);
    memory_free(encoding->ids);
    memory_free(encoding->joint);
    merger_release(&encoding->merger);
}

static bool add_id(struct encoding *encoding, size_t id) {
    if (!memory_reserve(&encoding->ids, &encoding->room, encoding->count + 1,
                        sizeof *encoding->ids)) {
        return failure_memory(encoding->failure);
    }
    encoding->ids[encoding->count++] = id;
    return true;
}

/* Finds the row of TOKEN; false when there is none. */
static bool find_token(const struct encoding *encoding, const char *token, size_t *row) {
    size_t slot = *dictionary_slot(&encoding->tokens, token, strlen(token));
    *row = slot - 1;
    return slot > 0;
}

/* --- GPT-2's merges --------------------------------------------------------------------------- */

static const double *merge_of(const struct encoding *encoding, size_t row) {
    return encoding->vocabulary->cells + row * MERGED;
}

/* Returns the slot of the merge of two rows, or the free slot it would take. */
static size_t *merge_slot(const struct encoding *encoding, size_t left, size_t right) {
    uint64_t mixed = left * UINT64_C(0x9e3779b97f4a7c15) ^ right * UINT64_C(0xc2b2ae3d);
    size_t mask = encoding->capacity - 1, at = (size_t)mixed & mask;
    for (; encoding->merges[at] > 0; at = (at + 1) & mask) {
        const double *merge = merge_of(encoding, encoding->merges[at] - 1);

        if (merge[1] == (double)(left + 1) && merge[2] == (double)(right + 1)) {
            break;
        }
    }
    return &encoding->merges[at];
}

static bool is_row(const struct encoding *encoding, double number) {
    return number >= 1 && number <= (double)shape_rows(&encoding->vocabulary->shape) &&
           number == (double)(size_t)number;
}

static bool make_merges(struct encoding *encoding) {
    size_t rows = shape_rows(&encoding->vocabulary->shape);
    for (encoding->capacity = 16; encoding->capacity < 2 * rows;) {
        encoding->capacity *= 2;
    }
    encoding->merges = memory_allocate(encoding->capacity, sizeof *encoding->merges);
    if (!encoding->merges) {
        return failure_memory(encoding->failure);
    }
    for (size_t row = 0; row < rows; row++) {
        const double *merge = merge_of(encoding, row);
        size_t *slot;

        if (!checkpoint(LOOK_WORK, encoding->failure)) {
            return false;
        }
        if (!(merge[0] > 0)) {
            continue;
        }
        if (!is_row(encoding, merge[1]) || !is_row(encoding, merge[2])) {
            return call_refuse(encoding->call, encoding->failure,
                               "row %zu of the vocabulary merges rows that are not there", row + 1);
        }
        slot = merge_slot(encoding, (size_t)merge[1] - 1, (size_t)merge[2] - 1);
        if (*slot == 0 || merge_of(encoding, *slot - 1)[0] > merge[0]) {
            *slot = row + 1;
        }
    }
    return true;
}

/* The merger's `merges` for GPT-2; the context is the encoding. */
static bool find_merge(const void *context, struct merger_pair *pair) {
    const struct encoding *encoding = context;
    size_t slot = *merge_slot(encoding, pair->left, pair->right);
    if (slot == 0) {
        return false;
    }
    pair->turn = merge_of(encoding, slot - 1)[0];
    /* The merge makes the first row that has its token as a label. */
    find_token(encoding, encoding->tokens.words[slot - 1], &pair->made);
    return true;
}

/* Merges the ids from FROM on. */
static bool merge_from(struct encoding *encoding, size_t from) {
    size_t count = encoding->count - from;
    bool good = encoding->ids == NULL ||
                merger_run(&encoding->merger, encoding->ids + from, &count, encoding->failure);
    encoding->count = from + count;
    return good;
}

/* Returns the letter for BYTE: itself if it is printable, else one from U+0100 on. */
static uint32_t letter_of_byte(unsigned char byte) {
    if ((byte >= '!' && byte <= '~') || (byte >= 0xa1 && byte != 0xad)) {
        return byte;
    }
    return byte <= ' ' ? 0x100u + byte : byte <= 0xa0 ? 0x121u + byte - 0x7f : 0x143u;
}

static bool refuse_token(const struct encoding *encoding, const char *token) {
    return call_refuse(encoding->call, encoding->failure, "\"%s\" is not in the vocabulary", token);
}

static bool encode_word(struct encoding *encoding, const char *bytes, size_t length) {
    size_t from = encoding->count, row;
    char letter[5];
    for (size_t i = 0; i < length; i++) {
        utf8_encode(letter_of_byte((unsigned char)bytes[i]), letter);
        if (!find_token(encoding, letter, &row)) {
            return refuse_token(encoding, letter);
        }
        if (!add_id(encoding, row)) {
            return false;
        }
    }
    return checkpoint(LOOK_WORK * length, encoding->failure) && merge_from(encoding, from);
}

/* GPT-2's words are contractions, letters, digits and signs, each with one blank before it, and any
 * remaining blanks. */
static const char *const WORDS =
    "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|"
    "\\s+(?!\\S)|\\s+";

static bool encode_words(struct encoding *encoding, const char *text) {
    int code;
    size_t at, length = strlen(text);
    pcre2_code *words = pcre2_compile((PCRE2_SPTR)WORDS, PCRE2_ZERO_TERMINATED,
                                      PCRE2_UTF | PCRE2_UCP, &code, &at, NULL);
    pcre2_match_data *match = words ? pcre2_match_data_create_from_pattern(words, NULL) : NULL;
    bool good = match || failure_memory(encoding->failure);

    good = good && (utf8_valid(text, length) ||
                    call_refuse(encoding->call, encoding->failure, "the text is no UTF-8"));
    good = good && make_merges(encoding);
    encoding->merger.merges = find_merge;
    encoding->merger.together = true;
    for (at = 0; good && at < length;) {
        const size_t *found;

        code = pcre2_match(words, (PCRE2_SPTR)text, length, at, PCRE2_NO_UTF_CHECK, match, NULL);
        if (code <= 0) {
            good = failure_memory(
                encoding->failure); /* every text consists of such words, so only memory can fail */
            break;
        }
        found = pcre2_get_ovector_pointer(match);
        good = encode_word(encoding, text + at, found[1] - at);
        at = found[1];
    }
    pcre2_match_data_free(match);
    pcre2_code_free(words);
    return good;
}

/* --- SentencePiece, as in llama2.c ------------------------------------------------------------ */

/* The merger's `merges` for SentencePiece: two neighbours merge if they form a token, the best
 * score first. */
static bool find_joint(const void *context, struct merger_pair *pair) {
    const struct encoding *encoding = context;
    char *const *words = encoding->tokens.words;
    size_t left = strlen(words[pair->left]), right = strlen(words[pair->right]);
    size_t slot;
    if (left + right > encoding->longest) {
        return false;
    }
    memcpy(encoding->joint, words[pair->left], left);
    memcpy(encoding->joint + left, words[pair->right], right);
    slot = *dictionary_slot(&encoding->tokens, encoding->joint, left + right);
    if (slot == 0) {
        return false;
    }
    pair->made = slot - 1;
    pair->turn = -encoding->vocabulary->cells[slot - 1];
    pair->turn = isnan(pair->turn) ? (double)INFINITY : pair->turn;
    return true;
}

/* Allocates JOINT, with room for the longest token. */
static bool make_joint(struct encoding *encoding) {
    const struct dictionary *tokens = &encoding->tokens;
    for (size_t i = 0; i < tokens->labels->count; i++) {
        size_t length = strlen(tokens->words[i]);

        encoding->longest = length > encoding->longest ? length : encoding->longest;
    }
    encoding->joint = memory_room(encoding->longest);
    return encoding->joint || failure_memory(encoding->failure);
}

/* Adds a character that is no token byte by byte. */
static bool add_byte_tokens(struct encoding *encoding, const char *bytes, size_t length) {
    char token[8];
    size_t row;
    for (size_t i = 0; i < length; i++) {
        text_fill(token, sizeof token, "<0x%02X>", (unsigned)(unsigned char)bytes[i]);
        if (!find_token(encoding, token, &row)) {
            return refuse_token(encoding, token);
        }
        if (!add_id(encoding, row)) {
            return false;
        }
    }
    return true;
}

static bool add_character_tokens(struct encoding *encoding, const char *bytes, size_t length) {
    char character[5] = {0};
    size_t row;
    memcpy(character, bytes, length < sizeof character ? length : sizeof character - 1);
    if (!find_token(encoding, *bytes == ' ' ? "▁" : character, &row)) {
        return add_byte_tokens(encoding, bytes, length);
    }
    return add_id(encoding, row);
}

/* Encodes a text after its start token, if there is one; the first word has a blank before it like
 * the others. */
static bool encode_pieces(struct encoding *encoding, const char *text) {
    size_t start, length = strlen(text);
    bool begins = find_token(encoding, "<s>", &start);
    bool good = make_joint(encoding) && add_character_tokens(encoding, " ", 1);
    encoding->merger.merges = find_joint;
    for (size_t at = 0; good && at < length;) {
        uint32_t point;
        size_t bytes = utf8_decode(text + at, length - at, &point);

        good = add_character_tokens(encoding, text + at, bytes) &&
               checkpoint(LOOK_WORK, encoding->failure);
        at += bytes;
    }
    good = good && merge_from(encoding, 0) && (!begins || add_id(encoding, start));
    if (good && begins) {
        memmove(encoding->ids + 1, encoding->ids, (encoding->count - 1) * sizeof *encoding->ids);
        encoding->ids[0] = start;
    }
    return good;
}

/* --- the row ---------------------------------------------------------------------------------- */

/* Encodes the call's text; release ENCODING also after a failure. */
static bool encode_text(const struct call *call, struct encoding *encoding,
                        struct failure *failure) {
    const struct tensor *vocabulary = call->argument[VOCABULARY].value;
    const struct labels *tokens = vocabulary ? vocabulary->shape.labels[AXIS_ROW] : NULL;
    const char *text = call->argument[TEXT].word;
    size_t columns = vocabulary ? shape_columns(&vocabulary->shape) : 0;
    *encoding = (struct encoding){.call = call, .vocabulary = vocabulary, .failure = failure};
    encoding->merger.context = encoding;
    if (!vocabulary || vocabulary->shape.axes > 2 || !tokens ||
        (columns != SCORED && columns != MERGED)) {
        return call_refuse(
            call, failure,
            "a vocabulary is what tensor(\"gpt2/vocab.json\") reads, or its folder in "
            "quotes: \"gpt2\"");
    }
    if (text[0] == '\0' || strchr(text, '\n')) {
        return call_refuse(call, failure, "write one text that is not empty");
    }
    return dictionary_make(&encoding->tokens, tokens, tokens->bytes, failure) &&
           (columns == MERGED ? encode_words : encode_pieces)(encoding, text);
}

static bool bpe_shape(const struct call *call, struct shape *result, struct failure *failure) {
    struct encoding encoding;
    bool good = encode_text(call, &encoding, failure);
    *result = shape_matrix(1, encoding.count);
    if (good) {
        result->labels[AXIS_COLUMN] =
            labels_pick(encoding.tokens.labels, encoding.ids, encoding.count, failure);
        good = result->labels[AXIS_COLUMN] != NULL;
    }
    encoding_release(&encoding);
    return good;
}

static bool bpe_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    struct encoding encoding;
    bool good = encode_text(call, &encoding, failure);
    for (size_t i = 0; good && encoding.ids != NULL && i < encoding.count; i++) {
        result->cells[i] = (double)(encoding.ids[i] + 1);
    }
    encoding_release(&encoding);
    return good;
}

static void bpe_explain(const struct call *call, size_t cell, struct steps *steps) {
    struct failure failure = {0};
    struct encoding encoding;
    bool good =
        encode_text(call, &encoding, &failure) && cell < encoding.count && encoding.ids != NULL;
    steps->failed |= !good;
    steps->form = STEPS_NUMBER;
    steps_number(steps, good ? (double)(encoding.ids[cell] + 1) : 0, "the token's place");
    encoding_release(&encoding);
}

static const struct op rows[] = {
    {
        .name = "bpe",
        .family = "words",
        .sentence =
            "The tokens of a trained model: their positions in its vocabulary, from 1, in a row.",
        .example = "bpe(\"a saw\", tokens(\"▁ a s w ▁a aw\", [[0], [0], [0], [0], [1], [2]]))",
        .parameters =
            {{.name = "text", .kind = PARAMETER_TEXT, .sentence = "one text, or the name of one"},
             {.name = "vocabulary",
              .kind = PARAMETER_WORDS,
              .of_file = true,
              .sentence = "\"gpt2\", the folder of vocab.json and merges.txt, or a file"}},
        .writing = {.transposition = TRANSPOSE_WRAP},
        .source = true,
        .literal_in_numpy = true,
        .shape = bpe_shape,
        .compute = bpe_compute,
        .explain = bpe_explain,
    },
};

OPERATOR_FAMILY(bpe);
