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

#include "base/memory.h"
#include "base/number.h"
#include "language/lexer.h"
#include "language/reader.h"

#include <string.h>

enum relation { EQUAL, DIFFERENT, LESS, AT_MOST, GREATER, AT_LEAST, SHAPE };

static const char *const relation_signs[] = {"=", "!=", "<", "<=", ">", ">=", "is"};

/* The positions of the parts in the text. */
struct parts {
    enum relation relation;
    struct span left, right, tolerance;
    bool found, tolerated;
};

/* One side, read and evaluated. */
struct expected_side {
    char *text;
    struct tree *tree; /* in rows, as the notebook has it */
    struct definition *value;
};

/* The expectation, and the text that gets the reason. */
struct expectation {
    const struct session *session;
    enum speaker speaker;
    struct parts parts;
    struct expected_side left, right;
    double tolerance;
    struct text *why; /* may be NULL */
    bool plain; /* a learner reads it: only as many digits as show the difference, and no tolerance
                 */
};

/* --- reading ---------------------------------------------------------------------------------- */

/* True when TOKEN is a sign of comparison, or the word `is` before sizes; *RELATION is which. */
static bool is_relation(const char *text, const struct token *token, enum relation *relation) {
    size_t length = token->span.end - token->span.start;
    const char *word = text + token->span.start;
    for (size_t i = 0; i < sizeof relation_signs / sizeof relation_signs[0]; i++) {
        if (strlen(relation_signs[i]) == length && memcmp(word, relation_signs[i], length) == 0) {
            const char *next = word + length + strspn(word + length, " \t");
            *relation = (enum relation)i;
            return i != SHAPE || (next > word + length && *next >= '0' && *next <= '9');
        }
    }
    return false;
}

/* Returns the rest of the line from AT on, without blanks around it and a comment, because sizes
 * are not tokens. */
static struct span rest_of_line(const char *text, size_t at) {
    size_t start = at + strspn(text + at, " \t"), end = start + strcspn(text + start, "\n#");
    while (end > start && strchr(" \t", text[end - 1]) != NULL) {
        end--;
    }
    return (struct span){start, end};
}

/* Finds the comparison outside brackets, and its two sides. */
static bool split_expectation(const char *text, struct parts *parts, struct failure *failure) {
    struct lexer lexer = {.text = text, .length = strlen(text)};
    struct span *part = &parts->left;
    enum relation relation;
    struct token token;
    if (!lexer_check(text, lexer.length, failure)) {
        return false;
    }
    for (;;) {
        size_t at = lexer_blanks(text, lexer.length, lexer.at);
        bool outside = lexer.brackets.depth == 0 && !parts->tolerated;
        size_t sign = parts->found && outside ? lexer_tolerance(text + at) : 0;
        if (sign > 0 && parts->relation != EQUAL && parts->relation != DIFFERENT) {
            return failure_at(failure, (struct span){at, at + sign},
                              "a tolerance goes with = and != only");
        }
        if (sign > 0) {
            parts->tolerated = true;
            part = &parts->tolerance;
            lexer.at = at + sign;
            *part = (struct span){lexer.at, lexer.at};
            continue;
        }
        if (!lexer_next(&lexer, &token, failure)) {
            return false;
        }
        if (token.kind == TOKEN_END) {
            return parts->found || failure_at(failure, parts->left,
                                              "expect takes A = B (or != < <= > >=), or A is 3x3");
        }
        bool compares = outside && lexer.brackets.depth == 0 &&
                        is_relation(text, &token, &relation) &&
                        (relation != SHAPE || (!parts->found && part->end > part->start));
        if (outside && token.kind == TOKEN_SIGN && text_starts(text + token.span.start, "==")) {
            return failure_at(failure, (struct span){token.span.end - 1, token.span.end},
                              "write = once");
        }
        if (compares && parts->found) {
            return failure_at(failure, token.span,
                              "expect takes one comparison: write two of them");
        }
        if (compares) {
            parts->found = true;
            parts->relation = relation;
            parts->left.start = part->end == 0 ? token.span.start : part->start;
            parts->left.end = part->end == 0 ? token.span.start : part->end;
            part = &parts->right;
            *part = (struct span){token.span.end, token.span.end};
            if (relation == SHAPE) {
                *part = rest_of_line(text, token.span.end);
                return true;
            }
        } else {
            part->start = part->end == part->start ? token.span.start : part->start;
            part->end = token.span.end;
        }
    }
}

/* Moves a failure in a copy of SPAN to its place in the whole text. */
static bool shift_failure(struct span span, struct failure *failure) {
    if (failure->placed) {
        failure->span.start += span.start;
        failure->span.end += span.start;
    }
    failure_place(failure, span);
    return false;
}

