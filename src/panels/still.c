/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/still.h"
#include "session/question.h"

#include "base/failure.h"
#include "base/number.h"
#include "commands/commands.h"
#include "lesson/shelf.h"
#include "panels/panels.h"
#include "play/paper.h"

#include <stdint.h>
#include <string.h>

enum { SIZE_MOST = 1000 };

bool still_print(struct session *session, const struct still *still, struct text *out,
                 struct failure *failure) {
    struct terminal terminal = {
        .prefix = "qkv> ", .text = "", .popup = "", .depth = session->paint.depth};
    struct shelf shelf = {0};
    struct canvas canvas;
    size_t cursor[2];
    if (!said_take(session, NULL, failure)) {
        return false;
    }
    if (!canvas_init(&canvas, still->size[0], still->size[1])) {
        return failure_memory(failure);
    }
    bool wanted = session->lesson == NULL || session->looks.cover == COVER_LESSONS;
    bool listed = wanted && session->lesson_folders != NULL;
    bool ok = !listed || shelf_read(&shelf, session->lesson_folders, failure);
    terminal.shelf = listed ? &shelf : NULL;
    ok = ok && panels_draw(session, &terminal, &canvas, cursor, failure);
    if (ok) {
        still->paper->frame(&canvas, &session->paint, out);
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

bool still_print_stops(struct session *session, const struct still *still, struct text *out,
                       struct failure *failure) {
    bool ended = false;
    if (session->lesson == NULL) {
        return still_print(session, still, out, failure);
    }
    for (size_t number = 1; !ended; number++) {
        if (!still->paper->coloured) {
            text_format(out, "[%zu]\n", number);
        }
        if (!still_print(session, still, out, failure) || !go_on(session, &ended, failure)) {
            return false;
        }
    }
    return true;
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
