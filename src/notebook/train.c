/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "notebook/train.h"

#include "base/checkpoint.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "language/reader.h"
#include "notebook/evaluate.h"
#include "notebook/gradient.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double decay_first = 0.9, decay_second = 0.999, epsilon = 1e-8;

/* --- creating and freeing a training ------------------------------------------------------------
 */

static bool copy_names(struct training *training, const struct training_plan *plan) {
    training->loss = memory_text(plan->loss.name, strlen(plan->loss.name));
    training->names = memory_allocate(plan->count, sizeof *training->names);
    training->spans = memory_allocate(plan->count, sizeof *training->spans);
    if (training->loss == NULL || training->names == NULL || training->spans == NULL) {
        return false;
    }
    training->count = plan->count;
    for (size_t i = 0; i < plan->count; i++) {
        training->spans[i] = plan->names[i].span;
        training->names[i] = memory_text(plan->names[i].name, strlen(plan->names[i].name));
        if (training->names[i] == NULL) {
            return false;
        }
    }
    return true;
}

struct training *training_create(const struct training_plan *plan, struct failure *failure) {
    struct training *training = memory_allocate(1, sizeof *training);

    if (training == NULL) {
        failure_memory(failure);
        return NULL;
    }
    training->references = 1;
    training->loss_span = plan->loss.span;
    training->options = plan->options;
    training->formula = plan->formula == NULL ? NULL : tree_retain(plan->formula);
    if (!copy_names(training, plan)) {
        training_release(training);
        failure_memory(failure);
        return NULL;
    }
    return training;
}

struct training *training_retain(struct training *training) {
    training->references++;
    return training;
}

static void trees_release(struct tree **trees, size_t count) {
    for (size_t i = 0; trees != NULL && i < count; i++) {
        tree_release(trees[i]);
    }
    memory_free(trees);
}

void training_release(struct training *training) {
    if (training == NULL || --training->references > 0) {
        return;
    }
    for (size_t i = 0; i < training->count; i++) {
        memory_free(training->names[i]);
    }
    trees_release(training->learned, training->count);
    definition_release(training->of);
    tree_release(training->formula);
    memory_free(training->losses);
    memory_free(training->names);
    memory_free(training->spans);
    memory_free(training->loss);
    memory_free(training);
}

/* Names the loss among the definitions; no learner can give such a name to a value. */
static const char *loss_name(const struct training *training) {
    return training->formula == NULL ? training->loss : "the loss";
}

/* --- checking the plan --------------------------------------------------------------------------
 */

static bool check_leaf(const struct training *training, size_t index,
                       const struct notebook *notebook, struct failure *failure) {
    const char *name = training->names[index];
    struct span span = training->spans[index];
    const struct definition *definition = notebook_find(notebook, name);
    struct text leaves = {0};
    if (definition == NULL) {
        return evaluate_unknown(notebook, name, span, failure);
    }
    if (notebook_owner(notebook, definition) != definition) {
        return failure_at(failure, span, "%s is inside %.*s: name a leaf that it depends on", name,
                          (int)definition_root(name), name);
    }
    if (!definition->leaf) {
        definition_leaves(definition, &leaves);
        failure_at(failure, span, "%s is computed, from %s: train what is given", name,
                   text_string(&leaves));
        text_release(&leaves);
        return false;
    }
    if (definition->text != NULL) {
        return failure_at(failure, span, "%s is a text: train what has numbers", name);
    }
    for (size_t i = 0; i < index; i++) {
        if (text_same(training->names[i], name)) {
            return failure_at(failure, span, "%s is named twice", name);
        }
    }
    if (!definition_depends(notebook_find(notebook, loss_name(training)), name)) {
        return failure_at(failure, span, "%s does not depend on %s: training could not move it",
                          training->loss, name);
    }
    return true;
}

