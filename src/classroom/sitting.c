/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/sitting.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/utf8.h"
#include "language/writer.h"
#include "session/progress.h"
#include "session/question.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* LONGEST: seconds between two lines that count; a longer pause is an absence. Then, in bytes: the
 * size of a log from which on changes are no longer added, to leave room for answers; what a
 * hand-in has besides its log. NAMESAKES: how many lessons may share an id. */
enum {
    LONGEST = 900,
    CHANGES_LIMIT = RECORD_LIMIT / 4 * 3,
    LOG_LIMIT = RECORD_LIMIT / 16 * 15,
    NAMESAKES = 99
};

/* --- what was changed ------------------------------------------------------------------------- */

static void write_change_statement(const struct change *change, struct text *out) {
    char number[NUMBER_TEXT];
    if (change_defines(change)) {
        if (change->value->root->kind != NODE_BODY) {
            text_format(out, "%s = ", change->name);
        }
    } else {
        text_append(out, change->kind == CHANGE_PIN     ? "pin "
                         : change->kind == CHANGE_UNPIN ? "unpin "
                                                        : "");
        change_write_place(change, out);
        text_append(out, change->kind != CHANGE_UNPIN ? " = " : "");
    }
    if (change->value != NULL) {
        writer_plain(change->value->root, out);
    } else if (change->kind == CHANGE_EDIT) {
        number_exact(number, change->numbers->cells[0]);
        text_append(out, number);
    }
}

/* True when the lesson has given the value that CHANGE changed another formula since. */
static bool is_superseded(const struct history *history, const struct change *change) {
    bool over = false;
    for (size_t stop = change->anchor; !over && stop < history_stop(history); stop++) {
        const struct changes *script = history_script_at(history, stop);
        for (size_t i = 0; i < script->count; i++) {
            over = over || (change_defines(script->list[i]) &&
                            text_same(script->list[i]->name, change->name));
        }
    }
    return over;
}

/* Returns the statements of CHANGES that are in force; definitions made together are one. NULL
 * without memory. */
static json_t *list_changes_in_force(const struct history *history, const struct changes *changes) {
    json_t *list = json_make("[]");
    struct text line = {0};
    bool ok = list != NULL;
    for (size_t i = 0; ok && i < changes->count; i++) {
        const struct change *change = changes->list[i];
        if (is_superseded(history, change)) {
            continue;
        }
        size_t last = json_array_size(list) - 1;
        bool joins = change->joined && json_array_size(list) > 0;
        text_clear(&line);
        text_append(&line, joins ? json_string_value(json_array_get(list, last)) : "");
        text_append(&line, joins ? "; " : "");
        write_change_statement(change, &line);
        json_t *statement = line.failed ? NULL : json_make("s", text_string(&line));
        ok = (joins ? json_array_set_new(list, last, statement)
                    : json_array_append_new(list, statement)) == 0;
    }
    text_release(&line);
    if (!ok) {
        json_decref(list);
        list = NULL;
    }
    return list;
}

/* Adds EVENT, after a line about what the lesson asks if the record has none yet. */
static bool add_event(struct sitting *sitting, const struct session *session, json_t *event,
                      struct failure *failure) {
    if (!record_begin(&sitting->record, session->lesson, failure)) {
        json_decref(event);
        return false;
    }
    return record_add(&sitting->record, event, failure);
}

/* Records how CHANGES, made in the exercise ID or (NULL) outside exercises, differ from those
 * recorded: the first ones, which are the same in both, stay. */
