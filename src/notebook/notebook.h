/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* notebook: an ordered list of definitions, each using only earlier ones; a change recomputes just
 * what depends on it.
 *
 * Invariants: every definition's `uses` are the very objects that stand earlier in the list; names
 * are unique. Every function that changes a notebook is a transaction: after a failure the list is
 * the same objects in the same order. Copying a notebook is cheap (holders are counted), so a
 * snapshot is a copy. */
#ifndef QKV_NOTEBOOK_NOTEBOOK_H
#define QKV_NOTEBOOK_NOTEBOOK_H

#include "notebook/library.h"

/* What a name that is not there may be told to the learner as ("A comes later, on page 3"). */
struct notebook_hints {
    /* Fills FAILURE (span included) and returns true when it knows better than "no value is called
     * A". May be NULL. */
    bool (*unknown)(void *context, const char *name, struct span span, struct failure *failure);
    /* The same where a cell of NAME, which is computed, was to be edited: when it knows better than
     * to advise an edit of what NAME depends on, or a pin. May be NULL. */
    bool (*computed)(void *context, const char *name, struct failure *failure);
    /* Whether formulas are read in columns: what a change would break is told so, too. May be NULL.
     */
    bool (*columns)(void *context);
    void *context;
};

struct notebook {
    struct definition **list; /* only to be read: the shared list's */
    size_t count;
    struct definitions *definitions;    /* shared by the notebooks that begin alike */
    struct library *library;            /* the operators of one's own; held */
    const struct notebook_hints *hints; /* may be NULL; not owned */
    /* Where a definition may be taken from as it is, instead of being evaluated, when its tree,
     * overlays and inputs are the very same objects. May be NULL; not owned. */
    const struct notebook *reuse;
};

void notebook_init(struct notebook *notebook);
/* Makes NEW (uninitialised) empty, with LIKE's operators and hints. */
void notebook_begin(struct notebook *newer, const struct notebook *like);
void notebook_release(struct notebook *notebook);
/* Makes COPY (uninitialised or released) hold the same definitions, hints and reuse. */
void notebook_copy(struct notebook *copy, const struct notebook *notebook);
/* Puts DEFINITION, of a new name, at the end; taken over, also after a failure. */
bool notebook_append(struct notebook *notebook, struct definition *definition,
                     struct failure *failure);

/* The value called NAME: one of the list, or inside of one, "H.A". */
struct definition *notebook_find(const struct notebook *notebook, const char *name);
/* The operator of one's own NAME, with or without "()". */
struct definition *notebook_operator(const struct notebook *notebook, const char *name);
/* What has NAME: an operator when it ends in "()", else a value. */
struct definition *notebook_entry(const struct notebook *notebook, const char *name);
/* Position in the list of NAME, or of what it is inside of, or notebook->count. */
size_t notebook_position(const struct notebook *notebook, const char *name);
/* The same of what the LENGTH bytes at NAME call; SIZE_MAX: nothing. */
size_t notebook_index(const struct notebook *notebook, const char *name, size_t length);

/* Evaluates TREE with the notebook's names into a definition called NAME ("" for a bare
 * expression), which is the caller's and does not enter the list. What was made alike, from the
 * very same inputs, in the notebook to reuse from, is taken as it is. Failure spans are bytes of
 * the tree's text. Subscripts are resolved here: from 1, both ends, labels; a bare word in a
 * subscript that names no definition is tried as a label. */
struct definition *notebook_evaluate(const struct notebook *notebook, const char *name,
                                     struct tree *tree, struct failure *failure);

/* The definition that holds INSIDE, or INSIDE itself when it is one of the list. */
struct definition *notebook_owner(const struct notebook *notebook, const struct definition *inside);

/* Defines or redefines NAME. When TREE is an operator's (NODE_BODY) its calls are evaluated again;
 * pins and edits inside of them stay where they still fit. A redefinition keeps its place unless it
 * now uses something later: then it and its dependents move, stably, after what they use. It drops
 * the name's edits and pins. Using itself, directly or through others, fails with a new name
 * suggested. When a dependent fails the whole change is refused: "S = Q @ K.T would fail: …". */
bool notebook_define(struct notebook *notebook, const char *name, struct tree *tree,
                     struct failure *failure);

/* Defines or redefines the COUNT names, which differ, together: only when all of them stand must
 * every formula fit, so that what one breaks the next may mend. Each may use the others, in a line,
 * not in a circle. Otherwise as notebook_define. */
