/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/turned.h"

#include "base/memory.h"
#include "base/text.h"
#include "language/lens.h"
#include "notebook/evaluate.h"
#include "notebook/expand.h"

struct turning {
    const struct notebook *notebook;
    struct notebook turned;
    struct failure *failure;
};

/* Transposes NAME's value to the convention shown; a text is the same in both. */
static bool turn_name(void *context, const struct node *name) {
    struct turning *turning = context;
    const struct definition *definition = notebook_find(turning->notebook, name->text);

    if (definition == NULL || notebook_find(&turning->turned, name->text) != NULL) {
        return true;
    }
    struct definition *made = definition_create(name->text, definition->tree, turning->failure);
    if (made == NULL) {
        return false;
    }
    made->text = definition->text;
    made->value = made->text != NULL ? tensor_retain(definition->value)
                                     : tensor_transposed(definition->value, turning->failure);
    made->computed = made->value;
    if (made->value == NULL) {
        definition_release(made);
        return false;
    }
    return notebook_append(&turning->turned, made, turning->failure);
}

static bool turn_library(struct turning *turning) {
    const struct library *library = turning->notebook->library;
    struct library *const none[2] = {NULL, NULL};
    struct lens_names names = {notebook_axes, (void *)turning->notebook};
    size_t count = library == NULL ? 0 : library->count, made = 0;
    struct naming *list = memory_allocate(count, sizeof *list);
    bool good = list != NULL || failure_memory(turning->failure);

    for (; good && made < count; made++) {
        list[made].name = library->list[made]->name;
        list[made].tree = lens_flip_definition(library->list[made]->tree, &names, turning->failure);
        good = list[made].tree != NULL;
    }
    good = good && library_define(none, list, count, &turning->turned.library, turning->failure);
    while (made > 0) {
        tree_release(list[--made].tree);
    }
    memory_free(list);
    return good;
}

/* Adds the other definitions unchanged: only their names are needed, for suggestions. */
static bool add_others(struct turning *turning) {
    const struct notebook *notebook = turning->notebook;
    bool good = true;

    for (size_t i = 0; good && i < notebook->count; i++) {
        good = notebook_find(&turning->turned, notebook->list[i]->name) != NULL ||
               notebook_append(&turning->turned, definition_retain(notebook->list[i]),
                               turning->failure);
    }
    return good;
}

bool turned_stands(const struct notebook *notebook, const char *name, struct tree *tree,
                   struct failure *failure) {
    struct failure none = {0};
    struct turning turning = {notebook, {.hints = notebook->hints}, &none};
    bool made = tree->root->kind != NODE_BODY && turn_library(&turning) &&
                expand_names(notebook, tree->root, turn_name, &turning) && add_others(&turning);
    struct definition *value =
        made ? notebook_evaluate(&turning.turned, name, tree, failure) : NULL;
    bool stands = !made || value != NULL;

    definition_release(value);
    notebook_release(&turning.turned);
    return stands;
}

struct tree *turned_failure(const struct notebook *notebook, const struct definition *definition,
                            struct failure *failure) {
    struct lens_names names = {notebook_axes, (void *)notebook};
    struct failure told = {0};
    struct tree *shown = lens_flip_definition(definition->tree, &names, &told);

    if (shown != NULL && !turned_stands(notebook, definition->name, shown, &told)) {
        *failure = told;
    }
    return shown;
}
