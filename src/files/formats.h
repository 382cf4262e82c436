/* formats: the writers that export.c's table lists. */
#ifndef QKV_FILES_FORMATS_H
#define QKV_FILES_FORMATS_H

#include "files/export.h"

/* plain.c: every number to the last bit, aligned. */
bool plain_write(const struct notebook *notebook, const struct export_options *options,
                 struct text *out, struct failure *failure);

/* markdown.c: a table a matrix. */
bool markdown_write(const struct notebook *notebook, const struct export_options *options,
                    struct text *out, struct failure *failure);

/* latex.c: a displayed equation a definition. */
bool latex_write(const struct notebook *notebook, const struct export_options *options,
                 struct text *out, struct failure *failure);

/* numpy.c: a Python script that computes the notebook in rows with NumPy alone and prints what
 * json_write writes. Random sources, words and what NumPy has no expression for are written by
 * value; edits and pins are assignments. With a name only what that one needs is computed. */
bool numpy_write(const struct notebook *notebook, const struct export_options *options,
                 struct text *out, struct failure *failure);

#endif
