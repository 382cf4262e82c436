/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/reader.h"

#include "base/memory.h"
#include "base/text.h"
#include "language/advice.h"
#include "language/body.h"
#include "language/parser.h"
#include "language/writer.h"

#include <string.h>

/* The text of the statements and the position in it. */
struct reader {
    struct tree_text *shared;
    const char *text;
    size_t length, at;
    size_t end;         /* end of the last expression read */
    struct token after; /* the token after it; AT is then at its start */
    const struct reader_words *words;
    struct failure *failure;
};

size_t reader_name(const char *text, size_t length) {
    return lexer_path(text, length);
}

bool reader_is_name(const char *text, size_t length) {
    return length > 0 && lexer_name(text, length) == length && *text != '_';
}

size_t reader_next_name(const char *text, size_t length, size_t *at) {
    bool label = false;
    while (*at < length) {
        label ^= text[*at] == '"';
        size_t name = label ? 0 : reader_name(text + *at, length - *at);
        if (name > 0) {
            return name;
        }
        bool joined = text[*at] == '.' || (text[*at] >= '0' && text[*at] <= '9');
        (*at)++;
        *at += joined && *at < length ? reader_name(text + *at, length - *at) : 0;
    }
    return 0;
}

size_t reader_find_outside(const char *text, size_t length, const char *characters) {
    struct scan scan = {.text = text, .length = length};
    for (;;) {
        bool inside = scan.brackets.depth > 0;
        size_t at = scan_next(&scan);
        if (at < length && text[at] == '#' && !lexer_is_comment(text, length, at, &scan.brackets)) {
            continue;
        }
        if (at >= length || (!inside && text[at] != '\0' && strchr(characters, text[at]) != NULL)) {
            return at;
        }
    }
}

size_t reader_line(const char *text, size_t length, bool *open) {
    struct body_head head;
    size_t at = lexer_blanks(text, length, 0);
    bool ignored = false;
    open = open == NULL ? &ignored : open;
    if (body_starts(text, length, at, &head) && (at = body_start_below(text, length, &head)) > 0) {
        return at + body_length(text, length, at, open);
    }
    return lexer_line(text, length, 0, open);
}

void statements_release(struct statements *statements) {
    for (size_t i = 0; i < statements->count; i++) {
        memory_free(statements->list[i].name);
        tree_release(statements->list[i].cell);
        tree_release(statements->list[i].value);
    }
    memory_free(statements->list);
    *statements = (struct statements){0};
}

/* Makes a tree of the text; NULL without memory. */
static struct tree *make_tree(struct reader *reader) {
    if (reader->shared == NULL) { /* all trees share one copy */
        reader->shared = tree_text_create(reader->text, reader->length, reader->failure);
    }
    return reader->shared == NULL ? NULL : tree_create(reader->shared, reader->failure);
}

/* Reads one expression from AT on, whose operators all bind at least as tightly as LEAST. */
static struct tree *read_tree(struct reader *reader, size_t at, enum precedence least) {
    struct parser parser = {0};
    struct tree *tree = make_tree(reader);
    if (tree == NULL) {
        return NULL;
    }
    if (parser_init(&parser, tree, reader->length, at, reader->failure)) {
        tree->root =
            parser_sees_text(&parser) ? parser_text(&parser) : parser_expression(&parser, least);
    }
    reader->after = parser.token;
    reader->at = parser.token.span.start;
    reader->end = parser.before.span.end;
    struct quote next = lexer_quote(reader->text, parser.token.span);
    bool compared = parser.token.kind == TOKEN_SIGN || text_same(next.bytes, "is");
    bool whole = token_ends(parser.token.kind) || parser.token.kind == TOKEN_ASSIGN ||
                 (compared && least > PRECEDENCE_COMPARE);
    bool sound =
        tree->root != NULL && (whole || (tree->root->kind == NODE_TEXT
                                             ? parser_text_is_no_value(&parser, tree->root->span)
                                             : parser_unexpected(&parser)));
    parser_release(&parser);
    if (sound) {
        return tree;
    }
    tree_release(tree);
    return NULL;
}

/* Reads a value; a second `=` has its own message. */
static struct tree *read_value_tree(struct reader *reader, size_t at) {
    struct tree *tree = read_tree(reader, at, PRECEDENCE_LOOSEST);
    if (tree == NULL || reader->after.kind != TOKEN_ASSIGN) {
        return tree;
    }
    failure_at(reader->failure, reader->after.span,
               "one `=` in a statement: write two statements, or compare in `expect A = B`");
    tree_release(tree);
    return NULL;
}

