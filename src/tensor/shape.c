/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor/shape.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

struct shape shape_matrix(size_t rows, size_t columns) {
    return (struct shape){.axes = 2, .size = {1, 1, rows, columns}};
}

void shape_release(struct shape *shape) {
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        labels_release(shape->labels[axis]);
        shape->labels[axis] = NULL;
    }
}

struct shape shape_copy(const struct shape *shape) {
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        labels_retain(shape->labels[axis]);
    }
    return *shape;
}

size_t shape_cells_overflowed(const struct shape *shape) {
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        if (shape->size[axis] == 0) {
            return 0;
        }
    }
    return SIZE_MAX;
}

bool shape_same_sizes(const struct shape *a, const struct shape *b) {
    return a->axes == b->axes && memcmp(a->size, b->size, sizeof a->size) == 0;
}

bool shape_same_places(const struct shape *a, const struct shape *b) {
    bool same = shape_same_sizes(a, b);
    for (int axis = 0; same && axis < AXIS_COUNT; axis++) {
        same = labels_same(a->labels[axis], b->labels[axis]);
    }
    return same;
}

bool shape_is_number(const struct shape *shape) {
    return shape->axes == 2 && shape_rows(shape) == 1 && shape_columns(shape) == 1;
}

bool shape_is_labelled(const struct shape *shape) {
    return shape->labels[AXIS_ROW] || shape->labels[AXIS_COLUMN];
}

struct shape shape_transposed(const struct shape *shape) {
    struct shape transposed = *shape;
    transposed.size[AXIS_ROW] = shape->size[AXIS_COLUMN];
    transposed.size[AXIS_COLUMN] = shape->size[AXIS_ROW];
    transposed.labels[AXIS_ROW] = shape->labels[AXIS_COLUMN];
    transposed.labels[AXIS_COLUMN] = shape->labels[AXIS_ROW];
    return transposed;
}

size_t shape_transposed_cell(const struct shape *shape, size_t cell) {
    size_t rows = shape_rows(shape), columns = shape_columns(shape);
    size_t inside = cell % (rows * columns);
    return cell - inside + inside % columns * rows + inside / columns;
}

const char *shape_axis(const struct shape *shape, enum tensor_axis axis) {
    static const char *const names[AXIS_COUNT] = {"batch", "head", "row", "column"};
    bool batch = axis == AXIS_HEAD && shape->axes == 3 && !shape->heads;
    return names[batch ? AXIS_BATCH : axis];
}

void shape_write(const struct shape *shape, struct text *out) {
    char sizes[64];
    text_append(out, shape_text(shape, sizes));
}

const char *shape_text(const struct shape *shape, char out[64]) {
    size_t used = 0;
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        const char *times = axis > AXIS_COUNT - shape->axes ? "×" : "";
        used += text_fill(out + used, 64 - used, "%s%zu", times, shape->size[axis]);
    }
    return out;
}

/* --- labels --- */

/* Returns labels with room for COUNT names, none of them set yet. */
static struct labels *labels_empty(size_t count, struct failure *failure) {
    struct labels *labels = memory_allocate(1, sizeof *labels);
    if (labels) {
        labels->references = 1;
        labels->count = count;
        labels->names = memory_allocate(count, sizeof *labels->names);
        labels->bytes = labels->names;
    }
    if (!labels || !labels->names) {
        memory_free(labels);
        failure_memory(failure);
        return NULL;
    }
    return labels;
}

/* Keeps the LENGTH BYTES of the name at AT, which differ from the sanitised name. */
static bool keep_bytes(struct labels *labels, size_t at, const char *bytes, size_t length) {
    if (labels->bytes == labels->names) {
        char **own = memory_allocate(labels->count, sizeof *own);
        if (!own) {
            return false;
        }
        memcpy(own, labels->names, at * sizeof *own);
        labels->bytes = own;
    }
    labels->bytes[at] = memory_text(bytes, length);
    return labels->bytes[at] != NULL;
}

