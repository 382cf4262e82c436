/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/attempt.h"

#include "base/number.h"
#include "base/random.h"
#include "base/text.h"
#include "language/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ATTEMPTS = 20, SIZES = 8, HALVES = 6, DECIMALS = 3 };
enum { /* cells that are written out; of more the sizes */
       WHOLE = 16,
       TOGETHER = 40 /* of all inputs */
};

/* --- inputs ----------------------------------------------------------------------------------- */

/* The sizes of one attempt, by name: each time different numbers, because formulas that confuse two
 * sizes are right where those are equal. */
struct sizes {
    const char *names[SIZES];
    size_t numbers[SIZES];
    size_t count;
};

/* Returns the number of the size NAME, which is added where it is new; NULL where it is a number
 * itself, or not there, or one too many. */
static size_t *find_size(struct sizes *sizes, const char *name) {
    size_t i = 0;
    if (name == NULL || (name[0] >= '0' && name[0] <= '9')) {
        return NULL;
    }
    while (i < sizes->count && !text_same(sizes->names[i], name)) {
        i++;
    }
    if (i == sizes->count && i < SIZES) {
        sizes->names[sizes->count++] = name;
    }
    return i < SIZES ? &sizes->numbers[i] : NULL;
}

/* Draws different numbers from 1 on for the sizes; when one size divides another, that becomes a
 * multiple of it. */
static struct sizes draw_sizes(const struct task *task, struct random *random) {
    struct sizes sizes = {0};
    for (size_t i = 0; i < task->input_count; i++) {
        find_size(&sizes, task->inputs[i].rows);
        find_size(&sizes, task->inputs[i].columns);
        find_size(&sizes, task->inputs[i].whole);
    }
    for (size_t i = 0; i < sizes.count; i++) {
        size_t other = random_bits(random) % (i + 1);
        sizes.numbers[i] = sizes.numbers[other];
        sizes.numbers[other] = 1 + i;
    }
    for (size_t i = 0; i < task->input_count; i++) {
        size_t *part = find_size(&sizes, task->inputs[i].rows);
        size_t *whole = find_size(&sizes, task->inputs[i].whole);
        if (part != NULL && whole != NULL) {
            *part += 1;
            *whole = *part * (2 + random_bits(random) % 2);
        }
    }
    return sizes;
}

static size_t resolve_size(struct sizes *sizes, const char *name) {
    const size_t *found = find_size(sizes, name);
    return found != NULL ? *found : strtoul(name, NULL, 10);
}

/* Fills NOTEBOOK, which is empty, with numbers, and matrices of halves, which are easy to read and
 * calculate with. */
static bool make_inputs(const struct task *task, size_t attempt, struct notebook *notebook,
                        struct failure *failure) {
    struct random random;
    bool ok = true;
    random_seed(&random, attempt + 1);
    struct sizes sizes = draw_sizes(task, &random);
    for (size_t i = 0; ok && i < task->input_count; i++) {
        const struct task_input *input = &task->inputs[i];
        size_t rows = resolve_size(&sizes, input->rows);
        bool matrix = input->columns != NULL;
        struct shape shape = shape_matrix(rows, matrix ? resolve_size(&sizes, input->columns) : 1);
        struct tensor *value =
            matrix ? tensor_create(&shape, failure) : tensor_number((double)rows, failure);
        for (size_t k = 0; matrix && value != NULL && k < shape_cells(&shape); k++) {
            value->cells[k] =
                (double)((long)(random_bits(&random) % (2 * HALVES + 1)) - HALVES) / 2;
        }
        struct tree *tree = value == NULL ? NULL : reader_value(value, failure);
        ok = tree != NULL && notebook_define(notebook, input->name, tree, failure);
        tree_release(tree);
        tensor_release(value);
    }
    return ok;
}

/* --- running formulas ------------------------------------------------------------------------- */

/* Defines what STATEMENT does in NOTEBOOK (NULL: only checks it). */
static bool define_formula(const struct task *task, const struct statement *statement,
                           struct notebook *notebook, struct failure *failure) {
    if (statement->kind != STATEMENT_DEFINE) {
        return failure_at(failure, statement->span, "write only definitions: NAME = formula");
    }
    for (size_t i = 0; i < task->input_count; i++) {
        if (text_same(task->inputs[i].name, statement->name)) {
            return failure_at(failure, statement->name_span, "%s is given: use another name",
                              statement->name);
        }
    }
    return notebook == NULL ||
           notebook_define(notebook, statement->name, statement->value, failure);
}

