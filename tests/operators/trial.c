/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "operators/trial.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const argument_names[CALL_ARGUMENTS] = {"x1", "x2", "x3", "x4", "x5", "x6"};

size_t trial_between(struct random *random, size_t low, size_t high) {
    return low + (size_t)(random_bits(random) % (high - low + 1));
}

const struct op *trial_row(const char *name) {
    const struct op *row = operator_find(name, strlen(name));

    if (row == NULL) { /* even a passing assertion costs a write */
        ck_abort_msg("no operator is called %s", name);
    }
    return row;
}

static struct shape shape_of(const size_t *sizes, int axes) {
    struct shape shape = shape_matrix(1, 1);
    shape.axes = axes;
    for (int i = 0; i < axes; i++) {
        shape.size[AXIS_COUNT - axes + i] = sizes[i];
    }
    return shape;
}

struct tensor *trial_tensor(const char *written) {
    size_t sizes[AXIS_COUNT], cells, given = 0;
    int axes = 0;
    char *at = (char *)written, *end;
    struct failure failure = {0};
    struct tensor *tensor;
    struct shape shape;

    do {
        sizes[axes++] = strtoul(at, &at, 10);
    } while (*at++ == 'x');
    shape = shape_of(sizes, axes);
    tensor = tensor_create(&shape, &failure);
    ck_assert_ptr_nonnull(tensor);
    cells = shape_cells(&shape);
    for (end = at - 1; *end && given < cells; given++) {
        tensor->cells[given] = strtod(end, &at);
        end = at;
    }
    for (size_t i = given; given > 0 && i < cells; i++) {
        tensor->cells[i] = tensor->cells[i - given];
    }
    return tensor;
}

struct tensor *trial_labelled(const char *written, const char *rows, const char *columns) {
    struct tensor *tensor = trial_tensor(written);
    struct failure failure = {0};

    if (rows) {
        tensor->shape.labels[AXIS_ROW] = labels_split(rows, &failure);
    }
    if (columns) {
        tensor->shape.labels[AXIS_COLUMN] = labels_split(columns, &failure);
    }
    return tensor;
}

void trial_give(struct trial *trial, int at, struct tensor *value, const char *written) {
    tensor_release(trial->held[at]);
    trial->held[at] = value;
    trial->call.argument[at].given = true;
    trial->call.argument[at].value = value;
    trial->call.argument[at].written = written;
}

void trial_begin(struct trial *trial, const struct op *row) {
    *trial = (struct trial){.call = {.op = row}};
    for (size_t i = 0; i < operator_parameter_count(row); i++) {
        struct argument *argument = &trial->call.argument[i];

        argument->word = row->parameters[i].standard;
        argument->given = argument->word != NULL;
        argument->number = argument->word ? strtod(argument->word, NULL) : 0;
    }
    trial->call.numbers = trial->numbers;
}

void trial_release(struct trial *trial) {
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        tensor_release(trial->held[i]);
    }
    shape_release(&trial->call.shape);
}

double trial_read(void *context, int operand, size_t cell) {
    const struct trial *trial = context;
    ck_assert_ptr_nonnull(trial->held[operand]);
    ck_assert_uint_lt(cell, shape_cells(&trial->held[operand]->shape));
    return trial->held[operand]->cells[cell];
}

static double replay_step(const struct step *step, const double *values,
                          double (*read)(void *context, int operand, size_t cell), void *context) {
    const struct scalar *scalar = step->scalar;
    switch (step->kind) {
    case STEP_CELL:
        return read(context, step->operand, step->cell);
    case STEP_NUMBER:
        return step->value;
    case STEP_APPLY:
        break;
    }
    return scalar->one != NULL ? scalar->one(values[step->left])
                               : scalar->two(values[step->left], values[step->right]);
}

