/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Notebooks: defining, redefining, editing and pinning; and what each error says. */
#include "notebook/notebook.h"

#include "base/heap.h"
#include "base/text.h"
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

static const char attention[] = "X = tokens(\"I am so\", [[1, 2], [3, 4], [5, -6]])\n"
                                "W_q = [[1, 0], [0, 1]]\n"
                                "W_k = eye(2)\n"
                                "Q = X @ W_q\n"
                                "K = X @ W_k\n"
                                "d_k = columns(Q)\n"
                                "S = Q @ K.T / sqrt(d_k)\n"
                                "A = softmax(S)\n";

static struct definition *find(const char *name) {
    struct definition *definition = notebook_find(&notebook, name);
    ck_assert_msg(definition != NULL, "no %s", name);
    return definition;
}

/* --- evaluation ---------------------------------------------------------------------------------
 */

START_TEST(operations_stand_in_the_order_of_evaluation) {
    static const char *const names[] = {".T", "@", "sqrt", "/"};
    const struct definition *scores;
    room_run(&notebook, attention);
    scores = find("S");
    ck_assert_uint_eq(scores->operation_count, 4);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_str_eq(scores->operations[i].call.op->name, names[i]);
    }
    ck_assert_ptr_eq(definition_last(scores), &scores->operations[3]);
    ck_assert_ptr_eq(scores->operations[1].origin[0].definition, find("Q"));
    ck_assert_int_eq(scores->operations[1].origin[1].operation, 0);
    ck_assert_ptr_null(scores->operations[1].origin[1].definition);
    ck_assert_ptr_eq(scores->operations[1].call.argument[0].value, find("Q")->value);
    ck_assert_str_eq(scores->operations[3].call.argument[0].written, "Q @ K.T");
    ck_assert_uint_eq(scores->use_count, 3);
}
END_TEST

START_TEST(numbers_are_no_operations) {
    room_run(&notebook, "a = -2\nb = [[1, -2], [a, 2 * 3]]\nc = a\nd = a * -3");
    ck_assert_uint_eq(find("a")->operation_count, 0);
    ck_assert(find("a")->leaf);
    ck_assert_uint_eq(find("b")->operation_count, 2);
    ck_assert_ptr_eq(definition_last(find("b"))->cells[2].definition, find("a"));
    ck_assert_int_eq(definition_last(find("b"))->cells[3].operation, 0);
    ck_assert_double_eq(room_number(&notebook, "b[2,2]"), 6);
    ck_assert_ptr_null(definition_last(find("c")));
    ck_assert(!find("c")->leaf);
    ck_assert_ptr_eq(find("c")->value, find("a")->value);
    ck_assert_uint_eq(find("d")->operation_count, 1);
    ck_assert_str_eq(find("d")->operations[0].call.argument[1].written, "-3");
}
END_TEST

static const struct {
    const char *expression;
    double number;
} numbers[] = {
    {"G[1,1]", 11},
    {"G[2,3]", 23},
    {"G[2][1,3]", 23},
    {"G[rows(G),columns(G)]", 33},
    {"sum(G[2])", 66},
    {"sum(G[2:3][1])", 66},
    {"sum(H[2][1])", 3},
    {"sum(G[:,3])", 69},
    {"sum(G[1:2,2:])", 12 + 13 + 22 + 23},
    {"sum(G[:2,1])", 32},
    {"L[\"so\",1]", 5},
    {"L[so,1]", 5},
    {"L[\"I\":\"am\",2][2,1]", 4},
    {"L[k,1]", 3},
    {"H[2,1,1]", 3},
    {"H[2][1,1]", 3},
    {"H[:,2,1][1,1,1]", 2},
    {"rows(H[1:2,2,:])", 1},
    {"G[k,k]", 22},
    {"saw[\"a#2\",1]", 4},
    {"causal(k)[1,2]", -1.0 / 0.0},
    {"sum(normal(k, k, seed=3) - normal(2, 2, seed=3))", 0},
    {"[[1, k], [3, k + 2]][2,2]", 4},
    {"sum(softmax([[1, 2], [3, 4]], each=column)[:,2])", 1},
};

static const char shelf[] = "G = [[11, 12, 13], [21, 22, 23], [31, 32, 33]]\n"
                            "L = tokens(\"I am so\", [[1, 2], [3, 4], [5, 6]])\n"
                            "saw = tokens(\"saw a b a\", [[1], [2], [3], [4]])\n"
                            "H = [[[1], [2]], [[3], [4]]]\n"
                            "k = 2";

