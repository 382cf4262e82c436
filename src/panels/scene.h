/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* scene: what the panels of a frame share: the selected value, how far replay got, what the last
 * change moved; putting text into a box; and what the files of pictures have, a section each. */
#ifndef QKV_PANELS_SCENE_H
#define QKV_PANELS_SCENE_H

#include "base/text.h"
#include "canvas/drawing.h"
#include "canvas/ladder.h"
#include "panels/lights.h"
#include "panels/pane.h"
#include "panels/panels.h"
#include "panels/questions.h"

#include <stdint.h>

/* A definition before the last change. */
struct past {
    const struct definition *old; /* NULL: it was not there, or nothing was changed */
    bool differs;
};

/* The session as the panels of one frame see it. Everything is borrowed from the session unless it
 * says otherwise. */
struct scene {
    const struct session *session;
    const struct notebook *notebook; /* the frame's: the session's as it is at this moment, opened
                                        where it is looked into */
    const struct terminal *terminal;
    const struct stage *stage;  /* the terminal's */
    const struct cast *cast;    /* its cast */
    const struct plan *plan;    /* and its plan */
    struct canvas *canvas;      /* the whole screen */
    struct panels_frame *frame; /* what is found */
    struct failure *failure;
    enum depth depth; /* of values: none in the mono theme */
    bool placed;      /* some panel has placed the hardware cursor */

    const struct quiz *quiz;         /* of the stop passed last; */
    const struct exercise *exercise; /* NULL: it is none */
    struct past *past;               /* one a definition of the notebook */
    bool has_moved;                  /* the last change moved any of them */

    /* The present value; all NULL or 0 when there is none. */
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

    size_t stop; /* of the cast */
    struct lights lights;
    struct asked asked;

    /* Of a frame that is drawn by its plan. */
    struct pane pane;      /* of no words where something else takes all the room */
    size_t words_rows;     /* the rows that PANE is made for, those under a message included */
    struct canvas board;   /* the stage's part of the screen */
    bool *taken;           /* one a cell of it: something is there */
    size_t spot[2];        /* of the selected number, on the whole canvas; SIZE_MAX: not there */
    bool learned;          /* the curve of the last training is drawn */
    bool preview_has_room; /* the value of what was typed is on the stage */
    bool is_pictured;      /* a picture shows the numbers of the selected value */
    bool is_summed;        /* the cursor is on a picture that shows no single number */
    bool pane_is_taken;    /* a picture is where the words would be */
    bool exceeds;          /* a number on the stage goes beyond its scale */
};

/* Draw the first row of the screen, and the last. */
void title_draw(struct scene *scene);
void footer_draw(struct scene *scene);

/* Each draws on CANVAS, its part of the screen, whatever its size, and places the hardware cursor
 * if it is here (scene_place). It leaves out what it has no memory for: the frame fails then
 * (panels_draw). */
void prompt_draw(struct scene *scene, const struct canvas *canvas);
void popup_draw(struct scene *scene, const struct canvas *canvas);

/* Draws, in its pane, the formula of the selected value, what has no place on the stage, the legend
 * of its shades, and the path to it, or what the last change moved. */
void rule_draw(const struct scene *scene);

/* Fills SCENE, whose session, terminal, canvas, frame and failure are set, but for what the plan
 * needs. False without memory. Release also after a failure. */
bool scene_init(struct scene *scene);
void scene_release(struct scene *scene);

/* Places the hardware cursor at ROW, COLUMN of CANVAS, unless a panel drawn earlier has placed it.
 */
void scene_place(struct scene *scene, const struct canvas *canvas, size_t row, size_t column);

/* Tags the names of values in TEXT, styled, which is drawn from AT (row, column) of CANVAS on:
 * those that are set off from the words around them. */
void scene_tag_names(const struct scene *scene, const struct canvas *canvas, const size_t at[2],
                     const char *text, enum style style);

/* Returns how many terms of the present cell are reached: 0 none yet, SIZE_MAX all. */
size_t scene_terms(const struct scene *scene);
/* True when stepping has come to a term of the present cell. */
bool scene_steps_here(const struct scene *scene);

/* Returns the past of the selected value; one that is compared with a baseline, which is OLD then,
 * differs. */
struct past scene_past(const struct scene *scene);

/* Returns the name of a value that was typed to see it; NULL: nothing was typed, or a formula. */
const char *scene_typed_name(const struct scene *scene);

/* Returns the index of the selected value in the cast; CAST_NONE: it is not in it, or nothing is
 * selected. */
int scene_selected(const struct scene *scene);

