/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/attempt.h"

#include "base/number.h"
#include "base/random.h"
#include "base/text.h"
#include "language/reader.h"

#include <math.h>
#include <string.h>

/* SIZES: as many as a size may be called; each attempt gives them different numbers, because
 * formulas that confuse two sizes are right where those are equal. */
enum { SIZES = 8, SMALLEST = 1, HALVES = 6 };

/* --- sizes and inputs ------------------------------------------------------------------------- */

/* The sizes of one attempt, by name. */
struct sizes {
    const char *names[SIZES];
    size_t numbers[SIZES];
    size_t count;
};

static size_t *find_named_size(struct sizes *sizes, const char *name) {
    for (size_t i = 0; i < sizes->count; i++) {
        if (text_same(sizes->names[i], name)) {
            return &sizes->numbers[i];
        }
    }
    return NULL;
}

static void add_size(struct sizes *sizes, const char *name) {
    bool number = name == NULL || (name[0] >= '0' && name[0] <= '9');
    if (!number && find_named_size(sizes, name) == NULL && sizes->count < SIZES) {
        sizes->names[sizes->count++] = name;
    }
}

/* Draws different numbers from 1 on for the sizes; when one size divides another, that becomes a
 * multiple of it. */
static struct sizes draw_sizes(const struct task *task, struct random *random) {
    struct sizes sizes = {0};
    for (size_t i = 0; i < task->input_count; i++) {
        add_size(&sizes, task->inputs[i].rows);
        add_size(&sizes, task->inputs[i].columns);
        add_size(&sizes, task->inputs[i].whole);
    }
    for (size_t i = 0; i < sizes.count; i++) {
        size_t other = random_bits(random) % (i + 1);
        sizes.numbers[i] = sizes.numbers[other];
        sizes.numbers[other] = SMALLEST + i;
    }
    for (size_t i = 0; i < task->input_count; i++) {
        const struct task_input *input = &task->inputs[i];
        size_t *part = find_named_size(&sizes, input->rows);
        size_t *whole = input->whole != NULL ? find_named_size(&sizes, input->whole) : NULL;
        if (part != NULL && whole != NULL) {
            *part += 1;
            *whole = *part * (2 + random_bits(random) % 2);
        }
    }
    return sizes;
}

static size_t resolve_size(struct sizes *sizes, const char *name) {
    double number = 0;
    if (number_parse(name, strlen(name), &number)) {
        return (size_t)number;
    }
    const size_t *found = find_named_size(sizes, name);
    return found == NULL ? SMALLEST : *found;
}

/* Writes `X = [[1, -0.5], [2, 0]]`: halves are easy to read and calculate with. */
static void write_input(const struct task_input *input, struct sizes *sizes, struct random *random,
                        struct text *out) {
    size_t rows = resolve_size(sizes, input->rows);
    text_format(out, "%s = ", input->name);
    if (input->columns == NULL) {
        text_format(out, "%zu", rows);
        return;
    }
    size_t columns = resolve_size(sizes, input->columns);
    for (size_t i = 0; i < rows * columns; i++) {
        double number = (double)((long)(random_bits(random) % (2 * HALVES + 1)) - HALVES) / 2;
        text_format(out, "%s%g", i == 0 ? "[[" : i % columns == 0 ? "], [" : ", ", number);
    }
    text_append(out, "]]");
}

/* --- running formulas ------------------------------------------------------------------------- */

/* Reads the next line of *FORMULAS, without its newline; false at the end. */
static bool next_formula_line(const char **formulas, struct text *line) {
    size_t length = reader_line(*formulas, strlen(*formulas), NULL);
    text_clear(line);
    text_append_bytes(line, *formulas, length);
    *formulas += length;
    return length > 0;
}

