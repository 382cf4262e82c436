/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Typing at the prompt on a pseudo-terminal, with a toy on it (toy.h). */
#include "screen/stage.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

Suite *screen_prompt_suite(void);

START_TEST(the_prompt_takes_lines) {
    stage_start(NULL);
    vt_keys(&vt, ":");
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 prompt");
    vt_keys(&vt, "Q = X @ W_q");
    vt_assert_row(&vt, STAGE_LAST, "qkv> Q = X @ W_q");
    ck_assert_int_eq(vt.row, STAGE_LAST);
    ck_assert_int_eq(vt.column, 16);
    vt_keys(&vt, "\x01");
    ck_assert_int_eq(vt.column, 5);
    vt_keys(&vt, "\x1b[C\x1b[C");
    ck_assert_int_eq(vt.column, 7);
    vt_keys(&vt, "\r");
    vt_assert_row(&vt, TOY_LINE, "line [Q = X @ W_q] 1");
    vt_assert_row(&vt, STAGE_LAST, "qkv>");
    vt_keys(&vt, "grid\r");
    vt_keys(&vt, "n");
    vt_assert_row(&vt, TOY_KEY, "key n 2");
    ck_assert_int_eq(vt.row, 0);
    stage_quit();
}
END_TEST

START_TEST(the_prompt_counts_columns) {
    stage_start(NULL);
    vt_keys(&vt, ":日本e\xcc\x81ö");
    ck_assert_int_eq(vt.column, 5 + 2 + 2 + 1 + 1);
    vt_keys(&vt, "\x7f\x7f");
    vt_assert_row(&vt, STAGE_LAST, "qkv> 日本");
    ck_assert_int_eq(vt.column, 9);
    vt_keys(&vt, "\x1b[Dx");
    vt_assert_row(&vt, STAGE_LAST, "qkv> 日x本");
    vt_keys(&vt, "\x03");
    vt_assert_row(&vt, STAGE_LAST, "qkv>");
    vt_keys(&vt, "ab");
    vt_keys(&vt, "\x15\xe2\xba\x9a"); /* U+2E9A, which has two and is not in use yet */
    ck_assert_int_eq(vt.column, 7);
    ck_assert_uint_eq(vt_cell(&vt, STAGE_LAST, 6).chars[0], ' '); /* not what stood there */
    vt_keys(&vt, "\x03\x03");
    stage_quit();
}
END_TEST

START_TEST(the_prompt_knows_the_usual_keys) {
    stage_start(NULL);
    vt_keys(&vt, ":one two\x1b[H\x1b[3~");
    vt_assert_row(&vt, STAGE_LAST, "qkv> ne two");
    vt_keys(&vt, "\x1b[F!\x1b[1~?\x1b[4~.");
    vt_assert_row(&vt, STAGE_LAST, "qkv> ?ne two!.");
    vt_keys(&vt, "\x1b[1;5D\x1b[1;5D+\x1b[1;5C-");
    vt_assert_row(&vt, STAGE_LAST, "qkv> ?+ne- two!.");
    vt_keys(&vt, "\x03\x1bö\xff");
    vt_assert_row(&vt, STAGE_LAST, "qkv> ?");
    vt_keys(&vt, "\x03\x03");
    stage_quit();
}
END_TEST

START_TEST(ways_back_to_the_grid) {
    static const char *const ways[] = {"\x1b", "\x1b[17~", "\x03", "\x04", "\r", "grid\r"};
    stage_start(NULL);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        vt_keys(&vt, ":");
        vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 prompt");
        vt_keys(&vt, ways[i]);
        vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 grid");
    }
    vt_keys(&vt, ":half\x1b[17~n:");
    vt_assert_row(&vt, STAGE_LAST, "qkv> half");
    vt_keys(&vt, "\x1b");
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 grid");
    vt_keys(&vt, ":");
    vt_assert_row(&vt, STAGE_LAST, "qkv>");
    vt_keys(&vt, "\x12\x1b"); /* it ends the search alone */
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 prompt");
    vt_keys(&vt, "\x03\x03");
    stage_quit();
}
END_TEST

START_TEST(a_key_may_fill_the_prompt) {
    stage_start(NULL);
    vt_keys(&vt, "e5");
    vt_assert_row(&vt, STAGE_LAST, "qkv> W_q[1,2] = 5");
    vt_keys(&vt, "\x1b[17~e7\r");
    vt_assert_row(&vt, TOY_LINE, "line [W_q[1,2] = 7] 1");
    vt_keys(&vt, "\x03");
    stage_quit();
}
END_TEST

