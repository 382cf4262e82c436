/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/definition.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "language/reader.h"
#include "language/writer.h"

#include <stdint.h>
#include <string.h>

/* FNV-1a. */
size_t definition_hash(const char *name, size_t length) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)name[i]) * 0x100000001b3u;
    }
    return (size_t)(hash ^ hash >> 32);
}

struct definition *definition_create(const char *name, struct tree *tree, struct failure *failure) {
    struct definition *made = memory_allocate(1, sizeof *made);

    if (made == NULL) {
        failure_memory(failure);
        return NULL;
    }
    made->references = 1;
    made->tree = tree_retain(tree);
    made->worked = tree_retain(tree);
    made->hash = definition_hash(name, strlen(name));
    made->leaf = tree_is_leaf(tree->root);
    made->name = memory_text(name, strlen(name));
    if (made->name == NULL) {
        definition_release(made);
        failure_memory(failure);
        return NULL;
    }
    return made;
}

struct definition *definition_retain(struct definition *definition) {
    definition->references++;
    return definition;
}

static void operations_release(struct definition *definition) {
    for (size_t i = 0; i < definition->operation_count; i++) {
        tensor_release(definition->operations[i].result);
    }
    memory_free(definition->operations);
    for (size_t i = 0; i < definition->number_count; i++) {
        tensor_release(definition->numbers[i]);
    }
    memory_free(definition->numbers);
}

/* --- reference counting -------------------------------------------------------------------------
 */

/* Drops a reference to USED. The last one puts it in front of LIST, which is returned. */
static struct definition *drop_reference(struct definition *used, struct definition *list) {
    if (--used->references > 0) {
        return list;
    }
    used->dying = list;
    return used;
}

/* Frees a definition without references. Those whose last reference it had are put in front of
 * LIST, which is returned, so that a chain of any length is freed without recursion. */
static struct definition *definition_free(struct definition *definition, struct definition *list) {
    for (size_t i = 0; i < definition->use_count; i++) {
        list = drop_reference(definition->uses[i], list);
    }
    for (size_t i = 0; i < definition->inside_count; i++) {
        list = drop_reference(definition->inside[i].definition, list);
    }
    for (size_t i = 0; i < definition->need_count; i++) {
        list = drop_reference(definition->needs[i], list);
    }
    tensor_release(definition->value);
    operations_release(definition);
    arena_release(&definition->arena);
    tree_release(definition->tree);
    tree_release(definition->worked);
    memory_free(definition->uses);
    memory_free(definition->inside);
    memory_free(definition->needs);
    memory_free(definition->others);
    memory_free(definition->edits.list);
    memory_free(definition->pins.list);
    memory_free(definition->name);
    memory_free(definition);
    return list;
}

void definition_release(struct definition *definition) {
    struct definition *list = NULL;
    if (definition == NULL || --definition->references > 0) {
        return;
    }
    for (list = definition; list != NULL;) {
        struct definition *next = list->dying;

        list = definition_free(list, next);
    }
}

const char *definition_text(struct definition *definition, struct text *text,
                            struct failure *failure) {
    const char *copy = NULL;
    if (text_ok(text, failure)) {
        copy = arena_text(&definition->arena, text_string(text), text->length);
        if (copy == NULL) {
            failure_memory(failure);
        }
    }
    text_release(text);
    return copy;
}

/* Adds ONE, retained, to a LIST of COUNT with room for CAPACITY, unless it is there already. */
static bool add_retained(struct definition ***list, size_t *count, size_t *capacity,
                         struct definition *one, struct failure *failure) {
    for (size_t i = 0; i < *count; i++) {
        if ((*list)[i] == one) {
            return true;
        }
    }
    if (!memory_reserve(list, capacity, *count + 1, sizeof **list)) {
        return failure_memory(failure);
    }
    (*list)[(*count)++] = definition_retain(one);
    return true;
}

