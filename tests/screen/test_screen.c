/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen on a pseudo-terminal, with a toy on it (toy.h). */
#include "screen/toy.h"
#include "screen/vt.h"

#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

Suite *screen_screen_suite(void);

static struct vt vt;
static struct toy toy;
static const char *const *environment;

static void start_sized(const char *term, int rows, int columns) {
    struct vt_setup setup = {.rows = rows,
                             .columns = columns,
                             .term = term,
                             .child = toy_run,
                             .context = &toy,
                             .environment = environment};
    vt_spawn(&vt, &setup);
    vt_settle(&vt);
}

static void start(const char *term) {
    start_sized(term, 24, 80);
}

static void set_up(void) {
    toy = (struct toy){.colour = -1};
    environment = NULL;
}

static void quit(void) {
    vt_send(&vt, "q");
    ck_assert_int_eq(vt_finish(&vt), 0);
    vt_assert_restored(&vt);
    vt_free(&vt);
}

static void assert_key(const char *bytes, const char *expected) {
    static int count;
    char row[128];
    vt_keys(&vt, bytes);
    snprintf(row, sizeof row, "key %s %d", expected, ++count);
    vt_assert_row(&vt, TOY_KEY, row);
}

/* --- keys ------------------------------------------------------------------------------------ */

START_TEST(keys_have_names) {
    start(NULL);
    ck_assert(vt.alternate);
    assert_key("n", "n");
    assert_key(" ", "Space");
    assert_key("\r", "Enter");
    assert_key("\x7f", "Backspace");
    assert_key("\x12", "C-r");
    assert_key("\x03", "C-c");
    assert_key("\x11", "C-q");
    assert_key("\x13", "C-s");
    assert_key("\x16", "C-v");
    assert_key("\x0f", "C-o");
    assert_key("\x1b[A", "Up");
    assert_key("\x1bOD", "Left");
    assert_key("\x1b[6~", "PageDown");
    assert_key("\x1b[Z", "S-Tab");
    assert_key("\x1b[1;5C", "C-Right");
    assert_key("\x1bOP", "F1");
    assert_key("é", "é");
    assert_key("語", "語");
    assert_key("\x1bx", "M-x");
    assert_key("\x1b", "Escape");
    quit();
}
END_TEST

START_TEST(what_is_no_key_does_nothing) {
    start(NULL);
    vt_keys(&vt, "\x1b[99;99;99;99R\xff\xc3(\x1b[I");
    vt_assert_row(&vt, TOY_KEY, "key ( 1");
    quit();
}
END_TEST

START_TEST(many_keys_are_one_frame) {
    char keys[3501];
    start(NULL);
    unsigned long before = vt.frame;
    memset(keys, 'n', 3500);
    keys[3500] = '\0';
    vt_keys(&vt, keys);
    vt_assert_row(&vt, TOY_KEY, "key n 3500");
    ck_assert_uint_le(vt.frame - before, 20); /* a pty hands over a part at a time */
    quit();
}
END_TEST

/* Obeying keys slowly: the picture follows all the same, and the last key is obeyed too. */
START_TEST(slow_keys_are_seen) {
    start(NULL);
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
    start(NULL);
    vterm_input_write(vt.terminal, "\x1b[1;1Hgarbage", 13);
    vt_keys(&vt, "\x0c");
    vt_assert_row(&vt, TOY_KEY, "key  0");
    quit();
}
END_TEST

/* --- the prompt ------------------------------------------------------------------------------ */

enum { LAST = 23, POPUP = 22 };

START_TEST(the_prompt_takes_lines) {
    start(NULL);
    vt_keys(&vt, ":");
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 prompt");
    vt_keys(&vt, "Q = X @ W_q");
    vt_assert_row(&vt, LAST, "qkv> Q = X @ W_q");
    ck_assert_int_eq(vt.row, LAST);
    ck_assert_int_eq(vt.column, 16);
    vt_keys(&vt, "\x01");
    ck_assert_int_eq(vt.column, 5);
    vt_keys(&vt, "\x1b[C\x1b[C");
    ck_assert_int_eq(vt.column, 7);
    vt_keys(&vt, "\r");
    vt_assert_row(&vt, TOY_LINE, "line [Q = X @ W_q] 1");
    vt_assert_row(&vt, LAST, "qkv>");
    vt_keys(&vt, "grid\rn");
    vt_assert_row(&vt, TOY_KEY, "key n 2");
    ck_assert_int_eq(vt.row, 0);
    quit();
}
END_TEST

START_TEST(the_prompt_counts_columns) {
    start(NULL);
    vt_keys(&vt, ":日本e\xcc\x81ö");
    ck_assert_int_eq(vt.column, 5 + 2 + 2 + 1 + 1);
    vt_keys(&vt, "\x7f\x7f");
    vt_assert_row(&vt, LAST, "qkv> 日本");
    ck_assert_int_eq(vt.column, 9);
    vt_keys(&vt, "\x1b[Dx");
    vt_assert_row(&vt, LAST, "qkv> 日x本");
    vt_keys(&vt, "\x03");
    vt_assert_row(&vt, LAST, "qkv>");
    vt_keys(&vt, "ab");
    vt_keys(&vt, "\x15\xe2\xba\x9a"); /* U+2E9A, which has two and is not in use yet */
    ck_assert_int_eq(vt.column, 7);
    ck_assert_uint_eq(vt_cell(&vt, LAST, 6).chars[0], ' '); /* not what stood there */
    vt_keys(&vt, "\x03\x03");
    quit();
}
END_TEST

