/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/inside.h"

#include "base/text.h"
#include "notebook/evaluate.h"

#include <stdlib.h>
#include <string.h>

/* Returns the nearest definition inside OWNER, or OWNER, whose path is a prefix of PATH: a part of
 * a path, like attend in H.attend.Q, need not name a definition. */
static struct definition *nearest_above(struct definition *owner, const char *path) {
    struct definition *found = owner;
    size_t longest = 0;
    for (size_t i = 0; i < owner->inside_count; i++) {
        struct definition *one = definition_owned_at(owner, i);
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
    struct definition *owner = notebook_owner(notebook, definition);
    return owner == definition ? NULL : nearest_above(owner, definition->name);
}

/* Returns, of the definitions directly inside PARENT, the first or last, or the one after or before
 * FROM. */
static struct definition *find_child(struct definition *owner, const struct definition *parent,
                                     const struct definition *from, bool back) {
    struct definition *found = NULL;
    bool passed = from == NULL;
    for (size_t i = 0; i < owner->inside_count; i++) {
        struct definition *one = definition_owned_at(owner, back ? owner->inside_count - 1 - i : i);
        bool direct = one != NULL && nearest_above(owner, one->name) == parent;

        found = passed && direct && found == NULL ? one : found;
        passed = passed || (one != NULL && one == from);
    }
    return found;
}

struct definition *inside_end(const struct notebook *notebook, const struct definition *definition,
                              bool last) {
    struct definition *owner = notebook_owner(notebook, definition);
    return find_child(owner, definition, NULL, last);
}

struct definition *inside_beside(const struct notebook *notebook,
                                 const struct definition *definition, bool back) {
    struct definition *owner = notebook_owner(notebook, definition);
    return owner == definition
               ? NULL
               : find_child(owner, nearest_above(owner, definition->name), definition, back);
}

/* Returns where in NAME the last layer number begins, and its length; 0: there is none. */
static size_t layer_in(const char *name, size_t *length) {
    size_t at = 0;
    for (size_t i = 0; name[i] != '\0'; i++) {
        size_t digits = name[i] == '.' ? strspn(name + i + 1, "0123456789") : 0;

        if (digits > 0 && strchr(".", name[i + 1 + digits]) != NULL) {
            at = i + 1;
            *length = digits;
        }
    }
    return at;
}

struct definition *inside_layer(const struct notebook *notebook,
                                const struct definition *definition, long by) {
    size_t length = 0, at = layer_in(definition->name, &length);
    const char *name = definition->name;
    struct text other = {0};
    if (at == 0) {
        return NULL;
    }
    text_append_bytes(&other, name, at);
    text_format(&other, "%ld%s", strtol(name + at, NULL, 10) + by, name + at + length);
    struct definition *found = notebook_find(notebook, text_string(&other));

    text_release(&other);
    return found;
}

const struct definition *inside_meant(const struct notebook *notebook,
                                      const struct definition *definition) {
    while (definition->tree->root->kind == NODE_NAME && definition->text == NULL &&
           definition->pins.count == 0) {
        const struct definition *named = notebook_find(notebook, definition->tree->root->text);

        if (named == NULL) {
            break;
        }
        definition = named;
    }
    return definition;
}

/* True when ONE is DEFINITION, or directly inside something that DEFINITION is inside of. */
static bool is_beside(struct definition *owner, const struct definition *one,
                      const struct definition *definition) {
    const struct definition *parent = nearest_above(owner, one->name);
    size_t length = strlen(parent->name);
    return text_starts(definition->name, parent->name) && definition->name[length] == '.';
}

/* Appends the visible definitions inside OWNER, up to the one looked at, and then OWNER, unless the
 * one looked at ended it. */
static bool open_owner(const struct inside_view *look, struct definition *owner,
                       struct notebook *opened, bool *reached, struct failure *failure) {
    bool good = true;
    for (size_t i = 0; good && !*reached && i < owner->inside_count; i++) {
        struct definition *one = definition_owned_at(owner, i);
        bool seen = one != NULL && is_beside(owner, one, look->at);

        for (size_t k = 0; one != NULL && k < look->twin_count; k++) {
            seen |= one == look->twins[k];
        }
        good = !seen || notebook_append(opened, definition_retain(one), failure);
        *reached = one == look->at && !look->whole;
    }
    return good && (*reached || notebook_append(opened, definition_retain(owner), failure));
}

bool inside_open(const struct notebook *notebook, const struct inside_view *look,
                 struct notebook *opened, struct failure *failure) {
    struct definition *owner = notebook_owner(notebook, look->at);
    bool good = true, reached = false;
    if (owner == look->at) {
        notebook_copy(opened, notebook);
        return true;
    }
    notebook_begin(opened, notebook);
    for (size_t i = 0; good && !reached && i < notebook->count; i++) {
        good = notebook->list[i] == owner
                   ? open_owner(look, owner, opened, &reached, failure)
                   : notebook_append(opened, definition_retain(notebook->list[i]), failure);
    }
    return good;
}

bool inside_write_out(const struct notebook *notebook, struct notebook *written,
                      struct failure *failure) {
    bool good = true;
    notebook_begin(written, notebook);
    for (size_t i = 0; good && i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];

        for (size_t k = 0; good && k <= definition->inside_count; k++) {
            bool whole = k == definition->inside_count;
            const struct definition *one = whole ? definition : definition_owned_at(definition, k);
            struct definition *made =
                one == NULL ? NULL : evaluate_written_out(written, one, failure);

            good = one == NULL || (made != NULL && notebook_append(written, made, failure));
        }
    }
    return good;
}
