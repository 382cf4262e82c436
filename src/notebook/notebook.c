#include "notebook/notebook.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "language/writer.h"
#include "notebook/definition.h"
#include "notebook/evaluate.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LISTED_PINS = 8, FORMULA_COLUMNS = 60 };

/* Definitions in order, names unique. Several notebooks may hold one roll, each its first COUNT
 * definitions; what has been put on it never changes, and only who holds all of it appends. So a
 * lesson's stops, each of which adds a definition, together take no more room than the last. */
struct roll {
    size_t references, count, capacity;
    /* By name: positions from 1, open addressing, for the first INDEXED; NULL as long as nobody
     * asked, or without memory, which only makes finding slow. */
    size_t *slots, slot_count, indexed;
    struct definition *list[];
};

enum { FEW = 8 }; /* names that are as quickly looked through */

/* --- rolls ---------------------------------------------------------------------------------------
 */

static void roll_truncate(struct roll *roll, size_t count) {
    while (roll->count > count) {
        definition_release(roll->list[--roll->count]);
    }
    if (roll->indexed > count) {
        memory_free(roll->slots);
        roll->slots = NULL;
        roll->indexed = 0;
    }
}

static void roll_release(struct roll *roll) {
    if (roll != NULL && --roll->references == 0) {
        roll_truncate(roll, 0);
        memory_free(roll->slots);
        memory_free(roll);
    }
}

static void slots_put(struct roll *roll, size_t position) {
    size_t mask = roll->slot_count - 1, at = roll->list[position]->hash & mask;

    while (roll->slots[at] != 0) {
        at = (at + 1) & mask;
    }
    roll->slots[at] = position + 1;
}

/* Brings the index up to date; false when there is none. */
static bool roll_index(struct roll *roll) {
    if (roll->count <= FEW) {
        return false;
    }
    if (roll->slots == NULL) {
        for (roll->slot_count = 2 * FEW; roll->slot_count < 2 * roll->capacity;) {
            roll->slot_count *= 2;
        }
        roll->slots = memory_allocate(roll->slot_count, sizeof *roll->slots);
        roll->indexed = 0;
    }
    while (roll->slots != NULL && roll->indexed < roll->count) {
        slots_put(roll, roll->indexed++);
    }
    return roll->slots != NULL;
}

static bool is_called(const struct definition *definition, const char *name, size_t hash) {
    return definition->hash == hash && text_same(definition->name, name);
}

