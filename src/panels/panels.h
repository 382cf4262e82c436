/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* panels: THE TABLE of panels, and a frame of the whole screen.
 *
 * A panel is a rectangle of the screen that shows one thing of the session; it draws on the canvas
 * only. Below 40×10 the screen says it is too small. */
#ifndef QKV_PANELS_PANELS_H
#define QKV_PANELS_PANELS_H

#include "base/failure.h"
#include "base/text.h"
#include "canvas/picture.h"
#include "session/session.h"

/* Smaller screens show nothing but that they are too small. */
enum { PANELS_COLUMNS = 40, PANELS_ROWS = 10 };

/* How far a learner got in a lesson of the shelf; no pages: never opened. */
struct visit {
    size_t page, pages;
};

/* What the terminal adds to the session's own state. */
struct terminal {
    bool prompt_focused;
    const char *prefix, *text;  /* the prompt line as it stands; NULL: empty */
    size_t at;                  /* byte of TEXT before which the cursor stands */
    const char *popup;          /* completions, "" when none */
    bool ascii;                 /* no UTF-8 on this terminal */
    enum depth depth;           /* colours it has */
    double falling;             /* how far the product of the present term has still to fall onto
                                   the sum: 1 not yet, 0 it lies there */
    const struct shelf *shelf;  /* the lessons there are, to choose from; NULL: none */
    const struct visit *visits; /* one a lesson of the shelf; NULL: none known */
    size_t count;               /* typed before a key; 0: none */
    struct stage *stage;        /* what is planned (stage/stage.h); NULL: nothing, the frame plans
                                   for itself */
};

/* A definition before the last change. */
struct past {
    const struct definition *old; /* NULL: it was not there */
    bool differs;
};

/* The session as the panels of one frame see it. Everything is borrowed from the session unless it
 * says otherwise. */
struct scene {
    struct session *session;
    const struct notebook *notebook; /* the session's, as it is at this moment, opened where it is
                                        looked into */
    struct notebook opened;          /* that one, held */
    const struct terminal *terminal;
    struct canvas *canvas; /* the whole screen */
    struct failure *failure;
    enum theme theme;    /* the session's, or what is left of it with so few colours */
    size_t cursor[2];    /* where the hardware cursor stands: row and column */
    bool placed;         /* some panel has placed it */
    bool tried_is_shown; /* what was typed to be seen has a place, or nothing was */
    bool cell_is_shown;  /* the picture shows the present cell */

    struct past *past; /* one a definition of the notebook; NULL: nothing was changed */
    bool has_moved;    /* the last change moved any of them */

    /* What is looked at; all NULL or 0 when there is nothing. */
    const struct definition *definition;
    const struct tensor *value; /* as stored */
    size_t operation;        /* whose result VALUE is; SIZE_MAX: of none, a bare name or number */
    struct tensor *shown;    /* as shown; the scene's own */
    size_t cell, shown_cell; /* the cursor's */
    size_t reached;          /* cells of VALUE, in order, that replay has reached whole */
    size_t terms;            /* terms reached of the cell after those, when not all are */
    enum grain grain;        /* of what replay reached last here */
    struct explanation explanation; /* of the present cell; the scene's own */
    bool explained;
    struct failure unexplained; /* why it has no explanation: "made in more than … steps" */
};

struct panel {
    /* Rows it wants in WIDTH columns when MOST are free, 0: nothing to show now; NULL: it is
     * content with what it gets. */
    size_t (*rows)(struct scene *scene, size_t width, size_t most);
    /* Draws on CANVAS, its part of the screen, which may be smaller than was wanted. A panel that
     * has the focus says where the hardware cursor stands (scene_place). What it has no memory for
     * it leaves out: the frame fails then (panels_draw). */
    void (*draw)(struct scene *scene, const struct canvas *canvas);
};

/* One a file; panels.c has the table. */
extern const struct panel title_panel, prompt_panel, footer_panel, shelf_panel, cover_panel;

/* Draws the whole screen on CANVAS (cleared first); CURSOR gets row and column of the hardware
 * cursor, which lies on the canvas. A formula's value that has found no place is laid over it, a
 * cover's scroll is brought back inside, what is said from now on is as wide as a cover shows it,
 * and `board` has the names of what is shown; nothing else of the session changes. False only for
 * lack of memory. */
bool panels_draw(struct session *session, const struct terminal *terminal, struct canvas *canvas,
                 size_t cursor[2], struct failure *failure);

/* What stands somewhere on the screen. */
enum pointed {
    POINTED_NOTHING,
    POINTED_CELL,
    POINTED_KNOB,
    POINTED_NAME,
    POINTED_CHOICE,
    POINTED_WORDS
};

/* What stands at AT (row, column) on CANVAS, which is drawn again for that; of a cell (a KNOB may
 * be changed now), a name and a choice LINE gets what a click there means, as a command ("move
 * Q[1,2]", nothing where the cursor stands there; "goto Q"; the key that chooses, "3"). */
enum pointed panels_click(struct session *session, const struct terminal *terminal,
                          struct canvas *canvas, const size_t at[2], struct text *line);

/* Takes what the session has to say: one line becomes the message above the footer, more a cover
 * (of a formula's value only where the board has no place for it: panels_draw). After a COMPLAINT
 * (NULL or not set: none) that is the message, and nothing else is shown. What an earlier command
 * said is gone. False only for lack of memory. */
bool said_take(struct session *session, const struct failure *complaint, struct failure *failure);

/* How wide a line may be that is said on a screen of COLUMNS: as wide as a cover shows it. */
size_t said_columns(size_t columns);

#endif
