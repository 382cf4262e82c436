/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* stepping: through the lesson's stops and inside a definition, forward and back. */
#include "base/number.h"
#include "commands/groups.h"
#include "notebook/inside.h"
#include "session/printing.h"
#include "session/question.h"
#include "session/trail.h"

#include <stdint.h>
#include <string.h>

static const struct place_in whole = {.grain = GRAIN_DEFINITION};

static bool at_finer_grain(const struct session *session) {
    return session_focused(session) != NULL && session->focus.place.grain != GRAIN_DEFINITION;
}

/* Sets the grain for a guided fence: the first cell by terms, the first row by cells, then the
 * whole. */
static void start_guided(struct session *session, const struct definition *definition) {
    struct place_in *place = &session->focus.place;
    struct place_in before = *place;
    bool goes_on = replay_next(definition, place);
    bool same_row = place->row == before.row;
    if (goes_on && before.grain == GRAIN_TERM && !(same_row && place->column == before.column)) {
        *place = before;
        replay_out(definition, place);
        if (!replay_next(definition, place) || place->row != before.row) {
            *place = whole;
        }
    } else if (!goes_on || !same_row || place->operation != before.operation) {
        *place = whole;
    }
    session->focus.guided = place->grain != GRAIN_DEFINITION;
}

/* Steps to the next definition inside the same call, or out of the call at its end: forward to its
 * own operations, back to all of it. False when DEFINITION is inside nothing. */
static bool step_beside(struct session *session, const struct definition *definition, bool back,
                        struct failure *failure) {
    const struct notebook *notebook = session_notebook(session);
    const struct definition *parent = inside_parent(notebook, definition);
    const struct definition *to = inside_beside(notebook, definition, back);
    struct place_in place = whole;
    if (parent == NULL) {
        return false;
    }
    if (to == NULL && !back && parent->operation_count > 0) {
        place = (struct place_in){.grain = GRAIN_OPERATION};
    }
    bool ok = session_focus(session, to != NULL ? to->name : parent->name, place, failure);
    session->focus.stepped |= ok;
    return ok;
}

/* Takes one step inside the focused definition, or where a fence guides; false at its end. */
static bool step_inside(struct session *session, struct failure *failure) {
    struct place_in place;
    const struct definition *definition = session_focused(session);
    const struct definition *guided = session_stepped(session, &place);
    if (guided != NULL) {
        if (guided != definition && !session_look_elsewhere(session, guided->name, failure)) {
            return false;
        }
        start_guided(session, guided);
        return true;
    }
    if (definition == NULL) {
        return false;
    }
    return (session->focus.place.grain != GRAIN_DEFINITION &&
            replay_next(definition, &session->focus.place)) ||
           step_beside(session, definition, false, failure);
}

/* Steps through the definitions, which are the stops when there is no lesson. */
static bool step_definitions(struct session *session, bool forward, struct failure *failure) {
    const struct notebook *notebook = session_notebook(session);
    if (notebook->count == 0) {
        return failure_set(failure, "there is nothing to step through: define something first");
    }
    size_t at = session->focus.name == NULL ? notebook->count
                                            : notebook_position(notebook, session->focus.name);
    bool none = at == notebook->count;
    if (!none && (forward ? at + 1 == notebook->count : at == 0)) {
        return failure_set(failure, forward ? "this is the last definition"
                                            : "this is the first definition");
    }
    size_t to = none ? (forward ? 0 : notebook->count - 1) : (forward ? at + 1 : at - 1);
    return session_look(session, notebook->list[to]->name, failure) &&
           stops_say_place(session, failure);
}

static bool at_end(const struct session *session) {
    return session_stop(session) == session->lesson->stop_count;
}

/* Ends the lesson. On a screen the next can be opened, until it has been offered. */
static bool offer_next(struct session *session, struct failure *failure) {
    static const struct source source = {"next", 1, 1, SPEAKER_PERSON};
    bool offered = session->view.popup == POPUP_LESSONS;
    if (!session->front.drawn || session->front.lesson_folders == NULL || offered) {
        return failure_set(failure, "this is the end of the lesson");
    }
    text_append(&session->out,
                "This is the end of the lesson. Space opens the next, Escape stays.\n");
    return commands_run(session, &source, "lessons", failure);
}

/* True when passing stops FROM up to but not including TO can only have changed the view: nothing
 * is changed, said or asked there. */
