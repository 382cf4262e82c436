/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/classroom.h"

#include "base/failure.h"
#include "base/text.h"
#include "classroom/medium.h"
#include "commands/commands.h"
#include "session/wording.h"

#include <string.h>

struct page_writing {
    struct session *session;
    const struct medium *html;
    struct text *out;
    const struct quiz *waiting; /* the prediction whose answer is to come, NULL: none */
};

/* --- words ------------------------------------------------------------------------------------ */

static void write_runs(const struct page_writing *page, const struct block *block) {
    static const char *const tags[] = {[RUN_EMPHASIS] = "em",
                                       [RUN_STRONG] = "strong",
                                       [RUN_CODE] = "code",
                                       [RUN_LINK] = "u",
                                       [RUN_PLAIN] = NULL};
    for (size_t i = 0; i < block->run_count; i++) {
        const struct run *run = &block->runs[i];
        const char *tag = tags[run->style];
        if (block->kind == BLOCK_ROW && text_same(run->text, "\t")) {
            text_append(page->out, "</td><td>");
            continue;
        }
        if (tag != NULL) {
            text_format(page->out, "<%s>", tag);
        }
        page->html->escape(run->text, page->out);
        if (tag != NULL) {
            text_format(page->out, "</%s>", tag);
        }
    }
}

/* Writes a block; only the rows of a table depend on the block before. */
static void write_block(const struct page_writing *page, const struct block *block, bool first,
                        bool last) {
    static const struct {
        const char *open, *close;
    } frames[] = {[BLOCK_HEADING] = {"<h3>", "</h3>\n"},
                  [BLOCK_PARAGRAPH] = {"<p>", "</p>\n"},
                  [BLOCK_ITEM] = {"<p class=\"choice\">", "</p>\n"},
                  [BLOCK_QUOTE] = {"<blockquote>", "</blockquote>\n"},
                  [BLOCK_FENCE] = {"<pre>", "</pre>\n"},
                  [BLOCK_CODE] = {"<pre>", "</pre>\n"},
                  [BLOCK_ROW] = {"<tr><td>", "</td></tr>\n"},
                  [BLOCK_RULE] = {"<hr>\n", ""},
                  [BLOCK_COMMENT] = {"", ""}};
    if (block->kind == BLOCK_COMMENT) {
        return;
    }
    text_append(page->out, block->kind == BLOCK_ROW && first ? "<table>\n" : "");
    text_append(page->out, frames[block->kind].open);
    if (block->kind == BLOCK_ITEM) {
        page->html->escape(block->mark, page->out);
        text_append(page->out, " ");
    }
    if (block->content != NULL) {
        page->html->escape(block->content, page->out);
    }
    write_runs(page, block);
    text_append(page->out, frames[block->kind].close);
    text_append(page->out, block->kind == BLOCK_ROW && last ? "</table>\n" : "");
}

/* --- what statements show --------------------------------------------------------------------- */

/* Writes what the session said. */
static void write_said(const struct page_writing *page) {
    struct text *said = &page->session->out;
    while (said->length > 0 && said->bytes[said->length - 1] == '\n') {
        text_truncate(said, said->length - 1);
    }
    if (said->length > 0) {
        text_append(page->out, "<pre>");
        page->html->escape(text_string(said) + strspn(text_string(said), "\n"), page->out);
        text_append(page->out, "</pre>\n");
    }
    text_clear(said);
}

/* --- questions -------------------------------------------------------------------------------- */

static void begin_fold(const struct page_writing *page, const char *title) {
    text_format(page->out, "<details><summary>%s</summary>\n", title);
}

static const char END_FOLD[] = "</details>\n";

static void write_hints(const struct page_writing *page, char *const *hints, size_t count) {
    for (size_t i = 0; i < count; i++) {
        begin_fold(page, "Hint");
        medium_words(page->html, ELEMENT_REMARK, hints[i], page->out);
        text_append(page->out, END_FOLD);
    }
}

/* Writes the right answer, and the feedback to each choice. */
static void write_answer(const struct page_writing *page, const struct quiz *quiz) {
    struct text right = {0};
    question_right_words(page->session, quiz, &right);
    medium_words(page->html, ELEMENT_ANSWER, text_string(&right), page->out);
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const struct choice *choice = &quiz->choices[i];
        if (choice->feedback[0] != '\0') {
            medium_format(page->html, choice->right ? ELEMENT_RIGHT : ELEMENT_CHOICE, page->out,
                          "%zu. %s: %s", i + 1, choice->text, choice->feedback);
        }
    }
    if (quiz->explanation != NULL) {
        medium_words(page->html, ELEMENT_REMARK, quiz->explanation, page->out);
    }
    text_release(&right);
}

