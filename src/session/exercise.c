/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/expect.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "language/reader.h"
#include "notebook/gradient.h"
#include "session/question.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* True when CHANGE is one of a value that the lesson has defined by now: the learner's own are
 * free.
 */
static bool is_of_lesson(const struct session *session, const struct change *change) {
    return session_makes(session, change->name, 0, session_stop(session));
}

static bool is_allowed(const struct exercise *exercise, const char *name) {
    bool allowed = exercise->allow_count == 0;
    for (size_t i = 0; i < exercise->allow_count; i++) {
        allowed = allowed || text_same(exercise->allowed[i], name);
    }
    return allowed;
}

const struct exercise *exercise_open(const struct session *session) {
    size_t stop = session->exercise;
    bool open = stop != SIZE_MAX && session->answers[stop].state == ANSWER_OPEN;
    return open ? question_exercise(session, stop) : NULL;
}

bool exercise_names(const struct session *session, const char *name) {
    const struct exercise *exercise = exercise_open(session);
    return exercise != NULL && exercise->allow_count > 0 && is_allowed(exercise, name);
}

bool exercise_forbids(const struct session *session, const char *name) {
    const struct exercise *exercise = exercise_open(session);
    return exercise != NULL && !is_allowed(exercise, name);
}

/* Returns the value that NAME had when CHANGES began; NULL where they do not change it. */
static const struct definition *find_start(const struct session *session,
                                           const struct changes *changes, const char *name) {
    for (size_t i = 0; i < changes->count; i++) {
        if (text_same(changes->list[i]->name, name) && is_of_lesson(session, changes->list[i])) {
            return changes->list[i]->old;
        }
    }
    return NULL;
}

size_t exercise_cells(const struct session *session, struct text *names) {
    enum { NAMED = 3 };
    const struct notebook *notebook = session_notebook(session);
    struct changes changes = history_since_enter(session->history);
    size_t count = 0;
    for (size_t d = 0; d < notebook->count; d++) {
        const struct definition *now = notebook->list[d];
        const struct definition *start = find_start(session, &changes, now->name);
        size_t cells = start == NULL ? 0 : shape_cells(&now->value->shape);
        bool reshaped =
            start != NULL && !shape_same_sizes(&start->value->shape, &now->value->shape);
        for (size_t i = 0; i < cells; i++) {
            if (!reshaped && number_same(start->value->cells[i], now->value->cells[i])) {
                continue;
            }
            count++;
            if (names != NULL && count <= NAMED) {
                text_append(names, count > 1 ? ", " : "");
                definition_address(now, i, session->display.columns, names);
            }
        }
    }
    if (names != NULL && count > NAMED) {
        text_append(names, " …");
    }
    return count;
}

bool exercise_keeps_rules(const struct session *session, const struct exercise *exercise,
                          struct text *why) {
    struct changes changes = history_since_enter(session->history);
    size_t cells = exercise_cells(session, NULL), kept = 0;
    while (kept < changes.count && (!is_of_lesson(session, changes.list[kept]) ||
                                    is_allowed(exercise, changes.list[kept]->name))) {
        kept++;
    }
    bool forbidden = kept < changes.count;
    bool exceeds = exercise->changes >= 0 && cells > (size_t)exercise->changes;
    if (forbidden) {
        text_format(why, "%s may not be changed here: undo\n", changes.list[kept]->name);
    }
    if (exceeds) {
        text_format(why, "%zu cells are changed, at most %ld may be: undo\n", cells,
                    exercise->changes);
    }
    return !forbidden && !exceeds;
}

bool exercise_met(const struct session *session, const struct exercise *exercise, struct text *why,
                  struct failure *failure) {
    size_t refused = memory_refused();
    struct text unsaid = {0}, *out = why != NULL ? why : &unsaid;
    bool met = true;
    for (size_t i = 0; i < exercise->expect_count; i++) {
        struct gauge gauge;
        bool holds = expect_measure(session, exercise->expects[i].goal, &gauge, out);
        text_append(out, holds ? "" : "\n");
        met = met && holds;
    }
    met = exercise_keeps_rules(session, exercise, out) && met;
    text_release(&unsaid);
    return memory_refused() == refused ? met : failure_memory(failure);
}

/* Finds the first number in BY that is not 0, except for rounding; *CELL stays where that is not.
 * False: there is none. */
static bool find_slope(const struct tensor *by, size_t *cell) {
    const double rounding = 1e-9;
    size_t cells = shape_cells(&by->shape), first = 0;
    double most = 0;
    for (size_t i = 0; i < cells; i++) {
        most = fmax(most, fabs(by->cells[i]));
    }
    while (first < cells && !(fabs(by->cells[first]) > rounding * most)) {
        first++;
    }
    bool stays = *cell < cells && fabs(by->cells[*cell]) > rounding * most;
    *cell = stays || first == cells ? *cell : first;
    return first < cells;
}

/* Finds a cell of OF that changes how far the two sides of GOAL are apart, which GAUGE measured. */
static bool find_reaching(const struct session *session, const char *goal,
                          const struct gauge *gauge, const struct definition *of, size_t *cell) {
    const struct span *left = &gauge->sides[0], *right = &gauge->sides[1];
    struct text apart = {0};
    struct failure unknown = {0};
    struct gradient gradient;
    text_format(&apart, "sum(abs((%.*s) - (%.*s)))", (int)(left->end - left->start),
                goal + left->start, (int)(right->end - right->start), goal + right->start);
    struct tree *tree = session_tree(session, SPEAKER_LESSON, text_string(&apart), &unknown);
    struct definition *made =
        tree == NULL ? NULL : notebook_evaluate(session_notebook(session), "", tree, &unknown);
    bool found = made != NULL && gradient_make(&gradient, &(struct gradient_source){made, SIZE_MAX},
                                               &(struct gradient_wanted){&of, 1}, &unknown);
    if (found) {
        const struct tensor *by = gradient_by(&gradient, of);
        found = by != NULL && find_slope(by, cell);
        gradient_release(&gradient);
    }
    definition_release(made);
    tree_release(tree);
    text_release(&apart);
    return found;
}

size_t exercise_start(const struct session *session, const struct exercise *exercise,
                      const struct definition *of, size_t cell) {
    bool found = false;
    for (size_t i = 0; i < exercise->expect_count && !found; i++) {
        const char *goal = exercise->expects[i].goal;
        struct gauge gauge;
        found = !expect_measure(session, goal, &gauge, NULL) &&
                find_reaching(session, goal, &gauge, of, &cell);
    }
    return cell;
}
