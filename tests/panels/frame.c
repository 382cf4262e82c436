/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/frame.h"

#include "base/failure.h"
#include "base/utf8.h"
#include "panels/narration.h"
#include "panels/pane.h"
#include "panels/scene.h"
#include "session/question.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

/* The desk is open: a screen of 80×24 for it. */
static void begin(struct frame *frame) {
    frame->desk.session.front.drawn = true;
    frame->desk.session.front.showing = &frame->found.shows;
    frame->found.shows.cell = true;
    frame->desk.session.front.echo = true;
    frame->terminal =
        (struct terminal){.prefix = "qkv> ", .text = "", .popup = "", .stage = &frame->stage};
    frame_size(frame, 24, 80);
}

void frame_open(struct frame *frame, const char *lesson) {
    memset(frame, 0, sizeof *frame);
    desk_open(&frame->desk, lesson);
    begin(frame);
}

void frame_open_lesson(struct frame *frame, const char *name) {
    memset(frame, 0, sizeof *frame);
    desk_open_lesson(&frame->desk, name);
    begin(frame);
}

void frame_open_number(struct frame *frame, int number, size_t rows, size_t columns) {
    frame_open_lesson(frame, desk_lesson(number));
    frame->terminal.depth = DEPTH_256;
    frame_size(frame, rows, columns);
}

void frame_close(struct frame *frame) {
    panels_frame_release(&frame->found);
    stage_release(&frame->stage);
    canvas_release(&frame->canvas);
    text_release(&frame->shown);
    desk_close(&frame->desk);
}

void frame_size(struct frame *frame, size_t rows, size_t columns) {
    canvas_release(&frame->canvas);
    ck_assert(canvas_init(&frame->canvas, rows, columns));
}

void frame_run(struct frame *frame, const char *line) {
    struct failure failure = {0};
    bool ok = desk_types(&frame->desk, line);
    ck_assert_msg(ok, "%s: %s", line, frame->desk.failure.message);
    ck_assert(said_take(&frame->desk.session, NULL, &failure));
}

void frame_run_all(struct frame *frame, const char *lines) {
    while (*lines != '\0') {
        char line[200];
        size_t length = strcspn(lines, "|");
        text_fill(line, sizeof line, "%.*s", (int)length, lines);
        frame_run(frame, line);
        lines += length + (lines[length] == '|' ? 1 : 0);
    }
}

bool frame_goes_on(struct frame *frame) {
    struct session *session = &frame->desk.session;
    if (session->view.popup == POPUP_ANSWER) {
        session->view.popup = POPUP_NONE; /* what it covered comes next */
    } else if (question_open(session) != SIZE_MAX) {
        frame_run(frame, "skip");
    } else if (session_stop(session) < session->lesson->stop_count || session->focus.guided) {
        frame_run(frame, "advance");
    } else {
        return false;
    }
    return true;
}

/* What is wrong with a cell, NULL: nothing. (An assertion that holds costs a write: one a frame.)
 */
static const char *cell_fault(const struct frame *frame, size_t at) {
    const struct canvas_cell *cell = &frame->canvas.cells[at];
    if (!cell->wide && cell->text[1] == '\0' && cell->text[0] >= ' ' && cell->text[0] <= '~') {
        return NULL;
    }
    size_t length = strlen(cell->text);
    bool last = (at + 1) % frame->canvas.columns == 0;
    if (!utf8_valid(cell->text, length)) {
        return "not UTF-8";
    }
    if (utf8_columns(cell->text, length) > (cell->wide ? 2 : 1)) {
        return "too wide";
    }
    if (cell->wide && (last || !cell[1].right_half)) {
        return "half a character";
    }
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)cell->text[i];
        if (byte < 0x20 || byte == 0x7f || (frame->terminal.ascii && byte >= 0x80)) {
            return "a byte that may not be there";
        }
    }
    return NULL;
}

static void check_cells(const struct frame *frame) {
    for (size_t i = 0; i < frame->canvas.rows * frame->canvas.columns; i++) {
        const char *fault = cell_fault(frame, i);
        if (fault != NULL) {
            ck_abort_msg("%s at %zu, %zu: '%s'", fault, i / frame->canvas.columns,
                         i % frame->canvas.columns, frame->canvas.cells[i].text);
        }
    }
}

