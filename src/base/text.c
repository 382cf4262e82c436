/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/least.h"
#include "base/memory.h"
#include "base/utf8.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void text_release(struct text *text) {
    memory_free(text->bytes);
    *text = (struct text){0};
}

void text_release_into(struct text *text, struct text *into) {
    into->failed |= text->failed;
    into->stopped |= text->stopped;
    text_release(text);
}

void text_clear(struct text *text) {
    text_truncate(text, 0);
    text->failed = text->stopped = false;
}

void text_truncate(struct text *text, size_t length) {
    if (length < text->length) {
        text->length = length;
        text->bytes[length] = '\0';
    }
}

/* Makes room for LENGTH more bytes and the final NUL. */
static bool text_reserve(struct text *text, size_t length) {
    if (text->failed || length > SIZE_MAX - text->length - 1 ||
        !memory_reserve(&text->bytes, &text->capacity, text->length + length + 1, 1)) {
        text->failed = true;
        return false;
    }
    return true;
}

void text_append(struct text *text, const char *string) {
    text_append_bytes(text, string, strlen(string));
}

void text_append_bytes(struct text *text, const char *bytes, size_t length) {
    if (length > 0 && text_reserve(text, length)) {
        memcpy(text->bytes + text->length, bytes, length);
        text->length += length;
        text->bytes[text->length] = '\0';
    }
}

void text_append_character(struct text *text, char character) {
    text_append_bytes(text, &character, 1);
}

void text_append_base64(struct text *text, const char *bytes, size_t length) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < length; at += 3) {
        unsigned bits = 0;
        for (size_t i = 0; i < 3; i++) {
            bits = bits << 8 | (at + i < length ? (unsigned char)bytes[at + i] : 0);
        }
        for (size_t i = 0; i < 4; i++) {
            bool there = at + i <= length;
            text_append_character(text, there ? letters[bits >> (18 - 6 * i) & 63] : '=');
        }
    }
}

void text_append_lines(struct text *text, const char *const *lines, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_append(text, lines[i]);
        text_append(text, "\n");
    }
}

void text_repeat(struct text *text, const char *string, size_t count) {
    size_t length = strlen(string);
    for (size_t i = 0; i < count && !text->failed; i++) {
        text_append_bytes(text, string, length);
    }
}

/* --- formatting ------------------------------------------------------------------------------- */

void text_format(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_format_list(text, format, arguments);
    va_end(arguments);
}

void text_format_list(struct text *text, const char *format, va_list arguments) {
    va_list again;
    size_t room = text->capacity - text->length;
    va_copy(again, arguments);
    int length = vsnprintf(room > 0 ? text->bytes + text->length : NULL, room, format, again);
    va_end(again);
    if (length < 0 || !text_reserve(text, (size_t)length)) {
        if (room > 0) {
            text->bytes[text->length] = '\0';
        }
        text->failed = true;
        return;
    }
    if ((size_t)length >= room) {
        (void)vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
    }
    text->length += (size_t)length;
}

char *text_room(struct text *text, size_t length) {
    if (!text_reserve(text, length)) {
        return NULL;
    }
    text->bytes[text->length] = '\0';
    return text->bytes + text->length;
}

void text_filled(struct text *text, size_t length) {
    text->length += length;
    text->bytes[text->length] = '\0';
}

const char *text_string(const struct text *text) {
    return text->bytes ? text->bytes : "";
}

bool text_checkpoint(struct text *text, size_t numbers) {
    enum { WORK = 64 }; /* writing a number takes as long as computing this many */
    struct failure ignored = {0};
    if (!text->failed && !checkpoint(WORK * numbers, &ignored)) {
        text->failed = text->stopped = true;
    }
    return !text->failed;
}

bool text_ok(const struct text *text, struct failure *failure) {
    if (text->stopped) {
        return checkpoint_stopped(failure);
    }
    return !text->failed || failure_memory(failure);
}

