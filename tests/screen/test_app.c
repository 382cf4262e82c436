/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The built program (QKV_PROGRAM) on a pseudo-terminal: a newcomer's first quarter of an hour,
 * every lesson with a clicker, where the learner was, the lists. How it ends is test_leaving.c's
 * business. */
#include "commands/desk.h"
#include "commands/keys.h"
#include "screen/learner.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Suite *screen_app_suite(void);

static struct learner learner;

static void set_up(void) {
    learner_init(&learner);
}

static void tear_down(void) {
    learner_release(&learner);
}

/* --- a newcomer ------------------------------------------------------------------------------ */

/* With nothing but what the footer says. */
START_TEST(a_newcomer_finds_the_way) {
    learner_open(&learner, NULL);
    learner_sees(&learner, "▶  0  Looking back");
    learner_sees(&learner, "Enter open  Up Down choose");
    learner_presses(&learner, "\x1b[B");
    learner_sees(&learner, "▶  1  The worked example");
    learner_presses(&learner, "\r");
    learner_sees(&learner, "page 1 of 11");
    learner_sees(&learner, "Space on");
    learner_presses_until(&learner, " ", "1-4 answer");
    learner_presses(&learner, "2");
    learner_misses(&learner, "1-4 answer");
    learner_sees(&learner, ".314"); /* the weights follow */
    learner_sees(&learner, ".336");
    learner_presses_until(&learner, " ", "page 7 of 11");
    learner_presses_until(&learner, " ", "output = weights @ V");
    learner_presses_until(&learner, "\x1b[5~", "page 6 of 11");
    learner_presses(&learner, " "); /* beside the question the arithmetic has no room */
    learner_types(&learner, "move weights[1,1]");
    learner_presses(&learner, "\x1b[C");
    learner_is_on(&learner, ".350");
    learner_sees(&learner, "÷ their sum     .314    .350    .336");
    learner_presses(&learner, "\r");
    learner_sees(&learner, "weights[word1,word2] ‹ scaled[word1,word2]");
    learner_presses(&learner, "\r\r");
    learner_sees(&learner, "scores[word1,word2] ‹ Q[word1,1]");
    learner_presses(&learner, "\x7f\x7f\x7f");
    learner_types(&learner, "move W_q[1,2]");
    learner_presses(&learner, "e");
    learner_presses(&learner, "5\r");
    learner_sees(&learner, "W_q[1,2] = 0.2 → 5");
    learner_sees(&learner, ".126");
    learner_sees(&learner, ".595");
    learner_sees(&learner, ".301"); /* row 2 has not moved */
    learner_presses(&learner, "u");
    learner_sees(&learner, "W_q[1,2] = 5 → 0.2");
    learner_quits(&learner);
}
END_TEST

/* --- a clicker ------------------------------------------------------------------------------- */

enum { CLICKS = 1500 };

/* "page 3 of 11" of the title; false when there was no room to say it. */
static bool read_page(int page[2]) {
    const char *at = strstr(vt_row(&learner.vt, 0), "page ");
    return at != NULL && sscanf(at, "page %d of %d", &page[0], &page[1]) == 2;
}

START_TEST(a_clicker_carries_every_lesson) {
    static const char *const keys[] = {" ", "\x1b[6~"};
    char path[600];
    int page[2] = {0, 0}, before = 1, clicks = 0;
    if (getenv("QKV_HARD") == NULL && _i % 3 != 1 && _i + 1 != desk_lesson_count()) {
        return; /* every third serves, and the last, after which there is none */
    }
    snprintf(path, sizeof path, "%s/lessons/%s", QKV_SOURCE_DIR, desk_lesson(_i));
    learner_open(&learner, (const char *const[]){path, NULL});
    while (clicks < CLICKS && learner_finds(&learner, "This is the end of the lesson", 0) < 0) {
        learner_presses(&learner, keys[clicks++ % 2]);
        ck_assert_msg(!read_page(page) || (page[0] >= before && page[0] <= before + 1),
                      "from page %d to %d", before, page[0]);
        before = page[0] > 0 ? page[0] : before;
    }
    learner_sees(&learner, "This is the end of the lesson. Space opens the next, Escape stays.");
    ck_assert_int_gt(page[1], 1);
    ck_assert_int_eq(page[0], page[1]);
    if (_i + 1 < desk_lesson_count()) {
        learner_presses(&learner, " ");
        ck_assert_msg(read_page(page) && page[0] == 1, "%s", vt_row(&learner.vt, 0));
        ck_assert_int_eq(atoi(vt_row(&learner.vt, 0)), _i + 1);
    } else {
        learner_presses(&learner, "\x1b");
    }
    learner_quits(&learner);
}
END_TEST

