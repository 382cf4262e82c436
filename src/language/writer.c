/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/writer.h"

#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "language/lexer.h"

#include <string.h>

/* --- how names, texts, numbers and signatures are spelled in each notation -------------------- */

/* True for letters beyond ASCII that Python allows in a name and does not normalise. Others are
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
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        if (point >= letters[i].first && point <= letters[i].last) {
            return true;
        }
    }
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
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (text_same(words[i], name)) {
            return true;
        }
    }
    return false;
}

void writer_python_name(const char *name, struct text *out) {
    for (size_t at = 0, length = strlen(name); at < length;) {
        uint32_t point;
        size_t bytes = utf8_decode(name + at, length - at, &point);
        if (point == '\'') {
            text_append(out, "_prime");
        } else if (point < 0x80 || is_python_letter(point)) {
            text_append_bytes(out, name + at, bytes);
        } else {
            text_format(out, "u%04X", (unsigned)point);
        }
        at += bytes;
    }
    if (is_python_word(name)) {
        text_append(out, "_");
    }
}

/* Writes bytes with those escaped that have a meaning in LaTeX. */
static void write_escaped(const char *bytes, size_t length, struct text *out) {
    for (size_t i = 0; i < length; i++) {
        char byte = bytes[i];
        if (byte == '\\') {
            text_append(out, "\\textbackslash{}");
        } else if (byte == '~' || byte == '^') {
            text_format(out, "\\%c{}", byte);
        } else if (strchr("{}$&#%_", byte) != NULL) {
            text_format(out, "\\%c", byte);
        } else {
            text_append_character(out, byte);
        }
    }
}

/* Writes a part of a name: one letter or a number as it is, a word in FONT. */
static void write_latex_part(const char *font, const char *part, size_t length, struct text *out) {
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
        write_latex_part("mathit", name, length, out);
    } else {
        write_latex_part("mathit", name, head, out);
        text_append(out, "_{");
        write_latex_part("mathrm", name + head + 1, length - head - 1, out);
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
        if (notation == NOTATION_NUMPY && *string == '\\') {
            text_append(out, "\\");
        }
        text_append_character(out, *string);
    }
    text_append(out, "\"");
}

/* Returns how inf, nan and pi are spelled in a notation; NULL for other names. */
static const char *constant_spelling(enum notation notation, const char *name) {
    static const struct {
        const char *name;
        const char *spelling[4]; /* by notation */
    } constants[] = {
        {"inf", {"inf", "∞", "\\infty", "np.inf"}},
        {"nan", {"nan", "nan", "\\mathrm{nan}", "np.nan"}},
        {"pi", {"pi", "π", "\\pi", "np.pi"}},
    };
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        if (text_same(constants[i].name, name)) {
            return constants[i].spelling[notation];
        }
    }
    return NULL;
}

static void write_number_node(enum notation notation, const struct node *number, struct text *out) {
    char exact[NUMBER_TEXT];
    const char *spelling = number->text;
    if (spelling == NULL) {
        number_exact(exact, number->number);
        spelling = exact;
    }
    const char *name = constant_spelling(notation, spelling);
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
        if (notation == NOTATION_NUMPY && strpbrk(spelling, ".eEn") == NULL) {
            text_append(out, ".0");
        }
    }
}

static void write_signature_parameter(const struct parameter *parameter, struct text *out) {
    switch (parameter->kind) {
    case PARAMETER_SIZES:
        text_append(out, "rows, columns");
        return;
    case PARAMETER_VALUES:
        text_append(out, "A, B, …");
        return;
    case PARAMETER_TEXT:
    case PARAMETER_WORDS:
        if (parameter->standard != NULL) {
            text_format(out, "%s=\"%s\"", parameter->name, parameter->standard);
        } else {
            text_format(out, "%s%s\"…\"", parameter->optional ? parameter->name : "",
                        parameter->optional ? "=" : "");
        }
        return;
    default:
        text_append(out, parameter->name);
        if (parameter->standard != NULL) {
            text_format(out, "=%s", parameter->standard);
        } else if (parameter->optional) {
            text_append(out, "=…");
        }
    }
}

