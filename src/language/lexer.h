/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* lexer: text → tokens, with the span of each. What bytes make names, blanks and comments; a sign
 * that the language does not have is an error that says what to write. Never asks the locale. */
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

/* The bytes of SPAN, up to a newline, with … for what has no room. */
struct quote lexer_quote(const char *text, struct span span);

/* The length in bytes of the name that starts TEXT: a letter, then letters, digits and _, then
 * primes. 0 when none does. */
size_t lexer_name(const char *text, size_t length);

/* The same with the way from a definition to one inside of it: H.A, H.attend#2.A, H.3.A. After a
 * point digits alone are a layer; `.T`, the transpose, ends it. */
size_t lexer_path(const char *text, size_t length);

/* Refuses NUL bytes, control characters and broken UTF-8. */
bool lexer_check(const char *text, size_t length, struct failure *failure);

/* The brackets that are open. KINDS has a bit for each of the inner 64, the innermost lowest: 1 for
 * a square one. */
struct brackets {
    size_t depth;
    uint64_t kinds;
};

/* What stands between a value and how far off another may be: ~, +- or ±. */
enum { LEXER_TOLERANCES = 3 };
extern const char *const lexer_tolerances[LEXER_TOLERANCES];

/* The length of the one that begins at TEXT; 0: none does. */
size_t lexer_tolerance(const char *text);

/* Whether the `#` at AT starts a comment; inside brackets the one of saw#2 does not, nor anywhere
 * that of H.attend#2.A. */
bool lexer_is_comment(const char *text, size_t length, size_t at, const struct brackets *brackets);

/* Past the blanks of one line from AT on. */
size_t lexer_blanks(const char *text, size_t length, size_t at);

/* Whether a lone `=` stands at AT. */
bool lexer_assigns(const char *text, size_t length, size_t at);

/* Nothing more on the line from AT on, but for a comment. */
bool lexer_line_ends(const char *text, size_t length, size_t at);

/* Walks over the bytes outside quotes and comments. Zeroed but for TEXT and LENGTH it stands at the
 * start. */
struct scan {
    const char *text;
    size_t length;
    size_t at; /* where the next byte is looked for */
    struct brackets brackets;
};

/* The place of the next byte outside quotes and comments (a comment's `#` itself is shown, and the
 * end of a quote that is not closed is the end of its line); LENGTH at the end. BRACKETS counts it.
 */
size_t scan_next(struct scan *scan);

/* Where the logical line that begins at START ends, its newline included: it goes on while a
 * bracket is open, but a line that begins `NAME =` ends it, as does a blank line at the end of
 * TEXT. *OPEN tells that a bracket is still open there. */
size_t lexer_line(const char *text, size_t length, size_t start, bool *open);

/* --- tokens ----------------------------------------------------------------------------------- */

enum token_kind {
    TOKEN_NONE,    /* before the first */
    TOKEN_END,     /* of the text, or of brackets that a line `NAME =` cuts off */
    TOKEN_NEWLINE, /* outside brackets; inside them it is a blank */
    TOKEN_SEMICOLON,
    TOKEN_NUMBER,
    TOKEN_NAME,
    TOKEN_TEXT, /* with its quotes */
    TOKEN_SIGN, /* an infix operator's, which is a row of THE TABLE by that name */
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

/* TEXT has LENGTH bytes and has passed lexer_check; AT is where the next token is looked for. */
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
