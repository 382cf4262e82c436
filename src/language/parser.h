/* parser: tokens → the nodes of one tree. Shared by the parts of the reader: parser.c climbs the
 * precedences, call.c reads what stands in f(…), matrix.c the cells of [[…]], subscript.c a[…];
 * advice.c knows what other notations call things.
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
    int depth; /* how deep the recursion is */
    struct failure *failure;
};

/* Stands before the first token at AT of the tree's text, LENGTH bytes long. */
bool parser_init(struct parser *parser, struct tree *tree, size_t length, size_t at,
                 struct failure *failure);
void parser_release(struct parser *parser);

/* On to the next token; false when there is none that can be read. */
bool parser_advance(struct parser *parser);

/* An expression whose operators all bind at least as tightly as LEAST. */
struct node *parser_expression(struct parser *parser, enum precedence least);

/* What does not belong where it stands, after a whole expression: a missing operator, a bracket
 * that closes nothing. Returns false. */
bool parser_unexpected(struct parser *parser);

/* The error when the brackets opened at OPEN neither close nor go on here. Returns false. */
bool parser_unclosed(struct parser *parser, struct token open);

/* The bytes of a span, for a message. */
struct quote parser_quote(const struct parser *parser, struct span span);

/* Makes nodes. A leaf takes its text from SPAN; what stands in quotes without them, as it may be
 * shown (utf8_sanitise; tabs as blanks). */
struct node *parser_leaf(struct parser *parser, enum node_kind kind, struct span span);
struct node *parser_apply(struct parser *parser, const struct operator* row, struct span span);

/* Sets the depth of a node whose children are all there; refuses one beyond TREE_DEPTH. */
struct node *parser_finish(struct parser *parser, struct node *node);

/* The row called NAME, which the table must have. */
const struct operator* parser_row(struct parser *parser, const char *name);

/* Puts NODE on the stack; moves all from BASE on into NODE's cells. */
bool parser_push(struct parser *parser, struct node *node);
bool parser_pop_cells(struct parser *parser, size_t base, struct node *node);

/* NAME "(" …: the token is the bracket. */
struct node *parser_call(struct parser *parser, struct span name);

/* The token is the "[". */
struct node *parser_matrix(struct parser *parser);
struct node *parser_subscripts(struct parser *parser, struct node *operand);

/* advice.c: what a learner who knows another notation wants, or NULL. NAME in f(…), A.name, or as
 * the first word of a statement. */
const char *advice_operator(const char *name);
const char *advice_attribute(const char *name);
const char *advice_word(const char *name);

#endif
