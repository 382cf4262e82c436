/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/gradient.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "operators/call.h"

#include <stdint.h>
#include <string.h>

/* --- the definitions that L depends on ----------------------------------------------------------
 */

static size_t list_index(const struct gradient *gradient, const struct definition *definition) {
    size_t at = definition->place;
    return at < gradient->count && gradient->list[at] == definition ? at : SIZE_MAX;
}

static bool append_definition(struct gradient *gradient, const struct definition *definition,
                              struct failure *failure) {
    if (!memory_reserve(&gradient->list, &gradient->capacity, gradient->count + 1,
                        sizeof *gradient->list)) {
        return failure_memory(failure);
    }
    ((struct definition *)definition)->place = gradient->count;
    gradient->list[gradient->count++] = definition;
    return true;
}

/* A definition on the stack of the search, and how many of its uses have been visited. */
struct visit {
    const struct definition *definition;
    size_t seen;
};

/* Collects everything that START depends on, each definition after those it uses. Chains may be
 * long, so it has a stack of its own instead of recursion. */
static bool collect_definitions(struct gradient *gradient, const struct definition *start,
                                struct failure *failure) {
    struct visit *stack = NULL;
    size_t depth = 0, capacity = 0;
    const struct definition *next = start;
    bool good = true;
    while (good && (next != NULL || depth > 0)) {
        if (next != NULL) {
            good = memory_reserve(&stack, &capacity, depth + 1, sizeof *stack) ||
                   failure_memory(failure);
            if (good) {
                stack[depth++] = (struct visit){next, 0};
            }
            next = NULL;
        } else if (stack[depth - 1].seen < stack[depth - 1].definition->use_count) {
            next = stack[depth - 1].definition->uses[stack[depth - 1].seen++];
            next = list_index(gradient, next) == SIZE_MAX ? next : NULL;
        } else {
            good = append_definition(gradient, stack[--depth].definition, failure);
        }
    }
    memory_free(stack);
    return good;
}

/* --- the backward pass --------------------------------------------------------------------------
 */

struct walk {
    struct gradient *gradient;
    struct contributions *contributions; /* the uses to be recorded; may be NULL */
    struct failure *failure;

    /* The definition whose operations are being visited. */
    const struct definition *definition;
    struct tensor **results; /* the gradient's, from its first operation on */
    const bool *passes;
};

/* Returns a tensor of SHAPE with arbitrary content; the caller releases it. An update makes the
 * same tensors in the same order, so it takes them from the pool. */
static struct tensor *make_share(const struct walk *walk, const struct shape *shape) {
    struct gradient *gradient = walk->gradient;
    struct tensor *room;
    if (gradient->pool_next == gradient->pool_count) {
        if (!memory_reserve(&gradient->pool, &gradient->pool_capacity, gradient->pool_count + 1,
                            sizeof *gradient->pool)) {
            failure_memory(walk->failure);
            return NULL;
        }
        room = tensor_room(shape, walk->failure);
        if (room == NULL) {
            return NULL;
        }
        gradient->pool[gradient->pool_count++] = room;
    }
    return tensor_retain(gradient->pool[gradient->pool_next++]);
}

static struct tensor *make_zeros(const struct walk *walk, const struct shape *shape) {
    struct tensor *made = make_share(walk, shape);
    if (made != NULL) {
        memset(made->cells, 0, shape_cells(shape) * sizeof *made->cells);
    }
    return made;
}

static struct tensor *make_number(const struct walk *walk, double number) {
    static const struct shape lone = {.axes = 2, .size = {1, 1, 1, 1}};
    struct tensor *made = make_share(walk, &lone);
    if (made != NULL) {
        made->cells[0] = number;
    }
    return made;
}

static struct tensor *make_copy(const struct walk *walk, const struct tensor *tensor) {
    struct tensor *made = make_share(walk, &tensor->shape);
    if (made != NULL) {
        memcpy(made->cells, tensor->cells, shape_cells(&tensor->shape) * sizeof *made->cells);
    }
    return made;
}

static bool origin_needed(const struct walk *walk, const struct origin *origin) {
    if (origin->definition != NULL) {
        return walk->gradient->needed[list_index(walk->gradient, origin->definition)];
    }
    return origin->operation != ORIGIN_NONE && walk->passes[origin->operation];
}

