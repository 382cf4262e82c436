/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/change.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "language/writer.h"
#include "notebook/train.h"

#include <string.h>

enum { DESCRIBED_FORMULA = 60 };

struct change *change_create(enum change_kind kind, const char *name, struct tree *cell,
                             struct tree *value, struct failure *failure) {
    struct change *change = memory_allocate(1, sizeof *change);
    char *copy = memory_text(name, strlen(name));
    if (change == NULL || copy == NULL) {
        memory_free(change);
        memory_free(copy);
        failure_memory(failure);
        return NULL;
    }
    *change = (struct change){.references = 1, .kind = kind, .name = copy};
    change->cell = cell ? tree_retain(cell) : NULL;
    change->value = value ? tree_retain(value) : NULL;
    return change;
}

struct change *change_create_edit(const struct definition *definition, size_t cell, double number,
                                  struct failure *failure) {
    struct change *change = change_create(CHANGE_EDIT, definition->name, NULL, NULL, failure);
    if (change == NULL) {
        return NULL;
    }
    change->shape = shape_copy(&definition->value->shape);
    change->at = cell;
    change->numbers = tensor_number(number, failure);
    change->evaluated = true;
    if (change->numbers == NULL) {
        change_release(change);
        return NULL;
    }
    return change;
}

struct change *change_create_training(struct training *training, size_t index,
                                      struct failure *failure) {
    struct change *change =
        change_create(CHANGE_TRAIN, training->names[index], NULL, NULL, failure);
    if (change != NULL) {
        change->training = training_retain(training);
        change->trained = index;
    }
    return change;
}

struct change *change_copy(const struct change *change, struct failure *failure) {
    struct change *copy =
        change_create(change->kind, change->name, change->cell, change->value, failure);

    if (copy != NULL) {
        copy->evaluated = change->evaluated;
        copy->numbers = tensor_retain(change->numbers);
        copy->shape = shape_copy(&change->shape);
        copy->at = change->at;
        copy->training = change->training ? training_retain(change->training) : NULL;
        copy->trained = change->trained;
        copy->joined = change->joined;
    }
    return copy;
}

bool change_train(struct change *change, const struct notebook *notebook, struct failure *failure) {
    if (change->trained == 0 && !training_run(change->training, notebook, failure)) {
        return false;
    }
    change->value = tree_retain(change->training->learned[change->trained]);
    change->evaluated = true;
    return true;
}

bool change_defines(const struct change *change) {
    return change->kind == CHANGE_DEFINE || change->kind == CHANGE_TRAIN;
}

struct change *change_retain(struct change *change) {
    change->references++;
    return change;
}

void change_release(struct change *change) {
    if (change == NULL || --change->references > 0) {
        return;
    }
    tree_release(change->cell);
    tree_release(change->value);
    tensor_release(change->numbers);
    shape_release(&change->shape);
    definition_release(change->old);
    if (change->training != NULL) {
        training_release(change->training);
    }
    memory_free(change->name);
    memory_free(change);
}

bool change_place(const struct change *change, const struct notebook *notebook, struct cells *cells,
                  struct failure *failure) {
    if (change->cell != NULL) {
        return notebook_cells(notebook, change->cell, cells, failure);
    }
    *cells = (struct cells){0};
    struct definition *definition = notebook_find(notebook, change->name);
    if (definition == NULL || !shape_same_sizes(&definition->value->shape, &change->shape)) {
        return failure_set(failure, "%s has another shape now", change->name);
    }
    return cells_of(cells, definition, change->at, failure);
}

/* Reads the cells first, then the numbers, so that errors come in reading order. */
bool change_cells(const struct change *change, const struct notebook *notebook, struct cells *cells,
                  struct failure *failure) {
    if (!change_place(change, notebook, cells, failure)) {
        return false;
    }
    if (change->kind == CHANGE_UNPIN || change->evaluated) {
        return change->kind == CHANGE_UNPIN || cells_fill(cells, change->numbers, failure);
    }
    struct definition *made = notebook_evaluate(notebook, "", change->value, failure);
    bool filled = made != NULL && cells_fill(cells, made->value, failure);
    if (made != NULL && !filled) {
        failure_place(failure, change->value->root->span);
    }
    definition_release(made);
    return filled;
}

static bool run_on_cells(const struct change *change, struct notebook *notebook,
                         struct failure *failure) {
    struct cells cells;
    bool done = change_cells(change, notebook, &cells, failure) &&
                (change->kind == CHANGE_EDIT  ? notebook_edit
                 : change->kind == CHANGE_PIN ? notebook_pin
                                              : notebook_unpin)(notebook, &cells, failure);
    cells_release(&cells);
    return done;
}

