#include "language/lexer.h"

#include "base/number.h"
#include "base/utf8.h"

#include <math.h>
#include <string.h>

/* The signs of the language, and those of its neighbours with what to write instead. A sign that
 * begins another stands after it. */
static const struct sign {
    const char *bytes;
    enum token_kind kind;
    const char *advice;
} signs[] = {
    {"**=", TOKEN_NONE, "write the name again: A = A ** 2"},
    {"**", TOKEN_POWER, NULL},
    {"*=", TOKEN_NONE, "write the name again: A = A * 2"},
    {"*", TOKEN_STAR, NULL},
    {"+=", TOKEN_NONE, "write the name again: A = A + 2"},
    {"++", TOKEN_NONE, "write one +"},
    {"+", TOKEN_PLUS, NULL},
    {"-=", TOKEN_NONE, "write the name again: A = A - 2"},
    {"->", TOKEN_NONE, "write = after a name to define it"},
    {"-", TOKEN_MINUS, NULL},
    {"//", TOKEN_NONE, "write one / to divide"},
    {"/=", TOKEN_NONE, "write the name again: A = A / 2"},
    {"/", TOKEN_SLASH, NULL},
    {"@=", TOKEN_NONE, "write the name again: A = A @ B"},
    {"@", TOKEN_AT, NULL},
    {".*", TOKEN_NONE, "write * alone: it goes cell by cell"},
    {"./", TOKEN_NONE, "write / alone: it goes cell by cell"},
    {".^", TOKEN_NONE, "write **: it goes cell by cell"},
    {".'", TOKEN_NONE, "write .T for the transpose"},
    {"...", TOKEN_NONE, "write : for each axis that is whole"},
    {".", TOKEN_DOT, NULL},
    {":=", TOKEN_NONE, "write = to define a name"},
    {":", TOKEN_COLON, NULL},
    {"==", TOKEN_NONE, "write = to define a name, or to compare in `expect A = B`"},
    {"=>", TOKEN_NONE, "write >=, in an expect"},
    {"=", TOKEN_ASSIGN, NULL},
    {"!=", TOKEN_NONE, "compare in `expect A != B`"},
    {"<=", TOKEN_NONE, "compare in `expect A <= B`"},
    {">=", TOKEN_NONE, "compare in `expect A >= B`"},
    {"<", TOKEN_NONE, "compare in `expect A < B`"},
    {">", TOKEN_NONE, "compare in `expect A > B`"},
    {"&&", TOKEN_NONE, "there is no `and`: write one statement a line, or `;` between two"},
    {"&", TOKEN_NONE, "there is no `and`: write one statement a line, or `;` between two"},
    {"||", TOKEN_NONE, "there is no `or`"},
    {"|", TOKEN_NONE, "write abs(x) for cells without their signs, norm(x) for a length"},
    {"'", TOKEN_NONE, "write double quotes: \"it\""},
    {"^", TOKEN_NONE, "write ** for a power, .T for the transpose"},
    {"`", TOKEN_NONE, "leave it out"},
    {"{", TOKEN_NONE, "write [ ] around the cells of a matrix, ( ) to group"},
    {"}", TOKEN_NONE, "write [ ] around the cells of a matrix, ( ) to group"},
    {"\\", TOKEN_NONE, "a line goes on by itself while a bracket is open"},
    {"%", TOKEN_NONE, "write a percentage as a number, such as 0.5; a comment starts with #"},
    {"!", TOKEN_NONE, "leave it out"},
    {"$", TOKEN_NONE, "leave it out: a name stands alone"},
    {"?", TOKEN_NONE, "type `help` and a word to learn about it"},
    {"~", TOKEN_NONE, "it stands before a tolerance, at the end of an expect"},
    {"_", TOKEN_NONE, "a name begins with a letter"},
};

bool token_ends(enum token_kind kind) {
    return kind == TOKEN_END || kind == TOKEN_NEWLINE || kind == TOKEN_SEMICOLON;
}

/* Skips blanks and comments, and newlines inside brackets. False where a line `NAME =` cuts
 * brackets off. */