char *text_steal(struct text *text) {
    char *bytes = NULL;
    if (text_reserve(text, 0)) {
        text->bytes[text->length] = '\0';
        bytes = text->bytes;
        *text = (struct text){0};
    }
    text_release(text);
    return bytes;
}

size_t text_fill(char *out, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t length = text_fill_list(out, size, format, arguments);
    va_end(arguments);
    return length;
}

size_t text_fill_list(char *out, size_t size, const char *format, va_list arguments) {
    int length = vsnprintf(out, size, format, arguments);
    size_t used = length < 0 ? 0 : (size_t)length;
    if (used >= size) {
        used = utf8_edge(out, size - 1);
    }
    out[used] = '\0';
    return used;
}

bool text_same(const char *a, const char *b) {
    return a == b || strcmp(a, b) == 0;
}

bool text_starts(const char *string, const char *prefix) {
    return strncmp(string, prefix, strlen(prefix)) == 0;
}

size_t text_count_lines(const char *text) {
    size_t count = 0;
    for (; *text != '\0'; count++) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return count;
}

bool text_has_word(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = words; length > 0; at++) {
        size_t size = strcspn(at, " ");
        if (size == length && memcmp(at, word, length) == 0) {
            return true;
        }
        at += size;
        if (*at == '\0') {
            return false;
        }
    }
    return false;
}

/* Returns how many bytes at the start of TEXT match WORDS; 0 when it begins otherwise. */
static size_t match_words(const char *text, const char *words) {
    const char *at = text;
    while (*words != '\0') {
        const char *blank = words;
        words += strspn(words, " \t\n");
        at += at > text ? strspn(at, "`\1") : 0;
        if (words > blank) {
            size_t blanks = strspn(at, " \t\n");
            at += blanks + strspn(at + blanks, "`\1");
            if (blanks == 0) {
                return 0;
            }
        } else if (tolower((unsigned char)*at) == tolower((unsigned char)*words)) {
            at++;
            words++;
        } else {
            return 0;
        }
    }
    return (size_t)(at - text);
}

const char *text_seek(const char *text, const char *words, size_t *length) {
    for (; *text != '\0'; text++) {
        *length =
            strchr("`\1", *text) ? 0 : match_words(text, words); /* no match starts at a mark */
        if (*length > 0) {
            return text;
        }
    }
    return NULL;
}

enum { WORD_LIMIT = 80, FAR_AWAY = 99 };

/* Computes the optimal string alignment distance: row i of the table has the edits that turn the
 * first i bytes of A into each prefix of B. Only the last three rows are needed. */
size_t text_distance(const char *a, const char *b) {
    size_t rows = strlen(a), columns = strlen(b);
    if (rows > WORD_LIMIT || columns > WORD_LIMIT) {
        return text_same(a, b) ? 0 : FAR_AWAY;
    }
    size_t table[3][WORD_LIMIT + 1];
    for (size_t j = 0; j <= columns; j++) {
        table[0][j] = j;
    }
    for (size_t i = 1; i <= rows; i++) {
        size_t *row = table[i % 3], *row_above = table[(i + 2) % 3],
               *row_before_that = table[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            row[j] = lesser(lesser(row_above[j], row[j - 1]) + 1,
                            row_above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = lesser(row[j], row_before_that[j - 2] + 1);
            }
        }
    }
    return table[rows % 3][columns];
}

const char *text_nearer(const char *word, const char *best, const char *candidate) {
    size_t length = strlen(word), other = strlen(candidate);
    size_t longer = other > length ? other : length;
    size_t allowed = length / 3 > 1 ? length / 3 : 1;
    if (longer - lesser(other, length) > allowed) { /* each extra byte is an edit */
        return best;
    }
    if (strcasecmp(word, candidate) == 0) { /* D_k is d_k */
        return candidate;
    }
    size_t distance = text_distance(word, candidate);
    /* "x" is one edit from each one-letter name and resembles none of them: something has to
     * stay the same. */
    if (distance > allowed || distance >= longer) {
        return best;
    }
    return best && text_distance(word, best) <= distance ? best : candidate;
}
