/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/formats.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *files_npy_suite(void);

/* A file that tests/reference/npy.py has NumPy write. */
static void load(const char *name, struct text *bytes) {
    struct text path = {0};
    struct failure failure = {0};
    text_format(&path, "%s/tests/reference/npy/%s.npy", QKV_SOURCE_DIR, name);
    ck_assert_msg(file_read(text_string(&path), FILE_LIMIT, bytes, &failure), "%s",
                  failure.message);
    text_release(&path);
}

static struct tensor *read_npy(const char *bytes, size_t length, struct failure *failure) {
    struct stream stream = stream_memory("a.npy", bytes, length);
    return npy_read(&stream, failure);
}

static const struct {
    const char *name;
    char kind;
    int axes;
    size_t size[AXIS_COUNT];
} arrays[] = {
    {"little-f4", 'f', 2, {1, 1, 2, 3}},
    {"big-f4", 'f', 2, {1, 1, 2, 3}},
    {"little-f8", 'f', 2, {1, 1, 2, 3}},
    {"big-f8", 'f', 2, {1, 1, 2, 3}},
    {"little-i4", 'i', 2, {1, 1, 2, 3}},
    {"big-i4", 'i', 2, {1, 1, 2, 3}},
    {"little-i8", 'i', 2, {1, 1, 2, 3}},
    {"big-i8", 'i', 2, {1, 1, 2, 3}},
    {"c-scalar", 'f', 2, {1, 1, 1, 1}},
    {"fortran-scalar", 'f', 2, {1, 1, 1, 1}},
    {"c-3", 'f', 2, {1, 1, 1, 3}},
    {"fortran-3", 'f', 2, {1, 1, 1, 3}},
    {"c-1x1", 'f', 2, {1, 1, 1, 1}},
    {"fortran-1x1", 'f', 2, {1, 1, 1, 1}},
    {"c-2x3", 'f', 2, {1, 1, 2, 3}},
    {"fortran-2x3", 'f', 2, {1, 1, 2, 3}},
    {"c-2x3x4", 'f', 3, {1, 2, 3, 4}},
    {"fortran-2x3x4", 'f', 3, {1, 2, 3, 4}},
    {"c-2x1x3x2", 'f', 4, {2, 1, 3, 2}},
    {"fortran-2x1x3x2", 'f', 4, {2, 1, 3, 2}},
    {"version-1", 'f', 2, {1, 1, 2, 3}},
    {"version-2", 'f', 2, {1, 1, 2, 3}},
    {"version-3", 'f', 2, {1, 1, 2, 3}},
    {"kind-bool", 'b', 2, {1, 1, 2, 3}},
    {"kind-float16-big", 'f', 2, {1, 1, 2, 3}},
    {"kind-float16", 'f', 2, {1, 1, 2, 3}},
    {"kind-int16", 'i', 2, {1, 1, 2, 3}},
    {"kind-int8", 'i', 2, {1, 1, 2, 3}},
    {"kind-uint16-big", 'u', 2, {1, 1, 2, 3}},
    {"kind-uint32", 'u', 2, {1, 1, 2, 3}},
    {"kind-uint64-big", 'u', 2, {1, 1, 2, 3}},
    {"kind-uint8", 'u', 2, {1, 1, 2, 3}},
};

/* Returns what tests/reference/npy.py puts into cell K. */
static double cell_of(char kind, size_t k) {
    switch (kind) {
    case 'i':
        return 3 * (double)k - 7;
    case 'u':
        return 3 * (double)k;
    case 'b':
        return (double)(k % 2);
    default:
        return (double)k / 2 - 3;
    }
}

START_TEST(reads) {
    struct text bytes = {0};
    struct failure failure = {0};
    load(arrays[_i].name, &bytes);
    struct tensor *tensor = read_npy(text_string(&bytes), bytes.length, &failure);
    ck_assert_msg(tensor != NULL, "%s", failure.message);
    ck_assert_int_eq(tensor->shape.axes, arrays[_i].axes);
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        ck_assert_uint_eq(tensor->shape.size[axis], arrays[_i].size[axis]);
        ck_assert_ptr_null(tensor->shape.labels[axis]);
    }
    for (size_t k = 0; k < shape_cells(&tensor->shape); k++) {
        double wanted = cell_of(arrays[_i].kind, k);
        ck_assert_msg(tensor->cells[k] == wanted, "cell %zu: %g", k, tensor->cells[k]);
    }
    tensor_release(tensor);
    text_release(&bytes);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

