/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* changing: pins, files read in, undo and redo, baselines. Definitions and edits have no row: they
 * are written as they are. */
#include "base/file.h"
#include "base/memory.h"
#include "commands/groups.h"
#include "language/writer.h"
#include "notebook/fitting.h"
#include "session/heads.h"
#include "session/printing.h"

#include <string.h>

/* Returns the name in a reference: its root, or the root of the subscripted expression; NULL for a
 * `_` whose value has no name. */
static const char *reference_name(const struct tree *reference) {
    const struct node *root = reference->root;
    const struct node *named = root->kind == NODE_NAME ? root : root->argument[0];
    return named != NULL && named->kind == NODE_NAME ? named->text : NULL;
}

/* Pads TEXT so that failures have the argument's position in the line. */
static struct text in_line(const struct command_call *call, const char *text) {
    struct text line = {0};
    text_repeat(&line, " ", call->argument[0].span.start);
    text_append(&line, text);
    return line;
}

/* Converts the cell TYPED by SPEAKER (NULL: reading failed) to the stored convention; releases
 * TYPED. */
static struct tree *stored_reference(struct session *session, enum speaker speaker,
                                     struct tree *typed, struct failure *failure) {
    bool valid = typed != NULL && session_check_typed(session, speaker, "", typed, failure);
    struct tree *cell = valid ? session_read(session, speaker, typed, false, failure) : NULL;
    tree_release(typed);
    return cell;
}

/* Reads TEXT as a reference; failures have their position in the line. */
static struct tree *read_reference(const struct command_call *call, const char *text,
                                   struct failure *failure) {
    struct text line = in_line(call, text);
    struct tree *typed =
        text_ok(&line, failure) ? reader_reference(text_string(&line), failure) : NULL;
    text_release(&line);
    return typed;
}

/* Accepts `A[2,1] = 0`, which reads like an edit; a lone number is pinned by its bare name, which
 * reads like a definition. */
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
        struct tree *typed =
            edits ? tree_retain(pin->cell) : read_reference(call, pin->name, failure);
        struct tree *cell = stored_reference(session, call->speaker, typed, failure);
        ok = cell != NULL &&
             changes_take(changes, change_create(CHANGE_PIN, pin->name, cell, pin->value, failure),
                          failure);
        tree_release(cell);
    }
    statements_release(&read);
    text_release(&line);
    return ok || call_place(call, 0, failure);
}

static bool change_unpin(struct session *session, const struct command_call *call,
                         struct changes *changes, struct failure *failure) {
    struct tree *cell = stored_reference(
        session, call->speaker, read_reference(call, call->argument[0].text, failure), failure);
    const char *name = cell == NULL ? NULL : reference_name(cell);
    bool ok = cell != NULL &&
              (name == NULL
                   ? failure_set(failure, "a cell is wanted, such as A[1,2]")
                   : changes_take(changes, change_create(CHANGE_UNPIN, name, cell, NULL, failure),
                                  failure));
    tree_release(cell);
    return ok || call_place(call, 0, failure);
}

/* Pins a whole head to 0, or unpins it. */
static bool change_ablate(struct session *session, const struct command_call *call,
                          struct changes *changes, struct failure *failure) {
    struct head head;
    struct text cells = {0};
    (void)call;
    if (!head_find(session, &head)) {
        return failure_set(failure, "there is no head here: go to one first, as with show A");
    }
    head_write(&head, &cells);
    struct tree *cell =
        text_ok(&cells, failure) ? reader_reference(text_string(&cells), failure) : NULL;
    struct tree *zero = cell != NULL ? reader_expression("0", failure) : NULL;
    bool ok = zero != NULL &&
              changes_take(changes,
                           change_create(head.off ? CHANGE_UNPIN : CHANGE_PIN, head.output->name,
                                         cell, head.off ? NULL : zero, failure),
                           failure);
    tree_release(zero);
    tree_release(cell);
    text_release(&cells);
    return ok;
}

/* Adds the definition of NAME as TREE, whose ownership it takes (NULL: it could not be made). */
static bool add_tree(struct changes *changes, const char *name, struct tree *tree,
                     struct failure *failure) {
    bool ok =
        tree != NULL &&
        changes_take(changes, change_create(CHANGE_DEFINE, name, NULL, tree, failure), failure);
    failure->placed = false; /* its position would be in a formula that was not typed */
    tree_release(tree);
    return ok;
}

