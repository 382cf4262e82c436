/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/notebook.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "language/writer.h"
#include "notebook/converted.h"
#include "notebook/evaluate.h"
#include "notebook/expand.h"

#include <stdint.h>
#include <string.h>

enum { FORMULA_COLUMNS = 60 };

/* Definitions in order, names unique. Several notebooks may share such a list, each its first COUNT
 * definitions; what has been added never changes, and only a notebook that uses all of it appends.
 * So a lesson's stops, each of which adds a definition, together need no more memory than the
 * last. */
struct definitions {
    size_t references, count, capacity;
    /* By name: positions from 1, open addressing, for the first INDEXED; NULL until the first
     * search, or without memory, which only makes finding slow. */
    size_t *slots, slot_count, indexed;
    struct definition *list[];
};

enum { FEW = 16 }; /* up to this many names a linear search is as fast */

/* --- shared lists -------------------------------------------------------------------------------
 */

static void definitions_truncate(struct definitions *definitions, size_t count) {
    while (definitions->count > count) {
        definition_release(definitions->list[--definitions->count]);
    }
    if (definitions->indexed > count) {
        memory_free(definitions->slots);
        definitions->slots = NULL;
        definitions->indexed = 0;
    }
}

static void definitions_release(struct definitions *definitions) {
    if (definitions != NULL && --definitions->references == 0) {
        definitions_truncate(definitions, 0);
        memory_free(definitions->slots);
        memory_free(definitions);
    }
}

/* Brings the index up to date; there is none without memory. */
static void definitions_index(struct definitions *definitions) {
    if (definitions->slots == NULL) {
        for (definitions->slot_count = 2 * FEW;
             definitions->slot_count < 2 * definitions->capacity;) {
            definitions->slot_count *= 2;
        }
        definitions->slots = memory_allocate(definitions->slot_count, sizeof *definitions->slots);
        definitions->indexed = 0;
    }
    while (definitions->slots != NULL && definitions->indexed < definitions->count) {
        size_t mask = definitions->slot_count - 1;
        size_t at = definitions->list[definitions->indexed]->hash & mask;

        while (definitions->slots[at] != 0) {
            at = (at + 1) & mask;
        }
        definitions->slots[at] = ++definitions->indexed;
    }
}

/* --- finding in a notebook ----------------------------------------------------------------------
 */

void notebook_init(struct notebook *notebook) {
    memset(notebook, 0, sizeof *notebook);
}

void notebook_begin(struct notebook *newer, const struct notebook *like) {
    *newer = (struct notebook){.hints = like->hints, .library = library_retain(like->library)};
}

void notebook_release(struct notebook *notebook) {
    definitions_release(notebook->definitions);
    if (notebook->library != NULL) {
        library_release(notebook->library);
    }
    *notebook = (struct notebook){0};
}

void notebook_copy(struct notebook *copy, const struct notebook *notebook) {
    *copy = *notebook;
    if (copy->definitions != NULL) {
        copy->definitions->references++;
    }
    if (copy->library != NULL) {
        library_retain(copy->library);
    }
}

/* Makes room for CAPACITY definitions. */
static bool reserve_definitions(struct notebook *notebook, size_t capacity,
                                struct failure *failure) {
    struct definitions *old = notebook->definitions, *definitions;
    if (old != NULL && old->references == 1 && old->count > notebook->count) {
        definitions_truncate(old, notebook->count);
    }
    if (old != NULL && old->count == notebook->count && capacity <= old->capacity) {
        return true;
    }
    if (capacity < 2 * notebook->count || capacity < FEW) {
        capacity = 2 * notebook->count < FEW ? FEW : 2 * notebook->count;
    }
    definitions = memory_allocate(1, sizeof *definitions + capacity * sizeof *definitions->list);
    if (definitions == NULL) {
        return failure_memory(failure);
    }
    definitions->references = 1;
    definitions->capacity = capacity;
    for (; definitions->count < notebook->count; definitions->count++) {
        definitions->list[definitions->count] =
            definition_retain(notebook->list[definitions->count]);
    }
    definitions_release(old);
    notebook->definitions = definitions;
    notebook->list = definitions->list;
    return true;
}