START_TEST(expression_gives_its_number) {
    room_run(&notebook, shelf);
    ck_assert_double_eq_tol(room_number(&notebook, numbers[_i].expression) == -1.0 / 0.0
                                ? -1e9
                                : room_number(&notebook, numbers[_i].expression),
                            numbers[_i].number == -1.0 / 0.0 ? -1e9 : numbers[_i].number, 1e-12);
}
END_TEST

static const struct {
    const char *expression, *message;
    size_t start, end;
} mistakes[] = {
    {"Gg + 1", "no value is called Gg; did you mean G?", 0, 2},
    {"1 + zzzzzz", "no value is called zzzzzz", 4, 10},
    {"softmax + 1", "softmax is an operator: write softmax(…)", 0, 7},
    {"G @ L.T", "G @ L.T: 3×3 by 2×3", 0, 7},
    {"1 + sum(G @ k)", "G @ k: 3×3 by 1×1", 8, 13},
    {"G[4,1]", "G has no row 4: the last is 3", 2, 3},
    {"G[1,k + 7]", "G has no column 9: the last is 3", 4, 9},
    {"G[k - 2,1]", "subscripts count from 1 (in NumPy from 0): the first row of G is 1", 2, 7},
    {"G[k - 3,1]", "subscripts count from 1, and never from the end: the last row of G is 3", 2, 7},
    {"G[k / 4,1]", "a subscript must be a whole number, not 0.5", 2, 7},
    {"G[G,1]", "G has no row 11: the last is 3", 2, 3},
    {"G[[[[1], [2]], [[3], [1]]]]", "a subscript must be one number or a row of them, not 2×2×1", 2,
     26},
    {"H[:,[[1, 2], [2, 1]]]",
     "H[:,[[1, 2], [2, 1]]]: 2×2×1: several rows of numbers pick either rows or columns, of a "
     "matrix",
     0, 21},
    {"G[[[1, 2], [2, 1]],[[1, 2], [2, 1]]]", "", 0, 36},
    {"G[1:G,1]", "a subscript must be one number here, not 3×3", 4, 5},
    {"G[[1, 4],1]", "G has no row 4: the last is 3", 2, 8},
    {"G[k:1,1]", "the slice goes from row 2 back to 1; write the smaller one first", 2, 5},
    {"G[1][1]", "G[1] is one row: write G[1,1] for a number of it", 0, 7},
    {"G[1][2]", "G[1] is one row: write G[1,2] for a number of it", 0, 7},
    {"G[1][1:2]", "G[1] is one row: write G[1,1:2] for a number of it", 0, 9},
    {"(G @ G)[1][2] + 1", "(G @ G)[1] is one row: write (G @ G)[1,2] for a number of it", 0, 13},
    {"G[1,1,1]", "G is 3×3 and takes at most 2 subscripts, not 3", 6, 7},
    {"G[\"a\",1]", "the rows of G have no labels; they are numbered 1 to 3", 2, 5},
    {"G[a,1]", "no value is called a", 2, 3},
    {"L[\"be\",1]", "no row is called \"be\": the rows are \"I\", \"am\", \"so\"", 2, 6},
    {"L[be,1]", "no row is called \"be\": the rows are \"I\", \"am\", \"so\"", 2, 4},
    {"saw[\"a\",1]", "2 rows are called \"a\": write one of \"a#1\", \"a#2\"", 4, 7},
    {"causal(G)", "causal: n must be one number, not 3×3", 7, 8},
    {"causal(k / 4)", "causal(k / 4): n must be a whole number from 1", 0, 13},
    {"zeros(2, 1.5)", "zeros: sizes must be whole numbers from 1", 9, 12},
    {"gelu(G, approximate=erf)",
     "`approximate` of gelu is none or tanh, not erf; it is gelu(x, approximate=none)", 20, 23},
    {"[[1, G]]",
     "each cell of a matrix is one number; this is 3×3: join(A, B) puts matrices side by side, "
     "stack(A, B) behind one another",
     5, 6},
    {"[[1, Gg]]", "no value is called Gg; did you mean G?", 5, 7},
    {"exp(\"a\")", "", 4, 7},
};

