/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "classroom/record.h"

#include "base/failure.h"
#include "base/memory.h"
#include "files/export.h"

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

/* What PART asks, and its choices in their order. */
static uint64_t sum_part(uint64_t sum, const struct part *part) {
    const struct quiz *quiz = part->quiz;
    const char *asked = quiz != NULL             ? quiz->question
                        : part->exercise != NULL ? part->exercise->question
                                                 : "";
    sum = record_checksum(sum, asked, strlen(asked));
    for (size_t k = 0; quiz != NULL && k < quiz->choice_count; k++) {
        sum = record_checksum(sum, quiz->choices[k].text, strlen(quiz->choices[k].text) + 1);
    }
    return sum;
}

static void write_sum(char sum[24], uint64_t number) {
    text_fill(sum, 24, "%016" PRIx64, number);
}

void record_sum(const struct lesson *lesson, size_t stop, char sum[24]) {
    write_sum(sum, sum_part(RECORD_SUM, &lesson->parts[lesson->stops[stop].part]));
}

static void sum_lesson(const struct lesson *lesson, char sum[24]) {
    uint64_t all = RECORD_SUM;
    for (size_t i = 0; i < lesson->part_count; i++) {
        all = sum_part(all, &lesson->parts[i]);
    }
    write_sum(sum, all);
}

/* --- what is in it ---------------------------------------------------------------------------- */

const struct record_item *record_find(const struct record *record, const char *id) {
    for (size_t i = 0; i < record->count; i++) {
        if (text_same(record->list[i].id, id)) {
            return &record->list[i];
        }
    }
    return NULL;
}

const struct record_work *record_work(const struct record *record, const char *sitting,
                                      const char *id) {
    for (size_t i = 0; i < record->work_count; i++) {
        const struct record_work *work = &record->works[i];
        bool same = id == NULL || work->id == NULL ? id == work->id : text_same(work->id, id);
        if (same && text_same(work->sitting, sitting)) {
            return work;
        }
    }
    return NULL;
}

/* The item of the question ID, made when there is none; NULL without memory. */
static struct record_item *item_of(struct record *record, const char *id) {
    const struct record_item *item = record_find(record, id);
    if (item != NULL) {
        return &record->list[item - record->list];
    }
    char *copy = memory_text(id, strlen(id));
    if (copy == NULL || !memory_reserve(&record->list, &record->capacity, record->count + 1,
                                        sizeof *record->list)) {
        memory_free(copy);
        return NULL;
    }
    record->list[record->count] = (struct record_item){.id = copy};
    return &record->list[record->count++];
}

static struct record_work *work_of(struct record *record, const char *sitting, const char *id) {
    const struct record_work *work = record_work(record, sitting, id);
    if (work != NULL) {
        return &record->works[work - record->works];
    }
    char *name = memory_text(sitting, strlen(sitting));
    char *copy = id == NULL ? NULL : memory_text(id, strlen(id));
    if (name == NULL || (id != NULL && copy == NULL) ||
        !memory_reserve(&record->works, &record->work_capacity, record->work_count + 1,
                        sizeof *record->works)) {
        memory_free(name);
        memory_free(copy);
        return NULL;
    }
    record->works[record->work_count] = (struct record_work){.sitting = name, .id = copy};
    return &record->works[record->work_count++];
}

static bool add_answer(struct record_item *item, const char *answer, bool late) {
    char *copy = memory_text(answer, strlen(answer));
    if (copy == NULL || !memory_reserve(&item->answers, &item->answer_capacity,
                                        item->answer_count + 1, sizeof *item->answers)) {
        memory_free(copy);
        return false;
    }
    struct record_answer *added = &item->answers[item->answer_count++];
    *added = (struct record_answer){.given = copy, .late = late};
    text_fill(added->asks, sizeof added->asks, "%s", item->asks);
    return true;
}

static bool join(const struct record_work *work, struct text *out) {
    text_clear(out);
    for (size_t i = 0; work != NULL && i < work->count; i++) {
        text_append(out, i > 0 ? "\n" : "");
        text_append(out, work->list[i]);
    }
    return !out->failed;
}

