/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* expect: compares two sides, cell by cell.
 *
 *   expect A = B ~ t     also != < <= > >= (an order holds for every cell)
 *   expect A is 3x3
 *
 * The tolerance follows from what was written. A whole number means within 1e-9; a number with k
 * decimals means half a unit of its last digit, because that is what a rounded number says about
 * the exact one. Two computed sides must be equal. */
#include "session/expect.h"

#include "base/number.h"
#include "language/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum relation { EQUAL, DIFFERENT, ORDER, SHAPE };

enum { DECIMALS = 4 /* of a number that is not what was expected, at least */ };

static const struct sign {
    const char *text;
    enum relation relation;
    bool below, same, above; /* of an order: whether it holds for such a number */
} signs[] = {{"=", EQUAL, false, true, false}, {"!=", DIFFERENT, true, false, true},
             {"<", ORDER, true, false, false}, {"<=", ORDER, true, true, false},
             {">", ORDER, false, false, true}, {">=", ORDER, false, true, true},
             {"is", SHAPE, false, true, false}};

/* One side, read and evaluated. */
struct expected_side {
    struct text text; /* as it was typed */
    struct definition *definition;
};

/* The expectation, and the text that gets the reason. */
struct expectation {
    const struct session *session;
    enum speaker speaker;
    const char *text;
    struct comparison comparison; /* as it is written in TEXT */
    bool columns;                 /* what SPEAKER writes is read in columns */
    const struct sign *sign;
    struct expected_side sides[2]; /* left and right */
    double tolerance;
    struct text *why;
    bool plain; /* a learner reads it: only as many digits as show the difference, and no tolerance
                 */
};

static bool evaluate_side(const struct expectation *expectation, struct tree *typed,
                          struct expected_side *side, struct failure *failure) {
    struct span span = typed->root->span;
    text_append_bytes(&side->text, expectation->text + span.start, span.end - span.start);
    side->definition = session_evaluate(expectation->session, expectation->speaker, typed, failure);
    if (side->definition == NULL) {
        failure_place(failure, span);
    }
    return side->definition != NULL && text_ok(&side->text, failure);
}

static void side_release(struct expected_side *side) {
    definition_release(side->definition);
    text_release(&side->text);
}

static void expectation_release(struct expectation *expectation) {
    side_release(&expectation->sides[0]);
    side_release(&expectation->sides[1]);
    comparison_release(&expectation->comparison);
}

/* --- comparing -------------------------------------------------------------------------------- */

/* Returns the number of SIDE that is compared at CELL: a lone number is at every one. */
static double side_number(const struct expected_side *side, size_t cell) {
    const struct tensor *value = side->definition->value;
    return value->cells[shape_is_number(&value->shape) ? 0 : cell];
}

static bool has_form(const struct node *node, enum writing_form form) {
    return node->kind == NODE_APPLY && node->op->writing.form == form;
}

/* Returns the number that is written, with or without a sign, for CELL of the side; NULL when it
 * was computed. */
static const struct node *literal_number(const struct expected_side *side, size_t cell) {
    const struct node *node = side->definition->tree->root;
    if (has_form(node, WRITING_MATRIX)) {
        cell = shape_is_number(&side->definition->value->shape) ? 0 : cell;
        node = cell < node->cell_count ? node->cells[cell] : NULL;
    }
    while (node != NULL && has_form(node, WRITING_PREFIX)) {
        node = node->argument[0];
    }
    return node != NULL && node->kind == NODE_NUMBER ? node : NULL;
}

static bool is_literal_side(const struct expected_side *side) {
    return has_form(side->definition->tree->root, WRITING_MATRIX) ||
           literal_number(side, 0) != NULL;
}

/* Returns how far apart the two sides may be: as was written, or as the written numbers say. */
static double cell_tolerance(const struct expectation *expectation, size_t cell) {
    double tolerance = expectation->tolerance;
    for (size_t i = 0; i < 2 && expectation->comparison.tolerance == NULL; i++) {
        const struct node *number = literal_number(&expectation->sides[i], cell);
        bool written = number != NULL && number->text != NULL;
        tolerance = fmax(tolerance, written ? number_precision(number->text) : 0);
    }
    return tolerance;
}

static bool cell_holds(const struct expectation *expectation, size_t cell) {
    double a = side_number(&expectation->sides[0], cell);
    double b = side_number(&expectation->sides[1], cell);
    const struct sign *sign = expectation->sign;
    bool ordered = (a < b && sign->below) || (a == b && sign->same) || (a > b && sign->above);
    return sign->relation == ORDER ? ordered
                                   : numbers_near(a, b, cell_tolerance(expectation, cell));
}

/* --- saying why ------------------------------------------------------------------------------- */

/* Writes "weights[1,2]" or "(Q @ K.T)[1,2]": the side as it was typed, and the cell; of A[:,3:4]
 * the cell of A. */
