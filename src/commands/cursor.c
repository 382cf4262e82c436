/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* cursor: moving to another number and changing the one looked at. The panels draw the cursor on a
 * screen; anywhere else these commands describe it in words. */
#include "base/number.h"
#include "canvas/drawing.h"
#include "commands/groups.h"
#include "notebook/inside.h"
#include "session/expect.h"
#include "session/printing.h"
#include "session/trail.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FAR = INT_MAX };

/* --- output ----------------------------------------------------------------------------------- */

/* Says "weights[word1,word2] ≈ 0.3501", or "= ?" where replay has not arrived yet. */
static bool say_cursor_cell(struct session *session, const char *suffix, struct failure *failure) {
    const struct showing *showing = session->front.showing;
    if (session->front.drawn && (showing == NULL || showing->cell)) {
        return true;
    }
    const struct tensor *value = view_value(session);
    bool reached = session->view.cell < view_reached(session);
    if (!view_cell(session, &session->out, failure)) {
        return false;
    }
    if (reached) {
        number_append_equals(value->cells[session->view.cell], session->display.precision,
                             &session->out);
    }
    text_format(&session->out, "%s%s\n", reached ? "" : " = ?", suffix);
    return text_ok(&session->out, failure);
}

/* Says the path down so far, then the cell's own arithmetic in a sentence. */
static bool say_dive(struct session *session, struct failure *failure) {
    if (session->front.drawn) {
        return true;
    }
    struct text path = {0};
    bool ok = view_path(session, &path, failure);
    if (ok && session->view.depth > 0) {
        canvas_wrap(text_string(&path), 0, session->front.width, &session->out);
    }
    text_release(&path);
    struct number_place at = {0};
    return ok && view_place(session, &at, failure) &&
           printing_explanation(session, &at, SIZE_MAX - 1, failure);
}

/* --- the cursor ------------------------------------------------------------------------------- */

/* What each word of `move` does: rows and columns, as shown. */
static const char direction_words[] = "left right up down first last top bottom next previous";
enum { TO_NEXT = 8, TO_PREVIOUS };

static const struct {
    long rows, columns;
} directions[] = {{0, -1},  {0, 1},    {-1, 0},  {1, 0}, {0, -FAR},
                  {0, FAR}, {-FAR, 0}, {FAR, 0}, {0, 0}, {0, 0}};

/* Scrolls what lies on top. */
static void scroll(struct session *session, long rows, long count) {
    const struct showing *showing = session->front.showing;
    size_t *first = &session->view.scroll, last = showing == NULL ? FAR : showing->scroll_last;
    size_t step = (size_t)(rows < 0 ? -rows : rows) * (size_t)count;
    *first = rows < 0 ? *first - lesser(step, *first) : lesser(*first + step, last);
}

static bool move_to(struct session *session, const struct command_call *call,
                    struct failure *failure) {
    struct called_cell found;
    if (!call_cell(session, call, &found, failure)) {
        return false;
    }
    const char *name = found.definition->name;
    return (!showing_has(session->front.showing, name) ||
            session_look_beside(session, name, failure)) &&
           view_select(session, name, found.cell, failure) && say_cursor_cell(session, "", failure);
}

/* True when one of the two uses the other directly or through calls. */
static bool is_related(const struct definition *one, const struct definition *other) {
    const struct definition *both[] = {one, other};
    bool made = false;
    for (size_t i = 0; i < 2; i++) {
        size_t count;
        struct definition *const *needs = definition_needs(both[i], &count);
        for (size_t k = 0; k < count; k++) {
            made |= needs[k] == both[1 - i];
        }
        for (size_t k = 0; k < both[i]->use_count; k++) {
            made |= both[i]->uses[k] == both[1 - i];
        }
    }
    return made;
}

/* Returns the definition at PLACE in Tab's order: first those that the open exercise allows to
 * change, in its order, then all others in the order of the notebook. NULL: it came earlier. */
