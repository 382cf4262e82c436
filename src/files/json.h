/* json: the notebook as JSON. */
#ifndef QKV_FILES_JSON_H
#define QKV_FILES_JSON_H

#include "files/export.h"

/* Appends every value: `{"lesson": …, "convention": …, "values": {"Q": {"formula", "shape", "rows",
 * "columns", "value"}, …}}`, in order of definition; numbers read back to the same double,
 * infinities and nan are strings. OPTIONS name one value, or NULL for all. Fails without memory. */
bool json_write(const struct notebook *notebook, const struct export_options *options,
                struct text *out, struct failure *failure);

/* A string in quotes, which Python reads as the same string. */
void json_string(const char *string, struct text *out);

/* The labels of an axis as a list, null (or Python's NULL_WORD) when there are none. */
void json_labels(const struct labels *labels, const char *null_word, struct text *out);

#endif
