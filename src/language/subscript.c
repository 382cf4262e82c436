/* Subscripts: A[2,3], A[2], A[:,3], A[1:2,:], A["it","sushi"]. From 1, both ends included. */
#include "language/parser.h"

#include <math.h>
#include <string.h>

static bool is_negative(const struct node *node) {
    return node->kind == NODE_APPLY &&
           node->operator->writing.form == WRITING_PREFIX && node->argument[0]->kind == NODE_NUMBER;
}

/* What can be told without values. */
static bool check_bound(struct parser *parser, const struct node *node) {
    if (is_negative(node))
        return failure_at(parser->failure, node->span,
                          "subscripts count from 1, never from the end: the last row is "
                          "A[rows(A)]");
    if (node->kind == NODE_APPLY && node->operator->writing.form == WRITING_MATRIX)
        return failure_at(parser->failure, node->span,
                          "a subscript is one number or a range: A[2], A[1:3]");
    if (node->kind != NODE_NUMBER)
        return true;
    if (node->number == 0)
        return failure_at(parser->failure, node->span,
                          "subscripts count from 1, as in the documents; NumPy counts from 0");
    if (!(node->number == floor(node->number)) || isinf(node->number))
        return failure_at(parser->failure, node->span, "a subscript is a whole number");
    return true;
}

static struct node *read_bound(struct parser *parser) {
    struct node *node;
    if (parser->token.kind == TOKEN_TEXT) {
        node = parser_leaf(parser, NODE_TEXT, parser->token.span);
        if (node == NULL || !parser_advance(parser))
            return NULL;
    } else {
        node = parser_expression(parser, PRECEDENCE_ADD);
    }
    return node != NULL && check_bound(parser, node) ? node : NULL;
}

static bool at_separator(const struct parser *parser) {
    return parser->token.kind == TOKEN_COMMA || parser->token.kind == TOKEN_CLOSE_SQUARE;
}

static bool check_range(struct parser *parser, const struct subscript *subscript) {
    const struct node *from = subscript->from, *to = subscript->to;
    if (parser->token.kind == TOKEN_COLON)
        return failure_at(parser->failure, parser->token.span,
                          "a range has two ends and no step: A[1:3]");
    if (from == NULL || to == NULL || from->kind != NODE_NUMBER || to->kind != NODE_NUMBER)
        return true;
    return from->number <= to->number ||
           failure_at(
               parser->failure, subscript->span,
               "this range is empty: it goes from the smaller to the greater, both included");
}

/* One axis; the token after it is a comma or the bracket, or the caller's error. */
static bool read_subscript(struct parser *parser, struct subscript *out) {
    out->span.start = parser->token.span.start;
    if (parser->token.kind != TOKEN_COLON) {
        if (at_separator(parser))
            return failure_at(parser->failure, parser->token.span,
                              "a subscript is missing before `%s`: write : for a whole axis",
                              parser_quote(parser, parser->token.span).bytes);
        if ((out->from = read_bound(parser)) == NULL)
            return false;
    }
    if (parser->token.kind == TOKEN_COLON) {
        out->range = true;
        if (!parser_advance(parser))
            return false;
        bool open = at_separator(parser) || parser->token.kind == TOKEN_COLON ||
                    token_ends(parser->token.kind);
        if (!open && (out->to = read_bound(parser)) == NULL)
            return false;
        if (out->from == NULL && out->to == NULL) {
            out->all = true;
            out->range = false;
        }
    }
    out->span.end = parser->before.span.end;
    return check_range(parser, out);
}

static bool keep_subscripts(struct parser *parser, struct node *node, const struct subscript *list,
                            size_t count) {
    while (count > 0 && list[count - 1].all)
        count--;
    node->subscripts = arena_allocate(&parser->tree->arena, count, sizeof *list);
    if (node->subscripts == NULL)
        return failure_memory(parser->failure);
    if (count > 0)
        memcpy(node->subscripts, list, count * sizeof *list);
    node->subscript_count = count;
    return true;
}

static bool read_subscripts(struct parser *parser, struct subscript list[AXIS_COUNT],
                            size_t *count) {
    struct token open = parser->token;
    do {
        if (!parser_advance(parser))
            return false;
        if (parser->token.kind == TOKEN_CLOSE_SQUARE && *count == 0)
            return failure_at(parser->failure,
                              (struct span){open.span.start, parser->token.span.end},
                              "the subscripts are missing: A[2,3] is a cell, A[2] a row, A[:,3] a "
                              "column");
        if (*count == AXIS_COUNT)
            return failure_at(parser->failure, parser->token.span,
                              "there are four axes at most: batch, head, row, column");
        if (token_ends(parser->token.kind))
            return parser_unclosed(parser, open);
        if (!read_subscript(parser, &list[(*count)++]))
            return false;
    } while (parser->token.kind == TOKEN_COMMA);
    return parser->token.kind == TOKEN_CLOSE_SQUARE || parser_unclosed(parser, open);
}

struct node *parser_subscripts(struct parser *parser, struct node *operand) {
    struct subscript list[AXIS_COUNT] = {0};
    size_t count = 0;
    const struct operator* row = parser_row(parser, "[ ]");
    if (row == NULL || !read_subscripts(parser, list, &count))
        return NULL;
    struct span span = {operand->span.start, parser->token.span.end};
    struct node *node = parser_apply(parser, row, span);
    if (node == NULL || !keep_subscripts(parser, node, list, count) || !parser_advance(parser))
        return NULL;
    node->argument[0] = operand;
    return parser_finish(parser, node);
}