static void check_cells(const char *name, const double *wanted, size_t count) {
    struct text bytes = {0};
    struct failure failure = {0};
    load(name, &bytes);
    struct tensor *tensor = read_npy(text_string(&bytes), bytes.length, &failure);
    ck_assert_uint_eq(shape_cells(&tensor->shape), count);
    ck_assert_mem_eq(tensor->cells, wanted, count * sizeof *wanted);
    tensor_release(tensor);
    text_release(&bytes);
}

START_TEST(keeps_bits) {
    static const double special[] = {(double)NAN, (double)INFINITY,        -(double)INFINITY,
                                     -0.0,        4.9406564584124654e-324, 0.1};
    static const double extreme[] = {-9223372036854775808.0, 9223372036854775808.0,
                                     9007199254740992.0};
    check_cells("special", special, 6);
    check_cells("extreme", extreme, 3);
}
END_TEST

/* Writes what NumPy writes: the file is the same to the byte. */
static const char *const same[] = {"c-1x1", "c-2x3", "c-2x3x4", "c-2x1x3x2", "special"};

START_TEST(writes) {
    struct text bytes = {0}, written = {0};
    struct failure failure = {0};
    load(same[_i], &bytes);
    struct tensor *tensor = read_npy(text_string(&bytes), bytes.length, &failure);
    npy_write(tensor, &written);
    ck_assert_uint_eq(written.length, bytes.length);
    ck_assert_mem_eq(written.bytes, bytes.bytes, bytes.length);
    tensor_release(tensor);
    text_release(&bytes);
    text_release(&written);
}
END_TEST

static const struct {
    const char *name, *message;
} refused[] = {
    {"empty", "the array is empty: 0×3"},
    {"five-axes", "the array has more than four axes"},
    {"complex", "the array holds <c16; qkv reads float16 to float64, whole numbers and bool"},
    {"records", "the array holds records, not numbers"},
    {"words", "the array holds <U2; qkv reads float16 to float64, whole numbers and bool"},
};

