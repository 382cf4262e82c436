/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/verbs.h"

#include "base/failure.h"
#include "canvas/paper.h"
#include "classroom/classroom.h"
#include "classroom/grade.h"
#include "commands/commands.h"
#include "commands/help.h"
#include "files/export.h"
#include "panels/panels.h"
#include "panels/snapshot.h"
#include "play/program.h"

#include <stdio.h>
#include <unistd.h>

/* Plays the lesson with the answers of a file; then prints how many of them are right. */
static bool play_answers(struct program *program, struct text *out, struct failure *failure) {
    struct session *session = &program->session;
    struct script script = {0};
    bool ok = script_read(&script, program->options.answers, session->lesson, failure) &&
              transcript_play(session, &script, program_write, program, failure);
    if (ok) {
        program_statements(program, false);
        program_status(program, script_verdict(session, out) ? STATUS_GOOD : STATUS_FAILED);
        program_write(program, out);
    }
    program_write(program, &session->out); /* what was said before a line that failed */
    script_release(&script);
    return ok;
}

/* Gathers the output of all stops for a file. */
static bool gather_output(void *context, struct text *out) {
    struct text *all = context;
    text_append_bytes(all, text_string(out), out->length);
    all->failed |= out->failed;
    text_clear(out);
    return true;
}

static bool run_values_verb(struct program *program, struct text *out, struct failure *failure) {
    const struct options *options = &program->options;
    const struct session *session = &program->session;
    const struct export_format *format =
        export_find(options->format == NULL ? "text" : options->format);
    bool shown = options->output == NULL || program_is_dash(options->output);
    if (format->binary && shown && isatty(STDOUT_FILENO)) {
        return failure_set(failure, "%s is not text: add -o FILE, or send it down a pipe",
                           format->name);
    }
    if (format->one && options->name == NULL) {
        return failure_set(failure, "%s holds one value: say which with --name NAME", format->name);
    }
    if (!program_load(program, failure) ||
        (session->lesson != NULL &&
         !transcript_skip(&program->session, options->statement_count > 0, failure))) {
        return false;
    }
    program_statements(program, true);
    const struct lesson *lesson = session->lesson;
    struct export_options how = {.lesson = lesson == NULL ? NULL : lesson->id,
                                 .folder = lesson == NULL ? NULL : lesson->folder,
                                 .models = session->front.models,
                                 .name = options->name,
                                 .columns = session->display.columns,
                                 .rounded = options->precision >= 0,
                                 .precision = options->precision};
    return export_write(format, session_notebook(session), &how, out, failure);
}

static bool run_release_verb(struct program *program, struct text *out, struct failure *failure) {
    const struct options *options = &program->options;
    enum edition edition = options->exam ? EDITION_EXAM : EDITION_STUDENT;
    return program_load(program, failure) &&
           release_write(&program->session, edition, out, failure);
}

/* Finds the learner's name: from --name, from the last time, or by asking on a terminal. */
static bool name_learner(struct program *program, struct sitting *sitting,
                         struct failure *failure) {
    char typed[256];
    const char *name = program->options.name;
    if (name == NULL && record_string(&sitting->record, "name") != NULL) {
        return true;
    }
    if (name == NULL && program_on_terminal()) {
        (void)fputs("Your name: ", stderr);
        name = fgets(typed, sizeof typed, stdin);
    }
    return name != NULL ? hand_in_name(sitting, name, failure)
                        : failure_set(failure, "who hands it in? add --name 'Ada Lovelace'");
}

static bool run_hand_in_verb(struct program *program, struct text *out, struct failure *failure) {
    struct options *options = &program->options;
    struct sitting sitting = {0};
    struct text path = {0};
    bool ok =
        program_load(program, failure) &&
        hand_in_take(&program->session, options->lessons[0], options->answers, &sitting, failure) &&
        name_learner(program, &sitting, failure) && record_write(&sitting.record, out, failure);
    if (ok) {
        hand_in_file(&sitting.record, &path);
        options->output = options->output == NULL ? text_string(&path) : options->output;
        ok = text_ok(&path, failure) && text_ok(out, failure) &&
             program_result(program, out, failure);
    }
    text_clear(out);
    if (ok && !program_is_dash(options->output)) {
        text_format(out, "Written: %s\n", options->output);
    }
    options->output = NULL;
    sitting_release(&sitting);
    text_release(&path);
    return ok;
}

