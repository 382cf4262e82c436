/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/panels.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "canvas/matrix.h"
#include "commands/expect.h"
#include "notebook/train.h"
#include "panels/planned.h"
#include "panels/kind.h"
#include "panels/layout.h"
#include "panels/scene.h"
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

/* --- panels ----------------------------------------------------------------------------------- */

/* THE TABLE: what each shows. */
static const struct panel *const panels[] = {
    [PANEL_COVER] = &cover_panel,       /* the page's text, the keys, an answer, over all else */
    [PANEL_SHELF] = &shelf_panel,       /* the lessons there are, while none is open */
    [PANEL_QUESTION] = &question_panel, /* a quiz or an exercise as it stands */
    [PANEL_PICTURE] = &picture_panel,   /* the board */
    [PANEL_GOALS] = &goals_panel,       /* an exercise's goals, and what may be changed */
    [PANEL_EXPLANATION] = &explanation_panel, /* the arithmetic of the present number */
    [PANEL_MAP] = &chart_panel,               /* what is made from what */
    [PANEL_TITLE] = &title_panel,             /* lesson and page, and where in it the learner is */
    [PANEL_NARRATION] = &narration_panel,     /* what the lesson said last */
    [PANEL_FOOTER] = &footer_panel,           /* the keys that matter now */
    [PANEL_PROMPT] = &prompt_panel,           /* the line that is typed, or what was said last */
};

/* --- heading ---------------------------------------------------------------------------------- */

/* The rule above the picture, with the formula of what is looked at. */

static void write(const struct scene *scene, struct text *out) {
    const struct session *session = scene->session;
    if (session->moment != NULL) {
        learned_heading(session->moment->training, out);
        return;
    }
    if (session->looks.operation == SIZE_MAX) {
        telling_formula(session, scene->definition, out);
    } else {
        telling_operation(session, scene->definition, scene->operation, out);
    }
    if (!shape_is_number(&scene->shown->shape)) {
        text_append(out, "   ");
        shape_write(&scene->shown->shape, out);
    }
    if (kind_of(scene) == KIND_PRODUCT && shape_matrices(&scene->value->shape) > 1) {
        const struct shape *shape = &scene->shown->shape;
        text_append(out, ", "); /* which of them is drawn */
        matrix_title(shape, scene->shown_cell / (shape_rows(shape) * shape_columns(shape)),
                     TITLE_WHOLE, out);
    }
    if (baseline_of(scene) != NULL) {
        const char *name = session->looks.last.baseline;
        text_format(out, "   baseline%s%s → now", name == NULL || name[0] == '\0' ? "" : " ",
                    name == NULL ? "" : name);
    } else if (kind_of(scene) == KIND_MOVED) {
        text_append(out, "   old → new");
    }
}

/* "── scores = Q @ K.T   3×3 ────────" */
static void heading_draw(struct scene *scene, const struct canvas *canvas) {
    struct text words = {0};
    scene_rule(canvas, 0);
    if (scene->shown == NULL || canvas->columns < 8) {
        return;
    }
    write(scene, &words);
    struct canvas room = canvas_part(canvas, (struct box){0, 0, 1, canvas->columns - 3});
    size_t end = canvas_put_cut(&room, 0, 3, text_string(&words), STYLE_FORMULA);
    canvas_put(canvas, 0, 2, " ", STYLE_PLAIN);
    canvas_put(canvas, 0, end, " ", STYLE_PLAIN);
    text_release(&words);
}

/* --- drawing ---------------------------------------------------------------------------------- */

static void draw_frame(struct scene *scene, const struct layout *layout) {
    for (size_t i = 0; i < PANEL_COUNT; i++) {
        struct canvas part = canvas_part(scene->canvas, layout->boxes[i]);
        if (part.rows > 0 && part.columns > 0) {
            panels[i]->draw(scene, &part);
        }
    }
    struct canvas heading = canvas_part(scene->canvas, layout->heading);
    if (heading.rows > 0) {
        heading_draw(scene, &heading);
    }
    struct canvas rule = canvas_part(scene->canvas, layout->rule);
    scene_rule(&rule, 0);
    for (size_t i = 0; i < layout->divider.rows; i++) {
        canvas_put(scene->canvas, layout->divider.row + i, layout->divider.column, "│", STYLE_DIM);
    }
}

/* --- over the panels -------------------------------------------------------------------------- */

enum { POPUP_MOST = 8 };

