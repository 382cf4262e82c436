/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* A training on the screen: while it runs, and its curve once it is done. */
#include "panels/frame.h"

#include "notebook/train.h"
#include "session/session.h"

#include <check.h>
#include <string.h>

Suite *panels_training_curve_suite(void);

static const char lesson[] =
    "---\ntitle: Small\nid: small\n---\n\n# Small\n\n## First\n\nThe words of page one.\n\n"
    "```qkv\nX = tokens(\"I am\", [[1, 2], [0, 1]])\nW = [[0.5, 0], [0.25, 1]]\ngoal = "
    "[[1, 0], [0, 1]]\nA = softmax(X @ W)\nstill = X + 1\nL = mse(A, goal)\n```\n\n"
    "```qkv\ntrain W minimise L steps=4 rate=0.5\n```\n\nBehind the training.\n";

static struct frame frame;

static void begin(void) {
    frame_open(&frame, lesson);
    frame_run(&frame, "advance 7");
}

static void finish(void) {
    frame_close(&frame);
}

/* Looks at the moment after step STEP, as if 1240 were taken in a second. */
struct onlooker {
    size_t step;
    void (*look)(void);
};

static bool look(void *context, const struct training_moment *moment) {
    const struct onlooker *onlooker = context;
    struct training_moment seen = *moment;
    seen.speed = 1240;
    if (moment->step == onlooker->step) {
        frame.desk.session.moment = &seen;
        onlooker->look();
        frame.desk.session.moment = NULL;
        return false;
    }
    return true;
}

/* Runs LINE while LOOK looks on at step 3, and stops it there. */
static void train(const char *line, void (*at_step)(void)) {
    struct onlooker onlooker = {3, at_step};
    struct training_watch watch = {look, &onlooker};
    frame.desk.session.front.watch = &watch;
    frame_run(&frame, line);
    frame.desk.session.front.watch = NULL;
}

static void sees_it_move(void) {
    frame_shows(&frame, "it learns\n");
    frame_shows(&frame, " train W minimise L   sgd, rate 0.5 ");
    frame_shows(&frame, " step 3 of 8  ███████░░░░░░░░░░░░░  1240 steps/s\n");
    frame_shows(&frame, "L  0.3187 → 0.1721\n");
    frame_shows(&frame, "┤");
    frame_tells(&frame, "I .624 .376");
    frame_shows(&frame, "Ctrl-C stop, and keep what was learned");
}

static void sees_it_in_ascii(void) {
    frame_shows(&frame, " step 3 of 8  #######.............  1240 steps/s\n");
    frame_shows(&frame, "L  0.3187 > 0.1721\n");
}

/* The curve below the values; the footer says what Ctrl-C does. */
static void sees_it_in_little_room(void) {
    frame_shows(&frame, " step 3 of 8  ███░░░░░░░  1240 steps/s\n");
    frame_tells(&frame, "I .624 .376");
}

static void sees_the_words_read_last(void) {
    frame_shows(&frame, "And these are the last words before it.");
    frame_hides(&frame, "Nobody");
}

/* What one has read is not to be read again. */
START_TEST(the_last_words_stay) {
    static const char sentence[] =
        "Nobody reads this sentence twice, since it says very little.\n\n";
    struct text words = {0};
    frame_close(&frame);
    text_format(&words, "# T\n## One\n```qkv\nW = [[1, 2]]\nL = sum(W * W)\n```\n");
    for (size_t i = 0; i < 8; i++) {
        text_append(&words, sentence);
    }
    text_append(&words, "And these are the last words before it.\n\n"
                        "```qkv\ntrain W minimise L steps=4 rate=0.1\n```\nDone.\n");
    frame_open(&frame, text_string(&words));
    text_release(&words);
    frame_run(&frame, "advance 3");
    frame_shows(&frame, "Nobody");
    train("advance", sees_the_words_read_last);
}
END_TEST

START_TEST(while_it_runs) {
    train("train W minimise L steps=8 rate=0.5", sees_it_move);
    frame.terminal.ascii = true;
    frame_run(&frame, "undo");
    train("train W minimise L steps=8 rate=0.5", sees_it_in_ascii);
    frame.terminal.ascii = false;
    frame_size(&frame, 18, 60);
    frame_run(&frame, "undo");
    train("train W minimise L steps=8 rate=0.5", sees_it_in_little_room);
}
END_TEST

/* The lesson's: where its values and its curve will stay, with the words that announce it. */
static bool looked;

static void sees_the_lessons(void) {
    looked = true;
    frame_shows(&frame, "W ");
    frame_shows(&frame, "L  0.3187 → ");
    frame_shows(&frame, "Watch them.");
}

START_TEST(the_lessons_has_its_place) {
    finish();
    frame_open(&frame, "# T\n## One\n```qkv\nX = [[1, 2], [0, 1]]\n"
                       "W = [[0.5, 0], [0.25, 1]]\nL = mse(softmax(X @ W), eye(2))\n"
                       "```\n\nWatch them.\n\n"
                       "```qkv\ntrain W minimise L steps=4 rate=0.5\n```\n");
    frame_run(&frame, "advance 3");
    train("advance 3", sees_the_lessons);
    ck_assert(looked);
}
END_TEST

static void sees_what_was_predicted(void) {
    looked = true;
    frame_shows(&frame, "Your answer: 2.");
    frame_shows(&frame, " step 3 of 8 ");
    frame_hides(&frame, "goes on");
}

