#include "panels/panels.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "canvas/canvas.h"
#include "commands/expect.h"
#include "notebook/train.h"
#include "panels/kind.h"
#include "panels/layout.h"
#include "panels/learned.h"
#include "panels/moved.h"
#include "panels/scene.h"
#include "session/telling.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- ascii ------------------------------------------------------------------------------------ */

/* A canvas for a terminal without UTF-8. */

struct canvas;

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

/* THE TABLE, from top to bottom: what each shows. */
static const struct panel *const panels[] = {
    [PANEL_TITLE] = &title_panel,             /* lesson and page, and where in it the learner is */
    [PANEL_NARRATION] = &narration_panel,     /* what the lesson said last */
    [PANEL_QUESTION] = &question_panel,       /* a quiz or an exercise as it stands */
    [PANEL_PICTURE] = &picture_panel,         /* the board */
    [PANEL_GOALS] = &goals_panel,             /* an exercise's goals, and what may be changed */
    [PANEL_EXPLANATION] = &explanation_panel, /* the arithmetic of the present number */
    [PANEL_MAP] = &chart_panel,               /* what is made from what */
    [PANEL_PROMPT] = &prompt_panel,           /* the line that is typed, or what was said last */
    [PANEL_FOOTER] = &footer_panel,           /* the keys that matter now */
    [PANEL_SHELF] = &shelf_panel,             /* the lessons there are, while none is open */
    [PANEL_COVER] = &cover_panel, /* the page's text, the keys, an answer, over all else */
};

/* --- heading ---------------------------------------------------------------------------------- */

/* The rule above the picture, with the formula of what is looked at. */

static bool write(const struct scene *scene, struct text *out) {
    if (scene->session->moment != NULL) {
        learned_heading(scene->session->moment->training, out);
        return text_ok(out, scene->failure);
    }
    const struct session *session = scene->session;
    bool ok =
        session->looks.operation == SIZE_MAX
            ? telling_formula(session, scene->definition, out, scene->failure)
            : telling_operation(session, scene->definition, scene->operation, out, scene->failure);
    if (!shape_is_number(&scene->shown->shape)) {
        text_append(out, "   ");
        shape_write(&scene->shown->shape, out);
    }
    if (baseline_of(scene) != NULL) {
        const char *name = session->looks.last.baseline;
        text_format(out, "   baseline%s%s → now", name == NULL || name[0] == '\0' ? "" : " ",
                    name == NULL ? "" : name);
    } else if (kind_of(scene) == KIND_MOVED) {
        text_append(out, "   old → new");
    }
    return ok && text_ok(out, scene->failure);
}

/* "── scores = Q @ K.T   3×3 ────────" into the first row of BOX. */
static bool heading_draw(struct scene *scene, struct box box) {
    struct text words = {0};
    if (box.rows == 0) {
        return true;
    }
    scene_rule(scene, box.row, box.column, box.columns);
    if (scene->shown == NULL || box.columns < 8) {
        return true;
    }
    bool ok = write(scene, &words);
    struct box room = {box.row, box.column + 3, 1, box.columns - 6};
    size_t end = scene_words(scene, room, text_string(&words), STYLE_FORMULA);
    canvas_put(scene->canvas, box.row, room.column - 1, " ", STYLE_PLAIN);
    canvas_put(scene->canvas, box.row, end, " ", STYLE_PLAIN);
    text_release(&words);
    return ok;
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* Who comes first has the hardware cursor, when it wants it. */
static const enum panel_name order[] = {
    PANEL_COVER,       PANEL_SHELF, PANEL_QUESTION, PANEL_PICTURE,   PANEL_GOALS,
    PANEL_EXPLANATION, PANEL_MAP,   PANEL_TITLE,    PANEL_NARRATION, PANEL_FOOTER,
};

static bool draw_panels(struct scene *scene, const struct layout *layout) {
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        const struct box *box = &layout->boxes[order[i]];
        if (box->rows > 0 && box->columns > 0 && !panels[order[i]]->draw(scene, *box)) {
            return false;
        }
    }
    return heading_draw(scene, layout->heading);
}

