/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/minibatch.h"

#include "base/memory.h"
#include "operators/call.h"

#include <string.h>

/* A definition and its replacement of SIZE examples. */
struct cut {
    const struct definition *whole;
    struct definition *some;
    char **texts; /* of a batch of texts only: each, padded to the longest */
    char *bytes;  /* the text of SOME: room for SIZE of them */
};

/* Returns how many examples there are along a stack's first axis, or, where ROWS are examples, in a
 * matrix. */
static size_t examples_in(const struct definition *definition, bool rows) {
    const struct shape *shape = &definition->value->shape;
    bool any = shape->axes > 2 || (rows && definition->text == NULL && shape_rows(shape) > 1);
    return any ? shape->size[AXIS_COUNT - shape->axes] : 0;
}

/* --- making the replacements --------------------------------------------------------------------
 */

/* Returns a text of LENGTH bytes, padded to as many words as the longest has. */
static char *padded(const char *text, size_t length, const double *numbers, size_t longest) {
    static const char pad[] = " " WORDS_PADDING;
    size_t words = 0, each = strlen(pad);
    while (words < longest && numbers[words] > 0) {
        words++;
    }
    char *bytes = memory_room(length + (longest - words) * each + 1);
    if (bytes != NULL) {
        memcpy(bytes, text, length);
        for (size_t i = 0; i < longest - words; i++) {
            memcpy(bytes + length + i * each, pad, each);
        }
        bytes[length + (longest - words) * each] = '\0';
    }
    return bytes;
}

/* Pads each of the texts, and makes room for a minibatch of the longest. */
static bool cut_texts(struct cut *cut, const struct minibatch *minibatch) {
    const struct tensor *numbers = cut->whole->value;
    size_t words = shape_columns(&numbers->shape), most = 0;
    const char *at = cut->whole->text;
    cut->texts = memory_allocate(minibatch->examples, sizeof *cut->texts);
    for (size_t i = 0; cut->texts != NULL && i < minibatch->examples; i++) {
        size_t length = strcspn(at, "\n");

        cut->texts[i] = padded(at, length, numbers->cells + i * words, words);
        if (cut->texts[i] == NULL) {
            return false;
        }
        most = strlen(cut->texts[i]) > most ? strlen(cut->texts[i]) : most;
        at += length + 1;
    }
    cut->bytes = memory_room(minibatch->size * (most + 1) + 1);
    cut->some->text = cut->bytes;
    return cut->texts != NULL && cut->bytes != NULL;
}

static bool cut_make(struct cut *cut, const struct minibatch *minibatch,
                     const struct definition *whole, struct failure *failure) {
    struct shape shape = shape_copy(&whole->value->shape);
    enum tensor_axis first = (enum tensor_axis)(AXIS_COUNT - shape.axes);
    shape.size[first] = minibatch->size;
    labels_release(shape.labels[first]);
    shape.labels[first] = NULL;
    *cut = (struct cut){.whole = whole};
    cut->some = definition_create(whole->name, whole->tree, failure);
    if (cut->some != NULL) {
        cut->some->value = tensor_create(&shape, failure);
        cut->some->computed = cut->some->value;
    }
    shape_release(&shape);
    if (cut->some == NULL || cut->some->value == NULL) {
        return false;
    }
    return whole->text == NULL || cut_texts(cut, minibatch) || failure_memory(failure);
}

/* --- finding the examples -----------------------------------------------------------------------
 */

/* How definitions that are recomputed use a given one. */
enum input { NOT_INPUT, INPUT, INPUT_TO_PICK };

static bool picks_a_batch(const struct definition *user, const struct definition *used) {
    for (size_t i = 0; i < user->operation_count; i++) {
        const struct call *call = &user->operations[i].call;

        for (size_t k = 0; k < call->range_count; k++) {
            if (call->range[k].batch > 0 && call->range[k].numbers == used->value) {
                return true;
            }
        }
    }
    for (size_t i = 0; i < user->inside_count; i++) {
        const struct definition *inside = definition_owned_at(user, i);

        if (inside != NULL && picks_a_batch(inside, used)) {
            return true;
        }
    }
    return false;
}

/* Marks, by position, how the definitions of OURS use each given one. */
static void mark_given(const struct notebook *notebook, const bool *ours, enum input *input) {
    for (size_t i = 0; i < notebook->count; i++) {
        size_t count;
        struct definition *const *needs = definition_needs(notebook->list[i], &count);

        for (size_t k = 0; ours[i] && k < count; k++) {
            size_t used = notebook_position(notebook, needs[k]->name);

            if (!definition_is_operator(needs[k]) && !ours[used] && input[used] != INPUT_TO_PICK) {
                input[used] = picks_a_batch(notebook->list[i], needs[k]) ? INPUT_TO_PICK : INPUT;
            }
        }
    }
}

/* Returns the number of examples in a batch of texts or of ids, else the most that any stack has,
 * or any matrix. */
