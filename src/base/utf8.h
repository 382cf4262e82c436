/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* utf8: decodes characters, measures their columns on a terminal, and sanitises text.
 *
 * Each byte that is not UTF-8 (overlong forms and surrogates included) counts as one U+FFFD. Widths
 * come from a built-in table, so results never depend on the locale: East Asian wide and emoji 2,
 * combining marks and controls 0, others 1. */
#ifndef QKV_BASE_UTF8_H
#define QKV_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

/* Decodes the character at BYTES (LENGTH > 0 left), stores its code point, returns its bytes. */
size_t utf8_decode(const char *bytes, size_t length, uint32_t *point);

/* Writes POINT as UTF-8 to OUT (room for 5), NUL-terminated; returns its bytes. */
size_t utf8_encode(uint32_t point, char out[5]);

/* Return the number of characters, and of screen columns, in LENGTH bytes. */
size_t utf8_characters(const char *bytes, size_t length);
size_t utf8_columns(const char *bytes, size_t length);
size_t utf8_width(uint32_t point);

/* True when all bytes are well-formed UTF-8. */
bool utf8_valid(const char *bytes, size_t length);

/* Returns the greatest length up to LENGTH at which BYTES can be cut without splitting a
 * character. */
size_t utf8_edge(const char *bytes, size_t length);

/* Appends a copy that is safe on a terminal. Newlines are kept. Tabs are kept when KEEP_TABS (the
 * caller expands them) and become \x09 otherwise. Carriage return before newline is dropped. Other
 * C0, DEL and C1 controls become \x1b forms; bidi controls, zero-width characters, tags, variation
 * selectors and other format characters become <202E> forms, and so do combining marks without a
 * base, or beyond UTF8_MARKS on one character; broken bytes and noncharacters become U+FFFD. */
enum { UTF8_MARKS = 4 };
void utf8_sanitise(struct text *out, const char *bytes, size_t length, bool keep_tabs);

/* Appends a safe copy on one line: newlines and tabs become blanks. */
void utf8_line(struct text *out, const char *bytes, size_t length);

/* True for white space of any script (Unicode property White_Space). */
bool utf8_blank(uint32_t point);

/* True for characters that the sanitiser keeps, marks aside. */
bool utf8_showable(uint32_t point);

/* Appends BYTES, cut or padded with spaces to exactly COLUMNS columns ("…" marks a cut). */
void utf8_fit(struct text *out, const char *bytes, size_t length, size_t columns);

#endif