/* Reads the value after the `=` at ASSIGN, for the name or its cells; the message for a missing one
 * calls it WHAT. */
static bool read_assigned(struct reader *reader, struct statement *statement, size_t assign,
                          const char *what) {
    size_t at = lexer_blanks(reader->text, reader->length, assign + 1);
    if (statement->name == NULL) {
        return failure_memory(reader->failure);
    }
    if (lexer_line_ends(reader->text, reader->length, at) || reader->text[at] == ';') {
        return failure_at(reader->failure, (struct span){assign, assign + 1},
                          "%s is missing after `=`", what);
    }
    statement->value = read_value_tree(reader, at);
    return statement->value != NULL;
}

static bool read_definition(struct reader *reader, struct statement *statement, size_t assign) {
    struct span name = statement->name_span;
    statement->kind = STATEMENT_DEFINE;
    if (!parser_check_name(reader->text, name, reader->failure)) {
        return false;
    }
    statement->name = memory_text(reader->text + name.start, name.end - name.start);
    return read_assigned(reader, statement, assign, "an expression");
}

/* Reads scores(Q, K) = …. It is stored under the name scores(), because a value may be called
 * scores too. */
static bool read_operator_definition(struct reader *reader, struct statement *statement,
                                     const struct body_head *head) {
    struct quote name = lexer_quote(reader->text, head->name);
    const struct op *row = operator_find(name.bytes, strlen(name.bytes));
    struct text full = {0};
    statement->kind = STATEMENT_DEFINE;
    if (!parser_check_name(reader->text, head->name, reader->failure)) {
        return false;
    }
    if (row != NULL && row->writing.form == WRITING_CALL) {
        return failure_at(reader->failure, head->name, "%s is built in: take my_%s", name.bytes,
                          name.bytes);
    }
    text_append_bytes(&full, reader->text + head->name.start, head->name.end - head->name.start);
    text_append(&full, "()");
    statement->name = text_ok(&full, reader->failure) ? text_steal(&full) : NULL;
    statement->value = statement->name == NULL ? NULL : make_tree(reader);
    text_release(&full);
    if (statement->value == NULL ||
        !body_read(statement->value, head, reader->words, &reader->at, reader->failure)) {
        return false;
    }
    reader->end = statement->value->root->span.end;
    return true;
}

static void read_command(struct reader *reader, struct statement *statement) {
    size_t word = statement->name_span.end,
           start = lexer_blanks(reader->text, reader->length, word);
    size_t end = start + reader_find_outside(reader->text + start, reader->length - start, ";#\n");
    reader->at = end;
    while (end > start && strchr(" \t\r\n", reader->text[end - 1]) != NULL) {
        end--;
    }
    statement->kind = STATEMENT_COMMAND;
    statement->rest = start < end ? (struct span){start, end} : (struct span){word, word};
}

/* Refuses what is neither a name nor a cell before an `=`. */
static bool refuse_target(const struct reader *reader, const struct node *target,
                          struct span assign) {
    struct quote quote = lexer_quote(reader->text, target->span);
    bool apply = target->kind == NODE_APPLY;
    if (target->kind == NODE_NAME) {
        return failure_at(reader->failure, target->span,
                          "%s is inside a definition: what it calls decides; pin sets its cells",
                          target->text);
    }
    if (target->kind == NODE_NUMBER) {
        return failure_at(reader->failure, target->span,
                          "a number cannot be defined: a name begins with a letter");
    }
    if (apply && target->op->writing.form == WRITING_SUBSCRIPT) {
        return failure_at(reader->failure, target->span,
                          "an edit takes one pair of brackets after a name: A[1,2] = 0.5");
    }
    if (apply && target->op->writing.transposition == TRANSPOSE_FLIP) {
        return failure_at(reader->failure, target->span,
                          "only a name can be defined: write it without .T");
    }
    return failure_at(reader->failure, (struct span){target->span.start, assign.end},
                      "`%s` cannot be assigned: only a name (Q = …) or a cell (A[1,2] = …)",
                      quote.bytes);
}

static bool is_cell(const struct node *node) {
    return node->kind == NODE_APPLY && node->op->writing.form == WRITING_SUBSCRIPT &&
           node->argument[0]->kind == NODE_NAME;
}

static bool read_edit(struct reader *reader, struct statement *statement) {
    const struct node *target = statement->value->root;
    struct span assign = reader->after.span;
    if (!is_cell(target)) {
        return refuse_target(reader, target, assign);
    }
    statement->kind = STATEMENT_EDIT;
    statement->cell = statement->value;
    statement->value = NULL;
    statement->name_span = target->argument[0]->span;
    statement->name = memory_text(target->argument[0]->text, strlen(target->argument[0]->text));
    return read_assigned(reader, statement, assign.start, "a number");
}