/* The position of NAME, or SIZE_MAX. */
static size_t roll_find(struct roll *roll, const char *name) {
    size_t hash = definition_hash(name);

    if (roll_index(roll)) {
        size_t mask = roll->slot_count - 1;

        for (size_t at = hash & mask; roll->slots[at] != 0; at = (at + 1) & mask) {
            if (is_called(roll->list[roll->slots[at] - 1], name, hash)) {
                return roll->slots[at] - 1;
            }
        }
        return SIZE_MAX;
    }
    for (size_t i = 0; i < roll->count; i++) {
        if (is_called(roll->list[i], name, hash)) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* --- a notebook's --------------------------------------------------------------------------------
 */

void notebook_init(struct notebook *notebook) {
    memset(notebook, 0, sizeof *notebook);
}

void notebook_release(struct notebook *notebook) {
    roll_release(notebook->roll);
    notebook_init(notebook);
}

void notebook_copy(struct notebook *copy, const struct notebook *notebook) {
    *copy = *notebook;
    if (copy->roll != NULL) {
        copy->roll->references++;
    }
}

bool notebook_reserve(struct notebook *notebook, size_t capacity, struct failure *failure) {
    struct roll *old = notebook->roll, *roll;

    if (old != NULL && old->references == 1) {
        roll_truncate(old, notebook->count);
    }
    if (old != NULL && old->count == notebook->count && capacity <= old->capacity) {
        return true;
    }
    if (capacity < 2 * notebook->count || capacity < FEW) {
        capacity = 2 * notebook->count < FEW ? FEW : 2 * notebook->count;
    }
    roll = memory_allocate(1, sizeof *roll + capacity * sizeof *roll->list);
    if (roll == NULL) {
        return failure_memory(failure);
    }
    roll->references = 1;
    roll->capacity = capacity;
    for (; roll->count < notebook->count; roll->count++) {
        roll->list[roll->count] = definition_retain(notebook->list[roll->count]);
    }
    roll_release(old);
    notebook->roll = roll;
    notebook->list = roll->list;
    return true;
}

bool notebook_append(struct notebook *notebook, struct definition *definition,
                     struct failure *failure) {
    if (!notebook_reserve(notebook, notebook->count + 1, failure)) {
        definition_release(definition);
        return false;
    }
    notebook->roll->list[notebook->roll->count++] = definition;
    notebook->count++;
    return true;
}

size_t notebook_common(const struct notebook *a, const struct notebook *b) {
    size_t count = a->count < b->count ? a->count : b->count, common = 0;

    if (a->roll == b->roll) {
        return count;
    }
    while (common < count && a->list[common] == b->list[common]) {
        common++;
    }
    return common;
}

size_t notebook_position(const struct notebook *notebook, const char *name) {
    size_t at = notebook->roll ? roll_find(notebook->roll, name) : SIZE_MAX;

    return at < notebook->count ? at : notebook->count;
}

struct definition *notebook_find(const struct notebook *notebook, const char *name) {
    size_t at = notebook_position(notebook, name);

    return at < notebook->count ? notebook->list[at] : NULL;
}

struct definition *notebook_evaluate(const struct notebook *notebook, const char *name,
                                     struct tree *tree, struct failure *failure) {
    struct recipe recipe = {.name = name, .tree = tree};

    return recipe_make(notebook, &recipe, failure);
}

/* --- definitions made anew, together -----------------------------------------------------------
 */

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

static void revision_mark(const struct notebook *notebook, bool *depends) {
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

static void revision_begin(struct revision *revision) {
    for (size_t i = 0; i < revision->count; i++) {
        size_t at = notebook_position(revision->notebook, revision->recipes[i].name);

        if (at < revision->notebook->count) {
            revision->depends[at] = true;
        }
    }
    revision_mark(revision->notebook, revision->depends);
}

static bool revision_run(struct notebook *notebook, const struct recipe *recipes, size_t count,
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
        revision_begin(&revision);
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

/* --- defining ------------------------------------------------------------------------------------
 */

/* A name like NAME that is free: X2, after X2 X3. */
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
    const bool *depends;      /* by position, on NAME; NULL: NAME is new */
    const struct node *found; /* the first use of NAME or of what depends on it */
};

static bool visit_self_use(void *context, const struct node *node) {
    struct self_use *search = context;
    size_t at = notebook_position(search->notebook, node->text);

    if (text_same(node->text, search->name) ||
        (search->depends != NULL && at < search->notebook->count && search->depends[at])) {
        search->found = node;
    }
    return search->found == NULL;
}

static bool refuse_self_use(const struct self_use *search, struct failure *failure) {
    const char *name = search->name, *through = search->found->text;
    struct text other = {0};

    suggest_name(search->notebook, name, &other);
    if (!text_ok(&other, failure)) {
        text_release(&other);
        return false;
    }
    if (text_same(through, name)) {
        failure_at(failure, search->found->span,
                   "%s cannot use itself; give the new value its own name, such as %s", name,
                   text_string(&other));
    } else {
        failure_at(failure, search->found->span,
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
        revision_mark(notebook, depends);
        search.depends = depends;
    }
    tree_names(tree->root, visit_self_use, &search);
    memory_free(depends);
    return search.found == NULL || refuse_self_use(&search, failure);
}

bool notebook_define(struct notebook *notebook, const char *name, struct tree *tree,
                     size_t *dropped, struct failure *failure) {
    struct definition *old = notebook_find(notebook, name);
    struct recipe recipe = {.name = name, .tree = tree};
    size_t lost = 0;

    if (dropped != NULL) {
        *dropped = 0;
    }
    if (old != NULL && old->edits.count + old->pins.count == 0 &&
        tree_same(old->tree->root, tree->root)) {
        return true;
    }
    if (!check_self_use(notebook, name, tree, failure)) {
        return false;
    }
    if (old == NULL) {
        struct definition *made = recipe_make(notebook, &recipe, failure);

        return made != NULL && notebook_append(notebook, made, failure);
    }
    if (!revision_run(notebook, &recipe, 1, &lost, failure)) {
        failure_place(failure, tree->root->span);
        return false;
    }
    if (dropped != NULL) {
        *dropped = lost;
    }
    return true;
}

bool notebook_define_all(struct notebook *notebook, const struct naming *list, size_t count,
                         struct failure *failure) {
    struct recipe *recipes = memory_allocate(count, sizeof *recipes);
    size_t dropped = 0;
    bool done;

    if (recipes == NULL) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < count; i++) {
        recipes[i] = (struct recipe){.name = list[i].name, .tree = list[i].tree};
    }
    done = revision_run(notebook, recipes, count, &dropped, failure);
    memory_free(recipes);
    return done;
}

/* --- edits and pins ------------------------------------------------------------------------------
 */

/* One cell that is to be set, or to be freed again. */
struct setting {
    size_t cell;
    double number;
    bool remove;
};

/* OLD with the setting, by cell. TO's list is the caller's. */
static bool overlays_with(const struct overlays *old, const struct setting *setting,
                          struct overlays *to, struct failure *failure) {
    size_t at = 0;

    *to = (struct overlays){memory_allocate(old->count + 1, sizeof(struct overlay)), 0};
    if (to->list == NULL) {
        return failure_memory(failure);
    }
    for (; at < old->count && old->list[at].cell < setting->cell; at++) {
        to->list[to->count++] = old->list[at];
    }
    if (!setting->remove) {
        to->list[to->count++] = (struct overlay){setting->cell, setting->number};
    }
    at += at < old->count && old->list[at].cell == setting->cell;
    for (; at < old->count; at++) {
        to->list[to->count++] = old->list[at];
    }
    return true;
}

static bool notebook_set(struct notebook *notebook, struct definition *old,
                         const struct setting *setting, struct failure *failure) {
    struct overlays changed;
    struct recipe recipe = recipe_of(old);
    size_t dropped = 0;
    bool done;

    if (!overlays_with(old->leaf ? &old->edits : &old->pins, setting, &changed, failure)) {
        return false;
    }
    *(old->leaf ? &recipe.edits : &recipe.pins) = &changed;
    done = revision_run(notebook, &recipe, 1, &dropped, failure);
    memory_free(changed.list);
    return done;
}

/* The definition whose CELL is to be set; NULL after a failure. */
static struct definition *find_cell(const struct notebook *notebook, const char *name, size_t cell,
                                    struct failure *failure) {
    struct definition *definition = notebook_find(notebook, name);
    char sizes[64];

    if (definition == NULL) {
        evaluate_unknown(notebook, name, (struct span){0, 0}, failure);
        failure->placed = false;
    } else if (cell >= shape_cells(&definition->value->shape)) {
        failure_set(failure, "%s is %s: it has no such cell", name,
                    shape_text(&definition->value->shape, sizes));
        definition = NULL;
    }
    return definition;
}

/* "A is computed: edit what it depends on (X, W_q and W_k), or force …: pin A[1,2] = 0.5". */
static bool refuse_edit(const struct definition *definition, const struct setting *setting,
                        struct failure *failure) {
    struct text leaves = {0}, address = {0};
    char number[NUMBER_TEXT];

    definition_leaves(definition, &leaves);
    definition_address(definition, setting->cell, false, &address);
    number_exact(number, setting->number);
    if (text_ok(&leaves, failure) && text_ok(&address, failure)) {
        failure_set(failure,
                    "%s is computed: edit what it depends on (%s), or force this cell: pin %s = %s",
                    definition->name, text_string(&leaves), text_string(&address), number);
    }
    text_release(&leaves);
    text_release(&address);
    return false;
}

bool notebook_edit(struct notebook *notebook, const char *name, size_t cell, double number,
                   struct failure *failure) {
    struct definition *definition = find_cell(notebook, name, cell, failure);
    struct setting setting = {cell, number, false};

    if (definition == NULL) {
        return false;
    }
    if (!definition->leaf) {
        return refuse_edit(definition, &setting, failure);
    }
    if (number_same(definition_number(definition, cell), number)) {
        return true;
    }
    setting.remove = number_same(definition->computed->cells[cell], number);
    return notebook_set(notebook, definition, &setting, failure);
}

bool notebook_pin(struct notebook *notebook, const char *name, size_t cell, double number,
                  struct failure *failure) {
    struct definition *definition = find_cell(notebook, name, cell, failure);
    const struct overlay *pin;
    struct text address = {0};
    char written[NUMBER_TEXT];

    if (definition == NULL) {
        return false;
    }
    if (definition->leaf) {
        definition_address(definition, cell, false, &address);
        number_exact(written, number);
        failure_set(failure, "%s is not computed, so it needs no pin: edit it, %s = %s", name,
                    text_string(&address), written);
        text_release(&address);
        return false;
    }
    pin = overlays_find(&definition->pins, cell);
    return (pin != NULL && number_same(pin->number, number)) ||
           notebook_set(notebook, definition, &(struct setting){cell, number, false}, failure);
}

static bool refuse_unpin(const struct definition *definition, size_t cell,
                         struct failure *failure) {
    const struct overlays *pins = &definition->pins;
    struct text address = {0}, pinned = {0};

    definition_address(definition, cell, false, &address);
    for (size_t i = 0; i < pins->count && i < LISTED_PINS; i++) {
        text_append(&pinned, i == 0 ? "" : i + 1 == pins->count ? " and " : ", ");
        definition_address(definition, pins->list[i].cell, false, &pinned);
    }
    text_append(&pinned, pins->count > LISTED_PINS ? ", …" : "");
    if (text_ok(&address, failure) && text_ok(&pinned, failure)) {
        if (pins->count > 0) {
            failure_set(failure, "%s is not pinned; pinned %s %s", text_string(&address),
                        pins->count > 1 ? "are" : "is", text_string(&pinned));
        } else {
            failure_set(failure, "%s is not pinned; no cell of %s is", text_string(&address),
                        definition->name);
        }
    }
    text_release(&address);
    text_release(&pinned);
    return false;
}

bool notebook_unpin(struct notebook *notebook, const char *name, size_t cell,
                    struct failure *failure) {
    struct definition *definition = find_cell(notebook, name, cell, failure);

    if (definition == NULL) {
        return false;
    }
    if (overlays_find(&definition->pins, cell) == NULL) {
        return refuse_unpin(definition, cell, failure);
    }
    return notebook_set(notebook, definition, &(struct setting){cell, 0, true}, failure);
}

/* --- cells and numbers ---------------------------------------------------------------------------
 */

/* The cell that a reference's subscripts pick; its operation says where it comes from. */
static bool picked_cell(const struct definition *picked, const struct node *root,
                        struct definition **definition, size_t *cell, struct failure *failure) {
    const struct operation *operation = definition_last(picked);
    struct text written = {0};
    char sizes[64];
    int argument;

    if (shape_cells(&picked->value->shape) != 1) {
        writer_plain(root, &written);
        failure_at(failure, root->span, "%s is %zu cells (%s); name one", text_string(&written),
                   shape_cells(&picked->value->shape), shape_text(&picked->value->shape, sizes));
        text_release(&written);
        return false;
    }
    operation->call.operator->origin(&operation->call, 0, &argument, cell);
    *definition = (struct definition *)operation->origin[0].definition;
    return true;
}

static bool is_subscript(const struct node *root) {
    return root->kind == NODE_APPLY &&
           root->operator->writing.form == WRITING_SUBSCRIPT && root->argument[0]->kind ==
           NODE_NAME;
}

/* The cell that a whole number for each axis names, as most references are written: nothing of them
 * is left to evaluate. */
static struct definition *plain_cell(const struct notebook *notebook, const struct node *root,
                                     size_t *cell) {
    struct definition *definition =
        is_subscript(root) ? notebook_find(notebook, root->argument[0]->text) : NULL;
    const struct shape *shape = definition == NULL ? NULL : &definition->value->shape;

    if (shape == NULL || root->subscript_count != (size_t)shape->axes) {
        return NULL;
    }
    *cell = 0;
    for (size_t i = 0; i < root->subscript_count; i++) {
        const struct subscript *subscript = &root->subscripts[i];
        const struct node *from = subscript->from;
        size_t size = shape->size[AXIS_COUNT - root->subscript_count + i];

        if (subscript->all || subscript->range || from == NULL || from->kind != NODE_NUMBER ||
            !(from->number >= 1 && from->number <= (double)size) ||
            from->number != floor(from->number)) {
            return NULL;
        }
        *cell = *cell * size + (size_t)from->number - 1;
    }
    return definition;
}

bool notebook_cell(const struct notebook *notebook, const struct tree *reference,
                   struct definition **definition, size_t *cell, struct failure *failure) {
    const struct node *root = reference->root;
    struct definition *named = plain_cell(notebook, root, cell), *picked = NULL;
    char sizes[64];
    bool found = false;

    if (named != NULL) {
        *definition = named;
        return true;
    }
    picked = notebook_evaluate(notebook, "", (struct tree *)reference, failure);
    if (picked == NULL) {
        return false;
    }
    if (root->kind == NODE_NAME) {
        *definition = notebook_find(notebook, root->text);
        *cell = 0;
        found = shape_cells(&picked->value->shape) == 1;
        if (!found) {
            failure_at(failure, root->span, "%s is %s; name one cell, such as %s[1,1]", root->text,
                       shape_text(&picked->value->shape, sizes), root->text);
        }
    } else if (is_subscript(root)) {
        found = picked_cell(picked, root, definition, cell, failure);
    } else {
        failure_at(failure, root->span, "a cell is wanted, such as A[1,2]");
    }
    definition_release(picked);
    return found;
}

bool notebook_number(const struct notebook *notebook, struct tree *tree, double *number,
                     struct failure *failure) {
    struct definition *definition = notebook_evaluate(notebook, "", tree, failure);
    bool lone;
    char sizes[64];

    if (definition == NULL) {
        return false;
    }
    lone = shape_is_number(&definition->value->shape);
    if (lone) {
        *number = definition->value->cells[0];
    } else {
        failure_at(failure, tree->root->span, "one number is wanted here, not %s",
                   shape_text(&definition->value->shape, sizes));
    }
    definition_release(definition);
    return lone;
}

/* --- what depends on what ------------------------------------------------------------------------
 */

/* A walk up through uses that comes by each definition once. */
struct walk {
    const struct definition *
        *list; /* those met, in the order met; those from NEXT on are waiting */
    size_t count, capacity, next;
};

static bool walk_meet(struct walk *walk, const struct definition *definition) {
    if (definition->place < walk->count && walk->list[definition->place] == definition) {
        return true;
    }
    if (!memory_reserve(&walk->list, &walk->capacity, walk->count + 1,
                        sizeof(struct definition *))) {
        return false;
    }
    ((struct definition *)definition)->place = walk->count;
    walk->list[walk->count++] = definition;
    return true;
}

/* The next one, its own uses now waiting; NULL at the end, and without memory (FAILED). */
static const struct definition *walk_next(struct walk *walk, bool *failed) {
    const struct definition *definition;

    if (walk->next == walk->count) {
        return NULL;
    }
    definition = walk->list[walk->next++];
    for (size_t i = 0; i < definition->use_count; i++) {
        if (!walk_meet(walk, definition->uses[i])) {
            *failed = true;
            return NULL;
        }
    }
    return definition;
}

bool definition_depends(const struct definition *definition, const char *name) {
    struct walk walk = {0};
    bool failed = !walk_meet(&walk, definition), found = false;
    const struct definition *at;

    while (!failed && !found && (at = walk_next(&walk, &failed)) != NULL) {
        found = text_same(at->name, name);
    }
    memory_free(walk.list);
    return found || failed;
}

static bool any_depends(struct definition *const *list, size_t count, const char *name) {
    bool any = false;

    for (size_t i = 0; i < count && !any; i++) {
        any = definition_depends(list[i], name);
    }
    return any;
}

bool notebook_needed(const struct notebook *notebook, struct definition *const *asked, size_t count,
                     struct notebook *needed, struct failure *failure) {
    bool ok = true;

    notebook_init(needed);
    needed->hints = notebook->hints;
    for (size_t i = 0; ok && i < notebook->count; i++) {
        struct definition *definition = notebook->list[i];

        ok = !any_depends(asked, count, definition->name) ||
             notebook_append(needed, definition_retain(definition), failure);
    }
    return ok;
}

static void write_leaf(const char *name, bool first, bool last, struct text *out) {
    text_append(out, first ? "" : last ? " and " : ", ");
    text_append(out, name);
}

void definition_leaves(const struct definition *definition, struct text *out) {
    struct walk walk = {0};
    bool failed = !walk_meet(&walk, definition), first = true;
    const struct definition *at, *leaf = NULL; /* one behind: the last is written after "and" */

    while (!failed && (at = walk_next(&walk, &failed)) != NULL) {
        if (at->leaf && leaf != NULL) {
            write_leaf(leaf->name, first, false, out);
            first = false;
        }
        leaf = at->leaf ? at : leaf;
    }
    if (leaf != NULL) {
        write_leaf(leaf->name, first, true, out);
    }
    out->failed |= failed;
    memory_free(walk.list);
}

/* --- the same notebook ---------------------------------------------------------------------------
 */

static bool definition_same(const struct definition *a, const struct definition *b) {
    return a == b || (text_same(a->name, b->name) && tree_same(a->tree->root, b->tree->root) &&
                      overlays_same(&a->edits, &b->edits) && overlays_same(&a->pins, &b->pins) &&
                      tensor_same(a->value, b->value));
}

bool notebook_same(const struct notebook *a, const struct notebook *b) {
    if (a->count != b->count) {
        return false;
    }
    for (size_t i = notebook_common(a, b); i < a->count; i++) {
        if (!definition_same(a->list[i], b->list[i])) {
            return false;
        }
    }
    return true;
}
