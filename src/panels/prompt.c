/* prompt: the line that is typed; while nothing is, what was said last. */
#include "base/utf8.h"
#include "panels/scene.h"

#include <string.h>

enum { MARGIN = 1 };

static const char *or_empty(const char *string) {
    return string == NULL ? "" : string;
}

/* The line slides under its box so that the cursor, COLUMNS columns in, stays inside. */
static const char *slide(const char *line, size_t *cursor, size_t columns) {
    size_t length = strlen(line);
    while (*cursor >= columns && *line != '\0') {
        uint32_t point;
        size_t bytes = utf8_decode(line, length, &point);
        size_t width = utf8_width(point);
        line += bytes;
        length -= bytes;
        *cursor -= width < *cursor ? width : *cursor;
    }
    return line;
}

static void draw_typed(struct scene *scene, struct box box) {
    const struct stage *stage = scene->stage;
    struct text line = {0};
    text_append(&line, or_empty(stage->prefix));
    size_t before = line.length;
    text_append(&line, or_empty(stage->text));
    size_t at = before + stage->at < line.length ? before + stage->at : line.length;
    size_t cursor = utf8_columns(text_string(&line), at);
    const char *shown = slide(text_string(&line), &cursor, box.columns);
    struct patch patch = patch_make(scene->canvas, box);
    patch_put(&patch, 0, 0, shown, STYLE_PLAIN);
    scene_place(scene, box.row, box.column + cursor);
    text_release(&line);
}

static size_t prompt_rows(struct scene *scene, size_t width, size_t most) {
    (void)scene;
    (void)width;
    return most > 0 ? 1 : 0;
}

static bool prompt_draw(struct scene *scene, struct box box) {
    const char *message = text_string(&scene->session->looks.last.message);
    if (box.rows == 0 || box.columns <= MARGIN) {
        return true;
    }
    struct box inside = {box.row, box.column + MARGIN, 1, box.columns - MARGIN};
    if (scene->stage->prompt_focused) {
        draw_typed(scene, inside);
    } else if (message[0] != '\0') {
        scene_lines(scene, inside, message, 0);
    } else {
        scene_words(scene, inside, or_empty(scene->stage->prefix), STYLE_DIM);
    }
    return true;
}

const struct panel prompt_panel = {
    .name = "prompt",
    .sentence = "The line that is typed, or what was said last.",
    .rows = prompt_rows,
    .draw = prompt_draw,
};
