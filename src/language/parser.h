/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* parser: tokens → the nodes of one tree, by climbing the precedences.
 *
 * Every function that reads gives NULL or false once the failure is filled; the nodes belong to the
 * tree's arena. */
#ifndef QKV_LANGUAGE_PARSER_H
#define QKV_LANGUAGE_PARSER_H

#include "language/lexer.h"
#include "language/tree.h"

struct parser {
    struct lexer lexer;
    struct token token;  /* the one to be read next */
    struct token before; /* the one read last */
    struct tree *tree;
    struct node **stack; /* the elements of the lists that are being read */
    size_t count, capacity;
    int depth;   /* how deep the recursion is */
    bool pasted; /* the matrix that is read is NumPy's print: without commas */
    struct failure *failure;
};

/* Stands before the first token at AT of the tree's text, LENGTH bytes long. */
bool parser_init(struct parser *parser, struct tree *tree, size_t length, size_t at,
                 struct failure *failure);
void parser_release(struct parser *parser);

/* An expression whose operators all bind at least as tightly as LEAST. */
struct node *parser_expression(struct parser *parser, enum precedence least);

/* What does not belong where it stands, after a whole expression: a missing operator, a bracket
 * that closes nothing. Returns false. */
bool parser_unexpected(struct parser *parser);

/* --- for the files that read parts of an expression (parser.c, arguments.c) ------------------- */

/* The call of the operator whose name has just been read. */
struct node *parser_call(struct parser *parser, struct span name);

/* Whether a text comes, or a list of texts; such a one. In a list, which is a batch, each text ends
 * with a newline. */
bool parser_at_text(const struct parser *parser);
struct node *parser_text(struct parser *parser);
/* The error of a text at SPAN where a number is wanted. Returns false. */
bool parser_text_is_no_value(struct parser *parser, struct span span);

/* On to the next token; false when there is none that can be read. */
bool parser_advance(struct parser *parser);
/* The bytes of a span, for a message. */
struct quote parser_quote(const struct parser *parser, struct span span);
/* A leaf takes its text from SPAN; what stands in quotes without them, as it may be shown
 * (utf8_sanitise; tabs as blanks). */
struct node *parser_leaf(struct parser *parser, enum node_kind kind, struct span span);
/* ROW applied to arguments that are still to be set. */
struct node *parser_apply(struct parser *parser, const struct op *row, struct span span);
/* Sets the depth of a node whose children are all there; refuses one beyond TREE_DEPTH. */
struct node *parser_finish(struct parser *parser, struct node *node);
/* Puts NODE on the stack; parser_pop moves all from BASE on into its node's cells. */
bool parser_push(struct parser *parser, struct node *node);
bool parser_pop(struct parser *parser, size_t base, struct node *node);
/* The error when the brackets opened at OPEN neither close nor go on here. Returns false. */
bool parser_unclosed(struct parser *parser, struct token open);
/* What NAME is that keeps it from being defined: "a constant", "a word of Python"; NULL: it may be.
 */
const char *parser_reserved(const char *name);
/* Refuses to define what SPAN of TEXT names where it is such. */
bool parser_check_name(const char *text, struct span span, struct failure *failure);

#endif
