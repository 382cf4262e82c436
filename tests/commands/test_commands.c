/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/desk.h"

#include "base/heap.h"
#include "commands/groups.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* --- the table -------------------------------------------------------------------------------- */

START_TEST(every_row_is_whole) {
    const struct command *row;
    for (size_t i = 0; (row = command_at(i)) != NULL; i++) {
        ck_assert_ptr_eq(command_find(row->name, strlen(row->name)), row);
        ck_assert_msg((row->change != NULL) != (row->run != NULL), "%s", row->name);
        ck_assert(i > 0 || row->group != NULL);
        ck_assert_ptr_nonnull(row->sentence);
        bool alone = row->parameters[0].type == TYPE_NONE || parameter_optional(row->parameters);
        ck_assert_msg(row->example == NULL ? alone : text_starts(row->example, row->name), "%s",
                      row->name);
        bool optional = false;
        for (size_t p = 0; p < COMMAND_PARAMETERS && row->parameters[p].type != TYPE_NONE; p++) {
            const struct command_parameter *parameter = &row->parameters[p];
            ck_assert_ptr_nonnull(parameter->name);
            ck_assert_msg(parameter->sentence != NULL, "%s %s", row->name, parameter->name);
            ck_assert_msg(!optional || parameter_optional(parameter), "%s %s", row->name,
                          parameter->name);
            optional = parameter_optional(parameter);
        }
    }
    ck_assert_ptr_null(command_find("show", 3));
    ck_assert_ptr_null(command_find("shows", 5));
}
END_TEST

/* --- one line is one transaction -------------------------------------------------------------- */

static const char *const failing[] = {
    "A; C",
    "B = A; C = D",
    "A[1,1] = 9; A[3,1] = 1",
    "B = A; next",
    "B = A; show nothing",
    "S = 3 +",
    "A[1,1] = 9; expect A[1,1] = 8",
    "B = A; explain B[9,9]",
    "pin S[1,1] = 5; x",
    "A = [[1, 2, 3]]",
};

/* After an error everything is as before, and the output is dropped. */
START_TEST(an_error_changes_nothing) {
    struct desk desk;
    struct notebook before;
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "A = [[1, 2], [3, 4]]; S = A @ A"));
    notebook_copy(&before, session_notebook(&desk.session));
    ck_assert_msg(!desk_types(&desk, failing[_i]), "%s", failing[_i]);
    ck_assert(notebook_same(&before, session_notebook(&desk.session)));
    ck_assert_uint_eq(desk.session.out.length, 0);
    ck_assert_str_eq(desk.failure.file, "desk");
    ck_assert_uint_eq(desk.failure.line, 1);
    ck_assert(desk_types(&desk, "undo"));
    ck_assert_str_eq(desk_says(&desk, "undo"), "there is nothing to undo");
    desk.speaker = SPEAKER_LESSON;
    ck_assert_str_eq(desk_says(&desk, "undo"), "there is nothing to undo: only what is typed can "
                                               "be undone, not what the lesson states");
    notebook_release(&before);
    desk_close(&desk);
}
END_TEST

START_TEST(joined_statements_are_one_undo) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "A = [[1, 2], [3, 4]]"));
    ck_assert(desk_types(&desk, "A[1,1] = 5; A[2,2] = 6; B = A[1,1] + A[2,2]"));
    ck_assert(desk_number(&desk, "B") == 11);
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_number(&desk, "A[1,1] + A[2,2]") == 5);
    ck_assert(!desk_types(&desk, "B"));
    ck_assert(desk_types(&desk, "redo"));
    ck_assert(desk_number(&desk, "B") == 11);
    desk_close(&desk);
}
END_TEST

