/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "operators/numbering.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "operators/dictionary.h"

#include <string.h>

enum { NAMES_SHOWN = 12 };

/* Writes the first few labels: "I, saw, a". */
static void write_names(const struct labels *labels, struct text *out) {
    for (size_t i = 0; i < labels->count && i < NAMES_SHOWN; i++) {
        text_format(out, "%s%s", i ? ", " : "", labels->names[i]);
    }
    if (labels->count > NAMES_SHOWN) {
        text_append(out, ", …");
    }
}

/* Returns each label once, in the order of first appearance. */
static struct labels *dictionary_words(const struct dictionary *dictionary,
                                       struct failure *failure) {
    const struct labels *labels = dictionary->labels;
    size_t *positions = memory_allocate(labels->count, sizeof *positions), count = 0;
    struct labels *distinct = NULL;
    for (size_t i = 0; positions && i < labels->count; i++) {
        if (*dictionary_slot(dictionary, labels->names[i], strlen(labels->names[i])) == i + 1) {
            positions[count++] = i;
        }
    }
    if (positions) {
        distinct = labels_pick(labels, positions, count, failure);
    } else {
        failure_memory(failure);
    }
    memory_free(positions);
    return distinct;
}

/* --- reading a text with a vocabulary --------------------------------------------------------- */

void numbering_release(struct numbering *wording) {
    labels_release(wording->words);
    labels_release(wording->vocabulary);
    memory_free(wording->number);
}

/* Refuses a text without a word. */
static bool refuse_empty(const struct call *call, int argument, struct failure *failure) {
    return call_refuse(call, failure, "%s has no word in it; write one or more between the quotes",
                       call->op->parameters[argument].name);
}

/* Goes through the words of a text. The current word has LENGTH bytes from START on; LINE newlines
 * come before it, and it is word COUNT (from 1) of its line. */
struct word_cursor {
    const char *text;
    size_t at, start, length;
    size_t line, count;
};

static bool walk_to_next_word(struct word_cursor *cursor) {
    size_t blank = cursor->at;
    cursor->length = labels_next_word(cursor->text, &cursor->at, &cursor->start);
    cursor->count++;
    for (; cursor->length > 0 && blank < cursor->start; blank++) {
        if (cursor->text[blank] == '\n') {
            cursor->line++;
            cursor->count = 1;
        }
    }
    return cursor->length > 0;
}

/* Counts the texts and the words of the longest; refuses a text without words. */
static bool measure_texts(const struct call *call, struct numbering *wording,
                          struct failure *failure) {
    struct word_cursor cursor = {.text = call->argument[TEXT].word};
    size_t texts_with_words = 0, cells;
    for (const char *at = strchr(cursor.text, '\n'); at; at = strchr(at + 1, '\n')) {
        wording->texts++;
    }
    wording->batch = wording->texts > 0;
    wording->texts += !wording->batch;
    while (walk_to_next_word(&cursor)) {
        texts_with_words += cursor.count == 1;
        wording->longest = cursor.count > wording->longest ? cursor.count : wording->longest;
    }
    if (texts_with_words == 0) {
        return refuse_empty(call, TEXT, failure);
    }
    if (texts_with_words < wording->texts) {
        return call_refuse(call, failure, "a text of the batch has no word in it");
    }
    return (!__builtin_mul_overflow(wording->texts, wording->longest, &cells) &&
            cells <= TENSOR_LIMIT) ||
           call_refuse(call, failure, "%zu texts of up to %zu words have more than %d places",
                       wording->texts, wording->longest, (int)TENSOR_LIMIT);
}

/* Writes where a word is looked up, for a message. */
static void write_where(const struct call *call, int vocabulary, struct text *out) {
    bool table = vocabulary != 0 && call->argument[vocabulary].value;
    text_append(out, table ? "the rows of " : "the vocabulary");
    if (table) {
        call_write_operand(call, vocabulary, out);
    }
}

/* Refuses the current word of WALK, which is not exactly once in the labels of argument
 * VOCABULARY. */
static bool refuse_word(const struct call *call, const struct word_cursor *cursor,
                        const struct labels *labels, int vocabulary, struct failure *failure) {
    struct text word = {0}, where = {0}, names = {0};
    size_t first, times;
    text_format(&word, "%.*s", (int)cursor->length, cursor->text + cursor->start);
    times = labels_find(labels, text_string(&word), &first);
    write_where(call, vocabulary, &where);
    write_names(labels, &names);
    if (times == 0) {
        call_refuse(call, failure, "\"%s\" is not in %s, which has %s", text_string(&word),
                    text_string(&where), text_string(&names));
    } else {
        call_refuse(call, failure, "\"%s\" appears %zu times in %s; it must appear once",
                    text_string(&word), times, text_string(&where));
    }
    text_release(&word);
    text_release(&where);
    text_release(&names);
    return false;
}

