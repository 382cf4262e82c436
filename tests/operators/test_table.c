/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Each row of THE TABLE is complete, and the table can be searched. */
#include "base/failure.h"
#include "base/text.h"
#include "operators/operator.h"

#include <check.h>
#include <string.h>

static size_t row_count(void) {
    size_t count = 0;
    while (operator_at(count)) {
        count++;
    }
    return count;
}

START_TEST(row_is_complete) {
    const struct op *row = operator_at((size_t)_i);
    ck_assert_msg(row->name && row->name[0], "row %d has no name", _i);
    ck_assert_msg(operator_heading(row) && operator_heading(row)[0], "%s has no family", row->name);
    ck_assert_msg(row->example && row->example[0], "%s has no example", row->name);
    ck_assert_msg(row->sentence && strlen(row->sentence) > 10, "%s has no sentence", row->name);
    ck_assert_msg(row->sentence[strlen(row->sentence) - 1] == '.', "%s: no point", row->name);
    ck_assert_msg(row->expands || (row->shape && (row->compute || row->of_file)),
                  "%s cannot be computed", row->name);
    ck_assert_msg(row->expands || row->explain || row->origin || row->of_file,
                  "%s cannot be explained", row->name);
    ck_assert_msg(!row->origin || row->moves, "%s has an origin and does not move", row->name);
    ck_assert_ptr_eq(operator_find(row->name, strlen(row->name)), row);
}
END_TEST

START_TEST(example_uses_the_row) {
    const struct op *row = operator_at((size_t)_i);
    struct text wanted = {0};
    if (row->writing.form == WRITING_CALL) {
        text_format(&wanted, "%s(", row->name);
    } else if (row->writing.form == WRITING_SUBSCRIPT || row->writing.form == WRITING_MATRIX) {
        text_append(&wanted, "[");
    } else {
        text_append(&wanted, row->writing.symbol);
    }
    ck_assert_msg(strstr(row->example, text_string(&wanted)) != NULL, "%s: %s", row->name,
                  row->example);
    text_release(&wanted);
}
END_TEST

static bool is_word(const char *name) {
    return name[0] >= 'a' && name[0] <= 'z' &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789")] == '\0';
}

START_TEST(name_is_legal) {
    const struct op *row = operator_at((size_t)_i);
    switch (row->writing.form) {
    case WRITING_CALL:
    case WRITING_PREFIX:
    case WRITING_MATRIX:
        ck_assert_msg(is_word(row->name), "%s is no name", row->name);
        break;
    case WRITING_INFIX:
    case WRITING_POSTFIX:
    case WRITING_SUBSCRIPT:
        ck_assert_str_eq(row->name, row->writing.symbol);
        break;
    }
    for (size_t other = 0; other < (size_t)_i; other++) {
        ck_assert_str_ne(operator_at(other)->name, row->name);
    }
}
END_TEST

static bool among(const char *list, const char *word) {
    struct text padded = {0}, wanted = {0};
    bool found;
    text_format(&padded, " %s ", list);
    text_format(&wanted, " %s ", word);
    found = strstr(text_string(&padded), text_string(&wanted)) != NULL;
    text_release(&padded);
    text_release(&wanted);
    return found;
}

START_TEST(parameters_are_documented) {
    const struct op *row = operator_at((size_t)_i);
    bool may_be_left_out = false;
    ck_assert_msg(operator_parameter_count(row) > 0, "%s takes nothing", row->name);
    for (size_t i = 0; i < operator_parameter_count(row); i++) {
        const struct parameter *parameter = &row->parameters[i];

        ck_assert_msg(parameter->name && is_word(parameter->name), "%s, %zu", row->name, i);
        ck_assert_msg(parameter->sentence && parameter->sentence[0], "%s: %s", row->name,
                      parameter->name);
        ck_assert_int_eq(operator_parameter(row, parameter->name, strlen(parameter->name)), (int)i);
        ck_assert((parameter->kind == PARAMETER_WORD) == (parameter->words != NULL));
        ck_assert(!parameter->words || among(parameter->words, parameter->standard));
        ck_assert(!(parameter->standard && parameter->optional));
        /* Required parameters come before optional ones. */
        ck_assert(!may_be_left_out || parameter->standard || parameter->optional);
        may_be_left_out = parameter->standard || parameter->optional;
    }
    ck_assert_int_eq(operator_parameter(row, "nosuch", 6), -1);
}
END_TEST

