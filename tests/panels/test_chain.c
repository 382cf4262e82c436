/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The rule under the stage says what the selected value is made from. */
#include "panels/frame.h"

#include <check.h>

Suite *panels_chain_suite(void);

static struct frame frame;

static void finish(void) {
    frame_close(&frame);
}

#define LESSON                                                                                     \
    "# L\n\n## One\n\n```qkv\nX = [[1, 2], [3, 4]]\nW = [[1, 0], [2, 1]]\nd = columns(X)\nQ = X "  \
    "@ W\n```\n\n"                                                                                 \
    "<!-- pause -->\n\n```qkv\nS = Q / d\n```\n\nOf `S`.\n\n```qkv\nA = S + S\n```\n\nOf `A`.\n\n" \
    "<!-- pause -->\n\nOf `Q`.\n\n"

/* A line that is run at the end, and the chain that shows. */
static const struct {
    const char *run, *chain;
} chains[] = {
    {"move A[1,1]", "X, W → Q → S → A"},
    {"move S[1,1]", "X, W → Q → S → A"}, /* with what is made from it next */
    {"move Q[1,1]", "X, W → Q → S"},
    {"move X[1,1]", NULL},           /* a formula says as much */
    {"move d", "X → d → S"},         /* else no lone number is named */
    {"X[1,1] = 3", "X → Q → S → A"}, /* the path of an edit is shown instead */
};

static void advance_to_end(void) {
    while (session_stop(&frame.desk.session) < frame.desk.session.lesson->stop_count) {
        frame_run(&frame, "advance");
    }
}

START_TEST(the_rule_tells_the_chain) {
    frame_open(&frame, LESSON);
    advance_to_end();
    frame_run(&frame, chains[_i].run);
    if (chains[_i].chain != NULL) {
        frame_shows(&frame, chains[_i].chain);
    } else {
        frame_hides(&frame, " → ");
    }
}
END_TEST

/* Nothing that is still to come, nor while a question could ask for it. */
START_TEST(the_chain_gives_nothing_away) {
    const struct session *session = &frame.desk.session;
    frame_open(&frame, LESSON "```quiz q\nWhich value is made from Q?\n(x) It is S\n"
                              "( ) It is X\n```\n");
    while (view_definition(session) == NULL || !text_same(view_definition(session)->name, "Q")) {
        frame_run(&frame, "advance");
    }
    frame_shows(&frame, "Q = X @ W");
    frame_hides(&frame, " → ");
    advance_to_end();
    frame_run(&frame, "move S[1,1]");
    frame_shows(&frame, "Your answer");
    frame_hides(&frame, " → ");
}
END_TEST

Suite *panels_chain_suite(void) {
    Suite *suite = suite_create("panels/chain");
    TCase *tests = tcase_create("tests");
    tcase_add_checked_fixture(tests, NULL, finish);
    tcase_add_loop_test(tests, the_rule_tells_the_chain, 0, sizeof chains / sizeof *chains);
    tcase_add_test(tests, the_chain_gives_nothing_away);
    suite_add_tcase(suite, tests);
    return suite;
}
