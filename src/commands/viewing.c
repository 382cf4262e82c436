/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* viewing: how things are shown, and what lies on top of the picture; the numbers never change. On
 * a screen these commands change what the panels draw and say nothing; anywhere else they say it in
 * words. */
#include "commands/groups.h"
#include "commands/keys.h"
#include "session/outline.h"
#include "session/printing.h"
#include "session/trail.h"

#include <stdint.h>

enum { MOST_DECIMALS = 17 };

static bool run_convention(struct session *session, const struct command_call *call,
                           struct failure *failure) {
    size_t word = session->display.columns ? 1 : 0;
    if (call->count == 0) {
        text_format(&session->out, "Words are %s.\n", word == 1 ? "columns" : "rows");
        return true;
    }
    if (!call_choice(call, 0, &word, failure)) {
        return false;
    }
    if (word == 2 && call->speaker == SPEAKER_LESSON) {
        return failure_at(failure, call->argument[0].span,
                          "a lesson says which it means: convention rows, or convention columns");
    }
    session->display.columns = word == 2 ? !session->display.columns : word == 1;
    if (word == 2 && session->front.drawn) { /* the key may have been pressed by mistake */
        text_format(&session->out, "Words are %s now; once more turns them back.\n",
                    session->display.columns ? "columns" : "rows");
    }
    return true;
}

static bool run_precision(struct session *session, const struct command_call *call,
                          struct failure *failure) {
    double decimals = session->display.precision;
    if (call->count == 0) {
        text_format(&session->out, "At most %d decimals are shown.\n", session->display.precision);
        return true;
    }
    if (!call_number(call, 0, (const double[]){0, MOST_DECIMALS}, &decimals, failure)) {
        return false;
    }
    if (decimals != (int)decimals) {
        return failure_at(failure, call->argument[0].span, "precision takes a whole number");
    }
    session->display.precision = (int)decimals;
    return true;
}

/* --- how values are drawn --------------------------------------------------------------------- */

/* Reads on or off; without a word switches. */
static bool read_switch(const struct command_call *call, bool *on, struct failure *failure) {
    size_t word = *on ? 1 : 0;
    if (call->count > 0 && !call_choice(call, 0, &word, failure)) {
        return false;
    }
    *on = word == 0;
    return true;
}

/* A lesson's own line applies to its whole page, through the cast (stage/cast.h). */
static bool run_scale(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    struct scaled scaled = {.off = call->count == 0};
    struct text names = {0};
    for (size_t i = 0; i < call->count; i++) {
        const struct definition *definition = call_definition(session, call, i, failure);
        if (definition == NULL || i >= DRAWING_NAMES) {
            text_release(&names);
            return definition != NULL && failure_at(failure, call->argument[i].span,
                                                    "scale takes %d names at most", DRAWING_NAMES);
        }
        text_fill(scaled.names[scaled.count++], DRAWING_NAME, "%s", definition->name);
        text_format(&names, "%s%s", text_between(i, call->count), definition->name);
    }
    if (call->count == 1) {
        text_release(&names);
        return failure_at(failure, call->argument[0].span,
                          "scale takes two names or more: the values that are to share one");
    }
    session->view.scaled = scaled;
    if (call->speaker == SPEAKER_PERSON) {
        text_format(&session->out,
                    call->count == 0 ? "Each value has a scale of its own.\n"
                                     : "%s share one scale.\n",
                    text_string(&names));
    }
    text_release(&names);
    return text_ok(&session->out, failure);
}

static bool draw_differs(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    bool on = session->view.difference;
    if (!read_switch(call, &on, failure)) {
        return false;
    }
    if (on && view_baseline(session) == NULL) {
        return failure_set(failure, "there is no baseline yet: `baseline` sets one");
    }
    session->view.difference = on;
    return true;
}

static bool run_differs(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    bool ok = draw_differs(session, call, failure), on = session->view.difference;
    session->view.difference = false;
    return ok && (!on || looking_compare(session, NULL, failure));
}

/* Looks at what the call names, if anything. */
static bool look_at_named(struct session *session, const struct command_call *call,
                          struct failure *failure) {
    const struct definition *definition =
        call->count > 0 ? call_definition(session, call, 0, failure) : NULL;
    return call->count == 0 ||
           (definition != NULL && session_look(session, definition->name, failure));
}

static bool run_heat(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    struct number_place at;
    if (!look_at_named(session, call, failure) || !view_place(session, &at, failure)) {
        return false;
    }
    printing_heat(session);
    return true;
}

/* Says the value looked at, every cell of it. */
static bool run_zoom(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    struct number_place at = {0};
    bool on = false;
    if (!read_switch(call, &on, failure) || (on && !view_place(session, &at, failure))) {
        return false;
    }
    bool whole = at.operation == SIZE_MAX;
    if (on && whole) {
        struct output output = session_output(session);
        printing_heading(session, &output, at.definition);
    }
    if (on) {
        printing_value(session, view_value(session), NULL, whole ? at.definition : NULL, SIZE_MAX);
    }
    return text_ok(&session->out, failure);
}