static const struct definition *tab_place(const struct session *session,
                                          const struct notebook *notebook, size_t place) {
    const struct exercise *exercise = exercise_open(session);
    size_t first = exercise == NULL ? 0 : exercise->allow_count;
    if (place < first) {
        return notebook_find(notebook, exercise->allowed[place]);
    }
    const struct definition *definition = notebook->list[place - first];
    return exercise_names(session, definition->name) ? NULL : definition;
}

/* Returns the matrix after FROM (BACK: before it) in Tab's order, cyclically: among those in
 * SHOWING, or, where there is none, those that use FROM or that FROM uses. NULL: there is none. */
static const struct definition *next_matrix(const struct session *session,
                                            const struct definition *from, bool back,
                                            const struct showing *showing) {
    struct notebook notebook;
    session_opened(session, &notebook);
    const struct exercise *exercise = exercise_open(session);
    size_t count = notebook.count + (exercise == NULL ? 0 : exercise->allow_count), own = 0;
    const struct definition *shown = NULL, *related = NULL;
    while (own < count && tab_place(session, &notebook, own) != from) {
        own++;
    }
    for (size_t step = 1; step < count && shown == NULL; step++) {
        size_t place = (own + (back ? count - step : step)) % count;
        const struct definition *to = tab_place(session, &notebook, place);
        if (to == NULL || shape_cells(&to->value->shape) == 0) {
            continue;
        }
        if (showing_has(showing, to->name)) {
            shown = to;
        } else if (related == NULL && from != NULL && is_related(from, to)) {
            related = to;
        }
    }
    notebook_release(&notebook);
    return shown != NULL ? shown : related;
}

bool cursor_has_next(const struct session *session, const struct showing *showing) {
    return next_matrix(session, view_definition(session), false, showing) != NULL;
}

/* Tab goes round the values on the stage. */
static bool move_to_next(struct session *session, bool back, long count, struct failure *failure) {
    for (; count > 0; count--) {
        const struct definition *from = view_definition(session);
        const struct definition *to = next_matrix(session, from, back, session->front.showing);
        if (to == NULL) {
            return failure_set(failure, "there is no other matrix beside %s", from->name);
        }
        if (!session_look_beside(session, to->name, failure)) {
            return false;
        }
    }
    return view_value(session) != NULL && say_cursor_cell(session, "", failure);
}

/* True when the picture of the value looked at has its columns from left to right in any
 * convention: then Left and Right move along them, Up and Down to another row. */
static bool drawn_across(const struct session *session) {
    const struct drawing_request *request = &session->view.drawn.requested;
    const struct definition *definition = view_definition(session);
    return session->front.drawn && request->count > 0 && request->kind != NULL &&
           request->kind->across && definition != NULL &&
           drawing_index(request, definition->name) != SIZE_MAX;
}

/* Returns the list that the row looked at is drawn as; NULL: it is not. */
static const struct drawing_request *drawn_list(const struct session *session) {
    const struct drawing_request *request = &session->view.drawn.requested;
    const struct tensor *value = session->view.operation == SIZE_MAX ? view_value(session) : NULL;
    bool listed = drawn_across(session) && request->kind->neighbour != NULL && value != NULL;
    size_t cells = listed ? shape_cells(&value->shape) : 0;
    bool row =
        cells > 0 && cells == greater(shape_rows(&value->shape), shape_columns(&value->shape));
    return row ? request : NULL;
}

/* Moves COUNT entries down such a list, or up where that is negative; false: it ends here. */
static bool move_in_list(struct session *session, const struct drawing_request *list, long count) {
    const struct tensor *value = view_value(session);
    size_t from = session->view.cell;
    for (long i = 0; i < labs(count); i++) {
        session->view.cell = list->kind->neighbour(list, value->cells, shape_cells(&value->shape),
                                                   session->view.cell, count < 0);
    }
    session->view.rests = false;
    return session->view.cell != from;
}

void cursor_start_list(struct session *session) {
    const struct drawing_request *list = drawn_list(session);
    const struct tensor *value = view_value(session);
    if (list != NULL) {
        session->view.cell =
            list->kind->neighbour(list, value->cells, shape_cells(&value->shape), SIZE_MAX, false);
    }
}

/* Moves the cursor by one ROW or COLUMN, from the edge of a matrix into the one that the screen
 * shows beside or below it; false: there is none. */