/* What a line does that is typed at the list which a lesson ends with is not behind the list. */
START_TEST(a_line_takes_the_list_away) {
    learner_begin(&learner);
    learner_types(&learner, "goto end");
    learner_presses_until(&learner, " ", "This is the end of the lesson");
    learner_types(&learner, "mine = 4711");
    learner_sees(&learner, "mine is new");
    learner_misses(&learner, "Lessons: how attention works");
    learner_quits(&learner);
}
END_TEST

/* The same two keys scroll a cover and leave it. */
START_TEST(a_clicker_gets_out_of_covers) {
    static const char *const covers[] = {"?", "v", "t", "N", "x", "w"};
    learner_begin(&learner);
    for (size_t i = 0; i < sizeof covers / sizeof *covers; i++) {
        learner_presses(&learner, covers[i]);
        learner_sees(&learner, "Escape close");
        learner_presses_until(&learner, " ", "Space on");
    }
    learner_quits(&learner);
}
END_TEST

/* The key that opened a cover closes it. */
START_TEST(a_key_closes_what_it_opened) {
    static const char *const covers[] = {"?", "v", "t", "N", "x", "w", "o"};
    learner_begin(&learner);
    learner_types(&learner, "move weights[1,2]");
    for (size_t i = 0; i < sizeof covers / sizeof *covers; i++) {
        learner_presses(&learner, covers[i]);
        learner_sees(&learner, "Escape close");
        learner_presses(&learner, covers[i]);
        learner_misses(&learner, "Escape close");
    }
    learner_presses(&learner, "xw"); /* another key opens another */
    learner_sees(&learner, "Escape close");
    learner_presses(&learner, "w");
    learner_misses(&learner, "Escape close");
    learner_quits(&learner);
}
END_TEST

/* From an answer to the lesson's own line they go on: to what that covered, if it covered any words
 * to come, else to the next stop. */
START_TEST(a_clicker_goes_on_from_an_answer) {
    char path[sizeof learner.home + 32];
    snprintf(path, sizeof path, "%s/error.md", learner.home);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("# E\n\n## One\n\n```qkv\nW = 2\n```\n\n```qkv error: cannot use itself\nW = 2 * W\n"
          "```\n\nWords behind.\n\n```qkv error: cannot use itself\nW = 3 * W\n```\n\n"
          "## Two\n\nThe second page.\n",
          file);
    fclose(file);
    learner_open(&learner, (const char *const[]){path, NULL});
    learner_presses_until(&learner, " ", "> W = 2 * W");
    learner_misses(&learner, "Words behind.");
    learner_presses(&learner, " ");
    learner_sees(&learner, "Words behind.");
    learner_misses(&learner, "> W = 3 * W");
    learner_presses(&learner, " ");
    learner_sees(&learner, "> W = 3 * W");
    learner_presses(&learner, " ");
    learner_sees(&learner, "The second page.");
    learner_quits(&learner);
}
END_TEST

/* A page is what is seen of it, but for its last line. */
START_TEST(a_cover_turns_whole_pages) {
    learner_begin(&learner);
    learner_presses(&learner, "?");
    learner_sees(&learner, "lines 1 to 20 of");
    learner_presses(&learner, " ");
    learner_sees(&learner, "lines 20 to 39 of");
    learner_presses(&learner, "\x1b[5~");
    learner_sees(&learner, "lines 1 to 20 of");
    learner_presses(&learner, "q");
    learner_quits(&learner);
}
END_TEST