static void sees_that_it_was_skipped(void) {
    looked = true;
    frame_shows(&frame, "Skipped.");
    frame_shows(&frame, " step 3 of 8 ");
    frame_hides(&frame, "goes on");
}

/* The key that shows what happens does something else while that is being computed. */
START_TEST(a_prediction_names_no_key_meanwhile) {
    static const struct {
        const char *line;
        void (*look)(void);
    } cases[] = {{"answer 2", sees_what_was_predicted}, {"advance", sees_that_it_was_skipped}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        frame_close(&frame);
        frame_open(&frame, "# T\n## One\n```qkv\nW = [[1, 2]]\nL = sum(W * W)\n```\n"
                           "```quiz sinks predict\nWhat becomes of L?\n= L\n```\n"
                           "```qkv\ntrain W minimise L steps=8 rate=0.1\n```\nDone.\n");
        frame_run(&frame, "advance 4");
        frame_run(&frame, cases[i].line);
        looked = false;
        train("advance", cases[i].look);
        ck_assert(looked);
    }
}
END_TEST

static void draws(void) {
    frame_draw(&frame);
}

/* Every size has it, whatever is on top and whatever is selected. */
START_TEST(in_every_room) {
    static const char *const lines[] = {"goto L",  "goto A row 1 col 1", "help keys", "zoom",
                                        "heat",    "convention columns", "goto X",    "move W[2,1]",
                                        "contents"};
    for (size_t rows = 8; rows < 60; rows += rows < 30 ? 5 : 20) {
        for (size_t columns = 38; columns < 220; columns += columns < 120 ? 17 : 70) {
            frame_size(&frame, rows, columns);
            frame_run(&frame, lines[(rows + columns) % (sizeof lines / sizeof lines[0])]);
            train("train W X minimise L steps=8 rate=0.001", draws);
            frame_draw(&frame);
        }
    }
}
END_TEST

/* The curve of what was made small is beside what moved. */
START_TEST(once_it_is_done) {
    const char *shown;
    frame_run(&frame, "train W minimise L steps=8 rate=0.5");
    frame_shows(&frame, "trained W\n");
    frame_shows(&frame, " L 0.3187 → 0.1468 in 8 steps  ");
    frame_size(&frame, 40, 80);
    shown = strstr(frame_draw(&frame), " L  0.3187 → 0.1468");
    ck_assert_ptr_nonnull(shown);
    ck_assert_ptr_nonnull(strstr(shown, "┤"));
    frame_shows(&frame, " W ");
    frame_tells(&frame, ".734 .266"); /* in A */
    frame_run(&frame, "undo");
    frame_shows(&frame, "Taken back: \"train W\"  ");
    frame_hides(&frame, "┤");
    frame_hides(&frame, "trained");
}
END_TEST

static void sees_one_curve(void) {
    frame_shows(&frame, "L2  ");
    frame_shows(&frame, "L2 = ");
    frame_hides(&frame, "L  0.3187 → 0.1468");
}

/* The curve of the training before is gone. */
START_TEST(the_second_time) {
    frame_run(&frame, "train W minimise L steps=8 rate=0.5");
    frame_run(&frame, "B = normal(4, 2, 2, seed=1)");
    frame_run(&frame, "A2 = softmax(B @ W)");
    frame_run(&frame, "L2 = mean(concat(mse(A2, goal)))");
    train("train W minimise L2 steps=8 rate=0.1 batch=2", sees_one_curve);
}
END_TEST

static void sees_the_lesson_learn(void) {
    frame_shows(&frame, " step 3 of 4 ");
    frame_shows(&frame, "Space or Ctrl-C to its end");
}

/* A lesson's own training is seen too, and goes to its end; a learner who looked at what did not
 * move then looks at what got smaller. */
START_TEST(a_lesson_trains) {
    frame_run(&frame, "move goal[1,1]");
    train("advance", sees_the_lesson_learn);
    frame_shows(&frame, "── L = mse(A, goal) ");
    frame_shows(&frame, "trained W\n");
    frame_shows(&frame, "L 0.3187 → 0.1621 in 4 steps  ");
}
END_TEST

static double reach_of_w(void) {
    frame_draw(&frame);
    return frame.stage.scales[cast_find(frame.stage.cast, "W")].scale.high;
}

/* The colours of what is trained reach as far as it gets. */
START_TEST(colours_reach_further) {
    ck_assert_double_eq(reach_of_w(), 1);
    train("train W minimise L steps=8 rate=60", draws);
    frame_run(&frame, "goto W");
    ck_assert_double_gt(reach_of_w(), 1);
}
END_TEST

Suite *panels_training_curve_suite(void) {
    Suite *suite = suite_create("panels/training_curve");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, begin, finish);
    tcase_add_test(core, the_last_words_stay);
    tcase_add_test(core, a_prediction_names_no_key_meanwhile);
    tcase_add_test(core, while_it_runs);
    tcase_add_test(core, the_lessons_has_its_place);
    tcase_add_test(core, in_every_room);
    tcase_add_test(core, once_it_is_done);
    tcase_add_test(core, the_second_time);
    tcase_add_test(core, a_lesson_trains);
    tcase_add_test(core, colours_reach_further);
    suite_add_tcase(suite, core);
    return suite;
}
