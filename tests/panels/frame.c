#include "panels/frame.h"

#include "base/failure.h"
#include "base/utf8.h"
#include "panels/said.h"

#include <check.h>
#include <string.h>

void frame_open(struct frame *frame, const char *lesson) {
    memset(frame, 0, sizeof *frame);
    desk_open(&frame->desk, lesson);
    frame->desk.session.screen = true;
    frame->desk.session.echo = true;
    frame->stage = (struct stage){.prefix = "qkv> ", .text = "", .popup = ""};
    frame_size(frame, 24, 80);
}

void frame_close(struct frame *frame) {
    canvas_release(&frame->canvas);
    text_release(&frame->shown);
    desk_close(&frame->desk);
}

void frame_size(struct frame *frame, size_t rows, size_t columns) {
    struct failure failure = {0};
    canvas_release(&frame->canvas);
    ck_assert(canvas_init(&frame->canvas, rows, columns, &failure));
}

void frame_run(struct frame *frame, const char *line) {
    struct failure failure = {0};
    bool ok = desk_types(&frame->desk, line);
    ck_assert_msg(ok, "%s: %s", line, frame->desk.failure.message);
    ck_assert(said_take(&frame->desk.session, NULL, &failure));
}

static void check_cell(const struct frame *frame, size_t row, size_t column) {
    const struct canvas_cell *cell = &frame->canvas.cells[row * frame->canvas.columns + column];
    size_t length = strlen(cell->text);
    ck_assert_msg(utf8_valid(cell->text, length), "not UTF-8 at %zu, %zu", row, column);
    ck_assert_msg(utf8_columns(cell->text, length) <= (cell->wide ? 2 : 1),
                  "'%s' is too wide at %zu, %zu", cell->text, row, column);
    ck_assert_msg(!cell->wide || (column + 1 < frame->canvas.columns && cell[1].right_half),
                  "half a character at %zu, %zu", row, column);
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)cell->text[i];
        ck_assert_msg(byte >= 0x20 && byte != 0x7f, "a control at %zu, %zu", row, column);
        ck_assert_msg(!frame->stage.ascii || byte < 0x80, "'%s' is not ASCII at %zu, %zu",
                      cell->text, row, column);
    }
}

const char *frame_draw(struct frame *frame) {
    static const struct paint plain = {.colour = false};
    struct canvas *canvas = &frame->canvas;
    struct failure failure = {0};
    bool ok = panels_draw(&frame->desk.session, &frame->stage, canvas, frame->cursor, &failure);
    ck_assert_msg(ok, "%s", failure.message);
    for (size_t i = 0; i < canvas->rows * canvas->columns; i++) {
        check_cell(frame, i / canvas->columns, i % canvas->columns);
    }
    ck_assert_uint_lt(frame->cursor[0], canvas->rows);
    ck_assert_uint_lt(frame->cursor[1], canvas->columns);
    text_clear(&frame->shown);
    canvas_print(canvas, &plain, &frame->shown);
    return text_string(&frame->shown);
}

void frame_shows(struct frame *frame, const char *words) {
    const char *shown = frame_draw(frame);
    ck_assert_msg(strstr(shown, words) != NULL, "not shown: %s\n%s", words, shown);
}

void frame_hides(struct frame *frame, const char *words) {
    const char *shown = frame_draw(frame);
    ck_assert_msg(strstr(shown, words) == NULL, "shown: %s\n%s", words, shown);
}

const char *frame_at_cursor(struct frame *frame) {
    static char line[2048];
    const struct canvas *canvas = &frame->canvas;
    size_t length = 0;
    for (size_t column = frame->cursor[1]; column < canvas->columns; column++) {
        const char *text = canvas->cells[frame->cursor[0] * canvas->columns + column].text;
        length += text_fill(line + length, sizeof line - length, "%s", text[0] ? text : " ");
    }
    return line;
}