/* --- a line of a log -------------------------------------------------------------------------- */

static const char *string_at(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static bool keep_text(const json_t *object, const char *key, char **text) {
    if (!json_is_string(json_object_get(object, key))) {
        return true;
    }
    memory_free(*text);
    return json_take_text(object, key, text);
}

static void keep_when(struct record_item *item, const char *when) {
    text_fill(item->last, sizeof item->last, "%s", when == NULL ? "" : when);
}

/* At "from", "drop" statements go and those of "add" come. */
static bool splice(struct record_work *work, const json_t *event) {
    const json_t *add = json_object_get(event, "add");
    size_t from = json_take_size(event, "from"), drop = json_take_size(event, "drop");
    size_t count = json_array_size(add);
    from = from < work->count ? from : work->count;
    drop = drop < work->count - from ? drop : work->count - from;
    size_t rest = work->count - from - drop;
    if (!memory_reserve(&work->list, &work->capacity, work->count + count, sizeof *work->list)) {
        return false;
    }
    for (size_t i = 0; i < drop; i++) {
        memory_free(work->list[from + i]);
    }
    if (rest > 0) {
        memmove(work->list + from + count, work->list + from + drop, rest * sizeof *work->list);
    }
    work->count = from + count + rest;
    for (size_t i = 0; i < count; i++) {
        const char *line = json_string_value(json_array_get(add, i));
        char *copy = memory_text(line == NULL ? "" : line, line == NULL ? 0 : strlen(line));
        if (copy == NULL) { /* the list ends here */
            for (size_t k = from + count; k < work->count; k++) {
                memory_free(work->list[k]);
            }
            work->count = from + i;
            return false;
        }
        work->list[from + i] = copy;
    }
    return true;
}

/* What EVENT says of the question ITEM, whose work in this sitting is WORK, beside OWN changes. */
static bool add_to_item(struct record *record, struct record_item *item, const json_t *event,
                        const struct record_work *work, const struct record_work *own) {
    const char *answer = string_at(event, "answer"), *is = string_at(event, "is");
    const char *asks = string_at(record->questions, item->id);
    size_t hints = json_take_size(event, "hint");
    bool ok = true;
    text_fill(item->asks, sizeof item->asks, "%s", asks == NULL ? "" : asks);
    if (answer != NULL) {
        item->exam = json_is_true(json_object_get(event, "exam"));
        ok = add_answer(item, answer, json_is_true(json_object_get(event, "late"))) &&
             join(own, &item->changed);
    }
    if (json_is_array(json_object_get(event, "add")) && !item->met) {
        ok = ok && join(work, &item->work);
    }
    item->settled = item->settled || is != NULL;
    item->met = item->met || (is != NULL && text_same(is, "right"));
    item->hints = hints > item->hints ? hints : item->hints;
    item->seconds += (double)json_take_size(event, "seconds");
    keep_when(item, string_at(event, "when"));
    return ok;
}

static bool take_lines(const json_t *lines, struct text *out) {
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        text_append(out, out->length > 0 ? "\n" : "");
        text_append(out, line == NULL ? "" : line);
    }
    return !out->failed;
}

/* A question as earlier programs wrote it: all that was done at it. */
static bool take_old(struct record *record, const json_t *object) {
    const json_t *answers = json_object_get(object, "answers");
    const char *became = string_at(object, "became"), *id = string_at(object, "id");
    struct record_item *item = id == NULL ? NULL : item_of(record, id);
    if (item == NULL) {
        return id == NULL;
    }
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(answers); i++) {
        const char *answer = json_string_value(json_array_get(answers, i));
        ok = answer == NULL || add_answer(item, answer, false);
    }
    became = became == NULL ? "open" : became;
    item->exam = text_same(became, "locked");
    item->met = text_same(became, "right");
    item->settled = !item->exam && !text_same(became, "open");
    item->hints = json_take_size(object, "hints");
    item->seconds = (double)json_take_size(object, "seconds");
    keep_when(item, string_at(object, "last"));
    return ok && take_lines(json_object_get(object, "work"), &item->work) &&
           take_lines(json_object_get(object, "changed"), &item->changed);
}

