/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* words: makes values from the words of a text, or of a batch of texts, and labels values with
 * words. A batch gives a stack with a matrix for each text, padded with 0; `padding` is its
 * mask. */
#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/random.h"
#include "base/text.h"
#include "operators/numbering.h"

#include <math.h>
#include <string.h>

/* Returns the shape of a row of COLUMNS numbers for each word; a batch gives a stack of such
 * matrices. Only a single text can label the rows. */
static struct shape rows_shape(const struct numbering *wording, size_t columns) {
    struct shape shape = shape_matrix(wording->longest, columns);
    if (wording->batch) {
        shape.axes = 3;
        shape.size[AXIS_HEAD] = wording->texts;
    } else {
        shape.labels[AXIS_ROW] = labels_retain(wording->words);
    }
    return shape;
}

/* Sets all cells to 0, which padding keeps. */
static void clear_cells(struct tensor *result) {
    memset(result->cells, 0, shape_cells(&result->shape) * sizeof *result->cells);
}

/* Returns the number of the word in row ROW of the result's rows; 0 for padding, or without memory,
 * which STEPS records. */
static size_t read_number_of_row(struct numbering *wording, const struct call *call, int vocabulary,
                                 size_t row, struct steps *steps) {
    struct failure failure = {0};
    bool good = numbering_make(wording, call, vocabulary, &failure);
    steps->failed |= !good;
    steps->form = STEPS_NUMBER;
    return good ? wording->number[row] : 0;
}

/* The same with the vocabulary of another argument, where every text has LONGEST rows. It reads
 * this row's text alone, because one number may depend on a word of each of thousands of texts. */
static size_t read_number_of_word(const struct call *call, int vocabulary, size_t longest,
                                  size_t row, struct steps *steps) {
    struct numbering_place at = {vocabulary, row / longest, row % longest};
    struct failure failure = {0};
    size_t number;
    steps->failed |= !numbering_one(call, at, &number, &failure);
    steps->form = STEPS_NUMBER;
    return number;
}

/* --- onehot, ids and padding: numbers that depend on a word's number alone -------------------- */

enum { VOCABULARY = 1 }; /* a text's words, or the labels of a value's rows */

/* A cell's value, and why it has it. */
struct word_cell {
    double value;
    const char *note;
};

struct word_rule {
    struct word_cell (*of)(size_t number, size_t column); /* NUMBER 0 is padding */
    int vocabulary; /* the argument; 0 for the text's own words */
    bool wide;      /* a row for each word, with a column each of the vocabulary; else a number */
};

static struct word_cell onehot_of(size_t number, size_t column) {
    bool same = number == column + 1;
    return (struct word_cell){same ? 1.0 : 0.0, number == 0 ? "padding"
                                                : same      ? "the word itself"
                                                            : "another word"};
}

static struct word_cell ids_of(size_t number, size_t column) {
    (void)column;
    return (struct word_cell){(double)number, number == 0 ? "padding" : "the word's place"};
}

static struct word_cell padding_of(size_t number, size_t column) {
    (void)column;
    return number > 0 ? (struct word_cell){0.0, "a word"}
                      : (struct word_cell){-INFINITY, "padding, no word"};
}

static const struct word_rule rule_onehot = {onehot_of, VOCABULARY, true};
static const struct word_rule rule_ids = {ids_of, VOCABULARY, false};
static const struct word_rule rule_padding = {padding_of, 0, false};

static bool by_word_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct word_rule *rule = call->op->detail;
    struct numbering wording;
    bool good = numbering_measure(&wording, call, rule->vocabulary, failure);
    *result = shape_matrix(1, 1);
    if (good && rule->wide) {
        *result = rows_shape(&wording, wording.vocabulary->count);
        result->labels[AXIS_COLUMN] = labels_retain(wording.vocabulary);
    } else if (good) {
        *result = rows_shape(&wording, 1);
        result->size[AXIS_COLUMN] = wording.longest;
        result->labels[AXIS_COLUMN] = result->labels[AXIS_ROW];
        result->size[AXIS_ROW] = 1;
        result->labels[AXIS_ROW] = NULL;
    }
    numbering_release(&wording);
    return good;
}

