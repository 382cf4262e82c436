/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/cast.h"

#include "base/failure.h"
#include "base/heap.h"
#include "commands/desk.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct desk desk;
static struct cast *cast;

static void make(void) {
    cast = cast_make(&desk.session, &desk.failure);
    ck_assert_msg(cast != NULL, "%s", desk.failure.message);
}

static void open_lesson(const char *lesson) {
    desk_open(&desk, lesson);
    make();
}

static void close_lesson(void) {
    cast_free(cast);
    cast = NULL;
    desk_close(&desk);
}

/* A lesson of one page. */
static void open_page(const char *page) {
    struct text lesson = {0};
    text_format(&lesson, "---\ntitle: Small\nid: small\n---\n\n# Small\n\n## First\n\n%s", page);
    open_lesson(text_string(&lesson));
    text_release(&lesson);
}

static const struct lesson *lesson(void) {
    return desk.session.lesson;
}

static const struct cast_value *value(const char *name) {
    int index = cast_find(cast, name);
    ck_assert_msg(index != CAST_NONE, "there is no %s", name);
    return &cast->values[index];
}

/* The stop whose line begins so, from FROM on. */
static size_t stop_of(const char *line, size_t from) {
    for (size_t i = from; i < cast->stops; i++) {
        const struct source_line *there = lesson_line(lesson(), i);
        if (there != NULL && text_starts(there->text, line)) {
            return i;
        }
    }
    ck_abort_msg("no line begins with %s", line);
}

/* The first quiz or exercise called ID. */
static size_t requested(const char *id) {
    for (size_t i = 0; i < cast->stops; i++) {
        if (lesson_question_id(lesson(), i) != NULL &&
            text_same(lesson_question_id(lesson(), i), id)) {
            return i;
        }
    }
    ck_abort_msg("nothing is called %s", id);
}

/* "X=ON Q=F": what stop STOP needs, a letter a reason: Focus, Operand, Asked, Edit, Named, Told
 * after the answer, Way. Valid until the next call. */
static const char *needs(size_t stop) {
    static char out[1024];
    static const char letters[] = "FOAENTW";
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < cast->count; i++) {
        unsigned need = cast_need(cast, stop, i);
        if ((need & (NEED_NUMBERS | NEED_WAY)) != 0) {
            length += text_fill(out + length, sizeof out - length, "%s%s=", length > 0 ? " " : "",
                                cast->values[i].name);
        }
        for (size_t bit = 0; letters[bit] != '\0'; bit++) {
            if ((need >> bit & 1) != 0) {
                length += text_fill(out + length, sizeof out - length, "%c", letters[bit]);
            }
        }
    }
    return out;
}

static bool is_known(const char *name, size_t stop) {
    return (cast_need(cast, stop, (size_t)cast_find(cast, name)) & NEED_KNOWN) != 0;
}

/* "Q K.T": the operands of a product; "" when it is none. */
static const char *sides(const char *name) {
    static char out[64];
    const struct cast_value *product = value(name);
    out[0] = '\0';
    if (product->left != CAST_NONE) {
        text_fill(out, sizeof out, "%s %s", cast->values[product->left].name,
                  cast->values[product->right].name);
    }
    return out;
}

/* --- all lessons ------------------------------------------------------------------------------ */

static void check_index(size_t own, int index) {
    ck_assert_msg(index == CAST_NONE || (index >= 0 && (size_t)index < own), "%s",
                  cast->values[own].name);
}

static void check_value(size_t index) {
    const struct cast_value *one = &cast->values[index];
    ck_assert_int_eq(cast_find(cast, one->name), (int)index);
    ck_assert_uint_le(one->operand_count, CAST_OPERANDS);
    for (size_t i = 0; i < one->operand_count; i++) {
        ck_assert(one->operands[i] != CAST_NONE);
        check_index(index, one->operands[i]);
    }
    check_index(index, one->left);
    check_index(index, one->right);
    check_index(index, one->transposed);
    ck_assert((one->left == CAST_NONE) == (one->right == CAST_NONE));
    ck_assert_msg(one->first_stop >= 0 && (size_t)one->first_stop < cast->stops, "%s", one->name);
    ck_assert_msg(one->picture || one->words || one->number > 0, "%s", one->name);
    ck_assert_msg(one->size.rows > 0 && one->size.columns > 0 && one->size.matrices > 0, "%s",
                  one->name);
}

