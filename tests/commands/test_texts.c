/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts as values: the learner's own sentence, batches, and looking words up. */
#include "desk.h"

#include "base/file.h"
#include "base/text.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct desk desk;

static void setup(void) {
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "s = \"I saw a saw\""));
    ck_assert(desk_types(&desk, "E = tokens(\"I saw a dog\", [[1, 0], [0, 1], [2, 2], [3, 4]])"));
    ck_assert(desk_types(&desk, "b = [\"I saw\", \"a dog saw I\"]"));
}

static void teardown(void) {
    desk_close(&desk);
}

START_TEST(a_text_is_what_takes_words_take) {
    ck_assert_str_eq(desk_says(&desk, "expect embed(s, E) = [[1, 0], [0, 1], [2, 2], [0, 1]]"), "");
    ck_assert_str_eq(desk_says(&desk, "expect onehot(s, E) = eye(4)[[1, 2, 3, 2],:]"), "");
    ck_assert_str_eq(desk_says(&desk, "expect onehot(s, vocabulary=s[1]) = 1"),
                     "s is a text: onehot(s, E), embed(s, E) or ids(s, E) make numbers of it");
    ck_assert_str_eq(desk_says(&desk, "expect ids(s, E) = [1, 2, 3, 2]"), "");
    ck_assert_str_eq(desk_says(&desk, "expect ids(s, \"saw a I\") = [3, 1, 2, 1]"), "");
    ck_assert_str_eq(desk_says(&desk, "expect vectors(s, 3) = vectors(\"I saw a saw\", 3)"), "");
    ck_assert_str_eq(desk_says(&desk, "expect tokens(s, eye(4))[\"saw#2\",4] = 1"), "");
    ck_assert_str_eq(desk_says(&desk, "expect tokens(E, eye(4))[\"saw\",:] = [0, 1, 0, 0]"), "");
    ck_assert_str_eq(desk_says(&desk, "tokens(eye(3), eye(3))"),
                     "tokens(eye(3), eye(3)): the table's rows have no labels; name them with "
                     "tokens(\"…\", table)");
    ck_assert_str_eq(desk_says(&desk, "s"), "        I  saw    a  saw\n"
                                            "  1     1    2    3    2\n");
}
END_TEST

START_TEST(a_batch_is_padded) {
    ck_assert_str_eq(desk_says(&desk, "expect embed(b, E) is 2x4x2"), "");
    ck_assert_str_eq(desk_says(&desk, "expect embed(b, E)[1,:,:] = [[1,0],[0,1],[0,0],[0,0]]"), "");
    ck_assert_str_eq(desk_says(&desk, "expect onehot(b, E)[1,3:4,:] = 0"), "");
    ck_assert_str_eq(desk_says(&desk, "expect ids(b, E) = [[[1,2,0,0]],[[3,4,2,1]]]"), "");
    ck_assert_str_eq(desk_says(&desk, "expect vectors(b, 2)[1,3:4,:] = 0"), "");
    ck_assert_str_eq(desk_says(&desk, "expect exp(padding(b)) = [[[1,1,0,0]],[[1,1,1,1]]]"), "");
    ck_assert_str_eq(desk_says(&desk, "expect [\"I saw\"] != \"I saw\""), "");
    ck_assert_str_eq(desk_says(&desk, "tokens(b, eye(2))"),
                     "tokens(b, eye(2)): the rows of a matrix have one name each, and this is a "
                     "batch of texts");
    ck_assert_str_eq(desk_says(&desk, "c = [\"I\", \" \"]"),
                     "ids(\"…\"): a text of the batch has no word in it");
    ck_assert(desk_types(&desk, "L = sum(embed(b, E) * 2, each=whole)[1,1,1]"));
    ck_assert_str_eq(desk_says(&desk, "expect grad(sum(embed(b, E)[2,:,:]), E) = 1"), "");
    ck_assert_str_eq(desk_says(&desk, "expect grad(sum(embed(s, E)), E)[:,1] = [[1],[2],[1],[0]]"),
                     "");
}
END_TEST