/* Returns a sanitised copy of LENGTH BYTES; NULL without memory. */
static char *name_shown(const char *bytes, size_t length) {
    struct text shown = {0};
    size_t plain = 0;
    while (plain < length && bytes[plain] >= ' ' && bytes[plain] <= '~') {
        plain++;
    }
    if (plain == length) {
        return memory_text(bytes, length);
    }
    utf8_line(&shown, bytes, length);
    return text_steal(&shown);
}

/* Names position AT, after those before it; on failure LABELS is released. */
static bool labels_put(struct labels *labels, size_t at, const char *bytes, size_t length,
                       struct failure *failure) {
    char *name = labels->names[at] = name_shown(bytes, length);
    bool good = name && ((strlen(name) == length && memcmp(name, bytes, length) == 0) ||
                         keep_bytes(labels, at, bytes, length));
    if (!good) {
        labels_release(labels);
        return failure_memory(failure);
    }
    if (labels->bytes != labels->names && !labels->bytes[at]) {
        labels->bytes[at] = name;
    }
    return true;
}

struct labels *labels_create(const char *const *names, size_t count, struct failure *failure) {
    struct labels *labels = labels_empty(count, failure);
    for (size_t i = 0; labels && i < count; i++) {
        if (!labels_put(labels, i, names[i], strlen(names[i]), failure)) {
            return NULL;
        }
    }
    return labels;
}

struct labels *labels_from_list(const struct text *names, size_t count, struct failure *failure) {
    struct labels *labels = text_ok(names, failure) ? labels_empty(count, failure) : NULL;
    const char *at = text_string(names);
    for (size_t i = 0; labels && i < count; i++, at += strlen(at) + 1) {
        if (!labels_put(labels, i, at, strlen(at), failure)) {
            return NULL;
        }
    }
    return labels;
}

/* Returns how many bytes the character at TEXT has, and whether it is BLANK. */
static inline size_t read_character(const char *text, bool *blank) {
    enum { LONGEST = 4 }; /* bytes of the longest character */
    uint32_t point = (unsigned char)*text;
    size_t size = point < 0x80 ? 1 : utf8_decode(text, strnlen(text, LONGEST), &point);
    *blank = point <= ' ' || point >= 0x80 ? utf8_blank(point) : false;
    return size;
}

size_t labels_next_word(const char *sentence, size_t *at, size_t *start) {
    const char *text = sentence + *at;
    bool blank;
    size_t size;
    while (*text != '\0' && (size = read_character(text, &blank), blank)) {
        text += size;
    }
    *start = (size_t)(text - sentence);
    while (*text != '\0' && (size = read_character(text, &blank), !blank)) {
        text += size;
    }
    *at = (size_t)(text - sentence);
    return *at - *start;
}

struct labels *labels_split(const char *sentence, struct failure *failure) {
    struct text words = {0};
    size_t count = 0, at = 0, start = 0, length;
    for (; (length = labels_next_word(sentence, &at, &start)) > 0; count++) {
        text_append_bytes(&words, sentence + start, length);
        text_append_bytes(&words, "", 1);
    }
    struct labels *labels = labels_from_list(&words, count, failure);
    text_release(&words);
    return labels;
}

struct labels *labels_pick(const struct labels *labels, const size_t *positions, size_t count,
                           struct failure *failure) {
    struct labels *picked = labels_empty(count, failure);
    for (size_t i = 0; picked && i < count; i++) {
        const char *bytes = labels->bytes[positions[i]];
        if (!labels_put(picked, i, bytes, strlen(bytes), failure)) {
            return NULL;
        }
    }
    return picked;
}

bool labels_slice(struct labels *labels, size_t first, size_t last, struct labels **cut,
                  struct failure *failure) {
    size_t count = last - first + 1, *positions;
    *cut = NULL;
    if (!labels) {
        return true;
    }
    if (count == labels->count) {
        *cut = labels_retain(labels);
        return true;
    }
    positions = memory_allocate(count, sizeof *positions);
    if (!positions) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < count; i++) {
        positions[i] = first + i;
    }
    *cut = labels_pick(labels, positions, count, failure);
    memory_free(positions);
    return *cut != NULL;
}

struct labels *labels_retain(struct labels *labels) {
    if (labels) {
        labels->references++;
    }
    return labels;
}

