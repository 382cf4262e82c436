/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* qkv: options, and who does what they ask for. */
#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "canvas/paper.h"
#include "classroom/grade.h"
#include "classroom/hand_in.h"
#include "classroom/page.h"
#include "classroom/starter.h"
#include "classroom/worksheet.h"
#include "commands/commands.h"
#include "files/export.h"
#include "lesson/edition.h"
#include "panels/still.h"
#include "play/batch.h"
#include "play/check.h"
#include "play/manual.h"
#include "play/options.h"
#include "play/transcript.h"
#include "terminal/app.h"
#include "terminal/conversation.h"
#include "terminal/output.h"
#include "terminal/screen.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATUS_GOOD = 0, STATUS_FAILED = 1, STATUS_TROUBLE = 2 };

struct program {
    struct options options;
    struct session session;
    int status;
    bool unwritable;       /* standard output: said once */
    struct text unsettled; /* what is wrong with the settings: said once, and passed */
};

/* --- what goes out --------------------------------------------------------------------------- */

/* The graver of two is the one to leave with. */
static void note_status(struct program *program, int status) {
    program->status = status > program->status ? status : program->status;
}

static void print_failure(const struct failure *failure) {
    struct text message = {0};
    text_append(&message, failure->file[0] == '\0' ? "qkv: " : "");
    failure_print(failure, &message);
    if (message.failed) {
        text_release(&message);
        (void)fputs("qkv: out of memory\n", stderr);
        return;
    }
    file_write(STDERR_FILENO, text_string(&message), message.length);
    text_release(&message);
}

static void complain(void *context, const struct failure *failure) {
    note_status(context, failure->unmet ? STATUS_FAILED : STATUS_TROUBLE);
    print_failure(failure);
}

/* Writes OUT and empties it; help through a pager. A reader that went away is not worth a message.
 */
static bool write_out(void *context, struct text *out) {
    struct program *program = context;
    struct failure failure = {0};
    struct text printed = {0};
    const struct paint *paint = &program->session.paint;
    style_print(text_string(out), canvas_theme(paint->theme, paint->depth), &printed);
    printed.failed |= out->failed;
    if (!text_ok(&printed, &failure)) {
        complain(program, &failure);
    } else if (!(program->options.verb == VERB_HELP && output_page(&printed)) &&
               !file_write(STDOUT_FILENO, text_string(&printed), printed.length)) {
        if (errno != EPIPE && !program->unwritable) {
            failure_set(&failure, "standard output: %s", strerror(errno));
            complain(program, &failure);
        }
        note_status(program, STATUS_TROUBLE);
        program->unwritable = true;
    }
    text_release(&printed);
    text_clear(out);
    return !program->unwritable;
}

/* --- a lesson -------------------------------------------------------------------------------- */

static const char *const *folders_of(const struct program *program) {
    return (const char *const *)program->options.folders;
}

