/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/program.h"

#include "base/failure.h"
#include "base/file.h"
#include "commands/commands.h"
#include "lesson/lesson.h"
#include "play/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* --- what goes out --------------------------------------------------------------------------- */

void program_status(struct program *program, int status) {
    program->status = status > program->status ? status : program->status;
}

void program_tell(const struct failure *failure) {
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

void program_complain(void *context, const struct failure *failure) {
    program_status(context, failure->unmet ? STATUS_FAILED : STATUS_TROUBLE);
    program_tell(failure);
}

bool program_write(void *context, struct text *out) {
    struct program *program = context;
    struct failure failure = {0};
    struct text printed = {0};
    const struct paint *paint = &program->session.front.paint;
    style_print(text_string(out), canvas_theme(paint->theme, paint->depth), &printed);
    printed.failed |= out->failed;
    if (!text_ok(&printed, &failure)) {
        program_complain(program, &failure);
    } else if (!(program->options.verb == VERB_HELP && output_page(&printed)) &&
               !file_write(STDOUT_FILENO, text_string(&printed), printed.length)) {
        if (errno != EPIPE && !program->unwritable) {
            failure_set(&failure, "standard output: %s", strerror(errno));
            program_complain(program, &failure);
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
        return file_save(file, text_string(out), out->length, failure);
    }
    program_write(program, out);
    return true;
}

/* --- a lesson -------------------------------------------------------------------------------- */

const char *const *program_folders(const struct program *program) {
    return (const char *const *)program->options.folders;
}

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

bool program_load(struct program *program, struct failure *failure) {
    if (program->options.lesson_count > 0) {
        struct lesson *lesson = program_open(program, program->options.lessons[0], failure);
        if (lesson == NULL || !commands_open(&program->session, lesson, failure)) {
            return false;
        }
    }
    program_view(program);
    return program->options.at == NULL || run_address(program, failure);
}

struct batch program_batch(struct program *program) {
    return (struct batch){.session = &program->session,
                          .write = program_write,
                          .complain = program_complain,
                          .context = program};
}

void program_line(struct program *program, const char *line) {
    struct batch batch = program_batch(program);
    batch_run(&batch, "command line", 1, line);
}

void program_statements(struct program *program, bool (*write)(void *, struct text *)) {
    struct batch batch = program_batch(program);
    batch.write = write;
    for (size_t i = 0; i < program->options.statement_count && !batch.stuck; i++) {
        batch_run(&batch, "command line", 1, program->options.statements[i]);
    }
}