static bool take_all_old(struct record *record, const json_t *questions) {
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(questions); i++) {
        ok = take_old(record, json_array_get(questions, i));
    }
    return ok;
}

/* Two windows may have carried over the same file: it counts once. */
static bool carry(struct record *record, const json_t *event) {
    const char *file = string_at(event, "carried");
    if (json_object_get(record->carried, file) != NULL) {
        return true;
    }
    record->carried = record->carried == NULL ? json_make("{}") : record->carried;
    return json_object_set_new(record->carried, file, json_true()) == 0 &&
           take_all_old(record, json_object_get(event, "questions"));
}

static bool take_event(struct record *record, json_t *event) {
    json_t *questions = json_object_get(event, "questions");
    const char *id = string_at(event, "id"), *sitting = string_at(event, "sitting");
    struct record_work *work = NULL;
    sitting = sitting == NULL ? "" : sitting;
    bool ok = keep_text(event, "lesson", &record->lesson) &&
              keep_text(event, "asks", &record->asks) && keep_text(event, "name", &record->name);
    if (json_is_object(questions)) {
        json_decref(record->questions);
        record->questions = json_incref(questions);
    }
    if (ok && json_is_string(json_object_get(event, "carried"))) {
        ok = carry(record, event);
    }
    if (ok && json_is_array(json_object_get(event, "add"))) {
        work = work_of(record, sitting, id);
        ok = work != NULL && splice(work, event);
    }
    if (ok && id != NULL) {
        struct record_item *item = item_of(record, id);
        ok = item != NULL &&
             add_to_item(record, item, event, work, record_work(record, sitting, NULL));
    }
    return ok;
}

bool record_add(struct record *record, json_t *event, struct failure *failure) {
    bool ok = event != NULL && take_event(record, event) && json_line(event, &record->log);
    json_decref(event);
    return ok || failure_memory(failure);
}