START_TEST(the_prompt_knows_the_usual_keys) {
    start(NULL);
    vt_keys(&vt, ":one two\x1b[H\x1b[3~");
    vt_assert_row(&vt, LAST, "qkv> ne two");
    vt_keys(&vt, "\x1b[F!\x1b[1~?\x1b[4~.");
    vt_assert_row(&vt, LAST, "qkv> ?ne two!.");
    vt_keys(&vt, "\x1b[1;5D\x1b[1;5D+\x1b[1;5C-");
    vt_assert_row(&vt, LAST, "qkv> ?+ne- two!.");
    vt_keys(&vt, "\x03\x1bö\xff");
    vt_assert_row(&vt, LAST, "qkv> ?");
    vt_keys(&vt, "\x03\x03");
    quit();
}
END_TEST

START_TEST(ways_back_to_the_grid) {
    static const char *const ways[] = {"\x1b", "\x1b[17~", "\x03", "\x04", "\r", "grid\r"};
    start(NULL);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        vt_keys(&vt, ":");
        vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 prompt");
        vt_keys(&vt, ways[i]);
        vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 grid");
    }
    vt_keys(&vt, ":half\x1b[17~n:");
    vt_assert_row(&vt, LAST, "qkv> half");
    vt_keys(&vt, "\x1b");
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 grid");
    vt_keys(&vt, ":");
    vt_assert_row(&vt, LAST, "qkv>");
    vt_keys(&vt, "\x12\x1b"); /* it ends the search alone */
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 prompt");
    vt_keys(&vt, "\x03\x03");
    quit();
}
END_TEST

START_TEST(a_key_may_fill_the_prompt) {
    start(NULL);
    vt_keys(&vt, "e5");
    vt_assert_row(&vt, LAST, "qkv> W_q[1,2] = 5");
    vt_keys(&vt, "\x1b[17~e7\r");
    vt_assert_row(&vt, TOY_LINE, "line [W_q[1,2] = 7] 1");
    vt_keys(&vt, "\x03");
    quit();
}
END_TEST

START_TEST(keys_readline_does_not_want_reach_the_hook) {
    start(NULL);
    vt_keys(&vt, ":ab\x1b[6~");
    vt_assert_row(&vt, TOY_KEY, "key PageDown 2");
    vt_assert_row(&vt, LAST, "qkv> ab");
    vt_keys(&vt, "\x1bOP");
    vt_assert_row(&vt, TOY_KEY, "key F1 3");
    vt_keys(&vt, "\x1b[99~");
    vt_assert_row(&vt, LAST, "qkv> ab");
    vt_keys(&vt, "\x03\x03");
    quit();
}
END_TEST

START_TEST(tab_completes) {
    start(NULL);
    vt_keys(&vt, ":spa\t");
    vt_assert_row(&vt, LAST, "qkv> sparsemax");
    vt_keys(&vt, "(so\t");
    vt_assert_row(&vt, LAST, "qkv> sparsemax(softmax");
    vt_assert_row(&vt, POPUP, "softmax  softmax_unshifted");
    vt_keys(&vt, "_");
    vt_assert_row(&vt, POPUP, "");
    vt_keys(&vt, "\x15v\t");
    ck_assert_int_eq(strncmp(vt_row(&vt, POPUP), "v100  v101  v102", 16), 0);
    vt_keys(&vt, "\x15sparsemax(softmax_");
    vt_keys(&vt, "\t @ gr\xc3\xb6\t");
    vt_assert_row(&vt, LAST, "qkv> sparsemax(softmax_unshifted @ größe");
    vt_keys(&vt, "\x03\x03");
    quit();
}
END_TEST

START_TEST(history_comes_back) {
    start(NULL);
    vt_keys(&vt, ":größe = 1\rsecond\rthird\r\x1b[A\x1b[A");
    vt_assert_row(&vt, LAST, "qkv> second");
    vt_keys(&vt, "\x0e\x0e");
    vt_assert_row(&vt, LAST, "qkv>");
    vt_keys(&vt, "\x12ö");
    vt_assert_row(&vt, LAST, "(reverse-i-search)`ö': größe = 1");
    vt_keys(&vt, "ß");
    vt_assert_row(&vt, LAST, "(reverse-i-search)`öß': größe = 1");
    vt_keys(&vt, "\x1b[C\x05!");
    vt_assert_row(&vt, LAST, "qkv> größe = 1!");
    vt_keys(&vt, "\r\x03");
    vt_assert_row(&vt, TOY_LINE, "line [größe = 1!] 4");
    quit();
}
END_TEST