static bool by_word_compute(const struct call *call, struct tensor *result,
                            struct failure *failure) {
    const struct word_rule *rule = call->op->detail;
    size_t columns = rule->wide ? shape_columns(&result->shape) : 1;
    struct numbering wording;
    bool good = numbering_make(&wording, call, rule->vocabulary, failure);
    if (good && rule->wide && wording.vocabulary->count != columns) {
        good = call_refuse(call, failure,
                           "other texts have other words: give the vocabulary, onehot(s, E)");
    }
    for (size_t i = 0; good && i < wording.texts * wording.longest * columns; i++) {
        good = checkpoint_at(i, failure);
        result->cells[i] = rule->of(wording.number[i / columns], i % columns).value;
    }
    numbering_release(&wording);
    return good;
}

static void by_word_explain(const struct call *call, size_t cell, struct steps *steps) {
    const struct word_rule *rule = call->op->detail;
    const struct argument *vocabulary = &call->argument[rule->vocabulary];
    size_t columns = rule->wide ? shape_columns(&call->shape) : 1, row = cell / columns, number;
    struct word_cell value;
    if (rule->vocabulary > 0 && (vocabulary->value || vocabulary->word)) {
        size_t longest = rule->wide ? shape_rows(&call->shape) : shape_columns(&call->shape);
        number = read_number_of_word(call, rule->vocabulary, longest, row, steps);
    } else {
        struct numbering wording;
        number = read_number_of_row(&wording, call, rule->vocabulary, row, steps);
        numbering_release(&wording);
    }
    value = rule->of(number, cell % columns);
    steps_number(steps, value.value, value.note);
}

/* --- embed ------------------------------------------------------------------------------------ */

enum { TABLE = 1 };

static bool embed_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *table = call_shape(call, TABLE);
    struct numbering wording;
    bool good = numbering_measure(&wording, call, TABLE, failure);
    *result = shape_matrix(1, 1);
    if (good && wording.batch && table->axes > 2) {
        good = call_refuse(call, failure, "a batch of texts takes a single table");
    } else if (good && wording.batch) {
        *result = rows_shape(&wording, shape_columns(table));
        result->labels[AXIS_COLUMN] = labels_retain(table->labels[AXIS_COLUMN]);
    } else if (good) {
        *result = shape_copy(table);
        labels_release(result->labels[AXIS_ROW]);
        result->labels[AXIS_ROW] = labels_retain(wording.words);
        result->size[AXIS_ROW] = wording.longest;
    }
    numbering_release(&wording);
    return good;
}

/* Finds where the row of word NUMBER begins in matrix MATRIX of the table; false for padding. */
static bool table_row(const struct call *call, size_t number, size_t matrix, size_t *from) {
    const struct shape *table = call_shape(call, TABLE);
    *from = (matrix * shape_rows(table) + number - 1) * shape_columns(table);
    return number > 0;
}

/* Finds where the table's row begins for the word of row ROW of all the result's rows; false for
 * padding. A single text uses each matrix of a stack of tables, a batch the only one. */
static bool embed_row(const struct call *call, const struct numbering *wording, size_t row,
                      size_t *from) {
    size_t number = wording->number[wording->batch ? row : row % wording->longest];
    return table_row(call, number, wording->batch ? 0 : row / wording->longest, from);
}

static bool embed_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    const double *table = call->argument[TABLE].value->cells;
    size_t columns = shape_columns(&result->shape), cells = shape_cells(&result->shape), from;
    struct numbering wording;
    bool good = numbering_make(&wording, call, TABLE, failure);
    clear_cells(result);
    for (size_t start = 0; good && start < cells; start += columns) {
        good = checkpoint(CHECKPOINT_WORK + columns, failure);
        if (embed_row(call, &wording, start / columns, &from)) {
            memcpy(result->cells + start, table + from, columns * sizeof *table);
        }
    }
    numbering_release(&wording);
    return good;
}

/* A row of the table gets the sum of the gradients of its word's rows. */
static bool embed_differentiate(const struct call *call, const struct backward *back,
                                struct failure *failure) {
    const struct shape *result = &back->result->shape;
    size_t columns = shape_columns(result), cells = shape_cells(result), from;
    struct numbering wording;
    bool good = numbering_make(&wording, call, TABLE, failure);
    for (size_t start = 0; good && start < cells; start += columns) {
        if (embed_row(call, &wording, start / columns, &from)) {
            for (size_t j = 0; j < columns; j++) {
                back->gradient[TABLE]->cells[from + j] += back->upstream->cells[start + j];
            }
        }
    }
    numbering_release(&wording);
    return good;
}

