/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/panels.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "canvas/matrix.h"
#include "notebook/train.h"
#include "panels/pane.h"
#include "panels/scene.h"
#include "panels/scene_draw.h"
#include "session/expect.h"
#include "session/printing.h"

#include <stdint.h>
#include <string.h>

/* --- ascii ------------------------------------------------------------------------------------ */

/* Replacements for a terminal without UTF-8. */

static const struct {
    const char *sign;
    char ascii;
} signs[] = {
    {"→", '>'},  {"←", '<'}, {"↑", '^'}, {"↓", 'v'}, {"▶", '>'}, {"◀", '<'}, {"‹", '<'},
    {"›", '>'},  {"·", '.'}, {"×", 'x'}, {"−", '-'}, {"–", '-'}, {"—", '-'}, {"─", '-'},
    {"│", '|'},  {"•", '*'}, {"…", '~'}, {"≈", '~'}, {"≤", '<'}, {"≥", '>'}, {"≠", '#'},
    {"Σ", 'S'},  {"√", 'V'}, {"÷", '/'}, {"█", '#'}, {"▓", '%'}, {"▒", '+'}, {"░", '.'},
    {"▀", '"'},  {"✓", '+'}, {"✗", 'x'}, {"∞", 'I'}, {"²", '2'}, {"³", '3'}, {"’", '\''},
    {"‘", '\''}, {"“", '"'}, {"”", '"'}, {"ᵀ", 'T'}, {"∂", 'd'}, {"Δ", 'D'}, {"α", 'a'},
    {"▁", '_'},  {"▂", '_'}, {"▃", '='}, {"▄", '='}, {"▅", '='}, {"▆", '#'}, {"▇", '#'},
    {"▏", '.'},  {"▎", '.'}, {"▍", ':'}, {"▌", ':'}, {"▋", '#'}, {"▊", '#'}, {"▉", '#'},
};

/* Replaces every character outside ASCII by one of the same width; by "?" where there is none. */
static void ascii_only(struct canvas *canvas) {
    for (size_t i = 0; i < canvas->rows * canvas->columns; i++) {
        struct canvas_cell *cell = &canvas->cells[i];
        if (cell->right_half) {
            memcpy(cell->text, "?", 2);
        } else if ((unsigned char)cell->text[0] >= 0x80) {
            char ascii = '?';
            for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
                ascii = text_starts(cell->text, signs[k].sign) ? signs[k].ascii : ascii;
            }
            cell->text[0] = ascii;
            cell->text[1] = '\0';
        } else if (cell->text[0] != '\0') {
            cell->text[1] = '\0'; /* its combining marks */
        }
        cell->wide = cell->right_half = false;
    }
}

/* --- over the panels -------------------------------------------------------------------------- */

/* Blanks BOX, for what is drawn over everything else. */
static struct canvas blank(const struct scene *scene, struct box box) {
    struct canvas part = canvas_part(scene->canvas, box);
    scene_blank(&part);
    return part;
}

/* Draws WORDS in lines that end before row BOTTOM. */
static void draw_popup(const struct scene *scene, const char *words, size_t bottom) {
    struct text lines = {0};
    scene_wrap(words, 1, scene->canvas->columns - 1, &lines);
    scene_trim(&lines);
    size_t rows = lesser(text_count_lines(text_string(&lines)), lesser(bottom - 1, SAID_MOST));
    struct canvas part = blank(scene, (struct box){bottom - rows, 0, rows, scene->canvas->columns});
    canvas_put_lines(&part, text_string(&lines), 0);
    text_release(&lines);
}

static bool row_is_blank(const struct canvas *canvas, size_t row) {
    bool blank = true;
    for (size_t column = 0; column < canvas->columns; column++) {
        const char *text = canvas_cell(canvas, row, column)->text;
        blank &= text[0] == '\0' || text_same(text, " ") || text_same(text, "│");
    }
    return blank;
}

/* Draws WORDS, one line, in the row of the keys, with those after it for which there is room. */
static void say_in_keys(struct scene *scene, const char *words) {
    size_t row = scene->canvas->rows - 1, columns = scene->canvas->columns;
    size_t said = canvas_columns(words) + 2;
    struct canvas keys = blank(scene, (struct box){row, 0, 1, columns});
    canvas_put(&keys, 0, 1, words, STYLE_STRONG);
    struct canvas rest = canvas_part(&keys, (struct box){0, said, 1, columns - said});
    footer_draw(scene, &rest);
}

