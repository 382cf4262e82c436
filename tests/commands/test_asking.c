/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/desk.h"

#include "base/memory.h"
#include "commands/groups.h"
#include "session/expect.h"

#include <check.h>
#include <string.h>

static const char lesson[] = "---\n"
                             "title: Asking\n"
                             "id: asking\n"
                             "---\n"
                             "\n"
                             "# Asking\n"
                             "\n"
                             "## Questions\n"
                             "\n"
                             "```qkv\n"
                             "W = [[1, 2], [3, 4]]\n"
                             "```\n"
                             "\n"
                             "```quiz one\n"
                             "Which?\n"
                             "( ) word1 {{ Its feature is 1. }}\n"
                             "(x) word2 {{ Indeed. }}\n"
                             "( ) word3\n"
                             "hint: Read.\n"
                             "hint: Read more.\n"
                             "explain: Because.\n"
                             "```\n"
                             "\n"
                             "```quiz several\n"
                             "Which are even?\n"
                             "[x] two {{ 2 = 2·1 }}\n"
                             "[ ] three {{ It is odd. }}\n"
                             "[x] four {{ 4 = 2·2 }}\n"
                             "```\n"
                             "\n"
                             "```quiz number\n"
                             "What is W[2,1] + 1/3?\n"
                             "= W[2,1] + 1/3\n"
                             "```\n"
                             "\n"
                             "```quiz prediction predict\n"
                             "What is S[1,1]?\n"
                             "= S[1,1] ~ 0.01\n"
                             "explain: 1 + 2.\n"
                             "```\n"
                             "\n"
                             "```qkv\n"
                             "S = W @ [[1], [1]]\n"
                             "T = S * 2\n"
                             "```\n"
                             "\n"
                             "```try grow\n"
                             "Make S[1,1] greater than 10.\n"
                             "expect S[1,1] > 10\n"
                             "expect S[2,1] = 7\n"
                             "allow: W\n"
                             "changes: 2\n"
                             "best: 1\n"
                             "hint: Edit row 1 of W.\n"
                             "solution: W[1,1] = 20\n"
                             "```\n"
                             "\n"
                             "```quiz last predict\n"
                             "Done?\n"
                             "( ) no {{ It is. }}\n"
                             "(x) yes {{ It is. }}\n"
                             "```\n";

/* Goes on until the COUNTth question or exercise is open, skipping those before. */
static void open_question(struct desk *desk, int count) {
    desk_open(desk, lesson);
    for (int i = 1; i <= count; i++) {
        ck_assert_msg(desk_types(desk, "run"), "%s", desk->failure.message);
        while (!asking_is_waiting(&desk->session, &desk->failure)) {
            ck_assert_msg(desk_types(desk, "run"), "%s", desk->failure.message);
        }
        ck_assert(i == count || desk_types(desk, "skip"));
    }
}

enum { ONE = 1, SEVERAL, NUMBER, PREDICTION, EXERCISE, LAST };

static enum answer_state state(const struct desk *desk) {
    return desk->session.answers[session_stop(&desk->session) - 1].state;
}

START_TEST(an_open_question_holds) {
    struct desk desk;
    open_question(&desk, ONE);
    ck_assert_str_eq(desk_says(&desk, "next"),
                     "a question is waiting: type answer and your choice, or skip");
    ck_assert_str_eq(desk_says(&desk, "answer 2"), "✓ Right.\n  Indeed.\n  Because.\n");
    ck_assert_int_eq(state(&desk), ANSWER_RIGHT);
    ck_assert_str_eq(desk_says(&desk, "answer 2"), "no question is open here");
    ck_assert(desk_types(&desk, "next"));
    desk_close(&desk);
}
END_TEST

START_TEST(a_wrong_answer_may_be_mended) {
    struct desk desk;
    open_question(&desk, ONE);
    ck_assert_str_eq(desk_says(&desk, "answer 1"),
                     "✗ Not right. Answer again, or skip.\n  Its feature is 1.\n");
    ck_assert_int_eq(state(&desk), ANSWER_OPEN);
    ck_assert(!desk_types(&desk, "next"));
    ck_assert_str_eq(desk_says(&desk, "answer 2, 2"), "✓ Right.\n  Indeed.\n  Because.\n");
    desk_close(&desk);
}
END_TEST

