/* lexer: text → tokens, with the span of each. A sign that the language does not have is an error
 * that says what to write. */
#ifndef QKV_LANGUAGE_LEXER_H
#define QKV_LANGUAGE_LEXER_H

#include "language/lexis.h"

enum token_kind {
    TOKEN_NONE,    /* before the first */
    TOKEN_END,     /* of the text, or of brackets that a line `NAME =` cuts off */
    TOKEN_NEWLINE, /* outside brackets; inside them it is a blank */
    TOKEN_SEMICOLON,
    TOKEN_NUMBER,
    TOKEN_NAME,
    TOKEN_TEXT, /* with its quotes */
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_STAR,
    TOKEN_SLASH,
    TOKEN_AT,
    TOKEN_POWER,
    TOKEN_DOT,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_OPEN_SQUARE,
    TOKEN_CLOSE_SQUARE,
    TOKEN_COMMA,
    TOKEN_COLON,
    TOKEN_ASSIGN
};

struct token {
    enum token_kind kind;
    struct span span;
    double number; /* TOKEN_NUMBER */
};

/* TEXT has LENGTH bytes and has passed lexis_check; AT is where the next token is looked for. */
struct lexer {
    const char *text;
    size_t length, at;
    struct brackets brackets;
};

/* Reads the next token; at the end of TEXT again and again the end. Fails at what is no token. */
bool lexer_next(struct lexer *lexer, struct token *token, struct failure *failure);

/* Whether a lone `=` comes next, after blanks: the name just read is an option's or is defined. */
bool lexer_sees_assign(const struct lexer *lexer);

/* A statement ends with such a token. */
bool token_ends(enum token_kind kind);

#endif
