/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* qkv: starts and ends the program, and opens the screen or the prompt; play does the other verbs.
 */
#include "base/failure.h"
#include "base/text.h"
#include "commands/commands.h"
#include "panels/snapshot.h"
#include "play/program.h"
#include "play/verbs.h"
#include "terminal/app.h"
#include "terminal/screen.h"
#include "terminal/tty.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* --- opening ---------------------------------------------------------------------------------- */

static bool begin_review(struct program *program, struct failure *failure) {
    static const struct source source = {"command line", 1, 1, SPEAKER_PERSON};
    if (program->options.verb != VERB_REVIEW) {
        return true;
    }
    return commands_run(&program->session, &source, "review", failure) &&
           (program->session.review.count > 0 ||
            failure_set(failure, "there is nothing to review yet: no question was answered"));
}

/* Runs the screen if the terminal can show one; otherwise says why not and runs the prompt. */
static bool run_screen(struct program *program, struct failure *failure) {
    const struct options *options = &program->options;
    struct text why = {0};
    (void)setlocale(LC_CTYPE, ""); /* readline and curses ask it; numbers never do */
    bool screen = !options->plain && tty_possible(&why);
    if (why.length > 0) {
        (void)fprintf(stderr, "qkv: no screen here: %s\n", text_string(&why));
    }
    text_release(&why);
    program->session.front.from_person = !screen;
    program->session.front.drawn = screen;
    program->session.front.mouse_off = screen && options->mouse == SWITCHED_OFF;
    if (!program_load(program, failure) || !begin_review(program, failure)) {
        return false;
    }
    if (!screen) {
        conversation_run(program);
        return true;
    }
    struct app_options how = {.theme = options->theme,
                              .colour = options->colouring == COLOURING_AUTO     ? -1
                                        : options->colouring == COLOURING_ALWAYS ? 1
                                                                                 : 0,
                              .resume = options->at == NULL && !options->from_start &&
                                        options->verb != VERB_REVIEW,
                              .watch = options->watch};
    text_append(&program->session.view.last.message, text_string(&program->unsettled));
    return app_run(&program->session, &how, failure);
}

static bool run_interactive(struct program *program, struct failure *failure) {
    const struct options *options = &program->options;
    bool bare = options->lesson_count == 0 && options->verb == VERB_OPEN;
    bool stream = options->lesson_count > 0 && program_is_dash(options->lessons[0]);
    if (options->statement_count == 0 && !stream && program_on_terminal()) {
        return run_screen(program, failure);
    }
    if (options->watch) {
        return failure_set(failure, "--watch needs a lesson that is open on a terminal");
    }
    if (!bare && !stream) {
        verbs_run(program, VERB_PLAY, failure);
        return true;
    }
    program_view(program);
    if (stream || options->statement_count == 0) {
        program_input(program);
    }
    program_statements(program, false);
    return true;
}

/* --- beginning and end ----------------------------------------------------------------------- */

static bool wants_output_colour(enum colouring colouring) {
    const char *refused = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (colouring != COLOURING_AUTO) {
        return colouring == COLOURING_ALWAYS;
    }
    return isatty(STDOUT_FILENO) && (refused == NULL || refused[0] == '\0') && terminal != NULL &&
           terminal[0] != '\0' && !text_same(terminal, "dumb");
}

static bool start(struct program *program, struct failure *failure) {
    if (!options_find_folders(&program->options, failure) ||
        !session_init(&program->session, failure)) {
        return false;
    }
    program->session.front.lesson_folders = (const char *const *)program->options.folders;
    if (program->options.models.length > 0) {
        program->session.front.models = text_string(&program->options.models);
    }
    program->session.front.width = program_width();
    program->session.front.print_frame = snapshot_export;
    enum theme theme = program->options.theme;
    bool colour = wants_output_colour(program->options.colouring);
    enum depth depth = colour ? tty_depth() : DEPTH_NONE; /* as TERM has it */
    if (depth == DEPTH_NONE && program->options.colouring == COLOURING_ALWAYS) {
        depth = DEPTH_256; /* colours that are asked for are used even on an unknown terminal */
    }
    program->session.front.paint = (struct paint){
        .colour = colour, .depth = depth, .theme = theme == THEME_COUNT ? THEME_DARK : theme};
    return true;
}

int main(int argc, char **argv) {
    struct program program = {0};
    struct failure failure = {0};
    /* If a standard stream is closed, the first file that we open would take its place. It gets a
     * substitute that can be neither read nor written as it should. */
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
            int stand_in = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
            (void)stand_in;
        }
    }
    output_use_log(&program.log);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a failed write, not a death */
    if (options_read(&program.options, argc, argv, &failure)) {
        struct failure unsettled = {0};
        if (!options_settings(&program.options,
                              &unsettled)) { /* a mistake in them does not stop the program */
            program_print_failure(&unsettled);
            failure_print(&unsettled, &program.unsettled); /* on a screen it is seen there */
        }
        if (start(&program, &failure)) {
            if (program.options.verb == VERB_OPEN || program.options.verb == VERB_PRACTICE ||
                program.options.verb == VERB_REVIEW) {
                run_interactive(&program, &failure);
            } else {
                verbs_run(&program, program.options.verb, &failure);
            }
        }
    }
    if (failure.set) {
        program_report_failure(&program, &failure);
    }
    text_release(&program.unsettled);
    session_release(&program.session);
    options_release(&program.options);
    output_log_release(&program.log);
    if (screen_signal() != 0) { /* the screen ended in order: now as the sender meant it */
        (void)raise(screen_signal());
    }
    return program.status;
}
