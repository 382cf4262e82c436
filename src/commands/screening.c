/* screening: how a value is drawn, and what lies on top of the picture. On a screen these commands
 * change what the panels draw and say nothing; anywhere else they say it in words. */
#include "canvas/matrix.h"
#include "commands/call.h"
#include "commands/groups.h"
#include "commands/keys.h"
#include "session/outline.h"
#include "session/telling.h"

#include <stdint.h>

/* --- how it is drawn -------------------------------------------------------------------------- */

/* on, off, or without a word the other. */
static bool read_switch(const struct command_call *call, bool *on, struct failure *failure) {
    size_t word = *on ? 1 : 0;
    if (call->count > 0 && !call_choice(call, 0, 0, &word, failure)) {
        return false;
    }
    *on = word == 0;
    return true;
}

static bool run_stretch(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    if (!read_switch(call, &session->looks.stretched, failure)) {
        return false;
    }
    if (!session->screen || !session->looks.heat) { /* else the legend tells */
        text_append(&session->out,
                    session->looks.stretched
                        ? "Colours run from a matrix's least number to its greatest.\n"
                        : "Colours of attention run from 0 to 1.\n");
    }
    return text_ok(&session->out, failure);
}

static bool run_differs(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    bool on = session->screen && session->looks.difference;
    if (!read_switch(call, &on, failure)) {
        return false;
    }
    if (on && looks_baseline(session) == NULL) {
        return failure_set(failure, "there is no baseline yet: `baseline` sets one");
    }
    session->looks.difference = on && session->screen;
    return session->screen || !on || looking_compare(session, NULL, failure);
}

/* The value looked at, every cell of it. */
static bool say_whole(struct session *session, struct failure *failure) {
    const struct definition *definition = looks_definition(session);
    struct tensor *shown = session_shown(session, looks_value(session), failure);
    if (shown == NULL) {
        return false;
    }
    struct matrix_view view = {.value = shown,
                               .precision = session->view.precision,
                               .indent = "  ",
                               .width = session->width};
    bool ok =
        (session->looks.operation != SIZE_MAX || telling_heading(session, definition, failure)) &&
        matrix_print(&view, &session->paint, &session->out, failure);
    tensor_release(shown);
    return ok;
}

static bool run_heat(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    static const struct place_in whole = {.grain = GRAIN_DEFINITION};
    if (call->count > 0) {
        const struct definition *definition = call_definition(session, call, 0, failure);
        if (definition == NULL || !session_focus(session, definition->name, whole, failure)) {
            return false;
        }
    }
    if (!session->screen) {
        return cursor_need(session, failure) && telling_heat(session, failure);
    }
    session->looks.heat = call->count > 0 || !session->looks.heat;
    session->looks.lent = false;
    return true;
}

static bool run_zoom(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    bool on = session->screen && session->looks.zoom;
    if (!read_switch(call, &on, failure)) {
        return false;
    }
    session->looks.zoom = on && session->screen;
    return session->screen || !on || (cursor_need(session, failure) && say_whole(session, failure));
}

/* --- what lies on top ------------------------------------------------------------------------- */

/* On a screen COVER comes, or goes when it is there; elsewhere it is said. */
static bool show_cover(struct session *session, enum cover cover,
                       bool (*say)(struct session *, struct failure *), struct failure *failure) {
    if (!session->screen) {
        return say(session, failure);
    }
    session->looks.cover = session->looks.cover == cover ? COVER_NONE : cover;
    session->looks.scroll = 0;
    return true;
}

static bool run_contents(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    (void)call;
    return show_cover(session, COVER_CONTENTS, outline_contents, failure);
}

static bool run_narration(struct session *session, const struct command_call *call,
                          struct failure *failure) {
    (void)call;
    return show_cover(session, COVER_NARRATION, outline_narration, failure);
}

static bool run_notes(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    (void)call;
    return show_cover(session, COVER_NOTES, outline_notes, failure);
}

static bool say_keys(struct session *session, struct failure *failure) {
    keys_write(session->width, &session->out);
    return text_ok(&session->out, failure);
}

static bool run_keyboard(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    (void)call;
    return show_cover(session, COVER_KEYS, say_keys, failure);
}

static bool run_close(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    (void)call;
    (void)failure;
    session->looks.cover = COVER_NONE;
    session->looks.scroll = 0;
    return true;
}

/* --- the rows --------------------------------------------------------------------------------- */

#define SWITCH_PARAMETER                                                                           \
    {                                                                                              \
        .name = "on|off", .type = TYPE_WORD, .words = "on off", .optional = true,                  \
        .sentence = "which; without it, the other"                                                 \
    }

static const struct command rows[] = {
    {.name = "heat",
     .group = "screen",
     .sentence = "Show a matrix as colours, with its numbers and its scale.",
     .example = "heat weights",
     .parameters = {{.name = "NAME",
                     .type = TYPE_NAME,
                     .optional = true,
                     .sentence = "which; without it, the one looked at"}},
     .run = run_heat},
    {.name = "stretch",
     .group = "screen",
     .sentence = "Stretch the colours to each matrix, or keep those of attention to 0 … 1.",
     .example = "stretch on",
     .parameters = {SWITCH_PARAMETER},
     .run = run_stretch},
    {.name = "differs",
     .group = "screen",
     .sentence = "Show old → new and Δ against the baseline in place of the numbers.",
     .example = "differs on",
     .parameters = {SWITCH_PARAMETER},
     .run = run_differs},
    {.name = "zoom",
     .group = "screen",
     .sentence = "Show one matrix as large as it can be, as for a projector.",
     .example = "zoom on",
     .parameters = {SWITCH_PARAMETER},
     .run = run_zoom},
    {.name = "contents",
     .group = "screen",
     .sentence = "Show the lesson's pages and what each defines.",
     .example = "contents",
     .run = run_contents},
    {.name = "narration",
     .group = "screen",
     .sentence = "Show the whole text of the page.",
     .example = "narration",
     .flags = COMMAND_LESSON,
     .run = run_narration},
    {.name = "notes",
     .group = "screen",
     .sentence = "Show the presenter's notes on the page.",
     .example = "notes",
     .flags = COMMAND_LESSON,
     .run = run_notes},
    {.name = "keyboard",
     .group = "screen",
     .sentence = "List the keys.",
     .example = "keyboard",
     .habits = "keys",
     .run = run_keyboard},
    {.name = "close",
     .group = "screen",
     .sentence = "Put away what lies on top of the picture.",
     .example = "close",
     .run = run_close},
};

const struct command_group screening_commands = {rows, sizeof rows / sizeof rows[0]};
