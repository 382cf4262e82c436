/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/scene.h"

#include "base/number.h"
#include "base/text.h"
#include "notebook/difference.h"
#include "notebook/train.h"
#include "session/heads.h"

#include <stdint.h>
#include <string.h>

/* --- in a few words --------------------------------------------------------------------------- */

/* True when what was OLD (NULL: it was not there) and is NEW was itself changed: its edits, its
 * pins, its formula; not only what it uses. */
static bool was_changed(const struct definition *old, const struct definition *newer) {
    return old == NULL || !overlays_same(&old->edits, &newer->edits) ||
           !overlays_same(&old->pins, &newer->pins) ||
           !tree_same(old->tree->root, newer->tree->root);
}

/* Appends "O_h: head 2 off", or on; false where no head was switched. */
static bool write_switched(const struct definition *old, const struct definition *newer,
                           struct text *out) {
    struct text off[2] = {{0}, {0}};
    heads_write_off(newer, &off[1]);
    if (old != NULL) {
        heads_write_off(old, &off[0]);
    }
    if (off[0].length > 0 && newer->pins.count == 0) {
        text_append_bytes(&off[1], text_string(&off[0]), off[0].length - strlen("off"));
        text_append(&off[1], "on");
    }
    bool switched = off[1].length > 0 && !text_same(text_string(&off[0]), text_string(&off[1]));
    if (switched) {
        text_format(out, "%s: %s", newer->name, text_string(&off[1]));
    }
    text_release(&off[0]);
    text_release(&off[1]);
    return switched;
}

static void write_change(const struct scene *scene, const struct definition *old,
                         const struct definition *newer, struct text *out) {
    char numbers[2][NUMBER_TEXT];
    bool same = old != NULL && tree_same(old->tree->root, newer->tree->root) &&
                shape_same_sizes(&old->value->shape, &newer->value->shape);
    size_t cell = same ? difference_first(old, newer) : SIZE_MAX;
    if (write_switched(old, newer, out)) {
        return;
    }
    if (cell == SIZE_MAX) {
        text_format(out, "%s %s", newer->name, old == NULL ? "new" : "changed");
        return;
    }
    number_short(numbers[0], old->value->cells[cell], scene->session->display.precision);
    number_short(numbers[1], newer->value->cells[cell], scene->session->display.precision);
    definition_address(newer, cell, scene->session->display.columns, out);
    text_format(out, "  %s → %s", numbers[0], numbers[1]);
}

/* Appends the first pin inside of NEW, which was OLD, and counts all in MORE. What the notebook
 * lists itself is left to it. */
static void write_inside(const struct scene *scene, const struct definition *old,
                         const struct definition *newer, size_t *more, struct text *out) {
    for (size_t i = 0; old != NULL && i < newer->inside_count; i++) {
        const struct definition *held = definition_owned_at(newer, i);
        const struct definition *was = held == NULL ? NULL : definition_inside(old, held->name);
        size_t at = was == NULL ? 0 : notebook_position(scene->notebook, held->name);
        bool listed =
            was != NULL && at < scene->notebook->count && scene->notebook->list[at] == held;
        if (was != NULL && !listed && !overlays_same(&was->pins, &held->pins) && (*more)++ == 0) {
            write_change(scene, was, held, out);
        }
    }
}

void changes_title(const struct scene *scene, struct text *out) {
    const struct notebook *now = scene->notebook;
    const struct training *training = scene->session->view.last.trained;
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
        const struct definition *old;
        bool moved = scene_moved(scene, i, &old);
        if (moved && was_changed(old, now->list[i]) && more++ == 0) {
            write_change(scene, old, now->list[i], out);
        }
        if (moved) {
            write_inside(scene, old, now->list[i], &more, out);
        }
    }
    if (more > 1) {
        text_format(out, " and %zu more", more - 1);
    }
}

/* --- baseline --------------------------------------------------------------------------------- */

const struct definition *baseline_of(const struct scene *scene) {
    const struct notebook *baseline = view_baseline(scene->session);
    if (!scene->session->view.difference || baseline == NULL || scene->definition == NULL ||
        scene->session->view.operation != SIZE_MAX) {
        return NULL;
    }
    return notebook_find(baseline, scene->definition->name);
}
