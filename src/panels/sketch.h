/* sketch: the next frame while cells are owed (notebook/debt.h), and of what is too large to be
 * looked at whole.
 *
 * Old → new at a definition that is looked at as a whole is what an edit leads to: of that, the
 * rows and columns are computed that may be seen, and the present cell's operands, and nothing else
 * is looked at. Every number that is shown is right. In how many decimals a matrix is written is
 * decided by those cells. What moved is told of where it is known: a definition none of whose cells
 * has been computed is named in the frame that is drawn when all are, and so is a small matrix
 * below that owes something. For any other picture all is computed first.
 */
#ifndef QKV_PANELS_SKETCH_H
#define QKV_PANELS_SKETCH_H

#include "panels/panel.h"

/* Says whether SCENE, whose session, stage and failure are set, is a sketch; if it is not, nothing
 * is owed any more. */
bool sketch_begin(struct scene *scene);

/* Has the cells computed that are likely to be seen, before it is asked what moved. */
bool sketch_marks(struct scene *scene);

/* It is not a sketch after all: all is computed. */
bool sketch_end(struct scene *scene);

/* Of what is looked at, which is to be drawn old → new. */
struct sketch {
    struct scene *scene;
    size_t matrix;
    bool failed; /* the scene's failure says why */
};

/* For picture_change: WANTER is a struct sketch. */
bool sketch_want(void *wanter, const struct seen *seen);

#endif
