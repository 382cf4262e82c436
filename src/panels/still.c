/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/still.h"
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

static struct series series_of(const struct session *session, const struct still *still,
                               size_t number) {
    return (struct series){.paint = &session->front.paint,
                           .title = session->lesson == NULL ? "qkv" : session->lesson->title,
                           .size = {still->size[0], still->size[1]},
                           .number = number};
}

/* Draws the session as it stands. */
static bool draw(struct session *session, const struct still *still, struct stage *stage,
                 struct text *out, struct failure *failure) {
    struct terminal terminal = {.prefix = "qkv> ",
                                .text = "",
                                .popup = "",
                                .depth = session->front.paint.depth,
                                .stage = stage};
    struct series series = series_of(session, still, stage->drawn + 1);
    struct shelf shelf = {0};
    struct canvas canvas;
    size_t cursor[2];
    if (!canvas_init(&canvas, still->size[0], still->size[1])) {
        return failure_memory(failure);
    }
    bool wanted = session->lesson == NULL || session->looks.cover == COVER_LESSONS;
    bool listed = wanted && session->front.lesson_folders != NULL;
    bool ok = !listed || shelf_read(&shelf, session->front.lesson_folders, failure);
    terminal.shelf = listed ? &shelf : NULL;
    ok = ok && panels_draw(session, &terminal, &canvas, cursor, failure);
    if (ok) {
        still->paper->frame(&canvas, &series, out);
        stage->drawn++;
        ok = text_ok(out, failure);
    }
    shelf_release(&shelf);
    canvas_release(&canvas);
    return ok;
}

/* On by one stop; a question is passed first. *ENDED at the end of the lesson. */
static bool go_on(struct session *session, bool *ended, struct failure *failure) {
    static const struct source source = {"show", 1, 1};
    bool asked = question_open(session) != SIZE_MAX;
    if (asked && !commands_run(session, &source, "skip", failure)) {
        return false;
    }
    text_clear(&session->out);
    if (session_stop(session) == session->lesson->stop_count && !session->focus.guided) {
        *ended = !asked; /* what follows the last question is still to be seen */
        return true;
    }
    return commands_run(session, &source, "advance", failure);
}

static void begin(const struct session *session, const struct still *still, struct text *out) {
    struct series series = series_of(session, still, 0);
    if (still->paper->begin != NULL) {
        still->paper->begin(&series, out);
    }
}

static bool end(const struct still *still, struct text *out, struct failure *failure) {
    if (still->paper->end != NULL) {
        still->paper->end(out);
    }
    return text_ok(out, failure);
}

bool still_print(struct session *session, const struct still *still, struct text *out,
                 struct failure *failure) {
    bool all = still->stops && session->lesson != NULL, ended = false;
    struct stage stage = {0};
    begin(session, still, out);
    for (size_t number = 1; !ended; number++) {
        if (all && !still->paper->coloured) {
            text_format(out, "[%zu]\n", number);
        }
        ended = !all;
        if (!said_take(session, NULL, failure) || !draw(session, still, &stage, out, failure) ||
            (all && !stage_read_on(&stage) && !go_on(session, &ended, failure))) {
            stage_release(&stage);
            return false;
        }
    }
    stage_release(&stage);
    return end(still, out, failure);
}

bool still_export(struct session *session, const struct paper *paper, struct text *out,
                  struct failure *failure) {
    struct still still = {.size = {session->front.frame[0], session->front.frame[1]},
                          .paper = paper};
    bool drawn = session->front.drawn;
    struct paint paint = session->front.paint;
    size_t width = session->front.width;
    if (!session->front.drawn || still.size[0] == 0) {
        still.size[0] = USUAL_ROWS;
        still.size[1] = USUAL_COLUMNS;
    }
    session->front.drawn = true;
    if (paper->coloured) {
        session->front.paint.colour = true;
        session->front.paint.depth = DEPTH_TRUE;
    }
    struct stage stage = {0};
    begin(session, &still, out);
    bool ok = draw(session, &still, &stage, out, failure) && end(&still, out, failure);
    stage_release(&stage);
    session->front.drawn = drawn;
    session->front.paint = paint;
    session->front.width = width;
    return ok;
}

/* A whole number from 1 of the LENGTH bytes at WORD; 0 for anything else. */
static size_t read_whole(const char *word, size_t length) {
    double number;
    if (strspn(word, "0123456789") < length || number_read(word, length, &number, NULL) != length ||
        number < 1 || number > (double)SIZE_MOST) {
        return 0;
    }
    return (size_t)number;
}

bool still_size(const char *word, size_t size[2], struct failure *failure) {
    size_t length = strcspn(word, "x");
    size[1] = read_whole(word, length);
    size[0] = word[length] == 'x' ? read_whole(word + length + 1, strlen(word + length + 1)) : 0;
    return (size[0] > 0 && size[1] > 0) ||
           failure_set(failure, "a size is columns x rows, as in 80x24, not %s", word);
}
