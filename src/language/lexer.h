/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* lexer: splits text into tokens with their spans, and knows which bytes make names, blanks and
 * comments. A sign that the language does not have is an error that says what to write. The locale
 * has no influence. */
#ifndef QKV_LANGUAGE_LEXER_H
#define QKV_LANGUAGE_LEXER_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of the learner's text for a message: one line, cut to fit. */
struct quote {
    char bytes[64];
};

/* Returns the bytes of SPAN up to a newline, with … for those that do not fit. */
struct quote lexer_quote(const char *text, struct span span);

/* Returns the length in bytes of the name that starts TEXT: a letter, then letters, digits and _,
 * then primes. 0 for none. */
size_t lexer_name(const char *text, size_t length);

/* The same with the path from a definition to one inside it: H.A, H.attend#2.A, H.3.A. After a
 * point, digits alone are a layer; `.T`, the transpose, ends the path. */
size_t lexer_path(const char *text, size_t length);

/* Refuses NUL bytes, control characters and broken UTF-8. */
bool lexer_check(const char *text, size_t length, struct failure *failure);

/* The open brackets. KINDS has a bit for each of the innermost 64, the innermost lowest: 1 for a
 * square one. */
struct brackets {
    size_t depth;
    uint64_t kinds;
};

/* The signs between a value and its tolerance: ~, +- or ±. */
enum { LEXER_TOLERANCES = 3 };
extern const char *const lexer_tolerances[LEXER_TOLERANCES];

/* Returns the length of the one that starts TEXT; 0 for none. */
size_t lexer_tolerance(const char *text);

/* True when the `#` at AT starts a comment; that of saw#2 inside brackets does not, nor that of
 * H.attend#2.A anywhere. */
bool lexer_is_comment(const char *text, size_t length, size_t at, const struct brackets *brackets);

/* Returns the position after the blanks of one line from AT on. */
size_t lexer_blanks(const char *text, size_t length, size_t at);

/* True when there is a lone `=` at AT. */
bool lexer_assigns(const char *text, size_t length, size_t at);

/* True when the line has nothing but a comment from AT on. */
bool lexer_line_ends(const char *text, size_t length, size_t at);

/* Goes through the bytes outside quotes and comments. Zeroed but for TEXT and LENGTH it is at the
 * start. */
struct scan {
    const char *text;
    size_t length;
    size_t at; /* where the next byte is searched */
    struct brackets brackets;
};

/* Returns the position of the next byte outside quotes and comments, LENGTH at the end. A comment's
 * `#` itself is returned; a quote that is not closed ends with its line. BRACKETS includes the
 * byte. */
size_t scan_next(struct scan *scan);

/* Returns where the logical line that begins at START ends, with its newline: it continues while a
 * bracket is open, but a line that begins `NAME =` ends it, as does a blank line at the end of
 * TEXT. *OPEN is set when a bracket is still open there. */
size_t lexer_line(const char *text, size_t length, size_t start, bool *open);

/* --- tokens ----------------------------------------------------------------------------------- */

enum token_kind {
    TOKEN_NONE,    /* before the first */
    TOKEN_END,     /* of the text, or of brackets that a line `NAME =` ends */
    TOKEN_NEWLINE, /* outside brackets; inside them a newline is a blank */
    TOKEN_SEMICOLON,
    TOKEN_NUMBER,
    TOKEN_NAME,
    TOKEN_TEXT, /* including its quotes */
    TOKEN_SIGN, /* of an infix operator, a row of THE TABLE by that name */
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

/* TEXT has LENGTH bytes and has passed lexer_check; the next token is searched from AT on. */
struct lexer {
    const char *text;
    size_t length, at;
    struct brackets brackets;
};

/* Reads the next token; at the end of TEXT always TOKEN_END. Fails at what is no token. */
bool lexer_next(struct lexer *lexer, struct token *token, struct failure *failure);

/* True when a lone `=` comes next, after blanks: the name just read is an option's or is
 * defined. */
bool lexer_sees_assign(const struct lexer *lexer);

/* True for a token that ends a statement. */
bool token_ends(enum token_kind kind);

#endif