static bool note_changes(struct sitting *sitting, const struct session *session,
                         const struct changes *changes, const char *id, struct failure *failure) {
    char when[24];
    size_t from = 0, bytes = 0;
    struct record *record = &sitting->record;
    json_t *before = record_work(record, sitting->name, id, json_array_size(record->events));
    json_t *now = list_changes_in_force(session->history, changes);
    bool ok = before != NULL && now != NULL;
    while (ok && from < json_array_size(before) && json_array_size(now) > 0 &&
           json_equal(json_array_get(before, from), json_array_get(now, 0))) {
        ok = json_array_remove(now, 0) == 0;
        from++;
    }
    bool same = from == json_array_size(before) && json_array_size(now) == 0;
    for (size_t i = 0; i < json_array_size(now); i++) {
        bytes += json_string_length(json_array_get(now, i));
    }
    bool fits = record->log.length + bytes <= CHANGES_LIMIT;
    if (ok && !same && !fits && !sitting->full) {
        text_append(&sitting->notice,
                    "Too many changes were made here to keep all of them; answers are still kept.");
        sitting->full = true;
    }
    record_time(when, sizeof when);
    ok = ok ? same || !fits ||
                  add_event(sitting, session,
                            json_make("{ss* ss ss si sO}", "id", id, "sitting", sitting->name,
                                      "when", when, "from", (int)from, "add", now),
                            failure)
            : failure_memory(failure);
    json_decref(before);
    json_decref(now);
    return ok;
}

/* --- what was answered ------------------------------------------------------------------------ */

/* Records what is new at the question at STOP. */
static bool note_answer(struct sitting *sitting, const struct session *session, size_t stop,
                        struct failure *failure) {
    static const char *const states[] = {[ANSWER_RIGHT] = "right",
                                         [ANSWER_WRONG] = "wrong",
                                         [ANSWER_SKIPPED] = "skipped",
                                         [ANSWER_LOCKED] = NULL};
    const struct answer *answer = &session->answers[stop];
    struct sitting_seen *seen = &sitting->seen[stop], old = *seen;
    const struct quiz *quiz = question_quiz(session, stop);
    const char *id = lesson_question_id(session->lesson, stop);
    struct text given = {0};
    char when[24];
    bool answered = answer->tries > old.tries, helped = answer->hints > old.hints;
    bool settled = answer->state != old.state && question_settled(answer);
    seen->state = answer->state;
    seen->tries = answer->tries;
    seen->hints = answer->hints;
    seen->shown = seen->shown || (question_settled(answer) &&
                                  session_stop(session) >= question_due(session, stop));
    if (!answered && !helped && !settled) {
        return true;
    }
    if (answered && session->exercise == SIZE_MAX &&
        !note_changes(sitting, session, history_own(session->history), NULL, failure)) {
        return false;
    }
    if (answered) {
        utf8_line(&given, answer->given, strlen(answer->given));
    }
    record_time(when, sizeof when);
    double seconds = sitting->requested == stop ? clock_seconds() - sitting->since : 0;
    json_t *event = json_make(
        "{ss ss ss so* ss* ss* so* so* so*}", "id", id, "sitting", sitting->name, "when", when,
        "seconds",
        seconds >= 1 && seconds <= (double)LONGEST ? json_integer((json_int_t)seconds) : NULL,
        "answer", answered ? text_string(&given) : NULL, "is",
        settled ? states[answer->state] : NULL, "late",
        answered && quiz->predict && old.shown ? json_true() : NULL, "exam",
        answered && quiz->sealed ? json_true() : NULL, "hint",
        helped ? json_integer((json_int_t)answer->hints) : NULL);
    sitting->since = clock_seconds();
    sitting->answered = sitting->answered || answered;
    if (given.failed) {
        json_decref(event);
        event = NULL;
    }
    bool ok = add_event(sitting, session, event, failure);
    text_release(&given);
    return ok;
}

bool sitting_record(struct sitting *sitting, const struct session *session,
                    struct failure *failure) {
    bool ok = true;
    size_t exercise = session->exercise;
    /* A solution is not the learner's work. */
    if (exercise != SIZE_MAX && session->answers[exercise].state != ANSWER_SKIPPED) {
        struct changes changes = history_since_enter(session->history);
        ok = note_changes(sitting, session, &changes, lesson_question_id(session->lesson, exercise),
                          failure);
    }
    for (size_t i = 0; ok && i < session->lesson->stop_count; i++) {
        if (lesson_question_id(session->lesson, i) != NULL) {
            ok = note_answer(sitting, session, i, failure);
        }
    }
    if (sitting->requested != question_open(session)) {
        sitting->requested = question_open(session);
        sitting->since = clock_seconds();
    }
    return ok;
}

