/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* As one goes on within a page, words beside the stage only go up: no paragraph that has left the
 * screen comes back, and none comes down, unless the verdict on a question grows above it, or
 * matrices have been under the words. */
#include "base/text.h"
#include "panels/questions.h"
#include "panels/scene.h"
#include "panels/walk.h"
#include "session/outline.h"

#include <check.h>
#include <string.h>

enum { PARAGRAPHS = 64, LEAST = 24 }; /* of a page; bytes of a line that no other has */

/* What is known of the page that is walked through in one size. */
static struct page_seen {
    size_t page;
    bool columns; /* shown in that convention, in which all matrices are other ones */
    bool strip;   /* some frame had matrices under its words */
    struct {
        size_t row; /* on the frame before; SIZE_MAX: it was not there */
        bool left;  /* the screen */
    } paragraphs[PARAGRAPHS];
} seen[WALK_SIZES];

/* Appends row ROW of the words' pane. */
static void read_row(const struct frame *frame, size_t row, struct text *out) {
    const struct box *box = &frame->stage.plan->panes.words;
    struct text line = {0};
    for (size_t i = 0; i < box->columns; i++) {
        const struct canvas_cell *cell =
            canvas_cell(&frame->canvas, box->row + row, box->column + i);
        text_append(&line, cell->text[0] != '\0' ? cell->text : cell->right_half ? "" : " ");
    }
    frame_fold(text_string(&line), out);
    scene_trim(out);
    text_release(&line);
}

/* Returns the row in which BLOCK begins; SIZE_MAX: none does, or it has numbers, which may be
 * others by now. */
static size_t row_of(const struct frame *frame, const struct block *block) {
    struct text words = {0}, folded = {0}, line = {0};
    size_t found = SIZE_MAX, rows = frame->stage.plan->panes.words.rows;
    for (size_t i = 0; i < block->run_count; i++) {
        text_append(&words, block->runs[i].text);
    }
    frame_fold(text_string(&words), &folded);
    for (size_t row = rows; row-- > 0 && strstr(text_string(&words), "→") == NULL;) {
        text_clear(&line);
        read_row(frame, row, &line);
        bool is = line.length >= LEAST && text_starts(text_string(&folded), line.bytes);
        found = is ? row : found;
    }
    text_release(&words);
    text_release(&folded);
    text_release(&line);
    return found;
}

/* True when numbers are where the words are. */
static bool has_strip(const struct frame *frame) {
    const struct box *words = &frame->stage.plan->panes.words;
    bool has = false;
    for (size_t i = 0; i < words->rows * words->columns && !has; i++) {
        size_t row = words->row + i / words->columns, column = words->column + i % words->columns;
        struct canvas_tag tag = canvas_tag_at(&frame->found.tags, row, column);
        has = tag.item > 0 && tag.item != CANVAS_NAME;
    }
    return has;
}

void scroll_look(const struct walk *walk) {
    const struct frame *frame = walk->frame;
    const struct session *session = &frame->desk.session;
    const struct lesson *lesson = session->lesson;
    size_t number = outline_page(session), count = 0;
    struct page_seen *of = &seen[walk->size];
    if (frame->stage.plan == NULL || !frame->stage.plan->panes.side ||
        session->view.popup != POPUP_NONE || frame->stage.plan->view != PLAN_PAGE) {
        return;
    }
    bool begins =
        walk->number == 1 || of->page != number || of->columns != session->display.columns;
    of->strip = (of->strip && !begins) || has_strip(frame);
    bool grows = question_recalled(session) != SIZE_MAX;
    const struct page *page = &lesson->pages[number];
    of->page = number;
    of->columns = session->display.columns;
    for (size_t p = page->first_part; p < page->first_part + page->part_count; p++) {
        const struct part *part = &lesson->parts[p];
        for (size_t b = 0; part->kind == PART_NARRATION && b < part->block_count; b++, count++) {
            ck_assert_uint_lt(count, PARAGRAPHS);
            size_t row = row_of(frame, &lesson->document.blocks[part->block + b]);
            size_t before = begins ? SIZE_MAX : of->paragraphs[count].row;
            bool left = !begins && of->paragraphs[count].left;
            ck_assert_msg(row == SIZE_MAX || of->strip || (!left && (row <= before || grows)),
                          "%s, frame %zu, size %zu: paragraph %zu, row %zu, was in %zu\n%.3500s",
                          walk->lesson, walk->number, walk->size, count, row, before,
                          frame_draw(walk->frame));
            of->paragraphs[count].left = left || (before != SIZE_MAX && row == SIZE_MAX);
            of->paragraphs[count].row = row;
        }
    }
}
