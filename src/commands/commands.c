/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/commands.h"

#include "base/memory.h"
#include "commands/groups.h"
#include "language/reader.h"
#include "lesson/document.h"
#include "notebook/difference.h"
#include "notebook/train.h"
#include "session/printing.h"
#include "session/question.h"
#include "session/session.h"
#include "session/trail.h"

#include <stdint.h>
#include <string.h>

/* THE TABLE. A new command is a row in its group's file; a new group is a line here. */
static const struct command_group *const groups[] = {
    &stepping_commands, &finding_commands,  &looking_commands, &changing_commands,
    &gradient_commands, &training_commands, &asking_commands,  &reviewing_commands,
    &viewing_commands,  &cursor_commands,   &filing_commands,  &plotting_commands,
};

enum { GROUPS = sizeof groups / sizeof groups[0] };

const struct command *command_at(size_t index) {
    for (size_t i = 0; i < GROUPS; i++) {
        if (index < groups[i]->count) {
            return groups[i]->rows != NULL ? &groups[i]->rows[index] : plotting_row(index);
        }
        index -= groups[i]->count;
    }
    return NULL;
}

const struct command *command_find(const char *word, size_t length) {
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        if (strncmp(command->name, word, length) == 0 && command->name[length] == '\0') {
            return command;
        }
    }
    return NULL;
}

const struct command *command_meant(const char *word) {
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        if (command->habits != NULL && text_has_word(command->habits, word)) {
            return command;
        }
    }
    return NULL;
}

static const char *nearest_command(const char *word) {
    const struct command *command = command_meant(word);
    const char *best = NULL;
    if (command != NULL) {
        return command->name;
    }
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        best = text_nearer(word, best, command->name);
    }
    return best;
}

const struct reader_words commands_words = {.find = command_find, .nearest = nearest_command};

/* Makes the one change of a definition or an edit. In the columns convention what was typed is
 * transposed first. */
static bool make_change(const struct running *running, const struct statement *statement,
                        struct changes *changes, struct failure *failure) {
    const struct session *session = running->session;
    enum speaker speaker = running->source->speaker;
    bool defines = statement->kind == STATEMENT_DEFINE;
    struct tree *value = session_read(session, speaker, statement->value, defines, failure);
    struct tree *cell = defines || value == NULL
                            ? NULL
                            : session_read(session, speaker, statement->cell, false, failure);
    bool ok = value != NULL && (defines || cell != NULL) &&
              changes_take(changes,
                           change_create(defines ? CHANGE_DEFINE : CHANGE_EDIT, statement->name,
                                         cell, value, failure),
                           failure);
    tree_release(cell);
    tree_release(value);
    return ok;
}

/* Runs a command, or makes its CHANGES. */
static bool call_command(const struct running *running, const struct statement *statement,
                         struct changes *changes, struct failure *failure) {
    const struct command *command = statement->command;
    struct command_call call = {.command = command,
                                .text = running->text,
                                .span = statement->span,
                                .rest = statement->rest,
                                .speaker = running->source->speaker};
    bool draws = running->session->front.drawn && command->draw != NULL;
    view_clamp_cursor(running->session); /* an earlier statement may have made a value smaller */
    bool ok = call_split(&call, failure) &&
              (statement_is_change(statement)
                   ? command->change(running->session, &call, changes, failure)
                   : (draws ? command->draw : command->run)(running->session, &call, failure));
    call_release(&call);
    return ok;
}

bool statement_changes(const struct running *running, const struct statement *statement,
                       struct changes *changes, struct failure *failure) {
    return !statement_is_change(statement) ||
           (statement->kind == STATEMENT_COMMAND
                ? call_command(running, statement, changes, failure)
                : make_change(running, statement, changes, failure));
}

/* Drops spans of a transposed tree, which mean nothing in the text that was typed. */
static void drop_turned_spans(const struct running *running, const struct statement *statement,
                              struct failure *failure) {
    const struct session *session = running->session;
    enum speaker speaker = running->source->speaker;
    if (statement->kind == STATEMENT_COMMAND) {
        failure->placed = failure->placed && !session_reads_columns(session, speaker);
        return;
    }
    const char *name = statement->kind == STATEMENT_DEFINE ? statement->name : "";
    session_correct_failure(session, speaker, name, statement->value, failure);
    if (!failure->placed && statement->cell != NULL) {
        session_correct_failure(session, speaker, "", statement->cell, failure);
    }
}

static void begin_transaction(struct running *running) {
    if (!running->begun) {
        history_begin(running->session->history);
    }
    running->begun = true;
}

