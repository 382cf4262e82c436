/* showing: the definitions of a notebook one after another, as an export shows them. */
#ifndef QKV_FILES_SHOWING_H
#define QKV_FILES_SHOWING_H

#include "files/export.h"
#include "language/writer.h"

/* One definition in the convention shown. */
struct shown {
    const struct definition *definition; /* borrowed from the notebook */
    struct tree *tree;    /* held: its formula; of an edited leaf the whole literal */
    struct tensor *value; /* held: transposed when columns are shown */
};

/* A zeroed struct showing, but for notebook, options and failure, stands before the first. */
struct showing {
    const struct notebook *notebook;
    const struct export_options *options;
    struct failure *failure;
    size_t next;
    struct shown shown; /* valid until the next one is asked for */
    bool failed;
};

/* Fails when options name a definition that is not there. */
bool showing_start(struct showing *showing, const struct notebook *notebook,
                   const struct export_options *options, struct failure *failure);

/* Moves to the next definition; false past the last one or after a failure (`failed`). */
bool showing_next(struct showing *showing);

/* Releases what is held; false when the walk failed or OUT ran out of memory. */
bool showing_end(struct showing *showing, const struct text *out);

/* Appends the formula. */
void shown_formula(const struct shown *shown, enum notation notation, struct text *out);

/* True when the formula is a matrix written out, which the value repeats. */
bool shown_is_literal(const struct shown *shown);

/* A label or formula on one line, safe on a terminal. */
void shown_text(const char *text, struct text *out);

/* Appends "batch 1, head 2" for matrix INDEX of a stack, nothing for a lone matrix. */
void shown_matrix(const struct shape *shape, size_t index, struct text *out);

#endif