static bool read_side(struct expectation *expectation, const char *text, struct span span,
                      struct expected_side *side, struct failure *failure) {
    const struct session *session = expectation->session;
    if (span.start == span.end) {
        return failure_at(failure, span, "one side of the comparison is missing");
    }
    side->text = memory_text(text + span.start, span.end - span.start);
    if (side->text == NULL) {
        return failure_memory(failure);
    }
    struct tree *typed = reader_expression(side->text, failure);
    if (typed == NULL) {
        return shift_failure(span, failure);
    }
    side->tree = session_read(session, expectation->speaker, typed, false, failure);
    if (side->tree != NULL) {
        side->value = notebook_evaluate(session_notebook(session), "", side->tree, failure);
        if (side->value == NULL) {
            session_correct_failure(session, expectation->speaker, "", typed, failure);
        }
    }
    tree_release(typed);
    return side->value != NULL || shift_failure(span, failure);
}

static void side_release(struct expected_side *side) {
    definition_release(side->value);
    tree_release(side->tree);
    memory_free(side->text);
}

static bool read_expected_tolerance(struct expectation *expectation, const char *text,
                                    struct failure *failure) {
    if (!expectation->parts.tolerated) {
        return true;
    }
    struct span span = expectation->parts.tolerance;
    struct expected_side side = {0};
    bool ok = read_side(expectation, text, span, &side, failure);
    if (ok) {
        expectation->tolerance = side.value->value->cells[0];
        ok = shape_is_number(&side.value->value->shape) && expectation->tolerance >= 0;
        ok = ok || failure_at(failure, span, "one number, 0 or more, has to follow ~");
    }
    side_release(&side);
    return ok;
}

/* --- how near is near enough ------------------------------------------------------------------ */

/* Returns the literal below a minus, or NULL. */
static const struct node *literal_number(const struct node *node) {
    while (node->kind == NODE_APPLY && node->op->writing.form == WRITING_PREFIX) {
        node = node->argument[0];
    }
    return node->kind == NODE_NUMBER ? node : NULL;
}

static bool is_written_matrix(const struct node *node) {
    return node->kind == NODE_APPLY && node->op->writing.form == WRITING_MATRIX;
}

static bool is_literal_side(const struct expected_side *side) {
    return is_written_matrix(side->tree->root) || literal_number(side->tree->root) != NULL;
}

/* Returns the tolerance of the written number in cell CELL of the side; 0 when it was computed. */
static double side_tolerance(const struct expected_side *side, size_t cell) {
    const struct node *root = side->tree->root;
    bool matrix = is_written_matrix(root);
    const struct node *number = !matrix                   ? literal_number(root)
                                : cell < root->cell_count ? literal_number(root->cells[cell])
                                                          : NULL;
    return number == NULL || number->text == NULL ? 0 : number_precision(number->text);
}

/* --- comparing -------------------------------------------------------------------------------- */

static const struct tensor *side_value(const struct expected_side *side) {
    return side->value->value;
}

/* Compares a lone number with every cell of the other side. */
static size_t side_cell(const struct expected_side *side, size_t cell) {
    return shape_is_number(&side_value(side)->shape) ? 0 : cell;
}

static double side_number(const struct expected_side *side, size_t cell) {
    return side_value(side)->cells[side_cell(side, cell)];
}

static double cell_tolerance(const struct expectation *expectation, size_t cell) {
    if (expectation->parts.tolerated) {
        return expectation->tolerance;
    }
    double left = side_tolerance(&expectation->left, side_cell(&expectation->left, cell));
    double right = side_tolerance(&expectation->right, side_cell(&expectation->right, cell));
    return left > right ? left : right;
}

static bool cell_holds(const struct expectation *expectation, size_t cell) {
    double a = side_number(&expectation->left, cell);
    double b = side_number(&expectation->right, cell);
    switch (expectation->parts.relation) {
    case LESS:
        return a < b;
    case AT_MOST:
        return a <= b;
    case GREATER:
        return a > b;
    case AT_LEAST:
        return a >= b;
    default:
        return numbers_near(a, b, cell_tolerance(expectation, cell));
    }
}

/* --- saying why ------------------------------------------------------------------------------- */

/* Writes "weights[1,2]" or "(Q @ K.T)[1,2]": the side as it was typed, and the cell. */
static void write_side_cell(const struct expectation *expectation, const struct expected_side *side,
                            size_t cell, struct text *out) {
    const struct shape *shape = &side_value(side)->shape;
    const struct node *root = side->tree->root;
    bool loose = tree_needs_brackets(root);
    bool number = shape_is_number(shape);
    address_expression(side->text, loose && !number, out);
    if (!number) {
        bool columns = session_reads_columns(expectation->session, expectation->speaker);
        address_write(shape, cell, columns, out);
    }
}