START_TEST(an_edited_entry_is_a_new_line) {
    start(NULL);
    vt_keys(&vt, ":one\rtwo\r\x1b[A\x1b[A!");
    vt_assert_row(&vt, LAST, "qkv> one!");
    vt_keys(&vt, "\x1f");
    vt_assert_row(&vt, LAST, "qkv> one");
    vt_keys(&vt, "?\x1b[A");
    vt_assert_row(&vt, LAST, "qkv> two");
    vt_keys(&vt, "\x1b[B");
    vt_assert_row(&vt, LAST, "qkv> one?");
    vt_keys(&vt, "\x1b[A\x1b[A");
    vt_assert_row(&vt, LAST, "qkv> one");
    vt_keys(&vt, "\x1b>\x1bptw");
    vt_assert_row(&vt, LAST, "(reverse-i-search)`tw': two");
    vt_keys(&vt, "\x07\x03\x03");
    quit();
}
END_TEST

/* A paste that comes while a key waits for another is an edit as any: the entry and the line do not
 * share it, of which one would have freed the other's. */
START_TEST(a_paste_in_the_middle_of_a_key_is_a_new_line) {
    start(NULL);
    vt_keys(&vt, ":one\rtwo\r\x1b[A\x1b"
                 "5\x1b[200~pasted\x1b[201~");
    vt_assert_row(&vt, LAST, "qkv> twopasted");
    vt_keys(&vt, "z");
    vt_assert_row(&vt, LAST, "qkv> twopastedz");
    vt_keys(&vt, "\x1b[A");
    vt_assert_row(&vt, LAST, "qkv> two");
    vt_keys(&vt, "\x1b[B\r\x1b[A\x1b[A!");
    vt_assert_row(&vt, LAST, "qkv> two!");
    vt_keys(&vt, "\x03\x03");
    quit();
}
END_TEST

START_TEST(history_lasts) {
    start(NULL);
    vt_keys(&vt, ":one\r");
    char kept[sizeof vt.state + 32], line[32] = "";
    snprintf(kept, sizeof kept, "%s/qkv/history", vt.state);
    FILE *file = fopen(kept, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    fclose(file);
    ck_assert_str_eq(line, "one\n");
    vt_keys(&vt, "\x03");
    quit();
}
END_TEST

START_TEST(an_open_bracket_goes_on) {
    start(NULL);
    vt_keys(&vt, ":A = [[1, 2],\r");
    vt_assert_row(&vt, LAST, "...>");
    vt_assert_row(&vt, TOY_LINE, "line [] 0");
    vt_keys(&vt, "[3, 4]]\r");
    vt_assert_row(&vt, TOY_LINE, "line [A = [[1, 2],|[3, 4]]] 1");
    vt_assert_row(&vt, LAST, "qkv>");
    vt_keys(&vt, "[[1\r\x03");
    vt_assert_row(&vt, LAST, "qkv>");
    vt_keys(&vt, "\x03");
    quit();
}
END_TEST

/* Sequences that crashed readline when it was fed in other ways, and some that look like them. */
START_TEST(readline_survives) {
    static const char *const sequences[] = {
        "\x18\x01",
        "\x18"
        "e",
        "\x18\x07",
        "\x1b\x01",
        "\x1b[9~",
        "\x12\x18\x01",
        "\x12\x18"
        "e",
        "\x12ö\x1b\x1b",
        "\x12\x1b[9~",
        "\x1b"
        "5x\x07",
        "\x16\x16",
        "\x16\x1b[A",
        "\x1d"
        "ö",
        "\x1b"
        "5\x03",
        "\x18(ab\x18)\x18"
        "e",
        "\x1f\x1f",
        "\x12\xc3",
        "\xc3",
        "\x1bö",
        "\x1b?\x1b*",
        "\x12\x12\x12\x07\x1f",
    };
    start(NULL);
    vt_keys(&vt, ":größe\rzwei\r");
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        vt_keys(&vt, sequences[i]);
        if (strstr(vt_row(&vt, TOY_SIZE), "grid") != NULL) { /* a lone Escape was among it */
            vt_keys(&vt, ":");
        }
        vt_keys(&vt, "x");
    }
    vt_keys(&vt, "\x07\x03\x03\x03:done\r");
    ck_assert_ptr_nonnull(strstr(vt_row(&vt, TOY_LINE), "done]"));
    vt_keys(&vt, "\x03");
    quit();
}
END_TEST

static char inputrc[sizeof vt.state + 32];

