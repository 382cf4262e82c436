/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/drawing.h"

#include "base/memory.h"
#include "base/text.h"

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
        const struct picture *of = &drawing->values[i];
        struct matrix_view view = {.name = of->name,
                                   .value = of->value,
                                   .precision = of->precision,
                                   .limit = MATRIX_LIMIT};
        matrix_describe(&view, &(struct output){out, NULL, SIZE_MAX});
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