/* Writes a number with enough digits to differ visibly from OTHER. */
static void write_distinct_number(double number, double other, double tolerance, struct text *out) {
    char shown[NUMBER_TEXT];
    double back;
    for (int decimals = 4; decimals <= 16; decimals += 2) {
        number_short(shown, number, decimals);
        if (number_parse(shown, strlen(shown), &back) && back != other &&
            !numbers_near(back, other, tolerance)) {
            text_append(out, shown);
            return;
        }
    }
    number_exact(shown, number);
    text_append(out, shown);
}

/* Writes "weights[1,2] is 0.3501, expected 0.36 ± 0.005" or "A[1,2] is 0.3, expected < 0.25". */
static void write_cell_mismatch(const struct expectation *expectation, size_t cell,
                                struct text *why) {
    enum relation relation = expectation->parts.relation;
    const struct expected_side *found = &expectation->left, *expected = &expectation->right;
    char exact[NUMBER_TEXT];
    if (relation == EQUAL && is_literal_side(found) && !is_literal_side(expected)) {
        found = &expectation->right;
        expected = &expectation->left;
    }
    double number = side_number(found, cell), other = side_number(expected, cell);
    double tolerance = relation == EQUAL ? cell_tolerance(expectation, cell) : 0;
    write_side_cell(expectation, found, cell, why);
    text_append(why, " is ");
    write_distinct_number(number, other, tolerance, why);
    text_append(why, ", expected ");
    size_t names;
    definition_needs(expected->value, &names);
    bool sum = expectation->plain && !is_literal_side(expected) && names == 0;
    if (sum) { /* 1/3 */
        text_append(why, expected->text);
        return;
    }
    if (relation == EQUAL && !expectation->plain) {
        number_exact(exact, other);
        text_append(why, exact);
    } else if (relation == EQUAL) {
        write_distinct_number(other, number, tolerance, why);
    } else {
        text_format(why, "%s ", relation_signs[relation]);
        write_distinct_number(other, number, 0, why);
    }
    if (!expectation->plain && tolerance > 0 &&
        (expectation->parts.tolerated || tolerance != number_precision("0"))) {
        number_exact(exact, tolerance);
        text_format(why, " ± %s", exact);
    }
    if (!is_literal_side(expected)) {
        text_append(why, ", which is ");
        write_side_cell(expectation, expected, cell, why);
    }
}

/* Returns the side's shape as the learner sees it; borrows the labels. */
static struct shape shown_shape(const struct expectation *expectation,
                                const struct expected_side *side) {
    const struct shape *shape = &side_value(side)->shape;
    bool columns = session_reads_columns(expectation->session, expectation->speaker);
    return columns ? shape_transposed(shape) : *shape;
}

static bool write_size_mismatch(struct expectation *expectation) {
    struct shape left = shown_shape(expectation, &expectation->left);
    struct shape right = shown_shape(expectation, &expectation->right);
    char one[64], other[64];
    if (expectation->why != NULL) {
        text_format(expectation->why, "%s is %s, but %s is %s", expectation->left.text,
                    shape_text(&left, one), expectation->right.text, shape_text(&right, other));
    }
    return false;
}

/* Compares texts, which can only be the same or different. */
static bool compare_texts(struct expectation *expectation) {
    const char *left = expectation->left.value->text, *right = expectation->right.value->text;
    enum relation relation = expectation->parts.relation;
    bool same = left != NULL && right != NULL && text_same(left, right);
    bool holds = relation == EQUAL ? same : relation == DIFFERENT && !same;
    if (!holds && expectation->why != NULL) {
        text_format(expectation->why,
                    left == NULL || right == NULL || (relation != EQUAL && relation != DIFFERENT)
                        ? "%s and %s: a text can be = or != to a text only"
                        : "%s and %s are %s",
                    expectation->left.text, expectation->right.text,
                    same ? "the same text" : "not the same text");
    }
    return holds;
}