/* With these LINES as the user's inputrc, and at the prompt. */
static void start_with_inputrc(const char *lines) {
    static char setting[sizeof inputrc + 16];
    const char *const settings[] = {setting, NULL};
    snprintf(inputrc, sizeof inputrc, "%s/qkv-inputrc-XXXXXX",
             getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    int descriptor = mkstemp(inputrc);
    ck_assert_int_eq(write(descriptor, lines, strlen(lines)), (ssize_t)strlen(lines));
    close(descriptor);
    snprintf(setting, sizeof setting, "INPUTRC=%s", inputrc);
    environment = settings;
    start(NULL);
    vt_keys(&vt, ":");
}

/* Ctrl-X and a key on an empty line, and what is typed then. */
static void assert_macro(const char *key, const char *expected) {
    vt_keys(&vt, "\x05\x15\x18");
    vt_keys(&vt, key);
    vt_assert_row(&vt, LAST, expected);
}

START_TEST(macros_of_the_inputrc_are_typed) {
    start_with_inputrc("\"\\C-xa\": \"grö日 \\C-a> \"\n"
                       "\"\\C-xb\": \"bound\\C-x\\C-eto\\C-x\\C-gnothing\"\n"
                       "\"\\C-xc\": \"again\\C-xc!\"\n"
                       "\"\\C-xd\": \"first\\rsecond\\r\"\n"
                       "\"\\C-xe\": \"\\C-rgr\\C-x\\C-e!\"\n"
                       "\"\\C-xf\": call-last-kbd-macro\n"
                       "\"\\em\": \"Alt \"\n"
                       "\"jk\": \"out\"\n"
                       "\"\\C-xg\": \"short\"\n"
                       "\"\\C-xgh\": \"long\"\n"
                       "\"\\C-xgg\": \"other\"\n");
    for (int i = 0; i < 2; i++) {
        assert_macro("a", "qkv> > grö日");
        assert_macro("b", "qkv> boundtonothing");
        assert_macro("c", "qkv> again!");
        assert_macro("gh", "qkv> long");
        assert_macro("gg", "qkv> other");
        assert_macro("gx", "qkv> shortx");
        vt_keys(&vt, "\x18\x12"); /* readline reads it once more */
    }
    assert_macro("d", "qkv>");
    vt_assert_row(&vt, TOY_LINE, "line [first] 1");
    vt_keys(&vt, "größe\r");
    assert_macro("e", "qkv> !größe");
    assert_macro("f\x1bmjkj\x07j\x18\x07j\x18", "qkv> Alt outjjj");
    unlink(inputrc);
    vt_keys(&vt, "\x07\x03\x03");
    quit();
}
END_TEST

START_TEST(the_vi_keys_work) {
    start_with_inputrc("set editing-mode vi\n");
    unlink(inputrc);
    vt_keys(&vt, "eins zwei drei");
    vt_keys(&vt, "\x1b");
    vt_assert_row(&vt, LAST, "(vi) qkv> eins zwei drei");
    vt_keys(&vt, "bbdwrZ");
    vt_assert_row(&vt, LAST, "(vi) qkv> eins Zrei");
    vt_keys(&vt, "u0fnx3l");
    vt_keys(&vt, "A!\r");
    ck_assert_ptr_nonnull(strstr(vt_row(&vt, TOY_LINE), "!] 1"));
    vt_keys(&vt, "zwei\r");
    vt_keys(&vt, "\x1bk"); /* both at once, as people type it */
    vt_assert_row(&vt, LAST, "(vi) qkv> zwei");
    vt_keys(&vt, "/drei\r");
    vt_assert_row(&vt, TOY_LINE, "line [eis drei!] 3");
    vt_keys(&vt, "\x03");
    quit();
}
END_TEST

/* --- pastes and the mouse -------------------------------------------------------------------- */

START_TEST(a_paste_is_text) {
    start(NULL);
    ck_assert(vt_brackets(&vt));
    vt_keys(&vt, "\x1b[200~A = 1\r\nB\t= 2\r\n\x1b[201~");
    vt_assert_row(&vt, LAST, "qkv> A = 1↵B = 2");
    vt_assert_row(&vt, TOY_LINE, "line [] 0");
    vt_keys(&vt, "\r");
    vt_assert_row(&vt, TOY_LINE, "line [A = 1|B = 2] 1");
    vt_keys(&vt, "\x1b[200~\x1b[A\x1b[20\x03\xff\xc3\x1b[201~");
    vt_assert_row(&vt, LAST, "qkv> \\x1b[A\\x1b[20\\x03\xef\xbf\xbd\xef\xbf\xbd");
    vt_keys(&vt, "\x1f");
    vt_assert_row(&vt, LAST, "qkv>");
    vt_keys(&vt, "\x03");
    quit();
}
END_TEST

START_TEST(a_paste_has_bounds) {
    enum { LONG = 70000 };
    char *big = malloc(LONG + 16);
    start(NULL);
    memcpy(big, "\x1b[200~", 6);
    memset(big + 6, 'p', LONG);
    memcpy(big + 6 + LONG, "\x1b[201~", 7);
    vt_keys(&vt, big);
    free(big);
    vt_assert_row(&vt, LAST, "qkv>");
    ck_assert_ptr_nonnull(strstr(vt_row(&vt, POPUP), "64 KiB"));
    vt_keys(&vt, "\x03");
    quit();
}
END_TEST

START_TEST(an_endless_paste_ends) {
    start(NULL);
    vt_keys(&vt, "\x1b[200~lost");
    vt_assert_row(&vt, LAST, "qkv> lost");
    vt_keys(&vt, "x");
    vt_assert_row(&vt, LAST, "qkv> lostx");
    vt_keys(&vt, "\x03\x03");
    quit();
}
END_TEST

START_TEST(the_mouse_points) {
    start(NULL);
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
    quit();
}
END_TEST

START_TEST(a_computation_can_be_stopped) {
    start(NULL);
    vt_keys(&vt, "Labc\x03n");
    vt_assert_row(&vt, TOY_KEY, "key n 5 interrupted");
    vt_send(&vt, "L");
    vt_keys(&vt, "\x03");
    vt_assert_row(&vt, TOY_KEY, "key L 6 interrupted");
    quit();
}
END_TEST

/* --- colours --------------------------------------------------------------------------------- */

static const int shares_256[TOY_CELLS] = {233, 235, 53, 89, 161, 167, 202, 214, 221, 229};

START_TEST(two_hundred_and_fifty_six_colours) {
    start(_i == 0 ? "xterm-256color" : _i == 1 ? "screen-256color" : "tmux-256color");
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
    quit();
}
END_TEST

START_TEST(eight_colours) {
    start(_i == 0 ? "xterm" : "linux");
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
    quit();
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
    start(terms[_i]);
    assert_no_colour();
    quit();
}
END_TEST

START_TEST(colour_can_be_insisted_on) {
    static const char *const refused[] = {"NO_COLOR=1", NULL}, *const empty[] = {"NO_COLOR=", NULL};
    environment = _i == 0 ? refused : empty;
    toy.colour = _i == 0 ? 1 : -1;
    start(NULL);
    ck_assert_int_eq(vt_background(&vt, TOY_HEAT, 1), 233);
    quit();
}
END_TEST

/* A terminal of direct colours is no part of the basic set: its description is made here. */
START_TEST(true_colour) {
    char folder[200], command[768], setting[300];
    const char *scratch = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/qkv-terminfo-XXXXXX", scratch ? scratch : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command, "tic -x -o '%s' '%s'", folder,
             QKV_SOURCE_DIR "/tests/screen/direct.terminfo");
    ck_assert_int_eq(system(command), 0);
    snprintf(setting, sizeof setting, "TERMINFO=%s", folder);
    const char *const settings[] = {setting, NULL};
    environment = settings;
    start("qkv-direct");
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 4 grid");
    ck_assert_int_eq(vt_background(&vt, TOY_HEAT, 1), VT_RGB + 0x160b36);
    ck_assert_int_eq(vt_foreground(&vt, TOY_HEAT, 1), VT_RGB + 0xffffff);
    ck_assert_int_eq(vt_background(&vt, TOY_SIGNED, 1), VT_RGB + 0x95d3ff);
    ck_assert_int_eq(vt_foreground(&vt, TOY_STYLES, 0), VT_RGB + 0xf8626b);
    quit();
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

/* Where only COLORTERM tells of them: the terminal's description is the usual one. */
START_TEST(true_colour_is_told_by_colorterm) {
    static const struct {
        const char *term, *settings[3];
        int depth;
    } cases[] = {
        {"xterm-256color", {"COLORTERM=truecolor"}, 4},
        {"xterm", {"COLORTERM=24bit"}, 4},
        {"screen-256color", {"COLORTERM=truecolor", "TMUX=/tmp/tmux,1,0"}, 4},
        {"screen-256color", {"COLORTERM=truecolor"}, 3},
        {"linux", {"COLORTERM=truecolor"}, 1},
        {"vt100", {"COLORTERM=truecolor"}, 0},
        {"xterm-256color", {"COLORTERM=truecolor", "NO_COLOR=1"}, 0},
        {"xterm-256color", {"COLORTERM=yes"}, 3},
    };
    char line[32];
    bool direct = cases[_i].depth == 4;
    environment = cases[_i].settings;
    start(cases[_i].term);
    snprintf(line, sizeof line, "size 24x80 depth %d grid", cases[_i].depth);
    vt_assert_row(&vt, TOY_SIZE, line);
    ck_assert(direct == (vt_background(&vt, TOY_HEAT, 1) == VT_RGB + 0x160b36));
    ck_assert(direct == (vt_background(&vt, TOY_SIGNED, 1) == VT_RGB + 0x95d3ff));
    ck_assert(direct == (vt_foreground(&vt, TOY_STYLES, 0) == VT_RGB + 0xf8626b));
    ck_assert_int_eq(vt_background(&vt, LAST, 79), -1);
    quit();
}
END_TEST

START_TEST(wide_characters_keep_their_columns) {
    start(NULL);
    ck_assert_uint_eq(vt_cell(&vt, TOY_WIDE, 0).chars[0], 0x65e5);
    ck_assert_uint_eq(vt_cell(&vt, TOY_WIDE, 2).chars[0], 0x672c);
    ck_assert_uint_eq(vt_cell(&vt, TOY_WIDE, 5).chars[0], 'e');
    ck_assert_uint_eq(vt_cell(&vt, TOY_WIDE, 5).chars[1], 0x301);
    ck_assert_uint_eq(vt_cell(&vt, TOY_WIDE, 7).chars[0], '|');
    ck_assert_int_eq(vt_foreground(&vt, TOY_WIDE, 10), 203);
    ck_assert_int_eq(vt_foreground(&vt, LAST, 0), -1); /* what is plain takes no colour after it */
    quit();
}
END_TEST

START_TEST(no_utf8_locale_is_no_hindrance) {
    static const char *const locales[] = {"LANG=C", "LC_ALL=C", "LANG=xx_YY.nosuch"};
    const char *const settings[] = {locales[_i], NULL};
    environment = settings;
    start(NULL);
    ck_assert_uint_eq(vt_cell(&vt, TOY_WIDE, 0).chars[0], 0x65e5);
    vt_keys(&vt, ":grö日\r\x03");
    vt_assert_row(&vt, TOY_LINE, "line [grö日] 1");
    quit();
}
END_TEST

/* --- sizes ----------------------------------------------------------------------------------- */

START_TEST(every_size_is_drawn) {
    static const int sizes[][2] = {{1, 1},   {2, 2},   {1, 500},  {500, 1},
                                   {60, 18}, {24, 80}, {512, 300}};
    start_sized(NULL, sizes[_i][0], sizes[_i][1]);
    vt_keys(&vt, "n");
    quit();
}
END_TEST

/* That of the console of Linux is among those whose description names no size. */
static const char *const unsized[] = {"xterm-256color", "linux"};

START_TEST(giants_are_cut) {
    toy.colour = 0;
    start_sized(unsized[_i], 30000, 30000);
    ck_assert_int_eq(vt.marked_rows, 512);
    ck_assert_int_eq(vt.marked_columns, 1024);
    quit();
}
END_TEST

START_TEST(no_size_is_the_usual_one) {
    struct vt_setup setup = {.term = unsized[_i], .child = toy_run, .context = &toy};
    vt_spawn(&vt, &setup);
    vt_settle(&vt);
    vt_assert_row(&vt, TOY_SIZE, _i == 0 ? "size 24x80 depth 3 grid" : "size 24x80 depth 1 grid");
    quit();
}
END_TEST

START_TEST(the_environment_has_no_say_in_the_size) {
    static const char *const settings[] = {"LINES=5", "COLUMNS=7", NULL};
    environment = settings;
    start(NULL);
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 grid");
    quit();
}
END_TEST

START_TEST(storms_of_sizes) {
    start(NULL);
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
    quit();
}
END_TEST

/* What a frame leaves that scrolls some rows while the terminal takes on another size. */
static void confine(void) {
    vterm_input_write(vt.terminal, "\x1b[1;5r", 6);
    ck_assert(!vt_scrolls_whole(&vt));
}

/* Of the rows that do not scroll libvterm shortens none either. */
static void assert_shortens(int last) {
    vt_keys(&vt, ":\x15"
                 "a line as long as to be moved and not written again\x01");
    vt_keys(&vt, "\x1b[3~\x1b[3~");
    vt_assert_row(&vt, last, "qkv> line as long as to be moved and not written again");
    vt_keys(&vt, "\x03\x03");
}

START_TEST(all_rows_scroll_after_a_resize) {
    start(NULL);
    confine();
    vt_resize(&vt, 30, 100);
    vt_settle(&vt);
    assert_shortens(29);
    confine();
    vt_keys(&vt, "\x0c");
    assert_shortens(29);
    confine();
    quit();
}
END_TEST

/* It shrank and grew back before anybody looked. */
START_TEST(the_same_size_again_is_drawn_anew) {
    start(NULL);
    vterm_input_write(vt.terminal, "\x1b[12;1Hgarbage", 14);
    vt_kill(&vt, SIGWINCH);
    vt_settle_again(&vt);
    vt_assert_row(&vt, 11, "");
    quit();
}
END_TEST

/* --- stopping and ending --------------------------------------------------------------------- */

static void start_as_job(const char *term) {
    struct vt_setup setup = {
        .rows = 24, .columns = 80, .term = term, .child = toy_run, .context = &toy, .shell = true};
    vt_spawn(&vt, &setup);
    vt_settle(&vt);
}

START_TEST(it_stops_and_goes_on) {
    bool able = _i == 0; /* the other terminal has no screen beside its first, and no mouse */
    start_as_job(able ? NULL : "vt100");
    for (int i = 0; i < 3; i++) {
        vt_keys(&vt, i == 0 ? ":some" : "x");
        vt_send(&vt, "\x1a");
        vt_wait_stop(&vt);
        vt_assert_restored(&vt);
        vterm_input_write(vt.terminal, "\x1b[2Jshell", 9);
        vt_continue(&vt);
        vt_settle_again(&vt);
        ck_assert_int_eq(vt.alternate, able);
        ck_assert_int_eq(vt_brackets(&vt), able);
        ck_assert_int_eq(vt.mouse != VTERM_PROP_MOUSE_NONE, able);
        vt_assert_row(&vt, TOY_STYLES, "title focus changed     ▀▀▀▀▀▀▀▀▀▀");
    }
    vt_assert_row(&vt, LAST, "qkv> somexx");
    vt_keys(&vt, "\x03\x03");
    quit();
}
END_TEST

/* Nothing is drawn in the old size. */
START_TEST(it_finds_a_new_size_when_it_goes_on) {
    start_as_job(NULL);
    unsigned long frame = vt.frame;
    vt_send(&vt, "\x1a");
    vt_wait_stop(&vt);
    vt_resize(&vt, 40, 100);
    vt_continue(&vt);
    vt_settle_again(&vt);
    ck_assert_uint_eq(vt.frame, frame + 1);
    vt_assert_row(&vt, TOY_SIZE, "size 40x100 depth 3 grid");
    quit();
}
END_TEST

/* A SIGSTOP is not heard; what a shell does to the terminal meanwhile is made good. */
START_TEST(it_goes_on_after_a_deaf_stop) {
    start(NULL);
    struct termios modes;
    vt_kill(&vt, SIGSTOP);
    ck_assert_int_eq(waitpid(vt.child, NULL, WUNTRACED), vt.child);
    ck_assert_int_eq(tcgetattr(vt.master, &modes), 0);
    ck_assert_int_eq(tcsetattr(vt.master, TCSANOW, &vt.before), 0);
    vterm_input_write(vt.terminal, "\x1b[12;1Hgarbage\x1b[?2004l", 22);
    vt_kill(&vt, SIGCONT);
    vt_settle_again(&vt);
    vt_assert_row(&vt, 11, "");
    ck_assert(vt_brackets(&vt));
    struct termios after;
    ck_assert_int_eq(tcgetattr(vt.master, &after), 0);
    ck_assert_uint_eq(after.c_lflag, modes.c_lflag);
    ck_assert_uint_eq(after.c_iflag, modes.c_iflag);
    quit();
}
END_TEST

START_TEST(alone_it_does_not_stop) {
    start(NULL);
    vt_keys(&vt, "\x1an");
    vt_assert_row(&vt, TOY_KEY, "key n 1");
    quit();
}
END_TEST

START_TEST(signals_end_it_in_order) {
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    start(_i < 3 ? NULL : "vt100");
    vt_keys(&vt, _i == 1 ? ":half a line" : "n");
    vt_kill(&vt, signals[_i % 3]);
    int status = vt_finish(&vt);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 100 + signals[_i % 3]);
    vt_assert_restored(&vt);
    vt_free(&vt);
}
END_TEST