static void write_side_cell(const struct expectation *expectation, const struct expected_side *side,
                            size_t cell, struct text *out) {
    const struct definition *definition = side->definition;
    const struct node *root = definition->tree->root;
    const struct shape *shape = &side->definition->value->shape;
    const struct operation *last =
        has_form(root, WRITING_SUBSCRIPT) ? definition_last(definition) : NULL;
    if (last != NULL && last->origin[0].definition != NULL) {
        int argument;
        last->call.op->origin(&last->call, cell, &argument, &cell);
        definition_address(last->origin[0].definition, cell, expectation->columns, out);
        return;
    }
    bool number = shape_is_number(shape);
    address_expression(side->text.bytes, !number && tree_needs_brackets(root), out);
    if (!number) {
        address_write(shape, cell, expectation->columns, out);
    }
}

/* Writes "weights[1,2] is 0.3501, expected 0.36 ± 0.005" or "A[1,2] is 0.3, expected < 0.25", with
 * enough digits to show that the number is too far off. */
static void write_cell_mismatch(const struct expectation *expectation, size_t cell,
                                struct text *why) {
    bool equal = expectation->sign->relation == EQUAL, plain = expectation->plain;
    bool first = equal && is_literal_side(&expectation->sides[0]) &&
                 !is_literal_side(&expectation->sides[1]); /* what is expected stands first */
    const struct expected_side *found = &expectation->sides[first];
    const struct expected_side *expected = &expectation->sides[!first];
    const struct node *root = expected->definition->tree->root;
    char shown[NUMBER_TEXT], wanted[NUMBER_TEXT], ignored[NUMBER_TEXT];
    double number = side_number(found, cell), other = side_number(expected, cell);
    double tolerance = equal ? cell_tolerance(expectation, cell) : 0;
    double nearest = other + copysign(tolerance, number - other);
    size_t names;
    bool literal = is_literal_side(expected);
    definition_needs(expected->definition, &names);
    number_write_distinct(shown, ignored, (const double[]){number, nearest}, DECIMALS);
    number_write_distinct(wanted, ignored, (const double[]){other, number}, DECIMALS);
    if (equal && !plain) {
        number_exact(wanted, other);
    }
    write_side_cell(expectation, found, cell, why);
    text_format(why, " is %s, expected ", shown);
    if (plain && !literal && names == 0) { /* 1/3 */
        text_append(why, expected->text.bytes);
        return;
    }
    text_format(why, equal ? "" : "%s ", expectation->sign->text);
    text_append(why, wanted);
    if (!plain && tolerance > number_precision("0")) {
        number_exact(wanted, tolerance);
        text_format(why, " ± %s", wanted);
    }
    bool named = root->kind == NODE_NAME || has_form(root, WRITING_SUBSCRIPT);
    if (!literal && (named || !plain)) { /* a formula says too much */
        text_append(why, ", which is ");
        write_side_cell(expectation, expected, cell, why);
    }
}

/* Returns the side's shape as the learner sees it; borrows the labels. */
static struct shape shown_shape(const struct expectation *expectation,
                                const struct expected_side *side) {
    const struct shape *shape = &side->definition->value->shape;
    return expectation->columns ? shape_transposed(shape) : *shape;
}

/* Compares texts, which can only be the same or different. */
static bool compare_texts(struct expectation *expectation) {
    const struct expected_side *sides = expectation->sides;
    const char *left = sides[0].definition->text, *right = sides[1].definition->text;
    enum relation relation = expectation->sign->relation;
    bool can = left != NULL && right != NULL && (relation == EQUAL || relation == DIFFERENT);
    bool same = can && text_same(left, right), holds = can && same == (relation == EQUAL);
    if (!holds) {
        text_format(expectation->why,
                    can ? "%s and %s are %s" : "%s and %s: a text can be = or != to a text only",
                    sides[0].text.bytes, sides[1].text.bytes,
                    same ? "the same text" : "not the same text");
    }
    return holds;
}

/* True when every cell holds; for != when any cell differs. */
static bool compare_sides(struct expectation *expectation) {
    const struct expected_side *left = &expectation->sides[0], *right = &expectation->sides[1];
    struct shape one = shown_shape(expectation, left), other = shown_shape(expectation, right);
    bool lone = shape_is_number(&one), different = expectation->sign->relation == DIFFERENT;
    char sizes[2][64];
    if (!lone && !shape_is_number(&other) && !shape_same_sizes(&one, &other)) {
        text_format(expectation->why, "%s is %s, but %s is %s", left->text.bytes,
                    shape_text(&one, sizes[0]), right->text.bytes, shape_text(&other, sizes[1]));
        return false;
    }
    size_t cells = shape_cells(lone ? &other : &one), cell = 0;
    while (cell < cells && cell_holds(expectation, cell)) {
        cell++;
    }
    if (cell == cells && different) {
        text_format(expectation->why, "%s and %s are equal, expected them to differ",
                    left->text.bytes, right->text.bytes);
    } else if (cell < cells && !different) {
        write_cell_mismatch(expectation, cell, expectation->why);
    }
    return (cell == cells) != different;
}

