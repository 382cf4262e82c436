/* export: a whole notebook in another form. One row a format. */
#ifndef QKV_FILES_EXPORT_H
#define QKV_FILES_EXPORT_H

#include "notebook/notebook.h"

struct export_options {
    const char *lesson; /* id for json; may be NULL */
    const char *name;   /* only this definition; NULL: all. csv and npy need one */
    bool columns;       /* the convention shown: values transposed, formulas by the lens */
};

struct export_format {
    const char *name;     /* "json" */
    const char *suffix;   /* ".json": chooses the format of export FILE */
    const char *sentence; /* for help */
    bool one;             /* holds one value only: needs a name */
    bool (*write)(const struct notebook *notebook, const struct export_options *options,
                  struct text *out, struct failure *failure);
};

/* text, json, csv, npy, markdown, latex, numpy (tsv too); NULL past the end. */
const struct export_format *export_at(size_t index);
const struct export_format *export_find(const char *name);
const struct export_format *export_for_file(const char *path);

/* The notebook as a lesson (Markdown, one qkv fence) that opens again to the same state:
 * definitions in order, then edits and pins. Always in rows. TITLE is its heading. */
bool export_lesson(const struct notebook *notebook, const char *title, struct text *out,
                   struct failure *failure);

/* The statement that makes a leaf NAME of TENSOR: `NAME = [[…]]`, with labels
 * `NAME = tokens("…", [[…]], columns="…")` (blanks inside a label become _). Used by load. */
void export_statement(const char *name, const struct tensor *tensor, struct text *out);

#endif
