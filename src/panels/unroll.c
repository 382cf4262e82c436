#include "panels/unroll.h"

#include "base/failure.h"
#include "base/utf8.h"
#include "canvas/table.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MARGIN = 1, NOTES = 2, BAR = 20, BAR_GAP = 3, LEAST_ENTRIES = 4 };

static const struct steps *steps_of(const struct scene *scene) {
    return &scene->explanation.steps;
}

bool unroll_possible(const struct scene *scene) {
    return scene->explained && scene->explanation.kind == EXPLAINED_STEPS &&
           (steps_of(scene)->form == STEPS_LEDGER || steps_of(scene)->form == STEPS_COLUMNS);
}

static bool is_stage(const struct step *step, const char *stage) {
    return step->stage != NULL && text_same(step->stage, stage);
}

/* How many lines the table has: terms of a ledger, entries of its columns. */
static size_t entries_of(const struct steps *steps) {
    if (steps->form == STEPS_LEDGER) {
        return steps_terms(steps);
    }
    size_t entries = 0;
    for (size_t i = 0; i < steps->count; i++) {
        const char *first = steps->list[0].stage;
        entries += first != NULL && is_stage(&steps->list[i], first) ? 1 : 0;
    }
    return entries;
}

/* Rows below the entries: "max 0.14   Σ 2.86"; a plain sum has none. */
static size_t notes_of(const struct steps *steps) {
    const struct step *last = &steps->list[steps->count - 1];
    return is_stage(last, STAGE_TERM) || is_stage(last, STAGE_TOTAL) ? 0 : NOTES;
}

size_t unroll_rows(const struct scene *scene) {
    return entries_of(steps_of(scene)) + 1 + notes_of(steps_of(scene));
}

/* --- bars --------------------------------------------------------------------------------------
 */

/* How much of its bar entry ENTRY fills: its share, which is the last stage's. Where the last stage
 * picks one entry's number (argmax), that one has all of it. */
static double share_of(const struct steps *steps, size_t entry) {
    const char *stage = steps->list[steps->count - 1].stage;
    double share = 0;
    bool picks = true;
    for (size_t i = 0; stage != NULL && i < steps->count; i++) {
        if (is_stage(&steps->list[i], stage)) {
            share = steps->list[i].row == entry ? steps->list[i].value : share;
            picks = picks && steps->list[i].row > 0;
        }
    }
    return picks ? entry == steps->focus : share;
}

/* Shares are bars as long as they are large, BAR columns for 1; the widest line is TEXT's. */
static void put_bars(struct scene *scene, struct box box, size_t widest) {
    const struct steps *steps = steps_of(scene);
    size_t entries = entries_of(steps);
    size_t column = box.column + widest + BAR_GAP;
    if (entries + 1 > box.rows || widest + BAR_GAP + BAR > box.columns) {
        return;
    }
    canvas_put(scene->canvas, box.row, column, "0", STYLE_LABEL);
    canvas_put_right(scene->canvas, box.row, column + BAR, "1", STYLE_LABEL);
    for (size_t i = 0; i < entries; i++) {
        size_t length = (size_t)lround(fmin(fmax(share_of(steps, i), 0), 1) * (double)BAR);
        for (size_t k = 0; k < BAR; k++) {
            canvas_put(scene->canvas, box.row + 1 + i, column + k, k < length ? "█" : "·",
                       k < length ? STYLE_NUMBER : STYLE_DIM);
        }
    }
}

/* --- the table ---------------------------------------------------------------------------------
 */

static size_t widest_line(const char *text) {
    size_t widest = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        size_t columns = utf8_columns(text, length);
        widest = columns > widest ? columns : widest;
        text += length + (text[length] == '\n' ? 1 : 0);
    }
    return widest;
}

/* The hardware cursor stands before the present entry's line. */
static void place_cursor(struct scene *scene, struct box box, const char *text) {
    for (size_t row = 0; row < box.rows && *text != '\0'; row++) {
        size_t length = strcspn(text, "\n");
        const char *mark = strstr(text, "▶");
        if (mark != NULL && mark < text + length) {
            scene_place(scene, box.row + row, box.column);
            scene->cell_is_shown = true;
            return;
        }
        text += length + (text[length] == '\n' ? 1 : 0);
    }
}

static bool print(struct scene *scene, const struct box *box, const struct paint *paint,
                  struct text *out) {
    const struct session *session = scene->session;
    struct ledger_view view = {.explanation = &scene->explanation,
                               .precision = session->view.precision,
                               .columns = session->view.columns,
                               .terms = scene_terms(scene),
                               .width = box->columns};
    size_t notes = notes_of(steps_of(scene));
    size_t room = box->rows > notes + 1 ? box->rows - notes - 1 : 1;
    int rounded;
    if (entries_of(steps_of(scene)) > room) {
        view.limit = room > LEAST_ENTRIES + 2 ? room - 2 : LEAST_ENTRIES;
    }
    return table_print(&view, paint, out, &rounded, scene->failure);
}

bool unroll_draw(struct scene *scene, struct box box) {
    if (box.rows < 2 || box.columns <= 2 * MARGIN) {
        return true;
    }
    struct box inside = {box.row, box.column + MARGIN, box.rows, box.columns - 2 * MARGIN};
    struct paint paint = {.colour = true, .theme = scene->theme};
    struct text styled = {0}, plain = {0};
    bool ok = print(scene, &inside, &paint, &styled) &&
              print(scene, &inside, &(struct paint){.colour = false}, &plain);
    if (ok) {
        scene_lines(scene, inside, text_string(&styled), 0);
        place_cursor(scene, inside, text_string(&plain));
        if (steps_of(scene)->form == STEPS_COLUMNS && scene_terms(scene) == SIZE_MAX) {
            put_bars(scene, inside, widest_line(text_string(&plain)));
        }
    }
    text_release(&styled);
    text_release(&plain);
    return ok;
}
