/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/formats.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *files_csv_suite(void);

static const struct {
    const char *text;
    size_t rows, columns;
    double cells[8];
    const char *row_labels, *column_labels; /* with | between; NULL: none */
    bool tabs;
} tables[] = {
    {"1,2\n3,4\n", 2, 2, {1, 2, 3, 4}, NULL, NULL, false},
    {"1,2\n3,4", 2, 2, {1, 2, 3, 4}, NULL, NULL, false},
    {"1,2\r\n3,4\r\n", 2, 2, {1, 2, 3, 4}, NULL, NULL, false},
    {"\xef\xbb\xbf"
     "1,2\n",
     1,
     2,
     {1, 2},
     NULL,
     NULL,
     false},
    {"\n1 , 2\n\n \n\t3,\t4 \n\n", 2, 2, {1, 2, 3, 4}, NULL, NULL, false},
    {"5\n", 1, 1, {5}, NULL, NULL, false},
    {"-1.5e-3,+2,.5,1.\n", 1, 4, {-1.5e-3, 2, .5, 1}, NULL, NULL, false},
    {"nan,inf,-inf,-0.0\n",
     1,
     4,
     {(double)NAN, (double)INFINITY, -(double)INFINITY, -0.0},
     NULL,
     NULL,
     false},
    {"\"1\",\"2\"\n", 1, 2, {1, 2}, NULL, NULL, false},
    {"1\t2\n3\t4\n", 2, 2, {1, 2, 3, 4}, NULL, NULL, true},
    {"a\tb\nI\t1\t2\n", 1, 2, {1, 2}, "I", "a|b", true},
    /* labels */
    {"a,b\n1,2\n3,4\n", 2, 2, {1, 2, 3, 4}, NULL, "a|b", false},
    {",a,b\nI,1,2\nam,3,4\n", 2, 2, {1, 2, 3, 4}, "I|am", "a|b", false},
    {"word,a,b\nI,1,2\nam,3,4\n", 2, 2, {1, 2, 3, 4}, "I|am", "a|b", false},
    {"a,b\nI,1,2\nam,3,4\n", 2, 2, {1, 2, 3, 4}, "I|am", "a|b", false},
    {"I,1,2\nam,3,4\n", 2, 2, {1, 2, 3, 4}, "I|am", NULL, false},
    {"I,1,2\n", 1, 2, {1, 2}, "I", NULL, false},
    {"x\n1\n2\n", 2, 1, {1, 2}, NULL, "x", false},
    {",0,1\nI,1,2\nam,3,4\n", 2, 2, {1, 2, 3, 4}, "I|am", "0|1", false},
    {",0,1\n0,1,2\n1,3,4\n", 2, 3, {0, 1, 2, 1, 3, 4}, NULL, "|0|1", false},
    {"a,2\n1,2\n", 1, 2, {1, 2}, NULL, "a|2", false},
    {"saw,1\nsaw,2\n", 2, 1, {1, 2}, "saw|saw", NULL, false},
    {"\"a, b\",\"say \"\"hi\"\"\",\"two\nlines\"\n1,2,3\n",
     1,
     3,
     {1, 2, 3},
     NULL,
     "a, b|say \"hi\"|two lines",
     false},
    {"\" a\",b\n1,2\n", 1, 2, {1, 2}, NULL, " a|b", false},
    {"α,寿司\n1,2\n", 1, 2, {1, 2}, NULL, "α|寿司", false},
};

static void check_labels(const struct labels *labels, const char *wanted) {
    struct text found = {0};
    if (!wanted) {
        ck_assert_ptr_null(labels);
        return;
    }
    ck_assert_ptr_nonnull(labels);
    for (size_t i = 0; i < labels->count; i++) {
        text_append(&found, i > 0 ? "|" : "");
        text_append(&found, labels->names[i]);
    }
    ck_assert_str_eq(text_string(&found), wanted);
    text_release(&found);
}

/* A copy without a final NUL, so that a sanitiser sees each byte read too far. */
static struct tensor *read_copy(const char *text, size_t length, char separator,
                                struct failure *failure) {
    char *copy = malloc(length > 0 ? length : 1);
    memcpy(copy, text, length);
    struct tensor *tensor = csv_read("t.csv", copy, length, separator, failure);
    free(copy);
    return tensor;
}

