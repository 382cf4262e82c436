/* lens: the same formula in the other convention.
 *
 * With words as rows, Q = X @ W_q; shown transposed, the names keep their letters and the formula
 * becomes Q = W_q @ X. The rewriting is done on the tree by each row's rule of transposition and is
 * its own inverse: lens_flip(lens_flip(tree)) is the same tree. A run of k `.T` on a wrapped
 * operator or on an argument read across conventions counts k xor 1, which keeps it so. */
#ifndef QKV_LANGUAGE_LENS_H
#define QKV_LANGUAGE_LENS_H

#include "language/tree.h"

/* How many axes the value of a name has (a subscript on a stack leaves leading axes alone); 2 when
 * the name is not known. */
struct lens_names {
    int (*axes)(void *context, const char *name);
    void *context;
};

/* A new tree, with its own text as the plain writer writes it and spans into that text. */
struct tree *lens_flip(const struct tree *tree, const struct lens_names *names,
                       struct failure *failure);

/* The same for what stands after `NAME =`: a source row at the root stays bare, for its value is
 * shown transposed under its name (its arguments are rewritten). Its own inverse too. */
struct tree *lens_flip_definition(const struct tree *tree, const struct lens_names *names,
                                  struct failure *failure);

#endif
