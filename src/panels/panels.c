/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/panels.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "canvas/matrix.h"
#include "notebook/train.h"
#include "panels/pane.h"
#include "panels/planned.h"
#include "panels/scene.h"
#include "session/expect.h"
#include "session/telling.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- ascii ------------------------------------------------------------------------------------ */

/* A canvas for a terminal without UTF-8. */

static const struct {
    const char *sign;
    char ascii;
} signs[] = {
    {"→", '>'},  {"←", '<'},  {"↑", '^'}, {"↓", 'v'}, {"▶", '>'}, {"◀", '<'}, {"‹", '<'},
    {"›", '>'},  {"·", '.'},  {"×", 'x'}, {"−", '-'}, {"–", '-'}, {"—", '-'}, {"─", '-'},
    {"│", '|'},  {"•", '*'},  {"…", '~'}, {"≈", '~'}, {"≤", '<'}, {"≥", '>'}, {"≠", '#'},
    {"Σ", 'S'},  {"√", 'V'},  {"÷", '/'}, {"█", '#'}, {"▓", '%'}, {"▒", '+'}, {"░", '.'},
    {"▀", '"'},  {"▄", '_'},  {"✓", '+'}, {"✗", 'x'}, {"∞", 'I'}, {"²", '2'}, {"³", '3'},
    {"’", '\''}, {"‘", '\''}, {"“", '"'}, {"”", '"'}, {"ᵀ", 'T'}, {"∂", 'd'}, {"Δ", 'D'},
    {"α", 'a'},  {"▁", '_'},  {"▂", '_'}, {"▃", '='}, {"▄", '='}, {"▅", '='}, {"▆", '#'},
    {"▇", '#'},  {"▏", '.'},  {"▎", '.'}, {"▍", ':'}, {"▌", ':'}, {"▋", '#'}, {"▊", '#'},
    {"▉", '#'},
};

static char ascii_of(const char *text) {
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (text_starts(text, signs[i].sign)) {
            return signs[i].ascii;
        }
    }
    return '?';
}

/* Every character outside ASCII becomes one that stands for it, of the same width; "?" where none
 * does. */
static void ascii_only(struct canvas *canvas) {
    for (size_t i = 0; i < canvas->rows * canvas->columns; i++) {
        struct canvas_cell *cell = &canvas->cells[i];
        if (cell->right_half) {
            memcpy(cell->text, "?", 2);
        } else if ((unsigned char)cell->text[0] >= 0x80) {
            char ascii = ascii_of(cell->text);
            cell->text[0] = ascii;
            cell->text[1] = '\0';
        } else if (cell->text[0] != '\0') {
            cell->text[1] = '\0'; /* its combining marks */
        }
        cell->wide = cell->right_half = false;
    }
}

/* --- over the panels -------------------------------------------------------------------------- */

/* BOX, for what lies over all else. */
static struct canvas blank(const struct scene *scene, struct box box) {
    struct canvas part = canvas_part(scene->canvas, box);
    scene_blank(&part);
    return part;
}

/* WORDS in lines that end before row BOTTOM. */
static void draw_popup(const struct scene *scene, const char *words, size_t bottom) {
    struct text lines = {0};
    scene_wrap(words, 1, scene->canvas->columns - 1, &lines);
    scene_trim(&lines);
    size_t rows = lesser(scene_count(text_string(&lines)), lesser(bottom - 1, SAID_MOST));
    struct canvas part = blank(scene, (struct box){bottom - rows, 0, rows, scene->canvas->columns});
    canvas_put_lines(&part, text_string(&lines), 0);
    text_release(&lines);
}

/* On the prompt focus the last row is the prompt's: what was said last stands above it; else in it,
 * and as far above as it needs. */
