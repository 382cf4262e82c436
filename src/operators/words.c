/* words: values made from the words of a text, or of a batch of texts, and words put to values.
 *
 * A TEXT argument is one text, or a batch of them where each ends with a newline. A batch gives a
 * stack, a matrix each text, and is padded with 0 to the longest; `padding` is its mask. */
#include "base/failure.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "operators/call.h"
#include "operators/dictionary.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { NAMES_SHOWN = 12 };

/* "I, saw, a", the first few. */
static void write_names(const struct labels *labels, struct text *out) {
    for (size_t i = 0; i < labels->count && i < NAMES_SHOWN; i++)
        text_format(out, "%s%s", i ? ", " : "", labels->names[i]);
    if (labels->count > NAMES_SHOWN)
        text_append(out, ", …");
}

/* Each label once, in the order of first appearance. */
static struct labels *dictionary_words(const struct dictionary *dictionary,
                                       struct failure *failure) {
    const struct labels *labels = dictionary->labels;
    size_t *positions = memory_allocate(labels->count, sizeof *positions), count = 0;
    struct labels *distinct = NULL;

    for (size_t i = 0; positions && i < labels->count; i++)
        if (*dictionary_slot(dictionary, labels->names[i]) == i + 1)
            positions[count++] = i;
    if (positions)
        distinct = labels_pick(labels, positions, count, failure);
    else
        failure_memory(failure);
    memory_free(positions);
    return distinct;
}

/* --- a text, read with a vocabulary ------------------------------------------------------------
 */

enum { TEXT }; /* the first argument of every row here */

struct reading {
    struct labels *words; /* of all texts, one after the other */
    bool batch;
    size_t texts, longest; /* how many there are, and the words of the longest */
    struct labels *vocabulary;
    size_t *number; /* texts × longest: a word's place in the vocabulary, from 1; 0 is padding */
};

static void reading_release(struct reading *reading) {
    labels_release(reading->words);
    labels_release(reading->vocabulary);
    memory_free(reading->number);
}

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

/* Walks over the words of a text as they stand: before word WORD it has passed LINE newlines. */
struct walk {
    const char *at;
    size_t line;
};

static void walk_over(struct walk *walk, const char *word) {
    size_t length = strlen(word);

    for (; strncmp(walk->at, word, length) != 0; walk->at++)
        walk->line += *walk->at == '\n';
    walk->at += length;
}

/* Counts the texts and the words of the longest; each has a word. */
static bool measure(const struct call *call, struct reading *reading, struct failure *failure) {
    const char *text = call->argument[TEXT].word;
    struct walk walk = {text, 0};
    size_t count = 0, line = 0;

    for (const char *at = strchr(text, '\n'); at; at = strchr(at + 1, '\n'))
        reading->texts++;
    reading->batch = reading->texts > 0;
    reading->texts += !reading->batch;
    for (size_t i = 0; i < reading->words->count; i++, line = walk.line) {
        walk_over(&walk, reading->words->names[i]);
        if (i > 0 ? walk.line > line + 1 : walk.line > 0)
            break;
        count = walk.line > line ? 1 : count + 1;
        reading->longest = count > reading->longest ? count : reading->longest;
    }
    return line + 1 >= reading->texts ||
           call_refuse(call, failure, "a text of the batch has no word in it");
}

/* What a word is looked up in, for a message. */
static void write_where(const struct call *call, int vocabulary, struct text *out) {
    bool table = vocabulary != 0 && call->argument[vocabulary].value;

    text_append(out, table ? "the rows of " : "the vocabulary");
    if (table)
        call_operand(call, vocabulary, out);
}

/* WORD is not once in the labels of argument VOCABULARY. Returns false. */
static bool refuse_word(const struct call *call, const char *word, const struct labels *labels,
                        int vocabulary, struct failure *failure) {
    struct text where = {0}, names = {0};
    size_t first, times = labels_find(labels, word, &first);

    write_where(call, vocabulary, &where);
    write_names(labels, &names);
    if (times == 0)
        call_refuse(call, failure, "\"%s\" is not in %s, which has %s", word, text_string(&where),
                    text_string(&names));
    else
        call_refuse(call, failure, "\"%s\" stands %zu times in %s, once would be right", word,
                    times, text_string(&where));
    text_release(&where);
    text_release(&names);
    return false;
}

