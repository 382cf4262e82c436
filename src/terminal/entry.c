/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/entry.h"

#include "base/text.h"
#include "base/utf8.h"
#include "language/reader.h"
#include "terminal/input.h"

#include <string.h>

static bool is_blank(const char *text) {
    return text[strspn(text, " \t\n")] == '\0';
}

static bool bracket_is_open(const struct text *lines) {
    bool open = false;
    size_t at = 0;
    while (at < lines->length) {
        at += reader_line(lines->bytes + at, lines->length - at, &open);
    }
    return open;
}

enum entry_state entry_add(struct text *lines, const char *line) {
    bool blank = is_blank(line);
    if (lines->length == 0 && blank) {
        return ENTRY_EMPTY;
    }
    bool ends = lines->length > 0 && blank;
    text_append(lines, line);
    text_append(lines, "\n");
    if (lines->failed || lines->length > INPUT_LIMIT) {
        bool failed = lines->failed;
        text_release(lines);
        return failed ? ENTRY_NO_MEMORY : ENTRY_TOO_LONG;
    }
    if (bracket_is_open(lines) && !ends) {
        return ENTRY_OPEN;
    }
    text_truncate(lines, lines->length - 1);
    return ENTRY_WHOLE;
}

void entry_paste(struct text *out, const char *bytes, size_t length) {
    struct text lines = {0};
    for (size_t i = 0; i < length; i++) {
        bool pair = bytes[i] == '\r' && i + 1 < length && bytes[i + 1] == '\n';
        char byte = bytes[i] == '\t' ? ' ' : bytes[i] == '\r' ? '\n' : bytes[i];
        text_append_bytes(&lines, &byte, pair ? 0 : 1);
    }
    if (lines.length > 0 && lines.bytes[lines.length - 1] == '\n') {
        text_truncate(&lines, lines.length - 1);
    }
    utf8_sanitise(out, text_string(&lines), lines.length, false);
    out->failed |= lines.failed;
    text_release(&lines);
}

void entry_show(struct text *out, const char *bytes, size_t length) {
    size_t end;
    for (size_t at = 0; at < length; at = end + 1) {
        const char *newline = memchr(bytes + at, '\n', length - at);
        end = newline == NULL ? length : (size_t)(newline - bytes);
        utf8_sanitise(out, bytes + at, end - at, false);
        text_append(out, newline == NULL ? "" : "↵");
    }
}
