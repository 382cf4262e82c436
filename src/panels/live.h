/* live: the numbers in the lesson's words, held against the notebook as it stands. */
#ifndef QKV_PANELS_LIVE_H
#define QKV_PANELS_LIVE_H

#include "panels/scene.h"

/* For paint.live, whose context is the scene: of inline code `EXPR → NUMBER` that no longer holds,
 * appends "EXPR → 0.279 (lesson: 0.595)" and returns true. What cannot be evaluated now is left as
 * the lesson has it. */
bool live_number(const void *scene, const char *code, struct text *out);

#endif
