/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* formats: what each kind of file is; each has a source file of its name. */
#ifndef QKV_FILES_FORMATS_H
#define QKV_FILES_FORMATS_H

#include "base/stream.h"
#include "files/archive.h"
#include "files/export.h"
#include "tensor/tensor.h"

/* --- csv: comma or tab separated numbers, with or without labels, to and from tensors. */

/* Reads TEXT. SEPARATOR is ',' or '\t'. RFC 4180 quoting, CRLF, a BOM and a missing last newline
 * are understood; blank lines are skipped.
 *
 * The first line is the column labels when a cell of it, the first aside, is no number, or when
 * only its first is none and that is empty or is above numbers. The first column is the row labels
 * when a cell of it below that line is no number; the corner then names nothing.
 *
 * Errors are located in FILE: ragged rows, no numbers, a cell that is neither number nor label.
 * Returns a 2-axis tensor. */
struct tensor *csv_read(const char *file, const char *text, size_t length, char separator,
                        struct failure *failure);

/* Appends TENSOR with its labels, numbers exact. A stack is written matrix by matrix, a blank line
 * between. */
void csv_write(const struct tensor *tensor, char separator, struct text *out);
/* True when a spreadsheet might run TEXT: after blanks it has one of = + - @, of either width, with
 * something after it, and it is not a number as a whole. */
bool csv_is_formula(const char *text);

/* --- npy: NumPy's array file, version 1 to 3 (NEP 1): floats of 16 to 64 bits, whole numbers,
 * bool, either byte order, C or Fortran order, up to four axes. */

/* Reads an array: one of a single axis becomes 1×n, a scalar 1×1. FAILURE does not name the file.
 */
struct tensor *npy_read(struct stream *stream, struct failure *failure);

/* Appends version 1.0, '<f8', C order, with as many axes as the tensor has. */
void npy_write(const struct tensor *tensor, struct text *out);

/* --- npz: NumPy's file of several arrays: a zip file of .npy files, stored or compressed. */

/* An array has the name of its file without `.npy`. */
extern const struct archive_format archive_npz;

/* Appends the definitions under their names, uncompressed. */
void npz_write(struct export *export, struct text *out);

/* --- safetensors: the arrays of a model as Hugging Face keeps them: the length of a header as
 * eight bytes, the header in JSON, then the numbers of all arrays.
 * (https://github.com/huggingface/safetensors, "Format".) */

/* Reads F64 F32 F16 BF16, I8 to U64 and BOOL. Refuses a header of more than 2 MiB, two arrays of
 * one name or one place, and places outside the file. */
extern const struct archive_format archive_safetensors;

/* Appends the definitions as arrays of F64, under their names, without labels. */
void safetensors_write(struct export *export, struct text *out);

/* --- llama: the two files of llama2.c (https://github.com/karpathy/llama2.c, run.c): a checkpoint,
 * seven whole numbers and then all weights as float32, and its vocabulary. Both end in .bin. */

/* The arrays of a checkpoint have run.c's names: wq, rms_att_weight. Those of all layers form one
 * stack; a matrix has a row for each of its results, as in PyTorch. */
extern const struct archive_format archive_llama;

/* Reads the vocabulary: a row for each token, labelled with it (with ▁ for a blank), containing its
 * score. */
struct tensor *llama_vocabulary(struct stream *stream, struct failure *failure);

/* --- vocabulary: what GPT-2 and its kin cut a text into: vocab.json, the tokens and their numbers,
 * and merges.txt, two tokens a line that become one. */

/* Reads a vocabulary with a row for each token, in the order of their numbers and labelled with
 * them. The three columns are those of operators/bpe.c: the line that makes the token (from 1; 0
 * when none does), and the rows, from 1, of the two tokens that it merges. A line whose token an
 * earlier line makes has a row of its own at the end. A failure in MERGES names that file. */
struct tensor *vocabulary_read(struct stream *tokens, struct stream *merges,
                               struct failure *failure);

/* --- numpy: the notebook as a Python script. */

/* Appends a script that computes the notebook in rows with NumPy alone and prints what the format
 * json writes. Random sources, words and what NumPy has no expression for are written by value;
 * edits and pins are assignments. When options name a definition, only what it needs is computed.
 */
void numpy_write(struct export *export, struct text *out);

/* Appends TENSOR as np.array([[1.0, 2.0], …]), a line a row, every number to the last bit. */
void numpy_array(const struct tensor *tensor, struct text *out);

#endif
