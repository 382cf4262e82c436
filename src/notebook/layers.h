/* layers: the script of a lesson with the learner's changes laid over it, and the notebooks the two
 * give. Where a change of the learner's is anchored (see history.h) is found here. Only for the
 * history, which owns all of it. */
#ifndef QKV_NOTEBOOK_LAYERS_H
#define QKV_NOTEBOOK_LAYERS_H

#include "notebook/timeline.h"

struct layers {
    struct changes *script;   /* a list of changes a stop */
    size_t stops, stop;       /* how many there are, and how many have been passed */
    struct changes own;       /* the learner's changes, in the order made */
    struct timeline timeline; /* what they and the script give, as far as it has been wanted */
    const struct notebook_hints *hints; /* not owned; may be NULL */
};

/* The notebook at the present stop. */
const struct notebook *layers_notebook(const struct layers *layers);

/* How a timeline is made from the script and the changes OWN, which may be others than the layers'
 * own; STRICT as in timeline.h. Valid while the layers stay as they are. */
struct fold layers_fold(const struct layers *layers, const struct changes *own, bool strict);

/* Anchors the learner's changes FROM and after (one, or definitions that are made in one), and runs
 * them at their anchor and up to the present stop. When they fail, or change nothing (*CHANGES is
 * false), the timeline is as it was, and they are to be taken off again. */
bool layers_run(struct layers *layers, size_t from, bool *changes, struct failure *failure);

#endif
