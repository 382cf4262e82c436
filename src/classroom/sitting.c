/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/sitting.h"

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

/* Seconds that count between two lines: who takes longer was away. Bytes of a log from which on
 * changes are no longer added, to leave room for answers, and what a hand-in has beside its log.
 * How many lessons may share an id. */
enum {
    LONGEST = 900,
    CHANGES_LIMIT = RECORD_LIMIT / 4 * 3,
    LOG_LIMIT = RECORD_LIMIT / 16 * 15,
    NAMESAKES = 99
};

/* --- what was changed ------------------------------------------------------------------------- */

/* Statements while they are listed. */
struct statements_of {
    struct text *list;
    size_t count, capacity;
    bool failed;
};

static void release_statements(struct statements_of *statements) {
    for (size_t i = 0; i < statements->count; i++) {
        text_release(&statements->list[i]);
    }
    memory_free(statements->list);
}

static void write_change(const struct change *change, struct text *out) {
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

/* Whether the lesson has given what CHANGE changed another formula since. */
static bool is_over(const struct history *history, const struct change *change) {
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

/* CHANGES that are in force; definitions that stand only together are one statement. */
static void list_changes(const struct history *history, const struct changes *changes,
                         struct statements_of *out) {
    for (size_t i = 0; i < changes->count && !out->failed; i++) {
        const struct change *change = changes->list[i];
        if (is_over(history, change)) {
            continue;
        }
        if (change->joined && out->count > 0) {
            text_append(&out->list[out->count - 1], "; ");
        } else if (memory_reserve(&out->list, &out->capacity, out->count + 1, sizeof *out->list)) {
            out->count++;
        } else {
            out->failed = true;
            return;
        }
        write_change(change, &out->list[out->count - 1]);
        out->failed = out->list[out->count - 1].failed;
    }
}

static bool is_same(const struct record_work *work, size_t i, const struct statements_of *now,
                    size_t k) {
    return text_same(work->list[i], text_string(&now->list[k]));
}

/* Sets how NOW differs from WORK (NULL: from nothing) in EVENT, whose bytes are counted in *SIZE.
 * False without memory. */
static bool write_difference(const struct record_work *work, const struct statements_of *now,
                             json_t *event, size_t *size) {
    size_t before = work == NULL ? 0 : work->count, from = 0, kept = 0;
    while (from < before && from < now->count && is_same(work, from, now, from)) {
        from++;
    }
    while (kept < before - from && kept < now->count - from &&
           is_same(work, before - 1 - kept, now, now->count - 1 - kept)) {
        kept++;
    }
    json_t *add = json_make("[]");
    bool ok = add != NULL;
    for (size_t i = from; ok && i < now->count - kept; i++) {
        *size += now->list[i].length;
        ok = json_array_append_new(add, json_make("s", text_string(&now->list[i]))) == 0;
    }
    ok = json_object_set_new(event, "from", json_make("i", (int)from)) == 0 && ok;
    ok = json_object_set_new(event, "drop", json_make("i", (int)(before - from - kept))) == 0 && ok;
    return json_object_set_new(event, "add", add) == 0 && ok;
}

/* Adds EVENT, after what the lesson asks where the record does not say it yet. */
static bool add(struct sitting *sitting, const struct session *session, json_t *event,
                struct failure *failure) {
    if (!record_begin(&sitting->record, session->lesson, failure)) {
        json_decref(event);
        return false;
    }
    return record_add(&sitting->record, event, failure);
}

/* Records how CHANGES, made in the exercise ID or (NULL) outside of one, differ from what is
 * recorded of them. */
static bool note_changes(struct sitting *sitting, const struct session *session,
                         const struct changes *changes, const char *id, struct failure *failure) {
    struct statements_of now = {0};
    char when[24];
    size_t size = 0;
    const struct record_work *work = record_work(&sitting->record, sitting->name, id);
    record_time(when, sizeof when);
    list_changes(session->history, changes, &now);
    json_t *event = json_make("{ss* ss ss}", "id", id, "sitting", sitting->name, "when", when);
    bool ok = event != NULL && !now.failed && write_difference(work, &now, event, &size);
    bool same =
        json_array_size(json_object_get(event, "add")) == 0 && json_take_size(event, "drop") == 0;
    bool fits = sitting->record.log.length + size <= CHANGES_LIMIT;
    if (ok && !same && !fits && !sitting->full) {
        text_append(&sitting->notice, "Too much was changed here for all of it to be kept; answers "
                                      "are kept on.");
        sitting->full = true;
    }
    release_statements(&now);
    if (ok && !same && fits) {
        return add(sitting, session, event, failure);
    }
    json_decref(event);
    return ok || failure_memory(failure);
}

/* --- what was answered ------------------------------------------------------------------------ */

/* What is new at the question at STOP. */
static bool note_answer(struct sitting *sitting, const struct session *session, size_t stop,
                        struct failure *failure) {
    static const char *const states[] = {[ANSWER_RIGHT] = "right",
                                         [ANSWER_WRONG] = "wrong",
                                         [ANSWER_SKIPPED] = "skipped",
                                         [ANSWER_LOCKED] = NULL};
    const struct answer *answer = &session->answers[stop];
    struct sitting_seen *seen = &sitting->seen[stop], old = *seen;
    const struct quiz *quiz = question_quiz(session, stop);
    const char *id = lesson_asks(session->lesson, stop);
    struct text given = {0};
    char when[24];
    bool tried = answer->tries > old.tries, helped = answer->hints > old.hints;
    bool settled = answer->state != old.state && question_settled(answer);
    seen->state = answer->state;
    seen->tries = answer->tries;
    seen->hints = answer->hints;
    seen->shown = seen->shown || (question_settled(answer) &&
                                  session_stop(session) >= question_due(session, stop));
    if (!tried && !helped && !settled) {
        return true;
    }
    if (tried && session->exercise == SIZE_MAX &&
        !note_changes(sitting, session, history_own(session->history), NULL, failure)) {
        return false;
    }
    if (tried) {
        utf8_line(&given, answer->given, strlen(answer->given));
    }
    record_time(when, sizeof when);
    json_t *event =
        json_make("{ss ss ss ss* ss*}", "id", id, "sitting", sitting->name, "when", when, "answer",
                  tried ? text_string(&given) : NULL, "is", settled ? states[answer->state] : NULL);
    if (tried && quiz->predict && old.shown) {
        json_object_set_new(event, "late", json_true());
    }
    if (tried && quiz->sealed) {
        json_object_set_new(event, "exam", json_true());
    }
    if (helped) {
        json_object_set_new(event, "hint", json_make("i", (int)answer->hints));
    }
    if (seen->seconds >= 1) {
        json_object_set_new(event, "seconds", json_make("i", (int)seen->seconds));
    }
    seen->seconds = 0;
    sitting->answered = sitting->answered || tried;
    if (given.failed) {
        json_decref(event);
        event = NULL;
    }
    bool ok = add(sitting, session, event, failure);
    text_release(&given);
    return ok;
}

/* A monotonic clock, in seconds. */
static double now(void) {
    struct timespec time;
    return clock_gettime(CLOCK_MONOTONIC, &time) != 0
               ? 0
               : (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The question that stood open since the last look has taken that long. */
static void note_time(struct sitting *sitting, const struct session *session) {
    double passed = now() - sitting->since;
    size_t asked = sitting->asked, stop = question_open(session);
    sitting->asked = stop;
    sitting->since = now();
    if (asked < session->lesson->stop_count && passed <= (double)LONGEST) {
        sitting->seen[asked].seconds += passed;
    }
}

bool sitting_note(struct sitting *sitting, const struct session *session, struct failure *failure) {
    bool ok = true;
    size_t exercise = session->exercise;
    note_time(sitting, session);
    /* A solution is nobody's work. */
    if (exercise != SIZE_MAX && session->answers[exercise].state != ANSWER_SKIPPED) {
        struct changes changes = history_since_enter(session->history);
        ok = note_changes(sitting, session, &changes, lesson_asks(session->lesson, exercise),
                          failure);
    }
    for (size_t i = 0; ok && i < session->lesson->stop_count; i++) {
        if (lesson_asks(session->lesson, i) != NULL) {
            ok = note_answer(sitting, session, i, failure);
        }
    }
    return ok;
}

bool sitting_begin(struct sitting *sitting, const struct session *session,
                   struct failure *failure) {
    static unsigned count;
    const struct lesson *lesson = session->lesson;
    text_fill(sitting->name, sizeof sitting->name, "%llx-%lx-%x", (unsigned long long)time(NULL),
              (unsigned long)getpid(), ++count);
    sitting->asked = SIZE_MAX;
    sitting->since = now();
    if (!memory_reserve(&sitting->seen, &sitting->seen_capacity, lesson->stop_count,
                        sizeof *sitting->seen)) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < lesson->stop_count; i++) {
        const struct answer *answer = &session->answers[i];
        const char *id = lesson_asks(lesson, i);
        const struct record_item *item = id == NULL ? NULL : record_find(&sitting->record, id);
        char sum[24];
        record_sum(lesson, i, sum);
        sitting->seen[i] = (struct sitting_seen){
            .state = answer->state,
            .tries = answer->tries,
            .hints = answer->hints,
            .shown = question_settled(answer) ||
                     (item != NULL && item->settled && text_same(item->asks, sum))};
    }
    sitting->open = lesson;
    return true;
}

/* --- where it is kept ------------------------------------------------------------------------- */

/* The checksum of what progress calls the lesson: its path and its id. */
static bool sum_path(const struct session *session, uint64_t *sum, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    struct text key = {0};
    bool ok = progress_key(lesson->file, lesson->id, session->front.lesson_folders, &key, failure);
    *sum = record_checksum(RECORD_SUM, text_string(&key), key.length);
    text_release(&key);
    return ok;
}

/* The path of its log number NUMBER, from 1: what is no letter of an id is one hyphen. */
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

/* Reads the log at the path; nothing where there is none. */
static bool read_log(struct sitting *sitting, struct failure *failure) {
    const char *path = text_string(&sitting->path);
    struct text file = {0};
    record_release(&sitting->record);
    bool ok = !file_exists(path) || file_read(path, RECORD_LIMIT, &file, failure);
    if (ok && !record_read_log(&sitting->record, &file, failure)) {
        failure_prefix(failure, "%s", path);
        ok = false;
    }
    text_release(&file);
    sitting->written = sitting->record.log.length;
    return ok;
}

/* The file in which an earlier program kept the answers to the lesson. */
static bool old_path(const struct session *session, struct text *path, struct failure *failure) {
    uint64_t sum;
    bool ok = file_state_folder(path) && sum_path(session, &sum, failure);
    text_format(path, "/answers/%016" PRIx64 ".json", ok ? sum : 0);
    return ok && text_ok(path, failure);
}

/* Adds what is in the file PATH of an earlier program, unless that was done before. */
static bool carry_over(struct sitting *sitting, const struct session *session, const char *path,
                       struct failure *failure) {
    struct text file = {0};
    if (!file_exists(path) || json_object_get(sitting->record.carried, file_base(path)) != NULL) {
        return true;
    }
    bool ok = file_read(path, LOG_LIMIT / 2, &file, failure);
    struct stream stream = stream_memory("answers", text_string(&file), file.length);
    json_t *object = ok ? json_take(&stream, "it", file.length, RECORD_LIMIT >> 20, failure) : NULL;
    json_t *questions = json_object_get(object, "questions");
    ok = object != NULL &&
         (json_is_array(questions) || failure_set(failure, "%s has no answers", path)) &&
         add(sitting, session,
             json_make("{ss sO ss*}", "carried", file_base(path), "questions", questions, "name",
                       json_string_value(json_object_get(object, "name"))),
             failure);
    json_decref(object);
    text_release(&file);
    return ok;
}

/* Gives the file PATH, which cannot be read as WHY says, another name. */
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

/* Finds the log of SESSION's lesson. With ASIDE one that cannot be read makes room for a new one,
 * else it is a failure. */
static bool find(struct sitting *sitting, const struct session *session, bool aside,
                 struct failure *failure) {
    struct text old = {0};
    struct failure unread = {0};
    bool ok = true, ours = false;
    for (size_t i = 1; ok && !ours && i <= NAMESAKES; i++) {
        unread = (struct failure){0};
        ok = write_path(sitting, session, i, failure);
        if (ok && !read_log(sitting, &unread)) {
            ok = aside && set_aside(sitting, text_string(&sitting->path), &unread, failure);
            record_release(&sitting->record);
            sitting->written = 0;
        }
        ours = record_belongs(&sitting->record, session->lesson);
    }
    if (ok) {
        unread = (struct failure){0};
    }
    if (ok && old_path(session, &old, failure) &&
        !carry_over(sitting, session, text_string(&old), &unread)) {
        ok = aside && set_aside(sitting, text_string(&old), &unread, failure);
    }
    text_release(&old);
    if (!ok && !failure->set) {
        *failure = unread;
    }
    return ok;
}

bool sitting_find(struct sitting *sitting, const struct session *session, struct failure *failure) {
    *sitting = (struct sitting){0};
    return find(sitting, session, false, failure);
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

/* Another lesson was opened, or none is open any more. */
static bool change_lesson(struct sitting *sitting, const struct session *session,
                          struct failure *failure) {
    struct sitting new = {.notice = sitting->notice, .told = sitting->told};
    sitting_save(sitting, &(struct failure){0}); /* what another window's lock had kept out */
    sitting->notice = (struct text){0};
    sitting_release(sitting);
    *sitting = new;
    if (session->lesson == NULL) {
        return true;
    }
    bool found = find(sitting, session, true, failure);
    struct failure *more = found ? failure : &(struct failure){0};
    return sitting_begin(sitting, session, more) && found;
}

void sitting_keep(struct sitting *sitting, const struct session *session) {
    struct failure failure = {0};
    bool ok = session->lesson != sitting->open
                  ? change_lesson(sitting, session, &failure)
                  : session->lesson == NULL || sitting_note(sitting, session, &failure);
    if ((!ok || !sitting_save(sitting, &failure)) && !sitting->told) {
        text_format(&sitting->notice, "Answers are not kept: %s", failure.message);
        sitting->told = true;
    }
}

void sitting_release(struct sitting *sitting) {
    record_release(&sitting->record);
    memory_free(sitting->seen);
    text_release(&sitting->path);
    text_release(&sitting->notice);
    *sitting = (struct sitting){0};
}