START_TEST(keys_act_under_covers) {
    learner_begin(&learner);
    learner_types(&learner, "move weights[1,2]");
    learner_presses(&learner, "x");
    learner_sees(&learner, "── answer");
    learner_presses(&learner, "?");
    learner_sees(&learner, "── keys");
    learner_types(&learner, "move W_q[1,2]");
    learner_presses(&learner, "+");
    learner_misses(&learner, "── keys");
    learner_sees(&learner, "W_q[1,2] = 5 → 5.1");
    learner_presses(&learner, "tq");
    learner_misses(&learner, "── contents");
    learner_presses(&learner, "t");
    learner_presses(&learner, "v");
    learner_sees(&learner, "── the page");
    learner_presses(&learner, "q");
    learner_quits(&learner);
}
END_TEST

/* --- where the learner was ------------------------------------------------------------------- */

START_TEST(a_lesson_goes_on_where_it_was_left) {
    static const char *const fresh[] = {LEARNER_LESSON, NULL};
    learner_open(&learner, fresh);
    learner_sees(&learner, "page 1 of 11");
    learner_types(&learner, "goto page 3");
    learner_sees(&learner, "page 3 of 11");
    learner_quits(&learner);
    learner_open(&learner, fresh);
    learner_sees(&learner, "page 3 of 11");
    learner_quits(&learner);
    learner_open(&learner, NULL);
    learner_sees(&learner, "page 3 of 11");
    learner_sees(&learner, "new");
    learner_presses(&learner, "1\r");
    learner_sees(&learner, "1 The worked example · page 3 of 11");
    learner_quits(&learner);
    learner_begin(&learner);
    learner_sees(&learner, "page 1 of 11");
    learner_quits(&learner);
    learner_open(&learner, fresh);
    learner_sees(&learner, "page 1 of 11");
    learner_quits(&learner);
}
END_TEST

/* A lesson from anywhere that calls itself by the id of one of the course moves only itself. */
START_TEST(a_strangers_lesson_moves_no_other) {
    char path[sizeof learner.home + 32];
    snprintf(path, sizeof path, "%s/01-worked-example.md", learner.home);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("---\nid: worked-example\n---\n# Other\n\na\n\n## B\n\nb\n", file);
    fclose(file);
    learner_open(&learner, (const char *const[]){LEARNER_LESSON, NULL});
    learner_types(&learner, "goto page 4");
    learner_quits(&learner);
    learner_open(&learner, (const char *const[]){path, NULL});
    learner_presses(&learner, " ");
    learner_sees(&learner, "page 2 of 2");
    learner_quits(&learner);
    learner_open(&learner, NULL);
    learner_sees(&learner, "page 4 of 11");
    learner_quits(&learner);
    learner_open(&learner, (const char *const[]){path, NULL});
    learner_sees(&learner, "page 2 of 2");
    learner_quits(&learner);
}
END_TEST

/* When progress cannot be saved the learner is told so, and goes on. */
START_TEST(what_is_not_kept_is_told) {
    char path[sizeof learner.home + 32];
    snprintf(path, sizeof path, "%s/qkv/progress", learner.home);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    learner_open(&learner, (const char *const[]){LEARNER_LESSON, NULL});
    learner_sees(&learner, "Progress is not kept: ");
    learner_presses(&learner, " ");
    learner_misses(&learner, "Progress is not kept: ");
    learner_quits(&learner);
}
END_TEST

/* --- the list of lessons --------------------------------------------------------------------- */

START_TEST(a_lesson_is_chosen_from_the_list) {
    learner_open(&learner, NULL);
    learner_presses(&learner, "j\x1b[B");
    learner_sees(&learner, "▶  2");
    learner_presses(&learner, "k");
    learner_sees(&learner, "▶  1");
    learner_sees(&learner, "every number of one head, by hand and then by step");
    learner_presses(&learner, "11");
    learner_sees(&learner, "▶ 11");
    learner_presses(&learner, "?");
    learner_sees(&learner, "── keys");
    learner_presses(&learner, "\x1b");
    learner_presses(&learner, " ");
    learner_sees(&learner, "11 Several heads");
    learner_presses(&learner, "o");
    learner_sees(&learner, "▶ 11");
    learner_presses(&learner, "2");
    learner_sees(&learner, "▶  2");
    learner_presses(&learner, "\x1b");
    learner_sees(&learner, "11 Several heads");
    learner_misses(&learner, "▶");
    learner_presses(&learner, "o\x1b[A\r");
    learner_sees(&learner, "10 Masked attention");
    learner_quits(&learner);
}
END_TEST