/* Returns the formula that CHANGE gives its name. A training has one only after it has been run. */
static struct tree *defined_formula(const struct change *change) {
    return change->training != NULL && !change->evaluated
               ? change->training->learned[change->trained]
               : change->value;
}

/* Runs the training when CHANGE is the first of its changes. Other changes need no preparation. */
static bool run_training(const struct change *change, const struct notebook *notebook,
                         struct failure *failure) {
    return change->kind != CHANGE_TRAIN || change->evaluated || change->trained > 0 ||
           training_run(change->training, notebook, failure);
}

/* Makes the COUNT definitions of LIST in one transaction. */
static bool define_all(struct change *const *list, size_t count, struct notebook *notebook,
                       struct failure *failure) {
    struct naming *all = memory_allocate(count, sizeof *all);
    if (all == NULL) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < count; i++) {
        all[i] = (struct naming){list[i]->name, defined_formula(list[i])};
    }
    bool done = notebook_define_all(notebook, all, count, failure);
    memory_free(all);
    if (!done && !failure->outside) {
        failure_place(failure, defined_formula(list[0])->root->span);
    }
    return done;
}

/* Counts the changes from FIRST on that one training makes, at one stop. */
static size_t count_trained(const struct changes *changes, size_t first) {
    const struct change *change = changes->list[first];
    size_t end = first + 1;
    while (change->training != NULL && end < changes->count &&
           changes->list[end]->training == change->training &&
           changes->list[end]->anchor == change->anchor) {
        end++;
    }
    return end - first;
}

bool change_run(const struct change *change, struct notebook *notebook, struct failure *failure) {
    bool done;
    if (change->kind == CHANGE_DEFINE) {
        done = notebook_define(notebook, change->name, change->value, failure);
    } else if (change->kind == CHANGE_TRAIN) {
        return run_training(change, notebook, failure) &&
               notebook_define(notebook, change->name, defined_formula(change), failure);
    } else {
        done = run_on_cells(change, notebook, failure);
    }
    if (!done && !failure->outside && (change->cell != NULL || change->value != NULL)) {
        failure_place(failure, change->cell ? change->cell->root->span : change->value->root->span);
    }
    return done;
}

static bool count_name(void *context, const struct node *name) {
    size_t *names = context;
    (void)name;
    return ++*names == 1;
}

/* True when the edit's numbers are known and its cells do not depend on any other name. */
static bool is_plain_edit(const struct change *change) {
    size_t names = 0;
    return change->kind == CHANGE_EDIT && change->evaluated &&
           (change->cell == NULL || tree_names(change->cell->root, count_name, &names));
}

/* Counts the edits of one leaf from FIRST on, at one stop, that can be run as one. */
static size_t count_edits(const struct changes *changes, size_t first) {
    const struct change *edit = changes->list[first];
    size_t end = first;
    while (end < changes->count && is_plain_edit(changes->list[end]) &&
           changes->list[end]->anchor == edit->anchor &&
           text_same(changes->list[end]->name, edit->name)) {
        end++;
    }
    return end - first;
}

/* Makes the COUNT edits of one leaf in one transaction. */
static bool edit_all(const struct changes *changes, size_t first, size_t count,
                     struct notebook *notebook, struct failure *failure) {
    struct cells all = {0}, next = {0};
    bool good = change_cells(changes->list[first], notebook, &all, failure);
    for (size_t i = first + 1; good && i < first + count; i++) {
        good = change_cells(changes->list[i], notebook, &next, failure) &&
               cells_join(&all, &next, failure);
        cells_release(&next);
    }
    good = good && notebook_edit(notebook, &all, failure);
    cells_release(&all);
    return good;
}

size_t changes_run_next(const struct changes *changes, size_t first, struct notebook *notebook,
                        struct failure *failure) {
    const struct change *change = changes->list[first];
    size_t edits = change->kind == CHANGE_EDIT ? count_edits(changes, first) : 0;
    size_t count = change->training != NULL ? count_trained(changes, first) : 1;
    struct failure misfit = {0};
    if (edits > 1 && edit_all(changes, first, edits, notebook, &misfit)) {
        return edits;
    }
    while (first + count < changes->count && changes->list[first + count]->joined) {
        count++;
    }
    bool done = count == 1 ? change_run(change, notebook, failure)
                           : run_training(change, notebook, failure) &&
                                 define_all(changes->list + first, count, notebook, failure);
    return done ? count : 0;
}