double trial_replay(const struct steps *steps,
                    double (*read)(void *context, int operand, size_t cell), void *context) {
    double *values = memory_allocate(steps->count, sizeof *values), result = NAN;
    for (size_t i = 0; i < steps->count; i++) {
        result = values[i] = replay_step(&steps->list[i], values, read, context);
    }
    memory_free(values);
    return result;
}

/* --- made-up arguments ------------------------------------------------------------------------ */

static double random_cell(struct random *random, bool special) {
    static const double specials[] = {0.0, -0.0, INFINITY, -INFINITY, 1.0, -1e300};
    if (special && trial_between(random, 0, 5) == 0) {
        return specials[trial_between(random, 0, 5)];
    }
    return random_normal(random);
}

static struct tensor *random_tensor(struct random *random, const struct shape *shape,
                                    bool special) {
    struct failure failure = {0};
    struct tensor *tensor = tensor_create(shape, &failure);
    ck_assert_ptr_nonnull(tensor);
    for (size_t i = 0; i < shape_cells(shape); i++) {
        tensor->cells[i] = random_cell(random, special);
    }
    return tensor;
}

static struct shape random_shape(struct random *random) {
    size_t sizes[AXIS_COUNT];
    int axes = (int)trial_between(random, 2, 4);
    for (int i = 0; i < axes; i++) {
        sizes[i] = trial_between(random, 1, i < axes - 2 ? 3 : 5);
    }
    return shape_of(sizes, axes);
}

/* Returns SHAPE with some of the axes before END made 1 or, at the front, dropped. */
static struct shape repeated(struct random *random, const struct shape *shape, int end) {
    struct shape less = *shape;
    for (int axis = 0; axis < end; axis++) {
        if (trial_between(random, 0, 2) == 0) {
            less.size[axis] = 1;
        }
    }
    while (less.axes > 2 && less.size[AXIS_COUNT - less.axes] == 1 &&
           trial_between(random, 0, 1) == 0) {
        less.axes--;
    }
    return less;
}

static void give_random(struct trial *trial, int at, const struct shape *shape,
                        struct random *random) {
    trial_give(trial, at, random_tensor(random, shape, trial->special), argument_names[at]);
}

static void make_product(struct trial *trial, struct random *random) {
    struct shape whole = random_shape(random), part;
    size_t inner = trial_between(random, 1, 5);
    part = repeated(random, &whole, AXIS_ROW);
    part.size[AXIS_COLUMN] = inner;
    give_random(trial, 0, &part, random);
    part = repeated(random, &whole, AXIS_ROW);
    part.size[AXIS_ROW] = inner;
    give_random(trial, 1, &part, random);
}

/* Makes operands that agree from axis END on and are repeated before it. */
static void make_alike(struct trial *trial, struct random *random, int end) {
    const struct parameter *parameters = trial->call.op->parameters;
    struct shape whole = random_shape(random);
    for (int i = 0; parameters[i].kind == PARAMETER_VALUE; i++) {
        struct shape part = repeated(random, &whole, end);

        give_random(trial, i, &part, random);
    }
}

/* Makes a few values of one size. */
static void make_values(struct trial *trial, struct random *random) {
    struct shape shape = random_shape(random);
    shape.axes = shape.axes < AXIS_COUNT ? shape.axes : AXIS_COUNT - 1;
    shape.size[AXIS_BATCH] = 1;
    trial->call.value_count = trial_between(random, 1, 3);
    for (size_t i = 0; i < trial->call.value_count; i++) {
        give_random(trial, (int)i, &shape, random);
        trial->values[i] = trial->call.argument[i].value;
        trial->values_written[i] = trial->call.argument[i].written;
    }
    trial->call.values = trial->values;
    trial->call.values_written = trial->values_written;
}

/* Makes the value and the optional arguments of layernorm and rmsnorm. */
static void make_norm(struct trial *trial, struct random *random) {
    const struct parameter *parameters = trial->call.op->parameters;
    struct shape whole = random_shape(random);
    give_random(trial, 0, &whole, random);
    for (int i = 1; parameters[i].kind == PARAMETER_VALUE; i++) {
        struct shape part = repeated(random, &whole, AXIS_COUNT);

        if (trial_between(random, 0, 2) > 0) {
            give_random(trial, i, &part, random);
        }
    }
}