bool definition_use(struct definition *definition, struct definition *used,
                    struct failure *failure) {
    return add_retained(&definition->uses, &definition->use_count, &definition->use_capacity, used,
                        failure);
}

bool definition_need(struct definition *definition, struct definition *needed,
                     struct failure *failure) {
    return add_retained(&definition->needs, &definition->need_count, &definition->need_capacity,
                        needed, failure);
}

/* --- definitions inside calls -------------------------------------------------------------------
 */

struct definition *definition_inside(const struct definition *definition, const char *path) {
    for (size_t i = 0; i < definition->inside_count; i++) {
        if (text_same(definition->inside[i].path, path)) {
            return definition->inside[i].definition;
        }
    }
    return NULL;
}

struct definition *definition_owned_at(const struct definition *definition, size_t index) {
    const struct inside *inside = &definition->inside[index];

    return text_same(inside->path, inside->definition->name) ? inside->definition : NULL;
}

bool definition_owns(const struct definition *definition, const struct definition *inside) {
    for (size_t i = 0; i < definition->inside_count; i++) {
        if (definition->inside[i].definition == inside &&
            definition_owned_at(definition, i) != NULL) {
            return true;
        }
    }
    return false;
}

struct definition *const *definition_needs(const struct definition *definition, size_t *count) {
    *count = definition->need_count > 0 ? definition->need_count : definition->use_count;
    return definition->need_count > 0 ? definition->needs : definition->uses;
}

size_t definition_root(const char *path) {
    return strcspn(path, ".");
}

bool definition_is_operator(const struct definition *definition) {
    return definition->tree->root->kind == NODE_BODY;
}

const struct overlays *definition_overlays(const struct definition *definition) {
    return definition->leaf ? &definition->edits : &definition->pins;
}

