/* words: values made from words, and words put to values. */
#include "operators/call.h"
#include "operators/families.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"

#include <string.h>

/* The words of a TEXT argument: one at least. */
static struct labels *words_of(const struct call *call, int argument, struct failure *failure) {
    struct labels *words = labels_split(call->argument[argument].word, failure);

    if (words && words->count == 0) {
        call_refuse(call, failure, "%s has no word in it; write one or more between the quotes",
                    call->operator->parameters[argument].name);
        labels_release(words);
        return NULL;
    }
    return words;
}

/* "I, saw, a", the first few. */
static void write_names(const struct labels *labels, struct text *out) {
    enum { SHOWN = 12 };

    for (size_t i = 0; i < labels->count && i < SHOWN; i++)
        text_format(out, "%s%s", i ? ", " : "", labels->names[i]);
    if (labels->count > SHOWN)
        text_append(out, ", …");
}

/* Each word once, in the order of first appearance. */
static struct labels *distinct_words(const struct labels *words, struct failure *failure) {
    size_t *positions = memory_allocate(words->count, sizeof *positions);
    size_t count = 0, first;
    struct labels *distinct;

    if (!positions) {
        failure_memory(failure);
        return NULL;
    }
    for (size_t i = 0; i < words->count; i++)
        if (labels_find(words, words->names[i], &first) > 0 && first == i)
            positions[count++] = i;
    distinct = labels_pick(words, positions, count, failure);
    memory_free(positions);
    return distinct;
}

/* Refuses a word that LABELS does not have exactly once. */
static bool word_known(const struct call *call, const char *word, const struct labels *labels,
                       const char *where, struct failure *failure) {
    struct text names = {0};
    size_t first, times = labels_find(labels, word, &first);

    if (times == 1)
        return true;
    write_names(labels, &names);
    if (times == 0)
        call_refuse(call, failure, "\"%s\" is not in %s, which has %s", word, where,
                    text_string(&names));
    else
        call_refuse(call, failure, "\"%s\" stands %zu times in %s, once would be right", word,
                    times, where);
    text_release(&names);
    return false;
}

static bool words_known(const struct call *call, const struct labels *words,
                        const struct labels *labels, const char *where, struct failure *failure) {
    for (size_t i = 0; i < words->count; i++)
        if (!word_known(call, words->names[i], labels, where, failure))
            return false;
    return true;
}

enum { ONEHOT_TEXT, ONEHOT_VOCABULARY };

static bool onehot_shape(const struct call *call, struct shape *result, struct failure *failure) {
    struct labels *words = words_of(call, ONEHOT_TEXT, failure), *vocabulary;

    *result = shape_matrix(1, 1);
    if (!words)
        return false;
    vocabulary = call->argument[ONEHOT_VOCABULARY].word ? words_of(call, ONEHOT_VOCABULARY, failure)
                                                        : distinct_words(words, failure);
    result->labels[AXIS_ROW] = words;
    result->labels[AXIS_COLUMN] = vocabulary;
    if (!vocabulary || !words_known(call, vocabulary, vocabulary, "the vocabulary", failure) ||
        !words_known(call, words, vocabulary, "the vocabulary", failure))
        return false;
    result->size[AXIS_ROW] = words->count;
    result->size[AXIS_COLUMN] = vocabulary->count;
    return true;
}

static bool onehot_compute(const struct call *call, struct tensor *result,
                           struct failure *failure) {
    const struct labels *words = result->shape.labels[AXIS_ROW];
    const struct labels *vocabulary = result->shape.labels[AXIS_COLUMN];

    (void)call;
    (void)failure;
    for (size_t i = 0; i < words->count; i++) {
        size_t at = 0;

        labels_find(vocabulary, words->names[i], &at);
        result->cells[i * vocabulary->count + at] = 1.0;
    }
    return true;
}

static void onehot_explain(const struct call *call, size_t cell, struct steps *steps) {
    const struct labels *vocabulary = call->shape.labels[AXIS_COLUMN];
    bool same = text_same(call->shape.labels[AXIS_ROW]->names[cell / vocabulary->count],
                          vocabulary->names[cell % vocabulary->count]);

    steps->form = STEPS_NUMBER;
    steps_number(steps, same ? 1.0 : 0.0, same ? "the word itself" : "another word");
}

enum { EMBED_TEXT, EMBED_TABLE };

