/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Every question of every lesson says on the screen why its right answer is right: after a right
 * answer, after a wrong one, and after none. A prediction says whether the next step shows that. */
#include "panels/frame.h"

#include "session/question.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *panels_verdicts_suite(void);

enum { STOPS = 512, PRESSES = 3000 };

enum way { WAY_RIGHT, WAY_WRONG, WAY_SKIPPED };

struct walk {
    struct frame frame;
    enum way way;
    bool seen[STOPS]; /* the reasons of the question at that stop */
};

/* The words of SENTENCE alone: as they are set, line ends, borders and marks come between. */
static void only_words(const char *sentence, struct text *out) {
    for (; *sentence != '\0'; sentence++) {
        if (strchr(" \n`", *sentence) == NULL && *sentence != DOCUMENT_EMPHASIS) {
            text_append_character(out, *sentence);
        }
    }
}

static bool is_shown(struct frame *frame, const char *sentence) {
    struct text frame_words = {0}, words = {0}, all = {0};
    frame_read_pane(frame, &all);
    only_words(text_string(&all), &frame_words);
    only_words(sentence, &words);
    bool shown = strstr(text_string(&frame_words), text_string(&words)) != NULL;
    text_release(&frame_words);
    text_release(&words);
    text_release(&all);
    return shown;
}

static const struct quiz *quiz_at(const struct lesson *lesson, size_t stop) {
    return lesson->stops[stop].kind == STOP_QUIZ ? lesson->parts[lesson->stops[stop].part].quiz
                                                 : NULL;
}

/* True when the frame says all there is to say for the right answer. */
static bool shows_reasons(struct walk *walk, const struct quiz *quiz) {
    bool shown = quiz->explanation == NULL || is_shown(&walk->frame, quiz->explanation);
    for (size_t i = 0; shown && i < quiz->choice_count; i++) {
        const struct choice *choice = &quiz->choices[i];
        shown = !choice->right || is_shown(&walk->frame, choice->feedback);
    }
    return shown;
}

static void look(struct walk *walk) {
    const struct session *session = &walk->frame.desk.session;
    for (size_t i = 0; i < session_stop(session); i++) {
        const struct quiz *quiz = quiz_at(session->lesson, i);
        if (quiz != NULL && !walk->seen[i] && session->answers[i].state != ANSWER_OPEN) {
            walk->seen[i] = shows_reasons(walk, quiz);
        }
    }
}

/* "2", "1 3", "none"; of numbers no answer is known before the lesson goes on. */
static void write_answer(const struct quiz *quiz, enum way way, struct text *line) {
    size_t said = line->length;
    for (size_t i = 0; i < quiz->choice_count; i++) {
        bool first = line->length == said;
        if (quiz->choices[i].right == (way == WAY_RIGHT) &&
            (quiz->kind == &quiz_several || first)) {
            text_format(line, first ? "%zu" : " %zu", i + 1);
        }
    }
    text_append(line, line->length > said ? "" : quiz->kind == &quiz_number ? "123456.5" : "none");
}

static void answer(struct walk *walk, size_t stop) {
    const struct quiz *quiz = quiz_at(walk->frame.desk.session.lesson, stop);
    struct text line = {0};
    bool skips = quiz == NULL || quiz->kind == &quiz_write || quiz->kind == &quiz_order ||
                 walk->way == WAY_SKIPPED;
    text_append(&line, skips ? "skip" : "answer ");
    if (line.length > strlen("skip")) {
        write_answer(quiz, walk->way, &line);
    }
    frame_run(&walk->frame, text_string(&line));
    text_release(&line);
    if (!skips && !quiz->predict && walk->way == WAY_WRONG) {
        look(walk);
        frame_run(&walk->frame, "skip"); /* it may be tried again, and stays open */
    }
}

/* Takes the next step: false at the end of the lesson. What is said to a prediction that waits has
 * to be true; where a fence is stepped through, the number may come before its last step. */
static bool goes_on(struct walk *walk) {
    const struct session *session = &walk->frame.desk.session;
    size_t passed = session_stop(session), stop = passed;
    while (stop > 0 && quiz_at(session->lesson, stop - 1) == NULL) {
        stop--;
    }
    bool waits = stop > 0 && question_due(session, stop - 1) + session->rest_owed > passed;
    bool now = waits && is_shown(&walk->frame, "Space goes on to the ");
    bool later = waits && is_shown(&walk->frame, "Space goes on, step by step, to");
    bool guided = session->focus.guided;
    bool ok = desk_types(&walk->frame.desk, "advance");
    bool shown = waits && question_verdict_shown(session, stop - 1);
    ck_assert_msg((!now || shown) && (!later || guided || !shown), "%s:%zu: stop %zu",
                  session->lesson->file, quiz_at(session->lesson, stop - 1)->line, passed);
    return ok;
}

static void walk_through(struct walk *walk) {
    struct session *session = &walk->frame.desk.session;
    for (size_t i = 0; i < PRESSES; i++) {
        size_t open = question_open(session);
        if (open != SIZE_MAX) {
            answer(walk, open);
        } else if (goes_on(walk)) {
            text_clear(&session->out);
        } else {
            return;
        }
        look(walk);
    }
    ck_abort_msg("the lesson does not end");
}

enum { UNSEEN = 2000 };

/* Appends the questions of the lesson whose reasons are never seen; returns how many it asks. */
static size_t check_lesson(const char *name, enum way way, char unseen[UNSEEN]) {
    struct walk walk = {.way = way};
    frame_open_lesson(&walk.frame, name);
    const struct lesson *opened = walk.frame.desk.session.lesson;
    size_t count = 0;
    ck_assert_uint_lt(opened->stop_count, STOPS);
    walk_through(&walk);
    for (size_t i = 0; i < opened->stop_count; i++) {
        const struct quiz *quiz = quiz_at(opened, i);
        count += quiz != NULL;
        if (quiz != NULL && !walk.seen[i]) {
            size_t said = strlen(unseen);
            text_fill(unseen + said, UNSEEN - said, "%s:%zu: %s\n", name, quiz->line,
                      quiz->question);
        }
    }
    frame_close(&walk.frame);
    return count;
}

START_TEST(the_reason_is_seen_in_every_lesson) {
    char unseen[UNSEEN] = "";
    size_t count = 0;
    int lessons = 0, ways = getenv("QKV_HARD") == NULL ? WAY_SKIPPED + 1 : 1;
    for (int i = _i % ways; i < desk_walked();
         i += ways) { /* each lesson in one way; hard, in all */
        count += check_lesson(desk_lesson(i), (enum way)_i, unseen);
        lessons++;
    }
    ck_assert_uint_ge(count, (size_t)(4 * lessons)); /* questions */
    ck_assert_msg(unseen[0] == '\0', "%s", unseen);
}
END_TEST

Suite *panels_verdicts_suite(void) {
    Suite *suite = suite_create("panels_verdicts");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 60);
    tcase_add_loop_test(core, the_reason_is_seen_in_every_lesson, 0, WAY_SKIPPED + 1);
    suite_add_tcase(suite, core);
    return suite;
}
