/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* popup: what covers the picture: the text of the page, the contents, the keys, notes, an
 * answer; and the list of lessons, also while none is open. */
#include "base/utf8.h"
#include "commands/keys.h"
#include "lesson/shelf.h"
#include "panels/narration.h"
#include "panels/questions.h"
#include "session/outline.h"
#include "session/printing.h"
#include "session/progress.h"

#include <stdint.h>
#include <string.h>

/* --- what was said ---------------------------------------------------------------------------- */

enum { WIDEST = 100 };

size_t said_columns(size_t columns) {
    return lesser(columns > 2 ? columns - 2 : columns, WIDEST);
}

bool said_take(struct session *session, const struct failure *complaint, struct failure *failure) {
    struct view *view = &session->view;
    bool complains = complaint != NULL && complaint->set;
    scene_trim(&session->out);
    bool answers = !complains && text_count_lines(text_string(&session->out)) > 1;
    text_clear(&view->last.message);
    if (answers) {
        text_clear(&view->last.answer);
        view->popup = session->preview == NULL ? POPUP_ANSWER : view->popup;
        view->scroll = 0;
    }
    text_append(answers ? &view->last.answer : &view->last.message,
                complains ? complaint->message : text_string(&session->out));
    text_clear(&session->out);
    return text_ok(&view->last.message, failure) && text_ok(&view->last.answer, failure);
}

/* --- popup ------------------------------------------------------------------------------------ */

/* Writes all that the lesson has said on this page so far, and the question it is at. What follows
 * an open question waits, here too. */
static void write_narration(struct scene *scene, const struct output *output) {
    const struct lesson *lesson = scene->session->lesson;
    if (lesson == NULL || lesson->page_count == 0) {
        return;
    }
    size_t page = outline_page(scene->session), first = lesson->pages[page].first_part, range[2];
    bool said = narration_parts(scene->session, range);
    printing_page(scene->session, output, page);
    printing_narration(lesson, output, (const size_t[]){first, said ? range[1] : first});
    struct text requested =
        question_text(scene, session_last(scene->session), output->width, QUESTION_PAGE, NULL);
    text_format(output->text, "%s%s", requested.length > 0 ? "\n" : "", text_string(&requested));
    text_release(&requested);
}

/* Writes "▶  1  The worked example  25 min  page 3 of 10   14 of 16 right", or in how many places a
 * search found something, and a line about the one that is CHOSEN. */
static void write_lesson(const struct output *output, const struct shelf_entry *entry,
                         const struct visit *visit, bool chosen) {
    enum { AROUND = 33, ANSWERS = 16, TITLE = 28, MOST = 44 }; /* columns */
    size_t title = reduced(output->width, AROUND);
    title -= title >= TITLE + ANSWERS ? ANSWERS : 0;
    title = title + 8 < TITLE ? reduced(output->width, 6) : lesser(title, MOST);
    struct text number = {0}, place = {0}, answers = {0}, *out = output->text;
    outline_number(entry->name, &number);
    if (entry->places > 0) {
        text_format(&place, "%zu place%s", entry->places, entry->places == 1 ? "" : "s");
    } else {
        progress_words(visit, entry->questions, &place, &answers);
    }
    style_mark(chosen ? STYLE_STRONG : STYLE_PLAIN, out);
    text_format(out, "%s%3s  ", chosen ? "▶" : " ", text_string(&number));
    utf8_fit(out, entry->title, strlen(entry->title), title);
    style_mark(STYLE_LABEL, out);
    text_format(out, entry->minutes > 0 ? "  %2ld min" : "        ", entry->minutes);
    text_format(out, "   %-15s  %s\n", text_string(&place), text_string(&answers));
    if (chosen && entry->summary != NULL) {
        canvas_wrap(entry->summary, 6, output->width, out);
    }
    text_release(&number);
    text_release_into(&place, out);
    text_release_into(&answers, out);
}

