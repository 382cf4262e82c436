#include "panels/moved.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/utf8.h"
#include "notebook/train.h"
#include "panels/axes.h"
#include "panels/corner.h"
#include "panels/learned.h"
#include "panels/whole.h"

#include <stdint.h>

/* --- one definition, old and new ---------------------------------------------------------------
 */

/* One definition that moved. OLD is NULL where it was not there before. */
struct pair {
    const struct definition *old, *new;
};

/* The first cell (as stored) that differs; 0 when none does. */
static size_t first_difference(const struct tensor *old, const struct tensor *new) {
    size_t cells = shape_cells(&new->shape);
    for (size_t i = 0; old != NULL && shape_same_sizes(&old->shape, &new->shape) && i < cells;
         i++) {
        if (!number_same(old->cells[i], new->cells[i])) {
            return i;
        }
    }
    return 0;
}

static size_t matrix_cells(const struct shape *shape) {
    size_t cells = shape_rows(shape) * shape_columns(shape);
    return cells == 0 ? 1 : cells;
}

static void write_number(const struct scene *scene, double value, struct text *out) {
    char number[NUMBER_TEXT];
    number_short(number, value, scene->session->view.precision);
    text_append(out, number);
}

static bool is_same_shape(const struct pair *pair) {
    return pair->old == NULL ||
           shape_same_sizes(&pair->old->value->shape, &pair->new->value->shape);
}

static bool is_number(const struct pair *pair) {
    return is_same_shape(pair) && shape_is_number(&pair->new->value->shape);
}

static bool is_here(const struct scene *scene, const struct pair *pair) {
    return pair->new == scene->definition && scene->session->looks.operation == SIZE_MAX;
}

/* " off = 0.9659 → [0.24]", brackets around what is looked at; without "old →" where it rests. */
static bool draw_number(struct scene *scene, struct box box, const struct pair *pair) {
    double new = pair->new->value->cells[0];
    double old = pair->old == NULL ? new : pair->old->value->cells[0];
    bool here = is_here(scene, pair);
    struct text words = {0};
    text_format(&words, " %s = ", pair->new->name);
    if (!number_same(old, new)) {
        write_number(scene, old, &words);
        text_append(&words, " → ");
    }
    text_append(&words, here ? "[" : "");
    size_t column = utf8_columns(text_string(&words), words.length);
    write_number(scene, new, &words);
    text_append(&words, here ? "]" : "");
    box.rows = box.rows < 1 ? box.rows : 1;
    scene_words(scene, box, text_string(&words),
                number_same(old, new) ? STYLE_PLAIN : STYLE_CHANGED);
    if (here && box.rows > 0) {
        scene_place(scene, box.row, box.column + column);
        scene->cell_is_shown = true;
    }
    text_release(&words);
    return true;
}

/* Draws PAIR; the cursor's matrix of what is looked at, else the first that moved. *USED is how
 * many rows it took. */
static bool draw_pair(struct scene *scene, struct box box, const struct pair *pair, size_t *used) {
    if (is_number(pair)) {
        *used = 1;
        return draw_number(scene, box, pair);
    }
    const struct tensor *was = pair->old == NULL ? pair->new->value : pair->old->value;
    struct tensor *before = session_shown(scene->session, was, scene->failure);
    struct tensor *after = session_shown(scene->session, pair->new->value, scene->failure);
    bool ok = before != NULL && after != NULL;
    *used = 0;
    if (ok) {
        size_t at[2] = {SIZE_MAX, SIZE_MAX};
        bool here = is_here(scene, pair);
        size_t first = first_difference(was, pair->new->value);
        struct picture old = whole_picture(scene, pair->new, before);
        struct picture new = whole_picture(scene, pair->new, after);
        new.matrix = (here ? scene->cell : first) / matrix_cells(&after->shape);
        old.matrix = new.matrix;
        new.cursor = here ? scene->shown_cell : SIZE_MAX;
        *used = picture_change(scene->canvas, box, &old, &new, at);
        if (here && at[0] != SIZE_MAX) {
            scene_place(scene, at[0], at[1]);
            scene->cell_is_shown = true;
        }
    }
    tensor_release(before);
    tensor_release(after);
    return ok;
}

