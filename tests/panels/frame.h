/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* frame: a session with a screen, and what it shows, for tests. */
#ifndef QKV_TESTS_PANELS_FRAME_H
#define QKV_TESTS_PANELS_FRAME_H

#include "commands/desk.h"
#include "panels/panels.h"
#include "stage/stage.h"

struct frame {
    struct desk desk;
    struct terminal terminal;
    struct stage stage; /* the terminal's */
    struct canvas canvas;
    struct panels_frame found; /* what the frame drawn last shows */
    struct text shown;         /* the canvas as lines */
};

/* Opens LESSON (Markdown text; NULL: none) on a screen of 80×24. */
void frame_open(struct frame *frame, const char *lesson);
/* The same with the project's own lesson NAME ("01-worked-example.md"). */
void frame_open_lesson(struct frame *frame, const char *name);
/* The same with number NUMBER of them, from 0, on a screen of 256 colours. */
void frame_open_number(struct frame *frame, int number, size_t rows, size_t columns);
void frame_close(struct frame *frame);
void frame_size(struct frame *frame, size_t rows, size_t columns);

/* Runs LINE, which has to succeed, as the screen does. */
void frame_run(struct frame *frame, const char *line);
/* The same of the lines of LINES, parted by |. */
void frame_run_all(struct frame *frame, const char *lines);

/* Goes on as one who only presses Space and passes what is asked, a frame at a time: false at the
 * end of the lesson. */
bool frame_goes_on(struct frame *frame);

/* Draws. Fails the test when the cursor is outside or a cell is broken. */
void frame_check(struct frame *frame);
/* Appends the words of the frame drawn last in reading order, folded: its lines, or where words are
 * beside the stage the lines of their column, then the others. */
void frame_words(const struct frame *frame, struct text *out);
/* The same of a frame that is drawn first. */
void frame_read(struct frame *frame, struct text *out);
/* Appends the words of the pane under the stage or beside it as one who reads all their parts,
 * folded. The first part is drawn last. */
void frame_read_pane(struct frame *frame, struct text *out);
/* Draws the next part of the words; false: there is none. */
bool frame_reads_on(struct frame *frame);
/* Appends WORDS as one line: blanks folded, the marks of code and of a column's edge dropped. */
void frame_fold(const char *words, struct text *out);
/* Draws as frame_check does; what is shown, as lines. */
const char *frame_draw(struct frame *frame);
/* Draws, and fails the test unless WORDS are shown (are not). */
void frame_shows(struct frame *frame, const char *words);
void frame_hides(struct frame *frame, const char *words);
/* The same as frame_shows, of words that may be set with any blanks and line ends between them. */
void frame_tells(struct frame *frame, const char *words);
/* The same, of words that one reads who turns to all parts of the pane. */
void frame_reads(struct frame *frame, const char *words);
/* Returns the line of the frame drawn last that has the cursor, from the cursor on. */
const char *frame_at_cursor(struct frame *frame);

/* Undoes all there is to undo: the notebook is then as for a learner who has only walked to this
 * stop of LESSON (as frame_open has it). */
void frame_takes_all_back(struct frame *frame, const char *lesson);

#endif