/* Compares the left side's shape with sizes such as "3x4" or "2×3×4". */
static bool compare_sizes(struct expectation *expectation, bool *holds, struct failure *failure) {
    const char *text = expectation->text;
    struct span span = expectation->comparison.sizes;
    struct shape found = shown_shape(expectation, &expectation->sides[0]);
    struct text wanted = {0};
    char sizes[64];
    int axes = 0;
    bool ok = true;
    for (size_t at = span.start, sign; ok && (at < span.end || axes < 2); axes++) {
        size_t digits = strspn(text + at, "0123456789");
        text_append_bytes(&wanted, text + at, digits);
        at += digits;
        sign = text_starts(text + at, "x") ? 1 : text_starts(text + at, "×") ? strlen("×") : 0;
        text_append(&wanted, sign > 0 ? "×" : "");
        at += sign;
        ok = digits > 0 && axes < AXIS_COUNT && (sign > 0) == (at < span.end);
    }
    ok = ok ? text_ok(&wanted, failure)
            : failure_at(failure, span, "a shape has to follow `is`: 3x4, or 2x3x4 for a stack");
    *holds = ok && text_same(shape_text(&found, sizes), text_string(&wanted));
    if (ok && !*holds) {
        text_format(expectation->why, "%s is %s, expected %s", expectation->sides[0].text.bytes,
                    sizes, text_string(&wanted));
    }
    text_release(&wanted);
    return ok;
}

/* Reads and evaluates the expectation, which is released by the caller, and sets HOLDS. */
static bool evaluate_expectation(struct expectation *expectation, bool *holds,
                                 struct failure *failure) {
    struct comparison *comparison = &expectation->comparison;
    struct expected_side *sides = expectation->sides, limit = {0};
    expectation->columns = session_reads_columns(expectation->session, expectation->speaker);
    if (!reader_comparison(expectation->text, comparison, failure) ||
        !evaluate_side(expectation, comparison->left, &sides[0], failure)) {
        return false;
    }
    expectation->sign = signs;
    while (!text_same(expectation->sign->text, comparison->sign.bytes)) {
        expectation->sign++;
    }
    if (expectation->sign->relation == SHAPE) {
        return compare_sizes(expectation, holds, failure);
    }
    bool ok = evaluate_side(expectation, comparison->right, &sides[1], failure);
    if (ok && comparison->tolerance != NULL) {
        ok = evaluate_side(expectation, comparison->tolerance, &limit, failure);
        expectation->tolerance = ok ? limit.definition->value->cells[0] : 0;
        ok = ok &&
             ((shape_is_number(&limit.definition->value->shape) && expectation->tolerance >= 0) ||
              failure_at(failure, comparison->tolerance->root->span,
                         "one number, 0 or more, has to follow ~"));
        side_release(&limit);
    }
    if (ok) {
        bool texts = sides[0].definition->text != NULL || sides[1].definition->text != NULL;
        *holds = texts ? compare_texts(expectation) : compare_sides(expectation);
    }
    return ok;
}

bool expect_holds(const struct session *session, enum speaker speaker, const char *text,
                  struct text *why, struct failure *failure) {
    struct expectation expectation = {
        .session = session, .speaker = speaker, .text = text, .why = why};
    bool holds = false;
    bool ok = evaluate_expectation(&expectation, &holds, failure) && text_ok(why, failure);
    expectation_release(&expectation);
    return ok && holds;
}

bool expect_measure(const struct session *session, const char *text, struct gauge *gauge,
                    struct text *why) {
    struct text unsaid = {0};
    struct expectation expectation = {.session = session,
                                      .speaker = SPEAKER_LESSON,
                                      .text = text,
                                      .why = why != NULL ? why : &unsaid,
                                      .plain = true};
    const struct expected_side *left = &expectation.sides[0], *right = &expectation.sides[1];
    struct failure unknown = {0};
    bool holds = false;
    *gauge = (struct gauge){0};
    if (!evaluate_expectation(&expectation, &holds, &unknown)) {
        text_append(expectation.why, unknown.message);
    } else if (right->definition != NULL) {
        const struct node *root = left->definition->tree->root;
        bool position = root->kind == NODE_APPLY && text_same(root->op->name, "argmax");
        gauge->measured = !position && /* of which there is no more or less */
                          shape_is_number(&left->definition->value->shape) &&
                          shape_is_number(&right->definition->value->shape) &&
                          is_literal_side(right);
        gauge->now = side_number(left, 0);
        gauge->goal = side_number(right, 0);
        gauge->sign = expectation.sign->text;
        gauge->sides[0] = expectation.comparison.left->root->span;
        gauge->sides[1] = expectation.comparison.right->root->span;
    }
    expectation_release(&expectation);
    text_release(&unsaid);
    return holds;
}