START_TEST(a_batch_of_ids_picks_a_batch) {
    ck_assert(desk_types(&desk, "j = [[1, 2], [3, 1]]; X = E[j]; Y = E[ids(s, E),:]"));
    ck_assert_str_eq(desk_says(&desk, "expect X = [[[1, 0], [0, 1]], [[2, 2], [1, 0]]]"), "");
    ck_assert_str_eq(desk_says(&desk, "explain X[2,1,2]"), "X[2,1,2] = E[a,2] = 2\n");
    ck_assert_str_eq(desk_says(&desk, "j[2,2] = 4; X[2]"), "      1  2\n  1   2  2\n  2   3  4\n");
    ck_assert_str_eq(desk_says(&desk, "j[2,2] = 5"),
                     "X = E[j] would fail: E has no row 5: the last is 4");
    ck_assert(desk_types(&desk, "E = tokens(\"I saw a dog\", [[1,0],[0,1],[2,2],[3,4]])"));
    ck_assert_str_eq(desk_says(&desk, "expect grad(sum(concat(X)), E)[:,1] = [[1],[1],[1],[1]]"),
                     "");
    ck_assert(desk_types(&desk, "convention columns"));
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "describe X"), "X = E[:,j.T]   2×2×2\n"));
    /* the indices may be computed: the expression is transposed like a name */
    ck_assert(desk_types(&desk, "Z = E[:,5 - j.T]; convention rows"));
    ck_assert_str_eq(desk_says(&desk, "k = 5 - j; expect Z = E[k]"), "");
}
END_TEST

START_TEST(a_text_follows_and_is_no_number) {
    ck_assert(desk_types(&desk, "t = s; X = embed(t, E)"));
    ck_assert(desk_types(&desk, "s = \"dog\""));
    ck_assert_str_eq(desk_says(&desk, "expect X = [[3, 4]]"), "");
    ck_assert_str_eq(desk_says(&desk, "expect t = \"dog\""), "");
    ck_assert_str_eq(desk_says(&desk, "expect t = \"a\""), "t and \"a\" are not the same text");
    ck_assert(!desk_types(&desk, "expect t = [1]"));
    ck_assert(desk_types(&desk, "undo"));
    ck_assert_str_eq(desk_says(&desk, "expect X = embed(\"I saw a saw\", E)"), "");
    ck_assert_str_eq(desk_says(&desk, "s[1,2] = 3"), "s is a text: write it again, s = \"…\"");
    ck_assert(desk_types(&desk, "L = sum(X)"));
    ck_assert_str_eq(desk_says(&desk, "train s minimise L"), "s is a text: train what has numbers");
    ck_assert_str_eq(desk_says(&desk, "X @ s"),
                     "s is a text: onehot(s, E), embed(s, E) or ids(s, E) make numbers of it");
    ck_assert_str_eq(desk_says(&desk, "embed(E, E)"),
                     "embed: E is a matrix, and a text is wanted here: E = \"…\"");
    ck_assert_str_eq(desk_says(&desk, "embed(s, E + 1)"),
                     desk_says(&desk, "embed(\"I saw a saw\", E + 1)"));
    ck_assert_str_eq(desk_says(&desk, "explain X[2,1]"), "X[\"saw#1\",1] = E[saw,1] = 0\n");
    ck_assert(desk_types(&desk, "Y = embed(b, E)"));
    ck_assert_str_eq(desk_says(&desk, "explain Y[1,3,1]"), "Y[1,3,1] = 0: padding\n");
}
END_TEST

START_TEST(what_does_not_fit_is_named) {
    ck_assert(desk_types(&desk, "X = embed(s, E); M = causal(4); S = X @ X.T + M"));
    ck_assert(!desk_types(&desk, "s = \"I saw\""));
    ck_assert_msg(strstr(desk.failure.message,
                         "; the rest has to fit s: end the line with `; M = causal(2)`") != NULL,
                  "%s", desk.failure.message);
    ck_assert(desk_types(&desk, "s = \"I saw\"; M = causal(2)"));
    ck_assert_str_eq(desk_says(&desk, "expect S is 2x2"), "");
    ck_assert(desk_types(&desk, "half = X[\"saw\"] / 2"));
    ck_assert(!desk_types(&desk, "sentence a cat too"));
    /* all missing words are reported at once */
    ck_assert_ptr_nonnull(
        strstr(desk.failure.message,
               "; the rest has to fit s: end the line with `; M = causal(3); half = zeros(1, 2)`"));
    ck_assert(!desk_types(&desk, "sentence a cat too; M = causal(3)"));
    ck_assert_ptr_nonnull(strstr(
        desk.failure.message, "; the rest has to fit s: end the line with `; half = zeros(1, 2)`"));
    ck_assert_str_eq(desk_says(&desk, "sentence a cat too; M = causal(3); half = X[2] / 2; 7"),
                     "New, with nothing but 0 in E: cat too\n  7\n");
    ck_assert_str_eq(desk_says(&desk, "expect S is 3x3"), "");
    ck_assert(desk_types(&desk, "undo"));
    ck_assert_str_eq(desk_says(&desk, "expect S is 2x2"), "");
    ck_assert(desk_types(&desk, "P = tokens(\"I saw\", ones(2, 4), columns=\"I saw a dog\"); "
                                "miss = onehot(s, E) - P"));
    ck_assert(!desk_types(&desk, "sentence a cat too; M = causal(3); half = 0"));
    ck_assert_ptr_nonnull(
        strstr(desk.failure.message, "; the rest has to fit s: end the line with `; miss"));
    ck_assert(desk_types(&desk, "miss = 0; P = 0"));
    ck_assert(desk_types(&desk, "sentence you; M = 0; half = 0; E = tokens(\"you\", [[7, 8]])"));
    ck_assert_str_eq(desk_says(&desk, "expect X = [7, 8]"), "");
}
END_TEST