bool record_begin(struct record *record, const struct lesson *lesson, struct failure *failure) {
    char sum[24];
    sum_lesson(lesson, sum);
    if (record->lesson != NULL && record->questions != NULL && record->asks != NULL &&
        text_same(record->asks, sum)) {
        return true;
    }
    json_t *questions = json_make("{}");
    bool ok = questions != NULL;
    for (size_t i = 0; ok && i < lesson->stop_count; i++) {
        char asked[24];
        const char *id = lesson_asks(lesson, i);
        if (id != NULL) {
            record_sum(lesson, i, asked);
            ok = json_object_set_new(questions, id, json_make("s", asked)) == 0;
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

bool record_belongs(const struct record *record, const struct lesson *lesson) {
    bool known = record->count > 0 || json_object_size(record->questions) > 0, common = false;
    for (size_t i = 0; known && !common && i < lesson->stop_count; i++) {
        const char *id = lesson_asks(lesson, i);
        common = id != NULL && (record_find(record, id) != NULL ||
                                json_object_get(record->questions, id) != NULL);
    }
    return (record->lesson == NULL || text_same(record->lesson, lesson->id)) && (common || !known);
}

bool record_read_log(struct record *record, const struct text *log, struct failure *failure) {
    bool ok = true, any = false;
    for (const char *at = text_string(log); ok && *at != '\0';) {
        struct failure unread = {0};
        size_t length = strcspn(at, "\n");
        struct stream stream = stream_memory("answers", at, length);
        json_t *event =
            length == 0 ? NULL : json_take(&stream, "a line", length, RECORD_LIMIT >> 20, &unread);
        any = any || event != NULL;
        ok = !unread.outside && (event == NULL || record_add(record, event, failure));
        at += length + (at[length] == '\n' ? 1 : 0);
    }
    if (!ok) {
        return failure_memory(failure);
    }
    return any || log->length == 0 || failure_set(failure, "no line of it can be read");
}

/* --- a hand-in -------------------------------------------------------------------------------- */

static const char DIGEST[] = "\n \"digest\": \"";

bool record_write(const struct record *record, struct text *out, struct failure *failure) {
    char written[24];
    size_t start = out->length;
    record_time(written, sizeof written);
    export_member("{", "qkv", "hand-in", out);
    export_member(", ", "lesson", record->lesson, out);
    export_member(", ", "asks", record->asks, out);
    if (record->name != NULL) {
        export_member(", ", "name", record->name, out);
    }
    export_member(", ", "written", written, out);
    text_append(out, ",\n \"log\": [");
    for (const char *at = text_string(&record->log); *at != '\0';) {
        size_t length = strcspn(at, "\n");
        text_append(out, at == text_string(&record->log) ? "\n" : ",\n");
        text_append_bytes(out, at, length);
        at += length + (at[length] == '\n' ? 1 : 0);
    }
    text_append(out, "],");
    uint64_t sum = record_checksum(RECORD_SUM, text_string(out) + start, out->length - start);
    text_format(out, "%s%016" PRIx64 "\"}\n", DIGEST, sum);
    return out->length - start <= RECORD_LIMIT
               ? text_ok(out, failure)
               : failure_set(failure,
                             "this hand-in would have %.1f MiB, and qkv grade reads no more than "
                             "%d: too much was changed in the lesson",
                             (double)(out->length - start) / (1 << 20), RECORD_LIMIT >> 20);
}

/* Whether the digest at the end of FILE is that of what stands before it. */
static bool is_whole(const struct text *file) {
    const char *bytes = text_string(file), *end = NULL;
    for (const char *at = strstr(bytes, DIGEST); at != NULL; at = strstr(at + 1, DIGEST)) {
        end = at;
    }
    char sum[24];
    size_t before = end == NULL ? 0 : (size_t)(end - bytes);
    text_fill(sum, sizeof sum, "%016" PRIx64 "\"}", record_checksum(RECORD_SUM, bytes, before));
    return end != NULL && text_starts(end + strlen(DIGEST), sum);
}

bool record_read(struct record *record, const struct text *file, struct failure *failure) {
    struct stream stream = stream_memory("hand-in", text_string(file), file->length);
    json_t *object = json_take(&stream, "this hand-in", file->length, RECORD_LIMIT >> 20, failure);
    const char *kind = string_at(object, "qkv");
    json_t *questions = json_object_get(object, "questions"), *log = json_object_get(object, "log");
    bool ok = object != NULL;
    *record = (struct record){.edited = !is_whole(file)};
    if (ok && (kind == NULL || !text_same(kind, "hand-in") ||
               !(json_is_array(questions) || json_is_array(log)) ||
               !json_is_string(json_object_get(object, "lesson")))) {
        ok = failure_set(failure, "this is no hand-in: qkv hand-in LESSON makes one");
    }
    for (size_t i = 0; ok && i < json_array_size(log); i++) {
        json_t *event = json_array_get(log, i);
        ok = !json_is_object(event) || record_add(record, json_incref(event), failure);
    }
    if (ok) {
        ok = (keep_text(object, "lesson", &record->lesson) &&
              keep_text(object, "asks", &record->asks) &&
              keep_text(object, "name", &record->name) && take_all_old(record, questions)) ||
             failure_memory(failure);
    }
    json_decref(object);
    return ok;
}

static void release_item(struct record_item *item) {
    for (size_t i = 0; i < item->answer_count; i++) {
        memory_free(item->answers[i].given);
    }
    memory_free(item->answers);
    memory_free(item->id);
    text_release(&item->work);
    text_release(&item->changed);
}

void record_release(struct record *record) {
    for (size_t i = 0; i < record->count; i++) {
        release_item(&record->list[i]);
    }
    for (size_t i = 0; i < record->work_count; i++) {
        struct record_work *work = &record->works[i];
        for (size_t k = 0; k < work->count; k++) {
            memory_free(work->list[k]);
        }
        memory_free(work->list);
        memory_free(work->sitting);
        memory_free(work->id);
    }
    memory_free(record->works);
    memory_free(record->list);
    memory_free(record->lesson);
    memory_free(record->asks);
    memory_free(record->name);
    json_decref(record->questions);
    json_decref(record->carried);
    text_release(&record->log);
    *record = (struct record){0};
}