/* --- all that moved ----------------------------------------------------------------------------
 */

/* Rows of a picture, one more for a line about a shape that changed; of a lone number one. */
static size_t pair_rows(const struct scene *scene, const struct pair *pair) {
    return is_number(pair) ? 1 : whole_rows(scene, pair->new) + (is_same_shape(pair) ? 0 : 1);
}

static bool is_listed(const struct scene *scene, const struct definition *definition,
                      struct pair *pair) {
    pair->new = definition;
    if (learned_tells(scene, definition)) {
        return false;
    }
    return scene_moved(scene, definition, &pair->old) || definition == scene->definition;
}

/* What is worth its rows, the best first: what is looked at, then shares, then what lies furthest
 * down. */
enum { RANK_LOOKED_AT, RANK_SHARES, RANK_OTHER, RANK_COUNT };

static size_t rank_of(const struct scene *scene, const struct definition *definition) {
    if (definition == scene->definition) {
        return RANK_LOOKED_AT;
    }
    return axes_shares(definition, SIZE_MAX) ? RANK_SHARES : RANK_OTHER;
}

/* What is shown in some number of rows. */
struct selection {
    bool *shown; /* one a definition */
    size_t rows; /* taken */
    bool all;    /* nothing that moved is left out */
};

static void choose_rank(const struct scene *scene, size_t rank, size_t rows,
                        struct selection *selection) {
    const struct notebook *now = session_notebook(scene->session);
    struct pair pair;
    for (size_t i = now->count; i-- > 0;) {
        const struct definition *definition = now->list[i];
        if (rank_of(scene, definition) != rank || !is_listed(scene, definition, &pair)) {
            continue;
        }
        size_t wants = pair_rows(scene, &pair);
        selection->shown[i] = rank == RANK_LOOKED_AT || selection->rows + wants <= rows;
        selection->rows += selection->shown[i] ? wants : 0;
        selection->all = selection->all && selection->shown[i];
    }
}

/* Chooses for ROWS; a line is kept for the names of what is left out. */
static bool choose(const struct scene *scene, size_t rows, struct selection *selection) {
    size_t count = session_notebook(scene->session)->count;
    for (size_t kept = 0; kept < 2; kept++) {
        *selection = (struct selection){.shown = memory_allocate(count, sizeof *selection->shown),
                                        .all = true};
        if (selection->shown == NULL) {
            return failure_memory(scene->failure);
        }
        for (size_t rank = 0; rank < RANK_COUNT; rank++) {
            choose_rank(scene, rank, rows > kept ? rows - kept : 0, selection);
        }
        if (selection->all || kept == 1) {
            break;
        }
        memory_free(selection->shown);
    }
    selection->rows += selection->all ? 0 : 1;
    return true;
}

size_t moved_rows(const struct scene *scene, size_t most) {
    struct selection selection;
    size_t curve = learned_rows(scene, most);
    if (!choose(scene, most - curve, &selection)) {
        return 0;
    }
    memory_free(selection.shown);
    return curve + selection.rows;
}

/* "also moved: Q scores" below, for those that are not shown. */
static void name_rest(const struct scene *scene, struct box box,
                      const struct selection *selection) {
    const struct notebook *now = session_notebook(scene->session);
    struct text words = {0};
    struct pair pair;
    text_append(&words, " also moved:");
    for (size_t i = 0; i < now->count; i++) {
        if (!selection->shown[i] && is_listed(scene, now->list[i], &pair)) {
            text_format(&words, " %s", now->list[i]->name);
        }
    }
    scene_words(scene, box, text_string(&words), STYLE_CHANGED);
    text_release(&words);
}

