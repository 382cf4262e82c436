/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* prompt: the line that the user types, with GNU readline. Only prompt.c includes it.
 *
 * There is one prompt. Without the full screen readline reads and draws by itself (conversation);
 * on the screen it asks its hook for keys, and the screen draws what prompt_show says. Either way
 * readline does the editing as the user's inputrc has it (application name "qkv"), macros and vi's
 * keys included. An entry is whole: lines are gathered while a bracket is open. History is kept in
 * the state folder, an entry as soon as it is given, so that nothing is lost. Tab completes by the
 * hook, Ctrl-C clears what is typed, Ctrl-D on an empty line leaves. */
#ifndef QKV_TERMINAL_PROMPT_H
#define QKV_TERMINAL_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

struct completion;
struct screen_prompt;
struct text;

struct prompt_hooks {
    /* As completion_find; LINE holds the lines of the entry so far. */
    bool (*complete)(void *context, const char *line, size_t at, size_t *start,
                     struct completion *completion);
    /* Reports SENTENCE, a message for the user without a newline. */
    void (*complain)(void *context, const char *sentence);
    /* Waits until something was given to prompt_key, prompt_paste, prompt_fill or prompt_leave, or
     * MILLISECONDS have passed (-1: for ever). NULL: readline reads the terminal itself. */
    void (*wait)(void *context, int milliseconds);
    void *context;
};

enum prompt_result {
    PROMPT_OPEN,      /* the entry is not whole yet */
    PROMPT_GIVEN,     /* an entry, empty when the line was blank; it may hold newlines */
    PROMPT_CANCELLED, /* Ctrl-C, where readline reads the terminal itself */
    PROMPT_LEFT       /* Ctrl-D, prompt_leave, or the terminal is gone */
};

/* Readies readline and loads the history. LC_CTYPE must be a UTF-8 one. HOOKS (their struct is
 * copied) are called until prompt_stop. */
void prompt_start(const struct prompt_hooks *hooks);
void prompt_stop(void);

/* Reads one entry into GIVEN (cleared first); never PROMPT_OPEN. */
enum prompt_result prompt_read(struct text *given);

/* Returns the terminal's columns. */
size_t prompt_columns(void);

/* --- for the hook that waits ------------------------------------------------------------------ */

/* Gives readline the bytes of one key (copied): a whole UTF-8 character or escape sequence, or a
 * control character. */
void prompt_key(const char *bytes, size_t length);

/* Inserts text that was pasted, made safe: no key in it acts. When it was CUT because it is too
 * long, says so. Works like prompt_fill also while no line is read: then the next one begins with
 * it. */
void prompt_paste(const char *bytes, size_t length, bool cut);

/* Starts a new line with TEXT already typed; when TEXT is "", what was being typed stays. */
void prompt_fill(const char *text);

/* Ends prompt_read with PROMPT_LEFT. KEEP: the next one starts with what is typed. */
void prompt_leave(bool keep);

/* True while readline has not taken all that was given to it. */
bool prompt_is_busy(void);

/* --- on the screen ---------------------------------------------------------------------------- */

/* True when nothing is typed, and no search, argument or open bracket waits for more. */
bool prompt_is_empty(void);

/* True when a lone Escape leaves the prompt: always when it is empty; with emacs keys also when
 * something is typed, unless a search or an argument waits for more. */
bool prompt_can_escape(void);

/* True when some function is bound to these bytes of a key. */
bool prompt_is_bound(const char *bytes, size_t length);

/* Shows SENTENCE in the popup, until the next key. */
void prompt_say(const char *sentence);

/* Returns what to draw, safe for a canvas and valid until the next call. Before prompt_start it is
 * an empty line. */
void prompt_show(struct screen_prompt *shown);

/* Sets the size of the screen. Not before prompt_start. */
void prompt_resize(size_t rows, size_t columns);

#endif