START_TEST(crashes_leave_the_terminal_as_it_was) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
    static const char *const terms[] = {"xterm-256color", "xterm", "screen",
                                        "linux",          "vt100", "tmux-256color"};
    start(terms[_i]);
    vt_keys(&vt, _i % 2 == 0 ? ":half a line" : "n");
    vt_kill(&vt, signals[_i]);
    int status = vt_finish(&vt);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), signals[_i]);
    vt_assert_restored(&vt);
    vt_free(&vt);
}
END_TEST

/* The stack grows by pages: little room makes the overflow quick. */
static int run_on_a_small_stack(void *context) {
    struct rlimit small = {1 << 21, 1 << 21};
    setrlimit(RLIMIT_STACK, &small);
    return toy_run(context);
}

START_TEST(faults_of_its_own_too) {
    static const char *const keys[] = {"N", "A", "O"};
    static const int signals[] = {SIGSEGV, SIGABRT, SIGSEGV};
    static const char *const terms[] = {"linux", NULL, NULL};
    struct vt_setup setup = {.rows = 24,
                             .columns = 80,
                             .term = terms[_i],
                             .child = run_on_a_small_stack,
                             .context = &toy};
    vt_spawn(&vt, &setup);
    vt_settle(&vt);
    vt_send(&vt, keys[_i]);
    int status = vt_finish(&vt);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), signals[_i]);
    vt_assert_restored(&vt);
    vt_free(&vt);
}
END_TEST

