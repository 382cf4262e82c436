/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Slips in the lessons: at every question for a number its key is never called a slip, no wrong
 * number is in the way or moves anything, and the slips a lesson warns of are found. */
#include "base/memory.h"
#include "base/number.h"
#include "commands/desk.h"
#include "session/question.h"

#include <check.h>
#include <string.h>

Suite *play_slips_suite(void);

/* Returns the diagnosis of ANSWER to the quiz, valid until the next call; none where it is right or
 * has another count of numbers. The notebook must stay as it is. */
static const char *diagnosis(struct session *session, const struct quiz *quiz, const char *answer) {
    static char said[1024];
    struct failure failure = {0};
    struct text out = {0};
    struct notebook before;
    notebook_copy(&before, session_notebook(session));
    bool right;
    question_kind(quiz)->grade((struct question){session, quiz}, answer, &right, &out, &failure);
    ck_assert_msg(!failure.outside, "%s: %s", quiz->id, failure.message);
    ck_assert(notebook_same(&before, session_notebook(session)));
    text_fill(said, sizeof said, "%s", text_string(&out));
    notebook_release(&before);
    text_release(&out);
    return said;
}

/* Wrong answers that a class gives. */
static const struct {
    const char *quiz, *answer, *said;
} known[] = {
    {"first-cell", "0.1", "0.1 is what you get with one product left out: 1·0.1."},
    {"scaled-cell", "0.6", "without dividing by √d_k = 2: `scaled = scores`."},
    {"scaled-cell", "0.15", "dividing by d_k = 4 instead of √d_k = 2: `scaled = scores / d_k`."},
    {"pin-small", "0.5", "without dividing by √d_k = 2: `A = softmax(S)`."},
};

static size_t met; /* how many of them were asked */

/* Asks the quiz when what it predicts has run: its key, and numbers that are not. */
static void ask(struct session *session, const struct quiz *quiz) {
    static const char *const wrongs[] = {"0", "1", "0.5", "-1", "0.25", "1e9", "nan"};
    struct failure failure = {0};
    char exact[NUMBER_TEXT];
    struct numbers numbers;
    if (!numbers_key((struct question){session, quiz}, &numbers, &failure)) {
        return;
    }
    for (int decimals = 1; decimals < 6; decimals++) {
        number_fixed(exact, numbers.list[0], decimals);
        ck_assert_str_eq(diagnosis(session, quiz, exact), "");
    }
    number_exact(exact, numbers.list[0]);
    ck_assert_str_eq(diagnosis(session, quiz, exact), "");
    for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
        diagnosis(session, quiz, wrongs[i]);
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const char *said =
            text_same(known[i].quiz, quiz->id) ? diagnosis(session, quiz, known[i].answer) : NULL;
        ck_assert_msg(said == NULL || strstr(said, known[i].said) != NULL, "%s", said);
        met += said != NULL;
    }
}

static void ask_lesson(const char *name) {
    struct desk desk;
    desk_open_lesson(&desk, name);
    struct session *session = &desk.session;
    const struct lesson *lesson = session->lesson;
    const struct quiz *requested = NULL;
    while (session_stop(session) < lesson->stop_count) {
        const struct stop *stop = &lesson->stops[session_stop(session)];
        if (requested != NULL && (stop->kind == STOP_PAGE || stop->kind == STOP_QUIZ)) {
            ask(session, requested);
            requested = NULL;
        }
        if (stop->kind == STOP_QUIZ && lesson->parts[stop->part].quiz->kind == &quiz_number) {
            requested = lesson->parts[stop->part].quiz;
        }
        ck_assert_msg(commands_advance(session, &desk.failure), "%s", desk.failure.message);
        text_clear(&session->out);
    }
    desk_close(&desk);
}

START_TEST(every_lesson_is_asked) {
    for (int i = 0; i < desk_walked(); i++) {
        ask_lesson(desk_lesson(i));
    }
    ck_assert_uint_ge(met, 2); /* lesson 1 asks them */
    ck_assert(desk_walked() < desk_lesson_count() || met == sizeof known / sizeof known[0]);
}
END_TEST

Suite *play_slips_suite(void) {
    Suite *suite = suite_create("slips");
    TCase *core = tcase_create("core");
    tcase_add_test(core, every_lesson_is_asked);
    suite_add_tcase(suite, core);
    return suite;
}
