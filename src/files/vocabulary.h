/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* vocabulary: what GPT-2 and its kin cut a text into: vocab.json, the tokens and their numbers, and
 * merges.txt, two tokens a line that become one. */
#ifndef QKV_FILES_VOCABULARY_H
#define QKV_FILES_VOCABULARY_H

#include "base/stream.h"
#include "tensor/tensor.h"

/* A row a token, in the order of their numbers and labelled with them; of three columns, as
 * operators/bpe.c takes it: the line that makes the token (from 1; 0: none does), and the rows,
 * from 1, of the two that it merges. A line whose token an earlier one makes has a row of its own
 * at the end. What is wrong with MERGES is said with its name. */
struct tensor *vocabulary_read(struct stream *tokens, struct stream *merges,
                               struct failure *failure);

#endif
