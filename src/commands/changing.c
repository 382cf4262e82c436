/* changing: pins, files read in, undo and redo, baselines. Definitions and edits have no row: they
 * are written as they are. */
#include "base/file.h"
#include "base/memory.h"
#include "commands/groups.h"
#include "files/csv.h"
#include "files/export.h"
#include "files/npy.h"
#include "session/telling.h"

#include <string.h>

/* The name a reference is to: the root itself, or what the subscript stands on. */
static const char *reference_name(const struct tree *reference) {
    const struct node *root = reference->root;
    return root->kind == NODE_NAME ? root->text : root->argument[0]->text;
}

/* TEXT where the argument stands in the line: what is read of it fails at places in the line. */
static struct text in_line(const struct command_call *call, const char *text) {
    struct text line = {0};
    text_repeat(&line, " ", call->argument[0].span.start);
    text_append(&line, text);
    return line;
}

/* The cell that TYPED (NULL: it could not be read) is, as stored; lets go of TYPED. */
static struct tree *read_cell(struct session *session, struct tree *typed,
                              struct failure *failure) {
    bool there = typed != NULL && session_subscripts(session, typed, failure);
    struct tree *cell = there ? session_read(session, typed, false, failure) : NULL;
    tree_release(typed);
    return cell;
}

/* What is read of TEXT fails at places in the line. */
static struct tree *read_reference(const struct command_call *call, const char *text,
                                   struct failure *failure) {
    struct text line = in_line(call, text);
    struct tree *typed =
        text_ok(&line, failure) ? reader_reference(text_string(&line), failure) : NULL;
    text_release(&line);
    return typed;
}

/* `A[2,1] = 0` reads like an edit; a lone number is pinned by its bare name, which reads like a
 * definition. */
static bool change_pin(struct session *session, const struct command_call *call,
                       struct changes *changes, struct failure *failure) {
    struct statements read = {0};
    struct text line = in_line(call, call->argument[0].text);
    bool ok = text_ok(&line, failure) &&
              reader_statements(text_string(&line), &commands_words, &read, failure);
    const struct statement *pin = read.count == 1 ? &read.list[0] : NULL;
    bool edits = pin != NULL && pin->kind == STATEMENT_EDIT;
    if (ok && !edits && (pin == NULL || pin->kind != STATEMENT_DEFINE)) {
        ok = failure_set(failure, "pin takes CELL = NUMBER, as in pin A[2,1] = 0");
    }
    if (ok) {
        struct tree *cell = read_cell(
            session, edits ? tree_retain(pin->cell) : read_reference(call, pin->name, failure),
            failure);
        ok = cell != NULL &&
             add_change(changes, change_create(CHANGE_PIN, pin->name, cell, pin->value, failure),
                        failure);
        tree_release(cell);
    }
    statements_release(&read);
    text_release(&line);
    if (!ok) {
        failure_place(failure, call->argument[0].span);
    }
    return ok;
}

static bool change_unpin(struct session *session, const struct command_call *call,
                         struct changes *changes, struct failure *failure) {
    struct tree *cell =
        read_cell(session, read_reference(call, call->argument[0].text, failure), failure);
    bool ok =
        cell != NULL &&
        add_change(changes, change_create(CHANGE_UNPIN, reference_name(cell), cell, NULL, failure),
                   failure);
    tree_release(cell);
    if (!ok) {
        failure_place(failure, call->argument[0].span);
    }
    return ok;
}

/* A lesson reads beside itself only; a person anywhere. */
static bool read_file(const struct session *session, const char *path, struct text *bytes,
                      struct failure *failure) {
    return session->lesson_speaks
               ? file_read_below(session->lesson->folder, path, FILE_LIMIT, bytes, failure)
               : file_read(path, FILE_LIMIT, bytes, failure);
}

static struct tensor *read_tensor(const char *path, const struct text *bytes,
                                  struct failure *failure) {
    if (file_has_suffix(path, ".npy")) {
        return npy_read(path, text_string(bytes), bytes->length, failure);
    }
    if (file_has_suffix(path, ".csv") || file_has_suffix(path, ".tsv")) {
        char separator = file_has_suffix(path, ".csv") ? ',' : '\t';
        return csv_read(path, text_string(bytes), bytes->length, separator, failure);
    }
    failure_set(failure, "%s: load reads .csv, .tsv and .npy files; `open` opens a lesson", path);
    return NULL;
}

/* What a file holds becomes a leaf like any other: the statement that writes it out is read. */
static bool change_load(struct session *session, const struct command_call *call,
                        struct changes *changes, struct failure *failure) {
    const char *name = call->argument[0].text;
    const char *path = call->argument[1].text;
    struct text bytes = {0};
    struct text written = {0};
    struct statements read = {0};
    struct tensor *tensor = NULL;
    bool ok =
        reader_is_name(name, strlen(name)) ||
        failure_at(failure, call->argument[0].span, "`%s` is not a name: load NAME FILE", name);
    if (ok && !read_file(session, path, &bytes, failure)) {
        failure_place(failure, call->argument[1].span);
        ok = false;
    }
    tensor = ok ? read_tensor(path, &bytes, failure) : NULL;
    if (tensor != NULL) {
        export_statement(name, tensor, &written);
        ok = text_ok(&written, failure) &&
             reader_statements(text_string(&written), &commands_words, &read, failure) &&
             add_change(changes,
                        change_create(CHANGE_DEFINE, name, NULL, read.list[0].value, failure),
                        failure);
    }
    ok = ok && tensor != NULL;
    tensor_release(tensor);
    statements_release(&read);
    text_release(&written);
    text_release(&bytes);
    return ok;
}

