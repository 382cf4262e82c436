/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen in as many colours as a terminal has, with a toy on it (toy.h). */
#include "screen/stage.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

Suite *screen_colours_suite(void);

static const int shares_256[TOY_CELLS] = {233, 235, 53, 89, 161, 167, 202, 214, 221, 229};

START_TEST(two_hundred_and_fifty_six_colours) {
    stage_start(_i == 0 ? "xterm-256color" : _i == 1 ? "screen-256color" : "tmux-256color");
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 grid");
    for (int i = 0; i < TOY_CELLS; i++) {
        ck_assert_int_eq(vt_background(&vt, TOY_HEAT, 4 * i + 1), shares_256[i]);
        ck_assert_int_eq(vt_foreground(&vt, TOY_HEAT, 4 * i + 1), i < 5 ? 231 : 16);
        ck_assert_int_eq(vt_background(&vt, TOY_HEAT, 4 * i + 3), -1);
        ck_assert_int_eq(vt_foreground(&vt, TOY_STYLES, TOY_HALVES + i), shares_256[i]);
        ck_assert_int_eq(vt_background(&vt, TOY_STYLES, TOY_HALVES + i), 233);
    }
    ck_assert_int_eq(vt_foreground(&vt, TOY_STYLES, 0), 203);
    ck_assert(vt_cell(&vt, TOY_STYLES, 0).attrs.bold);
    ck_assert(vt_cell(&vt, TOY_STYLES, 6).attrs.reverse);
    vt_keys(&vt, "t");
    ck_assert_int_eq(vt_foreground(&vt, TOY_STYLES, 0), 125);
    stage_quit();
}
END_TEST

START_TEST(eight_colours) {
    stage_start(_i == 0 ? "xterm" : "linux");
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 1 grid");
    ck_assert_int_eq(vt_background(&vt, TOY_HEAT, 1), 0);
    ck_assert_int_eq(vt_foreground(&vt, TOY_HEAT, 1), 7);
    ck_assert_int_eq(vt_background(&vt, TOY_HEAT, 4 * 3), 4);
    ck_assert_int_eq(vt_background(&vt, TOY_HEAT, 4 * 5), 6);
    ck_assert_int_eq(vt_background(&vt, TOY_HEAT, 4 * 9), 7);
    ck_assert_int_eq(vt_foreground(&vt, TOY_HEAT, 4 * 9), 0);
    ck_assert_int_eq(vt_background(&vt, TOY_SIGNED, 0), 4);
    ck_assert_int_eq(vt_background(&vt, TOY_SIGNED, 4 * 9), 2);
    ck_assert_int_eq(vt_foreground(&vt, TOY_STYLES, 0), 5);
    ck_assert(vt_cell(&vt, TOY_STYLES, 0).attrs.bold);
    ck_assert_int_eq(vt_foreground(&vt, TOY_STYLES, 12), 3);
    ck_assert_int_eq(vt_background(&vt, TOY_STYLES, 12), -1);
    stage_quit();
}
END_TEST

static void assert_no_colour(void) {
    for (int column = 0; column < 40; column++) {
        for (int row = TOY_HEAT; row <= TOY_STYLES; row++) {
            ck_assert_int_eq(vt_background(&vt, row, column), -1);
            ck_assert_int_eq(vt_foreground(&vt, row, column), -1);
        }
    }
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 0 grid");
    ck_assert(vt_cell(&vt, TOY_STYLES, 0).attrs.bold);
    ck_assert(vt_cell(&vt, TOY_STYLES, 6).attrs.reverse);
}

START_TEST(no_colours) {
    static const char *const refused[] = {"NO_COLOR=1", NULL};
    static const char *const terms[] = {"vt100", "vt220", "xterm-mono", "xterm-256color",
                                        "xterm-256color"};
    environment = _i == 3 ? refused : NULL;
    toy.colour = _i == 4 ? 0 : -1;
    stage_start(terms[_i]);
    assert_no_colour();
    stage_quit();
}
END_TEST

START_TEST(colour_can_be_insisted_on) {
    static const char *const refused[] = {"NO_COLOR=1", NULL}, *const empty[] = {"NO_COLOR=", NULL};
    environment = _i == 0 ? refused : empty;
    toy.colour = _i == 0 ? 1 : -1;
    stage_start(NULL);
    ck_assert_int_eq(vt_background(&vt, TOY_HEAT, 1), 233);
    stage_quit();
}
END_TEST

/* Descriptions with direct colours, which are no part of the basic set, are compiled into FOLDER;
 * SETTING gets the environment's line that names it. */
static void compile_descriptions(char folder[200], char setting[300]) {
    char command[768];
    const char *scratch = getenv("TMPDIR");
    snprintf(folder, 200, "%s/qkv-terminfo-XXXXXX", scratch ? scratch : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command, "tic -x -o '%s' '%s'", folder,
             QKV_SOURCE_DIR "/tests/screen/direct.terminfo");
    ck_assert_int_eq(system(command), 0);
    snprintf(setting, 300, "TERMINFO=%s", folder);
}