static bool check(const struct training *training, const struct notebook *notebook,
                  struct failure *failure) {
    const struct definition *loss = notebook_find(notebook, loss_name(training));
    char sizes[64];
    if (!shape_is_number(&loss->value->shape)) {
        return failure_at(
            failure, training->loss_span,
            "%s is %s; only one number can be made small, such as a loss or a mean(…)",
            training->loss, shape_text(&loss->value->shape, sizes));
    }
    for (size_t i = 0; i < training->count; i++) {
        if (!check_leaf(training, i, notebook, failure)) {
            return false;
        }
    }
    return true;
}

/* --- copying definitions ------------------------------------------------------------------------
 */

static bool is_named(const struct forward_wanted *wanted, const char *name) {
    for (size_t i = 0; i < wanted->count; i++) {
        if (text_same(wanted->names[i], name)) {
            return true;
        }
    }
    return false;
}

/* Marks, by position, the definitions that depend on a named leaf and that the goal depends on. */
static void find_ours(const struct notebook *notebook, const struct forward_wanted *wanted,
                      bool *ours) {
    const struct definition *goal = wanted->goal ? notebook_find(notebook, wanted->goal) : NULL;
    for (size_t i = 0; i < notebook->count; i++) {
        ours[i] = is_named(wanted, notebook->list[i]->name);
    }
    notebook_mark_dependents(notebook, ours);
    for (size_t i = 0; goal != NULL && i < notebook->count; i++) {
        ours[i] = ours[i] && definition_depends(goal, notebook->list[i]->name);
    }
}

static bool make_all(struct forward *forward, const struct notebook *notebook, const bool *ours,
                     struct failure *failure) {
    for (size_t i = 0; i < notebook->count; i++) {
        struct definition *cut = minibatch_cut(&forward->minibatch, notebook->list[i]);
        struct definition *made =
            ours[i] ? evaluate_copy(&forward->notebook, notebook->list[i], failure)
                    : definition_retain(cut != NULL ? cut : notebook->list[i]);

        if (made == NULL || !notebook_append(&forward->notebook, made, failure)) {
            return false;
        }
        for (size_t k = 0; ours[i] && k < made->inside_count; k++) {
            if (definition_owned_at(made, k) != NULL) {
                forward->list[forward->count++] = definition_owned_at(made, k);
            }
        }
        if (ours[i] && !made->leaf) {
            forward->list[forward->count++] = made;
        }
    }
    return true;
}

bool forward_open(struct forward *forward, const struct notebook *notebook,
                  const struct forward_wanted *wanted, struct failure *failure) {
    bool *ours = memory_allocate(notebook->count, sizeof *ours), good;
    size_t most = notebook->count;
    for (size_t i = 0; i < notebook->count; i++) {
        most += notebook->list[i]->inside_count;
    }
    *forward = (struct forward){.count = 0};
    notebook_begin(&forward->notebook, notebook);
    forward->list = memory_allocate(most, sizeof *forward->list);
    good = (ours != NULL && forward->list != NULL) || failure_memory(failure);
    if (good) {
        find_ours(notebook, wanted, ours);
        good = wanted->batch.size == 0 ||
               minibatch_open(&forward->minibatch, notebook, ours, &wanted->batch, failure);
        good = good && make_all(forward, notebook, ours, failure);
    }
    memory_free(ours);
    return good;
}

void forward_close(struct forward *forward) {
    notebook_release(&forward->notebook);
    minibatch_close(&forward->minibatch);
    memory_free(forward->list);
    *forward = (struct forward){.count = 0};
}

