/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* transcript: a lesson from beginning to end, one fact a line, in the words of the prompt. There is
 * no learner to answer, so every question is passed and its answer given when it is known. */
#include "play/verbs.h"

#include "base/failure.h"
#include "commands/commands.h"

/* Runs a command as the learner would, at the stop that was just passed. */
static bool run_at_stop(struct session *session, const char *line, struct failure *failure) {
    struct source source = {session->lesson->file,
                            session->lesson->stops[session_stop(session) - 1].line, 1,
                            SPEAKER_PERSON};
    return commands_run(session, &source, line, failure);
}

/* Gives the answer, but that of a prediction comes after the fence that settles it. */
static bool answer_question(struct session *session, size_t index, struct failure *failure) {
    const struct stop *stop = &session->lesson->stops[index];
    if (stop->kind != STOP_QUIZ) {
        return true;
    }
    if (session->lesson->parts[stop->part].quiz->predict) {
        session->answers[index].state = ANSWER_SKIPPED;
        return true;
    }
    text_append(&session->out, "\n");
    return run_at_stop(session, "solution", failure);
}

/* Separates stops by one blank line, however much they say. */
static void end_paragraph(struct text *out, size_t start) {
    while (out->length > start && out->bytes[out->length - 1] == '\n') {
        text_truncate(out, out->length - 1);
    }
    if (out->length > start) {
        text_append(out, "\n\n");
    }
}

bool transcript_play(struct session *session, const struct script *script,
                     bool (*write)(void *context, struct text *out), void *context,
                     struct failure *failure) {
    end_paragraph(&session->out, 0);
    while (session_stop(session) < session->lesson->stop_count) {
        size_t index = session_stop(session);
        size_t start = session->out.length;
        bool ok = commands_advance(session, failure) &&
                  (script != NULL ? script_answer(script, session, index, failure)
                                  : answer_question(session, index, failure));
        while (
            ok &&
            session->focus.guided) { /* a fence with a grain is stepped through as it asks to be */
            ok = run_at_stop(session, "next", failure);
        }
        if (!ok) {
            return false;
        }
        end_paragraph(&session->out, start);
        if (write != NULL && session->out.length > 0 && !write(context, &session->out)) {
            return false;
        }
    }
    size_t start = session->out.length;
    if (!commands_say_rest(session, failure)) {
        return false;
    }
    end_paragraph(&session->out, start);
    return write == NULL || session->out.length == 0 || write(context, &session->out);
}

bool transcript_skip(struct session *session, bool settle, struct failure *failure) {
    struct lesson *lesson = session->lesson;
    size_t count = lesson->stop_count;
    if (!settle || count == 0) {
        return commands_skip(session, count, failure);
    }
    bool ok = commands_skip(session, count - 1, failure) &&
              transcript_play(session, NULL, NULL, NULL, failure);
    text_clear(&session->out);
    return ok;
}
