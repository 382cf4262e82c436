/* advance: opening a lesson and passing its stops, one on or one back.
 *
 * Opening compiles every statement of the lesson into the history's script, so that the notebook at
 * any stop is the history's business alone. Passing a stop tells what stands there and runs what
 * only looks (show, explain, convention). */
#include "commands/advance.h"

#include "base/memory.h"
#include "commands/commands.h"
#include "commands/echo.h"
#include "commands/grading.h"
#include "commands/groups.h"
#include "commands/turning.h"
#include "lesson/source.h"
#include "notebook/train.h"
#include "session/mark.h"
#include "session/outline.h"
#include "session/telling.h"

#include <stdint.h>
#include <string.h>

static const struct place_in whole = {.grain = GRAIN_DEFINITION};

static const struct source_line *stop_line(const struct lesson *lesson, const struct stop *stop) {
    return &lesson->parts[stop->part].statements[stop->statement];
}

static struct source line_source(const struct lesson *lesson, const struct source_line *line) {
    return (struct source){lesson->file, line->line, line->column};
}

size_t advance_find(const struct session *session, const char *name) {
    const struct lesson *lesson = session->lesson;
    for (size_t i = 0; i < lesson->stop_count; i++) {
        const struct stop *stop = &lesson->stops[i];
        if (stop->kind != STOP_STATEMENT || lesson->parts[stop->part].error != NULL) {
            continue;
        }
        const char *text = stop_line(lesson, stop)->text;
        if (text_starts(text, name) && outline_defines(text) == strlen(name)) {
            return i + 1;
        }
    }
    return 0;
}

/* Tells of a name that the lesson defines further on. */
static bool later_name(void *context, const char *name, struct span span, struct failure *failure) {
    const struct session *session = context;
    size_t stop = session->lesson == NULL ? 0 : advance_find(session, name);
    if (stop == 0 || stop <= session_stop(session)) {
        return false;
    }
    failure_at(failure, span, "%s comes later, on page %zu", name,
               session->lesson->stops[stop - 1].page + 1);
    return true;
}

bool advance_tell_place(struct session *session, struct failure *failure) {
    looks_follow(session);
    return session->screen || telling_place(session, failure);
}

static bool is_command(const struct statement *statement, const char *name) {
    return statement->command != NULL && text_same(statement->command->name, name);
}

/* Reads one line, and makes the changes it makes. A line that cannot be read makes none: it fails
 * when it is reached (but for lack of memory: who opens looks at that). */
static void compile_line(struct session *session, const struct source_line *line,
                         struct line_read *read, struct changes *changes,
                         struct failure *unread) {
    struct source source = line_source(session->lesson, line);
    struct running running = {.session = session, .source = &source, .text = line->text};
    bool ok = reader_statements(line->text, &commands_words, &read->statements, unread);
    for (size_t i = 0; ok && i < read->statements.count; i++) {
        const struct statement *statement = &read->statements.list[i];
        if (is_command(statement, "convention")) {
            session->lesson_columns = text_starts(line->text + statement->rest.start, "columns");
        }
        ok = statement_changes(&running, statement, changes, unread);
    }
    read->good = ok;
    if (!ok) {
        statements_release(&read->statements);
    }
}

static void compile(struct session *session, struct changes *script) {
    const struct lesson *lesson = session->lesson;
    struct failure unread = {0};
    session->lesson_speaks = true;
    for (size_t i = 0; i < lesson->stop_count; i++) {
        const struct stop *stop = &lesson->stops[i];
        if (stop->kind == STOP_STATEMENT && lesson->parts[stop->part].error == NULL) {
            compile_line(session, stop_line(lesson, stop), &session->lines[i], &script[i], &unread);
        }
    }
    session->lesson_speaks = false;
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
    bool ok = compiled && history_script(session->history, script, count, failure);
    for (size_t i = 0; i < count; i++) {
        changes_release(&script[i]);
    }
    memory_free(script);
    session->hints = (struct notebook_hints){later_name, session};
    history_hints(session->history, &session->hints);
    return ok;
}

