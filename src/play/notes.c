/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/verbs.h"

#include "base/failure.h"
#include "play/presenter.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LOOK = 50 /* milliseconds between two readings */, HANG = 9 };

/* Writes "12:07 of 20 minutes" for "SECONDS MINUTES", marked when the time is over. */
static void write_clock(const char *words, struct text *out) {
    char *rest;
    long long began = strtoll(words, &rest, 10), minutes = strtoll(rest, NULL, 10);
    long long passed = (long long)time(NULL) - began;
    passed = passed < 0 ? 0 : passed;
    text_format(out, "%lld:%02lld", passed / 60, passed % 60);
    if (minutes > 0) {
        text_format(out, " of %lld minutes", minutes);
    }
    if (minutes > 0 && passed > minutes * 60) {
        text_append(out, ", over");
    }
}

/* Writes "   note  Ask the room." */
static void write_note_line(struct program *program, const char *word, const char *words,
                            struct text *out) {
    struct session *session = &program->session;
    char first[32];
    struct text clock = {0};
    bool title = text_same(word, "title"), timed = text_same(word, "time");
    text_fill(first, sizeof first, "%*s  ", HANG - 2, word);
    if (timed) {
        write_clock(words, &clock);
    }
    struct output output = {out, &session->front.paint, program_width()};
    struct flow flow = flow_into(&output, title ? "" : first, title ? 0 : HANG);
    flow_words(flow, timed ? text_string(&clock) : words,
               title                     ? STYLE_STRONG
               : text_same(word, "note") ? STYLE_EMPHASIS
                                         : STYLE_PLAIN);
    text_release_into(&clock, out);
}

/* Writes the lines; a word that is the same as on the line above is not repeated. */
static void write_report_lines(struct program *program, const struct text *report,
                               struct text *out) {
    struct text last = {0};
    for (const char *line = text_string(report); *line != '\0'; line += strspn(line, "\n")) {
        size_t length = strcspn(line, "\n"), word = strcspn(line, "\t\n");
        struct text name = {0}, words = {0};
        text_append_bytes(&name, line, word);
        text_append_bytes(&words, line + word, length - word);
        bool again = text_same(text_string(&name), text_string(&last));
        write_note_line(program, again ? "" : text_string(&name),
                        text_string(&words) + (word < length), out);
        text_clear(&last);
        text_append(&last, text_string(&name));
        text_release_into(&words, out);
        text_release_into(&name, out);
        line += length;
    }
    text_release_into(&last, out);
}

/* Shows the report in place of the one before on a terminal, and below it elsewhere. */
static void show_report(struct program *program, const struct lesson *lesson,
                        const struct text *report, bool redraws) {
    struct text out = {0}, nothing = {0};
    text_append(&out, redraws ? "\x1b[H\x1b[2J" : "");
    if (report->length == 0) {
        text_format(&nothing, "title\t%s\nhere\tno screen shows it: qkv %s\n", lesson->title,
                    program->options.lessons[0]);
    }
    write_report_lines(program, report->length == 0 ? &nothing : report, &out);
    text_append(&out, redraws ? "" : "\n");
    program_write(program, &out);
    text_release(&nothing);
    text_release(&out);
}

bool notes_follow(struct program *program, struct text *report, struct failure *failure) {
    const char *terminal = getenv("TERM");
    bool redraws = isatty(STDOUT_FILENO) && terminal != NULL && !text_same(terminal, "dumb");
    struct lesson *lesson = program_open(program, program->options.lessons[0], failure);
    struct text path = {0}, shown = {0};
    bool ok = lesson != NULL && presenter_path(&path, failure), first = true;
    time_t second = 0;
    const struct timespec pause = {.tv_nsec = LOOK * 1000000L};
    while (ok && !program->unwritable) {
        text_clear(report);
        ok = presenter_read(text_string(&path), report, failure);
        bool ticks = redraws && time(NULL) != second;
        if (ok && (first || ticks || !text_same(text_string(report), text_string(&shown)))) {
            show_report(program, lesson, report, redraws);
            text_clear(&shown);
            text_append(&shown, text_string(report));
            second = time(NULL);
            first = false;
        }
        nanosleep(&pause, NULL);
    }
    lesson_free(lesson);
    text_release(&shown);
    text_release(&path);
    return ok;
}
