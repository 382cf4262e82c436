/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/record.h"

#include "base/failure.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

void record_time(char *out, size_t size) {
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL || strftime(out, size, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0) {
        out[0] = '\0';
    }
}

/* --- checksums -------------------------------------------------------------------------------- */

uint64_t record_checksum(uint64_t sum, const char *bytes, size_t length) {
    static const uint64_t prime = 0x100000001b3;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] != '\r') { /* a mailer may have put them before line ends */
            sum = (sum ^ (unsigned char)bytes[i]) * prime;
        }
    }
    return sum;
}

/* Adds to SUM what PART asks, and its choices in their order. */
static uint64_t sum_part(uint64_t sum, const struct part *part) {
    const struct quiz *quiz = part->quiz;
    const char *question = quiz != NULL             ? quiz->question
                           : part->exercise != NULL ? part->exercise->question
                                                    : "";
    sum = record_checksum(sum, question, strlen(question));
    for (size_t k = 0; quiz != NULL && k < quiz->choice_count; k++) {
        sum = record_checksum(sum, quiz->choices[k].text, strlen(quiz->choices[k].text) + 1);
    }
    return sum;
}

static void write_checksum(char sum[24], uint64_t number) {
    text_fill(sum, 24, "%016" PRIx64, number);
}

void record_question_sum(const struct lesson *lesson, size_t stop, char sum[24]) {
    write_checksum(sum, sum_part(RECORD_SUM, &lesson->parts[lesson->stops[stop].part]));
}

/* --- lines ------------------------------------------------------------------------------------ */

/* True when the line EVENT has the id ID, or no id when ID is NULL. */
static bool is_of(const json_t *event, const char *id) {
    const char *event_id = json_take_string(event, "id");
    return id == NULL || event_id == NULL ? id == event_id : text_same(event_id, id);
}

const char *record_string(const struct record *record, const char *key) {
    const char *found = NULL;
    for (size_t i = json_array_size(record->events); found == NULL && i-- > 0;) {
        found = json_take_string(json_array_get(record->events, i), key);
    }
    return found;
}

bool record_add(struct record *record, json_t *event, struct failure *failure) {
    const char *id = json_take_string(event, "id");
    record->events = record->events == NULL ? json_make("[]") : record->events;
    bool ok = event != NULL && json_line(event, &record->log);
    json_t *asks = id == NULL ? NULL : json_object_get(record->questions, id);
    json_t *questions = json_object_get(event, "questions");
    record->questions = json_is_object(questions) ? questions : record->questions;
    ok = ok && (asks == NULL || json_object_set(event, "asked", asks) == 0) &&
         json_array_append(record->events, event) == 0;
    json_decref(event);
    return ok || failure_memory(failure);
}

bool record_begin(struct record *record, const struct lesson *lesson, struct failure *failure) {
    char sum[24], requested[24];
    uint64_t all = RECORD_SUM;
    for (size_t i = 0; i < lesson->part_count; i++) {
        all = sum_part(all, &lesson->parts[i]);
    }
    write_checksum(sum, all);
    const char *known = record_string(record, "asks");
    if (known != NULL && text_same(known, sum) && record->questions != NULL) {
        return true;
    }
    json_t *questions = json_make("{}");
    bool ok = questions != NULL;
    for (size_t i = 0; ok && i < lesson->stop_count; i++) {
        const char *id = lesson_question_id(lesson, i);
        if (id != NULL) {
            record_question_sum(lesson, i, requested);
            ok = json_object_set_new(questions, id, json_make("s", requested)) == 0;
        }
    }
    if (!ok) {
        json_decref(questions);
        return failure_memory(failure);
    }
    return record_add(
        record, json_make("{ss ss so}", "lesson", lesson->id, "asks", sum, "questions", questions),
        failure);
}

/* --- what the lines say ------------------------------------------------------------------------
 */

