/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* reader: turns text into statements and trees, with a span for every node.
 *
 *   statement  = NAME "=" expression | NAME subscripts "=" expression | expression
 *              | NAME "(" names ")" "=" ( expression | body ) | command-word rest
 *   body       = newline { indent NAME "=" expression newline } indent expression
 *   expression = sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
 *   sum        = term { ("+" | "-") term }           precedences are Python's: operator.h
 *   postfix    = atom { ".T" | "[" subscripts "]" }
 *   atom       = number | path | "string" | name "(" arguments ")" | "(" expression ")" | matrix
 *   path       = name { "." ( name | digits ) }         what is inside of a definition: H.A, H.3.A
 *
 * A name before "(" that is no operator of THE TABLE is read as a call of a user's operator; only
 * the notebook knows which exist (reader_check_calls).
 *
 * Numbers are unsigned; −2**2 is −4. Errors have the span of the offending bytes and say what would
 * be right (`−`, `×`, curly quotes, 2x, an unknown operator: did you mean …). */
#ifndef QKV_LANGUAGE_READER_H
#define QKV_LANGUAGE_READER_H

#include "language/lexer.h"
#include "language/tree.h"

enum statement_kind {
    STATEMENT_DEFINE,     /* name, value; for a user's operator "scores()" and its NODE_BODY */
    STATEMENT_EDIT,       /* name, cell (a tree whose root is the row "[ ]" on the name), value */
    STATEMENT_EXPRESSION, /* value */
    STATEMENT_COMMAND     /* command, rest */
};

struct command; /* defined in commands/command.h, opaque here */

struct statement {
    enum statement_kind kind;
    struct span span; /* in the text read, without the `;` and blanks around it */
    char *name;
    struct span name_span; /* of the name, or of the command word */
    struct tree *cell;
    struct tree *value;
    struct span rest; /* STATEMENT_COMMAND: what follows the word, without comments and blanks */
    const struct command
        *command; /* STATEMENT_COMMAND: the result of reader_words.find; else NULL */
};

enum { STATEMENTS_LIMIT = 10000 }; /* most statements in one line */

/* The statements of one line (or of one bracketed run of lines): one transaction. */
struct statements {
    struct statement *list;
    size_t count, capacity;
};

void statements_release(struct statements *statements);

/* What the reader needs from higher floors; NULL means that there are no commands. */
struct reader_words {
    /* Returns the command WORD (LENGTH bytes), or NULL. */
    const struct command *(*find)(const char *word, size_t length);
    /* Returns the command nearest to WORD for a did-you-mean, or NULL. The function itself may be
     * NULL. */
    const char *(*nearest)(const char *word);
};

/* Reads TEXT, the whole of one logical line (newlines inside brackets allowed, `;` joins, `#`
 * starts a comment), into OUT (to be released also after a failure). A blank line or comment gives
 * none. Spans in the statements and in FAILURE are bytes of TEXT; each value tree keeps a copy of
 * TEXT's bytes so that its spans mean the same. */
bool reader_statements(const char *text, const struct reader_words *words, struct statements *out,
                       struct failure *failure);

/* Reads one whole expression. */
struct tree *reader_expression(const char *text, struct failure *failure);

/* What an `expect` compares: "A = B ~ t", "A is 3x3". */
struct comparison {
    struct quote sign; /* = != < <= > >= is */
    struct tree *left;
    struct tree *right;     /* NULL after `is` */
    struct tree *tolerance; /* NULL: none is written */
    struct span sizes;      /* after `is`; they are not read */
};

/* Reads TEXT, a comparison, into OUT, to be released also after a failure. All spans are bytes of
 * TEXT. */
bool reader_comparison(const char *text, struct comparison *out, struct failure *failure);
void comparison_release(struct comparison *comparison);

/* Returns a leaf with the value VALUE, bit for bit; it retains VALUE as its array when that has no
 * labels. */
struct tree *reader_value(struct tensor *value, struct failure *failure);

/* Reads a cell or block reference, `A[1,2]` or a bare `A`, into a tree whose root is NODE_NAME or
 * the row "[ ]" on a NODE_NAME. */
struct tree *reader_reference(const char *text, struct failure *failure);

/* Returns the length in bytes of the first logical line of TEXT (with its newline): a line
 * continues while a bracket is open, but a line that begins `NAME =` ends it, as does a blank line
 * at the end of input. A line `NAME(…) =` with nothing after it continues through the indented
 * lines that follow, with blank lines and comments between them. *OPEN (may be NULL) is set when a
 * bracket is still open at the end of TEXT, or another indented line may follow: a prompt then
 * reads on until a line is blank. Quotes and comments are understood. */
size_t reader_line(const char *text, size_t length, bool *open);

/* Returns the position of the first byte of TEXT, LENGTH bytes long, that is outside brackets,
 * quotes and comments and one of CHARACTERS; LENGTH when there is none. It is for commands whose
 * arguments are expressions: the blanks between two words. */
size_t reader_find_outside(const char *text, size_t length, const char *characters);

/* True when TEXT (LENGTH bytes) has the form of a name, reserved or not. */
bool reader_is_name(const char *text, size_t length);

/* Returns the length in bytes of the name that starts TEXT, with a path into it, H.A; 0 for
 * none. */
size_t reader_name(const char *text, size_t length);

/* Moves *AT to the next name in TEXT, LENGTH bytes of an expression, and returns its length; 0:
 * there is none. Labels in quotes have no names, nor have numbers (1e5), and `.T` is none. */
size_t reader_next_name(const char *text, size_t length, size_t *at);

/* Returns the name of a user's operator by index; NULL past the end. */
struct reader_operators {
    const char *(*at)(void *context, size_t index);
    void *context;
};

/* Fails at the first call in NODE of an operator that is not in OPERATORS (NULL: there are none),
 * with what its name means elsewhere, or the nearest name. */
bool reader_check_calls(const struct node *node, const struct reader_operators *operators,
                        struct failure *failure);
/* Refuses a subscript in NODE that cannot be read: 0, .5, 2:1. What was read has none. */
bool reader_check_subscripts(const struct node *node, struct failure *failure);

#endif
