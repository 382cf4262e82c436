/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/lexer.h"

#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"

#include <math.h>
#include <string.h>

/* --- names, blanks, comments, brackets -------------------------------------------------------- */

struct quote lexer_quote(const char *text, struct span span) {
    struct quote quote;
    size_t length = 0, at = span.start;
    while (at < span.end && text[at] != '\n') {
        uint32_t point;
        size_t bytes = utf8_decode(text + at, span.end - at, &point);
        if (length + bytes > sizeof quote.bytes - 5) {
            break;
        }
        memcpy(quote.bytes + length, text + at, bytes);
        length += bytes;
        at += bytes;
    }
    if (at < span.end) {
        memcpy(quote.bytes + length, "…", 3);
        length += 3;
    }
    quote.bytes[length] = '\0';
    return quote;
}

/* Signs, spaces and punctuation from U+0080 on, in order; everything else is a letter. */
static const struct {
    uint32_t first, last;
} not_letters[] = {
    {0x0080, 0x00A9},    /* controls, no-break space, Latin-1 signs … */
    {0x00AB, 0x00B4},    /* … but not the ordinal ª, */
    {0x00B6, 0x00B9},    /* the micro sign µ */
    {0x00BB, 0x00BF},    /* and the ordinal º */
    {0x00D7, 0x00D7},    /* × */
    {0x00F7, 0x00F7},    /* ÷ */
    {0x02C2, 0x02C5},    /* arrow heads */
    {0x034F, 0x034F},    /* an invisible joiner */
    {0x037E, 0x037E},    /* Greek question mark */
    {0x0387, 0x0387},    /* Greek middle dot */
    {0x055A, 0x055F},    /* Armenian punctuation */
    {0x0589, 0x058A},    /* the same */
    {0x05BE, 0x05BE},    /* Hebrew punctuation */
    {0x05C0, 0x05C0},    /* the same */
    {0x05F3, 0x05F4},    /* the same */
    {0x060C, 0x060D},    /* Arabic punctuation */
    {0x061B, 0x061F},    /* the same */
    {0x066A, 0x066D},    /* the same */
    {0x06D4, 0x06D4},    /* the same */
    {0x0964, 0x0965},    /* danda */
    {0x115F, 0x1160},    /* invisible fillers */
    {0x1680, 0x1680},    /* a space */
    {0x180B, 0x180E},    /* invisible */
    {0x1D40, 0x1D40},    /* ᵀ */
    {0x2000, 0x207F},    /* general punctuation, superscripts */
    {0x208A, 0x208E},    /* subscript signs */
    {0x20A0, 0x20CF},    /* money */
    {0x2150, 0x215F},    /* fractions */
    {0x2190, 0x2BFF},    /* arrows, mathematical operators, technical signs, shapes */
    {0x2E00, 0x2E7F},    /* more punctuation */
    {0x3000, 0x3004},    /* Chinese and Japanese punctuation */
    {0x3008, 0x3020},    /* the same */
    {0x3030, 0x3030},    /* the same */
    {0x303D, 0x303F},    /* the same */
    {0x30FB, 0x30FB},    /* the same */
    {0x3164, 0x3164},    /* an invisible filler */
    {0xD800, 0xF8FF},    /* surrogates, private characters */
    {0xFE00, 0xFE1F},    /* invisible selectors, upright punctuation */
    {0xFE30, 0xFE6F},    /* small punctuation */
    {0xFEFF, 0xFEFF},    /* byte order mark */
    {0xFF00, 0xFF0F},    /* full-width signs */
    {0xFF1A, 0xFF20},    /* the same */
    {0xFF3B, 0xFF40},    /* the same */
    {0xFF5B, 0xFF65},    /* the same */
    {0xFFA0, 0xFFA0},    /* an invisible filler */
    {0xFFE0, 0xFFFF},    /* full-width money, no characters */
    {0x1F000, 0x1FAFF},  /* pictures */
    {0xE0000, 0x10FFFF}, /* tags, private characters */
};

