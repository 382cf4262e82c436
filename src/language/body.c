/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/body.h"

#include "base/text.h"
#include "language/parser.h"

#include <string.h>

static size_t end_of_line(const char *text, size_t length, size_t at) {
    const char *end = at < length ? memchr(text + at, '\n', length - at) : NULL;
    return end == NULL ? length : (size_t)(end - text) + 1;
}

bool body_starts(const char *text, size_t length, size_t at, struct body_head *head) {
    size_t name = lexer_name(text + at, length - at);
    struct scan scan = {.text = text, .length = length, .at = at + name};
    if (name == 0 || scan.at >= length || text[scan.at] != '(') {
        return false;
    }
    *head = (struct body_head){{at, scan.at}, scan.at, 0};
    do {
        at = scan_next(&scan);
    } while (at < length && scan.brackets.depth > 0);
    at = at < length ? lexer_blanks(text, length, at + 1) : length;
    head->assign = at;
    return lexer_assigns(text, length, at);
}

size_t body_start_below(const char *text, size_t length, const struct body_head *head) {
    bool below = lexer_line_ends(text, length, head->assign + 1);
    return below ? end_of_line(text, length, head->assign) : 0;
}

size_t body_length(const char *text, size_t length, size_t start, bool *open) {
    size_t at = start, end = start;
    bool ignored;
    *open = true;
    while (at < length) {
        if (lexer_line_ends(text, length, at)) {
            at = end_of_line(text, length, at);
        } else if (lexer_blanks(text, length, at) > at) {
            end = at = lexer_line(text, length, at, &ignored);
        } else {
            *open = false;
            return end - start;
        }
    }
    return length - start;
}

/* --- reading ---------------------------------------------------------------------------------- */

struct body {
    struct parser parser; /* reads the current line */
    struct tree *tree;
    size_t length, at;
    struct node *root;
    const struct reader_words *words;
    struct failure *failure;
    struct node *list[256]; /* becomes the root's cells */
    size_t count;
};

static bool add_body_node(struct body *body, struct node *node, struct span span) {
    if (node == NULL) {
        return false;
    }
    if (body->count == sizeof body->list / sizeof *body->list) {
        return failure_at(body->failure, span, "an operator has at most %zu parameters and lines",
                          body->count - 1);
    }
    body->list[body->count++] = node;
    return true;
}

/* Checks a name that a parameter or line defines. */
static bool check_inner_name(const struct body *body, struct span span) {
    struct quote name = lexer_quote(body->tree->text, span);
    if (text_same(name.bytes, "T")) {
        return failure_at(body->failure, span,
                          "`T` is the transpose; choose another name, such as T_");
    }
    if (!parser_check_name(body->tree->text, span, body->failure)) {
        return false;
    }
    for (size_t i = 0; i < body->count; i++) {
        if (strlen(body->list[i]->text) == span.end - span.start &&
            memcmp(body->list[i]->text, body->tree->text + span.start, span.end - span.start) ==
                0) {
            return failure_at(body->failure, span, "%s is defined already: each name is used once",
                              name.bytes);
        }
    }
    return true;
}

static bool read_parameter(struct body *body) {
    struct parser *parser = &body->parser;
    struct span span = parser->token.span;
    struct quote word = parser_quote(parser, span);
    bool plain = parser->token.kind == TOKEN_NAME && strchr(word.bytes, '.') == NULL;
    if (!plain) {
        return failure_at(body->failure, span, "a parameter is a name: %s(x, y) = …",
                          body->root->text);
    }
    if (!check_inner_name(body, span) ||
        !add_body_node(body, parser_leaf(parser, NODE_NAME, span), span) ||
        !parser_advance(parser)) {
        return false;
    }
    if (parser->token.kind == TOKEN_ASSIGN) {
        return failure_at(body->failure, parser->token.span,
                          "a parameter has no default: every call gives all values");
    }
    return parser->token.kind == TOKEN_COMMA || parser->token.kind == TOKEN_CLOSE ||
           failure_at(body->failure, parser->token.span,
                      "write a comma between parameters: %s(x, y)", body->root->text);
}

static bool read_parameters(struct body *body, const struct body_head *head) {
    struct parser *parser = &body->parser;
    if (!parser_init(parser, body->tree, body->length, head->open, body->failure) ||
        !parser_advance(parser)) {
        return false;
    }
    if (parser->token.kind == TOKEN_CLOSE) {
        return failure_at(body->failure, (struct span){head->open, parser->token.span.end},
                          "an operator takes at least one value: without any, write %s = …",
                          body->root->text);
    }
    for (;;) {
        if (!read_parameter(body)) {
            return false;
        }
        if (parser->token.kind == TOKEN_CLOSE) {
            break;
        }
        if (!parser_advance(parser)) {
            return false;
        }
    }
    body->root->parameters = body->count;
    return true;
}

/* Reads one expression from AT on; it ends at body->at. */
static struct node *read_formula(struct body *body, size_t at) {
    struct parser *parser = &body->parser;
    parser_release(parser);
    struct node *node = parser_init(parser, body->tree, body->length, at, body->failure)
                            ? parser_expression(parser, PRECEDENCE_LOOSEST)
                            : NULL;
    body->at = parser->token.span.start;
    if (node == NULL || token_ends(parser->token.kind)) {
        return node;
    }
    if (parser->token.kind == TOKEN_ASSIGN) {
        failure_at(body->failure, parser->token.span,
                   "a line of a body is NAME = …, or the value alone at the end");
    } else {
        parser_unexpected(parser);
    }
    return NULL;
}