/* While the learner types, the row above the keys is the prompt's, and what was said last is above
 * it; else it is in that row, if it may be, and as far above as it needs. */
static void draw_popups(struct scene *scene) {
    const struct terminal *terminal = scene->terminal;
    const char *message = text_string(&scene->session->view.last.message);
    bool popup = terminal->popup != NULL && terminal->popup[0] != '\0';
    size_t footer = scene->canvas->rows - 1, top = footer;
    if (scene_says_a_line(scene) && scene->frame->popup == POPUP_NONE &&
        !row_is_blank(scene->canvas, footer - 1)) {
        say_in_keys(scene, message);
        return;
    }
    if (terminal->prompt_focused || message[0] != '\0') {
        top = footer - 1;
        struct canvas last = blank(scene, (struct box){top, 0, 1, scene->canvas->columns});
        scene->placed = scene->placed && !terminal->prompt_focused;
        prompt_draw(scene, &last);
    }
    if (terminal->prompt_focused) {
        draw_popup(scene, popup ? terminal->popup : message, top);
    } else if (strchr(message, '\n') != NULL ||
               canvas_columns(message) + 1 > scene->canvas->columns) {
        draw_popup(scene, message, footer);
    }
}

/* Lights the words that were found in BOX, also where a line ends within them. */
static void light_box(const struct scene *scene, struct box box, const char *words) {
    struct canvas part = canvas_part(scene->canvas, box);
    size_t count = part.rows * part.columns, length, column = 0;
    struct text text = {0};
    for (size_t i = 0; i < count; i++) { /* a byte at least for each cell that is no right half */
        const struct canvas_cell *cell = canvas_cell(&part, i / part.columns, i % part.columns);
        text_append(&text, cell->right_half ? "" : cell->text[0] == '\0' ? " " : cell->text);
    }
    const char *at = text_string(&text), *found = at;
    while ((found = text_seek(found, words, &length)) != NULL) {
        const char *end = found + length;
        for (; column < count && at < end; column++) {
            struct canvas_cell *cell =
                canvas_cell(&part, column / part.columns, column % part.columns);
            bool blank = cell->text[0] == '\0' || cell->text[0] == ' ';
            cell->style = at >= found && !blank ? STYLE_FOUND : cell->style;
            at += cell->right_half ? 0 : cell->text[0] == '\0' ? 1 : strlen(cell->text);
        }
        found = end;
    }
    text_release(&text);
}

static void draw_too_small(const struct scene *scene) {
    struct text words = {0}, lines = {0};
    size_t rows = scene->canvas->rows, columns = scene->canvas->columns;
    text_format(&words, "Too small: qkv needs %d columns and %d rows, this is %zu by %zu.",
                PANELS_COLUMNS, PANELS_ROWS, columns, rows);
    canvas_wrap(text_string(&words), 0, columns, &lines);
    canvas_put_lines(scene->canvas, text_string(&lines), 0);
    text_release(&words);
    text_release(&lines);
}

/* True when lessons are listed: to choose another, and while none is open and there is nothing to
 * look at. */
static bool lists_lessons(const struct scene *scene) {
    enum popup popup = scene->frame->popup;
    bool nothing = scene->session->lesson == NULL && scene->value == NULL && popup == POPUP_NONE &&
                   scene->session->preview == NULL;
    return popup == POPUP_FOUND ||
           ((popup == POPUP_LESSONS || nothing) && scene->terminal->shelf != NULL);
}

/* Draws a popup over everything between title and keys; the last row is the prompt's. */
static void draw_cover(struct scene *scene,
                       void (*draw)(struct scene *scene, const struct canvas *canvas),
                       size_t first) {
    size_t rows = scene->canvas->rows, columns = scene->canvas->columns;
    struct canvas title = canvas_part(scene->canvas, (struct box){0, 0, 1, columns});
    struct canvas keys = canvas_part(scene->canvas, (struct box){rows - 1, 0, 1, columns});
    struct canvas part =
        canvas_part(scene->canvas, (struct box){first, 0, rows - 2 - first, columns});
    draw(scene, &part);
    title_draw(scene, &title);
    footer_draw(scene, &keys);
}

