/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* panels: a frame of the whole screen.
 *
 * A panel is a rectangle of the screen that shows one thing of the session; it draws on the canvas
 * only. Below 40×10 the screen says it is too small. */
#ifndef QKV_PANELS_PANELS_H
#define QKV_PANELS_PANELS_H

#include "base/failure.h"
#include "base/text.h"
#include "session/session.h"

#include <stdint.h>

/* Smaller screens show nothing but that they are too small. */
enum { PANELS_COLUMNS = 40, PANELS_ROWS = 10 };

struct visit; /* session/progress.h */

/* The state of the terminal, which a frame needs beside the session. */
struct terminal {
    bool prompt_focused;
    const char *prefix, *text;  /* while it is focused, the prompt line; */
    size_t at;                  /* byte of TEXT before which the cursor is; */
    const char *popup;          /* completions, "" when none */
    bool ascii;                 /* no UTF-8 on this terminal */
    enum depth depth;           /* colours it has */
    const struct shelf *shelf;  /* the lessons there are, to choose from; NULL: none */
    const struct visit *visits; /* one a lesson of the shelf; NULL: none known */
    struct stage *stage;        /* the plan, which a frame is drawn from (stage/stage.h) */
};

/* A frame's contents, for the keys and the mouse that follow it. A zeroed one is ready. */
struct panels_frame {
    size_t cursor[2];         /* row and column of the hardware cursor, on the canvas */
    struct showing shows;     /* for the session's front; its values are those of NOTEBOOK */
    struct notebook notebook; /* the one that was drawn, retained: owners of TAGS count it from 1 */
    struct canvas_tags tags;
    enum popup popup;   /* the session's, or POPUP_ANSWER where the value of a formula that was
                           typed has no room on the stage */
    size_t part, parts; /* which part of the words is shown, of how many */
};
void panels_frame_release(struct panels_frame *frame);

/* Brings STAGE up to SESSION for frames of SIZE. False only for lack of memory. */
bool panels_plan(struct stage *stage, const struct session *session, const size_t size[2],
                 struct failure *failure);

/* Draws the whole screen on CANVAS (cleared first) by the terminal's plan, which panels_plan has
 * brought up to SESSION and this size. FRAME gets what is shown, and nothing else changes. False
 * only for lack of memory. */
bool panels_draw(const struct session *session, const struct terminal *terminal,
                 struct canvas *canvas, struct panels_frame *frame, struct failure *failure);

/* Gives the frames of SESSION this SIZE from now on; what is said is as wide as a popup shows
 * it. */
void panels_fit(struct session *session, const size_t size[2]);

/* Fits SESSION to CANVAS, plans what the frame needs and draws it, for a caller that draws frame
 * after frame. What is on top of the session is then the frame's popup. */
bool panels_show(struct session *session, const struct terminal *terminal, struct canvas *canvas,
                 struct panels_frame *frame, struct failure *failure);

/* The kinds of things that the mouse can point at: a KNOB is a number that may be changed now, a
 * VALUE any other, or a name. */
enum pointed { POINTED_NOTHING, POINTED_VALUE, POINTED_KNOB, POINTED_CHOICE, POINTED_WORDS };

/* Returns what is at AT (row, column) of FRAME, the one that SESSION was drawn in last; LINE gets
 * what a click there means, as a command ("move Q[1,2]", nothing where the cursor is there already;
 * "goto Q"; the key that chooses, "3"). */
enum pointed panels_click(const struct session *session, const struct panels_frame *frame,
                          const size_t at[2], struct text *line);

/* Takes what the session has to say: one line becomes the message above the footer, more a popup
 * (of a formula's value only where the stage has no room for it: panels_draw). After a COMPLAINT
 * (NULL or not set: none) that is the message, and nothing else is shown. What an earlier command
 * said is gone. False only for lack of memory. */
bool said_take(struct session *session, const struct failure *complaint, struct failure *failure);

/* Returns how wide a line may be that is said on a screen of COLUMNS: as wide as a popup shows
 * it. */
size_t said_columns(size_t columns);

#endif
