/* How names, texts, numbers and signatures are spelled in each notation. */
#include "language/writer.h"

#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"

#include <string.h>

/* Letters beyond ASCII that Python allows in a name and leaves as they are; ordered. Others are
 * written as their code point. */
static bool is_python_letter(uint32_t point) {
    static const struct {
        uint32_t first, last;
    } letters[] = {
        {0x00C0, 0x00D6}, {0x00D8, 0x00F6}, {0x00F8, 0x0131}, {0x0134, 0x013E}, {0x0141, 0x0148},
        {0x014A, 0x017E}, {0x0386, 0x0386}, {0x0388, 0x038A}, {0x038C, 0x038C}, {0x038E, 0x03A1},
        {0x03A3, 0x03CE}, {0x0400, 0x0481}, {0x048A, 0x052F}, {0x05D0, 0x05EA}, {0x0620, 0x064A},
        {0x0904, 0x0939}, {0x3041, 0x3096}, {0x30A1, 0x30FA}, {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3},
    };
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (point >= letters[i].first && point <= letters[i].last)
            return true;
    return false;
}

static bool is_python_word(const char *name) {
    static const char *const words[] = {
        "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield",    "np",
        "json",  "math",     "print", "float",  "int",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_same(words[i], name))
            return true;
    return false;
}

void writer_python_name(const char *name, struct text *out) {
    for (size_t at = 0, length = strlen(name); at < length;) {
        uint32_t point;
        size_t bytes = utf8_decode(name + at, length - at, &point);
        if (point == '\'')
            text_append(out, "_prime");
        else if (point < 0x80 || is_python_letter(point))
            text_append_bytes(out, name + at, bytes);
        else
            text_format(out, "u%04X", (unsigned)point);
        at += bytes;
    }
    if (is_python_word(name))
        text_append(out, "_");
}

/* Bytes that mean something to LaTeX, made plain. */
static void write_escaped(const char *bytes, size_t length, struct text *out) {
    for (size_t i = 0; i < length; i++) {
        char byte = bytes[i];
        if (byte == '\\')
            text_append(out, "\\textbackslash{}");
        else if (byte == '~' || byte == '^')
            text_format(out, "\\%c{}", byte);
        else if (strchr("{}$&#%_", byte) != NULL)
            text_format(out, "\\%c", byte);
        else
            text_append_character(out, byte);
    }
}

/* A part of a name: one letter or a number as it is, a word in FONT. */
static void write_part(const char *font, const char *part, size_t length, struct text *out) {
    bool number = length > 0 && strspn(part, "0123456789") >= length;
    if (number || utf8_characters(part, length) == 1) {
        text_append_bytes(out, part, length);
        return;
    }
    text_format(out, "\\%s{", font);
    write_escaped(part, length, out);
    text_append(out, "}");
}

void writer_latex_name(const char *name, struct text *out) {
    size_t length = strcspn(name, "'"), head = strcspn(name, "_");
    if (head >= length || head + 1 == length) {
        write_part("mathit", name, length, out);
    } else {
        write_part("mathit", name, head, out);
        text_append(out, "_{");
        write_part("mathrm", name + head + 1, length - head - 1, out);
        text_append(out, "}");
    }
    text_append(out, name + length);
}

void writer_quoted(enum notation notation, const char *string, struct text *out) {
    if (notation == NOTATION_LATEX) {
        text_append(out, "\\text{");
        write_escaped(string, strlen(string), out);
        text_append(out, "}");
        return;
    }
    text_append(out, "\"");
    for (; *string != '\0'; string++) {
        if (notation == NOTATION_NUMPY && *string == '\\')
            text_append(out, "\\");
        text_append_character(out, *string);
    }
    text_append(out, "\"");
}

/* inf, nan and pi. */
static const char *constant(enum notation notation, const char *name) {
    static const struct {
        const char *name;
        const char *spelling[4]; /* by notation */
    } constants[] = {
        {"inf", {"inf", "∞", "\\infty", "np.inf"}},
        {"nan", {"nan", "nan", "\\mathrm{nan}", "np.nan"}},
        {"pi", {"pi", "π", "\\pi", "np.pi"}},
    };
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++)
        if (text_same(constants[i].name, name))
            return constants[i].spelling[notation];
    return NULL;
}

void writer_number(enum notation notation, const struct node *number, struct text *out) {
    char exact[NUMBER_TEXT];
    const char *spelling = number->text;
    if (spelling == NULL) {
        number_exact(exact, number->number);
        spelling = exact;
    }
    const char *name = constant(notation, spelling);
    size_t mantissa = strcspn(spelling, "eE");
    if (name != NULL) {
        text_append(out, name);
    } else if (notation == NOTATION_LATEX && spelling[mantissa] != '\0') {
        const char *exponent = spelling + mantissa + 1;
        text_append_bytes(out, spelling, mantissa);
        text_format(out, " \\cdot 10^{%s}", exponent + (*exponent == '+'));
    } else {
        text_append(out, spelling);
        /* Python's 2 is a whole number: 2 ** -1 on an array of them fails. */
        if (notation == NOTATION_NUMPY && strpbrk(spelling, ".eEn") == NULL)
            text_append(out, ".0");
    }
}

static void write_parameter(const struct parameter *parameter, struct text *out) {
    switch (parameter->kind) {
    case PARAMETER_SIZES:
        text_append(out, "rows, columns");
        return;
    case PARAMETER_TEXT:
        if (parameter->standard != NULL)
            text_format(out, "%s=\"%s\"", parameter->name, parameter->standard);
        else
            text_format(out, "%s%s\"…\"", parameter->optional ? parameter->name : "",
                        parameter->optional ? "=" : "");
        return;
    default:
        text_append(out, parameter->name);
        if (parameter->standard != NULL)
            text_format(out, "=%s", parameter->standard);
        else if (parameter->optional)
            text_append(out, "=…");
    }
}

static void write_call(const struct operator* operator, struct text * out) {
    size_t count = operator_parameter_count(operator);
    text_format(out, "%s(", operator->name);
    for (size_t i = 0; i < count; i++) {
        text_append(out, i == 0 ? "" : ", ");
        write_parameter(&operator->parameters[i], out);
    }
    text_append(out, ")");
}

void writer_signature(const struct operator* operator, struct text * out) {
    const struct parameter *parameters = operator->parameters;
    const char *symbol = operator->writing.symbol;
    switch (operator->writing.form) {
    case WRITING_CALL:
        write_call(operator, out);
        break;
    case WRITING_INFIX:
        text_format(out, "%s %s %s", parameters[0].name, symbol, parameters[1].name);
        break;
    case WRITING_PREFIX:
        text_format(out, "%s%s", symbol, parameters[0].name);
        break;
    case WRITING_POSTFIX:
        text_format(out, "%s%s", parameters[0].name, symbol);
        break;
    case WRITING_MATRIX:
        text_append(out, "[[a, b], [c, d]]");
        break;
    case WRITING_SUBSCRIPT:
        text_format(out, "%s[row, column]", parameters[0].name);
        break;
    }
}