START_TEST(mistake_is_placed_and_explained) {
    struct failure failure = {0};
    struct tree *tree;
    struct definition *definition = NULL;
    room_run(&notebook, shelf);
    tree = reader_expression(mistakes[_i].expression, &failure);
    if (tree != NULL) {
        definition = notebook_evaluate(&notebook, "", tree, &failure);
    }
    ck_assert_ptr_null(definition);
    ck_assert_msg(text_starts(failure.message, mistakes[_i].message), "%s", failure.message);
    ck_assert(failure.placed);
    ck_assert_msg(failure.span.start == mistakes[_i].start && failure.span.end == mistakes[_i].end,
                  "%zu to %zu: %s", failure.span.start, failure.span.end, failure.message);
    tree_release(tree);
}
END_TEST

static bool hint(void *context, const char *name, struct span span, struct failure *failure) {
    if (strcmp(name, context) != 0) {
        return false;
    }
    failure_at(failure, span, "%s comes later, on page 3", name);
    return true;
}

START_TEST(hints_know_better) {
    struct notebook_hints hints = {.unknown = hint, .context = (void *)"O"};
    struct failure failure = {0};
    room_run(&notebook, attention);
    notebook.hints = &hints;
    ck_assert(!room_try(&notebook, "B = A + O", &failure));
    ck_assert_str_eq(failure.message, "O comes later, on page 3");
    ck_assert(!room_try(&notebook, "B = A + P", &failure));
    ck_assert_msg(text_starts(failure.message, "no value is called P"), "%s", failure.message);
}
END_TEST

/* --- changes ------------------------------------------------------------------------------------
 */

START_TEST(redefinition_recomputes_what_depends_on_it) {
    struct definition *before[8];
    room_run(&notebook, attention);
    for (size_t i = 0; i < 8; i++) {
        before[i] = definition_retain(notebook.list[i]);
    }
    room_run(&notebook, "W_k = [[2, 0], [0, 2]]");
    ck_assert_str_eq(room_names(&notebook), "X W_q W_k Q K d_k S A");
    for (size_t i = 0; i < 8; i++) {
        ck_assert_msg((notebook.list[i] == before[i]) == (strchr("XWQd", before[i]->name[0]) &&
                                                          strcmp(before[i]->name, "W_k") != 0),
                      "%s", before[i]->name);
    }
    room_assert_afresh(&notebook);
    for (size_t i = 0; i < 8; i++) {
        definition_release(before[i]);
    }
}
END_TEST

static const struct {
    const char *before, *change, *after;
} moves[] = {
    {"A = 1\nB = 2\nC = 3", "A = C + 1", "B C A"},
    {"A = 1\nB = A\nC = 3\nD = B", "A = C + 1", "C A B D"},
    {"A = 1\nB = A\nC = 3\nD = C\nE = B\nF = E", "A = D", "C D A B E F"},
    {"A = 1\nB = 2\nC = 3", "C = A", "A B C"},
    {"A = 1\nB = 2\nC = 3", "B = A", "A B C"},
    {"Z = 1\nA = 1\nB = A\nC = 3\nE = B", "A = C + Z", "Z C A B E"},
};

START_TEST(redefinition_moves_behind_what_it_uses) {
    room_run(&notebook, moves[_i].before);
    room_run(&notebook, moves[_i].change);
    ck_assert_str_eq(room_names(&notebook), moves[_i].after);
    room_assert_afresh(&notebook);
}
END_TEST

START_TEST(the_same_again_is_no_change) {
    struct room_list list;
    room_run(&notebook, attention);
    list = room_remember(&notebook);
    room_run(&notebook, "Q = X@W_q\nA = softmax(S, each=row)\nW_q[1,2] = 0");
    ck_assert(room_is(&notebook, &list));
    room_run(&notebook, "W_q[1,2] = 5\npin A[1,1] = 0.5");
    ck_assert_uint_eq(find("W_q")->edits.count, 1);
    list = room_remember(&notebook);
    room_run(&notebook, "W_q[1,2] = 5\npin A[1,1] = 0.5");
    ck_assert(room_is(&notebook, &list));
    room_run(&notebook, "W_q = [[1, 0], [0, 1]]");
    ck_assert_uint_eq(find("W_q")->edits.count, 0);
}
END_TEST

