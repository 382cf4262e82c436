/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* check: lint, playback and self-check of a lesson. Problems that the lesson's reader found come
 * first; then the lesson is played, and everything that can be checked is checked at its place. */
#include "play/verbs.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "classroom/practice.h"
#include "commands/commands.h"
#include "files/export.h"
#include "language/reader.h"
#include "lesson/document.h"
#include "session/expect.h"
#include "session/question.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

/* A check in progress. */
struct checking {
    struct session *session;
    struct check_report *report;
    struct document_cursor cursor; /* in the lesson's raw text; checks come mostly in its order */
    size_t line, line_end;         /* the line that was sought last, and where it ends */
    size_t inline_end;             /* of the check in the narration that was found last, there */
    struct failure outside; /* what kept the report from being whole, first of all; or not set */
};

/* --- reporting ------------------------------------------------------------------------------- */

enum { FAILURES = 100 /* that are printed; more are only counted */ };

static const char *raw_text(const struct checking *checking) {
    const char *raw = checking->session->lesson->document.raw;
    return raw == NULL ? "" : raw;
}

/* Returns the span from column COLUMN (from 1) of line LINE of the raw text to the end of that
 * line. */
static struct span locate_column(struct checking *checking, size_t line, size_t column) {
    struct document_cursor *cursor = &checking->cursor;
    if (checking->line != line) {
        document_seek(cursor, line);
        checking->line = line;
        checking->line_end = cursor->offset + strcspn(document_here(cursor), "\n");
    }
    size_t end = checking->line_end;
    size_t start = cursor->line == line ? cursor->offset + column - 1 : end;
    return (struct span){start < end ? start : end, end};
}

static void keep_failure(struct checking *checking, const struct failure *failure) {
    struct check_report *report = checking->report;
    if (report->failure_count == FAILURES) {
        report->failure_more++;
        return;
    }
    if (!memory_reserve(&report->failures, &report->failure_capacity, report->failure_count + 1,
                        sizeof *report->failures)) {
        failure_memory(&checking->outside);
        return;
    }
    report->failures[report->failure_count] = *failure;
    report->failures[report->failure_count++].unmet = true;
}

/* Adds FAILURE, whose span (if any) is in a text that begins at START of the raw text; a failure
 * that is located already is added as it is. */
static void add_failure(struct checking *checking, const struct failure *failure,
                        struct span start) {
    struct failure located = *failure;
    if (checking->report->failure_count == FAILURES) {
        keep_failure(checking, failure); /* is only counted: where it is need not be known */
        return;
    }
    if (located.file[0] == '\0') {
        bool inside = located.placed && located.span.end <= start.end - start.start;
        located.span =
            inside ? (struct span){located.span.start + start.start, located.span.end + start.start}
                   : start;
        located.placed = true;
        failure_locate(&located, checking->session->lesson->file, raw_text(checking), 1);
    }
    if (!located.outside) {
        keep_failure(checking, &located);
    } else if (!checking->outside.set) {
        checking->outside = located;
    }
}

/* Adds a failure at SPAN of the lesson's raw text. */
static __attribute__((format(printf, 3, 4))) void
report_failure(struct checking *checking, struct span span, const char *format, ...) {
    struct failure failure = {0};
    va_list arguments;
    va_start(arguments, format);
    failure_set_list(&failure, format, arguments);
    va_end(arguments);
    add_failure(checking, &failure, span);
}

/* Evaluates "A = B" and reports a failure of any kind at START. True when it holds. */
static bool check_expectation(struct checking *checking, const char *text, struct span start) {
    struct failure failure = {0};
    struct text why = {0};
    bool holds = expect_holds(checking->session, SPEAKER_LESSON, text, &why, &failure);
    if (failure.set) {
        add_failure(checking, &failure, start);
    } else if (!holds) {
        report_failure(checking, start, "%s", text_string(&why));
    }
    text_release(&why);
    return holds;
}

/* --- narration ------------------------------------------------------------------------------- */

/* Returns the place of the inline code on its line, after the one before; the whole line when it is
 * not found as it was read. */
static struct span inline_span(struct checking *checking, const struct inline_check *check) {
    struct span line = locate_column(checking, check->line, 1);
    const char *raw = raw_text(checking);
    size_t length = strlen(check->written);
    size_t start = checking->inline_end > line.start ? checking->inline_end : line.start;
    while (start + length <= line.end && memcmp(raw + start, check->written, length) != 0) {
        start++;
    }
    if (start + length > line.end) {
        return line;
    }
    checking->inline_end = start + length;
    return (struct span){start, start + length};
}

