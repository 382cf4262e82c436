/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* medium: what a document for paper is written in, Markdown or HTML. One row each. Other forms,
 * LaTeX and Word among them, pandoc makes from the Markdown. */
#ifndef QKV_CLASSROOM_MEDIUM_H
#define QKV_CLASSROOM_MEDIUM_H

#include "tensor/tensor.h"

struct exercise;
struct quiz;
struct text;

/* The elements of a document, top to bottom. */
enum element {
    ELEMENT_TITLE,
    ELEMENT_NAME, /* where who fills it in writes a name */
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

/* How a row of a table begins, what is before each cell but the first, and how it ends. */
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

/* The row called NAME, or NULL; the names, SEPARATOR between them. The first is "markdown". */
const struct medium *medium_find(const char *name);
void medium_list(const char *separator, struct text *out);

/* Appends WORDS, as document_words leaves them, as ELEMENT. */
void medium_words(const struct medium *medium, enum element element, const char *words,
                  struct text *out);
/* The same of what FORMAT makes. */
void medium_format(const struct medium *medium, enum element element, struct text *out,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Appends TEXT as it is typed, or ELEMENT is empty: "". */
void medium_code(const struct medium *medium, enum element element, const char *text,
                 struct text *out);
/* Appends the choices of QUIZ; with KEY those that are right are marked. What EXERCISE asks for
 * behind HEADING, its goals, and what may be changed for them. */
void medium_choices(const struct medium *medium, const struct quiz *quiz, bool key,
                    struct text *out);
void medium_exercise(const struct medium *medium, const char *heading,
                     const struct exercise *exercise, struct text *out);
/* Appends VALUE with its labels, PRECISION decimals at most; with BLANK cells to be filled in. Of
 * many cells only how many there are. */
void medium_matrix(const struct medium *medium, const struct tensor *value, int precision,
                   bool blank, struct text *out);

#endif
