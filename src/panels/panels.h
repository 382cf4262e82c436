/* panels: THE TABLE of panels, and a frame of the whole screen.
 *
 * What stands where is layout.h's business. Below 40×10 the screen says it is too small. */
#ifndef QKV_PANELS_PANELS_H
#define QKV_PANELS_PANELS_H

#include "panels/panel.h"

/* The rows of the table; NULL past the end. */
const struct panel *panel_at(size_t index);

/* Draws the whole screen on CANVAS (cleared first); CURSOR gets row and column of the hardware
 * cursor, which lies on the canvas. A cover's scroll is brought back inside, and what is said
 * from now on is as wide as a cover shows it; nothing else of the session changes. */
bool panels_draw(struct session *session, const struct stage *stage, struct canvas *canvas,
                 size_t cursor[2], struct failure *failure);

/* What a click at AT (row, column) on CANVAS means, which is drawn again for that, as a command
 * line ("goto Q", "move Q[1,2]") into LINE; false when it means nothing. */
bool panels_click(struct session *session, const struct stage *stage, struct canvas *canvas,
                  const size_t at[2], struct text *line);

#endif
