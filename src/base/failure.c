/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/failure.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <string.h>

/* The functions themselves are defined here, so their macros are not wanted. */
#undef failure_set
#undef failure_at
#undef failure_memory
#undef failure_mark_external

/* Copies as much of SOURCE as fits into OUT (SIZE bytes), in whole characters. */
static void copy_cut(char *out, size_t size, const char *source) {
    size_t length = strlen(source);
    if (length >= size) {
        length = utf8_edge(source, size - 1);
    }
    memmove(out, source, length);
    out[length] = '\0';
}

/* Here and below the arguments may point into the failure that is about to be overwritten. */
void failure_set_list(struct failure *failure, const char *format, va_list arguments) {
    char message[sizeof failure->message];
    text_fill_list(message, sizeof message, format, arguments);
    *failure = (struct failure){.set = true};
    copy_cut(failure->message, sizeof failure->message, message);
}

bool failure_set(struct failure *failure, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    failure_set_list(failure, format, arguments);
    va_end(arguments);
    return false;
}

bool failure_at(struct failure *failure, struct span span, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    failure_set_list(failure, format, arguments);
    va_end(arguments);
    failure->placed = true;
    failure->span = span;
    return false;
}

bool failure_memory(struct failure *failure) {
    failure_set(failure, "out of memory");
    return failure_mark_external(failure);
}

bool failure_mark_external(struct failure *failure) {
    failure->outside = true;
    return false;
}

void failure_if_memory_refused(struct failure *failure, size_t refused) {
    if (memory_refused() != refused) {
        *failure = (struct failure){0};
        failure_memory(failure);
    }
}

void failure_place(struct failure *failure, struct span span) {
    if (!failure->placed) {
        failure->placed = true;
        failure->span = span;
    }
}

void failure_prefix(struct failure *failure, const char *format, ...) {
    char prefix[sizeof failure->message], message[sizeof failure->message];
    va_list arguments;
    va_start(arguments, format);
    text_fill_list(prefix, sizeof prefix, format, arguments);
    va_end(arguments);
    copy_cut(message, sizeof message, failure->message);
    copy_cut(failure->message, sizeof failure->message, prefix);
    size_t used = strlen(prefix);
    copy_cut(failure->message + used, sizeof failure->message - used, ": ");
    used = strlen(failure->message);
    copy_cut(failure->message + used, sizeof failure->message - used, message);
}

void failure_suffix(struct failure *failure, const char *format, ...) {
    size_t used = strlen(failure->message);
    va_list arguments;
    va_start(arguments, format);
    text_fill_list(failure->message + used, sizeof failure->message - used, format, arguments);
    va_end(arguments);
}

/* Returns how many columns LENGTH bytes take when shown; SHOWN is scratch. */
static size_t count_shown_columns(struct text *shown, const char *bytes, size_t length) {
    text_clear(shown);
    utf8_line(shown, bytes, length);
    return utf8_columns(text_string(shown), shown->length);
}

enum { EXCERPT_COLUMNS = 72, EXCERPT_BEFORE = 40 };

/* Keeps the line of LENGTH bytes as the excerpt; the bytes of FAULT are underlined. Without memory
 * the failure has no excerpt. */
static void keep_excerpt(struct failure *failure, const char *line, size_t length,
                         struct span fault) {
    struct text shown = {0};
    /* The excerpt of a long line starts late enough to show the fault. */
    bool whole = length <= EXCERPT_COLUMNS || fault.start <= EXCERPT_BEFORE;
    size_t start = whole ? 0 : utf8_edge(line, fault.start - EXCERPT_BEFORE);
    failure->caret = count_shown_columns(&shown, line + start, fault.start - start) + (start > 0);
    size_t width = count_shown_columns(&shown, line + fault.start, fault.end - fault.start);
    text_clear(&shown);
    utf8_line(&shown, line + start, length - start);
    size_t columns = utf8_columns(text_string(&shown), shown.length) + (start > 0);
    struct text fitted = {0};
    text_append(&fitted, start > 0 ? "…" : "");
    size_t room = columns < EXCERPT_COLUMNS ? columns : EXCERPT_COLUMNS;
    utf8_fit(&fitted, text_string(&shown), shown.length, room - (start > 0));
    if (!shown.failed && !fitted.failed) {
        copy_cut(failure->excerpt, sizeof failure->excerpt, text_string(&fitted));
        failure->caret = failure->caret < room ? failure->caret : room;
        size_t most = room > failure->caret ? room - failure->caret : 1;
        failure->width = width < 1 ? 1 : width > most ? most : width;
    }
    text_release(&shown);
    text_release(&fitted);
}

void failure_locate(struct failure *failure, const char *file, const char *text,
                    size_t first_line) {
    if (failure->file[0] != '\0') {
        return;
    }
    copy_cut(failure->file, sizeof failure->file, file);
    failure->line = first_line;
    failure->column = 1;
    if (!failure->placed) {
        return;
    }
    size_t length = strlen(text);
    size_t at = failure->span.start < length ? failure->span.start : length;
    if (at == length && at > 0 && text[at - 1] == '\n') {
        at--; /* what is missing at the end belongs to the last line */
    }
    size_t start = 0;
    for (size_t i = 0; i < at; i++) {
        if (text[i] == '\n') {
            failure->line++;
            start = i + 1;
        }
    }
    size_t end = start + strcspn(text + start, "\n");
    end -= end > start && text[end - 1] == '\r';
    at = at < end ? at : end;
    failure->column = utf8_characters(text + start, at - start) + 1;
    size_t fault_end = failure->span.end < end ? failure->span.end : end;
    struct span fault = {at - start, (fault_end > at ? fault_end : at) - start};
    keep_excerpt(failure, text + start, end - start, fault);
}

/* Appends a string on one line, since a file's name may contain newlines. */
static void append_on_one_line(struct text *out, const char *string) {
    for (;;) {
        size_t length = strcspn(string, "\n");
        utf8_sanitise(out, string, length, false);
        if (string[length] == '\0') {
            return;
        }
        text_append(out, "\\x0a");
        string += length + 1;
    }
}

void failure_print(const struct failure *failure, struct text *out) {
    if (failure->file[0] != '\0') {
        append_on_one_line(out, failure->file);
        if (failure->line > 0) {
            text_format(out, ":%zu:%zu", failure->line, failure->column);
        }
        text_append(out, ": ");
    }
    append_on_one_line(out, failure->message);
    text_append(out, "\n");
    if (failure->excerpt[0] != '\0') {
        text_format(out, "  %s\n  ", failure->excerpt);
        text_repeat(out, " ", failure->caret);
        text_append(out, "^");
        text_repeat(out, "~", failure->width > 0 ? failure->width - 1 : 0);
        text_append(out, "\n");
    }
}
