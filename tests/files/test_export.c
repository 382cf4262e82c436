/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/export.h"
#include "files/saving.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/text.h"
#include "files/fixture.h"
#include "language/reader.h"
#include "language/writer.h"
#include "notebook/room.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *files_export_suite(void);

static const struct reading_place here = {.folder = "."};

/* Worked out by hand: Q = X W, and the cells of H are those of Q. */
static const char source[] = "X = tokens(\"I am\", [[1, 0], [0.5, -inf]], columns=\"a b|c\")\n"
                             "W = [[2, 1e-7]]\n"
                             "W[1,2] = 0.25\n"
                             "Q = X[:,1] @ W\n"
                             "H = heads(Q, 2)\n"
                             "pin H[2,1,1] = nan\n"
                             "d_k = columns(Q)\n";

static const char as_json[] =
    "{\"lesson\": \"l\\\"1\", \"convention\": \"rows\", \"values\": {\n"
    "  \"X\": {\"formula\": \"tokens(\\\"I am\\\", [[1, 0], [0.5, -inf]], columns=\\\"a "
    "b|c\\\")\",\n"
    "   \"shape\": [2, 2], \"rows\": [\"I\", \"am\"], \"columns\": [\"a\", \"b|c\"],\n"
    "   \"value\": [\n"
    "    [1, 0],\n"
    "    [0.5, \"-inf\"]]},\n"
    "  \"W\": {\"formula\": \"[[2, 0.25]]\",\n"
    "   \"shape\": [1, 2], \"rows\": null, \"columns\": null,\n"
    "   \"value\": [\n"
    "    [2, 0.25]]},\n"
    "  \"Q\": {\"formula\": \"X[:,1] @ W\",\n"
    "   \"shape\": [2, 2], \"rows\": [\"I\", \"am\"], \"columns\": null,\n"
    "   \"value\": [\n"
    "    [2, 0.25],\n"
    "    [1, 0.125]]},\n"
    "  \"H\": {\"formula\": \"heads(Q, 2)\",\n"
    "   \"shape\": [2, 2, 1], \"rows\": [\"I\", \"am\"], \"columns\": null,\n"
    "   \"value\": [\n"
    "    [\n"
    "     [2],\n"
    "     [1]],\n"
    "    [\n"
    "     [\"nan\"],\n"
    "     [0.125]]]},\n"
    "  \"d_k\": {\"formula\": \"columns(Q)\",\n"
    "   \"shape\": [1, 1], \"rows\": null, \"columns\": null,\n"
    "   \"value\": [\n"
    "    [2]]}}}\n";

static const char as_text[] =
    "X = tokens(\"I am\", [[1, 0], [0.5, -inf]], columns=\"a b|c\")   2×2\n"
    "        a   b|c\n"
    "   I    1     0\n"
    "  am  0.5  -inf\n"
    "\n"
    "W   1×2\n"
    "  2  0.25\n"
    "\n"
    "Q = X[:,1] @ W   2×2\n"
    "   I  2   0.25\n"
    "  am  1  0.125\n"
    "\n"
    "H = heads(Q, 2)   2×2×1\n"
    "  head 1\n"
    "   I      2\n"
    "  am      1\n"
    "  head 2\n"
    "   I    nan\n"
    "  am  0.125\n"
    "\n"
    "d_k = columns(Q)   1×1\n"
    "  2\n";

static const char as_markdown[] =
    "`X = tokens(\"I am\", [[1, 0], [0.5, -inf]], columns=\"a b|c\")`, 2×2\n"
    "\n"
    "|   | a | b\\|c |\n"
    "|---|---:|---:|\n"
    "| I | 1 | 0 |\n"
    "| am | 0.5 | -inf |\n"
    "\n"
    "`W`, 1×2\n"
    "\n"
    "| 1 | 2 |\n"
    "|---:|---:|\n"
    "| 2 | 0.25 |\n"
    "\n"
    "`Q = X[:,1] @ W`, 2×2\n"
    "\n"
    "|   | 1 | 2 |\n"
    "|---|---:|---:|\n"
    "| I | 2 | 0.25 |\n"
    "| am | 1 | 0.125 |\n"
    "\n"
    "`H = heads(Q, 2)`, 2×2×1\n"
    "\n"
    "head 1:\n"
    "\n"
    "|   | 1 |\n"
    "|---|---:|\n"
    "| I | 2 |\n"
    "| am | 1 |\n"
    "\n"
    "head 2:\n"
    "\n"
    "|   | 1 |\n"
    "|---|---:|\n"
    "| I | nan |\n"
    "| am | 0.125 |\n"
    "\n"
    "`d_k = columns(Q)`, 1×1\n"
    "\n"
    "| 1 |\n"
    "|---:|\n"
    "| 2 |\n";

