#include "notebook/debt.h"

#include "base/memory.h"

#include <stdint.h>

/* A result of 181×181 is computed in well under a millisecond. */
static size_t least = (size_t)1 << 15;

void debt_from(size_t cells) {
    least = cells;
}

size_t debt_least(void) {
    return least;
}

static bool is_written(const struct origin *origin) {
    return origin->definition == NULL && origin->operation == ORIGIN_NONE;
}

/* Whether OPERATION is of nothing but what is written. */
static bool is_fixed(const struct operation *operation) {
    size_t cells = operation->cells ? shape_cells(&operation->call.shape) : 0;
    bool fixed = true;

    for (size_t i = 0; i < operator_parameter_count(operation->call.operator); i++) {
        fixed = fixed && is_written(&operation->origin[i]);
    }
    for (size_t i = 0; fixed && i < cells; i++) {
        fixed = is_written(&operation->cells[i]);
    }
    return fixed;
}

static bool can_wait(const struct definition *definition, const struct operation *operation) {
    const struct operator* row = operation->call.operator;

    if (row->needs == NULL || row->of_graph || operation->cells != NULL) {
        return is_fixed(operation);
    }
    for (size_t i = 0; i < operator_parameter_count(row); i++) {
        const struct origin *origin = &operation->origin[i];

        if (row->parameters[i].kind != PARAMETER_VALUE && !is_written(origin) &&
            (origin->definition != NULL || !is_fixed(&definition->operations[origin->operation]))) {
            return false;
        }
    }
    return true;
}

bool debt_allowed(const struct definition *definition) {
    for (size_t i = 0; i < definition->operation_count; i++) {
        if (!can_wait(definition, &definition->operations[i])) {
            return false;
        }
    }
    return true;
}

/* --- one definition ------------------------------------------------------------------------------
 */

/* Calls VISIT with each part of what RESULT owes in REGION that is to be computed, until one fails.
 */
static bool each_fresh(const struct tensor *result, const struct region *region,
                       bool (*visit)(void *context, const struct region *part), void *context) {
    const struct debt *debt = result->debt;
    const struct regions *fresh = debt == NULL ? NULL : debt->base ? &debt->fresh : &debt->owed;

    for (size_t i = 0; debt != NULL && i < debt->owed.count; i++) {
        struct region owed, part;

        if (!region_meet(&debt->owed.list[i], region, &owed)) {
            continue;
        }
        for (size_t k = 0; k < fresh->count; k++) {
            if (region_meet(&fresh->list[k], &owed, &part) && !visit(context, &part)) {
                return false;
            }
        }
    }
    return true;
}

struct payment {
    struct operation *operation;
    struct failure *failure;
};

static bool compute_part(void *context, const struct region *part) {
    const struct payment *payment = context;
    struct call call = payment->operation->call;

    call.region = *part;
    return call.operator->compute(&call, payment->operation->result, payment->failure);
}

static void copy_parts(struct tensor *result, const struct region *region) {
    const struct debt *debt = result->debt;

    for (size_t i = 0; i < debt->owed.count; i++) {
        struct region part;

        if (region_meet(&debt->owed.list[i], region, &part)) {
            tensor_copy_region(result, debt->base, &part);
        }
    }
}

/* Computes what OPERATION owes of REGION; its operands have what that needs. */
static bool pay_operation(struct operation *operation, const struct region *region,
                          struct failure *failure) {
    struct tensor *result = operation->result;
    struct payment payment = {operation, failure};

    if (result->debt != NULL && result->debt->base != NULL) {
        copy_parts(result, region);
    }
    if (!each_fresh(result, region, compute_part, &payment)) {
        return false;
    }
    tensor_pay(result, region);
    return true;
}

static bool owes_of(const struct tensor *tensor, const struct region *region) {
    const struct regions *owed = tensor_owed(tensor);
    struct region both;
    bool owes = false;

    for (size_t i = 0; owed != NULL && i < owed->count; i++) {
        owes |= region_meet(&owed->list[i], region, &both);
    }
    return owes;
}

static void lay_over(struct definition *definition, const struct region *region) {
    const struct overlays *overlays = definition->leaf ? &definition->edits : &definition->pins;
    struct tensor *value = definition->value;

    for (size_t i = 0; i < value->debt->owed.count; i++) {
        struct region both;

        if (region_meet(&value->debt->owed.list[i], region, &both)) {
            tensor_copy_region(value, definition->computed, &both);
        }
    }
    for (size_t i = 0; i < overlays->count; i++) {
        value->cells[overlays->list[i].cell] = overlays->list[i].number;
    }
    tensor_pay(value, region);
}

/* The value under edits and pins, where what it is computed from is there. What is left to be owed
 * is not told in so many regions after some single cells: then it is all copied. */
