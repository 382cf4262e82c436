/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* keys: THE TABLE of keys. A key stands for a command line; the footer, `?`, help and the README
 * are made from it. */
#ifndef QKV_COMMANDS_KEYS_H
#define QKV_COMMANDS_KEYS_H

#include "session/session.h"

struct key {
    const char *key;      /* as the terminal names it: "n", "Space", "PageDown", "C-r", "Left" */
    const char *also;     /* other keys for the same, separated by blanks: "l"; NULL: none */
    const char *group;    /* heading in the list; NULL: that of the row before (key_group) */
    const char *line;     /* the command line; %c is the cursor's cell as shown (W_q[1,2]) */
    const char *empty;    /* the line while no value is looked at; NULL: the same */
    bool prompt;          /* put into the prompt for the learner to finish, instead of run */
    const char *sentence; /* for ? and help */
};

/* Returns the rows; NULL past the end. */
const struct key *key_at(size_t index);
/* Returns the heading that the row KEY is listed under. */
const char *key_group(const struct key *key);
/* Returns the row of the key with the terminal's name NAME; NULL: it does nothing. */
const struct key *key_find(const char *name);

/* Appends KEY's command line with the cursor's cell inserted. An answer of formulas has no word
 * before them. Fails where there is no such cell, or no question for an answer. */
bool key_line(struct session *session, const struct key *key, struct text *line,
              struct failure *failure);

/* True when `e` cannot change the number because it is computed: MESSAGE then says what can be
 * changed instead, and how to get there, and nothing is to be typed. */
bool key_elsewhere(const struct session *session, const struct key *key, struct text *message);

/* While a quiz can be answered, digits are answers, and a point or a minus sign begins a number.
 * True for a KEY that begins an answer: LINE gets "answer 2", which fails with a message where there
 * is no such choice; *PROMPT is true when the line is to be typed, not run, as there may be more to
 * it (several choices, a number). */
bool key_answers(const struct session *session, const char *key, struct text *line, bool *prompt);

/* Appends the message for a key without a row. */
void key_unbound(const char *name, struct text *message);

/* What the keys act on. */
enum keys_over {
    KEYS_STAGE,   /* the lesson, or the values */
    KEYS_LESSONS, /* the list of lessons, with nothing else open */
    KEYS_LIST,    /* a list on top of the stage */
    KEYS_COVER    /* something else on top of it, which scrolls */
};

/* What a footer depends on besides the session. */
struct keys_footer {
    enum keys_over over;
    size_t width;
    bool inside;                   /* the number looked at was computed from others */
    const struct showing *showing; /* in the same frame; NULL: nothing */
    bool unasked; /* the question that is open is in words that are still to be shown */
};
/* Appends the footer, without a newline: "Space on  b back  …". It names only keys that have
 * something to do. */
void keys_footer(const struct session *session, const struct keys_footer *footer, struct text *out);
/* Appends all keys, group by group, as lines of WIDTH columns. */
void keys_write(size_t width, struct text *out);

#endif