static bool is_differentiable(const struct operation *operation, int argument) {
    enum parameter_kind kind = operation->call.op->parameters[argument].kind;
    return kind == PARAMETER_VALUE || kind == PARAMETER_NUMBER;
}

static bool operation_passes(const struct walk *walk, const struct operation *operation) {
    size_t cells = operation->cells ? shape_cells(&operation->result->shape) : 0;
    int count = (int)operator_parameter_count(operation->call.op);
    for (size_t i = 0; i < cells; i++) {
        if (origin_needed(walk, &operation->cells[i])) {
            return true;
        }
    }
    for (size_t i = 0; operation->values && i < operation->call.value_count; i++) {
        if (origin_needed(walk, &operation->values[i])) {
            return true;
        }
    }
    /* The value of rows(…) and the like depends on no cell: no derivative passes through it. */
    count = operation->call.op->differentiate || operation->call.op->origin ? count : 0;
    for (int i = 0; i < count; i++) {
        if (is_differentiable(operation, i) && origin_needed(walk, &operation->origin[i])) {
            return true;
        }
    }
    return false;
}

/* --- recording a use ----------------------------------------------------------------------------
 */

/* A contribution on its way from an operation (SIZE_MAX: a bare name) back to one of its
 * operands. */
struct share {
    size_t operation;
    int argument; /* ORIGIN_NONE: its terms cannot be listed by cell */
    struct origin to;
    struct tensor *tensor;
};

/* Finds how fast each cell of the result moves with cell AT of the argument: what that cell
 * receives when this one cell's upstream gradient is 1. */
static bool find_terms(const struct walk *walk, const struct share *share, size_t at,
                       struct contribution *contribution) {
    const struct operation *operation = &walk->definition->operations[share->operation];
    const struct tensor *upstream = walk->results[share->operation];
    struct tensor *one = tensor_create(&operation->result->shape, walk->failure);
    struct tensor *slope = tensor_create(&share->tensor->shape, walk->failure);
    struct tensor *gradient[CALL_ARGUMENTS] = {NULL};
    bool good = one != NULL && slope != NULL;
    gradient[share->argument] = slope;
    for (size_t i = 0; good && i < shape_cells(&one->shape); i++) {
        memset(slope->cells, 0, shape_cells(&slope->shape) * sizeof *slope->cells);
        one->cells[i] = 1;
        good =
            checkpoint(shape_cells(&slope->shape), walk->failure) &&
            call_differentiate(&operation->call, operation->result, one, gradient, walk->failure) &&
            (memory_reserve(&contribution->terms, &contribution->capacity, contribution->count + 1,
                            sizeof *contribution->terms) ||
             failure_memory(walk->failure));
        one->cells[i] = 0;
        if (good && slope->cells[at] != 0 && upstream->cells[i] != 0) {
            contribution->terms[contribution->count++] =
                (struct contribution_term){i, upstream->cells[i], slope->cells[at]};
        }
    }
    tensor_release(one);
    tensor_release(slope);
    return good;
}

static double sum_terms(const struct contribution *contribution) {
    double sum = 0;
    for (size_t i = 0; i < contribution->count; i++) {
        double product = contribution->terms[i].upstream * contribution->terms[i].slope;

        sum = i == 0 ? product : sum + product;
    }
    return sum;
}

static bool tell_use(const struct walk *walk, const struct share *share) {
    struct contributions *contributions = walk->contributions;
    if (contributions == NULL || share->to.definition != contributions->of) {
        return true;
    }
    if (!memory_reserve(&contributions->list, &contributions->capacity, contributions->count + 1,
                        sizeof *contributions->list)) {
        return failure_memory(walk->failure);
    }
    struct contribution *contribution = &contributions->list[contributions->count++];
    *contribution = (struct contribution){.through = walk->definition,
                                          .operation = share->operation,
                                          .share = share->tensor->cells[contributions->cell]};
    contributions->total = contributions->count == 1 ? contribution->share
                                                     : contributions->total + contribution->share;
    if (share->argument != ORIGIN_NONE &&
        shape_cells(&walk->results[share->operation]->shape) <= CONTRIBUTION_CELLS &&
        !find_terms(walk, share, contributions->cell, contribution)) {
        return false;
    }
    contribution->exact =
        contribution->count > 0 && number_same(sum_terms(contribution), contribution->share);
    return true;
}

