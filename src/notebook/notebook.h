/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* notebook: an ordered list of definitions, each using only earlier ones; a change recomputes just
 * what depends on it.
 *
 * Invariants: every definition's `uses` are the very objects earlier in the list; names are unique.
 * Every function that changes a notebook is a transaction: after a failure the list is the same
 * objects in the same order. Copying a notebook is cheap (definitions are reference-counted), so a
 * snapshot is a copy. */
#ifndef QKV_NOTEBOOK_NOTEBOOK_H
#define QKV_NOTEBOOK_NOTEBOOK_H

#include "notebook/library.h"

/* Messages about names that are not defined ("A comes later, on page 3"). */
struct notebook_hints {
    /* Fills FAILURE (span included) and returns true when there is more to say than "no value is
     * called A". May be NULL. */
    bool (*unknown)(void *context, const char *name, struct span span, struct failure *failure);
    /* The same for an attempt to edit a cell of NAME, which is computed: when there is better
     * advice than to edit what NAME depends on, or to pin. May be NULL. */
    bool (*computed)(void *context, const char *name, struct failure *failure);
    /* True when formulas are read in columns; then messages about what a change would break are,
     * too. May be NULL. */
    bool (*columns)(void *context);
    void *context;
};

struct notebook {
    struct definition **list; /* read only: it belongs to the shared list */
    size_t count;
    struct definitions *definitions;    /* shared by notebooks with a common beginning */
    struct library *library;            /* the user-defined operators; retained */
    const struct notebook_hints *hints; /* may be NULL; not owned */
    /* Definitions of this notebook are reused instead of being evaluated again, when their tree,
     * overlays and inputs are the very same objects. May be NULL; not owned. */
    const struct notebook *reuse;
};

void notebook_init(struct notebook *notebook);
/* Makes NEWER (uninitialised) empty, with LIKE's operators and hints. */
void notebook_begin(struct notebook *newer, const struct notebook *like);
void notebook_release(struct notebook *notebook);
/* Makes COPY (uninitialised or released) a copy with the same definitions, hints and reuse. */
void notebook_copy(struct notebook *copy, const struct notebook *notebook);
/* Adds DEFINITION, of a new name, at the end; takes ownership of it, also after a failure. */
bool notebook_append(struct notebook *notebook, struct definition *definition,
                     struct failure *failure);

/* Returns the value called NAME: one of the list, or inside one, "H.A". */
struct definition *notebook_find(const struct notebook *notebook, const char *name);
/* Returns the user-defined operator NAME, with or without "()". */
struct definition *notebook_operator(const struct notebook *notebook, const char *name);
/* Returns the operator NAME when it ends in "()", else the value. */
struct definition *notebook_entry(const struct notebook *notebook, const char *name);
/* Returns the position in the list of NAME, or of the definition it is inside of, or
 * notebook->count. */
size_t notebook_position(const struct notebook *notebook, const char *name);
/* Returns the position of the name of LENGTH bytes at NAME; SIZE_MAX: there is none. */
size_t notebook_index(const struct notebook *notebook, const char *name, size_t length);

/* Evaluates TREE with the notebook's names into a definition called NAME ("" for a bare
 * expression), which is the caller's and is not added to the list. An equal definition with the
 * very same inputs in the notebook to reuse from is reused. Failure spans are bytes of the tree's
 * text. Subscripts are resolved here: from 1, both ends, labels; a bare word in a subscript that
 * names no definition is tried as a label. */
struct definition *notebook_evaluate(const struct notebook *notebook, const char *name,
                                     struct tree *tree, struct failure *failure);

/* Returns the definition that owns INSIDE, or INSIDE itself when it is one of the list. */
struct definition *notebook_owner(const struct notebook *notebook, const struct definition *inside);

/* Defines or redefines NAME. When TREE is an operator's (NODE_BODY) its calls are evaluated again;
 * pins and edits inside them are kept where they still fit. A redefinition keeps its position
 * unless it now uses something later: then it and its dependents move, stably, after what they use.
 * It drops the name's edits and pins. Using itself, directly or through others, fails with a new
 * name suggested. When a dependent fails the whole change is refused: "S = Q @ K.T would fail:
 * …". */
bool notebook_define(struct notebook *notebook, const char *name, struct tree *tree,
                     struct failure *failure);

/* Defines or redefines the COUNT names, which differ, together: a formula may fit only because of
 * another one in the list. They may use each other, but not in a circle. Otherwise like
 * notebook_define. */
