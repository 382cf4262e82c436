/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/medium.h"

#include "base/text.h"
#include "base/utf8.h"
#include "canvas/figures.h"
#include "lesson/document.h"

#include <string.h>

enum { MOST_CELLS = 64 };

/* --- numbers ---------------------------------------------------------------------------------- */

static struct figures figures_of(const struct tensor *value, int precision) {
    struct figures figures = {.precision = precision};
    for (size_t pass = 0; pass < FIGURES_PASSES; pass++) {
        for (size_t i = 0; i < shape_cells(&value->shape); i++) {
            figures_passes[pass](&figures, value->cells[i]);
        }
    }
    return figures;
}

/* The label of POSITION on AXIS of VALUE, else its number. */
static void append_label(const struct medium *medium, const struct tensor *value, int axis,
                         size_t position, struct text *out) {
    const struct labels *labels = value->shape.labels[axis];
    if (labels == NULL) {
        text_format(out, "%zu", position + 1);
    } else {
        medium->escape(labels->names[position], out);
    }
}

/* The rows of a stack's matrices follow each other. */
static size_t rows_of(const struct tensor *value) {
    return shape_matrices(&value->shape) * shape_rows(&value->shape);
}

/* --- Markdown --------------------------------------------------------------------------------- */

static void markdown_escape(const char *text, struct text *out) {
    for (const char *at = text; *at != '\0'; at++) {
        text_append(out, strchr("\\`*_{}[]<>|#~&", *at) != NULL ? "\\" : "");
        text_append_character(out, *at);
    }
}

enum { MARKDOWN, HTML, LATEX, MEDIUM_COUNT };

static const struct medium media[MEDIUM_COUNT];

/* A table: begins with its column heads, then OPEN, SEPARATOR and CLOSE of a row. */
struct grid {
    const struct medium *medium;
    const struct tensor *value;
    struct figures figures;
    const char *open, *separator, *close, *blank;
};

static void write_rows(const struct grid *grid, struct text *out) {
    const struct tensor *value = grid->value;
    size_t rows = shape_rows(&value->shape), columns = shape_columns(&value->shape);
    for (size_t i = 0; i < rows_of(value); i++) {
        text_append(out, grid->open);
        append_label(grid->medium, value, AXIS_ROW, i % rows, out);
        for (size_t j = 0; j < columns; j++) {
            char number[NUMBER_TEXT];
            figures_write(&grid->figures, value->cells[i * columns + j], number);
            text_format(out, "%s%s", grid->separator, grid->blank != NULL ? grid->blank : number);
        }
        text_append(out, grid->close);
    }
}

static void write_heads(const struct grid *grid, struct text *out) {
    text_append(out, grid->open);
    for (size_t j = 0; j < shape_columns(&grid->value->shape); j++) {
        text_append(out, grid->separator);
        append_label(grid->medium, grid->value, AXIS_COLUMN, j, out);
    }
    text_append(out, grid->close);
}

static void markdown_matrix(const struct tensor *value, int precision, bool blank,
                            struct text *out) {
    struct grid grid = {
        &media[MARKDOWN],       value, figures_of(value, precision), "| ", " | ", " |\n",
        blank ? "      " : NULL};
    text_append(out, "\n");
    write_heads(&grid, out);
    text_append(out, "|---|");
    text_repeat(out, "---:|", shape_columns(&value->shape));
    text_append(out, "\n");
    write_rows(&grid, out);
}

/* --- HTML ------------------------------------------------------------------------------------- */

static void html_escape(const char *text, struct text *out) {
    static const char special[] = "&<>\"";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (const char *at = text; *at != '\0'; at++) {
        const char *found = strchr(special, *at);
        text_append(out, found != NULL ? entities[found - special] : "");
        text_append_bytes(out, at, found != NULL ? 0 : 1);
    }
}

static void html_matrix(const struct tensor *value, int precision, bool blank, struct text *out) {
    struct grid grid = {&media[HTML], value,       figures_of(value, precision),
                        "<tr><th>",   "</th><th>", "</th></tr>\n",
                        NULL};
    text_append(out, "<table>\n");
    write_heads(&grid, out);
    grid.separator = "</td><td>";
    grid.close = "</td></tr>\n";
    grid.open = "<tr><td class=\"label\">";
    grid.blank = blank ? "" : NULL;
    write_rows(&grid, out);
    text_append(out, "</table>\n");
}

