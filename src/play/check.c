/* check: lint, playback and self-check of a lesson. What the lesson's reader found wrong comes
 * first; then the lesson is played, and everything that can be held is held where it stands. */
#include "base/failure.h"
#include "base/memory.h"
#include "commands/commands.h"
#include "commands/expect.h"
#include "language/reader.h"
#include "play/checking.h"

#include <stdarg.h>
#include <string.h>

/* --- reporting ------------------------------------------------------------------------------- */

enum { FAILURES = 100 /* that are told; more are counted */ };

static const char *raw_text(const struct checking *checking) {
    const char *raw = checking->session->lesson->document.raw;
    return raw == NULL ? "" : raw;
}

struct span checking_span(struct checking *checking, size_t line, size_t column) {
    struct cursor *cursor = &checking->cursor;
    if (checking->line != line) {
        cursor_seek(cursor, line);
        checking->line = line;
        checking->line_end = cursor->offset + strcspn(cursor_here(cursor), "\n");
    }
    size_t end = checking->line_end;
    size_t start = cursor->line == line ? cursor->offset + column - 1 : end;
    return (struct span){start < end ? start : end, end};
}

struct span checking_line(struct checking *checking, const struct source_line *line) {
    return checking_span(checking, line->line, line->column);
}

static void keep(struct checking *checking, const struct failure *failure) {
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
    report->failures[report->failure_count++] = *failure;
}

static void locate(struct checking *checking, struct failure *failure, struct span start) {
    size_t length = start.end - start.start;
    if (failure->placed && failure->span.end <= length) {
        failure->span.start += start.start;
        failure->span.end += start.start;
    } else {
        failure->span = start;
    }
    failure->placed = true;
    failure_locate(failure, checking->session->lesson->file, raw_text(checking), 1);
}

void checking_add(struct checking *checking, const struct failure *failure, struct span start) {
    struct failure located = *failure;
    if (checking->report->failure_count == FAILURES) {
        keep(checking, failure); /* is only counted: where it is need not be known */
        return;
    }
    if (located.file[0] == '\0') {
        locate(checking, &located, start);
    }
    if (!located.outside) {
        keep(checking, &located);
    } else if (!checking->outside.set) {
        checking->outside = located;
    }
}

void checking_refuse(struct checking *checking, struct span span, const char *format, ...) {
    struct failure failure = {0};
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&message, format, arguments);
    va_end(arguments);
    if (text_ok(&message, &failure)) {
        failure_set(&failure, "%s", text_string(&message));
    }
    checking_add(checking, &failure, span);
    text_release(&message);
}

/* Evaluates "A = B"; a failure of any kind is reported at START. True when it holds. */
static bool hold_expect(struct checking *checking, const char *text, struct span start) {
    struct failure failure = {0};
    struct text why = {0};
    bool holds = false;
    if (!expect_holds(checking->session, text, &holds, &why, &failure)) {
        checking_add(checking, &failure, start);
        holds = false;
    } else if (!holds) {
        checking_refuse(checking, start, "%s", text_string(&why));
    }
    text_release(&why);
    return holds;
}

/* --- narration ------------------------------------------------------------------------------- */

/* Where the inline code stands on its line, behind the one before; the whole line when it is not
 * found as it was read. */
static struct span inline_span(struct checking *checking, const struct inline_check *check) {
    struct span line = checking_span(checking, check->line, 1);
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

static void hold_narration(struct checking *checking, const struct part *part) {
    for (size_t i = 0; i < part->check_count; i++) {
        const struct inline_check *check = &part->checks[i];
        struct text text = {0};
        text_format(&text, "%s = %s", check->expression, check->number);
        checking->report->inline_checks +=
            hold_expect(checking, text_string(&text), inline_span(checking, check));
        text_release(&text);
    }
}

/* --- statements ------------------------------------------------------------------------------ */

static void hold_expects(struct checking *checking, const struct source_line *line) {
    static const struct reader_words words = {.find = command_find};
    struct statements statements = {0};
    struct failure failure = {0}; /* a line that cannot be read has failed already */
    bool ok = reader_statements(line->text, &words, &statements, &failure);
    for (size_t i = 0; ok && i < statements.count; i++) {
        const struct statement *statement = &statements.list[i];
        if (statement->command == NULL || !text_same(statement->command->name, "expect")) {
            continue;
        }
        struct span span = checking_line(checking, line);
        struct text rest = {0};
        size_t length = statement->rest.end - statement->rest.start;
        text_append_bytes(&rest, line->text + statement->rest.start, length);
        span.start += statement->rest.start;
        span.end = span.start + length;
        checking->report->expects += hold_expect(checking, text_string(&rest), span);
        text_release(&rest);
    }
    statements_release(&statements);
}

/* `qkv error: TEXT`: the one statement must fail, and say so. */
static void hold_error(struct checking *checking, const struct part *part,
                       const struct source_line *line) {
    struct session *session = checking->session;
    struct source source = session_source(session, line);
    struct failure failure = {0};
    struct span span = checking_line(checking, line);
    session->lesson_speaks = true;
    if (commands_try(session, &source, line->text, &failure)) {
        checking_refuse(checking, span, "this was to fail with \"%s\", and it does not fail",
                        part->error);
    } else if (strstr(failure.message, part->error) == NULL) {
        checking_refuse(checking, span, "this fails with \"%s\", expected \"%s\"", failure.message,
                        part->error);
    } else {
        checking->report->error_fences++;
    }
    session->lesson_speaks = false;
}

/* --- playback -------------------------------------------------------------------------------- */

/* Passes the next stop. One that fails is reported and passed in the history alone, so that what
 * follows is checked too. False when not even that can be done. */
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
        checking_add(checking, &failure,
                     checking_span(checking, session->lesson->stops[index].line, 1));
    }
    struct failure again = {0};
    return history_move(session->history, index + 1, NULL, &again);
}

