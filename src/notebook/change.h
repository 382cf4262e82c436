/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* change: one change of a notebook, not yet run: a definition, an edit, a pin or its release, or
 * what a training makes of one of its leaves. */
#ifndef QKV_NOTEBOOK_CHANGE_H
#define QKV_NOTEBOOK_CHANGE_H

#include "notebook/notebook.h"

struct training; /* train.h */

enum change_kind { CHANGE_DEFINE, CHANGE_EDIT, CHANGE_PIN, CHANGE_UNPIN, CHANGE_TRAIN };

struct change;

struct changes {
    struct change **list;
    size_t count, capacity;
};

/* One change, not yet run. Reference-counted. */
struct change {
    size_t references;
    enum change_kind kind;
    char *name;
    struct tree *cell;  /* EDIT, PIN, UNPIN as written: the reference to one cell, a row, a column,
                           a block. NULL: an edit by key, of the cell AT of a value of SHAPE */
    struct shape shape; /* with its labels, owned */
    size_t at;
    struct tree *value; /* DEFINE: the formula. EDIT, PIN: the number's formula. TRAIN by the
                           learner: what was learned, as a formula */
    bool evaluated;     /* EDIT, PIN, TRAIN by the learner: NUMBERS (VALUE) were computed, once */
    struct tensor *numbers; /* EDIT, PIN: one for each cell of the block; retained */
    /* TRAIN: there is one change for each leaf, in the order of the names; the first one runs
     * it. */
    struct training *training;
    size_t trained; /* index of its name */
    bool joined;    /* DEFINE: made in one transaction with the change before it: both succeed or
                       neither */
    size_t anchor;  /* a learner's change: runs after this many stops of the script, */
    struct definition *old; /* and what its name was when it was made; retained; NULL: nothing */
};

/* Takes ownership of nothing: copies NAME, retains the trees (NULL where the kind has none). */
struct change *change_create(enum change_kind kind, const char *name, struct tree *cell,
                             struct tree *value, struct failure *failure);
/* Creates the edit of one cell of DEFINITION, a flat index, to NUMBER: what a key changes. */
struct change *change_create_edit(const struct definition *definition, size_t cell, double number,
                                  struct failure *failure);
/* Copies a change with the numbers computed for it; the copy has no anchor. */
struct change *change_copy(const struct change *change, struct failure *failure);

/* Creates the change that TRAINING, which is retained, makes of its name at INDEX. */
struct change *change_create_training(struct training *training, size_t index,
                                      struct failure *failure);
/* Runs the training on NOTEBOOK and makes what it gives this leaf CHANGE's value from then on. */
bool change_train(struct change *change, const struct notebook *notebook, struct failure *failure);

/* True when CHANGE gives its name a new formula, whatever was there before. */
bool change_defines(const struct change *change);

struct change *change_retain(struct change *change);
void change_release(struct change *change);

bool changes_add(struct changes *changes, struct change *change,
                 struct failure *failure); /* retains */
/* Adds CHANGE and takes ownership of it (NULL: creating it has failed). */
bool changes_take(struct changes *changes, struct change *change, struct failure *failure);
void changes_release(struct changes *changes);
/* Returns the last training among CHANGES that has been run, borrowed; NULL: there is none. */
struct training *changes_training(const struct changes *changes);

/* Runs CHANGE on NOTEBOOK as a transaction. A failure's span refers to the text of CHANGE's
 * trees. */
bool change_run(const struct change *change, struct notebook *notebook, struct failure *failure);

/* Runs the learner's change at FIRST, and together with it those that are joined to it or edit the
 * same leaf at the same stop, so that what depends on it is computed once. Returns how many were
 * run; 0 after a failure, which leaves NOTEBOOK as it was. */
size_t changes_run_next(const struct changes *changes, size_t first, struct notebook *notebook,
                        struct failure *failure);

/* Counts the definitions from FIRST on, each of another name. */
size_t changes_definitions(const struct changes *changes, size_t first);

/* Runs CHANGES, of one line, in order. Where a definition fails alone, it and the definitions after
 * it (of other names) are made in one transaction. After a failure some of them stay in
 * NOTEBOOK. */
bool changes_run(const struct changes *changes, struct notebook *notebook, struct failure *failure);

/* Finds the cells of NOTEBOOK that an edit, a pin or an unpin refers to, without numbers. Fails
 * when they are gone. Release CELLS also after a failure. */
bool change_place(const struct change *change, const struct notebook *notebook, struct cells *cells,
                  struct failure *failure);

/* Like change_place, with numbers: those computed before, or what the formula gives now. */
bool change_cells(const struct change *change, const struct notebook *notebook, struct cells *cells,
                  struct failure *failure);

/* Appends the cells of an edit, a pin or an unpin as they are written: "W_q[1,2]". */
void change_write_place(const struct change *change, struct text *out);

/* Appends a short description: "W_q[1,2] = 5", "pin A[2,1] = 0"; of a training all its names. */
void change_describe(const struct change *change, struct text *out);

/* Appends a short description of the changes FROM and after, only of the first if they are many:
 * "W_q[1,2] = 5; Q = X @ W_q". */
void changes_describe(const struct changes *changes, size_t from, struct text *out);

/* Appends MORE's changes from FROM up to but not including TO. */
bool changes_append(struct changes *changes, const struct changes *more, size_t from, size_t to,
                    struct failure *failure);

#endif