static void remove_descriptions(const char *folder) {
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(true_colour) {
    char folder[200], setting[300];
    compile_descriptions(folder, setting);
    const char *const settings[] = {setting, NULL};
    environment = settings;
    stage_start("vt-direct");
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 4 grid");
    ck_assert_int_eq(vt_background(&vt, TOY_HEAT, 1), VT_RGB + 0x160b36);
    ck_assert_int_eq(vt_foreground(&vt, TOY_HEAT, 1), VT_RGB + 0xffffff);
    ck_assert_int_eq(vt_background(&vt, TOY_SIGNED, 1), VT_RGB + 0x95d3ff);
    ck_assert_int_eq(vt_foreground(&vt, TOY_STYLES, 0), VT_RGB + 0xf8626b);
    stage_quit();
    remove_descriptions(folder);
}
END_TEST

/* Where COLORTERM says that there are more colours than the description has, the system's
 * description with direct colours is used if there is one. */
START_TEST(colorterm_asks_for_a_direct_description) {
    static const struct {
        const char *term, *settings[2];
        bool described;
        int depth;
    } cases[] = {
        {"vt-256color", {"COLORTERM=truecolor"}, true, 4},
        {"vt", {"COLORTERM=24bit"}, true, 4},
        {"xterm-256color", {"COLORTERM=truecolor"}, false, 3},
        {"screen-256color", {"COLORTERM=truecolor"}, false, 3},
        {"linux", {"COLORTERM=truecolor"}, false, 1},
        {"vt100", {"COLORTERM=truecolor"}, false, 0},
        {"vt-256color", {"COLORTERM=truecolor", "NO_COLOR=1"}, true, 0},
        {"vt-256color", {"COLORTERM=yes"}, true, 3},
    };
    char folder[200], setting[300], line[32];
    const char *settings[] = {cases[_i].settings[0], "TERMINFO=/nowhere", cases[_i].settings[1],
                              NULL};
    if (cases[_i].described) {
        compile_descriptions(folder, setting);
        settings[1] = setting;
    }
    environment = settings;
    stage_start(cases[_i].term);
    snprintf(line, sizeof line, "size 24x80 depth %d grid", cases[_i].depth);
    vt_assert_row(&vt, TOY_SIZE, line);
    ck_assert((cases[_i].depth == 4) == (vt_background(&vt, TOY_HEAT, 1) == VT_RGB + 0x160b36));
    ck_assert_int_eq(vt_background(&vt, STAGE_LAST, 79), -1);
    stage_quit();
    if (cases[_i].described) {
        remove_descriptions(folder);
    }
}
END_TEST

START_TEST(wide_characters_keep_their_columns) {
    stage_start(NULL);
    ck_assert_uint_eq(vt_cell(&vt, TOY_WIDE, 0).chars[0], 0x65e5);
    ck_assert_uint_eq(vt_cell(&vt, TOY_WIDE, 2).chars[0], 0x672c);
    ck_assert_uint_eq(vt_cell(&vt, TOY_WIDE, 5).chars[0], 'e');
    ck_assert_uint_eq(vt_cell(&vt, TOY_WIDE, 5).chars[1], 0x301);
    ck_assert_uint_eq(vt_cell(&vt, TOY_WIDE, 7).chars[0], '|');
    ck_assert_int_eq(vt_foreground(&vt, TOY_WIDE, 10), 203);
    ck_assert_int_eq(vt_foreground(&vt, STAGE_LAST, 0),
                     -1); /* what is plain takes no colour after it */
    stage_quit();
}
END_TEST

START_TEST(no_utf8_locale_is_no_hindrance) {
    static const char *const locales[] = {"LANG=C", "LC_ALL=C", "LANG=xx_YY.nosuch"};
    const char *const settings[] = {locales[_i], NULL};
    environment = settings;
    stage_start(NULL);
    ck_assert_uint_eq(vt_cell(&vt, TOY_WIDE, 0).chars[0], 0x65e5);
    vt_keys(&vt, ":grö日\r\x03");
    vt_assert_row(&vt, TOY_LINE, "line [grö日] 1");
    stage_quit();
}
END_TEST

Suite *screen_colours_suite(void) {
    Suite *suite = suite_create("screen_colours");
    TCase *tests = tcase_create("colours");
    tcase_add_checked_fixture(tests, stage_set_up, NULL);
    tcase_add_loop_test(tests, two_hundred_and_fifty_six_colours, 0, 3);
    tcase_add_loop_test(tests, eight_colours, 0, 2);
    tcase_add_loop_test(tests, no_colours, 0, 5);
    tcase_add_loop_test(tests, colour_can_be_insisted_on, 0, 2);
    tcase_add_test(tests, true_colour);
    tcase_add_loop_test(tests, colorterm_asks_for_a_direct_description, 0, 8);
    tcase_add_test(tests, wide_characters_keep_their_columns);
    tcase_add_loop_test(tests, no_utf8_locale_is_no_hindrance, 0, 3);
    suite_add_tcase(suite, tests);
    return suite;
}