bool notebook_append(struct notebook *notebook, struct definition *definition,
                     struct failure *failure) {
    const struct definitions *all = notebook->definitions;
    bool room = all != NULL && all->count == notebook->count && all->count < all->capacity;
    if (!room && !reserve_definitions(notebook, notebook->count + 1, failure)) {
        definition_release(definition);
        return false;
    }
    definition->position = notebook->count;
    notebook->definitions->list[notebook->definitions->count++] = definition;
    notebook->count++;
    return true;
}

size_t notebook_common(const struct notebook *a, const struct notebook *b) {
    size_t count = a->count < b->count ? a->count : b->count, common = 0;
    if (a->definitions == b->definitions) {
        return count;
    }
    while (common < count && a->list[common] == b->list[common]) {
        common++;
    }
    return common;
}

bool notebook_unchanged(const struct notebook *a, const struct notebook *b) {
    return a->count == b->count && notebook_common(a, b) == a->count && a->library == b->library;
}

size_t notebook_index(const struct notebook *notebook, const char *name, size_t length) {
    struct definitions *definitions = notebook->definitions;
    size_t hash = definition_hash(name, length), count = definitions ? definitions->count : 0;
    if (count > FEW && definitions->indexed < count) {
        definitions_index(definitions);
    }
    bool indexed = count > FEW && definitions->slots != NULL;
    size_t mask = definitions ? definitions->slot_count - 1 : 0;
    for (size_t i = indexed ? hash & mask : 0; indexed ? definitions->slots[i] != 0 : i < count;
         i = indexed ? (i + 1) & mask : i + 1) {
        size_t at = indexed ? definitions->slots[i] - 1 : i;
        const struct definition *definition = definitions->list[at];

        if (definition->hash == hash && strncmp(definition->name, name, length) == 0 &&
            definition->name[length] == '\0') {
            return at < notebook->count ? at : SIZE_MAX;
        }
    }
    return SIZE_MAX;
}

size_t notebook_position(const struct notebook *notebook, const char *name) {
    size_t at = notebook_index(notebook, name, strlen(name));
    /* In a notebook that lists definitions inside calls, too, they have positions of their own. */
    if (at == SIZE_MAX && strchr(name, '.') != NULL) {
        at = notebook_index(notebook, name, definition_root(name));
    }
    return at == SIZE_MAX ? notebook->count : at;
}

struct definition *notebook_find(const struct notebook *notebook, const char *name) {
    size_t at = notebook_index(notebook, name, strlen(name));

    if (at != SIZE_MAX || strchr(name, '.') == NULL) {
        return at != SIZE_MAX ? notebook->list[at] : NULL;
    }
    at = notebook_index(notebook, name, definition_root(name));
    return at != SIZE_MAX ? definition_inside(notebook->list[at], name) : NULL;
}

struct definition *notebook_operator(const struct notebook *notebook, const char *name) {
    return library_find(notebook->library, name);
}

struct definition *notebook_entry(const struct notebook *notebook, const char *name) {
    return strchr(name, '(') != NULL ? notebook_operator(notebook, name)
                                     : notebook_find(notebook, name);
}

struct definition *notebook_owner(const struct notebook *notebook,
                                  const struct definition *inside) {
    size_t at = notebook_position(notebook, inside->name);
    return at == notebook->count ? (struct definition *)inside : notebook->list[at];
}

/* --- revising definitions and everything that depends on them -----------------------------------
 */

/* The notebook itself does not change until the new list is complete. */
struct revision {
    const struct notebook *notebook;
    struct notebook next; /* the new list */
    const struct naming *formulas;
    size_t count;
    struct overlay_change set; /* OF NULL: none */
    struct item *waiting;      /* items that use something that is not on the new list yet */
    size_t waiting_count;
    struct notebook_reach *reach; /* only how far the revision gets is wanted; or NULL */
};

/* One entry of the new list: the previous definition and the new formula, either of which may be
 * NULL. */
struct item {
    struct definition *old;
    const struct naming *formula;
};

