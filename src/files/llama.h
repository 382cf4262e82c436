/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* llama: the two files of llama2.c (https://github.com/karpathy/llama2.c, run.c): a checkpoint,
 * seven whole numbers and then all weights as float32, and its vocabulary. Both end in .bin. */
#ifndef QKV_FILES_LLAMA_H
#define QKV_FILES_LLAMA_H

#include "files/archive.h"

/* A checkpoint's arrays, called as run.c calls them: wq, rms_att_weight. Those of all layers are
 * one stack; a matrix has a row for each of its results, as in PyTorch. */
extern const struct archive_format archive_llama;

/* The vocabulary: a row a token, labelled with it (a blank in it is ▁), and its score. */
struct tensor *llama_vocabulary(struct stream *stream, struct failure *failure);

#endif
