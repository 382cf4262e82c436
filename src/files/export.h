/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* export: a whole notebook in another form. One row a format. */
#ifndef QKV_FILES_EXPORT_H
#define QKV_FILES_EXPORT_H

#include "base/text.h"
#include "language/writer.h"
#include "notebook/notebook.h"

struct export_options {
    const char *lesson; /* id for json; may be NULL */
    /* Only "X", or "E,P"; NULL: all. csv and npy hold one. In a file of several arrays "W=h.w" has
     * another name, and of "W=h.{i}.w" each layer is an array, {i} counting from 0. */
    const char *name;
    /* Where files lie that formulas read: beside the lesson, and the models; for a script that
     * reads them again. NULL: not said. */
    const char *folder, *models;
    bool columns; /* the convention shown: values transposed, formulas by the lens */
    bool rounded; /* where the format rounds: a value has PRECISION decimals at most, else all */
    int precision;
};

/* An export under way: the definitions of a notebook one after another, in the convention shown. */
struct export {
    const struct notebook *notebook;
    const struct export_options *options;
    struct failure *failure;
    size_t next;
    bool failed;
    /* The present one; held until the next is asked for. */
    const struct definition *definition;
    struct tree *tree;    /* its formula; of an edited leaf the whole literal */
    struct tensor *value; /* transposed when columns are shown */
    int decimals;         /* of its numbers, where they are rounded: all have the same */
    struct text name;     /* what it is called in a file of several arrays */
    bool vector;          /* there it is of one axis: a row that options have a name for */
    size_t layer;         /* which of its layers is next, where each is an array */
};

/* Moves to the next definition, or to its next layer; false past the last one or after a failure
 * (`failed`). */
bool export_next(struct export *export);

/* Whether options ask for the definition NAME. */
bool export_wants(const struct export_options *options, const char *name);

/* Appends the present one's formula. */
void export_formula(const struct export *export, enum notation notation, struct text *out);

struct export_format {
    const char *name;     /* "json" */
    const char *suffix;   /* ".json": chooses the format of export FILE */
    const char *sentence; /* for help */
    bool one;             /* holds one value only: needs a name */
    bool binary;          /* no text: nothing for a terminal */
    bool rounds;          /* may be rounded: is for people */
    /* Appends what export_next gives; of ONE it has been asked. Without memory OUT is `failed`. */
    void (*write)(struct export *export, struct text *out);
};

/* The rows, in the order in which help lists them; NULL past the end. */
const struct export_format *export_at(size_t index);
const struct export_format *export_find(const char *name);
const struct export_format *export_for_file(const char *path);

/* Appends the names of all formats, or of those for ONE value, SEPARATOR between them. */
void export_list(const char *separator, bool one, struct text *out);

/* Appends NOTEBOOK in FORMAT. Fails when options name no definition that is there, or none where
 * the format holds one, and without memory. */
bool export_write(const struct export_format *format, const struct notebook *notebook,
                  const struct export_options *options, struct text *out, struct failure *failure);

/* A string in quotes, as JSON and Python read it. */
void export_string(const char *string, struct text *out);

/* BEFORE, then `"KEY": "TEXT"`; null for a NULL. */
void export_member(const char *before, const char *key, const char *text, struct text *out);

/* The labels of an axis as a list of such strings, NULL_WORD when there are none. */
void export_labels(const struct labels *labels, const char *null_word, struct text *out);

/* A string in a line of Markdown, which would act on some of it: that is escaped. */
void export_escaped(const char *string, struct text *out);

/* The statement that makes a leaf NAME of TENSOR: `NAME = [[…]]`, with labels
 * `NAME = tokens("…", [[…]], columns="…")` (blanks inside a label become _). Used by load. */
void export_statement(const char *name, const struct tensor *tensor, struct text *out);

#endif