static bool skip_blanks(struct lexer *lexer) {
    for (; lexer->at < lexer->length; lexer->at++) {
        char byte = lexer->text[lexer->at];
        if (byte == '#' &&
            lexis_is_comment(lexer->text, lexer->length, lexer->at, &lexer->brackets)) {
            const char *end = memchr(lexer->text + lexer->at, '\n', lexer->length - lexer->at);
            lexer->at = end == NULL ? lexer->length : (size_t)(end - lexer->text);
            byte = end == NULL ? ' ' : '\n';
            if (end == NULL)
                return true;
        }
        if (byte == '\n') {
            if (lexer->brackets.depth == 0)
                return true;
            if (lexis_defines(lexer->text, lexer->length, lexer->at + 1, &lexer->brackets))
                return false;
        } else if (byte != ' ' && byte != '\t' && byte != '\r') {
            return true;
        }
    }
    return true;
}

/* 2x, 2.T, 1_000, 0x10, 1.2.3: what sticks to a number. */
static bool check_after_number(const struct lexer *lexer, struct span number,
                               struct failure *failure) {
    const char *after = lexer->text + number.end;
    size_t left = lexer->length - number.end, word = lexis_word(after, left);
    struct span both = {number.start, number.end + word};
    if (left > 0 && *after == '_')
        return failure_at(failure, (struct span){number.start, number.end + 1},
                          "write the digits of a number without _");
    if (left > 1 && *after == '.' && after[1] >= '0' && after[1] <= '9')
        return failure_at(failure, (struct span){number.start, number.end + 2},
                          "a number has one point only");
    if (word == 0)
        return true;
    struct quote quote = lexis_quote(lexer->text, number);
    struct quote rest = lexis_quote(lexer->text, (struct span){number.end, both.end});
    size_t digits = number.end - number.start;
    if (lexer->text[number.end - 1] == '.' && *after == 'T' && word == 1)
        return failure_at(failure, both, "write (%.*s).T", (int)(digits - 1 < 60 ? digits - 1 : 60),
                          quote.bytes);
    if (digits == 1 && lexer->text[number.start] == '0' && (*after == 'x' || *after == 'b'))
        return failure_at(failure, both, "write numbers with the digits 0 to 9");
    if (*after == 'e' || *after == 'E')
        return failure_at(failure, both,
                          "the exponent has no digits: write %se3, or %s*%s for a product",
                          quote.bytes, quote.bytes, rest.bytes);
    return failure_at(failure, both, "a number and a name stuck together: write %s*%s", quote.bytes,
                      rest.bytes);
}

static bool read_number(struct lexer *lexer, struct token *token, size_t bytes,
                        struct failure *failure) {
    token->kind = TOKEN_NUMBER;
    token->span = (struct span){lexer->at, lexer->at + bytes};
    lexer->at += bytes;
    if (!check_after_number(lexer, token->span, failure))
        return false;
    if (isinf(token->number))
        return failure_at(failure, token->span,
                          "this number is too big: the greatest is about 1.8e308; infinity is inf");
    return true;
}

static bool read_text(struct lexer *lexer, struct token *token, struct failure *failure) {
    size_t at = lexer->at + 1;
    while (at < lexer->length && lexer->text[at] != '"' && lexer->text[at] != '\n')
        at++;
    token->kind = TOKEN_TEXT;
    token->span = (struct span){lexer->at, at + 1};
    if (at >= lexer->length || lexer->text[at] == '\n')
        return failure_at(failure, (struct span){lexer->at, at},
                          "the quotes are not closed: a text ends with \" on its own line");
    lexer->at = at + 1;
    return true;
}

static bool wrong_character(const struct lexer *lexer, struct failure *failure) {
    uint32_t point;
    size_t bytes = utf8_decode(lexer->text + lexer->at, lexer->length - lexer->at, &point);
    struct span span = {lexer->at, lexer->at + bytes};
    struct quote quote = lexis_quote(lexer->text, span);
    const char *advice = lexis_advice(point);
    bool shown = utf8_width(point) > 0 && (advice == NULL || strstr(advice, "space") == NULL);
    if (point > 0xFF00 && point < 0xFF5F)
        return failure_at(failure, span, "`%s` is no sign of the language: write %c", quote.bytes,
                          (char)(point - 0xFEE0));
    if (!shown)
        return failure_at(failure, span, "the character U+%04X is no sign of the language: %s",
                          (unsigned)point, advice == NULL ? "delete it" : advice);
    return failure_at(failure, span, "`%s` is no sign of the language%s%s", quote.bytes,
                      advice == NULL ? "" : ": ", advice == NULL ? "" : advice);
}