static const struct {
    int question;
    const char *line, *message;
} no_answers[] = {
    {ONE, "answer 4", "type answer and 1 to 3"},
    {ONE, "answer 0", "type answer and 1 to 3"},
    {ONE, "answer d", "type answer and 1 to 3"},
    {ONE, "answer 1 2", "type answer and 1 to 3"},
    {ONE, "answer 1.5", "type answer and 1 to 3"},
    {ONE, "answer none", "type answer and 1 to 3"},
    {ONE, "answer 99999999999999999999", "type answer and 1 to 3"},
    {ONE, "answer", "the answer is missing: type answer and 1 to 3"},
    {NUMBER, "answer", "the answer is missing: type answer and the number"},
    {SEVERAL, "answer 1 4", "type answer and the right numbers, or 0 for none"},
    {NUMBER, "answer many", "not a number: many"},
    {NUMBER, "answer W[2,1]", "not a number: W[2,1]"},
    {NUMBER, "answer [1, 2]", "one number is expected, and 2 are given"},
    {NUMBER, "answer 1 2", "one number is expected, and 2 are given"},
    {PREDICTION, "answer much", "not a number: much"},
    {EXERCISE, "answer 2", "an exercise is answered by changing the notebook until its goals hold"},
};

START_TEST(what_is_no_answer_costs_nothing) {
    struct desk desk;
    open_question(&desk, no_answers[_i].question);
    ck_assert_str_eq(desk_says(&desk, no_answers[_i].line), no_answers[_i].message);
    bool whole = no_answers[_i].question == EXERCISE || text_same(no_answers[_i].line, "answer");
    ck_assert_uint_eq(desk.failure.column, whole ? 1 : 8);
    ck_assert_int_eq(state(&desk), ANSWER_OPEN);
    desk_close(&desk);
}
END_TEST

static const struct {
    const char *line, *said;
} severals[] = {
    {"answer 1 3", "✓ Right.\n  ✓ two: 2 = 2·1\n  ✓ four: 4 = 2·2\n"},
    {"answer 31", "✓ Right.\n  ✓ two: 2 = 2·1\n  ✓ four: 4 = 2·2\n"},
    {"answer c, a", "✓ Right.\n  ✓ two: 2 = 2·1\n  ✓ four: 4 = 2·2\n"},
    {"answer 3 1 3", "✓ Right.\n  ✓ two: 2 = 2·1\n  ✓ four: 4 = 2·2\n"},
    {"answer 1", "✗ Not all of it. Answer again, or skip.\n  ✓ two: 2 = 2·1\n"},
    {"answer 1 2 3", "✗ Not right. Answer again, or skip.\n  ✓ two: 2 = 2·1\n"
                     "  ✓ four: 4 = 2·2\n  ✗ three: It is odd.\n"},
    {"answer none", "✗ Not all of it. Answer again, or skip.\n"},
    {"answer 0", "✗ Not all of it. Answer again, or skip.\n"},
};

START_TEST(several_choices_go_together) {
    struct desk desk;
    open_question(&desk, SEVERAL);
    ck_assert_str_eq(desk_says(&desk, severals[_i].line), severals[_i].said);
    desk_close(&desk);
}
END_TEST

START_TEST(a_number_is_held_against_the_live_key) {
    struct desk desk;
    open_question(&desk, NUMBER);
    ck_assert_str_eq(desk_says(&desk, "answer 3.333"),
                     "✗ Not right: 3.333. Answer again, or skip.\n");
    ck_assert_str_eq(desk_says(&desk, "answer 3 + 1/3"), "✓ You said: 3 + 1/3. It is: 3.3333\n");
    desk_close(&desk);
}
END_TEST

START_TEST(a_key_hangs_on_the_notebook) {
    struct desk desk;
    open_question(&desk, NUMBER);
    ck_assert(desk_types(&desk, "W[2,1] = 5"));
    ck_assert_str_eq(desk_says(&desk, "answer 16/3"), "✓ You said: 16/3. It is: 5.3333\n");
    desk_close(&desk);
}
END_TEST

/* The transcript of an exercise, with and without a line for what may be changed. */
START_TEST(an_exercise_is_told_line_by_line) {
    struct desk desk;
    for (int i = 0; i < 2; i++) {
        struct text text = {0};
        text_format(&text,
                    "# T\n\n```qkv\nt = 1\nu = 2\n```\n\n```try a\nDo.\nexpect t > 3\n%s"
                    "changes: 1\nsolution: t = 4\n```\n",
                    i == 0 ? "" : "allow: t u\n");
        desk_open(&desk, text_string(&text));
        ck_assert(desk_types(&desk, "run"));
        ck_assert_str_eq(
            strstr(desk_says(&desk, "run"), "Exercise"),
            i == 0 ? "Exercise: Do.\n"
                     "  · not yet  t > 3                         ▓▓▓▓·········│······ now 1\n"
                     "  You may change anything, at most 1 cell\n"
                     "Change what you like; hint, solution and skip help.\n"
                   : "Exercise: Do.\n"
                     "  · not yet  t > 3                         ▓▓▓▓·········│······ now 1\n"
                     "  You may change `t` and `u`, at most 1 cell\n"
                     "Change what you like; hint, solution and skip help.\n");
        text_release(&text);
        desk_close(&desk);
    }
}
END_TEST

