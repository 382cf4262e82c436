/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* training: moves leaves against the gradient, so that a number gets smaller. */
#include "base/memory.h"
#include "base/number.h"
#include "commands/groups.h"
#include "notebook/train.h"

#include <stdint.h>
#include <string.h>

enum { LINES_SHOWN = 10 };

/* --- reading the arguments of train ----------------------------------------------------------- */

static bool is_minimise(const char *word) {
    return text_same(word, "minimise") || text_same(word, "minimize");
}

static bool read_training_option(const struct command_call *call, size_t i,
                                 struct training_options *options, struct failure *failure) {
    enum { STEPS, RATE, METHOD, PACE, BATCH, SEED, DECAY, CLIP }; /* in the order of the row */
    const double most = 1e6, largest_seed = 9007199254740992.0;
    size_t key = 0, word = 0;
    if (!call_option(call, i, &key, failure)) {
        return false;
    }
    switch (key) {
    case STEPS:
        return option_whole(call, i, TRAIN_STEPS, &options->steps, failure);
    case RATE:
        return option_number(call, i, (const double[]){0, most}, &options->rate, failure);
    case PACE:
        return option_number(call, i, (const double[]){1, most}, &options->pace, failure);
    case BATCH:
        return option_whole(call, i, TENSOR_LIMIT, &options->batch.size, failure);
    case SEED:
        return option_number(call, i, (const double[]){0, largest_seed}, &options->batch.seed,
                             failure);
    case DECAY:
        return option_number(call, i, (const double[]){0, most}, &options->decay, failure);
    case CLIP:
        return option_number(call, i, (const double[]){0, most}, &options->clip, failure);
    default:
        options->method =
            option_word(call, i, "sgd adam", &word, failure) && word == 1 ? TRAIN_ADAM : TRAIN_SGD;
        return word != SIZE_MAX;
    }
}

/* True for a sign that continues an expression, or begins one: + 0.1 */
static bool is_sign(const char *text) {
    return strchr("+-*/@<>=!", text[0]) != NULL;
}

/* Reads the loss: a name, or an expression up to the options; its text is the caller's. */
static char *read_loss(struct session *session, const struct command_call *call,
                       struct training_plan *plan, struct failure *failure) {
    size_t first = plan->count + 1, end = first + 1;
    while (end < call->count &&
           (is_sign(call->argument[end - 1].text) || is_sign(call->argument[end].text))) {
        end++;
    }
    struct span span = {call->argument[first].span.start, call->argument[end - 1].span.end};
    char *written = memory_text(call->text + span.start, span.end - span.start);
    if (written == NULL) {
        failure_memory(failure);
        return NULL;
    }
    plan->loss = (struct training_name){written, span};
    bool name = reader_is_name(written, strlen(written)), ok = true;
    plan->formula = name ? NULL : session_tree(session, call->speaker, written, failure);
    if (!name && plan->formula == NULL) {
        failure->span.start += span.start;
        failure->span.end += span.start;
        ok = false;
    }
    for (size_t i = end; ok && i < call->count; i++) {
        ok = read_training_option(call, i, &plan->options, failure);
    }
    if (ok) {
        return written;
    }
    memory_free(written);
    return NULL;
}

/* NAMES has room for every argument. */
static bool read_leaf_names(const struct command_call *call, struct training_name *names,
                            struct training_plan *plan, struct failure *failure) {
    while (plan->count < call->count && !is_minimise(call->argument[plan->count].text)) {
        names[plan->count] = (struct training_name){call->argument[plan->count].text,
                                                    call->argument[plan->count].span};
        plan->count++;
    }
    return (plan->count > 0 && plan->count + 1 < call->count) ||
           failure_at(failure, call->span,
                      "train takes names and what to minimise: train W_q W_k minimise L");
}

static bool change_train_names(struct session *session, const struct command_call *call,
                               struct changes *changes, struct failure *failure) {
    struct training_name names[sizeof call->argument / sizeof call->argument[0]];
    struct training_plan plan = {.names = names, .options = {.steps = 500, .rate = 0.1}};
    char *loss = NULL;
    if (read_leaf_names(call, names, &plan, failure)) {
        loss = read_loss(session, call, &plan, failure);
    }
    struct training *training = loss != NULL ? training_create(&plan, failure) : NULL;
    tree_release(plan.formula);
    memory_free(loss);
    bool ok = training != NULL;
    if (ok) {
        training->whole = call->speaker == SPEAKER_LESSON;
        training->watch = training->whole ? NULL : session->front.watch;
    }
    for (size_t i = 0; ok && i < plan.count; i++) {
        ok = changes_take(changes, change_create_training(training, i, failure), failure);
    }
    training_release(training);
    return ok;
}

