/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* hidden: which values an open question keeps from view. */
#include "base/memory.h"
#include "language/reader.h"
#include "session/outline.h"
#include "session/question.h"
#include "stage/stage.h"

#include <stdint.h>
#include <string.h>

struct hiding {
    const struct session *session;
    const struct notebook *notebook;
    bool *hidden;
    bool hides; /* else what is met is shown again */
};

/* Hides the names in an expression. */
static void hide_names(const struct hiding *hiding, const char *text) {
    size_t length = strlen(text);
    for (size_t at = 0, name; (name = reader_next_name(text, length, &at)) > 0; at += name) {
        size_t index = notebook_index(hiding->notebook, text + at, name);
        if (index != SIZE_MAX) {
            hiding->hidden[index] = hiding->hides;
        }
    }
}

/* Hides what the stops FIRST up to but not including LAST define, where it already has the same
 * formula, because it was run before; or shows it again. */
static void hide_defined(const struct hiding *hiding, size_t first, size_t last) {
    const struct session *session = hiding->session;
    for (size_t s = first; s < last; s++) {
        const struct statements *line = &session->lines[s].statements;
        for (size_t k = 0; k < line->count; k++) {
            const struct statement *statement = &line->list[k];
            if (statement->kind == STATEMENT_DEFINE &&
                (!hiding->hides || !stage_changes(session, statement, session_stop(session)))) {
                hide_names(hiding, statement->name);
            }
        }
    }
}

bool *hidden_make(const struct session *session, const struct notebook *notebook, bool ahead) {
    struct hiding hiding = {session, notebook, memory_allocate(notebook->count + 1, sizeof(bool)),
                            true};
    size_t passed = session_stop(session);
    size_t seen = passed - (passed > 0 && session->focus.guided); /* its steps are still to come */
    if (hiding.hidden == NULL || passed == 0) {
        return hiding.hidden;
    }
    for (size_t i = 0; i < passed; i++) {
        if (question_due(session, i) > passed && !question_verdict_shown(session, i)) {
            const char *key = question_quiz(session, i)->key;
            hide_names(&hiding, key == NULL ? "" : key);
            hiding.hides = false; /* what has been computed since was seen then */
            hide_defined(&hiding, i, seen);
            hiding.hides = true;
        }
    }
    const struct quiz *open = question_quiz(session, question_open(session));
    for (size_t i = 0; open != NULL && open->task != NULL && i < notebook->count; i++) {
        hiding.hidden[i] |= !notebook->list[i]->leaf; /* formulas are to be written */
    }
    const struct page *page = &session->lesson->pages[outline_page(session)];
    size_t end = ahead ? page->first_stop + page->stop_count : passed;
    for (size_t i = 0; i < end; i++) { /* what will be asked for, where it exists already */
        size_t due = question_quiz(session, i) != NULL ? question_due(session, i) : 0;
        if (due > passed) { /* a value that changes shows its old numbers */
            hide_defined(&hiding, greater(i, seen), due);
        }
    }
    notebook_mark_dependents(notebook, hiding.hidden);
    for (size_t i = 0; open != NULL && open->task != NULL && i < open->task->input_count; i++) {
        hiding.hides = false; /* what is given may be seen */
        hide_names(&hiding, open->task->inputs[i].name);
    }
    return hiding.hidden;
}
