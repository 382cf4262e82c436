/* reader: text → statements and trees, with a span for every node.
 *
 *   statement  = NAME "=" expression | NAME subscripts "=" expression | expression
 *              | command-word rest
 *   expression = sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
 *   sum        = term { ("+" | "-") term }           precedences are Python's: operator.h
 *   postfix    = atom { ".T" | "[" subscripts "]" }
 *   atom       = number | name | "string" | name "(" arguments ")" | "(" expression ")" | matrix
 *
 * Numbers are unsigned; −2**2 is −4. Errors have the span of the offending bytes and say what would
 * be right (`−`, `×`, curly quotes, 2x, an unknown operator: did you mean …). */
#ifndef QKV_LANGUAGE_READER_H
#define QKV_LANGUAGE_READER_H

#include "language/tree.h"

enum statement_kind {
    STATEMENT_DEFINE,     /* name, value */
    STATEMENT_EDIT,       /* name, cell (a tree whose root is the row "[ ]" on the name), value */
    STATEMENT_EXPRESSION, /* value */
    STATEMENT_COMMAND     /* command, rest */
};

struct command; /* commands/command.h: of no concern to this floor */

struct statement {
    enum statement_kind kind;
    struct span span; /* in the text given to reader_split, without the `;` and blanks around */
    char *name;
    struct span name_span; /* of it, or of the command word */
    struct tree *cell;
    struct tree *value;
    struct span rest; /* STATEMENT_COMMAND: what follows the word, without comment and blanks */
    const struct command *command; /* STATEMENT_COMMAND: what reader_words.find gave; else NULL */
};

enum { STATEMENTS_LIMIT = 10000 }; /* in one line */

/* The statements of one line (or of one bracketed run of lines): one transaction. */
struct statements {
    struct statement *list;
    size_t count, capacity;
};

void statements_release(struct statements *statements);

/* What the reader has to be told from higher floors; NULL where one is asked for: no commands. */
struct reader_words {
    /* The row of the command that WORD (LENGTH bytes) is; NULL: it is none. */
    const struct command *(*find)(const char *word, size_t length);
    /* The command nearest to WORD for a did-you-mean, or NULL. May be NULL itself. */
    const char *(*nearest)(const char *word);
};

/* Reads TEXT, the whole of one logical line (newlines inside brackets allowed, `;` joins, `#`
 * starts a comment), into OUT (to be released also after a failure). A blank or comment line gives
 * none. Spans in the statements and in FAILURE are bytes of TEXT; each value tree keeps a copy of
 * TEXT's bytes so that its spans mean the same. */
bool reader_statements(const char *text, const struct reader_words *words, struct statements *out,
                       struct failure *failure);

/* Reads one whole expression. */
struct tree *reader_expression(const char *text, struct failure *failure);

/* A leaf that gives VALUE again, bit for bit; it holds VALUE as its array where that has no labels.
 */
struct tree *reader_value(struct tensor *value, struct failure *failure);

/* Reads a cell or block reference, `A[1,2]` or a bare `A`, into a tree whose root is NODE_NAME or
 * the row "[ ]" on a NODE_NAME. */
struct tree *reader_reference(const char *text, struct failure *failure);

/* The length in bytes of the first logical line of TEXT (its newline included): a line goes on
 * while a bracket is open, but a line that begins `NAME =` ends it, as does a blank line at the end
 * of input. *OPEN (may be NULL) tells that a bracket is still open at the end of TEXT: a prompt
 * then asks for more. Quotes and comments are understood. */
size_t reader_line(const char *text, size_t length, bool *open);

/* The place of the first byte of TEXT, LENGTH bytes long, that is outside brackets, quotes and
 * comments and one of CHARACTERS; LENGTH when there is none. For commands whose arguments hold
 * expressions: the `=` of an expect, the blanks between two words. */
size_t reader_outside(const char *text, size_t length, const char *characters);

/* True when TEXT (LENGTH bytes) is a legal name by the lexis, reserved or not. */
bool reader_is_name(const char *text, size_t length);

/* The length in bytes of the name that starts TEXT, 0 when none does. */
size_t reader_name(const char *text, size_t length);

#endif
