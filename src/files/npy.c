/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/formats.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "files/cell_types.h"
#include "files/json.h"

#include <string.h>

static const char MAGIC[] = "\x93NUMPY";

enum { MAGIC_LENGTH = 6, ALIGNMENT = 64, HEADER_LIMIT = 1 << 20 };

/* What the header says. */
struct header {
    struct cell_kind kind;
    bool fortran;             /* the first axis runs fastest */
    size_t axes;              /* as in the file: 0 … 4 */
    size_t sizes[AXIS_COUNT]; /* left-aligned */
};

/* --- the dictionary --------------------------------------------------------------------------- */

static bool torn(struct failure *failure) {
    return failure_set(failure, "the header of this array cannot be read");
}

/* Appends Python's dictionary as JSON, which has other quotes, tuples and words, no L after a
 * number (old versions of Python wrote one), and no comma before a closing bracket. */
static void write_dictionary_json(const char *at, const char *end, struct text *json) {
    static const struct {
        const char *python, *json;
    } words[] = {{"True", "true"}, {"False", "false"}, {"L", ""}, {"(", "["}};
    for (; at < end; at++) {
        const char *close =
            *at == '\'' || *at == '"' ? memchr(at + 1, *at, (size_t)(end - at - 1)) : NULL;
        size_t word = 0, count = sizeof words / sizeof words[0];
        if (close != NULL) {
            text_append(json, "\"");
            text_append_bytes(json, at + 1, (size_t)(close - at - 1));
            text_append(json, "\"");
            at = close;
            continue;
        }
        if (strchr(")]}", *at) != NULL && *at != '\0') {
            while (json->length > 0 && json->bytes[json->length - 1] == ' ') {
                text_truncate(json, json->length - 1);
            }
            bool comma = json->length > 0 && json->bytes[json->length - 1] == ',';
            text_truncate(json, json->length - comma);
            text_append(json, *at == '}' ? "}" : "]");
            if (*at == '}') {
                return; /* blanks follow */
            }
            continue;
        }
        while (word < count && (strlen(words[word].python) > (size_t)(end - at) ||
                                memcmp(at, words[word].python, strlen(words[word].python)) != 0)) {
            word++;
        }
        text_append_bytes(json, word < count ? words[word].json : at,
                          word < count ? strlen(words[word].json) : 1);
        at += word < count ? strlen(words[word].python) - 1 : 0;
    }
}

/* Reads a type such as '<f8'. */
static bool read_type(const char *type, struct cell_kind *kind, struct failure *failure) {
    bool sized = strlen(type) == 3 && strchr("<>=|", type[0]) && strchr("fiub", type[1]) &&
                 type[2] >= '0' && type[2] <= '9';
    *kind = sized ? (struct cell_kind){type[1], (size_t)(type[2] - '0'), type[0] == '>'}
                  : (struct cell_kind){0};
    return (sized && cells_known(kind)) ||
           failure_set(
               failure,
               "the array holds %.40s; qkv reads float16 to float64, whole numbers and bool", type);
}

static bool read_npy_header(const char *bytes, size_t length, struct header *header,
                            struct failure *failure) {
    struct text json = {0};
    write_dictionary_json(bytes, bytes + length, &json);
    struct stream stream = stream_memory("header", text_string(&json), json.length);
    json_t *all = !text_ok(&json, failure) ? NULL
                                           : json_take(&stream, "the header of this array",
                                                       json.length, HEADER_LIMIT >> 20, failure);
    const json_t *type = json_object_get(all, "descr"), *shape = json_object_get(all, "shape");
    const json_t *order = json_object_get(all, "fortran_order");
    bool complete =
        all && type && json_is_boolean(order) && json_is_array(shape) && json_object_size(all) == 3;
    bool ok = complete       ? json_is_string(type)
                                   ? read_type(json_string_value(type), &header->kind, failure)
                                   : failure_set(failure, "the array holds records, not numbers")
                    : failure->set ? false
                             : torn(failure);
    header->fortran = json_is_true(order);
    header->axes = json_array_size(shape);
    for (size_t i = 0; ok && i < header->axes && i < AXIS_COUNT; i++) {
        ok = json_size(json_array_get(shape, i), &header->sizes[i]) || torn(failure);
    }
    json_decref(all);
    text_release(&json);
    return ok;
}