/* --- sentence --- */

START_TEST(new_words_get_rows) {
    ck_assert(desk_types(&desk, "b = 0"));
    ck_assert(desk_types(&desk, "X = embed(s, E); W = tokens(\"I saw a dog\", eye(4), "
                                "columns=\"I saw a dog\"); Y = onehot(s, E) @ W"));
    ck_assert(!desk_types(&desk, "s = \"the cat\""));
    ck_assert_ptr_nonnull(
        strstr(desk.failure.message, "; `sentence \"the cat\"` gives new words rows of 0"));
    ck_assert_str_eq(desk_says(&desk, "sentence the cat saw a \"cat\""),
                     "New, with nothing but 0 in E, W: the cat 'cat'\n");
    ck_assert_str_eq(desk_says(&desk, "expect s = \"the cat saw a 'cat'\""), "");
    ck_assert_str_eq(desk_says(&desk, "expect X = [[0,0],[0,0],[0,1],[2,2],[0,0]]"), "");
    ck_assert_str_eq(desk_says(&desk, "expect W is 7x7"), "");
    ck_assert(desk_types(&desk, "undo"));
    ck_assert_str_eq(desk_says(&desk, "expect E is 4x2"), "");
    ck_assert(desk_types(&desk, "f(t, E) = embed(t, E) * 2"));
    ck_assert(desk_types(&desk, "W = 1; Y = 1; X = 1; H = f(s, E)"));
    ck_assert_str_eq(desk_says(&desk, "sentence me"), "New, with nothing but 0 in E: me\n");
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_types(&desk, "X = embed(s, E)"));
    ck_assert_str_eq(desk_says(&desk, "sentence \"dog a\""), "");
    ck_assert_str_eq(desk_says(&desk, "expect X = [[3, 4], [2, 2]]"), "");
}
END_TEST

START_TEST(which_text_is_meant) {
    ck_assert(desk_types(&desk, "t = s; sentence I saw")); /* neither its other name nor a batch */
    ck_assert_str_eq(desk_says(&desk, "expect t = \"I saw\""), "");
    ck_assert_str_eq(desk_says(&desk, "u = \"a\"; sentence I saw"),
                     "there are 2 texts: write one by its name, s = \"…\"");
    ck_assert(desk_types(&desk, "t = 3; u = 2"));
    ck_assert(desk_types(&desk, "s = 1; b = 2"));
    ck_assert_str_eq(desk_says(&desk, "sentence I saw"),
                     "there is no text here: s = \"I saw\" and X = onehot(s) make one");
    desk_close(&desk);
    desk_open(&desk, "---\ntext: t\n---\n\n# A\n\n## B\n\n```qkv\ns = \"a\"\nt = \"b\"\n```\n");
    ck_assert_str_eq(desk_says(&desk, "sentence I saw"),
                     "there is no text here yet: s = \"I saw\" and X = onehot(s) make one");
    ck_assert(desk_types(&desk, "goto end"));
    ck_assert(desk_types(&desk, "sentence I saw"));
    ck_assert_str_eq(desk_says(&desk, "expect t = \"I saw\""), "");
}
END_TEST

/* --- in the lessons that have a sentence --- */

static const char *const sentences[] = {
    "I saw a saw",
    "saw I a saw",
    "a saw saw I",
    "the dog saw a cat",
    "I",
    "I saw",
    "a",
    "cat sees dog",
    "dog sees dog",
    "dog cat",
    "cat sees cat sees cat",
    "I like it because it makes me happy",
    "sushi makes me happy",
    "it",
    "me like me",
    "I saw a dog",
    "a dog saw I",
    "dog dog dog dog",
    "one word more than there were before it",
    "\xe6\x88\x91 \xe7\x9c\x8b\xe8\xa7\x81 it's \"so\" #1",
};

enum { SENTENCES = sizeof sentences / sizeof *sentences };

/* Returns in LINE what MESSAGE has between its last two `: added to LINE before its comment, where
 * it begins with `;`. */