/* Both operands of a product are as large as they must be to meet. */
static void check_product(const struct cast_value *product) {
    if (product->left != CAST_NONE) {
        const struct cast_value *left = &cast->values[product->left];
        const struct cast_value *right = &cast->values[product->right];
        ck_assert_msg(product->size.rows <= left->size.rows, "%s", product->name);
        ck_assert_msg(product->size.columns <= right->size.columns, "%s", product->name);
    }
}

/* What a stop needs is there by then. */
static void check_stop(size_t stop) {
    ck_assert_uint_lt(cast->at_stop[stop].page, cast->pages);
    for (size_t i = 0; i < cast->count; i++) {
        unsigned need = cast_need(cast, stop, i);
        bool numbers = (need & NEED_NUMBERS) != 0;
        ck_assert_msg(!numbers || (size_t)cast->values[i].first_stop <= stop ||
                          cast->at_stop[(size_t)cast->values[i].first_stop].page ==
                              cast->at_stop[stop].page,
                      "%s at %zu", cast->values[i].name, stop);
        ck_assert((need & NEED_NUMBERS) == 0 || (need & NEED_KNOWN) != 0);
        ck_assert_msg(!numbers || !cast->values[i].words || cast->values[i].size.rows > 0, "%s",
                      cast->values[i].name);
    }
}

/* Every definition that is there at the lesson's end is in the cast, and is no larger than it
 * says. */
static void check_end(void) {
    struct notebook const *notebook;
    ck_assert_msg(commands_skip(&desk.session, cast->stops, &desk.failure), "%s",
                  desk.failure.message);
    notebook = session_notebook(&desk.session);
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        const struct shape *shape = &definition->value->shape;
        if (definition->text == NULL && shape_cells(shape) > 0) {
            const struct cast_value *one = value(definition->name);
            ck_assert_uint_le(shape_matrices(shape), one->size.matrices);
            ck_assert_uint_le(shape_rows(shape), one->size.rows);
            ck_assert_uint_le(shape_columns(shape), one->size.columns);
        }
    }
}

START_TEST(every_lesson_has_its_cast) {
    desk_open_lesson(&desk, desk_lesson(_i));
    make();
    ck_assert_uint_eq(cast->stops, lesson()->stop_count);
    size_t needed = 0, screens = 0;
    for (size_t i = 0; i < cast->count; i++) {
        check_value(i);
        check_product(&cast->values[i]);
    }
    for (size_t stop = 0; stop < cast->stops; stop++) {
        check_stop(stop);
    }
    for (size_t passed = 0; passed < cast->stops; screens++) {
        passed = lesson_next_halt(lesson(), passed);
        for (size_t i = 0; i < cast->count; i++) {
            needed += (cast_need(cast, passed - 1, i) & NEED_NUMBERS) != 0;
        }
    }
    printf("%s: %zu values, %zu screens need %zu\n", desk_lesson(_i), cast->count, screens, needed);
    ck_assert_uint_ge(needed, screens); /* most are about something, and many about several */
    check_end();
    close_lesson();
}
END_TEST

/* --- sizes ------------------------------------------------------------------------------------ */

START_TEST(a_value_has_its_largest_sizes) {
    open_page("```qkv\nC = tokens(\"I\", [[1, 2]])\n```\n\n```qkv\nC = tokens(\"I am here\", "
              "[[1, 2], [3, -40], [5, 6]])\n```\n\n```qkv\nC = tokens(\"am\", [[1.5, 2, 3]])\n"
              "```\n");
    const struct cast_value *grown = value("C");
    ck_assert_uint_eq(cast->count, 1);
    ck_assert_uint_eq(grown->size.rows, 3);
    ck_assert_uint_eq(grown->size.columns, 3);
    ck_assert_uint_eq(grown->size.row_label, 4);
    ck_assert_uint_eq(grown->size.column_label, 0);
    ck_assert_uint_eq(grown->number, 3); /* −40 and 1.5 */
    ck_assert_int_eq(grown->decimals, 1);
    close_lesson();
}
END_TEST

