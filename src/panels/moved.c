#include "panels/moved.h"

#include "base/number.h"
#include "base/text.h"
#include "notebook/difference.h"
#include "notebook/train.h"
#include "panels/scene.h"

#include <stdint.h>

/* One definition that moved. OLD is NULL where it was not there before. */
struct pair {
    const struct definition *old, *new;
};

/* --- in a few words --------------------------------------------------------------------------- */

/* Whether PAIR was changed itself: its edits, its pins, its formula; not only what it uses. */
static bool was_changed(const struct pair *pair) {
    return pair->old == NULL || !overlays_same(&pair->old->edits, &pair->new->edits) ||
           !overlays_same(&pair->old->pins, &pair->new->pins) ||
           !tree_same(pair->old->tree->root, pair->new->tree->root);
}

static void write_change(const struct scene *scene, const struct pair *pair, struct text *out) {
    const struct definition *old = pair->old, *new = pair->new;
    char numbers[2][NUMBER_TEXT];
    bool same = old != NULL && tree_same(old->tree->root, new->tree->root) &&
                shape_same_sizes(&old->value->shape, &new->value->shape);
    size_t cell = same ? difference_first(old, new) : SIZE_MAX;
    if (cell == SIZE_MAX) {
        text_format(out, "%s %s", new->name, old == NULL ? "new" : "changed");
        return;
    }
    number_short(numbers[0], old->value->cells[cell], scene->session->view.precision);
    number_short(numbers[1], new->value->cells[cell], scene->session->view.precision);
    definition_address(new, cell, scene->session->view.columns, out);
    text_format(out, "  %s → %s", numbers[0], numbers[1]);
}

void moved_title(const struct scene *scene, struct text *out) {
    const struct notebook *now = scene->notebook;
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

const struct definition *baseline_of(const struct scene *scene) {
    const struct notebook *baseline = looks_baseline(scene->session);
    if (!scene->session->looks.difference || baseline == NULL || scene->definition == NULL ||
        scene->session->looks.operation != SIZE_MAX) {
        return NULL;
    }
    return notebook_find(baseline, scene->definition->name);
}
