/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* macros: which keys stand for which others, as the user's inputrc has it. */
#ifndef QKV_TERMINAL_MACROS_H
#define QKV_TERMINAL_MACROS_H

#include "terminal/input.h"

/* MAP and KEY are a name, readline's for the last key of a sequence. */
struct macro {
    const void *map;
    int key;
    struct text text;
};

struct macros {
    struct macro *list;
    size_t count, capacity;
    const struct macro *begun; /* the one to be played; NULL: none */
    struct text after;         /* keys that follow it */
    struct input keys;         /* what is left of the one that is played */
};

void macros_release(struct macros *macros);

/* KEY in MAP stands for TEXT (copied); false when there is no memory. */
bool macros_set(struct macros *macros, const void *map, int key, const char *text);

/* KEY was pressed: what it stands for is to be played, unless it stands for nothing. */
void macros_press(struct macros *macros, const void *map, int key);

/* BYTES were pressed after it: they are ready when its own keys are through. */
void macros_follow(struct macros *macros, const char *bytes, size_t length);

/* Something was pressed (see macros_press); its keys are ready for macros_next then. */
bool macros_begin(struct macros *macros);
/* The next key of what is played; false at its end. A macro that was pressed by one is not played:
 * it might be the same. */
bool macros_next(struct macros *macros, struct input_event *key);

#endif
