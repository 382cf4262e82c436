#include "files/npy.h"

#include "base/failure.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

static const char MAGIC[] = "\x93NUMPY";

enum { MAGIC_LENGTH = 6, ALIGNMENT = 64, HEADER_LIMIT = 1 << 20 };

/* What the header says. */
struct header {
    char kind;                /* 'f' or 'i' */
    size_t size;              /* bytes a number: 4 or 8 */
    bool big;                 /* the byte of most weight comes first */
    bool fortran;             /* the first axis runs fastest */
    int axes;                 /* as in the file: 0 … 4 */
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
    bool sized = length == 3 && (type[2] == '4' || type[2] == '8');
    if (!sized || !strchr("<>=", type[0]) || !strchr("fi", type[1])) {
        return failure_set(walk->failure,
                           "the array holds %.*s; qkv reads float32, float64, int32 and int64",
                           (int)(length < 40 ? length : 40), type);
    }
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    header->big = type[0] == '>' || (type[0] == '=' && first == 0);
    header->kind = type[1];
    header->size = (size_t)(type[2] - '0');
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

/* Finds the dictionary behind magic, version and length. */
static bool find_header(struct walk *walk, const char *bytes, size_t length) {
    if (length < MAGIC_LENGTH || memcmp(bytes, MAGIC, MAGIC_LENGTH) != 0) {
        return failure_set(walk->failure, "this is no array file of NumPy's");
    }
    unsigned version = length > MAGIC_LENGTH ? (unsigned char)bytes[MAGIC_LENGTH] : 0;
    size_t width = version == 1 ? 2 : 4, start = MAGIC_LENGTH + 2 + width, size = 0;
    if (version < 1 || version > 3) {
        return length > MAGIC_LENGTH
                   ? failure_set(walk->failure, "version %u of the format is not known", version)
                   : torn(walk);
    }
    if (length < start) {
        return torn(walk);
    }
    for (size_t i = 0; i < width; i++) {
        size |= (size_t)(unsigned char)bytes[MAGIC_LENGTH + 2 + i] << (8 * i);
    }
    if (size > length - start || size > HEADER_LIMIT) {
        return torn(walk);
    }
    walk->at = bytes + start;
    walk->end = walk->at + size;
    return true;
}

/* --- the numbers ------------------------------------------------------------------------------ */

static uint64_t read_bits(const struct header *header, const unsigned char *bytes) {
    uint64_t bits = 0;
    for (size_t i = 0; i < header->size; i++) {
        size_t weight = header->big ? header->size - 1 - i : i;
        bits |= (uint64_t)bytes[i] << (8 * weight);
    }
    return bits;
}

static double read_number(const struct header *header, const char *bytes) {
    uint64_t bits = read_bits(header, (const unsigned char *)bytes);
    uint32_t half = (uint32_t)bits;
    if (header->kind == 'f' && header->size == 8) {
        double number;
        memcpy(&number, &bits, sizeof number);
        return number;
    }
    if (header->kind == 'f') {
        float number;
        memcpy(&number, &half, sizeof number);
        return (double)number;
    }
    if (header->size == 8) {
        int64_t number;
        memcpy(&number, &bits, sizeof number);
        return (double)number;
    }
    int32_t number;
    memcpy(&number, &half, sizeof number);
    return (double)number;
}

/* How far apart in the file neighbours along each axis are, in numbers. */
static void strides(const struct header *header, const struct shape *shape,
                    size_t stride[AXIS_COUNT]) {
    size_t step = 1;
    for (int i = 0; i < AXIS_COUNT; i++) {
        int axis = header->fortran ? i : AXIS_COUNT - 1 - i;
        stride[axis] = step;
        step *= shape->size[axis];
    }
}

static void fill(const struct header *header, const char *bytes, struct tensor *tensor) {
    size_t stride[AXIS_COUNT], cells = shape_cells(&tensor->shape);
    strides(header, &tensor->shape, stride);
    for (size_t cell = 0; cell < cells; cell++) {
        struct place place = tensor_place(&tensor->shape, cell);
        size_t from = 0;
        for (int axis = 0; axis < AXIS_COUNT; axis++) {
            from += place.at[axis] * stride[axis];
        }
        tensor->cells[cell] = read_number(header, bytes + from * header->size);
    }
}

/* The array's shape as a tensor's: right-aligned, at least two axes. */
static struct shape tensor_shape(const struct header *header) {
    struct shape shape = shape_matrix(1, 1);
    for (int i = 0; i < header->axes; i++) {
        shape.size[AXIS_COUNT - header->axes + i] = header->sizes[i];
    }
    shape.axes = header->axes < 2 ? 2 : header->axes;
    return shape;
}

static bool check_length(const struct header *header, const struct shape *shape, size_t left,
                         struct failure *failure) {
    size_t cells = shape_cells(shape);
    char sizes[64];
    if (cells == 0) {
        return failure_set(failure, "the array is empty: %s", shape_text(shape, sizes));
    }
    if (cells > TENSOR_LIMIT) {
        return failure_set(failure, "the array is too large: %s is more than %d numbers",
                           shape_text(shape, sizes), TENSOR_LIMIT);
    }
    if (left != cells * header->size) {
        return failure_set(failure, "%s numbers take %zu bytes, but %zu follow the header",
                           shape_text(shape, sizes), cells * header->size, left);
    }
    return true;
}

struct tensor *npy_read(const char *file, const char *bytes, size_t length,
                        struct failure *failure) {
    struct walk walk = {.failure = failure};
    struct header header = {0};
    struct tensor *tensor = NULL;
    if (find_header(&walk, bytes, length) && read_header(&walk, &header)) {
        struct shape shape = tensor_shape(&header);
        if (check_length(&header, &shape, (size_t)(bytes + length - walk.end), failure)) {
            tensor = tensor_create(&shape, failure);
        }
    }
    if (!tensor) {
        failure_locate(failure, file, "", 1);
        failure->line = 0; /* a file of bytes has no lines */
        failure->column = 0;
        return NULL;
    }
    fill(&header, walk.end, tensor);
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
    size_t cells = shape_cells(&tensor->shape);
    write_header(&tensor->shape, out);
    for (size_t i = 0; i < cells && !out->failed; i++) {
        uint64_t bits;
        char bytes[sizeof bits];
        memcpy(&bits, &tensor->cells[i], sizeof bits);
        for (size_t byte = 0; byte < sizeof bits; byte++) {
            bytes[byte] = (char)(bits >> (8 * byte) & 0xff);
        }
        text_append_bytes(out, bytes, sizeof bits);
    }
}