START_TEST(overlays_keep_their_row_and_column) {
    room_run(&notebook, "X = [[1, 2, 3], [4, 5, 6]]\nY = X * 2\npin Y[2,1] = 9\npin Y[1,3] = 8");
    room_run(&notebook, "X = [[1, 2], [4, 5]]");
    ck_assert_double_eq(room_number(&notebook, "Y[2,1]"), 9);
    ck_assert_uint_eq(find("Y")->pins.count, 1);
    room_assert_afresh(&notebook);
}
END_TEST

START_TEST(edit_and_pin_show_at_once) {
    room_run(&notebook, attention);
    room_run(&notebook, "W_q[1,2] = 5\npin S[I,am] = -inf");
    ck_assert_double_eq(room_number(&notebook, "W_q[1,2]"), 5);
    ck_assert_double_eq(room_number(&notebook, "A[1,2]"), 0);
    ck_assert_double_eq(room_number(&notebook, "Q[2,2]"), 19);
    room_assert_afresh(&notebook);
    room_run(&notebook, "unpin S[1,2]\nW_q[1,2] = 0");
    ck_assert_uint_eq(find("W_q")->edits.count, 0);
    ck_assert_uint_eq(find("S")->pins.count, 0);
    room_assert_afresh(&notebook);
}
END_TEST

START_TEST(rows_columns_and_blocks_are_set_at_once) {
    room_run(&notebook, attention);
    room_run(&notebook, "X[2,:] = 0\nX[:,1] = [[7], [8], [9]]\npin A[1:2,:] = [0.5, 0.25, 0.25]");
    ck_assert_double_eq(room_number(&notebook, "X[1,1]"), 7);
    ck_assert_double_eq(room_number(&notebook, "X[2,1]"), 8);
    ck_assert_double_eq(room_number(&notebook, "X[2,2]"), 0);
    ck_assert_double_eq(room_number(&notebook, "A[2,1]"), 0.5);
    ck_assert_double_eq(room_number(&notebook, "A[1,3]"), 0.25);
    ck_assert_uint_eq(find("A")->pins.count, 6);
    room_assert_afresh(&notebook);
    room_run(&notebook, "unpin A[1,:]\nX[1:2,2] = X[3,2]");
    ck_assert_uint_eq(find("A")->pins.count, 3);
    ck_assert_double_eq(room_number(&notebook, "X[1,2]"), room_number(&notebook, "X[3,2]"));
    room_assert_afresh(&notebook);
}
END_TEST

static const struct {
    const char *statement, *message;
} refused[] = {
    {"X = X + 1", "X cannot use itself; give the new value its own name, such as X2"},
    {"X = A @ X", "X cannot use A, which is computed from X; give the new value its own name, such"
                  " as X2"},
    {"N = N + 1", "N cannot use itself; give the new value its own name, such as N2"},
    {"W_q = [1, 2, 3]", "Q = X @ W_q would fail: X @ W_q: 3×2 by 1×3: the inner sizes 2 and 1"},
    {"X = [[1, 2, 3]]", "Q = X @ W_q would fail: X @ W_q: 1×3 by 2×2"},
    {"X = Y + 1", "no value is called Y"},
    {"A[1,2] = 5", "A is computed: edit what it depends on (X, W_q and W_k), or force this cell: "
                   "pin A[I,am] = 5"},
    {"Q[1,1] = 5", "Q is computed: edit what it depends on (X and W_q), or force this cell: pin "
                   "Q[I,1] = 5"},
    {"X[1,3] = 5", "X has no column 3: the last is 2"},
    {"X[1,:] = [1, 2, 3]", "one number is wanted here, or as many as there are cells: not 1×3 for "
                           "1×2"},
    {"X[:,1] = [[1], [2]]", "one number is wanted here, or as many as there are cells: not 2×1 for "
                            "3×1"},
    {"A[1,:] = 0", "A is computed: edit what it depends on (X, W_q and W_k), or force this cell: "
                   "pin A[I,I] = 0"},
    {"X[[2, 1],:] = 0", "cells to set are listed in order, each row and column once"},
    {"unpin A[3,:]", "A[so,am] is not pinned; pinned is A[so,I]"},
    {"X[1,2] = X", "one number is wanted here, not 3×2"},
    {"Y[1,2] = 3", "no value is called Y"},
    {"pin X[1,1] = 3", "X is not computed, so it needs no pin: edit it, X[I,1] = 3"},
    {"pin A[1,1] = Q", "one number is wanted here, not 3×2"},
    {"pin A[4,1] = 2", "A has no row 4: the last is 3"},
    {"unpin A[1,1]", "A[I,I] is not pinned; pinned is A[so,I]"},
    {"unpin S[1,1]", "S[I,I] is not pinned; no cell of S is"},
    {"unpin A", "A is 3×3; name one cell, such as A[1,1]"},
    {"heads = heads(X, 3)", "heads(X, 3): 3×2: its 2 columns do not split"},
    {"h[1,1] = 3", "B = heads(X, h) would fail: heads(X, h): 3×2"},
    {"h = 4 / 3", "B = heads(X, h) would fail: heads(X, h): h must be a whole number"},
};

