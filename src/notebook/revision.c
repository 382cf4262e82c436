#include "notebook/revision.h"

#include "base/memory.h"
#include "base/text.h"
#include "language/writer.h"

enum { FORMULA_COLUMNS = 60 };

/* A change under way. The notebook itself stays as it is until the new list is complete. */
struct revision {
    const struct notebook *notebook;
    const struct recipe *recipes;
    size_t count;
    bool *depends;        /* by position: is made anew, or depends on what is */
    struct notebook next; /* the new list */
    /* What could not be put there yet: positions, and of new names the notebook's count and more.
     */
    size_t *waiting, waiting_count;
    size_t dropped;
};

static bool uses_any(const struct definition *definition, const struct notebook *notebook,
                     const bool *marked) {
    for (size_t i = 0; i < definition->use_count; i++) {
        size_t at = notebook_position(notebook, definition->uses[i]->name);

        if (at < notebook->count && marked[at]) {
            return true;
        }
    }
    return false;
}

void revision_mark(const struct notebook *notebook, bool *depends) {
    size_t first = 0;

    while (first < notebook->count && !depends[first]) {
        first++;
    }
    for (size_t at = first; at < notebook->count; at++) {
        depends[at] = depends[at] || uses_any(notebook->list[at], notebook, depends);
    }
}

/* --- the order -----------------------------------------------------------------------------------
 */

static const struct recipe *recipe_for(const struct revision *revision, const char *name) {
    for (size_t i = 0; i < revision->count; i++) {
        if (text_same(revision->recipes[i].name, name)) {
            return &revision->recipes[i];
        }
    }
    return NULL;
}

/* A name that will be there, and is not yet. */
static bool is_awaited(const struct revision *revision, const char *name) {
    return notebook_find(&revision->next, name) == NULL &&
           (notebook_find(revision->notebook, name) != NULL || recipe_for(revision, name) != NULL);
}

static bool visit_use(void *context, const struct node *name) {
    return !is_awaited(context, name->text);
}

static bool uses_are_there(const struct revision *revision, const struct definition *definition) {
    for (size_t i = 0; i < definition->use_count; i++) {
        if (is_awaited(revision, definition->uses[i]->name)) {
            return false;
        }
    }
    return true;
}

/* --- one definition ------------------------------------------------------------------------------
 */

/* "S = Q @ K.T would fail: …", without the place in S's own formula. */
static void blame_dependent(const struct definition *dependent, struct failure *failure) {
    struct text formula = {0};

    failure->placed = false;
    if (failure->outside) {
        return;
    }
    writer_plain(dependent->tree->root, &formula);
    if (formula.length > FORMULA_COLUMNS) {
        failure_prefix(failure, "%s would fail", dependent->name);
    } else {
        failure_prefix(failure, "%s = %s would fail", dependent->name, text_string(&formula));
    }
    text_release(&formula);
}

static struct definition *recompute(struct definition *old, const struct notebook *notebook,
                                    struct failure *failure) {
    struct recipe recipe = recipe_of(old);
    struct definition *made = recipe_make(notebook, &recipe, failure);

    if (made == NULL) {
        blame_dependent(old, failure);
    }
    return made;
}

static size_t overlay_count(const struct definition *definition) {
    return definition->edits.count + definition->pins.count;
}

/* ITEM is a position, or, of a new name, the notebook's count and its recipe's index. */
static struct definition *item_old(const struct revision *revision, size_t item) {
    return item < revision->notebook->count ? revision->notebook->list[item] : NULL;
}

static const struct recipe *item_recipe(const struct revision *revision, size_t item) {
    const struct definition *old = item_old(revision, item);

    return old ? recipe_for(revision, old->name)
               : &revision->recipes[item - revision->notebook->count];
}

static const char *item_name(const struct revision *revision, size_t item) {
    const struct definition *old = item_old(revision, item);

    return old ? old->name : revision->recipes[item - revision->notebook->count].name;
}

