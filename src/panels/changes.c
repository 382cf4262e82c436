/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/scene.h"

#include "base/number.h"
#include "base/text.h"
#include "notebook/difference.h"
#include "notebook/train.h"
#include "session/heads.h"
#include "session/printing.h"

#include <stdint.h>
#include <string.h>

/* --- in a few words --------------------------------------------------------------------------- */

/* Appends "O_h: head 2 off", or on; false where no head was switched. */
static bool write_switched(const struct definition *old, const struct definition *newer,
                           struct text *out) {
    struct text was = {0}, is = {0};
    heads_write_off(newer, &is);
    if (old != NULL) {
        heads_write_off(old, &was);
    }
    bool on = was.length > 0 && newer->pins.count == 0;
    bool switched = on || (is.length > 0 && !text_same(text_string(&was), text_string(&is)));
    if (on) {
        text_truncate(&was, was.length - strlen("off"));
        text_format(out, "%s: %son", newer->name, text_string(&was));
    } else if (switched) {
        text_format(out, "%s: %s", newer->name, text_string(&is));
    }
    text_release(&was);
    text_release(&is);
    return switched;
}

/* True when the learner has taken back what NEWER was. */
static bool is_taken_back(const struct scene *scene, const struct definition *newer) {
    const struct changes *own = history_own(scene->session->history);
    bool back = scene->session->view.last.own; /* else it was the lesson */
    for (size_t i = 0; i < own->count; i++) {
        back &= !text_same(own->list[i]->name, newer->name);
    }
    return back;
}

static void write_change(const struct scene *scene, const struct definition *old,
                         const struct definition *newer, struct text *out) {
    bool lone = shape_is_number(&newer->value->shape) && !comparing_rewritten(old, newer);
    bool same = old != NULL && shape_same_places(&old->value->shape, &newer->value->shape) &&
                (lone || tree_same(old->tree->root, newer->tree->root));
    size_t cell = same ? difference_first(old, newer) : SIZE_MAX;
    if (cell != SIZE_MAX && newer->value == scene->value && /* of several cells this one */
        !number_same(old->value->cells[scene->cell], newer->value->cells[scene->cell])) {
        cell = scene->cell;
    }
    if (old != NULL && newer->text == NULL && cell == SIZE_MAX && is_taken_back(scene, newer)) {
        text_format(out, "%s as before", newer->name);
    } else if (!write_switched(old, newer, out)) {
        comparing_write(scene->session, old, newer, cell, out);
    }
}

/* What was changed, the first two in words. */
struct change_words {
    size_t count, first; /* FIRST: the bytes of WORDS that are about the first */
    struct text *words;
};

static void add_change(const struct scene *scene, const struct definition *old,
                       const struct definition *newer, struct change_words *changes) {
    if (changes->count++ < 2) {
        text_append(changes->words, changes->count > 1 ? ", " : "");
        write_change(scene, old, newer, changes->words);
        changes->first = changes->count > 1 ? changes->first : changes->words->length;
    }
}

/* Adds the changes of NEW, which was OLD (NULL: it was not there): its own (its edits, its pins,
 * its formula; not only what it uses), and a pin inside of it that the notebook does not list
 * itself. */
static void add_changes(const struct scene *scene, const struct definition *old,
                        const struct definition *newer, struct change_words *changes) {
    const struct notebook *notebook = scene->notebook;
    bool same = old != NULL && overlays_same(&old->edits, &newer->edits) &&
                overlays_same(&old->pins, &newer->pins) &&
                tree_same(old->tree->root, newer->tree->root);
    if (!same) {
        add_change(scene, old, newer, changes);
    }
    for (size_t i = 0; old != NULL && i < newer->inside_count; i++) {
        const struct definition *held = definition_owned_at(newer, i);
        const struct definition *was = held == NULL ? NULL : definition_inside(old, held->name);
        if (was == NULL || overlays_same(&was->pins, &held->pins)) {
            continue;
        }
        size_t at = notebook_position(notebook, held->name);
        bool listed = at < notebook->count && notebook->list[at] == held;
        if (!listed) {
            add_change(scene, was, held, changes);
        }
    }
}

void changes_title(const struct scene *scene, struct text *out) {
    const struct training *training = scene->session->view.last.trained;
    struct change_words changes = {.words = out};
    if (scene->session->moment != NULL) {
        text_append(out, "it learns");
    } else if (training != NULL) {
        text_append(out, "trained");
        for (size_t i = 0; i < training->count; i++) {
            text_format(out, " %s", training->names[i]);
        }
    } else {
        for (size_t i = 0; i < scene->notebook->count; i++) {
            if (scene->past[i].differs) {
                add_changes(scene, scene->past[i].old, scene->notebook->list[i], &changes);
            }
        }
    }
    if (changes.count > 2) {
        text_truncate(out, changes.first);
        text_format(out, " and %zu more", changes.count - 1);
    }
}

/* --- baseline --------------------------------------------------------------------------------- */

const struct definition *baseline_of(const struct scene *scene) {
    const struct view *view = &scene->session->view;
    const struct notebook *baseline = view_baseline(scene->session);
    bool compares = view->difference && view->operation == SIZE_MAX && scene->definition != NULL;
    return compares && baseline != NULL ? notebook_find(baseline, scene->definition->name) : NULL;
}
