/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen on a pseudo-terminal, with a toy on it (toy.h). */
#include "screen/stage.h"

#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

Suite *screen_screen_suite(void);

/* --- keys ------------------------------------------------------------------------------------ */

START_TEST(keys_have_names) {
    stage_start(NULL);
    ck_assert(vt.alternate);
    stage_assert_key("n", "n");
    stage_assert_key(" ", "Space");
    stage_assert_key("\r", "Enter");
    stage_assert_key("\x7f", "Backspace");
    stage_assert_key("\x12", "C-r");
    stage_assert_key("\x03", "C-c");
    stage_assert_key("\x11", "C-q");
    stage_assert_key("\x13", "C-s");
    stage_assert_key("\x16", "C-v");
    stage_assert_key("\x0f", "C-o");
    stage_assert_key("\x1b[A", "Up");
    stage_assert_key("\x1bOD", "Left");
    stage_assert_key("\x1b[6~", "PageDown");
    stage_assert_key("\x1b[Z", "S-Tab");
    stage_assert_key("\x1b[1;5C", "C-Right");
    stage_assert_key("\x1bOP", "F1");
    stage_assert_key("é", "é");
    stage_assert_key("語", "語");
    stage_assert_key("\x1bx", "M-x");
    stage_assert_key("\x1b", "Escape");
    stage_quit();
}
END_TEST

START_TEST(what_is_no_key_does_nothing) {
    stage_start(NULL);
    vt_keys(&vt, "\x1b[99;99;99;99R\xff\xc3(\x1b[I");
    vt_assert_row(&vt, TOY_KEY, "key ( 1");
    stage_quit();
}
END_TEST

START_TEST(many_keys_are_one_frame) {
    char keys[3501];
    stage_start(NULL);
    unsigned long before = vt.frame;
    memset(keys, 'n', 3500);
    keys[3500] = '\0';
    vt_keys(&vt, keys);
    vt_assert_row(&vt, TOY_KEY, "key n 3500");
    ck_assert_uint_le(vt.frame - before, 20); /* a pty hands over a part at a time */
    stage_quit();
}
END_TEST

/* Obeying keys slowly: the picture follows all the same, and the last key is obeyed too. */
START_TEST(slow_keys_are_seen) {
    stage_start(NULL);
    unsigned long before = vt.frame;
    vt_keys(&vt, "DDD");
    ck_assert_uint_ge(vt.frame - before, 3);
    vt_send(&vt, "Dq");
    ck_assert_int_eq(vt_finish(&vt), 0);
    vt_assert_restored(&vt);
    vt_free(&vt);
}
END_TEST

START_TEST(a_redraw_repairs_the_screen) {
    stage_start(NULL);
    vterm_input_write(vt.terminal, "\x1b[1;1Hgarbage", 13);
    vt_keys(&vt, "\x0c");
    vt_assert_row(&vt, TOY_KEY, "key  0");
    stage_quit();
}
END_TEST

/* --- pastes and the mouse -------------------------------------------------------------------- */

START_TEST(a_paste_is_text) {
    stage_start(NULL);
    ck_assert(vt_brackets(&vt));
    vt_keys(&vt, "\x1b[200~A = 1\r\nB\t= 2\r\n\x1b[201~");
    vt_assert_row(&vt, STAGE_LAST, "qkv> A = 1↵B = 2");
    vt_assert_row(&vt, TOY_LINE, "line [] 0");
    vt_keys(&vt, "\r");
    vt_assert_row(&vt, TOY_LINE, "line [A = 1|B = 2] 1");
    vt_keys(&vt, "\x1b[200~\x1b[A\x1b[20\x03\xff\xc3\x1b[201~");
    vt_assert_row(&vt, STAGE_LAST, "qkv> \\x1b[A\\x1b[20\\x03\xef\xbf\xbd\xef\xbf\xbd");
    vt_keys(&vt, "\x1f");
    vt_assert_row(&vt, STAGE_LAST, "qkv>");
    vt_keys(&vt, "\x03");
    stage_quit();
}
END_TEST

START_TEST(a_paste_has_bounds) {
    enum { LONG = 70000 };
    char *big = malloc(LONG + 16);
    stage_start(NULL);
    memcpy(big, "\x1b[200~", 6);
    memset(big + 6, 'p', LONG);
    memcpy(big + 6 + LONG, "\x1b[201~", 7);
    vt_keys(&vt, big);
    free(big);
    vt_assert_row(&vt, STAGE_LAST, "qkv>");
    ck_assert_ptr_nonnull(strstr(vt_row(&vt, STAGE_POPUP), "64 KiB"));
    vt_keys(&vt, "\x03");
    stage_quit();
}
END_TEST