/* --- passing gradients back ---------------------------------------------------------------------
 */

/* Adds SHARE to the gradient so far and takes ownership of its tensor. */
static bool add_to_gradient(const struct walk *walk, const struct share *share) {
    struct tensor **place =
        share->to.definition != NULL
            ? &walk->gradient->by[list_index(walk->gradient, share->to.definition)]
            : &walk->results[share->to.operation];
    if (!tell_use(walk, share)) {
        tensor_release(share->tensor);
        return false;
    }
    if (*place == NULL) {
        *place = share->tensor;
        return true;
    }
    size_t cells = shape_cells(&share->tensor->shape);
    for (size_t i = 0; i < cells; i++) {
        (*place)->cells[i] += share->tensor->cells[i];
    }
    tensor_release(share->tensor);
    return true;
}

/* Passes a gradient to each cell of a written matrix, which is an expression of its own. */
static bool pass_to_cells(const struct walk *walk, size_t index) {
    const struct operation *operation = &walk->definition->operations[index];
    for (size_t i = 0; i < shape_cells(&operation->result->shape); i++) {
        struct share share = {index, ORIGIN_NONE, operation->cells[i], NULL};

        if (!origin_needed(walk, &share.to)) {
            continue;
        }
        share.tensor = make_number(walk, walk->results[index]->cells[i]);
        if (share.tensor == NULL || !add_to_gradient(walk, &share)) {
            return false;
        }
    }
    return true;
}

/* Passes to each value of a stack its own part of the gradient. */
static bool pass_to_values(const struct walk *walk, size_t index) {
    const struct operation *operation = &walk->definition->operations[index];
    for (size_t i = 0; i < operation->call.value_count; i++) {
        const struct shape *shape = &operation->call.values[i]->shape;
        struct share share = {index, ORIGIN_NONE, operation->values[i], NULL};

        if (!origin_needed(walk, &share.to)) {
            continue;
        }
        share.tensor = make_share(walk, shape);
        if (share.tensor == NULL) {
            return false;
        }
        memcpy(share.tensor->cells, walk->results[index]->cells + i * shape_cells(shape),
               shape_cells(shape) * sizeof *share.tensor->cells);
        if (!add_to_gradient(walk, &share)) {
            return false;
        }
    }
    return true;
}

/* Makes room for the gradient of each operand that needs one. */
static bool make_operand_gradients(const struct walk *walk, const struct operation *operation,
                                   struct tensor *gradient[CALL_ARGUMENTS]) {
    int count = (int)operator_parameter_count(operation->call.op);
    for (int i = 0; i < count; i++) {
        const struct tensor *value = operation->call.argument[i].value;

        if (!is_differentiable(operation, i) || !origin_needed(walk, &operation->origin[i])) {
            continue;
        }
        gradient[i] = value == NULL ? make_number(walk, 0) : make_zeros(walk, &value->shape);
        if (gradient[i] == NULL) {
            return false;
        }
    }
    return true;
}

static bool pass_to_operands(const struct walk *walk, size_t index) {
    const struct operation *operation = &walk->definition->operations[index];
    struct tensor *gradient[CALL_ARGUMENTS] = {NULL};
    if (operation->cells != NULL || operation->values != NULL) {
        return operation->cells != NULL ? pass_to_cells(walk, index) : pass_to_values(walk, index);
    }
    bool good = make_operand_gradients(walk, operation, gradient) &&
                call_differentiate(&operation->call, operation->result, walk->results[index],
                                   gradient, walk->failure);
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        if (gradient[i] != NULL && good) {
            good =
                add_to_gradient(walk, &(struct share){index, i, operation->origin[i], gradient[i]});
        } else {
            tensor_release(gradient[i]);
        }
    }
    return good;
}

/* B = A: passes the whole gradient of B on to A. */
static bool pass_to_name(const struct walk *walk, const struct tensor *upstream) {
    struct share share = {SIZE_MAX, ORIGIN_NONE, {walk->definition->uses[0], ORIGIN_NONE}, NULL};
    if (!origin_needed(walk, &share.to)) {
        return true;
    }
    share.tensor = make_copy(walk, upstream);
    return share.tensor != NULL && add_to_gradient(walk, &share);
}