static bool only_looks(const struct session *session, size_t from, size_t to) {
    const struct lesson *lesson = session->lesson;
    bool only = lesson_last_words(lesson, to) <= from;
    for (size_t stop = from; only && stop < to; stop++) {
        only = lesson->stops[stop].kind == STOP_STATEMENT &&
               history_script_at(session->history, stop)->count == 0 &&
               lesson->parts[lesson->stops[stop].part].error == NULL;
    }
    return only;
}

/* Passes the stops up to the next that halts. On a screen a stop that shows what was already
 * visible, such as the arithmetic of the number the words have pointed at, does not halt. */
static bool pass_to_halt(struct session *session, struct failure *failure) {
    size_t start = session_stop(session);
    bool same;
    do {
        const struct view before = session->view; /* compared, not owned */
        const struct focus *focus = &session->focus;
        size_t from = session_stop(session), said = session->out.length;
        size_t rest = lesson_next_halt(session->lesson, from);
        while (session_stop(session) < rest) {
            if (!commands_advance(session, failure)) {
                return false;
            }
        }
        const struct view *now = &session->view;
        same = session->front.drawn && only_looks(session, from, rest) &&
               session->out.length == said && focus->place.grain == GRAIN_DEFINITION &&
               !focus->guided && text_same(now->told.name, before.told.name) &&
               now->told.cell == before.told.cell && now->told.rests == before.told.rests &&
               now->operation == before.operation && now->popup == before.popup &&
               now->zoom == before.zoom &&
               now->drawn.requested.kind == before.drawn.requested.kind &&
               now->drawn.requested.count == before.drawn.requested.count;
    } while (same && !at_end(session));
    trail_step(session, start);
    return true;
}

static bool step_forward(struct session *session, struct failure *failure) {
    if (reviewing_is_done(session)) {
        return reviewing_next(session, failure);
    }
    struct place_in place;
    bool stepped = session_stepped(session, &place) != NULL;
    if (session->view.depth > 0 && !stepped) { /* as a debugger returns to the caller */
        return cursor_rise(session, failure);
    }
    if (step_inside(session, failure)) {
        return stops_say_place(session, failure) && asking_grade_reached(session, failure);
    }
    if (failure->set) {
        return false;
    }
    if (session->lesson == NULL) {
        return step_definitions(session, true, failure);
    }
    if (asking_is_waiting(session, failure)) {
        return false;
    }
    if (at_end(session)) {
        size_t said = session->out.length;
        return commands_say_rest(session, failure) &&
               (session->out.length > said || offer_next(session, failure));
    }
    return pass_to_halt(session, failure);
}

/* Returns the stop where the learner waits now. */
static size_t held_stop(const struct session *session) {
    return lesson_halt_at(session->lesson, session_stop(session));
}

/* Says again what the learner waits for. */
static bool tell_waiting(struct session *session, struct failure *failure) {
    size_t stop = session_stop(session);
    for (size_t i = held_stop(session); i < stop; i++) {
        if (!lesson_say_again(session, i, failure)) {
            return false;
        }
    }
    return true;
}

/* The trainings on the way have no watcher. */
bool stepping_to_stop(struct session *session, size_t stop, struct failure *failure) {
    const struct training_watch *watch = session->front.watch;
    size_t said = session->out.length;
    bool ok = true;
    session->front.watch = NULL;
    if (session_stop(session) > stop) {
        ok = commands_retreat(session, stop, failure);
    }
    while (ok && session_stop(session) < stop) {
        text_truncate(&session->out, said);
        ok = commands_advance(session, failure);
    }
    session->front.watch = watch;
    if (ok) {
        text_truncate(&session->out, said);
    }
    return ok && tell_waiting(session, failure);
}

bool stepping_can_retreat(const struct session *session) {
    return session->lesson != NULL && session_stop(session) > lesson_next_halt(session->lesson, 0);
}

/* Returns how many stops were passed at the one before. */
static size_t stop_before(const struct session *session) {
    const struct lesson *lesson = session->lesson;
    return lesson_next_halt(lesson, lesson_halt_at(lesson, held_stop(session)));
}

/* Undoes the last move. Where no screen shows the result, it is said. */
static bool undo_move(struct session *session, struct failure *failure) {
    if (!trail_back(session, failure)) {
        return false;
    }
    if (session->front.drawn) {
        return true;
    }
    if (session->lesson == NULL || at_finer_grain(session)) {
        return printing_place(session, failure);
    }
    struct state here;
    bool ok = state_take(&here, session, failure) && tell_waiting(session, failure) &&
              state_restore(&here, session, failure);
    state_release(&here);
    return ok;
}