START_TEST(decimals_are_as_few_as_tell_the_rows_apart) {
    open_page("```qkv\nA = [[1, 2], [3, 4]]\nB = [[0.5, 2], [3, 4]]\n"
              "C = [[0.501, 0.2], [0.502, 0.2]]\nD = [[0.3333333, 0.2], [0.6666667, 0.2]]\n"
              "E = [[0.00031, 0]]\nF = [[1e9, 1], [2, 3]]\nG = softmax(A)\n"
              "H = [[150.123, 2], [3, 4]]\nn = 3\nm = sqrt(2)\n```\n");
    ck_assert_int_eq(value("A")->decimals, 0);
    ck_assert_uint_eq(value("A")->number, 1);
    ck_assert_int_eq(value("B")->decimals, 1);
    ck_assert_uint_eq(value("B")->number, 2); /* .5, and 4 */
    ck_assert_int_eq(value("C")->decimals, 3);
    ck_assert_uint_eq(value("C")->number, 4);
    ck_assert_int_eq(value("D")->decimals, 2);
    ck_assert_int_eq(value("E")->decimals, 4); /* or it would read as zeros */
    ck_assert_uint_eq(value("F")->number, 3);
    ck_assert_int_eq(value("G")->decimals, 3);
    ck_assert_uint_eq(value("G")->number, 4);
    ck_assert(value("G")->weights);
    ck_assert_int_eq(value("H")->decimals, 1);
    ck_assert(value("n")->lone);
    ck_assert_uint_eq(value("n")->number, 1);
    ck_assert_int_eq(value("m")->decimals, 4);
    ck_assert_uint_eq(value("m")->number, 6); /* 1.4142 */
    close_lesson();
}
END_TEST

START_TEST(what_is_edited_or_trained_has_room) {
    open_page("```qkv\nw = [[1, 2]]\nv = [[1, 2]]\nx = [[1, 2]]\nu = v * x\nL = sum(w * "
              "w)\n```\n\n```qkv\ntrain w minimise "
              "L steps=2\n```\n\n```try turn\nMake it 3.\nexpect v[1,1] = 3\nallow: v\n```\n");
    ck_assert(value("w")->edited);
    ck_assert(value("v")->edited);
    ck_assert(!value("L")->edited);
    ck_assert_int_eq(value("w")->decimals, 2);
    ck_assert_int_eq(value("L")->decimals, 4); /* it becomes smaller than 5 */
    ck_assert_uint_eq(value("L")->number, 5);
    ck_assert_int_eq(value("u")->decimals, 2);
    ck_assert_uint_eq(value("u")->number, 3);
    ck_assert_uint_eq(value("x")->number, 1);
    ck_assert_uint_eq(value("w")->number, 5);
    ck_assert_uint_eq(value("v")->number, 5);
    close_lesson();
}
END_TEST

START_TEST(labels_that_are_the_same_have_one_name) {
    open_page("```qkv\nX = tokens(\"I am\", [[1, 2], [3, 4]])\nW = [[1, 0], [0, 1]]\nQ = X @ W\n"
              "Y = tokens(\"you are\", [[1, 2], [3, 4]])\n```\n");
    ck_assert_uint_ne(value("X")->row_names, 0);
    ck_assert_uint_eq(value("X")->row_names, value("Q")->row_names);
    ck_assert_uint_ne(value("X")->row_names, value("Y")->row_names);
    ck_assert_uint_eq(value("W")->row_names, 0);
    close_lesson();
}
END_TEST

/* Z is named as X is now, but not as X was before. */
START_TEST(labels_that_were_others_have_another_name) {
    open_page("```qkv\nX = tokens(\"I am\", [[1, 2], [3, 4]])\nQ = 2 * X\n"
              "Z = tokens(\"you are\", [[1, 2], [3, 4]])\n```\n\n"
              "```qkv\nX = tokens(\"you are\", [[1, 2], [3, 4]])\n```\n");
    ck_assert_uint_eq(value("X")->row_names, value("Q")->row_names);
    ck_assert_uint_ne(value("X")->row_names, value("Z")->row_names);
    close_lesson();
}
END_TEST

START_TEST(what_is_large_is_said_to_be) {
    open_page("```qkv\nA = zeros(24, 40)\nB = zeros(25, 2)\nC = zeros(2, 41)\nD = zeros(9, 2, 2)\n"
              "E = zeros(1001, 1000)\n```\n");
    ck_assert(!cast_is_large(value("A")));
    ck_assert(cast_is_large(value("B")));
    ck_assert(cast_is_large(value("C")));
    ck_assert(cast_is_large(value("D")));
    ck_assert(cast_is_large(value("E")));
    close_lesson();
}
END_TEST

/* --- order ------------------------------------------------------------------------------------ */