/* Whether all that ITEM uses has been put on the new list. */
static bool is_ready(struct revision *revision, size_t item) {
    const struct definition *old = item_old(revision, item);
    const struct recipe *recipe;

    if (old != NULL && !revision->depends[item]) {
        return true;
    }
    recipe = item_recipe(revision, item);
    if (recipe != NULL && recipe->like == NULL) {
        return tree_names(recipe->tree->root, visit_use, revision);
    }
    return revision->waiting_count == 0 || old == NULL || uses_are_there(revision, old);
}

static bool put(struct revision *revision, size_t item, struct failure *failure) {
    struct definition *old = item_old(revision, item), *now;
    const struct recipe *recipe;

    if (old != NULL && !revision->depends[item]) {
        return notebook_append(&revision->next, definition_retain(old), failure);
    }
    recipe = item_recipe(revision, item);
    now = recipe ? recipe_make(&revision->next, recipe, failure)
          : old  ? recompute(old, &revision->next, failure)
                 : NULL;
    if (now == NULL) {
        return false;
    }
    if (old != NULL && overlay_count(old) > overlay_count(now)) {
        revision->dropped += overlay_count(old) - overlay_count(now);
    }
    return notebook_append(&revision->next, now, failure);
}

/* --- all of them ---------------------------------------------------------------------------------
 */

/* Puts those that wait for nothing any more, the first first. */
static bool put_waiting(struct revision *revision, struct failure *failure) {
    for (size_t i = 0; i < revision->waiting_count;) {
        size_t item = revision->waiting[i];

        if (!is_ready(revision, item)) {
            i++;
            continue;
        }
        if (!put(revision, item, failure)) {
            return false;
        }
        revision->waiting_count--;
        for (size_t k = i; k < revision->waiting_count; k++) {
            revision->waiting[k] = revision->waiting[k + 1];
        }
        i = 0;
    }
    return true;
}

/* "X and W would use each other". */
static bool refuse_circle(const struct revision *revision, struct failure *failure) {
    const char *first = NULL, *last = NULL;

    for (size_t i = 0; i < revision->waiting_count; i++) {
        const char *name = item_name(revision, revision->waiting[i]);

        last = recipe_for(revision, name) ? name : last;
        first = first ? first : last;
    }
    return first == last ? failure_set(failure, "%s would use itself", first)
                         : failure_set(failure, "%s and %s would use each other", first, last);
}

static bool revise(struct revision *revision, struct failure *failure) {
    for (size_t item = 0; item < revision->notebook->count + revision->count; item++) {
        if (item >= revision->notebook->count &&
            notebook_find(revision->notebook, item_name(revision, item)) != NULL) {
            continue;
        }
        if (!is_ready(revision, item)) {
            revision->waiting[revision->waiting_count++] = item;
        } else if (!put(revision, item, failure) || !put_waiting(revision, failure)) {
            return false;
        }
    }
    return revision->waiting_count == 0 || refuse_circle(revision, failure);
}

static void mark(struct revision *revision) {
    for (size_t i = 0; i < revision->count; i++) {
        size_t at = notebook_position(revision->notebook, revision->recipes[i].name);

        if (at < revision->notebook->count) {
            revision->depends[at] = true;
        }
    }
    revision_mark(revision->notebook, revision->depends);
}

bool revision_run(struct notebook *notebook, const struct recipe *recipes, size_t count,
                  size_t *dropped, struct failure *failure) {
    struct revision revision = {.notebook = notebook, .recipes = recipes, .count = count};
    size_t most = notebook->count + count;
    bool done = false;

    revision.next.hints = notebook->hints;
    revision.next.reuse = notebook->reuse;
    revision.depends = memory_allocate(most, sizeof(bool));
    revision.waiting = memory_allocate(most, sizeof(size_t));
    if (revision.depends == NULL || revision.waiting == NULL) {
        failure_memory(failure);
    } else {
        mark(&revision);
        done = notebook_reserve(&revision.next, most, failure) && revise(&revision, failure);
    }
    if (done) {
        struct notebook old = *notebook;

        *notebook = revision.next;
        revision.next = old;
        *dropped += revision.dropped;
    }
    notebook_release(&revision.next);
    memory_free(revision.depends);
    memory_free(revision.waiting);
    return done;
}
