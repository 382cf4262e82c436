/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* stops: what each stop of a lesson says when it is passed: its page, its lines with their results,
 * its question, and the narration after it. */
#include "base/memory.h"
#include "commands/groups.h"
#include "language/writer.h"
#include "lesson/document.h"
#include "session/expect.h"
#include "session/printing.h"
#include "session/wording.h"

#include <string.h>

/* --- lines of the lesson, echoed before their results ----------------------------------------- */

/* Appends the lesson's TREE in the convention that is shown; false where that is impossible. */
static bool write_turned(const struct session *session, struct tree *tree, bool definition,
                         struct text *out) {
    struct failure ignored = {0};
    struct tree *converted = tree == NULL               ? NULL
                             : session->display.columns ? session_flip(session, tree, definition)
                                                        : session_read(session, SPEAKER_LESSON,
                                                                       tree, definition, &ignored);
    if (converted != NULL) {
        writer_plain(converted->root, out);
    }
    tree_release(converted);
    return converted != NULL;
}

/* Appends the words of a command's line: cells and places are transposed, everything else stays. */
static bool write_words(const struct session *session, const char *words, size_t length,
                        struct text *out, struct failure *failure) {
    for (size_t at = 0; at < length;) {
        size_t end = at + reader_find_outside(words + at, length - at, " \t\n");
        struct failure ignored = {0};
        char *word = memory_text(words + at, end - at);
        if (word == NULL) {
            return failure_memory(failure);
        }
        struct tree *place = strchr(word, '[') != NULL ? reader_reference(word, &ignored) : NULL;
        if (!write_turned(session, place, false, out)) {
            text_append(out, word);
        }
        tree_release(place);
        memory_free(word);
        at = lesser(end + strspn(words + end, " \t\n"), length);
        text_append_bytes(out, words + end, at - end);
    }
    return true;
}

/* Appends the statement in the other convention; false where that is impossible. */
static bool write_turned_statement(const struct session *session, const struct statement *statement,
                                   struct text *out) {
    bool body = statement->value->root->kind == NODE_BODY;
    if (statement->kind == STATEMENT_DEFINE && !body) {
        text_format(out, "%s = ", statement->name);
    } else if (statement->kind == STATEMENT_EDIT) {
        if (!write_turned(session, statement->cell, false, out)) {
            return false;
        }
        text_append(out, " = ");
    }
    return write_turned(session, statement->value, statement->kind == STATEMENT_DEFINE, out);
}

/* Appends the statement, of the logical line TEXT, in the convention that is shown: `explain
 * α[1,2]` of a lesson in rows is `explain α[2,1]` where columns are shown. The lesson speaks. What
 * cannot be transposed stays as it was written. */
static bool write_statement(const struct session *session, const struct statement *statement,
                            const char *text, struct text *out, struct failure *failure) {
    size_t length = statement->span.end - statement->span.start, said = out->length;
    bool same = session->display.columns == session->lesson_columns, ok = true, done = false;
    if (!same && statement->kind == STATEMENT_COMMAND) {
        ok = done = write_words(session, text + statement->span.start, length, out, failure);
    } else if (!same) {
        done = write_turned_statement(session, statement, out);
    }
    if (!done) {
        text_truncate(out, said);
        text_append_bytes(out, text + statement->span.start, length);
    }
    return ok;
}

/* Says "> STATEMENT"; the lines after its first are indented. */
static bool echo_statement(struct session *session, const struct statement *statement,
                           const char *text, struct failure *failure) {
    struct text line = {0};
    text_append(&line, "> ");
    bool ok = write_statement(session, statement, text, &line, failure);
    if (canvas_columns(text_string(&line)) > session->front.width) {
        flow_words(session_flow(session, "", 4), text_string(&line), STYLE_PLAIN);
    } else {
        text_format(&session->out, "%s\n", text_string(&line));
    }
    text_release_into(&line, &session->out);
    return ok;
}