/* Calls TAKE with each definition; anything else fails. */
static bool each_definition(const char *formulas,
                            bool (*take)(void *context, const struct statement *statement,
                                         struct failure *failure),
                            void *context, struct failure *failure) {
    struct text line = {0};
    bool ok = true;
    while (ok && next_formula_line(&formulas, &line)) {
        struct statements read = {0};
        ok = text_ok(&line, failure) && reader_statements(text_string(&line), NULL, &read, failure);
        for (size_t i = 0; ok && i < read.count; i++) {
            ok = read.list[i].kind == STATEMENT_DEFINE
                     ? take(context, &read.list[i], failure)
                     : failure_at(failure, read.list[i].span,
                                  "write only definitions: NAME = formula");
        }
        statements_release(&read);
    }
    text_release(&line);
    return ok;
}

static bool define_formula(void *context, const struct statement *statement,
                           struct failure *failure) {
    return notebook_define(context, statement->name, statement->value, failure);
}

/* Fills NOTEBOOK (uninitialised) with what FORMULAS define. Release it also after a failure. */
static bool run_formulas(struct notebook *notebook, const struct notebook *inputs,
                         const char *formulas, struct failure *failure) {
    notebook_copy(notebook, inputs);
    return each_definition(formulas, define_formula, notebook, failure);
}

static bool make_inputs(const struct task *task, size_t attempt, struct notebook *notebook,
                        struct failure *failure) {
    struct random random;
    struct text line = {0};
    random_seed(&random, attempt + 1);
    struct sizes sizes = draw_sizes(task, &random);
    for (size_t i = 0; i < task->input_count; i++) {
        write_input(&task->inputs[i], &sizes, &random, &line);
        text_append(&line, "\n");
    }
    notebook_init(notebook);
    bool ok = text_ok(&line, failure) &&
              each_definition(text_string(&line), define_formula, notebook, failure);
    text_release(&line);
    return ok;
}

/* --- whether they can be run ------------------------------------------------------------------ */

struct reading_formulas {
    const struct task *task;
    bool defined; /* the result */
};

static bool note_definition(void *context, const struct statement *statement,
                            struct failure *failure) {
    struct reading_formulas *reading = context;
    for (size_t i = 0; i < reading->task->input_count; i++) {
        if (text_same(reading->task->inputs[i].name, statement->name)) {
            return failure_at(failure, statement->name_span, "%s is given: use another name",
                              statement->name);
        }
    }
    reading->defined = reading->defined || text_same(statement->name, reading->task->result);
    return true;
}

bool attempt_check(const struct task *task, const char *formulas, struct failure *failure) {
    struct reading_formulas reading = {.task = task};
    return each_definition(formulas, note_definition, &reading, failure) &&
           (reading.defined || failure_set(failure, "nothing defines %s: write a line %s = …",
                                           task->result, task->result));
}

bool attempt_computes(const struct task *task, const char *formulas, struct failure *failure) {
    struct notebook inputs, learner;
    struct reading_formulas reading = {.task = task};
    notebook_init(&learner);
    bool ok = each_definition(formulas, note_definition, &reading, failure) &&
              make_inputs(task, 0, &inputs, failure);
    if (ok) {
        notebook_release(&learner);
        ok = run_formulas(&learner, &inputs, formulas, failure);
        notebook_release(&inputs);
    }
    notebook_release(&learner);
    return ok;
}

/* --- the attempts ----------------------------------------------------------------------------- */

static bool numbers_agree(double a, double b, double tolerance) {
    return (isnan(a) && isnan(b)) || a == b ||
           fabs(a - b) <= tolerance * fmax(1, fmax(fabs(a), fabs(b)));
}

/* True when two results, either of which may be missing, agree except for rounding. */
static bool results_agree(const struct tensor *a, const struct tensor *b, double tolerance) {
    if (a == NULL || b == NULL) {
        return a == b;
    }
    bool same = shape_same_sizes(&a->shape, &b->shape);
    for (size_t i = 0; same && i < shape_cells(&a->shape); i++) {
        same = numbers_agree(a->cells[i], b->cells[i], tolerance);
    }
    return same;
}

/* Returns what FORMULAS compute as the task's result in an attempt, retained; NULL when they fail,
 * with the reason in WHY. The caller releases NOTEBOOK (uninitialised). */