static const char attention[] =
    "```qkv\nX = tokens(\"I am\", [[1, 2], [3, 4]])\nW_q = [[0.5, 0], [0, 1]]\n"
    "W_k = [[1, 0], [0, 1]]\nQ = X @ W_q\nK = X @ W_k\n```\n\n"
    "```qkv grain=cell\nS = Q @ K.T\n```\n\n```qkv\nT = Q @ K.T / sqrt(2)\nA = softmax(T)\n```\n";

START_TEST(a_turned_operand_is_a_value_of_its_own) {
    open_page(attention);
    ck_assert_str_eq(sides("Q"), "X W_q");
    ck_assert_str_eq(sides("S"), "Q K.T");
    ck_assert_int_eq(value("K.T")->transposed, cast_find(cast, "K"));
    ck_assert_uint_eq(value("K.T")->size.column_label, 2);
    ck_assert_uint_eq(value("K.T")->size.row_label, 0);
    ck_assert_str_eq(needs(stop_of("S =", 0)), "Q=O K=O K.T=O S=F");
    ck_assert(cast->at_stop[stop_of("S =", 0)].stepped);
    ck_assert(!cast->at_stop[stop_of("A =", 0)].stepped);
    ck_assert_str_eq(sides("A"), "");
    close_lesson();
}
END_TEST

START_TEST(a_scaled_product_is_no_product) {
    open_page(attention);
    ck_assert_str_eq(sides("T"), "");
    ck_assert_str_eq(needs(stop_of("T =", 0)), "Q=O K=O T=F");
    close_lesson();
}
END_TEST

/* C comes too late to be an operand of A. */
START_TEST(operands_come_before_users_when_a_formula_changes) {
    open_page("```qkv\nA = 1\nB = A + 1\nC = 5\n```\n\n```qkv\nA = 2 * C\n```\n"
              "\n```qkv\nD = C * 2\n```\n\n```qkv\nD = A * 2\n```\n");
    ck_assert_int_lt(cast_find(cast, "A"), cast_find(cast, "B"));
    ck_assert_int_lt(cast_find(cast, "B"), cast_find(cast, "C"));
    ck_assert_uint_eq(value("A")->operand_count, 0);
    ck_assert_int_eq(value("D")->operands[0], cast_find(cast, "C"));
    close_lesson();
}
END_TEST

START_TEST(a_text_has_words_and_labels_are_no_operands) {
    open_page("```qkv\ns = \"I am\"\nX = tokens(s, [[1, 2], [3, 4]])\n```\n\n`s` has two words, "
              "and `X` two rows.\n");
    ck_assert(value("s")->words);
    ck_assert_uint_eq(value("X")->operand_count, 0);
    ck_assert_str_eq(needs(stop_of("X =", 0)), "X=FN");
    close_lesson();
}
END_TEST

/* --- needs ------------------------------------------------------------------------------------ */

START_TEST(only_new_words_name) {
    open_page("```qkv\nX = [[1, 2]]\nY = [[3, 4]]\n```\n\n`X` and `Y[1,1]`, but no \"label\".\n\n"
              "```qkv\nZ = [[5, 6]]\n```\n\n```qkv\nshow Z\n```\n");
    ck_assert_str_eq(needs(stop_of("Y =", 0)), "X=N Y=FN");
    ck_assert_str_eq(needs(stop_of("Z =", 0)), "Z=F"); /* they can still be read */
    ck_assert_str_eq(needs(stop_of("show Z", 0)), "Z=F");
    close_lesson();
}
END_TEST

START_TEST(a_question_needs_what_it_names) {
    open_page("```qkv hidden\nX = [[1, 2]]\nY = [[3, 4]]\nZ = [[5, 6]]\n```\n\n"
              "```quiz which\nWhich is larger than `X`?\n( ) Y\n(x) the value `Z`\n```\n\n"
              "And then there is `Y`.\n");
    ck_assert_str_eq(needs(requested("which")), "X=A Y=TW Z=FA");
    close_lesson();
}
END_TEST

START_TEST(a_question_that_names_nothing_is_about_the_words_before_it) {
    open_page("```qkv hidden\nX = [[1, 2]]\nY = [[3, 4]]\nZ = [[5, 6]]\n```\n\nHere is `X`.\n\n"
              "```quiz which\nIs that large?\n( ) Yes\n(x) No\n```\n");
    ck_assert_str_eq(needs(requested("which")), "X=FN");
    close_lesson();
}
END_TEST

