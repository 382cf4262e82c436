/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/library.h"

#include "base/memory.h"
#include "base/text.h"
#include "language/reader.h"

enum { OPERATORS = 1000 }; /* at most: each stop of a lesson has a list of them */

struct library *library_retain(struct library *library) {
    if (library != NULL) {
        library->references++;
    }
    return library;
}

void library_release(struct library *library) {
    if (library == NULL || --library->references > 0) {
        return;
    }
    for (size_t i = 0; i < library->count; i++) {
        definition_release(library->list[i]);
    }
    memory_free(library);
}

/* True when NAME is the operator's, with or without "()" at its end. */
static bool is_called(const struct definition *op, const char *name) {
    size_t at = 0;
    while (name[at] != '\0' && name[at] != '(' && name[at] == op->name[at]) {
        at++;
    }
    return op->name[at] == '(' && (name[at] == '\0' || name[at] == '(');
}

struct definition *library_find(const struct library *library, const char *name) {
    for (size_t i = 0; library != NULL && i < library->count; i++) {
        if (is_called(library->list[i], name)) {
            return library->list[i];
        }
    }
    return NULL;
}

static const char *operator_name_at(void *context, size_t index) {
    const struct library *library = context;

    return library != NULL && index < library->count ? library->list[index]->tree->root->text
                                                     : NULL;
}

bool library_knows(const struct library *library, const struct node *node,
                   struct failure *failure) {
    struct reader_operators operators = {operator_name_at, (void *)library};
    return reader_check_calls(node, &operators, failure);
}

bool library_same(const struct library *a, const struct library *b) {
    size_t count = a == NULL ? 0 : a->count;
    if (a == b || count != (b == NULL ? 0 : b->count)) {
        return a == b;
    }
    for (size_t i = 0; i < count; i++) {
        if (!tree_same(a->list[i]->tree->root, b->list[i]->tree->root)) {
            return false;
        }
    }
    return true;
}

/* --- making an operator -------------------------------------------------------------------------
 */

/* The names an operator uses from outside. */
struct gathering {
    const struct library *library;
    struct definition *made;
    struct failure *failure;
};

static bool gather_name(struct gathering *gathering, const char *name) {
    struct definition *made = gathering->made;
    if (tree_body_defines(made->tree->root, name)) {
        return true;
    }
    for (size_t i = 0; i < made->other_count; i++) {
        if (text_same(made->others[i], name)) {
            return true;
        }
    }
    if (!memory_reserve(&made->others, &made->other_capacity, made->other_count + 1,
                        sizeof *made->others)) {
        return failure_memory(gathering->failure);
    }
    made->others[made->other_count++] = name;
    return true;
}

static bool gather_node(void *context, const struct node *name) {
    return gather_name(context, name->text);
}

/* Adds those of a called operator, which are known already. */
static bool gather_call(void *context, const struct node *call) {
    struct gathering *gathering = context;
    struct definition *called = library_find(gathering->library, tree_called_name(call));
    for (size_t i = 0; i < called->other_count; i++) {
        if (!gather_name(gathering, called->others[i])) {
            return false;
        }
    }
    return definition_need(gathering->made, called, gathering->failure);
}

/* Makes an operator that calls only operators of LIBRARY. */
static struct definition *make_operator(const struct library *library, const struct naming *naming,
                                        struct failure *failure) {
    struct definition *made = definition_create(naming->name, naming->tree, failure);
    struct gathering gathering = {library, made, failure};
    if (made == NULL || (tree_find_call(naming->tree->root, gather_call, &gathering) == NULL &&
                         tree_names(naming->tree->root, gather_node, &gathering))) {
        return made;
    }
    definition_release(made);
    return NULL;
}

static bool has_called(void *context, const struct node *call) {
    return library_find(context, tree_called_name(call)) != NULL;
}

/* Returns OLD when NAMING is unchanged and the operators it calls are the same objects in
 * LIBRARY. */
static struct definition *reuse_operator(const struct library *library, const struct naming *naming,
                                         struct definition *old) {
    bool same = old != NULL && tree_same(old->tree->root, naming->tree->root);
    for (size_t i = 0; same && i < old->need_count; i++) {
        same = library_find(library, old->needs[i]->name) == old->needs[i];
    }
    return same ? definition_retain(old) : NULL;
}

/* Adds NAMING, which calls only operators that are there, at LIBRARY's end. */
static bool put_operator(struct library *library, struct library *const known[2],
                         const struct naming *naming, struct failure *failure) {
    struct definition *made = NULL;
    if (library->count == OPERATORS) {
        return failure_set(failure, "more than %d operators of your own", OPERATORS);
    }
    for (size_t i = 0; i < 2 && made == NULL; i++) {
        made = reuse_operator(library, naming, library_find(known[i], naming->name));
    }
    made = made != NULL ? made : make_operator(library, naming, failure);
    if (made != NULL) {
        library->list[library->count++] = made;
    }
    return made != NULL;
}

