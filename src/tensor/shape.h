/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* shape: describes how many axes a tensor has, their sizes and their labels.
 *
 * Two to four axes: batch, head, row, column. Sizes are right-aligned in a field of four, so the
 * last two are always the matrix and a missing leading axis has size 1.
 *
 * Labels are names for the positions along one axis ("I", "saw", "a", "saw"); they may repeat. They
 * never change once made; retain and release count references. */
#ifndef QKV_TENSOR_SHAPE_H
#define QKV_TENSOR_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct text;

/* The names along one axis, shared like a tensor. */
struct labels {
    size_t references;
    size_t count;
    char **names; /* sanitised, so that any output may print them */
    char **bytes; /* as given, to look up in a vocabulary; equal to NAMES when nothing differs, and
                     the same pointer at each position that does not */
};

enum tensor_axis { AXIS_BATCH, AXIS_HEAD, AXIS_ROW, AXIS_COLUMN, AXIS_COUNT };

/* The number of axes, their sizes, and their labels (NULL where there are none). */
struct shape {
    int axes; /* 2, 3 or 4 */
    size_t size[AXIS_COUNT];
    struct labels *labels[AXIS_COUNT];
    bool heads; /* AXIS_HEAD counts heads, not a batch */
};

/* Returns an r×c shape without labels. */
struct shape shape_matrix(size_t rows, size_t columns);
/* Releases the labels of a shape. */
void shape_release(struct shape *shape);
/* Returns a copy that shares the labels (retained). */
struct shape shape_copy(const struct shape *shape);
/* Returns the number of cells when multiplying the sizes overflows: 0 if a size is 0, else
 * SIZE_MAX. */
size_t shape_cells_overflowed(const struct shape *shape);
/* Returns the number of cells; SIZE_MAX when it does not fit a size_t. */
static inline size_t shape_cells(const struct shape *shape) {
    size_t stack, matrix, cells;
    bool beyond = __builtin_mul_overflow(shape->size[AXIS_BATCH], shape->size[AXIS_HEAD], &stack);
    beyond |= __builtin_mul_overflow(shape->size[AXIS_ROW], shape->size[AXIS_COLUMN], &matrix);
    beyond |= __builtin_mul_overflow(stack, matrix, &cells);
    return beyond ? shape_cells_overflowed(shape) : cells;
}

static inline size_t shape_rows(const struct shape *shape) {
    return shape->size[AXIS_ROW];
}

static inline size_t shape_columns(const struct shape *shape) {
    return shape->size[AXIS_COLUMN];
}

/* Returns how many matrices are in the stack. */
static inline size_t shape_matrices(const struct shape *shape) {
    return shape->size[AXIS_BATCH] * shape->size[AXIS_HEAD];
}

/* True for as many axes of the same sizes: a batch of one matrix differs from a matrix. */
bool shape_same_sizes(const struct shape *a, const struct shape *b);
/* True when a cell is of the same in both: they have the same sizes and the same labels. */
bool shape_same_places(const struct shape *a, const struct shape *b);
bool shape_is_number(const struct shape *shape);   /* a lone 1×1 */
bool shape_is_labelled(const struct shape *shape); /* its rows or its columns have labels */
/* Return the shape of the transposed value, whose labels it borrows; and the index in it of CELL of
 * a value of SHAPE. */
struct shape shape_transposed(const struct shape *shape);
size_t shape_transposed_cell(const struct shape *shape, size_t cell);
/* Returns what AXIS counts: "batch", "head", "row" or "column". With three axes the leading one is
 * a batch unless heads made it. */
const char *shape_axis(const struct shape *shape, enum tensor_axis axis);
/* Appends "3×4", "50×3×4". */
void shape_write(const struct shape *shape, struct text *out);
/* Writes the same into a fixed buffer, for messages; returns it. */
const char *shape_text(const struct shape *shape, char out[64]);

/* --- labels --- */

/* Returns labels of COUNT names, copied and sanitised (utf8_line); NULL with failure_memory. */
struct labels *labels_create(const char *const *names, size_t count, struct failure *failure);
/* The same from COUNT names one after another, each with its NUL. */
struct labels *labels_from_list(const struct text *names, size_t count, struct failure *failure);
/* Returns the words of a sentence, split at white space of any kind. */
struct labels *labels_split(const char *sentence, struct failure *failure);
/* Goes through those words one by one: returns the length of the first at or after *AT and sets
 * *START to where it begins; *AT moves past it. 0 when there is none. */
size_t labels_next_word(const char *sentence, size_t *at, size_t *start);
/* Returns the chosen positions (from 0) of LABELS, as new labels. */
struct labels *labels_pick(const struct labels *labels, const size_t *positions, size_t count,
                           struct failure *failure);
/* Sets *CUT to the labels of positions FIRST to LAST (from 0), both included; NULL when LABELS
 * is. */
bool labels_slice(struct labels *labels, size_t first, size_t last, struct labels **cut,
                  struct failure *failure);
struct labels *labels_retain(struct labels *labels); /* NULL gives NULL */
void labels_release(struct labels *labels);
bool labels_same(const struct labels *a, const struct labels *b); /* NULL equals NULL */
/* Returns how many positions have NAME; *FIRST is the first of them. */
size_t labels_find(const struct labels *labels, const char *name, size_t *first);
/* Appends the address of position AT: the name, with "#2" when the name repeats. */
void labels_address(const struct labels *labels, size_t at, struct text *out);
/* Finds a name or "name#2" address; false with a message that lists what there is (or the
 * repeated ones). AXIS is "row" or "column" for the message. */
bool labels_resolve(const struct labels *labels, const char *address, const char *axis, size_t *at,
                    struct failure *failure);

#endif
