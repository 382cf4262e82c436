/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/medium.h"

#include "base/text.h"
#include "canvas/figure.h"
#include "canvas/paper.h"
#include "files/export.h"
#include "lesson/document.h"
#include "session/wording.h"

#include <string.h>

enum { MOST_CELLS = 64 };

static const char *const STYLE[] = {
#include "classroom/page.css.h"
};

/* --- the rows --------------------------------------------------------------------------------- */

static void begin_html(const char *title, struct text *out) {
    struct text style = {0};
    text_append_lines(&style, STYLE, sizeof STYLE / sizeof STYLE[0]);
    paper_begin_page(title, text_string(&style), out);
    text_release_into(&style, out);
}

enum { MARKDOWN, HTML, MEDIUM_COUNT };

static const struct medium media[MEDIUM_COUNT] = {
    {.name = "markdown",
     .elements = {[ELEMENT_TITLE] = {"# ", "\n"},
                  [ELEMENT_NAME] = {"\nName: ", "\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\n"},
                  [ELEMENT_PAGE] = {"\n## ", "\n"},
                  [ELEMENT_QUESTION] = {"\n", "\n"},
                  [ELEMENT_CHOICE] = {"\n- [ ] ", "\n"},
                  [ELEMENT_RIGHT] = {"\n- [x] ", "\n"},
                  [ELEMENT_FORMULA] = {"\n```\n", "\n```\n"},
                  [ELEMENT_ROOM] = {"\n&nbsp;\n\n&nbsp;\n\n&nbsp;\n", ""},
                  [ELEMENT_REMARK] = {"\n", "\n"},
                  [ELEMENT_ANSWER] = {"\n**", "**\n"},
                  [ELEMENT_STEP] = {"\n```\n", "\n```\n"}},
     .code = {"`", "`"},
     .emphasis = {"*", "*"},
     .line_end = "\\\n",
     .table = {.open = "\n",
               .head = {"| ", " | ", " |\n"},
               .rule = {"|---|", "---:|", "\n"},
               .row = {"| ", " | ", " |\n"},
               .blank = "\\_\\_\\_\\_\\_\\_",
               .close = ""},
     .escape = export_escaped},
    {.name = "html",
     .begin = begin_html,
     .end = paper_end_page,
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
     .table = {.open = "<table>\n",
               .head = {"<tr><th>", "</th><th>", "</th></tr>\n"},
               .rule = {"", "", ""},
               .row = {"<tr><td class=\"label\">", "</td><td>", "</td></tr>\n"},
               .blank = "",
               .close = "</table>\n"},
     .escape = paper_markup},
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

/* Markdown shows code as it is, so that it needs no escapes. */
static void escape_code(const struct medium *medium, const char *code, struct text *out) {
    if (medium == &media[MARKDOWN]) {
        text_append(out, code);
    } else {
        medium->escape(code, out);
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
        text_release_into(&run, out);
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

void medium_format(const struct medium *medium, enum element element, struct text *out,
                   const char *format, ...) {
    struct text words = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&words, format, arguments);
    va_end(arguments);
    medium_words(medium, element, text_string(&words), out);
    text_release_into(&words, out);
}

void medium_code(const struct medium *medium, enum element element, const char *text,
                 struct text *out) {
    text_append(out, medium->elements[element].open);
    escape_code(medium, text, out);
    text_append(out, medium->elements[element].close);
}

void medium_choices(const struct medium *medium, const struct quiz *quiz, bool key,
                    struct text *out) {
    for (size_t i = 0; i < quiz->choice_count; i++) {
        medium_words(medium, key && quiz->choices[i].right ? ELEMENT_RIGHT : ELEMENT_CHOICE,
                     quiz->choices[i].text, out);
    }
}

void medium_exercise(const struct medium *medium, const char *heading,
                     const struct exercise *exercise, struct text *out) {
    struct text allowed = {0};
    medium_format(medium, ELEMENT_QUESTION, out, "%s: %s", heading, exercise->question);
    for (size_t i = 0; i < exercise->expect_count; i++) {
        medium_words(medium, ELEMENT_CHOICE, question_goal_words(&exercise->expects[i]), out);
    }
    wording_allowed(exercise, "`", &allowed);
    medium_format(medium, ELEMENT_REMARK, out, "%s.", text_string(&allowed));
    text_release_into(&allowed, out);
}

/* --- matrices ----------------------------------------------------------------------------------
 */

/* Appends the label of POSITION on AXIS of VALUE, or else its number. */
static void append_axis_label(const struct medium *medium, const struct tensor *value, int axis,
                              size_t position, struct text *out) {
    const struct labels *labels = value->shape.labels[axis];
    if (labels == NULL) {
        text_format(out, "%zu", position + 1);
    } else {
        medium->escape(labels->names[position], out);
    }
}

void medium_matrix(const struct medium *medium, const struct tensor *value, int precision,
                   bool blank, struct text *out) {
    size_t rows = shape_rows(&value->shape), columns = shape_columns(&value->shape);
    if (shape_cells(&value->shape) > MOST_CELLS) {
        char size[64];
        medium_words(medium, ELEMENT_REMARK, shape_text(&value->shape, size), out);
        return;
    }
    struct figure figure = {
        .decimals = figure_decimals(value->cells, shape_cells(&value->shape), precision),
        .exact = true};
    text_append(out, medium->table.open);
    text_append(out, medium->table.head.begin);
    for (size_t j = 0; j < columns; j++) {
        text_append(out, medium->table.head.cell);
        append_axis_label(medium, value, AXIS_COLUMN, j, out);
    }
    text_append(out, medium->table.head.end);
    text_append(out, medium->table.rule.begin);
    text_repeat(out, medium->table.rule.cell, columns);
    text_append(out, medium->table.rule.end);
    /* The rows of a stack's matrices follow each other. */
    for (size_t i = 0; i < shape_matrices(&value->shape) * rows; i++) {
        text_append(out, medium->table.row.begin);
        append_axis_label(medium, value, AXIS_ROW, i % rows, out);
        for (size_t j = 0; j < columns; j++) {
            double number = value->cells[i * columns + j];
            text_append(out, medium->table.row.cell);
            text_append(out, blank ? medium->table.blank : figure_written(&figure, number).text);
        }
        text_append(out, medium->table.row.end);
    }
    text_append(out, medium->table.close);
}