/* Later statements of a line see what the earlier ones made. */
static const struct {
    const char *line, *fails; /* NULL: it succeeds */
} together[] = {
    {"X = [[1, 2, 3], [4, 5, 6]]; W = [[1], [2], [3]]", NULL},
    {"W = [[1], [2], [3]]; X = [[1, 2, 3], [4, 5, 6]]", NULL},
    {"X = [[1, 2, 3]]; k = 2; W = k * [[1], [2], [3]]", NULL},
    {"X = Y @ Y; Y = [[3, 0], [0, 3]]", NULL},
    {"X = [[1, 2, 3]]; W = [[1], [2]]", "Q = X @ W would fail: "},
    {"X = [[1, 2, 3]]; X = [[1, 2]]; W = [[1], [2], [3]]", "Q = X @ W would fail: "},
    {"X = [[1, 2, 3]]; W = Q @ [[1]]", "W would use itself"},
    {"X = Y; Y = X", "X and Y would use each other"},
};

/* Definitions may break each other's sizes if together they fit, in any order; and undo reverts
 * them. */
START_TEST(definitions_of_one_line_need_only_stand_together) {
    struct desk desk;
    struct notebook before, after;
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "X = [[1, 2], [3, 4]]; W = [[1], [2]]; Q = X @ W; S = Q @ Q.T"));
    notebook_copy(&before, session_notebook(&desk.session));
    ck_assert_int_eq(desk_types(&desk, together[_i].line), together[_i].fails == NULL);
    notebook_copy(&after, session_notebook(&desk.session));
    if (together[_i].fails != NULL) {
        ck_assert_msg(text_starts(desk.failure.message, together[_i].fails), "%s",
                      desk.failure.message);
        ck_assert(notebook_same(&before, &after));
    } else {
        ck_assert(!notebook_same(&before, &after));
        ck_assert(desk_types(&desk, "undo"));
        ck_assert(notebook_same(&before, session_notebook(&desk.session)));
        ck_assert(desk_types(&desk, "redo"));
        ck_assert(notebook_same(&after, session_notebook(&desk.session)));
    }
    notebook_release(&before);
    notebook_release(&after);
    desk_close(&desk);
}
END_TEST

/* The same in a lesson, for the lesson's own line and the learner's. */
START_TEST(a_lesson_may_change_sizes_in_one_line) {
    struct desk desk;
    desk_open(&desk, "# T\n\n```qkv\nX = [[1, 2], [3, 4]]\nW = [[1], [2]]\nQ = X @ W\n"
                     "X = [[1, 2, 3]]; W = [[1], [2], [3]]\nS = Q @ Q.T\n```\n");
    ck_assert(desk_types(&desk, "next 9"));
    ck_assert(desk_types(&desk, "expect Q = 14; expect S = 196"));
    ck_assert(desk_types(&desk, "back; back"));
    ck_assert(desk_types(&desk, "expect Q = [[5], [11]]"));
    ck_assert(desk_types(&desk, "W = [[1], [2], [3], [4]]; X = [[1, 1, 1, 1]]"));
    ck_assert(desk_types(&desk, "expect Q = 10"));
    ck_assert(desk_types(&desk, "next"));
    ck_assert(desk_types(&desk, "expect Q = 14"));
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_types(&desk, "back"));
    ck_assert(desk_types(&desk, "expect Q = [[5], [11]]"));
    desk_close(&desk);
}
END_TEST

START_TEST(statements_run_in_order) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert_str_eq(desk_says(&desk, "a = 2; a + 1; a = 5; a + 1"), "  3\n  6\n");
    desk_close(&desk);
}
END_TEST

START_TEST(a_bare_word_tells_how_things_stand) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert_str_eq(desk_says(&desk, "show"), "There are no definitions yet.\n");
    ck_assert_str_eq(desk_says(&desk, "convention"), "Words are rows.\n");
    ck_assert(desk_types(&desk, "convention columns"));
    ck_assert_str_eq(desk_says(&desk, "convention"), "Words are columns.\n");
    ck_assert_str_eq(desk_says(&desk, "convention other"), "");
    desk.session.front.drawn = true;
    ck_assert_str_eq(desk_says(&desk, "convention other"),
                     "Words are columns now; once more turns them back.\n");
    desk.session.front.drawn = false;
    desk_close(&desk);
}
END_TEST

