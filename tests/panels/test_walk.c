/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold of every frame of every lesson. */
#include "panels/walk.h"
#include "session/outline.h"
#include "session/question.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

Suite *panels_walk_suite(void);

static const size_t sizes[WALK_SIZES][2] = {{24, 80}, {30, 100}, {36, 120}, {45, 160}, {50, 200}};

/* True when a lesson is looked at in a size: each in two of them, in all when it is hard. */
static bool is_sample(int lesson, size_t size) {
    return getenv("QKV_HARD") != NULL || size == 0 || size == 1 + (size_t)lesson % (WALK_SIZES - 1);
}

/* Looks at the stop in the size SIZE, on the stage that a screen of this size has had so far. */
static void look(struct walk *walk, size_t size) {
    walk->frame->stage = walk->stages[size];
    walk->size = size;
    frame_size(walk->frame, sizes[size][0], sizes[size][1]);
    frame_check(walk->frame);
    scroll_look(walk);
    cells_look(walk);
    cursor_look(walk);
    words_look(walk);
    asked_look(walk);
    scales_look(walk);
    apart_look(walk);
    walk->stages[size] = walk->frame->stage;
}

START_TEST(every_frame_of_every_lesson) {
    for (int lesson = 0; lesson < desk_walked(); lesson++) {
        struct frame frame;
        struct walk walk = {.frame = &frame, .lesson = desk_lesson(lesson)};
        frame_open_number(&frame, lesson, 24, 80);
        while (frame_goes_on(&frame)) {
            walk.number++;
            for (size_t size = 0; size < WALK_SIZES; size++) {
                if (is_sample(lesson, size)) {
                    look(&walk, size);
                }
            }
        }
        cells_end(&walk);
        frame.stage = (struct stage){0}; /* it is one of these */
        for (size_t size = 0; size < WALK_SIZES; size++) {
            stage_release(&walk.stages[size]);
        }
        frame_close(&frame);
    }
    asked_end();
}
END_TEST

/* What Space does on the screen: the words' next part, what an answer covered, the next stop. */
static bool press_space(struct frame *frame) {
    bool covered = frame->desk.session.view.popup == POPUP_ANSWER;
    return (!covered && frame_reads_on(frame)) || frame_goes_on(frame);
}

/* What is seen of FRAME, in a copy: the caller frees it. */
static struct canvas_cell *copy_cells(const struct frame *frame) {
    size_t bytes = frame->canvas.rows * frame->canvas.columns * sizeof(struct canvas_cell);
    struct canvas_cell *copy = malloc(bytes);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, frame->canvas.cells, bytes);
    return copy;
}

static bool looks_like(const struct frame *frame, const struct canvas_cell *before) {
    for (size_t i = 0; i < frame->canvas.rows * frame->canvas.columns; i++) {
        const struct canvas_cell *cell = &frame->canvas.cells[i];
        if (strcmp(cell->text, before[i].text) != 0 || !canvas_same_look(cell, &before[i])) {
            return false;
        }
    }
    return true;
}

/* No Space is pressed for nothing: there are new words, or something is seen to change, be it the
 * light alone. */
START_TEST(every_space_is_seen) {
    for (int i = 0; i < 2 * desk_walked(); i++) {
        struct frame frame;
        struct canvas_cell *before = NULL;
        const size_t *size = sizes[i % 2 * 2];
        if (getenv("QKV_HARD") == NULL && i / 2 % 2 == i % 2) {
            continue; /* a lesson in one of two sizes */
        }
        frame_open_number(&frame, i / 2, size[0], size[1]);
        do {
            const char *now = frame_draw(&frame);
            ck_assert_msg(before == NULL || !looks_like(&frame, before),
                          "%s, stop %zu: the same again\n%.3500s", desk_lesson(i / 2),
                          session_stop(&frame.desk.session), now);
            free(before);
            before = copy_cells(&frame);
        } while (press_space(&frame));
        free(before);
        frame_close(&frame);
    }
}
END_TEST

/* What the page does not speak of has no numbers on the stage. */
START_TEST(what_the_page_does_not_speak_of_is_dim) {
    struct frame frame;
    frame_open(&frame,
               "# T\n## One\n```qkv\nA = [[61, 62]]\nB = A + 10\nC = 47 * eye(3)\n```\n"
               "## Two\nOf `A` and `B`.\n<!-- pause -->\nOf nothing.\n## Three\nOf nothing.\n");
    while (frame_goes_on(&frame)) {
        frame_draw(&frame);
        if (strstr(text_string(&frame.shown), "Of `A` and `B`") != NULL) {
            frame_shows(&frame, "71");
            frame_hides(&frame, "47");
        }
    }
    frame_shows(&frame, "61"); /* at the end all of the lesson */
    frame_shows(&frame, "71");
    frame_shows(&frame, "47");
    frame_close(&frame);
}
END_TEST