bool notebook_define_all(struct notebook *notebook, const struct naming *list, size_t count,
                         struct failure *failure);

/* How far a change gets. */
struct notebook_reach {
    struct notebook next;           /* the resulting notebook; to be released */
    const struct definition *stuck; /* the one that no longer fits; NULL: none of the notebook's */
};

/* Returns whether notebook_define_all would succeed, without doing it. */
bool notebook_try(const struct notebook *notebook, const struct naming *list, size_t count,
                  struct notebook_reach *reach, struct failure *failure);

/* Cells of one definition, in their order, and the numbers they should have. */
struct cells {
    struct definition *definition; /* belongs to the notebook */
    size_t *list;                  /* COUNT of them, flat indexes, rising */
    double *numbers;               /* as many; NULL: not known yet */
    size_t count;
    struct shape shape; /* the sizes of the block they are, without labels */
};

/* Finds the cells that a reference tree names: one, or a row, a column, a block; a bare name is
 * that of a lone number. Release CELLS also after a failure. */
bool notebook_cells(const struct notebook *notebook, const struct tree *reference,
                    struct cells *cells, struct failure *failure);
/* Makes CELLS the one cell AT of DEFINITION, a flat index. Release it also after a failure. */
bool cells_of(struct cells *cells, struct definition *definition, size_t at,
              struct failure *failure);
void cells_release(struct cells *cells);
/* Adds MORE's cells, of the same definition, with their numbers: MORE's where both have a cell. */
bool cells_join(struct cells *cells, const struct cells *more, struct failure *failure);
/* Fills the numbers of CELLS from VALUE, whose sizes have to be those of the block, or 1 and
 * repeated. */
bool cells_fill(struct cells *cells, const struct tensor *value, struct failure *failure);

/* True when each of CELLS has its number, set by hand or, in a leaf, written; without numbers, when
 * none is set by hand. */
bool cells_are_set(const struct cells *cells);

/* Replaces a definition's overlays by SET (evaluate.h): a transaction, like the three functions
 * below that use it. */
struct overlay_change;
bool notebook_overlay(struct notebook *notebook, const struct overlay_change *set,
                      struct failure *failure);

/* Sets cells of a leaf, all at once. A computed definition is refused: the message names the leaves
 * it depends on, and `pin`. */
bool notebook_edit(struct notebook *notebook, const struct cells *cells, struct failure *failure);

/* Forces cells of a computed definition; a leaf is refused with the advice to edit it. */
bool notebook_pin(struct notebook *notebook, const struct cells *cells, struct failure *failure);
/* Releases pinned cells; fails when one is not pinned, naming those that are. */
bool notebook_unpin(struct notebook *notebook, const struct cells *cells, struct failure *failure);

/* Resolves a reference tree (reader_reference) to a definition and one of its cells, 1×1 references
 * only: "A[1,:] is 3 cells; name one". A bare name of a 1×1 value is its cell. */
bool notebook_cell(const struct notebook *notebook, const struct tree *reference,
                   struct definition **definition, size_t *cell, struct failure *failure);

/* Sets *NUMBER to the value of TREE (must be 1×1). */
bool notebook_number(const struct notebook *notebook, struct tree *tree, double *number,
                     struct failure *failure);

/* Returns the listed definitions that DEFINITION uses: where definitions inside it are not listed,
 * what those need. COUNT of them; some may be operators. */
struct definition *const *notebook_uses(const struct notebook *notebook,
                                        const struct definition *definition, size_t *count);

/* Marks, by position, the dependents of the definitions already MARKED. */
void notebook_mark_dependents(const struct notebook *notebook, bool *marked);

/* Makes NEEDED (uninitialised) NOTEBOOK's definitions that any of ASKED, which are COUNT, depends
 * on or is. To be released also after a failure, which is one of memory. */
bool notebook_needed(const struct notebook *notebook, struct definition *const *wanted,
                     size_t count, struct notebook *needed, struct failure *failure);

/* Returns the number of axes of the value NAME of the notebook CONTEXT, as struct lens_names wants
 * it. */
int notebook_axes(void *context, const char *name);

/* Returns how many definitions, from the first on, are the same objects in both. */
size_t notebook_common(const struct notebook *a, const struct notebook *b);
/* True when all definitions, and the operators, are the same objects. */
bool notebook_unchanged(const struct notebook *a, const struct notebook *b);

/* True when both have the same names in the same order, trees, overlays and values, bit for bit. */
bool notebook_same(const struct notebook *a, const struct notebook *b);

#endif