static bool check_statements(struct checking *checking, const struct part *part) {
    for (size_t i = 0; i < part->stop_count; i++) {
        const struct stop *stop = &checking->session->lesson->stops[part->first_stop + i];
        const struct source_line *line = &part->statements[stop->statement];
        if (part->error != NULL) {
            hold_error(checking, part, line);
        }
        if (!pass_stop(checking, part->error == NULL)) {
            return false;
        }
        if (part->error == NULL) {
            hold_expects(checking, line);
        }
    }
    return true;
}

static bool check_exercise(struct checking *checking, const struct part *part) {
    struct session *session = checking->session;
    struct notebook before;
    notebook_copy(&before, session_notebook(session));
    bool ok = pass_stop(checking, true);
    if (ok) {
        checking_exercise(checking, part->exercise, &before);
    }
    notebook_release(&before);
    return ok;
}

/* A prediction is graded after the next fence, when its key can be known. */
static void check_predictions(struct checking *checking, size_t fence) {
    const struct lesson *lesson = checking->session->lesson;
    for (size_t i = fence; i-- > 0 && lesson->parts[i].kind != PART_FENCE;) {
        if (lesson->parts[i].kind == PART_QUIZ && lesson->parts[i].quiz->predict) {
            checking_quiz(checking, lesson->parts[i].quiz);
        }
    }
}

/* Passes the stops that belong to no part of their own (a page begins) up to PART's first. */
static bool come_to(struct checking *checking, const struct part *part) {
    while (session_stop(checking->session) < part->first_stop) {
        if (!pass_stop(checking, true)) {
            return false;
        }
    }
    return true;
}

static bool check_part(struct checking *checking, size_t index) {
    const struct part *part = &checking->session->lesson->parts[index];
    if (part->kind == PART_NARRATION) {
        hold_narration(checking, part);
        return true;
    }
    if (part->stop_count == 0) {
        return true;
    }
    if (!come_to(checking, part)) {
        return false;
    }
    switch (part->kind) {
    case PART_FENCE:
        if (!check_statements(checking, part)) {
            return false;
        }
        check_predictions(checking, index);
        return true;
    case PART_TRY:
        return check_exercise(checking, part);
    case PART_QUIZ:
        if (!part->quiz->predict) {
            checking_quiz(checking, part->quiz);
        }
        return pass_stop(checking, true);
    default:
        return pass_stop(checking, true);
    }
}

static size_t count_failures(const struct check_report *report) {
    return report->failure_count + report->failure_more;
}

static void play(struct checking *checking) {
    const struct lesson *lesson = checking->session->lesson;
    size_t known = count_failures(checking->report);
    for (size_t i = 0; i < lesson->part_count; i++) {
        if (!check_part(checking, i)) {
            if (count_failures(checking->report) == known) {
                checking_refuse(checking, checking_span(checking, lesson->parts[i].line, 1),
                                "the lesson cannot be played beyond this line");
            }
            return;
        }
    }
}

bool check_lesson(struct lesson *lesson, const char *const *folders, struct check_report *report,
                  struct failure *failure) {
    struct session session;
    *report = (struct check_report){.file = memory_text(lesson->file, strlen(lesson->file))};
    if (report->file == NULL || !session_init(&session, failure)) {
        lesson_free(lesson);
        return report->file != NULL ? false : failure_memory(failure);
    }
    session.lesson_folders = folders;
    struct checking checking = {.session = &session, .report = report};
    bool ok = commands_open(&session, lesson, failure);
    if (ok) {
        checking.cursor = cursor_at_start(raw_text(&checking));
        for (size_t i = 0; i < lesson->problem_count; i++) {
            keep(&checking, &lesson->problems[i]);
        }
        play(&checking);
    }
    session_release(&session);
    if (checking.outside.set) {
        *failure = checking.outside;
    }
    return ok && !checking.outside.set;
}