static bool on_terminal(void) {
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static bool is_dash(const char *word) {
    return text_same(word, "-");
}

/* WORD may be a file, a lesson's name, or - for statements on standard input. */
static struct lesson *open_lesson(struct program *program, const char *word,
                                  struct failure *failure) {
    if (!is_dash(word)) {
        return options_open(&program->options, word, failure);
    }
    struct text text = {0};
    struct lesson *lesson = NULL;
    if (file_read_descriptor(STDIN_FILENO, FILE_LESSON_LIMIT, &text, failure)) {
        lesson = lesson_read_statements("standard input", text_string(&text), text.length, failure);
    }
    text_release(&text);
    return lesson;
}

/* What the options say about how things are shown goes over what the lesson says. */
static void set_view(struct program *program) {
    struct session *session = &program->session;
    if (program->options.columns) {
        session->view.columns = true;
    }
    if (program->options.precision >= 0) {
        session->view.precision = program->options.precision;
    }
}

static bool run_address(struct program *program, struct failure *failure) {
    struct source source = {"command line", 1, 1};
    struct text line = {0};
    text_format(&line, "goto %s", program->options.at);
    bool ok = text_ok(&line, failure) &&
              commands_run(&program->session, &source, text_string(&line), failure);
    text_release(&line);
    return ok;
}

/* Makes the lesson that was asked for, if one was, the session's. */
static bool load_lesson(struct program *program, struct failure *failure) {
    if (program->options.lesson_count > 0) {
        struct lesson *lesson = open_lesson(program, program->options.lessons[0], failure);
        if (lesson == NULL || !commands_open(&program->session, lesson, failure)) {
            return false;
        }
    }
    set_view(program);
    return program->options.at == NULL || run_address(program, failure);
}

static struct batch make_batch(struct program *program) {
    return (struct batch){
        .session = &program->session, .write = write_out, .complain = complain, .context = program};
}

/* LINE as at the prompt. */
static void run_line(struct program *program, const char *line) {
    struct batch batch = make_batch(program);
    batch_run(&batch, "command line", 1, line);
}

static void run_statements(struct program *program, bool (*write)(void *, struct text *)) {
    struct batch batch = make_batch(program);
    batch.write = write;
    for (size_t i = 0; i < program->options.statement_count && !batch.stuck; i++) {
        batch_run(&batch, "command line", 1, program->options.statements[i]);
    }
}

/* --- the verbs ------------------------------------------------------------------------------- */

/* The lesson with the answers of a file; then how many of them are right. */
static bool play_answers(struct program *program, struct failure *failure) {
    struct session *session = &program->session;
    struct script script = {0};
    struct text verdict = {0};
    bool ok = script_read(&script, program->options.answers, session->lesson, failure) &&
              transcript_play_script(session, &script, write_out, program, failure);
    if (ok) {
        run_statements(program, write_out);
        note_status(program, script_verdict(session, &verdict) ? STATUS_GOOD : STATUS_FAILED);
        write_out(program, &verdict);
    }
    write_out(program, &session->out); /* what was said before a line that failed */
    text_release(&verdict);
    script_release(&script);
    return ok;
}

/* Puts what is said together, for a file. */
static bool gather(void *context, struct text *out) {
    struct text *all = context;
    text_append_bytes(all, text_string(out), out->length);
    all->failed |= out->failed;
    text_clear(out);
    return true;
}

/* Into the file that was named, or to standard output. */
static bool write_result(struct program *program, struct text *out, struct failure *failure) {
    const char *file = program->options.output;
    if (file != NULL && !is_dash(file)) {
        return file_save(file, text_string(out), out->length, failure);
    }
    write_out(program, out);
    return true;
}

/* The lesson as a page of HTML, or its transcript into a file. */
static bool play_into(struct program *program, struct failure *failure) {
    struct session *session = &program->session;
    struct text out = {0};
    bool page = text_same(program->options.format == NULL ? "" : program->options.format, "html");
    session->paint.colour = false;
    bool ok = (page ? page_write(session, &out, failure)
                    : transcript_play(session, gather, &out, failure)) &&
              text_ok(&out, failure) && write_result(program, &out, failure);
    text_release(&out);
    return ok;
}

static bool run_play(struct program *program, struct failure *failure) {
    struct session *session = &program->session;
    const struct options *options = &program->options;
    bool whole =
        options->output != NULL || (options->format != NULL && !text_same(options->format, "text"));
    if (whole && (options->statement_count > 0 || options->answers != NULL)) {
        return failure_set(failure, "--format and --output take the lesson as it is: leave %s out",
                           options->answers != NULL ? "--answers" : "--command");
    }
    if (!load_lesson(program, failure)) {
        return false;
    }
    if (whole && session->lesson != NULL) {
        return play_into(program, failure);
    }
    if (program->options.answers != NULL) {
        return play_answers(program, failure);
    }
    if (session->lesson != NULL && !transcript_play(session, write_out, program, failure)) {
        return false;
    }
    run_statements(program, write_out);
    return true;
}

static void run_input(struct program *program) {
    struct batch batch = make_batch(program);
    batch_run_descriptor(&batch, "standard input", STDIN_FILENO);
}

static bool run_prompt(struct program *program, struct failure *failure) {
    program->session.from_person = true;
    if (!load_lesson(program, failure)) {
        return false;
    }
    return conversation_run(&program->session, failure);
}

/* The screen, where the terminal can carry one; else, said why, the prompt. */
static bool run_screen(struct program *program, struct failure *failure) {
    const struct options *options = &program->options;
    struct text why = {0};
    (void)setlocale(LC_CTYPE, ""); /* readline and curses ask it; numbers never do */
    if (options->plain || !screen_possible(&why)) {
        if (why.length > 0) {
            (void)fprintf(stderr, "qkv: no screen here: %s\n", text_string(&why));
        }
        text_release(&why);
        return run_prompt(program, failure);
    }
    text_release(&why);
    struct app_options how = {.theme = options->theme,
                              .colour = options->colouring == COLOURING_AUTO     ? -1
                                        : options->colouring == COLOURING_ALWAYS ? 1
                                                                                 : 0,
                              .resume = options->at == NULL && !options->from_start,
                              .still = options->motion_off};
    program->session.drawn = true;
    program->session.mouse_off = options->mouse_off;
    if (!load_lesson(program, failure)) {
        return false;
    }
    text_append(&program->session.looks.last.message, text_string(&program->unsettled));
    return app_run(&program->session, &how, failure);
}

static bool run_open(struct program *program, struct failure *failure) {
    const struct options *options = &program->options;
    bool bare = options->lesson_count == 0;
    bool stream = !bare && is_dash(options->lessons[0]);
    if (options->statement_count == 0 && !stream && on_terminal()) {
        return run_screen(program, failure);
    }
    if (!bare && !stream) {
        return run_play(program, failure);
    }
    set_view(program);
    if (stream || options->statement_count == 0) {
        run_input(program);
    }
    run_statements(program, write_out);
    return true;
}

/* Takes what there is to say and says nothing. */
static bool keep_silent(void *context, struct text *out) {
    (void)context;
    text_clear(out);
    return true;
}

static bool write_values(struct program *program, const struct export_format *format,
                         struct failure *failure) {
    const struct options *options = &program->options;
    const struct session *session = &program->session;
    struct export_options how = {.lesson = session->lesson == NULL ? NULL : session->lesson->id,
                                 .name = options->name,
                                 .columns = session->view.columns,
                                 .rounded = options->precision >= 0,
                                 .precision = options->precision};
    struct text out = {0};
    bool ok = export_write(format, session_notebook(session), &how, &out, failure) &&
              write_result(program, &out, failure);
    text_release(&out);
    return ok;
}

static bool run_values(struct program *program, struct failure *failure) {
    const struct options *options = &program->options;
    const struct export_format *format =
        export_find(options->format == NULL ? "text" : options->format);
    bool shown = options->output == NULL || is_dash(options->output);
    if (format->binary && shown && isatty(STDOUT_FILENO)) {
        return failure_set(failure, "%s is no text: say -o FILE, or send it down a pipe",
                           format->name);
    }
    if (format->one && options->name == NULL) {
        return failure_set(failure, "%s holds one value: say which with --name NAME", format->name);
    }
    if (!load_lesson(program, failure) ||
        (program->session.lesson != NULL &&
         !transcript_skip(&program->session, options->statement_count > 0, failure))) {
        return false;
    }
    run_statements(program, keep_silent);
    return write_values(program, format, failure);
}

static bool run_release(struct program *program, struct failure *failure) {
    const struct options *options = &program->options;
    enum edition edition = options->exam ? EDITION_EXAM : EDITION_STUDENT;
    struct lesson *lesson = open_lesson(program, options->lessons[0], failure);
    struct text out = {0};
    bool ok = lesson != NULL && edition_write(lesson, edition, &out, failure) &&
              write_result(program, &out, failure);
    lesson_free(lesson);
    text_release(&out);
    return ok;
}

/* Who hands in: as --name says, as was said before, or asked on a terminal. */
static bool name_learner(struct program *program, struct record *record, struct failure *failure) {
    char typed[256];
    const char *name = program->options.name;
    if (name == NULL && record->name != NULL) {
        return true;
    }
    if (name == NULL && on_terminal()) {
        (void)fputs("Your name: ", stderr);
        name = fgets(typed, sizeof typed, stdin);
    }
    return name != NULL
               ? hand_in_name(record, name, failure)
               : failure_set(failure, "who hands it in? say so with --name 'Ada Lovelace'");
}

static bool run_hand_in(struct program *program, struct failure *failure) {
    struct options *options = &program->options;
    struct record record = {0};
    struct text file = {0}, path = {0}, told = {0};
    bool ok = load_lesson(program, failure) &&
              hand_in_take(&program->session, options->answers, &record, failure) &&
              name_learner(program, &record, failure);
    if (ok) {
        record_write(&record, &file);
        hand_in_file(&record, &path);
        options->output = options->output == NULL ? text_string(&path) : options->output;
        ok = text_ok(&path, failure) && text_ok(&file, failure) &&
             write_result(program, &file, failure);
    }
    if (ok && !is_dash(options->output)) {
        text_format(&told, "Written: %s\n", options->output);
        write_out(program, &told);
    }
    options->output = NULL;
    record_release(&record);
    text_release(&told);
    text_release(&path);
    text_release(&file);
    return ok;
}

static bool run_grade(struct program *program, struct failure *failure) {
    const struct options *options = &program->options;
    struct grade grade = {0};
    struct text out = {0};
    if (options->lesson_count < 2) {
        return failure_set(failure, "which hand-ins? usage: qkv grade LESSON FILE...");
    }
    bool ok = load_lesson(program, failure) && grade_begin(&grade, &program->session, failure);
    for (size_t i = 1; ok && i < options->lesson_count; i++) {
        ok = grade_add(&grade, options->lessons[i], failure);
    }
    const struct grade_format *format =
        grade_format_find(options->format == NULL ? "text" : options->format);
    ok = ok && format->write(&grade, &out, failure) && text_ok(&out, failure) &&
         write_result(program, &out, failure);
    for (size_t i = 0; i < grade.count; i++) {
        note_status(program, grade.list[i].failed ? STATUS_FAILED : STATUS_GOOD);
    }
    grade_release(&grade);
    text_release(&out);
    return ok;
}

/* One frame of the screen, or all. A lesson is shown at its first stop, where no address is given.
 */
static bool run_show(struct program *program, struct failure *failure) {
    static const struct source source = {"command line", 1, 1};
    struct session *session = &program->session;
    const struct options *options = &program->options;
    struct still still = {.paper = paper_find(options->format == NULL ? "text" : options->format),
                          .stops = options->stops};
    struct text out = {0};
    session->drawn = true;
    if (still.paper->coloured) {
        session->paint.colour = true;
        session->paint.depth = DEPTH_TRUE;
    }
    if (still.paper->one && options->stops) {
        return failure_set(failure, "%s holds one frame: say which with --at", still.paper->name);
    }
    if (!still_size(options->size == NULL ? "80x24" : options->size, still.size, failure) ||
        !load_lesson(program, failure)) {
        return false;
    }
    memcpy(session->frame, still.size, sizeof session->frame);
    if (session->lesson != NULL && options->at == NULL &&
        !commands_run(session, &source, "advance", failure)) {
        return false;
    }
    for (size_t i = 0; i < options->statement_count; i++) {
        text_clear(&session->out);
        if (!commands_run(session, &source, options->statements[i], failure)) {
            return false;
        }
    }
    bool ok = still_print(session, &still, &out, failure) && write_result(program, &out, failure);
    text_release(&out);
    return ok;
}

static bool run_worksheet(struct program *program, struct failure *failure) {
    const struct options *options = &program->options;
    const struct medium *medium =
        medium_find(options->format == NULL ? "markdown" : options->format);
    struct text out = {0};
    bool ok = load_lesson(program, failure) &&
              worksheet_write(&program->session, medium, options->key, &out, failure) &&
              write_result(program, &out, failure);
    text_release(&out);
    return ok;
}

/* Checks one lesson and reports; SEPARATOR stands before its report in a list. */
static void check_one(struct program *program, const char *word, const char *separator) {
    struct failure failure = {0};
    struct check_report report = {0};
    struct text out = {0};
    struct lesson *lesson = open_lesson(program, word, &failure);
    bool ok = lesson != NULL && check_lesson(lesson, folders_of(program), &report, &failure);
    if (!ok) {
        complain(program, &failure);
        check_report_trouble(&report, word, &failure);
    }
    if (report.failure_count > 0) {
        note_status(program, STATUS_FAILED);
    }
    if (program->options.json) {
        text_append(&out, separator);
        check_report_json(&report, &out);
    } else if (ok) {
        for (size_t i = 0; i < report.failure_count; i++) {
            complain(program, &report.failures[i]);
        }
        check_report_write(&report, &out);
    }
    write_out(program, &out);
    check_report_release(&report);
    text_release(&out);
}

/* Whether a student's file was released from the lesson --against names. */
static bool check_against(struct program *program, struct failure *failure) {
    const struct options *options = &program->options;
    const char *file = options->lessons[0];
    struct lesson *lesson = open_lesson(program, options->against, failure);
    struct document student = {0};
    struct text text = {0}, out = {0};
    bool ok = lesson != NULL && file_read(file, FILE_LESSON_LIMIT, &text, failure) &&
              document_read(&student, file, text_string(&text), text.length, failure);
    bool plain = ok && edition_belongs(student.raw, lesson, EDITION_STUDENT, failure);
    bool exam = ok && !plain && edition_belongs(student.raw, lesson, EDITION_EXAM, failure);
    if (ok && !failure->set) {
        text_format(&out, "%s %s %s%s\n", file,
                    plain || exam ? "belongs to" : "was not released from", options->against,
                    exam    ? ", as an exam"
                    : plain ? ""
                            : " as it is now");
        note_status(program, plain || exam ? STATUS_GOOD : STATUS_FAILED);
        write_out(program, &out);
    }
    document_release(&student);
    lesson_free(lesson);
    text_release(&out);
    text_release(&text);
    return ok;
}

static void run_check(struct program *program) {
    struct text out = {0};
    text_append(&out, program->options.json ? "[" : "");
    write_out(program, &out);
    for (size_t i = 0; i < program->options.lesson_count; i++) {
        check_one(program, program->options.lessons[i], i == 0 ? "" : ",\n ");
    }
    text_append(&out, program->options.json ? "]\n" : "");
    write_out(program, &out);
    text_release(&out);
}

/* Of a topic what the command `help` says. */
static void print_help(struct program *program) {
    const struct options *options = &program->options;
    struct text out = {0};
    if (options->lesson_count > 0) {
        text_format(&out, "help %s", options->lessons[0]);
        run_line(program, text_string(&out));
    } else {
        options_help(program->session.width, &out);
        write_out(program, &out);
    }
    text_release(&out);
}

static bool print_manual(struct program *program, struct failure *failure) {
    const struct options *options = &program->options;
    struct text out = {0};
    bool ok = manual_write(options->lesson_count > 0 ? options->lessons[0] : "man", &out, failure);
    if (ok) {
        write_out(program, &out);
    }
    text_release(&out);
    return ok;
}

static bool write_starter(struct program *program, struct failure *failure) {
    struct text out = {0};
    bool ok = starter_write(program->options.lessons[0], &out, failure);
    if (ok) {
        write_out(program, &out);
    }
    text_release(&out);
    return ok;
}

static void print_version(struct program *program) {
    struct text out = {0};
    text_append(&out, "qkv " QKV_VERSION "\n"
                      "License GPL-3.0-or-later: you may share and change it; it comes with no "
                      "warranty.\n");
    write_out(program, &out);
    text_release(&out);
}

/* --- beginning and end ----------------------------------------------------------------------- */

/* A standard stream that came closed would be taken by the first file we open. It gets a stand-in
 * that can be neither read nor written as it should. */
static void open_standard_streams(void) {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
            int stand_in = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
            (void)stand_in;
        }
    }
}

