/* panels: THE TABLE of panels and their layout.
 *
 * From 110 columns narration stands beside the picture; below they stack, the picture first in room:
 * title, narration (4 lines, 1 when the picture needs rows), picture, explanation, pipeline, prompt, footer.
 * A quiz, an exercise, the unrolled softmax and covers take the picture's place, full width. Below 40×10
 * the screen says it is too small. */
#ifndef QKV_PANELS_PANELS_H
#define QKV_PANELS_PANELS_H

#include "panels/panel.h"

/* Draws the whole screen on CANVAS (cleared first); CURSOR gets row and column of the hardware cursor. */
bool panels_draw(struct session *session, const struct stage *stage, struct canvas *canvas,
                 size_t cursor[2], struct failure *failure);

/* What a click at ROW, COLUMN on the last drawn CANVAS means, as a command line ("goto Q row 1 col 2", "move
 * …") into LINE; false when it means nothing. */
bool panels_click(struct session *session, const struct stage *stage, struct canvas *canvas,
                  const size_t at[2], struct text *line);

#endif