static bool run_line_changes(struct running *running, struct changes *changes,
                             struct failure *failure) {
    bool ok = true;
    if (changes->count > 0) {
        begin_transaction(running);
    }
    if (changes->count > 1 && changes_definitions(changes, 0) == changes->count) {
        return history_define_all(running->session->history, changes->list, changes->count,
                                  failure);
    }
    for (size_t i = 0; ok && i < changes->count; i++) {
        ok = history_change(running->session->history, changes->list[i], failure);
    }
    return ok;
}

/* Suggests the command that an unknown lone name stands for in another program. */
static void suggest_command(const struct tree *tree, struct failure *failure) {
    const struct node *root = tree->root;
    const struct command *command = root->kind == NODE_NAME ? command_meant(root->text) : NULL;
    size_t length = strlen(failure->message);
    if (command == NULL || failure->outside) {
        return;
    }
    if (length > 0 && failure->message[length - 1] == '?') { /* "did you mean S?" */
        failure->message[length - 1] = '\0';
        failure_suffix(failure, ", or the command %s?", command->name);
    } else {
        failure_suffix(failure, "; the command is %s", command->name);
    }
}

enum { SCROLLED = 50 }; /* rows and columns at most of an answer that can be scrolled */

static bool run_expression(struct running *running, const struct statement *statement,
                           struct failure *failure) {
    struct session *session = running->session;
    enum speaker speaker = running->source->speaker;
    bool typed = speaker == SPEAKER_PERSON;
    struct definition *value = session_evaluate(session, speaker, statement->value, failure);
    if (value == NULL) {
        suggest_command(statement->value, failure);
        return false;
    }
    printing_value(session, value->value, NULL, NULL,
                   session->front.drawn ? SCROLLED : MATRIX_LIMIT);
    if (typed) {
        tree_release(session->shown);
        session->shown = tree_retain(value->tree);
    }
    if (session->front.drawn && typed && !session->display.describe &&
        view_definition(session) != NULL && shape_cells(&value->value->shape) > 1) {
        definition_release(session->preview);
        session->preview = definition_retain(value);
    }
    definition_release(value);
    return true;
}

/* Runs a command that moves the learner, and records on the trail where the move began. */
static bool run_move_command(struct running *running, const struct statement *statement,
                             struct failure *failure) {
    struct session *session = running->session;
    size_t marks = session->trail_count;
    bool ok = trail_mark(session, failure) && call_command(running, statement, NULL, failure);
    if (session->trail_count > marks && (!ok || !trail_moved(session))) {
        trail_cut(session, marks);
    }
    return ok;
}

static bool run_unchanging(struct running *running, const struct statement *statement,
                           struct failure *failure) {
    struct session *session = running->session;
    const struct command *command = statement->command;
    bool by_lesson = running->source->speaker == SPEAKER_LESSON;
    if ((command->flags & COMMAND_PERSON) != 0 && (by_lesson || session->front.from_script)) {
        return failure_at(failure, statement->span, "a %s may not %s",
                          by_lesson ? "lesson" : "file of answers", command->name);
    }
    if ((command->flags & COMMAND_LESSON) != 0 && session->lesson == NULL) {
        return failure_at(failure, statement->span, "`%s` needs an open lesson: qkv LESSON.md",
                          command->name);
    }
    if ((command->flags & COMMAND_MOVES) != 0 && running->begun) {
        return failure_at(failure, statement->span,
                          "`%s` cannot be joined to a change by `;`: give it a line of its own",
                          command->name);
    }
    if ((command->flags & COMMAND_LAST) != 0 && running->more) {
        return failure_at(failure, statement->span,
                          "`%s` ends its line: give what follows a line of its own", command->name);
    }
    return (command->flags & COMMAND_TRAVELS) != 0 && !by_lesson
               ? run_move_command(running, statement, failure)
               : call_command(running, statement, NULL, failure);
}

bool statement_look(struct running *running, const struct statement *statement,
                    struct failure *failure) {
    bool ok = statement->kind == STATEMENT_EXPRESSION ? run_expression(running, statement, failure)
                                                      : run_unchanging(running, statement, failure);
    if (!ok) {
        failure_place(failure, statement->span);
    }
    return ok;
}

static bool run_statement(struct running *running, const struct statement *statement,
                          struct failure *failure) {
    struct changes changes = {0};
    bool changing = statement_is_change(statement);
    bool ok = changing ? statement_changes(running, statement, &changes, failure)
                       : statement_look(running, statement, failure);
    if (ok && changing && !run_line_changes(running, &changes, failure)) {
        drop_turned_spans(running, statement, failure);
        ok = false;
    }
    struct training *last = changes_training(&changes);
    if (ok && last != NULL) {
        ok = training_say_loss(running->session, &changes, failure);
        training_release(running->trained);
        running->trained = training_retain(last);
    }
    changes_release(&changes);
    if (!ok) {
        failure_place(failure, statement->span);
    }
    return ok;
}