/* A label may be called as a value is: in quotes it names none. */
START_TEST(a_label_is_no_name) {
    struct frame frame;
    frame_open(&frame,
               "# T\n## One\n```qkv\nam = 61 * eye(2)\nA = tokens(\"I am\", [[1], [2]])\n```\n"
               "## Two\n```try it\nMore.\nexpect A[\"am\",1] > 2\nallow: A\n"
               "solution: A[2,1] = 3\n```\n");
    while (frame_goes_on(&frame)) {
        if (question_open(&frame.desk.session) != SIZE_MAX) {
            frame_shows(&frame, "A ◂ turn");
            frame_hides(&frame, "61");
        }
    }
    frame_close(&frame);
}
END_TEST

/* How many matrices of the frame, drawn now, are marked as what may be turned: those that have
 * their numbers. */
static size_t transposed(struct frame *frame) {
    size_t count = 0;
    for (const char *at = frame_draw(frame); (at = strstr(at, "◂")) != NULL; at++) {
        count++;
    }
    return count;
}

/* What is turned in an exercise keeps its numbers. */
START_TEST(hints_take_no_numbers_away) {
    for (int lesson = 0; lesson < desk_walked(); lesson++) {
        struct frame frame;
        frame_open_number(&frame, lesson, 24, 80);
        struct session *session = &frame.desk.session;
        while (frame_goes_on(&frame)) {
            bool open = question_open(session) != SIZE_MAX &&
                        question_exercise(session, session_last(session)) != NULL;
            size_t had = open ? transposed(&frame) : 0;
            for (size_t i = 0; open && i < 4; i++) {
                frame_run(&frame, "hint");
                ck_assert_msg(transposed(&frame) >= had, "%s, page %zu\n%s", desk_lesson(lesson),
                              outline_page(session) + 1, text_string(&frame.shown));
            }
        }
        frame_close(&frame);
    }
}
END_TEST

/* What is said above the prompt covers its own rows, no more. */
START_TEST(the_stage_stays_beside_what_is_typed) {
    enum { ROWS = 36, COLUMNS = 120, SAID = 3 };
    struct frame frame;
    frame_open_number(&frame, 9, ROWS, COLUMNS);
    while (frame_goes_on(&frame)) {
        static char last[ROWS][COLUMNS][sizeof frame.canvas.cells->text];
        frame.terminal.prompt_focused = true;
        frame.terminal.popup = "";
        for (int said = 0; said < 2; said++) {
            frame_draw(&frame);
            for (size_t row = 1; row + SAID + 2 < ROWS; row++) {
                for (size_t column = 0; column < COLUMNS; column++) {
                    const char *text = canvas_cell(&frame.canvas, row, column)->text;
                    ck_assert_msg(said == 0 || strcmp(last[row][column], text) == 0, "%.3500s",
                                  text_string(&frame.shown));
                    strcpy(last[row][column], text);
                }
            }
            frame.terminal.popup = "1\n2\n3\n";
        }
        frame.terminal.prompt_focused = false;
        frame.terminal.popup = "";
    }
    frame_close(&frame);
}
END_TEST

/* All that an edit moves is lit, from what was changed to the end, also what the learner made. */
START_TEST(an_edit_lights_its_way) {
    struct frame frame;
    frame_open(&frame, "# T\n## One\n```qkv\nW = [[61, 1]]\nQ = W + 10\nS = Q * 2\n```\n"
                       "## Two\nOf nothing.\n");
    while (frame_goes_on(&frame)) {
    }
    frame_run(&frame, "mine = W * 4");
    frame_run(&frame, "W[1,2] = 2");
    frame_tells(&frame, " 61 2 ");
    frame_tells(&frame, " 71 12 ");
    frame_tells(&frame, " 142 24 ");
    frame_tells(&frame, " 244 8 ");
    frame_close(&frame);
}
END_TEST

Suite *panels_walk_suite(void) {
    Suite *suite = suite_create("panels walk");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 240);
    tcase_add_test(core, every_frame_of_every_lesson);
    tcase_add_test(core, every_space_is_seen);
    tcase_add_test(core, what_the_page_does_not_speak_of_is_dim);
    tcase_add_test(core, a_label_is_no_name);
    tcase_add_test(core, hints_take_no_numbers_away);
    tcase_add_test(core, the_stage_stays_beside_what_is_typed);
    tcase_add_test(core, an_edit_lights_its_way);
    suite_add_tcase(suite, core);
    return suite;
}