/* A new line for the result comes below the lines that it uses, whenever those were written. */
START_TEST(the_line_for_the_result_comes_last) {
    struct desk desk;
    desk_open(&desk, "# T\n\n```write w\nWrite `O`.\ninputs: X: n×d, W: d×d\n"
                     "solution: Q = X @ W\nsolution: O = Q @ Q.T\n```\n");
    ck_assert(desk_types(&desk, "run"));
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "O = X @ X.T"), "✗"));
    desk_says(&desk, "Q = X @ W");
    const char *said = desk_says(&desk, "O = Q @ Q.T");
    ck_assert_msg(strstr(said, "✓") != NULL, "%s", said);
    desk_close(&desk);
}
END_TEST

/* Formulas that are the answer have a line each. */
START_TEST(a_solution_has_a_line_for_each_formula) {
    struct desk desk;
    desk_open(&desk, "# T\n\n```write w\nWrite `O`.\ninputs: X: n×d, W: d×d\n"
                     "solution: Q = X @ W\nsolution: O = Q @ Q.T\n```\n");
    ck_assert(desk_types(&desk, "run"));
    ck_assert_str_eq(desk_says(&desk, "solution"), "Answer:\n  `Q = X @ W`\n  `O = Q @ Q.T`\n");
    desk_close(&desk);
}
END_TEST

/* What is wrong in formulas is found after the word `answer`, too. */
START_TEST(an_answer_is_wrong_at_its_place) {
    struct desk desk;
    desk_open(&desk, "# T\n\n```write w\nWrite `O`.\ninputs: X: n×d\nsolution: O = X.T\n```\n");
    ck_assert(desk_types(&desk, "run"));
    ck_assert(!desk_types(&desk, "O = X @@ X"));
    ck_assert_uint_eq(desk.failure.column, 8);
    ck_assert(!desk_types(&desk, "answer O = X @@ X"));
    ck_assert_uint_eq(desk.failure.column, 15);
    desk_close(&desk);
}
END_TEST

/* No advice in an exercise leads to something that it forbids. */
START_TEST(only_what_is_allowed_is_advised) {
    struct desk desk;
    desk_open(&desk, "# T\n\n```qkv\nt = 1\nu = 2\ns = [[1, 2]] * u\nq = s / t\n```\n\n"
                     "```try a\nDo.\nexpect q[1,1] > 3\nallow: t\nsolution: t = 0.1\n```\n");
    static const char *const forbids[][2] = {{"q[1,2] = 5", "q is computed. You may change t"}};
    ck_assert(desk_types(&desk, "run") && desk_types(&desk, "run"));
    for (size_t i = 0; i < sizeof forbids / sizeof forbids[0]; i++) {
        ck_assert_str_eq(desk_says(&desk, forbids[i][0]), forbids[i][1]);
    }
    ck_assert(desk_types(&desk, "skip"));
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "q[1,2] = 5"), "pin q[1,2] = 5"));
    desk_close(&desk);
}
END_TEST

/* The first answer counts: no other replaces it, before the result or after it. */
START_TEST(a_locked_prediction_stays) {
    struct desk desk;
    open_question(&desk, PREDICTION);
    size_t stop = session_stop(&desk.session) - 1;
    ck_assert_str_eq(desk_says(&desk, "answer much"), "not a number: much");
    ck_assert_str_eq(desk_says(&desk, "answer 3"),
                     "Your answer: 3. Type next to see what happens.\n");
    ck_assert_str_eq(desk_says(&desk, "answer 1"),
                     "your prediction is locked: you said 3; next goes on");
    ck_assert_str_eq(desk.session.answers[stop].given, "3");
    ck_assert_uint_eq(desk.session.answers[stop].tries, 1);
    ck_assert(desk_types(&desk, "next"));
    ck_assert_str_eq(desk_says(&desk, "answer 4"), "no question is open here");
    ck_assert(desk_types(&desk, "next"));
    ck_assert_int_eq(desk.session.answers[stop].state, ANSWER_RIGHT);
    desk_close(&desk);
}
END_TEST