json_t *record_work(const struct record *record, const char *sitting, const char *id,
                    size_t count) {
    json_t *work = json_make("[]");
    for (size_t i = 0; work != NULL && i < count; i++) {
        const json_t *event = json_array_get(record->events, i);
        json_t *add = json_object_get(event, "add");
        const char *event_sitting = json_take_string(event, "sitting");
        if (!json_is_array(add) || !is_of(event, id) || event_sitting == NULL ||
            !text_same(event_sitting, sitting)) {
            continue;
        }
        size_t from = json_take_size(event, "from");
        while (json_array_size(work) > from) {
            json_array_remove(work, json_array_size(work) - 1);
        }
        if (json_array_extend(work, add) != 0) {
            json_decref(work);
            work = NULL;
        }
    }
    return work;
}

/* Computes the work of a sitting up to the line INDEX. */
static bool fold_work(const struct record *record, size_t index, const char *id, json_t **work) {
    const char *sitting = json_take_string(json_array_get(record->events, index), "sitting");
    *work = record_work(record, sitting == NULL ? "" : sitting, id, index + 1);
    return *work != NULL;
}

bool record_item(const struct record *record, const char *id, struct record_item *item,
                 struct failure *failure) {
    size_t worked = SIZE_MAX, answered = SIZE_MAX, index;
    bool met = false, ok;
    json_t *event;
    *item = (struct record_item){.answers = json_make("[]")};
    ok = item->answers != NULL;
    json_array_foreach(record->events, index, event) {
        if (!is_of(event, id)) {
            continue;
        }
        const char *is = json_take_string(event, "is");
        size_t hints = json_take_size(event, "hint");
        if (json_take_string(event, "answer") != NULL) {
            ok = ok && json_array_append(item->answers, event) == 0;
            item->exam = json_is_true(json_object_get(event, "exam"));
            answered = index;
        }
        worked = json_is_array(json_object_get(event, "add")) && !met ? index : worked;
        item->settled = item->settled || is != NULL;
        met = met || (is != NULL && text_same(is, "right"));
        item->hints = hints > item->hints ? hints : item->hints;
        item->seconds += json_take_size(event, "seconds");
        item->asks = json_take_string(event, "asked");
    }
    ok = ok && (worked == SIZE_MAX || fold_work(record, worked, id, &item->work)) &&
         (answered == SIZE_MAX || fold_work(record, answered, NULL, &item->changed));
    return ok || failure_memory(failure);
}

void record_item_release(struct record_item *item) {
    json_decref(item->answers);
    json_decref(item->work);
    json_decref(item->changed);
}

bool record_belongs(const struct record *record, const struct lesson *lesson) {
    const char *known = record_string(record, "lesson");
    bool any = false, common = false;
    size_t index;
    json_t *event;
    json_array_foreach(record->events, index, event) {
        any = any || json_take_string(event, "id") != NULL ||
              json_object_size(json_object_get(event, "questions")) > 0;
        for (size_t i = 0; !common && i < lesson->stop_count; i++) {
            const char *id = lesson_question_id(lesson, i);
            common = id != NULL &&
                     (is_of(event, id) || json_object_get(json_object_get(event, "questions"), id));
        }
    }
    return (known == NULL || text_same(known, lesson->id)) && (common || !any);
}

/* --- files ------------------------------------------------------------------------------------ */

/* Adds the lines that OLD stands for: all that was done at a question, in the format of earlier
 * programs. */
static bool add_old(struct record *record, const json_t *old, struct failure *failure) {
    const char *id = json_take_string(old, "id"), *became = json_take_string(old, "became");
    json_t *work = json_object_get(old, "work"), *changed = json_object_get(old, "changed");
    json_t *exam = became != NULL && text_same(became, "locked") ? json_true() : NULL;
    bool open = became == NULL || exam != NULL || text_same(became, "open");
    size_t index;
    json_t *answer;
    bool ok = id == NULL || changed == NULL ||
              record_add(record, json_make("{ss si sO}", "sitting", "", "from", 0, "add", changed),
                         failure);
    json_array_foreach(json_object_get(old, "answers"), index, answer) {
        ok = ok && id != NULL &&
             record_add(record,
                        json_make("{ss ss sO sO*}", "id", id, "sitting", "", "answer", answer,
                                  "exam", exam),
                        failure);
    }
    return id == NULL ||
           (ok && record_add(record,
                             json_make("{ss ss si sO* ss* sO* sO*}", "id", id, "sitting", "",
                                       "from", 0, "add", work, "is", open ? NULL : became, "hint",
                                       json_object_get(old, "hints"), "seconds",
                                       json_object_get(old, "seconds")),
                             failure));
}

