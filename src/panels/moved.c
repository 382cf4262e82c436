#include "panels/moved.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "notebook/difference.h"
#include "notebook/train.h"
#include "panels/axes.h"
#include "panels/learned.h"
#include "panels/scene.h"

#include <math.h>
#include <stdint.h>

/* --- pair ------------------------------------------------------------------------------------- */

/* One definition old → new, as a change or a baseline has it. */

/* One definition that moved. OLD is NULL where it was not there before. */
struct pair {
    const struct definition *old, *new;
};

/* The first cell (as stored) that differs; 0 when none does. */
static size_t pair_first(const struct pair *pair) {
    const struct definition *old = pair->old, *new = pair->new;
    size_t first = old != NULL && shape_same_sizes(&old->value->shape, &new->value->shape)
                       ? difference_first(old, new)
                       : SIZE_MAX;
    return first == SIZE_MAX ? 0 : first;
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

/* Its cells can be held together; it is a lone number, now and before. */
static bool pair_same_sizes(const struct pair *pair) {
    return pair->old == NULL ||
           shape_same_sizes(&pair->old->value->shape, &pair->new->value->shape);
}

static bool pair_is_number(const struct pair *pair) {
    return pair_same_sizes(pair) && shape_is_number(&pair->new->value->shape);
}

/* Rows of a picture, one more for a line about a shape that changed; of a lone number one. */
static size_t pair_rows(const struct scene *scene, const struct pair *pair) {
    return pair_is_number(pair) ? 1
                                : scene_rows(scene, pair->new) + (pair_same_sizes(pair) ? 0 : 1);
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

/* What was not there before has nothing to be held against. */
static size_t draw_new(struct scene *scene, struct box box, struct picture *new, size_t at[2]) {
    struct text name = {0};
    text_format(&name, "%s (new)", new->name);
    new->name = text_string(&name);
    size_t used = picture_matrix(scene->canvas, box, new, at);
    text_release(&name);
    return used;
}

/* Draws PAIR; the cursor's matrix of what is looked at, else the first that moved. *USED is how
 * many rows it took. */
static bool pair_draw(struct scene *scene, struct box box, const struct pair *pair, size_t *used) {
    if (pair_is_number(pair)) {
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
        size_t first = here ? 0 : pair_first(pair);
        struct picture old = scene_picture(scene, pair->new, before);
        struct picture new = scene_picture(scene, pair->new, after);
        new.matrix = (here ? scene->cell : first) / matrix_cells(&after->shape);
        old.matrix = new.matrix;
        new.cursor = here ? scene->shown_cell : SIZE_MAX;
        size_t rows = pair_rows(scene, pair);
        box.rows = pair->old == NULL && rows < box.rows ? rows : box.rows;
        *used = pair->old == NULL ? draw_new(scene, box, &new, at)
                                  : picture_change(scene->canvas, box, &old, &new, at);
        if (here && at[0] != SIZE_MAX) {
            scene_place(scene, at[0], at[1]);
            scene->cell_is_shown = true;
        }
    }
    tensor_release(before);
    tensor_release(after);
    return ok;
}

/* --- all that moved --------------------------------------------------------------------------- */

/* What is worth its rows, the best first: what is looked at, then shares, then what lies furthest
 * down. */
enum { RANK_LOOKED_AT, RANK_SHARES, RANK_OTHER, RANK_COUNT };

static size_t rank_of(const struct scene *scene, const struct definition *definition) {
    if (definition == scene->definition) {
        return RANK_LOOKED_AT;
    }
    return axes_shares(definition, SIZE_MAX) ? RANK_SHARES : RANK_OTHER;
}

/* What moved, or is looked at. */
struct candidate {
    struct pair pair;
    bool moved, shown;
    size_t rank, rows;
};

/* The candidates in the notebook's order, and what of them is shown in some number of rows. */
struct selection {
    struct candidate *list; /* its own */
    size_t count;
    size_t rows; /* taken */
    bool all;    /* nothing that moved is left out */
};

static bool list_candidates(const struct scene *scene, struct selection *selection) {
    const struct notebook *now = session_notebook(scene->session);
    *selection = (struct selection){.list = memory_allocate(now->count, sizeof *selection->list)};
    if (selection->list == NULL) {
        return failure_memory(scene->failure);
    }
    for (size_t i = 0; i < now->count; i++) {
        struct candidate candidate = {.pair.new = now->list[i]};
        candidate.moved = scene_moved(scene, i, &candidate.pair.old);
        if ((candidate.moved || candidate.pair.new == scene->definition) &&
            !learned_tells(scene, candidate.pair.new)) {
            candidate.rank = rank_of(scene, candidate.pair.new);
            candidate.rows = pair_rows(scene, &candidate.pair);
            selection->list[selection->count++] = candidate;
        }
    }
    return true;
}

static void choose_rank(struct selection *selection, size_t rank, size_t rows) {
    for (size_t i = selection->count; i-- > 0;) {
        struct candidate *candidate = &selection->list[i];
        if (candidate->rank == rank) {
            bool fits = selection->rows + candidate->rows <= rows;
            candidate->shown = rank == RANK_LOOKED_AT || fits;
            selection->rows += candidate->shown ? candidate->rows : 0;
            selection->all = selection->all && candidate->shown;
        }
    }
}

/* Chooses for ROWS; a line is kept for the names of what is left out. */
static bool choose(const struct scene *scene, size_t rows, struct selection *selection) {
    if (!list_candidates(scene, selection)) {
        return false;
    }
    for (size_t kept = 0; kept < 2 && !selection->all; kept++) {
        selection->rows = 0;
        selection->all = true;
        for (size_t rank = 0; rank < RANK_COUNT; rank++) {
            choose_rank(selection, rank, rows > kept ? rows - kept : 0);
        }
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
    memory_free(selection.list);
    return curve + selection.rows;
}

/* "also moved: Q scores" below, for those that are not shown. */
static void name_rest(const struct scene *scene, struct box box,
                      const struct selection *selection) {
    struct text words = {0};
    text_append(&words, " also moved:");
    for (size_t i = 0; i < selection->count; i++) {
        if (!selection->list[i].shown) {
            text_format(&words, " %s", selection->list[i].pair.new->name);
        }
    }
    scene_words(scene, box, text_string(&words), STYLE_CHANGED);
    text_release(&words);
}

/* Draws those of the chosen that moved, or the one that is looked at and did not, into what is left
 * of *BOX. */
static bool draw_those(struct scene *scene, struct box *box, const struct selection *selection,
                       bool moved) {
    size_t kept = selection->all ? 0 : 1;
    bool ok = true;
    for (size_t i = 0; ok && i < selection->count && box->rows > kept; i++) {
        const struct candidate *candidate = &selection->list[i];
        struct box room = {box->row, box->column, box->rows - kept, box->columns};
        size_t used = 0;
        if (candidate->shown && candidate->moved == moved) {
            ok = pair_draw(scene, room, &candidate->pair, &used);
        }
        used = used < box->rows ? used : box->rows;
        box->row += used;
        box->rows -= used;
    }
    return ok;
}

/* What is looked at is shown in any case; below the rest when it did not move. */
static bool draw_chosen(struct scene *scene, struct box box, const struct selection *selection) {
    bool ok = draw_those(scene, &box, selection, true) && draw_those(scene, &box, selection, false);
    if (ok && !selection->all && box.rows > 0) {
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
    memory_free(selection.list);
    return ok;
}

/* --- in a few words --------------------------------------------------------------------------- */

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
        difference_first(pair->old, pair->new) == SIZE_MAX) {
        text_format(out, "%s %s", pair->new->name, old == NULL ? "new" : "changed");
        return;
    }
    size_t cell = pair_first(&(struct pair){pair->old, pair->new});
    definition_address(pair->new, cell, scene->session->view.columns, out);
    text_append(out, "  ");
    write_number(scene, old->cells[cell], out);
    text_append(out, " → ");
    write_number(scene, new->cells[cell], out);
}

void moved_title(const struct scene *scene, struct text *out) {
    const struct notebook *now = session_notebook(scene->session);
    const struct training *training = scene->session->looks.last.trained;
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
        if (!scene_moved(scene, i, &pair.old) || !was_changed(&pair)) {
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

/* --- baseline --------------------------------------------------------------------------------- */

/* The definition looked at against a baseline: Δ as colours, and old → new. */

const struct definition *baseline_of(const struct scene *scene) {
    const struct notebook *baseline = looks_baseline(scene->session);
    if (!scene->session->looks.difference || baseline == NULL || scene->definition == NULL ||
        scene->session->looks.operation != SIZE_MAX) {
        return NULL;
    }
    return notebook_find(baseline, scene->definition->name);
}

/* How many rows Δ takes; 0 when there is none: the sizes changed, or it is a lone number. */
static size_t delta_rows(const struct scene *scene) {
    struct pair pair = {baseline_of(scene), scene->definition};
    bool any =
        pair_same_sizes(&pair) && !pair_is_number(&pair) && shape_cells(&scene->value->shape) > 0;
    return any ? pair_rows(scene, &pair) : 0;
}

/* All heads of a stack side by side, above the rest. */
enum { THUMBNAILS = 6 };

static size_t thumbnail_rows(const struct scene *scene) {
    return shape_matrices(&scene->shown->shape) > 1 && delta_rows(scene) > 0 ? THUMBNAILS : 0;
}

size_t baseline_rows(const struct scene *scene) {
    struct pair pair = {baseline_of(scene), scene->definition};
    size_t delta = delta_rows(scene);
    return delta > 0 ? thumbnail_rows(scene) + 2 * delta + 1 : pair_rows(scene, &pair);
}

/* The largest finite change of COUNT cells, whichever way: 0 is in the middle of the colours. */
static double largest_change(const double *cells, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        double change = fabs(cells[i]);
        largest = isfinite(change) && change > largest ? change : largest;
    }
    return largest;
}

/* Δ as a picture of colours about 0, on the scale of COUNT cells from FIRST on. */
static struct picture delta_picture(const struct scene *scene, const struct tensor *shown,
                                    size_t first, size_t count) {
    struct picture picture = scene_picture(scene, scene->definition, shown);
    picture.high = largest_change(shown->cells + first, count);
    picture.low = -picture.high;
    picture.heat = true;
    picture.wide = true;
    picture.fixed = false;
    picture.cursor = scene->shown_cell;
    picture.matrix = scene->shown_cell / matrix_cells(&shown->shape);
    return picture;
}

/* The value looked at less what it was in the baseline, as shown. */
static struct tensor *delta_shown(const struct scene *scene) {
    struct tensor *delta =
        difference_value(baseline_of(scene)->value, scene->value, scene->failure);
    struct tensor *shown =
        delta == NULL ? NULL : session_shown(scene->session, delta, scene->failure);
    tensor_release(delta);
    return shown;
}

/* Δ in BOX; of a stack all matrices, too, where there is room for them and for LEAST rows. */
static bool draw_delta(struct scene *scene, struct box box, size_t least, size_t *used) {
    struct tensor *shown = delta_shown(scene);
    struct text name = {0};
    if (shown == NULL) {
        return false;
    }
    text_format(&name, "Δ %s", scene->definition->name);
    size_t cells = matrix_cells(&shown->shape), at[2] = {SIZE_MAX, SIZE_MAX};
    size_t thumbnails = thumbnail_rows(scene);
    *used = 0;
    if (thumbnails > 0 && box.rows >= thumbnails + least) {
        struct picture all = delta_picture(scene, shown, 0, shape_cells(&shown->shape));
        struct box top = {box.row, box.column, thumbnails, box.columns};
        all.name = text_string(&name);
        *used = picture_thumbnails(scene->canvas, top, &all);
    }
    struct picture delta = delta_picture(scene, shown, scene->shown_cell / cells * cells, cells);
    struct box rest = {box.row + *used, box.column, box.rows - *used, box.columns};
    delta.name = text_string(&name);
    rest.rows = least > 0 && delta_rows(scene) < rest.rows ? delta_rows(scene) : rest.rows;
    *used += picture_matrix(scene->canvas, rest, &delta, at);
    if (at[0] != SIZE_MAX) {
        scene_place(scene, at[0], at[1]);
        scene->cell_is_shown = true;
    }
    text_release(&name);
    tensor_release(shown);
    return true;
}

/* Δ above old → new where there is room for both; colours were asked for: Δ alone. */
bool baseline_draw(struct scene *scene, struct box box) {
    struct pair pair = {baseline_of(scene), scene->definition};
    size_t delta = delta_rows(scene), used = 0;
    bool alone = scene->session->looks.heat && delta > 0;
    if ((alone || (delta > 0 && 2 * delta <= box.rows)) &&
        !draw_delta(scene, box, alone ? 0 : 2 * delta, &used)) {
        return false;
    }
    if (alone) {
        return true;
    }
    used += used > 0 && used + delta < box.rows ? 1 : 0; /* they stand apart */
    box.row += used;
    box.rows -= used;
    return pair_draw(scene, box, &pair, &used);
}
