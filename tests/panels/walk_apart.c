/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* No two values touch: a blank is before each name, and after the numbers of a value where a word
 * or number of another one would read on. */
#include "panels/walk.h"

#include <check.h>
#include <string.h>

static bool is_blank(const struct canvas_cell *cell) {
    return cell->right_half || cell->text[0] == '\0' || cell->text[0] == ' ';
}

/* True for a letter or a digit, or a sign before one. */
static bool reads_on(const struct canvas_cell *cell) {
    const char *text = cell->text;
    return (text[0] >= '0' && text[0] <= '9') || (text[0] >= 'A' && text[0] <= 'Z') ||
           (text[0] >= 'a' && text[0] <= 'z') || text[0] == '.' || strcmp(text, "−") == 0;
}

static void look_at_more(const struct walk *walk, const struct plan *plan) {
    const struct box *words = &plan->panes.words;
    for (size_t i = 0; i < words->rows * words->columns; i++) {
        size_t row = words->row + i / words->columns, column = words->column + i % words->columns;
        const struct canvas_cell *cell = canvas_cell(&walk->frame->canvas, row, column);
        bool more = cell->style == STYLE_FOCUS && strcmp(cell->text, "▾") == 0;
        for (size_t k = 0; more && k < i % words->columns; k++) {
            ck_assert_msg(is_blank(cell - k - 1), "%s, frame %zu, size %zu: not alone",
                          walk->lesson, walk->number, walk->size);
        }
    }
}

void apart_look(const struct walk *walk) {
    const struct frame *frame = walk->frame;
    const struct plan *plan = frame->stage.plan;
    struct box stage = plan == NULL ? (struct box){0} : plan->panes.stage;
    if (plan != NULL) {
        look_at_more(walk, plan);
    }
    for (size_t i = 0; i + 1 < stage.columns; i++) {
        for (size_t k = 0; k < stage.rows; k++) {
            size_t row = stage.row + k, column = stage.column + i;
            const struct canvas_cell *cell = canvas_cell(&frame->canvas, row, column);
            if (is_blank(cell)) {
                continue;
            }
            struct canvas_tag tag = canvas_tag_at(&frame->found.tags, row, column);
            struct canvas_tag next = canvas_tag_at(&frame->found.tags, row, column + 1);
            bool name = next.item == CANVAS_NAME && tag.item != CANVAS_NAME;
            bool number = tag.item > 0 && tag.item != CANVAS_NAME && next.owner != tag.owner &&
                          reads_on(cell) && reads_on(cell + 1);
            ck_assert_msg(!name && !number, "%s, frame %zu: size %zu: row %zu, column %zu",
                          walk->lesson, walk->number, walk->size, row, column);
        }
    }
}
