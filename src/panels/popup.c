/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* popup: what covers the picture: the text of the page, the contents, the keys, notes, an answer,
 * derivatives as heat maps; and the list of lessons, while none is open. */
#include "base/memory.h"
#include "commands/keys.h"
#include "lesson/shelf.h"
#include "panels/narration.h"
#include "panels/questions.h"
#include "panels/value.h"
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
    text_clear(&view->last.message);
    scene_trim(&session->out);
    if (complaint != NULL && complaint->set) {
        text_append(&view->last.message, complaint->message);
    } else if (text_count_lines(text_string(&session->out)) > 1) {
        text_clear(&view->last.answer);
        text_append(&view->last.answer, text_string(&session->out));
        view->popup = session->preview == NULL ? POPUP_ANSWER : view->popup;
        view->scroll = 0;
    } else {
        text_append(&view->last.message, text_string(&session->out));
    }
    text_clear(&session->out);
    return text_ok(&view->last.message, failure) && text_ok(&view->last.answer, failure);
}

/* --- derivatives ------------------------------------------------------------------------------ */

enum { LEAST_COLUMNS = 38, MOST_BESIDE = 4 };

/* Draws the derivatives that `gradient` found last on a canvas of COLUMNS, as high as it takes:
 * what was said, then heat maps in columns, each below the shortest column and at most MOST rows
 * high. The caller releases it. */
static struct canvas derivatives_make(const struct scene *scene, size_t columns, size_t most) {
    const struct notebook *slopes = &scene->session->view.last.slopes;
    const char *said = text_string(&scene->session->view.last.answer);
    size_t words = text_count_lines(said), bottom[MOST_BESIDE] = {words, words, words, words};
    size_t beside = greater(1, lesser(columns / LEAST_COLUMNS, MOST_BESIDE));
    const size_t room[2] = {most, (columns + 2) / beside - 2};
    struct canvas canvas;
    if (!canvas_init(&canvas, words + slopes->count * (most + 1), columns)) {
        return canvas;
    }
    canvas_put_lines(&canvas, said, 0);
    canvas.rows = words;
    for (size_t i = 0; i < slopes->count; i++) {
        const struct definition *slope = slopes->list[i];
        struct loose_value loose;
        size_t at = 0;
        for (size_t k = 1; k < beside; k++) {
            at = bottom[k] < bottom[at] ? k : at;
        }
        if (value_measure(scene, slope, slope->name, room, &loose)) {
            const size_t corner[2] = {bottom[at], at * (room[1] + 2)};
            canvas.rows = greater(canvas.rows, corner[0] + loose.size[0] + 1);
            value_draw(scene, &loose, &canvas, corner, NULL);
            bottom[at] += loose.size[0] + 1;
        }
    }
    return canvas;
}

/* --- popup ------------------------------------------------------------------------------------ */

/* Writes all that the lesson has said on this page so far, and the question it is at. What follows
 * an open question waits, here too. */
static void write_narration(struct scene *scene, const struct output *output) {
    const struct lesson *lesson = scene->session->lesson;
    if (lesson == NULL || lesson->page_count == 0) {
        return;
    }
    size_t page = outline_page(scene->session);
    struct question_lines lines;
    printing_page(scene->session, output, page);
    printing_narration(
        lesson, output,
        (const size_t[]){lesson->pages[page].first_part, narration_words(scene->session)});
    struct text requested = question_text(scene, output->width, false, &lines), goals = {0};
    if (scene_exercise(scene) != NULL) {
        goals = exercise_goals(scene, output->width, true);
    }
    text_format(output->text, "%s%s%s", requested.length > 0 ? "\n" : "", text_string(&requested),
                text_string(&goals));
    text_release(&requested);
    text_release(&goals);
}

/* Returns the line of the page that is chosen; SIZE_MAX: none can be. */
static size_t write_contents(struct scene *scene, const struct output *output) {
    const struct session *session = scene->session;
    if (session->lesson == NULL) {
        outline_definitions(session, output, scene->failure);
        return SIZE_MAX;
    }
    size_t pages = session->lesson->page_count, chosen = lesser(session->view.chosen, pages);
    outline_pages(session, output, 0, chosen);
    size_t line = text_count_lines(text_string(output->text));
    outline_pages(session, output, chosen, pages);
    return line;
}

