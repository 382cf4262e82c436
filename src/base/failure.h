/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* failure: says what went wrong, where, and what would be right.
 *
 * A fallible function takes a struct failure last, fills it and returns false (or NULL). The struct
 * owns nothing: it is a value of fixed size that can be copied. While a text is being read or
 * evaluated a failure knows only a span of bytes in that text; the code that knows the file's name
 * calls failure_locate once to turn the span into file, line, column and the line itself. */
#ifndef QKV_BASE_FAILURE_H
#define QKV_BASE_FAILURE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct text;

/* Bytes [start, end) of some text. */
struct span {
    size_t start, end;
};

struct failure {
    bool set;
    bool outside; /* the request is not at fault: there was no memory, or it was stopped */
    bool unmet;   /* nothing but a check that is not met */
    bool placed;  /* SPAN is set: it locates the fault in the text that is being read */
    struct span span;
    char message[768];   /* one sentence, no final point, no newline */
    char file[256];      /* "" until located */
    size_t line, column; /* from 1; the column counts characters, not bytes */
    size_t caret, width; /* screen columns before the caret, and columns it underlines */
    char excerpt[256];   /* the source line, sanitised */
};

/* Fills FAILURE without a place; returns false so that `return failure_set(…)` reads well.
 * Messages too long are cut at a character's edge. */
bool failure_set(struct failure *failure, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void failure_set_list(struct failure *failure, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* The same, with the span of the text at fault. */
bool failure_at(struct failure *failure, struct span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fills FAILURE with "out of memory", which is outside; returns false. */
bool failure_memory(struct failure *failure);
/* Marks FAILURE as outside; returns false. */
bool failure_mark_external(struct failure *failure);

/* The functions above return false; the macros show that to every caller's compiler and
 * analyzer. */
static inline bool failure_always_false(bool filled) {
    return filled && false;
}
#define failure_set(...) failure_always_false(failure_set(__VA_ARGS__))
#define failure_at(...) failure_always_false(failure_at(__VA_ARGS__))
#define failure_memory(failure) failure_always_false(failure_memory(failure))
#define failure_mark_external(failure) failure_always_false(failure_mark_external(failure))

/* Replaces FAILURE by one of memory when allocations were refused since memory_refused() returned
 * REFUSED: an error after that may be a consequence, and its words cut short. */
void failure_if_memory_refused(struct failure *failure, size_t refused);

/* Sets the span of a failure that has none yet. */
void failure_place(struct failure *failure, struct span span);

/* Puts "PREFIX: " before the message (cut at the end when there is no room). */
void failure_prefix(struct failure *failure, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends to the message (cut at the end when there is no room). */
void failure_suffix(struct failure *failure, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Turns the span into FILE:line:column and keeps the line. TEXT is the whole text the span points
 * into; its first line is line FIRST_LINE of FILE. A failure without a place gets FIRST_LINE,
 * column 1 and no excerpt. A failure that is located already stays as it is. */
void failure_locate(struct failure *failure, const char *file, const char *text, size_t first_line);

/* The one printer: "file:line:column: message", then the line and a caret line, each indented by
 * two. Without a place just "message" (or "file: message"). Ends with a newline. */
void failure_print(const struct failure *failure, struct text *out);

#endif