void frame_check(struct frame *frame) {
    struct canvas *canvas = &frame->canvas;
    struct failure failure = {0};
    bool ok = panels_show(&frame->desk.session, &frame->terminal, canvas, &frame->found, &failure);
    ck_assert_msg(ok && !failure.set, "%s", failure.message);
    check_cells(frame);
    ck_assert_uint_lt(frame->found.cursor[0], canvas->rows);
    ck_assert_uint_lt(frame->found.cursor[1], canvas->columns);
}

const char *frame_draw(struct frame *frame) {
    static const struct paint plain = {.colour = false};
    frame_check(frame);
    text_clear(&frame->shown);
    canvas_print(&frame->canvas, &plain, &frame->shown);
    return text_string(&frame->shown);
}

void frame_fold(const char *words, struct text *out) {
    for (; *words != '\0'; words++) {
        bool blank = strchr(" \n\t", *words) != NULL;
        if (*words == '`') {
            continue;
        }
        if (!blank) {
            text_append_bytes(out, words, 1);
        } else if (out->length > 0 && out->bytes[out->length - 1] != ' ') {
            text_append(out, " ");
        }
    }
}

void frame_words(const struct frame *frame, struct text *out) {
    const struct canvas *canvas = &frame->canvas;
    struct text line = {0};
    size_t edge = canvas->columns;
    for (size_t column = 0; column < canvas->columns && edge == canvas->columns; column++) {
        edge = strcmp(canvas->cells[canvas->columns + column].text, "│") == 0 ? column : edge;
    }
    for (size_t i = 1; i < 2 * canvas->rows; i++) { /* the left of all rows, then the right */
        size_t row = i % canvas->rows, from = i < canvas->rows ? 0 : edge + 1;
        for (size_t column = from; column < (i < canvas->rows ? edge : canvas->columns); column++) {
            const struct canvas_cell *cell = &canvas->cells[row * canvas->columns + column];
            text_append(&line, cell->text[0] != '\0' ? cell->text : cell->right_half ? "" : " ");
        }
        text_append(&line, "\n");
    }
    frame_fold(text_string(&line), out);
    text_release(&line);
}

void frame_read(struct frame *frame, struct text *out) {
    frame_check(frame);
    frame_words(frame, out);
}

bool frame_reads_on(struct frame *frame) {
    bool more = stage_read_on(&frame->stage, frame->found.part, frame->found.parts);
    if (more) {
        frame_check(frame);
    }
    return more;
}

/* Back to the part before; false: there is none. */
static bool frame_reads_back(struct frame *frame) {
    bool more = stage_read_back(&frame->stage, frame->found.part);
    if (more) {
        frame_check(frame);
    }
    return more;
}

/* How many rows the words of each part take; ROWS of all but the first PANE_PARTS are 0. */
static void part_rows(struct frame *frame, size_t rows[PANE_PARTS]) {
    struct failure failure = {0};
    struct panels_frame own = {0};
    struct scene scene = {.session = &frame->desk.session,
                          .terminal = &frame->terminal,
                          .canvas = &frame->canvas,
                          .frame = &own,
                          .failure = &failure};
    struct pane pane;
    ck_assert(scene_init(&scene));
    struct box words = scene_words(&scene);
    pane_make(&pane, &scene, words.columns, words.rows);
    for (size_t i = 0; i < PANE_PARTS; i++) {
        rows[i] = i < pane.part_count ? pane.part[i + 1] - pane.part[i] : 0;
    }
    size_t room = reduced(words.rows, rows[0] + 1 + narration_shared(&scene));
    size_t older = text_count_lines(narration_end(text_string(&pane.before), room));
    rows[0] += older + (older > 0);
    pane_release(&pane);
    scene_release(&scene);
    panels_frame_release(&own);
}

/* True when the first row of WORDS says that there is more above it. */
static bool has_words_above(const struct frame *frame, struct box words) {
    bool above = false;
    for (size_t column = 0; column < words.columns; column++) {
        above |=
            text_same(canvas_cell(&frame->canvas, words.row, words.column + column)->text, "▴");
    }
    return above;
}

