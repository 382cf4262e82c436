/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* title: the first line of the screen and the last two: which lesson and page, and where in it
 * (the place of replay, the last change); the prompt; the keys. */
#include "base/utf8.h"
#include "commands/keys.h"
#include "notebook/train.h"
#include "panels/scene.h"
#include "session/outline.h"

#include <string.h>

enum { GAP = 3, TITLE_LEAST = 12 };

/* The forms, from the longest to the shortest: with the page's title, of which TITLE_LEAST columns
 * at least are left when it is cut, without, only numbers. */
enum { FORM_WHOLE, FORM_PAGE, FORM_SHORT };

/* Writes a form, instead of what is in OUT; returns its columns. */
static size_t write_left(const struct scene *scene, int form, struct text *out) {
    const struct lesson *lesson = scene->session->lesson;
    size_t page = lesson == NULL ? 0 : outline_page(scene->session);
    size_t pages = lesson == NULL ? 0 : lesson->page_count;
    bool names_page =
        form == FORM_WHOLE && pages > 0 && !text_same(lesson->pages[page].title, lesson->title);
    text_clear(out);
    style_mark(names_page ? STYLE_LABEL : STYLE_TITLE, out);
    text_append(out, " ");
    size_t before = out->length;
    if (lesson != NULL) {
        outline_number(lesson->file, out);
    }
    text_append(out, out->length > before ? " " : "");
    if (form != FORM_SHORT || lesson == NULL) {
        text_append(out, lesson == NULL ? "qkv" : lesson->title);
    }
    if (pages > 0) {
        text_format(out, "%spage %zu of %zu", form == FORM_SHORT ? "" : " · ", page + 1, pages);
    }
    if (names_page) {
        text_append(out, ": ");
        style_mark(STYLE_TITLE, out);
        text_append(out, lesson->pages[page].title);
    }
    return canvas_columns(text_string(out));
}

/* Writes the last change, the place of replay, or that the convention is not the lesson's. */
static void write_right(const struct scene *scene, struct text *out) {
    const struct session *session = scene->session;
    const struct definition *focused = session_focused(session);
    changes_title(scene, out);
    if (out->length == 0 && focused != NULL && scene->grain != GRAIN_DEFINITION) {
        replay_address(focused, &session->focus.place, session->display.columns, out);
        if (scene->explained && scene_steps_here(scene)) {
            text_format(out, " of %zu", steps_terms(&scene->explanation.steps));
        }
    }
    if (out->length == 0 && session->lesson != NULL &&
        session->display.columns != session->lesson_columns) {
        text_append(out, session->display.columns ? "told in rows, shown in columns"
                                                  : "told in columns, shown in rows");
    }
}

void title_draw(struct scene *scene) {
    struct text left = {0}, right = {0};
    const struct canvas *canvas = scene->canvas;
    size_t columns = canvas->columns;
    canvas_shade(canvas, 0, 0, columns, (struct shade){.palette = PALETTE_BAND});
    size_t page = write_left(scene, FORM_SHORT, &left) + GAP + 1; /* at least that stays */
    write_right(scene, &right);
    size_t taken = canvas_columns(text_string(&right));
    taken = taken > 0 && taken + page <= columns ? taken + GAP : 0;
    /* the present place is worth more than the lesson's title */
    struct canvas room = canvas_part(canvas, (struct box){0, 0, 1, columns - taken});
    bool cut = write_left(scene, FORM_PAGE, &left) + strlen(": ") + TITLE_LEAST <= room.columns;
    int form = FORM_WHOLE;
    while (write_left(scene, form, &left) > room.columns && form < FORM_SHORT && !cut) {
        form++;
    }
    canvas_put_cut(&room, 0, 0, text_string(&left), STYLE_LABEL);
    if (taken > 0) {
        canvas_put_right(canvas, 0, columns - 1, text_string(&right),
                         scene->has_moved ? STYLE_CHANGED : STYLE_STRONG);
    }
    text_release(&left);
    text_release(&right);
}

/* --- prompt ----------------------------------------------------------------------------------- */

/* The prompt shows the line that is typed, from so far on that the cursor is inside. */
void prompt_draw(struct scene *scene, const struct canvas *canvas) {
    struct canvas behind = canvas_part(canvas, (struct box){0, 1, 1, canvas->columns - 1});
    const struct terminal *terminal = scene->terminal;
    struct text line = {0};
    text_append(&line, terminal->prefix);
    size_t before = line.length;
    text_append(&line, terminal->text);
    const char *from = text_string(&line);
    size_t cursor = utf8_columns(from, lesser(before + terminal->at, line.length));
    while (cursor >= behind.columns && *from != '\0') {
        uint32_t point;
        from += utf8_decode(from, strlen(from), &point);
        cursor -= lesser(utf8_width(point), cursor);
    }
    canvas_put(&behind, 0, 0, from, STYLE_PLAIN);
    scene_place(scene, &behind, 0, cursor);
    text_release(&line);
}

/* --- footer ----------------------------------------------------------------------------------- */

/* The footer shows the keys that matter now, as many as fit behind a line that was said last. */

/* These keys are readline's, and so in no row of the table of keys. */
static const char *const typing = "Enter run  Tab complete  Up earlier lines  Escape back";
static const char *const learning = "Ctrl-C stop, and keep what was learned";
static const char *const showing = "Space or Ctrl-C to its end";
static const char *const typed_show = "Ctrl-C end the show"; /* Space is a letter at the prompt */

static enum keys_over keys_over(const struct scene *scene) {
    const struct session *session = scene->session;
    enum popup popup = scene->frame->popup;
    if (popup == POPUP_LESSONS || popup == POPUP_FOUND ||
        (popup == POPUP_CONTENTS && session->lesson != NULL)) {
        return KEYS_LIST;
    }
    bool nothing =
        session->lesson == NULL && scene->value == NULL && scene->terminal->shelf != NULL;
    return popup != POPUP_NONE ? KEYS_COVER : nothing ? KEYS_LESSONS : KEYS_STAGE;
}

void footer_draw(struct scene *scene) {
    struct text words = {0};
    size_t last = scene->canvas->rows - 1, columns = scene->canvas->columns;
    struct canvas inside = canvas_part(scene->canvas, (struct box){last, 1, 1, columns - 2});
    canvas_shade(scene->canvas, last, 0, columns, (struct shade){.palette = PALETTE_BAND});
    const struct session *session = scene->session;
    const struct terminal *terminal = scene->terminal;
    const struct pane *pane = &scene->pane;
    const char *said = text_string(&session->view.last.message);
    if (said[0] != '\0' && scene_message_fits(scene)) {
        size_t end = canvas_put(&inside, 0, 0, said, STYLE_STRONG) + GAP;
        inside = canvas_part(&inside, (struct box){0, end, 1, reduced(inside.columns, end)});
    }
    if (session->moment != NULL) {
        const char *ends = terminal->prompt_focused ? typed_show : showing;
        text_append(&words, session->moment->training->whole ? ends : learning);
    } else if (terminal->prompt_focused) {
        text_append(&words, typing);
    } else {
        struct keys_footer footer = {
            .over = keys_over(scene),
            .width = inside.columns,
            .inside = scene->explained && view_has_operands(&scene->explanation),
            .showing = &scene->frame->shows,
            .unasked = pane->part_count > 0 && pane->question != SIZE_MAX &&
                       pane->question >= pane->part[scene->frame->part + 1]};
        keys_footer(session, &footer, &words);
    }
    canvas_put_cut(&inside, 0, 0, text_string(&words), STYLE_LABEL);
    text_release(&words);
}
