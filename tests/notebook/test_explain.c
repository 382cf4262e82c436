/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Explanations: every cell of every operation, over the whole operator table, replays bit for bit,
 * and every operand it names is where it says. */
#include "ground/runner.h"
#include "notebook/explain.h"

#include "base/heap.h"
#include "base/number.h"
#include "base/text.h"
#include "language/lens.h"
#include "language/reader.h"
#include "room.h"

#include <check.h>
#include <string.h>

static struct notebook notebook;

static void setup(void) {
    notebook_init(&notebook);
}

static void teardown(void) {
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* --- operands are where their address says ------------------------------------------------------
 */

static int name_axes(void *context, const char *name) {
    return definition_axes(notebook_find(context, name));
}

/* Returns the number at the address as it would be typed, in either convention. */
static double typed(const char *address, bool columns) {
    struct lens_names names = {name_axes, &notebook};
    struct failure failure = {0};
    struct tree *tree = reader_expression(address, &failure);
    double number;
    ck_assert_msg(tree != NULL, "%s: %s", address, failure.message);
    if (columns) {
        struct tree *flipped = lens_flip(tree, &names, &failure);

        ck_assert_msg(flipped != NULL, "%s: %s", address, failure.message);
        tree_release(tree);
        tree = flipped;
    }
    ck_assert_msg(notebook_number(&notebook, tree, &number, &failure), "%s: %s", address,
                  failure.message);
    tree_release(tree);
    return number;
}

static double followed(const struct definition *definition, size_t operation, size_t cell) {
    if (operation + 1 >= definition->operation_count) {
        return definition->value->cells[cell];
    }
    return definition->operations[operation].result->cells[cell];
}

static void assert_operand(const struct explanation *explanation, const struct step *step) {
    const struct definition *definition;
    size_t operation, cell;
    for (int columns = 0; columns < 2; columns++) {
        struct text text = {0};

        explanation_operand(explanation, step, columns, &text);
        ck_assert_msg(number_same(typed(text_string(&text), columns), step->value),
                      "%s is not %.17g (%s, columns %d)", text_string(&text), step->value,
                      explanation->definition->name, columns);
        text_release(&text);
    }
    if (explanation_follow(explanation, step, &definition, &operation, &cell)) {
        ck_assert(number_same(followed(definition, operation, cell), step->value));
    }
}

static void assert_explained(const struct definition *definition, size_t operation, size_t cell,
                             double value) {
    struct explanation explanation;
    struct failure failure = {0};
    ck_assert(explain_cell(definition, operation, cell, &explanation, &failure));
    ck_assert(number_same(explanation.value, value));
    ck_assert_msg(number_same(room_replay(&explanation), value),
                  "%s operation %zu cell %zu: %a, not %a", definition->name, operation, cell,
                  room_replay(&explanation), value);
    for (size_t i = 0; i < explanation.steps.count; i++) {
        if (explanation.steps.list[i].kind == STEP_CELL) {
            assert_operand(&explanation, &explanation.steps.list[i]);
        }
    }
    explanation_release(&explanation);
}

static void assert_all_explained(const struct definition *definition) {
    size_t last = definition->operation_count;
    for (size_t i = 0; i + 1 < last; i++) {
        const struct tensor *result = definition->operations[i].result;

        for (size_t cell = 0; cell < shape_cells(&result->shape); cell++) {
            assert_explained(definition, i, cell, result->cells[cell]);
        }
    }
    for (size_t cell = 0; cell < shape_cells(&definition->value->shape); cell++) {
        assert_explained(definition, last ? last - 1 : 0, cell, definition->value->cells[cell]);
    }
}

/* --- random calls of every row ------------------------------------------------------------------
 */

static const char *const values[] = {
    "A",       "B",       "C", "R",   "H",       "n", "2.5", "A[1:2]",
    "(A - B)", "sqrt(R)", "L", "H.T", "(L + 1)", "M", "M",   "[[1, n], [2 * n, -4]]"};

static const char *pick_value(struct random *random) {
    return values[room_random(random, sizeof values / sizeof *values)];
}

static void write_word(struct random *random, const char *words, struct text *out) {
    size_t count = 1, at;
    for (const char *c = words; *c != '\0'; c++) {
        count += *c == ' ';
    }
    for (at = room_random(random, count); at > 0; at--) {
        words += strcspn(words, " ") + 1;
    }
    text_append_bytes(out, words, strcspn(words, " "));
}

static void write_argument(struct random *random, const struct parameter *parameter,
                           struct text *out) {
    if (parameter->standard || parameter->kind == PARAMETER_WORD) {
        text_format(out, "%s=", parameter->name);
    }
    switch (parameter->kind) {
    case PARAMETER_COUNT:
        text_format(out, "%s", room_random(random, 2) ? "n" : "3");
        return;
    case PARAMETER_NUMBER:
    case PARAMETER_SEED:
        text_format(out, "%zu", room_random(random, 4));
        return;
    case PARAMETER_WORD:
        write_word(random, parameter->words, out);
        return;
    case PARAMETER_TEXT:
        text_append(out, room_random(random, 2) ? "\"a b a\"" : "\"a b\"");
        return;
    case PARAMETER_SIZES:
        text_append(out,
                    ((const char *const[]){"n, 2", "2, n, 3", "3, 2"})[room_random(random, 3)]);
        return;
    case PARAMETER_ORDER:
        text_append(out, room_random(random, 2) ? "[3, 1, 2]" : "[2, 1]");
        return;
    default:
        text_append(out, pick_value(random));
    }
}

static void write_call(struct random *random, const struct op *row, struct text *out) {
    text_format(out, "%s(", row->name);
    for (size_t i = 0; i < operator_parameter_count(row); i++) {
        const struct parameter *parameter = &row->parameters[i];

        if ((parameter->standard || parameter->optional) && room_random(random, 2)) {
            continue;
        }
        text_append(out, i > 0 ? ", " : "");
        if (row->of_graph && i == 0) {
            text_format(out, "mean(%s ** 2)", pick_value(random));
        } else {
            write_argument(random, parameter, out);
        }
    }
    text_append(out, ")");
}

static void write_row(struct random *random, const struct op *row, struct text *out) {
    static const char *const subscripts[] = {"1", "1:2,n", ":,1:n", "2:,:", "1,1", "1,2,1"};
    switch (row->writing.form) {
    case WRITING_INFIX:
        text_format(out, "%s %s %s", pick_value(random), row->writing.symbol, pick_value(random));
        return;
    case WRITING_PREFIX:
        text_format(out, "%s%s", row->writing.symbol, pick_value(random));
        return;
    case WRITING_POSTFIX:
        text_format(out, "%s%s", pick_value(random), row->writing.symbol);
        return;
    case WRITING_SUBSCRIPT:
        text_format(out, "%s[%s]", pick_value(random), subscripts[room_random(random, 6)]);
        return;
    case WRITING_MATRIX:
        text_format(out, "[[%zu, n], [A[1,%zu], -1]]", room_random(random, 9),
                    1 + room_random(random, 3));
        return;
    default:
        write_call(random, row, out);
    }
}

static void stock(struct random *random) {
    struct text text = {0};
    text_format(
        &text,
        "A = normal(3, 3, seed=%zu)\nB = normal(3, 3, seed=%zu)\nC = uniform(3, 2, seed=%zu)\n"
        "R = uniform(1, 3, seed=%zu)\nH = normal(2, 3, 3, seed=%zu)\n"
        "n = %zu\nL = tokens(\"a b a\", normal(3, 3, seed=%zu))\n"
        "M = tokens(\"a b c\", [[1, 2, 3], [4, 5, 6], [7, 8, 9]])\nA[2,1] = 7\nH[1,2,2] = 0",
        room_random(random, 99), room_random(random, 99), room_random(random, 99),
        room_random(random, 99), room_random(random, 99), 1 + room_random(random, 3),
        room_random(random, 99));
    room_run(&notebook, text_string(&text));
    text_release(&text);
}

/* Defines D as the expression if possible, and sometimes pins a cell of it. */
static const struct definition *define(const char *expression, struct random *random) {
    struct failure failure = {0};
    struct text text = {0};
    struct change *change;
    bool done;

    text_format(&text, "D = %s", expression);
    change = room_change_if(text_string(&text));
    done = change != NULL && change_run(change, &notebook, &failure);
    change_release(change);
    text_release(&text);
    if (done && room_random(random, 2)) {
        notebook_pin(&notebook,
                     &(struct cells){notebook_find(&notebook, "D"), &(size_t){0}, &(double){0.25},
                                     1, shape_matrix(1, 1)},
                     &failure);
    }
    return done ? notebook_find(&notebook, "D") : NULL;
}

static int row_count(void) {
    int count = 0;
    while (operator_at((size_t)count) != NULL) {
        count++;
    }
    return count;
}

#define TRIES RUNNER_SAMPLES(60, 12)
#define FITTING RUNNER_SAMPLES(3, 1)

START_TEST(every_cell_of_every_operator_replays) {
    const struct op *row = operator_at((size_t)_i);
    const struct definition *made;
    struct random random;
    struct text example = {0};
    size_t fitted = 0;
    random_seed(&random, random_word(1, row->name, strlen(row->name)));
    stock(&random);
    room_example(row, "E", &example);
    room_run(&notebook, text_string(&example));
    assert_all_explained(notebook_find(&notebook, "E"));
    text_release(&example);
    for (int tries = 0; tries < (fitted < FITTING ? 50 * TRIES : TRIES); tries++) {
        if (row->of_file || row->expands) {
            break;
        }
        struct text text = {0};

        write_row(&random, row, &text);
        made = define(text_string(&text), &random);
        if (made != NULL) {
            assert_all_explained(made);
        }
        fitted += made != NULL;
        text_release(&text);
    }
    ck_assert_msg(fitted >= FITTING || row->of_file || row->expands || row->parameters[1].of_file,
                  "%s: %zu fitted", row->name, fitted);
    for (size_t i = 0; i < notebook.count; i++) {
        assert_all_explained(notebook.list[i]);
    }
}
END_TEST

/* Longer formulas: operations that take operations. */
static const char *const longer[] = {
    "softmax(A @ B.T / sqrt(columns(A)) + causal(3)) @ C",
    "concat(softmax(heads(L, 3) @ heads(L, 3).T) @ heads(L, 3)) @ A",
    "layernorm(relu(A @ B + R) + A, R, R * 2)",
    "-A ** 2 * (B - R) / (1 + exp(-B))",
    "(A @ B)[1:2,n] + [[1, n], [3, 4]]",
    "crossentropy(A, softmax(B)) + mse(A, B)",
    "embed(\"b\", tokens(\"a b c\", A)) @ (B + 0).T",
    "permute(softmax(L @ L.T), [3, 1, 2])",
};

START_TEST(longer_formulas_replay) {
    struct random random;
    const struct definition *made;
    random_seed(&random, (uint64_t)_i);
    stock(&random);
    made = define(longer[_i], &random);
    ck_assert_msg(made != NULL, "%s", longer[_i]);
    assert_all_explained(made);
}
END_TEST

/* --- kinds --------------------------------------------------------------------------------------
 */

static void assert_kind(const char *name, size_t cell, enum explanation_kind kind) {
    const struct definition *definition = notebook_find(&notebook, name);
    struct explanation explanation;
    struct failure failure = {0};
    ck_assert(explain_cell(definition, (size_t)-1, cell, &explanation, &failure));
    ck_assert_msg(explanation.kind == kind, "%s cell %zu: %d", name, cell, (int)explanation.kind);
    ck_assert_ptr_eq(explanation.definition, definition);
    ck_assert_ptr_eq(explanation.operation, definition_last(definition));
    if (kind != EXPLAINED_STEPS) {
        ck_assert_uint_eq(explanation.steps.count, 1);
    }
    explanation_release(&explanation);
}

START_TEST(kinds_of_explanation) {
    room_run(&notebook,
             "n = 3\nX = [[1, n], [-3, 4]]\nY = [[1, 2]]\nB = X\nP = X + Y\nZ = zeros(2, 2)\n"
             "Y[1,2] = 9\npin P[2,2] = 1\npin B[1,1] = 5\nn = 4\nm = 3\nm[1,1] = 2");
    assert_kind("n", 0, EXPLAINED_GIVEN);
    assert_kind("m", 0, EXPLAINED_EDITED);
    assert_kind("X", 0, EXPLAINED_GIVEN);
    assert_kind("X", 1, EXPLAINED_STEPS);
    assert_kind("X", 2, EXPLAINED_GIVEN);
    assert_kind("Y", 0, EXPLAINED_GIVEN);
    assert_kind("Y", 1, EXPLAINED_EDITED);
    assert_kind("B", 0, EXPLAINED_PINNED);
    assert_kind("B", 1, EXPLAINED_NAME);
    assert_kind("P", 0, EXPLAINED_STEPS);
    assert_kind("P", 3, EXPLAINED_PINNED);
    assert_kind("Z", 0, EXPLAINED_STEPS);
    for (size_t i = 0; i < notebook.count; i++) {
        assert_all_explained(notebook.list[i]);
    }
}
END_TEST

static void assert_operands(const char *name, size_t cell, bool columns, const char *expected) {
    struct explanation explanation;
    struct failure failure = {0};
    struct text text = {0};
    ck_assert(
        explain_cell(notebook_find(&notebook, name), (size_t)-1, cell, &explanation, &failure));
    for (size_t i = 0; i < explanation.steps.count; i++) {
        if (explanation.steps.list[i].kind != STEP_CELL) {
            continue;
        }
        text_append(&text, text.length > 0 ? " " : "");
        explanation_operand(&explanation, &explanation.steps.list[i], columns, &text);
    }
    ck_assert_str_eq(text_string(&text), expected);
    text_release(&text);
    explanation_release(&explanation);
}

START_TEST(operands_are_named_as_written) {
    room_run(&notebook, "X = tokens(\"I am\", [[1, 2], [3, 4]])\nK = X * 2\nd_k = 2\nS = X @ K.T\n"
                        "A = softmax(S / sqrt(d_k))\nT = S / sqrt(d_k)\nB = S\nU = S * -2");
    assert_operands("S", 1, false, "X[I,1] K.T[1,am] X[I,2] K.T[2,am]");
    assert_operands("S", 1, true, "X[1,I] K.T[am,1] X[2,I] K.T[am,2]");
    assert_operands("A", 1, false, "(S / sqrt(d_k))[I,I] (S / sqrt(d_k))[I,am]");
    assert_operands("T", 1, false, "S[I,am] sqrt(d_k)");
    assert_operands("B", 1, false, "S[I,am]");
    assert_operands("U", 1, false, "S[I,am] -2");
}
END_TEST

START_TEST(operands_made_by_a_call_are_named_by_it) {
    room_run(&notebook, "twice(x) = x + x\nX = [[1, 2]]\nS = twice(X) @ (twice(X) * 3).T");
    assert_operands("S", 0, false,
                    "twice(X)[1,1] (twice(X) * 3).T[1,1] twice(X)[1,2] (twice(X) * 3).T[2,1]");
    assert_operands("S", 0, true,
                    "twice(X)[1,1] (twice(X) * 3).T[1,1] twice(X)[2,1] (twice(X) * 3).T[1,2]");
}
END_TEST

START_TEST(explaining_without_memory_fails) {
    room_run(&notebook, "X = [[1, 2], [3, 4]]\nS = X @ X.T\nB = X");
    for (size_t i = 0; i < 3; i++) {
        struct explanation explanation;
        struct failure failure = {0};

        memory_fail(1, false);
        ck_assert(!explain_cell(notebook.list[i], 9, 0, &explanation, &failure));
        memory_fail(0, false);
        ck_assert_str_eq(failure.message, "out of memory");
        explanation_release(&explanation);
    }
}
END_TEST

Suite *notebook_explain_suite(void);

Suite *notebook_explain_suite(void) {
    Suite *suite = suite_create("notebook/explain");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_loop_test(core, every_cell_of_every_operator_replays, 0, row_count());
    tcase_add_loop_test(core, longer_formulas_replay, 0, (int)(sizeof longer / sizeof *longer));
    tcase_add_test(core, kinds_of_explanation);
    tcase_add_test(core, operands_are_named_as_written);
    tcase_add_test(core, operands_made_by_a_call_are_named_by_it);
    tcase_add_test(core, explaining_without_memory_fails);
    suite_add_tcase(suite, core);
    return suite;
}
