/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* parser: turns tokens into the nodes of one tree, by precedence climbing.
 *
 * Every function that reads returns NULL or false once the failure is filled; the nodes belong to
 * the tree's arena. */
#ifndef QKV_LANGUAGE_PARSER_H
#define QKV_LANGUAGE_PARSER_H

#include "language/lexer.h"
#include "language/tree.h"

struct parser {
    struct lexer lexer;
    struct token token;  /* the next token */
    struct token before; /* the last token read */
    struct tree *tree;
    struct node **stack; /* the elements of the lists being read */
    size_t count, capacity;
    int depth;   /* depth of the recursion */
    bool pasted; /* the matrix being read is printed by NumPy, without commas */
    struct failure *failure;
};

/* Starts before the first token at AT of the tree's text, LENGTH bytes long. */
bool parser_init(struct parser *parser, struct tree *tree, size_t length, size_t at,
                 struct failure *failure);
void parser_release(struct parser *parser);

/* Parses an expression whose operators all bind at least as tightly as LEAST. */
struct node *parser_expression(struct parser *parser, enum precedence least);

/* Refuses a token that cannot follow a whole expression: an operator is missing, or a bracket
 * closes nothing. Returns false. */
bool parser_unexpected(struct parser *parser);

/* --- for the files that read parts of an expression (parser.c, arguments.c) ------------------- */

/* Parses the call of the operator whose name has just been read. */
struct node *parser_call(struct parser *parser, struct span name);

/* True when a text or a list of texts comes next; reads it. In a list, which is a batch, each text
 * ends with a newline. */
bool parser_sees_text(const struct parser *parser);
struct node *parser_text(struct parser *parser);
/* Refuses a text at SPAN where a number is needed. Returns false. */
bool parser_text_is_no_value(struct parser *parser, struct span span);

/* Moves on to the next token; false when it cannot be read. */
bool parser_advance(struct parser *parser);
/* Returns the bytes of a span, for a message. */
struct quote parser_quote(const struct parser *parser, struct span span);
/* Makes a leaf with the text of SPAN; a text in quotes without them, sanitised (utf8_sanitise; tabs
 * become blanks). */
struct node *parser_leaf(struct parser *parser, enum node_kind kind, struct span span);
/* Applies ROW; the caller sets the arguments. */
struct node *parser_apply(struct parser *parser, const struct op *row, struct span span);
/* Sets the depth of a node whose children are complete; refuses one beyond TREE_DEPTH. */
struct node *parser_finish(struct parser *parser, struct node *node);
/* Puts NODE on the stack; parser_pop moves all from BASE on into its node's cells. */
bool parser_push(struct parser *parser, struct node *node);
bool parser_pop(struct parser *parser, size_t base, struct node *node);
/* Refuses a token at which the brackets opened at OPEN neither close nor continue. Returns
 * false. */
bool parser_unclosed(struct parser *parser, struct token open);
/* Returns why NAME cannot be defined: "a constant", "a word of Python"; NULL when it can. */
const char *parser_reserved(const char *name);
/* Refuses to define the name at SPAN of TEXT when it is reserved. */
bool parser_check_name(const char *text, struct span span, struct failure *failure);

#endif