static void draw_popups(struct scene *scene) {
    const struct terminal *terminal = scene->terminal;
    const char *message = text_string(&scene->session->looks.last.message);
    bool popup = terminal->popup != NULL && terminal->popup[0] != '\0';
    size_t footer = scene->canvas->rows - 1, top = footer;
    if (terminal->prompt_focused || message[0] != '\0') {
        top = footer - 1;
        struct canvas last = blank(scene, (struct box){top, 0, 1, scene->canvas->columns});
        scene->placed = scene->placed && !terminal->prompt_focused;
        prompt_panel.draw(scene, &last);
    }
    if (terminal->prompt_focused) {
        draw_popup(scene, popup ? terminal->popup : message, top);
    } else if (strchr(message, '\n') != NULL ||
               canvas_columns(message) + 1 > scene->canvas->columns) {
        draw_popup(scene, message, footer);
    }
}

/* What was found is lit in BOX, as far as the canvas goes, also where its line ends within it. */
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

/* Where something was found it is lit, in words and pictures. */
static void light_found(const struct scene *scene) {
    const struct session *session = scene->session;
    if (session->sought.length > 0 && session->lit == session_stop(session)) {
        struct box middle = {1, 0, scene->canvas->rows - 2, scene->canvas->columns};
        light_box(scene, middle, text_string(&session->sought));
    }
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

/* Which part of the words is shown, of how many, is known before anything is drawn. */
static void prepare_words(struct stage *stage, const struct pane *pane) {
    stage->parts = pane->part_count;
    if (stage->parts > 0) {
        stage->part =
            stage->part == STAGE_NEWS ? pane_news(pane) : lesser(stage->part, stage->parts - 1);
    }
}

/* Lessons are listed to choose another, and while there is none open and nothing to look at. */
static bool lists_lessons(const struct scene *scene) {
    enum cover cover = scene->session->looks.cover;
    bool nothing = scene->session->lesson == NULL && scene->value == NULL && cover == COVER_NONE;
    return cover == COVER_FOUND ||
           ((cover == COVER_LESSONS || nothing) && scene->terminal->shelf != NULL);
}

/* What lies over everything between title and keys; the last row is the prompt's. */
static void draw_cover(struct scene *scene, const struct panel *cover, size_t first) {
    size_t rows = scene->canvas->rows, columns = scene->canvas->columns;
    struct canvas title = canvas_part(scene->canvas, (struct box){0, 0, 1, columns});
    struct canvas keys = canvas_part(scene->canvas, (struct box){rows - 1, 0, 1, columns});
    struct canvas part =
        canvas_part(scene->canvas, (struct box){first, 0, rows - 2 - first, columns});
    cover->draw(scene, &part);
    title_panel.draw(scene, &title);
    footer_panel.draw(scene, &keys);
}

static void draw_all(struct scene *scene, const struct planned *planned) {
    if (lists_lessons(scene)) {
        draw_cover(scene, &shelf_panel, 2);
    } else if (planned_fits(scene, scene->terminal->stage)) {
        planned_draw(planned, scene, scene->terminal->stage);
    } else {
        draw_cover(scene, &cover_panel, 1);
    }
    light_found(scene);
    draw_popups(scene);
}

/* The plan of the scene, and what is known of it before anything is drawn. */
static bool prepare(struct scene *scene, struct planned *planned) {
    const size_t size[] = {scene->canvas->rows, scene->canvas->columns};
    struct session *session = scene->session;
    struct stage *stage = scene->terminal->stage;
    session->front.width = said_columns(size[1]);
    session->front.frame[0] = size[0];
    session->front.frame[1] = size[1];
    stage->words = pane_wants;
    if (!stage_follow(stage, session, size, scene->failure) || !scene_init(scene) ||
        !planned_make(planned, scene, stage)) {
        return false;
    }
    prepare_words(stage, &planned->pane);
    planned_names(planned, scene, stage, &session->board);
    return true;
}

static bool draw_frame(struct session *session, const struct terminal *terminal,
                       struct canvas *canvas, size_t cursor[2], struct failure *failure) {
    struct scene scene = {
        .session = session, .terminal = terminal, .canvas = canvas, .failure = failure};
    size_t refused = memory_refused();
    bool small = canvas->rows < PANELS_ROWS || canvas->columns < PANELS_COLUMNS;
    text_clear(&session->board);
    if (small) {
        draw_too_small(&scene);
    } else {
        struct planned planned = {0};
        if (prepare(&scene, &planned)) {
            draw_all(&scene, &planned);
        }
        planned_release(&planned);
        session->cell_unseen =
            scene.value != NULL && !scene.cell_is_shown && session->looks.cover == COVER_NONE;
        scene_release(&scene);
    }
    if (memory_refused() != refused) {
        return failure_memory(failure);
    }
    if (!small && session->tried != NULL && !scene.tried_is_shown &&
        session->looks.cover == COVER_NONE) {
        session->looks.cover = COVER_ANSWER;
        canvas_clear(canvas);
        return draw_frame(session, terminal, canvas, cursor, failure);
    }
    if (terminal->ascii) {
        ascii_only(canvas);
    }
    scene_place(&scene, canvas, canvas->rows - 1, 0); /* where nothing else is: at the keys */
    bool inside = scene.cursor[0] < canvas->rows && scene.cursor[1] < canvas->columns;
    cursor[0] = inside ? scene.cursor[0] : 0;
    cursor[1] = inside ? scene.cursor[1] : 0;
    return true;
}

bool panels_draw(struct session *session, const struct terminal *terminal, struct canvas *canvas,
                 size_t cursor[2], struct failure *failure) {
    struct terminal own = *terminal;
    struct stage stage = {0};
    own.stage = terminal->stage == NULL ? &stage : terminal->stage;
    cursor[0] = cursor[1] = 0;
    canvas_clear(canvas);
    bool drawn = canvas->rows == 0 || canvas->columns == 0 ||
                 draw_frame(session, &own, canvas, cursor, failure);
    stage_release(&stage);
    return drawn;
}

/* --- click ------------------------------------------------------------------------------------ */

/* What a place on the screen stands for. */

/* "move down 2" or "move up 1"; nothing when there is nowhere to go. */
static void write_move(struct text *line, long by, const char *const directions[2]) {
    if (by != 0) {
        text_format(line, "%smove %s %ld", line->length > 0 ? "; " : "", directions[by > 0],
                    labs(by));
    }
}

/* From the present cell to cell SHOWN of the same matrix, which has no name to be called by. */
static void move_to(const struct scene *scene, size_t shown, struct text *line) {
    static const char *const down[] = {"up", "down"}, *const right[] = {"left", "right"};
    size_t columns = shape_columns(&scene->shown->shape);
    size_t rows = shape_rows(&scene->shown->shape), from = scene->shown_cell;
    write_move(line, (long)(shown / columns % rows) - (long)(from / columns % rows), down);
    write_move(line, (long)(shown % columns) - (long)(from % columns), right);
}

/* Bytes that a name may have, and those beyond ASCII. */
static bool is_name(const struct canvas_cell *cell) {
    unsigned char first = (unsigned char)cell->text[0];
    return isalnum(first) || first == '_' || first == '\'' || first >= 0x80;
}

/* The definition whose name stands AT (row, column). */
static bool go_to(const struct scene *scene, const size_t at[2], struct text *line) {
    const struct canvas *canvas = scene->canvas;
    const struct canvas_cell *cell = canvas_cell(canvas, at[0], at[1]);
    struct text name = {0};
    size_t from = at[1];
    for (; from > 0 && is_name(cell) && is_name(cell - 1); cell--) {
        from--;
    }
    for (; from < canvas->columns && is_name(cell); from++) {
        text_append(&name, cell++->text);
    }
    bool found = notebook_find(scene->notebook, text_string(&name)) != NULL;
    if (found) {
        text_format(line, "goto %s", text_string(&name));
    }
    text_release(&name);
    return found;
}

/* "move W_q[1,2]": to cell SHOWN of the value of DEFINITION as shown. */
static void move_into(const struct scene *scene, const struct definition *definition, size_t shown,
                      struct text *line) {
    const struct shape *own = &definition->value->shape;
    struct shape shape = scene->session->view.columns ? shape_turned(own) : *own;
    struct place place = tensor_place(&shape, shown);
    text_format(line, "move %s", definition->name);
    for (int axis = AXIS_COUNT - shape.axes; axis < AXIS_COUNT && !shape_is_number(&shape);
         axis++) {
        text_format(line, "%s%zu", axis == AXIS_COUNT - shape.axes ? "[" : ",", place.at[axis] + 1);
    }
    text_append(line, shape_is_number(&shape) ? "" : "]");
}

static enum pointed point_at_cell(const struct scene *scene, struct canvas_tag tag,
                                  struct text *line) {
    const struct session *session = scene->session;
    const struct definition *definition = scene->notebook->list[tag.owner - 1];
    bool present = definition == scene->definition;
    struct text why = {0};
    if (present && session->looks.operation != SIZE_MAX) {
        move_to(scene, tag.item - 1, line);
    } else if (!present || tag.item - 1 != scene->shown_cell) {
        move_into(scene, definition, tag.item - 1, line);
    }
    bool may = definition->leaf && !exercise_forbids(session, definition->name, &why);
    text_release(&why);
    return may ? POINTED_KNOB : POINTED_CELL;
}

/* In words only what is set off names a value; on the stage a name may be dim. */
static bool may_name(const struct scene *scene, const size_t at[2], bool words) {
    enum style style = canvas_cell(scene->canvas, at[0], at[1])->style;
    return style != STYLE_PLAIN && style != STYLE_LABEL && style != STYLE_NUMBER &&
           (style != STYLE_DIM || !words);
}

static bool is_in(struct box box, const size_t at[2]) {
    return at[0] >= box.row && at[0] < box.row + box.rows && at[1] >= box.column &&
           at[1] < box.column + box.columns;
}

static enum pointed find_click(struct scene *scene, const size_t at[2], struct canvas_tag tag,
                               struct text *line) {
    const struct panes *panes = &scene->terminal->stage->plan->panes;
    bool words = is_in(panes->words, at);
    if (tag.item > 0 && tag.owner == SCENE_QUESTION) {
        text_format(line, "%zu", tag.item);
        return POINTED_CHOICE;
    }
    if (tag.item > 0) { /* a value that has no name has no place to go to */
        bool named = tag.owner > 0 && tag.owner <= scene->notebook->count;
        return named ? point_at_cell(scene, tag, line) : POINTED_NOTHING;
    }
    bool named = words || is_in(panes->rule, at) || is_in(panes->stage, at);
    return named && may_name(scene, at, words) && go_to(scene, at, line) ? POINTED_NAME
           : words                                                       ? POINTED_WORDS
                                                                         : POINTED_NOTHING;
}

enum pointed panels_click(struct session *session, const struct terminal *terminal,
                          struct canvas *canvas, const size_t at[2], struct text *line) {
    struct failure ignored = {0};
    struct terminal own = *terminal;
    struct stage stage = {0};
    own.stage = terminal->stage == NULL ? &stage : terminal->stage;
    struct scene scene = {
        .session = session, .terminal = &own, .canvas = canvas, .failure = &ignored};
    size_t cursor[2];
    if (at[0] >= canvas->rows || at[1] >= canvas->columns || canvas->rows < PANELS_ROWS ||
        canvas->columns < PANELS_COLUMNS || session->looks.cover != COVER_NONE) {
        return POINTED_NOTHING;
    }
    struct canvas_pointer pointer = {.row = at[0], .column = at[1]};
    canvas->pointer = &pointer;
    bool drawn = panels_draw(session, &own, canvas, cursor, &ignored) && own.stage->plan != NULL &&
                 scene_init(&scene);
    enum pointed pointed = drawn ? find_click(&scene, at, pointer.tag, line) : POINTED_NOTHING;
    canvas->pointer = NULL;
    scene_release(&scene);
    stage_release(&stage);
    return pointed;
}