static const struct naming *formula_for(const struct revision *revision, const char *name) {
    for (size_t i = 0; i < revision->count; i++) {
        if (text_same(revision->formulas[i].name, name)) {
            return &revision->formulas[i];
        }
    }
    return NULL;
}

static bool has(const struct notebook *notebook, const char *name) {
    return notebook_position(notebook, name) < notebook->count;
}

/* False at a name that will be defined, but is not yet. */
static bool is_available(void *context, const struct node *name) {
    const struct revision *revision = context;
    return has(&revision->next, name->text) ||
           (!has(revision->notebook, name->text) && formula_for(revision, name->text) == NULL);
}

/* True when everything ITEM uses is on the new list. The operators that it calls may be new. */
static bool is_ready(struct revision *revision, const struct item *item) {
    bool calls = item->old != NULL && item->old->inside_count > 0;
    if (item->formula != NULL || calls) {
        const struct tree *tree = item->formula != NULL ? item->formula->tree : item->old->tree;
        return expand_names(&revision->next, tree->root, is_available, revision);
    }
    for (size_t i = 0; item->old != NULL && i < item->old->use_count; i++) {
        if (!has(&revision->next, item->old->uses[i]->name)) {
            return false;
        }
    }
    return true;
}

/* Puts "S = Q @ K.T would fail: …" before the message, without the position in S's own formula; in
 * columns as it is shown. */
static void name_dependent(const struct revision *revision, const struct definition *dependent,
                           struct failure *failure) {
    const struct notebook_hints *hints = revision->next.hints;
    struct tree *shown = NULL;
    struct text formula = {0};
    if (!failure->outside && hints != NULL && hints->columns != NULL &&
        hints->columns(hints->context)) {
        shown = converted_failure(&revision->next, dependent, failure);
    }
    failure->placed = false;
    if (failure->outside) {
        return;
    }
    writer_plain(shown != NULL ? shown->root : dependent->tree->root, &formula);
    tree_release(shown);
    if (formula.length > FORMULA_COLUMNS) {
        failure_prefix(failure, "%s would fail", dependent->name);
    } else {
        failure_prefix(failure, "%s = %s would fail", dependent->name, text_string(&formula));
    }
    text_release(&formula);
}

static bool put_item(struct revision *revision, const struct item *item, struct failure *failure) {
    struct notebook *next = &revision->next;
    struct definition *old = item->old, *now;
    if (item->formula != NULL) {
        now = notebook_evaluate(next, item->formula->name, item->formula->tree, failure);
    } else {
        now = evaluate_again(next, old, &revision->set, failure);
        if (now == NULL && old != revision->set.of &&
            (revision->set.of == NULL || !definition_owns(old, revision->set.of))) {
            name_dependent(revision, old, failure);
            if (revision->reach != NULL) {
                revision->reach->stuck = old;
            }
        }
    }
    return now != NULL && notebook_append(next, now, failure);
}

/* Adds ITEM, and those that waited only for it, in order; or queues it. */
static bool put_or_wait(struct revision *revision, struct item item, struct failure *failure) {
    size_t i = 0;
    bool moves = revision->waiting_count > 0 || item.formula != NULL || item.old->inside_count > 0;

    if (moves && !is_ready(revision, &item)) {
        revision->waiting[revision->waiting_count++] = item;
        return true;
    }
    if (!put_item(revision, &item, failure)) {
        return false;
    }
    while (i < revision->waiting_count) {
        if (!is_ready(revision, &revision->waiting[i])) {
            i++;
            continue;
        }
        if (!put_item(revision, &revision->waiting[i], failure)) {
            return false;
        }
        revision->waiting_count--;
        memmove(&revision->waiting[i], &revision->waiting[i + 1],
                (revision->waiting_count - i) * sizeof *revision->waiting);
        i = 0;
    }
    return true;
}

