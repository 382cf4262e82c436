/* layout: which panel gets which rows.
 *
 * From top to bottom: title, narration, question, a rule with the formula, picture, rule,
 * explanation, pipeline, prompt, footer. From 110 columns narration stands beside the picture. The
 * picture has what it wants before narration gets more than a line; what is left over then goes to
 * the words, and what they do not want to the picture. A cover takes all between title and prompt.
 */
#ifndef QKV_PANELS_LAYOUT_H
#define QKV_PANELS_LAYOUT_H

#include "panels/scene.h"

enum { LAYOUT_COLUMNS = 40, LAYOUT_ROWS = 10 };

enum panel_name {
    PANEL_TITLE,
    PANEL_NARRATION,
    PANEL_QUESTION,
    PANEL_PICTURE,
    PANEL_EXPLANATION,
    PANEL_PIPELINE,
    PANEL_PROMPT,
    PANEL_FOOTER,
    PANEL_SHELF,
    PANEL_COVER,
    PANEL_COUNT
};

/* Boxes without rows are not shown. */
struct layout {
    struct box boxes[PANEL_COUNT];
    struct box heading, rule, divider;
};

/* For SCENE's canvas, which has at least LAYOUT_ROWS rows and LAYOUT_COLUMNS columns. */
void layout_make(struct layout *layout, struct scene *scene);

#endif