/* The words of the part that is shown; without how much more there is, what is repeated above them,
 * and the arithmetic. */
static void read_part(const struct frame *frame, size_t rows, struct text *out) {
    const struct panes *panes = &frame->stage.plan->panes;
    bool more = frame->found.part + 1 < frame->found.parts;
    struct scene scene = {.session = &frame->desk.session,
                          .terminal = &frame->terminal,
                          .stage = &frame->stage,
                          .plan = frame->stage.plan,
                          .canvas = (struct canvas *)(uintptr_t)&frame->canvas};
    struct box words = scene_words(&scene);
    if (has_words_above(frame, words)) {
        words.row += words.rows - lesser(rows, words.rows);
        words.rows = lesser(rows, words.rows);
    }
    words.rows = panes->side ? words.rows - more : lesser(rows, words.rows - more);
    for (size_t row = words.row; row < words.row + words.rows; row++) {
        for (size_t column = words.column; column < words.column + words.columns; column++) {
            const struct canvas_cell *cell = canvas_cell(&frame->canvas, row, column);
            text_append(out, cell->text[0] != '\0' ? cell->text : cell->right_half ? "" : " ");
        }
        text_append(out, "\n");
    }
}

void frame_read_pane(struct frame *frame, struct text *out) {
    struct text lines = {0};
    size_t rows[PANE_PARTS];
    while (frame_reads_back(frame)) {
    }
    frame_check(frame);
    part_rows(frame, rows);
    read_part(frame, rows[0], &lines);
    while (frame_reads_on(frame)) {
        read_part(frame, rows[frame->found.part], &lines);
    }
    while (frame_reads_back(frame)) {
    }
    frame_fold(text_string(&lines), out);
    text_release(&lines);
}

void frame_shows(struct frame *frame, const char *words) {
    const char *shown = frame_draw(frame);
    ck_assert_msg(strstr(shown, words) != NULL, "not shown: %s\n%.3500s", words, shown);
}

void frame_hides(struct frame *frame, const char *words) {
    const char *shown = frame_draw(frame);
    ck_assert_msg(strstr(shown, words) == NULL, "shown: %s\n%.3500s", words, shown);
}

static void find_words(struct frame *frame, const char *words,
                       void (*read)(struct frame *frame, struct text *out)) {
    struct text shown = {0}, folded = {0};
    read(frame, &shown);
    frame_fold(words, &folded);
    bool tells = strstr(text_string(&shown), text_string(&folded)) != NULL;
    text_release(&shown);
    text_release(&folded);
    ck_assert_msg(tells, "not told: %s\n%.3500s", words, frame_draw(frame));
}

void frame_tells(struct frame *frame, const char *words) {
    find_words(frame, words, frame_read);
}

void frame_reads(struct frame *frame, const char *words) {
    find_words(frame, words, frame_read_pane);
}

const char *frame_at_cursor(struct frame *frame) {
    static char line[2048];
    const struct canvas *canvas = &frame->canvas;
    size_t length = 0;
    for (size_t column = frame->found.cursor[1]; column < canvas->columns; column++) {
        const char *text = canvas->cells[frame->found.cursor[0] * canvas->columns + column].text;
        length += text_fill(line + length, sizeof line - length, "%s", text[0] ? text : " ");
    }
    return line;
}

void frame_takes_all_back(struct frame *frame, const char *lesson) {
    struct session *session = &frame->desk.session;
    struct desk other;
    struct failure failure = {0};
    while (desk_types(&frame->desk, "undo")) {
    }
    if (session->exercise != SIZE_MAX) { /* what was done before it waits until it is left */
        ck_assert(history_leave(session->history, &failure));
        while (history_undo(session->history, NULL, &failure)) {
        }
    }
    desk_open(&other, lesson);
    ck_assert_msg(
        history_move(other.session.history, history_stop(session->history), NULL, &failure), "%s",
        failure.message);
    ck_assert_msg(notebook_same(session_notebook(session), session_notebook(&other.session)),
                  "not all is taken back");
    session_release(&other.session);
}
