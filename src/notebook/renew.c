#include "notebook/renew.h"

#include "base/memory.h"
#include "notebook/debt.h"
#include "notebook/gradient.h"

#include <stdint.h>

/* --- what it is made with ------------------------------------------------------------------------
 */

static bool same_form(const struct shape *a, const struct shape *b) {
    bool same = shape_same_sizes(a, b);

    for (int axis = 0; axis < AXIS_COUNT && same; axis++) {
        same = labels_same(a->labels[axis], b->labels[axis]);
    }
    return same;
}

bool renew_fits(const struct definition *like, const struct notebook *notebook) {
    if (like->bare_labels || like->sized) {
        return false;
    }
    for (size_t i = 0; i < like->use_count; i++) {
        const struct definition *now = notebook_find(notebook, like->uses[i]->name);

        if (now == NULL || !same_form(&now->value->shape, &like->uses[i]->value->shape)) {
            return false;
        }
    }
    return true;
}

bool renew_knows(const struct definition *like, const struct notebook *notebook) {
    for (size_t i = 0; i < like->use_count; i++) {
        const struct definition *now = notebook_find(notebook, like->uses[i]->name);

        if (now != like->uses[i] && (now == NULL || now->since != like->uses[i]->serial)) {
            return false;
        }
    }
    return true;
}

/* --- one operation -------------------------------------------------------------------------------
 */

struct renewal {
    struct definition *like;
    struct definition *made; /* its uses are those of LIKE as they are now, in the same order */
    bool lazy;               /* what is large may be owed */
};

static void add_all(struct regions *regions, const struct shape *shape) {
    struct region all = region_all(shape);

    regions_add(regions, &all);
}

static void use_changes(const struct definition *before, const struct definition *now,
                        struct regions *changed) {
    if (now == before) {
        changed->count = 0;
    } else if (now->since == before->serial) {
        *changed = now->changed;
    } else {
        changed->count = 0;
        add_all(changed, &now->value->shape);
    }
}

/* Makes ORIGIN, one of LIKE's, that of what is made. */
static void follow(const struct renewal *renewal, struct origin *origin, struct regions *changed) {
    changed->count = 0;
    if (origin->definition != NULL) {
        size_t at = 0;

        while (renewal->like->uses[at] != origin->definition) {
            at++;
        }
        origin->definition = renewal->made->uses[at];
        use_changes(renewal->like->uses[at], origin->definition, changed);
    } else if (origin->operation != ORIGIN_NONE) {
        *changed = renewal->made->operations[origin->operation].changed;
    }
}

/* NULL for a number as written. */
static const struct tensor *origin_value(const struct renewal *renewal,
                                         const struct origin *origin) {
    if (origin->definition != NULL) {
        return origin->definition->value;
    }
    return origin->operation == ORIGIN_NONE ? NULL
                                            : renewal->made->operations[origin->operation].result;
}

/* What of the result hangs on the cells CHANGED of argument AT. */
static void add_reach(struct operation *operation, int at, const struct regions *changed) {
    const struct operator* row = operation->call.operator;

    for (size_t i = 0; i < changed->count; i++) {
        if (row->reach == NULL || row->parameters[at].kind != PARAMETER_VALUE) {
            add_all(&operation->changed, &operation->call.shape);
        } else {
            struct region reached = row->reach(&operation->call, at, &changed->list[i]);

            regions_add(&operation->changed, &reached);
        }
    }
}

/* False when the argument decides a shape, and may have changed. */
static bool renew_argument(const struct renewal *renewal, struct operation *operation, int at) {
    enum parameter_kind kind = operation->call.operator->parameters[at].kind;
    struct argument *argument = &operation->call.argument[at];
    const struct tensor *value;
    struct regions changed;

    follow(renewal, &operation->origin[at], &changed);
    value = origin_value(renewal, &operation->origin[at]);
    if (value == NULL) {
        return true;
    }
    if (kind == PARAMETER_COUNT || kind == PARAMETER_NUMBER) {
        argument->number = value->cells[0];
    } else {
        argument->value = value;
    }
    add_reach(operation, at, &changed);
    return changed.count == 0 || (kind != PARAMETER_COUNT && kind != PARAMETER_ORDER);
}

