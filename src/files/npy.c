/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/formats.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "files/cells.h"

#include <stdint.h>
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

/* A walk through the header's dictionary, a text in Python's notation. */
struct walk {
    const char *at, *end;
    struct failure *failure;
};

/* --- the dictionary --------------------------------------------------------------------------- */

static void skip_blanks(struct walk *walk) {
    while (walk->at < walk->end && strchr(" \t\n\r", *walk->at) && *walk->at) {
        walk->at++;
    }
}

/* Takes MARK, with blanks before it. */
static bool take(struct walk *walk, char mark) {
    skip_blanks(walk);
    if (walk->at == walk->end || *walk->at != mark) {
        return false;
    }
    walk->at++;
    return true;
}

static bool torn(struct walk *walk) {
    return failure_set(walk->failure, "the header of this array cannot be read");
}

/* Takes a text in quotes. */
static bool take_string(struct walk *walk, const char **bytes, size_t *length) {
    skip_blanks(walk);
    if (walk->at == walk->end || (*walk->at != '\'' && *walk->at != '"')) {
        return false;
    }
    char quote = *walk->at++;
    const char *close = memchr(walk->at, quote, (size_t)(walk->end - walk->at));
    if (!close) {
        return false;
    }
    *bytes = walk->at;
    *length = (size_t)(close - walk->at);
    walk->at = close + 1;
    return true;
}

static bool take_word(struct walk *walk, const char *word) {
    size_t length = strlen(word);
    skip_blanks(walk);
    if ((size_t)(walk->end - walk->at) < length || memcmp(walk->at, word, length) != 0) {
        return false;
    }
    walk->at += length;
    return true;
}

/* Takes a whole number that a size_t can hold; the L of an old Python may follow. */
static bool take_size(struct walk *walk, size_t *size) {
    skip_blanks(walk);
    const char *start = walk->at;
    *size = 0;
    for (; walk->at < walk->end && *walk->at >= '0' && *walk->at <= '9'; walk->at++) {
        size_t digit = (size_t)(*walk->at - '0');
        if (*size > (SIZE_MAX - digit) / 10) {
            return failure_set(walk->failure, "the array's sizes are too large");
        }
        *size = *size * 10 + digit;
    }
    bool any = walk->at > start;
    take(walk, 'L');
    return any || torn(walk);
}

/* --- its three entries ------------------------------------------------------------------------ */

/* '<f8' and its kin. */
static bool read_type(struct walk *walk, struct header *header) {
    const char *type;
    size_t length;
    if (!take_string(walk, &type, &length)) {
        return failure_set(walk->failure, "the array holds records, not numbers");
    }
    bool sized = length == 3 && type[2] >= '0' && type[2] <= '9';
    header->kind = sized ? (struct cell_kind){type[1], (size_t)(type[2] - '0'), type[0] == '>'}
                         : (struct cell_kind){0};
    if (!sized || !strchr("<>=|", type[0]) || !strchr("fiub", type[1]) ||
        !cells_known(&header->kind)) {
        return failure_set(walk->failure,
                           "the array holds %.*s; qkv reads float16 to float64, whole "
                           "numbers and bool",
                           (int)(length < 40 ? length : 40), type);
    }
    return true;
}

static bool read_order(struct walk *walk, struct header *header) {
    header->fortran = take_word(walk, "True");
    return header->fortran || take_word(walk, "False") || torn(walk);
}

static bool read_shape(struct walk *walk, struct header *header) {
    if (!take(walk, '(')) {
        return torn(walk);
    }
    while (!take(walk, ')')) {
        size_t size;
        if (!take_size(walk, &size)) {
            return false;
        }
        if (header->axes == AXIS_COUNT) {
            return failure_set(walk->failure, "the array has more than four axes");
        }
        header->sizes[header->axes++] = size;
        if (!take(walk, ',') && (walk->at == walk->end || *walk->at != ')')) {
            return torn(walk);
        }
    }
    return true;
}

static bool read_entry(struct walk *walk, struct header *header, unsigned *seen) {
    static const struct {
        const char *name;
        bool (*read)(struct walk *walk, struct header *header);
    } entries[] = {{"descr", read_type}, {"fortran_order", read_order}, {"shape", read_shape}};
    const char *name;
    size_t length;
    if (!take_string(walk, &name, &length) || !take(walk, ':')) {
        return torn(walk);
    }
    for (unsigned i = 0; i < 3; i++) {
        if (length == strlen(entries[i].name) && memcmp(name, entries[i].name, length) == 0 &&
            !(*seen & 1u << i)) {
            *seen |= 1u << i;
            return entries[i].read(walk, header);
        }
    }
    return torn(walk);
}