START_TEST(refused_change_leaves_the_same_objects) {
    struct failure failure = {0};
    struct room_list list;
    room_run(&notebook, attention);
    room_run(&notebook, "pin A[3,1] = 1\nh = 2\nB = heads(X, h)");
    list = room_remember(&notebook);
    ck_assert(!room_try(&notebook, refused[_i].statement, &failure));
    ck_assert_msg(text_starts(failure.message, refused[_i].message), "%s", failure.message);
    ck_assert(room_is(&notebook, &list));
    ck_assert(failure.placed);
    ck_assert_uint_le(failure.span.end, strlen(refused[_i].statement));
    room_assert_afresh(&notebook);
}
END_TEST

/* Each allocation of each change fails once. */
static const char *const changes[] = {
    "X = [[1, 2], [3, 4]]",
    "W_q = Y",
    "W_q[1,2] = 5",
    "pin A[1,1] = 2",
    "unpin A[3,1]",
    "N = softmax(A)",
    "X = A @ X",
    "A[1,2] = 3",
    "W_q = [1, 2, 3]",
    "N = [[1, h]]",
    "pin Q[I,2] = h + 1",
    "N = X[so,:] @ Y",
    "N = permute(X, [3,2,1])",
    "unpin S[1,1]",
};

START_TEST(without_memory_nothing_changes) {
    struct change *change = room_change(changes[_i]);
    struct room_list list;
    room_run(&notebook, attention);
    room_run(&notebook, "pin A[3,1] = 1\nh = 2\nY = [[1, 2], [3, 4]]");
    list = room_remember(&notebook);
    ck_assert_ptr_nonnull(
        notebook_find(&notebook, "X")); /* the index, which may be missing, is there */
    for (size_t k = 1;; k++) {
        struct failure failure = {0};
        bool done;

        memory_fail(k, k % 2 == 0);
        done = change_run(change, &notebook, &failure);
        memory_fail(0, false);
        if (done || strstr(failure.message, "out of memory") == NULL) {
            ck_assert_uint_gt(k, 1);
            break;
        }
        ck_assert(room_is(&notebook, &list));
    }
    change_release(change);
    room_assert_afresh(&notebook);
}
END_TEST

/* --- classifying values -------------------------------------------------------------------------
 */

/* What the leading axis of a value counts, and whether equal column labels are kept. */
static const struct {
    const char *formula, *counts;
} stacks[] = {
    {"heads(X, 2)", "head"},
    {"softmax(heads(X, 2) @ heads(X, 2).T)", "head"},
    {"normal(5, 3, 2)", "batch"},
    {"normal(5, 3, 2) @ W_q", "batch"},
    {"heads(normal(5, 3, 2), 2)[4,:,:,:]", "head"},
    {"heads(normal(5, 3, 2), 2)[:,1,:,:]", "batch"},
    {"concat(heads(normal(5, 3, 2), 2))", "batch"},
    {"heads(normal(5, 3, 2), 2)[2:3,:,:,:]", "head"},
};

START_TEST(stacks_know_what_they_count) {
    char line[120];
    room_run(&notebook, attention);
    text_fill(line, sizeof line, "stack = %s", stacks[_i].formula);
    room_run(&notebook, line);
    ck_assert_str_eq(shape_axis(&find("stack")->value->shape, AXIS_HEAD), stacks[_i].counts);
}
END_TEST