START_TEST(what_changes_nothing_is_no_undo) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "A = [1, 2]"));
    ck_assert(desk_types(&desk, "A[1,1] = 1"));
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(!desk_types(&desk, "A"));
    desk_close(&desk);
}
END_TEST

/* Definitions are silent except when echoed. */
START_TEST(echo_tells_what_moved) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert_str_eq(desk_says(&desk, "A = [1, 2]"), "");
    desk.session.front.echo = true;
    const char *said = desk_says(&desk, "A[1,2] = 7");
    ck_assert_ptr_nonnull(strstr(said, "2→7"));
    desk_close(&desk);
}
END_TEST

static const struct {
    const char *line, *message;
    size_t column;
} located[] = {
    {"A = [1, 2]; show B", "no value is called B", 18},
    {"   precision 99", "precision takes a number from 0 to 17", 14},
    {"precision 1.5", "precision takes a whole number", 11},
    {"goto", "something is missing: write goto ADDRESS", 1},
    {"describe", "there is nothing to describe yet: describe NAME", 1},
    {"load 1a x.csv", "`1a` is not a name: load NAME FILE", 6},
    {"Weights = 1; explain Weight[1,1]", "no value is called Weight; did you mean Weights?", 22},
    {"A = 1; B = A + 1; pin B[1,2] = 2", "B has no column 2: the last is 1", 27},
    {"A = 1; B = A + 1; pin B[1,x y] = 2", "an operator is missing", 27},
    {"A = [1, 2]; B = 2 * A; pin B = 3", "B is 1×2; name one cell", 28},
    {"A = 1; B = A + 1; unpin B[1,2]", "B has no column 2: the last is 1", 29},
    {"A = 1; B = A + 1; unpin B[", "this `[` is never closed", 26},
    {"[[1, 2]]; unpin _", "a cell is wanted, such as A[1,2]", 17},
    {"precision 3 4", "too many words: write precision [DECIMALS]", 13},
    {"unpin", "something is missing: write unpin CELL", 1},
    {"convention diagonal", "`diagonal` is not one of: rows columns", 12},
    {"Q = X @ W", "no value is called X", 5},
    {"_ + 1", "_ is the expression that was shown last, and none was yet", 1},
    {"_ = 3", "`_` is what was shown last", 1},
    {"turn = 1; turn next", "turn is one matrix: there is no other head or batch", 11},
    {"import numpy as np", "`import`: nothing has to be imported", 1},
    {"finish", "no value is called finish; the command is out", 1},
    {"A = 1; s", "no value is called s; the command is into", 8},
    {"b = 1; s + b", "no value is called s", 8},
    {"S = 1; s", "no value is called s; did you mean S, or the command into?", 8},
    {"break A", "there is no command `break`; did you mean goto?", 1},
    {"n 3", "there is no command `n`; did you mean next, or a product: n * …?", 1},
    {"a 3", "an operator is missing", 1},
};

START_TEST(what_another_debugger_calls_it_means_one_command) {
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        const char *habits = command->habits;
        for (char word[16]; habits != NULL && sscanf(habits, "%15s", word) == 1;) {
            ck_assert_ptr_null(command_find(word, strlen(word)));
            ck_assert_ptr_eq(command_meant(word), command);
            const char *next = strchr(habits, ' ');
            habits = next == NULL ? NULL : next + 1;
        }
    }
    ck_assert_ptr_null(command_meant("fin"));
    ck_assert_ptr_null(command_meant(""));
}
END_TEST

/* A command's word can be a value's name, too: only the first word of a statement, with a blank
 * after it, is the command's. */