/* A prediction that cannot be right is not locked: `0 .2` is a typing error. */
START_TEST(a_prediction_of_one_number_takes_one) {
    struct desk desk;
    open_question(&desk, PREDICTION);
    const char *one = "one number is expected, and 2 are given";
    ck_assert_str_eq(desk_says(&desk, "answer 0 .2"), one);
    ck_assert_str_eq(desk_says(&desk, "answer 0,2"),
                     "one number is expected, and 2 are given: decimals are written with a point");
    ck_assert_int_eq(state(&desk), ANSWER_OPEN);
    ck_assert_str_eq(desk_says(&desk, "answer 0.2"),
                     "Your answer: 0.2. Type next to see what happens.\n");
    ck_assert_str_eq(desk.session.answers[session_stop(&desk.session) - 1].given, "0.2");
    desk_close(&desk);
}
END_TEST

START_TEST(a_prediction_is_graded_after_the_fence) {
    struct desk desk;
    open_question(&desk, PREDICTION);
    size_t stop = session_stop(&desk.session) - 1;
    ck_assert_str_eq(desk_says(&desk, "answer 3.005"),
                     "Your answer: 3.005. Type next to see what happens.\n");
    text_clear(&desk.session.out);
    ck_assert(asking_grade_locked(&desk.session, &desk.failure)); /* too early */
    ck_assert_uint_eq(desk.session.out.length, 0);
    ck_assert_int_eq(state(&desk), ANSWER_LOCKED);
    ck_assert(desk_types(&desk, "next"));
    ck_assert_int_eq(desk.session.answers[stop].state, ANSWER_LOCKED);
    const char *said = desk_says(&desk, "next");
    ck_assert_ptr_nonnull(strstr(said, "✓ You said: 3.005. It is: 3\n  1 + 2.\n"));
    ck_assert_int_eq(desk.session.answers[stop].state, ANSWER_RIGHT);
    ck_assert(desk_types(&desk, "back")); /* to before it was graded */
    ck_assert_int_eq(desk.session.answers[stop].state, ANSWER_LOCKED);
    said = desk_says(&desk, "next");
    ck_assert_ptr_nonnull(strstr(said, "✓ You said: 3.005. It is: 3\n"));
    desk_close(&desk);
}
END_TEST

START_TEST(a_wrong_prediction_shows_what_is_right) {
    struct desk desk;
    open_question(&desk, PREDICTION);
    ck_assert(desk_types(&desk, "answer 1/3"));
    const char *said = desk_says(&desk, "next 2");
    ck_assert_ptr_nonnull(strstr(said, "✗ You said: 1/3. It is: 3\n  1 + 2.\n"));
    desk_close(&desk);
}
END_TEST

START_TEST(a_skipped_prediction_is_told_too) {
    struct desk desk;
    open_question(&desk, PREDICTION);
    ck_assert_str_eq(desk_says(&desk, "skip"), "Skipped. Type next to see what happens.\n");
    const char *said = desk_says(&desk, "next 2");
    ck_assert_ptr_nonnull(strstr(said, "Answer: 3\n  1 + 2.\n"));
    desk_close(&desk);
}
END_TEST

START_TEST(a_prediction_with_nothing_after_it_is_graded_at_once) {
    struct desk desk;
    open_question(&desk, LAST);
    ck_assert_str_eq(desk_says(&desk, "answer 1"),
                     "✗ Not right.\n  ✓ yes: It is.\n  ✗ no: It is.\n");
    ck_assert_int_eq(state(&desk), ANSWER_WRONG);
    ck_assert_str_eq(desk_says(&desk, "next"), "this is the end of the lesson");
    desk.session.front.drawn = true;
    ck_assert_str_eq(desk_says(&desk, "next"), "this is the end of the lesson");
    desk_close(&desk);
}
END_TEST

START_TEST(hints_come_one_by_one) {
    struct desk desk;
    open_question(&desk, ONE);
    ck_assert_str_eq(desk_says(&desk, "hint"), "Hint 1 of 2: Read.\n");
    ck_assert_str_eq(desk_says(&desk, "hint"), "Hint 2 of 2: Read more.\n");
    ck_assert_str_eq(desk_says(&desk, "hint"), "No more hints; type solution for the answer.\n");
    ck_assert_str_eq(desk_says(&desk, "solution"), "Answer: word2\n  Indeed.\n  Because.\n");
    ck_assert_int_eq(state(&desk), ANSWER_SKIPPED);
    ck_assert_str_eq(desk_says(&desk, "hint"), "no question is open here");
    ck_assert(desk_types(&desk, "next"));
    ck_assert_str_eq(desk_says(&desk, "hint"),
                     "There is no hint here; type solution for the answer.\n");
    desk_close(&desk);
}
END_TEST

START_TEST(skipping_tells_the_answer) {
    struct desk desk;
    open_question(&desk, SEVERAL);
    ck_assert_str_eq(desk_says(&desk, "skip"),
                     "Answer: two; four\n  ✓ two: 2 = 2·1\n  ✓ four: 4 = 2·2\n");
    desk_close(&desk);
}
END_TEST