/* --- saying the results ----------------------------------------------------------------------- */

void training_set_watch(const struct changes *changes, const struct training_watch *watch) {
    for (size_t i = 0; i < changes->count; i++) {
        if (changes->list[i]->kind == CHANGE_TRAIN) {
            changes->list[i]->training->watch = watch;
        }
    }
}

/* Says it in one line, as the screen draws the curve. */
static void tell_briefly(struct session *session, const struct training *training) {
    char from[NUMBER_TEXT], to[NUMBER_TEXT];
    number_short(from, training->losses[0], session->display.precision);
    number_short(to, training->losses[training->taken], session->display.precision);
    bool whole = training->taken == training->options.steps;
    text_format(&session->out, "%s %s → %s %s %zu", training->loss, from, to,
                whole ? "in" : "stopped after", training->taken);
    if (!whole) {
        text_format(&session->out, " of %zu", training->options.steps);
    }
    text_format(&session->out, " step%s%s\n", training->options.steps == 1 ? "" : "s",
                whole ? "" : "; undo takes it back");
}

static void tell_lines(struct session *session, const struct training *training) {
    size_t steps = training->taken, lines = steps < LINES_SHOWN ? steps : LINES_SHOWN;
    text_format(&session->out, "    step   %s\n", training->loss);
    for (size_t k = 0; k <= lines; k++) {
        size_t step = k * steps / lines;
        char loss[NUMBER_TEXT];
        number_short(loss, training->losses[step], session->display.precision);
        text_format(&session->out, "  %6zu   %s\n", step, loss);
    }
    if (steps < training->options.steps) {
        text_format(&session->out, "  stopped after %zu of %zu steps\n", steps,
                    training->options.steps);
    }
}

static bool has_trained(const struct training *training, const struct definition *definition) {
    for (size_t i = 0; definition != NULL && i < training->count; i++) {
        if (text_same(definition->name, training->names[i]) ||
            definition_depends(definition, training->names[i])) {
            return true;
        }
    }
    return false;
}

/* On a screen, when what is looked at did not move, looks at the loss instead. */
bool training_say_loss(struct session *session, const struct changes *changes,
                       struct failure *failure) {
    bool ok = true;
    for (size_t i = 0; ok && i < changes->count; i++) {
        const struct change *change = changes->list[i];
        const struct training *training = change->training;
        if (change->kind != CHANGE_TRAIN || change->trained > 0 || training->losses == NULL) {
            continue;
        }
        if (!session->front.drawn) {
            tell_lines(session, training);
            continue;
        }
        tell_briefly(session, training);
        ok = training->formula != NULL || has_trained(training, view_definition(session)) ||
             session_look(session, training->loss, failure);
    }
    return ok;
}

static const struct command rows[] = {
    {.name = "train",
     .group = "learning",
     .sentence = "Minimise a number by gradient descent on given values.",
     .details =
         "Names are given values, such as weights; what was learned becomes their new values. sgd "
         "subtracts the rate times the gradient from every cell; adam adapts the step of each "
         "cell. "
         "batch=64\n"
         "takes 64 texts at a step, or matrices of a stack, or else rows of a matrix, all of them "
         "before any is repeated (the loss shown is theirs); decay=0.01 subtracts rate * 0.01 of "
         "each weight from it (AdamW); clip=1 shortens a longer gradient to length 1. One training "
         "is one undo, and the same start gives the same digits. On the screen "
         "values\n"
         "and loss move for at least a second and a half; pace=100 takes 100 steps a second\n"
         "at most. Ctrl-C stops and keeps what was learned. A lesson's own training runs to its "
         "end:\n"
         "Space and Ctrl-C show that at once.",
     .before = "L = mse(output, V)",
     .example = "train W_q W_k W_v minimise L steps=500 rate=0.1 method=adam",
     .parameters =
         {{.name = "NAME…", .type = TYPE_NAME, .sentence = "what may be changed"},
          {.name = "minimise LOSS",
           .type = TYPE_NAME,
           .sentence = "the number to minimise, or an expression of one"},
          {.name = "[steps=500 rate=0.1 method=sgd pace=100 batch=64 seed=0 decay=0.01 clip=1]",
           .type = TYPE_OPTIONS,
           .sentence = "how many steps, how large, by sgd or adam, how fast at most; examples in a "
                       "minibatch and the seed of their order; weight decay; the "
                       "gradient's greatest length"}},
     .change = change_train_names},
};

const struct command_group training_commands = {rows, sizeof rows / sizeof rows[0]};
