/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* text: builds byte strings that grow and are always NUL-terminated.
 *
 * A zeroed struct text is an empty one. When memory runs out FAILED is set, what follows is
 * dropped, and the user of the text checks once at the end (text_ok). text_release frees it. */
#ifndef QKV_BASE_TEXT_H
#define QKV_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct failure;

struct text {
    char *bytes; /* NULL while empty; use text_string to read */
    size_t length, capacity;
    bool failed;
    bool stopped; /* it failed because the work was stopped */
};

void text_release(struct text *text);
/* Releases a text that was copied into INTO; when it failed, INTO fails too. */
void text_release_into(struct text *text, struct text *into);

/* Empties the text and keeps its room. */
void text_clear(struct text *text);

/* Cuts the text to LENGTH bytes, when it is longer. */
void text_truncate(struct text *text, size_t length);

/* Append a string; LENGTH bytes; one character; a string COUNT times. Without memory the text is
 * `failed` and unchanged. */
void text_append(struct text *text, const char *string);
void text_append_bytes(struct text *text, const char *bytes, size_t length);
void text_append_character(struct text *text, char character);
/* Appends LENGTH bytes in base64 (RFC 4648, section 4): three bytes become four letters of six
 * bits. */
void text_append_base64(struct text *text, const char *bytes, size_t length);
/* Appends COUNT lines, with a newline after each. */
void text_append_lines(struct text *text, const char *const *lines, size_t count);
void text_repeat(struct text *text, const char *string, size_t count);
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_format_list(struct text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Returns room for LENGTH bytes after the text, NULL without memory; text_filled adds those that
 * have been written there. */
char *text_room(struct text *text, size_t length);
void text_filled(struct text *text, size_t length);

/* Returns the string, "" when empty, valid until the next change. */
const char *text_string(const struct text *text);

/* A checkpoint (checkpoint.h) for a loop that writes much, before NUMBERS more are written. Returns
 * false when the text is `failed`, for that or another reason. */
bool text_checkpoint(struct text *text, size_t numbers);

/* Returns false, with failure_memory or "stopped", when anything was dropped. */
bool text_ok(const struct text *text, struct failure *failure);

/* Hands the bytes to the caller, who frees them with memory_free; the text is empty afterwards.
 * NULL when there was no memory. */
char *text_steal(struct text *text);

/* Formats into OUT, which has room for SIZE bytes; what is too long is cut at a character's edge.
 * Returns the length. */
size_t text_fill(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
size_t text_fill_list(char *out, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* True when two strings are equal; true when one begins with another. */
bool text_same(const char *a, const char *b);
bool text_starts(const char *string, const char *prefix);

/* Returns what precedes item INDEX of COUNT in a sentence: "a, b and c". */
static inline const char *text_between(size_t index, size_t count) {
    return index == 0 ? "" : index + 1 < count ? ", " : " and ";
}

/* Returns how many lines TEXT has; the last may have no newline. */
size_t text_count_lines(const char *text);

/* True when WORD is one of WORDS, which single blanks separate. */
bool text_has_word(const char *words, const char *word);

/* Returns the first place in TEXT that matches WORDS (not empty), and its bytes in *LENGTH; NULL
 * for none. ASCII letters match in either case and any white space matches a blank; marks around
 * code and emphasis are skipped. */
const char *text_seek(const char *text, const char *words, size_t *length);

/* Returns the edit distance (insert, delete, replace, swap neighbours) of two words, at most 99. */
size_t text_distance(const char *a, const char *b);

/* Finds the best "did you mean" for WORD: call it for each candidate with the best so far (NULL at
 * first). Returns the better of the two, NULL while none is within a third of the word's length (at
 * least one edit). */
const char *text_nearer(const char *word, const char *best, const char *candidate);

#endif
