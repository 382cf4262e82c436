/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Every size of the screen, and sizes that change all the time.
 *
 *     QKV_RESIZES=10000  so many changes of the terminal's size
 *     QKV_SIZES=512      sizes from 1×1 to 512×1024, through the panels: every one, but sanitized
 * all up to 100×260 and of the larger ones a ladder QKV_EVERY_SIZE=1   sanitized all of them, too
 *     QKV_SEED=7         other sizes and keys */
#include "ground/runner.h"
#include "screen/storm.h"

#include "panels/frame.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *screen_sizes_suite(void);

#define RESIZES RUNNER_SAMPLES(300, 60)
#define SIZES RUNNER_SAMPLES(32, 12)
#define SANITIZED runner_sanitized

enum {
    ALL_ROWS = 100,
    ALL_COLUMNS = 260, /* so far every size is drawn */
    STEP = 32,         /* and beyond each is larger by a thirtieth, and one: so all sights come */
    SMALL = 4096 /* cells; of larger canvases only one of RARE is looked at cell by cell */,
    RARE = 64
};

/* --- through the panels ---------------------------------------------------------------------- */

/* Things to see: each is drawn at every size in turn. */
static const char *const sights[][3] = {
    {"01-worked-example.md", "goto weights", "move weights[1,2]"},
    {"01-worked-example.md", "goto scores @ row 2 col 2 term 3", "big = normal(40, 70, seed=1)"},
    {"01-worked-example.md", "big = normal(64, 96, seed=1)", "heat big"},
    {"02-i-saw-a-saw.md", "goto page 5", "keyboard"},
    {"11-multi-head.md", "goto end", "why output[1,1]"},
    {"10-masked-attention.md", "goto page 3", "Z = normal(2, 3, 4, 5, seed=1)"},
};

enum { SIGHTS = sizeof sights / sizeof *sights };

static void see(struct frame *frame, const char *const sight[3]) {
    struct text lesson = {0};
    storm_read_lesson(sight[0], &lesson);
    frame_open(frame, text_string(&lesson));
    frame_run(frame, sight[1]);
    frame_run(frame, sight[2]);
    text_release(&lesson);
}

/* A sanitizer is to see what goes beyond a canvas, which then has memory of its own. Else a large
 * one, once it is cleared, serves as any smaller: to get and to clear that is most of a drawing. */
static void take_size(struct frame *frame, size_t rows, size_t columns) {
    if (SANITIZED) {
        frame_size(frame, rows, columns);
        return;
    }
    canvas_clear(&frame->canvas);
    frame->canvas.rows = rows;
    frame->canvas.columns = columns;
}

static void draw(struct frame *frame, size_t rows, size_t columns) {
    struct failure failure = {0};
    take_size(frame, rows, columns);
    if (rows * columns <= SMALL || storm_below(RARE) == 0) {
        frame_draw(frame);
        return;
    }
    bool ok = panels_show(&frame->desk.session, &frame->terminal, &frame->canvas, &frame->found,
                          &failure);
    ck_assert_msg(ok && frame->found.cursor[0] < rows && frame->found.cursor[1] < columns,
                  "%zux%zu %s", rows, columns, failure.message);
}

static size_t after(size_t size, size_t all) {
    bool every = size < all || !SANITIZED || getenv("QKV_EVERY_SIZE") != NULL;
    return size + 1 + (every ? 0 : size / STEP);
}

START_TEST(every_size_can_be_drawn) {
    static struct frame frame;
    size_t drawn = 0;
    long sizes = storm_setting("QKV_SIZES", SIZES);
    size_t limit = sizes < STORM_ROWS ? (size_t)sizes : STORM_ROWS;
    storm_seed(_i);
    see(&frame, sights[_i]);
    frame_size(&frame, STORM_ROWS, STORM_COLUMNS);
    for (size_t rows = 1; rows <= limit; rows = after(rows, ALL_ROWS)) {
        for (size_t columns = 1; columns <= 2 * limit; columns = after(columns, ALL_COLUMNS)) {
            if ((rows + columns) % SIGHTS == (size_t)_i) {
                draw(&frame, rows, columns);
                drawn++;
            }
        }
    }
    frame_close(&frame);
    printf("%zu sizes of %s\n", drawn, sights[_i][0]);
}
END_TEST