START_TEST(an_exit_from_below_restores_and_is_told) {
    start(NULL);
    vt_send(&vt, "x");
    int status = vt_finish(&vt);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 2);
    vt_assert_restored(&vt);
    bool told = false;
    for (int row = 0; row < 24; row++) {
        told =
            told || strstr(vt_row(&vt, row), "a library gave up, most likely for want of memory");
    }
    ck_assert(told);
    vt_free(&vt);
}
END_TEST

START_TEST(a_second_signal_does_not_wait) {
    int told[2];
    ck_assert_int_eq(pipe(told), 0);
    toy.telling = told[1];
    start(NULL);
    char byte;
    vt_send(&vt, "F");
    ck_assert_int_eq(read(told[0], &byte, 1), 1); /* now it writes, and nobody reads */
    if (_i == 1) {
        vt_kill(&vt, SIGTERM);
    }
    vt_kill(&vt, _i == 2 ? SIGSEGV : SIGTERM);
    int status = vt_finish_unread(&vt, 5000);
    ck_assert_int_ne(status, -1);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), _i == 2 ? SIGSEGV : SIGTERM);
    ck_assert(vt_modes_restored(&vt));
    vt_drain(&vt);
    vt_assert_restored(&vt);
    close(told[0]);
    close(told[1]);
    vt_free(&vt);
}
END_TEST