START_TEST(an_open_predictions_answer_is_not_needed) {
    open_page("```qkv\nX = [[1, 2]]\nY = 2 * X\nZ = 2 * Y\n```\n\n```quiz twice predict\n"
              "`X[1,1]` becomes 2. What is `Y[1,1]`, and so `Z[1,1]`?\n= Y[1,1]\n```\n\n"
              "```qkv\nX[1,1] = 2\n```\n");
    ck_assert_str_eq(needs(requested("twice")), "X=A Y=W Z=FA"); /* Z is looked at */
    ck_assert_str_eq(needs(stop_of("X[1,1]", 0)), "X=F Y=N Z=N");
    close_lesson();
}
END_TEST

START_TEST(a_prediction_asks_until_it_is_stepped_through) {
    open_page("```qkv\nX = [[1, 2]]\nW = [[1], [2]]\n```\n\n```quiz what predict\n"
              "What is `Q[1,1]`, with `W`?\n= Q[1,1]\n```\n\n```qkv grain=cell\nQ = X @ W\n```\n\n"
              "```qkv\nR = 2 * Q\n```\n");
    ck_assert_str_eq(needs(stop_of("Q =", 0)), "X=O W=OA Q=FA");
    ck_assert_str_eq(needs(stop_of("R =", 0)), "Q=O R=F");
    close_lesson();
}
END_TEST

START_TEST(an_exercise_needs_edits_goals_and_what_lies_between) {
    open_page("```qkv\nX = [[1, 2]]\nW = [[1], [2]]\nQ = X @ W\nA = softmax(Q)\nB = 2 * X\n```\n\n"
              "```try turn\nMake it so.\nexpect A[1,1] > 0.5\nallow: W\n```\n");
    ck_assert_str_eq(needs(requested("turn")), "W=FEW Q=W A=AW");
    ck_assert(cast->at_stop[requested("turn")].exercise);
    ck_assert(!cast->at_stop[stop_of("A =", 0)].exercise);
    close_lesson();
}
END_TEST

START_TEST(an_edit_is_about_the_weights_that_move) {
    open_page("```qkv\nX = [[1, 2], [3, 4]]\nS = X @ X.T\nA = softmax(S)\nn = rows(X)\n```\n\n"
              "```qkv\nX[1,1] = 0\n```\n");
    ck_assert_str_eq(needs(stop_of("X[1,1]", 0)), "X=F S=W A=F");
    close_lesson();
}
END_TEST

START_TEST(many_operands_are_only_on_the_way) {
    open_page(
        "```qkv hidden\na = [[1, 2]]\nb = [[1, 2]]\nc = [[1, 2]]\nd = [[1, 2]]\nn = 2\n"
        "m = 3\n```\n\n```qkv\nE = (a + b * c) / n / m\n```\n\n```qkv\nF = a + b * c - d\n```\n\n"
        "```qkv\nexplain F[1,1]\n```\n");
    ck_assert_str_eq(needs(stop_of("E =", 0)), "a=O b=O c=O n=O m=O E=F");
    ck_assert_str_eq(needs(stop_of("F =", 0)), "a=W b=W c=W d=W F=F");
    ck_assert_str_eq(needs(stop_of("explain", 0)), "a=O b=O c=O d=O F=F");
    close_lesson();
}
END_TEST

START_TEST(a_page_begins_with_what_its_first_line_is_made_from) {
    open_page("```qkv\nX = [[1, 2]]\nY = 2 * X\n```\n\n## Second\n\nThe second page.\n\n"
              "```qkv\nZ = 3 * X\n```\n");
    size_t begins = lesson()->pages[1].first_stop;
    ck_assert_str_eq(needs(begins), "X=F");
    ck_assert_uint_eq(cast->at_stop[begins].page, 1);
    close_lesson();
}
END_TEST

START_TEST(what_is_shown_at_once_stays_until_something_else_is_looked_at) {
    open_page("```qkv\nX = [[1, 2]]\nY = 2 * X\n```\n\n```qkv\nshow X Y\n```\n\n<!-- pause -->\n\n"
              "```qkv\nshow X\n```\n");
    size_t both = stop_of("show X Y", 0);
    ck_assert_str_eq(needs(both), "X=F Y=F");
    ck_assert_str_eq(needs(both + 1), "X=F Y=F");
    ck_assert_str_eq(needs(stop_of("show X", both + 1)), "X=F");
    close_lesson();
}
END_TEST