static bool embed_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *table = call_shape(call, EMBED_TABLE);
    struct labels *words;
    struct text where = {0};
    bool good;

    if (!table->labels[AXIS_ROW])
        return call_refuse(call, failure,
                           "the table's rows have no labels; name them with tokens(\"…\", table)");
    words = words_of(call, EMBED_TEXT, failure);
    if (!words)
        return false;
    text_append(&where, "the rows of ");
    call_operand(call, EMBED_TABLE, &where);
    good = words_known(call, words, table->labels[AXIS_ROW], text_string(&where), failure);
    text_release(&where);
    *result = shape_copy(table);
    labels_release(result->labels[AXIS_ROW]);
    result->labels[AXIS_ROW] = words;
    result->size[AXIS_ROW] = words->count;
    return good;
}

/* The table's row for row ROW of the result. */
static size_t embed_row(const struct call *call, const struct labels *words, size_t row) {
    size_t at = 0;

    labels_find(call_shape(call, EMBED_TABLE)->labels[AXIS_ROW], words->names[row], &at);
    return at;
}

static bool embed_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    const struct tensor *table = call->argument[EMBED_TABLE].value;
    size_t rows = shape_rows(&result->shape), columns = shape_columns(&result->shape);
    size_t matrices = shape_matrices(&result->shape);

    (void)failure;
    for (size_t row = 0; row < rows; row++) {
        size_t at = embed_row(call, result->shape.labels[AXIS_ROW], row);

        for (size_t m = 0; m < matrices; m++)
            memcpy(result->cells + (m * rows + row) * columns,
                   table->cells + (m * shape_rows(&table->shape) + at) * columns,
                   columns * sizeof *result->cells);
    }
    return true;
}

static void embed_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    struct place place = tensor_place(&call->shape, cell);

    place.at[AXIS_ROW] = embed_row(call, call->shape.labels[AXIS_ROW], place.at[AXIS_ROW]);
    *argument = EMBED_TABLE;
    *from = tensor_index(call_shape(call, EMBED_TABLE), &place);
}

static bool embed_numpy(const struct call *call, struct text *out) {
    struct failure failure = {0};
    struct labels *words = labels_split(call->argument[EMBED_TEXT].word, &failure);

    if (!words)
        return false;
    text_append(out, "np.take(");
    call_bracketed(call, EMBED_TABLE, PRECEDENCE_ADD, out);
    text_append(out, ", [");
    for (size_t i = 0; i < words->count; i++)
        text_format(out, "%s%zu", i ? ", " : "", embed_row(call, words, i));
    text_append(out, "], axis=-2)");
    labels_release(words);
    return true;
}

enum { VECTORS_TEXT, VECTORS_D, VECTORS_SEED };

static bool vectors_shape(const struct call *call, struct shape *result, struct failure *failure) {
    size_t d, seed;
    struct labels *words;

    if (!call_count(call, VECTORS_D, &d, failure) ||
        !call_whole(call, VECTORS_SEED, &seed, failure))
        return false;
    words = words_of(call, VECTORS_TEXT, failure);
    if (!words)
        return false;
    *result = shape_matrix(words->count, d);
    result->labels[AXIS_ROW] = words;
    return true;
}

/* The generator of one word's numbers: it hangs on the word and the seed alone. */
static struct random word_random(const struct call *call, const char *word) {
    struct random random;

    random_seed(&random,
                random_word((uint64_t)call->argument[VECTORS_SEED].number, word, strlen(word)));
    return random;
}

static bool vectors_compute(const struct call *call, struct tensor *result,
                            struct failure *failure) {
    const struct labels *words = result->shape.labels[AXIS_ROW];
    size_t d = shape_columns(&result->shape);

    (void)failure;
    for (size_t i = 0; i < words->count; i++) {
        struct random random = word_random(call, words->names[i]);

        for (size_t j = 0; j < d; j++)
            result->cells[i * d + j] = random_normal(&random);
    }
    return true;
}

static void vectors_explain(const struct call *call, size_t cell, struct steps *steps) {
    size_t d = shape_columns(&call->shape);
    struct random random = word_random(call, call->shape.labels[AXIS_ROW]->names[cell / d]);
    double number = 0;

    for (size_t j = 0; j <= cell % d; j++)
        number = random_normal(&random);
    steps->form = STEPS_NUMBER;
    steps_number(steps, number, "random, by word and seed");
}

enum { TOKENS_TEXT, TOKENS_MATRIX, TOKENS_COLUMNS };

