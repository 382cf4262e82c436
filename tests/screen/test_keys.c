/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The built program (QKV_PROGRAM) on a pseudo-terminal: every key, the prompt, the clipboard, the
 * mouse.
 */
#include "base/utf8.h"
#include "commands/keys.h"
#include "screen/learner.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Suite *screen_keys_suite(void);

static struct learner learner;

static void set_up(void) {
    learner_init(&learner);
}

static void tear_down(void) {
    learner_release(&learner);
}

static void open_lesson(const char *text) {
    char path[sizeof learner.home + 32];
    snprintf(path, sizeof path, "%s/small.md", learner.home);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    learner_open(&learner, (const char *const[]){path, NULL});
}

/* --- every key ------------------------------------------------------------------------------- */

/* A key, and a place where its effect is visible: LINES typed (separated by \n) and KEYS pressed
 * before. Then SHOWS must appear that was not there, or GONE must disappear, or the cursor must be
 * ON a number. */
struct deed {
    const char *key, *lines, *keys, *shows, *gone, *on;
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
    {.key = "Left", .lines = "move weights[1,2]", .on = ".126"},
    {.key = "Down", .lines = "move weights[1,2]", .on = ".350"},
    {.key = "Up", .lines = "move weights[2,2]", .on = ".595"},
    {.key = "Right", .lines = "move weights[1,2]", .on = ".278"},
    {.key = "Home", .lines = "move weights[1,3]", .on = ".126"},
    {.key = "End", .lines = "move weights[1,1]", .on = ".278"},
    {.key = "g", .lines = "move weights[3,2]", .on = ".595"},
    {.key = "G", .lines = "move weights[1,2]", .on = ".601"},
    {.key = "]", .lines = "Z = normal(2, 3, 4, seed=1)\nmove Z[1,1,1]", .shows = "Z[2,1,1] = "},
    {.key = "[", .lines = "Z = normal(2, 3, 4, seed=1)\nmove Z[2,1,1]", .shows = "Z[1,1,1] = "},
    {.key = ">",
     .lines = "f(a, b) = a + b\nB = layers(f, X, stack(X, X))\nmove B.1[1,1]",
     .shows = "B.2[word1,1] = "},
    {.key = "<",
     .lines = "f(a, b) = a + b\nB = layers(f, X, stack(X, X))\nmove B.2[1,1]",
     .shows = "B.1[word1,1] = "},
    {.key = "X", .lines = "move weights[1,2]", .shows = "weights: off"},
    {.key = "Enter", .lines = "move weights[1,2]", .shows = "‹ scaled[word1,word2]"},
    {.key = "Backspace",
     .lines = "move weights[1,2]",
     .keys = "\r",
     .gone = "‹ scaled[word1,word2]"},
    {.key = "e", .lines = "move W_q[1,2]", .shows = "qkv> W_q[1,2] ="},
    {.key = "+", .lines = "move W_q[1,2]", .shows = "W_q[1,2] = 5 → 5.1"},
    {.key = "-", .lines = "move W_q[1,2]", .shows = "W_q[1,2] = 5 → 4.9"},
    {.key = "}", .shows = "A nudge is 1."},
    {.key = "{", .shows = "A nudge is 0.01."},
    {.key = "~", .lines = "move W_q[1,2]", .shows = "W_q[1,2] = 5 → -5"},
    {.key = "p", .lines = "move weights[1,2]", .shows = "qkv> pin weights[word1,word2] ="},
    {.key = "u", .lines = "W_q[1,2] = 0.2", .shows = "W_q[1,2] = 0.2 → 5"},
    {.key = "C-r", .lines = "W_q[1,2] = 0.2", .keys = "u", .shows = "W_q[1,2] = 5 → 0.2"},
    {.key = "=", .shows = "The present values are kept"},
    {.key = "d", .lines = "baseline\nW_q[1,2] = 0.2\nmove W_q[1,2]", .shows = "baseline → now"},
    {.key = "x", .lines = "move weights[1,2]", .shows = "── answer"},
    {.key = "w", .lines = "move weights[1,2]", .shows = "── answer"},
    {.key = "m", .lines = "move weights[1,2]", .shows = "keys → = softmax(scaled)"},
    {.key = "z", .lines = "move weights[1,2]", .shows = "keys → = softmax(scaled)"},
    {.key = "y", .lines = "move weights[1,2]", .shows = "Copied weights[word1,word2]"},
    {.key = "Y",
     .lines = "move weights[1,2]",
     .shows = "as NumPy writes it, the matrix of weights"},
    {.key = "O", .shows = "output = weights @ V"},
    {.key = "T", .shows = "The theme is light until you leave"},
    {.key = "c", .lines = "move weights[1,2]", .shows = "softmax(scaled, each=column)"},
    {.key = "Tab", .lines = "move W_q[1,2]", .on = ".126"},
    {.key = "S-Tab", .lines = "move weights[1,2]", .shows = "── scaled = "},
    {.key = "v", .shows = "── the page"},
    {.key = "t", .shows = "── contents"},
    {.key = "/", .shows = "qkv> find"},
    {.key = "M-n", .lines = "find moves what\ngoto start", .shows = "page 8 of 11"},
    {.key = "M-N", .lines = "find moves what\ngoto end", .shows = "page 8 of 11"},
    {.key = "N", .shows = "── notes"},
    {.key = "Escape", .lines = "move weights[1,2]", .keys = "\r", .gone = "‹ scaled[word1,word2]"},
    {.key = "a", .keys = "r", .shows = "qkv> answer"},
    {.key = "H", .keys = "r", .shows = "Hint: Read column 1 of X."},
    {.key = "S", .keys = "r", .shows = "Answer: "},
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
    if (deed->on != NULL) {
        learner_presses(&learner, learner_bytes(name));
        learner_is_on(&learner, deed->on);
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

/* Words that go on below are turned to before the lesson goes on. */
START_TEST(page_down_does_what_space_does) {
    enum { PRESSES = 8, ROWS = 24, COLUMNS = 512 };
    static char spaced[PRESSES][ROWS][COLUMNS];
    bool more = false;
    for (size_t way = 0; way < 2; way++) {
        learner_begin(&learner);
        for (size_t i = 0; i < PRESSES; i++) {
            learner_presses(&learner, learner_bytes(way == 0 ? "Space" : "PageDown"));
            more = more || learner_finds(&learner, "▾ ", 0) >= 0;
            for (int row = 0; way == 0 && row < ROWS; row++) {
                snprintf(spaced[i][row], COLUMNS, "%s", vt_row(&learner.vt, row));
            }
            for (int row = 0; row < ROWS; row++) {
                ck_assert_str_eq(vt_row(&learner.vt, row), spaced[i][row]);
            }
        }
        vt_free(&learner.vt);
    }
    ck_assert(more);
}
END_TEST

START_TEST(what_was_said_goes_with_the_next_words) {
    learner.rows = 18;
    learner_begin(&learner);
    learner_presses(&learner, " S");
    learner_sees(&learner, " more: Space");
    learner_sees(&learner, "no question is open here");
    learner_presses(&learner, " ");
    learner_misses(&learner, "no question is open here");
    learner_quits(&learner);
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

/* Where nothing is asked it does nothing, and the key after it what it always does. */
START_TEST(a_number_counts_for_nothing) {
    learner_begin(&learner);
    learner_types(&learner, "move output[1,3]");
    learner_presses(&learner, "3");
    learner_sees(&learner, "3 does nothing here");
    learner_presses(&learner, "\x1b[D\x1b[C");
    learner_is_on(&learner, ".33");
    learner_quits(&learner);
}
END_TEST

/* What a lesson prints as .6974 is answered as it is printed. */
START_TEST(a_point_and_a_minus_begin_a_number) {
    open_lesson(
        "# Ask\n\n```qkv\nW = [[1, 2]]\n```\n\n```quiz one\nHow much?\n= .6974 ~ 1e-4\n```\n\n"
        "```quiz two\nAnd now?\n= -1/6 ~ 1e-4\n```\n");
    learner_presses(&learner, "  ");
    learner_sees(&learner, "How much?");
    learner_presses(&learner, ".6974\r");
    learner_sees(&learner, "As you said: 0.6974");
    learner_presses(&learner, " ");
    learner_sees(&learner, "And now?");
    learner_presses(&learner, "-0.1667\r");
    learner_sees(&learner, "As you said: -0.1667");
    learner_quits(&learner);
}
END_TEST

/* Skipping shows the answer as answering does, and b takes it back as one move. */
START_TEST(a_skipped_prediction_is_told_at_once) {
    open_lesson("# Skip\n\n```quiz one predict\nWhich?\n( ) a\n(x) b {{ So it is. }}\n```\n\n"
                "```qkv\nW = 2\n```\n");
    learner_presses(&learner, " S");
    learner_sees(&learner, "✓ 2. b");
    learner_sees(&learner, "Skipped.");
    learner_sees(&learner, "So it is.");
    learner_sees(&learner, "W = 2");
    learner_presses(&learner, "b");
    learner_sees(&learner, "Your answer: Press 1 or 2 (one try).");
    learner_misses(&learner, "So it is.");
    learner_presses(&learner, " "); /* this asks once more */
    learner_sees(&learner, "A question is open");
    learner_presses(&learner, "2");
    learner_sees(&learner, "✓ Right.");
    learner_quits(&learner);
}
END_TEST

/* The verdict on a prediction comes at once, with what happens; when the learner goes back to it,
 * it stays as it was made. */
START_TEST(a_prediction_is_judged_at_once) {
    open_lesson("# Ask\n\n```quiz one predict\nWhich?\n( ) a\n(x) b\n```\n\n```qkv\nW = 2\n```\n\n"
                "```qkv\nV = 3\n```\n");
    learner_presses(&learner, " 1");
    learner_sees(&learner, "▶1. a");
    learner_sees(&learner, "✓ 2. b");
    learner_sees(&learner, "✗ Not right.");
    learner_sees(&learner, "W = 2");
    learner_presses(&learner, "b");
    learner_presses(&learner, "2");
    learner_sees(&learner, "▶1. a");
    learner_misses(&learner, "▶2. b");
    learner_presses(&learner, " ");
    learner_sees(&learner, "✗ Not right.");
    learner_quits(&learner);
}
END_TEST

/* A prediction that is locked opens no prompt for another answer, and Space still goes on. */
START_TEST(a_locked_prediction_opens_no_prompt) {
    open_lesson("# Ask\n\n```quiz one predict\nHow much is W?\n= W\n```\n\n```qkv\nW = 2\n```\n");
    learner_presses(&learner, " 3\r");
    learner_sees(&learner, "You said: 3. It is: 2");
    learner_presses(&learner, "b");
    learner_sees(&learner, "Your answer: 3. Space goes on.");
    learner_presses(&learner, "2");
    learner_sees(&learner, "your prediction is locked: you said 3");
    learner_misses(&learner, "qkv>");
    learner_presses(&learner, " ");
    learner_sees(&learner, "You said: 3. It is: 2");
    learner_quits(&learner);
}
END_TEST

/* The prompt stays for the next of the formulas until the answer is right or the learner leaves it:
 * after a wrong answer, a line that changes nothing, and a hint. */
START_TEST(formulas_are_typed_one_after_the_other) {
    open_lesson("# Write\n\n```qkv\nX = [[1, 2]]\n```\n\n```write double\nWrite four times X.\n"
                "inputs: X: n×2\nsolution: T = 2 * X\nsolution: F = 2 * T\n"
                "hint: Twice two.\n```\n");
    static const char *const lines[] = {"  :T = 2 * X\r", "F = T\r", "F = T\r", "T = X\r",
                                        "hint\r"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        learner_presses(&learner, lines[i]);
        learner_sees(&learner, "qkv>");
    }
    learner_presses(&learner, "\x1b");
    learner_misses(&learner, "qkv>");
    learner_presses(&learner, ":F = 4 * T\r");
    learner_sees(&learner, "✓ Right.");
    learner_misses(&learner, "qkv>");
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

/* True for keys whose effect cannot be left: numbers, settings, moves, what is copied. */
static bool stays(const char *key) {
    static const char *const all[] = {
        "Space", "PageUp", "n",   "b", "s", "f",   "r",     "Left", "Down", "Up",
        "Right", "Home",   "End", "g", "G", "Tab", "S-Tab", "]",    "[",    ">",
        "<",     "+",      "-",   "}", "{", "~",   "X",     "u",    "C-r",  "=",
        "y",     "Y",      "T",   "c", "H", "S",   "q",     "M-n",  "M-N"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(all[i], key) == 0) {
            return true;
        }
    }
    return false;
}

/* Escape leaves everything that one key opens; when there was a picture already, it returns to
 * that. */
START_TEST(escape_gets_out_of_everything) {
    const struct key *key = key_at((size_t)_i);
    char rows[24][512];
    if (stays(key->key)) {
        return;
    }
    learner_begin(&learner);
    learner_types(&learner, "baseline");
    learner_types(&learner, "W_q[1,2] = 4");
    learner_types(&learner, "move weights[1,2]");
    learner_presses(&learner, "\x1b"); /* what was said last */
    keep_rows(rows);
    learner_presses(&learner, learner_bytes(key->key));
    learner_presses(&learner, "\x1b");
    learner_presses(&learner, strcmp(key->key, "d") == 0 ? "\x1b" : "\x0c"); /* it says so, too */
    assert_rows(rows);
    learner_quits(&learner);
}
END_TEST

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

/* A product that would take minutes stops for q, which then leaves. */
START_TEST(q_stops_what_runs) {
    char path[512];
    struct learner own;
    snprintf(path, sizeof path, "%s/long.md", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("# Long\n\nWords.\n\n```qkv\nA = normal(4000, 4000)\nB = A", file);
    for (int i = 0; i < 99; i++) {
        fputs(" @ A", file);
    }
    fputs("\n```\n", file);
    ck_assert_int_eq(fclose(file), 0);
    learner_init(&own);
    learner_open(&own, (const char *const[]){path, "--from-start", NULL});
    learner_sees(&own, "Words.");
    vt_send(&own.vt, "  q");
    ck_assert_int_eq(vt_finish(&own.vt), 0);
    vt_free(&own.vt);
    learner_release(&own);
}
END_TEST

/* After a line the keys are back, even if a key began the line; one with a mistake in it stays. */
START_TEST(a_line_that_was_run_gives_the_keys_back) {
    learner_begin(&learner);
    learner_types(&learner, "move W_q[1,2]");
    learner_presses(&learner, "e");
    learner_presses(&learner, "0.2 + nonsense\r");
    learner_sees(&learner, "no value is called nonsense");
    learner_sees(&learner, "qkv> W_q[1,2] = 0.2 + nonsense");
    learner_presses(&learner, "\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f");
    learner_presses(&learner, "0.3\r");
    learner_sees(&learner, "W_q[1,2] = 5 → 0.5");
    learner_sees(&learner, "Space on");
    learner_presses(&learner, "u");
    learner_presses(&learner, ":W_q[1,2] = 4\r");
    learner_sees(&learner, "W_q[1,2] = 5 → 4");
    learner_sees(&learner, "Space on");
    learner_presses(&learner, ":nonsense\r");
    learner_sees(&learner, "qkv> nonsense");
    learner_presses(&learner, "\x1b");
    learner_sees(&learner, "Space on");
    learner_quits(&learner);
}
END_TEST

/* Up and Down put no earlier line in the place of a number that is being typed. */
START_TEST(arrows_leave_what_is_typed) {
    learner_begin(&learner);
    learner_types(&learner, "move W_q[1,2]");
    learner_presses(&learner, "e");
    learner_presses(&learner, "4\x1b[A");
    learner_sees(&learner, "qkv> W_q[1,2] = 4");
    learner_sees(&learner, "Enter takes what is typed, Escape leaves it.");
    learner_presses(&learner, "\x1b[B");
    learner_presses(&learner, "\r");
    learner_sees(&learner, "W_q[1,2] = 5 → 4");
    learner_presses(&learner, ":\x1b[A");
    learner_sees(&learner, "qkv> W_q[1,2] = 4");
    learner_presses(&learner, "\x1b");
    learner_quits(&learner);
}
END_TEST

/* Letters that were typed while a line ran are no keys; a blank at an empty prompt is one. */
START_TEST(what_is_typed_on_is_typed) {
    learner_begin(&learner);
    learner_presses(&learner, ":W_q[1,2] = 4\rmu");
    learner_sees(&learner, "qkv> mu");
    learner_sees(&learner, "W_q[1,2] = 5 → 4");
    learner_presses(&learner, "\x15");
    learner_sees(&learner, "Enter run");
    learner_presses(&learner, " ");
    learner_sees(&learner, "Space on");
    learner_sees(&learner, "Read row 1: word1 takes");
    learner_quits(&learner);
}
END_TEST

/* There is nothing to type at a computed number, and the keys stay keys. */
START_TEST(a_computed_number_opens_no_prompt) {
    learner_begin(&learner);
    learner_types(&learner, "move Q[1,2]");
    learner_presses(&learner, "e");
    learner_sees(&learner, "Q is computed from X and W_q. Type :goto W_q to change W_q");
    learner_misses(&learner, "qkv>");
    learner_presses(&learner, "\x1b[C");
    learner_sees(&learner, "× W_q[:,3]");
    learner_quits(&learner);
}
END_TEST

/* The line is gone from the prompt: it is shown below its mistake, with a caret. */
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
    learner_sees(&learner, "W_q[1,2] = 5 → 2");
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
    learner_types(&learner, "Z = ones(121, 121)"); /* almost as much as it takes */
    learner_types(&learner, "move Z[1,1]; copy matrix");
    learner_sees(&learner, "the matrix of Z[1,1]");
    learner_types(&learner, "move W_q[1,2]; copy");
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

/* Clicks BUTTON on the sign OFFSET columns after the start of WORDS, from row FROM on. */
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
    learner_is_on(&learner, ".595");
    clicks(5, ".301", 1);
    learner_is_on(&learner, ".350");
    clicks(4, ".301", 1);
    learner_is_on(&learner, ".595");
    learner_types(&learner, "W_q[1,2] = 0.2");
    clicks(1, ".21 ", 1);
    learner_is_on(&learner, ".21");
    learner_sees(&learner, "── scores = ");
    clicks(1, "weights queries", 4);
    learner_sees(&learner, "── weights = ");
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
    learner_sees(&learner, "W_q[2,3] = 0.3 → 0.4");
    clicks(5, ".40 ", 1);
    clicks(5, ".30 ", 1);
    learner_sees(&learner, "W_q[2,3] = 0.3 → 0.2");
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
    learner_sees(&learner, "✗ word3: ");
    learner_types(&learner, "goto page 8");
    learner_presses(&learner, "r");
    clicks(1, "3. V", 0);
    clicks(1, "6. output", 4);
    learner_sees(&learner, "qkv> answer 3 6");
    learner_presses(&learner, "\r");
    learner_sees(&learner, "✓ Right.");
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

/* The learner's file of settings, of these LINES, NULL: not made yet. Its path. */
static const char *settings_are(const char *lines) {
    static char path[sizeof learner.home + 64], folder[sizeof learner.home + 64];
    snprintf(path, sizeof path, "%s/qkv/config", learner.home);
    snprintf(folder, sizeof folder, "XDG_CONFIG_HOME=%s", learner.home);
    learner.setting[0] = folder;
    FILE *settings = lines == NULL ? NULL : fopen(path, "w");
    ck_assert(lines == NULL || settings != NULL);
    if (settings != NULL) {
        fputs(lines, settings);
        fclose(settings);
    }
    return path;
}

/* A mistake in a line of the settings is reported once, on the screen too; the other lines apply.
 */
/* The key tries a theme; only what is asked for is there at the next start. */
START_TEST(a_theme_is_kept_when_asked) {
    learner_begin(&learner);
    learner_presses(&learner, "T");
    learner_sees(&learner, "The theme is light until you leave; :theme keep remembers it.");
    learner_quits(&learner);
    learner_begin(&learner);
    learner_types(&learner, "theme");
    learner_sees(&learner, "The colours are those for the terminal's background.");
    learner_presses(&learner, "T");
    learner_types(&learner, "theme keep");
    learner_sees(&learner, "The theme is light.");
    learner_quits(&learner);
    learner_begin(&learner);
    learner_types(&learner, "theme");
    learner_sees(&learner, "The theme is light.");
    learner_quits(&learner);
}
END_TEST

START_TEST(settings_stay) {
    settings_are("mouse = off\ncolour = red\n");
    learner_open(&learner, (const char *const[]){LEARNER_LESSON, NULL});
    learner_sees(&learner, "colour = red");
    ck_assert_int_eq(learner.vt.mouse, 0);
    learner_presses(&learner, " ");
    learner_misses(&learner, "colour = red");
    learner_quits(&learner);
}
END_TEST

/* Each of them, asked by the command of its name. */
START_TEST(every_setting_is_in_force) {
    settings_are("theme = contrast\nprecision = 2\nmouse = off\n");
    learner_spawn(&learner, (const char *const[]){LEARNER_LESSON, "--from-start", NULL});
    learner_awaits(&learner, "page 1 of 11");
    vt_send(&learner.vt, ":theme\r");
    learner_awaits(&learner, "The theme is contrast");
    vt_send(&learner.vt, ":2/3\r");
    learner_awaits(&learner, "0.67");
    ck_assert_int_eq(learner.vt.mouse, 0);
    vt_send(&learner.vt, ":quit\r");
    learner_ends(&learner);
}
END_TEST

/* A file that is not a file of settings is reported once, and nothing is set. */
START_TEST(spoilt_settings_stop_nobody) {
    static const char *const said[] = {"it is a folder", "regular file", /* the path may be long */
                                       "too big: the limit is"};
    const char *path = settings_are(NULL);
    int big = _i < 2 ? -1 : open(path, O_CREAT | O_WRONLY, 0600);
    ck_assert_int_eq(_i == 0   ? mkdir(path, 0700)
                     : _i == 1 ? mkfifo(path, 0600)
                               : ftruncate(big, (off_t)1 << 30),
                     0);
    learner_open(&learner, (const char *const[]){LEARNER_LESSON, "--from-start", NULL});
    learner_sees(&learner, said[_i]);
    learner_sees(&learner, "page 1 of 11");
    learner_presses(&learner, " ");
    learner_misses(&learner, said[_i]);
    learner_quits(&learner);
    if (big >= 0) {
        close(big);
    }
}
END_TEST

/* README.md promises this under "Try it in 60 seconds". */
START_TEST(the_first_minute_is_as_the_readme_says) {
    learner.rows = 30;
    learner.columns = 100;
    learner_open(&learner, (const char *const[]){LEARNER_LESSON, "--at",
                                                 "scores @ row 1 col 2 term 2", NULL});
    learner_misses(&learner, "3.16");
    learner_presses(&learner, "nn");
    learner_sees(&learner, "= 3.16");
    learner_presses(&learner, "\r");
    learner_sees(&learner, "Q[word1,4]");
    learner_presses(&learner, "\r");
    learner_sees(&learner, "X[word1,1] = 1, as written");
    learner_presses(&learner, "e9\r");
    learner_sees(&learner, "9↑      0      1      0");
    learner_presses(&learner, "\x1b\x1b");
    learner_sees(&learner, "27.16");
    learner_presses(&learner, "u");
    learner_sees(&learner, "13.88→");
    learner_quits(&learner);
}
END_TEST

Suite *screen_keys_suite(void) {
    Suite *suite = suite_create("screen_keys");
    TCase *tests = tcase_create("keys");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, every_key_is_seen_to_act, 0, (int)count_keys());
    tcase_add_test(tests, page_down_does_what_space_does);
    tcase_add_test(tests, what_was_said_goes_with_the_next_words);
    tcase_add_test(tests, other_keys_say_that_they_do_nothing);
    tcase_add_test(tests, the_list_of_keys_has_every_key);
    tcase_add_test(tests, a_number_counts_for_nothing);
    tcase_add_test(tests, a_point_and_a_minus_begin_a_number);
    tcase_add_test(tests, a_skipped_prediction_is_told_at_once);
    tcase_add_test(tests, a_prediction_is_judged_at_once);
    tcase_add_test(tests, a_locked_prediction_opens_no_prompt);
    tcase_add_test(tests, formulas_are_typed_one_after_the_other);
    tcase_add_loop_test(tests, escape_gets_out_of_everything, 0, (int)count_keys());
    tcase_add_test(tests, a_redraw_repairs);
    tcase_add_test(tests, control_c_clears_the_prompt);
    tcase_add_test(tests, q_stops_what_runs);
    tcase_add_test(tests, a_line_that_was_run_gives_the_keys_back);
    tcase_add_test(tests, arrows_leave_what_is_typed);
    tcase_add_test(tests, what_is_typed_on_is_typed);
    tcase_add_test(tests, a_computed_number_opens_no_prompt);
    tcase_add_test(tests, a_mistake_is_shown_in_its_line);
    tcase_add_test(tests, a_paste_is_a_line_to_run);
    tcase_add_test(tests, what_is_copied_is_in_the_clipboard);
    tcase_add_test(tests, the_console_has_no_clipboard);
    tcase_add_test(tests, the_mouse_points_at_cells_and_names);
    tcase_add_test(tests, the_wheel_turns_what_may_be_turned);
    tcase_add_test(tests, a_click_answers);
    tcase_add_test(tests, the_terminal_may_have_the_mouse);
    tcase_add_test(tests, the_first_minute_is_as_the_readme_says);
    tcase_add_test(tests, a_theme_is_kept_when_asked);
    tcase_add_test(tests, settings_stay);
    tcase_add_test(tests, every_setting_is_in_force);
    tcase_add_loop_test(tests, spoilt_settings_stop_nobody, 0, 3);
    suite_add_tcase(suite, tests);
    return suite;
}