bool stops_quote(const struct session *session, const char *text, struct text *out,
                 struct failure *failure) {
    struct statements statements = {0};
    bool ok = reader_statements(text, &commands_words, &statements, failure);
    for (size_t i = 0; ok && i < statements.count; i++) {
        text_append(out, i > 0 ? ", then `" : "`");
        ok = write_statement(session, &statements.list[i], text, out, failure);
        text_append(out, "`");
    }
    statements_release(&statements);
    return ok;
}

bool stops_echo(struct session *session, const char *text, struct failure *failure) {
    struct statements statements = {0};
    struct failure ignored = {0};
    bool ok = true;
    if (!reader_statements(text, &commands_words, &statements, &ignored)) {
        text_format(&session->out, "> %s\n", text);
    }
    for (size_t i = 0; ok && i < statements.count; i++) {
        ok = echo_statement(session, &statements.list[i], text, failure);
    }
    statements_release(&statements);
    return ok;
}

/* --- the parts of a stop ---------------------------------------------------------------------- */

bool stops_say_place(struct session *session, struct failure *failure) {
    view_follow(session);
    return session->front.drawn || printing_place(session, failure);
}

/* Lets a fence's grain guide through the definition just made, from its first product on; through
 * the row, or term by term the cell, that is asked for, with those before it already there. */
static bool tell_guided(struct session *session, const struct definition *definition,
                        const char *word, struct failure *failure) {
    enum grain grain = grain_find(word) == GRAIN_CELL ? GRAIN_TERM : grain_find(word);
    struct place_in place = {.grain = grain};
    for (size_t k = 0; k < definition->operation_count; k++) {
        if (!definition->operations[k].call.op->moves) {
            place = (struct place_in){.grain = grain, .operation = k};
            break;
        }
    }
    size_t cell = question_cell(session, definition);
    bool asked = cell != SIZE_MAX && place.operation + 1 == definition->operation_count;
    if (asked) {
        size_t columns = shape_columns(&definition->value->shape);
        place.row = grain >= GRAIN_ROW ? cell / columns : 0;
        place.column = grain == GRAIN_TERM ? cell % columns : 0;
    }
    session->focus.place = place;
    session->focus.guided = place.grain != GRAIN_DEFINITION;
    if (!session->front.drawn) {
        session_formula(session, definition, &session->out);
        text_append(&session->out, ", a step at a time:\n");
    }
    bool ok = stops_say_place(session, failure);
    session->view.cell = asked && grain == GRAIN_ROW ? cell : session->view.cell;
    return ok;
}

static bool tell_define(struct session *session, const struct statement *statement,
                        const char *grain, struct failure *failure) {
    const struct definition *definition =
        notebook_entry(session_notebook(session), statement->name);
    if (definition == NULL) {
        return failure_at(failure, statement->name_span, "%s was not made", statement->name);
    }
    bool value = !definition_is_operator(definition);
    if (value && !session_look(session, statement->name, failure)) {
        return false;
    }
    if (value && grain != NULL) {
        return tell_guided(session, definition, grain, failure);
    }
    if (!session->front.drawn) {
        printing_definition(session, definition);
    }
    return true;
}

/* One line of a lesson while it is said. */
struct shown_line {
    struct running running;
    const struct part *part;
    const struct notebook *before; /* the notebook without the line's changes; NULL: nothing is said
                                      of them */
    bool good;                     /* its changes can be made */
    bool changes_shown;
};

static void tell_changes_once(struct session *session, struct shown_line *shown, const char *but) {
    if (!shown->changes_shown) {
        printing_changes(session, shown->before, but);
    }
    shown->changes_shown = true;
}

/* Looks at the cell that the lesson edits, the first of several, if it still exists. */
static bool look_at_edit(struct session *session, const struct statement *statement,
                         struct failure *failure) {
    struct tree *cell = session_read(session, SPEAKER_LESSON, statement->cell, false, failure);
    struct failure gone = {0};
    struct cells cells = {0};
    bool ok = cell != NULL;
    if (ok && notebook_cells(session_notebook(session), cell, &cells, &gone)) {
        ok = session_look(session, cells.definition->name, failure) &&
             view_select(session, cells.definition->name, cells.list[0], failure);
    }
    cells_release(&cells);
    tree_release(cell);
    return ok;
}

