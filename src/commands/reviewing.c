/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* reviewing: asks ten questions of all lessons again, each at its own stop of its own lesson. */
#include "commands/groups.h"
#include "lesson/shelf.h"
#include "session/progress.h"
#include "session/question.h"

#include <stdint.h>

/* Returns the stop of the review's present question in the open lesson; SIZE_MAX: another is
 * open. */
static size_t present_stop(const struct session *session) {
    const struct review *review = &session->review;
    return session->lesson == NULL || review->at >= review->count
               ? SIZE_MAX
               : lesson_find_question(session->lesson, review->list[review->at].question);
}

bool reviewing_is_done(const struct session *session) {
    size_t stop = present_stop(session);
    return stop != SIZE_MAX && session_stop(session) >= question_due(session, stop) &&
           question_settled(&session->answers[stop]);
}

/* Opens the lesson of ITEM where it asks the question. The questions before it become open again,
 * as they were passed, not answered. */
static bool ask_item(struct session *session, const struct review_item *item, bool *exists,
                     struct failure *failure) {
    struct failure gone = {0};
    struct lesson *lesson =
        shelf_open(session->front.lesson_folders, item->lesson, NULL, "lessons", &gone);
    size_t stop = lesson == NULL ? SIZE_MAX : lesson_find_question(lesson, item->question);
    *exists = stop != SIZE_MAX;
    if (!*exists) {
        lesson_free(lesson);
        return !gone.outside || failure_memory(failure);
    }
    if (!commands_open(session, lesson, failure) || !stepping_to_stop(session, stop + 1, failure)) {
        return false;
    }
    for (size_t i = 0; i < stop; i++) {
        session->answers[i].state = ANSWER_OPEN;
    }
    return true;
}

/* Asks the present question of the list, or the next one that still exists. */
static bool ask_present(struct session *session, struct failure *failure) {
    struct review *review = &session->review;
    for (bool exists = false; review->at < review->count; review->at++) {
        size_t said = session->out.length;
        if (!ask_item(session, &review->list[review->at], &exists, failure)) {
            return false;
        }
        if (exists) {
            if (session->front.drawn) {
                text_truncate(&session->out, said);
            }
            text_format(&session->out, "Review, question %zu of %zu: %s.\n", review->at + 1,
                        review->count, session->lesson->title);
            return text_ok(&session->out, failure);
        }
    }
    text_format(&session->out, "That was the review: %zu of %zu right.\n", review->right,
                review->count);
    session_end_review(session);
    return text_ok(&session->out, failure);
}

bool reviewing_next(struct session *session, struct failure *failure) {
    const struct answer *answer = &session->answers[present_stop(session)];
    session->review.right += answer->state == ANSWER_RIGHT;
    session->review.at++;
    return ask_present(session, failure);
}

static bool run_review(struct session *session, const struct command_call *call,
                       struct failure *failure) {
    struct text log = {0};
    (void)call;
    session_end_review(session);
    bool ok = progress_read(&log, failure) && progress_review(&log, &session->review, failure);
    text_release(&log);
    if (ok && session->review.count == 0) {
        text_append(&session->out, "There is nothing to review yet: no question was answered.\n");
        return text_ok(&session->out, failure);
    }
    return ok && ask_present(session, failure);
}

static const struct command rows[] = {
    {.name = "review",
     .group = "asking",
     .sentence = "Ask ten questions again: missed, skipped or answered longest ago.",
     .details = "Each is asked at its own stop of its own lesson. Once it is answered, going on\n"
                "comes to the next one. Changes in the open lesson are forgotten.",
     .flags = COMMAND_PERSON | COMMAND_MOVES,
     .run = run_review},
};

const struct command_group reviewing_commands = {rows, sizeof rows / sizeof *rows};
