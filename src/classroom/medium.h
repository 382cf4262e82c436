/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* medium: the formats of a document for paper, Markdown and HTML, a row each. pandoc makes the
 * others, such as LaTeX and Word, from the Markdown. */
#ifndef QKV_CLASSROOM_MEDIUM_H
#define QKV_CLASSROOM_MEDIUM_H

#include "tensor/tensor.h"

struct exercise;
struct quiz;
struct text;

/* The elements of a document, top to bottom. */
enum element {
    ELEMENT_TITLE,
    ELEMENT_NAME, /* a line for the reader's name */
    ELEMENT_PAGE, /* a heading */
    ELEMENT_QUESTION,
    ELEMENT_CHOICE,
    ELEMENT_RIGHT,   /* a choice that is right */
    ELEMENT_FORMULA, /* as it is typed */
    ELEMENT_ROOM,    /* to write an answer; empty */
    ELEMENT_REMARK,
    ELEMENT_ANSWER,
    ELEMENT_STEP, /* one line of arithmetic */
    ELEMENT_COUNT
};

/* What begins a row of a table, what separates its cells, and what ends it. */
struct medium_row {
    const char *begin, *cell, *end;
};

struct medium {
    const char *name;                                   /* "html" */
    void (*begin)(const char *title, struct text *out); /* a document; NULL: with nothing */
    void (*end)(struct text *out);
    struct {
        const char *open, *close;
    } elements[ELEMENT_COUNT], code, emphasis;
    const char *line_end; /* within an element */
    struct {
        const char *open, *close, *blank; /* BLANK is a cell to be filled in */
        struct medium_row head, rule, row;
    } table;
    void (*escape)(const char *text, struct text *out); /* what it would act on is shown */
};

/* Returns the row called NAME, or NULL; appends the names with SEPARATOR between them. The first is
 * "markdown". */
const struct medium *medium_find(const char *name);
void medium_list(const char *separator, struct text *out);

/* Appends WORDS, which document_words made, as ELEMENT. */
void medium_words(const struct medium *medium, enum element element, const char *words,
                  struct text *out);
/* Appends the words that FORMAT makes, in the same way. */
void medium_format(const struct medium *medium, enum element element, struct text *out,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Appends TEXT as it is typed; "" when ELEMENT is empty. */
void medium_code(const struct medium *medium, enum element element, const char *text,
                 struct text *out);
/* Append the choices of QUIZ, with the right ones marked when KEY is true; and what EXERCISE asks
 * for after HEADING, its goals, and what may be changed. */
void medium_choices(const struct medium *medium, const struct quiz *quiz, bool key,
                    struct text *out);
void medium_exercise(const struct medium *medium, const char *heading,
                     const struct exercise *exercise, struct text *out);
/* Appends VALUE with its labels and at most PRECISION decimals, or with BLANK cells to fill in. Of
 * a value with many cells it only says how many there are. */
void medium_matrix(const struct medium *medium, const struct tensor *value, int precision,
                   bool blank, struct text *out);

#endif
