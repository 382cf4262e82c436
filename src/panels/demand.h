/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* demand: which values the words, the question, the step and the last change ask the board to
 * show, and which it must not show yet. */
#ifndef QKV_PANELS_DEMAND_H
#define QKV_PANELS_DEMAND_H

#include "canvas/piece.h"
#include "panels/scene.h"

/* What one definition of the notebook is to the board. */
struct wanted {
    enum piece_rank rank; /* PIECE_RANKS: nothing */
    bool turn;            /* an open exercise lets it be changed */
    bool hidden;          /* an open prediction is about it, or it was made from such a value */
    bool spoken,
        past;         /* the page names it; earlier ones left it over, and this has no use for it */
    size_t distance;  /* of neighbours: the smaller the nearer; 0: right beside what is shown */
    size_t depth;     /* how many arrows of the flow lead to it */
    size_t *operands; /* what it is made from, as positions in the notebook; borrowed */
    size_t operand_count;
    unsigned char marks; /* while it is asked which lie between others */
};

struct demand {
    struct wanted *list; /* one a definition of the notebook */
    size_t count;
    size_t *operands; /* of all, one after the other */
};

/* Release also after a failure, which only lack of memory is. */
bool demand_make(const struct scene *scene, struct demand *demand);
void demand_release(struct demand *demand);

#endif