static bool move_across(struct session *session, long row, long column) {
    const struct showing *showing = session->front.showing;
    const struct shape *shape = &view_value(session)->shape;
    size_t across = showing == NULL ? 0 : showing->across;
    size_t at = session->view.cell / (shape_rows(shape) * shape_columns(shape));
    size_t to = at + (size_t)column + (size_t)row * across; /* wraps below the first */
    bool there =
        across > 0 && to < shape_matrices(shape) && (column == 0 || to / across == at / across);
    return there && view_move(session, (long)to - (long)at, -row * FAR, -column * FAR);
}

static bool run_move(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    const char *word = call->argument[0].text;
    size_t i = word_index(direction_words, word, strlen(word));
    struct number_place at;
    long count;
    if (i == SIZE_MAX) {
        return move_to(session, call, failure);
    }
    if (!call_times(call, 1, &count, failure)) {
        return false;
    }
    long rows = directions[i].rows, columns = directions[i].columns;
    if (session->display.columns && drawn_across(session)) {
        long along = columns;
        columns = rows;
        rows = along;
    }
    bool far = rows <= -FAR || rows >= FAR || columns <= -FAR || columns >= FAR;
    count = far ? 1 : count;
    if (session->view.popup != POPUP_NONE && i < TO_NEXT) {
        scroll(session, directions[i].rows, count);
        return true;
    }
    if (!view_place(session, &at, failure)) {
        return false;
    }
    if (i >= TO_NEXT) {
        return move_to_next(session, i == TO_PREVIOUS, count, failure);
    }
    const struct drawing_request *list =
        directions[i].columns == 0 && !far ? drawn_list(session) : NULL;
    bool moved = list != NULL ? move_in_list(session, list, directions[i].rows * count)
                              : view_move(session, 0, rows * count, columns * count) ||
                                    (!far && move_across(session, rows, columns));
    return say_cursor_cell(session, moved ? "" : ", at the edge", failure);
}

/* Reads which way and how far to go from the number looked at, FROM: *COUNT is negative for the
 * second of the two ways. */
static bool read_way(struct session *session, const struct command_call *call,
                     struct number_place *from, long *count, struct failure *failure) {
    size_t back = 0;
    bool ok = call_choice(call, 0, &back, failure) && call_times(call, 1, count, failure) &&
              view_place(session, from, failure);
    *count = back == 1 ? -*count : *count;
    return ok;
}

static bool run_turn(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    struct number_place at = {0};
    long count = 1;
    if (!read_way(session, call, &at, &count, failure)) {
        return false;
    }
    if (shape_matrices(&view_value(session)->shape) == 1) {
        return failure_set(failure, "%s is one matrix: there is no other head or batch",
                           at.definition->name);
    }
    bool moved = view_move(session, count, 0, 0);
    return say_cursor_cell(session, moved ? "" : count < 0 ? ", the first" : ", the last", failure);
}

/* Returns layer LAYER of DEFINITION, from 1; NULL: it has none. */
static struct definition *layer_of(const struct session *session,
                                   const struct definition *definition, long layer) {
    struct text name = {0};
    text_format(&name, "%s.%ld", definition->name, layer);
    struct definition *found = session_named(session, text_string(&name), name.length);
    text_release(&name);
    return found;
}

static bool run_layer(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    struct number_place at = {0};
    long count = 1, layer = 1;
    if (!read_way(session, call, &at, &count, failure)) {
        return false;
    }
    const struct notebook *notebook = session_notebook(session);
    const struct definition *from = inside_meant(notebook, at.definition);
    const struct definition *to = inside_layer(notebook, from, count);
    if (to == NULL && layer_of(session, from, 1) != NULL) {
        while (count < 0 && layer_of(session, from, layer + 1) != NULL) {
            layer++;
        }
        to = layer_of(session, from, layer);
    }
    if (to == NULL) {
        return failure_set(failure, "there is no %s layer: this is %s",
                           count < 0 ? "earlier" : "further", from->name);
    }
    if (!session_look_elsewhere(session, to->name, failure)) {
        return false;
    }
    session->view.cell = at.cell < shape_cells(&to->value->shape) ? at.cell : 0;
    return say_cursor_cell(session, "", failure);
}

