/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/questions.h"

#include "base/text.h"
#include "language/reader.h"
#include "panels/scene.h"
#include "session/question.h"

#include <stdint.h>
#include <string.h>

static const struct asked nothing = {"", CAST_NONE, SIZE_MAX, SIZE_MAX};

/* Returns the row or the column, `2` or `"sushi"`; SIZE_MAX: it is none, or several. */
static size_t read_index(const struct subscript *at, const struct labels *labels) {
    size_t found = SIZE_MAX;
    double number;
    if (at->all || at->range) {
        return SIZE_MAX;
    }
    if (at->from->kind == NODE_TEXT && labels != NULL) {
        labels_find(labels, at->from->text, &found);
    } else if (tree_is_number(at->from, &number) && number >= 1) {
        found = (size_t)number - 1;
    }
    return found;
}

struct asked scene_named(const struct scene *scene, const char *text, size_t length) {
    struct asked asked = nothing;
    struct failure unread = {0};
    text_fill(asked.written, sizeof asked.written, "%.*s", (int)length, text);
    struct tree *tree = reader_expression(asked.written, &unread);
    const struct node *root = tree == NULL ? NULL : tree->root;
    bool picks = root != NULL && root->subscript_count > 0;
    const struct node *named = picks ? root->argument[0] : root;
    if (named != NULL && named->kind == NODE_NAME) {
        asked.value = cast_find(scene->cast, named->text);
    }
    if (picks && root->subscript_count == 2 && asked.value != CAST_NONE &&
        scene->lights.list != NULL) {
        const struct definition *now = scene->lights.list[asked.value].definition;
        const struct shape *shape = now == NULL ? NULL : &now->value->shape;
        size_t row =
            read_index(&root->subscripts[0], shape == NULL ? NULL : shape->labels[AXIS_ROW]);
        size_t column =
            read_index(&root->subscripts[1], shape == NULL ? NULL : shape->labels[AXIS_COLUMN]);
        bool one = row != SIZE_MAX && column != SIZE_MAX;
        asked.row = one ? row : SIZE_MAX;
        asked.column = one ? column : SIZE_MAX;
    }
    tree_release(tree);
    return asked.value != CAST_NONE ? asked : nothing;
}

struct asked scene_asked(const struct scene *scene) {
    const struct quiz *quiz = scene->quiz;
    if (quiz == NULL || question_answerable(scene->session) == SIZE_MAX) {
        return nothing;
    }
    if (quiz->task != NULL) { /* formulas for it */
        struct asked result = nothing;
        text_fill(result.written, sizeof result.written, "%s", quiz->task->result);
        return result;
    }
    const char *key = quiz->choice_count > 0 || quiz->key == NULL ? "" : quiz->key;
    return scene_named(scene, key, strlen(key));
}

bool question_is_left(const struct session *session) {
    const struct view *view = &session->view;
    return session->focus.guided && view->settled != SIZE_MAX && !view->settling &&
           question_due(session, view->settled) >= session_stop(session);
}

size_t question_recalled(const struct session *session) {
    size_t passed = session_stop(session), first = SIZE_MAX, waits = SIZE_MAX;
    for (size_t i = 0; i < passed; i++) {
        first = first == SIZE_MAX && question_verdict_shown(session, i) ? i : first;
        waits = i + 1 < passed && question_waits(session, i) ? i : waits;
    }
    return first != SIZE_MAX ? first : waits;
}

struct text question_text(const struct scene *scene, size_t stop, size_t width,
                          enum question_form form, struct question_lines *lines) {
    struct text out = {0};
    struct paint paint = scene_paint(scene);
    struct question_lines unused;
    wording_put(scene->session, stop, form, (struct output){&out, &paint, width},
                lines != NULL ? lines : &unused);
    scene_trim(&out);
    return out;
}