static size_t count_examples(const struct notebook *notebook, const enum input *input, bool rows) {
    size_t most = 0;
    bool texts = false;
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        bool ids = input[i] == INPUT_TO_PICK;
        size_t examples = input[i] ? examples_in(definition, rows || ids) : 0;
        bool text = examples > 0 && (definition->text != NULL || ids);

        if ((text && !texts) || (text == texts && examples > most)) {
            most = examples;
        }
        texts = texts || text;
    }
    return most;
}

/* True when EXAMPLES are the matrices of some stack, or texts. */
static bool any_stack(const struct notebook *notebook, const enum input *input, size_t examples) {
    bool any = false;
    for (size_t i = 0; i < notebook->count && examples > 0; i++) {
        any = any || (input[i] && examples_in(notebook->list[i], false) == examples);
    }
    return any;
}

static bool cut_all(struct minibatch *minibatch, const struct notebook *notebook,
                    const enum input *input, struct failure *failure) {
    minibatch->cuts = memory_allocate(notebook->count, sizeof *minibatch->cuts);
    minibatch->order = memory_allocate(minibatch->examples, sizeof *minibatch->order);
    if (minibatch->cuts == NULL || minibatch->order == NULL) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];

        bool rows = minibatch->rows || input[i] == INPUT_TO_PICK;

        if (input[i] && examples_in(definition, rows) == minibatch->examples &&
            !cut_make(&minibatch->cuts[minibatch->count++], minibatch, definition, failure)) {
            return false;
        }
    }
    return true;
}

bool minibatch_open(struct minibatch *minibatch, const struct notebook *notebook, const bool *ours,
                    const struct minibatch_plan *plan, struct failure *failure) {
    enum input *input = memory_allocate(notebook->count, sizeof *input);
    *minibatch = (struct minibatch){.size = plan->size};
    random_seed(&minibatch->random, (uint64_t)plan->seed);
    bool good = input != NULL || failure_memory(failure);
    if (good) {
        mark_given(notebook, ours, input);
        minibatch->examples = count_examples(notebook, input, false);
        minibatch->rows = !any_stack(notebook, input, minibatch->examples);
        if (minibatch->examples == 0) {
            minibatch->examples = count_examples(notebook, input, true);
        }
        if (minibatch->examples < plan->size) {
            good = minibatch->examples > 0
                       ? failure_set(failure, "there are %zu examples, and batch=%zu takes more",
                                     minibatch->examples, plan->size)
                       : failure_set(failure, "batch= takes some of many examples: the rows of a "
                                              "matrix, a stack, such as normal(50, 5, 3), or a "
                                              "list of texts");
        }
        good = good && cut_all(minibatch, notebook, input, failure);
    }
    memory_free(input);
    minibatch->at = minibatch->examples;
    if (good) {
        minibatch_draw(minibatch);
    }
    return good;
}

void minibatch_close(struct minibatch *minibatch) {
    for (size_t i = 0; i < minibatch->count; i++) {
        for (size_t k = 0; minibatch->cuts[i].texts != NULL && k < minibatch->examples; k++) {
            memory_free(minibatch->cuts[i].texts[k]);
        }
        memory_free(minibatch->cuts[i].texts);
        memory_free(minibatch->cuts[i].bytes);
        definition_release(minibatch->cuts[i].some);
    }
    memory_free(minibatch->cuts);
    memory_free(minibatch->order);
    *minibatch = (struct minibatch){.count = 0};
}

struct definition *minibatch_cut(const struct minibatch *minibatch,
                                 const struct definition *definition) {
    for (size_t i = 0; i < minibatch->count; i++) {
        if (minibatch->cuts[i].whole == definition) {
            return minibatch->cuts[i].some;
        }
    }
    return NULL;
}

/* --- drawing ------------------------------------------------------------------------------------
 */

/* Shuffles all examples (Fisher and Yates: every order is equally likely). */
static void shuffle(struct minibatch *minibatch) {
    for (size_t i = 0; i < minibatch->examples; i++) {
        size_t with = (size_t)(random_uniform(&minibatch->random) * (double)(i + 1));

        minibatch->order[i] = minibatch->order[with];
        minibatch->order[with] = i;
    }
    minibatch->at = 0;
}

static void copy_example(const struct cut *cut, size_t example, size_t at, char **end) {
    size_t cells = shape_cells(&cut->whole->value->shape) /
                   cut->whole->value->shape.size[AXIS_COUNT - cut->whole->value->shape.axes];
    memcpy(cut->some->value->cells + at * cells, cut->whole->value->cells + example * cells,
           cells * sizeof *cut->some->value->cells);
    if (cut->texts != NULL) {
        size_t length = strlen(cut->texts[example]);

        memcpy(*end, cut->texts[example], length);
        memcpy(*end + length, "\n", 2);
        *end += length + 1;
    }
}

void minibatch_draw(struct minibatch *minibatch) {
    if (minibatch->at + minibatch->size > minibatch->examples) {
        shuffle(minibatch);
    }
    for (size_t i = 0; i < minibatch->count; i++) {
        char *end = minibatch->cuts[i].bytes;

        for (size_t k = 0; k < minibatch->size; k++) {
            copy_example(&minibatch->cuts[i], minibatch->order[minibatch->at + k], k, &end);
        }
    }
    minibatch->at += minibatch->size;
}