/* Reads FORMULA and adds it as the definition of NAME. */
static bool add_formula(struct changes *changes, const char *name, const struct text *formula,
                        struct failure *failure) {
    return text_ok(formula, failure) &&
           add_tree(changes, name, reader_expression(text_string(formula), failure), failure);
}

/* Appends the words in quotes; a quote among them becomes a single one. */
static void write_quoted(const char *words, size_t length, struct text *out) {
    text_append(out, "\"");
    for (size_t i = 0; i < length; i++) {
        text_append_character(out, words[i] == '"' ? '\'' : words[i]);
    }
    text_append(out, "\"");
}

/* Appends the lines of a text file as texts, without the blank ones. */
static bool write_text_lines(const char *path, const struct text *bytes, struct text *out,
                             struct failure *failure) {
    size_t count = 0;
    if (bytes->length > TEXT_LIMIT) {
        return failure_set(failure, "%s: a text has at most %d bytes, and this has %zu", path,
                           (int)TEXT_LIMIT, bytes->length);
    }
    text_append(out, "[");
    for (const char *at = text_string(bytes), *end; *at != '\0'; at = end + (*end != '\0')) {
        end = at + strcspn(at, "\r\n");
        if (at + strspn(at, " \t") < end) {
            text_append(out, count++ > 0 ? ", " : "");
            write_quoted(at, (size_t)(end - at), out);
        }
    }
    text_append(out, "]");
    return count > 0 || failure_set(failure, "%s: there is no line with words in it", path);
}

/* Reads a text file into a list of texts, by way of the formula that would write it out. */
static bool load_texts(struct session *session, const struct command_call *call,
                       struct changes *changes, struct failure *failure) {
    const char *path = call->argument[1].text;
    struct text bytes = {0}, written = {0};
    bool read =
        call->speaker ==
                SPEAKER_LESSON /* a lesson reads only from its own folder, a person from anywhere */
            ? file_read_below(session->lesson->folder, path, FILE_LIMIT, &bytes, failure)
            : file_read(path, FILE_LIMIT, &bytes, failure);
    bool ok = read && write_text_lines(path, &bytes, &written, failure) &&
              add_formula(changes, call->argument[0].text, &written, failure);
    text_release(&written);
    text_release(&bytes);
    return ok;
}

/* Reads `load X x.csv` as `X = tensor("x.csv")`. */
static bool load_numbers(struct session *session, const struct command_call *call,
                         struct changes *changes, struct failure *failure) {
    const char *path = call->argument[1].text;
    struct failure unread = {0};
    struct text formula = {0};
    text_append(&formula, "tensor(");
    writer_quoted(NOTATION_PLAIN, path, &formula);
    text_append(&formula, ")");
    struct tree *tree =
        text_ok(&formula, failure) ? reader_expression(text_string(&formula), &unread) : NULL;
    bool ok = !formula.failed;
    if (ok && (tree == NULL || !text_same(tree->root->argument[0]->text, path))) {
        ok = unread.outside ? failure_memory(failure)
                            : failure_set(failure, "no formula can have this name of a file in it: "
                                                   "give the file another");
    }
    ok = ok && session_fill(session, call->speaker, tree, failure) &&
         add_tree(changes, call->argument[0].text, tree_retain(tree), failure);
    failure->placed = false; /* a position in that formula */
    tree_release(tree);
    text_release(&formula);
    return ok;
}

static bool change_load(struct session *session, const struct command_call *call,
                        struct changes *changes, struct failure *failure) {
    const char *name = call->argument[0].text;
    if (!reader_is_name(name, strlen(name))) {
        return failure_at(failure, call->argument[0].span, "`%s` is not a name: load NAME FILE",
                          name);
    }
    bool texts = file_has_suffix(call->argument[1].text, ".txt");
    bool ok = (texts ? load_texts : load_numbers)(session, call, changes, failure);
    return ok || call_place(call, 1, failure);
}

/* --- the learner's own sentence --------------------------------------------------------------- */

/* True for a single text, written out; none of a batch is the sentence. */
static bool is_sentence_text(const struct definition *definition) {
    return definition->tree->root->kind == NODE_TEXT && strchr(definition->text, '\n') == NULL;
}