/* Adds those of LIST that call only operators that are there, until nothing changes; the others are
 * left in LIST. */
static bool put_ready(struct library *library, struct library *const known[2], struct naming *list,
                      size_t *count, struct failure *failure) {
    for (size_t before = *count + 1; *count > 0 && *count < before;) {
        size_t left = 0;

        before = *count;
        for (size_t i = 0; i < before; i++) {
            if (tree_find_call(list[i].tree->root, has_called, library) != NULL) {
                list[left++] = list[i];
                continue;
            }
            if (!put_operator(library, known, &list[i], failure)) {
                return false;
            }
        }
        *count = left;
    }
    return true;
}

/* Refuses recursion, "f would call itself", "f and g would call each other", among those LEFT. */
static bool refuse_recursion(const struct naming *left, size_t count, struct failure *failure) {
    const struct node *first = left[0].tree->root, *last = left[count - 1].tree->root;
    return count == 1 ? failure_set(failure, "%s would call itself: an operator calls others only",
                                    first->text)
                      : failure_set(failure,
                                    "%s and %s would call each other: an operator calls only those "
                                    "that do not call it",
                                    first->text, last->text);
}

/* Copies into MADE the operators of OLD before the first that LIST redefines; they call none of
 * LIST's. */
static void keep_operators(struct library *made, const struct library *old,
                           const struct naming *list, size_t count) {
    for (; old != NULL && made->count < old->count; made->count++) {
        struct definition *next = old->list[made->count];

        for (size_t i = 0; i < count; i++) {
            if (text_same(list[i].name, next->name)) {
                return;
            }
        }
        made->list[made->count] = definition_retain(next);
    }
}

/* Lists what follows the first KEPT of OLD: its others, with LIST's formulas, then the new ones. */
static size_t list_remaining(const struct library *old, size_t first, const struct naming *list,
                             size_t count, struct naming *all) {
    size_t total = 0;
    for (size_t i = first; old != NULL && i < old->count; i++) {
        all[total++] = (struct naming){old->list[i]->name, old->list[i]->tree};
    }
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        if (list[i].tree->root->kind != NODE_BODY) {
            continue;
        }
        while (at < total && !text_same(all[at].name, list[i].name)) {
            at++;
        }
        all[at] = list[i];
        total = at == total ? total + 1 : total;
    }
    return total;
}

/* Verifies that every called operator is known, which is reported before recursion. */
static bool all_known(const struct library *library, const struct naming *left, size_t count,
                      struct failure *failure) {
    for (size_t i = 0; i < count; i++) {
        const struct node *body = left[i].tree->root;
        const struct node *call = tree_find_call(body, has_called, (void *)library);
        bool later = false;

        for (size_t k = 0; k < count; k++) {
            later = later || text_same(left[k].tree->root->text, tree_called_name(call));
        }
        if (!later) {
            return library_knows(library, body, failure);
        }
    }
    return true;
}

/* Returns, retained, MADE or a library of KNOWN with the same operators. */
static struct library *same_or_known(struct library *made, struct library *const known[2]) {
    for (size_t k = 0; k < 2; k++) {
        bool same = made->count == (known[k] == NULL ? 0 : known[k]->count);
        for (size_t i = 0; same && i < made->count; i++) {
            same = made->list[i] == known[k]->list[i];
        }
        if (same) {
            return library_retain(known[k]);
        }
    }
    return library_retain(made);
}

bool library_define(struct library *const known[2], const struct naming *list, size_t count,
                    struct library **newer, struct failure *failure) {
    const struct library *old = known[0];
    size_t total = count + (old == NULL ? 0 : old->count);
    struct naming *all = memory_allocate(total, sizeof *all);
    struct library *made = memory_allocate(1, sizeof *made + total * sizeof *made->list);
    bool good = (all != NULL && made != NULL) || failure_memory(failure);
    *newer = NULL;
    if (made != NULL) {
        made->references = 1;
    }
    if (good) {
        keep_operators(made, old, list, count);
        total = list_remaining(old, made->count, list, count, all);
        good = put_ready(made, known, all, &total, failure) &&
               (total == 0 ||
                (all_known(made, all, total, failure) && refuse_recursion(all, total, failure)));
    }
    memory_free(all);
    if (good) {
        *newer = same_or_known(made, known);
    }
    library_release(made);
    return good;
}