static bool is_letter(uint32_t point) {
    size_t low = 0, high = sizeof not_letters / sizeof not_letters[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (point > not_letters[middle].last) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool sign = low < sizeof not_letters / sizeof not_letters[0] && point >= not_letters[low].first;
    return !sign && utf8_showable(point);
}

static bool is_plain_letter(char byte, bool more) {
    return (unsigned)((byte | 0x20) - 'a') < 26 ||
           (more && ((unsigned)(byte - '0') < 10 || byte == '_'));
}

/* Returns the length of the letter (or, with MORE, the digit or _) that starts TEXT; 0 for anything
 * else. */
static size_t letter_length(const char *text, size_t length, bool more) {
    if (length == 0) {
        return 0;
    }
    if ((unsigned char)text[0] < 0x80) {
        return is_plain_letter(text[0], more);
    }
    uint32_t point;
    size_t bytes = utf8_decode(text, length, &point);
    bool broken = point == 0xFFFD && bytes == 1;
    return broken || !is_letter(point) ? 0 : bytes;
}

/* Returns how many marks the letter has after this character, given the MARKS so far. */
static size_t count_marks(const char *text, size_t length, size_t marks) {
    uint32_t point;
    if ((unsigned char)text[0] < 0x80) {
        return 0;
    }
    utf8_decode(text, length, &point);
    return utf8_width(point) == 0 ? marks + 1 : 0;
}

/* As lexer_name without the primes: a word that would stick to a number or name before it. Marks
 * follow a letter, and no more of them than can be shown. */
static size_t word_length(const char *text, size_t length) {
    size_t at = 0, bytes, marks = UTF8_MARKS;
    if (length > 0 && text[0] == '_') { /* alone it names what was shown last */
        return length > 1 && letter_length(text + 1, length - 1, true) > 0 ? 0 : 1;
    }
    while (at < length && is_plain_letter(text[at], at > 0)) {
        at++;
    }
    marks = at > 0 ? 0 : marks;
    while ((bytes = letter_length(text + at, length - at, at > 0)) > 0) {
        marks = count_marks(text + at, length - at, marks);
        if (marks > UTF8_MARKS) {
            break;
        }
        at += bytes;
    }
    return at;
}

size_t lexer_name(const char *text, size_t length) {
    size_t at = word_length(text, length);
    while (at > 0 && at < length && text[at] == '\'') {
        at++;
    }
    return at;
}

static size_t count_digits(const char *text, size_t length) {
    size_t at = 0;
    while (at < length && text[at] >= '0' && text[at] <= '9') {
        at++;
    }
    return at;
}

/* Returns the length of a `#2` that starts TEXT and has a point after it. */
static size_t occurrence_length(const char *text, size_t length) {
    size_t count = length > 1 && text[0] == '#' ? count_digits(text + 1, length - 1) : 0;
    return count > 0 && count + 1 < length && text[count + 1] == '.' ? count + 1 : 0;
}

/* Returns the length of a path's part after a point: `A`, `attend#2` before another point, `3`. */
static size_t path_part_length(const char *text, size_t length) {
    size_t count = count_digits(text, length), name = lexer_name(text, length);
    if (count > 0) {
        return word_length(text + count, length - count) > 0 ? 0 : count;
    }
    if (name == 1 && text[0] == 'T') {
        return 0;
    }
    return name == 0 ? 0 : name + occurrence_length(text + name, length - name);
}

size_t lexer_path(const char *text, size_t length) {
    size_t at = lexer_name(text, length), step;
    while (at > 0 && at < length && text[at] == '.' &&
           (step = path_part_length(text + at + 1, length - at - 1)) > 0) {
        at += 1 + step;
    }
    return at;
}

/* What to write instead of signs; the plain forms of full-width signs are computed. */
static const struct {
    const char *advice;
    struct {
        uint32_t first, last;
    } signs[8];
} advices[] = {
    {"write an ordinary space",
     {{0x00A0, 0x00A0}, {0x2000, 0x200A}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}}},
    {"it is invisible: delete it",
     {{0x00AD, 0x00AD},
      {0x200B, 0x200F},
      {0x2028, 0x202E},
      {0x2060, 0x206F},
      {0xFE0F, 0xFE0F},
      {0xFEFF, 0xFEFF}}},
    {"write plain double quotes",
     {{0x00AB, 0x00AB}, {0x00BB, 0x00BB}, {0x201C, 0x201F}, {0xFF02, 0xFF02}}},
    {"write a plain prime, '", {{0x00B4, 0x00B4}, {0x2018, 0x201B}, {0x2032, 0x2034}}},
    {"write **2", {{0x00B2, 0x00B2}}},
    {"write **3", {{0x00B3, 0x00B3}}},
    {"write ** for a power", {{0x00B9, 0x00B9}, {0x2070, 0x207F}}},
    {"write * (cell by cell) or @ (the matrix product)",
     {{0x00B7, 0x00B7},
      {0x00D7, 0x00D7},
      {0x2022, 0x2022},
      {0x2217, 0x2219},
      {0x2297, 0x2299},
      {0x22C5, 0x22C6},
      {0x2A2F, 0x2A2F}}},
    {"write it with /", {{0x00BC, 0x00BE}, {0x2150, 0x215F}}},
    {"write /", {{0x00F7, 0x00F7}, {0x2044, 0x2044}, {0x2215, 0x2215}}},
    {"write -", {{0x2010, 0x2015}, {0x2212, 0x2212}}},
    {"write .T for the transpose", {{0x1D40, 0x1D40}, {0x22A4, 0x22A4}, {0x22BA, 0x22BA}}},
    {"write every part out", {{0x2026, 0x2026}}},
    {"write =", {{0x2190, 0x2190}, {0x2254, 0x2254}}},
    {"it is for a lesson's inline code only", {{0x2192, 0x2192}}},
    {"write sum(x)", {{0x2211, 0x2211}}},
    {"write sqrt(x)", {{0x221A, 0x221A}}},
    {"write inf", {{0x221E, 0x221E}}},
    {"write norm(x)", {{0x2225, 0x2225}}},
    {"write !=", {{0x2260, 0x2260}}},
    {"write <=", {{0x2264, 0x2264}}},
    {"write >=", {{0x2265, 0x2265}}},
};

