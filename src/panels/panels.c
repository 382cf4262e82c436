/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/panels.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "canvas/picture.h"
#include "notebook/train.h"
#include "panels/pane.h"
#include "panels/scene.h"
#include "session/expect.h"
#include "session/printing.h"

#include <stdint.h>
#include <string.h>

/* --- over the panels -------------------------------------------------------------------------- */

/* Returns what CELL shows: a byte at least, unless it is a right half. */
static const char *cell_text(const struct canvas_cell *cell) {
    return cell->right_half ? "" : cell->text[0] == '\0' ? " " : cell->text;
}

/* While the learner types, the row above the keys is the prompt's, and above it are completions, or
 * what was said last; else that is above the keys, unless it is among them. */
static void draw_popups(struct scene *scene) {
    const struct terminal *terminal = scene->terminal;
    const char *words =
        scene_message_fits(scene) ? "" : text_string(&scene->session->view.last.message);
    bool typing = terminal->prompt_focused;
    size_t bottom = scene->canvas->rows - 1 - typing, columns = scene->canvas->columns;
    struct text lines = {0};
    if (typing) {
        struct canvas last = scene_blank(scene->canvas, (struct box){bottom, 0, 1, columns});
        scene->placed = false;
        prompt_draw(scene, &last);
        words = terminal->popup[0] != '\0' ? terminal->popup : words;
    }
    scene_wrap(words, 1, columns - 1, &lines);
    scene_trim(&lines);
    size_t rows = lesser(text_count_lines(text_string(&lines)), lesser(bottom - 1, SAID_MOST));
    struct canvas part = scene_blank(scene->canvas, (struct box){bottom - rows, 0, rows, columns});
    canvas_put_lines(&part, text_string(&lines), 0);
    text_release(&lines);
}

/* Lights the words that were found between title and keys, also where a line ends within them. */
static void light_found(const struct scene *scene, const char *words) {
    const struct canvas *canvas = scene->canvas;
    size_t columns = canvas->columns, end = (canvas->rows - 1) * columns, length = 0;
    struct text text = {0};
    for (size_t i = columns; i < end; i++) {
        text_append(&text, cell_text(canvas_cell(canvas, i / columns, i % columns)));
    }
    const char *at = text_string(&text), *found = text_seek(at, words, &length);
    for (size_t i = columns; i < end && found != NULL; i++) {
        struct canvas_cell *cell = canvas_cell(canvas, i / columns, i % columns);
        const char *shown = cell_text(cell);
        bool lit = at >= found && shown[0] != '\0' && shown[0] != ' ';
        cell->style = lit ? STYLE_FOUND : cell->style;
        at += strlen(shown);
        found = at < found + length ? found : text_seek(found + length, words, &length);
    }
    text_release(&text);
}

static void draw_too_small(const struct scene *scene) {
    struct text lines = {0};
    char words[128];
    size_t rows = scene->canvas->rows, columns = scene->canvas->columns;
    text_fill(words, sizeof words,
              "Too small: qkv needs %d columns and %d rows, this is %zu by %zu.", PANELS_COLUMNS,
              PANELS_ROWS, columns, rows);
    canvas_wrap(words, 0, columns, &lines);
    canvas_put_lines(scene->canvas, text_string(&lines), 0);
    text_release(&lines);
}

/* Lessons are listed to choose another, and while none is open and there is nothing to look at. */
static void draw_all(struct scene *scene) {
    const struct session *session = scene->session;
    enum popup popup = scene->frame->popup;
    bool nothing = session->lesson == NULL && scene->value == NULL && popup == POPUP_NONE &&
                   session->preview == NULL;
    bool lists = (popup == POPUP_LESSONS || nothing) && scene->terminal->shelf != NULL;
    size_t rows = scene->canvas->rows, columns = scene->canvas->columns;
    if (lists || popup == POPUP_FOUND || !scene_fits(scene) || !scene_draw(scene)) {
        canvas_clear(scene->canvas); /* also where what was typed has no room on the stage */
        scene->frame->tags.count = 0;
        struct canvas cover = canvas_part(scene->canvas, (struct box){1, 0, rows - 3, columns});
        popup_draw(scene, &cover);
    }
    title_draw(scene);
    footer_draw(scene);
    if (session->sought.length > 0 && session->lit == session_stop(session)) {
        light_found(scene, text_string(&session->sought));
    }
    draw_popups(scene);
}

/* Returns how many matrices of the selected stack are side by side: all of them where there is one
 * line of them; 0: only one is shown. */
static size_t matrices_across(const struct scene *scene) {
    const struct place_on_stage *place =
        plan_numbers(scene->plan, scene->stop, scene_selected(scene));
    bool several = place != NULL && place_is_matrix(place) && place->matrices > 1;
    return !several                          ? 0
           : place->across < place->matrices ? place->across
                                             : shape_matrices(&scene->value->shape);
}

/* Finds the values that the learner can go to, the words, and the part of them that is shown, and
 * draws. */
