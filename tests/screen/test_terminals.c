/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The built program (QKV_PROGRAM) on a pseudo-terminal: every kind of terminal, sizes, themes, what
 * the terminal answers. */
#include "screen/learner.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *screen_terminals_suite(void);

static struct learner learner;

static void set_up(void) {
    learner_init(&learner);
}

static void tear_down(void) {
    learner_release(&learner);
}

/* --- kinds of terminals ---------------------------------------------------------------------- */

static int most_background(void) {
    int rows, columns, most = -1;
    vterm_get_size(learner.vt.terminal, &rows, &columns);
    for (int i = 0; i < rows * columns; i++) {
        int colour = vt_background(&learner.vt, i / columns, i % columns);
        most = colour > most ? colour : most;
    }
    return most;
}

static const struct {
    const char *term, *setting;
    int least, most; /* what the strongest background of a heat map is to be within */
} terminals[] = {
    {"xterm-256color", NULL, 16, 255},
    {"screen-256color", NULL, 16, 255},
    {"tmux-256color", NULL, 16, 255},
    {"xterm", NULL, 0, 7},
    {"linux", NULL, 0, 7},
    {"vt100", NULL, -1, -1},
    {"vt220", NULL, -1, -1},
    {"xterm-256color", "NO_COLOR=1", -1, -1},
    {"xterm", "NO_COLOR=1", -1, -1},
    {"xterm-256color", "LANG=C", 16, 255},
    {"xterm-256color", "LC_ALL=C", 16, 255},
};

START_TEST(every_terminal_shows_the_same) {
    learner.term = terminals[_i].term;
    learner.setting[0] = terminals[_i].setting;
    learner_begin(&learner);
    learner_types(&learner, "move weights[1,2]");
    learner_is_on(&learner, ".595");
    learner_sees(&learner, "÷ their sum     .126    .595    .278");
    learner_presses(&learner, "m");
    learner_sees(&learner, ".595");
    learner_sees(&learner, "queries ");
    ck_assert_int_ge(most_background(), terminals[_i].least);
    ck_assert_int_le(most_background(), terminals[_i].most);
    learner_presses(&learner, "m");
    learner_types(&learner, "W_q[1,2] = 0.2");
    learner_sees(&learner, ".126→.314 .595→.350");
    learner_quits(&learner);
}
END_TEST

START_TEST(colour_is_an_option) {
    learner.setting[0] = "NO_COLOR=1";
    learner_open(&learner, (const char *const[]){LEARNER_LESSON, "--color=always", NULL});
    learner_presses(&learner, "m");
    ck_assert_int_ge(most_background(), 16);
    learner_quits(&learner);
    learner.setting[0] = NULL;
    learner_open(&learner, (const char *const[]){LEARNER_LESSON, "--color=never", NULL});
    learner_presses(&learner, "m");
    ck_assert_int_eq(most_background(), -1);
    learner_quits(&learner);
}
END_TEST

/* No screen there: the prompt of old, which says why. It knows no mark; its end is waited for. */
/* Without italics an emphasised word could not be distinguished from a plain one. */
START_TEST(what_is_stressed_is_seen_to_be) {
    learner.term = _i == 0 ? "vt100" : NULL;
    learner_open(&learner, (const char *const[]){QKV_SOURCE_DIR "/lessons/08-sushi.md",
                                                 "--from-start", NULL});
    int row = learner_finds(&learner, " I like sushi because it", 2);
    ck_assert_int_gt(row, 0);
    VTermScreenCell cell = vt_cell(&learner.vt, row, 1);
    ck_assert_int_eq(cell.attrs.underline, _i == 0);
    ck_assert_int_eq(cell.attrs.italic, _i == 1);
    learner_quits(&learner);
}
END_TEST

START_TEST(a_dumb_terminal_has_the_prompt) {
    learner.term = _i == 0 ? "dumb" : "nosuch";
    learner_spawn(&learner, (const char *const[]){LEARNER_LESSON, NULL});
    vt_send(&learner.vt, "2 + 3\rquit\r");
    ck_assert_int_eq(vt_finish(&learner.vt), 0);
    learner_sees(&learner, "no screen here");
    learner_sees(&learner, _i == 0 ? "`dumb`" : "`nosuch`");
    ck_assert(!learner.vt.alternate);
    ck_assert(vt_modes_restored(&learner.vt));
    vt_free(&learner.vt);
}
END_TEST

START_TEST(plain_is_an_option) {
    learner_spawn(&learner, (const char *const[]){LEARNER_LESSON, "--plain", NULL});
    vt_send(&learner.vt, "quit\r");
    ck_assert_int_eq(vt_finish(&learner.vt), 0);
    learner_misses(&learner, "no screen");
    ck_assert(!learner.vt.alternate);
    vt_free(&learner.vt);
}
END_TEST

