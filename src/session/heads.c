/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/heads.h"

#include "base/memory.h"
#include "notebook/inside.h"

/* Returns how many heads DEFINITION has a matrix for. */
static size_t heads_of(const struct definition *definition) {
    const struct shape *shape = &definition->value->shape;
    return shape->heads && shape->axes > 2 ? shape->size[AXIS_HEAD] : 1;
}

/* True when the operator that made it makes its lines sum to 1, as softmax does. */
static bool is_weights(const struct definition *definition) {
    const struct operation *last = definition_last(definition);
    return last != NULL && last->call.op->shares;
}

/* Returns the last value made from NOTEBOOK's definition FROM that has a matrix for each head, from
 * which something is made that joins the heads; until there is one, FROM if it is weights, else
 * NULL. */
static const struct definition *follow_head(const struct notebook *notebook, size_t from,
                                            bool *made) {
    const struct definition *found = notebook->list[from];
    size_t last = from;
    bool joined = is_weights(found);
    made[from] = true;
    for (size_t i = from + 1; i < notebook->count; i++) {
        size_t count;
        struct definition *const *uses = notebook_uses(notebook, notebook->list[i], &count);
        bool same = heads_of(notebook->list[i]) == heads_of(found);
        for (size_t k = 0; k < count; k++) {
            size_t use = notebook_position(notebook, uses[k]->name);
            if (use < i && made[use] && same) {
                made[i] = true;
            } else if (use < i && made[use]) {
                last = greater(last, use);
                joined = true;
            }
        }
    }
    return joined ? notebook->list[last] : NULL;
}

static bool is_head_off(const struct definition *definition, size_t head) {
    const struct shape *shape = &definition->value->shape;
    const struct overlays *pins = &definition->pins;
    size_t matrix = shape_rows(shape) * shape_columns(shape), heads = heads_of(definition);
    size_t zeros = 0;
    for (size_t i = 0; i < pins->count; i++) {
        zeros += pins->list[i].number == 0 && pins->list[i].cell / matrix % heads == head;
    }
    return zeros > 0 && zeros == shape_cells(shape) / heads;
}

bool head_find(const struct session *session, struct head *head) {
    const struct definition *looked = view_definition(session);
    const struct notebook *notebook = session_notebook(session);
    struct notebook opened;
    looked = looked == NULL ? NULL : inside_meant(notebook, looked);
    if (looked == NULL || looked->leaf || (heads_of(looked) == 1 && !is_weights(looked))) {
        return false;
    }
    const struct shape *shape = &looked->value->shape;
    size_t matrix = shape_rows(shape) * shape_columns(shape);
    *head = (struct head){.output = looked, .count = heads_of(looked)};
    head->at = matrix == 0 ? 0 : session->view.cell / matrix % head->count;
    struct inside_view look = {.at = looked, .whole = true};
    bool ok = inside_open(notebook, &look, &opened, &(struct failure){0});
    size_t from = ok ? notebook_position(&opened, looked->name) : opened.count;
    bool *made = memory_allocate(opened.count, sizeof *made);
    if (head->count > 1 && made != NULL && from < opened.count) {
        head->output = follow_head(&opened, from, made);
    }
    memory_free(made);
    notebook_release(&opened);
    head->off = head->output != NULL && is_head_off(head->output, head->at);
    return head->output != NULL;
}

void head_write(const struct head *head, struct text *out) {
    const struct shape *shape = &head->output->value->shape;
    text_format(out, "%s[", head->output->name);
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        text_append(out, axis > AXIS_COUNT - shape->axes ? "," : "");
        bool own = axis == AXIS_HEAD && head->count > 1;
        text_format(out, own ? "%zu" : ":", head->at + 1);
    }
    text_append(out, "]");
}

void heads_write_off(const struct definition *definition, struct text *out) {
    struct text list = {0};
    size_t heads = heads_of(definition), off = 0;
    for (size_t i = 0; definition->pins.count > 0 && i < heads; i++) {
        if (is_head_off(definition, i)) {
            text_format(&list, " %zu", i + 1);
            off++;
        }
    }
    if (off > 0 && heads > 1) {
        text_format(out, "head%s%s off", off > 1 ? "s" : "", text_string(&list));
    } else if (off > 0 && is_weights(definition)) {
        text_append(out, "off");
    }
    text_release(&list);
}