START_TEST(an_endless_paste_ends) {
    stage_start(NULL);
    vt_keys(&vt, "\x1b[200~lost");
    vt_assert_row(&vt, STAGE_LAST, "qkv> lost");
    vt_keys(&vt, "x");
    vt_assert_row(&vt, STAGE_LAST, "qkv> lostx");
    vt_keys(&vt, "\x03\x03");
    stage_quit();
}
END_TEST

START_TEST(the_mouse_points) {
    stage_start(NULL);
    ck_assert_int_ne(vt.mouse, VTERM_PROP_MOUSE_NONE);
    vt_mouse(&vt, 1, 5, 20);
    vt_settle(&vt);
    vt_assert_row(&vt, TOY_MOUSE, "mouse Click 5,20");
    vt_mouse(&vt, 5, 0, 79);
    vt_settle(&vt);
    vt_assert_row(&vt, TOY_MOUSE, "mouse WheelDown 0,79");
    vt_mouse(&vt, 4, 23, 0);
    vt_settle(&vt);
    vt_assert_row(&vt, TOY_MOUSE, "mouse WheelUp 23,0");
    vt_keys(&vt, "\x1b[<0;300;2M"); /* outside */
    vt_assert_row(&vt, TOY_MOUSE, "mouse WheelUp 23,0");
    stage_quit();
}
END_TEST

START_TEST(a_computation_can_be_stopped) {
    stage_start(NULL);
    vt_keys(&vt, "Labc\x03n");
    vt_assert_row(&vt, TOY_KEY, "key n 5 interrupted");
    vt_send(&vt, "L");
    vt_keys(&vt, "\x03");
    vt_assert_row(&vt, TOY_KEY, "key L 6 interrupted");
    stage_quit();
}
END_TEST

/* --- sizes ----------------------------------------------------------------------------------- */

START_TEST(every_size_is_drawn) {
    static const int sizes[][2] = {{1, 1},   {2, 2},   {1, 500},  {500, 1},
                                   {60, 18}, {24, 80}, {512, 300}};
    stage_start_sized(NULL, sizes[_i][0], sizes[_i][1]);
    vt_keys(&vt, "n");
    stage_quit();
}
END_TEST

/* The description of Linux's console is among those without a size. */
static const char *const unsized[] = {"xterm-256color", "linux"};

START_TEST(giants_are_cut) {
    toy.colour = 0;
    stage_start_sized(unsized[_i], 30000, 30000);
    ck_assert_int_eq(vt.marked_rows, 512);
    ck_assert_int_eq(vt.marked_columns, 1024);
    stage_quit();
}
END_TEST

START_TEST(no_size_is_the_usual_one) {
    struct vt_setup setup = {.term = unsized[_i], .child = toy_run, .context = &toy};
    vt_spawn(&vt, &setup);
    vt_settle(&vt);
    vt_assert_row(&vt, TOY_SIZE, _i == 0 ? "size 24x80 depth 3 grid" : "size 24x80 depth 1 grid");
    stage_quit();
}
END_TEST

START_TEST(the_environment_has_no_say_in_the_size) {
    static const char *const settings[] = {"LINES=5", "COLUMNS=7", NULL};
    environment = settings;
    stage_start(NULL);
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 grid");
    stage_quit();
}
END_TEST

START_TEST(storms_of_sizes) {
    stage_start(NULL);
    vt_keys(&vt, ":typed");
    for (int i = 0; i < 200; i++) {
        vt_resize(&vt, 1 + i * 7 % 60, 1 + i * 13 % 150);
        vt_send(&vt, "x\x7f");
    }
    vt_resize(&vt, 30, 100);
    vt_settle(&vt);
    vt_assert_row(&vt, TOY_SIZE, "size 30x100 depth 3 prompt");
    vt_assert_row(&vt, 29, "qkv> typed");
    vterm_input_write(vt.terminal, "\x1b[12;1Hgarbage", 14);
    vt_resize(&vt, 24, 80);
    vt_settle(&vt);
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 prompt");
    vt_assert_row(&vt, 11, "");
    vt_keys(&vt, "\x03\x03");
    stage_quit();
}
END_TEST

/* Leaves the terminal as a frame does that scrolls some rows while the terminal's size changes. */
static void confine(void) {
    vterm_input_write(vt.terminal, "\x1b[1;5r", 6);
    ck_assert(!vt_scrolls_whole(&vt));
}

