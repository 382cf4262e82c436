/* A gradient as scalar steps, and as the value of an operator: grad(L, W_q). */
#include "notebook/gradient.h"

#include "base/failure.h"
#include "operators/call.h"

#include <stdint.h>
#include <string.h>

/* --- as steps ------------------------------------------------------------------------------------
 */

/* One use: Σ upstream · slope. STAGED: its terms are the ledger's. */
static long flow_steps(const struct flow *flow, bool staged, struct steps *steps) {
    long total = STEP_NONE;

    if (!flow->exact) {
        return steps_number(steps, flow->share, "what comes back");
    }
    for (size_t i = 0; i < flow->count; i++) {
        long upstream = steps_number(steps, flow->terms[i].upstream, "of what follows");
        long slope = steps_number(steps, flow->terms[i].slope, "slope");
        long term = steps_apply(steps, &scalar_multiply, upstream, slope);

        steps_stage(steps, term, staged ? STAGE_TERM : NULL, i);
        total = i == 0 ? term : steps_apply(steps, &scalar_add, total, term);
        if (i > 0) {
            steps_stage(steps, total, staged ? STAGE_TOTAL : NULL, i);
        }
    }
    return total;
}

void flows_steps(const struct flows *flows, struct steps *steps) {
    bool several = flows->count > 1;
    long total = STEP_NONE;

    steps->form =
        several || (flows->count == 1 && flows->list[0].exact) ? STEPS_LEDGER : STEPS_NUMBER;
    if (flows->count == 0) {
        steps_number(steps, flows->total, "nothing hangs on it");
    }
    for (size_t i = 0; i < flows->count; i++) {
        long share = flow_steps(&flows->list[i], !several, steps);

        if (several) {
            steps_stage(steps, share, STAGE_TERM, i);
            total = i == 0 ? share
                           : steps_stage(steps, steps_apply(steps, &scalar_add, total, share),
                                         STAGE_TOTAL, i);
        }
    }
}

/* --- as an operator ------------------------------------------------------------------------------
 */

/* The definition an operation stands in, and where its arguments came from. */
struct standing {
    struct graph graph;
    const struct definition *made;
    struct origin origin[CALL_ARGUMENTS];
};

static struct gradient_source source_of(const struct standing *standing) {
    const struct origin *origin = &standing->origin[0];

    if (origin->definition != NULL) {
        return (struct gradient_source){origin->definition, SIZE_MAX};
    }
    return (struct gradient_source){standing->made, (size_t)origin->operation};
}

static bool graph_derivative(const void *context, const struct call *call, struct tensor *result,
                             struct failure *failure) {
    const struct standing *standing = context;
    struct gradient_source loss = source_of(standing);
    struct gradient_wanted wanted = {&standing->origin[1].definition, 1};
    struct gradient gradient;
    const struct tensor *found;

    if (standing->origin[1].definition == NULL) {
        return call_refuse(call, failure, "the second is to be the name of a value, such as W_q");
    }
    if (standing->origin[0].definition == NULL && standing->origin[0].operation == ORIGIN_NONE) {
        return true;
    }
    if (!gradient_make(&gradient, &loss, &wanted, failure)) {
        return false;
    }
    found = gradient_by(&gradient, standing->origin[1].definition);
    if (found != NULL) {
        memcpy(result->cells, found->cells, shape_cells(&found->shape) * sizeof *found->cells);
    }
    gradient_release(&gradient);
    return true;
}

static void graph_flow(const void *context, size_t cell, struct steps *steps) {
    const struct standing *standing = context;
    struct gradient_source loss = source_of(standing);
    struct flows flows = {0};
    struct failure failure = {0};

    if (standing->origin[0].definition == NULL && standing->origin[0].operation == ORIGIN_NONE) {
        flows_steps(&flows, steps);
        return;
    }
    if (!gradient_flows(&flows, &loss, standing->origin[1].definition, cell, &failure)) {
        steps->failed = true;
        return;
    }
    flows_steps(&flows, steps);
    flows_release(&flows);
}

const struct graph *gradient_graph(struct definition *made, const struct origin *origin) {
    struct standing *standing = arena_allocate(&made->arena, 1, sizeof *standing);

    if (standing == NULL) {
        return NULL;
    }
    standing->graph = (struct graph){graph_derivative, graph_flow, standing};
    standing->made = made;
    memcpy(standing->origin, origin, sizeof standing->origin);
    return &standing->graph;
}