START_TEST(a_picture_is_needed_while_the_cursor_stays_in_it) {
    open_page("```qkv\nA = tokens(\"I am\", [[0.5, 0.5], [0, 1]], columns=\"I am\")\n```\n\n"
              "```qkv\nlinks A\n```\n\n<!-- pause -->\n\n```qkv\nB = 2 * A\n```\n");
    size_t drawn = stop_of("links A", 0);
    ck_assert(value("links A")->picture);
    ck_assert_uint_gt(value("links A")->size.columns, 0);
    ck_assert_str_eq(needs(drawn), "A=W links A=F");
    ck_assert_str_eq(needs(drawn + 1), "A=W links A=F");
    ck_assert_str_eq(needs(stop_of("B =", 0)), "A=O B=F");
    close_lesson();
}
END_TEST

START_TEST(what_was_named_or_defined_is_known) {
    open_page("```qkv hidden\nX = [[1, 2]]\nY = [[3, 4]]\nZ = [[5, 6]]\n```\n\n"
              "First there is `X`.\n\n```qkv\nshow Y\n```\n");
    ck_assert(is_known("X", stop_of("show Y", 0)));
    ck_assert(is_known("Y", stop_of("show Y", 0)));
    ck_assert(!is_known("Y", 0));
    close_lesson();
}
END_TEST

/* --- lesson 1 --------------------------------------------------------------------------------- */

START_TEST(lesson_one_needs_what_its_learners_look_at) {
    desk_open_lesson(&desk, "01-worked-example.md");
    make();
    size_t edit = stop_of("W_q[1,2] = 0.2", 0), queries = stop_of("Q = X", edit);
    size_t scores = stop_of("scores = Q", edit), weights = stop_of("weights = softmax", edit);
    ck_assert_str_eq(needs(edit), "X=N W_q=FN Q=W scores=W scaled=W weights=FN output=W");
    ck_assert_str_eq(needs(queries), "X=OAN W_q=OAN Q=FAN");
    ck_assert_str_eq(needs(scores), "Q=O K=O K.T=O scores=FA");
    ck_assert_str_eq(needs(weights), "scaled=O weights=F");
    ck_assert_str_eq(sides("output"), "weights V");
    close_lesson();
}
END_TEST

/* --- trouble ---------------------------------------------------------------------------------- */

START_TEST(the_session_stays_as_it_was) {
    desk_open_lesson(&desk, "01-worked-example.md");
    make();
    ck_assert_uint_eq(session_stop(&desk.session), 0);
    ck_assert_uint_eq(session_notebook(&desk.session)->count, 0);
    ck_assert_uint_eq(desk.session.out.length, 0);
    ck_assert_ptr_null(desk.session.focus.name);
    close_lesson();
}
END_TEST

/* What the run computes is there when a stop comes to it, and what is there it does not compute. */
START_TEST(nothing_is_computed_twice) {
    for (int first = 0; first < 2; first++) {
        desk_open_lesson(&desk, "01-worked-example.md");
        size_t before = tensor_live_cells();
        if (first == 0) {
            make();
        } else {
            ck_assert(commands_skip(&desk.session, lesson()->stop_count, &desk.failure));
        }
        size_t cells = tensor_live_cells();
        ck_assert_uint_gt(cells, before);
        if (first == 0) {
            ck_assert(commands_skip(&desk.session, lesson()->stop_count, &desk.failure));
        } else {
            make();
        }
        ck_assert_uint_eq(tensor_live_cells(), cells);
        close_lesson();
    }
}
END_TEST

START_TEST(without_a_lesson_nobody_is_in_it) {
    open_lesson(NULL);
    ck_assert_uint_eq(cast->count, 0);
    ck_assert_uint_eq(cast->stops, 0);
    ck_assert_int_eq(cast_find(cast, "X"), CAST_NONE);
    close_lesson();
}
END_TEST

START_TEST(what_cannot_be_run_is_left_out) {
    open_page("```qkv\nX = [[1, 2]]\nY = X @ X\nZ = 2 * X\n```\n");
    ck_assert_int_eq(cast_find(cast, "Y"), CAST_NONE);
    ck_assert_uint_eq(value("Z")->size.columns, 2);
    close_lesson();
}
END_TEST

