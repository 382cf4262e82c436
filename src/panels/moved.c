#include "panels/moved.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "notebook/difference.h"
#include "notebook/train.h"
#include "panels/axes.h"
#include "panels/learned.h"
#include "panels/pair.h"

#include <stdint.h>

/* --- all that moved ----------------------------------------------------------------------------
 */

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

/* --- in a few words ----------------------------------------------------------------------------
 */

/* Whether PAIR was changed itself: its edits, its pins, its formula; not only what it uses. */
static bool was_changed(const struct pair *pair) {
    return pair->old == NULL || !overlays_same(&pair->old->edits, &pair->new->edits) ||
           !overlays_same(&pair->old->pins, &pair->new->pins) ||
           !tree_same(pair->old->tree->root, pair->new->tree->root);
}

static void write_number(const struct scene *scene, double value, struct text *out) {
    char number[NUMBER_TEXT];
    number_short(number, value, scene->session->view.precision);
    text_append(out, number);
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