/* --- sizes ----------------------------------------------------------------------------------- */

START_TEST(sizes_come_in_storms) {
    static const int sizes[][2] = {{1, 1},   {18, 60},  {50, 200}, {24, 80}, {9, 40}, {10, 39},
                                   {10, 40}, {120, 30}, {24, 110}, {2, 300}, {60, 2}, {24, 80}};
    learner_begin(&learner);
    learner_types(&learner, "move weights[1,2]");
    for (int i = 0; i < 150; i++) {
        vt_resize(&learner.vt, 1 + i * 7 % 60, 1 + i * 13 % 210);
        vt_send(&learner.vt, i % 2 == 0 ? "\x1b[C" : "\x1b[D");
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        vt_resize(&learner.vt, sizes[i][0], sizes[i][1]);
        vt_settle(&learner.vt);
        learner_presses(&learner, "\x1b[C\x1b[D");
        bool small = sizes[i][0] < 10 || sizes[i][1] < 40;
        if (!small) {
            learner_sees(&learner, "weights = softmax(scaled)");
            learner_sees(&learner, "Space on");
        } else if (sizes[i][1] >= 9) {
            learner_sees(&learner, "Too small");
        }
    }
    learner_quits(&learner);
}
END_TEST

START_TEST(sixty_by_eighteen_is_usable) {
    learner.rows = 18;
    learner.columns = 60;
    learner_begin(&learner);
    learner_types(&learner, "move W_q[1,2]");
    learner_presses(&learner, "e");
    learner_presses(&learner, "2\r");
    learner_sees(&learner, "5 → 2");
    learner_types(&learner, "move weights[1,2]");
    learner_sees(&learner, "weights = softmax(scaled)");
    learner_types(&learner, "undo");
    learner_presses_until(&learner, " ", "1-4 answer");
    learner_presses_until(&learner, " ", "4. none");
    learner_presses(&learner, "2");
    learner_sees(&learner, "word2");
    learner_misses(&learner, "4. none");
    learner_quits(&learner);
}
END_TEST

/* --- the theme -------------------------------------------------------------------------------- */

/* A letter on the screen has the colour of labels in the dark theme, or in the light one. */
static bool has_ink(int colour) {
    for (int i = 0; i < learner.rows * learner.columns; i++) {
        VTermScreenCell cell = vt_cell(&learner.vt, i / learner.columns, i % learner.columns);
        if (cell.chars[0] > ' ' && vt_number(cell.fg) == colour) {
            return true;
        }
    }
    return false;
}

static void assert_theme(bool light) {
    enum { DARK_LABEL = 246, LIGHT_LABEL = 240 };
    ck_assert_int_eq(has_ink(LIGHT_LABEL), light);
    ck_assert_int_eq(has_ink(DARK_LABEL), !light);
}

START_TEST(the_theme_follows_the_terminal) {
    static const struct {
        const char *background, *setting, *option;
        bool light;
    } cases[] = {
        {NULL, NULL, NULL, false},
        {"rgb:ffff/ffff/ffff", NULL, NULL, true},
        {"rgb:1e1e/1e1e/1e1e", NULL, NULL, false},
        {"rgba:fd/f6/e3/ff", NULL, NULL, true},
        {"rgb:0/0/0", "COLORFGBG=0;default;15", NULL, false},
        {NULL, "COLORFGBG=0;default;15", NULL, true},
        {NULL, "COLORFGBG=15;0", NULL, false},
        {NULL, "COLORFGBG=default;default", NULL, false},
        {"pink", NULL, NULL, false},
        {"rgb:ffff/ffff/ffff", "COLORFGBG=0;15", "dark", false},
        {NULL, NULL, "light", true},
    };
    const char *words[] = {LEARNER_LESSON, "--from-start", "--theme", cases[_i].option, NULL};
    words[2] = cases[_i].option == NULL ? NULL : words[2];
    learner.background = cases[_i].background;
    learner.setting[0] = cases[_i].setting;
    learner_open(&learner, words);
    assert_theme(cases[_i].light);
    ck_assert_int_eq(learner.vt.requested, cases[_i].option == NULL);
    learner_quits(&learner);
}
END_TEST

START_TEST(the_theme_is_chosen_and_remembered) {
    learner_begin(&learner);
    assert_theme(false);
    learner_presses(&learner, "T");
    assert_theme(true);
    learner_quits(&learner);
    learner_begin(&learner);
    assert_theme(false);
    learner_presses(&learner, "T");
    learner_types(&learner, "theme keep");
    learner_quits(&learner);
    learner_begin(&learner);
    assert_theme(true);
    learner_types(&learner, "theme terminal");
    assert_theme(false);
    learner_types(&learner, "theme light");
    learner_quits(&learner);
    learner_open(&learner, (const char *const[]){LEARNER_LESSON, "--theme", "dark", NULL});
    assert_theme(false);
    learner_quits(&learner);
    learner_begin(&learner);
    assert_theme(true);
    learner_quits(&learner);
}
END_TEST

