/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Training on the built screen: it visibly moves, Ctrl-C stops it and keeps what was learned, and
 * one undo takes it all back. A pace keeps it from ending before it can be seen. */
#include "base/utf8.h"
#include "screen/learner.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *screen_training_suite(void);

#define TRAIN ":train W_q2 W_k2 W_tag2 minimise L2 rate=0.01 steps=90000 pace=500\r"

static struct learner learner;

static void set_up(void) {
    learner_init(&learner);
    learner_open(&learner, (const char *const[]){QKV_SOURCE_DIR "/lessons/14-learning.md",
                                                 "--from-start", NULL});
    learner_types(&learner, "goto L2");
    learner_sees(&learner, "L2 = 1.099");
}

static void tear_down(void) {
    learner_quits(&learner);
    learner_release(&learner);
}

static void start(void) {
    vt_send(&learner.vt, TRAIN);
    learner_awaits(&learner, "of 90000  ");
}

/* The curve and what moved are there together, and undo is what it says. */
START_TEST(control_c_keeps_what_was_learned) {
    start();
    learner_awaits(&learner, " train W_q2 W_k2 W_tag2 minimise L2   sgd, rate 0.01");
    learner_awaits(&learner, "░░░░");
    learner_awaits(&learner, "Ctrl-C stop, and keep what was learned");
    learner_awaits(&learner, " A2  ");
    learner_awaits(&learner, "steps/s");
    learner_presses(&learner, "\x03");
    learner_sees(&learner, " of 90000 steps; undo takes it back");
    learner_sees(&learner, "trained W_q2 W_k2 W_tag2");
    learner_sees(&learner, " L2  1.0986 → ");
    ck_assert_int_ge(learner_finds(&learner, "W_q2", 2), 0);
    learner_misses(&learner, "Ctrl-C");
    learner_types(&learner, "undo");
    learner_sees(&learner, "Taken back: \"train W_q2 W_k2 W_tag2");
    learner_misses(&learner, "trained W_q2");
    learner_types(&learner, "L2");
    learner_sees(&learner, "1.0986");
    learner_types(&learner, "undo");
    learner_sees(&learner, "there is nothing to undo");
}
END_TEST

START_TEST(keys_are_kept_for_after) {
    start();
    learner_presses(&learner, "precision 2\r\x03show L2");
    learner_sees(&learner, "qkv> show L2");
    learner_sees(&learner, "L2  1.1 → ");
    learner_presses(&learner, "\x1b");
}
END_TEST

/* The title reaches beyond the 80 columns that the terminal had before. */
static bool is_drawn_wide(void *context) {
    (void)context;
    const char *title = vt_row(&learner.vt, 0);
    return utf8_columns(title, strlen(title)) > 80;
}

START_TEST(a_terminal_that_changes_its_size) {
    start();
    vt_resize(&learner.vt, 40, 120);
    vt_wait(&learner.vt, is_drawn_wide, NULL);
    vt_resize(&learner.vt, 18, 60);
    learner_presses(&learner, "\x03");
    learner_sees(&learner, "stopped after ");
}
END_TEST

/* Without a screen too; there the end of the program is waited for. */
START_TEST(at_the_prompt_alone) {
    learner_init(&learner);
    learner.rows = 400; /* nothing scrolls away */
    learner_spawn(&learner,
                  (const char *const[]){QKV_SOURCE_DIR "/lessons/14-learning.md", "--plain", NULL});
    vt_send(&learner.vt, "goto L2\rtrain W_q2 W_k2 W_tag2 minimise L2 rate=0.001 steps=100000\r");
    learner_awaits(&learner, "Ctrl-C stops, and keeps what was learned.");
    vt_send(&learner.vt, "\x03");
    learner_awaits(&learner, " of 100000 steps");
    vt_send(&learner.vt, "undo\rquit\r");
    ck_assert_int_eq(vt_finish(&learner.vt), 0);
    learner_sees(&learner, "Taken back: \"train W_q2 W_k2 W_tag2");
    vt_free(&learner.vt);
    learner_release(&learner);
}
END_TEST