/* Writes all lessons, or those that a search found. Returns the line of the one that is chosen. */
static size_t write_lessons(const struct scene *scene, const struct output *output) {
    bool found = scene->frame->popup == POPUP_FOUND;
    const struct shelf *shelf = found ? &scene->session->found : scene->terminal->shelf;
    const struct visit *visits = found ? NULL : scene->terminal->visits;
    static const struct visit none;
    size_t line = SIZE_MAX;
    for (size_t i = 0; shelf != NULL && i < shelf->count; i++) {
        bool chosen = i == scene->session->view.chosen;
        line = chosen ? i : line;
        write_lesson(output, &shelf->list[i], visits == NULL ? &none : &visits[i], chosen);
    }
    if (shelf != NULL && shelf->count == 0) {
        text_append(output->text, "No lessons were found. Press : to type formulas.\n");
    }
    return line;
}

/* Writes the words of a popup. Returns the line that is chosen; SIZE_MAX: none can be. */
static size_t write_popup(struct scene *scene, const struct output *output) {
    const struct session *session = scene->session;
    size_t line = SIZE_MAX, chosen;
    switch (scene->frame->popup) {
    case POPUP_NARRATION:
        write_narration(scene, output);
        break;
    case POPUP_CONTENTS:
        if (session->lesson == NULL) {
            outline_definitions(session, output);
            break;
        }
        chosen = lesser(session->view.chosen, session->lesson->page_count);
        outline_pages(session, output, 0, chosen);
        line = text_count_lines(text_string(output->text));
        outline_pages(session, output, chosen, session->lesson->page_count);
        break;
    case POPUP_KEYS:
        keys_write(output->width, output->text);
        break;
    case POPUP_NOTES:
        outline_notes(session, output);
        break;
    case POPUP_ANSWER:
        scene_wrap(text_string(&session->view.last.answer), 0, output->width, output->text);
        break;
    default: /* without a popup there is no lesson */
        line = write_lessons(scene, output);
        break;
    }
    return line;
}

/* Draws "── keys ──────────── lines 1 to 18 of 52 ──". */
static void draw_heading(const struct scene *scene, const struct canvas *canvas, size_t first,
                         size_t end, size_t count) {
    static const char *const titles[] = {
        [POPUP_NONE] = "Lessons: how attention works, number by number",
        [POPUP_LESSONS] = "Lessons: how attention works, number by number",
        [POPUP_FOUND] = "Lessons that have",
        [POPUP_NARRATION] = "the page",
        [POPUP_CONTENTS] = "contents",
        [POPUP_KEYS] = "keys",
        [POPUP_NOTES] = "notes",
        [POPUP_ANSWER] = "answer"};
    struct text words = {0};
    scene_rule(canvas);
    text_format(&words, scene->frame->popup == POPUP_FOUND ? " %s “%s” " : " %s ",
                titles[scene->frame->popup], text_string(&scene->session->sought));
    canvas_put_cut(canvas, 0, 2, text_string(&words), STYLE_TITLE);
    text_clear(&words);
    text_format(&words, " lines %zu to %zu of %zu ", first + 1, end, count);
    if (end - first < count && words.length + 16 < canvas->columns) {
        canvas_put_right(canvas, 0, canvas->columns - 2, text_string(&words), STYLE_LABEL);
    }
    text_release(&words);
}

void popup_draw(struct scene *scene, const struct canvas *canvas) {
    struct canvas inside =
        canvas_part(canvas, (struct box){1, 1, canvas->rows - 1, canvas->columns - 1});
    struct showing *shows = &scene->frame->shows;
    struct text words = {0};
    struct paint paint = scene_paint(scene);
    size_t width = lesser(said_columns(scene->canvas->columns), inside.columns);
    struct output output = {&words, &paint, width};
    size_t rows = inside.rows, chosen = write_popup(scene, &output);
    scene_trim(&words);
    size_t count = text_count_lines(text_string(&words));
    shows->scroll_last = reduced(count, rows);
    shows->scroll_page = rows > 1 ? rows - 1 : 1; /* the last line is read again */
    size_t first = lesser(scene->session->view.scroll, shows->scroll_last);
    first = chosen == SIZE_MAX ? first : visible_make(count, rows, chosen).first;
    scene_place(scene, &inside, chosen == SIZE_MAX ? 0 : chosen - first, 0);
    draw_heading(scene, canvas, first, lesser(first + rows, count), count);
    canvas_put_lines(&inside, text_string(&words), first);
    text_release(&words);
}
