/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/cell_types.h"

#include "base/failure.h"
#include "base/text.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { BLOCK = 1 << 13 }; /* bytes read at a time */

bool cells_known(const struct cell_kind *kind) {
    size_t size = kind->size;
    bool power = size == 1 || size == 2 || size == 4 || size == 8;
    return kind->kind == 'f'   ? power && size >= 2
           : kind->kind == 'g' ? size == 2
           : kind->kind == 'b' ? size == 1
                               : power && (kind->kind == 'i' || kind->kind == 'u');
}

bool cells_shape(const size_t *sizes, size_t axes, struct shape *shape, struct failure *failure) {
    char text[64];
    *shape = shape_matrix(1, 1);
    if (axes > AXIS_COUNT) {
        return failure_set(failure, "the array has more than four axes");
    }
    for (size_t i = 0; i < axes; i++) {
        shape->size[AXIS_COUNT - axes + i] = sizes[i];
    }
    shape->axes = axes < 2 ? 2 : (int)axes;
    if (shape_cells(shape) == 0) {
        return failure_set(failure, "the array is empty: %s", shape_text(shape, text));
    }
    return shape_cells(shape) <= TENSOR_MOST ||
           failure_set(failure, "the array is too large: %s is more than %d numbers",
                       shape_text(shape, text), TENSOR_MOST);
}

static uint64_t bits_of(const struct cell_kind *kind, const unsigned char *bytes) {
    uint64_t bits = 0;
    for (size_t i = 0; i < kind->size; i++) {
        bits = bits << 8 | bytes[kind->big ? i : kind->size - 1 - i];
    }
    return bits;
}

static double from_single(uint32_t bits) {
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

static double from_bits(const struct cell_kind *kind, uint64_t bits) {
    double number;
    switch (kind->kind) {
    case 'f':
        if (kind->size == 4) {
            return from_single((uint32_t)bits);
        }
        if (kind->size ==
            2) { /* IEEE 754's binary16: a sign, five bits of exponent, ten of fraction */
            int exponent = (int)(bits >> 10 & 0x1f), fraction = (int)(bits & 0x3ff);
            number = exponent == 0x1f ? (fraction ? (double)NAN : (double)INFINITY)
                     : exponent == 0  ? ldexp(fraction, -24)
                                      : ldexp(fraction + 0x400, exponent - 25);
            return bits >> 15 ? -number : number;
        }
        memcpy(&number, &bits, sizeof number);
        return number;
    case 'g': /* the upper half of a float32 */
        return from_single((uint32_t)bits << 16);
    case 'i': {
        unsigned above = (unsigned)(64 - 8 * kind->size);
        return (double)((int64_t)(bits << above) >> above);
    }
    case 'b':
        return bits != 0;
    default:
        return (double)bits;
    }
}

bool cells_read(struct stream *stream, const struct cell_kind *kind, double *cells, size_t count,
                struct failure *failure) {
    unsigned char block[BLOCK];
    bool here = kind->kind == 'f' &&
                kind->big == (*(const char *)&(uint16_t){1} == 0); /* as this machine */
    if (here && kind->size == sizeof *cells) {
        return stream_read(stream, cells, count * sizeof *cells, failure);
    }
    for (size_t at = 0; at < count;) {
        size_t some = BLOCK / kind->size < count - at ? BLOCK / kind->size : count - at;
        if (!stream_read(stream, block, some * kind->size, failure)) {
            return false;
        }
        for (size_t i = 0; i < some; i++) {
            float number;
            if (here && kind->size == sizeof number) {
                memcpy(&number, block + i * sizeof number, sizeof number);
                cells[at + i] = (double)number;
            } else {
                cells[at + i] = from_bits(kind, bits_of(kind, block + i * kind->size));
            }
        }
        at += some;
    }
    return true;
}

struct tensor *cells_array(struct stream *stream, const struct cell_kind *kind, const size_t *sizes,
                           size_t axes, struct failure *failure) {
    struct shape shape;
    struct tensor *array =
        cells_shape(sizes, axes, &shape, failure) ? tensor_room(&shape, failure) : NULL;
    if (array && !cells_read(stream, kind, array->cells, shape_cells(&shape), failure)) {
        tensor_release(array);
        return NULL;
    }
    return array;
}

void cells_write(const double *cells, size_t count, struct text *out) {
    for (size_t i = 0; i < count && text_checkpoint(out, 1); i++) {
        uint64_t bits;
        char bytes[sizeof bits];
        memcpy(&bits, &cells[i], sizeof bits);
        for (size_t byte = 0; byte < sizeof bits; byte++, bits >>= 8) {
            bytes[byte] = (char)(bits & 0xff);
        }
        text_append_bytes(out, bytes, sizeof bits);
    }
}
