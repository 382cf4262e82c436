/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* reading: reads the numbers that a formula takes from files, such as tensor("w.npy"), and those of
 * `load`.
 *
 * They are read once, when the formula is read, and the tree keeps them from then on: what is
 * computed and undone later does not depend on the file. Each kind of file is a row. */
#ifndef QKV_FILES_READING_H
#define QKV_FILES_READING_H

#include "language/tree.h"

struct lesson;

/* Where to look for a file: beside the lesson, then among the models. */
struct reading_place {
    const char *folder;    /* the lesson's; NULL: there is none */
    const char *models;    /* their folder; NULL: $XDG_DATA_HOME/qkv/models */
    struct lesson *lesson; /* that is to know what is read in its folder; NULL: none is */
    bool anywhere;         /* a person asks: any path, and first as a shell would take it */
};

/* Reads the files that the sources of TREE name, unless they have been read already. A failure has
 * the span of the source, or the name of the file and a position in it. */
bool reading_fill(struct tree *tree, const struct reading_place *from, struct failure *failure);

#endif