#define HTML_STYLE                                                                                 \
    "body { max-width: 42em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 Georgia, serif; "    \
    "color: #111; background: #fff; }\n"                                                           \
    "h1, h2 { font-family: Helvetica, Arial, sans-serif; line-height: 1.2; }\n"                    \
    "h2 { margin-top: 2em; border-bottom: 1px solid #999; }\n"                                     \
    "code, pre, table { font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; "             \
    "font-size: 14px; }\n"                                                                         \
    "table { border-collapse: collapse; margin: 0.5em 0 1em 1.5em; }\n"                            \
    "th { font-weight: normal; color: #555; padding: 0 0.6em; text-align: right; }\n"              \
    "td { border: 1px solid #999; padding: 0.1em 0.6em; min-width: 3.2em; height: 1.6em; "         \
    "text-align: right; }\n"                                                                       \
    "td.label { border: none; color: #555; }\n"                                                    \
    ".question { margin-top: 1.5em; }\n"                                                           \
    ".question, .formula { break-after: avoid; }\n"                                                \
    "table { break-inside: avoid; }\n"                                                             \
    ".choice, .step { margin: 0.2em 0 0.2em 1.5em; }\n"                                            \
    ".room { height: 6em; background: repeating-linear-gradient(#fff 0 1.9em, #bbb 1.9em 2em); "   \
    "margin: 0.5em 0 1em 1.5em; }\n"                                                               \
    ".answer { margin-left: 1.5em; color: #0a5c0a; }\n"                                            \
    ".name { text-align: right; }\n"

/* --- LaTeX ------------------------------------------------------------------------------------ */

/* Signs that a plain LaTeX has no letter for, and what sets them in formulas. */
static const struct {
    const char *sign, *command;
} latex_signs[] = {
    {"·", "\\cdot"},    {"×", "\\times"},
    {"→", "\\to"},      {"←", "\\leftarrow"},
    {"−", "-"},         {"≈", "\\approx"},
    {"≠", "\\neq"},     {"≤", "\\leq"},
    {"≥", "\\geq"},     {"√", "\\surd"},
    {"Σ", "\\Sigma"},   {"Δ", "\\Delta"},
    {"α", "\\alpha"},   {"β", "\\beta"},
    {"γ", "\\gamma"},   {"δ", "\\delta"},
    {"ε", "\\epsilon"}, {"θ", "\\theta"},
    {"λ", "\\lambda"},  {"μ", "\\mu"},
    {"π", "\\pi"},      {"σ", "\\sigma"},
    {"∂", "\\partial"}, {"∞", "\\infty"},
    {"…", "\\ldots"},   {"▶", "\\triangleright"},
    {"²", "^2"},        {"³", "^3"},
    {"ᵀ", "^{T}"},      {"₁", "_1"},
    {"₂", "_2"},        {"₃", "_3"},
    {"₄", "_4"},        {"↓", "\\downarrow"},
    {"↑", "\\uparrow"}, {"÷", "\\div"},
    {"′", "'"},         {"⁰", "^0"},
    {"⁸", "^8"},        {"⅓", "\\frac13"},
};

static const struct {
    char character;
    const char *command;
} latex_characters[] = {
    {'\\', "\\textbackslash{}"},
    {'{', "\\{"},
    {'}', "\\}"},
    {'$', "\\$"},
    {'&', "\\&"},
    {'#', "\\#"},
    {'_', "\\_"},
    {'%', "\\%"},
    {'^', "\\textasciicircum{}"},
    {'~', "\\textasciitilde{}"},
    {'<', "\\textless{}"},
    {'>', "\\textgreater{}"},
    {'|', "\\textbar{}"},
    {'"', "\\textquotedblright{}"},
};

/* Latin letters with accents it knows; of other scripts the sign's number stands, which any font
 * has. */
static void latex_sign(const char *text, size_t length, uint32_t point, struct text *out) {
    enum { LAST_LATIN = 0x17f, QUOTES = 0x2010, LAST_QUOTE = 0x201f };
    for (size_t i = 0; i < sizeof latex_signs / sizeof latex_signs[0]; i++) {
        if (strlen(latex_signs[i].sign) == length && text_starts(text, latex_signs[i].sign)) {
            text_format(out, "\\ensuremath{%s}", latex_signs[i].command);
            return;
        }
    }
    if (point <= LAST_LATIN || (point >= QUOTES && point <= LAST_QUOTE)) {
        text_append_bytes(out, text, length);
    } else {
        text_format(out, "\\texttt{U+%04X}", (unsigned)point);
    }
}