/* Returns the text that the lesson names, else the only one there is. */
static const struct definition *find_text(const struct session *session, struct failure *failure) {
    const struct notebook *notebook = session_notebook(session);
    const char *named = session->lesson == NULL ? NULL : session->lesson->text;
    const struct definition *found = named == NULL ? NULL : notebook_find(notebook, named);
    const struct definition *last = NULL;
    size_t count = 0;
    for (size_t i = 0; i < notebook->count; i++) {
        last = is_sentence_text(notebook->list[i]) ? notebook->list[i] : last;
        count += last == notebook->list[i];
    }
    found = found == NULL && count == 1 ? last : found;
    if (found == NULL && count > 1) {
        failure_set(failure, "there are %zu texts: write one by its name, s = \"…\"", count);
    } else if (found == NULL) {
        failure_set(failure, "there is no text here%s: s = \"I saw\" and X = onehot(s) make one",
                    named == NULL ? "" : " yet");
    }
    return found;
}

/* Where words are looked up: in a definition, or in words written in the formula. */
struct table {
    const struct definition *definition;
    const char *words;
};

/* Returns what one of DEFINITION's operations looks TEXT's words up in, if any. */
static struct table looked_up_by(const struct definition *definition,
                                 const struct definition *text) {
    for (size_t i = 0; i < definition->operation_count; i++) {
        const struct operation *operation = &definition->operations[i];
        const struct definition *in = operation->origin[1].definition;
        const char *words = operation->call.argument[1].word;
        bool reads = operation->call.op->parameters[0].kind == PARAMETER_TEXT &&
                     operation->origin[0].definition == text;
        if (reads && (in != NULL || words != NULL)) {
            return (struct table){in, in == NULL ? words : NULL};
        }
    }
    return (struct table){0};
}

/* The same with the definitions inside its calls, where the table is defined outside them. */
static struct table looked_up_in(const struct definition *definition,
                                 const struct definition *text) {
    struct table found = looked_up_by(definition, text);
    for (size_t i = 0;
         found.definition == NULL && found.words == NULL && i < definition->inside_count; i++) {
        found.definition = looked_up_by(definition->inside[i].definition, text).definition;
    }
    return found;
}

/* Returns OLD followed by those of WORDS that are not in it; NULL: there are none such. */
static struct labels *with_new(const struct labels *old, const struct labels *words,
                               struct failure *failure) {
    struct text all = {0};
    struct labels *more = NULL;
    for (size_t i = 0; i < old->count; i++) {
        text_format(&all, "%s ", old->names[i]);
    }
    size_t length = all.length;
    for (size_t i = 0; i < words->count; i++) {
        if (!text_has_word(text_string(&all), words->names[i])) {
            text_format(&all, "%s ", words->names[i]);
        }
    }
    if (text_ok(&all, failure) && all.length > length) {
        more = labels_split(text_string(&all), failure);
    }
    text_release(&all);
    return more;
}

/* Returns TABLE with rows of 0 for the words that MORE has after OLD, and columns where they have
 * the same labels. */
static struct tensor *widened(const struct tensor *table, const struct labels *old,
                              struct labels *more, struct failure *failure) {
    struct shape shape = shape_copy(&table->shape);
    for (int axis = AXIS_ROW; axis <= AXIS_COLUMN; axis++) {
        if (labels_same(shape.labels[axis], old)) {
            labels_release(shape.labels[axis]);
            shape.labels[axis] = labels_retain(more);
            shape.size[axis] = more->count;
        }
    }
    struct tensor *wide = tensor_create(&shape, failure);
    for (size_t i = 0; wide != NULL && i < shape_cells(&table->shape); i++) {
        struct place place = tensor_place(&table->shape, i);
        wide->cells[tensor_index(&shape, &place)] = table->cells[i];
    }
    shape_release(&shape);
    return wide;
}

/* Extends every given value whose rows (or columns) are labelled with the words OLD to those of
 * MORE. */