/* --- statements ------------------------------------------------------------------------------ */

/* Checks the `expect`s of the line at stop INDEX; a line that cannot be read has failed already. */
static void check_expectations(struct checking *checking, const struct source_line *line,
                               size_t index) {
    const struct statements *statements = &checking->session->lines[index].statements;
    for (size_t i = 0; i < statements->count; i++) {
        const struct statement *statement = &statements->list[i];
        if (!statement_is(statement, "expect")) {
            continue;
        }
        struct span span = locate_column(checking, line->line, line->column);
        struct text rest = {0};
        size_t length = statement->rest.end - statement->rest.start;
        text_append_bytes(&rest, line->text + statement->rest.start, length);
        span.start += statement->rest.start;
        span.end = span.start + length;
        checking->report->expects += check_expectation(checking, text_string(&rest), span);
        text_release(&rest);
    }
}

/* Checks `qkv error: TEXT`: its one statement must fail with that text. */
static void check_error_fence(struct checking *checking, const struct part *part,
                              const struct source_line *line) {
    struct session *session = checking->session;
    struct source source = session_source(session, line);
    struct failure failure = {0};
    struct span span = locate_column(checking, line->line, line->column);
    if (commands_try(session, &source, line->text, &failure)) {
        report_failure(checking, span, "this should fail with \"%s\", but it does not fail",
                       part->error);
    } else if (strstr(failure.message, part->error) == NULL) {
        report_failure(checking, span, "this fails with \"%s\", expected \"%s\"", failure.message,
                       part->error);
    } else {
        checking->report->error_fences++;
    }
}

/* --- quizzes --------------------------------------------------------------------------------- */

/* Grades ANSWER and reports a grade other than the expected one. */
static bool try_answer(struct checking *checking, const struct quiz *quiz, const char *answer,
                       bool expected, size_t line) {
    struct failure failure = {0};
    bool right = false;
    struct question question = {checking->session, quiz};
    if (!question_kind(quiz)->grade(question, answer, &right, NULL, &failure)) {
        failure_prefix(&failure, "quiz %s cannot be graded", quiz->id);
    } else if (right != expected) {
        failure_set(&failure, "quiz %s: the answer %s is %s, expected %s", quiz->id, answer,
                    right ? "accepted" : "refused", expected ? "accepted" : "refused");
    } else {
        return true;
    }
    add_failure(checking, &failure, locate_column(checking, line, 1));
    return false;
}

/* Checks that the quiz accepts its own key, and none of the wrong solutions that it lists. */
static void check_quiz(struct checking *checking, const struct quiz *quiz) {
    struct question question = {checking->session, quiz};
    struct text answer = {0};
    struct failure failure = {0};
    const struct task *task = quiz->task;
    if (quiz->sealed) {
        return;
    }
    bool ok = question_kind(quiz)->typed(question, &answer, &failure);
    if (!ok) {
        add_failure(checking, &failure, locate_column(checking, quiz->key_line, 1));
    } else if (answer.length > 0) {
        ok = try_answer(checking, quiz, text_string(&answer), true, quiz->line);
    }
    for (size_t i = 0; ok && task != NULL && i < task->wrong_count; i++) {
        ok = try_answer(checking, quiz, task->wrongs[i].formulas, false, task->wrongs[i].line);
    }
    checking->report->quizzes += ok;
    text_release(&answer);
}

/* --- exercises ------------------------------------------------------------------------------- */

/* Sets MET to whether the exercise is met; WHY says what is still open. */
static bool is_met(struct checking *checking, const struct exercise *exercise, bool *met,
                   struct text *why) {
    struct failure failure = {0};
    *met = exercise_met(checking->session, exercise, why, &failure);
    if (!failure.set) {
        return true;
    }
    failure_prefix(&failure, "exercise %s cannot be judged", exercise->id);
    add_failure(checking, &failure, locate_column(checking, exercise->line, 1));
    return false;
}

