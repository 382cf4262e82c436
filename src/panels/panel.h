/* panel: the contract of a row. A panel is a rectangle of the screen that shows one thing of the session;
 * it draws on the canvas only and changes nothing. */
#ifndef QKV_PANELS_PANEL_H
#define QKV_PANELS_PANEL_H

#include "canvas/picture.h"
#include "session/session.h"

/* What the terminal adds to the session's own state. */
struct stage {
    bool prompt_focused;
    const char *prefix, *text; /* the prompt line as it stands */
    size_t at;                 /* byte of TEXT before which the cursor stands */
    const char *popup;         /* completions, "" when none */
    bool ascii;                /* no UTF-8 on this terminal */
    enum depth depth;          /* colours it has */
};

struct panel {
    const char *name;
    const char *sentence; /* what it shows, for the reader of the table */
    /* Rows it wants in WIDTH columns when MOST are free; 0: nothing to show now. */
    size_t (*rows)(struct session *session, const struct stage *stage, size_t width, size_t most);
    /* Draws into BOX (as many rows as it was given). CURSOR gets where the hardware cursor stands when
     * this panel has the focus. */
    void (*draw)(struct session *session, const struct stage *stage, struct canvas *canvas,
                 struct box box);
};

#endif