/* True when every cell holds; for != when any cell differs. */
static bool compare_sides(struct expectation *expectation) {
    const struct shape *left = &side_value(&expectation->left)->shape;
    const struct shape *right = &side_value(&expectation->right)->shape;
    bool lone = shape_is_number(left);
    if (!lone && !shape_is_number(right) && !shape_same_sizes(left, right)) {
        return write_size_mismatch(expectation);
    }
    size_t cells = shape_cells(lone ? right : left);
    size_t cell = 0;
    while (cell < cells && cell_holds(expectation, cell)) {
        cell++;
    }
    enum relation relation = expectation->parts.relation;
    bool holds = (cell == cells) != (relation == DIFFERENT);
    if (holds || expectation->why == NULL) {
        return holds;
    }
    if (relation == DIFFERENT) {
        text_format(expectation->why, "%s and %s are equal, expected them to differ",
                    expectation->left.text, expectation->right.text);
    } else {
        write_cell_mismatch(expectation, cell, expectation->why);
    }
    return false;
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* Reads "3x4", "2×3×4" into SHAPE; 0 when it is something else. */
static bool read_sizes(const char *text, struct shape *shape) {
    size_t sizes[AXIS_COUNT];
    int axes = 0;
    const char *at = text;
    while (axes < AXIS_COUNT) {
        size_t digits = strspn(at, "0123456789");
        double size;
        if (digits == 0 || digits > 9 || number_read(at, digits, &size) != digits) {
            return false;
        }
        sizes[axes++] = (size_t)size;
        at += digits;
        size_t sign = text_starts(at, "x") ? 1 : text_starts(at, "×") ? strlen("×") : 0;
        if (sign == 0) {
            break;
        }
        at += sign;
    }
    *shape = shape_matrix(1, 1);
    shape->axes = axes;
    for (int i = 0; i < axes; i++) {
        shape->size[AXIS_COUNT - axes + i] = sizes[i];
    }
    return axes >= 2 && *at == '\0';
}

static bool check_shape(struct expectation *expectation, const char *text, bool *holds,
                        struct failure *failure) {
    struct span span = expectation->parts.right;
    char *written = memory_text(text + span.start, span.end - span.start);
    if (written == NULL) {
        return failure_memory(failure);
    }
    struct shape wanted;
    bool read = read_sizes(written, &wanted);
    memory_free(written);
    if (!read) {
        return failure_at(failure, span, "a shape has to follow `is`: 3x4, or 2x3x4 for a stack");
    }
    struct shape found = shown_shape(expectation, &expectation->left);
    *holds = shape_same_sizes(&found, &wanted);
    if (!*holds && expectation->why != NULL) {
        text_format(expectation->why, "%s is ", expectation->left.text);
        shape_write(&found, expectation->why);
        text_append(expectation->why, ", expected ");
        shape_write(&wanted, expectation->why);
    }
    return true;
}

/* Evaluates TEXT and sets HOLDS; both sides stay, to be released also after a failure. */
static bool evaluate_expectation(struct expectation *expectation, const char *text, bool *holds,
                                 struct failure *failure) {
    struct parts *parts = &expectation->parts;
    struct expected_side *left = &expectation->left, *right = &expectation->right;
    if (!split_expectation(text, parts, failure) ||
        !read_side(expectation, text, parts->left, left, failure)) {
        return false;
    }
    if (parts->relation == SHAPE) {
        return check_shape(expectation, text, holds, failure);
    }
    if (!read_side(expectation, text, parts->right, right, failure) ||
        !read_expected_tolerance(expectation, text, failure)) {
        return false;
    }
    bool texts = left->value->text != NULL || right->value->text != NULL;
    *holds = texts ? compare_texts(expectation) : compare_sides(expectation);
    return true;
}

bool expect_holds(const struct session *session, enum speaker speaker, const char *text,
                  struct text *why, struct failure *failure) {
    struct expectation expectation = {.session = session, .speaker = speaker, .why = why};
    bool holds = false;
    bool ok = evaluate_expectation(&expectation, text, &holds, failure) &&
              (why == NULL || text_ok(why, failure));
    side_release(&expectation.left);
    side_release(&expectation.right);
    return ok && holds;
}

bool expect_measure(const struct session *session, const char *text, struct gauge *gauge,
                    struct text *why) {
    struct expectation expectation = {
        .session = session, .speaker = SPEAKER_LESSON, .why = why, .plain = true};
    const struct expected_side *left = &expectation.left, *right = &expectation.right;
    struct failure unknown = {0};
    bool holds = false;
    *gauge = (struct gauge){0};
    bool known = evaluate_expectation(&expectation, text, &holds, &unknown);
    if (!known && why != NULL) {
        text_append(why, unknown.message);
    }
    if (known && right->value != NULL) {
        const struct node *root = left->tree->root;
        bool position = root->kind == NODE_APPLY && text_same(root->op->name, "argmax");
        gauge->measured = !position && /* of which there is no more or less */
                          shape_is_number(&side_value(left)->shape) &&
                          shape_is_number(&side_value(right)->shape) && is_literal_side(right);
        gauge->now = side_number(left, 0);
        gauge->goal = side_number(right, 0);
    }
    side_release(&expectation.left);
    side_release(&expectation.right);
    return holds;
}