/* Defines FORMULAS in NOTEBOOK (NULL: only checks them). *WHOLE: the task's result is one. */
static bool define_formulas(const struct task *task, const char *formulas,
                            struct notebook *notebook, bool *whole, struct failure *failure) {
    struct text line = {0};
    bool ok = true;
    *whole = false;
    while (ok && *formulas != '\0') {
        struct statements read = {0};
        size_t length = reader_line(formulas, strlen(formulas), NULL);
        text_clear(&line);
        text_append_bytes(&line, formulas, length);
        formulas += length;
        ok = text_ok(&line, failure) && reader_statements(text_string(&line), NULL, &read, failure);
        for (size_t i = 0; ok && i < read.count; i++) {
            ok = define_formula(task, &read.list[i], notebook, failure);
            *whole = *whole || (ok && text_same(read.list[i].name, task->result));
        }
        statements_release(&read);
    }
    text_release(&line);
    return ok;
}

bool attempt_check(const struct task *task, const char *formulas, struct failure *failure) {
    bool whole;
    return define_formulas(task, formulas, NULL, &whole, failure) &&
           (whole || failure_set(failure, "nothing defines %s: write a line %s = …", task->result,
                                 task->result));
}

bool attempt_computes(const struct task *task, const char *formulas, struct failure *failure) {
    struct notebook notebook = {0};
    bool whole;
    bool ok = make_inputs(task, 0, &notebook, failure) &&
              define_formulas(task, formulas, &notebook, &whole, failure);
    notebook_release(&notebook);
    return ok;
}

/* --- the attempts ----------------------------------------------------------------------------- */

/* True when two results, either of which may be missing, agree except for rounding. Else, where
 * their sizes are the same, *ROW is that in which they are furthest apart. */
static bool results_agree(const struct tensor *a, const struct tensor *b, double tolerance,
                          size_t *row) {
    double most = 0;
    *row = SIZE_MAX;
    if (a == NULL || b == NULL || !shape_same_sizes(&a->shape, &b->shape)) {
        return a == b;
    }
    for (size_t i = 0; i < shape_cells(&a->shape); i++) {
        double x = a->cells[i], y = b->cells[i], apart = fabs(x - y);
        double allowed = isfinite(apart) ? tolerance * fmax(1, fmax(fabs(x), fabs(y))) : 0;
        if (!numbers_near(x, y, allowed) && (*row == SIZE_MAX || apart > most)) {
            *row = i / shape_columns(&a->shape);
            most = apart;
        }
    }
    return *row == SIZE_MAX;
}

/* Returns what FORMULAS compute from INPUTS as the task's result, retained; NULL when they fail,
 * with the reason in WHY. NOTEBOOK, which is empty, gets all that they define. */
static struct tensor *compute_result(const struct task *task, const struct notebook *inputs,
                                     const char *formulas, struct notebook *notebook,
                                     struct failure *why) {
    bool whole;
    notebook_copy(notebook, inputs);
    return define_formulas(task, formulas, notebook, &whole, why) && whole
               ? tensor_retain(notebook_find(notebook, task->result)->value)
               : NULL;
}

/* Runs FORMULAS and the task's solution on the inputs of attempt INDEX. False where the solution
 * gives nothing, or without memory; VERDICT is to be released also then. */
static bool run_attempt(const struct task *task, const char *formulas, size_t index,
                        struct attempt_verdict *verdict, struct failure *failure) {
    struct notebook inputs = {0}, learner = {0};
    struct failure why = {0};
    *verdict = (struct attempt_verdict){0};
    if (make_inputs(task, index, &inputs, failure)) {
        verdict->expected =
            compute_result(task, &inputs, task->solution, &verdict->notebook, failure);
        verdict->result = compute_result(task, &inputs, formulas, &learner, &why);
        verdict->right =
            results_agree(verdict->expected, verdict->result, task->tolerance, &verdict->row);
        text_fill(verdict->reason, sizeof verdict->reason, "%s", why.message);
    }
    if (why.outside) {
        *failure = why;
    }
    notebook_release(&learner);
    notebook_release(&inputs);
    return verdict->expected != NULL && !why.outside;
}

static const struct tensor *find_input(const struct task *task,
                                       const struct attempt_verdict *verdict, size_t i) {
    return notebook_find(&verdict->notebook, task->inputs[i].name)->value;
}

/* Returns how many numbers the inputs of an attempt have. */
static size_t input_cells(const struct task *task, const struct attempt_verdict *verdict) {
    size_t cells = 0;
    for (size_t i = 0; i < task->input_count; i++) {
        cells += shape_cells(&find_input(task, verdict, i)->shape);
    }
    return cells;
}