/* Not how to answer it: no answer is taken any more. */
START_TEST(going_back_tells_what_became_of_a_question) {
    struct desk desk;
    open_question(&desk, ONE);
    desk.session.front.from_person = true;
    ck_assert(desk_types(&desk, "answer 2"));
    ck_assert(desk_types(&desk, "next"));
    const char *said = desk_says(&desk, "back");
    ck_assert_ptr_nonnull(strstr(said, "Which?\n"));
    ck_assert_ptr_nonnull(strstr(said, "✓ Right.\n"));
    ck_assert_ptr_null(strstr(said, "Type answer"));
    desk_close(&desk);
}
END_TEST

/* A learner who skipped by mistake can still answer. */
START_TEST(back_opens_what_was_skipped) {
    static const int questions[] = {ONE, PREDICTION, EXERCISE};
    struct desk desk;
    open_question(&desk, questions[_i]);
    size_t stop = session_stop(&desk.session);
    ck_assert(desk_types(&desk, "skip"));
    ck_assert_int_eq(state(&desk), ANSWER_SKIPPED);
    ck_assert(desk_types(&desk, "back"));
    ck_assert_uint_eq(session_stop(&desk.session), stop);
    ck_assert_int_eq(state(&desk), ANSWER_OPEN);
    ck_assert(desk_types(&desk, "skip"));
    ck_assert(desk_types(&desk, "back 2")); /* to before it */
    ck_assert_uint_lt(session_stop(&desk.session), stop);
    ck_assert_int_eq(desk.session.answers[stop - 1].state, ANSWER_OPEN);
    desk_close(&desk);
}
END_TEST

START_TEST(an_exercise_is_done_when_its_goals_hold) {
    struct desk desk;
    open_question(&desk, EXERCISE);
    ck_assert_str_eq(desk_says(&desk, "next"), "an exercise is open: meet its goals, or skip");
    ck_assert_str_eq(desk_says(&desk, "hint"), "Hint: Edit row 1 of W.\n");
    ck_assert_str_eq(desk_says(&desk, "W[1,1] = 2"), "");
    ck_assert_int_eq(state(&desk), ANSWER_OPEN);
    ck_assert_str_eq(
        desk_says(&desk, "W[1,2] = 9"),
        "✓ Done: every goal holds. You changed 2 cells; 1 is enough. Going on puts your\n"
        "  changes back.\n");
    ck_assert_int_eq(state(&desk), ANSWER_RIGHT);
    ck_assert(desk_types(&desk, "next"));
    ck_assert(desk_number(&desk, "S[1,1]") == 3);
    desk_close(&desk);
}
END_TEST

START_TEST(whoever_watches_hears_what_is_open) {
    struct desk desk;
    open_question(&desk, EXERCISE);
    desk.session.front.echo = true;
    const char *said = desk_says(&desk, "W[1,1] = 2; W[2,1] = 1");
    ck_assert_ptr_nonnull(strstr(said, "  · not yet  S[1,1] > 10  "));
    ck_assert_ptr_nonnull(strstr(said, "· now 4\n  · not yet  S[2,1] = 7  "));
    ck_assert_ptr_nonnull(strstr(said, " now 5\n  You may change"));
    desk_close(&desk);
}
END_TEST

static const struct {
    const char *line, *rule;
} breaches[] = {
    {"S = [[11], [7]]", "S may not be changed here: undo\n"},
    {"pin S[1,1] = 11", "S may not be changed here: undo\n"},
    {"W[1,1] = 9; W[1,2] = 10; W[2,2] = 5; W[2,1] = 2",
     "4 cells are changed, at most 2 may be: undo\n"},
    {"W = [[20, 5], [6, 1]]", "4 cells are changed, at most 2 may be: undo\n"},
    {"W = [[20, 5], [6, 1]]; W[1,2] = 2", "3 cells are changed, at most 2 may be: undo\n"},
};

START_TEST(an_exercise_has_its_rules) {
    struct desk desk;
    open_question(&desk, EXERCISE);
    ck_assert_msg(desk_types(&desk, breaches[_i].line), "%s", desk.failure.message);
    ck_assert_int_eq(state(&desk), ANSWER_OPEN);
    struct text why = {0};
    size_t part = desk.session.lesson->stops[desk.session.exercise].part;
    ck_assert(!exercise_met(&desk.session, desk.session.lesson->parts[part].exercise, &why,
                            &desk.failure));
    ck_assert(!desk.failure.set);
    ck_assert_str_eq(text_string(&why), breaches[_i].rule);
    text_release(&why);
    desk_close(&desk);
}
END_TEST

