/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "lesson/draft.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

enum { EXCERPT_LIMIT = 400 }; /* bytes: more of a line is never shown */

/* Locates PROBLEM on line LINE. */
static void locate(struct draft *draft, size_t line, struct failure *problem) {
    document_seek(&draft->cursor, line);
    const char *here = document_here(&draft->cursor);
    size_t length = document_line_length(here), blanks = strspn(here, " \t");
    length = length > EXCERPT_LIMIT ? utf8_edge(here, EXCERPT_LIMIT) : length;
    char *copy = draft_copy_raw(draft, here, length);
    if (copy) {
        failure_place(problem, (struct span){blanks < length ? blanks : 0, length});
        failure_locate(problem, draft->lesson->file, copy, line);
        memory_free(copy);
    }
}

struct draft draft_of(struct lesson *lesson) {
    const struct document *document = &lesson->document;
    return (struct draft){.lesson = lesson, .cursor = {document->raw, document->length, 0, 1}};
}

void draft_problem(struct draft *draft, size_t line, const char *format, ...) {
    struct lesson *lesson = draft->lesson;
    if (lesson->problem_count == PROBLEM_LIMIT ||
        !draft_room(draft, &lesson->problems, &lesson->problem_capacity, lesson->problem_count,
                    sizeof *lesson->problems)) {
        return;
    }
    struct failure *problem = &lesson->problems[lesson->problem_count++];
    va_list arguments;
    va_start(arguments, format);
    failure_set_list(problem, format, arguments);
    va_end(arguments);
    locate(draft, line, problem);
}

size_t draft_indent(struct draft *draft, size_t line) {
    document_seek(&draft->cursor, line);
    const char *here = document_here(&draft->cursor), *at = here;
    while (*at == ' ' || *at == '\t') {
        at++;
    }
    return (size_t)(at - here);
}

char *draft_copy_raw(struct draft *draft, const char *bytes, size_t length) {
    char *copy = memory_text(bytes, length);
    draft->failed |= !copy;
    return copy;
}

char *draft_copy_shown(struct draft *draft, const char *bytes, size_t length) {
    char *copy = document_copy_shown(bytes, length);
    draft->failed |= !copy;
    return copy;
}

char *draft_copy_words(struct draft *draft, const char *bytes, size_t length) {
    struct slice rest = {bytes, length};
    struct text words = {0};
    while (rest.length > 0) {
        struct slice line = slice_line(&rest);
        draft->failed |= !document_words(line.bytes, line.length, &words);
        text_append(&words, rest.length > 0 ? "\n" : "");
    }
    char *copy = draft_copy_raw(draft, text_string(&words), words.length);
    text_release(&words);
    return copy;
}

bool draft_room(struct draft *draft, void *array, size_t *capacity, size_t count, size_t size) {
    bool room = memory_reserve(array, capacity, count + 1, size);
    draft->failed |= !room;
    return room;
}

void draft_add_string(struct draft *draft, struct strings strings, char *copy) {
    if (copy &&
        draft_room(draft, strings.list, strings.capacity, *strings.count, sizeof **strings.list)) {
        (*strings.list)[(*strings.count)++] = copy;
    } else {
        memory_free(copy);
    }
}

bool slice_is(struct slice slice, const char *word) {
    return slice.length > 0 && slice.bytes[0] == word[0] && slice.length == strlen(word) &&
           memcmp(slice.bytes, word, slice.length) == 0;
}

bool slice_starts(struct slice slice, const char *prefix) {
    size_t length = strlen(prefix);
    return slice.length >= length && memcmp(slice.bytes, prefix, length) == 0;
}

struct slice slice_trimmed(struct slice slice) {
    slice.length = document_trim(&slice.bytes, slice.length);
    return slice;
}

struct slice slice_after(struct slice slice, size_t count) {
    slice.bytes += count;
    slice.length -= count;
    return slice_trimmed(slice);
}

struct slice slice_word(struct slice *text) {
    *text = slice_trimmed(*text);
    struct slice word = *text;
    size_t length = 0;
    while (length < text->length && !document_blank(text->bytes[length])) {
        length++;
    }
    word.length = length;
    *text = slice_after(*text, length);
    return word;
}

struct slice slice_line(struct slice *text) {
    const char *newline = memchr(text->bytes, '\n', text->length);
    struct slice line = *text;
    line.length = newline ? (size_t)(newline - text->bytes) : text->length;
    size_t passed = line.length + (newline != NULL);
    text->bytes += passed;
    text->length -= passed;
    return slice_trimmed(line);
}

const char *slice_nearest(struct slice slice, const char *const *candidates) {
    char lower[40];
    if (slice.length >= sizeof lower) {
        return NULL;
    }
    for (size_t i = 0; i < slice.length; i++) {
        lower[i] = (char)tolower((unsigned char)slice.bytes[i]);
    }
    lower[slice.length] = '\0';
    const char *best = NULL;
    for (; *candidates; candidates++) {
        best = text_nearer(lower, best, *candidates);
    }
    return best;
}

enum part_kind fence_kind(const char *info) {
    struct slice text = {info, strlen(info)};
    struct slice word = slice_word(&text);
    const struct quiz_kind *kind;
    for (size_t i = 0; (kind = quiz_kind_at(i)) != NULL; i++) {
        if (slice_is(word, kind->fence != NULL ? kind->fence : "quiz")) {
            return PART_QUIZ;
        }
    }
    return slice_is(word, "qkv")     ? PART_FENCE
           : slice_is(word, "drill") ? PART_DRILL
           : slice_is(word, "try")   ? PART_TRY
                                     : PART_NARRATION;
}

size_t slice_find(struct slice code, const char *mark) {
    size_t length = strlen(mark);
    bool quoted = false, comment = false;
    int depth = 0;
    for (size_t i = 0; i < code.length; i++) {
        char c = code.bytes[i];
        if (c == '\n') {
            comment = false;
        } else if (comment) {
            continue;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && depth == 0 && code.length - i >= length &&
                   memcmp(code.bytes + i, mark, length) == 0) {
            return i;
        } else if (!quoted) {
            comment = c == '#';
            depth += (strchr("([{", c) != NULL) - (strchr(")]}", c) != NULL);
        }
    }
    return code.length;
}
