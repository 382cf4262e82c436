/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagnosis: a wrong number is answered with the slip that gives it, in words of the lesson. */
#include "commands/desk.h"

#include "session/question.h"

#include <check.h>
#include <string.h>

static const char lesson[] = "---\n"
                             "title: Slips\n"
                             "id: slips\n"
                             "---\n"
                             "\n"
                             "# Slips\n"
                             "\n"
                             "## Numbers\n"
                             "\n"
                             "```qkv\n"
                             "Q = [[1, 2, 0, 1], [0, 3, 1, 1], [2, 0, 1, 0]]\n"
                             "K = [[0.2, 0, 0.1, 0.3], [0, 0.25, 0.5, 0], [0.1, 0.3, 0, 0.1]]\n"
                             "V = [[1, 0, 0], [0, 2, 0], [1, 1, 3]]\n"
                             "d_k = columns(Q)\n"
                             "S = Q @ K.T\n"
                             "scaled = S / sqrt(d_k)\n"
                             "M = causal(3)\n"
                             "A = softmax(scaled + M)\n"
                             "B = softmax(scaled)\n"
                             "P = Q.T @ S\n"
                             "O = A @ V\n"
                             "```\n"
                             "\n";

/* Opens a question with KEY, in the lesson above. */
static void ask(struct desk *desk, const char *key, bool predict) {
    struct text whole = {0};
    text_append(&whole, lesson);
    text_format(&whole, "```quiz number%s\nWhat is it?\n= %s ~ 1e-6\nexplain: Because.\n```\n",
                predict ? " predict" : "", key);
    text_append(&whole, "\n```qkv\nlate = 1\n```\n");
    desk_open(desk, text_string(&whole));
    text_release(&whole);
    while (question_open(&desk->session) == SIZE_MAX) {
        ck_assert_msg(desk_types(desk, "run"), "%s", desk->failure.message);
    }
}

static const struct {
    const char *key, *line, *said;
} wrongs[] = {
    {"scaled[1,1]", "answer 0.5",
     "  0.5 is what you get without dividing by √d_k = 2: `scaled = S`.\n"},
    {"scaled[1,1]", "answer 0.50",
     "  0.50 is what you get without dividing by √d_k = 2: `scaled = S`.\n"},
    {"scaled[1,1]", "answer 1/2",
     "  1/2 is what you get without dividing by √d_k = 2: `scaled = S`.\n"},
    {"scaled[1,1]", "answer 0.125",
     "  0.125 is what you get dividing by d_k = 4 instead of √d_k = 2:\n"
     "  `scaled = S / d_k`.\n"},
    {"scaled[1,1]", "answer 0.51", ""},
    {"B[1,2]", "answer 0.29",
     "  0.29 is what you get when softmax goes by columns instead of by rows:\n"
     "  `B = softmax(scaled, each=column)`.\n"},
    {"A[2,2]", "answer 0.39",
     "  0.39 is what you get without the mask M: `A = softmax(scaled)`.\n"
     "  Or when the mask M comes only after softmax, and what is left is not shared\n"
     "  out again: `A = softmax(scaled) * exp(M)`.\n"},
    {"O[1,1]", "answer 0.316",
     "  0.316 is what you get when the mask M comes only after softmax, and what is\n"
     "  left is not shared out again: `A = softmax(scaled) * exp(M)`.\n"},
    {"S[1,2]", "answer 0.6", ""},
    {"S[1,3]", "answer 0.2", "  0.2 is what you get with one product left out: 2·0.3.\n"},
    {"S[1,2]", "answer 0.4",
     "  0.4 is what you get with K Qᵀ in place of Q Kᵀ.\n"
     "  Or reading S[2,1] instead of S[1,2].\n"},
    {"A[3,1]", "answer 0", ""},        /* as A[1,3] is */
    {"scaled[2,1]", "answer 0.3", ""}, /* scaled[1,2] is 0.25 */
};