/* One cell set twice is one cell, whatever it is called; one that is back at what it was, written
 * alone or with its matrix, is none; the learner's own names are not counted. */
START_TEST(a_cell_counts_once) {
    struct desk desk;
    open_question(&desk, EXERCISE);
    ck_assert(desk_types(&desk, "W[1,1] = 2"));
    ck_assert(desk_types(&desk, "W[2,1] = 0"));
    ck_assert(desk_types(&desk, "W[2,1] = 3"));
    ck_assert(desk_types(&desk, "W = [[2, 2], [3, 4]]"));
    ck_assert(desk_types(&desk, "W[1,2] = 3"));
    ck_assert(desk_types(&desk, "W[1,1:1] = 4"));
    ck_assert(desk_types(&desk, "mine = [1, 2, 3]"));
    ck_assert_str_eq(
        desk_says(&desk, "W[1,1] = 12"),
        "✓ Done: every goal holds. You changed 2 cells; 1 is enough. Going on puts your\n"
        "  changes back.\n");
    desk_close(&desk);
}
END_TEST

START_TEST(a_solution_solves) {
    struct desk desk;
    open_question(&desk, EXERCISE);
    ck_assert(desk_types(&desk, "W[2,1] = 0"));
    ck_assert_str_eq(desk_says(&desk, "solution"), "> W[1,1] = 20\n");
    ck_assert_int_eq(state(&desk), ANSWER_SKIPPED);
    ck_assert(desk_number(&desk, "S[1,1]") == 22);
    ck_assert(desk_number(&desk, "S[2,1]") == 7);
    ck_assert(desk_types(&desk, "next"));
    ck_assert(desk_number(&desk, "S[1,1]") == 3);
    desk_close(&desk);
}
END_TEST

START_TEST(leaving_an_exercise_puts_things_back) {
    struct desk desk;
    open_question(&desk, EXERCISE);
    ck_assert(desk_types(&desk, "W[2,1] = 0"));
    ck_assert_str_eq(desk_says(&desk, "skip"),
                     "Skipped. One way: `W[1,1] = 20`. Going on puts your changes back.\n");
    ck_assert(desk_number(&desk, "W[2,1]") == 0);
    ck_assert(desk_types(&desk, "next"));
    ck_assert(desk_number(&desk, "W[2,1]") == 3);
    ck_assert_str_eq(desk_says(&desk, "undo"), "there is nothing to undo");
    ck_assert_str_eq(desk_says(&desk, "redo"), "there is nothing to redo");
    ck_assert(desk_types(&desk, "back"));
    ck_assert(desk_number(&desk, "W[2,1]") == 0);
    desk_close(&desk);
}
END_TEST

/* Where the lesson has one; in the convention that is shown. */
START_TEST(skipping_tells_a_solution) {
    static const char exercise[] =
        "# T\n\n```qkv\nW = [[1, 2], [3, 4]]\nV = W @ [[1], [1]]\n```\n\n"
        "```try a\nMake it 5.\nexpect V[1] = 5\nallow: W\n%s```\n";
    static const char *const cases[][2] = {
        {"", "Skipped.\n"},
        {"solution: W[1,2] = 4\n", "Skipped. One way: `W[2,1] = 4`.\n"},
        {"solution: W[1,2] = 3\nsolution: W[1,1] = 2\n",
         "Skipped. One way: `W[2,1] = 3`, then `W[1,1] = 2`.\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct desk desk;
        struct text opened = {0};
        text_format(&opened, exercise, cases[i][0]);
        desk_open(&desk, text_string(&opened));
        ck_assert(desk_types(&desk, "convention columns"));
        ck_assert(desk_types(&desk, "advance 4"));
        ck_assert_str_eq(desk_says(&desk, "skip"), cases[i][1]);
        text_release(&opened);
        desk_close(&desk);
    }
}
END_TEST

static const char two_exercises[] =
    "# T\n\n```qkv\nW = [[1, 2], [3, 4]]\nV = W + 1\n```\n\n"
    "```try a\nMake it 5.\nexpect V[1,1] = 5\nallow: W\nsolution: W[1,1] = 4\n```\n\n"
    "```try b\nMake it 9.\nexpect V[2,2] = 9\nallow: W\nsolution: W[2,2] = 8\n```\n\n"
    "```qkv\nZ = V\n```\n";

/* Changes made before an exercise, above all in another one, cannot be undone or redone in it;
 * after it everything is as it was. */
START_TEST(undo_stays_in_its_exercise) {
    static const char nothing[] = "there is nothing to undo in this exercise";
    struct desk desk;
    desk_open(&desk, two_exercises);
    ck_assert(desk_types(&desk, "advance 3"));
    ck_assert(desk_types(&desk, "W[2,1] = 7"));
    ck_assert(desk_types(&desk, "advance")); /* the first exercise */
    ck_assert_str_eq(desk_says(&desk, "undo"), nothing);
    ck_assert_str_eq(desk_says(&desk, "W[1,1] = 3; W[1,1] = 4"),
                     "✓ Done: the goal holds. Going on puts your changes back.\n");
    ck_assert(desk_types(&desk, "advance")); /* the second */
    ck_assert_str_eq(desk_says(&desk, "undo"), nothing);
    ck_assert(desk_number(&desk, "W[1,1]") == 1);
    ck_assert(desk_types(&desk, "W[2,2] = 6"));
    ck_assert(desk_types(&desk, "undo"));
    ck_assert_str_eq(desk_says(&desk, "undo"), nothing);
    ck_assert(desk_types(&desk, "redo"));
    ck_assert(desk_number(&desk, "W[2,2]") == 6);
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_types(&desk, "back")); /* the first again, with what was done in it */
    ck_assert(desk_number(&desk, "W[1,1]") == 4);
    ck_assert_str_eq(desk_says(&desk, "redo"), "there is nothing to redo in this exercise");
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_number(&desk, "W[1,1]") == 1);
    ck_assert_str_eq(desk_says(&desk, "undo"), nothing);
    ck_assert(desk_number(&desk, "W[2,1]") == 7);
    ck_assert(desk_types(&desk, "advance 2")); /* the second: open, so it holds */
    ck_assert(desk_types(&desk, "skip"));
    ck_assert(desk_types(&desk, "advance"));
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_number(&desk, "W[2,1]") == 3);
    desk_close(&desk);
}
END_TEST