static bool draw_zoom(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    return read_switch(call, &session->view.zoom, failure);
}

/* A theme tried by key is not remembered until that is requested. */
static bool run_theme(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    enum { NEXT = THEME_COUNT + 1, KEEP };
    size_t word = KEEP;
    struct front *front = &session->front;
    if (call->count > 0 && !call_choice(call, 0, &word, failure)) {
        return false;
    }
    if (word == NEXT) {
        front->theme = (enum theme)((front->paint.theme + 1) % THEME_COUNT);
    } else if (word < NEXT) {
        front->theme = (enum theme)word;
    }
    front->theme_on_trial = word == NEXT || (front->theme_on_trial && call->count == 0);
    front->paint.theme = front->theme == THEME_COUNT ? front->paint.theme : front->theme;
    text_format(&session->out,
                front->theme == THEME_COUNT ? "The colours are those for the terminal's background"
                                            : "The theme is %s",
                theme_name(front->theme));
    text_append(&session->out,
                front->theme_on_trial ? " until you leave; :theme keep remembers it.\n" : ".\n");
    return text_ok(&session->out, failure);
}

static bool draw_mouse(struct session *session, const struct command_call *call,
                       struct failure *failure) {
    bool on = !session->front.mouse_off;
    if (!read_switch(call, &on, failure)) {
        return false;
    }
    session->front.mouse_off = !on;
    text_append(&session->out, on ? "The mouse points, and its wheel turns.\n"
                                  : "The mouse selects text, as the terminal does it.\n");
    return text_ok(&session->out, failure);
}

static bool run_mouse(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    bool on = false;
    text_append(&session->out, "Without a screen the mouse is the terminal's.\n");
    return read_switch(call, &on, failure);
}

/* --- what lies on top ------------------------------------------------------------------------- */

static void say_keys(const struct session *session, const struct output *output) {
    (void)session;
    keys_write(output->width, output->text);
}

/* The name and the argument of each cover. */
static const struct cover_row {
    const char *name;
    enum popup popup;
    void (*say)(const struct session *, const struct output *);
} covers[] = {{"overview", POPUP_OVERVIEW, outline_definitions},
              {"contents", POPUP_CONTENTS, outline_contents},
              {"narration", POPUP_NARRATION, outline_narration},
              {"notes", POPUP_NOTES, outline_notes},
              {"keyboard", POPUP_KEYS, say_keys}};

static const struct cover_row *cover_of(const struct command_call *call) {
    const struct cover_row *row = covers;
    while (!text_same(row->name, call->command->name)) {
        row++;
    }
    return row;
}

static bool run_cover(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    struct output output = session_output(session);
    cover_of(call)->say(session, &output);
    return text_ok(&session->out, failure);
}

/* Opens the cover, or closes it when it is open. */
static bool toggle_cover(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    enum popup popup = cover_of(call)->popup;
    (void)failure;
    session->view.popup = session->view.popup == popup ? POPUP_NONE : popup;
    session->view.scroll = 0;
    if (session->view.popup == POPUP_CONTENTS) {
        session->view.chosen = outline_page(session);
    }
    return true;
}

/* Returns what was laid over the stage since the learner dived or stepped into something, or at
 * all; NULL: nothing. */
static bool *laid_over(struct session *session) {
    struct view *view = &session->view;
    const struct state *mark =
        view->depth > 0 || stepping_is_inside(session) ? trail_last(session) : NULL;
    const struct view *before = mark != NULL ? &mark->view : NULL;
    bool *zoom = view->zoom && (before == NULL || !before->zoom) ? &view->zoom : NULL;
    bool differs = view->difference && (before == NULL || !before->difference);
    bool *drawn = view->drawn.own && view->drawn.requested.count > 0 ? &view->drawn.own : NULL;
    return zoom != NULL ? zoom : differs ? &view->difference : drawn;
}

/* Closes one thing at a time: what lies on top, what the stage was turned to, the last dive. */
static bool run_close(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    (void)call;
    bool *over = laid_over(session);
    session->lit = SIZE_MAX;
    if (session->view.popup != POPUP_NONE) {
        session->view.popup = POPUP_NONE;
        session->view.scroll = 0;
        if (trail_last(session) != NULL && !trail_moved(session)) { /* a move only opened it */
            trail_cut(session, session->trail_count - 1);
        }
    } else if (over != NULL) {
        *over = false;
        if (over == &session->view.drawn.own) {
            session->view.drawn.requested.count = 0;
        }
    } else if (session->view.depth > 0) {
        return cursor_rise(session, failure);
    } else if (stepping_is_inside(session)) {
        return stepping_leave(session, failure);
    }
    return true;
}