/* --- through a terminal ---------------------------------------------------------------------- */

static struct vt vt;

static void start(const char *term, const char *lesson) {
    struct vt_setup setup = {.rows = 24,
                             .columns = 80,
                             .term = term,
                             .child = storm_app,
                             .context = (void *)(uintptr_t)lesson};
    vt_spawn(&vt, &setup);
    vt_settle(&vt);
}

/* Mostly sizes of terminals; some that are as flat, narrow or large as can be. */
static void resize_any(void) {
    size_t kind = storm_below(40);
    size_t rows = storm_below(kind == 0 ? STORM_ROWS : 60),
           columns = storm_below(kind == 0 ? STORM_COLUMNS : 200);
    vt_resize(&vt, kind == 1 ? 1 : 1 + (int)rows, kind == 2 ? 1 : 1 + (int)columns);
}

START_TEST(sizes_change_all_the_time) {
    static const char *const keys[] = {"n",
                                       "b",
                                       "\x1b[C",
                                       "\x1b[B",
                                       "m",
                                       "z",
                                       "\t",
                                       "\x1b[Z",
                                       "v",
                                       "?",
                                       "t",
                                       ":1 + 1\r\x1b[17~",
                                       ":W_q[1,2] = 5\r\x1b[17~",
                                       "]"};
    long resizes = storm_setting("QKV_RESIZES", RESIZES) / 2;
    storm_seed(200 + _i);
    start(_i == 0 ? NULL : "xterm", _i == 0 ? "02-i-saw-a-saw.md" : "11-multi-head.md");
    for (long i = 0; i < resizes; i++) {
        resize_any();
        if (storm_below(2) == 0) {
            vt_send(&vt, keys[storm_below(sizeof keys / sizeof *keys)]);
        }
        if (storm_below(4) == 0) {
            vt_settle(&vt);
            storm_check(&vt);
        }
        if (storm_below(40) == 0) {
            vt_settle(&vt);
            storm_check_repaint(&vt);
        }
    }
    storm_ends(&vt);
}
END_TEST

/* Each look that is new is asked of curses, which must not write a thing itself. */
START_TEST(many_colours_leave_no_trace) {
    start(NULL, "01-worked-example.md");
    vt_resize(&vt, 50, 200);
    vt_keys(&vt, ":big = normal(400, 190, seed=1)\r:heat big\r\x1b");
    for (int i = 0; i < 12; i++) {
        vt_keys(&vt, "50j");
        storm_check_repaint(&vt);
    }
    storm_ends(&vt);
}
END_TEST

START_TEST(extreme_sizes_are_drawn_in_turn) {
    static const int sizes[][2] = {{1, 1},
                                   {STORM_ROWS, STORM_COLUMNS},
                                   {1, STORM_COLUMNS},
                                   {STORM_ROWS, 1},
                                   {2, 2},
                                   {STORM_ROWS, 2},
                                   {24, STORM_COLUMNS},
                                   {STORM_ROWS, 80},
                                   {1, 1},
                                   {24, 80}};
    start(NULL, "01-worked-example.md");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        vt_resize(&vt, sizes[i][0], sizes[i][1]);
        vt_keys(&vt, "m");
        storm_check(&vt);
        storm_check_repaint(&vt);
    }
    storm_ends(&vt);
}
END_TEST

Suite *screen_sizes_suite(void) {
    Suite *suite = suite_create("screen_sizes");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, getenv("QKV_RESIZES") || getenv("QKV_SIZES") ? 36000 : 60);
    tcase_add_loop_test(core, every_size_can_be_drawn, 0, SIGHTS);
    tcase_add_loop_test(core, sizes_change_all_the_time, 0, 2);
    tcase_add_test(core, many_colours_leave_no_trace);
    tcase_add_test(core, extreme_sizes_are_drawn_in_turn);
    suite_add_tcase(suite, core);
    return suite;
}