START_TEST(a_wrong_number_names_its_slip) {
    struct desk desk;
    ask(&desk, wrongs[_i].key, false);
    struct text said = {0};
    text_format(&said, "✗ Not right: %s. Answer again, or skip.\n%s",
                wrongs[_i].line + strlen("answer "), wrongs[_i].said);
    ck_assert_str_eq(desk_says(&desk, wrongs[_i].line), text_string(&said));
    text_release(&said);
    desk_close(&desk);
}
END_TEST

START_TEST(a_right_number_is_left_alone) {
    struct desk desk;
    ask(&desk, "scaled[1,1]", false);
    ck_assert_str_eq(desk_says(&desk, "answer 0.25"), "✓ As you said: 0.25\n  Because.\n");
    desk_close(&desk);
    ask(&desk, "scaled[1,1]", true);
    ck_assert_str_eq(desk_says(&desk, "answer 1/4"),
                     "Your answer: 1/4. Type next to see what happens.\n");
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "run"), "✓ As you said: 0.25\n  Bec"));
    desk_close(&desk);
}
END_TEST

START_TEST(a_prediction_is_traced_when_it_is_graded) {
    struct desk desk;
    ask(&desk, "scaled[1,1] * late", true);
    ck_assert_str_eq(desk_says(&desk, "answer 0.5"),
                     "Your answer: 0.5. Type next to see what happens.\n");
    ck_assert_ptr_nonnull(
        strstr(desk_says(&desk, "run"),
               "✗ You said: 0.5. It is: 0.25\n"
               "  Because.\n"
               "  0.5 is what you get without dividing by √d_k = 2: `scaled = S`.\n"));
    desk_close(&desk);
}
END_TEST

/* The same number in either convention; words and formulas follow the convention. */
START_TEST(in_columns_the_slip_is_told_in_columns) {
    struct desk desk;
    ask(&desk, "B[1,2]", false);
    ck_assert(desk_types(&desk, "convention columns"));
    ck_assert_str_eq(desk_says(&desk, "answer 0.29"),
                     "✗ Not right: 0.29. Answer again, or skip.\n"
                     "  0.29 is what you get when softmax goes by rows instead of by columns:\n"
                     "  `B = softmax(scaled)`.\n");
    desk_close(&desk);
    ask(&desk, "S[1,2]", false);
    ck_assert(desk_types(&desk, "convention columns"));
    ck_assert_str_eq(desk_says(&desk, "answer 0.4"),
                     "✗ Not right: 0.4. Answer again, or skip.\n"
                     "  0.4 is what you get with Qᵀ K in place of Kᵀ Q.\n"
                     "  Or reading S[1,2] instead of S[2,1].\n");
    desk_close(&desk);
}
END_TEST

START_TEST(the_notebook_and_its_undo_are_left_alone) {
    struct desk desk;
    ask(&desk, "O[3,3]", false);
    ck_assert(desk_types(&desk, "Q[1,1] = 1.5"));
    struct notebook before;
    notebook_copy(&before, session_notebook(&desk.session));
    ck_assert(desk_types(&desk, "answer 1.23"));
    ck_assert(notebook_same(&before, session_notebook(&desk.session)));
    notebook_release(&before);
    ck_assert_str_eq(desk_says(&desk, "answer 2 3"), "one number is expected, and 2 are given");
    ck_assert_str_eq(desk_says(&desk, "answer 0,45"),
                     "one number is expected, and 2 are given: decimals are written with a point");
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_number(&desk, "Q[1,1]") == 1);
    desk_close(&desk);
}
END_TEST

Suite *commands_question_suite(void);

Suite *commands_question_suite(void) {
    Suite *suite = suite_create("commands/question");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, a_wrong_number_names_its_slip, 0,
                        (int)(sizeof wrongs / sizeof wrongs[0]));
    tcase_add_test(core, a_right_number_is_left_alone);
    tcase_add_test(core, a_prediction_is_traced_when_it_is_graded);
    tcase_add_test(core, in_columns_the_slip_is_told_in_columns);
    tcase_add_test(core, the_notebook_and_its_undo_are_left_alone);
    suite_add_tcase(suite, core);
    return suite;
}