static bool read_header(struct walk *walk, struct header *header) {
    unsigned seen = 0;
    if (!take(walk, '{')) {
        return torn(walk);
    }
    while (!take(walk, '}')) {
        if (!read_entry(walk, header, &seen)) {
            return false;
        }
        if (!take(walk, ',') && (walk->at == walk->end || *walk->at != '}')) {
            return torn(walk);
        }
    }
    return seen == 7 || torn(walk);
}

/* Reads magic, version and length, and then the dictionary into BYTES. */
static bool take_header(struct stream *stream, struct text *bytes, struct failure *failure) {
    unsigned char start[MAGIC_LENGTH + 2 + 4] = {0};
    struct walk walk = {.failure = failure};
    size_t head = stream->size < MAGIC_LENGTH + 1 ? stream->size : MAGIC_LENGTH + 1, size = 0;
    if (!stream_read(stream, start, head, failure)) {
        return false;
    }
    if (memcmp(start, MAGIC, MAGIC_LENGTH) != 0) {
        return failure_set(failure, "this is no array file of NumPy's");
    }
    unsigned version = start[MAGIC_LENGTH];
    size_t width = version == 1 ? 2 : 4;
    if (head > MAGIC_LENGTH && (version < 1 || version > 3)) {
        return failure_set(failure, "version %u of the format is not known", version);
    }
    if (head <= MAGIC_LENGTH || stream->size < head + 1 + width) {
        return torn(&walk);
    }
    if (!stream_read(stream, start + head, 1 + width, failure)) {
        return false;
    }
    for (size_t i = 0; i < width; i++) {
        size |= (size_t)start[MAGIC_LENGTH + 2 + i] << (8 * i);
    }
    if (size > stream->size - stream->at || size > HEADER_LIMIT) {
        return torn(&walk);
    }
    char *room = text_room(bytes, size);
    if (!text_ok(bytes, failure) || !stream_read(stream, room, size, failure)) {
        return false;
    }
    text_filled(bytes, size);
    return true;
}

/* --- the numbers ------------------------------------------------------------------------------ */

/* Where in the tensor each number of the file goes, when the first axis runs fastest there. */
static bool scatter(const double *numbers, struct tensor *tensor) {
    const struct shape *shape = &tensor->shape;
    size_t cells = shape_cells(shape);
    struct place place = {{0}};
    for (size_t i = 0; i < cells; i++) {
        tensor->cells[tensor_index(shape, &place)] = numbers[i];
        for (int axis = 0; axis < AXIS_COUNT && ++place.at[axis] == shape->size[axis]; axis++) {
            place.at[axis] = 0;
        }
    }
    return true;
}

static bool fill(const struct header *header, struct stream *stream, struct tensor *tensor,
                 struct failure *failure) {
    size_t cells = shape_cells(&tensor->shape);
    if (!header->fortran) {
        return cells_read(stream, &header->kind, tensor->cells, cells, failure);
    }
    double *numbers = memory_allocate(cells, sizeof *numbers);
    bool done = (numbers || failure_memory(failure)) &&
                cells_read(stream, &header->kind, numbers, cells, failure) &&
                scatter(numbers, tensor);
    memory_free(numbers);
    return done;
}

static bool check_length(const struct header *header, const struct shape *shape, size_t left,
                         struct failure *failure) {
    size_t length = shape_cells(shape) * header->kind.size;
    char sizes[64];
    return left == length ||
           failure_set(failure, "%s numbers take %zu bytes, but %zu follow the header",
                       shape_text(shape, sizes), length, left);
}

struct tensor *npy_read(struct stream *stream, struct failure *failure) {
    struct text bytes = {0};
    struct header header = {0};
    struct shape shape;
    struct tensor *tensor = NULL;
    if (take_header(stream, &bytes, failure)) {
        struct walk walk = {bytes.bytes, bytes.bytes + bytes.length, failure};
        tensor = read_header(&walk, &header) &&
                         cells_shape(header.sizes, header.axes, &shape, failure) &&
                         check_length(&header, &shape, stream->size - stream->at, failure)
                     ? tensor_room(&shape, failure)
                     : NULL;
    }
    if (tensor && !fill(&header, stream, tensor, failure)) {
        tensor_release(tensor);
        tensor = NULL;
    }
    text_release(&bytes);
    return tensor;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void write_header(const struct shape *shape, struct text *out) {
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
    write_header(&tensor->shape, out);
    cells_write(tensor->cells, shape_cells(&tensor->shape), out);
}
