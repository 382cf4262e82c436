/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/program.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/number.h"
#include "commands/commands.h"
#include "language/reader.h"
#include "lesson/lesson.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEAST_COLUMNS = 40, USUAL_COLUMNS = 80, MOST_COLUMNS = 1000, NO_SUCH_PROGRAM = 127 };
enum { CHUNK = 16000 }; /* no frame is larger than 16 KiB */

/* --- what goes out --------------------------------------------------------------------------- */

void program_status(struct program *program, int status) {
    program->status = status > program->status ? status : program->status;
}

void program_print_failure(const struct failure *failure) {
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

void program_report_failure(struct program *program, const struct failure *failure) {
    program_status(program, failure->unmet ? STATUS_FAILED : STATUS_TROUBLE);
    program_print_failure(failure);
}

size_t program_width(void) {
    const char *setting = getenv("COLUMNS");
    struct winsize size;
    double number;
    size_t columns = USUAL_COLUMNS;
    if (setting != NULL && number_parse(setting, strlen(setting), &number) && number >= 1) {
        columns = number < (double)MOST_COLUMNS ? (size_t)number : MOST_COLUMNS;
    } else if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        columns = size.ws_col < USUAL_COLUMNS ? size.ws_col : USUAL_COLUMNS;
    }
    return columns < LEAST_COLUMNS ? LEAST_COLUMNS : columns;
}

/* Pipes OUT to PAGER, a shell command, and waits for it; signals that we ignore reach it. False
 * when there is no such pager. */
static bool feed_pager(const char *pager, const struct text *out) {
    int ends[2], status = 0;
    pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child == 0) {
        (void)signal(SIGINT, SIG_DFL);
        (void)signal(SIGPIPE, SIG_DFL);
        (void)dup2(ends[0], STDIN_FILENO);
        (void)close(ends[0]);
        (void)close(ends[1]);
        (void)execl("/bin/sh", "sh", "-c", pager, (char *)NULL);
        _exit(NO_SUCH_PROGRAM);
    }
    if (child > 0) {
        (void)close(ends[0]);
        (void)file_write(ends[1], text_string(out), out->length);
        (void)close(ends[1]);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return child > 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == NO_SUCH_PROGRAM);
}

/* Shows OUT through $PAGER, or else less, when both ends are a terminal and OUT has more lines than
 * it. Returns when the pager has been left. False when it was not shown. */
static bool show_paged(const struct text *out) {
    const char *pager = getenv("PAGER"), *terminal = getenv("TERM");
    struct winsize size = {0};
    size_t lines = text_count_lines(text_string(out));
    pager = pager == NULL ? "less" : pager;
    if (terminal == NULL || terminal[0] == '\0' || text_same(terminal, "dumb") ||
        pager[0] == '\0' || text_same(pager, "cat") || !program_on_terminal() ||
        ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || lines < size.ws_row) {
        return false;
    }
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, pipe_closed;
    (void)setenv("LESS", "FRX", 0); /* colours as they are; the text stays when less is left */
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGPIPE, &ignore, &pipe_closed);
    bool shown = feed_pager(pager, out);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGPIPE, &pipe_closed, NULL);
    return shown;
}

bool program_write(void *context, struct text *out) {
    struct program *program = context;
    struct failure failure = {0};
    struct text printed = {0};
    const struct paint *paint = &program->session.front.paint;
    style_print(text_string(out), paint->theme, paint->depth, &printed);
    printed.failed |= out->failed;
    if (!text_ok(&printed, &failure)) {
        program_report_failure(program, &failure);
    } else if (!(program->options.verb == VERB_HELP && show_paged(&printed)) &&
               !file_write(STDOUT_FILENO, text_string(&printed), printed.length)) {
        if (errno != EPIPE && !program->unwritable) {
            failure_set(&failure, "standard output: %s", strerror(errno));
            program_report_failure(program, &failure);
        }
        program_status(program, STATUS_TROUBLE);
        program->unwritable = true;
    }
    text_release(&printed);
    text_clear(out);
    return !program->unwritable;
}

bool program_result(struct program *program, struct text *out, struct failure *failure) {
    const char *file = program->options.output;
    if (file != NULL && !program_is_dash(file)) {
        return output_save(file, out, program->options.force, failure);
    }
    program_write(program, out);
    return true;
}

/* --- a lesson -------------------------------------------------------------------------------- */

