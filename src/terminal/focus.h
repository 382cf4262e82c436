/* focus: who gets what is typed: the grid, where a key has a name and acts, or the prompt, where
 * readline takes it. screen.h tells which keys lead from one to the other. Texts are its own. */
#ifndef QKV_TERMINAL_FOCUS_H
#define QKV_TERMINAL_FOCUS_H

#include "base/text.h"

#include <stdbool.h>

struct screen_hooks;
struct token;

struct focus {
    const struct screen_hooks *hooks; /* not owned */
    bool at_prompt;
    struct text given, fill; /* the entry, and what the prompt starts with */
};

void focus_release(struct focus *focus);

enum focus_result { FOCUS_SAME, FOCUS_DRAW, FOCUS_QUIT };

/* Gives TOKEN to the hook or the prompt; whether there is something to draw anew, or to leave. */
enum focus_result focus_take(struct focus *focus, const struct token *token);

#endif
