/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/classroom.h"

#include "base/text.h"
#include "commands/commands.h"
#include "session/question.h"

/* Counts how many numbers each question asks for, where it can be graded. */
static bool count_asked(struct session *session, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    bool ok = true;
    while (ok && session_stop(session) < lesson->stop_count) {
        ok = commands_advance(session, failure);
        text_clear(&session->out);
        for (size_t i = 0; ok && i < lesson->stop_count; i++) {
            struct quiz *quiz = lesson->parts[lesson->stops[i].part].quiz;
            if (question_quiz(session, i) != NULL &&
                question_due(session, i) == session_stop(session)) {
                quiz->count = question_count(session, quiz);
            }
        }
    }
    return ok;
}

bool release_write(struct session *session, enum edition edition, struct text *out,
                   struct failure *failure) {
    bool asks = edition == EDITION_EXAM && !session->lesson->exam;
    return (!asks || count_asked(session, failure)) &&
           edition_write(session->lesson, edition, out, failure);
}
