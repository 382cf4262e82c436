/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/commands.h"
#include "commands/desk.h"

#include "base/heap.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void open_setting(struct desk *desk) {
    desk_open(desk, NULL);
    ck_assert(desk_types(desk, "X = tokens(\"I saw a saw\", [[1, 0], [0, 1], [1, 1], [0, 1]])"));
    ck_assert(desk_types(desk, "Attention = softmax(X @ X.T)"));
    ck_assert(desk_types(desk, "baseline scaled; baseline start; baseline"));
}

/* Returns the candidates of LINE at its end, separated by blanks; also verifies START. */
static void complete(struct desk *desk, const char *line, size_t start, struct text *out) {
    struct completion completion;
    size_t found = 99;
    ck_assert(completion_find(&desk->session, line, strlen(line), &found, &completion));
    ck_assert_msg(found == start, "%s: the word begins at %zu", line, found);
    text_clear(out);
    for (size_t i = 0; i < completion.count; i++) {
        text_append(out, i > 0 ? " " : "");
        text_append(out, completion.list[i]);
        ck_assert(i == 0 || strcmp(completion.list[i - 1], completion.list[i]) < 0);
    }
    completion_release(&completion);
}

static const struct {
    const char *line;
    size_t start;
    const char *list;
} cases[] = {
    /* the first word: commands, names, operators */
    {"exp", 0, "exp( expect explain export"},
    {"Q = 3; exp", 7, "exp( expect explain export"},
    {"At", 0, "Attention"},
    {"Q = exp", 4, "exp("},
    {"Q = softm", 4, "softmax( softmax_unshifted("},
    {"xyz", 0, ""},
    /* after a command, by its parameter */
    {"explain ", 8, "Attention X"},
    {"show X A", 7, "Attention"},
    {"convention ", 11, "columns other rows"},
    {"convention c", 11, "columns"},
    {"precision ", 10, ""},
    {"help softm", 5, "softmax softmax_unshifted"},
    {"help subs", 5, "subscripts"},
    {"expect Att", 7, "Attention"},
    {"compare ", 8, "scaled start"},
    {"baseline st", 9, "start"},
    {"export weights.csv A", 19, "Attention"},
    {"export weights.x A format=safe", 26, "safetensors"},
    {"save mine.md --f", 13, "--force"},
    {"goto ", 5, "Attention X end page start"},
    {"goto Attention ", 15, ".T @ batch col head row softmax term"},
    {"goto Attention @ row s", 21, "saw#1 saw#2"},
    {"goto Attention @ row I col ", 27, "I a saw#1 saw#2"},
    /* labels, by their axis */
    {"X[\"", 3, "I a saw#1 saw#2"},
    {"X[\"I\",\"", 7, ""},
    {"explain Attention[\"I\",\"sa", 23, "saw#1 saw#2"},
    {"Attention[sa", 10, "saw#1 saw#2"},
    /* options and their words */
    {"softmax(X, ea", 11, "each="},
    {"softmax(ea", 8, ""},
    {"softmax(X, each=", 16, "column row"},
    {"softmax(X, each = c", 18, "column"},
    {"gelu(X, approximate=\"t", 21, "tanh"},
    {"exp(softmax(X), eac", 16, ""},
    {"softmax(exp(X), eac", 16, "each="},
    /* nothing inside other quotes */
    {"Y = onehot(\"s", 12, ""},
};

START_TEST(goes_by_the_position) {
    struct desk desk;
    struct text out = {0};
    open_setting(&desk);
    complete(&desk, cases[_i].line, cases[_i].start, &out);
    ck_assert_str_eq(text_string(&out), cases[_i].list);
    text_release(&out);
    desk_close(&desk);
}
END_TEST

START_TEST(labels_follow_the_convention) {
    struct desk desk;
    struct text out = {0};
    open_setting(&desk);
    ck_assert(desk_types(&desk, "convention columns"));
    complete(&desk, "X[\"", 3, &out);
    ck_assert_str_eq(text_string(&out), "");
    complete(&desk, "X[1,\"s", 5, &out);
    ck_assert_str_eq(text_string(&out), "saw#1 saw#2");
    text_release(&out);
    desk_close(&desk);
}
END_TEST

START_TEST(what_is_inside_follows_a_point) {
    struct desk desk;
    struct text out = {0};
    open_setting(&desk);
    ck_assert(desk_types(&desk, "twice(Q) =\n    Half = Q + Q\n    Half * 2"));
    ck_assert(desk_types(&desk, "H = twice(X)"));
    complete(&desk, "show H.", 5, &out);
    ck_assert_str_eq(text_string(&out), "H.Half H.Q");
    complete(&desk, "Y = exp(H.Ha", 8, &out);
    ck_assert_str_eq(text_string(&out), "H.Half");
    text_release(&out);
    desk_close(&desk);
}
END_TEST

/* Only what comes before the cursor counts. */
START_TEST(what_follows_the_cursor_does_not_matter) {
    struct desk desk;
    open_setting(&desk);
    struct completion completion;
    size_t start;
    const char *line = "Q = softmax(X) # Atte";
    ck_assert(completion_find(&desk.session, line, 7, &start, &completion));
    ck_assert_uint_eq(start, 4);
    ck_assert_uint_eq(completion.count, 2);
    ck_assert_str_eq(completion.list[0], "softmax(");
    completion_release(&completion);
    ck_assert(completion_find(&desk.session, "", 0, &start, &completion));
    ck_assert_uint_gt(completion.count, 50);
    completion_release(&completion);
    desk_close(&desk);
}
END_TEST

START_TEST(files_come_from_the_folder) {
    struct desk desk;
    struct text out = {0};
    char folder[] = "/tmp/qkv-completion-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    struct text path = {0};
    text_format(&path, "%s/deep", folder);
    ck_assert_int_eq(mkdir(text_string(&path), 0700), 0);
    open_setting(&desk);
    struct text line = {0};
    text_format(&line, "save %s/d", folder);
    complete(&desk, text_string(&line), 5, &out);
    text_append(&path, "/");
    ck_assert_str_eq(text_string(&out), text_string(&path));
    text_clear(&line);
    text_format(&line, "save \"%s/d", folder);
    complete(&desk, text_string(&line), 6, &out);
    ck_assert_str_eq(text_string(&out), text_string(&path));
    ck_assert_int_eq(rmdir(text_string(&path)), 0);
    ck_assert_int_eq(rmdir(folder), 0);
    text_release(&line);
    text_release(&path);
    text_release(&out);
    desk_close(&desk);
}
END_TEST

START_TEST(survives_without_memory) {
    struct desk desk;
    open_setting(&desk);
    bool ok = false;
    for (size_t i = 1; !ok && i < 2000; i++) {
        struct completion completion;
        size_t start;
        memory_fail(i, false);
        ok = completion_find(&desk.session, "s", 1, &start, &completion);
        memory_fail(0, false);
        if (ok) {
            completion_release(&completion);
        }
    }
    ck_assert(ok);
    desk_close(&desk);
}
END_TEST

Suite *commands_completion_suite(void);

Suite *commands_completion_suite(void) {
    Suite *suite = suite_create("commands/completion");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, goes_by_the_position, 0, (int)(sizeof cases / sizeof cases[0]));
    tcase_add_test(core, labels_follow_the_convention);
    tcase_add_test(core, what_is_inside_follows_a_point);
    tcase_add_test(core, what_follows_the_cursor_does_not_matter);
    tcase_add_test(core, files_come_from_the_folder);
    tcase_add_test(core, survives_without_memory);
    suite_add_tcase(suite, core);
    return suite;
}
