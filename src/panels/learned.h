/* learned: a training, while it runs and once it is done: the curve of what gets smaller, beside
 * the values that move. */
#ifndef QKV_PANELS_LEARNED_H
#define QKV_PANELS_LEARNED_H

#include "panels/scene.h"

/* While a training runs (the session has its moment): how far it is, its curve, and heat maps of
 * what moves: what is looked at first, then attention weights, then what lies furthest down. */
void learned_draw_moment(struct scene *scene, const struct canvas *canvas);

/* Whether the training that runs moves DEFINITION; a count, such as d_k, stays what it was. */
bool learned_moves(const struct scene *scene, const struct definition *definition);

/* Appends "train W_q W_k minimise L   adam, rate 0.1". */
void learned_heading(const struct training *training, struct text *out);

/* The curve of the training that the last change was: how many of MOST rows it takes, 0 when the
 * last change was none. */
size_t learned_rows(const struct scene *scene, size_t most);
void learned_draw(struct scene *scene, const struct canvas *canvas);
/* Whether DEFINITION is what that training made small: the curve tells what became of it. */
bool learned_tells(const struct scene *scene, const struct definition *definition);

#endif