static bool widen_all(struct session *session, const struct labels *old, struct labels *more,
                      struct changes *changes, struct failure *failure) {
    const struct notebook *notebook = session_notebook(session);
    struct text names = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < notebook->count; i++) {
        const struct definition *table = notebook->list[i];
        const struct shape *shape = &table->value->shape;
        if (!table->leaf || table->text != NULL ||
            !(labels_same(shape->labels[AXIS_ROW], old) ||
              labels_same(shape->labels[AXIS_COLUMN], old))) {
            continue;
        }
        struct tensor *wide = widened(table->value, old, more, failure);
        ok = wide != NULL && add_tree(changes, table->name, reader_value(wide, failure), failure);
        text_format(&names, "%s%s", names.length > 0 ? ", " : "", table->name);
        tensor_release(wide);
    }
    if (ok && names.length > 0) {
        text_append(&session->out, "New, with nothing but 0 in ");
        text_format(&session->out, "%s:", text_string(&names));
        for (size_t i = old->count; i < more->count; i++) {
            text_format(&session->out, " %s", more->names[i]);
        }
        text_append(&session->out, "\n");
    }
    text_release(&names);
    return ok;
}

/* Appends OPEN, the words, and CLOSE: "I saw a". */
static void write_word_list(const struct labels *words, struct text *out) {
    for (size_t i = 0; i < words->count; i++) {
        text_format(out, "%s%s", i == 0 ? "\"" : " ", words->names[i]);
    }
    text_append(out, "\"");
}

/* Replaces the written words WORDS[0] by WORDS[1] in every formula that looks TEXT up in them. */
static bool lengthen_all(const struct session *session, const struct definition *text,
                         const struct labels *const words[2], struct changes *changes,
                         struct failure *failure) {
    const struct notebook *notebook = session_notebook(session);
    struct text from = {0};
    bool ok = true;
    write_word_list(words[0], &from);
    for (size_t i = 0; ok && i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        struct text formula = {0}, written = {0};
        if (looked_up_by(definition, text).words == NULL) {
            continue;
        }
        writer_plain(definition->tree->root, &formula);
        const char *at = text_string(&formula), *found;
        while (ok && (found = strstr(at, text_string(&from))) != NULL) {
            text_append_bytes(&written, at, (size_t)(found - at));
            write_word_list(words[1], &written);
            at = found + from.length;
        }
        text_append(&written, at);
        ok =
            text_ok(&formula, failure) && add_formula(changes, definition->name, &written, failure);
        text_release(&formula);
        text_release(&written);
    }
    text_release(&from);
    return ok;
}

/* Adds those of WORDS that are missing where TEXT is looked up. */
static bool add_words(struct session *session, const struct definition *text,
                      const struct labels *words, struct changes *changes,
                      struct failure *failure) {
    const struct notebook *notebook = session_notebook(session);
    struct table table = {0};
    struct text written = {0};
    for (size_t i = 0; table.definition == NULL && table.words == NULL && i < notebook->count;
         i++) {
        table = looked_up_in(notebook->list[i], text);
    }
    const struct definition *in = table.definition;
    if (table.words == NULL && (in == NULL || !(in->leaf || in->text != NULL))) {
        return true;
    }
    size_t refused = memory_refused();
    struct labels *old = in == NULL         ? labels_split(table.words, failure)
                         : in->text != NULL ? labels_split(in->text, failure)
                                            : labels_retain(in->value->shape.labels[AXIS_ROW]);
    struct labels *more = old == NULL ? NULL : with_new(old, words, failure);
    bool ok = memory_refused() == refused;
    if (ok && more != NULL && in == NULL) {
        ok = lengthen_all(session, text, (const struct labels *const[]){old, more}, changes,
                          failure);
    } else if (ok && more != NULL && in->text != NULL) {
        write_word_list(more, &written);
        ok = add_formula(changes, in->name, &written, failure);
    }
    ok = ok && (more == NULL || widen_all(session, old, more, changes, failure));
    labels_release(old);
    labels_release(more);
    text_release(&written);
    return ok;
}

/* Adds the changes that make TEXT the words TYPED. */
static bool add_sentence(struct session *session, const struct definition *text, const char *typed,
                         struct changes *changes, struct failure *failure) {
    size_t length = strlen(typed);
    struct text quoted = {0};
    if (length > 1 && typed[0] == '"' && typed[length - 1] == '"') {
        typed++;
        length -= 2;
    }
    write_quoted(typed, length, &quoted);
    bool ok = add_formula(changes, text->name, &quoted, failure);
    text_truncate(&quoted, quoted.length - 1);
    struct labels *words = ok ? labels_split(text_string(&quoted) + 1, failure) : NULL;
    ok = words != NULL && add_words(session, text, words, changes, failure);
    labels_release(words);
    text_release(&quoted);
    return ok;
}

