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
 * Before that, where it is asked for: all of the gradient is shortened to the length CLIP, when it
 * is longer (Pascanu and others 2013), and w ← w − rate · decay · w, apart from the gradient
 * (Loshchilov and Hutter 2019: AdamW). A step may see a minibatch only.
 *
 * Everything is given: the same notebook gives the same digits. Sizes and counts stay what they
 * were at the start. */
#ifndef QKV_NOTEBOOK_TRAIN_H
#define QKV_NOTEBOOK_TRAIN_H

#include "notebook/minibatch.h"

enum train_method { TRAIN_SGD, TRAIN_ADAM };

enum { TRAIN_STEPS = 100000 }; /* most of one training */

struct training_name {
    const char *name;
    struct span span; /* where it stands in the line, for errors */
};

struct training_options {
    size_t steps;
    double rate;
    double pace; /* for who looks on: at most so many steps a second; 0: as they like */
    enum train_method method;
    struct minibatch_plan batch;
    double decay; /* of the weights; 0: none */
    double clip;  /* the length that the gradient has at most; 0: any */
};

/* What is asked for. */
struct training_plan {
    const struct training_name *names; /* the leaves */
    size_t count;
    struct training_name loss; /* a name, or as it was written */
    struct tree *formula;      /* of a loss that is no name; retained by the training */
    struct training_options options;
};

struct training;

/* How far a training is. */
struct training_moment {
    const struct training *training;
    const struct notebook *notebook; /* the leaves, and what depends on them, as they are now */
    const double *losses;            /* what the loss was, STEP + 1 numbers */
    size_t step;
    double speed; /* steps a second, for who looks on to say; 0: not known */
};

/* Who looks on while a training runs. */
struct training_watch {
    /* Called after each step. False stops the training there; what was learned is kept. */
    bool (*step)(void *context, const struct training_moment *moment);
    void *context;
};

/* A training, counted by holders. */
struct training {
    size_t references;
    char **names;
    struct span *spans;
    size_t count;
    char *loss;
    struct span loss_span;
    struct tree *formula; /* held; NULL: the loss is a definition */
    struct training_options options;
    const struct training_watch *watch; /* of the next run only; may be NULL, not owned */
    bool whole; /* a lesson's: who looks on cannot stop it, so that its numbers hold */

    /* What the last run gave; NULL before. */
    struct tree **learned; /* by name: a literal, with the leaf's labels */
    size_t taken;          /* how many steps: fewer than STEPS when it was stopped */
    double *losses;        /* TAKEN + 1 of them: before each step, and at the end */
    struct definition *of; /* the loss it was run for, held: the same one gives the same again */
};

/* Copies PLAN. */
struct training *training_create(const struct training_plan *plan, struct failure *failure);
struct training *training_retain(struct training *training);
void training_release(struct training *training); /* NULL is allowed */

/* Trains NOTEBOOK's leaves, which stay as they are: what was learned stands in `learned`. Fails for
 * names that are not there, are no leaves or do not bear on the loss, for a loss that is not 1×1 or
 * has no derivative, and when the loss is no number any more; what the run before gave is then
 * still there. */
bool training_run(struct training *training, const struct notebook *notebook,
                  struct failure *failure);

/* --- the forward pass ----------------------------------------------------------------------------
 *
 * A notebook's definitions never change: another number makes other definitions. That is right for
 * a learner's edit, which may be taken back, and wasteful where numbers change thousands of times
 * and nobody looks back, as in training. So a forward pass holds the given leaves and what depends
 * on them as definitions of its own; their cells are written to, and everything is computed again
 * in place: no formula is looked at, no memory asked for. Sizes and counts stay what they were;
 * positions follow the numbers they are read from. */

/* The leaves whose cells are to be written to; and the definition that is wanted, so that nothing
 * is computed that it is not made of (NULL: all are). */
struct forward_wanted {
    const char *const *names;
    size_t count;
    const char *goal;
    struct minibatch_plan batch;
};

struct forward {
    struct notebook notebook; /* as given, but for our own */
    struct definition **list; /* our own that are computed, each after what it uses; borrowed */
    size_t count;
    struct minibatch minibatch;
};

/* Makes over what NOTEBOOK has. FORWARD (uninitialised) is to be closed also after a failure. */
bool forward_open(struct forward *forward, const struct notebook *notebook,
                  const struct forward_wanted *wanted, struct failure *failure);
void forward_close(struct forward *forward);

/* Computes all again from the cells as they are now. */
bool forward_run(struct forward *forward, struct failure *failure);

#endif
