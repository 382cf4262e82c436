/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The built program (QKV_PROGRAM) on a pseudo-terminal: every key, a newcomer's first quarter of an
 * hour, every lesson with a clicker, every kind of terminal. How it ends is test_leaving.c's
 * business. */
#include "base/utf8.h"
#include "commands/desk.h"
#include "commands/keys.h"
#include "screen/learner.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

Suite *screen_app_suite(void);

static struct learner learner;

static void set_up(void) {
    learner_init(&learner);
}

static void tear_down(void) {
    learner_release(&learner);
}

/* --- every key ------------------------------------------------------------------------------- */

/* What a key does to be seen, in a place where it can: LINES typed (parted by \n) and KEYS pressed
 * before; then SHOWS comes that was not there, or GONE goes that was. */
struct deed {
    const char *key, *lines, *keys, *shows, *gone;
};

static const struct deed deeds[] = {
    {.key = "Space", .shows = "Read row 1: word1 takes"},
    {.key = "PageUp", .keys = " ", .gone = "Read row 1: word1 takes"},
    {.key = "n", .lines = "goto scores row 1 col 1", .shows = "scores @ row word1 col word2"},
    {.key = "b",
     .lines = "goto scores row 1 col 1",
     .keys = "n",
     .shows = "scores @ row word1 col word1"},
    {.key = "s", .lines = "goto scores row 1 col 1", .shows = "term 1 of 4"},
    {.key = "f", .lines = "goto scores row 1 col 1 term 1", .gone = "term 1 of 4"},
    {.key = "r", .shows = "Predict: One parameter makes word2"},
    {.key = "Left", .lines = "move weights[1,2]", .shows = "weights[word1,word1] = "},
    {.key = "Down", .lines = "move weights[1,2]", .shows = "weights[word2,word2] = "},
    {.key = "Up", .lines = "move weights[2,2]", .shows = "weights[word1,word2] = "},
    {.key = "Right", .lines = "move weights[1,2]", .shows = "weights[word1,word3] = "},
    {.key = "Home", .lines = "move weights[1,3]", .shows = "weights[word1,word1] = "},
    {.key = "End", .lines = "move weights[1,1]", .shows = "weights[word1,word3] = "},
    {.key = "g", .lines = "move weights[3,2]", .shows = "weights[word1,word2] = "},
    {.key = "G", .lines = "move weights[1,2]", .shows = "weights[word3,word2] = "},
    {.key = "]", .lines = "Z = normal(2, 3, 4, seed=1)\nmove Z[1,1,1]", .shows = "Z[2,1,1] = "},
    {.key = "[", .lines = "Z = normal(2, 3, 4, seed=1)\nmove Z[2,1,1]", .shows = "Z[1,1,1] = "},
    {.key = ">",
     .lines = "f(a, b) = a + b\nB = layers(f, X, stack(X, X))\nmove B.1[1,1]",
     .shows = "B.2[word1,1] = "},
    {.key = "<",
     .lines = "f(a, b) = a + b\nB = layers(f, X, stack(X, X))\nmove B.2[1,1]",
     .shows = "B.1[word1,1] = "},
    {.key = "X", .lines = "move weights[1,2]", .shows = "[weights]* off"},
    {.key = "Enter", .lines = "move weights[1,2]", .shows = "‹ scaled[word1,word2]"},
    {.key = "Backspace",
     .lines = "move weights[1,2]",
     .keys = "\r",
     .gone = "‹ scaled[word1,word2]"},
    {.key = "e", .lines = "move W_q[1,2]", .shows = "qkv> W_q[1,2] ="},
    {.key = "+", .lines = "move W_q[1,2]", .shows = "W_q[1,2]  5 → 5.1"},
    {.key = "-", .lines = "move W_q[1,2]", .shows = "W_q[1,2]  5 → 4.9"},
    {.key = "}", .shows = "A nudge is 1."},
    {.key = "{", .shows = "A nudge is 0.01."},
    {.key = "~", .lines = "move W_q[1,2]", .shows = "W_q[1,2]  5 → -5"},
    {.key = "p", .lines = "move weights[1,2]", .shows = "qkv> pin weights[word1,word2] ="},
    {.key = "u", .lines = "W_q[1,2] = 0.2", .shows = "W_q[1,2]  0.2 → 5"},
    {.key = "C-r", .lines = "W_q[1,2] = 0.2", .keys = "u", .shows = "W_q[1,2]  5 → 0.2"},
    {.key = "=", .shows = "The values of this moment are kept"},
    {.key = "d", .lines = "baseline\nW_q[1,2] = 0.2\nmove W_q[1,2]", .shows = "baseline → now"},
    {.key = "x", .lines = "move weights[1,2]", .shows = "── answer"},
    {.key = "w", .lines = "move weights[1,2]", .shows = "── answer"},
    {.key = "m", .lines = "move weights[1,2]", .shows = "scale 0"},
    {.key = "M", .lines = "move weights[1,2]", .keys = "m", .shows = "this matrix"},
    {.key = "z", .lines = "move weights[1,2]", .shows = "[0.5953]"},
    {.key = "y", .lines = "move weights[1,2]", .shows = "Copied weights[word1,word2]"},
    {.key = "Y",
     .lines = "move weights[1,2]",
     .shows = "as NumPy writes it, the matrix of weights"},
    {.key = "O", .shows = "values ↓"},
    {.key = "T", .shows = "The theme is light."},
    {.key = "R", .shows = "The lesson plays by itself: any key stops it"},
    {.key = "c", .lines = "move weights[1,2]", .shows = "softmax(scaled, each=column)"},
    {.key = "Tab", .lines = "move scores[1,2]", .shows = "Q[word1,1] = "},
    {.key = "S-Tab", .lines = "move scores[1,2]", .shows = "K[word1,1] = "},
    {.key = "v", .shows = "── the page"},
    {.key = "t", .shows = "── contents"},
    {.key = "/", .shows = "qkv> find"},
    {.key = "M-n", .lines = "find moves what\ngoto start", .shows = "page 8 of 10"},
    {.key = "M-N", .lines = "find moves what\ngoto end", .shows = "page 8 of 10"},
    {.key = "N", .shows = "── notes"},
    {.key = "Escape", .lines = "move weights[1,2]", .keys = "\r", .gone = "‹ scaled[word1,word2]"},
    {.key = "a", .keys = "r", .shows = "qkv> answer"},
    {.key = "H", .keys = "r", .shows = "Hint 1 of 1: Read column 1 of X."},
    {.key = "S", .keys = "r", .shows = "Skipped."},
    {.key = ":", .shows = "Enter run"},
    {.key = "o", .shows = "▶  1"},
    {.key = "?", .shows = "── keys"},
};