bool sitting_begin(struct sitting *sitting, const struct session *session,
                   struct failure *failure) {
    static unsigned count;
    const struct lesson *lesson = session->lesson;
    text_fill(sitting->name, sizeof sitting->name, "%llx-%lx-%x", (unsigned long long)time(NULL),
              (unsigned long)getpid(), ++count);
    sitting->requested = SIZE_MAX;
    if (!memory_reserve(&sitting->seen, &sitting->seen_capacity, lesson->stop_count,
                        sizeof *sitting->seen)) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < lesson->stop_count; i++) {
        const struct answer *answer = &session->answers[i];
        const char *id = lesson_question_id(lesson, i);
        struct record_item item = {0};
        char sum[24];
        if (id != NULL && !record_item(&sitting->record, id, &item, failure)) {
            record_item_release(&item);
            return false;
        }
        record_question_sum(lesson, i, sum);
        bool shown = item.settled && item.asks != NULL && text_same(item.asks, sum);
        record_item_release(&item);
        sitting->seen[i] = (struct sitting_seen){.state = answer->state,
                                                 .tries = answer->tries,
                                                 .hints = answer->hints,
                                                 .shown = shown || question_settled(answer)};
    }
    sitting->open = lesson;
    return true;
}

/* --- where it is kept ------------------------------------------------------------------------- */

/* Computes the checksum of the lesson's name in the progress log: its path and its id. */
static bool sum_path(const struct session *session, uint64_t *sum, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    struct text key = {0};
    bool ok = progress_key(lesson->file, lesson->id, session->front.lesson_folders, &key, failure);
    *sum = record_checksum(RECORD_SUM, text_string(&key), key.length);
    text_release(&key);
    return ok;
}

/* Writes the path of the lesson's log number NUMBER, from 1, with one hyphen for each run of other
 * characters than letters in the id. */
static bool write_path(struct sitting *sitting, const struct session *session, size_t number,
                       struct failure *failure) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const struct lesson *lesson = session->lesson;
    struct text *path = &sitting->path;
    uint64_t sum;
    text_clear(path);
    if (!file_state_folder(path)) {
        return failure_set(failure, "neither XDG_STATE_HOME nor HOME names a folder for it");
    }
    text_append(path, "/answers/");
    if (document_key(&lesson->document, "id") == NULL) {
        if (!sum_path(session, &sum, failure)) {
            return false;
        }
        text_format(path, "file-%016" PRIx64, sum);
    } else {
        for (const char *at = lesson->id; *at != '\0'; at++) {
            text_append_character(path, strchr(letters, *at) != NULL ? *at : '-');
        }
    }
    text_append(path, lesson->exam ? ".exam" : "");
    if (number > 1) {
        text_format(path, ".%zu", number);
    }
    text_append(path, ".jsonl");
    return text_ok(path, failure);
}

/* Renames the file PATH, which cannot be read because of WHY. */
static bool set_aside(struct sitting *sitting, const char *path, const struct failure *why,
                      struct failure *failure) {
    struct text aside = {0};
    bool ok = file_set_aside(path, &aside, failure);
    if (ok) {
        text_format(&sitting->notice,
                    "What you had answered in this lesson cannot be read (%s). It is kept as %s, "
                    "and new answers begin a new file.",
                    why->message, text_string(&aside));
    }
    text_release(&aside);
    return ok;
}

/* Reads the file PATH, which need not exist. With ASIDE a file that cannot be read is renamed to
 * make room for a new one; otherwise it is a failure. */
