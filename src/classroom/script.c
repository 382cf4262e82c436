/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/script.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "commands/commands.h"
#include "language/reader.h"
#include "session/question.h"

#include <stdlib.h>
#include <string.h>

/* --- reading ---------------------------------------------------------------------------------- */

/* Returns the page's number in ID, "page 3"; 0 when ID is something else. */
static size_t page_number_in(const char *id) {
    static const char word[] = "page ";
    const char *at = text_starts(id, word) ? id + strlen(word) : "";
    size_t digits = strspn(at, "0123456789");
    return digits > 0 && digits <= 4 && at[digits] == '\0' ? strtoul(at, NULL, 10) : 0;
}

/* True when ID names stop INDEX. */
static bool stop_has_id(const struct lesson *lesson, size_t index, const char *id) {
    const struct stop *stop = &lesson->stops[index];
    const char *question = lesson_question_id(lesson, index);
    return question != NULL ? text_same(question, id)
                            : stop->kind == STOP_PAGE && page_number_in(id) == stop->page + 1;
}

static bool check_id(const struct lesson *lesson, const char *id, struct failure *failure) {
    const char *best = NULL;
    for (size_t i = 0; i < lesson->stop_count; i++) {
        const char *question = lesson_question_id(lesson, i);
        if (stop_has_id(lesson, i, id)) {
            return true;
        }
        best = question == NULL ? best : text_nearer(id, best, question);
    }
    return best != NULL
               ? failure_set(failure, "there is no question %s; did you mean %s?", id, best)
               : failure_set(failure, "%s has no question %s", lesson->title, id);
}

/* A script being read, and its present line without blanks at the end. */
struct scanning {
    struct script *script;
    const struct lesson *lesson;
    const char *bytes;
    size_t length, line;
    size_t indent; /* of the first line that goes on with the last entry; 0: none yet */
};

/* Begins an entry with the line `ID: TEXT`. */
static bool begin_script_entry(struct scanning *scanning, struct failure *failure) {
    struct script *script = scanning->script;
    const char *colon = memchr(scanning->bytes, ':', scanning->length);
    if (colon == NULL) {
        return failure_set(failure, "a line is a question's id, a colon and an answer, as in "
                                    "first-cell: 0.2; one that goes on is indented");
    }
    if (!memory_reserve(&script->list, &script->capacity, script->count + 1,
                        sizeof *script->list)) {
        return failure_memory(failure);
    }
    const char *text = colon + 1, *end = scanning->bytes + scanning->length;
    text += text < end ? strspn(text, " \t") : 0;
    struct script_entry *entry = &script->list[script->count++];
    *entry =
        (struct script_entry){.id = memory_text(scanning->bytes, (size_t)(colon - scanning->bytes)),
                              .line = text < end ? scanning->line : scanning->line + 1};
    text_append_bytes(&entry->text, text, (size_t)(end - text));
    text_append(&entry->text, text < end ? "\n" : "");
    scanning->indent = 0;
    return entry->id == NULL ? failure_memory(failure)
                             : check_id(scanning->lesson, entry->id, failure);
}

/* Adds a line to the entry: an indented one, an empty one or a remark. All count as lines of the
 * entry. */
static bool continue_entry(struct scanning *scanning, struct failure *failure) {
    struct script *script = scanning->script;
    size_t blanks = strspn(scanning->bytes, " \t");
    bool empty = scanning->length == 0 || scanning->bytes[0] == '#';
    if (script->count == 0) {
        return empty || failure_set(failure, "an indented line goes on with an answer; there is "
                                             "none before it");
    }
    scanning->indent = scanning->indent == 0 && !empty ? blanks : scanning->indent;
    size_t drop = empty ? scanning->length : blanks < scanning->indent ? blanks : scanning->indent;
    struct text *text = &script->list[script->count - 1].text;
    text_append_bytes(text, scanning->bytes + drop, scanning->length - drop);
    text_append(text, "\n");
    return true;
}

bool script_read(struct script *script, const char *path, const struct lesson *lesson,
                 struct failure *failure) {
    struct text text = {0};
    struct scanning scanning = {.script = script, .lesson = lesson, .line = 1};
    *script = (struct script){.file = memory_text(path, strlen(path))};
    bool ok = script->file != NULL ? file_read(path, FILE_LESSON_LIMIT, &text, failure)
                                   : failure_memory(failure);
    if (ok && strlen(text_string(&text)) < text.length) {
        ok = failure_set(failure, "%s: a NUL byte: answers are plain text", path);
    }
    const char *at = text_string(&text);
    for (; ok && *at != '\0'; scanning.line++) {
        size_t length = strcspn(at, "\n");
        scanning.bytes = at;
        scanning.length = length;
        while (scanning.length > 0 && strchr(" \t\r", at[scanning.length - 1]) != NULL) {
            scanning.length--;
        }
        bool goes_on = scanning.length == 0 || strchr(" \t#", at[0]) != NULL;
        ok = goes_on ? continue_entry(&scanning, failure) : begin_script_entry(&scanning, failure);
        if (!ok) {
            failure_place(failure, (struct span){0, scanning.length});
            failure_locate(failure, path, at, scanning.line);
        }
        at += length + (at[length] == '\n' ? 1 : 0);
    }
    for (size_t i = 0; ok && i < script->count; i++) {
        ok = text_ok(&script->list[i].text, failure);
    }
    text_release(&text);
    return ok;
}

void script_release(struct script *script) {
    for (size_t i = 0; i < script->count; i++) {
        memory_free(script->list[i].id);
        text_release(&script->list[i].text);
    }
    memory_free(script->list);
    memory_free(script->file);
    *script = (struct script){0};
}

/* --- answering -------------------------------------------------------------------------------- */