static bool run_grade_verb(struct program *program, struct text *out, struct failure *failure) {
    const struct options *options = &program->options;
    struct grade grade = {0};
    if (options->lesson_count < 2) {
        return failure_set(failure, "which hand-ins? usage: qkv grade LESSON FILE...");
    }
    bool ok = program_load(program, failure) && grade_begin(&grade, &program->session, failure);
    for (size_t i = 1; ok && i < options->lesson_count; i++) {
        ok = grade_add(&grade, options->lessons[i], failure);
    }
    ok =
        ok && grade_write(&grade, options->format == NULL ? "text" : options->format, out, failure);
    for (size_t i = 0; i < json_array_size(grade.students); i++) {
        bool graded = json_is_true(json_object_get(json_array_get(grade.students, i), "graded"));
        program_status(program, graded ? STATUS_GOOD : STATUS_FAILED);
    }
    grade_release(&grade);
    return ok;
}

/* Shows one frame of the screen, or all. A lesson without an address is shown at its first stop. */
static bool run_show_verb(struct program *program, struct text *out, struct failure *failure) {
    static const struct source source = {"command line", 1, 1, SPEAKER_PERSON};
    struct session *session = &program->session;
    const struct options *options = &program->options;
    struct snapshot snapshot = {.paper =
                                    paper_find(options->format == NULL ? "text" : options->format),
                                .stops = options->stops};
    session->front.drawn = true;
    if (snapshot.paper->coloured) {
        session->front.paint.colour = true;
        session->front.paint.depth = DEPTH_TRUE;
    }
    if (snapshot.paper->one && snapshot.stops) {
        return failure_set(failure, "%s holds one frame: say which with --at",
                           snapshot.paper->name);
    }
    if (!snapshot_size(options->size == NULL ? "80x24" : options->size, snapshot.size, failure) ||
        !program_load(program, failure)) {
        return false;
    }
    panels_fit(session, snapshot.size);
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
    return (snapshot.stops || said_take(session, NULL, failure)) &&
           snapshot_print(session, &snapshot, out, failure);
}

/* Writes the transcript, or the format that the options ask for. */
static bool run_play_verb(struct program *program, struct text *out, struct failure *failure) {
    struct session *session = &program->session;
    const struct options *options = &program->options;
    bool page = options->format != NULL && text_same(options->format, "html");
    bool whole = page || options->output != NULL;
    if (whole && (options->statement_count > 0 || options->answers != NULL)) {
        return failure_set(failure, "--format and --output take the lesson as it is: leave %s out",
                           options->answers != NULL ? "--answers" : "--command");
    }
    if (!program_load(program, failure)) {
        return false;
    }
    if (whole && session->lesson != NULL) {
        session->front.paint.colour = false;
        return page ? page_write(session, out, failure)
                    : transcript_play(session, NULL, gather_output, out, failure);
    }
    if (program->options.answers != NULL) {
        return play_answers(program, out, failure);
    }
    if (session->lesson != NULL &&
        !transcript_play(session, NULL, program_write, program, failure)) {
        return false;
    }
    program_statements(program, false);
    return true;
}

static bool run_worksheet_verb(struct program *program, struct text *out, struct failure *failure) {
    const struct options *options = &program->options;
    const struct medium *medium =
        medium_find(options->format == NULL ? "markdown" : options->format);
    return program_load(program, failure) &&
           worksheet_write(&program->session, medium, options->key, out, failure);
}