static void latex_escape(const char *text, struct text *out) {
    size_t end = strlen(text), length;
    for (size_t at = 0; at < end; at += length) {
        uint32_t point;
        const char *command = NULL;
        length = utf8_decode(text + at, end - at, &point);
        for (size_t i = 0; i < sizeof latex_characters / sizeof latex_characters[0]; i++) {
            command =
                text[at] == latex_characters[i].character ? latex_characters[i].command : command;
        }
        if (command != NULL) {
            text_append(out, command);
        } else if (point < 0x80) {
            text_append_character(out, text[at]);
        } else {
            latex_sign(text + at, length, point, out);
        }
    }
}

static void latex_matrix(const struct tensor *value, int precision, bool blank, struct text *out) {
    struct grid grid = {&media[LATEX], value,     figures_of(value, precision),     "",
                        " & ",         " \\\\\n", blank ? "\\hspace*{2.5em}" : NULL};
    text_append(out, "\\begin{center}\\renewcommand{\\arraystretch}{1.3}\\fit{\\begin{tabular}{r|");
    text_repeat(out, "r|", shape_columns(&value->shape));
    text_append(out, "}\n");
    write_heads(&grid, out);
    text_append(out, "\\hline\n");
    grid.close = " \\\\ \\hline\n";
    write_rows(&grid, out);
    text_append(out, "\\end{tabular}}\\end{center}\n");
}

/* --- the rows --------------------------------------------------------------------------------- */

/* In the order of their names in the enumeration above. */
static const struct medium media[MEDIUM_COUNT] = {
    {.name = "markdown",
     .begin = "",
     .end = "",
     .elements = {[ELEMENT_TITLE] = {"# ", "\n"},
                  [ELEMENT_NAME] = {"\nName: ", "\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\n"},
                  [ELEMENT_PAGE] = {"\n## ", "\n"},
                  [ELEMENT_QUESTION] = {"\n", "\n"},
                  [ELEMENT_CHOICE] = {"\n- ☐ ", "\n"},
                  [ELEMENT_RIGHT] = {"\n- ☒ ", "\n"},
                  [ELEMENT_FORMULA] = {"\n```\n", "\n```\n"},
                  [ELEMENT_ROOM] = {"\n<br><br><br><br>\n", ""},
                  [ELEMENT_REMARK] = {"\n", "\n"},
                  [ELEMENT_ANSWER] = {"\n**", "**\n"},
                  [ELEMENT_STEP] = {"\n```\n", "\n```\n"}},
     .code = {"`", "`"},
     .emphasis = {"*", "*"},
     .line_end = "\\\n",
     .escape = markdown_escape,
     .matrix = markdown_matrix},
    {.name = "html",
     .begin = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
     .titled = "</title>\n<style>\n" HTML_STYLE "</style>\n</head>\n<body>\n",
     .end = "</body>\n</html>\n",
     .elements = {[ELEMENT_TITLE] = {"<h1>", "</h1>\n"},
                  [ELEMENT_NAME] = {"<p class=\"name\">Name: ", "________________________</p>\n"},
                  [ELEMENT_PAGE] = {"<h2>", "</h2>\n"},
                  [ELEMENT_QUESTION] = {"<p class=\"question\">", "</p>\n"},
                  [ELEMENT_CHOICE] = {"<p class=\"choice\">☐ ", "</p>\n"},
                  [ELEMENT_RIGHT] = {"<p class=\"choice\">☒ ", "</p>\n"},
                  [ELEMENT_FORMULA] = {"<p class=\"formula\"><code>", "</code></p>\n"},
                  [ELEMENT_ROOM] = {"<div class=\"room\">", "</div>\n"},
                  [ELEMENT_REMARK] = {"<p>", "</p>\n"},
                  [ELEMENT_ANSWER] = {"<p class=\"answer\">", "</p>\n"},
                  [ELEMENT_STEP] = {"<p class=\"step\"><code>", "</code></p>\n"}},
     .code = {"<code>", "</code>"},
     .emphasis = {"<em>", "</em>"},
     .line_end = "<br>\n",
     .escape = html_escape,
     .matrix = html_matrix},
    {.name = "latex",
     .begin = "\\documentclass[11pt,a4paper]{article}\n\\usepackage[utf8]{inputenc}\n"
              "\\usepackage[margin=25mm]{geometry}\n\\usepackage{amssymb,graphicx}\n"
              "\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{0.5em}\n"
              "\\raggedright\\makeatletter\\@beginparpenalty=10000\\makeatother\n"
              "\\newcommand{\\fit}[1]{\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else"
              "\\width\\fi}{!}{#1}}\n"
              "\\begin{document}\n",
     .end = "\\end{document}\n",
     .elements = {[ELEMENT_TITLE] = {"\\section*{", "}\n"},
                  [ELEMENT_NAME] = {"\\hfill Name: ", "\\underline{\\hspace*{6cm}}\n\n"},
                  [ELEMENT_PAGE] = {"\\subsection*{", "}\n"},
                  [ELEMENT_QUESTION] = {"\\medskip\n", "\n\n"},
                  [ELEMENT_CHOICE] = {"\\hspace*{1.5em}\\ensuremath{\\square}\\ ", "\n\n"},
                  [ELEMENT_RIGHT] = {"\\hspace*{1.5em}\\ensuremath{\\boxtimes}\\ ", "\n\n"},
                  [ELEMENT_FORMULA] = {"\\texttt{", "}\n\n"},
                  [ELEMENT_ROOM] = {"\\vspace{2.5cm}", "\n\n"},
                  [ELEMENT_REMARK] = {"", "\n\n"},
                  [ELEMENT_ANSWER] = {"\\textbf{", "}\n\n"},
                  [ELEMENT_STEP] = {"\\hspace*{1.5em}\\texttt{", "}\n\n"}},
     .code = {"\\texttt{", "}"},
     .emphasis = {"\\emph{", "}"},
     .line_end = "\\\\\n",
     .escape = latex_escape,
     .matrix = latex_matrix},
};

