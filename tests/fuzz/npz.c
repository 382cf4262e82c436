/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* NumPy's file of several arrays: a zip file of .npy files. */
#include "files/formats.h"

#include "base/text.h"
#include "fuzz/archive.h"
#include "fuzz/target.h"

static void run(const char *bytes, size_t length) {
    archive_try(&archive_npz, bytes, length);
}

static void words(struct text *out) {
    target_words(out,
                 "a.npy 0.npy \x93NUMPY {'descr': '<f8', 'fortran_order': False, 'shape': (1,1)}");
    text_append(out, "\"PK\\x03\\x04\"\n\"PK\\x01\\x02\"\n\"PK\\x05\\x06\"\n\"PK\\x06\\x06\"\n"
                     "\"\\x08\\x00\"\n\"\\xff\\xff\\xff\\xff\"\n\"\\x01\\x00\\x10\\x00\"\n");
}

const struct target target_npz = {"npz", 1024, run, words, NULL};