/* Refuses: "X and W would use each other". */
static bool refuse_circle(const struct revision *revision, struct failure *failure) {
    const char *first = NULL, *last = NULL;
    for (size_t i = 0; i < revision->waiting_count; i++) {
        if (revision->waiting[i].formula != NULL) {
            last = revision->waiting[i].formula->name;
            first = first ? first : last;
        }
    }
    return first == last ? failure_set(failure, "%s would use itself", first)
                         : failure_set(failure, "%s and %s would use each other", first, last);
}

/* Returns the position of the first definition that may change: all before it stay. */
static size_t first_revised(const struct notebook *notebook, const struct revision *revision) {
    size_t first =
        revision->set.of ? notebook_position(notebook, revision->set.of->name) : notebook->count;
    for (size_t i = 0; i < revision->count; i++) {
        bool op = revision->formulas[i].tree->root->kind == NODE_BODY;
        size_t at = op ? 0 : notebook_position(notebook, revision->formulas[i].name);

        first = at < first ? at : first;
    }
    return first;
}

/* Defines the operators among the formulas, and re-evaluates those of the notebook that depend on
 * them. */
static bool define_operators(struct revision *revision, struct failure *failure) {
    const struct notebook *notebook = revision->notebook;
    struct library *known[] = {notebook->library,
                               notebook->reuse != NULL ? notebook->reuse->library : NULL};
    struct library *old = revision->next.library;
    for (size_t i = 0; i < revision->count; i++) {
        if (revision->formulas[i].tree->root->kind == NODE_BODY) {
            revision->next.library = NULL;
            library_release(old);
            return library_define(known, revision->formulas, revision->count,
                                  &revision->next.library, failure);
        }
    }
    return true;
}

/* Carries out REVISION on NOTEBOOK: each definition keeps its position, or comes last when its name
 * is new. A definition that then comes before something it uses moves behind it; otherwise the
 * order stays. Only the whole has to fit: a formula may use what another defines, and a dependent
 * is evaluated when everything it uses has been. A transaction: fails like the first formula that
 * fails, "S = Q @ K.T would fail: …" for a dependent's, and when formulas use each other. */
static bool revise(struct notebook *notebook, struct revision *revision, struct failure *failure) {
    size_t most = notebook->count + revision->count, first = first_revised(notebook, revision);
    revision->notebook = notebook;
    notebook_copy(&revision->next, notebook);
    revision->next.count = first;
    revision->waiting = memory_allocate(most, sizeof *revision->waiting);
    bool good = (revision->waiting != NULL || failure_memory(failure)) &&
                reserve_definitions(&revision->next, most, failure) &&
                define_operators(revision, failure);
    for (size_t i = first; good && i < notebook->count; i++) {
        struct definition *old = notebook->list[i];
        const struct naming *formula =
            revision->count > 0 ? formula_for(revision, old->name) : NULL;

        good = put_or_wait(revision, (struct item){old, formula}, failure);
    }
    for (size_t i = 0; good && i < revision->count; i++) {
        const struct naming *formula = &revision->formulas[i];

        good = formula->tree->root->kind == NODE_BODY ||
               notebook_find(notebook, formula->name) != NULL ||
               put_or_wait(revision, (struct item){NULL, formula}, failure);
    }
    good = good && (revision->waiting_count == 0 || refuse_circle(revision, failure));
    if (revision->reach != NULL) {
        notebook_copy(&revision->reach->next, &revision->next);
    } else if (good) {
        struct notebook old = *notebook;

        *notebook = revision->next;
        revision->next = old;
    }
    notebook_release(&revision->next);
    memory_free(revision->waiting);
    return good;
}

/* --- defining -----------------------------------------------------------------------------------
 */

/* Appends a free name like NAME: X2, after X2 X3. */
static void suggest_name(const struct notebook *notebook, const char *name, struct text *out) {
    size_t stem = strlen(name), number = 2;
    while (stem > 1 && name[stem - 1] == '\'') {
        stem--;
    }
    while (stem > 1 && name[stem - 1] >= '0' && name[stem - 1] <= '9' && name[stem - 2] != '_') {
        stem--;
    }
    do {
        text_clear(out);
        text_append_bytes(out, name, stem);
        text_format(out, "%zu", number++);
    } while (!out->failed &&
             (text_same(text_string(out), name) || notebook_find(notebook, text_string(out))));
}

