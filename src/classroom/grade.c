/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/grade.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/utf8.h"
#include "commands/commands.h"
#include "session/expect.h"
#include "session/question.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPORT_BYTES = 16 * 1024 * 1024 };

/* --- in the process of a hand-in: what each of its answers is worth --------------------------- */

/* A hand-in being graded while the lesson is played with it. */
struct grading {
    struct session *session;
    struct record record;
    json_t *answers; /* what is said of each question, by its id */
    size_t right;    /* how many of them */
    struct text note;
};

static void add_note(struct grading *grading, const char *words) {
    text_append(&grading->note, grading->note.length > 0 ? "; " : "");
    text_append(&grading->note, words);
}

/* Adds a note about the question ID, which comes from a stranger's file. */
static void note_question(struct grading *grading, const char *words, const char *id) {
    add_note(grading, words);
    utf8_line(&grading->note, id, strlen(id));
}

/* True when LINE only changes the notebook: no answer, no solution, no picture. */
static bool changes_only(const char *line) {
    static const struct reader_words words = {.find = command_find};
    struct statements statements = {0};
    struct failure none = {0};
    bool ok = reader_statements(line, &words, &statements, &none);
    for (size_t i = 0; ok && i < statements.count; i++) {
        ok = statement_is_change(&statements.list[i]);
    }
    statements_release(&statements);
    return ok;
}

/* Runs the statements WORK as the lesson's: they write nothing and read only what the lesson may
 * read. Each that cannot be run is noted and skipped. */
static bool replay_work(struct grading *grading, const char *id, const json_t *work,
                        struct failure *failure) {
    struct session *session = grading->session;
    bool columns = session->lesson_columns, ok = true, noted = false;
    size_t index;
    json_t *statement;
    session->lesson_columns = false;
    json_array_foreach(work, index, statement) {
        const char *typed = json_string_value(statement);
        struct source_line line = {
            .text = memory_text(typed == NULL ? "" : typed, typed == NULL ? 0 : strlen(typed)),
            .line = 1,
            .column = 1};
        struct failure wrong = {0};
        bool ran = line.text != NULL && changes_only(line.text) &&
                   commands_run_lesson(session, &line, &wrong);
        memory_free(line.text);
        if (line.text == NULL || wrong.outside) {
            *failure = wrong;
            ok = wrong.set ? false : failure_memory(failure);
            break;
        }
        if (!ran && !noted) {
            note_question(grading, "not all of its work can be run in ", id);
            noted = true;
        }
    }
    session->lesson_columns = columns;
    text_clear(&session->out);
    return ok;
}

/* The answers given to a quiz. */
struct quiz_attempt {
    const struct quiz *quiz;
    const struct record_item *item;
    size_t from;       /* the first answer to the quiz as it is worded now, else the first */
    size_t counted[2]; /* the range of those that count */
    size_t right;      /* the first of them that is right; SIZE_MAX: none is */
};

static const json_t *given_answer(const struct record_item *item, size_t index) {
    return json_array_get(item->answers, index);
}

static const char *given_at(const struct record_item *item, size_t index) {
    return json_take_string(given_answer(item, index), "answer");
}

/* Finds the answers that count. Of a prediction that is the first, unless its result had been seen;
 * in an exam the last; otherwise all. */
static struct quiz_attempt find_attempt(const struct quiz *quiz, const struct record_item *item,
                                        const char *sum) {
    size_t first = 0, end = json_array_size(item->answers);
    const char *asks;
    while (first < end && (asks = json_take_string(given_answer(item, first), "asked")) != NULL &&
           !text_same(asks, sum)) {
        first++;
    }
    first = first < end ? first : 0;
    struct quiz_attempt attempt = {quiz, item, first, {first, end}, SIZE_MAX};
    if (quiz->predict) {
        bool late = json_is_true(json_object_get(given_answer(item, first), "late"));
        attempt.counted[1] = late ? first : first + 1;
    } else if (item->exam) {
        attempt.counted[0] = end - 1;
    }
    return attempt;
}