static struct tensor *attempt_result(const struct task *task, const struct notebook *inputs,
                                     const char *formulas, struct notebook *notebook,
                                     struct failure *why) {
    bool ran = run_formulas(notebook, inputs, formulas, why);
    const struct definition *result = ran ? notebook_find(notebook, task->result) : NULL;
    return result == NULL || result->value == NULL ? NULL : tensor_retain(result->value);
}

/* One attempt, while it is judged. */
struct task_attempt {
    const struct task *task;
    struct notebook inputs, solution, learner;
    struct tensor *expected, *result;
    struct failure why;
};

static void release_attempt(struct task_attempt *attempt) {
    notebook_release(&attempt->inputs);
    notebook_release(&attempt->solution);
    notebook_release(&attempt->learner);
    tensor_release(attempt->expected);
    tensor_release(attempt->result);
}

static bool make_attempt(struct task_attempt *attempt, const struct task *task, size_t index,
                         const char *formulas, struct failure *failure) {
    *attempt = (struct task_attempt){.task = task};
    notebook_init(&attempt->solution);
    notebook_init(&attempt->learner);
    if (!make_inputs(task, index, &attempt->inputs, failure)) {
        return false;
    }
    notebook_release(&attempt->solution);
    notebook_release(&attempt->learner);
    attempt->expected =
        attempt_result(task, &attempt->inputs, task->solution, &attempt->solution, failure);
    attempt->result =
        attempt_result(task, &attempt->inputs, formulas, &attempt->learner, &attempt->why);
    if (attempt->why.outside) {
        *failure = attempt->why;
        return false;
    }
    return attempt->expected != NULL;
}

static size_t cells_in(const struct task_attempt *attempt) {
    size_t cells = 0;
    for (size_t i = 0; i < attempt->inputs.count; i++) {
        cells += shape_cells(&attempt->inputs.list[i]->value->shape);
    }
    return cells;
}

/* Copies the attempt into what VERDICT shows. */
static void keep_attempt(struct attempt_verdict *verdict, const struct task_attempt *attempt) {
    attempt_release(verdict);
    verdict->right = false;
    notebook_copy(&verdict->notebook, &attempt->solution);
    verdict->expected = tensor_retain(attempt->expected);
    verdict->result = attempt->result == NULL ? NULL : tensor_retain(attempt->result);
    text_fill(verdict->reason, sizeof verdict->reason, "%s", attempt->why.message);
}

/* Returns which of the task's wrong solutions, a bit each, still give the same as the formulas. */
static uint64_t same_wrongs(const struct task_attempt *attempt, uint64_t candidates) {
    for (size_t i = 0; i < attempt->task->wrong_count && i < 64; i++) {
        if ((candidates >> i & 1) == 0) {
            continue;
        }
        struct notebook notebook;
        struct failure why = {0};
        struct tensor *result = attempt_result(attempt->task, &attempt->inputs,
                                               attempt->task->wrongs[i].formulas, &notebook, &why);
        if (!results_agree(result, attempt->result, attempt->task->tolerance)) {
            candidates &= ~((uint64_t)1 << i);
        }
        tensor_release(result);
        notebook_release(&notebook);
    }
    return candidates;
}

bool attempt_run(const struct task *task, const char *formulas, struct attempt_verdict *verdict,
                 struct failure *failure) {
    uint64_t wrongs = UINT64_MAX;
    size_t fewest = SIZE_MAX;
    *verdict = (struct attempt_verdict){.right = true};
    notebook_init(&verdict->notebook);
    bool ok = attempt_check(task, formulas, failure);
    for (size_t i = 0; ok && i < ATTEMPTS; i++) {
        struct task_attempt attempt;
        ok = make_attempt(&attempt, task, i, formulas, failure);
        bool wrong = ok && !results_agree(attempt.expected, attempt.result, task->tolerance);
        wrongs = ok && wrongs != 0 ? same_wrongs(&attempt, wrongs) : wrongs;
        if (wrong && cells_in(&attempt) < fewest) {
            fewest = cells_in(&attempt);
            keep_attempt(verdict, &attempt);
        }
        release_attempt(&attempt);
    }
    for (size_t i = 0; !verdict->right && verdict->wrong == NULL && i < task->wrong_count; i++) {
        verdict->wrong = wrongs >> i & 1 ? &task->wrongs[i] : NULL;
    }
    return ok;
}