/* Writes the words of a popup; the lessons, the overview and derivatives are drawn elsewhere.
 * Returns the line that is chosen; SIZE_MAX: none can be. */
static size_t write(struct scene *scene, const struct output *output) {
    size_t chosen = SIZE_MAX;
    switch (scene->frame->popup) {
    case POPUP_NARRATION:
        write_narration(scene, output);
        break;
    case POPUP_CONTENTS:
        chosen = write_contents(scene, output);
        break;
    case POPUP_KEYS:
        keys_write(output->width, output->text);
        break;
    case POPUP_NOTES:
        outline_notes(scene->session, output, scene->failure);
        break;
    case POPUP_ANSWER:
        scene_wrap(text_string(&scene->session->view.last.answer), 0, output->width, output->text);
        break;
    default:
        break;
    }
    return chosen;
}

static const char *const titles[] = {
    [POPUP_NONE] = "",          [POPUP_NARRATION] = "the page", [POPUP_CONTENTS] = "contents",
    [POPUP_KEYS] = "keys",      [POPUP_NOTES] = "notes",        [POPUP_ANSWER] = "answer",
    [POPUP_GRADIENT] = "slopes"};

/* Writes the title, and for derivatives also what their colours mean. */
static void write_popup_title(const struct scene *scene, struct text *out) {
    const struct view *view = &scene->session->view;
    text_format(out, " %s", titles[scene->frame->popup]);
    if (scene->frame->popup == POPUP_GRADIENT) {
        text_format(out,
                    scene->depth != DEPTH_NONE ? ": orange, %s rises with the cell; blue, it falls"
                                               : ": how fast %s rises with each cell",
                    text_string(&view->last.derived));
    }
    text_append(out, " ");
}

/* Draws "── keys ──────────── lines 1 to 18 of 52 ──". */
static void draw_heading(struct scene *scene, const struct canvas *canvas, const size_t lines[3]) {
    struct text words = {0};
    scene_rule(canvas, 0);
    write_popup_title(scene, &words);
    canvas_put_cut(canvas, 0, 2, text_string(&words), STYLE_TITLE);
    text_clear(&words);
    text_format(&words, " lines %zu to %zu of %zu ", lines[0], lines[1], lines[2]);
    if (lines[1] - lines[0] + 1 < lines[2] && words.length + 16 < canvas->columns) {
        canvas_put_right(canvas, 0, canvas->columns - 2, text_string(&words), STYLE_LABEL);
    }
    text_release(&words);
}

/* Scrolls to line FIRST of COUNT, and stops at the end. Returns how many lines are above. */
static size_t scroll_to(struct scene *scene, const struct canvas *canvas, size_t count,
                        size_t first) {
    struct showing *shows = &scene->frame->shows;
    size_t rows = canvas->rows - 1;
    shows->scroll_last = count > rows ? count - rows : 0;
    shows->scroll_page = rows > 1 ? rows - 1 : 1; /* the last line is read again */
    first = lesser(first, shows->scroll_last);
    size_t end = lesser(first + rows, count);
    draw_heading(scene, canvas, (const size_t[]){first + 1, end, count});
    return first;
}

/* Returns the first of COUNT lines to show in ROWS so that line CHOSEN is among them. */
static size_t first_shown(size_t chosen, size_t count, size_t rows) {
    if (count <= rows || chosen < rows / 2) {
        return 0;
    }
    size_t first = chosen - rows / 2;
    return first + rows > count ? count - rows : first;
}

void popup_draw(struct scene *scene, const struct canvas *canvas) {
    struct canvas below =
        canvas_part(canvas, (struct box){1, 0, canvas->rows - 1, canvas->columns});
    struct canvas inside = canvas_inside(&below);
    scene_place(scene, &inside, 0, 0);
    size_t first = scene->session->view.scroll;
    if (scene->frame->popup == POPUP_GRADIENT) {
        struct canvas maps = derivatives_make(scene, inside.columns, inside.rows);
        size_t above = scroll_to(scene, canvas, maps.rows, first);
        for (size_t i = 0; i < inside.rows && above + i < maps.rows; i++) {
            canvas_copy_row(&inside, i, &maps, above + i);
        }
        canvas_release(&maps);
        return;
    }
    struct text out = {0};
    struct paint paint = scene_paint(scene);
    struct output output = {&out, &paint, said_columns(canvas->columns)};
    size_t chosen = write(scene, &output);
    scene_trim(&out);
    size_t count = text_count_lines(text_string(&out));
    first = chosen == SIZE_MAX ? first : first_shown(chosen, count, inside.rows);
    size_t above = scroll_to(scene, canvas, count, first);
    canvas_put_lines(&inside, text_string(&out), above);
    text_release(&out);
}

