#include "panels/kind.h"

#include "base/failure.h"
#include "canvas/ledger.h"
#include "canvas/picture.h"
#include "panels/axes.h"
#include "panels/board.h"
#include "panels/corner.h"
#include "panels/learned.h"
#include "panels/moved.h"
#include "panels/scene.h"

#include <math.h>
#include <stdint.h>

/* --- unroll ----------------------------------------------------------------------------------- */

/* The arithmetic of the present cell as a table: the columns of a softmax with a bar for each
 * share, the ledger of a sum. */

enum { MARGIN = 1, NOTES = 2, BAR = 20, BAR_GAP = 3, LEAST_ENTRIES = 4 };

static const struct steps *steps_of(const struct scene *scene) {
    return &scene->explanation.steps;
}

bool unroll_possible(const struct scene *scene) {
    return scene->explained && scene->explanation.kind == EXPLAINED_STEPS &&
           (steps_of(scene)->form == STEPS_LEDGER || steps_of(scene)->form == STEPS_COLUMNS);
}

/* Rows below the entries: "max 0.14   Σ 2.86"; a plain sum has none. */
static size_t notes_of(const struct steps *steps) {
    const char *last = steps->list[steps->count - 1].stage;
    return stage_is_term(last) || stage_is_total(last) ? 0 : NOTES;
}

size_t unroll_rows(const struct scene *scene) {
    return table_entries(steps_of(scene)) + 1 + notes_of(steps_of(scene));
}

/* --- bars ------------------------------------------------------------------------------------- */

/* How much of its bar entry ENTRY fills: its share, which is the last stage's. Where the last stage
 * picks one entry's number (argmax), that one has all of it. */
static double share_of(const struct steps *steps, size_t entry) {
    const char *stage = steps->list[steps->count - 1].stage;
    double share = 0;
    bool picks = true;
    for (size_t i = 0; stage != NULL && i < steps->count; i++) {
        if (steps->list[i].stage != NULL && text_same(steps->list[i].stage, stage)) {
            share = steps->list[i].row == entry ? steps->list[i].value : share;
            picks = picks && steps->list[i].row > 0;
        }
    }
    return picks ? entry == steps->entry : share;
}

/* Shares are bars as long as they are large, BAR columns for 1, behind the table. */
static void put_bars(struct scene *scene, struct box box, size_t widest) {
    const struct steps *steps = steps_of(scene);
    size_t entries = table_entries(steps);
    size_t column = box.column + widest + BAR_GAP;
    if (entries + 1 > box.rows || widest + BAR_GAP + BAR > box.columns) {
        return;
    }
    canvas_put(scene->canvas, box.row, column, "0", STYLE_LABEL);
    canvas_put_right(scene->canvas, box.row, column + BAR, "1", STYLE_LABEL);
    for (size_t i = 0; i < entries; i++) {
        size_t length = (size_t)lround(fmin(fmax(share_of(steps, i), 0), 1) * (double)BAR);
        size_t row = box.row + 1 + i;
        canvas_repeat(scene->canvas, (const size_t[]){row, column}, BAR, "·", STYLE_DIM);
        canvas_repeat(scene->canvas, (const size_t[]){row, column}, length, "█", STYLE_NUMBER);
    }
}

/* --- the table -------------------------------------------------------------------------------- */

/* The hardware cursor stands before the present entry's line. */
bool unroll_draw(struct scene *scene, struct box box) {
    if (box.rows < 2 || box.columns <= 2 * MARGIN) {
        return true;
    }
    struct box inside = {box.row, box.column + MARGIN, box.rows, box.columns - 2 * MARGIN};
    struct ledger_view view = scene_ledger(scene);
    struct canvas table;
    struct table_use use;
    size_t notes = notes_of(steps_of(scene));
    size_t room = box.rows > notes + 1 ? box.rows - notes - 1 : 1;
    view.width = inside.columns;
    if (table_entries(steps_of(scene)) > room) {
        view.limit = room > LEAST_ENTRIES + 2 ? room - 2 : LEAST_ENTRIES;
    }
    bool ok = table_draw(&view, &table, &use, scene->failure);
    for (size_t i = 0; ok && i < lesser(table.rows, inside.rows); i++) {
        canvas_copy_row(scene->canvas, (const size_t[]){inside.row + i, inside.column}, &table, i);
    }
    if (ok && use.focus < inside.rows) {
        scene_place(scene, inside.row + use.focus, inside.column);
        scene->cell_is_shown = true;
    }
    if (ok && steps_of(scene)->form == STEPS_COLUMNS && scene_terms(scene) == SIZE_MAX) {
        put_bars(scene, inside, canvas_width(&table));
    }
    canvas_release(&table);
    return ok;
}

