/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* export: writes a whole notebook in another format. Each format is a row. */
#ifndef QKV_FILES_EXPORT_H
#define QKV_FILES_EXPORT_H

#include "base/text.h"
#include "language/writer.h"
#include "notebook/notebook.h"

struct export_options {
    const char *lesson; /* id for json; may be NULL */
    /* Exports only "X", or "E,P"; NULL exports everything. csv and npy hold one value. In a file of
     * several arrays "W=h.w" gives W another name, and "W=h.{i}.w" makes each layer an array, with
     * {i} counting from 0. */
    const char *name;
    /* The folders of the files that formulas read, the lesson's and the models', for a script that
     * reads them again. NULL when not given. */
    const char *folder, *models;
    bool columns; /* the convention shown: values transposed, formulas by the lens */
    bool rounded; /* where the format rounds: a value has PRECISION decimals at most, else all */
    int precision;
};

/* An export in progress: goes through the definitions of a notebook in the convention shown. */
struct export {
    const struct notebook *notebook;
    const struct export_options *options;
    struct failure *failure;
    size_t next;
    bool failed;
    /* The present definition, which is retained until the next is asked for. */
    const struct definition *definition;
    struct tree *tree;    /* its formula; of an edited leaf the whole literal */
    struct tensor *value; /* transposed when columns are shown */
    int decimals;         /* of its numbers, where they are rounded: all have the same */
    struct text name;     /* what it is called in a file of several arrays */
    bool vector;          /* it has one axis in that file: a row with its own name in the options */
    size_t layer;         /* which of its layers is next, where each is an array */
};

/* Moves to the next definition, or to its next layer; false past the last one or after a failure
 * (`failed`). */
bool export_next(struct export *export);

/* True when options ask for the definition NAME. */
bool export_wants(const struct export_options *options, const char *name);

/* Appends the formula of the present definition. */
void export_formula(const struct export *export, enum notation notation, struct text *out);

struct export_format {
    const char *name;     /* "json" */
    const char *suffix;   /* ".json": chooses the format of export FILE */
    const char *sentence; /* for help */
    bool one;             /* holds one value only: needs a name */
    bool binary;          /* no text: nothing for a terminal */
    bool rounds;          /* may be rounded: is for people */
    /* Appends what export_next gives; for a format of ONE value it has been called already. Without
     * memory OUT is `failed`. */
    void (*write)(struct export *export, struct text *out);
};

/* Returns row INDEX, in the order in which help lists them, or NULL past the end; the row called
 * NAME; the row that the suffix of a file chooses. */
const struct export_format *export_at(size_t index);
const struct export_format *export_find(const char *name);
const struct export_format *export_for_file(const char *path);

/* Appends the names of all formats, or of those for ONE value, SEPARATOR between them. */
void export_list(const char *separator, bool one, struct text *out);

/* Appends NOTEBOOK in FORMAT. Fails without memory, when options name a definition that does not
 * exist, and when they name none where the format holds only one. */
bool export_write(const struct export_format *format, const struct notebook *notebook,
                  const struct export_options *options, struct text *out, struct failure *failure);

/* Appends a string in quotes, as JSON and Python read it. */
void export_string(const char *string, struct text *out);

/* Appends BEFORE, then `"KEY": "TEXT"`; null when TEXT is NULL. */
void export_member(const char *before, const char *key, const char *text, struct text *out);

/* Appends the labels of an axis as a list of such strings, or NULL_WORD when it has none. */
void export_labels(const struct labels *labels, const char *null_word, struct text *out);

/* Appends a string in a line of Markdown, with the characters that Markdown would act on escaped.
 */
void export_escaped(const char *string, struct text *out);

#endif
