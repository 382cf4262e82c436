/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/version.h"

#include "base/memory.h"

struct version *version_retain(struct version *version) {
    if (version != NULL) {
        version->references++;
    }
    return version;
}

void version_release(struct version *version) {
    while (version != NULL && --version->references == 0) {
        struct version *before = version->before;

        change_release(version->change);
        memory_free(version);
        version = before;
    }
}

void version_replace(struct version **slot, struct version *to) {
    version_retain(to);
    version_release(*slot);
    *slot = to;
}

bool version_extend(struct version **slot, struct change *change, const struct version *from,
                    struct failure *failure) {
    struct version *made = memory_allocate(1, sizeof *made);
    if (made == NULL) {
        return failure_memory(failure);
    }
    *made = (struct version){.references = 1, .before = *slot};
    made->from = change != NULL ? *slot : from;
    made->change = change != NULL ? change_retain(change) : NULL;
    *slot = made;
    return true;
}

struct version *version_step_first(struct version *version) {
    while (!version->begins) {
        version = version->before;
    }
    return version;
}

size_t version_changes_since(const struct version *version, const struct version *entered,
                             bool *grown) {
    size_t count = 0;
    while (version != NULL && version != entered) {
        count += version->change != NULL;
        version = version->from;
    }
    *grown = version == entered;
    return count;
}

bool version_list_changes(const struct version *version, struct changes *list,
                          struct failure *failure) {
    bool grown;
    size_t at = version_changes_since(version, NULL, &grown);
    if (!memory_reserve(&list->list, &list->capacity, at, sizeof(struct change *))) {
        return failure_memory(failure);
    }
    list->count = at;
    for (; version != NULL; version = version->from) {
        if (version->change != NULL) {
            list->list[--at] = change_retain(version->change);
        }
    }
    return true;
}