static bool change_sentence(struct session *session, const struct command_call *call,
                            struct changes *changes, struct failure *failure) {
    const struct definition *text = find_text(session, failure);
    size_t said = session->out.length;
    bool ok = text != NULL && add_sentence(session, text, call->argument[0].text, changes, failure);
    if (call->speaker == SPEAKER_LESSON) {
        text_truncate(&session->out, said);
    }
    return ok;
}

/* True when CHANGES fit together with the text FORMULAS, "" or what fitting_find found. */
static bool finds_fitting(const struct session *session, const struct changes *changes,
                          struct text *formulas) {
    struct naming *list = memory_allocate(changes->count, sizeof *list);
    struct notebook_reach reach = {0};
    struct failure ignored = {0};
    bool fits = list != NULL;
    for (size_t i = 0; fits && i < changes->count; i++) {
        list[i] = (struct naming){changes->list[i]->name, changes->list[i]->value};
        fits = changes->list[i]->kind == CHANGE_DEFINE;
    }
    fits =
        fits && (notebook_try(session_notebook(session), list, changes->count, &reach, &ignored) ||
                 fitting_find(session_notebook(session), list, changes->count, formulas));
    notebook_release(&reach.next);
    memory_free(list);
    return fits;
}

void changing_suggest(struct session *session, const struct changes *changes,
                      struct failure *failure) {
    const struct change *text = NULL; /* the first that is redefined */
    for (size_t i = 0; text == NULL && i < changes->count; i++) {
        const struct change *change = changes->list[i];
        bool redefined = change->kind == CHANGE_DEFINE && change->value->root->kind == NODE_TEXT;
        text = redefined ? change : NULL;
    }
    if (text == NULL || failure->outside) {
        return;
    }
    struct failure ignored = {0};
    struct changes widened = {0};
    struct text formulas = {0}, line = {0};
    size_t said = session->out.length;
    const char *words = text->value->root->text;
    const struct definition *whole = find_text(session, &ignored);
    bool lacks = changes->count == 1 && strstr(failure->message, "\" is not in the ") != NULL &&
                 whole != NULL && whole == notebook_find(session_notebook(session), text->name) &&
                 add_sentence(session, whole, words, &widened, &ignored);
    bool stands = finds_fitting(session, lacks ? &widened : changes, &formulas);
    text_truncate(&session->out, said);
    if (stands && lacks) {
        text_format(&line, "; `sentence \"%s\"%s` gives new words rows of 0%s", words,
                    text_string(&formulas),
                    formulas.length > 0 ? ", and the rest the size that fits" : "");
    } else if (stands) {
        text_format(&line, "; the rest has to fit %s: end the line with `%s`", text->name,
                    text_string(&formulas));
    }
    if (line.length > 0 && !line.failed) {
        bool fits = strlen(failure->message) + line.length < sizeof failure->message;
        failure->message[0] =
            fits ? failure->message[0] : '\0'; /* what to write matters more than why */
        failure_suffix(failure, "%s", text_string(&line) + (fits ? 0 : strlen("; ")));
    }
    changes_release(&widened);
    text_release(&line);
    text_release(&formulas);
}

/* Undo, redo and reset: moves the history and says what moved. A failure to say it, for lack of
 * memory, does not undo the move. */
static bool move_history(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    bool undoes = text_same(call->command->name, "undo");
    bool redoes = text_same(call->command->name, "redo");
    struct notebook before;
    struct text what = {0};
    size_t refused = memory_refused();
    notebook_copy(&before, session_notebook(session));
    bool moved = undoes   ? history_undo(session->history, &what, failure)
                 : redoes ? history_redo(session->history, &what, failure)
                          : history_reset(session->history, failure);
    bool ok = moved;
    if (moved) {
        view_note_own_change(session, &before, NULL, false);
    }
    bool begins = session->exercise != SIZE_MAX && history_since_enter(session->history).count == 0;
    if (moved && begins) { /* the exercise is as it was: nothing has moved in it */
        view_note_change(session, NULL, NULL);
    }
    if (moved && session->front.echo) {
        const char *did = undoes ? "Taken back" : redoes ? "Done again" : "Reset";
        bool line = what.length > 0; /* in quotes: undone, it is not what holds now */
        text_format(&session->out, "%s%s%s%s\n", did, line ? ": \"" : "", text_string(&what),
                    line ? "\"" : "");
        printing_changes(session, &before, NULL);
    }
    if (moved) {
        ok = asking_after_change(session, failure) || memory_refused() != refused;
    }
    if (undoes && !ok && call->speaker == SPEAKER_LESSON && !failure->outside) {
        failure_suffix(failure, ": only what is typed can be undone, not what the lesson states");
    }
    text_release(&what);
    notebook_release(&before);
    return ok;
}