static void check_template(const struct op *row, const char *pattern) {
    for (const char *at = pattern ? strchr(pattern, '%') : NULL; at; at = strchr(at + 1, '%')) {
        if (at[1] >= '1' && at[1] <= '9') {
            ck_assert_msg((size_t)(at[1] - '1') < operator_parameter_count(row), "%s: %s",
                          row->name, pattern);
        } else {
            ck_assert_msg(text_starts(at, "%each%"), "%s: %s", row->name, pattern);
            ck_assert_int_ge(operator_parameter(row, "each", 4), 0);
            at += strlen("%each");
        }
    }
}

START_TEST(templates_name_parameters) {
    const struct op *row = operator_at((size_t)_i);
    check_template(row, row->writing.unicode);
    check_template(row, row->writing.latex);
    check_template(row, row->writing.numpy);
    ck_assert_msg((row->writing.numpy != NULL) + (row->numpy != NULL) + row->literal_in_numpy == 1,
                  "%s has no way, or two, to be written in NumPy", row->name);
}
END_TEST

START_TEST(each_is_what_flips) {
    const struct op *row = operator_at((size_t)_i);
    bool has_each = operator_parameter(row, "each", 4) >= 0;
    ck_assert_msg(!has_each || row->writing.transposition == TRANSPOSE_SAME, "%s", row->name);
    ck_assert(row->writing.transposition != TRANSPOSE_PARTNER ||
              operator_find(row->writing.partner, strlen(row->writing.partner)));
}
END_TEST

START_TEST(families_stand_together) {
    const char *family = "";
    for (size_t i = 0; i < row_count(); i++) {
        if (text_same(operator_heading(operator_at(i)), family)) {
            continue;
        }
        family = operator_heading(operator_at(i));
        for (size_t before = 0; before < i; before++) {
            ck_assert_str_ne(operator_heading(operator_at(before)), family);
        }
    }
}
END_TEST

/* The operators that must exist at least. */
START_TEST(all_are_there) {
    static const char *const names[] = {
        "@",       ".T",        "+",       "-",         "*",       "/",
        "**",      "exp",       "log",     "sqrt",      "abs",     "tanh",
        "sigmoid", "relu",      "gelu",    "softmax",   "l1",      "softmax_unshifted",
        "sum",     "sparsemax", "mean",    "relu_norm", "std",     "layernorm",
        "var",     "max",       "min",     "norm",      "entropy", "argmax",
        "heads",   "concat",    "join",    "permute",   "rows",    "columns",
        "onehot",  "embed",     "vectors", "tokens",    "causal",  "positions",
        "eye",     "zeros",     "ones",    "normal",    "uniform", "crossentropy",
        "mse",     "negate",    "matrix",  "[ ]",       "arccos",  "<",
        "<=",      ">",         ">=",      "==",        "!=",      "where",
        "clip",    "maximum",   "minimum", "sin",       "cos",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ck_assert_msg(operator_find(names[i], strlen(names[i])) != NULL, "%s", names[i]);
    }
    ck_assert_ptr_null(operator_find("softma", 6));
    ck_assert_ptr_eq(operator_find("softmaxes", 7), operator_find("softmax", 7));
    ck_assert_ptr_null(operator_at(row_count() + 5));
}
END_TEST

START_TEST(nearest_is_a_call) {
    ck_assert_str_eq(operator_nearest("sotfmax"), "softmax");
    ck_assert_str_eq(operator_nearest("layer_norm"), "layernorm");
    ck_assert_str_eq(operator_nearest("colums"), "columns");
    ck_assert_ptr_null(operator_nearest("transformer"));
    ck_assert_ptr_null(operator_nearest("negat")); /* written -x, so never suggested */
}
END_TEST

Suite *operators_table_suite(void);

Suite *operators_table_suite(void) {
    Suite *suite = suite_create("operators_table");
    TCase *rows = tcase_create("rows");
    TCase *table = tcase_create("table");
    int count = (int)row_count();
    tcase_add_loop_test(rows, row_is_complete, 0, count);
    tcase_add_loop_test(rows, example_uses_the_row, 0, count);
    tcase_add_loop_test(rows, name_is_legal, 0, count);
    tcase_add_loop_test(rows, parameters_are_documented, 0, count);
    tcase_add_loop_test(rows, templates_name_parameters, 0, count);
    tcase_add_loop_test(rows, each_is_what_flips, 0, count);
    tcase_add_test(table, families_stand_together);
    tcase_add_test(table, all_are_there);
    tcase_add_test(table, nearest_is_a_call);
    suite_add_tcase(suite, rows);
    suite_add_tcase(suite, table);
    return suite;
}