bool notebook_define_all(struct notebook *notebook, const struct naming *list, size_t count,
                         struct failure *failure);

/* How far a change comes. */
struct notebook_reach {
    struct notebook next;           /* what stands then; to be released */
    const struct definition *stuck; /* the notebook's that cannot follow; NULL: none such */
};

/* Whether notebook_define_all would succeed, without doing it. */
bool notebook_try(const struct notebook *notebook, const struct naming *list, size_t count,
                  struct notebook_reach *reach, struct failure *failure);

/* Cells of one definition, in their order, and what number each is to have. */
struct cells {
    struct definition *definition; /* the notebook's */
    size_t *list;                  /* COUNT of them, flat indexes, rising */
    double *numbers;               /* as many; NULL: not known yet */
    size_t count;
    struct shape shape; /* the sizes of the block they are, without labels */
};

/* The cells that a reference tree names: one, or a row, a column, a block; a bare name is that of a
 * lone number. Release also after a failure. */
bool notebook_cells(const struct notebook *notebook, const struct tree *reference,
                    struct cells *cells, struct failure *failure);
/* The one cell AT of DEFINITION, a flat index. Release also after a failure. */
bool cells_of(struct cells *cells, struct definition *definition, size_t at,
              struct failure *failure);
void cells_release(struct cells *cells);
/* Adds MORE's, of the same definition, with their numbers: MORE's where both have a cell. */
bool cells_join(struct cells *cells, const struct cells *more, struct failure *failure);
/* Fills the numbers of CELLS from VALUE, whose sizes are those of the block, or 1 and repeated.
 * Otherwise it refuses. */
bool cells_fill(struct cells *cells, const struct tensor *value, struct failure *failure);

/* Whether each of CELLS has its number, set by hand or, in a leaf, written; without numbers,
 * whether none is set by hand. */
bool cells_hold(const struct cells *cells);

/* What is set by hand becomes SET (evaluate.h): a transaction, as the three below that make it. */
struct overlaid;
bool notebook_overlay(struct notebook *notebook, const struct overlaid *set,
                      struct failure *failure);

/* Sets cells of a leaf, all at once. A computed definition is refused: the message names the leaves
 * it depends on, and `pin`. */
bool notebook_edit(struct notebook *notebook, const struct cells *cells, struct failure *failure);

/* Forces cells of a computed definition; a leaf is refused and told to edit instead. */
bool notebook_pin(struct notebook *notebook, const struct cells *cells, struct failure *failure);
/* Frees pinned cells; fails when one is not pinned, naming those that are. */
bool notebook_unpin(struct notebook *notebook, const struct cells *cells, struct failure *failure);

/* Resolves a reference tree (reader_reference) to a definition and one of its cells, 1×1 references
 * only: "A[1,:] is 3 cells; name one". A bare name of a 1×1 value is its cell. */
bool notebook_cell(const struct notebook *notebook, const struct tree *reference,
                   struct definition **definition, size_t *cell, struct failure *failure);

/* The number of value TREE gives (must be 1×1). */
bool notebook_number(const struct notebook *notebook, struct tree *tree, double *number,
                     struct failure *failure);

/* What DEFINITION uses that is listed: where what is inside of it is not, what that needs. COUNT of
 * them; some may be no values. */
struct definition *const *notebook_uses(const struct notebook *notebook,
                                        const struct definition *definition, size_t *count);

/* Marks, by position, what depends on the definitions already MARKED. */
void notebook_mark_dependents(const struct notebook *notebook, bool *marked);

/* Makes NEEDED (uninitialised) hold those of NOTEBOOK's definitions that any of ASKED, which are
 * COUNT, depends on or is. To be released also after a failure, which is of memory. */
bool notebook_needed(const struct notebook *notebook, struct definition *const *asked, size_t count,
                     struct notebook *needed, struct failure *failure);

/* How many axes the value NAME of the notebook CONTEXT has, as struct lens_names asks. */
int notebook_axes(void *context, const char *name);

/* How many definitions, from the first on, are the same objects in both. */
size_t notebook_common(const struct notebook *a, const struct notebook *b);
/* All definitions, and the operators, are the same objects. */
bool notebook_unchanged(const struct notebook *a, const struct notebook *b);

/* Same names in the same order, trees, overlays and values, bit for bit. */
bool notebook_same(const struct notebook *a, const struct notebook *b);

#endif
