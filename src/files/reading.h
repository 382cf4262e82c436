/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* reading: the numbers of a formula that stand in files: tensor("w.npy"), and what load makes.
 *
 * They are read once, when the formula is read, and the tree holds them from then on: what is
 * computed and undone later does not hang on the file. One row a kind of file. */
#ifndef QKV_FILES_READING_H
#define QKV_FILES_READING_H

#include "language/tree.h"

struct lesson;

/* Where a file is looked for: beside the lesson, then among the models. */
struct reading_place {
    const char *folder;    /* the lesson's; NULL: there is none */
    const char *models;    /* their folder; NULL: $XDG_DATA_HOME/qkv/models */
    struct lesson *lesson; /* that is to know what is read in its folder; NULL: none is */
    bool anywhere;         /* a person asks: any path, and first as a shell would take it */
};

/* Reads what the sources of TREE stand for that have not been read yet. Errors have the span of the
 * source, or the name of the file and a place in it. */
bool reading_fill(struct tree *tree, const struct reading_place *from, struct failure *failure);

#endif