/* Checks that the exercise is not met before its solution, and is met after it. */
static bool check_solution(struct checking *checking, const struct exercise *exercise) {
    struct session *session = checking->session;
    struct text why = {0};
    bool met = false, ok = is_met(checking, exercise, &met, &why);
    if (ok && met) {
        ok = false;
        report_failure(checking, locate_column(checking, exercise->line, 1),
                       "exercise %s is met before anything is done", exercise->id);
    }
    for (size_t i = 0; ok && i < exercise->solution_count; i++) {
        const struct source_line *line = &exercise->solutions[i];
        struct failure failure = {0};
        ok = commands_run_lesson(session, line, &failure);
        text_clear(&session->out);
        if (!ok) {
            failure_prefix(&failure, "the solution of exercise %s fails", exercise->id);
            add_failure(checking, &failure, locate_column(checking, line->line, line->column));
        }
    }
    text_clear(&why);
    ok = ok && is_met(checking, exercise, &met, &why);
    if (ok && !met) {
        const struct source_line *last = &exercise->solutions[exercise->solution_count - 1];
        text_truncate(&why, why.length - (why.length > 0 && why.bytes[why.length - 1] == '\n'));
        report_failure(checking, locate_column(checking, last->line, last->column),
                       "exercise %s is not met by its solution: %s", exercise->id,
                       text_string(&why));
    }
    text_release(&why);
    return ok && met;
}

/* Leaves the sandbox, as `next` does, and drops what was changed in it. */
static bool leave_sandbox(struct checking *checking, const struct exercise *exercise,
                          const struct notebook *before) {
    struct session *session = checking->session;
    struct failure failure = {0};
    if (session->exercise != SIZE_MAX) {
        session->exercise = SIZE_MAX;
        if (!history_leave(session->history, &failure)) {
            add_failure(checking, &failure, locate_column(checking, exercise->line, 1));
            return false;
        }
    }
    if (!notebook_same(before, session_notebook(session))) {
        report_failure(checking, locate_column(checking, exercise->line, 1),
                       "exercise %s leaves the notebook changed", exercise->id);
        return false;
    }
    return true;
}

/* Checks that the exercise fails before its solution, passes after it, and leaves the state as it
 * was. The session has just passed the exercise's stop; BEFORE is the notebook before that. */
static void check_exercise(struct checking *checking, const struct exercise *exercise,
                           const struct notebook *before) {
    bool ok = exercise->solution_count > 0;
    if (!ok && checking->session->lesson->exam) {
        leave_sandbox(checking, exercise, before);
        return;
    }
    if (!ok) {
        report_failure(checking, locate_column(checking, exercise->line, 1),
                       "exercise %s has no solution: add a line `solution: …`", exercise->id);
    }
    ok = ok && check_solution(checking, exercise);
    ok = leave_sandbox(checking, exercise, before) && ok;
    checking->report->exercises += ok;
}

/* --- playback -------------------------------------------------------------------------------- */

/* Passes the next stop. One that fails is reported and passed only in the history, so that what
 * follows is checked too. False when not even that is possible. */
static bool pass_stop(struct checking *checking, bool report) {
    struct session *session = checking->session;
    struct failure failure = {0};
    size_t index = session_stop(session);
    bool ok = commands_advance(session, &failure);
    text_clear(&session->out);
    if (ok) {
        return true;
    }
    if (report && failure.set) {
        add_failure(checking, &failure,
                    locate_column(checking, session->lesson->stops[index].line, 1));
    }
    struct failure again = {0};
    return history_move(session->history, index + 1, NULL, &again);
}

/* Checks the fence's lines, and the predictions before it, which are graded when their keys can be
 * known. */
static bool check_fence(struct checking *checking, size_t fence) {
    const struct lesson *lesson = checking->session->lesson;
    const struct part *part = &lesson->parts[fence];
    for (size_t i = 0; i < part->stop_count; i++) {
        size_t index = part->first_stop + i;
        const struct stop *stop = &lesson->stops[index];
        const struct source_line *line = &part->statements[stop->statement];
        if (part->error != NULL) {
            check_error_fence(checking, part, line);
        }
        if (!pass_stop(checking, part->error == NULL)) {
            return false;
        }
        if (part->error == NULL) {
            check_expectations(checking, line, index);
        }
    }
    for (size_t i = fence; i-- > 0 && lesson->parts[i].kind != PART_FENCE;) {
        if (lesson->parts[i].kind == PART_QUIZ && lesson->parts[i].quiz->predict) {
            check_quiz(checking, lesson->parts[i].quiz);
        }
    }
    return true;
}