size_t changes_definitions(const struct changes *changes, size_t first) {
    size_t end = first;
    for (; end < changes->count && changes->list[end]->kind == CHANGE_DEFINE; end++) {
        for (size_t i = first; i < end; i++) {
            if (text_same(changes->list[i]->name, changes->list[end]->name)) {
                return end - first;
            }
        }
    }
    return end - first;
}

bool changes_run(const struct changes *changes, struct notebook *notebook,
                 struct failure *failure) {
    for (size_t i = 0, run; i < changes->count; i += run) {
        run = changes_run_next(changes, i, notebook, failure);
        if (run > 0) {
            continue;
        }
        run = changes_definitions(changes, i);
        if (run < 2 || failure->outside) {
            return false;
        }
        *failure = (struct failure){0};
        if (!define_all(changes->list + i, run, notebook, failure)) {
            return false;
        }
    }
    return true;
}

void change_write_place(const struct change *change, struct text *out) {
    if (change->cell != NULL) {
        writer_plain(change->cell->root, out);
        return;
    }
    text_append(out, change->name);
    if (address_needed(&change->shape)) {
        address_write(&change->shape, change->at, false, out);
    }
}

void change_describe(const struct change *change, struct text *out) {
    struct text value = {0};
    char number[NUMBER_TEXT];
    if (change->kind == CHANGE_DEFINE && change->value->root->kind == NODE_BODY) {
        writer_plain(change->value->root, &value);
        bool long_one = value.length > DESCRIBED_FORMULA || strchr(text_string(&value), '\n');
        text_append_bytes(out, text_string(&value),
                          long_one ? strcspn(text_string(&value), ")") + 1 : value.length);
        text_append(out, long_one ? " = …" : "");
    } else if (change->kind == CHANGE_DEFINE) {
        writer_plain(change->value->root, &value);
        text_format(out, "%s = %s", change->name,
                    value.length > DESCRIBED_FORMULA ? "…" : text_string(&value));
    } else if (change->kind == CHANGE_TRAIN) {
        text_append(out, "train");
        for (size_t i = 0; i < change->training->count; i++) {
            text_format(out, " %s", change->training->names[i]);
        }
    } else {
        text_append(out, change->kind == CHANGE_PIN     ? "pin "
                         : change->kind == CHANGE_UNPIN ? "unpin "
                                                        : "");
        change_write_place(change, out);
    }
    if (change->kind == CHANGE_EDIT || change->kind == CHANGE_PIN) {
        const struct tensor *numbers = change->numbers;
        bool same = numbers != NULL;

        for (size_t i = 1; same && i < shape_cells(&numbers->shape); i++) {
            same = number_same(numbers->cells[i], numbers->cells[0]);
        }
        number_short(number, same ? numbers->cells[0] : 0, 6);
        text_format(out, " = %s", same ? number : "…");
    }
    out->failed |= value.failed;
    text_release(&value);
}

void changes_describe(const struct changes *changes, size_t from, struct text *out) {
    enum { DESCRIBED = 3 };
    size_t described = 0;
    for (size_t i = from; i < changes->count; i++) {
        if (changes->list[i]->kind == CHANGE_TRAIN && changes->list[i]->trained > 0) {
            continue; /* the description of the training's first name includes this one */
        }
        if (described < DESCRIBED) {
            text_append(out, described > 0 ? "; " : "");
            change_describe(changes->list[i], out);
        }
        described++;
    }
    if (described > DESCRIBED) {
        text_format(out, "; and %zu more", described - DESCRIBED);
    }
}

bool changes_add(struct changes *changes, struct change *change, struct failure *failure) {
    if (!memory_reserve(&changes->list, &changes->capacity, changes->count + 1,
                        sizeof(struct change *))) {
        return failure_memory(failure);
    }
    changes->list[changes->count++] = change_retain(change);
    return true;
}

bool changes_take(struct changes *changes, struct change *change, struct failure *failure) {
    bool ok = change != NULL && changes_add(changes, change, failure);
    change_release(change);
    return ok;
}

struct training *changes_training(const struct changes *changes) {
    for (size_t i = changes->count; i > 0; i--) {
        const struct change *change = changes->list[i - 1];

        if (change->kind == CHANGE_TRAIN && change->training->losses != NULL) {
            return change->training;
        }
    }
    return NULL;
}

bool changes_append(struct changes *changes, const struct changes *more, size_t from, size_t to,
                    struct failure *failure) {
    for (size_t i = from; i < to; i++) {
        if (!changes_add(changes, more->list[i], failure)) {
            return false;
        }
    }
    return true;
}

void changes_release(struct changes *changes) {
    for (size_t i = changes->count; i > 0; i--) {
        change_release(changes->list[i - 1]);
    }
    memory_free(changes->list);
    *changes = (struct changes){0};
}
