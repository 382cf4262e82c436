/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* playing: opening a lesson and passing its stops, one on or one back.
 *
 * Opening compiles every statement of the lesson into the history's script, so that the notebook at
 * any stop depends on the history alone. Passing a stop says its words and runs the statements that
 * only look (show, explain, convention). */
#include "commands/groups.h"

#include "base/failure.h"
#include "base/memory.h"
#include "language/tree.h"
#include "language/writer.h"
#include "session/expect.h"
#include "session/trail.h"
#include "session/wording.h"

#include <stdint.h>
#include <string.h>

/* Looks at NAME; NULL, or an unknown name: at nothing. */
static bool look_at_name(struct session *session, const char *name, struct failure *failure) {
    bool known = name != NULL && notebook_find(session_notebook(session), name) != NULL;
    bool ok = session_look(session, known ? name : NULL, failure);
    session->view.blank = ok && !known && session->front.drawn;
    return ok;
}

/* --- beginning a page ------------------------------------------------------------------------- */

/* The first name in a formula whose value exists and is not a lone number. */
struct operand {
    const struct notebook *notebook;
    const char *name; /* NULL: none */
};

static bool take_operand(void *context, const struct node *name) {
    struct operand *operand = context;
    const struct definition *definition = notebook_find(operand->notebook, name->text);
    if (definition != NULL && shape_cells(&definition->value->shape) > 1) {
        operand->name = definition->name;
    }
    return operand->name == NULL;
}

/* Returns the name of what STATEMENT, about to run on NOTEBOOK, is computed from, or what it
 * changes, borrowed; NULL: nothing that exists. */
static const char *input_name(const struct notebook *notebook, const struct statement *statement) {
    struct operand operand = {.notebook = notebook};
    if (statement->kind != STATEMENT_DEFINE && statement->kind != STATEMENT_EDIT) {
        return NULL;
    }
    if (statement->kind == STATEMENT_DEFINE) {
        tree_names(statement->value->root, take_operand, &operand);
    }
    const struct definition *own = notebook_find(notebook, statement->name);
    return operand.name != NULL || own == NULL ? operand.name : own->name;
}

/* Returns the name that STATEMENT of LINE has the learner look at, borrowed: what it defines or
 * edits, what `show`, `explain` or `goto` name; the last of several. *LENGTH is 0 when there is
 * none. */
static const char *looked_name(const struct statement *statement, const char *line,
                               size_t *length) {
    const struct command *command = statement->command;
    const char *at = line + statement->rest.start, *end = line + statement->rest.end;
    *length = 0;
    if (statement->kind == STATEMENT_DEFINE || statement->kind == STATEMENT_EDIT) {
        *length = strlen(statement->name);
        return statement->name;
    }
    if (command != NULL && (command->flags & COMMAND_LOOKS) != 0) {
        const char *next = at;
        while (parameter_repeats(&command->parameters[0]) && next < end &&
               ((command->flags & COMMAND_DRAWS) == 0 || next == at)) {
            at = next;
            next += reader_find_outside(at, (size_t)(end - at), " \t\n");
            next += strspn(next, " \t\n");
        }
        *length = reader_name(at, (size_t)(end - at));
    }
    return at;
}

/* Returns the meaning of STATEMENT of LINE; none without memory. */
static struct meaning meaning_of(const struct statement *statement, const char *line) {
    const struct span *span = &statement->span;
    struct meaning meaning = {NULL, NULL};
    struct drawing_request request = {.count = 0};
    size_t length;
    const char *name = looked_name(statement, line, &length);
    if (statement->kind == STATEMENT_COMMAND) {
        request = drawing_read(line + span->start, span->end - span->start);
    }
    meaning.named = length > 0 ? memory_text(name, length) : NULL;
    meaning.drawn =
        request.count > 0 || request.kind != NULL ? memory_allocate(1, sizeof request) : NULL;
    if (meaning.drawn != NULL) {
        *meaning.drawn = request;
    }
    return meaning;
}

/* Returns the name of what STATEMENT, about to run, uses, changes or shows, if that exists. What is
 * shown AFTER_QUESTION may be its answer. */
static const char *value_turned_to(const struct session *session, const struct statement *statement,
                                   const struct meaning *meaning, bool after_question) {
    if (statement->kind != STATEMENT_COMMAND) {
        return input_name(session_notebook(session), statement);
    }
    const struct definition *shown = after_question || meaning->named == NULL
                                         ? NULL
                                         : notebook_find(session_notebook(session), meaning->named);
    return shown == NULL ? NULL : shown->name;
}

