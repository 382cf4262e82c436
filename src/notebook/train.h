/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* train: gradient descent. Some leaves are moved, step by step, so that a number gets smaller.
 *
 * Each step takes the gradient of the number by every cell of those leaves (gradient.h says in
 * which order it is summed) and moves all cells at once:
 *
 *   sgd    w ← w − rate · g
 *   adam   m ← β₁ m + (1 − β₁) g,  v ← β₂ v + (1 − β₂) g²,
 *          w ← w − rate · (m / (1 − β₁ᵗ)) / (√(v / (1 − β₂ᵗ)) + ε)
 *          with β₁ = 0.9, β₂ = 0.999, ε = 1e-8 (Kingma and Ba 2015, algorithm 1); the powers are
 *          made by repeated multiplication.
 *
 * Before that, if wanted, the whole gradient is shortened to the length CLIP when it is longer
 * (Pascanu and others 2013), and w ← w − rate · decay · w, apart from the gradient (Loshchilov and
 * Hutter 2019: AdamW). A step may use a minibatch only.
 *
 * All randomness comes from given seeds: the same notebook gives the same digits. Sizes and counts
 * remain what they were at the start. */
#ifndef QKV_NOTEBOOK_TRAIN_H
#define QKV_NOTEBOOK_TRAIN_H

#include "notebook/minibatch.h"

enum train_method { TRAIN_SGD, TRAIN_ADAM };

enum { TRAIN_STEPS = 100000 }; /* limit for one training */

struct training_name {
    const char *name;
    struct span span; /* position in the line, for errors */
};

struct training_options {
    size_t steps;
    double rate;
    double pace; /* for a watcher: at most so many steps a second; 0: the watcher decides */
    enum train_method method;
    struct minibatch_plan batch;
    double decay; /* of the weights; 0: none */
    double clip;  /* limit for the length of the gradient; 0: none */
};

/* What to train, and how. */
struct training_plan {
    const struct training_name *names; /* the leaves */
    size_t count;
    struct training_name loss; /* a name, or the expression as written */
    struct tree *formula;      /* of a loss that is an expression; retained by the training */
    struct training_options options;
};

struct training;

/* The progress of a training. */
struct training_moment {
    const struct training *training;
    const struct notebook *notebook; /* the leaves, and their dependents, at present */
    const double *losses;            /* the loss so far, STEP + 1 numbers */
    size_t step;
    double speed; /* steps a second, for the watcher to show; 0: not known */
};

/* A watcher is called while a training runs. */
struct training_watch {
    /* Called after each step. False stops the training there; what was learned is kept. */
    bool (*step)(void *context, const struct training_moment *moment);
    void *context;
};

/* A training, reference-counted. */
struct training {
    size_t references;
    char **names;
    struct span *spans;
    size_t count;
    char *loss;
    struct span loss_span;
    struct tree *formula; /* retained; NULL: the loss is a definition */
    struct training_options options;
    const struct training_watch *watch; /* of the next run only; may be NULL, not owned */
    bool whole; /* a lesson's: the watcher cannot stop it, so that the lesson's numbers come out */

    /* The results of the last run; NULL before. */
    struct tree **learned; /* by name: a literal, with the leaf's labels */
    size_t taken;          /* how many steps: fewer than STEPS when it was stopped */
    double *losses;        /* TAKEN + 1 of them: before each step, and at the end */
    struct definition
        *of; /* the loss it was run for, retained; it is not run again for the same one */
};

/* Copies PLAN. */
struct training *training_create(const struct training_plan *plan, struct failure *failure);
struct training *training_retain(struct training *training);
void training_release(struct training *training); /* NULL is allowed */

/* Trains NOTEBOOK's leaves, which do not change themselves: `learned` gets what was learned. Fails
 * for names that are unknown, not leaves or have no effect on the loss, for a loss that is not 1×1
 * or has no derivative, and when the loss stops being a number; the previous run's results are then
 * kept. */
bool training_run(struct training *training, const struct notebook *notebook,
                  struct failure *failure);

/* --- the forward pass ----------------------------------------------------------------------------
 *
 * A notebook's definitions never change: another number makes other definitions. That is right for
 * a learner's edit, which may be undone, and wasteful where numbers change thousands of times and
 * nothing is undone, as in training. So a forward pass owns copies of the given leaves and of what
 * depends on them; their cells are written to, and everything is recomputed in place: no formula is
 * analysed, no memory allocated. Sizes and counts remain what they were; positions follow the
 * numbers they are read from. */

/* The leaves whose cells will be written to; and the definition that is wanted, so that only what
 * it depends on is computed (NULL: everything is). */
struct forward_wanted {
    const char *const *names;
    size_t count;
    const char *goal;
    struct minibatch_plan batch;
};

struct forward {
    struct notebook notebook; /* as given, except for the copies */
    struct definition **list; /* the copies that are computed, each after what it uses; borrowed */
    size_t count;
    struct minibatch minibatch;
};

/* Copies what is needed from NOTEBOOK. FORWARD (uninitialised) is to be closed also after a
 * failure. */
bool forward_open(struct forward *forward, const struct notebook *notebook,
                  const struct forward_wanted *wanted, struct failure *failure);
void forward_close(struct forward *forward);

/* Recomputes everything from the present cells. */
bool forward_run(struct forward *forward, struct failure *failure);

#endif