/* What the terminal shows of a training: how often it got another step, and how many bytes. */
struct frames {
    const char *of, *until; /* behind the step; what is waited for */
    char step[16];
    int count;
    size_t first, bytes; /* when the first step was there; since then */
};

static bool counts_to_the_end(void *context) {
    struct frames *frames = context;
    int row = learner_finds(&learner, frames->of, 0);
    const char *text = row < 0 ? "" : vt_row(&learner.vt, row);
    const char *end = strstr(text, frames->of), *begin = end;
    while (end != NULL && begin > text && begin[-1] != ' ') {
        begin--;
    }
    char step[sizeof frames->step] = "";
    snprintf(step, sizeof step, "%.*s", end == NULL ? 0 : (int)(end - begin), begin);
    size_t bytes = learner.vt.bytes - learner.vt.mark_bytes;
    if (step[0] != '\0' && strcmp(step, frames->step) != 0) {
        memcpy(frames->step, step, sizeof step);
        frames->first = frames->count++ == 0 ? bytes : frames->first;
    }
    frames->bytes = bytes - frames->first; /* however they come in */
    return learner_finds(&learner, frames->until, 0) >= 0;
}

/* Its pace says how long it lasts, two seconds: that is twenty frames of one step each, at least,
 * and none of them is free. */
START_TEST(it_is_seen_to_move) {
    enum { FRAMES = 20, FRAME_BYTES = 8 };
    struct frames frames = {.of = " of 2000  ", .until = " in 2000 steps"};
    vt_send(&learner.vt, ":train W_q2 W_k2 W_tag2 minimise L2 rate=0.01 steps=2000 pace=1000\r");
    vt_wait(&learner.vt, counts_to_the_end, &frames);
    ck_assert_int_ge(frames.count, FRAMES);
    ck_assert_uint_ge(frames.bytes, FRAMES * FRAME_BYTES);
}
END_TEST

/* At ten steps a second each of them is a frame, also of the model of 720 numbers; what it has
 * learned when Ctrl-C comes is kept. */
START_TEST(the_model_of_720_numbers_is_seen_to_learn) {
    enum { STEPS = 15, FRAME_BYTES = 100 };
    struct frames frames = {.of = " of 400  ", .until = "step 15 of 400"};
    learner_quits(&learner);
    learner_open(&learner, (const char *const[]){QKV_SOURCE_DIR "/lessons/models/agreement.qkv",
                                                 "--from-start", NULL});
    learner_types(&learner, "advance 13");
    learner_sees(&learner, "loss = ");
    vt_send(&learner.vt, ":train E P W_q W_k W_v W_o U minimise loss steps=400 rate=0.02 "
                         "method=adam batch=64 seed=1 pace=10\r");
    vt_wait(&learner.vt, counts_to_the_end, &frames);
    ck_assert_int_ge(frames.count, STEPS - 2);
    ck_assert_uint_ge(frames.bytes, (size_t)(STEPS - 2) * FRAME_BYTES);
    learner_presses(&learner, "\x03");
    learner_sees(&learner, " of 400 steps; undo takes it back");
    learner_sees(&learner, "trained E P W_q W_k W_v W_o U");
}
END_TEST

/* Neither hurried nor waiting: the pace is twenty steps a second. */
static bool keeps_its_pace(void *context) {
    (void)context;
    int row = learner_finds(&learner, " steps/s", 0);
    const char *text = row < 0 ? "" : vt_row(&learner.vt, row);
    const char *speed = strstr(text, " steps/s");
    while (speed != NULL && speed > text && speed[-1] != ' ') {
        speed--;
    }
    double steps = speed == NULL ? 0 : strtod(speed, NULL);
    return steps > 2 && steps < 200;
}

/* The terminal's answer comes late and in two halves: the first hurries the training as a key does,
 * and after the second the time that was skipped is not waited for. */
START_TEST(it_goes_on_at_its_pace_after_it_was_hurried) {
    vt_send(&learner.vt, ":train W_q2 W_k2 W_tag2 minimise L2 rate=0.01 steps=90000 pace=20\r");
    learner_awaits(&learner, "of 90000  ");
    vt_send(&learner.vt, "\x1b]11;rgb:0000/00");
    learner_awaits(&learner, "█");
    vt_send(&learner.vt, "00/0000\x1b\\");
    vt_wait(&learner.vt, keeps_its_pace, NULL);
    learner_presses(&learner, "\x03");
    learner_sees(&learner, "stopped after ");
}
END_TEST

