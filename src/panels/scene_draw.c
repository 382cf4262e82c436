/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/scene.h"

#include "base/utf8.h"
#include "panels/questions.h"
#include "session/question.h"

#include <stdint.h>
#include <string.h>

bool scene_message_fits(const struct scene *scene) {
    enum { KEYS_LEAST = 20 }; /* columns of "? more  q quit" and what is around them */
    const char *said = text_string(&scene->session->view.last.message);
    const struct session *session = scene->session;
    bool value = said[0] == ' '; /* of what was typed, and no sentence */
    return !scene->terminal->prompt_focused && session->moment == NULL && !value &&
           strchr(said, '\n') == NULL &&
           canvas_columns(said) + KEYS_LEAST <= scene->canvas->columns;
}

struct box scene_words(const struct scene *scene) {
    const struct panes *panes = &scene->plan->panes;
    const struct quiz *quiz = scene->quiz;
    bool writes = scene->terminal->prompt_focused && quiz != NULL && quiz->task != NULL;
    bool says = scene->session->moment == NULL && !scene_message_fits(scene); /* above the keys */
    struct box words = panes->words;
    struct text said = {0};
    scene_wrap(says ? text_string(&scene->session->view.last.message) : "", 1,
               scene->canvas->columns - 1, &said);
    size_t free = scene->canvas->rows - 1 - writes - lesser(scene_measure(&said), SAID_MOST);
    words.rows -= lesser(reduced(words.row + words.rows, free), words.rows - 1);
    words.columns -= panes->side; /* a blank left of the rule */
    return words;
}

/* Returns how many lines of WIDTH columns what was said last takes. */
static size_t answer_rows(const struct scene *scene, size_t width) {
    struct text lines = {0};
    scene_wrap(text_string(&scene->session->view.last.answer), 0, width, &lines);
    scene_trim(&lines);
    return scene_measure(&lines);
}

/* True when LINES have a row of a table that is wider than WIDTH: it would lose its columns. */
static bool has_wide_table(const char *lines, size_t width) {
    bool wide = false;
    for (const char *line = lines; *line != '\0' && !wide; line += *line == '\n') {
        size_t length = strcspn(line, "\n"), from = strspn(line, " ");
        const char *gap = strstr(line + from, "  ");
        wide = utf8_columns(line, length) > width && gap != NULL && gap + 1 < line + length;
        line += length;
    }
    return wide;
}

bool scene_fits(const struct scene *scene) {
    const struct plan *plan = scene->plan;
    enum popup popup = scene->frame->popup;
    if (plan == NULL || popup != POPUP_ANSWER) {
        return plan != NULL && (popup == POPUP_NONE || popup == POPUP_OVERVIEW);
    }
    /* under a rule, so that the stage stays in view */
    struct box words = scene_words(scene);
    size_t width = words.columns - 1;
    return answer_rows(scene, width) + 1 <= plan->panes.words.rows &&
           !has_wide_table(text_string(&scene->session->view.last.answer), width);
}

/* --- words ------------------------------------------------------------------------------------ */

/* Draws what was said last at the end of CANVAS; the words stay above it where they fit. */
static void draw_answer(struct scene *scene, const struct canvas *canvas) {
    size_t rows = answer_rows(scene, canvas->columns - 1) + 1;
    size_t above = reduced(canvas->rows, rows);
    struct pane pane;
    pane_make(&pane, scene, canvas->columns, above > 0 ? above : 1);
    struct canvas upper = canvas_part(canvas, (struct box){0, 0, above, canvas->columns});
    size_t used = pane.rows <= above ? pane_draw(&pane, scene, &upper, 0) : 0;
    struct canvas below =
        canvas_part(canvas, (struct box){used, 0, canvas->rows - used, canvas->columns});
    popup_draw(scene, &below);
    pane_release(&pane);
}

static void draw_words(struct scene *scene) {
    const struct panes *panes = &scene->plan->panes;
    struct canvas canvas = canvas_part(scene->canvas, scene_words(scene));
    if (scene->session->moment != NULL) {
        size_t used = 1 + training_draw_moment(scene, &canvas);
        canvas = canvas_part(&canvas, (struct box){used, 0, canvas.rows - lesser(used, canvas.rows),
                                                   canvas.columns});
        pane_draw(&scene->pane, scene, &canvas, scene->frame->part);
        return;
    }
    if (scene->frame->popup == POPUP_ANSWER) {
        draw_answer(scene, &canvas);
        return;
    }
    if (scene->pane_is_taken) {
        return;
    }
    const struct pane *pane = &scene->pane;
    size_t part = scene->frame->part;
    size_t more = part + 1 < pane->part_count; /* which the last row says */
    size_t used = pane_draw(pane, scene, &canvas, part);
    if (panes->ladder.rows > 0) {
        struct canvas ladder = canvas_part(scene->canvas, panes->ladder);
        scene_draw_arithmetic(scene, &ladder);
        if (!scene->session->view.rests) {
            scene_draw_strip(scene, &canvas, used);
        }
        return;
    }
    if (used + 1 < canvas.rows) {
        size_t gap = used > 0;
        struct canvas rest = canvas_part(
            &canvas, (struct box){used + gap - more, 0, canvas.rows - used - gap, canvas.columns});
        scene_draw_arithmetic(scene, &rest);
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

bool scene_draw(struct scene *scene) {
    const struct panes *panes = &scene->plan->panes;
    struct canvas words = canvas_part(scene->canvas, scene_words(scene));
    for (size_t i = 0; i < words.rows; i++) {
        canvas_tag(&words, i, 0, words.columns, (struct canvas_tag){SCENE_WORDS, 1});
    }
    scene->board = canvas_part(scene->canvas, panes->stage);
    scene->board.cursor = scene->spot;
    scene->asked = scene_asked(scene);
    scene->spot[0] = scene->spot[1] = SIZE_MAX;
    scene_draw_stage(scene);
    if (scene->session->preview != NULL && !scene->preview_has_room &&
        scene->frame->popup == POPUP_NONE) {
        scene->frame->popup = POPUP_ANSWER;
        if (!scene_fits(scene)) {
            return false;
        }
    }
    /* the cursor is where the learner answers */
    bool answers = scene->quiz != NULL && question_open(scene->session) != SIZE_MAX;
    if (scene->spot[0] != SIZE_MAX && !answers) {
        scene_place(scene, scene->canvas, scene->spot[0], scene->spot[1]);
    }
    bool there = scene->spot[0] != SIZE_MAX || scene->session->view.rests;
    scene->frame->shows.cell =
        scene->value == NULL || scene->frame->popup != POPUP_NONE || (there && !scene->is_summed);
    if (panes->words.rows > 0) {
        for (size_t i = 1; panes->side && i + 1 < scene->canvas->rows; i++) {
            canvas_put(scene->canvas, i, panes->stage.column - 2, "│", STYLE_DIM);
        }
        draw_words(scene);
    }
    rule_draw(scene); /* it names what nothing has drawn */
    return true;
}