/* Steps back where there is no move to undo. */
static bool step_back(struct session *session, struct failure *failure) {
    if (at_finer_grain(session)) {
        const struct definition *definition = session_focused(session);
        session->focus.guided = false;
        if (replay_back(definition, &session->focus.place)) {
            return stops_say_place(session, failure);
        }
    }
    if (session_focused(session) != NULL &&
        step_beside(session, session_focused(session), true, failure)) {
        return stops_say_place(session, failure);
    }
    if (session->lesson == NULL) {
        return step_definitions(session, false, failure);
    }
    if (!stepping_can_retreat(session)) {
        return failure_set(failure, "this is the start of the lesson");
    }
    return stepping_to_stop(session, stop_before(session), failure);
}

/* Runs STEP at the grain of whole definitions, whatever grain the learner has chosen; a fence's own
 * grain stays in use. */
static bool step_whole(struct session *session, bool (*step)(struct session *, struct failure *),
                       struct failure *failure) {
    struct place_in place = session->focus.place;
    struct definition *focused = (struct definition *)session_focused(session);
    const struct definition *owner =
        focused == NULL ? NULL : notebook_owner(session_notebook(session), focused);
    bool guided = session->focus.guided;
    if (!guided && owner != focused && !session_focus(session, owner->name, whole, failure)) {
        return false;
    }
    if (!guided) {
        session->focus.place = whole;
    }
    if (!step(session, failure)) {
        session->focus.place = place;
        return false;
    }
    return true;
}

/* The first time, an open question only asks to be answered; the second time it is passed, and a
 * prediction goes right on to the result, where its reason is given. So a presenter gets through a
 * lesson with one key, and a question is never lost by accident. */
static bool pass_or_warn(struct session *session, size_t stop, struct failure *failure) {
    if (session->view.warned == stop) {
        const struct quiz *quiz = question_quiz(session, stop);
        size_t said = session->out.length;
        session->view.warned = SIZE_MAX;
        if (!asking_skip(session, failure)) {
            return false;
        }
        if (quiz == NULL || quiz->settles == SIZE_MAX) {
            return true;
        }
        text_truncate(&session->out, said);
        text_append(&session->out, session->front.drawn ? "" : "Skipped.\n");
        return step_whole(session, step_forward, failure);
    }
    session->view.warned = stop;
    bool exercise = session->lesson->stops[stop].kind == STOP_TRY;
    text_append(&session->out,
                exercise ? "An exercise is open: try it, or go on once more to skip it.\n"
                         : "A question is open: answer it, or go on once more to skip it.\n");
    return text_ok(&session->out, failure);
}

static bool go_on_once(struct session *session, struct failure *failure) {
    size_t question = question_open(session);
    return question != SIZE_MAX ? pass_or_warn(session, question, failure)
                                : step_whole(session, step_forward, failure);
}

static bool last_move(struct session *session, struct failure *failure) {
    return trail_last(session) != NULL ? undo_move(session, failure) : step_back(session, failure);
}

/* Goes back to the stop before, as it was left; where a fence guides, to the step before. */
static bool go_back_once(struct session *session, struct failure *failure) {
    const struct state *last = trail_last(session);
    bool can_undo = session->focus.guided && last != NULL && last->stop == session_stop(session);
    if (!can_undo && session->lesson != NULL) {
        size_t stop = stop_before(session);
        session->focus.guided = false;
        while ((last = trail_last(session)) != NULL && last->stop > stop) {
            trail_cut(session, session->trail_count - 1);
        }
        can_undo = last != NULL && (last->stop == stop || last->next == session_stop(session));
    }
    return can_undo ? undo_move(session, failure) : step_whole(session, step_back, failure);
}

/* Steps COUNT times, or as far as possible: an end reached after at least one step is no
 * failure. */
static bool run_steps(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    static const struct {
        const char *name;
        bool (*step)(struct session *session, struct failure *failure);
    } steps[] = {{"next", step_forward},
                 {"back", last_move},
                 {"advance", go_on_once},
                 {"retreat", go_back_once}};
    long count;
    size_t k = 0;
    if (!call_times(call, 0, &count, failure)) {
        return false;
    }
    while (!text_same(steps[k].name, call->command->name)) {
        k++;
    }
    for (long i = 0; i < count; i++) {
        bool question = steps[k].step == go_on_once && question_open(session) != SIZE_MAX;
        if ((question && i > 0) || !steps[k].step(session, failure)) {
            return i > 0;
        }
    }
    return true;
}