/* True when one of the answers that count is right. */
static bool find_right(struct grading *grading, struct quiz_attempt *attempt) {
    struct question question = {grading->session, attempt->quiz};
    const struct question_kind *kind = question_kind(attempt->quiz);
    for (size_t i = attempt->counted[0]; i < attempt->counted[1]; i++) {
        struct failure none = {0};
        bool right = false;
        if (kind->grade(question, given_at(attempt->item, i), &right, NULL, &none) && right) {
            attempt->right = i;
            return true;
        }
    }
    return false;
}

/* Looks for a right answer again, with the numbers that the learner had changed. */
static bool find_right_changed(struct grading *grading, struct quiz_attempt *attempt,
                               const char *id, struct failure *failure) {
    struct session *session = grading->session;
    const struct record_item *item = attempt->item;
    if (json_array_size(item->changed) == 0 || item->exam || session->exercise != SIZE_MAX) {
        return false;
    }
    bool ok = history_enter(session->history, failure) &&
              replay_work(grading, id, item->changed, failure) && find_right(grading, attempt);
    if (ok) {
        note_question(grading, "right by its own changes: ", id);
    }
    return history_leave(session->history, failure) && ok;
}

/* Sets in ANSWER how the quiz at STOP was answered. */
static bool mark_quiz(struct grading *grading, size_t stop, const struct record_item *item,
                      json_t *answer, struct failure *failure) {
    struct session *session = grading->session;
    const struct quiz *quiz = question_quiz(session, stop);
    size_t count = json_array_size(item->answers);
    char sum[24];
    if (count == 0) {
        return true;
    }
    record_question_sum(session->lesson, stop, sum);
    struct quiz_attempt attempt = find_attempt(quiz, item, sum);
    size_t tries = count - attempt.from, later = 0;
    if (attempt.counted[0] == attempt.counted[1]) {
        note_question(grading, "predicted only when its result had been seen: ", quiz->id);
        return json_object_set_new(answer, "tries", json_make("i", (int)tries)) == 0 ||
               failure_memory(failure);
    }
    bool right =
        find_right(grading, &attempt) || find_right_changed(grading, &attempt, quiz->id, failure);
    if (quiz->predict) {
        later = tries - 1;
    } else if (right) {
        tries = attempt.right - attempt.from + 1;
    }
    const char *first = given_at(item, attempt.from);
    struct text slips = {0}, plain = {0}; /* the answer in the form in which answers are counted */
    struct failure unread = {0};
    struct question question = {session, quiz};
    if (!question_kind(quiz)->read(question, first, &plain, &unread) && plain.length == 0) {
        text_append(&plain, first);
    }
    if (attempt.right != attempt.from) {
        bool first_right; /* known already */
        question_kind(quiz)->grade(question, first, &first_right, &slips, &unread);
        *failure = unread.outside ? unread : *failure;
    }
    bool ok = !failure->set && text_ok(&plain, failure);
    json_t *said = json_make("{ss si si ss ss*}", "mark", right ? "right" : "wrong", "tries",
                             (int)tries, "later", (int)later, "first", text_string(&plain), "slips",
                             slips.length > 0 ? text_string(&slips) : NULL);
    ok = ok && (json_object_update(answer, said) == 0 || failure_memory(failure));
    json_decref(said);
    grading->right += right;
    text_release(&plain);
    text_release(&slips);
    return ok;
}

static bool mark_exercise(struct grading *grading, size_t stop, const struct record_item *item,
                          json_t *answer, struct failure *failure) {
    const struct exercise *exercise = question_exercise(grading->session, stop);
    struct text why = {0};
    if (json_array_size(item->work) == 0) {
        return true;
    }
    bool met = replay_work(grading, exercise->id, item->work, failure) &&
               exercise_met(grading->session, exercise, &why, failure);
    text_release(&why);
    grading->right += met;
    return !failure->set &&
           (json_object_set_new(answer, "mark", json_make("s", met ? "right" : "wrong")) == 0 ||
            failure_memory(failure));
}