static void draw_scene_frame(struct scene *scene) {
    struct panels_frame *frame = scene->frame;
    const struct stage *stage = scene->stage;
    frame->shows.values = memory_allocate(stage->cast->count + 1, sizeof *frame->shows.values);
    if (frame->shows.values == NULL) {
        return;
    }
    frame->shows.count = scene_values(scene, frame->shows.values);
    frame->shows.across = matrices_across(scene);
    if (scene_fits(scene)) {
        struct box words = scene_words(scene);
        scene->words_rows = scene->plan->panes.words.rows;
        pane_make(&scene->pane, scene, words.columns, scene->words_rows);
        if (scene->pane.rows > words.rows) {
            pane_release(&scene->pane);
            scene->words_rows = words.rows;
            pane_make(&scene->pane, scene, words.columns, scene->words_rows);
        }
    }
    frame->parts = scene->pane.part_count;
    frame->part = frame->parts == 0           ? stage->part
                  : stage->part == STAGE_NEWS ? pane_news(&scene->pane)
                                              : lesser(stage->part, frame->parts - 1);
    draw_all(scene);
}

bool panels_draw(const struct session *session, const struct terminal *terminal,
                 struct canvas *canvas, struct panels_frame *frame, struct failure *failure) {
    struct scene scene = {.session = session,
                          .terminal = terminal,
                          .canvas = canvas,
                          .frame = frame,
                          .failure = failure};
    size_t refused = memory_refused();
    panels_frame_release(frame);
    frame->shows.cell = true;
    frame->popup = session->view.popup;
    canvas_clear(canvas);
    canvas->tags = &frame->tags;
    if (canvas->rows < PANELS_ROWS || canvas->columns < PANELS_COLUMNS) {
        draw_too_small(&scene);
    } else {
        if (scene_init(&scene) && lights_make(&scene)) {
            draw_scene_frame(&scene);
        }
        scene_release(&scene);
    }
    canvas->tags = NULL;
    if (memory_refused() != refused) {
        return failure_memory(failure);
    }
    if (terminal->ascii) {
        canvas_ascii(canvas, scene.depth);
    }
    scene_place(&scene, canvas, canvas->rows - 1, 0); /* at the keys, unless it is elsewhere */
    bool inside = frame->cursor[0] < canvas->rows && frame->cursor[1] < canvas->columns;
    frame->cursor[0] = inside ? frame->cursor[0] : 0;
    frame->cursor[1] = inside ? frame->cursor[1] : 0;
    return true;
}

bool panels_plan(struct stage *stage, const struct session *session, const size_t size[2],
                 struct failure *failure) {
    stage->words = pane_wants;
    return size[0] < PANELS_ROWS || size[1] < PANELS_COLUMNS ||
           stage_follow(stage, session, size, failure);
}

void panels_fit(struct session *session, const size_t size[2]) {
    session->front.width = said_columns(size[1]);
    session->front.frame[0] = size[0];
    session->front.frame[1] = size[1];
}

bool panels_show(struct session *session, const struct terminal *terminal, struct canvas *canvas,
                 struct panels_frame *frame, struct failure *failure) {
    const size_t size[] = {canvas->rows, canvas->columns};
    panels_fit(session, size);
    if (!panels_plan(terminal->stage, session, size, failure) ||
        !panels_draw(session, terminal, canvas, frame, failure)) {
        return false;
    }
    session->view.popup = frame->popup;
    return true;
}

void panels_frame_release(struct panels_frame *frame) {
    memory_free(frame->shows.values);
    notebook_release(&frame->notebook);
    memory_free(frame->tags.list);
    *frame = (struct panels_frame){0};
}

/* --- click ------------------------------------------------------------------------------------ */

/* Points at cell SHOWN, as shown, of DEFINITION: LINE gets "move W_q[1,2]", unless the cursor is
 * there. */
static enum pointed point_at_cell(const struct session *session,
                                  const struct definition *definition, size_t shown,
                                  struct text *line) {
    const struct shape *own = &definition->value->shape;
    bool present = definition == view_definition(session) && session->view.operation == SIZE_MAX &&
                   shown == session_shown_cell(session, own, session->view.cell);
    struct shape shape = session->display.columns ? shape_transposed(own) : *own;
    memset(shape.labels, 0, sizeof shape.labels); /* the address has numbers */
    if (!present) {
        text_format(line, "move %s", definition->name);
        if (address_needed(&shape)) {
            address_write(&shape, shown, false, line);
        }
    }
    bool may = definition->leaf && !exercise_forbids(session, definition->name);
    return may ? POINTED_KNOB : POINTED_VALUE;
}

enum pointed panels_click(const struct session *session, const struct panels_frame *frame,
                          const size_t at[2], struct text *line) {
    struct canvas_tag tag = canvas_tag_at(&frame->tags, at[0], at[1]);
    if (tag.item == 0 || frame->popup != POPUP_NONE) {
        return POINTED_NOTHING;
    }
    if (tag.owner == SCENE_WORDS) {
        return POINTED_WORDS;
    }
    if (tag.owner == SCENE_QUESTION) {
        text_format(line, "%zu", tag.item);
        return POINTED_CHOICE;
    }
    /* a value that has no name has no place to go to */
    if (tag.owner == 0 || tag.owner > frame->notebook.count) {
        return POINTED_NOTHING;
    }
    const struct definition *definition = frame->notebook.list[tag.owner - 1];
    if (tag.item != CANVAS_NAME) {
        return point_at_cell(session, definition, tag.item - 1, line);
    }
    text_format(line, "goto %s", definition->name);
    return POINTED_VALUE;
}