static bool wants_colour(enum colouring colouring) {
    const char *refused = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (colouring != COLOURING_AUTO) {
        return colouring == COLOURING_ALWAYS;
    }
    return isatty(STDOUT_FILENO) && (refused == NULL || refused[0] == '\0') && terminal != NULL &&
           terminal[0] != '\0' && !text_same(terminal, "dumb");
}

/* As TERM has it; who asks for colours has them where it knows none. */
static enum depth find_depth(const struct program *program) {
    enum depth depth = screen_depth();
    bool asked = program->options.colouring == COLOURING_ALWAYS;
    return depth == DEPTH_NONE && asked ? DEPTH_256 : depth;
}

/* A mistake in the settings stops nobody. On a screen it is seen there. */
static void take_settings(struct program *program) {
    struct failure failure = {0};
    if (!options_settings(&program->options, &failure)) {
        print_failure(&failure);
        failure_print(&failure, &program->unsettled);
    }
}

static bool start(struct program *program, struct failure *failure) {
    if (!options_find_folders(&program->options, failure) ||
        !session_init(&program->session, failure)) {
        return false;
    }
    program->session.lesson_folders = folders_of(program);
    program->session.width = output_width();
    program->session.print_frame = still_export;
    enum theme theme = program->options.theme;
    bool colour = wants_colour(program->options.colouring);
    program->session.paint = (struct paint){.colour = colour,
                                            .depth = colour ? find_depth(program) : DEPTH_NONE,
                                            .theme = theme == THEME_COUNT ? THEME_DARK : theme};
    return true;
}