START_TEST(a_commands_word_may_be_a_name) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "turn = [[1, 2], [3, 4]]; flip=2; set = 3; next =4; expect = 1"));
    ck_assert(desk_types(&desk, "turn[1,2] = 5"));
    ck_assert(desk_types(&desk, "A = eye(2) @ turn + set * flip"));
    ck_assert_str_eq(desk_says(&desk, "expect A[1,2] = 11"), "");
    ck_assert_str_eq(desk_says(&desk, "turn.T"), "      1  2\n  1   1  3\n  2   5  4\n");
    ck_assert_str_eq(desk_says(&desk, "show turn"),
                     "turn = [[1, 2], [3, 4]]   2×2\n      1  2\n  1   1  5\n  2   3  4\n");
    ck_assert(!desk_types(&desk, "turn next"));
    ck_assert_ptr_nonnull(strstr(desk.failure.message, "there is no other head or batch"));
    ck_assert(desk_types(&desk, "move(x) = x + 1"));
    ck_assert_str_eq(desk_says(&desk, "move(2)"), "  3\n");
    ck_assert_str_eq(desk_says(&desk, "help(softmax)"),
                     "there is no operator `help`: write help softmax: a command");
    ck_assert(desk_types(&desk, "sweep next from 1 to 2 watch next; undo"));
    desk_close(&desk);
}
END_TEST

/* _ is a formula, so it follows its inputs. */
START_TEST(underscore_is_what_was_shown_last) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "A = [[1, 2]]"));
    ck_assert_str_eq(desk_says(&desk, "_"),
                     "_ is the expression that was shown last, and none was yet");
    ck_assert(desk_types(&desk, "A @ A.T"));
    ck_assert(desk_types(&desk, "C = _ - 1; expect C = 4; _ * 2"));
    ck_assert(desk_types(&desk, "A[1,1] = 2"));
    ck_assert_str_eq(desk_says(&desk, "expect C = 7"), "");
    ck_assert_str_eq(desk_says(&desk, "expect _ = 16"), "");
    ck_assert(desk_types(&desk, "convention columns"));
    ck_assert(desk_types(&desk, "A"));
    ck_assert(desk_types(&desk, "D = _ + 1; convention rows"));
    ck_assert_str_eq(desk_says(&desk, "expect D = [[3, 3]]"), "");
    ck_assert(!desk_types(&desk, "_ = 3") && !desk_types(&desk, "load _ x.npy"));
    for (int i = 0; i < 40 && desk_types(&desk, "_ + _"); i++) {
        continue;
    }
    ck_assert_str_eq(desk.failure.message, "this grows too long: give a part of it a name");
    ck_assert(desk_types(&desk, "\"a word\"; s = _; \"a word\""));
    ck_assert_str_eq(desk_says(&desk, "do(x) = x - _"),
                     "_ is a text, and texts are used alone: s = _ gives it a name");
    ck_assert(desk_types(&desk, "0.3"));
    ck_assert_str_eq(desk_says(&desk, "do(x) = x[_]"), "a subscript is a whole number");
    ck_assert(desk_types(&desk, "2"));
    ck_assert_str_eq(desk_says(&desk, "do(x) = x[_:1]"),
                     "this range is empty: it goes from the smaller to the greater, both included");
    ck_assert(desk_types(&desk, "do(x) = x[_]"));
    desk_close(&desk);
    desk_open(&desk, "# L\n\n## P\n\n```qkv\nA = [[1, 2]]\nA\nB = _\n```\n");
    ck_assert(!desk_types(&desk, "goto end"));
    ck_assert_ptr_nonnull(strstr(desk.failure.message, "at the prompt only"));
    desk_close(&desk);
}
END_TEST