static bool run_dive(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    long operand;
    return call_times(call, 0, &operand, failure) &&
           view_dive(session, (size_t)operand - 1, failure) && say_dive(session, failure);
}

bool cursor_rise(struct session *session, struct failure *failure) {
    return trail_leave_dive(session, failure) && say_dive(session, failure);
}

/* Rises COUNT times, or as far as possible. */
static bool run_rise(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    long count;
    if (!call_times(call, 0, &count, failure)) {
        return false;
    }
    for (long i = 1; i < count && session->view.depth > 1; i++) {
        if (!trail_leave_dive(session, failure)) {
            return false;
        }
    }
    return cursor_rise(session, failure);
}

/* --- changing the number under the cursor ------------------------------------------------------
 */

static const double NUDGE_LEAST = 1e-9, NUDGE_MOST = 1e9;

/* Rounds to what a person would have typed: 0.2 + 0.1 is 0.3, not 0.30000000000000004. */
static double tidy(double number) {
    enum { DECIMALS = 12 };
    char written[NUMBER_TEXT];
    double read;
    number_fixed(written, number, number_decimals(number, DECIMALS));
    bool near = number_parse(written, strlen(written), &read) &&
                fabs(read - number) <= 1e-12 * fabs(number);
    return near ? read : number;
}

/* Finds the number under the cursor; fails when it may not be changed. */
static bool cursor_number(struct session *session, const struct command_call *call,
                          struct number_place *at, double *number, struct failure *failure) {
    if (call->speaker == SPEAKER_LESSON) {
        return failure_set(failure, "a lesson has no cursor: write the edit, as in W[1,2] = 0.5");
    }
    if (!view_place(session, at, failure)) {
        return false;
    }
    const struct definition *definition = at->definition;
    if (at->operation != SIZE_MAX) {
        return failure_set(failure,
                           "this number is a step inside %s: %s changes a cell of a "
                           "matrix that was written out",
                           definition->name, call->command->name);
    }
    if (definition->leaf && exercise_forbids(session, definition->name)) {
        return failure_set(failure, "%s may not be changed here", definition->name);
    }
    *number = definition->leaf ? definition_number(definition, at->cell)
                               : definition->value->cells[at->cell];
    return true;
}

/* True when DEFINITION is given, and may be sizes or positions: whole numbers, from 1 on where it
 * has several. */
static bool may_count(const struct definition *definition) {
    size_t cells = shape_cells(&definition->value->shape);
    bool whole = definition->leaf;
    for (size_t i = 0; i < cells && whole; i++) {
        double number = definition->value->cells[i];
        whole = number == floor(number) && (number >= 1 || cells == 1);
    }
    return whole;
}

/* True when CHANGE fails because of the value's meaning, such as 2.1 for a size. */
static bool does_not_fit(const struct session *session, const struct change *change) {
    struct notebook copy;
    struct failure why = {0};
    notebook_copy(&copy, session_notebook(session));
    bool fails = !change_run(change, &copy, &why) && !why.outside;
    notebook_release(&copy);
    return fails;
}

static bool change_nudge(struct session *session, const struct command_call *call,
                         struct changes *changes, struct failure *failure) {
    struct number_place at = {0};
    long count = 1;
    double number = 0;
    if (!cursor_number(session, call, &at, &number, failure) ||
        !read_way(session, call, &at, &count, failure)) {
        return false;
    }
    const struct definition *definition = at.definition;
    double size = session->view.nudge, times = (double)count;
    struct change *change =
        change_create_edit(definition, at.cell, tidy(number + size * times), failure);
    if (change != NULL && may_count(definition) && size * times != floor(size * times) &&
        does_not_fit(session, change)) {
        change_release(change);
        change =
            change_create_edit(definition, at.cell, tidy(number + ceil(size) * times), failure);
    }
    return changes_take(changes, change, failure);
}

static bool change_flip(struct session *session, const struct command_call *call,
                        struct changes *changes, struct failure *failure) {
    struct number_place at = {0};
    double number = 0;
    return cursor_number(session, call, &at, &number, failure) &&
           changes_take(changes, change_create_edit(at.definition, at.cell, 0 - number, failure),
                        failure);
}

