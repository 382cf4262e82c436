/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "operators/merger.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/memory.h"

#include <stdint.h>

static const size_t NOWHERE =
    SIZE_MAX; /* beyond either end; the id of a node that was merged into another */

enum { PAIR_WORK = 128 }; /* the cost of looking for a pair, or taking one, in numbers */

void merger_release(struct merger *merger) {
    memory_free(merger->nodes);
    memory_free(merger->heap);
    memory_free(merger->round);
}

/* --- the heap --------------------------------------------------------------------------------- */

static bool comes_before(const struct merger_pair *a, const struct merger_pair *b) {
    return a->turn < b->turn || (a->turn == b->turn && a->at < b->at);
}

static bool push_pair(struct merger *merger, struct merger_pair pair) {
    size_t at = merger->heap_count;
    if (!memory_reserve(&merger->heap, &merger->heap_room, at + 1, sizeof *merger->heap)) {
        return false;
    }
    for (; at > 0 && comes_before(&pair, &merger->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        merger->heap[at] = merger->heap[(at - 1) / 2];
    }
    merger->heap[at] = pair;
    merger->heap_count++;
    return true;
}

static struct merger_pair pop_pair(struct merger *merger) {
    struct merger_pair *heap = merger->heap, first = heap[0], last = heap[--merger->heap_count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;

        child += child + 1 < merger->heap_count && comes_before(&heap[child + 1], &heap[child]);
        if (child >= merger->heap_count || !comes_before(&heap[child], &last)) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return first;
}

/* --- rounds ----------------------------------------------------------------------------------- */

/* Adds the pair of the node at AT and the next one if they merge. */
static bool add_pair(struct merger *merger, size_t at, struct failure *failure) {
    size_t next = at == NOWHERE ? NOWHERE : merger->nodes[at].next;
    struct merger_pair pair = {.at = at};
    if (!checkpoint(PAIR_WORK, failure)) {
        return false;
    }
    if (next == NOWHERE) {
        return true;
    }
    pair.left = merger->nodes[at].id;
    pair.right = merger->nodes[next].id;
    return !merger->merges(merger->context, &pair) || push_pair(merger, pair) ||
           failure_memory(failure);
}

static bool is_still_pair(const struct merger *merger, const struct merger_pair *pair) {
    const struct merger_node *node = &merger->nodes[pair->at];
    return node->id == pair->left && node->next != NOWHERE &&
           merger->nodes[node->next].id == pair->right;
}

/* Takes the next pair from the heap, and with TOGETHER also the others of its turn. Leaves the
 * round empty when there is none. */
static bool begin_round(struct merger *merger, struct failure *failure) {
    merger->round_count = 0;
    while (merger->heap_count > 0) {
        struct merger_pair pair;

        if (merger->round_count > 0 &&
            !(merger->together && merger->heap[0].turn == merger->round[0].turn)) {
            break;
        }
        if (!checkpoint(PAIR_WORK, failure)) {
            return false;
        }
        pair = pop_pair(merger);
        if (!is_still_pair(merger, &pair)) {
            continue;
        }
        if (!memory_reserve(&merger->round, &merger->round_room, merger->round_count + 1,
                            sizeof *merger->round)) {
            return failure_memory(failure);
        }
        merger->round[merger->round_count++] = pair;
    }
    return true;
}

static void merge_nodes(struct merger *merger, const struct merger_pair *pair, size_t round) {
    struct merger_node *node = &merger->nodes[pair->at], *absorbed = &merger->nodes[node->next];
    node->id = pair->made;
    node->round = round;
    node->next = absorbed->next;
    absorbed->id = NOWHERE;
    if (node->next != NOWHERE) {
        merger->nodes[node->next].previous = pair->at;
    }
}

/* Merges those pairs of the round that equal the first one, and keeps only them; others of the same
 * turn go back to the heap. An id made in a round is not merged again in it. */
static bool merge_round(struct merger *merger, size_t round, struct failure *failure) {
    struct merger_pair *pairs = merger->round, first = pairs[0];
    size_t merged = 0;
    for (size_t i = 0; i < merger->round_count; i++) {
        struct merger_pair pair = pairs[i];

        if (pair.left != first.left || pair.right != first.right) {
            if (!push_pair(merger, pair)) {
                return failure_memory(failure);
            }
        } else if (is_still_pair(merger, &pair) && merger->nodes[pair.at].round != round) {
            merge_nodes(merger, &pair, round);
            pairs[merged++] = pair;
        }
    }
    merger->round_count = merged;
    return true;
}

/* Adds the new pairs that the ids made in ROUND form with their neighbours. */
static bool end_round(struct merger *merger, size_t round, struct failure *failure) {
    for (size_t i = 0; i < merger->round_count; i++) {
        size_t at = merger->round[i].at, previous = merger->nodes[at].previous;
        bool again = previous == NOWHERE || merger->nodes[previous].round == round;

        if ((!again && !add_pair(merger, previous, failure)) || !add_pair(merger, at, failure)) {
            return false;
        }
    }
    return true;
}

static bool fill_nodes(struct merger *merger, const size_t *ids, size_t count,
                       struct failure *failure) {
    merger->heap_count = 0;
    if (!memory_reserve(&merger->nodes, &merger->node_room, count, sizeof *merger->nodes)) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < count; i++) {
        merger->nodes[i] = (struct merger_node){.id = ids[i],
                                                .next = i + 1 < count ? i + 1 : NOWHERE,
                                                .previous = i > 0 ? i - 1 : NOWHERE};
    }
    for (size_t i = 0; i < count; i++) {
        if (!add_pair(merger, i, failure)) {
            return false;
        }
    }
    return true;
}

bool merger_run(struct merger *merger, size_t *ids, size_t *count, struct failure *failure) {
    bool good = fill_nodes(merger, ids, *count, failure);
    size_t remaining = 0;
    for (size_t round = 1; good; round++) {
        good = begin_round(merger, failure);
        if (!good || merger->round_count == 0) {
            break;
        }
        good = merge_round(merger, round, failure) && end_round(merger, round, failure);
    }
    for (size_t at = 0; good && at < *count; at = merger->nodes[at].next) {
        ids[remaining++] = merger->nodes[at].id;
    }
    *count = good ? remaining : *count;
    return good;
}