/* A written matrix some of whose cells are expressions. */
static bool renew_cells(const struct renewal *renewal, struct operation *operation) {
    size_t count = operation->cells ? shape_cells(&operation->call.shape) : 0, constant = 0;
    struct origin *origins;
    double *numbers;

    while (constant < count && operation->cells[constant].definition == NULL &&
           operation->cells[constant].operation == ORIGIN_NONE) {
        constant++;
    }
    if (constant == count) {
        return true;
    }
    origins = arena_allocate(&renewal->made->arena, count, sizeof *origins);
    numbers = arena_allocate(&renewal->made->arena, count, sizeof *numbers);
    for (size_t i = 0; origins != NULL && numbers != NULL && i < count; i++) {
        const struct tensor *value;
        struct regions changed;

        origins[i] = operation->cells[i];
        follow(renewal, &origins[i], &changed);
        value = origin_value(renewal, &origins[i]);
        numbers[i] = value ? value->cells[0] : operation->call.numbers[i];
        add_reach(operation, 0, &changed);
    }
    operation->cells = origins;
    operation->call.numbers = numbers;
    return origins != NULL && numbers != NULL;
}

/* The shape rule of a row that cannot tell what hangs on what may look at cells. */
static bool keeps_shape(const struct operation *operation) {
    const struct operator* row = operation->call.operator;
    struct failure ignored = {0};
    struct shape shape = {0};
    bool keeps = row->reach != NULL;

    if (!keeps) {
        keeps = row->shape(&operation->call, &shape, &ignored) &&
                same_form(&shape, &operation->call.shape);
        shape_release(&shape);
    }
    return keeps;
}

/* --- its result ----------------------------------------------------------------------------------
 */