/* What another lesson has is found from here: Enter goes there. */
START_TEST(what_another_lesson_has_is_gone_to) {
    learner_begin(&learner);
    learner_types(&learner, "find cosine");
    learner_sees(&learner, "Lessons that have “cosine”");
    learner_sees(&learner, "4 places");
    learner_presses(&learner, "j\r");
    learner_sees(&learner, " 9 Positions");
    learner_sees(&learner, "cosine: place 1 of 1");
    learner_quits(&learner);
}
END_TEST

/* Escape goes back from there, over all places that were gone to. */
START_TEST(a_search_returns) {
    learner_begin(&learner);
    learner_presses(&learner, " ");
    learner_sees(&learner, "Read row 1: word1 takes");
    learner_presses(&learner, "/");
    learner_presses(&learner, "softmax\r");
    learner_sees(&learner, "M-n goes on, M-N back; Escape returns");
    learner_misses(&learner, "Read row 1: word1 takes");
    learner_presses(&learner, "\x1bn");
    learner_presses(&learner, "\x1bn");
    learner_presses(&learner, "\x1b");
    learner_sees(&learner, "page 1 of");
    learner_sees(&learner, "Read row 1: word1 takes");
    learner_presses(&learner, "/");
    learner_presses(&learner, "moves what\r");
    learner_misses(&learner, "page 1 of");
    learner_presses(&learner, "b");
    learner_sees(&learner, "Read row 1: word1 takes");
    learner_quits(&learner);
}
END_TEST

START_TEST(a_page_is_chosen_from_the_list) {
    learner_begin(&learner);
    learner_presses(&learner, "t");
    learner_sees(&learner, "> 1");
    learner_presses(&learner, "jj\x1b[A");
    learner_sees(&learner, "> 2");
    learner_presses(&learner, "\r");
    learner_sees(&learner, "page 2 of 11");
    learner_misses(&learner, "── contents");
    learner_presses(&learner, "t");
    learner_sees(&learner, "> 2");
    learner_presses(&learner, "11");
    learner_sees(&learner, ">11");
    learner_presses(&learner, " ");
    learner_sees(&learner, "page 11 of 11");
    learner_presses(&learner, "bb");
    learner_sees(&learner, "page 1 of 11");
    learner_quits(&learner);
}
END_TEST

Suite *screen_app_suite(void) {
    Suite *suite = suite_create("screen_app");
    TCase *tests = tcase_create("app");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_newcomer_finds_the_way);
    tcase_add_loop_test(tests, a_clicker_carries_every_lesson, 0, desk_lesson_count());
    tcase_add_test(tests, a_line_takes_the_list_away);
    tcase_add_test(tests, a_clicker_gets_out_of_covers);
    tcase_add_test(tests, a_key_closes_what_it_opened);
    tcase_add_test(tests, a_clicker_goes_on_from_an_answer);
    tcase_add_test(tests, a_cover_turns_whole_pages);
    tcase_add_test(tests, keys_act_under_covers);
    tcase_add_test(tests, a_lesson_goes_on_where_it_was_left);
    tcase_add_test(tests, a_strangers_lesson_moves_no_other);
    tcase_add_test(tests, what_is_not_kept_is_told);
    tcase_add_test(tests, a_lesson_is_chosen_from_the_list);
    tcase_add_test(tests, what_another_lesson_has_is_gone_to);
    tcase_add_test(tests, a_search_returns);
    tcase_add_test(tests, a_page_is_chosen_from_the_list);
    suite_add_tcase(suite, tests);
    return suite;
}
