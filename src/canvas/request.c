/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/request.h"

#include "base/number.h"
#include "base/text.h"
#include "canvas/drawing.h"
#include "language/reader.h"

#include <stdint.h>
#include <string.h>

/* KEY=VALUE: no expression begins so. */
static bool read_option(struct drawing_request *request, const char *word, size_t length) {
    static const char *const keys[] = {"bins", "numbers", "steps", "scale", "times", "axes", "top"};
    enum { BINS, NUMBERS, STEPS, SCALE, TIMES, AXES, TOP, COUNT };
    size_t key = 0, end = strcspn(word, "([\"=");
    if (end >= length || word[end] != '=') {
        return false;
    }
    while (key < COUNT && (strlen(keys[key]) != end || memcmp(keys[key], word, end) != 0)) {
        key++;
    }
    char value[32];
    text_fill(value, sizeof value, "%.*s", (int)(length - end - 1), word + end + 1);
    const double most = 1e6;
    double number = 0;
    bool count = number_parse(value, strlen(value), &number) && number >= 0 && number <= most;
    number = count ? number : 0;
    switch (key) {
    case BINS:
        request->bins = (size_t)number;
        break;
    case NUMBERS:
        request->bare = text_same(value, "no");
        break;
    case STEPS:
        request->steps = (size_t)number;
        break;
    case SCALE:
        request->logarithmic |= text_same(value, "log");
        break;
    case TIMES:
        request->factor = number;
        request->logarithmic = true;
        break;
    case AXES:
        request->shared = text_same(value, "shared");
        break;
    case TOP:
        request->top = (size_t)number;
        break;
    default:
        break;
    }
    return true;
}

struct drawing_request drawing_read(const char *words, size_t length) {
    struct drawing_request request = {0}, nothing = {0};
    size_t end = reader_outside(words, length, " \t\n");
    bool show = end == 4 && memcmp(words, "show", end) == 0, parts = false;
    double *number = NULL; /* what the next word is */
    request.kind = drawing_find(words, end);
    const char *kind = request.kind != NULL ? request.kind->name : "show";
    bool sweep = text_same(kind, "sweep");
    request.marks = text_same(kind, "boxes");
    for (size_t at = end; at < length; at = end) {
        at += strspn(words + at, " \t\n");
        end = at < length ? at + reader_outside(words + at, length - at, " \t\n") : at;
        char word[DRAWING_NAME];
        text_fill(word, sizeof word, "%.*s", (int)(end - at), words + at);
        if (number != NULL) {
            *number = number_parse(word, strlen(word), number) ? *number : 0;
            number = NULL;
        } else if (sweep && text_same(word, "from")) {
            number = &request.from;
        } else if (sweep && text_same(word, "to")) {
            number = &request.to;
        } else if (sweep && text_same(word, "at")) {
            request.marks = request.count;
        } else if (end > at && !text_same(word, "watch") && request.count < DRAWING_NAMES &&
                   !read_option(&request, words + at, end - at)) {
            parts = parts || strchr(word, '[') != NULL;
            memcpy(request.names[request.count++], word, sizeof word);
        }
    }
    bool several = show && request.count > 1 && !parts;
    return request.kind != NULL || several ? request : nothing;
}

size_t drawing_named(const struct drawing_request *request, size_t at) {
    const char *name = request->names[at];
    size_t length = reader_name(name, strlen(name));
    return name[length] == '\0' || name[length] == '[' ? length : 0;
}

size_t drawing_index(const struct drawing_request *request, const char *name) {
    for (size_t i = 0; i < request->count; i++) {
        size_t length = drawing_named(request, i);
        if (length > 0 && strlen(name) == length && memcmp(request->names[i], name, length) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* How many names say what is shown. */
static size_t shown_names(const struct drawing_request *request) {
    return request->marks > 0 ? request->marks : request->count;
}

bool drawing_same(const struct drawing_request *a, const struct drawing_request *b) {
    bool same = a->kind == b->kind && shown_names(a) == shown_names(b) && a->steps == b->steps &&
                a->logarithmic == b->logarithmic && a->shared == b->shared &&
                numbers_alike(a->from, b->from) && numbers_alike(a->to, b->to) &&
                numbers_alike(a->factor, b->factor);
    for (size_t i = 0; same && i < shown_names(a); i++) {
        same = text_same(a->names[i], b->names[i]);
    }
    return same;
}

void drawing_write(const struct drawing_request *request, struct text *out) {
    const char *kind = request->kind != NULL ? request->kind->name : "show";
    bool sweep = text_same(kind, "sweep");
    text_append(out, kind);
    for (size_t i = 0; i < shown_names(request); i++) {
        text_append(out, sweep && i == 1 ? " watch " : " ");
        text_append(out, request->names[i]);
        if (sweep && i == 0) {
            text_format(out, " from %g to %g", request->from, request->to);
        }
    }
    if (request->factor > 0) {
        text_format(out, " times=%g", request->factor);
    } else if (request->logarithmic) {
        text_append(out, " scale=log");
    }
    if (request->steps > 0) {
        text_format(out, " steps=%zu", request->steps);
    }
    text_append(out, request->shared ? " axes=shared" : "");
}