bool lesson_turn_page(struct session *session, size_t page, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    const struct page *opened = &lesson->pages[page];
    const char *name = NULL;
    bool after_question = false;
    for (size_t i = opened->first_stop; i < opened->first_stop + opened->stop_count; i++) {
        const struct statements *statements = &session->lines[i].statements;
        after_question = after_question || lesson->stops[i].kind == STOP_QUIZ;
        for (size_t k = 0; k < statements->count && name == NULL; k++) {
            name = value_turned_to(session, &statements->list[k], &session->lines[i].meanings[k],
                                   after_question);
        }
    }
    const struct definition *viewed = view_definition(session);
    bool stays = viewed != NULL && name != NULL && text_same(viewed->name, name);
    bool ok = look_at_name(session, name, failure);
    session->view.cell = stays ? session->view.cell : 0;
    session->view.drawn.requested.count = 0;
    session->view.scaled = (struct scaled){0};
    session->view.nudge = VIEW_NUDGE; /* other numbers have another size */
    return ok;
}

/* --- opening ---------------------------------------------------------------------------------- */

/* Fills FAILURE for a name that the lesson defines later. */
static bool later_name(void *context, const char *name, struct span span, struct failure *failure) {
    const struct session *session = context;
    size_t stop = session_defines(session, name);
    if (stop == 0 || stop <= session_stop(session)) {
        return false;
    }
    failure_at(failure, span, "%s comes later, on page %zu", name,
               session->lesson->stops[stop - 1].page + 1);
    return true;
}

/* Replaces the usual advice by what an open exercise allows to change. */
static bool only_allowed(void *context, const char *name, struct failure *failure) {
    struct text why = {0};
    bool forbidden = exercise_forbids(context, name);
    if (forbidden) {
        wording_allowed(exercise_open(context), "", &why);
        failure_set(failure, "%s is computed. %s", name, text_string(&why));
    }
    text_release(&why);
    return forbidden;
}

/* True for files that `save` wrote before it wrote seeds: a title, one fence, the formulas as the
 * writer prints them. In those a source without a seed still draws with seed 0. */
static bool was_saved_without_seeds(const struct lesson *lesson, const struct statement *statement,
                                    const char *line) {
    if (lesson->document.block_count != 2 || lesson->part_count != 1 ||
        statement->kind != STATEMENT_DEFINE) {
        return false;
    }
    struct text written = {0};
    text_format(&written, "%s = ", statement->name);
    writer_plain(statement->value->root, &written);
    bool same = text_same(text_string(&written), line);
    text_release(&written);
    return same;
}

/* Reads LINE and makes its changes, none where it must fail (CHANGES is NULL). A line that cannot
 * be read makes none: it fails when it is reached (except for lack of memory, which the caller
 * checks). Returns the flags of its commands; *HALTS: it does more than check or set how things are
 * shown. */
static unsigned compile_line(struct session *session, const struct source_line *line,
                             struct compiled *compiled, struct changes *changes, bool *halts) {
    struct source source = session_source(session, line);
    struct running running = {.session = session, .source = &source, .text = line->text};
    struct failure unread = {0};
    unsigned all = 0;
    bool ok = reader_statements(line->text, &commands_words, &compiled->statements, &unread);
    *halts = !ok;
    if (!ok) {
        statements_release(&compiled->statements);
    }
    size_t count = compiled->statements.count;
    compiled->meanings = memory_allocate(count, sizeof *compiled->meanings);
    ok = ok && compiled->meanings != NULL;
    for (size_t i = 0; i < count && compiled->meanings != NULL; i++) {
        const struct statement *statement = &compiled->statements.list[i];
        compiled->meanings[i] = meaning_of(statement, line->text);
        unsigned flags = statement->command == NULL ? 0 : statement->command->flags;
        all |= flags;
        *halts = *halts || (flags & (COMMAND_VIEWS | COMMAND_CHECKS)) == 0;
        if (ok && was_saved_without_seeds(session->lesson, statement, line->text)) {
            ok = tree_seed_zero(statement->value, &unread);
        }
        if (changes != NULL && statement_is(statement, "convention")) {
            const char *word = line->text + statement->rest.start;
            size_t length = strcspn(word, " ;#");
            session->lesson_columns =
                word_index(statement->command->parameters[0].words, word, length) == 1;
        }
        ok = ok && changes != NULL && statement_changes(&running, statement, changes, &unread);
        compiled->view |= statement->kind == STATEMENT_EXPRESSION ||
                          (statement->kind == STATEMENT_COMMAND && (flags & COMMAND_CHECKS) == 0);
    }
    size_t together = ok && changes != NULL ? changes_definitions(changes, 0) : 0;
    for (size_t i = 1; i < together && together == changes->count; i++) {
        changes->list[i]->joined = true; /* what depends on several of them is evaluated once */
    }
    compiled->good = ok;
    if (!ok) { /* a line that must fail defines nothing */
        compiled_release(compiled);
    }
    return all;
}

