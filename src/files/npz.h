/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* npz: NumPy's file of several arrays: a zip file of .npy files, stored or compressed. */
#ifndef QKV_FILES_NPZ_H
#define QKV_FILES_NPZ_H

#include "files/archive.h"
#include "files/export.h"

/* An array is called what its file is, without `.npy`. */
extern const struct archive_format archive_npz;

/* Appends the definitions under their names, stored as they are. */
void npz_write(struct export *export, struct text *out);

#endif