/* Starts on the definition at INDEX. */
static void enter_definition(struct walk *walk, size_t index) {
    walk->definition = walk->gradient->list[index];
    walk->results = walk->gradient->results + walk->gradient->starts[index];
    walk->passes = walk->gradient->passes + walk->gradient->starts[index];
}

/* Visits the operations from the one at LAST back; UPSTREAM, whose ownership it takes, is the
 * gradient of that operation's result. */
static bool walk_operations(const struct walk *walk, size_t last, struct tensor *upstream) {
    bool good = true;
    walk->results[last] = upstream;
    for (size_t i = last + 1; i-- > 0;) {
        good = good && (walk->results[i] == NULL || !walk->passes[i] || pass_to_operands(walk, i));
        tensor_release(walk->results[i]);
        walk->results[i] = NULL;
    }
    return good;
}

/* Passes the gradient of a definition's value on, except for its pinned cells. */
static bool walk_definition(struct walk *walk, size_t index) {
    const struct definition *definition = walk->gradient->list[index];
    const struct tensor *by = walk->gradient->by[index];
    if (by == NULL || definition->use_count == 0) {
        return true;
    }
    enter_definition(walk, index);
    struct tensor *upstream = definition->pins.count == 0 ? tensor_retain(walk->gradient->by[index])
                                                          : make_copy(walk, by);
    if (upstream == NULL) {
        return false;
    }
    for (size_t i = 0; i < definition->pins.count; i++) {
        upstream->cells[definition->pins.list[i].cell] = 0;
    }
    if (definition->operation_count > 0) {
        return walk_operations(walk, definition->operation_count - 1, upstream);
    }
    bool good = pass_to_name(walk, upstream);
    tensor_release(upstream);
    return good;
}

/* --- computing the gradient ---------------------------------------------------------------------
 */

static bool is_gradient_wanted(const struct gradient_wanted *wanted,
                               const struct definition *definition) {
    for (size_t i = 0; wanted != NULL && i < wanted->count; i++) {
        if (wanted->list[i] == definition) {
            return true;
        }
    }
    return wanted == NULL && definition->leaf && definition->text == NULL;
}

/* True when something needed depends on the gradient of the definition's value. */
static bool reaches_needed(const struct walk *walk) {
    const struct definition *definition = walk->definition;
    if (definition->operation_count > 0) {
        return walk->passes[definition->operation_count - 1];
    }
    return definition->use_count > 0 &&
           walk->gradient->needed[list_index(walk->gradient, definition->uses[0])];
}

static void mark_needed_values(struct walk *walk, const struct gradient_wanted *wanted) {
    struct gradient *gradient = walk->gradient;
    for (size_t i = 0; i < gradient->count; i++) {
        const struct definition *definition = gradient->list[i];

        enter_definition(walk, i);
        for (size_t j = 0; j < definition->operation_count; j++) {
            gradient->passes[gradient->starts[i] + j] =
                operation_passes(walk, &definition->operations[j]);
        }
        gradient->needed[i] = is_gradient_wanted(wanted, definition) || reaches_needed(walk);
    }
}

/* Starts with dL/dL = 1 and goes back from there. */
static bool walk_back(struct walk *walk, const struct gradient_source *loss) {
    struct gradient *gradient = walk->gradient;
    size_t at = gradient->count - 1;
    struct tensor *one = make_number(walk, 1);
    bool good = one != NULL;
    if (good && loss->operation != SIZE_MAX) {
        enter_definition(walk, at);
        good = walk_operations(walk, loss->operation, one);
        at--;
    } else {
        gradient->by[at] = one;
    }
    for (size_t i = at + 1; good && i-- > 0;) {
        good = walk_definition(walk, i);
    }
    return good;
}

static bool check_loss_size(const struct gradient_source *loss, struct failure *failure) {
    const struct definition *definition = loss->definition;
    const struct tensor *value = loss->operation == SIZE_MAX
                                     ? definition->value
                                     : definition->operations[loss->operation].result;
    char sizes[64];
    if (shape_is_number(&value->shape)) {
        return true;
    }
    return failure_set(
        failure, "%s is %s; a gradient is taken of one number, such as a loss or a mean(…)",
        definition->name[0] ? definition->name : "this", shape_text(&value->shape, sizes));
}