/* Changes to a finer grain, into a definition, or out of it. */
static bool run_grain(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    const struct definition *definition = session_focused(session);
    struct place_in *place = &session->focus.place;
    bool into = text_same(call->command->name, "into");
    if (definition == NULL) {
        return failure_set(failure, "there is no definition to step into yet: goto NAME first");
    }
    session->focus.guided = false;
    const struct notebook *notebook = session_notebook(session);
    const struct definition *beyond =
        into ? inside_end(notebook, definition, false) : inside_parent(notebook, definition);
    if (place->grain == GRAIN_DEFINITION && beyond != NULL) {
        if (!session_focus(session, beyond->name, whole, failure)) {
            return false;
        }
        const struct definition *now = session_focused(session);
        session->focus.stepped = into || (now != NULL && inside_parent(notebook, now) != NULL);
        return stops_say_place(session, failure);
    }
    if (!(into ? replay_into(definition, place) : replay_out(definition, place))) {
        return into ? failure_set(failure,
                                  "there is nothing finer inside: %s is as small as it gets here",
                                  grain_name(place->grain))
                    : failure_set(failure, "this is the whole definition already");
    }
    return stops_say_place(session, failure);
}

bool stepping_is_inside(const struct session *session) {
    const struct focus *focus = &session->focus;
    return session_focused(session) != NULL && !focus->guided &&
           (focus->stepped || focus->place.grain != GRAIN_DEFINITION);
}

bool stepping_leave(struct session *session, struct failure *failure) {
    static const struct source source = {"out", 1, 1, SPEAKER_PERSON};
    const struct definition *definition = session_focused(session);
    size_t count = session->trail_count;
    bool outer = false;
    while (!outer && count > 0 && session->trail[count - 1].stop == session_stop(session)) {
        const struct focus *before = &session->trail[--count].focus;
        const char *name = before->name == NULL ? "" : before->name;
        const struct definition *at = definition;
        outer = text_same(name, at->name) && before->place.grain < session->focus.place.grain;
        while (!outer && (at = inside_parent(session_notebook(session), at)) != NULL) {
            outer = text_same(name, at->name);
        }
    }
    if (!outer) {
        return commands_run(session, &source, "out", failure);
    }
    trail_cut(session, count + 1);
    return trail_back(session, failure);
}

static bool goto_page(struct session *session, const char *number, struct failure *failure) {
    double page;
    const struct lesson *lesson = session->lesson;
    if (lesson == NULL || lesson->page_count == 0) {
        return failure_set(failure, "no lesson is open: there are no pages");
    }
    if (!number_parse(number, strlen(number), &page) ||
        !(page >= 1 && page <= (double)lesson->page_count)) {
        return failure_set(failure, "there is no page %s: the lesson has %zu", number,
                           lesson->page_count);
    }
    return stepping_to_stop(
        session, lesson_next_halt(lesson, lesson->pages[(size_t)page - 1].first_stop), failure);
}

/* Reads the name that an address begins with, and what follows it. */
static bool goto_name(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    const char *text = call->argument[0].text;
    size_t length = reader_name(text, strlen(text));
    const char *rest = text + length + strspn(text + length, " \t");
    struct place_in place = whole, guided_place;
    if (length == 0) {
        return failure_set(failure, "goto takes NAME [row i col j], page N, start or end");
    }
    const struct definition *definition = session_named(session, text, length);
    struct text name = {0};
    text_append_bytes(&name, text, length);
    size_t stop = definition == NULL ? session_defines(session, text_string(&name)) : 0;
    bool ok = text_ok(&name, failure) && (stop == 0 || stepping_to_stop(session, stop, failure));
    text_release(&name);
    if (stop > 0) {
        text_truncate(&session->out, 0);
        definition = ok ? session_named(session, text, length) : NULL;
    }
    if (!ok || definition == NULL) {
        return ok && failure_at(failure, (struct span){0, length}, "no value is called %.*s",
                                (int)length, text);
    }
    bool aside = *rest == '\0' && definition != session_stepped(session, &guided_place);
    bool columns = session_reads_columns(session, call->speaker);
    return (*rest == '\0' || replay_parse(definition, rest, columns, &place, failure)) &&
           (aside ? session_look_elsewhere(session, definition->name, failure)
                  : session_focus(session, definition->name, place, failure)) &&
           stops_say_place(session, failure);
}

