/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/drawing.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "language/reader.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

#define ADDRESS(name) &name##_drawing,
static const struct drawing_kind *const kinds[] = {DRAWINGS(ADDRESS)};

const struct drawing_kind *drawing_at(size_t index) {
    return index < DRAWING_KINDS ? kinds[index] : NULL;
}

const struct drawing_kind *drawing_find(const char *name, size_t length) {
    for (size_t i = 0; i < DRAWING_KINDS; i++) {
        if (strlen(kinds[i]->name) == length && memcmp(kinds[i]->name, name, length) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}

bool drawing_fits(const struct drawing *drawing, struct failure *failure) {
    const struct drawing_kind *kind = drawing->request->kind;
    return kind->fits == NULL || kind->fits(drawing, failure);
}

size_t drawing_row(const struct drawing *drawing, size_t value) {
    size_t at[2];
    picture_cursor(&drawing->values[value], at);
    return at[0] == SIZE_MAX ? 0 : at[0];
}

void drawing_measure(const struct drawing_kind *kind, const struct drawing_sizes *of,
                     size_t least[2], size_t wish[2]) {
    memcpy(least, kind->least, sizeof kind->least);
    memcpy(wish, kind->wish, sizeof kind->wish);
    if (kind->measure != NULL) {
        kind->measure(of, least, wish);
    }
}

void drawing_sizes(const struct drawing_kind *kind, const struct drawing *drawing, size_t least[2],
                   size_t wish[2]) {
    const struct shape *shape = &drawing->values[0].value->shape;
    struct drawing_sizes sizes = {shape_rows(shape), shape_columns(shape),
                                  picture_head_columns(shape, AXIS_COLUMN, NULL), drawing->count};
    drawing_measure(kind, &sizes, least, wish);
}

void drawing_describe(const struct drawing *drawing, struct text *out) {
    const struct drawing_kind *kind = drawing->request->kind;
    for (size_t i = 0; i < drawing->count && kind->describe == NULL; i++) {
        struct picture picture = drawing->values[i];
        picture.before = NULL;
        matrix_describe(&picture, &(struct output){out, NULL, SIZE_MAX});
    }
    if (kind->describe != NULL) {
        kind->describe(drawing, out);
    }
}

/* Prints the picture as wide as the lines are, after an indent, and as high as it needs to be. */
void drawing_print(const struct drawing *drawing, const struct output *output) {
    enum { INDENT = 2 };
    const struct drawing_kind *kind = drawing->request->kind;
    size_t least[2], wish[2], refused = memory_refused();
    struct text *out = output->text;
    struct canvas canvas;
    drawing_sizes(kind, drawing, least, wish);
    size_t columns = lesser(wish[1], reduced(output->width, INDENT));
    size_t rows = kind->rows != NULL ? kind->rows(drawing, columns) : wish[0];
    canvas_init(&canvas, rows, INDENT + columns);
    struct canvas part = canvas_part(&canvas, (struct box){0, INDENT, rows, columns});
    if (part.rows > 0) {
        kind->draw(drawing, &part);
    }
    canvas_lines(&canvas, output->paint, out);
    while (out->length > 1 && text_same(out->bytes + out->length - 2, "\n\n")) {
        text_truncate(out, out->length - 1); /* rows that were not used */
    }
    canvas_release(&canvas);
    out->failed |= memory_refused() != refused;
}

/* --- requests --------------------------------------------------------------------------------- */

size_t drawing_key(const char *word, size_t length) {
    size_t key = strcspn(word, "([\"=");
    return key < length && word[key] == '=' ? key : 0;
}

/* Reads an option; one that this picture does not have, or a value that it cannot take, is
 * ignored. */
static bool read_option(struct drawing_request *request, const char *word, size_t length) {
    size_t key = drawing_key(word, length);
    for (size_t i = 0; key > 0 && request->kind != NULL && i < DRAWING_OPTIONS; i++) {
        const struct drawing_option *option = &request->kind->options[i];
        if (option->key == NULL || strlen(option->key) != key ||
            memcmp(option->key, word, key) != 0) {
            continue;
        }
        char value[32];
        double number, most = option->most > 0 ? (double)option->most : DBL_MAX;
        text_fill(value, sizeof value, "%.*s", (int)(length - key - 1), word + key + 1);
        if (option->words != NULL) {
            request->option[i] = text_same(value, strchr(option->words, ' ') + 1);
        } else if (number_parse(value, strlen(value), &number) && number >= 1 && number <= most) {
            request->option[i] = number;
        }
    }
    return key > 0;
}

static void append_to_key(struct drawing_request *request, const char *word) {
    size_t end = strlen(request->key);
    text_fill(request->key + end, sizeof request->key - end, "%s%s", end > 0 ? " " : "", word);
}

void drawing_add_name(struct drawing_request *request, const char *name) {
    if (request->count < DRAWING_NAMES) {
        text_fill(request->names[request->count++], DRAWING_NAME, "%s", name);
        append_to_key(request, name);
    }
}

struct drawing_request drawing_read(const char *words, size_t length) {
    struct drawing_request request = {0}, nothing = {0};
    size_t end = reader_find_outside(words, length, " \t\r\n");
    bool show = end == 4 && memcmp(words, "show", end) == 0, parts = false;
    bool ends = false; /* the word is an end of a range */
    text_fill(request.key, sizeof request.key, "%.*s", (int)end, words);
    request.kind = drawing_find(words, end);
    bool measured = request.kind != NULL && request.kind->measured;
    request.marks = request.kind != NULL ? request.kind->marks : 0;
    for (size_t at = end; at < length; at = end) {
        at += strspn(words + at, " \t\r\n");
        end = at < length ? at + reader_find_outside(words + at, length - at, " \t\r\n") : at;
        char word[DRAWING_NAME] = ""; /* all of it, for drawing_same */
        text_fill(word, sizeof word, "%.*s", (int)(end - at), words + at);
        bool option = read_option(&request, words + at, end - at);
        bool range = measured && text_has_word("from to", word);
        if (measured && text_same(word, "at")) {
            request.marks = request.count;
            word[0] = '\0';
        } else if (end > at && !option && !range && !ends && !text_same(word, "watch") &&
                   request.count < DRAWING_NAMES) {
            parts = parts || strchr(word, '[') != NULL;
            memcpy(request.names[request.count++], word, sizeof word);
        }
        ends = range;
        bool shown = request.marks == 0 || request.count <= request.marks;
        if (word[0] != '\0' && (option ? measured : shown)) {
            append_to_key(&request, word);
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

bool drawing_same(const struct drawing_request *a, const struct drawing_request *b) {
    return (a->count > 0) == (b->count > 0) && text_same(a->key, b->key);
}