/* A word before another word or a number is most likely a misspelled command, or one of another
 * program; a single letter may also be meant as a factor. */
static bool check_command(const struct reader *reader, struct span name) {
    size_t next = lexer_blanks(reader->text, reader->length, name.end);
    const struct reader_words *words = reader->words;
    bool followed = next > name.end && next < reader->length &&
                    (lexer_name(reader->text + next, reader->length - next) > 0 ||
                     (reader->text[next] >= '0' && reader->text[next] <= '9'));
    if (!followed || words == NULL || words->nearest == NULL) {
        return true;
    }
    struct quote word = lexer_quote(reader->text, name);
    if (operator_find(word.bytes, strlen(word.bytes)) != NULL || advice_word(word.bytes) != NULL) {
        return true;
    }
    const char *nearest = words->nearest(word.bytes);
    if (nearest == NULL) {
        return true;
    }
    if (name.end - name.start == 1) {
        return failure_at(reader->failure, name,
                          "there is no command `%s`; did you mean %s, or a product: %s * …?",
                          word.bytes, nearest, word.bytes);
    }
    return failure_at(reader->failure, name, "there is no command `%s`; did you mean %s?",
                      word.bytes, nearest);
}

static bool read_expression(struct reader *reader, struct statement *statement, size_t start) {
    statement->kind = STATEMENT_EXPRESSION;
    if (reader->text[start] == '=') {
        return failure_at(reader->failure, (struct span){start, start + 1},
                          "a name is missing before `=`");
    }
    statement->value = read_tree(reader, start, PRECEDENCE_LOOSEST);
    return statement->value != NULL &&
           (reader->after.kind != TOKEN_ASSIGN || read_edit(reader, statement));
}

/* Reads one statement; its first word decides what it is. */
static bool read_one_statement(struct reader *reader, struct statement *statement) {
    const char *text = reader->text;
    size_t start = reader->at, name = lexer_name(text + start, reader->length - start);
    size_t assign = lexer_blanks(text, reader->length, start + name);
    bool defines = name > 0 && lexer_assigns(text, reader->length, assign);
    /* after a command's word comes a blank or the end: in turn[1,2] and turn.T it is a name */
    bool ends = start + name >= reader->length || strchr(" \t\r\n;#", text[start + name]) != NULL;
    bool may_be_command = name > 0 && !defines && reader->words != NULL && ends;
    statement->command = may_be_command ? reader->words->find(text + start, name) : NULL;
    statement->name_span = (struct span){start, start + name};
    bool read = true;
    struct body_head head;
    if (defines) {
        read = read_definition(reader, statement, assign);
    } else if (body_starts(text, reader->length, start, &head)) {
        read = read_operator_definition(reader, statement, &head);
    } else if (statement->command != NULL) {
        read_command(reader, statement);
    } else {
        read = check_command(reader, statement->name_span) &&
               read_expression(reader, statement, start);
    }
    if (statement->kind == STATEMENT_EXPRESSION) {
        statement->name_span = (struct span){start, start};
    }
    if (statement->kind == STATEMENT_COMMAND) {
        reader->end = statement->rest.end;
    }
    statement->span = (struct span){start, reader->end};
    return read;
}

/* Moves to the start of the next statement; false at the end. */
static bool find_statement(struct reader *reader) {
    for (;;) {
        reader->at += strspn(reader->text + reader->at, " \t\r\n;");
        if (reader->at >= reader->length) {
            return false;
        }
        if (reader->text[reader->at] != '#') {
            return true;
        }
        reader->at += strcspn(reader->text + reader->at, "\n");
    }
}

static bool read_all_statements(struct reader *reader, struct statements *out) {
    while (find_statement(reader)) {
        if (out->count == STATEMENTS_LIMIT) {
            return failure_at(reader->failure, (struct span){reader->at, reader->at + 1},
                              "more than %d statements in one line: write several lines",
                              (int)STATEMENTS_LIMIT);
        }
        if (!memory_reserve(&out->list, &out->capacity, out->count + 1, sizeof *out->list)) {
            return failure_memory(reader->failure);
        }
        out->list[out->count] = (struct statement){0};
        if (!read_one_statement(reader, &out->list[out->count++])) {
            return false;
        }
    }
    return true;
}

static bool reader_init(struct reader *reader, const char *text, struct failure *failure) {
    *reader = (struct reader){.text = text, .length = strlen(text), .failure = failure};
    return lexer_check(text, reader->length, failure);
}