/* A fence's grain leads through the definition just made, from its first product on. */
static bool tell_guided(struct session *session, const struct definition *definition,
                        const char *word, struct failure *failure) {
    struct text formula = {0};
    bool ok = session_formula(session, definition, &formula, failure);
    if (!session->screen) {
        text_format(&session->out, "%s, step by step:\n", text_string(&formula));
    }
    text_release(&formula);
    enum grain grain = grain_find(word) == GRAIN_CELL ? GRAIN_TERM : grain_find(word);
    struct place_in place = replay_first(definition, grain);
    for (size_t k = 0; k < definition->operation_count; k++) {
        if (!definition->operations[k].call.operator->moves) {
            place = (struct place_in){.grain = grain, .operation = k};
            break;
        }
    }
    session->focus.place = place;
    session->focus.guided = place.grain != GRAIN_DEFINITION;
    return ok && advance_tell_place(session, failure);
}

static bool tell_define(struct session *session, const struct statement *statement,
                        const char *grain, struct failure *failure) {
    const struct definition *definition = notebook_find(session_notebook(session), statement->name);
    if (definition == NULL) {
        return failure_at(failure, statement->name_span, "%s was not made", statement->name);
    }
    return session_focus(session, statement->name, whole, failure) &&
           (grain == NULL ? session->screen || telling_definition(session, definition, failure)
                          : tell_guided(session, definition, grain, failure));
}

/* One line of a lesson while it is told. */
struct told {
    struct running running;
    const struct part *part;
    const struct notebook *before; /* the notebook without the line's changes */
    bool good;                     /* its changes can be made */
    bool changes_told;
};

static bool tell_changes_once(struct session *session, struct told *told, const char *but,
                              struct failure *failure) {
    bool first = !told->changes_told;
    told->changes_told = true;
    return !first || session->screen || telling_changes(session, told->before, but, failure);
}

/* The lesson edits a cell: that is what there is to see. A cell that is no longer there is not. */
static bool look_at_edit(struct session *session, const struct statement *statement,
                         struct failure *failure) {
    struct tree *cell = session_read(session, statement->cell, false, failure);
    struct definition *definition;
    struct failure gone = {0};
    size_t at;
    bool ok = cell != NULL;
    if (ok && notebook_cell(session_notebook(session), cell, &definition, &at, &gone)) {
        ok = session_focus(session, definition->name, whole, failure) &&
             looks_at(session, definition->name, at, failure);
    }
    tree_release(cell);
    return ok;
}

/* Whether the statement changes anything; fails where it cannot be made to. */
static bool makes_changes(struct told *told, const struct statement *statement, bool *changed,
                          struct failure *failure) {
    bool command = statement->kind == STATEMENT_COMMAND;
    if (told->good && !command) {
        *changed = statement->kind != STATEMENT_EXPRESSION;
        return true;
    }
    struct changes changes = {0};
    bool ok = statement_changes(&told->running, statement, &changes, failure);
    *changed = changes.count > 0;
    changes_release(&changes);
    return ok;
}

static bool tell_statement(struct session *session, struct told *told,
                           const struct statement *statement, struct failure *failure) {
    bool changed;
    if (!makes_changes(told, statement, &changed, failure)) {
        return false;
    }
    if (session->silent && changed) {
        return true;
    }
    bool ok = true;
    if (statement->kind == STATEMENT_DEFINE) {
        bool again = notebook_find(told->before, statement->name) != NULL;
        return tell_define(session, statement, told->part->grain, failure) &&
               (!again || tell_changes_once(session, told, statement->name, failure));
    }
    if (is_command(statement, "expect")) {
        return true; /* check holds it; a learner's change may well break it */
    }
    size_t said = session->out.length;
    /* a screen shows the values, and says how they came */
    if ((!session->screen || !changed) &&
        !echo_statement(session, statement, told->running.text, failure)) {
        return false;
    }
    size_t echoed = session->out.length;
    if (changed) {
        ok = (told->part->hidden ||
              training_tell(session, history_script_at(session->history, session_stop(session) - 1),
                            failure)) &&
             (statement->kind != STATEMENT_EDIT || look_at_edit(session, statement, failure)) &&
             tell_changes_once(session, told, NULL, failure);
    } else {
        ok = statement_look(&told->running, statement, failure);
    }
    if (session->screen && session->out.length == echoed) {
        text_truncate(&session->out, said); /* the screen shows what the line did */
    }
    return ok;
}