static void write_call_signature(const struct op *op, struct text *out) {
    size_t count = operator_parameter_count(op);
    text_format(out, "%s(", op->name);
    for (size_t i = 0; i < count; i++) {
        text_append(out, i == 0 ? "" : ", ");
        write_signature_parameter(&op->parameters[i], out);
    }
    text_append(out, ")");
}

void writer_signature(const struct op *op, struct text *out) {
    const struct parameter *parameters = op->parameters;
    const char *symbol = op->writing.symbol;
    switch (op->writing.form) {
    case WRITING_CALL:
        write_call_signature(op, out);
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

/* --- trees ------------------------------------------------------------------------------------ */

struct writer {
    const struct writer_options *options;
    struct text *out;
    bool place; /* set the nodes' spans */
};

enum { PRECEDENCE_NONE = 0 }; /* between brackets or commas */

static void write_tree_node(const struct writer *writer, const struct node *node, int least);

/* Returns the row's template for the notation if it shows every written argument; otherwise an
 * option would be lost. */
static const char *node_template(const struct writer *writer, const struct node *node) {
    const struct writing *writing = &node->op->writing;
    const char *const templates[] = {NULL, writing->unicode, writing->latex, writing->numpy};
    const char *pattern = templates[writer->options->notation];
    if (pattern == NULL || writer->options->notation == NOTATION_NUMPY) {
        return pattern;
    }
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        char place[3] = {'%', (char)('1' + i), '\0'};
        if (node->argument[i] != NULL && strstr(pattern, place) == NULL) {
            return NULL;
        }
    }
    return pattern;
}

/* Returns how tightly a node binds as it will be written. */
static int precedence_of(const struct writer *writer, const struct node *node) {
    if (node->kind == NODE_NUMBER && node->text != NULL && node->text[0] == '-') {
        return PRECEDENCE_NEGATE;
    }
    if (node->kind != NODE_APPLY) {
        return PRECEDENCE_ATOM;
    }
    const struct writing *writing = &node->op->writing;
    if (writing->form == WRITING_MATRIX) {
        return PRECEDENCE_ATOM;
    }
    if (writing->form == WRITING_SUBSCRIPT) {
        return PRECEDENCE_POSTFIX;
    }
    if (writing->form != WRITING_CALL) {
        return (int)writing->precedence;
    }
    const char *pattern = node_template(writer, node);
    if (pattern == NULL || pattern[0] == '\0') {
        return PRECEDENCE_ATOM;
    }
    /* √%1 has an open end, exp(%1) does not. */
    bool closed = strchr(")]}|", pattern[strlen(pattern) - 1]) != NULL && pattern[0] != '%';
    return closed ? PRECEDENCE_ATOM : PRECEDENCE_POWER;
}

/* True when NODE, written without brackets, begins with an operator of the form WANTED. */
static bool begins_with(const struct node *node, enum writing_form wanted) {
    while (node->kind == NODE_APPLY) {
        enum writing_form form = node->op->writing.form;
        if (form != WRITING_INFIX && form != WRITING_POSTFIX && form != WRITING_SUBSCRIPT) {
            return form == wanted;
        }
        node = node->argument[0];
    }
    return false;
}

/* For an operand of .T or [ ]: (2).T, since a number's own point would be read first. */
static int least_of_operand(const struct node *operand) {
    bool digits = operand->kind == NODE_NUMBER &&
                  (operand->text == NULL || strpbrk(operand->text, "0123456789") != NULL);
    return digits ? PRECEDENCE_ATOM + 1 : PRECEDENCE_POSTFIX;
}

static int least_of_argument(const struct writer *writer, const struct node *node, int index) {
    const struct writing *writing = &node->op->writing;
    bool power = writing->precedence == PRECEDENCE_POWER;
    switch (writing->form) {
    case WRITING_INFIX:
        if (writing->precedence == PRECEDENCE_COMPARE) {
            return PRECEDENCE_ADD;
        }
        if (index == 0) {
            return power ? PRECEDENCE_POSTFIX : (int)writing->precedence;
        }
        if (power) {
            return PRECEDENCE_NEGATE;
        }
        /* In print a · −b needs brackets, or it could be read as a difference. */
        if (writer->options->notation != NOTATION_PLAIN &&
            begins_with(node->argument[index], WRITING_PREFIX)) {
            return PRECEDENCE_ATOM;
        }
        return (int)writing->precedence + 1;
    case WRITING_PREFIX:
        return PRECEDENCE_NEGATE;
    case WRITING_POSTFIX:
        return least_of_operand(node->argument[index]);
    default:
        return PRECEDENCE_POSTFIX;
    }
}

static void write_separator(const struct writer *writer, bool first) {
    text_append(writer->out, first ? "" : ", ");
}

/* Writes a count in Python: a whole number, not a float or a 1×1 array. */
static void write_python_integer(const struct writer *writer, const struct node *node) {
    if (node->kind == NODE_NUMBER && strspn(node->text, "0123456789") == strlen(node->text)) {
        text_append(writer->out, node->text);
        return;
    }
    text_append(writer->out, "int(np.ravel(");
    write_tree_node(writer, node, PRECEDENCE_NONE);
    text_append(writer->out, ")[0])");
}

/* Writes sizes, or any number of values; WHOLE: as a tuple of whole numbers. */
static void write_node_list(const struct writer *writer, const struct node *node, bool whole) {
    text_append(writer->out, whole ? "(" : "");
    for (size_t i = 0; i < node->cell_count; i++) {
        write_separator(writer, i == 0);
        if (whole) {
            write_python_integer(writer, node->cells[i]);
        } else {
            write_tree_node(writer, node->cells[i], PRECEDENCE_NONE);
        }
    }
    text_append(writer->out, whole ? ")" : "");
}

static void write_default(const struct writer *writer, const struct parameter *parameter) {
    bool word = parameter->kind == PARAMETER_WORD || parameter->kind == PARAMETER_TEXT;
    bool numpy = writer->options->notation == NOTATION_NUMPY;
    if (parameter->standard == NULL) {
        text_append(writer->out, numpy ? "None" : "");
    } else if (numpy && word) {
        writer_quoted(NOTATION_NUMPY, parameter->standard, writer->out);
    } else {
        text_append(writer->out, parameter->standard);
    }
}

/* Writes argument INDEX of NODE, or its default for a template that needs it. */
static void write_argument(const struct writer *writer, const struct node *node, int index,
                           int least) {
    const struct parameter *parameter = &node->op->parameters[index];
    const struct node *argument = node->argument[index];
    bool numpy = writer->options->notation == NOTATION_NUMPY;
    if (parameter->kind == PARAMETER_SIZES || parameter->kind == PARAMETER_VALUES) {
        write_node_list(writer, node, numpy && parameter->kind == PARAMETER_SIZES);
    } else if (argument == NULL) {
        write_default(writer, parameter);
    } else if (numpy && parameter->kind == PARAMETER_COUNT) {
        write_python_integer(writer, argument);
    } else if (numpy && argument->kind == NODE_WORD) {
        writer_quoted(NOTATION_NUMPY, argument->text, writer->out);
    } else {
        write_tree_node(writer, argument, least);
    }
}

/* Writes %each%: the axis an operator runs along, in NumPy's terms. */
static void write_numpy_axis(const struct writer *writer, const struct node *node, const char *name,
                             size_t length) {
    int index = operator_parameter(node->op, name, length);
    if (index < 0) {
        return;
    }
    const char *word = node->argument[index] != NULL ? node->argument[index]->text
                                                     : node->op->parameters[index].standard;
    text_append(writer->out, text_same(word, "row")      ? "-1"
                             : text_same(word, "column") ? "-2"
                                                         : "(-2, -1)");
}

/* True when the place %1 at AT is between brackets or commas of the template, so that its argument
 * needs none. A brace at the very start groups for LaTeX only: {%1}^{%2}. */
static bool is_enclosed(const char *pattern, size_t at) {
    size_t before = at;
    while (before > 0 && pattern[before - 1] == ' ') {
        before--;
    }
    if (before == 0 || strchr("([{,|", pattern[before - 1]) == NULL) {
        return false;
    }
    if (before == 1 && pattern[0] == '{') {
        return false;
    }
    const char *after = pattern + at + 2;
    return *after != '\0' && (strchr(")]},|", *after) != NULL || text_starts(after, "\\right"));
}

static void write_template_argument(const struct writer *writer, const struct node *node,
                                    const char *pattern, size_t at) {
    int index = pattern[at + 1] - '1';
    int least = is_enclosed(pattern, at) || node->argument[index] == NULL
                    ? PRECEDENCE_NONE
                    : least_of_argument(writer, node, index);
    const struct node *argument = node->argument[index];
    /* K^{\top}^{\top} is an error in LaTeX; braces group the inner one */
    bool braces = writer->options->notation == NOTATION_LATEX &&
                  node->op->writing.form == WRITING_POSTFIX && argument != NULL &&
                  argument->kind == NODE_APPLY && argument->op->writing.form == WRITING_POSTFIX;
    text_append(writer->out, braces ? "{" : "");
    write_argument(writer, node, index, least);
    text_append(writer->out, braces ? "}" : "");
}

static void write_template(const struct writer *writer, const struct node *node,
                           const char *pattern) {
    for (size_t at = 0; pattern[at] != '\0'; at++) {
        const char *end = pattern[at] == '%' ? strchr(pattern + at + 1, '%') : NULL;
        char next = pattern[at + 1];
        if (pattern[at] == '%' && next >= '1' && next < '1' + CALL_ARGUMENTS) {
            write_template_argument(writer, node, pattern, at++);
        } else if (end != NULL) {
            const char *name = pattern + at + 1;
            write_numpy_axis(writer, node, name, (size_t)(end - name));
            at = (size_t)(end - pattern);
        } else {
            text_append_character(writer->out, pattern[at]);
        }
    }
}

static void write_option_word(const struct writer *writer, const char *word) {
    enum notation notation = writer->options->notation;
    size_t length = strlen(word);
    if (notation == NOTATION_LATEX) {
        text_format(writer->out, "\\mathrm{%s}", word);
    } else if (notation == NOTATION_NUMPY || length == 0 || lexer_name(word, length) != length) {
        writer_quoted(notation, word, writer->out);
    } else {
        text_append(writer->out, word);
    }
}

static void write_name_in_notation(const struct writer *writer, const char *name) {
    switch (writer->options->notation) {
    case NOTATION_LATEX:
        writer_latex_name(name, writer->out);
        return;
    case NOTATION_NUMPY:
        writer_python_name(name, writer->out);
        return;
    case NOTATION_PLAIN:
    case NOTATION_UNICODE:
        text_append(writer->out, name);
    }
}

/* Writes f(a, b, option=c): without names until a parameter has been omitted. */
static void write_arguments(const struct writer *writer, const struct node *node) {
    bool first = true, named = false, latex = writer->options->notation == NOTATION_LATEX;
    for (size_t i = 0; i < operator_parameter_count(node->op); i++) {
        const struct parameter *parameter = &node->op->parameters[i];
        bool sizes = parameter->kind == PARAMETER_SIZES || parameter->kind == PARAMETER_VALUES;
        if (!sizes && node->argument[i] == NULL) {
            named = true;
            continue;
        }
        named = named || node->named[i];
        write_separator(writer, first);
        if (named && !sizes) {
            text_format(writer->out, latex ? "\\mathrm{%s}=" : "%s=", parameter->name);
        }
        write_argument(writer, node, (int)i, PRECEDENCE_NONE);
        named = named || sizes;
        first = false;
    }
}

static void write_call_node(const struct writer *writer, const struct node *node) {
    const char *name = node->op == &operator_user ? node->text : node->op->name;
    if (writer->options->notation == NOTATION_LATEX) {
        text_append(writer->out, "\\operatorname{");
        for (; *name != '\0'; name++) {
            text_format(writer->out, "%s%c", *name == '_' ? "\\" : "", *name);
        }
        text_append(writer->out, "}\\left(");
        write_arguments(writer, node);
        text_append(writer->out, "\\right)");
        return;
    }
    write_name_in_notation(writer, name);
    text_append(writer->out, "(");
    write_arguments(writer, node);
    text_append(writer->out, ")");
}

/* Returns how many cells one position on AXIS has. */
static size_t cells_below(const struct node *matrix, int axis) {
    return axis == AXIS_COLUMN ? 1 : matrix->size[axis + 1] * cells_below(matrix, axis + 1);
}

/* What is written before, between and after the positions on an axis. */
struct list_signs {
    const char *open, *between, *close;
};

/* Writes the cells from FROM on, of the axes from AXIS inwards. A cell that begins with a square
 * bracket is put in round ones, or it would be read as a row. */
static void write_matrix_axis(const struct writer *writer, const struct node *node, int axis,
                              size_t from) {
    static const struct list_signs plain = {"[", ", ", "]"};
    static const struct list_signs latex[AXIS_COUNT] = {
        {"\\left[", ",\\; ", "\\right]"},
        {"\\left[", ",\\; ", "\\right]"},
        {"\\begin{bmatrix} ", " \\\\ ", " \\end{bmatrix}"},
        {"", " & ", ""},
    };
    bool in_latex = writer->options->notation == NOTATION_LATEX;
    const struct list_signs *signs = in_latex ? &latex[axis] : &plain;
    size_t below = cells_below(node, axis);
    text_append(writer->out, signs->open);
    for (size_t i = 0; i < node->size[axis]; i++) {
        text_append(writer->out, i == 0 ? "" : signs->between);
        if (axis != AXIS_COLUMN) {
            write_matrix_axis(writer, node, axis + 1, from + i * below);
        } else if (node->array != NULL) {
            struct node number = {.kind = NODE_NUMBER, .depth = 1};
            number.number = node->array->cells[from + i];
            write_tree_node(writer, &number, PRECEDENCE_NONE);
        } else {
            bool row = !in_latex && begins_with(node->cells[from + i], WRITING_MATRIX);
            write_tree_node(writer, node->cells[from + i],
                            row ? PRECEDENCE_ATOM + 1 : PRECEDENCE_NONE);
        }
    }
    text_append(writer->out, signs->close);
}

/* True for np.array, which takes numbers; np.block joins 1×1 arrays. */
static bool has_numbers_only(const struct node *node) {
    double number;
    for (size_t i = 0; i < node->cell_count; i++) {
        if (!tree_is_number(node->cells[i], &number)) {
            return false;
        }
    }
    return true;
}

static void write_matrix(const struct writer *writer, const struct node *node) {
    enum notation notation = writer->options->notation;
    bool numpy = notation == NOTATION_NUMPY, lone_row = node->axes < 2;
    int axes = lone_row && (numpy || notation == NOTATION_LATEX) ? 2 : node->axes;
    if (numpy) {
        text_append(writer->out, has_numbers_only(node) ? "np.array(" : "np.block(");
    }
    write_matrix_axis(writer, node, AXIS_COUNT - axes, 0);
    text_append(writer->out, numpy ? ")" : "");
}

static void write_bound(const struct writer *writer, const struct node *bound) {
    if (bound != NULL) {
        write_tree_node(writer, bound, PRECEDENCE_NONE);
    }
}

/* Writes a position minus BASE: Python counts from 0 and excludes the end of a range. */
static void write_python_bound(const struct writer *writer, const struct node *bound, int base) {
    if (bound != NULL && bound->kind == NODE_NUMBER && bound->number < 1e15) {
        text_format(writer->out, "%.0f", bound->number - base);
    } else if (bound != NULL) {
        write_python_integer(writer, bound);
        text_append(writer->out, base == 1 ? " - 1" : "");
    }
}

static void write_subscript(const struct writer *writer, const struct subscript *subscript,
                            bool drops) {
    bool numpy = writer->options->notation == NOTATION_NUMPY;
    if (subscript->all) {
        text_append(writer->out, ":");
    } else if (numpy) {
        write_python_bound(writer, subscript->from, 1);
        text_append(writer->out, drops && !subscript->range ? "" : ":");
        if (!drops || subscript->range) {
            write_python_bound(writer, subscript->range ? subscript->to : subscript->from, 0);
        }
    } else {
        write_bound(writer, subscript->from);
        text_append(writer->out, subscript->range ? ":" : "");
        write_bound(writer, subscript->to);
    }
}

static void write_subscript_list(const struct writer *writer, const struct node *node) {
    bool numpy = writer->options->notation == NOTATION_NUMPY;
    size_t count = node->subscript_count;
    for (size_t i = 0; i < count; i++) {
        size_t start;
        bool drops = count > 2 && i < count - 2;
        text_append(writer->out, i == 0 ? "" : numpy ? ", " : ",");
        start = writer->out->length;
        write_subscript(writer, &node->subscripts[i], drops);
        if (writer->place) {
            node->subscripts[i].span = (struct span){start, writer->out->length};
        }
    }
    text_append(writer->out, count == 0 ? ":" : "");
}

static void write_subscripts(const struct writer *writer, const struct node *node) {
    bool latex = writer->options->notation == NOTATION_LATEX;
    text_append(writer->out, latex ? "{" : "");
    write_tree_node(writer, node->argument[0], least_of_operand(node->argument[0]));
    text_append(writer->out, latex ? "}_{" : "[");
    write_subscript_list(writer, node);
    text_append(writer->out, latex ? "}" : "]");
}

static void write_symbols(const struct writer *writer, const struct node *node) {
    const struct writing *writing = &node->op->writing;
    bool infix = writing->form == WRITING_INFIX, prefix = writing->form == WRITING_PREFIX;
    bool tight = writing->precedence == PRECEDENCE_POWER;
    if (prefix) {
        text_append(writer->out, writing->symbol);
    }
    write_tree_node(writer, node->argument[0], least_of_argument(writer, node, 0));
    if (prefix) {
        return;
    }
    text_format(writer->out, infix && !tight ? " %s " : "%s", writing->symbol);
    if (infix) {
        write_tree_node(writer, node->argument[1], least_of_argument(writer, node, 1));
    }
}

static void write_operator_node(const struct writer *writer, const struct node *node) {
    const char *pattern = node_template(writer, node);
    enum writing_form form = node->op->writing.form;
    if (form == WRITING_MATRIX) {
        write_matrix(writer, node);
    } else if (form == WRITING_SUBSCRIPT) {
        write_subscripts(writer, node);
    } else if (pattern != NULL) {
        write_template(writer, node, pattern);
    } else if (form == WRITING_CALL) {
        write_call_node(writer, node);
    } else {
        write_symbols(writer, node);
    }
}

/* Writes a text, or a list of texts, in which each ends with a newline. */
static void write_texts(enum notation notation, const char *texts, struct text *out) {
    if (strchr(texts, '\n') == NULL) {
        writer_quoted(notation, texts, out);
        return;
    }
    text_append(out, "[");
    for (const char *at = texts, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        struct text one = {0};
        text_append_bytes(&one, at, (size_t)(end - at));
        text_append(out, at == texts ? "" : ", ");
        writer_quoted(notation, text_string(&one), out);
        out->failed |= one.failed;
        text_release(&one);
    }
    text_append(out, "]");
}

/* Writes scores(Q, K) = Q @ K.T, or the lines of a body, each on its own line and indented. */
static void write_operator_body(const struct writer *writer, const struct node *node) {
    bool lines = node->cell_count > node->parameters + 1;
    write_name_in_notation(writer, node->text);
    text_append(writer->out, "(");
    for (size_t i = 0; i < node->cell_count; i++) {
        bool parameter = i < node->parameters;
        if (i == node->parameters) {
            text_append(writer->out, lines ? ") =" : ") = ");
        }
        text_append(writer->out, !parameter && lines ? "\n    " : "");
        if (parameter) {
            write_separator(writer, i == 0);
        }
        write_tree_node(writer, node->cells[i], PRECEDENCE_NONE);
    }
}

static void write_tree_node(const struct writer *writer, const struct node *node, int least) {
    const struct writer_options *options = writer->options;
    bool latex = options->notation == NOTATION_LATEX;
    if (options->special != NULL && options->special(options->context, node, writer->out)) {
        return;
    }
    size_t start = writer->out->length;
    bool brackets = precedence_of(writer, node) < least;
    if (brackets) {
        text_append(writer->out, latex ? "\\left(" : "(");
    }
    switch (node->kind) {
    case NODE_NUMBER:
        write_number_node(options->notation, node, writer->out);
        break;
    case NODE_TEXT:
        write_texts(options->notation, node->text, writer->out);
        break;
    case NODE_WORD:
        write_option_word(writer, node->text);
        break;
    case NODE_NAME:
        write_name_in_notation(writer, node->text);
        break;
    case NODE_APPLY:
        write_operator_node(writer, node);
        break;
    case NODE_BODY:
        write_operator_body(writer, node);
        break;
    case NODE_LINE:
        write_name_in_notation(writer, node->text);
        text_append(writer->out, " = ");
        write_tree_node(writer, node->argument[0], PRECEDENCE_NONE);
        break;
    }
    if (brackets) {
        text_append(writer->out, latex ? "\\right)" : ")");
    }
    /* writer_place may change its tree. */
    if (writer->place) {
        ((struct node *)node)->span = (struct span){start, writer->out->length};
    }
}

void writer_write(const struct node *node, const struct writer_options *options, struct text *out) {
    write_tree_node(&(struct writer){.options = options, .out = out}, node, PRECEDENCE_NONE);
}

void writer_plain(const struct node *node, struct text *out) {
    writer_write(node, &(struct writer_options){.notation = NOTATION_PLAIN}, out);
}

void writer_subscripts(const struct node *node, struct text *out) {
    struct writer_options options = {.notation = NOTATION_PLAIN};
    write_subscript_list(&(struct writer){.options = &options, .out = out}, node);
}

void writer_place(struct node *node, struct text *out) {
    struct writer_options options = {.notation = NOTATION_PLAIN};
    write_tree_node(&(struct writer){.options = &options, .out = out, .place = true}, node,
                    PRECEDENCE_NONE);
}

/* --- values ----------------------------------------------------------------------------------- */

/* Appends numbers and brackets, as the language reads them. */
static void append_literal(const struct tensor *tensor, struct text *out) {
    struct node matrix = tree_matrix((struct tensor *)tensor); /* the matrix is only read */
    writer_plain(&matrix, out);
}

static void append_label_word(const char *label, struct text *out) {
    size_t length = strlen(label);
    text_append(out, length == 0 ? "_" : "");
    for (size_t at = 0; at < length;) {
        uint32_t point;
        char character[5];
        at += utf8_decode(label + at, length - at, &point);
        /* White space of any script would make two words of a label. */
        bool space = point <= 0x20 || (point >= 0x7f && point < 0xa0) || utf8_blank(point);
        utf8_encode(space ? '_' : point == '"' ? '\'' : point, character);
        text_append(out, character);
    }
}

static void append_words(const struct labels *labels, struct text *out) {
    text_append(out, "\"");
    for (size_t i = 0; labels && i < labels->count; i++) {
        text_append(out, i > 0 ? " " : "");
        append_label_word(labels->names[i], out);
    }
    text_append(out, "\"");
}

/* Appends `tokens(…)`, which names rows, so labels on the columns alone go on the rows of the
 * transpose. */
static void append_labelled(const struct tensor *tensor, struct text *out) {
    const struct labels *rows = tensor->shape.labels[AXIS_ROW];
    const struct labels *columns = tensor->shape.labels[AXIS_COLUMN];
    struct failure failure;
    struct tensor *transposed = rows ? NULL : tensor_transposed(tensor, &failure);
    if (!rows && !transposed) {
        out->failed = true;
        return;
    }
    text_append(out, "tokens(");
    append_words(rows ? rows : columns, out);
    text_append(out, ", ");
    append_literal(rows ? tensor : transposed, out);
    if (rows && columns) {
        text_append(out, ", columns=");
        append_words(columns, out);
    }
    text_append(out, rows ? ")" : ").T");
    tensor_release(transposed);
}

void writer_literal(const struct tensor *tensor, struct text *out) {
    (shape_is_labelled(&tensor->shape) ? append_labelled : append_literal)(tensor, out);
}