START_TEST(keys_readline_does_not_want_reach_the_hook) {
    stage_start(NULL);
    vt_keys(&vt, ":ab\x1b[6~");
    vt_assert_row(&vt, TOY_KEY, "key PageDown 2");
    vt_assert_row(&vt, STAGE_LAST, "qkv> ab");
    vt_keys(&vt, "\x1bOP");
    vt_assert_row(&vt, TOY_KEY, "key F1 3");
    vt_keys(&vt, "\x1b[99~");
    vt_assert_row(&vt, STAGE_LAST, "qkv> ab");
    vt_keys(&vt, "\x03\x03");
    stage_quit();
}
END_TEST

START_TEST(tab_completes) {
    stage_start(NULL);
    vt_keys(&vt, ":spa\t");
    vt_assert_row(&vt, STAGE_LAST, "qkv> sparsemax");
    vt_keys(&vt, "(so\t");
    vt_assert_row(&vt, STAGE_LAST, "qkv> sparsemax(softmax");
    vt_assert_row(&vt, STAGE_POPUP, "softmax  softmax_unshifted");
    vt_keys(&vt, "_");
    vt_assert_row(&vt, STAGE_POPUP, "");
    vt_keys(&vt, "\x15v\t");
    ck_assert_int_eq(strncmp(vt_row(&vt, STAGE_POPUP), "v100  v101  v102", 16), 0);
    vt_keys(&vt, "\x15sparsemax(softmax_");
    vt_keys(&vt, "\t @ gr\xc3\xb6\t");
    vt_assert_row(&vt, STAGE_LAST, "qkv> sparsemax(softmax_unshifted @ größe");
    vt_keys(&vt, "\x03\x03");
    stage_quit();
}
END_TEST

START_TEST(history_comes_back) {
    stage_start(NULL);
    vt_keys(&vt, ":größe = 1\rsecond\rthird\r\x1b[A\x1b[A");
    vt_assert_row(&vt, STAGE_LAST, "qkv> second");
    vt_keys(&vt, "\x0e\x0e");
    vt_assert_row(&vt, STAGE_LAST, "qkv>");
    vt_keys(&vt, "\x12ö");
    vt_assert_row(&vt, STAGE_LAST, "(reverse-i-search)`ö': größe = 1");
    vt_keys(&vt, "ß");
    vt_assert_row(&vt, STAGE_LAST, "(reverse-i-search)`öß': größe = 1");
    vt_keys(&vt, "\x1b[C\x05!");
    vt_assert_row(&vt, STAGE_LAST, "qkv> größe = 1!");
    vt_keys(&vt, "\r\x03");
    vt_assert_row(&vt, TOY_LINE, "line [größe = 1!] 4");
    stage_quit();
}
END_TEST

/* An argument or a search that waits for a key ends; none of it is lost. */
START_TEST(a_paste_ends_what_waits_for_a_key) {
    static const char *const waiting[] = {"\0335", "\x12", "\x18"};
    stage_start(NULL);
    for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++) {
        vt_keys(&vt, ":");
        vt_keys(&vt, waiting[i]);
        vt_keys(&vt, "\x1b[200~pasted\x1b[201~");
        vt_assert_row(&vt, STAGE_LAST, "qkv> pasted");
        vt_keys(&vt, "\x03\x03");
    }
    stage_quit();
}
END_TEST

START_TEST(leaving_keeps_what_is_typed) {
    stage_start(NULL);
    vt_keys(&vt, ":half [[1,\r two\x1b[D\x1b[D\x1b[17~");
    vt_assert_row(&vt, TOY_SIZE, "size 24x80 depth 3 grid");
    vt_assert_row(&vt, STAGE_LAST, "...>  two");
    vt_keys(&vt, "n\x1b[200~n\x1b[201~");
    vt_assert_row(&vt, STAGE_LAST, "...>  tnwo");
    vt_keys(&vt, "\x05]]\r\x03");
    vt_assert_row(&vt, TOY_LINE, "line [half [[1,| tnwo]]] 1");
    stage_quit();
}
END_TEST