static const char as_lesson[] = "# A \\*title\\*\n"
                                "\n"
                                "```qkv\n"
                                "X = tokens(\"I am\", [[1, 0], [0.5, -inf]], columns=\"a b|c\")\n"
                                "W = [[2, 1e-7]]\n"
                                "Q = X[:,1] @ W\n"
                                "H = heads(Q, 2)\n"
                                "d_k = columns(Q)\n"
                                "W[1,2] = 0.25\n"
                                "pin H[2,1,1] = nan\n"
                                "```\n";

static void check_format(const char *name, const struct export_options *options,
                         const char *wanted) {
    struct notebook notebook;
    struct failure failure = {0};
    struct text out = {0};
    fixture_notebook(&notebook, source);
    ck_assert_msg(export_write(export_find(name), &notebook, options, &out, &failure), "%s",
                  failure.message);
    ck_assert_str_eq(text_string(&out), wanted);
    text_release(&out);
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static const struct {
    const char *format, *wanted;
    struct export_options options;
} whole[] = {
    {"json", as_json, {.lesson = "l\"1"}},
    {"text", as_text, {0}},
    {"markdown", as_markdown, {0}},
    {"csv", ",a,b|c\nI,1,0\nam,0.5,-inf\n", {.name = "X"}},
    {"tsv", "I\t2\t0.25\nam\t1\t0.125\n", {.name = "Q"}},
    {"text", "d_k = columns(Q)   1×1\n  2\n", {.name = "d_k"}},
    {"latex",
     "% needs \\usepackage{amsmath}\n\\[\nQ = {X}_{:,1} W = \\begin{bmatrix}\n  2 & 0.25 \\\\\n  1 "
     "& "
     "0.125\n\\end{bmatrix}\n\\]\n",
     {.name = "Q"}},
    {"latex",
     "% needs \\usepackage{amsmath}\n\\[\nd_{k} = \\operatorname{columns}\\left(Q\\right) = "
     "2\n\\]\n",
     {.name = "d_k"}},
    {"latex",
     "% needs \\usepackage{amsmath}\n\\[\nX = \\begin{bmatrix}\n  1 & 0 \\\\\n  0.5 & -\\infty\n"
     "\\end{bmatrix}\n\\]\n",
     {.name = "X"}},
    /* rounded: all of a value alike, and no number to 0 */
    {"markdown",
     "`Q = X[:,1] @ W`, 2×2\n\n|   | 1 | 2 |\n|---|---:|---:|\n| I | 2.00 | 0.25 |\n"
     "| am | 1.00 | 0.12 |\n",
     {.name = "Q", .rounded = true, .precision = 2}},
    {"latex",
     "% needs \\usepackage{amsmath}\n\\[\nd_{k} = \\operatorname{columns}\\left(Q\\right) = "
     "2\n\\]\n",
     {.name = "d_k", .rounded = true, .precision = 2}},
    /* the other convention: Q = W' X', and rows are columns */
    {"json",
     "{\"lesson\": null, \"convention\": \"columns\", \"values\": {\n"
     "  \"Q\": {\"formula\": \"W @ X[1]\",\n"
     "   \"shape\": [2, 2], \"rows\": null, \"columns\": [\"I\", \"am\"],\n"
     "   \"value\": [\n"
     "    [2, 1],\n"
     "    [0.25, 0.125]]}}}\n",
     {.name = "Q", .columns = true}},
    {"json",
     "{\"lesson\": null, \"convention\": \"columns\", \"values\": {\n"
     "  \"W\": {\"formula\": \"[[2], [0.25]]\",\n"
     "   \"shape\": [2, 1], \"rows\": null, \"columns\": null,\n"
     "   \"value\": [\n"
     "    [2],\n"
     "    [0.25]]}}}\n",
     {.name = "W", .columns = true}},
    {"text", "d_k = rows(Q)   1×1\n  2\n", {.name = "d_k", .columns = true}},
    {"csv", ",I,am\na,1,0.5\nb|c,0,-inf\n", {.name = "X", .columns = true}},
};

START_TEST(formats) {
    check_format(whole[_i].format, &whole[_i].options, whole[_i].wanted);
}
END_TEST

START_TEST(latex_stack_and_width) {
    struct notebook notebook;
    struct failure failure = {0};
    struct text out = {0};
    fixture_notebook(&notebook, "H = [[[1e-10], [2]]]\nr = [[1,2,3,4,5,6,7,8,9,10,-inf]]\n");
    ck_assert(
        export_write(export_find("latex"), &notebook, &(struct export_options){0}, &out, &failure));
    ck_assert_str_eq(text_string(&out),
                     "% needs \\usepackage{amsmath}\n"
                     "\\setcounter{MaxMatrixCols}{11}\n"
                     "\\[\nH\n\\]\n"
                     "\\[\n{H}^{(1)} = \\begin{bmatrix}\n  1 \\cdot 10^{-10} \\\\\n  2\n"
                     "\\end{bmatrix}\n\\]\n"
                     "\\[\nr = \\begin{bmatrix}\n"
                     "  1 & 2 & 3 & 4 & 5 & 6 & 7 & 8 & 9 & 10 & -\\infty\n"
                     "\\end{bmatrix}\n\\]\n");
    text_release(&out);
    notebook_release(&notebook);
}
END_TEST

START_TEST(four_axes) {
    struct notebook notebook;
    struct failure failure = {0};
    struct text out = {0};
    fixture_notebook(&notebook, "B = [[[[1]], [[2]]], [[[3]], [[4]]]]\n");
    ck_assert(
        export_write(export_find("text"), &notebook, &(struct export_options){0}, &out, &failure));
    ck_assert_str_eq(text_string(&out), "B   2×2×1×1\n"
                                        "  item 1, head 1\n  1\n  item 1, head 2\n  2\n"
                                        "  item 2, head 1\n  3\n  item 2, head 2\n  4\n");
    text_clear(&out);
    ck_assert(
        export_write(export_find("latex"), &notebook, &(struct export_options){0}, &out, &failure));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "\\[\n{B}^{(2,1)} = "));
    text_release(&out);
    notebook_release(&notebook);
}
END_TEST