static bool draw_chosen(struct scene *scene, struct box box, const struct selection *selection) {
    const struct notebook *now = session_notebook(scene->session);
    bool ok = true;
    for (size_t i = 0; ok && i < now->count && box.rows > (selection->all ? 0 : 1); i++) {
        struct pair pair;
        size_t used = 0;
        if (selection->shown[i] && is_listed(scene, now->list[i], &pair)) {
            struct box room = box;
            room.rows -= selection->all ? 0 : 1;
            ok = draw_pair(scene, room, &pair, &used);
        }
        used = used < box.rows ? used : box.rows;
        box.row += used;
        box.rows -= used;
    }
    if (!selection->all && box.rows > 0) {
        name_rest(scene, (struct box){box.row, box.column, 1, box.columns}, selection);
    }
    return ok;
}

bool moved_draw(struct scene *scene, struct box box) {
    struct selection selection;
    size_t curve = learned_rows(scene, box.rows);
    if (curve > 0 && !learned_draw(scene, (struct box){box.row, box.column, curve, box.columns})) {
        return false;
    }
    box.row += curve;
    box.rows -= curve;
    if (!choose(scene, box.rows, &selection)) {
        return false;
    }
    bool ok = draw_chosen(scene, box, &selection);
    memory_free(selection.shown);
    return ok;
}

/* --- against the baseline ----------------------------------------------------------------------
 */

const struct definition *baseline_of(const struct scene *scene) {
    const struct notebook *baseline = history_find_baseline(scene->session->history, "");
    if (!scene->session->looks.difference || baseline == NULL || scene->definition == NULL ||
        scene->session->looks.operation != SIZE_MAX) {
        return NULL;
    }
    return notebook_find(baseline, scene->definition->name);
}

bool baseline_draw(struct scene *scene, struct box box) {
    struct pair pair = {baseline_of(scene), scene->definition};
    size_t used;
    return draw_pair(scene, box, &pair, &used);
}

/* --- in a few words ----------------------------------------------------------------------------
 */

/* Whether PAIR was changed itself: its edits, its pins, its formula; not only what it uses. */
static bool was_changed(const struct pair *pair) {
    return pair->old == NULL || !overlays_same(&pair->old->edits, &pair->new->edits) ||
           !overlays_same(&pair->old->pins, &pair->new->pins) ||
           !tree_same(pair->old->tree->root, pair->new->tree->root);
}

static void write_change(const struct scene *scene, const struct pair *pair, struct text *out) {
    const struct tensor *new = pair->new->value;
    const struct tensor *old = pair->old == NULL ? NULL : pair->old->value;
    if (old == NULL || !tree_same(pair->old->tree->root, pair->new->tree->root) ||
        tensor_same(old, new)) {
        text_format(out, "%s %s", pair->new->name, old == NULL ? "new" : "changed");
        return;
    }
    size_t cell = first_difference(old, new);
    notebook_address(pair->new, cell, scene->session->view.columns, out);
    text_append(out, "  ");
    write_number(scene, old->cells[cell], out);
    text_append(out, " → ");
    write_number(scene, new->cells[cell], out);
}

void moved_title(const struct scene *scene, struct text *out) {
    const struct notebook *now = session_notebook(scene->session);
    const struct training *training = scene->session->looks.trained;
    size_t more = 0;
    if (scene->session->moment != NULL) {
        text_append(out, "it learns");
        return;
    }
    for (size_t i = 0; training != NULL && i < training->count; i++) {
        text_format(out, "%s%s", i == 0 ? "trained " : " ", training->names[i]);
    }
    if (training != NULL) {
        return;
    }
    for (size_t i = 0; i < now->count; i++) {
        struct pair pair = {.new = now->list[i]};
        if (!scene_moved(scene, now->list[i], &pair.old) || !was_changed(&pair)) {
            continue;
        }
        if (more++ == 0) {
            write_change(scene, &pair, out);
        }
    }
    if (more > 1) {
        text_format(out, " and %zu more", more - 1);
    }
}