/* Fills the numbers from DICTIONARY, whose labels are the vocabulary. */
static bool look_up(const struct call *call, struct reading *reading,
                    const struct dictionary *dictionary, int vocabulary, struct failure *failure) {
    struct walk walk = {call->argument[TEXT].word, 0};
    size_t place = 0, line = 0;
    size_t cells;

    if (__builtin_mul_overflow(reading->texts, reading->longest, &cells) || cells > TENSOR_LIMIT)
        return call_refuse(call, failure, "%zu texts of up to %zu words have more than %d places",
                           reading->texts, reading->longest, (int)TENSOR_LIMIT);
    reading->number = memory_allocate(cells, sizeof *reading->number);
    if (!reading->number)
        return failure_memory(failure);
    for (size_t i = 0; i < reading->words->count; i++, place++) {
        const char *word = reading->words->names[i];
        size_t number = *dictionary_slot(dictionary, word);

        walk_over(&walk, word);
        place = walk.line > line ? 0 : place;
        line = walk.line;
        if (text_same(word, WORDS_PADDING))
            continue;
        if (number == 0 || dictionary->repeated[number - 1])
            return refuse_word(call, word, dictionary->labels, vocabulary, failure);
        reading->number[line * reading->longest + place] = number;
    }
    return true;
}

/* The labels of argument VOCABULARY: a text's words, or those of a value's rows. */
static struct labels *labels_of(const struct call *call, int vocabulary, struct failure *failure) {
    const struct tensor *value = call->argument[vocabulary].value;

    if (!value)
        return words_of(call, vocabulary, failure);
    if (value->shape.labels[AXIS_ROW])
        return labels_retain(value->shape.labels[AXIS_ROW]);
    call_refuse(call, failure,
                "the table's rows have no labels; name them with tokens(\"…\", table)");
    return NULL;
}

static bool read_with(struct reading *reading, const struct call *call, int vocabulary,
                      struct failure *failure) {
    struct dictionary dictionary = {0};
    bool good = dictionary_make(&dictionary, reading->vocabulary, failure) &&
                look_up(call, reading, &dictionary, vocabulary, failure);

    dictionary_release(&dictionary);
    return good;
}

/* Reads the call's text with the vocabulary of argument VOCABULARY, or with its own where that is 0
 * or not given. Release also after a failure. */
static bool reading_make(struct reading *reading, const struct call *call, int vocabulary,
                         struct failure *failure) {
    const struct argument *given = &call->argument[vocabulary];
    struct dictionary own = {0};

    *reading = (struct reading){.words = words_of(call, TEXT, failure)};
    if (!reading->words || !measure(call, reading, failure))
        return false;
    if (vocabulary > 0 && (given->value || given->word))
        reading->vocabulary = labels_of(call, vocabulary, failure);
    else if (dictionary_make(&own, reading->words, failure))
        reading->vocabulary = dictionary_words(&own, failure);
    dictionary_release(&own);
    return reading->vocabulary && read_with(reading, call, vocabulary, failure);
}

/* A row for each word, of COLUMNS numbers; a batch gives a stack of such matrices. Only a single
 * text can label the rows. */
static struct shape worded_shape(const struct reading *reading, size_t columns) {
    struct shape shape = shape_matrix(reading->longest, columns);

    if (reading->batch) {
        shape.axes = 3;
        shape.size[AXIS_HEAD] = reading->texts;
    } else {
        shape.labels[AXIS_ROW] = labels_retain(reading->words);
    }
    return shape;
}

/* Reads the text to explain a cell in row ROW of the result's rows: its word's number, 0 for
 * padding, or without memory, which STEPS keeps. */
static size_t read_row(struct reading *reading, const struct call *call, int vocabulary, size_t row,
                       struct steps *steps) {
    struct failure failure = {0};
    bool good = reading_make(reading, call, vocabulary, &failure);

    steps->failed |= !good;
    steps->form = STEPS_NUMBER;
    return good ? reading->number[row] : 0;
}

/* --- onehot ------------------------------------------------------------------------------------
 */

enum { VOCABULARY = 1 }; /* a text's words, or those that label a value's rows */

static bool onehot_shape(const struct call *call, struct shape *result, struct failure *failure) {
    struct reading reading;
    bool good = reading_make(&reading, call, VOCABULARY, failure);

    *result = shape_matrix(1, 1);
    if (good) {
        *result = worded_shape(&reading, reading.vocabulary->count);
        result->labels[AXIS_COLUMN] = labels_retain(reading.vocabulary);
    }
    reading_release(&reading);
    return good;
}