static void draw_frame(struct scene *scene, const struct layout *layout) {
    if (layout->rule.rows > 0) {
        scene_rule(scene, layout->rule.row, layout->rule.column, layout->rule.columns);
    }
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

static void blank(struct scene *scene, struct box box) {
    for (size_t i = 0; i < box.rows; i++) {
        const size_t at[] = {box.row + i, box.column};
        canvas_repeat(scene->canvas, at, box.columns, " ", STYLE_PLAIN);
        canvas_shade(scene->canvas, at[0], at[1], box.columns, (struct shade){PALETTE_NONE, 0});
    }
}

/* WORDS in lines that end before row BOTTOM. */
static void draw_popup(struct scene *scene, const char *words, size_t bottom) {
    size_t width = scene->canvas->columns;
    struct text lines = {0};
    if (words[0] == '\0' || width < 4) {
        return;
    }
    write_popup(words, width - 1, &lines);
    scene_trim(&lines);
    size_t count = scene_count(text_string(&lines));
    size_t most = bottom - 1 < POPUP_MOST ? bottom - 1 : POPUP_MOST;
    size_t rows = count < most ? count : most;
    struct box box = {bottom - rows, 0, rows, width};
    blank(scene, box);
    scene_lines(scene, box, text_string(&lines), 0);
    text_release(&lines);
}

/* On the prompt focus the last row is the prompt's: what was said last stands above it; else in it,
 * and as far above as it needs. */
static bool draw_popups(struct scene *scene) {
    const struct stage *stage = scene->stage;
    const struct text *message = &scene->session->looks.last.message;
    bool popup = stage->popup != NULL && stage->popup[0] != '\0';
    size_t footer = scene->canvas->rows - 1;
    struct box last = {footer - 1, 0, 1, scene->canvas->columns};
    if (stage->prompt_focused || message->length > 0) {
        blank(scene, last);
        scene->placed = scene->placed && !stage->prompt_focused;
        if (!panels[PANEL_PROMPT]->draw(scene, last)) {
            return false;
        }
    }
    if (stage->prompt_focused) {
        draw_popup(scene, popup ? stage->popup : text_string(message), footer - 1);
    } else if (utf8_columns(text_string(message), message->length) + 1 > scene->canvas->columns) {
        draw_popup(scene, text_string(message), footer);
    }
    return true;
}

/* What was found is lit in BOX, as far as the canvas goes, also where its line ends within it. */
static void light_box(const struct scene *scene, struct box box, const char *words) {
    struct canvas *canvas = scene->canvas;
    struct text text = {0};
    if (box.row >= canvas->rows || box.column >= canvas->columns) {
        return;
    }
    box.rows = lesser(box.rows, canvas->rows - box.row);
    box.columns = lesser(box.columns, canvas->columns - box.column);
    size_t count = box.rows * box.columns, *places = memory_allocate(count + 1, sizeof *places);
    size_t *starts = memory_allocate(count + 1, sizeof *starts), cells = 0, length;
    for (size_t i = 0; i < count && places != NULL && starts != NULL; i++) {
        size_t at = (box.row + i / box.columns) * canvas->columns + box.column + i % box.columns;
        if (!canvas->cells[at].right_half) {
            starts[cells] = text.length;
            places[cells++] = at;
            const char *shown = canvas->cells[at].text;
            text_append(&text, shown[0] == '\0' ? " " : shown);
        }
    }
    const char *all = text_string(&text), *found = all;
    for (size_t cell = 0; (found = text_seek(found, words, &length)) != NULL; found += length) {
        for (; cell < cells && starts[cell] < (size_t)(found - all) + length; cell++) {
            const char *shown = canvas->cells[places[cell]].text;
            if (starts[cell] >= (size_t)(found - all) && shown[0] != '\0' && shown[0] != ' ') {
                canvas_restyle(canvas, places[cell] / canvas->columns,
                               places[cell] % canvas->columns, 1, STYLE_FOUND);
            }
        }
    }
    memory_free(places);
    memory_free(starts);
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

static void draw_too_small(struct scene *scene) {
    struct text words = {0}, lines = {0};
    size_t rows = scene->canvas->rows, columns = scene->canvas->columns;
    text_format(&words, "Too small: qkv needs %d columns and %d rows, this is %zu by %zu.",
                LAYOUT_COLUMNS, LAYOUT_ROWS, columns, rows);
    canvas_wrap(text_string(&words), 0, columns, &lines);
    scene_lines(scene, (struct box){0, 0, rows, columns}, text_string(&lines), 0);
    text_release(&words);
    text_release(&lines);
}

static bool draw_all(struct scene *scene) {
    struct layout layout;
    layout_make(&layout, scene);
    if (!draw_panels(scene, &layout)) {
        return false;
    }
    draw_frame(scene, &layout);
    if (layout.boxes[PANEL_QUESTION].rows > 0) { /* and no number is to be seen */
        scene_place(scene, layout.boxes[PANEL_QUESTION].row,
                    layout.boxes[PANEL_QUESTION].column + 1);
    }
    light_found(scene, &layout);
    return draw_popups(scene);
}

bool panels_draw(struct session *session, const struct stage *stage, struct canvas *canvas,
                 size_t cursor[2], struct failure *failure) {
    struct scene scene = {.session = session, .stage = stage, .canvas = canvas, .failure = failure};
    cursor[0] = cursor[1] = 0;
    text_clear(&session->board);
    text_clear(&session->map);
    canvas_clear(canvas);
    if (canvas->rows == 0 || canvas->columns == 0) {
        return true;
    }
    bool ok = true;
    if (canvas->rows < LAYOUT_ROWS || canvas->columns < LAYOUT_COLUMNS) {
        draw_too_small(&scene);
    } else {
        session->width = said_columns(canvas->columns);
        ok = scene_init(&scene) && draw_all(&scene);
        session->cell_unseen =
            scene.value != NULL && !scene.cell_is_shown && session->looks.cover == COVER_NONE;
        scene_release(&scene);
        if (ok && session->tried != NULL && !scene.tried_is_shown &&
            session->looks.cover == COVER_NONE) {
            session->looks.cover = COVER_ANSWER;
            return panels_draw(session, stage, canvas, cursor, failure);
        }
    }
    if (ok && stage->ascii) {
        ascii_only(canvas);
    }
    scene_place(&scene, canvas->rows - 1, 0); /* where nothing else is: at the keys */
    bool inside = scene.cursor[0] < canvas->rows && scene.cursor[1] < canvas->columns;
    cursor[0] = inside ? scene.cursor[0] : 0;
    cursor[1] = inside ? scene.cursor[1] : 0;
    return ok;
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

static const struct canvas_cell *cell_at(const struct canvas *canvas, size_t row, size_t column) {
    return &canvas->cells[row * canvas->columns + column];
}

/* Bytes that a name may have, and those beyond ASCII. */
static bool is_name(const struct canvas_cell *cell) {
    unsigned char first = (unsigned char)cell->text[0];
    return isalnum(first) || first == '_' || first == '\'' || first >= 0x80;
}

/* The definition whose name stands at ROW, COLUMN. */
static bool go_to(const struct scene *scene, size_t row, size_t column, struct text *line) {
    const struct canvas *canvas = scene->canvas;
    struct text name = {0};
    size_t from = column;
    while (from > 0 && is_name(cell_at(canvas, row, from)) &&
           is_name(cell_at(canvas, row, from - 1))) {
        from--;
    }
    for (; from < canvas->columns && is_name(cell_at(canvas, row, from)); from++) {
        text_append(&name, cell_at(canvas, row, from)->text);
    }
    bool found = notebook_find(session_notebook(scene->session), text_string(&name)) != NULL;
    if (found) {
        text_format(line, "goto %s", text_string(&name));
    }
    text_release(&name);
    return found;
}

/* "move W_q[1,2]": to cell SHOWN of the value of DEFINITION as shown. */
static void move_into(const struct scene *scene, const struct definition *definition, size_t shown,
                      struct text *line) {
    struct shape shape = definition->value->shape; /* borrowed, and turned over as it is shown */
    if (scene->session->view.columns) {
        shape.size[AXIS_ROW] = shape_columns(&definition->value->shape);
        shape.size[AXIS_COLUMN] = shape_rows(&definition->value->shape);
    }
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
    const struct definition *definition = session_notebook(session)->list[tag.owner - 1];
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
    enum style style = cell_at(scene->canvas, at[0], at[1])->style;
    return map || (style != STYLE_PLAIN && style != STYLE_LABEL && style != STYLE_NUMBER &&
                   style != STYLE_DIM);
}

static bool is_in(struct box box, const size_t at[2]) {
    return at[0] >= box.row && at[0] < box.row + box.rows && at[1] >= box.column &&
           at[1] < box.column + box.columns;
}

static enum pointed find_click(struct scene *scene, const size_t at[2], struct text *line) {
    struct layout layout;
    layout_make(&layout, scene);
    struct canvas_tag tag = scene->canvas->tag;
    bool map = is_in(layout.boxes[PANEL_MAP], at), words = is_in(layout.boxes[PANEL_NARRATION], at);
    if (tag.item > 0 && tag.owner == SCENE_QUESTION) {
        text_format(line, "%zu", tag.item);
        return POINTED_CHOICE;
    }
    if (tag.item > 0) { /* a value that has no name has no place to go to */
        bool named = tag.owner > 0 && tag.owner <= session_notebook(scene->session)->count;
        return named ? point_at_cell(scene, tag, line) : POINTED_NOTHING;
    }
    bool named = map || words || is_in(layout.heading, at) ||
                 is_in(layout.boxes[PANEL_PICTURE], at) || is_in(layout.boxes[PANEL_QUESTION], at);
    return named && may_name(scene, at, map) && go_to(scene, at[0], at[1], line) ? POINTED_NAME
           : words                                                               ? POINTED_WORDS
                                                                                 : POINTED_NOTHING;
}

enum pointed panels_click(struct session *session, const struct stage *stage, struct canvas *canvas,
                          const size_t at[2], struct text *line) {
    struct failure ignored = {0};
    struct scene scene = {
        .session = session, .stage = stage, .canvas = canvas, .failure = &ignored};
    size_t cursor[2];
    if (at[0] >= canvas->rows || at[1] >= canvas->columns || canvas->rows < LAYOUT_ROWS ||
        canvas->columns < LAYOUT_COLUMNS || session->looks.cover != COVER_NONE) {
        return POINTED_NOTHING;
    }
    memcpy(canvas->asked, at, sizeof canvas->asked);
    enum pointed pointed =
        panels_draw(session, stage, canvas, cursor, &ignored) && scene_init(&scene)
            ? find_click(&scene, at, line)
            : POINTED_NOTHING;
    scene_release(&scene);
    return pointed;
}