/* Grades the question at STOP, once that is possible. */
static bool mark_question(struct grading *grading, size_t stop, struct failure *failure) {
    const char *id = lesson_question_id(grading->session->lesson, stop);
    struct record_item item;
    bool ok = record_item(&grading->record, id, &item, failure);
    json_t *answer = json_make("{sn si si si si sn}", "mark", "tries", 0, "later", 0, "hints",
                               (int)item.hints, "seconds", (int)item.seconds, "first");
    ok = ok &&
         (json_object_set_new(grading->answers, id, answer) == 0 || failure_memory(failure)) &&
         (question_quiz(grading->session, stop) != NULL
              ? mark_quiz(grading, stop, &item, answer, failure)
              : mark_exercise(grading, stop, &item, answer, failure));
    record_item_release(&item);
    return ok;
}

static bool mark_all(struct grading *grading, struct failure *failure) {
    struct session *session = grading->session;
    const struct lesson *lesson = session->lesson;
    bool ok = true;
    while (ok && session_stop(session) < lesson->stop_count) {
        ok = commands_advance(session, failure);
        text_clear(&session->out);
        for (size_t i = 0; ok && i < lesson->stop_count; i++) {
            if (lesson_question_id(lesson, i) != NULL &&
                question_due(session, i) == session_stop(session)) {
                ok = mark_question(grading, i, failure);
            }
        }
    }
    return ok;
}

/* Notes which answered questions have other words in the lesson now (QUESTIONS has its questions),
 * or are no longer asked. */
static bool note_versions(struct grading *grading, const json_t *questions,
                          struct failure *failure) {
    json_t *seen = json_make("{}"), *event;
    size_t index;
    bool ok = seen != NULL || failure_memory(failure);
    json_array_foreach(grading->record.events, index, event) {
        const char *id = json_take_string(event, "id");
        struct record_item item = {0};
        if (!ok || id == NULL || json_object_get(seen, id) != NULL) {
            continue;
        }
        const char *sum = json_take_string(questions, id);
        ok = json_object_set_new(seen, id, json_true()) == 0 &&
             record_item(&grading->record, id, &item, failure);
        bool gone = sum == NULL && json_array_size(item.answers) + json_array_size(item.work) > 0;
        if (gone || (sum != NULL && item.asks != NULL && !text_same(sum, item.asks))) {
            note_question(grading,
                          gone ? "answered, but not in this lesson: " : "changed since: ", id);
        }
        record_item_release(&item);
    }
    json_decref(seen);
    return ok || failure->set || failure_memory(failure);
}

static bool fits_lesson(struct grading *grading, struct failure *failure) {
    const struct lesson *lesson = grading->session->lesson;
    const struct record *record = &grading->record;
    const char *id = record_string(record, "lesson"), *asks = record_string(record, "asks");
    if (id == NULL) {
        return failure_set(failure, "this is not a hand-in: qkv hand-in LESSON makes one");
    }
    if (!text_same(id, lesson->id)) {
        return failure_set(failure, "it is of the lesson %s", id);
    }
    if (!record_belongs(record, lesson)) {
        return failure_set(failure, "it is of another lesson %s: no question is in both",
                           lesson->id);
    }
    struct record asked_now = {0};
    bool ok = record_begin(&asked_now, lesson, failure);
    if (ok && (asks == NULL || !text_same(asks, record_string(&asked_now, "asks")))) {
        add_note(grading, "made with another version of the lesson");
    }
    ok = ok && note_versions(grading, asked_now.questions, failure);
    if (record->edited) {
        add_note(grading, "edited by hand");
    }
    record_release(&asked_now);
    return ok;
}

static bool limit_process(int resource, rlim_t soft, rlim_t hard) {
    struct rlimit limits = {soft, hard};
    return setrlimit(resource, &limits) == 0;
}

/* Grades the file PATH and reports to DESCRIPTOR. The process ends afterwards, and frees all that
 * was made here. */
