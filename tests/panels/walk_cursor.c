/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* At every stop of every lesson the hardware cursor is where the learner is: on the number in
 * brackets or its arithmetic, at the line that asks for an answer, or where the new words begin.
 * Braille displays and magnifiers follow it. */
#include "panels/walk.h"

#include "session/question.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static struct frame *frame;

static const struct canvas_cell *cursor_cell(void) {
    return &frame->canvas
                .cells[frame->found.cursor[0] * frame->canvas.columns + frame->found.cursor[1]];
}

/* True when the number looked at is anywhere on the stage; the frame of a tile is none. */
static bool shows_number(void) {
    const struct canvas stage = canvas_part(&frame->canvas, frame->stage.plan->panes.stage);
    bool shows = false;
    for (size_t i = 0; i < stage.rows * stage.columns; i++) {
        const struct canvas_cell *cell = canvas_cell(&stage, i / stage.columns, i % stage.columns);
        shows |= cell->style == STYLE_FOCUS && strchr("0123456789.", cell->text[0]) != NULL &&
                 cell->text[0] != '\0';
    }
    return shows;
}

/* Returns what is wrong with where it is; NULL: nothing. */
static const char *fault(void) {
    const struct session *session = &frame->desk.session;
    const char *line = frame_at_cursor(frame);
    struct text cell = {0};
    if (frame->found.cursor[0] == 0) {
        return "in the title";
    }
    size_t open = question_open(session);
    if (open != SIZE_MAX && question_quiz(session, open) != NULL) {
        while (!text_starts(line, "Your answer: ") && frame_reads_on(frame)) {
            line = frame_at_cursor(frame); /* it is with the end of a question of several parts */
        }
        return text_starts(line, "Your answer: ") ? NULL : "not at the answer";
    }
    bool none = session->view.blank || session->view.rests;
    if (none || session->view.popup != POPUP_NONE || !shows_number()) {
        bool number = !none && cursor_cell()->style == STYLE_FOCUS;
        bool below = frame->found.cursor[0] + 1 < frame->canvas.rows; /* it is not at the keys */
        return number || below ? NULL : "not where words begin";
    }
    view_cell((struct session *)(uintptr_t)session, &cell, &frame->desk.failure);
    bool said = text_starts(line, "▶ ") || text_starts(line, text_string(&cell));
    text_release(&cell);
    return said || cursor_cell()->style == STYLE_FOCUS ? NULL : "not on the number looked at";
}

void cursor_look(const struct walk *walk) {
    frame = walk->frame;
    if (frame->stage.plan->view != PLAN_PAGE) {
        return; /* tiles have no numbers */
    }
    const char *wrong = fault();
    ck_assert_msg(wrong == NULL, "%s, frame %zu: the cursor is %s: %zu,%zu\n%.3500s", walk->lesson,
                  walk->number, wrong, frame->found.cursor[0], frame->found.cursor[1],
                  frame_draw(frame));
}
