/* click: what a place on the screen stands for. */
#include "base/failure.h"
#include "base/text.h"
#include "panels/layout.h"
#include "panels/panels.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* "move down 2" or "move up 1"; nothing when there is nowhere to go. */
static void write_move(struct text *line, long by, const char *const directions[2]) {
    if (by != 0) {
        text_format(line, "%smove %s %ld", line->length > 0 ? "; " : "", directions[by > 0],
                    labs(by));
    }
}

/* From the present cell to cell SHOWN of the same matrix, both of the value as shown. */
static bool move_to(const struct scene *scene, size_t shown, struct text *line) {
    static const char *const down[] = {"up", "down"}, *const right[] = {"left", "right"};
    size_t columns = shape_columns(&scene->shown->shape);
    size_t rows = shape_rows(&scene->shown->shape), from = scene->shown_cell;
    if (shown >= shape_cells(&scene->shown->shape)) {
        return false;
    }
    write_move(line, (long)(shown / columns % rows) - (long)(from / columns % rows), down);
    write_move(line, (long)(shown % columns) - (long)(from % columns), right);
    return line->length > 0;
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

static bool find_click(struct scene *scene, size_t row, size_t column, struct text *line) {
    struct layout layout;
    layout_make(&layout, scene);
    const struct box *pipeline = &layout.boxes[PANEL_PIPELINE];
    size_t tag = scene->canvas->tag;
    if (tag > 0 && scene->shown != NULL) {
        return move_to(scene, tag - 1, line);
    }
    return pipeline->rows > 0 && row == pipeline->row && go_to(scene, row, column, line);
}

bool panels_click(struct session *session, const struct stage *stage, struct canvas *canvas,
                  const size_t at[2], struct text *line) {
    struct failure ignored = {0};
    struct scene scene = {
        .session = session, .stage = stage, .canvas = canvas, .failure = &ignored};
    size_t cursor[2];
    if (at[0] >= canvas->rows || at[1] >= canvas->columns || canvas->rows < LAYOUT_ROWS ||
        canvas->columns < LAYOUT_COLUMNS) {
        return false;
    }
    memcpy(canvas->asked, at, sizeof canvas->asked);
    bool found = panels_draw(session, stage, canvas, cursor, &ignored) && scene_init(&scene) &&
                 find_click(&scene, at[0], at[1], line);
    scene_release(&scene);
    return found;
}