/* Fills the numbers from DICTIONARY, whose labels are the vocabulary. */
static bool fill_numbers(const struct call *call, struct numbering *wording,
                         const struct dictionary *dictionary, int vocabulary,
                         struct failure *failure) {
    struct word_cursor cursor = {.text = call->argument[TEXT].word};

    wording->number = memory_allocate(wording->texts * wording->longest, sizeof *wording->number);
    if (!wording->number) {
        return failure_memory(failure);
    }
    while (walk_to_next_word(&cursor)) {
        const char *word = cursor.text + cursor.start;
        size_t number = *dictionary_slot(dictionary, word, cursor.length);

        if (cursor.length == strlen(WORDS_PADDING) && *word == *WORDS_PADDING) {
            continue;
        }
        if (number == 0 || dictionary->repeated[number - 1]) {
            return refuse_word(call, &cursor, dictionary->labels, vocabulary, failure);
        }
        wording->number[cursor.line * wording->longest + cursor.count - 1] = number;
    }
    return true;
}

struct labels *wording_labels(const struct call *call, int vocabulary, struct failure *failure) {
    const struct tensor *value = call->argument[vocabulary].value;
    struct labels *words = value ? labels_retain(value->shape.labels[AXIS_ROW])
                                 : labels_split(call->argument[vocabulary].word, failure);

    if (value && !words) {
        call_refuse(call, failure,
                    "the table's rows have no labels; name them with tokens(\"…\", table)");
    }
    if (words && words->count == 0) {
        refuse_empty(call, vocabulary, failure);
        labels_release(words);
        words = NULL;
    }
    return words;
}

static bool number_words(struct numbering *wording, const struct call *call, int vocabulary,
                         struct failure *failure) {
    struct dictionary dictionary = {0};
    bool good =
        dictionary_make(&dictionary, wording->vocabulary, wording->vocabulary->names, failure) &&
        fill_numbers(call, wording, &dictionary, vocabulary, failure);
    dictionary_release(&dictionary);
    return good;
}

bool numbering_measure(struct numbering *wording, const struct call *call, int vocabulary,
                       struct failure *failure) {
    const struct argument *given = &call->argument[vocabulary];
    bool has_vocabulary = vocabulary > 0 && (given->value || given->word);
    struct dictionary own = {0};
    *wording = (struct numbering){.texts = 0};
    if (!measure_texts(call, wording, failure)) {
        return false;
    }
    if (!has_vocabulary || !wording->batch) {
        wording->words = labels_split(call->argument[TEXT].word, failure);
        if (!wording->words) {
            return false;
        }
    }
    if (has_vocabulary) {
        wording->vocabulary = wording_labels(call, vocabulary, failure);
    } else if (dictionary_make(&own, wording->words, wording->words->names, failure)) {
        wording->vocabulary = dictionary_words(&own, failure);
    }
    dictionary_release(&own);
    return wording->vocabulary != NULL;
}

bool numbering_make(struct numbering *wording, const struct call *call, int vocabulary,
                    struct failure *failure) {
    return numbering_measure(wording, call, vocabulary, failure) &&
           number_words(wording, call, vocabulary, failure);
}

bool numbering_one(const struct call *call, struct numbering_place at, size_t *number,
                   struct failure *failure) {
    struct labels *words = wording_labels(call, at.vocabulary, failure);
    struct word_cursor cursor = {.text = call->argument[TEXT].word};
    *number = 0;
    for (; at.line > 0 && cursor.text; at.line--) {
        const char *end = strchr(cursor.text, '\n');
        cursor.text = end ? end + 1 : NULL;
    }
    while (cursor.text && walk_to_next_word(&cursor) && cursor.line == 0 &&
           cursor.count <= at.position) {
        continue;
    }
    for (size_t i = 0;
         words && cursor.text && cursor.length > 0 && cursor.line == 0 && i < words->count; i++) {
        const char *name = words->names[i];

        if (strncmp(name, cursor.text + cursor.start, cursor.length) == 0 && !name[cursor.length]) {
            *number = i + 1;
        }
    }
    labels_release(words);
    return words;
}