/* --- kind ------------------------------------------------------------------------------------- */

/* The lesson explains a cell here: the stop passed last that held the learner is such a line. */
static bool is_explained(const struct scene *scene) {
    const struct session *session = scene->session;
    size_t passed = session->lesson == NULL ? 0 : session_stop(session);
    return passed > 0 && session->lines[passed - 1].explains;
}

bool kind_steps(const struct scene *scene) {
    return scene->grain == GRAIN_ROW || scene->grain == GRAIN_CELL || scene->grain == GRAIN_TERM ||
           scene->session->looks.path_count > 0 || is_explained(scene);
}

/* Whether the arithmetic is what there is to see: replay is inside it, or the lesson explains it. A
 * product is best seen where its operands meet, but for the terms of a weighted sum. */
static bool is_unrolled(const struct scene *scene) {
    bool inside = scene->grain == GRAIN_CELL || scene->grain == GRAIN_TERM;
    if (!unroll_possible(scene) || (!inside && !is_explained(scene))) {
        return false;
    }
    if (!corner_possible(scene)) {
        return true;
    }
    const struct origin *left = &scene->definition->operations[scene->operation].origin[0];
    bool shares = left->operation != ORIGIN_NONE
                      ? axes_shares(scene->definition, (size_t)left->operation)
                      : left->definition != NULL && axes_shares(left->definition, SIZE_MAX);
    return shares && scene->grain != GRAIN_CELL;
}

enum kind kind_of(const struct scene *scene) {
    const struct looks *looks = &scene->session->looks;
    if (scene->session->moment != NULL) {
        return KIND_LEARNING;
    }
    if (scene->value == NULL) {
        return KIND_NOTHING;
    }
    if (baseline_of(scene) != NULL) {
        return KIND_DIFFERENCE;
    }
    if (looks->zoom || looks->heat) {
        return KIND_MATRIX;
    }
    if (scene->grain == GRAIN_DEFINITION && looks->operation == SIZE_MAX && scene->has_moved) {
        return KIND_MOVED;
    }
    if (looks->drawn.words[0] != '\0' && scene->grain == GRAIN_DEFINITION &&
        looks->operation == SIZE_MAX) {
        return KIND_MATRIX;
    }
    if (is_unrolled(scene)) {
        return KIND_UNROLLED;
    }
    return corner_possible(scene) ? KIND_PRODUCT : KIND_MATRIX;
}

/* --- picture ---------------------------------------------------------------------------------- */

bool kind_is_board(const struct scene *scene) {
    enum kind kind = kind_of(scene);
    return kind != KIND_NOTHING && kind != KIND_LEARNING;
}

/* --- drawing -----------------------------------------------------------------------------------
 */

static bool picture_draw(struct scene *scene, struct box box) {
    enum kind kind = kind_of(scene);
    if (box.rows == 0 || box.columns == 0) {
        return true;
    }
    if (scene->session->looks.blank && session_notebook(scene->session)->count > 0) {
        return true; /* there is something to read */
    }
    if (kind == KIND_NOTHING) {
        scene_words(scene, box,
                    scene->session->lesson != NULL
                        ? " Nothing is defined yet. Space goes on."
                        : " Nothing is defined yet. Press : and type Q = [[1, 2], [3, 4]].",
                    STYLE_DIM);
        return true;
    }
    if (kind == KIND_LEARNING) {
        return learned_draw_moment(scene, box);
    }
    return board_draw(scene, box);
}

const struct panel picture_panel = {.draw = picture_draw};