bool attempt_run(const struct task *task, const char *formulas, struct attempt_verdict *verdict,
                 struct failure *failure) {
    *verdict = (struct attempt_verdict){.right = true};
    bool ok = attempt_check(task, formulas, failure);
    for (size_t i = 0; ok && i < ATTEMPTS; i++) {
        struct attempt_verdict attempt;
        ok = run_attempt(task, formulas, i, &attempt, failure);
        if (!attempt.right &&
            (verdict->right || (ok && input_cells(task, &attempt) < input_cells(task, verdict)))) {
            struct attempt_verdict larger = *verdict;
            *verdict = attempt;
            attempt = larger;
        }
        attempt_release(&attempt);
    }
    for (size_t i = 0; ok && !verdict->right && i < task->wrong_count; i++) {
        struct attempt_verdict same;
        struct failure none = {0};
        struct task taken = *task; /* as if the wrong solution were the right one */
        taken.solution = task->wrongs[i].formulas;
        taken.wrong_count = 0;
        attempt_run(&taken, formulas, &same, &none);
        verdict->wrong = same.right && verdict->wrong == NULL ? &task->wrongs[i] : verdict->wrong;
        ok = !none.outside;
        *failure = ok ? *failure : none;
        attempt_release(&same);
    }
    return ok;
}

void attempt_release(struct attempt_verdict *verdict) {
    notebook_release(&verdict->notebook);
    tensor_release(verdict->expected);
    tensor_release(verdict->result);
}

/* --- in words --------------------------------------------------------------------------------- */

/* Writes "[1, 2], [3, 4]": ROWS rows of a matrix, from FIRST on. */
static void write_rows(const struct tensor *value, size_t first, size_t rows, struct text *out) {
    size_t columns = value->shape.size[AXIS_COLUMN];
    for (size_t i = 0; i < rows * columns; i++) {
        const char *between = i % columns > 0 ? ", " : "], [";
        text_append(out, i == 0 ? "[" : between);
        text_append(out, number_written(value->cells[first * columns + i], DECIMALS).text);
    }
    text_append(out, "]");
}

/* True when only the sizes of VALUE are written: it is large, or it is a matrix and SIZES is
 * true. */
static bool writes_sizes(const struct tensor *value, bool sizes) {
    return !shape_is_number(&value->shape) &&
           (sizes || shape_cells(&value->shape) > WHOLE || value->shape.axes > 2);
}

static void write_result_value(const struct tensor *value, bool sizes, struct text *out) {
    if (shape_is_number(&value->shape)) {
        text_append(out, number_written(value->cells[0], DECIMALS).text);
    } else if (writes_sizes(value, sizes)) {
        shape_write(&value->shape, out);
    } else {
        text_append(out, "[");
        write_rows(value, 0, value->shape.size[AXIS_ROW], out);
        text_append(out, "]");
    }
}

void attempt_describe(const struct task *task, const struct attempt_verdict *verdict,
                      struct text *out) {
    const struct tensor *expected = verdict->expected;
    size_t row = verdict->row;
    if (verdict->result == NULL) { /* whatever is given */
        const char *reason = verdict->reason;
        bool ends = reason[0] != '\0' && strchr(".?!", reason[strlen(reason) - 1]) != NULL;
        text_format(out, "It cannot be computed: %s%s\n", reason, ends ? "" : ".");
        return;
    }
    bool apart = row == SIZE_MAX; /* in size, so the numbers say nothing */
    bool sizes = apart || input_cells(task, verdict) > TOGETHER;
    for (size_t i = 0; i < task->input_count; i++) {
        const struct tensor *input = find_input(task, verdict, i);
        text_format(out, "%s`%s %s", i == 0 ? "With " : text_between(i, task->input_count),
                    task->inputs[i].name, writes_sizes(input, sizes) ? "" : "= ");
        write_result_value(input, sizes, out);
        text_append(out, "`");
    }
    if (apart || shape_is_number(&expected->shape) || !writes_sizes(expected, sizes)) {
        text_append(out, " it gives `");
        write_result_value(verdict->result, sizes, out);
        text_append(out, "`, and it should give `");
        write_result_value(expected, sizes, out);
        text_append(out, "`.\n");
    } else { /* the row that is furthest off */
        text_format(out, " row %zu of %s is `", row + 1, task->result);
        write_rows(verdict->result, row, 1, out);
        text_append(out, "`, and it should be `");
        write_rows(expected, row, 1, out);
        text_append(out, "`.\n");
    }
}
