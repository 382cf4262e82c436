#include "notebook/workshop.h"

#include "base/memory.h"
#include "base/text.h"
#include "notebook/recipe.h"

#include <stdint.h>
#include <string.h>

/* --- making over ---------------------------------------------------------------------------------
 */

static bool is_named(const struct workshop_wanted *wanted, const char *name) {
    for (size_t i = 0; i < wanted->count; i++) {
        if (text_same(wanted->names[i], name)) {
            return true;
        }
    }
    return false;
}

/* By position: whether it hangs on a leaf that is named, and the goal on it. */
static void find_ours(const struct notebook *notebook, const struct workshop_wanted *wanted,
                      bool *ours) {
    const struct definition *goal = wanted->goal ? notebook_find(notebook, wanted->goal) : NULL;

    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];

        ours[i] = is_named(wanted, definition->name);
        for (size_t k = 0; !ours[i] && k < definition->use_count; k++) {
            ours[i] = ours[notebook_position(notebook, definition->uses[k]->name)];
        }
    }
    for (size_t i = 0; goal != NULL && i < notebook->count; i++) {
        ours[i] = ours[i] && definition_depends(goal, notebook->list[i]->name);
    }
}

static struct definition *make_over(const struct workshop *workshop, struct definition *old,
                                    struct failure *failure) {
    struct recipe recipe = recipe_of(old);

    return recipe_make(&workshop->notebook, &recipe, failure);
}

static bool make_all(struct workshop *workshop, const struct notebook *notebook, const bool *ours,
                     struct failure *failure) {
    for (size_t i = 0; i < notebook->count; i++) {
        struct definition *made = ours[i] ? make_over(workshop, notebook->list[i], failure)
                                          : definition_retain(notebook->list[i]);

        if (made == NULL || !notebook_append(&workshop->notebook, made, failure)) {
            return false;
        }
        if (ours[i] && !made->leaf) {
            workshop->list[workshop->count++] = made;
        }
    }
    return true;
}

bool workshop_open(struct workshop *workshop, const struct notebook *notebook,
                   const struct workshop_wanted *wanted, struct failure *failure) {
    bool *ours = memory_allocate(notebook->count, sizeof *ours), good;

    *workshop = (struct workshop){.notebook.hints = notebook->hints};
    workshop->list = memory_allocate(notebook->count, sizeof *workshop->list);
    good = (ours != NULL && workshop->list != NULL) || failure_memory(failure);
    if (good) {
        find_ours(notebook, wanted, ours);
        good = make_all(workshop, notebook, ours, failure);
    }
    memory_free(ours);
    return good;
}

void workshop_close(struct workshop *workshop) {
    notebook_release(&workshop->notebook);
    memory_free(workshop->list);
    *workshop = (struct workshop){.count = 0};
}

/* --- computing again in place --------------------------------------------------------------------
 */

static const double *origin_cells(const struct definition *definition,
                                  const struct origin *origin) {
    if (origin->definition != NULL) {
        return origin->definition->value->cells;
    }
    return origin->operation == ORIGIN_NONE
               ? NULL
               : definition->operations[origin->operation].result->cells;
}

/* Lone numbers are kept by value in a call: they are fetched again. */
static void fetch_numbers(const struct definition *definition, struct operation *operation) {
    const struct operator* row = operation->call.operator;
    size_t cells = operation->cells ? shape_cells(&operation->result->shape) : 0;
    double *numbers = (double *)(uintptr_t)operation->call.numbers;

    for (size_t i = 0; i < cells; i++) {
        const double *from = origin_cells(definition, &operation->cells[i]);

        numbers[i] = from ? *from : numbers[i];
    }
    for (size_t i = 0; i < operator_parameter_count(row); i++) {
        const double *from = row->parameters[i].kind == PARAMETER_NUMBER
                                 ? origin_cells(definition, &operation->origin[i])
                                 : NULL;

        operation->call.argument[i].number = from ? *from : operation->call.argument[i].number;
    }
}

static bool compute_again(struct definition *definition, struct failure *failure) {
    size_t cells = shape_cells(&definition->value->shape);

    for (size_t i = 0; i < definition->operation_count; i++) {
        struct operation *operation = &definition->operations[i];
        struct tensor *result = operation->result;

        fetch_numbers(definition, operation);
        memset(result->cells, 0, shape_cells(&result->shape) * sizeof *result->cells);
        if (!operation->call.operator->compute(&operation->call, result, failure)) {
            return false;
        }
    }
    if (definition->value != definition->computed) {
        memcpy(definition->value->cells, definition->computed->cells,
               cells * sizeof *definition->value->cells);
    }
    for (size_t i = 0; i < definition->pins.count; i++) {
        definition->value->cells[definition->pins.list[i].cell] = definition->pins.list[i].number;
    }
    return true;
}

bool workshop_compute(struct workshop *workshop, struct failure *failure) {
    for (size_t i = 0; i < workshop->count; i++) {
        if (!compute_again(workshop->list[i], failure)) {
            return false;
        }
    }
    return true;
}