static bool tell_line(struct session *session, size_t index, const struct notebook *before,
                      struct failure *failure) {
    const struct stop *stop = &session->lesson->stops[index];
    const struct part *part = &session->lesson->parts[stop->part];
    const struct source_line *line = stop_line(session->lesson, stop);
    const struct line_read *read = &session->lines[index];
    struct source source = line_source(session->lesson, line);
    struct told told = {.running = {.session = session, .source = &source, .text = line->text},
                        .part = part,
                        .before = before,
                        .good = read->good};
    struct statements again = {0};
    const struct statements *statements = read->good ? &read->statements : &again;
    size_t said = session->out.length;
    bool ok = read->good || reader_statements(line->text, &commands_words, &again, failure);
    for (size_t i = 0; ok && i < statements->count; i++) {
        ok = tell_statement(session, &told, &statements->list[i], failure);
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

/* A statement that must fail: it is tried, and its error is what the learner sees. */
static bool tell_error(struct session *session, const struct source_line *line,
                       struct failure *failure) {
    struct source source = line_source(session->lesson, line);
    struct failure expected = {0};
    char *shown = source_shown(line->text, strlen(line->text)); /* it may be no text at all */
    if (shown == NULL) {
        return failure_memory(failure);
    }
    text_format(&session->out, "> %s\n", shown);
    memory_free(shown);
    if (commands_try(session, &source, line->text, &expected)) {
        failure_set(failure, "this line was to fail, and did not");
        source_locate(&source, line->text, failure);
        return false;
    }
    struct text said = {0};
    text_format(&said, "error: %s", expected.message);
    canvas_wrap(text_string(&said), 2, session->width, &session->out);
    text_release(&said);
    return text_ok(&session->out, failure);
}

static bool tell_stop_itself(struct session *session, size_t index,
                             const struct notebook *before, struct failure *failure) {
    const struct stop *stop = &session->lesson->stops[index];
    const struct part *part = &session->lesson->parts[stop->part];
    switch (stop->kind) {
    case STOP_PAGE:
        return session->screen ? turning_page(session, stop->page, failure)
                               : telling_page(session, stop->page, failure);
    case STOP_STATEMENT:
        return part->error != NULL
                   ? tell_error(session, stop_line(session->lesson, stop), failure)
                   : tell_line(session, index, before, failure);
    case STOP_QUIZ:
        return session->screen || telling_quiz(session, part->quiz, failure);
    case STOP_TRY:
        return session->screen || telling_exercise(session, part->exercise, failure);
    default:
        return true;
    }
}

/* The narration that belongs to a stop: what follows its part, up to the next part that has stops.
 */
static bool tell_narration(struct session *session, size_t index, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    const struct stop *stop = &lesson->stops[index];
    const struct page *page = &lesson->pages[stop->page];
    size_t first = stop->kind == STOP_PAGE ? page->first_part : stop->part + 1;
    size_t last = page->first_part + page->part_count;
    if (session->screen) {
        return true;
    }
    if (index + 1 < lesson->stop_count) {
        const struct stop *next = &lesson->stops[index + 1];
        if (next->page == stop->page && next->kind != STOP_PAGE) {
            last = next->part;
        }
    }
    if (first >= last) {
        return true;
    }
    const struct text *out = &session->out;
    bool apart = out->length < 2 || memcmp(out->bytes + out->length - 2, "\n\n", 2) == 0;
    text_append(&session->out, apart ? "" : "\n");
    return telling_narration(session, first, last, failure);
}

static bool ends_part(const struct lesson *lesson, size_t index) {
    const struct part *part = &lesson->parts[lesson->stops[index].part];
    return lesson->stops[index].kind == STOP_STATEMENT &&
           index + 1 == part->first_stop + part->stop_count;
}

/* What comes after a stop's own words: the answers it settles, and the narration. */
static bool tell_rest(struct session *session, size_t index, struct failure *failure) {
    return (!ends_part(session->lesson, index) || asking_reveal(session, failure)) &&
           tell_narration(session, index, failure);
}

bool commands_tell_rest(struct session *session, struct failure *failure) {
    if (!session->rest_owed) {
        return true;
    }
    size_t said = session->out.length;
    session->rest_owed = false;
    bool ok = tell_rest(session, session_stop(session) - 1, failure);
    text_append(&session->out, session->out.length > said ? "\n" : "");
    return ok;
}

/* A question is answered, and a definition stepped through, before the lesson talks on. */
static bool waits(const struct session *session, size_t index) {
    enum stop_kind kind = session->lesson->stops[index].kind;
    return kind == STOP_QUIZ || kind == STOP_TRY ? session->answers[index].state == ANSWER_OPEN
                                                 : session->focus.guided;
}

bool advance_settle(struct session *session, struct failure *failure) {
    size_t passed = session->lesson == NULL ? 0 : session_stop(session);
    return passed == 0 || waits(session, passed - 1) || commands_tell_rest(session, failure);
}

/* Whether passing the stop does more than the history knows: it looks, or it must fail. */
static bool acts(const struct session *session, size_t index) {
    const struct stop *stop = &session->lesson->stops[index];
    const struct line_read *read = &session->lines[index];
    bool acts = stop->kind == STOP_STATEMENT && !read->good;
    for (size_t i = 0; i < read->statements.count && !acts; i++) {
        const struct statement *statement = &read->statements.list[i];
        acts = statement->kind == STATEMENT_EXPRESSION ||
               (statement->kind == STATEMENT_COMMAND && !is_command(statement, "expect"));
    }
    return acts;
}

static bool tell_stop(struct session *session, size_t index, const struct notebook *before,
                      struct failure *failure) {
    bool speaks = session->lesson_speaks;
    session->lesson_speaks = true;
    bool ok = tell_stop_itself(session, index, before, failure);
    session->lesson_speaks = speaks;
    session->rest_owed = ok && waits(session, index);
    return ok && (session->rest_owed || tell_rest(session, index, failure));
}

/* The learner leaves an exercise behind: what was changed in it goes (undo brings it back). */
static bool leave_exercise(struct session *session, struct failure *failure) {
    if (session->exercise == SIZE_MAX) {
        return true;
    }
    session->exercise = SIZE_MAX;
    return history_leave(session->history, failure);
}

static bool enter_exercise(struct session *session, size_t index, struct failure *failure) {
    bool open = session->lesson->stops[index].kind == STOP_TRY &&
                session->answers[index].state == ANSWER_OPEN;
    if (!open || !history_enter(session->history, failure)) {
        return !open;
    }
    session->exercise = index;
    return true;
}

bool advance_tell_again(struct session *session, size_t count, struct failure *failure) {
    return count == 0 ||
           (tell_stop(session, count - 1, session_notebook(session), failure) &&
            (session->exercise == count - 1 || enter_exercise(session, count - 1, failure)));
}

/* Reads the words of what is told on the way to STOP, before they are drawn. */
static bool want_words(struct session *session, size_t stop, struct failure *failure) {
    struct lesson *lesson = session->lesson;
    size_t from = session_stop(session);
    size_t first = from > 0 ? lesson->stops[from - 1].part : 0;
    size_t last = stop < lesson->stop_count ? lesson->stops[stop].part : lesson->part_count;
    return session->silent || lesson_want(lesson, first, last, failure);
}

/* What the lesson is written in after STOP stops, when it was after FROM as the session says. A step
 * back looks at all that was before only where it takes back a `convention`. */
static bool written_in_columns(const struct session *session, size_t from, size_t stop) {
    const struct lesson *lesson = session->lesson;
    bool now = session->lesson_columns;
    if (from <= stop) {
        return lesson_in_columns(lesson, from, stop, now);
    }
    bool unset = lesson_in_columns(lesson, stop, from, now) == now &&
                 lesson_in_columns(lesson, stop, from, !now) == !now;
    return unset ? now : lesson_in_columns(lesson, 0, stop, lesson->columns);
}

/* Moves the history; a lesson's statement that no longer fits says so at its own line. */
static bool move(struct session *session, size_t stop, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    size_t at = SIZE_MAX, from = session_stop(session);
    if (!want_words(session, stop, failure)) {
        return false;
    }
    if (history_move(session->history, stop, &at, failure)) {
        session->lesson_columns = written_in_columns(session, from, stop);
        return true;
    }
    if (at < lesson->stop_count && lesson->stops[at].kind == STOP_STATEMENT) {
        const struct source_line *line = stop_line(lesson, &lesson->stops[at]);
        struct source source = line_source(lesson, line);
        source_locate(&source, line->text, failure);
    }
    return false;
}

static bool is_hidden(const struct lesson *lesson, size_t index) {
    const struct stop *stop = &lesson->stops[index];
    return stop->kind == STOP_STATEMENT && lesson->parts[stop->part].hidden;
}

/* Old → new is marked from a stop that moves values until the next that does more than look. */
static void mark_changes(struct session *session, size_t index, const struct notebook *before) {
    const struct notebook *now = session_notebook(session);
    if (session->lesson->stops[index].kind == STOP_STATEMENT && notebook_same(before, now)) {
        return;
    }
    bool moved = false;
    for (size_t i = notebook_common(before, now); i < now->count && !moved; i++) {
        const struct definition *old = notebook_find(before, now->list[i]->name);
        moved = old != NULL && !tensor_same(old->value, now->list[i]->value);
    }
    bool seen = moved && !is_hidden(session->lesson, index);
    looks_changed(session, moved ? before : NULL);
    looks_trained(session, seen ? training_of(history_script_at(session->history, index)) : NULL);
}

/* A line such as expect, behind another of its fence: whoever steps through that one steps on. */
static bool passes_at_once(const struct lesson *lesson, size_t index) {
    const struct stop *stop = &lesson->stops[index];
    return !stop->halts && index > 0 && lesson->stops[index - 1].part == stop->part;
}

/* On to the stop after INDEX; whoever looks on sees the lesson train. */
static bool move_on(struct session *session, size_t index, struct failure *failure) {
    const struct changes *changes = history_script_at(session->history, index);
    training_set_watch(changes, is_hidden(session->lesson, index) ? NULL : session->watch);
    bool ok = move(session, index + 1, failure);
    training_set_watch(changes, NULL);
    return ok;
}

/* Whether the stop before END shows a heat map: after `heat NAME` came nothing to look at. */
static bool lesson_shades(const struct lesson *lesson, size_t end) {
    for (size_t i = end; i > 0; i--) {
        const struct stop *stop = &lesson->stops[i - 1];
        if (stop->kind == STOP_STATEMENT && stop->halts) {
            return text_starts(stop_line(lesson, stop)->text, "heat ");
        }
    }
    return false;
}

/* A heat map that the lesson asked for goes when it shows something else, and comes back with it;
 * the learner's own stays. */
static void shade_as_lesson(struct session *session, bool shaded) {
    struct looks *looks = &session->looks;
    if (session->screen && (looks->lent || !looks->heat)) {
        looks->heat = looks->lent = shaded;
    }
}

/* Tells the stop behind INDEX, which the lesson has just gone past. */
static bool tell_passed(struct session *session, size_t index, const struct notebook *before,
                        struct failure *failure) {
    bool own = session->looks.heat && !session->looks.lent;
    shade_as_lesson(session, session->looks.lent && lesson_shades(session->lesson, index + 1));
    bool ok = tell_stop(session, index, before, failure);
    session->looks.lent = session->looks.heat && !own;
    return ok;
}

/* A lesson that goes back would come by again and again, and one that goes on inside a stop has no
 * bottom. */
static bool may_move(const struct session *session, struct failure *failure) {
    return !session->lesson_speaks ||
           failure_set(failure, "a lesson's own lines may not move to another stop");
}

bool commands_advance(struct session *session, struct failure *failure) {
    size_t index = session_stop(session);
    if (session->lesson == NULL || index == session->lesson->stop_count ||
        !may_move(session, failure)) {
        return false;
    }
    struct notebook before;
    struct mark mark;
    size_t said = session->out.length;
    size_t refused = memory_refused();
    session->views[index] = session->view;
    bool ok = mark_take(&mark, session, failure) && commands_tell_rest(session, failure) &&
              leave_exercise(session, failure);
    notebook_copy(&before, session_notebook(session)); /* what leaving put back is no change */
    ok = ok && move_on(session, index, failure);
    if (ok) {
        bool at_once = passes_at_once(session->lesson, index);
        session->focus.guided = session->focus.guided && at_once;
        session->looks.difference = session->looks.difference && at_once;
        mark_changes(session, index, &before);
        ok = tell_passed(session, index, &before, failure) &&
             enter_exercise(session, index, failure);
    }
    if (ok) {
        looks_follow(session);
    } else {
        text_truncate(&session->out, said);
        mark_return(&mark, session);
        failure_of_memory(failure, refused);
    }
    mark_release(&mark);
    notebook_release(&before);
    return ok;
}

bool commands_skip(struct session *session, size_t stop, struct failure *failure) {
    bool ok = true, speaks = session->lesson_speaks, screen = session->screen;
    size_t refused = memory_refused();
    if (!may_move(session, failure)) {
        return false;
    }
    session->silent = session->screen = session->lesson_speaks = true;
    for (size_t i = session_stop(session); ok && i < stop; i++) {
        session->views[i] = session->view;
        if (session->lesson->stops[i].kind == STOP_QUIZ) {
            session->answers[i].state = ANSWER_SKIPPED;
        }
        ok = !acts(session, i) || (move(session, i + 1, failure) &&
                                   tell_stop_itself(session, i, NULL, failure));
    }
    ok = ok && move(session, stop, failure);
    session->silent = false;
    session->screen = screen;
    session->lesson_speaks = speaks;
    text_clear(&session->out);
    if (!ok) {
        failure_of_memory(failure, refused);
    }
    return ok;
}

bool commands_retreat(struct session *session, struct failure *failure) {
    size_t index = session_stop(session);
    if (session->lesson == NULL || index == 0 || !may_move(session, failure)) {
        return false;
    }
    struct mark mark;
    size_t refused = memory_refused();
    bool ok = mark_take(&mark, session, failure) && leave_exercise(session, failure) &&
              move(session, index - 1, failure);
    if (ok) {
        session->view = session->views[index - 1];
        session->rest_owed = false;
        session->looks.difference = false;
        shade_as_lesson(session, lesson_shades(session->lesson, index - 1));
        looks_follow(session);
        ok = turning_back(session, failure);
    }
    if (ok) {
        looks_changed(session, NULL);
    }
    if (!ok) {
        mark_return(&mark, session);
        failure_of_memory(failure, refused);
    }
    mark_release(&mark);
    return ok;
}