const struct overlay *overlays_find(const struct overlays *overlays, size_t cell) {
    size_t low = 0, high = overlays->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (overlays->list[middle].cell < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < overlays->count && overlays->list[low].cell == cell ? &overlays->list[low] : NULL;
}

double definition_number(const struct definition *leaf, size_t cell) {
    const struct overlay *edit = overlays_find(&leaf->edits, cell);
    return edit ? edit->number : leaf->computed->cells[cell];
}

bool overlays_same(const struct overlays *a, const struct overlays *b) {
    if (a->count != b->count) {
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        if (a->list[i].cell != b->list[i].cell ||
            !number_same(a->list[i].number, b->list[i].number)) {
            return false;
        }
    }
    return true;
}

const struct operation *definition_last(const struct definition *definition) {
    return definition->operation_count ? &definition->operations[definition->operation_count - 1]
                                       : NULL;
}

/* --- addresses of cells -------------------------------------------------------------------------
 */

/* True for constants of the language, which would not be read as a label. */
static bool is_constant(const char *word) {
    return text_same(word, "inf") || text_same(word, "nan") || text_same(word, "pi");
}

/* True when ADDRESS, in quotes, is read back as position AT. */
static bool can_be_quoted(const struct labels *labels, const char *address, size_t at) {
    struct failure failure = {0};
    size_t found;
    for (const char *c = address; *c != '\0'; c++) {
        if (*c == '"' || (unsigned char)*c < ' ') {
            return false;
        }
    }
    return labels_resolve(labels, address, "row", &found, &failure) && found == at;
}

void address_position(const struct labels *labels, size_t at, struct text *out) {
    struct text address = {0};
    if (labels != NULL) {
        labels_address(labels, at, &address);
    }
    if (labels == NULL || !can_be_quoted(labels, text_string(&address), at)) {
        text_format(out, "%zu", at + 1);
    } else if (reader_is_name(text_string(&address), address.length) &&
               !is_constant(text_string(&address))) {
        text_append(out, text_string(&address));
    } else {
        text_format(out, "\"%s\"", text_string(&address));
    }
    out->failed |= address.failed;
    text_release(&address);
}

void address_write(const struct shape *shape, size_t cell, bool columns, struct text *out) {
    struct place place = tensor_place(shape, cell);
    for (int i = AXIS_COUNT - shape->axes; i < AXIS_COUNT; i++) {
        int axis = columns && i >= AXIS_ROW ? AXIS_ROW + AXIS_COLUMN - i : i;

        text_append(out, i == AXIS_COUNT - shape->axes ? "[" : ",");
        address_position(shape->labels[axis], place.at[axis], out);
    }
    text_append(out, "]");
}

bool address_needed(const struct shape *shape) {
    return !shape_is_number(shape);
}

void address_expression(const char *written, bool loose, struct text *out) {
    text_append(out, loose ? "(" : "");
    text_append(out, written);
    text_append(out, loose ? ")" : "");
}

void definition_address(const struct definition *definition, size_t cell, bool columns,
                        struct text *out) {
    const struct node *root = definition->tree->root;
    const struct shape *shape = &definition->value->shape;
    struct text written = {0};
    bool loose = tree_needs_brackets(root);
    if (definition->name[0] != '\0') {
        text_append(out, definition->name);
    } else {
        writer_plain(root, &written);
        address_expression(text_string(&written), loose && address_needed(shape), out);
    }
    if (address_needed(shape)) {
        address_write(shape, cell, columns, out);
    }
    out->failed |= written.failed;
    text_release(&written);
}

/* --- dependencies -------------------------------------------------------------------------------
 */

/* A walk up through uses that visits each definition once. */
struct walk {
    const struct definition **list; /* visited, in order; those from NEXT on are waiting */
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

/* Returns the next definition and queues its uses; NULL at the end, or without memory (FAILED). */
static const struct definition *walk_next(struct walk *walk, bool *failed) {
    const struct definition *definition;
    struct definition *const *needs;
    size_t count;

    if (walk->next == walk->count) {
        return NULL;
    }
    definition = walk->list[walk->next++];
    needs = definition_needs(definition, &count);
    for (size_t i = 0; i < count; i++) {
        if (!definition_is_operator(needs[i]) && !walk_meet(walk, needs[i])) {
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
        /* A name inside a call depends on the definition that owns the call. */
        size_t root = definition_root(at->name);

        found = strncmp(at->name, name, root) == 0 && name[root] == '\0';
    }
    memory_free(walk.list);
    return found || failed;
}

int definition_axes(const struct definition *definition) {
    const struct shape *shape = definition == NULL ? NULL : &definition->value->shape;
    if (shape == NULL ||
        (shape->axes == 2 && (shape_rows(shape) == 1 || shape_columns(shape) == 1))) {
        return definition != NULL && definition->text != NULL ? -1 : 1;
    }
    return definition->text != NULL ? -shape->axes : shape->axes;
}

bool definition_takes_words(const struct definition *definition, const struct definition *used) {
    bool words = used->text != NULL;
    for (size_t i = 0; i < definition->operation_count; i++) {
        const struct operation *operation = &definition->operations[i];

        for (int k = 0; k < CALL_ARGUMENTS; k++) {
            enum parameter_kind kind = operation->call.op->parameters[k].kind;
            bool reads = kind == PARAMETER_TEXT || kind == PARAMETER_WORDS;

            if (kind != PARAMETER_NONE && operation->origin[k].definition == used) {
                words = reads;
            }
        }
    }
    return words;
}

void definition_leaves(const struct definition *definition, struct text *out) {
    struct walk walk = {0};
    bool failed = !walk_meet(&walk, definition);
    size_t leaves = 0, listed = 0;
    const struct definition *at;
    while (!failed && (at = walk_next(&walk, &failed)) != NULL) {
        leaves += at->leaf;
    }
    for (size_t i = 0; listed < leaves; i++) {
        if (walk.list[i]->leaf) {
            text_format(out, "%s%s", text_between(listed++, leaves), walk.list[i]->name);
        }
    }
    out->failed |= failed;
    memory_free(walk.list);
}
