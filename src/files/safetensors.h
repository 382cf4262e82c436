/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* safetensors: the arrays of a model as Hugging Face keeps them: the length of a header as eight
 * bytes, the header in JSON, then the numbers of all arrays.
 * (https://github.com/huggingface/safetensors, "Format".) */
#ifndef QKV_FILES_SAFETENSORS_H
#define QKV_FILES_SAFETENSORS_H

#include "files/archive.h"
#include "files/export.h"

/* Reads F64 F32 F16 BF16, I8 to U64 and BOOL. Refuses a header of more than 2 MiB, two arrays of
 * one name or one place, and places outside the file. */
extern const struct archive_format archive_safetensors;

/* Appends the definitions as arrays of F64, under their names, without labels. */
void safetensors_write(struct export *export, struct text *out);

#endif