static void embed_explain(const struct call *call, size_t cell, struct steps *steps) {
    size_t columns = shape_columns(&call->shape), longest = shape_rows(&call->shape), from;
    size_t row = cell / columns;
    bool batch = strchr(call->argument[TEXT].word, '\n');
    size_t number = read_number_of_word(call, TABLE, longest, batch ? row : row % longest, steps);
    if (!steps->failed && table_row(call, number, batch ? 0 : row / longest, &from)) {
        steps->form = STEPS_MOVE;
        from += cell % columns;
        steps_cell(steps, TABLE, from, call->argument[TABLE].value->cells[from]);
    } else {
        steps_number(steps, 0.0, "padding");
    }
}

/* Writes np.take(E, [0, 1], axis=-2); padding is a row of zeros after the others. */
static bool embed_numpy(const struct call *call, struct text *out) {
    struct failure failure = {0};
    struct numbering wording;
    struct text table = {0};
    bool good = numbering_make(&wording, call, TABLE, &failure);
    if (good) {
        call_write_bracketed(call, TABLE, wording.batch ? PRECEDENCE_POSTFIX : PRECEDENCE_ADD,
                             &table);
        text_format(out,
                    wording.batch ? "np.take(np.concatenate([%s, np.zeros_like(%s[:1])]), ["
                                  : "np.take(%s, [",
                    text_string(&table), text_string(&table));
        for (size_t i = 0; i < wording.texts * wording.longest; i++) {
            bool first = i % wording.longest == 0;

            text_append(out, i == 0 ? "" : wording.batch && first ? "], " : ", ");
            text_append(out, wording.batch && first ? "[" : "");
            text_format(out, "%ld", (long)wording.number[i] - 1);
        }
        text_append(out, wording.batch ? "]], axis=-2)" : "], axis=-2)");
    }
    text_release(&table);
    numbering_release(&wording);
    return good;
}

/* --- vectors ---------------------------------------------------------------------------------- */

enum { VECTORS_D = 1, VECTORS_SEED };

static bool vectors_shape(const struct call *call, struct shape *result, struct failure *failure) {
    size_t d, seed;
    struct numbering wording;
    bool good;
    *result = shape_matrix(1, 1);
    if (!call_read_count(call, VECTORS_D, &d, failure) ||
        !call_read_whole(call, VECTORS_SEED, &seed, failure)) {
        return false;
    }
    good = numbering_measure(&wording, call, 0, failure);
    if (good) {
        *result = rows_shape(&wording, d);
    }
    numbering_release(&wording);
    return good;
}

/* Returns the generator of one word's numbers, which depends on the word and the seed alone. */
static struct random word_random(const struct call *call, const char *word) {
    struct random random;
    random_seed(&random,
                random_word((uint64_t)call->argument[VECTORS_SEED].number, word, strlen(word)));
    return random;
}

static bool vectors_compute(const struct call *call, struct tensor *result,
                            struct failure *failure) {
    size_t d = shape_columns(&result->shape);
    struct numbering wording;
    bool good = numbering_make(&wording, call, 0, failure);
    clear_cells(result);
    for (size_t i = 0; good && i < wording.texts * wording.longest; i++) {
        struct random random;

        if (wording.number[i] == 0) {
            continue;
        }
        random = word_random(call, wording.vocabulary->names[wording.number[i] - 1]);
        for (size_t j = 0; j < d; j++) {
            result->cells[i * d + j] = random_normal(&random);
        }
    }
    numbering_release(&wording);
    return good;
}

static void vectors_explain(const struct call *call, size_t cell, struct steps *steps) {
    size_t d = shape_columns(&call->shape);
    struct numbering wording;
    size_t number = read_number_of_row(&wording, call, 0, cell / d, steps);
    if (number > 0) {
        struct random random = word_random(call, wording.vocabulary->names[number - 1]);
        double value = 0;

        for (size_t j = 0; j <= cell % d; j++) {
            value = random_normal(&random);
        }
        steps_number(steps, value, "random, by word and seed");
    } else {
        steps_number(steps, 0.0, "padding");
    }
    numbering_release(&wording);
}

/* --- tokens ----------------------------------------------------------------------------------- */

enum { MATRIX = 1, COLUMNS };