bool reader_statements(const char *text, const struct reader_words *words, struct statements *out,
                       struct failure *failure) {
    struct reader reader;
    *out = (struct statements){0};
    if (!reader_init(&reader, text, failure)) {
        return false;
    }
    reader.words = words;
    bool read = read_all_statements(&reader, out);
    tree_text_release(reader.shared);
    return read;
}

/* Checks that a text ends after its one expression. */
static bool check_end(struct reader *reader) {
    if (reader->after.kind == TOKEN_SEMICOLON) {
        return failure_at(reader->failure, reader->after.span,
                          "one expression is expected here, not several");
    }
    if (!find_statement(reader)) {
        return true;
    }
    return failure_at(reader->failure, (struct span){reader->at, reader->at + 1},
                      "the expression ended with its line: open a bracket to go on");
}

struct tree *reader_expression(const char *text, struct failure *failure) {
    struct reader reader;
    if (!reader_init(&reader, text, failure)) {
        return NULL;
    }
    struct tree *tree = read_value_tree(&reader, strspn(text, " \t\r\n"));
    if (tree != NULL && !check_end(&reader)) {
        tree_release(tree);
        tree = NULL;
    }
    tree_text_release(reader.shared);
    return tree;
}

/* Reads what a comparison, or its tolerance, ends with: the expression from AT to END. */
static bool read_last(struct reader *reader, size_t at, size_t end, struct tree **out) {
    reader->length = end;
    *out = read_tree(reader, lexer_blanks(reader->text, end, at), PRECEDENCE_ADD);
    return *out != NULL && (token_ends(reader->after.kind)
                                ? check_end(reader)
                                : failure_at(reader->failure, reader->after.span,
                                             "expect takes one comparison: write two of them"));
}

static bool read_comparison(struct reader *reader, struct comparison *out) {
    const char *text = reader->text;
    size_t length = reader->length;
    out->left = read_tree(reader, lexer_blanks(text, length, 0), PRECEDENCE_ADD);
    struct span sign = reader->after.span;
    if (out->left == NULL) {
        return false;
    }
    if (token_ends(reader->after.kind)) {
        return failure_at(reader->failure, out->left->root->span,
                          "expect takes A = B (or != < <= > >=), or A is 3x3");
    }
    out->sign = lexer_quote(text, sign);
    if (reader->after.kind == TOKEN_NAME) { /* sizes are not tokens */
        size_t at = lexer_blanks(text, length, sign.end), end = at + strcspn(text + at, "\n#");
        while (end > at && strchr(" \t", text[end - 1]) != NULL) {
            end--;
        }
        out->sizes = (struct span){at, end};
        return true;
    }
    if (text_same(out->sign.bytes, "==")) {
        return failure_at(reader->failure, (struct span){sign.end - 1, sign.end}, "write = once");
    }
    struct scan scan = {.text = text, .length = length, .at = sign.end};
    size_t end = scan_next(&scan);
    while (end < length && (scan.brackets.depth > 0 || lexer_tolerance(text + end) == 0)) {
        end = scan_next(&scan);
    }
    size_t after = end + (end < length ? lexer_tolerance(text + end) : 0);
    if (end < length && strpbrk(out->sign.bytes, "<>") != NULL) {
        return failure_at(reader->failure, (struct span){end, after},
                          "a tolerance goes with = and != only");
    }
    return read_last(reader, sign.end, end, &out->right) &&
           (end == length || read_last(reader, after, length, &out->tolerance));
}

bool reader_comparison(const char *text, struct comparison *out, struct failure *failure) {
    struct reader reader;
    *out = (struct comparison){0};
    bool read = reader_init(&reader, text, failure) && read_comparison(&reader, out);
    tree_text_release(reader.shared);
    return read;
}

void comparison_release(struct comparison *comparison) {
    tree_release(comparison->left);
    tree_release(comparison->right);
    tree_release(comparison->tolerance);
}

struct tree *reader_value(struct tensor *value, struct failure *failure) {
    struct text written = {0};
    struct tree *tree = NULL;
    if (!shape_is_labelled(&value->shape)) {
        return tree_array(value, failure);
    }
    writer_literal(value, &written);
    if (text_ok(&written, failure)) {
        tree = reader_expression(text_string(&written), failure);
    }
    text_release(&written);
    return tree;
}

struct tree *reader_reference(const char *text, struct failure *failure) {
    struct tree *tree = reader_expression(text, failure);
    if (tree == NULL || tree->root->kind == NODE_NAME || is_cell(tree->root)) {
        return tree;
    }
    failure_at(failure, tree->root->span, "write a name or cells of one, such as A or A[1,2]");
    tree_release(tree);
    return NULL;
}