START_TEST(numpys_print_may_be_pasted) {
    static const char *const pasted[][2] = {
        {"[[1. 2.]\n [3. 4.]]", "[[1, 2], [3, 4]]"},
        {"[[ 1.  -2.5]\n [-3.e-01  4. ]]", "[[1, -2.5], [-0.3, 4]]"},
        {"[1 2 -3]", "[1, 2, -3]"},
        {"[[1 -2]\n [3 -4]]", "[[1, -2], [3, -4]]"},
        {"[[[1. inf]]\n\n [[-inf 4.]]]", "[[[1, inf]], [[-inf, 4]]]"},
        {"[[1 -2]]", "[[-1]]"}, /* as ever */
        {"[1. 2.] * 2", "[2, 4]"},
    };
    struct desk desk;
    desk_open(&desk, NULL);
    for (size_t i = 0; i < sizeof pasted / sizeof *pasted; i++) {
        struct text line = {0};
        text_format(&line, "A = %s", pasted[i][0]);
        ck_assert_msg(desk_types(&desk, text_string(&line)), "%s: %s", pasted[i][0],
                      desk.failure.message);
        text_clear(&line);
        text_format(&line, "expect A = %s", pasted[i][1]);
        ck_assert_msg(desk_types(&desk, text_string(&line)), "%s: %s", pasted[i][0],
                      desk.failure.message);
        text_release(&line);
    }
    desk_close(&desk);
}
END_TEST

START_TEST(a_row_is_one_change_and_one_undo) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "W = [[1, 2, 3], [4, 5, 6]]; y = [1, 1] @ W"));
    ck_assert(desk_types(&desk, "W[1,:] = 0"));
    ck_assert_double_eq(desk_number(&desk, "sum(y)"), 15);
    ck_assert(desk_types(&desk, "pin y[1,2:3] = [7, 8]"));
    ck_assert_double_eq(desk_number(&desk, "sum(y)"), 19);
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_types(&desk, "undo"));
    ck_assert_double_eq(desk_number(&desk, "sum(y)"), 21);
    ck_assert(desk_types(&desk, "convention columns"));
    ck_assert(desk_types(&desk, "W[1,:] = [7, 8]")); /* the column 1 of W as rows show it */
    ck_assert(desk_types(&desk, "convention rows"));
    ck_assert_double_eq(desk_number(&desk, "W[2,1]"), 8);
    desk_close(&desk);
}
END_TEST

START_TEST(errors_are_located) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert(!desk_types(&desk, located[_i].line));
    ck_assert_msg(text_starts(desk.failure.message, located[_i].message), "%s",
                  desk.failure.message);
    ck_assert_uint_eq(desk.failure.column, located[_i].column);
    ck_assert_str_eq(desk.failure.excerpt, located[_i].line);
    desk_close(&desk);
}
END_TEST

/* --- many lines ------------------------------------------------------------------------------- */

struct heard {
    struct text said;
    size_t lines, failed, last;
};

static bool hear(void *context, struct session *session, const struct failure *failure) {
    struct heard *heard = context;
    heard->lines++;
    heard->failed += failure != NULL ? 1 : 0;
    heard->last = failure != NULL ? failure->line : heard->last;
    text_append(&heard->said, text_string(&session->out));
    text_clear(&session->out);
    return true;
}

START_TEST(a_text_runs_line_by_line) {
    static const char text[] = "A = [[1, 2],\n"
                               "     [3, 4]]\n"
                               "# a remark\n"
                               "A[2,1]\n"
                               "B = C\n"
                               "A[2,2]\n"
                               "\n"
                               "A @ [1, 2]";
    const struct source source = {"standard input", 1, 1, SPEAKER_PERSON};
    struct desk desk;
    struct heard heard = {0};
    desk_open(&desk, NULL);
    ck_assert_uint_eq(commands_run_text(&desk.session, &source, text, hear, &heard), 2);
    ck_assert_str_eq(text_string(&heard.said), "  3\n  4\n");
    ck_assert_uint_eq(heard.failed, 2);
    ck_assert_uint_eq(heard.last, 8);
    text_release(&heard.said);
    desk_close(&desk);
}
END_TEST

