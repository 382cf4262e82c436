/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* filing: opening lessons, saving, exporting, quitting. Paths that a person types are relative to
 * the folder the program was started in, as in a shell, and may lead anywhere. */
#include "base/file.h"
#include "base/number.h"
#include "base/output.h"
#include "base/utf8.h"
#include "canvas/paper.h"
#include "commands/groups.h"
#include "commands/help.h"
#include "files/export.h"
#include "files/formats.h"
#include "files/saving.h"
#include "lesson/shelf.h"
#include "session/outline.h"
#include "session/progress.h"

#include <stdint.h>
#include <string.h>

enum { TITLE_COLUMNS = 44 };

/* Appends "  1  The worked example   20 min  01-worked-example   page 3 of 10", and its summary
 * below. */
static void write_lesson_entry(const struct session *session, const struct text *log,
                               const struct shelf_entry *entry, struct text *out) {
    struct text number = {0}, key = {0}, answers = {0};
    struct failure ignored = {0};
    struct visit visit = {0};
    outline_number(entry->name, &number);
    text_format(out, "%3s  ", text_string(&number));
    utf8_fit(out, entry->title, strlen(entry->title), TITLE_COLUMNS);
    if (entry->minutes > 0) {
        text_format(out, " %3ld min", entry->minutes);
    } else {
        text_append(out, "        ");
    }
    text_format(out, "  %s", entry->name);
    if (progress_key(entry->path, entry->id, session->front.lesson_folders, &key, &ignored)) {
        visit = progress_visit(log, &key, NULL);
    }
    if (visit.pages > 0) {
        text_append(out, ", ");
        progress_words(&visit, entry->questions, out, &answers);
        text_format(out, "%s%s", answers.length > 0 ? ", " : "", text_string(&answers));
    }
    text_append(out, "\n");
    if (entry->summary != NULL) {
        text_format(out, "     %s\n", entry->summary);
    }
    text_release(&number);
    text_release(&key);
    text_release(&answers);
}

/* Shows the list to choose from, at the open lesson, or at the next once that is over. */
static bool draw_lessons(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    struct view *view = &session->view;
    struct shelf shelf = {0};
    (void)call;
    if (!shelf_read(&shelf, session->front.lesson_folders, failure)) {
        return false;
    }
    view->popup = view->popup == POPUP_LESSONS ? POPUP_NONE : POPUP_LESSONS;
    view->scroll = view->chosen = 0;
    for (size_t i = 0; lesson != NULL && i < shelf.count; i++) {
        if (text_same(shelf.list[i].id, lesson->id)) {
            bool over = session_stop(session) == lesson->stop_count && i + 1 < shelf.count;
            view->chosen = over ? i + 1 : i;
        }
    }
    shelf_release(&shelf);
    return true;
}

static bool run_lessons_command(struct session *session, const struct command_call *call,
                                struct failure *failure) {
    (void)call;
    struct shelf shelf = {0};
    struct text log = {0};
    struct failure ignored = {0}; /* writing the progress reports it */
    const char *const *folders = session->front.lesson_folders;
    bool ok = shelf_read(&shelf, folders, failure);
    progress_read(&log, &ignored);
    for (size_t i = 0; ok && i < shelf.count; i++) {
        write_lesson_entry(session, &log, &shelf.list[i], &session->out);
    }
    text_release(&log);
    if (ok && shelf.count == 0) {
        text_append(&session->out, "No lessons were found.\n");
        for (size_t i = 0; folders != NULL && folders[i] != NULL; i++) {
            text_format(&session->out, "  looked in %s\n", folders[i]);
        }
    }
    if (ok && shelf.count > 0) {
        text_format(&session->out,
                    session->front.from_person ? "Open one: open %s\n"
                                               : "Open one from the shell: qkv %s\n",
                    shelf.list[0].name);
    }
    shelf_release(&shelf);
    return ok && text_ok(&session->out, failure);
}

static bool run_open_command(struct session *session, const struct command_call *call,
                             struct failure *failure) {
    static const struct source source = {"open", 1, 1, SPEAKER_PERSON};
    struct lesson *lesson =
        shelf_open(session->front.lesson_folders, call->argument[0].text, NULL, "lessons", failure);
    if (lesson == NULL && failure->file[0] == '\0') {
        failure_place(failure, call->argument[0].span);
    }
    return lesson != NULL && commands_open(session, lesson, failure) &&
           commands_run(session, &source, "next", failure);
}

static bool run_reopen(struct session *session, const struct command_call *call,
                       struct failure *failure) {
    (void)call;
    return lesson_reopen(session, failure);
}

static const char FORCE[] = "--force";

/* True when the last argument allows replacing a file. */
static bool is_forced(const struct command_call *call) {
    return call->count > 1 && text_same(call->argument[call->count - 1].text, FORCE);
}

static bool write_file(struct session *session, const struct command_call *call,
                       const struct text *bytes, struct failure *failure) {
    const char *path = call->argument[0].text;
    if (!output_save(path, bytes, is_forced(call), failure)) {
        return call_place(call, 0, failure);
    }
    text_format(&session->out, "Written: %s\n", path);
    return text_ok(&session->out, failure);
}