/* --- shelf ------------------------------------------------------------------------------------ */

/* The list of lessons: while none is open, and to open another. */

enum { ANSWERS = 16, PLACE = 15, MINUTES = 8, LEAST_TITLE = 32 };

/* Returns all of them, or those that a search found. */
static const struct shelf *listed(const struct scene *scene) {
    const struct session *session = scene->session;
    return scene->frame->popup == POPUP_FOUND ? &session->found : scene->terminal->shelf;
}

/* Writes "page 3 of 10" and "14 of 16 right"; or how often it has what is searched for. */
static void write_progress(const struct terminal *terminal, const struct shelf_entry *entry,
                           size_t at, struct text *out, struct text *answers) {
    static const struct visit none = {0};
    if (entry->places > 0) {
        text_format(out, "%zu place%s", entry->places, entry->places == 1 ? "" : "s");
    } else {
        progress_words(terminal->visits == NULL ? &none : &terminal->visits[at], entry->questions,
                       out, answers);
    }
}

static void draw_entry(struct scene *scene, const struct canvas *canvas, size_t row, size_t at) {
    const struct shelf_entry *entry = &listed(scene)->list[at];
    struct text number = {0}, place = {0}, answers = {0}, minutes = {0};
    bool chosen = at == scene->session->view.chosen;
    size_t end = canvas->columns, title = 6;
    outline_number(entry->name, &number);
    canvas_put(canvas, row, 0, chosen ? "▶" : "", STYLE_STRONG);
    canvas_put_right(canvas, row, 4, text_string(&number), STYLE_LABEL);
    write_progress(scene->terminal, entry, at, &place, &answers);
    if (entry->minutes > 0) {
        text_format(&minutes, "%ld min", entry->minutes);
    }
    const struct {
        const struct text *words;
        size_t columns;
        enum style style;
    } fields[] = {{&answers, ANSWERS, STYLE_LABEL},
                  {&place, PLACE, STYLE_LABEL},
                  {&minutes, MINUTES, STYLE_DIM}};
    bool answered = canvas->columns > LEAST_TITLE + MINUTES + PLACE + ANSWERS;
    for (size_t i = answered ? 0 : 1; i < 3 && canvas->columns > LEAST_TITLE + MINUTES + PLACE;
         i++) {
        end -= fields[i].columns;
        canvas_put(canvas, row, end, text_string(fields[i].words), fields[i].style);
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
    struct text heading = {0};
    struct canvas inside = canvas_inside(canvas);
    if (shelf == NULL || shelf->count == 0) {
        canvas_put_cut(&inside, 0, 0, "No lessons were found. Press : to type formulas.",
                       STYLE_PLAIN);
        return;
    }
    size_t above = inside.rows > 2 ? 2 : 0, rows = inside.rows - above;
    size_t first = first_shown(scene->session->view.chosen, shelf->count, rows);
    if (above > 0) {
        if (shelf == &scene->session->found) {
            text_format(&heading, "Lessons that have “%s”", text_string(&scene->session->sought));
        } else {
            text_append(&heading, "Lessons: how attention works, number by number");
        }
        canvas_put_cut(&inside, 0, 0, text_string(&heading), STYLE_STRONG);
        text_clear(&heading);
        text_format(&heading, "  %zu to %zu of %zu", first + 1, first + rows, shelf->count);
        canvas_put_right(&inside, 0, inside.columns,
                         shelf->count > rows ? text_string(&heading) : "", STYLE_LABEL);
        const struct shelf_entry *chosen =
            &shelf->list[lesser(scene->session->view.chosen, shelf->count - 1)];
        canvas_put_cut(&inside, 1, 6, chosen->summary == NULL ? "" : chosen->summary, STYLE_LABEL);
        text_release(&heading);
    }
    for (size_t i = first; i < shelf->count && above + i - first < inside.rows; i++) {
        draw_entry(scene, &inside, above + i - first, i);
    }
}