START_TEST(quit_ends_a_text) {
    const struct source source = {"standard input", 1, 1, SPEAKER_PERSON};
    struct desk desk;
    struct heard heard = {0};
    desk_open(&desk, NULL);
    ck_assert_uint_eq(commands_run_text(&desk.session, &source, "1\nquit\n2\n", hear, &heard), 0);
    ck_assert_str_eq(text_string(&heard.said), "  1\n");
    text_release(&heard.said);
    desk_close(&desk);
}
END_TEST

/* --- conventions ------------------------------------------------------------------------------ */

/* In columns the same notebook is typed transposed. */
START_TEST(columns_are_the_same_notebook) {
    struct desk rows;
    struct desk columns;
    desk_open(&rows, NULL);
    memset(&columns, 0, sizeof columns);
    ck_assert(session_init(&columns.session, &columns.failure));
    ck_assert(desk_types(&rows, "X = [[1, 2, 3], [4, 5, 6]]; W = [[1, 0], [2, 1], [0, 3]]"));
    ck_assert(desk_types(&rows, "A = softmax(X @ W); X[2,3] = 7"));
    ck_assert(desk_types(&columns, "convention columns"));
    ck_assert(desk_types(&columns, "X = [[1, 4], [2, 5], [3, 6]]; W = [[1, 2, 0], [0, 1, 3]]"));
    ck_assert(desk_types(&columns, "A = softmax(W @ X, each=column); X[3,2] = 7"));
    ck_assert(notebook_same(session_notebook(&rows.session), session_notebook(&columns.session)));
    session_release(&columns.session);
    desk_close(&rows);
}
END_TEST

/* Q is shown with 2 rows and 3 columns: addresses are read, and fail, accordingly. */
static const struct {
    const char *line, *message;
    size_t column;
} transposed[] = {
    {"Q[9,2]", "Q has no row 9: the last is 2", 3},
    {"1 + Q[1,4]", "Q has no column 4: the last is 3", 9},
    {"Z = Q[1:4,1] * 2", "Q has no row 4: the last is 2", 9},
    {"X[3,1] = 3", "X has no row 3: the last is 2", 3},
    {"X[1,1] = foo", "no value is called foo", 10},
    {"Z = 2; pin Q[3,2] = 3", "Q has no row 3: the last is 2", 14},
    {"pin Q[1,foo] = 3", "no value is called foo", 9},
    {"unpin Q[3,1]", "Q has no row 3: the last is 2", 9},
    {"explain Q[0,1]", "subscripts count from 1, as in the documents; NumPy counts from 0", 11},
    {"explain Q[3,1]", "Q has no row 3: the last is 2", 11},
    {"show Q[1,9]", "Q has no column 9: the last is 3", 10},
    {"expect Q[1,2] = Q[3,1]", "Q has no row 3: the last is 2", 19},
    {"X = ones(9, 9); X[9,9] = 2; X[10,1] = 2", "X has no row 10: the last is 9", 31},
    {"1 + Q @ X", "Q @ X: 2×3 by 2×3: the inner sizes 3 and 2 differ; did you mean Q @ X.T?", 5},
    {"Z = softmax(X + [1, 2])",
     "X + [1, 2]: 2×3 and 1×2: the columns 3 and 2 differ; did you mean X + [1, 2].T?", 13},
    {"H = layers(f, X, ones(2, 3, 3))",
     "layer 1: in f, y = W @ x: H.1.W @ X: 3×3 by 2×3: the inner sizes 3 and 2 differ; did you "
     "mean H.1.W @ X.T?",
     5},
    {"V = [[1, 2], [3, 4]]; Z = V @ Q; X = [[1, 2, 0]]",
     "Z = V @ Q would fail: V @ Q: 2×2 by 1×3: the inner sizes 2 and 1 differ; the left one needs "
     "as many columns as the right one has rows",
     34},
    {"expect g(X) = 1", "X @ X: 2×3 by 2×3: the inner sizes 3 and 2 differ; did you mean X @ X.T?",
     8},
};