/* Returns what to write instead of a sign beyond ASCII (`−`: "write -"), as the end of a
 * sentence. */
static const char *sign_advice(uint32_t point) {
    for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++) {
        for (size_t j = 0; advices[i].signs[j].last > 0; j++) {
            if (point >= advices[i].signs[j].first && point <= advices[i].signs[j].last) {
                return advices[i].advice;
            }
        }
    }
    return point > 0xFF00 && point < 0xFF5F ? "write its plain twin" : NULL;
}

bool lexer_check(const char *text, size_t length, struct failure *failure) {
    for (size_t at = 0; at < length;) {
        unsigned char byte = (unsigned char)text[at];
        uint32_t point = byte;
        size_t bytes = byte < 0x80 ? 1 : utf8_decode(text + at, length - at, &point);
        struct span span = {at, at + bytes};
        if (point == 0xFFFD && bytes == 1) {
            return failure_at(failure, span,
                              "the byte 0x%02X is no UTF-8 text: save the file as UTF-8", byte);
        }
        bool blank = byte == '\t' || byte == '\n' || byte == '\r';
        if ((byte < 0x20 && !blank) || byte == 0x7F) {
            return failure_at(failure, span, "a control character (0x%02X): delete it", byte);
        }
        at += bytes;
    }
    return true;
}

static void open_bracket(struct brackets *brackets, bool square) {
    brackets->depth++;
    brackets->kinds = brackets->kinds << 1 | (square ? 1 : 0);
}

/* Closes the innermost bracket, if any is open. */
static void close_bracket(struct brackets *brackets) {
    if (brackets->depth == 0) {
        return;
    }
    brackets->depth--;
    brackets->kinds >>= 1;
}

static bool is_word_byte(char byte) {
    return (unsigned char)byte >= 0x80 || is_plain_letter(byte, true);
}

/* True when the `#` at AT is as in H.attend#2.A: after a point and a word, before a number and a
 * point. */