static bool onehot_compute(const struct call *call, struct tensor *result,
                           struct failure *failure) {
    struct reading reading;
    bool good = reading_make(&reading, call, VOCABULARY, failure);

    if (good && reading.vocabulary->count != shape_columns(&result->shape))
        good = call_refuse(call, failure,
                           "other texts have other words: give the vocabulary, onehot(s, E)");
    for (size_t i = 0; good && i < reading.texts * reading.longest; i++)
        if (reading.number[i] > 0)
            result->cells[i * reading.vocabulary->count + reading.number[i] - 1] = 1.0;
    reading_release(&reading);
    return good;
}

static void onehot_explain(const struct call *call, size_t cell, struct steps *steps) {
    size_t columns = shape_columns(&call->shape);
    struct reading reading;
    size_t number = read_row(&reading, call, VOCABULARY, cell / columns, steps);
    bool same = number == cell % columns + 1;

    steps_number(steps, same ? 1.0 : 0.0,
                 number == 0 ? "padding"
                 : same      ? "the word itself"
                             : "another word");
    reading_release(&reading);
}

/* --- ids and padding: a row of numbers, a word each --------------------------------------------
 */

static bool line_shape(const struct call *call, int vocabulary, struct shape *result,
                       struct failure *failure) {
    struct reading reading;
    bool good = reading_make(&reading, call, vocabulary, failure);

    *result = shape_matrix(1, 1);
    if (good) {
        struct shape rows = worded_shape(&reading, 1);

        *result = rows;
        result->size[AXIS_ROW] = 1;
        result->size[AXIS_COLUMN] = rows.size[AXIS_ROW];
        result->labels[AXIS_ROW] = NULL;
        result->labels[AXIS_COLUMN] = rows.labels[AXIS_ROW];
    }
    reading_release(&reading);
    return good;
}

static bool ids_shape(const struct call *call, struct shape *result, struct failure *failure) {
    return line_shape(call, VOCABULARY, result, failure);
}

static bool ids_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    struct reading reading;
    bool good = reading_make(&reading, call, VOCABULARY, failure);

    for (size_t i = 0; good && i < reading.texts * reading.longest; i++)
        result->cells[i] = (double)reading.number[i];
    reading_release(&reading);
    return good;
}

static void ids_explain(const struct call *call, size_t cell, struct steps *steps) {
    struct reading reading;
    size_t number = read_row(&reading, call, VOCABULARY, cell, steps);

    steps_number(steps, (double)number, number == 0 ? "padding" : "the word's place");
    reading_release(&reading);
}

static bool padding_shape(const struct call *call, struct shape *result, struct failure *failure) {
    return line_shape(call, 0, result, failure);
}

static bool padding_compute(const struct call *call, struct tensor *result,
                            struct failure *failure) {
    struct reading reading;
    bool good = reading_make(&reading, call, 0, failure);

    for (size_t i = 0; good && i < reading.texts * reading.longest; i++)
        result->cells[i] = reading.number[i] > 0 ? 0.0 : -INFINITY;
    reading_release(&reading);
    return good;
}

static void padding_explain(const struct call *call, size_t cell, struct steps *steps) {
    struct reading reading;
    size_t number = read_row(&reading, call, 0, cell, steps);

    steps_number(steps, number > 0 ? 0.0 : -INFINITY, number > 0 ? "a word" : "padding, no word");
    reading_release(&reading);
}

/* --- embed -------------------------------------------------------------------------------------
 */

enum { TABLE = 1 };

static bool embed_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *table = call_shape(call, TABLE);
    struct reading reading;
    bool good = reading_make(&reading, call, TABLE, failure);

    *result = shape_matrix(1, 1);
    if (good && reading.batch && table->axes > 2) {
        good = call_refuse(call, failure, "a batch of texts takes a single table");
    } else if (good && reading.batch) {
        *result = worded_shape(&reading, shape_columns(table));
        result->labels[AXIS_COLUMN] = labels_retain(table->labels[AXIS_COLUMN]);
    } else if (good) {
        *result = shape_copy(table);
        labels_release(result->labels[AXIS_ROW]);
        result->labels[AXIS_ROW] = labels_retain(reading.words);
        result->size[AXIS_ROW] = reading.longest;
    }
    reading_release(&reading);
    return good;
}

/* Row ROW of all the result's rows: where the table's row for its word begins; false: padding. A
 * single text meets each matrix of a stack of tables, a batch the only one. */
