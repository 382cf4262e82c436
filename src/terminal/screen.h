/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* screen: a canvas on the terminal, keys and entries from it. It knows nothing of attention.
 *
 * curses only writes (tty.h), and while the screen is up nothing else writes (except what puts the
 * terminal back when the program dies). The bytes of the terminal are read and split here (input.h,
 * with the names of keys): on the grid focus an event is a key with a name, on the prompt focus it
 * goes to readline (prompt.h). Everything waiting is read before anything is drawn.
 *
 * What the screen does by itself, on either focus: Ctrl-L draws again, Ctrl-Z stops the program. On
 * the prompt: F6 goes to the grid and leaves what is typed; Escape goes there and forgets it (with
 * vi's keys, when nothing is typed); so does Ctrl-C when nothing is typed, and otherwise clears;
 * Ctrl-D on an empty line too. In a line that a key began Up and Down leave what is typed. A key
 * there that no readline function wants (F1, PageDown) goes to the hook as on the grid. A paste on
 * the grid goes to the prompt. */
#ifndef QKV_TERMINAL_SCREEN_H
#define QKV_TERMINAL_SCREEN_H

#include "canvas/canvas.h"
#include "canvas/shade.h"

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct completion;

enum screen_action {
    SCREEN_STAY,   /* go on; draw */
    SCREEN_PROMPT, /* go to the prompt, with FILL typed already */
    SCREEN_GRID,   /* go to the matrix focus */
    SCREEN_QUIT
};

/* The prompt line, for drawing: TEXT with the cursor before its byte AT. All of it is safe for a
 * canvas, on one line. */
struct screen_prompt {
    bool focused;
    const char *prefix; /* "qkv> ", or what readline shows while it searches */
    const char *text;
    size_t at;
    const char *popup; /* completions or a message, "" when none */
    enum depth depth;  /* how much colour the terminal has */
    enum theme theme;  /* the one in use */
    bool ascii;        /* it has no UTF-8 */
};

struct screen_hooks {
    /* Draws all of CANVAS (which has the terminal's size and still the last picture) and sets the
     * row and column of the hardware cursor: at the focus. False keeps the picture before. */
    bool (*draw)(void *context, struct canvas *canvas, const struct screen_prompt *prompt,
                 size_t cursor[2]);
    /* Handles a key on the grid focus; FILL (cleared) gets what a SCREEN_PROMPT starts with. */
    enum screen_action (*key)(void *context, const char *key, struct text *fill);
    /* Handles an entry from the prompt, which may be empty, and has newlines after a paste or an
     * open bracket. FILL as for a key. What was typed while it ran goes on at the prompt. */
    enum screen_action (*line)(void *context, const char *line, struct text *fill);
    /* Handles a click on a row and column of the canvas (button "Click"), or the wheel ("WheelUp",
     * "WheelDown"); FILL as for a key. */
    enum screen_action (*mouse)(void *context, const char *button, size_t row, size_t column,
                                struct text *fill);
    /* Tab on the prompt: as completion_find. */
    bool (*complete)(void *context, const char *line, size_t at, size_t *start,
                     struct completion *completion);
    void *context;
    enum theme theme; /* may change while the screen is up; THEME_COUNT: dark or light, as the
                         terminal's background is */
    int colour;       /* as in tty.h */
    bool mouse_off;   /* the terminal has it; may change while the screen is up */
    /* Called five times a second, on either focus, while nothing is typed: true when there is
     * something to draw without input. NULL when there never is. */
    bool (*look)(void *context);
};

/* Runs until SCREEN_QUIT, the terminal's end or a signal (HOOKS stay the caller's). The terminal is
 * as before afterwards, even when the program crashes. False with FAILURE when it could not begin.
 */
bool screen_run(const struct screen_hooks *hooks, struct failure *failure);

/* Returns the signal that ended the last screen_run (SIGTERM, SIGINT, SIGHUP), 0 when none did. The
 * caller saves what there is to save and then raises it again. */
int screen_signal(void);

/* Sends LENGTH bytes to the terminal's clipboard after the next picture; a terminal does not say
 * whether it takes them. False, with the reason in WHY, when it has no clipboard or they are too
 * many for it. */
bool screen_copy(const char *bytes, size_t length, struct text *why);

/* For long computations, between their steps. Each reads what was typed, which acts after the
 * computation; only Ctrl-Z acts at once.
 *
 * True when Ctrl-C was typed, which has no other effect, or the program is to end; also for the key
 * q, which is read afterwards. */
bool screen_interrupted(void);
/* Takes the terminal's present size and draws; false when interrupted. */
bool screen_show(void);
/* On the grid: takes what has been typed, except q, which leaves; true when there was a key. */
bool screen_key_pressed(void);
/* Waits so many milliseconds; false, and at once, when something has been typed. */
bool screen_pause(int milliseconds);

#endif
