/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* popup: what covers the picture: the text of the page, the contents, the keys, notes, an
 * answer; and the list of lessons, while none is open. */
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
    default:
        break;
    }
    return line;
}

/* Draws "── keys ──────────── lines 1 to 18 of 52 ──". */
static void draw_heading(const struct scene *scene, const struct canvas *canvas, size_t first,
                         size_t end, size_t count) {
    static const char *const titles[] = {
        [POPUP_NONE] = "",     [POPUP_NARRATION] = "the page", [POPUP_CONTENTS] = "contents",
        [POPUP_KEYS] = "keys", [POPUP_NOTES] = "notes",        [POPUP_ANSWER] = "answer"};
    struct text words = {0};
    scene_rule(canvas);
    text_format(&words, " %s ", titles[scene->frame->popup]);
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
    scene_place(scene, &inside, 0, 0);
    shows->scroll_last = reduced(count, rows);
    shows->scroll_page = rows > 1 ? rows - 1 : 1; /* the last line is read again */
    size_t first = lesser(scene->session->view.scroll, shows->scroll_last);
    first = chosen == SIZE_MAX ? first : visible_make(count, rows, chosen).first;
    draw_heading(scene, canvas, first, lesser(first + rows, count), count);
    canvas_put_lines(&inside, text_string(&words), first);
    text_release(&words);
}

/* --- shelf ------------------------------------------------------------------------------------ */

/* The list of lessons: while none is open, and to open another. */

enum { ANSWERS = 16, PLACE = 15, MINUTES = 8, LEAST_TITLE = 32 };

/* Returns all of them, or those that a search found. */
static const struct shelf *listed(const struct scene *scene) {
    const struct session *session = scene->session;
    return scene->frame->popup == POPUP_FOUND ? &session->found : scene->terminal->shelf;
}

static void draw_entry(struct scene *scene, const struct canvas *canvas, size_t row, size_t at) {
    static const struct visit none = {0};
    const struct visit *visits = scene->terminal->visits;
    const struct shelf_entry *entry = &listed(scene)->list[at];
    struct text number = {0}, place = {0}, answers = {0}, minutes = {0};
    bool chosen = at == scene->session->view.chosen;
    size_t end = canvas->columns, title = 6, least = LEAST_TITLE + MINUTES + PLACE;
    outline_number(entry->name, &number);
    canvas_put(canvas, row, 0, chosen ? "▶" : "", STYLE_STRONG);
    canvas_put_right(canvas, row, 4, text_string(&number), STYLE_LABEL);
    if (entry->places > 0) { /* that have what is searched for */
        text_format(&place, "%zu place%s", entry->places, entry->places == 1 ? "" : "s");
    } else { /* "page 3 of 10" and "14 of 16 right" */
        progress_words(visits == NULL ? &none : &visits[at], entry->questions, &place, &answers);
    }
    if (entry->minutes > 0) {
        text_format(&minutes, "%ld min", entry->minutes);
    }
    if (canvas->columns > least) {
        end -= canvas->columns > least + ANSWERS ? ANSWERS : 0;
        canvas_put(canvas, row, end, text_string(&answers), STYLE_LABEL); /* if it has a column */
        canvas_put(canvas, row, end - PLACE, text_string(&place), STYLE_LABEL);
        end -= PLACE + MINUTES;
        canvas_put(canvas, row, end, text_string(&minutes), STYLE_DIM);
    }
    struct canvas room = canvas_part(canvas, (struct box){row, 0, 1, end - 1});
    canvas_put_cut(&room, 0, title, entry->title, chosen ? STYLE_STRONG : STYLE_PLAIN);
    if (chosen) {
        scene_place(scene, canvas, row, title);
    }
    text_release(&number);
    text_release(&place);
    text_release(&answers);
    text_release(&minutes);
}

void shelf_draw(struct scene *scene, const struct canvas *canvas) {
    const struct shelf *shelf = listed(scene);
    const struct session *session = scene->session;
    struct text heading = {0};
    struct canvas inside = canvas_inside(canvas);
    if (shelf->count == 0) {
        canvas_put_cut(&inside, 0, 0, "No lessons were found. Press : to type formulas.",
                       STYLE_PLAIN);
        return;
    }
    enum { ABOVE = 2 }; /* rows */
    struct visible shown = visible_make(shelf->count, inside.rows - ABOVE, session->view.chosen);
    const char *summary = shelf->list[lesser(session->view.chosen, shelf->count - 1)].summary;
    if (shelf == &session->found) {
        text_format(&heading, "Lessons that have “%s”", text_string(&session->sought));
    } else {
        text_append(&heading, "Lessons: how attention works, number by number");
    }
    canvas_put_cut(&inside, 0, 0, text_string(&heading), STYLE_STRONG);
    text_clear(&heading);
    if (shown.count < shown.size) {
        text_format(&heading, "  %zu to %zu of %zu", shown.first + 1, shown.first + shown.count,
                    shown.size);
    }
    canvas_put_right(&inside, 0, inside.columns, text_string(&heading), STYLE_LABEL);
    canvas_put_cut(&inside, 1, 6, summary == NULL ? "" : summary, STYLE_LABEL);
    text_release(&heading);
    for (size_t i = 0; i < shown.count; i++) {
        draw_entry(scene, &inside, ABOVE + i, shown.first + i);
    }
}
