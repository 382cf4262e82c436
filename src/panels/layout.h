/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* layout: which panel gets which rows and columns.
 *
 * From top to bottom: title, words, question, a rule with the formula, board, goals, rule,
 * arithmetic, map, footer; the prompt lies over the row above the footer. From 110 columns words
 * and question stand in a column of their own beside the board, with the map under them where it
 * fits. New words and questions are whole before anything else; then what is looked at, turned and
 * named has its numbers; then comes the rest. A cover takes all between title and prompt. */
#ifndef QKV_PANELS_LAYOUT_H
#define QKV_PANELS_LAYOUT_H

#include "panels/scene.h"

/* Smaller screens show nothing but that they are too small. */
enum { LAYOUT_COLUMNS = 40, LAYOUT_ROWS = 10 };

/* In the order in which they are drawn: who comes first has the hardware cursor, when it wants it.
 */
enum panel_name {
    PANEL_COVER,
    PANEL_SHELF,
    PANEL_QUESTION,
    PANEL_PICTURE,
    PANEL_GOALS,
    PANEL_EXPLANATION,
    PANEL_MAP,
    PANEL_TITLE,
    PANEL_NARRATION,
    PANEL_FOOTER,
    PANEL_PROMPT, /* lies over all else, in no box of the layout */
    PANEL_COUNT
};

/* Boxes without rows are not shown. */
struct layout {
    struct box boxes[PANEL_COUNT];
    struct box heading, rule, divider;
};

/* Gives every panel of SCENE its box on its canvas, which is at least of that size. */
void layout_make(struct layout *layout, struct scene *scene);

#endif
