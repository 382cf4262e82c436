/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "language/pasted.h"

#include <string.h>

/* The last piece read, apart from blanks. */
enum piece { PIECE_NONE, PIECE_NUMBER, PIECE_ROW };

/* Returns the length of a number as NumPy prints it, with its sign: -2.5e+00, inf, nan. */
static size_t number_length(const char *text, size_t length) {
    size_t at = length > 0 && *text == '-', sign = at;
    if (length - at >= 3 &&
        (memcmp(text + at, "inf", 3) == 0 || memcmp(text + at, "nan", 3) == 0)) {
        return at + 3;
    }
    while (at < length && strchr("0123456789.", text[at]) != NULL) {
        at++;
    }
    if (at == sign) {
        return 0;
    }
    if (at + 1 < length && text[at] == 'e' && strchr("+-", text[at + 1]) != NULL) {
        for (at += 2; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
            continue;
        }
    }
    return at;
}

enum pasted pasted_kind(const char *text, size_t length) {
    enum piece before = PIECE_NONE;
    bool beside = false, cut = false; /* two pieces have no comma between them; some were omitted */
    size_t depth = 0, number;
    for (size_t at = 0; at < length; at += number) {
        number = 1;
        if (strchr(" \t\r\n", text[at]) != NULL) {
            continue;
        }
        if (text[at] == '[') {
            beside = beside || before == PIECE_ROW;
            before = PIECE_NONE;
            depth++;
        } else if (text[at] == ']') {
            before = PIECE_ROW;
            if (--depth == 0) {
                return !beside ? PASTED_NOT : cut ? PASTED_CUT : PASTED_WHOLE;
            }
        } else if (length - at >= 3 && memcmp(text + at, "...", 3) == 0) {
            cut = beside = true;
            number = 3;
        } else {
            number = number_length(text + at, length - at);
            if (number == 0) {
                return PASTED_NOT;
            }
            beside = beside || (before == PIECE_NUMBER && text[at] != '-');
            before = PIECE_NUMBER;
        }
    }
    return PASTED_NOT;
}