START_TEST(it_ends_with_its_terminal) {
    start(NULL);
    close(vt.master);
    vt.master = -1;
    int status;
    ck_assert_int_eq(waitpid(vt.child, &status, 0), vt.child);
    vt.child = 0;
    ck_assert(WIFEXITED(status));
    vt_free(&vt);
}
END_TEST

START_TEST(where_there_can_be_no_screen) {
    static const char *const terms[] = {"dumb", "nosuch-terminal", ""};
    static const char *const said[] = {
        "no screen: the terminal `dumb`, which TERM names, cannot move its cursor",
        "no screen: nothing is known of the terminal `nosuch-terminal`, which TERM names",
        "no screen: TERM is not set"};
    struct vt_setup setup = {
        .rows = 24, .columns = 90, .term = terms[_i], .child = toy_run, .context = &toy};
    vt_spawn(&vt, &setup);
    ck_assert_int_eq(WEXITSTATUS(vt_finish(&vt)), 4);
    vt_assert_row(&vt, 0, said[_i]);
    vt_assert_restored(&vt);
    vt_free(&vt);
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
    toy.at_prompt = 1;
    start(NULL);
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

/* --------------------------------------------------------------------------------------------- */

static void add_keys_and_prompt(Suite *suite) {
    TCase *tests = tcase_create("keys and prompt");
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, keys_have_names);
    tcase_add_test(tests, what_is_no_key_does_nothing);
    tcase_add_test(tests, many_keys_are_one_frame);
    tcase_add_test(tests, slow_keys_are_seen);
    tcase_add_test(tests, a_redraw_repairs_the_screen);
    tcase_add_test(tests, the_prompt_takes_lines);
    tcase_add_test(tests, the_prompt_counts_columns);
    tcase_add_test(tests, the_prompt_knows_the_usual_keys);
    tcase_add_test(tests, ways_back_to_the_grid);
    tcase_add_test(tests, a_key_may_fill_the_prompt);
    tcase_add_test(tests, keys_readline_does_not_want_reach_the_hook);
    tcase_add_test(tests, tab_completes);
    tcase_add_test(tests, history_comes_back);
    tcase_add_test(tests, an_edited_entry_is_a_new_line);
    tcase_add_test(tests, a_paste_in_the_middle_of_a_key_is_a_new_line);
    tcase_add_test(tests, history_lasts);
    tcase_add_test(tests, an_open_bracket_goes_on);
    tcase_add_test(tests, readline_survives);
    tcase_add_test(tests, macros_of_the_inputrc_are_typed);
    tcase_add_test(tests, the_vi_keys_work);
    tcase_add_test(tests, a_paste_is_text);
    tcase_add_test(tests, a_paste_has_bounds);
    tcase_add_test(tests, an_endless_paste_ends);
    tcase_add_test(tests, the_mouse_points);
    tcase_add_test(tests, a_computation_can_be_stopped);
    suite_add_tcase(suite, tests);
}