START_TEST(heads_keep_labels_that_are_equal) {
    room_run(
        &notebook,
        "t = tokens(\"I am\", [[1, 2], [3, 4]], columns=\"a b\")\n"
        "both = heads(join(t, 2 * t), 2)\n"
        "other = heads(tokens(\"I am\", [[1, 2, 3, 4], [5, 6, 7, 8]], columns=\"a b a c\"), 2)");
    ck_assert_double_eq(room_number(&notebook, "both[2,\"am\",\"b\"]"), 8);
    ck_assert_ptr_null(find("other")->value->shape.labels[AXIS_COLUMN]);
}
END_TEST

START_TEST(cells_have_addresses) {
    struct text text = {0};
    room_run(&notebook, attention);
    room_run(&notebook, "h = heads(X, 2)\nn = 5\nsaw = tokens(\"saw a pi saw 3\", ones(5, 1), "
                        "columns=\"inf\")\nt = tokens(\"a#1 a a\", ones(3, 1))");
    definition_address(find("S"), 1, false, &text);
    text_append(&text, " ");
    definition_address(find("S"), 1, true, &text);
    text_append(&text, " ");
    definition_address(find("W_q"), 2, false, &text);
    text_append(&text, " ");
    definition_address(find("h"), 4, false, &text);
    text_append(&text, " ");
    definition_address(find("h"), 4, true, &text);
    text_append(&text, " ");
    definition_address(find("n"), 0, false, &text);
    for (size_t i = 0; i < 5; i++) {
        text_append(&text, " ");
        definition_address(find("saw"), i, false, &text);
    }
    ck_assert_str_eq(
        text_string(&text),
        "S[I,am] S[am,I] W_q[2,1] h[2,am,1] h[2,1,am] n saw[\"saw#1\",\"inf\"] "
        "saw[a,\"inf\"] saw[\"pi\",\"inf\"] saw[\"saw#2\",\"inf\"] saw[\"3\",\"inf\"]");
    text_release(&text);
}
END_TEST

START_TEST(addresses_are_read_back) {
    struct failure failure = {0};
    room_run(&notebook, attention);
    room_run(&notebook, "h = heads(X, 2)\nn = 5\nsaw = tokens(\"saw a pi saw 3\", ones(5, 1), "
                        "columns=\"inf\")\nt = tokens(\"a#1 a a\", ones(3, 1))");
    for (size_t i = 0; i < notebook.count; i++) {
        for (size_t cell = 0; cell < shape_cells(&notebook.list[i]->value->shape); cell++) {
            struct text text = {0};
            struct definition *definition;
            struct tree *tree;
            size_t found;

            definition_address(notebook.list[i], cell, false, &text);
            tree = reader_reference(text_string(&text), &failure);
            ck_assert_msg(tree && notebook_cell(&notebook, tree, &definition, &found, &failure),
                          "%s: %s", text_string(&text), failure.message);
            ck_assert_ptr_eq(definition, notebook.list[i]);
            ck_assert_uint_eq(found, cell);
            tree_release(tree);
            text_release(&text);
        }
    }
}
END_TEST

START_TEST(knows_what_depends_on_what) {
    struct text text = {0};
    room_run(&notebook, attention);
    definition_leaves(find("A"), &text);
    text_append(&text, "; ");
    definition_leaves(find("X"), &text);
    ck_assert_str_eq(text_string(&text), "X, W_q and W_k; X");
    ck_assert(definition_depends(find("A"), "W_q"));
    ck_assert(definition_depends(find("A"), "A"));
    ck_assert(!definition_depends(find("Q"), "W_k"));
    ck_assert(!definition_depends(find("X"), "A"));
    text_release(&text);
}
END_TEST

START_TEST(same_means_same_bits) {
    struct notebook other;
    room_run(&notebook, attention);
    notebook_init(&other);
    room_run(&other, attention);
    ck_assert(notebook_same(&notebook, &other));
    room_run(&other, "W_q[1,2] = -0.0");
    ck_assert(!notebook_same(&notebook, &other));
    room_run(&other, "W_q[1,2] = 0\npin A[1,1] = 0");
    ck_assert(!notebook_same(&notebook, &other));
    notebook_release(&other);
    notebook_copy(&other, &notebook);
    ck_assert(notebook_same(&notebook, &other));
    room_run(&other, "Z = 1");
    ck_assert(!notebook_same(&notebook, &other));
    notebook_release(&other);
}
END_TEST

