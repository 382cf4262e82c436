/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* learner: a user of the built program, who types and looks.
 *
 * After every key the screen must be whole: nothing but the program's picture, the hardware cursor
 * shown and on it, and the footer in its row where there is room for one. */
#ifndef QKV_TESTS_SCREEN_LEARNER_H
#define QKV_TESTS_SCREEN_LEARNER_H

#include "screen/vt.h"

extern const char LEARNER_LESSON[]; /* the file of lesson 1 */

enum { LEARNER_WORDS = 8 };

struct learner {
    struct vt vt;
    char home[256]; /* state and lessons, kept from one opening to the next */
    int rows, columns;
    const char *term;                   /* NULL: xterm-256color */
    const char *setting[LEARNER_WORDS]; /* "NAME=value", more of the environment */
    const char *background;             /* as the terminal says */
    bool shell, mute;
};

/* Starts as a new user, at 80×24. */
void learner_init(struct learner *learner);
void learner_release(struct learner *learner);

/* Starts the program with WORDS (NULL-ended) and waits for its first picture. */
void learner_open(struct learner *learner, const char *const *words);
/* The same without waiting. */
void learner_spawn(struct learner *learner, const char *const *words);
/* Opens lesson 1 at its beginning. */
void learner_begin(struct learner *learner);
/* The program ends by itself, well, and the terminal is as it was. */
void learner_ends(struct learner *learner);
/* Presses q, and that. */
void learner_quits(struct learner *learner);

/* Presses KEYS. */
void learner_presses(struct learner *learner, const char *keys);
/* The bytes a terminal sends for the key called NAME ("PageDown", "C-r", "n"). */
const char *learner_bytes(const char *name);
/* Types LINE at the prompt, and comes back. */
void learner_types(struct learner *learner, const char *line);

/* Returns the row that shows WORDS, from FROM on; -1 when none does. */
int learner_finds(struct learner *learner, const char *words, int from);
/* Fails the test, showing the screen, unless WORDS are there (are not). */
void learner_sees(struct learner *learner, const char *words);
void learner_misses(struct learner *learner, const char *words);
/* Fails the test, showing the screen, unless the cursor is on a number written so. */
void learner_is_on(struct learner *learner, const char *number);
/* Waits until WORDS are there, while the program is busy. */
void learner_awaits(struct learner *learner, const char *words);
/* Presses KEY again and again until WORDS are there. */
void learner_presses_until(struct learner *learner, const char *key, const char *words);
/* Counts how often the screen shows a sign. */
int learner_counts(struct learner *learner, const char *words);

#endif