static void add_monkey(Suite *suite) {
    TCase *tests = tcase_create("monkey");
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, random_keys_and_sizes);
    suite_add_tcase(suite, tests);
}

static void add_looks(Suite *suite) {
    TCase *tests = tcase_create("looks");
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_loop_test(tests, two_hundred_and_fifty_six_colours, 0, 3);
    tcase_add_loop_test(tests, eight_colours, 0, 2);
    tcase_add_loop_test(tests, no_colours, 0, 5);
    tcase_add_loop_test(tests, colour_can_be_insisted_on, 0, 2);
    tcase_add_test(tests, true_colour);
    tcase_add_loop_test(tests, true_colour_is_told_by_colorterm, 0, 8);
    tcase_add_test(tests, wide_characters_keep_their_columns);
    tcase_add_loop_test(tests, no_utf8_locale_is_no_hindrance, 0, 3);
    tcase_add_loop_test(tests, every_size_is_drawn, 0, 7);
    tcase_add_loop_test(tests, giants_are_cut, 0, 2);
    tcase_add_loop_test(tests, no_size_is_the_usual_one, 0, 2);
    tcase_add_test(tests, the_environment_has_no_say_in_the_size);
    tcase_add_test(tests, storms_of_sizes);
    tcase_add_test(tests, all_rows_scroll_after_a_resize);
    tcase_add_test(tests, the_same_size_again_is_drawn_anew);
    suite_add_tcase(suite, tests);
}

static void add_endings(Suite *suite) {
    TCase *tests = tcase_create("endings");
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_loop_test(tests, it_stops_and_goes_on, 0, 2);
    tcase_add_test(tests, it_finds_a_new_size_when_it_goes_on);
    tcase_add_test(tests, it_goes_on_after_a_deaf_stop);
    tcase_add_test(tests, alone_it_does_not_stop);
    tcase_add_loop_test(tests, signals_end_it_in_order, 0, 6);
    tcase_add_loop_test(tests, crashes_leave_the_terminal_as_it_was, 0, 6);
    tcase_add_loop_test(tests, faults_of_its_own_too, 0, 3);
    tcase_add_test(tests, an_exit_from_below_restores_and_is_told);
    tcase_add_loop_test(tests, a_second_signal_does_not_wait, 0, 3);
    tcase_add_test(tests, it_ends_with_its_terminal);
    tcase_add_loop_test(tests, where_there_can_be_no_screen, 0, 3);
    suite_add_tcase(suite, tests);
}

Suite *screen_screen_suite(void) {
    Suite *suite = suite_create("screen_screen");
    add_keys_and_prompt(suite);
    add_monkey(suite);
    add_looks(suite);
    add_endings(suite);
    return suite;
}
