/* labels: names for the positions along one axis of a tensor ("I", "saw", "a", "saw"); they may
 * repeat. Labels never change once made; retain and release count the holders. */
#ifndef QKV_TENSOR_LABELS_H
#define QKV_TENSOR_LABELS_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct text;

/* Names along one axis; shared like a tensor. */
struct labels {
    size_t references;
    size_t count;
    char **names;
};

/* COUNT names copied. NULL with failure_memory. */
struct labels *labels_create(const char *const *names, size_t count, struct failure *failure);
/* The words of a sentence, split at blanks (white space of any kind). */
struct labels *labels_split(const char *sentence, struct failure *failure);
/* The chosen positions (from 0) of LABELS, as new labels. */
struct labels *labels_pick(const struct labels *labels, const size_t *positions, size_t count,
                           struct failure *failure);
/* Those of the positions FIRST to LAST (from 0), both of them included; *CUT is NULL when LABELS
 * is.
 */
bool labels_cut(struct labels *labels, size_t first, size_t last, struct labels **cut,
                struct failure *failure);
struct labels *labels_retain(struct labels *labels); /* NULL passes through */
void labels_release(struct labels *labels);
bool labels_same(const struct labels *a, const struct labels *b); /* both NULL is the same */
/* How many times NAME stands there; *FIRST is the first position when any. */
size_t labels_find(const struct labels *labels, const char *name, size_t *first);
/* Appends the address of position AT: the name, with "#2" when the name repeats. */
void labels_address(const struct labels *labels, size_t at, struct text *out);
/* Finds a name or "name#2" address; false with a message that lists what there is (or the
 * repeated ones). AXIS is "row" or "column" for the message. */
bool labels_resolve(const struct labels *labels, const char *address, const char *axis, size_t *at,
                    struct failure *failure);

#endif
