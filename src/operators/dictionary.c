/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "operators/dictionary.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/memory.h"
#include "base/random.h"

#include <string.h>

enum { WORD_WORK = 64 }; /* the cost of adding a word, in numbers */

void dictionary_release(struct dictionary *dictionary) {
    memory_free(dictionary->slots);
    memory_free(dictionary->repeated);
}

size_t *dictionary_slot(const struct dictionary *dictionary, const char *word, size_t length) {
    size_t at = (size_t)random_word(0, word, length) & (dictionary->capacity - 1);
    for (; dictionary->slots[at]; at = (at + 1) & (dictionary->capacity - 1)) {
        const char *other = dictionary->words[dictionary->slots[at] - 1];

        if (strncmp(other, word, length) == 0 && other[length] == '\0') {
            break;
        }
    }
    return &dictionary->slots[at];
}

bool dictionary_make(struct dictionary *dictionary, const struct labels *labels, char *const *words,
                     struct failure *failure) {
    *dictionary = (struct dictionary){.labels = labels, .words = words, .capacity = 16};
    while (dictionary->capacity < 2 * labels->count) {
        dictionary->capacity *= 2;
    }
    dictionary->slots = memory_allocate(dictionary->capacity, sizeof *dictionary->slots);
    dictionary->repeated = memory_allocate(labels->count, sizeof *dictionary->repeated);
    if (!dictionary->slots || !dictionary->repeated) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < labels->count; i++) {
        const char *name = words[i];
        size_t *slot = dictionary_slot(dictionary, name, strlen(name));

        if (!checkpoint(WORD_WORK, failure)) {
            return false;
        }
        if (*slot) {
            dictionary->repeated[*slot - 1] = true;
        } else {
            *slot = i + 1;
        }
    }
    return true;
}