const struct medium *medium_find(const char *name) {
    for (size_t i = 0; i < MEDIUM_COUNT; i++) {
        if (text_same(media[i].name, name)) {
            return &media[i];
        }
    }
    return NULL;
}

void medium_list(const char *separator, struct text *out) {
    for (size_t i = 0; i < MEDIUM_COUNT; i++) {
        text_format(out, "%s%s", i > 0 ? separator : "", media[i].name);
    }
}

/* --- elements --------------------------------------------------------------------------------- */

/* Code in Markdown is shown as it is. */
static void escape_code(const struct medium *medium, const char *code, struct text *out) {
    if (medium->escape == markdown_escape) {
        text_append(out, code);
    } else {
        medium->escape(code, out);
    }
}

void medium_begin(const struct medium *medium, const char *title, struct text *out) {
    text_append(out, medium->begin);
    if (medium->titled != NULL) {
        medium->escape(title, out);
        text_append(out, medium->titled);
    }
}

void medium_words(const struct medium *medium, enum element element, const char *words,
                  struct text *out) {
    static const char marks[] = {'`', DOCUMENT_EMPHASIS, '\n', '\0'};
    bool coded = false, emphasised = false;
    text_append(out, medium->elements[element].open);
    while (*words != '\0') {
        struct text run = {0};
        size_t length = coded ? strcspn(words, "`") : strcspn(words, marks);
        text_append_bytes(&run, words, length);
        (coded ? escape_code(medium, text_string(&run), out)
               : medium->escape(text_string(&run), out));
        out->failed |= run.failed;
        text_release(&run);
        words += length;
        if (*words == '`') {
            coded = !coded;
            text_append(out, coded ? medium->code.open : medium->code.close);
        } else if (*words == DOCUMENT_EMPHASIS) {
            emphasised = !emphasised;
            text_append(out, emphasised ? medium->emphasis.open : medium->emphasis.close);
        } else if (*words == '\n') {
            text_append(out, medium->line_end);
        }
        words += *words != '\0' ? 1 : 0;
    }
    text_append(out, coded ? medium->code.close : "");
    text_append(out, emphasised ? medium->emphasis.close : "");
    text_append(out, medium->elements[element].close);
}

void medium_code(const struct medium *medium, enum element element, const char *text,
                 struct text *out) {
    text_append(out, medium->elements[element].open);
    escape_code(medium, text, out);
    text_append(out, medium->elements[element].close);
}

void medium_matrix(const struct medium *medium, const struct tensor *value, int precision,
                   bool blank, struct text *out) {
    struct text size = {0};
    if (shape_cells(&value->shape) <= MOST_CELLS) {
        medium->matrix(value, precision, blank, out);
        return;
    }
    shape_write(&value->shape, &size);
    medium_words(medium, ELEMENT_REMARK, text_string(&size), out);
    out->failed |= size.failed;
    text_release(&size);
}
