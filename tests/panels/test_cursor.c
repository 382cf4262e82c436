/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* At every stop of every lesson the hardware cursor stands where the learner is: on the number in
 * brackets or its arithmetic, at the line that asks for an answer, or where the new words begin.
 * Braille displays and magnifiers follow it. */
#include "panels/frame.h"

#include "session/question.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

Suite *panels_cursor_suite(void);

static struct frame frame;

static const struct canvas_cell *cursor_cell(void) {
    return &frame.canvas.cells[frame.cursor[0] * frame.canvas.columns + frame.cursor[1]];
}

/* Whether the number looked at is anywhere in the frame. */
static bool shows_number(void) {
    bool shows = false;
    for (size_t i = 0; i < frame.canvas.rows * frame.canvas.columns; i++) {
        shows |= frame.canvas.cells[i].style == STYLE_FOCUS;
    }
    return shows;
}

/* What is wrong with where it stands; NULL: nothing. */
static const char *fault(void) {
    const struct session *session = &frame.desk.session;
    const char *line = frame_at_cursor(&frame);
    struct text cell = {0};
    if (frame.cursor[0] == 0) {
        return "in the title";
    }
    size_t open = question_open(session);
    if (open != SIZE_MAX && question_quiz(session, open) != NULL) {
        return text_starts(line, "Your answer: ") ? NULL : "not at the answer";
    }
    if (session->looks.blank || !shows_number()) {
        return cursor_cell()->text[0] != '\0' ? NULL : "not where words begin";
    }
    looks_cell((struct session *)(uintptr_t)session, &cell, &frame.desk.failure);
    bool told = text_starts(line, "▶ ") || text_starts(line, text_string(&cell));
    text_release(&cell);
    return told || cursor_cell()->style == STYLE_FOCUS ? NULL : "not on the number looked at";
}

static void look(const char *lesson, size_t stop) {
    frame_check(&frame);
    const char *wrong = fault();
    ck_assert_msg(wrong == NULL, "%s, stop %zu: the cursor is %s: %zu,%zu\n%s", lesson, stop, wrong,
                  frame.cursor[0], frame.cursor[1], frame_draw(&frame));
}

static void walk(const char *path) {
    static const size_t sizes[][2] = {{24, 80}, {36, 120}, {50, 200}};
    frame_open_lesson(&frame, path);
    struct session *session = &frame.desk.session;
    for (size_t stop = 1;; stop++) {
        bool ok = desk_types(&frame.desk, question_open(session) != SIZE_MAX ? "skip" : "advance");
        if (!ok) {
            break;
        }
        text_clear(&session->looks.last.message);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            frame_size(&frame, sizes[i][0], sizes[i][1]);
            look(path, stop);
        }
    }
}

START_TEST(at_every_stop) {
    walk(desk_lesson(_i));
    frame_close(&frame);
}
END_TEST

Suite *panels_cursor_suite(void) {
    Suite *suite = suite_create("panels/cursor");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, at_every_stop, 0, desk_walked());
    suite_add_tcase(suite, tests);
    return suite;
}
