/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/inside.h"

#include "base/text.h"
#include "notebook/evaluate.h"

#include <string.h>

/* The owner of DEFINITION in the list; NULL when it is one of the list itself. */
static struct definition *owner_of(const struct notebook *notebook,
                                   const struct definition *definition) {
    size_t at = notebook_position(notebook, definition->name);

    return at == notebook->count || notebook->list[at] == definition ? NULL : notebook->list[at];
}

/* The nearest of OWNER's own, or OWNER, whose path PATH begins with: steps of it, as in
 * H.attend.Q, may name none. */
static struct definition *above(struct definition *owner, const char *path) {
    struct definition *found = owner;
    size_t longest = 0;

    for (size_t i = 0; i < owner->inside_count; i++) {
        struct definition *one = definition_held(owner, i);
        size_t length = one == NULL ? 0 : strlen(one->name);

        if (length > longest && text_starts(path, one->name) && path[length] == '.') {
            found = one;
            longest = length;
        }
    }
    return found;
}

struct definition *inside_parent(const struct notebook *notebook,
                                 const struct definition *definition) {
    struct definition *owner = owner_of(notebook, definition);

    return owner == NULL ? NULL : above(owner, definition->name);
}

/* Of what OWNER holds directly inside of PARENT the first or last, or that before or after FROM. */
static struct definition *choose(struct definition *owner, const struct definition *parent,
                                 const struct definition *from, bool back) {
    struct definition *found = NULL;
    bool passed = from == NULL;

    for (size_t i = 0; i < owner->inside_count; i++) {
        struct definition *one = definition_held(owner, back ? owner->inside_count - 1 - i : i);
        bool direct = one != NULL && above(owner, one->name) == parent;

        found = passed && direct && found == NULL ? one : found;
        passed = passed || (one != NULL && one == from);
    }
    return found;
}

struct definition *inside_end(const struct notebook *notebook, const struct definition *definition,
                              bool last) {
    struct definition *owner = notebook_owner(notebook, (struct definition *)definition);

    return choose(owner, definition, NULL, last);
}

struct definition *inside_beside(const struct notebook *notebook,
                                 const struct definition *definition, bool back) {
    struct definition *owner = owner_of(notebook, definition);

    return owner == NULL ? NULL : choose(owner, above(owner, definition->name), definition, back);
}

/* Whether ONE is DEFINITION, or directly inside of something that DEFINITION is inside of. */
static bool is_seen(struct definition *owner, const struct definition *one,
                    const struct definition *definition) {
    const struct definition *parent = above(owner, one->name);
    size_t length = strlen(parent->name);

    return text_starts(definition->name, parent->name) && definition->name[length] == '.';
}

bool inside_open(const struct notebook *notebook, const struct definition *definition, bool whole,
                 struct notebook *opened, struct failure *failure) {
    struct definition *owner = owner_of(notebook, definition);
    size_t count = owner == NULL ? 0 : notebook_position(notebook, owner->name);
    bool good = true, reached = false;

    notebook_copy(opened, notebook);
    if (owner == NULL) {
        return true;
    }
    notebook_release(opened);
    opened->hints = notebook->hints;
    opened->library = library_retain(notebook->library);
    for (size_t i = 0; good && i < count; i++) {
        good = notebook_append(opened, definition_retain(notebook->list[i]), failure);
    }
    for (size_t i = 0; good && !reached && i < owner->inside_count; i++) {
        struct definition *one = definition_held(owner, i);

        if (one != NULL && is_seen(owner, one, definition)) {
            good = notebook_append(opened, definition_retain(one), failure);
        }
        reached = one == definition && !whole;
    }
    for (size_t i = count; good && whole && i < notebook->count; i++) {
        good = notebook_append(opened, definition_retain(notebook->list[i]), failure);
    }
    return good;
}

bool inside_write_out(const struct notebook *notebook, struct notebook *written,
                      struct failure *failure) {
    bool good = true;

    notebook_init(written);
    written->hints = notebook->hints;
    written->library = library_retain(notebook->library);
    for (size_t i = 0; good && i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];

        for (size_t k = 0; good && k <= definition->inside_count; k++) {
            bool whole = k == definition->inside_count;
            const struct definition *one = whole ? definition : definition_held(definition, k);
            struct definition *made =
                one == NULL ? NULL : evaluate_written_out(written, one, failure);

            good = one == NULL || (made != NULL && notebook_append(written, made, failure));
        }
    }
    return good;
}