/* Puts the words of a TEXT argument on an axis of SHAPE: one word a position. */
static bool name_axis(const struct call *call, int argument, int axis, struct shape *shape,
                      struct failure *failure) {
    struct labels *words = words_of(call, argument, failure);
    const char *rows = axis == AXIS_ROW ? "row" : "column";

    if (!words)
        return false;
    if (words->count != shape->size[axis]) {
        call_refuse(call, failure, "%zu word%s for %zu %s%s; each %s needs one", words->count,
                    words->count == 1 ? "" : "s", shape->size[axis], rows,
                    shape->size[axis] == 1 ? "" : "s", rows);
        labels_release(words);
        return false;
    }
    labels_release(shape->labels[axis]);
    shape->labels[axis] = words;
    return true;
}

static bool tokens_shape(const struct call *call, struct shape *result, struct failure *failure) {
    *result = shape_copy(call_shape(call, TOKENS_MATRIX));
    if (!name_axis(call, TOKENS_TEXT, AXIS_ROW, result, failure))
        return false;
    return !call->argument[TOKENS_COLUMNS].word ||
           name_axis(call, TOKENS_COLUMNS, AXIS_COLUMN, result, failure);
}

static void tokens_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    (void)call;
    *argument = TOKENS_MATRIX;
    *from = cell;
}

#define TEXT_PARAMETER                                                                             \
    { .name = "text", .kind = PARAMETER_TEXT, .sentence = "words, with blanks between them" }

static const struct operator rows[] = {
    {
        .name = "onehot",
        .family = "sources",
        .sentence =
            "A row for each word: 1 in the word's own column of the vocabulary, 0 elsewhere.",
        .example = "onehot(\"I saw a saw\", vocabulary=\"I saw a\")",
        .parameters = {TEXT_PARAMETER,
                       {.name = "vocabulary",
                        .kind = PARAMETER_TEXT,
                        .optional = true,
                        .sentence = "the columns; the text's own words when left out"}},
        .writing = {.form = WRITING_CALL,
                    .precedence = PRECEDENCE_ATOM,
                    .transposition = TRANSPOSE_WRAP},
        .source = true,
        .literal_in_numpy = true,
        .shape = onehot_shape,
        .compute = onehot_compute,
        .explain = onehot_explain,
    },
    {
        .name = "embed",
        .family = "sources",
        .sentence = "The table's row for each word, found by the labels of its rows.",
        .example = "embed(\"a I\", tokens(\"I saw a\", [[1, 0], [0, 1], [2, 2]]))",
        .parameters = {TEXT_PARAMETER,
                       {.name = "table",
                        .kind = PARAMETER_VALUE,
                        .sentence = "a matrix whose rows are labelled"}},
        .writing = {.form = WRITING_CALL,
                    .precedence = PRECEDENCE_ATOM,
                    .transposition = TRANSPOSE_WRAP},
        .moves = true,
        .shape = embed_shape,
        .compute = embed_compute,
        .origin = embed_origin,
        .numpy = embed_numpy,
    },
    {
        .name = "vectors",
        .family = "sources",
        .sentence = "A random vector for each word, the same wherever the word stands.",
        .example = "vectors(\"I saw a saw\", 3)",
        .parameters = {TEXT_PARAMETER,
                       {.name = "d", .kind = PARAMETER_COUNT, .sentence = "numbers in each vector"},
                       {.name = "seed",
                        .kind = PARAMETER_NUMBER,
                        .standard = "0",
                        .sentence = "another whole number gives every word another vector"}},
        .writing = {.form = WRITING_CALL,
                    .precedence = PRECEDENCE_ATOM,
                    .transposition = TRANSPOSE_WRAP},
        .source = true,
        .literal_in_numpy = true,
        .shape = vectors_shape,
        .compute = vectors_compute,
        .explain = vectors_explain,
    },
    {
        .name = "tokens",
        .family = "sources",
        .sentence = "Names the rows of a matrix, a word each, and if asked its columns.",
        .example = "tokens(\"I am\", [[1, 2], [3, 4]], columns=\"x y\")",
        .parameters = {TEXT_PARAMETER,
                       {.name = "matrix",
                        .kind = PARAMETER_VALUE,
                        .sentence = "the matrix that gets the names"},
                       {.name = "columns",
                        .kind = PARAMETER_TEXT,
                        .optional = true,
                        .sentence = "names for the columns"}},
        .writing = {.form = WRITING_CALL,
                    .precedence = PRECEDENCE_ATOM,
                    .numpy = "(%2)",
                    .transposition = TRANSPOSE_WRAP},
        .moves = true,
        .source = true,
        .shape = tokens_shape,
        .compute = call_move,
        .origin = tokens_origin,
    },
};

OPERATOR_FAMILY(words);
