/* pipeline: what is made from what: X → Q K V → [S] → A → O. */
#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "panels/axes.h"
#include "panels/scene.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 1 };

/* A definition of the notebook, and what it has to do with the present one. */
struct member {
    const struct definition *definition;
    size_t level;      /* one further on than the last of what it uses */
    size_t users;      /* how many uses are made of it */
    bool leads;        /* some formula has it as its first operand */
    bool above, below; /* the present one is made from it, it is made from the present one */
    bool moved;
    size_t columns[2]; /* it takes without its shape, and with it; 0: not counted yet */
};

/* What is used is found by where it lies: by name each would take a search. */
struct whereabouts {
    const struct definition *definition;
    struct member *member;
};

/* The members that are shown, level by level. */
struct row {
    const struct scene *scene;
    struct member *members;
    struct whereabouts *places;
    struct member **items;
    size_t count, item_count;
    size_t from, to; /* the items that are written */
    bool shapes;     /* each with its shape */
};

/* --- who is who ------------------------------------------------------------------------------- */

static int compare_places(const void *a, const void *b) {
    uintptr_t x = (uintptr_t)((const struct whereabouts *)a)->definition;
    uintptr_t y = (uintptr_t)((const struct whereabouts *)b)->definition;
    return (x > y) - (x < y);
}

static struct member *find_member(const struct row *row, const struct definition *definition) {
    const struct whereabouts key = {.definition = definition};
    const struct whereabouts *found =
        bsearch(&key, row->places, row->count, sizeof *row->places, compare_places);
    return found == NULL ? NULL : found->member;
}

static bool is_current(const struct row *row, const struct member *member) {
    return member->definition == row->scene->definition;
}

/* What MEMBER uses comes before it: all that there is to know of that is known. */
static void look_down(const struct row *row, struct member *member) {
    for (size_t k = 0; k < member->definition->use_count; k++) {
        struct member *used = find_member(row, member->definition->uses[k]);
        if (used != NULL) {
            size_t level = used->level + 1;
            member->level = level > member->level ? level : member->level;
            member->below = member->below || used->below || is_current(row, used);
            used->users++;
            used->leads = used->leads || k == 0;
        }
    }
}

/* And what uses it comes after. */
static void look_up(const struct row *row, const struct member *member) {
    for (size_t k = 0; k < member->definition->use_count; k++) {
        struct member *used = find_member(row, member->definition->uses[k]);
        if (used != NULL && (member->above || is_current(row, member))) {
            used->above = true;
        }
    }
}

/* A leaf that only serves one formula, and not as its first operand, is a parameter: W_q. */
static bool is_parameter(const struct member *member) {
    const struct definition *definition = member->definition;
    bool labelled = definition->value->shape.labels[AXIS_ROW] != NULL;
    return definition->leaf && !labelled && member->users == 1 && !member->leads;
}

static bool is_shown(const struct row *row, const struct member *member) {
    return is_current(row, member) ||
           (!shape_is_number(&member->definition->value->shape) && !is_parameter(member));
}

static int compare_items(const void *a, const void *b) {
    const struct member *x = *(const struct member *const *)a;
    const struct member *y = *(const struct member *const *)b;
    return x->level != y->level ? (x->level > y->level) - (x->level < y->level) : (x > y) - (x < y);
}

/* Levels are counted over all definitions, then those that nobody sees are left out. */
static void row_fill(struct row *row, const struct notebook *notebook) {
    const struct definition *old;
    for (size_t i = 0; i < row->count; i++) {
        row->members[i].definition = notebook->list[i];
        row->places[i] = (struct whereabouts){notebook->list[i], &row->members[i]};
    }
    qsort(row->places, row->count, sizeof *row->places, compare_places);
    for (size_t i = 0; i < row->count; i++) {
        look_down(row, &row->members[i]);
    }
    for (size_t i = row->count; i-- > 0;) {
        look_up(row, &row->members[i]);
    }
    for (size_t i = 0; i < row->count; i++) {
        struct member *member = &row->members[i];
        if (is_shown(row, member)) {
            member->moved = scene_moved(row->scene, i, &old);
            row->items[row->item_count++] = member;
        }
    }
    qsort(row->items, row->item_count, sizeof(struct member *), compare_items);
    row->to = row->item_count;
}

static bool row_init(struct row *row, const struct notebook *notebook) {
    row->count = notebook->count;
    row->members = memory_allocate(row->count, sizeof *row->members);
    row->places = memory_allocate(row->count, sizeof *row->places);
    row->items = memory_allocate(row->count, sizeof(struct member *));
    if (row->members == NULL || row->places == NULL || row->items == NULL) {
        return failure_memory(row->scene->failure);
    }
    row_fill(row, notebook);
    return true;
}

static void row_release(struct row *row) {
    memory_free(row->members);
    memory_free(row->places);
    memory_free(row->items);
}

/* --- writing ---------------------------------------------------------------------------------- */

static const char *const left_out = "…";

/* What stands between ITEM and the one before. */
static const char *join(const struct row *row, size_t item) {
    return item == 0 ? "" : row->items[item]->level == row->items[item - 1]->level ? " " : " → ";
}

/* " 3×4", as shown. */
static void shape_words(const struct row *row, const struct member *member, char out[64]) {
    struct shape shown = member->definition->value->shape;
    struct text words = {0};
    if (row->scene->session->view.columns) {
        size_t rows = shown.size[AXIS_ROW];
        shown.size[AXIS_ROW] = shown.size[AXIS_COLUMN];
        shown.size[AXIS_COLUMN] = rows;
    }
    shape_write(&shown, &words);
    text_fill(out, 64, " %s", text_string(&words));
    text_release(&words);
}