bool program_on_terminal(void) {
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

bool program_is_dash(const char *word) {
    return text_same(word, "-");
}

struct lesson *program_open(struct program *program, const char *word, struct failure *failure) {
    if (!program_is_dash(word)) {
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

void program_view(struct program *program) {
    struct session *session = &program->session;
    if (program->options.columns) {
        session->display.columns = true;
    }
    if (program->options.precision >= 0) {
        session->display.precision = program->options.precision;
    }
}

bool program_load(struct program *program, struct failure *failure) {
    const struct options *options = &program->options;
    bool sums = options->verb == VERB_PRACTICE || options->seed >= 0;
    if (sums || options->lesson_count > 0) {
        struct lesson *lesson = sums ? sums_open(program, failure)
                                     : program_open(program, options->lessons[0], failure);
        if (lesson == NULL || !commands_open(&program->session, lesson, failure)) {
            return false;
        }
    }
    program_view(program);
    struct source source = {"command line", 1, 1, SPEAKER_PERSON};
    struct text line = {0};
    text_format(&line, "goto %s", options->at == NULL ? "" : options->at);
    bool ok = options->at == NULL ||
              (text_ok(&line, failure) &&
               commands_run(&program->session, &source, text_string(&line), failure));
    text_release(&line);
    return ok;
}

/* --- statements ------------------------------------------------------------------------------- */

/* Statements that are run one logical line at a time. */
struct batch {
    struct program *program;
    const char *file; /* that they are from */
    bool silent;      /* what they say is dropped */
    bool stuck;       /* it cannot be written, or they cannot be read */
};

static bool end_line(void *context, struct session *session, const struct failure *failure) {
    struct batch *batch = context;
    if (session->out.length > 0 && !batch->silent) {
        batch->stuck = !program_write(batch->program, &session->out);
    }
    text_clear(&session->out);
    if (failure != NULL && failure->set) {
        program_report_failure(batch->program, failure);
    }
    return !batch->stuck && !session->quit;
}

static void run_text(struct batch *batch, size_t line, const char *text) {
    struct source source = {batch->file, line, 1, SPEAKER_PERSON};
    commands_run_text(&batch->program->session, &source, text, end_line, batch);
}

void program_line(struct program *program, const char *line) {
    struct batch batch = {.program = program, .file = "command line"};
    run_text(&batch, 1, line);
}

void program_statements(struct program *program, bool silent) {
    struct batch batch = {.program = program, .file = "command line", .silent = silent};
    for (size_t i = 0; i < program->options.statement_count && !batch.stuck; i++) {
        run_text(&batch, 1, program->options.statements[i]);
    }
}

/* --- standard input --------------------------------------------------------------------------- */

static void complain_at(struct batch *batch, size_t line, const char *message) {
    struct failure failure = {0};
    failure_set(&failure, "%s", message);
    failure_locate(&failure, batch->file, "", line);
    program_report_failure(batch->program, &failure);
}

/* What was read; what follows START has not run yet. */
struct batch_input {
    struct text text;
    size_t start, line; /* START is in line LINE */
    size_t incomplete;  /* length of the input from START on that was found to have no whole line */
    bool begun, ended;
};

/* Drops what has run and reads once more. */
static void input_read(struct batch_input *input, struct failure *failure) {
    char bytes[CHUNK];
    ssize_t count;
    if (input->start > 0) {
        memmove(input->text.bytes, input->text.bytes + input->start,
                input->text.length - input->start);
        text_truncate(&input->text, input->text.length - input->start);
        input->start = 0;
    }
    count = file_read_some(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0) {
        failure_set(failure, "cannot be read: %s", strerror(errno));
    }
    input->ended = count <= 0;
    if (count > 0) {
        text_append_bytes(&input->text, bytes, (size_t)count);
    }
    text_ok(&input->text, failure);
    if (input->text.length > FILE_LESSON_LIMIT) {
        failure_set(failure, "one statement is longer than %d MiB", FILE_LESSON_LIMIT >> 20);
    }
}

/* Returns the length of the first logical line when it is whole, else 0. A line that comes in many
 * pieces is examined again only when no more is waiting, or it has doubled, and not with every
 * piece. */
static size_t input_line(struct batch_input *input) {
    struct pollfd waiting = {.fd = STDIN_FILENO, .events = POLLIN};
    bool open = false;
    const char *bytes = text_string(&input->text) + input->start;
    size_t left = input->text.length - input->start;
    if (left == 0 || (!input->ended && left < 2 * input->incomplete && poll(&waiting, 1, 0) > 0)) {
        return 0;
    }
    size_t length = reader_line(bytes, left, &open);
    bool ends = length > 0 && bytes[length - 1] == '\n';
    bool whole = length < left || (ends && !open) || input->ended;
    input->incomplete = whole ? 0 : left;
    return whole ? length : 0;
}

/* Runs LENGTH bytes with line ends made \n; a byte order mark at the start of the stream is
 * dropped. */
static void run_batch_line(struct batch *batch, struct batch_input *input, size_t length) {
    struct text line = {0};
    struct failure failure = {0};
    const char *bytes = input->text.bytes + input->start;
    for (size_t at = !input->begun && text_starts(bytes, "\xef\xbb\xbf") ? 3 : 0; at < length;
         at++) {
        text_append_bytes(&line, bytes + at,
                          bytes[at] != '\r' || at + 1 == length || bytes[at + 1] != '\n');
    }
    input->begun = true;
    if (!text_ok(&line, &failure)) {
        complain_at(batch, input->line, failure.message);
    } else if (strlen(text_string(&line)) < line.length) {
        complain_at(batch, input->line, "a NUL byte: statements are plain text");
    } else {
        run_text(batch, input->line, text_string(&line));
    }
    for (size_t i = 0; i < length; i++) {
        input->line += bytes[i] == '\n';
    }
    input->start += length;
    text_release(&line);
}

void program_input(struct program *program) {
    struct batch batch = {.program = program, .file = "standard input"};
    struct batch_input input = {.line = 1};
    struct failure failure = {0};
    while (!input.ended && !batch.stuck && !program->session.quit) {
        input_read(&input, &failure);
        if (failure.set) {
            complain_at(&batch, input.line, failure.message);
            batch.stuck = true;
        }
        size_t length = 0;
        while (!batch.stuck && !program->session.quit && (length = input_line(&input)) > 0) {
            run_batch_line(&batch, &input, length);
        }
    }
    text_release(&input.text);
}