static bool run_save(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    const char *title = session->lesson != NULL && session->lesson->title != NULL
                            ? session->lesson->title
                            : "Notebook";
    struct text bytes = {0}, folder = {0};
    file_folder(call->argument[0].text, &folder);
    struct reading_place from = {.folder = text_string(&folder), .models = session->front.models};
    size_t ignored;
    bool ok = (file_has_suffix(call->argument[0].text, ".md") ||
               failure_at(failure, call->argument[0].span,
                          "a session is saved as a lesson: let the name end in .md (export writes "
                          "other forms)")) &&
              (call->count < 2 || call_choice(call, 1, &ignored, failure)) &&
              text_ok(&folder, failure) &&
              saving_write(session_notebook(session), title, &from, &bytes, failure) &&
              write_file(session, call, &bytes, failure);
    text_release(&folder);
    text_release(&bytes);
    return ok;
}

static bool unknown_format(struct span span, const char *what, struct failure *failure) {
    struct text names = {0};
    export_list(", ", false, &names);
    failure_at(failure, span, "%s; the formats are %s", what, text_string(&names));
    text_release(&names);
    return false;
}

/* The last arguments of `export`, in either order. */
struct order {
    const struct export_format *format;
    size_t name; /* index of the argument, or 0 */
};

static bool read_export_order(const struct command_call *call, struct order *order,
                              struct failure *failure) {
    static const char key[] = "format=";
    *order = (struct order){NULL, 0};
    for (size_t i = 1; i < call->count - is_forced(call); i++) {
        const char *word = call->argument[i].text;
        if (!text_starts(word, key) && order->name == 0) {
            order->name = i;
            continue;
        }
        const char *format = text_starts(word, key) ? word + strlen(key) : word;
        order->format = export_find(format);
        if (order->format == NULL) {
            return unknown_format(call->argument[i].span, "there is no such format", failure);
        }
    }
    if (order->format == NULL) {
        order->format = export_for_file(call->argument[0].text);
    }
    return order->format != NULL ||
           unknown_format(call->argument[0].span,
                          "the file's name does not tell its format: add format=NAME", failure);
}

/* Writes the frame on the screen in PAPER's format. */
static bool export_frame(struct session *session, const struct command_call *call,
                         const struct paper *paper, struct failure *failure) {
    struct text bytes = {0};
    if (call->count - is_forced(call) > 1) {
        return failure_at(failure, call->argument[1].span,
                          "a picture is of the whole screen: write export %s",
                          call->argument[0].text);
    }
    if (session->front.print_frame == NULL) {
        return failure_at(failure, call->argument[0].span, "no frame can be drawn here");
    }
    bool ok = session->front.print_frame(session, paper, &bytes, failure) &&
              write_file(session, call, &bytes, failure);
    text_release(&bytes);
    return ok;
}

static bool run_export(struct session *session, const struct command_call *call,
                       struct failure *failure) {
    struct order order;
    const struct paper *paper = paper_for_file(call->argument[0].text);
    if (paper != NULL) {
        return export_frame(session, call, paper, failure);
    }
    if (!read_export_order(call, &order, failure) ||
        (order.name > 0 && call_definition(session, call, order.name, failure) == NULL)) {
        return false;
    }
    if (order.format->one && order.name == 0) {
        return failure_at(failure, call->argument[0].span,
                          "%s holds one value: write export %s NAME", order.format->name,
                          call->argument[0].text);
    }
    const struct lesson *lesson = session->lesson;
    struct export_options options = {.lesson = lesson == NULL ? NULL : lesson->id,
                                     .folder = lesson == NULL ? NULL : lesson->folder,
                                     .models = session->front.models,
                                     .name =
                                         order.name > 0 ? call->argument[order.name].text : NULL,
                                     .columns = session->display.columns};
    struct text bytes = {0};
    bool ok = export_write(order.format, session_notebook(session), &options, &bytes, failure) &&
              write_file(session, call, &bytes, failure);
    text_release(&bytes);
    return ok;
}

/* A terminal's clipboard takes some 75,000 bytes, and NumPy writes a number in five at least. */
enum { COPIED_CELLS = 15000 };

/* Appends the number under the cursor, or the value looked at, of at most MOST numbers, in NumPy's
 * notation. */
static bool copy_numbers(struct session *session, const struct command_call *call, size_t most,
                         struct text *out, struct failure *failure) {
    struct number_place at = {0};
    size_t ignored;
    bool whole = call->count > 0;
    if ((whole && !call_choice(call, 0, &ignored, failure)) || !view_place(session, &at, failure)) {
        return false;
    }
    const struct tensor *value = view_value(session);
    size_t needed = whole ? shape_cells(&value->shape) : at.cell + 1;
    if (view_reached(session) < needed) {
        return failure_set(failure, "it is not computed yet: step on to it, or out");
    }
    if (whole && needed > most) {
        return failure_set(failure,
                           "%zu numbers are more than a clipboard takes: export writes "
                           "them into a file",
                           needed);
    }
    if (whole) {
        struct tensor *shown = session_shown(session, value);
        if (shown != NULL) {
            numpy_array(shown, out);
        }
        out->failed |= shown == NULL;
        tensor_release(shown);
    } else {
        char number[NUMBER_TEXT];
        number_exact(number, value->cells[at.cell]);
        text_append(out, number);
    }
    return text_ok(out, failure);
}