START_TEST(a_word_stays_a_label_where_it_was_one) {
    room_run(&notebook, attention);
    room_run(&notebook, "b = S[am,1]\nam = 3\nW_q[1,1] = 2\nc = S[am,1]");
    ck_assert_double_eq(room_number(&notebook, "b - S[2,1]"), 0);
    ck_assert_double_eq(room_number(&notebook, "c - S[3,1]"), 0);
    room_assert_afresh(&notebook);
}
END_TEST

/* The positions of words do not depend on the numbers of the table that lists them. */
START_TEST(a_vocabulary_of_other_numbers_leaves_the_words) {
    room_run(&notebook, "E = tokens(\"I saw a\", [[1, 2], [3, 4], [5, 6]])\n"
                        "H = onehot(\"a saw\", E) * 2\nV = embed(\"a saw\", E)");
    struct tensor *places = tensor_retain(find("H")->operations[0].result);
    const struct tensor *doubled = find("H")->value;
    room_run(&notebook, "E[3,1] = 9");
    ck_assert_ptr_eq(find("H")->operations[0].result, places);
    ck_assert_ptr_eq(find("H")->value, doubled);
    ck_assert_double_eq(room_number(&notebook, "V[1,1]"), 9);
    room_assert_afresh(&notebook);
    room_run(&notebook, "E = tokens(\"saw a I\", [[1, 2], [3, 4], [5, 6]])");
    ck_assert_ptr_ne(find("H")->operations[0].result, places);
    ck_assert_double_eq(room_number(&notebook, "H[1,2]"), 2);
    room_assert_afresh(&notebook);
    tensor_release(places);
}
END_TEST

START_TEST(long_chains_are_no_danger) {
    struct failure failure = {0};
    struct definition *last = NULL;
    room_run(&notebook, "A1 = 1");
    for (int i = 2; i < 1500; i++) {
        struct text text = {0};

        text_format(&text, "A%d = A%d + 1", i, i - 1);
        room_run(&notebook, text_string(&text));
        text_release(&text);
    }
    room_run(&notebook, "A1 = 2");
    last = definition_retain(notebook.list[notebook.count - 1]);
    ck_assert_double_eq(last->value->cells[0], 1500);
    ck_assert(definition_depends(last, "A1"));
    notebook_release(&notebook);
    definition_release(last);
    (void)failure;
}
END_TEST

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

Suite *notebook_notebook_suite(void);
Suite *notebook_notebook_suite(void) {
    Suite *suite = suite_create("notebook/notebook");
    TCase *core = tcase_create("core"), *limits = tcase_create("limits");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_checked_fixture(limits, setup, teardown);
    tcase_add_test(core, operations_stand_in_the_order_of_evaluation);
    tcase_add_test(core, numbers_are_no_operations);
    tcase_add_loop_test(core, expression_gives_its_number, 0, COUNT(numbers));
    tcase_add_loop_test(core, mistake_is_placed_and_explained, 0, COUNT(mistakes));
    tcase_add_test(core, hints_know_better);
    tcase_add_test(core, redefinition_recomputes_what_depends_on_it);
    tcase_add_test(core, a_vocabulary_of_other_numbers_leaves_the_words);
    tcase_add_loop_test(core, redefinition_moves_behind_what_it_uses, 0, COUNT(moves));
    tcase_add_test(core, the_same_again_is_no_change);
    tcase_add_test(core, overlays_keep_their_row_and_column);
    tcase_add_test(core, edit_and_pin_show_at_once);
    tcase_add_test(core, rows_columns_and_blocks_are_set_at_once);
    tcase_add_loop_test(core, refused_change_leaves_the_same_objects, 0, COUNT(refused));
    tcase_add_test(core, cells_have_addresses);
    tcase_add_loop_test(core, stacks_know_what_they_count, 0, sizeof stacks / sizeof *stacks);
    tcase_add_test(core, heads_keep_labels_that_are_equal);
    tcase_add_test(core, addresses_are_read_back);
    tcase_add_test(core, knows_what_depends_on_what);
    tcase_add_test(core, same_means_same_bits);
    tcase_add_test(core, a_word_stays_a_label_where_it_was_one);
    tcase_add_loop_test(limits, without_memory_nothing_changes, 0, COUNT(changes));
    tcase_add_test(limits, long_chains_are_no_danger);
    suite_add_tcase(suite, core);
    suite_add_tcase(suite, limits);
    return suite;
}