/* Whether an argument owes some of what CHANGED needs. */
static bool needs_owed(const struct operation *operation, const struct regions *changed) {
    const struct call *call = &operation->call;

    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        const struct tensor *value = call->argument[i].value;

        for (size_t k = 0; value != NULL && tensor_owed(value) != NULL && k < changed->count; k++) {
            struct region needs = call->operator->needs(call, i, &changed->list[k]), both;

            for (size_t j = 0; j < tensor_owed(value)->count; j++) {
                if (region_meet(&needs, &tensor_owed(value)->list[j], &both)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* Whether OPERATION, whose result was OLD, is to owe what changed, and what did not, but would have
 * to be copied. */
static bool is_owed(const struct renewal *renewal, const struct operation *operation,
                    const struct tensor *old) {
    return renewal->lazy && (tensor_owed(old) != NULL || shape_cells(&old->shape) > debt_least() ||
                             (tensors_owing() > 0 && needs_owed(operation, &operation->changed)));
}

static void add_regions(struct regions *regions, const struct regions *more) {
    for (size_t i = 0; i < more->count; i++) {
        regions_add(regions, &more->list[i]);
    }
}

/* Where OLD has all cells they are the base; where it does not, what it had as one is. Where it had
 * none all is computed. */
static bool owe_result(struct operation *operation, const struct tensor *old,
                       struct leftover *leftover) {
    struct failure ignored = {0};
    struct debt debt = {.fresh = operation->changed,
                        .base = old->debt ? old->debt->base : (struct tensor *)(uintptr_t)old};

    operation->result = leftover_room(leftover, old, &debt.owed, &ignored);
    if (operation->result == NULL) {
        return false;
    }
    if (old->debt != NULL) {
        add_regions(&debt.fresh, &old->debt->fresh);
    }
    if (debt.base != NULL) {
        add_regions(&debt.owed, &debt.fresh);
    } else {
        debt.owed = (struct regions){.count = 1, .list = {region_all(&old->shape)}};
    }
    return tensor_owe(operation->result, &debt);
}

/* The result with what changed computed. */
static bool compute_result(struct operation *operation, const struct tensor *old,
                           struct leftover *leftover) {
    const struct regions *changed = &operation->changed;
    struct failure ignored = {0};
    bool zeros = operation->call.operator->reach == NULL, good;

    operation->result =
        zeros ? tensor_create(&old->shape, &ignored) : leftover_take(leftover, old, &ignored);
    good = operation->result != NULL;
    for (size_t i = 0; good && i < changed->count; i++) {
        operation->call.region = changed->list[i];
        good = operation->call.operator->compute(&operation->call, operation->result, &ignored);
    }
    return good;
}

/* Gives OPERATION, which still has LIKE's, its own result. */
static bool renew_result(const struct renewal *renewal, struct operation *operation,
                         struct leftover *leftover) {
    const struct tensor *old = operation->result;
    bool good;

    if (operation->changed.count == 0) {
        operation->result = tensor_retain(operation->result);
        return true;
    }
    operation->result = NULL;
    if (!keeps_shape(operation)) {
        return false;
    }
    good = is_owed(renewal, operation, old) ? owe_result(operation, old, leftover)
                                            : compute_result(operation, old, leftover);
    if (good) {
        operation->call.shape = operation->result->shape;
        operation->call.region = region_all(&operation->call.shape);
    }
    return good;
}

/* --- all of it -----------------------------------------------------------------------------------
 */

/* Whatever the operation's value hangs on besides its operands may have changed. */
static bool renew_graph(const struct renewal *renewal, struct operation *operation) {
    if (!operation->call.operator->of_graph) {
        return true;
    }
    for (size_t i = 0; i < renewal->like->use_count; i++) {
        if (renewal->like->uses[i] != renewal->made->uses[i]) {
            add_all(&operation->changed, &operation->call.shape);
        }
    }
    operation->call.graph = gradient_graph(renewal->made, operation->origin);
    return operation->call.graph != NULL;
}

static bool renew_operation(const struct renewal *renewal, size_t index) {
    struct operation *like = &renewal->like->operations[index];
    struct operation *operation = &renewal->made->operations[index];
    int count;
    bool good = true;

    *operation = *like;
    operation->changed.count = 0;
    operation->leftover.tensor = NULL;
    count = (int)operator_parameter_count(operation->call.operator);
    for (int i = 0; good && i < count; i++) {
        good = renew_argument(renewal, operation, i);
    }
    good = good && renew_cells(renewal, operation) && renew_graph(renewal, operation);
    if (!good) {
        operation->result = NULL;
        return false;
    }
    return renew_result(renewal, operation, &like->leftover);
}

/* --- the whole -----------------------------------------------------------------------------------
 */

static bool renew_uses(const struct renewal *renewal, const struct notebook *notebook) {
    const struct definition *like = renewal->like;
    struct definition *made = renewal->made;

    if (!memory_reserve(&made->uses, &made->use_capacity, like->use_count, sizeof *made->uses)) {
        return false;
    }
    for (; made->use_count < like->use_count; made->use_count++) {
        made->uses[made->use_count] =
            definition_retain(notebook_find(notebook, like->uses[made->use_count]->name));
    }
    return true;
}

static bool share_numbers(const struct renewal *renewal) {
    const struct definition *like = renewal->like;
    struct definition *made = renewal->made;

    if (!memory_reserve(&made->numbers, &made->number_capacity, like->number_count,
                        sizeof *made->numbers)) {
        return false;
    }
    for (; made->number_count < like->number_count; made->number_count++) {
        made->numbers[made->number_count] = tensor_retain(like->numbers[made->number_count]);
    }
    return true;
}

static bool renew_operations(const struct renewal *renewal) {
    struct definition *made = renewal->made;
    size_t count = renewal->like->operation_count;

    if (!memory_reserve(&made->operations, &made->operation_capacity, count,
                        sizeof *made->operations)) {
        return false;
    }
    for (bool good = true; made->operation_count < count; made->operation_count++) {
        good = renew_operation(renewal, made->operation_count);
        if (!good) {
            made->operation_count++;
            return false;
        }
    }
    return true;
}

/* The last operation's result; of a bare name or number, that. */
static void take_computed(const struct renewal *renewal) {
    struct definition *made = renewal->made;
    const struct operation *last = definition_last(made);

    definition_link(renewal->like, made);
    if (last != NULL) {
        made->computed = last->result;
        made->changed = last->changed;
    } else if (made->use_count > 0) {
        made->computed = made->uses[0]->value;
        use_changes(renewal->like->uses[0], made->uses[0], &made->changed);
    } else {
        made->computed = made->numbers[0];
    }
}

static bool owes(const struct definition *definition) {
    for (size_t i = 0; i < definition->operation_count; i++) {
        if (tensor_owed(definition->operations[i].result) != NULL) {
            return true;
        }
    }
    return tensor_owed(definition->value) != NULL;
}

/* Where LIKE cannot wait, what it is to be made from is computed first; it owes nothing then. */
static bool prepare(struct renewal *renewal, const struct notebook *notebook) {
    struct failure ignored = {0};

    renewal->lazy = notebook->lazy && debt_allowed(renewal->like);
    return renewal->lazy || tensors_owing() == 0 ||
           (!owes(renewal->like) && debt_settle(notebook, &ignored));
}

struct definition *renew(struct definition *like, const struct notebook *notebook) {
    struct failure ignored = {0};
    struct renewal renewal = {
        like, definition_create(like->name, like->tree, like->wording, &ignored), false};

    if (renewal.made == NULL) {
        return NULL;
    }
    if (!prepare(&renewal, notebook)) {
        definition_release(renewal.made);
        return NULL;
    }
    if (!renew_uses(&renewal, notebook) || !share_numbers(&renewal) ||
        !renew_operations(&renewal)) {
        definition_release(renewal.made);
        return NULL;
    }
    take_computed(&renewal);
    return renewal.made;
}