static void make_topk(struct trial *trial, struct random *random) {
    struct shape row = shape_matrix(1, trial_between(random, 1, 6));
    give_random(trial, 0, &row, random);
    trial->call.argument[1].number = (double)trial_between(random, 1, row.size[AXIS_COLUMN]);
    trial->call.argument[1].given = true;
}

static void make_join(struct trial *trial, struct random *random, int grown) {
    struct shape whole = random_shape(random);
    for (int i = 0; i < 2; i++) {
        struct shape part = repeated(random, &whole, AXIS_ROW);

        part.size[grown] = trial_between(random, 1, 4);
        give_random(trial, i, &part, random);
    }
}

static void make_heads(struct trial *trial, struct random *random, int grown) {
    struct shape shape = random_shape(random);
    size_t heads = trial_between(random, 1, 3);
    shape.axes = shape.axes > 3 ? 3 : shape.axes;
    shape.size[AXIS_BATCH] = 1;
    shape.size[grown] *= heads;
    give_random(trial, 0, &shape, random);
    trial->call.argument[1].number = (double)heads;
    trial->call.argument[1].given = true;
}

static void make_stack(struct trial *trial, struct random *random) {
    struct shape shape = random_shape(random);
    shape.axes = shape.axes < 3 ? 3 : shape.axes;
    give_random(trial, 0, &shape, random);
}

static void make_permute(struct trial *trial, struct random *random, int axis) {
    struct shape shape = random_shape(random), row = shape_matrix(1, shape.size[axis]);
    struct tensor *order = random_tensor(random, &row, false);
    give_random(trial, 0, &shape, random);
    for (size_t i = 0; i < shape.size[axis]; i++) {
        order->cells[i] = (double)i + 1;
    }
    for (size_t i = shape.size[axis]; i > 1; i--) {
        size_t other = trial_between(random, 0, i - 1);
        double cell = order->cells[other];

        order->cells[other] = order->cells[i - 1];
        order->cells[i - 1] = cell;
    }
    trial_give(trial, 1, order, argument_names[1]);
}

static void make_subscript(struct trial *trial, struct random *random) {
    struct shape shape = random_shape(random);
    size_t batched = trial_between(random, 0, 1); /* the subscript that may have several rows */

    give_random(trial, 0, &shape, random);
    trial->call.range_count = trial_between(random, 0, (size_t)shape.axes);
    for (size_t i = 0; i < trial->call.range_count; i++) {
        size_t size = shape.size[AXIS_COUNT - shape.axes + (int)i];
        struct range range = {.all = trial_between(random, 0, 2) == 0};

        range.first = trial_between(random, 0, size - 1);
        range.last = trial_between(random, range.first, size - 1);
        range.single = trial_between(random, 0, 1) == 0;
        if (range.single) {
            range.last = range.first;
        }
        if (!range.single && !range.all && AXIS_COUNT - shape.axes + (int)i >= AXIS_ROW) {
            bool many = shape.axes == 2 && i == batched && trial_between(random, 0, 1) == 0;
            range.count = trial_between(random, 1, PICKS / 2);
            range.batch = many ? trial_between(random, 1, PICKS / range.count) : 0;
            range.picks = trial->picks[i];
            for (size_t k = 0; k < PICKS; k++) {
                trial->picks[i][k] = trial_between(random, 0, size - 1);
            }
        }
        trial->call.range[i] = range;
    }
    trial->call.argument[1].written = "…";
}

static void make_cells(struct trial *trial, struct random *random) {
    trial->call.shape = shape_matrix(trial_between(random, 1, 5), trial_between(random, 1, 5));
    for (size_t i = 0; i < shape_cells(&trial->call.shape); i++) {
        trial->numbers[i] = random_cell(random, true);
    }
}