/* Drops all but the last definition of each name that the line defines several times. */
static void drop_replaced(struct changes *changes) {
    size_t left = 0;
    for (size_t i = 0; i < changes->count; i++) {
        bool again = false;
        for (size_t k = i + 1; k < changes->count; k++) {
            again = again || text_same(changes->list[i]->name, changes->list[k]->name);
        }
        if (again) {
            change_release(changes->list[i]);
        } else {
            changes->list[left++] = changes->list[i];
        }
    }
    changes->count = left;
}

/* Makes the definitions from FIRST on, the first of which failed alone, in one transaction, as when
 * X gets another width, and W_q with it. *COUNT is the number of statements. FAILURE stays when
 * there is only one. */
static bool run_together(struct running *running, const struct statements *statements, size_t first,
                         size_t *count, struct failure *failure) {
    struct changes changes = {0};
    struct failure first_failure = *failure;
    bool ok = true;
    size_t end = first;
    *failure = (struct failure){0};
    for (; ok && end < statements->count; end++) {
        const struct statement *statement = &statements->list[end];
        if (statement->kind != STATEMENT_DEFINE &&
            (end > first || !statement_is_change(statement))) {
            break; /* `sentence I saw; M = causal(2)` is a definition, too */
        }
        ok = statement_changes(running, statement, &changes, failure);
    }
    drop_replaced(&changes);
    bool several = changes.count > 1 && changes_definitions(&changes, 0) == changes.count;
    if (ok && several) {
        *count = end - first;
        begin_transaction(running);
        ok = history_define_all(running->session->history, changes.list, changes.count, failure);
        if (!ok) {
            drop_turned_spans(running, &statements->list[first], failure);
        }
    } else if (ok) {
        *failure = first_failure;
    }
    ok = ok && several;
    if (!ok) {
        failure_place(failure, statements->list[first].span);
        changing_suggest(running->session, &changes, failure);
    }
    changes_release(&changes);
    return ok;
}

/* Runs the statements in order; a definition that fails alone runs together with those after it. */
static bool run_statements(struct running *running, const struct statements *statements,
                           struct failure *failure) {
    if (running->source->speaker == SPEAKER_PERSON &&
        asking_takes_formulas(running->session, statements)) {
        return asking_write(running->session, running->text, statements, failure);
    }
    for (size_t i = 0, count = 1; i < statements->count; i += count) {
        size_t said = running->session->out.length;
        count = 1;
        running->more = i + 1 < statements->count;
        if (run_statement(running, &statements->list[i], failure)) {
            continue;
        }
        text_truncate(&running->session->out, said);
        if (failure->outside || !run_together(running, statements, i, &count, failure)) {
            return false;
        }
    }
    return true;
}

/* Looks at the number that the line has pinned last, if it is one and the cursor is elsewhere. */
static bool look_at_pin(struct session *session, struct failure *failure) {
    const struct changes *own = history_own(session->history);
    const struct change *last = own->count > 0 ? own->list[own->count - 1] : NULL;
    struct cells cells = {0};
    struct failure gone = {0};
    bool pinned = last != NULL && last->kind == CHANGE_PIN &&
                  change_place(last, session_notebook(session), &cells, &gone) && cells.count == 1;
    bool elsewhere = pinned && (cells.definition != view_definition(session) ||
                                cells.list[0] != session->view.cell);
    bool drawn = session->view.drawn.requested.count > 0; /* which stays */
    bool ok =
        !elsewhere || ((!drawn || session_look_beside(session, cells.definition->name, failure)) &&
                       view_select(session, cells.definition->name, cells.list[0], failure));
    cells_release(&cells);
    return ok;
}

/* When nothing is looked at yet, looks at the first thing the line changed; on a screen, where
 * nothing is asked, at the last value that it added, or the number that it pinned. */
static bool look_at_change(struct session *session, const struct notebook *before,
                           struct failure *failure) {
    const struct notebook *now = session_notebook(session);
    bool asks = question_open(session) != SIZE_MAX, blank = session->view.blank;
    const char *name = NULL;
    for (size_t i = notebook_common(before, now); i < now->count; i++) {
        const struct definition *newer = now->list[i], *old = notebook_find(before, newer->name);
        bool added = session->front.drawn && !asks && old == NULL && !definition_is_operator(newer);
        bool first = blank && name == NULL && definition_differs(old, newer);
        name = first || (!blank && added) ? newer->name : name;
    }
    bool drawn = session->view.drawn.requested.count > 0; /* which stays */
    return name != NULL ? (drawn ? session_look_beside : session_look)(session, name, failure)
                        : !session->front.drawn || asks || look_at_pin(session, failure);
}

