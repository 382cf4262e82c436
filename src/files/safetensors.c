/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/formats.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "files/cell_types.h"
#include "files/json.h"

#include <stdint.h>
#include <stdlib.h>

enum { LENGTH_BYTES = 8, HEADER_MEBIBYTES = 2, RANK_LIMIT = 64 };

/* The header's entry for one array. */
struct header_entry {
    const char *name, *type;
    struct cell_kind kind; /* of size 0 for a type that is not read */
    const json_t *sizes;
    size_t begin, end; /* counted from the end of the header */
};

struct safetensors {
    struct stream *stream;
    json_t *header; /* which has the names and types */
    struct header_entry *list;
    size_t count, start; /* where the numbers begin */
};

static const struct {
    const char *name;
    struct cell_kind kind;
} types[] = {
    {"F64", {'f', 8, false}},  {"F32", {'f', 4, false}}, {"F16", {'f', 2, false}},
    {"BF16", {'g', 2, false}}, {"I64", {'i', 8, false}}, {"I32", {'i', 4, false}},
    {"I16", {'i', 2, false}},  {"I8", {'i', 1, false}},  {"U64", {'u', 8, false}},
    {"U32", {'u', 4, false}},  {"U16", {'u', 2, false}}, {"U8", {'u', 1, false}},
    {"BOOL", {'b', 1, false}},
};

/* --- the header ------------------------------------------------------------------------------- */

/* Says what is wrong with one array, with its name as it may be shown. */
static bool refuse_array(const struct header_entry *entry, const char *what,
                         struct failure *failure) {
    struct text name = {0};
    archive_name(entry->name, &name);
    failure_set(failure, "%s %s", text_string(&name), what);
    text_release(&name);
    return false;
}

static bool read_header_entry(const json_t *value, size_t room, struct header_entry *entry,
                              struct failure *failure) {
    const json_t *offsets = json_object_get(value, "data_offsets");
    size_t bytes, size;
    bool overflows = false; /* a size_t */
    entry->type = json_string_value(json_object_get(value, "dtype"));
    entry->sizes = json_object_get(value, "shape");
    if (!entry->type || !json_is_array(entry->sizes) || json_array_size(offsets) != 2 ||
        json_array_size(entry->sizes) > RANK_LIMIT ||
        !json_size(json_array_get(offsets, 0), &entry->begin) ||
        !json_size(json_array_get(offsets, 1), &entry->end)) {
        return refuse_array(entry, "has no dtype, shape and data_offsets that can be read",
                            failure);
    }
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        entry->kind = text_same(types[i].name, entry->type) ? types[i].kind : entry->kind;
    }
    if (entry->begin > entry->end || entry->end > room) {
        return refuse_array(
            entry, entry->end > room ? "lies beyond the end of the file" : "ends before it begins",
            failure);
    }
    bytes = entry->kind.size;
    for (size_t i = 0; i < json_array_size(entry->sizes); i++) {
        overflows |= !json_size(json_array_get(entry->sizes, i), &size) ||
                     __builtin_mul_overflow(bytes, size, &bytes);
    }
    if (overflows) {
        return refuse_array(entry, "has an impossible shape", failure);
    }
    return entry->kind.size == 0 || bytes == entry->end - entry->begin ||
           refuse_array(entry, "has another number of bytes than its shape takes", failure);
}

static int by_place(const void *a, const void *b) {
    const struct header_entry *one = a, *other = b;
    return one->begin != other->begin ? (one->begin > other->begin) - (one->begin < other->begin)
                                      : (one->end > other->end) - (one->end < other->end);
}

static bool read_entries(struct safetensors *file, struct failure *failure) {
    size_t room = file->stream->size - file->start;
    const char *name;
    json_t *value;
    file->list = memory_allocate(json_object_size(file->header), sizeof *file->list);
    if (!file->list) {
        return failure_memory(failure);
    }
    json_object_foreach(file->header, name, value) {
        struct header_entry *entry = &file->list[file->count];
        entry->name = name;
        if (text_same(name, "__metadata__")) {
            continue;
        }
        if (!read_header_entry(value, room, entry, failure)) {
            return false;
        }
        file->count++;
    }
    qsort(file->list, file->count, sizeof *file->list, by_place);
    for (size_t i = 1; i < file->count; i++) {
        if (file->list[i].begin < file->list[i - 1].end) {
            return refuse_array(&file->list[i], "lies where another array lies", failure);
        }
    }
    return true;
}