START_TEST(refuses) {
    struct text bytes = {0};
    struct failure failure = {0};
    load(refused[_i].name, &bytes);
    ck_assert_ptr_null(read_npy(text_string(&bytes), bytes.length, &failure));
    ck_assert_str_eq(failure.message, refused[_i].message);
    text_release(&bytes);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

#define TORN "the header of this array cannot be read"
#define NUMBERS "'descr': '<f8', 'fortran_order': False, "

/* Headers of version 1 followed by eight bytes of data. */
static const struct {
    const char *header, *message; /* NULL: read */
} headers[] = {
    {"{" NUMBERS "'shape': (1, 1), }", NULL},
    {"{\"shape\":(1,1),\"fortran_order\":True,\"descr\":\"<f8\"}", NULL},
    {"{" NUMBERS "'shape': (1L, 1L)}   \n", NULL},
    {"{" NUMBERS "'shape': (9223372036854775807, 4), }",
     "the array is too large: 9223372036854775807×4 is more than 67108864 numbers"},
    {"{" NUMBERS "'shape': (9223372036854775808, 2), }", TORN},
    {"{" NUMBERS "'shape': (4294967296, 4294967296), }",
     "the array is too large: 4294967296×4294967296 is more than 67108864 numbers"},
    {"{" NUMBERS "'shape': (8192, 8193), }",
     "the array is too large: 8192×8193 is more than 67108864 numbers"},
    {"{" NUMBERS "'shape': (4096, 4096), }",
     "4096×4096 numbers take 134217728 bytes, but 8 follow the header"},
    {"{" NUMBERS "'shape': (1, 2), }", "1×2 numbers take 16 bytes, but 8 follow the header"},
    {"{" NUMBERS "'shape': (0, 9223372036854775807), }",
     "the array is empty: 0×9223372036854775807"},
    {"{" NUMBERS "'shape': (-1, 1), }", TORN},
    {"{" NUMBERS "'shape': (1 1), }", TORN},
    {"{" NUMBERS "'shape': (1, 1)", TORN},
    {"{" NUMBERS "'shape': (1, ", TORN},
    {"{" NUMBERS "'shape': [1, 1], }", NULL},
    {"{" NUMBERS "'shape': (1,,), }", TORN},
    {"{" NUMBERS "'shape': 'LL', }", TORN},
    {"{" NUMBERS "}", TORN},
    {"{" NUMBERS "'shape': (1, 1), 'shape': (1, 1)}", "the header of this array has a key twice"},
    {"{" NUMBERS "'shape': (1, 1), 'more': 1}", TORN},
    {"{'descr': '<f8', 'fortran_order': 0, 'shape': (1, 1)}", TORN},
    {"{'descr': '<f8, 'fortran_order': False, 'shape': (1, 1)}", TORN},
    {"{'descr': '', 'fortran_order': False, 'shape': (1, 1)}",
     "the array holds ; qkv reads float16 to float64, whole numbers and bool"},
    {"{'descr': 'f8', 'fortran_order': False, 'shape': (1, 1)}",
     "the array holds f8; qkv reads float16 to float64, whole numbers and bool"},
    {"{'descr': <f8, 'fortran_order': False, 'shape': (1, 1)}", TORN},
    {"", TORN},
    {"{", TORN},
    {"[]", TORN},
};

START_TEST(hostile_header) {
    struct text bytes = {0};
    struct failure failure = {0};
    size_t length = strlen(headers[_i].header);
    text_append_bytes(&bytes, "\x93NUMPY\x01\x00", 8);
    text_append_character(&bytes, (char)length);
    text_append_bytes(&bytes, "\0", 1);
    text_append(&bytes, headers[_i].header);
    text_append_bytes(&bytes, "\0\0\0\0\0\0\xf0\x3f", 8);
    struct tensor *tensor = read_npy(bytes.bytes, bytes.length, &failure);
    if (headers[_i].message) {
        ck_assert_ptr_null(tensor);
        ck_assert_str_eq(failure.message, headers[_i].message);
    } else {
        ck_assert_msg(tensor != NULL, "%s", failure.message);
        ck_assert(tensor->cells[0] == 1);
    }
    tensor_release(tensor);
    text_release(&bytes);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

/* A copy of exactly LENGTH bytes, so that a sanitiser sees a byte read too far. */
static bool reads_copy(const char *bytes, size_t length, struct failure *failure) {
    char *copy = malloc(length > 0 ? length : 1);
    memcpy(copy, bytes, length);
    struct tensor *tensor = read_npy(copy, length, failure);
    bool read = tensor != NULL;
    tensor_release(tensor);
    free(copy);
    return read;
}

START_TEST(cut_and_flipped) {
    static const char *const names[] = {"c-2x3", "version-2", "fortran-2x3x4"};
    struct text bytes = {0};
    load(names[_i], &bytes);
    for (size_t length = 0; length < bytes.length; length++) {
        struct failure failure = {0};
        ck_assert(!reads_copy(text_string(&bytes), length, &failure));
        ck_assert(failure.set);
    }
    for (size_t i = 0; i < bytes.length; i++) {
        for (int bit = 0; bit < 8; bit++) {
            struct failure failure = {0};
            bytes.bytes[i] = (char)(bytes.bytes[i] ^ 1 << bit);
            ck_assert(reads_copy(bytes.bytes, bytes.length, &failure) != failure.set);
            bytes.bytes[i] = (char)(bytes.bytes[i] ^ 1 << bit);
        }
    }
    text_release(&bytes);
    ck_assert_uint_eq(memory_blocks(), 0);
}
END_TEST

START_TEST(magic_and_version) {
    struct failure failure = {0};
    ck_assert(!reads_copy("1,2\n3,4\n", 8, &failure));
    ck_assert_str_eq(failure.message, "this is not a NumPy array file");
    ck_assert(!reads_copy("\x93NUMPY\x04\x00\x00\x00\x00\x00", 12, &failure));
    ck_assert_str_eq(failure.message, "version 4 of the format is not known");
}
END_TEST

START_TEST(memory) {
    struct text bytes = {0};
    load("c-2x3x4", &bytes);
    bool done = false;
    for (size_t k = 1; !done; k++) {
        struct failure failure = {0};
        memory_fail(k, true);
        struct tensor *tensor = read_npy(bytes.bytes, bytes.length, &failure);
        memory_fail(0, false);
        done = tensor != NULL;
        ck_assert(done || text_same(failure.message, "out of memory"));
        tensor_release(tensor);
        ck_assert_uint_eq(memory_blocks(), 1);
        ck_assert_uint_lt(k, 100);
    }
    text_release(&bytes);
}
END_TEST

Suite *files_npy_suite(void) {
    Suite *suite = suite_create("files npy");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, reads, 0, (int)(sizeof arrays / sizeof *arrays));
    tcase_add_test(core, keeps_bits);
    tcase_add_loop_test(core, writes, 0, (int)(sizeof same / sizeof *same));
    suite_add_tcase(suite, core);
    TCase *limits = tcase_create("limits");
    tcase_add_loop_test(limits, refuses, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_loop_test(limits, hostile_header, 0, (int)(sizeof headers / sizeof *headers));
    tcase_add_loop_test(limits, cut_and_flipped, 0, 3);
    tcase_add_test(limits, magic_and_version);
    tcase_add_test(limits, memory);
    suite_add_tcase(suite, limits);
    return suite;
}