/* Says what moved, for a person and where no screen shows it, and ends the transaction. This comes
 * last, as everything that fails before can still be undone. */
static bool finish_line(struct running *running, bool ok, const struct notebook *before,
                        struct failure *failure) {
    struct session *session = running->session;
    if (!running->begun) {
        return ok;
    }
    size_t refused = memory_refused();
    if (ok && session->front.echo) {
        printing_changes(session, before, NULL);
        ok = memory_refused() == refused || failure_memory(failure);
    }
    ok = ok && look_at_change(session, before, failure) && asking_after_change(session, failure);
    if (!ok) {
        history_cancel(session->history);
    } else {
        history_commit(session->history);
        view_note_own_change(session, before, running->trained, true);
    }
    return ok;
}

/* On a screen says, where a line has led from BEFORE to another page of the lesson, what is still
 * as the learner has set it. */
static void say_own_changes(struct session *session, const struct state *before) {
    const struct changes *own = history_own(session->history);
    const struct lesson *lesson = session->lesson;
    size_t stop = session_stop(session);
    struct text names = {0};
    bool same =
        before->opened == session->front.opened && lesson != NULL; /* else the stops are others */
    bool turned = session->front.drawn && same && stop > 0 && before->stop > 0 &&
                  lesson->stops[stop - 1].page != lesson->stops[before->stop - 1].page;
    for (size_t i = 0; i < own->count && turned; i++) {
        const char *name = own->list[i]->name;
        bool again = text_has_word(text_string(&names), name);
        text_format(&names, "%s%s", names.length == 0 || again ? "" : " and ", again ? "" : name);
    }
    if (names.length > 0) {
        text_format(&session->out, "You have changed %s; u undoes that.\n", text_string(&names));
    }
    text_release(&names);
}

/* Runs the statements of TEXT. Without KEEP, or after a failure, everything is undone. */
static bool run_whole_line(struct session *session, const struct source *source, const char *text,
                           bool keep, struct failure *failure) {
    struct running running = {.session = session, .source = source, .text = text};
    struct statements statements = {0};
    struct state state;
    bool ok = state_take(&state, session, failure) &&
              reader_statements(text, &commands_words, &statements, failure);
    ok = ok && run_statements(&running, &statements, failure) &&
         (memory_refused() == state.refused || failure_memory(failure));
    if (keep) {
        ok = finish_line(&running, ok, &state.notebook, failure);
        view_clamp_cursor(session);
        bool owed = session->front.drawn && session->rest_owed;
        ok = ok && (!owed || stops_settle(session, failure));
        if (ok) {
            say_own_changes(session, &state);
        }
    } else if (running.begun) {
        history_cancel(session->history);
    }
    state_end(&state, session, ok && keep, failure);
    if (!ok) {
        source_locate(source, text, failure);
    }
    training_release(running.trained);
    statements_release(&statements);
    return ok;
}

bool commands_run(struct session *session, const struct source *source, const char *text,
                  struct failure *failure) {
    definition_release(session->preview);
    session->preview = NULL;
    enum popup *popup = &session->view.popup;
    if (*popup == POPUP_ANSWER) { /* stays for one command only */
        *popup = POPUP_NONE;
    }
    return run_whole_line(session, source, text, true, failure);
}

bool commands_run_lesson(struct session *session, const struct source_line *line,
                         struct failure *failure) {
    struct source source = session_source(session, line);
    return commands_run(session, &source, line->text, failure);
}

bool commands_try(struct session *session, const struct source *source, const char *text,
                  struct failure *failure) {
    return run_whole_line(session, source, text, false, failure);
}

void source_locate(const struct source *source, const char *text, struct failure *failure) {
    bool located = failure->file[0] != '\0';
    failure_locate(failure, source->file, text, source->line);
    if (!located && failure->line == source->line && source->column > 1) {
        failure->column += source->column - 1;
    }
}

size_t commands_run_text(struct session *session, const struct source *source, const char *text,
                         bool (*each)(void *context, struct session *session,
                                      const struct failure *failure),
                         void *context) {
    struct source here = *source;
    size_t failed = 0;
    while (*text != '\0' && !session->quit) {
        size_t length = reader_line(text, strlen(text), NULL);
        char *line = memory_text(text, length);
        struct failure failure = {0};
        bool ok =
            line != NULL ? commands_run(session, &here, line, &failure) : failure_memory(&failure);
        memory_free(line);
        failed += ok ? 0 : 1;
        if (!each(context, session, ok ? NULL : &failure)) {
            break;
        }
        here.line += document_breaks(text, length);
        here.column = 1;
        text += length;
    }
    return failed;
}