void attempt_release(struct attempt_verdict *verdict) {
    notebook_release(&verdict->notebook);
    tensor_release(verdict->expected);
    tensor_release(verdict->result);
    verdict->expected = verdict->result = NULL;
}

/* --- in words --------------------------------------------------------------------------------- */

enum { DECIMALS = 3, WHOLE = 16 /* cells that are written out; of more the sizes */ };

static void write_matrix_row(const struct tensor *value, size_t row, struct text *out) {
    size_t columns = value->shape.size[AXIS_COLUMN];
    char number[NUMBER_TEXT];
    for (size_t i = 0; i < columns; i++) {
        number_short(number, value->cells[row * columns + i], DECIMALS);
        text_format(out, "%s%s", i == 0 ? "[" : ", ", number);
    }
    text_append(out, "]");
}

static void write_result_value(const struct tensor *value, struct text *out) {
    size_t rows = value->shape.size[AXIS_ROW], cells = shape_cells(&value->shape);
    char words[NUMBER_TEXT > 64 ? NUMBER_TEXT : 64];
    if (shape_is_number(&value->shape)) {
        number_short(words, value->cells[0], DECIMALS);
        text_append(out, words);
        return;
    }
    if (cells > WHOLE || value->shape.axes > 2) {
        text_append(out, shape_text(&value->shape, words));
        return;
    }
    for (size_t i = 0; i < rows; i++) {
        text_append(out, i == 0 ? "[" : ", ");
        write_matrix_row(value, i, out);
    }
    text_append(out, "]");
}

size_t attempt_row(const struct attempt_verdict *verdict, double tolerance) {
    const struct shape *shape = &verdict->expected->shape;
    size_t columns = shape->size[AXIS_COLUMN];
    if (verdict->result == NULL || !shape_same_sizes(shape, &verdict->result->shape)) {
        return SIZE_MAX;
    }
    size_t row = SIZE_MAX;
    double most = 0;
    for (size_t i = 0; i < shape_cells(shape); i++) {
        double off = fabs(verdict->expected->cells[i] - verdict->result->cells[i]);
        if (!numbers_agree(verdict->expected->cells[i], verdict->result->cells[i], tolerance) &&
            (row == SIZE_MAX || off > most)) {
            row = i / columns;
            most = off;
        }
    }
    return row;
}

/* Writes small results whole, and of a large one the row that is furthest off. */
static void write_results(const struct task *task, const struct attempt_verdict *verdict,
                          struct text *out) {
    size_t row = attempt_row(verdict, task->tolerance);
    bool whole = row == SIZE_MAX || shape_cells(&verdict->expected->shape) <= WHOLE;
    if (whole) {
        text_append(out, " it gives `");
        write_result_value(verdict->result, out);
        text_append(out, "`, and it should give `");
        write_result_value(verdict->expected, out);
    } else {
        text_format(out, " row %zu of %s is `", row + 1, task->result);
        write_matrix_row(verdict->result, row, out);
        text_append(out, "`, and it should be `");
        write_matrix_row(verdict->expected, row, out);
    }
    text_append(out, "`.\n");
}

void attempt_describe(const struct task *task, const struct attempt_verdict *verdict,
                      struct text *out) {
    for (size_t i = 0; i < task->input_count; i++) {
        const struct tensor *input = notebook_find(&verdict->notebook, task->inputs[i].name)->value;
        bool whole = shape_cells(&input->shape) <= WHOLE;
        text_format(out, "%s`%s %s", i == 0 ? "With " : text_between(i, task->input_count),
                    task->inputs[i].name, whole ? "= " : "");
        write_result_value(input, out);
        text_append(out, "`");
    }
    if (verdict->result == NULL) {
        text_format(out, " it cannot be computed: %s.\n", verdict->reason);
    } else {
        write_results(task, verdict, out);
    }
}
