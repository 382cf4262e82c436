/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "lesson/stop.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "lesson/document.h"
#include "lesson/draft.h"

#include <string.h>

/* A statement on one line, without its comment. */
static void append_statement(const char *statement, struct text *out) {
    struct slice rest = {statement, strlen(statement)};
    rest.length = slice_find(rest, "#");
    struct slice word = slice_word(&rest);
    while (word.length > 0) {
        char *shown = document_copy_shown(word.bytes, word.length);
        text_append(out, shown ? shown : "");
        out->failed |= !shown;
        memory_free(shown);
        word = slice_word(&rest);
        text_append(out, word.length > 0 ? " " : "");
    }
}

void stop_text(const struct lesson *lesson, size_t stop, struct text *out) {
    const struct stop *at = &lesson->stops[stop];
    const struct part *part = at->kind == STOP_PAGE ? NULL : &lesson->parts[at->part];
    switch (at->kind) {
    case STOP_PAGE:
        text_format(out, "page %zu, %s", at->page + 1, lesson->pages[at->page].title);
        break;
    case STOP_PAUSE:
        text_append(out, "pause");
        break;
    case STOP_STATEMENT:
        append_statement(part->statements[at->statement].text, out);
        break;
    case STOP_QUIZ:
        text_format(out, "quiz %s", part->quiz->id);
        break;
    case STOP_TRY:
        text_format(out, "try %s", part->exercise->id);
        break;
    }
}