static size_t count_keys(void) {
    size_t count = 0;
    while (key_at(count) != NULL) {
        count++;
    }
    return count;
}

static const struct deed *find_deed(const char *key) {
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        if (strcmp(deeds[i].key, key) == 0) {
            return &deeds[i];
        }
    }
    ck_abort_msg("nothing here says what the key %s does", key);
}

static void prepare(const struct deed *deed) {
    char lines[256], *rest;
    learner_begin(&learner);
    snprintf(lines, sizeof lines, "%s", deed->lines == NULL ? "" : deed->lines);
    for (char *line = strtok_r(lines, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        learner_types(&learner, line);
    }
    for (const char *key = deed->keys; key != NULL && *key != '\0'; key++) {
        learner_presses(&learner, (const char[]){*key, '\0'});
    }
}

static void press(const struct deed *deed, const char *name) {
    prepare(deed);
    if (deed->shows != NULL) {
        learner_misses(&learner, deed->shows);
        learner_presses(&learner, learner_bytes(name));
        learner_sees(&learner, deed->shows);
    }
    if (deed->gone != NULL) {
        learner_sees(&learner, deed->gone);
        learner_presses(&learner, learner_bytes(name));
        learner_misses(&learner, deed->gone);
    }
    vt_free(&learner.vt);
}

/* One row of the table, by each of its names. */
START_TEST(every_key_is_seen_to_act) {
    const struct key *key = key_at((size_t)_i);
    char names[64], *rest;
    snprintf(names, sizeof names, "%s %s", key->key, key->also == NULL ? "" : key->also);
    for (char *name = strtok_r(names, " ", &rest); name != NULL;
         name = strtok_r(NULL, " ", &rest)) {
        if (strcmp(name, "q") == 0) {
            learner_begin(&learner);
            learner_quits(&learner);
        } else {
            press(find_deed(key->key), name);
        }
    }
}
END_TEST

START_TEST(other_keys_say_that_they_do_nothing) {
    static const char *const others[] = {"F5", "Delete", "C-t"};
    char said[64], name[2] = "";
    learner_begin(&learner);
    for (char sign = '!'; sign < '\x7f'; sign++) {
        name[0] = sign;
        if (key_find(name) == NULL && (sign < '0' || sign > '9')) {
            snprintf(said, sizeof said, "%s does nothing here; ? lists the keys", name);
            learner_presses(&learner, name);
            learner_sees(&learner, said);
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(said, sizeof said, "%s does nothing here; ? lists the keys", others[i]);
        learner_presses(&learner, learner_bytes(others[i]));
        learner_sees(&learner, said);
    }
    learner_quits(&learner);
}
END_TEST

/* Appends the words of a row, each after one blank. */
static void append_words(char *all, size_t size, const char *row) {
    size_t length = strlen(all);
    for (; *row != '\0' && length + 2 < size; row++) {
        if (*row != ' ' || all[length - 1] != ' ') {
            all[length++] = *row;
        }
    }
    if (all[length - 1] != ' ') {
        all[length++] = ' ';
    }
    all[length] = '\0';
}

START_TEST(the_list_of_keys_has_every_key) {
    char all[16384] = " ", wanted[512];
    learner.rows = 90; /* all of it at once */
    learner_begin(&learner);
    learner_presses(&learner, "?");
    for (int row = 2; row < 88; row++) {
        append_words(all, sizeof all, vt_row(&learner.vt, row));
    }
    for (size_t i = 0; key_at(i) != NULL; i++) {
        const struct key *key = key_at(i);
        snprintf(wanted, sizeof wanted, " %s%s%s %s ", key->key, key->also == NULL ? "" : " ",
                 key->also == NULL ? "" : key->also, key->sentence);
        ck_assert_msg(strstr(all, wanted) != NULL, "not listed:%s\nbut %s", wanted, all);
    }
    learner_presses(&learner, "\x1b");
    learner_quits(&learner);
}
END_TEST

START_TEST(a_number_counts_the_next_key) {
    learner_begin(&learner);
    learner_types(&learner, "move output[1,1]");
    learner_presses(&learner, "3\x1b[C");
    learner_sees(&learner, "output[word1,4] = ");
    learner_presses(&learner, "3");
    learner_sees(&learner, " 3 times: which key?");
    learner_presses(&learner, "\x1b"); /* forgets it */
    learner_misses(&learner, "3 times");
    learner_presses(&learner, "\x1b[D");
    learner_sees(&learner, "output[word1,3] = ");
    learner_presses(&learner, "10\x1b[D");
    learner_sees(&learner, "output[word1,1] = ");
    learner_quits(&learner);
}
END_TEST

/* What a lesson prints as .6974 is answered as it is printed. */
START_TEST(a_point_and_a_minus_begin_a_number) {
    char path[sizeof learner.home + 32];
    snprintf(path, sizeof path, "%s/ask.md", learner.home);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("# Ask\n\n```qkv\nW = [[1, 2]]\n```\n\n```quiz one\nHow much?\n= .6974 ~ 1e-4\n```\n\n"
          "```quiz two\nAnd now?\n= -1/6 ~ 1e-4\n```\n",
          file);
    fclose(file);
    learner_open(&learner, (const char *const[]){path, NULL});
    learner_presses(&learner, "  ");
    learner_sees(&learner, "How much?");
    learner_presses(&learner, ".6974\r");
    learner_sees(&learner, "Right.");
    learner_presses(&learner, " ");
    learner_sees(&learner, "And now?");
    learner_presses(&learner, "-0.1667\r");
    learner_sees(&learner, "Right.");
    learner_sees(&learner, "[1] ");
    learner_quits(&learner);
}
END_TEST

START_TEST(a_digit_changes_a_locked_choice) {
    char path[sizeof learner.home + 32];
    snprintf(path, sizeof path, "%s/ask.md", learner.home);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("# Ask\n\n```quiz one predict\nWhich?\n( ) a\n(x) b\n```\n\n```qkv\nW = 2\n```\n\n"
          "```qkv\nV = 3\n```\n",
          file);
    fclose(file);
    learner_open(&learner, (const char *const[]){path, NULL});
    learner_presses(&learner, " 1");
    learner_sees(&learner, "▶1. a");
    learner_presses(&learner, "2");
    learner_sees(&learner, "▶2. b");
    learner_presses(&learner, " ");
    learner_sees(&learner, "As you said: 2. b");
    learner_quits(&learner);
}
END_TEST

/* --- a newcomer ------------------------------------------------------------------------------ */

static void press_until(const char *key, const char *words) {
    for (int i = 0; i < 300 && learner_finds(&learner, words, 0) < 0; i++) {
        learner_presses(&learner, key);
    }
    learner_sees(&learner, words);
}

/* With nothing but what the footer says. */
START_TEST(a_newcomer_finds_the_way) {
    learner_open(&learner, NULL);
    learner_sees(&learner, "▶  0  Looking back");
    learner_sees(&learner, "Enter open  Up Down choose");
    learner_presses(&learner, "\x1b[B");
    learner_sees(&learner, "▶  1  The worked example");
    learner_presses(&learner, "\r");
    learner_sees(&learner, "page 1 of 10");
    learner_sees(&learner, "Space on");
    press_until(" ", "1-4 answer");
    learner_presses(&learner, "2");
    learner_sees(&learner, "▶2. word2");
    learner_presses(&learner, " ");
    learner_sees(&learner, ".595→.350");
    press_until(" ", "page 7 of 10");
    press_until(" ", "output = weights @ V");
    press_until("\x1b[5~", "page 6 of 10");
    learner_types(&learner, "move weights[1,1]");
    learner_presses(&learner, "\x1b[C");
    learner_sees(&learner, "weights[word1,word2] = 1 / (0.8958 + 1 + 0.9608) ≈ 0.3501");
    learner_presses(&learner, "\r");
    learner_sees(&learner, "weights[word1,word2] ‹ scaled[word1,word2]");
    learner_presses(&learner, "\r\r");
    learner_sees(&learner, "… ‹ scaled[word1,word2] ‹ scores[word1,word2] ‹ Q[word1,1]");
    learner_presses(&learner, "\x7f\x7f\x7f");
    learner_types(&learner, "move W_q[1,2]");
    learner_presses(&learner, "e");
    learner_presses(&learner, "5\r");
    learner_sees(&learner, "W_q[1,2]  0.2 → 5");
    learner_sees(&learner, ".350→.595");
    learner_sees(&learner, " .301  "); /* row 2 has not moved */
    learner_presses(&learner, "u");
    learner_sees(&learner, "W_q[1,2]  5 → 0.2");
    learner_quits(&learner);
}
END_TEST

/* --- a clicker ------------------------------------------------------------------------------- */

enum { CLICKS = 1500 };

/* "page 3 of 10" of the title; false when there was no room to say it. */
static bool read_page(int page[2]) {
    const char *at = strstr(vt_row(&learner.vt, 0), "page ");
    return at != NULL && sscanf(at, "page %d of %d", &page[0], &page[1]) == 2;
}

START_TEST(a_clicker_carries_every_lesson) {
    static const char *const keys[] = {" ", "\x1b[6~"};
    char path[600];
    int page[2] = {0, 0}, before = 1, clicks = 0;
    snprintf(path, sizeof path, "%s/lessons/%s", QKV_SOURCE_DIR, desk_lesson(_i));
    learner_open(&learner, (const char *const[]){path, NULL});
    while (clicks < CLICKS && learner_finds(&learner, "This is the end of the lesson", 0) < 0) {
        learner_presses(&learner, keys[clicks++ % 2]);
        ck_assert_msg(!read_page(page) || (page[0] >= before && page[0] <= before + 1),
                      "from page %d to %d", before, page[0]);
        before = page[0] > 0 ? page[0] : before;
    }
    learner_sees(&learner, "This is the end of the lesson. Enter opens the next, Escape stays.");
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

/* What lies over the picture scrolls with the same two keys, and is left by them. */
START_TEST(a_clicker_gets_out_of_covers) {
    static const char *const covers[] = {"?", "v", "t", "N", "x", "w"};
    learner_begin(&learner);
    for (size_t i = 0; i < sizeof covers / sizeof *covers; i++) {
        learner_presses(&learner, covers[i]);
        learner_sees(&learner, "Escape close");
        press_until(" ", "Space on");
    }
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
    learner_sees(&learner, "old → new");
    learner_presses(&learner, "tq");
    learner_misses(&learner, "── contents");
    learner_presses(&learner, "t");
    learner_presses(&learner, "v");
    learner_sees(&learner, "── the page");
    learner_presses(&learner, "q");
    learner_quits(&learner);
}
END_TEST

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
    learner_sees(&learner, "weights[word1,word2] = 1 / (0.2122 + 1 + 0.4677) ≈ 0.5953");
    learner_presses(&learner, "m");
    learner_sees(&learner, ".595");
    learner_sees(&learner, "scale 0");
    ck_assert_int_ge(most_background(), terminals[_i].least);
    ck_assert_int_le(most_background(), terminals[_i].most);
    learner_presses(&learner, "m");
    learner_types(&learner, "W_q[1,2] = 0.2");
    learner_sees(&learner, ".595→.350");
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
/* Without italics a word that is spoken of could not be told from one that is used. */
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
            learner_sees(&learner, "weights[word1,word");
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
    learner_sees(&learner, "weights[word1,word2] = ");
    learner_types(&learner, "undo");
    press_until(" ", "1-4 answer");
    learner_sees(&learner, "4. none");
    learner_presses(&learner, "2");
    learner_sees(&learner, "▶2. word2");
    learner_quits(&learner);
}
END_TEST

/* --- beside the keys ------------------------------------------------------------------------- */

static void keep_rows(char rows[24][512]) {
    for (int row = 0; row < 24; row++) {
        snprintf(rows[row], sizeof rows[row], "%s", vt_row(&learner.vt, row));
    }
}

static void assert_rows(char rows[24][512]) {
    for (int row = 0; row < 24; row++) {
        vt_assert_row(&learner.vt, row, rows[row]);
    }
}

START_TEST(a_redraw_repairs) {
    char rows[24][512];
    learner_begin(&learner);
    keep_rows(rows);
    vterm_input_write(learner.vt.terminal, "\x1b[3;5Hgarbage\x1b[24;1Hmore", 24);
    vt_keys(&learner.vt, "\x0c");
    assert_rows(rows);
    learner_quits(&learner);
}
END_TEST

START_TEST(control_c_clears_the_prompt) {
    learner_begin(&learner);
    learner_presses(&learner, ":W_q[1,2");
    learner_sees(&learner, "qkv> W_q[1,2");
    learner_presses(&learner, "\x03");
    learner_misses(&learner, "qkv> W_q[1,2");
    learner_sees(&learner, "Enter run");
    learner_presses(&learner, "\x03");
    learner_sees(&learner, "Space on");
    learner_misses(&learner, "q leaves");
    learner_presses(&learner, "\x03");
    learner_sees(&learner, "q leaves");
    learner_presses(&learner, "e");
    learner_presses(&learner, "\x1b");
    learner_sees(&learner, "Space on");
    learner_presses(&learner, ":");
    ck_assert_str_eq(vt_row(&learner.vt, 22), " qkv>"); /* Escape has forgotten it */
    learner_presses(&learner, "\x04");
    learner_quits(&learner);
}
END_TEST

/* A line that a key has begun gives the keys back, unless it fails. */
START_TEST(an_edit_comes_back_to_the_keys) {
    learner_begin(&learner);
    learner_types(&learner, "move W_q[1,2]");
    learner_presses(&learner, "e");
    learner_presses(&learner, "nonsense\r");
    learner_sees(&learner, "no value is called nonsense");
    learner_sees(&learner, "Enter run");
    learner_presses(&learner, "\x1b");
    learner_presses(&learner, "e");
    learner_presses(&learner, "0.2 + 0.3\r");
    learner_sees(&learner, "W_q[1,2]  5 → 0.5");
    learner_sees(&learner, "Space on");
    learner_presses(&learner, "u");
    learner_presses(&learner, ":W_q[1,2] = 5\r");
    learner_sees(&learner, "Enter run");
    learner_presses(&learner, "\x1b");
    learner_quits(&learner);
}
END_TEST

/* The line is gone from the prompt: it stands below what is wrong with it, with a caret. */
START_TEST(a_mistake_is_shown_in_its_line) {
    learner_begin(&learner);
    learner_presses(&learner, ":Z = X @ softmaxx(X)\r");
    ck_assert_str_eq(vt_row(&learner.vt, 19),
                     " there is no operator `softmaxx`; did you mean softmax?");
    ck_assert_str_eq(vt_row(&learner.vt, 20), "   Z = X @ softmaxx(X)");
    ck_assert_str_eq(vt_row(&learner.vt, 21), "           ^~~~~~~~");
    learner_presses(&learner, "\x1b");
    learner_quits(&learner);
    learner.columns = 60; /* no room for the line: it is only said */
    learner_begin(&learner);
    learner_presses(&learner, ":Z = X + X + X + X + X + X + X + X + X + X + X + X + X + none\r");
    ck_assert_str_eq(vt_row(&learner.vt, 21), " no value is called none");
    learner_presses(&learner, "\x1b");
    learner_quits(&learner);
}
END_TEST

START_TEST(a_paste_is_a_line_to_run) {
    learner_begin(&learner);
    learner_presses(&learner, "\x1b[200~W_q[1,2] = 2\nq\x1b[201~");
    learner_sees(&learner, "qkv> W_q[1,2] = 2↵q");
    learner_presses(&learner, "\x7f\x7f\r");
    learner_sees(&learner, "W_q[1,2]  5 → 2");
    learner_presses(&learner, "\x1b[200~A = [[1, 2],\n[3, 4]]\x1b[201~\r\x1b");
    learner_types(&learner, "move A[2,1]");
    learner_sees(&learner, "A[2,1] = 3");
    learner_quits(&learner);
}
END_TEST

static const char *copied(void) {
    static char text[sizeof learner.vt.copied];
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = 0, count = 0;
    size_t length = 0;
    for (const char *at = learner.vt.copied; *at != '\0' && *at != '='; at++) {
        bits = bits << 6 | (unsigned)(strchr(letters, *at) - letters);
        count += 6;
        if (count >= 8) {
            text[length++] = (char)(bits >> (count -= 8));
        }
    }
    text[length] = '\0';
    return text;
}

START_TEST(what_is_copied_is_in_the_clipboard) {
    learner_begin(&learner);
    learner_types(&learner, "move X[2,4]");
    learner_presses(&learner, "y");
    ck_assert_str_eq(copied(), "2");
    learner_presses(&learner, "Y");
    ck_assert_str_eq(copied(), "np.array([[1.0, 0.0, 1.0, 0.0],\n    [0.0, 2.0, 0.0, 2.0],\n"
                               "    [1.0, 1.0, 1.0, 1.0]])");
    learner_types(&learner, "W_q[1,2] = 1/3");
    learner_types(&learner, "move W_q[1,2]; copy");
    learner_sees(&learner, "Copied W_q[1,2]");
    ck_assert_str_eq(copied(), "0.3333333333333333");
    learner_types(&learner, "Z = ones(122, 122)");
    learner_types(&learner, "move Z[1,1]; copy matrix");
    learner_sees(&learner, "Not copied: 75158 bytes, and a clipboard takes 74994");
    learner_types(&learner, "Z = ones(123, 456)"); /* not even written, which takes its time */
    learner_types(&learner, "move Z[1,1]; copy matrix");
    learner_sees(&learner, "56088 numbers are more than a clipboard takes: export");
    ck_assert_str_eq(copied(), "0.3333333333333333");
    learner_quits(&learner);
}
END_TEST

/* One that shows what it does not know. */
START_TEST(the_console_has_no_clipboard) {
    learner.term = "linux";
    learner_begin(&learner);
    learner_types(&learner, "move X[2,4]");
    learner_presses(&learner, "y");
    learner_sees(&learner, "Not copied: this terminal has no clipboard");
    ck_assert_str_eq(copied(), "");
    learner_quits(&learner);
}
END_TEST

/* BUTTON on the sign that is OFFSET columns behind where WORDS begin, from row FROM on. */
static void clicks(int button, const char *words, int offset) {
    int row = learner_finds(&learner, words, 0);
    if (row < 0) {
        learner_sees(&learner, words);
    }
    const char *text = vt_row(&learner.vt, row);
    size_t before = (size_t)(strstr(text, words) - text);
    vt_mouse(&learner.vt, button, row, (int)utf8_columns(text, before) + offset);
    vt_settle(&learner.vt);
}

START_TEST(the_mouse_points_at_cells_and_names) {
    learner_begin(&learner);
    learner_types(&learner, "move weights[1,1]");
    clicks(1, ".595", 1);
    learner_sees(&learner, "weights[word1,word2] = ");
    clicks(5, ".301", 1);
    learner_sees(&learner, "weights[word2,word2] = ");
    clicks(4, ".301", 1);
    learner_sees(&learner, "weights[word1,word2] = ");
    clicks(1, " 1.58", 2);
    learner_sees(&learner, "scaled[word1,word2] = ");
    clicks(1, "─▸ scores", 4);
    learner_sees(&learner, "── scores = Q @ K.T");
    learner_presses(&learner, "?");
    clicks(5, "Going", 1);
    learner_sees(&learner, "lines 4 to ");
    learner_presses(&learner, "\x1b");
    learner_quits(&learner);
}
END_TEST

START_TEST(the_wheel_turns_what_may_be_turned) {
    learner_begin(&learner);
    learner_types(&learner, "move W_q[1,1]");
    clicks(4, ".30 ", 1);
    learner_sees(&learner, "W_q[2,3]  0.3 → 0.4");
    clicks(5, ".30→.40", 5);
    learner_sees(&learner, "W_q[2,3]  0.4 → 0.3");
    clicks(4, "Each row says", 1);
    learner_sees(&learner, "── the page");
    learner_presses(&learner, "\x1b");
    learner_quits(&learner);
}
END_TEST

/* Choices; of several each click adds one. */
START_TEST(a_click_answers) {
    learner_begin(&learner);
    learner_presses(&learner, "r");
    clicks(1, "3. word3", 3);
    learner_sees(&learner, "▶3. word3");
    clicks(1, "2. word2", 0);
    learner_sees(&learner, "▶2. word2");
    learner_types(&learner, "goto page 8");
    learner_presses(&learner, "r");
    clicks(1, "3. V", 0);
    clicks(1, "6. output", 4);
    learner_sees(&learner, "qkv> answer 3 6");
    learner_presses(&learner, "\r");
    learner_sees(&learner, "▶6. output");
    learner_quits(&learner);
}
END_TEST

START_TEST(the_terminal_may_have_the_mouse) {
    learner_begin(&learner);
    ck_assert_int_ne(learner.vt.mouse, 0);
    learner_types(&learner, "mouse off");
    ck_assert_int_eq(learner.vt.mouse, 0);
    learner_sees(&learner, "The mouse selects text");
    learner_types(&learner, "mouse on");
    ck_assert_int_ne(learner.vt.mouse, 0);
    learner_types(&learner, "mouse");
    learner_quits(&learner);
}
END_TEST

/* A line of the settings that cannot be meant is told once, on the screen too; the others hold. */
START_TEST(settings_stay) {
    char path[sizeof learner.home + 64], folder[sizeof learner.home + 64];
    snprintf(path, sizeof path, "%s/qkv/config", learner.home);
    snprintf(folder, sizeof folder, "XDG_CONFIG_HOME=%s", learner.home);
    learner.setting[0] = folder;
    FILE *settings = fopen(path, "w");
    ck_assert_ptr_nonnull(settings);
    fputs("mouse = off\ncolour = red\n", settings);
    fclose(settings);
    learner_open(&learner, (const char *const[]){LEARNER_LESSON, NULL});
    learner_sees(&learner, "colour = red");
    ck_assert_int_eq(learner.vt.mouse, 0);
    learner_presses(&learner, " ");
    learner_misses(&learner, "colour = red");
    learner_quits(&learner);
}
END_TEST

static void settings_are(const char *lines, char *path, size_t size) {
    static char folder[sizeof learner.home + 32];
    snprintf(folder, sizeof folder, "XDG_CONFIG_HOME=%s", learner.home);
    snprintf(path, size, "%s/qkv/config", learner.home);
    learner.setting[0] = folder;
    FILE *settings = lines == NULL ? NULL : fopen(path, "w");
    ck_assert(lines == NULL || settings != NULL);
    if (settings != NULL) {
        fputs(lines, settings);
        fclose(settings);
    }
}

/* Each of them, asked by the command of its name. Nothing moves where a test asks for marks: this
 * one does not. */
START_TEST(every_setting_is_in_force) {
    char path[sizeof learner.home + 64];
    settings_are("theme = contrast\nprecision = 2\nmouse = off\nmotion = off\n", path, sizeof path);
    learner.setting[1] = "QKV_MARK"; /* not there */
    learner_spawn(&learner, (const char *const[]){LEARNER_LESSON, "--from-start", NULL});
    learner_awaits(&learner, "page 1 of 10");
    vt_send(&learner.vt, ":theme\r");
    learner_awaits(&learner, "The theme is contrast");
    vt_send(&learner.vt, "motion\r");
    learner_awaits(&learner, "What a step adds is seen to drop");
    vt_send(&learner.vt, "2/3\r");
    learner_awaits(&learner, "0.67");
    ck_assert_int_eq(learner.vt.mouse, 0);
    vt_send(&learner.vt, "quit\r");
    learner_ends(&learner);
}
END_TEST

/* What is no file of settings is told once, and nothing is set. */
START_TEST(spoilt_settings_stop_nobody) {
    static const char *const told[] = {"it is a folder", "regular file", /* the path may be long */
                                       "too big: the limit is"};
    char path[sizeof learner.home + 64];
    settings_are(NULL, path, sizeof path);
    int big = _i < 2 ? -1 : open(path, O_CREAT | O_WRONLY, 0600);
    ck_assert_int_eq(_i == 0   ? mkdir(path, 0700)
                     : _i == 1 ? mkfifo(path, 0600)
                               : ftruncate(big, (off_t)1 << 30),
                     0);
    learner_open(&learner, (const char *const[]){LEARNER_LESSON, "--from-start", NULL});
    learner_sees(&learner, told[_i]);
    learner_sees(&learner, "page 1 of 10");
    learner_presses(&learner, " ");
    learner_misses(&learner, told[_i]);
    learner_quits(&learner);
    if (big >= 0) {
        close(big);
    }
}
END_TEST

/* --- where the learner was ------------------------------------------------------------------- */

START_TEST(a_lesson_goes_on_where_it_was_left) {
    static const char *const fresh[] = {LEARNER_LESSON, NULL};
    learner_open(&learner, fresh);
    learner_sees(&learner, "page 1 of 10");
    learner_types(&learner, "goto page 3");
    learner_sees(&learner, "page 3 of 10");
    learner_quits(&learner);
    learner_open(&learner, fresh);
    learner_sees(&learner, "page 3 of 10");
    learner_quits(&learner);
    learner_open(&learner, NULL);
    learner_sees(&learner, "page 3 of 10");
    learner_sees(&learner, "new");
    learner_presses(&learner, "1\r");
    learner_sees(&learner, "1 The worked example · page 3 of 10");
    learner_quits(&learner);
    learner_begin(&learner);
    learner_sees(&learner, "page 1 of 10");
    learner_quits(&learner);
    learner_open(&learner, fresh);
    learner_sees(&learner, "page 1 of 10");
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
    learner_sees(&learner, "page 4 of 10");
    learner_quits(&learner);
    learner_open(&learner, (const char *const[]){path, NULL});
    learner_sees(&learner, "page 2 of 2");
    learner_quits(&learner);
}
END_TEST

/* Where progress cannot be kept the learner is told, and goes on. */
START_TEST(what_is_not_kept_is_told) {
    char path[sizeof learner.home + 32];
    snprintf(path, sizeof path, "%s/qkv/progress", learner.home);
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

START_TEST(a_page_is_chosen_from_the_list) {
    learner_begin(&learner);
    learner_presses(&learner, "t");
    learner_sees(&learner, "> 1");
    learner_presses(&learner, "jj\x1b[A");
    learner_sees(&learner, "> 2");
    learner_presses(&learner, "\r");
    learner_sees(&learner, "page 2 of 10");
    learner_misses(&learner, "── contents");
    learner_presses(&learner, "t");
    learner_sees(&learner, "> 2");
    learner_presses(&learner, "10");
    learner_sees(&learner, ">10");
    learner_presses(&learner, " ");
    learner_sees(&learner, "page 10 of 10");
    learner_presses(&learner, "bb");
    learner_sees(&learner, "page 1 of 10");
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
    ck_assert_int_eq(learner.vt.asked, cases[_i].option == NULL);
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

/* --- a lesson plays by itself ----------------------------------------------------------------- */

static const char *write_lesson(void) {
    static char path[sizeof learner.home + 32];
    snprintf(path, sizeof path, "%s/plays.md", learner.home);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("# Plays\n\n## One\n\n```qkv\nW = [[1, 2]]\n```\n\n```quiz one\nWhich?\n( ) a\n(x) b\n"
          "```\n\n```qkv\nV = W + 1\n```\n\nThe last words.\n",
          file);
    fclose(file);
    return path;
}

START_TEST(a_lesson_plays_to_its_end) {
    learner_open(&learner, (const char *const[]){write_lesson(), NULL});
    learner_presses(&learner, ":play 0.01\r");
    learner_awaits(&learner, "The last words.");
    learner_awaits(&learner, "This is the end of the lesson.");
    learner_presses(&learner, "\x1b");
    learner_sees(&learner, "The last words.");
    learner_sees(&learner, "q quit"); /* it plays no more */
    learner_quits(&learner);
}
END_TEST

START_TEST(any_key_stops_a_lesson_that_plays) {
    learner_open(&learner, (const char *const[]){write_lesson(), NULL});
    learner_presses(&learner, ":play 3600\r");
    learner_sees(&learner, "any key stops it");
    learner_presses(&learner, "q");
    learner_misses(&learner, "any key stops it");
    learner_presses(&learner, " "); /* as ever */
    learner_sees(&learner, "W = [[1, 2]]");
    learner_quits(&learner);
}
END_TEST

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
    return learner.vt.asked > 0;
}

/* The first part of an answer comes at once, the rest behind the first picture: obeyed as one that
 * comes whole, and no part of it typed. (A lone ESC is the Escape key: no terminal ends a part so.)
 */
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

/* … where the terminal knows how; and it is never left waiting for the end of one. */
START_TEST(frames_are_shown_at_once) {
    learner.whole_frames = _i == 1;
    learner_begin(&learner);
    learner_presses(&learner, "n");
    ck_assert_int_eq(learner.vt.frames > 1, learner.whole_frames);
    learner_quits(&learner);
}
END_TEST

/* A few frames more than without, where they are asked for and there are colours. */
START_TEST(a_step_may_be_seen_to_move) {
    static const char *const lines[] = {"motion off", "motion on"};
    int frames[2];
    learner.whole_frames = true;
    learner_begin(&learner);
    learner_types(&learner, "goto end");
    for (int i = 0; i < 2; i++) {
        learner_types(&learner, lines[i]);
        learner_types(&learner, "goto scores row 1 col 1 term 1");
        frames[i] = learner.vt.frames;
        learner_presses(&learner, "n");
        learner_sees(&learner, "term 2 of 4");
        frames[i] = learner.vt.frames - frames[i];
    }
    ck_assert_int_ge(frames[1], frames[0] + 3);
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

/* --------------------------------------------------------------------------------------------- */

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

static TCase *add_case(Suite *suite, const char *name) {
    TCase *tests = tcase_create(name);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    suite_add_tcase(suite, tests);
    return tests;
}

/* The program under test is the same in both passes: the sanitized one, which looks for what these
 * tests do wrong, is content with some. */
#ifdef QKV_SANITIZED
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

Suite *screen_app_suite(void) {
    Suite *suite = suite_create("screen_app");
    int lesson_count = desk_lesson_count();
    TCase *keys = add_case(suite, "keys");
    tcase_add_loop_test(keys, every_key_is_seen_to_act, 0, SANITIZED ? 3 : (int)count_keys());
    tcase_add_test(keys, other_keys_say_that_they_do_nothing);
    tcase_add_test(keys, the_list_of_keys_has_every_key);
    tcase_add_test(keys, a_number_counts_the_next_key);
    tcase_add_test(keys, a_point_and_a_minus_begin_a_number);
    tcase_add_test(keys, a_digit_changes_a_locked_choice);
    TCase *ways = add_case(suite, "ways");
    tcase_add_test(ways, a_newcomer_finds_the_way);
    tcase_add_loop_test(ways, a_clicker_carries_every_lesson, 0, SANITIZED ? 1 : lesson_count);
    tcase_add_test(ways, a_clicker_gets_out_of_covers);
    tcase_add_test(ways, a_cover_turns_whole_pages);
    tcase_add_test(ways, keys_act_under_covers);
    tcase_add_test(ways, a_lesson_goes_on_where_it_was_left);
    tcase_add_test(ways, a_strangers_lesson_moves_no_other);
    tcase_add_test(ways, what_is_not_kept_is_told);
    tcase_add_test(ways, a_lesson_is_chosen_from_the_list);
    tcase_add_test(ways, what_another_lesson_has_is_gone_to);
    tcase_add_test(ways, a_page_is_chosen_from_the_list);
    TCase *places = add_case(suite, "terminals");
    tcase_add_loop_test(places, every_terminal_shows_the_same, 0, SANITIZED ? 1 : COUNT(terminals));
    tcase_add_test(places, colour_is_an_option);
    tcase_add_loop_test(places, the_theme_follows_the_terminal, 0, SANITIZED ? 2 : 11);
    tcase_add_test(places, the_theme_is_chosen_and_remembered);
    tcase_add_test(places, a_lesson_plays_to_its_end);
    tcase_add_test(places, any_key_stops_a_lesson_that_plays);
    tcase_add_loop_test(places, a_late_answer_is_obeyed, 0, 2);
    tcase_add_loop_test(places, an_answer_in_two_parts_is_obeyed, 0, 31);
    tcase_add_test(places, a_step_may_be_seen_to_move);
    tcase_add_test(places, what_is_typed_ahead_is_kept);
    tcase_add_loop_test(places, frames_are_shown_at_once, 0, 2);
    tcase_add_loop_test(places, what_is_stressed_is_seen_to_be, 0, 2);
    tcase_add_loop_test(places, a_dumb_terminal_has_the_prompt, 0, 2);
    tcase_add_test(places, plain_is_an_option);
    tcase_add_test(places, sizes_come_in_storms);
    tcase_add_test(places, sixty_by_eighteen_is_usable);
    tcase_add_test(places, a_redraw_repairs);
    tcase_add_test(places, control_c_clears_the_prompt);
    tcase_add_test(places, an_edit_comes_back_to_the_keys);
    tcase_add_test(places, a_mistake_is_shown_in_its_line);
    tcase_add_test(places, a_paste_is_a_line_to_run);
    tcase_add_test(places, what_is_copied_is_in_the_clipboard);
    tcase_add_test(places, the_console_has_no_clipboard);
    tcase_add_test(places, the_mouse_points_at_cells_and_names);
    tcase_add_test(places, the_wheel_turns_what_may_be_turned);
    tcase_add_test(places, a_click_answers);
    tcase_add_test(places, the_terminal_may_have_the_mouse);
    tcase_add_test(places, settings_stay);
    tcase_add_test(places, every_setting_is_in_force);
    tcase_add_loop_test(places, spoilt_settings_stop_nobody, 0, 3);
    return suite;
}
