/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas that a learner writes: which are right, and what is said of those that are not. */
#include "session/attempt.h"

#include "base/text.h"
#include "session/question.h"
#include "session/quizzes.h"

#include <check.h>
#include <string.h>

Suite *session_attempt_suite(void);

static const char lesson_text[] =
    "# L\n\n```write head\nWrite one head.\n"
    "inputs: X: n×d, W_q: d×h, W_k: d×h, W_v: d×m\n"
    "solution: Q = X @ W_q; K = X @ W_k\n"
    "solution: O = softmax(Q @ K.T / sqrt(columns(Q))) @ (X @ W_v)\n"
    "wrong: O = softmax(X @ W_q @ (X @ W_k).T / sqrt(columns(X))) @ X @ W_v {{ by √d }}\n"
    "```\n\n```write heads\nTake a head's scores.\n"
    "inputs: Q: n×d, heads: h divides d\n"
    "solution: H = heads(Q, heads)\n```\n";

static struct quizzes quizzes;
static struct failure failure;

static void open_lesson(void) {
    failure = (struct failure){0};
    quizzes_open(&quizzes, lesson_text);
}

static void close_lesson(void) {
    quizzes_close(&quizzes);
}

static const struct {
    const char *formulas, *said; /* NULL: they are right */
} answers[] = {
    {"O = softmax(X @ W_q @ (X @ W_k).T / sqrt(columns(W_k))) @ X @ W_v", NULL},
    {"Q = X @ W_q; K = X @ W_k; V = X @ W_v; O = softmax(Q @ K.T / columns(Q) ** 0.5) @ V", NULL},
    {"S = (X @ W_q) @ W_k.T @ X.T\nO = softmax(S / sqrt(columns(W_q))) @ X @ W_v", NULL},
    /* √4 is 2, as d_k is in some attempts, but no slip gives that in all */
    {"O = softmax(X @ W_q @ (X @ W_k).T / sqrt(4)) @ X @ W_v", "and it should "},
    {"O = softmax(X @ W_q @ (X @ W_k).T) @ X @ W_v", "and it should "},
    {"O = softmax(X @ W_q @ (X @ W_k).T / sqrt(columns(X))) @ X @ W_v", "this slip: by √d."},
    {"O = X @ W_q.T", "cannot be computed"},
    {"O = 1", "it gives `1`, and it should give `4×3`"},
    {"O = (X @ W_v).T", "With `X 4×1`, "},
    {"O = X @ W_v + 1 / 0", "inf"},
};

static struct question ask(const char *id) {
    return (struct question){&quizzes.session, quizzes_find(&quizzes, id)};
}

START_TEST(formulas_are_judged) {
    struct text said = {0};
    bool right;
    ck_assert_msg(question_write.grade(ask("head"), answers[_i].formulas, &right, &said, &failure),
                  "%s", failure.message);
    ck_assert_int_eq(right, answers[_i].said == NULL);
    if (answers[_i].said == NULL) {
        ck_assert_str_eq(text_string(&said), "");
    } else {
        ck_assert_msg(strstr(text_string(&said), answers[_i].said) != NULL, "%s",
                      text_string(&said));
        ck_assert_ptr_null(strstr(text_string(&said), "what you get"));
    }
    text_release(&said);
}
END_TEST

static const struct {
    const char *formulas, *complaint;
} refused[] = {
    {"O = softmax(", "`(`"},
    {"X = 1; O = X", "X is given"},
    {"Q = X @ W_q", "nothing defines O"},
    {"X @ W_q", "write only definitions"},
    {"O[1,1] = 2", "write only definitions"},
};

START_TEST(what_is_no_answer_is_not_judged) {
    bool right;
    ck_assert(!question_write.grade(ask("head"), refused[_i].formulas, &right, NULL, &failure));
    ck_assert_msg(strstr(failure.message, refused[_i].complaint) != NULL, "%s", failure.message);
}
END_TEST

/* Sizes that are confused are never equal, and one divides the other where the task says so. */
START_TEST(sizes_are_drawn_as_the_task_says) {
    bool right;
    ck_assert(question_write.grade(ask("heads"), "H = heads(Q, heads)", &right, NULL, &failure));
    ck_assert(right);
    ck_assert(question_write.grade(ask("heads"), "H = heads(Q, 2)", &right, NULL, &failure));
    ck_assert(!right);
}
END_TEST

Suite *session_attempt_suite(void) {
    Suite *suite = suite_create("session_attempt");
    TCase *tests = tcase_create("attempt");
    tcase_add_checked_fixture(tests, open_lesson, close_lesson);
    tcase_add_loop_test(tests, formulas_are_judged, 0, sizeof answers / sizeof *answers);
    tcase_add_loop_test(tests, what_is_no_answer_is_not_judged, 0,
                        sizeof refused / sizeof *refused);
    tcase_add_test(tests, sizes_are_drawn_as_the_task_says);
    suite_add_tcase(suite, tests);
    return suite;
}