static bool is_in_path(const char *text, size_t length, size_t at) {
    size_t start = at;
    while (start > 0 && is_word_byte(text[start - 1])) {
        start--;
    }
    return start < at && start > 0 && text[start - 1] == '.' &&
           occurrence_length(text + at, length - at) > 0;
}

const char *const lexer_tolerances[LEXER_TOLERANCES] = {"~", "+-", "±"};

size_t lexer_tolerance(const char *text) {
    for (size_t i = 0; i < LEXER_TOLERANCES; i++) {
        if (text_starts(text, lexer_tolerances[i])) {
            return strlen(lexer_tolerances[i]);
        }
    }
    return 0;
}

bool lexer_is_comment(const char *text, size_t length, size_t at, const struct brackets *brackets) {
    if (at == 0 || at + 1 >= length) {
        return true;
    }
    bool word = is_word_byte(text[at - 1]) && text[at - 1] != '_';
    bool digit = text[at + 1] >= '0' && text[at + 1] <= '9';
    return !word || !digit || (brackets->depth == 0 && !is_in_path(text, length, at));
}

size_t lexer_blanks(const char *text, size_t length, size_t at) {
    while (at < length && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) {
        at++;
    }
    return at;
}

bool lexer_assigns(const char *text, size_t length, size_t at) {
    return at < length && text[at] == '=' &&
           (at + 1 >= length || (text[at + 1] != '=' && text[at + 1] != '>'));
}

bool lexer_line_ends(const char *text, size_t length, size_t at) {
    at = lexer_blanks(text, length, at);
    return at >= length || text[at] == '\n' || text[at] == '#';
}

/* True when the line that starts at AT reads `NAME =` and so ends the open brackets; not when it is
 * indented inside round ones, where it is an option. */
static bool line_defines_name(const char *text, size_t length, size_t at,
                              const struct brackets *brackets) {
    size_t start = lexer_blanks(text, length, at);
    if (start > at && (brackets->kinds & 1) == 0) {
        return false;
    }
    size_t name = lexer_name(text + start, length - start);
    return name > 0 && lexer_assigns(text, length, lexer_blanks(text, length, start + name));
}

size_t scan_next(struct scan *scan) {
    while (scan->at < scan->length && scan->text[scan->at] == '"') {
        scan->at++; /* past the closing quote, or to the end of the line without one */
        while (scan->at < scan->length && scan->text[scan->at] != '"' &&
               scan->text[scan->at] != '\n') {
            scan->at++;
        }
        scan->at += scan->at < scan->length && scan->text[scan->at] == '"';
    }
    if (scan->at >= scan->length) {
        return scan->length;
    }
    size_t at = scan->at++;
    char byte = scan->text[at];
    if (byte == '#' && lexer_is_comment(scan->text, scan->length, at, &scan->brackets)) {
        while (scan->at < scan->length && scan->text[scan->at] != '\n') {
            scan->at++;
        }
    } else if (byte == '(' || byte == '[') {
        open_bracket(&scan->brackets, byte == '[');
    } else if (byte == ')' || byte == ']') {
        close_bracket(&scan->brackets);
    }
    return at;
}

size_t lexer_line(const char *text, size_t length, size_t start, bool *open) {
    struct scan scan = {.text = text, .length = length, .at = start};
    size_t at;
    *open = false;
    while ((at = scan_next(&scan)) < length) {
        if (text[at] != '\n') {
            continue;
        }
        if (scan.brackets.depth == 0 || line_defines_name(text, length, at + 1, &scan.brackets)) {
            return at + 1;
        }
        size_t next = lexer_blanks(text, length, at + 1);
        if (next + 1 == length && text[next] == '\n') { /* one blank line follows as the last */
            return length;
        }
    }
    *open = scan.brackets.depth > 0;
    return length;
}

/* --- tokens ----------------------------------------------------------------------------------- */

/* The signs of the language, and those of other languages with what to write instead. A sign comes
 * after the longer ones it begins. */