/* Makes the arguments of all other rows, one parameter at a time. */
static void make_others(struct trial *trial, struct random *random) {
    const struct op *row = trial->call.op;
    bool names = text_same(row->name, "tokens");
    struct failure failure = {0};
    for (size_t i = 0; i < operator_parameter_count(row); i++) {
        struct argument *argument = &trial->call.argument[i];
        struct shape shape = random_shape(random);

        if (row->parameters[i].kind == PARAMETER_VALUE) {
            give_random(trial, (int)i, &shape, random);
        } else if (row->parameters[i].kind == PARAMETER_COUNT) {
            argument->number = (double)trial_between(random, 1, 6);
        } else if (names && i == 0 && trial_between(random, 0, 1) == 1) {
            give_random(trial, 0, &(struct shape){2, {1, 1, 4, 2}, {NULL}, false}, random);
            trial->held[0]->shape.labels[AXIS_ROW] = labels_split("I saw a was", &failure);
        } else if (names ? i == 0
                         : row->parameters[i].kind == PARAMETER_TEXT &&
                               !row->parameters[i].optional) {
            bool batch = !names && trial_between(random, 0, 1) == 1;

            argument->word = batch ? "I saw a saw\na\nsaw I\n" : "I saw a saw";
        } else if (row->parameters[i].kind == PARAMETER_WORDS && !names &&
                   trial_between(random, 0, 1) == 1) {
            argument->given = true;
            if (trial_between(random, 0, 1) == 1) {
                give_random(trial, (int)i, &(struct shape){2, {1, 1, 3, 2}, {NULL}, false}, random);
                trial->held[i]->shape.labels[AXIS_ROW] = labels_split("saw I a", &failure);
            } else {
                argument->word = "a saw some I";
            }
        } else if (text_same(row->parameters[i].name, "seed")) {
            argument->number = (double)trial_between(random, 0, 9);
        } else if (row->parameters[i].kind == PARAMETER_SIZES) {
            trial->call.size_count = (size_t)shape.axes;
            for (int axis = 0; axis < shape.axes; axis++) {
                trial->call.sizes[axis] = shape.size[AXIS_COUNT - shape.axes + axis];
            }
        }
        argument->given = argument->given || !row->parameters[i].optional;
    }
}

/* Swaps the numbers of rows and columns, and joins the leading axes. */
static void make_reshape(struct trial *trial, struct random *random) {
    struct shape shape = random_shape(random);
    struct call *call = &trial->call;
    give_random(trial, 0, &shape, random);
    if (shape.axes > 2) {
        call->sizes[call->size_count++] = shape_matrices(&shape);
    }
    call->sizes[call->size_count++] = shape.size[AXIS_COLUMN];
    call->sizes[call->size_count++] = shape.size[AXIS_ROW];
}

/* Makes the words of tokens and embed fit their matrix. */
static void make_worded(struct trial *trial, struct random *random, bool table) {
    struct shape shape = random_shape(random);
    struct failure failure = {0};
    shape.size[AXIS_ROW] = table ? 3 : 4;
    make_others(trial, random);
    if (trial->call.argument[0].word && strchr(trial->call.argument[0].word, '\n')) {
        shape = shape_matrix(3, shape.size[AXIS_COLUMN]);
    }
    give_random(trial, 1, &shape, random);
    if (table) {
        trial->held[1]->shape.labels[AXIS_ROW] = labels_split("saw a I", &failure);
    }
}

/* Chooses one of the words of each option that has words. */
static void choose_words(struct trial *trial, struct random *random) {
    static char chosen[CALL_ARGUMENTS][16];
    const struct op *row = trial->call.op;
    for (size_t i = 0; i < operator_parameter_count(row); i++) {
        const char *words = row->parameters[i].words;
        size_t skipped = 0, spaces = 0;

        for (const char *at = words; at && *at; at++) {
            spaces += *at == ' ';
        }
        if (!words) {
            continue;
        }
        for (skipped = trial_between(random, 0, spaces); skipped > 0; skipped--) {
            words = strchr(words, ' ') + 1;
        }
        memcpy(chosen[i], words, strcspn(words, " "));
        chosen[i][strcspn(words, " ")] = '\0';
        trial->call.argument[i].word = chosen[i];
    }
}

