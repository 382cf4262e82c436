/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys at random, by the thousand: through the panels, and through a pseudo-terminal with the
 * screen itself behind it (not as the built program: so that the sanitizers see it too).
 *
 *     QKV_KEYS=1000000          so many keys through the panels
 *     QKV_TERMINAL_KEYS=100000  so many through the terminal
 *     QKV_SEED=7                other keys */
#include "ground/runner.h"
#include "screen/learner.h"
#include "screen/storm.h"

#include "commands/keys.h"
#include "panels/frame.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *screen_stress_suite(void);

#define KEYS RUNNER_SAMPLES(20000, 2000)
#define TERMINAL_KEYS RUNNER_SAMPLES(2000, 600)

enum { LESSONS = 4, MOST_ROWS = 60, MOST_COLUMNS = 150 /* of the terminal */ };

static const char *const lessons[LESSONS] = {"01-worked-example.md", "02-i-saw-a-saw.md",
                                             "10-masked-attention.md", "11-multi-head.md"};

/* The accent stands over a letter that is no ASCII: libvterm 0.1.4 takes those and what follows
 * them one after the other, and puts an accent that comes after the last column into the next row.
 */
static const char *const typed[] = {
    "W_q[1,2] = 5",
    "W_k[2,1] = -1000000",
    "W_v[1,1] = nan",
    "X[1,1] = X[1,1] + 1",
    "pin weights[1,1] = 0.9",
    "free",
    "reset",
    "Q2 = Q @ K.T + scores",
    "Z = normal(2, 3, 4, seed=1)",
    "words = tokens(\"日本 а\u0301 שלום\", [[1, 2], [3, 4], [5, 6]])",
    "goto weights softmax row 1 col 2 term 3",
    "goto page 2",
    "goto page 5",
    "goto scores row 2 col 2",
    "move output[1,1]",
    "answer 1",
    "answer 0.2",
    "baseline",
    "precision 9",
    "no such thing",
};

/* --- through the panels ---------------------------------------------------------------------- */

static struct frame frame;

/* Runs a line as the screen does. */
static void run(const char *line) {
    struct session *session = &frame.desk.session;
    struct failure failure = {0};
    bool ok = desk_types(&frame.desk, line);
    if (!ok) {
        text_clear(&session->out);
    }
    ck_assert(said_take(session, ok ? NULL : &frame.desk.failure, &failure));
    session->quit = false;
}

static size_t count_keys(void) {
    size_t count = 0;
    while (key_at(count) != NULL) {
        count++;
    }
    return count;
}

static void press_any(void) {
    const struct key *key = key_at(storm_below(count_keys()));
    struct failure failure = {0};
    struct text line = {0};
    if (key_line(&frame.desk.session, key, &line, &failure) && !key->prompt) {
        run(text_string(&line));
    }
    text_release(&line);
}

static void resize_any(void) {
    bool absurd = storm_below(6) == 0;
    frame_size(&frame, absurd ? 1 + storm_below(9) : 10 + storm_below(41),
               absurd ? 1 + storm_below(39) : 40 + storm_below(121));
}

/* The footer is in the last row whenever the screen is drawn at all. */
static void check_footer(void) {
    const struct canvas *canvas = &frame.canvas;
    size_t signs = 0;
    for (size_t i = 0; i < canvas->columns; i++) {
        const char *sign = canvas->cells[(canvas->rows - 1) * canvas->columns + i].text;
        signs += sign[0] != '\0' && sign[0] != ' ' ? 1 : 0;
    }
    if (signs <= 8 && canvas->rows >= 10 && canvas->columns >= 40) {
        ck_abort_msg("no footer:\n%s", frame_draw(&frame));
    }
}

static void look(void) {
    frame.terminal.prompt_focused = storm_below(8) == 0;
    frame.terminal.depth = (enum depth)storm_below(DEPTH_TRUE + 1);
    frame.terminal.ascii = storm_below(8) == 0;
    frame_check(&frame);
    check_footer();
}