START_TEST(table) {
    static const struct {
        const char *name, *file;
        bool one;
    } rows[] = {{"text", "a.txt", false},
                {"json", "b.json", false},
                {"csv", "c.csv", true},
                {"tsv", "d.tsv", true},
                {"npy", "e.npy", true},
                {"npz", "e.npz", false},
                {"safetensors", "e.safetensors", false},
                {"markdown", "f.md", false},
                {"latex", "g.tex", false},
                {"numpy", "h.py", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct export_format *format = export_find(rows[i].name);
        ck_assert_ptr_nonnull(format);
        ck_assert_int_eq(format->one, rows[i].one);
        ck_assert_ptr_eq(export_for_file(rows[i].file), format);
    }
    ck_assert_ptr_null(export_find("xml"));
    ck_assert_ptr_null(export_for_file("json"));
}
END_TEST

START_TEST(names) {
    struct notebook notebook;
    struct text out = {0};
    fixture_notebook(&notebook, source);
    for (size_t i = 0; export_at(i); i++) {
        struct failure failure = {0};
        struct export_options options = {.name = "dk"};
        ck_assert(!export_write(export_at(i), &notebook, &options, &out, &failure));
        ck_assert_str_eq(failure.message, "no value is called dk; did you mean d_k?");
        options.name = NULL;
        ck_assert_int_eq(export_write(export_at(i), &notebook, &options, &out, &failure),
                         !export_at(i)->one);
        if (export_at(i)->one) {
            char wanted[64];
            snprintf(wanted, sizeof wanted, "%s holds one value: name it", export_at(i)->name);
            ck_assert_str_eq(failure.message, wanted);
        }
    }
    text_release(&out);
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* Labels and texts from a file may contain anything. */
START_TEST(hostile_labels) {
    struct notebook notebook;
    struct failure failure = {0};
    struct text out = {0};
    fixture_notebook(&notebook, "X = tokens(\"\xe2\x80\xae"
                                "b \\x<!--*`| c\", [[1], [2], [3]])\n");
    const struct export_options options = {.name = "X"};
    ck_assert(export_write(export_find("text"), &notebook, &options, &out, &failure));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "\n    <202E>b  1\n"));
    text_clear(&out);
    ck_assert(export_write(export_find("markdown"), &notebook, &options, &out, &failure));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "| \\\\x\\<!--\\*\\`\\| | 2 |"));
    ck_assert_ptr_nonnull(strstr(text_string(&out), "`` X = tokens("));
    text_clear(&out);
    ck_assert(export_write(export_find("json"), &notebook, &options, &out, &failure));
    ck_assert_ptr_nonnull(strstr(
        text_string(&out), "\"rows\": [\"<202E>b\", \"\\\\x<!--*`|\", \"c\"], \"columns\": null"));
    text_release(&out);
    notebook_release(&notebook);
}
END_TEST