static const struct sign {
    const char *bytes;
    enum token_kind kind;
    const char *advice;
} signs[] = {
    {",", TOKEN_COMMA, NULL},
    {"[", TOKEN_OPEN_SQUARE, NULL},
    {"]", TOKEN_CLOSE_SQUARE, NULL},
    {"(", TOKEN_OPEN, NULL},
    {")", TOKEN_CLOSE, NULL},
    {"**=", TOKEN_NONE, "write a new name: A2 = A ** 2"},
    {"**", TOKEN_SIGN, NULL},
    {"*=", TOKEN_NONE, "write a new name: A2 = A * 2"},
    {"*", TOKEN_SIGN, NULL},
    {"+=", TOKEN_NONE, "write a new name: A2 = A + 2"},
    {"++", TOKEN_NONE, "write one +"},
    {"+", TOKEN_SIGN, NULL},
    {"-=", TOKEN_NONE, "write a new name: A2 = A - 2"},
    {"->", TOKEN_NONE, "write = after a name to define it"},
    {"-", TOKEN_SIGN, NULL},
    {"//", TOKEN_NONE, "write one / to divide; a comment starts with #"},
    {"/=", TOKEN_NONE, "write a new name: A2 = A / 2"},
    {"/", TOKEN_SIGN, NULL},
    {"@=", TOKEN_NONE, "write a new name: A2 = A @ B"},
    {"@", TOKEN_SIGN, NULL},
    {".*", TOKEN_NONE, "write * alone: it works cell by cell"},
    {"./", TOKEN_NONE, "write / alone: it works cell by cell"},
    {".^", TOKEN_NONE, "write **: it works cell by cell"},
    {".'", TOKEN_NONE, "write .T for the transpose"},
    {"...", TOKEN_NONE, "write : for each axis that is whole"},
    {".", TOKEN_DOT, NULL},
    {":=", TOKEN_NONE, "write = to define a name"},
    {":", TOKEN_COLON, NULL},
    {"==", TOKEN_SIGN, NULL},
    {"=>", TOKEN_NONE, "write >="},
    {"=<", TOKEN_NONE, "write <="},
    {"=", TOKEN_ASSIGN, NULL},
    {"!=", TOKEN_SIGN, NULL},
    {"<=", TOKEN_SIGN, NULL},
    {">=", TOKEN_SIGN, NULL},
    {"<>", TOKEN_NONE, "write !="},
    {"<", TOKEN_SIGN, NULL},
    {">", TOKEN_SIGN, NULL},
    {"&&", TOKEN_NONE, "there is no `and`: multiply, (x > 1) * (x < 3)"},
    {"&", TOKEN_NONE, "there is no `and`: multiply, (x > 1) * (x < 3)"},
    {"||", TOKEN_NONE, "there is no `or`: write maximum(x < 1, x > 3)"},
    {"|", TOKEN_NONE, "write abs(x) for cells without their signs, norm(x) for a length"},
    {"'", TOKEN_NONE, "write double quotes: \"it\""},
    {"^", TOKEN_NONE, "write ** for a power, .T for the transpose"},
    {"`", TOKEN_NONE, "leave it out"},
    {"{", TOKEN_NONE, "write [ ] around the cells of a matrix, ( ) to group"},
    {"}", TOKEN_NONE, "write [ ] around the cells of a matrix, ( ) to group"},
    {"\\", TOKEN_NONE, "a line continues by itself while a bracket is open"},
    {"%", TOKEN_NONE, "write a percentage as a number, such as 0.5; a comment starts with #"},
    {"!", TOKEN_NONE, "leave it out"},
    {"$", TOKEN_NONE, "leave it out: a name needs no sign"},
    {"?", TOKEN_NONE, "type `help` and a word to learn about it"},
    {"~", TOKEN_NONE, "it comes before a tolerance, at the end of an expect"},
    {"_", TOKEN_NONE, "a name begins with a letter"},
};

bool token_ends(enum token_kind kind) {
    return kind == TOKEN_END || kind == TOKEN_NEWLINE || kind == TOKEN_SEMICOLON;
}

/* Skips blanks and comments, and newlines inside brackets. False when a line `NAME =` ends open
 * brackets. */