/* Undo brings back what a solution replaces. */
START_TEST(a_solution_is_taken_back) {
    struct desk desk;
    desk_open(&desk, two_exercises);
    ck_assert(desk_types(&desk, "advance 4"));
    ck_assert(desk_types(&desk, "W[2,1] = 7"));
    ck_assert_str_eq(desk_says(&desk, "solution"), "> W[1,1] = 4\n");
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_number(&desk, "W[2,1]") == 7 && desk_number(&desk, "W[1,1]") == 1);
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(!desk_types(&desk, "undo"));
    desk_close(&desk);
}
END_TEST

/* The learner works in columns; the lesson's goals, keys and solutions are in rows all the same. */
START_TEST(the_lesson_keeps_its_own_convention) {
    struct desk desk;
    open_question(&desk, EXERCISE);
    ck_assert(desk_types(&desk, "convention columns"));
    ck_assert_str_eq(desk_says(&desk, "W[2,1] = 19"),
                     "✓ Done: every goal holds. Going on puts your changes back.\n");
    ck_assert(desk_types(&desk, "convention rows"));
    ck_assert(desk_number(&desk, "W[1,2]") == 19);
    desk_close(&desk);
}
END_TEST

static const char *const lessonless[] = {"answer 1", "skip", "hint", "solution"};

START_TEST(questions_need_a_lesson) {
    struct desk desk;
    desk_open(&desk, NULL);
    ck_assert(!desk_types(&desk, lessonless[_i]));
    ck_assert_ptr_nonnull(strstr(desk.failure.message, "needs an open lesson"));
    desk_close(&desk);
}
END_TEST

/* Inline code looks as it does in narration: coloured, or in backquotes where there is no
 * colour. */
START_TEST(code_in_a_question_is_set_as_code) {
    struct desk desk;
    desk_open(&desk, "# Code\n\n## One\n\n```quiz one\nWhat is `1 + 1`?\n( ) `1`\n(x) `2` "
                     "{{ So `1 + 1`. }}\nhint: Count `1`s.\nexplain: `1 + 1` is 2.\n```\n");
    desk.session.front.paint =
        (struct paint){.colour = true, .depth = DEPTH_256, .theme = THEME_DARK};
    desk.session.front.from_person = false;
    const char *said = desk_says(&desk, "run");
    ck_assert_ptr_nonnull(strstr(said, "1 + 1"));
    ck_assert_ptr_null(strchr(said, '`'));
    ck_assert_ptr_null(strchr(desk_says(&desk, "hint"), '`'));
    ck_assert_ptr_null(strchr(desk_says(&desk, "answer 2"), '`'));
    ck_assert_ptr_nonnull(strstr(text_string(&desk.session.out), "1 + 1"));
    desk_close(&desk);
    desk_open(&desk, "# Code\n\n## One\n\n```quiz one\nWhat is `1 + 1`?\n= 2\n```\n");
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "run"), "Question: What is `1 + 1`?\n"));
    desk_close(&desk);
}
END_TEST