/* Reads magic, version and length, and then the dictionary into BYTES. */
static bool take_header(struct stream *stream, struct text *bytes, struct failure *failure) {
    unsigned char start[MAGIC_LENGTH + 2 + 4] = {0};
    size_t head = stream->size < MAGIC_LENGTH + 1 ? stream->size : MAGIC_LENGTH + 1, size = 0;
    if (!stream_read(stream, start, head, failure)) {
        return false;
    }
    if (memcmp(start, MAGIC, MAGIC_LENGTH) != 0) {
        return failure_set(failure, "this is not a NumPy array file");
    }
    unsigned version = start[MAGIC_LENGTH];
    size_t width = version == 1 ? 2 : 4;
    if (head > MAGIC_LENGTH && (version < 1 || version > 3)) {
        return failure_set(failure, "version %u of the format is not known", version);
    }
    if (head <= MAGIC_LENGTH || stream->size < head + 1 + width) {
        return torn(failure);
    }
    if (!stream_read(stream, start + head, 1 + width, failure)) {
        return false;
    }
    for (size_t i = 0; i < width; i++) {
        size |= (size_t)start[MAGIC_LENGTH + 2 + i] << (8 * i);
    }
    if (size > stream->size - stream->at || size > HEADER_LIMIT) {
        return torn(failure);
    }
    return stream_text(stream, size, bytes, failure);
}

/* --- the numbers ------------------------------------------------------------------------------ */

/* Reads the numbers; when the first axis runs fastest in the file, each goes to its own place in
 * the tensor. */
static bool fill_array(const struct header *header, struct stream *stream, struct tensor *tensor,
                       struct failure *failure) {
    const struct shape *shape = &tensor->shape;
    size_t cells = shape_cells(shape);
    struct place place = {{0}};
    if (!header->fortran) {
        return cells_read(stream, &header->kind, tensor->cells, cells, failure);
    }
    double *numbers = memory_allocate(cells, sizeof *numbers);
    bool done = (numbers || failure_memory(failure)) &&
                cells_read(stream, &header->kind, numbers, cells, failure);
    for (size_t i = 0; done && i < cells; i++) {
        tensor->cells[tensor_index(shape, &place)] = numbers[i];
        for (int axis = 0; axis < AXIS_COUNT && ++place.at[axis] == shape->size[axis]; axis++) {
            place.at[axis] = 0;
        }
    }
    memory_free(numbers);
    return done;
}

struct tensor *npy_read(struct stream *stream, struct failure *failure) {
    struct text bytes = {0};
    struct header header = {0};
    struct shape shape;
    struct tensor *tensor = NULL;
    if (take_header(stream, &bytes, failure) &&
        read_npy_header(text_string(&bytes), bytes.length, &header, failure) &&
        cells_shape(header.sizes, header.axes, &shape, failure)) {
        size_t length = shape_cells(&shape) * header.kind.size, left = stream->size - stream->at;
        char sizes[64];
        if (left != length) {
            failure_set(failure, "%s numbers take %zu bytes, but %zu follow the header",
                        shape_text(&shape, sizes), length, left);
        } else {
            tensor = tensor_room(&shape, failure);
        }
    }
    if (tensor && !fill_array(&header, stream, tensor, failure)) {
        tensor_release(tensor);
        tensor = NULL;
    }
    text_release(&bytes);
    return tensor;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void write_npy_header(const struct shape *shape, struct text *out) {
    struct text header = {0};
    text_append(&header, "{'descr': '<f8', 'fortran_order': False, 'shape': (");
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        text_format(&header, "%s%zu", axis > AXIS_COUNT - shape->axes ? ", " : "",
                    shape->size[axis]);
    }
    text_append(&header, "), }");
    size_t start = MAGIC_LENGTH + 4, used = start + header.length + 1;
    text_repeat(&header, " ", (ALIGNMENT - used % ALIGNMENT) % ALIGNMENT);
    text_append(&header, "\n");
    text_append_bytes(out, MAGIC, MAGIC_LENGTH);
    text_append_bytes(out, "\x01\x00", 2);
    text_append_character(out, (char)(header.length & 0xff));
    text_append_character(out, (char)(header.length >> 8));
    text_append_bytes(out, text_string(&header), header.length);
    out->failed |= header.failed;
    text_release(&header);
}

void npy_write(const struct tensor *tensor, struct text *out) {
    write_npy_header(&tensor->shape, out);
    cells_write(tensor->cells, shape_cells(&tensor->shape), out);
}