START_TEST(a_line_that_fails_is_passed) {
    open_page("```qkv\nX = [[1, 2]]\nZ = 3 * X\n```\n\n```qkv\nlinks X Z X\n```\n\nSee `X`.\n\n"
              "```qkv\nY = 2 * Z\n```\n");
    ck_assert_str_eq(needs(stop_of("links", 0)), "X=FN");
    ck_assert_str_eq(needs(stop_of("Y =", 0)), "Z=O Y=F");
    close_lesson();
}
END_TEST

START_TEST(a_comparison_looks_at_what_was_edited) {
    open_page(
        "```qkv\nX = [[1, 2]]\nW = [[1, 2]]\n```\n\n```qkv hidden\nbaseline whole\nW[1,1] = 3\n"
        "```\n\n```qkv\nshow X\n```\n\n```qkv\ncompare whole\n```\n");
    ck_assert_str_eq(needs(stop_of("show X", 0)), "X=F W=F");
    ck_assert_str_eq(needs(stop_of("compare", 0)), "W=F");
    close_lesson();
}
END_TEST

START_TEST(without_memory_there_is_none) {
    desk_open_lesson(&desk, "01-worked-example.md");
    size_t calls = memory_calls();
    make();
    calls = memory_calls() - calls;
    close_lesson();
    for (size_t i = 1; i <= calls; i += 1 + calls / 200) {
        struct failure failure = {0};
        desk_open_lesson(&desk, "01-worked-example.md");
        memory_fail(i, true);
        cast = cast_make(&desk.session, &failure);
        memory_fail(0, false);
        ck_assert_ptr_null(cast);
        ck_assert(failure.outside);
        close_lesson();
    }
}
END_TEST

Suite *stage_cast_suite(void);

Suite *stage_cast_suite(void) {
    Suite *suite = suite_create("stage/cast");
    TCase *lessons = tcase_create("lessons"), *core = tcase_create("core");
    tcase_add_loop_test(lessons, every_lesson_has_its_cast, 0, desk_walked());
    tcase_set_timeout(lessons, 60);
    suite_add_tcase(suite, lessons);
    tcase_add_test(core, a_value_has_its_largest_sizes);
    tcase_add_test(core, decimals_are_as_few_as_tell_the_rows_apart);
    tcase_add_test(core, what_is_edited_or_trained_has_room);
    tcase_add_test(core, labels_that_are_the_same_have_one_name);
    tcase_add_test(core, labels_that_were_others_have_another_name);
    tcase_add_test(core, what_is_large_is_said_to_be);
    tcase_add_test(core, a_turned_operand_is_a_value_of_its_own);
    tcase_add_test(core, a_scaled_product_is_no_product);
    tcase_add_test(core, operands_come_before_users_when_a_formula_changes);
    tcase_add_test(core, a_text_has_words_and_labels_are_no_operands);
    tcase_add_test(core, only_new_words_name);
    tcase_add_test(core, a_question_needs_what_it_names);
    tcase_add_test(core, a_question_that_names_nothing_is_about_the_words_before_it);
    tcase_add_test(core, an_open_predictions_answer_is_not_needed);
    tcase_add_test(core, a_prediction_asks_until_it_is_stepped_through);
    tcase_add_test(core, an_exercise_needs_edits_goals_and_what_lies_between);
    tcase_add_test(core, an_edit_is_about_the_weights_that_move);
    tcase_add_test(core, many_operands_are_only_on_the_way);
    tcase_add_test(core, a_page_begins_with_what_its_first_line_is_made_from);
    tcase_add_test(core, what_is_shown_at_once_stays_until_something_else_is_looked_at);
    tcase_add_test(core, a_picture_is_needed_while_the_cursor_stays_in_it);
    tcase_add_test(core, what_was_named_or_defined_is_known);
    tcase_add_test(core, lesson_one_needs_what_its_learners_look_at);
    tcase_add_test(core, the_session_stays_as_it_was);
    tcase_add_test(core, nothing_is_computed_twice);
    tcase_add_test(core, without_a_lesson_nobody_is_in_it);
    tcase_add_test(core, what_cannot_be_run_is_left_out);
    tcase_add_test(core, a_line_that_fails_is_passed);
    tcase_add_test(core, a_comparison_looks_at_what_was_edited);
    tcase_add_test(core, without_memory_there_is_none);
    suite_add_tcase(suite, core);
    return suite;
}
