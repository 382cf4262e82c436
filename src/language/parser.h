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
    int depth; /* how deep the recursion is */
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

/* What NAME is that keeps it from being defined: "a constant", "a word of Python"; NULL: it may be.
 */
const char *parser_reserved(const char *name);

#endif