static void fold_answer(const struct page_writing *page, const struct quiz *quiz) {
    begin_fold(page, quiz->predict ? "What was to be predicted" : "Answer");
    write_answer(page, quiz);
    text_append(page->out, END_FOLD);
}

static void write_quiz(struct page_writing *page, const struct quiz *quiz) {
    if (page->waiting != NULL) {
        fold_answer(page, page->waiting);
    }
    medium_format(page->html, ELEMENT_QUESTION, page->out, "%s%s", wording_heading(quiz),
                  quiz->question);
    medium_choices(page->html, quiz, false, page->out);
    write_hints(page, quiz->hints, quiz->hint_count);
    page->waiting = quiz->settles == SIZE_MAX ? NULL : quiz;
    if (page->waiting == NULL) {
        fold_answer(page, quiz);
    }
}

static void write_exercise(const struct page_writing *page, const struct exercise *exercise) {
    medium_exercise(page->html, "Exercise", exercise, page->out);
    write_hints(page, exercise->hints, exercise->hint_count);
    begin_fold(page, "Solution");
    for (size_t i = 0; i < exercise->solution_count; i++) {
        medium_code(page->html, ELEMENT_STEP, exercise->solutions[i].text, page->out);
    }
    text_append(page->out, END_FOLD);
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Passes stop INDEX, and steps through what the lesson steps through. */
static bool pass_page_stop(struct page_writing *page, size_t index, struct failure *failure) {
    static const struct source source = {"page", 1, 1, SPEAKER_PERSON};
    struct session *session = page->session;
    const struct quiz *quiz = question_quiz(session, index);
    const struct exercise *exercise = question_exercise(session, index);
    bool ok = commands_advance(session, failure);
    while (ok && session->focus.guided) {
        ok = commands_run(session, &source, "next", failure);
    }
    write_said(page);
    if (ok && quiz != NULL) {
        write_quiz(page, quiz);
    } else if (ok && exercise != NULL) {
        write_exercise(page, exercise);
    }
    if (quiz == NULL ? exercise != NULL : quiz->settles == SIZE_MAX) {
        session->answers[index].state = ANSWER_SKIPPED;
    }
    return ok;
}

/* What settles a prediction gives its answer away, so it is folded away together with the answer.
 */
static bool write_page_part(struct page_writing *page, const struct part *part,
                            struct failure *failure) {
    const struct quiz *settled = page->waiting;
    bool settles = settled != NULL && part->stop_count > 0 &&
                   settled->settles == part->first_stop + part->stop_count;
    bool ok = true;
    if (settles) {
        begin_fold(page, "What happens, and the answer");
    }
    for (size_t i = 0; part->kind == PART_NARRATION && i < part->block_count; i++) {
        const struct block *block = &page->session->lesson->document.blocks[part->block + i];
        bool first = i == 0 || block[-1].kind != BLOCK_ROW;
        bool last = i + 1 == part->block_count || block[1].kind != BLOCK_ROW;
        write_block(page, block, first, last);
    }
    for (size_t i = 0; ok && i < part->stop_count; i++) {
        ok = pass_page_stop(page, part->first_stop + i, failure);
    }
    if (settles) {
        write_answer(page, settled);
        text_append(page->out, END_FOLD);
        page->waiting = NULL;
    }
    return ok;
}

bool page_write(struct session *session, struct text *out, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    struct page_writing writing = {.session = session, .html = medium_find("html"), .out = out};
    bool ok = true;
    session->front.without_words = true;
    writing.html->begin(lesson->title, out);
    medium_words(writing.html, ELEMENT_TITLE, lesson->title, out);
    for (size_t i = 0; ok && i < lesson->page_count; i++) {
        const struct page *page = &lesson->pages[i];
        medium_words(writing.html, ELEMENT_PAGE, page->title, out);
        ok = lesson->stops[page->first_stop].kind != STOP_PAGE ||
             pass_page_stop(&writing, page->first_stop, failure);
        for (size_t j = 0; ok && j < page->part_count; j++) {
            ok = write_page_part(&writing, &lesson->parts[page->first_part + j], failure);
        }
    }
    writing.html->end(out);
    session->front.without_words = false;
    return ok && text_ok(out, failure);
}