static bool read_log(struct sitting *sitting, const char *path, bool aside,
                     struct failure *failure) {
    struct text file = {0};
    struct failure unread = {0};
    record_release(&sitting->record);
    bool ok = !file_exists(path) || file_read(path, RECORD_LIMIT, &file, &unread);
    if (ok && !record_read(&sitting->record, &file, &unread)) {
        failure_prefix(&unread, "%s", path);
        ok = false;
    }
    text_release(&file);
    if (!ok) {
        record_release(&sitting->record);
        ok = aside && set_aside(sitting, path, &unread, failure);
    }
    if (!ok && !failure->set) {
        *failure = unread;
    }
    return ok;
}

/* Finds the log of SESSION's lesson, or the file of an earlier program when there is no log yet. */
static bool find_log(struct sitting *sitting, const struct session *session, bool aside,
                     struct failure *failure) {
    struct text old = {0};
    uint64_t sum;
    bool ok = true, ours = false;
    for (size_t i = 1; ok && !ours && i <= NAMESAKES; i++) {
        ok = write_path(sitting, session, i, failure) &&
             read_log(sitting, text_string(&sitting->path), aside, failure);
        ours = record_belongs(&sitting->record, session->lesson);
    }
    sitting->written = sitting->record.log.length;
    if (ok && sitting->written == 0 && file_state_folder(&old) &&
        sum_path(session, &sum, failure)) {
        text_format(&old, "/answers/%016" PRIx64 ".json", sum);
        ok = text_ok(&old, failure) && read_log(sitting, text_string(&old), aside, failure);
    }
    text_release(&old);
    return ok;
}

bool sitting_find(struct sitting *sitting, const struct session *session, struct failure *failure) {
    *sitting = (struct sitting){0};
    return find_log(sitting, session, false, failure);
}

bool sitting_save(struct sitting *sitting, struct failure *failure) {
    struct text folder = {0}, *log = &sitting->record.log;
    const char *path = text_string(&sitting->path);
    size_t length = log->length - sitting->written;
    if (length == 0 || path[0] == '\0') {
        return true;
    }
    if (file_size(path) + length > LOG_LIMIT) {
        sitting->written = log->length; /* it will not fit later either */
        return failure_set(failure, "%s is full, as it has more than %d KiB", path,
                           LOG_LIMIT >> 10);
    }
    file_folder(path, &folder);
    bool ok = text_ok(&folder, failure) && file_make_folder(text_string(&folder), failure) &&
              file_append(path, text_string(log) + sitting->written, length, failure);
    if (ok && sitting->answered) {
        file_sync(path);
    }
    sitting->written += ok ? length : 0;
    sitting->answered = sitting->answered && !ok;
    text_release(&folder);
    return ok;
}

/* Changes to the lesson that was opened, or to none. */
static bool change_lesson(struct sitting *sitting, const struct session *session,
                          struct failure *failure) {
    struct sitting newer = {.notice = sitting->notice, .warned = sitting->warned};
    sitting_save(sitting, &(struct failure){0}); /* what another window's lock had kept out */
    sitting->notice = (struct text){0};
    sitting_release(sitting);
    *sitting = newer;
    if (session->lesson == NULL) {
        return true;
    }
    bool found = find_log(sitting, session, true, failure);
    struct failure *more = found ? failure : &(struct failure){0};
    return sitting_begin(sitting, session, more) && found;
}

void sitting_record_saved(struct sitting *sitting, const struct session *session) {
    struct failure failure = {0};
    bool ok = session->lesson != sitting->open
                  ? change_lesson(sitting, session, &failure)
                  : session->lesson == NULL || sitting_record(sitting, session, &failure);
    if ((!ok || !sitting_save(sitting, &failure)) && !sitting->warned) {
        text_format(&sitting->notice, "Answers are not kept: %s", failure.message);
        sitting->warned = true;
    }
}

void sitting_release(struct sitting *sitting) {
    record_release(&sitting->record);
    memory_free(sitting->seen);
    text_release(&sitting->path);
    text_release(&sitting->notice);
    *sitting = (struct sitting){0};
}