START_TEST(any_keys_through_the_panels) {
    struct text lesson = {0};
    long keys = storm_setting("QKV_KEYS", KEYS) / LESSONS;
    storm_seed(_i);
    storm_read_lesson(lessons[_i], &lesson);
    frame_open(&frame, text_string(&lesson));
    for (long i = 1; i <= keys; i++) {
        if (storm_below(8) == 0) {
            run(typed[storm_below(sizeof typed / sizeof *typed)]);
        } else {
            press_any();
        }
        if (storm_below(16) == 0) {
            resize_any();
        }
        if (storm_below(8) == 0) {
            look();
        }
        if (i % 500 == 0 || i == keys) {
            frame_takes_all_back(&frame, text_string(&lesson));
        }
    }
    text_release(&lesson);
    frame_close(&frame);
}
END_TEST

/* --- through a terminal ---------------------------------------------------------------------- */

/* Beside the keys of the table; no q, for it leaves. */
static const char *const others[] = {
    "\x1b[200~A = [[1, 2],\n[3\x1b[201~",
    "\x0c",
    "\x03",
    "\x04",
    "\x1b[17~",
    "\x1bOP",
    "\x12",
    "\x1b[3~",
    "\x15",
    "0",
    "1",
    "2",
    "12",
    "é",
    "日",
    "\xff",
    "\x1b[99~",
    "\r",
    "\r",
    "\t\t",
    ":",
};

static void send_any(struct vt *vt) {
    size_t pick = storm_below(20);
    if (pick == 0) {
        vt_send(vt, "\x1b[17~:\x15"); /* at the prompt, wherever it was */
        vt_send(vt, typed[storm_below(sizeof typed / sizeof *typed)]);
        vt_send(vt, "\r");
    } else if (pick == 1) {
        vt_mouse(vt, storm_below(4) == 0 ? 4 + (int)storm_below(2) : 1, (int)storm_below(24),
                 (int)storm_below(80));
    } else if (pick < 6) {
        vt_send(vt, others[storm_below(sizeof others / sizeof *others)]);
    } else {
        const char *name = key_at(storm_below(count_keys()))->key;
        vt_send(vt, learner_bytes(strcmp(name, "q") == 0 ? "n" : name));
    }
}

START_TEST(any_keys_through_a_terminal) {
    static struct vt vt;
    struct vt_setup setup = {.rows = 24,
                             .columns = 80,
                             .term = _i % 2 == 0 ? NULL : "xterm",
                             .child = storm_app,
                             .context = (void *)(uintptr_t)lessons[_i % LESSONS]};
    long keys = storm_setting("QKV_TERMINAL_KEYS", TERMINAL_KEYS) / 2;
    storm_seed(100 + _i);
    vt_spawn(&vt, &setup);
    vt_settle(&vt);
    for (long i = 0; i < keys; i++) {
        send_any(&vt);
        if (storm_below(30) == 0) {
            vt_resize(&vt, 1 + (int)storm_below(MOST_ROWS), 1 + (int)storm_below(MOST_COLUMNS));
        }
        if (storm_below(6) == 0) {
            vt_settle(&vt);
            storm_check(&vt);
        }
        if (storm_below(200) == 0) {
            vt_settle(&vt);
            storm_check_repaint(&vt);
        }
    }
    storm_ends(&vt);
}
END_TEST

Suite *screen_stress_suite(void) {
    Suite *suite = suite_create("screen_stress");
    TCase *core = tcase_create("core");
    /* A million of them take as long as they take. */
    tcase_set_timeout(core, getenv("QKV_KEYS") || getenv("QKV_TERMINAL_KEYS") ? 36000 : 60);
    tcase_add_loop_test(core, any_keys_through_the_panels, 0, LESSONS);
    tcase_add_loop_test(core, any_keys_through_a_terminal, 0, 2);
    suite_add_tcase(suite, core);
    return suite;
}
