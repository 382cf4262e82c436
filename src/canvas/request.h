/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* request: what was asked for by name: a picture (canvas/drawing.h) or several values. */
#ifndef QKV_CANVAS_REQUEST_H
#define QKV_CANVAS_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

enum { DRAWING_NAMES = 14, DRAWING_NAME = 40, DRAWING_OPTIONS = 4 };

struct drawing_kind; /* canvas/drawing.h */
struct text;

/* A request: a picture, or (without a kind) several values together, as `show A B` asks for. It is
 * made once from the words of the statement, and copied by value. */
struct drawing_request {
    const struct drawing_kind *kind;
    size_t count;                            /* 0: nothing was asked for */
    char names[DRAWING_NAMES][DRAWING_NAME]; /* as they were written: "Q", "A[1,2]", "max(A)" */
    double option[DRAWING_OPTIONS];          /* as its kind lists them; 0: not given */
    double from, to;                         /* of a sweep */
    size_t marks; /* from which name on values are only marked, and may be missing; 0: none */
};

/* Reads the LENGTH bytes of a statement at WORDS, "histogram S bins=14" or "show A B". What names
 * nothing (another command, one value alone, a part of one: `show A[1,:]`) asks for nothing. */
struct drawing_request drawing_read(const char *words, size_t length);
/* Returns the bytes of KEY, where WORD is KEY=VALUE, which no expression begins with; 0: it is
 * not. */
size_t drawing_key(const char *word, size_t length);
/* Returns the bytes of name AT that refer to a value: 1 of "A[1,2]", 0 of "max(A)". */
size_t drawing_named(const struct drawing_request *request, size_t at);
/* Returns which of its names refers to the value NAME, itself or a part of it; SIZE_MAX: none. */
size_t drawing_index(const struct drawing_request *request, const char *name);
/* True when both ask for the same picture, however it is to be shown and whatever is marked in
 * it. */
bool drawing_same(const struct drawing_request *a, const struct drawing_request *b);
/* Appends what distinguishes a picture from others, as it would be typed: "arrows a b". */
void drawing_write(const struct drawing_request *request, struct text *out);

#endif
