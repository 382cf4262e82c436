/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* merger: merges neighbouring ids in the order of byte-pair encoding.
 *
 * Pairs wait in a heap, and the ids form a linked list, so n ids take n log n steps. A pair whose
 * ids have changed since it was found stays in the heap and is skipped when its turn comes. */
#ifndef QKV_OPERATORS_MERGER_H
#define QKV_OPERATORS_MERGER_H

#include <stdbool.h>
#include <stddef.h>

struct failure;

struct merger_pair {
    double turn; /* the smallest is merged first; of equal ones the leftmost */
    size_t at, left, right, made;
};

struct merger_node {
    size_t id, next, previous;
    size_t round; /* the round in which it was made; 0 for none */
};

/* The settings of the caller, then buffers that later runs reuse. It starts as zeros. */
struct merger {
    /* True when the ids PAIR->left and PAIR->right become one: sets PAIR->made and PAIR->turn. */
    bool (*merges)(const void *context, struct merger_pair *pair);
    const void *context;
    bool together; /* a round merges a pair wherever it occurs, from the left; else in one place */

    struct merger_node *nodes;
    struct merger_pair *heap, *round;
    size_t node_room, heap_count, heap_room, round_count, round_room;
};

/* Merges the *COUNT IDS in place until no neighbours merge. False with FAILURE: no memory, or
 * stopped. */
bool merger_run(struct merger *merger, size_t *ids, size_t *count, struct failure *failure);
void merger_release(struct merger *merger);

#endif