/* What a move of the history did: VERB, and what moved since BEFORE. */
static bool tell_move(struct session *session, const char *verb, const struct notebook *before,
                      struct failure *failure) {
    looks_changed(session, before);
    session->looks.last.own = true;
    if (session->echo) {
        text_format(&session->out, "%s\n", verb);
    }
    return (!session->echo || session->screen || telling_changes(session, before, NULL, failure)) &&
           asking_after_change(session, failure);
}

/* Undo, redo and reset: the history moves, and what moved is told. Where there is no memory to
 * tell it, it has moved all the same. */
static bool move_history(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    bool undoes = text_same(call->command->name, "undo");
    bool redoes = text_same(call->command->name, "redo");
    struct notebook before;
    struct text what = {0}, told = {0};
    size_t refused = memory_refused();
    notebook_copy(&before, session_notebook(session));
    bool moved = undoes   ? history_undo(session->history, &what, failure)
                 : redoes ? history_redo(session->history, &what, failure)
                          : history_reset(session->history, failure);
    text_format(&told, "%s%s%s",
                undoes   ? "Undone"
                : redoes ? "Done again"
                         : "Reset",
                what.length > 0 ? ": " : "", text_string(&what));
    bool ok = moved && (tell_move(session, text_string(&told), &before, failure) ||
                        memory_refused() != refused);
    if (undoes && !ok && session->lesson_speaks && !failure->outside) {
        failure_suffix(failure, ": what a lesson states stands; what is typed can be undone");
    }
    text_release(&told);
    text_release(&what);
    notebook_release(&before);
    return ok;
}

static bool run_baseline(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    const char *name = call->count > 0 ? call->argument[0].text : "";
    if (!history_baseline(session->history, name, failure) ||
        !looks_against(session, name, failure)) {
        return false;
    }
    if (session->echo) {
        text_append(&session->out, "The values of this moment are kept; `compare");
        text_format(&session->out, "%s%s` shows what differs from them.\n",
                    name[0] == '\0' ? "" : " ", name);
    }
    return true;
}

static const struct command rows[] = {
    {.name = "undo",
     .group = "changing",
     .sentence = "Take back the last change: a definition, an edit, a pin, a load, a reset.",
     .example = "undo",
     .habits = "u",
     .flags = COMMAND_MOVES | COMMAND_LAST,
     .run = move_history},
    {.name = "redo",
     .sentence = "Do again what undo took back.",
     .example = "redo",
     .flags = COMMAND_MOVES | COMMAND_LAST,
     .run = move_history},
    {.name = "reset",
     .sentence = "Drop all your changes: the lesson's own statements stand again.",
     .details =
         "Without a lesson the definitions stay, and edits and pins go. undo brings them back.",
     .example = "reset",
     .flags = COMMAND_MOVES | COMMAND_LAST,
     .run = move_history},
    {.name = "pin",
     .sentence = "Force one cell of a computed value; what depends on it follows.",
     .details = "A cell of a given matrix is edited instead: W_q[1,2] = 0.5.",
     .example = "pin weights[1,2] = 0",
     .parameters = {{.name = "CELL = NUMBER",
                     .type = TYPE_ASSIGNMENT,
                     .sentence = "the cell and what it is to be"}},
     .flags = COMMAND_CHANGES,
     .change = change_pin},
    {.name = "unpin",
     .sentence = "Let a pinned cell be computed again.",
     .example = "unpin weights[1,2]",
     .parameters = {{.name = "CELL", .type = TYPE_CELL, .sentence = "the pinned cell"}},
     .flags = COMMAND_CHANGES,
     .change = change_unpin},
    {.name = "load",
     .sentence = "Define NAME as the numbers of a .csv, .tsv or .npy file.",
     .details =
         "Labels in the first row or column of a .csv or .tsv file are kept. A lesson reads files\n"
         "beside it; you can read any.",
     .example = "load X data.csv",
     .parameters = {{.name = "NAME", .type = TYPE_NAME, .sentence = "the definition to make"},
                    {.name = "FILE", .type = TYPE_FILE, .sentence = "the file"}},
     .flags = COMMAND_CHANGES,
     .change = change_load},
    {.name = "baseline",
     .sentence = "Keep all values of this moment, to compare with later.",
     .example = "baseline",
     .habits = "watch",
     .parameters = {{.name = "[NAME]",
                     .type = TYPE_BASELINE,
                     .sentence = "a name for it; several can be kept"}},
     .flags = COMMAND_VIEWS,
     .run = run_baseline},
};

const struct command_group changing_commands = {rows, sizeof rows / sizeof rows[0]};
