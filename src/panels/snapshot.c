/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/snapshot.h"
#include "session/question.h"

#include "base/failure.h"
#include "base/number.h"
#include "canvas/paper.h"
#include "commands/commands.h"
#include "lesson/shelf.h"
#include "panels/panels.h"
#include "stage/stage.h"

#include <stdint.h>
#include <string.h>

enum { SIZE_MOST = 1000, USUAL_ROWS = 24, USUAL_COLUMNS = 80 };

/* The state of one printing, which the functions below share. */
struct printing {
    const struct snapshot *snapshot;
    struct paint paint;
    struct series series;
    struct stage stage;
    struct panels_frame frame;
};

static void begin(struct printing *printing, const struct session *session,
                  const struct snapshot *snapshot, struct text *out) {
    printing->snapshot = snapshot;
    printing->paint = session->front.paint;
    if (snapshot->paper->coloured) {
        printing->paint.colour = true;
        printing->paint.depth = DEPTH_TRUE;
    }
    printing->series =
        (struct series){.paint = &printing->paint,
                        .title = session->lesson == NULL ? "qkv" : session->lesson->title};
    if (snapshot->paper->begin != NULL) {
        snapshot->paper->begin(&printing->series, out);
    }
}

static bool end(struct printing *printing, bool ok, struct text *out, struct failure *failure) {
    if (ok && printing->snapshot->paper->end != NULL) {
        printing->snapshot->paper->end(out);
    }
    panels_frame_release(&printing->frame);
    stage_release(&printing->stage);
    return ok && text_ok(out, failure);
}

/* Draws the present frame. */
static bool draw(struct printing *printing, const struct session *session, struct text *out,
                 struct failure *failure) {
    const size_t *size = printing->snapshot->size;
    struct terminal terminal = {.prefix = "qkv> ",
                                .text = "",
                                .popup = "",
                                .depth = printing->paint.depth,
                                .stage = &printing->stage};
    struct shelf shelf = {0};
    struct canvas canvas;
    if (!canvas_init(&canvas, size[0], size[1])) {
        return failure_memory(failure);
    }
    bool wanted = session->lesson == NULL || session->view.popup == POPUP_LESSONS;
    bool listed = wanted && session->front.lesson_folders != NULL;
    bool ok = !listed || shelf_read(&shelf, session->front.lesson_folders, failure);
    terminal.shelf = listed ? &shelf : NULL;
    ok = ok && panels_plan(&printing->stage, session, size, failure) &&
         panels_draw(session, &terminal, &canvas, &printing->frame, failure);
    if (ok) {
        printing->series.number++;
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
    bool all = snapshot->stops && session->lesson != NULL, ended = false, ok = true;
    struct printing printing = {0};
    begin(&printing, session, snapshot, out);
    while (ok && !ended) {
        if (all && !snapshot->paper->coloured) {
            text_format(out, "[%zu]\n", printing.series.number + 1);
        }
        ended = !all;
        ok = said_take(session, NULL, failure) && draw(&printing, session, out, failure);
        bool covered = session->view.popup == POPUP_ANSWER, more = covered;
        if (covered) {
            session->view.popup = POPUP_NONE; /* what it covered comes next */
        } else {
            more = stage_read_on(&printing.stage, printing.frame.part, printing.frame.parts);
        }
        ok = ok && (!all || more || go_on(session, &ended, failure));
    }
    return end(&printing, ok, out, failure);
}

bool snapshot_export(struct session *session, const struct paper *paper, struct text *out,
                     struct failure *failure) {
    const size_t *size = session->front.frame;
    bool drawn = session->front.drawn && size[0] > 0;
    struct snapshot snapshot = {
        .size = {drawn ? size[0] : USUAL_ROWS, drawn ? size[1] : USUAL_COLUMNS}, .paper = paper};
    struct printing printing = {0};
    begin(&printing, session, &snapshot, out);
    return end(&printing, draw(&printing, session, out, failure), out, failure);
}

/* Returns A whole number from 1 of the LENGTH bytes at WORD; 0 for anything else. */
static size_t read_whole(const char *word, size_t length) {
    double number;
    if (strspn(word, "0123456789") < length || number_read(word, length, &number) != length ||
        number < 1 || number > (double)SIZE_MOST) {
        return 0;
    }
    return (size_t)number;
}

bool snapshot_size(const char *word, size_t size[2], struct failure *failure) {
    size_t length = strcspn(word, "x");
    size[1] = read_whole(word, length);
    size[0] = word[length] == 'x' ? read_whole(word + length + 1, strlen(word + length + 1)) : 0;
    return (size[0] > 0 && size[1] > 0) ||
           failure_set(failure, "a size is columns x rows, as in 80x24, not %s", word);
}