/* Reads a document of an earlier program. */
static bool read_document(struct record *record, const json_t *document, struct failure *failure) {
    const json_t *questions = json_object_get(document, "questions");
    size_t index;
    json_t *line;
    bool ok = record_add(record,
                         json_make("{ss* ss* ss*}", "lesson", json_take_string(document, "lesson"),
                                   "asks", json_take_string(document, "asks"), "name",
                                   json_take_string(document, "name")),
                         failure);
    json_array_foreach(questions, index, line) {
        ok = ok && add_old(record, line, failure);
    }
    return ok;
}

static bool read_record_lines(struct record *record, const char *bytes, struct failure *failure) {
    bool ok = true, any = *bytes == '\0';
    while (ok && *bytes != '\0') {
        struct failure unread = {0};
        size_t length = strcspn(bytes, "\n");
        struct stream stream = stream_memory("answers", bytes, length);
        json_t *event = json_take(&stream, "a line", length, RECORD_LIMIT >> 20, &unread);
        any = any || event != NULL;
        ok = unread.outside ? failure_memory(failure)
                            : event == NULL || record_add(record, event, failure);
        bytes += length + (bytes[length] == '\n' ? 1 : 0);
    }
    return ok && (any || failure_set(failure, "no line of it can be read"));
}

/* True when the digest at the end of FILE is that of the bytes before it. */
static bool digest_matches(const struct text *file) {
    static const char mark[] = "\"digest\": \"";
    const char *bytes = text_string(file), *end = NULL;
    for (const char *at = strstr(bytes, mark); at != NULL; at = strstr(at + 1, mark)) {
        end = at;
    }
    char sum[24];
    size_t before = end == NULL ? 0 : (size_t)(end - bytes);
    before -= before >= 2 && text_starts(end - 2, "\n ") ? 2 : 0; /* as earlier programs wrote it */
    write_checksum(sum, record_checksum(RECORD_SUM, bytes, before));
    return end != NULL && text_starts(end + strlen(mark), sum);
}

bool record_read(struct record *record, const struct text *file, struct failure *failure) {
    struct failure unread = {0};
    struct stream stream = stream_memory("answers", text_string(file), file->length);
    json_t *document = json_take(&stream, "it", file->length, RECORD_LIMIT >> 20, &unread);
    bool is_old = json_is_array(json_object_get(document, "questions"));
    record->edited = !digest_matches(file);
    bool ok = unread.outside ? failure_memory(failure)
              : is_old       ? read_document(record, document, failure)
                             : read_record_lines(record, text_string(file), failure);
    json_decref(document);
    return ok;
}

bool record_write(const struct record *record, struct text *out, struct failure *failure) {
    char written[24];
    size_t start = out->length;
    record_time(written, sizeof written);
    text_append(out, text_string(&record->log));
    text_format(out, "{\"written\": \"%s\", ", written);
    uint64_t sum = record_checksum(RECORD_SUM, text_string(out) + start, out->length - start);
    text_format(out, "\"digest\": \"%016" PRIx64 "\"}\n", sum);
    return out->length - start <= RECORD_LIMIT
               ? text_ok(out, failure)
               : failure_set(failure,
                             "this hand-in would have %.1f MiB, and qkv grade reads no more than "
                             "%d: too much was changed in the lesson",
                             (double)(out->length - start) / (1 << 20), RECORD_LIMIT >> 20);
}

void record_release(struct record *record) {
    json_decref(record->events);
    text_release(&record->log);
    *record = (struct record){0};
}
