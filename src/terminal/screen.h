/* screen: a canvas on the terminal, keys and prompt lines from it. The only file that includes curses;
 * it knows nothing of attention.
 *
 * ncurses only writes. The bytes of the terminal are read and split here; on the matrix focus a token is
 * a key with a name ("n", "Space", "PageDown", "C-r", "Left", "F1", "Enter", "é"), on the prompt focus it
 * goes to readline (prompt.h). Everything waiting is read before anything is drawn. */
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

/* What the prompt line holds, for the drawing: TEXT with the cursor before its byte AT. */
struct screen_prompt {
    bool focused;
    const char *prefix; /* "qkv> ", or what readline shows while it searches */
    const char *text;
    size_t at;
    const char *popup; /* completions or a bell's message, "" when none */
};

struct screen_hooks {
    /* Draws all of CANVAS (emptied, of the terminal's size) and says where the hardware cursor is to
     * stand: at the focus. */
    bool (*draw)(void *context, struct canvas *canvas, const struct screen_prompt *prompt,
                 size_t cursor[2]);
    /* A key on the matrix focus; FILL (cleared) gets what a SCREEN_PROMPT starts with. */
    enum screen_action (*key)(void *context, const char *key, struct text *fill);
    /* A line from the prompt; an empty one comes too. */
    enum screen_action (*line)(void *context, const char *line);
    /* A click on canvas row, column (button "Click"), or the wheel ("WheelUp", "WheelDown"). */
    enum screen_action (*mouse)(void *context, const char *button, size_t row, size_t column);
    /* Tab on the prompt: as completion_find. */
    bool (*complete)(void *context, const char *line, size_t at, size_t *start,
                     struct completion *completion);
    /* The person may press Ctrl-C while a command computes; called seldom; NULL: never. */
    void *context;
    enum theme theme;
    int colour; /* -1 as the terminal can, 0 none, 1 always */
};

/* True when the terminal can carry a screen: both ends are terminals, TERM is known and can move the
 * cursor; else WHY says what is missing. */
bool screen_possible(struct text *why);

/* Runs until SCREEN_QUIT, the terminal's end or a signal; the terminal is as before afterwards, also when
 * the program crashes. False with FAILURE when it could not begin. */
bool screen_run(const struct screen_hooks *hooks, struct failure *failure);

/* Asked by long computations between steps: reads what waits and tells whether Ctrl-C was among it. */
bool screen_interrupted(void);

#endif