static void write_told(const char *message, struct text *line) {
    const char *end = strrchr(message, '`'), *start = end;
    ck_assert_msg(end != NULL, "%s: %s", text_string(line), message);
    while (start > message && start[-1] != '`') {
        start--;
    }
    const char *comment = strstr(text_string(line), " #");
    if (*start != ';') {
        text_clear(line);
    } else if (comment != NULL) {
        text_truncate(line, (size_t)(comment - text_string(line)));
    }
    text_append_bytes(line, start, (size_t)(end - start));
}

/* True when LINE works, or else the line that its message suggests. */
static bool works(const char *typed) {
    struct text line = {0};
    text_append(&line, typed);
    bool done = desk_types(&desk, typed);

    if (!done) {
        write_told(desk.failure.message, &line);
        bool said = desk_types(&desk, text_string(&line));
        ck_assert_msg(said, "%s: %s", text_string(&line), desk.failure.message);
    }
    text_release(&line);
    desk_types(&desk, "reset");
    return done;
}

START_TEST(any_sentence_goes_or_says_why) {
    static const struct {
        const char *lesson;
        size_t at_once; /* sentences at a time */
    } lessons[] = {
        {"02-i-saw-a-saw.md", 8},      {"08-sushi.md", 2},      {"09-positions.md", 3},
        {"10-masked-attention.md", 3}, {"11-multi-head.md", 5}, {"14-learning.md", 3},
    };
    size_t count = 0;
    char line[128];

    desk_close(&desk);
    desk_open_lesson(&desk, lessons[_i].lesson);
    ck_assert_msg(desk_types(&desk, "goto end"), "%s", desk.failure.message);
    for (size_t i = 0; i < SENTENCES; i++) {
        snprintf(line, sizeof line, "sentence %s", sentences[i]);
        count += works(line);
        snprintf(line, sizeof line, "s = \"%s\"", i + 1 < SENTENCES ? sentences[i] : "I #1");
        works(line);
    }
    ck_assert_uint_eq(count, lessons[_i].at_once);
}
END_TEST

/* --- a file of texts --- */

START_TEST(lines_of_a_file_are_a_batch) {
    static const char lines[] = "I saw\r\n\na \"dog\"\n";
    char folder[] = "/tmp/qkv-texts-XXXXXX", path[64], line[80];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/f.txt", folder);
    snprintf(line, sizeof line, "load f %s", path);
    ck_assert(file_save(path, lines, strlen(lines), &desk.failure));
    ck_assert_str_eq(desk_says(&desk, line), "");
    ck_assert_str_eq(desk_says(&desk, "expect f = [\"I saw\", \"a 'dog'\"]"), "");
    ck_assert(file_save(path, "\n", 1, &desk.failure));
    ck_assert(!desk_types(&desk, line));
    unlink(path);
    rmdir(folder);
}
END_TEST

/* A text of a megabyte is read; one byte more is not. */
START_TEST(long_texts_end) {
    struct text line = {0};
    text_append(&line, "s = \"");
    text_repeat(&line, "a b ", (1 << 18) - 1);
    text_append(&line, "\"");
    ck_assert_msg(desk_types(&desk, text_string(&line)), "%s", desk.failure.message);
    ck_assert(desk_types(&desk, "X = embed(s, tokens(\"a b\", eye(2)))"));
    text_truncate(&line, line.length - 1);
    text_append(&line, "aaaaa\"");
    ck_assert_str_eq(desk_says(&desk, text_string(&line)), "a text has at most 1048576 bytes");
    text_release(&line);
}
END_TEST

Suite *commands_texts_suite(void);

Suite *commands_texts_suite(void) {
    Suite *suite = suite_create("commands_texts");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_test(core, a_text_is_what_takes_words_take);
    tcase_add_test(core, a_batch_is_padded);
    tcase_add_test(core, a_batch_of_ids_picks_a_batch);
    tcase_add_test(core, a_text_follows_and_is_no_number);
    tcase_add_test(core, what_does_not_fit_is_named);
    tcase_add_test(core, new_words_get_rows);
    tcase_add_test(core, which_text_is_meant);
    tcase_set_timeout(core, 60); /* hundreds of lines, each searched for and typed */
    tcase_add_loop_test(core, any_sentence_goes_or_says_why, 0,
                        desk_walked() == 2           ? 1
                        : getenv("QKV_HARD") != NULL ? 6
                                                     : 5); /* the last trains for each */
    tcase_add_test(core, lines_of_a_file_are_a_batch);
    tcase_add_test(core, long_texts_end);
    suite_add_tcase(suite, core);
    return suite;
}