/* Compiles the lesson, stop by stop, into SCRIPT and the session's lines. */
static void compile(struct session *session, struct changes *script) {
    struct lesson *lesson = session->lesson;
    bool explains = false;
    for (size_t i = 0; i < lesson->stop_count; i++) {
        struct stop *stop = &lesson->stops[i];
        const struct part *part = &lesson->parts[stop->part];
        unsigned flags = 0;
        bool halts = true, line = stop->kind == STOP_STATEMENT;
        if (line) {
            flags = compile_line(session, &part->statements[stop->statement], &session->lines[i],
                                 part->error == NULL ? &script[i] : NULL, &halts);
        }
        stop->halts = stop->halts && halts;
        explains = stop->halts ? (flags & COMMAND_EXPLAINS) != 0 : explains;
        session->lines[i].columns = session->lesson_columns;
        session->lines[i].explains = explains;
    }
    session->lesson_columns = lesson->columns;
}

bool commands_open(struct session *session, struct lesson *lesson, struct failure *failure) {
    size_t count = lesson->stop_count;
    if (!session_take(session, lesson, failure)) {
        return false;
    }
    struct changes *script = memory_allocate(count, sizeof *script);
    if (script == NULL) {
        return failure_memory(failure);
    }
    size_t refused = memory_refused();
    compile(session, script);
    bool compiled = memory_refused() == refused || failure_memory(failure);
    bool ok = compiled && lesson_halt_for_words(lesson, failure) &&
              history_script(session->history, script, count, failure);
    for (size_t i = 0; i < count; i++) {
        changes_release(&script[i]);
    }
    memory_free(script);
    session->hints.unknown = later_name;
    session->hints.computed = only_allowed;
    history_set_hints(session->history, &session->hints);
    return ok;
}

/* --- moving on and back ----------------------------------------------------------------------- */

/* Leaves an exercise: its changes are dropped; going back restores them, and so does entering it
 * again while it is open, unless something was changed outside meanwhile. */
static bool leave_exercise(struct session *session, struct failure *failure) {
    if (session->exercise == SIZE_MAX) {
        return true;
    }
    exercise_keep_work(session);
    session->exercise = SIZE_MAX;
    return history_leave(session->history, failure);
}

static bool enter_exercise(struct session *session, size_t index, struct failure *failure) {
    struct history *history = session->history;
    const struct answer *answer = &session->answers[index];
    bool open = session->lesson->stops[index].kind == STOP_TRY && answer->state == ANSWER_OPEN;
    if (!open || !history_go_back(history, history_stop(history), true, answer->work, failure)) {
        return !open;
    }
    session->exercise = index;
    const struct version *work = answer->work;
    if (work != NULL && work->inside && history_version(history) != work) {
        text_append(&session->out,
                    "What you changed here before is gone: you have changed something else "
                    "since.\n");
    } else if (history_since_enter(history).count > 0) {
        text_append(&session->out, "What you changed here before is here again.\n");
        wording_say(session, index, WORDING_GOALS);
    }
    return text_ok(&session->out, failure);
}

bool lesson_say_again(struct session *session, size_t index, struct failure *failure) {
    return stops_say(session, index, session_notebook(session), failure) &&
           (session->exercise == index || enter_exercise(session, index, failure));
}

/* Moves the history; a lesson's statement that no longer fits fails at its own line. */
static bool move_to_stop(struct session *session, size_t stop, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    size_t at = SIZE_MAX;
    if (history_move(session->history, stop, &at, failure)) {
        session->lesson_columns = stop == 0 ? lesson->columns : session->lines[stop - 1].columns;
        return true;
    }
    const struct source_line *line = at < lesson->stop_count ? lesson_line(lesson, at) : NULL;
    if (line != NULL) {
        struct source source = session_source(session, line);
        source_locate(&source, line->text, failure);
    }
    return false;
}

static bool is_hidden_stop(const struct lesson *lesson, size_t index) {
    const struct stop *stop = &lesson->stops[index];
    return stop->kind == STOP_STATEMENT && lesson->parts[stop->part].hidden;
}

bool lesson_sets_scene(const struct lesson *lesson, size_t index) {
    const struct stop *stop = &lesson->stops[index];
    size_t part = lesson->pages[stop->page].first_part;
    while (part < stop->part && lesson->parts[part].hidden) {
        part++;
    }
    return part == stop->part && is_hidden_stop(lesson, index);
}

