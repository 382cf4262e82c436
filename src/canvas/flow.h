/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* flow: styled words filled into lines. Narration and wrapped sentences are set with it.
 *
 * Blanks separate words in what is added (a word may change its style on the way); a newline ends
 * the line. A word longer than a line is broken: after a bracket, a comma or an operator where it
 * has one. The lines end up in OUTPUT, each after its indent. */
#ifndef QKV_CANVAS_FLOW_H
#define QKV_CANVAS_FLOW_H

#include "base/text.h"
#include "canvas/canvas.h"

/* Where lines are written. */
struct output {
    struct text *text;
    const struct paint *paint; /* NULL: no styles */
    size_t width;              /* of a whole line, indent and all */
};

struct flow {
    /* Set by the caller. */
    struct output output;
    const char *first, *rest; /* before the first line, and the others; NULL: blanks */
    size_t hang;              /* so many */

    /* Private to the flow. */
    struct text words; /* that were added; lines are made of them at the end */
    enum style style;  /* of the last of them, then of the last that is in a line */
    size_t column;     /* of the line that is being filled; 0: it has no word yet */
    bool begun;        /* any line */
};

/* Returns a flow of words into OUTPUT: the first line after FIRST, the others after HANG blanks. */
static inline struct flow flow_into(const struct output *output, const char *first, size_t hang) {
    return (struct flow){.output = *output, .first = first, .hang = hang};
}

/* Adds words. */
void flow_add(struct flow *flow, const char *text, enum style style);

/* Adds TEXT as one word, blanks and all, which is only broken when a line cannot hold it: `A[1,2] →
 * 0.35` stays together. */
void flow_add_whole(struct flow *flow, const char *text, enum style style);

/* Fills lines with all words (at least one line, be it empty) and frees what the flow owns. */
void flow_end(struct flow *flow);

/* Fills lines with these words, and no others, in one call. */
void flow_words(struct flow flow, const char *words, enum style style);

#endif