/* Refuses a command, or another operator, as a line. */
static bool check_line(const struct body *body, struct span name, bool defines) {
    struct body_head inner;
    struct quote word = lexer_quote(body->tree->text, name);
    bool command = body->words != NULL && !defines &&
                   lexer_blanks(body->tree->text, body->length, name.end) > name.end &&
                   body->words->find(word.bytes, strlen(word.bytes)) != NULL;
    if (body_starts(body->tree->text, body->length, name.start, &inner)) {
        return failure_at(body->failure, name,
                          "an operator is not defined inside another: write %s(…) = … before it",
                          word.bytes);
    }
    return !command || failure_at(body->failure, name,
                                  "`%s` is a command: a body has formulas only", word.bytes);
}

static bool read_body_line(struct body *body) {
    const char *text = body->tree->text;
    size_t start = body->at, name = lexer_name(text + start, body->length - start);
    size_t assign = lexer_blanks(text, body->length, start + name);
    struct span span = {start, start + name};
    bool defines = name > 0 && lexer_assigns(text, body->length, assign);
    if (!check_line(body, span, defines) || (defines && !check_inner_name(body, span))) {
        return false;
    }
    if (defines && lexer_line_ends(text, body->length, assign + 1)) {
        return failure_at(body->failure, (struct span){assign, assign + 1},
                          "an expression is missing after `=`");
    }
    struct node *formula =
        read_formula(body, defines ? lexer_blanks(text, body->length, assign + 1) : start);
    if (formula == NULL || !defines) {
        return add_body_node(body, formula, span);
    }
    struct node *line = parser_leaf(&body->parser, NODE_LINE, span);
    if (line == NULL) {
        return false;
    }
    line->argument[0] = formula;
    line->span.end = formula->span.end;
    return parser_finish(&body->parser, line) != NULL && add_body_node(body, line, span);
}

/* Reads the lines; the last is the value. */
static bool read_body_lines(struct body *body, struct span head) {
    bool ignored;
    size_t from = body->count, end = body->at;
    end += body_length(body->tree->text, body->length, end, &ignored);
    while (body->at < end) {
        size_t at = body->at = lexer_blanks(body->tree->text, end, body->at);
        if (lexer_line_ends(body->tree->text, end, at)) {
            body->at = end_of_line(body->tree->text, end, at);
            continue;
        }
        const struct node *last = body->count > from ? body->list[body->count - 1] : NULL;
        if (last != NULL && last->kind != NODE_LINE) {
            return failure_at(
                body->failure, last->span,
                "only the last line is a value alone: write NAME = … before this one");
        }
        if (!read_body_line(body)) {
            return false;
        }
        if (body->parser.token.kind == TOKEN_SEMICOLON) {
            return failure_at(body->failure, body->parser.token.span,
                              "each formula of a body has its own line");
        }
    }
    if (body->count == from) {
        return failure_at(body->failure, head,
                          "the lines of %s are missing: indent them; the last is its value",
                          body->root->text);
    }
    const struct node *last = body->list[body->count - 1];
    return last->kind != NODE_LINE ||
           failure_at(body->failure, last->span,
                      "the last line is the value of %s: write an expression alone, such as %s",
                      body->root->text, last->text);
}

/* The line whose names are checked: it may use only earlier lines. */
struct line_scope {
    const struct body *body;
    size_t line; /* the line that uses the names */
};

static bool check_order_of_name(void *context, const struct node *name) {
    const struct line_scope *line_scope = context;
    const struct body *body = line_scope->body;
    for (size_t i = line_scope->line; i + 1 < body->count; i++) {
        if (!text_same(body->list[i]->text, name->text)) {
            continue;
        }
        return i > line_scope->line
                   ? failure_at(body->failure, name->span,
                                "%s comes further down in %s: put its line first", name->text,
                                body->root->text)
                   : failure_at(
                         body->failure, name->span,
                         "%s cannot use itself; give the new value its own name, such as %s2",
                         name->text, name->text);
    }
    return true;
}

static bool check_order(const struct body *body) {
    for (size_t i = body->root->parameters; i < body->count; i++) {
        if (!tree_names(body->list[i], check_order_of_name, &(struct line_scope){body, i})) {
            return false;
        }
    }
    return true;
}

static bool read_whole_body(struct body *body, const struct body_head *head) {
    struct span span = {head->name.start, head->assign + 1};
    if (!read_parameters(body, head)) {
        return false;
    }
    body->at = body_start_below(body->tree->text, body->length, head);
    if (body->at > 0) {
        return read_body_lines(body, span) && check_order(body);
    }
    size_t value = lexer_blanks(body->tree->text, body->length, head->assign + 1);
    return add_body_node(body, read_formula(body, value), span);
}

bool body_read(struct tree *tree, const struct body_head *head, const struct reader_words *words,
               size_t *end, struct failure *failure) {
    struct body body = {
        .tree = tree, .length = strlen(tree->text), .words = words, .failure = failure};
    struct parser *parser = &body.parser;
    *parser = (struct parser){.tree = tree, .failure = failure};
    body.root = parser_leaf(parser, NODE_BODY, head->name);
    bool read = body.root != NULL && read_whole_body(&body, head);
    for (size_t i = 0; read && i < body.count; i++) {
        read = parser_push(parser, body.list[i]);
    }
    read = read && parser_pop(parser, 0, body.root) && parser_finish(parser, body.root) != NULL;
    parser_release(parser);
    if (!read) {
        return false;
    }
    body.root->span = (struct span){head->name.start, body.list[body.count - 1]->span.end};
    tree->root = body.root;
    *end = body.at;
    return true;
}