struct self_use {
    const struct notebook *notebook;
    const char *name;
    const bool *depends; /* by position, whether it depends on NAME; NULL: NAME is new */
    struct span found;   /* the first use of NAME or of something that depends on it */
    const char *through; /* the name used; NULL: there is none */
};

static bool visit_self_use(void *context, const struct node *node) {
    struct self_use *search = context;
    size_t at = notebook_position(search->notebook, node->text);
    size_t root = definition_root(node->text);
    bool itself = strlen(search->name) == root && memcmp(node->text, search->name, root) == 0;
    if (itself ||
        (search->depends != NULL && at < search->notebook->count && search->depends[at])) {
        search->found = node->span;
        search->through = node->text;
    }
    return search->through == NULL;
}

static bool refuse_self_use(const struct self_use *search, struct failure *failure) {
    const char *name = search->name, *through = search->through;
    struct text other = {0};
    suggest_name(search->notebook, name, &other);
    if (!text_ok(&other, failure)) {
        text_release(&other);
        return false;
    }
    if (text_same(through, name)) {
        failure_at(failure, search->found,
                   "%s cannot use itself; give the new value its own name, such as %s", name,
                   text_string(&other));
    } else {
        failure_at(failure, search->found,
                   "%s cannot use %s, which is computed from %s; give the new value its own name, "
                   "such as %s",
                   name, through, name, text_string(&other));
    }
    text_release(&other);
    return false;
}

static bool check_self_use(const struct notebook *notebook, const char *name,
                           const struct tree *tree, struct failure *failure) {
    size_t position = notebook_position(notebook, name);
    struct self_use search = {.notebook = notebook, .name = name};
    bool *depends = NULL;
    if (position < notebook->count) {
        depends = memory_allocate(notebook->count, sizeof(bool));
        if (depends == NULL) {
            return failure_memory(failure);
        }
        depends[position] = true;
        notebook_mark_dependents(notebook, depends);
        search.depends = depends;
    }
    expand_names(notebook, tree->root, visit_self_use, &search);
    memory_free(depends);
    return search.through == NULL || refuse_self_use(&search, failure);
}

/* True when OLD, or a definition inside it, has edits or pins. */
static bool has_any_overlay(const struct definition *old) {
    bool any = definition_overlays(old)->count > 0;
    for (size_t i = 0; i < old->inside_count && !any; i++) {
        const struct definition *inside = definition_owned_at(old, i);

        any = inside != NULL && definition_overlays(inside)->count > 0;
    }
    return any;
}

/* Adds a value of the new NAME at the end. A formula without calls that NAME already had in the
 * notebook to reuse from cannot use itself. */
static bool define_new(struct notebook *notebook, const char *name, struct tree *tree,
                       struct failure *failure) {
    struct definition *made = notebook->reuse ? notebook_find(notebook->reuse, name) : NULL;
    bool unchanged = made != NULL && made->tree == tree && made->worked == tree;
    if (!unchanged && !check_self_use(notebook, name, tree, failure)) {
        return false;
    }
    made = evaluate_or_reuse(notebook, name, tree, made, failure);
    return made != NULL && notebook_append(notebook, made, failure);
}

bool notebook_define(struct notebook *notebook, const char *name, struct tree *tree,
                     struct failure *failure) {
    struct definition *old = notebook_find(notebook, name);
    if (old != NULL && !has_any_overlay(old) && tree_same(old->tree->root, tree->root)) {
        return true;
    }
    if (old == NULL && tree->root->kind != NODE_BODY) {
        return define_new(notebook, name, tree, failure);
    }
    if (!check_self_use(notebook, name, tree, failure)) {
        return false;
    }
    if (!notebook_define_all(notebook, &(struct naming){name, tree}, 1, failure)) {
        failure_place(failure, tree->root->span);
        return false;
    }
    return true;
}

bool notebook_overlay(struct notebook *notebook, const struct overlay_change *set,
                      struct failure *failure) {
    return revise(notebook, &(struct revision){.set = *set}, failure);
}