/* Replaces a notebook: puts the first argument's number in every cell. */
static bool graph_derivative(const void *context, const struct call *call, struct tensor *result,
                             struct failure *failure) {
    (void)context;
    (void)failure;
    for (size_t i = 0; i < shape_cells(&result->shape); i++) {
        result->cells[i] = call->argument[0].value->cells[0];
    }
    return true;
}

static void graph_flow(const void *context, size_t cell, struct steps *steps) {
    const struct trial *trial = context;
    (void)cell;
    steps->form = STEPS_NUMBER;
    steps_number(steps, trial->held[0]->cells[0], NULL);
}

static void make_graph(struct trial *trial, struct random *random) {
    struct shape number = shape_matrix(1, 1), shape = random_shape(random);
    give_random(trial, 0, &number, random);
    give_random(trial, 1, &shape, random);
    trial->graph = (struct graph){graph_derivative, graph_flow, trial};
    trial->call.graph = &trial->graph;
}

static bool each_row(const struct trial *trial) {
    int at = operator_parameter(trial->call.op, "each", 4);
    return at >= 0 && text_same(trial->call.argument[at].word, "row");
}

/* Makes a vocabulary with scores. */
static void make_tokens(struct trial *trial, struct random *random) {
    struct shape shape = shape_matrix(9, 1);
    struct failure failure = {0};
    trial->call.argument[0].given = true;
    trial->call.argument[0].word = trial_between(random, 0, 1) == 0 ? "I saw a saw" : "a was";
    give_random(trial, 1, &shape, random);
    trial->held[1]->shape.labels[AXIS_ROW] = labels_split("▁ I s a w ▁s aw ▁saw <s>", &failure);
}

void trial_make(struct trial *trial, const struct op *row, struct random *random, bool special) {
    const char *name = row->name;
    trial_begin(trial, row);
    choose_words(trial, random);
    trial->special = special;
    if (row->of_graph) {
        make_graph(trial, random);
    } else if (text_same(name, "@")) {
        make_product(trial, random);
    } else if ((row->scalar && row->scalar->two) || text_same(operator_heading(row), "choosing")) {
        make_alike(trial, random, AXIS_COUNT);
    } else if (text_same(operator_heading(row), "loss")) {
        make_alike(trial, random, AXIS_ROW);
    } else if (text_same(name, "layernorm") || text_same(name, "rmsnorm")) {
        make_norm(trial, random);
    } else if (text_same(name, "stack")) {
        make_values(trial, random);
    } else if (text_same(name, "topk")) {
        make_topk(trial, random);
    } else if (text_same(name, "join")) {
        make_join(trial, random, each_row(trial) ? AXIS_COLUMN : AXIS_ROW);
    } else if (text_same(name, "heads")) {
        make_heads(trial, random, each_row(trial) ? AXIS_COLUMN : AXIS_ROW);
    } else if (text_same(name, "concat")) {
        make_stack(trial, random);
    } else if (text_same(name, "permute")) {
        make_permute(trial, random, each_row(trial) ? AXIS_ROW : AXIS_COLUMN);
    } else if (text_same(name, "reshape")) {
        make_reshape(trial, random);
    } else if (text_same(name, "[ ]")) {
        make_subscript(trial, random);
    } else if (text_same(name, "matrix")) {
        make_cells(trial, random);
    } else if (text_same(name, "tokens") || text_same(name, "embed")) {
        make_worded(trial, random, text_same(name, "embed"));
    } else if (text_same(name, "bpe")) {
        make_tokens(trial, random);
    } else {
        make_others(trial, random);
    }
}
