/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* goals: what is to be done in an exercise, which goals hold as the notebook stands, what may be
 * changed. */
#include "base/number.h"
#include "commands/commands.h"
#include "commands/expect.h"
#include "panels/asked.h"
#include "session/question.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* A bar from the least of 0, what is and what is asked for, up to the most, filled as far as it is
 * now, with the goal as a stroke: "▓▓▓▓▓▓▓····│···". */
static void put_bar(const struct gauge *gauge, struct text *out) {
    enum { CELLS = 20 };
    double low = fmin(0, fmin(gauge->now, gauge->goal));
    double high = fmax(0, fmax(gauge->now, gauge->goal));
    double range = 1.15 * (high - low);
    size_t full = range > 0 ? (size_t)((gauge->now - low) / range * (double)CELLS) : 0;
    size_t mark = range > 0 ? (size_t)((gauge->goal - low) / range * (double)CELLS) : 0;
    for (size_t i = 0; i < CELLS; i++) {
        text_append(out, i == mark ? "│" : i < full ? "▓" : "·");
    }
}

/* A number that is no further from its goal is there, but for rounding. */
#define ROUNDING 1e-9

/* What is asked for in the lesson's words, else as it is written, cut to its line; what it is now,
 * and how far that is. Whether it holds. */
static bool put_goal(struct scene *scene, struct session *speaker,
                     const struct source_line *expect) {
    enum { TITLE = 30, ROOM = 76 };
    struct gauge gauge;
    struct text line = {0};
    char cut[CANVAS_LABEL], now[NUMBER_TEXT], goal[NUMBER_TEXT];
    bool holds = expect_measure(scene->session, question_goal(expect), &gauge);
    gauge.measured &= !text_starts(question_goal(expect), "argmax("); /* a place, no amount */
    bool bar = gauge.measured && isfinite(gauge.now) && speaker->front.width >= ROOM;
    size_t room = speaker->front.width > 14 ? speaker->front.width - 14 : 1;
    canvas_cut(cut, question_goal_words(expect), room, false);
    text_append(&line, cut);
    if (bar && canvas_columns(cut) < TITLE) {
        text_repeat(&line, "\u00a0", TITLE - canvas_columns(cut));
        put_bar(&gauge, &line);
    }
    if (gauge.measured) {
        bool apart = fabs(gauge.now - gauge.goal) > ROUNDING * fabs(gauge.goal);
        number_apart(now, goal, (const double[]){gauge.now, apart ? gauge.goal : gauge.now},
                     scene->session->view.precision);
        if (strchr(now, 'e') != NULL && fabs(gauge.now) < 1) { /* as a table would write it */
            number_short(now, gauge.now, 0);
        }
        text_format(&line, " now %s", now);
    }
    asked_put(speaker, holds ? "  ✓ yes      " : "  · not yet  ", text_string(&line),
              holds ? STYLE_GOOD : STYLE_PLAIN);
    text_release(&line);
    return holds;
}

/* "You may change W_q W_k W_v, at most 3 cells; 1 so far." */
static void put_allowed(struct scene *scene, struct session *speaker,
                        const struct exercise *exercise) {
    struct text line = {0};
    text_append(&line, exercise->allow_count > 0 ? "You may change" : "You may change anything");
    for (size_t i = 0; i < exercise->allow_count; i++) {
        text_format(&line, " %s", exercise->allowed[i]);
    }
    if (exercise->changes >= 0) {
        text_format(&line, ", at most %ld %s", exercise->changes,
                    exercise->changes == 1 ? "cell" : "cells");
        if (scene->session->exercise != (size_t)-1) {
            text_format(&line, "; changed so far: %zu", exercise_cells(scene->session));
        }
    }
    asked_put(speaker, "  ", text_string(&line), STYLE_DIM);
    text_release(&line);
}

/* Goals that are met do not count while a rule is broken. */
static void put_broken(const struct scene *scene, struct session *speaker,
                       const struct exercise *exercise) {
    struct text why = {0};
    bool open = scene->session->exercise != (size_t)-1;
    if (open && !exercise_keeps_rules(scene->session, exercise, &why)) {
        for (char *at = why.bytes; at != NULL && *at != '\0';) {
            size_t length = strcspn(at, "\n");
            bool more = at[length] != '\0';
            at[length] = '\0';
            asked_put(speaker, "  ✗ ", at, STYLE_BAD);
            at += length + (more ? 1 : 0);
        }
    }
    text_release_into(&why, &speaker->out);
}

/* All hints in a WHOLE page; over a picture, which is what the learner works on, only the last. */
static void put_state(struct session *speaker, const struct exercise *exercise,
                      const struct answer *answer, bool whole) {
    size_t told = answer->hints < exercise->hint_count ? answer->hints : exercise->hint_count;
    bool done = answer->state == ANSWER_RIGHT || answer->state == ANSWER_SKIPPED;
    for (size_t i = whole ? 0 : told > 0 ? told - 1 : 0; i < told && (whole || !done); i++) {
        char before[48];
        text_fill(before, sizeof before, "  Hint %zu of %zu: ", i + 1, exercise->hint_count);
        asked_put(speaker, before, exercise->hints[i], STYLE_PLAIN);
    }
    if (answer->state == ANSWER_SKIPPED) {
        asked_put(speaker, "  ", "Skipped.", STYLE_STRONG);
    }
}

/* An exercise that was met, whether its goals are MET as the notebook stands or not. */
static void put_done(const struct scene *scene, struct session *speaker, bool met) {
    bool left = scene->session->exercise == SIZE_MAX; /* and come back to */
    asked_put(speaker, "  ✓ ",
              met    ? "Done. Go on when you like."
              : left ? "Done before; what you changed then was put back when you went on."
                     : "Done before. Go on when you like.",
              STYLE_GOOD);
}

struct text exercise_text(struct scene *scene, size_t width) {
    struct session speaker = scene_speaker(scene, width);
    asked_put(&speaker, "Exercise: ", scene_exercise(scene)->question, STYLE_STRONG);
    return speaker.out;
}

struct text exercise_goals(struct scene *scene, size_t width, bool whole) {
    const struct exercise *exercise = scene_exercise(scene);
    const struct answer *answer = &scene->session->answers[session_last(scene->session)];
    struct session speaker = scene_speaker(scene, width);
    bool met = true;
    for (size_t i = 0; i < exercise->expect_count; i++) {
        met &= put_goal(scene, &speaker, &exercise->expects[i]);
    }
    if (whole || answer->state == ANSWER_OPEN) {
        put_allowed(scene, &speaker, exercise);
    }
    put_broken(scene, &speaker, exercise);
    put_state(&speaker, exercise, answer, whole);
    if (answer->state == ANSWER_RIGHT) {
        put_done(scene, &speaker, met);
    }
    return speaker.out;
}