void labels_release(struct labels *labels) {
    if (!labels || --labels->references > 0) {
        return;
    }
    for (size_t i = 0; i < labels->count; i++) {
        if (labels->bytes[i] != labels->names[i]) {
            memory_free(labels->bytes[i]);
        }
        memory_free(labels->names[i]);
    }
    if (labels->bytes != labels->names) {
        memory_free(labels->bytes);
    }
    memory_free(labels->names);
    memory_free(labels);
}

bool labels_same(const struct labels *a, const struct labels *b) {
    if (a == b || !a || !b || a->count != b->count) {
        return a == b;
    }
    for (size_t i = 0; i < a->count; i++) {
        if (!text_same(a->names[i], b->names[i])) {
            return false;
        }
    }
    return true;
}

size_t labels_find(const struct labels *labels, const char *name, size_t *first) {
    size_t times = 0;
    for (size_t i = 0; i < labels->count; i++) {
        if (text_same(labels->names[i], name) && times++ == 0) {
            *first = i;
        }
    }
    return times;
}

void labels_address(const struct labels *labels, size_t at, struct text *out) {
    const char *name = labels->names[at];
    size_t times = 0, which = 0;
    for (size_t i = 0; i < labels->count; i++) {
        if (text_same(labels->names[i], name)) {
            times++;
            which += i <= at;
        }
    }
    text_append(out, name);
    if (times > 1) {
        text_format(out, "#%zu", which);
    }
}

enum { LISTED = 12 }; /* names that a message lists before "…" */

/* Appends the addresses of all positions, or only of those called NAME. */
static void list_addresses(const struct labels *labels, const char *name, struct text *out) {
    size_t listed = 0;
    for (size_t i = 0; i < labels->count; i++) {
        if (name && !text_same(labels->names[i], name)) {
            continue;
        }
        if (listed == LISTED) {
            text_append(out, ", …");
            return;
        }
        text_append(out, listed++ > 0 ? ", \"" : "\"");
        labels_address(labels, i, out);
        text_append(out, "\"");
    }
}

/* Refuses ADDRESS, which names TIMES positions instead of one. */
static bool refuse_address(const struct labels *labels, const char *address, size_t times,
                           const char *axis, struct failure *failure) {
    struct text list = {0};
    const char *nearest = NULL;
    list_addresses(labels, times > 1 ? address : NULL, &list);
    for (size_t i = 0; times == 0 && i < labels->count; i++) {
        nearest = text_nearer(address, nearest, labels->names[i]);
    }
    if (nearest) {
        text_format(&list, " (did you mean \"%s\"?)", nearest);
    }
    if (text_ok(&list, failure) && times > 1) {
        failure_set(failure, "%zu %ss are called \"%s\": write one of %s", times, axis, address,
                    text_string(&list));
    } else if (text_ok(&list, failure)) {
        failure_set(failure, "no %s is called \"%s\": the %ss are %s", axis, address, axis,
                    text_string(&list));
    }
    text_release(&list);
    return false;
}

/* Finds "NAME#K", the Kth position called NAME. */
static bool find_numbered(const struct labels *labels, const char *address, size_t *at) {
    const char *mark = strrchr(address, '#');
    double which;
    if (!mark || strspn(mark + 1, "0123456789") != strlen(mark + 1) ||
        !number_parse(mark + 1, strlen(mark + 1), &which)) {
        return false;
    }
    size_t length = (size_t)(mark - address);
    double times = 0;
    for (size_t i = 0; i < labels->count; i++) {
        const char *name = labels->names[i];
        if (strlen(name) == length && memcmp(name, address, length) == 0 && ++times == which) {
            *at = i;
            return true;
        }
    }
    return false;
}

bool labels_resolve(const struct labels *labels, const char *address, const char *axis, size_t *at,
                    struct failure *failure) {
    if (!labels || labels->count == 0) {
        return failure_set(failure, "the %ss have no names: write a number instead of \"%s\"", axis,
                           address);
    }
    size_t times = labels_find(labels, address, at);
    return times == 1 || (times == 0 && find_numbered(labels, address, at)) ||
           refuse_address(labels, address, times, axis, failure);
}
