/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Any key at any place in any size: nothing breaks, the cursor stays on the screen, and all of it
 * can be undone. */
#include "ground/runner.h"
#include "panels/frame.h"

#include "base/file.h"
#include "base/number.h"
#include "base/random.h"
#include "commands/keys.h"
#include "panels/panels.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *panels_storm_suite(void);

#define STEPS RUNNER_SAMPLES(600, 60)
enum { SEEDS = 4 };

/* QKV_STORM=200000 makes a long storm, for a night or a release; QKV_SEED=7 another one. */
static size_t setting(const char *name, size_t usual) {
    const char *requested = getenv(name);
    double number = (double)usual;
    if (requested != NULL) {
        number_parse(requested, strlen(requested), &number);
    }
    return (size_t)number;
}

/* What a learner might type, beside the keys. */
static const char *const typed[] = {
    "W_q[1,2] = 5",
    "W_q[1,1] = nan",
    "W_q[2,2] = -inf",
    "pin weights[1,1] = 0.9",
    "answer 1",
    "answer 2",
    "skip",
    "solution",
    "Z = normal(2, 3, 4, 5, seed=1)",
    "Z2 = Z * 1000000",
    "big = normal(40, 70, seed=2)",
    "square = big @ big.T",
    "shares = softmax(square)",
    "tiny = [[1e-12, 3]]",
    "words = tokens(\"日本 a\u0301 שלום\", [[1, 2], [3, 4], [5, 6]])",
    "long_name_that_goes_on_and_on_for_more_than_forty_columns = [[1, 2]]",
    "attend(a, b) =\n  S = a @ b.T\n  A = softmax(S)\n  A @ b",
    "H = attend(X @ W_q, X @ W_q)",
    "D = layers(attend, H, stack(H, H))",
    "goto H",
    "into",
    "out",
    "goto D.2.A row 1",
    "show H.A",
    "why H.A[1,1]",
    "pin H.A[1,1] = 0.9",
    "goto weights",
    "goto weights softmax row 1 col 2 term 3",
    "goto page 3",
    "goto page 8",
    "goto end",
    "show X",
    "heat square",
    "heat Z",
    "why output[1,1]",
    "reset",
    "precision 12",
    "precision 2",
};

struct storm {
    struct random random;
    struct text lesson;
    struct frame frame;
};

static size_t below(struct storm *storm, size_t limit) {
    return (size_t)(random_bits(&storm->random) % limit);
}

static void run(struct storm *storm, const char *line) {
    struct session *session = &storm->frame.desk.session;
    struct failure failure = {0};
    bool ok = desk_types(&storm->frame.desk, line);
    if (!ok) {
        text_clear(&session->out);
    }
    ck_assert(said_take(session, ok ? NULL : &storm->frame.desk.failure, &failure));
    session->quit = false;
}

static size_t count_keys(void) {
    size_t count = 0;
    while (key_at(count) != NULL) {
        count++;
    }
    return count;
}

static void press(struct storm *storm) {
    struct session *session = &storm->frame.desk.session;
    const struct key *key = key_at(below(storm, count_keys()));
    struct failure failure = {0};
    struct text line = {0};
    if (key_line(session, key, &line, &failure) && !key->prompt) {
        run(storm, text_string(&line));
    }
    text_release(&line);
}

/* Most sizes are those of terminals; some are absurd. */
static void resize(struct storm *storm) {
    bool absurd = below(storm, 4) == 0;
    frame_size(&storm->frame, absurd ? 1 + below(storm, 9) : 10 + below(storm, 51),
               absurd ? 1 + below(storm, 39) : 40 + below(storm, 161));
}