/* Lines that fit stay as they are: completions stand in columns, a caret below what it is about. */
static void write_popup(const char *words, size_t width, struct text *lines) {
    struct text long_line = {0};
    for (const char *line = words; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        if (utf8_columns(line, length) + 1 <= width) {
            text_append(lines, " ");
            text_append_bytes(lines, line, length);
            text_append(lines, "\n");
        } else {
            text_clear(&long_line);
            text_append_bytes(&long_line, line, length);
            canvas_wrap(text_string(&long_line), 1, width, lines);
        }
        line += length + (line[length] == '\n' ? 1 : 0);
    }
    text_release_into(&long_line, lines);
}

/* BOX, for what lies over all else. */
static struct canvas blank(const struct scene *scene, struct box box) {
    struct canvas part = canvas_part(scene->canvas, box);
    for (size_t i = 0; i < part.rows; i++) {
        canvas_repeat(&part, (const size_t[]){i, 0}, part.columns, " ", STYLE_PLAIN);
        canvas_shade(&part, i, 0, part.columns, (struct shade){.palette = PALETTE_NONE});
    }
    return part;
}

/* WORDS in lines that end before row BOTTOM; returns the row where they begin. */
static size_t draw_popup(const struct scene *scene, const char *words, size_t bottom) {
    struct text lines = {0};
    write_popup(words, scene->canvas->columns - 1, &lines);
    scene_trim(&lines);
    size_t rows = lesser(scene_count(text_string(&lines)), lesser(bottom - 1, POPUP_MOST));
    struct canvas part = blank(scene, (struct box){bottom - rows, 0, rows, scene->canvas->columns});
    canvas_put_lines(&part, text_string(&lines), 0);
    text_release(&lines);
    return bottom - rows;
}

/* On the prompt focus the last row is the prompt's: what was said last stands above it; else in it,
 * and as far above as it needs. No half of the map stands above that. */
