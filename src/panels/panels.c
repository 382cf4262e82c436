#include "panels/panels.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "commands/commands.h"
#include "panels/ascii.h"
#include "panels/heading.h"
#include "panels/layout.h"
#include "panels/said.h"
#include "panels/scene.h"

#include <string.h>

/* THE TABLE, from top to bottom. */
static const struct panel *const panels[] = {
    [PANEL_TITLE] = &title_panel,
    [PANEL_NARRATION] = &narration_panel,
    [PANEL_QUESTION] = &question_panel,
    [PANEL_PICTURE] = &picture_panel,
    [PANEL_EXPLANATION] = &explanation_panel,
    [PANEL_PIPELINE] = &pipeline_panel,
    [PANEL_PROMPT] = &prompt_panel,
    [PANEL_FOOTER] = &footer_panel,
    [PANEL_SHELF] = &shelf_panel,
    [PANEL_COVER] = &cover_panel,
};

const struct panel *panel_at(size_t index) {
    return index < PANEL_COUNT ? panels[index] : NULL;
}

/* Who comes first has the hardware cursor, when it wants it. */
static const enum panel_name order[] = {
    PANEL_PROMPT,      PANEL_COVER,    PANEL_SHELF, PANEL_QUESTION,  PANEL_PICTURE,
    PANEL_EXPLANATION, PANEL_PIPELINE, PANEL_TITLE, PANEL_NARRATION, PANEL_FOOTER,
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

/* --- over the panels ---------------------------------------------------------------------------
 */

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
    lines->failed = lines->failed || long_line.failed;
    text_release(&long_line);
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
    for (size_t i = 0; i < rows * width; i++) {
        canvas_put(scene->canvas, box.row + i / width, i % width, " ", STYLE_PLAIN);
    }
    for (size_t i = 0; i < rows * width; i++) {
        canvas_shade(scene->canvas, box.row + i / width, i % width, 1,
                     (struct shade){PALETTE_NONE, 0});
    }
    scene_lines(scene, box, text_string(&lines), 0);
    text_release(&lines);
}

/* On the prompt focus the prompt's own row is taken: what was said last stands above it; else in
 * it, and as far above as it needs. */
static void draw_popups(struct scene *scene) {
    const struct stage *stage = scene->stage;
    const struct text *message = &scene->session->looks.last.message;
    bool popup = stage->popup != NULL && stage->popup[0] != '\0';
    size_t footer = scene->canvas->rows - 1;
    if (stage->prompt_focused) {
        draw_popup(scene, popup ? stage->popup : text_string(message), footer - 1);
    } else if (utf8_columns(text_string(message), message->length) + 1 > scene->canvas->columns) {
        draw_popup(scene, text_string(message), footer);
    }
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
    draw_popups(scene);
    return true;
}

bool panels_draw(struct session *session, const struct stage *stage, struct canvas *canvas,
                 size_t cursor[2], struct failure *failure) {
    struct scene scene = {.session = session, .stage = stage, .canvas = canvas, .failure = failure};
    cursor[0] = cursor[1] = 0;
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
        scene_release(&scene);
    }
    if (ok && stage->ascii) {
        ascii_only(canvas);
    }
    bool inside = scene.cursor[0] < canvas->rows && scene.cursor[1] < canvas->columns;
    cursor[0] = inside ? scene.cursor[0] : 0;
    cursor[1] = inside ? scene.cursor[1] : 0;
    return ok;
}