static void look(struct storm *storm) {
    struct terminal *terminal = &storm->frame.terminal;
    terminal->prompt_focused = below(storm, 6) == 0;
    terminal->text = "W_q[1,2] = 日本";
    terminal->at = below(storm, 20);
    terminal->popup = below(storm, 8) == 0 ? "one two\nthree" : "";
    terminal->ascii = below(storm, 4) == 0;
    terminal->depth = (enum depth)below(storm, DEPTH_TRUE + 1);
    storm->frame.desk.session.front.paint.theme = (enum theme)below(storm, THEME_COUNT);
}

static void click(struct storm *storm) {
    struct frame *frame = &storm->frame;
    struct text line = {0};
    size_t at[] = {below(storm, frame->canvas.rows + 1), below(storm, frame->canvas.columns + 1)};
    if (panels_click(&frame->desk.session, &frame->found, at, &line)) {
        run(storm, text_string(&line));
    }
    text_release(&line);
}

/* What is kept from frame to frame changes no cell. */
static void draw_afresh(struct storm *storm) {
    struct frame *frame = &storm->frame;
    size_t size = frame->canvas.rows * frame->canvas.columns * sizeof *frame->canvas.cells;
    void *retained = malloc(size);
    ck_assert_ptr_nonnull(retained);
    frame_draw(frame); /* the one before may be a sketch, of what was still to come */
    size_t cursor[] = {frame->found.cursor[0], frame->found.cursor[1]};
    memcpy(retained, frame->canvas.cells, size);
    frame_draw(frame);
    ck_assert_mem_eq(frame->canvas.cells, retained, size);
    ck_assert_uint_eq(frame->found.cursor[0], cursor[0]);
    ck_assert_uint_eq(frame->found.cursor[1], cursor[1]);
    free(retained);
}

static void step(struct storm *storm) {
    if (below(storm, 5) == 0) {
        run(storm, typed[below(storm, sizeof typed / sizeof typed[0])]);
    } else {
        press(storm);
    }
    if (below(storm, 3) == 0) {
        resize(storm);
    }
    look(storm);
    frame_draw(&storm->frame);
    if (below(storm, 4) == 0) {
        draw_afresh(storm);
    }
    if (below(storm, 4) == 0) {
        click(storm);
    }
}

static void open(struct storm *storm, const char *name) {
    char path[512];
    struct failure failure = {0};
    text_fill(path, sizeof path, QKV_SOURCE_DIR "/lessons/%s", name);
    ck_assert_msg(file_read(path, FILE_LESSON_LIMIT, &storm->lesson, &failure), "%s",
                  failure.message);
    frame_open(&storm->frame, text_string(&storm->lesson));
}

static void blow(struct storm *storm) {
    size_t steps = setting("QKV_STORM", STEPS);
    for (size_t i = 0; i < steps; i++) {
        step(storm);
    }
    frame_takes_all_back(&storm->frame,
                         storm->lesson.length > 0 ? text_string(&storm->lesson) : NULL);
    text_release(&storm->lesson);
    frame_close(&storm->frame);
}

START_TEST(any_key_in_any_size) {
    static const char *const lessons[SEEDS] = {"01-worked-example.md", "02-i-saw-a-saw.md",
                                               "06-rows-or-columns.md", "07-i-am-hungry.md"};
    struct storm storm = {0};
    random_seed(&storm.random, 100 * setting("QKV_SEED", 0) + (uint64_t)_i + 1);
    open(&storm, lessons[_i]);
    blow(&storm);
}
END_TEST

START_TEST(any_key_without_a_lesson) {
    struct storm storm = {0};
    random_seed(&storm.random, 100 * setting("QKV_SEED", 0) + 99);
    frame_open(&storm.frame, NULL);
    blow(&storm);
}
END_TEST

Suite *panels_storm_suite(void) {
    Suite *suite = suite_create("panels_storm");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, getenv("QKV_STORM") != NULL ? 36000 : 60);
    tcase_add_loop_test(core, any_key_in_any_size, 0, SEEDS);
    tcase_add_test(core, any_key_without_a_lesson);
    suite_add_tcase(suite, core);
    return suite;
}
