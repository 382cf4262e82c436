/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/present.h"

#include "base/memory.h"
#include "session/session.h"
#include "stage/casting.h"

#include <string.h>

/* --- of a lesson ------------------------------------------------------------------------------ */

/* Returns the sizes of value INDEX on PAGE, or where no screen there has it in the lesson, and as
 * it is in NOTEBOOK, called NAME. CAST may be without the value, and NOTEBOOK be NULL. Labels of an
 * axis so long that a window shows it are those of the page. */
static struct cast_size size_now(const struct cast *cast, size_t page, size_t index,
                                 const char *name, const struct notebook *notebook) {
    const struct definition *definition = notebook == NULL ? NULL : notebook_find(notebook, name);
    struct cast_size size = {0};
    if (index < cast->count) {
        size = cast->sizes[page * cast->room + index];
        size = size.matrices > 0 ? size : cast->values[index].size;
    }
    if (definition != NULL) {
        sizes_grow(&size, &definition->value->shape, CAST_COLUMNS);
    }
    return size;
}

struct cast *present_on(const struct cast *cast, size_t page, const struct notebook *notebook) {
    struct cast *present = memory_allocate(1, sizeof *present);
    if (present == NULL) {
        return NULL;
    }
    *present = *cast;
    present->of = cast;
    present->values = memory_allocate(cast->count, sizeof *present->values);
    present->sizes = memory_allocate(cast->count, sizeof *present->sizes);
    if (present->values == NULL || present->sizes == NULL) {
        cast_free(present);
        return NULL;
    }
    present->scales += page * cast->room;
    for (size_t i = 0; i < cast->count; i++) {
        struct cast_value *value = &present->values[i];
        *value = cast->values[i];
        value->size = present->sizes[i] = size_now(cast, page, i, value->name, notebook);
        value->lone &= value->size.matrices * value->size.rows * value->size.columns == 1;
        if (value->transposed != CAST_NONE) {
            cast_transpose(value, &present->values[value->transposed]);
        }
    }
    return present;
}

/* --- without one ------------------------------------------------------------------------------ */

/* Adds a value; the one stop needs it. */
static bool add_defined(struct cast *cast, const struct session *session,
                        const struct definition *definition) {
    struct casting casting = {.session = session, .cast = cast};
    char *name = memory_text(definition->name, strlen(definition->name));
    if (name == NULL) {
        return false;
    }
    size_t own = cast->count++, uses;
    struct cast_value *value = &cast->values[own];
    *value = cast_measure(session, definition, name);
    value->edited = definition->leaf;
    struct definition *const *list = notebook_uses(session_notebook(session), definition, &uses);
    for (size_t i = 0; i < uses && value->operand_count < CAST_OPERANDS; i++) {
        int operand = cast_find(cast, list[i]->name);
        if (operand != CAST_NONE && !definition_takes_words(definition, list[i])) {
            value->operands[value->operand_count++] = operand;
        }
    }
    bool numbers = !value->words && shape_cells(&definition->value->shape) > 0;
    bool looked = view_definition(session) == definition;
    cast->needs[own] =
        (unsigned short)(NEED_KNOWN | (numbers ? NEED_NAMED : 0) | (looked ? NEED_LOOKED : 0) |
                         (numbers && looked ? NEED_FOCUS : 0));
    sizes_grow(&cast->sizes[own], &definition->value->shape, CAST_COLUMNS);
    sizes_units(&casting, 0, (int)own, definition);
    return true;
}

struct cast *present_own(const struct session *session) {
    const struct notebook *notebook = session_notebook(session);
    struct cast *own = casting_reserve(1, 1, notebook->count);
    bool ok = own != NULL;
    for (size_t i = 0; ok && i < notebook->count; i++) {
        ok = add_defined(own, session, notebook->list[i]);
    }
    if (!ok) {
        cast_free(own);
    }
    return ok ? own : NULL;
}

/* --- either ----------------------------------------------------------------------------------- */

bool present_serves(const struct cast *present, const struct cast *cast, size_t page,
                    const struct session *session) {
    const struct notebook *notebook = session_notebook(session);
    const struct definition *viewed = view_definition(session);
    bool own = session->lesson == NULL;
    bool serves = present != NULL && (!own || present->count == notebook->count);
    for (size_t i = 0; serves && i < present->count; i++) {
        const char *name = present->values[i].name;
        bool looked = viewed != NULL && text_same(viewed->name, name);
        struct cast_size now = size_now(cast, page, i, name, notebook);
        serves = memcmp(&now, &present->sizes[i], sizeof now) == 0 &&
                 (!own || looked == ((present->needs[i] & NEED_LOOKED) != 0));
    }
    return serves;
}

void present_turn(struct cast *present) {
    for (size_t i = 0; i < present->count; i++) {
        struct cast_value *value = &present->values[i];
        struct cast_value stored = *value;
        if (!value->picture) {
            cast_transpose(value, &stored);
            value->left = stored.right;
            value->right = stored.left;
        }
    }
}
