/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* shape: how many axes a tensor has, their sizes and their labels.
 *
 * Two to four axes: batch, head, row, column. Sizes are right-aligned in a field of four, so the
 * last two are always the matrix and a leading axis that is not there has size 1.
 *
 * Labels are names for the positions along one axis ("I", "saw", "a", "saw"); they may repeat. They
 * never change once made; retain and release count the holders. */
#ifndef QKV_TENSOR_SHAPE_H
#define QKV_TENSOR_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct text;

/* Names along one axis; shared like a tensor. */
struct labels {
    size_t references;
    size_t count;
    char **names; /* as they are shown: sanitised, so any output may print them */
    char **bytes; /* as they were given, for looking up in a vocabulary; NAMES where nothing
                     differs, and the same pointer at each position that does not */
};

enum tensor_axis { AXIS_BATCH, AXIS_HEAD, AXIS_ROW, AXIS_COLUMN, AXIS_COUNT };

/* How many axes, their sizes, and their labels (NULL where there are none). */
struct shape {
    int axes; /* 2, 3 or 4 */
    size_t size[AXIS_COUNT];
    struct labels *labels[AXIS_COUNT];
    bool heads; /* whether AXIS_HEAD, where it is there, counts heads; a batch does not */
};

/* A plain r×c shape without labels. */
struct shape shape_matrix(size_t rows, size_t columns);
/* Drops the labels a shape holds. */
void shape_release(struct shape *shape);
/* A copy that holds its labels too. */
struct shape shape_copy(const struct shape *shape);
/* How many cells there are when multiplying the sizes overflows: none, or SIZE_MAX. */
size_t shape_cells_beyond(const struct shape *shape);
/* How many cells; SIZE_MAX when a size_t cannot tell. */
static inline size_t shape_cells(const struct shape *shape) {
    size_t stack, matrix, cells;
    bool beyond = __builtin_mul_overflow(shape->size[AXIS_BATCH], shape->size[AXIS_HEAD], &stack);
    beyond |= __builtin_mul_overflow(shape->size[AXIS_ROW], shape->size[AXIS_COLUMN], &matrix);
    beyond |= __builtin_mul_overflow(stack, matrix, &cells);
    return beyond ? shape_cells_beyond(shape) : cells;
}

static inline size_t shape_rows(const struct shape *shape) {
    return shape->size[AXIS_ROW];
}

static inline size_t shape_columns(const struct shape *shape) {
    return shape->size[AXIS_COLUMN];
}

/* How many matrices are in the stack. */
static inline size_t shape_matrices(const struct shape *shape) {
    return shape->size[AXIS_BATCH] * shape->size[AXIS_HEAD];
}

/* As many axes, and the same sizes: a batch of one matrix is no matrix. */
bool shape_same_sizes(const struct shape *a, const struct shape *b);
bool shape_is_number(const struct shape *shape);   /* a lone 1×1 */
bool shape_is_labelled(const struct shape *shape); /* its rows or its columns */
/* The shape of the transposed value, whose labels it borrows; and where CELL of a value of SHAPE
 * stands in that. */
struct shape shape_turned(const struct shape *shape);
size_t shape_turned_cell(const struct shape *shape, size_t cell);
/* What AXIS counts: "batch", "head", "row" or "column". The one leading axis of three is a batch
 * unless heads made it. */
const char *shape_axis(const struct shape *shape, enum tensor_axis axis);
/* Appends "3×4", "50×3×4". */
void shape_write(const struct shape *shape, struct text *out);
/* The same into a fixed buffer, for messages. */
const char *shape_text(const struct shape *shape, char out[64]);

/* --- labels --- */

/* COUNT names copied and sanitised (utf8_line). NULL with failure_memory. */
struct labels *labels_create(const char *const *names, size_t count, struct failure *failure);
/* The same of COUNT names one behind the other, each with its NUL. */
struct labels *labels_listed(const struct text *names, size_t count, struct failure *failure);
/* The words of a sentence, split at blanks (white space of any kind). */
struct labels *labels_split(const char *sentence, struct failure *failure);
/* One of them after the other: the bytes of the first at or after *AT, which moves behind it, and
 * where it starts; 0 when there is none. */
size_t labels_word(const char *sentence, size_t *at, size_t *start);
/* The chosen positions (from 0) of LABELS, as new labels. */
struct labels *labels_pick(const struct labels *labels, const size_t *positions, size_t count,
                           struct failure *failure);
/* Those of the positions FIRST to LAST (from 0), both of them included; *CUT is NULL when LABELS
 * is.
 */
bool labels_cut(struct labels *labels, size_t first, size_t last, struct labels **cut,
                struct failure *failure);
struct labels *labels_retain(struct labels *labels); /* NULL passes through */
void labels_release(struct labels *labels);
bool labels_same(const struct labels *a, const struct labels *b); /* both NULL is the same */
/* How many times NAME stands there; *FIRST is the first position when any. */
size_t labels_find(const struct labels *labels, const char *name, size_t *first);
/* Appends the address of position AT: the name, with "#2" when the name repeats. */
void labels_address(const struct labels *labels, size_t at, struct text *out);
/* Finds a name or "name#2" address; false with a message that lists what there is (or the
 * repeated ones). AXIS is "row" or "column" for the message. */
bool labels_resolve(const struct labels *labels, const char *address, const char *axis, size_t *at,
                    struct failure *failure);

#endif
