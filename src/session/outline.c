/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/outline.h"

#include "base/file.h"
#include "session/printing.h"

#include <string.h>

size_t outline_page(const struct session *session) {
    size_t last = session_last(session);
    return last == SIZE_MAX ? 0 : session->lesson->stops[last].page;
}

void outline_number(const char *file, struct text *out) {
    const char *name = file_base(file);
    size_t digits = strspn(name, "0123456789"), zeros = strspn(name, "0");
    zeros -= zeros == digits && zeros > 0; /* keeps one zero of 00 */
    text_append_bytes(out, name + zeros, name[digits] == '-' ? digits - zeros : 0);
}

void outline_definitions(const struct session *session, const struct output *output) {
    const struct notebook *notebook = session_notebook(session);
    const struct library *library = notebook->library;
    for (size_t i = 0; library != NULL && i < library->count; i++) {
        printing_heading(session, output, library->list[i]);
    }
    for (size_t i = 0; i < notebook->count; i++) {
        printing_heading(session, output, notebook->list[i]);
    }
    if (notebook->count == 0 && library == NULL) {
        text_append(output->text, "There are no definitions yet.\n");
    }
}

void outline_pages(const struct session *session, const struct output *output, size_t first,
                   size_t last) {
    bool chosen = session->view.popup == POPUP_CONTENTS;
    size_t present = chosen ? session->view.chosen : outline_page(session);
    for (size_t i = first; i < last; i++) {
        const struct page *page = &session->lesson->pages[i];
        const struct compiled *lines = &session->lines[page->first_stop];
        char number[32];
        struct text names = {0};
        text_fill(number, sizeof number, "%s%2zu  ", i == present ? ">" : " ", i + 1);
        flow_words(flow_into(output, number, 5), page->title,
                   i == present ? STYLE_STRONG : STYLE_PLAIN);
        for (size_t stop = 0; stop < page->stop_count; stop++) {
            for (size_t k = 0; k < lines[stop].statements.count; k++) {
                const struct statement *statement = &lines[stop].statements.list[k];
                if (statement->kind == STATEMENT_DEFINE &&
                    !text_has_word(text_string(&names), statement->name)) {
                    text_format(&names, "%s%s", names.length > 0 ? " " : "", statement->name);
                }
            }
        }
        if (names.length > 0) {
            flow_words(flow_into(output, "     ", 5), text_string(&names), STYLE_FORMULA);
        }
        text_release_into(&names, output->text);
    }
}

void outline_contents(const struct session *session, const struct output *output) {
    if (session->lesson == NULL) {
        outline_definitions(session, output);
    } else {
        outline_pages(session, output, 0, session->lesson->page_count);
    }
}

void outline_narration(const struct session *session, const struct output *output) {
    size_t index = outline_page(session);
    const struct page *page = &session->lesson->pages[index];
    printing_page(session, output, index);
    printing_narration(session->lesson, output,
                       (const size_t[]){page->first_part, page->first_part + page->part_count});
}

void outline_notes(const struct session *session, const struct output *output) {
    const struct page *page = &session->lesson->pages[outline_page(session)];
    size_t count = 0;
    for (size_t i = page->first_part; i < page->first_part + page->part_count; i++) {
        const struct part *part = &session->lesson->parts[i];
        if (part->kind == PART_NOTE) {
            text_append(output->text, count++ > 0 ? "\n" : "");
            canvas_wrap(part->note, 0, output->width, output->text);
        }
    }
    if (count == 0) {
        text_append(output->text, "There are no notes on this page.\n");
    }
}