/* --- the table's rows ------------------------------------------------------------------------- */

#define SWITCH_PARAMETER                                                                           \
    {                                                                                              \
        .name = "[on|off]", .type = TYPE_WORD, .words = "on off",                                  \
        .sentence = "which; without it, the other"                                                 \
    }

static const struct command rows[] = {
    {.name = "convention",
     .group = "viewing",
     .sentence = "Choose whether words are rows (Q = X @ W_q) or columns (Q = W_q @ X).",
     .details =
         "In columns every value is shown transposed and every formula rewritten for it; what\n"
         "you type is read the same way. The numbers are the same bits.",
     .example = "convention columns",
     .parameters = {{.name = "[rows|columns|other]",
                     .type = TYPE_WORD,
                     .words = "rows columns other",
                     .sentence = "which; without it, says which is on"}},
     .flags = COMMAND_VIEWS,
     .run = run_convention},
    {.name = "precision",
     .sentence = "Choose how many decimals are shown at most (4 at first).",
     .example = "precision 6",
     .parameters = {{.name = "[DECIMALS]", .type = TYPE_NUMBER, .sentence = "0 to 17"}},
     .flags = COMMAND_VIEWS,
     .run = run_precision},
    {.name = "heat",
     .group = "screen",
     .sentence = "Show a matrix as colours, with its scale: in text, as the screen shows them all.",
     .example = "heat weights",
     .parameters = {{.name = "[NAME]",
                     .type = TYPE_NAME,
                     .sentence = "which; without it, the one looked at"}},
     .flags = COMMAND_LOOKS,
     .run = run_heat,
     .draw = look_at_named},
    {.name = "scale",
     .sentence = "Give values one scale of colours, so that the same shade is the same number.",
     .details =
         "It lasts until the end of the page; `scale` alone gives each value its own again.\n"
         "Attention weights and probabilities always have the scale 0 … 1.",
     .before = "q = [[2, 1]]; s = 20 * q",
     .example = "scale q s",
     .parameters = {{.name = "[NAME…]",
                     .type = TYPE_NAME,
                     .sentence = "two values or more; without them, ends it"}},
     .flags = COMMAND_VIEWS,
     .run = run_scale},
    {.name = "differs",
     .sentence = "Show old → new and Δ against the baseline in place of the numbers.",
     .example = "differs on",
     .parameters = {SWITCH_PARAMETER},
     .run = run_differs,
     .draw = draw_differs},
    {.name = "zoom",
     .sentence = "Show one matrix as large as it can be, as for a projector.",
     .example = "zoom on",
     .parameters = {SWITCH_PARAMETER},
     .run = run_zoom,
     .draw = draw_zoom},
    {.name = "theme",
     .sentence = "Choose the colours: for a dark or a light background, few or strong ones.",
     .details = "terminal chooses by the terminal's background. On a screen the choice is "
                "remembered; that of next, which the key T types, only after theme keep.",
     .example = "theme light",
     .parameters = {{.name = "[dark|light|mono|contrast|terminal|next|keep]",
                     .type = TYPE_WORD,
                     .words = "dark light mono contrast terminal next keep",
                     .sentence = "which; without it, says which is on"}},
     .flags = COMMAND_PERSON,
     .run = run_theme},
    {.name = "mouse",
     .sentence = "Point with the mouse, or let the terminal select text with it.",
     .details =
         "A click goes to a cell or a name, or chooses an answer; the wheel changes a number\n"
         "that may be changed, and scrolls elsewhere. Most terminals select with Shift, too.",
     .example = "mouse off",
     .parameters = {SWITCH_PARAMETER},
     .flags = COMMAND_PERSON,
     .run = run_mouse,
     .draw = draw_mouse},
    {.name = "overview",
     .sentence = "Show the whole computation at once: every value, in order.",
     .details = "Where there is no room for all numbers, values are small heat maps.",
     .run = run_cover,
     .draw = toggle_cover},
    {.name = "contents",
     .sentence = "Show the lesson's pages and what each defines.",
     .run = run_cover,
     .draw = toggle_cover},
    {.name = "narration",
     .sentence = "Show the whole text of the page.",
     .flags = COMMAND_LESSON,
     .run = run_cover,
     .draw = toggle_cover},
    {.name = "notes",
     .sentence = "Show the presenter's notes on the page.",
     .flags = COMMAND_LESSON,
     .run = run_cover,
     .draw = toggle_cover},
    {.name = "keyboard",
     .sentence = "List the keys.",
     .habits = "keys",
     .run = run_cover,
     .draw = toggle_cover},
    {.name = "close",
     .sentence = "Close the topmost box; otherwise leave what was last dived or stepped into.",
     .run = run_close},
};

const struct command_group viewing_commands = {rows, sizeof rows / sizeof rows[0]};