static bool embed_row(const struct call *call, const struct reading *reading, size_t row,
                      size_t *from) {
    const struct shape *table = call_shape(call, TABLE);
    size_t number = reading->number[reading->batch ? row : row % reading->longest];
    size_t matrix = reading->batch ? 0 : row / reading->longest;

    *from = (matrix * shape_rows(table) + number - 1) * shape_columns(table);
    return number > 0;
}

/* What goes from row to row of table and result, or back. */
struct rows {
    double *to;
    const double *from;
    size_t columns;
};

/* Calls USE for each row of RESULT that has a word, with where it and its row of the table begin.
 */
static bool each_row(const struct call *call, const struct shape *result, struct rows rows,
                     void (*use)(const struct rows *rows, size_t row, size_t in_table),
                     struct failure *failure) {
    size_t count = shape_cells(result) / shape_columns(result), in_table;
    struct reading reading;
    bool good = reading_make(&reading, call, TABLE, failure);

    rows.columns = shape_columns(result);
    for (size_t row = 0; good && row < count; row++)
        if (embed_row(call, &reading, row, &in_table))
            use(&rows, row * rows.columns, in_table);
    reading_release(&reading);
    return good;
}

static void take_row(const struct rows *rows, size_t row, size_t in_table) {
    memcpy(rows->to + row, rows->from + in_table, rows->columns * sizeof *rows->to);
}

static void add_back(const struct rows *rows, size_t row, size_t in_table) {
    for (size_t j = 0; j < rows->columns; j++)
        rows->to[in_table + j] += rows->from[row + j];
}

static bool embed_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    struct rows rows = {result->cells, call->argument[TABLE].value->cells, 0};

    return each_row(call, &result->shape, rows, take_row, failure);
}

/* A row of the table gets the sum of what stands for its word. */
static bool embed_differentiate(const struct call *call, const struct tensor *result,
                                const struct tensor *upstream,
                                struct tensor *gradient[CALL_ARGUMENTS], struct failure *failure) {
    struct tensor *table = gradient[TABLE];

    return !table || each_row(call, &result->shape, (struct rows){table->cells, upstream->cells, 0},
                              add_back, failure);
}

static void embed_explain(const struct call *call, size_t cell, struct steps *steps) {
    size_t columns = shape_columns(&call->shape), from;
    struct reading reading;

    read_row(&reading, call, TABLE, 0, steps);
    if (!steps->failed && embed_row(call, &reading, cell / columns, &from)) {
        steps->form = STEPS_MOVE;
        from += cell % columns;
        steps_cell(steps, TABLE, from, call->argument[TABLE].value->cells[from]);
    } else {
        steps_number(steps, 0.0, "padding");
    }
    reading_release(&reading);
}

/* np.take(E, [0, 1], axis=-2); padding is a row of zeros that stands behind the others. */
static bool embed_numpy(const struct call *call, struct text *out) {
    struct failure failure = {0};
    struct reading reading;
    struct text table = {0};
    bool good = reading_make(&reading, call, TABLE, &failure);

    if (good) {
        call_bracketed(call, TABLE, reading.batch ? PRECEDENCE_POSTFIX : PRECEDENCE_ADD, &table);
        text_format(out,
                    reading.batch ? "np.take(np.concatenate([%s, np.zeros_like(%s[:1])]), ["
                                  : "np.take(%s, [",
                    text_string(&table), text_string(&table));
        for (size_t i = 0; i < reading.texts * reading.longest; i++) {
            bool first = i % reading.longest == 0;

            text_append(out, i == 0 ? "" : reading.batch && first ? "], " : ", ");
            text_append(out, reading.batch && first ? "[" : "");
            text_format(out, "%ld", (long)reading.number[i] - 1);
        }
        text_append(out, reading.batch ? "]], axis=-2)" : "], axis=-2)");
    }
    text_release(&table);
    reading_release(&reading);
    return good;
}

/* --- vectors -----------------------------------------------------------------------------------
 */

enum { VECTORS_D = 1, VECTORS_SEED };

static bool vectors_shape(const struct call *call, struct shape *result, struct failure *failure) {
    size_t d, seed;
    struct reading reading;
    bool good;

    *result = shape_matrix(1, 1);
    if (!call_count(call, VECTORS_D, &d, failure) ||
        !call_whole(call, VECTORS_SEED, &seed, failure))
        return false;
    good = reading_make(&reading, call, 0, failure);
    if (good)
        *result = worded_shape(&reading, d);
    reading_release(&reading);
    return good;
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
    size_t d = shape_columns(&result->shape);
    struct reading reading;
    bool good = reading_make(&reading, call, 0, failure);

    for (size_t i = 0; good && i < reading.texts * reading.longest; i++) {
        struct random random;

        if (reading.number[i] == 0)
            continue;
        random = word_random(call, reading.vocabulary->names[reading.number[i] - 1]);
        for (size_t j = 0; j < d; j++)
            result->cells[i * d + j] = random_normal(&random);
    }
    reading_release(&reading);
    return good;
}