static bool check_part(struct checking *checking, size_t index) {
    const struct part *part = &checking->session->lesson->parts[index];
    for (size_t i = 0; part->kind == PART_NARRATION && i < part->check_count; i++) {
        const struct inline_check *check = &part->checks[i];
        struct text text = {0};
        text_format(&text, "%s = %s", check->expression, check->number);
        checking->report->inline_checks +=
            check_expectation(checking, text_string(&text), inline_span(checking, check));
        text_release(&text);
    }
    if (part->kind == PART_NARRATION || part->stop_count == 0) {
        return true;
    }
    while (session_stop(checking->session) <
           part->first_stop) { /* stops of no part: a page begins */
        if (!pass_stop(checking, true)) {
            return false;
        }
    }
    if (part->kind == PART_FENCE) {
        return check_fence(checking, index);
    }
    if (part->kind == PART_TRY) {
        struct notebook before;
        notebook_copy(&before, session_notebook(checking->session));
        bool ok = pass_stop(checking, true);
        if (ok) {
            check_exercise(checking, part->exercise, &before);
        }
        notebook_release(&before);
        return ok;
    }
    if (part->kind == PART_QUIZ && part->quiz->predict) {
        part->quiz->count = question_count(checking->session, part->quiz);
    } else if (part->kind == PART_QUIZ) {
        check_quiz(checking, part->quiz);
    }
    return pass_stop(checking, true);
}

enum { MINUTES_OUT = 3 /* so far what a lesson says it takes may be from what it does */ };

static void check_minutes(struct checking *checking) {
    const struct lesson *lesson = checking->session->lesson;
    double minutes = lesson_minutes(lesson);
    checking->report->minutes = (long)(minutes + 0.5);
    if (lesson->minutes == 0 || fabs(minutes - (double)lesson->minutes) <= (double)MINUTES_OUT) {
        return;
    }
    size_t line = 1;
    for (size_t i = 0; i < lesson->document.key_count; i++) {
        const struct document_key *key = &lesson->document.keys[i];
        line = text_same(key->key, "minutes") ? key->line : line;
    }
    report_failure(
        checking, locate_column(checking, line, 1),
        "minutes: %ld, but the lesson takes %ld at 180 words a minute, half a minute a quiz and "
        "a minute an exercise",
        lesson->minutes, checking->report->minutes);
}

enum { FEWEST_QUESTIONS = 6 /* with one right choice, before its position means something */ };

/* Warns when one position is right in more than half of the questions with one right choice: a
 * learner who always types the same number would do well. */
static void check_answer_places(const struct lesson *lesson, struct check_report *report) {
    enum { PLACES = 16 };
    size_t right[PLACES] = {0}, questions = 0, most = 0;
    for (size_t i = 0; i < lesson->part_count; i++) {
        const struct quiz *quiz = lesson->parts[i].quiz;
        bool counts =
            quiz != NULL && quiz->choice_count > 0 && !quiz->sealed && quiz->kind != &quiz_several;
        questions += counts;
        for (size_t k = 0; counts && k < quiz->choice_count && k < PLACES; k++) {
            right[k] += quiz->choices[k].right;
            most = right[k] > right[most] ? k : most;
        }
    }
    if (questions >= FEWEST_QUESTIONS && 2 * right[most] > questions) {
        text_format(&report->warning,
                    "choice %zu is right in %zu of the %zu questions with one right choice: move "
                    "some right choices to other places",
                    most + 1, right[most], questions);
    }
}

static void play_through(struct checking *checking) {
    const struct lesson *lesson = checking->session->lesson;
    size_t known = checking->report->failure_count; /* once it is full there is a failure, too */
    for (size_t i = 0; i < lesson->part_count; i++) {
        if (!check_part(checking, i)) {
            if (checking->report->failure_count == known && known < FAILURES) {
                report_failure(checking, locate_column(checking, lesson->parts[i].line, 1),
                               "the lesson cannot be played beyond this line");
            }
            return;
        }
    }
}

/* Checks sums made of the lesson's drills as it checks any lesson. */
static bool check_drills(struct checking *checking) {
    enum { SUMS = 20 };
    const struct lesson *lesson = checking->session->lesson;
    struct practice_request request = {&lesson, 1, SUMS, 1};
    struct check_report report = {0};
    struct lesson *sums = practice_has(lesson) ? practice_make(&request, &checking->outside) : NULL;
    if (sums == NULL) {
        return !checking->outside.set;
    }
    bool ok = check_lesson(sums, checking->session, &report, &checking->outside);
    if (ok && report.failure_count > 0) {
        size_t part = 0;
        while (lesson->parts[part].kind != PART_DRILL) {
            part++;
        }
        report_failure(checking, locate_column(checking, lesson->parts[part].line, 1),
                       "the drills make a sum that does not work: %s", report.failures[0].message);
    }
    check_report_release(&report);
    return ok;
}

