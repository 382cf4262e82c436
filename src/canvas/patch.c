#include "canvas/patch.h"

#include "base/text.h"
#include "base/utf8.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* How much of a line of WANTED from AT on lies before END. */
static size_t inside(size_t at, size_t wanted, size_t end) {
    return at < end ? lesser(wanted, end - at) : 0;
}

struct patch patch_make(struct canvas *canvas, struct box box) {
    box.rows = inside(box.row, box.rows, canvas->rows);
    box.columns = inside(box.column, box.columns, canvas->columns);
    return (struct patch){canvas, box};
}

size_t patch_put(const struct patch *patch, size_t row, size_t column, const char *text,
                 enum style style) {
    const struct box *box = &patch->box;
    const size_t place[] = {box->row + row, box->column + column, box->column + box->columns};
    if (row >= box->rows || column > box->columns) {
        return column;
    }
    return canvas_put_within(patch->canvas, place, text, strlen(text), style) - box->column;
}

void patch_repeat(const struct patch *patch, const size_t at[2], size_t width,
                  const char *character, enum style style) {
    const struct box *box = &patch->box;
    if (at[0] < box->rows) {
        canvas_repeat(patch->canvas, (const size_t[]){box->row + at[0], box->column + at[1]},
                      inside(at[1], width, box->columns), character, style);
    }
}

void patch_bar(const struct patch *patch, size_t row, size_t column, const struct bar *bar) {
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    size_t steps = bar->ascii ? 1 : 8;
    size_t length = (size_t)lround(bar->part * (double)(bar->width * steps));
    length += length == 0 && bar->part > 0;
    patch_repeat(patch, (const size_t[]){row, column}, length / steps, glyphs_of(bar->ascii)->bar,
                 bar->style);
    if (length % steps > 0) {
        patch_put(patch, row, column + length / steps, eighths[length % steps], bar->style);
    }
}

void patch_shade(const struct patch *patch, size_t row, size_t column, size_t width,
                 struct shade shade) {
    const struct box *box = &patch->box;
    if (row < box->rows) {
        canvas_shade(patch->canvas, box->row + row, box->column + column,
                     inside(column, width, box->columns), shade);
    }
}

void patch_ink(const struct patch *patch, size_t row, size_t column, struct shade ink) {
    const struct box *box = &patch->box;
    if (row < box->rows && column < box->columns) {
        canvas_ink(patch->canvas, box->row + row, box->column + column, ink);
    }
}

void patch_tag(const struct patch *patch, size_t row, size_t column, size_t width,
               struct canvas_tag tag) {
    const struct box *box = &patch->box;
    if (row < box->rows) {
        canvas_tag(patch->canvas, box->row + row, box->column + column,
                   inside(column, width, box->columns), tag);
    }
}

void patch_half(const struct patch *patch, size_t row, size_t column, struct shade upper,
                struct shade lower) {
    const struct box *box = &patch->box;
    if (row < box->rows && column < box->columns) {
        canvas_half(patch->canvas, box->row + row, box->column + column, upper, lower);
    }
}

size_t patch_columns(const char *text) {
    return utf8_columns(text, strlen(text));
}

void patch_cut(char out[PATCH_LABEL], const char *text, size_t columns, bool ascii) {
    const char *gap = glyphs_of(ascii)->gap;
    size_t length = strlen(text), at = 0, used = 0;
    bool cut = utf8_columns(text, length) > columns || length >= PATCH_LABEL;
    size_t room = cut && columns > 0 ? columns - 1 : columns;
    while (at < length && at < PATCH_LABEL - 8) {
        uint32_t point;
        size_t size = utf8_decode(text + at, length - at, &point);
        used += utf8_width(point);
        if (used > room) {
            break;
        }
        at += size;
    }
    at = columns > 0 ? at : 0;
    memcpy(out, text, at);
    text_fill(out + at, PATCH_LABEL - at, "%s", cut && columns > 0 ? gap : "");
}

const struct glyphs *glyphs_of(bool ascii) {
    static const struct glyphs signs[] = {
        {.right = "→", .down = "↓", .term = "▶", .gap = "…", .bar = "█", .track = "░"},
        {.right = ">", .down = "v", .term = ">", .gap = "~", .bar = "#", .track = "-"}};
    return &signs[ascii];
}