/* The keys that go on do not go further than the end of a training that they would hurry. */
START_TEST(a_key_goes_to_the_end_of_a_lessons_training) {
    char path[sizeof learner.home + 32];
    learner_init(&learner);
    snprintf(path, sizeof path, "%s/train.md", learner.home);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("# Train\n\nBefore.\n\n```qkv\nw = 1\nL = (w - 3)**2\n```\n\n```qkv\n"
          "train w minimise L steps=400 rate=0.01 pace=2\n```\n\nAfter it.\n\n"
          "```qkv\nv = 1\n```\n\nBeyond.\n",
          file);
    fclose(file);
    learner_open(&learner, (const char *const[]){path, "--from-start", NULL});
    learner_presses(&learner, "  ");
    vt_send(&learner.vt, " ");
    learner_awaits(&learner, "Space or Ctrl-C to its end");
    learner_presses(&learner, " \x1b[6~ ");
    learner_sees(&learner, "Went to the end of the training: L 4 → ");
    learner_sees(&learner, "After it.");
    learner_misses(&learner, "Beyond.");
    learner_presses(&learner, " ");
    learner_sees(&learner, "Beyond.");
    learner_quits(&learner);
    learner_release(&learner);
}
END_TEST

/* That a question is open is said until it is answered, not until the training has ended. */
START_TEST(an_answer_takes_the_message_away) {
    char path[sizeof learner.home + 32];
    learner_init(&learner);
    snprintf(path, sizeof path, "%s/train.md", learner.home);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("# Train\n\nBefore.\n\n```qkv\nw = 1\nL = (w - 3)**2\n```\n\n"
          "```quiz sinks predict\nDoes L sink?\n(x) it does\n( ) it does not\n```\n\n"
          "```qkv\ntrain w minimise L steps=400 rate=0.01 pace=2\n```\n\nAfter it.\n",
          file);
    fclose(file);
    learner_open(&learner, (const char *const[]){path, "--from-start", NULL});
    learner_presses_until(&learner, " ", "Does L sink?");
    learner_presses(&learner, " ");
    learner_sees(&learner, "A question is open");
    vt_send(&learner.vt, "1");
    learner_awaits(&learner, "Space or Ctrl-C to its end");
    ck_assert_int_lt(learner_finds(&learner, "A question is open", 0), 0);
    learner_presses(&learner, " ");
    learner_sees(&learner, "After it.");
    learner_quits(&learner);
    learner_release(&learner);
}
END_TEST

/* Not a training: nothing remains of what was in progress. */
START_TEST(a_long_product_is_stopped) {
    learner_init(&learner);
    learner_begin(&learner);
    learner_types(&learner, "N = normal(1500, 1500, seed=1)");
    learner_presses(&learner, ":P = N @ N @ N @ N @ N @ N @ N @ N @ N @ N\r\x03");
    learner_sees(&learner, "stopped");
    learner_types(&learner, "P");
    learner_sees(&learner, "no value is called P");
    learner_quits(&learner);
    learner_release(&learner);
}
END_TEST

Suite *screen_training_suite(void) {
    Suite *suite = suite_create("screen_training");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, set_up, tear_down);
    tcase_add_test(core, control_c_keeps_what_was_learned);
    tcase_add_test(core, it_is_seen_to_move);
    tcase_add_test(core, the_model_of_720_numbers_is_seen_to_learn);
    tcase_add_test(core, it_goes_on_at_its_pace_after_it_was_hurried);
    tcase_add_test(core, keys_are_kept_for_after);
    tcase_add_test(core, a_terminal_that_changes_its_size);
    suite_add_tcase(suite, core);
    TCase *plain = tcase_create("plain");
    tcase_add_test(plain, at_the_prompt_alone);
    tcase_add_test(plain, a_long_product_is_stopped);
    tcase_add_test(plain, a_key_goes_to_the_end_of_a_lessons_training);
    tcase_add_test(plain, an_answer_takes_the_message_away);
    suite_add_tcase(suite, plain);
    return suite;
}