static void vectors_explain(const struct call *call, size_t cell, struct steps *steps) {
    size_t d = shape_columns(&call->shape);
    struct reading reading;
    size_t number = read_row(&reading, call, 0, cell / d, steps);

    if (number > 0) {
        struct random random = word_random(call, reading.vocabulary->names[number - 1]);
        double value = 0;

        for (size_t j = 0; j <= cell % d; j++)
            value = random_normal(&random);
        steps_number(steps, value, "random, by word and seed");
    } else {
        steps_number(steps, 0.0, "padding");
    }
    reading_release(&reading);
}

/* --- tokens ------------------------------------------------------------------------------------
 */

enum { MATRIX = 1, COLUMNS };

/* Puts the words of a TEXT argument on an axis of SHAPE: one word a position. */
static bool name_axis(const struct call *call, int argument, int axis, struct shape *shape,
                      struct failure *failure) {
    const char *rows = axis == AXIS_ROW ? "row" : "column";
    struct labels *words;

    if (strchr(call->argument[argument].word, '\n'))
        return call_refuse(call, failure,
                           "the %ss of a matrix have one name each, and this is a batch of texts",
                           rows);
    words = words_of(call, argument, failure);
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
    *result = shape_copy(call_shape(call, MATRIX));
    if (!name_axis(call, TEXT, AXIS_ROW, result, failure))
        return false;
    return !call->argument[COLUMNS].word || name_axis(call, COLUMNS, AXIS_COLUMN, result, failure);
}

static void tokens_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    (void)call;
    *argument = MATRIX;
    *from = cell;
}

/* -----------------------------------------------------------------------------------------------
 */

#define TEXT_PARAMETER                                                                             \
    {                                                                                              \
        .name = "text", .kind = PARAMETER_TEXT,                                                    \
        .sentence = "words with blanks between them, or the name of a text; a list of texts is "   \
                    "a batch"                                                                      \
    }
#define VOCABULARY_PARAMETER                                                                       \
    {                                                                                              \
        .name = "vocabulary", .kind = PARAMETER_WORDS, .optional = true,                           \
        .sentence = "a text, or a matrix whose rows are labelled; the text's own words when left " \
                    "out"                                                                          \
    }

static const struct operator rows[] = {
    {
        .name = "onehot",
        .family = "words",
        .sentence =
            "A row for each word: 1 in the word's own column of the vocabulary, 0 elsewhere.",
        .example = "onehot(\"I saw a saw\", vocabulary=\"I saw a\")",
        .parameters = {TEXT_PARAMETER, VOCABULARY_PARAMETER},
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
        .family = "words",
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
        .explain = embed_explain,
        .numpy = embed_numpy,
        .differentiate = embed_differentiate,
    },
    {
        .name = "ids",
        .family = "words",
        .sentence = "The place of each word in the vocabulary, from 1, in a row; 0 for padding.",
        .example = "ids(\"I saw a saw\", \"a I saw\")",
        .parameters = {TEXT_PARAMETER, VOCABULARY_PARAMETER},
        .writing = {.form = WRITING_CALL,
                    .precedence = PRECEDENCE_ATOM,
                    .transposition = TRANSPOSE_WRAP},
        .source = true,
        .literal_in_numpy = true,
        .shape = ids_shape,
        .compute = ids_compute,
        .explain = ids_explain,
    },
    {
        .name = "padding",
        .family = "words",
        .sentence = "A mask to add to the scores of a batch: -inf where a text has no word any "
                    "more, else 0.",
        .example = "padding([\"I saw a saw\", \"I am\"])",
        .parameters = {TEXT_PARAMETER},
        .writing = {.form = WRITING_CALL,
                    .precedence = PRECEDENCE_ATOM,
                    .transposition = TRANSPOSE_WRAP},
        .source = true,
        .literal_in_numpy = true,
        .shape = padding_shape,
        .compute = padding_compute,
        .explain = padding_explain,
    },
    {
        .name = "vectors",
        .family = "words",
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
        .family = "words",
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