/* A semicolon inside brackets, and a # that is no comment there. */
static bool wrong_in_brackets(const struct lexer *lexer, struct span span,
                              struct failure *failure) {
    if (lexer->text[span.start] == '#')
        return failure_at(failure, span, "a label stands in double quotes: A[\"saw#2\"]");
    if (lexer->brackets.kinds & 1)
        return failure_at(failure, span, "each row has its own brackets: write [[1, 2], [3, 4]]");
    return failure_at(failure, span, "a bracket is open: close it before the `;`");
}

/* What matrices are full of, and begins no other sign. */
static enum token_kind lone_sign(char byte) {
    return byte == ','   ? TOKEN_COMMA
           : byte == '[' ? TOKEN_OPEN_SQUARE
           : byte == ']' ? TOKEN_CLOSE_SQUARE
           : byte == '(' ? TOKEN_OPEN
           : byte == ')' ? TOKEN_CLOSE
                         : TOKEN_NONE;
}

static bool read_sign(struct lexer *lexer, struct token *token, struct failure *failure) {
    const char *here = lexer->text + lexer->at;
    struct span one = {lexer->at, lexer->at + 1};
    if (lexer->brackets.depth > 0 && (*here == ';' || *here == '#'))
        return wrong_in_brackets(lexer, one, failure);
    if ((token->kind = lone_sign(*here)) != TOKEN_NONE) {
        token->span.end = ++lexer->at;
        return true;
    }
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (signs[i].bytes[0] != *here)
            continue;
        size_t bytes = strlen(signs[i].bytes);
        if (bytes > lexer->length - lexer->at || memcmp(here, signs[i].bytes, bytes) != 0)
            continue;
        token->kind = signs[i].kind;
        token->span = (struct span){lexer->at, lexer->at + bytes};
        if (signs[i].kind == TOKEN_NONE)
            return failure_at(failure, token->span, "`%s` is no sign of the language: %s",
                              signs[i].bytes, signs[i].advice);
        lexer->at += bytes;
        return true;
    }
    return wrong_character(lexer, failure);
}

bool lexer_next(struct lexer *lexer, struct token *token, struct failure *failure) {
    bool cut = !skip_blanks(lexer);
    const char *here = lexer->text + lexer->at;
    size_t left = lexer->length - lexer->at, bytes;
    *token = (struct token){.kind = TOKEN_END, .span = {lexer->at, lexer->at}};
    if (cut || left == 0)
        return true;
    if (*here == '\n' || (*here == ';' && lexer->brackets.depth == 0)) {
        token->kind = *here == '\n' ? TOKEN_NEWLINE : TOKEN_SEMICOLON;
        token->span.end = ++lexer->at;
        return true;
    }
    if (*here == '"')
        return read_text(lexer, token, failure);
    bool digit = *here >= '0' && *here <= '9';
    if ((digit || *here == '.') && (bytes = number_read(here, left, &token->number, NULL)) > 0)
        return read_number(lexer, token, bytes, failure);
    if (lone_sign(*here) == TOKEN_NONE && (bytes = lexis_name(here, left)) > 0) {
        token->kind = TOKEN_NAME;
        token->span.end = lexer->at += bytes;
        return true;
    }
    if (!read_sign(lexer, token, failure))
        return false;
    if (token->kind == TOKEN_OPEN || token->kind == TOKEN_OPEN_SQUARE)
        brackets_open(&lexer->brackets, token->kind == TOKEN_OPEN_SQUARE);
    else if (token->kind == TOKEN_CLOSE || token->kind == TOKEN_CLOSE_SQUARE)
        brackets_close(&lexer->brackets);
    return true;
}

bool lexer_sees_assign(const struct lexer *lexer) {
    struct lexer ahead = *lexer;
    if (!skip_blanks(&ahead) || ahead.at >= ahead.length || ahead.text[ahead.at] != '=')
        return false;
    return ahead.at + 1 >= ahead.length || ahead.text[ahead.at + 1] != '=';
}