/* Labels an axis of SHAPE with the words of a TEXT argument, one for each position. */
static bool name_axis(const struct call *call, int argument, int axis, struct shape *shape,
                      struct failure *failure) {
    const char *rows = axis == AXIS_ROW ? "row" : "column";
    const char *text = call->argument[argument].word;
    struct labels *words;
    if (text && strchr(text, '\n')) {
        return call_refuse(call, failure,
                           "the %ss of a matrix have one name each, and this is a batch of texts",
                           rows);
    }
    words = wording_labels(call, argument, failure);
    if (!words) {
        return false;
    }
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
    if (!name_axis(call, TEXT, AXIS_ROW, result, failure)) {
        return false;
    }
    return !call->argument[COLUMNS].word || name_axis(call, COLUMNS, AXIS_COLUMN, result, failure);
}

static void tokens_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    (void)call;
    *argument = MATRIX;
    *from = cell;
}

static bool tokens_part(const struct call *call) {
    (void)call;
    return true;
}

/* --- the rows -------------------------------------------------------------------------------- */

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

#define WORDED(NAME)                                                                               \
    .writing = {.transposition = TRANSPOSE_WRAP}, .source = true, .literal_in_numpy = true,        \
    .detail = &rule_##NAME, .shape = by_word_shape, .compute = by_word_compute,                    \
    .explain = by_word_explain

static const struct op rows[] = {
    {
        .name = "onehot",
        .family = "words",
        .sentence =
            "A row for each word: 1 in the word's own column of the vocabulary, 0 elsewhere.",
        .example = "onehot(\"I saw a saw\", vocabulary=\"I saw a\")",
        .parameters = {TEXT_PARAMETER, VOCABULARY_PARAMETER},
        WORDED(onehot),
    },
    {
        .name = "embed",
        .sentence = "The table's row for each word, found by the labels of its rows.",
        .example = "embed(\"a I\", tokens(\"I saw a\", [[1, 0], [0, 1], [2, 2]]))",
        .parameters = {TEXT_PARAMETER,
                       {.name = "table",
                        .kind = PARAMETER_VALUE,
                        .sentence = "a matrix whose rows are labelled"}},
        .writing = {.transposition = TRANSPOSE_WRAP},
        .moves = true,
        .shape = embed_shape,
        .compute = embed_compute,
        .explain = embed_explain,
        .numpy = embed_numpy,
        .differentiate = embed_differentiate,
    },
    {
        .name = "ids",
        .sentence = "The position of each word in the vocabulary, from 1, in a row; 0 for padding.",
        .example = "ids(\"I saw a saw\", \"a I saw\")",
        .parameters = {TEXT_PARAMETER, VOCABULARY_PARAMETER},
        WORDED(ids),
    },
    {
        .name = "padding",
        .sentence = "A mask to add to the scores of a batch: -inf where a text has no more "
                    "words, else 0.",
        .example = "padding([\"I saw a saw\", \"I am\"])",
        .parameters = {TEXT_PARAMETER},
        WORDED(padding),
    },
    {
        .name = "vectors",
        .sentence = "A random vector for each word, the same wherever the word appears.",
        .example = "vectors(\"I saw a saw\", 3)",
        .parameters = {TEXT_PARAMETER,
                       {.name = "d", .kind = PARAMETER_COUNT, .sentence = "numbers in each vector"},
                       {.name = "seed",
                        .kind = PARAMETER_NUMBER,
                        .standard = "0",
                        .sentence = "another whole number gives every word another vector"}},
        .writing = {.transposition = TRANSPOSE_WRAP},
        .source = true,
        .literal_in_numpy = true,
        .shape = vectors_shape,
        .compute = vectors_compute,
        .explain = vectors_explain,
    },
    {
        .name = "tokens",
        .sentence = "Names the rows of a matrix, a word each, and optionally its columns.",
        .example = "tokens(\"I am\", [[1, 2], [3, 4]], columns=\"x y\")",
        .parameters = {{.name = "text",
                        .kind = PARAMETER_WORDS,
                        .sentence = "a name for each row, with blanks between them, or a value "
                                    "whose rows have these labels"},
                       {.name = "matrix",
                        .kind = PARAMETER_VALUE,
                        .sentence = "the matrix that gets the names"},
                       {.name = "columns",
                        .kind = PARAMETER_TEXT,
                        .optional = true,
                        .sentence = "names for the columns"}},
        .writing = {.numpy = "(%2)", .transposition = TRANSPOSE_WRAP},
        .moves = true,
        .source = true,
        .shape = tokens_shape,
        .part = tokens_part,
        .compute = call_move,
        .origin = tokens_origin,
    },
};

OPERATOR_FAMILY(words);
