/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* What `scale` does, in a lesson and at the prompt, and what an edit does to the colours. That the
 * colours of every frame of every lesson can be compared is walk_scales.c's business. */
#include "panels/frame.h"

#include <check.h>
#include <string.h>

Suite *panels_scales_suite(void);

static struct frame frame;

static const char lesson[] = "# L\n\n## One\n\n```qkv\nA = [[1, 2]]\nB = [[30, 7]]\nC = 10 * A\n"
                             "scale A B\n```\n\n## Two\n\nOf `A` and `B`.\n\n"
                             "```qkv\nD = A + 1\n```\n";

static void begin(void) {
    frame_open(&frame, lesson);
}

static void finish(void) {
    frame_close(&frame);
}

static double reach(const char *name) {
    frame_draw(&frame);
    return frame.stage.scales[cast_find(frame.stage.cast, name)].scale.high;
}

/* As far as the largest of all, from the first frame of the page to the last. */
START_TEST(named_values_share_a_scale_on_their_page) {
    frame_run(&frame, "advance");
    ck_assert_double_eq(reach("A"), 50);
    ck_assert_double_eq(reach("B"), 50);
    while (session_stop(&frame.desk.session) < 5) {
        frame_run(&frame, "advance");
        ck_assert_double_eq(reach("A"), 50);
    }
    frame_run(&frame, "goto page 2");
    frame_size(&frame, 24, 80);
    ck_assert_double_eq(reach("B"), 50);
}
END_TEST

START_TEST(what_is_only_scaled_has_the_same_scale) {
    frame_run(&frame, "advance");
    ck_assert_double_eq(reach("C"), reach("A"));
}
END_TEST

START_TEST(the_prompt_names_values_too) {
    frame_run_all(&frame, "goto end|scale");
    ck_assert_double_lt(reach("D"), 50);
    ck_assert_double_lt(reach("A"), 50);
    ck_assert_str_eq(desk_says(&frame.desk, "scale D B"), "D and B share one scale.\n");
    ck_assert_double_eq(reach("D"), 50);
    frame_run(&frame, "scale");
    ck_assert_double_lt(reach("D"), 50);
}
END_TEST

/* Where nothing is drawn but heat maps, their legends say it. */
START_TEST(heat_maps_share_it_too) {
    frame.desk.session.front.drawn = false;
    frame_run_all(&frame, "goto end|scale A B");
    ck_assert_ptr_nonnull(strstr(desk_says(&frame.desk, "heat A"), " 50"));
    frame_run(&frame, "scale");
    ck_assert_ptr_null(strstr(desk_says(&frame.desk, "heat A"), " 50"));
}
END_TEST

/* Each with its caret under the name. */
static const struct {
    const char *line, *why;
    size_t column;
} refused[] = {{"scale A", "scale takes two names or more", 7},
               {"scale A E", "no value is called E", 9},
               {"scale A B A B A B A B A B A B A B A", "names at most", 35}};

START_TEST(errors_have_a_caret) {
    frame_run(&frame, "goto end");
    double before = reach("A");
    ck_assert(!desk_types(&frame.desk, refused[_i].line));
    ck_assert_msg(strstr(frame.desk.failure.message, refused[_i].why) != NULL, "%s",
                  frame.desk.failure.message);
    ck_assert_uint_eq(frame.desk.failure.column, refused[_i].column);
    ck_assert_double_eq(reach("A"), before);
}
END_TEST

/* What is made from what a training has left is as large as that makes it. */
START_TEST(what_comes_after_a_training_is_on_its_scale) {
    frame_close(&frame);
    frame_open(&frame, "# L\n\n## One\n\n```qkv\nw = [[0.1, 0.2]]\nL = sum((w - 30) ** 2)\n"
                       "train w minimise L steps=60 rate=0.1\n```\n\nMore of it.\n\n"
                       "```qkv\ntwice = w * 2\n```\n");
    while (session_stop(&frame.desk.session) < frame.desk.session.lesson->stop_count) {
        frame_run(&frame, "advance");
        frame_draw(&frame);
    }
    ck_assert_double_ge(reach("twice"), 60);
}
END_TEST

/* An edit beyond the scale moves no other shade: it is marked. */
START_TEST(an_edit_rescales_nothing) {
    frame_run_all(&frame, "goto end");
    double before = reach("A");
    frame_run(&frame, "A[1,2] = 1000");
    ck_assert_double_eq(reach("A"), before);
    frame_shows(&frame, "1000↑");
    frame_shows(&frame, " 5, ↑ beyond ");
    frame_run(&frame, "undo");
    ck_assert_double_eq(reach("A"), before);
    frame_hides(&frame, "beyond");
}
END_TEST

/* What an edit brought and another took back counts on the page of both, not on later ones. */
START_TEST(an_edit_that_was_taken_back_leaves_the_scales) {
    frame_close(&frame);
    frame_open(&frame, "# L\n\n## One\n\n```qkv\nA = [[4, 2]]\nE = A + 1\nF = A + 2\n```\n\n"
                       "```qkv\nA[1,1] = 12\n```\n\nOf `A`, `E` and `F`.\n\n"
                       "```qkv\nA[1,1] = 4\n```\n\n## Two\n\nOf `A`.\n\n```qkv\nB = 3\n```\n");
    frame_run_all(&frame, "advance|advance|advance");
    ck_assert_double_eq(reach("A"), 20);
    frame_run_all(&frame, "goto page 2|advance");
    ck_assert_double_eq(reach("A"), 5);
}
END_TEST

/* Without a lesson, too; there a page begins with each definition. */
START_TEST(own_values_have_scales) {
    frame_close(&frame);
    frame_open(&frame, NULL);
    frame_run_all(&frame, "A = [[1, 2]]|B = 20 * A|C = A + 1");
    ck_assert_double_eq(reach("A"), 50);
    ck_assert_double_eq(reach("B"), 50);
    ck_assert_double_eq(reach("C"), 5);
    frame_run(&frame, "scale B C");
    ck_assert_double_eq(reach("C"), 50);
    frame_run(&frame, "scale");
    frame_run(&frame, "A[1,1] = 1000");
    ck_assert_double_eq(reach("C"), 5);
    frame_run(&frame, "C = 1000 * A");
    ck_assert_double_gt(reach("C"), 1000);
    frame_run(&frame, "C = A / 1000");
    ck_assert_double_lt(reach("C"), 1e5);
}
END_TEST

Suite *panels_scales_suite(void) {
    Suite *suite = suite_create("panels/scales");
    TCase *tests = tcase_create("tests");
    tcase_add_checked_fixture(tests, begin, finish);
    tcase_add_test(tests, named_values_share_a_scale_on_their_page);
    tcase_add_test(tests, what_is_only_scaled_has_the_same_scale);
    tcase_add_test(tests, the_prompt_names_values_too);
    tcase_add_test(tests, heat_maps_share_it_too);
    tcase_add_loop_test(tests, errors_have_a_caret, 0, sizeof refused / sizeof *refused);
    tcase_add_test(tests, own_values_have_scales);
    tcase_add_test(tests, what_comes_after_a_training_is_on_its_scale);
    tcase_add_test(tests, an_edit_rescales_nothing);
    tcase_add_test(tests, an_edit_that_was_taken_back_leaves_the_scales);
    suite_add_tcase(suite, tests);
    return suite;
}