static bool skip_to_token(struct lexer *lexer) {
    for (; lexer->at < lexer->length; lexer->at++) {
        char byte = lexer->text[lexer->at];
        if (byte == '#' &&
            lexer_is_comment(lexer->text, lexer->length, lexer->at, &lexer->brackets)) {
            const char *end = memchr(lexer->text + lexer->at, '\n', lexer->length - lexer->at);
            lexer->at = end == NULL ? lexer->length : (size_t)(end - lexer->text);
            byte = end == NULL ? ' ' : '\n';
            if (end == NULL) {
                return true;
            }
        }
        if (byte == '\n') {
            if (lexer->brackets.depth == 0) {
                return true;
            }
            if (line_defines_name(lexer->text, lexer->length, lexer->at + 1, &lexer->brackets)) {
                return false;
            }
        } else if (byte != ' ' && byte != '\t' && byte != '\r') {
            return true;
        }
    }
    return true;
}

/* Refuses what sticks to a number: 2x, 2.T, 1_000, 0x10, 1.2.3. */
static bool check_after_number(const struct lexer *lexer, struct span number,
                               struct failure *failure) {
    const char *after = lexer->text + number.end;
    size_t left = lexer->length - number.end, word = word_length(after, left);
    struct span both = {number.start, number.end + word};
    if (left > 0 && *after == '_') {
        return failure_at(failure, (struct span){number.start, number.end + 1},
                          "write the digits of a number without _");
    }
    if (left > 1 && *after == '.' && after[1] >= '0' && after[1] <= '9') {
        return failure_at(failure, (struct span){number.start, number.end + 2},
                          "a number has one point only");
    }
    if (word == 0) {
        return true;
    }
    struct quote quote = lexer_quote(lexer->text, number);
    struct quote rest = lexer_quote(lexer->text, (struct span){number.end, both.end});
    size_t count_digits = number.end - number.start;
    if (lexer->text[number.end - 1] == '.' && *after == 'T' && word == 1) {
        return failure_at(failure, both, "write (%.*s).T",
                          (int)(count_digits - 1 < 60 ? count_digits - 1 : 60), quote.bytes);
    }
    if (count_digits == 1 && lexer->text[number.start] == '0' && (*after == 'x' || *after == 'b')) {
        return failure_at(failure, both, "write numbers with the digits 0 to 9");
    }
    if (*after == 'e' || *after == 'E') {
        return failure_at(failure, both,
                          "the exponent has no digits: write %se3, or %s*%s for a product",
                          quote.bytes, quote.bytes, rest.bytes);
    }
    return failure_at(failure, both, "a number and a name stuck together: write %s*%s", quote.bytes,
                      rest.bytes);
}

static bool read_number_token(struct lexer *lexer, struct token *token, size_t bytes,
                              struct failure *failure) {
    token->kind = TOKEN_NUMBER;
    token->span = (struct span){lexer->at, lexer->at + bytes};
    lexer->at += bytes;
    if (!check_after_number(lexer, token->span, failure)) {
        return false;
    }
    if (isinf(token->number)) {
        return failure_at(failure, token->span,
                          "this number is too big: the greatest is about 1.8e308; infinity is inf");
    }
    return true;
}

static bool read_text_token(struct lexer *lexer, struct token *token, struct failure *failure) {
    size_t at = lexer->at + 1;
    while (at < lexer->length && lexer->text[at] != '"' && lexer->text[at] != '\n') {
        at++;
    }
    token->kind = TOKEN_TEXT;
    token->span = (struct span){lexer->at, at + 1};
    if (at >= lexer->length || lexer->text[at] == '\n') {
        return failure_at(failure, (struct span){lexer->at, at},
                          "the quotes are not closed: a text ends with \" on its own line");
    }
    lexer->at = at + 1;
    return true;
}