bool check_lesson(struct lesson *lesson, const struct session *beside, struct check_report *report,
                  struct failure *failure) {
    struct session session;
    *report = (struct check_report){.file = memory_text(lesson->file, strlen(lesson->file))};
    if (report->file == NULL || !session_init(&session, failure)) {
        lesson_free(lesson);
        return report->file != NULL ? false : failure_memory(failure);
    }
    session.front.lesson_folders = beside == NULL ? NULL : beside->front.lesson_folders;
    session.front.models = beside == NULL ? NULL : beside->front.models;
    struct checking checking = {.session = &session, .report = report};
    bool ok = commands_open(&session, lesson, failure);
    if (ok) {
        checking.cursor = document_start(raw_text(&checking));
        for (size_t i = 0; i < lesson->problem_count; i++) {
            keep_failure(&checking, &lesson->problems[i]);
        }
        check_minutes(&checking);
        check_answer_places(session.lesson, report);
        play_through(&checking);
        ok = check_drills(&checking);
    }
    session_release(&session);
    if (checking.outside.set) {
        *failure = checking.outside;
    }
    return ok && !checking.outside.set;
}

/* --- the report ------------------------------------------------------------------------------- */

void check_report_trouble(struct check_report *report, const char *file,
                          const struct failure *failure) {
    if (report->file == NULL) {
        report->file = memory_text(file, strlen(file));
    }
    if (memory_reserve(&report->failures, &report->failure_capacity, report->failure_count + 1,
                       sizeof *report->failures)) {
        report->failures[report->failure_count++] = *failure;
    }
}

void check_report_release(struct check_report *report) {
    memory_free(report->file);
    memory_free(report->failures);
    text_release(&report->warning);
    *report = (struct check_report){0};
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static void write_counts(const struct check_report *report, struct text *out) {
    const struct {
        size_t count;
        const char *one, *many;
    } held[] = {
        {report->expects, "expect", "expects"},
        {report->inline_checks, "number in the text", "numbers in the text"},
        {report->quizzes, "quiz", "quizzes"},
        {report->exercises, "exercise", "exercises"},
        {report->error_fences, "error", "errors"},
    };
    const char *between = "";
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
        if (held[i].count > 0) {
            text_format(out, "%s%zu %s", between, held[i].count,
                        held[i].count == 1 ? held[i].one : held[i].many);
            between = ", ";
        }
    }
    text_append(out, between[0] == '\0' ? "nothing to check" : " held");
}

void check_report_write(const struct check_report *report, struct text *out) {
    utf8_line(out, report->file, strlen(report->file));
    text_append(out, ": ");
    size_t failures = report->failure_count + report->failure_more;
    if (failures > 0) {
        text_format(out, "%zu failure%s", failures, plural(failures));
        if (report->failure_more > 0) {
            text_format(out, ", of which the first %zu are listed", report->failure_count);
        }
        text_append(out, "; ");
    }
    write_counts(report, out);
    if (report->minutes > 0) {
        text_format(out, "; %ld minute%s", report->minutes, plural((size_t)report->minutes));
    }
    text_append(out, "\n");
    if (report->warning.length > 0) {
        text_format(out, "    warning: %s\n", text_string(&report->warning));
    }
}

void check_report_json(const struct check_report *report, struct text *out) {
    export_member("{", "file", report->file == NULL ? "" : report->file, out);
    text_format(out,
                ", \"passed\": %s,\n  \"held\": ", report->failure_count == 0 ? "true" : "false");
    text_format(out,
                "{\"expects\": %zu, \"numbers\": %zu, \"quizzes\": %zu, \"exercises\": %zu, "
                "\"errors\": %zu},\n  \"minutes\": %ld,\n  \"failures\": [",
                report->expects, report->inline_checks, report->quizzes, report->exercises,
                report->error_fences, report->minutes);
    for (size_t i = 0; i < report->failure_count; i++) {
        text_append(out, i == 0 ? "\n    " : ",\n    ");
        text_format(out, "{\"line\": %zu, \"column\": %zu", report->failures[i].line,
                    report->failures[i].column);
        export_member(", ", "message", report->failures[i].message, out);
        text_append(out, "}");
    }
    text_append(out, "]");
    if (report->failure_more > 0) {
        text_format(out, ", \"more\": %zu", report->failure_more);
    }
    if (report->warning.length > 0) {
        export_member(",\n  ", "warning", text_string(&report->warning), out);
    }
    text_append(out, "}");
}