static bool run_copy(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    bool ok = copy_numbers(session, call, SIZE_MAX, &session->out, failure);
    text_append(&session->out, "\n");
    return ok;
}

static bool draw_copy(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    text_clear(&session->copied);
    text_append(&session->out,
                call->count > 0 ? "Copied, as NumPy writes it, the matrix of " : "Copied ");
    bool ok = copy_numbers(session, call, COPIED_CELLS, &session->copied, failure) &&
              view_cell(session, &session->out, failure);
    text_append(&session->out, "\n");
    return ok && text_ok(&session->out, failure);
}

static bool run_help_command(struct session *session, const struct command_call *call,
                             struct failure *failure) {
    return help_write(call->count == 0 ? "" : call->argument[0].text, session->front.width,
                      &session->out, failure) ||
           (call->count > 0 && call_place(call, 0, failure));
}

static bool run_quit(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    (void)call;
    (void)failure;
    session->quit = true;
    return true;
}

static const struct command rows[] = {
    {.name = "open",
     .group = "filing",
     .sentence = "Open another lesson.",
     .details = "Changes in the open one are forgotten: save keeps them.",
     .example = "open 2",
     .habits = "source file",
     .parameters = {{.name = "LESSON",
                     .type = TYPE_LESSON,
                     .sentence = "a lesson's number or name, or a file"}},
     .flags = COMMAND_PERSON | COMMAND_MOVES,
     .run = run_open_command},
    {.name = "reopen",
     .sentence = "Read the open lesson again from its file, and stay at this stop.",
     .details = "Changes and answers stay where they still fit. Started with --watch, qkv does it "
                "whenever the file is saved.",
     .habits = "reload",
     .flags = COMMAND_PERSON | COMMAND_MOVES | COMMAND_LESSON,
     .run = run_reopen},
    {.name = "lessons",
     .sentence = "List the available lessons.",
     .flags = COMMAND_PERSON,
     .run = run_lessons_command,
     .draw = draw_lessons},
    {.name = "save",
     .sentence = "Write the notebook as a lesson that opens again in the same state.",
     .details =
         "Definitions first, then edits and pins; always in rows. A file saved here before is"
         " replaced; a lesson or a file that was read never is.",
     .example = "save mine.md",
     .parameters = {{.name = "FILE.md", .type = TYPE_FILE, .sentence = "the new file"},
                    {.name = "[--force]",
                     .type = TYPE_WORD,
                     .words = "--force",
                     .sentence = "replace a file that exists already"}},
     .flags = COMMAND_PERSON,
     .run = run_save},
    {.name = "export",
     .sentence = "Write values to a file, in a form that other programs read.",
     .details =
         "The file's suffix says which format. One for a single value, such as csv, needs its "
         "name.\n"
         "In csv and tsv a label that a spreadsheet would evaluate, such as =A1, is written '=A1;\n"
         "load removes the apostrophe again.\n"
         "NAME.svg and NAME.html are pictures of the screen as it is.",
     .example = "export weights.csv weights",
     .parameters = {{.name = "FILE", .type = TYPE_FILE, .sentence = "the file to write"},
                    {.name = "[NAME]", .type = TYPE_NAME, .sentence = "only this definition"},
                    {.name = "[format=FORMAT]",
                     .type = TYPE_FORMAT,
                     .sentence = "when the suffix does not say:"},
                    {.name = "[--force]",
                     .type = TYPE_WORD,
                     .words = "--force",
                     .sentence = "replace a file that exists already"}},
     .flags = COMMAND_PERSON,
     .run = run_export},
    {.name = "copy",
     .sentence = "Copy the number under the cursor, or its matrix as NumPy writes it.",
     .details = "On a screen to the clipboard of the terminal, where that lets programs (OSC 52;\n"
                "in tmux `set -g set-clipboard on`); elsewhere it is printed.",
     .example = "copy matrix",
     .habits = "yank y",
     .parameters = {{.name = "[matrix]",
                     .type = TYPE_WORD,
                     .words = "matrix",
                     .sentence = "all of it; without it, the number"}},
     .flags = COMMAND_PERSON,
     .run = run_copy,
     .draw = draw_copy},
    {.name = "help",
     .sentence = "Explain a command, an operator or a subject; alone, list them all.",
     .example = "help softmax",
     .habits = "h man apropos",
     .parameters = {{.name = "[TOPIC]",
                     .type = TYPE_TOPIC,
                     .sentence = "softmax, explain, @, subscripts, …"}},
     .run = run_help_command},
    {.name = "quit",
     .sentence = "Leave the program.",
     .habits = "q exit bye logout",
     .flags = COMMAND_PERSON,
     .run = run_quit},
};

const struct command_group filing_commands = {rows, sizeof rows / sizeof rows[0]};