bool notebook_define_all(struct notebook *notebook, const struct naming *list, size_t count,
                         struct failure *failure) {
    return revise(notebook, &(struct revision){.formulas = list, .count = count}, failure);
}

bool notebook_try(const struct notebook *notebook, const struct naming *list, size_t count,
                  struct notebook_reach *reach, struct failure *failure) {
    struct notebook copy;
    *reach = (struct notebook_reach){0};
    notebook_copy(&copy, notebook);
    bool good = revise(&copy, &(struct revision){.formulas = list, .count = count, .reach = reach},
                       failure);
    notebook_release(&copy);
    return good;
}

/* --- dependencies -------------------------------------------------------------------------------
 */

struct definition *const *notebook_uses(const struct notebook *notebook,
                                        const struct definition *definition, size_t *count) {
    *count = definition->use_count;
    for (size_t i = 0; i < definition->use_count; i++) {
        if (notebook_index(notebook, definition->uses[i]->name,
                           strlen(definition->uses[i]->name)) == SIZE_MAX) {
            return definition_needs(definition, count);
        }
    }
    return definition->uses;
}

void notebook_mark_dependents(const struct notebook *notebook, bool *marked) {
    for (size_t i = 0; i < notebook->count; i++) {
        size_t count;
        struct definition *const *needs = definition_needs(notebook->list[i], &count);

        for (size_t k = 0; !marked[i] && k < count; k++) {
            marked[i] = !definition_is_operator(needs[k]) &&
                        marked[notebook_position(notebook, needs[k]->name)];
        }
    }
}

/* Marks, by position, what DEFINITION needs; for a definition inside a call the one that owns
 * it. */
static void mark_needs(const struct notebook *notebook, const struct definition *definition,
                       bool *marked) {
    size_t count;
    struct definition *const *needs = definition_needs(definition, &count);
    for (size_t i = 0; i < count; i++) {
        size_t at = notebook_position(notebook, needs[i]->name);
        if (at < notebook->count) {
            marked[at] = true;
        }
    }
}

bool notebook_needed(const struct notebook *notebook, struct definition *const *wanted,
                     size_t count, struct notebook *needed, struct failure *failure) {
    bool *marked = memory_allocate(notebook->count, sizeof *marked);
    bool ok = marked != NULL || failure_memory(failure);
    notebook_begin(needed, notebook);
    for (size_t i = 0; ok && i < count; i++) {
        size_t at = notebook_position(notebook, wanted[i]->name);
        if (at < notebook->count) {
            marked[at] = true;
        }
        mark_needs(notebook, wanted[i], marked);
    }
    for (size_t i = notebook->count; ok && i-- > 0;) {
        if (marked[i]) {
            mark_needs(notebook, notebook->list[i], marked);
        }
    }
    for (size_t i = 0; ok && i < notebook->count; i++) {
        ok = !marked[i] || notebook_append(needed, definition_retain(notebook->list[i]), failure);
    }
    memory_free(marked);
    return ok;
}

int notebook_axes(void *context, const char *name) {
    return definition_axes(notebook_find(context, name));
}

/* --- comparing notebooks ------------------------------------------------------------------------
 */

static bool definition_same(const struct definition *a, const struct definition *b) {
    bool same =
        a == b || (text_same(a->name, b->name) && tree_same(a->tree->root, b->tree->root) &&
                   overlays_same(&a->edits, &b->edits) && overlays_same(&a->pins, &b->pins) &&
                   a->inside_count == b->inside_count && tensor_same(a->value, b->value));
    for (size_t i = 0; same && a != b && i < a->inside_count; i++) {
        same = definition_same(a->inside[i].definition, b->inside[i].definition);
    }
    return same;
}

bool notebook_same(const struct notebook *a, const struct notebook *b) {
    if (a->count != b->count ||
        (a->library != b->library && !library_same(a->library, b->library))) {
        return false;
    }
    for (size_t i = notebook_common(a, b); i < a->count; i++) {
        if (!definition_same(a->list[i], b->list[i])) {
            return false;
        }
    }
    return true;
}