/* --- what the terminal answers, and what it is shown ------------------------------------------ */

/* Nothing of it is typed, and what is typed is all there. */
START_TEST(a_late_answer_is_obeyed) {
    learner.mute = _i == 1;
    learner_begin(&learner);
    assert_theme(false);
    learner_presses(&learner, ":1 + 1\x1b]11;rgb:ff/ff/ff\a + 1\x1b[?62;22c");
    assert_theme(true);
    learner_sees(&learner, "qkv> 1 + 1 + 1");
    vt_send(&learner.vt, "\x1b]11;rgb:0000/");
    learner_presses(&learner, "0000/0000\x1b\\");
    assert_theme(false);
    learner_sees(&learner, "qkv> 1 + 1 + 1");
    learner_presses(&learner, "\x1b");
    learner_quits(&learner);
}
END_TEST

static bool was_asked(void *context) {
    (void)context;
    return learner.vt.requested > 0;
}

/* The first part of an answer comes at once, the rest after the first picture: it is obeyed like a
 * whole one, and no part of it is typed. (A lone ESC is the Escape key: no terminal ends a part
 * so.) */
START_TEST(an_answer_in_two_parts_is_obeyed) {
    static const char answer[] = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;22c";
    static const char *const words[] = {LEARNER_LESSON, "--from-start", NULL};
    size_t cut = 4 + (size_t)_i;
    char first[sizeof answer], whole[24][400];
    if (strcmp(answer + cut - 1, "\x1b[?62;22c") == 0 ||
        strcmp(answer + cut - 2, "\x1b[?62;22c") == 0) {
        return;
    }
    learner.background = "rgb:ffff/ffff/ffff";
    learner_begin(&learner);
    for (int row = 0; row < 24; row++) {
        snprintf(whole[row], sizeof whole[row], "%s", vt_row(&learner.vt, row));
    }
    learner_quits(&learner);
    learner.mute = true;
    learner_spawn(&learner, words);
    vt_wait(&learner.vt, was_asked, NULL);
    snprintf(first, sizeof first, "%.*s", (int)cut, answer);
    vt_send(&learner.vt, first);
    learner_awaits(&learner, whole[23]);
    vt_send(&learner.vt, answer + cut);
    vt_settle(&learner.vt);
    assert_theme(true);
    for (int row = 0; row < 24; row++) {
        ck_assert_str_eq(vt_row(&learner.vt, row), whole[row]);
    }
    learner_quits(&learner);
}
END_TEST

/* … and it is never left waiting for the end of one. */
START_TEST(frames_are_shown_at_once) {
    learner_begin(&learner);
    learner_presses(&learner, "n");
    ck_assert_int_gt(learner.vt.frames, 1);
    learner_quits(&learner);
}
END_TEST

START_TEST(what_is_typed_ahead_is_kept) {
    learner.background = "rgb:ffff/ffff/ffff";
    learner_spawn(&learner, (const char *const[]){LEARNER_LESSON, "--from-start", NULL});
    vt_send(&learner.vt, ":1 + 1");
    vt_settle(&learner.vt);
    learner_sees(&learner, "qkv> 1 + 1");
    assert_theme(true);
    learner_presses(&learner, "\x1b");
    learner_quits(&learner);
}
END_TEST

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

Suite *screen_terminals_suite(void) {
    Suite *suite = suite_create("screen_terminals");
    TCase *tests = tcase_create("terminals");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, every_terminal_shows_the_same, 0, COUNT(terminals));
    tcase_add_test(tests, colour_is_an_option);
    tcase_add_loop_test(tests, what_is_stressed_is_seen_to_be, 0, 2);
    tcase_add_loop_test(tests, a_dumb_terminal_has_the_prompt, 0, 2);
    tcase_add_test(tests, plain_is_an_option);
    tcase_add_test(tests, sizes_come_in_storms);
    tcase_add_test(tests, sixty_by_eighteen_is_usable);
    tcase_add_loop_test(tests, the_theme_follows_the_terminal, 0, 11);
    tcase_add_test(tests, the_theme_is_chosen_and_remembered);
    tcase_add_loop_test(tests, a_late_answer_is_obeyed, 0, 2);
    tcase_add_loop_test(tests, an_answer_in_two_parts_is_obeyed, 0, 31);
    tcase_add_test(tests, frames_are_shown_at_once);
    tcase_add_test(tests, what_is_typed_ahead_is_kept);
    suite_add_tcase(suite, tests);
    return suite;
}
