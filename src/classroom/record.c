/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/record.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "files/export.h"
#include "files/json.h"
#include "language/writer.h"
#include "session/progress.h"
#include "session/question.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

/* Answers of one question that are kept; seconds that count between two lines: who takes longer is
 * gone; bytes of a file. */
enum { ANSWERS = 20, LONGEST = 900, FILE_BYTES = 4 * 1024 * 1024 };

/* --- checksums -------------------------------------------------------------------------------- */

static const uint64_t FNV_BASIS = 0xcbf29ce484222325, FNV_PRIME = 0x100000001b3;

static uint64_t checksum(uint64_t sum, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] != '\r') { /* a mailer may have put them before line ends */
            sum = (sum ^ (unsigned char)bytes[i]) * FNV_PRIME;
        }
    }
    return sum;
}

/* What a question asks, and its choices in their order. */
static char *sum_questions(const struct lesson *lesson) {
    struct text sum = {0};
    uint64_t all = FNV_BASIS;
    for (size_t i = 0; i < lesson->part_count; i++) {
        const struct quiz *quiz = lesson->parts[i].quiz;
        const struct exercise *exercise = lesson->parts[i].exercise;
        const char *asked = quiz != NULL       ? quiz->question
                            : exercise != NULL ? exercise->question
                                               : "";
        all = checksum(all, asked, strlen(asked));
        for (size_t k = 0; quiz != NULL && k < quiz->choice_count; k++) {
            all = checksum(all, quiz->choices[k].text, strlen(quiz->choices[k].text) + 1);
        }
    }
    text_format(&sum, "%016" PRIx64, all);
    return text_steal(&sum);
}

/* --- one question ----------------------------------------------------------------------------- */

static void item_release(struct record_item *item) {
    for (size_t i = 0; i < item->answer_count; i++) {
        memory_free(item->answers[i]);
    }
    memory_free(item->answers);
    memory_free(item->id);
    text_release(&item->work);
    text_release(&item->changed);
}

/* The item of the question ID, made when there is none; NULL without memory. */
static struct record_item *item_of(struct record *record, const char *id) {
    for (size_t i = 0; i < record->count; i++) {
        if (text_same(record->list[i].id, id)) {
            return &record->list[i];
        }
    }
    char *copy = id == NULL ? NULL : memory_text(id, strlen(id));
    if (copy == NULL || !memory_reserve(&record->list, &record->capacity, record->count + 1,
                                        sizeof *record->list)) {
        memory_free(copy);
        return NULL;
    }
    struct record_item *item = &record->list[record->count++];
    *item = (struct record_item){.id = copy};
    return item;
}

static bool add_answer(struct record_item *item, const char *answer) {
    struct text line = {0};
    utf8_line(&line, answer, strlen(answer));
    char *copy = text_steal(&line);
    if (copy != NULL && item->answer_count == ANSWERS) {
        memory_free(item->answers[--item->answer_count]);
    }
    if (copy == NULL || !memory_reserve(&item->answers, &item->answer_capacity,
                                        item->answer_count + 1, sizeof *item->answers)) {
        memory_free(copy);
        return false;
    }
    item->answers[item->answer_count++] = copy;
    return true;
}

static void write_time(char *out, size_t size) {
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL || strftime(out, size, "%Y-%m-%d %H:%M UTC", &parts) == 0) {
        out[0] = '\0';
    }
}

/* --- what is new ------------------------------------------------------------------------------ */