/* A label made elsewhere than by the reader may be any bytes; JSON is UTF-8. */
START_TEST(json_strings) {
    struct text out = {0};
    export_string("\xff\x01\"\\\n\t\x7f\xc2\x85é", &out);
    ck_assert_str_eq(text_string(&out), "\"\xef\xbf\xbd\\u0001\\\"\\\\\\n\\t\\u007f\\u0085é\"");
    text_clear(&out);
    export_string("\xe2\x80\xaeo\xf3\xa0\x80\x81", &out);
    ck_assert_str_eq(text_string(&out), "\"\\u202eo\\udb40\\udc01\"");
    text_release(&out);
}
END_TEST

START_TEST(lesson) {
    struct notebook notebook, again;
    struct failure failure = {0};
    struct text out = {0};
    fixture_notebook(&notebook, source);
    ck_assert(saving_write(&notebook, "A *title*", &here, &out, &failure));
    ck_assert_str_eq(text_string(&out), as_lesson);
    fixture_lesson(&again, text_string(&out));
    ck_assert(notebook_same(&notebook, &again));
    notebook_release(&again);
    notebook_release(&notebook);
    notebook_init(&notebook);
    text_clear(&out);
    ck_assert(saving_write(&notebook, "", &here, &out, &failure));
    ck_assert_str_eq(text_string(&out), "# Notebook\n");
    notebook_release(&notebook);
    text_release(&out);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* Every operator, with stacks, edits and pins in awkward numbers: opened again, all is the same. */
START_TEST(lesson_again) {
    struct notebook notebook, again;
    struct failure failure = {0};
    struct text lines = {0}, out = {0};
    for (size_t i = 0; operator_at(i); i++) {
        struct text name = {0};
        text_format(&name, "v%zu", i);
        room_example(operator_at(i), text_string(&name), &lines);
        text_release(&name);
    }
    text_append(&lines, "α' = normal(2, 2, 3, 2, seed=3)\nα'[2,1,3,2] = 1/3\nβ = -α' / 7\n"
                        "pin β[1,2,3,1] = -inf\npin β[1,1,1,1] = -0.0\nz = 5e-324\nz[1,1] = nan\n");
    fixture_notebook(&notebook, text_string(&lines));
    ck_assert(saving_write(&notebook, "t", &here, &out, &failure));
    fixture_lesson(&again, text_string(&out));
    ck_assert_uint_eq(again.count, notebook.count);
    for (size_t i = 0; i < notebook.count; i++) { /* the formulas now say their seeds */
        const struct definition *before = notebook.list[i], *after = again.list[i];
        ck_assert_str_eq(after->name, before->name);
        ck_assert_msg(tensor_same(after->value, before->value), "%s", before->name);
        ck_assert(overlays_same(&after->edits, &before->edits));
        ck_assert(overlays_same(&after->pins, &before->pins));
    }
    struct text twice = {0};
    ck_assert(saving_write(&again, "t", &here, &twice, &failure));
    ck_assert_str_eq(text_string(&twice), text_string(&out));
    text_release(&twice);
    notebook_release(&again);
    notebook_release(&notebook);
    text_release(&lines);
    text_release(&out);
}
END_TEST

/* The statement that `load` makes of a tensor defines the same tensor. */
static const struct {
    const char *tensor, *statement;
} leaves[] = {
    {"[[1, -0.1], [inf, nan]]", "L = [[1, -0.1], [inf, nan]]"},
    {"7", "L = [[7]]"},
    {"[[[1], [2]], [[3], [4]]]", "L = [[[1], [2]], [[3], [4]]]"},
    {"tokens(\"I am\", [[1, 2], [3, 4]])", "L = tokens(\"I am\", [[1, 2], [3, 4]])"},
    {"tokens(\"I am\", [[1, 2], [3, 4]], columns=\"a b\")",
     "L = tokens(\"I am\", [[1, 2], [3, 4]], columns=\"a b\")"},
    {"tokens(\"I am\", [[1, 2], [3, 4]]).T", "L = tokens(\"I am\", [[1, 2], [3, 4]]).T"},
};

static void write_statement(const struct tensor *tensor, struct text *out) {
    text_append(out, "L = ");
    writer_literal(tensor, out);
}

START_TEST(statement) {
    struct notebook notebook;
    struct text line = {0}, out = {0};
    text_format(&line, "M = %s\n", leaves[_i].tensor);
    fixture_notebook(&notebook, text_string(&line));
    write_statement(notebook_find(&notebook, "M")->value, &out);
    ck_assert_str_eq(text_string(&out), leaves[_i].statement);
    struct notebook again;
    fixture_notebook(&again, text_string(&out));
    ck_assert(tensor_same(notebook_find(&again, "L")->value, notebook_find(&notebook, "M")->value));
    notebook_release(&again);
    notebook_release(&notebook);
    text_release(&line);
    text_release(&out);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(statement_labels) {
    struct failure failure;
    struct text out = {0};
    static const char *const awkward[] = {"so very", "", "\"q\"",
                                          ("a\xe2\x80\x83\xe3\x80\x80"
                                           "b\n")};
    struct shape shape = shape_matrix(4, 1);
    struct tensor *tensor = tensor_create(&shape, &failure);
    tensor->shape.labels[AXIS_ROW] = labels_create(awkward, 4, &failure);
    write_statement(tensor, &out);
    ck_assert_str_eq(text_string(&out),
                     "L = tokens(\"so_very _ 'q' a__b_\", [[0], [0], [0], [0]])");
    tensor_release(tensor);
    text_release(&out);
}
END_TEST

/* Labels on the columns alone are written by way of the transpose, which wants memory. */
START_TEST(statement_without_memory) {
    struct notebook notebook;
    fixture_notebook(&notebook, "M = tokens(\"I am\", [[1, 2], [3, 4]]).T\n");
    bool done = false;
    for (size_t k = 1; !done; k++) {
        struct text out = {0};
        memory_fail(k, true);
        write_statement(notebook_find(&notebook, "M")->value, &out);
        memory_fail(0, false);
        done = !out.failed;
        ck_assert(out.failed ||
                  text_same(text_string(&out), "L = tokens(\"I am\", [[1, 2], [3, 4]]).T"));
        text_release(&out);
        ck_assert_uint_lt(k, 100);
    }
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(memory) {
    struct notebook notebook;
    fixture_notebook(&notebook, source);
    size_t before = memory_blocks();
    const struct export_format *format = export_at((size_t)_i / 2);
    struct export_options options = {.name = "W", .columns = _i % 2 == 1};
    bool done = false;
    for (size_t k = 1; !done; k++) {
        struct failure failure = {0};
        struct text out = {0};
        memory_fail(k, true);
        done = format ? export_write(format, &notebook, &options, &out, &failure)
                      : saving_write(&notebook, "t", &here, &out, &failure);
        memory_fail(0, false);
        ck_assert_msg(done || text_same(failure.message, "out of memory"), "%s: %s",
                      format ? format->name : "lesson", failure.message);
        text_release(&out);
        ck_assert_uint_eq(memory_blocks(), before);
        ck_assert_uint_lt(k, 2000);
    }
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

Suite *files_export_suite(void) {
    Suite *suite = suite_create("files export");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, formats, 0, (int)(sizeof whole / sizeof *whole));
    tcase_add_test(core, latex_stack_and_width);
    tcase_add_test(core, four_axes);
    tcase_add_test(core, table);
    tcase_add_test(core, names);
    tcase_add_test(core, hostile_labels);
    tcase_add_test(core, json_strings);
    tcase_add_test(core, lesson);
    tcase_add_test(core, lesson_again);
    tcase_add_loop_test(core, statement, 0, (int)(sizeof leaves / sizeof *leaves));
    tcase_add_test(core, statement_labels);
    tcase_add_test(core, statement_without_memory);
    suite_add_tcase(suite, core);
    TCase *limits = tcase_create("limits");
    int forms = 1; /* each format, and saving */
    while (export_at((size_t)forms - 1) != NULL) {
        forms++;
    }
    tcase_add_loop_test(limits, memory, 0, 2 * forms);
    suite_add_tcase(suite, limits);
    return suite;
}