/* The cursor starts at a number that the first goal not met depends on; where no goal has a
 * derivative it stays. */
static const struct {
    const char *goals;
    size_t cell;
} starts[] = {
    {"expect S[1,2] > 10\n", 3},
    {"expect S[1,1] = 3\nexpect S[1,2] > 10\n", 3},
    {"expect S[1,1] > 10\nexpect S[1,2] > 10\n", 2},
    {"expect sum(W) = 0\n", 0},
    {"expect argmax(S) = 1\n", 0},
    {"expect S is 2x2\nexpect S[1,2] > 10\n", 3},
    {"expect S[9,9] = 1\n", 0},
};

START_TEST(an_exercise_starts_where_its_goal_can_be_reached) {
    struct desk desk;
    struct text exercise = {0};
    text_format(&exercise,
                "# T\n\n```qkv\nW = [[1, 2], [3, 4]]\nS = [[0, 1]] @ W\n```\n\n"
                "```try t\nDo it.\n%sallow: W\n```\n",
                starts[_i].goals);
    desk_open(&desk, text_string(&exercise));
    desk.session.front.drawn = true;
    ck_assert(desk_types(&desk, "advance 9"));
    ck_assert(exercise_names(&desk.session, "W"));
    ck_assert_str_eq(desk.session.focus.name, "W");
    ck_assert_uint_eq(desk.session.view.cell, starts[_i].cell);
    text_release(&exercise);
    desk_close(&desk);
}
END_TEST

#define COUNT(table) ((int)(sizeof table / sizeof table[0]))

Suite *commands_asking_suite(void);

Suite *commands_asking_suite(void) {
    Suite *suite = suite_create("commands/asking");
    TCase *quizzes = tcase_create("quizzes");
    tcase_add_test(quizzes, an_open_question_holds);
    tcase_add_test(quizzes, a_wrong_answer_may_be_mended);
    tcase_add_loop_test(quizzes, what_is_no_answer_costs_nothing, 0, COUNT(no_answers));
    tcase_add_loop_test(quizzes, several_choices_go_together, 0, COUNT(severals));
    tcase_add_test(quizzes, a_number_is_held_against_the_live_key);
    tcase_add_test(quizzes, code_in_a_question_is_set_as_code);
    tcase_add_test(quizzes, a_key_hangs_on_the_notebook);
    tcase_add_test(quizzes, hints_come_one_by_one);
    tcase_add_test(quizzes, skipping_tells_the_answer);
    tcase_add_test(quizzes, going_back_tells_what_became_of_a_question);
    tcase_add_loop_test(quizzes, back_opens_what_was_skipped, 0, 3);
    tcase_add_loop_test(quizzes, questions_need_a_lesson, 0, COUNT(lessonless));
    suite_add_tcase(suite, quizzes);
    TCase *predictions = tcase_create("predictions");
    tcase_add_test(predictions, a_prediction_is_graded_after_the_fence);
    tcase_add_test(predictions, a_locked_prediction_stays);
    tcase_add_test(predictions, a_prediction_of_one_number_takes_one);
    tcase_add_test(quizzes, an_exercise_is_told_line_by_line);
    tcase_add_test(quizzes, the_line_for_the_result_comes_last);
    tcase_add_test(quizzes, a_solution_has_a_line_for_each_formula);
    tcase_add_test(quizzes, an_answer_is_wrong_at_its_place);
    tcase_add_test(quizzes, only_what_is_allowed_is_advised);
    tcase_add_test(predictions, a_wrong_prediction_shows_what_is_right);
    tcase_add_test(predictions, a_skipped_prediction_is_told_too);
    tcase_add_test(predictions, a_prediction_with_nothing_after_it_is_graded_at_once);
    suite_add_tcase(suite, predictions);
    TCase *exercises = tcase_create("exercises");
    tcase_add_test(exercises, an_exercise_is_done_when_its_goals_hold);
    tcase_add_test(exercises, whoever_watches_hears_what_is_open);
    tcase_add_loop_test(exercises, an_exercise_has_its_rules, 0, COUNT(breaches));
    tcase_add_test(exercises, a_cell_counts_once);
    tcase_add_loop_test(exercises, an_exercise_starts_where_its_goal_can_be_reached, 0,
                        COUNT(starts));
    tcase_add_test(exercises, a_solution_solves);
    tcase_add_test(exercises, leaving_an_exercise_puts_things_back);
    tcase_add_test(exercises, skipping_tells_a_solution);
    tcase_add_test(exercises, undo_stays_in_its_exercise);
    tcase_add_test(exercises, a_solution_is_taken_back);
    tcase_add_test(exercises, the_lesson_keeps_its_own_convention);
    suite_add_tcase(suite, exercises);
    return suite;
}