static void echo(struct session *session, const char *line) {
    for (; *line != '\0'; line += strspn(line, "\n")) {
        size_t length = strcspn(line, "\n");
        text_append(&session->out, "> ");
        utf8_line(&session->out, line, length);
        text_append(&session->out, "\n");
        line += length;
    }
}

/* An entry while it is typed. */
struct typing {
    struct session *session;
    struct sitting *sitting;
    struct source source;
    bool answers; /* a quiz: what is typed are answers, or commands that are about it */
};

static bool type_line(const struct typing *typing, const char *line, struct failure *failure) {
    struct session *session = typing->session;
    struct text typed = {0};
    const struct command *command = command_find(line, strcspn(line, " "));
    bool asks = command != NULL && (command->flags & COMMAND_LESSON) != 0;
    text_format(&typed, typing->answers && !asks ? "answer %s" : "%s", line);
    echo(session, text_string(&typed));
    bool ok = text_ok(&typed, failure) &&
              commands_run(session, &typing->source, text_string(&typed), failure) &&
              (typing->sitting == NULL || sitting_record(typing->sitting, session, failure));
    text_release(&typed);
    return ok;
}

/* Types the lines one by one; the output says what they change. */
static bool type_lines(struct typing *typing, const char *lines, struct failure *failure) {
    bool ok = true, echoes = typing->session->front.echo;
    typing->session->front.echo = typing->session->front.from_script = true;
    while (ok && *lines != '\0') {
        size_t whole =
            typing->answers ? strcspn(lines, "\n") : reader_line(lines, strlen(lines), NULL);
        size_t length = whole - (whole > 0 && lines[whole - 1] == '\n' ? 1 : 0);
        char *line = memory_text(lines, length);
        ok = line != NULL ? length == 0 || type_line(typing, line, failure)
                          : failure_memory(failure);
        memory_free(line);
        whole += typing->answers && lines[whole] == '\n' ? 1 : 0;
        typing->source.line += document_breaks(lines, whole);
        lines += whole;
    }
    typing->session->front.echo = echoes;
    typing->session->front.from_script = false;
    return ok;
}

/* Passes a question that is still open and prints its answer. A prediction's answer comes with the
 * fence that settles it. */
static bool pass_open_question(struct session *session, size_t index, struct failure *failure) {
    struct source source = {session->lesson->file, session->lesson->stops[index].line, 1,
                            SPEAKER_PERSON};
    const struct quiz *quiz = question_quiz(session, index);
    bool open = quiz != NULL && session->answers[index].state == ANSWER_OPEN;
    bool wrong = open && session->answers[index].given != NULL;
    if (open && quiz->settles != SIZE_MAX) {
        session->answers[index].state = ANSWER_SKIPPED;
        return true;
    }
    if (open && !commands_run(session, &source, "solution", failure)) {
        return false;
    }
    if (wrong) {
        session->answers[index].state = ANSWER_WRONG;
    }
    return true;
}

bool script_answer(const struct script *script, struct session *session, size_t index,
                   struct failure *failure) {
    bool ok = true;
    for (size_t i = 0; ok && i < script->count; i++) {
        const struct script_entry *entry = &script->list[i];
        if (stop_has_id(session->lesson, index, entry->id)) {
            const struct quiz *quiz = question_quiz(session, index);
            struct typing typing = {.session = session,
                                    .sitting = script->sitting,
                                    .source = {script->file, entry->line, 1, SPEAKER_PERSON},
                                    .answers = quiz != NULL && question_kind(quiz)->write == NULL};
            ok = type_lines(&typing, text_string(&entry->text), failure);
        }
    }
    return ok && pass_open_question(session, index, failure);
}

bool script_run(const struct script *script, struct session *session, struct failure *failure) {
    bool ok = true;
    while (ok && session_stop(session) < session->lesson->stop_count) {
        size_t index = session_stop(session);
        ok = commands_advance(session, failure) && script_answer(script, session, index, failure) &&
             (script->sitting == NULL || sitting_record(script->sitting, session, failure));
        text_clear(&session->out);
    }
    ok = ok && commands_say_rest(session, failure) &&
         (script->sitting == NULL || sitting_record(script->sitting, session, failure));
    text_clear(&session->out);
    return ok;
}

/* --- the verdict ------------------------------------------------------------------------------ */

/* Appends the questions that became STATE: "Wrong: first-cell, key-cell". */
static size_t list_questions(const struct session *session, enum answer_state state,
                             const char *heading, struct text *out) {
    const struct lesson *lesson = session->lesson;
    size_t count = 0;
    for (size_t i = 0; i < lesson->stop_count; i++) {
        const char *id = lesson_question_id(lesson, i);
        if (id != NULL && session->answers[i].state == state) {
            text_format(out, "%s%s", count == 0 ? heading : ", ", id);
            count++;
        }
    }
    text_append(out, count > 0 ? "\n" : "");
    return count;
}

bool script_verdict(const struct session *session, struct text *out) {
    const struct lesson *lesson = session->lesson;
    size_t questions = 0, right = 0, taken = 0;
    for (size_t i = 0; i < lesson->stop_count; i++) {
        bool asks = lesson_question_id(lesson, i) != NULL;
        questions += asks;
        right += asks && session->answers[i].state == ANSWER_RIGHT;
        taken += asks && session->answers[i].state == ANSWER_LOCKED;
    }
    if (lesson->exam) {
        text_format(out, "Taken: %zu of %zu\n", right + taken, questions);
    } else {
        text_format(out, "Right: %zu of %zu\n", right, questions);
    }
    list_questions(session, ANSWER_WRONG, "Wrong: ", out);
    list_questions(session, ANSWER_SKIPPED, "Not answered: ", out);
    list_questions(session, ANSWER_OPEN, "Not met: ", out);
    return right + taken == questions;
}