static bool read_safetensors_header(struct safetensors *file, struct failure *failure) {
    unsigned char bytes[LENGTH_BYTES];
    uint64_t length = 0;
    if (!stream_read(file->stream, bytes, sizeof bytes, failure)) {
        return false;
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        length |= (uint64_t)bytes[i] << (8 * i);
    }
    if (length > file->stream->size - sizeof bytes) {
        return failure_set(failure, "its header would be longer than the file");
    }
    file->header = json_take(file->stream, "its header", (size_t)length, HEADER_MEBIBYTES, failure);
    file->start = sizeof bytes + (size_t)length;
    return file->header != NULL;
}

/* --- the archive ------------------------------------------------------------------------------ */

static void close_safetensors(struct archive *archive) {
    struct safetensors *file = archive->inside;
    json_decref(file->header);
    memory_free(file->list);
    memory_free(file);
}

static bool open_safetensors(struct archive *archive, struct stream *stream,
                             struct failure *failure) {
    struct safetensors *file = archive->inside = memory_allocate(1, sizeof *file);
    if (!file) {
        return failure_memory(failure);
    }
    file->stream = stream;
    if (read_safetensors_header(file, failure) && read_entries(file, failure)) {
        return true;
    }
    close_safetensors(archive);
    return false;
}

static const char *safetensors_array_name(const struct archive *archive, size_t index) {
    const struct safetensors *file = archive->inside;
    return index < file->count ? file->list[index].name : NULL;
}

static struct tensor *read_safetensors_array(struct archive *archive, size_t index,
                                             struct failure *failure) {
    const struct safetensors *file = archive->inside;
    const struct header_entry *entry = &file->list[index];
    size_t sizes[RANK_LIMIT], axes = json_array_size(entry->sizes);
    if (entry->kind.size == 0) {
        refuse_array(entry,
                     "has numbers of an unsupported kind; F64, F32, F16, BF16, whole numbers and "
                     "BOOL are read",
                     failure);
        return NULL;
    }
    for (size_t i = 0; i < axes; i++) {
        json_size(json_array_get(entry->sizes, i), &sizes[i]);
    }
    file->stream->at = file->start + entry->begin;
    return cells_array(file->stream, &entry->kind, sizes, axes, failure);
}

const struct archive_format archive_safetensors = {open_safetensors, safetensors_array_name,
                                                   read_safetensors_array, close_safetensors};

/* --- writing ---------------------------------------------------------------------------------- */

static void write_header_entry(const struct export *export, size_t *place, struct text *header) {
    const struct shape *shape = &export->value->shape;
    size_t begin = *place;
    *place += shape_cells(shape) * sizeof(double);
    text_append(header, header->length > 1 ? "," : "");
    export_string(text_string(&export->name), header);
    text_append(header, ":{\"dtype\":\"F64\",\"shape\":[");
    for (int axis = export->vector ? AXIS_COLUMN : AXIS_COUNT - shape->axes; axis < AXIS_COUNT;
         axis++) {
        text_format(header, "%zu%s", shape->size[axis], axis < AXIS_COLUMN ? "," : "]");
    }
    text_format(header, ",\"data_offsets\":[%zu,%zu]}", begin, *place);
}

void safetensors_write(struct export *export, struct text *out) {
    struct text header = {0}, numbers = {0};
    size_t place = 0;
    text_append(&header, "{");
    while (export_next(export)) {
        write_header_entry(export, &place, &header);
        cells_write(export->value->cells, shape_cells(&export->value->shape), &numbers);
    }
    text_append(&header, "}");
    text_repeat(&header, " ", (LENGTH_BYTES - header.length % LENGTH_BYTES) % LENGTH_BYTES);
    for (size_t i = 0; i < LENGTH_BYTES; i++) {
        text_append_character(out, (char)((uint64_t)header.length >> (8 * i) & 0xff));
    }
    text_append_bytes(out, text_string(&header), header.length);
    text_append_bytes(out, text_string(&numbers), numbers.length);
    text_release_into(&header, out);
    text_release_into(&numbers, out);
}