/* Allocates the lists by definition and by operation. */
static bool make_lists(struct gradient *gradient, struct failure *failure) {
    size_t operations = 0;
    gradient->starts = memory_allocate(gradient->count, sizeof *gradient->starts);
    for (size_t i = 0; gradient->starts != NULL && i < gradient->count; i++) {
        gradient->starts[i] = operations;
        operations += gradient->list[i]->operation_count;
    }
    gradient->by = memory_allocate(gradient->count, sizeof *gradient->by);
    gradient->needed = memory_allocate(gradient->count, sizeof *gradient->needed);
    gradient->passes = memory_allocate(operations, sizeof *gradient->passes);
    gradient->results = memory_allocate(operations, sizeof *gradient->results);
    return (gradient->starts && gradient->by && gradient->needed && gradient->passes &&
            gradient->results) ||
           failure_memory(failure);
}

static bool compute_gradient(struct walk *walk, const struct gradient_source *loss,
                             const struct gradient_wanted *wanted) {
    if (!check_loss_size(loss, walk->failure) ||
        !collect_definitions(walk->gradient, loss->definition, walk->failure) ||
        !make_lists(walk->gradient, walk->failure)) {
        return false;
    }
    mark_needed_values(walk, wanted);
    return walk_back(walk, loss);
}

bool gradient_make(struct gradient *gradient, const struct gradient_source *loss,
                   const struct gradient_wanted *wanted, struct failure *failure) {
    struct walk walk = {.gradient = gradient, .failure = failure};
    *gradient = (struct gradient){0};
    if (compute_gradient(&walk, loss, wanted)) {
        return true;
    }
    gradient_release(gradient);
    return false;
}

static void forget_shares(struct gradient *gradient) {
    for (size_t i = 0; gradient->by != NULL && i < gradient->count; i++) {
        tensor_release(gradient->by[i]);
        gradient->by[i] = NULL;
    }
}

bool gradient_update(struct gradient *gradient, const struct gradient_source *loss,
                     struct failure *failure) {
    struct walk walk = {.gradient = gradient, .failure = failure};
    forget_shares(gradient);
    gradient->pool_next = 0;
    for (size_t i = 0; i < gradient->count; i++) {
        ((struct definition *)gradient->list[i])->place = i; /* another walk may have changed it */
    }
    return walk_back(&walk, loss);
}

void gradient_release(struct gradient *gradient) {
    forget_shares(gradient);
    for (size_t i = 0; i < gradient->pool_count; i++) {
        tensor_release(gradient->pool[i]);
    }
    memory_free(gradient->pool);
    memory_free(gradient->results);
    memory_free(gradient->passes);
    memory_free(gradient->needed);
    memory_free(gradient->starts);
    memory_free(gradient->by);
    memory_free(gradient->list);
    *gradient = (struct gradient){0};
}

const struct tensor *gradient_by(const struct gradient *gradient,
                                 const struct definition *definition) {
    size_t at = list_index(gradient, definition);
    return at == SIZE_MAX ? NULL : gradient->by[at];
}

bool gradient_contributions(struct contributions *contributions, const struct gradient_source *loss,
                            const struct definition *of, size_t cell, struct failure *failure) {
    struct gradient gradient = {0};
    struct walk walk = {.gradient = &gradient, .contributions = contributions, .failure = failure};
    *contributions = (struct contributions){.of = of, .cell = cell};
    bool good = compute_gradient(&walk, loss, &(struct gradient_wanted){&of, 1});
    if (good && loss->operation == SIZE_MAX && loss->definition == of) {
        contributions->total = 1;
    }
    gradient_release(&gradient);
    if (!good) {
        contributions_release(contributions);
    }
    return good;
}

void contributions_release(struct contributions *contributions) {
    for (size_t i = 0; i < contributions->count; i++) {
        memory_free(contributions->list[i].terms);
    }
    memory_free(contributions->list);
    *contributions = (struct contributions){0};
}

/* --- contributions as steps ---------------------------------------------------------------------
 */