/* Checks one lesson and reports; in a list SEPARATOR precedes its report. */
static void check_one(struct program *program, const char *word, const char *separator) {
    struct failure failure = {0};
    struct check_report report = {0};
    struct text out = {0};
    struct lesson *lesson = program_open(program, word, &failure);
    bool ok = lesson != NULL && check_lesson(lesson, &program->session, &report, &failure);
    if (!ok) {
        program_report_failure(program, &failure);
        check_report_trouble(&report, word, &failure);
    }
    if (report.failure_count > 0) {
        program_status(program, STATUS_FAILED);
    }
    if (program->options.json) {
        text_append(&out, separator);
        check_report_json(&report, &out);
    } else if (ok) {
        for (size_t i = 0; i < report.failure_count; i++) {
            program_report_failure(program, &report.failures[i]);
        }
        check_report_write(&report, &out);
    }
    program_write(program, &out);
    check_report_release(&report);
    text_release(&out);
}

static bool run_check_verb(struct program *program, struct text *out, struct failure *failure) {
    (void)failure;
    text_append(out, program->options.json ? "[" : "");
    program_write(program, out);
    for (size_t i = 0; i < program->options.lesson_count; i++) {
        check_one(program, program->options.lessons[i], i == 0 ? "" : ",\n ");
    }
    text_append(out, program->options.json ? "]\n" : "");
    return true;
}

static bool run_lessons_verb(struct program *program, struct text *out, struct failure *failure) {
    (void)out;
    (void)failure;
    program_line(program, "lessons");
    return true;
}

/* Writes what a topic is on the command line, and what the command `help` says about it. */
static bool run_help_verb(struct program *program, struct text *out, struct failure *failure) {
    const struct options *options = &program->options;
    size_t width = program->session.front.width;
    struct text topic = {0}, more = {0};
    struct failure unknown = {0};
    for (size_t i = 0; i < options->lesson_count; i++) {
        text_format(&topic, "%s%s", i > 0 ? " " : "", options->lessons[i]);
    }
    bool known = true;
    if (topic.length == 0) {
        options_help(width, out);
    } else if (options_topic(text_string(&topic), width, out)) {
        bool further =
            !options->verb_alone && help_write(text_string(&topic), width, &more, &unknown);
        text_format(out, "%s%s", further ? "\n" : "", further ? text_string(&more) : "");
    } else {
        known = help_write(text_string(&topic), width, out, failure);
    }
    text_release_into(&topic, out);
    text_release_into(&more, out);
    return known;
}

static bool run_manual_verb(struct program *program, struct text *out, struct failure *failure) {
    const struct options *options = &program->options;
    const char *form = options->lesson_count > 0 ? options->lessons[0] : "man";
    return text_same(form, "words") ? manual_words(options, out, failure)
                                    : manual_write(form, out, failure);
}

static bool run_new_verb(struct program *program, struct text *out, struct failure *failure) {
    const struct options *options = &program->options;
    return starter_write(options->lessons[0], options->force, out, failure);
}

static bool run_version_verb(struct program *program, struct text *out, struct failure *failure) {
    (void)program;
    (void)failure;
    text_append(out, "qkv " QKV_VERSION "\n"
                     "License GPL-3.0-or-later: you may share and change it; it comes with no "
                     "warranty.\n");
    return true;
}

void verbs_run(struct program *program, enum verb verb, struct failure *failure) {
    static bool (*const rows[])(struct program * program, struct text * out,
                                struct failure * failure) = {
        [VERB_NOTES] = notes_follow,       [VERB_PLAY] = run_play_verb,
        [VERB_CHECK] = run_check_verb,     [VERB_RELEASE] = run_release_verb,
        [VERB_HAND_IN] = run_hand_in_verb, [VERB_GRADE] = run_grade_verb,
        [VERB_VALUES] = run_values_verb,   [VERB_SHOW] = run_show_verb,
        [VERB_NEW] = run_new_verb,         [VERB_WORKSHEET] = run_worksheet_verb,
        [VERB_LESSONS] = run_lessons_verb, [VERB_HELP] = run_help_verb,
        [VERB_MANUAL] = run_manual_verb,   [VERB_VERSION] = run_version_verb,
    };
    struct text out = {0};
    if (rows[verb](program, &out, failure) && text_ok(&out, failure)) {
        program_result(program, &out, failure);
    }
    text_release(&out);
}