/* Marks old → new from a stop that moves values until the next that does more than look. */
static void mark_changes(struct session *session, size_t index, const struct notebook *before) {
    const struct notebook *now = session_notebook(session);
    if (session->lesson->stops[index].kind == STOP_STATEMENT && notebook_same(before, now)) {
        return;
    }
    bool moved = false, scene = lesson_sets_scene(session->lesson, index);
    for (size_t i = notebook_common(before, now); i < now->count && !moved && !scene; i++) {
        const struct definition *old = notebook_find(before, now->list[i]->name);
        moved = old != NULL && !tensor_same(old->value, now->list[i]->value);
    }
    bool seen = moved && !is_hidden_stop(session->lesson, index);
    view_note_change(session, moved ? before : NULL,
                     seen ? changes_training(history_script_at(session->history, index)) : NULL);
}

/* Refuses moves in a lesson's lines: a lesson that goes back would repeat forever, and one that
 * goes on inside a stop would recurse without end. */
static bool may_move(const struct session *session, struct failure *failure) {
    return !session->printing ||
           failure_set(failure, "a lesson's own lines may not move to another stop");
}

bool commands_advance(struct session *session, struct failure *failure) {
    size_t index = session_stop(session);
    if (session->lesson == NULL || index == session->lesson->stop_count ||
        !may_move(session, failure)) {
        return false;
    }
    struct notebook before;
    struct state state;
    session->lines[index].before = session->display;
    bool ok = state_take(&state, session, failure) && commands_say_rest(session, failure) &&
              leave_exercise(session, failure);
    /* What leaving the exercise restores is not a change. */
    notebook_copy(&before, session_notebook(session));
    const struct changes *changes = history_script_at(session->history, index);
    bool hidden = is_hidden_stop(session->lesson, index);
    training_set_watch(changes, hidden ? NULL : session->front.watch);
    ok = ok && move_to_stop(session, index + 1, failure);
    training_set_watch(changes, NULL);
    if (ok) {
        const struct stop *stop = &session->lesson->stops[index];
        /* a line such as expect after another line of its fence: one step passes both */
        bool at_once = !stop->halts && index > 0 && stop[-1].part == stop->part;
        session->focus.guided = session->focus.guided && at_once;
        session->view.difference = session->view.difference && at_once;
        mark_changes(session, index, &before);
        ok = stops_say(session, index, &before, failure) &&
             enter_exercise(session, index, failure) &&
             (memory_refused() == state.refused || failure_memory(failure));
    }
    if (ok) {
        view_follow(session);
    }
    notebook_release(&before);
    return state_end(&state, session, ok, failure);
}

bool commands_skip(struct session *session, size_t stop, struct failure *failure) {
    bool ok = true;
    size_t refused = memory_refused();
    if (!may_move(session, failure)) {
        return false;
    }
    session->printing = true;
    for (size_t i = session_stop(session); ok && i < stop; i++) {
        struct compiled *read = &session->lines[i];
        /* it does something outside the history: it looks, or it must fail */
        bool acts = session->lesson->stops[i].kind == STOP_STATEMENT && (read->view || !read->good);
        read->before = session->display;
        if (session->lesson->stops[i].kind == STOP_QUIZ) {
            session->answers[i].state = ANSWER_SKIPPED;
        }
        ok = !acts ||
             (move_to_stop(session, i + 1, failure) && stops_say_itself(session, i, NULL, failure));
    }
    ok = ok && move_to_stop(session, stop, failure);
    session->printing = false;
    text_clear(&session->out);
    if (!ok) {
        failure_if_memory_refused(failure, refused);
    }
    return ok;
}

bool commands_retreat(struct session *session, size_t stop, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    if (lesson == NULL || stop >= session_stop(session) || !may_move(session, failure)) {
        return false;
    }
    /* on a screen a page begins in the same way wherever the learner comes from */
    bool page = session->front.drawn && stop > 0;
    size_t first = page ? lesson->pages[lesson->stops[stop - 1].page].first_stop : 0;
    size_t said = session->out.length;
    struct state state;
    bool ok = state_take(&state, session, failure) && leave_exercise(session, failure) &&
              move_to_stop(session, first, failure) && look_at_name(session, NULL, failure);
    if (ok) {
        session->display = session->lines[first].before;
        session->rest_owed = false;
        view_follow(session);
    }
    while (ok && session_stop(session) < stop) {
        ok = commands_advance(session, failure);
    }
    if (ok) {
        text_truncate(&session->out, said);
        session->view.difference = false;
        view_note_change(session, NULL, NULL);
    }
    return state_end(&state, session, ok, failure);
}