static void grade_file(struct session *session, const char *path, int descriptor) {
    struct grading grading = {.session = session, .answers = json_make("{}")};
    struct failure failure = {0};
    struct text file = {0}, name = {0}, out = {0};
    bool limited =
        limit_process(RLIMIT_CPU, GRADE_SECONDS, GRADE_SECONDS + 1) &&
        limit_process(RLIMIT_AS, (rlim_t)GRADE_MEGABYTES << 20, (rlim_t)GRADE_MEGABYTES << 20) &&
        limit_process(RLIMIT_CORE, 0, 0) && limit_process(RLIMIT_FSIZE, 0, 0);
    if (!limited) {
        failure_set(&failure, "its limits cannot be set");
    } else if (file_read(path, RECORD_LIMIT, &file, &failure)) {
        if (!record_read(&grading.record, &file, &failure)) {
            failure_prefix(&failure, "this hand-in cannot be read");
        } else if (fits_lesson(&grading, &failure)) {
            mark_all(&grading, &failure);
        }
    }
    if (failure.outside) {
        failure_set(&failure, "stopped: it takes more than %d MB", GRADE_MEGABYTES);
    }
    const char *given_name = record_string(&grading.record, "name");
    utf8_line(&name, given_name == NULL ? "" : given_name,
              given_name == NULL ? 0 : strlen(given_name));
    json_t *report =
        json_make("{ss ss sb si sO}", "name", text_string(&name), "note",
                  failure.set ? failure.message : text_string(&grading.note), "graded",
                  !failure.set, "right", (int)grading.right, "answers", grading.answers);
    if (report != NULL && json_line(report, &out)) {
        file_write(descriptor, text_string(&out), out.length);
    }
}

/* --- in ours ---------------------------------------------------------------------------------- */

/* Waits for the process CHILD, which reports to DESCRIPTOR. Returns its report, or why there is
 * none. */
static json_t *read_report(pid_t child, int descriptor) {
    struct text bytes = {0};
    struct failure unread = {0};
    int status = 0;
    json_t *report = NULL;
    bool received = file_read_descriptor(descriptor, REPORT_BYTES, &bytes, &unread);
    while (waitpid(child, &status, 0) == -1 && errno == EINTR) {
    }
    if (received && WIFEXITED(status) && bytes.length > 0) {
        struct stream stream = stream_memory("report", text_string(&bytes), bytes.length);
        report = json_take(&stream, "the report", bytes.length, REPORT_BYTES >> 20, &unread);
    }
    if (report == NULL) {
        int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        bool slow = signal == SIGXCPU || signal == SIGKILL;
        text_clear(&bytes);
        text_format(&bytes, "stopped: it takes more than %d %s",
                    slow ? GRADE_SECONDS : GRADE_MEGABYTES, slow ? "seconds" : "MB");
        report = json_make("{ss ss sb s{}}", "name", "", "note", text_string(&bytes), "graded", 0,
                           "answers");
    }
    text_release(&bytes);
    return report;
}

bool grade_add(struct grade *grade, const char *path, struct failure *failure) {
    int ends[2];
    struct text file = {0};
    if (pipe(ends) != 0) {
        return failure_set(failure, "a hand-in cannot be opened: %s", strerror(errno));
    }
    output_note_read(NULL, path); /* by the child, whose notes end with it */
    pid_t child = fork();
    if (child == 0) {
        (void)signal(SIGXCPU, SIG_DFL);
        grade_file(grade->session, path, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    bool ok = child > 0 || failure_set(failure, "a hand-in cannot be opened: %s", strerror(errno));
    if (ok) {
        json_t *report = read_report(child, ends[0]);
        utf8_line(&file, path, strlen(path));
        ok = (report != NULL && text_ok(&file, failure) &&
              json_object_set_new(report, "file", json_make("s", text_string(&file))) == 0 &&
              json_array_append(grade->students, report) == 0) ||
             failure_memory(failure);
        json_decref(report);
        text_release(&file);
    }
    close(ends[0]);
    return ok;
}

bool grade_begin(struct grade *grade, struct session *session, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    bool asks = false;
    *grade = (struct grade){.session = session};
    if (lesson->exam) {
        return failure_set(
            failure,
            "%s is an exam, without the right answers: grade with the lesson it was released from",
            lesson->file);
    }
    for (size_t i = 0; i < lesson->stop_count; i++) {
        asks = asks || lesson_question_id(lesson, i) != NULL;
    }
    grade->students = json_make("[]");
    return (grade->students != NULL || failure_memory(failure)) &&
           (asks ||
            failure_set(failure, "%s has no questions: there is nothing to grade", lesson->title));
}

void grade_release(struct grade *grade) {
    json_decref(grade->students);
    *grade = (struct grade){0};
}