static size_t item_columns(const struct row *row, size_t item) {
    struct member *member = row->items[item];
    size_t *columns = &member->columns[row->shapes];
    if (*columns == 0) {
        char words[64] = "";
        if (row->shapes) {
            shape_words(row, member, words);
        }
        *columns = patch_columns(member->definition->name) + patch_columns(words) + member->moved +
                   (is_current(row, member) ? 2 : 0);
    }
    return *columns + patch_columns(join(row, item));
}

/* Without the gaps at the ends. */
static size_t row_columns(const struct row *row) {
    size_t columns = 0;
    for (size_t i = row->from; i < row->to; i++) {
        columns += item_columns(row, i);
    }
    return columns;
}

/* Of the gap behind the last item. */
static size_t end_columns(const struct row *row) {
    return row->to < row->item_count ? 1 + patch_columns(join(row, row->to)) : 0;
}

/* In a narrow row only those that have to do with the present one. */
static void keep_related(struct row *row) {
    size_t kept = 0;
    for (size_t i = 0; i < row->item_count; i++) {
        struct member *member = row->items[i];
        if (member->above || member->below || is_current(row, member)) {
            row->items[kept++] = member;
        }
    }
    row->item_count = row->to = kept > 0 ? kept : row->item_count;
}

/* All with shapes, all without, those related to the present one, or as many of its neighbours as
 * fit. */
static void row_fit(struct row *row, size_t width) {
    enum { LEAST_SHAPE = 3 }; /* columns */
    size_t current = 0, columns = row_columns(row);
    row->shapes =
        columns + row->item_count * LEAST_SHAPE <= width; /* else there is no need to ask */
    if (row->shapes && row_columns(row) <= width) {
        return;
    }
    row->shapes = false;
    if (columns > width) {
        keep_related(row);
    }
    while (current + 1 < row->item_count && !is_current(row, row->items[current])) {
        current++;
    }
    for (columns = row_columns(row); (row->from > 0) + columns + end_columns(row) > width;) {
        bool before = row->from < current;
        if (row->to > current + 1 && (!before || row->to - current > current - row->from)) {
            columns -= item_columns(row, --row->to);
        } else if (before) {
            columns -= item_columns(row, row->from++);
        } else {
            return;
        }
    }
}

/* A name that is too long for the whole row is cut. */
static size_t put_item(const struct row *row, const struct patch *patch, size_t item,
                       size_t column) {
    const struct member *member = row->items[item];
    bool current = is_current(row, member);
    enum style role = axes_role(member->definition);
    char name[PATCH_LABEL], words[PATCH_LABEL + 4];
    size_t others = end_columns(row) + (current ? 2 : 0) + member->moved + column;
    size_t room = patch->box.columns > others ? patch->box.columns - others : 1;
    patch_cut(name, member->definition->name, room, row->scene->stage->ascii);
    text_fill(words, sizeof words, current ? "[%s]%s" : "%s%s", name, member->moved ? "*" : "");
    column = patch_put(patch, 0, column, words,
                       current                 ? STYLE_STRONG
                       : member->moved         ? STYLE_CHANGED
                       : role == STYLE_FORMULA ? STYLE_LABEL
                                               : role);
    if (row->shapes) {
        shape_words(row, member, words);
        column = patch_put(patch, 0, column, words, STYLE_DIM);
    }
    return column;
}

/* Returns the column after it. */
static size_t row_put(const struct row *row, const struct patch *patch) {
    size_t column = row->from > 0 ? patch_put(patch, 0, 0, left_out, STYLE_DIM) : 0;
    for (size_t i = row->from; i < row->to; i++) {
        column = patch_put(patch, 0, column, join(row, i), STYLE_DIM);
        column = put_item(row, patch, i, column);
    }
    if (row->to < row->item_count) {
        column = patch_put(patch, 0, column, join(row, row->to), STYLE_DIM);
        column = patch_put(patch, 0, column, left_out, STYLE_DIM);
    }
    return column;
}

static size_t pipeline_rows(struct scene *scene, size_t width, size_t most) {
    (void)width;
    return most > 0 && session_notebook(scene->session)->count > 0 ? 1 : 0;
}

static bool pipeline_draw(struct scene *scene, struct box box) {
    static const char *const changed = "* changed";
    struct row row = {.scene = scene};
    if (box.rows == 0 || box.columns <= 2 * MARGIN) {
        return true;
    }
    struct box inside = {box.row, box.column + MARGIN, 1, box.columns - 2 * MARGIN};
    struct patch patch = patch_make(scene->canvas, inside);
    bool ok = row_init(&row, session_notebook(scene->session));
    if (ok) {
        row_fit(&row, inside.columns);
        size_t end = row_put(&row, &patch);
        if (scene->has_moved && end + 2 + strlen(changed) <= inside.columns) {
            canvas_put_right(scene->canvas, box.row, inside.column + inside.columns, changed,
                             STYLE_CHANGED);
        }
    }
    row_release(&row);
    return ok;
}

const struct panel pipeline_panel = {
    .name = "pipeline",
    .sentence = "What is made from what, the present value lit, what the last change moved marked.",
    .rows = pipeline_rows,
    .draw = pipeline_draw,
};