static void pay_value(struct definition *definition, const struct region *region) {
    struct tensor *value = definition->value;
    struct region all = region_all(&value->shape);

    if (value == definition->computed || value->debt == NULL) {
        return;
    }
    lay_over(definition, region);
    if (owes_of(value, region) && definition->computed->debt == NULL) {
        lay_over(definition, &all);
    }
}

/* --- all of it -----------------------------------------------------------------------------------
 */

static bool settle_definition(struct definition *definition, struct failure *failure) {
    for (size_t i = 0; i < definition->operation_count; i++) {
        struct operation *operation = &definition->operations[i];
        struct region all = region_all(&operation->result->shape);

        if (tensor_owed(operation->result) != NULL && !pay_operation(operation, &all, failure)) {
            return false;
        }
    }
    if (tensor_owed(definition->value) != NULL) {
        struct region all = region_all(&definition->value->shape);

        pay_value(definition, &all);
    }
    return true;
}

bool debt_settle(const struct notebook *notebook, struct failure *failure) {
    for (size_t i = 0; tensors_owing() > 0 && i < notebook->count; i++) {
        if (!settle_definition(notebook->list[i], failure)) {
            return false;
        }
    }
    return true;
}

/* The first that owes something, and before it nothing does; NULL: none. */
static struct operation *first_owing(struct definition *definition) {
    for (size_t i = 0; i < definition->operation_count; i++) {
        if (tensor_owed(definition->operations[i].result) != NULL) {
            return &definition->operations[i];
        }
    }
    return NULL;
}

/* The first part of REGION along its first axis with more than one position, of about CELLS. */
static struct region part_of(const struct region *region, size_t cells) {
    struct region part = *region;
    size_t axis = 0, count, most;

    while (axis + 1 < AXIS_COUNT && region->end[axis] - region->first[axis] == 1) {
        axis++;
    }
    count = region->end[axis] - region->first[axis];
    most = count * cells / region_cells(region);
    part.end[axis] = part.first[axis] + (most < 1 ? 1 : most < count ? most : count);
    return part;
}

/* PART, and what is computed with it anyhow: of a column's shares all. */
static void round_part(const struct operation *operation, struct region *part) {
    const struct operator* row = operation->call.operator;
    struct region around;

    if (row->parameters[0].kind == PARAMETER_VALUE && operation->call.argument[0].value != NULL) {
        around = row->needs(&operation->call, 0, part);
        around = region_empty(&around) ? around : row->reach(&operation->call, 0, &around);
        if (!region_empty(&around)) {
            region_surround(part, &around);
        }
    }
}

bool debt_settle_some(const struct notebook *notebook, size_t cells, bool *done,
                      struct failure *failure) {
    *done = tensors_owing() == 0;
    for (size_t i = 0; !*done && i < notebook->count; i++) {
        struct operation *owing = first_owing(notebook->list[i]);

        if (owing != NULL) {
            struct region part = part_of(&tensor_owed(owing->result)->list[0], cells);

            round_part(owing, &part);
            return pay_operation(owing, &part, failure);
        }
        if (!settle_definition(notebook->list[i], failure)) { /* its value, at most */
            return false;
        }
    }
    *done = true;
    return true;
}

/* --- some of it ----------------------------------------------------------------------------------
 */

/* What is wanted of each definition up to one of them, by position. */
struct wants {
    const struct notebook *notebook;
    struct regions *list;
    const struct operation *operands; /* what it is made from is to be looked at, too; NULL: none */
    struct failure *failure;
};

static void add_wants(struct regions *to, const struct regions *more) {
    for (size_t i = 0; i < more->count; i++) {
        regions_add(to, &more->list[i]);
    }
}

/* What is needed of one argument. */
struct need {
    const struct operation *operation;
    int argument;
    struct regions regions;
};

static bool add_need(void *context, const struct region *part) {
    struct need *need = context;
    const struct call *call = &need->operation->call;
    struct region region;

    if (call->operator->needs == NULL) {
        region = region_all(&call->argument[need->argument].value->shape);
    } else {
        region = call->operator->needs(call, need->argument, part);
    }
    regions_add(&need->regions, &region);
    return true;
}

/* Hands what OPERATION needs on to where its arguments came from: OWN, one an operation of the same
 * definition, or the wants of others. */
static void pull_operation(const struct wants *wants, const struct operation *operation,
                           struct regions *own, const struct regions *wanted) {
    for (int i = 0; i < (int)operator_parameter_count(operation->call.operator); i++) {
        const struct origin *origin = &operation->origin[i];
        struct need need = {.operation = operation, .argument = i};

        if (operation->call.argument[i].value == NULL || is_written(origin)) {
            continue;
        }
        for (size_t k = 0; k < wanted->count; k++) {
            if (wants->operands == operation) { /* all of it is looked at, too */
                add_need(&need, &wanted->list[k]);
            } else {
                each_fresh(operation->result, &wanted->list[k], add_need, &need);
            }
        }
        add_wants(origin->definition == NULL
                      ? &own[origin->operation]
                      : &wants->list[notebook_position(wants->notebook, origin->definition->name)],
                  &need.regions);
    }
}