/* Fails when the statement's changes cannot be made. */
static bool can_change(struct shown_line *shown, const struct statement *statement,
                       struct failure *failure) {
    struct changes changes = {0};
    bool ok = shown->good || statement_changes(&shown->running, statement, &changes, failure);
    changes_release(&changes);
    return ok;
}

static bool tell_statement(struct session *session, struct shown_line *shown,
                           const struct statement *statement, struct failure *failure) {
    bool changed = statement_is_change(statement), ok = true;
    if (!can_change(shown, statement, failure)) {
        return false;
    }
    if (changed && shown->before == NULL) {
        return true;
    }
    if (statement->kind == STATEMENT_DEFINE) {
        bool again = notebook_entry(shown->before, statement->name) != NULL;
        ok = tell_define(session, statement, shown->part->grain, failure);
        if (ok && again) {
            tell_changes_once(session, shown, statement->name);
        }
        return ok;
    }
    if (statement_is(statement, "expect")) {
        return true; /* check verifies it; a learner's change may well break it */
    }
    size_t said = session->out.length;
    /* a screen shows the values, and says how they came about */
    if ((!session->front.drawn || !changed) &&
        !echo_statement(session, statement, shown->running.text, failure)) {
        return false;
    }
    size_t echoed = session->out.length;
    if (changed) {
        ok = (shown->part->hidden ||
              training_say_loss(session,
                                history_script_at(session->history, session_stop(session) - 1),
                                failure)) &&
             (statement->kind != STATEMENT_EDIT || look_at_edit(session, statement, failure));
        tell_changes_once(session, shown, NULL);
    } else {
        ok = statement_look(&shown->running, statement, failure);
    }
    if (session->front.drawn && session->out.length == echoed) {
        text_truncate(&session->out, said); /* the screen shows what the line did */
    }
    return ok;
}

static bool tell_line(struct session *session, size_t index, const struct notebook *before,
                      struct failure *failure) {
    const struct stop *stop = &session->lesson->stops[index];
    const struct part *part = &session->lesson->parts[stop->part];
    const struct source_line *line = &part->statements[stop->statement];
    const struct compiled *read = &session->lines[index];
    struct source source = session_source(session, line);
    struct shown_line shown = {
        .running = {.session = session, .source = &source, .text = line->text},
        .part = part,
        .before = before,
        .good = read->good};
    struct statements again = {0};
    const struct statements *statements = read->good ? &read->statements : &again;
    size_t said = session->out.length;
    bool ok = read->good || reader_statements(line->text, &commands_words, &again, failure);
    for (size_t i = 0; ok && i < statements->count; i++) {
        ok = tell_statement(session, &shown, &statements->list[i], failure);
    }
    if (part->hidden) {
        text_truncate(&session->out, said);
    }
    statements_release(&again);
    if (!ok) {
        source_locate(&source, line->text, failure);
    }
    return ok;
}

/* Says the error of a statement that must fail, by trying it. */
static bool tell_error(struct session *session, const struct source_line *line,
                       struct failure *failure) {
    struct source source = session_source(session, line);
    struct failure expected = {0};
    char *shown =
        document_copy_shown(line->text, strlen(line->text)); /* it may not be valid text */
    if (shown == NULL) {
        return failure_memory(failure);
    }
    text_format(&session->out, "> %s\n", shown);
    memory_free(shown);
    if (commands_try(session, &source, line->text, &expected)) {
        failure_set(failure, "this line should fail, but it runs");
        source_locate(&source, line->text, failure);
        return false;
    }
    struct text said = {0};
    text_format(&said, "error: %s", expected.message);
    canvas_wrap(text_string(&said), 2, session->front.width, &session->out);
    text_release(&said);
    return text_ok(&session->out, failure);
}

/* At an exercise, moves the cursor to the first matrix that may be changed, and in it to a number
 * that its goal depends on. */