static void draw_popups(struct scene *scene, struct box map) {
    const struct terminal *terminal = scene->terminal;
    const char *message = text_string(&scene->session->looks.last.message);
    bool popup = terminal->popup != NULL && terminal->popup[0] != '\0';
    size_t footer = scene->canvas->rows - 1, top = footer;
    if (terminal->prompt_focused || message[0] != '\0') {
        top = footer - 1;
        struct canvas last = blank(scene, (struct box){top, 0, 1, scene->canvas->columns});
        scene->placed = scene->placed && !terminal->prompt_focused;
        panels[PANEL_PROMPT]->draw(scene, &last);
    }
    if (terminal->prompt_focused) {
        top = draw_popup(scene, popup ? terminal->popup : message, top);
    } else if (strchr(message, '\n') != NULL ||
               canvas_columns(message) + 1 > scene->canvas->columns) {
        top = draw_popup(scene, message, footer);
    }
    if (map.row < top && map.row + map.rows > top) {
        map.rows = top - map.row;
        blank(scene, map);
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
static void light_found(const struct scene *scene, const struct layout *layout) {
    static const enum panel_name lit[] = {PANEL_NARRATION, PANEL_QUESTION, PANEL_PICTURE, PANEL_MAP,
                                          PANEL_COVER};
    const struct session *session = scene->session;
    if (session->sought.length == 0 || session->lit != session_stop(session)) {
        return;
    }
    for (size_t i = 0; i < sizeof lit / sizeof *lit; i++) {
        light_box(scene, layout->boxes[lit[i]], text_string(&session->sought));
    }
    light_box(scene, layout->heading, text_string(&session->sought));
}

static void draw_too_small(const struct scene *scene) {
    struct text words = {0}, lines = {0};
    size_t rows = scene->canvas->rows, columns = scene->canvas->columns;
    text_format(&words, "Too small: qkv needs %d columns and %d rows, this is %zu by %zu.",
                LAYOUT_COLUMNS, LAYOUT_ROWS, columns, rows);
    canvas_wrap(text_string(&words), 0, columns, &lines);
    canvas_put_lines(scene->canvas, text_string(&lines), 0);
    text_release(&words);
    text_release(&lines);
}

/* Which part of the words is shown, of how many, is known before anything is drawn. */
static void prepare_words(struct scene *scene) {
    struct stage *stage = scene->terminal->stage;
    if (planned_fits(scene, stage)) {
        stage->parts = planned_parts(scene, stage);
        stage->part = lesser(stage->part, stage->parts - 1);
    } else if (stage != NULL) {
        stage->parts = 0;
    }
}

static void draw_all(struct scene *scene) {
    struct layout layout;
    if (planned_fits(scene, scene->terminal->stage)) {
        planned_draw(scene, scene->terminal->stage);
        draw_popups(scene, (struct box){0});
        return;
    }
    layout_make(&layout, scene);
    draw_frame(scene, &layout);
    struct canvas question = canvas_part(scene->canvas, layout.boxes[PANEL_QUESTION]);
    if (question.rows > 0) { /* and no number is to be seen */
        scene_place(scene, &question, 0, 1);
    }
    light_found(scene, &layout);
    draw_popups(scene, layout.boxes[PANEL_MAP]);
}

bool panels_draw(struct session *session, const struct terminal *terminal, struct canvas *canvas,
                 size_t cursor[2], struct failure *failure) {
    struct scene scene = {
        .session = session, .terminal = terminal, .canvas = canvas, .failure = failure};
    size_t refused = memory_refused();
    bool small = canvas->rows < LAYOUT_ROWS || canvas->columns < LAYOUT_COLUMNS;
    cursor[0] = cursor[1] = 0;
    text_clear(&session->board);
    text_clear(&session->map);
    canvas_clear(canvas);
    if (canvas->rows == 0 || canvas->columns == 0) {
        return true;
    }
    if (small) {
        draw_too_small(&scene);
    } else {
        session->front.width = said_columns(canvas->columns);
        session->front.frame[0] = canvas->rows;
        session->front.frame[1] = canvas->columns;
        if (terminal->stage != NULL) {
            const size_t size[] = {canvas->rows, canvas->columns};
            stage_follow(terminal->stage, session, size, failure);
        }
        if (scene_init(&scene)) {
            prepare_words(&scene);
            draw_all(&scene);
        }
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
        return panels_draw(session, terminal, canvas, cursor, failure);
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

/* In words only what is set off names a value. */
static bool may_name(const struct scene *scene, const size_t at[2], bool map) {
    enum style style = canvas_cell(scene->canvas, at[0], at[1])->style;
    return map || (style != STYLE_PLAIN && style != STYLE_LABEL && style != STYLE_NUMBER &&
                   style != STYLE_DIM);
}

static bool is_in(struct box box, const size_t at[2]) {
    return at[0] >= box.row && at[0] < box.row + box.rows && at[1] >= box.column &&
           at[1] < box.column + box.columns;
}

static enum pointed find_click(struct scene *scene, const size_t at[2], struct canvas_tag tag,
                               struct text *line) {
    struct layout layout;
    layout_make(&layout, scene);
    bool map = is_in(layout.boxes[PANEL_MAP], at), words = is_in(layout.boxes[PANEL_NARRATION], at);
    if (tag.item > 0 && tag.owner == SCENE_QUESTION) {
        text_format(line, "%zu", tag.item);
        return POINTED_CHOICE;
    }
    if (tag.item > 0) { /* a value that has no name has no place to go to */
        bool named = tag.owner > 0 && tag.owner <= scene->notebook->count;
        return named ? point_at_cell(scene, tag, line) : POINTED_NOTHING;
    }
    bool named = map || words || is_in(layout.heading, at) ||
                 is_in(layout.boxes[PANEL_PICTURE], at) || is_in(layout.boxes[PANEL_QUESTION], at);
    return named && may_name(scene, at, map) && go_to(scene, at, line) ? POINTED_NAME
           : words                                                     ? POINTED_WORDS
                                                                       : POINTED_NOTHING;
}

enum pointed panels_click(struct session *session, const struct terminal *terminal,
                          struct canvas *canvas, const size_t at[2], struct text *line) {
    struct failure ignored = {0};
    struct scene scene = {
        .session = session, .terminal = terminal, .canvas = canvas, .failure = &ignored};
    size_t cursor[2];
    if (at[0] >= canvas->rows || at[1] >= canvas->columns || canvas->rows < LAYOUT_ROWS ||
        canvas->columns < LAYOUT_COLUMNS || session->looks.cover != COVER_NONE) {
        return POINTED_NOTHING;
    }
    struct canvas_pointer pointer = {.row = at[0], .column = at[1]};
    canvas->pointer = &pointer;
    enum pointed pointed =
        panels_draw(session, terminal, canvas, cursor, &ignored) && scene_init(&scene)
            ? find_click(&scene, at, pointer.tag, line)
            : POINTED_NOTHING;
    canvas->pointer = NULL;
    scene_release(&scene);
    return pointed;
}