/* Fills OWN, one an operation, with what is wanted of each for WANTED of DEFINITION's results, and
 * adds to the wants of what it uses. */
static void pull(const struct wants *wants, const struct definition *definition,
                 struct regions *own) {
    for (size_t i = definition->operation_count; i-- > 0;) {
        const struct operation *operation = &definition->operations[i];

        if (own[i].count > 0 &&
            (tensor_owed(operation->result) != NULL || wants->operands == operation)) {
            struct regions wanted = own[i];

            pull_operation(wants, operation, own, &wanted);
        }
    }
}

/* OWN with what is wanted of DEFINITION's value. */
static void want_value(const struct wants *wants, const struct definition *definition,
                       const struct regions *wanted, struct regions *own) {
    if (definition->operation_count > 0) {
        add_wants(&own[definition->operation_count - 1], wanted);
    } else if (definition->use_count > 0) {
        add_wants(&wants->list[notebook_position(wants->notebook, definition->uses[0]->name)],
                  wanted);
    }
}

static bool pay_wants(struct definition *definition, const struct regions *own,
                      const struct regions *value, struct failure *failure) {
    for (size_t i = 0; i < definition->operation_count; i++) {
        for (size_t k = 0; k < own[i].count; k++) {
            if (!pay_operation(&definition->operations[i], &own[i].list[k], failure)) {
                return false;
            }
        }
    }
    for (size_t k = 0; k < value->count; k++) {
        pay_value(definition, &value->list[k]);
    }
    return true;
}

/* What is wanted of one definition: of its value, and of operation FIRST (SIZE_MAX: none) what ALSO
 * says. */
struct order {
    struct definition *definition;
    const struct regions *value;
    size_t operation;
    const struct region *also;
};

/* PAY: computes it; else it is only handed on to what it is made from. */
static bool follow_order(const struct wants *wants, const struct order *order, bool pay) {
    size_t count = order->definition->operation_count;
    struct regions *own = memory_allocate(count + 1, sizeof *own);
    bool good = own != NULL || failure_memory(wants->failure);

    if (good) {
        want_value(wants, order->definition, order->value, own);
        if (order->operation < count) {
            regions_add(&own[order->operation], order->also);
        }
        pull(wants, order->definition, own);
        good = !pay || pay_wants(order->definition, own, order->value, wants->failure);
    }
    memory_free(own);
    return good;
}

/* From the one that is wanted back to the first, then forth again. */
static bool follow_wants(const struct wants *wants, size_t last, size_t operation,
                         const struct region *region) {
    bool good = true;

    for (size_t pass = 0; good && pass < 2; pass++) {
        for (size_t k = 0; good && k <= last; k++) {
            size_t at = pass == 0 ? last - k : k;
            struct order order = {wants->notebook->list[at], &wants->list[at],
                                  at == last ? operation : SIZE_MAX, region};

            if (wants->list[at].count > 0 || order.operation != SIZE_MAX) {
                good = follow_order(wants, &order, pass == 1);
            }
        }
    }
    return good;
}

/* A result: of operation OPERATION, SIZE_MAX: the value. */
struct result {
    const struct definition *definition;
    size_t operation;
};

/* With the OPERANDS of what is wanted. */
static bool want(const struct notebook *notebook, const struct result *place,
                 const struct region *region, bool operands, struct failure *failure) {
    const struct definition *definition = place->definition;
    size_t last = notebook_position(notebook, definition->name);
    size_t operation = place->operation, count = definition->operation_count;
    struct wants wants = {.notebook = notebook, .failure = failure};
    bool good;

    if (tensors_owing() == 0 || last == notebook->count) {
        return true;
    }
    wants.list = memory_allocate(last + 1, sizeof *wants.list);
    if (wants.list == NULL) {
        return failure_memory(failure);
    }
    if (operation >= count) {
        operation = SIZE_MAX;
        regions_add(&wants.list[last], region);
    }
    if (operands && count > 0) {
        wants.operands = &definition->operations[operation == SIZE_MAX ? count - 1 : operation];
    }
    good = follow_wants(&wants, last, operation, region);
    memory_free(wants.list);
    return good;
}

bool debt_want(const struct notebook *notebook, const struct definition *definition,
               size_t operation, const struct region *region, struct failure *failure) {
    return want(notebook, &(struct result){definition, operation}, region, false, failure);
}

bool debt_want_explained(const struct notebook *notebook, const struct definition *definition,
                         size_t operation, size_t cell, struct failure *failure) {
    const struct tensor *value = operation < definition->operation_count
                                     ? definition->operations[operation].result
                                     : definition->value;
    struct region region = region_cell(&value->shape, cell);

    return want(notebook, &(struct result){definition, operation}, &region, true, failure);
}