/* libvterm does not shorten rows that do not scroll either. */
static void assert_shortens(int last) {
    vt_keys(&vt, ":\x15"
                 "a line as long as to be moved and not written again\x01");
    vt_keys(&vt, "\x1b[3~\x1b[3~");
    vt_assert_row(&vt, last, "qkv> line as long as to be moved and not written again");
    vt_keys(&vt, "\x03\x03");
}

START_TEST(all_rows_scroll_after_a_resize) {
    stage_start(NULL);
    confine();
    vt_resize(&vt, 30, 100);
    vt_settle(&vt);
    assert_shortens(29);
    confine();
    vt_keys(&vt, "\x0c");
    assert_shortens(29);
    confine();
    stage_quit();
}
END_TEST

/* The terminal shrank and grew back before its size was read. */
START_TEST(the_same_size_again_is_drawn_anew) {
    stage_start(NULL);
    vterm_input_write(vt.terminal, "\x1b[12;1Hgarbage", 14);
    vt_kill(&vt, SIGWINCH);
    vt_settle_again(&vt);
    vt_assert_row(&vt, 11, "");
    stage_quit();
}
END_TEST

/* --- a monkey -------------------------------------------------------------------------------- */

static unsigned roll(unsigned sides) {
    static unsigned state = 12345;
    state = state * 1103515245u + 12345u;
    return (state >> 16) % sides;
}

START_TEST(random_keys_and_sizes) {
    static const char *const keys[] = {
        "a",
        "ö",
        "日",
        " ",
        "\r",
        "\t",
        "\x7f",
        "\x01",
        "\x05",
        "\x0b",
        "\x15",
        "\x19",
        "\x12",
        "\x13",
        "\x07",
        "\x10",
        "\x0e",
        "\x1f",
        "\x1b[A",
        "\x1b[B",
        "\x1b[C",
        "\x1b[D",
        "\x1b[5~",
        "\x1b[3~",
        "\x1b",
        "\x1b"
        "b",
        "\x1b"
        "d",
        "\x1b.",
        "\x18",
        "\x18\x18",
        "\x16",
        "\x1b[200~p\n\xc3\x1b[201~",
        "\x1b[<0;5;5M",
        ":",
        "e",
        "n",
        "\x03",
        "\xff",
        "\xe6\x97",
        "[",
        "]",
        "(",
        "\x0c",
        "\x14",
    };
    stage_start(NULL);
    vt_keys(&vt, ":");
    for (int i = 0; i < 600; i++) {
        vt_send(&vt, keys[roll(sizeof keys / sizeof *keys)]);
        if (roll(20) == 0) {
            vt_resize(&vt, 1 + (int)roll(60), 1 + (int)roll(120));
        }
        if (roll(8) == 0) {
            vt_settle(&vt);
        }
    }
    vt_resize(&vt, 24, 80);
    vt_settle(&vt);
    vt_keys(&vt, "\x07\x07\x03\x03\x03");
    vt_kill(&vt, SIGTERM);
    ck_assert_int_eq(WEXITSTATUS(vt_finish(&vt)), 100 + SIGTERM);
    vt_assert_restored(&vt);
    vt_free(&vt);
}
END_TEST

Suite *screen_screen_suite(void) {
    Suite *suite = suite_create("screen_screen");
    TCase *tests = tcase_create("screen");
    tcase_add_checked_fixture(tests, stage_set_up, NULL);
    tcase_add_test(tests, keys_have_names);
    tcase_add_test(tests, what_is_no_key_does_nothing);
    tcase_add_test(tests, many_keys_are_one_frame);
    tcase_add_test(tests, slow_keys_are_seen);
    tcase_add_test(tests, a_redraw_repairs_the_screen);
    tcase_add_test(tests, a_paste_is_text);
    tcase_add_test(tests, a_paste_has_bounds);
    tcase_add_test(tests, an_endless_paste_ends);
    tcase_add_test(tests, the_mouse_points);
    tcase_add_test(tests, a_computation_can_be_stopped);
    tcase_add_loop_test(tests, every_size_is_drawn, 0, 7);
    tcase_add_loop_test(tests, giants_are_cut, 0, 2);
    tcase_add_loop_test(tests, no_size_is_the_usual_one, 0, 2);
    tcase_add_test(tests, the_environment_has_no_say_in_the_size);
    tcase_add_test(tests, storms_of_sizes);
    tcase_add_test(tests, all_rows_scroll_after_a_resize);
    tcase_add_test(tests, the_same_size_again_is_drawn_anew);
    tcase_add_test(tests, random_keys_and_sizes);
    suite_add_tcase(suite, tests);
    return suite;
}