static bool refuse_character(const struct lexer *lexer, struct failure *failure) {
    uint32_t point;
    size_t bytes = utf8_decode(lexer->text + lexer->at, lexer->length - lexer->at, &point);
    struct span span = {lexer->at, lexer->at + bytes};
    struct quote quote = lexer_quote(lexer->text, span);
    const char *advice = sign_advice(point);
    bool shown = utf8_width(point) > 0 && (advice == NULL || strstr(advice, "space") == NULL);
    if (point > 0xFF00 && point < 0xFF5F) {
        return failure_at(failure, span, "`%s` is not a sign of the language: write %c",
                          quote.bytes, (char)(point - 0xFEE0));
    }
    if (!shown) {
        return failure_at(failure, span, "the character U+%04X is not a sign of the language: %s",
                          (unsigned)point, advice == NULL ? "delete it" : advice);
    }
    return failure_at(failure, span, "`%s` is not a sign of the language%s%s", quote.bytes,
                      advice == NULL ? "" : ": ", advice == NULL ? "" : advice);
}

/* Refuses a semicolon inside brackets, and a # that is no comment there. */
static bool refuse_in_brackets(const struct lexer *lexer, struct span span,
                               struct failure *failure) {
    if (lexer->text[span.start] == '#') {
        return failure_at(failure, span, "a label is written in double quotes: A[\"saw#2\"]");
    }
    if (lexer->brackets.kinds & 1) {
        return failure_at(failure, span, "each row has its own brackets: write [[1, 2], [3, 4]]");
    }
    return failure_at(failure, span, "a bracket is open: close it before the `;`");
}

static bool read_sign_token(struct lexer *lexer, struct token *token, struct failure *failure) {
    const char *here = lexer->text + lexer->at;
    struct span one = {lexer->at, lexer->at + 1};
    if (lexer->brackets.depth > 0 && (*here == ';' || *here == '#')) {
        return refuse_in_brackets(lexer, one, failure);
    }
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        size_t bytes = strlen(signs[i].bytes);
        if (bytes > lexer->length - lexer->at || memcmp(here, signs[i].bytes, bytes) != 0) {
            continue;
        }
        token->kind = signs[i].kind;
        token->span = (struct span){lexer->at, lexer->at + bytes};
        if (signs[i].kind == TOKEN_NONE) {
            return failure_at(failure, token->span, "`%s` is not a sign of the language: %s",
                              signs[i].bytes, signs[i].advice);
        }
        lexer->at += bytes;
        return true;
    }
    return refuse_character(lexer, failure);
}

bool lexer_next(struct lexer *lexer, struct token *token, struct failure *failure) {
    bool cut = !skip_to_token(lexer);
    const char *here = lexer->text + lexer->at;
    size_t left = lexer->length - lexer->at, bytes;
    *token = (struct token){.kind = TOKEN_END, .span = {lexer->at, lexer->at}};
    if (cut || left == 0) {
        return true;
    }
    if (*here == '\n' || (*here == ';' && lexer->brackets.depth == 0)) {
        token->kind = *here == '\n' ? TOKEN_NEWLINE : TOKEN_SEMICOLON;
        token->span.end = ++lexer->at;
        return true;
    }
    if (*here == '"') {
        return read_text_token(lexer, token, failure);
    }
    bool digit = *here >= '0' && *here <= '9';
    if ((digit || *here == '.') && (bytes = number_read(here, left, &token->number)) > 0) {
        return read_number_token(lexer, token, bytes, failure);
    }
    if ((bytes = lexer_path(here, left)) > 0) {
        token->kind = TOKEN_NAME;
        token->span.end = lexer->at += bytes;
        return true;
    }
    if (!read_sign_token(lexer, token, failure)) {
        return false;
    }
    if (token->kind == TOKEN_OPEN || token->kind == TOKEN_OPEN_SQUARE) {
        open_bracket(&lexer->brackets, token->kind == TOKEN_OPEN_SQUARE);
    } else if (token->kind == TOKEN_CLOSE || token->kind == TOKEN_CLOSE_SQUARE) {
        close_bracket(&lexer->brackets);
    }
    return true;
}

bool lexer_sees_assign(const struct lexer *lexer) {
    struct lexer ahead = *lexer;
    return skip_to_token(&ahead) && lexer_assigns(ahead.text, ahead.length, ahead.at);
}