static bool run_goto(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    const char *text = call->argument[0].text;
    bool ok;
    if (text_starts(text, "page ")) {
        ok = goto_page(session, text + strlen("page "), failure);
    } else if (text_same(text, "end") && session->lesson != NULL) {
        ok = stepping_to_stop(session, session->lesson->stop_count, failure);
    } else if (text_same(text, "start") && session->lesson != NULL) {
        ok = stepping_to_stop(session, lesson_next_halt(session->lesson, 0), failure);
    } else {
        ok = goto_name(session, call, failure);
    }
    return ok || call_shift(call, 0, failure);
}

/* True when a screen shows the verdict on an answer here: `run` does not pass it by itself. */
static bool tells_verdict(const struct session *session) {
    bool shown = false;
    for (size_t i = 0; session->front.drawn && !shown && i < session_stop(session); i++) {
        shown = session->answers[i].state != ANSWER_SKIPPED && question_verdict_shown(session, i);
    }
    return shown;
}

static bool run_run(struct session *session, const struct command_call *call,
                    struct failure *failure) {
    (void)call;
    session->focus.place = whole;
    if (session->lesson == NULL) {
        return failure_set(failure,
                           "run goes to the next page, pause or question of a lesson, and no "
                           "lesson is open");
    }
    enum stop_kind kind;
    do {
        if (!step_forward(session, failure) || !stops_settle(session, failure)) {
            return false;
        }
        session->focus.place = whole;
        kind = session->lesson->stops[held_stop(session)].kind;
    } while (kind == STOP_STATEMENT && !at_end(session) && !tells_verdict(session));
    return true;
}

static const struct command rows[] = {
    {.name = "next",
     .group = "stepping",
     .sentence = "Go on by one step: the next stop of the lesson, or the next unit at the grain.",
     .details = "After `into` a step is an operation, a row, a cell or a term; after `dive` it\n"
                "comes back up. A quiz or an exercise waits until it is answered or skipped.",
     .habits = "n",
     .parameters = {COUNT_PARAMETER("how many steps")},
     .flags = COMMAND_MOVES | COMMAND_TRAVELS,
     .run = run_steps},
    {.name = "back",
     .sentence = "Undo the last move: a step, a jump, a dive into a number.",
     .details = "Everything looks as it did before. Your changes stay: undo takes them back.",
     .habits = "b rn rs prev previous",
     .parameters = {COUNT_PARAMETER("how many steps")},
     .flags = COMMAND_MOVES,
     .run = run_steps},
    {.name = "advance",
     .sentence = "Go on to the next stop of the lesson, whatever the grain.",
     .details = "An open question stops you once; going on again skips it.",
     .parameters = {COUNT_PARAMETER("how many stops")},
     .flags = COMMAND_MOVES | COMMAND_TRAVELS,
     .run = run_steps},
    {.name = "retreat",
     .sentence = "Go back to the stop before, whatever the grain.",
     .parameters = {COUNT_PARAMETER("how many stops")},
     .flags = COMMAND_MOVES,
     .run = run_steps},
    {.name = "into",
     .sentence = "Step inside: definition, what it calls, operation, row, cell, term.",
     .habits = "s step stepi si",
     .flags = COMMAND_MOVES | COMMAND_TRAVELS,
     .run = run_grain},
    {.name = "out",
     .sentence = "Step out to the coarser unit, which is then reached whole.",
     .habits = "f finish",
     .flags = COMMAND_MOVES | COMMAND_TRAVELS,
     .run = run_grain},
    {.name = "goto",
     .sentence = "Go to an address: a definition, a place inside it, a page, start or end.",
     .details =
         "An address is NAME [operation] [batch b] [head h] [row i [col j [term t]]], where i and\n"
         "j are positions from 1 or labels: goto S @ row am col so term 2.",
     .example = "goto scores row 1 col 2",
     .habits = "break tbreak until jump",
     .parameters = {{.name = "ADDRESS", .type = TYPE_ADDRESS, .sentence = "where to go"}},
     .flags = COMMAND_LOOKS | COMMAND_MOVES | COMMAND_TRAVELS,
     .run = run_goto},
    {.name = "run",
     .sentence = "Run on to the next page, pause, quiz or exercise.",
     .habits = "c cont continue r resume",
     .flags = COMMAND_MOVES | COMMAND_TRAVELS,
     .run = run_run},
};

const struct command_group stepping_commands = {rows, sizeof rows / sizeof rows[0]};
