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

/* One change, not yet run. Shared by counting holders. */
struct change {
    size_t references;
    enum change_kind kind;
    char *name;
    struct tree *cell;  /* EDIT, PIN, UNPIN as written: the reference to one cell, a row, a column,
                           a block. NULL: an edit by key, of the cell AT of a value of SHAPE */
    struct shape shape; /* with its labels, owned here */
    size_t at;
    struct tree *value;     /* DEFINE: the formula. EDIT, PIN: the number's formula. TRAIN by the
                               learner: what was learned, as a formula */
    bool evaluated;         /* EDIT, PIN, TRAIN by the learner: NUMBERS (VALUE) are taken once */
    struct tensor *numbers; /* EDIT, PIN: of the sizes of the block of cells; held */
    /* TRAIN: one change a leaf, in the order of its names; the first of them runs it. */
    struct training *training;
    size_t trained; /* which of its names */
    bool joined; /* DEFINE: made in one with the one before it: they stand together or not at all */
    size_t anchor; /* the learner's: run after this many stops of the script */
};

/* Takes over nothing: copies NAME, retains the trees (which may be NULL as the kind demands). */
struct change *change_create(enum change_kind kind, const char *name, struct tree *cell,
                             struct tree *value, struct failure *failure);
/* The edit of one cell of DEFINITION, a flat index, to NUMBER: what a key changes. */
struct change *change_create_edit(const struct definition *definition, size_t cell, double number,
                                  struct failure *failure);
/* Another of the same, with what was evaluated of it; not anchored. */
struct change *change_copy(const struct change *change, struct failure *failure);

/* What TRAINING, which is retained, makes of its name at INDEX. */
struct change *change_create_training(struct training *training, size_t index,
                                      struct failure *failure);
/* Fixes what a training makes of its leaf, run on NOTEBOOK: CHANGE's value from then on. */
bool change_train(struct change *change, const struct notebook *notebook, struct failure *failure);

/* It gives its name a formula of its own, whatever stood there. */
bool change_defines(const struct change *change);

struct change *change_retain(struct change *change);
void change_release(struct change *change);

bool changes_add(struct changes *changes, struct change *change,
                 struct failure *failure); /* retains */
/* The same, of one that was made (NULL: it could not be), which is taken over. */
bool changes_take(struct changes *changes, struct change *change, struct failure *failure);
void changes_release(struct changes *changes);
/* The last training among CHANGES that has been run, borrowed; NULL: there is none. */
struct training *changes_training(const struct changes *changes);

/* Runs CHANGE on NOTEBOOK: a transaction. The span of a failure is in the change's trees' text. */
bool change_run(const struct change *change, struct notebook *notebook, struct failure *failure);

/* Runs the one at FIRST of the learner's, and in one with it those that are joined to it, or that
 * edit the same leaf at the same stop, so that what depends on it is computed once. Returns how
 * many were run; 0 after a failure, and NOTEBOOK is as it was. */
size_t changes_run_next(const struct changes *changes, size_t first, struct notebook *notebook,
                        struct failure *failure);

/* How many from FIRST on are definitions, each of another name. */
size_t changes_definitions(const struct changes *changes, size_t first);

/* Runs CHANGES, of one line, in order: where a definition does not stand alone, it and those that
 * follow it (of other names) are made in one. After a failure NOTEBOOK holds some of it. */
bool changes_run(const struct changes *changes, struct notebook *notebook, struct failure *failure);

/* The cells of NOTEBOOK that an edit, a pin or an unpin is about, without numbers. Fails where they
 * are not there any more. Release also after a failure. */
bool change_place(const struct change *change, const struct notebook *notebook, struct cells *cells,
                  struct failure *failure);

/* The same with their numbers: those it was evaluated to, or what its formula gives now. */
bool change_cells(const struct change *change, const struct notebook *notebook, struct cells *cells,
                  struct failure *failure);

/* Appends the cells of an edit, a pin or an unpin as they are written: "W_q[1,2]". */
void change_write_place(const struct change *change, struct text *out);

/* Appends a few words: "W_q[1,2] = 5", "pin A[2,1] = 0"; of a training all its names. */
void change_describe(const struct change *change, struct text *out);

/* Appends a few words on the changes FROM and after, on the first of them if they are many:
 * "W_q[1,2] = 5; Q = X @ W_q". */
void changes_describe(const struct changes *changes, size_t from, struct text *out);

/* Appends MORE's changes FROM up to but not including TO. */
bool changes_append(struct changes *changes, const struct changes *more, size_t from, size_t to,
                    struct failure *failure);

#endif