/* Returns how words are written: in the session's theme, their numbers as the notebook has them.
 * Borrows SCENE. */
struct paint scene_paint(const struct scene *scene);

/* The most rows of what was said, or of completions, that are shown above the keys. */
enum { SAID_MOST = 8 };

/* --- text ------------------------------------------------------------------------------------- */

/* Returns how many lines TEXT has, and releases it. */
size_t scene_measure(struct text *text);
/* Appends WORDS after INDENT blanks each line, wrapped in WIDTH columns: lines that fit stay as
 * they are (completions are in columns, a caret is below what it is about). */
void scene_wrap(const char *words, size_t indent, size_t width, struct text *lines);
/* Blanks BOX of CANVAS for something else, and returns it to be drawn in. */
struct canvas scene_blank(const struct canvas *canvas, struct box box);
/* Makes the first row of CANVAS a line. */
void scene_rule(const struct canvas *canvas);
/* Removes the blank lines at its end. */
void scene_trim(struct text *text);

/* --- whole ------------------------------------------------------------------------------------ */

/* Returns the scale that the value NAME has on the stage; where the stage does not know it, one for
 * the numbers of DEFINITION. */
struct scale scene_scale(const struct scene *scene, const char *name,
                         const struct definition *definition);

/* The owner of a question's choices; and of the words, where a name is not a value's. */
#define SCENE_QUESTION SIZE_MAX
#define SCENE_WORDS (SIZE_MAX - 1)

/* Returns the number by which a picture of DEFINITION says whose cells it shows; 0: it is not in
 * the notebook. */
size_t scene_owner(const struct scene *scene, const struct definition *definition);

/* --- drawn by its plan ------------------------------------------------------------------------ */

/* True when the frame of SCENE is drawn by its plan: nothing else takes all the room. */
bool scene_fits(const struct scene *scene);

/* Draws the frame on the scene's canvas. False, and it is not whole, where something that was typed
 * has no room: the scene's popup is POPUP_ANSWER then, and does not fit. */
bool scene_draw(struct scene *scene);

/* board.c: draws what the plan has places for, each with a blank around, and then the rest. */
void scene_draw_stage(struct scene *scene);
/* unplanned.c: draws on the last rows of CANVAS, below USED rows of words, what the formula of the
 * selected value names and the stage has no room for, where at least half of its rows fit. */
void scene_draw_strip(struct scene *scene, const struct canvas *canvas, size_t used);
/* arithmetic.c: draws the arithmetic of the selected number on the last rows of CANVAS: how it was
 * computed, or what the last change, or all since the baseline, did to its value. */
void scene_draw_arithmetic(struct scene *scene, const struct canvas *canvas);

/* board.c: fills VALUES, with room for all the stage's cast, with those that it draws and the
 * learner can go to, in the order of the computation. Returns how many there are. */
size_t scene_values(const struct scene *scene, const struct definition **values);

/* True when what was said last fits into the row of the keys, before some of them: then it is
 * there, and covers nothing. */
bool scene_message_fits(const struct scene *scene);

/* Returns the pane of the words on the whole canvas, as far as what was said last leaves it free,
 * and the prompt, if formulas are asked for. */
struct box scene_words(const struct scene *scene);

/* --- requested: the picture that was asked for by its name. */

/* Fills DRAWING with what REQUESTED names, borrowing from SCENE and REQUESTED. False: it is no
 * picture, its values are not there, or they do not fit it. */
bool drawing_fill(const struct scene *scene, const struct drawing_request *requested,
                  struct drawing *drawing);

/* --- moved: what a change moved, old → new. */

/* Appends the last change in a few words: "W_q[1,2] = 0.2 → 5"; nothing when nothing was changed.
 */
void changes_title(const struct scene *scene, struct text *out);

/* Returns the selected definition as the baseline has it; NULL when there is none, or nothing to
 * compare. */
const struct definition *baseline_of(const struct scene *scene);

/* --- learned: a training, while it runs and once it is done: the curve of what gets smaller,
 * beside the values that move.  */

/* Draws, while a training runs (the session has its moment), how far it is: "step 120 of 500
 * ██████░░░░░░░░  1240 steps/s", or as much of that as fits, and its curve below unless that is on
 * the stage. Returns how many rows it took. */
size_t training_draw_moment(const struct scene *scene, const struct canvas *canvas);

/* Appends "train W_q W_k minimise L   adam, rate 0.1". */
void training_heading(const struct training *training, struct text *out);

/* The first is true while a training runs and when one was the last change; the second draws its
 * curve. */
bool training_any(const struct scene *scene);
void training_draw(struct scene *scene, const struct canvas *canvas);

#endif