static void write_change(const struct change *change, struct text *out) {
    bool defines = change->value != NULL && change->cell == NULL;
    if (defines && change->value->root->kind != NODE_BODY) {
        text_format(out, "%s = ", change->name);
    }
    if (!defines && change->cell != NULL) {
        text_append(out, change->kind == CHANGE_PIN     ? "pin "
                         : change->kind == CHANGE_UNPIN ? "unpin "
                                                        : "");
        writer_plain(change->cell->root, out);
        text_append(out, change->value != NULL ? " = " : "");
    }
    if (change->value != NULL) {
        writer_plain(change->value->root, out);
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

/* CHANGES that are in force; definitions that stand only together are one line. */
static void write_changes(const struct history *history, const struct changes *changes,
                          struct text *out) {
    for (size_t i = 0; i < changes->count; i++) {
        if (!is_over(history, changes->list[i])) {
            text_append(out, out->length == 0 ? "" : changes->list[i]->joined ? "; " : "\n");
            write_change(changes->list[i], out);
        }
    }
}

/* The work of an exercise that is met stays as it was when it was. */
static bool note_work(struct record *record, const struct session *session) {
    const char *id = lesson_asks(session->lesson, session->exercise);
    struct text work = {0};
    if (session->answers[session->exercise].state == ANSWER_SKIPPED) {
        return true; /* the solution is not the learner's */
    }
    struct changes changes = history_since_enter(session->history);
    write_changes(session->history, &changes, &work);
    if (work.length == 0 && !work.failed) {
        return true;
    }
    struct record_item *item = item_of(record, id);
    bool ok = item != NULL && !work.failed;
    if (ok && item->became != ANSWER_RIGHT &&
        !text_same(text_string(&work), text_string(&item->work))) {
        struct text old = item->work;
        item->work = work;
        work = old;
        write_time(item->last, sizeof item->last);
        record->unsaved = true;
    }
    text_release(&work);
    return ok;
}

static bool note_answer(struct record *record, const struct session *session, size_t stop,
                        bool *news) {
    const struct answer *answer = &session->answers[stop];
    struct record_seen *seen = &record->seen[stop], old = *seen;
    *seen = (struct record_seen){answer->state, answer->tries, answer->hints};
    bool tried = answer->tries > old.tries, helped = answer->hints > old.hints;
    bool taken = answer->state == ANSWER_LOCKED && question_quiz(session, stop)->sealed;
    bool settled = answer->state != old.state && (question_settled(answer) || taken);
    if (!tried && !helped && !settled) {
        return true;
    }
    struct record_item *item = item_of(record, lesson_asks(session->lesson, stop));
    if (item == NULL) {
        return false;
    }
    if (tried && old.state == ANSWER_LOCKED && item->answer_count > 0) { /* thought better of */
        memory_free(item->answers[--item->answer_count]);
        item->tries--;
    }
    if (tried && !add_answer(item, answer->given)) {
        return false;
    }
    if (tried || settled) {
        text_clear(&item->changed);
        if (session->exercise == SIZE_MAX) {
            write_changes(session->history, history_own(session->history), &item->changed);
        }
    }
    item->tries += tried ? answer->tries - old.tries : 0;
    item->hints = answer->hints > item->hints ? answer->hints : item->hints;
    item->became = settled && item->became != ANSWER_RIGHT ? answer->state : item->became;
    write_time(item->last, sizeof item->last);
    *news = true;
    return true;
}

/* A monotonic clock, in seconds. */
static double now(void) {
    struct timespec time;
    return clock_gettime(CLOCK_MONOTONIC, &time) != 0
               ? 0
               : (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The question that stood open since the last look has taken that long. */
static bool note_time(struct record *record, const struct session *session) {
    double then = record->since, passed = now() - then;
    size_t asked = record->asked;
    size_t stop = session_stop(session);
    bool asks = stop > 0 && lesson_asks(session->lesson, stop - 1) != NULL &&
                session->answers[stop - 1].state == ANSWER_OPEN;
    record->asked = asks ? stop - 1 : SIZE_MAX;
    record->since = now();
    if (asked >= session->lesson->stop_count || passed > (double)LONGEST) {
        return true;
    }
    struct record_item *item = item_of(record, lesson_asks(session->lesson, asked));
    if (item != NULL) {
        item->seconds += passed;
    }
    return item != NULL;
}

bool record_note(struct record *record, const struct session *session, bool *news,
                 struct failure *failure) {
    bool ok = note_time(record, session);
    *news = false;
    if (session->exercise != SIZE_MAX) {
        ok = note_work(record, session) && ok;
    }
    for (size_t i = 0; ok && i < session->lesson->stop_count; i++) {
        if (lesson_asks(session->lesson, i) != NULL) {
            ok = note_answer(record, session, i, news);
        }
    }
    return ok || failure_memory(failure);
}

bool record_begin(struct record *record, const struct session *session, struct failure *failure) {
    const struct lesson *lesson = session->lesson;
    memory_free(record->lesson);
    memory_free(record->asks);
    record->lesson = memory_text(lesson->id, strlen(lesson->id));
    record->asks = sum_questions(lesson);
    record->asked = SIZE_MAX;
    record->since = now();
    if (record->lesson == NULL || record->asks == NULL ||
        !memory_reserve(&record->seen, &record->seen_capacity, lesson->stop_count,
                        sizeof *record->seen)) {
        return failure_memory(failure);
    }
    for (size_t i = 0; i < lesson->stop_count; i++) {
        const struct answer *answer = &session->answers[i];
        record->seen[i] = (struct record_seen){answer->state, answer->tries, answer->hints};
    }
    record->open = lesson;
    return true;
}

/* --- the file of it --------------------------------------------------------------------------- */

static const char *const BECAME[] = {[ANSWER_OPEN] = "open",
                                     [ANSWER_LOCKED] = "locked",
                                     [ANSWER_RIGHT] = "right",
                                     [ANSWER_WRONG] = "wrong",
                                     [ANSWER_SKIPPED] = "skipped"};

enum { STATES = sizeof BECAME / sizeof BECAME[0] };

static void write_lines(const char *key, const char *lines, struct text *out) {
    text_format(out, ", \"%s\": [", key);
    for (const char *at = lines; *at != '\0';) {
        struct text line = {0};
        size_t length = strcspn(at, "\n");
        text_append_bytes(&line, at, length);
        text_append(out, at == lines ? "" : ", ");
        export_string(text_string(&line), out);
        text_release_into(&line, out);
        at += length + (at[length] == '\n' ? 1 : 0);
    }
    text_append(out, "]");
}

static void write_item(const struct record_item *item, struct text *out) {
    export_member("  {", "id", item->id, out);
    export_member(", ", "became", BECAME[item->became], out);
    if (item->answer_count > 0) {
        text_format(out, ", \"tries\": %zu, \"answers\": [", item->tries);
        for (size_t i = 0; i < item->answer_count; i++) {
            text_append(out, i > 0 ? ", " : "");
            export_string(item->answers[i], out);
        }
        text_append(out, "]");
    }
    if (item->work.length > 0) {
        write_lines("work", text_string(&item->work), out);
    }
    if (item->changed.length > 0) {
        write_lines("changed", text_string(&item->changed), out);
    }
    if (item->hints > 0) {
        text_format(out, ", \"hints\": %zu", item->hints);
    }
    if (item->seconds >= 1) {
        text_format(out, ", \"seconds\": %.0f", item->seconds);
    }
    if (item->last[0] != '\0') {
        export_member(", ", "last", item->last, out);
    }
    text_append(out, "}");
}

static const char DIGEST[] = "\n \"digest\": \"";

void record_write(const struct record *record, struct text *out) {
    char written[24];
    size_t start = out->length;
    write_time(written, sizeof written);
    export_member("{", "qkv", "hand-in", out);
    export_member(", ", "lesson", record->lesson, out);
    export_member(", ", "asks", record->asks, out);
    if (record->name != NULL) {
        export_member(", ", "name", record->name, out);
    }
    export_member(", ", "written", written, out);
    text_append(out, ",\n \"questions\": [");
    for (size_t i = 0; i < record->count; i++) {
        text_append(out, i > 0 ? ",\n" : "\n");
        write_item(&record->list[i], out);
    }
    text_append(out, "],");
    uint64_t sum = checksum(FNV_BASIS, text_string(out) + start, out->length - start);
    text_format(out, "%s%016" PRIx64 "\"}\n", DIGEST, sum);
}

/* Whether the digest at the end of FILE is that of what stands before it. */
static bool is_whole(const struct text *file) {
    const char *bytes = text_string(file), *end = NULL;
    for (const char *at = strstr(bytes, DIGEST); at != NULL; at = strstr(at + 1, DIGEST)) {
        end = at;
    }
    char sum[24];
    size_t before = end == NULL ? 0 : (size_t)(end - bytes);
    text_fill(sum, sizeof sum, "%016" PRIx64 "\"}", checksum(FNV_BASIS, bytes, before));
    return end != NULL && text_starts(end + strlen(DIGEST), sum);
}

/* --- reading it ------------------------------------------------------------------------------- */

static void take_lines(const json_t *lines, struct text *out) {
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        text_append(out, i > 0 ? "\n" : "");
        text_append(out, line == NULL ? "" : line);
    }
}

static bool take_item(struct record *record, const json_t *object) {
    const json_t *answers = json_object_get(object, "answers");
    const char *became = json_string_value(json_object_get(object, "became"));
    const char *id = json_string_value(json_object_get(object, "id"));
    const char *last = json_string_value(json_object_get(object, "last"));
    struct record_item *item = id == NULL ? NULL : item_of(record, id);
    if (item == NULL) {
        return id == NULL;
    }
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(answers); i++) {
        const char *answer = json_string_value(json_array_get(answers, i));
        ok = answer == NULL || add_answer(item, answer);
    }
    take_lines(json_object_get(object, "work"), &item->work);
    take_lines(json_object_get(object, "changed"), &item->changed);
    for (size_t i = 0; became != NULL && i < STATES; i++) {
        item->became = text_same(became, BECAME[i]) ? (enum answer_state)i : item->became;
    }
    item->tries = json_take_size(object, "tries");
    item->hints = json_take_size(object, "hints");
    item->seconds = (double)json_take_size(object, "seconds");
    text_fill(item->last, sizeof item->last, "%s", last == NULL ? "" : last);
    return ok && !item->work.failed && !item->changed.failed;
}

bool record_read(struct record *record, const struct text *file, struct failure *failure) {
    struct stream stream = stream_memory("hand-in", text_string(file), file->length);
    json_t *object = json_take(&stream, "this hand-in", file->length, FILE_BYTES >> 20, failure);
    const char *kind = json_string_value(json_object_get(object, "qkv"));
    const json_t *questions = json_object_get(object, "questions");
    bool ok = object != NULL;
    *record = (struct record){.edited = !is_whole(file)};
    if (ok && (kind == NULL || !text_same(kind, "hand-in") || !json_is_array(questions) ||
               !json_is_string(json_object_get(object, "lesson")))) {
        ok = failure_set(failure, "this is no hand-in: qkv hand-in LESSON makes one");
    }
    if (ok) {
        ok = json_take_text(object, "lesson", &record->lesson) &&
             json_take_text(object, "asks", &record->asks) &&
             json_take_text(object, "name", &record->name);
        for (size_t i = 0; ok && i < json_array_size(questions); i++) {
            ok = take_item(record, json_array_get(questions, i));
        }
        ok = ok || failure_memory(failure);
    }
    json_decref(object);
    return ok;
}

void record_release(struct record *record) {
    for (size_t i = 0; i < record->count; i++) {
        item_release(&record->list[i]);
    }
    memory_free(record->list);
    memory_free(record->seen);
    memory_free(record->lesson);
    memory_free(record->asks);
    memory_free(record->name);
    text_release(&record->path);
    *record = (struct record){0};
}

/* --- keeping it ------------------------------------------------------------------------------- */

/* Where SESSION's lesson has its file: named by a checksum of what progress calls the lesson. */
static bool kept_path(const struct session *session, struct text *path, struct failure *failure) {
    struct text key = {0};
    const struct lesson *lesson = session->lesson;
    bool ok = progress_key(lesson->file, lesson->id, session->front.lesson_folders, &key, failure);
    if (ok && !file_state_folder(path)) {
        ok = failure_set(failure, "neither XDG_STATE_HOME nor HOME names a folder for it");
    }
    text_format(path, "/answers/%016" PRIx64 ".json",
                checksum(FNV_BASIS, text_string(&key), key.length));
    text_release(&key);
    return ok && text_ok(path, failure);
}

static bool read_kept(struct record *record, const char *path, struct failure *failure) {
    struct text file = {0};
    bool ok = !file_exists(path) ||
              (file_read(path, FILE_BYTES, &file, failure) && record_read(record, &file, failure));
    text_release(&file);
    return ok;
}

bool record_find(struct record *record, const struct session *session, struct failure *failure) {
    struct text path = {0};
    *record = (struct record){0};
    bool ok = kept_path(session, &path, failure) && read_kept(record, text_string(&path), failure);
    text_release(&record->path);
    record->path = path;
    return ok;
}

bool record_save(struct record *record, struct failure *failure) {
    struct text folder = {0}, file = {0};
    file_folder(text_string(&record->path), &folder);
    record_write(record, &file);
    bool ok = text_ok(&folder, failure) && text_ok(&file, failure) &&
              file_make_folder(text_string(&folder), failure) &&
              file_save(text_string(&record->path), text_string(&file), file.length, failure);
    record->unsaved = record->unsaved && !ok;
    text_release(&file);
    text_release(&folder);
    return ok;
}

/* Another lesson was opened. What is kept of it and cannot be read is begun anew. */
static bool follow(struct record *record, const struct session *session, struct failure *failure) {
    struct failure unread = {0};
    bool ok = record_end(record, failure);
    if (session->lesson == NULL) {
        return ok;
    }
    if (!record_find(record, session, &unread)) {
        for (size_t i = 0; i < record->count; i++) {
            item_release(&record->list[i]);
        }
        record->count = 0;
    }
    return record_begin(record, session, failure) && text_ok(&record->path, failure) && ok;
}

bool record_keep(struct record *record, const struct session *session, struct failure *failure) {
    bool news = false;
    if (session->lesson != record->open) {
        return follow(record, session, failure);
    }
    return session->lesson == NULL ||
           (record_note(record, session, &news, failure) &&
            ((!news && (!record->unsaved || session->exercise != SIZE_MAX)) ||
             record_save(record, failure)));
}

bool record_end(struct record *record, struct failure *failure) {
    bool ok = !record->unsaved || record_save(record, failure);
    record_release(record);
    return ok;
}