/* Appends one use: Σ upstream · slope. STAGED: its terms and totals are marked as a ledger's. */
static long contribution_steps(const struct contribution *contribution, bool staged,
                               struct steps *steps) {
    long total = STEP_NONE;
    if (!contribution->exact) {
        return steps_number(steps, contribution->share, "what comes back");
    }
    for (size_t i = 0; i < contribution->count; i++) {
        long upstream = steps_number(steps, contribution->terms[i].upstream, "of what follows");
        long slope = steps_number(steps, contribution->terms[i].slope, "slope");
        long term = steps_apply(steps, &scalar_multiply, upstream, slope);

        steps_stage(steps, term, staged ? STAGE_TERM : NULL, i);
        total = i == 0 ? term : steps_apply(steps, &scalar_add, total, term);
        if (i > 0) {
            steps_stage(steps, total, staged ? STAGE_TOTAL : NULL, i);
        }
    }
    return total;
}

/* Lists the contributions as scalar steps: replaying them gives the total bit for bit. */
static void contributions_steps(const struct contributions *contributions, struct steps *steps) {
    bool several = contributions->count > 1;
    long total = STEP_NONE;
    steps->form = several || (contributions->count == 1 && contributions->list[0].exact)
                      ? STEPS_LEDGER
                      : STEPS_NUMBER;
    if (contributions->count == 0) {
        steps_number(steps, contributions->total, "nothing depends on it");
    }
    for (size_t i = 0; i < contributions->count; i++) {
        long share = contribution_steps(&contributions->list[i], !several, steps);

        if (several) {
            steps_stage(steps, share, STAGE_TERM, i);
            total = i == 0 ? share
                           : steps_stage(steps, steps_apply(steps, &scalar_add, total, share),
                                         STAGE_TOTAL, i);
        }
    }
}

/* --- gradients inside formulas ------------------------------------------------------------------
 */

/* The definition that an operation belongs to, and where its arguments came from. */
struct site {
    struct graph graph;
    const struct definition *made;
    struct origin origin[CALL_ARGUMENTS];
};

static struct gradient_source graph_loss(const struct site *site) {
    const struct origin *origin = &site->origin[0];
    if (origin->definition != NULL) {
        return (struct gradient_source){origin->definition, SIZE_MAX};
    }
    return (struct gradient_source){site->made, (size_t)origin->operation};
}

static bool graph_derivative(const void *context, const struct call *call, struct tensor *result,
                             struct failure *failure) {
    const struct site *site = context;
    struct gradient_source loss = graph_loss(site);
    struct gradient_wanted wanted = {&site->origin[1].definition, 1};
    struct gradient gradient;
    if (site->origin[1].definition == NULL) {
        return call_refuse(call, failure, "the second has to be the name of a value, such as W_q");
    }
    if (site->origin[0].definition == NULL && site->origin[0].operation == ORIGIN_NONE) {
        return true;
    }
    if (!gradient_make(&gradient, &loss, &wanted, failure)) {
        return false;
    }
    const struct tensor *found = gradient_by(&gradient, site->origin[1].definition);
    if (found != NULL) {
        memcpy(result->cells, found->cells, shape_cells(&found->shape) * sizeof *found->cells);
    }
    gradient_release(&gradient);
    return true;
}

static void graph_steps(const void *context, size_t cell, struct steps *steps) {
    const struct site *site = context;
    struct gradient_source loss = graph_loss(site);
    struct contributions contributions = {0};
    struct failure failure = {0};
    if (site->origin[0].definition == NULL && site->origin[0].operation == ORIGIN_NONE) {
        contributions_steps(&contributions, steps);
        return;
    }
    if (!gradient_contributions(&contributions, &loss, site->origin[1].definition, cell,
                                &failure)) {
        steps->failed = true;
        return;
    }
    contributions_steps(&contributions, steps);
    contributions_release(&contributions);
}

const struct graph *gradient_graph(struct definition *made, const struct origin *origin) {
    struct site *site = arena_allocate(&made->arena, 1, sizeof *site);

    if (site == NULL) {
        return NULL;
    }
    site->graph = (struct graph){graph_derivative, graph_steps, site};
    site->made = made;
    memcpy(site->origin, origin, sizeof site->origin);
    return &site->graph;
}
