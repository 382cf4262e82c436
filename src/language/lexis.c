#include "language/lexis.h"

#include "base/utf8.h"

#include <limits.h>
#include <string.h>

struct quote lexis_quote(const char *text, struct span span) {
    struct quote quote;
    size_t length = 0, at = span.start;
    while (at < span.end && text[at] != '\n') {
        uint32_t point;
        size_t bytes = utf8_decode(text + at, span.end - at, &point);
        if (length + bytes > sizeof quote.bytes - 5)
            break;
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

/* Signs, spaces and punctuation from U+0080 on; all else is a letter. Ordered. */
static const struct {
    uint32_t first, last;
} signs[] = {
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
    size_t low = 0, high = sizeof signs / sizeof signs[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (point > signs[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    bool sign = low < sizeof signs / sizeof signs[0] && point >= signs[low].first;
    return !sign && utf8_showable(point);
}

static bool is_plain_letter(char byte, bool more) {
    return (unsigned)((byte | 0x20) - 'a') < 26 ||
           (more && ((unsigned)(byte - '0') < 10 || byte == '_'));
}

/* The length of the letter (or, with MORE, the digit or _) that starts TEXT; 0 for anything else.
 */
static size_t letter(const char *text, size_t length, bool more) {
    if (length == 0)
        return 0;
    if ((unsigned char)text[0] < 0x80)
        return is_plain_letter(text[0], more);
    uint32_t point;
    size_t bytes = utf8_decode(text, length, &point);
    bool broken = point == 0xFFFD && bytes == 1;
    return broken || !is_letter(point) ? 0 : bytes;
}

/* The marks on one letter, this one included, when MARKS stand on it so far. */
static size_t count_marks(const char *text, size_t length, size_t marks) {
    uint32_t point;
    if ((unsigned char)text[0] < 0x80)
        return 0;
    utf8_decode(text, length, &point);
    return utf8_width(point) == 0 ? marks + 1 : 0;
}

/* Marks stand on a letter, and no more of them than can be shown. */
size_t lexis_word(const char *text, size_t length) {
    size_t at = 0, bytes, marks = UTF8_MARKS;
    while (at < length && is_plain_letter(text[at], at > 0))
        at++;
    marks = at > 0 ? 0 : marks;
    while ((bytes = letter(text + at, length - at, at > 0)) > 0) {
        marks = count_marks(text + at, length - at, marks);
        if (marks > UTF8_MARKS)
            break;
        at += bytes;
    }
    return at;
}

size_t lexis_name(const char *text, size_t length) {
    size_t at = lexis_word(text, length);
    while (at > 0 && at < length && text[at] == '\'')
        at++;
    return at;
}

/* What to write instead. Ordered; the plain twins of the full-width signs are computed. */
static const struct {
    uint32_t first, last;
    const char *advice;
} advices[] = {
    {0x00A0, 0x00A0, "write an ordinary space"},
    {0x00AB, 0x00AB, "write plain double quotes"},
    {0x00AD, 0x00AD, "it is invisible: delete it"},
    {0x00B2, 0x00B2, "write **2"},
    {0x00B3, 0x00B3, "write **3"},
    {0x00B4, 0x00B4, "write a plain prime, '"},
    {0x00B7, 0x00B7, "write * (cell by cell) or @ (the matrix product)"},
    {0x00B9, 0x00B9, "write ** for a power"},
    {0x00BB, 0x00BB, "write plain double quotes"},
    {0x00BC, 0x00BE, "write it with /"},
    {0x00D7, 0x00D7, "write * (cell by cell) or @ (the matrix product)"},
    {0x00F7, 0x00F7, "write /"},
    {0x1D40, 0x1D40, "write .T for the transpose"},
    {0x2000, 0x200A, "write an ordinary space"},
    {0x200B, 0x200F, "it is invisible: delete it"},
    {0x2010, 0x2015, "write -"},
    {0x2018, 0x201B, "write a plain prime, '"},
    {0x201C, 0x201F, "write plain double quotes"},
    {0x2022, 0x2022, "write * (cell by cell) or @ (the matrix product)"},
    {0x2026, 0x2026, "write every part out"},
    {0x2028, 0x202E, "it is invisible: delete it"},
    {0x202F, 0x202F, "write an ordinary space"},
    {0x2032, 0x2034, "write a plain prime, '"},
    {0x2044, 0x2044, "write /"},
    {0x205F, 0x205F, "write an ordinary space"},
    {0x2060, 0x206F, "it is invisible: delete it"},
    {0x2070, 0x207F, "write ** for a power"},
    {0x2150, 0x215F, "write it with /"},
    {0x2190, 0x2190, "write ="},
    {0x2192, 0x2192, "it stands only in a lesson's inline code"},
    {0x2211, 0x2211, "write sum(x)"},
    {0x2212, 0x2212, "write -"},
    {0x2215, 0x2215, "write /"},
    {0x2217, 0x2219, "write * (cell by cell) or @ (the matrix product)"},
    {0x221A, 0x221A, "write sqrt(x)"},
    {0x221E, 0x221E, "write inf"},
    {0x2225, 0x2225, "write norm(x)"},
    {0x2254, 0x2254, "write ="},
    {0x2260, 0x2260, "write !=, in an expect"},
    {0x2264, 0x2264, "write <=, in an expect"},
    {0x2265, 0x2265, "write >=, in an expect"},
    {0x2297, 0x2299, "write * (cell by cell) or @ (the matrix product)"},
    {0x22A4, 0x22A4, "write .T for the transpose"},
    {0x22BA, 0x22BA, "write .T for the transpose"},
    {0x22C5, 0x22C6, "write * (cell by cell) or @ (the matrix product)"},
    {0x2A2F, 0x2A2F, "write * (cell by cell) or @ (the matrix product)"},
    {0x3000, 0x3000, "write an ordinary space"},
    {0xFE0F, 0xFE0F, "it is invisible: delete it"},
    {0xFEFF, 0xFEFF, "it is invisible: delete it"},
    {0xFF02, 0xFF02, "write plain double quotes"},
};

const char *lexis_advice(uint32_t point) {
    for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++)
        if (point >= advices[i].first && point <= advices[i].last)
            return advices[i].advice;
    return point > 0xFF00 && point < 0xFF5F ? "write its plain twin" : NULL;
}

/* Whether eight bytes are all plain ASCII, which most are. */
static bool are_plain(const char *text) {
    const uint64_t each = 0x0101010101010101;
    uint64_t bytes;
    memcpy(&bytes, text, sizeof bytes);
    uint64_t below_blank = bytes - each * 0x20, delete_or_more = bytes + each;
    return ((bytes | below_blank | delete_or_more) & each * 0x80) == 0;
}

bool lexis_check(const char *text, size_t length, struct failure *failure) {
    for (size_t at = 0; at < length;) {
        if (length - at >= sizeof(uint64_t) && are_plain(text + at)) {
            at += sizeof(uint64_t);
            continue;
        }
        if (at > 0 && length - at < sizeof(uint64_t) && length >= sizeof(uint64_t) &&
            are_plain(text + length - sizeof(uint64_t)))
            return true;
        unsigned char byte = (unsigned char)text[at];
        uint32_t point = byte;
        size_t bytes = byte < 0x80 ? 1 : utf8_decode(text + at, length - at, &point);
        struct span span = {at, at + bytes};
        if (point == 0xFFFD && bytes == 1)
            return failure_at(failure, span,
                              "the byte 0x%02X is no UTF-8 text: save the file as UTF-8", byte);
        bool blank = byte == '\t' || byte == '\n' || byte == '\r';
        if ((byte < 0x20 && !blank) || byte == 0x7F)
            return failure_at(failure, span, "a control character (0x%02X): delete it", byte);
        at += bytes;
    }
    return true;
}

void brackets_open(struct brackets *brackets, bool square) {
    brackets->depth++;
    brackets->kinds = brackets->kinds << 1 | (square ? 1 : 0);
}

void brackets_close(struct brackets *brackets) {
    if (brackets->depth == 0)
        return;
    brackets->depth--;
    brackets->kinds >>= 1;
}

bool lexis_is_comment(const char *text, size_t length, size_t at, const struct brackets *brackets) {
    if (brackets->depth == 0 || at == 0 || at + 1 >= length)
        return true;
    unsigned char before = (unsigned char)text[at - 1], after = (unsigned char)text[at + 1];
    bool word = before >= 0x80 || (before >= 'a' && before <= 'z') ||
                (before >= 'A' && before <= 'Z') || (before >= '0' && before <= '9');
    return !word || after < '0' || after > '9';
}

bool lexis_defines(const char *text, size_t length, size_t at, const struct brackets *brackets) {
    size_t start = at;
    while (at < length && (text[at] == ' ' || text[at] == '\t'))
        at++;
    if (at > start && (brackets->kinds & 1) == 0)
        return false;
    size_t name = lexis_name(text + at, length - at);
    at += name;
    while (at < length && (text[at] == ' ' || text[at] == '\t'))
        at++;
    return name > 0 && at < length && text[at] == '=' && !(at + 1 < length && text[at + 1] == '=');
}

static size_t line_end(const char *text, size_t length, size_t at) {
    while (at < length && text[at] != '\n')
        at++;
    return at;
}

/* Past the closing quote, or at the end of the line where there is none. */
static size_t quote_end(const char *text, size_t length, size_t at) {
    for (at++; at < length && text[at] != '\n'; at++)
        if (text[at] == '"')
            return at + 1;
    return at;
}

/* The bytes that quotes, comments, brackets, lines and statements are made of. */
static const bool marks[UCHAR_MAX + 1] = {['"'] = true, ['#'] = true, ['('] = true,  [')'] = true,
                                          ['['] = true, [']'] = true, ['\n'] = true, [';'] = true};

size_t scan_next_mark(struct scan *scan) {
    while (scan->at < scan->length && !marks[(unsigned char)scan->text[scan->at]])
        scan->at++;
    return scan_next(scan);
}

size_t scan_next(struct scan *scan) {
    while (scan->at < scan->length && scan->text[scan->at] == '"')
        scan->at = quote_end(scan->text, scan->length, scan->at);
    if (scan->at >= scan->length)
        return scan->length;
    size_t at = scan->at++;
    char byte = scan->text[at];
    if (byte == '#' && lexis_is_comment(scan->text, scan->length, at, &scan->brackets))
        scan->at = line_end(scan->text, scan->length, at);
    else if (byte == '(' || byte == '[')
        brackets_open(&scan->brackets, byte == '[');
    else if (byte == ')' || byte == ']')
        brackets_close(&scan->brackets);
    return at;
}