static void draw_all(struct scene *scene) {
    if (lists_lessons(scene)) {
        draw_cover(scene, shelf_draw, 2);
    } else if (!scene_fits(scene) || !scene_draw(scene)) {
        canvas_clear(scene->canvas); /* what was typed has no room on the stage */
        scene->frame->tags.count = 0;
        draw_cover(scene, popup_draw, 1);
    }
    const struct session *session = scene->session;
    if (session->sought.length > 0 && session->lit == session_stop(session)) {
        struct box middle = {1, 0, scene->canvas->rows - 2, scene->canvas->columns};
        light_box(scene, middle, text_string(&session->sought));
    }
    draw_popups(scene);
}

/* Finds the words, and the part of them that is shown. */
static void find_words(struct scene *scene) {
    struct panels_frame *frame = scene->frame;
    size_t wanted = scene->stage->part;
    if (scene_fits(scene)) {
        struct box words = scene_words(scene);
        pane_make(&scene->pane, scene, words.columns, words.rows, scene->stage->plan->panes.side);
    }
    frame->parts = scene->pane.part_count;
    frame->part = frame->parts == 0      ? wanted
                  : wanted == STAGE_NEWS ? pane_news(&scene->pane)
                                         : lesser(wanted, frame->parts - 1);
}

/* Clears what is left of the frame before. */
static void clear_frame(struct panels_frame *frame, const struct session *session) {
    memory_free(frame->shows.values);
    notebook_release(&frame->notebook);
    frame->shows = (struct showing){.cell = true};
    frame->tags.count = 0;
    frame->cursor[0] = frame->cursor[1] = 0;
    frame->popup = session->view.popup;
    frame->part = frame->parts = 0;
}

static void draw_scene_frame(struct scene *scene) {
    struct showing *shows = &scene->frame->shows; /* the values that the learner can go to */
    bool ready = scene_init(scene) && lights_make(&scene->lights, scene, scene->stage);
    shows->values =
        ready ? memory_allocate(scene->stage->cast->count + 1, sizeof *shows->values) : NULL;
    if (shows->values != NULL) {
        shows->count = scene_values(scene, shows->values);
        find_words(scene);
        draw_all(scene);
    }
    scene_release(scene);
}

bool panels_draw(const struct session *session, const struct terminal *terminal,
                 struct canvas *canvas, struct panels_frame *frame, struct failure *failure) {
    struct scene scene = {.session = session,
                          .terminal = terminal,
                          .canvas = canvas,
                          .frame = frame,
                          .failure = failure};
    size_t refused = memory_refused();
    clear_frame(frame, session);
    canvas_clear(canvas);
    canvas->tags = &frame->tags;
    if (canvas->rows < PANELS_ROWS || canvas->columns < PANELS_COLUMNS) {
        draw_too_small(&scene);
    } else {
        draw_scene_frame(&scene);
    }
    canvas->tags = NULL;
    if (memory_refused() != refused) {
        return failure_memory(failure);
    }
    if (terminal->ascii) {
        ascii_only(canvas);
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

/* Writes "move W_q[1,2]": to cell SHOWN of the value of DEFINITION, which is shown as SHAPE. */
static void move_into(const struct definition *definition, const struct shape *shape, size_t shown,
                      struct text *line) {
    struct place place = tensor_place(shape, shown);
    text_format(line, "move %s", definition->name);
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT && !shape_is_number(shape);
         axis++) {
        text_format(line, "%s%zu", axis == AXIS_COUNT - shape->axes ? "[" : ",",
                    place.at[axis] + 1);
    }
    text_append(line, shape_is_number(shape) ? "" : "]");
}

/* Points at cell SHOWN, as shown, of DEFINITION. */
static enum pointed point_at_cell(const struct session *session,
                                  const struct definition *definition, size_t shown,
                                  struct text *line) {
    const struct shape *own = &definition->value->shape;
    bool present = definition == view_definition(session) && session->view.operation == SIZE_MAX &&
                   shown == session_shown_cell(session, own, session->view.cell);
    struct shape shape = session->display.columns ? shape_transposed(own) : *own;
    struct text why = {0};
    if (!present) {
        move_into(definition, &shape, shown, line);
    }
    bool may = definition->leaf && !exercise_forbids(session, definition->name, &why);
    text_release(&why);
    return may ? POINTED_KNOB : POINTED_CELL;
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
    return POINTED_NAME;
}
