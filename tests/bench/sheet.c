/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/sheet.h"

enum { WORDS = 3, FEATURES = 4 };

/* Where a matrix stands: its first column (0 is A) and row. */
struct block {
    int column, row;
};

static const struct block x = {0, 0}, w_q = {5, 0}, w_k = {10, 0}, w_v = {15, 0}, q = {0, 5},
                          k = {5, 5}, v = {10, 5}, scores = {0, 10}, scaled = {5, 10},
                          weights = {10, 10}, output = {0, 15};

static const double numbers_x[] = {1, 0, 1, 0, 0, 2, 0, 2, 1, 1, 1, 1};
static const double numbers_q[] = {.1, .2, 0, 0, 0, .1, .3, 0, .1, 0, 0, .2, 0, 0, .2, .3};
static const double numbers_k[] = {.2, 0, .1, 0, 0, .1, 0, .3, .1, 0, .2, 0, 0, .2, 0, .1};
static const double numbers_v[] = {0, .1, 0, .2, .2, 0, .2, 0, 0, .3, .1, 0, .1, 0, 0, .3};

static void cell(FILE *file, struct block block, int row, int column) {
    fprintf(file, "%c%d", 'A' + block.column + column, block.row + row);
}

static void begin(FILE *file, struct block block, int row, int column) {
    fputs("let ", file);
    cell(file, block, row, column);
    fputs(" = ", file);
}

static void leaf(FILE *file, struct block block, const double *numbers, int rows) {
    for (int i = 0; i < rows * FEATURES; i++) {
        begin(file, block, i / FEATURES, i % FEATURES);
        fprintf(file, "%g\n", numbers[i]);
    }
}

/* RESULT = LEFT @ RIGHT, or @ RIGHT.T when TURNED; INNER terms a cell. */
struct product {
    struct block result, left, right;
    int columns, inner;
    int transposed;
};

static void product(FILE *file, struct product made) {
    for (int i = 0; i < WORDS * made.columns; i++) {
        int row = i / made.columns, column = i % made.columns;
        begin(file, made.result, row, column);
        for (int t = 0; t < made.inner; t++) {
            fputs(t > 0 ? "+" : "", file);
            cell(file, made.left, row, t);
            fputs("*", file);
            cell(file, made.right, made.transposed ? column : t, made.transposed ? t : column);
        }
        fputs("\n", file);
    }
}

static void softmax(FILE *file) {
    for (int i = 0; i < WORDS * WORDS; i++) {
        int row = i / WORDS, column = i % WORDS;
        begin(file, scaled, row, column);
        cell(file, scores, row, column);
        fputs("/2\n", file);
        begin(file, weights, row, column);
        fputs("@exp(", file);
        cell(file, scaled, row, column);
        for (int t = 0; t < WORDS; t++) {
            fputs(t > 0 ? ")+@exp(" : ")/(@exp(", file);
            cell(file, scaled, row, t);
        }
        fputs("))\n", file);
    }
}

void sheet_write(FILE *file) {
    leaf(file, x, numbers_x, WORDS);
    leaf(file, w_q, numbers_q, FEATURES);
    leaf(file, w_k, numbers_k, FEATURES);
    leaf(file, w_v, numbers_v, FEATURES);
    product(file, (struct product){q, x, w_q, FEATURES, FEATURES, 0});
    product(file, (struct product){k, x, w_k, FEATURES, FEATURES, 0});
    product(file, (struct product){v, x, w_v, FEATURES, FEATURES, 0});
    product(file, (struct product){scores, q, k, WORDS, FEATURES, 1});
    softmax(file);
    product(file, (struct product){output, weights, v, FEATURES, WORDS, 0});
    fputs("goto G0 A0\n", file);
}
