/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/snapshot.h"
#include "session/question.h"

#include "base/failure.h"
#include "canvas/paper.h"
#include "commands/commands.h"
#include "lesson/shelf.h"
#include "panels/narration.h"
#include "panels/panels.h"
#include "stage/stage.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MOST = 1000, USUAL_ROWS = 24, USUAL_COLUMNS = 80 };

/* The state of one printing. */
struct printing {
    const struct snapshot *snapshot;
    struct paint paint;
    struct series series;
    struct stage stage;
    struct panels_frame frame;
};

/* Draws the present frame. */
static bool draw(struct printing *printing, const struct session *session, struct text *out,
                 struct failure *failure) {
    const size_t *size = printing->snapshot->size;
    struct terminal terminal = {.depth = printing->paint.depth, .stage = &printing->stage};
    struct shelf shelf = {0};
    struct canvas canvas;
    if (!canvas_init(&canvas, size[0], size[1])) {
        return failure_memory(failure);
    }
    bool wanted = session->lesson == NULL || session->view.popup == POPUP_LESSONS;
    bool listed = wanted && session->front.lesson_folders != NULL;
    terminal.shelf = listed ? &shelf : NULL;
    bool ok = (!listed || shelf_read(&shelf, session->front.lesson_folders, failure)) &&
              panels_plan(&printing->stage, session, size, failure) &&
              panels_draw(session, &terminal, &canvas, &printing->frame, failure);
    if (ok) {
        printing->snapshot->paper->frame(&canvas, &printing->series, out);
        ok = text_ok(out, failure);
    }
    shelf_release(&shelf);
    canvas_release(&canvas);
    return ok;
}

/* Goes on by one stop; a question is passed first. *ENDED at the end of the lesson. */
static bool go_on(struct session *session, bool *ended, struct failure *failure) {
    static const struct source source = {"show", 1, 1, SPEAKER_PERSON};
    bool requested = question_open(session) != SIZE_MAX;
    if (requested && !commands_run(session, &source, "skip", failure)) {
        return false;
    }
    text_clear(&session->out);
    if (session_stop(session) == session->lesson->stop_count && !session->focus.guided) {
        *ended = !requested; /* what follows the last question is still to be seen */
        return true;
    }
    return commands_run(session, &source, "advance", failure);
}

bool snapshot_print(struct session *session, const struct snapshot *snapshot, struct text *out,
                    struct failure *failure) {
    const struct paper *paper = snapshot->paper;
    bool all = snapshot->stops && session->lesson != NULL, ended = false, ok = true;
    size_t number = 1;
    struct printing printing = {
        .snapshot = snapshot,
        .paint = session->front.paint,
        .series = {.paint = &printing.paint,
                   .title = session->lesson == NULL ? "qkv" : session->lesson->title}};
    if (paper->coloured) {
        printing.paint.colour = true;
        printing.paint.depth = DEPTH_TRUE;
    }
    if (paper->begin != NULL) {
        paper->begin(&printing.series, out);
    }
    while (ok && !ended) {
        if (all && !paper->coloured) {
            text_format(out, "[%zu]\n", number++);
        }
        ended = !all;
        ok = (!snapshot->stops || said_take(session, NULL, failure)) &&
             draw(&printing, session, out, failure);
        bool covered = session->view.popup == POPUP_ANSWER;
        bool more = covered && !narration_is_over(session);
        if (all && covered) {
            session->view.popup = POPUP_NONE; /* what it covered comes next */
        } else if (all) {
            more = stage_read_on(&printing.stage, printing.frame.part, printing.frame.parts);
        }
        ok = ok && (!all || more || go_on(session, &ended, failure));
    }
    if (ok && paper->end != NULL) {
        paper->end(out);
    }
    panels_frame_release(&printing.frame);
    stage_release(&printing.stage);
    return ok && text_ok(out, failure);
}

bool snapshot_export(struct session *session, const struct paper *paper, struct text *out,
                     struct failure *failure) {
    const size_t *size = session->front.frame;
    bool drawn = session->front.drawn && size[0] > 0;
    struct snapshot snapshot = {
        .size = {drawn ? size[0] : USUAL_ROWS, drawn ? size[1] : USUAL_COLUMNS}, .paper = paper};
    return snapshot_print(session, &snapshot, out, failure);
}

bool snapshot_size(const char *word, size_t size[2], struct failure *failure) {
    char *at, *end;
    size[1] = strtoul(word, &at, 10);
    size[0] = at[0] == 'x' ? strtoul(at + 1, &end, 10) : 0;
    bool digits = word[strspn(word, "0123456789x")] == '\0';
    return (digits && size[0] > 0 && end[0] == '\0' && size[1] > 0 && size[0] <= SIZE_MOST &&
            size[1] <= SIZE_MOST) ||
           failure_set(failure, "a size is columns x rows, as in 80x24, not %s", word);
}