static void dispatch(struct program *program, struct failure *failure) {
    switch (program->options.verb) {
    case VERB_HELP:
        print_help(program);
        break;
    case VERB_MANUAL:
        print_manual(program, failure);
        break;
    case VERB_WORKSHEET:
        run_worksheet(program, failure);
        break;
    case VERB_NEW:
        write_starter(program, failure);
        break;
    case VERB_LESSONS:
        run_line(program, "lessons");
        break;
    case VERB_VERSION:
        print_version(program);
        break;
    case VERB_CHECK:
        if (program->options.against != NULL) {
            check_against(program, failure);
        } else {
            run_check(program);
        }
        break;
    case VERB_PLAY:
        if (program->options.format != NULL && text_same(program->options.format, "cast")) {
            program->options.stops = true;
            run_show(program, failure);
        } else {
            run_play(program, failure);
        }
        break;
    case VERB_VALUES:
        run_values(program, failure);
        break;
    case VERB_RELEASE:
        run_release(program, failure);
        break;
    case VERB_HAND_IN:
        run_hand_in(program, failure);
        break;
    case VERB_GRADE:
        run_grade(program, failure);
        break;
    case VERB_SHOW:
        run_show(program, failure);
        break;
    case VERB_OPEN:
        run_open(program, failure);
        break;
    }
}

int main(int argc, char **argv) {
    struct program program = {0};
    struct failure failure = {0};
    open_standard_streams();
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a failed write, not a death */
    if (options_read(&program.options, argc, argv, &failure)) {
        take_settings(&program);
        if (start(&program, &failure)) {
            dispatch(&program, &failure);
        }
    }
    if (failure.set) {
        complain(&program, &failure);
    }
    text_release(&program.unsettled);
    session_release(&program.session);
    options_release(&program.options);
    if (screen_signal() != 0) { /* the screen ended in order: now as the sender meant it */
        (void)raise(screen_signal());
    }
    return program.status;
}