START_TEST(history_lasts) {
    stage_start(NULL);
    vt_keys(&vt, ":one\r");
    char retained[sizeof vt.state + 32], line[32] = "";
    snprintf(retained, sizeof retained, "%s/qkv/history", vt.state);
    FILE *file = fopen(retained, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    fclose(file);
    ck_assert_str_eq(line, "one\n");
    vt_keys(&vt, "\x03");
    stage_quit();
}
END_TEST

START_TEST(an_open_bracket_goes_on) {
    stage_start(NULL);
    vt_keys(&vt, ":A = [[1, 2],\r");
    vt_assert_row(&vt, STAGE_LAST, "...>");
    vt_assert_row(&vt, TOY_LINE, "line [] 0");
    vt_keys(&vt, "[3, 4]]\r");
    vt_assert_row(&vt, TOY_LINE, "line [A = [[1, 2],|[3, 4]]] 1");
    vt_assert_row(&vt, STAGE_LAST, "qkv>");
    vt_keys(&vt, "[[1\r\x03");
    vt_assert_row(&vt, STAGE_LAST, "qkv>");
    vt_keys(&vt, "\x03");
    stage_quit();
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
    stage_start(NULL);
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
    stage_quit();
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
    stage_start(NULL);
    vt_keys(&vt, ":");
}

/* Ctrl-X and a key on an empty line, and what is typed then. */
static void assert_macro(const char *key, const char *expected) {
    vt_keys(&vt, "\x05\x15\x18");
    vt_keys(&vt, key);
    vt_assert_row(&vt, STAGE_LAST, expected);
}

START_TEST(macros_of_the_inputrc_are_typed) {
    start_with_inputrc("\"\\C-xa\": \"grö日 \\C-a> \"\n"
                       "\"\\C-xd\": \"first\\rsecond\\r\"\n"
                       "\"\\em\": \"Alt \"\n"
                       "\"\\C-xg\": \"short\"\n"
                       "\"\\C-xgh\": \"long\"\n");
    for (int i = 0; i < 2; i++) {
        assert_macro("a", "qkv> > grö日");
        assert_macro("gh", "qkv> long");
        assert_macro("gx", "qkv> shortx");
        vt_keys(&vt, "\x18\x12"); /* readline reads it once more */
    }
    assert_macro("d", "qkv>");
    vt_assert_row(&vt, TOY_LINE, "line [second] 2");
    vt_keys(&vt, "\x1bm");
    vt_assert_row(&vt, STAGE_LAST, "qkv> Alt");
    vt_keys(&vt, "\x15\x18(ab\x18)\x18"
                 "e");
    vt_assert_row(&vt, STAGE_LAST, "qkv> abab");
    unlink(inputrc);
    vt_keys(&vt, "\x07\x03\x03");
    stage_quit();
}
END_TEST

START_TEST(the_vi_keys_work) {
    start_with_inputrc("set editing-mode vi\n");
    unlink(inputrc);
    vt_keys(&vt, "eins zwei drei");
    vt_keys(&vt, "\x1b");
    vt_assert_row(&vt, STAGE_LAST, "(vi) qkv> eins zwei drei");
    vt_keys(&vt, "bbdwrZ");
    vt_assert_row(&vt, STAGE_LAST, "(vi) qkv> eins Zrei");
    vt_keys(&vt, "u0fnx3l");
    vt_keys(&vt, "A!\r");
    ck_assert_ptr_nonnull(strstr(vt_row(&vt, TOY_LINE), "!] 1"));
    vt_keys(&vt, "zwei\r");
    vt_keys(&vt, "\x1bk"); /* both at once, as people type it */
    vt_assert_row(&vt, STAGE_LAST, "(vi) qkv> zwei");
    vt_keys(&vt, "/drei\r\r");
    vt_assert_row(&vt, TOY_LINE, "line [eis drei!] 3");
    vt_keys(&vt, "vier\x1b\x03"); /* what comes next is a line, not vi's commands */
    vt_keys(&vt, "xx\r");
    vt_assert_row(&vt, TOY_LINE, "line [xx] 4");
    vt_keys(&vt, "\x03");
    stage_quit();
}
END_TEST

Suite *screen_prompt_suite(void) {
    Suite *suite = suite_create("screen_prompt");
    TCase *tests = tcase_create("prompt");
    tcase_add_checked_fixture(tests, stage_set_up, NULL);
    tcase_add_test(tests, the_prompt_takes_lines);
    tcase_add_test(tests, the_prompt_counts_columns);
    tcase_add_test(tests, the_prompt_knows_the_usual_keys);
    tcase_add_test(tests, ways_back_to_the_grid);
    tcase_add_test(tests, a_key_may_fill_the_prompt);
    tcase_add_test(tests, keys_readline_does_not_want_reach_the_hook);
    tcase_add_test(tests, tab_completes);
    tcase_add_test(tests, history_comes_back);
    tcase_add_test(tests, a_paste_ends_what_waits_for_a_key);
    tcase_add_test(tests, leaving_keeps_what_is_typed);
    tcase_add_test(tests, history_lasts);
    tcase_add_test(tests, an_open_bracket_goes_on);
    tcase_add_test(tests, readline_survives);
    tcase_add_test(tests, macros_of_the_inputrc_are_typed);
    tcase_add_test(tests, the_vi_keys_work);
    suite_add_tcase(suite, tests);
    return suite;
}
