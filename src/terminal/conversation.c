/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* conversation: statements line by line, without the full screen. */
#include "terminal/app.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/text.h"
#include "classroom/sitting.h"
#include "commands/commands.h"
#include "notebook/train.h"
#include "play/presenter.h"
#include "play/program.h"
#include "terminal/prompt.h"
#include "terminal/tty.h"

#include <signal.h>
#include <string.h>

enum { LEAST_WIDTH = 40, MOST_WIDTH = 80, MANY_STEPS = 10000 };

struct conversation {
    struct program *program;
    struct session *session; /* the program's */
    size_t line;             /* lines given so far */
    bool unasked;            /* what runs was not typed */
    struct sitting sitting;
    struct presenter presenter;
};

/* --- printing -------------------------------------------------------------------------------- */

static void print_words(struct conversation *conversation, const char *words) {
    struct text text = {0};
    text_append(&text, words);
    program_write(conversation->program, &text);
    text_release(&text);
}

/* Leaves out the file and line number, because the line has just been typed. What was not typed
 * needs no caret either. */
static void print_failure(struct conversation *conversation, const struct failure *failure) {
    struct text all = {0}, shown = {0};
    failure_print(failure, &all);
    const char *from = text_string(&all), *message = strstr(from, failure->message);
    from = text_same(failure->file, "prompt") && message != NULL ? message : from;
    text_append_bytes(&shown, from, conversation->unasked ? strcspn(from, "\n") : strlen(from));
    text_append(&shown, conversation->unasked ? "\n" : "");
    text_release_into(&all, &shown);
    program_write(conversation->program, &shown);
    text_release(&shown);
}

static void print_complaint(void *context, const char *sentence) {
    struct conversation *conversation = context;
    print_words(conversation, sentence);
    print_words(conversation, "\n");
}

/* --- Ctrl-C ----------------------------------------------------------------------------------- */

/* While a line runs Ctrl-C stops that line; a second one ends the program. */
static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal) {
    (void)signal;
    interrupted = 1;
}

static bool is_interrupted(void) {
    return interrupted != 0;
}

static bool watch_training(void *context, const struct training_moment *moment) {
    if (moment->step == 1 && moment->training->options.steps >= MANY_STEPS) {
        print_words(context, "Ctrl-C stops, and keeps what was learned.\n");
    }
    return !is_interrupted();
}

/* --- what is given --------------------------------------------------------------------------- */

static bool complete_line(void *context, const char *line, size_t at, size_t *start,
                          struct completion *completion) {
    struct conversation *conversation = context;
    return completion_find(conversation->session, line, at, start, completion);
}

static void set_width(struct session *session) {
    size_t columns = prompt_columns();
    columns = columns < LEAST_WIDTH ? LEAST_WIDTH : columns;
    session->front.width = columns > MOST_WIDTH ? MOST_WIDTH : columns;
}

static void print_notice(struct conversation *conversation) {
    struct text *notice = &conversation->sitting.notice;
    if (notice->length > 0) {
        text_append(notice, "\n");
        program_write(conversation->program, notice);
    }
}

/* Runs each logical line of what was given: a paste may contain several. */
static bool run_each(void *context, struct session *session, const struct failure *failure) {
    struct conversation *conversation = context;
    sitting_record_saved(&conversation->sitting, session); /* what is seen has been kept */
    program_write(conversation->program, &conversation->session->out);
    if (failure != NULL && failure->set) {
        print_failure(conversation, failure);
    }
    print_notice(conversation);
    presenter_report(&conversation->presenter, session);
    return !session->quit && !conversation->program->unwritable && !is_interrupted();
}

static void run_given(struct conversation *conversation, const char *given) {
    struct source source = {"prompt", conversation->line, 1, SPEAKER_PERSON};
    /* The first signal restores what the signal did before: by default it ends the program. */
    struct sigaction action = {.sa_handler = note_interrupt,
                               .sa_flags = SA_RESTART | (int)SA_RESETHAND},
                     usual;
    interrupted = 0;
    bool caught = sigaction(SIGINT, &action, &usual) == 0;
    checkpoint_on_poll(is_interrupted);
    commands_run_text(conversation->session, &source, given, run_each, conversation);
    checkpoint_on_poll(NULL);
    if (caught) {
        sigaction(SIGINT, &usual, NULL);
    }
}

/* Runs a command that an empty line, or the start, stands for. */
static void run_unasked(struct conversation *conversation, const char *command) {
    conversation->unasked = true;
    run_given(conversation, command);
    conversation->unasked = false;
}

/* An empty line goes on, if there is something to go on with. The lesson is read again first if it
 * was saved; the second call reports that it was. */
static void take_entry(struct conversation *conversation, const struct text *given) {
    const struct session *session = conversation->session;
    struct lesson *lesson = conversation->program->options.watch ? session->lesson : NULL;
    conversation->line++;
    if (lesson != NULL && (lesson_was_saved(lesson) || lesson_was_saved(lesson))) {
        run_given(conversation, "reopen");
    }
    if (given->length > 0) {
        run_given(conversation, text_string(given));
    } else if (session->lesson != NULL || session->focus.name != NULL) {
        run_unasked(conversation, "next");
    }
}

/* Prints the beginning: a lesson's first page, or the list of lessons. */
static void print_start(struct conversation *conversation) {
    struct session *session = conversation->session;
    program_write(conversation->program, &conversation->session->out);
    if (session->lesson == NULL) {
        run_unasked(conversation, "lessons");
        print_words(conversation, "Type a formula, or help. Ctrl-D leaves.\n");
    } else if (session_stop(session) == 0) {
        run_unasked(conversation, "next");
        print_words(conversation, "Enter goes on; help lists what else there is.\n");
    }
    sitting_record_saved(&conversation->sitting, session);
    print_notice(conversation);
}

void conversation_run(struct program *program) {
    struct session *session = &program->session;
    struct conversation conversation = {.program = program, .session = session};
    struct training_watch watch = {watch_training, &conversation};
    struct prompt_hooks hooks = {complete_line, print_complaint, NULL, &conversation};
    struct text given = {0};
    session->front.echo = true;
    session->front.watch = &watch;
    tty_use_utf8();
    prompt_start(&hooks);
    set_width(session);
    print_start(&conversation);
    while (!session->quit && !program->unwritable) {
        enum prompt_result result = prompt_read(&given);
        set_width(session);
        if (result == PROMPT_LEFT) {
            print_words(&conversation, "\n");
            break;
        }
        if (result == PROMPT_GIVEN) {
            take_entry(&conversation, &given);
        }
    }
    session->front.watch = NULL;
    presenter_close(&conversation.presenter);
    sitting_record_saved(&conversation.sitting, session);
    sitting_release(&conversation.sitting);
    prompt_stop();
    text_release(&given);
}