START_TEST(errors_in_columns_are_told_as_typed) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "convention columns"));
    ck_assert(desk_types(&desk, "X = [[1, 2, 0], [3, 4, 0]]; Q = X + X"));
    ck_assert(desk_types(&desk, "f(x, W) =\n    y = W @ x\n    x + y\n"));
    ck_assert(desk_types(&desk, "g(x) = x @ x"));
    ck_assert(!desk_types(&desk, transposed[_i].line));
    ck_assert_str_eq(desk.failure.message, transposed[_i].message);
    ck_assert_uint_eq(desk.failure.column, transposed[_i].column);
    desk_close(&desk);
}
END_TEST

/* --- memory ----------------------------------------------------------------------------------- */

START_TEST(survives_without_memory) {
    struct desk desk;
    struct notebook before;
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "A = [[1, 2], [3, 4]]; S = A @ A"));
    notebook_copy(&before, session_notebook(&desk.session));
    desk.session.front.echo = true;
    bool refused = true;
    size_t tries = 0;
    while (refused && tries++ < 5000) {
        size_t refusals = memory_refused();
        memory_fail(tries, false);
        bool ok = desk_types(&desk, "A[1,1] = 9; B = softmax(S); explain S[1,2]");
        memory_fail(0, false);
        refused = memory_refused() > refusals;
        /* Some lines need no memory here, as they recompute a number from the start instead. */
        ck_assert(ok || refused);
        ck_assert(!ok || desk_types(&desk, "undo"));
        ck_assert(notebook_same(&before, session_notebook(&desk.session)));
        text_release(&desk.session.out);
    }
    ck_assert(!refused);
    ck_assert_uint_gt(tries, 50);
    notebook_release(&before);
    desk_close(&desk);
}
END_TEST

#define COUNT(table) ((int)(sizeof table / sizeof table[0]))

Suite *commands_commands_suite(void);

Suite *commands_commands_suite(void) {
    Suite *suite = suite_create("commands/commands");
    TCase *core = tcase_create("core");
    tcase_add_test(core, every_row_is_whole);
    tcase_add_loop_test(core, an_error_changes_nothing, 0, COUNT(failing));
    tcase_add_test(core, joined_statements_are_one_undo);
    tcase_add_loop_test(core, definitions_of_one_line_need_only_stand_together, 0, COUNT(together));
    tcase_add_test(core, a_lesson_may_change_sizes_in_one_line);
    tcase_add_test(core, statements_run_in_order);
    tcase_add_test(core, a_bare_word_tells_how_things_stand);
    tcase_add_test(core, what_changes_nothing_is_no_undo);
    tcase_add_test(core, echo_tells_what_moved);
    tcase_add_test(core, a_commands_word_may_be_a_name);
    tcase_add_test(core, underscore_is_what_was_shown_last);
    tcase_add_test(core, numpys_print_may_be_pasted);
    tcase_add_test(core, a_row_is_one_change_and_one_undo);
    tcase_add_loop_test(core, errors_are_located, 0, COUNT(located));
    tcase_add_test(core, what_another_debugger_calls_it_means_one_command);
    tcase_add_test(core, a_text_runs_line_by_line);
    tcase_add_test(core, quit_ends_a_text);
    tcase_add_test(core, columns_are_the_same_notebook);
    tcase_add_loop_test(core, errors_in_columns_are_told_as_typed, 0,
                        (int)(sizeof transposed / sizeof transposed[0]));
    suite_add_tcase(suite, core);
    TCase *limits = tcase_create("limits");
    tcase_add_test(limits, survives_without_memory);
    suite_add_tcase(suite, limits);
    return suite;
}