static bool run_nudging(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    double size = session->view.nudge;
    const char *word = call->count > 0 ? call->argument[0].text : "";
    if (text_same(word, "larger")) {
        size = tidy(size * 10);
    } else if (text_same(word, "smaller")) {
        size = tidy(size / 10);
    } else if (call->count > 0 &&
               !call_number(call, 0, (const double[]){NUDGE_LEAST, NUDGE_MOST}, &size, failure)) {
        return false;
    }
    if (size >= NUDGE_LEAST && size <= NUDGE_MOST) {
        session->view.nudge = size;
    }
    char written[NUMBER_TEXT];
    number_exact(written, session->view.nudge);
    text_format(&session->out, "A nudge is %s.\n", written);
    return text_ok(&session->out, failure);
}

/* --- the table's rows ------------------------------------------------------------------------- */

static const struct command rows[] = {
    {.name = "move",
     .group = "cursor",
     .sentence = "Move the cursor to another number of the matrix.",
     .details = "left, right, up, down by one or COUNT; first and last in the row, top and bottom\n"
                "in the column; next and previous matrix, of those on the screen, else of those\n"
                "that this one was computed from or that use it; or straight to a cell.\n"
                "A box on top of the picture scrolls.",
     .example = "move right 2",
     .parameters = {{.name = "DIRECTION",
                     .type = TYPE_CELL,
                     .words = direction_words,
                     .sentence =
                         "left right up down first last top bottom next previous, or a cell"},
                    COUNT_PARAMETER("how far")},
     .run = run_move},
    {.name = "turn",
     .sentence = "Turn to the next or the previous matrix of a stack: another head or batch.",
     .example = "turn next",
     .parameters = {{.name = "next|previous",
                     .type = TYPE_WORD,
                     .words = "next previous",
                     .sentence = "which way"},
                    COUNT_PARAMETER("how many matrices on")},
     .run = run_turn},
    {.name = "layer",
     .sentence = "Show the same value in the next layer, or in the one before.",
     .details = "From H.2.A to H.3.A. From H, which layers made, to the first layer, or the last.",
     .example = "layer next",
     .parameters = {{.name = "next|previous",
                     .type = TYPE_WORD,
                     .words = "next previous",
                     .sentence = "which way"},
                    COUNT_PARAMETER("how many layers")},
     .run = run_layer},
    {.name = "dive",
     .sentence = "Dive into a number that the one under the cursor was computed from.",
     .details = "Repeat it, down to the numbers that were written; rise comes back up.",
     .example = "dive 2",
     .habits = "down",
     .parameters = {{.name = "[OPERAND]",
                     .type = TYPE_NUMBER,
                     .sentence = "1 is the left operand (also when left out), 2 the right one"}},
     .flags = COMMAND_TRAVELS,
     .run = run_dive},
    {.name = "rise",
     .sentence = "Come back up from the last dive.",
     .habits = "up",
     .parameters = {COUNT_PARAMETER("how many levels")},
     .run = run_rise},
    {.name = "nudge",
     .sentence = "Make the number under the cursor a little larger or smaller.",
     .details = "It must be a cell of a matrix that was written out. nudging sets the step.",
     .example = "nudge up",
     .parameters =
         {{.name = "up|down", .type = TYPE_WORD, .words = "up down", .sentence = "which way"},
          COUNT_PARAMETER("how many nudges at once")},
     .change = change_nudge},
    {.name = "flip",
     .sentence = "Change the sign of the number under the cursor.",
     .change = change_flip},
    {.name = "nudging",
     .sentence = "Set how much nudge adds: ten times as much, a tenth, or a number (0.1 at first).",
     .example = "nudging smaller",
     .parameters = {{.name = "[larger|smaller|SIZE]",
                     .type = TYPE_WORD,
                     .words = "larger smaller",
                     .sentence = "which; without it, says how much it is"}},
     .run = run_nudging},
};

const struct command_group cursor_commands = {rows, sizeof rows / sizeof rows[0]};