START_TEST(reads) {
    struct failure failure = {0};
    const char *text = tables[_i].text;
    struct tensor *tensor = read_copy(text, strlen(text), tables[_i].tabs ? '\t' : ',', &failure);
    ck_assert_msg(tensor != NULL, "%s", failure.message);
    ck_assert_int_eq(tensor->shape.axes, 2);
    ck_assert_uint_eq(shape_rows(&tensor->shape), tables[_i].rows);
    ck_assert_uint_eq(shape_columns(&tensor->shape), tables[_i].columns);
    for (size_t k = 0; k < shape_cells(&tensor->shape); k++) {
        double wanted = tables[_i].cells[k];
        ck_assert_msg(memcmp(&tensor->cells[k], &wanted, sizeof wanted) == 0 ||
                          (isnan(wanted) && isnan(tensor->cells[k])),
                      "cell %zu: %g", k, tensor->cells[k]);
    }
    check_labels(tensor->shape.labels[AXIS_ROW], tables[_i].row_labels);
    check_labels(tensor->shape.labels[AXIS_COLUMN], tables[_i].column_labels);
    tensor_release(tensor);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

static const struct {
    const char *text;
    size_t line, column;
    const char *message;
} refused[] = {
    {"", 1, 1, "there are no numbers here"},
    {"\n \n", 1, 1, "there are no numbers here"},
    {"a,b\n", 1, 1, "there are no numbers here"},
    {"x\na\nb\n", 1, 1, "there are no numbers here"},
    {"1,2\n3,4\n5\n", 3, 1, "this row has 1 cell, the rows before it have 2"},
    {"1,2\n3,4\n5,6,7\n", 3, 5, "this row has 3 cells, the rows before it have 2"},
    {"1,2,3\n4,5\n", 1, 1, "the first line has 3 cells, the second 2"},
    {"a,b,c\n4,5\n6,7\n", 1, 1, "the first line has 3 cells, the second 2"},
    {"1,2\n3,four\n", 2, 3, "\"four\" in column 2 is no number"},
    {"1,2\n3,\n", 2, 3, "column 2 is empty here: every cell needs a number"},
    {"1,2\n3,1e999\n", 2, 3, "\"1e999\" in column 2 is no number"},
    {"1,2\n3,0x10\n", 2, 3, "\"0x10\" in column 2 is no number"},
    {"1,2\n3,NaN\n", 2, 3, "\"NaN\" in column 2 is no number"},
    {"1,2\n3,\"0,5\"\n", 2, 3,
     "\"0,5\" in column 2 is no number: decimals have a point, not a comma"},
    {"1,2\n3,\"4\n", 2, 3, "this quote is not closed"},
    {"1,\"2\" \r\n\"3\" x,4\n", 2, 5, "nothing may follow a closing quote; double a quote inside"},
    {"α,β\nI,1,x\n", 2, 5, "\"x\" in column 3 is no number"},
};

START_TEST(refuses) {
    struct failure failure = {0};
    const char *text = refused[_i].text;
    ck_assert_ptr_null(read_copy(text, strlen(text), ',', &failure));
    ck_assert_str_eq(failure.message, refused[_i].message);
    ck_assert_str_eq(failure.file, "t.csv");
    ck_assert_uint_eq(failure.line, refused[_i].line);
    ck_assert_uint_eq(failure.column, refused[_i].column);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(zero_bytes) {
    struct failure failure = {0};
    ck_assert_ptr_null(read_copy("1,2\n3,\0\n", 8, ',', &failure));
    ck_assert_uint_eq(failure.line, 2);
    failure = (struct failure){0};
    ck_assert_ptr_null(read_copy("x,y\na\0b,4\n", 10, ',', &failure)); /* a label is not cut */
    ck_assert_str_eq(failure.message, "a NUL byte: this is not text");
    ck_assert_uint_eq(failure.line, 2);
    ck_assert_uint_eq(failure.column, 2);
}
END_TEST

/* The cell that is at fault is underlined from its first character to its last. */
START_TEST(a_caret_spans_the_cell) {
    static const struct {
        const char *text, *shown;
    } rows[] = {{"1,2,3\n4,five,6\n", "  4,five,6\n    ^~~~\n"},
                {"1,2\n3, \"fo ur\" \n", "  3, \"fo ur\" \n     ^~~~~~~\n"},
                {"1,2\n3,4 a\n", "  3,4 a\n    ^~~\n"}};
    struct failure failure = {0};
    struct text out = {0};
    ck_assert_ptr_null(read_copy(rows[_i].text, strlen(rows[_i].text), ',', &failure));
    failure_print(&failure, &out);
    const char *line = strchr(text_string(&out), '\n') + 1;
    ck_assert_str_eq(line, rows[_i].shown);
    text_release(&out);
}
END_TEST

/* What is written reads back to the same tensor, labels and bits. */
static const struct {
    const char *text, *written;
} trips[] = {
    {"1,0.1\n1e-300,-0.0\n", "1,0.1\n1e-300,-0.0\n"},
    {"a,b\n1,2\n", "a,b\n1,2\n"},
    {"corner,a,b\nI,1,2\n", ",a,b\nI,1,2\n"},
    {"I,1\nam,inf\n", "I,1\nam,inf\n"},
    {"\"\"\n1\n", "\"\"\n1\n"},
    {"x,\ny,1\n", ",\ny,1\n"},
    {" \xef\xbb\xbf,1\nI,2\n", "<FEFF>,1\nI,2\n"},
    /* what a spreadsheet would run stands behind an apostrophe */
    {"=1+1,-,-1\n1,2,3\n", "'=1+1,-,-1\n1,2,3\n"},
    {"@a,2,3\n", "'@a,2,3\n"},
    {"'=1+1,'it,'-\n1,2,3\n", "'=1+1,'it,'-\n1,2,3\n"},
    {"''+a,\" =a,\"\n1,2\n", "''+a,\"' =a,\"\n1,2\n"},
    {"＝a,＠b,＋＋,＝\n1,2,3,4\n", "'＝a,'＠b,'＋＋,＝\n1,2,3,4\n"},
    {"\"a,b\",\"c\"\"d\",\" e\"\n1,2,nan\n", "\"a,b\",\"c\"\"d\",\" e\"\n1,2,nan\n"},
};

START_TEST(round_trip) {
    struct failure failure = {0};
    struct text out = {0};
    const char *text = trips[_i].text;
    struct tensor *tensor = read_copy(text, strlen(text), ',', &failure);
    csv_write(tensor, ',', &out);
    ck_assert_str_eq(text_string(&out), trips[_i].written);
    struct tensor *again = read_copy(out.bytes, out.length, ',', &failure);
    ck_assert(tensor_same(tensor, again));
    text_clear(&out);
    csv_write(tensor, '\t', &out);
    tensor_release(again);
    again = read_copy(out.bytes, out.length, '\t', &failure);
    ck_assert(tensor_same(tensor, again));
    tensor_release(tensor);
    tensor_release(again);
    text_release(&out);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(writes_stack) {
    struct shape shape = {.axes = 3, .size = {1, 2, 1, 2}};
    struct failure failure;
    struct text out = {0};
    struct tensor *tensor = tensor_create(&shape, &failure);
    for (size_t i = 0; i < 4; i++) {
        tensor->cells[i] = (double)i / 4;
    }
    tensor->shape.labels[AXIS_COLUMN] = labels_split("a b", &failure);
    csv_write(tensor, ';', &out);
    ck_assert_str_eq(text_string(&out), "a;b\n0;0.25\n\na;b\n0.5;0.75\n");
    tensor_release(tensor);
    text_release(&out);
}
END_TEST

START_TEST(cut_and_out_of_memory) {
    static const char text[] = "word,a,\"b \"\"c\"\"\"\r\nI,1,2.5\r\n\"am\",-3,4e2\r\n";
    for (size_t length = 0; length <= strlen(text); length++) {
        struct failure failure = {0};
        struct tensor *tensor = read_copy(text, length, ',', &failure);
        ck_assert((tensor != NULL) != failure.set);
        tensor_release(tensor);
        ck_assert_uint_eq(memory_blocks(), 0);
    }
    bool done = false;
    for (size_t k = 1; !done; k++) {
        struct failure failure = {0};
        memory_fail(k, true);
        struct tensor *tensor = read_copy(text, strlen(text), ',', &failure);
        memory_fail(0, false);
        done = tensor != NULL;
        ck_assert(done || text_same(failure.message, "out of memory"));
        tensor_release(tensor);
        ck_assert_uint_eq(memory_blocks(), 0);
        ck_assert_uint_lt(k, 200);
    }
}
END_TEST

/* A careless reader would take minutes. */
START_TEST(large) {
    struct failure failure = {0};
    struct text text = {0};
    text_repeat(&text, "1,", 1 << 20);
    text_append(&text, "1\n");
    struct tensor *tensor = csv_read("t.csv", text.bytes, text.length, ',', &failure);
    ck_assert_uint_eq(shape_columns(&tensor->shape), (1 << 20) + 1);
    tensor_release(tensor);
    text_release(&text);
}
END_TEST

Suite *files_csv_suite(void) {
    Suite *suite = suite_create("files csv");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, reads, 0, (int)(sizeof tables / sizeof *tables));
    tcase_add_loop_test(core, round_trip, 0, (int)(sizeof trips / sizeof *trips));
    tcase_add_test(core, writes_stack);
    suite_add_tcase(suite, core);
    TCase *limits = tcase_create("limits");
    tcase_add_loop_test(limits, refuses, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_test(limits, zero_bytes);
    tcase_add_loop_test(limits, a_caret_spans_the_cell, 0, 3);
    tcase_add_test(limits, cut_and_out_of_memory);
    tcase_add_test(limits, large);
    suite_add_tcase(suite, limits);
    return suite;
}
