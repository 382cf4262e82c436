/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/converted.h"

#include "base/memory.h"
#include "base/text.h"
#include "language/lens.h"
#include "notebook/expand.h"

struct work {
    const struct notebook *notebook;
    struct notebook transposed;
    struct failure *failure;
};

/* Transposes NAME's value to the convention shown; a text is the same in both. */
static bool turn_name(void *context, const struct node *name) {
    struct work *work = context;
    const struct definition *definition = notebook_find(work->notebook, name->text);
    if (definition == NULL || notebook_find(&work->transposed, name->text) != NULL) {
        return true;
    }
    struct definition *made = definition_create(name->text, definition->tree, work->failure);
    if (made == NULL) {
        return false;
    }
    made->text = definition->text;
    made->value = made->text != NULL ? tensor_retain(definition->value)
                                     : tensor_transposed(definition->value, work->failure);
    made->computed = made->value;
    if (made->value == NULL) {
        definition_release(made);
        return false;
    }
    return notebook_append(&work->transposed, made, work->failure);
}

static bool turn_library(struct work *work) {
    const struct library *library = work->notebook->library;
    struct library *const none[2] = {NULL, NULL};
    struct lens_names names = {notebook_axes, (void *)work->notebook};
    size_t count = library == NULL ? 0 : library->count, made = 0;
    struct naming *list = memory_allocate(count, sizeof *list);
    bool good = list != NULL || failure_memory(work->failure);
    for (; good && made < count; made++) {
        list[made].name = library->list[made]->name;
        list[made].tree = lens_flip_definition(library->list[made]->tree, &names, work->failure);
        good = list[made].tree != NULL;
    }
    good = good && library_define(none, list, count, &work->transposed.library, work->failure);
    while (made > 0) {
        tree_release(list[--made].tree);
    }
    memory_free(list);
    return good;
}

/* Adds the other definitions unchanged: only their names are needed, for suggestions. */
static bool add_others(struct work *work) {
    const struct notebook *notebook = work->notebook;
    bool good = true;
    for (size_t i = 0; good && i < notebook->count; i++) {
        good =
            notebook_find(&work->transposed, notebook->list[i]->name) != NULL ||
            notebook_append(&work->transposed, definition_retain(notebook->list[i]), work->failure);
    }
    return good;
}

bool converted_evaluates(const struct notebook *notebook, const char *name, struct tree *tree,
                         struct failure *failure) {
    struct failure none = {0};
    struct work work = {notebook, {.hints = notebook->hints}, &none};
    bool made = tree->root->kind != NODE_BODY && turn_library(&work) &&
                expand_names(notebook, tree->root, turn_name, &work) && add_others(&work);
    struct definition *value =
        made ? notebook_evaluate(&work.transposed, name, tree, failure) : NULL;
    bool stands = !made || value != NULL;
    definition_release(value);
    notebook_release(&work.transposed);
    return stands;
}

struct tree *converted_failure(const struct notebook *notebook, const struct definition *definition,
                               struct failure *failure) {
    struct lens_names names = {notebook_axes, (void *)notebook};
    struct failure reported = {0};
    struct tree *shown = lens_flip_definition(definition->tree, &names, &reported);
    if (shown != NULL && !converted_evaluates(notebook, definition->name, shown, &reported)) {
        *failure = reported;
    }
    return shown;
}