static bool run_baseline(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    const char *name = call->count > 0 ? call->argument[0].text : "";
    const struct notebook *notebook = session_notebook(session);
    if (!history_baseline(session->history, name, notebook, failure)) {
        return false;
    }
    session->view.last.baseline = history_find_baseline(session->history, name);
    if (session->front.echo) {
        text_append(&session->out, "The present values are kept; `compare");
        text_format(&session->out, "%s%s` shows what differs from them.\n",
                    name[0] == '\0' ? "" : " ", name);
    }
    return true;
}

static const struct command rows[] = {
    {.name = "undo",
     .group = "changing",
     .sentence = "Undo the last change: a definition, an edit, a pin, a load, a reset.",
     .habits = "u",
     .flags = COMMAND_MOVES | COMMAND_LAST,
     .run = move_history},
    {.name = "redo",
     .sentence = "Redo what undo took back.",
     .flags = COMMAND_MOVES | COMMAND_LAST,
     .run = move_history},
    {.name = "reset",
     .sentence = "Drop all your changes, and go back to the lesson's own statements.",
     .details =
         "Without a lesson the definitions stay, and edits and pins go. undo brings them back.",
     .flags = COMMAND_MOVES | COMMAND_LAST,
     .run = move_history},
    {.name = "pin",
     .sentence = "Force one cell of a computed value; what depends on it follows.",
     .details = "A cell of a given matrix is edited instead: W_q[1,2] = 0.5.",
     .example = "pin weights[1,2] = 0",
     .parameters = {{.name = "CELL = NUMBER",
                     .type = TYPE_ASSIGNMENT,
                     .sentence = "the cell and its new value"}},
     .change = change_pin},
    {.name = "unpin",
     .sentence = "Release a pinned cell, so that it is computed again.",
     .before = "pin weights[1,2] = 0",
     .example = "unpin weights[1,2]",
     .parameters = {{.name = "CELL", .type = TYPE_CELL, .sentence = "the pinned cell"}},
     .change = change_unpin},
    {.name = "ablate",
     .sentence = "Switch the head looked at off, or on again: off, its output is 0.",
     .details = "A head of A_h or Q_h is switched off by pinning its output, O_h:\n"
                "pin O_h[2,:,:] = 0. Where there is one head only, all its weights are 0.",
     .habits = "switch mask",
     .change = change_ablate},
    {.name = "load",
     .sentence = "Define NAME as the contents of a file: numbers, or the lines of a .txt.",
     .details =
         "load W w.npy is short for W = tensor(\"w.npy\"). Labels in the first row or column of a\n"
         ".csv or .tsv file are kept. Each line of a .txt file is a text, all of them a batch:\n"
         "embed(NAME, E). A lesson reads files beside it; you can read any (`help models`).",
     .before = "export data.csv X",
     .example = "load Y data.csv",
     .parameters = {{.name = "NAME", .type = TYPE_NAME, .sentence = "the definition to make"},
                    {.name = "FILE", .type = TYPE_FILE, .sentence = "the file"}},
     .change = change_load},
    {.name = "sentence",
     .sentence =
         "Replace the lesson's text by your own words; all that depends on it is computed again.",
     .details = "It is the text that the lesson names, else the only one there is. A word that its "
                "vocabulary lacks gets a row of 0 in it, and in every given matrix whose rows or "
                "columns have the same labels; the command says which, and edits fill them.",
     .before = "s = \"I saw\"; E = onehot(s)",
     .example = "sentence a saw I saw",
     .parameters = {{.name = "WORDS", .type = TYPE_REST, .sentence = "the words"}},
     .change = change_sentence},
    {.name = "baseline",
     .sentence = "Keep all present values, to compare with later.",
     .habits = "watch",
     .parameters = {{.name = "[NAME]",
                     .type = TYPE_BASELINE,
                     .sentence = "a name for it; several can be kept"}},
     .flags = COMMAND_VIEWS,
     .run = run_baseline},
};

const struct command_group changing_commands = {rows, sizeof rows / sizeof rows[0]};