static bool look_at_knob(struct session *session, const struct exercise *exercise,
                         struct failure *failure) {
    const struct definition *knob = NULL;
    for (size_t i = 0; i < exercise->allow_count && knob == NULL; i++) {
        knob = notebook_find(session_notebook(session), exercise->allowed[i]);
    }
    bool ok = knob == NULL || session_look_beside(session, knob->name, failure);
    if (ok && knob != NULL) {
        session->view.cell = exercise_start(session, exercise, knob, session->view.cell);
    }
    return ok;
}

bool stops_say_itself(struct session *session, size_t index, const struct notebook *before,
                      struct failure *failure) {
    const struct stop *stop = &session->lesson->stops[index];
    const struct part *part = &session->lesson->parts[stop->part];
    struct output output = session_output(session);
    switch (stop->kind) {
    case STOP_PAGE:
        if (session->front.drawn) {
            return lesson_turn_page(session, stop->page, failure);
        }
        if (!session->front.without_words) {
            printing_page(session, &output, stop->page);
        }
        return true;
    case STOP_STATEMENT:
        return part->error != NULL
                   ? tell_error(session, &part->statements[stop->statement], failure)
                   : tell_line(session, index, before, failure);
    case STOP_QUIZ:
        wording_say(session, index, WORDING_ALL);
        return true;
    case STOP_TRY:
        wording_say(session, index, WORDING_ALL);
        return !session->front.drawn || look_at_knob(session, part->exercise, failure);
    default:
        return true;
    }
}

/* --- a whole stop ----------------------------------------------------------------------------- */

/* Says what comes after a stop's own words: the answers that it settles, and the narration. */
static bool tell_rest(struct session *session, size_t index, struct failure *failure) {
    const struct stop *stop = &session->lesson->stops[index];
    const struct part *part = &session->lesson->parts[stop->part];
    bool ends = stop->kind == STOP_STATEMENT && index + 1 == part->first_stop + part->stop_count;
    if (ends && !asking_grade_locked(session, failure)) {
        return false;
    }
    struct output output = session_output(session);
    size_t range[2];
    lesson_words_at(session->lesson, index, range);
    if (!session->front.drawn && range[0] < range[1]) {
        asking_separate(session);
        if (!session->front.without_words) {
            printing_narration(session->lesson, &output, range);
        }
    }
    return text_ok(&session->out, failure);
}

bool commands_say_rest(struct session *session, struct failure *failure) {
    if (!session->rest_owed) {
        return true;
    }
    size_t said = session->out.length, stop = session_stop(session) - 1;
    bool stepped = session->lesson->stops[stop].kind == STOP_STATEMENT;
    session->rest_owed = false;
    bool ok =
        (!stepped || subject_point(session, stop, failure)) && tell_rest(session, stop, failure);
    text_append(&session->out, session->out.length > said ? "\n" : "");
    return ok;
}

/* True when a question has to be answered, or a definition stepped through, before the lesson goes
 * on. */
static bool waits(const struct session *session, size_t index) {
    enum stop_kind kind = session->lesson->stops[index].kind;
    return kind == STOP_QUIZ || kind == STOP_TRY ? session->answers[index].state == ANSWER_OPEN
                                                 : session->focus.guided;
}

bool stops_settle(struct session *session, struct failure *failure) {
    size_t last = session_last(session);
    return last == SIZE_MAX || waits(session, last) || commands_say_rest(session, failure);
}

bool stops_say(struct session *session, size_t index, const struct notebook *before,
               struct failure *failure) {
    bool printing = session->printing;
    session->printing = true;
    bool ok = stops_say_itself(session, index, before, failure);
    session->printing = printing;
    session->rest_owed = ok && waits(session, index);
    if (session->view.settled == index) {
        session->view.settled = SIZE_MAX; /* the question is open again */
    }
    ok = ok && (!session->lesson->stops[index].halts || asking_grade_reached(session, failure));
    ok = ok && subject_point(session, index, failure);
    return ok && (session->rest_owed || tell_rest(session, index, failure));
}