/* --- recomputing in place -----------------------------------------------------------------------
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

/* Calls keep lone numbers by value, so they have to be fetched again. */
static void fetch_numbers(const struct definition *definition, struct operation *operation) {
    const struct op *row = operation->call.op;
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

/* Fetches positions again, too, where they exist: a minibatch has other tokens each time. */
static void fetch_positions(struct operation *operation) {
    for (size_t i = 0; i < operation->call.range_count; i++) {
        struct range *range = &operation->call.range[i];
        const struct shape *x = &operation->call.argument[0].value->shape;
        size_t size = x->size[AXIS_COUNT - (size_t)x->axes + i];
        size_t count = range->numbers ? shape_cells(&range->numbers->shape) : 0;

        for (size_t k = 0; k < count; k++) {
            double number = range->numbers->cells[k];

            if (!(number >= 1 && number <= (double)size && number == floor(number))) {
                continue;
            }
            if (range->picks) {
                ((size_t *)(uintptr_t)range->picks)[k] = (size_t)number - 1;
            } else {
                range->first = range->last = (size_t)number - 1;
            }
        }
    }
}

static bool compute_again(struct definition *definition, struct failure *failure) {
    size_t cells = shape_cells(&definition->value->shape);
    for (size_t i = 0; i < definition->operation_count; i++) {
        struct operation *operation = &definition->operations[i];
        struct tensor *result = operation->result;

        if (operation->node->array != NULL) {
            continue;
        }
        fetch_numbers(definition, operation);
        fetch_positions(operation);
        if (!operation->call.op->compute(&operation->call, result, failure)) {
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

bool forward_run(struct forward *forward, struct failure *failure) {
    for (size_t i = 0; i < forward->count; i++) {
        if (!compute_again(forward->list[i], failure)) {
            return false;
        }
    }
    return true;
}

/* --- weights ------------------------------------------------------------------------------------
 */

/* A leaf that is trained, and Adam's two running means for each of its cells: of the gradient (the
 * first moment) and of its square (the second). */
struct weights {
    struct definition *leaf;
    double *first, *second;
};

struct descent {
    struct forward forward; /* the definitions that the training changes */
    struct definition *loss;
    struct weights *weights;
    size_t count;
    const struct definition **leaves; /* the weights', for the gradient */
    struct gradient gradient;         /* of the latest step; zeros before the first */
    double first_power, second_power; /* β₁ᵗ and β₂ᵗ */
};

static bool make_weights(struct descent *descent, const char *name, size_t at,
                         struct failure *failure) {
    struct weights *weights = &descent->weights[at];
    weights->leaf = notebook_find(&descent->forward.notebook, name);
    descent->leaves[at] = weights->leaf;
    size_t cells = shape_cells(&weights->leaf->value->shape);
    weights->first = memory_allocate(cells, sizeof *weights->first);
    weights->second = memory_allocate(cells, sizeof *weights->second);
    return (weights->first && weights->second) || failure_memory(failure);
}

static bool descent_begin(struct descent *descent, const struct training *training,
                          const struct notebook *notebook, struct failure *failure) {
    struct forward_wanted wanted = {(const char *const *)training->names, training->count,
                                    loss_name(training), training->options.batch};
    *descent = (struct descent){.first_power = 1, .second_power = 1};
    if (!forward_open(&descent->forward, notebook, &wanted, failure)) {
        failure_place(failure, training->loss_span);
        return false;
    }
    descent->loss = notebook_find(&descent->forward.notebook, loss_name(training));
    descent->weights = memory_allocate(training->count, sizeof *descent->weights);
    descent->leaves = memory_allocate(training->count, sizeof *descent->leaves);
    if (descent->weights == NULL || descent->leaves == NULL) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < training->count; i++) {
        descent->count++;
        if (!make_weights(descent, training->names[i], i, failure)) {
            return false;
        }
    }
    return true;
}

static void descent_end(struct descent *descent) {
    for (size_t i = 0; i < descent->count; i++) {
        memory_free(descent->weights[i].first);
        memory_free(descent->weights[i].second);
    }
    memory_free(descent->weights);
    memory_free(descent->leaves);
    gradient_release(&descent->gradient);
    forward_close(&descent->forward);
}

/* --- a step -------------------------------------------------------------------------------------
 */

/* The factors that one step applies to each cell. */
struct pace {
    double rate, decay; /* of the step, of the weights */
    double scale;       /* of the gradient */
};

static void move_sgd(const struct weights *weights, const struct tensor *gradient,
                     const struct pace *pace) {
    double *w = weights->leaf->value->cells;
    for (size_t i = 0; i < shape_cells(&gradient->shape); i++) {
        w[i] -= pace->rate * (pace->scale * gradient->cells[i]);
    }
}

static void move_adam(const struct descent *descent, const struct weights *weights,
                      const struct tensor *gradient, const struct pace *pace) {
    double *w = weights->leaf->value->cells, *m = weights->first, *v = weights->second;
    size_t cells = shape_cells(&gradient->shape);
    for (size_t i = 0; i < cells; i++) {
        double g = pace->scale * gradient->cells[i];

        m[i] = decay_first * m[i] + (1 - decay_first) * g;
        v[i] = decay_second * v[i] + (1 - decay_second) * (g * g);
        w[i] -= pace->rate * (m[i] / (1 - descent->first_power)) /
                (sqrt(v[i] / (1 - descent->second_power)) + epsilon);
    }
}

/* Returns the factor that shortens the gradient by all weights together to the length CLIP; 1 where
 * it is shorter. */
static double clip_scale(const struct descent *descent, double clip) {
    double sum = 0;
    for (size_t i = 0; clip > 0 && i < descent->count; i++) {
        const struct tensor *by = gradient_by(&descent->gradient, descent->weights[i].leaf);

        for (size_t j = 0; by != NULL && j < shape_cells(&by->shape); j++) {
            sum += by->cells[j] * by->cells[j];
        }
    }
    return sqrt(sum) > clip ? clip / sqrt(sum) : 1;
}

static void move_weights(const struct descent *descent, const struct training_options *options) {
    struct pace pace = {options->rate, options->rate * options->decay,
                        clip_scale(descent, options->clip)};
    for (size_t i = 0; i < descent->count; i++) {
        const struct weights *weights = &descent->weights[i];
        const struct tensor *by = gradient_by(&descent->gradient, weights->leaf);
        double *w = weights->leaf->value->cells;

        for (size_t j = 0; by != NULL && pace.decay > 0 && j < shape_cells(&by->shape); j++) {
            w[j] -= pace.decay * w[j];
        }
        if (by != NULL && options->method == TRAIN_SGD) {
            move_sgd(weights, by, &pace);
        } else if (by != NULL) {
            move_adam(descent, weights, by, &pace);
        }
    }
}

static bool take_step(struct descent *descent, const struct training *training,
                      struct failure *failure) {
    struct gradient_source loss = {descent->loss, SIZE_MAX};
    struct gradient_wanted wanted = {descent->leaves, descent->count};
    if (!(descent->gradient.count > 0
              ? gradient_update(&descent->gradient, &loss, failure)
              : gradient_make(&descent->gradient, &loss, &wanted, failure))) {
        return false;
    }
    descent->first_power *= decay_first;
    descent->second_power *= decay_second;
    move_weights(descent, &training->options);
    if (training->options.batch.size > 0) {
        minibatch_draw(&descent->forward.minibatch);
    }
    return forward_run(&descent->forward, failure);
}

/* --- running a training -------------------------------------------------------------------------
 */

static bool note_loss(const struct descent *descent, const struct training *training, size_t step,
                      double *losses, struct failure *failure) {
    char loss[NUMBER_TEXT], rate[NUMBER_TEXT];
    losses[step] = descent->loss->value->cells[0];
    if (isfinite(losses[step])) {
        return true;
    }
    number_short(loss, losses[step], 6);
    number_short(rate, training->options.rate, 6);
    if (step == 0) {
        return failure_at(failure, training->loss_span, "%s is %s and cannot be made smaller",
                          training->loss, loss);
    }
    return failure_at(failure, training->loss_span,
                      "after %zu steps %s is %s: the steps are too large; try a rate below %s",
                      step, training->loss, loss, rate);
}

/* Returns how many steps were taken; SIZE_MAX after a failure. */
static size_t run_descent(struct descent *descent, const struct training *training, double *losses,
                          struct failure *failure) {
    const struct training_watch *watch = training->watch;
    struct training_moment moment = {training, &descent->forward.notebook, losses, 0, 0};
    if (!note_loss(descent, training, 0, losses, failure)) {
        return SIZE_MAX;
    }
    for (size_t step = 1; step <= training->options.steps; step++) {
        if (!take_step(descent, training, failure) ||
            !note_loss(descent, training, step, losses, failure)) {
            return SIZE_MAX;
        }
        moment.step = step;
        if (watch != NULL && !watch->step(watch->context, &moment) && !training->whole) {
            return step;
        }
    }
    return training->options.steps;
}

/* Makes a literal of a trained leaf; a lone number remains one. */
static struct tree *learned_tree(struct tensor *value, struct failure *failure) {
    char number[NUMBER_TEXT];
    number_exact(number, value->cells[0]);
    struct tree *tree = shape_is_number(&value->shape) ? reader_expression(number, failure)
                                                       : reader_value(value, failure);
    if (tree != NULL) {
        tree->learned = true;
    }
    return tree;
}

static bool keep_learned(struct training *training, const struct descent *descent,
                         struct failure *failure) {
    struct tree **learned = memory_allocate(training->count, sizeof(struct tree *));
    for (size_t i = 0; learned != NULL && i < training->count; i++) {
        learned[i] = learned_tree(descent->weights[i].leaf->value, failure);
        if (learned[i] == NULL) {
            trees_release(learned, training->count);
            return false;
        }
    }
    if (learned == NULL) {
        return failure_memory(failure);
    }
    trees_release(training->learned, training->count);
    training->learned = learned;
    return true;
}

/* Trains copies of the leaves. */
static bool train_copies(struct training *training, const struct notebook *notebook,
                         struct failure *failure) {
    struct descent descent;
    double *losses = memory_allocate(training->options.steps + 1, sizeof *losses);
    size_t steps = SIZE_MAX;
    if (descent_begin(&descent, training, notebook, failure) &&
        (losses != NULL || failure_memory(failure))) {
        /* A watcher can stop a training between two steps; what was learned so far is kept. */
        if (training->watch != NULL) {
            checkpoint_pause();
        }
        steps = run_descent(&descent, training, losses, failure);
        checkpoint_resume();
    }
    if (steps == SIZE_MAX || !keep_learned(training, &descent, failure)) {
        memory_free(losses);
        descent_end(&descent);
        return false;
    }
    memory_free(training->losses);
    training->losses = losses;
    training->taken = steps;
    descent_end(&descent);
    return true;
}

/* Returns the loss: a definition of NOTEBOOK, or the value of its formula, added under a name of
 * its own. The same object again when nothing in it has changed. NULL after a failure. */
static struct definition *find_loss(const struct training *training, struct notebook *notebook,
                                    struct failure *failure) {
    static const struct overlay_change none = {0};
    struct definition *loss = notebook_find(notebook, loss_name(training));
    if (training->formula != NULL) {
        loss = training->of != NULL
                   ? evaluate_again(notebook, training->of, &none, failure)
                   : notebook_evaluate(notebook, loss_name(training), training->formula, failure);
        failure->placed = false;
        failure_place(failure, training->loss_span);
        return loss != NULL && notebook_append(notebook, loss, failure) ? loss : NULL;
    }
    if (loss == NULL) {
        evaluate_unknown(notebook, training->loss, training->loss_span, failure);
    }
    return loss;
}

bool training_run(struct training *training, const struct notebook *notebook,
                  struct failure *failure) {
    struct notebook with;
    notebook_copy(&with, notebook);
    struct definition *loss = find_loss(training, &with, failure);
    bool good = loss != NULL && check(training, &with, failure);
    if (good && training->of != loss) {
        good = train_copies(training, &with, failure);
        if (good) {
            definition_release(training->of);
            training->of = definition_retain(loss);
        }
    }
    notebook_release(&with);
    training->watch = NULL;
    return good;
}
